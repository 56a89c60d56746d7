"""The events of a competition, as bodies: what happened, and nothing that follows from it.

A body is the `kind` and `body` of an event in the competition's log. What an event does is known to the fold alone
(`folding.py`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from dungeonbowl.league.competitions.words import Entry, Fixture, Result


class Happening(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """The base of all bodies."""

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)


class Founded(Happening, frozen=True, kw_only=True, tag="founded"):
    """The competition begins. `options` is the text of the season (`options.py`)."""

    title: str
    options: str


class Entered(Happening, frozen=True, kw_only=True, tag="entered"):
    """A team takes part. With a `stage` it joins one that has begun."""

    entry: Entry
    stage: int = 0
    at: str = ""


class Withdrawn(Happening, frozen=True, kw_only=True, tag="withdrawn"):
    """A team takes part no more: its open fixtures become walk-overs."""

    team: str
    reason: str
    at: str = ""


class Replaced(Happening, frozen=True, kw_only=True, tag="replaced"):
    """Another team takes over the open fixtures of one that plays no more."""

    team: str
    entry: Entry
    reason: str


class StageMade(Happening, frozen=True, kw_only=True, tag="stage_made"):
    """A stage begins. `teams` are in the order of their seeds; `seed` is the published text for lots and pairings."""

    stage: int
    format: str
    teams: tuple[str, ...]
    groups: dict[str, tuple[str, ...]] = {}
    seed: str = ""
    title: str = ""
    at: str = ""


class Paired(Happening, frozen=True, kw_only=True, tag="paired"):
    """The fixtures of a round are published. A rest is a round off; a bye counts as a result; who is absent misses the
    round and gets nothing for it."""

    stage: int
    round: int
    fixtures: tuple[Fixture, ...]
    byes: tuple[str, ...] = ()
    rests: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    title: str = ""
    remark: str = ""


class Repaired(Happening, frozen=True, kw_only=True, tag="repaired"):
    """A published round is paired anew, for a reason. Fixtures that have begun stay as they are."""

    stage: int
    round: int
    fixtures: tuple[Fixture, ...]
    byes: tuple[str, ...] = ()
    rests: tuple[str, ...] = ()
    reason: str


class Challenged(Happening, frozen=True, kw_only=True, tag="challenged"):
    """Two teams agree to play, in a stage whose rounds nobody makes: a ladder or open play."""

    fixture: Fixture


class Befriended(Happening, frozen=True, kw_only=True, tag="friendly"):
    """A friendly is arranged: a fixture of no stage (O-LEAGUE-05)."""

    fixture: Fixture


class Opened(Happening, frozen=True, kw_only=True, tag="opened"):
    """A round may be played from now on, until its deadline."""

    stage: int
    round: int
    opens: str = ""
    deadline: str = ""


class Offered(Happening, frozen=True, kw_only=True, tag="offered"):
    """A coach offers times to play."""

    fixture: str
    team: str
    times: tuple[str, ...]


class Agreed(Happening, frozen=True, kw_only=True, tag="agreed"):
    """The coaches agree on a time."""

    fixture: str
    time: str


class Deadline(Happening, frozen=True, kw_only=True, tag="deadline"):
    """The commissioner sets the deadline of a fixture; empty for none."""

    fixture: str
    deadline: str
    reason: str


class Extended(Happening, frozen=True, kw_only=True, tag="extended"):
    """The coaches of a fixture extend its deadline together. An empty deadline is the end of the running match."""

    fixture: str
    deadline: str
    by: tuple[str, ...] = ()


class Began(Happening, frozen=True, kw_only=True, tag="began"):
    """The match of a fixture begins."""

    fixture: str
    match: str


class Reported(Happening, frozen=True, kw_only=True, tag="reported"):
    """A coach reports the result of a paper match. It stands when all have reported the same."""

    by: str
    result: Result


class Resulted(Happening, frozen=True, kw_only=True, tag="result"):
    """The result of a fixture stands."""

    result: Result
    reason: str = ""


class WalkedOver(Happening, frozen=True, kw_only=True, tag="walkover"):
    """A team wins because nobody else came."""

    fixture: str
    winner: str
    reason: str = ""
    at: str = ""


class Unplayed(Happening, frozen=True, kw_only=True, tag="unplayed"):
    """Nobody came."""

    fixture: str
    reason: str = ""
    at: str = ""


class Reopened(Happening, frozen=True, kw_only=True, tag="reopened"):
    """An abandoned match is to be played anew; what it had brought is void."""

    fixture: str
    reason: str


class RolledOff(Happening, frozen=True, kw_only=True, tag="roll_off"):
    """A drawn knock-out is decided by dice. `dice` are the rolls of both teams, again while the sums are equal;
    `rerolls` are the team re-rolls that each has left."""

    fixture: str
    dice: tuple[tuple[int, int], ...]
    rerolls: tuple[int, int] = (0, 0)


class Lot(Happening, frozen=True, kw_only=True, tag="lot"):
    """Lots are drawn for teams that nothing else separates; the higher number stands first."""

    stage: int
    numbers: dict[str, int]


class Amended(Happening, frozen=True, kw_only=True, tag="amended"):
    """Options change from a round on that has not begun. `options` is a text with the changes only."""

    options: str
    stage: int
    round: int
    reason: str


class Prize(Happening, frozen=True, kw_only=True, tag="prize"):
    """A team is given a prize (O-LEAGUE-04)."""

    team: str
    place: int
    gold: int = 0
    trophy: bool = False


class Finished(Happening, frozen=True, kw_only=True, tag="finished"):
    """A stage is over, or with stage 0 the competition. Teams of one place share it."""

    places: tuple[tuple[str, ...], ...]
    stage: int = 0


Change = (
    Founded
    | Entered
    | Withdrawn
    | Replaced
    | StageMade
    | Paired
    | Repaired
    | Challenged
    | Befriended
    | Opened
    | Offered
    | Agreed
    | Deadline
    | Extended
    | Began
    | Reported
    | Resulted
    | WalkedOver
    | Unplayed
    | Reopened
    | RolledOff
    | Lot
    | Amended
    | Prize
    | Finished
)


class Void(Happening, frozen=True, kw_only=True, tag="void"):
    """An earlier event counts no more, for a reason; `instead` takes its place. A void can be voided too."""

    event: int
    reason: str
    instead: Change | None = None


Body = Change | Void


def parts_of(body: Body) -> tuple[str, dict[str, Any]]:
    """The `kind` and the `body` of the event in a log."""
    found: dict[str, Any] = msgspec.to_builtins(body)
    return found.pop("kind"), found


def body_of(kind: str, values: dict[str, Any]) -> Body:
    """The body of an event in the log of a competition.

    >>> body_of("agreed", {"fixture": "1-1-1", "time": "2026-03-01T19:00:00Z"}).kind
    'agreed'
    """
    found: Body = msgspec.convert({"kind": kind, **values}, Body)
    return found
