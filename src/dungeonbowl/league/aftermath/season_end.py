"""The end of a season, on the machine of aftermaths: prizes, and then what the league has chosen. A redraft is the
official one (O-LEAGUE-06 to O-LEAGUE-10) with the prices of the edition; in leagues that carry on absences end and
nothing else; where everybody begins anew, a new team is drafted under the old name and history.

A team that has not played is left as it is: its coach may draft it anew.
"""

from __future__ import annotations

from typing import Final

from dungeonbowl.languages import t
from dungeonbowl.league.aftermath.machine import Chance, Flow, Line, Plan, Stage
from dungeonbowl.league.aftermath.stages.redraft import Redraft
from dungeonbowl.league.aftermath.words import CHARACTERISTICS, who
from dungeonbowl.league.options import LeagueOptions, write_options
from dungeonbowl.league.team_events import Funds, Left, Prize, Recovered, Reroll, Scouted, Season, Staff
from dungeonbowl.teams.draft_facts import DIE
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import Player

PRIZES, STEPS, SCOUTING, FUNDS = "O-LEAGUE-04", "O-LEAGUE-06", "O-LEAGUE-07", "O-LEAGUE-08"
REHIRING, HEALING = "O-LEAGUE-09", "O-LEAGUE-10"


def season_plan_for(options: LeagueOptions) -> Plan:
    """The steps at the end of a season, as the league has chosen."""
    return dict(PLANS)[options.off_season]


# --- prizes and rest --------------------------------------------------------------------------------------------------


def give_prizes(line: Line) -> None:
    facts = line.case.season
    assert facts is not None
    if facts.place or facts.prize or facts.trophy is not None:
        line.write(Prize(facts.place, facts.prize, facts.trophy), PRIZES)


def recover(line: Line) -> None:
    """Whoever would miss the next match is fit again."""
    if any(player.misses_next_game for player in line.team.players):
        line.write(Recovered(), STEPS)


def begin_season(line: Line) -> None:
    case = line.case
    options = write_options(case.options, case.edition)
    line.write(Season(line.team.season + 1, tuple(line.given), case.commitment, options, case.edition), STEPS)


# --- scouting ---------------------------------------------------------------------------------------------------------


def is_watched(line: Line, player: Player) -> bool:
    """Scouts look at players who were most valuable in any match, or in leagues that say so at those who have learnt a
    skill this season."""
    return player.id in line.kept.learners if line.case.options.scouting == "skill" else player.mvps > 0


def scout(line: Line) -> Flow:
    """A die for each player who is watched: on a 6 it leaves for good, and the team gets gold for the redraft."""
    facts = line.team.facts.draft.off_season
    share = (DIE + 1 - facts.scouted_on) / DIE
    odds = (Chance(t("it leaves"), share), Chance(t("it stays"), 1 - share))
    for player in [player for player in line.team.permanent if is_watched(line, player)]:
        dice = yield from line.roll(
            1, DIE, t("a scout looks at {player}", player=who(player)), SCOUTING, odds, player.id
        )
        leaves = dice[0] >= facts.scouted_on
        line.write(Scouted(player.id, leaves, facts.scouted if leaves else 0), SCOUTING, dice)


# --- funds ------------------------------------------------------------------------------------------------------------


def budget_of(line: Line) -> int:
    return load_facts(line.case.edition).draft.budgets["league"].usual


def raise_funds(line: Line) -> None:
    """The gold of a new team, the treasury, and a sum for every match played and every fixture won; friendlies are
    played, but not won. The league may cap it."""
    if line.team.is_new:
        return
    facts, kept = line.team.facts.draft.off_season, line.kept
    parts = {
        "new team": budget_of(line),
        "treasury": line.team.treasury,
        "games": facts.per_game * kept.season_games,
        "wins": facts.per_win * kept.fixtures_won,
        "scouting": kept.scouting_gold,
    }
    total = sum(parts.values())
    cap = line.case.options.redraft_cap
    line.write(Funds(min(total, cap) if cap else total, parts), FUNDS)


def clear(line: Line) -> None:
    """Everybody leaves, and the team has the gold of a new one."""
    if line.team.is_new:
        return
    for player in line.team.permanent:
        line.write(Left(player.id, "not rehired"), STEPS)
    if line.team.rerolls:
        line.write(Reroll(-line.team.rerolls), STEPS)
    for key, count in line.team.staff.items():
        if count:
            line.write(Staff(key, -count), STEPS)
    budget = budget_of(line)
    line.write(Funds(budget, {"new team": budget}), STEPS)


# --- redraft ----------------------------------------------------------------------------------------------------------


def redraft(line: Line) -> Flow:
    if line.kept.funds:
        yield from Redraft(line, anew=False).run()


def draft(line: Line) -> Flow:
    if line.kept.funds:
        yield from Redraft(line, anew=True).run()


def heal(line: Line) -> Flow:
    """A die for each niggling injury of a player who was rehired, and for each loss of one who sat out the season. A
    loss that is restored leaves a niggling injury."""
    heals_on = line.team.facts.draft.off_season.heals_on
    share = (DIE + 1 - heals_on) / DIE
    odds = (Chance(t("it heals"), share), Chance(t("it stays"), 1 - share))
    for player in [player for player in line.team.permanent if player.id in line.kept.rehired]:
        if player.niggles:
            what = t("the niggling injuries of {player}", player=who(player))
            for die in (yield from line.roll(player.niggles, DIE, what, HEALING, odds, player.id)):
                if die >= heals_on:
                    line.write(Recovered(player.id, niggle=True), HEALING, [die])
        for loss in player.losses if player.retired else ():
            what = t("the lost {characteristic} of {player}", characteristic=CHARACTERISTICS[loss], player=who(player))
            dice = yield from line.roll(1, DIE, what, HEALING, odds, player.id)
            if dice[0] >= heals_on:
                line.write(Recovered(player.id, loss=loss, leaves_niggle=True), HEALING, dice)


PRIZE: Final = Stage("prizes", "Prizes", (PRIZES,), give_prizes)
REST: Final = Stage("rest", "Absences end", (STEPS,), recover)
NEXT: Final = Stage("season", "The next season", (STEPS,), begin_season)

PLANS: Final[tuple[tuple[str, Plan], ...]] = (
    ("carry_on", Plan((PRIZE, REST, NEXT))),
    (
        "redraft",
        Plan(
            (
                PRIZE,
                Stage("scouting", "Scouts", (SCOUTING,), scout),
                REST,
                Stage("funds", "Funds", (FUNDS,), raise_funds),
                Stage("redraft", "The redraft", (REHIRING,), redraft),
                Stage("healing", "What has healed", (HEALING,), heal),
                NEXT,
            )
        ),
    ),
    (
        "fresh",
        Plan(
            (
                PRIZE,
                Stage("funds", "Everybody leaves", (STEPS,), clear),
                Stage("redraft", "A new team", (STEPS,), draft),
                NEXT,
            )
        ),
    ),
)
