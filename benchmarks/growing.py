"""A glossary of any size, grown from the shipped one: the same shape, with words of its own in every game.

A grown game is modelled on a shipped one: as many entries, statements, phrasings, links and cards, in the same
languages. Its words are real ones recombined. The commonest hundred roots of a language stay, as every rulebook says
"card" and "turn"; any other root becomes one that is about as common; and some rare ones become roots that no other
game has, so that the vocabulary grows with the texts as it does in a real library (Heaps' law). Endings are kept, so
that inflection, misspelling and phrasings work as in the shipped entries. No two words of a game become one, so its
names stay apart, and a question about the shipped game, put into the grown game's words, has the same answer there.

Every choice follows from the number of the game: the same call writes the same bytes.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from compendium_cli.languages import LANGUAGES, words_of
from compendium_cli.names import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SHIPPED = Path(__file__).parent.parent / "glossary"
#: So many roots of a language are common to all games; fewer where there are few words.
_SHARED, _SHARED_PART = 100, 20
#: Roots change places with others of about the same frequency: so many together.
_BAND = 16
#: A root that stands in the shipped texts at most so often may be replaced by one that no other game has.
_RARE = 3
#: Heaps' law: the vocabulary grows with this power of the texts.
_HEAPS = 0.55
_SHORTEST_ROOT = 3
#: What is no prose: targets of links, the kind of a call-out, numbers of statements, labels of the last line, headings
#: of parts, addresses.
_FIXED = re.compile(
    r"\]\((?P<link>[^)\s]*)\)|^> \[![^\]]*\]|\^\d+$|^\*\*[^*\n]+:\*\*(?= \[)|^## .*$|https?://\S+", re.MULTILINE
)
_LINK = re.compile(r"(?P<before>(?:\.\./|cards/)*)(?P<id>[^/.#]+)(?P<after>\.md.*)")


class _Root(NamedTuple):
    """A word, parted into what is replaced and what is kept."""

    lang: str
    root: str
    ending: str


class _Text(NamedTuple):
    """A text taken apart: words that may be replaced, between what stays."""

    lang: str
    pieces: tuple[tuple[str, str, str], ...]
    """What stands before a word, the word folded, and the word as it is written."""
    end: str

    def said_with(self, words: Mapping[str, Mapping[str, str]]) -> str:
        """Return the text with its words replaced."""
        own = words[self.lang]
        return "".join(f"{before}{_cased(own.get(word, raw), raw)}" for before, word, raw in self.pieces) + self.end


class _Model(NamedTuple):
    """A shipped game, ready to be said in other words."""

    id: str
    settings: dict[str, Any]
    concepts: dict[str, dict[str, str]]
    renamed: dict[str, str]
    titles: dict[str, dict[str, _Text]]
    entries: dict[str, tuple[dict[str, Any], _Text]]
    """Front matter and body by path below the game's folder."""
    asked: dict[str, _Text]
    """Phrasings by path below the game's folder."""
    cards: list[dict[str, Any]]
    """The rows of the list of cards, by column."""


