"""The compendium as tools for assistants, over the Model Context Protocol. The only door to its SDK.

What a tool returns is the JSON of the command of the same name. What a user can mend comes back as a tool error with
the command's own line, so that an assistant can mend it.
"""

from __future__ import annotations

import functools
import threading
from typing import TYPE_CHECKING, Annotated, Any, Literal, ParamSpec

from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from compendium_cli import __version__
from compendium_cli.errors import CompendiumError, UsageError
from compendium_cli.exports.as_json import (
    answer_json,
    comparison_json,
    error_json,
    found_json,
    quotation_json,
    search_json,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from compendium_cli.compendium import Compendium

P = ParamSpec("P")

_INSTRUCTIONS = """\
Rules of board games, in Italian, Spanish and Ukrainian, as numbered statements with a lasting link each.
To settle a rules question call `ask` with the player's own words and answer from the statements it returns; quote
them, name their edition and give their link. Never answer a rules question from memory: where `decided` is false, say
that the compendium does not decide it. `show` gives a whole entry, `search` finds entries by words, `compare` gives
an entry in all languages, `quote` a statement ready to paste.
Games: {games}. Languages with text: {languages}; English terms and questions are understood too."""

Name = Annotated[
    str,
    Field(
        description="The entry: its id (overkill), title, alias or English term in any inflection, with small typos; "
        "game/id and a link of the compendium work too. #3 after it names a statement.",
        min_length=1,
        max_length=300,
    ),
]
Question = Annotated[
    str, Field(description="The question, in the player's own words and language.", min_length=1, max_length=4000)
]
Words = Annotated[str, Field(description="One or more words to find.", min_length=1, max_length=1000)]
Lang = Annotated[
    str | None, Field(description="Language of the answer: it, es or uk. Without it: the language of what was asked.")
]
Game = Annotated[str | None, Field(description="Only this game, by its id.")]
Limit = Annotated[int, Field(description="At most so many.", ge=1, le=50)]
Form = Annotated[
    Literal["markdown", "bbcode", "html", "discord", "plain"], Field(description="Markup of the quotation.")
]
Whole = Annotated[bool, Field(description="Quote every statement of the entry.")]


def server_of(compendium: Compendium) -> MCPServer[Any]:
    """Return a server with a tool for each way to ask the compendium."""
    server: MCPServer[Any] = MCPServer(
        "compendium",
        title="Rules compendium",
        version=__version__,
        instructions=_INSTRUCTIONS.format(
            games=", ".join(f"{game.id} ({game.name('en')})" for game in compendium.games().values()),
            languages=", ".join(compendium.languages()),
        ),
        log_level="WARNING",
    )
    tools = Tools(compendium)
    for tool in (tools.ask, tools.show, tools.search, tools.compare, tools.quote):
        annotations = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
        server.add_tool(_mendable(tool), annotations=annotations)
    return server


class Tools:
    """The tools, each one call of the Python API."""

    def __init__(self, compendium: Compendium) -> None:
        self._compendium = compendium

    def ask(self, question: Question, lang: Lang = None, game: Game = None, limit: Limit = 5) -> dict[str, Any]:
        """Answer a rules question with the statements that decide it, best first.

        Every ruling has its text word for word, edition, link, and the chain of entries that leads to it. Answer from
        those that are marked `settles`; the others only come near. Read a ruling with what it stands `under` and with
        its `items`. `confidence` is how likely the answer is right, from 0 to 1. `asked_in` is the language of the
        question, `lang` that of the answer.

        Where `decided` is false there are no rulings, because the compendium does not decide the question; `nearest`
        then names entries that come close, and `card` tells what is known of a card without questions and errata.
        """
        if not question.strip():
            raise UsageError("the question is empty: ask something")
        return answer_json(self._compendium, self._compendium.ask(question, lang=lang, game=game, limit=limit))

    def show(self, entry: Name, lang: Lang = None, game: Game = None) -> dict[str, Any]:
        """Show a whole entry: its numbered statements, aliases, edition, links to and from other entries."""
        return found_json(self._compendium, self._compendium.look_up(entry, lang=lang, game=game))

    def search(self, query: Words, lang: Lang = None, game: Game = None, limit: Limit = 10) -> dict[str, Any]:
        """Find entries by words of their names and texts; inflected and misspelt words are found too."""
        if not query.strip():
            raise UsageError("the query is empty: give one or more words")
        chosen, hits = self._compendium.search(query, lang=lang, game=game, limit=limit)
        return search_json(self._compendium, query, chosen, hits)

    def compare(self, entry: Name, lang: Lang = None, game: Game = None) -> dict[str, Any]:
        """Compare an entry in all its languages, with editions and what the newer edition changes."""
        return comparison_json(self._compendium, self._compendium.look_up(entry, lang=lang, game=game).entry)

    def quote(
        self, entry: Name, form: Form = "markdown", lang: Lang = None, game: Game = None, *, whole: Whole = False
    ) -> dict[str, Any]:
        """Quote a rule with its edition and link, ready to paste.

        ally#3 quotes one statement, ally#3,5 two of them, ally alone the definition.
        """
        return quotation_json(self._compendium.quotation(entry, form, lang=lang, game=game, whole=whole), form)


# The SDK calls tools from several threads; the store and the indexes are read by one at a time.
_ONE_AT_A_TIME = threading.Lock()


def _mendable(tool: Callable[P, dict[str, Any]]) -> Callable[P, dict[str, Any]]:
    """Return a tool whose errors say in one line what to mend, as the command does."""

    @functools.wraps(tool)
    def answered(*args: P.args, **kwargs: P.kwargs) -> Any:
        try:
            with _ONE_AT_A_TIME:
                return tool(*args, **kwargs)
        except CompendiumError as error:
            lines = [error.message, *(f"Did you mean: {suggestion}" for suggestion in error.suggestions)]
            return CallToolResult(
                is_error=True,
                content=[TextContent(text="\n".join(lines))],
                structured_content=error_json(error.code, error.message, error.suggestions),
            )

    return answered
