"""The page answers as the command does: both readers, Python and JavaScript, are held to the same cases.

Each case is a question of the benchmarks, or one that is odd on purpose, and all that the command makes of it: words,
what it names, the first statements with their features, what speaks for an answer, and the answer itself.
"""

from __future__ import annotations

import json
import re
from functools import partial

import pytest

from browsing import chromium, served
from compendium_cli.exports.as_json import answer_json
from compendium_cli.languages import LANGUAGES, fold
from compendium_cli.names import key_of
from conftest import HARBOUR, TESTS

pytestmark = pytest.mark.slow

#: So many statements are compared, first to last.
MOST = 20
#: Of so many questions one is left out: both readers take minutes for all of them.
LEFT_OUT = 3
ODD = [
    "",
    "?",
    "   ",
    "a",
    "poi",
    "e",
    "ally",
    "ALLEATO!!!",
    "alleàto stördito",
    "allea\u0301to",
    "dan\u0303o",
    "l'alleato dell’eroe",
    "об'єкт",
    "м’яка",
    "персонахж",
    "masimo",
    "magick",
    "guaria",
    "sopraffazzione",
    "D.A.G.G.E.R.: quanti dadi?",
    "marvel dagger segnalino",
    "tcg quante carte",
    "overkill що робить",
    "the villain attacca",
    "😀 alleato 👍🏽 stordito",
    "ﬁne del turno ½ ² ٣",
    "ΑΣ ΟΔΟΣ straße ǅ İ",
    "constructor __proto__ toString hasOwnProperty",
    "Iron Man",
    "che cos'è Iron Man?",
    "Pepper Potts",
    "what is the Golden City",
    "stalwart",
    "оглушення",
    "chi " * 400,
    "supercalifragilistichespiralidoso" * 4,
    "alleato " * 310,
    "<img src=x onerror=alert(1)>",
    '"; drop table words; --',
    "\u202ealleato\u202c \u0000",
]


def questions():
    """Questions with what is chosen beside them."""
    found = []
    for path in sorted((TESTS.parent / "benchmarks" / "questions").glob("*.jsonl")):
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for place, line in enumerate(lines):
            if place % LEFT_OUT == 0:
                continue
            own = line["lang"] if line["lang"] in ("it", "es", "uk") else None
            # As on a page of that language, with the game chosen or not; and as nobody says anything.
            given = {"lang": line.get("answer_lang") or own, "game": line.get("game") if place % 2 else None}
            found.append((line["question"], {} if place % 5 == 0 else {k: v for k, v in given.items() if v}))
    return found


def explained(compendium, question, given):
    """What the command makes of a question."""
    found = compendium.ranked(question, **given)
    asked = found.question
    return {
        "tokens": [[token.typed, token.folded, token.is_small, token.is_known] for token in asked.tokens],
        "said": list(asked.said),
        "words": list(asked.words),
        "ngrams": sorted(asked.ngrams),
        "game": asked.game,
        "named": ["/".join(key) for key in asked.named],
        "candidates": [
            {
                "address": f"{one.lang}/{'/'.join(one.key)}#{one.n}",
                "features": list(one.features),
                "score": one.score,
                "probability": one.probability,
            }
            for one in found.candidates[:MOST]
        ],
        "doubt": list(found.doubt),
    }


def differences(ours, theirs, where=""):  # noqa: C901 - one case for each kind of value
    """Yield where two values differ; numbers may in their last digits."""
    if isinstance(ours, float) or isinstance(theirs, float):
        # Half of a thousandth is rounded to the even digit in Python and up in a browser.
        most = 0.0011 if where.startswith("answer") else 1e-9 * max(1, abs(ours))
        if abs(ours - theirs) > most:
            yield f"{where}: {ours} {theirs}"
    elif type(ours) is not type(theirs):
        yield f"{where}: {ours!r} {theirs!r}"
    elif isinstance(ours, dict):
        if ours.keys() != theirs.keys():
            yield f"{where}: {sorted(ours)} {sorted(theirs)}"
        for key in ours.keys() & theirs.keys():
            yield from differences(ours[key], theirs[key], f"{where}.{key}")
    elif isinstance(ours, list):
        if len(ours) != len(theirs):
            yield f"{where}: {len(ours)} and {len(theirs)} long"
        for place, (one, other) in enumerate(zip(ours, theirs, strict=False)):
            yield from differences(one, other, f"{where}[{place}]")
    elif ours != theirs:
        yield f"{where}: {ours!r} {theirs!r}"


@pytest.fixture(scope="module")
def page():
    path = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        context = opened.new_context(service_workers="block", locale="it-IT")
        context.set_default_timeout(60_000)
        yield context.new_page()
        opened.close()


@pytest.fixture(scope="module")
def base(page, shipped_site):
    with served(shipped_site) as address:
        page.goto(f"{address}it/search/")
        page.evaluate(LOAD)
        yield address


LOAD = """async () => {
    const script = document.createElement("script");
    script.src = new URL("assets/engine.js", compendium.root);
    const loaded = new Promise((resolve) => script.addEventListener("load", resolve));
    document.head.append(script);
    await loaded;
    window.calls = compendiumEngine.calls(async (path) => {
        const text = await (await fetch(new URL(`assets/answers/${path}.js`, compendium.root))).text();
        return JSON.parse(text.slice(text.indexOf(",") + 1, text.lastIndexOf(")")));
    });
}"""
ASK = """async (cases) => {
    const found = [];
    for (const [question, given] of cases) {
        found.push({ explained: await calls.explain(question, given), answer: await calls.answer(question, given) });
    }
    return found;
}"""


