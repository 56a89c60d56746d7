"""Environments copy, pickle, save and restore in the usual way, draw themselves, and are known to Gymnasium."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from dungeonbowl.errors import UserError
from dungeonbowl.learn import registration
from dungeonbowl.learn.aec import env, parallel_env
from dungeonbowl.learn.resets import FULL, SEVERAL
from dungeonbowl.learn.single import DungeonBowlEnv
from dungeonbowl.learn.vector import DungeonBowlVectorEnv
from dungeonbowl.learn.windows import Observation

EDITIONS = ("official", "stockbowl(quick=1)")  # the whole pre-game has actions of several parts
quietly = pytest.mark.filterwarnings("ignore::UserWarning")


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def restored(thing: Any) -> Any:
    """Another environment brought into the state of this one, from whatever it was in."""
    other = pickled(thing)
    other.reset(seed=77)
    other.restore(thing.state())
    return other


WAYS = [copy.copy, copy.deepcopy, pickled, restored]
NAMES = ["copy", "deepcopy", "pickle", "restore"]


def same(one: Observation, other: Observation) -> bool:
    return all((one[name] == other[name]).all() for name in one)


def legal(observation: Observation, number: int) -> int:
    """An index that the mask allows; which one follows from a number."""
    allowed = np.flatnonzero(observation["action_mask"])
    return int(allowed[number * 7919 % len(allowed)])


def go_on(made: DungeonBowlEnv, first: int, steps: int) -> list[Any]:
    told: list[Any] = []
    for number in range(first, first + steps):
        _, reward, ended, cut, info = made.step(legal(made.seen(), number))
        told.append((reward, ended, cut, info["side"], info["illegal"], info["result"]))
        if ended or cut:
            made.reset()
    return told


@pytest.mark.parametrize("way", WAYS, ids=NAMES)
def test_a_single_environment_goes_on_alike(way: Callable[[Any], Any]) -> None:
    made = DungeonBowlEnv("easy", editions=EDITIONS, touchdown=0.5, progress=0.1)
    made.reset(seed=3)
    for round_number in range(6):  # some of these moments are in the middle of an action of several parts
        go_on(made, round_number * 100, 9)
        other = way(made)
        assert same(other.seen(), made.seen())
        kept = made.state()
        later = go_on(other, 5, 25)
        assert made.state() == kept
        assert go_on(made, 5, 25) == later
        assert same(other.seen(), made.seen())
        made.restore(kept)


@pytest.mark.parametrize("way", WAYS, ids=NAMES)
def test_a_vector_goes_on_alike_with_its_advisers(way: Callable[[Any], Any]) -> None:
    made = DungeonBowlVectorEnv(3, opponent="normal", editions=EDITIONS, seed=2, copy=True)
    made.reset(seed=1)
    for _ in range(30):
        made.step(made.sample_actions())
    other = way(made)
    for _ in range(20):
        advice = made.advise()
        assert (advice == other.advise()).all()
        one, two = made.step(advice), other.step(advice)
        assert same(one[0], two[0])
        assert all((one[index] == two[index]).all() for index in (1, 2, 3))
        assert (made.sample_actions() == other.sample_actions()).all()


def test_a_copy_sees_the_same_ways_when_a_statue_has_closed_one() -> None:
    """What is painted afresh and what was kept painted from decision to decision are the same."""
    made = DungeonBowlVectorEnv(1, editions=[FULL], dungeons=["ag-sampler"], copy=True)
    seen, _ = made.reset(seed=5)
    chance = np.random.default_rng(1)
    for number in range(260):
        choice = [int(chance.choice(np.flatnonzero(seen["action_mask"][0])))]
        other = copy.deepcopy(made) if number % 10 == 9 else None
        seen = made.step(choice)[0]
        assert other is None or same(other.step(choice)[0], seen), number


@quietly
@pytest.mark.parametrize("way", WAYS, ids=NAMES)
@pytest.mark.parametrize(("edition", "sides"), [("official", 2), (SEVERAL, 3)])
def test_agents_go_on_alike(edition: str, sides: int, way: Callable[[Any], Any]) -> None:
    made = env(editions=[edition], teams=(), sides=sides, progress=0.1)
    made.reset(seed=4)
    for number in range(40 if sides == 2 else 12):
        if number % 20 == 7:
            other = way(made)
            assert other.agent_selection == made.agent_selection
            for later in range(6):
                one, two = made.last(), other.last()
                assert same(one[0], two[0])
                assert one[1:] == two[1:]
                for each in (made, other):
                    each.step(legal(one[0], later))
        made.step(legal(made.last()[0], number))


@quietly
@pytest.mark.parametrize("way", WAYS, ids=NAMES)
def test_parallel_agents_go_on_alike(way: Callable[[Any], Any]) -> None:
    made = parallel_env()
    seen, _ = made.reset(seed=4)
    for number in range(12):
        seen, *_ = made.step({agent: legal_or_any(seen[agent], number) for agent in made.agents})
    other = way(made)
    assert other.agents == made.agents
    choice = {agent: legal_or_any(seen[agent], 3) for agent in made.agents}
    one, two = made.step(choice), other.step(choice)
    assert all(same(one[0][agent], two[0][agent]) for agent in made.agents)
    assert one[1:4] == two[1:4]


def legal_or_any(observation: Observation, number: int) -> int:
    return legal(observation, number) if observation["action_mask"].any() else 0


def test_a_state_that_does_not_fit_is_refused_in_a_sentence_and_changes_nothing() -> None:
    made = DungeonBowlEnv()
    made.reset(seed=1)
    kept = made.state()
    larger = DungeonBowlEnv(editions=[FULL], dungeons=["ag-ember-deep"], teams=())
    for state, words in (
        (b"nothing", "no state of such an environment"),
        (larger.state(), "with the same options"),
        (DungeonBowlVectorEnv(2).state(), "the state has 2 matches"),
    ):
        with pytest.raises(UserError, match=words):
            made.restore(state)
        assert made.state() == kept


# --- pictures ---------------------------------------------------------------------------------------------------------


def test_render_gives_text_and_a_picture() -> None:
    drawn = DungeonBowlEnv(editions=["official(quick=1)"], dungeons=["of-1"], teams=(), render_mode="ansi")
    drawn.reset(seed=1)
    text = drawn.render()
    assert text.count("$") == 6
    assert text.count("A") > 0
    assert "home A..: 0 touchdowns, turn 1" in text
    assert "closed chests: 6" in text
    assert " decides" in text
    painted = DungeonBowlEnv(editions=["official(quick=1)"], dungeons=["of-1"], teams=(), render_mode="rgb_array")
    painted.reset(seed=1)
    picture = painted.render()
    assert (picture.dtype, picture.ndim, picture.shape[2]) == (np.uint8, 3, 3)
    before = picture.copy()
    for number in range(12):
        painted.step(legal(painted.seen(), number))
    assert painted.render().shape == before.shape
    assert (painted.render() != before).any()


@quietly
def test_agents_and_vectors_render_too() -> None:
    made = env(editions=[FULL], teams=(), render_mode="ansi")
    made.reset(seed=1)
    assert "decides" in made.render()
    several = DungeonBowlVectorEnv(2, render_mode="rgb_array")
    assert [picture.ndim for picture in several.render()] == [3, 3]


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(UserError, match="render_mode 'human': expected ansi or rgb_array"):
        DungeonBowlEnv(render_mode="human")
    with pytest.raises(UserError, match="make the environment with render_mode"):
        DungeonBowlEnv().render()


# --- Gymnasium --------------------------------------------------------------------------------------------------------


@quietly
@pytest.mark.parametrize("name", registration.NAMES)
def test_gymnasium_makes_it_by_its_name_and_accepts_it(name: str) -> None:
    made = gymnasium.make(name, teams=())
    made.reset(seed=1)
    check_env(made.unwrapped)
    several = gymnasium.make_vec(name, 2, vectorization_mode="vector_entry_point", teams=())
    assert several.num_envs == 2


def test_gymnasium_finds_it_by_its_module() -> None:
    words = "import gymnasium; print(gymnasium.make('dungeonbowl.learn:dungeonbowl/Official-v0').unwrapped)"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=False)
    assert "DungeonBowlEnv" in done.stdout, done.stderr


MISSING = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {packages}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Absent())
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name in {packages} else found(name)
try:
    {statement}
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("packages", "statement", "wanted"),
    [
        (("numpy", "gymnasium", "pettingzoo"), "import dungeonbowl.learn.vector", "NumPy"),
        (("numpy", "gymnasium", "pettingzoo"), "from dungeonbowl.learn import DungeonBowlEnv", "Gymnasium"),
        (("gymnasium",), "import dungeonbowl.learn.single", "Gymnasium"),
        (("pettingzoo",), "import dungeonbowl.learn.aec", "PettingZoo"),
        (("numpy",), "from dungeonbowl.bots.outside import find_bot; find_bot('policy:x.npz', 1)", "NumPy"),
    ],
)
def test_without_the_extra_it_is_said_which(packages: tuple[str, ...], statement: str, wanted: str) -> None:
    script = MISSING.format(packages=packages, statement=statement)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == (f"dungeonbowl.learn needs {wanted}: pip install dungeonbowl"), done.stderr
