// The stems of Italian, Spanish and English words, by the Snowball algorithms (snowballstem.org) that the command uses.
//
// Words come folded, so nothing here knows accents. A region is a place in the word: an ending counts for it where it
// begins there or later.
(() => {
  "use strict";
  const engine = (globalThis.compendiumEngine ||= {});

  const VOWELS = "aeiou";
  const listed = (endings) => endings.split(" ").sort((one, other) => other.length - one.length);

  /** The longest of some endings that a word has, if it begins no earlier than `from`. */
  const endingOf = (word, endings, from = 0) =>
    endings.find((ending) => word.length - ending.length >= from && word.endsWith(ending));

  /** Where the text goes on after the next vowel, or after the next letter that is none; -1 where there is none. */
  function past(word, from, isVowel, vowels = VOWELS) {
    if (from < 0) return -1;
    for (let place = from; place < word.length; place++) if (vowels.includes(word[place]) === isVowel) return place + 1;
    return -1;
  }

  const orEnd = (place, word) => (place < 0 ? word.length : place);

  /** Where the regions R1 and R2 begin. */
  function regions(word, vowels = VOWELS, first = past(word, past(word, 0, true, vowels), false, vowels)) {
    const second = past(word, past(word, first, true, vowels), false, vowels);
    return [orEnd(first, word), orEnd(second, word)];
  }

  /** Where the region RV of Romance languages begins. */
  function romanceRegion(word) {
    const isVowel = (place) => place < word.length && VOWELS.includes(word[place]);
    if (word.length < 2) return word.length;
    if (!isVowel(1)) return orEnd(past(word, 2, true), word);
    if (isVowel(0)) return orEnd(past(word, 2, false), word);
    return Math.min(3, word.length);
  }

  /** A word that loses its ending, piece by piece. */
  class Cut {
    constructor(word) {
      this.word = word;
    }

    /** Take an ending away, or put another in its place, where it begins in a region; tells whether it did. */
    cut(ending, region, other = "") {
      const begin = this.word.length - ending.length;
      if (begin < region || !this.word.endsWith(ending)) return false;
      this.word = this.word.slice(0, begin) + other;
      return true;
    }

    /** The same with the longest of several endings. */
    cutOne(endings, region) {
      const ending = endingOf(this.word, endings);
      return ending !== undefined && this.cut(ending, region) && ending;
    }
  }

  // -- Italian -----------------------------------------------------------------------------------------------------

  const IT_PRONOUNS = listed(
    "ci gli la le li lo mi ne si ti vi sene gliela gliele glieli glielo gliene mela mele meli melo mene tela tele teli " +
      "telo tene cela cele celi celo cene vela vele veli velo vene",
  );
  const IT_BEFORE_PRONOUNS = listed("ando endo ar er ir");
  const IT_ENDINGS = groups({
    plain:
      "anza anze ico ici ica ice iche ichi ismo ismi abile abili ibile ibili ista iste isti oso osi osa ose mente " +
      "atrice atrici ante anti",
    agent: "azione azioni atore atori",
    logy: "logia logie",
    u: "uzione uzioni usione usioni",
    ence: "enza enze",
    verbal: "amento amenti imento imenti",
    adverb: "amente",
    active: "ivo ivi iva ive",
  });
  const IT_VERBS = listed(
    "ammo ando ano are arono asse assero assi assimo ata ate ati ato ava avamo avano avate avi avo emmo enda ende endi " +
      "endo erai eranno ere erebbe erebbero erei eremmo eremo ereste eresti erete erono essero ete eva evamo evano " +
      "evate evi evo iamo immo irai iranno ire irebbe irebbero irei iremmo iremo ireste iresti irete irono isca " +
      "iscano isce isci isco iscono issero ita ite iti ito iva ivamo ivano ivate ivi ivo ono uta ute uti uto ar ir",
  );
  const ADVERBS_IT = listed("iv os ic abil");

  function groups(endings) {
    const groupOf = new Map();
    for (const [group, list] of Object.entries(endings)) for (const ending of list.split(" ")) groupOf.set(ending, group);
    return { groupOf, endings: listed([...groupOf.keys()].join(" ")) };
  }

  /** Between two vowels, or after q, u and i are consonants: they are written large meanwhile. */
  function consonantsMarked(word) {
    const letters = [...word.replaceAll("qu", "qU")];
    for (let place = 0; place + 2 < letters.length; place++) {
      const [before, letter, after] = letters.slice(place, place + 3);
      if (!VOWELS.includes(before) || !VOWELS.includes(after)) continue;
      if (letter === "u" || letter === "i") letters[place + 1] = letter.toUpperCase();
    }
    return letters.join("");
  }

  function italian(folded) {
    const word = consonantsMarked(folded);
    const rv = word.startsWith("divan") ? 5 : romanceRegion(word);
    const [r1, r2] = regions(word);
    const stem = new Cut(word);
    withoutItalianPronoun(stem, rv);
    const ending = endingOf(stem.word, IT_ENDINGS.endings);
    const isCut = ending && italianSuffix(stem, ending, IT_ENDINGS.groupOf.get(ending), { rv, r1, r2 });
    if (!isCut) {
      const verbal = endingOf(stem.word, IT_VERBS, rv);
      if (verbal) stem.cut(verbal, rv);
    }
    if ("aeio".includes(stem.word.at(-1) ?? " ") && stem.cut(stem.word.at(-1), rv)) stem.cut("i", rv);
    if (/[cg]h$/.test(stem.word) && stem.word.length - 2 >= rv) stem.cut("h", 0);
    return stem.word.replaceAll("I", "i").replaceAll("U", "u");
  }

  function withoutItalianPronoun(stem, rv) {
    const pronoun = endingOf(stem.word, IT_PRONOUNS);
    const rest = pronoun && stem.word.slice(0, -pronoun.length);
    const before = rest && endingOf(rest, IT_BEFORE_PRONOUNS);
    if (before && rest.length - before.length >= rv) stem.word = rest + (before.endsWith("r") ? "e" : "");
  }

  function italianSuffix(stem, ending, group, { rv, r1, r2 }) {
    const replaced = { logy: "log", u: "u", ence: "ente" }[group];
    if (replaced) return stem.cut(ending, r2, replaced);
    if (group === "verbal") return stem.cut(ending, rv);
    if (!stem.cut(ending, group === "adverb" ? r1 : r2)) return false;
    if (group === "agent") stem.cut("ic", r2);
    if (group === "adverb" && stem.cutOne(ADVERBS_IT, r2) === "iv") stem.cut("at", r2);
    if (group === "active" && stem.cut("at", r2)) stem.cut("ic", r2);
    return true;
  }

  // -- Spanish -----------------------------------------------------------------------------------------------------

  const ES_PRONOUNS = listed("me se sela selo selas selos la le lo las les los nos");
  const ES_BEFORE_PRONOUNS = listed("ando iendo ar er ir yendo");
  const ES_ENDINGS = groups({
    plain:
      "anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas oso osa osos osas amiento amientos " +
      "imiento imientos",
    agent: "adora ador adoras adores aciones ante antes ancia ancias acion",
    u: "ucion uciones",
    ence: "encia encias",
    adverb: "amente",
    manner: "mente",
    quality: "idad idades",
    active: "iva ivo ivas ivos",
  });
  const ES_Y_VERBS = listed("ya ye yan yen yeron yendo yo yas yes yais yamos");
  const ES_SOFT_VERBS = new Set(["en", "es", "emos"]);
  const ES_VERBS = listed(
    "en es emos aremos eremos iremos aba ada ida ara iera ad ed id ase iese aste iste an aban aran ieran asen iesen aron " +
      "ieron ado ido ando iendo ar er ir as abas adas idas aras ieras ases ieses abais arais ierais aseis ieseis " +
      "asteis isteis ados idos amos imos",
  );
  const ADVERBS_ES = listed("iv os ic ad");
  const MANNERS_ES = listed("ante able ible");
  const QUALITIES_ES = listed("abil ic iv");

  function spanish(word) {
    const rv = romanceRegion(word);
    const [r1, r2] = regions(word);
    const stem = new Cut(word);
    withoutSpanishPronoun(stem, rv);
    const ending = endingOf(stem.word, ES_ENDINGS.endings);
    const isCut = ending && spanishSuffix(stem, ending, ES_ENDINGS.groupOf.get(ending), { r1, r2 });
    if (!isCut && !withoutYVerb(stem, rv)) withoutSpanishVerb(stem, rv);
    const vowel = endingOf(stem.word, ["os", "a", "o", "e"]);
    if (vowel && stem.cut(vowel, rv) && vowel === "e" && stem.word.endsWith("gu")) stem.cut("u", rv);
    return stem.word;
  }

  function withoutSpanishPronoun(stem, rv) {
    const pronoun = endingOf(stem.word, ES_PRONOUNS);
    const rest = pronoun && stem.word.slice(0, -pronoun.length);
    const before = rest && endingOf(rest, ES_BEFORE_PRONOUNS);
    if (!before || rest.length - before.length < rv) return;
    if (before !== "yendo" || rest.endsWith("uyendo")) stem.word = rest;
  }

  function spanishSuffix(stem, ending, group, { r1, r2 }) {
    const replaced = { u: "u", ence: "ente" }[group];
    if (replaced) return stem.cut(ending, r2, replaced);
    if (!stem.cut(ending, group === "adverb" ? r1 : r2)) return false;
    if (group === "agent") stem.cut("ic", r2);
    if (group === "adverb" && stem.cutOne(ADVERBS_ES, r2) === "iv") stem.cut("at", r2);
    if (group === "manner") stem.cutOne(MANNERS_ES, r2);
    if (group === "quality") stem.cutOne(QUALITIES_ES, r2);
    if (group === "active") stem.cut("at", r2);
    return true;
  }

  function withoutYVerb(stem, rv) {
    const ending = endingOf(stem.word, ES_Y_VERBS, rv);
    return ending !== undefined && stem.word.endsWith(`u${ending}`) && stem.cut(ending, rv);
  }

  function withoutSpanishVerb(stem, rv) {
    const ending = endingOf(stem.word, ES_VERBS, rv);
    if (ending && stem.cut(ending, rv) && ES_SOFT_VERBS.has(ending) && stem.word.endsWith("gu")) stem.cut("u", 0);
  }

  // -- English -----------------------------------------------------------------------------------------------------

  const EN_VOWELS = "aeiouy";
  const EN_BEGINNINGS = /^(?:arsen|commun|emerg|gener|inter|later|organ|past|univers)/;
  const EN_AS_THEY_ARE = new Map(
    Object.entries({
      andes: "andes", atlas: "atlas", bias: "bias", cosmos: "cosmos", early: "earli", gently: "gentl", howe: "howe",
      idly: "idl", news: "news", only: "onli", singly: "singl", skies: "sky", sky: "sky", ugly: "ugli",
    }),
  );
  const EN_PAST = listed("ed eed ing edly eedly ingly");
  const EN_STEP_2 = new Map(
    Object.entries({
      tional: "tion", enci: "ence", anci: "ance", abli: "able", entli: "ent", izer: "ize", ization: "ize", ational: "ate",
      ation: "ate", ator: "ate", alism: "al", aliti: "al", alli: "al", fulness: "ful", ousli: "ous", ousness: "ous",
      iveness: "ive", iviti: "ive", biliti: "ble", bli: "ble", ogi: "og", ogist: "og", fulli: "ful", lessli: "less", li: "",
    }),
  );
  const EN_STEP_3 = new Map(
    Object.entries({
      tional: "tion", ational: "ate", alize: "al", icate: "ic", iciti: "ic", ical: "ic", ful: "", ness: "", ative: "",
    }),
  );
  const EN_STEP_4 = listed("al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion");
  const longest = (endings) => listed([...endings.keys()].join(" "));
  const EN_STEP_2_ENDINGS = longest(EN_STEP_2);
  const EN_STEP_3_ENDINGS = longest(EN_STEP_3);

  const hasVowel = (text) => /[aeiouy]/.test(text);
  const isShort = (word) => /[^aeiouy][aeiouy][^aeiouywxY]$|^[aeiouy][^aeiouy]$|past$/.test(word);

  /** At the beginning and after a vowel y is a consonant: it is written large meanwhile. */
  function yMarked(word) {
    const letters = [...word];
    if (letters[0] === "y") letters[0] = "Y";
    for (let place = 1; place < letters.length; place++) {
      if (letters[place] === "y" && EN_VOWELS.includes(letters[place - 1])) letters[place] = "Y";
    }
    return letters.join("");
  }

  function english(folded) {
    if (EN_AS_THEY_ARE.has(folded)) return EN_AS_THEY_ARE.get(folded);
    if (folded.length < 3) return folded;
    const word = yMarked(folded);
    const beginning = EN_BEGINNINGS.exec(word);
    const [r1, r2] = beginning ? regions(word, EN_VOWELS, beginning[0].length) : regions(word, EN_VOWELS);
    const stem = new Cut(word);
    withoutPlural(stem);
    withoutPast(stem, r1);
    if (/.[^aeiouy][yY]$/.test(stem.word)) stem.word = `${stem.word.slice(0, -1)}i`;
    const second = endingOf(stem.word, EN_STEP_2_ENDINGS);
    const isJoined = (second !== "ogi" || stem.word.endsWith("logi")) && (second !== "li" || /[cdeghkmnrt]li$/.test(stem.word));
    if (second && isJoined) stem.cut(second, r1, EN_STEP_2.get(second));
    const third = endingOf(stem.word, EN_STEP_3_ENDINGS);
    if (third) stem.cut(third, third === "ative" ? Math.max(r1, r2) : r1, EN_STEP_3.get(third));
    const fourth = endingOf(stem.word, EN_STEP_4);
    if (fourth && (fourth !== "ion" || /[st]ion$/.test(stem.word))) stem.cut(fourth, r2);
    const isLong = !isShort(stem.word.slice(0, -1));
    if (stem.word.endsWith("e")) stem.cut("e", isLong ? Math.min(r1, r2) : r2);
    else if (stem.word.endsWith("ll")) stem.cut("l", r2);
    return stem.word.replaceAll("Y", "y");
  }

  function withoutPlural(stem) {
    const { word } = stem;
    if (word.endsWith("sses")) stem.cut("es", 0);
    else if (/ie[ds]$/.test(word)) stem.word = word.slice(0, word.length > 4 ? -2 : -1);
    else if (/[^us]s$/.test(word) && hasVowel(word.slice(0, -2))) stem.cut("s", 0);
  }

  function withoutPast(stem, r1) {
    const ending = endingOf(stem.word, EN_PAST);
    if (!ending) return;
    const rest = stem.word.slice(0, -ending.length);
    if (ending.startsWith("eed")) {
      if (!/^(?:succ|proc|exc)$/.test(rest)) stem.cut(ending, r1, "ee");
      return;
    }
    if (ending === "ing") {
      if (/^[^aeiouy]y$/.test(rest)) stem.word = `${rest[0]}ie`;
      if (/^(?:[^aeiouy]y|even|cann|inn|earr|herr|out)$/.test(rest)) return;
    }
    if (!hasVowel(rest)) return;
    if (/(?:at|bl|iz)$/.test(rest)) stem.word = `${rest}e`;
    else if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) stem.word = /^[aeo]..$/.test(rest) ? rest : rest.slice(0, -1);
    else stem.word = rest.length === r1 && isShort(rest) ? `${rest}e` : rest;
  }

  engine.stemmers = { italian, spanish, english };
})();
