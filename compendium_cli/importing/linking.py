"""What a sentence refers to -> links: anchors, "see X", rule numbers, pages, quoted titles, titles that are named.

A reference that might mean two entries, or none, is no link. A title that is an ordinary word links only where it is
written as a term: with a capital inside a sentence, in quotes, in bold.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.importing.references import Reference, inline_references, split_references
from compendium_cli.names import key_of, norm_keys
from compendium_cli.resolving import EXACT, INFLECTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from compendium_cli.importing.references import Targets
    from compendium_cli.languages import Language

ANCHOR, NUMBER, PAGE, MENTION = "anchor", "number", "page", "mention"
_LINK = re.compile(r"\[([^\[\]]{1,200})\]\(([^()\s]{1,300})\)")
_QUOTED = re.compile(r"[*_]{0,2}[\"“„«](?P<title>[^\"“”„«»\[\]\n]{2,80}?)[.,;:]?[\"”“»][*_]{0,2}")
_BOLD = re.compile(r"(?<![*\w])(?:\*\*|\*|__)(?P<title>[^*_\[\]\n]{2,80}?)(?:\*\*|\*|__)(?![*\w])")
_NUMBER = re.compile(r"(?<![\w.])§?(?P<number>[A-Z]?\d{1,3}(?:\.(?:\d{1,3}|[A-Za-z](?!\w)))+)(?![\w%])")
_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_LONGEST = 8
"""Words of a title that is looked for in a sentence."""
_LISTED = 6
_SHORTEST = 3
_MOST = 12
"""Links that the titles named in a statement make, at most."""
_DEEP_NUMBER = 2
"""With so many points a number is that of a rule, wherever it stands."""


class _Span(NamedTuple):
    start: int
    end: int
    raw: str
    target: str | None
    how: str | None
    text: str
    """What is written there, link or not."""


class Places(NamedTuple):
    """Where the entries of a document stand in it."""

    anchors: Mapping[str, str]
    """The letters of each heading's anchor, and the concept."""
    numbers: Mapping[str, str]
    pages: Mapping[int, str]
    """Pages on which one entry begins, and no other."""


