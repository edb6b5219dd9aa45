"""What the scripts of the site are given: per language the entries with their texts, and an index to search them by.

A browser has no stemmer and no Ukrainian dictionary, so both have done their work here: the index lists every written
form of every word together with the forms it belongs to, and how much each such group speaks for each statement. The
script only looks words up and adds numbers. The data are scripts themselves, because a page that was opened from a
folder may load a script and nothing else.
"""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from compendium_cli.exports.as_json import kind_of
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import CARDS, RULINGS
from compendium_cli.names import ENGLISH, key_of
from compendium_cli.site.listings import short_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from compendium_cli.compendium import Compendium
    from compendium_cli.model import Entry
    from compendium_cli.passages import Passage, Source

#: How much a word speaks for an entry whose title, English term or alias has it, and for a statement whose text or
#: whose players' phrasings have it. Names come first; beyond that little depends on them: with the other values
#: tried, the rule was among the first five for at most three more or fewer in a hundred of ``benchmarks/questions``.
_TITLE, _ENGLISH, _ALIAS, _TEXT, _ASKED = 3.0, 2.5, 1.5, 1.0, 1.0
#: BM25: how soon repetition stops counting, and how much a long text is discounted.
_SATURATION, _DISCOUNT = 1.2, 0.6
#: How many different words a statement usually has: what the discount is measured against.
_USUAL_LENGTH = 25
#: Weights are whole numbers in the script: this many steps to one.
_STEPS = 5

#: A group of written forms: its language and what the forms have in common.
Group = tuple[str, str]


#: What a word can speak for, an entry's names or one of its statements: how much each word weighs there, before it is
#: known how rare the word is.
Document = Mapping[Group, float]


def data_script(compendium: Compendium, lang: str) -> str:
    """Return the script with everything that searching and previewing need in a language."""
    return f"compendium.receive({_json(lang)}, {_json(search_data(compendium, lang))});\n"


def labels_script(lang: str) -> str:
    """Return the script with what the scripts say in a language."""
    language = LANGUAGES[lang]
    labels = {
        **language.scripts._asdict(),
        "nearest": language.labels.nearest,
        "kinds": {**language.labels.kinds, "ruling": language.labels.ruling},
    }
    return f"(window.compendium ||= {{}}).labels = {_json(labels)};\n"


