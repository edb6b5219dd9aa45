// Analyse: a question as typed -> its language, its words, mended where they are misspelt, and what it names.
// The twin of detection.py, answering/tokens.py, answering/terms.py and answering/analysis.py.
(() => {
  "use strict";
  const engine = (globalThis.compendiumEngine ||= {});
  const { LONGEST_WORD, foldedWords, keyOf, lengthOf, ngramsOf, soundOf, wordsOf, wrongLetters } = engine;
  const ENGLISH = "en";

  const unique = (values) => [...new Set(values)];
  const begun = (text, most) => (text.length > most ? Array.from(text).slice(0, most).join("") : text);

  // -- which language a question is in -------------------------------------------------------------------------------

  const [SMALL_WORD, BETRAYING_WORD, KNOWN_WORD, MARK] = [1.0, 1.0, 0.8, 0.4];
  const [MOST_WORDS_READ, LONGEST_READ] = [60, 1000];

  const wordsRead = (text) =>
    foldedWords(begun(text, LONGEST_READ)).filter((word) => lengthOf(word) <= LONGEST_WORD).slice(0, MOST_WORDS_READ);

  /** The language of a question; null where nothing tells it. `home` decides between languages that are as likely. */
  async function detect(library, text, home) {
    const words = wordsRead(text);
    await library.need([...words.map((word) => library.part("words", word)), ...library.filesOfNorms(words)]);
    const marks = new Set(begun(text, LONGEST_READ).normalize("NFC").toLowerCase());
    const scores = library.codes.map((code) => {
      const language = library.language(code);
      let score = MARK * [...language.marks].filter((mark) => marks.has(mark)).length;
      for (const word of words) {
        score += SMALL_WORD * language.stop.has(word) + BETRAYING_WORD * language.questions.has(word);
        if (!language.stop.has(word)) score += KNOWN_WORD * library.knows(code, word);
      }
      return score;
    });
    const best = Math.max(...scores);
    if (!best) {
      const isTold = (code) => library.language(code).isCyrillic && words.some(engine.isCyrillic);
      return library.shared.written.find(isTold) ?? null;
    }
    const leaders = library.codes.filter((_, place) => scores[place] === best);
    return leaders.includes(home) ? home : leaders[0];
  }

  // -- words, misspelt ones corrected --------------------------------------------------------------------------------

  const [MOST_WORDS, MOST_CHARACTERS, SHORTEST] = [300, 20_000, 4];
  const PARTING = /[.,;:!?…]/;
  const [SHORTEST_MISSPELT, SHORTEST_WITH_TWO] = [5, 8];

  function allowedErrors(word) {
    const length = lengthOf(word);
    return length < SHORTEST_MISSPELT ? 0 : length < SHORTEST_WITH_TWO ? 1 : 2;
  }

  /** Whether a language has a word in any form; a stem that is less than half of it is one by accident. */
  function isKnown(library, code, word) {
    if (library.isWord(code, word)) return true;
    if (!library.knowsForm(code, word)) return false;
    return library.knows(code, word) || library.norms(code, word).some((norm) => 2 * lengthOf(norm) >= lengthOf(word));
  }

  const isUnknown = (library, code, word) =>
    lengthOf(word) >= SHORTEST && /^\p{L}+$/u.test(word) && !unique([code, ENGLISH]).some((one) => isKnown(library, one, word));

  const fileOfLetter = (library, code, letter) =>
    library.shared.letters[code].includes(letter) ? [`${code}/letters/${letter.codePointAt(0)}`] : [];

  /** The words of a question, those that are misspelt as the glossary writes them. */
  async function corrected(library, code, words) {
    const unknown = unique(words).filter((word) => isUnknown(library, code, word));
    if (!unknown.length) return words;
    const letters = (word, one) => fileOfLetter(library, one, [...word][0]);
    const heard = unknown.map((word) => soundOf(word, library.language(code).sounds) || word);
    await library.need([
      ...unknown.flatMap((word) => [code, ENGLISH].flatMap((one) => letters(word, one))),
      ...heard.flatMap((word) => letters(word, code)),
      ...[code, ENGLISH].map((one) => `${one}/letters/names`),
    ]);
    const meant = new Map(unknown.map((word) => [word, correctedWord(library, code, word)]));
    return words.map((word) => meant.get(word) ?? word);
  }

  /** The word of the glossary that sounds the same or has the fewest other letters; else the word itself. */
  function correctedWord(library, code, word) {
    const alike = likeSounding(library, code, word);
    if (alike) return alike;
    const errors = allowedErrors(word);
    if (!errors) return word;
    const [shortest, longest] = [Math.max(lengthOf(word) - errors, SHORTEST), lengthOf(word) + errors];
    const [letter] = word;
    let best = null;
    for (const one of unique([code, ENGLISH])) {
      // The first letter is rarely wrong, but in a name it may be.
      const begun = fileOfLetter(library, one, letter).flatMap((path) => library.counted(path));
      const names = library.counted(`${one}/letters/names`).filter(({ word: name }) => [...name][0] !== letter);
      for (const known of [...begun.filter(({ word: other }) => [...other][0] === letter), ...names]) {
        const length = lengthOf(known.word);
        if (length < shortest || length > longest) continue;
        const away = wrongLetters(word, known.word, errors);
        if (away <= errors && (!best || isBetter({ ...known, away }, best))) best = { ...known, away };
      }
    }
    return best ? best.word : word;
  }

  /** A name is likelier meant than any other word, a frequent word than a rare one. */
  function isBetter(one, other) {
    if (one.away !== other.away) return one.away < other.away;
    if (one.isName !== other.isName) return one.isName;
    if (one.count !== other.count) return one.count > other.count;
    return one.word < other.word;
  }

  function likeSounding(library, code, word) {
    const { sounds } = library.language(code);
    const sound = soundOf(word, sounds);
    const known = fileOfLetter(library, code, [...(sound || word)][0]).flatMap((path) => library.counted(path));
    const alike = known.filter((other) => soundOf(other.word, sounds) === sound);
    // What is written as it sounds comes last: of equals the first one counts.
    alike.sort((one, other) => (one.word === sound) - (other.word === sound) || (one.word < other.word ? -1 : 1));
    let best = null;
    for (const one of alike) {
      const isMore = !best || (one.isName !== best.isName ? one.isName : one.count > best.count);
      if (isMore) best = one;
    }
    return best?.word;
  }

  /** The words of a question. */
  async function tokensOf(library, code, given) {
    const text = begun(given, MOST_CHARACTERS);
    const found = wordsOf(text).filter(({ folded }) => lengthOf(folded) <= LONGEST_WORD).slice(0, MOST_WORDS);
    const words = found.map(({ folded }) => folded);
    const spoken = unique([code, ENGLISH]);
    await library.need(words.flatMap((word) => spoken.flatMap((one) => library.filesOfWord(one, word))));
    const meant = await corrected(library, code, words);
    await library.need([...meant.flatMap((word) => library.filesOfWord(code, word)), ...library.filesOfNorms(meant)]);
    const { stop } = library.language(code);
    return found.map(({ folded: spelt, start, end }, place) => {
      const before = place ? text.slice(found[place - 1].end, start) : "";
      return {
        typed: text.slice(start, end),
        spelt,
        folded: meant[place],
        start,
        end,
        isSmall: stop.has(spelt),
        isKnown: library.knowsForm(code, meant[place]),
        isCorrected: meant[place] !== spelt,
        isParted: PARTING.test(before),
      };
    });
  }

  // -- the game that a question names --------------------------------------------------------------------------------

  const SHORTEST_WITHIN = 5;

  function wordsOfGames(library) {
    if (library.wordsOfGames) return library.wordsOfGames;
    const found = new Map();
    for (const game of library.games) {
      for (const text of [game.replaceAll("-", " "), ...library.shared.games[game].called]) {
        for (const word of foldedWords(text)) {
          if (!found.has(word)) found.set(word, new Set());
          found.get(word).add(game);
        }
      }
    }
    library.wordsOfGames = found;
    return found;
  }

  /** The game that a question calls by words which only its name has, if it is one and not several. */
  function namedGame(library, tokens) {
    const at = new Map();
    tokens.forEach(({ folded }, position) => engine.push(at, folded, position));
    // Written apart, D.A.G.G.E.R. is many words.
    const letters = tokens.flatMap(({ folded }, position) => Array.from(folded, () => position));
    const text = tokens.map(({ folded }) => folded).join("");
    const names = wordsOfGames(library);
    const found = new Map();
    for (const [word, games] of names) {
      if (games.size !== 1 || lengthOf(word) <= 1) continue;
      let said = at.get(word) ?? [];
      const start = text.indexOf(word);
      if (!said.length && lengthOf(word) >= SHORTEST_WITHIN && start >= 0) {
        const first = lengthOf(text.slice(0, start));
        said = letters.slice(first, first + lengthOf(word));
      }
      const [game] = games;
      if (said.length) found.set(game, new Set([...(found.get(game) ?? []), ...said]));
    }
    if (found.size !== 1) return { id: null, positions: new Set() };
    const [[id, positions]] = found;
    const beside = [...positions].flatMap((position) => [position - 1, position + 1]);
    // What stands before or after belongs to the name, if the name has it, too: "marvel dagger".
    const also = beside.filter((place) => tokens[place] && names.get(tokens[place].folded)?.has(id));
    return { id, positions: new Set([...positions, ...also]) };
  }

  // -- the entries that a question names -----------------------------------------------------------------------------

  const [LONGEST_TERM, MOST_SMALL_WORDS] = [6, 2];
  const [EXACT, INFLECTED, TYPO, ENGLISH_TERM, TRANSLATION] = ["exact", "inflected", "typo", "english", "translation"];
  const SURENESS = [EXACT, INFLECTED, ENGLISH_TERM, TRANSLATION, TYPO];

  function howFound(code, lang, isInflected) {
    if (code === lang) return isInflected ? INFLECTED : EXACT;
    return code === ENGLISH ? ENGLISH_TERM : TRANSLATION;
  }

  /** What a run of folded words names: as it is written, else in any form, in one language after another. */
  function resolveWords(library, words, lang, game, { languages, inAnyForm }) {
    const text = words.join(" ");
    const isTerm = (name) => !name.concept.startsWith("rulings/");
    for (const code of unique(languages)) {
      const exact = library.namesByKey(text, code, game).filter(isTerm);
      if (exact.length) return matches(exact, howFound(code, lang, false));
      if (!inAnyForm) continue;
      const inflected = library.normKeys(text, code).flatMap((norm) => library.namesByNorm(norm, code, game)).filter(isTerm);
      if (inflected.length) return matches(inflected, howFound(code, lang, true));
    }
    return [];
  }

  function matches(names, how) {
    const found = new Map();
    for (const { number, game, concept, code, text } of names) {
      if (!found.has(number)) found.set(number, { number, game, concept, how, lang: code, name: text });
    }
    return [...found.values()];
  }

  /** The concepts that the words of a question name, each word used once. */
  function linkTerms(library, text, tokens, lang, game) {
    if (tokens.every(({ isSmall }) => isSmall)) {
      // Small words make no name, unless they are all that was typed: "poi".
      const typed = tokens.map(({ spelt }) => spelt);
      const found = resolveWords(library, typed, lang, game, { languages: [lang], inAnyForm: false });
      return found.length ? [{ text, positions: new Set(tokens.keys()), matches: found }] : [];
    }
    const known = library.names().words;
    const free = tokens.map((token) => token.isSmall || formsOf(library, token, lang).some((form) => known.has(form)));
    const found = [];
    for (let length = Math.min(LONGEST_TERM, tokens.length); length > 0; length--) {
      const isFree = (first) => free.slice(first, first + length).every(Boolean);
      const named = [];
      for (let first = 0; first <= tokens.length - length; first++) {
        const meant = isFree(first) ? namedBy(library, tokens.slice(first, first + length), lang, game) : [];
        if (meant.length) named.push([first, meant]);
      }
      // Of names that overlap the surest stays: exact before inflected before misspelt.
      named.sort(([, one], [, other]) => SURENESS.indexOf(one[0].how) - SURENESS.indexOf(other[0].how));
      for (const [first, meant] of named) {
        if (!isFree(first)) continue;
        free.fill(false, first, first + length);
        const words = text.slice(tokens[first].start, tokens[first + length - 1].end);
        const positions = new Set(Array.from({ length }, (_, place) => first + place));
        found.push([first, { text: words, positions, matches: meant }]);
      }
    }
    return found.sort(([one], [other]) => one - other).map(([, term]) => term);
  }

  const formsOf = (library, token, lang) => [
    token.spelt,
    token.folded,
    ...unique([lang, ...library.codes]).flatMap((code) => library.norms(code, token.folded)),
  ];

  /** What a run of words names: in the question's language, else in English, else in another language. */
  function namedBy(library, window, lang, game) {
    const content = window.filter(({ isSmall }) => !isSmall);
    if (!content.length) return [];
    const isCorrected = window.some((token) => token.isCorrected);
    const resolve = (words, languages, inAnyForm) => resolveWords(library, words, lang, game, { languages, inAnyForm });
    if (isCorrected) {
      const names = resolve(window.map(({ spelt }) => spelt), [lang, ENGLISH, ...library.codes], false);
      // Unknown to this language's texts, but no misspelling: another language's name.
      if (names.length) return names.map((match) => ({ ...match, how: TRANSLATION }));
    }
    // A small word at either end belongs to a name only where the name has it: "la tempesta" is just "tempesta".
    const isWhole = !window[0].isSmall && !window.at(-1).isSmall && isOneName(window);
    // What is a word of the question's language is no word of another's; several in a row, just as written, may be.
    const isForeign = !content.every(({ isKnown: known }) => known);
    const words = window.map(({ folded }) => folded);
    let found = resolve(words, [lang], isWhole);
    if (!found.length && lang !== ENGLISH) {
      found = resolve(words, [ENGLISH], isWhole && (isForeign || window.length > 1));
    }
    if (!found.length && (isForeign || content.length > 1)) {
      const others = library.codes.filter((code) => code !== lang && code !== ENGLISH);
      found = resolve(words, others, isWhole && isForeign);
    }
    return isCorrected ? found.map((match) => ({ ...match, how: TYPO })) : found;
  }

  /** Whether words stand near enough to each other to be an inflected name. */
  function isOneName(window) {
    let small = 0;
    for (const token of window.slice(1)) {
      small = token.isSmall ? small + 1 : 0;
      if (token.isParted || small > MOST_SMALL_WORDS) return false;
    }
    return true;
  }

  // -- the question --------------------------------------------------------------------------------------------------

  /** A question asked in a language about a game or any, ready to be looked up. */
  async function analyse(library, text, lang, chosen) {
    const tokens = await tokensOf(library, lang, text);
    const spelt = tokens.flatMap((token) => [token.spelt, token.folded]);
    await library.need([...library.filesOfNames(spelt), `${lang}/shelf`]);
    const naming = chosen ? null : namedGame(library, tokens);
    const game = chosen ?? naming.id;
    const terms = linkTerms(library, text, tokens, lang, game);
    const linked = new Set(terms.flatMap(({ positions }) => [...positions]));
    // The name of the game says nothing of its rules, unless it is also the name of one.
    const isSaid = (position) => naming?.positions.has(position) && !linked.has(position);
    const kept = tokens.filter((_, position) => !isSaid(position));
    const forms = kept.map(({ folded }) => library.norms(lang, folded));
    const shelf = library.shelf(lang);
    const named = terms.flatMap((term) => term.matches.map(({ number }) => shelf.followed(number)));
    const { definitions } = library.language(lang);
    const others = tokens.filter((_, position) => !linked.has(position) && !isSaid(position));
    return {
      text,
      lang,
      game,
      tokens: kept,
      terms,
      said: forms.map(([first]) => first),
      words: unique(forms.flat()),
      ngrams: kept.length ? ngramsOf(kept.map(({ folded }) => folded)) : [],
      named: unique(named),
      bare: terms.length === 1 && others.every(({ folded }) => definitions.has(folded)) ? terms[0] : null,
    };
  }

  Object.assign(engine, { analyse, detect, keyOf, unique });
})();
