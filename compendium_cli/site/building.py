"""Building and serving the site: MkDocs with our configuration, wherever the package is installed."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from compendium_cli import settings
from compendium_cli.errors import CompendiumError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mkdocs.config.defaults import MkDocsConfig

    from compendium_cli.site.checking import Report


class SiteError(CompendiumError):
    """The site cannot be built from what was given."""

    code = "site"


class Wanted(NamedTuple):
    """What is to be built, and where."""

    glossary: str | None
    base_url: str | None
    site_dir: str
    is_strict: bool = False
    progress: Callable[[int, int], None] | None = None


def build_site(wanted: Wanted) -> Report:
    """Build the site into a folder and check every link in it."""
    commands = _mkdocs()
    from compendium_cli.site.checking import check_site

    config = _configured(wanted, site_url=settings.base_url(wanted.base_url))
    with _Warnings() as warnings:
        _translated(lambda: commands.build.build(config))
    if wanted.is_strict and warnings.told:
        raise SiteError(f"the build gave {len(warnings.told)} warnings, the first: {warnings.told[0]}")
    return check_site(Path(config.site_dir))


def serve_site(wanted: Wanted, address: str) -> None:
    """Show the site on this machine and build it anew whenever the glossary changes."""
    commands = _mkdocs()
    options: dict[str, Any] = {"dev_addr": address} if address else {}
    _translated(
        lambda: commands.serve.serve(
            config_file=str(settings.site_config()),
            plugins=[{"compendium": {"glossary": _absolute(wanted.glossary)}}],
            **options,
        )
    )


def _configured(wanted: Wanted, **values: Any) -> MkDocsConfig:
    from mkdocs.config import load_config

    target = Path(wanted.site_dir).resolve()
    _refuse_sources(target)
    config = _translated(lambda: load_config(str(settings.site_config()), site_dir=str(target), strict=False, **values))
    plugin: Any = config.plugins["compendium"]
    plugin.config.glossary = _absolute(wanted.glossary)
    plugin.progress = wanted.progress
    result: MkDocsConfig = config
    return result


def _absolute(glossary: str | None) -> str:
    return str(Path(glossary).resolve()) if glossary else ""


def _refuse_sources(target: Path) -> None:
    """Refuse a folder that holds anything but an earlier site: a build empties it first."""
    if target.is_dir() and any(target.iterdir()) and not (target / "sitemap.xml").is_file():
        raise UsageError(f"{str(target)!r} is not empty and holds no site: give an empty folder, or one to build anew")
    if target.exists() and not target.is_dir():
        raise UsageError(f"{str(target)!r} is no folder")


def _mkdocs() -> Any:
    try:
        import mkdocs.commands.build
        import mkdocs.commands.serve
    except ImportError:
        raise UsageError('the site needs MkDocs: pip install "rules-compendium[site]"') from None
    return mkdocs.commands


def _translated(work: Callable[[], Any]) -> Any:
    """Do some work, and turn what MkDocs says to its users into what we say to ours."""
    from mkdocs.exceptions import MkDocsException

    try:
        return work()
    except MkDocsException as error:
        raise SiteError(str(error)) from error


class _Warnings(logging.Handler):
    """Collects what MkDocs and its plug-ins warn of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())

    def __enter__(self) -> Self:
        logging.getLogger("mkdocs").addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        logging.getLogger("mkdocs").removeHandler(self)
