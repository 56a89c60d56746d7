"""Macro actions: each is a list of the engine's own actions, it does what it says, and it ends where a coach must
choose."""

from __future__ import annotations

import copy
from collections import Counter

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from mypy_extensions import i64
from pettingzoo.test import api_test

from dungeonbowl.bots.playout import new_match
from dungeonbowl.engine import actions
from dungeonbowl.engine.beginning import begin as start
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted, list_options, options_of
from dungeonbowl.errors import UserError
from dungeonbowl.learn import shape
from dungeonbowl.learn.aec import env
from dungeonbowl.learn.choices import COLUMNS
from dungeonbowl.learn.macros import GO, GO_ON, HAND, HAND_ON, HIT, HIT_ON, Errand, Macros, expand, is_macro
from dungeonbowl.learn.resets import FULL, DrawnStages
from dungeonbowl.learn.single import DungeonBowlEnv
from dungeonbowl.learn.suites.tasks import begun, draw, find_tasks
from dungeonbowl.learn.vector import DungeonBowlVectorEnv
from support.plans import how_many

EDITIONS = ("official(quick=1)", "stockbowl(quick=1)", "astrogranite(classic)", FULL)
quietly = pytest.mark.filterwarnings("ignore::UserWarning")


def begin(edition: str, seed: int) -> tuple[Game, SeededDice]:
    dice = SeededDice(i64(seed))
    stage = DrawnStages([edition]).draw(dice)
    return new_match(stage.rules, stage.dungeon, stage.squads), dice


def follow(game: Game, dice: SeededDice, errand: Errand, side: int) -> list[int]:
    """Follow a macro until it is over or the match is; other sides decide at random. Returns what was chosen for it."""
    made: list[int] = []
    while errand.is_under_way() and advance(game, dice) == ASK:
        options = options_of(game)
        if int(game.asked) != side:
            choose_trusted(game, i64(options[int(dice.below(i64(len(options))))]))
            continue
        deed = int(errand.step(game))
        if deed == 0:
            break
        assert deed in options
        choose_trusted(game, i64(deed))
        made.append(deed)
    return made


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_macros_are_lists_of_actions_on_offer(edition: str) -> None:
    seen: Counter[int] = Counter()
    whole: Counter[int] = Counter()
    chance = np.random.default_rng(1)
    macros, errand = Macros(), Errand()
    for seed in range(how_many("macros")):
        game, dice = begin(edition, seed)
        for _ in range(400):
            if advance(game, dice) != ASK:
                break
            options = options_of(game)
            side = int(game.asked)
            if side >= game.squads.sides:
                choose_trusted(game, game.rules.policies.neutral.advice(game))
                continue
            list_options(game)
            before = int(game.decisions)
            macros.open(game, i64(side))
            assert before == game.decisions  # listing changes nothing
            listed = [int(macros.choices[index]) for index in range(int(macros.count))]
            assert listed[: int(macros.own)] == options  # the engine's own options are all there
            assert len(set(listed)) == len(listed)
            among = listed[int(macros.own) :]
            if not among or chance.random() < 0.1:
                choose_trusted(game, i64(options[int(chance.integers(len(options)))]))
                continue
            kinds = sorted({choice & 0xFF for choice in among})
            kind = kinds[int(chance.integers(len(kinds)))]  # rare kinds as often as walks
            of_kind = [choice for choice in among if choice & 0xFF == kind]
            choice = of_kind[int(chance.integers(len(of_kind)))]
            expand(game, i64(choice), errand)
            planned = list(errand.deeds)
            list_options(game)
            assert game.has_offered(i64(planned[0]))
            made = follow(game, dice, errand, side)
            assert made == planned[: len(made)]
            assert made
            seen[kind] += 1
            whole[kind] += made == planned
    assert {int(GO), int(HIT), int(GO_ON)} <= set(seen)
    if edition == "official(quick=1)":
        assert {int(HAND), int(HIT_ON)} <= set(seen) or int(HAND_ON) in seen
    assert all(whole[kind] > 0 for kind in seen)  # of every kind some come to their end


def test_a_walk_without_dice_ends_on_its_square() -> None:
    """In plain rooms, with players that never forget what to do."""
    macros, errand = Macros(), Errand()
    walked = 0
    task = find_tasks(["halls-6"])[0]
    for seed in range(20):
        game = begun(task, draw(task, seed))
        start(game)
        dice = SeededDice(i64(seed))
        coach = np.random.default_rng(seed)
        while walked < 20 * (seed + 1) and advance(game, dice) == ASK:
            options = options_of(game)
            side = int(game.asked)
            list_options(game)
            macros.open(game, i64(side))
            sure = [
                int(macros.choices[index])
                for index in range(int(macros.own), int(macros.count))
                if macros.choices[index] & 0xFF == GO and macros.odds[index] == 1.0
            ]
            if not sure:
                choose_trusted(game, i64(options[int(coach.integers(len(options)))]))
                continue
            choice = sure[int(coach.integers(len(sure)))]
            piece, square = choice >> 8 & 0xFFFF, choice >> 24 & 0xFFFF
            chest = game.is_chest(i64(square))
            plain = game.portal_number(i64(square)) == 0 and not chest and game.ball_on(i64(square)) < 0
            expand(game, i64(choice), errand)
            planned = list(errand.deeds)
            made = follow(game, dice, errand, side)
            walked += 1
            if plain:
                assert made == planned
                assert made[-1] == actions.END_ACTIVATION
                assert int(game.square[piece]) == square
            if chest and made == planned:
                assert made[-1] & 0xFF == actions.OPEN_CHEST
    assert walked >= 100


