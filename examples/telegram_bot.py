"""A Telegram bot that answers from the rules: a question sent to it alone, and every ((term)) of a group it is in.

usage: TELEGRAM_TOKEN=… python examples/telegram_bot.py [GLOSSARY]

Needs rules-compendium alone. @BotFather gives the token; to see ((terms)) in a group, turn the bot's privacy mode off.
"""

import json
import os
import sys
import time
import urllib.request

from compendium_cli.compendium import open_compendium
from compendium_cli.replies import Chat

API = f"{os.environ.get('TELEGRAM_API', 'https://api.telegram.org')}/bot{os.environ['TELEGRAM_TOKEN']}/"


def call(method, **fields):
    """Call a method of Telegram's Bot API and return its result."""
    request = urllib.request.Request(API + method, json.dumps(fields).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=90) as response:
        return json.load(response)["result"]


def main():
    """Ask for messages and reply to them, until somebody stops it."""
    chat, seen = Chat(open_compendium(*sys.argv[1:2]), "plain", longest=4096), 0
    while True:
        try:
            for update in call("getUpdates", offset=seen + 1, timeout=50, allowed_updates=["message"]):
                seen, message = update["update_id"], update.get("message", {})
                text, room = message.get("text", ""), message.get("chat", {})
                reader = message.get("from", {}).get("language_code")
                if reply := chat.reply(text, reader) if room.get("type") == "private" else chat.quoted(text):
                    said = {"reply_parameters": {"message_id": message["message_id"]}, "text": reply}
                    call("sendMessage", chat_id=room["id"], link_preview_options={"is_disabled": True}, **said)
        except (KeyError, OSError, ValueError) as error:  # Telegram is away, or does not take what we say
            print(f"telegram_bot: {error!r}", file=sys.stderr)
            time.sleep(5)


if __name__ == "__main__":
    main()
