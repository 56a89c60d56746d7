"""The puzzles: every level above easy solves them all, and each has a right answer that its file can play."""

from __future__ import annotations

import json
import sys

import pytest

from dungeonbowl.cli import main
from dungeonbowl.cli.puzzles import attempt
from dungeonbowl.editions import EDITIONS, name_of
from dungeonbowl.scenes.exercises import PUZZLES, names, puzzle
from dungeonbowl.scenes.scenario import take
from dungeonbowl.scenes.tasks import verdict

ALL = names(PUZZLES)


@pytest.mark.parametrize("name", ALL)
def test_what_the_file_plays_is_an_accepted_answer(name: str) -> None:
    found = puzzle(name)
    scene = found.scene()
    for step in found.line.steps[: found.task.after]:
        take(scene, step)
    since, side = len(scene.game.events), int(scene.game.asked)
    for step in found.line.steps[found.task.after :]:
        take(scene, step)
    assert verdict(found.task, side, scene.game, scene.names, since).state == "done"


@pytest.mark.parametrize("name", ALL)
def test_normal_solves_it(name: str) -> None:
    for seed in (1, 2):
        found = attempt("normal", seed, name)
        assert found.solved, (found.actions, found.text)


@pytest.mark.parametrize("name", ALL)
def test_hard_solves_it(name: str) -> None:
    found = attempt("hard", 1, name)
    assert found.solved, (found.actions, found.text)


def test_there_are_sixty_in_all_editions() -> None:
    assert len(ALL) >= 60
    assert {name_of(puzzle(name).edition) for name in ALL} == set(EDITIONS)
    assert len({puzzle(name).title for name in ALL}) == len(ALL)


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["dungeonbowl", "puzzles", *words])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0)


def test_the_command_tells_who_solved_what(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "walk-in", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["failed"] == 0
    assert [each["name"] for each in found["puzzles"]] == ["walk-in"]


def test_a_bot_that_fails_is_shown_the_position_and_the_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "certain-chest", "--bot", "random", "--seed", "3") == 1
    out = capsys.readouterr().out
    assert "AA......$...BB" in out
    assert "Right: " in out
    assert "random solved 0 of 1 puzzles" in out


def test_strange_names_are_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "certain-chst") == 2
    assert "did you mean 'certain-chest'?" in capsys.readouterr().err
    assert run(monkeypatch, "walk-in", "--bot", "nobody") == 2
