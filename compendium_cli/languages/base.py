"""What a language is: how its words are written and reduced, and what we say around an entry in it."""

# No "from __future__ import annotations": annotations that are texts are compiled when a class is made, at every start.

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, Protocol

APOSTROPHES = "'’ʼ‘`´′＇"
# An accent may be a sign of its own behind its letter: as some systems write it, and to tell where a word is stressed.
_LETTERS = r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*"
_WORD = re.compile(rf"{_LETTERS}(?:[{APOSTROPHES}]{_LETTERS})*")
_APOSTROPHE = re.compile(f"[{APOSTROPHES}]")
_DOUBLED = re.compile(r"(.)\1+")
_BREVE, _DIAERESIS = "\u0306", "\u0308"
#: What has more letters is no word, and is not remembered.
LONGEST_WORD = 60
#: How many letters a character n-gram has.
NGRAM = 4


class Word(NamedTuple):
    """A word of a text: its folded form and where it stands."""

    folded: str
    start: int
    end: int


def fold(word: str) -> str:
    """Return the word without case, accents and stress marks.

    ``Daño`` and ``dano`` are one word, ``й`` and ``и`` are two letters.

    >>> fold("Capacità"), fold("ЇЖАК")
    ('capacita', 'їжак')
    """
    if word.isascii():
        return word.lower()
    kept = []
    base = ""
    for char in unicodedata.normalize("NFKD", word.casefold()):
        if not unicodedata.combining(char):
            base = char
            kept.append(char)
        elif char in (_BREVE, _DIAERESIS) and is_cyrillic(base):
            kept.append(char)  # й, ї, ё: letters of their own
    return unicodedata.normalize("NFC", "".join(kept))


def is_cyrillic(word: str) -> bool:
    """Tell whether a word begins with a Cyrillic letter.

    >>> is_cyrillic("їжак"), is_cyrillic("riccio")
    (True, False)
    """
    return "\u0400" <= word[:1] <= "\u04ff"


def words_of(text: str) -> Iterator[Word]:
    """Yield the words of a text, folded.

    An apostrophe parts two Latin words (``l'alleato``) and is a silent sign inside a Cyrillic one (``об'єкт``).
    Nothing is remembered: questions are read so, and a stranger may ask with other words each time.
    """
    for match in _WORD.finditer(text):
        raw, start = match.group(), match.start()
        parts = _unknown_parts(raw)
        if len(parts) == 1:
            yield Word(parts[0], start, match.end())
            continue
        for part, folded in zip(_APOSTROPHE.split(raw), parts, strict=True):
            yield Word(folded, start, start + len(part))
            start += len(part) + 1


def folded_words(text: str) -> list[str]:
    """Return the words of a text, folded, as ``words_of`` does, where nobody asks where they stand.

    >>> folded_words("Dell'alleato: 2 об'єкти")
    ['dell', 'alleato', '2', 'обєкти']
    """
    return [
        folded
        for raw in _WORD.findall(text)
        for folded in (_known_parts(raw) if len(raw) <= LONGEST_WORD else _unknown_parts(raw))
    ]


class WordCounts:
    """How often words stand in texts: those that are written alike are counted together, and folded once.

    >>> counts = WordCounts()
    >>> counts.add(["Un eroe", "l'EROE"])
    >>> counts.folded()
    Counter({'eroe': 2, 'un': 1, 'l': 1})
    """

    def __init__(self) -> None:
        self._written: Counter[str] = Counter()

    def add(self, texts: Iterable[str]) -> None:
        """Count the words of some texts."""
        self._written.update(chain.from_iterable(map(_WORD.findall, texts)))

    def folded(self) -> Counter[str]:
        """Return how often each folded word stands in them."""
        counts: Counter[str] = Counter()
        for raw, count in self._written.items():
            for folded in _unknown_parts(raw):
                counts[folded] += count
        return counts


def ngrams_of(words: Iterable[str]) -> set[str]:
    """Return the character n-grams of some folded words in a row; a low line stands for the end of a word.

    >>> sorted(ngrams_of(["un", "eroe"]))
    ['_ero', '_un_', 'eroe', 'n_er', 'roe_', 'un_e']
    """
    text = f"_{'_'.join(words)}_"
    return {text[start : start + NGRAM] for start in range(max(len(text) - NGRAM + 1, 1))}


