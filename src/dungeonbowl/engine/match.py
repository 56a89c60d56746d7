"""A match as its users see it: choose an action, see what happened, take back until a die falls.

`Match` joins a game with a dice source. It keeps all inputs (actions and dice), so that the match can be played again.
It refuses actions that were not offered, and nothing changes then.
"""

from __future__ import annotations

from typing import Any, Final, final

from mypy_extensions import i64

from dungeonbowl.engine.copying import pickled
from dungeonbowl.engine.dice import DiceError, DiceSource, unpacked
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.frames import ASK, OVER, ROLL, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, is_offered, list_options, settle, start
from dungeonbowl.engine.refusals import explain
from dungeonbowl.engine.sides import NOBODY

ACTION_INPUT: Final = 0
DICE_INPUT: Final = 1


class Refused(Exception):
    """An action that was not offered. Nothing has changed; the message says why."""


@final
class Input:
    """One input of a match: an action, or the dice of one roll."""

    def __init__(self, kind: int, numbers: list[int]) -> None:
        self.kind = kind
        self.numbers = numbers


@final
class Remembered:
    """The game before a decision, for taking it back."""

    def __init__(self, game: Game, events: int, inputs: int) -> None:
        self.game = game
        self.events = events
        self.inputs = inputs


@final
class Match:
    """One match with its dice, its inputs and its story."""

    def __init__(self, game: Game, dice: DiceSource, first: Frame | None = None) -> None:
        """`first` is the frame to begin with; None for a game that is already under way."""
        self.game = game
        self.dice = dice
        self.inputs: list[Input] = []
        self.history: list[Remembered] = []
        if not game.recording:
            game.record()
        if first is not None:
            start(game, first)
        self.run()

    def __copy__(self) -> Match:
        """What `copy.copy` makes: the same moment with its own dice, to be played on separately."""
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        dice: DiceSource = pickled("copied_dice", self.dice)[0]
        history: list[Remembered] = []
        for each in self.history:
            history.append(Remembered(each.game.clone(), each.events, each.inputs))
        return taken_up(self.game.__copy__(), dice, self.inputs[:], history)

    def __reduce__(self) -> tuple[Any, ...]:
        return pickled("reduced_match", self)

    def run(self) -> None:
        """Go on until a coach must decide or the match is over."""
        game = self.game
        while settle(game) == ROLL:
            rolled = self.dice.roll(game.dice_count, game.dice_kind)
            self.inputs.append(Input(DICE_INPUT, unpacked(rolled, game.dice_count)))
            self.history.clear()  # nothing before a die can be taken back (O-DICE-09)
            give_dice(game, rolled)
        if game.revealed:  # nor before a secret was shown
            game.revealed = False
            self.history.clear()

    def is_over(self) -> bool:
        return self.game.signal == OVER

    def awaits_dice(self) -> bool:
        """Whether the game still waits for a roll, because the dice source failed."""
        return self.game.signal == ROLL

    def asked(self) -> int:
        """The side whose coach must decide, or -1."""
        return int(self.game.asked) if self.game.signal == ASK else int(NOBODY)

    def options(self) -> list[int]:
        """Every legal action of the coach who is asked."""
        if self.game.signal != ASK:
            return []
        count = list_options(self.game)
        return [int(self.game.offered[index]) for index in range(count)]

    def choose(self, action: int) -> list[Event]:
        """Apply an action and return the events that follow from it. Raises `Refused` if the action was not offered."""
        game = self.game
        if game.signal != ASK or not is_offered(game, i64(action)):
            raise Refused(explain(game, i64(action)))
        told = len(game.events)
        self.history.append(Remembered(game.clone(), told, len(self.inputs)))
        self.inputs.append(Input(ACTION_INPUT, [action]))
        choose_trusted(game, i64(action))
        self.run()
        return game.events[told:]

    def can_take_back(self) -> bool:
        return len(self.history) > 0

    def take_back(self) -> None:
        """Undo the last decision. Possible until a die has fallen, or a secret was shown, because of it."""
        if not self.history:
            raise Refused(
                "a die has fallen or something has come out since the last decision, or there is none to take back"
            )
        before = self.history.pop()
        events = self.game.events
        del events[before.events :]
        del self.inputs[before.inputs :]
        before.game.recording = True
        before.game.events = events
        self.game = before.game


def taken_up(game: Game, dice: DiceSource, inputs: list[Input], history: list[Remembered]) -> Match:
    """A match at exactly this moment. Nothing is rolled, even if the match waits for dice."""
    signal = game.signal
    revealed = game.revealed
    game.signal = OVER  # so that `Match` does not run on
    match = Match(game, dice)
    game.signal = signal
    game.revealed = revealed
    match.inputs = inputs
    match.history = history
    return match


__all__ = ["ACTION_INPUT", "DICE_INPUT", "DiceError", "Input", "Match", "Refused", "taken_up"]
