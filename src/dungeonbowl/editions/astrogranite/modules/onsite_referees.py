"""The module `onsite_referees`: referees who walk in the dungeon, see, punish, and can be attacked (A-OREF).

`referee_phase.py` has what they do after a team turn. They are pieces of no side with the ability JUDGES.
"""

from __future__ import annotations

import re
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.dungeon.directions import scatter_direction
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import FLOOR
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.whole_map import is_plain
from dungeonbowl.editions.astrogranite.modules.referee_phase import (
    RefereePhase,
    director,
    has_come,
    is_referee,
    next_referee,
)
from dungeonbowl.editions.astrogranite.modules.referee_sheets import MOST, lineman, referee_sheets
from dungeonbowl.editions.astrogranite.modules.referees import EyeReferee, Penalty
from dungeonbowl.editions.options import EditionError
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import JUDGES
from dungeonbowl.engine.dice import D6, D8, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.policies import Neutral, Opening, Referee
from dungeonbowl.engine.procedures.harm.sending_off import ARGUING, SendingOff
from dungeonbowl.engine.procedures.turn.neutral import ByChance
from dungeonbowl.engine.setup import PlayerSheet, Squads
from dungeonbowl.engine.skills.home import Home
from dungeonbowl.engine.statuses import ABSENT, KNOCKED_OUT, OFFENDED, STANDING
from dungeonbowl.engine.tokens import NO_TOKEN
from dungeonbowl.teams.rosters import Position

POINTS: Final[i64] = 2
SIGHT: Final[i64] = 6  # squares
BY_DIE: Final[i64] = 0  # a die decides how many come

COUNTING: Final[i64] = 0
DRAWING: Final[i64] = 1  # a teleporter
STRAYING: Final[i64] = 2
NOWHERE: Final = vec[i64]()
DICE: Final = "dice"

SKILLS: Final = [Home("Referee", [JUDGES], rules="A-OREF-03")]


def install(c: Composition) -> None:
    eye = c.policies.referee
    assert isinstance(eye, EyeReferee)
    c.policies.neutral = Officials(
        c.policies.neutral, lineman(c.configuration.word("ref_race")), c.configuration.number("ref_av_penalty")
    )
    c.policies.referee = SightedReferee(eye)
    points = POINTS if c.configuration.is_on("league") else i64(0)
    revenge_in_sight = c.configuration.word("ref_revenge") == "sight"
    c.modules.insert(0, Patrols(eye, revenge_in_sight))  # the phase of the referees comes before that of the monsters
    squares = agreed_squares(c.configuration.words("ref_squares"))
    if squares:
        c.policies.opening = AgreedSquares(c.policies.opening, squares)
    c.modules.append(Referees(c.configuration.number("ref_count", int(BY_DIE)), points, squares))
    c.skills.append(Assaults())  # after a second block, if there is one
    c.cite(int(clauses.REFEREE_COUNT), "A-OREF-01")
    c.cite(int(clauses.REFEREE_START), "A-OREF-02")
    c.cite(int(clauses.REFEREE_PHASE), "A-OREF-04")
    c.cite(int(clauses.REFEREE_CHARGE), "A-OREF-08")
    c.cite(int(clauses.REFEREE_REVENGE), "A-OREF-14")
    c.cite(int(clauses.REFEREE_OUT), "A-OREF-15")


def agreed_squares(words: list[str]) -> list[tuple[int, int]]:
    """Column and row of the squares that coaches have agreed on (A-OREF-02)."""
    found: list[tuple[int, int]] = []
    if words == [DICE]:
        return found
    for word in words:
        read = re.fullmatch(r"(\d{1,3}):(\d{1,3})", word)
        if read is None or len(words) > MOST:
            raise EditionError(
                f"parameter 'ref_squares': expected {DICE} or up to {MOST} squares such as 5:3+12:7, found"
                f" {'+'.join(words)!r}"
            )
        place = (int(read.group(1)), int(read.group(2)))
        if place in found:
            raise EditionError(f"parameter 'ref_squares': expected each square once, found {word!r} twice")
        found.append(place)
    return found


