"""The room around a match: clocks, who is there, chat, standing answers."""

from __future__ import annotations

from typing import Literal

import msgspec


class SideClock(msgspec.Struct, frozen=True):
    """Seconds left; null without a clock. While it runs, it falls from the moment the message was sent. Of a clock of
    days: what of it is the bank, when the time is up, how often it was already, whether the coach is on vacation, and
    whether the other coaches may claim that this one concedes."""

    side: int
    left: float | None
    running: bool
    bank: float | None = None
    until: str = ""
    ran_out: int = 0
    away: bool = False
    claimable: bool = False


class Clocks(msgspec.Struct, frozen=True):
    mode: Literal["none", "turn", "bank", "days"]
    sides: list[SideClock]


class Presence(msgspec.Struct, frozen=True):
    """Who is there: for each side whether its coach is connected (a bot always is) and ready, and how many watch.
    `taken`: whether a browser has taken the seat, so that its link opens nothing any more."""

    connected: list[bool]
    ready: list[bool]
    spectators: int
    taken: list[bool] = []


class ChatLine(msgspec.Struct, frozen=True):
    """A line of chat. `side` is null for a spectator. The text is plain: never show it as HTML."""

    number: int
    side: int | None
    name: str
    text: str
    at: str  # when, ISO 8601


class Auto(msgspec.Struct, frozen=True):
    """A standing answer to the prompts of one skill."""

    skill: str
    answer: Literal["always", "never", "ask"]
