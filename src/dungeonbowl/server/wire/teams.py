"""Over HTTP: drafting teams."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from dungeonbowl.server.wire.setup import Figure, Skill
from dungeonbowl.teams.checks import LONGEST_NAME


class Carried(msgspec.Struct, frozen=True):
    """Something that a player may have besides its skills: a weapon that is not allowed, a magic item."""

    name: str
    cost: int
    effect: str


class PositionLine(msgspec.Struct, frozen=True):
    """One line of a roster, with its price. Characteristics as the edition prints them. `weapons` are those a player
    of this line may have, at its own price."""

    name: str
    cost: int
    section: str
    race: str
    limit: int | None
    movement: str
    strength: str
    agility: str
    passing: str
    armour: str
    skills: list[Skill]
    weapons: list[Carried] = []
    figure: Figure = Figure()


class RosterSheet(msgspec.Struct, frozen=True):
    id: str
    name: str
    reroll_cost: int
    limits: dict[str, int]
    positions: list[PositionLine]
    wizard: str = ""
    stars: list[PositionLine] = []  # star players that its teams may hire for a match
    atlas: list[str] = []  # what the atlas knows of it, in sentences


class Purchase(msgspec.Struct, frozen=True):
    """Something besides players that a team may have: staff, or an inducement of an exhibition team."""

    key: str
    name: str
    cost: int
    most: int
    effect: str = ""


class BudgetLine(msgspec.Struct, frozen=True):
    usual: int
    least: int
    most: int


class DraftFacts(msgspec.Struct, frozen=True):
    """Everything that the drafting screen needs to know about an edition. `most_weapons` is how many players of a team
    may have one; `items` are bought after a match, never at the draft."""

    edition: str
    title: str
    roster_word: str
    sections: list[str]
    least_players: int
    most_players: int
    most_rerolls: int
    budgets: dict[str, BudgetLine]  # by the kind of team
    rosters: list[RosterSheet]
    staff: list[Purchase]
    inducements: list[Purchase]
    styles: list[str]
    most_stars: int = 0  # star players of a team in one match
    mercenary_extra: int = 0  # what a mercenary costs more than its position; 0 where there are none
    mercenary_skill: int = 0  # what one more skill of a mercenary costs
    most_weapons: int = 0
    items: list[Carried] = []
    longest_name: int = LONGEST_NAME  # characters of the name of a team, a coach or a player


class DraftPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=0, le=99)]
    name: Annotated[str, Meta(max_length=LONGEST_NAME)]
    position: Annotated[str, Meta(max_length=60)]
    weapon: Annotated[str, Meta(max_length=60)] = ""


class TeamDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new team as the drafting screen has it."""

    edition: Annotated[str, Meta(max_length=60)]
    roster: Annotated[str, Meta(max_length=60)]
    name: Annotated[str, Meta(max_length=LONGEST_NAME)]
    players: Annotated[list[DraftPlayer], Meta(max_length=40)]
    coach: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    kind: Literal["league", "exhibition"] = "league"
    budget: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    rerolls: Annotated[int, Meta(ge=0, le=99)] = 0
    staff: dict[str, int] = {}
    inducements: dict[str, int] = {}


class TeamCheckOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A team to be checked: as a draft, or as the text of a file."""

    draft: TeamDraft | None = None
    text: Annotated[str, Meta(max_length=200_000)] | None = None


class TeamProblem(msgspec.Struct, frozen=True):
    text: str
    what: str
    where: str
    rule: str


class TeamChecked(msgspec.Struct, frozen=True):
    """What came of it: every problem, the cost so far, and the file, where the draft could be written as one.
    `objections` are why a legal team cannot play its next match."""

    legal: bool
    problems: list[TeamProblem]
    cost: int
    budget: int
    left: int
    value: int
    text: str  # the team file
    team: dict[str, Any] | None = None  # the same as a record
    objections: list[TeamProblem] = []


class RandomTeamOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A team drafted by the program from a seed."""

    edition: Annotated[str, Meta(max_length=60)] = "official"
    roster: Annotated[str, Meta(max_length=60)] = ""
    style: Annotated[str, Meta(max_length=20)] = "balanced"
    seed: Annotated[int, Meta(ge=0, le=2_000_000_000)] = 0
    kind: Literal["league", "exhibition"] = "league"
