"""Policies: kept and read again they choose the same, and the one that comes with the examples beats `easy`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dungeonbowl.bots.arena import Pairing, new_game, play_seated
from dungeonbowl.bots.outside import find_bot
from dungeonbowl.bots.random_bot import RandomBot
from dungeonbowl.bots.seat import Seat
from dungeonbowl.errors import UserError
from dungeonbowl.learn.choices import COLUMNS
from dungeonbowl.learn.curve import draw_curve
from dungeonbowl.learn.policy import SHAPES, Policy, load_policy
from dungeonbowl.learn.policy_bot import PolicyBot
from dungeonbowl.learn.rating import Rater, load_rater
from dungeonbowl.learn.vector import DungeonBowlVectorEnv

ROOT = Path(__file__).resolve().parents[2]
TRAINED = ROOT / "examples" / "policy.npz"


def made(seed: int) -> Policy:
    chance = np.random.default_rng(seed)
    weights = {name: chance.normal(0, 0.1, size).astype(np.float16) for name, size in SHAPES.items()}
    return Policy({name: weight.astype(np.float32) for name, weight in weights.items()})


def test_a_policy_that_was_kept_chooses_the_same(tmp_path: Path) -> None:
    policy = made(1)
    policy.save(tmp_path / "policy.npz")
    again = load_policy(tmp_path / "policy.npz")
    env = DungeonBowlVectorEnv(8, editions=("official(quick=1)", "stockbowl(quick=1)"), teams=())
    observation, _ = env.reset(seed=1)
    for _ in range(30):
        chosen = policy.choose(observation)
        assert np.array_equal(policy.logits(observation), again.logits(observation))
        assert np.array_equal(chosen, again.choose(observation))
        assert observation["action_mask"][np.arange(8), chosen].all()
        observation = env.step(chosen)[0]


def test_what_is_no_policy_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        load_policy(tmp_path / "policy.npz")
    (tmp_path / "policy.npz").write_text("nothing")
    with pytest.raises(UserError, match="not a policy file"):
        find_bot(f"policy:{tmp_path / 'policy.npz'}", 1)
    np.savez(tmp_path / "other.npz", format=np.array(1), player_bias=np.zeros(3))
    with pytest.raises(UserError, match="player_weight is nothing, expected"):
        load_policy(tmp_path / "other.npz")


def test_a_policy_whose_weights_are_no_numbers_is_refused(tmp_path: Path) -> None:
    """A training that has burst leaves such a file; it would play nonsense without a word."""
    rater = Rater.untrained(3)
    rater.weights["first_bias"][5] = np.nan
    rater.save(tmp_path / "burst.npz")
    with pytest.raises(UserError, match="first_bias has entries that are no numbers; train it again"):
        find_bot(f"policy:{tmp_path / 'burst.npz'}", 1)


@pytest.mark.parametrize("dtype", ["U5", "c16", "S3"])
def test_a_policy_of_other_things_than_numbers_is_refused(dtype: str, tmp_path: Path) -> None:
    weights = {name: np.zeros(size, np.float32) for name, size in SHAPES.items()}
    np.savez(tmp_path / "other.npz", **weights | {"format": np.array(1), "first_bias": np.zeros(3, dtype)})  # type: ignore[arg-type]
    with pytest.raises(UserError, match="not a policy file, first_bias is no array of numbers"):
        load_policy(tmp_path / "other.npz")


@pytest.mark.filterwarnings("error")
def test_weights_that_no_small_float_can_hold_are_refused_without_a_warning(tmp_path: Path) -> None:
    """A warning is a line of its own on the terminal, with a path of ours in it."""
    weights = {name: np.full(size, 1e300) for name, size in SHAPES.items()}
    np.savez(tmp_path / "huge.npz", format=np.array(1), **weights)  # type: ignore[arg-type]
    with pytest.raises(UserError, match="has entries that are no numbers"):
        load_policy(tmp_path / "huge.npz")


def play(first: int, games: int, opponent: str = "easy") -> list[float]:
    """Points of the trained policy, sides by turns."""
    points: list[float] = []
    for number in range(games):
        seed = first + number // 2
        dungeon = f"of-{1 + seed % 6}"
        pairing = Pairing("official(quick=1)", dungeon, home_team="fire-balanced", away_team="life-balanced")
        assert new_game(pairing).squads.sides == 2
        bots = [find_bot(f"policy:{TRAINED}", seed), find_bot(opponent, seed)]
        seats = [Seat(bot) for bot in (bots if number % 2 == 0 else bots[::-1])]
        result = play_seated(pairing, seed, seats)
        assert not any(seat.faults for seat in seats)
        won = result.winner == ("home", "away")[number % 2]
        points.append(1.0 if won else 0.5 if result.winner == "draw" else 0.0)
    return points


def test_the_policy_of_the_examples_beats_random_and_holds_its_own_against_easy() -> None:
    """A hundred matches are on the page; these few would find a policy that has forgotten how to play."""
    points = play(100, 6, "random")
    assert sum(points) >= 5
    assert play(100, 1, "random") == points[:1]  # a seed is a match
    assert sum(play(200, 10)) >= 3


def test_a_policy_that_rates_choices_is_kept_whole(tmp_path: Path) -> None:
    rater = Rater.untrained(3)
    rater.save(tmp_path / "policy.npz")
    again = load_rater(tmp_path / "policy.npz")
    rows = np.random.default_rng(1).random((20, int(COLUMNS))).astype(np.float32)
    assert np.allclose(rater.scores(rows), again.scores(rows), atol=0.02)
    assert np.array_equal(load_rater(tmp_path / "policy.npz").scores(rows), again.scores(rows))
    with pytest.raises(UserError, match="its format is 2, expected 1"):
        load_policy(tmp_path / "policy.npz")
    made(1).save(tmp_path / "other.npz")
    with pytest.raises(UserError, match="its format is 1, expected 2"):
        load_rater(tmp_path / "other.npz")


def test_drawn_choices_follow_the_scores() -> None:
    """With a seed the same; without the highest score each time, other choices too."""
    pairing = Pairing("official(quick=1, turn_limit=3)", "of-1", home_team="fire-balanced", away_team="life-balanced")

    def story(seed: int) -> int:
        seats = [Seat(PolicyBot(str(TRAINED), seed, drawn=True)), Seat(RandomBot(1))]
        return play_seated(pairing, 5, seats).decisions

    assert story(1) == story(1)
    assert len({story(seed) for seed in range(1, 5)}) > 1


def test_the_policy_of_the_examples_is_small() -> None:
    assert TRAINED.stat().st_size < 500_000


def test_a_policy_sits_where_bots_sit() -> None:
    bot = find_bot(f"policy:{TRAINED}", 3)
    assert isinstance(bot, PolicyBot)
    assert bot.name.startswith("policy:")


def test_a_curve_is_a_picture() -> None:
    picture = draw_curve([(0.0, 0.4, "imitation"), (1.5, 0.8, "imitation"), (3.0, 0.95, "PPO")], "Points")
    assert picture.startswith("<svg")
    assert picture.count("<circle") == 5
    assert "PPO" in picture
