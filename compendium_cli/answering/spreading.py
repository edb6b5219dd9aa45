"""Evidence spreads along the graph: an entry whose neighbours speak to the question rises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.answering.evidence import worth
from compendium_cli.model import SEE_ALSO

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from compendium_cli.answering.evidence import Candidate
    from compendium_cli.answering.question import Key
    from compendium_cli.answering.weights import Weights
    from compendium_cli.graph import Graph

#: Evidence is passed on by the best entries only.
_SOURCES = 8
#: An entry with few links passes less along each than one link in all would be worth.
_FEW_LINKS = 3


def spread(found: Sequence[Candidate], graph: Graph, weights: Weights) -> list[Candidate]:
    """Return the candidates with what the best entries pass on to theirs."""
    best: dict[Key, float] = {}
    for candidate in found:
        best[candidate.key] = max(best.get(candidate.key, 0.0), candidate.score)
    most = max(best.values(), default=0.0)
    if not weights.spread or not most:
        return list(found)
    sources = sorted(best, key=lambda key: (-best[key], key))[:_SOURCES]
    received = _received({key: best[key] / most for key in sources}, list(best), graph, weights)
    return [_with_spread(candidate, received.get(candidate.key, 0.0), weights) for candidate in found]


def _with_spread(candidate: Candidate, received: float, weights: Weights) -> Candidate:
    if not received:
        return candidate
    signs = candidate.signs._replace(spread=received)
    return candidate._replace(signs=signs, score=worth(signs, candidate.kind, weights))


def _received(sources: Mapping[Key, float], keys: Iterable[Key], graph: Graph, weights: Weights) -> dict[Key, float]:
    """Return what each entry receives along see-also lines, both ways: the less, the more links there are."""
    received: dict[Key, float] = {}
    for key in keys:
        links = graph.links("/".join(key))
        share = 1 / (_FEW_LINKS + len(links))
        for edge in links:
            if edge.kind == SEE_ALSO:
                game, _, concept = edge.target.partition("/")
                if key in sources:
                    gained = weights.see_also * sources[key] * share
                    received[game, concept] = received.get((game, concept), 0.0) + gained
                if (game, concept) in sources:
                    gained = weights.cited_by * sources[game, concept] * share
                    received[key] = received.get(key, 0.0) + gained
    return received
