"""Building and serving the site: MkDocs with our configuration, wherever the package is installed."""

from __future__ import annotations

import logging
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from compendium_cli import settings
from compendium_cli.errors import CompendiumError, UsageError
from compendium_cli.listening import address_of, refuse_unusable
from compendium_cli.site.history import given_date
from compendium_cli.writing.folders import refuse_foreign, replaced_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mkdocs.config.defaults import MkDocsConfig

    from compendium_cli.processes import Progress
    from compendium_cli.site.checking import Report


class SiteError(CompendiumError):
    """The site cannot be built from what was given."""

    code = "site"
    is_about_glossary = True


class Wanted(NamedTuple):
    """What is to be built, and where."""

    glossary: str
    base_url: str
    """The address that links carry; that of the server where the site is served."""
    site_dir: str
    is_strict: bool = False
    progress: Callable[[int, int], None] | None = None
    """Told how many pages of how many are written."""
    compiling: Progress | None = None
    """Told how far compiling the glossary has come."""


def build_site(wanted: Wanted) -> Report:
    """Build the site into a folder and check every link in it."""
    commands = _mkdocs()
    from compendium_cli.site.checking import check_site

    target = Path(os.path.realpath(wanted.site_dir))
    refuse_foreign(target)  # before the long work, not after it
    with replaced_folder(target) as fresh:
        with _told() as told:
            commands.build.build(_configured(wanted, fresh))
        if wanted.is_strict and told.messages:
            raise SiteError(f"the build gave {len(told.messages)} warnings, the first: {told.messages[0]}")
        return check_site(fresh)


def serve_site(wanted: Wanted, address: str) -> None:
    """Show the site on this machine and build it anew whenever the glossary changes."""
    commands = _mkdocs()
    if not Path(wanted.glossary).is_dir():
        raise UsageError(f"there is no glossary {wanted.glossary!r}")
    place = address_of(address)
    refuse_unusable(place)
    shown = logging.StreamHandler()
    shown.setFormatter(logging.Formatter("%(message)s"))
    logger = logging.getLogger("mkdocs")
    logger.setLevel(logging.INFO)
    logger.addHandler(shown)
    # MkDocs can't know what an edit touches, and warns of that with every build. We do.
    logging.getLogger("mkdocs.commands.build").addFilter(lambda record: "'dirty' build" not in str(record.msg))
    with _told():
        commands.serve.serve(
            config_file=str(settings.site_config()),
            dev_addr=str(place),
            build_type="dirty",  # what an edit has not touched stays as it is: see refreshing
            # A mapping, not a list: MkDocs empties the items of a list, and loads its configuration anew each time.
            plugins={"compendium": {"glossary": _absolute(wanted.glossary)}},
        )


def _configured(wanted: Wanted, target: Path) -> MkDocsConfig:
    from mkdocs.config import load_config

    config = load_config(str(settings.site_config()), site_dir=str(target), site_url=wanted.base_url, strict=False)
    plugin: Any = config.plugins["compendium"]
    plugin.config.glossary = _absolute(wanted.glossary)
    plugin.progress, plugin.compiling = wanted.progress, wanted.compiling
    plugin.is_addressed = True
    return config


def _absolute(glossary: str) -> str:
    return str(Path(glossary).resolve())


def _mkdocs() -> Any:
    given_date()  # MkDocs takes it, too, and expects a number
    try:
        import mkdocs.commands.build
        import mkdocs.commands.serve
    except ImportError:
        raise UsageError('the site needs MkDocs: pip install "rules-compendium[site]"') from None
    return mkdocs.commands


@contextmanager
def _told() -> Iterator[_Collector]:
    """Collect what MkDocs tells its users, and turn the error it ends with into one of ours."""
    from mkdocs.exceptions import Abort, MkDocsException

    collector = _Collector(logging.WARNING)
    logger = logging.getLogger("mkdocs")
    logger.addHandler(collector)
    try:
        yield collector
    except Abort as error:
        # It only says that something was logged: that is the message.
        raise SiteError(collector.messages[-1] if collector.messages else str(error)) from error
    except MkDocsException as error:
        raise SiteError(str(error)) from error
    finally:
        logger.removeHandler(collector)


class _Collector(logging.Handler):
    """Keeps warnings and errors."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())
