"""What a bot says: it has room, its markup is whole, its link is there, and it calls nobody."""

import pytest

from compendium_cli.errors import UsageError
from compendium_cli.replies import Chat
from conftest import write_glossary
from readers import read

ANCHOR = "https://compendium.example/it/harbour/anchor/"
MESSAGES = [
    "una nave ancorata si sposta durante la tempesta?",
    "tempesta",
    "che fa ((ancora))? e ((tempesta#2)), ((faro))",
    "((ancora#1,2,4,5,6,7))",
    "((equipaggio della nave ancora))",
    "chi ha vinto il campionato?",
]


def units(text):
    return len(text.encode("utf-16-le")) // 2


@pytest.mark.parametrize("message", MESSAGES)
@pytest.mark.parametrize("form", ["discord", "plain", "markdown", "bbcode", "html"])
def test_a_reply_has_room_and_is_whole(harbour, form, message):
    whole = Chat(harbour, form, 100_000, lang="it").reply(message)
    assert whole
    for longest in (*range(40, 400, 9), units(whole) - 1, units(whole)):
        said = Chat(harbour, form, longest, lang="it").reply(message)
        assert units(said) <= longest
        for part in filter(None, said.split("\n\n") if form in {"discord", "plain"} else []):
            read(form, part, block=part.startswith("> ") or "\n" in part)
    assert said == whole


def test_what_has_no_room_is_cut_between_statements_and_at_last_its_link_stands_for_it(harbour):
    said = [Chat(harbour, "discord", longest, lang="it").quoted("((ancora#1,2,4))") for longest in (400, 200, 60)]
    assert ["Il faro" in text for text in said] == [True, False, False]
    assert ["resta ferma" in text for text in said] == [True, True, False]
    assert all(text.endswith(f"<{ANCHOR}#1>") for text in said)
    assert said[2] == f"<{ANCHOR}#1>"
    assert Chat(harbour, "discord", 20).quoted("((ancora))") == ""


def test_only_so_many_terms_are_quoted_each_once(harbour):
    message = "((faro)) ((faro)) ((ancora)) ((tempesta)) ((equipaggio))"
    said = Chat(harbour, "plain", 4000, lang="it").quoted(message)
    links = [line.rsplit("/", 2)[1] for line in said.split("\n") if line.startswith("https://")]
    assert links == ["lighthouse", "anchor", "storm"]


def test_a_message_that_asks_nothing_gets_nothing(harbour):
    chat = Chat(harbour, "plain", 4000)
    assert [chat.reply(text) for text in ("", "  \n")] == ["", ""]
    assert chat.quoted("che cosa (davvero) fa?") == ""


def test_another_language_and_game_are_asked_for(harbour):
    assert "Anclar" in Chat(harbour, "plain", 4000, lang="es").reply("((anchor))")
    with pytest.raises(UsageError):
        Chat(harbour, "plain", 4000, game="chess").reply("tempesta?")


@pytest.mark.parametrize("text", ["@everyone", "@here", "@ada", "mail@example.org @ada", "https://example.org/@ada"])
def test_nothing_calls_anybody(open_glossary, tmp_path, text):
    entry = f"---\nedition: it-1\n---\n# Gabbiano\n\nIl gabbiano dice {text}. ^1\n\n**Vedi anche:** [B](b.md)\n"
    compendium = open_glossary(write_glossary(tmp_path, {"game/it/a.md": entry}))
    for form in ("plain", "discord"):
        for message in (f"(({text}))", "((gabbiano))", f"{text} (({text} qwertyuiop))"):
            said = Chat(compendium, form, 4000).reply(message)
            called = said.replace("https://example.org/@ada", "")
            assert "@" not in called.replace("@\u200b", "")
