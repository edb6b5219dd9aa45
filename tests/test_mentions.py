"""The ((terms)) of a post: replaced where they are said, left alone where they are shown as code."""

import re

import cmarkgfm
import lxml.html
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from compendium_cli.mentions import MENTION, code_in, replace_mentions, without_mentions
from compendium_cli.model import QUOTATION_FORMS
from patience import patience

EVERYWHERE = [
    "```\n((a))\n```",
    "```py\n((a))\n```\n",
    "~~~\n((a))\n~~~",
    "```\n((a))",
    "   ````\n```\n((a))\n````",
    "`((a))`",
    "``((a))``",
    "`` ` ((a)) ``",
    "Con `x` e `((a))` in riga.",
    "[code]((a))[/code]",
    "[CODE=python]\n((a))\n[/code]",
    "[noparse]((a))[/noparse]",
    "[pre]((a))[/pre]",
    "<code>((a))</code>",
    '<code class="x">((a))</code>',
    "<pre>\n((a))\n</PRE>",
]
IN_MARKDOWN = [
    "    ((a))",
    "\t((a))",
    "Testo.\n\n    ((a))\n",
    "# Titolo\n    ((a))\n",
    "> ```\n> ((a))\n> ```\n",
    "- uno\n\n  ```\n  ((a))\n  ```\n",
    "1. uno\n\n       ((a))\n",
    "`due\n((a))\nrighe`",
]
#: What is no mention at all.
EMPTY = ["((  ))", "(( ))"]
NOWHERE = [
    "((a))",
    "Vale ((a)) e basta.",
    "> ((a))",
    "- ((a))",
    "`aperto ((a))",
    "``diverso ((a))`",
    r"\`((a))\`",
    "[code]((a))",
    "((a))[/code]",
    "[code]((a))[/pre]",
    "[coder]((a))[/coder]",
    "<codes>((a))</codes>",
    "<code>x</code>((a))[code]x[/code]",
    "   ((a))",
    "Testo\n    ((a))\n",
    "- uno\n\n    ((a))\n",
]


def asked(post, form):
    """Return the terms that are replaced."""
    found = []
    replace_mentions(post, lambda term, alone: found.append(term), form=form)  # noqa: ARG005
    return found


@pytest.mark.parametrize("form", QUOTATION_FORMS)
@pytest.mark.parametrize("post", EVERYWHERE)
def test_what_is_shown_as_code_stays_as_it_is(post, form):
    assert asked(post, form) == []
    assert asked(f"{post}\n\n((b))" if post != "```\n((a))" else "((b))\n" + post, form) == ["b"]
    assert replace_mentions(post, lambda term, alone: "!", form=form) == post  # noqa: ARG005


@pytest.mark.parametrize("post", IN_MARKDOWN)
def test_markdown_has_more_ways_of_showing_code(post):
    assert asked(post, "markdown") == []
    assert asked(post, "bbcode") == (["a"] if "```" not in post else asked(post, "bbcode"))


@pytest.mark.parametrize("form", QUOTATION_FORMS)
@pytest.mark.parametrize("post", NOWHERE)
def test_what_only_looks_like_code_is_replaced(post, form):
    assert asked(post, form) == ["a"]


def test_in_discord_code_goes_on_over_lines():
    assert asked("Ecco: ```\n((a))\n``` ((b))", "discord") == ["b"]
    assert asked("`uno\n((a))` ((b))", "discord") == ["b"]
    assert asked(r"\`((a))\` `((b))`", "discord") == ["a"]


PIECES = [
    *("((t))", "`", "``", "```\n", "\n```\n", "~~~\n", "\n~~~\n", "    ", "\t", "\n", "\n\n", " ", "testo", "> ", "- "),
    *(
        "1. ",
        "# T\n",
        "\\`",
        "\\",
        "*",
        "**",
        "    ((t))\n",
        "`((t))`",
        "```py\n((t))\n```\n",
        "> ```\n> ((t))\n> ```\n",
    ),
    *("<b>", "<a href='`'>", "[x](y)", "[code]", "[/code]", "<code>", "</code>"),
]


def shown_as_code(page):
    """Return which terms a page shows as code, and which it shows at all."""
    made = lxml.html.document_fromstring(f"<div>{page}</div>")
    inside = {term for part in made.iter("code", "pre") for term in MENTION.findall(part.text_content())}
    return inside, set(MENTION.findall(made.text_content()))


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=10))
@example(["> ```\n> ((t))\n> ```\n", "((t))"])
@example(["- ", "    ((t))\n", "\n", "((t))"])
@example(["\\`", "`((t))`"])
@example(["``", "((t))", "`", "((t))", "``"])
def test_two_readers_of_markdown_agree_on_what_is_code(pieces):
    """What GitHub's reader shows as code is not replaced; what is left is code to one of two readers, or in tags."""
    place = iter(range(1000))
    post = re.sub(r"\(\(t\)\)", lambda _: f"((t{next(place)}))", "".join(pieces))
    replaced = set(asked(post, "markdown"))
    inside, shown = shown_as_code(cmarkgfm.github_flavored_markdown_to_html(post))
    assert not replaced & inside
    other, _ = shown_as_code(MarkdownIt("commonmark").render(post))
    tagged = {term for form in ("html",) for term in MENTION.findall(post) if term not in asked(post, form)}
    assert shown - replaced <= inside | other | tagged


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5)), max_size=12).map("".join))
def test_nothing_but_mentions_is_replaced_and_mentions_only_outside_code(post):
    for form in QUOTATION_FORMS:
        spans = list(code_in(post, form))
        assert all(0 <= start < end <= len(post) for start, end in spans)
        outside = [
            found
            for found in MENTION.finditer(post)
            if not any(s < found.end() and found.start() < e for s, e in spans)
        ]
        assert asked(post, form) == [found.group(1).strip() for found in outside]
        assert replace_mentions(post, lambda term, alone: None, form=form) == post  # noqa: ARG005
        assert not MENTION.search(without_mentions(post, form))


@pytest.mark.parametrize("form", QUOTATION_FORMS)
@pytest.mark.parametrize(
    "unit",
    [
        *("[code]", "[code=", "<code ", "<pre>", "`", "` ", "``a`", "```\n", "````\n```\n", "- ", "- a\n", "> "),
        *("    a\n\n", "<a ", "\\`", "> - ", "1. a\n   - b\n", "[a]: b\n", "((", "((a)) `", "\t\n"),
    ],
)
def test_a_post_of_anything_is_read_in_a_blink(unit, form):
    with patience():
        asked(unit * (60_000 // len(unit)) + "((a))", form)
        asked("".join("`" * number + "a" for number in range(300)) + "((a))", form)


@pytest.mark.parametrize("post", EMPTY)
def test_a_mention_of_nothing_is_left_alone(harbour, post):
    quoted = harbour.quote_mentions(f"Vale {post}?", "plain")
    assert (quoted.text, quoted.unknown) == (f"Vale {post}?", ())
