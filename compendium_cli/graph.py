"""The see-also graph of one language: neighbours, chains, and who cites whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.model import MENTION, RULINGS, SEE_ALSO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

#: A step of a chain that walks a link backwards.
CITED_BY = "cited-by"


class Edge(NamedTuple):
    """A link between two entries of a language, by name."""

    source: str
    target: str
    kind: str
    statement: int | None
    """The statement of the source that holds a mention."""


class Step(NamedTuple):
    """One entry of a chain, and the link that led to it."""

    entry: str
    kind: str | None
    """``see-also``, ``mention``, ``cited-by``; ``None`` for the first entry."""
    statement: int | None = None
    """The statement that holds a mention: of the entry before, or of this one for ``cited-by``."""


class Neighbour(NamedTuple):
    """An entry near another one."""

    entry: str
    kind: str
    depth: int
    parent: str


class Graph:
    """Links by source and by target, in printed order; a redirect stands for the entry it points to.

    Links are fetched entry by entry, so a chain through a large glossary reads only what it passes.
    """

    def __init__(
        self,
        links_from: Callable[[str], Iterable[Edge]],
        links_to: Callable[[str], Iterable[Edge]],
        redirects: Callable[[str], Mapping[str, str]],
    ) -> None:
        self._links_from = links_from
        self._links_to = links_to
        self._redirects_of_game = redirects
        self._known_redirects: dict[str, Mapping[str, str]] = {}
        self._known_sources: dict[str, dict[str, list[str]]] = {}
        self._known_links: dict[str, list[Edge]] = {}
        self._known_citations: dict[str, list[Edge]] = {}

    def follow(self, entry: str) -> str:
        """Return the entry that a redirect, or a chain of them, stands for."""
        redirects = self._redirects(entry)
        seen = set()
        while entry in redirects and entry not in seen:
            seen.add(entry)
            entry = redirects[entry]
        return entry

    def _redirects(self, entry: str) -> Mapping[str, str]:
        """Return the redirects of an entry's game: links never leave it."""
        game = entry.partition("/")[0]
        if game not in self._known_redirects:
            self._known_redirects[game] = self._redirects_of_game(game)
        return self._known_redirects[game]

    def _redirects_to(self, entry: str) -> list[str]:
        """Return the redirects that stand for an entry."""
        game = entry.partition("/")[0]
        if game not in self._known_sources:
            sources: dict[str, list[str]] = {}
            for old in self._redirects(entry):
                sources.setdefault(self.follow(old), []).append(old)
            self._known_sources[game] = sources
        return self._known_sources[game].get(entry, [])

    def links(self, entry: str, kind: str | None = None) -> list[Edge]:
        """Return the links of an entry, each target once, see-also in printed order before mentions."""
        entry = self.follow(entry)
        if entry not in self._known_links:
            edges = [edge._replace(target=self.follow(edge.target)) for edge in self._links_from(entry)]
            self._known_links[entry] = _once((edge for edge in edges if edge.target != entry), lambda edge: edge.target)
        return [edge for edge in self._known_links[entry] if kind in (None, edge.kind)]

    def citations(self, entry: str, kind: str | None = None) -> list[Edge]:
        """Return the links to an entry and to its redirects, each source once."""
        entry = self.follow(entry)
        if entry not in self._known_citations:
            names = [entry, *self._redirects_to(entry)]
            redirects = self._redirects(entry)
            edges = [edge._replace(target=entry) for name in names for edge in self._links_to(name)]
            real = (edge for edge in edges if edge.source != entry and edge.source not in redirects)
            self._known_citations[entry] = _once(real, lambda edge: edge.source)
        return [edge for edge in self._known_citations[entry] if kind in (None, edge.kind)]

    def around(self, entry: str, depth: int = 1, *, backwards: bool = False) -> Iterator[Neighbour]:
        """Yield the entries that see-also links lead to (or come from), nearest first, each once."""
        start = self.follow(entry)
        seen, level = {start}, [start]
        for distance in range(1, depth + 1):
            following = []
            for parent in level:
                edges = self.citations(parent) if backwards else self.links(parent, SEE_ALSO)
                for edge in edges:
                    near = edge.source if backwards else edge.target
                    if near not in seen:
                        seen.add(near)
                        following.append(near)
                        yield Neighbour(near, edge.kind, distance, parent)
            level = following

    def between(self, start: str, goal: str) -> str | None:
        """Return an entry that is linked with both: links as printed before those walked backwards, then see-also."""
        out = {edge.source: (1, 0) for edge in self.citations(start)}
        out |= {edge.target: (0, int(edge.kind == MENTION)) for edge in self.links(start)}
        into = {edge.target: (1, 0) for edge in self.links(goal)}
        into |= {edge.source: (0, int(edge.kind == MENTION)) for edge in self.citations(goal)}
        joint = [near for near in out if near in into and not is_ruling(near)]
        costs = {near: (out[near][0] + into[near][0], out[near][1] + into[near][1]) for near in joint}
        return min(costs, key=lambda near: costs[near], default=None)

    def path(self, start: str, goal: str) -> list[Step]:
        """Return the shortest chain between two entries, see-also links before mentions; empty where there is none.

        Links are followed as they are printed; only where no such chain exists are they walked backwards too.
        """
        return self._path(start, goal, backwards=False) or self._path(start, goal, backwards=True)

    def _path(self, start: str, goal: str, *, backwards: bool) -> list[Step]:
        import heapq

        start, goal = self.follow(start), self.follow(goal)
        # Fewest links first; among those, fewest links walked backwards, then fewest mentions, then printed order.
        queue: list[tuple[tuple[int, int, int], int, str]] = [((0, 0, 0), 0, start)]
        came_by: dict[str, tuple[str, Step] | None] = {start: None}
        cost = {start: (0, 0, 0)}
        counter = 0
        while queue:
            spent, _, here = heapq.heappop(queue)
            if here == goal:
                return _unwind(came_by, goal)
            if spent > cost[here]:
                continue
            steps = self._steps(here, backwards=backwards)
            # Rulings bring together whatever somebody asked about: no chain of rules leads through one.
            for step in (step for step in steps if step.entry == goal or not is_ruling(step.entry)):
                total = (spent[0] + 1, spent[1] + (step.kind == CITED_BY), spent[2] + (step.kind == MENTION))
                if step.entry not in cost or total < cost[step.entry]:
                    counter += 1
                    cost[step.entry] = total
                    came_by[step.entry] = (here, step)
                    heapq.heappush(queue, (total, counter, step.entry))
        return []

    def _steps(self, entry: str, *, backwards: bool) -> Iterator[Step]:
        for edge in self.links(entry):
            yield Step(edge.target, edge.kind, edge.statement)
        if backwards:
            for edge in self.citations(entry):
                yield Step(edge.source, CITED_BY, edge.statement)


def is_ruling(name: str) -> bool:
    """Tell whether a name is that of a ruling.

    >>> is_ruling("marvel-champions/rulings/flee"), is_ruling("marvel-champions/ally")
    (True, False)
    """
    return name.partition("/")[2].startswith(RULINGS)


def _once(edges: Iterable[Edge], end: Callable[[Edge], str]) -> list[Edge]:
    """Return the first edge to each end, see-also before mentions."""
    first: dict[str, Edge] = {}
    for edge in sorted(edges, key=lambda edge: edge.kind != SEE_ALSO):
        first.setdefault(end(edge), edge)
    return list(first.values())


def _unwind(came_by: Mapping[str, tuple[str, Step] | None], goal: str) -> list[Step]:
    steps: list[Step] = []
    here = goal
    while (link := came_by[here]) is not None:
        here, step = link
        steps.append(step)
    return [Step(here, None), *reversed(steps)]
