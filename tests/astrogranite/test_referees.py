"""The eye of the referee, infractions and penalty rolls (A-REF, A-INF), and who is too sly for them (A-SKILL)."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.policies import MAJOR, MINOR
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.scenes.scene import Piece, Scene, away, home, third

WATCHED = "astrogranite(classic, referees=on)"
GANG = """
    A.....C
    .v.....
    ....w..
    z......
"""


def foul(
    skills: list[str] | None = None, on: int | None = None, ball: str | None = None, edition: str = WATCHED
) -> Scene:
    """A beside v, who is down; the eye on a side if one is named."""
    legend: dict[str, Piece] = {
        "A": home(skills=skills or []),
        "C": home(),
        "v": away(status="prone"),
        "w": away(status="prone"),
        "z": away(),
    }
    modules = {} if on is None else {"eye of the referee": {"side": on}}
    return Scene(GANG, legend, ball=ball, edition=edition, modules=modules)


def eye(scene: Scene) -> int:
    return int(scene.module("eye of the referee").show_state(scene.game, {})["side"])


@pytest.mark.rule("A-REF-01", "A-REF-02", "A-INF-01", "A-INF-02", "A-INF-08")
def test_the_first_foul_is_a_six_whatever_the_dice_of_the_foul_and_the_eye_moves() -> None:
    scene = foul()
    assert eye(scene) == -1
    scene.play("activate A", "declare foul", "foul v", dice=["2D6 3+3", "D6 5"])
    assert scene.status("A") == "standing"
    assert scene.turnover == ""
    assert eye(scene) == 0
    assert scene.told("eye moved")
    assert "A-REF-02" in scene.cited()


@pytest.mark.rule("A-INF-02", "A-INF-03")
@pytest.mark.parametrize(
    ("on", "die", "leaves"),
    [(None, 6, True), (None, 5, False), (0, 4, True), (0, 3, False), (1, 5, False), (1, 6, True)],
)
def test_a_major_infraction_needs_a_six_or_under_the_eye_a_four(on: int | None, die: int, leaves: bool) -> None:
    scene = foul(on=on)
    scene.play("activate A", "declare foul", "foul v", dice=["2D6 3+3", f"D6 {die}"])
    assert scene.offered("argue") == leaves
    if leaves:
        scene.play("decline")
        assert (scene.status("A"), scene.turnover) == ("sent-off", "TURNOVER_SENT_OFF")
    assert eye(scene) == 0


@pytest.mark.rule("A-INF-03")
def test_the_ball_of_a_player_who_is_sent_off_bounces() -> None:
    scene = foul(ball="A")
    scene.play("activate A", "declare foul", "foul v", "decline", dice=["2D6 3+3", "D6 6", "D8 5"])
    assert scene.status("A") == "sent-off"
    assert scene.ball == (1, 0)


@pytest.mark.rule("A-INF-04", "A-INF-05")
def test_a_six_in_the_argument_cancels_everything_but_the_infraction() -> None:
    scene = foul(ball="A")
    scene.play("activate A", "declare foul", "foul v", "argue", dice=["2D6 3+3", "D6 6", "D6 6"])
    assert (scene.status("A"), scene.square("A"), scene.ball) == ("standing", (0, 0), "A")
    assert scene.turnover == ""
    assert eye(scene) == 0
    assert scene.active == "home"


@pytest.mark.rule("A-INF-04")
def test_a_one_in_the_argument_is_the_last_word_of_this_coach() -> None:
    scene = foul()
    scene.play("activate A", "declare foul", "foul v", "argue", dice=["2D6 3+3", "D6 6", "D6 1"])
    assert (scene.status("A"), scene.turnover) == ("sent-off", "TURNOVER_SENT_OFF")
    scene.play("end turn", "activate C", "declare foul", "step sw")
    scene.play("foul w", dice=["2D6 3+3", "D6 4"])
    assert scene.status("C") == "sent-off"  # nobody was asked


@pytest.mark.rule("A-INF-04")
def test_anything_else_in_the_argument_changes_nothing_and_bars_nobody() -> None:
    scene = foul()
    scene.play("activate A", "declare foul", "foul v", "argue", dice=["2D6 3+3", "D6 6", "D6 4"])
    assert scene.status("A") == "sent-off"
    scene.play("end turn", "activate C", "declare foul", "step sw")
    scene.play("foul w", dice=["2D6 3+3", "D6 4"])
    assert scene.offered("argue")


def charge(scene: Scene, letter: str, level: int) -> None:
    """Something that is against the rules, between two activations."""
    frame = scene.game.rules.policies.referee.infraction(scene.game, scene.piece(letter), level)
    assert frame is not None
    scene.game.push(frame)
    scene.game.signal = frame.begin(scene.game)


@pytest.mark.rule("A-INF-02", "A-REF-02")
def test_a_minor_infraction_is_a_warning_and_under_the_eye_a_six() -> None:
    scene = foul()
    charge(scene, "A", int(MINOR))
    scene.match.run()
    assert eye(scene) == 0
    charge(scene, "A", int(MINOR))
    scene.give(["D6 6"])
    scene.match.run()
    assert scene.offered("argue")


@pytest.mark.rule("A-REF-01", "A-REF-03")
def test_the_eye_goes_from_side_to_side_and_never_back_to_nobody() -> None:
    legend = {"A": home(), "b": away(), "c": third()}
    scene = Scene(
        "A.b.c", legend, edition="astrogranite(classic, referees=on, extra_teams=on)", sides=3, rerolls=(0, 0, 0)
    )
    seen = []
    for letter in "Abca":
        charge(scene, letter.upper() if letter == "a" else letter, int(MAJOR))
        scene.give(["D6 1"])
        scene.match.run()
        seen.append(eye(scene))
    assert seen == [0, 1, 2, 0]


@pytest.mark.rule("A-INF-07")
def test_whoever_is_sent_off_in_the_turn_of_others_costs_nobody_a_turn() -> None:
    scene = foul(on=1)
    charge(scene, "z", int(MAJOR))
    scene.give(["D6 4"])
    scene.match.run()
    assert scene.asked == "away"
    scene.play("decline")
    assert scene.status("z") == "sent-off"
    assert (scene.turnover, scene.active) == ("", "home")


@pytest.mark.skill("Sneaky", edition="astrogranite")
@pytest.mark.rule("A-SKILL-01")
def test_the_eye_is_never_on_the_sneaky() -> None:
    scene = foul(["Sneaky"], on=0, edition="astrogranite(classic, referees=on, dungeon_skills=on)")
    scene.play("activate A", "declare foul", "foul v", dice=["2D6 5+4", "2D6 1+2", "D6 5"])
    assert (scene.status("v"), scene.status("A")) == ("stunned", "standing")


@pytest.mark.skill("Sneaky", edition="astrogranite")
@pytest.mark.rule("A-SKILL-02")
def test_a_sneaky_foul_that_hurts_nobody_needs_no_penalty_roll_and_moves_the_eye() -> None:
    scene = foul(["Sneaky"], edition="astrogranite(classic, referees=on, dungeon_skills=on)")
    scene.play("activate A", "declare foul", "foul v", dice=["2D6 3+3"])
    assert scene.status("A") == "standing"
    assert eye(scene) == 0


@pytest.mark.skill("Sneaky", edition="astrogranite")
@pytest.mark.rule("A-SKILL-01", "A-SKILL-02", "A-MOD-04")
def test_without_the_dungeon_skills_nobody_is_sneaky() -> None:
    scene = foul(["Sneaky"], on=0)
    scene.play("activate A", "declare foul", "foul v", dice=["2D6 3+3", "D6 4"])
    assert scene.offered("argue")


def test_a_penalty_survives_saving_and_tells_its_story() -> None:
    scene = foul()
    scene.play("activate A", "declare foul", "foul v", dice=["2D6 3+3", "D6 6"])
    assert fingerprint(load(save(scene.game))) == fingerprint(scene.game)
    assert any(line.startswith("infraction A major 6 needs 6") for line in scene.telling())
