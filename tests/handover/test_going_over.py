"""The game goes over to the compiled engine in the middle of matches: whoever plays only has to connect again."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.records.replay import read_replay, verify
from dungeonbowl.server import wire
from dungeonbowl.server.close_codes import CLOSING
from support.clones import FakeClone, MakePlay, wait_until
from support.returning import Returning


class Coach:
    """A coach who does what the browser does, and decides at random."""

    def __init__(self, server: Server, created: wire.Created) -> None:
        self.created = created
        self.chance = random.Random(created.id)
        self.guest = Returning(server, created.id, created.seats[0].token)
        self.guest.ready()
        self.decided = 0  # orders that the server has carried out, each counted once

    @property
    def codes(self) -> list[int]:
        """With which connections were closed."""
        return self.guest.codes

    def decide(self) -> bool:
        """Make one decision; False when the match is over."""
        while self.guest.prompt is None or not self.guest.prompt.mine:
            if self.guest.position is not None and self.guest.position.over:
                return False
            self.guest.next()
        self.guest.decide(self.chance.choice(self.guest.prompt.options).id)
        self.decided += 1
        return True


class Passer(threading.Thread):
    """Somebody who opens a new connection again and again, and notes every one that fails."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.enough = threading.Event()
        self.answers = 0
        self.failures: list[str] = []

    def run(self) -> None:
        while not self.enough.wait(0.005):
            try:
                self.server.get("/health", wire.Health)
                self.answers += 1
            except ServerRefused as error:
                self.failures.append(str(error))

    def __enter__(self) -> Passer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        self.enough.set()
        self.join()


@pytest.fixture
def clone(tmp_path: Path) -> FakeClone:
    return FakeClone(tmp_path)


def test_matches_go_on_and_no_decision_is_lost_or_doubled(clone: FakeClone, tmp_path: Path) -> None:
    with ExitStack() as stack:
        watched = stack.enter_context(ThreadPoolExecutor(1))
        play = stack.enter_context(MakePlay(clone))
        play.wait_for_engine("compiling", 40)
        server = play.server
        # Matches that are not over before the next server is there.
        long: dict[str, Any] = {"quick": True, "pace": 0, "turn_limit": 200}
        shared = Coach(server, server.new_match(seats=["person", "person"], shared=True, **long))
        begun = shared.guest.number
        against_bot = Coach(server, server.new_match(seats=["person", "bot:random"], **long))
        bots = server.new_match(seats=["bot:normal", "bot:normal"], pace=0.3, quick=True)
        watcher = Returning(server, bots.id, bots.watch_token)
        watcher.wait(wire.Update)
        watching = watched.submit(watcher.wait_for_end)  # a spectator who reads nothing would be sent away
        passer = stack.enter_context(Passer(server))
        before = play.server_process()
        for _ in range(8):
            shared.decide()
            against_bot.decide()
        clone.let_the_compiler("good")
        pause = 0.1
        while not shared.codes or not against_bot.codes:
            assert shared.decide()
            assert against_bot.decide()
            time.sleep(pause)
            pause = min(1.5 * pause, 5.0)  # the next server may take minutes
        for _ in range(8):
            shared.decide()
            against_bot.decide()
        assert play.server_process() != before
        assert play.wait_for_engine("compiled").percent == 100
        passer.end()

        assert shared.codes == against_bot.codes == [CLOSING]
        assert shared.guest.number == begun + shared.decided, "each order was carried out once"
        assert watching.result().code == CLOSING
        again = Returning(server, bots.id, bots.watch_token)
        assert again.number >= watcher.number
        while again.number <= watcher.number + 3 and not (again.position is not None and again.position.over):
            again.next()
        assert passer.answers > 0
        assert passer.failures == [], "connections wait while nobody is there to answer"

        path = tmp_path / "match.jsonl"
        path.write_bytes(server.replay(against_bot.created.id, against_bot.created.seats[0].token))
        verify(read_replay(path))
        assert play.said().count("Dungeon Bowl is open") == 1
        wait_until(lambda: "has gone over" in play.said(), "nobody says so")  # after the next server has answered
        assert play.said().count("has gone over") == 1
        assert "Traceback" not in play.said()
        assert play.press_ctrl_c() == 130


def test_clocks_matches_that_wait_and_bots_about_to_move_go_on(clone: FakeClone) -> None:
    """The pause before the bot's decision is longer than a server waits for a quiet moment."""
    with MakePlay(clone) as play:
        play.wait_for_engine("compiling", 40)
        server = play.server
        clock = {"mode": "turn", "seconds": 300, "answer": 60}
        timed = server.new_match(seats=["person", "person"], shared=True, quick=True, clock=clock)
        coach = Returning(server, timed.id, timed.seats[0].token)
        told = coach.ready()
        (running,) = [each for each in told.clocks.sides if each.running]
        waiting = server.new_match(seats=["person", "person"])
        early = Returning(server, waiting.id, waiting.seats[0].token)
        early.tell(
            wire.Ready("first word"),
            lambda message: isinstance(message, wire.PresenceChanged) and message.presence.ready[0],
        )
        slow = server.new_match(seats=["person", "bot:normal"], pace=10, quick=True)
        opponent = Returning(server, slow.id, slow.seats[0].token)
        opponent.ready()
        while opponent.prompt is not None and opponent.prompt.mine:
            opponent.decide()
        time.sleep(1.5)  # the coach with the clock thinks
        clone.let_the_compiler("good")
        play.wait_for_engine("compiled")
        for guest in (coach, early, opponent):
            assert guest.wait_for_end().code == CLOSING

        coach = Returning(server, timed.id, timed.seats[0].token)
        assert coach.prompt == told.prompt, "the same decision, word for word"
        now = coach.welcome.clocks.sides[running.side]
        assert now.running
        assert now.left is not None
        assert running.left is not None
        assert now.left <= running.left - 1.5, "the time so far was not given back"
        late = Returning(server, waiting.id, waiting.seats[1].token)
        assert late.welcome.presence.ready == [True, False]
        assert late.ready("second word").setup.sides[0].word == "first word"
        opponent = Returning(server, slow.id, slow.seats[0].token)
        assert opponent.prompt is not None
        assert not opponent.prompt.mine
        number = opponent.number
        opponent.wait(wire.Update, lambda update: update.number > number and update.by == "bot")
