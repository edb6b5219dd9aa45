"""The picture of the prompt shows what is so."""

import re

import pytest
from lxml import etree

from documents import PAGES, ROOT

recording = pytest.importorskip("recording", reason="pseudo-terminals are POSIX")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.slow
def test_the_picture_shows_what_is_seen():
    assert recording.PICTURE.read_text(encoding="utf-8") == recording.drawn(recording.recorded()), (
        "run: python tests/recording.py"
    )


def test_the_picture_is_small_harmless_and_for_light_and_dark():
    raw = recording.PICTURE.read_bytes()
    assert len(raw) < 60_000
    drawing = etree.fromstring(raw)
    assert {element.tag.removeprefix(SVG) for element in drawing.iter()} == {
        "svg",
        "title",
        "desc",
        "style",
        "rect",
        "text",
    }
    assert not re.search(rb"(?:href|src|url\(|on\w+=)", raw.replace(b"https://", b""))
    assert b"prefers-color-scheme:dark" in raw
    width = float(drawing.get("width"))
    for text in drawing.iter(f"{SVG}text"):
        assert float(text.get("x")) + float(text.get("textLength")) <= width
    said = "\n".join(text.text for text in drawing.iter(f"{SVG}text"))
    assert all(line in said for line in recording.TYPED)


def test_readme_and_pages_show_it():
    assert "](site/assets/prompt.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")
    for page in ("manual.md", "for-players.md"):
        assert "](assets/prompt.svg)" in (PAGES / page).read_text(encoding="utf-8")


def test_what_is_drawn_is_what_was_typed_and_no_markup():
    run = recording.Run
    drawn = recording.drawn([[run(0, "<b>&amp;", "b"), run(9, "  x", "")], []])
    (first, second) = etree.fromstring(drawn.encode()).iter(f"{SVG}text")
    assert (first.text, first.get("class"), second.text) == ("<b>&amp;", "b", "x")
    assert float(second.get("x")) - float(first.get("x")) == 11 * 8