class Linker:
    """Makes the references inside the sentences of a document links."""

    def __init__(self, targets: Targets, places: Places, language: Language) -> None:
        self._targets = targets
        self._places = places
        self._language = language
        words = language.documents
        self._lead = _any_of([*words.see, *words.lead])
        self._rule = _any_of(words.rule)
        self._page = re.compile(rf"(?:{_alternatives(words.page)})\s*(?P<page>\d{{1,3}})(?!\d)", re.IGNORECASE)
        onward = _alternatives((*words.conjunctions, *words.on))
        self._go_on = re.compile(rf"[\s*_]*(?:[,;/&(–—-]|\b(?:{onward})\b)[\s*_]*", re.IGNORECASE)
        self._first_norms = {norm.split(" ")[0] for norm in targets.norms}
        self._norms = lru_cache(maxsize=65536)(self._norms_of)

    def linked(self, text: str, source: str, line: int) -> tuple[str, list[Reference]]:
        """Return a statement with links, and what it refers to, resolved or not."""
        spans: list[_Span] = []
        for found in (self._anchors, self._labelled, self._led, self._numbered, self._quoted, self._named):
            for span in found(text, source):
                if all(span.end <= other.start or span.start >= other.end for other in spans):
                    spans.append(span)
        pieces = []
        place = 0
        references = []
        linked: set[str] = set()
        for span in sorted(spans):
            again = span.target in linked and span.how == MENTION
            pieces += [text[place : span.start], text[span.start : span.end] if again else span.text]
            place = span.end
            if span.raw and not again:
                references.append(Reference(source, span.raw, span.target, span.how, line))
            if span.target:
                linked.add(span.target)
        return "".join([*pieces, text[place:]]), references

    # -- each kind of reference --------------------------------------------------------------------------------------

    def _anchors(self, text: str, source: str) -> Iterator[_Span]:
        """Yield links: those to headings of the document lead to entries; others stay as they are."""
        for found in _LINK.finditer(text):
            words, address = found.group(1), found.group(2)
            if not address.startswith("#"):
                yield _Span(found.start(), found.end(), "", None, None, found.group())
                continue
            target = self._places.anchors.get(letters_of(address)) or self._exact(words, source)
            yield _span(_Written(found.start(), found.end(), words), target, ANCHOR, source)

    def _labelled(self, text: str, source: str) -> Iterator[_Span]:
        """Yield the references of lists behind a label with a colon: ``… **See:** Storm, Crew``."""
        place = 0
        for listed in inline_references(text, self._language.documents.see):
            place = max(text.find(listed, place), place)
            within = place
            for raw in split_references(listed, self._language, self._targets):
                start = text.find(raw, within)
                reference = self._targets.reference(raw, source, 0)
                if start < 0:
                    yield _Span(place, place, raw, reference.target, reference.how, "")
                    continue
                within = start + len(raw)
                yield _span(_Written(start, within, raw), reference.target, reference.how or "", source)

    def _led(self, text: str, source: str) -> Iterator[_Span]:
        """Yield what stands behind "see", "refer to" and the like."""
        for found in self._lead.finditer(text):
            yield from self._listed(text, found.end(), source, _closes(text, found))

    def _listed(self, text: str, place: int, source: str, *rest: bool) -> Iterator[_Span]:
        is_bracketed = any(rest)
        for count in range(_LISTED):
            place = self._past_small_words(text, place)
            span = self._at(text, place, source, is_bracketed=is_bracketed)
            if span is None:
                return
            if span.target or count == 0:
                yield span
            if not (onward := self._go_on.match(text, span.end)):
                return
            place = onward.end()

    def _numbered(self, text: str, source: str) -> Iterator[_Span]:
        """Yield numbers of rules that the document has, where they are plainly no measure."""
        for found in _NUMBER.finditer(text):
            number = found.group("number")
            target = self._places.numbers.get(number)
            before = text[: found.start()].rstrip(" *_")
            is_told = before.endswith(("(", "[", "§")) or self._rule.search(before[-24:] + " ") is not None
            if target and (is_told or number.count(".") >= _DEEP_NUMBER):
                yield _span(_Written(found.start("number"), found.end("number"), number), target, NUMBER, source)

    def _quoted(self, text: str, source: str) -> Iterator[_Span]:
        for found in (*_QUOTED.finditer(text), *_BOLD.finditer(text)):
            title = found.group("title")
            is_label = text[found.end() : found.end() + 1] == ":" or title.endswith((":", "."))
            target = self._exact(title, source)
            if target and title[:1].isupper() and not (is_label or (found.start() == 0 and "*" in found.group())):
                yield _span(_Written(found.start("title"), found.end("title"), title), target, MENTION, source)

    def _named(self, text: str, source: str) -> Iterator[_Span]:
        """Yield titles that a sentence names."""
        tokens = list(_TOKEN.finditer(text))
        place = count = 0
        while place < len(tokens) and count < _MOST:
            found = self._title_among(text, tokens, place, source)
            if found is None:
                place += 1
                continue
            length, target = found
            start, end = tokens[place].start(), tokens[place + length - 1].end()
            yield _span(_Written(start, end, text[start:end]), target, MENTION, source)
            count += 1
            place += length

    # -- titles --------------------------------------------------------------------------------------------------------

    def _title_among(self, text: str, tokens: list[re.Match[str]], place: int, source: str) -> tuple[int, str] | None:
        """Return how many words from a place on are a title, written as a term, and its concept."""
        first = tokens[place]
        if text[first.start() - 1 : first.start()] == "[":  # where a link would stand inside brackets of the document
            return None
        if not self._norms(first.group()) & self._first_norms:
            return None
        is_capital = first.group()[:1].isupper()
        for length in range(min(_LONGEST, len(tokens) - place), 0, -1):
            end = tokens[place + length - 1].end()
            words = text[first.start() : end]
            if re.search(r"[.!?;:|()\[\]\n]", words):
                continue
            target = self._exact(words, source) or self._inflected(words)
            if not target or target == source:
                continue
            content = len(self._language.content_words(words))
            if len(words) < _SHORTEST or words.isdigit():
                continue
            if content > 1 or (content == 1 and is_capital and self._is_term(text, tokens, place, length)):
                return length, target
        return None

    def _is_term(self, text: str, tokens: list[re.Match[str]], place: int, length: int) -> bool:
        """Tell whether a capital is that of a term: inside a sentence, and not part of a longer name."""
        first, last = tokens[place], tokens[place + length - 1]
        before = text[: first.start()].rstrip()
        if not before or before[-1] in '.!?:;•|*_"“«(–—-/' or key_of(first.group()) in self._ordinary():
            return False
        if place and tokens[place - 1].group()[:1].isupper() and before.endswith(tokens[place - 1].group()):
            return False
        after = tokens[place + length] if place + length < len(tokens) else None
        return not (after and after.group()[:1].isupper() and text[last.end() : after.start()] in (" ", "-"))

    def _ordinary(self) -> frozenset[str]:
        return frozenset(map(key_of, self._language.documents.ordinary))

    def _at(self, text: str, place: int, source: str, *, is_bracketed: bool) -> _Span | None:
        """Return the reference that begins at a place, behind a word that leads to one."""
        if found := self._page.match(text, place):
            page = int(found.group("page"))
            return _span(_Written(place, found.end(), found.group()), self._places.pages.get(page), PAGE, source)
        if found := _NUMBER.match(text, place):
            number = found.group("number")
            return _span(_Written(found.start("number"), found.end(), number), self._by_number(number), NUMBER, source)
        if found := _QUOTED.match(text, place) or _BOLD.match(text, place):
            title = found.group("title")
            meant = self._targets.find(title, source)
            target, how = meant or (None, "")
            start = found.start("title")
            return _span(_Written(start, found.end("title"), title), target, how, source)._replace(
                end=found.end("title")
            )
        return self._title_at(text, place, source, is_bracketed=is_bracketed)

    def _title_at(self, text: str, place: int, source: str, *, is_bracketed: bool) -> _Span | None:
        limit = re.compile(r"[.;:!?()\[\]\n]").search(text, place)
        end = limit.start() if limit else len(text)
        tokens = list(_TOKEN.finditer(text, place, min(end, place + 120)))[:_LONGEST]
        if not tokens or tokens[0].start() > place + 1:
            return None
        for length in range(len(tokens), 0, -1):
            words = text[tokens[0].start() : tokens[length - 1].end()]
            exact = self._exact(words, source)
            target = exact or self._inflected(words)
            is_all = tokens[length - 1].end() == end
            is_term = words[:1].isupper() or (is_all and is_bracketed) or len(self._language.content_words(words)) > 1
            if not target or not is_term:
                continue
            ends = tokens[length - 1].end()
            if quoted := re.compile(rf"\s*(?:{_QUOTED.pattern})").match(text, ends):  # see Action "Explore an Island"
                title = quoted.group("title")
                return _span(_Written(*quoted.span("title"), title), self._exact(title, source), EXACT, source)
            after = tokens[length] if length < len(tokens) else None
            if after and after.group()[:1].isupper() and text[ends : after.start()] == " ":
                return None  # part of a longer name, which the document does not have
            how = EXACT if exact else INFLECTED
            return _span(_Written(tokens[0].start(), tokens[length - 1].end(), words), target, how, source)
        if is_bracketed and tokens[0].group()[:1].isupper():  # a name that the document has no entry for
            words = text[tokens[0].start() : tokens[-1].end()]
            return _Span(tokens[0].start(), tokens[-1].end(), words, None, None, words)
        return None

    def _past_small_words(self, text: str, place: int) -> int:
        """Return where a reference begins, behind articles and words like "section"."""
        while True:
            gap = re.compile(r"[\s*_(]*").match(text, place)
            place = gap.end() if gap else place
            token = _TOKEN.match(text, place)
            if token is None or token.group()[:1].isupper():
                return place
            small = token.group().lower() in self._language.stop_words or self._rule.fullmatch(token.group())
            if not small or self._page.match(text, place) or not text[token.end() : token.end() + 1].isspace():
                return place
            place = token.end()

    def _exact(self, words: str, source: str) -> str | None:
        return self._targets.called(words, source)

    def _inflected(self, words: str) -> str | None:
        """Return what is called so in another form: as many words, and no small one at either end."""
        small = self._language.stop_words
        folded = key_of(words).split(" ")
        if folded[0] in small or folded[-1] in small or len(words) < _SHORTEST:
            return None
        norms = norm_keys(words, self._language, self._language.analyzer.norms)
        meant = {concept for norm in norms for concept in self._targets.norms.get(norm, ())}
        if len(meant) != 1:
            return None
        concept = meant.pop()
        title = key_of(self._targets.titles[concept]).split(" ")
        if len(title) == len(folded) + 1 and title[0] in small:
            title = title[1:]
        return concept if len(title) == len(folded) else None

    def _by_number(self, number: str) -> str | None:
        """Return the entry of a number, or of what it is part of: 6.2.2.C stands in 6.2.2."""
        while number:
            if number in self._places.numbers:
                return self._places.numbers[number]
            number = number.rpartition(".")[0] if number.count(".") > 1 else ""
        return None

    def _norms_of(self, word: str) -> frozenset[str]:
        keys = norm_keys(word, self._language, self._language.analyzer.norms)
        return frozenset(key.split(" ")[0] for key in keys)


class _Written(NamedTuple):
    """Letters of a statement that refer to something."""

    start: int
    end: int
    raw: str


def _span(written: _Written, target: str | None, how: str, source: str) -> _Span:
    """Return what is written in place of some letters: a link, or themselves where they lead nowhere else."""
    start, end, raw = written
    if target is None or target == source:
        return _Span(start, end, raw if target is None else "", None, None, raw)
    return _Span(start, end, raw, target, how, f"[{raw}]({target}.md)")


def letters_of(text: str) -> str:
    """Return the letters and digits of a heading or of its anchor.

    >>> letters_of("#the-players-turn"), letters_of("The Player's Turn")
    ('theplayersturn', 'theplayersturn')
    """
    return re.sub(r"[\W_]", "", text.lower())


def _closes(text: str, found: re.Match[str]) -> bool:
    """Tell whether what leads to a reference stands right behind an opening bracket."""
    return text[: found.start()].rstrip(" *_").endswith(("(", "["))


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True)) or r"(?!)"


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_alternatives(words)})(?!\w)", re.IGNORECASE)
