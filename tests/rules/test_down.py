"""Going down and getting up (O-DOWN), and the turnovers that come with it (O-TO)."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from dungeonbowl.engine import clauses
from dungeonbowl.engine.loop import advance, start
from dungeonbowl.engine.procedures.harm.down import GoDown, fall, knock_down
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.scenes.scene import Scene, away, home, read_dice

HALL = """
    .......
    .......
    .Ab....
    .......
    .......
"""


@pytest.mark.rule("O-DOWN-01", "O-DOWN-04", "O-TO-01")
def test_falling_over_is_prone_an_armour_roll_and_the_end_of_the_activation() -> None:
    scene = Scene(HALL, {"A": home(), "b": away()})
    scene.play("activate A", "step w", dice=["D6 1", "2D6 4+4"])
    assert (scene.status("A"), scene.square("A")) == ("prone", (0, 2))
    assert scene.told("armour held", "A")
    assert scene.turnover == "TURNOVER_FALL"
    assert scene.active == "away"


@pytest.mark.rule("O-DOWN-02", "O-TO-13")
def test_knocked_down_is_prone_with_an_armour_roll_and_no_turnover_for_an_opponent() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(), "Z": home(at=(6, 0))})
    scene.play("activate A", "declare block b", "push (3,2)", "stay", dice=["block POW", "2D6 4+4"])
    assert scene.status("b") == "prone"
    assert scene.told("armour held", "b")
    assert (scene.turnover, scene.active) == ("", "home")


def placed_prone(scene: Scene, letter: str, dice: list[str]) -> None:
    """Play one going down by itself, with the side to move as active side."""
    play_frame(scene, GoDown([Victim(scene.piece(letter), clauses.PLACED_PRONE)], i64(-1)), dice)


def play_frame(scene: Scene, frame: object, dice: list[str]) -> None:
    """Let one procedure run alone on a clone's empty stack, so that nothing before or after it matters."""
    game = scene.game
    game.set_frames([])
    game.turnover = i64(0)
    scene.dice.script = scene.dice.script[: int(scene.dice.used)] + read_dice(dice)
    start(game, frame)  # type: ignore[arg-type]
    advance(game, scene.dice)
    scene.spent()


@pytest.mark.rule("O-DOWN-03")
def test_placed_prone_needs_no_armour_roll() -> None:
    scene = Scene(HALL, {"A": home(), "b": away()})
    placed_prone(scene, "A", [])
    assert scene.status("A") == "prone"
    assert scene.game.turnover == 0


@pytest.mark.rule("O-TO-03", "O-DOWN-05")
def test_a_carrier_of_the_active_team_placed_prone_ends_the_turn() -> None:
    scene = Scene(HALL, {"A": home(), "b": away()}, ball="A")
    placed_prone(scene, "A", ["D8 4"])
    assert (scene.ball, scene.game.turnover) == ((0, 2), clauses.TURNOVER_PLACED_PRONE)


@pytest.mark.rule("O-DOWN-04")
def test_a_blitzer_knocked_down_moves_no_further() -> None:
    scene = Scene(HALL, {"A": home(), "b": away()})
    scene.play("activate A", "declare blitz b", "block b", dice=["block PLAYER-DOWN", "2D6 1+1"])
    assert scene.told("activation ended", "A")
    assert scene.active == "away"


@pytest.mark.rule("O-DOWN-05")
def test_the_ball_bounces_after_armour_injury_and_casualty_from_where_its_carrier_went_down() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(), "z": away(at=(6, 0))}, ball="b")
    dice = ["block POW", "2D6 6+4", "2D6 6+6", "D16 16", "D8 5"]
    scene.play("activate A", "declare block b", "push (3,2)", "stay", dice=dice)
    assert (scene.status("b"), scene.ball) == ("casualty", (4, 2))


@pytest.mark.rule("O-DOWN-05", "O-DICE-10")
def test_all_victims_of_one_cause_are_resolved_before_any_ball() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(), "z": away(at=(6, 0))}, ball="A")
    a, b = scene.piece("A"), scene.piece("b")
    struck = [Victim(a, clauses.EXPLOSION), Victim(b, clauses.EXPLOSION)]
    play_frame(scene, GoDown(struck, i64(-1)), ["2D6 1+1", "2D6 6+6", "2D6 1+1", "D8 4"])
    assert (scene.status("A"), scene.status("b"), scene.ball) == ("prone", "stunned", (0, 2))


@pytest.mark.rule("O-DOWN-06")
@pytest.mark.parametrize("status", ["prone", "stunned"])
def test_a_player_who_is_down_is_struck_again_and_never_better_for_it(status: str) -> None:
    scene = Scene(HALL, {"A": home(), "b": away(status=status), "z": away(at=(6, 0))})
    play_frame(scene, knock_down(i64(scene.piece("b")), clauses.EXPLOSION, i64(-1)), ["2D6 1+1"])
    assert scene.status("b") == status
    play_frame(scene, knock_down(i64(scene.piece("b")), clauses.EXPLOSION, i64(-1)), ["2D6 6+6", "2D6 1+1"])
    assert scene.status("b") == "stunned"