class Shipped:
    """The shipped glossary, taken apart once."""

    def __init__(self, folder: Path = SHIPPED) -> None:
        self.folder = folder
        self._counts: dict[str, Counter[str]] = {lang: Counter() for lang in LANGUAGES}
        self.models = [self._model(path.parent) for path in sorted(folder.glob("*/game.yml"))]
        self._roots = {lang: {word: _parted(word, lang) for word in words} for lang, words in self._counts.items()}
        self._ranked = {lang: self._by_frequency(lang) for lang in LANGUAGES}

    def grow(self, target: Path, times: int) -> None:
        """Write a glossary of so many times the shipped one's size: the shipped games and grown ones."""
        shutil.copytree(self.folder, target)
        for number in range(1, 1 + (times - 1) * len(self.models)):
            self._write(target / game_id(number), number)

    def in_words_of(self, number: int, text: str, lang: str) -> str:
        """Return a text about a shipped game in the words of a grown one."""
        return self._text(text, lang, count=False).said_with(self._words(number))

    def model_of(self, number: int) -> str:
        """Return the shipped game that a grown one is modelled on."""
        return self.models[(number - 1) % len(self.models)].id

    def id_of(self, number: int, concept: str) -> str:
        """Return what a concept, or ``cards/card``, of the shipped game is called in a grown one."""
        return _renamed(concept, self._words(number)[ENGLISH])

    # -- taking apart ------------------------------------------------------------------------------------------------

    def _model(self, folder: Path) -> _Model:
        concepts = _read_yaml(folder / "concepts.yml")
        renamed = concepts.pop("renamed", {})
        asked = {}
        for path in sorted(folder.glob("asked/*/**/*.txt")):
            name = path.relative_to(folder).as_posix()
            asked[name] = self._text(path.read_text(encoding="utf-8"), name.split("/")[1])
        entries = {}
        for path in sorted(folder.glob("*/**/*.md")):
            name = path.relative_to(folder).as_posix()
            lang = name.partition("/")[0]
            _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
            fields = self._front_matter(yaml.load(front, yaml.BaseLoader), lang)  # noqa: S506 - texts only
            entries[name] = fields, self._text(body, lang)
            self._counts[ENGLISH].update(path.stem.split("-"))
        titles = {
            concept: {lang: self._text(title, lang) for lang, title in fields.items() if lang in LANGUAGES}
            for concept, fields in concepts.items()
        }
        for concept in concepts:
            self._counts[ENGLISH].update(concept.split("-"))
        cards = list(self._cards(folder / "cards.tsv"))
        return _Model(folder.name, _read_yaml(folder / "game.yml"), concepts, renamed, titles, entries, asked, cards)

    def _cards(self, path: Path) -> Iterator[dict[str, Any]]:
        """Yield the rows of a list of cards; names are texts."""
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else [""]
        columns, *rows = (line.split("\t") for line in lines)
        for row in rows:
            cells = dict(zip(columns, row, strict=True))
            yield {key: self._text(cell, key) if key in LANGUAGES else cell for key, cell in cells.items()}

    def _front_matter(self, fields: dict[str, Any], lang: str) -> dict[str, Any]:
        taken: dict[str, Any] = {}
        for key, value in fields.items():
            if key in ("heading", "product"):
                taken[key] = self._text(value, lang)
            elif key == "aliases":
                taken[key] = [self._text(text, lang) for text in value]
            else:
                taken[key] = value
        return taken

    def _text(self, text: str, lang: str, *, count: bool = True) -> _Text:
        pieces = []
        done = 0
        for part in _prose(text):
            if isinstance(part, re.Match):  # an id in the target of a link
                pieces.append((text[done : part.start("id")], f"/{part['id']}", part["id"]))
                done = part.end("id")
                continue
            for word in words_of(text[part]):
                begin, end = part.start + word.start, part.start + word.end
                if _is_replaceable(word.folded, lang):
                    pieces.append((text[done:begin], word.folded, text[begin:end]))
                    done = end
                    self._counts[lang][word.folded] += count
        return _Text(lang, tuple(pieces), text[done:])

    def _by_frequency(self, lang: str) -> list[tuple[str, int]]:
        counts: Counter[str] = Counter()
        for word, count in self._counts[lang].items():
            if _is_replaceable(word, lang):
                counts[self._roots[lang][word].root] += count
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return ranked[min(_SHARED, len(ranked) // _SHARED_PART) :]

    # -- new words ---------------------------------------------------------------------------------------------------

    def _words(self, number: int) -> dict[str, dict[str, str]]:
        """Return what the words of each language become in a game, and under ``/id`` what an id becomes."""
        chance = random.Random(number)  # noqa: S311 - a fixed choice is wanted
        copy = 2 + (number - 1) // len(self.models)
        found = {lang: self._words_of_language(lang, number, copy, chance) for lang in LANGUAGES}
        english = found[ENGLISH]
        ids = {f"/{name}": _renamed(name, english) for name in self._ids}
        return {lang: words | ids for lang, words in found.items()}

    def _words_of_language(self, lang: str, number: int, copy: int, chance: random.Random) -> dict[str, str]:
        ranked = self._ranked[lang]
        roots: dict[str, str] = {}
        for begin in range(0, len(ranked), _BAND):
            band = [root for root, _ in ranked[begin : begin + _BAND]]
            roots.update(zip(band, chance.sample(band, len(band)), strict=True))
        own = _HEAPS * copy ** (_HEAPS - 1)
        for place, (root, count) in enumerate(ranked):
            if count <= _RARE and chance.random() < own:
                roots[root] = _coined(ranked, number, place, chance)
        words: dict[str, str] = {}
        taken: set[str] = set()
        for word, (_, root, ending) in sorted(self._roots[lang].items()):
            new = roots.get(root, root) + ending
            while new in taken:
                new += ending or "a"
            taken.add(new)
            words[word] = new
        return words

    @property
    def _ids(self) -> Iterator[str]:
        for model in self.models:
            yield from model.concepts
            yield from {path.rpartition("/")[2].removesuffix(".md") for path in model.entries if "/cards/" in path}

    # -- writing -----------------------------------------------------------------------------------------------------

    def _write(self, folder: Path, number: int) -> None:
        model = self.models[(number - 1) % len(self.models)]
        words = self._words(number)
        english = words[ENGLISH]
        name = _coined(self._ranked["it"], number, 0, random.Random(number)).capitalize()  # noqa: S311
        folder.mkdir(parents=True)
        settings = {**model.settings, "names": dict.fromkeys(model.settings["names"], f"{name} {number}")}
        _write_yaml(folder / "game.yml", settings)
        concepts = {
            _renamed(concept, english): {**fields, **_said(model.titles[concept], words)}
            for concept, fields in model.concepts.items()
        }
        renamed = {f"former-{old}": _renamed(new, english) for old, new in model.renamed.items()}
        _write_yaml(folder / "concepts.yml", concepts | ({"renamed": renamed} if renamed else {}))
        if model.cards:
            _write_cards(folder / "cards.tsv", model.cards, words)
        for path, (front, body) in model.entries.items():
            fields = "".join(f"{key}: {_json(value)}\n" for key, value in _said(front, words).items())
            _write_below(folder, path, english, f"---\n{fields}---\n{body.said_with(words)}")
        for path, phrasings in model.asked.items():
            _write_below(folder, path, english, phrasings.said_with(words))


def game_id(number: int) -> str:
    """Return the id of a grown game.

    >>> game_id(7)
    'game-007'
    """
    return f"game-{number:03d}"


def _prose(text: str) -> Iterator[slice | re.Match[str]]:
    """Yield the parts of a text whose words may be replaced, and the ids that its links name, in their order."""
    done = 0
    for fixed in _FIXED.finditer(text):
        yield slice(done, fixed.start())
        if fixed["link"] and (link := _LINK.fullmatch(text, fixed.start("link"), fixed.end("link"))):
            yield link
        done = fixed.end()
    yield slice(done, len(text))


def _is_replaceable(folded: str, lang: str) -> bool:
    return len(folded) >= _SHORTEST_ROOT and folded.isalpha() and folded not in LANGUAGES[lang].stop_words


def _parted(word: str, lang: str) -> _Root:
    norm = LANGUAGES[lang].analyzer.norms(word)[0]
    if len(norm) >= _SHORTEST_ROOT and word.startswith(norm):
        return _Root(lang, norm, word[len(norm) :])
    return _Root(lang, word, "")


def _coined(ranked: list[tuple[str, int]], number: int, place: int, chance: random.Random) -> str:
    """Return a root that no other game has: the beginning of one, syllables of the game's own, the end of another."""
    first, last = (ranked[chance.randrange(len(ranked))][0] for _ in range(2))
    vowels, consonants = ("аеиоу", "бвгдзклмнпрст") if "\u0400" <= first[0] <= "\u04ff" else ("aeiou", "bcdfglmnprstv")
    syllables = ""
    rest = number * 7 + place % 7
    while rest:
        rest, vowel = divmod(rest, len(vowels))
        rest, consonant = divmod(rest, len(consonants))
        syllables += consonants[consonant] + vowels[vowel]
    return f"{first[: (len(first) + 1) // 2]}{syllables}{last[len(last) // 2 :]}"


def _renamed(concept: str, english: Mapping[str, str]) -> str:
    before, _, stem = concept.rpartition("/")
    new = "-".join(english.get(part, part) for part in stem.split("-"))
    return f"{before}/{new}" if before else new


def _cased(new: str, raw: str) -> str:
    if raw.isupper() and len(raw) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if raw[:1].isupper() else new


def _said(value: Any, words: Mapping[str, Mapping[str, str]]) -> Any:
    """Return a value with all its texts in other words."""
    if isinstance(value, _Text):
        return value.said_with(words)
    if isinstance(value, list):
        return [_said(item, words) for item in value]
    if isinstance(value, dict):
        return {key: _said(item, words) for key, item in value.items()}
    return value


def _read_yaml(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 - texts only
    return found


def _write_yaml(path: Path, fields: Mapping[str, Any]) -> None:
    path.write_text("".join(f"{key}: {_json(value)}\n" for key, value in fields.items()), encoding="utf-8")


def _write_cards(path: Path, cards: list[dict[str, Any]], words: Mapping[str, Mapping[str, str]]) -> None:
    rows = [{**_said(card, words), "card": _renamed(card["card"], words[ENGLISH])} for card in cards]
    lines = (tuple(cards[0]), *(tuple(row.values()) for row in rows))
    path.write_text("".join("\t".join(line) + "\n" for line in lines), encoding="utf-8")


def _write_below(folder: Path, path: str, english: Mapping[str, str], text: str) -> None:
    """Write a file about a concept to the place of the concept that it becomes."""
    place, _, name = path.rpartition("/")
    stem, _, suffix = name.partition(".")
    file = folder / place / f"{_renamed(stem, english)}.{suffix}"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _json(value: Any) -> str:
    """Return a value in JSON, which is YAML too."""
    return json.dumps(value, ensure_ascii=False)
