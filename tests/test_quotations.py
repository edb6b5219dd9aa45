"""Quotations in every markup, and links that last."""

import doctest
import html.parser

import pytest

from compendium_cli import links
from compendium_cli.quotation_forms import FORMATS, INLINE_FORMATS
from compendium_cli.quoting import replace_mentions


def test_examples_in_the_documentation():
    assert doctest.testmod(links).failed == 0


@pytest.fixture
def anchor(harbour):
    return harbour.look_up("anchor", lang="it").entry


EXPECTED = {
    "plain": """\
Ancorare/ancora
• Durante la tempesta una nave ancorata non può spostarsi.
— edizione it-2 (Regolamento, 2)
https://compendium.example/it/harbour/anchor/#2""",
    "markdown": """\
> **[Ancorare/ancora](https://compendium.example/it/harbour/anchor/#2)**
>
> • Durante la [tempesta](https://compendium.example/it/harbour/storm/) una nave ancorata non può spostarsi.
>
> — edizione it-2 (Regolamento, 2)""",
    "bbcode": """\
[quote][b][url=https://compendium.example/it/harbour/anchor/#2]Ancorare/ancora[/url][/b]
• Durante la [url=https://compendium.example/it/harbour/storm/]tempesta[/url] una nave ancorata non può spostarsi.
[i]edizione it-2 (Regolamento, 2)[/i][/quote]""",
    "discord": """\
> **Ancorare/ancora**
> • Durante la tempesta una nave ancorata non può spostarsi.
> *edizione it-2 (Regolamento, 2)*
<https://compendium.example/it/harbour/anchor/#2>""",
    "html": (
        '<blockquote lang="it" cite="https://compendium.example/it/harbour/anchor/#2"><p><strong>'
        '<a href="https://compendium.example/it/harbour/anchor/#2">Ancorare/ancora</a></strong></p>'
        '<p>• Durante la <a href="https://compendium.example/it/harbour/storm/">tempesta</a> una nave ancorata non può '
        "spostarsi.</p><footer>— edizione it-2 (Regolamento, 2)</footer></blockquote>"
    ),
}


@pytest.mark.parametrize("form", FORMATS)
def test_every_markup(harbour, anchor, form):
    assert harbour.quote(anchor, form, [2]) == EXPECTED[form]


def test_a_link_to_a_statement_stays_one(harbour):
    card = harbour.look_up("vecchia ancora").entry
    assert "https://compendium.example/it/harbour/anchor/#2" in harbour.quote(card, "markdown", [2])


def test_without_a_number_the_definition_is_quoted(harbour, anchor):
    assert "resta ferma dove si trova" in harbour.quote(anchor, "plain")


@pytest.mark.parametrize("form", INLINE_FORMATS)
def test_inline_quotations_are_one_line_with_link_and_edition(harbour, anchor, form):
    text = harbour.quote(anchor, form, [2], inline=True)
    assert "\n" not in text
    assert "https://compendium.example/it/harbour/anchor/#2" in text
    assert "it-2" in text


def test_html_is_well_formed(harbour, anchor):
    class Parser(html.parser.HTMLParser):
        open: list[str] = []  # noqa: RUF012

        def handle_starttag(self, tag, attrs):  # noqa: ARG002
            self.open.append(tag)

        def handle_endtag(self, tag):
            assert self.open.pop() == tag

    Parser().feed(harbour.quote(anchor, "html", [1, 2, 7]))


def test_terms_of_a_post_are_replaced_and_nothing_else():
    def quote(term, *, alone):
        return {"a": "<A>", "b (c)": "<B>"}.get(term) and f"{'block' if alone else 'inline'}:{term}"

    post = "((a)) e ((b (c)))\n  ((a))  \n((no)) (a) (( )) ((a\nb))"
    assert replace_mentions(post, quote) == "inline:a e inline:b (c)\n  block:a  \n((no)) (a) (( )) ((a\nb))"
