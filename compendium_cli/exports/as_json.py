"""The JSON that scripts and bots build on. Keys may be added, never renamed; ``schemas`` says what each means.

Entries are named by their ids, which last; ``titles`` beside them says what a reader should see for each.
"""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING, Any

from compendium_cli import __version__
from compendium_cli.alignment import pivot_numbers
from compendium_cli.languages import LANGUAGES
from compendium_cli.links import entry_url
from compendium_cli.model import CARDS, RULINGS
from compendium_cli.text import unwanted_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from compendium_cli.answering.answers import Answer
    from compendium_cli.answering.search import SearchHit
    from compendium_cli.answering.selection import Ruling
    from compendium_cli.compendium import Compendium, Found
    from compendium_cli.graph import Neighbour, Step
    from compendium_cli.model import Card, Concept, Entry, Game
    from compendium_cli.problems import Problem
    from compendium_cli.quoting import Quoted, QuotedPost


#: The version of this JSON, which every object carries: another one where a key that was there is gone or means
#: something else. What is added changes nothing for those who read what they know.
FORMAT = 1


def versioned(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object with the version of its format."""
    return {"version": FORMAT, **value}


def dumps(value: Any, *, indent: int | None = 2) -> str:
    """Return JSON that people can read too, and that acts on no terminal: what might is escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return "".join(map(_escaped, text)) if unwanted_in(text) else text


def _escaped(char: str) -> str:
    if not unwanted_in(char):
        return char
    # Halves of characters stand for bytes that were no text. What lies beyond four digits, JSON writes as two halves.
    units = char.encode("utf-16-be", "replace") if unicodedata.category(char) != "Cs" else b"\xff\xfd"
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2))


def entry_json(compendium: Compendium, entry: Entry, games: Mapping[str, Game] | None = None) -> dict[str, Any]:
    """Return an entry as ``show`` gives it."""
    game = (games or compendium.games())[entry.game]
    concept = game.concepts.get(entry.concept)
    languages = compendium.titles(entry.name)
    see_also = [f"{entry.game}/{concept_id}" for concept_id in entry.see_also]
    mentions = [f"{entry.game}/{concept_id}" for concept_id in entry.mentions]
    cited_by = [edge.source for edge in compendium.citations(entry)]
    ruling = ruling_json(compendium, entry)
    others = [name for name in (ruling.get("superseded_by"), ruling.get("otherwise")) if name]
    return {
        "version": FORMAT,
        "entry": entry.name,
        "game": entry.game,
        "concept": entry.concept,
        "kind": kind_of(entry.concept, concept),
        "lang": entry.lang,
        "edition": entry.edition,
        "is_current": entry.edition == game.current,
        "title": entry.title,
        "en": concept.en if concept else None,
        "heading": entry.heading,
        "aliases": list(entry.aliases),
        "product": entry.product,
        "number": entry.number,
        "statements": [
            {
                "n": statement.n,
                "kind": str(statement.kind),
                "text": statement.text,
                "markdown": statement.markdown,
                "section": statement.section,
                "depth": statement.depth,
                "marker": statement.marker,
                "edition": statement.edition or entry.edition,
                "url": compendium.url(entry, statement.n),
            }
            for statement in entry.statements
        ],
        "retired": list(entry.retired),
        "same": {str(own): list(others) for own, others in pivot_numbers(entry, game).items()},
        "see_also": see_also,
        "mentions": mentions,
        "cited_by": cited_by,
        "titles": titles_json(compendium, entry.lang, [*see_also, *mentions, *cited_by, *others]),
        "languages": {lang: entry_url(compendium.base_url, lang, entry.game, entry.concept) for lang in languages},
        "url": compendium.url(entry),
    } | ruling


def titles_json(compendium: Compendium, lang: str, names: Iterable[str]) -> dict[str, str]:
    """Return what entries are called in a language, by their names; in another one where it lacks them."""
    return {name: compendium.title(name, lang) for name in dict.fromkeys(names)}


def ruling_json(compendium: Compendium, entry: Entry) -> dict[str, Any]:
    """Return what the text of a ruling has besides: its verdict and what proves it; nothing for any other entry."""
    proven = compendium.ruling(entry)
    if proven is None:
        return {}
    ruling = proven.ruling
    return {
        "verdict": str(ruling.verdict),
        "state": str(proven.state),
        "editions": list(ruling.editions),
        "because": [
            {
                "entry": ground.name,
                "game": ground.game,
                "concept": ground.concept,
                "lang": ground.lang,
                "edition": statement.edition or ground.edition,
                "title": ground.title,
                "statement": statement.n,
                "text": statement.text,
                "url": compendium.url(ground, statement.n),
            }
            for ground, statement in proven.grounds
        ],
        "superseded_by": f"{entry.game}/{RULINGS}{ruling.superseded}" if ruling.superseded else None,
        "otherwise": f"{entry.game}/{RULINGS}{ruling.otherwise}" if ruling.otherwise else None,
    }


