"""The tables of a stage, from the state of a competition."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from dungeonbowl.languages import t
from dungeonbowl.league.competitions.formats import KnockOut, Pods
from dungeonbowl.league.competitions.scoring import Scoring
from dungeonbowl.league.competitions.standings import Counted, Facts, Row, across, bye_of, table
from dungeonbowl.league.competitions.state import Competition, Stage
from dungeonbowl.league.competitions.words import Result

FINAL = "final"  # of pods: it decides places, and is no part of the table
ANNULLED: Final = "; its results do not count"
WITHDRAWN: Final = re.compile(r"withdrawn: (?P<reason>.*)", re.DOTALL)
REPLACED: Final = re.compile(r"replaced by (?P<team>.+?): (?P<reason>.*)", re.DOTALL)


def scoring_at(competition: Competition, stage: Stage, round_number: int) -> Scoring:
    """What results of a round are worth."""
    season = competition.season_at(stage.number, round_number)
    return season.competition.scoring(stage.format, season.league.casualty_bonus)


def inherits(competition: Competition, stage: Stage) -> bool:
    return competition.options_at(stage.number, max(1, len(stage.rounds))).inherit_points


def counted_in(competition: Competition, number: int) -> list[Counted]:
    """The results of a stage that count, in the order of time: without those of annulled teams, with byes."""
    stage = competition.stage(number)
    renames = inherits(competition, stage)
    found: list[Counted] = []
    for each in stage.rounds:
        if isinstance(stage.format, Pods) and each.title == FINAL:
            continue
        scoring = scoring_at(competition, stage, each.number)
        bye = competition.options_at(number, each.number).bye
        ended = [competition.results[name] for name in each.fixtures if name in competition.results]
        for result in sorted(ended, key=lambda result: (result.ended == "", result.ended)):
            if not any(side.team in stage.annulled for side in result.sides):
                found.append(Counted(inherited(competition, result) if renames else result, scoring))
        for team in each.byes:
            heir = competition.heir_of(team) if renames else team
            if team not in stage.annulled:
                found.append(Counted(bye_of(heir, bye), scoring))
    return found


def inherited(competition: Competition, result: Result) -> Result:
    """A result with the teams of today in the place of those that they replaced."""
    sides = tuple(msgspec.structs.replace(side, team=competition.heir_of(side.team)) for side in result.sides)
    return msgspec.structs.replace(result, sides=sides)


def stage_tables(
    competition: Competition, number: int, facts: Mapping[str, Facts] | None = None
) -> dict[str, list[Row]]:
    """The table of each group of a stage, by the name of the group (empty if there is one without a name)."""
    stage = competition.stage(number)
    counted = counted_in(competition, number)
    order = competition.options_at(number, max(1, len(stage.rounds))).order(stage.format)
    hidden = set(competition.heirs) if inherits(competition, stage) else set()
    found: dict[str, list[Row]] = {}
    for name, teams in stage.groups.items():
        names = {team: competition.name_of(team) for team in teams if team not in hidden}
        out = {team: reason_out(competition, stage, team) for team in names if team in competition.out}
        rows = table(names, counted, order, stage.lots, facts, out)
        found[name] = [msgspec.structs.replace(row, group=name) for row in rows]
    return found


def reason_out(competition: Competition, stage: Stage, team: str) -> str:
    return competition.out[team] + (ANNULLED if team in stage.annulled else "")


def out_said(reason: str) -> str:
    """Why a team takes part no more, from what the table keeps. What people have typed stays as it is."""
    rest = reason.removesuffix(ANNULLED)
    if found := WITHDRAWN.fullmatch(rest):
        told = t("withdrawn: {reason}", reason=t(found["reason"]))
    elif found := REPLACED.fullmatch(rest):
        told = t("replaced by {team}: {reason}", team=found["team"], reason=t(found["reason"]))
    else:
        told = rest
    return t("{reason}; its results do not count", reason=told) if rest != reason else told


def stage_table(competition: Competition, number: int, facts: Mapping[str, Facts] | None = None) -> list[Row]:
    """The table of a stage with one group."""
    (only,) = stage_tables(competition, number, facts).values()
    return only


def qualifiers(competition: Competition, number: int) -> int:
    """How many teams of a stage go on to the knock-out that follows it; 0 if none follows, or if it has several tables,
    each of which sends some."""
    stage = competition.stage(number)
    stages = competition.season_at(number, max(1, len(stage.rounds))).competition.formats()
    after = stages[number] if number < len(stages) else None
    if not isinstance(after, KnockOut) or len(stage.groups) > 1:
        return 0
    return after.qualify or len(stage.teams)


def stage_ranking(competition: Competition, number: int, facts: Mapping[str, Facts] | None = None) -> list[str]:
    """Teams of all groups of a stage that still take part, in one order."""
    stage = competition.stage(number)
    tables = stage_tables(competition, number, facts)
    if len(tables) == 1:
        return [row.team for rows in tables.values() for row in rows if not row.out]
    order = competition.options_at(number, max(1, len(stage.rounds))).order(stage.format)
    return across(tables, order, stage.lots, facts)