@final
class AgreedSquares(Opening):
    """Refuses a dungeon without the squares where referees begin."""

    def __init__(self, before: Opening, squares: list[tuple[int, int]]) -> None:
        self.before = before
        self.squares = squares

    def frame(self, game: Game) -> Frame:
        return self.before.frame(game)

    def missing(self, dungeon: Dungeon) -> str:
        return self.before.missing(dungeon)

    def objection(self, dungeon: Dungeon, sides: i64) -> str:
        for column, row in self.squares:
            node = dungeon.node_at(i64(column), i64(row))
            if node < 0 or not is_plain(dungeon, node) or has_token(dungeon, node):
                return (
                    f"parameter 'ref_squares': expected plain floor outside the end zones and without a token at"
                    f" {column}:{row} of the dungeon {dungeon.name!r}"
                )
        return self.before.objection(dungeon, sides)


def has_token(dungeon: Dungeon, node: i64) -> bool:
    """Whether the map itself has a chest, a teleporter or a trap here."""
    for chest in dungeon.map_chests:
        if i64(chest) == node:
            return True
    for portal in dungeon.map_portals:
        if i64(portal) == node:
            return True
    return any(trap.node == node for trap in dungeon.traps)


@final
class Officials(Neutral):
    """The referees who may come, and who decides for them: a coach opposed to the attacker (A-OREF-12), or the game
    master if there is one (A-DUN-06)."""

    def __init__(self, before: Neutral, position: Position, less_armour: int) -> None:
        self.before = before
        self.position = position
        self.less_armour = less_armour

    def sheets(self, sides: i64) -> list[PlayerSheet]:
        return [*self.before.sheets(sides), *referee_sheets(self.position, self.less_armour, sides)]

    def coach(self, game: Game, piece: i64) -> i64:
        if is_referee(game, piece):
            return director(game, game.opponent(game.active))
        return self.before.coach(game, piece)

    def decision(self, game: Game) -> Frame | None:
        decided = self.before.decision(game)
        if decided is None and not self.before.has_master():
            return ByChance(clauses.REFEREE_PHASE)
        return decided

    def has_master(self) -> bool:
        return self.before.has_master()

    def advice(self, game: Game) -> i64:
        return self.before.advice(game)


# --- infractions they have seen ---------------------------------------------------------------------------------------


@final
class SightedReferee(Referee):
    """Infractions count more if a referee sees them; none count when the last referee is out (A-OREF-10, A-OREF-17)."""

    def __init__(self, eye: EyeReferee) -> None:
        self.eye = eye

    def after_foul(self, game: Game, fouler: i64, victim: i64, harmed: bool) -> Frame | None:
        if all_out(game):
            return None
        return sharpened(game, self.eye.after_foul(game, fouler, victim, harmed), fouler)

    def infraction(self, game: Game, piece: i64, level: i64) -> Frame | None:
        if all_out(game):
            return None
        return sharpened(game, self.eye.infraction(game, piece, level), piece)

    def sees_broken_armour(self) -> bool:
        return self.eye.sees_broken_armour()

    def argument_cancels(self) -> bool:
        return self.eye.argument_cancels()


def sharpened(game: Game, penalty: Frame | None, piece: i64) -> Frame | None:
    if isinstance(penalty, Penalty) and is_seen(game, piece):
        penalty.sharpen()
    return penalty


def all_out(game: Game) -> bool:
    """Whether there were referees, and none is left."""
    return has_come(game) and next_referee(game, -1) < 0


def is_seen(game: Game, piece: i64) -> bool:
    """Whether a standing referee who is near enough sees this player (A-OREF-10)."""
    square = i64(game.square[piece])
    if square < 0:
        return False
    referee = next_referee(game, -1)
    while referee >= 0:
        if game.is_standing(referee):
            here = i64(game.square[referee])
            if game.dungeon.within(here, square, SIGHT) and game.dungeon.sees(here, square):
                return True
        referee = next_referee(game, referee)
    return False


