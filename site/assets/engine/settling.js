// Settle: whether the best ruling answers the very question, or only one that sounds like it.
// The twin of answering/settling.py.
(() => {
  "use strict";
  const engine = (globalThis.compendiumEngine ||= {});
  const { likenessOf } = engine;

  const COST = 1.75;
  const FAR = 10;

  /** Put the best ruling first where it settles the question, and leave out all others. */
  function settle(ranked, meaning, settling) {
    const rulings = ranked.filter(({ isRuling }) => isRuling);
    const statements = ranked.filter(({ isRuling }) => !isRuling);
    if (!rulings.length) return statements;
    const chance = chanceOf(evidenceOf(rulings, statements, meaning), settling);
    const first = chance >= COST / (1 + COST) ? [{ ...rulings[0], probability: chance }] : [];
    const shared = statements.reduce((sum, { probability }) => sum + probability, 0);
    const left = (first.length ? 1 - chance : 1) / (shared || 1);
    return [...first, ...statements.map((one) => ({ ...one, probability: one.probability * left }))];
  }

  /** What speaks for the best of the rulings: by what was learnt from how players ask, or where nothing was, its lead. */
  function evidenceOf(rulings, statements, meaning) {
    const [best, ...others] = rulings;
    const alike = rulings.map(({ foundIn }) => meaning.likely(likenessOf(foundIn)));
    if (alike[0] && meaning.length) {
      const { meant } = best.features;
      return { fit: meant / meaning.length, unlike: (meant - Math.max(...alike)) / meaning.length };
    }
    const [next] = others.length ? others : statements;
    const lead = (next ? best.score - next.score : FAR) / Math.sqrt(Math.max(best.byWord.length, 1));
    return { fit: lead, unlike: lead };
  }

  /** The probability that the best ruling settles the question. */
  function chanceOf({ fit, unlike }, settling) {
    const odds = settling.bias + settling.slope * (fit + unlike);
    return 1 / (1 + Math.exp(-Math.max(Math.min(odds, 30), -30)));
  }

  Object.assign(engine, { settle });
})();
