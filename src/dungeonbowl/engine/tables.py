"""The numbers of an edition, by subject: modifiers of rolls, costs of steps, how many there are of something.

An edition starts from these defaults, which are those of the official game, and changes what it reads differently. A
question that needs more than a number is a policy (`policies.py`). How an edition reads a skill is an argument of the
skill's module.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from dungeonbowl.engine.clauses import CLAUSES

# Entries of `Tables.turnover_by_cause`: what going down for this cause means for the active team.
NO_TURNOVER = 0
ALWAYS_TURNOVER = 1
CARRIER_TURNOVER = 2  # only when the player held a ball

UNBOUNDED: Final[i64] = 255  # a bound that no characteristic reaches

# `Blows.grab`
NEVER = 0
IN_BLOCK_ACTIONS = 1
IN_ANY_BLOCK = 2


@final
class Movement:
    """Going, dodging, rushing, jumping."""

    def __init__(self) -> None:
        # the highest Movement Allowance in play, whatever raises it; the teams decide what a sheet may say
        # (`teams/*/draft.toml`)
        self.most_allowance: i64 = 9
        self.stand_up_cost: i64 = 3
        self.stand_up_needed: i64 = 4
        self.rushes: i64 = 2
        self.rush_needed: i64 = 2
        self.dodge_modifier: i64 = 0
        self.jump_cost: i64 = 2
        self.jumps_over_fallen: bool = True  # every player may jump over a player who is down
        self.leaps_freely: bool = False  # a leap ends on any free square within two; a player that fails it lies there
        self.portal_recovery: i64 = 1  # movement to pay after a portal before the player moves on; 0 for none


@final
class Blows:
    """Blocks, fouls, and what they do to armour."""

    def __init__(self) -> None:
        self.most_strength: i64 = 8  # the highest Strength in play, whatever raises it
        self.block_cost: i64 = 1
        self.targets_named: bool = True  # a Blitz or a Foul is declared against one opponent
        self.grab: i64 = IN_BLOCK_ACTIONS  # when a blocker may use Grab
        self.wall_help: i64 = 0  # added to armour or injury of a player knocked down with only wall behind it
        self.foul_modifier: i64 = 0  # to the armour roll of every foul
        self.harder_kicks: i64 = 0  # the bonus of Dirty Player; 0 for the number on the player's sheet


@final
class Balls:
    """Balls: how many, and the rolls to get them."""

    def __init__(self) -> None:
        self.count: i64 = 1
        self.hands: i64 = 0  # the most balls that a player can hold; 0 for no limit
        self.pick_up_modifier: i64 = 0
        self.catch_modifier: i64 = 0  # accurate pass or hand-off
        self.loose_catch_modifier: i64 = -1  # bouncing, scattered, deviated ...


@final
class Throws:
    """Passes, interference, and thrown team-mates."""

    def __init__(self) -> None:
        self.farthest: i64 = 45  # squared distance of the longest throw
        self.quick: i64 = 10  # squared distance of the longest quick pass
        self.obstacles_stop: bool = False  # a thrown thing may strike an obstacle that it flies over
        self.thrown_strength: i64 = 3  # the highest Strength of a player that can be thrown
        self.thrower_strength: i64 = 5  # the lowest Strength of a player that throws team-mates
        self.thrown_farthest: i64 = 3  # the longest band over which a team-mate is thrown (`ball/passing.py`)
        self.thrown_modifier: i64 = 0  # to the roll for throwing a team-mate
        self.thrown_needed: i64 = 0  # the die needed where a throw is either fumbled or not; 0 for the usual test


@final
class Furnishing:
    """What stands in the dungeon."""

    def __init__(self) -> None:
        self.chests: i64 = 6
        self.chest_items: i64 = 0  # how many of the chests hold a magic item
        self.portals: i64 = 6


@final
class Course:
    """How long a match lasts, and what the sides begin with."""

    def __init__(self) -> None:
        self.halves: i64 = 1
        self.turn_limit: i64 = 16
        self.deployed: i64 = 6
        self.apothecaries: i64 = 0  # that every side has by agreement, in addition to those that its team has hired
        self.weapons: list[str] = []  # weapons that are against the rules but may be brought


@final
class Options:
    """What coaches agree on before a match, where the edition leaves it open."""

    def __init__(self) -> None:
        self.quick_start: bool = False  # everything before the first team turn happens by itself
        # ask for every "may" that a coach could want to decline, not only where coaches often decline
        self.skills_asked: bool = False
        self.follow_ups_last: bool = False  # decided after the squares of pushed players have taken effect
        self.transmutation_down: bool = False  # that spell knocks down, not out
        self.inducements: bool = True  # bought before a match, where the edition sells any
        self.petty_cash_cap: i64 = 0  # the most petty cash; 0 for as much as the rules give


@final
class Experience:
    """The points that deeds are worth to a player."""

    def __init__(self) -> None:
        self.completion: i64 = 1
        self.superb_throw: i64 = 1  # of a team-mate that landed on its feet
        self.chest: i64 = 0  # opening a chest with a ball in it
        self.hazard: i64 = 0  # pushing an opponent into a hazard
        self.deflection: i64 = 1
        self.interception: i64 = 2
        self.casualty: i64 = 2
        self.weapon_casualty: i64 = 0  # with a weapon that is not allowed
        self.touchdown: i64 = 5
        self.most_valuable: i64 = 4


@final
class Tables:
    """All numbers of an edition."""

    turnover_by_cause: vec[u8]

    def __init__(self) -> None:
        self.movement = Movement()
        self.blows = Blows()
        self.balls = Balls()
        self.throws = Throws()
        self.furnishing = Furnishing()
        self.course = Course()
        self.options = Options()
        self.experience = Experience()
        self.turnover_by_cause = vec[u8]([NO_TURNOVER] * int(CLAUSES))

    def set_turnover(self, cause: i64, when: int) -> None:
        self.turnover_by_cause[cause] = u8(when)
