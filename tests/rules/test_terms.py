"""Components and terms (O-TERM)."""

from __future__ import annotations

import pytest

from dungeonbowl.bots.random_bot import RandomBot
from dungeonbowl.dungeon.terrain import is_impassable
from dungeonbowl.dungeon.text import load_dungeon
from dungeonbowl.editions import build
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import HIDDEN
from dungeonbowl.engine.setup import standard_squads
from dungeonbowl.engine.statuses import LOST, RESERVES, STANDING, STUNNED
from dungeonbowl.scenes.scene import Scene, away, home


def between_activations(seed: int) -> list[Game]:
    """Positions of a random match, each a stable moment: nobody is activated."""
    game = Game(build("official(turn_limit=4)"), load_dungeon("of-1"), standard_squads(12))
    match = begun(game, SeededDice(seed))
    bot = RandomBot(seed)
    found: list[Game] = []
    while not match.is_over():
        if match.game.frame().name() == "TeamTurn":
            found.append(match.game.clone())
        match.choose(bot.choose(match.game, match.options()))
    return found


@pytest.mark.rule("O-TERM-01")
def test_one_team_is_active_and_its_coach_decides_about_its_players() -> None:
    scene = Scene("A.C...b.d", {"A": home(), "C": home(), "b": away(), "d": away()})
    assert (scene.active, scene.asked) == ("home", "home")
    assert scene.options() == ["activate A", "activate C", "end turn"]
    assert scene.refused("activate b") == "that player is not of the active side"
    scene.play("end turn")
    assert (scene.active, scene.asked) == ("away", "away")
    assert scene.options() == ["activate b", "activate d", "end turn"]


@pytest.mark.rule("O-TERM-01")
def test_all_players_of_the_other_team_are_opponents_and_no_team_mate_is() -> None:
    scene = Scene("CAb", {"A": home(), "C": home(), "b": away()})
    scene.play("activate A")
    assert scene.offered("declare block b")
    assert not scene.offered("declare block C")


@pytest.mark.rule("O-TERM-02", "O-TERM-06")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_at_every_stable_moment_the_one_ball_is_hidden_held_or_on_a_free_floor_square(seed: int) -> None:
    positions = between_activations(seed)
    assert len(positions) > 20
    for game in positions:
        assert len(game.balls) == 1
        where = int(game.balls[0])
        carrier = int(game.carrier(0))
        if carrier >= 0:
            assert game.status[carrier] == STANDING
            assert game.square[carrier] >= 0
        elif where >= 0:
            assert game.occupant[where] == -1
            assert game.token[where] == 0
            assert not is_impassable(int(game.dungeon.terrain[where]))
        else:
            assert where == HIDDEN
            assert game.balls_hidden == 1
            assert game.chests_closed >= 1


@pytest.mark.rule("O-TERM-03", "O-TERM-04", "O-TERM-05")
@pytest.mark.parametrize("seed", [4, 5])
def test_a_player_is_on_one_square_and_up_or_down_or_in_one_box(seed: int) -> None:
    for game in between_activations(seed):
        held: dict[int, int] = {}
        for piece in range(int(game.squads.count)):
            square, status = int(game.square[piece]), int(game.status[piece])
            if square >= 0:
                assert square not in held
                held[square] = piece
                assert STANDING <= status <= STUNNED
            else:
                assert RESERVES <= status <= LOST
        for square in range(int(game.dungeon.count)):
            assert (int(game.occupant[square]) if game.occupant[square] >= 0 else None) == held.get(square)


@pytest.mark.rule("O-TERM-04")
def test_only_players_in_reserves_enter() -> None:
    boxes = ["reserves", "knocked-out", "casualty", "sent-off", "lost"]
    legend = {letter: home(status=box) for letter, box in zip("RKCSL", boxes, strict=True)}
    scene = Scene("A.1...b", {"A": home(), "b": away(), **legend})
    assert [text for text in scene.options() if text.startswith("enter")] == ["enter R"]
    for letter in "KCSL":
        assert "not in Reserves" in scene.refused(f"enter {letter}")


@pytest.mark.rule("O-TERM-05")
def test_players_of_any_status_occupy_a_square_and_nothing_else_does() -> None:
    legend = {"A": home(), "b": away(), "c": away(status="prone"), "D": home(status="stunned")}
    scene = Scene(".bc\n.AD\n.1.", legend, ball=(0, 1))
    scene.play("activate A", "declare move")
    steps = {text for text in scene.options() if text.startswith("step")}
    assert steps == {"step w", "step nw", "step sw", "step s", "step se"}  # ball and portal included


@pytest.mark.rule("O-TERM-05")
def test_a_doorway_is_no_obstacle() -> None:
    scene = Scene("+-+-+-+\n|A . .|\n+-+   +\n  |. .|\n  +-+-+", {"A": home()})
    scene.play("activate A", "declare move", "step e", "step s")
    assert scene.square("A") == (1, 1)


@pytest.mark.rule("O-TERM-06")
@pytest.mark.parametrize(
    ("beyond", "dice", "rests"),
    [
        (".", ["D8 5"], (3, 0)),
        ("b", ["D8 5", "D8 5"], (4, 0)),  # a prone player
        ("1", ["D8 5", "D6 2", "D8 5"], (7, 0)),  # a portal: teleported, then one square on
        ("$", ["D8 5", "D6 3", "D8 4"], (1, 0)),  # a chest turns it back onto the fallen player
        ("F", ["D8 5", "D8 5"], (4, 0)),  # the chasm throws it out
    ],
)
def test_the_ball_does_not_rest_on_players_portals_chests_or_features(
    beyond: str, dice: list[str], rests: tuple[int, int]
) -> None:
    legend = {"A": home(movement=1), "z": away(at=(8, 0))}
    if beyond == "b":
        legend["b"] = away(status="prone")
    scene = Scene(f"A..{beyond}..2..", legend, ball="A")
    scene.play("activate A", "declare move", "step e", "step e", dice=["D6 1", "2D6 1+1", *dice])
    assert scene.ball == rests


