"""What a reader's device keeps of the site, so that it works without a connection: lists of files and their hashes.

One list per language and one of what all languages share, each under the hash of its own content; ``build.json`` names
those that belong together. Whoever has kept a build fetches only files whose hashes it lacks, and trusts no file whose
bytes are not the listed ones: pages of two builds are never mixed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from compendium_cli.languages import LANGUAGES
from compendium_cli.site.sharing import PICTURES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from compendium_cli.site.gathering import Gathered

#: Where the lists are, below the site's root.
KEPT = "assets/kept/"
#: The worker that keeps them. It stands at the root of the site: a worker may only answer for what is below it.
WORKER = "service-worker.js"
#: In place of it where pages are edited: whoever edits wants to see what was written last.
NO_WORKER = """\
// This site is being edited: nothing of it is kept.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.registration.unregister()));
"""
#: What all languages share.
_SHARED = "site"
_LONG_HASH, _SHORT_HASH = 16, 8
#: Made for programs and for those who unfold links: readers never open them.
_FOR_PROGRAMS = re.compile(rf"(?:api/|{PICTURES}|{KEPT}).*|.*\.(?:xml|txt|gz|map)|{WORKER}|\..*|CNAME")
#: What questions in a language are answered from. Where a language has no pages of its own, nobody keeps it.
_OF_QUESTIONS = re.compile(r"assets/answers/([a-z]+)/(?:terms/.*|shelf\.js)")
_INDEX = "index.html"


def kept_lists(folder: Path, site: Gathered, previews: Collection[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield (path, content) of the lists of a built site; ``previews`` are the files by which statements are shared.

    These are left out, as are addresses of no language: who has the one has the statement, and the others only lead on.
    """
    listed: dict[str, dict[str, str]] = {name: {} for name in (_SHARED, *site.languages)}
    for place, folders, names in os.walk(folder):
        folders.sort()
        below = os.path.relpath(place, folder).replace(os.sep, "/").removeprefix(".")
        for name in sorted(names):
            path = f"{below}/{name}".lstrip("/")
            if path in previews or path.partition("/")[0] in site.games or _FOR_PROGRAMS.fullmatch(path):
                continue
            if (of := _OF_QUESTIONS.fullmatch(path)) and of[1] not in site.languages:
                continue
            content = Path(place, name).read_bytes()
            listed[_list_of(path, site.languages)][_address_of(path)] = _hash(content, _LONG_HASH)
    lists = {}
    for name, files in listed.items():
        written = _json({"files": dict(sorted(files.items()))})
        lists[name] = _hash(written.encode(), _LONG_HASH)
        yield f"{KEPT}{name}-{lists[name]}.json", written
    build = {
        "build": _hash(_json(lists).encode(), _SHORT_HASH),
        "lists": lists,
        "languages": {lang: LANGUAGES[lang].name for lang in site.languages},
        "editions": {lang: _editions(site, lang) for lang in site.languages},
    }
    yield f"{KEPT}build.json", _json(build)


def _list_of(path: str, languages: Collection[str]) -> str:
    """Return the list that a file belongs to: that of the language that its path names."""
    first, *rest = path.split("/")
    if first in languages:
        return first
    if first == "assets":
        for part in rest:
            stem = re.split(r"[-.]", part, maxsplit=1)[0]
            if stem in languages:
                return stem
    return _SHARED


def _address_of(path: str) -> str:
    return path.removesuffix(_INDEX) if path == _INDEX or path.endswith(f"/{_INDEX}") else path


def _editions(site: Gathered, lang: str) -> list[str]:
    """Return the editions that the texts of a language follow, those of the largest game first."""
    found = (
        edition
        for game in site.games_of(lang)
        for edition in site.games[game.id].editions
        if any(entry.edition == edition for entry in site.of_game(lang, game.id))
    )
    return list(dict.fromkeys(found))


def _hash(content: bytes, length: int) -> str:
    return hashlib.sha256(content).hexdigest()[:length]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
