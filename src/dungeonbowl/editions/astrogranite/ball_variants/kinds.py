"""Which kind each ball is: agreed beforehand, or rolled when it is found (A-BVAR-01)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module

NORMAL: Final[i64] = 0
SPIKED: Final[i64] = 1
ENCHANTED: Final[i64] = 2
LIVING: Final[i64] = 3
IRON: Final[i64] = 4
KIND_NAMES: Final = ["normal", "spiked", "enchanted", "living", "iron"]
BY_DIE: Final = -1

LAST_NORMAL_FACE: Final[i64] = 2  # the last face of the die for a normal ball; every other face has its own kind


@final
class BallKinds(Module):
    """The kinds of all balls of a match: one number for each ball if dice decide them. A bomb in the air has no
    kind."""

    def __init__(self, agreed: int, balls: int) -> None:
        self.agreed: i64 = i64(agreed)
        self.balls = balls
        self.slot: i64 = 0

    def name(self) -> str:
        return "ball_variants"

    def memory(self) -> int:
        return self.balls if self.agreed < 0 else 0

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def of(self, game: Game, ball: i64) -> i64:
        """The kind of a ball."""
        if ball < 0 or ball >= self.balls:
            return NORMAL
        return self.agreed if self.agreed >= 0 else game.memo[self.slot + ball]

    def holds(self, game: Game, piece: i64, kind: i64) -> bool:
        """Whether a piece holds a ball of this kind."""
        ball: i64 = 0
        while ball < self.balls:
            if game.carrier(ball) == piece and self.of(game, ball) == kind:
                return True
            ball += 1
        return False

    def ball_found(self, game: Game, ball: i64, square: i64) -> Frame | None:
        if self.agreed < 0:
            return FindKind(ball, self.slot)
        game.tell(events.BALL_KIND, clauses.BALL_KIND, ball, self.agreed)
        return None

    def ball_kind(self, game: Game, ball: i64) -> str:
        return KIND_NAMES[int(self.of(game, ball))]

    def state_words(self) -> list[str]:
        """The kinds of balls."""
        return list(KIND_NAMES)

    def read_state(self, game: Game, letters: dict[str, int], table: dict[str, list[str]]) -> None:
        """A scene states the rolled kinds: `kinds = ["spiked", "iron"]`."""
        if self.agreed >= 0:
            return
        for ball, name in enumerate(table["kinds"]):
            game.memo[self.slot + ball] = KIND_NAMES.index(name)

    def show_state(self, game: Game, letters: dict[str, int]) -> dict[str, list[str]]:
        return {"kinds": [self.ball_kind(game, i64(ball)) for ball in range(self.balls)]}


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class FindKind(Frame):
    """The die for a ball that has just been found."""

    def __init__(self, ball: i64, slot: i64) -> None:
        self.ball = ball
        self.slot = slot

    def copy(self) -> Frame:
        return FindKind(self.ball, self.slot)

    def begin(self, game: Game) -> i64:
        return game.roll(1, D6, clauses.BALL_KIND, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        kind = NORMAL if face <= LAST_NORMAL_FACE else face - LAST_NORMAL_FACE
        game.memo[self.slot + self.ball] = kind
        game.tell(events.BALL_KIND, clauses.BALL_KIND, self.ball, kind)
        return game.done(0)
