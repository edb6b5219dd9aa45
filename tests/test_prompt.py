"""At the prompt: one question after another, numbers to read on by, quotations, and keys that do what they should."""

import doctest
import os
import re
import stat
from contextlib import suppress

import pytest
from click import unstyle
from hostile import ACTS, hostile_files
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from compendium_cli.commands import line_editor
from compendium_cli.commands.prompt import ACTIONS, Session
from compendium_cli.commands.shelves import Shelves
from compendium_cli.errors import CompendiumError
from compendium_cli.languages import language
from compendium_cli.model import QUOTATION_FORMS
from conftest import HARBOUR, harbour_with_rulings, program, write_glossary
from fuzz.promises import harmless
from patience import patience

terminals = pytest.importorskip("terminals", reason="pseudo-terminals are POSIX")
Terminal = terminals.Terminal

ANCHORED = "una nave ancorata si sposta durante la tempesta?"
GAME = """\
names: {en: Otters}
publisher: nobody
current: en-1
editions:
  en-1: {language: en, document: Rules, version: "1"}
rights: Made up.
"""
UNDECIDED = "che ore sono a Parigi?"


def test_examples_in_the_documentation():
    assert doctest.testmod(line_editor).failed == 0


# -- what can be said ------------------------------------------------------------------------------------------------


@pytest.fixture
def say(harbour, capsys):
    """Say lines at a prompt of the made-up glossary; gives what the last of them shows, or the error that it is."""
    session = Session(Shelves(harbour, None))

    def say(*lines):
        for line in lines:
            capsys.readouterr()
            try:
                session.obey(line)
            except CompendiumError as error:
                said = f"compendium: {error.message}"
            else:
                said = unstyle("".join(capsys.readouterr()))
        return said

    say.session = session
    return say


def numbers(shown):
    return [int(number) for number in re.findall(r"\[(\d+)\] ", shown)]


def test_a_question_is_answered_as_ask_answers_it_with_numbers(say, run):
    shown = say(ANCHORED)
    assert numbers(shown) == list(range(1, len(numbers(shown)) + 1)) != []
    assert re.sub(r"\[\d+\] ", "", shown).split() == run("ask", ANCHORED).out.split()


@pytest.mark.parametrize("question", [ANCHORED, "tempesta", UNDECIDED, "vecchia ancora"])
def test_every_number_leads_to_what_it_stands_before(say, question):
    shown = say(question)
    for number in numbers(shown):
        title = re.search(rf"\[{number}\] ([^\n,#]+)", shown).group(1).strip()
        for typed in (str(number), f"[{number}]", f" {number} "):
            assert say(question, typed).startswith(title)


def test_numbers_stay_until_the_next_question_and_what_is_new_goes_on_counting(say):
    asked = say(ANCHORED)
    last = max(numbers(asked))
    entry = say("1", "m")
    assert min(number for number in numbers(entry) if number > last) == last + 1
    second = re.search(r"\[2\] ([^\n,#]+)", asked).group(1).strip()
    assert say("2").startswith(second)
    assert say("1") == say(ANCHORED, "1")
    assert numbers(say("tempesta"))[0] == 1


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["3"], "nothing has the number 3: ask something first"),
        (["tempesta", "99"], "nothing has the number 99: there are 1 to "),
        (["tempesta", "0"], "nothing has the number 0: there are 1 to "),
        (["tempesta", "9" * 5000], "nothing has the number 999999: there are 1 to "),
        (["tempesta", "q 99"], "nothing has the number 99: there are 1 to "),
        (["m"], "nothing has been asked yet"),
        (["q"], "nothing has been asked yet"),
        (["c bbcode"], "nothing has been asked yet"),
        (["u"], "nothing has been asked yet"),
        ([UNDECIDED, "q"], "nothing decides the question: choose one of the entries by its number"),
        ([UNDECIDED, "u"], "nothing decides the question: choose one of the entries by its number"),
        (["tempesta", "q 1 2"], "give a number, a markup or both"),
        (["tempesta", "q bbcod"], "give a number, a markup or both"),
        (["tempesta", "q bbcode html"], "give a number, a markup or both"),
        (["l xx"], "unknown language 'xx': choose one of it, es, uk, en"),
        (["g chess"], "unknown game 'chess': choose one of harbour"),
    ],
)
def test_what_cannot_be_done_is_told_with_what_can(say, lines, told):
    assert say(*lines).startswith(f"compendium: {told}")


