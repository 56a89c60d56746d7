"""The benchmark: the same matches for every agent, held-out dungeons and teams, files that can be checked."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from dungeonbowl.bots.levels import BOTS
from dungeonbowl.dungeon.text import bundled
from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.learn.suites.running import (
    Bout,
    ResultsFile,
    bouts,
    differences,
    new_run,
    play,
    play_all,
    read_results,
)
from dungeonbowl.learn.suites.tables import Entry, cell_of, leaderboard, report
from dungeonbowl.learn.suites.tasks import (
    HELD_OUT_DUNGEONS,
    HELD_OUT_TEAMS,
    SUITE,
    TASKS,
    begun,
    draw,
    find_tasks,
    opponents,
    training_dungeons,
    training_teams,
)
from dungeonbowl.teams.ready import ready_ids

ROOT = Path(__file__).resolve().parents[2]
BOOKS = ("official", "stockbowl", "astrogranite")
EDITIONS = ["official(quick=1)", "stockbowl", "astrogranite(classic)", "astrogranite", "astrogranite(full)"]


def test_the_suite_goes_from_a_room_to_every_edition() -> None:
    assert SUITE == "dungeonbowl-bench-v1"
    editions = {name_of(task.edition) for task in TASKS}
    assert editions == {"official", "stockbowl", "astrogranite"}
    assert begun(TASKS[0], draw(TASKS[0], 0)).squads.count == 6  # three a side
    assert [name.partition("(")[0] for name in opponents()] == [name for name in BOTS if name != "random"]
    seeds = sorted((task.seed, task.seed + task.games) for task in TASKS)
    assert all(end <= begin for (_, end), (begin, _) in pairwise(seeds))  # no match twice


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_two_matches_that_follow_each_other_change_places_only(task: object) -> None:
    found = find_tasks([task.name])[0]  # type: ignore[attr-defined]
    for number in range(0, 12, 2):
        one, two = draw(found, number), draw(found, number + 1)
        assert (one.seed, one.dungeon, one.teams) == (two.seed, two.dungeon, two.teams)
        assert (one.agent_side, two.agent_side) == (0, 1)
    assert begun(found, draw(found, 0)).squads.sides == 2


def test_what_is_held_out_is_not_trained_with() -> None:
    assert set(HELD_OUT_DUNGEONS) <= set(bundled())
    assert set(HELD_OUT_TEAMS) <= {team for book in BOOKS for team in ready_ids(book)}
    dungeons, teams = training_dungeons(EDITIONS), training_teams(EDITIONS)
    for task in TASKS:
        assert not set(task.dungeons) & set(dungeons)
        assert not set(task.teams) & set(teams)
    assert len(dungeons) > 12
    assert len(teams) > 30
    for edition in EDITIONS:  # each can still be trained in
        assert training_dungeons([edition])
        assert training_teams([edition])
    source = (ROOT / "examples" / "train_policy.py").read_text(encoding="utf-8")
    assert "training_dungeons(" in source
    assert "training_teams(" in source


def test_a_run_is_taken_up_where_its_file_ends(tmp_path: Path) -> None:
    path = tmp_path / "easy.jsonl"
    run = new_run("easy", ["random"], find_tasks(["room-3", "halls-6"]), 4)
    file = ResultsFile(path, run)
    for row in play_all(run, file.rows):
        file.add(row)
        if len(file.rows) == 5:
            break
    with path.open("ab") as torn:
        torn.write(b'{"task":"room-3","oppon')  # cut off while it was written
    kept = file.rows
    del file  # that run is over: it leaves the file to others
    again = ResultsFile(path, run)
    assert again.rows == kept
    for row in play_all(run, list(again.rows)):
        again.add(row)
    del again
    _, rows, _ = read_results(path)
    assert len(rows) == len(bouts(run)) == 8
    assert len({(row.task, row.number) for row in rows}) == 8
    assert [words for _, words in differences(run, rows)] == [""] * 8
    changed = msgspec.structs.replace(rows[0], turns=99)
    assert [words for _, words in differences(run, [changed])] == ["turns"]
    with pytest.raises(UserError, match="was begun with agent easy"):
        ResultsFile(path, new_run("normal", ["random"], find_tasks(["room-3"]), 4))
    more = ResultsFile(path, new_run("easy", ["normal"], find_tasks(["official"]), 6))
    assert len(more.rows) == 8
    told, kept, _ = read_results(path)
    assert kept == rows
    assert (told.tasks, told.opponents, told.games) == (("room-3", "halls-6", "official"), ("random", "normal"), 6)


def test_a_match_is_the_same_wherever_it_is_played() -> None:
    bout = Bout("room-3", "easy", 3)
    one, two = play("normal", bout), play("normal", bout)
    assert msgspec.structs.replace(one, seconds=(0, 0)) == msgspec.structs.replace(two, seconds=(0, 0))
    assert one.agent_side == "away"


def test_the_table_counts_and_the_page_is_markdown() -> None:
    run = new_run("normal", ["random", "easy"], find_tasks(["room-3"]), 4)
    rows = list(play_all(run, []))
    entry = Entry(run, rows)
    cell = entry.cell("random")
    assert cell.games == 4
    assert cell.wins + cell.draws + cell.losses == 4
    assert cell.interval_95[0] <= cell.win_rate <= cell.interval_95[1]
    assert cell_of([]).interval_95 == (0.0, 1.0)
    assert 0.0 <= entry.score() <= 1.0
    told = report(entry)
    assert set(told["tasks"]) == {"room-3"}  # type: ignore[call-overload]
    page = leaderboard([entry])
    assert page.startswith("# Leaderboard\n")
    assert "| `normal` | 1 of 8 |" in page
    assert "## room-3" in page
    assert "## official" not in page


def test_what_is_no_task_or_file_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no task 'room-4'"):
        find_tasks(["room-4"])
    (tmp_path / "x.jsonl").write_text("{}\n")
    with pytest.raises(UserError, match="is not a results file"):
        read_results(tmp_path / "x.jsonl")


@pytest.mark.parametrize(
    "changed",
    [
        {"agent": "normal`\n# Mine"},
        {"agent": "a|b"},
        {"agent": ""},
        {"version": "<b>9</b>"},
        {"source": "`"},
        {"opponents": ["easy\u2028"]},
        {"games": 0},
        {"games": 10**30},
    ],
)
def test_a_first_line_that_would_spoil_the_leaderboard_is_refused(changed: dict[str, object], tmp_path: Path) -> None:
    """Files come from strangers, and the page prints what they say of themselves."""
    terms = msgspec.to_builtins(new_run("normal", ["easy"], find_tasks(["room-3"]), 2))
    path = tmp_path / "sent.jsonl"
    path.write_text(json.dumps(terms) + "\n")
    assert read_results(path)[0].agent == "normal"
    path.write_text(json.dumps(terms | changed) + "\n")
    with pytest.raises(UserError, match="is not a results file of the benchmark"):
        read_results(path)


def test_a_bot_whose_name_no_results_file_can_hold_is_refused_before_it_plays(tmp_path: Path) -> None:
    (tmp_path / "a|b.py").write_text("class Bot:\n    def choose(self, match): ...\n")
    with pytest.raises(UserError, match="its name cannot stand in a results file"):
        new_run(f"{tmp_path / 'a|b.py'}:Bot", ["easy"], find_tasks(["room-3"]), 2)
