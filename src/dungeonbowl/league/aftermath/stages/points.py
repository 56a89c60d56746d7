"""Points of experience for what players did in the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dungeonbowl.league.aftermath.facts import PlayerFacts
from dungeonbowl.league.aftermath.machine import Line, Stage
from dungeonbowl.league.options import LeagueOptions
from dungeonbowl.league.team_events import Points
from dungeonbowl.teams.team import Player

Earned = Callable[[PlayerFacts, LeagueOptions], dict[str, int]]


def earns(line: Line, player: Player) -> bool:
    """Whether a player gets points at all: not one who was only lent to the team."""
    rule = line.team.facts.draft.journeymen
    return not player.journeyman or rule is None or not rule.lent


def gone_before(line: Line, identity: str) -> Player | None:
    """A player who was on the list no more when this aftermath began, as it was when it left."""
    before = line.case.kept
    known = identity in before.careers and before.player(identity) is None
    return before.careers[identity].player if known else None


def as_told(facts: PlayerFacts, options: LeagueOptions) -> dict[str, int]:
    """The points that the match itself has counted."""
    return facts.points


def points(*rules: str, earned: Earned = as_told, by_deed: Mapping[str, str] | None = None) -> Stage:
    """`by_deed` names the rule of each deed; the first of `rules` stands for the others.

    Who died in this match has no more use for points. The deeds stay in its career all the same, and so do the points
    of one who has died or left since: teams may have played several matches before the first aftermath."""

    known = by_deed or {}

    def run(line: Line) -> None:
        for facts in line.case.side.players:
            player = line.kept.player(facts.player) or gone_before(line, facts.player)
            if player is None or not earns(line, player):
                continue
            for deed, count in earned(facts, line.case.options).items():
                if count:
                    line.write(Points(facts.player, count, deed), known.get(deed, rules[0]))

    return Stage("points", "Points of the match", rules, run)
