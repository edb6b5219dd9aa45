"""What grows with the glossary, and how fast: work is counted, not timed. ``benchmarks/scale.py`` takes the time."""

import subprocess
import sys

import pytest

from compendium_cli.checks import lint
from compendium_cli.commands.rendering import entry_lines
from compendium_cli.compendium import open_compendium
from compendium_cli.model import Corpus
from compendium_cli.parity import parity
from compendium_cli.reading.folder import read_glossary
from compendium_cli.site.publishing import publish
from conftest import HARBOUR, TESTS, write_glossary
from growing import Shipped, game_id

SMALL, LARGE = 4, 12
#: A step of a sort or of a tree is not counted as the glossary grows; all else must keep in proportion.
NOISE = 1.15


@pytest.fixture(scope="module")
def seed():
    return Shipped(HARBOUR)


@pytest.fixture(scope="module")
def grown(seed, tmp_path_factory):
    """The made-up glossary, grown to two sizes and compiled."""
    opened = {}
    for times in (SMALL, LARGE):
        folder = tmp_path_factory.mktemp("grown") / str(times)
        seed.grow(folder, times)
        opened[times] = open_compendium(folder)
        assert opened[times].languages() == ["it", "es", "uk"]
        opened[times].ask("tempesta")  # so that the index is there when work is counted
    yield opened
    for compendium in opened.values():
        compendium.close()


def steps(work):
    """Return how many instructions of Python some work executes."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def database_steps(compendium, work):
    """Return how many instructions SQLite executes for some work."""
    count = 0

    def one_more():
        nonlocal count
        count += 1

    connection = compendium._compiled.store._connection  # noqa: SLF001 - nobody else can count them
    connection.set_progress_handler(one_more, 1)
    try:
        work()
    finally:
        connection.set_progress_handler(None, 1)
    return count


def anew(compendium):
    """Open a glossary as a process does that has answered nothing yet."""
    return open_compendium(compendium.folder)


def show(compendium):
    found = compendium.look_up("harbour/anchor", lang="it")
    assert list(entry_lines(compendium, found.entry))


def ask(compendium):
    assert compendium.ask("che cosa fa un'ancora nella tempesta?", game="harbour").rulings


def test_the_same_call_grows_the_same_glossary_and_it_has_no_faults(seed, grown, tmp_path):
    seed.grow(tmp_path / "again", SMALL)
    first = grown[SMALL].folder
    paths = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file())
    assert len(paths) == SMALL * sum(path.is_file() for path in HARBOUR.rglob("*"))
    assert all((first / path).read_bytes() == (tmp_path / "again" / path).read_bytes() for path in paths)
    assert lint(first) == []


def test_the_list_of_cards_grows_with_the_game(tmp_path):
    table = (
        "codes\ttype\ten\tit\tproduct_it\tnumber\tcard\n01\ttool\tOar\tRemo\tBarche\t7\toar\n02\ttool\tSail\t\t\t8\t\n"
    )
    card = (
        "---\nedition: it-1\n---\n# Remo\n\n## Errata\n\n- Il remo costa 1. ^1\n\n**Vedi anche:** [Lettera](../a.md)\n"
    )
    entry = "---\nedition: it-1\n---\n# Lettera\n\nUna lettera. ^1\n"
    files = {"game/cards.tsv": table, "game/it/cards/oar.md": card, "game/it/a.md": entry}
    grower = Shipped(write_glossary(tmp_path / "small", files))
    grower.grow(tmp_path / "grown", 2)
    assert read_glossary(tmp_path / "grown")[1] == []
    with open_compendium(tmp_path / "grown") as compendium:
        oar, sail = compendium.cards(game_id(1))
        assert oar.entry == grower.id_of(1, "cards/oar")
        assert (oar.codes, oar.number, sail.entry) == (("01",), "7", None)


def test_a_question_in_the_words_of_a_grown_game_finds_the_same_rule(seed, grown):
    for number in (1, SMALL - 1):
        question = seed.in_words_of(number, "la nave all'ancora nella tempesta", "it")
        there = grown[SMALL].ask(question, lang="it", game=game_id(number))
        here = grown[SMALL].ask("la nave all'ancora nella tempesta", lang="it", game="harbour")
        assert there.rulings[0].entry.game == game_id(number)
        assert there.rulings[0].entry.concept == seed.id_of(number, here.rulings[0].entry.concept)


def work_of(compendium, command):
    """Return how many instructions of SQLite and of Python a command takes that is the first of its process."""
    with anew(compendium) as opened:
        assert opened.problem_count() == 0  # opens it, which looks at every file
        database = database_steps(opened, lambda: command(opened))
    with anew(compendium) as opened:
        assert opened.problem_count() == 0
        return database, steps(lambda: command(opened))


def test_an_entry_costs_the_same_in_a_larger_glossary(grown):
    small, large = (work_of(grown[times], show) for times in (SMALL, LARGE))
    assert all(more <= NOISE * less for less, more in zip(small, large, strict=True)), (small, large)


def test_a_question_about_one_game_reads_no_more_rows_of_a_larger_glossary_and_grows_slower_than_it(grown):
    small, large = (work_of(grown[times], ask) for times in (SMALL, LARGE))
    assert large[0] <= NOISE * small[0], (small, large)
    assert large[1] <= 0.75 * LARGE / SMALL * small[1], (small, large)  # impacts are added up for every statement


def test_show_opens_no_file_of_the_glossary(grown):
    folder = grown[LARGE].folder
    counting = (
        "import sys\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(args[0]) if event == 'open' else None)\n"
        "from compendium_cli.__main__ import main\n"
        "try:\n    main()\n"
        f"finally:\n    print([path for path in opened if str(path).startswith({str(folder)!r})], file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", counting, "show", "harbour/anchor", "--glossary", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=TESTS)
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip().splitlines()[-1] == "[]"


@pytest.mark.slow
@pytest.mark.parametrize(
    "work",
    [
        pytest.param(lambda c: lint(c.folder), id="lint"),
        pytest.param(lambda c: parity(Corpus(c.games(), tuple(c.entries()))), id="parity"),
        pytest.param(lambda c: list(publish(c, "", []).files()), id="site"),
    ],
)
def test_what_looks_at_everything_grows_no_faster_than_the_glossary(grown, work):
    small, large = (steps(lambda times=times: work(grown[times])) for times in (SMALL, LARGE))
    assert large <= NOISE * LARGE / SMALL * small, (small, large)
