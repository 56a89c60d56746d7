"""What the script makes of ground, doors and pieces of no side, each habit in a small dungeon. It knows no module: it
asks the rules for prices and risks, and the engine for options."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.bots.ladder import NormalBot
from dungeonbowl.bots.seat import options_of
from dungeonbowl.bots.tactics import hopes
from dungeonbowl.bots.tactics.evaluation import DEFAULT_WEIGHTS, Evaluation
from dungeonbowl.bots.tactics.places import ESCORTS, FETCHES, Places
from dungeonbowl.bots.tactics.tactician import Tactician
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.engine.sides import TURNS
from dungeonbowl.scenes.scene import Scene, away, home, neutral

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


def at(scene: Scene, letter: str) -> tuple[int, int]:
    square = scene.square(letter)
    assert square is not None
    return square


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
    places = Places(view)
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


def test_it_flees_a_dragon_that_lies_in_its_way() -> None:
    scene = Scene(
        """
        ####################
        A.................B#
        A.........XM......B#
        A.................B#
        A.................B#
        ####################
        """,
        {
            "M": neutral(skills=["Monster", "Block Attack"], movement=4, strength=7, size=3),
            "X": home(movement=6),
            "z": away(at=(18, 4), status="stunned"),
        },
        edition="astrogranite(classic, dragonbowl=on)",
    )
    view = View(scene.game, i64(0))
    assert view.peril(scene.node((10, 2))) == 1.0
    assert view.peril(scene.node((14, 4))) == 1.0  # beside its whole body
    home_turn(scene)
    assert at(scene, "X")[0] <= 5


def test_it_does_not_end_its_walk_beside_a_referee() -> None:
    scene = Scene(
        """
        ###########
        A.........#
        AX..R.c...B
        A.........#
        ###########
        """,
        {
            "X": home(movement=4),
            "c": home(status="stunned"),
            "z": away(at=(9, 3), status="stunned"),
            "R": neutral(skills=["Referee"], armour=8),
        },
        ball=(5, 2),
        edition="astrogranite(classic, referees=on, onsite_referees=on)",
    )
    view = View(scene.game, i64(0))
    assert view.watched(scene.node((5, 2))) == 1.0
    assert view.watched(scene.node((7, 2))) == 0.0
    places = Places(view)
    piece = i64(scene.piece("X"))
    beside = [(3, 1), (3, 2), (3, 3), (4, 1), (4, 3)]
    best = max(
        (node for node in range(int(scene.game.dungeon.count)) if view.reach(piece).odds(i64(node)) > 0.99),
        key=lambda node: places.value(view, piece, i64(node)),
    )
    assert all(best != scene.node(square) for square in beside)


def test_it_keeps_off_a_brink_where_opponents_can_come() -> None:
    scene = Scene(
        """
        #########
        A..@....#
        AX.@...B#
        A..@....#
        A.......#
        #########
        """.replace("@", CHASM),
        {"X": home(movement=2), "z": away(at=(3, 4))},
        edition="astrogranite(classic, chasms=on)",
    )
    view = View(scene.game, i64(0))
    places = Places(view)
    assert places.dread(view, scene.node((2, 2))) > 0.0
    assert places.dread(view, scene.node((1, 2))) == 0.0
    assert hopes.danger(view, scene.node((2, 2))) > hopes.danger(view, scene.node((1, 2)))


def test_a_door_that_is_locked_is_broken() -> None:
    scene = Scene(
        """
        ###########
        A..X=..$.B.
        AY..#......
        ###########
        """,
        {"X": home(movement=6), "Y": home(movement=4), "z": away(at=(10, 1), status="stunned")},
        edition="astrogranite(classic, doors=on)",
    )
    scene.play("activate X", "declare move", "open door (4,1)", dice=["D6 1"])  # locked
    home_turn(scene)
    blow = f"declared {scene.piece('Y')} {int(actions.SMASH_DOOR_ACTION)} "
    assert any(told.startswith(blow) for told in scene.story())


def test_a_carrier_whom_nobody_can_come_after_runs_on() -> None:
    """Behind a chasm that cuts the dungeon in two, no opponent can score from there."""
    scene = Scene(
        """
        ##############
        A.@..X......B#
        A.@.........B#
        ##############
        """.replace("@", CHASM),
        {"X": home(movement=4), "z": away(at=(12, 2), status="stunned")},
        ball="X",
        edition="astrogranite(classic, chasms=on)",
    )
    view = View(scene.game, i64(0))
    assert view.defend[scene.node((5, 1))] == -1
    assert hopes.held(view, scene.node((9, 1))) > hopes.held(view, scene.node((5, 1)))
    home_turn(scene)
    assert at(scene, "X")[0] >= 9


SEVERAL_BALLS = "astrogranite(classic, multiball=on)"


def test_with_several_balls_every_carrier_runs() -> None:
    scene = Scene(
        """
        ################
        A.X............B
        A....Y.........B
        ################
        """,
        {"X": home(movement=5), "Y": home(movement=5), "z": away(at=(14, 2), status="stunned")},
        balls=["X", "Y"],
        edition=SEVERAL_BALLS,
    )
    home_turn(scene)
    assert at(scene, "X")[0] >= 7
    assert at(scene, "Y")[0] >= 10


def test_with_several_balls_everybody_does_what_is_nearest() -> None:
    scene = Scene(
        """
        ####################
        A.X...W............B
        A..............Y...B
        ####################
        """,
        {
            "X": home(movement=5),
            "W": home(movement=5),
            "Y": home(movement=5),
            "z": away(at=(18, 2), status="stunned"),
        },
        balls=["X", (17, 1), None],
        edition=SEVERAL_BALLS,
    )
    view = View(scene.game, i64(0))
    places = Places(view)
    assert places.errand(view, i64(scene.piece("W"))) == ESCORTS
    assert places.errand(view, i64(scene.piece("Y"))) == FETCHES


def test_chests_are_opened_while_another_ball_is_in_play() -> None:
    scene = Scene(
        """
        ################
        A.X............B
        A..........Y$..B
        ################
        """,
        {"X": home(movement=5), "Y": home(movement=5), "z": away(at=(14, 1), status="stunned")},
        balls=["X", None],
        edition=SEVERAL_BALLS,
    )
    assert int(actions.OPEN_CHEST) in home_turn(scene)


def test_a_reserve_walks_on_from_where_it_comes_in() -> None:
    scene = Scene(
        """
        ################
        A..1...2.......B
        A.........x....B
        ################
        """,
        {"X": home(status="reserves", movement=5), "x": home(), "z": away(at=(14, 1), status="stunned")},
        ball=(12, 1),
        edition="astrogranite(classic)",
    )
    home_turn(scene)
    assert scene.status("X") == "standing"
    assert at(scene, "X") not in [(3, 1), (7, 1)]


def test_two_who_hold_each_other_off_a_chest_come_to_blows_in_the_end() -> None:
    scene = Scene(
        """
        ##############
        A....Xx..$...B
        ##############
        """,
        {"X": home(strength=2, movement=4), "x": away(strength=3)},
        edition="astrogranite(classic)",
    )
    coach = Tactician()
    game = scene.game
    urgencies = []
    for turn in range(14):
        game.set_side(i64(0), TURNS, i64(turn + 1))
        coach.feel(View(game, i64(0)))
        urgencies.append(coach.urgency)
    assert urgencies[:9] == [0.0] * 9
    assert urgencies[-1] > urgencies[-2] > 0.0


def test_among_several_sides_all_others_are_opponents_and_every_position_has_a_worth() -> None:
    game = new_game(Pairing(FULL_OF_FOUR, "ag-four-winds"))
    begin(game)
    dice = SeededDice(i64(3))
    bots = [NormalBot(seed) for seed in range(4)]
    judge = Evaluation(DEFAULT_WEIGHTS)
    asked: set[int] = set()
    for made in range(160):
        assert advance(game, dice) == ASK
        if game.asked >= game.squads.sides:
            choose_trusted(game, game.rules.policies.neutral.advice(game))
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
