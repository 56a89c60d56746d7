"""The formats of a stage and what can be set for each, with their text form: `swiss(rounds=5)`."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from dungeonbowl.errors import UserError
from dungeonbowl.league import option_text

TEXT: Final = re.compile(r"\s*([a-z_]+)\s*(?:\((.*)\))?\s*", re.DOTALL)


class Format(msgspec.Struct, frozen=True, kw_only=True, tag_field="format", forbid_unknown_fields=True):
    """The base of all formats."""


class RoundRobin(Format, frozen=True, kw_only=True, tag="round_robin"):
    """Everybody meets everybody else of the same group."""

    meetings: Annotated[
        int, Meta(ge=1, le=4, description="how often each pair meets", extra={"rule": "O-LEAGUE-01"})
    ] = 2
    groups: Annotated[int, Meta(ge=1, le=64, description="how many groups (divisions) there are")] = 1
    by: Annotated[
        Literal["seed", "division"], Meta(description="who is in which group: drawn from pots by seed, or as entered")
    ] = "seed"
    house_rule: Annotated[
        bool, Meta(description="groups may have fewer than four teams", extra={"rule": "O-LEAGUE-01"})
    ] = False


class Swiss(Format, frozen=True, kw_only=True, tag="swiss"):
    """A number of rounds in which teams meet others with as many points."""

    rounds: Annotated[
        int,
        Meta(ge=0, le=64, description="how many rounds; none: as many as find a winner, and one", extra={"none": True}),
    ] = 0
    first: Annotated[Literal["lot", "seed"], Meta(description="how the first round is paired")] = "lot"


class KnockOut(Format, frozen=True, kw_only=True, tag="knock_out"):
    """Who loses is out."""

    qualify: Annotated[
        int,
        Meta(
            ge=0,
            le=1024,
            description="how many teams of the stage before take part; none: everybody",
            extra={"rule": "O-LEAGUE-03", "none": True},
        ),
    ] = 0
    third_place: Annotated[
        bool, Meta(description="the losers of the semi-finals play for third place", extra={"rule": "O-LEAGUE-03"})
    ] = True
    second_life: Annotated[bool, Meta(description="only a second loss puts a team out")] = False


class Ladder(Format, frozen=True, kw_only=True, tag="ladder"):
    """Teams stand in a row, and challenge others above them."""

    reach: Annotated[int, Meta(ge=1, le=1000, description="how many places above one may challenge")] = 5
    idle_days: Annotated[
        int, Meta(ge=0, le=1000, description="days without a match that cost a place", extra={"none": True})
    ] = 30
    by: Annotated[
        Literal["place", "rating"], Meta(description="the winner takes the place, or ratings are the order")
    ] = "place"


class OpenPlay(Format, frozen=True, kw_only=True, tag="open_play"):
    """Teams play whom they like."""

    gap: Annotated[
        int, Meta(ge=0, le=100, description="the widest gap of ratings that is matched", extra={"none": True})
    ] = 8
    meetings: Annotated[
        int, Meta(ge=0, le=1000, description="the most matches against one opponent", extra={"none": True})
    ] = 3


class Pods(Format, frozen=True, kw_only=True, tag="pods"):
    """Three or four teams at a table."""

    rounds: Annotated[int, Meta(ge=1, le=64, description="how many rounds before the final")] = 3
    final: Annotated[bool, Meta(description="the best four play a last table")] = True
    places: Annotated[
        bool,
        Meta(
            description="points by touchdowns, 3, 2, 1 and 0, instead of 3 for the winner",
            extra={"rule": "A-MULTI-05"},
        ),
    ] = False


StageFormat = RoundRobin | Swiss | KnockOut | Ladder | OpenPlay | Pods
FORMATS: Final[dict[str, StageFormat]] = {
    "round_robin": RoundRobin(),
    "swiss": Swiss(),
    "knock_out": KnockOut(),
    "ladder": Ladder(),
    "open_play": OpenPlay(),
    "pods": Pods(),
}


def read_format(text: str) -> StageFormat:
    """A format from its text.

    >>> read_format("knock_out(qualify=4)").third_place
    True
    """
    found = TEXT.fullmatch(text)
    if found is None or found[1] not in FORMATS:
        raise UserError(f"stage {text!r}: expected one of {', '.join(FORMATS)}, as in round_robin(meetings=2)")
    return option_text.read_into(FORMATS[found[1]], found[2] or "", f"stage {found[1]}")


def name_of_format(stage: StageFormat) -> str:
    return str(stage.__struct_config__.tag)


def write_format(stage: StageFormat) -> str:
    """The shortest text of a format.

    >>> write_format(RoundRobin(meetings=1))
    'round_robin(meetings=1)'
    """
    name = name_of_format(stage)
    changed = option_text.write(stage, FORMATS[name]).replace(" = ", "=").replace("\n", ",")
    return f"{name}({changed})" if changed else name