def compared(page, compendium, cases):
    """Return all differences between the readers."""
    found = []
    for begin in range(0, len(cases), 100):
        some = cases[begin : begin + 100]
        for (question, given), theirs in zip(some, page.evaluate(ASK, [list(case) for case in some]), strict=True):
            ours = json.loads(json.dumps(answer_json(compendium, compendium.ask(question, **given))))
            different = list(differences(explained(compendium, question, given), theirs["explained"], "explained"))
            different += differences(ours, theirs["answer"], "answer")
            found += [f"{question[:60]!r} {given} {one}" for one in different[:2]]
    return found


@pytest.mark.usefixtures("base")
def test_stems_are_those_of_the_command(page, shipped_store):
    words = sorted({word for lang in LANGUAGES for word, *_ in shipped_store.vocabulary.words(lang)})
    for lang in ("it", "es", "en"):
        analyzer = LANGUAGES[lang].analyzer
        theirs = page.evaluate(
            "([algorithm, words]) => words.map(compendiumEngine.stemmers[algorithm])", [analyzer.algorithm, words]
        )
        import Stemmer

        assert theirs == Stemmer.Stemmer(analyzer.algorithm).stemWords(words)


@pytest.mark.usefixtures("base")
def test_words_are_folded_as_the_command_does_it(page, shipped, shipped_store):
    texts = [text for entry in shipped.entries() for text in (entry.title, *entry.aliases)]
    texts += ["Straße", "ЇЖАК об'єкт", "l'alleato dell’eroe", "CAPACITÀ", "piñata Ñandú", "Ґанок зйомка", "ﬁne", "x²"]
    assert page.evaluate("texts => texts.map(compendiumEngine.keyOf)", texts) == [key_of(text) for text in texts]
    words = [word for lang in LANGUAGES for word, *_ in shipped_store.vocabulary.words(lang)]
    assert page.evaluate("words => words.map(compendiumEngine.fold)", words) == [fold(word) for word in words]


@pytest.mark.usefixtures("base")
def test_questions_of_four_languages_are_answered_alike(page, shipped):
    cases = questions()
    assert len(cases) > 1500
    assert compared(page, shipped, cases) == []


@pytest.mark.usefixtures("base")
def test_odd_questions_are_answered_alike(page, shipped):
    cases = [(question, given) for question in ODD for given in ({}, {"lang": "it"}, {"lang": "uk"})]
    assert compared(page, shipped, cases) == []


def test_the_page_answers_in_the_background(page, base, shipped):
    page.goto(f"{base}es/search/")
    question = "¿un aliado aturdido que ataca sufre daño consecuente?"
    theirs = page.evaluate("(question) => compendium.answer(question, { lang: 'es' })", question)
    ours = json.loads(json.dumps(answer_json(shipped, shipped.ask(question, lang="es"))))
    assert list(differences(ours, theirs, "answer")) == []
    assert len(page.workers) == 1


def test_an_unknown_game_or_language_is_said_to_be_one(page, base):
    page.goto(f"{base}it/search/")
    for given in ({"game": "chess"}, {"lang": "xx"}):
        asked = "(given) => compendium.answer('alleato', given).catch((error) => error.message)"
        assert "choose one of" in page.evaluate(asked, given)


def test_a_page_in_a_folder_answers_too(page, shipped_site, shipped):
    page.goto(f"{(shipped_site / 'it' / 'search' / 'index.html').as_uri()}")
    question = "chi subisce il danno indiretto?"
    theirs = page.evaluate("(question) => compendium.answer(question, { lang: 'it' })", question)
    assert (
        list(
            differences(
                json.loads(json.dumps(answer_json(shipped, shipped.ask(question, lang="it")))), theirs, "answer"
            )
        )
        == []
    )
    assert not page.workers


def test_another_glossary_is_answered_from_alike(page, harbour, tmp_path):
    """Without vectors, with few phrasings, with several languages that stand in for each other."""
    from compendium_cli.site.engine import engine_files, engine_script

    for path, content in engine_files(harbour):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    script = engine_script(TESTS.parent / "site" / "assets" / "engine")
    (tmp_path / "assets" / "engine.js").write_text(script, encoding="utf-8")
    (tmp_path / "index.html").write_text("<!doctype html><title>t</title>", encoding="utf-8")
    texts = [path.read_text(encoding="utf-8") for path in sorted((HARBOUR / "harbour").rglob("*.md"))]
    sentences = [line.strip("- *>") for text in texts for line in text.splitlines() if len(line) > 25]
    asked = [" ".join(re.sub(r"\(.*?\)|\^\d+", "", sentence).split()[:9]) for sentence in sentences]
    cases = [(question, given) for question in asked for given in ({}, {"lang": "es"}, {"lang": "uk"})]
    with served(tmp_path) as address:
        page.goto(address)
        page.evaluate("(root) => { window.compendium = { root }; }", address)
        page.evaluate(LOAD)
        check = partial(compared, page, harbour)
        assert check(cases) == []
