"""A chat bot that answers ``((term))`` with the rule: the whole of it, with the standard library alone.

usage: python examples/bot.py [--as discord] [--lang it] [--game marvel-champions]

Reads chat messages from standard input, one JSON object per line, and writes its replies the same way:

    in   {"id": 7, "author": "ada", "text": "Does ((overkill)) hit the villain? And ((stunned#2))?"}
    out  {"reply_to": 7, "text": "> **Sopraffazione** ...", "allowed_mentions": {"parse": []}}

A message without ``((...))`` gets no reply; a term that names nothing gets the nearest names. To put the bot into a
real chat, feed it from that chat's library and post what it writes: ``replies`` takes one message's text and knows
nothing of where it came from. ``allowed_mentions`` is Discord's own key: post it too, and no reply ever calls anybody.

The bot builds on what the compendium promises to keep, the JSON of its commands (``compendium quote --json``): it
imports nothing of it, and could be written in any language. It runs the command once per term, without a shell, with
the term as one argument after ``--``: what somebody types in a chat is never an option and never a program. Whatever
a message holds, it costs one line on standard error at most, and the bot goes on.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

MENTION = re.compile(r"\(\(([^()\n]{1,100})\)\)")
MOST_PER_MESSAGE = 3
LONGEST_LINE = 100_000
SECONDS = 60


def compendium(*arguments: str) -> dict:
    """Run a command of the compendium and return its JSON; an error is an object with the key ``error``."""
    program = shutil.which("compendium")
    command = [program] if program else [sys.executable, "-m", "compendium_cli"]
    try:
        done = subprocess.run([*command, *arguments], capture_output=True, timeout=SECONDS)
        answer = json.loads(done.stdout)
    except (OSError, ValueError, RecursionError, subprocess.TimeoutExpired) as error:
        return {"error": {"code": "broken", "message": f"no answer: {error}"}}
    return answer if isinstance(answer, dict) else {"error": {"code": "broken", "message": "an answer that is none"}}


def replies(text: str, options: Iterable[str]) -> Iterator[str]:
    """Yield an answer for each ``((term))`` of a message, each term once."""
    # Nobody types what cannot be printed, and no program takes it as an argument.
    typed = "".join(char if char.isprintable() else " " for char in text)
    for term in list(dict.fromkeys(found.strip() for found in MENTION.findall(typed)))[:MOST_PER_MESSAGE]:
        if not term:
            continue
        answer = compendium("quote", "--json", *options, "--", term)
        error = answer.get("error", {})
        if "quote" in answer:
            yield str(answer["quote"])
        elif error.get("code") == "not-found":
            nearest = ", ".join(words(name) for name in error.get("suggestions", [])[:3])
            yield f"{words(term)}: ?" + (f" ({nearest})" if nearest else "")
        else:
            complain(error.get("message", "an answer that is none"))


def words(text: str) -> str:
    """Return only what has no meaning in any chat: what was typed comes back as no mention, link or markup."""
    return " ".join(re.sub(r"[^\w'’/#-]|_|(?<=/)/", " ", text).split())


def complain(what: object) -> None:
    """Tell whoever runs the bot, in one line that no terminal obeys."""
    print(ascii(f"bot: {what}")[1:-1], file=sys.stderr)


def lines(stream: TextIO) -> Iterator[str]:
    """Yield the lines of a stream; of one that has no end in sight, only its beginning."""
    while line := stream.readline(LONGEST_LINE):
        yield line
        while len(line) == LONGEST_LINE and not line.endswith("\n"):
            line = stream.readline(LONGEST_LINE)


def read(line: str) -> tuple[str, str | int | None] | None:
    """Return the text and the id of a message, or nothing where the line is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or not isinstance(message.get("text"), str):
        return None
    sent_as = message.get("id")
    return (message["text"], sent_as) if sent_as is None or isinstance(sent_as, (str, int)) else None


def main() -> None:
    """Answer messages until standard input ends."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--as", dest="form", default="discord", help="markup of the chat, as in compendium quote --as")
    parser.add_argument("--lang", help="language of the answers; without it, the language of the term")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--glossary", help="another glossary folder")
    given = parser.parse_args()
    options = ["--as", given.form]
    for name in ("lang", "game", "glossary"):
        if value := getattr(given, name):
            options += [f"--{name}", value]
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", errors="replace")
    for line in lines(sys.stdin):
        if (message := read(line)) is None:
            complain("a line that is no message")
            continue
        text, sent_as = message
        if answers := list(replies(text, options)):
            reply = {"reply_to": sent_as, "text": "\n\n".join(answers), "allowed_mentions": {"parse": []}}
            print(json.dumps(reply, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