def _unknown_parts(raw: str) -> tuple[str, ...]:
    """Return what stands between two spaces as folded words."""
    if is_cyrillic(raw):
        return (fold(_APOSTROPHE.sub("", raw)),)
    return tuple(map(fold, _APOSTROPHE.split(raw)))


#: The same, remembered. What nobody would call a word is not: some of it might fill the memory.
_known_parts = lru_cache(maxsize=131072)(_unknown_parts)


class Analyzer(Protocol):
    """Reduces the written forms of a word to what they have in common."""

    #: Whether ``norms`` needs a dictionary too slow to load for one question. The forms of the glossary's own
    #: vocabulary are then computed once, when the glossary is compiled, and looked up afterwards.
    tabled: bool

    def is_tabled(self, folded: str) -> bool:
        """Tell whether a word is one that is looked up: a word in another script is what it is."""
        ...

    def norms(self, folded: str) -> tuple[str, ...]:
        """Return what the word may be a form of, likeliest first."""
        ...

    def forms(self, words: Iterable[str]) -> Iterable[tuple[str, str]]:
        """Return (written form, norm) of every word these may be forms of. Only asked of tabled analyzers."""
        ...

    def release(self) -> None:
        """Give back the memory of what only compiling needs."""
        ...

    def version(self) -> str:
        """Return which library reduces words while questions are answered: another one may reduce them otherwise."""
        ...


class Labels(NamedTuple):
    """What we say around an entry, in the entry's language."""

    edition: str
    kinds: Mapping[str, str]
    """Name of each kind of concept."""
    callouts: Mapping[str, str]
    """Name of each kind of call-out: example, note, newer."""
    cited_by: str
    cards: str
    mentions: str
    languages: str
    read_next: str
    terms: str
    path: str
    redirect: str
    """``{title}`` stands for the entry that was asked for."""
    undecided: str
    nearest: str
    retired: str
    """``{n}`` stands for the number."""
    product: str
    imported: str
    """Before the wording of a document that the user imported."""
    lacking: str
    """Where another edition answers: ``{edition}`` is that one, ``{lang}`` its language."""
    other_language: str
    """Where a question is answered in another language: ``{asked}`` is its own, ``{lang}`` the answer's."""
    verdicts: Mapping[str, str]
    """The word that an answer begins with, by verdict."""
    ruling: str
    rulings: str
    """Above a list of rulings."""
    because: str
    """Above the statements that prove a ruling."""
    states: Mapping[str, str]
    """What to say of a ruling that is not simply in force; ``{title}`` stands for the one that replaced it."""
    otherwise: str
    """Where editions decide a question in different ways; ``{title}`` stands for the other ruling."""
    silent_card: str
    """Of a card without questions and errata; ``{card}`` stands for its name."""
    language_names: Mapping[str, str]
    """What languages are called within the sentences below and above, by code."""
    no_text: str
    """Where no text is in the language that was asked for, ``{asked}``: ``{lang}`` is the answer's."""
    no_entry: str
    """The same of an entry."""
    also_means: str
    """``{names}`` are entries that a name may mean, too."""
    no_counterpart: str
    """``{n}`` stands for a statement of another language that ``{edition}``, in ``{lang}``, has no counterpart of."""
    no_pivot: str
    """The same of the current edition, whose numbers are those of links without a language."""
    welcome: str
    """What a bot says of itself."""

    def kind(self, kind: str) -> str:
        """Return what a kind of entry is called."""
        return self.ruling if kind == "ruling" else self.kinds.get(kind, kind)

    def callout(self, kind: str, edition: str | None = None) -> str:
        """Return what a kind of call-out is called, with the edition that it speaks of; empty for any other kind."""
        name = self.callouts.get(kind, "")
        return f"{name} ({edition})" if name and edition else name


class PromptLabels(NamedTuple):
    """What the prompt says, in the reader's language. Words in braces are filled in."""

    banner: str
    question: tuple[str, str]
    """In the help: what is typed to get an answer, and that it is one."""
    name: tuple[str, str]
    """The same of the name of a rule."""
    number: str
    actions: Mapping[str, str]
    """What each letter does."""
    commands: str
    leaving: tuple[str, ...]
    """Words that leave."""
    helping: tuple[str, ...]
    """Words that ask for help."""
    nothing_yet: str
    no_number: str
    """``{n}`` is what was typed, ``{most}`` the last number there is."""
    ask_first: str
    """As ``no_number``, where nothing was asked yet."""
    undecided: str
    """Where nothing decides, and so nothing can be quoted."""
    no_more: str
    number_or_form: str
    """``{example}`` is what may be typed."""
    copied: str
    """``{form}`` is a markup."""
    unknown_language: str
    """``{word}`` is what was typed, ``{known}`` what there is."""
    unknown_game: str
    """The same of a game."""
    nothing_found: str
    """``{query}`` is what was searched."""


