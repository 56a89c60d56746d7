"""Leaping (A-LEAP): any player may leap over two squares or more."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.dungeon.graph import NODE_LIMIT, Dungeon
from dungeonbowl.dungeon.spans import step_span
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.collisions import BIG_GUY, Collide, weight
from dungeonbowl.engine import actions, clauses, events
from dungeonbowl.engine.abilities import LEAPS, LONG_LEGS
from dungeonbowl.engine.actions import CROSS, JUMP, action, first_of, kind_of
from dungeonbowl.engine.dice import die
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import LEAVING_SQUARE, Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.ball.team_mate import take_up
from dungeonbowl.engine.procedures.harm.down import fall
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.move.step import is_barred, pay, rush_test
from dungeonbowl.engine.procedures.stat_test import StatTest, test_modifiers
from dungeonbowl.engine.progress import JUMPED, MOVED
from dungeonbowl.engine.skills.leap import Leap
from dungeonbowl.engine.statuses import ROOTED

SHORTEST: Final[i64] = 2

TARGETING: Final[i64] = 0
CROSSING: Final[i64] = 1
LEAVING: Final[i64] = 2
RUSHING: Final[i64] = 3
LEAPING: Final[i64] = 4
TUMBLING: Final[i64] = 5

NO_PATH: Final = vec[i16]()


def install(c: Composition) -> None:
    """Replaces the leaps that only a skill allows."""
    c.modules.append(Leaping())
    skills: list[Module] = []
    for module in c.skills:
        if not isinstance(module, Leap):
            skills.append(module)
    c.skills = skills
    c.cite(int(clauses.LEAP), "A-LEAP-06")
    c.cite(int(clauses.LEAP_LANDING), "A-LEAP-10")
    c.cite(int(clauses.JUMP), "A-LEAP-08")


@final
class Leaping(Module):
    """Once in an activation, during its movement (A-LEAP-01). The target is asked for afterwards, so that the squares
    in reach are searched only when a coach wants to leap."""

    def name(self) -> str:
        return "leaping"

    def offers_moves(self, game: Game, piece: i64) -> None:
        if game.progress & JUMPED != 0 or game.moves_left + game.rushes_left < SHORTEST:
            return
        if game.conditions[piece] & ROOTED == 0 and i64(game.squads.size[piece]) == 1:
            if ground(game, piece).has_way_out(i64(game.square[piece])):
                game.offer(action(actions.LEAP))

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        return LeapOver(piece) if kind_of(action) == actions.LEAP else None


def ground(game: Game, piece: i64) -> Dungeon:
    """The dungeon for this player: doors that are too small for it are walls (A-DOOR-04)."""
    if len(game.dungeon.doors) > 0 and weight(game, piece) >= BIG_GUY and game.dungeon.has_narrow_doors():
        return game.dungeon.for_large()
    return game.dungeon


def span(dungeon: Dungeon, here: i64, there: i64) -> i64:
    """The fewest squares a leap counts for (A-LEAP-02)."""
    return i64(dungeon.spans_from(here)[there])


def length(dungeon: Dungeon, here: i64, there: i64) -> i64:
    """How many squares one step of a path counts for; 0 if it is no step."""
    return step_span(here, there, dungeon.walks, dungeon.drops)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class LeapOver(Frame):
    """Target, path, Rushes, roll, landing (A-LEAP-02 to A-LEAP-12).

    `path` holds the squares from the first one crossed to the target, as far as the coach has named them.
    """

    def __init__(
        self, piece: i64, target: i64 = -1, path: vec[i16] = NO_PATH, rushes: i64 = 0, stage: i64 = TARGETING
    ) -> None:
        self.piece = piece
        self.target = target
        self.path = path
        self.rushes = rushes
        self.stage = stage

    def copy(self) -> Frame:
        return LeapOver(self.piece, self.target, self.path[:], self.rushes, self.stage)

    # --- where to, and over what ----------------------------------------------------------------------------------

    def begin(self, game: Game) -> i64:
        game.progress |= JUMPED
        game.offers = 0
        self.targets(game, 2)  # more than one: the coach is asked, and all of them are listed for him
        if game.offers == 0:
            return game.done(0)
        return game.ask_or_take(self, i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        if self.stage == TARGETING:
            self.targets(game)
        else:
            self.crossings(game)

    def targets(self, game: Game, most: i64 = NODE_LIMIT) -> None:
        """Offer every square that is far enough and in reach, occupied or not; at most one level up (A-LEAP-03,
        A-PLAT-08). Not more than `most`."""
        piece = self.piece
        origin = i64(game.square[piece])
        level = game.dungeon.level
        highest = i64(level[origin]) + 1
        farthest = game.moves_left + game.rushes_left
        far = ground(game, piece).spans_from(origin)
        guarded = len(game.rules.step_bars) > 0
        count = game.dungeon.count
        offered = game.room_for(count)
        offers = game.offers
        last = offers + most
        square: i64 = 0
        while square < count and offers < last:
            span = i64(far[square])
            if SHORTEST <= span <= farthest and i64(level[square]) <= highest:
                if not guarded or not is_barred(game, piece, origin, square):
                    offered[offers] = JUMP | square << 8
                    offers += 1
            square += 1
        game.offers = offers

    def crossings(self, game: Game) -> None:
        """Offer the next squares of the shortest paths."""
        here = self.here(game)
        dungeon = ground(game, self.piece)
        left = span(dungeon, here, self.target)
        direction: i64 = 0
        while direction < 8:
            square = i64(dungeon.walks[here * 8 + direction])
            counts: i64 = 1
            if square < 0 and dungeon.has_drops:
                square = i64(dungeon.drops[here * 8 + direction])
                counts = 2
            if square >= 0 and square != self.target and left > counts:
                if span(dungeon, square, self.target) == left - counts:
                    game.offer(action(CROSS, square))
            direction += 1

    def here(self, game: Game) -> i64:
        return i64(self.path[len(self.path) - 1]) if len(self.path) > 0 else i64(game.square[self.piece])

    def chosen(self, game: Game, action: i64) -> i64:
        if self.stage == TARGETING:
            self.target = first_of(action)
            self.stage = CROSSING
        else:
            self.path = append(self.path, i16(first_of(action)))
        return self.go_over(game)

    def go_over(self, game: Game) -> i64:
        """Cross one square of the path after the other; the coach is asked if there is a choice (A-LEAP-04)."""
        while length(ground(game, self.piece), self.here(game), self.target) == 0:
            game.offers = 0
            self.crossings(game)
            if game.offers != 1:
                return game.ask(i64(game.side_of[self.piece]))
            self.path = append(self.path, i16(first_of(game.offered[0])))
        self.path = append(self.path, i16(self.target))
        self.stage = LEAVING
        if game.rules.heard[LEAVING_SQUARE]:
            return game.call(Moment(LEAVING_SQUARE, self.piece, self.target))
        return self.run_up(game)

    # --- the leap -------------------------------------------------------------------------------------------------

    def run_up(self, game: Game) -> i64:
        game.progress |= MOVED
        self.rushes = pay(game, self.far(game))
        return self.rush(game)

    def rush(self, game: Game) -> i64:
        """All Rushes come before the leap, in the square where the player stands."""
        if self.rushes > 0:
            self.rushes -= 1
            self.stage = RUSHING
            return game.call(rush_test(game, self.piece))
        self.stage = LEAPING
        piece = self.piece
        needed = i64(game.squads.agility[piece])
        return game.call(StatTest(piece, clauses.LEAP, needed, self.modifier(game), i64(game.side_of[piece])))

    def far(self, game: Game) -> i64:
        """How many squares the leap counts for."""
        squares = i64(len(self.path))
        if game.dungeon.has_drops:
            here = i64(game.square[self.piece])
            squares = 0
            for square in self.path:
                squares += length(game.dungeon, here, i64(square))
                here = i64(square)
        return squares

    def modifier(self, game: Game) -> i64:
        """1 worse for every square but the first; tackle zones do not count (A-LEAP-06, A-LEAP-07, A-LEAP-11,
        A-LEAP-13)."""
        piece = self.piece
        origin = i64(game.square[piece])
        modifier = 1 - self.far(game) + test_modifiers(game, piece, clauses.LEAP, origin)
        lost = i64(game.dungeon.level[origin]) - i64(game.dungeon.level[self.target])
        if lost > 1:  # (A-PLAT-08)
            modifier += 1 - lost
        if game.able(piece, LEAPS):
            modifier += 1
        if game.able(piece, LONG_LEGS):
            modifier += 1
        return modifier

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == LEAVING:
            return self.run_up(game) if result == 0 else game.done(0)
        if self.stage == RUSHING:
            return game.become(fall(self.piece)) if result == FAILED else self.rush(game)
        if result == FAILED:
            return self.fall_short(game)
        if i64(game.occupant[self.target]) != FREE:
            return self.crash(game, self.target, clauses.CRASHED_INTO)
        self.fly(game, self.target)
        return game.become(Arrive(self.piece, True, True))

    def fall_short(self, game: Game) -> i64:
        """The player falls in one of the crossed squares, by a die; a player with Leap gets one square farther
        (A-LEAP-10, -12)."""
        self.stage = TUMBLING
        above = self.above(game)
        crossed = i64(len(self.path)) - 1 - above
        if crossed <= 1:
            return self.come_down(game, above + 1)
        return game.roll(1, crossed, clauses.LEAP_LANDING, -1)

    def above(self, game: Game) -> i64:
        """How many of the crossed squares come before a ledge: the player does not fall before the ledge
        (A-PLAT-10)."""
        if not game.dungeon.has_drops:
            return 0
        here = i64(game.square[self.piece])
        count: i64 = 0
        place: i64 = 0
        while place < len(self.path):
            if length(game.dungeon, here, i64(self.path[place])) == 2:
                count = place
            here = i64(self.path[place])
            place += 1
        return count

    def rolled(self, game: Game, dice: i64) -> i64:
        return self.come_down(game, self.above(game) + die(dice, 0))

    def come_down(self, game: Game, place: i64) -> i64:
        if not game.able(self.piece, LEAPS):
            place -= 1
        if place >= len(self.path):
            place = i64(len(self.path)) - 1
        square = i64(self.path[place])
        if i64(game.occupant[square]) != FREE:
            return self.crash(game, square, clauses.FELL)
        self.fly(game, square)
        return game.become(Arrive(self.piece, False, False, pending=Victim(self.piece, clauses.FELL)))

    def fly(self, game: Game, square: i64) -> None:
        origin = i64(game.square[self.piece])
        game.place(self.piece, square)
        game.tell(events.MOVED, clauses.JUMP, self.piece, origin, square)

    def crash(self, game: Game, square: i64, cause: i64) -> i64:
        """The player lands on a piece or a thing: it goes down and moves off it (A-LEAP-09)."""
        piece = self.piece
        game.tell(events.MOVED, clauses.JUMP, piece, i64(game.square[piece]), square)
        take_up(game, piece)
        return game.become(Collide(piece, square, Victim(piece, cause), weight(game, piece)))
