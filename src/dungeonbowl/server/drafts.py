"""A change of a match is tried on a copy of the match first.

The match itself is what the database has. Every change (by a coach, a bot or a clock) is made on a `Draft`. The draft
checks each single action: is it the decision of this seat, and is it on the list of options? When the draft is written
to the database, it takes the place of the match. A draft that is refused or fails is thrown away, with the dice that
were rolled in it: the same dice will be rolled again.

At a real table a draft ends where dice are needed that nobody has typed yet: `DiceAwaited` is raised through the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.dice import DiceSource, ProvableDice, TypedDice
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import is_offered
from dungeonbowl.engine.match import DICE_INPUT, Match, Remembered, taken_up
from dungeonbowl.engine.refusals import explain
from dungeonbowl.languages import mark
from dungeonbowl.play.hand_dice import HandDice
from dungeonbowl.server.typed_dice import first_the_dice, hand_of
from dungeonbowl.storage.match_records import NoteRecord

# Actions that the engine accepts but never lists. The server sends them: conceding with the order `say`, time from the
# clock.
WORDS: Final = frozenset(int(word) for word in (actions.CONCEDE, actions.TIME_UP, actions.CALL_TIME))
OF_ANOTHER: Final = mark("the other coach has decided since")


class Refusal(Exception):
    """An order that is not followed; the reason is for the coach to read."""

    def __init__(self, reason: str, stale: bool = False) -> None:
        super().__init__(reason)
        self.stale = stale


class Draft:
    """The match as it would become. `sides` are the sides that the author of the draft decides for."""

    def __init__(self, match: Match, sides: Sequence[int], names: Sequence[str]) -> None:
        self.match = copied(match)
        self.sides = sides
        self.names = names
        self.side = -1  # the side that has decided in it: the further decisions must be of the same coach
        self.kept = len(match.inputs)  # the number of inputs before the draft; later ones are new
        self.told = len(match.game.events)
        self.undone: int | None = None
        self.notes: list[NoteRecord] | None = None  # where they change
        self.remembered = len(match.history)
        self.made = 0

    @property
    def game(self) -> Game:
        return self.match.game

    # --- what may be done --------------------------------------------------------------------------------------------

    def choose(self, action: int) -> list[Event]:
        """Choose one of the listed options; returns what happened. `Refusal` for anything else."""
        self.check_seat()
        if action not in self.match.options():
            raise Refusal(why_not(self.game, action))
        return self.chosen(action)

    def say(self, word: int) -> None:
        """One of the actions that are never listed, if the engine accepts it now. It cannot be taken back."""
        self.check_seat()
        if not hears(self.match, word):
            raise Refusal(explain(self.game, i64(word)))
        self.chosen(word)
        self.bind()

    def answer(self, action: int) -> None:
        """A standing answer of the coach who is asked, whichever side that is."""
        self.made += 1
        self.match.choose(action)

    def take_back(self, decisions: int) -> None:
        """Undo the last decisions, so many. Each of them must be this coach's."""
        for _ in range(decisions):
            last = self.match.history[-1]
            if int(last.game.asked) not in self.sides:
                raise Refusal(OF_ANOTHER)
            # the draft plays on with a copy: the match that it was made from keeps its own
            self.match.history[-1] = Remembered(last.game.clone(), last.events, last.inputs)
            self.match.take_back()
        self.kept = len(self.match.inputs)
        self.undone = len(self.game.events)
        self.made += decisions

    def lay(self, dice: Sequence[int]) -> None:
        """Dice of a real table, for the rolls that come: first the one that the match waits for."""
        hand_of(self.match).given = list(dice)
        if self.match.awaits_dice():
            self.match.run()

    def go_back(self, earlier: Match, notes: list[NoteRecord]) -> None:
        """At a real table: the match as it was earlier, before dice too, and the notes that tell of it."""
        self.match = earlier
        self.notes = notes
        self.kept = len(earlier.inputs)
        self.undone = len(earlier.game.events)

    def bind(self) -> None:
        """From now on nothing decided so far can be taken back, as after a die."""
        self.match.history.clear()

    # --- looking -----------------------------------------------------------------------------------------------------

    def is_offered(self, action: int) -> bool:
        """Whether `choose` would accept this action."""
        return self.is_seated() and action in self.match.options()

    def is_binding(self) -> bool:
        """Whether a die has been rolled in the draft, or something secret has been shown. Then the draft must be
        written: a refusal would tell the coach what the dice will be."""
        if any(each.kind == DICE_INPUT for each in self.match.inputs[self.kept :]):
            return True
        return self.undone is None and len(self.match.history) != self.remembered + self.made

    def is_seated(self) -> bool:
        """Whether this coach makes the decision. If one connection holds several sides, it is the side that decided
        first."""
        asked = self.match.asked()
        return asked in self.sides if self.side < 0 else asked == self.side

    def check_seat(self) -> None:
        asked = self.match.asked()
        if asked < 0:
            if self.match.awaits_dice():
                raise Refusal(first_the_dice(self.game))
            raise Refusal("the match is over" if self.match.is_over() else "nobody is asked anything now")
        if not self.is_seated():
            raise Refusal(f"it is the decision of {self.names[asked]}")

    def chosen(self, action: int) -> list[Event]:
        self.side = self.match.asked()
        self.made += 1
        return self.match.choose(action)


def copied(match: Match) -> Match:
    """A copy of a match: playing on with it does not change the match."""
    copy = taken_up(match.game.clone(), copied_dice(match.dice), match.inputs[:], match.history[:])
    copy.game.events = match.game.events[:]
    return copy


def copied_dice(dice: DiceSource) -> DiceSource:
    """A copy of the dice, which goes on where these are."""
    if isinstance(dice, TypedDice):
        return TypedDice(HandDice())
    assert isinstance(dice, ProvableDice)
    copy = ProvableDice(dice.seed, dice.words)
    copy.block = dice.block
    copy.buffer = dice.buffer
    copy.position = dice.position
    return copy


def hears(match: Match, word: int) -> bool:
    """Whether an action that is never listed is accepted now."""
    return word in WORDS and match.asked() >= 0 and bool(is_offered(match.game, i64(word)))


def why_not(game: Game, action: int) -> str:
    """Why an action that is not listed is refused."""
    if action == actions.CONCEDE:
        return "conceding is no option: it is said with the order `say`"
    if action in WORDS:
        return "time is no option: only the clock of the match says that it is up"
    return str(explain(game, i64(action)))


def played_again(match: Match, action: int) -> None:
    """Choose an action of the stored inputs. The list of decisions that can be taken back becomes what it was then."""
    match.choose(action)
    if action in WORDS:
        match.history.clear()


__all__ = ["OF_ANOTHER", "WORDS", "Draft", "Refusal", "copied", "hears", "played_again"]
