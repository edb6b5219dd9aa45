"""What commands answer in JSON is what their schemas say, no key more and none less."""

import json
import re
from pathlib import Path

import click
import pytest
from jsonschema import Draft202012Validator

from compendium_cli.commands import COMMANDS, cli
from compendium_cli.exports.as_json import FORMAT, answer_json, comparison_json, entries_json, error_json, found_json
from compendium_cli.exports.schemas import SHAPES, schema_of
from conftest import HARBOUR, TESTS, write_glossary

QUESTIONS = TESTS.parent / "benchmarks" / "questions"
#: Schemas of what is no command, or of another way to call one.
OTHERS = {"ask-line", "entry", "error", "games", "health", "quote-stdin"}
DOCUMENT = "# Tempesta\n\nIl mare colpisce le navi.\n\n- Vedi anche: Ancorare, Balena.\n\n# Faro\n\nFa luce.\n\n12\n"
RULING = "# Gabbiani\n\n**Il gabbiano vola?** ^1\n\nSì. Vola sul remo. ^2\n"
ENTRY = (
    "---\nedition: it-1\n---\n# {}\n\nIl gabbiano vola sul remo. ^1\n\n- Di notte no. ^2\n\n"
    "**Vedi anche:** [Mare]({}.md)\n"
)


def strict(schema):
    """Return a schema that allows no key which it does not name."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {"additionalProperties": False} if "properties" in schema and "type" in schema else {}
    return {key: strict(part) for key, part in schema.items()} | closed


VALIDATORS = {name: Draft202012Validator(strict(schema_of(name))) for name in SHAPES}


def hold(name, value):
    """Fail where a value is not what a schema says."""
    faults = [f"{fault.json_path}: {fault.message[:200]}" for fault in VALIDATORS[name].iter_errors(value)]
    assert faults == [], name
    assert value["version"] == FORMAT == 1


@pytest.fixture
def rulings(tmp_path, run):
    """A glossary with a ruling, a superseded one, and a card of which only the name is known."""
    files = {
        "game/it/a.md": ENTRY.format("Gabbiano", "b"),
        "game/it/b.md": ENTRY.format("Mare", "a").replace("# Mare", "# Mare\n\nUn [gabbiano](a.md).", 1),
        "game/es/a.md": ENTRY.format("Gaviota", "b").replace("it-1", "es-1").replace("Vedi anche", "Véase también"),
        "game/es/b.md": "---\nedition: es-1\n---\n# Mar\n\nAgua. ^1\n\n**Véase también:** [Gaviota](a.md)\n",
        "game/rulings.yml": 'flies: {verdict: "yes", because: [a#1], editions: [it-1]}\n'
        'flew: {verdict: "yes", because: [a#1], editions: [it-1], superseded: flies}\n',
        "game/it/rulings/flies.md": RULING,
        "game/it/rulings/flew.md": RULING.replace("Gabbiani", "Gabbiani di ieri"),
        "game/asked/it/rulings/flies.txt": "^2\nma il gabbiano vola davvero?\n",
        "game/cards.tsv": "codes\ttype\tit\tproduct_it\tnumber\tcard\n01\ttool\tTimone\tBarche\t7\t\n",
    }
    folder = write_glossary(tmp_path / "glossary", files)
    hold("fmt", run("fmt", "--json", glossary=folder).json)
    hold("confirm", run("confirm", "--all", "--json", glossary=folder).json)
    return folder


@pytest.mark.parametrize("name", SHAPES)
def test_schemas_are_schemas_and_the_command_prints_them(run, name):
    printed = run("schema", name, glossary=None)
    assert printed.status == 0
    schema = printed.json
    assert schema == schema_of(name)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert "version" in schema["required"]
    named = set(re.findall(r'"#/\$defs/([\w-]+)"', printed.out))
    assert named == set(schema.get("$defs", ()))


@pytest.mark.parametrize("name", SHAPES)
def test_every_key_is_explained_and_others_may_come(name):
    def walk(schema):
        if isinstance(schema, dict):
            for key, field in schema.get("properties", {}).items():
                assert field.keys() & {"description", "$ref", "anyOf"}, key
            if "properties" in schema and "type" in schema:
                assert "additionalProperties" not in schema
            for part in schema.values():
                walk(part)

    walk(schema_of(name))


def test_every_command_that_answers_in_json_has_a_schema():
    context = click.Context(cli)
    answering = {
        name for name in COMMANDS if any(option.name == "as_json" for option in cli.get_command(context, name).params)
    }
    assert set(SHAPES) == answering | OTHERS


@pytest.mark.parametrize(
    ("name", "arguments", "status"),
    [
        ("ask", ["una nave ancorata si sposta durante la tempesta?", "--explain"], 0),
        ("ask", ["tempessta"], 0),
        ("ask", ["anchor", "--lang", "uk"], 0),
        ("ask", ["chi ha vinto il campionato?"], 1),
        ("show", ["anchor"], 0),
        ("show", ["tempestaa", "--lang", "es"], 0),
        ("show", ["ancla"], 0),
        ("show", ["vecchia ancora"], 0),
        ("show", ["crew", "--lang", "uk"], 0),
        ("show", ["https://compendium.example/it/harbour/anchor/#4", "--lang", "es"], 0),
        ("search", ["nave"], 0),
        ("search", ["storm", "--lang", "uk"], 0),
        ("search", ["qwertyuiop"], 1),
        ("see-also", ["anchor", "--depth", "3"], 0),
        ("see-also", ["anchor", "--cited-by"], 0),
        ("path", ["lighthouse", "storm"], 0),
        ("link", ["anchor#2"], 0),
        ("link", ["https://compendium.example/it/harbour/anchor/#4", "--lang", "es"], 0),
        ("quote", ["anchor#1,2", "--as", "bbcode"], 0),
        ("quote", ["anchor", "--all"], 0),
        ("compare", ["anchor"], 0),
        ("parity", [], 0),
        ("lint", [], 0),
        ("fmt", ["--check"], 0),
        ("index", [], 0),
        ("index", ["--rebuild"], 0),
        ("doctor", [], 0),
        ("export", ["--format", "json"], 0),
    ],
)
def test_what_commands_answer_is_what_their_schemas_say(run, name, arguments, status):
    done = run(name, *arguments, "--json")
    assert done.status == status
    hold(name, done.json)


def test_rulings_and_silent_cards_are_what_the_schemas_say(run, rulings):
    calls = [
        ("ask", "ma il gabbiano vola davvero?"),
        ("ask", "Timone"),
        ("show", "flies"),
        ("show", "flew"),
        ("see-also", "flies"),
        ("quote", "flies"),
        ("compare", "a"),
        ("parity",),
        ("export", "--format", "json"),
    ]
    told = {call: run(*call, "--json", glossary=rulings).json for call in calls}
    for call, value in told.items():
        hold(call[0], value)
    assert told["ask", "ma il gabbiano vola davvero?"]["rulings"][0]["verdict"] == "yes"
    assert told["ask", "Timone"]["card"]["names"] == {"it": "Timone"}
    assert told["show", "flew"]["titles"]["game/rulings/flies"] == "Gabbiani"
    assert told["see-also", "flies"]["chains"] is not None
    for line in run("export", "--format", "jsonl", glossary=rulings).out.splitlines():
        hold("entry", json.loads(line))


def test_a_broken_glossary_and_a_site_are_what_the_schemas_say(run, rulings, tmp_path):
    (rulings / "game" / "it" / "a.md").write_text("# A\n\nUno ^1\n\nDue\n", encoding="utf-8")
    done = run("lint", "--json", glossary=rulings)
    assert done.json["problems"]
    hold("lint", done.json)
    hold("build", run("build", "--json", "--site-dir", tmp_path / "site").json)


def test_imports_are_what_the_schemas_say(run, tmp_path):
    document = tmp_path / "rules.md"
    document.write_text(DOCUMENT, encoding="utf-8")
    library = tmp_path / "library"
    given = ["--game", "harbour", "--lang", "it", "--edition", "it-3", "--json"]
    for target in (["--dry-run"], ["--to", library]):
        report = run("import", document, *given, *target).json
        hold("import", report)
        assert report["references"]
    for call in (["ask", "il mare colpisce le navi?"], ["search", "mare"], ["show", "tempesta"]):
        told = run(*call, "--json", "--library", library).json
        hold(call[0], told)
        assert told["imported"]


def test_a_post_is_what_its_schema_says(start):
    given = ("quote", "--stdin", "--json", "--glossary", TESTS / "data" / "harbour")
    for post in ("Vale ((ancora))", "((ancora))\n((qwertyuiop))", ""):
        hold("quote-stdin", json.loads(start(*given, text=post).out))


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "qwertyuiop"],
        ["show", "ancorra vecchia"],
        ["show"],
        ["ask", "   "],
        ["ask", "che cosa?", "--lang", "xx"],
        ["search", "nave", "--game", "chess"],
        ["quote", "anchor#99"],
        ["quote", "anchor", "--as", "troff"],
        ["path", "crew", "qwertyuiop"],
        ["index", "--glossary", "no-such-folder"],
        ["import", "no-such-file", "--game", "a", "--lang", "it", "--edition", "it-1", "--dry-run"],
        ["nonsense"],
    ],
)
def test_errors_are_what_their_schema_says(run, arguments):
    done = run(*arguments, "--json", glossary=None if "--glossary" in arguments else TESTS / "data" / "harbour")
    assert done.status in (1, 2)
    hold("error", done.json)


def test_a_line_in_is_a_line_out_whatever_it_holds(start):
    lines = [
        "una nave ancorata si sposta?",
        "",
        "   ",
        "\t",
        "\x00",
        "a\u2028b\u0085c\x0bd\x1ce",
        "\ufeff",
        "?" * 5000,
        "faro",
    ]
    raw = "\n".join(lines).encode() + b"\n\xff\xfe\n\r\nfaro"  # no line end after the last one
    done = start("ask", "--json", "-", "--glossary", TESTS / "data" / "harbour", text=raw)
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert len(answers) == len(lines) + 3
    for answer in answers:
        hold("error" if "error" in answer else "ask", answer)
    assert [place for place, answer in enumerate(answers) if "error" in answer] == [1, 2, 3, 10]


def test_ids_have_titles(run, shipped):
    answer = answer_json(shipped, shipped.ask("чи може оглушений союзник атакувати?"))
    declined = answer_json(shipped, shipped.ask("che tempo fa domani a Roma?"))
    for told in (answer, declined):
        named = {*told["read_next"], *told.get("nearest", []), *(term["entry"] for term in told["terms"])}
        named |= {name for ruling in told["rulings"] for name in ruling["via"]}
        assert named == set(told["titles"])
        assert named
    assert answer["titles"]["marvel-champions/ally"] == "Союзник"
    shown = run("show", "anchor", "--lang", "es", "--json").json
    assert {*shown["see_also"], *shown["mentions"], *shown["cited_by"]} == set(shown["titles"])
    assert shown["titles"]["harbour/storm"] == "Tormenta, fase de"


def asked(*parts):
    files = sorted(QUESTIONS.glob("*.jsonl"))
    questions = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return [question["question"] for question in questions if question["part"] in parts]


def test_answers_in_all_languages_are_what_the_schema_says(shipped):
    for question in asked("tune")[::20]:
        hold("ask", answer_json(shipped, shipped.ask(question)))


@pytest.mark.slow
def test_every_answer_and_entry_is_what_the_schemas_say(shipped):
    for question in asked("tune", "test"):
        hold("ask", answer_json(shipped, shipped.ask(question, limit=20)))
    for entry in entries_json(shipped):
        hold("entry", entry)
    for entry in shipped.entries("it"):
        hold("show", found_json(shipped, shipped.look_up(entry.name, lang="it")))
        hold("compare", comparison_json(shipped, entry))


def test_a_schema_tells_what_is_not_so():
    answer = error_json("usage", "no", [])
    for wrong in ({**answer, "version": 2}, {"version": 1}, {**answer, "more": 1}, {**answer, "error": {"code": "a"}}):
        assert list(VALIDATORS["error"].iter_errors(wrong))
    # What is shipped lets keys be added.
    assert Draft202012Validator(schema_of("error")).is_valid({**answer, "more": 1})


def test_files_of_the_site_carry_the_version(build_site):
    folder = build_site("--glossary", TESTS / "data" / "harbour")
    files = sorted((folder / "api").rglob("*.json"))
    for file in files:
        value = json.loads(Path(file).read_text(encoding="utf-8"))
        assert value["version"] == FORMAT, file
        if file.parent.name == "harbour":
            hold("entry", value)
    assert len(files) > 10


def test_a_line_of_a_stream_is_an_answer_or_an_error_with_its_question(start):
    long = "x" * 2000
    done = start("ask", "--json", "-", "--glossary", HARBOUR, text=f"tempesta\n \nanchor#2-4\nzzqwrt#1\n{long}\n")
    lines = [json.loads(line) for line in done.out.splitlines()]
    for line in lines:
        hold("ask-line", line)
    assert [line["question"] for line in lines[:4]] == ["tempesta", " ", "anchor#2-4", "zzqwrt#1"]
    assert ["error" in line for line in lines[:4]] == [False, True, False, True]
    named = lines[2]
    assert (named["decided"], named["confidence"]) == (True, 1.0)
    assert [ruling["statement"] for ruling in named["rulings"]] == [2, 4]


def test_schemas_are_listed_one_a_line(run):
    assert run("schema", glossary=None).out.split("\n")[:-1] == list(SHAPES)
    assert run("schema", "asks", glossary=None).status == 2


def test_several_statements_and_quotations_hold_their_schemas(run):
    shown = run("show", "anchor#2-4", "--json").json
    hold("show", shown)
    assert shown["named"] == [2, 4]
    quoted = run("quote", "anchor#2", "tempesta#2", "--json").json
    hold("quote", quoted)
    assert [quoted["statements"], *(more["statements"] for more in quoted["more"])] == [[2], [2]]
