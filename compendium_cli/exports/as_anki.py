"""Flash cards for Anki, in the text format of its own import: a deck per language and game.

Every note has a guid of its own that never changes, so importing a newer file updates cards and keeps what a player
has learnt. The format is the one that Anki's manual describes: it needs no library, and any later Anki reads it.
"""

from __future__ import annotations

import csv
import html
import io
import re
from typing import TYPE_CHECKING

from compendium_cli.errors import NotFoundError, UsageError
from compendium_cli.exports.as_json import kind_of
from compendium_cli.exports.terms import definition_of
from compendium_cli.languages import language
from compendium_cli.links import safe_address
from compendium_cli.model import StatementKind
from compendium_cli.text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from compendium_cli.compendium import Compendium
    from compendium_cli.model import Entry, Game

#: The kinds that a player has to know by heart.
KINDS = ("ability", "icon", "keyword", "ruling", "status", "timing")
# The fields of a note are filled from the first columns on. Naming the columns would tie them to fields called "Front"
# and "Back", which an Anki in another language does not have.
_HEADERS = """\
#separator:tab
#html:true
#notetype:Basic
#tags column:3
#deck column:4
#guid column:5
"""


def export_anki(
    compendium: Compendium,
    lang: str | None = None,
    game: str | None = None,
    *,
    kinds: Iterable[str] = KINDS,
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """Return a note per entry of some kinds: its title in front, its definition behind; of a ruling, its question.

    A ruling that another one replaced is nothing to learn.
    """
    wanted = frozenset(kinds)
    games = compendium.games()
    _check_kinds(wanted, games)
    lines = io.StringIO()
    write = csv.writer(lines, delimiter="\t", lineterminator="\n").writerow
    entries = list(compendium.entries(lang, game))
    for done, entry in enumerate(entries, 1):
        known = games[entry.game]
        kind = kind_of(entry.concept, known.concepts.get(entry.concept))
        if kind in wanted and (sides := _sides(entry, known)):
            write(_note(compendium, entry, known, kind, sides))
        if progress:
            progress(done, len(entries))
    if not lines.tell():
        raise NotFoundError(f"nothing to learn: no entries of the kinds {', '.join(sorted(wanted))}")
    return _HEADERS + lines.getvalue()


def _check_kinds(wanted: frozenset[str], games: Mapping[str, Game]) -> None:
    known = sorted({"ruling", *(concept.kind for game in games.values() for concept in game.concepts.values())})
    for kind in sorted(wanted.difference(known, KINDS)):
        raise UsageError(f"unknown kind {kind!r}: choose among {', '.join(known)}", known)


def _sides(entry: Entry, game: Game) -> tuple[str, str] | None:
    """Return what stands in front and behind; ``None`` where there is nothing to learn."""
    if entry.is_ruling:
        ruling = game.ruling(entry.concept)
        said = {statement.kind: statement.text for statement in entry.statements}
        question, answer = said.get(StatementKind.QUESTION), said.get(StatementKind.ANSWER)
        return (question, answer) if question and answer and not (ruling and ruling.superseded) else None
    definition = definition_of(entry)
    return (entry.title, definition) if definition else None


def _note(compendium: Compendium, entry: Entry, game: Game, kind: str, sides: tuple[str, str]) -> tuple[str, ...]:
    spoken = language(entry.lang)
    asked, told = sides
    called, url = spoken.labels.kind(kind), compendium.url(entry)
    front = f"<b>{_html(asked)}</b><br><small>{_html(called)}</small>"
    source = f"{spoken.labels.edition} {entry.edition}"
    link = f'<a href="{html.escape(safe_address(url))}">{_html(entry.title)}</a>'
    back = f"{_html(told)}<br><small>{link} · {_html(source)}</small>"
    # Two colons part a deck from the one around it, a space parts tags.
    deck = "::".join(re.sub("::+", ":", _words(part)) for part in ("Compendium", spoken.name, game.name(entry.lang)))
    tags = " ".join("-".join(one_line(tag).split()) for tag in (entry.game, kind))
    return front, back, tags, deck, f"compendium:{entry.lang}:{_words(entry.name)}"


#: Begins what Anki plays, speaks, hides or sets as a formula: ``[sound:…]``, ``[latex]``, ``{{c1::…}}``, ``\\(…\\)``.
_ACTING = re.compile(r"[\[{\\]")


def _html(text: str) -> str:
    # Formulas are looked for in what a page shows, where an entity is a bracket again: what nobody sees parts them.
    return html.escape(_ACTING.sub("\\g<0>\u200b", _words(text)))


def _words(text: str) -> str:
    return " ".join(one_line(text).split())
