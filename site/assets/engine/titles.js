// Finding entries by what they are called, while somebody types: a beginning is enough, and small slips are forgiven.
(() => {
  "use strict";
  const engine = (globalThis.compendiumEngine ||= {});
  const { foldedWords, lengthOf, unique, wrongLetters } = engine;

  const ENGLISH = "en";
  const [EXACT, INFLECTED, BEGUN, WITHIN, MISSPELT] = [1000, 800, 600, 400, 200];
  const [SHORTEST_BEGINNING, SHORTEST_MISSPELT, SHORTEST_WITH_TWO] = [2, 4, 8];

  const allowedErrors = (key) => (key.length < SHORTEST_MISSPELT ? 0 : key.length < SHORTEST_WITH_TWO ? 1 : 2);
  const letters = (key) => key.replaceAll(" ", "");

  /** Every name at hand, ids among them. */
  function listed(library) {
    const { byKey } = library.names();
    if (library.listedNames?.size !== byKey.size) {
      const names = [...byKey].flatMap(([address, found]) => {
        const [code, ...words] = address.split(" ");
        return found.map((name) => ({ key: words.join(" "), code, number: name.number, isTitle: name.source === "title" }));
      });
      const ids = library.concepts.map(({ number, concept }) => ({
        key: foldedWords(concept.split("/").at(-1).replaceAll("-", " ")).join(" "), code: "", number, isTitle: false,
      }));
      library.listedNames = { size: byKey.size, names: [...names, ...ids].filter(({ key }) => key) };
    }
    return library.listedNames.names;
  }

  /** Entries that are called what was typed, or begin so, best first. */
  async function titles(library, text, { lang, game = null, limit = 8 }) {
    await library.open();
    const words = foldedWords(text);
    const key = words.join(" ");
    if (!key) return [];
    const near = new Set([lang, ENGLISH]);
    const files = library.filesOfNames(words);
    const isNear = (path) => near.has(path.split("-").at(-1));
    await library.need([...files.filter(isNear), ...library.filesOfNorms(words)]);
    let found = matching(library, key, words, lang, game);
    if (!found.length) {
      await library.need(files);
      found = matching(library, key, words, lang, game);
    }
    if (!found.length) found = misspelt(library, key, lang, game);
    const best = found.slice(0, limit);
    const languages = unique(best.map(({ number }) => library.languageOf(number, [lang, ...library.codes])));
    await library.need(languages.flatMap((code) => library.shared.scripts[code].map((script) => `names/${script}-${code}`)));
    return best.map(({ number, score }) => hitOf(library, number, lang, score));
  }

  function hitOf(library, number, lang, score) {
    const { game, concept, name } = library.concepts[number];
    const there = library.languageOf(number, [lang, ...library.codes]);
    const title = library.title(number, lang);
    return { entry: name, game, concept, lang: there, title, kind: kindOf(library, number, there), isExact: score >= EXACT };
  }

  const kindOf = (library, number, lang) => library.shared.kinds[lang][library.kinds[number]] ?? "";

  function matching(library, key, words, lang, game) {
    const norms = new Set([lang, ENGLISH].flatMap((code) => library.normKeys(key, code).map((norm) => `${code} ${norm}`)));
    const inflected = new Set(
      [...norms].flatMap((norm) => library.names().byNorm.get(norm) ?? []).map(({ number }) => number),
    );
    const last = words.at(-1);
    const score = (name) => {
      const likeness = words.join("").length / name.key.length;
      if (name.key === key) return EXACT + (name.isTitle ? 20 : 0);
      if (inflected.has(name.number)) return INFLECTED;
      if (key.length >= SHORTEST_BEGINNING && name.key.startsWith(key)) return BEGUN + 100 * likeness;
      const own = name.key.split(" ");
      const isWithin = words.slice(0, -1).every((word) => own.includes(word)) && own.some((word) => word.startsWith(last));
      return isWithin && last.length >= SHORTEST_BEGINNING ? WITHIN + 100 * likeness : 0;
    };
    return best(library, lang, game, score);
  }

  function misspelt(library, key, lang, game) {
    const typed = letters(key);
    const most = allowedErrors(typed);
    if (!most) return [];
    return best(library, lang, game, (name) => {
      const other = letters(name.key);
      if (Math.abs(lengthOf(other) - lengthOf(typed)) > most) return 0;
      const errors = wrongLetters(typed, other, most);
      return errors <= most ? MISSPELT - 50 * errors : 0;
    });
  }

  /** The entries whose names score at all: those of the reader's language first among equals, titles before other names. */
  function best(library, lang, game, score) {
    const found = new Map();
    for (const name of listed(library)) {
      const { number, code, isTitle } = name;
      if (!library.held[number] || (game && library.concepts[number].game !== game)) continue;
      const base = score(name);
      const sum = base + (base ? 10 * (code === lang) + 5 * isTitle + 20 * isOwn(library, number, lang) : 0);
      if (base && sum > (found.get(number)?.score ?? 0)) found.set(number, { number, score: sum });
    }
    return [...found.values()].sort((one, other) => other.score - one.score || one.number - other.number);
  }

  const isOwn = (library, number, lang) => library.languageOf(number, [lang]) !== undefined;

  /** An entry with its statements, as it is previewed. */
  async function entry(library, lang, name) {
    await library.open();
    const number = library.byName.get(name);
    await library.need([`${lang}/shelf`, ...library.filesOfTitles([number], lang)]);
    const found = library.shelf(lang).byNumber.get(number);
    if (!found || found.lang !== lang) return null;
    const hit = hitOf(library, number, lang, 0);
    if (!found.statements.length) {
      return { ...hit, statements: [], redirect: found.redirect >= 0 ? library.concepts[found.redirect].concept : "" };
    }
    await library.need([library.fileOfText(found)]);
    const { said } = library.textOf(found);
    return { ...hit, statements: found.statements.map(({ n }, place) => ({ n, text: said[place] })), redirect: "" };
  }

  Object.assign(engine, { entry, titles });
})();
