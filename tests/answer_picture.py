"""The picture of an answer on a phone that stands in the README: the built site, in a real browser.

usage: python tests/answer_picture.py    takes it anew, after the page of answers was changed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

sys.path.insert(0, str(Path(__file__).parent))

from browsing import chromium, served

PICTURE = Path(__file__).parent.parent / ".github" / "answer-on-a-phone.png"
QUESTION = "un alleato stordito può attaccare?"
PHONE = {"width": 390, "height": 720}


def main() -> None:
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "compendium_cli", "build", "--site-dir", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with served(Path(folder)) as base, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page(viewport=PHONE, locale="it-IT")
            page.goto(f"{base}it/search/?q={quote(QUESTION)}")
            page.get_by_text("Perché", exact=True).wait_for()
            page.wait_for_load_state("networkidle")
            page.screenshot(path=PICTURE)
            browser.close()


if __name__ == "__main__":
    main()
