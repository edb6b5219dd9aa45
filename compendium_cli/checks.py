"""What is wrong with a glossary as a whole: links, names, editions. What is wrong inside one file, reading reports."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING

from compendium_cli.alignment import stale_notes
from compendium_cli.languages import DEFAULT, LANGUAGES, folded_words
from compendium_cli.links import is_address
from compendium_cli.model import CARDS, RULINGS, SEE_ALSO, Entry, StatementKind, Verdict
from compendium_cli.names import key_of
from compendium_cli.problems import Problem, ProblemCode, without_following
from compendium_cli.reading.folder import read_glossary
from compendium_cli.reading.listing import ASKED, RULINGS_FILE, STYLE, entry_paths, real_file, select_paths
from compendium_cli.reading.style import Lines, StyleRule, read_style
from compendium_cli.rulings import counterparts_of, fingerprint_of, is_of_edition, original
from compendium_cli.text import NotTextError, read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from compendium_cli.model import Corpus, Game, Ground, Reference, StoredRuling
    from compendium_cli.rulings import EntryOf

#: So many numbers are named where one was wrong.
_MOST_NAMED = 40


def lint(
    folder: Path, progress: Callable[[int, int], None] | None = None, paths: Collection[str] = ()
) -> list[Problem]:
    """Return every problem of a glossary, or of some of its files and folders, by file and line.

    What is wrong with an entry shows in the entries of its own game and language: its links and its names stay there.
    What is wrong with phrasings shows in the entries of their concept. So for some of them only these are read.
    """
    wanted = set(select_paths(folder, paths))
    nearby = {near for path in wanted for near in _nearby(path)}
    is_about_few = wanted and all(path.count("/") > 1 for path in wanted)
    corpus, problems = read_glossary(folder, progress, nearby if is_about_few else None)
    told = {*problems, *check_corpus(corpus, _languages_by_name(folder)), *_check_styles(folder, corpus)}
    found = without_following(sorted(told))
    return [problem for problem in found if problem.path in wanted] if wanted else found


def _nearby(path: str) -> Iterator[str]:
    """Yield the files and folders that show what is wrong with a file."""
    game, _, rest = path.partition("/")
    if rest.startswith(ASKED):
        name = rest.removeprefix(ASKED).partition("/")[2].removesuffix(".txt")
        yield path
        yield from (f"{game}/{lang}/{name}.md" for lang in LANGUAGES)
    else:
        # Its links and names stay in its language; what its statements correspond to stands in another.
        lang, _, name = rest.partition("/")
        yield f"{game}/{lang}"
        yield from (f"{game}/{other}/{name}" for other in LANGUAGES)


def _languages_by_name(folder: Path) -> dict[str, list[str]]:
    """Return the languages of every ``game/concept``, by the files that are there."""
    languages = defaultdict(list)
    for path in entry_paths(folder):
        game, lang, concept = path.removesuffix(".md").split("/", 2)
        languages[f"{game}/{concept}"].append(lang)
    return languages


def check_corpus(corpus: Corpus, languages: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
    """Yield the problems that only the whole glossary shows; ``languages`` are those of every ``game/concept``."""
    there = {(entry.game, entry.lang, entry.concept): entry for entry in corpus.entries}
    numbers = {key: {statement.n: None for statement in entry.statements} for key, entry in there.items()}
    for entry in corpus.entries:
        game = corpus.games[entry.game]
        yield from _check_identity(entry, game)
        yield from _check_see_also(entry)
        # What a ruling rests on is looked at as such.
        for reference in (known for known in entry.references if known.href or not entry.is_ruling):
            target = numbers.get((entry.game, entry.lang, reference.target or ""))
            elsewhere = languages.get(f"{entry.game}/{reference.target}", ())
            yield from _check_reference(entry, reference, target, elsewhere)
        yield from _check_redirect(entry, there)
        yield from _check_alignment(entry, game, numbers, languages)
        if entry.is_ruling:
            yield from _check_verdict(entry, game)
    for game in corpus.games.values():
        own = {key[1:]: entry for key, entry in there.items() if key[0] == game.id}
        yield from check_rulings(game, own, languages)
        yield from _check_kinds(game)
    yield from _check_names(corpus)
    yield from _check_renamed_cards(corpus)


def _check_identity(entry: Entry, game: Game) -> Iterator[Problem]:
    if entry.is_concept and entry.concept not in game.concepts:
        new = game.renamed.get(entry.concept)
        fix = (
            f"the concept is now called {new!r}: rename the file"
            if new
            else f"add it to {game.id}/concepts.yml, or rename the file"
        )
        yield _problem(entry, 1, ProblemCode.UNKNOWN_CONCEPT, f"{entry.concept!r} is no concept of {game.id}", fix)
    concept = game.concepts.get(entry.concept)
    wanted = concept.titles.get(entry.lang) if concept else None
    if wanted and wanted != entry.title:
        fix = f"write '# {wanted}', or correct {game.id}/concepts.yml"
        yield _problem(entry, entry.line, ProblemCode.TITLE_DIFFERS, f"the title is {entry.title!r}", fix)
    own = [edition.id for edition in game.editions.values() if edition.language == entry.lang]
    if entry.edition and not entry.is_ruling and entry.edition not in own:
        fix = f"editions in this language: {', '.join(own) or 'none'} ({game.id}/game.yml)"
        yield _problem(entry, 2, ProblemCode.UNKNOWN_EDITION, f"{entry.edition!r} is no edition of this language", fix)
    for statement in entry.statements:
        if statement.kind is StatementKind.NEWER and statement.edition and statement.edition not in game.editions:
            fix = f"editions: {', '.join(game.editions)}"
            message = f"[!NEWER {statement.edition}] names no edition"
            yield _problem(entry, statement.line, ProblemCode.UNKNOWN_EDITION, message, fix)
    for statement in stale_notes(entry, game):
        fix = f"read it beside the entry of {game.current}, then write [!NEWER {game.current}], or remove it"
        message = f"the note speaks of {statement.edition}, and {game.current} is current"
        yield _problem(entry, statement.line, ProblemCode.STALE_NOTE, message, fix)
    if not entry.is_card and (entry.product or entry.number):
        yield _problem(entry, 1, ProblemCode.UNKNOWN_KEY, "product and number belong to cards", "remove them")


def _check_see_also(entry: Entry) -> Iterator[Problem]:
    if entry.is_ruling or any(reference.kind == SEE_ALSO for reference in entry.references):
        return
    fix = "end the entry with its see-also line, in the form **Label:** [Title](concept.md), …"
    if not entry.statements:
        message = "the entry says nothing: it needs statements, or a see-also line to the entry it stands for"
    elif entry.is_card:
        message = "a card names the concepts that decide it"
    elif not entry.references:
        message = "a dead end: no see-also line and no link"
    else:
        return
    yield _problem(entry, entry.line, ProblemCode.NO_SEE_ALSO, message, fix)


def _check_styles(folder: Path, corpus: Corpus) -> Iterator[Problem]:
    """Report other words than those of the house style, and a style that can't be read."""
    rules: dict[tuple[str, str], list[StyleRule]] = {}
    for game in corpus.games:
        for lang in LANGUAGES:
            path = f"{game}/{STYLE}{lang}.yml"
            try:
                text = read_text(real_file(folder, path))
            except FileNotFoundError:
                continue
            except (OSError, NotTextError) as error:
                yield Problem(path, 1, ProblemCode.UNREADABLE, str(error), "check the file")
                continue
            rules[game, lang], problems = read_style(text, path)
            yield from problems
    for (game, lang), own in rules.items():
        entries = (entry for entry in corpus.entries if (entry.game, entry.lang) == (game, lang))
        said = [(entry, statement) for entry in entries for statement in entry.statements]
        lines = Lines.of(statement.text for _, statement in said)
        for rule in own:
            fix = f"write {rule.write!r}" + (f": {rule.why}" if rule.why else "")
            for line, found in rule.found_in(lines):
                entry, statement = said[line]
                yield _problem(entry, statement.line, ProblemCode.HOUSE_STYLE, f"{found!r}", fix)


