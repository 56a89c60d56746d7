"""Multiple Block: two opponents are blocked at once; in the CRP one after the other."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.abilities import BLOCKS_TWO
from dungeonbowl.engine.actions import (
    BLOCK,
    BLOCK_ACTION,
    DECLARE,
    DECLINE,
    MULTIPLE_BLOCK_ACTION,
    action,
    first_of,
    kind_of,
    second_of,
)
from dungeonbowl.engine.dice import BOTH_DOWN, PLAYER_DOWN
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BLOCK_RESOLVED, Module
from dungeonbowl.engine.passages import linked_pieces
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.block.strike import Strike
from dungeonbowl.engine.procedures.moment import Moment
from dungeonbowl.engine.procedures.turn.offers import may_be_blocked
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import DIVIDED

WEAKER: Final[i64] = 2
STRONGER: Final[i64] = 2  # each of the targets, where they are blocked in turn

PICKING: Final[i64] = 0
FIRST_DICE: Final[i64] = 1
SECOND_DICE: Final[i64] = 2
FIRST_STRIKE: Final[i64] = 3
SECOND_STRIKE: Final[i64] = 4
FIRST_TOLD: Final[i64] = 5
# One after the other.
FIRST_BLOCK: Final[i64] = 7
GOING_ON: Final[i64] = 8
SECOND_BLOCK: Final[i64] = 9


@final
class MultipleBlock(Module):
    """Declared with the first of the two targets; the other one is named when the action begins.

    `in_turn`: the two blocks come one after the other, and each target is stronger; otherwise they happen at once, and
    the blocker is weaker."""

    def __init__(self, in_turn: bool = False) -> None:
        self.in_turn = in_turn

    def name(self) -> str:
        return "multiple block"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(BLOCKS_TWO)

    def strength_modifier(self, game: Game, piece: i64) -> i64:
        if not self.in_turn:
            return -WEAKER if game.conditions[piece] & DIVIDED != 0 else 0
        acting = game.acting
        return STRONGER if piece == game.target and acting >= 0 and game.conditions[acting] & DIVIDED != 0 else 0

    def offers_actions(self, game: Game, piece: i64) -> None:
        if not game.able(piece, BLOCKS_TWO):
            return
        before = game.offers
        offer_targets(game, piece, -1, True)
        if game.offers == before + 1:  # two or nothing
            game.offers = before

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        if kind_of(action) == DECLARE and first_of(action) == MULTIPLE_BLOCK_ACTION:
            return BlockTwo(piece, second_of(action) - 1)
        return None


def offer_targets(game: Game, piece: i64, chosen: i64, declaring: bool) -> None:
    """Every opponent beside the player that may be blocked, except the one already chosen."""
    base = i64(game.square[piece]) * 8
    direction: i64 = 0
    while direction < 8:
        neighbour = i64(game.steps[base + direction])
        if neighbour >= 0:
            other = i64(game.occupant[neighbour])
            if other >= 0 and other != chosen and may_be_blocked(game, piece, other):
                offer_target(game, other, declaring)
        direction += 1
    for other in linked_pieces(game, i64(game.square[piece])):
        if other != chosen and may_be_blocked(game, piece, other):
            offer_target(game, other, declaring)


def offer_target(game: Game, other: i64, declaring: bool) -> None:
    game.offer(action(DECLARE, MULTIPLE_BLOCK_ACTION, other + 1) if declaring else action(BLOCK, other))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class BlockTwo(Frame):
    """A Block action with 2 less Strength against each of two targets. The blocker does not follow up and does not
    block again.

    Both blocks happen at once. First the dice of both are rolled and read. Then both take effect, whatever the other
    one led to. The block that keeps the blocker on its feet takes effect first, so that the other one is not lost.

    `in_turn` the targets are stronger instead. The second block comes after the first with all its effects, if the
    blocker still stands and its coach still wants it.
    """

    def __init__(
        self,
        piece: i64,
        first: i64,
        second: i64 = -1,
        stage: i64 = PICKING,
        first_face: i64 = 0,
        second_face: i64 = 0,
        first_outcome: i64 = 0,
        second_outcome: i64 = 0,
    ) -> None:
        self.piece = piece
        self.first = first
        self.second = second
        self.stage = stage
        self.first_face = first_face
        self.second_face = second_face
        self.first_outcome = first_outcome
        self.second_outcome = second_outcome

    def copy(self) -> Frame:
        return BlockTwo(
            self.piece,
            self.first,
            self.second,
            self.stage,
            self.first_face,
            self.second_face,
            self.first_outcome,
            self.second_outcome,
        )

    def begin(self, game: Game) -> i64:
        game.declared = BLOCK_ACTION  # from here on it is a Block action
        game.offers = 0
        offer_targets(game, self.piece, self.first, False)
        if game.offers > 1:
            return game.ask(i64(game.side_of[self.piece]))
        if game.offers == 0:
            return self.strike(game, -1)
        game.note_forced(game.offered[0])
        return self.strike(game, first_of(game.offered[0]))

    def options(self, game: Game) -> None:
        if self.stage == GOING_ON:
            game.offer(action(BLOCK, self.second))
            game.offer(action(DECLINE))
            return
        offer_targets(game, self.piece, self.first, False)

    def chosen(self, game: Game, action: i64) -> i64:
        if self.stage == PICKING:
            return self.strike(game, first_of(action))
        if kind_of(action) == DECLINE:
            return game.done(0)
        self.stage = SECOND_BLOCK
        game.target = self.second
        return game.call(Block(self.piece, self.second))

    def strike(self, game: Game, second: i64) -> i64:
        """If the roll of a trait has left only one target, this is an ordinary block."""
        if second < 0:
            return game.become(Block(self.piece, self.first))
        self.second = second
        game.conditions[self.piece] = game.conditions[self.piece] | DIVIDED
        module = game.rules.module("multiple block")
        if isinstance(module, MultipleBlock) and module.in_turn:
            self.stage = FIRST_BLOCK
            game.target = self.first
            return game.call(Block(self.piece, self.first))
        self.stage = FIRST_DICE
        return game.call(Block(self.piece, self.first, paired=True))

    def returned(self, game: Game, result: i64) -> i64:
        stage = self.stage
        self.stage += 1
        if stage == FIRST_BLOCK:
            return game.ask(i64(game.side_of[self.piece])) if self.may_go_on(game) else game.done(0)
        if stage == FIRST_DICE:
            self.first_face = result
            return game.call(Block(self.piece, self.second, paired=True))
        if stage == SECOND_DICE:
            self.second_face = result
            if fells_blocker(self.first_face) > fells_blocker(self.second_face):
                self.swap()
            if self.first_face > 0:
                return game.call(Strike(self.piece, self.first, self.first_face, True))
            return self.returned(game, 0)
        if stage == FIRST_STRIKE:
            self.first_outcome = result
            if self.second_face > 0:
                return game.call(Strike(self.piece, self.second, self.second_face, True))
            return self.returned(game, 0)
        if stage == SECOND_STRIKE:
            self.second_outcome = result
            if self.first_face > 0 and game.rules.heard[BLOCK_RESOLVED]:
                return game.call(Moment(BLOCK_RESOLVED, self.piece, self.first, self.first_outcome))
            return self.returned(game, 0)
        if stage == FIRST_TOLD:
            if self.second_face > 0 and game.rules.heard[BLOCK_RESOLVED]:
                return game.call(Moment(BLOCK_RESOLVED, self.piece, self.second, self.second_outcome))
        return game.done(0)

    def may_go_on(self, game: Game) -> bool:
        piece = self.piece
        second = self.second
        return (
            game.turnover == 0
            and game.square[piece] >= 0
            and game.is_standing(piece)
            and game.square[second] >= 0
            and may_be_blocked(game, piece, second)
            and game.are_beside(piece, second)
        )

    def swap(self) -> None:
        target = self.first
        face = self.first_face
        self.first = self.second
        self.first_face = self.second_face
        self.second = target
        self.second_face = face


def fells_blocker(face: i64) -> i64:
    """A rank of the face: how sure it is that it knocks the blocker down."""
    if face == PLAYER_DOWN:
        return 2
    return 1 if face == BOTH_DOWN else 0
