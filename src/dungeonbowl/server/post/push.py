"""Web push: a message to a browser whose page is closed. Needs the extra `push` and the keys of
`dungeonbowl admin push-keys`.

The letter is encrypted for the browser alone; the push service that carries it reads nothing. Its topic is the id of
the news: one that is sent again takes the place of the first."""

from __future__ import annotations

import base64
import os
import time
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.server.post.letters import Letter
from dungeonbowl.server.post.outgoing import NotSent, checked_address, send
from dungeonbowl.storage.matches import token_hash

KEYS_FILE: Final = "push-keys.pem"
LIFE: Final = 24 * 3600  # seconds that a push service keeps a message for a browser that is away
SIGNED: Final = 12 * 3600
MOST_TEXT: Final = 300
FOR_THE_OWNER: Final = 0o600
NO_EXTRA: Final = mark("web push needs the extra 'push': pip install 'dungeonbowl[push]'")


class PushKeys(msgspec.Struct, frozen=True):
    """`at_push` of a browser, as it names them."""

    p256dh: str
    auth: str


class Subscription(msgspec.Struct, frozen=True):
    """Where a browser takes pushes."""

    endpoint: str
    keys: PushKeys


def read_subscription(written: str, anywhere: bool) -> Subscription:
    """`UserError` for what no browser says."""
    try:
        found = msgspec.json.decode(written, type=Subscription)
        key, secret = unpacked(found.keys.p256dh), unpacked(found.keys.auth)
    except (msgspec.DecodeError, ValueError):
        raise UserError("subscription: expected what the browser's PushManager says, as JSON") from None
    if len(key) != 65 or len(secret) != 16:
        raise UserError("subscription: expected what the browser's PushManager says, as JSON")
    checked_address(found.endpoint, anywhere)
    return found


def unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def make_keys(file: Path) -> str:
    """Make the keys of a server, for the owner's eyes only; returns the public half."""
    if file.exists():
        raise UserError(f"{file}: exists already; browsers that take pushes know these keys, so keep them")
    vapid = vapid_class()()
    vapid.generate_keys()
    file.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_THE_OWNER), "wb") as written:
        written.write(vapid.private_pem())
    return public_key(vapid)


def vapid_class() -> Any:
    try:
        return import_module("py_vapid").Vapid02
    except ImportError:
        raise UserError(NO_EXTRA) from None


def public_key(vapid: Any) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


class Pusher:
    """Sends letters to browsers, signed with the keys of this server."""

    def __init__(self, file: Path, contact: str) -> None:
        if not file.is_file():
            raise UserError(f"{file}: there are no keys for web push; `dungeonbowl admin push-keys` makes them")
        try:
            self.vapid = vapid_class().from_pem(file.read_bytes())
        except (ValueError, OSError) as error:
            raise UserError(f"{file}: its keys cannot be read: {error}") from None
        self.contact = contact  # a mail address or a URL, so that a push service can complain
        self.public = public_key(self.vapid)

    def send(self, letter: Letter, written: str, anywhere: bool) -> None:
        """It waits, so call it in a thread."""
        web_pusher = import_module("pywebpush").WebPusher
        try:
            subscription = read_subscription(written, anywhere)
        except UserError as error:
            raise NotSent(str(error), gone=True) from None
        text = "\n".join(letter.lines)[:MOST_TEXT]
        told = {"id": letter.id, "title": letter.title[:150], "body": text, "link": letter.link}
        if letter.board:
            told["image"] = letter.board
        try:
            known = msgspec.to_builtins(subscription)
            body = web_pusher(known).encode(msgspec.json.encode(told), "aes128gcm")["body"]
        except Exception as error:  # keys that are no keys
            raise NotSent(f"the browser's keys are not good: {type(error).__name__}", gone=True) from None
        parts = urlsplit(subscription.endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + SIGNED, "sub": self.contact}
        headers = {
            **self.vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LIFE),
            "Topic": token_hash(letter.id)[:32],
            "Urgency": "normal",
        }
        send(subscription.endpoint, body, headers, anywhere)
