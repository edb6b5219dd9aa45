"""A compendium as a whole site: all pages, files and what templates are given, with nothing of MkDocs in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any
from zlib import crc32

from compendium_cli import __version__
from compendium_cli.errors import GlossaryError
from compendium_cli.languages import LANGUAGES, language
from compendium_cli.site.addresses import relative, root_from
from compendium_cli.site.data_files import data_files
from compendium_cli.site.engine import engine_files
from compendium_cli.site.gathering import Gathered, gather
from compendium_cli.site.installing import MANIFEST, manifests
from compendium_cli.site.labels import labels_script
from compendium_cli.site.pages import MadePage, guides, languages_of, made, made_pages, menu
from compendium_cli.site.sharing import locales_of, picture_of, previews
from compendium_cli.site.signposts import signposts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from jinja2 import Environment

    from compendium_cli.compendium import Compendium
    from compendium_cli.site.refreshing import Stale

#: Parts of the theme that our pages do not load: its scripts and its search, and maps for debugging them.
_UNWANTED = re.compile(r"assets/javascripts/.*|assets/stylesheets/.*\.map|assets/stylesheets/palette\..*")
_STYLE = re.compile(r"assets/stylesheets/main\.[0-9a-f]+\.min\.css")
#: What pages are in that belong to no language of the glossary: the root, the manual.
_NO_LANGUAGE = "en"
#: Pages that search engines are not told of: they say nothing by themselves.
_UNLISTED = {"search.html", "offline.html"}
#: Names below the site's root that no game may have; languages are others.
_TAKEN = {"api", "assets", "manual"}
#: Nothing runs or loads but what the site itself holds.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'self'; form-action 'self'"
)


@dataclass(frozen=True)
class Publication:
    """All that is published."""

    site: Gathered
    pages: dict[str, MadePage]
    """Pages that are made, by their path."""
    written: set[str]
    """Paths of pages that somebody wrote."""
    unwanted: tuple[str, ...]
    """Files that are left out."""
    style: str
    """Path of the theme's style sheet."""
    pictures: frozenset[str] = frozenset()
    """Names of the pictures for links that are shared."""
    answers: dict[str, int] = field(default_factory=dict)
    """The checksums of the files that the page answers from, once they are written."""

    @property
    def folder(self) -> Path:
        """The glossary's folder."""
        return self.site.compendium.folder

    @property
    def page_count(self) -> int:
        """How many pages have a template of their own."""
        return len(self.pages) + len(self.written)

    def files(self, stale: Stale | None = None, before: Publication | None = None) -> Iterator[tuple[str, str]]:
        """Yield (path, content) of everything that is neither page nor signpost, or of what is out of date.

        ``before`` is what was published before, where that is still there.
        """
        yield from data_files(self.site, stale)
        if stale is None or stale.languages:
            yield from self._answers(before.answers if before and stale else {})
        elif before:
            self.answers.update(before.answers)
        yield from manifests(self.site)
        for lang in dict.fromkeys([*self.site.languages, _NO_LANGUAGE]):
            yield f"assets/data/{lang}-labels.js", labels_script(self.site, lang)

    def _answers(self, known: Mapping[str, int]) -> Iterator[tuple[str, str]]:
        """Yield the files that the page answers from; of those that are there already, the ones that differ."""
        for path, content in engine_files(self.site.compendium):
            self.answers[path] = crc32(content.encode())
            if known.get(path) != self.answers[path]:
                yield path, content

    def stale_pages(self, stale: Stale | None) -> Iterator[MadePage]:
        """Yield the pages that are made, or those that are out of date: all that list entries are."""
        for page in self.pages.values():
            if stale is None or not page.neutral or page.neutral.rstrip("/") in stale.names:
                yield page

    def signposts(self, env: Environment, stale: Stale | None = None) -> Iterator[tuple[str, str]]:
        """Yield (path, content) of the pages that only lead elsewhere, or of those that are out of date."""
        templates = {name: env.get_template(name) for name in ("signpost.html", "absent.html")}
        for post in signposts(self.site):
            # A game's page tells how many entries it has.
            if stale is None or post.is_game or {post.path.rstrip("/"), post.name} & stale.names:
                said = {"spoken": language(post.lacking), "labels": language(post.lacking).site} if post.lacking else {}
                shared = self._shared(post.lang, post.game)
                yield (
                    f"{post.path}index.html",
                    templates[post.template].render(post=post, root=post.root, **shared, **said),
                )

    def previews(self, env: Environment, stale: Stale | None = None) -> Iterator[tuple[str, str]]:
        """Yield (path, content) of the pages by which statements are shared, or of those that are out of date."""
        template = env.get_template("preview.html")
        for post in previews(self.site, self.pictures, self.pages):
            if stale is None or post.entry in stale.names:
                yield f"{post.path}index.html", template.render(post=post)

    def meta_of(self, url: str) -> dict[str, str]:
        """Return title and template of a page that is made; empty for others."""
        page = self.pages.get(url)
        if page is None:
            return {"template": "root.html"} if url in ("", "./") else {}
        return {"title": page.title, "template": page.template, "description": page.description}

    def date_of(self, url: str) -> str:
        """Return the day a page last changed, never the day of the build: two builds are to be alike."""
        page = self.pages.get(url)
        if page is not None and page.changed:
            return page.changed
        return self.site.date.date().isoformat() if self.site.date else "1970-01-01"

    def globals(self) -> dict[str, Any]:
        """Return what every template is given."""
        return {
            "policy": CONTENT_SECURITY_POLICY,
            "theme_style": self.style,
            "version": __version__,
            "languages": [LANGUAGES[code] for code in self.site.languages],
            "sitemap": self._sitemap,
            "menus": self._menus,
            "manifest": MANIFEST,
        }

    def context_of(self, url: str, page: Any) -> dict[str, Any]:
        """Return what the template of a page is given."""
        path = "" if url == "./" else url
        made_page = self.pages.get(path) or self._by_hand(path, str(page.title or ""))
        lang = made_page.lang
        alternates = {
            code: self.site.base_url() + target for code, target in made_page.alternates.items() if made_page.alternates
        }
        return {
            **made_page.says,
            "view": made(made_page),
            "made": made_page,
            "spoken": language(lang),
            "labels": language(lang).site,
            "root": root_from(path),
            "guides": guides(lang, self.written, path),
            **self._shared(lang, made_page.game, made_page.alternates),
            "menu": [(item.title, relative(path, item.path), item.path == path) for item in self._menus[lang]],
            "switch": languages_of(made_page, self.site),
            "alternates": alternates,
            "canonical": self.site.base_url() + path,
            "neutral": self.site.base_url() + made_page.neutral if made_page.neutral else "",
            "has_feed": bool(self.site.changes),
            "rights": [(game.name(lang), game.rights) for game in self.site.games.values()]
            if path.endswith("about/")
            else made_page.says.get("rights"),
        }

    def _shared(self, lang: str, game: str, alternates: Collection[str] = ()) -> dict[str, Any]:
        """Return what a link to a page shows beside its title and text."""
        return {
            "locale": language(lang).locale,
            "locales": locales_of(alternates, lang),
            "picture": picture_of(self.site, self.pictures, lang, game),
        }

    @cached_property
    def _menus(self) -> dict[str, Any]:
        return {code: menu(self.site, code, self.written) for code in {*self.site.languages, _NO_LANGUAGE}}

    @property
    def _sitemap(self) -> list[tuple[MadePage, dict[str, str]]]:
        by_hand = (self._by_hand(path, "") for path in sorted(self.written))
        pages = [*by_hand, *(page for page in self.pages.values() if page.template not in _UNLISTED)]
        return [(page, page.alternates) for page in pages]

    def _by_hand(self, path: str, title: str) -> MadePage:
        """Return what is known of a page that somebody wrote."""
        first, _, rest = path.partition("/")
        if first in self.site.shelves:
            same = {code: f"{code}/{rest}" for code in self.site.languages if f"{code}/{rest}" in self.written}
            return MadePage(path, "main.html", first, title, "", alternates=same)
        return MadePage(path, "main.html", _NO_LANGUAGE, title, "")


