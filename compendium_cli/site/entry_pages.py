"""What the page of an entry says."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from compendium_cli.alignment import carried_over
from compendium_cli.languages import LANGUAGES, language
from compendium_cli.model import SEE_ALSO, StatementKind
from compendium_cli.site.addresses import path_of, relative
from compendium_cli.site.alphabet import sort_key
from compendium_cli.site.drawing import neighbourhood
from compendium_cli.site.gathering import written_date
from compendium_cli.site.proofs import proof_of
from compendium_cli.site.statements import statements_html

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compendium_cli.model import Entry, Statement
    from compendium_cli.site.gathering import Gathered
    from compendium_cli.site.proofs import ShownProof

#: From how many characters on an entry has an outline, of how many parts at least, and how long a part's name may be.
_LONG = 2500
_FEWEST_PARTS = 3
_LONGEST_PART = 60
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


class Link(NamedTuple):
    """A link to another page."""

    title: str
    href: str
    note: str = ""
    """What tells it from others of its name, such as the game; of a ruling, its verdict."""
    question: str = ""
    """What a ruling answers."""
    told: tuple[Told, ...] = ()
    """What changed in it."""


class Told(NamedTuple):
    """Something that changed in an entry."""

    what: str
    where: tuple[Link, ...] = ()
    """The statements, by number."""


class Version(NamedTuple):
    """An entry in another language."""

    lang: str
    language: str
    title: str
    href: str
    """Empty where the language lacks the entry."""
    is_here: bool


@dataclass(frozen=True, slots=True)
class EntryPage:
    """An entry, ready for its template."""

    entry: Entry
    url: str
    game: str
    game_href: str
    kind: str
    kind_href: str
    english: str
    edition: str
    """The edition as a reader should see it."""
    source: str
    """What a quotation says of where it comes from."""
    as_of: str
    updated: str
    notices: tuple[str, ...]
    """What to know before trusting the text: that an edition is older, and whether the newer one differs."""
    outline: tuple[Link, ...]
    """The parts of a long entry."""
    statements: Markup
    retired: tuple[tuple[int, str], ...]
    """Numbers that are gone, and what to say to those who come for them."""
    see_also: tuple[Link, ...]
    rulings: tuple[Link, ...]
    """Those that rest on it."""
    cited_by_entries: tuple[Link, ...]
    cited_by_cards: tuple[Link, ...]
    languages: tuple[Version, ...]
    numbers: str
    """Those of its statements, and those that are gone: ``1-4,6``."""
    counterparts: str
    """As JSON: for each other language, where a link to a statement of this page leads there."""
    drawing: Markup
    report: str
    json: str
    """Where programs read the entry."""
    proof: ShownProof | None
    """Of a ruling: its verdict, and what proves it."""


def entry_page(entry: Entry, site: Gathered) -> EntryPage:
    """Return what the page of an entry says."""
    spoken = language(entry.lang)
    shelf, graph, game = site.shelves[entry.lang], site.graphs[entry.lang], site.games[entry.game]
    page = path_of(entry)
    concept = game.concepts.get(entry.concept)
    edition = game.editions.get(entry.edition)
    changed = site.changes.get(entry.path)
    citing = [(shelf[edge.source], edge.kind) for edge in graph.citations(entry.name) if edge.source in shelf]
    citing_entries = [source for source, _ in citing if not source.is_ruling]
    named = [f"{entry.game}/{target}" for target in entry.see_also]
    around = spoken.site.around_hint.format(title=entry.title)
    return EntryPage(
        entry=entry,
        url=site.compendium.url(entry),
        game=game.name(entry.lang),
        game_href=relative(page, f"{entry.lang}/{entry.game}/"),
        kind=spoken.labels.rulings if entry.is_ruling else site.kind_label(entry),
        kind_href=relative(page, _list_of(entry, site)),
        english=concept.en or "" if concept else "",
        edition=site.compendium.edition_name(entry),
        source=site.compendium.source(entry),
        as_of=spoken.site.as_of.format(date=_day(edition.date, spoken.code)) if edition and edition.date else "",
        updated=spoken.site.updated.format(date=written_date(changed, spoken)).rstrip(".") if changed else "",
        notices=tuple(_notices(entry, site)),
        outline=tuple(_outline(entry)),
        statements=Markup(statements_html(entry, shelf)),  # noqa: S704 - escaped piece by piece
        retired=tuple((n, spoken.labels.retired.format(n=n)) for n in entry.retired),
        see_also=tuple(
            Link(shelf[name].title, relative(page, path_of(shelf[name]))) for name in named if name in shelf
        ),
        # A ruling may also name what it does not rest on.
        rulings=ruling_links((source for source, kind in citing if source.is_ruling and kind == SEE_ALSO), site, page),
        cited_by_entries=_sorted_links((e for e in citing_entries if not e.is_card), page),
        cited_by_cards=_sorted_links((e for e in citing_entries if e.is_card), page),
        languages=tuple(_versions(entry, site)),
        numbers=_ranges({*(statement.n for statement in entry.statements if statement.n), *entry.retired}),
        counterparts=json.dumps(_counterparts(entry, site), separators=(",", ":")),
        # What is around a ruling is what it rests on, and that is quoted.
        drawing=Markup("" if entry.is_ruling else neighbourhood(entry, shelf, graph, around)),  # noqa: S704 - escaped
        report=report_link(site.report_url, entry, site.compendium.url(entry)),
        json=relative(page, f"api/{entry.lang}/{entry.name}.json"),
        proof=proof_of(entry, site),
    )


def ruling_links(entries: Iterable[Entry], site: Gathered, page: str) -> tuple[Link, ...]:
    """Return rulings in alphabetical order, each with its verdict and, where it is not simply in force, its state."""
    links = []
    for entry in sorted(entries, key=lambda entry: sort_key(entry.title, entry.lang)):
        proven, spoken = site.ruling(entry), language(entry.lang)
        notes = [spoken.labels.verdicts.get(proven.ruling.verdict)] if proven else []
        notes += [spoken.site.ruling_states.get(proven.state)] if proven else []
        link = Link(entry.title, relative(page, path_of(entry)), " · ".join(filter(None, notes)), entry.question)
        links.append(link)
    return tuple(links)


def _list_of(entry: Entry, site: Gathered) -> str:
    """Return the list that an entry stands in."""
    if entry.is_ruling:
        return f"{entry.lang}/{entry.game}/rulings/"
    return f"{entry.lang}/cards/" if entry.is_card else f"{entry.lang}/kinds/#{site.kind(entry)}"


def report_link(pattern: str, entry: Entry, url: str) -> str:
    """Return the address where a problem with an entry is reported; empty where there is none."""
    title = language(entry.lang).site.report_title.format(entry=entry.name, lang=entry.lang)
    return pattern.replace("{title}", quote(title, safe="")).replace("{url}", quote(url, safe=""))


def _notices(entry: Entry, site: Gathered) -> Iterable[str]:
    """Yield what to say of an entry that follows an older edition."""
    game = site.games[entry.game]
    if entry.edition == game.current or entry.is_ruling:  # a ruling says for which editions it holds
        return
    labels = language(entry.lang).site
    yield labels.older.format(edition=entry.edition, current=game.current)
    current = game.editions.get(game.current)
    newer_shelf = site.shelves.get(current.language, {}) if current else {}
    if any(statement.kind is StatementKind.NEWER for statement in entry.statements):
        yield labels.older_differs.format(current=game.current)
    elif entry.name in newer_shelf:
        yield labels.older_same.format(current=game.current)
    else:
        yield labels.older_alone.format(current=game.current)


def _outline(entry: Entry) -> Iterable[Link]:
    """Return the parts of an entry that is longer than a few screens of a telephone: what begins each, and its name."""
    if entry.is_ruling or sum(len(statement.text) for statement in entry.statements) < _LONG:
        return ()
    callout = language(entry.lang).labels.callout
    parts: dict[str, Link] = {}
    section, kind = None, ""
    for statement in entry.statements[1:]:
        heading = statement.section if statement.section != section else None
        label = callout(statement.kind, statement.edition)
        begins = heading or (label if label != kind else "") or _lead(statement)
        section, kind = statement.section, label
        if begins and statement.n is not None:
            parts.setdefault(begins, Link(begins, f"#{statement.n}"))
    return parts.values() if len(parts) >= _FEWEST_PARTS else ()


def _lead(statement: Statement) -> str:
    """Return what a rule is about: the bold words at its beginning, or those of a paragraph anywhere."""
    is_paragraph = statement.kind is StatementKind.PARAGRAPH and not statement.depth
    if not (is_paragraph or (statement.depth == 1 and statement.kind is StatementKind.ITEM)):
        return ""
    found = _BOLD.search(statement.markdown) if is_paragraph else _BOLD.match(statement.markdown)
    if found:
        words = _LINK.sub(r"\1", found.group(1)).strip(" .:")
        return words[:1].upper() + words[1:] if len(words) <= _LONGEST_PART else ""
    if not is_paragraph:
        return ""
    if len(statement.text) <= _LONGEST_PART:
        return statement.text.rstrip(":.")
    return statement.text[:_LONGEST_PART].rsplit(" ", 1)[0].rstrip(",;: ") + "…"


def _versions(entry: Entry, site: Gathered) -> Iterable[Version]:
    """Yield the languages of an entry's game, those too that lack the entry."""
    spoken_in = {edition.language for edition in site.games[entry.game].editions.values()}
    for code in site.languages:
        found = site.shelves[code].get(entry.name)
        if found is not None or code in spoken_in:
            href = relative(path_of(entry), path_of(found)) if found else ""
            yield Version(code, LANGUAGES[code].name, found.title if found else "", href, code == entry.lang)


def _counterparts(entry: Entry, site: Gathered) -> dict[str, dict[int, int]]:
    others = ((code, site.shelves[code].get(entry.name)) for code in site.languages if code != entry.lang)
    game = site.games[entry.game]
    carried = ((code, carried_over(entry, other, game)) for code, other in others if other)
    return {code: numbers for code, numbers in carried if numbers is not None}


def _ranges(numbers: Iterable[int]) -> str:
    """Return numbers as ranges.

    >>> _ranges({1, 2, 3, 5})
    '1-3,5'
    """
    ranges: list[list[int]] = []
    for n in sorted(numbers):
        if ranges and ranges[-1][-1] == n - 1:
            ranges[-1][1:] = [n]
        else:
            ranges.append([n])
    return ",".join("-".join(map(str, ends)) for ends in ranges)


def _sorted_links(entries: Iterable[Entry], page: str) -> tuple[Link, ...]:
    ordered = sorted(entries, key=lambda entry: sort_key(entry.title, entry.lang))
    return tuple(Link(entry.title, relative(page, path_of(entry))) for entry in ordered)


def _day(text: str, lang: str) -> str:
    try:
        return written_date(date.fromisoformat(text), language(lang))
    except ValueError:
        return text