@pytest.mark.parametrize("question", ["c'è una tempesta?", "c è una tempesta?", "l ancora tiene?", "q ancora tiene"])
def test_a_question_may_begin_with_a_letter(say, question):
    assert not say(question).startswith("compendium:")
    assert "nothing has been asked yet" not in say("m")


@pytest.mark.parametrize("form", QUOTATION_FORMS)
def test_what_is_quoted_is_what_quote_gives(say, harbour, run, form):
    answer = harbour.ask(ANCHORED)
    assert say(ANCHORED, f"q {form}") == harbour.quote_answer(answer, form) + "\n"
    first = answer.rulings[0]
    address = f"{first.entry.concept}#{','.join(str(said.n) for said in first.shown)}"
    assert say(ANCHORED, f"q 1 {form}") == run("quote", address, "--lang", "it", "--as", form).out
    assert say(ANCHORED, f"q {form} [1]".upper().replace("Q", "q")) == say("q 1")  # the markup is kept
    assert say(ANCHORED, "1", "q") == say("q 1")
    whole = run("quote", "storm", "--all", "--lang", "it", "--as", form).out
    assert say("show tempesta", "q") == whole


def test_the_link_is_that_of_the_answer_of_a_number_or_of_what_is_open(say, harbour):
    first = harbour.ask(ANCHORED).rulings[0]
    assert say(ANCHORED, "u") == say(ANCHORED, "u 1") == harbour.url(first.entry, first.statement.n) + "\n"
    assert say(ANCHORED, "1", "u") == say("u 1")
    assert say("show tempesta", "u") == "https://compendium.example/it/harbour/storm/\n"


def test_more_shows_the_rest_and_nothing_twice(say, run):
    whole = run("ask", ANCHORED, "--more").out
    first, rest = say(ANCHORED), say("m")
    shown = re.sub(r"\[\d+\] ", "", first + rest)
    statements = [line for line in whole.splitlines() if line.startswith("  ")]
    assert statements
    for line in statements:
        assert shown.count(line.strip()) == 1, line
    assert not set(re.findall(r"\[\d+\] ", first)) & set(re.findall(r"\[\d+\] ", rest))
    assert say("m") == "compendium: there is no more"


def test_a_number_shows_its_statement_with_the_rule_above_it_and_the_rest_on_demand(say, harbour):
    entry = harbour.ask(ANCHORED).rulings[0].entry
    opened = say(ANCHORED, "1")
    shown = [said for said in entry.statements if said.text in " ".join(opened.split())]
    assert 0 < len(shown) < len(entry.statements)
    assert opened.splitlines()[-1] == f"… +{len(entry.statements) - len(shown)}: m"
    whole = say("m")
    assert all(" ".join(said.text.split()) in " ".join(whole.split()) for said in entry.statements)
    assert say("q") == say("q 1")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("anchor#2", "Ancorare/ancora #2 · edizione it-2"),
        ("ancora#2-4", "Ancorare/ancora #4 · edizione it-2"),
        ("https://compendium.example/it/harbour/anchor/#2", "[1] Ancorare/ancora #2"),
        ("es:anchor", "Un barco anclado no se mueve"),
        ("harbour/storm", "[1] Tempesta #1"),
        ("show tempesta", "fase · Storm · Porto Tempesta"),
        ("show tempesta#2", "  2  "),
        ("compendium ask tempesta", "[1] Tempesta #1"),
        ("search faro", "[1] Faro"),
        ("quote anchor#2 --as bbcode", "[quote]"),
        ("q anchor#2 bbcode", "[quote]"),
        ("u anchor#2", "https://compendium.example/it/harbour/anchor/#2"),
        ("anchor#99", "compendium: harbour/anchor has no statement 99"),
        ("zzqwrt#1", "compendium: no entry is called 'zzqwrt#1'"),
        ("search zzqwrt", "compendium: nothing holds 'zzqwrt'"),
    ],
)
def test_names_of_statements_and_commands_are_no_questions(say, typed, shown):
    assert shown in say(typed)