@pytest.mark.rule("O-TERM-07")
@pytest.mark.parametrize(
    ("feature", "passable"),
    [("$", False), ("I", False), ("K", False), ("Y", False), ("F", False), ("-", True), ("1", True)],
)
def test_nobody_walks_onto_what_is_impassable(feature: str, passable: bool) -> None:
    scene = Scene(f"A{feature}.", {"A": home()}, ball=(2, 0))
    scene.play("activate A", "declare move")
    assert scene.offered("step e") == passable


@pytest.mark.rule("O-TERM-07")
def test_nobody_jumps_onto_what_is_impassable() -> None:
    for feature in "$IKYF":
        scene = Scene(f"Ab{feature}", {"A": home(), "b": away(status="prone")}, ball=(0, 0))
        scene.play("activate A", "declare move")
        assert not any(text.startswith("jump") for text in scene.options()), feature


@pytest.mark.rule("O-TERM-08")
def test_steps_jumps_and_follow_ups_pick_up_the_ball() -> None:
    scene = Scene("A..", {"A": home()}, ball=(1, 0))
    scene.play("activate A", "declare move", "step e", dice=["D6 6"])
    assert scene.ball == "A"
    scene = Scene("Ab.", {"A": home(), "b": away(status="prone")}, ball=(2, 0))
    scene.play("activate A", "declare move", "jump (2,0)", dice=["D6 6", "D6 6"])
    assert scene.ball == "A"


@pytest.mark.rule("O-TERM-08")
def test_pushes_chain_pushes_and_forced_teleports_are_not_by_the_players_will() -> None:
    scene = Scene("Ab..", {"A": home(), "b": away()}, ball=(2, 0))
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH", "D8 5"])
    assert scene.ball == (3, 0)
    scene = Scene("Abc..", {"A": home(), "b": away(), "c": away()}, ball=(3, 0))
    scene.play("activate A", "declare block b", "stay", dice=["block PUSH", "D8 5"])
    assert scene.square("c") == (3, 0)
    assert scene.ball == (4, 0)
    # displaced by a team-mate: it owes the portal nothing (O-PORTAL-05 is for those who went in by themselves)
    scene = Scene("A.C.2...3.b", {"A": home(under="1"), "C": home(), "b": away()})
    scene.play("activate C", "declare move", "step e", "step e", "stop", dice=["D6 1", "D6 3"])
    scene.play("activate A", "declare move")
    assert not scene.offered("pay portal")


@pytest.mark.rule("O-TERM-09")
@pytest.mark.parametrize(
    ("spot", "expected"),
    [((4, 0), True), ((4, 4), True), ((3, 4), True), ((5, 0), False), ((5, 5), False), ((0, 5), False)],
)
def test_within_four_squares_is_the_larger_of_columns_and_rows(spot: tuple[int, int], expected: bool) -> None:
    picture = "\n".join(["......"] * 6)
    scene = Scene(picture, {"A": home(at=(0, 0)), "b": away(at=spot)}, rooms=[("Kitchen", [0, 0, 2, 2])])
    scene.play("activate A")
    assert scene.offered("declare throw food b") == expected


@pytest.mark.rule("O-TERM-10")
def test_a_team_may_have_all_its_players_in_the_dungeon() -> None:
    legend = {letter: home(at=(x, 0)) for x, letter in enumerate("abcdefghijklmno")}
    scene = Scene("...............1.", {**legend, "R": home(status="reserves")})
    scene.play("enter R", dice=["D6 1"])
    assert scene.square("R") == (15, 0)
    assert sum(1 for piece in range(16) if scene.game.square[piece] >= 0) == 16


@pytest.mark.rule("O-TERM-11")
def test_a_skill_goes_before_the_general_rule() -> None:
    for skills, face in (([], 6), (["Stunty"], 3)):  # the rule counts the markers of the square entered
        legend = {"A": home(skills=skills), "b": away(), "c": away(), "d": away(), "e": away()}
        scene = Scene("...e\nbA.c\n...d", legend)
        scene.play("activate A", "declare move", "step e", dice=["D6 6"])
        assert [event["needed"] for event in scene.events("tested")] == [face]


@pytest.mark.rule("O-TERM-11")
def test_the_text_of_a_room_goes_before_the_general_rule() -> None:
    scene = Scene("A....", {"A": home(movement=1), "b": away(at=(4, 0))}, rooms=[("Flooded Room", [2, 0, 3, 1])])
    scene.play("activate A", "declare move", "step e", "step e", dice=["D6 2", "2D6 1+1"])  # 2 would be safe elsewhere
    assert scene.status("A") == "prone"


@pytest.mark.rule("O-TERM-11")
def test_a_prohibition_beats_a_permission_of_the_same_rank() -> None:
    for skills, offered in (([], True), (["Tackle"], False)):
        scene = Scene("bA..", {"A": home(skills=["Dodge"]), "b": away(skills=skills)})
        scene.give(["D6 1"] if offered else ["D6 1", "2D6 1+1"])
        for text in ("activate A", "declare move", "step e"):
            scene.act(text)
        assert ("reroll skill" in scene.options()) == offered
