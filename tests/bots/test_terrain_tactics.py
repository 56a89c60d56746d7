"""What the script makes of ground, doors and pieces of no side, each habit in a small dungeon. It knows no module: it
asks the rules for prices and risks, and the engine for options."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.bots.ladder import NormalBot
from dungeonbowl.bots.seat import options_of
from dungeonbowl.bots.tactics import hopes, plans
from dungeonbowl.bots.tactics.evaluation import DEFAULT_WEIGHTS, Evaluation
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.loop import advance, choose_trusted, start
from dungeonbowl.engine.procedures.contest import Contest
from dungeonbowl.records.scene import Scene, away, home, neutral

LAVA = "&"
CHASM = ":"
FULL_OF_FOUR = "astrogranite(full, special_arrangements=off, extra_teams=on)"


def home_turn(scene: Scene, seed: int = 1) -> list[int]:
    """The team turn of the first side as the script plays it; the kinds of what it chose."""
    game = scene.game
    bot = NormalBot(1)
    dice = SeededDice(i64(seed))
    kinds: list[int] = []
    while advance(game, dice) == ASK and game.active == 0 and not game.over:
        options = options_of(game)
        choice = bot.choose(game.clone(), options)
        assert choice in options
        kinds.append(int(kind_of(i64(choice))))
        choose_trusted(game, i64(choice))
        assert len(kinds) < 200
    return kinds


def test_it_walks_round_lava() -> None:
    scene = Scene(
        """
        ############
        A.........##
        AX%%%%%%%..#
        A.%%%%%%%.B#
        ############
        """.replace("%", LAVA),
        {"X": home(movement=9), "z": away(at=(10, 2), status="stunned")},
        ball="X",
        edition="astrogranite(classic, lava=on)",
    )
    here = scene.node((1, 2))
    assert View(scene.game, i64(0)).attack[here] == 9  # as far as round it
    home_turn(scene)
    assert scene.winner == "home"
    assert not scene.told("armour rolled")


def test_nobody_ends_its_walk_on_lava_or_in_a_chasm() -> None:
    scene = Scene(
        """
        A########
        AX%%%%..#
        AY@@@%B.#
        #########
        """.replace("%", LAVA).replace("@", CHASM),
        {"X": home(movement=2), "Y": home(movement=2), "z": away(at=(7, 1))},
        ball=(6, 1),
        edition="astrogranite(classic, lava=on, chasms=on)",
    )
    home_turn(scene)
    for letter in "XY":
        assert scene.square(letter) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]
        assert scene.status(letter) == "standing"


def test_the_way_round_a_chasm_is_its_distance() -> None:
    scene = Scene(
        """
        #########
        AX@..B..#
        A.@.....#
        A.......#
        #########
        """.replace("@", CHASM),
        {"X": home(), "z": away(at=(7, 3))},
        edition="astrogranite(classic, chasms=on)",
    )
    view = View(scene.game, i64(0))
    assert view.attack[scene.node((1, 1))] == 5
    assert view.brinks(scene.node((1, 2))) == 2
    assert view.brinks(scene.node((5, 3))) == 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_opens_the_door_on_its_way(seed: int) -> None:
    scene = Scene(
        """
        ###########
        A.X..=...B.
        ###########
        """,
        {"X": home(movement=6), "z": away(at=(10, 1))},
        ball="X",
        edition="astrogranite(classic, doors=on)",
    )
    assert View(scene.game, i64(0)).attack[scene.node((2, 1))] > 7  # dear, and possible
    kinds = home_turn(scene, seed)
    assert int(actions.OPEN_DOOR) in kinds
    assert int(actions.CLOSE_DOOR) not in kinds


def test_it_leaves_a_door_alone_that_leads_nowhere() -> None:
    scene = Scene(
        """
        ###########
        AX......B.#
        #=#########
        #..########
        ###########
        """,
        {"X": home(movement=6), "z": away(at=(9, 1))},
        ball="X",
        edition="astrogranite(classic, doors=on)",
    )
    assert int(actions.OPEN_DOOR) not in home_turn(scene)


def test_it_does_not_block_a_referee() -> None:
    scene = Scene(
        """
        #########
        AXR...B.#
        #########
        """,
        {"X": home(strength=5), "z": away(at=(7, 1)), "R": neutral(skills=["Referee"], armour=8)},
        edition="astrogranite(classic, referees=on, onsite_referees=on)",
    )
    view = View(scene.game, i64(0))
    assert list(view.foes) == [scene.piece("z")]
    assert list(view.neutral) == [scene.piece("R")]
    assert len(view.beasts) == 0
    game = scene.game
    kinds: list[int] = []
    bot = NormalBot(1)
    dice = SeededDice(i64(1))
    while advance(game, dice) == ASK and game.active == 0 and len(kinds) < 50:
        choice = bot.choose(game.clone(), options_of(game))
        assert not (kind_of(i64(choice)) == actions.DECLARE and choice >> 8 & 0xFFFF == actions.BLOCK_ACTION)
        choose_trusted(game, i64(choice))
        kinds.append(choice)
    assert scene.status("R") == "standing"


def test_it_keeps_away_from_a_monster() -> None:
    scene = Scene(
        """
        ################
        AM.X............
        A...............
        B...............
        ################
        """,
        {
            "M": neutral(skills=["Monster", "Block Attack"], movement=4, strength=5),
            "X": home(movement=6),
            "z": away(at=(15, 3)),
        },
        ball=(2, 1),
        edition="astrogranite(classic, morphing_monsters=on)",
    )
    view = View(scene.game, i64(0))
    assert list(view.beasts) == [scene.piece("M")]
    assert view.peril(scene.node((2, 1))) == 1.0
    assert view.peril(scene.node((14, 1))) == 0.0
    assert view.peril(scene.node((3, 1))) > view.peril(scene.node((5, 1))) > 0.0
    places = plans.Places(view)
    piece = i64(scene.piece("X"))
    assert places.dread(view, scene.node((2, 1))) > places.dread(view, scene.node((4, 1)))
    with_ball = View(scene.game, i64(0))
    assert hopes.danger(with_ball, scene.node((2, 2))) > hopes.danger(with_ball, scene.node((10, 2)))
    assert places.value(view, piece, scene.node((14, 2))) < 0.0


def test_opponents_are_pushed_where_the_ground_hurts_them() -> None:
    scene = Scene(
        """
        ########
        A#...@.#
        ##.Xb..#
        ##...%.#
        ####BB##
        """.replace("%", LAVA).replace("@", CHASM),
        {"X": home(strength=5, skills=["Block"]), "b": away(strength=2)},
        edition="astrogranite(classic, chasms=on, lava=on, precarious=off)",
    )
    scene.play("activate X", "declare block b", dice=["block PU PU PU"])
    if scene.offered("face push"):
        scene.play("face push")
    choice = NormalBot(1).choose(scene.game.clone(), options_of(scene.game))
    assert kind_of(i64(choice)) == actions.PUSH_TO
    assert choice >> 8 & 0xFFFF == scene.node((5, 1))


def test_among_several_sides_all_others_are_opponents_and_every_position_has_a_worth() -> None:
    game = new_game(Pairing(FULL_OF_FOUR, "ag-four-winds"))
    start(game, Contest())
    dice = SeededDice(i64(3))
    bots = [NormalBot(seed) for seed in range(4)]
    judge = Evaluation(DEFAULT_WEIGHTS)
    asked: set[int] = set()
    for made in range(160):
        assert advance(game, dice) == ASK
        if game.asked >= game.squads.sides:
            choose_trusted(game, game.rules.neutral.advice(game))
            continue
        options = options_of(game)
        side = int(game.asked)
        choice = bots[side].choose(game.clone(), options)
        assert choice in options
        choose_trusted(game, i64(choice))
        asked.add(side)
        if made % 40 == 0:
            assert -1.0 <= judge.value(game, i64(side)) <= 1.0
            view = View(game, i64(side))
            assert all(game.side_of[piece] != side for piece in view.foes)
            assert all(game.side_of[piece] < 4 for piece in view.foes)
    assert len(asked) == 4
