"""Chests that open when a player enters their square (S-CHEST). Their contents are drawn when they open."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from dungeonbowl.editions.stockbowl.bolts import Blast
from dungeonbowl.editions.stockbowl.items.cards import NAMES
from dungeonbowl.editions.stockbowl.items.drawing import DrawCard
from dungeonbowl.editions.stockbowl.items.having import items_of
from dungeonbowl.editions.stockbowl.items.magic import Items
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import CHEST_OPENING
from dungeonbowl.engine.places import HIDDEN
from dungeonbowl.engine.policies import Chests
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.engine.procedures.ball.catch import PickUp
from dungeonbowl.engine.procedures.harm.down import NO_BALLS, GoDown
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.moment import Moment

NO_VICTIMS: Final[list[Victim]] = []

OPENING: Final[i64] = 0
BALL_FOUND: Final[i64] = 1
ITEM_FOUND: Final[i64] = 2

# The third number of the event: the contents.
TRAP_INSIDE: Final[i64] = 0
BALL_INSIDE: Final[i64] = 1
ITEM_INSIDE: Final[i64] = 2


@final
class EnteredChests(Chests):
    """A chest opens when a player enters its square (S-CHEST-03). With the option `unhindered`, opponents do not make
    it harder to pick up a ball that was inside."""

    def __init__(self, items: Items, unhindered: bool = False) -> None:
        self.items = items
        self.unhindered = unhindered

    def offers(self, game: Game, piece: i64) -> None:
        return

    def objection(self, game: Game, piece: i64, square: i64) -> str:
        return "a chest is opened by coming into its square"

    def block_squares(self) -> bool:
        return False

    def ends_activation(self) -> bool:
        return False

    def entered(self, game: Game, piece: i64) -> Frame | None:
        return EnterChest(piece, i64(game.square[piece]), self.items.deck(), unhindered=self.unhindered)

    def pushed_in(self, game: Game, piece: i64, victims: list[Victim], attacker: i64, loose: vec[i16]) -> Frame | None:
        return EnterChest(
            piece, i64(game.square[piece]), self.items.deck(), victims, attacker, loose, unhindered=self.unhindered
        )

    def item_name(self, card: i64) -> str:
        return NAMES[card]

    def items_of(self, game: Game, piece: i64) -> list[str]:
        return items_of(game, piece)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class EnterChest(Frame):
    """One chest opens: the ball, the magic item or a trap, each with as many chances as are left (S-CHEST-04).

    After a push, the `victims` that it puts down and the balls that it has set loose come between finding and taking
    the contents (S-CHEST-18). Only a trap makes it worse for the victims. `deck` is where the drawn cards are noted.
    """

    def __init__(
        self,
        piece: i64,
        square: i64,
        deck: i64,
        victims: list[Victim] = NO_VICTIMS,
        attacker: i64 = -1,
        loose: vec[i16] = NO_BALLS,
        stage: i64 = OPENING,
        ball: i64 = -1,
        unhindered: bool = False,
    ) -> None:
        self.piece = piece
        self.square = square
        self.deck = deck
        self.victims = victims
        self.attacker = attacker
        self.loose = loose
        self.stage = stage
        self.ball = ball
        self.unhindered = unhindered  # opponents do not make it harder to pick up what is found

    def copy(self) -> Frame:
        return EnterChest(
            self.piece,
            self.square,
            self.deck,
            self.victims[:],
            self.attacker,
            self.loose[:],
            self.stage,
            self.ball,
            self.unhindered,
        )

    def begin(self, game: Game) -> i64:
        if game.rules.heard[CHEST_OPENING]:
            return game.call(Moment(CHEST_OPENING, self.piece, self.square))
        return self.look(game)

    def look(self, game: Game) -> i64:
        """Find the contents; without a die if only one kind is left (S-CHEST-05)."""
        closed = game.chests_closed
        balls = balls_left(game)
        items = items_left(game)
        if balls + items == 0:
            return self.spring(game)
        if balls == closed:
            return self.find_ball(game)
        if items == closed:
            return self.find_item(game)
        return game.roll(1, D6, clauses.CHEST_CONTENTS, i64(game.side_of[self.piece]))

    def rolled(self, game: Game, dice: i64) -> i64:
        """The contents not found yet are counted in the order ball, item, traps; a face beyond them is rolled again."""
        face = die(dice, 0)
        if face > game.chests_closed:
            return game.roll(1, D6, clauses.CHEST_CONTENTS, i64(game.side_of[self.piece]))
        balls = balls_left(game)
        if face <= balls:
            return self.find_ball(game)
        return self.find_item(game) if face <= balls + items_left(game) else self.spring(game)

    def find_ball(self, game: Game) -> i64:
        game.tell(events.CHEST_OPENED, clauses.CHEST_BALL, self.piece, self.square, BALL_INSIDE)
        game.remove_chest(self.square)
        game.balls_hidden -= 1
        ball: i64 = 0
        while i64(game.balls[ball]) != HIDDEN:
            ball += 1
        self.ball = ball
        game.put_ball(ball, self.square)
        self.stage = BALL_FOUND
        return self.put_down(game)

    def find_item(self, game: Game) -> i64:
        game.tell(events.CHEST_OPENED, clauses.CHEST_ITEM, self.piece, self.square, ITEM_INSIDE)
        game.remove_chest(self.square)
        game.items_hidden -= 1
        self.stage = ITEM_FOUND
        return self.put_down(game)

    def spring(self, game: Game) -> i64:
        game.tell(events.CHEST_OPENED, clauses.CHEST_TRAP, self.piece, self.square, TRAP_INSIDE)
        game.remove_chest(self.square)
        return game.become(Blast(self.piece, self.square, self.victims, self.attacker, self.loose))

    def put_down(self, game: Game) -> i64:
        if len(self.victims) == 0 and len(self.loose) == 0:
            return self.have(game)
        return game.call(GoDown(self.victims, self.attacker, self.loose))

    def have(self, game: Game) -> i64:
        """The opener takes what it found; it must try to pick up the ball if it has a Tackle Zone (S-CHEST-08, -12)."""
        piece = self.piece
        if self.stage == ITEM_FOUND:
            return game.become(DrawCard(piece, self.deck))
        if i64(game.balls[self.ball]) == self.square:
            if i64(game.square[piece]) == self.square and game.has_zone(piece):
                return game.become(PickUp(piece, self.ball, unhindered=self.unhindered))
            if not self.is_victim():
                return game.become(Bounce(self.ball))
        return game.done(0)  # the ball has bounced away

    def is_victim(self) -> bool:
        for victim in self.victims:
            if victim.piece == self.piece:
                return True
        return False

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == OPENING:
            return self.look(game) if result == 0 else game.done(0)
        return self.have(game)


def balls_left(game: Game) -> i64:
    """How many of the closed chests hold a ball."""
    return game.balls_hidden if game.balls_hidden < game.chests_closed else game.chests_closed


def items_left(game: Game) -> i64:
    """How many of the closed chests hold a magic item."""
    rest = game.chests_closed - balls_left(game)
    return game.items_hidden if game.items_hidden < rest else rest
