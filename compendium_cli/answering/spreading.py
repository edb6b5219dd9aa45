"""Evidence spreads along the graph: an entry whose neighbours speak to the question rises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.answering.evidence import weighed
from compendium_cli.model import SEE_ALSO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compendium_cli.answering.evidence import Candidate
    from compendium_cli.answering.question import Key
    from compendium_cli.answering.weights import Weights
    from compendium_cli.graph import Graph

#: Evidence is passed on by the best entries only.
_SOURCES = 20


def spread(found: Sequence[Candidate], graph: Graph, weights: Weights) -> list[Candidate]:
    """Return the candidates with what their entries' neighbours are worth."""
    best: dict[Key, float] = {}
    for candidate in found:
        best[candidate.key] = max(best.get(candidate.key, 0.0), candidate.score)
    if weights.spread and best:
        received = _received(best, graph, weights)
        most = max(received.values(), default=0.0) or 1.0
        found = [
            weighed(c._replace(signs=c.signs._replace(spread=received.get(c.key, 0.0) / most)), weights) for c in found
        ]
    return list(found)


def _received(best: dict[Key, float], graph: Graph, weights: Weights) -> dict[Key, float]:
    """Return what each entry receives: a share of what a neighbour is worth, the smaller the more links that has."""
    received: dict[Key, float] = {}
    sources = sorted(best.items(), key=lambda item: -item[1])[:_SOURCES]
    for key, worth in sources:
        name = "/".join(key)
        links = graph.links(name)
        passed = [(edge.target, weights.see_also if edge.kind == SEE_ALSO else weights.mention) for edge in links]
        citations = graph.citations(name)
        passed += [(edge.source, weights.cited_by) for edge in citations]
        for target, strength in passed:
            game, _, concept = target.partition("/")
            if (game, concept) in best:
                share = strength * worth / (len(passed) ** 0.5)
                received[game, concept] = received.get((game, concept), 0.0) + share
    return received
