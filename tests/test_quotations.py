"""Quotations in every markup, and links that last."""

import doctest
import html.parser
import io

import cmarkgfm
import lxml.html
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from compendium_cli import links
from compendium_cli.mentions import replace_mentions
from compendium_cli.model import LONGEST_POST, MOST_MENTIONS, Entry, Statement, StatementKind
from compendium_cli.quotation_forms import FORMATS, INLINE_FORMATS, Quotation
from patience import patience
from readers import check_quotation, read, seen


def test_examples_in_the_documentation():
    assert doctest.testmod(links).failed == 0


@pytest.fixture
def anchor(harbour):
    return harbour.look_up("anchor", lang="it").entry


EXPECTED = {
    "plain": """\
Ancorare/ancora
• Durante la tempesta una nave ancorata non può spostarsi.
— Porto Tempesta · edizione it-2 (Regolamento, 2)
https://compendium.example/it/harbour/anchor/#2""",
    "markdown": """\
> **[Ancorare/ancora](https://compendium.example/it/harbour/anchor/#2)**
>
> • Durante la [tempesta](https://compendium.example/it/harbour/storm/) una nave ancorata non può spostarsi.
>
> — Porto Tempesta · edizione it-2 (Regolamento, 2)""",
    "bbcode": """\
[quote][b][url=https://compendium.example/it/harbour/anchor/#2]Ancorare/ancora[/url][/b]
• Durante la [url=https://compendium.example/it/harbour/storm/]tempesta[/url] una nave ancorata non può spostarsi.
[i]Porto Tempesta · edizione it-2 (Regolamento, 2)[/i][/quote]""",
    "discord": """\
> **Ancorare/ancora**
> • Durante la tempesta una nave ancorata non può spostarsi.
> *Porto Tempesta · edizione it-2 (Regolamento, 2)*
<https://compendium.example/it/harbour/anchor/#2>""",
    "html": (
        '<blockquote lang="it" cite="https://compendium.example/it/harbour/anchor/#2"><p><strong>'
        '<a href="https://compendium.example/it/harbour/anchor/#2">Ancorare/ancora</a></strong></p>'
        '<p>• Durante la <a href="https://compendium.example/it/harbour/storm/">tempesta</a> una nave ancorata non può '
        "spostarsi.</p><footer>— Porto Tempesta · edizione it-2 (Regolamento, 2)</footer></blockquote>"
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


def test_a_post_full_of_names_costs_little_and_says_what_is_left(harbour, run, monkeypatch):
    post = " ".join(["((anchor))"] * 20_000)
    with patience():
        quoted = harbour.quote_mentions(post, "plain", lang="it")
    assert quoted.text.count("((anchor))") == quoted.left == 20_000 - MOST_MENTIONS
    monkeypatch.setattr("sys.stdin", io.StringIO(post))
    told = run("quote", "--stdin", "--as", "plain", "--lang", "it")
    assert told.status == 1
    assert told.err == "compendium: 19800 more terms are left as they are: a post may have 200, 20 of them unknown\n"


def test_a_monstrous_post_is_refused(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("a" * (LONGEST_POST + 1)))
    told = run("quote", "--stdin")
    assert (told.status, told.out) == (2, "")
    assert told.err == "compendium: the post is longer than 1,000,000 characters: give it in parts\n"


def test_in_markdown_a_line_below_a_quotation_is_none_of_it(harbour):
    post = harbour.quote_mentions("Prima.\n((anchor))\nDopo.\n\n((storm))\n", "markdown", lang="it").text
    made = lxml.html.fragment_fromstring(cmarkgfm.markdown_to_html(post), create_parent=True)
    assert [element.tag for element in made] == ["p", "blockquote", "p", "blockquote"]
    assert made[2].text == "Dopo."


# -- text cannot act -------------------------------------------------------------------------------------------------

HOSTILE = [
    *("a\n@everyone", "a\r\n\r\n# b", "a\u2028b", "a\x1b[31mb", "a\x00b", "a\x01b\x02", "a\tb", "\ud800", "\uffff"),
    *("@everyone", "@here", "@Here", "<@1>", "<@!1>", "<@&123>", "<#1>", "<:a:1>", "<a:b:1>", "<t:1>", "<t:1:R>"),
    *("</a:1>", "<id:guide>", ":skull:", ":+1:", "@ada", "ada@example.org", "mailto:ada@example.org"),
    *("![x](https://evil.example/x.png)", "[x](https://evil.example)", "[x]: https://evil.example", "[x][y]", "[^1]"),
    *(
        "<https://evil.example>",
        "https://evil.example",
        "HTTP://evil.example",
        "www.evil.example",
        "ftp://evil.example",
    ),
    *("xmpp:a@b.example", "//evil.example", "<b>x</b>", "<script>", "<!-- x -->", "<?x?>", "<![CDATA[x]]>"),
    *("# x", "## x", "#", "###### x", "-# x", "- x", "+ x", "* x", "-", "---", "- - -", "***", "___", "===", "--"),
    *(
        "1. x",
        "1) x",
        "1.",
        "0) x",
        "123456789. x",
        "12345678901. x",
        "> x",
        ">>> x",
        ">x",
        "    x",
        "\tx",
        "```x",
        "~~~x",
        "| a | b |",
    ),
    *("a|b", "|-|-|", "- [ ] x", "[ ] x", "[!NOTE]", "&copy;", "&lt;b&gt;", "&amp;lt;", "&#64;everyone", "&#x40;here"),
    *("x\\", "\\", "\\\\", "\\*x\\*", "x  ", "~~x~~", "~x~", "||x||", "**x**", "*x*", "***x***", "__x__", "_x_"),
    *(
        "`x`",
        "``",
        "a*b*c",
        "a_b_c",
        "[quote]x[/quote]",
        "[/quote]",
        "[b]",
        "[url=https://evil.example]x[/url]",
        "[/b]",
    ),
    *(
        "[img]x[/img]",
        "[x='",
        '[x="',
        "[x]='",
        "]",
        "[",
        "(",
        ")",
        "!",
        "!!",
        "<",
        ">",
        "&",
        ":",
        "$x$",
        '"',
        "'",
        "</q>",
        "</blockquote>",
    ),
]
BASE = "https://compendium.example/"


def quotation(markdown="x", title="Titolo", marker="", url=f"{BASE}it/game/a/#1", source="edizione it-1"):
    statement = Statement(1, StatementKind.PARAGRAPH, "", markdown, 1, marker=marker)
    entry = Entry("game", "a", "it", title, "it-1", None, "game/it/a.md", 1, statements=(statement,))
    return Quotation(entry, (statement,), url, BASE, source)


def spelt(text):
    """Return Markdown that says just this text, whatever it is."""
    return "".join(f"&#{ord(char)};" for char in text)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_acts_in_any_markup(text):
    check_quotation(quotation(spelt(text)))
    check_quotation(quotation(spelt(f"Poi {text} e {text}")))
    check_quotation(quotation(title=text))
    check_quotation(quotation(source=f"edizione {text}"))
    check_quotation(quotation(source=text))
    check_quotation(quotation("x", text, text, source=text))
    for inside in (f"**{spelt(text)}**", f"a**{spelt(text)}**a", f"*{spelt(text)}*", f"[{spelt(text)}](b.md)"):
        check_quotation(quotation(inside))
        check_quotation(quotation(f"{spelt(text)}{inside}{spelt(text)}"))


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_written_as_code_joins_with_what_stands_before(text):
    for place in range(len(text)):
        if "`" not in text and "\n" not in text:
            check_quotation(quotation(f"{spelt(text[:place])}`{text[place:]}`"))


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("\\![x](https://a.example/)", "\\![x](https://a.example/)"),
        ("\\# x", "\\# x"),
        ("\\---", "\\---"),
        ("1\\. x", "1\\. x"),
        ("&copy; &amp;copy;", "© &amp;copy;"),
        ("x **&#32;a&#33;** y", "x  **a!** y"),
        ("**a!**&#8364;", "**a!\u200b**€"),
        ("**Nota:** vale (sempre) - o quasi. #1 & 2 + 3 = 5!", "**Nota:** vale (sempre) - o quasi. #1 & 2 + 3 = 5!"),
        ("**Nota**: [qui](b.md)!", f"**Nota**: [qui]({BASE}it/game/b/)!"),
        ("-1 danno, 1.5 volte, D&D, 2 @ 3, 10:30", "-1 danno, 1.5 volte, D&D, 2 @ 3, 10:30"),
        ("***due** uno*", "*\u200b**due** uno*"),
        ("**a **b** c**", "**a b c**"),
    ],
)
def test_only_what_has_a_meaning_is_escaped(markdown, expected):
    written = FORMATS["markdown"](quotation(markdown))
    assert written.split("\n>\n")[1] == f"> {expected}"
    check_quotation(quotation(markdown))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@everyone", "@\u200beveryone"),
        ("<@&123>", "\\<@\u200b&123\\>"),
        ("# x", "\\# x"),
        ("https://evil.example", "https:/\u200b/evil.example"),
        ("1 + 1 - 2 (x) & y", "1 + 1 - 2 (x) & y"),
    ],
)
def test_discord_is_told_nothing_but_text(text, expected):
    assert FORMATS["discord"](quotation(spelt(text))).split("\n")[1] == f"> {expected}"


