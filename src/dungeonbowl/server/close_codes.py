"""The codes with which a socket is closed: every one that a client may see. docs/protocol.md has the same table; a test
compares the two."""

from __future__ import annotations

from typing import Final

from dungeonbowl.languages import mark

GONE: Final = 1000
NOT_TEXT: Final = 1007
TOO_LONG: Final = 1009
FAILED: Final = 1011
CLOSING: Final = 1012
TOO_MUCH: Final = 1013
NO_SEAT: Final = 4401
NOT_ALLOWED: Final = 4403
NO_MATCH: Final = 4404
NOT_RESUMED: Final = 4410
REPLACED: Final = 4411
TAKEN: Final = 4412
NOT_REACHED: Final = 4500

MOVED: Final = mark("the match has moved to another server: connect again")  # with the code `CLOSING`

CLOSE_CODES: Final = {
    GONE: "the client has gone",
    NOT_TEXT: "a text that is not UTF-8",
    TOO_LONG: "a message was far too long",
    FAILED: "the server failed; what is stored is safe, connect again",
    CLOSING: "the server is shutting down, or the match leaves its memory: connect again",
    TOO_MUCH: "too many connections, or a client that does not read what it is sent: wait, then connect again",
    NO_SEAT: "the token fits no seat of the match",
    NOT_ALLOWED: "a name or a page that the server does not know (before the upgrade: HTTP 403)",
    NO_MATCH: "there is no such match, or nothing to connect to at that address",
    NOT_RESUMED: "the match cannot be resumed; the reason says what is wrong where",
    REPLACED: "the link was replaced by a new one",
    TAKEN: "the seat of this link was taken by another browser",
    NOT_REACHED: "the server failed before the match was reached",
}