class ScriptLabels(NamedTuple):
    """What the scripts of the site say, in the language of the page."""

    search: str
    """Name of the search box, and what stands in it while it is empty."""
    found: str
    """``{n}`` stands for the number of entries; worded so that no number needs a plural."""
    nothing: str
    """``{query}`` stands for what was searched."""
    meant: str
    """``{words}`` stands for the words that were searched in place of misspelt ones."""
    all_results: str
    copy: str
    """``{n}`` stands for the number of the statement."""
    link: str
    """``{n}`` stands for the number of the statement, which is the link."""
    copied: str
    """``{form}`` stands for one of the forms."""
    not_copied: str
    forms: Mapping[str, str]
    """What can be copied, in the order of the menu: link, and the forms of a quotation."""
    dark: str
    light: str
    """Name of the button that changes to this palette."""
    share: str
    """In the menu of what can be copied: hands the link to the system."""
    kept: str
    """In the foot: ``{languages}`` work without a connection, ``{editions}`` of ``{build}``, looked at ``{when}``."""
    kept_visited: str
    """The same where only what was visited is kept."""
    look: str
    """The button that looks for a newer build."""
    newer: str
    """Where a newer build is there than the page that is shown."""
    reload: str
    asking: str
    """While a question is being answered."""
    failed: str
    """Where that could not be done for want of a connection."""
    retry: str
    answer: str
    """Name of what answers a question."""
    also: str
    """Above what was found beside the answer."""
    called: str
    """Above entries that are called what was typed, or begin so."""


class SiteLabels(NamedTuple):
    """What the site says around its pages. Words in braces are filled in."""

    tagline: str
    start: str
    a_z: str
    kinds: str
    cards: str
    map: str
    changes: str
    parity: str
    cite: str
    about: str
    manual: str
    search: str
    menu: str
    skip: str
    games: str
    entry_count: str
    """``{n}`` stands for how many entries there are."""
    find: str
    """Heading of the ways to find an entry."""
    english: str
    also_called: str
    number: str
    as_of: str
    """``{date}``: when the edition appeared."""
    updated: str
    """``{date}``: when the entry last changed."""
    months: tuple[str, ...]
    date: str
    """``{day}``, ``{month}`` and ``{year}``."""
    older: str
    """``{edition}`` is followed, ``{current}`` holds."""
    older_differs: str
    older_same: str
    older_alone: str
    """The current edition has no such entry."""
    rulings_hint: str
    """Above the list of rulings."""
    ruling_count: str
    """``{n}`` stands for how many rulings there are; worded so that no number needs a plural."""
    ruling_states: Mapping[str, str]
    """In a list: a word or two on a ruling that is not simply in force."""
    holds_for: str
    """Before the editions for which a ruling holds."""
    around: str
    around_hint: str
    cited_by_entries: str
    cited_by_cards: str
    not_here: str
    """In a language that lacks the entry."""
    unmatched: str
    """``{n}`` stands for a statement of another edition that this one has no counterpart of."""
    unplaced: str
    """``{n}``: as ``unmatched``, where nobody has said which statements correspond."""
    unknown: str
    """``{n}`` stands for a statement that the entry never had."""
    absent: str
    """At the address of an entry that this language lacks, above its titles in others."""
    absent_game: str
    """The same of a game."""
    copy_entry: str
    contents: str
    """Above the parts of a long entry."""
    data: str
    """Where programs read the page."""
    guides: str
    """Above the guides for several kinds of readers, which are in English."""
    guides_short: str
    """In the menu: where languages and guides are offered."""
    guide_players: str
    guide_forums: str
    guide_maintainers: str
    guide_developers: str
    map_in: str
    map_out: str
    map_all: str
    legend: str
    change_entry: str
    """Of an entry that is new as a whole."""
    change_new: str
    """``{n}`` stands for the numbers of the statements; so in the next two."""
    change_edited: str
    change_gone: str
    change_other: str
    """Of an entry whose statements are what they were."""
    report: str
    report_title: str
    """``{entry}`` and ``{lang}``: subject of a report."""
    neutral: str
    """Above the languages of an entry, on the page that belongs to none."""
    map_hint: str
    changes_hint: str
    changes_none: str
    parity_hint: str
    language: str
    there: str
    missing: str
    older_short: str
    noted: str
    nothing_missing: str
    rights: str
    licence: str
    not_found: str
    not_found_hint: str
    needs_script: str
    continued: str
    """The link of a page that was made to be shared: to where the statement stands."""
    offline: str
    """Heading of what is shown without a connection in place of a page that is not kept."""
    offline_hint: str


