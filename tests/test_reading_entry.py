"""Statements, references and lines of an entry."""

from compendium_cli.languages import LANGUAGES
from compendium_cli.model import StatementKind
from compendium_cli.reading.entry import Place, read_entry, resolve_href

PLACE = Place("game", "it", "a", "game/it/a.md")


def entry_of(body, place=PLACE):
    entry, problems = read_entry(f"---\nedition: it-1\n---\n{body}", place, LANGUAGES[place.lang])
    assert problems == []
    return entry


def test_every_kind_of_statement_with_its_place():
    entry = entry_of(
        """# A

Una. ^1

- Due. ^2
    - Tre. ^3

      Ancora tre. ^4

4. Passo. ^5

| x | y |
|---|---|
| 1 | 2 |

^6

> [!NOTE]
> Nota. ^7

> [!NEWER it-2]
> Nuovo. ^8
>
> - Altro. ^9
"""
    )
    rows = [(s.n, s.kind, s.line, s.depth, s.marker, s.edition) for s in entry.statements]
    assert rows == [
        (1, StatementKind.PARAGRAPH, 6, 0, "", None),
        (2, StatementKind.ITEM, 8, 1, "-", None),
        (3, StatementKind.ITEM, 9, 2, "-", None),
        (4, StatementKind.ITEM, 11, 2, "", None),
        (5, StatementKind.STEP, 13, 1, "4.", None),
        (6, StatementKind.TABLE, 15, 0, "", None),
        (7, StatementKind.NOTE, 22, 0, "", None),
        (8, StatementKind.NEWER, 25, 0, "", "it-2"),
        (9, StatementKind.NEWER, 27, 1, "-", "it-2"),
    ]
    assert entry.line == 4


def test_text_is_plain_and_markdown_is_as_written():
    statement = entry_of("# A\n\nUn **[alleato](b.md)** *vince* \\* &amp; 2^3. ^1\n").statements[0]
    assert statement.text == "Un alleato vince * & 2^3."
    assert statement.markdown == "Un **[alleato](b.md)** *vince* \\* &amp; 2^3."


def test_see_also_keeps_its_order_and_mentions_are_what_it_lacks():
    entry = entry_of("# A\n\nUna [c](c.md) e [b](b.md). ^1\n\n**Vedi anche:** [D](d.md), [B](b.md)\n")
    assert entry.see_also == ("d", "b")
    assert entry.mentions == ("c",)
    assert [reference.statement for reference in entry.references] == [None, None, 1, 1]


def test_entry_without_statements_stands_for_the_first_of_its_see_also_line():
    assert entry_of("# A\n\n**Vedi anche:** [D](d.md), [B](b.md)\n").redirects_to == "d"
    assert entry_of("# A\n\nUna. ^1\n\n**Vedi anche:** [D](d.md)\n").redirects_to is None


def test_card_has_questions_answers_and_errata():
    place = Place("game", "it", "cards/x", "game/it/cards/x.md")
    entry = entry_of(
        "# X\n\n## Domande\n\n**Vale?** ^1\n\nSì. ^2\n\n- Sempre. ^3\n\n"
        "## Errata\n\n- Costa 2. ^4\n\n**Vedi anche:** [A](../a.md)\n",
        place,
    )
    assert [(s.n, str(s.kind), s.section) for s in entry.statements] == [
        (1, "question", "Domande"),
        (2, "answer", "Domande"),
        (3, "answer", "Domande"),
        (4, "erratum", "Errata"),
    ]
    assert entry.see_also == ("a",)


def test_links_are_resolved_within_game_and_language():
    card = Place("game", "it", "cards/x", "game/it/cards/x.md")
    assert resolve_href("b.md", PLACE) == ("b", None)
    assert resolve_href("b.md#^3", PLACE) == ("b", 3)
    assert resolve_href("cards/x.md", PLACE) == ("cards/x", None)
    assert resolve_href("../b.md#4", card) == ("b", 4)
    for outside in (
        "../es/b.md",
        "../../b.md",
        "../../../etc/passwd",
        "/etc/b.md",
        "https://example.org/b.md",
        "b.txt",
    ):
        assert resolve_href(outside, PLACE)[0] is None
