"""Precarious positions (A-PREC)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses
from dungeonbowl.engine.tokens import PIT_TOKEN
from dungeonbowl.scenes.scene import Piece, Scene, away, home, neutral, third

ON = "astrogranite(classic, precarious=on, chasms=on)"
EDGE = """
    .......
    .:A.b..
    ......z
    1.....2
"""


def scene_of(picture: str = EDGE, edition: str = ON, **facts: object) -> Scene:
    legend: dict[str, Piece] = {"A": home(agility=4, armour=9), "b": away(armour=9, agility=4), "z": away()}
    legend.update(facts.pop("others", {}))  # type: ignore[call-overload]
    return Scene(picture, legend, edition=edition, **facts)  # type: ignore[arg-type]


NEXT = EDGE.replace("A.b", "Ab.")


@pytest.mark.rule("A-PREC-01", "A-PREC-02")
def test_an_opponent_may_demand_a_balance_roll_before_a_block() -> None:
    scene = scene_of(NEXT)
    scene.play("activate A", "declare block b")
    assert scene.options() == ["demand balance", "decline"]
    scene.play("demand balance", dice=["D6 2", "block push"])
    scene.play("push (4,1)", "stay")
    assert scene.square("b") == (4, 1)
    scene = scene_of(NEXT)
    scene.play("activate A", "declare block b", "decline", dice=["block push"])
    assert scene.offered("push (4,1)")


@pytest.mark.rule("A-PREC-01")
def test_nobody_away_from_the_edge_is_asked_for_it() -> None:
    picture = "......\n:.Ab..\n.....z"
    scene = scene_of(picture)
    scene.play("activate A", "declare block b", dice=["block push"])
    assert scene.offered("push (4,1)")
    scene = scene_of(NEXT, "astrogranite(classic, chasms=on)")
    scene.play("activate A", "declare block b", dice=["block push"])
    assert scene.offered("push (4,1)")


@pytest.mark.rule("A-PREC-03")
def test_on_a_one_the_player_falls_in_and_the_block_is_lost() -> None:
    scene = scene_of(NEXT)
    scene.play("activate A", "declare block b", "demand balance", dice=["D6 1", "D6 4"])
    assert scene.status("A") == "lost"
    assert scene.square("b") == (3, 1)
    assert scene.turnover == "TURNOVER_CHASM"


@pytest.mark.rule("A-PREC-03")
def test_among_several_squares_a_die_decides() -> None:
    scene = scene_of(NEXT.replace(".:A", "::A").replace(".......\n", "..:....\n", 1))
    scene.play("activate A", "declare block b", "demand balance", dice=["D6 1", "D2 1", "D6 4"])
    assert [scene.spot(event["square"]) for event in scene.events("moved")] == [(2, 0)]


@pytest.mark.rule("A-PREC-05")
def test_the_roll_may_be_made_again() -> None:
    scene = scene_of(NEXT, rerolls=(1, 0))
    scene.play("activate A", "declare block b", "demand balance", dice=["D6 1"])
    assert set(scene.options()) == {"accept", "reroll team"}
    scene.play("reroll team", dice=["D6 4", "block push"])
    assert scene.status("A") == "standing"


@pytest.mark.rule("A-PREC-02", "A-PREC-06")
def test_a_pass_takes_the_ball_along() -> None:
    scene = scene_of(ball="A")
    scene.play(
        "activate A", "declare pass", "aim", "throw (2,3)", "demand balance", dice=["D6 1", "D6 4", "D6 2", "D8 4"]
    )
    assert scene.status("A") == "lost"
    assert scene.ball == (5, 3)  # out of teleporter 2


@pytest.mark.rule("A-PREC-02", "A-PREC-06")
def test_a_fall_at_a_pick_up_leaves_the_ball_to_bounce_from_where_it_was() -> None:
    scene = scene_of(EDGE.replace(".:A", ":.A"), ball=(1, 1))
    scene.play("activate A", "declare move", "step w", "demand balance", dice=["D6 1", "D6 4", "D8 2"])
    assert scene.status("A") == "lost"
    assert scene.ball == (1, 0)


@pytest.mark.rule("A-PREC-02", "A-PREC-06", "A-PREC-07")
def test_catches_and_interceptions_out_of_turn_are_covered_too() -> None:
    picture = ".......\nA..b..C\n...:...\n1....z2"
    others = {"A": home(agility=2), "C": home(agility=4)}
    scene = scene_of(picture, others=others, ball="A")
    scene.play("activate A", "declare pass", "aim", "throw (6,1)", "interfere b")
    assert scene.active == "home"
    assert scene.options() == ["demand balance", "decline"]
    scene.play("demand balance", dice=["D6 1", "D6 4", "D6 6", "D6 3"])
    assert scene.status("b") == "lost"
    assert scene.ball == "C"
    picture = ".......\nA.....C\n.....:.\n1..b.z2"
    scene = scene_of(picture, others=others, ball="A")
    scene.play(
        "activate A", "declare pass", "aim", "throw (6,1)", "demand balance", dice=["D6 6", "D6 1", "D6 4", "D8 2"]
    )
    assert scene.status("C") == "lost"
    assert scene.ball == (6, 0)


@pytest.mark.rule("A-PREC-02")
def test_throwing_a_team_mate_is_covered() -> None:
    others = {"A": home(skills=["Throw Team-Mate"], strength=5), "S": home(at=(2, 2), skills=["Right Stuff"])}
    scene = scene_of(others=others)
    scene.play("activate A", "declare throw team-mate", "pick S", "throw (5,2)")
    assert scene.options() == ["demand balance", "decline"]


@pytest.mark.rule("A-PREC-04")
def test_with_more_teams_any_one_of_the_others_may_demand_it() -> None:
    edition = "astrogranite(classic, precarious=on, chasms=on, extra_teams=on)"
    scene = scene_of(NEXT, edition, sides=3, rerolls=(0, 0, 0))
    scene.play("activate A", "declare block b", "decline")
    assert scene.options() == ["demand balance", "decline"]
    scene.play("decline", dice=["block push"])
    assert scene.offered("push (4,1)")
    scene = scene_of(NEXT, edition, sides=3, rerolls=(0, 0, 0))
    scene.play("activate A", "declare block b", "demand balance", dice=["D6 2", "block push"])
    assert scene.offered("push (4,1)")


@pytest.mark.rule("A-PREC-01", "A-PREC-03")
def test_beside_a_height_the_player_falls_down_and_is_hurt() -> None:
    edition = "astrogranite(classic, precarious=on, platforms=on)"
    picture = "#######\n#.Ab..#\n#....z#\n#######"
    levels = "#######\n#.222.#\n#.....#\n#######"
    legend = {"A": home(agility=4, armour=9), "b": away(armour=9), "z": away()}
    scene = Scene(picture, legend, details={"levels": levels}, edition=edition)
    scene.play("activate A", "declare block b", "demand balance", dice=["D6 1", "D4 1", "2D6 1+1"])
    assert scene.square("A") == (1, 1)
    assert scene.status("A") == "prone"
    assert scene.turnover != ""
    flat = Scene(picture, legend, details={"levels": levels.replace("2", "1")}, edition=edition)
    flat.play("activate A", "declare block b", dice=["block push"])  # one level is no drop
    assert flat.square("A") == (2, 1)


@pytest.mark.rule("A-PREC-01", "A-PREC-03")
def test_a_pit_that_is_seen_is_a_drop_and_a_hidden_trap_is_none() -> None:
    edition = "astrogranite(classic, precarious=on, traps=on)"
    legend = {"A": home(armour=9), "b": away()}
    scene = Scene(".....\n.^Ab.\n.....", legend, edition=edition)
    scene.play("activate A", "declare block b", dice=["block push"])
    assert scene.offered("push (4,1)")
    scene = Scene(".....\n..Ab.\n.....", legend, edition=edition)
    scene.game.put_token(scene.node((1, 1)), PIT_TOKEN)
    scene.play("activate A", "declare block b", "demand balance", dice=["D6 1", "2D6 1+1"])
    assert scene.square("A") == (1, 1)
    assert scene.status("A") == "prone"
    assert scene.square("b") == (3, 1)


@pytest.mark.rule("A-PREC-04", "A-BASE-47")
def test_the_coach_whose_turn_it_is_is_asked_first_and_nobody_who_is_out() -> None:
    edition = "astrogranite(classic, precarious=on, chasms=on, extra_teams=on)"
    picture = "A...\n..:c\n1..2"
    legend = {"A": home(agility=2), "c": away(agility=4), "t": third(at=(1, 2), zone=False)}
    scene = Scene(picture, legend, ball="A", sides=3, edition=edition)
    scene.play("activate A", "declare pass", "aim", "throw (3,1)", dice=["D6 6"])
    assert scene.asked == "home"
    scene.play("decline")
    assert scene.asked == "third"
    legend["t"] = third(status="casualty")
    scene = Scene(picture, legend, ball="A", sides=3, edition=edition)
    scene.play("activate A", "declare pass", "aim", "throw (3,1)", "decline", dice=["D6 6", "D6 4"])
    assert scene.ball == "c"


@pytest.mark.rule("A-PREC-07")
def test_nobody_demands_anything_of_pieces_of_no_side() -> None:
    legend = {"A": home(), "b": away(), "M": neutral(at=(2, 2), armour=10)}
    scene = scene_of(".......\n..:....\n.......\nA.b...z", others=legend)
    beside = scene.piece("M")
    listener = next(module for module in scene.game.rules.modules if module.name() == "precarious")
    assert listener.balance_needed(scene.game, beside, clauses.CATCH) is None
    scene.game.place(scene.piece("A"), scene.node((3, 2)))
    assert listener.balance_needed(scene.game, scene.piece("A"), clauses.CATCH) is not None
