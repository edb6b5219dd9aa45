"""game.yml and concepts.yml -> (Game, problems)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import CARDS, Concept, Edition, Game
from compendium_cli.problems import Problem, ProblemCode
from compendium_cli.reading.front_matter import unknown_keys
from compendium_cli.reading.ids import EDITION_FIX, FIX, is_edition_id, is_entry_id, is_id
from compendium_cli.reading.strict_yaml import Node, YamlFaultError, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

GAME_KEYS = ("names", "publisher", "current", "editions", "rights")
EDITION_KEYS = ("language", "document", "version", "date")
CONCEPT_KEYS = ("kind", *LANGUAGES)
#: Below this key, concepts.yml lists former ids.
RENAMED = "renamed"


def read_game(game_id: str, game_text: str, concepts_text: str) -> tuple[Game, list[Problem]]:
    """Read what is true of a game in every language."""
    game_path, concepts_path = f"{game_id}/game.yml", f"{game_id}/concepts.yml"
    fields, problems = _fields(game_text, game_path)
    problems += unknown_keys(fields, GAME_KEYS, game_path)
    problems += _missing(fields, GAME_KEYS, game_path, line=1)
    editions, edition_problems = _editions(fields.get("editions"), game_path)
    concepts, renamed, concept_problems = _concepts(concepts_text, concepts_path)
    problems += edition_problems + concept_problems
    texts: dict[str, str] = {}
    for key in ("publisher", "current", "rights"):
        try:
            texts[key] = fields[key].text if key in fields else ""
        except YamlFaultError as fault:
            texts[key] = ""
            problems.append(_broken(game_path, fault))
    if texts["current"] and texts["current"] not in editions:
        fix = f"name one of the editions below: {', '.join(editions) or 'none yet'}"
        line = fields["current"].line
        problems.append(Problem(game_path, line, ProblemCode.UNKNOWN_EDITION, f"no edition {texts['current']!r}", fix))
    names, name_problems = _names(fields.get("names"), game_path)
    game = Game(
        id=game_id,
        names=names or {"en": game_id},
        publisher=texts["publisher"],
        rights=texts["rights"],
        current=texts["current"],
        editions=editions,
        concepts=concepts,
        renamed=renamed,
    )
    return game, problems + name_problems


def _names(node: Node | None, path: str) -> tuple[dict[str, str], list[Problem]]:
    if node is None:
        return {}, []
    try:
        names = {lang: name.text for lang, name in node.fields.items() if lang in LANGUAGES}
        return names, unknown_keys(node.fields, tuple(LANGUAGES), path)
    except YamlFaultError as fault:
        return {}, [_broken(path, fault)]


def _editions(node: Node | None, path: str) -> tuple[dict[str, Edition], list[Problem]]:
    editions: dict[str, Edition] = {}
    problems: list[Problem] = []
    try:
        listed = node.fields if node else {}
        for edition_id, edition in listed.items():
            if not is_edition_id(edition_id):
                problems.append(_no_id(edition_id, edition, path, EDITION_FIX, ProblemCode.UNKNOWN_EDITION))
                continue
            problems += unknown_keys(edition.fields, EDITION_KEYS, path)
            problems += _missing(edition.fields, EDITION_KEYS[:3], path, edition.line)
            texts = {key: value.text for key, value in edition.fields.items()}
            lang = texts.get("language", "")
            if lang not in LANGUAGES:
                fix = f"choose one of {', '.join(LANGUAGES)}"
                message = f"edition {edition_id!r} is in an unknown language {lang!r}"
                problems.append(Problem(path, edition.line, ProblemCode.UNKNOWN_LANGUAGE, message, fix))
            editions[edition_id] = Edition(
                edition_id, lang, texts.get("document", ""), texts.get("version", ""), texts.get("date")
            )
    except YamlFaultError as fault:
        problems.append(_broken(path, fault))
    return editions, problems


def _concepts(text: str, path: str) -> tuple[dict[str, Concept], dict[str, str], list[Problem]]:
    fields, problems = _fields(text, path)
    concepts: dict[str, Concept] = {}
    renamed: dict[str, str] = {}
    try:
        for concept_id, node in fields.items():
            if concept_id == RENAMED:
                renamed = {old: new.text for old, new in node.fields.items() if is_entry_id(old)}
                problems += _no_ids(node.fields, path)
                continue
            if not is_id(concept_id):
                problems.append(_no_id(concept_id, node, path))
                continue
            problems += unknown_keys(node.fields, CONCEPT_KEYS, path)
            problems += _missing(node.fields, ("kind",), path, node.line)
            texts = {key: value.text for key, value in node.fields.items()}
            titles = {lang: texts[lang] for lang in LANGUAGES if lang != "en" and texts.get(lang)}
            kind = texts.get("kind", "")
            if kind and not is_id(kind):
                problems.append(_no_id(kind, node, path))
                kind = ""
            concepts[concept_id] = Concept(concept_id, kind, texts.get("en") or None, node.line, titles)
    except YamlFaultError as fault:
        problems.append(_broken(path, fault))
    problems += _rename_problems(concepts, renamed, path)
    return concepts, renamed, problems


def _no_ids(former: Mapping[str, Node], path: str) -> Iterator[Problem]:
    return (_no_id(old, new, path) for old, new in former.items() if not is_entry_id(old))


def _no_id(
    name: str, node: Node, path: str, fix: str = FIX, code: ProblemCode = ProblemCode.UNKNOWN_CONCEPT
) -> Problem:
    return Problem(path, node.line, code, f"{name!r} is no id", fix)


def _rename_problems(concepts: Mapping[str, Concept], renamed: Mapping[str, str], path: str) -> Iterator[Problem]:
    for old, new in renamed.items():
        if old in concepts:
            fix = "an id that was published keeps its meaning: remove one of the two"
            yield Problem(path, concepts[old].line, ProblemCode.BAD_RENAME, f"{old!r} is renamed and in use", fix)
        # A card may be renamed too; whether it exists is known only when the entries are read.
        if not new.startswith(CARDS) and new not in concepts:
            fix = "name an id of this file, the newest one where it was renamed twice"
            yield Problem(path, 1, ProblemCode.BAD_RENAME, f"{old!r} is renamed to {new!r}, which is no concept", fix)


def _fields(text: str, path: str) -> tuple[dict[str, Node], list[Problem]]:
    try:
        return parse_yaml(text).fields, []
    except YamlFaultError as fault:
        return {}, [_broken(path, fault)]


def _missing(fields: Mapping[str, Node], wanted: tuple[str, ...], path: str, line: int) -> Iterator[Problem]:
    for key in wanted:
        if key not in fields:
            yield Problem(path, line, ProblemCode.MISSING_KEY, f"the key {key!r} is missing", f"add {key}: …")


def _broken(path: str, fault: YamlFaultError) -> Problem:
    return Problem(path, fault.line, ProblemCode.BAD_YAML, fault.why, "mend the YAML")
