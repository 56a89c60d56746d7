"""The seat of a bot: whatever the bot does, the match goes on.

The bot loses a decision if it raises an exception, answers too late, or chooses an action that was not offered. Then
the default action is played. The fault is kept in `faults`, and every distinct fault is logged once.
"""

from __future__ import annotations

import logging
import operator
import queue
import threading
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from dungeonbowl.engine.loop import options_of as options_of
from dungeonbowl.play.usual import default_action, usual_answer

if TYPE_CHECKING:
    from dungeonbowl.bots.player import Bot
    from dungeonbowl.engine.game import Game

MOST_FAULTS: Final = 1000  # kept; the rest is only counted
LONGEST_WORDS: Final = 300

log = logging.getLogger(__name__)


class Fault(msgspec.Struct, frozen=True):
    """A decision that a bot has lost."""

    decision: int  # the number of the decision in the match
    kind: str  # exception, timeout, illegal
    words: str
    where: str = ""  # the line of the bot's code that raised the exception


class Failure(msgspec.Struct, frozen=True):
    """A reason why decisions were lost, and how many."""

    words: str
    times: int


class Seat:
    """A bot, and the checks of its answers. `limit` is the time for one decision in seconds, 0 for no limit.

    With a limit the bot thinks in a thread of its own. A thread cannot be stopped: a bot that is late goes on thinking,
    and its answer is thrown away. Until then it loses every further decision.
    """

    def __init__(self, bot: Bot, limit: float = 0.0, tells: bool = True) -> None:
        """`tells`: log the faults of the bot. A caller that plays many matches turns it off, and reports them at the
        end."""
        self.bot = bot
        self.limit = limit
        self.tells = tells
        self.reasons: dict[tuple[str, str], Failure] = {}
        self.faults: list[Fault] = []
        self.lost = 0  # lost decisions
        self.decisions = 0
        self.seconds = 0.0  # time that the bot has used in all
        self.thinker: Thinker | None = None

    def choose(self, game: Game, options: list[int]) -> int:
        """The bot's answer, or the default one. The bot is shown a clone without what its side cannot know, and a list
        of its own."""
        if game.asked >= game.squads.sides:  # a game master's seat: the rule knows best
            return int(game.rules.policies.neutral.advice(game))
        usual = usual_answer(game)
        if usual in options:  # the usual answer needs no thinking
            return usual
        self.decisions += 1
        began = time.perf_counter()
        try:
            chosen: object = self.ask(game, options)
        except TimeoutError as error:
            return self.lose(Fault(int(game.decisions), "timeout", str(error)), options)
        except KeyboardInterrupt:  # of the person at the keyboard
            raise
        except BaseException as error:  # also what ends a program, such as SystemExit: it is the bot's, not ours
            log.debug("bot %s failed", self.bot.name, exc_info=True)
            words = one_line(f"{type(error).__name__}: {error}")
            return self.lose(Fault(int(game.decisions), "exception", words, place_of(error)), options)
        finally:
            self.seconds += time.perf_counter() - began
        answer = number_of(chosen)
        if answer in options:
            return answer
        return self.lose(Fault(int(game.decisions), "illegal", f"{chosen!r} was not offered"), options)

    def ask(self, game: Game, options: list[int]) -> object:
        if self.limit <= 0.0:
            return self.bot.choose(game.as_known_to(game.asked), list(options))
        if self.thinker is None:
            self.thinker = Thinker(self.bot)
        return self.thinker.ask(game, options, self.limit)

    def lose(self, fault: Fault, options: list[int]) -> int:
        reason = (fault.kind, fault.words.partition(":")[0] + fault.where if fault.where else "")
        known = self.reasons.get(reason)
        self.reasons[reason] = Failure(
            known.words if known is not None else f"{fault.words}{f' ({fault.where})' if fault.where else ''}",
            1 + (known.times if known is not None else 0),
        )
        if self.tells and known is None:
            words = self.reasons[reason].words
            log.warning("bot %s lost decision %d (%s): %s", self.bot.name, fault.decision, fault.kind, words)
        self.lost += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(fault)
        return default_action(options)

    def failures(self) -> list[Failure]:
        """Every distinct reason why decisions were lost."""
        return list(self.reasons.values())

    def close(self) -> None:
        if self.thinker is not None:
            self.thinker.close()


def number_of(chosen: object) -> int:
    """An answer as a number, also a number of NumPy; -1 if it is no number."""
    try:
        return -1 if isinstance(chosen, bool) else operator.index(chosen)  # type: ignore[arg-type]
    except TypeError:
        return -1


def one_line(words: str) -> str:
    return " ".join(words.split())[:LONGEST_WORDS]


def place_of(error: BaseException) -> str:
    """The innermost line that an exception came through: file and line."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""


class Thinker:
    """The thread of one bot: one question at a time."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.questions: queue.SimpleQueue[tuple[Game, list[int]] | None] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.owed = 0  # late answers that are still to come
        threading.Thread(target=self.think, name=f"bot {bot.name}", daemon=True).start()

    def think(self) -> None:
        while (question := self.questions.get()) is not None:
            try:
                answer: object = self.bot.choose(*question)
            except BaseException as error:  # told to the seat
                answer = error
            self.answers.put(answer)

    def ask(self, game: Game, options: list[int], limit: float) -> object:
        while self.owed and not self.answers.empty():
            self.answers.get()
            self.owed -= 1
        if self.owed:
            raise TimeoutError("it still thinks about an earlier decision")
        shown = game.as_known_to(game.asked)
        shown.unshare_options()  # it is used in another thread at the same time
        self.questions.put((shown, list(options)))
        try:
            answer = self.answers.get(timeout=limit)
        except queue.Empty:
            self.owed += 1
            raise TimeoutError(f"no answer within {limit:g} s") from None
        if isinstance(answer, BaseException) and not isinstance(answer, KeyboardInterrupt):
            raise answer
        return answer

    def close(self) -> None:
        self.questions.put(None)