def publish(compendium: Compendium, report_url: str, sources: list[str], pictures: Collection[str] = ()) -> Publication:
    """Gather everything and make the list of pages.

    ``sources`` are the files that the theme and the authors gave, ``pictures`` the names of those for shared links.
    """
    site = gather(compendium, report_url)
    foreign = [code for code in LANGUAGES if code not in site.languages]
    unwanted = [uri for uri in sources if _UNWANTED.fullmatch(uri) or uri.partition("/")[0] in foreign]
    written = {_path_of(uri) for uri in sources if uri.endswith(".md") and uri not in unwanted}
    pages: dict[str, MadePage] = {}
    for page in made_pages(site):
        if page.path in pages or page.path in written:
            raise GlossaryError(f"two pages want the address {page.path!r}: give the game or entry another id")
        pages[page.path] = page
    if taken := sorted(set(site.games) & {*_TAKEN, *LANGUAGES}):
        raise GlossaryError(f"a game cannot be called {taken[0]!r}: the site has a folder of that name")
    return Publication(
        site=site,
        pages=pages,
        written=written,
        unwanted=tuple(unwanted),
        style=next((uri for uri in sources if _STYLE.fullmatch(uri)), ""),
        pictures=frozenset(pictures),
    )


def _path_of(uri: str) -> str:
    stem = uri.removesuffix(".md")
    return stem.removesuffix("index") if stem.endswith("index") else f"{stem}/"
