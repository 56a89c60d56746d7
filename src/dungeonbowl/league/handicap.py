"""What helps the weaker team in a match, as it would be if the teams were locked now: for the page of a fixture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from dungeonbowl.editions import build
from dungeonbowl.engine import clauses
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import Squads
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, plural, t, translated
from dungeonbowl.languages import number as shown
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.options import LeagueOptions
from dungeonbowl.league.preparing import filled_up
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.checks import objections
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import Team
from dungeonbowl.teams.value import Purse, inducement_purses, strength

VALUE: Final = mark("{team}: current team value {value}")
RATING: Final = mark("{team}: team rating {value}")


class HandicapLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence of a forecast. `side` is the place of the team it is about, -1 for all."""

    text: str
    rule: str = ""
    side: int = -1


class Handicap(msgspec.Struct, frozen=True, omit_defaults=True):
    """How strong the teams are, by what the edition counts, and what they get. Lists go by team."""

    values: tuple[int, ...]
    lines: tuple[HandicapLine, ...] = ()
    journeymen: tuple[int, ...] = ()
    purses: tuple[Purse, ...] = ()  # for inducements
    arrangements: tuple[int, ...] = ()  # that are chosen for nothing
    rerolls: tuple[int, ...] = ()  # that the match gives or takes
    objections: tuple[str, ...] = ()  # why a team cannot play


class Meeting(NamedTuple):
    """Teams as they would take the field, and the rules of their match."""

    teams: list[Team]
    values: list[int]
    squads: Squads
    rules: Rules

    @property
    def sides(self) -> range:
        return range(len(self.teams))


def forecast(teams: Sequence[Kept], edition: str, options: LeagueOptions) -> Handicap:
    """The handicap of a match between these teams, in the order of its sides."""
    fielded = [filled_up(kept.team, options) for kept in teams]
    values = [strength(team) for team in fielded]
    joined = [sum(player.journeyman for player in team.players) for team in fielded]
    lines = [*values_told(fielded, values, edition), *joined_told(fielded, joined)]
    handicap = Handicap(tuple(values), tuple(lines), tuple(joined))
    rules = build(edition)
    if reasons := refusals(fielded, rules):
        return msgspec.structs.replace(handicap, objections=tuple(reasons))
    meeting = Meeting(fielded, values, squads_of(fielded, rules), rules)
    if not rules.tables.options.quick_start:  # otherwise nothing is bought or arranged
        handicap = with_purses(meeting, handicap, edition)
        handicap = with_arrangements(meeting, handicap)
        handicap = with_tactics(meeting, handicap)
    return with_rerolls(meeting, handicap)


def refusals(teams: Sequence[Team], rules: Rules) -> list[str]:
    """Why these teams cannot play each other now."""
    found = [f"{team.name}: {translated(problem.text())}" for team in teams for problem in objections(team)]
    if not found:
        try:
            squads_of(teams, rules)
        except UserError as error:
            found.append(translated(str(error)))
    return found


# --- what each team is and gets ---------------------------------------------------------------------------------------


def values_told(teams: Sequence[Team], values: Sequence[int], edition: str) -> list[HandicapLine]:
    """In gold where advancements have a price, in points of rating where they have none."""
    draft = load_facts(edition).draft
    text = VALUE if draft.counts_gold else RATING
    return [
        HandicapLine(t(text, team=team.name, value=shown(value)), draft.rule("strength"), side)
        for side, (team, value) in enumerate(zip(teams, values, strict=True))
    ]


def joined_told(teams: Sequence[Team], joined: Sequence[int]) -> list[HandicapLine]:
    found: list[HandicapLine] = []
    for side, (team, number) in enumerate(zip(teams, joined, strict=True)):
        if number:
            words = (
                t("{team}: one lineman fills it up", team=team.name)
                if number == 1
                else t("{team}: {number} linemen fill it up", team=team.name, number=number)
            )
            found.append(HandicapLine(words, team.facts.draft.rule("journeymen"), side))
    return found


def told(handicap: Handicap, *lines: HandicapLine) -> Handicap:
    return msgspec.structs.replace(handicap, lines=(*handicap.lines, *lines))


