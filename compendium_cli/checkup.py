"""What is installed here, on which glossary it works, what it keeps where, and what is wrong with any of it."""

from __future__ import annotations

import os
import platform
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from compendium_cli import __version__, settings
from compendium_cli.compendium import open_compendium
from compendium_cli.errors import CompendiumError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compendium_cli.compendium import Compendium
    from compendium_cli.processes import Progress

#: What users may want and do without; the other extras are for those who work on the code.
EXTRAS = ("site", "pdf", "mcp", "http")
_REQUIREMENT = re.compile(r"([\w.-]+)\s*([^;]*)(?:;.*extra\s*==\s*['\"]([\w-]+)['\"])?.*")
_BOUND = re.compile(r"(>=|<)\s*([\d.]+)")
#: What answers hold, in all languages, and a terminal has to show.
_LETTERS = "è ñ ї · →"


class Fault(NamedTuple):
    """Something that is wrong."""

    what: str
    mend: str
    """What to do about it, in one line."""


class Checkup(NamedTuple):
    """All that was looked at."""

    facts: dict[str, Any]
    """By topic, as JSON has it."""
    faults: tuple[Fault, ...]


def examine(
    chosen: settings.Chosen, library: str | None, base_url: str | None, progress: Progress | None = None
) -> Checkup:
    """Look at everything that a command stands on; nothing is compiled, written or sent anywhere."""
    faults: list[Fault] = []
    facts: dict[str, Any] = {
        "package": {"version": __version__, "folder": str(Path(__file__).parent), "checkout": settings.is_checkout()},
        "python": {
            "version": platform.python_version(),
            "program": sys.executable,
            "system": f"{platform.system()} {platform.machine()}",
        },
        "glossary": {"folder": str(chosen.folder.absolute()), "chosen_by": chosen.by},
    }
    compendium = open_compendium(chosen.folder, base_url="https://compendium.example/", progress=progress)
    try:
        facts["glossary"] |= _glossary(compendium, faults)
        facts["compiled"] = _compiled(compendium, faults)
        others = compendium.others()
        facts["other_caches"] = {
            "number": len(others),
            "bytes": sum(kept.size for kept in others),
            "folders": [{"folder": str(kept.path), "of": kept.source and str(kept.source)} for kept in others],
        }
    except CompendiumError as error:
        faults.append(Fault(error.message, "--glossary takes a folder of games; without it the shipped one answers"))
    facts["library"] = _library(library, faults)
    facts["config"] = _config(faults)
    facts["links"] = _links(base_url, chosen, faults)
    facts["libraries"] = {name: found for name, found, _ in _installed("", faults)}
    facts["extras"] = {extra: {name: found for name, found, _ in _installed(extra, faults)} for extra in EXTRAS}
    facts["learnt"] = _learnt(faults)
    facts["language"] = _language(faults)
    facts["encoding"] = _encoding(faults)
    return Checkup(facts, tuple(faults))


def _glossary(compendium: Compendium, faults: list[Fault]) -> dict[str, Any]:
    version = compendium.version()
    outline = compendium.outline()
    problems = compendium.lint()
    wrong = [problem for problem in problems if not problem.code.is_warning]
    if wrong:
        many = f"{len(wrong)} problems" if len(wrong) > 1 else "1 problem"
        faults.append(Fault(f"{many} in the glossary", "compendium lint lists them, each with what to do"))
    return {
        "entries": version.entries,
        "fingerprint": version.fingerprint,
        "languages": outline.languages,
        "games": list(outline.games),
        "problems": len(wrong),
        "warnings": len(problems) - len(wrong),
    }


def _compiled(compendium: Compendium, faults: list[Fault]) -> dict[str, Any]:
    state = compendium.state()
    if state.how == "nowhere":
        places = " and ".join(str(folder) for folder in settings.cache_folders()) or "any folder of yours"
        what = f"nothing compiled can be kept in {places}: every command compiles the glossary anew"
        faults.append(
            Fault(what, "make one of them yours alone (chmod 700), or set XDG_CACHE_HOME to a folder that is")
        )
    elif settings.shipped_form() is None and not settings.is_checkout():
        faults.append(Fault("the package has no compiled glossary", _reinstall()))
    return {
        "folder": state.path and str(state.path),
        "state": state.how,
        "bytes": state.size,
        "writable": state.is_kept,
    }


