"""What a bot says in a chat: the answer to a question, or a quotation for each ((term)) of a message.

A reply has room in a message of the service: what is too long is cut between statements, never within one, so that no
markup is left open; where not even one has room, its link stands for it. No reply calls anybody.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from compendium_cli.errors import NotFoundError
from compendium_cli.languages import LANGUAGES, folded_words, language
from compendium_cli.links import safe_address
from compendium_cli.mentions import replace_mentions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from compendium_cli.answering.answers import Answer
    from compendium_cli.answering.selection import Ruling
    from compendium_cli.compendium import Compendium

#: Nobody wants more of them in a chat, or names so long.
_MOST_TERMS = 3
_MOST_RULINGS = 2
_MOST_NAMES = 3
_LONGEST_NAME = 100
_APART = "\n\n"
#: An address, which stays as it is, or what calls somebody.
_CALLING = re.compile(r"https?://\S+|@(?=\w)")


class Chat(NamedTuple):
    """A chat to reply in.

    >>> from compendium_cli.compendium import open_compendium
    >>> chat = Chat(open_compendium(), "plain", longest=4096, lang="it")
    >>> print(chat.reply("Vale ((guardia#1))?"))
    Guardia
    Guardia è la parola chiave con cui un gregario fa scudo al criminale.
    — Marvel Champions: Il Gioco di Carte · edizione it-1.7 (Compendio delle regole, 1.7)
    https://compendium.example/it/marvel-champions/guard/#1
    """

    compendium: Compendium
    form: str
    """The markup of its messages, as ``compendium quote --as`` takes it."""
    longest: int
    """Characters of its longest message, counted as UTF-16 does: no service counts more."""
    lang: str | None = None
    game: str | None = None

    def reply(self, message: str, reader: str | None = None) -> str:
        """Return quotations of the ((terms)) of a message; where it has none, the answer to it as a question.

        A command of the chat such as ``/start``, thanks and greetings are no questions: whoever sends them is told what
        is. ``reader`` is the code of the language that the chat says its reader has.
        """
        command, _, asked = message.strip().partition(" ") if message.lstrip().startswith("/") else ("", "", message)
        if (command and not asked.strip()) or (message.strip() and not self._asks(message)):
            return self.welcome(reader or self._spoken(message))
        return self.quoted(asked) or self.answered(asked)

    def welcome(self, reader: str | None = None) -> str:
        """Return what can be asked here."""
        lang = self.lang or (reader or "").partition("-")[0]
        labels = language(lang if lang in LANGUAGES else self.compendium.languages()[0]).labels
        return self._together([[labels.welcome]])

    def _asks(self, message: str) -> bool:
        """Tell whether a message says more than thanks and greetings, which carry no rule in any language."""
        return self._spoken(message) is None

    def _spoken(self, message: str) -> str | None:
        """Return the language in which all words of a message are small ones, if it has words."""
        words = folded_words(message)
        return next((code for code, known in LANGUAGES.items() if words and known.stop_words.issuperset(words)), None)

    def quoted(self, message: str) -> str:
        """Return a quotation for each ((term)) of a message; nothing where it has none."""
        terms: dict[str, None] = {}
        replace_mentions(message, lambda term, **_: terms.setdefault(term))
        return self._together(self._quotations(term) for term in list(terms)[:_MOST_TERMS])

    def answered(self, question: str) -> str:
        """Return the rules that decide a question, or that none does, with links to what comes near."""
        if not question.strip():
            return ""
        try:
            answer = self.compendium.ask(question, lang=self.lang, game=self.game)
        except NotFoundError:  # it names a statement that is not there
            return self._together([self._quotations(question)])
        settling = [ruling for ruling in answer.rulings if ruling.settles]
        notice = [[answer.other_language]] if answer.other_language else []
        if not settling:
            return self._together([*notice, *([text] for text in self._undecided(answer))])
        return self._together([*notice, *map(self._rulings, settling[:_MOST_RULINGS])])

    def _together(self, texts: Iterable[Iterable[str]]) -> str:
        """Return one text of each, the first that has room, the most wanted standing first."""
        said = ""
        for alternatives in texts:
            for text in alternatives:
                more = _CALLING.sub(lambda found: "@\u200b" if found.group() == "@" else found.group(), text)
                longer = f"{said}{_APART}{more}" if said else more
                if len(longer.encode("utf-16-le", "replace")) <= 2 * self.longest:
                    said = longer
                    break
        return said

    def _quotations(self, term: str) -> Iterator[str]:
        """Yield quotations of what a term names, shorter and shorter; what comes near where it names nothing."""
        try:
            found = self.compendium.quotation(term, self.form, lang=self.lang, game=self.game)
        except NotFoundError as error:
            near = ", ".join(map(_words, error.suggestions[:_MOST_NAMES]))
            yield f"{_words(term)}: ?" + (f" ({near})" if near else "")
            return
        numbers = found.statements or tuple(said.n for said in found.entry.statements if said.n is not None)
        yield found.text
        for many in range(len(numbers) - 1, 0, -1):
            yield self.compendium.quote(found.entry, self.form, numbers[:many])
        yield self._address(found.url)

    def _rulings(self, ruling: Ruling) -> Iterator[str]:
        """Yield quotations of what answers, shorter and shorter."""
        entry, deciding = ruling.entry, ruling.statement.n
        if entry.is_ruling:
            yield self.compendium.quote(entry, self.form)  # with what proves it
        if deciding is not None:
            together = sorted({said.n for said in ruling.shown if said.n is not None})
            yield self.compendium.quote(entry, self.form, together)
            yield self.compendium.quote(entry, self.form, [deciding])
        yield self._address(self.compendium.url(entry, deciding))

    def _address(self, url: str) -> str:
        """Return an address as it stands in a message; Discord makes no preview of one in angle brackets."""
        return f"<{safe_address(url)}>" if self.form == "discord" else safe_address(url)

    def _undecided(self, answer: Answer) -> Iterator[str]:
        labels = language(answer.lang).labels
        if answer.card:
            names = answer.card.names
            yield labels.silent_card.format(card=_words(names.get(answer.lang) or next(iter(names.values()))))
            products = answer.card.products
            product = products.get(answer.lang) or next(iter(products.values()), "")
            number = f"#{answer.card.number}" if answer.card.number else ""
            yield " · ".join(filter(None, map(_words, (product, number, *answer.card.codes))))
        else:
            yield labels.undecided
        near = (self.compendium.title(name, answer.lang) for name in answer.nearest[:_MOST_NAMES])
        if told := ", ".join(map(_words, near)):
            yield f"{labels.nearest}: {told}"


def _words(text: str) -> str:
    """Return only what has no meaning in any chat: what was typed comes back as no mention, link or markup."""
    return " ".join(re.sub(r"[^\w'’/#(),-]|_|(?<=/)/", " ", text[:_LONGEST_NAME]).split())
