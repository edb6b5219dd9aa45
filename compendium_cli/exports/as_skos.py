"""SKOS, the W3C's vocabulary of vocabularies, as Turtle: a concept scheme per game.

A concept's address is the one that opens in each reader's language. Nothing is broader than anything: a see-also line
relates two concepts, and ``skos:related`` is symmetric.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from compendium_cli.exports.terms import terms_of
from compendium_cli.languages import LANGUAGES
from compendium_cli.links import any_language_url
from compendium_cli.text import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from compendium_cli.compendium import Compendium
    from compendium_cli.exports.terms import Term
    from compendium_cli.model import Game

_PREFIXES = """\
@prefix dc: <http://purl.org/dc/elements/1.1/> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
"""
_LICENCE = "https://creativecommons.org/licenses/by-sa/4.0/"
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
#: What may not stand between the angle brackets of an IRI.
_NOT_IN_IRI = re.compile(r"[\x00-\x20<>\"{}|^`\\]")

#: A predicate and its objects.
Facts = tuple[str, list[str]]


def export_skos(
    compendium: Compendium,
    lang: str | None = None,
    game: str | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """Return the concepts of all games, or of one, as SKOS in Turtle."""
    terms = terms_of(compendium, lang, game, progress)
    blocks = [_PREFIXES]
    for game_id, known in compendium.games().items():
        own = [term for term in terms if term.game == game_id]
        if own:
            blocks += _scheme(compendium, known, own, lang)
    return "\n".join(blocks)


def _scheme(compendium: Compendium, game: Game, terms: Sequence[Term], lang: str | None) -> Iterator[str]:
    scheme = _iri(f"{compendium.base_url}{game.id}/")
    concepts = {term.concept: _iri(any_language_url(compendium.base_url, game.id, term.concept)) for term in terms}
    # What is no language of ours is no tag of a language, either.
    known = {code: name for code, name in game.names.items() if code in LANGUAGES}
    names = {code: name for code, name in known.items() if lang in (None, code)} or known
    yield _block(
        scheme,
        "skos:ConceptScheme",
        [
            ("skos:prefLabel", [_literal(name, code) for code, name in names.items()]),
            ("skos:notation", [_literal(game.id)]),
            ("dc:publisher", [_literal(game.publisher)]),
            ("dc:rights", [_literal(game.rights)]),
            ("dct:license", [_iri(_LICENCE)]),
            ("skos:hasTopConcept", list(concepts.values())),
        ],
    )
    for term in terms:
        yield _block(concepts[term.concept], "skos:Concept", _facts(term, scheme, concepts))
    for kind in sorted({term.kind for term in terms}):
        labels = {code: LANGUAGES[code].labels.kinds.get(kind) for code in names}
        yield _block(
            _iri(f"{compendium.base_url}{game.id}/#{kind}"),
            "skos:Collection",
            [
                ("skos:prefLabel", [_literal(label, code) for code, label in labels.items() if label]),
                ("skos:member", [concepts[term.concept] for term in terms if term.kind == kind]),
            ],
        )


def _facts(term: Term, scheme: str, concepts: dict[str, str]) -> list[Facts]:
    wordings = term.wordings.items()
    return [
        ("skos:inScheme", [scheme]),
        ("skos:topConceptOf", [scheme]),
        ("skos:notation", [_literal(term.concept)]),
        ("skos:prefLabel", [_literal(said.preferred, code) for code, said in wordings]),
        ("skos:altLabel", [_literal(other, code) for code, said in wordings for other in said.others]),
        ("skos:definition", [_literal(said.definition, code) for code, said in wordings if said.definition]),
        ("skos:related", [concepts[target] for target in term.related]),
        ("dc:source", [_literal(said.source, code) for code, said in wordings if said.source]),
        ("rdfs:seeAlso", [_iri(said.url) for _, said in wordings if said.url]),
    ]


def _block(subject: str, kind: str, facts: Iterable[Facts]) -> str:
    lines = [f"{subject} a {kind}"]
    lines += [f"    {predicate} {', '.join(objects)}" for predicate, objects in facts if objects]
    return " ;\n".join(lines) + " .\n"


def _literal(text: str, lang: str | None = None) -> str:
    r"""Return a Turtle string.

    >>> print(_literal('a "rule"', "en"))
    "a \"rule\""@en
    """
    escaped = "".join(_ESCAPES.get(char, char) for char in printable(text))
    return f'"{escaped}"@{lang}' if lang else f'"{escaped}"'


def _iri(address: str) -> str:
    """Return an address between angle brackets, with what may not stand there percent-encoded."""
    return f"<{_NOT_IN_IRI.sub(lambda found: f'%{ord(found.group()):02X}', printable(address))}>"
