"""Commands as a user sees them: output, JSON keys, exit status."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from compendium_cli import __version__
from compendium_cli.answering.abstention import Doubt
from conftest import CONCEPTS_YML, GAME_YML, HARBOUR, write_glossary


def test_show(run):
    result = run("show", "ancora")
    assert result.status == 0
    assert result.err == ""
    assert (
        result.out
        == """\
Ancorare/ancora
azione · Drop Anchor · Porto Tempesta · edizione it-2 (Regolamento, 2)

  1  Una nave ancorata resta ferma dove si trova.
  2  • Durante la tempesta una nave ancorata non può spostarsi.
  4    ◦ Il faro non cambia nulla.
  5  1. Esaurisci un marinaio dell'equipaggio.
  6  2. Metti l'ancora sulla nave.

  7  Esempio: La goletta ancorata resta al molo.

Vedi anche: Tempesta, Ormeggio
Carte: Vecchia Ancora
Altre lingue: Anclar, ancla (es), Якір (uk)
https://compendium.example/it/harbour/anchor/
"""
    )


def test_show_one_statement_a_retired_one_and_a_redirect(run):
    assert "Il faro" not in run("show", "anchor#2").out
    assert run("show", "anchor#3").out.startswith("La regola 3 non esiste più")
    assert run("show", "mooring").out.startswith("Ormeggio rimanda a:\nAncorare/ancora\n")


def test_show_a_card(run):
    out = run("show", "vecchia ancora").out
    assert "carta · Set Base 12" in out
    assert "Domande" in out
    assert "Errata" in out


def test_show_says_when_a_language_lacks_the_entry(run):
    result = run("show", "crew", "--lang", "uk")
    assert result.out.startswith("Equipaggio")
    assert result.err == "compendium: La voce manca in ucraino: eccola in italiano.\n"


def test_show_json(run):
    shown = run("show", "anchor", "--lang", "it", "--json").json
    contract = "entry game concept kind lang edition title aliases statements see_also mentions cited_by languages url"
    assert set(contract.split()) <= set(shown)
    assert shown["see_also"] == ["harbour/storm", "harbour/mooring"]
    assert shown["mentions"] == ["harbour/lighthouse", "harbour/crew"]
    assert shown["cited_by"] == ["harbour/cards/vecchia-ancora"]
    assert shown["languages"] == {
        lang: f"https://compendium.example/{lang}/harbour/anchor/" for lang in ("it", "es", "uk")
    }
    assert {"n", "kind", "text", "markdown"} <= set(shown["statements"][0])
    assert shown["statements"][1]["markdown"].startswith("Durante la [tempesta](storm.md)")


def test_search(run):
    result = run("search", "ancorata", "goletta")
    assert result.status == 0
    assert result.out.startswith("Ancorare/ancora  anchor#7\n  La goletta ancorata")
    hits = run("search", "ancorata", "--json").json
    assert set(hits) == {"version", "query", "lang", "hits"}
    keys = "entry game concept lang edition title statement snippet url score how"
    assert set(keys.split()) <= set(hits["hits"][0])


def test_ask(run):
    result = run("ask", "quanti danni prendo col maltempo?", "--limit", "1")
    assert result.status == 0
    assert "Ogni nave non ancorata subisce 2 danni." in result.out
    assert "https://compendium.example/it/harbour/storm/#2" in result.out
    assert "edizione it-2" in result.out
    answer = run("ask", "tempesta", "--json").json
    keys = "version question asked_in lang decided confidence terms rulings read_next titles"
    assert set(keys.split()) == set(answer)
    assert (answer["asked_in"], answer["lang"], answer["decided"], answer["confidence"]) == ("it", "it", True, 1.0)
    assert answer["terms"] == [{"text": "tempesta", "entry": "harbour/storm", "how": "exact"}]
    keys = "entry game concept lang edition title statement kind text url score probability settles via under items"
    assert set(keys.split()) == set(answer["rulings"][0])
    assert 0 <= answer["rulings"][0]["probability"] <= 1


def test_ask_shows_what_settles_the_question_and_more_on_demand(run):
    question = ("ask", "una nave ancorata si sposta durante la tempesta?")
    rulings = run(*question, "--json").json["rulings"]
    settling = [ruling for ruling in rulings if ruling["settles"]]
    assert 0 < len(settling) < len(rulings) == 5
    assert rulings[0]["settles"]
    few, many, limited = (run(*question, *more).out for more in ([], ["--more"], ["--more", "--limit", "2"]))
    links = [ruling["url"] for ruling in rulings]
    assert [link for link in links if link in few.split()] == [ruling["url"] for ruling in settling]
    assert [link for link in links if link in many.split()] == links
    assert [link for link in links if link in limited.split()] == links[:2]


def test_ask_shows_a_rule_with_its_cases_and_a_list_with_its_introduction(run):
    shown = run("ask", "una nave ancorata si sposta durante la tempesta?", "--json").json["rulings"][0]
    assert (shown["statement"], shown["under"], [item["n"] for item in shown["items"]]) == (2, None, [4])
    case = run("ask", "il faro cambia qualcosa per la nave ancorata?", "--more", "--limit", "9")
    assert "Il faro non cambia nulla." in case.out


def test_ask_says_that_the_answer_is_in_another_language(run):
    told = "La domanda è in inglese: la risposta è nel testo in italiano."
    question = "does the lighthouse help in a storm?"
    assert told in run("ask", question).out
    answer = run("ask", question, "--json").json
    assert (answer["asked_in"], answer["lang"]) == ("en", "it")
    assert "La domanda è in ucraino" in run("ask", "чи рухається корабель на якорі?", "--lang", "it").out
    assert "La domanda" not in run("ask", "una nave ancorata si sposta?").out
    assert told in run("ask", "who won the world cup yesterday?", "--lang", "it").out


def test_ask_explains(run):
    question = ("ask", "una nave ancorata si sposta durante la tempesta?", "--explain")
    out = run(*question).out
    assert "why " in out
    assert "confidence " in out
    answer = run(*question, "--json").json
    for ruling in answer["rulings"]:
        assert sum(ruling["features"].values()) == pytest.approx(ruling["score"], abs=0.01)
    assert set(answer["doubt"]) == {*Doubt._fields, "domain", "confidence"}
    assert answer["doubt"]["domain"] >= 0
    declined = run("ask", "chi ha vinto il campionato?", "--explain", "--json").json
    assert declined["doubt"]["domain"] < 0


def test_ask_tells_what_it_took_for_a_misspelling(run):
    result = run("ask", "l'equipagio lavora?")
    assert result.out.splitlines()[0] == "equipagio → equipaggio"
    assert run("ask", "l'equipagio lavora?", "--json").json["did_you_mean"] == {"equipagio": "equipaggio"}


def test_ask_undecided(run):
    result = run("ask", "che ore sono a Parigi?")
    assert result.status == 1
    assert result.out == "Nessuna regola del compendio decide questa domanda.\n"
    answer = run("ask", "che ore sono a Parigi?", "--json").json
    assert (answer["decided"], answer["rulings"]) == (False, [])
    assert answer["confidence"] < 1
    assert "nearest" in answer


def test_ask_reads_questions_from_standard_input(start):
    questions = "tempesta\n\nякір\nche ore sono a Parigi?\n"
    result = start("ask", "--json", "-", "--glossary", HARBOUR, text=questions)
    assert result.status == 0
    answers = [json.loads(line) for line in result.out.splitlines()]
    assert "the question is empty" in answers.pop(1)["error"]["message"]
    assert [(answer["question"], answer["lang"]) for answer in answers] == [
        ("tempesta", "it"),
        ("якір", "uk"),
        ("che ore sono a Parigi?", "it"),
    ]


def test_see_also(run):
    assert run("see-also", "crew").status == 1
    assert run("see-also", "anchor", "--depth", "2").out == (
        "Ancorare/ancora  anchor\n  Tempesta  storm\n    Faro (luogo)  lighthouse\n"
    )
    assert run("see-also", "storm", "--cited-by", "--lang", "it").out == (
        "Tempesta  storm\n  Ancorare/ancora  anchor\n  Equipaggio  crew\n  Faro (luogo)  lighthouse\n"
    )
    dot = run("see-also", "anchor", "--as", "dot").out
    assert dot.startswith("digraph compendium {\n")
    assert '"harbour/anchor" -> "harbour/storm";' in dot
    assert "  harbour_anchor --> harbour_storm\n" in run("see-also", "anchor", "--as", "mermaid").out
    near = run("see-also", "anchor", "--as", "json").json["neighbours"]
    assert near == run("see-also", "anchor", "--json").json["neighbours"]
    assert near[0]["entry"] == "harbour/storm"


def test_path(run):
    result = run("path", "anchor", "lighthouse", "--lang", "it")
    assert result.status == 0
    assert "↓ Nomina (Ancorare/ancora #4)" in result.out
    chain = run("path", "crew", "anchor", "--json").json
    assert [(step["entry"], step["kind"]) for step in chain["steps"]] == [
        ("harbour/crew", None),
        ("harbour/anchor", "cited-by"),
    ]
    assert run("path", "crew", "crew").status == 0


def test_path_where_there_is_none(run, tmp_path):
    glossary = tmp_path / "glossary"
    shutil.copytree(HARBOUR, glossary)
    entry = glossary / "harbour" / "es" / "storm.md"
    text = entry.read_text(encoding="utf-8").replace("**Véase también:** [Anclar, ancla](anchor.md)\n", "")
    entry.write_text(text, encoding="utf-8")
    (glossary / "harbour" / "es" / "anchor.md").write_text("---\nedition: es-1\n---\n# Ancla\n\nNada. ^1\n")
    result = run("path", "anchor", "storm", "--lang", "es", glossary=glossary)
    assert result.status == 1
    assert "no chain of links leads from harbour/anchor to harbour/storm in 'es'" in result.err


def test_link(run, monkeypatch):
    assert run("link", "anchor#2", "--lang", "uk").out == "https://compendium.example/uk/harbour/anchor/#2\n"
    assert run("link", "anchor", "--any-lang").out == "https://compendium.example/harbour/anchor/\n"
    assert run("link", "anchor", "--base-url", "https://x.org/r").out == "https://x.org/r/it/harbour/anchor/\n"
    monkeypatch.setenv("COMPENDIUM_BASE_URL", "https://y.org")
    assert run("link", "anchor").out == "https://y.org/it/harbour/anchor/\n"
    assert run("link", "anchor", "--base-url", "https://x.org/").out == "https://x.org/it/harbour/anchor/\n"
    assert run("link", "anchor", "--json").json["any_language_url"] == "https://y.org/harbour/anchor/"


def test_a_link_without_a_language_keeps_the_number_of_the_current_edition_or_says_that_it_cannot(run):
    neutral = "https://compendium.example/harbour/anchor/"
    assert run("link", "anchor#2", "--any-lang", "--lang", "it").out == f"{neutral}#2\n"
    spanish = run("link", "anchor#1", "--any-lang", "--lang", "es")
    assert (spanish.out, spanish.err) == (f"{neutral}#1\n", "")
    assert run("link", "anchor#1", "--lang", "es", "--json").json["any_language_url"] == f"{neutral}#1"
    alone = run("link", "anchor#2", "--any-lang", "--lang", "es")
    assert alone.out == f"{neutral}\n"
    assert "La regla 2 no tiene equivalente en la edición actual (it-2)" in alone.err


def test_several_statements_are_shown_and_several_names_quoted(run):
    shown = run("show", "anchor#2-4", "--lang", "it").out
    assert re.findall(r"(?m)^ +(\d+)  ", shown) == ["2", "4"]
    assert shown.endswith("https://compendium.example/it/harbour/anchor/#2\n")
    one, two = (run("quote", name, "--as", "plain", "--lang", "it").out for name in ("anchor#2", "drop anchor#4"))
    assert run("quote", "anchor#2", "drop", "anchor#4", "--as", "plain", "--lang", "it").out == f"{one}\n{two}"


def test_a_misspelt_name_is_one_of_the_readers_language_first(run, tmp_path, monkeypatch):
    entry = "---\nedition: {0}-1\n---\n# {1}\n\nUna frase. ^1\n\n**{2}:** [B](b.md)\n"
    for code, label in (("it", "Vedi anche"), ("es", "Véase también")):
        write_glossary(tmp_path, {f"game/{code}/a.md": entry.format(code, "Guardia", label)})
    for code in ("it", "es"):
        monkeypatch.setenv("LANG", f"{code}_XX.UTF-8")
        assert run("show", "guradia", "--json", glossary=tmp_path).json["lang"] == code


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("anchor#2", "Durante la tempesta una nave ancorata non può spostarsi."),
        ("https://compendium.example/it/harbour/anchor/#2", "Durante la tempesta una nave ancorata"),
        ("es:anchor", "Un barco anclado no se mueve del sitio."),
        ("anchor#3", "La regola 3 non esiste più"),
    ],
)
def test_names_of_statements_are_shown_by_ask(run, name, told):
    asked = run("ask", name)
    assert (asked.status, asked.err) == (0, "")
    assert told in " ".join(asked.out.split())
    assert "Durante la tempesta" in run("ask", "anchor#2", "--as", "plain").out
    assert run("ask", "anchor#99").status == 1


def test_an_answer_names_its_game_where_that_is_not_plain(run, tmp_path):
    entry = "---\nedition: it-1\n---\n# {}\n\n{} ^1\n\n**Vedi anche:** [B](b.md)\n"
    texts = {"big/it/a.md": ("Alfa", "Il gabbiano vola."), "big/it/b.md": ("Beta", "Il mare è blu.")}
    texts |= {"game/it/a.md": ("Gamma", "Il granchio scava.")}
    big = {"big/game.yml": GAME_YML, "big/concepts.yml": CONCEPTS_YML}
    write_glossary(tmp_path, {path: entry.format(*words) for path, words in texts.items()} | big)
    small = run("ask", "che cosa scava il granchio?", glossary=tmp_path).out
    assert re.match(r"Gamma #1 · \S.* · edizione it-1\n", small)
    assert run("ask", "dove vola il gabbiano?", glossary=tmp_path).out.startswith("Alfa #1 · edizione it-1\n")
    chosen = run("ask", "che cosa scava il granchio?", "--game", "game", glossary=tmp_path).out
    assert chosen.startswith("Gamma #1 · edizione it-1\n")


def test_the_config_file_gives_the_base_url(start, tmp_path):
    (tmp_path / "compendium").mkdir()
    config = tmp_path / "compendium" / "config.toml"
    env = {"XDG_CONFIG_HOME": str(tmp_path)}
    config.write_text('base_url = "https://z.org/"\n')
    assert start("link", "anchor", "--glossary", HARBOUR, env=env).out == "https://z.org/it/harbour/anchor/\n"
    for wrong, why in {
        "base_url = ": "not valid TOML",
        'colour = "red"': "is no setting",
        "base_url = 3": "is no setting",
    }.items():
        config.write_text(wrong)
        result = start("link", "anchor", "--glossary", HARBOUR, env=env)
        assert (result.status, result.out) == (2, "")
        assert why in result.err


def test_quote(run):
    assert run("quote", "anchor#2", "--as", "plain", "--lang", "it").out.startswith(
        "Ancorare/ancora\n• Durante la tempesta"
    )
    assert run("quote", "anchor#2,5", "--as", "plain", "--lang", "it").out.count("•") == 1
    assert "1. Esaurisci" in run("quote", "anchor#2,5", "--as", "plain", "--lang", "it").out
    assert run("quote", "anchor", "--all", "--as", "plain").out.count("\n") == 9
    assert run("quote", "anchor#3").status == 1
    assert run("quote", "anchor#2", "--json").json["statements"] == [2]


def test_quote_a_post(start):
    post = "Vedi ((tempesta)) e:\n((anchor#2))\n((pippo)) e (niente).\n"
    result = start("quote", "--stdin", "--as", "discord", "--glossary", HARBOUR, text=post)
    assert result.status == 1
    assert "no entry is called 'pippo'; left as it is" in result.err
    lines = result.out.splitlines()
    assert lines[0].startswith("Vedi **Tempesta** («La fase")
    assert lines[1] == "> **Ancorare/ancora**"
    assert lines[-1] == "((pippo)) e (niente)."
    known = start("quote", "--stdin", "--as", "plain", "--json", "--glossary", HARBOUR, text="((faro))")
    assert known.status == 0
    assert json.loads(known.out)["unknown"] == []


def test_export(run, tmp_path):
    document = run("export", "--format", "json").json
    assert len(document["entries"]) == len(list(HARBOUR.rglob("*.md")))
    assert document["games"]["harbour"]["editions"]["it-2"]["date"] == "2026-01-01"
    assert document["games"]["harbour"]["renamed"] == {"tempest": "storm"}
    shown = run("show", "anchor", "--lang", "uk", "--json").json
    exported = next(entry for entry in document["entries"] if entry["url"] == shown["url"])
    assert exported.items() <= shown.items()
    target = tmp_path / "new" / "out.json"
    assert run("export", "--format", "json", "--lang", "es", "-o", target).out == ""
    assert {entry["lang"] for entry in json.loads(target.read_text(encoding="utf-8"))["entries"]} == {"es"}
    assert [path.name for path in target.parent.iterdir()] == ["out.json"]


def test_index(run):
    told = run("index", "--json").json
    assert told["entries"] == len(list(HARBOUR.rglob("*.md")))
    assert told["cache"]
    assert told["bytes"] > 0
    assert "rebuilt    yes" in run("index", "--rebuild").out


def test_lint_of_some_files_tells_what_lint_of_all_tells_of_them(run, tmp_path):
    glossary = tmp_path / "glossary"
    shutil.copytree(HARBOUR, glossary)
    for path, before, after in (
        ("harbour/es/anchor.md", "storm.md", "crew.md"),
        ("harbour/it/storm.md", "burrasca", "marinaio"),
        ("harbour/it/crew.md", " ^2", " ^1"),
        ("harbour/it/lighthouse.md", "edition: it-2", "edition: es-1"),
        ("harbour/asked/it/storm.txt", "^2", "^9"),
    ):
        entry = glossary / path
        text = entry.read_text(encoding="utf-8")
        assert before in text
        entry.write_text(text.replace(before, after), encoding="utf-8")
    everything = run("lint", "--json", glossary=glossary).json["problems"]
    assert len({problem["code"] for problem in everything}) >= 4
    for path in {problem["path"] for problem in everything}:
        alone = run("lint", glossary / path, "--json", glossary=glossary).json["problems"]
        assert alone == [problem for problem in everything if problem["path"] == path]
    folder = run("lint", glossary / "harbour", "--json", glossary=glossary).json["problems"]
    assert folder == everything


def test_lint(run, tmp_path):
    assert run("lint").out == "no problems found in tests/data/harbour, as --glossary says\n"
    glossary = tmp_path / "glossary"
    shutil.copytree(HARBOUR, glossary)
    entry = glossary / "harbour" / "it" / "storm.md"
    entry.write_text(entry.read_text(encoding="utf-8").replace(" ^2", ""), encoding="utf-8")
    result = run("lint", glossary=glossary)
    assert result.status == 1
    assert "harbour/it/storm.md:9: [no-number] a statement without a number\n    run compendium fmt" in result.out
    problems = run("lint", "--json", glossary=glossary).json["problems"]
    assert {"path", "line", "code", "severity", "message", "fix"} == set(problems[0])
    assert run("lint", glossary / "harbour" / "it" / "crew.md", glossary=glossary).status == 0
    assert run("lint", entry, glossary=glossary).status == 1


def test_fmt(run, tmp_path):
    glossary = tmp_path / "glossary"
    shutil.copytree(HARBOUR, glossary)
    assert run("fmt", glossary=glossary).out == "nothing to change\n"
    entry = glossary / "harbour" / "it" / "lighthouse.md"
    text = entry.read_text(encoding="utf-8")
    entry.write_text(text.replace("\n**Vedi", "\nNuova.\n\n**Vedi"), encoding="utf-8")
    check = run("fmt", "--check", glossary=glossary)
    assert (check.status, check.out) == (1, "would change harbour/it/lighthouse.md\n")
    assert run("fmt", glossary / "harbour" / "es", glossary=glossary).out == "nothing to change\n"
    assert run("fmt", glossary=glossary).out == "changed harbour/it/lighthouse.md\n"
    assert "Nuova. ^2\n" in entry.read_text(encoding="utf-8")
    assert run("fmt", "--check", glossary=glossary).status == 0
    assert not list(glossary.rglob("*.tmp"))


def test_fmt_tidies_phrasings(run, tmp_path):
    glossary = tmp_path / "glossary"
    shutil.copytree(HARBOUR, glossary)
    phrasings = glossary / "harbour" / "asked" / "it" / "storm.txt"
    phrasings.write_bytes(b"^2\r\nquando  piove\r\n\r\n^1\r\nche cos'e\r\n^2\r\nquando piove")
    check = run("fmt", "--check", phrasings, glossary=glossary)
    assert (check.status, check.out) == (1, "would change harbour/asked/it/storm.txt\n")
    assert run("fmt", glossary=glossary).out == "changed harbour/asked/it/storm.txt\n"
    assert phrasings.read_bytes() == b"^1\nche cos'e\n^2\nquando piove\n"
    assert run("fmt", "--check", glossary=glossary).status == 0


def test_fmt_leaves_alone_what_it_does_not_understand(run, tmp_path):
    glossary = tmp_path / "glossary"
    shutil.copytree(HARBOUR, glossary)
    entry = glossary / "harbour" / "it" / "crew.md"
    entry.write_bytes(b"# \xff\xfe\n")
    result = run("fmt", glossary=glossary)
    assert result.status == 1
    assert "left harbour/it/crew.md alone" in result.err
    assert entry.read_bytes() == b"# \xff\xfe\n"


@pytest.mark.parametrize("columns", ["20", "40", "200"])
def test_narrow_and_wide_terminals(start, columns):
    out = start("show", "anchor", "--glossary", HARBOUR, "--lang", "it", env={"COLUMNS": columns}).out
    longest = max(len(line) for line in out.splitlines() if not line.startswith("http"))
    assert longest <= min(int(columns), 100)


def test_no_colours_in_a_pipe_or_with_no_color(start):
    assert "\x1b" not in start("show", "anchor", "--glossary", HARBOUR).out
    assert "\x1b" not in start("show", "anchor", "--glossary", HARBOUR, env={"NO_COLOR": "1"}).out


def test_a_reader_that_has_seen_enough():
    for unbuffered in ("", "1"):
        command = f"{sys.executable} -m compendium_cli export --format json | head -c 10"
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
        assert (done.returncode, done.stderr) == (0, b"")


def test_without_arguments_the_help_is_shown(start):
    assert start().out == start("--help").out != ""
    assert start().status == 0


def test_version_tells_package_glossary_and_editions(start, shipped):
    told = start("--version").out.splitlines()
    known = shipped.version()
    assert told[0] == f"compendium {__version__}"
    assert told[1] == f"glossary   {len(list(shipped.entries()))} entries, {known.fingerprint}"
    assert told[2].startswith("folder     ")
    assert told[3:] == [f"editions   {game}: {', '.join(known.editions[game])}" for game in shipped.games()]
    for game in shipped.games().values():
        assert known.editions[game.id][0] == game.current


def test_version_compiles_nothing(start, tmp_path):
    assert start("--version", env={"XDG_CACHE_HOME": str(tmp_path)}).status == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["come si vince?"], 'To ask that: compendium ask "come si vince?"'),
        (["come", "si", "vince"], 'To ask that: compendium ask "come si vince"'),
        (["serach", "ancora"], "Did you mean 'search'?"),
        (["zzz"], "Commands: prompt, ask, "),
    ],
)
def test_a_question_in_the_place_of_a_command_is_told_how_to_ask(start, words, hint):
    told = start(*words)
    assert told.status == 2
    assert hint in told.err


@pytest.mark.parametrize("columns", [30, 45, 50])
def test_help_breaks_no_word_in_a_narrow_terminal(start, columns):
    for words in ([], ["ask"], ["quote"], ["prompt"], ["import"]):
        wide = start(*words, "--help", env={"COLUMNS": "100"}).out
        narrow = start(*words, "--help", env={"COLUMNS": str(columns)}).out
        said, told = (set(re.split(r"[\s-]+", shown)) for shown in (wide, narrow))
        assert {word for word in said if len(word) <= columns // 2} <= told
        assert all(len(line) <= columns or len(line.split()) == 1 for line in narrow.splitlines())
