// Retrieve, rank and align: what the question's words and n-grams speak for each statement, and which is likeliest meant.
// The twin of encoder.py, answering/retrieval.py, answering/ranking.py and answering/alignment.py.
(() => {
  "use strict";
  const engine = (globalThis.compendiumEngine ||= {});
  const { crc32, signedIn, unique } = engine;

  const STEP = 0.25;
  const ZERO = 36;
  const POOL = 150;
  const READ = 40;

  const ofWord = (word) => word;
  const ofNgram = (ngram) => `#${ngram}`;

  // -- the files of terms --------------------------------------------------------------------------------------------

  const fileOfBucket = (library, lang, bucket) => `${lang}/terms/${bucket % library.shared.parts[`${lang}/terms`]}`;
  const bucketOf = (library, term) => crc32(term) % library.shared.vectors.buckets;

  /** Where the vectors of words, of their pairs and of n-grams are kept, each once. */
  function bucketsOf(library, question) {
    const pairs = question.said.slice(1).map((word, place) => `${question.said[place]} ${word}`);
    const terms = [...question.said, ...pairs, ...question.ngrams.map(ofNgram)];
    return unique(terms.map((term) => bucketOf(library, term))).sort((one, other) => one - other);
  }

  function filesOfTerms(library, question) {
    const terms = [...question.words.map(ofWord), ...question.ngrams.map(ofNgram)];
    const buckets = terms.map((term) => bucketOf(library, term));
    if (isLearnt(library, question)) buckets.push(...bucketsOf(library, question));
    return unique(buckets.map((bucket) => fileOfBucket(library, question.lang, bucket)));
  }

  /** The documents that have a term, each followed by the term's impact, in whole steps. */
  function postingsOf(library, lang, field, sign, term) {
    const file = library.file(fileOfBucket(library, lang, bucketOf(library, sign(term))));
    return Object.hasOwn(file[field], term) ? file[field][term] : "";
  }

  function eachPosting(packed, tell) {
    let document = 0;
    for (let place = 0; place < packed.length; place += 2) {
      document += packed.charCodeAt(place) - ZERO;
      tell(document, packed.charCodeAt(place + 1) - ZERO);
    }
  }

  // -- retrieve ------------------------------------------------------------------------------------------------------

  /** The best statements, all statements of what the question names among them; and what speaks for none. */
  function retrieve(library, question, weights) {
    const shelf = library.shelf(question.lang);
    const size = shelf.outside + 2;
    const added = (field, sign, terms) => {
      const sums = new Int32Array(size);
      for (const term of terms) {
        const packed = postingsOf(library, question.lang, field, sign, term);
        eachPosting(packed, (document, impact) => (sums[document] += impact));
      }
      return sums;
    };
    const byWord = question.words.map((word) => added("words", ofWord, [word]));
    const words = new Int32Array(size);
    for (const sums of byWord) sums.forEach((impact, document) => (words[document] += impact));
    const ngrams = added("ngrams", ofNgram, question.ngrams);
    const [ofWords, ofNgrams] = [STEP * weights.words, STEP * weights.ngrams];
    const named = new Set(question.named);
    const scored = [];
    const pinned = [];
    for (const found of shelf.indexed) {
      const { entry, document, told } = found;
      if ((question.game && entry.game !== question.game) || !(words[document] || ngrams[document])) continue;
      const base = ofWords * words[document] + ofNgrams * ngrams[document];
      const into = named.has(entry.number) ? pinned : scored;
      told.forEach((statement, place) => {
        const own = document + 1 + place;
        into.push({ score: base + ofWords * words[own] + ofNgrams * ngrams[own], found, place, own });
      });
    }
    // Of equals the last comes first, as in the command.
    scored.sort((one, other) => other.score - one.score || other.own - one.own);
    const spoken = (first, own) => ({
      words: STEP * (words[first] + words[own]),
      ngrams: STEP * (ngrams[first] + ngrams[own]),
      byWord: byWord.map((sums) => STEP * (sums[first] + sums[own])),
    });
    const best = [...pinned, ...scored.slice(0, POOL)].map(({ found, place, own }) => ({
      ...spoken(found.document, own),
      entry: found.entry,
      n: found.told[place].n,
      kind: found.told[place].kind,
      vector: found.entry.vectors[place] ?? 0,
    }));
    return { statements: best, outside: spoken(shelf.outside, shelf.outside + 1) };
  }

  // -- what is meant, as far as that was learnt ----------------------------------------------------------------------

  const isLearnt = (library, question) =>
    library.shared.vectors.languages.includes(question.lang) && question.words.length > 0;

  /** The vector of a question; empty where nothing is known. */
  function questionVector(library, question) {
    if (!isLearnt(library, question)) return [];
    const { dimensions } = library.shared.vectors;
    const parts = library.shared.parts[`${question.lang}/terms`];
    const found = bucketsOf(library, question);
    const sums = new Int32Array(dimensions);
    for (const bucket of found) {
      const begin = Math.floor(bucket / parts) * dimensions;
      const packed = library.file(fileOfBucket(library, question.lang, bucket)).vectors.slice(begin, begin + dimensions);
      signedIn(packed).forEach((number, place) => (sums[place] += number));
    }
    // A long question is no surer of what it means than a short one.
    return Array.from(sums, (number) => number / Math.sqrt(found.length));
  }

  const filesOfVectors = (library, places) =>
    places.filter(Boolean).map((place) => `vectors/${Math.floor((place - 1) / library.shared.vectors.together)}`);

  /** What a question is after, as far as that was learnt. */
  class Meaning {
    constructor(library, question) {
      const { unit } = library.shared.vectors;
      this.library = library;
      this.vector = questionVector(library, question);
      /** How much is known of the question's terms. */
      this.length = this.vector.length ? unit * Math.hypot(...this.vector) : 0;
    }

    /** How likely the statement of a place is meant, in nats: 0 where nothing was learnt. */
    likely(place) {
      if (!place || !this.vector.length) return 0;
      const { dimensions, scale, together } = this.library.shared.vectors;
      const begin = ((place - 1) % together) * dimensions;
      const row = signedIn(this.library.file(filesOfVectors(this.library, [place])[0]).slice(begin, begin + dimensions));
      let sum = 0;
      for (let at = 0; at < dimensions; at++) sum += this.vector[at] * row[at];
      return scale * sum;
    }
  }

  /** Where the vector of a ruling's likeness is: of the questions that only sound as if it settled them. */
  const likenessOf = (entry) => entry.vectors.at(-1) ?? 0;

  // -- rank ----------------------------------------------------------------------------------------------------------

  /** Statements as candidates, best first. */
  function rank(library, question, statements, meaning, lang, weights) {
    const shelf = library.shelf(lang);
    const named = new Set(question.named);
    const scored = statements.map((found) => {
      const features = {
        words: found.words,
        ngrams: found.ngrams,
        named: Number(named.has(found.entry.number)),
        own: Number(shelf.has(found.entry.number)),
        aside: Number(found.kind === "note" || found.kind === "newer"),
        meant: meaning.likely(found.vector),
      };
      let score = 0;
      for (const [name, weight] of Object.entries(weights)) score += weight * features[name];
      return { found, features, score };
    });
    if (!scored.length) return [];
    const best = Math.max(...scored.map(({ score }) => score));
    const total = scored.reduce((sum, { score }) => sum + Math.exp(score - best), 0);
    const candidates = scored.map(({ found, features, score }) => ({
      lang: found.entry.lang,
      number: found.entry.number,
      n: found.n,
      features,
      score,
      probability: Math.exp(score - best) / total,
      byWord: found.byWord,
      isRuling: found.entry.isRuling,
      /** The entry that was found, in the language of the question. */
      foundIn: found.entry,
    }));
    return candidates.sort((one, other) => other.score - one.score || one.number - other.number || one.n - other.n);
  }

  // -- align ---------------------------------------------------------------------------------------------------------

  const filesOfAlignment = (library, ranked, lang) =>
    unique(ranked.map((one) => one.lang)).filter((own) => own !== lang && library.shared.written.includes(own))
      .map((own) => `${lang}/from-${own}`);

  /** Candidates as statements of a language, where it has them; their probabilities are joined. */
  function align(library, ranked, lang) {
    const shelf = library.shelf(lang);
    const found = new Map();
    ranked.forEach((candidate, place) => {
      let there = candidate;
      if (candidate.lang !== lang && shelf.has(candidate.number)) {
        if (place >= READ) return;
        const n = library.counterpart(candidate.lang, candidate.number, candidate.n, lang);
        // What the reader's edition lacks stays what it is: it is shown in its own language, which is said.
        if (n !== null) there = { ...candidate, lang, n };
      }
      const address = `${there.lang} ${there.number} ${there.n}`;
      const known = found.get(address);
      found.set(address, known ? { ...known, probability: known.probability + there.probability } : there);
    });
    return [...found.values()];
  }

  Object.assign(engine, {
    Meaning, align, filesOfAlignment, filesOfTerms, filesOfVectors, likenessOf, rank, retrieve,
  });
})();
