"""What a bot says: it has room, its markup is whole, its link is there, and it calls nobody."""

import pytest

from compendium_cli.errors import UsageError
from compendium_cli.languages import LANGUAGES
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


@pytest.mark.parametrize(
    "message", ["/start", "/help", "/help@rules_bot", " /start ", "grazie!", "ciao", "hola", "дякую"]
)
def test_commands_of_the_chat_and_greetings_are_told_what_can_be_asked(harbour, message):
    said = {known.labels.welcome for known in LANGUAGES.values()}
    assert Chat(harbour, "plain", 4000).reply(message) in said
    assert Chat(harbour, "plain", 4000).reply(message, "es-419") == LANGUAGES["es"].labels.welcome
    assert Chat(harbour, "plain", 4000, lang="uk").reply(message, "es") == LANGUAGES["uk"].labels.welcome
    assert Chat(harbour, "plain", 4000).reply("/ask che fa il faro?") == Chat(harbour, "plain", 4000).reply(
        "che fa il faro?"
    )


def test_names_of_statements_are_quoted_and_those_that_are_not_there_told(harbour):
    chat = Chat(harbour, "plain", 4000)
    for name in ("anchor#2", "https://compendium.example/it/harbour/anchor/#2"):
        assert chat.reply(name) == harbour.quote(harbour.entry("harbour/anchor", "it"), "plain", [2])
    assert chat.reply("anchor#99").startswith("anchor#99: ?")


def test_an_answer_in_another_language_says_so(harbour):
    said = Chat(harbour, "plain", 4000).reply("what happens to a ship at anchor during a storm?")
    assert said.startswith("La domanda è in inglese: la risposta è nel testo in italiano.\n\n")


def test_a_card_without_questions_is_told_with_its_product(open_glossary, tmp_path):
    entry = "---\nedition: it-1\n---\n# Gabbiano (nero)\n\nVola. ^1\n\n**Vedi anche:** [B](b.md)\n"
    cards = "codes\ttype\tit\tproduct_it\tnumber\tcard\n01\ttool\tTimone\tBarche\t7\t\n"
    compendium = open_glossary(write_glossary(tmp_path, {"game/it/a.md": entry, "game/cards.tsv": cards}))
    chat = Chat(compendium, "plain", 4000)
    assert chat.reply("che cosa fa Timone?").split("\n\n")[1] == "Barche · #7 · 01"
    assert "Gabbiano (nero)" in chat.reply("quanto costa il biglietto per Parigi con il gabbiano nero?")
