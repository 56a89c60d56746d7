"""A team: its players as they are today, with what they have gained and lost, and its gold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

import msgspec

from dungeonbowl.teams.facts import Facts, load_facts
from dungeonbowl.teams.rosters import CHARACTERISTICS, Position, Roster
from dungeonbowl.teams.skill_book import WrittenSkill

Kind = Literal["league", "exhibition"]
KINDS: Final = ("league", "exhibition")


class Gain(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An advancement: a skill, chosen or drawn at random, or a characteristic that was raised."""

    skill: str = ""
    raised: str = ""
    random: bool = False


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """One player of a team. `losses` are characteristics; each is one step worse for each time it is named.

    `weapon` and `item` are what it carries, by their names in the draft. A player whose weapon is `confiscated` cannot
    play. `earned` are all points of its career; editions that buy advancements with points count what was `spent`.
    `hurt_now` is an absence that begins with the next match: an aftermath turns it into `misses_next_game` when it
    closes. `id` never changes; a player of a team that is in no league has none.
    """

    number: int
    name: str
    position: str
    cost: int
    gained: tuple[Gain, ...] = ()
    earned: int = 0
    spent: int = 0
    niggles: int = 0
    losses: tuple[str, ...] = ()
    misses_next_game: bool = False
    retired: bool = False
    journeyman: bool = False
    weapon: str = ""
    item: str = ""
    confiscated: bool = False
    mvps: int = 0
    seasons: int = 0  # at whose end it was on the list
    games: int = 0
    hurt_now: bool = False
    id: str = ""

    @property
    def unspent(self) -> int:
        """Points that are left to buy advancements with."""
        return self.earned - self.spent

    @property
    def available(self) -> bool:
        """Whether the player can play the next game."""
        return not self.misses_next_game and not self.retired and not self.confiscated


class Team(msgspec.Struct, frozen=True, omit_defaults=True):
    """A team of any edition. `roster` is the id of its college or race, `games` those it has played.

    A team in a league has an `id`, the `season` it is in, and the hash of the last event of its `history`. The
    `trophy` is one more team re-roll while it is held (O-LEAGUE-04).
    """

    edition: str
    roster: str
    name: str
    players: tuple[Player, ...]
    coach: str = ""
    kind: Kind = "league"
    budget: int = 0  # what it was drafted with; 0 is the usual sum of its kind
    games: int = 0
    rerolls: int = 0
    treasury: int = 0
    skill_points: int = 0
    inducements: dict[str, int] = {}
    staff: dict[str, int] = {}
    id: str = ""
    season: int = 0
    trophy: bool = False
    history: str = ""

    @property
    def rerolls_held(self) -> int:
        """The team re-rolls of a match: those bought, and that of the trophy."""
        return self.rerolls + self.trophy

    @property
    def facts(self) -> Facts:
        return load_facts(self.edition)

    @property
    def roster_facts(self) -> Roster:
        return self.facts.roster(self.roster)

    @property
    def permanent(self) -> list[Player]:
        """The players on the list, without journeymen."""
        return [player for player in self.players if not player.journeyman]

    @property
    def available(self) -> list[Player]:
        """The players who can play the next game, journeymen included, in the order of their numbers."""
        return sorted((player for player in self.players if player.available), key=lambda player: player.number)

    @property
    def is_new(self) -> bool:
        return self.games == 0

    def position_of(self, player: Player) -> Position:
        """The line of the roster that a player was hired from. The team must have passed the checks."""
        position = self.roster_facts.find(player.position)
        assert position is not None, player.position
        return position


class Profile(NamedTuple):
    """Characteristics as the edition writes them. A `pa` of 0 is the printed "-", None in editions without it."""

    ma: int
    st: int
    ag: int
    pa: int | None
    av: int


def profile_in(position: Position) -> Profile:
    """The characteristics that a position begins with."""
    return Profile(position.ma, position.st, position.ag, position.pa, position.av)


def profile_of(team: Team, player: Player) -> Profile:
    """Characteristics after all gains and losses, never beyond the best or the worst value of the edition."""
    position = team.position_of(player)
    bounds = team.facts.draft.characteristics
    values: dict[str, int | None] = {}
    for name in CHARACTERISTICS:
        value: int | None = getattr(position, name)
        steps = sum(gain.raised == name for gain in player.gained) - sum(loss == name for loss in player.losses)
        if value is not None and steps and name in bounds:
            value = moved(value, steps, bounds[name].best, bounds[name].worst)
        values[name] = value
    return Profile(values["ma"] or 0, values["st"] or 0, values["ag"] or 0, values["pa"], values["av"] or 0)


def moved(value: int, steps: int, best: int, worst: int) -> int:
    """A value moved so many steps towards the best, or away from it. From "-" the first step leads to the worst."""
    towards = 1 if best > worst else -1
    if value == 0:
        if steps < 0:
            return 0
        value = worst - towards
    value += steps * towards
    return max(min(best, worst), min(max(best, worst), value))


def targets_of(team: Team, profile: Profile) -> Profile:
    """The same with agility, passing and armour as target numbers, as the engine reads them."""
    if team.facts.draft.scale == "target":
        return profile
    agility = 7 - profile.ag
    return Profile(profile.ma, profile.st, agility, agility, profile.av + 1)


def written_skills(team: Team, player: Player) -> list[WrittenSkill]:
    """Every skill of a player: of its position, gained, of what it carries, and the journeyman's own. (O-DRAFT-11)"""
    book = team.facts.skills
    texts = [*team.position_of(player).skills, *(gain.skill for gain in player.gained if gain.skill)]
    weapon = team.facts.draft.find_weapon(player.weapon)
    if weapon is not None:
        texts += weapon.skills
    if player.item:
        texts.append(player.item)
    found = [book.read(text) for text in texts]
    rule = team.facts.draft.journeymen
    if player.journeyman and rule is not None and rule.skill:
        extra = book.read(rule.skill)
        if extra.skill not in (written.skill for written in found):
            found.append(extra)
    return found


def skills_of(team: Team, player: Player) -> list[str]:
    """The same as they are printed."""
    return [written.text for written in written_skills(team, player)]


def free_numbers(taken: Iterable[int], most: int) -> list[int]:
    """Free shirt numbers in order: first those of the list, then higher ones."""
    worn = set(taken)
    return [number for number in range(1, most + len(worn) + 17) if number not in worn]
