// Select and abstain: the smallest set of statements that settles the question, and whether to give an answer at all.
// The twin of context.py, answering/selection.py and answering/abstention.py.
(() => {
  "use strict";
  const engine = (globalThis.compendiumEngine ||= {});

  const [MOST_CASES, READ, LIKELIEST, LEAST, MOST_BESIDE] = [3, 80, 3, 1e-300, 2];
  const [AS_WELL, LEAST_OF_THIRD, BRIEF] = [0.5, 0.05, 700];
  const SHOWN = 2;
  const LISTED = new Set(["item", "step"]);
  const RULES = new Set(["paragraph", ...LISTED]);

  const addressOf = (lang, number, n) => `${lang} ${number} ${n ?? 0}`;

  // -- what a statement is read with ---------------------------------------------------------------------------------

  function itemsBelow({ statements }, statement) {
    const below = [];
    if (!RULES.has(statement.kind)) return below;
    for (const later of statements.slice(statement.place + 1)) {
      if (later.depth <= statement.depth || !LISTED.has(later.kind)) break;
      if (later.depth === statement.depth + 1) below.push(later);
    }
    return below;
  }

  function ruleAbove({ statements }, statement) {
    if (!LISTED.has(statement.kind)) return null;
    const above = statements.slice(0, statement.place).findLast((earlier) => earlier.depth < statement.depth);
    if (!above || !RULES.has(above.kind)) return null;
    return above.place === 0 && !above.introduces ? null : above;
  }

  function questionOf({ statements }, statement) {
    if (statement.kind !== "answer") return null;
    return statements.slice(0, statement.place).findLast(({ kind }) => kind === "question") ?? null;
  }

  function answersTo({ statements }, statement) {
    const answers = [];
    if (statement.kind !== "question") return answers;
    for (const later of statements.slice(statement.place + 1)) {
      if (later.kind !== "answer") break;
      answers.push(later);
    }
    return answers;
  }

  // -- select --------------------------------------------------------------------------------------------------------

  /** Finds what is shown together. */
  class Selection {
    constructor(library, question, ranked, lang) {
      this.question = question;
      this.ranked = ranked;
      this.shelves = [library.shelf(lang), library.shelf(question.lang)];
      this.library = library;
      this.chances = new Map(ranked.map((one) => [addressOf(one.lang, one.number, one.n), one.probability]));
    }

    chance(candidate, statement) {
      return this.chances.get(addressOf(candidate.lang, candidate.number, statement.n)) ?? 0;
    }

    entryOf({ lang, number }) {
      const there = this.shelves.map((shelf) => shelf.byNumber.get(number));
      return there.find((entry) => entry?.lang === lang);
    }

    /** A statement with what it is shown with. */
    group(candidate) {
      const entry = this.entryOf(candidate);
      const statement = entry?.statements.find(({ n }) => n === candidate.n);
      if (!statement) return null;
      const chance = (shown) => this.chance(candidate, shown);
      const under = ruleAbove(entry, statement) ?? questionOf(entry, statement);
      let below = itemsBelow(entry, statement);
      if (!below.length) below = answersTo(entry, statement);
      if (!statement.introduces && statement.kind !== "question") {
        // Below its definition an entry lists its rules, each of which speaks for itself.
        const sorted = [...below].sort((one, other) => chance(other) - chance(one));
        const cases = statement.place === 0 ? [] : sorted.slice(0, MOST_CASES);
        below = briefly(below, cases, BRIEF - statement.length - (under ? under.length : 0));
      }
      const ruling = { entry, statement, under, items: below, candidate, settles: false };
      return { ...ruling, probability: total(shownOf(ruling).map(chance)) };
    }

    /** What a bare term asks for first: what it is, then all the rest by rank. */
    fromTheBeginning(groups) {
      const { question } = this;
      const named = groups.find(({ candidate }) => question.named.includes(candidate.number));
      if (!named) return groups;
      const { number, lang } = named.candidate;
      const { sources } = this.library.names();
      const matches = question.bare.matches.filter((match) => match.number === number);
      const isAlias = ({ name }) => {
        const found = sources.get(`${number} ${name}`);
        return found?.size === 1 && found.has("alias");
      };
      let first = named;
      if (!matches.every(isAlias)) {
        const opening = named.entry.statements[0].n;
        const told = this.ranked.filter((one) => one.lang === lang && one.number === number && one.n === opening);
        first = told.map((one) => this.group(one)).find(Boolean) ?? named;
      }
      return [first, ...groups.filter(({ entry, statement }) => entry !== first.entry || statement !== first.statement)];
    }

    /** What is left to tell of a ruling after one of an entry was told; nothing if that told its statement. */
    untold(ruling, entry, told) {
      if (ruling.entry !== entry) return ruling;
      const isNew = (shown) => !told.has(`${entry.name} ${shown.n ?? 0}`);
      if (!isNew(ruling.statement)) return null;
      const left = shownOf(ruling).filter(isNew);
      const probability = total(left.map((shown) => this.chance(ruling.candidate, shown)));
      return { ...ruling, items: ruling.items.filter(isNew), probability };
    }
  }

  const total = (numbers) => numbers.reduce((sum, one) => sum + one, 0);
  const shownOf = ({ statement, items, under }) => [statement, ...items, ...(under ? [under] : [])];

  /** The likeliest cases that there is room for, in the order of the entry. */
  function briefly(below, cases, room) {
    const kept = cases.slice(0, 1);
    let left = room - total(kept.map(({ length }) => length));
    for (const one of cases.slice(1)) {
      left -= one.length;
      if (left < 0) break;
      kept.push(one);
    }
    return below.filter((one) => kept.includes(one));
  }

  /** The best candidate of each entry that the question names. */
  function namedOnes(question, ranked) {
    const found = new Map();
    for (const one of ranked) if (question.named.includes(one.number) && !found.has(one.number)) found.set(one.number, one);
    return [...found.values()];
  }

  /** Up to `limit` rulings, best first, no statement twice. */
  function select(library, question, ranked, lang, choice, limit) {
    const selection = new Selection(library, question, ranked, lang);
    const read = [...ranked.slice(0, READ), ...namedOnes(question, ranked.slice(READ))];
    let groups = read.map((candidate) => selection.group(candidate)).filter(Boolean);
    if (question.bare) groups = selection.fromTheBeginning(groups);
    const rulings = [];
    const told = new Set();
    const missing = new Set(question.bare ? [] : question.named);
    const entries = new Set();
    let explained = question.words.map(() => 0);
    const gain = (ruling) => {
      const isNovel = rulings.length && missing.has(ruling.candidate.number);
      const chance = ruling.probability * (isNovel ? choice.novelty : 1);
      const { byWord } = ruling.candidate;
      const again = entries.size >= LIKELIEST ? total(explained.map((known, place) => Math.min(known, byWord[place]))) : 0;
      return Math.log(chance || LEAST) - choice.redundancy * again;
    };
    while (groups.length && rulings.length < limit) {
      const others = entries.size >= LIKELIEST ? groups.filter(({ entry }) => !entries.has(entry.name)) : [];
      const offered = others.length ? others : groups;
      const chosen = question.bare && !rulings.length ? groups[0] : bestOf(offered, gain);
      rulings.push({ ...chosen, settles: settles(chosen, rulings, question, missing) });
      entries.add(chosen.entry.name);
      missing.delete(chosen.candidate.number);
      for (const shown of shownOf(chosen)) told.add(`${chosen.entry.name} ${shown.n ?? 0}`);
      explained = explained.map((known, place) => Math.max(known, chosen.candidate.byWord[place]));
      groups = groups.map((group) => selection.untold(group, chosen.entry, told)).filter(Boolean);
    }
    return rulings;
  }

  function bestOf(values, key) {
    let best = null;
    let most = -Infinity;
    for (const value of values) {
      const score = key(value);
      if (best === null || score > most) [best, most] = [value, score];
    }
    return best;
  }

  /** Whether the question needs a ruling after those before it. */
  function settles(ruling, before, question, missing) {
    if (!before.length) return true;
    if (before[0].entry.isRuling || before.length > MOST_BESIDE) return false;
    if (question.bare) return before.length === 1 && ruling.entry === before[0].entry;
    const likely = before[0].probability ? ruling.probability / before[0].probability : 1;
    if (missing.has(ruling.candidate.number)) return before.length === 1 || likely >= LEAST_OF_THIRD;
    return before.length === 1 && likely >= AS_WELL;
  }

  // -- abstain -------------------------------------------------------------------------------------------------------

  /** What speaks for and against an answer, in the order of the numbers that weigh it. */
  function doubtOf(question, outside, ranked, rulings, weights) {
    if (!ranked.length) return { weighed: [0, 0, 0, 0, 0], certainty: 0 };
    const shown = total(rulings.slice(0, SHOWN).map(({ probability }) => probability));
    const chance = Math.min(Math.max(shown, 1e-3), 1 - 1e-3);
    const explained = ({ features }) => weights.words * features.words + weights.ngrams * features.ngrams;
    const best = bestOf(ranked, explained);
    const number = 1 + question.tokens.length;
    const unexplained = outside.byWord.filter((other, place) => !(best.byWord[place] || other)).length;
    return {
      weighed: [
        explained(best) / number,
        (weights.words * outside.words) / number,
        (weights.ngrams * outside.ngrams) / number,
        Math.log(number),
        unexplained / Math.max(outside.byWord.length, 1),
      ],
      certainty: Math.log(chance / (1 - chance)),
    };
  }

  /** Whether the question is decided; one that only names a term is, since it was asked for by its name. */
  function abstain(question, doubt, rulings, model, hasText) {
    const [bias, ...weights] = model.domain;
    let domain = bias + weights.reduce((sum, weight, place) => sum + weight * doubt.weighed[place], 0);
    if (question.named.length && !hasText) domain = Math.max(domain, 0);
    if (question.bare && rulings.length) return { decided: true, confidence: 1 };
    const [base, certainty, inside] = model.confidence;
    const odds = base + certainty * doubt.certainty + inside * domain;
    const chance = 1 / (1 + Math.exp(-Math.max(Math.min(odds, 30), -30)));
    return { decided: rulings.length > 0 && domain >= 0, confidence: rulings.length ? chance : 0 };
  }

  Object.assign(engine, { abstain, doubtOf, select, shownOf });
})();
