"""The MkDocs plug-in: each event is one call into the functions that make the site."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config import base, config_options
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File

from compendium_cli import settings
from compendium_cli.compendium import open_compendium
from compendium_cli.errors import CompendiumError
from compendium_cli.site.engine import ENGINE, engine_script
from compendium_cli.site.keeping import NO_WORKER, WORKER, kept_lists
from compendium_cli.site.publishing import Publication, publish
from compendium_cli.site.refreshing import Stale, stale_since
from compendium_cli.site.serving import addressed, protect
from compendium_cli.site.sharing import PICTURES
from compendium_cli.site.theme_style import needed
from compendium_cli.writing.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
    from mkdocs.utils.templates import TemplateContext

    from compendium_cli.processes import Progress

#: Below "mkdocs", so that --strict counts its warnings.
_log = logging.getLogger("mkdocs.plugins.compendium")


class CompendiumConfig(base.Config):  # type: ignore[no-untyped-call]
    """What mkdocs.yml may say to the plug-in."""

    glossary = config_options.Type(str, default="")
    """Folder of the glossary, relative to mkdocs.yml; where it is empty the one beside it, else the shipped one."""
    report_url = config_options.Type(str, default="")
    """Where a problem is reported: an address in which {title} and {url} are filled in."""


class CompendiumPlugin(BasePlugin[CompendiumConfig]):  # type: ignore[no-untyped-call]
    """Publishes a glossary as a site."""

    #: Told how many pages of how many are written.
    progress: Callable[[int, int], None] | None = None
    #: Told how far compiling the glossary has come.
    compiling: Progress | None = None
    #: Whether the site's address was settled before; else the user's own comes before that of mkdocs.yml.
    is_addressed = False

    _publication: Publication
    #: The files of the pages by which statements are shared.
    _previews: Collection[str]
    #: What was published before: a server builds again and again, and this object stays.
    _before: Publication | None = None
    #: What of that is out of date; ``None`` where everything may be.
    _stale: Stale | None = None
    _written = 0
    _is_served = False

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Remember whether pages are shown while they are edited: their address is then the server's."""
        del dirty
        self._is_served = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Keep entries out of the theme's navigation: repeated on each page it would weigh more than the page."""
        config.nav = [{config.site_name: "index.md"}]
        if self._is_served:
            config.site_url = addressed(config.site_url or "", config.dev_addr.host)
        if not self.is_addressed and not self._is_served:
            try:
                config.site_url = settings.chosen_base_url() or config.site_url
            except CompendiumError as error:
                raise PluginError(error.message) from error
        return config

    def on_serve(
        self, server: LiveReloadServer, /, *, config: MkDocsConfig, builder: Callable[..., Any]
    ) -> LiveReloadServer:
        """Build anew when an entry, a template or a script changes, and answer nobody else."""
        del builder
        sources = self._sources(config)
        for folder in (self._publication.folder, sources / "assets", sources / "overrides"):
            server.watch(str(folder))
        protect(server)
        return server

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Add the pages and files that are made, and leave out what the pages do not need."""
        home = Path(config.config_file_path).parent
        beside = home / (self.config.glossary or "glossary")
        glossary = beside if self.config.glossary or beside.is_dir() else None
        before = self._before
        try:
            compendium = open_compendium(glossary, base_url=config.site_url or None, progress=self.compiling)
            pictures = sorted((self._sources(config) / PICTURES).glob("*.png"))
            sources = [file.src_uri for file in files]
            publication = publish(compendium, self.config.report_url, sources, [path.name for path in pictures])
        except CompendiumError as error:
            raise PluginError(error.message) from error
        self._publication = self._before = publication
        self._stale = stale_since(before.site, publication.site) if before else None
        for path in before.pages.keys() - publication.pages.keys() if before else ():
            (Path(config.site_dir) / path / "index.html").unlink(missing_ok=True)
        if count := compendium.problem_count():
            _log.warning("%d problems in the glossary; see: compendium lint", count)
        self._written = 0
        for uri in publication.unwanted:
            if (file := files.get_file_from_path(uri)) is not None:
                files.remove(file)
        self._lighten(files, config)
        for file in self._assets(config, pictures):
            files.append(file)
        for path, content in publication.files(self._stale, before):
            files.append(File.generated(config, path, content=content))
        for page in publication.stale_pages(self._stale):
            file = File.generated(config, f"{page.path.rstrip('/')}.md", content="")
            file.dest_uri = f"{page.path}index.html"
            files.append(file)
        return files

    def on_page_markdown(self, markdown: str, /, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Give a made page its title and template."""
        del config, files
        page.meta.update(self._publication.meta_of(page.url))
        page.update_date = self._publication.date_of(page.url)
        return markdown

    def on_env(self, env: Environment, /, *, config: MkDocsConfig, files: Files) -> Environment:
        """Escape whatever our templates are given, and write the pages that only lead elsewhere."""
        ours = {path.name for path in (self._sources(config) / "overrides").iterdir()}
        env.autoescape = lambda name: name in ours
        env.globals.update(self._publication.globals())
        env.globals.update(site_name=config.site_name, is_kept=not self._is_served)
        previews = dict(self._publication.previews(env, self._stale))
        self._previews = previews.keys()
        for path, content in (*self._publication.signposts(env, self._stale), *previews.items()):
            files.append(File.generated(config, path, content=content))
        return env

    def on_page_context(
        self, context: TemplateContext, /, *, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Give a template what its page says."""
        del config, nav
        context.update(self._publication.context_of(page.url, page))  # type: ignore[typeddict-item]
        self._written += 1
        if self.progress:
            self.progress(self._written, self._publication.page_count)
        return context

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """List what readers keep, and let go of the compiled glossary: a server builds again and again."""
        if not self._is_served:
            folder = Path(config.site_dir)
            for path, content in kept_lists(folder, self._publication.site, self._previews):
                write_whole(folder / path, content)
        self._publication.site.compendium.close()

    def _assets(self, config: MkDocsConfig, pictures: Iterable[Path]) -> Iterator[File]:
        """Yield styles, scripts and pictures."""
        for asset in sorted((self._sources(config) / "assets").glob("*.*")):
            if asset.name != WORKER:
                yield File.generated(config, f"assets/{asset.name}", abs_src_path=str(asset))
        yield File.generated(config, ENGINE, content=engine_script(self._sources(config) / "assets" / "engine"))
        for picture in pictures:
            yield File.generated(config, f"{PICTURES}{picture.name}", abs_src_path=str(picture))
        worker = (self._sources(config) / "assets" / WORKER).read_text(encoding="utf-8")
        yield File.generated(config, WORKER, content=NO_WORKER if self._is_served else worker)

    def _lighten(self, files: Files, config: MkDocsConfig) -> None:
        """Leave out of the theme's style sheet what no page of ours has."""
        file = files.get_file_from_path(self._publication.style)
        if file is not None:
            css = needed(file.content_string, config.markdown_extensions)
            files.remove(file)
            files.append(File.generated(config, file.src_uri, content=css))

    @staticmethod
    def _sources(config: MkDocsConfig) -> Path:
        """Return the folder of the site's own sources: beside the pages that somebody wrote."""
        return Path(config.docs_dir).parent
