"""What a season has agreed on, as one text: the edition, the options of the league, and those of its competitions.

The text names every option, so that it means the same after a default has changed. It is read again when the season
begins, and kept with it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from dungeonbowl.editions import EditionError, build, name_of, settings
from dungeonbowl.errors import UserError
from dungeonbowl.league import option_text
from dungeonbowl.league.competitions.clocks import read_clock, write_clock
from dungeonbowl.league.competitions.dungeons import USUAL, check_dungeons
from dungeonbowl.league.competitions.formats import KnockOut, Pods, StageFormat, Swiss, read_format, write_format
from dungeonbowl.league.competitions.scoring import CASUALTY_BONUS, Scoring, read_bonus, read_bonuses
from dungeonbowl.league.competitions.tiers import read_tiers
from dungeonbowl.league.competitions.zones import zone_of
from dungeonbowl.league.options import LeagueOptions, default_options, defaults_of
from dungeonbowl.records.clocks import ClockTerms

TIE_BREAKS: Final = (
    *("points", "wins", "head_to_head", "td_for", "td_against", "td_diff", "cas_for", "cas_diff", "td+cas"),
    *("opponents_points", "opponents_points_cut1", "points_per_game", "fewest_concessions", "fan_factor", "treasury"),
    *("rating_performance", "lot"),
)
PLACES: Final = (3, 2, 1, 0)  # of a table of four, by touchdowns
PRESETS: Final = resources.files("dungeonbowl.league") / "presets"
EDITION: Final = "edition"
MOST_CASH: Final = 9_999_999


class CompetitionOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the competitions of a season are played."""

    stages: Annotated[tuple[str, ...], Meta(description="the stages, one after the other")] = (
        "round_robin",
        "knock_out(qualify=4)",
    )
    play: Annotated[
        Literal["league", "deferred", "resurrection"],
        Meta(
            description="teams grow after each match, or after the stage, or are as entered before each match",
            extra={"rule": "O-EXH-03"},
        ),
    ] = "league"
    win: Annotated[int, Meta(ge=0, le=100, description="points for a win", extra={"rule": "O-LEAGUE-02"})] = 3
    draw: Annotated[int, Meta(ge=0, le=100, description="points for a draw", extra={"rule": "O-LEAGUE-02"})] = 1
    loss: Annotated[int, Meta(ge=-100, le=100, description="points for a loss", extra={"rule": "O-LEAGUE-02"})] = 0
    bonus: Annotated[
        tuple[str, ...], Meta(description="bonus lines, such as casualties>=3:+1", extra={"rule": "O-LEAGUE-02"})
    ] = ()
    tie_breaks: Annotated[
        tuple[str, ...],
        Meta(description="what the table is ordered by", extra={"rule": "O-LEAGUE-03", "words": TIE_BREAKS}),
    ] = ("points", "td_for", "cas_for", "head_to_head", "wins", "lot")
    swiss_tie_breaks: Annotated[
        tuple[str, ...], Meta(description="the same for stages of Swiss and pods", extra={"words": TIE_BREAKS})
    ] = ("points", "opponents_points_cut1", "td_diff", "cas_diff", "lot")
    bye: Annotated[Literal["win", "draw"], Meta(description="what a bye counts as in the table")] = "win"
    unplayed: Annotated[Literal["zero", "draw"], Meta(description="what a match counts as to which nobody came")] = (
        "zero"
    )
    walkover_score: Annotated[
        int, Meta(ge=0, le=9, description="touchdowns of a team whose opponent does not come")
    ] = 1
    annul: Annotated[
        Literal["round_robins", "on", "off"],
        Meta(description="results of a team that withdraws before half of its fixtures are played leave the table"),
    ] = "round_robins"
    inherit_points: Annotated[bool, Meta(description="a replacement keeps the results of the team before it")] = False
    own_teams_meet: Annotated[bool, Meta(description="two teams of one coach may be paired")] = True
    handicap: Annotated[
        Literal["rules", "none"],
        Meta(description="what helps the weaker team: what the rules give, or nothing", extra={"rule": "O-IND-01"}),
    ] = "rules"
    petty_cash_cap: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_CASH,
            description="the most petty cash of the cheaper team",
            extra={"rule": "O-IND-01", "none": True},
        ),
    ] = 0
    knock_out_rules: Annotated[
        tuple[str, ...],
        Meta(description="options of the edition that differ in knock-outs", extra={"rule": "O-TIME-01"}),
    ] = ()
    prizes: Annotated[
        tuple[str, ...], Meta(description="gold for the first places, the best first", extra={"rule": "O-LEAGUE-04"})
    ] = ()
    trophy: Annotated[
        bool, Meta(description="the champion holds a trophy with a team re-roll", extra={"rule": "O-LEAGUE-04"})
    ] = False
    budget: Annotated[
        int,
        Meta(
            ge=0,
            description="gold to draft with, if not the usual of the edition",
            extra={"rule": "O-EXH-01", "none": True},
        ),
    ] = 0
    skill_points: Annotated[
        int,
        Meta(
            ge=0,
            description="points for chosen skills, if not the usual of the edition",
            extra={"rule": "O-EXH-02", "none": True},
        ),
    ] = 0
    tiers: Annotated[
        tuple[str, ...],
        Meta(
            description="other points for chosen skills by roster, such as fire:42 light:30",
            extra={"rule": "O-EXH-02"},
        ),
    ] = ()
    all_open: Annotated[bool, Meta(description="every round of a stage opens at once")] = False
    lockstep: Annotated[bool, Meta(description="nobody plays ahead of the round")] = False
    round_days: Annotated[int, Meta(ge=0, le=400, description="days of a round", extra={"none": True})] = 7
    round_minutes: Annotated[
        int,
        Meta(ge=0, le=600, description="minutes of a round at one place", extra={"rule": "O-TIME-02", "none": True}),
    ] = 0
    deadline_hour: Annotated[int, Meta(ge=0, le=23, description="the hour of the league's zone when a round ends")] = 20
    zone: Annotated[str, Meta(description="the zone of the league's clock")] = "UTC"
    grace: Annotated[int, Meta(ge=0, le=60, description="days by which both coaches may extend, once")] = 3
    auto_deadline: Annotated[bool, Meta(description="proposals after a deadline stand by themselves after a day")] = (
        False
    )
    four_eyes: Annotated[bool, Meta(description="a correction needs a second commissioner")] = False
    dungeons: Annotated[
        tuple[str, ...],
        Meta(description="where matches are played: usual, drawn, generated, home, dice, or ids that take turns"),
    ] = (USUAL,)
    clock: Annotated[
        str,
        Meta(description="how long coaches may think: none, or turn, bank or days, such as days(move=48, bank=168)"),
    ] = "none"

    def scoring(self, of: StageFormat | None = None, casualty_bonus: bool = False) -> Scoring:
        """What results are worth in a stage."""
        lines = tuple(dict.fromkeys((*self.bonus, *([CASUALTY_BONUS] if casualty_bonus else []))))
        places = PLACES if isinstance(of, Pods) and of.places else ()
        return Scoring(self.win, self.draw, self.loss, read_bonuses(lines), places)

    def order(self, of: StageFormat | None = None) -> tuple[str, ...]:
        """The tie-breaks of a stage."""
        return self.swiss_tie_breaks if isinstance(of, (Swiss, Pods)) else self.tie_breaks

    def gold(self) -> tuple[int, ...]:
        """The prizes as numbers."""
        return tuple(int(word) for word in self.prizes)

    def formats(self) -> tuple[StageFormat, ...]:
        return tuple(read_format(text) for text in self.stages)

    def think_time(self) -> ClockTerms:
        """The clock of every match that is begun on a server."""
        return read_clock(self.clock)


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """All that a season has agreed on."""

    edition: str
    league: LeagueOptions
    competition: CompetitionOptions

    def edition_of(self, stage: StageFormat | None) -> str:
        """The edition that a stage is played by, or a friendly: with the handicap that is agreed; knock-outs may differ
        (O-TIME-01)."""
        rules = self.handicap_rules()
        if isinstance(stage, KnockOut):
            rules += self.competition.knock_out_rules
        return with_rules(self.edition, rules) if rules else self.edition

    def handicap_rules(self) -> list[str]:
        """The options of the edition's text by which the match itself obeys `handicap` and `petty_cash_cap`."""
        known = defaults_of(name_of(self.edition)).handicap
        if self.competition.handicap == "none":
            return list(known.none)
        cap = self.competition.petty_cash_cap
        return [f"{known.cap}={cap}"] if cap and known.cap else []


