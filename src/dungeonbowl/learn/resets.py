"""Procedural resets: which edition, dungeon and teams the next match is played with, drawn by a seeded chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mypy_extensions import i64

from dungeonbowl.bots.arena import squads_for, stage
from dungeonbowl.engine.layouts import nowhere
from dungeonbowl.engine.setup import Squads
from dungeonbowl.errors import UserError
from dungeonbowl.learn.batch import Stage, Stages
from dungeonbowl.records.setup import SetupError, check_playable
from dungeonbowl.teams.ready import find_team, ready_ids

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.engine.dice import SeededDice
    from dungeonbowl.engine.rules import Rules

QUICK = "official(quick=1)"
ALL_QUICK = ("official(quick=1)", "stockbowl(quick=1)")
FULL = "astrogranite(full)"  # the preset with which the dungeons of Astrogranite that are for two can be played


class DrawnStages(Stages):
    """Every match draws an edition, then one of its dungeons, then a team for each side.

    `editions` are texts such as `official(quick=1)`. `dungeons` and `teams` limit what is drawn, of each edition what
    it has; without them all that come with the program are drawn. `teams=()` lets two equal squads play.
    """

    def __init__(
        self,
        editions: Sequence[str] = (QUICK,),
        dungeons: Sequence[str] | None = None,
        teams: Sequence[str] | None = None,
    ) -> None:
        if not editions:
            raise UserError("editions: name at least one, such as official(quick=1)")
        self.choices = [Choice(text, dungeons, teams) for text in editions]

    def draw(self, chance: SeededDice) -> Stage:
        return self.choices[int(chance.below(i64(len(self.choices))))].draw(chance)


class Choice:
    """One edition with what may be drawn for it."""

    def __init__(self, edition: str, dungeons: Sequence[str] | None, teams: Sequence[str] | None) -> None:
        self.rules: Rules = stage(edition, "")[0]
        self.name = self.rules.edition.partition("(")[0]
        bundled = list(self.rules.layouts.names)
        named = bundled if dungeons is None else [name for name in dungeons if name in bundled or "." in name]
        if not named:
            raise UserError(f"dungeons: none of {', '.join(dungeons or ())} is one of {edition}: {', '.join(bundled)}")
        drawn = {name: stage(edition, name)[1] for name in named}
        refusals = {name: refusal(self.rules, dungeon) for name, dungeon in drawn.items()}
        self.dungeons: list[Dungeon] = [dungeon for name, dungeon in drawn.items() if not refusals[name]]
        if named and not self.dungeons:
            reasons = "; ".join(f"{name}: {reason}" for name, reason in refusals.items())
            raise UserError(f"edition {edition}: none of its dungeons can be learnt in ({reasons})")
        ready = ready_ids(self.name)
        self.teams = ready if teams is None else [team for team in teams if team in ready or "." in team]
        if teams and not self.teams:
            raise UserError(f"teams: none of {', '.join(teams)} is one of {edition}: {', '.join(ready)}")
        self.pairs: dict[tuple[str, str], Squads] = {}

    def draw(self, chance: SeededDice) -> Stage:
        dungeon = self.dungeons[int(chance.below(i64(len(self.dungeons))))] if self.dungeons else nowhere()
        home, away = "", ""
        if self.teams:
            home = self.teams[int(chance.below(i64(len(self.teams))))]
            away = self.teams[int(chance.below(i64(len(self.teams))))]
        return Stage(self.rules, dungeon, self.squads(home, away))

    def kind(self, team: str) -> str:
        return find_team(team, edition=self.name).kind

    def squads(self, home: str, away: str) -> Squads:
        """The squads of two teams. Each team is read once, against itself, and half of that taken: a learner meets
        hundreds of pairs, and to read and check a team takes longer than a match."""
        found = self.pairs.get((home, away))
        if found is None:
            agility = int(self.rules.tables.usual_agility)
            if home == away or self.kind(home) != self.kind(away):  # what is bought depends on both
                found = squads_for((home, away), agility, self.rules.edition)
            else:
                found = joined(self.squads(home, home), self.squads(away, away))
            self.pairs[(home, away)] = found
        return found


def refusal(rules: Rules, dungeon: Dungeon) -> str:
    """Why a learner cannot play here, or nothing: a match of two, which the modules allow."""
    if dungeon.teams != 2:
        return f"it is for {dungeon.teams} teams, and a learner plays matches of two"
    try:
        check_playable(rules, dungeon, 2)
    except SetupError as error:
        return str(error)
    return ""


def joined(one: Squads, two: Squads) -> Squads:
    """The first side of one pair against the second of another."""
    sheets = one.sheets[: int(one.first[1])] + two.sheets[int(two.first[1]) :]
    rerolls = [one.rerolls[0], two.rerolls[1]]
    return Squads(i64(2), sheets, rerolls, [one.names[0], two.names[1]], [one.teams[0], two.teams[1]])