def _check_alignment(
    entry: Entry,
    game: Game,
    numbers: Mapping[tuple[str, str, str], Mapping[int | None, None]],
    languages: Mapping[str, Sequence[str]],
) -> Iterator[Problem]:
    """Report numbers of ``same:`` that are no statement of the entry, or none of the current edition's entry."""
    if not entry.same:
        return

    def fault(message: str, fix: str) -> Problem:
        return _problem(entry, 1, ProblemCode.BAD_ALIGNMENT, message, fix)

    pivot = game.editions.get(game.current)
    if entry.edition == game.current or pivot is None:
        yield fault("'same:' in an entry of the current edition", "remove it: the numbers of that edition are its own")
        return
    current = numbers.get((entry.game, pivot.language, entry.concept))
    if current is None:
        is_unread = pivot.language in languages.get(entry.name, ())
        if is_unread or not any(key[:2] == (entry.game, pivot.language) for key in numbers):
            return  # it could not be read, or nothing of that language, which is told
        yield fault(f"'same:' without an entry {entry.concept!r} in {pivot.language}", "remove it, or write the entry")
        return
    own = numbers[entry.game, entry.lang, entry.concept]
    for n in (n for n in entry.same if n not in own):
        yield fault(f"'same:' names ^{n}, which is no statement of this entry", "correct the number, or remove it")
    for n in sorted({n for others in entry.same.values() for n in others if n not in current}):
        yield fault(f"'same:' names ^{n} of {game.current}, which has no such statement", f"see {pivot.language}")


