"""The script: what a good coach does without thinking, each habit in a small dungeon; and its answers are always legal,
in every edition, and follow from its seed."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.arena import Pairing, new_game, play
from dungeonbowl.bots.ladder import EasyBot, HardBot, NormalBot
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.seat import options_of
from dungeonbowl.bots.tactics import chests, plans
from dungeonbowl.bots.tactics.ideas import candidates
from dungeonbowl.bots.tactics.plans import Plan
from dungeonbowl.bots.tactics.taste import TASTE_NAMES, TASTES, USUAL_TASTE
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.records.save import fingerprint
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.words.notation import spell

TABLES = [
    Pairing("official(quick=1)", "of-2", home_team="fire-fast", away_team="death-strong"),
    Pairing("official", "of-3", home_team="beasts-balanced", away_team="light-strong"),
    Pairing("stockbowl(quick=1)", "sb-02", home_team="human-balanced", away_team="orc-balanced"),
    Pairing("stockbowl", "", home_team="wood-elf-balanced", away_team="dwarf-balanced"),
]


def under_way(pairing: Pairing) -> Game:
    """A match before its first decision."""
    game = new_game(pairing)
    begin(game)
    return game


def hard(seed: int) -> HardBot:
    return HardBot(seed, 0.0, 4)


@pytest.mark.parametrize("pairing", TABLES, ids=lambda pairing: pairing.edition)
@pytest.mark.parametrize("maker", [EasyBot, NormalBot, hard])
def test_answers_are_legal_and_change_nothing_wherever_chance_leads(pairing: Pairing, maker: type[Bot]) -> None:
    """Two in three decisions are made at random, so that the bot finds itself where it would never have gone."""
    for seed in range(1 if maker is hard else 3):
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
        begin(game)
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


# --- habits -------------------------------------------------------------------------------------------------------


def let_play(scene: Scene, until: str = "end turn") -> list[str]:
    """What the normal bot does in its team turn, in words, up to and without the first action that begins so."""
    bot = NormalBot(1)
    side = scene.active
    done: list[str] = []
    while not scene.match.is_over() and scene.active == side and len(done) < 200:
        choice = bot.choose(scene.game.clone(), scene.match.options())
        text = spell(scene.game, scene.names, choice)
        if text.startswith(until):
            break
        done.append(text)
        scene.match.choose(choice)
    return done


def answer(scene: Scene) -> str:
    """What the normal bot answers to what is asked now."""
    return spell(scene.game, scene.names, NormalBot(1).choose(scene.game.clone(), scene.match.options()))


def apart(scene: Scene, one: str, other: str | tuple[int, int]) -> int:
    """Squares between two players, or a player and a square, as the crow flies."""
    here = scene.square(one)
    there = scene.square(other) if isinstance(other, str) else other
    assert here is not None
    assert there is not None
    return max(abs(here[0] - there[0]), abs(here[1] - there[1]))


CHEST = """
    A............B
    A...X.$......B
    A............B
    A...........$B
