"""TBX-Basic, the termbase exchange format of ISO 30042:2019, in the style that names data categories in attributes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from compendium_cli import __version__
from compendium_cli.exports.terms import terms_of
from compendium_cli.links import any_language_url
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from compendium_cli.compendium import Compendium
    from compendium_cli.exports.terms import Term, Wording
    from compendium_cli.model import Game

NAMESPACE = "urn:iso:std:iso:30042:ed-2"
_NOT_IN_ID = re.compile(r"[^A-Za-z0-9.-]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def export_tbx(
    compendium: Compendium,
    lang: str | None = None,
    game: str | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """Return the concepts of all games, or of one, as a termbase."""
    terms = terms_of(compendium, lang, game, progress)
    games = compendium.games()
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="{NAMESPACE}">',
        *_header([games[game_id] for game_id in dict.fromkeys(term.game for term in terms)]),
        "  <text>",
        "    <body>",
    ]
    for term in terms:
        lines += (f"      {line}" for line in _entry(compendium, games[term.game], term))
    lines += ["    </body>", "  </text>", "</tbx>", ""]
    return "\n".join(lines)


def _header(games: list[Game]) -> Iterator[str]:
    yield "  <tbxHeader>"
    yield "    <fileDesc>"
    yield f"      <titleStmt><title>{_text(', '.join(game.name('en') for game in games))}</title></titleStmt>"
    yield "      <sourceDesc>"
    yield f"        <p>{_text(f'Written by compendium {__version__}.')}</p>"
    for game in games:
        yield f"        <p>{_text(game.rights)}</p>"
    yield "      </sourceDesc>"
    yield "    </fileDesc>"
    yield "  </tbxHeader>"


def _entry(compendium: Compendium, game: Game, term: Term) -> Iterator[str]:
    yield f'<conceptEntry id="{_id(term.name)}">'
    yield f'  <descrip type="subjectField">{_text(game.name("en"))}</descrip>'
    for target in term.related:
        yield f'  <ref type="crossReference" target="{_id(f"{term.game}/{target}")}">{_text(target)}</ref>'
    url = any_language_url(compendium.base_url, term.game, term.concept)
    yield f'  <xref type="externalCrossReference" target="{_text(url)}">{_text(term.name)}</xref>'
    for code, said in term.wordings.items():
        yield f'  <langSec xml:lang="{code}">'
        yield from (f"    {line}" for line in _language(said))
        yield "  </langSec>"
    yield "</conceptEntry>"


def _language(said: Wording) -> Iterator[str]:
    source = f'<admin type="source">{_text(said.source)}</admin>' if said.source else ""
    if said.definition:
        yield f'<descripGrp><descrip type="definition">{_text(said.definition)}</descrip>{source}</descripGrp>'
    elif source:
        yield source
    yield _term(said.preferred, "preferredTerm-admn-sts")
    for other in said.others:
        yield _term(other, "admittedTerm-admn-sts")


def _term(text: str, status: str) -> str:
    note = f'<termNote type="administrativeStatus">{status}</termNote>'
    return f"<termSec><term>{_text(text)}</term>{note}</termSec>"


def _id(name: str) -> str:
    """Return an entry's name as an XML id: it begins with a letter, and no id of ours holds an underscore.

    >>> _id("marvel-champions/cards/web-up")
    'c_marvel-champions_cards_web-up'
    >>> _id('x">/y')
    'c_x_22._3e._y'
    """
    parts = (_NOT_IN_ID.sub(lambda found: f"_{ord(found.group()):x}.", part) for part in name.split("/"))
    return "c_" + "_".join(parts)


def _text(text: str) -> str:
    """Return text that is safe between tags and in attributes, without what XML has no place for, even escaped."""
    return printable(text).translate(_ESCAPES)
