"""The compendium as tools for assistants, over the Model Context Protocol. The only door to its SDK.

The server greets at once. A glossary that is not compiled yet is compiled behind it; a tool that is called meanwhile
tells how far that is, waits, and answers. What a tool returns is the JSON of the command of the same name. What a user
can mend comes back as a tool error with the command's own line, so that an assistant can mend it.
"""

from __future__ import annotations

import contextlib
import functools
import io
import re
import sys
import textwrap
import threading
from typing import IO, TYPE_CHECKING, Annotated, Any, Literal

import anyio.from_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from compendium_cli import __version__
from compendium_cli.compendium import open_compendium
from compendium_cli.errors import CompendiumError, UsageError
from compendium_cli.exports.as_json import (
    answer_json,
    comparison_json,
    error_json,
    found_json,
    quotation_json,
    search_json,
)
from compendium_cli.exports.schemas import schema_of
from compendium_cli.text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from compendium_cli.compendium import Compendium

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


#: Seconds after which a tool that waits tells again how far compiling is.
_PATIENCE = 0.5
#: Characters of a game's name in what every assistant is told.
_LONGEST_NAME = 80


def serve(glossary: str | None, base_url: str | None) -> None:
    """Serve on standard input and output until the assistant hangs up."""
    server = server_of(glossary, base_url)
    # The SDK reads the buffer of standard input.
    sys.stdin = io.TextIOWrapper(io.BufferedReader(_WholeCharacters(sys.stdin.buffer)), encoding="utf-8")
    server.run("stdio")


class _WholeCharacters(io.RawIOBase):
    """Lines of JSON in which no escape stands for half a character: the SDK has no reply to a line with one."""

    _escape = re.compile(rb"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|(\\u[dD][89a-fA-F]..)|\\.", re.DOTALL)

    def __init__(self, lines: IO[bytes]) -> None:
        self._lines = lines
        self._rest = b""

    def readable(self) -> bool:
        """Tell that there is something to read."""
        return True

    def readinto(self, into: Any) -> int:
        """Give what fits of the next line."""
        if not self._rest:
            self._rest = self._escape.sub(
                lambda found: rb"\ufffd" if found.group(1) else found.group(), self._lines.readline()
            )
        part, self._rest = self._rest[: len(into)], self._rest[len(into) :]
        into[: len(part)] = part
        return len(part)


def server_of(glossary: str | None, base_url: str | None) -> MCPServer[Any]:
    """Return a server with a tool for each way to ask the compendium; the glossary is compiled behind it."""
    compiling = Compiling()
    compendium = open_compendium(glossary, base_url=base_url, progress=compiling.told)
    outline = compendium.outline()
    calls = Calls(compendium)
    server: MCPServer[Any] = MCPServer(
        "compendium",
        title="Rules compendium",
        version=__version__,
        instructions=_INSTRUCTIONS.format(
            # An assistant takes what stands here for its orders: a name gets no line of its own, and little room.
            games=", ".join(f"{_brief(game)} ({_brief(name)})" for game, name in outline.games.items()),
            languages=", ".join(outline.languages),
        ),
        tools=[
            _tool(call, compiling, compendium.folder)
            for call in (calls.ask, calls.show, calls.search, calls.compare, calls.quote)
        ],
        log_level="WARNING",
    )
    compiling.begin(compendium)
    return server


def _tool(call: Callable[..., dict[str, Any]], compiling: Compiling, glossary: Path) -> Tool:
    """Return a tool that answers as the command of its name does, and says so in its schema."""
    annotations = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    tool = Tool.from_function(_mendable(call, compiling, glossary), annotations=annotations)
    tool.fn_metadata.output_schema = schema_of(tool.name)
    return tool


def _brief(name: str) -> str:
    return textwrap.shorten(one_line(name), _LONGEST_NAME, placeholder="…")


class Compiling:
    """Compiles a glossary in a thread of its own, and tells those who wait how far it is."""

    def __init__(self) -> None:
        self._done = threading.Event()
        self._progress = 0, 1, "compiling the glossary"

    def begin(self, compendium: Compendium) -> None:
        """Begin to compile; what goes wrong is told by the tool that is called next."""

        def work() -> None:
            try:
                with _ONE_AT_A_TIME, contextlib.suppress(CompendiumError):
                    compendium.complete()
            finally:
                self._done.set()

        threading.Thread(target=work, daemon=True).start()

    def told(self, done: int, total: int, what: str = "compiling the glossary") -> None:
        """Remember how far compiling is."""
        self._progress = done, total, what

    def wait(self, context: Context[Any, Any]) -> None:
        """Wait until the glossary is compiled, and tell the caller meanwhile."""
        while not self._done.wait(_PATIENCE):
            anyio.from_thread.run(context.report_progress, *self._progress)


class Calls:
    """What the tools do, each one call of the Python API."""

    def __init__(self, compendium: Compendium) -> None:
        self._compendium = compendium

    def ask(self, question: Question, lang: Lang = None, game: Game = None, limit: Limit = 5) -> dict[str, Any]:
        """Answer a rules question with the statements that decide it, best first.

        Every ruling has its text word for word, edition, link, and the chain of entries that leads to it. Answer from
        those that are marked `settles`; the others only come near. A ruling is read with what it stands `under` and
        with its `items`. `confidence` is how likely the answer is right, from 0 to 1. `asked_in` is the language of the
        question, `lang` that of the answer.

        Where `decided` is false there are no rulings, because the compendium does not decide the question; `nearest`
        then names entries that come close, `titles` tells what each is called, and `card` what is known of a card
        without questions and errata.
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
        quoted = self._compendium.quotation(entry, form, lang=lang, game=game, whole=whole)
        return quotation_json(self._compendium, quoted, form)


# The SDK calls tools from several threads; the store and the indexes are read by one at a time.
_ONE_AT_A_TIME = threading.Lock()


def _mendable(tool: Callable[..., dict[str, Any]], compiling: Compiling, glossary: Path) -> Callable[..., Any]:
    """Return a tool that waits for the glossary, and whose errors say in one line what to mend, as the command does."""

    @functools.wraps(tool)
    def answered(*args: Any, context: Context[Any, Any], **kwargs: Any) -> Any:
        compiling.wait(context)
        try:
            with _ONE_AT_A_TIME:
                return tool(*args, **kwargs)
        except CompendiumError as error:
            lines = [error.message, *(f"Did you mean: {suggestion}" for suggestion in error.suggestions)]
            return CallToolResult(
                is_error=True,
                content=[TextContent(text="\n".join(lines))],
                structured_content=error_json(
                    error.code, error.message, error.suggestions, glossary if error.is_about_glossary else None
                ),
            )

    # The SDK hands the context of a call to the parameter that is annotated so; it is no argument of the tool's own.
    answered.__annotations__ = {**tool.__annotations__, "context": Context}
    return answered
