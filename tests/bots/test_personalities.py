"""Personalities: named like bots, and visible in what they do."""

from __future__ import annotations

import pytest

from dungeonbowl.bots.arena import Pairing, play
from dungeonbowl.bots.blunders import watch
from dungeonbowl.bots.ladder import HardBot, NormalBot
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.personalities import PERSONALITIES
from dungeonbowl.errors import UserError


@pytest.mark.parametrize("style", PERSONALITIES)
def test_a_personality_is_part_of_the_name_of_a_bot(style: str) -> None:
    normal = find_bot(f"normal(style={style})", 1)
    assert isinstance(normal, NormalBot)
    assert normal.coach.taste is PERSONALITIES[style]
    hard = find_bot(f"hard(tries=3,style={style})", 1)
    assert isinstance(hard, HardBot)
    assert hard.coach.style is PERSONALITIES[style]
    assert hard.coach.tries == 3
    other = find_bot(f"hard(style={style}, tries=4)", 1)
    assert isinstance(other, HardBot)
    assert other.coach.tries == 4


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("normal(style=rushr)", "did you mean 'rusher'"),
        ("normal(style=)", "expected one of rusher, basher, keeper"),
        ("easy(style=rusher)", "only normal and the bots that search have a style"),
        ("normal(tries=3)", "normal"),
    ],
)
def test_what_is_wrong_with_a_style_is_told(name: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        find_bot(name, 1)


def test_a_basher_strikes_more_often_than_a_rusher() -> None:
    blows = {}
    for style in ("basher", "rusher"):
        name = f"normal(style={style})"
        counts = [watch(Pairing(home=name, away="normal"), seed, (0,)) for seed in range(1, 9)]
        turns = sum(each["turns"] for each in counts)
        blows[style] = sum(each["blocks"] + each["blitzes"] + each["fouls"] for each in counts) / turns
    assert blows["basher"] > 1.2 * blows["rusher"]


def test_the_search_plays_with_a_personality() -> None:
    result = play(Pairing(home="hard(tries=2,style=keeper)", away="hard(tries=2,style=basher)"), 3)
    assert result.failed == (0, 0)
    assert result.winner != "nobody"
