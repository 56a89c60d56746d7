"""On the Ball: moving between an opponent's aim and its throw."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import actions, clauses, events
from dungeonbowl.engine.abilities import READS_THE_PASS
from dungeonbowl.engine.actions import DECLINE, END_ACTIVATION, USE, action, first_of, kind_of, second_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import FINISHED, JUMPED, Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.activation import offer_jumps, offer_steps
from dungeonbowl.engine.procedures.step import Jump, Step
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.leap import offer_leaps
from dungeonbowl.engine.statuses import BROKE_FREE, ROOTED

SQUARES: Final[i64] = 3

CALLING: Final[i64] = 0
RUNNING: Final[i64] = 1


@final
class OnTheBall(Module):
    """Against every pass and every throw at a wall, dumped-off balls included."""

    def name(self) -> str:
        return "on the ball"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(READS_THE_PASS)

    def throw_aimed(self, game: Game, thrower: i64, square: i64) -> Frame | None:
        side = next_reader(game, thrower, i64(game.side_of[thrower]))
        return RunForBall(thrower, side) if side >= 0 else None


def may_run(game: Game, piece: i64, thrower: i64) -> bool:
    """An opponent of the thrower on its feet; not the one whose activation the throw interrupts."""
    return (
        i64(game.side_of[piece]) != i64(game.side_of[thrower])
        and piece != game.acting
        and game.square[piece] >= 0
        and game.able(piece, READS_THE_PASS)
        and game.conditions[piece] & ROOTED == 0
    )


def next_reader(game: Game, thrower: i64, after: i64) -> i64:
    """The next side in turn order that has somebody to run, or -1 when the thrower's side is reached."""
    side = after
    while True:
        side = game.opponent(side)
        if side == i64(game.side_of[thrower]) or side >= game.squads.sides:
            return -1
        piece = game.first_piece(side)
        while piece < game.last_piece(side):
            if may_run(game, piece, thrower):
                return side
            piece += 1


@final
class RunForBall(Frame):
    """Each such player may move once, up to three squares whatever its allowance, by the usual rules of movement.

    It cannot Rush. What is left of the movement of the interrupted activation is kept here meanwhile. A portal, a fall
    or a hold ends the run.
    """

    def __init__(
        self,
        thrower: i64,
        side: i64,
        ran: i64 = 0,
        runner: i64 = -1,
        stage: i64 = CALLING,
        moves: i64 = 0,
        rushes: i64 = 0,
        progress: i64 = 0,
    ) -> None:
        self.thrower = thrower
        self.side = side
        self.ran = ran  # one bit for each player of the side that has had its run
        self.runner = runner
        self.stage = stage
        self.moves = moves
        self.rushes = rushes
        self.progress = progress

    def copy(self) -> Frame:
        return RunForBall(
            self.thrower, self.side, self.ran, self.runner, self.stage, self.moves, self.rushes, self.progress
        )

    def args(self) -> list[object]:
        return [
            self.thrower,
            self.side,
            self.ran,
            self.runner,
            self.stage,
            self.moves,
            self.rushes,
            self.progress,
        ]

    def begin(self, game: Game) -> i64:
        return game.ask(self.side)

    def options(self, game: Game) -> None:
        if self.stage == RUNNING:
            offer_steps(game, self.runner)
            if game.progress & JUMPED == 0:
                offer_jumps(game, self.runner)
                offer_leaps(game, self.runner)
            game.offer(action(END_ACTIVATION))
            return
        piece = game.first_piece(self.side)
        while piece < game.last_piece(self.side):
            if self.may_run(game, piece):
                game.offer(action(USE, READS_THE_PASS, piece))
            piece += 1
        game.offer(action(DECLINE))

    def may_run(self, game: Game, piece: i64) -> bool:
        return self.ran >> (piece - game.first_piece(self.side)) & 1 == 0 and may_run(game, piece, self.thrower)

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
        """Asked again while there is anything to choose."""
        runner = self.runner
        stopped = game.turnover != 0 or game.square[runner] < 0 or not game.able(runner, READS_THE_PASS)
        if stopped or game.moves_left <= 0 or (self.has_stepped(game) and self.is_on_portal(game)):
            return self.stop(game)
        game.offers = 0
        self.options(game)
        return self.stop(game) if game.offers <= 1 else game.ask(self.side)

    def has_stepped(self, game: Game) -> bool:
        return game.moves_left < SQUARES

    def is_on_portal(self, game: Game) -> bool:
        return game.portal_number(i64(game.square[self.runner])) > 0

    def stop(self, game: Game) -> i64:
        game.moves_left = self.moves
        game.rushes_left = self.rushes
        game.progress = self.progress | game.progress & FINISHED  # the thrower itself may have been swept away
        game.conditions[self.runner] = game.conditions[self.runner] & ~BROKE_FREE
        self.stage = CALLING
        piece = game.first_piece(self.side)
        while piece < game.last_piece(self.side):
            if self.may_run(game, piece):
                return game.ask(self.side)
            piece += 1
        return self.next_side(game)

    def next_side(self, game: Game) -> i64:
        self.side = next_reader(game, self.thrower, self.side)
        self.ran = 0
        return game.ask(self.side) if self.side >= 0 else game.done(0)