@cache
def competition_defaults(edition: str) -> CompetitionOptions:
    """The options of competitions that an edition begins with."""
    return msgspec.convert(defaults_of(name_of(edition)).competition, CompetitionOptions)


def default_season(edition: str) -> Season:
    """What a new season begins with. `edition` is a text such as `official(turn_limit=8)`."""
    return Season(
        edition=checked_edition(edition), league=default_options(edition), competition=competition_defaults(edition)
    )


def with_rules(edition: str, rules: Sequence[str]) -> str:
    """The text form of an edition with other values for some options: `turn_limit=0`."""
    name, _, options = edition.partition("(")
    known = {word.partition("=")[0] for word in rules}
    kept = [part.strip() for part in options.rstrip().removesuffix(")").split(",") if part.strip()]
    kept = [part for part in kept if part.partition("=")[0].strip() not in known]
    return build(f"{name.strip()}({', '.join([*kept, *rules])})").edition


def checked_edition(edition: str) -> str:
    """The text form of an edition, shortest, with what every league of it has."""
    try:
        text = build(edition).edition
        return with_rules(text, [f"{key}={value}" for key, value in defaults_of(name_of(text)).rules.items()])
    except EditionError as error:
        raise UserError(str(error)) from None


def read_season(text: str, base: Season | None = None) -> Season:
    """A season from its text. What the text does not name is as in `base`, or else as the edition has it.

    >>> read_season("edition = official, win = 2, casualty_bonus = on").competition.win
    2
    """
    parts = list(option_text.parts_of(text))
    named = [value for key, value in parts if key == EDITION]
    if len(named) > 1:
        raise UserError("options of the season: edition stands twice")
    if base is None:
        if not named:
            raise UserError("options of the season: expected a line such as `edition = official`")
        base = default_season(named[0])
    edition = checked_edition(named[0]) if named else base.edition
    league_keys = set(LeagueOptions.__struct_fields__)
    for_league = [(key, value) for key, value in parts if key in league_keys]
    for_competition = [(key, value) for key, value in parts if key not in league_keys and key != EDITION]
    what = "options of the season"
    known = [EDITION, *LeagueOptions.__struct_fields__, *CompetitionOptions.__struct_fields__]
    for key, _ in for_competition:
        if key not in known:
            raise UserError(f"{what}: there is no option {key!r}; expected one of {', '.join(known)}")
    fixed = defaults_of(name_of(edition)).fixed
    season = Season(
        edition=edition,
        league=option_text.with_values(base.league, for_league, what, fixed),
        competition=option_text.with_values(base.competition, for_competition, what, fixed),
    )
    check(season)
    stages = tuple(write_format(stage) for stage in season.competition.formats())
    clock = write_clock(season.competition.think_time())
    return msgspec.structs.replace(
        season, competition=msgspec.structs.replace(season.competition, stages=stages, clock=clock)
    )


