"""The pictures that ship with the site: those of shared links, per language and game, and the icons of the app.

Drawn by the system's Chromium, so that they look like the site, and shipped as files: a build needs no browser.

usage: python tests/pictures.py    draws them anew, after a game was added, renamed or given another language.
"""

from __future__ import annotations

import html
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

from browsing import chromium
from compendium_cli.compendium import open_compendium
from compendium_cli.languages import LANGUAGES
from compendium_cli.site.gathering import gather
from compendium_cli.site.installing import ICONS, MASKABLE, TOUCH
from compendium_cli.site.sharing import PICTURE_SIZE, PICTURES

if TYPE_CHECKING:
    from collections.abc import Iterator

SITE = Path(__file__).parent.parent / "site"
ICON = (SITE / "assets" / "icon.svg").read_text(encoding="utf-8")
_FRAME = """<!doctype html><meta charset="utf-8"><style>
* {{ box-sizing: border-box; margin: 0 }}
body {{ width: 1200px; height: 630px; background: #fdfcfa; color: #22201d; font-family: "DejaVu Sans", sans-serif;
  border-left: 28px solid #86283a; padding: 72px 84px 64px 72px; display: flex; flex-direction: column }}
header {{ display: flex; align-items: center; gap: 22px; font-size: 40px; font-weight: bold; color: #86283a }}
header svg {{ width: 76px; height: 76px }}
h1 {{ font-size: {size}px; line-height: 1.12; margin-top: auto; letter-spacing: -.01em }}
h2 {{ font-size: 40px; font-weight: normal; color: #645e55; margin-top: 22px; line-height: 1.3 }}
footer {{ margin-top: auto; padding-top: 28px; border-top: 3px solid #ddd7cd; font-size: 30px; color: #645e55 }}
</style><header>{icon}<span>Compendium</span></header><h1>{title}</h1><h2>{subtitle}</h2><footer>{foot}</footer>"""
_SQUARE = """<!doctype html><style>* {{ margin: 0 }} body {{ width: {side}px; height: {side}px; background: {ground};
  display: grid; place-items: center }} svg {{ width: {share}%; height: {share}% }}</style>{icon}"""


def pictures() -> Iterator[tuple[str, str]]:
    """Yield name and page of each picture for shared links."""
    site = gather(open_compendium())
    for lang, spoken in LANGUAGES.items():
        yield f"{lang}.png", _framed(spoken.site.tagline, "", spoken.name)
        for game in site.games_of(lang) if lang in site.languages else ():
            title, _, subtitle = game.name(lang).partition(":")
            yield f"{lang}-{game.id}.png", _framed(title.strip(), subtitle.strip(), spoken.site.tagline)


def _framed(title: str, subtitle: str, foot: str) -> str:
    words = [html.escape(text) for text in (title, subtitle, foot)]
    size = 84 if len(title) < 40 else 66
    return _FRAME.format(icon=ICON, size=size, title=words[0], subtitle=words[1], foot=words[2])


def main() -> None:
    from PIL import Image
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()

        def draw(path: Path, content: str, width: int, height: int) -> None:
            page.set_viewport_size({"width": width, "height": height})
            page.set_content(content)
            drawn = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
            flat = drawn.convert("RGBA").quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            flat.save(path, optimize=True)

        folder = SITE / PICTURES
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.png"):
            path.unlink()
        for name, content in pictures():
            draw(folder / name, content, *PICTURE_SIZE)
        for name, side in ICONS.items():
            # A maskable icon is cut to any shape by a system: what matters stands in its middle, on a full ground.
            is_full = name in (MASKABLE, TOUCH)
            share, ground = (64, "#fdfcfa") if is_full else (100, "transparent")
            content = _SQUARE.format(side=side, ground=ground, share=share, icon=ICON)
            draw(SITE / "assets" / name, content, side, side)
        browser.close()


if __name__ == "__main__":
    main()
