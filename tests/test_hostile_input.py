"""What strangers write cannot harm: no crash, no hang, no escape sequence, no path elsewhere, no HTML, no code."""

import json
import os
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from compendium_cli.checks import lint
from compendium_cli.errors import UsageError
from compendium_cli.exports.as_json import dumps
from compendium_cli.importing.library import Source, Target, import_library
from compendium_cli.importing.sections import _RUN_IN
from compendium_cli.importing.shapes import MARKDOWN_HEADING
from compendium_cli.languages import LANGUAGES, folded_words, ngrams_of
from compendium_cli.model import Corpus
from compendium_cli.naming import title_parts
from compendium_cli.problems import ProblemCode
from compendium_cli.reading.body import parse_body
from compendium_cli.reading.folder import read_glossary
from compendium_cli.reading.game import read_game
from compendium_cli.reading.listing import glossary_files
from compendium_cli.site.history import changes_of
from compendium_cli.text import breaking_in, printable, unwanted_in
from conftest import GAME_YML, HARBOUR, write_glossary
from fuzz.promises import strict_json
from fuzz.targets import TARGETS
from patience import patience

pytestmark = pytest.mark.posix

CORPUS = Path(__file__).parent / "fuzz" / "corpus"
DICTIONARY = Path(__file__).parent / "fuzz" / "dictionary.txt"
ENTRY = "---\nedition: it-1\n---\n# {title}\n\n{text} ^1\n\n**Vedi anche:** [B](b.md)\n"
posix = pytest.mark.skipif(os.name != "posix", reason="links, pipes and names of POSIX")


def entry_with(text: str = "Detto.", title: str = "Titolo") -> str:
    return ENTRY.format(title=title, text=text)


def codes(folder: Path) -> set[tuple[str, str]]:
    return {(problem.path, str(problem.code)) for problem in lint(folder)}


# -- any bytes -------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True, scope="module")
def _targets_use_the_harbour(harbour):
    """The targets open the test glossary themselves; here they find it compiled."""


@pytest.mark.parametrize("target", TARGETS)
def test_what_fuzzing_found_worth_keeping(target):
    seeds = sorted((CORPUS / target).iterdir())
    assert seeds
    for seed in seeds:
        with patience():
            TARGETS[target](seed.read_bytes())


def test_the_corpora_stay_small():
    assert sum(path.stat().st_size for path in CORPUS.rglob("*") if path.is_file()) < 100_000
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)


def words() -> list[bytes]:
    """The fuzzer's dictionary: what means something to one of the readers."""
    lines = DICTIONARY.read_text(encoding="utf-8").splitlines()
    quoted = [line[1:-1] for line in lines if line.startswith('"')]
    return [text.encode("latin-1").decode("unicode_escape").encode("latin-1") for text in quoted]


def mixed(target: str) -> st.SearchStrategy[bytes]:
    """Pieces of the corpus, words that mean something, and anything at all, in any order."""
    lines = sorted({line + b"\n" for path in (CORPUS / target).iterdir() for line in path.read_bytes().split(b"\n")})
    seeds = sorted(path.read_bytes() for path in (CORPUS / target).iterdir())
    piece = st.one_of(
        st.sampled_from(lines), st.sampled_from(words()), st.text(max_size=20).map(str.encode), st.binary(max_size=8)
    )
    pieces = st.lists(piece, max_size=30).map(b"".join)
    return st.one_of(pieces, st.builds(spliced, st.sampled_from(seeds), st.integers(0, 400), pieces))


def spliced(seed: bytes, place: int, pieces: bytes) -> bytes:
    return seed[:place] + pieces + seed[place:]


@pytest.mark.parametrize("target", TARGETS)
def test_any_mixture_keeps_every_promise(target):
    @settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(mixed(target))
    @example(b"")
    def keeps(raw):
        TARGETS[target](raw)

    with patience():
        keeps()


# -- no hang: what a pattern might try in every way ------------------------------------------------------------------

