"""The ladder: answers are always legal, in both editions; nothing shown is changed; the same seed plays the same."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.arena import Pairing, new_game, play
from dungeonbowl.bots.ladder import EasyBot, HardBot, NormalBot
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.seat import options_of
from dungeonbowl.bots.tactics import plans
from dungeonbowl.bots.tactics.evaluation import DEFAULT_WEIGHTS, WEIGHT_NAMES, WEIGHTS, Evaluation
from dungeonbowl.bots.tactics.plans import Plan
from dungeonbowl.bots.tactics.search import candidates
from dungeonbowl.bots.tactics.taste import TASTE_NAMES, TASTES, USUAL_TASTE
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.engine import actions
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted, start
from dungeonbowl.engine.procedures.contest import Contest
from dungeonbowl.records.save import fingerprint
from dungeonbowl.records.scene import Scene, away, home

TABLES = [
    Pairing("official(quick=1)", "of-2", home_team="fire-fast", away_team="death-strong"),
    Pairing("official", "of-3", home_team="beasts-balanced", away_team="light-strong"),
    Pairing("stockbowl(quick=1)", "sb-02", home_team="human-balanced", away_team="orc-balanced"),
    Pairing("stockbowl", "", home_team="wood-elf-balanced", away_team="dwarf-balanced"),
]


def under_way(pairing: Pairing) -> Game:
    """A match before its first decision."""
    game = new_game(pairing)
    start(game, Contest())
    return game


def hard(seed: int) -> HardBot:
    return HardBot(seed, 0.0, 12)


@pytest.mark.parametrize("pairing", TABLES, ids=lambda pairing: pairing.edition)
@pytest.mark.parametrize("maker", [EasyBot, NormalBot, hard])
def test_answers_are_legal_and_change_nothing_wherever_chance_leads(pairing: Pairing, maker: type[Bot]) -> None:
    """Two in three decisions are made at random, so that the bot finds itself where it would never have gone."""
    for seed in range(3):
        game = under_way(pairing)
        dice = SeededDice(i64(seed + 1))
        chance = SeededDice(i64(seed + 77))
        bot = maker(seed)  # type: ignore[call-arg]
        made = 0
        while advance(game, dice) == ASK and made < 250:
            options = options_of(game)
            before = fingerprint(game)
            chosen = bot.choose(game.clone(), list(options))
            assert chosen in options
            assert fingerprint(game) == before
            if chance.below(i64(3)) != 0:
                chosen = options[int(chance.below(i64(len(options))))]
            choose_trusted(game, i64(chosen))
            made += 1


@pytest.mark.parametrize("pairing", TABLES, ids=lambda pairing: pairing.edition)
def test_every_plan_can_be_begun_and_looking_for_plans_changes_nothing(pairing: Pairing) -> None:
    game = under_way(pairing)
    dice = SeededDice(i64(5))
    bots = [NormalBot(1), NormalBot(2)]
    kinds: set[int] = set()
    made = 0
    while advance(game, dice) == ASK and made < 1500:
        options = options_of(game)
        if int(actions.END_TURN) in options:
            before = fingerprint(game)
            view = View(game, game.asked)
            for plan in candidates(view):
                kinds.add(int(plan.kind))
                assert 0.0 <= plan.odds <= 1.0
                can_be_begun(game, plan)
            assert fingerprint(game) == before
        options = options_of(game)
        choose_trusted(game, i64(bots[int(game.asked)].choose(game.clone(), options)))
        made += 1
    assert {int(plans.WALK), int(plans.BLOCK), int(plans.BLITZ), int(plans.OPEN)} <= kinds


def can_be_begun(game: Game, plan: Plan) -> None:
    """The activation and its declaration are legal; what follows depends on dice."""
    trial = game.clone()
    for step in plan.steps[:2]:
        assert step in options_of(trial), (plan.kind, plan.steps)
        choose_trusted(trial, i64(step))
        if advance(trial, SeededDice(i64(1))) != ASK:
            return


@pytest.mark.parametrize("maker", [EasyBot, NormalBot, hard])
def test_the_same_seed_plays_the_same(maker: type[Bot]) -> None:
    stories = []
    for _ in range(2):
        game = new_game(Pairing("official(turn_limit=3, quick=1)", "of-1"))
        start(game, Contest())
        dice = SeededDice(i64(3))
        bots = [maker(1), maker(2)]  # type: ignore[call-arg]
        story = []
        while advance(game, dice) == ASK:
            choice = bots[int(game.asked)].choose(game.clone(), options_of(game))
            story.append(choice)
            choose_trusted(game, i64(choice))
        stories.append(story)
    assert stories[0] == stories[1]


def test_normal_nearly_always_beats_random() -> None:
    results = [play(Pairing("official(quick=1)", "of-1", "normal", "random"), seed) for seed in range(8)]
    assert sum(result.winner == "home" for result in results) >= 7
    assert sum(result.ending == "touchdown" for result in results) >= 6


def test_normal_scores_drive_after_drive_where_a_match_has_halves() -> None:
    results = [play(Pairing("stockbowl(quick=1)", "sb-02", "normal", "random"), seed) for seed in range(2)]
    assert sum(result.touchdowns[0] for result in results) >= 2
    assert all(result.winner == "home" for result in results)


def test_the_evaluation_sees_the_same_position_from_both_sides() -> None:
    evaluation = Evaluation(list(DEFAULT_WEIGHTS))
    for pairing in TABLES:
        game = new_game(pairing)
        start(game, Contest())
        dice = SeededDice(i64(2))
        bots = [NormalBot(1), NormalBot(2)]
        made = 0
        while advance(game, dice) == ASK and made < 600:
            if made % 7 == 0 and game.active >= 0:
                value = evaluation.value(game, i64(0))
                assert -1.0 <= value <= 1.0
                assert evaluation.value(game, i64(1)) == pytest.approx(-value)
            choose_trusted(game, i64(bots[int(game.asked)].choose(game.clone(), options_of(game))))
            made += 1


def test_every_number_has_a_name() -> None:
    assert len(DEFAULT_WEIGHTS) == len(WEIGHT_NAMES) == int(WEIGHTS)
    assert len(USUAL_TASTE) == len(TASTE_NAMES) == int(TASTES)


def test_the_hard_bot_scores_when_it_can() -> None:
    scene = Scene("A.X.....BB", {"X": home(), "b": away(at=(9, 0))}, ball="X")
    bot = HardBot(1, 0.0, 30)
    while not scene.match.is_over() and scene.active == "home":
        scene.match.choose(bot.choose(scene.game.clone(), scene.match.options()))
    assert scene.winner == "home"


def test_the_hard_bot_keeps_to_its_time() -> None:
    game = new_game(Pairing("official(quick=1)", "of-1"))
    start(game, Contest())
    advance(game, SeededDice(i64(1)))
    bot = HardBot(1, 0.05)
    bot.choose(game.clone(), options_of(game))
    assert sum(len(idea.results) for idea in bot.coach.ideas) >= 1