"""


def test_team_mates_leave_a_chest_before_it_is_opened() -> None:
    scene = Scene(CHEST, {"X": home(), "M": home(at=(7, 0)), "N": home(at=(5, 2)), "b": away(at=(13, 1))})
    done = let_play(scene, "open")
    assert {"activate M", "activate N"} <= set(done)
    assert done[-1].startswith(("step", "declare move"))
    assert sum(apart(scene, mate, (6, 1)) <= 1 for mate in "XMN") == 1  # only who opens it


def test_of_two_chests_the_one_without_friends_is_opened() -> None:
    picture = """
        A....$....B
        A.........B
        A...X.....B
        A.........B
        A....$....B
    """
    mate = home(at=(6, 0), skills=["No Hands"])
    scene = Scene(picture, {"X": home(), "M": mate, "b": away(at=(10, 2))})
    view = View(scene.game, i64(0))
    plan = chests.open_chest(view)
    assert plan is not None
    assert spell(scene.game, scene.names, plan.steps[-1]) == "open (5,4)"


def test_the_right_player_opens_a_chest() -> None:
    """One with hands, and of those the one with the better armour."""
    legend = {
        "X": home(at=(5, 2), armour=8),
        "Y": home(at=(7, 2), armour=10),
        "Z": home(at=(5, 0), armour=11, skills=["No Hands"]),
        "b": away(at=(13, 1)),
    }
    scene = Scene(CHEST.replace("X", "."), legend)
    plan = chests.open_chest(View(scene.game, i64(0)))
    assert plan is not None
    assert int(plan.piece) == scene.piece("Y")


def test_a_chest_is_opened_last() -> None:
    scene = Scene(CHEST, {"X": home(), "M": home(at=(1, 0)), "b": away(at=(13, 1))})
    done = let_play(scene, "open")
    assert "activate M" in done
    assert scene.square("M") != (1, 0)


def test_team_mates_gather_about_the_carrier() -> None:
    picture = """
        A.......................B
        A.N.....................B
        A.......X...............B
        A.M.....................B
        A.......................B
    """
    foes = {letter: away(at=(20, row)) for letter, row in (("b", 1), ("c", 2), ("d", 3))}
    scene = Scene(picture, {"X": home(), "M": home(movement=9), "N": home(movement=9), **foes}, ball="X")
    let_play(scene)
    assert apart(scene, "M", "X") <= 3
    assert apart(scene, "N", "X") <= 3
    assert all(apart(scene, "X", foe) > 1 for foe in "bcd")  # he does not run into them
    assert scene.square("X") != (8, 2)


def test_a_team_mate_stands_in_the_way_of_the_opponent_with_the_ball() -> None:
    scene = Scene(
        "A...................B\nA...................B",
        {"X": home(at=(1, 0), movement=9), "b": away(at=(14, 0))},
        ball="b",
    )
    let_play(scene)
    spot = scene.square("X")
    assert spot is not None
    assert 5 <= spot[0] < 14


def test_a_portal_is_used_where_it_leads_nearer() -> None:
    picture = "A..X.1....................................2.BB\nA..........................................BB"
    scene = Scene(picture, {"X": home(), "b": away(at=(11, 1))}, ball="X")
    scene.give(["D6 2"])
    let_play(scene)
    assert scene.told("teleported", "X")


def test_a_portal_is_left_alone_where_the_way_is_open() -> None:
    picture = """
        A...................X.1...BB
        A2........................BB
        A.........................BB
    """
    scene = Scene(picture, {"X": home(), "b": away(at=(5, 2))}, ball="X")
    let_play(scene)
    assert not scene.told("teleported")
    assert scene.winner == "home"


LINE = """
    A......B
    A.Pb...B
    A......B
    A......B
    A.Qc...B
    A......B