def found_json(compendium: Compendium, found: Found) -> dict[str, Any]:
    """Return an entry that was looked up, with how it was found."""
    return entry_json(compendium, found.entry) | {
        "how": found.how,
        "asked_for": found.asked_for,
        "also": list(found.others),
        "statement": found.statement,
        "unmatched": found.unmatched,
    }


def comparison_json(compendium: Compendium, entry: Entry) -> dict[str, Any]:
    """Return an entry in all its languages, and the languages of its game that lack it."""
    versions = compendium.versions(entry)
    return {
        "version": FORMAT,
        "entry": entry.name,
        "languages": {lang: entry_json(compendium, version) for lang, version in versions.items()},
        "missing": [lang for lang in compendium.languages_of_game(entry.game) if lang not in versions],
        "rows": [{lang: list(numbers) for lang, numbers in row.items()} for row in compendium.rows(entry)],
    }


def quotation_json(compendium: Compendium, quoted: Quoted, form: str) -> dict[str, Any]:
    """Return a quotation."""
    return {
        "version": FORMAT,
        "entry": quoted.entry.name,
        "title": quoted.entry.title,
        "lang": quoted.entry.lang,
        "edition": quoted.entry.edition,
        "statements": list(quoted.statements),
        "format": form,
        "quote": quoted.text,
        "url": quoted.url,
    } | ruling_json(compendium, quoted.entry)


def post_json(post: QuotedPost, form: str) -> dict[str, Any]:
    """Return a post with its mentions replaced."""
    return {
        "version": FORMAT,
        "text": post.text,
        "format": form,
        "unknown": [term for term, _ in post.unknown],
        "ambiguous": {term: [chosen, *others] for term, chosen, others in post.ambiguous},
        "lacking": {term: lang for term, _, lang in post.lacking},
        "left": post.left,
    }


def link_json(compendium: Compendium, found: Found) -> dict[str, Any]:
    """Return the addresses of an entry or statement that was looked up."""
    entry = found.entry
    return {
        "version": FORMAT,
        "entry": entry.name,
        "lang": entry.lang,
        "title": entry.title,
        "statement": found.statement,
        "unmatched": found.unmatched,
        "url": compendium.url(entry, found.statement),
        "any_language_url": compendium.url_in_any_language(
            entry, compendium.pivot(entry, found.statement) if found.statement is not None else None
        ),
    }


def error_json(code: str, message: str, suggestions: Iterable[str], glossary: Path | None = None) -> dict[str, Any]:
    """Return an error; with the glossary that was looked at, where another one might have what is missing."""
    told = {"code": code, "message": message, "suggestions": list(suggestions)}
    return versioned({"error": told | ({"glossary": str(glossary)} if glossary else {})})


def kind_of(concept_id: str, concept: Concept | None) -> str:
    """Return the kind of an entry: its concept's, ``card`` or ``ruling``."""
    if concept_id.startswith(RULINGS):
        return "ruling"
    return "card" if concept_id.startswith(CARDS) else concept.kind if concept else "rule"


def answer_json(compendium: Compendium, answer: Answer) -> dict[str, Any]:
    """Return an answer as ``ask`` gives it."""
    terms = [(term.text, match) for term in answer.terms for match in term.matches]
    named = [match.entry for _, match in terms]
    passed = [name for ruling in answer.rulings for name in answer.via[ruling.entry.name]]
    result: dict[str, Any] = {
        "version": FORMAT,
        "question": answer.question,
        "asked_in": answer.asked_in,
        "lang": answer.lang,
        "decided": answer.decided,
        "confidence": round(answer.judgement.confidence, 3),
        "terms": [{"text": text, "entry": match.entry, "how": match.how} for text, match in terms],
        "rulings": [_ruling_json(compendium, answer, ruling) for ruling in answer.rulings],
        "read_next": list(answer.read_next),
        "titles": titles_json(compendium, answer.lang, [*named, *passed, *answer.read_next, *answer.nearest]),
    }
    if not answer.rulings:
        result["nearest"] = list(answer.nearest)
    if answer.card:
        result["card"] = card_json(answer.card)
    if answer.corrections:
        result["did_you_mean"] = {typed: meant for typed, meant in answer.corrections}  # noqa: C416
    return result


def card_json(card: Card) -> dict[str, Any]:
    """Return what is known of a card without an entry: names, products, number and public codes."""
    return {
        "names": dict(card.names),
        "products": dict(card.products),
        "number": card.number,
        "codes": list(card.codes),
        "type": card.kind,
    }