@pytest.mark.parametrize(
    "url",
    ["https://a.example/x y", "https://a.example/(x)[y]", 'https://a.example/"><b>', "https://a.example/?a&copy;=1"],
)
def test_addresses_end_where_they_should(url):
    check_quotation(quotation(url=url))
    check_quotation(quotation(f"Come [qui](<{url.replace('<', '%3C').replace('>', '%3E')}>) si vede."))


EMPHASIS = ["**a**b", "a**«b»**c", "**(a)**", "*a*, **b**", "***a***", "*a **b** c*", "**a *b* c**", "**a**&#42;"]


def test_emphasis_stays_emphasis():
    for markdown in EMPHASIS:
        made = FORMATS["markdown"](quotation(markdown))
        assert read("markdown", made).lines[1] == seen(FORMATS["plain"](quotation(markdown)).split("\n")[1])


def test_steps_read_as_text():
    written = FORMATS["markdown"](quotation("Tira.", marker="2."))
    assert "> 2\\. Tira." in written
    assert read("markdown", written).lines[1] == "2. Tira."


MARKUP = [
    "**",
    "*",
    "_",
    "`",
    "[",
    "](b.md)",
    "](https://a.example/x)",
    "\\",
    "&",
    ";",
    " ",
    "!",
    "(",
    ")",
    "a",
    "É",
    "«",
    "€",
]


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(
    st.lists(st.one_of(st.sampled_from(MARKUP), st.sampled_from(HOSTILE), st.text(max_size=4)), max_size=12).map(
        "".join
    ),
    st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=4)), max_size=4).map("".join),
    st.sampled_from(["", "-", "1.", "10."]),
)
@example("**a**&#42;*b*", "x", "")
def test_any_markdown_is_quoted_as_it_reads(markdown, text, marker):
    check_quotation(quotation(markdown, text, marker, source=f"edizione {text}"))
    check_quotation(quotation(spelt(text), "Titolo", marker, source=text))
