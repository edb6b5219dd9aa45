"""Whether every link of a built site leads somewhere: pages, files and anchors."""

from __future__ import annotations

import html
import os
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

#: Our pages write every attribute in double quotes and escape them, so tags can be found without a parser: a thousand
#: pages are checked in a second.
_TAG = re.compile(r"<[a-zA-Z][^<>]*>")
_ATTRIBUTE = re.compile(r'\s(id|href|src|action)="([^"]*)"')
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")


class Broken(NamedTuple):
    """A link that leads nowhere."""

    page: str
    link: str
    why: str


class Report(NamedTuple):
    """What was checked."""

    pages: int
    links: int
    anchors: int
    """How many of the links name a place in a page."""
    outside: int
    """Links to other sites, which are counted and not followed."""
    broken: tuple[Broken, ...]


class _Page(NamedTuple):
    ids: frozenset[str]
    links: tuple[str, ...]


def check_site(folder: Path) -> Report:
    """Check every link of every page below a folder."""
    files = {
        os.path.relpath(Path(place, name), folder).replace(os.sep, "/")
        for place, _, names in os.walk(folder)
        for name in names
    }
    pages = {
        path: _read((folder / path).read_text(encoding="utf-8")) for path in sorted(files) if path.endswith(".html")
    }
    links = anchors = outside = 0
    broken = []
    for path, page in pages.items():
        if path == "404.html":
            continue  # served at any depth: its links are absolute on the host, not in the folder
        for link in page.links:
            if _SCHEME.match(link):
                outside += 1
                continue
            links += 1
            target, mark, anchor = link.partition("#")
            found = _file_of(path, target, files)
            if found is None:
                broken.append(Broken(path, link, "no such page"))
            elif mark and anchor:
                anchors += 1
                if found in pages and unquote(anchor) not in pages[found].ids:
                    broken.append(Broken(path, link, "no such place in that page"))
    return Report(len(pages), links, anchors, outside, tuple(broken))


def _read(text: str) -> _Page:
    ids, links = set(), []
    for tag in _TAG.findall(text):
        for name, value in _ATTRIBUTE.findall(tag):
            if name == "id":
                ids.add(html.unescape(value))
            else:
                links.append(html.unescape(value))
    return _Page(frozenset(ids), tuple(links))


def _file_of(page: str, target: str, files: set[str]) -> str | None:
    """Return the file that a link of a page opens."""
    target = unquote(target.partition("?")[0])
    if not target:
        return page
    path = os.path.normpath(os.path.join(os.path.dirname(page), target)).replace(os.sep, "/")  # noqa: PTH118, PTH120
    if target.endswith("/") or path in (".", ""):
        path = "index.html" if path == "." else f"{path}/index.html"
    return path if path in files else None
