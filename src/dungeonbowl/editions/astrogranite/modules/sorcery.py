"""The module `sorcery`: players who cast a spell in place of a block (A-SORC)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.chests import Loads, LookIntoChest
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import CASTS, JUDGES, NO_HANDS, REPELS
from dungeonbowl.engine.actions import (
    BLITZ_ACTION,
    CAST_SPELL,
    DECLARE,
    FETCH_FROM,
    FLASH_TO,
    PASS_THROUGH_WALLS,
    SPELL_ACTION,
    STRIKE_FROM_AFAR,
    action,
    first_of,
    kind_of,
)
from dungeonbowl.engine.dice import POW, PUSH_BACK, STUMBLE, die
from dungeonbowl.engine.footprints import nearest_square, squares_beside
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BEING_MOVED, BLOCK_DECLARED, Module
from dungeonbowl.engine.passages import are_linked
from dungeonbowl.engine.places import BARRED, FREE
from dungeonbowl.engine.policies import MINOR
from dungeonbowl.engine.procedures.ball.balls import check_touchdown, throwable_ball
from dungeonbowl.engine.procedures.ball.catch import PickUp
from dungeonbowl.engine.procedures.ball.passing import QUICK, TOO_FAR, Pass
from dungeonbowl.engine.procedures.block.block import ROLLING, Block
from dungeonbowl.engine.procedures.block.push import Push
from dungeonbowl.engine.procedures.block.squares import ANY_WAY
from dungeonbowl.engine.procedures.harm.down import fall
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.move.step import pay, rush_test
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.procedures.turn.offers import may_be_blocked
from dungeonbowl.engine.progress import BLOCK_MADE, DEED_DONE, MOVED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.foul_appearance import repulsion_test
from dungeonbowl.engine.skills.home import Home
from dungeonbowl.engine.statuses import SUNKEN
from dungeonbowl.engine.tables import ALWAYS_TURNOVER

NO_LOADS: Final[i64] = -1

SKILLS: Final = [Home("Sorcery", [CASTS], rules="A-SORC-02")]

# Stages of casting.
RUSHING: Final[i64] = 0
NAMING: Final[i64] = 1
DARING: Final[i64] = 2  # the test of a player who attacks a player with Foul Appearance
CASTING: Final[i64] = 3
WORKING: Final[i64] = 4
JUDGING: Final[i64] = 5
ASSAULTING: Final[i64] = 6  # the target is a referee, who may react

# Stages of a flying fist.
STRIKING: Final[i64] = 0
AIMING: Final[i64] = 1
PUSHING: Final[i64] = 2

WEAPON: Final = "Sorcery"


def install(c: Composition) -> None:
    loads: Loads | None = None
    for module in c.modules:
        if isinstance(module, Loads):
            loads = module
    anybody = c.configuration.word("fist_targets") == "anybody"
    if anybody:  # a team-mate who is knocked down causes a turnover as usual (A-TURN-10)
        c.tables.set_turnover(clauses.FLYING_FIST, ALWAYS_TURNOVER)
    c.modules.append(Sorcery(loads, anybody))
    c.tables.course.weapons.append(WEAPON)
    for clause, rule in (
        (clauses.CASTING, "A-SORC-02"),
        (clauses.FLASH, "A-SORC-03"),
        (clauses.FLYING_FIST, "A-SORC-04"),
        (clauses.FIST_DIRECTION, "A-SORC-05"),
        (clauses.PHANTOM_HANDS, "A-SORC-07"),
        (clauses.PHANTOM_PASS, "A-SORC-09"),
    ):
        c.cite(int(clause), rule)


@final
class Sorcery(Module):
    """A spell is declared like a block, or replaces the block of a Blitz (A-SORC-02)."""

    def __init__(self, loads: Loads | None, anybody: bool) -> None:
        """`loads` knows the contents of the chests, if they are decided before the game. With `anybody` a Flying Fist
        may strike team-mates too."""
        self.loads = loads
        self.anybody = anybody

    def name(self) -> str:
        return "sorcery"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(CASTS)

    def offers_actions(self, game: Game, piece: i64) -> None:
        if game.can(piece, CASTS) and game.is_standing(piece) and has_target(game, piece, self.anybody):
            game.offer(action(DECLARE, SPELL_ACTION))

    def offers_moves(self, game: Game, piece: i64) -> None:
        if game.declared != BLITZ_ACTION or not game.can(piece, CASTS) or not game.is_standing(piece):
            return
        if game.progress & (BLOCK_MADE | DEED_DONE) != 0:
            return
        if game.moves_left + game.rushes_left >= game.rules.tables.blows.block_cost and has_target(
            game, piece, self.anybody
        ):
            game.offer(action(CAST_SPELL))

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        kind = kind_of(action)
        if kind == CAST_SPELL or (kind == DECLARE and first_of(action) == SPELL_ACTION):
            slot = NO_LOADS if self.loads is None else self.loads.slot
            return CastSpell(piece, slot, kind == CAST_SPELL, anybody=self.anybody)
        return None


def has_target(game: Game, piece: i64, anybody: bool) -> bool:
    """Whether any spell has a target."""
    origin = i64(game.square[piece])
    square: i64 = 0
    while square < game.dungeon.count:
        if may_flash(game, origin, square) or may_fetch(game, piece, origin, square):
            return True
        if may_strike(game, piece, origin, square, anybody) or may_pass(game, piece, origin, square):
            return True
        square += 1
    return False


def may_flash(game: Game, origin: i64, square: i64) -> bool:
    """A free square in the quick band, seen or not (A-SORC-03)."""
    return i64(game.occupant[square]) == FREE and game.rules.policies.throwing.band(game, origin, square) == QUICK


def may_strike(game: Game, piece: i64, origin: i64, square: i64, anybody: bool) -> bool:
    """Whether the square has a piece that could be blocked, in sight and in the short band (A-SORC-04); with `anybody`
    a team-mate too."""
    other = i64(game.occupant[square])
    if other < 0 or not (may_be_blocked(game, piece, other) or (anybody and is_team_mate(game, piece, other))):
        return False
    return game.rules.policies.throwing.band(game, origin, square) != TOO_FAR and game.dungeon.sees(origin, square)


def is_team_mate(game: Game, piece: i64, other: i64) -> bool:
    """Whether the other piece is a standing team-mate outside pits."""
    return (
        other != piece
        and i64(game.side_of[other]) == i64(game.side_of[piece])
        and game.is_standing(other)
        and game.conditions[other] & SUNKEN == 0
    )


def may_fetch(game: Game, piece: i64, origin: i64, square: i64) -> bool:
    """A ball that lies there, or a chest, in the quick band (A-SORC-07, A-SORC-08)."""
    if game.rules.policies.throwing.band(game, origin, square) != QUICK:
        return False
    if game.is_chest(square):
        return True
    return game.ball_on(square) >= 0 and not game.can(piece, NO_HANDS) and game.has_free_hands(piece)


def may_pass(game: Game, piece: i64, origin: i64, square: i64) -> bool:
    """Whether a ball can be thrown to this square of the short band (A-SORC-09)."""
    if square == origin or throwable_ball(game, piece) < 0 or i64(game.occupant[square]) == BARRED:
        return False
    return game.rules.policies.throwing.band(game, origin, square) != TOO_FAR


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class CastSpell(Frame):
    """The coach names spell and target; then an Agility roll without modifiers. A failure costs nothing (A-SORC-02).

    `spell` is the action that named it. In a Blitz the cost of the block comes first. Every spell, whatever it did,
    ends as a minor infraction (A-SORC-10).
    """

    def __init__(
        self,
        piece: i64,
        loads: i64,
        blitz: bool,
        stage: i64 = RUSHING,
        spell: i64 = 0,
        anybody: bool = False,
    ) -> None:
        self.piece = piece
        self.loads = loads
        self.blitz = blitz
        self.stage = stage
        self.spell = spell
        self.anybody = anybody  # whether team-mates may be struck too

    def copy(self) -> Frame:
        return CastSpell(self.piece, self.loads, self.blitz, self.stage, self.spell, self.anybody)

    def begin(self, game: Game) -> i64:
        if self.blitz:
            game.progress |= BLOCK_MADE
            if pay(game, game.rules.tables.blows.block_cost) > 0:
                return game.call(rush_test(game, self.piece))
        return self.name_spell(game)

    def name_spell(self, game: Game) -> i64:
        self.stage = NAMING
        game.offers = 0
        self.options(game)
        if game.offers == 0:
            return game.done(0)
        return game.ask_or_take(self, i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        piece = self.piece
        origin = i64(game.square[piece])
        square: i64 = 0
        while square < game.dungeon.count:
            if may_flash(game, origin, square):
                game.offer(action(FLASH_TO, square))
            if may_strike(game, piece, origin, square, self.anybody):
                other = i64(game.occupant[square])
                if not game.has_offered(action(STRIKE_FROM_AFAR, other)):  # a large piece is found on several squares
                    game.offer(action(STRIKE_FROM_AFAR, other))
            if may_fetch(game, piece, origin, square):
                game.offer(action(FETCH_FROM, square))
            if may_pass(game, piece, origin, square):
                game.offer(action(PASS_THROUGH_WALLS, square))
            square += 1

    def chosen(self, game: Game, action: i64) -> i64:
        self.spell = action
        if kind_of(action) == STRIKE_FROM_AFAR and game.able(first_of(action), REPELS):  # (A-SKREF-32)
            self.stage = DARING
            return game.call(repulsion_test(game, self.piece))
        return self.cast(game)

    def is_assault(self, game: Game) -> bool:
        """Whether the target is a referee, who has to be told before the strike."""
        return game.can(first_of(self.spell), JUDGES)

    def cast(self, game: Game) -> i64:
        self.stage = CASTING
        piece = self.piece
        needed = i64(game.squads.agility[piece])
        return game.call(StatTest(piece, clauses.CASTING, needed, 0, i64(game.side_of[piece])))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == RUSHING:
            return self.name_spell(game) if result != FAILED else game.become(fall(self.piece))
        if self.stage == DARING:
            return self.cast(game) if result != FAILED else game.done(0)
        if self.stage == CASTING:
            return self.work(game) if result != FAILED else game.done(0)
        if self.stage == ASSAULTING:
            return self.strike(game) if result == 0 else self.judge(game)
        if self.stage == WORKING:
            return self.judge(game)
        return game.done(0)

    def work(self, game: Game) -> i64:
        self.stage = WORKING
        piece = self.piece
        target = first_of(self.spell)
        kind = kind_of(self.spell)
        if kind == STRIKE_FROM_AFAR:
            game.tell(events.SPELL_WORKED, clauses.FLYING_FIST, piece, target + 1)
            if self.is_assault(game) and game.rules.heard[BLOCK_DECLARED]:
                self.stage = ASSAULTING
                return game.call(Moment(BLOCK_DECLARED, piece, target))
            return self.strike(game)
        clause = clauses.PHANTOM_HANDS
        if kind == FLASH_TO:
            clause = clauses.FLASH
        elif kind == PASS_THROUGH_WALLS:
            clause = clauses.PHANTOM_PASS
        game.tell(events.SPELL_WORKED, clause, piece, 0, target + 1)
        if kind == FLASH_TO:
            return game.call(FlashAway(piece, target))
        if kind == PASS_THROUGH_WALLS:
            return game.call(Pass(piece, target=target, unhindered=True))
        if game.is_chest(target):
            return game.call(LookIntoChest(piece, target, self.loads))
        return game.call(Fetch(piece, game.ball_on(target)))

    def strike(self, game: Game) -> i64:
        self.stage = WORKING
        return game.call(FlyingFist(self.piece, first_of(self.spell)))

    def judge(self, game: Game) -> i64:
        self.stage = JUDGING
        penalty = game.rules.policies.referee.infraction(game, self.piece, MINOR)
        return game.call(penalty) if penalty is not None else game.done(0)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class FlashAway(Frame):
    """The sorcerer is moved, with what it holds, and its new square takes effect (A-SORC-03). Squares that are hard to
    leave on foot are as hard to leave by magic."""

    def __init__(self, piece: i64, square: i64) -> None:
        self.piece = piece
        self.square = square

    def copy(self) -> Frame:
        return FlashAway(self.piece, self.square)

    def begin(self, game: Game) -> i64:
        if game.rules.heard[BEING_MOVED]:
            return game.call(Moment(BEING_MOVED, self.piece, self.square))
        return self.go(game)

    def go(self, game: Game) -> i64:
        game.progress |= MOVED
        origin = i64(game.square[self.piece])
        game.place(self.piece, self.square)
        game.tell(events.MOVED, clauses.FLASH, self.piece, origin, self.square)
        # a teleporter there does not count as entered by its own move (A-TELE-09)
        return game.become(Arrive(self.piece, True, False))

    def returned(self, game: Game, result: i64) -> i64:
        return self.go(game) if result == 0 else game.done(0)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Fetch(Frame):
    """A ball is picked up from a distance (A-SORC-07)."""

    def __init__(self, piece: i64, ball: i64) -> None:
        self.piece = piece
        self.ball = ball

    def copy(self) -> Frame:
        return Fetch(self.piece, self.ball)

    def begin(self, game: Game) -> i64:
        return game.call(PickUp(self.piece, self.ball, unhindered=True))

    def returned(self, game: Game, result: i64) -> i64:
        check_touchdown(game, self.piece)
        return game.done(0)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class FlyingFist(Frame):
    """One block die: faces that would hurt the attacker do nothing, and no skill changes the others (A-SORC-04,
    A-SORC-06). The push comes from the square beside the target that is nearest to the sorcerer (A-SORC-05)."""

    def __init__(self, piece: i64, target: i64, stage: i64 = STRIKING, knocked: bool = False) -> None:
        self.piece = piece
        self.target = target
        self.stage = stage
        self.knocked = knocked

    def copy(self) -> Frame:
        return FlyingFist(self.piece, self.target, self.stage, self.knocked)

    def begin(self, game: Game) -> i64:
        return game.call(Block(self.piece, self.target, ROLLING, 1, paired=True))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == PUSHING:
            return game.done(0)
        if result != PUSH_BACK and result != STUMBLE and result != POW:
            return game.done(0)
        self.knocked = result != PUSH_BACK
        self.stage = AIMING
        count = self.nearest(game, 0)
        return game.roll(1, count, clauses.FIST_DIRECTION, -1) if count > 1 else self.push(game, 1)

    def rolled(self, game: Game, dice: i64) -> i64:
        return self.push(game, die(dice, 0))

    def nearest(self, game: Game, place: i64) -> i64:
        """The squares beside the target that are nearest to the sorcerer, in reading order (A-DEF-10): square number
        `place`, from 1; for 0, how many there are."""
        origin = i64(game.square[self.piece])
        least: i64 = -1
        count: i64 = 0
        square: i64 = 0
        while square < game.dungeon.count:
            if self.is_beside(game, square):
                away = game.dungeon.range_squared(origin, square)
                if least < 0 or away < least:
                    least = away
                    count = 0
                if away == least:
                    count += 1
            square += 1
        if place == 0:
            return count
        square = 0
        while square < game.dungeon.count:
            if self.is_beside(game, square) and game.dungeon.range_squared(origin, square) == least:
                place -= 1
                if place == 0:
                    return square
            square += 1
        return -1

    def is_beside(self, game: Game, square: i64) -> bool:
        target = i64(game.square[self.target])
        if i64(game.squads.size[self.target]) == 1:
            return game.are_adjacent(target, square)
        for neighbour in squares_beside(game, self.target):
            if i64(neighbour) == square:
                return True
        return False

    def push(self, game: Game, place: i64) -> i64:
        self.stage = PUSHING
        origin = i64(game.square[self.target])
        square = self.nearest(game, place)
        if square < 0:  # the target is walled in
            return game.done(0)
        contact = origin
        if i64(game.squads.size[self.target]) > 1:
            contact = nearest_square(game, self.target, square)
        direction = game.direction(square, contact)
        if direction < 0:
            direction = ANY_WAY if are_linked(game, square, contact) else game.dungeon.direction_to(square, contact)
        frame = Push(self.piece, self.target, self.knocked, direction=direction, from_afar=True)
        return game.call(frame)
