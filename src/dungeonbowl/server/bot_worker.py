"""A process in which bots think, so that the server's own loop never waits for them.

It is told the inputs of matches on its standard input and answers with choices on its standard output, each message a
length in four bytes and then MessagePack. It keeps a copy of each match it was asked about lately and is sent only what
is new; if it does not know a match, it says so and is sent all of it. It ends when its input does.
"""

from __future__ import annotations

import logging
import os
import signal
import struct
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import BinaryIO, Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.bots.advice import Advised, advise
from dungeonbowl.bots.judging import Judged, judge
from dungeonbowl.bots.levels import make_bot
from dungeonbowl.bots.seat import Seat, options_of
from dungeonbowl.engine.dice import packed
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.loop import choose_trusted, give_dice, settle
from dungeonbowl.engine.match import ACTION_INPUT
from dungeonbowl.languages import ENGLISH, speaking
from dungeonbowl.records.beginnings import Beginning, first_game
from dungeonbowl.server.logs import VARIABLE, LogKind, begin_log

MOST_MATCHES: Final = 400  # copies kept
LONGEST: Final = 64 * 1024 * 1024
LENGTH: Final = struct.Struct(">I")
# Seconds for one decision of a bot. After that the default action is played. Bots count their work in tries or in the
# time that the processor works for them, so a busy machine makes them slower, never weaker: only a bot that hangs
# reaches this limit.
LIMIT = 300.0
SELDOM: Final = 0.2  # seconds between two messages about how far a search is

log = logging.getLogger(__name__)


class Question(msgspec.Struct):
    """A question to a bot: which action does it choose? The worker knows the first `keep` inputs already, and `inputs`
    follow them; `setup` is sent together with all inputs.

    `who` tells the bots of one match apart: a seat, or the advisor of a coach. Each remembers its plans. If `advice` is
    more than 0, the question is for so many best actions instead, after so many `tries`. If `done` is not empty, the
    question is what to think of these actions."""

    id: int
    match: str
    who: str
    level: str
    seed: int
    keep: int
    inputs: list[tuple[int, ...]]
    setup: bytes | None = None
    advice: int = 0
    tries: int = 0
    share: float = 1.0  # of the usual work of a bot that searches
    done: list[int] = []
    gone: list[str] = []  # matches that the server has no more in memory: their copies can go
    language: str = ENGLISH  # of the advice


class Answer(msgspec.Struct):
    """The choice; or the advice; or the judgement; or that the match is not known; or that there is no answer, and why.
    If `fault` is not empty, the bot failed, and the choice is the default action.

    With `tried` it is no answer yet: so many tries are done of so many planned."""

    id: int
    action: int | None = None
    unknown: bool = False
    failed: str = ""
    fault: str = ""
    advised: Advised | None = None
    judged: Judged | None = None
    tried: tuple[int, int] | None = None


class Progress:
    """Says now and then how far the search for one question is."""

    def __init__(self, question: int, say: Callable[[Answer], None]) -> None:
        self.question = question
        self.say = say
        self.last = time.monotonic()

    def tried(self, done: int, planned: int) -> None:
        now = time.monotonic()
        if now - self.last >= SELDOM:
            self.last = now
            self.say(Answer(self.question, tried=(done, planned)))


class Copy:
    """A match as the worker has it."""

    def __init__(self, setup: bytes, say: Callable[[Answer], None]) -> None:
        self.setup = setup
        self.say = say
        self.seats: dict[str, Seat] = {}
        self.inputs: list[tuple[int, ...]] = []
        self.rebuild()

    def rebuild(self) -> None:
        self.game = first_game(msgspec.json.decode(self.setup, type=Beginning))

    def follow(self, keep: int, inputs: list[tuple[int, ...]]) -> None:
        """Take in the new inputs. After a take-back the match is played again from its beginning."""
        if keep < len(self.inputs):
            told = [*self.inputs[:keep], *inputs]
            self.inputs = []
            self.rebuild()
        else:
            told = inputs
        for each in told:
            if each[0] == ACTION_INPUT:
                choose_trusted(self.game, i64(each[1]))
            else:
                give_dice(self.game, packed(list(each[1:])))
            settle(self.game)
            self.inputs.append(each)

    def answer(self, question: Question) -> Answer:
        if self.game.signal != ASK:
            raise ValueError("nobody is asked")
        if question.done:
            return Answer(question.id, judged=judge(self.game, question.done, question.tries))
        if question.advice:
            with speaking(question.language):
                found = advise(self.game, question.advice, tries=question.tries)
            return Answer(question.id, advised=found)
        seat = self.seats.get(question.who)
        if seat is None:
            seat = self.seats[question.who] = Seat(make_bot(question.level, question.seed), LIMIT)
        seat.bot.share = question.share
        seat.bot.listener = Progress(question.id, self.say).tried
        lost = seat.lost
        chosen = seat.choose(self.game, options_of(self.game))
        fault = ""
        if seat.lost > lost:
            last = seat.faults[-1]
            fault = f"{last.kind}: {last.words}"
        return Answer(question.id, chosen, fault=fault)

    def close(self) -> None:
        for seat in self.seats.values():
            seat.close()


class Worker:
    """Answers questions, one after the other. `say` is called with what is told before the answer."""

    def __init__(self, say: Callable[[Answer], None] = lambda _: None) -> None:
        self.say = say
        self.copies: OrderedDict[str, Copy] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        for match in question.gone:
            self.forget(match)
        if question.setup is not None:
            self.forget(question.match)
            self.copies[question.match] = Copy(question.setup, self.say)
        copy = self.copies.get(question.match)
        if copy is None or question.keep > len(copy.inputs):
            return Answer(question.id, unknown=True)
        self.copies.move_to_end(question.match)
        while len(self.copies) > MOST_MATCHES:
            self.forget(next(iter(self.copies)))
        try:
            copy.follow(question.keep, question.inputs)
            return copy.answer(question)
        except Exception as error:
            log.exception("a bot failed")
            self.forget(question.match)
            return Answer(question.id, failed=f"{type(error).__name__}: {error}")

    def forget(self, match: str) -> None:
        copy = self.copies.pop(match, None)
        if copy is not None:
            copy.close()


def read_message(source: BinaryIO) -> bytes | None:
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    length = LENGTH.unpack(head)[0]
    data = source.read(length) if length <= LONGEST else b""
    return data if len(data) == length else None


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our input
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints must not get between the messages
    writing = threading.Lock()  # a bot that searches tells of it from a thread of its own

    def say(answer: Answer) -> None:
        data = msgspec.msgpack.encode(answer)
        with writing:
            output.write(LENGTH.pack(len(data)) + data)
            output.flush()

    begin_log(LogKind(os.environ.get(VARIABLE, LogKind.TEXT)))
    worker = Worker(say)
    decoder = msgspec.msgpack.Decoder(Question)
    while (data := read_message(sys.stdin.buffer)) is not None:
        try:
            say(worker.answer(decoder.decode(data)))
        except BrokenPipeError:
            return


if __name__ == "__main__":
    main()
