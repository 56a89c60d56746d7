"""Tasks: what an exercise asks for is judged by what was told, and each exercise can be done as its file shows."""

from __future__ import annotations

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.scenes.exercises import DAILY, EXERCISES, LESSONS, exercise, exercises, next_after
from dungeonbowl.scenes.scenario import read_scenario, take
from dungeonbowl.scenes.scenario_tables import ScenarioError
from dungeonbowl.scenes.scene import Scene, home
from dungeonbowl.scenes.tasks import Answer, Task, Verdict, tells, verdict

ALL = [each.id for folder in EXERCISES for each in exercises(folder)]

FILE = """
format = 1
title = "A step"
map = "..P.."
[task]
goal = "Step to the east."
again = "Not this time."
[[task.answer]]
told = ["moved P * to (3,0)"]
why = "So it is done."
[[task.mistake]]
told = ["moved P * to (1,0)"]
why = "That is the west."
[pieces]
P = {}
[[step]]
do = ["activate P", "declare move", "step e"]
"""


def judged(scene: Scene, task: Task | None) -> Verdict:
    assert task is not None
    return verdict(task, 0, scene.game, scene.names)


def test_a_task_is_open_until_an_answer_a_mistake_or_the_end_of_its_time_is_told() -> None:
    scenario = read_scenario(FILE)
    for actions, expected in (
        ((), Verdict("open")),
        (("activate P", "declare move"), Verdict("open")),
        (("activate P", "declare move", "step e"), Verdict("done", "So it is done.")),
        (("activate P", "declare move", "step e", "step w", "step w"), Verdict("done", "So it is done.")),
        (("activate P", "declare move", "step w", "step e", "step e"), Verdict("failed", "That is the west.")),
        (("activate P", "declare move", "stop"), Verdict("open")),
        (("activate P", "declare move", "stop", "end turn"), Verdict("failed", "Not this time.")),
    ):
        scene = Scene("..P..\n..Q..", {"P": home(), "Q": home()})
        scene.play(*actions)
        assert judged(scene, scenario.task) == expected, actions


def test_a_task_for_one_activation_ends_with_it() -> None:
    task = Task("Go.", [Answer(["moved P * to (3,0)"], "Yes.")], "No.", "activation")
    scene = Scene("..P..\n..Q..", {"P": home(), "Q": home()})
    scene.play("activate Q", "declare move", "step e", "stop", "activate P", "declare move", "step e")
    assert judged(scene, task) == Verdict("failed", "No.")


def test_answers_are_told_in_their_order() -> None:
    task = Task("Go.", [Answer(["moved P * to (3,0)", "moved P * to (2,0)"], "Yes.")], "No.")
    scene = Scene("..P..", {"P": home()})
    scene.play("activate P", "declare move", "step e")
    assert judged(scene, task).state == "open"
    scene.play("step w")
    assert judged(scene, task).state == "done"


def test_a_pattern_is_the_beginning_of_a_line_and_a_star_is_one_word() -> None:
    assert tells("moved P (1,0) to (2,0)", "moved P")
    assert tells("moved P (1,0) to (2,0)", "moved * (1,0)")
    assert tells("moved P (1,0) to (2,0)", "moved P * to (2,*)")
    assert not tells("moved P (1,0) to (3,0)", "moved P * to (2,*)")
    assert not tells("moved P (1,0) to (2,0)", "moved P (1,0) to (2,0) again")
    assert not tells("moved Pip (1,0) to (2,0)", "moved P")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("moved P * to (3,0)", "walked P", "'walked P' begins with no event"),
        ('goal = "Step to the east."\n', "", "goal"),
        ('why = "So it is done."\n', "", "why"),
        ('again = "Not this time."', 'again = "Not this time."\nwithin = "week"', "week"),
        ('again = "Not this time."', 'again = "Not this time."\nagian = "x"', "agian"),
    ],
)
def test_a_task_that_says_nothing_sensible_is_refused(old: str, new: str, complaint: str) -> None:
    assert old in FILE
    with pytest.raises(ScenarioError, match=complaint.replace("(", r"\(")):
        read_scenario(FILE.replace(old, new))


@pytest.mark.parametrize("identity", ALL)
def test_what_the_file_plays_does_the_task(identity: str) -> None:
    """The steps of the file are an accepted answer, and nothing before them is."""
    found = exercise(identity)
    scene = found.scene()
    assert judged(scene, found.task).state == "open"
    assert scene.match.asked() == found.side
    for step in found.line.steps:
        take(scene, step)
    assert judged(scene, found.task) == Verdict("done", found.task.answer[0].why)


def test_lessons_follow_each_other_and_puzzles_do_not() -> None:
    lessons = exercises(LESSONS)
    assert [next_after(each) for each in lessons] == [*(each.id for each in lessons[1:]), ""]
    assert all(next_after(each) == "" for each in exercises(DAILY))


@pytest.mark.parametrize("identity", ["", "lessons", "lessons:", "daily:../lessons/1-first-block", "official:ex-01"])
def test_only_exercises_are_found(identity: str) -> None:
    with pytest.raises(UserError, match="expected one of lessons:1-first-block"):
        exercise(identity)
