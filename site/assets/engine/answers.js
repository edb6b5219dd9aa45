// Present: what a reader is given, the same object as `compendium ask --json`; and the stages in their order.
// The twin of graph.py, answering/answers.py, answering/pipeline.py, answerer.py and exports/as_json.py.
(() => {
  "use strict";
  const engine = (globalThis.compendiumEngine ||= {});
  const { unique } = engine;

  const FORMAT = 1;
  const READ_NEXT = 5;
  const LONGEST_NAME = 16;
  const ENGLISH = "en";
  const MOST_AHEAD = 60;
  const MOST_EXPLAINED = 20;
  const SEE_ALSO = 0;
  const MENTION = 1;

  // -- the graph of links --------------------------------------------------------------------------------------------

  class Graph {
    constructor(library, code) {
      this.library = library;
      this.shelf = library.shelf(code);
      this.from = new Map();
      this.to = new Map();
      this.redirectsTo = new Map();
      for (const [source, ...packed] of library.file(`${code}/links`)) {
        const links = packed.map((number) => ({
          source, target: number < 0 ? -number - 1 : number, kind: number < 0 ? MENTION : SEE_ALSO,
        }));
        this.from.set(source, links);
        for (const link of links) engine.push(this.to, link.target, link);
      }
      for (const { number, redirect } of this.shelf.entries) {
        if (redirect >= 0) engine.push(this.redirectsTo, this.follow(number), number);
      }
    }

    /** What a redirect, or a chain of them, stands for. */
    follow(number) {
      const seen = new Set();
      let here = number;
      while (!seen.has(here)) {
        seen.add(here);
        here = this.shelf.followed(here);
      }
      return here;
    }

    isRedirect(number) {
      return this.shelf.followed(number) !== number;
    }

    links(number) {
      const here = this.follow(number);
      const edges = (this.from.get(here) ?? []).map((edge) => ({ ...edge, target: this.follow(edge.target) }));
      return once(edges.filter(({ target }) => target !== here), "target");
    }

    citations(number) {
      const here = this.follow(number);
      const names = [here, ...(this.redirectsTo.get(here) ?? [])];
      const edges = names.flatMap((name) => this.to.get(name) ?? []);
      return once(edges.filter(({ source }) => source !== here && !this.isRedirect(source)), "source");
    }

    timesLinked(number) {
      return (this.to.get(number) ?? []).length;
    }

    /** An entry that is linked with both: links as printed before those walked backwards, then see-also. */
    between(start, goal) {
      const out = new Map(this.citations(start).map(({ source }) => [source, [1, 0]]));
      for (const { target, kind } of this.links(start)) out.set(target, [0, kind]);
      const into = new Map(this.links(goal).map(({ target }) => [target, [1, 0]]));
      for (const { source, kind } of this.citations(goal)) into.set(source, [0, kind]);
      let best = null;
      for (const [near, [backwards, mentions]] of out) {
        const other = into.get(near);
        if (!other || this.library.concepts[near].concept.startsWith("rulings/")) continue;
        const cost = [backwards + other[0], mentions + other[1]];
        const isLess = !best || cost[0] < best.cost[0] || (cost[0] === best.cost[0] && cost[1] < best.cost[1]);
        if (isLess) best = { near, cost };
      }
      return best?.near;
    }

    /** The shortest chain from any of some entries, of one link or of two, forwards or backwards. */
    chain(starts, goal) {
      for (const start of starts) if (this.links(start).some(({ target }) => target === goal)) return [start, goal];
      const cited = new Set(this.links(goal).map(({ target }) => target));
      for (const start of starts) if (cited.has(start)) return [start, goal];
      for (const start of starts) {
        const near = this.between(start, goal);
        if (near !== undefined) return [start, near, goal];
      }
      return [goal];
    }
  }

  /** The first edge to each end, see-also before mentions. */
  function once(edges, end) {
    const first = new Map();
    for (const kind of [SEE_ALSO, MENTION]) {
      for (const edge of edges) if (edge.kind === kind && !first.has(edge[end])) first.set(edge[end], edge);
    }
    return [...first.values()];
  }

  // -- a card of which nothing is known but its name -----------------------------------------------------------------

  async function silentCard(library, question) {
    if (question.bare) return null;
    const { definitions } = library.language(question.lang);
    const words = question.tokens.map(({ spelt }) => spelt);
    const said = words.flatMap((word, place) => (definitions.has(word) ? [] : [place]));
    const [first, last] = said.length ? [said[0], said.at(-1)] : [0, words.length - 1];
    // "The Golden City" begins with a word that asks: the longest name is meant.
    const names = [];
    for (let start = 0; start <= first; start++) {
      for (let end = last + 1; end <= words.length; end++) if (end - start <= LONGEST_NAME) names.push([start, end]);
    }
    names.sort(([start, end], [otherStart, otherEnd]) => start - end - (otherStart - otherEnd));
    const keys = names.map(([start, end]) => words.slice(start, end).join(" "));
    await library.need(keys.map((key) => library.part("cards", key)));
    for (const key of keys) {
      const file = library.file(library.part("cards", key));
      const of = library.games.indexOf(question.game);
      const found = (Object.hasOwn(file, key) ? file[key] : []).filter(([game]) => of < 0 || game === of);
      if (!found.length || found.some(([, , hasEntry]) => hasEntry)) continue;
      const [[game, place]] = found;
      const path = `cards/${library.games[game]}-${Math.floor(place / library.shared.cards)}`;
      await library.need([path]);
      return library.file(path)[place % library.shared.cards];
    }
    return null;
  }

  // -- the stages ----------------------------------------------------------------------------------------------------

  const rounded = (number) => Math.round(number * 1000) / 1000;

  function requireKnown(what, value, known) {
    if (value && !known.includes(value)) throw new Error(`unknown ${what} ${value}: choose one of ${known.join(", ")}`);
  }

  /** The language of a question, and that of the answer: the one that is wanted, else the question's own. */
  async function requested(library, text, { lang, home }) {
    const { spoken, written, default: first } = library.shared;
    const detected = await engine.detect(library, text, home ?? first);
    const wanted = [lang ?? detected, home, first].find((code) => written.includes(code)) ?? written[0];
    return { lang: wanted, askedIn: spoken.includes(detected) ? detected : wanted };
  }

  /**
   * Begin to load what a question in the reader's language will need, before its language is known: it nearly always is
   * that one, and each file that is asked for later costs a way there and back.
   */
  function readAhead(library, text, { lang, home }) {
    const code = lang ?? home;
    if (!library.shared.spoken.includes(code)) return;
    const words = engine.foldedWords(text).slice(0, MOST_AHEAD).filter((word) => word.length <= engine.LONGEST_WORD);
    const forms = library.filesOfNorms(words);
    const known = words.flatMap((word) => [...library.filesOfWord(code, word), ...library.filesOfWord(ENGLISH, word)]);
    const written = library.shared.written.includes(code) ? [`${code}/links`] : [];
    const begun = [library.need([`${code}/shelf`, ...forms, ...known, ...library.filesOfNames(words)]), library.need(written)];
    if (isLikely(library, code, words)) {
      const terms = library.need(forms).then(() => {
        const norms = words.map((word) => library.norms(code, word));
        const said = norms.map(([first]) => first);
        const question = { lang: code, said, words: unique(norms.flat()), ngrams: engine.ngramsOf(words) };
        return library.need(engine.filesOfTerms(library, question));
      });
      begun.push(terms);
    }
    // What could not be loaded is missed where it is needed.
    for (const one of begun) one.catch(() => {});
  }

  /** Whether the small words of a question are those of a language, as far as they tell. */
  function isLikely(library, code, words) {
    const small = (one) => {
      const { stop, questions } = library.language(one);
      return words.reduce((sum, word) => sum + stop.has(word) + questions.has(word), 0);
    };
    return library.codes.every((other) => small(other) <= small(code));
  }

  /** Everything that is found for a question. */
  async function ranked(library, text, request) {
    const { lang, askedIn } = request;
    const { numbers } = library.shared;
    await library.need([`${lang}/shelf`]);
    const question = await engine.analyse(library, text, askedIn, request.game ?? null);
    await library.need(engine.filesOfTerms(library, question));
    const { statements, outside } = engine.retrieve(library, question, numbers.weights);
    const meaning = new engine.Meaning(library, question);
    const alike = statements.filter(({ entry }) => entry.isRuling).map(({ entry }) => engine.likenessOf(entry));
    await library.need(engine.filesOfVectors(library, [...statements.map(({ vector }) => vector), ...alike]));
    const found = engine.rank(library, question, statements, meaning, lang, numbers.weights);
    await library.need(engine.filesOfAlignment(library, found, lang));
    const aligned = engine.align(library, found, lang);
    const candidates = engine.settle(aligned, meaning, numbers.settling);
    const rulings = engine.select(library, question, candidates, lang, numbers.choice, request.limit);
    const doubt = engine.doubtOf(question, outside, aligned, rulings, numbers.weights);
    return { question, candidates, rulings, doubt };
  }

  /** Answer a question as `compendium ask --json` does. */
  async function answer(library, text, given = {}) {
    await library.open();
    requireKnown("game", given.game, library.games);
    requireKnown("language", given.lang, library.codes);
    readAhead(library, text, given);
    const request = { limit: 5, ...given, ...(await requested(library, text, given)) };
    try {
      return await answered(library, text, request);
    } catch (error) {
      // Without a connection the question's language may not be at hand: the reader's own understands some of it.
      if (request.askedIn === request.lang) throw error;
      return answered(library, text, { ...request, askedIn: request.lang });
    }
  }

  async function answered(library, text, request) {
    const { question, rulings, doubt } = await ranked(library, text, request);
    const shelf = library.shelf(question.lang);
    const model = library.shared.numbers.models[shelf.isExpanded(question.game)];
    const judgement = engine.abstain(question, doubt, rulings, model, shelf.hasText(question.game));
    const card = await silentCard(library, question);
    if (card) Object.assign(judgement, { decided: false, confidence: 0 });
    return present(library, request, question, rulings, judgement, card);
  }

  /** What the stages made of a question: for those who compare them with the command's. */
  async function explain(library, text, given = {}) {
    await library.open();
    const request = { limit: 5, ...given, ...(await requested(library, text, given)) };
    const { question, candidates, doubt } = await ranked(library, text, request);
    const { tokens, said, words, ngrams, game, named } = question;
    return {
      tokens: tokens.map(({ typed, folded, isSmall, isKnown }) => [typed, folded, isSmall, isKnown]),
      said, words, ngrams: [...ngrams].sort(), game,
      named: named.map((number) => library.concepts[number].name),
      candidates: candidates.slice(0, MOST_EXPLAINED).map((one) => ({
        address: `${one.lang}/${library.concepts[one.number].name}#${one.n}`,
        features: Object.values(one.features),
        score: one.score,
        probability: one.probability,
      })),
      doubt: [...doubt.weighed, doubt.certainty],
    };
  }

  async function present(library, request, question, rulings, judgement, card) {
    const { lang } = request;
    await library.need([`${lang}/links`]);
    const shown = judgement.decided ? await readable(library, rulings, lang) : [];
    if (!library.graphs.has(lang)) library.graphs.set(lang, new Graph(library, lang));
    const graph = library.graphs.get(lang);
    const via = new Map(shown.map(({ entry }) => [entry.number, chainTo(library, graph, question, entry)]));
    const next = readNext(graph, shown);
    const near = shown.length ? [] : unique(rulings.map(({ entry }) => entry.number)).slice(0, READ_NEXT);
    const terms = question.terms.flatMap((term) => term.matches.map((match) => [term.text, match]));
    const named = (number) => library.concepts[number].name;
    const called = [...terms.map(([, match]) => match.number), ...[...via.values()].flat(), ...next, ...near];
    const entries = shown.map(({ entry }) => entry);
    const files = entries.flatMap(({ number, lang: own }) => library.filesOfTitles([number], own));
    await library.need([...files, ...library.filesOfTitles(called, lang)]);
    const result = {
      version: FORMAT,
      question: question.text,
      asked_in: question.lang,
      lang,
      decided: shown.length > 0,
      confidence: rounded(judgement.confidence),
      terms: terms.map(([text, match]) => ({ text, entry: named(match.number), how: match.how })),
      rulings: shown.map((ruling) => rulingJson(library, ruling, via.get(ruling.entry.number).map(named))),
      read_next: next.map(named),
      titles: Object.fromEntries(unique(called).map((number) => [named(number), library.title(number, lang)])),
    };
    if (!shown.length) result.nearest = near.map(named);
    if (card) result.card = card;
    const corrections = question.tokens.filter(({ isCorrected }) => isCorrected);
    if (corrections.length) result.did_you_mean = Object.fromEntries(corrections.map((one) => [one.typed, one.folded]));
    return result;
  }

  /** Rulings whose texts are at hand: without a connection those of another language may not be. */
  async function readable(library, rulings, lang) {
    const isRead = async ({ entry }) => {
      try {
        await library.need([library.fileOfText(entry)]);
        return true;
      } catch (error) {
        if (entry.lang === lang) throw error;
        return false;
      }
    };
    const read = await Promise.all(rulings.map(isRead));
    return rulings.filter((_, place) => read[place]);
  }

  function chainTo(library, graph, question, entry) {
    if (question.named.includes(entry.number)) return [entry.number];
    const near = question.named.filter((number) => library.concepts[number].game === entry.game);
    return graph.chain(near, entry.number);
  }

  /** The entries that the see-also lines of the settling rulings lead to; those that few lead to come first. */
  function readNext(graph, rulings) {
    const shown = unique(rulings.filter(({ settles }) => settles).map(({ entry }) => entry.number));
    const links = shown.flatMap((number) => graph.links(number).filter(({ kind }) => kind === SEE_ALSO));
    const fresh = unique(links.map(({ target }) => target)).filter((number) => !shown.includes(number));
    return fresh.sort((one, other) => graph.timesLinked(one) - graph.timesLinked(other)).slice(0, READ_NEXT);
  }

  function rulingJson(library, ruling, via) {
    const { entry, statement, under, items, candidate } = ruling;
    const { said, editions, ruling: stored } = library.textOf(entry);
    const shown = (one) => ({ n: one.n, text: said[one.place] });
    return {
      entry: entry.name,
      game: entry.game,
      concept: entry.concept,
      lang: entry.lang,
      edition: editions[statement.place] ?? entry.edition,
      title: library.title(entry.number, entry.lang),
      statement: statement.n,
      kind: statement.kind,
      text: said[statement.place],
      url: `${library.shared.base}${entry.lang}/${entry.name}/#${statement.n}`,
      score: rounded(candidate.score),
      probability: rounded(ruling.probability),
      settles: ruling.settles,
      via,
      under: under ? shown(under) : null,
      items: items.map(shown),
      ...stored,
    };
  }

  Object.assign(engine, { answer, explain });
})();
