"""The site as an app that a system installs: a manifest per language, and its icons."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from compendium_cli.languages import LANGUAGES, language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compendium_cli.site.gathering import Gathered

#: Which icon a system cuts to its own shape, and which one goes on the start screen of a phone that reads no manifest.
MASKABLE = "icon-maskable.png"
TOUCH = "icon-touch.png"
#: The icons as pixels, and how wide each is; below ``assets/``. Drawn from ``icon.svg`` by ``tests/pictures.py``.
ICONS = {"icon-192.png": 192, "icon-512.png": 512, MASKABLE: 512, TOUCH: 180}
MANIFEST = "app.webmanifest"
#: The background of our pages, in which an app opens.
_GROUND = "#fdfcfa"


def manifests(site: Gathered) -> Iterator[tuple[str, str]]:
    """Yield (path, content) of the manifest of each language."""
    for lang in site.languages:
        yield f"{lang}/{MANIFEST}", json.dumps(manifest(lang), ensure_ascii=False, indent=2) + "\n"


def manifest(lang: str) -> dict[str, Any]:
    """Return what a system is told of the app in a language; addresses are relative to the folder of the language."""
    labels = language(lang).site
    icons = [
        {"src": f"../assets/{name}", "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}
        for name, side in ICONS.items()
        if name != TOUCH
        for purpose in ["maskable" if name == MASKABLE else "any"]
    ]
    pages = [("search/", labels.search), ("a-z/", labels.a_z)]
    return {
        "id": "./",
        "name": f"Compendium · {LANGUAGES[lang].name}",
        "short_name": "Compendium",
        "description": labels.tagline,
        "lang": lang,
        "dir": "ltr",
        "start_url": "./",
        # The whole site: a link to another language stays in the app.
        "scope": "../",
        "display": "standalone",
        "background_color": _GROUND,
        "theme_color": _GROUND,
        "categories": ["games", "reference"],
        "icons": [*icons, {"src": "../assets/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
        "shortcuts": [{"name": name, "url": path} for path, name in pages],
    }