def test_of_what_was_asked_for_by_its_name_the_whole_entry_is_left(say, harbour):
    assert "Una nave ancorata resta ferma" not in say("anchor#2")
    left = [say("anchor#2", *["m"] * many) for many in (1, 2, 3)]
    whole = next(shown for shown in left if shown.startswith("Ancorare/ancora\nazione"))
    assert all(said.text in " ".join(whole.split()) for said in harbour.entry("harbour/anchor", "it").statements)
    assert left[-1] == "compendium: there is no more"


def test_what_is_listed_by_a_search_is_opened_and_quoted_by_its_number(say):
    say("search faro")
    assert say("1").startswith("Faro (luogo)\n")
    assert "Faro" in say("q 1 plain")
    assert say("search faro", "m") == "compendium: nothing has been asked yet"


@pytest.mark.parametrize("lang", ["it", "es", "uk", "en"])
def test_the_prompt_speaks_the_language_of_its_reader(say, monkeypatch, lang):
    said = language(lang).prompt
    for chosen in ("LANG", "COMPENDIUM_LANG"):
        monkeypatch.setenv("LANG", "C.UTF-8")
        monkeypatch.setenv(chosen, {"LANG": f"{lang}_XX.UTF-8", "COMPENDIUM_LANG": lang}[chosen])
        assert say.session.said == said
        assert said.nothing_yet in say("m")
        assert said.ask_first.format(n="9", most=0) in say("9")
        told = " ".join(say("?").split())
        assert all(" ".join(what.split()) in told for what in said.actions.values())
        monkeypatch.delenv(chosen)
    assert set(said.actions) == {action.letter for action in ACTIONS}


@pytest.mark.parametrize("columns", [20, 30, 45, 80])
def test_the_help_breaks_no_word(say, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    for lang in ("it", "uk"):
        monkeypatch.setenv("COMPENDIUM_LANG", lang)
        told = say("?")
        assert max(map(len, told.splitlines())) <= columns
        assert set(" ".join(language(lang).prompt.actions.values()).split()) <= set(told.split())


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("g har", ["g harbour"]),
        ("l e", ["l es"]),
        ("q 1 bb", ["q 1 bbcode"]),
        ("c dis", ["c discord"]),
        ("шторм", ["Шторм"]),
        ("temp", ["Tempesta"]),
    ],
)
def test_what_may_follow_is_completed_and_titles_of_any_language(say, typed, completed):
    assert say.session.completions(typed)[:1] == completed


def test_the_prompt_knows_the_users_library(harbour, open_glossary, tmp_path, capsys):
    entry = "---\nedition: en-1\n---\n# Otter Phase\n\nEvery otter eats 3 fish. ^1\n\n- It sleeps afterwards. ^2\n"
    files = {"otters/game.yml": GAME, "otters/concepts.yml": "otter-phase: {kind: phase, en: Otter Phase}\n"}
    library = open_glossary(write_glossary(tmp_path, {**files, "otters/en/otter-phase.md": entry}))
    session = Session(Shelves(harbour, library))

    def said(line):
        capsys.readouterr()
        session.obey(line)
        return unstyle(capsys.readouterr().out)

    assert "otter phase" in [title.lower() for title in session.completions("otter")]
    assert "Every otter eats 3 fish." in said("otter-phase#1")
    said("g otters")
    assert session.mark == "otters › "
    shown = said("how many fish does every otter eat?")
    assert shown.startswith("[1] Otter Phase #1")
    assert "La domanda" not in shown
    assert "manca" not in shown
    assert "Every otter eats 3 fish." in said("q 1 plain")
    assert said("u").endswith("/en/otters/otter-phase/#1\n")


def test_language_and_game_are_chosen_until_they_are_given_up(say):
    assert say.session.mark == "› "
    say("l ES", "g harbour")
    assert say.session.mark == "es harbour › "
    assert "Un barco anclado no se mueve" in say("anchor")
    say("l", "g")
    assert say.session.mark == "› "
    assert "Una nave ancorata resta ferma" in say("ancora")


def test_the_help_tells_of_every_action(say):
    for line in ("?", "help", "HELP"):
        told = say(line)
        assert all(re.search(rf"(?m)^{re.escape(action.letter)} ", told) for action in ACTIONS)
        assert max(map(len, told.splitlines())) <= 100


