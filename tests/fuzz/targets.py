"""What is given any bytes: each target reads them as one kind of input, and checks what must hold of the result."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from jinja2 import Environment, FileSystemLoader

from compendium_cli import settings
from compendium_cli.commands.rendering import statement_lines
from compendium_cli.compendium import open_compendium
from compendium_cli.errors import CompendiumError, NotFoundError, UsageError
from compendium_cli.exports.as_json import (
    answer_json,
    dumps,
    entry_json,
    error_json,
    problem_json,
    quotation_json,
    search_json,
)
from compendium_cli.graph import Graph
from compendium_cli.importing.document import Text, lines_of, read_document
from compendium_cli.importing.metadata import Metadata
from compendium_cli.importing.pipeline import import_document
from compendium_cli.importing.writing import files_of
from compendium_cli.languages import LANGUAGES
from compendium_cli.links import is_reference
from compendium_cli.model import QUOTATION_FORMS, Corpus, Entry, Statement, StatementKind
from compendium_cli.quotation_forms import FORMATS, INLINE_FORMATS, Quotation
from compendium_cli.reading.card_list import read_card_list
from compendium_cli.reading.entry import Place, read_entry
from compendium_cli.reading.expansions import format_expansions, leading_somewhere, read_expansions
from compendium_cli.reading.game import read_game
from compendium_cli.reading.layout import UnsafeLayoutError, format_entry
from compendium_cli.site.entry_pages import entry_page
from compendium_cli.site.gathering import Gathered
from compendium_cli.site.signposts import signposts
from compendium_cli.text import NotTextError, text_of
from fuzz.promises import harmless, safe_html, stays_below, strict_json
from readers import check_quotation

if TYPE_CHECKING:
    from collections.abc import Callable

    from compendium_cli.compendium import Compendium

TESTS = Path(__file__).resolve().parent.parent
#: The glossary that questions are put to; a larger one takes its time.
GLOSSARY: Path | None = TESTS / "data" / "harbour"
_GAME = "harbour"
_SEPARATOR = "\n=====\n"


@lru_cache(maxsize=1)
def compendium() -> Compendium:
    """The glossary, opened once."""
    return open_compendium(GLOSSARY)


@lru_cache(maxsize=1)
def corpus() -> Corpus:
    """All that the glossary holds."""
    return Corpus(compendium().games(), tuple(compendium().entries()))


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The templates of the site, escaping as they do there."""
    return Environment(loader=FileSystemLoader(TESTS.parent / "site" / "overrides"), autoescape=True)


def _text(raw: bytes) -> str | None:
    try:
        return text_of(raw)
    except NotTextError:
        return None


def _entry(raw: bytes) -> tuple[Entry | None, str | None]:
    """Read bytes as the file of an entry; the first byte says which."""
    text = _text(raw[1:])
    if text is None:
        return None, None
    kind = raw[0] if raw else 0
    lang = list(LANGUAGES)[kind % len(LANGUAGES)]
    concept = "cards/fuzzed" if kind & 64 else "fuzzed"
    game = next(iter(corpus().games))
    place = Place(game, lang, concept, f"{game}/{lang}/{concept}.md")
    entry, problems = read_entry(text, place, LANGUAGES[lang])
    harmless(entry)
    for problem in problems:
        assert problem.line >= 1
        harmless(problem)
        strict_json(dumps(problem_json(problem)))
    return entry, text


def read_and_format(raw: bytes) -> None:
    """An entry is read or its faults are told; formatting changes nothing that it says, and nothing twice."""
    entry, text = _entry(raw)
    if text is None:
        return
    labels = {language.see_also for language in LANGUAGES.values()}
    try:
        formatted = format_entry(text, labels)
    except UnsafeLayoutError:
        return
    assert format_entry(formatted, labels) == formatted
    if entry is not None:
        place = Place(entry.game, entry.lang, entry.concept, entry.path)
        again, _ = read_entry(formatted, place, LANGUAGES[entry.lang])
        assert again is not None
        assert [s.text for s in again.statements] == [s.text for s in entry.statements]
        assert (again.title, again.aliases, again.retired) == (entry.title, entry.aliases, entry.retired)


