// Words of a text as the command reads them: folded, cut into n-grams, hashed, and compared letter by letter.
// The twin of compendium_cli/languages/base.py.
(() => {
  "use strict";
  const engine = (globalThis.compendiumEngine ||= {});

  const APOSTROPHES = "'’ʼ‘`´′＇";
  const LETTERS = "[\\p{L}\\p{N}]+(?:[\\u0300-\\u036f]+[\\p{L}\\p{N}]*)*";
  const WORD = new RegExp(`${LETTERS}(?:[${APOSTROPHES}]${LETTERS})*`, "gu");
  const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, "g");
  const LONGEST_WORD = 60;
  const NGRAM = 4;

  const isCyrillic = (word) => word[0] >= "\u0400" && word[0] <= "\u04ff";
  const isAscii = (word) => /^[\0-\x7f]*$/.test(word);
  const lengthOf = (word) => (isAscii(word) ? word.length : [...word].length);

  /** Without case, accents and stress marks; й and ї are letters of their own. */
  function fold(word) {
    const lower = word.toLowerCase();
    if (isAscii(lower)) return lower;
    let base = "";
    let kept = "";
    for (const char of lower.replace(/ß/g, "ss").replace(/ς/g, "σ").replace(/\u0345/g, "ι").normalize("NFKD")) {
      // This one joins letters and is a mark of no class.
      if (!/\p{M}/u.test(char) || char === "\u034f") {
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
      if (isCyrillic(raw)) {
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

  const foldedWords = (text) => wordsOf(text).map((word) => word.folded);
  const keyOf = (text) => foldedWords(text).join(" ");

  /** The character n-grams of words in a row, sorted; a low line stands for the end of a word. */
  function ngramsOf(words) {
    const text = [...`_${words.join("_")}_`];
    const found = new Set();
    for (let start = 0; start < Math.max(text.length - NGRAM + 1, 1); start++) {
      found.add(text.slice(start, start + NGRAM).join(""));
    }
    return [...found];
  }

  const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
    return sum;
  });
  const encoder = new TextEncoder();

  /** The checksum by which terms are parted into files, and find their vectors. */
  function crc32(text) {
    let sum = 0xffffffff;
    for (const byte of encoder.encode(text)) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
    return (sum ^ 0xffffffff) >>> 0;
  }

  /** Letters that part two words, where two that changed places count once (Damerau); `most` + 1 where there are more. */
  function wrongLetters(one, other, most) {
    const [a, b] = [[...one], [...other]];
    if (Math.abs(a.length - b.length) > most) return most + 1;
    const width = b.length + 2;
    const far = a.length + b.length;
    const cost = new Uint16Array((a.length + 2) * width);
    cost[0] = far;
    for (let i = 0; i <= a.length; i++) {
      cost[(i + 1) * width] = far;
      cost[(i + 1) * width + 1] = i;
    }
    for (let j = 0; j <= b.length; j++) {
      cost[j + 1] = far;
      cost[width + j + 1] = j;
    }
    const lastRow = new Map();
    for (let i = 1; i <= a.length; i++) {
      let lastColumn = 0;
      for (let j = 1; j <= b.length; j++) {
        const row = lastRow.get(b[j - 1]) ?? 0;
        const column = lastColumn;
        const isSame = a[i - 1] === b[j - 1];
        if (isSame) lastColumn = j;
        cost[(i + 1) * width + j + 1] = Math.min(
          cost[i * width + j] + (isSame ? 0 : 1),
          cost[(i + 1) * width + j] + 1,
          cost[i * width + j + 1] + 1,
          cost[row * width + column] + (i - row - 1) + 1 + (j - column - 1),
        );
      }
      lastRow.set(a[i - 1], i);
    }
    return Math.min(cost[(a.length + 1) * width + b.length + 1], most + 1);
  }

  /** How a word sounds, roughly: two spellings of the same sound give the same text. */
  function soundOf(word, sounds) {
    let heard = word;
    for (const [spelt, sound] of sounds) heard = heard.replaceAll(spelt, sound);
    return heard.replace(/(.)\1+/gu, "$1");
  }

  Object.assign(engine, {
    LONGEST_WORD, crc32, fold, foldedWords, isCyrillic, keyOf, lengthOf, ngramsOf, soundOf, wordsOf, wrongLetters,
  });
})();
