"""Bots choose among the options, follow from their seed alone, and the scripted one plays to win."""

from __future__ import annotations

import pytest

from dungeonbowl.bots.ladder import NormalBot
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.random_bot import RandomBot
from dungeonbowl.scenes.scene import Piece, Scene, away, home
from dungeonbowl.words.notation import spell


def let_play(scene: Scene, bot: Bot, decisions: int = 60) -> list[str]:
    """What the bot does until its team turn or the match is over, in words. Dice are never needed or scripted."""
    side = scene.active
    done: list[str] = []
    while not scene.match.is_over() and scene.active == side and len(done) < decisions:
        before = scene.fingerprint()
        choice = bot.choose(scene.game.clone(), scene.match.options())
        assert scene.fingerprint() == before
        done.append(spell(scene.game, scene.names, choice))
        scene.match.choose(choice)
    return done


def test_the_random_bot_is_even_and_follows_from_its_seed() -> None:
    scene = Scene("A..b", {"A": home(), "b": away()})
    options = list(range(100, 110))
    picks = [RandomBot(7).choose(scene.game, options) for _ in range(3)]
    assert len(set(picks)) == 1
    bot = RandomBot(1)
    counts = [0] * 10
    for _ in range(5000):
        counts[bot.choose(scene.game, options) - 100] += 1
    assert min(counts) > 400
    assert max(counts) < 600
    assert RandomBot(1).choose(scene.game, [5]) == 5


def test_the_scripted_bot_runs_in_when_nothing_stands_in_its_way() -> None:
    scene = Scene("A.X.....BB", {"X": home(), "a": away(at=(9, 0))}, ball="X")
    let_play(scene, NormalBot(1))
    assert scene.winner == "home"


def test_it_picks_up_a_ball_and_goes_on_towards_the_end_zone() -> None:
    scene = Scene("A.X...............BB", {"X": home(agility=1), "b": away(at=(19, 0))}, ball=(4, 0))
    scene.give(["D6 6"])
    let_play(scene, NormalBot(1))
    assert scene.ball == "X"
    assert scene.square("X") == (8, 0)


@pytest.mark.parametrize("traps", [0, 1])
def test_it_opens_a_chest_last_unless_no_trap_is_left(traps: int) -> None:
    picture = f"""
        A.....$....B
        A..........B
        A.........{"$" if traps else "."}B
    """
    scene = Scene(picture, {"X": home(at=(3, 0)), "Z": home(at=(1, 2)), "b": away(at=(11, 1))})
    if traps:
        scene.give(["D2 1"])
    done = let_play(scene, NormalBot(1))
    opening = next(index for index, text in enumerate(done) if text.startswith("open"))
    assert any(text == "activate Z" for text in done[:opening]) == (traps > 0)


def test_it_stands_players_up() -> None:
    scene = Scene("A.X....B", {"X": home(status="prone"), "b": away(at=(6, 0))}, ball="b")
    assert "stand up" in let_play(scene, NormalBot(1))


def test_it_enters_a_player_from_the_dugout_before_anything_else() -> None:
    scene = Scene("A.X.1..B", {"X": home(), "R": home(status="reserves")}, ball=(6, 0))
    assert NormalBot(1).choose(scene.game.clone(), scene.match.options()) == scene.match.options()[1]
    assert scene.options()[1] == "enter R"


def test_it_blocks_with_two_dice_of_its_own_and_not_against_two_of_others() -> None:
    legend: dict[str, Piece] = {"X": home(strength=4), "b": away()}
    picture = """
        A.....B
        A.Xb..B
        A.....B
    """
    scene = Scene(picture, legend, ball="b")
    scene.give(["block POW POW", "2D6 1+1", "D8 5"])
    bot = NormalBot(1)
    first = bot.choose(scene.game.clone(), scene.match.options())
    assert spell(scene.game, scene.names, first) == "activate X"
    scene.match.choose(first)
    second = bot.choose(scene.game.clone(), scene.match.options())
    assert spell(scene.game, scene.names, second) in ("declare block b", "declare blitz b")
    weak = Scene(picture, {"X": home(strength=2), "b": away(), "c": away(at=(6, 0))}, ball="c")
    bot = NormalBot(1)
    done: list[str] = []
    while weak.active == "home" and not weak.match.is_over():
        choice = bot.choose(weak.game.clone(), weak.match.options())
        done.append(spell(weak.game, weak.names, choice))
        weak.match.choose(choice)
    assert not any(text.startswith(("declare block", "declare blitz")) for text in done)


@pytest.mark.parametrize(("rerolls", "expected"), [((1, 0), "reroll team"), ((0, 0), None)])
def test_it_rerolls_the_pick_up(rerolls: tuple[int, int], expected: str | None) -> None:
    scene = Scene("A.X...B", {"X": home(), "b": away(at=(6, 0))}, ball=(3, 0), rerolls=rerolls)
    scene.give(["D6 1", "D6 6"] if expected else ["D6 1", "D8 5"])
    done = let_play(scene, NormalBot(1))
    assert (expected in done) == (expected is not None)


def test_a_plan_that_comes_to_nothing_is_dropped() -> None:
    scene = Scene("A.X....B", {"X": home()}, ball="X")
    bot = NormalBot(1)
    bot.coach.plan = [999]
    options = scene.match.options()
    assert bot.choose(scene.game.clone(), options) in options
    assert 999 not in bot.coach.plan
