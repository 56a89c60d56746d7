"""Webhooks, in the form that Discord reads. Others (Mattermost, Slack by its Discord-like address) read it too."""

from __future__ import annotations

import msgspec

from dungeonbowl.server.post.letters import Letter
from dungeonbowl.server.post.outgoing import send

MOST_TITLE = 250
MOST_TEXT = 3500


def hook_body(letter: Letter) -> bytes:
    """One embed with the title as a link, and the board. Nobody is mentioned, whatever a name contains."""
    title = cut(plain(letter.title), MOST_TITLE)
    text = cut(plain("\n".join(f"• {line}" for line in letter.lines)), MOST_TEXT)
    embed: dict[str, object] = {"title": title, "description": text, "url": letter.link}
    if letter.board:
        embed["image"] = {"url": letter.board}
    body = {
        "username": "Dungeon Bowl",
        "embeds": [embed],
        "allowed_mentions": {"parse": []},
    }
    return msgspec.json.encode(body)


def plain(text: str) -> str:
    """A text in which no sign is markup of the chat."""
    return "".join(f"\\{sign}" if sign in "\\*_~`|>[]()#@" else sign for sign in text)


def cut(text: str, most: int) -> str:
    """As much of a text as Discord takes, without half of an escaped sign at its end."""
    if len(text) <= most:
        return text
    left = text[: most - 1]
    odd = (len(left) - len(left.rstrip("\\"))) % 2
    return left[: len(left) - odd] + "…"


def send_hook(letter: Letter, address: str, anywhere: bool) -> None:
    send(address, hook_body(letter), {"Content-Type": "application/json"}, anywhere)
