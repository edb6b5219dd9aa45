"""A chat bot that answers ``((term))`` with the rule: the whole of it, with the standard library alone.

usage: python examples/bot.py [--as discord] [--lang it] [--game marvel-champions]

Reads chat messages from standard input, one JSON object per line, and writes its replies the same way:

    in   {"id": 7, "author": "ada", "text": "Does ((overkill)) hit the villain? And ((stunned#2))?"}
    out  {"reply_to": 7, "text": "> **Sopraffazione** ..."}

A message without ``((...))`` gets no reply; a term that names nothing gets the nearest names. To put the bot into a
real chat, feed it from that chat's library and post what it writes: ``replies`` takes one message's text and knows
nothing of where it came from.

The bot builds on what the compendium promises to keep, the JSON of its commands (``compendium quote --json``): it
imports nothing of it, and could be written in any language. It runs the command once per term, without a shell, with
the term as one argument after ``--``: what somebody types in a chat is never an option and never a program.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator

MENTION = re.compile(r"\(\(([^()\n]{1,100})\)\)")
MOST_PER_MESSAGE = 3
SECONDS = 60


def compendium(*arguments: str) -> dict:
    """Run a command of the compendium and return its JSON; an error is an object with the key ``error``."""
    program = shutil.which("compendium")
    command = [program] if program else [sys.executable, "-m", "compendium_cli"]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, encoding="utf-8", timeout=SECONDS)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"error": {"code": "broken", "message": done.stderr.strip() or "no answer", "suggestions": []}}


def replies(text: str, options: Iterable[str]) -> Iterator[str]:
    """Yield an answer for each ``((term))`` of a message, each term once."""
    for term in list(dict.fromkeys(found.strip() for found in MENTION.findall(text)))[:MOST_PER_MESSAGE]:
        if not term:
            continue
        answer = compendium("quote", "--json", *options, "--", term)
        if "error" not in answer:
            yield answer["quote"]
        elif answer["error"]["code"] == "not-found":
            nearest = ", ".join(answer["error"]["suggestions"][:3])
            # A zero-width space keeps an @ that somebody typed from calling everyone.
            yield f"{term}: ?".replace("@", "@\u200b") + (f" ({nearest})" if nearest else "")
        else:
            print(f"bot: {answer['error']['message']}", file=sys.stderr)


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
    for line in sys.stdin:
        try:
            message = json.loads(line)
            text, sent_as = str(message["text"]), message.get("id")
        except (ValueError, TypeError, KeyError, AttributeError):
            print("bot: a line that is no message", file=sys.stderr)
            continue
        if answers := list(replies(text, options)):
            print(json.dumps({"reply_to": sent_as, "text": "\n\n".join(answers)}, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
