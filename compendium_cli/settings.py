"""Where things are on this machine: the shipped glossary, the cache, the user's configuration."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from compendium_cli.errors import UsageError
from compendium_cli.text import breaking_in

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGE = Path(__file__).resolve().parent
_CONFIG_KEYS = ("base_url",)
_LARGEST_CONFIG = 100_000
#: A line of mkdocs.yml that names our plug-in.
_OUR_PLUGIN = re.compile(r"^\s*-\s+([\"']?)compendium\1\s*:?\s*(?:#.*)?$", re.MULTILINE)
_ADDRESS = re.compile(r"https?://[^\s/?#<>\"'\\]+(?:/[^\s?#<>\"'\\]*)?")

PACKAGE_NAME = "rules-compendium"
BASE_URL_VARIABLE = "COMPENDIUM_BASE_URL"
GLOSSARY_VARIABLE = "COMPENDIUM_GLOSSARY"
LANG_VARIABLE = "COMPENDIUM_LANG"
#: A name that nobody can have: links lead nowhere until somebody hosts the site and says where.
RESERVED_URL = "https://compendium.example/"


class Chosen(NamedTuple):
    """A glossary folder, and what it was chosen by."""

    folder: Path
    by: str
    """``option``, ``environment``, ``clone`` (the one around the working directory) or ``shipped``."""

    @property
    def is_editable(self) -> bool:
        """Whether its maintainers edit it: any but the one that an installation carries."""
        return self.by != "shipped" or is_checkout()


class Address(NamedTuple):
    """The address of the site, and where it was found."""

    url: str
    origin: str
    """An option, an environment variable, or a file."""


def shipped_glossary() -> Path:
    """Return the glossary that came with the package, or the repository's own in a checkout."""
    inside = _PACKAGE / "glossary"
    return inside if inside.is_dir() else _PACKAGE.parent / "glossary"


def shipped_form() -> Path | None:
    """Return the compiled form of the shipped glossary; a checkout has none, since its glossary is edited."""
    inside = _PACKAGE / "shipped"
    return inside if inside.is_dir() and not is_checkout() else None


def shipped_site_config() -> Path:
    """Return the mkdocs.yml that came with the package; the site's sources stand beside it."""
    inside = _PACKAGE / "mkdocs.yml"
    return inside if inside.is_file() else _PACKAGE.parent / "mkdocs.yml"


def site_config() -> Path:
    """Return the mkdocs.yml that the site is built by: that of the clone we are in, else the shipped one.

    What it names is run by MkDocs, so one that merely lies beside a named glossary does not count.
    """
    clone = clone_here()
    return clone / "mkdocs.yml" if clone else shipped_site_config()


def is_checkout() -> bool:
    """Tell whether the shipped glossary is the one of a checkout, where its maintainers edit it."""
    return not (_PACKAGE / "glossary").is_dir()


def package_source() -> str:
    """Return what pip installs the package from: the clone we are in, the folder it came from, or else its name."""
    if clone_here():
        return "."
    if is_checkout():
        return str(_PACKAGE.parent)
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        told = json.loads(distribution(PACKAGE_NAME).read_text("direct_url.json") or "{}")
        folder = url2pathname(urlsplit(told["url"]).path) if "dir_info" in told else ""
    except (PackageNotFoundError, KeyError, TypeError, ValueError):
        folder = ""
    return folder if folder and Path(folder).is_dir() else PACKAGE_NAME


def how_to_install(extra: str) -> str:
    """Return the line that installs an extra."""
    return f'pip install "{package_source()}[{extra}]"'


def choose_glossary(option: str | None) -> Chosen:
    """Return the glossary that a command works on: option, environment, the clone it is started in, the shipped one."""
    if option is not None:
        return Chosen(Path(option), "option")
    if named := os.environ.get(GLOSSARY_VARIABLE):
        return Chosen(Path(named), "environment")
    clone = clone_here()
    return Chosen(clone / "glossary", "clone") if clone else Chosen(shipped_glossary(), "shipped")


