"""What each sign is worth when statements are ranked: every number of the ranking, set by ``benchmarks/answers.py``."""

from __future__ import annotations

from typing import NamedTuple

from compendium_cli.model import StatementKind


class Weights(NamedTuple):
    """Signs are shares between 0 and 1; a weight says how much a full share counts."""

    full_text: float = 1.3
    """The full-text score of the statement, relative to the best one."""
    asked: float = 2.8
    """How like the question is to the nearest of the players' own phrasings."""
    covered: float = 1.4
    """How much of the question the statement speaks about, with its entry's names."""
    entry: float = 0.6
    """How much of the question the whole entry speaks about."""
    voices: float = 3.0
    """How surely one of the entry's texts and phrasings says what the question says, all of them heard together."""
    sound: float = 1.6
    """How much the question sounds like the entry, by groups of letters."""
    named: float = 1.4
    """The question names the entry."""
    mentioned: float = 0.3
    """The statement mentions other concepts that the question names."""
    spread: float = 0.5
    """What the entry's neighbours in the graph are worth."""
    bare: float = 6.0
    """The question is only the entry's name: the entry from its beginning."""
    beside: float = 1.0
    """What the choice between the statements of an entry adds or takes, by the next five."""

    owed: float = 1.0
    """What an entry that the question names plainly lacks to be among the first five."""

    own: float = 0.2
    """What speaks for the statement itself, of all that speaks for its entry."""
    apart: float = 2.7
    """The question's words that a statement has and the others of its entry lack."""
    phrasings: float = 0.54
    """How like the question are all of the players' own phrasings, together."""
    opening: float = 0.6
    """Taken from the first statement, which says what a thing is and seldom decides a case."""
    aside: float = 0.5
    """Taken from a note or a change of a newer edition."""

    card: float = 0.7
    """What is named is a card: many a card is called like the hero of a case."""
    plainly: float = 0.1
    """A concept is named plainly by this share of the question's weight."""
    synonym: float = 0.8
    """A concept's title, where the question calls it by another name."""
    related: float = 0.8
    """A word that players use in place of the question's word."""
    misspelt: float = 0.7
    """A word that had to be mended."""
    number: float = 0.3
    """A number: players' numbers are seldom the rule's."""
    somebody: float = 0.5
    """A capitalised word that names no entry: the hero of a case is seldom the rule's."""
    unknown: float = 0.4
    """A word that the glossary never uses."""
    phrase: float = 0.5
    """What a word of a phrasing counts against it where the question lacks it."""

    see_also: float = 1.0
    """How well evidence passes to the entries of a see-also line."""
    cited_by: float = 0.6
    """How well it passes back to the entries whose see-also line leads here."""

    example: float = 1.0
    note: float = 0.6
    newer: float = 0.9
    """An example, a note or a change of a newer edition decides less often than a rule."""

    lacking: float = 0.75
    """A rule that the reader's edition lacks: players mostly ask about the edition they own."""
    other_game: float = 0.85
    """A statement of a game that the question is probably not about."""
    size: float = 0.2
    """How far the larger game is the likelier one: the power of its number of entries."""
    border: float = 0.6
    """A rule that the question's own language lacks, found in the answer's by the concepts alone."""

    elsewhere: float = 7.5
    """Doubt for words of other matters, by their odds; words of the rules take doubt away."""
    strange: float = 0.25
    """Doubt for each word that neither rules nor players ever used."""
    spoken_about: float = 0.8
    """Doubt taken away by an entry that speaks about all of the question."""
    asked_for: float = 4.5
    """Doubt taken away by an entry that players surely ask for like that."""
    likely: float = 12.0
    """Doubt taken away by a question that sounds like one entry and no other."""
    length: float = 3.1
    """Doubt taken away by the length of the question, as its logarithm: the longer, the less of it sounds like one."""
    few: float = 3.0
    """Doubt taken away where there are few entries, by the inverse of the logarithm of their number."""
    game: float = 2.5
    """Doubt taken away where the game was chosen: who does that asks about its rules."""
    doubt: float = -10.8
    """From this much doubt on, nothing decides the question."""
    worth_reading: float = 0.4
    """A statement this much worse than the best adds noise, not an answer."""

    def factor(self, kind: str) -> float:
        """Return what a kind of statement counts."""
        if kind == StatementKind.EXAMPLE:
            return self.example
        if kind == StatementKind.NOTE:
            return self.note
        return self.newer if kind == StatementKind.NEWER else 1.0


WEIGHTS = Weights()