def search_data(compendium: Compendium, lang: str) -> dict[str, Any]:
    """Return the entries of a language and the index over them.

    ``groups`` are ``root,ending,ending,…``: the written forms of one word; ``postings`` has for each group how much it
    speaks for which document, as ``[gap, weight, gap, weight, …]``. Documents are counted through the entries: first
    the names of an entry, then each of its statements.
    """
    entries = list(compendium.entries(lang))
    games = compendium.games()
    game_ids = {game: place for place, game in enumerate(sorted({entry.game for entry in entries}))}
    kinds = sorted({_kind(compendium, entry) for entry in entries})
    names = _other_names(compendium, lang)
    sources = {(source.game, source.concept): source for source in compendium.sources(lang)}
    written = {code: list(compendium.forms(code)) for code in (lang, ENGLISH)}
    norms = {code: _Norms(code, forms) for code, forms in written.items()}
    documents = [document for entry in entries for document in _documents(compendium, entry, sources, norms)]
    postings = _postings(documents)
    forms = _forms(written, postings)
    groups = sorted(postings)
    return {
        "games": [[game, short_name(games[game].name(lang))] for game in game_ids],
        "kinds": [LANGUAGES[lang].labels.kind(kind) for kind in kinds],
        "entries": [
            [
                game_ids[entry.game],
                entry.concept,
                kinds.index(_kind(compendium, entry)),
                entry.title,
                names.get((entry.game, entry.concept), []),
                [part for statement in entry.statements for part in (statement.n, statement.text)],
                entry.redirects_to or "",
            ]
            for entry in entries
        ],
        "stop": " ".join(sorted(LANGUAGES[lang].stop_words)),
        "groups": [_packed_forms(group, forms[group]) for group in groups],
        "postings": [postings[group] for group in groups],
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _kind(compendium: Compendium, entry: Entry) -> str:
    return kind_of(entry.concept, compendium.games()[entry.game].concepts.get(entry.concept))


def _other_names(compendium: Compendium, lang: str) -> dict[tuple[str, str], list[str]]:
    """Return what entries are called beside their titles: aliases, parts of titles, English terms, former ids."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for name in compendium.names():
        if name.source == "title" or name.lang not in (lang, ENGLISH, ""):
            continue
        is_own_id = name.source == "id" and key_of(name.concept.removeprefix(CARDS).removeprefix(RULINGS)) == name.key
        texts = found[name.game, name.concept]
        if not is_own_id and name.text not in texts:
            texts.append(name.text)
    return found


class _Norms(dict[str, tuple[str, ...]]):
    """What the words of a language may be forms of; a word that nobody has asked for yet is worked out."""

    def __init__(self, lang: str, forms: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self._language = LANGUAGES[lang]
        if self._language.analyzer.tabled:
            for form, norm in forms:
                self[form] = (*self.get(form, ()), norm)

    def __missing__(self, word: str) -> tuple[str, ...]:
        self[word] = self._language.analyzer.norms(word)
        return self[word]

    def of(self, text: str) -> list[str]:
        """Return what the words of a text that say something are forms of."""
        return [norm for word in self._language.content_words(text) for norm in self[word]]


def _documents(
    compendium: Compendium,
    entry: Entry,
    sources: Mapping[tuple[str, str], Source],
    norms: Mapping[str, _Norms],
) -> Iterator[Document]:
    """Yield how much each word speaks for an entry's names, and for each of its statements."""
    lang = entry.lang
    concept = compendium.games()[entry.game].concepts.get(entry.concept)
    heads: defaultdict[Group, float] = defaultdict(float)
    for field, weight, name in (
        (lang, _TITLE, entry.title),
        (lang, _ALIAS, " ".join(entry.aliases)),
        (ENGLISH, _ENGLISH, (concept.en if concept else None) or ""),
    ):
        said = norms[field].of(name)
        for norm in said:
            # A word weighs more the less else stands in the name.
            heads[field, norm] = max(heads[field, norm], weight * (0.5 + 0.5 / len(said)))
    yield heads
    source = sources.get((entry.game, entry.concept))
    passages = {passage.n: passage for passage in source.passages} if source else {}
    for statement in entry.statements:
        passage = passages.get(statement.n) if statement.n is not None else None
        if passage and entry.is_ruling:  # it is found by its question, which is the first of them: the others are heavy
            passage = passage._replace(phrasings=passage.phrasings[:1])
        yield _known_weights(passage, lang, norms[lang]) if passage else {}


#: What was worked out for statements: a server needs it again after every edit.
_KNOWN: dict[tuple[str, Passage], Document] = {}
_MOST_KNOWN = 20_000


def _known_weights(passage: Passage, lang: str, norms: _Norms) -> Document:
    if len(_KNOWN) > _MOST_KNOWN:
        _KNOWN.clear()
    key = lang, passage
    if key not in _KNOWN:
        _KNOWN[key] = _statement_weights(passage, lang, norms)
    return _KNOWN[key]


def _statement_weights(passage: Passage, lang: str, norms: _Norms) -> Document:
    """Return how much each word speaks for a statement: one of its text, and one of the phrasings."""
    text = set(norms.of(passage.text))
    length = 1 - _DISCOUNT + _DISCOUNT * len(text) / _USUAL_LENGTH
    weights = {(lang, norm): _TEXT * (_SATURATION + 1) / (1 + _SATURATION * length) for norm in text}
    asked = Counter(norm for phrasing in passage.phrasings for norm in set(norms.of(phrasing)))
    for norm, count in asked.items():
        more = _ASKED * count * (_SATURATION + 1) / (count + _SATURATION)
        weights[lang, norm] = weights.get((lang, norm), 0.0) + more
    return weights


def _postings(documents: Sequence[Document]) -> dict[Group, list[int]]:
    """Return for every group of forms the documents that it speaks for, and how much."""
    found: defaultdict[Group, list[tuple[int, float]]] = defaultdict(list)
    for number, document in enumerate(documents):
        for group, weight in document.items():
            found[group].append((number, weight))
    postings: dict[Group, list[int]] = {}
    for group, places in found.items():
        rarity = math.log(1 + (len(documents) - len(places) + 0.5) / (len(places) + 0.5))
        flat: list[int] = []
        last = 0
        for number, weight in places:
            flat += (number - last, max(1, round(_STEPS * rarity * weight)))
            last = number
        postings[group] = flat
    return postings


def _forms(written: Mapping[str, Iterable[tuple[str, str]]], wanted: Iterable[Group]) -> dict[Group, set[str]]:
    """Return the written forms of every group: those of the texts, and for a tabled language all there are."""
    groups: dict[Group, set[str]] = {group: set() for group in wanted}
    for language, forms in written.items():
        for form, norm in forms:
            if (language, norm) in groups:
                groups[language, norm].add(form)
    return groups


def _packed_forms(group: Group, forms: set[str]) -> str:
    """Return ``root,ending,…``; the root is what the forms and their norm begin with.

    >>> _packed_forms(("it", "alleat"), {"alleato", "alleati"})
    'alleat,i,o'
    """
    # What the first and the last in alphabetical order begin with, all between them begin with too.
    first, last = min(group[1], *forms), max(group[1], *forms)
    same = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    root = "".join(letter for letter, _ in same)
    return ",".join([root, *sorted(form[len(root) :] for form in forms)])