"""


def test_the_safer_of_two_blocks_comes_first() -> None:
    for strong, other in (("P", "Q"), ("Q", "P")):
        legend = {"b": away(), "c": away(), strong: home(strength=4), other: home(strength=3)}
        scene = Scene(LINE, legend, ball=(6, 0))
        bot = NormalBot(1)
        for expected in (f"activate {strong}", f"declare block {'b' if strong == 'P' else 'c'}"):
            choice = bot.choose(scene.game.clone(), scene.match.options())
            assert spell(scene.game, scene.names, choice) == expected
            if expected.startswith("activate"):
                scene.match.choose(choice)


def test_nobody_blocks_where_the_opponent_would_choose() -> None:
    legend = {"P": home(strength=2), "b": away(strength=4), "Q": home(strength=2), "c": away(strength=4)}
    scene = Scene(LINE, legend, ball="c")
    assert not any(text.startswith(("declare block", "declare blitz", "block")) for text in let_play(scene))


def test_what_is_safe_is_done_before_what_may_end_the_turn() -> None:
    """The carrier has to dodge; the others move first."""
    picture = """
        A.......
        A.Xb....
        A.......
        AM.....N
    """
    legend = {"X": home(agility=4), "b": away(strength=5), "M": home(), "N": home(status="prone")}
    scene = Scene(picture + "\n        A......B", legend, ball="X")
    bot = NormalBot(1)
    order: list[str] = []
    while not order or order[-1] != "X":
        text = spell(scene.game, scene.names, bot.choose(scene.game.clone(), scene.match.options()))
        if text == "end turn":
            break
        if text.startswith("activate"):
            order.append(text.split()[1])
        if order[-1:] != ["X"]:
            scene.act(text)
    assert order[:2] in (["N", "M"], ["M", "N"])


@pytest.mark.parametrize(
    ("rerolls", "ball", "expected"),
    [
        (1, None, "accept"),  # one for many turns: not for a fall that costs little
        (4, None, "reroll team"),
        (1, "X", "reroll team"),  # the ball is worth it
    ],
)
def test_a_reroll_is_spent_by_its_value(rerolls: int, ball: str | None, expected: str) -> None:
    legend = {"X": home(), "b": away()}
    scene = Scene("A.....B\nA.Xb..B\nA.....B", legend, ball=ball or (6, 0), rerolls=(rerolls, 0))
    scene.play("activate X", "declare move", "step w", dice=["D6 1"])
    assert answer(scene) == expected


def test_a_failed_pick_up_is_rolled_again() -> None:
    scene = Scene("A.X...B", {"X": home(), "b": away(at=(6, 0))}, ball=(3, 0), rerolls=(1, 0))
    scene.play("activate X", "declare move", "step e", dice=["D6 1"])
    assert answer(scene) == "reroll team"


@pytest.mark.parametrize(("bench", "first"), [("reserves", "enter R"), ("knocked-out", "sponge R")])
def test_the_dugout_comes_before_anything_else(bench: str, first: str) -> None:
    scene = Scene("A.X.1..B", {"X": home(), "R": home(status=bench)}, ball=(6, 0))
    assert answer(scene) == first


@pytest.mark.parametrize("maker", [NormalBot, hard])
def test_no_turn_ends_while_the_dugout_or_the_sponge_is_left(maker: type[Bot]) -> None:
    game = new_game(Pairing("official(turn_limit=6, quick=1)", "of-1", home_team="fire-fast", away_team="death-strong"))
    begin(game)
    dice = SeededDice(i64(9))
    bots = [maker(1), maker(2)]  # type: ignore[call-arg]
    used = 0
    while advance(game, dice) == ASK:
        options = options_of(game)
        choice = bots[int(game.asked)].choose(game.clone(), options)
        kinds = {kind_of(option) for option in options}
        if choice == int(actions.END_TURN):
            assert not kinds & {int(actions.ENTER_RESERVE), int(actions.USE_SPONGE)}
        used += kind_of(choice) in (int(actions.ENTER_RESERVE), int(actions.USE_SPONGE))
        choose_trusted(game, i64(choice))
    assert used > 0


def test_it_scores_as_soon_as_it_can() -> None:
    """Without the touchdown there would be many turns to wait in."""
    scene = Scene("A.X.....BB", {"X": home(), "M": home(at=(1, 0)), "b": away(at=(9, 0))}, ball="X")
    assert let_play(scene)[0] == "activate X"
    assert scene.winner == "home"


def test_a_carrier_whose_way_is_barred_does_not_wait_for_ever() -> None:
    """A line of opponents who never move, from wall to wall."""
    picture = """
        A....b......B
        A.X..c......B
        A.M..d......B
    """
    legend = {"X": home(agility=2), "M": home(), "b": away(), "c": away(), "d": away()}
    scene = Scene(picture, legend, ball="X")
    game = scene.game
    bot = NormalBot(1)
    dice = SeededDice(i64(4))
    turns = blows = 0
    while advance(game, dice) == ASK and not game.over and turns < 14:
        options = options_of(game)
        if game.asked == 1:
            ending = [option for option in options if option == int(actions.END_TURN)]
            turns += bool(ending)
            choose_trusted(game, i64((ending or options)[0]))
        else:
            choice = bot.choose(game.clone(), options)
            blows += spell(game, scene.names, choice).startswith(("declare block", "declare blitz"))
            choose_trusted(game, i64(choice))
    assert blows > 0


def test_every_taste_has_a_name() -> None:
    assert len(USUAL_TASTE) == len(TASTE_NAMES) == int(TASTES)
