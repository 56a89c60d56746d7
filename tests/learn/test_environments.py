"""The environments: what PettingZoo and Gymnasium ask of them, and what this project promises."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from mypy_extensions import i64
from pettingzoo.test import api_test, parallel_api_test, seed_test

from dungeonbowl.bots.seat import options_of
from dungeonbowl.engine import clauses
from dungeonbowl.engine.loop import list_options
from dungeonbowl.engine.sides import TURNS, ZONE
from dungeonbowl.errors import UserError
from dungeonbowl.learn import shape
from dungeonbowl.learn.action_space import Menu, player_key, player_row
from dungeonbowl.learn.aec import env, parallel_env, raw_env
from dungeonbowl.learn.geometry import SHELF
from dungeonbowl.learn.resets import FULL, SEVERAL
from dungeonbowl.learn.single import DungeonBowlEnv
from dungeonbowl.learn.vector import DungeonBowlVectorEnv
from dungeonbowl.learn.windows import Observation

BOTH = ("official(quick=1)", "stockbowl(quick=1)")

# They recommend arrays rather than dictionaries and numbered agents, and test what is recommended with warnings.
quietly = pytest.mark.filterwarnings("ignore::UserWarning")


@quietly
@pytest.mark.parametrize("editions", [BOTH, ("official",)])
def test_pettingzoo_accepts_it(editions: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(editions=editions), num_cycles=800)
    assert "Passed API test" in capsys.readouterr().out


@quietly
def test_pettingzoo_finds_the_same_for_the_same_seed() -> None:
    seed_test(lambda: env(editions=BOTH), num_cycles=60)


@quietly
def test_pettingzoo_accepts_it_in_parallel() -> None:
    parallel_api_test(parallel_env(), num_cycles=300)


@quietly
@pytest.mark.parametrize(
    ("edition", "dungeon"),
    [("astrogranite(classic)", "ag-old-halls"), ("astrogranite", "ag-dry-caves"), (FULL, "ag-ember-deep")],
)
def test_pettingzoo_accepts_every_preset_of_astrogranite(
    edition: str, dungeon: str, capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(env(editions=[edition], dungeons=[dungeon], teams=()), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


@quietly
@pytest.mark.parametrize("sides", [3, 4])
def test_pettingzoo_accepts_three_and_four_agents(sides: int, capsys: pytest.CaptureFixture[str]) -> None:
    made = env(editions=[SEVERAL], teams=(), sides=sides, touchdown=0.5, progress=0.1)
    assert made.possible_agents == ["player_0", "player_1", "player_2", "player_3"][:sides]
    api_test(made, num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("sides", [3, 4])
def test_what_one_of_several_agents_wins_the_others_lose(sides: int) -> None:
    made = raw_env(editions=[SEVERAL], teams=(), sides=sides, touchdown=0.5, progress=0.1)
    made.reset(seed=2)
    game = made.playing()
    chance = np.random.default_rng(1)
    asked: set[str] = set()
    for _ in range(250):
        agent = made.agent_selection
        asked.add(agent)
        mask = made.observe(agent)["action_mask"]
        made.step(int(chance.choice(np.flatnonzero(mask))))
        assert sum(made.rewards.values()) == pytest.approx(0.0)
        for other in made.possible_agents:
            assert (made.observe(other)["action_mask"].sum() > 0) == (other == made.agent_selection)
    assert len(asked) == sides
    game.end_match(i64(1), clauses.TOUCHDOWN)
    made.reward(game, False)
    assert made.rewards["player_1"] == pytest.approx(1.0)
    assert made.rewards["player_2"] == pytest.approx(-1.0 / (sides - 1))
    assert all(made.terminations.values())


@quietly
def test_gymnasium_accepts_a_large_dungeon() -> None:
    made = DungeonBowlEnv("random", editions=[FULL], dungeons=["ag-ember-deep"], teams=())
    assert made.observation_space["planes"].shape == (int(shape.PLANES), 26, 40)
    assert made.action_space.n == int(shape.DO_SQUARE) + 26 * 40 + int(shape.REST)
    check_env(made, skip_render_check=True)


def test_the_board_is_as_large_as_the_dungeons_that_are_asked_for() -> None:
    usual = DungeonBowlVectorEnv(1).single_observation_space["planes"].shape
    assert usual == (int(shape.PLANES), int(shape.HEIGHT), int(shape.WIDTH))
    large = DungeonBowlVectorEnv(4, editions=["official(quick=1)", FULL])
    assert large.single_observation_space["planes"].shape[1:] == (36, 44)
    assert large.single_action_space.n == large.batch.canvas.board.actions
    observation, _ = large.reset(seed=1)
    for _ in range(60):
        observation, *_ = large.step(large.sample_actions())
        for row, lane in enumerate(large.batch.lanes):
            cells = lane.painter.geometry.cell
            dungeon = lane.game.dungeon
            above = [node for node in range(len(cells)) if dungeon.layer[node] == 0 and dungeon.column[node] >= 0]
            assert all(cells[node] >= 0 for node in above)  # nothing lies beyond the edge
            assert observation["planes"][row, int(shape.FLOOR)].sum() == len(above)


def test_every_side_of_several_has_rows_columns_and_indices_of_its_own() -> None:
    made = raw_env(editions=[SEVERAL], teams=(), sides=4)
    made.reset(seed=1)
    game = made.playing()
    chance = np.random.default_rng(3)
    while made.playing().active < 0 or game.side_value(i64(3), TURNS) == 0:
        mask = made.observe(made.agent_selection)["action_mask"]
        made.step(int(chance.choice(np.flatnonzero(mask))))
    board = made.stages.board
    for side, agent in enumerate(made.possible_agents):
        observation = made.observe(agent)
        assert observation["players"].shape == (64, int(shape.PLAYER_COLUMNS))
        assert observation["match"].shape == (int(shape.MATCH_COLUMNS + 2 * shape.FURTHER_COLUMNS),)
        for piece in range(int(game.squads.count)):
            owner = int(game.side_of[piece])
            row = int(player_row(game, i64(side), i64(piece)))
            if owner == 4:
                assert row == -1
                continue
            assert row // 16 == (owner - side) % 4
            assert observation["players"][row, int(shape.PLAYER_ON_BOARD)] == (game.square[piece] >= 0)
        turns = observation["match"][int(shape.MATCH_COLUMNS) + 1]
        assert turns == game.side_value(i64((side + 2) % 4), TURNS)
    geometry = made.painters[0].geometry
    keys = [int(player_key(game, i64(0), geometry, game.first_piece(i64(side)))) for side in range(4)]
    assert keys == [int(shape.DO_OWN), int(shape.DO_OTHER), int(board.further), int(board.further) + 16]
    assert int(board.actions) == keys[-1] + 16


@quietly
@pytest.mark.parametrize("opponent", ["random", "normal"])
def test_gymnasium_accepts_it(opponent: str) -> None:
    check_env(DungeonBowlEnv(opponent, editions=BOTH), skip_render_check=True)


def copies(observation: Observation) -> Observation:
    return {name: window.copy() for name, window in observation.items()}


def played(made: DungeonBowlVectorEnv, seed: int, steps: int) -> list[Any]:
    story: list[Any] = [copies(made.reset(seed=seed)[0])]
    for _ in range(steps):
        observation, *rest = made.step(made.sample_actions())
        story.append((copies(observation), rest[0], rest[1], rest[2], rest[3]["side"]))
    return story


def alike(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return all(alike(one[name], other[name]) for name in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(alike(a, b) for a, b in zip(one, other, strict=True))
    return bool(np.array_equal(one, other))


@pytest.mark.parametrize("opponent", [None, "random", "easy"])
def test_the_same_seed_gives_the_same_matches(opponent: str | None) -> None:
    one = DungeonBowlVectorEnv(4, opponent, editions=BOTH, touchdown=0.5, progress=0.1)
    other = DungeonBowlVectorEnv(4, opponent, editions=BOTH, touchdown=0.5, progress=0.1, seed=99)
    other.step(other.sample_actions())
    assert alike(played(one, 7, 150), played(other, 7, 150))
    assert not alike(played(one, 7, 20), played(one, 8, 20))


def test_the_mask_is_what_is_legal() -> None:
    made = DungeonBowlVectorEnv(4, editions=BOTH)
    observation, _ = made.reset(seed=3)
    for _ in range(200):
        for row, lane in enumerate(made.batch.lanes):
            if lane.painter.menu.part == 0:
                game = lane.game
                geometry = SHELF.find(game.dungeon, game.side_value(game.asked, ZONE))
                list_options(game)
                menu = Menu()
                menu.open(game, game.asked, geometry)
                keys = {int(menu.keys[index]) for index in range(len(options_of(game)))}
                assert set(np.flatnonzero(observation["action_mask"][row]).tolist()) == keys
        observation = made.step(made.sample_actions())[0]


def test_matches_follow_each_other_and_rewards_come_at_the_end() -> None:
    made = DungeonBowlVectorEnv(8, "random", teams=(), dungeons=["of-1"])
    made.reset(seed=1)
    ends = 0
    results = set()
    while ends < 12:
        observation, rewards, ended, cut, infos = made.step(made.sample_actions())
        assert not cut.any()
        assert not rewards[~ended].any()
        assert np.array_equal(rewards[ended], infos["result"][ended])
        results |= set(rewards[ended].tolist())
        ends += int(ended.sum())
        assert (observation["action_mask"].sum(1) > 0).all()  # also those of the match that follows
        for row in np.flatnonzero(ended):
            assert made.batch.lanes[row].steps == 0
            assert not made.batch.lanes[row].game.over
    assert results <= {1.0, 0.0, -1.0}
    assert len(results) > 1


def test_a_long_match_is_cut() -> None:
    made = DungeonBowlVectorEnv(2, most_decisions=50)
    made.reset(seed=1)
    cuts = 0
    for _ in range(110):
        _, _, ended, cut, _ = made.step(made.sample_actions())
        assert not (ended & cut).any()
        cuts += int(cut.sum())
    assert cuts >= 2


def test_shaping_is_zero_sum_and_off_by_default() -> None:
    """What both sides are given adds up to nothing: the reward is that of the side that decides."""
    shaped = DungeonBowlVectorEnv(4, editions=("stockbowl(quick=1)",), touchdown=1.0, progress=0.25)
    plain = DungeonBowlVectorEnv(4, editions=("stockbowl(quick=1)",))
    shaped.reset(seed=5)
    plain.reset(seed=5)
    given = 0
    for _ in range(1500):
        before = [int(lane.lead) for lane in shaped.batch.lanes]
        sides = shaped.sides.copy()
        chosen = shaped.sample_actions()
        _, rewards, ended, _, _ = shaped.step(chosen)
        _, bare, finished, _, _ = plain.step(chosen)
        assert np.array_equal(ended, finished)
        assert not bare[~ended].any()
        given += int((rewards[~ended] != 0).sum())
        for row, lane in enumerate(shaped.batch.lanes):
            scored = int(lane.lead) - before[row]
            if scored and not ended[row]:
                assert (rewards[row] > 0) == ((scored > 0) == (sides[row] == 0))
    assert given > 0


def test_an_index_that_is_not_allowed_becomes_what_changes_least() -> None:
    made = DungeonBowlVectorEnv(3, "random")
    observation, _ = made.reset(seed=1)
    wrong = [int(np.flatnonzero(row == 0)[0]) for row in observation["action_mask"]]
    infos = made.step(wrong)[-1]
    assert infos["illegal"].all()
    assert not made.step(made.sample_actions())[-1]["illegal"].any()
    assert made.step([-1, int(shape.ACTIONS), 1 << 30])[-1]["illegal"].all()


def test_the_learner_plays_the_side_it_is_given() -> None:
    for side, number in (("home", 0), ("away", 1)):
        made = DungeonBowlVectorEnv(4, "random", side)
        made.reset(seed=2)
        for _ in range(100):
            assert (made.step(made.sample_actions())[-1]["side"] == number).all()


def test_resets_draw_editions_dungeons_and_teams() -> None:
    made = DungeonBowlVectorEnv(40, editions=BOTH)
    made.reset(seed=1)
    games = [lane.game for lane in made.batch.lanes]
    assert len({game.dungeon.identity for game in games}) > 8
    assert len({tuple(game.squads.names) for game in games}) > 25
    assert {game.rules.edition.partition("(")[0] for game in games} == {"official", "stockbowl"}


def test_a_wish_that_cannot_be_met_is_told_in_words() -> None:
    for wish, words in (
        ({"opponent": "nobody"}, "expected one of random, easy, normal"),
        ({"side": "left"}, "expected one of home, away, both"),
        ({"dungeons": ["of-99"]}, "of-99"),
        ({"teams": ["nobody"]}, "nobody"),
        ({"editions": ["chess"]}, "chess"),
        ({"num_envs": 0}, "at least 1"),
        ({"editions": "official"}, "expected a list"),
        ({"editions": []}, "expected a list"),
        ({"touchdown": float("nan")}, "touchdown nan: expected a finite number"),
        ({"progress": float("inf")}, "progress inf: expected a finite number"),
        ({"most_decisions": 0}, "most_decisions 0: expected at least 1"),
    ):
        with pytest.raises(UserError, match=words):
            DungeonBowlVectorEnv(**{"num_envs": 1, **wish})  # type: ignore[arg-type]
    made = DungeonBowlVectorEnv(2)
    with pytest.raises(UserError, match="expected one each"):
        made.step([1])


@pytest.mark.parametrize("wrong", [float("nan"), 1.5, None, "step", [[1], [2, 3]]])
def test_what_is_no_whole_number_is_refused_in_a_sentence_and_changes_nothing(wrong: Any) -> None:
    made = DungeonBowlVectorEnv(2)
    made.reset(seed=1)
    before = made.state()
    with pytest.raises(UserError, match="actions: expected whole numbers, one for each of 2 environments"):
        made.step([wrong, 0] if not isinstance(wrong, list) else wrong)
    assert made.state() == before
    one = DungeonBowlEnv()
    one.reset(seed=1)
    kept = one.state()
    with pytest.raises(UserError, match="actions: expected whole numbers"):
        one.step(wrong)
    assert one.state() == kept


def test_a_number_that_is_far_too_large_is_an_index_that_is_not_allowed() -> None:
    made = DungeonBowlVectorEnv(2)
    made.reset(seed=1)
    assert made.step([1 << 40, -(1 << 40)])[-1]["illegal"].all()


def test_advice_is_legal_and_wins() -> None:
    """Following the script part by part plays as the script does."""
    made = DungeonBowlVectorEnv(8, "random", editions=("official(quick=1)", "stockbowl(quick=1)"))
    made.reset(seed=4)
    results: list[float] = []
    while len(results) < 10:
        _, _, ended, _, infos = made.step(made.advise())
        assert not infos["illegal"].any()
        results += infos["result"][ended].tolist()
    assert sum(results) >= 7


def test_both_agents_of_pettingzoo_are_rewarded_against_each_other() -> None:
    made = raw_env(dungeons=["of-1"], teams=())
    made.reset(seed=1)
    chance = np.random.default_rng(1)
    total = dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter():
        observation, reward, ended, cut, _ = made.last()
        total[agent] += reward
        if ended or cut:
            made.step(None)
        else:
            assert made.observe("player_1" if agent == "player_0" else "player_0")["action_mask"].sum() == 0
            made.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    assert made.game is not None
    assert made.game.over
    assert total["player_0"] == -total["player_1"]
    assert abs(total["player_0"]) in (0.0, 1.0)
    if made.game.winner >= 0:
        assert total[f"player_{made.game.winner}"] == 1.0


@quietly
def test_agents_may_be_called_as_the_sides_that_they_play(capsys: pytest.CaptureFixture[str]) -> None:
    made = env(names="sides")
    assert made.possible_agents == ["home", "away"]
    api_test(made, num_cycles=100)
    assert "Passed API test" in capsys.readouterr().out
    assert raw_env().side_of == {"player_0": "home", "player_1": "away"}
    with pytest.raises(UserError, match="expected players or sides"):
        env(names="numbers")


def test_a_single_match_stays_on_show_when_it_is_over() -> None:
    made = DungeonBowlEnv("random", dungeons=["of-1"], teams=())
    observation, info = made.reset(seed=1)
    chance = np.random.default_rng(1)
    ended = False
    while not ended:
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        observation, _, ended, _, info = made.step(action)
    assert made.batch.lanes[0].game.over
    assert observation["action_mask"].sum() == 0
    again = made.step(0)[0]
    assert alike(again, observation)
    assert made.reset(seed=1)[0]["action_mask"].sum() > 0