# --- coming, going and being attacked ---------------------------------------------------------------------------------


@final
class Patrols(Module):
    """The referees act after every team turn, before the monsters (A-OREF-04)."""

    def __init__(self, eye: EyeReferee, revenge_in_sight: bool) -> None:
        self.eye = eye
        self.revenge_in_sight = revenge_in_sight

    def name(self) -> str:
        return "patrols"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(JUDGES)

    def between_turns(self, game: Game, side: i64) -> Frame | None:
        if next_referee(game, -1) < 0:
            return None
        return RefereePhase(side, self.eye.eye.slot, in_sight=self.revenge_in_sight)


@final
class Referees(Module):
    """How they come into the dungeon, and what happens to referees who are hurt."""

    def __init__(self, count: i64, points: i64, squares: list[tuple[int, int]]) -> None:
        self.count = count
        self.points = points
        self.squares = squares

    def name(self) -> str:
        return "referees in the dungeon"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(JUDGES)

    def furnishing(self, game: Game) -> Frame | None:
        if not game.has_portals() and len(self.squares) == 0:
            return None
        agreed = vec[i64]()
        for column, row in self.squares:
            agreed = append(agreed, game.dungeon.node_at(i64(column), i64(row)))
        return Appointment(self.count, agreed=agreed)

    def saves_armour(self, game: Game, piece: i64, source: i64) -> bool:
        """A referee whose armour breaks is out, without an injury roll (A-OREF-15, A-OREF-18)."""
        if not is_referee(game, piece) or game.square[piece] < 0:
            return False
        is_player = source >= 0 and i64(game.side_of[source]) < game.squads.sides
        game.lift(piece, KNOCKED_OUT)
        game.tell(events.REFEREE_OUT, clauses.REFEREE_OUT, piece, source + 1 if is_player else i64(0))
        if is_player:
            game.award(source, self.points, clauses.REFEREE_OUT)
        return True

    def injury_becomes(self, game: Game, piece: i64, cause: i64, status: i64) -> i64:
        return KNOCKED_OUT if is_referee(game, piece) else status

    def removed(self, game: Game, piece: i64, square: i64) -> Frame | None:
        if is_referee(game, piece):
            game.tell(events.REFEREE_OUT, clauses.REFEREE_OUT, piece)
        return None

    def armour_held(self, game: Game, piece: i64, source: i64, cause: i64) -> Frame | None:
        """A referee who was knocked down by a player and is unhurt will take revenge (A-OREF-14)."""
        if is_referee(game, piece) and source >= 0 and cause != clauses.FOULED:
            if i64(game.side_of[source]) < game.squads.sides:
                game.conditions[piece] = game.conditions[piece] | OFFENDED
        return None


@final
class Assaults(Module):
    """A player who attacks a referee and leaves the referee standing is sent off without a die (A-OREF-13).

    Its number is the attacker + 1 and, shifted, the referee + 1: the attack with a weapon is over when the activation
    is."""

    def __init__(self) -> None:
        self.slot: i64 = 0

    def name(self) -> str:
        return "assaults on referees"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(JUDGES)

    def memory(self) -> int:
        return 1

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def block_declared(self, game: Game, attacker: i64, defender: i64) -> Frame | None:
        if is_referee(game, defender) and i64(game.side_of[attacker]) < game.squads.sides:
            game.memo[self.slot] = attacker + 1 | (defender + 1) << 16
        return None

    def block_resolved(self, game: Game, attacker: i64, defender: i64, outcome: i64) -> Frame | None:
        if not is_referee(game, defender) or i64(game.side_of[attacker]) >= game.squads.sides:
            return None
        game.memo[self.slot] = 0
        return verdict(game, attacker, defender)

    def activation_ended(self, game: Game, piece: i64) -> Frame | None:
        noted = game.memo[self.slot]
        game.memo[self.slot] = 0
        return verdict(game, (noted & 0xFFFF) - 1, (noted >> 16) - 1) if noted != 0 else None


