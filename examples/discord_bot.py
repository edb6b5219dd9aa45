"""A Discord bot that answers from the rules: /rules QUESTION, and "Quote ((terms))" in the menu of any message.

usage: DISCORD_APPLICATION=… DISCORD_KEY=… DISCORD_TOKEN=… python examples/discord_bot.py PORT [GLOSSARY]

Needs rules-compendium and cryptography. The developer portal gives the application's id, its public key and the bot's
token; there, name the https address that leads to PORT as the interactions endpoint.
"""

import json
import os
import sys
import urllib.request
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from compendium_cli.compendium import open_compendium
from compendium_cli.replies import Chat

API = f"{os.environ.get('DISCORD_API', 'https://discord.com/api/v10')}/applications/{os.environ['DISCORD_APPLICATION']}"
KEY = Ed25519PublicKey.from_public_bytes(bytes.fromhex(os.environ["DISCORD_KEY"]))
QUESTION = {"type": 3, "name": "question", "description": "What you want to know", "required": True}
RULES = {"type": 1, "name": "rules", "description": "Find the ruling", "options": [QUESTION]}
COMMANDS = [RULES, {"type": 3, "name": "Quote ((terms))"}]
ONLY_FOR_READER = 64
CHAT = Chat(open_compendium(*sys.argv[2:3]), "discord", longest=2000)


def reply(asked):
    """Return the answer to a ping, to /rules, or to the message whose menu was opened."""
    if asked["type"] == 1:
        return {"type": 1}
    data, reader = asked["data"], asked.get("locale")
    if data["type"] == 1:
        said = CHAT.reply(data["options"][0]["value"], reader)
    else:
        said = CHAT.quoted(data["resolved"]["messages"][data["target_id"]]["content"])
    shown = {"content": said} if said else {"content": CHAT.welcome(reader), "flags": ONLY_FOR_READER}
    return {"type": 4, "data": {**shown, "allowed_mentions": {"parse": []}}}


class Interactions(BaseHTTPRequestHandler):
    """The endpoint that Discord calls; a call without its signature is refused."""

    timeout = 5

    def do_POST(self):
        """Answer Discord's ping, or a command."""
        status, said = 401, b""
        with suppress(AttributeError, InvalidSignature, LookupError, TypeError, ValueError):
            body = self.rfile.read(min(int(self.headers["Content-Length"]), 1_000_000))
            signed = self.headers["X-Signature-Timestamp"].encode() + body
            KEY.verify(bytes.fromhex(self.headers["X-Signature-Ed25519"]), signed)
            status = 400  # it is Discord's, but perhaps of another shape
            status, said = 200, json.dumps(reply(json.loads(body))).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(said)


if __name__ == "__main__":
    CHAT.compendium.complete()  # Discord waits three seconds for an answer, not for the glossary to be compiled
    headers = {"Authorization": f"Bot {os.environ['DISCORD_TOKEN']}", "Content-Type": "application/json"}
    headers["User-Agent"] = "DiscordBot (https://compendium.example, 1)"
    told = urllib.request.Request(f"{API}/commands", json.dumps(COMMANDS).encode(), headers, method="PUT")
    urllib.request.urlopen(told, timeout=30).close()
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Interactions).serve_forever()
