"""A bot may do what it likes: the match goes on."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.arena import Pairing, play, play_seated
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.random_bot import RandomBot
from dungeonbowl.bots.seat import Seat, options_of
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import action
from dungeonbowl.play.usual import default_action
from dungeonbowl.scenes.scene import Scene, away, home

if TYPE_CHECKING:
    from dungeonbowl.engine.game import Game

SHORT = Pairing("official(turn_limit=2, quick=1)", "of-1", "random", "random")


class Raising(Bot):
    name = "raising"

    def choose(self, game: Game, options: list[int]) -> int:
        raise RuntimeError("no idea")


class Cheating(Bot):
    name = "cheating"

    def choose(self, game: Game, options: list[int]) -> int:
        return 123456


class Wordy(Bot):
    name = "wordy"

    def choose(self, game: Game, options: list[int]) -> int:
        return "touchdown"  # type: ignore[return-value]


class Sleeping(Bot):
    name = "sleeping"

    def __init__(self) -> None:
        self.wake = threading.Event()

    def choose(self, game: Game, options: list[int]) -> int:
        self.wake.wait(60)
        return options[0]


class Spoiling(Bot):
    """Plays on the clone it is shown, and empties the list."""

    name = "spoiling"

    def choose(self, game: Game, options: list[int]) -> int:
        first = options[0]
        options.clear()
        game.put_ball(i64(0), i64(0))
        for piece in range(int(game.squads.count)):
            game.status[piece] = 3
        return first


@pytest.mark.parametrize(
    ("bot", "kind", "words"),
    [
        (Raising(), "exception", "RuntimeError: no idea"),
        (Cheating(), "illegal", "123456 was not offered"),
        (Wordy(), "illegal", "'touchdown' was not offered"),
    ],
)
def test_a_failure_loses_the_decision_is_logged_and_the_match_goes_on(
    bot: Bot, kind: str, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    seats = [Seat(bot), Seat(RandomBot(1))]
    with caplog.at_level(logging.WARNING):
        result = play_seated(SHORT, 1, seats)
    assert result.winner in ("home", "away", "draw")
    assert seats[0].lost == seats[0].decisions > 0
    assert (seats[0].faults[0].kind, seats[0].faults[0].words) == (kind, words)
    assert (seats[1].lost, seats[1].faults) == (0, [])
    assert f"bot {bot.name} lost decision" in caplog.text


def test_a_bot_that_is_late_loses_the_decision_and_those_while_it_still_thinks() -> None:
    scene = Scene("A.X....B", {"X": home(), "b": away(at=(6, 0))}, ball="X")
    bot = Sleeping()
    seat = Seat(bot, limit=0.05)
    options = options_of(scene.game)
    assert seat.choose(scene.game, options) == int(actions.END_TURN)
    assert seat.choose(scene.game, options) == int(actions.END_TURN)
    assert [fault.kind for fault in seat.faults] == ["timeout", "timeout"]
    assert "no answer within 0.05 s" in seat.faults[0].words
    assert "still thinks" in seat.faults[1].words
    bot.wake.set()
    seat.limit = 30
    while seat.choose(scene.game, options) != options[0]:  # as soon as the late answer is out of the way
        pass
    seat.close()


def test_a_bot_with_a_limit_that_raises_is_not_waited_for() -> None:
    scene = Scene("A.X....B", {"X": home()}, ball="X")
    seat = Seat(Raising(), limit=30)
    seat.choose(scene.game, options_of(scene.game))
    assert seat.faults[0].kind == "exception"
    seat.close()


def test_a_limit_that_nobody_needs_changes_nothing() -> None:
    seats = [Seat(RandomBot(1), 60), Seat(RandomBot(2), 60)]
    free = [Seat(RandomBot(1)), Seat(RandomBot(2))]
    assert play_seated(SHORT, 3, seats) == play_seated(SHORT, 3, free)


def test_a_bot_cannot_spoil_the_match_it_is_shown() -> None:
    scene = Scene("A.X....B", {"X": home(), "b": away(at=(6, 0))}, ball="X")
    before = scene.fingerprint()
    options = options_of(scene.game)
    assert Seat(Spoiling()).choose(scene.game, options) == options[0]
    assert scene.fingerprint() == before
    assert options


def test_the_default_is_what_changes_least() -> None:
    step = int(action(actions.STEP, 1))
    assert default_action([step, int(actions.END_ACTIVATION)]) == int(actions.END_ACTIVATION)
    assert default_action([int(action(actions.REROLL, 0)), int(actions.ACCEPT)]) == int(actions.ACCEPT)
    assert default_action([int(actions.FOLLOW_UP), int(actions.STAY)]) == int(actions.STAY)
    assert default_action([step]) == step


def test_seats_know_how_long_was_thought() -> None:
    seat = Seat(RandomBot(1))
    assert play(SHORT, 1).winner
    play_seated(SHORT, 1, [seat, Seat(RandomBot(2))])
    assert seat.seconds > 0
    assert seat.decisions > 5