def _check_verdict(entry: Entry, game: Game) -> Iterator[Problem]:
    """Report the text of a ruling that rulings.yml does not know, and an answer that begins with another verdict."""
    ruling = game.ruling(entry.concept)
    if ruling is None:
        message = f"{entry.concept.removeprefix(RULINGS)!r} is no ruling of {game.id}"
        yield _problem(entry, 1, ProblemCode.UNKNOWN_RULING, message, f"add it to {game.id}/{RULINGS_FILE}")
        return
    words = LANGUAGES[entry.lang].labels.verdicts
    answer = next((statement for statement in entry.statements if statement.kind is StatementKind.ANSWER), None)
    first = (folded_words(answer.text) if answer else []) or [""]
    said = next((verdict for verdict, word in words.items() if folded_words(word)[0] == first[0]), Verdict.ANSWER)
    if answer and said != ruling.verdict:
        wanted = words.get(ruling.verdict)
        fix = f"begin with {wanted!r}" if wanted else f"begin with none of {', '.join(words.values())}"
        message = f"the verdict is {str(ruling.verdict)!r}, and the answer begins with {answer.text.split()[0]!r}"
        fix += f", or correct {game.id}/{RULINGS_FILE}"
        yield _problem(entry, answer.line, ProblemCode.WRONG_VERDICT, message, fix)


def check_rulings(
    game: Game, entries: Mapping[tuple[str, str], Entry], languages: Mapping[str, Sequence[str]]
) -> Iterator[Problem]:
    """Report rulings that rest on nothing, hold where nothing proves them, or whose grounds have changed.

    ``entries`` are those of the game, by language and concept.
    """

    def entry_of(lang: str, concept: str) -> Entry | None:
        return entries.get((lang, concept))

    for ruling in game.rulings.values():

        def fault(code: ProblemCode, message: str, fix: str, line: int = ruling.line) -> Problem:
            return Problem(f"{game.id}/{RULINGS_FILE}", line, code, message, fix)

        if not languages.get(f"{game.id}/{ruling.concept}"):
            fix = f"write {game.id}/<lang>/{ruling.concept}.md, or remove the line"
            yield fault(ProblemCode.UNKNOWN_RULING, f"{ruling.id!r} has no text in any language", fix)
        yield from _check_other_rulings(ruling, game, fault)
        unknown = [edition for edition in ruling.editions if edition not in game.editions]
        for edition in unknown:
            fix = f"editions: {', '.join(game.editions)}"
            yield fault(ProblemCode.UNKNOWN_EDITION, f"{ruling.id!r} holds for {edition!r}, which is none", fix)
        missing = [ground for ground in ruling.because if original(ground, game, entry_of) is None]
        for ground in missing:
            if told := _unknown_ground(ground, game, entry_of, languages):
                yield fault(
                    ProblemCode.UNKNOWN_GROUND, f"{ruling.id!r} rests on {ground.address!r}, {told[0]}", told[1]
                )
        if missing or unknown or ruling.superseded:
            continue
        yield from _check_editions(ruling, game, entry_of, fault)
        if ruling.confirmed != fingerprint_of(ruling, game, entry_of):
            grounds = ", ".join(ground.address for ground in ruling.because)
            why = "has changed grounds" if ruling.confirmed else "was never confirmed"
            fix = f"read {grounds}: do they prove it? Then run compendium confirm {ruling.id}"
            yield fault(ProblemCode.CHANGED_GROUND, f"{ruling.id!r} {why}", fix)


