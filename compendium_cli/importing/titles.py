"""Headings -> clean titles and concept ids. A repair needs evidence, is reported, and is not made when in doubt."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.lookup import Near, Titles
from compendium_cli.languages import LANGUAGES, romanised
from compendium_cli.names import ENGLISH, key_of
from compendium_cli.naming import title_parts
from compendium_cli.reading.ids import is_id

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from compendium_cli.languages import Language
    from compendium_cli.model import Corpus

_LONGEST_SLUG = 60


class Known(NamedTuple):
    """What the glossary already calls things in a language."""

    titles: dict[str, str]
    """Concept id -> title."""
    names: dict[str, str]
    """Key of every title, alias and English term -> concept id; names of several concepts are left out."""
    parts: dict[str, str]
    """Key of every part of a title -> concept id; likewise."""
    by_words: Titles
    """The titles again, found by what a heading shows of them."""


def known_names(corpus: Corpus, game: str, lang: str) -> Known:
    """Collect what a glossary calls the concepts of a game in a language."""
    language = LANGUAGES[lang]
    titles: dict[str, str] = {}
    names: dict[str, set[str]] = {}
    parts: dict[str, set[str]] = {}
    concepts = corpus.games[game].concepts if game in corpus.games else {}
    own = [entry for entry in corpus.entries if entry.game == game and entry.lang == lang and not entry.is_card]
    for concept in concepts.values():
        if title := (concept.en if lang == ENGLISH else concept.titles.get(lang)):
            titles[concept.id] = title
        if concept.en:
            names.setdefault(key_of(concept.en), set()).add(concept.id)
    titles |= {entry.concept: entry.title for entry in own}
    for entry in own:
        for alias in entry.aliases:
            names.setdefault(key_of(alias), set()).add(entry.concept)
    for concept_id, title in titles.items():
        for part in title_parts(title, language):
            parts.setdefault(key_of(part), set()).add(concept_id)
    single = {key: next(iter(ids)) for key, ids in names.items() if len(ids) == 1}
    single |= {key_of(title): concept_id for concept_id, title in titles.items()}
    single_parts = {key: next(iter(ids)) for key, ids in parts.items() if len(ids) == 1}
    return Known(titles, single, single_parts, Titles(titles, language.documents.conjunctions))


class Named(NamedTuple):
    """What a heading was taken for."""

    concept: str
    title: str
    repair: str | None
    """What was mended, and on what evidence."""


def name_heading(
    heading: str, known: Known, taken: Container[str], titled: Container[str], spellings: Spellings
) -> Named:
    """Return the concept and clean title of a heading.

    ``taken`` are concepts that headings before it are, ``titled`` those whose very title is a heading of the document.
    """
    clean = without_glyphs(heading)
    for key in dict.fromkeys((key_of(clean), key_of(_without_single_letters(clean)))):
        concept = known.names.get(key)
        # An alias is what else an entry is called, not another heading beside its own.
        if concept and (key_of(known.titles.get(concept, "")) == key or concept not in titled):
            return Named(concept, known.titles.get(concept, sentence_case(clean)), None)
    key = key_of(clean)
    if key in known.parts and known.parts[key] not in taken:
        concept = known.parts[key]
        return Named(concept, known.titles[concept], None)
    by_words = known.by_words
    held = by_words.held_in(key_of(heading)) if heading.endswith(":") else None
    if meant := held or by_words.shortened(key):
        return Named(meant, known.titles[meant], None)
    # A title that ends with the heading's words: its first line was lost.
    if meant := by_words.ending_with(key, taken) or by_words.near.meant(key, taken):
        title = known.titles[meant]
        return Named(meant, title, f"{heading!r} read as {title!r}, a title of the glossary")
    title = sentence_case(clean)
    if better := spellings.better(key):
        return Named(slug_of(better), better, f"{heading!r} read as {better!r}, as elsewhere in the document")
    return Named(slug_of(title), title, None)


def without_glyphs(heading: str) -> str:
    """Return a heading without icons that were read as characters.

    >>> without_glyphs("CRISI (ICONA - ♣)")
    'CRISI (ICONA)'
    """
    kept = "".join(char if unicodedata.category(char)[0] in "LNPZ" else " " for char in heading)
    kept = re.sub(r"[\s–-]+\)", ")", kept)
    kept = re.sub(r"\(\s*[\s–-]*\)", "", kept)
    return re.sub(r"\s+", " ", kept).strip(" -–+")


def _without_single_letters(title: str) -> str:
    """Return a title without the single letters and digits inside its brackets: icons read as text."""
    cleaned = re.sub(
        r"\(([^)]*)\)", lambda found: "(" + re.sub(r"(?:^|[\s–-]+)\S(?=\s|$)", " ", found.group(1)).strip() + ")", title
    )
    return re.sub(r"\(\s*\)", "", cleaned).strip()


def sentence_case(title: str) -> str:
    """Return a title in sentence case; words that are not all capitals keep theirs.

    >>> sentence_case("AREA DI GIOCO (DEL CRIMINALE)"), sentence_case("APPENDICE II: PREPARAZIONE")
    ('Area di gioco (del criminale)', 'Appendice II: Preparazione')
    """
    if any(char.islower() for char in title) or not re.search(r"[^\W\d_]{2}", title):
        return title
    words = [
        word if re.fullmatch(r"[IVX]+[:.)]?", word) and len(word) > 1 else word.lower() for word in title.split(" ")
    ]
    lowered = " ".join(words)
    lowered = re.sub(r"(?<=: )\w", lambda found: found.group().upper(), lowered)
    return lowered[:1].upper() + lowered[1:]


def slug_of(title: str) -> str:
    """Return an id for a title that the glossary does not know: the same for the same title, whatever the document.

    >>> slug_of("Área de juego"), slug_of("Хід гравця")
    ('area-de-juego', 'khid-hravtsia')
    """
    ascii_only = unicodedata.normalize("NFKD", romanised(key_of(title))).encode("ascii", "ignore").decode()
    slug = "-".join(re.findall(r"[a-z0-9]+", ascii_only))[:_LONGEST_SLUG].strip("-")
    return slug if is_id(slug) else f"{slug}-entry".lstrip("-")  # no letter at all, or the name of a device


class Spellings:
    """How the document's index, or its references, spell names: evidence for headings that were misread."""

    def __init__(self, evidence: Iterable[str]) -> None:
        self._texts = {key_of(text): text for text in evidence}
        self.near = Near(self._texts.items())

    def better(self, key: str) -> str | None:
        """Return the spelling that is given to a heading, where all agree on one."""
        better = self.near.meant(key) if key not in self._texts else None
        return sentence_case(better) if better else None


def qualified(title: str, before: Iterable[str], known: Known, language: Language) -> Iterator[tuple[str, str]]:
    """Yield (concept, title) for a heading that comes again: with what it stands under in brackets.

    The brackets may hold the heading above (``Eroi (danni e sconfitta)``) or speak of it in another form (``Nemesi
    (attivazione)`` below ``Attivare i nemici``).
    """
    above = [(key_of(parent), _norms(parent, language)) for parent in before]
    bracketed = known.by_words.with_brackets(title)
    for key, _ in above:
        yield from ((concept, full) for concept, (full, inside) in bracketed.items() if key_of(inside) == key)
    for _, norms in above:
        yield from ((c, full) for c, (full, inside) in bracketed.items() if _norms(inside, language) & norms)


def _norms(text: str, language: Language) -> set[str]:
    words = language.content_words(text)
    return {norm for word in words for norm in language.analyzer.norms(word)}


def opening_concept(corpus: Corpus, game: str, known: Known) -> str | None:
    """Return the concept that a document's introduction is, where the glossary has one."""
    concepts = corpus.games[game].concepts if game in corpus.games else {}
    return next((c.id for c in concepts.values() if c.kind == "intro" and c.id in known.titles), None)
