"""Where nearly every coach gives the same answer, programs give it without a thought."""

from __future__ import annotations

import pytest

from dungeonbowl.bots.ladder import HardBot
from dungeonbowl.bots.levels import make_bot
from dungeonbowl.bots.seat import Seat, options_of
from dungeonbowl.engine.game import Game
from dungeonbowl.play.usual import default_action, usual_answer
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.words.notation import spell


class Refuser:
    """Declines whatever it is asked."""

    name = "refuser"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, game: Game, options: list[int]) -> int:
        self.asked += 1
        return options[-1]


def stumbled(*skills: str, edition: str = "official(optional_skills=asked)") -> Scene:
    """b, who can dodge, is asked whether it does."""
    scene = Scene("Ab....", {"A": home(skills=list(skills)), "b": away(skills=["Dodge"])}, edition=edition)
    return scene.play("activate A", "declare block b", dice=["block STUMBLE"])


def test_a_seat_gives_the_usual_answer_without_asking_its_bot() -> None:
    scene = stumbled()
    bot = Refuser()
    chosen = Seat(bot).choose(scene.game, options_of(scene.game))
    assert spell(scene.game, scene.names, chosen) == "use Dodge b"
    assert bot.asked == 0


def test_a_seat_asks_its_bot_where_a_second_thought_is_worth_it() -> None:
    """Against a frenzied blocker it may be better to lie down: that was asked before, and is no matter of habit."""
    scene = stumbled("Frenzy")
    assert usual_answer(scene.game) == 0
    bot = Refuser()
    chosen = Seat(bot).choose(scene.game, options_of(scene.game))
    assert spell(scene.game, scene.names, chosen) == "decline"
    assert bot.asked == 1


def test_the_default_action_is_the_usual_answer_where_there_is_one() -> None:
    scene = stumbled()
    options = options_of(scene.game)
    assert default_action(options, usual_answer(scene.game)) == options[0]
    assert default_action(options) == options[1]
    frenzied = stumbled("Frenzy")
    options = options_of(frenzied.game)
    assert default_action(options, usual_answer(frenzied.game)) == options[1]


def test_nothing_is_searched_for_the_usual_answer() -> None:
    scene = stumbled()
    bot = HardBot(1, 0.0, 50)
    chosen = bot.choose(scene.game, options_of(scene.game))
    assert spell(scene.game, scene.names, chosen) == "use Dodge b"
    assert int(bot.coach.nodes) == 0
    assert bot.coach.ideas == []


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_every_level_gives_it(level: str) -> None:
    scene = stumbled()
    chosen = make_bot(level, 3).choose(scene.game, options_of(scene.game))
    assert chosen == usual_answer(scene.game)