def _unknown_ground(
    ground: Ground, game: Game, entry_of: EntryOf, languages: Mapping[str, Sequence[str]]
) -> tuple[str, str] | None:
    """Return what is wrong with a ground that is not there, and what to do; nothing where its file was not read."""
    edition = game.editions.get(ground.edition or game.current)
    entry = entry_of(edition.language, ground.concept) if edition else None
    if edition and entry is None and edition.language in languages.get(f"{game.id}/{ground.concept}", ()):
        return None
    if edition and entry and entry.edition != edition.id and entry.statement(ground.n):
        older = f"{ground.concept}@{entry.edition}#{ground.n}"
        fix = f"bring the entry to {edition.id}, or name the older statement as {older}"
        return f"which is of {entry.edition}, and {edition.id} is the edition that is meant", fix
    return "which does not exist", "name a statement of the current edition, or one of an older edition as ally@es-1#5"


def _check_kinds(game: Game) -> Iterator[Problem]:
    """Report kinds of concepts that no reader can be told."""
    kinds = LANGUAGES[DEFAULT].labels.kinds
    for concept in game.concepts.values():
        if concept.kind and concept.kind not in kinds:
            message, fix = f"{concept.kind!r} is no kind of concept", f"choose one of {', '.join(kinds)}"
            yield Problem(f"{game.id}/concepts.yml", concept.line, ProblemCode.UNKNOWN_KIND, message, fix)


def _check_other_rulings(ruling: StoredRuling, game: Game, fault: Callable[..., Problem]) -> Iterator[Problem]:
    """Report other rulings that are named, and do not exist or do not name this one."""
    for key, other in (("superseded", ruling.superseded), ("otherwise", ruling.otherwise)):
        if other is not None and (other == ruling.id or other not in game.rulings):
            message = f"{ruling.id!r} names {other!r} as {key!r}, which is no other ruling"
            yield fault(ProblemCode.UNKNOWN_RULING, message, "name the id of another ruling of this file")
    other_ruling = game.rulings.get(ruling.otherwise or "")
    if other_ruling is not None and other_ruling.otherwise != ruling.id:
        message = f"{ruling.id!r} names {other_ruling.id!r}, which does not name it"
        yield fault(ProblemCode.UNKNOWN_RULING, message, f"add otherwise: {ruling.id} to {other_ruling.id}")


def _check_editions(
    ruling: StoredRuling, game: Game, entry_of: EntryOf, fault: Callable[..., Problem]
) -> Iterator[Problem]:
    """Report editions for which a ruling is said to hold, though they have no statement like one of its grounds."""
    for edition in (edition for edition in ruling.editions if edition != game.current):
        for ground in ruling.because:
            lang = game.editions[edition].language
            found = (
                [original(ground, game, entry_of)]
                if ground.edition == edition
                else counterparts_of(ground, game, lang, entry_of)
            )
            if not any(proof and is_of_edition(proof, edition) for proof in found):
                message = f"{ruling.id!r} holds for {edition}, which has no statement like {ground.address}"
                fix = f"remove {edition} from its editions, rest it on other statements, or add 'same:' to the entry"
                yield fault(ProblemCode.UNPROVEN_EDITION, message, fix)


