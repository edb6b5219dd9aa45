"""What the JSON of each command is: JSON Schema, draft 2020-12.

A schema says what is always there and what each key means. It allows other keys, since keys may be added; the tests
allow none, so that none is added here untold.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from compendium_cli.exports.as_json import FORMAT
from compendium_cli.model import QUOTATION_FORMS, StatementKind, Verdict
from compendium_cli.rulings import State

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

Schema = dict[str, Any]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLACE = "#/$defs/"


def schema_of(name: str) -> Schema:
    """Return the schema of what a command prints with ``--json``, whole in itself; ``error`` is that of errors."""
    shape = SHAPES[name]
    used = {part: _PARTS[part] for part in _PARTS if part in set(_parts_of(shape))}
    head = {"$schema": _DIALECT, "$id": f"urn:compendium:{FORMAT}:{name}", "title": name}
    return {**head, **shape, **({"$defs": used} if used else {})}


def components(names: Collection[str], place: str) -> dict[str, Schema]:
    """Return the schemas of some names and all that they are made of, beside one another at a place of a document."""
    shapes = {**_PARTS, **{name: SHAPES[name] for name in names}}
    used = set(names).union(*(_parts_of(shape) for name, shape in shapes.items() if name in names))
    text = json.dumps({name: shape for name, shape in shapes.items() if name in used})
    moved: dict[str, Schema] = json.loads(text.replace(f'"{_PLACE}', f'"{place}'))
    return moved


def _parts_of(schema: Any) -> Iterator[str]:
    """Yield the names of all parts that a schema is made of."""
    if isinstance(schema, list):
        for below in schema:
            yield from _parts_of(below)
    elif isinstance(schema, dict):
        if part := schema.get("$ref", "").removeprefix(_PLACE):
            yield part
            yield from _parts_of(_PARTS[part])
        for below in schema.values():
            yield from _parts_of(below)


# -- words to describe with ------------------------------------------------------------------------------------------


def _text(what: str) -> Schema:
    return {"type": "string", "description": what}


def _whole(what: str, least: int = 0) -> Schema:
    return {"type": "integer", "minimum": least, "description": what}


def _number(what: str, least: float | None = None, most: float | None = None) -> Schema:
    bounds = {"minimum": least, "maximum": most}
    return {"type": "number", "description": what, **{key: bound for key, bound in bounds.items() if bound is not None}}


def _flag(what: str) -> Schema:
    return {"type": "boolean", "description": what}


def _one_of(values: Any, what: str) -> Schema:
    return {"enum": [str(value) for value in values], "description": what}


def _or_null(schema: Schema) -> Schema:
    if "type" in schema:
        return {**schema, "type": [schema["type"], "null"]}
    return {"anyOf": [schema, {"type": "null"}]}


def _list(of: Schema, what: str) -> Schema:
    return {"type": "array", "items": of, "description": what}


def _by_key(of: Schema, what: str) -> Schema:
    return {"type": "object", "additionalProperties": of, "description": what}


def _part(name: str) -> Schema:
    return {"$ref": _PLACE + name}


def _object(what: str, always: Mapping[str, Schema], sometimes: Mapping[str, Schema] | None = None) -> Schema:
    return {
        "type": "object",
        "description": what,
        "properties": {**always, **(sometimes or {})},
        "required": list(always),
    }


# -- what is told in more than one place -----------------------------------------------------------------------------

_VERSION = {"const": FORMAT, "description": "The version of this format; within it keys may be added, never renamed."}
_NAME = _text("The entry's name in every language: game/concept, game/cards/card or game/rulings/id.")
_NAMES = _list({"type": "string"}, "Names of entries.")
_TITLE = _text("What the entry is called in this language.")
_LANG = _text("A language: it, es, uk, en.")
_URL = _text("An address that lasts.")
_N = _whole("The number of a statement, which it keeps for ever.", 1)
_WHERE: dict[str, Schema] = {
    "entry": _NAME,
    "game": _text("The id of the game."),
    "concept": _text("The id of the concept, cards/ and the id of a card, or rulings/ and the id of a ruling."),
    "lang": _LANG,
    "edition": _text("The edition that the text follows."),
    "title": _TITLE,
}
_HOW = _one_of(
    ("exact", "inflected", "typo", "english", "translation"), "How what was typed was recognised as this entry."
)
_TITLES = _by_key({"type": "string"}, "By the name of each entry that is named here, what it is called.")
_NUMBERED = _object("A statement beside another one.", {"n": _or_null(_N), "text": _text("Its words.")})
#: What the text of a ruling has and no other entry.
_PROOF: dict[str, Schema] = {
    "verdict": _one_of(Verdict, "What the ruling answers; 'answer' where the question is no yes or no."),
    "state": _one_of(State, "Whether the ruling holds today."),
    "editions": _list({"type": "string"}, "The editions for which it holds."),
    "because": _list(_part("ground"), "The statements that prove it."),
    "superseded_by": _or_null(_text("The ruling that took its place.")),
    "otherwise": _or_null(_text("The ruling of another edition that decides otherwise.")),
}
_ENTRY: dict[str, Schema] = {
    "version": _VERSION,
    **_WHERE,
    "kind": _text("What it is: keyword, status, action, card, ruling and others."),
    "is_current": _flag("Whether that edition is the one that the game calls current."),
    "en": _or_null(_text("The English term.")),
    "heading": _or_null(_text("The heading of the source document, as printed.")),
    "aliases": _list({"type": "string"}, "Other names."),
    "product": _or_null(_text("Of a card: the product it is in.")),
    "number": _or_null(_text("Of a card: its number in that product.")),
    "statements": _list(_part("statement"), "All of its text, in order."),
    "retired": _list({"type": "integer"}, "Numbers of statements that are no more."),
    "same": _by_key(
        {"type": "array", "items": {"type": "integer"}},
        "By the number of a statement, those of the current edition that say the same.",
    ),
    "see_also": _list({"type": "string"}, "Names of entries on the see-also line, in its order."),
    "mentions": _list({"type": "string"}, "Names of entries that its statements link to."),
    "cited_by": _list({"type": "string"}, "Names of entries that link here."),
    "titles": _TITLES,
    "languages": _by_key({"type": "string"}, "The address in each language that has the entry."),
    "url": _URL,
}
_FOUND: dict[str, Schema] = {
    "how": _HOW,
    "asked_for": _text("The title of the entry that was named: another one where that is a redirect."),
    "also": _list({"type": "string"}, "Names of other entries that the name may mean."),
    "statement": _or_null(_whole("The statement that the name went on to give.", 1)),
    "unmatched": _or_null(_whole("A statement of another language that has no counterpart here.", 1)),
}
_RULING: dict[str, Schema] = {
    **_WHERE,
    "statement": _or_null(_N),
    "kind": _one_of(StatementKind, "What the statement is in its entry."),
    "text": _text("The statement, word for word."),
    "url": _URL,
    "score": _number("The sum of what speaks for it; it compares within one answer only."),
    "probability": _number("That it decides the question, of all that was considered.", 0, 1),
    "settles": _flag("Whether the question needs it; the others only come near."),
    "via": _list({"type": "string"}, "The chain of entries from a term of the question to this one."),
    "under": _or_null(_part("numbered")),
    "items": _list(_part("numbered"), "Its special cases, or the list that it introduces."),
}
_LINKED: dict[str, Schema] = {
    "entry": _NAME,
    "title": _TITLE,
    "url": _URL,
}
_EDITIONS = _by_key(_part("edition"), "Its editions by their ids.")
_GAMES = _by_key(_part("game"), "The games by their ids.")
_LANGUAGE_NAMES = _by_key({"type": "string"}, "The name of each language that has text, in that language.")

_PARTS: dict[str, Schema] = {
    "entry": _object("An entry in one language.", _ENTRY, _PROOF),
    "statement": _object(
        "The smallest thing a link can name.",
        {
            "n": _or_null(_N),
            "kind": _RULING["kind"],
            "text": _text("Its words without any markup."),
            "markdown": _text("As it is written; links are relative to the entry's file."),
            "section": _or_null(_text("The heading that it stands under.")),
            "depth": _whole("How deep it is nested in lists."),
            "marker": _text("What opens its list item: '-' or '3.'; else empty."),
            "edition": _text("The edition that it tells of."),
            "url": _URL,
        },
    ),
    "ground": _object(
        "A statement that proves a ruling.", {**_WHERE, "statement": _or_null(_N), "text": _RULING["text"], "url": _URL}
    ),
    "numbered": _NUMBERED,
    "ruling": _object(
        "A statement that answers a question.",
        _RULING,
        {**_PROOF, "features": _by_key({"type": "number"}, "With --explain: what each feature adds to the score.")},
    ),
    "hit": _object(
        "An entry that a search found.",
        {
            **_WHERE,
            "statement": _or_null(_N),
            "snippet": _text("What shows why."),
            "url": _URL,
            "score": _number("It compares within one search only."),
            "how": _HOW,
        },
    ),
    "chain": _object(
        "A chain of links.",
        {
            "lang": _LANG,
            "steps": _list(
                _object(
                    "An entry of the chain.",
                    {
                        **_LINKED,
                        "kind": _or_null(
                            _text("The link that led here: see-also, mention, cited-by; null for the first entry.")
                        ),
                        "statement": _or_null(_whole("The statement that holds the mention.", 1)),
                    },
                ),
                "From the first entry to the last.",
            ),
        },
    ),
    "game": _object(
        "A game.",
        {
            "names": _by_key({"type": "string"}, "What it is called, by language."),
            "publisher": _text("Who publishes it."),
            "rights": _text("Whose the texts are."),
            "current": _text("The edition that the game calls current."),
            "editions": _EDITIONS,
            "concepts": _by_key(
                _object(
                    "A rule term.",
                    {
                        "kind": _ENTRY["kind"],
                        "en": _ENTRY["en"],
                        "titles": _by_key({"type": "string"}, "What each language's document calls it."),
                    },
                ),
                "Its rule terms by their ids.",
            ),
            "renamed": _by_key({"type": "string"}, "Former ids, and what they are now."),
        },
    ),
    "edition": _object(
        "The document that a text follows.",
        {
            "language": _LANG,
            "document": _text("Its title."),
            "version": _text("Its version."),
            "date": _or_null(_text("When it appeared.")),
        },
    ),
}

# -- what each command prints ----------------------------------------------------------------------------------------

SHAPES: dict[str, Schema] = {
    "ask": _object(
        "The answer to a question.",
        {
            "version": _VERSION,
            "question": _text("The question, as it was asked."),
            "asked_in": _text("The language in which it was looked up."),
            "lang": _text("The language of the answer."),
            "decided": _flag("Whether the compendium decides the question; where not, there are no rulings."),
            "confidence": _number("How likely the answer is right: of answers with 0.9, nine in ten are.", 0, 1),
            "terms": _list(
                _object("A term.", {"text": _text("Its words in the question."), "entry": _NAME, "how": _HOW}),
                "What the question names.",
            ),
            "rulings": _list(_part("ruling"), "What decides it, best first."),
            "read_next": _list({"type": "string"}, "Names of entries that the see-also lines lead to."),
            "titles": _TITLES,
        },
        {
            "nearest": _list({"type": "string"}, "Where there are no rulings: names of entries that come close."),
            "card": _object(
                "A card that the question names, of which only this is known.",
                {
                    "names": _by_key({"type": "string"}, "By language."),
                    "products": _by_key({"type": "string"}, "By language."),
                    "number": _text("Its number in the product; empty where it is not known."),
                    "codes": _list({"type": "string"}, "What card databases call it."),
                    "type": _text("ally, event and others; empty where it is not known."),
                },
            ),
            "did_you_mean": _by_key({"type": "string"}, "Words that were taken for misspellings, and of what."),
            "doubt": _by_key({"type": "number"}, "With --explain: what speaks for an answer and against one."),
            "imported": _list(_part("ruling"), "Rulings of a library of imported texts."),
        },
    ),
    "show": _object(
        "An entry that was looked up.",
        {**_ENTRY, **_FOUND},
        {
            **_PROOF,
            "imported": _or_null(_part("entry")),
            "named": _list({"type": "integer"}, "Statements that the name went on to give: ally#3-5 gives three."),
        },
    ),
    "search": _object(
        "What a search found.",
        {
            "version": _VERSION,
            "query": _text("The words, as they were typed."),
            "lang": _text("The language that was searched."),
            "hits": _list(_part("hit"), "Best first."),
        },
        {"imported": _list(_part("hit"), "What was found in a library of imported texts.")},
    ),
    "see-also": _object(
        "The entries around one.",
        {
            "version": _VERSION,
            **_LINKED,
            "lang": _LANG,
            "neighbours": _list(
                _object(
                    "An entry near it.",
                    {
                        **_LINKED,
                        "kind": _text("The link: see-also, mention or cited-by."),
                        "depth": _whole("How many links it is away.", 1),
                        "parent": _text("The name of the entry that it was reached from."),
                    },
                ),
                "Nearest first.",
            ),
        },
        {"chains": _list(_part("chain"), "Of a ruling: the chains that connect what it rests on.")},
    ),
    "path": _object(
        "The chain of links between two entries.",
        {
            "version": _VERSION,
            "from": _NAME,
            "to": _NAME,
            **_PARTS["chain"]["properties"],
        },
    ),
    "link": _object(
        "The addresses of an entry or of a statement.",
        {
            "version": _VERSION,
            **_LINKED,
            "lang": _LANG,
            "statement": _FOUND["statement"],
            "unmatched": _FOUND["unmatched"],
            "any_language_url": _text("The address that opens in each reader's own language."),
        },
    ),
    "quote": _object(
        "A quotation, ready to paste.",
        {
            "version": _VERSION,
            **_LINKED,
            "lang": _LANG,
            "edition": _WHERE["edition"],
            "statements": _list({"type": "integer"}, "The numbers that were asked for; none for the definition."),
            "format": _one_of(QUOTATION_FORMS, "Its markup."),
            "quote": _text("The quotation."),
        },
        {**_PROOF, "more": _list({"type": "object"}, "Where several names were given: the quotations of the others.")},
    ),
    "quote-stdin": _object(
        "A post with every ((term)) replaced by its quotation: quote --stdin.",
        {
            "version": _VERSION,
            "text": _text("The post."),
            "format": _one_of(QUOTATION_FORMS, "Its markup."),
            "unknown": _list({"type": "string"}, "Terms that name nothing and were left as they are."),
            "ambiguous": _by_key(
                _list({"type": "string"}, "The entry that was quoted, and the others."),
                "Terms that may mean several entries.",
            ),
            "lacking": _by_key(_LANG, "Terms without a text in the post's language, and the language that was quoted."),
            "left": _whole("How many terms were not looked at, since there were too many."),
        },
    ),
    "compare": _object(
        "An entry in all its languages.",
        {
            "version": _VERSION,
            "entry": _NAME,
            "languages": _by_key(_part("entry"), "The entry by language."),
            "missing": _list({"type": "string"}, "Languages of the game that lack it."),
            "rows": _list(
                _by_key({"type": "array", "items": {"type": "integer"}}, "The numbers by language."),
                "Statements that say the same.",
            ),
        },
    ),
    "parity": _object(
        "How far the languages of each game are in step.",
        {
            "version": _VERSION,
            "parity": _list(
                _object(
                    "A language of a game.",
                    {
                        "game": _WHERE["game"],
                        "lang": _LANG,
                        "editions": _list({"type": "string"}, "The editions that its entries follow."),
                        "there": _whole("How many concepts have an entry."),
                        "cards": _whole("How many cards have one."),
                        "missing": _list({"type": "string"}, "Concepts that the document has, but no entry."),
                        "older": _whole("How many entries follow an edition that is not current."),
                        "noted": _whole("How many of them say what the current edition changes."),
                        "stale": _list({"type": "string"}, "Entries with notes on an edition no longer current."),
                        "hints": _list({"type": "string"}, "Older entries that say nothing of it and may have to."),
                        "dangling": _list(
                            {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
                            "Links that lead to no entry: the concept, and what it links to.",
                        ),
                        "see_also": _list(
                            _object(
                                "References that another language has and this one lacks.",
                                {
                                    "concept": _WHERE["concept"],
                                    "lacks": _list({"type": "string"}, "Concepts."),
                                    "than": _text("The language that has them."),
                                },
                            ),
                            "Differences of see-also lines.",
                        ),
                        "unaligned": _list({"type": "string"}, "Older entries that do not say what corresponds."),
                        "alone": _list(
                            _object(
                                "Statements that correspond to none of the current edition's.",
                                {
                                    "concept": _WHERE["concept"],
                                    "statements": _list({"type": "integer"}, "Their numbers."),
                                },
                            ),
                            "What has no counterpart.",
                        ),
                        "rulings": _whole("How many rulings have a text."),
                        "missing_rulings": _list({"type": "string"}, "Ids of rulings that should have one."),
                    },
                ),
                "One for each game and language.",
            ),
        },
    ),
    "import": _object(
        "What was read of a document.",
        {
            "version": _VERSION,
            "entries": _list(
                _object(
                    "An entry of the document.",
                    {
                        "concept": _WHERE["concept"],
                        "title": _TITLE,
                        "heading": _text("The heading, as printed."),
                        "line": _whole("Where it stands.", 1),
                        "statements": _whole("How many it has."),
                        "see_also": _list({"type": "string"}, "Concepts."),
                    },
                ),
                "In the order of the document.",
            ),
            "cards": _list(
                _object(
                    "A card of the document.",
                    {
                        "card": _text("Its id."),
                        "title": _TITLE,
                        "heading": _text("The heading, as printed."),
                        "line": _whole("Where it stands.", 1),
                        "product": _or_null(_text("The product it is in.")),
                        "number": _or_null(_text("Its number in that product.")),
                        "questions": _whole("How many it has."),
                        "errata": _whole("How many it has."),
                    },
                ),
                "In the order of the document.",
            ),
            "references": _list(
                _object(
                    "A reference of the document.",
                    {
                        "source": _text("The concept that refers."),
                        "raw": _text("As it is printed."),
                        "target": _or_null(_text("The concept it leads to; null where the document has none such.")),
                        "how": _or_null(_text("How it was recognised.")),
                        "line": _whole("Where it stands.", 1),
                    },
                ),
                "Every one, resolved or not.",
            ),
            "skipped": _list(
                _object(
                    "A line that is no text of the rules.",
                    {
                        "line": _whole("Where it stands.", 1),
                        "text": _text("What it says."),
                        "why": _text("Why it was left out."),
                    },
                ),
                "What was left out.",
            ),
            "coverage": _object(
                "How much of the text became entries.",
                {
                    "words": _whole("Words of the text, without page numbers, running heads, contents and index."),
                    "kept": _whole("How many of these are in an entry or on a card."),
                    "beside": _whole("How many words page numbers, running heads, contents and index have."),
                    "share": _number("The share that was kept.", 0, 1),
                },
            ),
            "problems": _list({"type": "string"}, "What somebody should look at."),
            "encodings": _list({"type": "string"}, "How each file was read."),
            "written": _or_null(_text("The library; null where nothing was written.")),
            "changes": _object(
                "What differs from the library, or else from the glossary.",
                {
                    "against": _text("The folder that it was compared with."),
                    "texts": _flag("Whether texts were compared: not with a glossary, which has sentences of its own."),
                    "new": _list({"type": "string"}, "Concepts that were not there."),
                    "changed": _list(
                        _object(
                            "An entry that says something else than before.",
                            {
                                "concept": _WHERE["concept"],
                                "added": _list({"type": "string"}, "Statements that were not there."),
                                "gone": _list({"type": "string"}, "Statements that no longer are."),
                                "see_also": _flag("Whether the see-also line differs."),
                            },
                        ),
                        "Entries that changed.",
                    ),
                    "unchanged": _list({"type": "string"}, "Concepts that say the same."),
                    "gone": _list({"type": "string"}, "Concepts that the document has no more."),
                },
            ),
        },
    ),
    "lint": _object(
        "What is wrong with a glossary.",
        {
            "version": _VERSION,
            "problems": _list(
                _object(
                    "A fault.",
                    {
                        "path": _text("The file."),
                        "line": _whole("The line."),
                        "code": _text("What kind of fault; the manual lists them."),
                        "severity": _one_of(("error", "warning"), "Whether the exit status counts it."),
                        "message": _text("What is wrong."),
                        "fix": _text("What to do."),
                    },
                ),
                "By file and line.",
            ),
        },
    ),
    "fmt": _object(
        "What was formatted.",
        {
            "version": _VERSION,
            "changed": _list({"type": "string"}, "Files that were changed, or would be."),
            "left_alone": _list({"type": "string"}, "Files with faults that formatting cannot mend."),
            "check": _flag("Whether nothing was written, since only a check was wanted."),
        },
    ),
    "confirm": _object(
        "Which rulings were confirmed.",
        {"version": _VERSION, "confirmed": _list({"type": "string"}, "Those whose grounds had changed.")},
    ),
    "index": _object(
        "What is true of the compiled glossary.",
        {
            "version": _VERSION,
            "glossary": _text("Its folder."),
            "chosen_by": _one_of(("option", "environment", "clone", "shipped"), "Why it is this one."),
            "cache": _or_null(_text("The folder of the compiled form; null where it is in memory.")),
            "bytes": _or_null(_whole("The size of that folder.")),
            "entries": _whole("How many entries there are."),
            "problems": _whole("How many faults reading found."),
            "edited": _whole("How many entries were edited since all were compiled together."),
            "library": _text("The full-text library and its version."),
            "languages": _list({"type": "string"}, "Languages that have text."),
            "games": _list({"type": "string"}, "Ids of games."),
            "rebuilt": _flag("Whether it was compiled anew just now."),
            "pruned": _list({"type": "string"}, "Folders of other compiled forms that were removed just now."),
        },
    ),
    "doctor": _object(
        "What is installed, on which glossary it works, and what is wrong.",
        {
            "version": _VERSION,
            "package": _object(
                "The package.",
                {
                    "version": _text("Its version."),
                    "folder": _text("Where it is."),
                    "checkout": _flag("Whether it runs from a clone."),
                },
            ),
            "python": _object(
                "What it runs on.",
                {
                    "version": _text("The version of Python."),
                    "program": _text("The path of Python."),
                    "system": _text("The system and its processor."),
                },
            ),
            "glossary": _object(
                "The glossary that is worked on.",
                {
                    "folder": _text("Its folder."),
                    "chosen_by": _one_of(("option", "environment", "clone", "shipped"), "Why it is this one."),
                },
                {
                    "entries": _whole("How many entries there are."),
                    "fingerprint": _text("What changes with any of its files."),
                    "languages": _list({"type": "string"}, "Languages that have text."),
                    "games": _list({"type": "string"}, "Ids of games."),
                    "problems": _whole("How many faults reading found."),
                    "warnings": _whole("How many of them are warnings."),
                },
            ),
            "library": _object(
                "Imported texts.",
                {
                    "folder": _or_null(_text("Where they are looked for.")),
                    "entries": _or_null(_whole("How many there are; null where there is no library.")),
                },
            ),
            "config": _object(
                "The user's settings.",
                {"file": _or_null(_text("Where they are looked for.")), "there": _flag("Whether there are any.")},
            ),
            "links": _object(
                "Where links lead.",
                {
                    "base_url": _or_null(_text("The address of the site.")),
                    "from": _or_null(_text("What says so.")),
                    "site_built_by": _text("The mkdocs.yml that a site would be built by."),
                },
            ),
            "libraries": _by_key(_or_null(_text("The version; null where it is missing.")), "Libraries it stands on."),
            "extras": _by_key(
                _by_key(_or_null(_text("The version; null where it is missing.")), "Its libraries."), "Optional parts."
            ),
            "learnt": _flag("Whether what was learnt from players is there."),
            "language": _object(
                "The user's language.",
                {
                    "chosen": _or_null(_text("What the environment asks for.")),
                    "locale": _or_null(_text("The locale.")),
                    "locale_from": _text("What says so."),
                },
            ),
            "encoding": _text("How text is printed."),
            "terminal": _object(
                "What is printed on.",
                {
                    "is_terminal": _flag("Whether it is a terminal."),
                    "width": _whole("Its columns."),
                    "height": _whole("Its rows."),
                    "colour": _flag("Whether bold and dim are printed."),
                },
            ),
            "faults": _list(
                _object("A fault.", {"what": _text("What is wrong."), "mend": _text("What to do.")}), "What is wrong."
            ),
            "well": _flag("Whether nothing is."),
        },
        {
            "compiled": _object(
                "The compiled form of the glossary.",
                {
                    "folder": _or_null(_text("Where it is.")),
                    "state": _text("Whether it is fresh, stale, or not there yet."),
                    "bytes": _or_null(_whole("Its size.")),
                    "writable": _flag("Whether it can be renewed there."),
                },
            ),
            "other_caches": _object(
                "Compiled forms of other glossaries and versions.",
                {
                    "number": _whole("How many there are."),
                    "bytes": _whole("Their size."),
                    "folders": _list(
                        _object(
                            "One of them.",
                            {
                                "folder": _text("Where it is."),
                                "of": _or_null(_text("The glossary, where it is known.")),
                            },
                        ),
                        "Where they are.",
                    ),
                },
            ),
        },
    ),
    "build": _object(
        "The site that was made, and its links.",
        {
            "version": _VERSION,
            "site": _text("Its folder."),
            "base_url": _text("The address that it was built for."),
            "pages": _whole("How many pages it has."),
            "links": _whole("How many links were checked."),
            "anchors": _whole("How many of them name a place in a page."),
            "outside": _whole("Links to other sites, which are not followed."),
            "broken": _list(
                _object(
                    "A link that leads nowhere.",
                    {"page": _text("Where it stands."), "link": _text("The link."), "why": _text("What is wrong.")},
                ),
                "Links that lead nowhere.",
            ),
        },
    ),
    "export": _object(
        "Everything: export --format json.",
        {
            "version": _VERSION,
            "compendium": _text("The version of the package."),
            "base_url": _text("The address of the site in links."),
            "games": _GAMES,
            "languages": _LANGUAGE_NAMES,
            "entries": _list(_part("entry"), "By game, language and concept."),
        },
    ),
    "entry": _PARTS["entry"],
    "games": _object(
        "Which games and languages there are.",
        {"version": _VERSION, "games": _GAMES, "languages": _LANGUAGE_NAMES},
    ),
    "health": _object(
        "Which package and glossary answer.",
        {
            "version": _VERSION,
            "status": _one_of(("ok",), "It answers."),
            "compendium": _text("The version of the package."),
            "fingerprint": _text("The same wherever the same glossary is, another one as soon as a letter differs."),
            "entries": _whole("How many entries there are."),
        },
    ),
    "error": _object(
        "What a command prints that cannot answer; so does a line of ask --json - that cannot be asked.",
        {
            "version": _VERSION,
            "error": _object(
                "The error.",
                {
                    "code": _text("not-found, usage, glossary, system, busy or error."),
                    "message": _text("What is wrong, and what to do."),
                    "suggestions": _list({"type": "string"}, "What was probably meant, best first."),
                },
                {"glossary": _text("The folder of the glossary that was looked at.")},
            ),
        },
        {"question": _text("Of a line that cannot be asked: that line, or its beginning.")},
    ),
}
SHAPES["ask-line"] = {
    "description": "A line of ask --json -: an answer, or the error of a line that cannot be asked.",
    "type": "object",
    "required": ["version"],
    "oneOf": [SHAPES["ask"], SHAPES["error"]],
}
