"""What a page copies is what the command quotes, whatever the text says: there are two escapers of each markup."""

from test_quotations import EMPHASIS, HOSTILE, spelt

from browsing import chromium, served
from compendium_cli.quotation_forms import FORMATS
from compendium_cli.text import breaking_in
from conftest import write_glossary

MARKED = [
    *EMPHASIS,
    "**a!**&#8364;",
    *(
        "***due** uno*",
        "**a **b** c**",
        "x **&#32;a&#33;** y",
        "\\![x](b.md)",
        "&#33;[x](b.md)",
        "**[x](b.md)**y",
        "D&D",
        "&é;",
    ),
    *(
        "[a &amp;copy; b](https://a.example/?a&copy;=(b))",
        "`@`everyone",
        "&#64;`everyone`",
        "**&#91;x=**&#39;**b**&#39;",
    ),
]


def entry(title, statements):
    lines = [f"{text} ^{number}\n" for number, text in enumerate(statements, 1)]
    return f"---\nedition: it-1\n---\n# {title}\n\n" + "\n".join(lines) + "\n**Vedi anche:** [B](b.md)\n"


def test_a_page_copies_what_the_command_quotes(tmp_path, build_site, open_glossary):
    path = chromium()
    from playwright.sync_api import sync_playwright

    texts = [text for text in HOSTILE if text.strip() and not breaking_in(text)]
    statements = [f"Detto {spelt(text)}" for text in texts]
    statements += [f"\\#{spelt(text)} **{spelt(text)}**a" for text in texts] + [*map(spelt, texts), *MARKED]
    # What is read with something else, or has to be called what it is.
    steps = (
        "1. Primo. ^1\n2. Secondo **@here**. ^2\n    - Caso. ^4\n\n- Punto. ^3\n\nElenco: ^5\n\n- Uno. ^6\n- Due. ^7\n"
    )
    steps += "\n> [!EXAMPLE]\n> Così. ^8\n\n> [!NOTE]\n> Nota. ^9\n\n> [!NEWER it-1]\n> Nuovo **@here**. ^10\n"
    card = "## Domande\n\n**Vale?** ^1\n\nSì. ^2\n\n## Errata\n\n- Il costo è 2. ^3\n"
    files = {
        "game/it/a.md": entry(spelt("@everyone [x](y) *z* & # <b>"), statements),
        "game/it/b.md": f"---\nedition: it-1\n---\n# B\n\n{steps}\n**Vedi anche:** [A](a.md)\n",
        "game/it/cards/c.md": f"---\nedition: it-1\n---\n# C\n\n{card}\n**Vedi anche:** [A](../a.md)\n",
    }
    glossary = write_glossary(tmp_path / "glossary", files)
    compendium = open_glossary(glossary)
    site = build_site("--glossary", glossary, folder=tmp_path / "site")
    with served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        for concept in ("a", "b", "cards/c"):
            known = compendium.entry(f"game/{concept}", "it")
            page.goto(f"{address}it/game/{concept}/")
            for form in FORMATS:
                wanted = {str(s.n): compendium.quote(known, form, [s.n]) for s in known.statements}
                found = page.evaluate("form => compendium.quotations(form)", form)
                assert len(found) >= 3
                assert found == wanted, form
        browser.close()
