"""Drawing new matches: edition, dungeon and teams of the next match are drawn with a seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mypy_extensions import i64

from dungeonbowl.dungeon.text import bundled, load_dungeon
from dungeonbowl.editions import name_of
from dungeonbowl.engine.layouts import nowhere
from dungeonbowl.engine.setup import Squads
from dungeonbowl.errors import UserError
from dungeonbowl.learn.batch import Stage, Stages
from dungeonbowl.learn.shape import HEIGHT, WIDTH, Board
from dungeonbowl.play.setting_up import squads_for, stage
from dungeonbowl.records.setup import SetupError, check_playable
from dungeonbowl.teams.ready import find_team, ready_ids

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.engine.dice import SeededDice
    from dungeonbowl.engine.rules import Rules

QUICK = "official(quick=1)"
FULL = "astrogranite(full)"  # the preset with which all Astrogranite dungeons for two teams can be played
SEVERAL = "astrogranite(full, special_arrangements=off, extra_teams=on)"  # the same for three and four teams


class DrawnStages(Stages):
    """Every match draws an edition, then one of its dungeons, then a team for each side.

    `editions` are texts such as `official(quick=1)`. `dungeons` and `teams` limit what is drawn; an edition uses those
    of them that it has. Without them all dungeons and teams of the package are drawn. With `teams=()` equal squads
    play. `sides` is the number of sides; dungeons for another number are left out. The board has room for the largest
    of the dungeons.
    """

    def __init__(
        self,
        editions: Sequence[str] = (QUICK,),
        dungeons: Sequence[str] | None = None,
        teams: Sequence[str] | None = None,
        sides: int = 2,
    ) -> None:
        if not editions or isinstance(editions, str):
            raise UserError("editions: expected a list of at least one, such as ['official(quick=1)']")
        self.choices = [Choice(text, dungeons, teams, sides) for text in editions]
        self.board = board_for([dungeon for choice in self.choices for dungeon in choice.dungeons], sides)

    def draw(self, chance: SeededDice) -> Stage:
        return self.choices[int(chance.below(i64(len(self.choices))))].draw(chance)


class Choice:
    """One edition with its dungeons and teams."""

    def __init__(self, edition: str, dungeons: Sequence[str] | None, teams: Sequence[str] | None, sides: int) -> None:
        self.sides = sides
        self.rules: Rules = stage(edition, "")[0]
        self.name = name_of(self.rules.edition)
        listed = list(self.rules.layouts.names) if sides == 2 else dungeons_for(self.name, sides)
        named = listed if dungeons is None else [name for name in dungeons if name in listed or "." in name]
        if not named:
            wished = f"none of {', '.join(dungeons)} is one of" if dungeons else f"there is none for {sides} teams in"
            raise UserError(f"dungeons: {wished} {edition}: {', '.join(listed)}")
        drawn = {name: stage(edition, name)[1] for name in named}
        refusals = {name: refusal(self.rules, dungeon, sides) for name, dungeon in drawn.items()}
        self.dungeons: list[Dungeon] = [dungeon for name, dungeon in drawn.items() if not refusals[name]]
        if named and not self.dungeons:
            reasons = "; ".join(f"{name}: {reason}" for name, reason in refusals.items())
            raise UserError(f"edition {edition}: none of its dungeons can be learnt in ({reasons})")
        ready = ready_ids(self.name)
        self.teams = ready if teams is None else [team for team in teams if team in ready or "." in team]
        if teams and not self.teams:
            raise UserError(f"teams: none of {', '.join(teams)} is one of {edition}: {', '.join(ready)}")
        self.pairs: dict[tuple[str, str], Squads] = {}
        self.kinds: dict[str, str] = {}

    def draw(self, chance: SeededDice) -> Stage:
        dungeon = self.dungeons[int(chance.below(i64(len(self.dungeons))))] if self.dungeons else nowhere()
        names = [""] * self.sides
        if self.teams:
            names = [self.teams[int(chance.below(i64(len(self.teams))))] for _ in names]
        if self.sides == 2:
            return Stage(self.rules, dungeon, self.squads(*names))
        agility = int(self.rules.policies.sheets.usual_agility())
        return Stage(self.rules, dungeon, squads_for(tuple(names), agility, self.rules.edition))

    def kind(self, team: str) -> str:
        """The kind of a team. It is asked for every new pair, and to find a team means to list all team files."""
        found = self.kinds.get(team)
        if found is None:
            found = self.kinds[team] = find_team(team, edition=self.name).kind
        return found

    def squads(self, home: str, away: str) -> Squads:
        """The squads of two teams. Each team is read once, against itself, and half of that is taken: a learner meets
        hundreds of pairs, and reading and checking a team takes longer than a match."""
        found = self.pairs.get((home, away))
        if found is None:
            agility = int(self.rules.policies.sheets.usual_agility())
            if home == away or self.kind(home) != self.kind(away):  # what is bought depends on both
                found = squads_for((home, away), agility, self.rules.edition)
            else:
                found = joined(self.squads(home, home), self.squads(away, away))
            self.pairs[(home, away)] = found
        return found


def dungeons_for(edition: str, sides: int) -> list[str]:
    """The dungeons of the package for an edition and so many sides."""
    drawn = {name: load_dungeon(name) for name in bundled()}
    return [name for name, dungeon in drawn.items() if dungeon.edition == edition and dungeon.teams == sides]


def board_for(dungeons: Sequence[Dungeon], sides: int) -> Board:
    """The usual board, or a larger one if these dungeons need it."""
    width, height = int(WIDTH), int(HEIGHT)
    for dungeon in dungeons:
        width = max(width, int(dungeon.width), int(dungeon.height))
        height = max(height, min(int(dungeon.width), int(dungeon.height)))
    return Board(i64(width), i64(height), i64(sides))


def refusal(rules: Rules, dungeon: Dungeon, sides: int) -> str:
    """Why a learner cannot play here with so many sides; empty if it can."""
    if dungeon.teams != sides:
        return f"it is for {dungeon.teams} teams, and {sides} play"
    try:
        check_playable(rules, dungeon, sides)
    except SetupError as error:
        return str(error)
    return ""


def joined(one: Squads, two: Squads) -> Squads:
    """The first side of one pair against the second of another."""
    sheets = one.sheets[: int(one.first[1])] + two.sheets[int(two.first[1]) :]
    rerolls = [one.rerolls[0], two.rerolls[1]]
    return Squads(i64(2), sheets, rerolls, [one.names[0], two.names[1]], [one.teams[0], two.teams[1]])
