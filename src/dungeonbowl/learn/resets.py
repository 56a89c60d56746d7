"""Procedural resets: which edition, dungeon and teams the next match is played with, drawn by a seeded chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mypy_extensions import i64

from dungeonbowl.bots.arena import squads_for, stage
from dungeonbowl.engine.layouts import nowhere
from dungeonbowl.errors import UserError
from dungeonbowl.learn.batch import Stage, Stages
from dungeonbowl.teams.ready import ready_ids

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.engine.dice import SeededDice
    from dungeonbowl.engine.rules import Rules

QUICK = "official(quick=1)"
ALL_QUICK = ("official(quick=1)", "stockbowl(quick=1)")


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
        self.dungeons: list[Dungeon] = [stage(edition, name)[1] for name in named]
        ready = ready_ids(self.name)
        self.teams = ready if teams is None else [team for team in teams if team in ready or "." in team]
        if teams and not self.teams:
            raise UserError(f"teams: none of {', '.join(teams)} is one of {edition}: {', '.join(ready)}")

    def draw(self, chance: SeededDice) -> Stage:
        dungeon = self.dungeons[int(chance.below(i64(len(self.dungeons))))] if self.dungeons else nowhere()
        home, away = "", ""
        if self.teams:
            home = self.teams[int(chance.below(i64(len(self.teams))))]
            away = self.teams[int(chance.below(i64(len(self.teams))))]
        squads = squads_for(home, away, int(self.rules.tables.usual_agility), self.name)
        return Stage(self.rules, dungeon, squads)
