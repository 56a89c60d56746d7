"""What referees in the dungeon do after a team turn: get up, charge players who crowd them, walk (A-OREF-04 to -14)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.dungeon.distance import distances
from dungeonbowl.editions.astrogranite.modules.dungeon_skills import sneaks
from dungeonbowl.editions.astrogranite.modules.monsters.targets import in_order
from dungeonbowl.editions.astrogranite.modules.referees import Penalty
from dungeonbowl.editions.astrogranite.modules.trap_effects import ClimbOut
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import JUDGES
from dungeonbowl.engine.actions import CALL_REFEREE, END_ACTIVATION, MOVE_REFEREE, action, first_of, kind_of, second_of
from dungeonbowl.engine.dice import die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import LEAVING_SQUARE
from dungeonbowl.engine.places import FREE, HELD
from dungeonbowl.engine.policies import MINOR
from dungeonbowl.engine.procedures.harm.sending_off import ARGUING, SendingOff
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.step import is_barred, price
from dungeonbowl.engine.statuses import ABSENT, OFFENDED, PRONE, STANDING, STUNNED, SUNKEN
from dungeonbowl.engine.tokens import NO_TOKEN

REACH: Final[i64] = 3  # how far a referee who gets up takes revenge

ASKING: Final[i64] = 0
CHARGING: Final[i64] = 1  # a die decides which player is charged
AVENGING: Final[i64] = 2  # a die decides on which player revenge is taken
DOING: Final[i64] = 3
LEAVING: Final[i64] = 4  # the referee leaves its square


def is_referee(game: Game, piece: i64) -> bool:
    return game.can(piece, JUDGES)


def director(game: Game, side: i64) -> i64:
    """Who decides for the referees: the coach of `side`, or the game master where there is one (A-DUN-06)."""
    return game.squads.sides if game.rules.policies.neutral.has_master() else side


def has_come(game: Game) -> bool:
    """Whether a referee ever was in the dungeon."""
    piece = game.first_piece(game.squads.sides)
    while piece < game.squads.count:
        if is_referee(game, piece) and i64(game.status[piece]) != ABSENT:
            return True
        piece += 1
    return False


def next_referee(game: Game, after: i64) -> i64:
    """The next referee in the dungeon; -1 if there is none."""
    first = game.first_piece(game.squads.sides)
    piece = after + 1 if after >= first else first
    while piece < game.squads.count:
        if is_referee(game, piece) and game.square[piece] >= 0:
            return piece
        piece += 1
    return -1


# --- where they go ----------------------------------------------------------------------------------------------------


def may_walk(game: Game, piece: i64, origin: i64, square: i64) -> bool:
    """Whether a referee may walk to a square: never onto a ball, a teleporter or a trap, never beside a player or a
    monster (A-OREF-05), and never where it might be harmed."""
    if i64(game.occupant[square]) != FREE or i64(game.token[square]) != NO_TOKEN or game.ball_on(square) >= 0:
        return False
    if game.marks_on(game.squads.sides, square) > 0 or is_barred(game, piece, origin, square):
        return False
    for module in game.rules.step_risks:
        if module.step_risk(game, piece, origin, square) > 0.0:
            return False
    return not is_beside_monster(game, square)


def is_beside_monster(game: Game, square: i64) -> bool:
    direction: i64 = 0
    while direction < 8:
        other = i64(game.steps[square * 8 + direction])
        if other >= 0:
            piece = i64(game.occupant[other])
            if piece >= 0 and i64(game.side_of[piece]) == game.squads.sides and not is_referee(game, piece):
                return True
        direction += 1
    return False


def destinations(game: Game, piece: i64) -> list[int]:
    """The squares where the walk of a referee may end: within half its movement, and nearer to any ball in play
    (A-OREF-06)."""
    start = i64(game.square[piece])
    spent: dict[int, int] = {int(start): 0}
    queue = [int(start)]
    most = int(game.squads.movement[piece]) // 2
    place = 0
    while place < len(queue):
        origin = i64(queue[place])
        place += 1
        direction: i64 = 0
        while direction < 8:
            square = i64(game.steps[origin * 8 + direction])
            direction += 1
            if square < 0 or not may_walk(game, piece, origin, square):
                continue
            cost = spent[int(origin)] + int(price(game, piece, origin, square))
            if cost <= most and cost < spent.get(int(square), most + 1):
                spent[int(square)] = cost
                queue.append(int(square))
    nearer = nearer_squares(game, start)
    return sorted(square for square in spent if square != int(start) and (nearer is None or square in nearer))


def nearer_squares(game: Game, start: i64) -> set[int] | None:
    """The squares from which the way to some ball is shorter than from here; None while no ball is in play."""
    found: set[int] | None = None
    ball: i64 = 0
    while ball < len(game.balls):
        where = i64(game.balls[ball])
        if where <= HELD:
            where = i64(game.square[HELD - where])
        ball += 1
        if where < 0:
            continue
        if found is None:
            found = set()
        out = vec[i16]([-1] * int(game.dungeon.count))
        distances(game.steps, game.occupant, vec[i16]([int(where)]), out)
        square: i64 = 0
        while square < game.dungeon.count:
            if out[square] >= 0 and (out[start] < 0 or out[square] < out[start]):
                found.add(int(square))
            square += 1
    return found


# --- the phase --------------------------------------------------------------------------------------------------------


def has_duty(game: Game, piece: i64) -> bool:
    """Whether the referee has something to do that the coach cannot refuse."""
    return not game.is_standing(piece) or game.conditions[piece] & SUNKEN != 0 or game.is_marked(piece)


def nearest_players(game: Game, referee: i64, in_sight: bool) -> list[int]:
    """The nearest players, if they are near enough (A-OREF-14); with `in_sight` only players whom the referee sees."""
    here = i64(game.square[referee])
    squares: i64 = 1
    while squares <= REACH:
        found = [
            piece
            for piece in in_order(game)
            if i64(game.side_of[i64(piece)]) < game.squads.sides
            and game.dungeon.within(here, i64(game.square[i64(piece)]), squares)
            and (not in_sight or game.dungeon.sees(here, i64(game.square[i64(piece)])))
        ]
        if found:
            return found
        squares += 1
    return []


def crowding(game: Game, referee: i64) -> list[int]:
    """The players who mark the referee."""
    return [piece for piece in in_order(game) if game.marks(i64(piece), referee)]


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class RefereePhase(Frame):
    """The coach of `side`, whose turn is over, moves the referees in any order, or does not; if there is a game master,
    the game master does it. Duties are carried out in any case. `acted` has one bit for each referee, `slot` is the
    number of the eye. With `in_sight` a wall protects from revenge."""

    def __init__(
        self,
        side: i64,
        slot: i64,
        acted: i64 = 0,
        closing: bool = False,
        piece: i64 = -1,
        stage: i64 = ASKING,
        in_sight: bool = False,
        square: i64 = -1,
    ) -> None:
        self.side = side
        self.slot = slot
        self.acted = acted
        self.closing = closing
        self.piece = piece
        self.stage = stage
        self.in_sight = in_sight
        self.square = square  # where the piece is going

    def copy(self) -> Frame:
        return RefereePhase(
            self.side, self.slot, self.acted, self.closing, self.piece, self.stage, self.in_sight, self.square
        )

    def begin(self, game: Game) -> i64:
        return self.next_one(game)

    def next_waiting(self, game: Game, after: i64) -> i64:
        piece = next_referee(game, after)
        while piece >= 0 and self.acted >> (piece - game.first_piece(game.squads.sides)) & 1 != 0:
            piece = next_referee(game, piece)
        return piece

    def next_one(self, game: Game) -> i64:
        self.stage = ASKING
        duties: i64 = 0
        moves: i64 = 0
        first: i64 = -1
        piece = self.next_waiting(game, -1)
        while piece >= 0:
            if has_duty(game, piece):
                if duties == 0:
                    first = piece
                duties += 1
            elif not self.closing:
                moves += i64(len(destinations(game, piece)))
            piece = self.next_waiting(game, piece)
        if duties + moves == 0:
            return game.done(0)
        if duties > 0 and (self.closing or (duties == 1 and moves == 0)):
            return self.act(game, first)
        return game.ask(director(game, self.side))

    def options(self, game: Game) -> None:
        piece = self.next_waiting(game, -1)
        while piece >= 0:
            if has_duty(game, piece):
                game.offer(action(CALL_REFEREE, piece))
            else:
                for square in destinations(game, piece):
                    game.offer(action(MOVE_REFEREE, piece, i64(square)))
            piece = self.next_waiting(game, piece)
        game.offer(action(END_ACTIVATION))

    def chosen(self, game: Game, action: i64) -> i64:
        kind = kind_of(action)
        if kind == CALL_REFEREE:
            return self.act(game, first_of(action))
        if kind == MOVE_REFEREE:
            return self.walk(game, first_of(action), second_of(action))
        self.closing = True
        return self.next_one(game)

    def mark(self, game: Game, piece: i64) -> None:
        self.piece = piece
        self.acted |= i64(1) << (piece - game.first_piece(game.squads.sides))

    def walk(self, game: Game, piece: i64, square: i64) -> i64:
        """The square that the referee leaves may hold it back or burn it; the square that it enters has no effect."""
        self.mark(game, piece)
        if game.rules.heard[LEAVING_SQUARE]:
            self.stage = LEAVING
            self.square = square
            return game.call(Moment(LEAVING_SQUARE, piece, square))
        return self.arrive(game, square)

    def arrive(self, game: Game, square: i64) -> i64:
        origin = i64(game.square[self.piece])
        game.place(self.piece, square)
        game.tell(events.MOVED, clauses.REFEREE_PHASE, self.piece, origin, square)
        return self.next_one(game)

    def act(self, game: Game, piece: i64) -> i64:
        self.mark(game, piece)
        self.stage = DOING
        status = i64(game.status[piece])
        if status == STUNNED:
            game.status[piece] = u8(PRONE)
            game.tell(events.RECOVERED, clauses.REFEREE_PHASE, piece)
            return self.next_one(game)
        if game.conditions[piece] & SUNKEN != 0:
            return game.call(ClimbOut(piece))
        if status == PRONE:
            game.status[piece] = u8(STANDING)
            game.tell(events.STOOD_UP, clauses.REFEREE_PHASE, piece)
            if game.conditions[piece] & OFFENDED == 0:  # (A-OREF-18)
                return self.next_one(game)
            game.conditions[piece] = game.conditions[piece] & ~OFFENDED
            return self.pick(game, AVENGING, nearest_players(game, piece, self.in_sight))
        return self.pick(game, CHARGING, crowding(game, piece))

    def pick(self, game: Game, stage: i64, players: list[int]) -> i64:
        self.stage = stage
        if len(players) == 0:
            return self.next_one(game)
        if len(players) == 1:
            return self.punish(game, i64(players[0]))
        clause = clauses.REFEREE_CHARGE if stage == CHARGING else clauses.REFEREE_REVENGE
        return game.roll(1, len(players), clause, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if self.stage == CHARGING:
            players = crowding(game, self.piece)
        else:
            players = nearest_players(game, self.piece, self.in_sight)
        return self.punish(game, i64(players[int(die(dice, 0)) - 1]))

    def punish(self, game: Game, player: i64) -> i64:
        """A charge is a minor infraction and stays one (A-OREF-09); revenge needs no die."""
        charges = self.stage == CHARGING
        self.stage = DOING
        if not charges:
            return game.call(SendingOff(player, ARGUING, -1, False))
        watched = game.memo[self.slot] == i64(game.side_of[player]) + 1 and not sneaks(game, player)
        return game.call(Penalty(player, MINOR, watched, True, 0, False))

    def returned(self, game: Game, result: i64) -> i64:
        leaves = self.stage == LEAVING and result == 0
        if leaves and game.square[self.piece] >= 0 and game.is_standing(self.piece):
            return self.arrive(game, self.square)
        return self.next_one(game)
