// Settle: whether the best ruling answers the very question, or only one that sounds like it.
// The twin of answering/settling.py.
(() => {
  "use strict";
  const engine = (globalThis.compendiumEngine ||= {});
  const { likenessOf } = engine;

  const COST = 1.5;
  const FAR = 10;

  /** Put the best ruling first where it settles the question, and leave out all others. */
  function settle(ranked, likely, settling) {
    const rulings = ranked.filter(({ isRuling }) => isRuling);
    const statements = ranked.filter(({ isRuling }) => !isRuling);
    if (!rulings.length) return statements;
    const chance = chanceOf(evidenceOf(rulings, statements, likely), settling);
    const first = chance >= COST / (1 + COST) ? [{ ...rulings[0], probability: chance }] : [];
    const shared = statements.reduce((sum, { probability }) => sum + probability, 0);
    const left = (first.length ? 1 - chance : 1) / (shared || 1);
    return [...first, ...statements.map((one) => ({ ...one, probability: one.probability * left }))];
  }

  /** What speaks for the best of the rulings, in nats. */
  function evidenceOf(rulings, statements, likely) {
    const [best, ...others] = rulings;
    const next = (others.length ? others : statements)[0];
    const lead = next ? best.score - next.score : FAR;
    const alike = rulings.map(({ foundIn }) => likely(likenessOf(foundIn)));
    if (!alike[0]) return { share: 0, lead, doubted: lead };
    const said = [...[...rulings, ...statements].map(({ features }) => features.meant), ...alike];
    const most = Math.max(...said);
    const total = most + Math.log(said.reduce((sum, one) => sum + Math.exp(one - most), 0));
    return { share: best.features.meant - total, lead, doubted: best.features.meant - alike[0] };
  }

  /** The probability that the best ruling settles the question. */
  function chanceOf({ share, lead, doubted }, { bias, slope }) {
    const odds = bias + slope * (share + lead + doubted);
    return 1 / (1 + Math.exp(-Math.max(Math.min(odds, 30), -30)));
  }

  Object.assign(engine, { settle });
})();