def _ruling_json(compendium: Compendium, answer: Answer, ruling: Ruling) -> dict[str, Any]:
    entry, statement = ruling.entry, ruling.statement
    return {
        "entry": entry.name,
        "game": entry.game,
        "concept": entry.concept,
        "lang": entry.lang,
        "edition": statement.edition or entry.edition,
        "title": entry.title,
        "statement": statement.n,
        "kind": str(statement.kind),
        "text": statement.text,
        "url": compendium.url(entry, statement.n),
        "score": round(ruling.candidate.score, 3),
        "probability": round(ruling.probability, 3),
        "settles": ruling.settles,
        "via": list(answer.via[entry.name]),
        "under": {"n": ruling.under.n, "text": ruling.under.text} if ruling.under else None,
        "items": [{"n": item.n, "text": item.text} for item in ruling.items],
    } | ruling_json(compendium, entry)


def search_json(compendium: Compendium, query: str, lang: str, hits: Iterable[SearchHit]) -> dict[str, Any]:
    """Return the hits of a search."""
    return {
        "version": FORMAT,
        "query": query,
        "lang": lang,
        "hits": [
            {
                "entry": hit.entry.name,
                "game": hit.entry.game,
                "concept": hit.entry.concept,
                "lang": hit.entry.lang,
                "edition": hit.entry.edition,
                "title": hit.entry.title,
                "statement": hit.statement.n if hit.statement else None,
                "snippet": hit.snippet,
                "url": compendium.url(hit.entry, hit.statement.n if hit.statement else None),
                "score": round(hit.score, 3),
                "how": hit.how,
            }
            for hit in hits
        ],
    }


def neighbours_json(compendium: Compendium, entry: Entry, neighbours: Iterable[Neighbour]) -> dict[str, Any]:
    """Return the entries around one."""
    return {
        "version": FORMAT,
        "entry": entry.name,
        "lang": entry.lang,
        "title": entry.title,
        "url": compendium.url(entry),
        "neighbours": [
            {
                "entry": near.entry,
                "title": compendium.title(near.entry, entry.lang),
                "kind": near.kind,
                "depth": near.depth,
                "parent": near.parent,
                "url": name_url(compendium, near.entry, entry.lang),
            }
            for near in neighbours
        ],
    }


def path_json(compendium: Compendium, start: Entry, goal: Entry, steps: Iterable[Step]) -> dict[str, Any]:
    """Return the chain of links that leads from an entry to another."""
    return versioned({"from": start.name, "to": goal.name, **chain_json(compendium, start.lang, steps)})


def chain_json(compendium: Compendium, lang: str, steps: Iterable[Step]) -> dict[str, Any]:
    """Return a chain of entries."""
    return {
        "lang": lang,
        "steps": [
            {
                "entry": step.entry,
                "title": compendium.title(step.entry, lang),
                "kind": step.kind,
                "statement": step.statement,
                "url": name_url(compendium, step.entry, lang),
            }
            for step in steps
        ],
    }


def name_url(compendium: Compendium, name: str, lang: str) -> str:
    """Return the address of an entry given by its name."""
    game, _, concept = name.partition("/")
    return entry_url(compendium.base_url, lang, game, concept)


def problem_json(problem: Problem) -> dict[str, Any]:
    """Return a problem of a glossary."""
    return {
        "path": problem.path,
        "line": problem.line,
        "code": str(problem.code),
        "severity": "warning" if problem.code.is_warning else "error",
        "message": problem.message,
        "fix": problem.fix,
    }


def games_json(games: Mapping[str, Game]) -> dict[str, Any]:
    """Return games with their editions and concepts."""
    return {
        game_id: {
            "names": dict(known.names),
            "publisher": known.publisher,
            "rights": known.rights,
            "current": known.current,
            "editions": {
                edition.id: {
                    "language": edition.language,
                    "document": edition.document,
                    "version": edition.version,
                    "date": edition.date,
                }
                for edition in known.editions.values()
            },
            "concepts": {
                concept.id: {"kind": concept.kind, "en": concept.en, "titles": dict(concept.titles)}
                for concept in known.concepts.values()
            },
            "renamed": dict(known.renamed),
        }
        for game_id, known in games.items()
    }


def entries_json(
    compendium: Compendium,
    lang: str | None = None,
    game: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield every entry as ``show`` gives it."""
    games = compendium.games()
    entries = list(compendium.entries(lang, game))
    for done, entry in enumerate(entries, 1):
        yield entry_json(compendium, entry, games)
        if progress:
            progress(done, len(entries))


def export_json(
    compendium: Compendium,
    lang: str | None = None,
    game: str | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """Return all games, editions and entries in one document."""
    games = compendium.games()
    document = {
        "version": FORMAT,
        "compendium": __version__,
        "base_url": compendium.base_url,
        "games": games_json({key: known for key, known in games.items() if game in (None, key)}),
        "languages": {code: LANGUAGES[code].name for code in compendium.languages()},
        "entries": list(entries_json(compendium, lang, game, progress)),
    }
    return dumps(document) + "\n"