RUNS = [" ", "(", "[", "*", "_", "-", "#", ".", "…", "1", "a", "A", "<", ">", "|", "`", "!", ":", "&", "'", "\t"]
RUNS += [
    "((",
    "[(",
    "](",
    "- ",
    "> ",
    "1. ",
    "**a ",
    "A ",
    "[a, ",
    "{a: ",
    "а",
    "A\n",
    "a-\n",
    "((a))",
    "# A\n",
    "![",
    "|a",
]
OPENINGS = {
    "entry": ["\0---\nedition: it-2\n---\n# A\n\n", "\0---\nedition: it-2\n---\n# A\n\n> [!NEWER"],
    "page": ["\0---\nedition: it-2\n---\n# A\n\n| a | b |\n|---|---|\n"],
    "metadata": ["", "names: {it: a"],
    "document": ["\0", "\0# ", "\0- ", "\0INDICE\n", "\0APPENDICE: DOMANDE\n"],
    "question": [""],
    "post": ["\0(("],
}


@pytest.mark.parametrize(("target", "opening"), [(target, text) for target in OPENINGS for text in OPENINGS[target]])
def test_a_long_run_of_anything_is_read_in_a_blink(target, opening):
    for run in RUNS:
        raw = (opening + run * (3000 // len(run.encode())) + "x").encode()
        with patience():
            TARGETS[target](raw)


@pytest.mark.parametrize(
    "read",
    [
        lambda blank: parse_body(f"> [!NEWER{blank}x"),
        lambda blank: parse_body(f"a{blank}x"),
        lambda blank: MARKDOWN_HEADING.match(f"#{blank}{'x' * 300}"),
        lambda blank: _RUN_IN.match(f"-{blank}x"),
        lambda blank: title_parts(f"a{blank}x", LANGUAGES["it"]),
    ],
)
def test_white_space_is_not_tried_in_every_way(read):
    with patience():
        read(" " * 200_000)


def test_a_post_full_of_unknown_names_costs_little(harbour):
    post = " ".join(f"((zq{number}x))" for number in range(20_000))
    with patience():
        quoted = harbour.quote_mentions(post)
    assert quoted.text == post
    assert len(quoted.unknown) == 20


def test_a_number_is_quoted_once_however_often_it_is_named(harbour):
    assert harbour.quotation("storm#2,2,2,2").text == harbour.quotation("storm#2").text


def test_monstrous_words_are_not_remembered():
    assert folded_words("É" * 1000) == ["e" * 1000]
    cache = folded_words.__globals__["_known_parts"]
    before = cache.cache_info().currsize
    for number in range(50):
        assert {"_eee", "eeee"} < ngrams_of(folded_words(f"{'É' * 1000}{number}"))
    assert cache.cache_info().currsize == before


@pytest.mark.parametrize(
    "text",
    ["[" * 200_000, "{a: " * 100_000, "- " * 100_000, "? " * 100_000, "&a [*a]", "!!python/object/apply:os.system [x]"],
)
def test_yaml_that_nests_or_acts_is_refused(text):
    with patience():
        game, problems = read_game("game", text, text)
    assert not game.concepts
    assert "bad-yaml" in {str(problem.code) for problem in problems}


# -- no escape sequence ----------------------------------------------------------------------------------------------

ACTING = ["\x1b[31m", "\x9b31m", "\u202e", "\u2066", "\r", "\x07", "\u2028"]


@pytest.mark.parametrize("char", ACTING)
def test_yaml_cannot_spell_what_a_file_may_not_hold(tmp_path, char):
    escaped = "".join(f"\\u{ord(c):04x}" for c in char)
    text = entry_with().replace("edition: it-1", f'edition: it-1\naliases: ["a{escaped}b"]')
    names = GAME_YML.replace("{it: Gioco", f'{{it: "Gio{escaped}co"')
    glossary = write_glossary(tmp_path, {"game/it/a.md": text, "game/game.yml": names})
    corpus, _ = read_glossary(glossary)
    assert printable(repr(corpus)) == repr(corpus)
    assert char not in corpus.games["game"].name("it")
    assert {("game/it/a.md", "bad-yaml"), ("game/game.yml", "bad-yaml")} <= codes(glossary)


@pytest.mark.parametrize("char", ACTING)
def test_entities_cannot_spell_it_either(run, tmp_path, char):
    entity = "".join(f"&#{ord(c)};" for c in char)
    glossary = write_glossary(tmp_path, {"game/it/a.md": entry_with(f"Detto {entity} qui.", f"Ti{entity}tolo")})
    for command in (
        ["show", "a"],
        ["quote", "a#1", "--as", "plain"],
        ["quote", "a#1", "--as", "html"],
        ["ask", "Detto", "--game", "game"],
    ):
        shown = run(*command, glossary=glossary)
        assert "qui." in shown.out
        assert printable(shown.out + shown.err) == shown.out + shown.err
    for problem in lint(glossary):
        assert printable(problem.message) == problem.message


def test_bidirectional_overrides_written_as_entities_are_told(tmp_path):
    glossary = write_glossary(tmp_path, {"game/it/a.md": entry_with("Detto &#x202e;qui.")})
    assert ("game/it/a.md", "not-utf8") in codes(glossary)


def test_links_cannot_carry_it(run, tmp_path):
    text = entry_with("Detto [qui](%1b%5b31m.md) e [là](%E2%80%AE.md).")
    glossary = write_glossary(tmp_path, {"game/it/a.md": text})
    for command in (
        ["show", "a"],
        ["show", "a", "--json"],
        ["lint"],
        ["see-also", "b"],
        ["export", "--format", "json"],
    ):
        shown = run(*command, glossary=glossary)
        assert printable(shown.out + shown.err) == shown.out + shown.err


def test_imported_text_cannot_carry_it(run, tmp_path):
    document = tmp_path / "rules.txt"
    document.write_text(
        "# TEM\x1b[31mPESTA\n\nDanni \x9b31m qui \u202e e \x07 l\u00e0.\nVedi: \x1b]0;x\x07\n", encoding="utf-8"
    )
    library = tmp_path / "library"
    common = ["--game", "harbour", "--lang", "it", "--edition", "it-9"]
    for more in (["--to", library], ["--dry-run", "--json"]):
        shown = run("import", document, *common, *more)
        assert shown.status == 0
        assert printable(shown.out + shown.err) == shown.out + shown.err
    for path in library.rglob("*.*"):
        assert printable(path.read_text(encoding="utf-8")) == path.read_text(encoding="utf-8")
    shown = run("show", "storm", "--library", library)
    assert printable(shown.out) == shown.out


@pytest.mark.parametrize("value", [*ACTING, "\x7f", "\ufeff", "\ud800", "a\udcffb"])
def test_json_acts_on_no_terminal_and_every_parser_reads_it(value):
    read = strict_json(dumps({value: [value]}))
    whole = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in value)
    assert read == {whole: [whole]}


def test_bytes_in_a_question_come_back_as_valid_json(start):
    result = start("ask", b"tempesta \xff\x9b".decode(errors="surrogateescape"), "--json", "--glossary", HARBOUR)
    assert json.loads(result.out)["question"].startswith("tempesta ")
    assert printable(result.out) == result.out


# -- no path elsewhere -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("former", ["../../outside", "/etc/x", "a/b", "..", ".", "A", "a b", "cards/../x", "x\\y"])
def test_a_former_id_is_part_of_an_address_or_refused(former):
    concepts = f"a: {{kind: rule}}\nrenamed: {{old: a, {json.dumps(former)}: a}}\n"
    game, problems = read_game("game", GAME_YML, concepts)
    assert game.renamed == {"old": "a"}
    assert [problem.code for problem in problems] == [ProblemCode.UNKNOWN_CONCEPT]


@posix
def test_a_link_that_leaves_the_glossary_is_told_and_not_followed(run, tmp_path):
    secret = tmp_path / "secret.md"
    secret.write_text(entry_with("Il segreto.", "Segreto"), encoding="utf-8")
    glossary = write_glossary(tmp_path / "glossary", {"game/it/a.md": entry_with()})
    (glossary / "game" / "it" / "b.md").symlink_to(secret)
    (glossary / "game" / "es").symlink_to(tmp_path)
    (glossary / "other").symlink_to(glossary / "game")
    assert {("game/it/b.md", "unreadable"), ("game/es", "stray-file"), ("other", "stray-file")} <= codes(glossary)
    corpus, _ = read_glossary(glossary)
    assert [entry.title for entry in corpus.entries] == ["Titolo"]
    before = secret.read_bytes()
    assert run("fmt", glossary=glossary).status == 1
    assert secret.read_bytes() == before
    assert "segreto" not in run("export", "--format", "json", glossary=glossary).out.lower()


@posix
def test_a_link_inside_the_glossary_is_followed(tmp_path):
    glossary = write_glossary(tmp_path, {"game/it/a.md": entry_with()})
    (glossary / "game" / "it" / "b.md").symlink_to(glossary / "game" / "it" / "a.md")
    assert len(read_glossary(glossary)[0].entries) == 2


@posix
def test_folders_in_a_circle_come_to_an_end(tmp_path):
    glossary = write_glossary(tmp_path, {"game/it/a.md": entry_with()})
    for name in ("one", "two", "three"):
        (glossary / "game" / name).symlink_to(glossary)
    with patience():
        assert len(glossary_files(glossary)) == 6


@posix
def test_a_pipe_among_the_files_is_not_waited_for(tmp_path):
    glossary = write_glossary(tmp_path, {"game/it/a.md": entry_with()})
    os.mkfifo(glossary / "game" / "it" / "b.md")
    with patience():
        assert ("game/it/b.md", "unreadable") in codes(glossary)


@posix
def test_names_that_cannot_be_shown_are_told_and_left_out(run, tmp_path):
    glossary = write_glossary(tmp_path, {"game/it/a.md": entry_with()})
    strange = [b"it/x\xff.md", b"it/\x1b[31m.md", b"it/\xe2\x80\xae.md", b"it/a\nb.md"]
    for name in strange:
        Path(os.fsdecode(bytes(glossary / "game") + b"/" + name)).write_text(
            entry_with(title="Strano"), encoding="utf-8"
        )
    shutil.copytree(glossary / "game", os.fsdecode(bytes(glossary) + b"/\x1b[32mgame"))
    told = run("lint", glossary=glossary)
    assert told.out.count("[stray-file]") > len(strange)
    corpus, _ = read_glossary(glossary)
    assert [entry.name for entry in corpus.entries] == ["game/a"]
    for command in (["lint"], ["fmt"], ["show", "Strano"], ["parity"], ["index"], ["lint", "--json"]):
        shown = run(*command, glossary=glossary)
        assert printable(shown.out + shown.err) == shown.out + shown.err
        assert "Traceback" not in shown.err


@posix
def test_an_import_writes_nowhere_but_into_its_library(tmp_path, harbour):
    outside = tmp_path / "outside"
    outside.mkdir()
    library = tmp_path / "library"
    (library / "harbour").mkdir(parents=True)
    (library / "harbour" / "it").symlink_to(outside)
    document = tmp_path / "rules.md"
    document.write_text("# Tempesta\n\nTutti bagnati.\n", encoding="utf-8")
    source = Source([str(document)], "harbour", "it-9", LANGUAGES["it"])
    corpus = Corpus(harbour.games(), tuple(harbour.entries()))
    with pytest.raises(UsageError, match="leads out of the library"):
        import_library(source, corpus, Target(str(library)))
    assert not list(outside.iterdir())


@pytest.mark.parametrize("heading", ["../../etc/passwd", "/etc/passwd", "..", "C:\\x", "\x00", "a/../../b"])
def test_headings_become_names_that_stay_in_the_folder(tmp_path, harbour, heading):
    document = tmp_path / "rules.md"
    document.write_text(f"# {heading.replace(chr(0), '%00')} x\n\nTesto.\n", encoding="utf-8")
    source = Source([str(document)], "harbour", "it-9", LANGUAGES["it"])
    with suppress(UsageError):  # a heading of no letters is none
        import_library(source, Corpus(harbour.games(), tuple(harbour.entries())), Target(str(tmp_path / "library")))
    written = [path for path in tmp_path.rglob("*") if path.is_file() and path != document]
    assert all(path.is_relative_to(tmp_path / "library") for path in written)


@posix
def test_a_document_without_an_end_is_refused(run):
    with patience():
        told = run("import", "/dev/zero", "--game", "harbour", "--lang", "it", "--edition", "it-9", "--dry-run")
    assert told.status == 2
    assert "too large" in told.err


# -- no link, markup or HTML that acts -------------------------------------------------------------------------------

LINKS = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java&#9;script:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example/",
    "\\\\\\\\evil.example",
    "../../../../etc/passwd",
    "/etc/passwd",
]