def show_and_quote(raw: bytes) -> None:
    """What an entry says can be shown, quoted in every markup and put on a page, and cannot act there."""
    entry, _ = _entry(raw)
    if entry is None:
        return
    book = compendium()
    strict_json(dumps(entry_json(book, entry)))
    for statement in entry.statements:
        harmless(statement_lines(statement, entry).replace("\x1b[", ""))  # our own styles
    _quoted(Quotation(entry, entry.statements, book.url(entry), book.base_url, "edition 1"))
    _on_a_page(entry)


def quote_anything(raw: bytes) -> None:
    """Whatever reading lets through, a quotation is one in every markup, and says what the text says."""
    text = raw.decode("utf-8", "surrogateescape")
    title, markdown, marker, source = (*text.split(_SEPARATOR, 3), "", "", "")[:4]
    statement = Statement(1, StatementKind.PARAGRAPH, markdown, markdown, 1, marker=marker)
    entry = Entry("game", "a", "it", title, source, None, "game/it/a.md", 1, statements=(statement,))
    base = compendium().base_url
    _quoted(Quotation(entry, (statement,), f"{base}it/game/a/#1", base, source))


def _quoted(quotation: Quotation) -> None:
    for forms in (FORMATS, INLINE_FORMATS):
        written = {form: write(quotation) for form, write in forms.items()}
        harmless(written)
        safe_html(written["html"])
    check_quotation(quotation)


def _on_a_page(entry: Entry) -> None:
    book = compendium()
    shelf = {**{other.name: other for other in corpus().entries if other.lang == entry.lang}, entry.name: entry}
    own = book.graph(entry.lang)
    graph = Graph(own.links, lambda name: [*own.citations(name)], lambda _: {})
    site = Gathered(book, dict(corpus().games), [entry.lang], {entry.lang: shelf}, {entry.lang: graph}, {})
    spoken = LANGUAGES[entry.lang]
    page = entry_page(entry, site)
    template = templates().get_template("entry.html")
    context = template.new_context({"view": page, "spoken": spoken, "labels": spoken.site, "root": "../"})
    safe_html("".join(template.blocks["main"](context)))


def read_metadata(raw: bytes) -> None:
    """game.yml, concepts.yml and cards.tsv are read or their faults are told; ids stay parts of addresses."""
    text = _text(raw)
    if text is None:
        return
    game_text, _, rest = text.partition(_SEPARATOR)
    concepts_text, _, cards_text = rest.partition(_SEPARATOR)
    game, _ = read_game(_GAME, game_text, concepts_text)
    harmless(game)
    strict_json(dumps([game.name("it"), list(game.concepts), dict(game.renamed)]))
    for path in (*game.concepts, *game.renamed):
        stays_below(f"{_GAME}/{path}")
    cards, _ = read_card_list(f"codes\ttype\tit\tnumber\tcard\n{cards_text}", f"{_GAME}/cards.tsv", ())
    harmless(cards)
    there = (_any_entry()._replace(game=_GAME, lang="it", concept=concept) for concept in game.concepts)
    entries = {entry.name: entry for entry in there}
    site = Gathered(compendium(), {_GAME: game}, ["it"], {"it": entries}, {}, {})
    for post in signposts(site):
        stays_below(post.path.rstrip("/"))


def read_phrasings(raw: bytes) -> None:
    """Phrasings are read or their faults are told; formatting changes nothing that they say, and nothing twice."""
    text = _text(raw)
    if text is None:
        return
    place = Place(_GAME, "it", "storm", f"{_GAME}/asked/it/storm.txt")
    asked, problems = read_expansions(text, place)
    kept, in_vain = leading_somewhere([asked], corpus().entries, corpus().games)
    harmless([asked, kept])
    for problem in (*problems, *in_vain):
        assert 1 <= problem.line <= text.count("\n") + 1
        harmless(problem)
        strict_json(dumps(problem_json(problem)))
    try:
        formatted = format_expansions(text)
    except UnsafeLayoutError:
        assert problems
        return
    assert format_expansions(formatted) == formatted
    again, _ = read_expansions(formatted, place)
    assert (again.aliases, again.phrasings) == (asked.aliases, asked.phrasings)


