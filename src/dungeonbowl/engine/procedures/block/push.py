"""Pushes: the chain and the follow-up (O-PUSH). What becomes of everybody then is in `pushed.py`."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import (
    FENDS_OFF,
    GRABS,
    GRIPS_BALL,
    JUDGES,
    PICKS_PUSH_SQUARE,
    STANDS_FIRM,
    STRIPS_BALL,
    UNSTOPPABLE,
)
from dungeonbowl.engine.actions import (
    BLITZ_ACTION,
    BLOCK_ACTION,
    DECLINE,
    FOLLOW_UP,
    PUSH_TO,
    STAY,
    USE,
    action,
    first_of,
)
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.footprints import contact, is_large, squares_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BEING_MOVED
from dungeonbowl.engine.procedures.ball.bounce import check_touchdown
from dungeonbowl.engine.procedures.ball.team_mate import take_up
from dungeonbowl.engine.procedures.block.pushed import (
    BLOCKER_FOLLOWED,
    LAST_OF_CHAIN,
    TARGET_MOVED,
    Pushed,
    arrival_of_follower,
    must_follow,
)
from dungeonbowl.engine.procedures.block.squares import (
    ANY_WAY,
    CANDIDATE_BELOW,
    CANDIDATE_BLOCKED,
    CANDIDATE_CHASM,
    CANDIDATE_CRYPT,
    CANDIDATE_HELD,
    CANDIDATE_OPEN,
    CANDIDATE_TAKEN,
    FELLS_FIRST,
    FELLS_SECOND,
    PUSHES_ON,
    STOOD_FIRM,
    UNDECIDED,
    candidate_square,
    is_filled,
)
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.chasm import swallow
from dungeonbowl.engine.procedures.move.step import is_barred, may_step
from dungeonbowl.engine.statuses import DIVIDED, ROOTED
from dungeonbowl.engine.tables import IN_ANY_BLOCK, NEVER

REFUSING: Final[i64] = 0
SIDE_STEPPING: Final[i64] = 1
CHOOSING: Final[i64] = 2
STRIPPING: Final[i64] = 3
FENDING: Final[i64] = 4
FOLLOWING: Final[i64] = 5
COLLIDING: Final[i64] = 6
DEPARTING: Final[i64] = 7
SETTING_OUT: Final[i64] = 8
SETTLING_OTHERS: Final[i64] = 9  # what becomes of the pushed, where the follow-up is decided after it
ARRIVING: Final[i64] = 10  # and what the blocker then finds

NOT_SETTLED: Final[i64] = -1

NO_CHAIN: Final = vec[i16]()


@final
class Push(Frame):
    """A player is pushed by another, and with `knocked` goes down where it ends (O-BLOCK-06, O-BLOCK-08).

    `chain` holds two numbers a player: who, and the square it was sent to (-1: it stayed). Only the last of a chain
    can meet anything but a player; `fate` says what. Nobody is moved before the whole chain is known. Whoever stays
    after all keeps its place in the chain: a collision may have knocked it down. The result is that of `Pushed`.

    Without an attacker (-1) nobody pushes, for example when somebody arrives where the target stands: the caller gives
    the direction, and the active coach chooses. The chain is found and moved, a carrier in a scoring zone scores, and
    that is all: no wall hurts, and what the new square does to the last of the chain is left to the caller, who finds
    him in the result from the bit LAST_OF_CHAIN on.

    `from_afar`: the attacker strikes without being there. The caller gives the direction, no skill of anybody counts,
    and nobody follows up.

    Where the follow-up is decided last (`Tables.follow_ups_last`) the pushed are settled first, and `settled` holds the
    result of `Pushed` while the coaches decide about the follow-up.
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
        followed: bool = False,
        index: i64 = 0,
        stripped: bool = False,
        fallen: i64 = 0,
        from_afar: bool = False,
        settled: i64 = NOT_SETTLED,
    ) -> None:
        self.attacker = attacker
        self.defender = defender
        self.knocked = knocked
        self.stage = stage
        self.piece = piece  # the one whose square is being chosen, in the end the last of the chain
        self.direction = direction  # from its pusher to it
        self.origin = origin  # the square of the target before the push
        self.chain = chain
        self.fate = fate
        self.followed = followed
        self.index = index
        self.stripped = stripped  # decided; it comes true if the target is moved
        self.fallen = fallen  # a bit for each of the chain whom a collision knocks down
        self.from_afar = from_afar
        self.settled = settled

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
            self.followed,
            self.index,
            self.stripped,
            self.fallen,
            self.from_afar,
            self.settled,
        )

    def args(self) -> list[object]:
        return [
            self.attacker,
            self.defender,
            self.knocked,
            self.stage,
            self.piece,
            self.direction,
            self.origin,
            [int(number) for number in self.chain],
            self.fate,
            self.followed,
            self.index,
            self.stripped,
            self.fallen,
            self.from_afar,
            self.settled,
        ]

    # --- the chain ------------------------------------------------------------------------------------------------

    def begin(self, game: Game) -> i64:
        self.piece = self.defender
        self.origin = i64(game.square[self.defender])
        if self.attacker < 0 or self.from_afar:
            return self.push_on(game)
        pusher = i64(game.square[self.attacker])
        if game.squads.has_large and (is_large(game, self.attacker) or is_large(game, self.defender)):
            found = contact(game, self.attacker, self.defender)
            if found >= 0:  # where they touch
                pusher = found >> 16
                self.origin = found & 0xFFFF
        self.direction = game.direction(pusher, self.origin)
        if game.are_linked(pusher, self.origin):
            self.direction = ANY_WAY
        elif self.direction < 0:
            self.direction = game.dungeon.direction_to(pusher, self.origin)
        if game.rules.tables.strips_before_push and self.may_strip(game):
            self.stage = STRIPPING
            return game.ask(coach_of(game, self.attacker))
        return self.push_on(game)

    def push_on(self, game: Game) -> i64:
        """One more player is pushed: first it may refuse, then it may choose, then the blocker's coach does."""
        piece = self.piece
        if game.conditions[piece] & ROOTED != 0 and not game.rules.tables.roots_trip:
            return self.end_chain(game, STOOD_FIRM, -1)
        firm = not self.from_afar and game.stands_firm(piece, i64(game.square[piece]))
        if firm and not (piece == self.defender and is_unstoppable(game, self.attacker)):
            self.stage = REFUSING
            return game.ask(coach_of(game, piece))
        return self.side_step(game)

    def side_step(self, game: Game) -> i64:
        """The pushed player's own choice, unless the blocker holds on to his target (O-PUSH-19)."""
        piece = self.piece
        picks = game.able(piece, PICKS_PUSH_SQUARE) and not self.from_afar
        if picks and not is_large(game, piece) and self.has_room(game):
            if piece != self.defender or not self.holds_on(game):
                self.stage = SIDE_STEPPING
                return game.ask(coach_of(game, piece))
        return self.choose(game)

    def choose(self, game: Game) -> i64:
        """The coach of the blocker chooses, where there is a choice (O-PUSH-03 to O-PUSH-06)."""
        self.stage = CHOOSING
        if game.squads.has_large and is_large(game, self.piece):
            return self.shove(game)
        game.offers = 0
        self.candidates(game)
        if game.offers == 0:
            return self.end_chain(game, CANDIDATE_BLOCKED if self.is_walled(game) else STOOD_FIRM, -1)
        if game.offers == 1:
            game.note_forced(game.offered[0])
            return self.send(game, first_of(game.offered[0]))
        return game.ask(coach_of(game, self.attacker))

    def shove(self, game: Game) -> i64:
        """A large piece is shifted straight on as a whole, or not at all (A-HUGE-05)."""
        if self.direction < 8 and may_step(game, self.piece, self.direction):
            square = i64(game.steps[i64(game.square[self.piece]) * 8 + self.direction])
            return self.end_chain(game, CANDIDATE_OPEN, square)
        return self.end_chain(game, STOOD_FIRM, -1)

    def candidates(self, game: Game) -> None:
        """Open, crypt and chasm squares are free choices; without any, a player to be pushed in turn."""
        if game.dungeon.linked and self.is_inside(game):
            self.far_end(game)
            return
        turn = self.first_turn()
        last = self.last_turn()
        blocked = False
        while turn < last:
            direction = self.direction + turn & 7
            found = self.class_of(game, direction)
            if found == CANDIDATE_BLOCKED:
                blocked = True
            elif not is_filled(found):
                self.offer(game, direction)
            turn += 1
        if game.offers == 0 and not (blocked and game.rules.pushing.wall_before_chain()):
            turn = self.first_turn()
            while turn < last:
                direction = self.direction + turn & 7
                found = self.class_of(game, direction)
                if found == CANDIDATE_HELD or found == CANDIDATE_BELOW:
                    self.offer(game, direction)
                turn += 1
        if self.piece == self.defender and self.grabs(game):
            usual = game.offers
            self.free_squares(game)
            if usual == 0 and game.offers > 0:  # he may also let go, and the wall it is
                game.offer(action(DECLINE))
        if game.dungeon.linked:
            self.passage(game)

    def first_turn(self) -> i64:
        """How far from straight on the first candidate is, in eighths; the whole round where no way is straight on."""
        return 0 if self.direction == ANY_WAY else 7

    def last_turn(self) -> i64:
        return 8 if self.direction == ANY_WAY else 10

    def is_inside(self, game: Game) -> bool:
        """Whether the one being pushed is inside a secret passage."""
        return game.dungeon.column[i64(game.square[self.piece])] < 0

    def far_end(self, game: Game) -> None:
        """Out of a passage there is only the other end, free or not (A-SECR-07)."""
        square = i64(game.square[self.piece])
        index = square * 2
        while index < square * 2 + 2:
            end = i64(game.dungeon.links[index])
            if end >= 0 and game.occupant[end] >= -1 and (self.attacker < 0 or game.occupant[end] != self.attacker):
                game.offer(action(PUSH_TO, end))
            index += 1

    def passage(self, game: Game) -> None:
        """From one end of a passage also into it, if it is empty; who has no other choice may let be (A-SECR-09)."""
        inside = i64(game.dungeon.links[i64(game.square[self.piece]) * 2])
        if inside < 0 or game.occupant[inside] != -1 or i64(game.squads.size[self.piece]) != 1:
            return
        if game.offers == 0:
            game.offer(action(DECLINE))
        game.offer(action(PUSH_TO, inside))

    def is_walled(self, game: Game) -> bool:
        """Whether a wall is among the three squares; a chain that comes back to itself ends without one."""
        turn = self.first_turn()
        while turn < self.last_turn():
            if self.class_of(game, self.direction + turn & 7) == CANDIDATE_BLOCKED:
                return True
            turn += 1
        return not game.rules.pushing.wall_before_chain()

    def only_walls(self, game: Game) -> bool:
        """Whether all three squares are wall to the one who has not moved."""
        if self.is_inside(game):
            return False
        turn = self.first_turn()
        while turn < self.last_turn():
            if self.class_of(game, self.direction + turn & 7) != CANDIDATE_BLOCKED:
                return False
            turn += 1
        return True

    def attacker_can(self, game: Game, ability: i64) -> bool:
        return self.attacker >= 0 and not self.from_afar and game.able(self.attacker, ability)

    def holds_on(self, game: Game) -> bool:
        """Whether the blocker is one to hold on to his target, in whatever kind of block."""
        return game.rules.tables.grab != NEVER and self.attacker_can(game, GRABS)

    def grabs(self, game: Game) -> bool:
        """Whether he does so now; one that chooses its own way can make that impossible."""
        if not self.holds_on(game):
            return False
        if game.rules.tables.grab != IN_ANY_BLOCK and game.declared != BLOCK_ACTION:
            return False
        return not game.rules.tables.side_step_stops_grab or not game.able(self.piece, PICKS_PUSH_SQUARE)

    def free_squares(self, game: Game) -> None:
        """Every adjacent square a player can stand on, beyond those already offered."""
        direction: i64 = 0
        while direction < 8:
            if self.class_of(game, direction) == CANDIDATE_OPEN:
                if not game.has_offered(action(PUSH_TO, self.square(game, direction))):
                    self.offer(game, direction)
            direction += 1

    def offer(self, game: Game, direction: i64) -> None:
        game.offer(action(PUSH_TO, self.square(game, direction)))

    def square(self, game: Game, direction: i64) -> i64:
        return candidate_square(game, i64(game.square[self.piece]), direction)

    def class_of(self, game: Game, direction: i64) -> i64:
        """The class of a square for the player being pushed; a chain never turns back on itself or on the blocker."""
        piece = self.piece
        square = i64(game.square[piece])
        spoiled = piece == self.defender and (self.knocked or self.stripped)
        found = game.rules.pushing.candidate_class(game, piece, square, direction, spoiled)
        if found == CANDIDATE_HELD:
            holder = i64(game.occupant[i64(game.steps[square * 8 + direction])])
            if holder == self.attacker:
                return CANDIDATE_TAKEN
            link: i64 = 0
            while link < len(self.chain):
                if i64(self.chain[link]) == holder:
                    return CANDIDATE_TAKEN
                link += 2
        return found

    def has_room(self, game: Game) -> bool:
        direction: i64 = 0
        while direction < 8:
            if self.class_of(game, direction) == CANDIDATE_OPEN:
                return True
            direction += 1
        return False

    def send(self, game: Game, square: i64) -> i64:
        """The player being pushed goes to this square, and whoever holds it is pushed in turn (O-PUSH-06)."""
        direction: i64 = 0
        if game.are_linked(i64(game.square[self.piece]), square):
            direction = ANY_WAY
            found = CANDIDATE_HELD if game.occupant[square] >= 0 else CANDIDATE_OPEN
        else:
            while self.square(game, direction) != square:
                direction += 1
            found = self.class_of(game, direction)
        if found != CANDIDATE_HELD:
            return self.end_chain(game, found, -1 if found == CANDIDATE_CRYPT else square)
        self.direction = direction
        if self.attacker >= 0 and game.rules.pushing.collides():
            self.index = square  # free until the chain is known
            self.stage = COLLIDING
            return game.roll(1, D6, clauses.COLLISION_PUSH, -1)
        return self.send_on(game, square)

    def send_on(self, game: Game, square: i64) -> i64:
        self.chain = append(append(self.chain, i16(self.piece)), i16(square))
        self.piece = i64(game.occupant[square])
        return self.push_on(game)

    def rolled(self, game: Game, dice: i64) -> i64:
        """Two players collide: what comes of it is read from a table (A-PUSH)."""
        square = self.index
        self.index = 0
        other = i64(game.occupant[square])
        result = game.rules.pushing.collision(game, self.piece, other, die(dice, 0))
        link = i64(len(self.chain)) // 2
        if result & FELLS_FIRST != 0:
            self.fallen |= i64(1) << link
        if result & FELLS_SECOND != 0:
            self.fallen |= i64(1) << (link + 1)
        if result & PUSHES_ON == 0:
            return self.end_chain(game, STOOD_FIRM, -1)
        return self.send_on(game, square)

    def end_chain(self, game: Game, fate: i64, square: i64) -> i64:
        """The whole chain is known: everybody moves, or nobody does (O-PUSH-07); then the follow-up (O-PUSH-16)."""
        self.chain = append(append(self.chain, i16(self.piece)), i16(square))
        self.fate = fate
        if square < 0:
            self.keep_from(0)
            game.tell(events.HELD_GROUND, clauses.PUSH, self.piece)
            if self.attacker < 0:
                return game.done(0)
            game.note_forced(STAY)
            return self.see_through(game)
        if game.rules.heard[BEING_MOVED]:
            self.stage = DEPARTING
            self.index = 0
            return self.depart(game)
        return self.set_off(game)

    def depart(self, game: Game) -> i64:
        """In chain order, each may yet be kept where it is by its square (A-LAVA-03)."""
        if self.index < len(self.chain):
            self.index += 2
            return game.call(Moment(BEING_MOVED, i64(self.chain[self.index - 2]), i64(self.chain[self.index - 1])))
        self.index = 0
        return self.set_off(game)

    def stop_short(self, game: Game) -> i64:
        """The one just asked does not leave its square. Those behind it are not pushed; those before it go on only if
        it is in nobody's way any more."""
        link = self.index - 2
        piece = i64(self.chain[link])
        self.index = 0
        if game.square[piece] >= 0 or link == 0:
            self.piece = self.defender
            self.keep_from(0)
            self.fate = STOOD_FIRM
            game.tell(events.HELD_GROUND, clauses.PUSH, self.defender)
            return self.see_through(game) if self.attacker >= 0 else game.done(0)
        self.keep_from(link)
        self.piece = i64(self.chain[link - 2])
        self.fate = CANDIDATE_OPEN
        return self.set_off(game)

    def keep_from(self, link: i64) -> None:
        """Everybody from this link of the chain on stays."""
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
        """A carrier that was moved may be made to drop the ball; one that goes down drops it anyway."""
        if not game.rules.tables.strips_before_push and self.may_strip(game):
            self.stage = STRIPPING
            return game.ask(coach_of(game, self.attacker))
        return self.go_on(game)

    def go_on(self, game: Game) -> i64:
        """The follow-up, and what becomes of the pushed: in the order of this edition."""
        if not game.rules.tables.follow_ups_last:
            return self.fend(game)
        self.stage = SETTLING_OTHERS
        self.index = i64(game.square[self.attacker])
        return game.call(self.aftermath(game))

    def may_strip(self, game: Game) -> bool:
        return (
            not self.knocked
            and self.attacker_can(game, STRIPS_BALL)
            and game.ball_of(self.defender) >= 0
            and not game.able(self.defender, GRIPS_BALL)
        )

    def fend(self, game: Game) -> i64:
        """The target may keep the blocker from following up, but not one that nothing stops."""
        if self.from_afar or not self.may_follow(game):
            game.note_forced(STAY)
            return self.see_through(game)
        if game.able(self.defender, FENDS_OFF) and not is_unstoppable(game, self.attacker):
            self.stage = FENDING
            return game.ask(coach_of(game, self.defender))
        return self.choose_to_follow(game)

    def choose_to_follow(self, game: Game) -> i64:
        """The blocker's coach decides (O-PUSH-15), for a frenzied or a whirling one nobody does."""
        if must_follow(game, self.attacker):
            game.note_forced(FOLLOW_UP)
            return self.go_after(game)
        self.stage = FOLLOWING
        return game.ask(coach_of(game, self.attacker))

    def move(self, game: Game) -> None:
        """From the last of the chain to the first, each into a square that is free by then."""
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
            if link == 0 and game.rules.tables.points_hazard != 0 and self.is_into_hazard(game, square):
                game.award(self.attacker, game.rules.tables.points_hazard, clauses.HAZARD_PUSH)
            if self.fate == CANDIDATE_CHASM and piece == self.piece:
                swallow(game, piece, square)  # at once, so that its square is free (O-ROOM-22)
            elif self.fate == CANDIDATE_BELOW and piece == self.piece:
                take_up(game, piece)
            else:
                game.place(piece, square)
            link -= 2

    def is_into_hazard(self, game: Game, square: i64) -> bool:
        """Whether the blocker has pushed an opponent where that is worth something (A-SPP-03)."""
        if self.attacker < 0 or game.side_of[self.attacker] == game.side_of[self.defender]:
            return False
        if game.can(self.defender, JUDGES):  # nobody's opponent
            return False
        origin = i64(game.square[self.defender])
        for module in game.rules.hazards:
            if module.is_hazard(game, self.defender, origin, square):
                return True
        return False

    def may_follow(self, game: Game) -> bool:
        """Into exactly the square the target left, if the blocker can leave his own (O-PUSH-15)."""
        attacker = self.attacker
        held = DIVIDED if game.rules.tables.roots_trip else ROOTED | DIVIDED
        if not game.is_standing(attacker) or game.conditions[attacker] & held != 0:
            return False
        if self.settled != NOT_SETTLED and i64(game.square[attacker]) != self.index:
            return False  # what became of the others has moved him away
        if is_large(game, attacker):
            way = self.way_after(game)
            return way >= 0 and may_step(game, attacker, way)
        if game.occupant[self.origin] != -1:
            return False
        return not is_barred(game, attacker, i64(game.square[attacker]), self.origin)

    def way_after(self, game: Game) -> i64:
        """The direction in which a large blocker pushed, and in which he follows (A-HUGE-06); -1 for none."""
        found: i64 = -1
        for node in squares_of(game, self.attacker):
            way = game.direction(i64(node), self.origin)
            if way >= 0 and (found < 0 or (found & 1 != 0 and way & 1 == 0)):
                found = way
        return found

    # --- what the coaches say -------------------------------------------------------------------------------------

    def options(self, game: Game) -> None:
        if self.stage == CHOOSING:
            self.candidates(game)
        elif self.stage == FOLLOWING:
            game.offer(action(FOLLOW_UP))
            game.offer(action(STAY))
        elif self.stage == SIDE_STEPPING:
            self.free_squares(game)
            game.offer(action(DECLINE))
        elif self.stage == STRIPPING:
            game.offer(action(USE, STRIPS_BALL, self.attacker))
            game.offer(action(DECLINE))
        elif self.stage == FENDING:
            game.offer(action(USE, FENDS_OFF, self.defender))
            game.offer(action(DECLINE))
        else:
            game.offer(action(USE, STANDS_FIRM, self.piece))
            game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        kind = action & 0xFF
        if self.stage == FOLLOWING:
            return self.go_after(game) if kind == FOLLOW_UP else self.see_through(game)
        if self.stage == STRIPPING:
            if kind == USE:
                self.stripped = True
                game.tell(events.SKILL_USED, clauses.SKILL, self.attacker, STRIPS_BALL)
            return self.push_on(game) if game.rules.tables.strips_before_push else self.go_on(game)
        if self.stage == FENDING:
            if kind == USE:
                game.tell(events.SKILL_USED, clauses.SKILL, self.defender, FENDS_OFF)
                return self.see_through(game)
            return self.choose_to_follow(game)
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

    def see_through(self, game: Game) -> i64:
        """Everybody is where this push has sent him: what becomes of them."""
        if self.settled == NOT_SETTLED:
            return game.become(self.aftermath(game))
        if not self.followed:
            return game.done(self.settled)
        self.stage = ARRIVING
        return game.call(arrival_of_follower(game, self.attacker))

    def aftermath(self, game: Game) -> Pushed:
        walled = self.fate == CANDIDATE_BLOCKED and game.rules.tables.wall_help > 0 and self.only_walls(game)
        return Pushed(
            self.attacker,
            self.defender,
            self.knocked,
            self.piece,
            self.origin,
            self.chain,
            self.fate,
            walled,
            self.followed,
            self.stripped,
            self.fallen,
            self.from_afar,
        )

    def go_after(self, game: Game) -> i64:
        """The blocker follows up, unless his square keeps him."""
        if game.rules.heard[BEING_MOVED]:
            self.stage = SETTING_OUT
            return game.call(Moment(BEING_MOVED, self.attacker, self.origin))
        self.follow(game)
        return self.see_through(game)

    def follow(self, game: Game) -> None:
        """The blocker moves now; what he finds there comes when all others are settled (O-PUSH-17, O-PUSH-18)."""
        self.followed = True
        origin = i64(game.square[self.attacker])
        if is_large(game, self.attacker):
            self.origin = i64(game.steps[origin * 8 + self.way_after(game)])
        game.place(self.attacker, self.origin)
        game.tell(events.FOLLOWED_UP, clauses.FOLLOW_UP, self.attacker, origin, self.origin)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == DEPARTING:
            return self.depart(game) if result == 0 else self.stop_short(game)
        if self.stage == SETTLING_OTHERS:
            self.settled = result
            return game.done(result) if game.halted else self.fend(game)
        if self.stage == ARRIVING:
            return game.done(self.settled | BLOCKER_FOLLOWED)
        if result == 0:
            self.follow(game)
        return self.see_through(game)


def is_unstoppable(game: Game, attacker: i64) -> bool:
    """Whether this blocker charges in a Blitz and nothing stops it."""
    return (
        attacker >= 0 and game.declared == BLITZ_ACTION and attacker == game.acting and game.able(attacker, UNSTOPPABLE)
    )


def coach_of(game: Game, piece: i64) -> i64:
    """Who decides for a piece; the active coach for nobody."""
    if piece < 0:
        return game.active
    side = i64(game.side_of[piece])
    return side if side < game.squads.sides else game.rules.neutral.coach(game, piece)