def test_a_macro_ends_where_a_coach_must_choose() -> None:
    """A failed roll asks about a re-roll: the macro is forgotten, and the next question offers the way on."""
    made = DungeonBowlVectorEnv(1, editions=("official(quick=1)",), teams=(), actions="macros")
    chance = np.random.default_rng(2)
    stopped = 0
    for seed in range(30):
        made.reset(seed=seed)
        for _ in range(200):
            lane = made.batch.lanes[0]
            macros = lane.painter.macros
            listed = [int(macros.choices[index]) for index in range(int(macros.count))]
            risky = [
                index
                for index in range(int(macros.own), int(macros.count))
                if macros.odds[index] < 0.9 and listed[index] & 0xFF in (int(GO), int(GO_ON))
            ]
            place = risky[int(chance.integers(len(risky)))] if risky else int(chance.integers(len(listed)))
            chosen = listed[place]
            made.step_choices([place])
            if is_macro(i64(chosen)) and any(int(option) == actions.ACCEPT for option in options_of(lane.game)):
                assert not lane.errand.is_under_way()
                stopped += 1
        if stopped >= 3:
            return
    raise AssertionError("no roll failed")


def test_indices_name_macros_part_by_part() -> None:
    """First the player, then the square or the player it is for; 172 activates and leaves the rest to single steps."""
    made = DungeonBowlEnv("random", teams=(), actions="macros")
    _, info = made.reset(seed=3)
    while not info["action_mask"][int(shape.DO_ACTIVATE) : int(shape.DO_ACTIVATE) + 16].any():
        _, _, _, _, info = made.step(int(np.flatnonzero(info["action_mask"])[0]))
    player = int(np.flatnonzero(info["action_mask"][80:96])[0]) + 80
    observation, _, _, _, info = made.step(player)
    assert observation["match"][int(shape.PART)] == 1
    assert observation["match"][int(shape.PART_ROW)] == player - 80 + 1
    allowed = np.flatnonzero(info["action_mask"])
    assert int(shape.DO_NUMBER) in allowed
    squares = allowed[(allowed >= int(shape.DO_SQUARE)) & (allowed < int(shape.DO_REST))]
    assert len(squares) > 5
    before = int(made.batch.lanes[0].game.decisions)
    made.step(int(squares[-1]))
    assert made.batch.lanes[0].game.decisions > before + 2  # activate, declare, and steps


@pytest.mark.parametrize("opponent", [None, "easy"])
def test_random_play_with_macros_is_legal_and_goes_on_alike(opponent: str | None) -> None:
    made = DungeonBowlVectorEnv(6, opponent, editions=EDITIONS, actions="macros", most_decisions=300)
    made.reset(seed=1)
    over = 0
    for number in range(250):
        _, _, ended, cut, infos = made.step(made.sample_actions())
        assert not infos["illegal"].any()
        over += int((ended | cut).sum())
        if number % 60 == 7:
            other = copy.deepcopy(made)
            kept = made.state()
            for _ in range(5):
                chosen = made.sample_actions()
                assert np.array_equal(chosen, other.sample_actions())
                one, two = made.step(chosen), other.step(chosen)
                assert all(np.array_equal(one[0][name], two[0][name]) for name in one[0])
            made.restore(kept)
    assert over > 0


@quietly
def test_gymnasium_and_pettingzoo_accept_macros(capsys: pytest.CaptureFixture[str]) -> None:
    check_env(DungeonBowlEnv("random", actions="macros"), skip_render_check=True)
    api_test(env(actions="macros"), num_cycles=150)
    assert "Passed API test" in capsys.readouterr().out


def test_choices_are_numbers_of_one_scale_and_advice_among_them_wins() -> None:
    made = DungeonBowlVectorEnv(8, "random", editions=EDITIONS[:3], actions="macros")
    made.reset(seed=2)
    results: list[float] = []
    for _ in range(1500):
        rows, counts = made.choices()
        assert rows.shape == (counts.sum(), int(COLUMNS))
        assert np.isfinite(rows).all()
        assert np.abs(rows).max() <= 2.0
        advice = made.advise_choices()
        assert ((advice >= -1) & (advice < counts)).all()
        _, _, ended, _, infos = made.step_choices(advice)
        results += infos["result"][ended].tolist()
        if len(results) >= 10:
            break
    assert sum(results) >= 6


def test_what_does_not_fit_is_told_in_words() -> None:
    with pytest.raises(UserError, match="expected steps or macros"):
        DungeonBowlVectorEnv(1, actions="words")
    made = DungeonBowlVectorEnv(2)
    with pytest.raises(UserError, match='actions="macros"'):
        made.choices()
    with pytest.raises(UserError, match="expected one each"):
        DungeonBowlVectorEnv(2, actions="macros").step_choices([0])