def check(season: Season) -> None:
    """Refuse options that make no sense, alone or together."""
    options = season.competition
    for text in options.bonus:
        read_bonus(text)
    for word in options.prizes:
        if not option_text.is_number(word):
            raise UserError(f"option prizes: expected gold, as in `100000 60000 30000`, found {word!r}")
    zone_of(options.zone)
    read_clock(options.clock)
    check_dungeons(options.dungeons, season.edition)
    read_tiers(options.tiers, season.edition)
    for key in ("tie_breaks", "swiss_tie_breaks"):
        order = getattr(options, key)
        if not order:
            raise UserError(f"option {key}: expected at least one word, such as points")
        if "lot" in order[:-1]:
            raise UserError(f"option {key}: nothing can come after lot, which leaves no tie")
    stages = options.formats()
    if not stages:
        raise UserError("option stages: expected at least one, such as round_robin")
    if isinstance(stages[0], KnockOut) and stages[0].qualify:
        raise UserError("option stages: the first stage takes everybody; leave out qualify")
    if any(isinstance(stage, Pods) for stage in stages) and settings(season.edition).get("extra_teams") != "on":
        raise UserError(
            f"option stages: pods need three or four teams in a match, which {season.edition} does not have;"
            " expected an edition with extra_teams=on (A-DUN-03)"
        )
    for stage in stages:
        try:
            season.edition_of(stage)
        except EditionError as error:
            raise UserError(f"option knock_out_rules: {error}") from None


def write_season(season: Season, changes_only: bool = False, remarks: bool = False) -> str:
    """A season as a text, one option a line: all of them, or those that differ from the defaults of the edition. With
    `remarks` each has its meaning and its rule."""
    base = default_season(season.edition) if changes_only else None
    parts = [
        f"{EDITION} = {season.edition}",
        option_text.write(season.league, base.league if base else None, remarks),
        option_text.write(season.competition, base.competition if base else None, remarks),
    ]
    return "\n".join(part for part in parts if part)


# --- presets ----------------------------------------------------------------------------------------------------------


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of league to begin with. `options` is a text; `edition` is the edition if none is named."""

    title: str
    summary: str
    options: str = ""
    edition: str = "official"
    teams: int = 0  # how many it is meant for; 0: any number

    def season(self, edition: str = "") -> Season:
        return read_season(self.options, default_season(edition or self.edition))


@cache
def presets() -> dict[str, Preset]:
    """Every preset by its name."""
    files = sorted((file for file in PRESETS.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {
        file.name.removesuffix(".toml"): msgspec.convert(tomllib.loads(file.read_text("utf-8")), Preset)
        for file in files
    }


def preset(name: str) -> Preset:
    """A preset by its name.

    >>> preset("book").season().competition.stages
    ('round_robin', 'knock_out(qualify=4)')
    """
    if name not in presets():
        raise UserError(f"preset {name!r}: expected one of {', '.join(presets())}")
    return presets()[name]