def clone_here() -> Path | None:
    """Return the clone that the working directory is in: the nearest folder above that is one.

    It is looked for up to the user's home, or to the root, at one look per folder. Whoever may write above us could put
    one there: only what belongs to us, or to the owner of the folder that we were started in, is taken for ours.
    """
    try:
        here = Path.cwd()
        trusted = (os.getuid(), here.stat().st_uid) if hasattr(os, "getuid") else ()
    except OSError:  # it is gone
        return None
    home = os.path.expanduser("~")  # noqa: PTH111 - it does not raise
    for folder in (here, *here.parents):
        if is_clone(folder) and (not trusted or (folder / "mkdocs.yml").stat().st_uid in trusted):
            return folder
        if str(folder) == home:
            break
    return None


def is_clone(folder: Path) -> bool:
    """Tell whether a folder has a glossary, and a mkdocs.yml that publishes it with our plug-in."""
    return is_site_config(folder / "mkdocs.yml") and (folder / "glossary").is_dir()


def is_site_config(path: Path) -> bool:
    """Tell whether a file is a mkdocs.yml that names our plug-in."""
    return _OUR_PLUGIN.search(_beginning(path)) is not None


def is_learnt_from(folder: Path) -> bool:
    """Tell whether a glossary is the one that players' words were learnt from, be it edited since.

    That is the shipped one, and that of a clone, where the code lies beside it.
    """
    here = folder.resolve()
    return here == shipped_glossary().resolve() or (here.parent / _PACKAGE.name / "learnt.vectors").is_file()


def _beginning(path: Path) -> str:
    """Return what a settings file says, as far as one is read; nothing where there is none."""
    try:
        if not path.is_file():  # a pipe would have us wait for ever
            return ""
        with path.open("rb") as file:
            return file.read(_LARGEST_CONFIG).decode("utf-8", "replace")
    except OSError:
        return ""


def locale_of_user() -> tuple[str, str | None]:
    """Return the user's locale, such as it_IT.UTF-8, and what says it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return variable, value
    if sys.platform == "win32":
        import ctypes

        name = ctypes.create_unicode_buffer(85)
        ctypes.windll.kernel32.GetUserDefaultLocaleName(name, len(name))
        return "Windows", name.value or None
    return "LANG", None


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


def state_folder() -> Path | None:
    """Return the user's folder for what is only convenient to find again; ``None`` without a home."""
    return _user_folder("XDG_STATE_HOME", unix="~/.local/state", mac="~/Library/Application Support")


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


def base_url(option: str | None = None, glossary: Path | None = None) -> str:
    """Return the address of the site, ending in a slash: option, environment, configuration, then mkdocs.yml."""
    return address_of_site(option, glossary).url


def address_of_site(option: str | None = None, glossary: Path | None = None) -> Address:
    """Return the address of the site and where it was found.

    The mkdocs.yml is the one beside the glossary, where it names our plug-in, else the one that came with the package.
    """
    if chosen := _chosen_address(option):
        return chosen
    beside = Path(os.path.abspath(glossary)).parent / "mkdocs.yml" if glossary else None  # noqa: PTH100 - no look at it
    path = beside if beside and is_site_config(beside) else shipped_site_config()
    return Address(_site_url(path), str(path))


def chosen_base_url(option: str | None = None) -> str | None:
    """Return the address of the site that the user chose by option, environment or configuration; ``None`` if none."""
    chosen = _chosen_address(option)
    return chosen.url if chosen else None


def _chosen_address(option: str | None) -> Address | None:
    url, origin = option, "--base-url"
    if not url:
        url, origin = os.environ.get(BASE_URL_VARIABLE), BASE_URL_VARIABLE
    if not url:
        url, origin = user_config().get("base_url"), str(config_file())
    if not url:
        return None
    if breaking_in(url) or not _ADDRESS.fullmatch(url):
        raise UsageError(f"{url!r} is no address for links: give one such as https://rules.example.org/")
    return Address(url.rstrip("/") + "/", origin)


def _site_url(path: Path) -> str:
    """Return ``site_url`` of a mkdocs.yml.

    One line is read instead of the file parsed: a command that prints a link should not load a YAML parser, and a
    site's mkdocs.yml may hold tags that only MkDocs understands. What is no address is left to MkDocs.
    """
    for line in _beginning(path).splitlines():
        key, _, value = line.partition(":")
        url = value.partition(" #")[0].strip(" \t\"'")
        if key == "site_url" and _ADDRESS.fullmatch(url) and not breaking_in(url):
            return url.rstrip("/") + "/"
    return RESERVED_URL
