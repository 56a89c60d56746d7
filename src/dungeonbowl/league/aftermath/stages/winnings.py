"""Gold for a match: two dice, the better one for the winner (O-POST-02), and what was found in the dungeon."""

from __future__ import annotations

from dungeonbowl.languages import t
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.aftermath.machine import Line, SharedRoll, Stage
from dungeonbowl.league.aftermath.stages.conceding import is_punished
from dungeonbowl.league.options import LeagueOptions
from dungeonbowl.league.team_events import Gold
from dungeonbowl.teams.draft_facts import DIE

WINNINGS = "winnings"
WON, DRAWN, TREASURE, CONCEDED = "O-POST-02", "O-POST-03", "O-ROOM-14", "O-TD-06"


def is_drawn(match: MatchFacts) -> bool:
    return all(side.outcome != "won" for side in match.sides)


def shared_winnings(match: MatchFacts, options: LeagueOptions) -> list[SharedRoll]:
    """The winner rolls two dice for both teams; after a draw each has a die of its own, in the order of the sides."""
    if is_drawn(match):
        return [SharedRoll(WINNINGS, len(match.sides), DIE, t("winnings: a die for each team"), DRAWN)]
    return [SharedRoll(WINNINGS, 2, DIE, t("winnings: the higher die is the winner's"), WON)]


def share_of(line: Line) -> tuple[int, ...]:
    """The dice that are this team's."""
    match, side, options = line.case.match, line.case.side, line.case.options
    dice = line.case.shared[WINNINGS]
    if is_punished(side, options):
        return ()
    if is_drawn(match):
        return (dice[match.sides.index(side)],)
    if side.outcome != "won":
        return (min(dice),)
    if options.concede_winnings == "both" and any(is_punished(other, options) for other in match.others(side.team)):
        return dice
    return (max(dice),)


def winnings() -> Stage:
    """Who has conceded gets nothing, and its die goes to the winner unless the league says otherwise."""

    def run(line: Line) -> None:
        draft = line.team.facts.draft
        share = share_of(line)
        if not share:
            return
        rule = DRAWN if is_drawn(line.case.match) else WON if len(share) == 1 else CONCEDED
        line.write(Gold(draft.winnings * sum(share), "winnings"), rule, share)
        found = max((sum_ for players, sum_ in draft.treasure if line.case.side.gathered >= players), default=0)
        if found:
            line.write(Gold(found, "treasure"), TREASURE)

    return Stage("winnings", "Winnings", (WON, DRAWN, TREASURE), run)
