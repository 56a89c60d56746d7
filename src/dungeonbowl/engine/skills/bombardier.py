"""Bombardier: a player that throws bombs. A bomb is thrown like a ball, but explodes where a ball would bounce."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import CHASM
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import NO_HANDS, THROWS_BOMBS
from dungeonbowl.engine.actions import (
    DECLARE,
    DECLINE,
    INTERFERE,
    THROW_BOMB_ACTION,
    TRY_CATCH,
    action,
    first_of,
    kind_of,
)
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import FAILED, PASSED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import INTERCEPTED_PASS, Module
from dungeonbowl.engine.procedures.ball.balls import BOUNCED
from dungeonbowl.engine.procedures.ball.bounce import Scatter
from dungeonbowl.engine.procedures.ball.catch import catch_test
from dungeonbowl.engine.procedures.ball.crossing import next_obstacle
from dungeonbowl.engine.procedures.ball.interference import may_interfere
from dungeonbowl.engine.procedures.ball.passing import (
    ACCURATE,
    FUMBLED,
    STRIKES,
    WILDLY_INACCURATE,
    offer_targets,
    throw_test,
)
from dungeonbowl.engine.procedures.harm.down import GoDown
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import USED
from dungeonbowl.engine.statuses import SUNKEN
from dungeonbowl.engine.tables import ALWAYS_TURNOVER

AIMING: Final[i64] = 0
TESTING: Final[i64] = 1
FLYING: Final[i64] = 2
ASKING: Final[i64] = 3
INTERFERING: Final[i64] = 4
CATCHING: Final[i64] = 5
BURNING: Final[i64] = 6  # the fuse, while a player holds the bomb
EXPLODING: Final[i64] = 7
SEIZING: Final[i64] = 8
CLEARING: Final[i64] = 9  # rolling for the obstacles it flies over
OFFERED: Final[i64] = 10  # a player may catch it

NO_FUSE: Final[i64] = 7  # no die shows it
HITS: Final[i64] = 4  # what the explosion needs beside its square
# The squares of an explosion, top row first, west to east: the directions from its own, which is -1.
READING_ORDER: Final = vec[i64]([7, 0, 1, 6, -1, 2, 5, 4, 3])


@final
class Bombardier(Module):
    """A special action of a standing player, without movement. It is no Pass action.

    `limited`: one bomb a team turn. `fuse` is what makes a bomb explode in the hands of its catcher, NO_FUSE for
    nothing. `catch_chosen`: a player on whom it comes down need not try to catch it. `knocks_down`: the explosion
    knocks players down, hurts them more, and is no turnover of the player that lit it."""

    def __init__(
        self, limited: bool = True, fuse: i64 = 4, catch_chosen: bool = False, knocks_down: bool = False
    ) -> None:
        self.limited = limited
        self.fuse = fuse
        self.catch_chosen = catch_chosen
        self.knocks_down = knocks_down

    def name(self) -> str:
        return "bombardier"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(THROWS_BOMBS)

    def offers_actions(self, game: Game, piece: i64) -> None:
        used = game.side_value(i64(game.side_of[piece]), USED)
        unused = used & i64(1) << THROW_BOMB_ACTION == 0 or not self.limited
        if unused and game.able(piece, THROWS_BOMBS):
            game.offer(action(DECLARE, THROW_BOMB_ACTION))

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        if kind_of(action) == DECLARE and first_of(action) == THROW_BOMB_ACTION:
            return ThrowBomb(piece, piece)
        return None


USUAL: Final = Bombardier()


def bombardier(game: Game) -> Bombardier:
    """The skill as the edition composes it."""
    module = game.rules.module("bombardier")
    return module if isinstance(module, Bombardier) else USUAL


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ThrowBomb(Frame):
    """The way of one bomb, which several players may throw on.

    `owner` lit it, `piece` throws it now. `square` is where the bomb is or would come down. `catcher` is the player
    that interferes or catches. A bomb is thrown, interfered with and caught like a ball, but where a ball would bounce
    it explodes. The roll for the fuse is no test of a player, so it has no re-roll.
    """

    def __init__(
        self,
        owner: i64,
        piece: i64,
        stage: i64 = AIMING,
        square: i64 = -1,
        outcome: i64 = ACCURATE,
        side: i64 = -1,
        catcher: i64 = -1,
        crossed: i64 = -1,
    ) -> None:
        self.owner = owner
        self.piece = piece
        self.stage = stage
        self.square = square
        self.outcome = outcome
        self.side = side
        self.catcher = catcher
        self.crossed = crossed  # the square of the last obstacle on its way

    def copy(self) -> Frame:
        return ThrowBomb(
            self.owner, self.piece, self.stage, self.square, self.outcome, self.side, self.catcher, self.crossed
        )

    # --- the throw ------------------------------------------------------------------------------------------------

    def begin(self, game: Game) -> i64:
        self.stage = AIMING
        self.crossed = -1
        game.offers = 0
        offer_targets(game, self.piece)
        if game.offers == 0:  # no square to throw at: the bomb is not lit
            if self.square < 0:
                return game.done(0)
            return self.explode(game, i64(game.square[self.piece]))
        if game.offers == 1:
            game.note_forced(game.offered[0])
            return self.throw(game, first_of(game.offered[0]))
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        if self.stage == AIMING:
            offer_targets(game, self.piece)
            return
        if self.stage == OFFERED:
            game.offer(action(TRY_CATCH))
            game.offer(action(DECLINE))
            return
        piece = game.first_piece(self.side)
        while piece < game.last_piece(self.side):
            if may_interfere(game, piece, self.piece, self.square):
                game.offer(action(INTERFERE, piece))
            piece += 1
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if self.stage == AIMING:
            return self.throw(game, first_of(action))
        if self.stage == OFFERED:
            return self.catch(game, self.catcher) if kind_of(action) == TRY_CATCH else self.explode(game, self.square)
        if kind_of(action) == DECLINE:
            return self.next_side(game)
        return self.interfere(game, first_of(action))

    def throw(self, game: Game, square: i64) -> i64:
        self.square = square
        game.tell(events.BOMB_THROWN, clauses.SPECIAL, self.piece, square)
        early = (
            game.rules.policies.throwing.interference_first() and next_obstacle(game, self.origin(game), square, -1) < 0
        )
        return self.meet(game) if early else self.test(game)

    def origin(self, game: Game) -> i64:
        return i64(game.square[self.piece])

    def test(self, game: Game) -> i64:
        self.stage = TESTING
        test = throw_test(game, self.piece, self.square, clauses.THROW_BOMB)
        return game.call(test) if test is not None else self.explode(game, i64(game.square[self.piece]))

    def fly(self, game: Game, outcome: i64) -> i64:
        """A bomb off target goes the way of a ball: while it flies it counts as one more ball."""
        self.outcome = outcome
        if outcome == FUMBLED:
            return self.explode(game, self.origin(game))
        return self.clear(game) if game.rules.tables.throws.obstacles_stop else self.widen(game)

    def clear(self, game: Game) -> i64:
        """A die for every obstacle on its way. Then the opponents may try to interfere."""
        obstacle = next_obstacle(game, self.origin(game), self.square, self.crossed)
        if obstacle < 0:
            late = self.crossed >= 0 and game.rules.policies.throwing.interference_first()
            return self.meet(game) if late else self.widen(game)
        self.crossed = obstacle
        self.stage = CLEARING
        return game.roll(1, D6, clauses.OBSTACLE, i64(game.side_of[self.piece]))

    def strike(self, game: Game) -> i64:
        """The bomb stops at an obstacle and goes one square to the side."""
        bomb = i64(len(game.balls))
        game.balls = append(game.balls, i16(self.crossed))
        self.outcome = BOUNCED
        self.stage = FLYING
        return game.call(Scatter(bomb, 1))

    def widen(self, game: Game) -> i64:
        outcome = self.outcome
        if outcome == ACCURATE:
            return self.meet_or_land(game)
        start = self.origin(game) if outcome == WILDLY_INACCURATE else self.square
        bomb = i64(len(game.balls))
        game.balls = append(game.balls, i16(start))
        self.stage = FLYING
        return game.call(game.rules.policies.throwing.off_target(game, bomb, outcome, self.piece))

    def come_down(self, game: Game) -> i64:
        bomb = i64(len(game.balls)) - 1
        self.square = i64(game.balls[bomb])
        game.balls = game.balls[:bomb]
        return self.meet_or_land(game)

    def regretted_by(self, game: Game, dice: i64) -> i64:
        """The thrower, where the bomb has struck an obstacle."""
        return self.piece if self.stage == CLEARING and die(dice, 0) == STRIKES else i64(-1)

    # --- those in its way -----------------------------------------------------------------------------------------

    def meet_or_land(self, game: Game) -> i64:
        return self.land(game) if game.rules.policies.throwing.interference_first() else self.meet(game)

    def missed(self, game: Game) -> i64:
        """No player interferes any more."""
        if not game.rules.policies.throwing.interference_first():
            return self.land(game)
        return self.test(game) if self.crossed < 0 else self.widen(game)

    def meet(self, game: Game) -> i64:
        self.side = i64(game.side_of[self.piece])
        return self.next_side(game)

    def next_side(self, game: Game) -> i64:
        """The other sides in turn order. The first side that picks a player has used the only attempt."""
        self.stage = ASKING
        while True:
            self.side = game.opponent(self.side)
            if self.side == i64(game.side_of[self.piece]):
                return self.missed(game)
            piece = game.first_piece(self.side)
            while piece < game.last_piece(self.side):
                if may_interfere(game, piece, self.piece, self.square):
                    return game.ask(self.side)
                piece += 1

    def interfere(self, game: Game, piece: i64) -> i64:
        self.catcher = piece
        self.stage = INTERFERING
        modifier = game.rules.policies.throwing.interference_modifier(game, piece, self.outcome)
        modifier += test_modifiers(game, piece, clauses.INTERFERE, self.piece)
        return game.call(StatTest(piece, clauses.INTERFERE, i64(game.squads.agility[piece]), modifier, self.side))

    def deflect(self, game: Game) -> i64:
        game.tell(events.INTERFERED, clauses.INTERFERE, self.catcher)
        self.square = i64(game.square[self.catcher])
        self.outcome = BOUNCED
        return self.catch(game, self.catcher)

    def seize(self, game: Game) -> i64:
        """The bomb is caught out of the air, unless the thrower can prevent it."""
        game.tell(events.INTERFERED, clauses.INTERFERE, self.catcher)
        if game.rules.heard[INTERCEPTED_PASS]:
            self.stage = SEIZING
            return game.call(Moment(INTERCEPTED_PASS, self.catcher, self.piece))
        return self.take(game)

    def take(self, game: Game) -> i64:
        self.square = i64(game.square[self.catcher])
        return self.hold(game)

    def land(self, game: Game) -> i64:
        piece = i64(game.occupant[self.square])
        if piece >= 0 and game.has_zone(piece) and not game.can(piece, NO_HANDS):
            if not bombardier(game).catch_chosen:
                return self.catch(game, piece)
            self.catcher = piece
            self.stage = OFFERED
            return game.ask(i64(game.side_of[piece]))
        if i64(game.dungeon.terrain[self.square]) == CHASM:  # the bomb is lost
            return game.done(0)
        return self.explode(game, self.square)

    def catch(self, game: Game, piece: i64) -> i64:
        self.catcher = piece
        self.stage = CATCHING
        return game.call(catch_test(game, piece, self.outcome, self.piece, 0))

    def hold(self, game: Game) -> i64:
        game.tell(events.BOMB_CAUGHT, clauses.SPECIAL, self.catcher)
        self.stage = BURNING
        if bombardier(game).fuse >= NO_FUSE:
            return self.throw_on(game)
        return game.roll(1, D6, clauses.BOMB_FUSE, i64(game.side_of[self.catcher]))

    def rolled(self, game: Game, dice: i64) -> i64:
        """The die of the fuse (the bomb explodes, or the player may throw it on) or of an obstacle (the bomb strikes it
        or passes).
        """
        if self.stage == CLEARING:
            return self.strike(game) if die(dice, 0) == STRIKES else self.clear(game)
        if die(dice, 0) >= bombardier(game).fuse:
            return self.explode(game, self.square)
        return self.throw_on(game)

    def throw_on(self, game: Game) -> i64:
        self.piece = self.catcher
        self.catcher = -1
        return self.begin(game)

    def explode(self, game: Game, square: i64) -> i64:
        self.stage = EXPLODING
        return game.become(Explosion(square, self.owner, vec[i64](), 0, self.piece))

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == TESTING:
            return self.fly(game, game.rules.policies.throwing.outcome(game, self.piece, result == PASSED))
        if self.stage == FLYING:
            return self.come_down(game)
        if self.stage == INTERFERING:
            if result == FAILED:
                return self.missed(game)
            return self.seize(game) if game.rules.policies.throwing.interference_catches() else self.deflect(game)
        if self.stage == SEIZING:
            return self.take(game) if result == 0 else self.missed(game)
        return self.hold(game) if result == PASSED else self.explode(game, self.square)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Explosion(Frame):
    """A player in the square of the bomb is hit; a player beside it is hit on a 4 or more. A standing player that is
    hit is placed prone. Each takes an armour roll, in reading order of the squares (O-DICE-10, S-GEN-05).

    That is no turnover, except for a carrier (O-TO-03) and for the player that lit the bomb. As first printed in 2021
    the players were knocked down, with more harm, and it was no turnover at all.
    """

    def __init__(self, square: i64, owner: i64, hit: vec[i64], place: i64 = 0, thrower: i64 = -1) -> None:
        self.square = square
        self.owner = owner
        self.hit = hit
        self.place = place  # in the reading order of the squares
        self.thrower = thrower  # the player that threw the bomb last

    def copy(self) -> Frame:
        return Explosion(self.square, self.owner, self.hit[:], self.place, self.thrower)

    def begin(self, game: Game) -> i64:
        game.tell(events.BOMB_EXPLODED, clauses.SPECIAL, self.square)
        return self.next_neighbour(game)

    def neighbour(self, game: Game, place: i64) -> i64:
        direction = READING_ORDER[place]
        if direction < 0:
            return i64(game.occupant[self.square])
        square = i64(game.steps[self.square * 8 + direction])
        piece = i64(game.occupant[square]) if square >= 0 else i64(-1)
        return piece if piece < 0 or game.conditions[piece] & SUNKEN == 0 else i64(-1)  # (A-TRAP-06)

    def is_met(self, game: Game, piece: i64) -> bool:
        """A large piece is hit in one square only: that of the bomb, or else the first (A-HUGE-02)."""
        if i64(game.squads.size[piece]) == 1 or READING_ORDER[self.place] < 0:
            return True
        if i64(game.occupant[self.square]) == piece:
            return False
        place: i64 = 0
        while place < self.place:
            if self.neighbour(game, place) == piece:
                return False
            place += 1
        return True

    def next_neighbour(self, game: Game) -> i64:
        while self.place < len(READING_ORDER):
            piece = self.neighbour(game, self.place)
            if piece >= 0 and self.is_met(game, piece):
                if READING_ORDER[self.place] >= 0:
                    return game.roll(1, D6, clauses.BOMB_BLAST, i64(game.side_of[self.owner]))
                self.hit = append(self.hit, piece)
            self.place += 1
        victims: list[Victim] = []
        spare: i64 = 1 if bombardier(game).knocks_down else 0
        always = (
            i64(game.rules.tables.turnover_by_cause[clauses.BOMBED]) == ALWAYS_TURNOVER
        )  # it goes down, that is all
        for piece in self.hit:
            victims.append(Victim(piece, clauses.BOMBED, 0, self.source(game, piece), spare))
            if piece == self.owner and spare == 0 and game.is_standing(piece):
                if i64(game.side_of[piece]) == game.active and not always:
                    game.cause_turnover(clauses.TURNOVER_OWN_BOMB)
        return game.become(GoDown(victims, -1)) if len(victims) > 0 else game.done(0)

    def source(self, game: Game, piece: i64) -> i64:
        """The player that gets the credit, or -1. It is the owner, if it threw the bomb itself. Victims that were lying
        give no credit.
        """
        if self.thrower != self.owner:
            return -1
        of_a_team = i64(game.side_of[piece]) < game.squads.sides
        return i64(-1) if of_a_team and not game.is_standing(piece) else self.owner

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) >= HITS:
            self.hit = append(self.hit, self.neighbour(game, self.place))
        self.place += 1
        return self.next_neighbour(game)
