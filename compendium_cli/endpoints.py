"""What can be asked over HTTP: paths, their parameters, what each calls, and the OpenAPI document that says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from compendium_cli import __version__
from compendium_cli.errors import UsageError
from compendium_cli.exports.as_json import (
    answer_json,
    comparison_json,
    found_json,
    games_json,
    link_json,
    quotation_json,
    search_json,
    versioned,
)
from compendium_cli.exports.schemas import components
from compendium_cli.languages import LANGUAGES
from compendium_cli.model import QUOTATION_FORMS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from compendium_cli.compendium import Compendium
    from compendium_cli.exports.schemas import Schema

    Given = Mapping[str, Any]

_PLACE = "#/components/schemas/"
# Proxies take lines of 8,000 bytes, and a letter that is not Latin has six of them in an address.
_LONGEST_QUESTION = 1000
_LONGEST_NAME = 300
_MOST = 50
#: One character that is no white space, in a form that every dialect of regular expressions reads alike.
_SOMETHING = r"[^ \t\n\r]"


class Parameter(NamedTuple):
    """What a request may say."""

    name: str
    what: str
    schema: Schema
    is_required: bool = False

    def read(self, text: str) -> Any:
        """Return what somebody typed as what it stands for, or say what would be right."""
        if choices := self.schema.get("enum"):
            if text not in choices:
                raise UsageError(f"{self.name} is one of {', '.join(choices)}: not {text[:80]!r}", choices)
            return text
        if self.schema["type"] == "boolean":
            if text not in {"true", "false"}:
                raise UsageError(f"{self.name} is true or false: not {text[:80]!r}")
            return text == "true"
        if self.schema["type"] == "integer":
            least, most = self.schema["minimum"], self.schema["maximum"]
            if not re.fullmatch("[0-9]{1,4}", text) or not least <= int(text) <= most:
                raise UsageError(f"{self.name} is a number from {least} to {most}: not {text[:80]!r}")
            return int(text)
        if not re.search(_SOMETHING, text):
            raise UsageError(f"{self.name} is empty")
        if len(text) > (most := self.schema["maxLength"]):
            raise UsageError(f"{self.name} is too long: give at most {most:,} characters")
        return text

    def told(self) -> dict[str, Any]:
        """Return it as OpenAPI has it."""
        required = {"required": True} if self.is_required else {}
        return {"name": self.name, "in": "query", "description": self.what, **required, "schema": self.schema}


class Endpoint(NamedTuple):
    """A path that answers to GET."""

    path: str
    call: Callable[[Compendium, Given], dict[str, Any]]
    shape: str
    """The name of the schema of what it answers."""
    summary: str
    parameters: tuple[Parameter, ...] = ()

    def read(self, pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
        """Return the parameters of a request; ``UsageError`` where one is unknown, missing, doubled or wrong."""
        known = {parameter.name: parameter for parameter in self.parameters}
        given: dict[str, Any] = {}
        for name, text in pairs:
            if name not in known:
                listed = f"it takes {', '.join(known)}" if known else "it takes none"
                raise UsageError(f"{self.path} has no parameter {name[:80]!r}: {listed}", known)
            if name in given:
                raise UsageError(f"{name} is given twice")
            given[name] = known[name].read(text)
        for parameter in self.parameters:
            if parameter.is_required and parameter.name not in given:
                raise UsageError(f"{self.path} needs {parameter.name}: {parameter.what}")
        return given


def _ask(compendium: Compendium, given: Given) -> dict[str, Any]:
    return answer_json(compendium, compendium.ask(**given))


def _search(compendium: Compendium, given: Given) -> dict[str, Any]:
    lang, hits = compendium.search(**given)
    return search_json(compendium, given["query"], lang, hits)


def _show(compendium: Compendium, given: Given) -> dict[str, Any]:
    return found_json(compendium, compendium.look_up(given["entry"], **_where(given)))


def _compare(compendium: Compendium, given: Given) -> dict[str, Any]:
    return comparison_json(compendium, compendium.look_up(given["entry"], **_where(given)).entry)


def _quote(compendium: Compendium, given: Given) -> dict[str, Any]:
    form, whole = given.get("form", "markdown"), given.get("whole", False)
    quoted = compendium.quotation(given["entry"], form, whole=whole, **_where(given))
    return quotation_json(compendium, quoted, form)


def _link(compendium: Compendium, given: Given) -> dict[str, Any]:
    return link_json(compendium, compendium.look_up(given["entry"], **_where(given)))


def _games(compendium: Compendium, given: Given) -> dict[str, Any]:
    del given
    languages = {code: LANGUAGES[code].name for code in compendium.languages()}
    return versioned({"games": games_json(compendium.games()), "languages": languages})


def _where(given: Given) -> dict[str, Any]:
    return {name: given[name] for name in ("lang", "game") if name in given}


def endpoints(games: Sequence[str]) -> tuple[Endpoint, ...]:
    """Return everything that can be asked of a glossary with some games."""

    def text(name: str, what: str, longest: int) -> Parameter:
        schema = {"type": "string", "minLength": 1, "maxLength": longest, "pattern": _SOMETHING}
        return Parameter(name, what, schema, is_required=True)

    def limit(default: int) -> Parameter:
        schema = {"type": "integer", "minimum": 1, "maximum": _MOST, "default": default}
        return Parameter("limit", "At most so many.", schema)

    entry = text("entry", "An id (ally), title, alias or English term; ally#3 names a statement.", _LONGEST_NAME)
    where = (
        Parameter("lang", "Language of the answer; else that of what was asked.", _choice(list(LANGUAGES))),
        Parameter("game", "Only this game.", _choice(list(games))),
    )
    form = Parameter("form", "Markup of the quotation.", {**_choice(list(QUOTATION_FORMS)), "default": "markdown"})
    whole = Parameter("whole", "Quote every statement of the entry.", {"type": "boolean", "default": False})
    question = text("question", "The question, in the player's own words.", _LONGEST_QUESTION)
    query = text("query", "One or more words to find.", _LONGEST_QUESTION)
    return (
        Endpoint("/ask", _ask, "ask", "Answer a question with the rules that decide it.", (question, *where, limit(5))),
        Endpoint("/search", _search, "search", "Search names and texts.", (query, *where, limit(10))),
        Endpoint("/show", _show, "show", "Show an entry.", (entry, *where)),
        Endpoint("/compare", _compare, "compare", "Show an entry in all its languages.", (entry, *where)),
        Endpoint("/quote", _quote, "quote", "Quote a rule, ready to paste.", (entry, *where, form, whole)),
        Endpoint("/link", _link, "link", "Give the address of an entry or statement.", (entry, *where)),
        Endpoint("/games", _games, "games", "List games, editions, concepts and languages."),
    )


def _choice(values: list[str]) -> Schema:
    return {"type": "string", "enum": values}


#: What else is answered; it does not touch the glossary.
HEALTH = Endpoint("/health", lambda *_: {}, "health", "Tell that the service answers, and from which glossary.")
_FAULTS = {
    "400": "A parameter is wrong: the error says what to mend.",
    "404": "Nothing is called that: the error suggests what was probably meant.",
    "405": "Only GET and HEAD are answered.",
    "503": "Too many requests wait already: ask again, or another copy.",
}


def openapi(listed: Sequence[Endpoint], base_url: str) -> dict[str, Any]:
    """Return the OpenAPI document of some endpoints."""
    every = [*listed, HEALTH]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rules compendium",
            "version": __version__,
            "summary": "Board-game rules as numbered statements with a lasting link each.",
            "description": "Every answer carries the version of its format: keys may be added to it, never renamed.",
            "license": {"name": "Texts: CC BY-SA 4.0", "url": "https://creativecommons.org/licenses/by-sa/4.0/"},
        },
        "externalDocs": {"url": base_url, "description": "The site that links lead to."},
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "paths": {endpoint.path: {"get": _operation(endpoint)} for endpoint in every},
        "components": {"schemas": components([*(endpoint.shape for endpoint in every), "error"], _PLACE)},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    answers = {"200": ("The answer.", endpoint.shape)} | {code: (what, "error") for code, what in _FAULTS.items()}
    return {
        "operationId": endpoint.path.strip("/"),
        "summary": endpoint.summary,
        "parameters": [parameter.told() for parameter in endpoint.parameters],
        "responses": {
            code: {"description": what, "content": {"application/json": {"schema": {"$ref": _PLACE + shape}}}}
            for code, (what, shape) in answers.items()
        }
        | {"304": {"description": "The answer is still the one with the ETag of If-None-Match."}},
    }