class DocumentWords(NamedTuple):
    """What importing a publisher's document of this language looks for, without regard to case."""

    see_also: tuple[str, ...]
    """Labels of a line of references."""
    see: tuple[str, ...]
    """Labels of a reference inside a sentence, or of a heading that only points elsewhere."""
    separators: str
    """What parts the references of such a line, the usual one first."""
    conjunctions: tuple[str, ...]
    """Words that part the last two references."""
    question: tuple[str, ...]
    answer: tuple[str, ...]
    """Letters before a question and its answer in a list of frequent ones."""
    appendix: str
    glossary: tuple[str, ...]
    """Headings that only open the alphabetical part."""
    contents: tuple[str, ...]
    """Headings of tables of contents and alphabetical indexes."""
    questions: tuple[str, ...]
    """Words in the heading of a part with questions about cards."""
    errata: tuple[str, ...]
    """Words in the heading of a part with corrections of cards."""
    lead: tuple[str, ...] = ()
    """What leads to a reference inside a sentence, without a colon."""
    page: tuple[str, ...] = ()
    rule: tuple[str, ...] = ()
    """Words before the number of a rule."""
    on: tuple[str, ...] = ()
    """Words between a title and its page."""
    ordinary: tuple[str, ...] = ()
    """Headings that are no terms, though a sentence may write them with a capital."""


def sounds(text: str) -> tuple[tuple[str, str], ...]:
    """Read pairs of a spelling and the letter for its sound.

    >>> sounds("qu>k h>")
    (('qu', 'k'), ('h', ''))
    """
    return tuple((spelt, sound) for spelt, _, sound in (pair.partition(">") for pair in text.split()))


class Language(NamedTuple):
    """A language: data plus an analyzer."""

    code: str
    locale: str
    """The language and where its shipped documents appeared: Open Graph wants a territory with it."""
    name: str
    """Its own name for itself."""
    see_also: str
    """Label of the see-also line."""
    questions_heading: str
    errata_heading: str
    labels: Labels
    site: SiteLabels
    scripts: ScriptLabels
    prompt: PromptLabels
    alphabet: str
    """Its capital letters, in their order."""
    stop_words: frozenset[str]
    """Folded words that carry no rule: articles, prepositions, auxiliaries, elided articles."""
    question_words: frozenset[str]
    """Folded stop words that no sister language shares as readily: they betray the language of a question."""
    marks: frozenset[str]
    """Signs and letters that no sister language writes as readily: they betray it, too."""
    definition_words: frozenset[str]
    """Folded words that, with a term, only ask what it is: "che cos'è un …"."""
    sounds: tuple[tuple[str, str], ...]
    """Folded spellings that sound alike, and one letter for each, in the order to apply: how people misspell."""
    documents: DocumentWords
    analyzer: Analyzer
    romanisation: tuple[tuple[str, str], ...] = ()
    """Folded letters that are not Latin, and the Latin ones for each: what ids are made of."""

    def sound_of(self, folded: str) -> str:
        """Return how a word sounds, roughly: two spellings of the same sound give the same text."""
        for spelt, sound in self.sounds:
            folded = folded.replace(spelt, sound)
        return _DOUBLED.sub(r"\1", folded)

    def is_told_by_script(self, words: Iterable[str]) -> bool:
        """Tell whether words are in the script of this language, where that tells it: too many write Latin letters."""
        return is_cyrillic(self.alphabet) and any(map(is_cyrillic, words))

    def content_words(self, text: str) -> list[str]:
        """Return the folded words of a text that say something."""
        return [word for word in folded_words(text) if word not in self.stop_words]
