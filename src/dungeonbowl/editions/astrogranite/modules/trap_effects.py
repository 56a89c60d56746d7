"""The effects of the five kinds of traps, and climbing out of a pit (A-TRAP-03 to A-TRAP-12)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.editions.astrogranite.core.teleporters import TornApart
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import CLIMB_OUT, action, first_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import REMOVED, TRAP_SPRINGING
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.ball.bounce import Bounce, TeleportBall
from dungeonbowl.engine.procedures.harm.down import NO_BALLS, GoDown, drop_balls
from dungeonbowl.engine.procedures.harm.explosion import reading_order
from dungeonbowl.engine.procedures.harm.injury import stun
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.move.step import is_barred
from dungeonbowl.engine.procedures.move.teleport import Teleport
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.statuses import KNOCKED_OUT, ON_SPIKES, OWES_FALL, STANDING, STUNNED, SUNKEN
from dungeonbowl.engine.tokens import NO_TOKEN, PIT_TOKEN, SPIKED_TOKEN, TRAP_TOKEN, WARP_TOKEN

# The faces of the tokens, as they are drawn.
PIT: Final[i64] = 0
SPIKED: Final[i64] = 1
EXPLODING: Final[i64] = 2
GASSING: Final[i64] = 3
WARPING: Final[i64] = 4
FACES: Final[i64] = 5
NAMES: Final = ("pit", "spiked", "exploding", "gas", "teleporter")

STRONG: Final[i64] = 5  # the Strength from which on a player resists gas
GASSED: Final[i64] = 4  # a strong player is stunned only from this face on

DEALT_WITH: Final[i64] = 1

WARNING: Final[i64] = 0
WORKING: Final[i64] = 1
CARRYING_OFF: Final[i64] = 2


def is_pit(token: i64) -> bool:
    return token == PIT_TOKEN or token == SPIKED_TOKEN


def pit_token(kind: i64) -> i64:
    return SPIKED_TOKEN if kind == SPIKED else PIT_TOKEN


def is_trap(token: i64) -> bool:
    return TRAP_TOKEN <= token <= WARP_TOKEN


def kind_named(name: str) -> i64:
    """The kind of trap that a map names; a pit if the name is none of the five."""
    for kind, known in enumerate(NAMES):
        if name.startswith(known):
            return i64(kind)
    return PIT


def kind_on_map(game: Game, square: i64, slot: i64) -> i64:
    """The kind of a token that the map fixes; -1 if it fixes none, or in a game whose coach does not know it."""
    if game.memo[slot + FACES] != 0:
        return -1
    for trap in game.dungeon.traps:
        if trap.node == square and trap.kind != "":
            return kind_named(trap.kind)
    return -1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Spring(Frame):
    """A player has come upon a token, which is turned over (A-TRAP-02); before that its `kind` is -1. `left` are the
    tokens of each kind that have not been seen; `slot` is where the module counts them."""

    def __init__(self, piece: i64, square: i64, kind: i64, slot: i64, left: vec[i64], stage: i64 = WARNING) -> None:
        self.piece = piece
        self.square = square
        self.kind = kind
        self.slot = slot
        self.left = left
        self.stage = stage

    def copy(self) -> Frame:
        return Spring(self.piece, self.square, self.kind, self.slot, self.left[:], self.stage)

    def begin(self, game: Game) -> i64:
        if game.rules.heard[TRAP_SPRINGING]:
            return game.call(Moment(TRAP_SPRINGING, self.piece, self.square))
        return self.turn_over(game)

    def turn_over(self, game: Game) -> i64:
        self.stage = WORKING
        self.kind = kind_on_map(game, self.square, self.slot)
        if self.kind >= 0:
            game.reveal()
            return self.work(game)
        kind: i64 = 0
        total: i64 = 0
        while kind < FACES:
            number = self.left[kind]
            if number > 0:
                self.kind = kind
            total += number
            kind += 1
        if total == 1:
            return self.count(game)
        return game.roll(1, total, clauses.TRAP_FACE, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        kind: i64 = 0
        while kind < FACES:
            number = self.left[kind]
            if face <= number:
                break
            face -= number
            kind += 1
        self.kind = kind
        return self.count(game)

    def count(self, game: Game) -> i64:
        game.memo[self.slot + self.kind] = game.memo[self.slot + self.kind] + 1
        return self.work(game)

    def work(self, game: Game) -> i64:
        """The trap takes effect. A player who has stepped away in time is hit only if the trap reaches its new square
        (A-SKILL-09)."""
        square = self.square
        kind = self.kind
        clause = clauses.PIT_FALL
        if kind == EXPLODING:
            clause = clauses.TRAP_BLAST
        elif kind == GASSING:
            clause = clauses.GAS
        elif kind == WARPING:
            clause = clauses.TRAP_TELEPORT
        game.tell(events.TRAP_SPRUNG, clause, self.piece, square, kind)
        if kind == EXPLODING:
            game.put_token(square, NO_TOKEN)
            return game.call(explosion(game, square))
        if kind == GASSING:
            game.put_token(square, NO_TOKEN)
            return game.call(Gas(within(game, square)))
        there = i64(game.square[self.piece]) == square
        if kind == WARPING:
            game.put_token(square, WARP_TOKEN)
            if there and game.has_portals():
                return game.call(Teleport(self.piece, square, False))
            return self.carry_off(game)
        game.put_token(square, pit_token(kind))
        if there:
            return game.call(FallIn(self.piece, kind))
        return game.done(0)

    def carry_off(self, game: Game) -> i64:
        """A ball that lay on the token teleports as from any teleporter (A-BALL-05)."""
        ball = game.ball_on(self.square)
        if ball >= 0 and game.has_portals():
            return game.call(TeleportBall(ball, clauses.BOUNCE))
        return game.done(DEALT_WITH if self.stage == CARRYING_OFF else 0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == WARNING:
            return self.turn_over(game)
        self.stage = CARRYING_OFF
        return self.carry_off(game) if self.kind == WARPING else game.done(DEALT_WITH)


def within(game: Game, square: i64) -> vec[i64]:
    """All pieces on a square and beside it, in reading order, except pieces in a pit (A-TRAP-06)."""
    places: list[tuple[int, int, int]] = []
    pieces = reading_order(game, square)
    middle = i64(game.occupant[square])
    if middle >= 0:
        pieces.append(int(middle))
    for piece in pieces:
        if game.conditions[i64(piece)] & SUNKEN == 0:
            where = i64(game.square[i64(piece)])
            places.append((int(game.dungeon.row[where]), int(game.dungeon.column[where]), piece))
    places.sort()
    return vec[i64]([piece for _, _, piece in places])


def explosion(game: Game, square: i64) -> Frame:
    """All standing players on the square and beside it go down (A-TRAP-10)."""
    victims: list[Victim] = []
    for piece in within(game, square):
        if game.is_standing(piece):
            victims.append(Victim(piece, clauses.EXPLOSION))
    return GoDown(victims, -1)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class FallIn(Frame):
    """A player falls into a pit: it is knocked down there, with more harm on spikes (A-TRAP-04, A-TRAP-05), together
    with all other causes that put it down. The balls it held bounce out."""

    def __init__(self, piece: i64, kind: i64) -> None:
        self.piece = piece
        self.kind = kind

    def copy(self) -> Frame:
        return FallIn(self.piece, self.kind)

    def begin(self, game: Game) -> i64:
        fall = SUNKEN
        if i64(game.status[self.piece]) == STANDING:
            fall |= OWES_FALL | ON_SPIKES if self.kind == SPIKED else OWES_FALL
        game.conditions[self.piece] = game.conditions[self.piece] | fall
        return game.done(DEALT_WITH)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class PitBounce(Frame):
    """A ball that would land in a pit bounces out of it."""

    def __init__(self, ball: i64) -> None:
        self.ball = ball

    def copy(self) -> Frame:
        return PitBounce(self.ball)

    def begin(self, game: Game) -> i64:
        return game.call(Bounce(self.ball, clauses.PIT_BALL))

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(DEALT_WITH)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class WarpBall(Frame):
    """A ball on an open teleporter trap teleports as from any teleporter (A-BALL-04)."""

    def __init__(self, ball: i64) -> None:
        self.ball = ball

    def copy(self) -> Frame:
        return WarpBall(self.ball)

    def begin(self, game: Game) -> i64:
        return game.call(TeleportBall(self.ball, clauses.BOUNCE))

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(DEALT_WITH)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Warp(Frame):
    """A player on an open teleporter trap: it is a teleporter without a number (A-TRAP-12, A-TELE-09)."""

    def __init__(self, piece: i64, square: i64, own_move: bool) -> None:
        self.piece = piece
        self.square = square
        self.own_move = own_move

    def copy(self) -> Frame:
        return Warp(self.piece, self.square, self.own_move)

    def begin(self, game: Game) -> i64:
        if self.own_move and self.piece == game.acting:
            if game.teleports(self.piece) > 0:
                return game.call(TornApart(self.piece))
            game.count_teleport(self.piece)
        return game.call(Teleport(self.piece, self.square, self.own_move))

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(DEALT_WITH)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Gas(Frame):
    """Gas stuns every player it reaches; strong players only if a die says so. Their balls drop after the last die
    (A-TRAP-11)."""

    def __init__(
        self, pieces: vec[i64], index: i64 = 0, dropped: vec[i16] = NO_BALLS, leaving: bool = False, square: i64 = -1
    ) -> None:
        self.pieces = pieces
        self.index = index
        self.dropped = dropped
        self.leaving = leaving
        self.square = square

    def copy(self) -> Frame:
        return Gas(self.pieces[:], self.index, self.dropped[:], self.leaving, self.square)

    def begin(self, game: Game) -> i64:
        while self.index < len(self.pieces):
            piece = self.pieces[self.index]
            if i64(game.status[piece]) == STUNNED or game.square[piece] < 0:
                self.index += 1
                continue
            if game.strength(piece) >= STRONG:
                return game.roll(1, D6, clauses.GAS, -1)
            if self.stun(game, piece):
                return game.call(Moment(REMOVED, piece, self.square))
        return game.become(GoDown([], -1, self.dropped))

    def rolled(self, game: Game, dice: i64) -> i64:
        piece = self.pieces[self.index]
        if die(dice, 0) < GASSED:
            self.index += 1
        elif self.stun(game, piece):
            return game.call(Moment(REMOVED, piece, self.square))
        return self.begin(game)

    def regretted_by(self, game: Game, dice: i64) -> i64:
        return self.pieces[self.index] if die(dice, 0) >= GASSED else i64(-1)

    def stun(self, game: Game, piece: i64) -> bool:
        """Stun a player; where players cannot lie stunned (lava), it is knocked out. Returns whether modules have to
        hear of that."""
        self.index += 1
        self.square = i64(game.square[piece])
        game.tell(events.WENT_DOWN, clauses.GAS, piece, self.square)
        if i64(game.side_of[piece]) == game.active:
            game.cause_turnover(clauses.TURNOVER_GAS)
        status = STUNNED
        for module in game.rules.injury_readers:
            status = module.injury_becomes(game, piece, clauses.GAS, status)
        self.dropped = drop_balls(game, piece, self.dropped)
        if status == STUNNED:
            stun(game, piece)
            return False
        game.lift(piece, KNOCKED_OUT)
        return game.rules.heard[REMOVED] != 0

    def returned(self, game: Game, result: i64) -> i64:
        return self.begin(game)


def may_climb_out(game: Game, piece: i64) -> bool:
    """Whether a square beside the pit is free."""
    square = i64(game.square[piece])
    direction: i64 = 0
    while direction < 8:
        if is_way_out(game, piece, square, i64(game.steps[square * 8 + direction])):
            return True
        direction += 1
    return False


def is_way_out(game: Game, piece: i64, square: i64, target: i64) -> bool:
    return target >= 0 and i64(game.occupant[target]) == FREE and not is_barred(game, piece, square, target)


def helpers(game: Game, piece: i64) -> i64:
    """How many unmarked team-mates are beside the pit (A-TRAP-07)."""
    side = i64(game.side_of[piece])
    square = i64(game.square[piece])
    count: i64 = 0
    direction: i64 = 0
    while direction < 8:
        node = i64(game.steps[square * 8 + direction])
        if node >= 0:
            friend = i64(game.occupant[node])
            if friend >= 0 and i64(game.side_of[friend]) == side and game.has_zone(friend):
                if game.marks_on(side, node) == 0:
                    count += 1
        direction += 1
    return count


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class ClimbOut(Frame):
    """A whole activation for one roll; afterwards the player stands beside the pit, or is still in it (A-TRAP-07,
    A-TRAP-08)."""

    def __init__(self, piece: i64, out: bool = False) -> None:
        self.piece = piece
        self.out = out

    def copy(self) -> Frame:
        return ClimbOut(self.piece, self.out)

    def begin(self, game: Game) -> i64:
        piece = self.piece
        if not may_climb_out(game, piece):
            return game.done(0)
        needed = i64(game.squads.agility[piece])
        modifier = helpers(game, piece) + test_modifiers(game, piece, clauses.PIT_CLIMB, -1)
        return game.call(StatTest(piece, clauses.PIT_CLIMB, needed, modifier, i64(game.side_of[piece])))

    def returned(self, game: Game, result: i64) -> i64:
        if self.out or result == FAILED:
            return game.done(0)
        game.offers = 0
        self.options(game)
        return game.ask_or_take(self, i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        square = i64(game.square[self.piece])
        direction: i64 = 0
        while direction < 8:
            target = i64(game.steps[square * 8 + direction])
            if is_way_out(game, self.piece, square, target):
                game.offer(action(CLIMB_OUT, target))
            direction += 1

    def chosen(self, game: Game, action: i64) -> i64:
        piece = self.piece
        origin = i64(game.square[piece])
        self.out = True
        game.status[piece] = u8(STANDING)
        game.place(piece, first_of(action))
        game.tell(events.STOOD_UP, clauses.PIT_CLIMB, piece)
        game.tell(events.MOVED, clauses.PIT_CLIMB, piece, origin, first_of(action))
        return game.call(Arrive(piece, True, True))
