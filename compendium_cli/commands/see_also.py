"""compendium see-also."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from compendium_cli.commands import options
from compendium_cli.commands.rendering import chain_lines
from compendium_cli.commands.styles import bold, dim, echo
from compendium_cli.errors import NotFoundError
from compendium_cli.exports.as_json import chain_json, dumps, name_url, neighbours_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compendium_cli.compendium import Compendium
    from compendium_cli.graph import Neighbour
    from compendium_cli.model import Entry


@click.command("see-also", short_help="List what an entry leads to, or what cites it.")
@options.entry_argument(nargs=-1, required=True)
@options.common
@click.option(
    "--depth", metavar="N", type=click.IntRange(1, 20), default=1, show_default=True, help="How many links to follow."
)
@click.option("--cited-by", is_flag=True, help="List the entries and cards that link here instead.")
@click.option(
    "--as",
    "form",
    type=click.Choice(["text", "dot", "mermaid", "json"]),
    default="text",
    show_default=True,
    help="Form of the answer.",
)
def command(entry: tuple[str, ...], depth: int, cited_by: bool, form: str, given: options.Given) -> None:
    """List what an entry's see-also line leads to, in printed order, or what cites it.

    Of a ruling, show the rules that it rests on, and the chain of links that connects them.

    \b
    Examples:
      compendium see-also stunned --depth 2
      compendium see-also stunned --cited-by
      compendium see-also stunned --as dot | dot -Tsvg > stunned.svg
    """
    compendium = given.opened()
    found = given.look_up(compendium, entry).entry
    neighbours = compendium.neighbours(found, depth=depth, cited_by=cited_by)
    chains = compendium.chains(found)
    if given.as_json or form == "json":
        shown = neighbours_json(compendium, found, neighbours)
        if found.is_ruling:
            shown["chains"] = [chain_json(compendium, found.lang, steps) for steps in chains]
        click.echo(dumps(shown))
    elif not neighbours:
        raise NotFoundError(f"{found.name} has no {'citations' if cited_by else 'see-also line'} in {found.lang!r}")
    elif form == "text" and chains and not cited_by and depth == 1:
        echo(f"{bold(found.title)}  {dim(found.concept)}")
        for steps in chains:
            echo()
            for line in chain_lines(compendium, steps, found.lang):
                echo(line)
    elif form == "text":
        echo(f"{bold(found.title)}  {dim(found.concept)}")
        for near in _as_tree(neighbours, found.name):
            echo("  " * near.depth + f"{compendium.title(near.entry, found.lang)}  {dim(near.entry.partition('/')[2])}")
    else:
        for line in (_dot if form == "dot" else _mermaid)(compendium, found, neighbours, backwards=cited_by):
            click.echo(line)


def _as_tree(neighbours: Sequence[Neighbour], parent: str) -> Iterator[Neighbour]:
    """Yield the neighbours in reading order: each followed by what it leads to."""
    for near in neighbours:
        if near.parent == parent:
            yield near
            yield from _as_tree(neighbours, near.entry)


def _edges(neighbours: Sequence[Neighbour], *, backwards: bool) -> Iterator[tuple[str, str, str]]:
    for near in neighbours:
        yield (near.entry, near.parent, near.kind) if backwards else (near.parent, near.entry, near.kind)


def _dot(compendium: Compendium, entry: Entry, neighbours: Sequence[Neighbour], *, backwards: bool) -> Iterator[str]:
    def quoted(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    yield "digraph compendium {"
    yield "  rankdir=LR; node [shape=box, style=rounded];"
    for name in dict.fromkeys([entry.name, *(near.entry for near in neighbours)]):
        url = name_url(compendium, name, entry.lang)
        yield f"  {quoted(name)} [label={quoted(compendium.title(name, entry.lang))}, URL={quoted(url)}];"
    for source, target, kind in _edges(neighbours, backwards=backwards):
        yield f"  {quoted(source)} -> {quoted(target)}{' [style=dashed]' if kind == 'mention' else ''};"
    yield "}"


def _mermaid(
    compendium: Compendium, entry: Entry, neighbours: Sequence[Neighbour], *, backwards: bool
) -> Iterator[str]:
    def node(name: str) -> str:
        return re.sub(r"\W", "_", name)

    yield "graph LR"
    for name in dict.fromkeys([entry.name, *(near.entry for near in neighbours)]):
        label = compendium.title(name, entry.lang)
        for char, code in (('"', "#quot;"), ("<", "#lt;"), (">", "#gt;")):
            label = label.replace(char, code)
        yield f'  {node(name)}["{label}"]'
    for source, target, kind in _edges(neighbours, backwards=backwards):
        yield f"  {node(source)} {'-.->' if kind == 'mention' else '-->'} {node(target)}"
