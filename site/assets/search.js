// Searching: looks the words of a query up in the index of a language, mends what is misspelt, adds up the weights.
(() => {
  "use strict";
  window.compendium ||= {};

  const APOSTROPHES = "'’ʼ‘`´′＇";
  const WORD = new RegExp(`[\\p{L}\\p{N}]+(?:[${APOSTROPHES}][\\p{L}\\p{N}]+)*`, "gu");
  const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, "g");
  const isCyrillic = (char) => char >= "\u0400" && char <= "\u04ff";

  /** Without case, accents and stress marks, as `languages.base.fold` does it; й and ї are letters of their own. */
  function fold(word) {
    let base = "";
    let kept = "";
    for (const char of word.toLowerCase().replace(/ß/g, "ss").replace(/ς/g, "σ").normalize("NFKD")) {
      if (!/\p{M}/u.test(char)) {
        base = char;
        kept += char;
      } else if ((char === "\u0306" || char === "\u0308") && isCyrillic(base)) {
        kept += char;
      }
    }
    return kept.normalize("NFC");
  }

  /** The words of a text, folded, and where they stand: `l'alleato` is two words, `об'єкт` is one. */
  function wordsOf(text) {
    const words = [];
    for (const match of text.matchAll(WORD)) {
      const raw = match[0];
      let start = match.index;
      if (isCyrillic(raw[0])) {
        words.push({ folded: fold(raw.replace(APOSTROPHE, "")), start, end: start + raw.length });
        continue;
      }
      for (const part of raw.split(APOSTROPHE)) {
        words.push({ folded: fold(part), start, end: start + part.length });
        start += part.length + 1;
      }
    }
    return words;
  }

  const keyOf = (text) => wordsOf(text).map((word) => word.folded).join(" ");

  /** Edits between two words (a swap of neighbours is one), or more than `most`. */
  function distance(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let before = [];
    let above = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (let i = 1; i <= a.length; i++) {
      const row = [i];
      let least = i;
      for (let j = 1; j <= b.length; j++) {
        const same = a[i - 1] === b[j - 1];
        row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1));
        const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
        if (isSwap) row[j] = Math.min(row[j], before[j - 2] + 1);
        least = Math.min(least, row[j]);
      }
      if (least > most) return most + 1;
      before = above;
      above = row;
    }
    return above[b.length];
  }

  // How much a word counts that was not typed as it stands in the texts.
  const INFLECTED = 0.9;
  const BEGUN = 0.6;
  const MISSPELT = [1, 0.8, 0.6];
  // How far a whole name lifts its entry above what was only found in texts.
  const NAMED = { title: 1000, other: 950, inflected: 800, misspelt: 700, begun: 300 };
  const MOST_BEGUN = 60;
  const SHORTEST_ROOT = 4;
  const LONGEST_ENDING = 7;

  class Searcher {
    constructor(data) {
      this.data = data;
      this.stop = new Set(data.stop.split(" "));
      /** Written form -> numbers of the groups it belongs to. */
      this.vocabulary = new Map();
      /** Beginning of all forms of a group -> numbers of the groups. */
      this.roots = new Map();
      data.groups.forEach((packed, group) => {
        const [root, ...endings] = packed.split(",");
        for (const ending of endings) push(this.vocabulary, root + ending, group);
        if (root.length >= SHORTEST_ROOT) push(this.roots, root, group);
      });
      /** Entry and statement of every document; the first document of an entry is its names. */
      this.documents = [];
      /** Key -> entries that are called so, titles first. */
      this.names = new Map();
      data.entries.forEach((entry, number) => {
        this.documents.push([number, -1]);
        entry.statements.forEach((_, position) => this.documents.push([number, position]));
        const id = entry.concept.split("/").pop();
        for (const name of [entry.title, ...entry.names, id]) push(this.names, keyOf(name), number);
      });
    }

    /** The groups that a word may belong to, how surely, and what was read in its place where it is misspelt. */
    meanings(word, isLast) {
      const exact = this.vocabulary.get(word);
      const found = new Map((exact || []).map((group) => [group, 1]));
      if (isLast && word.length > 1 && !this.stop.has(word)) {
        for (const group of this.begun(word)) if (!found.has(group)) found.set(group, exact ? BEGUN / 2 : BEGUN);
      }
      if (found.size) return { groups: found };
      const [root, groups] = this.root(word);
      if (root && word.length - root.length <= 3) return { groups: new Map(groups.map((group) => [group, INFLECTED])) };
      const mended = this.mended(word);
      if (mended) return mended;
      return { groups: new Map(groups.map((group) => [group, BEGUN])) };
    }

    begun(word) {
      const groups = new Set();
      for (const [form, numbers] of this.vocabulary) {
        if (form.startsWith(word)) for (const number of numbers) groups.add(number);
      }
      // "a" begins everything and says nothing.
      return groups.size <= MOST_BEGUN ? groups : [];
    }

    /** The longest root that the word begins with. */
    root(word) {
      for (let length = word.length - 1; length >= Math.max(SHORTEST_ROOT, word.length - LONGEST_ENDING); length--) {
        const groups = this.roots.get(word.slice(0, length));
        if (groups) return [word.slice(0, length), groups];
      }
      return ["", []];
    }

    /** The nearest words of the vocabulary, where some are near enough. */
    mended(word) {
      if (word.length < 4) return null;
      let most = word.length < 8 ? 1 : 2;
      let near = [];
      for (const form of this.vocabulary.keys()) {
        const edits = distance(word, form, most);
        if (edits > most) continue;
        if (edits < most) {
          most = edits;
          near = [];
        }
        near.push(form);
      }
      if (!near.length) return null;
      // Mistakes are rarer in the first letter; of what is left, the word that more rules use.
      const uses = (form) => Math.max(...this.vocabulary.get(form).map((group) => this.data.postings[group].length));
      near.sort((a, b) => (b[0] === word[0]) - (a[0] === word[0]) || uses(b) - uses(a) || (a < b ? -1 : 1));
      const groups = new Map();
      near.slice(0, 3).forEach((form, rank) => {
        for (const group of this.vocabulary.get(form)) {
          if (!groups.has(group)) groups.set(group, MISSPELT[most] / (rank + 1));
        }
      });
      return { groups, meant: near[0] };
    }

    /**
     * The entries that a query finds, best first: `{hits: [{entry, statement, score}], meant, groups}`.
     * `meant` are the words that were read in place of misspelt ones, `groups` what to mark in the texts.
     */
    find(query, limit = 10) {
      const typed = wordsOf(query).map((word) => word.folded);
      const content = typed.filter((word) => !this.stop.has(word));
      const words = [...new Set(content.length ? content : typed)];
      const isOpen = !/\s$/.test(query);
      const terms = words.map((word) => ({ word, ...this.meanings(word, isOpen && word === typed[typed.length - 1]) }));
      const scores = this.scores(terms);
      for (const [number, lift] of this.named(typed.join(" "), terms)) {
        const hit = scores.get(number) || { score: 0, statement: null };
        // Who types a name wants the entry from its beginning.
        const statement = lift > NAMED.begun ? null : hit.statement;
        scores.set(number, { score: hit.score + lift, statement });
      }
      const hits = [...scores].map(([number, hit]) => ({ entry: this.data.entries[number], number, ...hit }));
      hits.sort((a, b) => b.score - a.score || a.number - b.number);
      return {
        hits: hits.slice(0, limit),
        total: hits.length,
        meant: terms.map((term) => term.meant).filter(Boolean),
        groups: new Set(terms.flatMap((term) => [...term.groups.keys()])),
      };
    }

    /** Entry -> its score and its best statement. */
    scores(terms) {
      const heads = new Map();
      const statements = new Map();
      terms.forEach(({ groups }, position) => {
        for (const [group, sureness] of groups) {
          const posting = this.data.postings[group];
          let document = 0;
          for (let i = 0; i < posting.length; i += 2) {
            document += posting[i];
            const into = this.documents[document][1] < 0 ? heads : statements;
            if (!into.has(document)) into.set(document, new Array(terms.length).fill(0));
            const weights = into.get(document);
            weights[position] = Math.max(weights[position], posting[i + 1] * sureness);
          }
        }
      });
      const ofEntry = new Map();
      for (const [document, weights] of heads) ofEntry.set(this.documents[document][0], weights);
      const best = new Map();
      const consider = (number, statement, own) => {
        const head = ofEntry.get(number);
        let score = 0;
        let matched = 0;
        let said = 0;
        terms.forEach((_, position) => {
          const weight = (own ? own[position] : 0) + (head ? head[position] : 0);
          score += weight;
          said += own ? own[position] : 0;
          matched += weight ? 1 : 0;
        });
        score *= 0.3 + (0.7 * matched) / terms.length;
        const known = best.get(number);
        if (!known || score > known.score) best.set(number, { score, statement: said ? statement : null });
      };
      for (const number of ofEntry.keys()) consider(number, null, null);
      for (const [document, weights] of statements) consider(...this.documents[document], weights);
      return best;
    }

    /** Entries that are called what was typed, in any form, and how far that lifts them. */
    named(key, terms) {
      const lifts = new Map();
      const lift = (number, by) => lifts.set(number, Math.max(lifts.get(number) || 0, by));
      if (!key) return lifts;
      const isMended = terms.some((term) => term.meant);
      for (const [name, numbers] of this.names) {
        if (name === key) {
          for (const number of numbers) {
            lift(number, keyOf(this.data.entries[number].title) === key ? NAMED.title : NAMED.other);
          }
        } else if (name.startsWith(key) && key.length > 2) {
          for (const number of numbers) lift(number, (NAMED.begun * key.length) / name.length);
        } else if (this.isForm(name, terms)) {
          for (const number of numbers) lift(number, isMended ? NAMED.misspelt : NAMED.inflected);
        }
      }
      return lifts;
    }

    /** Whether a name has the words of the query, each in some form, and no others. */
    isForm(name, terms) {
      const words = name.split(" ").filter((word) => !this.stop.has(word));
      if (words.length !== terms.length) return false;
      return words.every((word, position) => {
        const groups = terms[position].groups;
        return this.vocabulary.get(word)?.some((group) => groups.get(group) > BEGUN);
      });
    }

    /** The parts of a text around the words that were found: `[text, isFound]` in turn. */
    snippet(text, groups, most = 180) {
      const isFound = (word) => this.vocabulary.get(word)?.some((group) => groups.has(group));
      const found = wordsOf(text).filter(({ folded }) => !this.stop.has(folded) && isFound(folded));
      let begin = 0;
      let end = text.length;
      if (text.length > most) {
        const first = found.length ? found[0].start : 0;
        begin = Math.max(0, Math.min(first - Math.floor(most / 3), text.length - most));
        if (begin) begin = text.indexOf(" ", begin) + 1;
        end = begin + most;
        if (end < text.length) end = text.lastIndexOf(" ", end);
      }
      const parts = [[begin ? "… " : "", false]];
      let at = begin;
      for (const word of found.filter((one) => one.start >= begin && one.end <= end)) {
        parts.push([text.slice(at, word.start), false], [text.slice(word.start, word.end), true]);
        at = word.end;
      }
      parts.push([text.slice(at, end) + (end < text.length ? " …" : ""), false]);
      return parts.filter(([part]) => part);
    }
  }

  function push(map, key, value) {
    const values = map.get(key);
    if (!values) map.set(key, [value]);
    else if (!values.includes(value)) values.push(value);
  }

  const searchers = new Map();

  /** A promise of the searcher of a language. */
  compendium.searcher = (lang) => {
    if (!searchers.has(lang)) {
      const searcher = compendium.data(lang).then((data) => new Searcher(data));
      searcher.catch(() => searchers.delete(lang));
      searchers.set(lang, searcher);
    }
    return searchers.get(lang);
  };
  compendium.fold = fold;
  compendium.keyOf = keyOf;
})();