def _library(option: str | None, faults: list[Fault]) -> dict[str, Any]:
    folder = settings.library_folder(option)
    if folder is None or not folder.is_dir():
        if option is not None:
            faults.append(Fault(f"there is no library {option!r}", "compendium import … --to DIR writes one"))
        return {"folder": folder and str(folder), "entries": None}
    compendium = open_compendium(folder, base_url=settings.RESERVED_URL)
    try:
        return {
            "folder": str(folder),
            "entries": compendium.version().entries,
            "games": list(compendium.outline().games),
        }
    except CompendiumError as error:
        faults.append(Fault(f"the library: {error.message}", "compendium import … --to DIR writes one"))
        return {"folder": str(folder), "entries": None}


def _config(faults: list[Fault]) -> dict[str, Any]:
    path = settings.config_file()
    try:
        values = settings.user_config()
    except CompendiumError as error:
        faults.append(Fault(error.message, "correct the file, or remove it"))
        values = {}
    return {"file": path and str(path), "there": bool(path and path.is_file()), **values}


def _links(base_url: str | None, chosen: settings.Chosen, faults: list[Fault]) -> dict[str, Any]:
    """Return where links lead; that no site has been set is no fault: most who ask host none."""
    try:
        address = settings.address_of_site(base_url, chosen.folder)
    except CompendiumError as error:
        if not any(error.message == fault.what for fault in faults):
            faults.append(Fault(error.message, "correct it where it was given"))
        return {"base_url": None}
    return {"base_url": address.url, "from": address.origin, "site_built_by": str(settings.site_config())}


# -- libraries -------------------------------------------------------------------------------------------------------


def _installed(extra: str, faults: list[Fault]) -> Iterator[tuple[str, str | None, str]]:
    """Yield the libraries of an extra (none: those that are always needed), their versions, and what they should be."""
    from importlib.metadata import PackageNotFoundError, version

    for name, bounds in _wanted(extra):
        try:
            found: str | None = version(name)
        except PackageNotFoundError:
            found = None
        if found is None and not extra:
            faults.append(Fault(f"{name} is not installed", _reinstall()))
        elif found is not None and not _fits(found, bounds):
            faults.append(Fault(f"{name} is {found}, and {bounds} is needed", settings.how_to_install(extra)))
        yield name, found, bounds


def _wanted(extra: str) -> Iterator[tuple[str, str]]:
    """Yield the libraries that the package asks for, and which versions of them."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines: Iterable[str] = requires(settings.PACKAGE_NAME) or ()
    except PackageNotFoundError:  # it runs from a folder, uninstalled
        return
    for line in lines:
        if (found := _REQUIREMENT.fullmatch(line)) and (found[3] or "") == extra:
            yield found[1], found[2].strip()


def _fits(version: str, bounds: str) -> bool:
    return all(
        (_numbers(version) >= _numbers(bound)) == (operator == ">=") for operator, bound in _BOUND.findall(bounds)
    )


def _numbers(version: str) -> list[int]:
    leading = re.match(r"[\d.]*", version)
    numbers = [int(part) for part in (leading.group() if leading else "").split(".") if part]
    while numbers and not numbers[-1]:  # 2.0 is 2
        numbers.pop()
    return numbers


def _reinstall() -> str:
    return f"pip install --force-reinstall {settings.package_source()}"


def _learnt(faults: list[Fault]) -> bool:
    """Tell whether what was learnt from players' words can be read."""
    from compendium_cli.encoder import shipped_encoder

    try:
        return shipped_encoder() is not None
    except CompendiumError as error:
        faults.append(Fault(error.message, _reinstall()))
        return False


# -- the reader ------------------------------------------------------------------------------------------------------


def _language(faults: list[Fault]) -> dict[str, Any]:
    from compendium_cli.languages import LANGUAGES

    chosen = os.environ.get(settings.LANG_VARIABLE)
    if chosen and chosen not in LANGUAGES:
        what = f"{settings.LANG_VARIABLE} is {chosen!r}, which is no language here"
        faults.append(Fault(what, f"set it to one of {', '.join(LANGUAGES)}, or unset it"))
    variable, locale = settings.locale_of_user()
    return {"chosen": chosen or None, "locale": locale, "locale_from": variable}


def _encoding(faults: list[Fault]) -> str:
    encoding = sys.stdout.encoding or "ascii"
    try:
        _LETTERS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        what = f"the output is in {encoding}, which lacks letters of our languages"
        faults.append(Fault(what, "set PYTHONUTF8=1, or a locale in UTF-8 such as LANG=C.UTF-8"))
    return encoding
