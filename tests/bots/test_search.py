"""The search: deterministic for a seed and a number of tries; the evaluation sees one position from both sides."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.bots.ladder import HardBot, NormalBot
from dungeonbowl.bots.seat import options_of
from dungeonbowl.bots.tactics import plans
from dungeonbowl.bots.tactics.evaluation import WEIGHT_NAMES, WEIGHTS, Evaluation
from dungeonbowl.bots.tactics.ideas import Idea, ideas_for, later_ideas, without_twins
from dungeonbowl.bots.tactics.plans import Plan
from dungeonbowl.bots.tactics.search import FLOOR, HORIZON, MANY_TRIES, stirred
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.bots.tactics.weights import LEAD, weights_of
from dungeonbowl.engine import actions
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.dice import D6, SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted, list_options
from dungeonbowl.engine.sides import SCORE
from dungeonbowl.scenes.scene import Scene, away, home

TABLES = [
    Pairing("official(quick=1)", "of-2", home_team="fire-fast", away_team="death-strong"),
    Pairing("stockbowl(quick=1)", "sb-02", home_team="human-balanced", away_team="orc-balanced"),
]


def test_the_evaluation_sees_the_same_position_from_both_sides() -> None:
    for pairing in TABLES:
        game = new_game(pairing)
        evaluation = Evaluation(weights_of(game.rules))
        begin(game)
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


def test_every_weight_has_a_name() -> None:
    for pairing in TABLES:
        assert len(weights_of(new_game(pairing).rules)) == len(WEIGHT_NAMES) == int(WEIGHTS)


def test_the_hard_bot_scores_when_it_can() -> None:
    scene = Scene("A.X.....BB", {"X": home(), "b": away(at=(9, 0))}, ball="X")
    bot = HardBot(1, 0.0, 30)
    while not scene.match.is_over() and scene.active == "home":
        scene.match.choose(bot.choose(scene.game.clone(), scene.match.options()))
    assert scene.winner == "home"


def test_tries_alone_decide_whatever_the_clock_says() -> None:
    """The same tries give the same results, one by one; another seed rolls other dice."""
    game = new_game(Pairing("official(quick=1)", "of-1"))
    begin(game)
    advance(game, SeededDice(i64(1)))
    found = []
    for seed in (1, 1, 2):
        bot = HardBot(seed, 0.0, 40)
        choice = bot.choose(game.clone(), options_of(game))
        found.append((choice, int(bot.coach.nodes), [[*idea.ongoing, *idea.stopped] for idea in bot.coach.ideas]))
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_a_listener_hears_how_far_the_search_is_and_changes_nothing() -> None:
    game = new_game(Pairing("official(quick=1)", "of-1"))
    begin(game)
    advance(game, SeededDice(i64(1)))
    told: list[tuple[int, int]] = []
    bot = HardBot(1, 0.0, 40)
    bot.listener = lambda done, planned: told.append((done, planned))
    quiet = HardBot(1, 0.0, 40)
    assert bot.choose(game.clone(), options_of(game)) == quiet.choose(game.clone(), options_of(game))
    assert bot.coach.nodes == quiet.coach.nodes
    assert {planned for _, planned in told} == {40}
    done = [each for each, _ in told]
    assert done == sorted(set(done))
    assert 0 < done[0] < done[-1]


def test_other_weights_are_other_opinions() -> None:
    scene = Scene("A.X....BB", {"X": home(), "b": away(at=(7, 0))}, ball="X")
    weights = [0.0] * int(WEIGHTS)
    weights[WEIGHT_NAMES.index("mover_holds")] = 2.0
    assert Evaluation([0.0] * int(WEIGHTS)).value(scene.game, i64(0)) == 0.0
    assert Evaluation(weights).value(scene.game, i64(0)) == pytest.approx(0.7616, abs=1e-4)


def test_a_lead_counts_where_a_touchdown_does_not_end_the_match() -> None:
    assert weights_of(new_game(TABLES[1]).rules)[WEIGHT_NAMES.index("lead")] > 1.0


SEVERAL_BALLS = "astrogranite(classic, multiball=on)"


def test_with_several_balls_both_carriers_count_and_to_score_is_better_than_to_hold() -> None:
    def hall(balls: list[str | tuple[int, int] | None]) -> Scene:
        picture = """
            ##############
            A.x........X.B
            A............B
            ##############
        """
        return Scene(picture, {"X": home(), "x": away()}, balls=balls, edition=SEVERAL_BALLS)

    evaluation = Evaluation(weights_of(hall(["X"]).game.rules))
    assert WEIGHT_NAMES[LEAD] == "lead"
    both, one = hall(["X", "x"]).game, hall(["X"]).game
    assert evaluation.value(both, i64(0)) < evaluation.value(one, i64(0))
    assert evaluation.value(both, i64(1)) == pytest.approx(-evaluation.value(both, i64(0)))
    ahead = hall([None]).game
    ahead.set_side(i64(0), SCORE, i64(1))
    assert evaluation.value(ahead, i64(0)) > evaluation.value(one, i64(0)) > 0.0


def test_an_idea_is_worth_the_better_of_going_on_and_stopping() -> None:
    idea = Idea(i64(1), None)
    idea.add(-0.5, 0.25)
    idea.add(0.5, 0.25)
    assert idea.mean() == pytest.approx(0.25)
    assert idea.stops()
    other = Idea(i64(1), None)
    other.add(0.5, 0.0)
    assert (other.mean(), other.stops()) == (0.5, False)


def test_an_ending_that_was_clearly_worse_is_tried_no_further() -> None:
    worse, even = Idea(i64(1), None), Idea(i64(1), None)
    for _ in range(8):
        worse.add(0.5, 0.4)
        even.add(0.5, 0.49)
    worse.give_up_stopping()
    even.give_up_stopping()
    assert (worse.never_stops, even.never_stops) == (True, False)
    worse.add(-9.0, 0.0)
    assert not worse.stops()


def test_the_same_lead_by_standard_errors_convinces_where_tries_are_many_and_not_where_they_are_few() -> None:
    searcher = HardBot(1).coach

    def is_better(tries: int, errors: float) -> bool:
        spread = 0.3
        usual, rival = Idea(i64(1), None), Idea(i64(2), None)
        for number in range(tries):
            usual.add(0.0, -1.0)
            rival.add(errors * spread / tries**0.5 + (spread if number % 2 else -spread), -1.0)
        return searcher.is_better(rival, usual)

    assert not is_better(20, 1.2)
    assert is_better(800, 1.2)
    assert is_better(20, 2.0)
    assert not is_better(800, 0.7)


def test_a_try_lasts_longer_while_no_ball_is_found() -> None:
    game = new_game(Pairing("official(quick=1)", "of-1"))
    begin(game)
    advance(game, SeededDice(i64(1)))
    searcher = HardBot(1).coach
    searcher.set_sight(game)
    hidden = int(searcher.sight)
    searcher.set_sight(Scene("A.X.....BB", {"X": home(), "b": away(at=(9, 0))}, ball="X").game)
    assert (int(searcher.sight), searcher.is_ending) == (int(HORIZON), False)
    assert hidden == int(HORIZON) + 1


def test_ideas_are_few_where_tries_are_few() -> None:
    assert [int(ideas_for(i64(tries))) for tries in (1, 20, 50, 200, 500)] == [2, 2, 6, 12, 24]


def test_a_try_that_loses_the_turn_has_one_ending_and_others_have_two() -> None:
    game = new_game(Pairing("official(quick=1)", "of-1"))
    begin(game)
    advance(game, SeededDice(i64(1)))
    bot = HardBot(1, 0.0, 40)
    bot.choose(game.clone(), options_of(game))
    by_first = {int(idea.first): idea for idea in bot.coach.ideas if idea.tries() > 0}
    gone_on = [idea for idea in bot.coach.ideas if idea.plan is not None and idea.tries() > 0]
    assert any([*idea.ongoing] != [*idea.stopped] for idea in gone_on)
    ending = by_first.get(int(actions.END_TURN))
    if ending is not None:
        assert [*ending.ongoing] == [*ending.stopped]


def test_however_little_processor_time_there_is_some_tries_are_made() -> None:
    """The limit is the time of the processor, and the floor is made whatever it says."""
    game = new_game(Pairing("official(quick=1)", "of-1"))
    begin(game)
    advance(game, SeededDice(i64(1)))
    bot = HardBot(1, 1e-9, 1000)
    bot.choose(game.clone(), options_of(game))
    tried = sum(int(idea.tries()) for idea in bot.coach.ideas)
    assert int(FLOOR) // 2 <= tried <= 4 * int(FLOOR)


def test_a_smaller_share_of_the_work_is_less_work() -> None:
    game = new_game(Pairing("official(quick=1)", "of-1"))
    begin(game)
    advance(game, SeededDice(i64(1)))
    nodes = []
    for share in (1.0, 0.1):
        bot = HardBot(1, 0.0, 400)
        bot.share = share
        bot.choose(game.clone(), options_of(game))
        nodes.append(int(bot.coach.nodes))
    assert nodes[1] < nodes[0]


def test_the_tries_of_a_decision_meet_different_dice() -> None:
    """Even the first die of all: each face comes about as often as the others."""
    for seed, decision in ((1, 0), (1, 57), (12345, 300)):
        for place in range(3):
            faces = [0] * 7
            for number in range(600):
                dice = SeededDice(stirred(i64(seed), i64(decision), i64(number)))
                rolled = [int(dice.roll(i64(1), D6)) for _ in range(place + 1)]
                faces[rolled[-1]] += 1
            assert all(60 <= count <= 140 for count in faces[1:]), faces


# --- many tries -------------------------------------------------------------------------------------------------------


def opening() -> Game:
    game = new_game(Pairing("official(quick=1)", "of-1"))
    begin(game)
    advance(game, SeededDice(i64(1)))
    return game


def test_hard_decides_by_plain_halving_and_only_many_tries_are_thorough() -> None:
    """The marks of hard(200) and of the usual 500 tries were measured with plain halving: they hold as long as these
    numbers of tries decide by nothing else."""
    assert MANY_TRIES > 500
    game = opening()
    for tries in (20, 200, 500):
        bot = HardBot(1, 0.0, tries)
        bot.choose(game.clone(), options_of(game))
        ideas = bot.coach.ideas
        assert not bot.coach.is_thorough
        assert not any(idea.then for idea in ideas)
        # plain halving and nothing else: all ideas begin with the same tries, and nothing is forgotten
        rounds = max(1, (len(ideas) - 2).bit_length())
        assert min(int(idea.tries()) for idea in ideas) == max(1, tries // (rounds * len(ideas)))
        assert len({int(idea.tries()) for idea in ideas}) <= rounds
    bot = HardBot(1, 0.0, 800)
    bot.choose(game.clone(), options_of(game))
    assert bot.coach.is_thorough


def test_many_tries_decide_the_same_for_a_seed() -> None:
    game = opening()
    found = []
    for _ in range(2):
        bot = HardBot(1, 0.0, 800)
        told: list[int] = []
        bot.listener = lambda done, planned, told=told: told.append(done)  # type: ignore[misc]
        choice = bot.choose(game.clone(), options_of(game))
        found.append((choice, int(bot.coach.nodes), [[*idea.ongoing, *idea.stopped] for idea in bot.coach.ideas]))
        assert told == sorted(set(told))
        assert told[-1] <= 800
    assert found[0] == found[1]


def test_a_second_plan_is_played_after_the_first_and_before_the_script_goes_on() -> None:
    scene = Scene("A.X.Y.....BB", {"X": home(), "Y": home(), "b": away(at=(11, 0))}, ball="Y")
    game = scene.game
    list_options(game)
    scoring = plans.score(View(game, i64(0)))
    assert scoring is not None
    step = next(a for a in scene.match.options() if a & 0xFF == actions.ACTIVATE and a >> 8 != int(scoring.piece))
    first = Plan(plans.WALK, i64(step >> 8), 1.0, 0.0, [step])
    searcher = HardBot(1).coach
    searcher.begin_trying(game, i64(8), True)
    alone, followed = Idea(i64(step), first), Idea(i64(step), first)
    followed.then = scoring
    for number in range(8):
        searcher.attempt(game, alone, i64(number))
        searcher.attempt(game, followed, i64(number))
    assert [*followed.stopped] == [1.0] * 8  # it has scored before the turn is ended
    assert max(alone.stopped) < 1.0


def test_a_rival_is_tried_after_the_plan_of_another_player_and_not_after_a_touchdown() -> None:
    def plan(kind: int, piece: int) -> Plan:
        return Plan(i64(kind), i64(piece), 1.0, 0.0, [piece])

    rivals = [Idea(i64(2), plan(plans.BLOCK, 2)), Idea(i64(1), plan(plans.WALK, 1)), Idea(i64(3), None)]
    later = later_ideas(Idea(i64(1), plan(plans.WALK, 1)), rivals)
    assert [(idea.first, idea.plan.piece, idea.then.piece) for idea in later if idea.plan and idea.then] == [(1, 1, 2)]
    assert later_ideas(Idea(i64(1), plan(plans.SCORE, 1)), rivals) == []
    assert later_ideas(Idea(i64(1), None), rivals) == []


def test_an_idea_that_went_as_another_one_in_every_try_takes_no_more_tries() -> None:
    usual, same, other, like_other = (Idea(i64(1), None) for _ in range(4))
    for idea, result in ((usual, 0.1), (same, 0.1), (other, 0.2), (like_other, 0.2)):
        for _ in range(8):
            idea.add(result, 0.0)
    assert without_twins([same, other, like_other], usual) == [other]