@pytest.mark.parametrize("href", LINKS)
def test_only_web_addresses_and_entries_are_linked(run, tmp_path, href):
    glossary = write_glossary(tmp_path, {"game/it/a.md": entry_with(f"Detto [qui](<{href}>).")})
    for form, link in (("html", r'href="'), ("markdown", r"(?<!\\)\]\("), ("bbcode", r"\[url=")):
        quoted = run("quote", "a#1", "--as", form, glossary=glossary)
        found = re.findall(rf"{link}([^\"\])]*)", quoted.out)
        assert {link.partition("/it/")[0] for link in found} <= {"https://compendium.example"}


def test_brackets_of_a_text_are_no_bbcode(tmp_path, open_glossary):
    text = entry_with("Detto \\[img\\]http://evil.example/x.png\\[/img\\] qui.", "T \\[b\\]")
    book = open_glossary(write_glossary(tmp_path, {"game/it/a.md": text}))
    quoted = [book.quotation("a", "bbcode").text, book.quote_mentions("x ((a)) y", "bbcode").text]
    for written in quoted:
        assert "evil.example" in written
        assert "[img]" not in written
        assert "[b]]" not in written


@pytest.mark.parametrize("href", ["x][img]http:y[b.md", "x%5D%5Bimg%5Dhttp:y.md", "https://a.example/x][img]y"])
def test_an_address_opens_no_tag(tmp_path, open_glossary, href):
    book = open_glossary(write_glossary(tmp_path, {"game/it/a.md": entry_with(f"Detto [qui](<{href}>).")}))
    for form in ("bbcode", "markdown", "html"):
        assert "[img]" not in book.quotation("a", form).text


