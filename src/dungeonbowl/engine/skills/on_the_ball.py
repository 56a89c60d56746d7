"""On the Ball, and Pass Block of the CRP: players move after an opponent has aimed and before it throws."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import actions, clauses, events
from dungeonbowl.engine.abilities import LEAPS, READS_THE_PASS
from dungeonbowl.engine.actions import DECLINE, END_ACTIVATION, USE, action, first_of, kind_of, second_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.ball.interference import is_in_the_way
from dungeonbowl.engine.procedures.move.jump import Jump
from dungeonbowl.engine.procedures.move.step import Step, is_barred, price
from dungeonbowl.engine.procedures.turn.offers import offer_jumps, offer_steps
from dungeonbowl.engine.progress import FINISHED, JUMPED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.leap import offer_leaps
from dungeonbowl.engine.statuses import BROKE_FREE, ROOTED

SQUARES: Final[i64] = 3

CALLING: Final[i64] = 0
RUNNING: Final[i64] = 1


@final
class OnTheBall(Module):
    """Works against every pass and every throw at a wall, Dump-off included.

    `must_arrive` (Pass Block): the run has to end where it hinders the pass."""

    def __init__(self, must_arrive: bool = False) -> None:
        self.must_arrive = must_arrive

    def name(self) -> str:
        return "on the ball"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(READS_THE_PASS)

    def throw_aimed(self, game: Game, thrower: i64, square: i64) -> Frame | None:
        side = next_reader(game, thrower, square, i64(game.side_of[thrower]))
        return RunForBall(thrower, square, side) if side >= 0 else None


def must_arrive(game: Game) -> bool:
    """Whether a run has to end where it hinders the pass, as the edition composes the skill."""
    module = game.rules.module("on the ball")
    return isinstance(module, OnTheBall) and module.must_arrive


def may_run(game: Game, piece: i64, thrower: i64, target: i64) -> bool:
    """Whether the piece is a standing opponent of the thrower with the ability. The player whose activation the throw
    interrupts may not run.
    """
    return (
        i64(game.side_of[piece]) != i64(game.side_of[thrower])
        and piece != game.acting
        and game.square[piece] >= 0
        and game.able(piece, READS_THE_PASS)
        and game.conditions[piece] & ROOTED == 0
        and (not must_arrive(game) or may_arrive(game, piece, i64(game.square[piece]), SQUARES, thrower, target))
    )


def hinders(game: Game, piece: i64, square: i64, thrower: i64, target: i64) -> bool:
    """Whether a player in this square would hinder the pass: it could interfere, it is in the target square, or it
    marks the thrower or the team-mate that is to catch."""
    if square == target or game.are_adjacent(square, i64(game.square[thrower])):
        return True
    catcher = i64(game.occupant[target])
    if catcher >= 0 and catcher != piece and game.side_of[catcher] == game.side_of[thrower]:
        if game.are_adjacent(square, target):
            return True
    return game.has_free_hands(piece) and is_in_the_way(game, square, thrower, target)


def may_arrive(game: Game, piece: i64, square: i64, moves: i64, thrower: i64, target: i64, leapt: bool = False) -> bool:
    """Whether a player with so much movement can get from a square to one where it hinders the pass. Portals do not
    count as a way.
    """
    if hinders(game, piece, square, thrower, target):
        return True
    if moves <= 0:
        return False
    leaps = moves >= game.rules.tables.movement.jump_cost and not leapt and game.able(piece, LEAPS)
    base = square * 8
    end = base + 8
    while base < end:
        near = i64(game.steps[base])
        base += 1
        if near < 0:
            continue
        if is_way(game, piece, square, near):
            if may_arrive(game, piece, near, moves - 1, thrower, target, leapt):
                return True
        if leaps:
            beyond = near * 8
            last = beyond + 8
            while beyond < last:
                landing = i64(game.steps[beyond])
                beyond += 1
                if landing >= 0 and is_way(game, piece, square, landing):
                    left = moves - game.rules.tables.movement.jump_cost
                    if may_arrive(game, piece, landing, left, thrower, target, True):
                        return True
    return False


def is_way(game: Game, piece: i64, origin: i64, square: i64) -> bool:
    """Whether a runner may go from one square into the other and go on from there."""
    holder = i64(game.occupant[square])
    if (holder != FREE and holder != piece) or game.portal_number(square) > 0:
        return False
    return not is_barred(game, piece, origin, square)


def next_reader(game: Game, thrower: i64, target: i64, after: i64) -> i64:
    """The next side in turn order that has a player who may run, or -1 when the thrower's side is reached."""
    side = after
    while True:
        side = game.opponent(side)
        if side == i64(game.side_of[thrower]) or side >= game.squads.sides:
            return -1
        piece = game.first_piece(side)
        while piece < game.last_piece(side):
            if may_run(game, piece, thrower, target):
                return side
            piece += 1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class RunForBall(Frame):
    """Each such player may move once, up to three squares whatever its allowance, by the usual rules of movement.

    It cannot Rush. This frame keeps the rest of the movement of the interrupted activation. A portal, a fall or a hold
    ends the run.
    """

    def __init__(
        self,
        thrower: i64,
        target: i64,
        side: i64,
        ran: i64 = 0,
        runner: i64 = -1,
        stage: i64 = CALLING,
        moves: i64 = 0,
        rushes: i64 = 0,
        progress: i64 = 0,
    ) -> None:
        self.thrower = thrower
        self.target = target
        self.side = side
        self.ran = ran  # one bit for each player of the side that has had its run
        self.runner = runner
        self.stage = stage
        self.moves = moves
        self.rushes = rushes
        self.progress = progress

    def copy(self) -> Frame:
        return RunForBall(
            self.thrower,
            self.target,
            self.side,
            self.ran,
            self.runner,
            self.stage,
            self.moves,
            self.rushes,
            self.progress,
        )

    def begin(self, game: Game) -> i64:
        return game.ask(self.side)

    def options(self, game: Game) -> None:
        if self.stage == RUNNING:
            offer_steps(game, self.runner)
            if game.progress & JUMPED == 0:
                offer_jumps(game, self.runner)
                offer_leaps(game, self.runner)
            if not must_arrive(game):
                game.offer(action(END_ACTIVATION))
                return
            self.keep_leading(game)
            if hinders(game, self.runner, i64(game.square[self.runner]), self.thrower, self.target):
                game.offer(action(END_ACTIVATION))
            return
        piece = game.first_piece(self.side)
        while piece < game.last_piece(self.side):
            if self.may_run(game, piece):
                game.offer(action(USE, READS_THE_PASS, piece))
            piece += 1
        game.offer(action(DECLINE))

    def keep_leading(self, game: Game) -> None:
        """Keeps only the offered steps and leaps after which the runner can still arrive."""
        runner = self.runner
        square = i64(game.square[runner])
        kept: i64 = 0
        index: i64 = 0
        while index < game.offers:
            choice = game.offered[index]
            index += 1
            leap = kind_of(choice) == actions.JUMP
            there = first_of(choice) if leap else i64(game.steps[square * 8 + first_of(choice)])
            paid = game.rules.tables.movement.jump_cost if leap else price(game, runner, square, there)
            left = game.moves_left - paid
            leapt = leap or game.progress & JUMPED != 0
            if game.portal_number(there) == 0:
                if may_arrive(game, runner, there, left, self.thrower, self.target, leapt):
                    game.offered[kept] = choice
                    kept += 1
        game.offers = kept

    def may_run(self, game: Game, piece: i64) -> bool:
        if self.ran >> (piece - game.first_piece(self.side)) & 1 != 0:
            return False
        return may_run(game, piece, self.thrower, self.target)

    def chosen(self, game: Game, action: i64) -> i64:
        kind = kind_of(action)
        if kind == DECLINE:
            return self.next_side(game)
        if kind == USE:
            return self.set_off(game, second_of(action))
        if kind == END_ACTIVATION:
            return self.stop(game)
        if kind == actions.JUMP:
            return game.call(Jump(self.runner, first_of(action)))
        square = i64(game.steps[i64(game.square[self.runner]) * 8 + first_of(action)])
        return game.call(Step(self.runner, square))

    def set_off(self, game: Game, runner: i64) -> i64:
        self.runner = runner
        self.ran |= i64(1) << (runner - game.first_piece(self.side))
        self.stage = RUNNING
        self.moves = game.moves_left
        self.rushes = game.rushes_left
        self.progress = game.progress
        game.moves_left = SQUARES
        game.rushes_left = 0
        game.progress = 0
        game.tell(events.SKILL_USED, clauses.SKILL, runner, READS_THE_PASS)
        return self.go_on(game)

    def returned(self, game: Game, result: i64) -> i64:
        return self.go_on(game)

    def go_on(self, game: Game) -> i64:
        """The coach is asked again while there is a choice."""
        runner = self.runner
        stopped = game.turnover != 0 or game.square[runner] < 0 or not game.able(runner, READS_THE_PASS)
        if stopped or game.moves_left <= 0 or (self.has_stepped(game) and self.is_on_portal(game)):
            return self.stop(game)
        game.offers = 0
        self.options(game)
        return game.ask_or_take(self, self.side) if game.offers > 0 else self.stop(game)

    def has_stepped(self, game: Game) -> bool:
        return game.moves_left < SQUARES

    def is_on_portal(self, game: Game) -> bool:
        return game.portal_number(i64(game.square[self.runner])) > 0

    def stop(self, game: Game) -> i64:
        game.moves_left = self.moves
        game.rushes_left = self.rushes
        game.progress = self.progress | game.progress & FINISHED  # the run may have ended the thrower's activation too
        game.conditions[self.runner] = game.conditions[self.runner] & ~BROKE_FREE
        self.stage = CALLING
        piece = game.first_piece(self.side)
        while piece < game.last_piece(self.side):
            if self.may_run(game, piece):
                return game.ask(self.side)
            piece += 1
        return self.next_side(game)

    def next_side(self, game: Game) -> i64:
        self.side = next_reader(game, self.thrower, self.target, self.side)
        self.ran = 0
        return game.ask(self.side) if self.side >= 0 else game.done(0)
