"""Where things are on this machine: the shipped glossary, the cache, the user's configuration."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from compendium_cli.errors import UsageError

_PACKAGE = Path(__file__).resolve().parent
_CONFIG_KEYS = ("base_url",)

BASE_URL_VARIABLE = "COMPENDIUM_BASE_URL"
LANG_VARIABLE = "COMPENDIUM_LANG"


def shipped_glossary() -> Path:
    """Return the glossary that came with the package, or the repository's own in a checkout."""
    inside = _PACKAGE / "glossary"
    return inside if inside.is_dir() else _PACKAGE.parent / "glossary"


def is_checkout() -> bool:
    """Tell whether the shipped glossary is the one of a checkout, where its maintainers edit it."""
    return not (_PACKAGE / "glossary").is_dir()


def glossary_folder(option: str | None) -> Path:
    """Return the glossary folder that was asked for, else the shipped one."""
    return Path(option) if option is not None else shipped_glossary()


def cache_folder() -> Path:
    """Return the user's cache folder for the compendium."""
    from platformdirs import user_cache_path

    return user_cache_path("compendium", appauthor=False)


def config_file() -> Path:
    """Return the path of the user's configuration file, whether it exists or not."""
    from platformdirs import user_config_path

    return user_config_path("compendium", appauthor=False) / "config.toml"


@lru_cache(maxsize=1)
def user_config() -> dict[str, str]:
    """Return what the user's configuration file says; without a file, nothing."""
    path = config_file()
    try:
        raw = path.read_bytes()
    except OSError:
        return {}
    import tomllib

    try:
        values: dict[str, Any] = tomllib.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path} is not valid TOML: {error}") from None
    for key, value in values.items():
        if key not in _CONFIG_KEYS or not isinstance(value, str):
            raise UsageError(f"{path}: {key} is no setting; the file takes {', '.join(_CONFIG_KEYS)}, a text")
    return values


def base_url(option: str | None = None) -> str:
    """Return the address of the site, ending in a slash: option, environment, configuration, then mkdocs.yml."""
    url = option or os.environ.get(BASE_URL_VARIABLE) or user_config().get("base_url") or _site_url()
    if not re.fullmatch(r"https?://[^\s/?#<>\"'\\]+(?:/[^\s?#<>\"'\\]*)?", url):
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
            text = (folder / "mkdocs.yml").read_text(encoding="utf-8")
        except OSError:
            continue
        if found := re.search(r"^site_url:[ \t]*[\"']?([^\s\"'#]+)", text, re.MULTILINE):
            return found.group(1)
    return "https://compendium.example/"
