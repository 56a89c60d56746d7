"""Pushes: the chain (O-PUSH). The squares are in `squares.py`, the follow-up in `follow_up.py`."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import (
    GRABS,
    GRIPS_BALL,
    JUDGES,
    PICKS_PUSH_SQUARE,
    STANDS_FIRM,
    STRIPS_BALL,
)
from dungeonbowl.engine.actions import (
    BLOCK_ACTION,
    DECLINE,
    PUSH_TO,
    STAY,
    USE,
    action,
    first_of,
    kind_of,
)
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.footprints import contact, is_large
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BEING_MOVED
from dungeonbowl.engine.passages import are_linked
from dungeonbowl.engine.procedures.ball.balls import check_touchdown
from dungeonbowl.engine.procedures.ball.team_mate import take_up
from dungeonbowl.engine.procedures.block.follow_up import FollowUp
from dungeonbowl.engine.procedures.block.pushed import LAST_OF_CHAIN, TARGET_MOVED, Pushed, coach_of, is_unstoppable
from dungeonbowl.engine.procedures.block.squares import (
    ANY_WAY,
    CANDIDATE_BELOW,
    CANDIDATE_BLOCKED,
    CANDIDATE_CHASM,
    CANDIDATE_CRYPT,
    CANDIDATE_HELD,
    CANDIDATE_OPEN,
    FELLS_FIRST,
    FELLS_SECOND,
    PUSHES_ON,
    STOOD_FIRM,
    UNDECIDED,
    class_of,
    free_squares,
    has_room,
    is_walled,
    offer_candidates,
    only_walls,
    square_towards,
)
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.chasm import swallow
from dungeonbowl.engine.procedures.move.step import may_step
from dungeonbowl.engine.statuses import ROOTED
from dungeonbowl.engine.tables import IN_ANY_BLOCK, NEVER

REFUSING: Final[i64] = 0
SIDE_STEPPING: Final[i64] = 1
CHOOSING: Final[i64] = 2
STRIPPING: Final[i64] = 3
COLLIDING: Final[i64] = 6
DEPARTING: Final[i64] = 7

NO_CHAIN: Final = vec[i16]()


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Push(Frame):
    """A player is pushed by another. With `knocked` it goes down where it ends (O-BLOCK-06, O-BLOCK-08).

    `chain` holds two numbers for each player: the piece, and the square it is sent to (-1: it stays). Only the last
    player of a chain can meet something other than a player; `fate` says what. No player is moved before the whole
    chain is known. A player that stays after all keeps its place in the chain, because a collision may have knocked it
    down. The frame becomes a `FollowUp`, or `Pushed` if no player moves. The result is that of `Pushed`.

    Without an attacker (-1) no player pushes, for example when a player arrives where the target stands. Then the
    caller gives the direction, and the active coach chooses. The chain is found and moved, and a carrier in a scoring
    zone scores. That is all: no wall hurts, and the caller must do what the new square does to the last player of the
    chain. The result tells the last player, from the bit LAST_OF_CHAIN on.

    `from_afar`: the attacker is not adjacent. The caller gives the direction, no skills count, and no player follows
    up.
    """

    def __init__(
        self,
        attacker: i64,
        defender: i64,
        knocked: bool,
        stage: i64 = REFUSING,
        piece: i64 = -1,
        direction: i64 = 0,
        origin: i64 = -1,
        chain: vec[i16] = NO_CHAIN,
        fate: i64 = UNDECIDED,
        index: i64 = 0,
        stripped: bool = False,
        fallen: i64 = 0,
        from_afar: bool = False,
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.knocked = knocked
        self.stage = stage
        self.piece = piece  # the player whose square is being chosen; at the end the last player of the chain
        self.direction = direction  # from the pusher to this player
        self.origin = origin  # the square of the target before the push
        self.chain = chain
        self.fate = fate
        self.index = index
        self.stripped = stripped  # Strip Ball is used; it takes effect if the target is moved
        self.fallen = fallen  # a bit for each player of the chain that a collision knocks down
        self.from_afar = from_afar

    def copy(self) -> Frame:
        return Push(
            self.attacker,
            self.defender,
            self.knocked,
            self.stage,
            self.piece,
            self.direction,
            self.origin,
            self.chain[:],
            self.fate,
            self.index,
            self.stripped,
            self.fallen,
            self.from_afar,
        )

    # --- the chain ------------------------------------------------------------------------------------------------

    def begin(self, game: Game) -> i64:
        self.piece = self.defender
        self.origin = i64(game.square[self.defender])
        if self.attacker < 0 or self.from_afar:
            return self.push_on(game)
        pusher = i64(game.square[self.attacker])
        if game.squads.has_large and (is_large(game, self.attacker) or is_large(game, self.defender)):
            mine, theirs = contact(game, self.attacker, self.defender)
            if mine >= 0:  # the squares where they touch
                pusher = mine
                self.origin = theirs
        self.direction = game.direction(pusher, self.origin)
        if are_linked(game, pusher, self.origin):
            self.direction = ANY_WAY
        elif self.direction < 0:
            self.direction = game.dungeon.direction_to(pusher, self.origin)
        if self.may_strip(game) and game.rules.policies.pushing.strips_first():
            self.stage = STRIPPING
            return game.ask(coach_of(game, self.attacker))
        return self.push_on(game)

    def push_on(self, game: Game) -> i64:
        """One more player is pushed. It may use Stand Firm, then Side Step; then the blocker's coach chooses."""
        piece = self.piece
        if game.conditions[piece] & ROOTED != 0 and game.rules.policies.footwork.roots_hold():
            return self.end_chain(game, STOOD_FIRM, -1)
        firm = not self.from_afar and game.stands_firm(piece, i64(game.square[piece]))
        if firm and not (piece == self.defender and is_unstoppable(game, self.attacker)):
            self.stage = REFUSING
            return game.ask(coach_of(game, piece))
        return self.side_step(game)

    def side_step(self, game: Game) -> i64:
        """The pushed player's own coach may choose, unless the blocker has Grab (O-PUSH-19)."""
        piece = self.piece
        picks = game.able(piece, PICKS_PUSH_SQUARE) and not self.from_afar
        if picks and not is_large(game, piece) and has_room(game, self):
            if piece != self.defender or not self.holds_on(game):
                self.stage = SIDE_STEPPING
                return game.ask(coach_of(game, piece))
        return self.choose(game)

    def choose(self, game: Game) -> i64:
        """The blocker's coach chooses, if there is a choice (O-PUSH-03 to O-PUSH-06)."""
        self.stage = CHOOSING
        if game.squads.has_large and is_large(game, self.piece):
            return self.shove(game)
        game.offers = 0
        offer_candidates(game, self)
        if game.offers == 0:
            return self.end_chain(game, CANDIDATE_BLOCKED if is_walled(game, self) else STOOD_FIRM, -1)
        if game.offers == 1:
            game.note_forced(game.offered[0])
            return self.send(game, first_of(game.offered[0]))
        return game.ask(coach_of(game, self.attacker))

    def shove(self, game: Game) -> i64:
        """A large piece is moved straight on as a whole, or not at all (A-HUGE-05)."""
        if self.direction < 8 and may_step(game, self.piece, self.direction):
            square = i64(game.steps[i64(game.square[self.piece]) * 8 + self.direction])
            return self.end_chain(game, CANDIDATE_OPEN, square)
        return self.end_chain(game, STOOD_FIRM, -1)

    def attacker_can(self, game: Game, ability: i64) -> bool:
        return self.attacker >= 0 and not self.from_afar and game.able(self.attacker, ability)

    def holds_on(self, game: Game) -> bool:
        """Whether the blocker has Grab and these rules ever allow it."""
        return game.rules.tables.blows.grab != NEVER and self.attacker_can(game, GRABS)

    def grabs(self, game: Game) -> bool:
        """Whether the blocker can use Grab in this block. Side Step of the target may prevent it."""
        if not self.holds_on(game):
            return False
        if game.rules.tables.blows.grab != IN_ANY_BLOCK and game.declared != BLOCK_ACTION:
            return False
        return not game.able(self.piece, PICKS_PUSH_SQUARE) or not game.rules.policies.pushing.side_step_stops_grab()

    def send(self, game: Game, square: i64) -> i64:
        """The pushed player goes to this square. A player that stands there is pushed in turn (O-PUSH-06)."""
        direction: i64 = 0
        if are_linked(game, i64(game.square[self.piece]), square):
            direction = ANY_WAY
            found = CANDIDATE_HELD if game.occupant[square] >= 0 else CANDIDATE_OPEN
        else:
            while square_towards(game, self, direction) != square:
                direction += 1
            found = class_of(game, self, direction)
        if found != CANDIDATE_HELD:
            return self.end_chain(game, found, i64(-1) if found == CANDIDATE_CRYPT else square)
        self.direction = direction
        if self.attacker >= 0 and game.rules.policies.pushing.collides():
            self.index = square  # `index` is not used before the chain is known
            self.stage = COLLIDING
            return game.roll(1, D6, clauses.COLLISION_PUSH, -1)
        return self.send_on(game, square)

    def send_on(self, game: Game, square: i64) -> i64:
        self.chain = append(append(self.chain, i16(self.piece)), i16(square))
        self.piece = i64(game.occupant[square])
        return self.push_on(game)

    def rolled(self, game: Game, dice: i64) -> i64:
        """Two players collide: a table says what follows (A-PUSH)."""
        square = self.index
        self.index = 0
        other = i64(game.occupant[square])
        result = game.rules.policies.pushing.collision(game, self.piece, other, die(dice, 0))
        link = i64(len(self.chain)) // 2
        if result & FELLS_FIRST != 0:
            self.fallen |= i64(1) << link
        if result & FELLS_SECOND != 0:
            self.fallen |= i64(1) << (link + 1)
        if result & PUSHES_ON == 0:
            return self.end_chain(game, STOOD_FIRM, -1)
        return self.send_on(game, square)

    def end_chain(self, game: Game, fate: i64, square: i64) -> i64:
        """The whole chain is known. All players of it move, or none does (O-PUSH-07). Then comes the follow-up
        (O-PUSH-16)."""
        self.chain = append(append(self.chain, i16(self.piece)), i16(square))
        self.fate = fate
        if square < 0:
            self.keep_from(0)
            game.tell(events.HELD_GROUND, clauses.PUSH, self.piece)
            if self.attacker < 0:
                return game.done(0)
            game.note_forced(STAY)
            return self.hold_ground(game)
        if game.rules.heard[BEING_MOVED]:
            self.stage = DEPARTING
            self.index = 0
            return self.depart(game)
        return self.set_off(game)

    def depart(self, game: Game) -> i64:
        """In chain order, a square may still hold its player back (A-LAVA-03)."""
        if self.index < len(self.chain):
            self.index += 2
            return game.call(Moment(BEING_MOVED, i64(self.chain[self.index - 2]), i64(self.chain[self.index - 1])))
        self.index = 0
        return self.set_off(game)

    def stop_short(self, game: Game) -> i64:
        """The player just asked does not leave its square. The players after it in the chain are not pushed. The
        players before it go on only if it has left the dungeon."""
        link = self.index - 2
        piece = i64(self.chain[link])
        self.index = 0
        if game.square[piece] >= 0 or link == 0:
            self.piece = self.defender
            self.keep_from(0)
            self.fate = STOOD_FIRM
            game.tell(events.HELD_GROUND, clauses.PUSH, self.defender)
            return self.hold_ground(game) if self.attacker >= 0 else game.done(0)
        self.keep_from(link)
        self.piece = i64(self.chain[link - 2])
        self.fate = CANDIDATE_OPEN
        return self.set_off(game)

    def keep_from(self, link: i64) -> None:
        """All players of the chain from this link on stay."""
        while link < len(self.chain):
            self.chain[link + 1] = i16(-1)
            link += 2

    def set_off(self, game: Game) -> i64:
        self.move(game)
        if self.attacker < 0:
            check_touchdown(game, self.piece)
            return game.done(TARGET_MOVED | self.piece << LAST_OF_CHAIN)
        return self.strip(game)

    def strip(self, game: Game) -> i64:
        """Strip Ball may make a carrier that was moved drop the ball. A carrier that goes down drops it anyway."""
        if self.may_strip(game) and not game.rules.policies.pushing.strips_first():
            self.stage = STRIPPING
            return game.ask(coach_of(game, self.attacker))
        return self.follow_up(game)

    def follow_up(self, game: Game) -> i64:
        """All players are where this push has sent them. The blocker may follow up."""
        return game.become(
            FollowUp(
                self.attacker,
                self.defender,
                self.knocked,
                self.piece,
                self.origin,
                self.chain,
                self.fate,
                self.stripped,
                self.fallen,
                self.from_afar,
            )
        )

    def hold_ground(self, game: Game) -> i64:
        """No player has moved, so there is no follow-up."""
        walled = self.fate == CANDIDATE_BLOCKED and game.rules.tables.blows.wall_help > 0 and only_walls(game, self)
        return game.become(
            Pushed(
                self.attacker,
                self.defender,
                self.knocked,
                self.piece,
                self.origin,
                self.chain,
                self.fate,
                walled,
                False,
                self.stripped,
                self.fallen,
                self.from_afar,
            )
        )

    def may_strip(self, game: Game) -> bool:
        return (
            not self.knocked
            and self.attacker_can(game, STRIPS_BALL)
            and game.ball_of(self.defender) >= 0
            and not game.able(self.defender, GRIPS_BALL)
        )

    def move(self, game: Game) -> None:
        """Move the last player of the chain first, so that each square is free when it is needed."""
        chain = self.chain
        link = i64(len(chain)) - 2
        while link >= 0:
            piece = i64(chain[link])
            square = i64(chain[link + 1])
            if square < 0:
                link -= 2
                continue
            clause = clauses.PUSH if link == 0 else clauses.CHAIN_PUSH
            game.tell(events.PUSHED, clause, piece, i64(game.square[piece]), square)
            if link == 0 and game.rules.tables.experience.hazard != 0 and self.is_into_hazard(game, square):
                game.award(self.attacker, game.rules.tables.experience.hazard, clauses.HAZARD_PUSH)
            if self.fate == CANDIDATE_CHASM and piece == self.piece:
                swallow(game, piece, square)  # at once, so that its square is free (O-ROOM-22)
            elif self.fate == CANDIDATE_BELOW and piece == self.piece:
                take_up(game, piece)
            else:
                game.place(piece, square)
            link -= 2

    def is_into_hazard(self, game: Game, square: i64) -> bool:
        """Whether the blocker has pushed an opponent into a hazard (A-SPP-03)."""
        if self.attacker < 0 or game.side_of[self.attacker] == game.side_of[self.defender]:
            return False
        if game.can(self.defender, JUDGES):  # a referee is no opponent
            return False
        origin = i64(game.square[self.defender])
        for module in game.rules.hazards:
            if module.is_hazard(game, self.defender, origin, square):
                return True
        return False

    # --- what the coaches say -------------------------------------------------------------------------------------

    def options(self, game: Game) -> None:
        if self.stage == CHOOSING:
            offer_candidates(game, self)
        elif self.stage == SIDE_STEPPING:
            free_squares(game, self)
            game.offer(action(DECLINE))
        elif self.stage == STRIPPING:
            game.offer(action(USE, STRIPS_BALL, self.attacker))
            game.offer(action(DECLINE))
        else:
            game.offer(action(USE, STANDS_FIRM, self.piece))
            game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        kind = kind_of(action)
        if self.stage == STRIPPING:
            if kind == USE:
                self.stripped = True
                game.tell(events.SKILL_USED, clauses.SKILL, self.attacker, STRIPS_BALL)
            return self.push_on(game) if game.rules.policies.pushing.strips_first() else self.follow_up(game)
        if kind == PUSH_TO:
            if self.stage == SIDE_STEPPING:
                game.tell(events.SKILL_USED, clauses.SKILL, self.piece, PICKS_PUSH_SQUARE)
            return self.send(game, first_of(action))
        if self.stage == SIDE_STEPPING:
            return self.choose(game)
        if self.stage == CHOOSING:
            return self.end_chain(game, CANDIDATE_BLOCKED, -1)
        if kind == USE:
            game.tell(events.SKILL_USED, clauses.SKILL, self.piece, STANDS_FIRM)
            return self.end_chain(game, STOOD_FIRM, -1)
        return self.side_step(game)

    def returned(self, game: Game, result: i64) -> i64:
        return self.depart(game) if result == 0 else self.stop_short(game)
