"""How long our site takes to build, beside plain mkdocs-material on as many pages of the same size.

Both are whole processes, and both build from nothing into an empty folder; the glossary has been compiled before, as it
is by any command. The plain site has the same entries as
Markdown with as much text on a page as ours has on average, the theme's own search, and a navigation of one page: with
every entry in it, its pages would be six times as heavy and its build several times slower, which would flatter us.

usage: python benchmarks/site.py [--runs N]
"""

from __future__ import annotations

import argparse
import gzip
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST = 1.3
CONFIG = """\
site_name: Plain
theme: {name: material, font: false}
nav: [index.md]
not_in_nav: "*"
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1, help="take the fastest of so many runs (default: 1)")
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as scratch:
        ours, plain = Path(scratch, "ours"), Path(scratch, "plain")
        command = [sys.executable, "-m", "compendium_cli"]
        subprocess.run([*command, "index", "--rebuild"], check=True, capture_output=True, cwd=ROOT)  # compiled before
        own_time = fastest(runs, [*command, "build", "--strict", "--site-dir", str(ours)], ROOT)
        own_pages = framed_pages(ours)
        write_plain(plain, len(own_pages), sum(map(size, own_pages)) // len(own_pages))
        plain_time = fastest(runs, [sys.executable, "-m", "mkdocs", "build", "-q"], plain)
        plain_pages = framed_pages(plain / "site")
        print(f"{'':24}{'pages':>8}{'kB a page':>12}{'kB gzipped':>12}{'seconds':>10}")
        tell("plain mkdocs-material", plain_pages, plain_time)
        tell("compendium build", own_pages, own_time)
        heaviest = max((page for page in own_pages if 'class="cp-entry"' in page), key=size)
        print(
            f"heaviest entry: {size(heaviest) / 1000:.1f} kB, {zipped(heaviest) / 1000:.1f} kB gzipped (at most 40, 15)"
        )
        print(f"ratio {own_time / plain_time:.2f} (at most {MOST}); ours also makes signposts, JSON and search indexes")
        if own_time > MOST * plain_time:
            raise SystemExit(1)


def fastest(runs: int, command: list[str], folder: Path) -> float:
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, cwd=folder)
        times.append(time.perf_counter() - begun)
    return min(times)


def framed_pages(site: Path) -> list[str]:
    """Return the pages with the whole frame of the site around them: signposts only lead elsewhere."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(site.rglob("index.html"))]
    return [text for text in texts if "cp-signpost" not in text]


def write_plain(folder: Path, pages: int, wanted: int) -> None:
    """Write the entries as pages of a plain site, with text added until its pages weigh as much as ours."""
    entries = sorted((ROOT / "glossary").glob("*/*/**/*.md"))
    bodies = [path.read_text(encoding="utf-8").partition("\n---\n")[2] for path in entries]
    (folder / "docs").mkdir(parents=True)
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    (folder / "docs" / "index.md").write_text("# Plain\n", encoding="utf-8")
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q"], check=True, capture_output=True, cwd=folder)
    frame = size((folder / "site" / "index.html").read_text(encoding="utf-8"))
    for number in range(pages - 1):
        body = bodies[number % len(bodies)].replace(".md", "")
        room = wanted - frame - size(body)
        filler = "\n".join(f"- {line}" for line in body.split("\n") if line.strip())
        while room > size(filler) > 0:
            body += "\n\n" + filler
            room -= size(filler)
        (folder / "docs" / f"page-{number}.md").write_text(body, encoding="utf-8")


def tell(name: str, pages: list[str], seconds: float) -> None:
    average = sum(map(size, pages)) / len(pages) / 1000
    packed = sum(map(zipped, pages)) / len(pages) / 1000
    print(f"{name:24}{len(pages):>8}{average:>12.1f}{packed:>12.1f}{seconds:>10.1f}")


def size(text: str) -> int:
    return len(text.encode())


def zipped(text: str) -> int:
    return len(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