@pytest.mark.parametrize("line", ["x", "X", " x ", "exit", "QUIT", "esci", "Salir", "вийти"])
def test_leaving(say, line):
    assert say.session.obey(line) is False


@pytest.mark.parametrize(
    "words", [["--lang", "xx"], ["--game", "chess"], ["--json"], ["--library", "/nonexistent"], ["word"]]
)
def test_what_cannot_be_asked_for_is_told_before_anything_is_typed(run, words):
    told = run("prompt", *words)
    assert told.status == 2
    assert told.out == "" or "error" in told.json


def test_a_ruling_is_quoted_with_its_grounds_wherever_it_was_found(tmp_path, open_glossary, capsys):
    compendium = open_glossary(harbour_with_rulings(tmp_path))
    compendium.format()
    compendium.confirm()
    session = Session(Shelves(compendium, None))
    quoted = []
    for lines in (["una nave ancorata è al sicuro nella tempesta?", "q"], ["q 1"], ["1", "q"]):
        for line in lines:
            capsys.readouterr()
            session.obey(line)
        quoted.append(unstyle(capsys.readouterr().out))
    assert quoted[0] == quoted[1] == quoted[2]
    assert quoted[0].count("• ") + quoted[0].count("\\- ") >= 2


PIECES = [
    "m",
    "q",
    "c",
    "u",
    "l",
    "g",
    "?",
    "1",
    "2",
    "[1]",
    "0",
    "bbcode",
    "plain",
    "es",
    "harbour",
    "ancora",
    "²",
    "٣",
]


def test_whatever_is_typed_there_is_an_answer_or_an_error_that_says_what_to_do(harbour, monkeypatch):
    monkeypatch.setattr("compendium_cli.commands.clipboard._PROGRAMS", ())

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(st.lists(st.one_of(st.lists(st.sampled_from(PIECES), max_size=4).map(" ".join), st.text(max_size=30))))
    @example(["\x00", "\ud800", "\u202e", "-", "--help", "((ancora))", "ancora " * 5000])
    def holds(lines):
        session = Session(Shelves(harbour, None))
        for line in lines:
            with suppress(CompendiumError):
                session.obey(line)

    with patience():
        holds()


# -- without a terminal ----------------------------------------------------------------------------------------------


def test_lines_of_a_pipe_are_obeyed_too_one_by_one(start):
    told = start("prompt", "--glossary", HARBOUR, text="tempesta\n99\nu\nx\nnever asked\n")
    assert told.status == 0
    assert told.out.startswith("[1] Tempesta #1")
    assert told.out.count("Tempesta #1") == 1
    assert "https://compendium.example/it/harbour/storm/#1\n" in told.out
    assert told.err.startswith("compendium: nothing has the number 99")
    assert start("prompt", "--json", "--glossary", HARBOUR).status == 2


def test_bare_compendium_is_the_prompt_on_a_terminal_and_nowhere_else(start):
    assert start().out.startswith("Usage: compendium")
    with Terminal(env={"TERM": "dumb"}) as terminal:
        assert terminal.left() == 0
        assert "Usage: compendium" in terminal.seen()


# -- with keys -------------------------------------------------------------------------------------------------------