def test_an_address_ends_where_it_ends(tmp_path, open_glossary):
    text = entry_with("Detto [qui](<http://a.example/)[evil](http://evil.example/>).")
    book = open_glossary(write_glossary(tmp_path, {"game/it/a.md": text}))
    assert "](http://evil" not in book.quotation("a", "markdown").text


@posix
@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_repository_that_comes_with_a_glossary_runs_no_program(tmp_path):
    glossary = write_glossary(tmp_path / "glossary", {"game/it/a.md": entry_with()})
    trace = tmp_path / "trace"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {trace}\n", encoding="utf-8")
    program.chmod(0o755)

    def git(*arguments: str) -> None:
        who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgSign=false"]
        subprocess.run(["git", "-C", str(glossary), *who, *arguments], check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "x")
    signed = subprocess.run(
        ["git", "-C", str(glossary), "cat-file", "commit", "HEAD"], check=True, capture_output=True, text=True
    ).stdout
    head, _, message = signed.partition("\n\n")
    forged = f"{head}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n{message}"
    made = subprocess.run(
        ["git", "-C", str(glossary), "hash-object", "-t", "commit", "-w", "--stdin"],
        check=True,
        capture_output=True,
        text=True,
        input=forged,
    ).stdout.strip()
    git("reset", "-q", "--soft", made)
    for key, value in (("log.showSignature", "true"), ("gpg.program", str(program)), ("core.fsmonitor", str(program))):
        git("config", key, value)
    assert "game/it/a.md" in changes_of(glossary)
    assert not trace.exists()


def test_a_character_is_unwanted_wherever_it_stands():
    # Text that Python calls printable is not searched: none of what is refused may be called so.
    unwanted = [char for char in map(chr, range(0x110000)) if unwanted_in(f"a{char}") == char]
    assert {"\x1b", "\u202e", "\ud800", "\U000e0041"} < set(unwanted)
    assert len(unwanted) == 32 - 2 + 33 + 3 + 9 + 2 + 6 + 3 + 1 + 2048 + 32 + 34 + 128
    assert not any(map(str.isprintable, unwanted))
    assert all(printable(f"à{char}") == "à\ufffd" and breaking_in(f"à{char}") == char for char in unwanted)
