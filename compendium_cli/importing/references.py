"""See-also lines and references inside sentences -> concepts. A wrong link is worse than a missing one."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.lookup import Near, beginning_with
from compendium_cli.names import key_of, norm_keys
from compendium_cli.naming import title_parts
from compendium_cli.resolving import EXACT, INFLECTED, TYPO, inflected

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from compendium_cli.importing.titles import Known
    from compendium_cli.languages import Language

_LONGEST_TITLE = 5
#: Ways to be found that take every word of a reference into account.
_WHOLE = (EXACT, "alias", INFLECTED)
#: Ways in which a reference is a name of its own.
_OWN = (EXACT, "alias", "part")
_MARKS = re.compile(r"[*_]{1,3}")


class Reference(NamedTuple):
    """A reference of the document."""

    source: str
    raw: str
    target: str | None
    how: str | None
    line: int


class Targets:
    """The entries that a document has, by every name it may use for them."""

    def __init__(
        self,
        titles: Mapping[str, str],
        headings: Mapping[str, str],
        language: Language,
        known: Known,
        parents: Mapping[str, str | None] | None = None,
    ) -> None:
        self.language = language
        self.titles = titles
        self._parents = parents or {}
        times = Counter(key_of(heading) for heading in headings.values())
        own = {key_of(title) for title in titles.values()}
        self._repeated: dict[str, list[str]] = {}
        self.exact: dict[str, str] = {}
        self.parts: dict[str, set[str]] = {}
        self.norms: dict[str, set[str]] = {}
        for concept, title in titles.items():
            for name in (title, headings.get(concept, title)):
                if times[key_of(name)] > 1 and key_of(name) not in own:
                    self._repeated.setdefault(key_of(name), []).append(concept)
                    continue
                self.exact.setdefault(key_of(name), concept)
                for norm in norm_keys(name, language, language.analyzer.norms):
                    self.norms.setdefault(norm, set()).add(concept)
                for part in title_parts(name, language):
                    self.parts.setdefault(key_of(part), set()).add(concept)
                    for norm in norm_keys(part, language, language.analyzer.norms):
                        self.norms.setdefault(norm, set()).add(concept)
        self.aliases = {key: concept for key, concept in known.names.items() if concept in titles}
        self.near = Near(self.exact.items())
        self._ordered = sorted(self.exact)
        self._longest = max(map(len, self._ordered), default=0)
        self._going_on: dict[str, dict[str, set[str]]] = {}
        self._found: dict[str, tuple[str, str] | None] = {}

    def called(self, raw: str, source: str) -> str | None:
        """Return the concept that is called so, word for word, as its neighbours say it."""
        key = key_of(raw)
        if key in self._repeated:
            return self._nearest(self._repeated[key], source)
        return self.exact.get(key) or self.aliases.get(key)

    def _nearest(self, concepts: Sequence[str], source: str) -> str | None:
        """Return which of several entries of one heading is meant: the only one that stands near the one that asks."""
        for above in self._above(source):
            near = [concept for concept in concepts if above in self._above(concept)]
            if near:
                return near[0] if len(near) == 1 else None
        return None

    def _above(self, concept: str) -> list[str]:
        """Return a concept and what it stands under, the nearest first."""
        found: list[str] = []
        at: str | None = concept
        while at and at not in found:
            found.append(at)
            at = self._parents.get(at)
        return found

    def find(self, raw: str, source: str = "") -> tuple[str, str] | None:
        """Return (concept, how) for a reference; nothing where it names no entry, or might name two."""
        if key_of(raw) in self._repeated:
            meant = self._nearest(self._repeated[key_of(raw)], source)
            return (meant, EXACT) if meant else None
        if raw not in self._found:
            self._found[raw] = self._find(raw)
        return self._found[raw]

    def _find(self, raw: str) -> tuple[str, str] | None:
        key = key_of(raw)
        if not key:
            return None
        if key in self.exact:
            return self.exact[key], EXACT
        if key in self.aliases:
            return self.aliases[key], "alias"
        return (
            self._only(self.parts.get(key, set()), "part")
            or self._inflected(raw)
            or self._bracketed(raw)
            or self._joined(raw)
            or self._shortened(key)
            or self._misspelt(key)
        )

    def reference(self, raw: str, source: str, line: int) -> Reference:
        """Return a reference of an entry, resolved; none of an entry to itself."""
        found = self.find(raw, source)
        target, how = found if found and found[0] != source else (None, None)
        return Reference(source, raw, target, how, line)

    @staticmethod
    def _only(concepts: Iterable[str], how: str) -> tuple[str, str] | None:
        found = set(concepts)
        return (found.pop(), how) if len(found) == 1 else None

    def _inflected(self, raw: str) -> tuple[str, str] | None:
        language = self.language
        return self._only(inflected(raw, language, language.analyzer.norms, self._by_norm), INFLECTED)

    def _by_norm(self, norm: str) -> set[str]:
        return self.norms.get(norm, set())

    def _bracketed(self, raw: str) -> tuple[str, str] | None:
        """``Palabras clave (Usos)`` is a part of an entry; ``Attacco (azione …)`` a title with other brackets."""
        before, bracket, inside = raw.partition("(")
        base = key_of(before)
        if not bracket or not base:
            return None
        if base in self.exact:
            return self.exact[base], "part of an entry"
        if base.startswith(key_of(self.language.documents.appendix)) and key_of(inside) in self.exact:
            return self.exact[key_of(inside)], "part of an entry"
        words = set(key_of(inside).split()) - self.language.stop_words
        going_on = self._words_after(base)
        return self._only((concept for word in words for concept in going_on.get(word, ())), "former name")

    def _words_after(self, base: str) -> dict[str, set[str]]:
        """Return the words that titles go on with which begin with others, and the concepts of those titles."""
        if base not in self._going_on:
            words: dict[str, set[str]] = {}
            for title in beginning_with(f"{base} ", self._ordered):
                for word in title[len(base) :].split():
                    words.setdefault(word, set()).add(self.exact[title])
            self._going_on[base] = words
        return self._going_on[base]

    def _joined(self, raw: str) -> tuple[str, str] | None:
        """``Mescolare/Rimescolare`` are two titles, the first leads on; of ``Panoramica: …`` the last does."""
        halves = [key_of(half) for half in raw.split("/")]
        if len(halves) > 1 and all(half in self.exact for half in halves):
            return self.exact[halves[0]], "part"
        key = key_of(raw)
        words = key.split() if len(key) <= 2 * self._longest + 1 else []
        for place in range(1, len(words)):
            before, after = " ".join(words[:place]), " ".join(words[place:])
            if before in self.exact and after in self.exact:
                return self.exact[after], "part"
        return None

    def _shortened(self, key: str) -> tuple[str, str] | None:
        if len(key) < 4:  # noqa: PLR2004 - any title begins with so few letters
            return None
        meant: set[str] = set()
        for title in beginning_with(f"{key} ", self._ordered):
            meant.add(self.exact[title])
            if len(meant) > 1:
                return None
        return self._only(meant, "shortened")

    def _misspelt(self, key: str) -> tuple[str, str] | None:
        meant = self.near.meant(key)
        return (meant, TYPO) if meant else None


def labelled(text: str, labels: Sequence[str]) -> str | None:
    """Return what follows a label at the beginning of a line, bold or not, with a colon or not, else ``None``."""
    plain = _MARKS.sub("", text).strip()
    for label in labels:
        pattern = re.escape(label).replace(r"\ ", r"\s+").replace(r"\.", r"\.?\s?")
        if found := re.match(rf"[-•\s(]*{pattern}\s*[:.]*\s+(?=\S)|[-•\s(]*{pattern}\s*:\s*", plain, re.IGNORECASE):
            rest = plain[found.end() :].strip()
            return rest.removesuffix(")") if "(" in found.group() else rest
    return None


def split_references(text: str, language: Language, targets: Targets) -> list[str]:
    """Split a line of references; a title that holds the separator stays whole where the document has it."""
    words = language.documents
    separator = next((mark for mark in words.separators if mark in _outside_brackets(text)), words.separators[0])
    pieces = _split(text.strip().rstrip("."), separator)
    result: list[str] = []
    position = 0
    while position < len(pieces):
        length = _title_length(pieces[position : position + _LONGEST_TITLE], separator, targets)
        if length > 1:
            result.append(f"{separator} ".join(pieces[position : position + length]))
        else:
            result += _at_conjunction(pieces[position], language, targets)
        position += length
    return [piece for piece in result if key_of(piece)]


def _title_length(pieces: Sequence[str], separator: str, targets: Targets) -> int:
    """Return how many pieces make up one title: more than one where the document's title holds the separator."""
    for length in range(min(_LONGEST_TITLE, len(pieces)), 1, -1):
        joined = f"{separator} ".join(pieces[:length])
        if key_of(joined) in targets.exact:
            return length
        # Names that stand on their own are not run together.
        own = [found[1] if (found := targets.find(piece)) else None for piece in pieces[:length]]
        if EXACT in own or all(how in _OWN for how in own):
            continue
        found = targets.find(joined)
        if found and (found[1] in _WHOLE or not any(own)):
            return length
    return 1


