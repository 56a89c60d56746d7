"""A match that was given up: what it costs the team, and who gets the touchdown."""

from __future__ import annotations

from dungeonbowl.languages import t
from dungeonbowl.league.aftermath.facts import SideFacts
from dungeonbowl.league.aftermath.machine import Chance, Flow, Line, Option, Stage
from dungeonbowl.league.aftermath.words import points, who
from dungeonbowl.league.options import LeagueOptions
from dungeonbowl.league.taste import taste_of
from dungeonbowl.league.team_events import Left, Points
from dungeonbowl.teams.draft_facts import DIE
from dungeonbowl.teams.team import Player


def is_punished(side: SideFacts, options: LeagueOptions) -> bool:
    """Whether a team has conceded and has to pay for it. A league may have mercy with a team of few players."""
    return side.conceded and (not options.mercy or side.fit > options.mercy)


def gave_in(line: Line) -> SideFacts | None:
    """The team that gave this match up to the line's own team, and has to pay for it."""
    if line.case.side.outcome != "won":
        return None
    others = line.case.match.others(line.team.id)
    return next((other for other in others if is_punished(other, line.case.options)), None)


def conceding(rule: str) -> Stage:
    """Nobody has scored, so the winner names who gets the touchdown and its points. Players of the other team who have
    come far may leave it, by a die each."""

    def run(line: Line) -> Flow:
        if is_punished(line.case.side, line.case.options):
            yield from desertion(line, rule)
        if line.case.match.how == "conceded" and line.case.side.outcome == "won":
            yield from scorer(line, rule)

    return Stage("conceding", "The concession", (rule,), run)


def deserters(rule: str) -> Stage:
    """Only who leaves the team that gave up."""

    def run(line: Line) -> Flow:
        if is_punished(line.case.side, line.case.options):
            yield from desertion(line, rule)

    return Stage("deserters", "Who leaves the team", (rule,), run)


def desertion(line: Line, rule: str) -> Flow:
    facts = line.team.facts.draft.desertion
    if facts is None:
        return
    share = facts.upto / DIE
    odds = (Chance(t("it leaves"), share), Chance(t("it stays"), 1 - share))
    for player in line.team.permanent:
        if len(player.gained) >= facts.advancements and player.earned >= facts.points:
            dice = yield from line.roll(1, DIE, t("whether {player} leaves", player=who(player)), rule, odds, player.id)
            if dice[0] <= facts.upto:
                line.write(Left(player.id), rule, dice)


def scorer(line: Line, rule: str) -> Flow:
    players = line.team.available
    if not players:
        return
    taste = taste_of(line.team)
    worth = line.case.options.touchdown_points
    options = [
        Option(
            player.id,
            who(player),
            t("it has {points}, and {worth} more", points=points(player.unspent), worth=worth),
            rule,
            player=player.id,
        )
        for player in players
    ]
    usual = max(range(len(players)), key=lambda index: usefulness(taste.player(players[index]), players[index]))
    chosen = yield from line.ask(t("Who gets the touchdown of the match that was conceded?"), options, rule, usual)
    line.write(Points(chosen.player, worth, "touchdown", credited=True), rule, by_rules=False)


def usefulness(taste: float, player: Player) -> tuple[bool, float]:
    """Points are of use to a player who stays, and best to one whom the team likes."""
    return not player.journeyman, taste
