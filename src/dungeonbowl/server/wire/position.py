"""The position: where everything is, and how it stands."""

from __future__ import annotations

from typing import Literal

import msgspec

from dungeonbowl.server.wire.kinds import BallKind, CounterKey, Status


class PieceState(msgspec.Struct, frozen=True):
    """Where a player is and how it is. `status` is one of standing, prone, stunned in the dungeon; reserves,
    knocked-out, casualty, sent-off, lost, turned-to-stone, absent outside. `conditions` are words: "activated"."""

    piece: int
    side: int
    square: int | None
    status: Status
    conditions: list[str] = []
    holds: list[int] = []  # balls


class BallState(msgspec.Struct, frozen=True):
    """A ball: on a square, held by a piece, hidden in a chest, or gone."""

    where: Literal["square", "held", "hidden", "gone"]
    square: int | None = None
    piece: int | None = None
    kind: BallKind = ""  # one of `Setup.things`; empty for an ordinary ball, and for a ball whose kind is not known yet


class Counter(msgspec.Struct, frozen=True):
    """Something that a side has some of, or has used: re-rolls, bribes, wizards."""

    key: CounterKey
    label: str
    value: int


class SideState(msgspec.Struct, frozen=True):
    """What changes about a side. `zone` is the end zone that it calls its own; `used` are the once-per-turn actions
    that it has declared in this team turn, in words; `dugout_used` is the light of the dugout portal."""

    side: int
    score: int
    turn: int
    zone: int
    counters: list[Counter] = []
    used: list[str] = []
    dugout_used: bool = False


class PortalState(msgspec.Struct, frozen=True):
    number: int
    square: int


class Acting(msgspec.Struct, frozen=True):
    """The player who is being activated, and how far it can still go."""

    piece: int
    declared: str = ""
    target: int | None = None
    moves_left: int = 0
    rushes_left: int = 0


class Position(msgspec.Struct, frozen=True):
    """The whole position. `active` is the side whose team turn it is, -1 before the first one."""

    pieces: list[PieceState]
    balls: list[BallState]
    chests: list[int]
    portals: list[PortalState]
    sides: list[SideState]
    active: int
    acting: Acting | None
    turn_text: str
    over: bool = False
    winner: int | None = None  # -1 for a draw; null while the match goes on
    opened: list[int] = []  # squares where a chest has been opened
    tokens: dict[str, list[int]] = {}  # other things on the floor: name -> squares