def _outside_brackets(text: str) -> str:
    return re.sub(r"\([^()]{0,200}\)", "", text)


def _split(text: str, separator: str) -> list[str]:
    pieces, depth, current = [], 0, ""
    for char in text:
        depth += (char == "(") - (char == ")")
        if char == separator and depth <= 0:
            pieces.append(current.strip())
            current = ""
        else:
            current += char
    return [piece.strip(" .") for piece in [*pieces, current.strip()] if piece.strip(" .")]


def _at_conjunction(piece: str, language: Language, targets: Targets) -> list[str]:
    """Part the last two references of a line at "and", unless a title holds it."""
    if targets.find(piece) is not None:
        return [piece]
    for word in language.documents.conjunctions:
        halves = re.split(rf"\s+{word}\s+", piece)
        if len(halves) > 1 and all(targets.find(half) for half in halves):
            return halves
    return [piece]


def inline_references(text: str, labels: Sequence[str]) -> list[str]:
    """Return the lists of references inside a sentence or after it, as in ``… **Vedi:** Trama principale``."""
    spoken = "|".join(re.escape(label.rstrip(".")) for label in labels)
    listed = r"[^.()\n]{1,300}(?:\([^()\n]{0,100}\)[^.()\n]{0,300}){0,5}"
    pattern = rf"(?<!\w)[*_]{{0,3}}(?:{spoken})\.?[*_]{{0,3}}\s?:[*_]{{0,3}}\s*({listed})"
    return [found.group(1).strip(" *_") for found in re.finditer(pattern, text, re.IGNORECASE)]