@lru_cache(maxsize=1)
def _any_entry() -> Entry:
    return corpus().entries[0]


def import_text(raw: bytes) -> None:
    """Any document is read, and what is written of it is a glossary that reads back, below its own folder."""
    lang = list(LANGUAGES)[raw[0] % len(LANGUAGES)] if raw else "it"
    try:
        document = lines_of([Text("document", raw[1:].decode("utf-8", "replace"), "utf-8")])
    except UsageError:
        return
    language = LANGUAGES[lang]
    game = next(iter(corpus().games))
    found = import_document(document, corpus(), game, language)
    harmless([found.entries, found.cards, found.references, found.skipped, found.problems])
    files = files_of(found, Path("/nowhere"), game, f"{lang}-9", language)
    for path, text in files.items():
        stays_below(path)
        harmless(text)
        concept = path.removeprefix(f"{game}/{lang}/").removesuffix(".md")
        entry, problems = read_entry(text, Place(game, lang, concept, path), language)
        assert entry is not None, text
        assert not [problem for problem in problems if problem.code in {"raw-html", "bad-yaml"}], (problems, text)
    kinds = {entry.concept: "rule" for entry in found.entries}
    harmless([raw.decode() for raw in Metadata(Path("/nowhere"), game).with_import("x-9", language, kinds, corpus())])


def read_file(raw: bytes) -> None:
    """Any file is a document, text or PDF, or it is told in one line why it is none."""
    path = _folder() / "document"
    path.write_bytes(raw)
    try:
        document = read_document([str(path)])
    except UsageError as error:
        harmless(error.message)
    else:
        harmless([line.text for line in document.lines])


def read_config(raw: bytes) -> None:
    """Any configuration gives an address that ends in a slash, or it is told in one line why it gives none."""
    path = _folder() / "compendium" / "config.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw)
    settings.user_config.cache_clear()
    with patch.dict(os.environ, {"XDG_CONFIG_HOME": str(_folder())}):
        try:
            address = settings.base_url()
        except UsageError as error:
            strict_json(dumps(error_json(error.code, error.message, error.suggestions)))
        else:
            harmless(address)
            assert address.endswith("/")
        finally:
            settings.user_config.cache_clear()


@lru_cache(maxsize=1)
def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="fuzz-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def ask(raw: bytes) -> None:
    """Any question has an answer or none, any name an entry or none, as JSON that every parser reads."""
    text = raw.decode("utf-8", "surrogateescape")
    book = compendium()
    try:
        answer = book.ask(text)
    except NotFoundError as error:  # it is no question, but the name of what is not there
        assert is_reference(text, book.games(), LANGUAGES)
        strict_json(dumps(error_json(error.code, error.message, error.suggestions)))
    else:
        assert all(ruling.statement in ruling.entry.statements for ruling in answer.rulings)
        strict_json(dumps(answer_json(book, answer)))
    lang, hits = book.search(text)
    strict_json(dumps(search_json(book, text, lang, hits)))
    try:
        quoted = book.quotation(text, "html")
    except CompendiumError as error:
        strict_json(dumps(error_json(error.code, error.message, error.suggestions)))
    else:
        safe_html(quoted.text)
        strict_json(dumps(quotation_json(book, quoted, "html")))


def quote_post(raw: bytes) -> None:
    """Of a post, only what stands in ((…)) is replaced, by quotations that cannot act."""
    form = QUOTATION_FORMS[raw[0] % len(QUOTATION_FORMS)] if raw else "plain"
    post = raw[1:].decode("utf-8", "surrogateescape")
    quoted = compendium().quote_mentions(post, form)
    strict_json(dumps({"text": quoted.text, "unknown": [term for term, _ in quoted.unknown]}))
    harmless([(error.message, error.suggestions) for _, error in quoted.unknown])
    if "((" not in post:
        assert quoted.text == post


TARGETS: dict[str, Callable[[bytes], None]] = {
    "entry": read_and_format,
    "page": show_and_quote,
    "quotation": quote_anything,
    "metadata": read_metadata,
    "expansions": read_phrasings,
    "document": import_text,
    "file": read_file,
    "config": read_config,
    "question": ask,
    "post": quote_post,
}
