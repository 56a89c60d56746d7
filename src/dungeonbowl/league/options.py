"""The options of a league: what its commissioner may decide about teams and money, fixed for a season.

Defaults differ by edition; each edition has a file in `defaults/`, which also names the options that mean nothing in
it. The options of competitions are in `competitions/options.py`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.league import option_text
from dungeonbowl.league.conceding import Concession

FOLDER: Final = resources.files("dungeonbowl.league") / "defaults"


class LeagueOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a league has decided. `default_options` has the values that an edition begins with."""

    touchdown_points: Annotated[
        int, Meta(ge=1, le=10, description="experience for a touchdown", extra={"rule": "O-SPP-04"})
    ] = 5
    casualty_bonus: Annotated[
        bool,
        Meta(
            description="one league point more for three or more casualties that earned points",
            extra={"rule": "O-LEAGUE-02"},
        ),
    ] = False
    redraft_cap: Annotated[
        int,
        Meta(
            ge=0,
            description="the most gold that a team may spend in a redraft",
            extra={"rule": "O-LEAGUE-08", "none": True},
        ),
    ] = 1_300_000
    scouting: Annotated[
        Literal["mvp", "skill"],
        Meta(
            description="who may be scouted away: players with an MVP award, or with a skill learned this season",
            extra={"rule": "O-LEAGUE-07"},
        ),
    ] = "mvp"
    fame: Annotated[bool, Meta(description="the crowd of the day counts for winnings", extra={"rule": "S-POST-01"})] = (
        False
    )
    fill_up: Annotated[
        Literal["none", "six"],
        Meta(description="linemen are lent to a team with fewer than six fit players", extra={"rule": "A-SETUP-06"}),
    ] = "none"
    mvp_dead: Annotated[
        bool, Meta(description="a player who died in the match can be its MVP", extra={"rule": "O-SPP-05"})
    ] = False
    treasury_cap: Annotated[
        int, Meta(ge=0, description="the most gold that a treasury holds after a match", extra={"none": True})
    ] = 0
    aftermath_hours: Annotated[
        int, Meta(ge=0, le=2400, description="hours until an open aftermath is closed by the assistant")
    ] = 72
    names_locked: Annotated[bool, Meta(description="only the commissioner renames teams and players")] = False
    off_season: Annotated[
        Literal["carry_on", "redraft", "fresh"],
        Meta(
            description="between seasons: absences end and nothing else, or a redraft, or everybody begins anew",
            extra={"rule": "O-LEAGUE-06"},
        ),
    ] = "redraft"
    walkover_relief: Annotated[
        bool, Meta(description="who wins by a walk-over rolls winnings and MVP, and absences end")
    ] = False
    concession: Annotated[
        Concession,
        Meta(
            description="the score of a conceded match: one for the winner, as it stood, or at least two ahead",
            extra={"rule": "O-TD-06"},
        ),
    ] = "one"
    concede_winnings: Annotated[
        Literal["both", "own"],
        Meta(
            description="what the winner of a conceded match rolls: the winnings of both teams, or his own",
            extra={"rule": "O-TD-06"},
        ),
    ] = "both"
    mercy: Annotated[
        int,
        Meta(
            ge=0,
            le=16,
            description="a team with so few players left, or fewer, concedes without a penalty",
            extra={"rule": "O-TD-06", "none": True},
        ),
    ] = 0
    chat_days: Annotated[
        int,
        Meta(
            ge=0,
            le=3650,
            description="where there are accounts: days after which chat of the matches is deleted",
            extra={"none": True},
        ),
    ] = 90
    search_engines: Annotated[
        bool, Meta(description="where there are accounts: search engines may list the pages of the league")
    ] = False


class HandicapRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an edition is told of a handicap that differs from its rules: the options of its text that leave all of it
    out, and the one that holds the most petty cash."""

    none: list[str] = []
    cap: str = ""


class Defaults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of an edition: defaults that differ from the usual ones, of leagues and of their competitions, and
    options that mean nothing in it, each with the reason. `rules` are options of the edition itself that every league
    has."""

    rules: dict[str, str] = {}
    handicap: HandicapRules = HandicapRules()
    options: dict[str, bool | int | str] = {}
    competition: dict[str, bool | int | str | list[str]] = {}
    fixed: dict[str, str] = {}


@cache
def defaults_of(edition: str) -> Defaults:
    """The file of an edition, by its name."""
    files = {file.name.removesuffix(".toml"): file for file in FOLDER.iterdir() if file.name.endswith(".toml")}
    if edition not in files:
        raise UserError(f"edition {edition!r}: expected one of {', '.join(sorted(files))}")
    return msgspec.convert(tomllib.loads(files[edition].read_text("utf-8")), Defaults)


@cache
def default_options(edition: str) -> LeagueOptions:
    """The options of a new league. `edition` is a name or a text such as `official(turn_limit=8)`.

    >>> default_options("official").touchdown_points, default_options("stockbowl").off_season
    (5, 'carry_on')
    """
    return msgspec.convert(defaults_of(name_of(edition)).options, LeagueOptions)


def read_options(text: str, edition: str) -> LeagueOptions:
    """The options of a league from a text. What it does not name has the default of the edition.

    >>> read_options("touchdown_points = 3, casualty_bonus = on", "official").casualty_bonus
    True
    """
    name = name_of(edition)
    return option_text.read_into(default_options(name), text, "options of the league", defaults_of(name).fixed)


def write_options(options: LeagueOptions, edition: str = "", remarks: bool = False) -> str:
    """The options as a text, one a line: all of them, or if an edition is named those that differ from its defaults.

    >>> write_options(read_options("redraft_cap = none", "official"), "official")
    'redraft_cap = none'
    """
    return option_text.write(options, default_options(edition) if edition else None, remarks)
