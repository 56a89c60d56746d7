"""A log that cannot be changed in the middle: every event names the hash of the one before it.

Teams and competitions keep such a log. What an event means is the business of their folds; the chain knows only its
form. Free text (names, reasons) stands in an event as a reference (`texts.py`), so that a text can be hidden later
without breaking a hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

import msgspec

from dungeonbowl.errors import UserError

START: Final = "0" * 64  # stands before the first event
Role = Literal["coach", "co-coach", "commissioner", "assistant", "rules"]
Reason = Literal["match", "decision", "season", "correction"]
canonical = msgspec.json.Encoder(order="sorted")


class Actor(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who did it. `id` is the member of the league (of an owner of the server who is none, the account); empty where
    nobody has an account. A co-coach decides for the team of somebody else."""

    role: Role
    id: str = ""


class Cause(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Why it happened; `id` is the match, the season or the correction."""

    kind: Reason
    id: str = ""


RULES: Final = Actor("rules")


class Event(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One event of a log: event `seq` of `log`, counted from 1. `body` holds plain values, as JSON has them. Whatever
    else stood in an event would be outside its hash, so nothing else may."""

    log: str
    seq: int
    at: str  # UTC, ISO 8601
    actor: Actor
    cause: Cause
    kind: str
    body: dict[str, Any]
    prev: str
    hash: str
    rule: str = ""
    dice: tuple[int, ...] = ()


class BrokenChain(UserError):
    """A log whose events do not follow from each other. `seq` is the first event that does not."""

    def __init__(self, message: str, seq: int) -> None:
        super().__init__(message)
        self.seq = seq


def digest(event: Event) -> str:
    """The hash of an event: of the hash before it, and of everything else that it says."""
    rest = msgspec.to_builtins(event)
    del rest["hash"], rest["prev"]
    return hashlib.sha256(event.prev.encode() + canonical.encode(rest)).hexdigest()


def sealed(event: Event) -> Event:
    return msgspec.structs.replace(event, hash=digest(event))


def linked(
    log: str,
    before: Sequence[Event],
    *,
    at: str,
    actor: Actor,
    cause: Cause,
    kind: str,
    body: dict[str, Any],
    rule: str = "",
    dice: Iterable[int] = (),
) -> Event:
    """The event that follows on those before it."""
    seq = before[-1].seq + 1 if before else 1
    return sealed(Event(log, seq, at, actor, cause, kind, body, head_of(before), "", rule, tuple(dice)))


def head_of(events: Sequence[Event]) -> str:
    """The hash of the last event."""
    return events[-1].hash if events else START


def refuse_broken(events: Iterable[Event], log: str, prev: str = START, seq: int = 0) -> None:
    """`BrokenChain` at the first event that does not follow on the one before it. A part of a log starts after the
    event `seq` whose hash is `prev`."""
    for event in events:
        seq += 1
        if event.log != log:
            raise BrokenChain(f"event {seq} of {log}: expected one of this log, found one of {event.log}", seq)
        if event.seq != seq:
            raise BrokenChain(f"event {seq} of {log}: expected the number {seq}, found {event.seq}", seq)
        if event.prev != prev:
            raise BrokenChain(f"event {seq} of {log}: it does not follow on the event before it", seq)
        if event.hash != digest(event):
            raise BrokenChain(f"event {seq} of {log} ({event.kind}): it was changed after it was written", seq)
        prev = event.hash
