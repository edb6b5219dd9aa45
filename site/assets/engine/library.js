// The files that answers are made of, each loaded when a question needs it, and what stands in them.
// compendium_cli/site/engine.py writes them and says how.
(() => {
  "use strict";
  const engine = (globalThis.compendiumEngine ||= {});
  const { crc32, foldedWords, isCyrillic, keyOf, lengthOf } = engine;

  const ZERO = 36;
  const BEGINNING = 5;
  const LONGEST_ENDING = 6;
  const SHORTEST_ROOT = 5;
  const MOST_KEYS = 8;
  const SOURCES = { t: "title", a: "alias", p: "part", e: "english" };
  const KINDS = {
    p: "paragraph", i: "item", s: "step", t: "table", e: "example", n: "note", w: "newer", q: "question", a: "answer",
    r: "erratum",
  };

  const numbersIn = (text) => Array.from(text, (char) => char.charCodeAt(0) - ZERO);
  const has = (object, key) => Object.hasOwn(object, key);
  const spaced = (text) => (text ? text.split(" ") : []);

  /** Signed numbers, as they are written: 0, -1, 1, -2, 2, … */
  function signedIn(text) {
    const numbers = new Int8Array(text.length);
    for (let place = 0; place < text.length; place++) {
      const number = text.charCodeAt(place) - ZERO;
      numbers[place] = number & 1 ? -(number + 1) / 2 : number / 2;
    }
    return numbers;
  }

  /** Numbers of which each is written by how far it is from the one that follows the one before. */
  function turnedIn(text) {
    let expected = 0;
    return numbersIn(text).map((away) => {
      const number = expected + (away & 1 ? -(away + 1) / 2 : away / 2);
      expected = number + 1;
      return number;
    });
  }

  /** What a language is, and the names of its entries. */
  class Language {
    constructor(code, data) {
      this.code = code;
      this.stop = new Set(spaced(data.stop));
      this.questions = new Set(spaced(data.questions));
      this.marks = new Set(data.marks);
      this.definitions = new Set(spaced(data.definitions));
      this.sounds = data.sounds;
      this.isCyrillic = data.cyrillic;
      this.stems = data.stems;
      this.known = new Map();
    }

    /** Whether the forms of a word are looked up. */
    isTabled(word) {
      return !this.stems && isCyrillic(word);
    }

    /** What a word may be a form of, where that is worked out. */
    stem(word) {
      if (!this.stems) return word;
      if (!this.known.has(word)) this.known.set(word, this.worked(word));
      return this.known.get(word);
    }

    worked(word) {
      const { algorithm, respell, apart, plurals } = this.stems;
      if (has(apart, word)) return apart[word];
      const isPlural = plurals && lengthOf(word) > 4 && word.endsWith("s") && !word.endsWith("ss");
      const stem = engine.stemmers[algorithm](isPlural ? word.slice(0, -1) : word);
      for (const [spelt, sound] of respell) {
        if (stem.endsWith(spelt) && lengthOf(stem) > spelt.length + 1) return stem.slice(0, -spelt.length) + sound;
      }
      return stem;
    }

    contentWords(text) {
      return foldedWords(text).filter((word) => !this.stop.has(word));
    }
  }

  /** Every combination of one of each, the last changing first, and no more than so many. */
  function combined(readings, most) {
    let found = [[]];
    for (const options of readings) found = found.flatMap((before) => options.map((one) => [...before, one]));
    return found.slice(0, most);
  }

  class Library {
    /** `load` gives a promise of what a file has. */
    constructor(load) {
      this.load = load;
      this.files = new Map();
      this.loading = new Map();
    }

    /** Have files at hand. */
    async need(paths) {
      await Promise.all([...new Set(paths)].map((path) => this.loaded(path)));
    }

    loaded(path) {
      if (!this.loading.has(path)) {
        const loading = this.load(path).then((value) => this.files.set(path, value));
        loading.catch(() => this.loading.delete(path));
        this.loading.set(path, loading);
      }
      return this.loading.get(path);
    }

    file(path) {
      if (!this.files.has(path)) throw new Error(`not loaded: ${path}`);
      return this.files.get(path);
    }

    /** What every question needs. */
    open() {
      this.opening ??= this.opened().catch((error) => {
        this.opening = null;
        throw error;
      });
      return this.opening;
    }

    async opened() {
      await this.need(["shared"]);
      this.shared = this.file("shared");
      this.languages = new Map(
        Object.entries(this.shared.languages).map(([code, data]) => [code, new Language(code, data)]),
      );
      this.codes = [...this.languages.keys()];
      this.games = Object.keys(this.shared.games);
      /** By their numbers: game and concept. */
      this.concepts = this.games.flatMap((game) =>
        this.shared.games[game].concepts.map((concept) => ({ game, concept, name: `${game}/${concept}` })),
      );
      this.concepts.forEach((one, number) => (one.number = number));
      /** Which languages have each of them. */
      this.held = numbersIn(this.shared.has);
      this.titles = new Map();
      /** The kind of each. */
      this.kinds = numbersIn(this.shared.kindOf);
      this.byName = new Map(this.concepts.map(({ name, number }) => [name, number]));
      this.shelves = new Map();
      this.graphs = new Map();
    }

    language(code) {
      return this.languages.get(code);
    }

    // -- words -----------------------------------------------------------------------------------------------------

    part(kind, key) {
      return `${kind}/${crc32(key) % this.shared.parts[kind]}`;
    }

    /** The files that tell of a word whether a language knows it, in any form. */
    filesOfWord(code, word) {
      const language = this.language(code);
      if (language.isTabled(word)) return [this.part("words", word), this.filesOfForms(code, word)];
      return [this.part("words", word), this.part("words", language.stem(word))];
    }

    /** The files in which the forms of some words are looked up. */
    filesOfNorms(words) {
      return this.codes.flatMap((code) =>
        words.filter((word) => this.language(code).isTabled(word)).map((word) => this.filesOfForms(code, word)),
      );
    }

    filesOfForms(code, word) {
      return this.part(`${code}/forms`, [...word].slice(0, BEGINNING).join(""));
    }

    flags(word) {
      const path = this.part("words", word);
      const file = this.file(path);
      if (!file.index) {
        const index = new Map();
        for (const [flag, words] of Object.entries(file)) for (const one of words.split(" ")) index.set(one, Number(flag));
        Object.defineProperty(file, "index", { value: index });
      }
      return file.index.get(word) ?? 0;
    }

    flag(code, word, bit) {
      return Boolean((this.flags(word) >> (3 * this.codes.indexOf(code) + bit)) & 1);
    }

    /** Whether anything in a language has a word as it is written. */
    isWord(code, word) {
      return this.flag(code, word, 0);
    }

    /** Whether the texts of a language have a word: as it is written, or where forms are known in any. */
    knows(code, word) {
      if (this.language(code).isTabled(word)) return this.beginning(code, word).forms.has(word);
      return this.flag(code, word, 1);
    }

    /** Whether the texts of a language have a word in any form. */
    knowsForm(code, word) {
      if (this.knows(code, word)) return true;
      return !this.language(code).isTabled(word) && this.flag(code, this.language(code).stem(word), 2);
    }

    /** The forms that begin like a word, each with what it may be a form of, and the norms that do. */
    beginning(code, word) {
      const path = this.filesOfForms(code, word);
      const file = this.file(path);
      if (!file.unpacked) Object.defineProperty(file, "unpacked", { value: new Map() });
      const start = [...word].slice(0, BEGINNING).join("");
      if (!file.unpacked.has(start)) {
        const [norms = "", ...rows] = has(file, start) ? file[start] : [];
        const forms = new Map();
        for (const row of rows) {
          const [norm, ...endings] = row.split(" ");
          for (const ending of endings) {
            const form = ending === "_" ? start : start + ending;
            forms.set(form, [...(forms.get(form) ?? []), norm]);
          }
        }
        file.unpacked.set(start, { forms, norms: new Set(spaced(norms)) });
      }
      return file.unpacked.get(start);
    }

    /** What a folded word may be a form of. */
    norms(code, word) {
      const language = this.language(code);
      if (!language.isTabled(word)) return [language.stem(word)];
      const { forms, norms } = this.beginning(code, word);
      if (forms.has(word)) return forms.get(word);
      for (let length = word.length - 1; length >= Math.max(SHORTEST_ROOT, word.length - LONGEST_ENDING); length--) {
        if (norms.has(word.slice(0, length))) return [word.slice(0, length)];
      }
      return [word];
    }

    /** Words with their counts, and whether they are part of a name. */
    counted(path) {
      const file = this.file(path);
      if (typeof file !== "string") return file;
      const parts = spaced(file);
      const words = [];
      for (let place = 0; place < parts.length; place += 2) {
        words.push({
          word: parts[place], count: Number.parseInt(parts[place + 1], 10), isName: parts[place + 1].endsWith("!"),
        });
      }
      this.files.set(path, words);
      return words;
    }

    // -- names -----------------------------------------------------------------------------------------------------

    /** The normalised content words of a name: one key per reading, as a form may belong to several words. */
    normKeys(text, code) {
      const language = this.language(code);
      const readings = language.contentWords(text).map((word) => this.norms(code, word));
      if (!readings.length) return [];
      return [...new Set(combined(readings, MOST_KEYS).map((reading) => reading.join(" ")))];
    }

    /** The files of the names that are in the scripts of some words. */
    filesOfNames(words) {
      const scripts = new Set(words.map((word) => (isCyrillic(word) ? "cyrillic" : "plain")));
      return this.codes.flatMap((code) =>
        this.shared.scripts[code].filter((script) => scripts.has(script)).map((script) => `names/${script}-${code}`),
      );
    }

    /** All names at hand, by their words as they are written and in any form. */
    names() {
      if (!this.allNames) {
        this.allNames = { byKey: new Map(), byNorm: new Map(), sources: new Map(), words: new Set(spaced(this.shared.words)) };
        this.namesRead = new Set();
        for (const { number, concept } of this.concepts) {
          addSource(this.allNames, number, concept.replace(/^(?:cards|rulings)\//, ""), "id");
        }
        for (const [number, text] of this.shared.ids) addSource(this.allNames, number, text, "id");
      }
      for (const code of this.codes) {
        for (const script of this.shared.scripts[code]) {
          const path = `names/${script}-${code}`;
          if (!this.files.has(path) || this.namesRead.has(path)) continue;
          this.namesRead.add(path);
          for (const [number, ...texts] of this.file(path)) {
            for (const packed of texts) this.addName(this.allNames, code, number, packed);
          }
        }
      }
      return this.allNames;
    }

    addName(found, code, number, packed) {
      const [text, norm] = packed.slice(1).split("\t");
      const { game, concept } = this.concepts[number];
      const name = { text, code, number, game, concept, source: SOURCES[packed[0]] };
      const key = keyOf(text);
      push(found.byKey, `${code} ${key}`, name);
      for (const one of this.language(code).stems ? this.normsOfName(text, code) : norm ? [norm] : []) {
        push(found.byNorm, `${code} ${one}`, name);
        for (const word of one.split(" ")) found.words.add(word);
      }
      for (const word of spaced(key)) found.words.add(word);
      addSource(found, number, text, name.source);
      const title = `${code} ${number}`;
      if (name.source === "title" && !this.titles.has(title)) this.titles.set(title, text);
    }

    /** None where small words make most of a name: "whose card is it" is no name for every card. */
    normsOfName(text, code) {
      const language = this.language(code);
      const words = foldedWords(text);
      const content = words.filter((word) => !language.stop.has(word));
      if (!content.length || words.length > 2 * content.length) return [];
      return [content.map((word) => language.stem(word)).join(" ")];
    }

    namesByKey(key, code, game) {
      return ofGame(this.names().byKey.get(`${code} ${key}`), game);
    }

    namesByNorm(norm, code, game) {
      return ofGame(this.names().byNorm.get(`${code} ${norm}`), game);
    }

    /** The first of some languages that has a concept; undefined where none has. */
    languageOf(number, codes) {
      return codes.find((code) => (this.held[number] >> this.codes.indexOf(code)) & 1);
    }

    /** The files of the titles that concepts have in a language, else in any. */
    filesOfTitles(numbers, code) {
      const codes = numbers.map((number) => this.languageOf(number, [code, ...this.codes])).filter(Boolean);
      return [...new Set(codes)].flatMap((one) => this.shared.scripts[one].map((script) => `names/${script}-${one}`));
    }

    /** What a concept is called in a language, else in any, else its name. */
    title(number, code) {
      this.names();
      const there = this.languageOf(number, [code, ...this.codes]);
      return (there && this.titles.get(`${there} ${number}`)) || this.concepts[number].name;
    }

    // -- entries ---------------------------------------------------------------------------------------------------

    /** The entries that a language finds. */
    shelf(code) {
      if (!this.shelves.has(code)) this.shelves.set(code, new Shelf(this, code, this.file(`${code}/shelf`)));
      return this.shelves.get(code);
    }

    /** Where the statement of another language leads in one; null where nowhere. */
    counterpart(own, number, n, code) {
      const moved = this.file(`${code}/from-${own}`)[number] ?? [];
      for (let place = 0; place < moved.length; place += 2) if (moved[place] === n) return moved[place + 1] || null;
      return n;
    }

    fileOfText(entry) {
      return this.part(`${entry.lang}/texts`, entry.name);
    }

    textOf(entry) {
      const [said, editions, ruling] = this.file(this.fileOfText(entry))[entry.name];
      return { said, editions, ruling };
    }
  }

  function push(map, key, value) {
    const values = map.get(key);
    if (values) values.push(value);
    else map.set(key, [value]);
  }

  function addSource(found, number, text, source) {
    const key = `${number} ${text}`;
    if (!found.sources.has(key)) found.sources.set(key, new Set());
    found.sources.get(key).add(source);
  }

  const ofGame = (names = [], game) => (game ? names.filter((name) => name.game === game) : names);

  class Shelf {
    constructor(library, code, data) {
      this.library = library;
      this.code = code;
      this.data = data;
      this.entries = data.entries.map((row) => this.entry(row));
      const places = turnedIn(data.vectors);
      let read = 0;
      for (const entry of this.entries) {
        entry.told = entry.statements.filter(({ kind }) => kind !== "question");
        const length = entry.told.length + (entry.isRuling ? 1 : 0);
        entry.vectors = places.slice(read, read + length);
        read += length;
      }
      /** The entries of this language and of others, by concept. */
      this.byNumber = new Map(this.entries.map((entry) => [entry.number, entry]));
      let document = 0;
      this.indexed = turnedIn(data.indexed).map((place) => {
        const entry = this.entries[place];
        const found = { entry, document, told: entry.told };
        document += 1 + entry.told.length;
        return found;
      });
      /** The number of the first document that no rule is: that of the questions nobody decides. */
      this.outside = document;
    }

    entry([number, edition, kinds, depths = "", lengths = "", numbers = 0, lang = this.code]) {
      const { game, concept, name } = this.library.concepts[number];
      const entry = { number, game, concept, name, lang, isRuling: concept.startsWith("rulings/") };
      entry.edition = typeof edition === "number" ? this.library.shared.games[game].editions[edition] : edition;
      if (typeof kinds === "number") return Object.assign(entry, { statements: [], redirect: kinds });
      const given = numbers ? numbersIn(numbers) : null;
      const long = numbersIn(lengths);
      entry.statements = Array.from(kinds, (letter, place) => ({
        n: given ? given[place] : place + 1,
        place,
        kind: KINDS[letter.toLowerCase()],
        introduces: letter !== letter.toLowerCase(),
        depth: Number(depths[place] ?? 0),
        length: long[place] ?? 0,
      }));
      return entry;
    }

    has(number) {
      const entry = this.byNumber.get(number);
      return entry !== undefined && entry.lang === this.code;
    }

    scope(told, game) {
      return told[game ? 1 + this.library.games.indexOf(game) : 0];
    }

    isExpanded(game) {
      return this.scope(this.data.expanded, game);
    }

    hasText(game) {
      return Boolean(this.scope(this.data.told, game));
    }

    /** The number of a concept, or of that which a redirect stands for. */
    followed(number) {
      const entry = this.byNumber.get(number);
      const isMoved = entry && entry.lang === this.code && entry.redirect >= 0;
      return isMoved ? entry.redirect : number;
    }
  }

  Object.assign(engine, { Library, numbersIn, push, signedIn });
})();
