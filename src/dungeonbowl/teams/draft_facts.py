"""The money and the numbers of an edition: what a team may have and what it costs, what players learn, what happens
after a match and at the end of a season. `draft.toml` of an edition is read into these.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from dungeonbowl.teams.rosters import Fact, Position

DIE: Final = 6  # the faces of the usual die
MANY: Final = 99  # for numbers that the rules do not limit: re-rolls, niggling injuries


class Players(Fact, frozen=True):
    """How many players a team has: `least` when it is new, `most` at any time. A match needs `fit` who can play it."""

    least: int
    most: int
    fit: int = 1


class Rerolls(Fact, frozen=True):
    """`most` is the limit of a new team; without it, as many as can be paid."""

    cost: int
    later_cost: int
    value: int
    most: int | None = None

    def limit(self, is_new: bool) -> int:
        """The most re-rolls that a team may have; if the rules set no limit, a number that is never reached."""
        return self.most if is_new and self.most is not None else MANY


class Budget(Fact, frozen=True):
    """The gold of a new team for one kind of play."""

    usual: int
    least: int
    most: int
    keeps_rest: bool = False
    skill_points: int = 0


class Characteristic(Fact, frozen=True):
    best: int
    worst: int


class Improvement(Fact, frozen=True):
    """A row of the table of characteristics: up to this number on the die, one of these may be raised."""

    upto: int
    choices: tuple[str, ...]


class Advancement(Fact, frozen=True):
    """What players learn. Editions sell it for points, or points that a player has reached bring a roll of two dice:
    one for each of `thresholds`, and `raises` are the characteristics open to a sum of those dice.

    Prices in points go by the number of advancements that a player has. `improvement` is the table for the die of
    `improvement_die` faces; `random_skills` has a table for each category: the first die chooses one of its rows, each
    for as many faces, the second a skill of the row.

    `most_without` are lower limits, where the text of an edition leaves these switches off.
    """

    most: int
    raises_each: int
    random_primary: tuple[int, ...] = ()
    chosen_primary: tuple[int, ...] = ()
    random_secondary: tuple[int, ...] = ()
    chosen_secondary: tuple[int, ...] = ()
    characteristic: tuple[int, ...] = ()
    improvement_die: int = 16
    improvement: tuple[Improvement, ...] = ()
    random_skills: dict[str, tuple[tuple[str, ...], ...]] = msgspec.field(default_factory=dict)
    value: dict[str, int] = msgspec.field(default_factory=dict)
    most_without: dict[str, int] = msgspec.field(default_factory=dict)
    thresholds: tuple[int, ...] = ()
    fast_thresholds: tuple[int, ...] = ()  # where a league has agreed on a faster track
    raises: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


class Expenses(Fact, frozen=True):
    """What a team of a high value pays after a match: `step` gold from the value `start` on, and again for each full
    `interval` above it."""

    start: int
    interval: int
    step: int

    def due(self, value: int) -> int:
        return 0 if value < self.start else self.step * (1 + (value - self.start) // self.interval)


class Desertion(Fact, frozen=True):
    """Who leaves a team that has given up a match: players of so many `points` and `advancements`, on a D6 of `upto` or
    less."""

    upto: int
    points: int = 0
    advancements: int = 0
    fans: int = 0  # points of fan factor that it loses as well


class OffSeason(Fact, frozen=True):
    """The end of a season: what a redraft is made of. Sums in gold, dice of six faces."""

    per_game: int = 20_000
    per_win: int = 20_000
    scouted: int = 20_000  # for a player who leaves
    scouted_on: int = 6
    per_season: int = 20_000  # on top of a player's value, for each season that it has played
    heals_on: int = 4


class Journeymen(Fact, frozen=True):
    """Who fills up a team for one match: players of a `section`, with one `skill` more, until there are `upto`. Those
    who are `lent` come only where a league says so, earn nothing and cannot be hired."""

    section: str
    upto: int
    skill: str = ""
    lent: bool = False


class Mercenaries(Fact, frozen=True):
    """Players of the roster who are hired for one match, with a skill that all of them have: `extra` is what each costs
    more than its position, `skill_cost` what one more skill costs."""

    extra: int
    skill: str
    skill_cost: int


class Inducement(Fact, frozen=True):
    key: str
    name: str
    cost: int
    most: int
    effect: str = ""


class Staff(Fact, frozen=True):
    """Sideline staff of an edition that has it: apothecary, cheerleaders, fan factor. `most` is the limit of a new
    team, and of any other unless `most_later` says more."""

    key: str
    name: str
    cost: int
    most: int
    most_later: int | None = None
    sold_later: bool = True  # after the draft too

    def limit(self, is_new: bool) -> int:
        return self.most if is_new or self.most_later is None else self.most_later


class Weapon(Fact, frozen=True):
    """A secret weapon, which is against the rules but open to players of some races. `skills` are its effects in the
    engine. A die that shows `confiscated_on` or more takes it away; 0 for never."""

    name: str
    cost: int
    skills: tuple[str, ...]
    races: tuple[str, ...]
    effect: str
    reduced_cost: int | None = None
    reduced_races: tuple[str, ...] = ()
    confiscated_on: int = 0

    def price(self, race: str) -> int:
        return self.reduced_cost if self.reduced_cost is not None and race in self.reduced_races else self.cost

    def is_open_to(self, position: Position) -> bool:
        """Whether the position may have it: linemen of its races (A-SW-02, A-SW-03)."""
        return position.race in self.races and position.limit is None


class Item(Fact, frozen=True):
    """A magic item; the engine knows it by its name."""

    name: str
    effect: str


class Draft(Fact, frozen=True):
    """`draft.toml`."""

    format: int
    edition: str
    title: str
    roster_key: Literal["college", "race"]
    scale: Literal["target", "classic"]
    sections: tuple[str, ...]
    players: Players
    rerolls: Rerolls
    budgets: dict[str, Budget]
    characteristics: dict[str, Characteristic]
    advancement: Advancement
    losses_each: int | None = None  # steps that one characteristic of a player may fall by, where there is a limit
    winnings: int = 0  # gold for each point of the dice after a match
    treasure: tuple[tuple[int, int], ...] = ()  # players who gathered funds in a match, and the gold for so many
    off_season: OffSeason = OffSeason()
    expenses: Expenses | None = None
    desertion: Desertion | None = None
    journeymen: Journeymen | None = None
    mercenaries: Mercenaries | None = None
    stars_most: int = 0  # of one match
    inducement: tuple[Inducement, ...] = ()
    staff: tuple[Staff, ...] = ()
    # the most players of the largest race, the second, the third; empty if any mixture is allowed
    race_slots: tuple[int, ...] = ()
    armed_most: int = 0  # players of a team with a weapon
    weapon: tuple[Weapon, ...] = ()
    item_cost: int = 0
    item: tuple[Item, ...] = ()
    rules: dict[str, str] = msgspec.field(default_factory=dict)

    def find_weapon(self, name: str) -> Weapon | None:
        for weapon in self.weapon:
            if weapon.name == name:
                return weapon
        return None

    def find_item(self, name: str) -> Item | None:
        for item in self.item:
            if item.name == name:
                return item
        return None

    @property
    def counts_gold(self) -> bool:
        """Whether teams are compared by gold: advancements have a price. Elsewhere they are compared by points of
        rating."""
        return bool(self.advancement.value)

    def rule(self, subject: str) -> str:
        """The rule that a check cites; empty if the edition names none."""
        return self.rules.get(subject, "")
