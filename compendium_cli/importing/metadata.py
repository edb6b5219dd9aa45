"""game.yml and concepts.yml of a library: made where there are none, else added to. What somebody wrote there stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.errors import UsageError
from compendium_cli.problems import ProblemCode
from compendium_cli.reading.game import read_game
from compendium_cli.reading.layout import quoted_text
from compendium_cli.reading.strict_yaml import YamlFaultError, parse_yaml
from compendium_cli.text import NotTextError, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from compendium_cli.languages import Language
    from compendium_cli.model import Corpus, Game
    from compendium_cli.reading.strict_yaml import Node

RIGHTS = (
    "The texts in this folder are the publisher's own words, imported from a document that you own, for your "
    "private use. Do not publish them and do not add them to a project."
)
README = f"# Imported rules\n\n{RIGHTS}\n"


class Metadata:
    """What is true of a game in every language, as it stands in a library."""

    def __init__(self, library: Path, game: str) -> None:
        self.game = game
        self.game_yml = _content(library / game / "game.yml", f"{game}/game.yml")
        self.concepts_yml = _content(library / game / "concepts.yml", f"{game}/concepts.yml")

    def with_import(
        self, edition: str, language: Language, concepts: Mapping[str, str], corpus: Corpus
    ) -> tuple[bytes, bytes]:
        """Return both files with an edition, and concepts, given with their kinds; ``UsageError`` if in vain."""
        game_yml = self.game_yml
        if game_yml is None:
            game_yml = _new_game(self.game, edition, language, corpus).encode()
        elif not self._has_edition(edition, language):
            game_yml = _with_edition(game_yml, _edition_line(self.game, edition, language, corpus))
        there = self._fields(self.concepts_yml, "concepts.yml")
        lines = [f"{concept}: {{kind: {kind}}}" for concept, kind in concepts.items() if concept not in there]
        concepts_yml = _with_lines(self.concepts_yml or b"", lines)
        self._refuse_damage(game_yml, concepts_yml, edition, concepts)
        return game_yml, concepts_yml

    def _has_edition(self, edition: str, language: Language) -> bool:
        fields = self._fields(self.game_yml, "game.yml")
        try:
            listed = fields["editions"].fields if "editions" in fields else {}
            if edition not in listed:
                return False
            own = listed[edition].fields
            spoken = own["language"].text if "language" in own else ""
        except YamlFaultError as fault:
            raise self._broken("game.yml", fault) from None
        if spoken != language.code:
            where = f"{self.game}/game.yml, line {listed[edition].line}"
            raise UsageError(
                f"{where}: the edition {edition!r} is in {spoken!r}, not in {language.code!r}: name another"
            )
        return True

    def _fields(self, raw: bytes | None, name: str) -> dict[str, Node]:
        try:
            return parse_yaml(text_of(raw or b"")).fields
        except YamlFaultError as fault:
            raise self._broken(name, fault) from None

    def _broken(self, name: str, fault: YamlFaultError) -> UsageError:
        return UsageError(f"{self.game}/{name}, line {fault.line}: {fault.why}: mend the YAML and import again")

    def _refuse_damage(self, game_yml: bytes, concepts_yml: bytes, edition: str, concepts: Mapping[str, str]) -> None:
        """Refuse to write what cannot be read, or has lost something."""
        after, problems = read_game(self.game, text_of(game_yml), text_of(concepts_yml))
        before: Game | None = None
        if self.game_yml is not None or self.concepts_yml is not None:
            before, known = read_game(self.game, text_of(self.game_yml or b""), text_of(self.concepts_yml or b""))
            told = {(problem.path, problem.message) for problem in known if problem.code != ProblemCode.BAD_YAML}
            problems = [problem for problem in problems if (problem.path, problem.message) not in told]
        if problems:
            first = problems[0]
            raise UsageError(f"{first.path}, line {first.line}: {first.message}: {first.fix}, and import again")
        if before is not None and self.game_yml is not None and not _keeps(before, after):
            raise UsageError(
                f"{self.game}/game.yml: an edition cannot be added: add {edition!r} by hand and import again"
            )
        if edition not in after.editions or not set(concepts) <= set(after.concepts):
            raise UsageError(f"{self.game}/game.yml: the edition {edition!r} cannot be added: add it by hand")


def _keeps(before: Game, after: Game) -> bool:
    """Tell whether a game has all that it had."""
    return (
        all(after.editions.get(name) == edition for name, edition in before.editions.items())
        and all(after.concepts.get(name) == concept for name, concept in before.concepts.items())
        and (before.names, before.publisher, before.rights, before.current, before.renamed)
        == (after.names, after.publisher, after.rights, after.current, after.renamed)
    )


def _content(path: Path, name: str) -> bytes | None:
    try:
        raw = path.read_bytes()
        text_of(raw)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f"cannot read {name}: {(error.strerror or str(error)).lower()}") from None
    except NotTextError as error:
        raise UsageError(f"{name}, line {error.line}: {error.why}: mend it and import again") from None
    return raw


def _new_game(game: str, edition: str, language: Language, corpus: Corpus) -> str:
    known = corpus.games.get(game)
    return (
        f"names: {{{language.code}: {quoted_text(known.name(language.code) if known else game)}}}\n"
        f"publisher: {quoted_text(known.publisher if known else 'unknown')}\n"
        f"current: {edition}\n"
        f"editions:\n"
        f"  {edition}:\n"
        f"    {_edition(game, edition, language, corpus)}\n"
        f"rights: {quoted_text(RIGHTS)}\n"
    )


def _edition(game: str, edition: str, language: Language, corpus: Corpus) -> str:
    known = corpus.games.get(game)
    described = known.editions.get(edition) if known else None
    document = described.document if described else language.labels.imported
    version = described.version if described else edition
    return f"{{language: {language.code}, document: {quoted_text(document)}, version: {quoted_text(version)}}}"


def _edition_line(game: str, edition: str, language: Language, corpus: Corpus) -> str:
    return f"{edition}: {_edition(game, edition, language, corpus)}"


def _with_edition(raw: bytes, line: str) -> bytes:
    """Return game.yml with one more edition, below the last one or inside the same brackets."""
    text = raw.decode()
    fields = parse_yaml(text_of(raw)).fields
    if "editions" not in fields or not isinstance(fields["editions"].value, dict) or not fields["editions"].value:
        return _with_lines(raw, [f"editions: {{{line}}}"])
    lines = text.splitlines(keepends=True)
    editions = fields["editions"]
    first, last = editions.line - 1, max(edition.line for edition in editions.fields.values()) - 1
    end = min((field.line - 1 for field in fields.values() if field.line - 1 > last), default=len(lines))
    while end > last + 1 and _is_empty(lines[end - 1]):
        end -= 1
    newline = "\r\n" if "\r\n" in text else "\n"
    if _in_brackets(lines[first]):
        place = lines[end - 1].rfind("}")
        lines[end - 1] = f"{lines[end - 1][:place]}, {line}{lines[end - 1][place:]}"
    else:
        indent = lines[last][: len(lines[last]) - len(lines[last].lstrip())]
        if not lines[end - 1].endswith("\n"):
            lines[end - 1] += newline
        lines.insert(end, f"{indent}{line}{newline}")
    return "".join(lines).encode()


def _is_empty(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _in_brackets(line: str) -> bool:
    return line.partition(":")[2].lstrip().startswith("{")


def _with_lines(raw: bytes, lines: list[str]) -> bytes:
    """Return a file with more lines at its end."""
    if not lines:
        return raw
    newline = b"\r\n" if b"\r\n" in raw else b"\n"
    ended = raw if not raw or raw.endswith(b"\n") else raw + newline
    return ended + b"".join(line.encode() + newline for line in lines)