def verdict(game: Game, attacker: i64, referee: i64) -> Frame | None:
    if i64(game.status[attacker]) > KNOCKED_OUT or game.square[referee] < 0 or not game.is_standing(referee):
        return None
    return SendingOff(attacker, ARGUING, -1, i64(game.side_of[attacker]) == game.active)


# --- before the match -------------------------------------------------------------------------------------------------


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Appointment(Frame):
    """How many referees there are, and where each begins: on the next of the `agreed` squares, otherwise three random
    steps from a random teleporter (A-OREF-01, A-OREF-02)."""

    def __init__(
        self,
        count: i64,
        placed: i64 = 0,
        square: i64 = -1,
        steps: i64 = 0,
        stage: i64 = COUNTING,
        agreed: vec[i64] = NOWHERE,
    ) -> None:
        self.count = count
        self.placed = placed
        self.square = square
        self.steps = steps
        self.stage = stage
        self.agreed = agreed

    def copy(self) -> Frame:
        return Appointment(self.count, self.placed, self.square, self.steps, self.stage, self.agreed)

    def begin(self, game: Game) -> i64:
        if self.count == BY_DIE:
            return game.roll(1, D6, clauses.REFEREE_COUNT, -1)
        return self.next_one(game)

    def next_one(self, game: Game) -> i64:
        if self.placed >= self.count or absent_referee(game) < 0:
            return game.done(0)
        if self.placed < len(self.agreed):
            agreed = self.agreed[self.placed]
            if agreed >= 0 and may_begin(game, agreed):
                self.stage = STRAYING
                self.square = agreed
                self.steps = 0
                return self.stray(game)
        free = free_portals(game)
        if len(free) == 0:
            return game.done(0)
        self.stage = DRAWING
        if len(free) == 1:
            return self.set_out(game, i64(free[0]))
        return game.roll(1, len(free), clauses.REFEREE_START, -1)

    def set_out(self, game: Game, square: i64) -> i64:
        self.stage = STRAYING
        self.square = square
        self.steps = 3
        return self.stray(game)

    def stray(self, game: Game) -> i64:
        """A step onto a square where the referee may not stand is rolled again; a referee without any way out stays."""
        if self.steps > 0 and has_room(game, self.square):
            return game.roll(1, D8, clauses.REFEREE_START, -1)
        piece = absent_referee(game)
        game.status[piece] = u8(STANDING)
        game.place(piece, self.square)
        game.tell(events.REFEREE_CAME, clauses.REFEREE_START, piece, self.square)
        self.placed += 1
        return self.next_one(game)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        if self.stage == COUNTING:
            self.count = 1 if face <= 3 else i64(2 if face <= 5 else 3)
            return self.next_one(game)
        if self.stage == DRAWING:
            return self.set_out(game, i64(free_portals(game)[int(face) - 1]))
        target = i64(game.steps[self.square * 8 + scatter_direction(face)])
        if target >= 0 and may_begin(game, target):
            self.square = target
            self.steps -= 1
        return self.stray(game)


def absent_referee(game: Game) -> i64:
    """The first referee who has not come yet; -1 if all have."""
    piece = game.first_piece(game.squads.sides)
    while piece < game.squads.count:
        if is_referee(game, piece) and i64(game.status[piece]) == ABSENT:
            return piece
        piece += 1
    return -1


def free_portals(game: Game) -> list[int]:
    return [int(square) for square in game.portals if square >= 0 and i64(game.occupant[i64(square)]) == FREE]


def may_begin(game: Game, square: i64) -> bool:
    """Whether a referee may begin here: plain floor with nothing on it, outside the end zones, where the coaches set
    up."""
    return (
        i64(game.occupant[square]) == FREE
        and i64(game.token[square]) == NO_TOKEN
        and i64(game.dungeon.terrain[square]) == FLOOR
        and i64(game.dungeon.zone[square]) < 0
    )


def has_room(game: Game, square: i64) -> bool:
    direction: i64 = 0
    while direction < 8:
        target = i64(game.steps[square * 8 + direction])
        if target >= 0 and may_begin(game, target):
            return True
        direction += 1
    return False
