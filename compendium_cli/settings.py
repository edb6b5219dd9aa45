"""Where things are on this machine: the shipped glossary, the cache, the user's configuration."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compendium_cli.errors import UsageError
from compendium_cli.text import breaking_in

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGE = Path(__file__).resolve().parent
_CONFIG_KEYS = ("base_url",)
_LARGEST_CONFIG = 100_000

BASE_URL_VARIABLE = "COMPENDIUM_BASE_URL"
LANG_VARIABLE = "COMPENDIUM_LANG"


def shipped_glossary() -> Path:
    """Return the glossary that came with the package, or the repository's own in a checkout."""
    inside = _PACKAGE / "glossary"
    return inside if inside.is_dir() else _PACKAGE.parent / "glossary"


def shipped_form() -> Path | None:
    """Return the compiled form of the shipped glossary; a checkout has none, since its glossary is edited."""
    inside = _PACKAGE / "shipped"
    return inside if inside.is_dir() and not is_checkout() else None


def site_config() -> Path:
    """Return the mkdocs.yml that the site is built by; the site's sources stand beside it."""
    inside = _PACKAGE / "mkdocs.yml"
    return inside if inside.is_file() else _PACKAGE.parent / "mkdocs.yml"


def is_checkout() -> bool:
    """Tell whether the shipped glossary is the one of a checkout, where its maintainers edit it."""
    return not (_PACKAGE / "glossary").is_dir()


def glossary_folder(option: str | None) -> Path:
    """Return the glossary folder that was asked for, else the shipped one."""
    return shipped_glossary() if option is None else Path(option)


def cache_folder() -> Path | None:
    """Return the user's cache folder for the compendium; ``None`` where the user has no home."""
    return _user_folder("XDG_CACHE_HOME", unix="~/.cache", mac="~/Library/Caches")


def cache_folders() -> Iterator[Path]:
    """Yield where compiled forms may be kept: in the user's cache folder, else in one among the temporary ones."""
    if folder := cache_folder():
        yield folder
    if hasattr(os, "getuid"):
        import tempfile

        with contextlib.suppress(OSError):  # there is no place to write at all
            folder = Path(tempfile.gettempdir()) / f"compendium-{os.getuid()}"
            # Anybody may put something of this name there; a link would lead us to where they want us to write.
            if not folder.is_symlink():
                yield folder


def config_file() -> Path | None:
    """Return the path of the user's configuration file, whether it exists or not; ``None`` without a home."""
    folder = _user_folder("XDG_CONFIG_HOME", unix="~/.config", mac="~/Library/Application Support")
    return folder / "config.toml" if folder else None


def library_folder(option: str | None) -> Path | None:
    """Return the folder of imported texts that was asked for, else the user's own; ``None`` without a home."""
    if option is not None:
        return Path(option)
    data = _user_folder("XDG_DATA_HOME", unix="~/.local/share", mac="~/Library/Application Support")
    return data / "library" if data else None


def _user_folder(variable: str, unix: str, mac: str) -> Path | None:
    """Return our folder where the system keeps such things.

    platformdirs knows this too, but takes longer to load than an entry takes to be found.
    """
    if sys.platform == "win32":
        chosen = Path(os.environ.get("LOCALAPPDATA", ""))
    else:
        chosen = Path(os.environ.get(variable, ""))
        if not chosen.is_absolute():  # the XDG specification: a relative path is to be ignored
            try:
                chosen = Path(mac if sys.platform == "darwin" else unix).expanduser()
            except RuntimeError:  # no home
                return None
    return chosen / "compendium" if chosen.is_absolute() else None


@lru_cache(maxsize=1)
def user_config() -> dict[str, str]:
    """Return what the user's configuration file says; without a file, nothing."""
    path = config_file()
    try:
        if not path or not path.is_file():  # a pipe would have us wait for ever
            return {}
        with path.open("rb") as file:
            raw = file.read(_LARGEST_CONFIG + 1)
    except OSError:
        return {}
    if len(raw) > _LARGEST_CONFIG:
        raise UsageError(f"{path} is too large for a configuration: at most {_LARGEST_CONFIG:,} bytes are read")
    import tomllib

    try:
        values: dict[str, Any] = tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is not valid TOML: {error}") from None
    for key, value in values.items():
        if key not in _CONFIG_KEYS or not isinstance(value, str):
            raise UsageError(f"{path}: {key} is no setting; the file takes {', '.join(_CONFIG_KEYS)}, a text")
    return values


def base_url(option: str | None = None) -> str:
    """Return the address of the site, ending in a slash: option, environment, configuration, then mkdocs.yml."""
    return chosen_base_url(option) or _site_url()


def chosen_base_url(option: str | None = None) -> str | None:
    """Return the address of the site that the user chose by option, environment or configuration; ``None`` if none."""
    url = option or os.environ.get(BASE_URL_VARIABLE) or user_config().get("base_url")
    if not url:
        return None
    if breaking_in(url) or not re.fullmatch(r"https?://[^\s/?#<>\"'\\]+(?:/[^\s?#<>\"'\\]*)?", url):
        raise UsageError(f"{url!r} is no address for links: give one such as https://rules.example.org/")
    return url.rstrip("/") + "/"


@lru_cache(maxsize=1)
def _site_url() -> str:
    """Return ``site_url`` of mkdocs.yml.

    One line is read instead of the file parsed: a command that prints a link should not load a YAML parser, and a
    site's mkdocs.yml may hold tags that only MkDocs understands.
    """
    for folder in (_PACKAGE, _PACKAGE.parent):
        try:
            lines = (folder / "mkdocs.yml").read_text(encoding="utf-8").splitlines()
        except OSError:
            continue
        for line in lines:
            key, _, value = line.partition(":")
            if key == "site_url":
                return value.partition(" #")[0].strip(" \t\"'").rstrip("/") + "/"
    return "https://compendium.example/"
