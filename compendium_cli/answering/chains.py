"""The chain of links from what a question names to the entry that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from compendium_cli.graph import Graph
    from compendium_cli.passages import Key


class Chains:
    """The shortest chains from the entries that a question names."""

    def __init__(self, named: Iterable[Key], graph: Graph) -> None:
        self._starts = ["/".join(key) for key in named]
        self._graph = graph

    def to(self, game: str, concept: str) -> tuple[str, ...]:
        """Return the chain to an entry; the entry alone where the question names it, or no chain leads there."""
        name = f"{game}/{concept}"
        if name in self._starts:
            return (name,)
        near = [start for start in self._starts if start.partition("/")[0] == game]
        return _chain(near, name, self._graph)


def _chain(starts: Sequence[str], goal: str, graph: Graph) -> tuple[str, ...]:
    """Return the shortest chain to an entry, of one link or of two, forwards or backwards."""
    for start in starts:
        if any(edge.target == goal for edge in graph.links(start)):
            return start, goal
    cited = {edge.target for edge in graph.links(goal)}
    for start in starts:
        if start in cited:
            return start, goal
    for start in starts:
        if near := graph.between(start, goal):
            return start, near, goal
    return (goal,)
