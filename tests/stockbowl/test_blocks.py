"""The older rules' moves and blocks: dodges, going for it, block dice and what their faces do (S-BASE, S-GEN)."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scene import Piece, Scene, away, home

FIELD = """
    .......
    .......
    .......
    .......
    .......
"""


def field(legend: dict[str, Piece], **facts: object) -> Scene:
    return Scene(FIELD, legend, edition="stockbowl", **facts)  # type: ignore[arg-type]


def faced(attack: int, defence: int, *dice: str) -> Scene:
    """X of one strength blocks d of another."""
    scene = field({"X": home(at=(2, 2), strength=attack), "d": away(at=(3, 2), strength=defence)})
    scene.play("activate X", "declare block d", dice=list(dice))
    return scene


# --- tests --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-BASE-01")
@pytest.mark.parametrize("agility", [1, 2, 3, 4, 5, 6])
def test_a_die_and_the_agility_come_to_seven(agility: int) -> None:
    """A pick-up with +1: a 6 always succeeds, a 1 never does."""
    needed = max(2, min(6, 7 - agility - 1))
    legend = {"C": home(at=(2, 2), agility=7 - agility), "z": away(at=(6, 4))}
    for die in range(1, 7):
        scene = field(legend, ball=(3, 2))
        dice = [f"D6 {die}"] + ([] if die >= needed else ["D8 5"])
        scene.play("activate C", "declare move", "step e", dice=dice)
        assert (scene.ball == "C") == (die >= needed), die


@pytest.mark.rule("S-BASE-02")
@pytest.mark.parametrize(("opponents", "needed"), [(0, 3), (1, 4), (2, 5), (3, 6)])
def test_a_dodge_counts_the_zones_on_the_square_entered(opponents: int, needed: int) -> None:
    """m marks C where he is; the others mark (3,2), where he goes: 4+, +1, -1 for each of them."""
    spots = [(4, 1), (4, 2), (4, 3)]
    legend = {"C": home(at=(2, 2), agility=4), "m": away(at=(1, 2))}
    for number in range(opponents):
        legend["def"[number]] = away(at=spots[number])
    for die in (needed - 1, needed):
        scene = field(legend)
        dice = [f"D6 {die}"] + ([] if die >= needed else ["2D6 1+1"])
        scene.play("activate C", "declare move", "step e", dice=dice)
        assert scene.square("C") == (3, 2)
        assert (scene.status("C") == "standing") == (die >= needed)


@pytest.mark.rule("S-BASE-02")
def test_who_is_not_marked_need_not_dodge() -> None:
    scene = field({"C": home(at=(2, 2)), "d": away(at=(4, 2))})
    scene.play("activate C", "declare move", "step e", dice=[])
    assert scene.square("C") == (3, 2)


@pytest.mark.rule("S-BASE-08")
def test_two_squares_more_may_be_gone_for() -> None:
    scene = field({"C": home(at=(0, 0), movement=2), "z": away(at=(6, 4))})
    scene.play("activate C", "declare move", "step e", "step e", "step e", "step e", dice=["D6 2", "D6 2"])
    assert scene.square("C") == (4, 0)
    assert scene.told("activation ended", "C")  # not one more


@pytest.mark.rule("S-BASE-08", "S-GEN-04")
def test_who_fails_to_go_for_it_lies_in_the_square_entered_and_dodges_no_more() -> None:
    legend = {"C": home(at=(1, 1), movement=1), "d": away(at=(3, 0)), "z": away(at=(6, 4))}
    scene = field(legend)
    scene.play("activate C", "declare move", "step e")
    scene.play("step s", dice=["D6 1", "2D6 1+2"])
    assert scene.square("C") == (2, 2)
    assert scene.status("C") == "prone"
    assert scene.turnover == "TURNOVER_FALL"


@pytest.mark.rule("S-BASE-08", "S-GEN-04")
def test_going_for_it_is_rolled_before_the_dodge() -> None:
    legend = {"C": home(at=(1, 1), movement=1, agility=4), "d": away(at=(3, 0)), "z": away(at=(6, 4))}
    scene = field(legend)
    scene.play("activate C", "declare move", "step e")
    scene.play("step s", dice=["D6 2", "D6 3"])
    clauses = [scene.game.rules.cite(event.clause) for event in scene.events("tested")]
    assert clauses == ["S-BASE-08", "S-BASE-02"]


@pytest.mark.rule("S-GEN-04")
def test_a_fall_is_settled_before_the_ball_in_the_square() -> None:
    scene = field({"C": home(at=(1, 1), movement=1), "z": away(at=(6, 4))}, ball=(3, 1))
    scene.play("activate C", "declare move", "step e", "step e", dice=["D6 1", "2D6 1+2", "D8 5"])
    assert scene.status("C") == "prone"
    assert scene.ball == (4, 1)  # no pick-up: it bounces away from under him


@pytest.mark.rule("S-BASE-09")
def test_standing_up_costs_three() -> None:
    scene = field({"C": home(at=(1, 1), movement=4, status="prone"), "z": away(at=(6, 4))})
    scene.play("activate C", "declare move", "stand up", "step e")
    assert scene.game.moves_left == 0


@pytest.mark.rule("S-BASE-09")
@pytest.mark.parametrize("die", [3, 4])
def test_the_slow_stand_up_on_a_four(die: int) -> None:
    scene = field({"C": home(at=(1, 1), movement=2, status="prone"), "z": away(at=(6, 4))})
    scene.play("activate C", "declare move", "stand up", dice=[f"D6 {die}"])
    assert scene.status("C") == ("standing" if die == 4 else "prone")
    assert scene.game.moves_left == 0


# --- block dice ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-BASE-10")
@pytest.mark.parametrize(
    ("attack", "defence", "count", "chooser"),
    [(3, 3, 1, None), (4, 3, 2, "home"), (6, 3, 2, "home"), (7, 3, 3, "home"), (3, 4, 2, "away"), (2, 5, 3, "away")],
)
def test_strength_decides_how_many_dice_and_whose_choice(
    attack: int, defence: int, count: int, chooser: str | None
) -> None:
    faces = " ".join(["PUSH", "POW", "BOTH-DOWN"][:count])
    scene = faced(attack, defence, "block " + faces)
    if chooser is not None:
        assert scene.asked == chooser
        assert scene.offered("face push")
        assert scene.offered("face pow")
    else:
        assert scene.offered("push (4,2)")


@pytest.mark.rule("S-BASE-10")
def test_an_assistant_must_be_free_of_other_zones() -> None:
    legend = {"X": home(at=(2, 2)), "d": away(at=(3, 2)), "H": home(at=(4, 2))}
    scene = field(legend)
    scene.play("activate X", "declare block d", dice=["block PUSH POW"])
    legend["e"] = away(at=(5, 2))  # marks H
    scene = field(legend)
    scene.play("activate X", "declare block d", dice=["block PUSH"])
    legend["e"] = away(at=(5, 2), zone=False)
    scene = field(legend)
    scene.play("activate X", "declare block d", dice=["block PUSH POW"])


@pytest.mark.rule("S-BASE-10")
def test_both_sides_are_assisted() -> None:
    legend = {"X": home(at=(2, 2)), "d": away(at=(3, 2)), "H": home(at=(4, 3)), "e": away(at=(1, 1))}
    scene = field(legend)
    scene.play("activate X", "declare block d", dice=["block PUSH"])
    assert len(scene.events("block dice rolled")) == 1


# --- what the faces do --------------------------------------------------------------------------------------------


@pytest.mark.rule("S-BASE-11")
def test_attacker_down() -> None:
    scene = faced(3, 3, "block PLAYER-DOWN", "2D6 1+1")
    assert scene.status("X") == "prone"
    assert scene.status("d") == "standing"
    assert scene.turnover == "TURNOVER_KNOCKED_DOWN"


@pytest.mark.rule("S-BASE-11")
def test_both_down_moves_nobody() -> None:
    scene = faced(3, 3, "block BOTH-DOWN", "2D6 1+1", "2D6 1+1")
    assert scene.status("X") == scene.status("d") == "prone"
    assert scene.square("d") == (3, 2)


@pytest.mark.rule("S-BASE-11")
@pytest.mark.parametrize("letter", ["X", "d"])
def test_block_saves_from_both_down(letter: str) -> None:
    legend = {"X": home(at=(2, 2)), "d": away(at=(3, 2))}
    legend[letter] = (home if letter == "X" else away)(at=legend[letter].at, skills=["Block"])
    scene = field(legend)
    scene.play("activate X", "declare block d", dice=["block BOTH-DOWN", "2D6 1+1"])
    assert scene.status(letter) == "standing"
    assert scene.status("d" if letter == "X" else "X") == "prone"


@pytest.mark.rule("S-BASE-11")
def test_pushed_leaves_him_on_his_feet() -> None:
    scene = faced(3, 3, "block PUSH")
    scene.play("push (4,2)", "stay")
    assert scene.status("d") == "standing"
    assert scene.square("d") == (4, 2)


@pytest.mark.rule("S-BASE-11")
@pytest.mark.parametrize("dodges", [True, False])
def test_stumbling_is_only_a_push_with_dodge(dodges: bool) -> None:
    legend = {"X": home(at=(2, 2)), "d": away(at=(3, 2), skills=["Dodge"] if dodges else [])}
    scene = field(legend)
    dice = [] if dodges else ["2D6 1+1"]
    scene.play("activate X", "declare block d", "push (4,2)", "stay", dice=["block STUMBLE", *dice])
    assert scene.status("d") == ("standing" if dodges else "prone")
    assert scene.square("d") == (4, 2)


@pytest.mark.rule("S-BASE-11")
def test_defender_down_is_pushed_and_knocked_down() -> None:
    scene = faced(3, 3, "block POW")
    scene.play("push (4,2)", "stay", dice=["2D6 1+1"])
    assert scene.status("d") == "prone"
    assert scene.square("d") == (4, 2)


# --- going down ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("S-GEN-05")
def test_the_ball_bounces_when_armour_and_injury_are_over() -> None:
    legend = {"X": home(at=(2, 2)), "d": away(at=(3, 2), armour=9)}
    scene = field(legend, ball="d")
    dice = ["block POW", "2D6 5+5", "2D6 5+5", "D6 1", "D8 1", "D8 5"]
    scene.play("activate X", "declare block d", "push (4,2)", "stay", dice=dice)
    assert scene.status("d") == "casualty"
    assert scene.ball == (5, 2)


@pytest.mark.rule("S-GEN-05")
def test_of_two_who_go_down_together_both_are_rolled_for_before_the_ball_bounces() -> None:
    legend = {"X": home(at=(2, 2), armour=9), "d": away(at=(3, 2), armour=9)}
    scene = field(legend, ball="X")
    dice = ["block BOTH-DOWN", "2D6 1+1", "2D6 1+2", "D8 4"]
    scene.play("activate X", "declare block d", dice=dice)
    assert scene.ball == (1, 2)
    held = [int(event.a) for event in scene.events("armour held")]
    assert held == [scene.piece("X"), scene.piece("d")]  # reading order: west to east


@pytest.mark.rule("S-BASE-24")
def test_the_stunned_turn_over_at_the_end_of_the_turn_they_began_so() -> None:
    scene = field({"C": home(at=(1, 1), status="stunned"), "D": home(at=(1, 3)), "z": away(at=(6, 4))})
    assert not scene.offered("activate C")
    scene.play("end turn")
    assert scene.status("C") == "prone"


@pytest.mark.rule("S-BASE-24")
def test_who_is_stunned_in_his_own_turn_stays_so_through_the_next() -> None:
    legend = {"X": home(at=(2, 2), armour=9), "d": away(at=(3, 2)), "D": home(at=(0, 0))}
    scene = field(legend)
    scene.play("activate X", "declare block d", dice=["block PLAYER-DOWN", "2D6 5+5", "2D6 1+2"])
    assert scene.status("X") == "stunned"
    scene.play("end turn")  # of the other side
    assert scene.status("X") == "stunned"
    scene.play("end turn")
    assert scene.status("X") == "prone"