@pytest.mark.rule("O-DOWN-07")
def test_a_prone_player_keeps_its_square_and_can_only_stand_up() -> None:
    scene = Scene(HALL, {"A": home(status="prone"), "b": away()})
    scene.play("activate A")
    assert not any(text.startswith(("step", "declare block")) for text in scene.options())
    scene.play("declare move")
    assert sorted(scene.options()) == ["stand up", "stop"]
    assert scene.square("A") == (1, 2)


@pytest.mark.rule("O-DOWN-08")
def test_whoever_was_stunned_when_its_turn_began_is_prone_at_its_end() -> None:
    scene = Scene(HALL, {"A": home(), "B": home(status="stunned", at=(5, 0)), "b": away(status="stunned")})
    scene.play("end turn")
    assert scene.status("B") == "prone"
    assert scene.told("recovered", "B")


@pytest.mark.rule("O-DOWN-08")
def test_recovery_comes_after_a_turnover_too_and_not_in_the_others_turn() -> None:
    legend = {"A": home(), "B": home(status="stunned", at=(5, 0)), "b": away(), "c": away(status="stunned", at=(5, 4))}
    scene = Scene(HALL, legend)
    scene.play("activate A", "step w", dice=["D6 1", "2D6 1+1"])
    assert (scene.status("B"), scene.status("c"), scene.active) == ("prone", "stunned", "away")


@pytest.mark.rule("O-DOWN-09")
def test_a_player_stunned_in_its_own_turn_stays_so_until_the_end_of_the_next() -> None:
    scene = Scene(HALL, {"A": home(), "B": home(at=(5, 0)), "b": away()})
    scene.play("activate A", "step w", dice=["D6 1", "2D6 6+6", "2D6 1+1"])
    assert (scene.status("A"), scene.active) == ("stunned", "away")
    scene.play("end turn")
    assert scene.status("A") == "stunned"
    scene.play("end turn")
    assert scene.status("A") == "prone"


@pytest.mark.rule("O-DOWN-09")
def test_a_player_stunned_again_in_its_own_turn_waits_another_turn() -> None:
    """B was stunned already when the turn began, and a trap strikes it once more, but not C, who is too far away."""
    legend = {"A": home(), "B": home(status="stunned"), "C": home(at=(0, 2), status="stunned"), "b": away(at=(4, 2))}
    scene = Scene("A$B..\n.....\n.....", legend, ball=(4, 1))
    scene.play("activate A", "declare move", "open (1,0)", dice=["2D6 1+1", "2D6 6+6", "2D6 1+1"])
    assert (scene.status("B"), scene.status("C"), scene.active) == ("stunned", "prone", "away")


@pytest.mark.rule("O-DOWN-10", "O-TO-12")
def test_a_carrier_stunned_without_going_down_first_drops_the_ball() -> None:
    """A second teleport in one turn: an injury roll at once, the ball bounces from the portal of arrival."""
    legend = {"A": home(), "Z": home(at=(0, 2)), "b": away(at=(6, 2))}
    scene = Scene("A1.2...\n###...#\n.......", legend, ball="A")
    scene.play("activate A", "step e", "pay portal", "step w", dice=["D6 2"])
    scene.play("step e", dice=["D6 1", "2D6 2+2", "D8 5"])
    assert (scene.status("A"), scene.square("A"), scene.ball) == ("stunned", (1, 0), (2, 0))
    assert scene.turnover == "TURNOVER_CARRIER"
    assert not scene.told("armour held")
    assert not scene.told("armour broken")


@pytest.mark.rule("O-TO-14")
def test_dice_already_owed_are_rolled_after_a_turnover() -> None:
    scene = Scene(HALL, {"A": home(), "b": away(), "z": away(at=(6, 0))}, ball="A")
    scene.play("activate A", "step w", dice=["D6 1", "2D6 6+6", "2D6 6+6", "D16 2", "D8 2"])
    assert (scene.status("A"), scene.ball, scene.active) == ("casualty", (0, 1), "away")


@pytest.mark.rule("O-DOWN-01")
def test_a_fall_is_the_players_own_and_nobody_elses() -> None:
    scene = Scene(HALL, {"A": home(skills=["Mighty Blow"]), "b": away()})
    play_frame(scene, fall(i64(scene.piece("b"))), ["2D6 4+4"])
    assert scene.status("b") == "prone"


def test_a_player_that_is_kept_on_its_feet_stays_in_the_list_of_those_who_called_for_its_fall() -> None:
    scene = Scene(HALL, {"A": home(), "b": away()})
    victims = [Victim(scene.piece("A"), clauses.EXPLOSION), Victim(scene.piece("b"), clauses.EXPLOSION)]
    frame = GoDown(victims, i64(-1))
    frame.index = i64(1)
    frame.returned(scene.game, i64(1))
    assert [int(victim.piece) for victim in frame.victims] == [scene.piece("A")]
    assert [int(victim.piece) for victim in victims] == [scene.piece("A"), scene.piece("b")]
