"""On a real terminal, nothing that a stranger wrote is obeyed: every command is run on a pseudo-terminal."""

import pytest
from hostile import ALL, OURS, hostile_files, obeyed

from compendium_cli.text import unwanted_in
from conftest import write_glossary
from fuzz.promises import acts

pytestmark = pytest.mark.posix


@pytest.fixture
def hostile(tmp_path):
    """That glossary, in a folder that is called so, too."""
    return write_glossary(tmp_path / f"glossary{ALL}", hostile_files())


def commands(glossary, folder):
    here = ["--glossary", glossary]
    document = folder / f"rules{ALL}.txt"
    document.write_text(f"# TEMPESTA {ALL}\n\nDanni {ALL} qui.\nVedi: {ALL}\n", encoding="utf-8")
    imported = ["import", document, "--game", "game", "--lang", "it", "--edition", "it-9", *here]
    told = [
        *(["show", name, *here] for name in ("a", "b", "game/a", "other/a", f"a{ALL}", ALL)),
        *(["search", words, *here] for words in ("detto", "titolo", ALL, f"detto {ALL}")),
        *(["ask", words, *here] for words in ("che cosa è detto?", f"detto {ALL}?", ALL)),
        ["ask", "che cosa è detto?", "--more", "--explain", *here],
        *(["quote", "a#1,2", "--as", form, *here] for form in ("markdown", "bbcode", "html", "discord", "plain")),
        *(["quote", name, *here] for name in (ALL, f"a{ALL}", "a#99")),
        *([command, "a", *here] for command in ("compare", "see-also", "link")),
        *([command, f"a{ALL}", *here] for command in ("compare", "see-also", "link")),
        *(["path", "a", other, *here] for other in ("b", ALL)),
        *([command, *here] for command in ("lint", "parity", "index")),
        ["fmt", "--check", *here],
        ["lint", f"game/it/x{ALL}.md", *here],
        *(["export", "--format", form, *here] for form in ("json", "jsonl", "skos", "tbx")),
        ["export", "--format", "anki", "--kind", "rule", *here],
        ["export", "--format", "anki", "--kind", ALL, *here],
        ["export", "--format", "json", "-o", document / f"missing{ALL}", *here],
        [*imported, "--dry-run"],
        [*imported[:1], folder / f"none{ALL}.txt", *imported[2:], "--dry-run"],
    ]
    wrong = [
        *(["show", "a", option, ALL, *here] for option in ("--lang", "--game", "--base-url")),
        *(["show", "a", f"--{ALL}"], [ALL], ["show"], ["show", "a", "--glossary", folder / f"none{ALL}"]),
        *(
            ["quote", "a", "--as", ALL],
            ["export", "--format", ALL],
            ["build", "--site-dir", document / f"x{ALL}", *here],
        ),
    ]
    return told, wrong


@pytest.mark.parametrize(
    "env", [{}, {"NO_COLOR": "1"}, {"FORCE_HYPERLINK": "1"}], ids=["colours", "no colours", "links"]
)
def test_nothing_a_stranger_wrote_is_obeyed(on_terminal, run, hostile, tmp_path, env):
    run("index", glossary=hostile)
    told, wrong = commands(hostile, tmp_path)
    for command in (*told, *wrong, *([*command, "--json"] for command in told)):
        status, shown = on_terminal(*command, env=env)
        assert status in {0, 1, 2}, command
        assert shown, command
        assert obeyed(shown) is None, (command, obeyed(shown))
        assert "NO_COLOR" not in env or "\x1b" not in shown, command


def test_a_post_is_not_obeyed_either(on_terminal, hostile):
    for form in ("plain", "markdown", "discord"):
        for more in ([], ["--json"]):
            command = ["quote", "--stdin", "--as", form, *more, "--glossary", hostile]
            _, shown = on_terminal(*command, typed=f"Vale ((a)) {ALL} ((x{ALL}))\n((a#1))\n")
            assert "Detto" in shown
            assert obeyed(shown) is None, obeyed(shown)


def test_the_tests_know_the_rule_of_the_text_and_found_it_themselves():
    """Two rules, written apart: what a text may hold, and what would act."""
    assert [code for code in range(0x110000) if bool(unwanted_in(chr(code))) != acts(chr(code))] == []


def test_a_terminal_is_sent_what_is_ours(on_terminal, hostile):
    _, shown = on_terminal("show", "a", "--glossary", hostile)
    assert OURS.search(shown)
    assert obeyed("\x1b[1mx\x1b[0m") is None
    assert obeyed("a\x1b[31mb") == "a\x1b[31mb"
