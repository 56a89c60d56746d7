"""A list of actions plays the same whether a question has one answer or several; paths are one action."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scenario import Outcome, read_scenario
from dungeonbowl.scenes.scenario_tables import ScenarioError
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.scenes.script import Script, usual_answer
from dungeonbowl.scenes.setup import SceneError

CORRIDOR = """
format = 1
title = "Corridor"
map = '''
######
#Bv..#
######
.....z
'''
pieces.B = {}
pieces.v = { side = "away" }
pieces.z = { side = "away" }
"""
OPEN = CORRIDOR.replace("######", "......").replace("#Bv..#", ".Bv...")


def play(text: str) -> Outcome:
    (outcome,) = read_scenario(text, "list.toml").play()
    return outcome


def step(actions: list[str], dice: list[str], expect: str = "") -> str:
    return f"[[step]]\ndo = {actions}\ndice = {dice}\n" + (f"expect = {{ {expect} }}\n" if expect else "")


WHOLE = ["activate B", "declare block v", "face push", "push (3,1)", "follow"]


@pytest.mark.parametrize("left_out", [[], ["face push"], ["push (3,1)"], ["face push", "push (3,1)"]])
def test_an_answer_that_nobody_was_asked_for_may_be_written_or_left_out(left_out: list[str]) -> None:
    actions = [each for each in WHOLE if each not in left_out]
    outcome = play(CORRIDOR + step(actions, ["block PUSH"], "at = { B = [2, 1], v = [3, 1] }"))
    assert outcome.passed, outcome.report()


def test_the_same_list_plays_where_the_coach_is_asked() -> None:
    outcome = play(OPEN + step(WHOLE, ["block PUSH"], "at = { B = [2, 1], v = [3, 1] }"))
    assert outcome.passed, outcome.report()
    assert outcome.notes == ["'face push' was the only answer and has been given"]


def test_what_was_played_by_itself_is_noted() -> None:
    outcome = play(CORRIDOR + step(WHOLE, ["block PUSH"]))
    assert outcome.notes == [
        "'face push' was the only answer and has been given",
        "'push (3,1)' was the only answer and has been given",
    ]


def test_an_answer_may_stand_in_the_next_step() -> None:
    text = CORRIDOR + step(WHOLE[:2], ["block PUSH"]) + step(WHOLE[2:], [], "at.B = [2, 1]")
    outcome = play(text)
    assert outcome.passed, outcome.report()


def test_an_answer_that_was_not_given_is_refused_as_ever() -> None:
    outcome = play(CORRIDOR + step([*WHOLE[:2], "face pow"], ["block PUSH"]))
    assert "'face pow' is refused" in outcome.found[0]
    outcome = play(CORRIDOR + step([*WHOLE, "push (3,1)"], ["block PUSH"]))
    assert "'push (3,1)' is refused" in outcome.found[0]


def test_an_answer_given_before_the_last_action_counts_no_more() -> None:
    """The push of the first player is over and done with when the second one is activated."""
    text = CORRIDOR.replace(".....z", "C....z") + "pieces.C = {}\n"
    outcome = play(text + step([*WHOLE, "activate C", "push (3,1)"], ["block PUSH"]))
    assert "'push (3,1)' is refused" in outcome.found[0]


def test_who_cannot_follow_stays_and_who_cannot_roll_again_accepts() -> None:
    text = "format = 1\ntitle = 'Wall'\nmap = '''\n####\n#vB#\n####\n.z..\n'''\npieces.B = {}\n"
    text += "pieces.v = { side = 'away' }\npieces.z = { side = 'away' }\n"
    outcome = play(text + step(["activate B", "declare block v", "face push", "stay"], ["block PUSH", "D6 3"]))
    assert outcome.passed, outcome.report()
    dodge = "format = 1\ntitle = 'Dodge'\nmap = '''\nA..\n.b.\n'''\npieces.A = {}\npieces.b = { side = 'away' }\n"
    outcome = play(dodge + step(["activate A", "step e", "accept"], ["D6 1", "2D6 1+1"], "turnover = 'fall'"))
    assert outcome.passed, outcome.report()


def test_a_frenzied_blocker_follows_without_being_asked() -> None:
    text = OPEN.replace("pieces.B = {}", "pieces.B = { skills = ['Frenzy'] }")
    text = text.replace("pieces.v = { side = 'away' }", "pieces.v = { side = 'away' }")
    actions = [
        "activate B",
        "declare block v",
        "face push",
        "push (3,1)",
        "follow",
        "face push",
        "push (4,1)",
        "follow",
    ]
    outcome = play(text + step(actions, ["block PUSH", "block PUSH"], "at = { B = [3, 1], v = [4, 1] }"))
    assert outcome.passed, outcome.report()


def test_an_action_written_twice_answers_the_question_that_was_not_asked_first() -> None:
    """A pass that fails and cannot be rolled again strays to a catcher who could: both accept, or only one."""
    text = (
        "format = 1\ntitle = 'Twice'\nmap = '''\n.......\n.A...C.\n.......\n......b\n'''\nball = 'A'\npieces.A = {}\n"
    )
    text += "pieces.C = { skills = ['Catch'] }\npieces.b = { side = 'away' }\n"
    actions = ["activate A", "declare pass", "aim", "throw (4,1)"]
    dice = ["D6 2", "D8 5", "D8 4", "D8 5", "D6 1", "D8 5"]
    for answers, notes in ((["accept"], []), (["accept"] * 2, ["'accept' was the only answer and has been given"])):
        outcome = play(text + step([*actions, *answers], dice, "turnover = 'loose ball', ball = [6, 1]"))
        assert outcome.passed, outcome.report()
        assert outcome.notes == notes


# --- windows with a usual answer --------------------------------------------------------------------------------------


def stripping() -> Scene:
    legend = {"B": home(skills=["Strip Ball"]), "v": away()}
    return Scene(".....\n.Bv..\n.....", legend, ball="v")


def test_the_usual_answer_of_a_window_is_taken_if_the_next_action_is_legal_then() -> None:
    scene = stripping()
    scene.give(["block PUSH", "D8 2"])
    Script(scene, ["activate B", "declare block v", "push (3,1)", "follow"]).play()
    scene.spent()
    assert scene.told("skill used", "B")
    assert "'use Strip Ball B' by itself, the usual answer" in [words for _, words in scene.remarks]


def test_an_answer_that_is_written_is_never_passed_over() -> None:
    scene = stripping()
    scene.give(["block PUSH"])
    Script(scene, ["activate B", "declare block v", "push (3,1)", "decline", "follow"]).play()
    assert not scene.told("skill used", "B")


def test_where_the_next_action_is_not_legal_after_the_usual_answer_it_is_refused() -> None:
    scene = Scene(".....\n.Bv..\n.....", {"B": home(), "v": away(skills=["Fend"])})
    scene.give(["block PUSH"])
    with pytest.raises(SceneError, match=r"'follow' is refused: .*On offer: use Fend v; decline"):
        Script(scene, ["activate B", "declare block v", "push (3,1)", "follow"]).play()


def test_a_procedure_may_say_its_own_usual_answer() -> None:
    legend = {"B": home(), "v": away(skills=["Dodge"])}
    scene = Scene(".....\n.Bv..\n.....", legend, edition="official(optional_skills=asked)")
    assert usual_answer(scene.game) == -1, "a team turn has none"
    scene.give(["block STUMBLE"])
    Script(scene, ["activate B", "declare block v", "push (3,1)", "stay"]).play()
    assert scene.status("v") == "standing"
    assert "'use Dodge v' by itself, the usual answer" in [words for _, words in scene.remarks]


# --- paths ------------------------------------------------------------------------------------------------------------

WALKERS = """
format = 1
title = "Walkers"
map = '''
......
A.....
...b..
'''
pieces.A = { movement = 4 }
pieces.b = { side = "away" }
"""


@pytest.mark.parametrize(
    ("actions", "expect"),
    [
        (["path A (1,1) (2,0) (3,0)"], "at.A = [3, 0], moves = 1"),
        (["path A (0,1) (1, 1) (2,0)"], "at.A = [2, 0], moves = 2"),
        (["activate A", "declare move", "path A (1,1)", "path A (2,0)"], "at.A = [2, 0], moves = 2"),
        (["walk A to (2,0)"], "at.A = [2, 0], moves = 2"),
        (["activate A", "step e", "walk A to (3,0)"], "at.A = [3, 0], moves = 1"),
    ],
)
def test_several_steps_are_one_action(actions: list[str], expect: str) -> None:
    outcome = play(WALKERS + step(actions, [], expect))
    assert outcome.passed, outcome.report()


def test_a_path_takes_the_dice_of_its_way() -> None:
    outcome = play(WALKERS + step(["path A (1,1) (2,1) (3,0)"], ["D6 3"], "told = ['tested A dodge 3 needs 3 passed']"))
    assert outcome.passed, outcome.report()


def test_a_player_who_lies_stands_up_first() -> None:
    text = WALKERS.replace("{ movement = 4 }", "{ movement = 6, status = 'prone' }")
    for action in ("path A (1,1) (2,0)", "walk A to (2,0)"):
        outcome = play(text + step([action], [], "at.A = [2, 0], moves = 1, status.A = 'standing'"))
        assert outcome.passed, outcome.report()


def test_a_path_that_comes_to_a_question_says_where_and_what() -> None:
    text = WALKERS + "side.home.rerolls = 1\n" + step(["path A (1,1) (2,1) (3,0) (4,0)"], ["D6 1"])
    (found,) = play(text).found
    assert "comes to an end at (3,0): home is asked. On offer: accept; reroll team." in found


@pytest.mark.parametrize(
    ("action", "found"),
    [
        ("path A (1,1) (3,1)", "'path A (1,1) (3,1)': 'jump (3,1)' is refused"),
        ("walk A to (5,2)", "there is no way from (0,1) to (5,2)"),
    ],
)
def test_a_path_that_cannot_be_walked_fails_with_the_reason(action: str, found: str) -> None:
    text = WALKERS.replace("movement = 4", "movement = 1")
    assert found in play(text + step([action], [])).found[0]


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("path A", "'path A': expected 'path <piece> <square> <square> ...', such as path A (4,2) (5,3)"),
        ("walk A (1,1)", "expected 'walk <piece> to <square>', such as walk A to (5,3)"),
        ("walk Z to (1,1)", "no player is called 'Z'"),
        ("path A (9,9)", "there is no floor at (9,9)"),
        ("path A b5", "expected a square such as (4,2) instead of 'b5'"),
    ],
)
def test_a_path_that_is_none_is_one_line_with_the_line_of_the_file(action: str, message: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        read_scenario(WALKERS + step([action], []), "walk.toml")
    assert str(raised.value).startswith("walk.toml: step 1: ")
    assert message in str(raised.value)
    assert str(raised.value).endswith("(line 12)")
