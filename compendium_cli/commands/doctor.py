"""compendium doctor."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Any

import click

from compendium_cli.commands import options
from compendium_cli.commands.capabilities import has_colours, width
from compendium_cli.commands.chosen import chosen, why
from compendium_cli.commands.styles import bold, echo
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from compendium_cli.checkup import Checkup

_LABELS = 13
_NARROWEST = 40
_STATES = {
    "shipped": "came with the package",
    "fresh": "up to date",
    "stale": "older than the last edit: the next command brings it up to date",
    "none": "not yet: the next command makes it",
    "nowhere": "nowhere: every command makes it anew",
}


@click.command("doctor", short_help="Tell what is installed, which glossary answers, and what is wrong.")
@options.glossary
@options.library
@options.base_url
@options.as_json
def command(glossary: str, library: str | None, base_url: str | None, as_json: bool) -> None:
    """Tell what is installed, which glossary answers here and why, what is kept where, and what is wrong.

    Each thing that is wrong comes with a line on how to mend it; exit status 1 where anything is. Nothing is changed,
    compiled or sent anywhere.

    \b
    Examples:
      compendium doctor
      compendium doctor --json
    """
    from compendium_cli.checkup import examine

    del glossary  # chosen() tells why it is this one, too
    known = chosen()
    found = examine(known, library, base_url, options.Progress("Reading the glossary"))
    found.facts["terminal"] = {
        "is_terminal": sys.stdout.isatty(),
        "width": width(),
        "height": shutil.get_terminal_size().lines,
        "colour": has_colours(),
    }
    if as_json:
        from compendium_cli.exports.as_json import dumps, versioned

        faults = [fault._asdict() for fault in found.faults]
        click.echo(dumps(versioned({**found.facts, "faults": faults, "well": not faults})))
    else:
        for label, text in _rows(found.facts, why(known)):
            _tell(label, text)
        _tell_faults(found)
    if found.faults:
        click.get_current_context().exit(1)


def _rows(facts: Mapping[str, Any], reason: str) -> Iterator[tuple[str, str]]:
    package, python, glossary = facts["package"], facts["python"], facts["glossary"]
    yield "compendium", f"{package['version']}, {_short(package['folder'])}"
    yield "python", f"{python['version']}, {_short(python['program'])}; {python['system']}"
    yield "glossary", f"{_short(glossary['folder'])} ({reason})"
    if "entries" in glossary:
        languages, games = ", ".join(glossary["languages"]), ", ".join(glossary["games"])
        yield "", f"{glossary['entries']} entries in {languages}; {games}"
        yield (
            "problems",
            f"{glossary['problems'] or 'none'}"
            + (f", {glossary['warnings']} warnings" if glossary["warnings"] else ""),
        )
        yield from _kept_rows(facts)
    library, config, links = facts["library"], facts["config"], facts["links"]
    yield (
        "library",
        f"none ({_short(library['folder'])})"
        if library["entries"] is None
        else f"{library['entries']} imported entries, {_short(library['folder'])}",
    )
    yield "config", f"{_short(config['file'])}" + ("" if config["there"] else " (not there: nothing is set)")
    if links["base_url"]:
        yield "links", f"{links['base_url']} ({_short(links['from'])})"
        yield "site", f"built by {_short(links['site_built_by'])}"
    for extra, libraries in facts["extras"].items():
        yield f"[{extra}]", _extra(extra, libraries)
    terminal, language = facts["terminal"], facts["language"]
    shape = f"{terminal['width']} x {terminal['height']}" if terminal["is_terminal"] else "none, the output is piped"
    colour = "colour" if terminal["colour"] else "no colour"
    yield "terminal", f"{shape}, {colour}, {facts['encoding']}"
    spoken = f"{language['locale']} ({language['locale_from']})" if language["locale"] else "none"
    yield "language", f"{language['chosen'] or 'that of the question'}; locale {spoken}"


def _kept_rows(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    compiled, others = facts["compiled"], facts["other_caches"]
    size = f", {compiled['bytes'] / 1e6:.0f} MB" if compiled["bytes"] else ""
    kept = "" if compiled["writable"] else ", read-only"
    where = f", {_short(compiled['folder'])}" if compiled["folder"] else ""
    yield "compiled", f"{_STATES[compiled['state']]}{size}{kept}{where}"
    if others["number"]:
        size = f"{others['bytes'] / 1e6:.0f} MB"
        yield "caches", f"{others['number']} of other glossaries or versions, {size}: compendium index --prune"


def _extra(extra: str, libraries: Mapping[str, str | None]) -> str:
    from compendium_cli.settings import how_to_install

    if not libraries or None in libraries.values():
        return f"not installed: {how_to_install(extra)}"
    return ", ".join(f"{name} {version}" for name, version in libraries.items())


def _tell(label: str, text: str) -> None:
    indent = " " * _LABELS
    lines = textwrap.wrap(printable(text), max(width() - _LABELS, _NARROWEST), break_on_hyphens=False) or [""]
    echo("\n".join(f"{label:<{_LABELS}}{line}" if not number else indent + line for number, line in enumerate(lines)))


def _tell_faults(found: Checkup) -> None:
    if not found.faults:
        echo(bold("all is well"))
    for fault in found.faults:
        _tell("WRONG", fault.what)
        _tell("  mend it", fault.mend)


def _short(path: str | None) -> str:
    """Return a path with the user's home as ~."""
    home = os.path.expanduser("~")  # noqa: PTH111 - it does not raise
    if path and home != os.sep and path.startswith(home + os.sep):
        return "~" + path[len(home) :]
    return path or "no place: no home"
