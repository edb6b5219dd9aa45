"""The theme's style sheet without what no page of ours uses: most of it is for its own header, menus and search."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

#: What our templates and rendered Markdown take from the theme; every other class of its own frame goes.
_KEPT = frozenset({"md-typeset", "md-typeset__scrollwrap", "md-typeset__table"})
_FRAME_CLASS = re.compile(r"\.(md-[\w-]+)")
#: What only some extension of Markdown writes: the beginning of its class, and the extensions.
_WRITTEN_BY = {
    "tabbed-": {"pymdownx.tabbed"},
    "keys": {"pymdownx.keys"},
    "critic": {"pymdownx.critic"},
    "footnote": {"footnotes"},
    "task-list": {"pymdownx.tasklist"},
    "highlight": {"codehilite", "pymdownx.highlight"},
    "linenos": {"codehilite", "pymdownx.highlight"},
    "arithmatex": {"pymdownx.arithmatex"},
    "mermaid": {"pymdownx.superfences"},
    "grid": {"md_in_html"},
    "admonition": {"admonition", "pymdownx.details"},
}
#: The theme marks its own states with checkboxes and attributes of these names.
_FRAME_STATE = re.compile(r"\[(?:dir=rtl|data-md-(?:toggle|component|state|scrolllock))")
_CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
_USE = re.compile(r"var\((--md-[\w-]*icon[\w-]*)")
_STRING = r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|url\([^)\"']*\)"
_TOKEN = re.compile(rf"{_STRING}|[{{}};]|/\*.*?\*/", re.DOTALL)
_PICTURE = re.compile(rf"(--md-[\w-]*icon[\w-]*):(?:{_STRING}|[^;}}\"'])*;?")
_PART = re.compile(rf"{_STRING}|[(),]")
_GROUPS = ("@media", "@supports", "@layer", "@container")


def needed(css: str, extensions: Collection[str]) -> str:
    """Return a style sheet without the rules for the theme's frame, and for what no extension of Markdown writes here.

    >>> needed(".md-nav a,.md-typeset a{color:red}@media print{.md-nav{top:0}}.md-typeset .keys{top:0}", [])
    '.md-typeset a{color:red}'
    """
    unwritten = tuple(name for name, writers in _WRITTEN_BY.items() if writers.isdisjoint(extensions))
    left = "".join(_rules(css, unwritten))
    # Pictures that nothing shows any more weigh most of what is left.
    used = set(_USE.findall(left))
    return _PICTURE.sub(lambda found: found.group() if found.group(1) in used else "", left)


def _rules(css: str, unwritten: tuple[str, ...]) -> Iterator[str]:
    for head, body in _blocks(css):
        if body is None or (head.startswith("@") and not head.startswith(_GROUPS)):
            yield head if body is None else f"{head}{{{body}}}"
        elif head.startswith("@"):
            if inside := "".join(_rules(body, unwritten)):
                yield f"{head}{{{inside}}}"
        elif kept := ",".join(one for one in _selectors(head) if _is_ours(one, unwritten)):
            yield f"{kept}{{{body}}}"


def _blocks(css: str) -> Iterator[tuple[str, str | None]]:
    """Yield each rule as what stands before its braces and inside them; what has none alone."""
    depth = begin = opened = 0
    for token in _TOKEN.finditer(css):
        if token.group() == "{":
            depth += 1
            opened = token.end() if depth == 1 else opened
        elif token.group() == "}":
            depth -= 1
            if depth == 0:
                yield css[begin : opened - 1].strip(), css[opened : token.start()]
                begin = token.end()
        elif token.group() == ";" and depth == 0:
            yield css[begin : token.end()], None
            begin = token.end()
        elif token.group().startswith("/*") and depth == 0 and not css[begin : token.start()].strip():
            begin = token.end()


def _selectors(head: str) -> Iterator[str]:
    depth = begin = 0
    for part in _PART.finditer(head):
        depth += {"(": 1, ")": -1}.get(part.group(), 0)
        if part.group() == "," and depth == 0:
            yield head[begin : part.start()]
            begin = part.end()
    yield head[begin:]


def _is_ours(selector: str, unwritten: tuple[str, ...]) -> bool:
    # Inside :not() a class excludes.
    plain = re.sub(r":not\([^)]*\)", "", selector)
    if _FRAME_STATE.search(plain) or any(name.startswith(unwritten) for name in _CLASS.findall(plain)):
        return False
    return _KEPT.issuperset(_FRAME_CLASS.findall(plain))
