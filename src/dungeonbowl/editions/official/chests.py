"""Chests of the official game (O-CHEST). What a chest holds is drawn when it is opened."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import NO_HANDS
from dungeonbowl.engine.actions import MOVE_ACTION, OPEN_CHEST
from dungeonbowl.engine.dice import die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import CHEST_OPENING
from dungeonbowl.engine.places import HIDDEN
from dungeonbowl.engine.policies import Chests
from dungeonbowl.engine.procedures.ball.balls import check_touchdown
from dungeonbowl.engine.procedures.harm.down import GoDown
from dungeonbowl.engine.procedures.harm.explosion import reading_order
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.progress import FINISHED

OPENING: Final[i64] = 0
EXPLODING: Final[i64] = 1


@final
class OfficialChests(Chests):
    """Opened at the end of a Move action by a standing, unmarked player with hands beside it (O-CHEST-02 to -05)."""

    def offers(self, game: Game, piece: i64) -> None:
        if game.chests_closed == 0 or game.declared != MOVE_ACTION:
            return
        base = i64(game.square[piece]) * 8
        direction: i64 = 0
        while direction < 8:
            square = i64(game.steps[base + direction])
            if square >= 0 and game.is_chest(square):
                if game.can(piece, NO_HANDS) or game.is_marked(piece):
                    return
                game.offer(OPEN_CHEST | square << 8)
            direction += 1

    def frame(self, game: Game, piece: i64, square: i64) -> Frame:
        return OpenChest(piece, square)

    def objection(self, game: Game, piece: i64, square: i64) -> str:
        if game.declared != MOVE_ACTION:
            return "only a Move action may end with opening a chest"
        if game.can(piece, NO_HANDS):
            return "the player has no hands to open it with"
        if not game.is_standing(piece):
            return "the player is not standing"
        if not game.are_adjacent(i64(game.square[piece]), square):
            return "the chest is not in an adjacent square"
        return "a marked player cannot open a chest" if game.is_marked(piece) else ""


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class OpenChest(Frame):
    """One chest is opened. As long as the ball is hidden, the chance to find it is 1 in the number of closed chests
    (O-SET-06, O-CHEST-06)."""

    def __init__(self, piece: i64, square: i64, stage: i64 = OPENING) -> None:
        self.piece = piece
        self.square = square
        self.stage = stage

    def copy(self) -> Frame:
        return OpenChest(self.piece, self.square, self.stage)

    def begin(self, game: Game) -> i64:
        if game.rules.heard[CHEST_OPENING]:
            return game.call(Moment(CHEST_OPENING, self.piece, self.square))
        return self.look(game)

    def look(self, game: Game) -> i64:
        if game.balls_hidden == 0:  # only traps are left (O-CHEST-11)
            return self.explode(game)
        if game.balls_hidden >= game.chests_closed:
            return self.find(game)
        return game.roll(1, game.chests_closed, clauses.CHEST_CONTENTS, i64(game.side_of[self.piece]))

    def rolled(self, game: Game, dice: i64) -> i64:
        return self.find(game) if die(dice, 0) <= game.balls_hidden else self.explode(game)

    def find(self, game: Game) -> i64:
        """The opener holds the ball at once. The chest is removed, and the activation of the opener is over."""
        game.tell(events.CHEST_OPENED, clauses.CHEST_BALL, self.piece, self.square, 1)
        game.remove_chest(self.square)
        game.balls_hidden -= 1
        ball: i64 = 0
        while i64(game.balls[ball]) != HIDDEN:
            ball += 1
        game.hold(self.piece, ball)
        game.progress |= FINISHED
        game.tell(events.BALL_PICKED_UP, clauses.CHEST_BALL, self.piece, ball)
        check_touchdown(game, self.piece)
        return game.done(0)

    def explode(self, game: Game) -> i64:
        """The opener first, then the others beside the chest in reading order (O-CHEST-07 to O-CHEST-09)."""
        game.tell(events.CHEST_OPENED, clauses.CHEST_TRAP, self.piece, self.square, 0)
        game.progress |= FINISHED
        struck: list[Victim] = []
        struck.append(Victim(self.piece, clauses.EXPLOSION))
        for other in reading_order(game, self.square):
            if i64(other) != self.piece:
                struck.append(Victim(i64(other), clauses.EXPLOSION))
        # The chest goes after the last armour roll and before the balls bounce; no armour roll asks for it, so it
        # is taken away before them, and a ball finds floor there.
        game.remove_chest(self.square)
        return game.become(GoDown(struck, -1))

    def returned(self, game: Game, result: i64) -> i64:
        return self.look(game) if result == 0 else game.done(0)