@pytest.fixture
def state(tmp_path, monkeypatch):
    """Where the history is kept."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "compendium"


@pytest.fixture
def prompt(state):
    """Start the prompt of the made-up glossary on a terminal."""
    del state
    return lambda **more: Terminal("prompt", "--glossary", more.pop("glossary", HARBOUR), **more)


@pytest.fixture
def clipboard(tmp_path, monkeypatch):
    """A clipboard that is a file; a test may put another program in its place."""
    programs = tmp_path / "programs"
    kept = tmp_path / "clipboard"
    program(programs / "pbcopy", f'exec cat > "{kept}"')
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    return kept


def test_a_session(prompt, clipboard, state, harbour):
    with prompt() as terminal:
        assert "[1] Ancorare/ancora #2 · edizione it-2" in terminal.enter(ANCHORED)
        assert terminal.enter("1").startswith("Ancorare/ancora\nazione · Drop Anchor")
        storm = harbour.quotation("storm#2", "bbcode", lang="it").text
        assert terminal.enter("q storm#2 bbcode").replace("\n", "") == storm.replace("\n", "")
        assert terminal.enter("c storm#2") == "copied as bbcode\n"
        assert clipboard.read_text(encoding="utf-8") == storm
        assert "nothing has the number 77" in terminal.enter("77")
        assert terminal.enter("l es") == ""
        assert "Un barco anclado no se mueve" in terminal.enter("anchor")
        assert terminal.enter("g harbour") == ""
        assert terminal.screen.display[terminal.screen.cursor.y].startswith("es harbour ›")
        terminal.type("not asked")
        terminal.until_seen("not asked")
        terminal.interrupt()
        terminal.enter("l")
        terminal.enter("g")
        assert "Una nave ancorata" in terminal.enter("ancora")
        terminal.call_back("ancora")
        terminal.interrupt()
        terminal.type(terminals.CTRL_D)
        assert terminal.left() == 0
    history = state / "history"
    assert stat.S_IMODE(history.stat().st_mode) == 0o600
    assert stat.S_IMODE(state.stat().st_mode) == 0o700
    kept = history.read_text(encoding="utf-8")
    assert f"+{ANCHORED}\n" in kept
    assert "not asked" not in kept
    with prompt() as terminal:  # it is there the next time, and told to nobody else
        terminal.until(terminal.is_ready)
        terminal.type(ANCHORED[:8])
        terminal.until_seen(ANCHORED)
    assert sorted(path.name for path in state.parent.rglob("*")) == ["compendium", "history"]


def test_what_is_longer_than_the_screen_comes_in_pages(prompt, tmp_path):
    pages = tmp_path / "pages"
    pager = program(tmp_path / "pager", f'exec tee "{pages}"')
    with prompt(rows=14, env={"PAGER": str(pager)}) as terminal:
        assert "una nave ancorata non può spostarsi" in terminal.enter(ANCHORED)
        terminal.enter("1")
        assert not pages.exists()
        terminal.enter("m")
    assert "Una nave ancorata resta ferma dove si trova." in pages.read_text(encoding="utf-8")


def test_the_banner_is_in_the_language_of_the_reader(prompt):
    with prompt(env={"LANG": "it_IT.UTF-8"}) as terminal:
        terminal.until(terminal.is_ready)
        assert language("it").prompt.banner in terminal.seen()
        assert "nulla ha il numero 9" in terminal.enter("9")
        terminal.type("esci" + terminals.ENTER)
        assert terminal.left() == 0


def test_tab_completes_titles_in_the_middle_of_a_question(prompt):
    with prompt() as terminal:
        terminal.until(terminal.is_ready)
        terminal.type("che cosa fa temp" + terminals.TAB)
        terminal.until_seen("› che cosa fa Tempesta")
        terminal.interrupt()
        terminal.enter("l es")
        terminal.type("tor" + terminals.TAB)
        terminal.until_seen("es › Tormenta, fase de")


@pytest.mark.parametrize(
    "kept",
    [
        lambda folder: (folder / "history").mkdir(parents=True),
        lambda folder: (folder.mkdir(parents=True), os.mkfifo(folder / "history")),
        lambda folder: (folder.parent.mkdir(), folder.write_text("a file")),
        lambda folder: (folder.mkdir(parents=True), (folder / "history").write_bytes(b"+\xff\xfe\n+\x1b[31m\nx\n" * 9)),
        lambda folder: (folder.mkdir(parents=True), (folder / "history").touch(0o666)),
    ],
    ids=["a folder", "a pipe", "a file for its folder", "no text", "readable for all"],
)
def test_whatever_stands_in_the_place_of_the_history_questions_are_answered(prompt, state, kept):
    kept(state)
    with prompt() as terminal:
        assert "Tempesta #1" in terminal.enter("tempesta")
        terminal.call_back("tempesta")
        terminal.interrupt()
        terminal.type(terminals.CTRL_D)
        assert terminal.left() == 0
    history = state / "history"
    assert not history.is_file() or stat.S_IMODE(history.stat().st_mode) == 0o600


def test_a_history_that_goes_away_is_missed_by_nobody(prompt, state):
    with prompt() as terminal:
        terminal.enter("tempesta")
        (state / "history").unlink()
        state.rmdir()
        assert "Tempesta #1" in terminal.enter("tempesta")
        assert "Ancorare/ancora" in terminal.enter("ancora")


def test_a_key_may_end_what_takes_too_long_and_the_prompt_goes_on(prompt, clipboard):
    program(clipboard.parent / "programs" / "pbcopy", f'touch "{clipboard}"; exec sleep 30')
    with prompt() as terminal:
        terminal.enter("tempesta")
        terminal.type("c\r")
        while not clipboard.exists():
            terminal.wait()
        terminal.interrupt()
        assert "Tempesta #1" in terminal.enter("tempesta")
        assert "Traceback" not in terminal.seen()


def test_a_key_that_puts_it_aside_is_no_letter_of_a_question(prompt):
    with prompt() as terminal:
        terminal.until(terminal.is_ready)
        terminal.type(terminals.CTRL_Z)
        assert "Tempesta #1" in terminal.enter("tempesta")
        assert "^Z" not in terminal.seen()


def test_a_terminal_that_goes_away_ends_it(prompt):
    terminal = prompt()
    terminal.until(terminal.is_ready)
    terminal.hang_up()
    assert terminal.process.wait(30) in {0, -1}


# -- nothing that a stranger wrote is obeyed -------------------------------------------------------------------------

# prompt_toolkit sends these itself: the cursor goes back, and to the beginning of the line.
_ITS_OWN = {"\x08", "\r"}


def obeyed(terminal):
    """Return what acts, as strangers wrote it, among all that the terminal was sent."""
    sent = terminal.sent.decode("utf-8", "replace")
    acts = [act for act in ACTS if act not in _ITS_OWN and act in sent]
    return acts + re.findall(r"\x1b\]8;(?!;(?:https://compendium\.example/[a-z0-9/#%A-F-]*)?\x1b\\)", sent)


def test_nothing_that_a_glossary_says_is_obeyed(prompt, tmp_path):
    glossary = write_glossary(tmp_path / "hostile", hostile_files())
    with prompt(glossary=glossary, env={"FORCE_HYPERLINK": "1"}) as terminal:
        for line in ("che cosa è detto?", "m", "1", "q bbcode", "u", "titolo 2", "q 1 plain", "l es", "detto", "2"):
            assert terminal.enter(line) or line == "l es"
            assert not obeyed(terminal), line
        terminal.enter("l")
        terminal.type("tit" + terminals.TAB)
        terminal.until_seen("Titolo 2")
        assert not obeyed(terminal)


def test_a_title_that_is_offered_is_only_seen():
    completer = line_editor.completer(lambda _: [f"Titolo {act}" for act in ACTS])
    offered = list(completer.get_completions(Document("titolo"), CompleteEvent()))
    assert len(offered) == len(ACTS)
    for completion in offered:
        harmless(completion.text + completion.display_text)


@pytest.mark.parametrize("act", ACTS, ids=repr)
def test_what_somebody_pastes_is_seen_and_kept_as_text(prompt, state, act):
    with prompt() as terminal:
        terminal.enter(f"\x1b[200~ancora {act} detto\x1b[201~")
        terminal.type(terminals.UP)
        terminal.until(lambda: not terminal.is_ready())
        assert not obeyed(terminal)
    kept = (state / "history").read_bytes().decode()
    assert "+ancora" in kept
    harmless(kept)


KEYS = ["\x1b[31m", "\x1b[M", "\x1b[<1;2;3M", "\x1b[1;1R", "\x1b[9", "\x1b[200~", "\x1b[201~", "\x1bOP", "\x1b", "\xff"]


@pytest.mark.slow
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(st.lists(st.one_of(st.sampled_from(KEYS), st.text("ab\x1b[;0123MRm~<?\t\x10", max_size=6)), max_size=12))
@example(KEYS)
@example(["\x1b[31mrosso"])
def test_no_keys_end_it(keys):
    with Terminal("prompt", "--glossary", HARBOUR) as terminal:
        terminal.until(terminal.is_ready)
        terminal.type("".join(keys) + "\x1b[201~")
        terminal.wait(0.7)  # a lone escape is waited for what follows
        terminal.type(terminals.CTRL_C + terminals.CTRL_C)
        terminal.wait(0.3)
        terminal.type("tempesta\r")
        terminal.until_seen("Tempesta #1")
        assert "Traceback" not in terminal.seen()
