"""Before a match of a league: who fills up a team that is short of players, and how many fans come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from dungeonbowl.league.aftermath.machine import SharedRoll, made_id
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.options import LeagueOptions
from dungeonbowl.league.team_events import Booked, Fame, Journeymen, TeamBody
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.journeymen import with_journeymen
from dungeonbowl.teams.lending import with_lent
from dungeonbowl.teams.team import Player, Team

FANS: Final = "fan_factor"
MORE: Final = 1  # FAME of the team with more fans
TWICE: Final = 2  # and if it has at least twice as many


class Prepared(NamedTuple):
    """An event before a match, with the rule and the dice that it comes of."""

    body: TeamBody
    rule: str
    dice: tuple[int, ...] = ()


def filled_up(team: Team, options: LeagueOptions, positions: Sequence[str] = (), seed: int = 0) -> Team:
    """The team that takes the field: with journeymen (O-DRAFT-10, S-POST-02), or with linemen whom the league lends
    where the edition has none (A-SETUP-06). `positions` are the coach's wishes, in order."""
    rule = team.facts.draft.journeymen
    if rule is None or not rule.lent:
        return with_journeymen(team, positions, seed)
    return with_lent(team, positions, seed) if options.fill_up == "six" else team


def joining(kept: Kept, match: str, options: LeagueOptions, positions: Sequence[str] = ()) -> tuple[Player, ...]:
    """Those who fill up a team for a match. Their ids follow from the match and the team."""
    team = filled_up(kept.team, options, positions, kept.seq)
    return tuple(
        msgspec.structs.replace(player, id=made_id("p", f"{match}\n{team.id}\njourneyman {place}"))
        for place, player in enumerate(player for player in team.players if player.journeyman)
    )


# --- the crowd --------------------------------------------------------------------------------------------------------


def crowd_rolls(teams: Sequence[Kept], edition: str, options: LeagueOptions) -> list[SharedRoll]:
    """The dice for the fans who come, two for each team; none in a league that does not count them."""
    if not options.fame:
        return []
    rule = load_facts(edition).draft.rule("crowd")
    return [SharedRoll(f"fans {kept.team.id}", 2, 6, f"fans of {kept.team.name}", rule) for kept in teams]


def crowds(fan_factors: Sequence[int], dice: Sequence[Sequence[int]]) -> list[Fame]:
    """How many thousand fans of each team come, and its FAME: 1 for more than any other has, 2 for twice as many
    (S-POST-01).

    >>> [crowd.fame for crowd in crowds([3, 5], [(4, 3), (2, 1)])]
    [1, 0]
    """
    fans = [factor + sum(each) for factor, each in zip(fan_factors, dice, strict=True)]
    found: list[Fame] = []
    for place, own in enumerate(fans):
        others = max(fans[:place] + fans[place + 1 :])
        found.append(Fame(own, fame_of(own, others), others))
    return found


def fame_of(fans: int, others: int) -> int:
    """What so many fans are worth beside those of the others (S-POST-01).

    >>> fame_of(8, 8), fame_of(9, 8), fame_of(16, 8)
    (0, 1, 2)
    """
    return TWICE if fans >= 2 * others else MORE if fans > others else 0


# --- the lock ---------------------------------------------------------------------------------------------------------


def prepared(
    match: str,
    teams: Sequence[Kept],
    edition: str,
    options: LeagueOptions,
    dice: Mapping[str, Sequence[int]],
    positions: Mapping[str, Sequence[str]] | None = None,
) -> list[list[Prepared]]:
    """The events that lock teams for a match, for each team in the order given. `dice` are those of `crowd_rolls`, by
    name; `positions` the wishes for journeymen, by team."""
    draft = load_facts(edition).draft
    rolls = [tuple(dice[roll.name]) for roll in crowd_rolls(teams, edition, options)]
    fames = crowds([kept.team.staff.get(FANS, 0) for kept in teams], rolls) if rolls else []
    found: list[list[Prepared]] = []
    for place, kept in enumerate(teams):
        events = [Prepared(Booked(match), draft.rule("fit"))]
        if players := joining(kept, match, options, (positions or {}).get(kept.team.id, ())):
            events.append(Prepared(Journeymen(players), kept.team.facts.draft.rule("journeymen")))
        if fames:
            events.append(Prepared(fames[place], draft.rule("crowd"), rolls[place]))
        found.append(events)
    return found
