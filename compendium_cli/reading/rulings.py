"""rulings.yml -> (rulings, problems), and back: a ruling is one line, so that an edit of one shows as one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from compendium_cli.model import Ground, StoredRuling, Verdict
from compendium_cli.problems import Problem, ProblemCode
from compendium_cli.reading.front_matter import unknown_keys
from compendium_cli.reading.ids import FIX, is_edition_id, is_entry_id, is_id
from compendium_cli.reading.layout import UnsafeLayoutError
from compendium_cli.reading.strict_yaml import Node, YamlFaultError, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

KEYS = ("verdict", "because", "editions", "otherwise", "superseded", "confirmed")
_WANTED = KEYS[:3]
_GROUND = re.compile(r"(?P<concept>[^#@]+)(?:@(?P<edition>[^#@]+))?#\^?(?P<n>[1-9][0-9]{0,5})")
#: What is no comment, though it holds the sign of one.
_WITHOUT_GROUNDS = re.compile(r"[a-z0-9]#\^?[0-9]")
_FINGERPRINT = re.compile(r"[0-9a-f]{12}")
_GROUND_FIX = "write a statement as ally#6, one of an older edition as ally@es-1#5"


def read_rulings(text: str, path: str) -> tuple[dict[str, StoredRuling], list[Problem]]:
    """Read what is true of the rulings of a game in every language; what cannot be read is left out and reported."""
    found: dict[str, StoredRuling] = {}
    problems: list[Problem] = []
    try:
        listed = parse_yaml(text).fields
    except YamlFaultError as fault:
        return {}, [_broken(path, fault)]
    for name, node in listed.items():
        if not is_id(name):
            problems.append(Problem(path, node.line, ProblemCode.BAD_RULING, f"{name!r} is no id", FIX))
            continue
        try:
            problems += unknown_keys(node.fields, KEYS, path)
            missing = [key for key in _WANTED if key not in node.fields]
            problems += [
                Problem(path, node.line, ProblemCode.MISSING_KEY, f"{name!r} has no {key!r}", f"add {key}: …")
                for key in missing
            ]
            if not missing:
                found[name] = _ruling(name, node)
        except YamlFaultError as fault:
            problems.append(_broken(path, fault))
    return found, problems


def _ruling(name: str, node: Node) -> StoredRuling:
    fields = node.fields
    verdict = fields["verdict"]
    if verdict.text not in tuple(Verdict):
        raise YamlFaultError(verdict.line, f"{verdict.text!r} is no verdict: {', '.join(Verdict)}")
    editions = fields["editions"]
    if not editions.items or not all(map(is_edition_id, editions.texts)):
        raise YamlFaultError(editions.line, f"{name!r} holds for no edition: name one or more, such as it-1.7")
    because = tuple(_ground(item) for item in fields["because"].items)
    if not because:
        raise YamlFaultError(fields["because"].line, f"{name!r} rests on nothing: {_GROUND_FIX}")
    confirmed = fields.get("confirmed")
    if confirmed and not _FINGERPRINT.fullmatch(confirmed.text):
        raise YamlFaultError(confirmed.line, f"{confirmed.text!r} is no fingerprint: compendium confirm writes it")
    others = {key: fields[key].text for key in ("otherwise", "superseded") if key in fields}
    return StoredRuling(
        id=name,
        verdict=Verdict(verdict.text),
        because=because,
        editions=editions.texts,
        line=node.line,
        confirmed=confirmed.text if confirmed else None,
        **others,
    )


def _ground(item: Node) -> Ground:
    found = _GROUND.fullmatch(item.text)
    if not found or not is_entry_id(found["concept"]):
        raise YamlFaultError(item.line, f"{item.text!r} is no statement: {_GROUND_FIX}")
    return Ground(found["concept"], int(found["n"]), found["edition"])


def format_rulings(text: str, confirmed: Mapping[str, str] | None = None) -> str:
    """Return the file with one ruling a line, and ``confirmed`` fingerprints in it. Comments and blank lines stay."""
    rulings, problems = read_rulings(text, "")
    if problems:
        raise UnsafeLayoutError
    new = {
        name: ruling._replace(confirmed=(confirmed or {}).get(name, ruling.confirmed))
        for name, ruling in rulings.items()
    }
    lines = list(_lines(text, new))
    written = "".join(f"{line}\n" for line in lines)
    after, _ = read_rulings(written, "")
    if {name: ruling._replace(line=0) for name, ruling in after.items()} != {
        name: ruling._replace(line=0) for name, ruling in new.items()
    }:
        raise UnsafeLayoutError
    return written


def _lines(text: str, rulings: Mapping[str, StoredRuling]) -> Iterator[str]:
    """Yield the rulings where they begin, and what stands between them."""
    begins = {ruling.line: ruling for ruling in rulings.values()}
    is_inside = False
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        if number in begins:
            if "#" in _WITHOUT_GROUNDS.sub("", line):
                raise UnsafeLayoutError
            yield ruling_line(begins[number])
            is_inside = True
        elif not line.strip() or line.startswith("#"):
            is_inside = False
            yield line.rstrip()
        elif not is_inside or "#" in _WITHOUT_GROUNDS.sub(
            "", line
        ):  # a comment within a ruling has no place of its own
            raise UnsafeLayoutError


def ruling_line(ruling: StoredRuling) -> str:
    """Return a ruling as one line of the file.

    >>> from compendium_cli.model import Ground, StoredRuling, Verdict
    >>> ruling_line(StoredRuling("flee", Verdict.NO, (Ground("engage", 2),), ("it-1.7",), 1))
    'flee: {verdict: "no", because: [engage#2], editions: [it-1.7]}'
    """
    # YAML would read a bare yes or no as true or false, in other readers than ours.
    verdict = f'"{ruling.verdict}"' if ruling.verdict in (Verdict.YES, Verdict.NO) else str(ruling.verdict)
    grounds = ", ".join(ground.address for ground in ruling.because)
    fields = [f"verdict: {verdict}", f"because: [{grounds}]", f"editions: [{', '.join(ruling.editions)}]"]
    fields += [f"otherwise: {ruling.otherwise}"] if ruling.otherwise else []
    fields += [f"superseded: {ruling.superseded}"] if ruling.superseded else []
    fields += [f'confirmed: "{ruling.confirmed}"'] if ruling.confirmed else []
    return f"{ruling.id}: {{{', '.join(fields)}}}"


def _broken(path: str, fault: YamlFaultError) -> Problem:
    return Problem(path, fault.line, ProblemCode.BAD_RULING, fault.why, "mend the YAML")
