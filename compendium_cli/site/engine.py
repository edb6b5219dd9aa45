"""What the page answers from: names, words, impacts, vectors and texts, in files so small that a question loads few.

The scripts below ``site/assets/engine/`` are a twin of ``compendium_cli.answering``. They are given what the command
reads: the same names, impacts, vectors and numbers, and nothing that was worked out for them alone. What belongs to a
term is kept under a hash of it, so that a question reads the files of its own terms and no others.

Each file is a script that hands over one value, because a page that was opened from a folder may load scripts and
nothing else; whoever can fetch reads the same value out of it. Numbers in a row are written as characters, one for
each: most of them are ASCII, and what is left is for the host to compress.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING, Any
from zlib import crc32

from compendium_cli.answering.alignment import counterpart_of
from compendium_cli.context import introduces, items_below, rule_above
from compendium_cli.exports.as_json import card_json, kind_of, ruling_json
from compendium_cli.impacts import NGRAMS, WORDS
from compendium_cli.languages import DEFAULT, LANGUAGES
from compendium_cli.languages.base import is_cyrillic
from compendium_cli.languages.snowball import SnowballAnalyzer
from compendium_cli.model import CARDS, RULINGS, StatementKind
from compendium_cli.names import key_of
from compendium_cli.site.listings import short_name
from compendium_cli.site.packing import (
    as_script,
    characters,
    counted,
    gaps,
    number_of_parts,
    parted,
    signed,
    spaced,
    turned,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from compendium_cli.answering.pipeline import Library
    from compendium_cli.compendium import Compendium
    from compendium_cli.encoder import Encoder
    from compendium_cli.model import Entry, Statement
    from compendium_cli.names import Name
    from compendium_cli.store import Store
    from compendium_cli.vocabulary import Vocabulary

#: Where the files are, below the site's root.
FOLDER = "assets/answers/"
#: So many characters a file of each kind has, about: the smaller, the less is read in vain, and the more files.
_TERMS, _WORDS, _FORMS, _TEXTS, _CARDS = 1000, 1600, 6000, 9000, 4000
_MOST_PARTS = 4096
#: Where nothing was learnt, terms are kept under as many hashes all the same.
_BUCKETS = 16384
#: So many vectors of statements stand together, and so many cards.
_VECTORS_TOGETHER, _CARDS_TOGETHER = 8, 64
#: The kinds of statements, one letter each; a capital where a statement only introduces a list.
KINDS = {
    StatementKind.PARAGRAPH: "p",
    StatementKind.ITEM: "i",
    StatementKind.STEP: "s",
    StatementKind.TABLE: "t",
    StatementKind.EXAMPLE: "e",
    StatementKind.NOTE: "n",
    StatementKind.NEWER: "w",
    StatementKind.QUESTION: "q",
    StatementKind.ANSWER: "a",
    StatementKind.ERRATUM: "r",
}
#: Names are kept by their scripts: a question without a word in one can't name what is written in it.
SCRIPTS: dict[str, Callable[[str], bool]] = {
    "plain": lambda key: not any(map(is_cyrillic, key)),
    "cyrillic": lambda key: any(map(is_cyrillic, key)),
}
#: How many letters forms that are kept together have in common.
_BEGINNING = 5


#: The scripts of the engine below ``site/assets/engine/``, each after those that it needs; they are sent as one.
SCRIPTS_IN_ORDER = (
    "stems",
    "words",
    "library",
    "analysis",
    "ranking",
    "settling",
    "selection",
    "answers",
    "titles",
    "asking",
)
#: The one that they are sent as.
ENGINE = "assets/engine.js"


_COMMENTS = re.compile(r"^ *//.*\n|^ */\*\*(?:.|\n)*?\*/\n", re.MULTILINE)


def engine_script(folder: Path) -> str:
    """Return the scripts of the engine as one: it works in the background, where each would be loaded after another.

    It is loaded before the first answer: lines that are nothing but comments, and indentation, stay at home.
    """
    text = "".join((folder / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS_IN_ORDER)
    return re.sub(r"^[ ]+", "", _COMMENTS.sub("", text), flags=re.MULTILINE)


def engine_files(compendium: Compendium) -> Iterator[tuple[str, str]]:
    """Yield (path, content) of every file that the page answers from."""
    for path, value in _Engine(compendium).files():
        yield f"{FOLDER}{path}.js", as_script(path, value)


class _Engine:
    """A compendium, laid out for the page."""

    def __init__(self, compendium: Compendium) -> None:
        self.compendium = compendium
        self.library: Library = compendium.library()
        self.store: Store = self.library.store
        self.words: Vocabulary = self.store.vocabulary
        self.encoder: Encoder | None = self.library.encoder
        self.games = sorted(self.store.games())
        concepts = {(name.game, name.concept) for name in self.store.all_names()}
        concepts |= {(entry.game, entry.concept) for entry in self.store.entries()}
        #: Every concept has a number, by which the other files name it.
        self.concepts = {key: number for number, key in enumerate(sorted(concepts))}
        self.buckets = self.encoder.shape.buckets if self.encoder else _BUCKETS
        self.kinds = sorted({self._kind(*key) for key in self.concepts})
        #: How many files of each kind there are.
        self.parts: dict[str, int] = {}
        #: The scripts in which each language has names.
        self.scripts: dict[str, list[str]] = {lang: [] for lang in LANGUAGES}
        #: The letters that words of each language begin with.
        self.letters: dict[str, str] = dict.fromkeys(LANGUAGES, "")

    def files(self) -> Iterator[tuple[str, Any]]:
        yield from self._words()
        yield from self._cards()
        for lang in self.store.spoken():
            yield f"{lang}/shelf", self._shelf(lang)
            yield from self._terms(lang)
        for lang in LANGUAGES:
            for script, is_wanted in SCRIPTS.items():
                # Whoever keeps one language knows the names of all: a question may say any of them.
                if names := self._names(lang, is_wanted):
                    self.scripts[lang].append(script)
                    yield f"names/{script}-{lang}", names
            yield from self._letters(lang)
            if LANGUAGES[lang].analyzer.tabled:
                yield from self._forms(lang)
        for lang in self.store.languages():
            yield f"{lang}/links", self._links(lang)
            yield from self._texts(lang)
            for other in self.store.languages():
                if other != lang:
                    yield f"{lang}/from-{other}", self._counterparts(other, lang)
        yield from self._vectors()
        yield "shared", self._shared()

    # -- what every question needs -------------------------------------------------------------------------------

    def _shared(self) -> dict[str, Any]:
        store, numbers = self.store, self.library.numbers
        games = store.games()
        own_ids = {(game, concept.removeprefix(CARDS).removeprefix(RULINGS)) for game, concept in self.concepts}
        ids = [
            [self.concepts[name.game, name.concept], name.text]
            for name in store.all_names()
            if name.source == "id" and (name.game, name.text) not in own_ids
        ]
        return {
            "languages": {code: self._language(code) for code in LANGUAGES},
            "default": DEFAULT,
            "spoken": store.spoken(),
            "written": store.languages(),
            "base": self.compendium.base_url,
            "games": {
                game: {
                    "called": store.game_names()[game],
                    "names": {lang: short_name(games[game].name(lang)) for lang in store.languages()},
                    "editions": list(games[game].editions),
                    "concepts": [concept for (of, concept) in self.concepts if of == game],
                }
                for game in self.games
            },
            "ids": ids,
            "has": self._has(),
            "kinds": {code: [LANGUAGES[code].labels.kind(kind) for kind in self.kinds] for code in LANGUAGES},
            "kindOf": characters(self.kinds.index(self._kind(*key)) for key in self.concepts),
            "words": " ".join(sorted(store.name_words() - self._words_of_names())),
            "numbers": {
                "weights": numbers.weights._asdict(),
                "settling": numbers.settling._asdict(),
                "choice": numbers.choice._asdict(),
                "models": [
                    {"domain": list(model.domain), "confidence": list(model.confidence)}
                    for model in (numbers.without_expansions, numbers.with_expansions)
                ],
            },
            "vectors": {
                "languages": list(self.encoder.shape.languages) if self.encoder else [],
                "buckets": self.buckets,
                "dimensions": self.encoder.shape.dimensions if self.encoder else 0,
                "unit": self.encoder.shape.unit if self.encoder else 0,
                "scale": self.encoder.shape.scale if self.encoder else 0,
                "together": _VECTORS_TOGETHER,
            },
            "cards": _CARDS_TOGETHER,
            "letters": self.letters,
            "scripts": self.scripts,
            "parts": self.parts,
        }

    def _kind(self, game: str, concept: str) -> str:
        return kind_of(concept, self.store.games()[game].concepts.get(concept))

    def _has(self) -> str:
        """Return for each concept which languages have an entry of it."""
        langs = list(LANGUAGES)
        bits = dict.fromkeys(self.concepts, 0)
        for entry in self.store.entries():
            bits[entry.game, entry.concept] |= 1 << langs.index(entry.lang)
        return characters(bits.values())

    @staticmethod
    def _language(code: str) -> dict[str, Any]:
        language = LANGUAGES[code]
        analyzer = language.analyzer
        return {
            "stop": spaced(language.stop_words),
            "questions": spaced(language.question_words),
            "marks": "".join(sorted(language.marks)),
            "definitions": spaced(language.definition_words),
            "sounds": language.sounds,
            "cyrillic": is_cyrillic(language.alphabet),
            "stems": {
                "algorithm": analyzer.algorithm,
                "respell": analyzer.respell,
                "apart": dict(analyzer.apart),
                "plurals": analyzer.foreign_plurals,
            }
            if isinstance(analyzer, SnowballAnalyzer)
            else None,
        }

    def _words_of_names(self) -> set[str]:
        """Return the words that the page finds in the names themselves."""
        names = self.store.all_names()
        return {word for name in names for text in (name.key, *name.norms) for word in text.split()}

    def _names(self, lang: str, is_wanted: Callable[[str], bool]) -> list[list[Any]]:
        """Return names of a language in the order in which they are tried, those of a concept in a row together.

        Each begins with the letter of its source. Where words are looked up, the norms of a name follow it.
        """
        found: list[list[Any]] = []
        tabled = LANGUAGES[lang].analyzer.tabled
        for name in filter(lambda name: is_wanted(name.key), self._own_names(lang)):
            number = self.concepts[name.game, name.concept]
            if not found or found[-1][0] != number:
                found.append([number])
            found[-1].append(f"{name.source[0]}{name.text}{_norms(name) if tabled else ''}")
        return found

    def _own_names(self, lang: str) -> list[Name]:
        own = [name for name in self.store.all_names() if name.lang == lang]
        if LANGUAGES[lang].analyzer.tabled:
            return own
        # A name with several readings stands once: its norms are worked out from its words.
        return list({name._replace(norms=()): name for name in own}.values())

    # -- words ---------------------------------------------------------------------------------------------------

    def _words(self) -> Iterator[tuple[str, Any]]:
        """Yield which languages have which words, and have words of which norms."""
        flags: defaultdict[str, int] = defaultdict(int)
        for place, lang in enumerate(LANGUAGES):
            is_here, is_told, is_norm = (1 << (3 * place + bit) for bit in range(3))
            analyzer = LANGUAGES[lang].analyzer
            for word, count, _ in self.words.words(lang):
                flags[word] |= is_here | (is_told if count else 0)
                if count and not analyzer.is_tabled(word):
                    flags[analyzer.norms(word)[0]] |= is_norm
        shards = self._parted("words", flags, _WORDS, lambda word: len(word) + 1)
        for number, shard in enumerate(shards):
            alike: defaultdict[int, list[str]] = defaultdict(list)
            for word in shard:
                alike[flags[word]].append(word)
            yield f"words/{number}", {str(flag): " ".join(words) for flag, words in sorted(alike.items())}

    def _letters(self, lang: str) -> Iterator[tuple[str, Any]]:
        """Yield the words by the letter that they begin with, as they are written or sound, and those of names."""
        letters: defaultdict[str, list[tuple[str, int, bool]]] = defaultdict(list)
        names = []
        for word, count, is_name in sorted(self.words.words(lang)):
            for letter in {word[0], LANGUAGES[lang].sound_of(word)[:1] or word[0]}:
                letters[letter].append((word, count, is_name))
            if is_name:
                names.append((word, count, is_name))
        self.letters[lang] = "".join(sorted(letters))
        for letter, words in sorted(letters.items()):
            yield f"{lang}/letters/{ord(letter)}", counted(words)
        yield f"{lang}/letters/names", counted(names)

    def _forms(self, lang: str) -> Iterator[tuple[str, Any]]:
        """Yield what the forms of a language that looks them up may be forms of, by their beginnings."""
        found: dict[str, list[str]] = {}
        for beginning, forms, norms in self.words.beginnings(lang):
            by_norm: defaultdict[str, list[str]] = defaultdict(list)
            for form, of in forms.items():
                for norm in of:
                    by_norm[norm].append(form[len(beginning) :])
            # A low line stands for the form that is nothing but the beginning.
            rows = [" ".join([norm, *(ending or "_" for ending in by_norm[norm])]) for norm in sorted(by_norm)]
            found[beginning] = [" ".join(norms), *rows]
        shards = self._parted(f"{lang}/forms", found, _FORMS, lambda beginning: len("".join(found[beginning])))
        for number, shard in enumerate(shards):
            yield f"{lang}/forms/{number}", {beginning: found[beginning] for beginning in shard}

    # -- what is found -------------------------------------------------------------------------------------------

    def _shelf(self, lang: str) -> dict[str, Any]:
        """Return the entries that a language finds, without their words: its own, and those that answer in their place.

        Then which of them are in the index, in the order of its documents. The last two documents are those of the
        questions that no rule decides.
        """
        index = self.library.index_of(lang)
        own = {(entry.game, entry.concept): entry for entry in self.store.entries(lang)}
        indexed = [found for shard in index.shards(None) for found in shard.entries]
        shown = dict(own)
        for found in indexed:
            entry = self.store.entry(found.lang, found.game, found.concept)
            assert entry is not None  # noqa: S101
            assert found.numbers == _numbers_of(entry), entry.name  # noqa: S101
            shown[found.game, found.concept] = entry
        places = {key: place for place, key in enumerate(sorted(shown))}
        scopes = [None, *self.games]
        return {
            "entries": [self._shelved(entry, lang) for _, entry in sorted(shown.items())],
            "indexed": turned(places[found.game, found.concept] for found in indexed),
            "vectors": turned(chain.from_iterable(self._places(entry) for _, entry in sorted(shown.items()))),
            "expanded": [int(index.is_expanded(game)) for game in scopes],
            "told": [int(index.has_text(lang, game)) for game in scopes],
        }

    def _shelved(self, entry: Entry, lang: str) -> list[Any]:
        """Return the number and the statements of an entry; of a redirect, what it stands for. Names have its title."""
        game = self.store.games()[entry.game]
        number = self.concepts[entry.game, entry.concept]
        edition: Any = list(game.editions).index(entry.edition) if entry.edition in game.editions else entry.edition
        told = entry.statements
        if not told:
            redirect = entry.redirects_to
            return [number, edition, self.concepts.get((entry.game, redirect), -1) if redirect else -1]
        numbers = [statement.n or 0 for statement in told]
        row = [
            number,
            edition,
            "".join(_kind(statement) for statement in told),
            "".join(str(min(statement.depth, 9)) for statement in told).rstrip("0"),
            characters(_lengths(entry)).rstrip(characters([0])),
            0 if numbers == list(range(1, len(told) + 1)) else characters(numbers),
        ]
        if entry.lang != lang:
            return [*row, entry.lang]
        while not row[-1]:
            row.pop()
        return row

    def _places(self, entry: Entry) -> list[int]:
        """Return where the vectors of an entry's statements are, from 1; of a ruling, that of its likeness last."""
        start = f"{entry.lang}/{entry.game}/{entry.concept}#"
        numbers = [*_numbers_of(entry), *([0] if entry.is_ruling else [])]
        if self.encoder is None:
            return [0] * len(numbers)
        places = [self.encoder.place(f"{start}{n}") for n in numbers]
        return [0 if place is None else place + 1 for place in places]

    def _terms(self, lang: str) -> Iterator[tuple[str, Any]]:
        """Yield the impacts of words and n-grams with the vectors of the same hashes."""
        postings = {field: self._postings(lang, field) for field in (WORDS, NGRAMS)}
        rows = self.encoder.words(lang) if self.encoder and lang in self.encoder.shape.languages else b""
        size = self.encoder.shape.dimensions if self.encoder else 0
        letters = len(rows) + sum(len(term) + len(row) for terms in postings.values() for term, row in terms.items())
        number = self.parts[f"{lang}/terms"] = min(number_of_parts(letters, _TERMS), _MOST_PARTS)
        files: list[dict[str, Any]] = [{WORDS: {}, NGRAMS: {}} for _ in range(number)]
        for field, sign in ((WORDS, ""), (NGRAMS, "#")):
            for term, row in sorted(postings[field].items()):
                files[crc32(f"{sign}{term}".encode()) % self.buckets % number][field][term] = gaps(row)
        for place, file in enumerate(files):
            if rows:
                buckets = range(place, self.buckets, number)
                file["vectors"] = signed(b"".join(rows[bucket * size : (bucket + 1) * size] for bucket in buckets))
            yield f"{lang}/terms/{place}", file

    def _postings(self, lang: str, field: str) -> dict[str, list[int]]:
        """Return the terms of a language with documents, counted through all games, and impacts by turns."""
        index = self.library.index_of(lang)
        outside = index.out_of_domain()
        found: defaultdict[str, list[int]] = defaultdict(list)
        begin = 0
        for shard in [*index.shards(None), *([outside] if outside else [])]:
            places: dict[int, int] = {}
            for entry in shard.entries:  # what was edited since is in another shard, and has no document here
                for document in range(entry.document, entry.document + 1 + len(entry.numbers)):
                    places[document] = begin
                    begin += 1
            for term, (documents, impacts) in shard.impacts.all_postings(field):
                for document, impact in zip(documents, impacts, strict=True):
                    if document in places:
                        found[term] += (places[document], impact)
        return found

    def _vectors(self) -> Iterator[tuple[str, Any]]:
        """Yield the vectors of statements, some together."""
        if self.encoder is None:
            return
        rows, size = self.encoder.statements(), _VECTORS_TOGETHER * self.encoder.shape.dimensions
        for number, begin in enumerate(range(0, len(rows), size)):
            yield f"vectors/{number}", signed(rows[begin : begin + size])

    # -- what is shown -------------------------------------------------------------------------------------------

    def _texts(self, lang: str) -> Iterator[tuple[str, Any]]:
        """Yield the texts of a language's entries, with what proves its rulings."""
        entries = {entry.name: entry for entry in self.store.entries(lang) if entry.statements}
        shards = self._parted(
            f"{lang}/texts", entries, _TEXTS, lambda name: sum(len(said.text) for said in entries[name].statements)
        )
        for number, shard in enumerate(shards):
            yield f"{lang}/texts/{number}", {name: self._text(entries[name]) for name in shard}

    def _text(self, entry: Entry) -> list[Any]:
        said = [statement.text for statement in entry.statements]
        editions = {str(place): told.edition for place, told in enumerate(entry.statements) if told.edition}
        return [said, editions, ruling_json(self.compendium, entry)]

    def _links(self, lang: str) -> list[list[int]]:
        """Return the links of each entry as numbers of concepts: the entry, then what it links; mentions below zero."""
        found = []
        for entry in self.store.entries(lang):
            links = []
            for edge in self.store.links_from(lang, entry.name):
                game, _, concept = edge.target.partition("/")
                number = self.concepts[game, concept]
                links.append(number if edge.kind == "see-also" else -number - 1)
            if links:
                found.append([self.concepts[entry.game, entry.concept], *links])
        return found

    def _counterparts(self, other: str, lang: str) -> dict[str, list[int]]:
        """Return where the statements of another language's entries lead in this one, where that is another number.

        By concepts: number and counterpart by turns; 0 where there is none.
        """
        found: dict[str, list[int]] = {}
        for entry in self.store.entries(other):
            if not self.store.has(lang, entry.game, entry.concept):
                continue
            key = entry.game, entry.concept
            pairs = [(n, counterpart_of(other, key, n, lang, self.store) or 0) for n in _numbers_of(entry)]
            if moved := [number for pair in pairs if pair[0] != pair[1] for number in pair]:
                found[str(self.concepts[key])] = moved
        return found

    def _cards(self) -> Iterator[tuple[str, Any]]:
        """Yield the cards by the folded words of their names, and the cards themselves."""
        called: defaultdict[str, dict[tuple[int, int], int]] = defaultdict(dict)
        for number, game in enumerate(self.games):
            cards = self.store.cards(game)
            for place, card in enumerate(cards):
                for name in card.names.values():
                    called[key_of(name)][number, place] = int(card.entry is not None)
            for block, begin in enumerate(range(0, len(cards), _CARDS_TOGETHER)):
                yield f"cards/{game}-{block}", [card_json(card) for card in cards[begin : begin + _CARDS_TOGETHER]]
        shards = self._parted("cards", called, _CARDS, lambda key: len(key) + 10)
        for number, shard in enumerate(shards):
            yield (
                f"cards/{number}",
                {key: [[*at, has_entry] for at, has_entry in sorted(called[key].items())] for key in shard},
            )

    def _parted(self, kind: str, keys: Iterable[str], wanted: int, size: Callable[[str], int]) -> list[list[str]]:
        """Part keys by their hashes, and remember into how many parts."""
        parts = parted(keys, wanted, size)
        self.parts[kind] = len(parts)
        return parts


def _numbers_of(entry: Entry) -> list[int]:
    """Return the statements that can be found: a card's question only leads to its answer."""
    told = entry.statements
    return [one.n for one in told if one.n is not None and one.kind is not StatementKind.QUESTION]


def _lengths(entry: Entry) -> list[int]:
    """Return how long statements are of which a rule and its cases are shown together, as far as there is room."""
    lengths = [0] * len(entry.statements)
    for statement in entry.statements[1:]:
        if below := items_below(entry, statement):
            for one in (statement, *below, rule_above(entry, statement)):
                if one is not None:
                    lengths[entry.statements.index(one)] = len(one.text)
    return lengths


def _kind(statement: Statement) -> str:
    letter = KINDS[statement.kind]
    return letter.upper() if introduces(statement) else letter


def _norms(name: Name) -> str:
    return f"\t{name.norms[0]}" if name.norms and name.norms[0] else ""