def _check_redirect(entry: Entry, there: Mapping[tuple[str, str, str], Entry]) -> Iterator[Problem]:
    """Report an entry that says nothing and sends its reader only to others that say nothing."""
    if entry.statements:
        return
    found = [there.get((entry.game, entry.lang, reference.target or "")) for reference in entry.references]
    if found and all(target and not target.statements for target in found):
        message = "the entry sends its reader to entries that say nothing themselves"
        fix = "link the entry that has the rule"
        yield _problem(entry, entry.line, ProblemCode.NO_SEE_ALSO, message, fix)


def _check_reference(
    entry: Entry, reference: Reference, target: Mapping[int | None, None] | None, elsewhere: Sequence[str]
) -> Iterator[Problem]:
    """Report a link that leads nowhere; ``target`` are the numbers of the statements that the entry there has."""

    def fault(code: ProblemCode, message: str, fix: str) -> Problem:
        return _problem(entry, reference.line, code, message, fix)

    href = reference.href
    if reference.target is None:
        if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", href):
            if reference.kind == SEE_ALSO or not is_address(href, whole=True):
                fix = "link another entry, as concept.md, or an http(s) address in a statement"
                yield fault(ProblemCode.BAD_LINK, f"the link {href!r} is neither relative nor http(s)", fix)
        else:
            fix = "link entries of the same game and language: concept.md, cards/card.md, ../concept.md from a card"
            yield fault(ProblemCode.OTHER_LANGUAGE, f"the link {href!r} leaves the entry's language", fix)
        return
    if reference.target == entry.concept:
        yield fault(ProblemCode.SELF_LINK, "the entry cites itself", "remove the link")
        return
    if target is None and entry.lang in elsewhere:
        return  # it could not be read, which is told
    if target is None:
        fix = (
            f"there is one in {', '.join(elsewhere)}: write it, or remove the link"
            if elsewhere
            else "correct the link or write the entry"
        )
        yield fault(ProblemCode.DEAD_LINK, f"there is no entry {reference.target!r} in {entry.lang}", fix)
    elif reference.target_statement and reference.target_statement not in target:
        known = ", ".join(str(n) for n in islice(target, _MOST_NAMED) if n)
        message = f"{reference.target!r} has no statement {reference.target_statement}"
        yield fault(ProblemCode.UNKNOWN_STATEMENT, message, f"it has {known}")


def _check_names(corpus: Corpus) -> Iterator[Problem]:
    """Report concepts of a language that answer to the same name.

    Cards share names with concepts and with one another in print; two of them clash only where product and number are
    the same too.
    """
    owners: dict[tuple[str, ...], list[tuple[str, Entry]]] = defaultdict(list)
    for entry in corpus.entries:
        for name in (entry.title, *entry.aliases):
            own: tuple[str, ...] = (entry.game, entry.lang, key_of(name))
            if entry.is_card:
                own = (*own, CARDS, entry.product or "", entry.number or "")
            owners[own].append((name, entry))
    for sharing in owners.values():
        first_name, first = sharing[0]
        for name, entry in sharing[1:]:
            if entry is first:
                message, fix = f"the alias {name!r} says what the title or another alias says", "remove it"
            else:
                message = f"{name!r} is also {first_name!r} of {first.concept}"
                fix = "a name means one entry: make one of the two more precise"
            yield _problem(entry, entry.line, ProblemCode.SAME_NAME, message, fix)


def _check_renamed_cards(corpus: Corpus) -> Iterator[Problem]:
    cards = {(entry.game, entry.concept) for entry in corpus.entries if entry.is_card}
    for game in corpus.games.values():
        for old, new in game.renamed.items():
            if new.startswith(CARDS) and (game.id, new) not in cards:
                message = f"{old!r} is renamed to {new!r}, which is no card"
                yield Problem(f"{game.id}/concepts.yml", 1, ProblemCode.BAD_RENAME, message, "name a card that exists")


def _problem(entry: Entry, line: int, code: ProblemCode, message: str, fix: str) -> Problem:
    return Problem(entry.path, line, code, message, fix)