def with_purses(meeting: Meeting, handicap: Handicap, edition: str) -> Handicap:
    """Where inducements are sold, the dearer team spends of its treasury, and the other has the difference and as much
    more, up to what the league has agreed on (O-IND-01, O-IND-02)."""
    draft = load_facts(edition).draft
    agreed = meeting.rules.tables.options
    unequal, equal = draft.rule("inducement_money"), draft.rule("equal_value")
    if not unequal or len(meeting.teams) != 2:
        return handicap
    if not agreed.inducements:
        return told(handicap, HandicapLine(t("no handicap in this competition: nobody buys inducements"), unequal))
    cap = int(agreed.petty_cash_cap)
    first, second = meeting.teams
    values = (meeting.values[0], meeting.values[1])
    purses = inducement_purses(values, (first.treasury, second.treasury), cap=cap)
    handicap = msgspec.structs.replace(handicap, purses=purses)
    if values[0] == values[1]:
        return told(handicap, HandicapLine(t("the teams are equal: nobody buys inducements"), equal))
    rich = 0 if values[0] > values[1] else 1
    names = [team.name for team in meeting.teams]
    treasury = shown(purses[rich].treasury)
    spends = t("{team} may spend {gold} gold of its treasury on inducements first", team=names[rich], gold=treasury)
    cash = purses[1 - rich].petty_cash
    parts = {"team": names[1 - rich], "gold": shown(cash), "other": names[rich], "most": shown(cap)}
    gets = t("{team} gets {gold} gold for inducements", **parts)
    if not purses[rich].treasury:  # nothing to spend first, so nothing more comes of it
        return told(handicap, HandicapLine(gets, unequal, 1 - rich))
    if cap and cash == cap:
        more = t("{team} gets {gold} gold for inducements, which is the most in this competition", **parts)
    elif cap:
        more = t("{team} gets {gold} gold for inducements, and as much as {other} spends, up to {most} in all", **parts)
    else:
        more = t("{team} gets {gold} gold for inducements, and as much as {other} spends", **parts)
    return told(handicap, HandicapLine(spends, unequal, rich), HandicapLine(more, unequal, 1 - rich))


def with_arrangements(meeting: Meeting, handicap: Handicap) -> Handicap:
    """One for every fifteen points of rating, for the weaker of two teams (A-ARR-01)."""
    modules = meeting.rules.modules
    numbers = tuple(sum(int(each.choices_given(meeting.squads, side)) for each in modules) for side in meeting.sides)
    rule = meeting.rules.cite(clauses.ARRANGEMENT)
    lines = [
        HandicapLine(
            plural(
                "{team} has {count} special arrangement",
                "{team} has {count} special arrangements",
                number,
                team=meeting.teams[side].name,
            ),
            rule,
            side,
        )
        for side, number in enumerate(numbers)
        if number
    ]
    return told(msgspec.structs.replace(handicap, arrangements=numbers), *lines)


def with_tactics(meeting: Meeting, handicap: Handicap) -> Handicap:
    """What each team has gold for, dearer or not (A-DIRTY-01)."""
    rule = meeting.rules.cite(clauses.TACTIC)
    for side, team in enumerate(meeting.teams):
        number = sum(int(each.choices_sold(meeting.squads, side)) for each in meeting.rules.modules)
        if number:
            text = plural(
                "{team} has gold for {count} dirty tactic",
                "{team} has gold for {count} dirty tactics",
                number,
                team=team.name,
            )
            handicap = told(handicap, HandicapLine(text, rule, side))
    return handicap


def with_rerolls(meeting: Meeting, handicap: Handicap) -> Handicap:
    """Re-rolls that colleges give each other and take from each other (A-WHEEL)."""
    modules = meeting.rules.modules
    changes = tuple(sum(int(each.rerolls_given(meeting.squads, side)) for each in modules) for side in meeting.sides)
    rule = meeting.rules.cite(clauses.GREAT_WHEEL)
    for side, change in enumerate(changes):
        if change:
            name = meeting.teams[side].name
            if change > 0:
                words = plural(
                    "{team}: {count} team re-roll more", "{team}: {count} team re-rolls more", change, team=name
                )
            else:
                words = plural(
                    "{team}: {count} team re-roll less", "{team}: {count} team re-rolls less", -change, team=name
                )
            handicap = told(handicap, HandicapLine(words, rule, side))
    return msgspec.structs.replace(handicap, rerolls=changes)
