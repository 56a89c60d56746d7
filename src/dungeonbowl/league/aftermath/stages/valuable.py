"""The most valuable player, drawn by a die among those who could play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dungeonbowl.languages import t
from dungeonbowl.league.aftermath.machine import Chance, Flow, Line, Stage
from dungeonbowl.league.aftermath.stages.conceding import is_punished
from dungeonbowl.league.aftermath.stages.points import earns
from dungeonbowl.league.aftermath.words import who
from dungeonbowl.league.team_events import MostValuable
from dungeonbowl.teams.team import Player

Awards = Callable[[Line], int]
SHIRTS: Final = 16  # the numbers that a D16 can name


def award_if_earned(line: Line) -> int:
    """No award after a friendly, and none for a team that gave up (O-LEAGUE-05, O-TD-06)."""
    return 0 if line.case.match.friendly or is_punished(line.case.side, line.case.options) else 1


def eligible(line: Line) -> list[Player]:
    """Who came to this match, could play it and is on the list still, in the order of their numbers: journeymen and
    newcomers too, whatever their shirt, the lost and the sent off. Where the league says so the dead are among them."""
    came = [facts.player for facts in line.case.side.players if not facts.absent]
    found = {player.id: player for player in line.team.players if player.id in came}
    if line.case.options.mvp_dead:
        found |= {identity: line.kept.careers[identity].player for identity in came if is_dead(line, identity)}
    found |= {player.id: player for player in line.team.players if player.id not in line.case.kept.careers}
    return sorted((player for player in found.values() if earns(line, player)), key=lambda player: player.number)


def is_dead(line: Line, identity: str) -> bool:
    """Whether a player has died, or was struck from the list as a stone."""
    return identity in line.kept.careers and line.kept.careers[identity].how in ("died", "petrified")


def most_valuable(rule: str, points: int, awards: Awards = award_if_earned) -> Stage:
    """First the awards that the match itself has drawn, except one for the dead in a league that gives them none; then
    a die for each that is left, with as many faces as there are players who may be chosen. A D16 against the numbers of
    the shirts, rolled again while it names nobody, gives the same odds; it cannot name a journeyman with a number above
    16."""

    def run(line: Line) -> Flow:
        left = awards(line)
        for facts in line.case.side.players:
            lost = is_dead(line, facts.player) and not line.case.options.mvp_dead
            known = facts.player in line.kept.careers
            for _ in range(min(facts.mvps, left) if known and not lost else 0):
                line.write(MostValuable(facts.player, points), rule)
                left -= 1
        players = eligible(line)
        if not players:
            return
        odds = [Chance(who(player), 1 / len(players)) for player in players]
        numbers = [player.number for player in players]
        shirts = numbers if max(numbers) <= SHIRTS else []
        for _ in range(left):
            dice = yield from line.roll(1, len(players), t("the most valuable player"), rule, odds, shirts=shirts)
            line.write(MostValuable(players[dice[0] - 1].id, points), rule, dice)

    return Stage("valuable", "The most valuable player", (rule,), run)
