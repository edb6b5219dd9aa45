"""What must hold of everything we make from text that strangers wrote."""

from __future__ import annotations

import dataclasses
import json
import re
import unicodedata
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import PurePosixPath

# What Unicode itself says of a character that a terminal, a browser or an assistant might obey.
_ACTING_KINDS = {"Cc", "Cs", "Zl", "Zp"}
_DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_MARKS = {
    *("ARABIC LETTER MARK", "LEFT-TO-RIGHT MARK", "RIGHT-TO-LEFT MARK", "ZERO WIDTH NO-BREAK SPACE"),
    *("INHIBIT SYMMETRIC SWAPPING", "ACTIVATE SYMMETRIC SWAPPING", "INHIBIT ARABIC FORM SHAPING"),
    *("ACTIVATE ARABIC FORM SHAPING", "NATIONAL DIGIT SHAPES", "NOMINAL DIGIT SHAPES"),
    *("INTERLINEAR ANNOTATION ANCHOR", "INTERLINEAR ANNOTATION SEPARATOR", "INTERLINEAR ANNOTATION TERMINATOR"),
}
_TAGS = {
    *("a", "article", "aside", "b", "blockquote", "button", "div", "em", "footer", "h1", "h2", "header", "i", "li"),
    *("nav", "ol", "p", "q", "section", "span", "strong", "table", "td", "th", "tr", "ul"),
    *("svg", "path", "text", "title", "g", "details", "summary"),
}
_ADDRESSES = {"href", "src", "action", "cite", "formaction", "data-url"}
_SCHEME = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*:|\s*[/\\]{2}")
_WEB = re.compile(r"https?://", re.IGNORECASE)
_PATH = re.compile(r"[a-z0-9.-]+(?:/[a-z0-9.-]+)*")


def acts(char: str) -> bool:
    """Tell whether a terminal, a browser or an assistant might obey a character."""
    code = ord(char)
    is_none = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF  # what Unicode calls a noncharacter
    is_tag = 0xE0000 <= code <= 0xE007F
    return (
        (unicodedata.category(char) in _ACTING_KINDS and char not in "\t\n")
        or unicodedata.bidirectional(char) in _DIRECTIONS
        or unicodedata.name(char, "") in _MARKS
        or is_none
        or is_tag
    )


def harmless(value: object) -> None:
    """No character in a value, however deep, makes a terminal or a browser do something."""
    if isinstance(value, str):
        found = next((char for char in sorted(set(value)) if acts(char)), None)
        assert found is None, f"U+{ord(found):04X} in {value[:200]!r}"
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            harmless(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            harmless(key)
            harmless(item)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            harmless(item)


def strict_json(text: str) -> object:
    """JSON that any parser reads: valid, UTF-8, no lone surrogate in any form."""
    text.encode("utf-8")
    value = json.loads(text, parse_constant=_refuse)
    json.dumps(value, ensure_ascii=False).encode("utf-8")  # fails where an escape stands for half a character
    harmless(text)
    return value


def _refuse(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def stays_below(path: str) -> None:
    """A path of a file to write leads nowhere but below its folder."""
    assert _PATH.fullmatch(path.removesuffix("README.md") or "x"), path
    assert not PurePosixPath(path).is_absolute(), path
    assert ".." not in PurePosixPath(path).parts, path


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.opened: list[str] = []

    def handle_starttag(self, tag, attrs):
        assert tag in _TAGS, f"<{tag}>"
        if tag != "path":
            self.opened.append(tag)
        for name, value in attrs:
            assert not name.startswith("on"), f"<{tag} {name}>"
            assert name not in {"style", "srcdoc"}, f"<{tag} {name}>"
            harmless(value or "")
            if name in _ADDRESSES and _SCHEME.match(value or ""):
                assert _WEB.match(value), f"<{tag} {name}={value!r}>"

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag != "path":
            self.opened.pop()

    def handle_endtag(self, tag):
        assert self.opened, f"</{tag}> closes nothing"
        assert self.opened.pop() == tag, f"</{tag}> closes another"

    def handle_comment(self, data):
        raise AssertionError(f"<!--{data}")

    def handle_decl(self, decl):
        raise AssertionError(f"<!{decl}")

    def handle_pi(self, data):
        raise AssertionError(f"<?{data}")

    def unknown_decl(self, data):
        raise AssertionError(f"<![{data}")


def safe_html(text: str) -> None:
    """Only our own elements, closed in order; links lead into the site or to the web."""
    harmless(text)
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert not reader.opened, reader.opened
