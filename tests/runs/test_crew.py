"""Plans, chunks and crews: whoever does the work, and whoever dies on the way, the results are the same."""

from __future__ import annotations

import os
import signal
from functools import partial
from pathlib import Path

import pytest

from dungeonbowl.bots.arena import Pairing, play
from dungeonbowl.errors import UserError
from dungeonbowl.runs.crew import MOST_TRIES, Crew
from dungeonbowl.runs.keeping import Checkpoint
from dungeonbowl.runs.plan import MOST_TOGETHER, Pace, Plan, key_of

SHORT = Pairing("official(turn_limit=2, quick=1)", home="random", away="random")


def square(number: int) -> int:
    return number * number


def die_once(folder: Path, number: int) -> int:
    """The worker that meets task 5 first dies as a machine does: without a word."""
    mark = folder / "died"
    if number == 5 and not mark.exists():
        mark.write_text("here", encoding="utf-8")
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def always_die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse(number: int) -> int:
    if number == 3:
        raise UserError("three is not played here")
    return number


def chunk_sizes(tasks: int, workers: int, seconds: float) -> list[int]:
    """How a plan is cut if every task takes so long."""
    pace, left, sizes = Pace(), tasks, []
    while left:
        sizes.append(pace.next_size(left, workers))
        left -= sizes[-1]
        pace.note(sizes[-1], sizes[-1] * seconds)
    return sizes


def test_chunks_become_long_enough_and_small_again_at_the_end() -> None:
    fast = chunk_sizes(10_000, 2, 0.01)
    assert sum(fast) == 10_000
    assert fast[:7] == [1, 2, 4, 8, 16, 32, 50]  # half a second
    assert fast[-8:] == [1] * 8
    assert len(fast) < 250
    assert set(chunk_sizes(40, 2, 60.0)) == {1}  # a search that takes a minute for a match
    assert max(chunk_sizes(100_000, 2, 0.0)) == MOST_TOGETHER
    assert chunk_sizes(1, 8, 0.01) == [1]


def test_a_plan_has_every_task_once_however_it_is_cut() -> None:
    for tasks, jobs in ((0, 1), (1, 2), (7, 2), (1000, 1), (3000, 2)):
        with Crew(jobs) as crew:
            found = list(crew.results(Plan(square, range(tasks))))
        assert sorted(found) == [(number, number * number) for number in range(tasks)]


def test_one_process_and_two_find_the_same() -> None:
    plan = Plan(partial(play, SHORT), range(100, 112))
    with Crew() as one, Crew(2) as two:
        alone = list(one.in_order(plan))
        assert [result.seed for result in alone] == list(range(100, 112))
        assert list(two.in_order(plan)) == alone
        assert dict(two.results(plan)) == dict(enumerate(alone))


def test_the_tasks_of_a_worker_that_dies_are_done_again(tmp_path: Path) -> None:
    with Crew(2) as crew:
        found = list(crew.in_order(Plan(partial(die_once, tmp_path), range(30))))
        assert crew.failures >= 1
    assert found == [number * number for number in range(30)]


def test_a_task_that_kills_every_worker_is_named() -> None:
    with Crew(2) as crew, pytest.raises(UserError, match=f"a worker died {MOST_TRIES} times while it did 1[78]"):
        list(crew.results(Plan(always_die, [17, 18])))


def test_what_the_work_refuses_is_told_and_the_crew_can_go_on() -> None:
    for jobs in (1, 2):
        with Crew(jobs) as crew:
            with pytest.raises(UserError, match="three is not played here"):
                list(crew.results(Plan(refuse, range(8))))
            assert list(crew.in_order(Plan(square, range(8)))) == [square(number) for number in range(8)]


def test_results_that_nobody_waits_for_do_not_turn_up_in_the_next_plan() -> None:
    for jobs in (1, 2):
        with Crew(jobs) as crew:
            first = crew.results(Plan(square, range(50)))
            next(first)
            first.close()
            assert dict(crew.results(Plan(square, [9, 8]))) == {0: 81, 1: 64}


def test_a_plan_goes_on_where_its_checkpoint_ends(tmp_path: Path) -> None:
    path = tmp_path / "squares.jsonl"
    with Crew() as crew:
        running = crew.results(Plan(square, range(6)), Checkpoint(path, "squares", {"of": 2}, int))
        for _ in range(3):
            next(running)
        running.close()
        path.write_bytes(path.read_bytes() + b'{"task":"4","resu')  # the power failed while a line was written
        again = Checkpoint(path, "squares", {"of": 2}, int)
        assert again.kept(range(6)) == {0: 0, 1: 1, 2: 4}
        assert list(crew.in_order(Plan(refuse_small, range(6)), again)) == [0, 1, 4, 9, 16, 25]
    del again
    more = Checkpoint(path, "squares", {"of": 2}, int)
    assert more.kept(range(8)) == {number: number * number for number in range(6)}


def refuse_small(number: int) -> int:
    assert number >= 3, "this was done already"
    return number * number


def test_a_checkpoint_of_other_terms_is_not_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "squares.jsonl"
    Checkpoint(tmp_path / "pairs.jsonl", "squares", {"of": (1, 2)}, int)
    Checkpoint(tmp_path / "pairs.jsonl", "squares", {"of": (1, 2)}, int)
    Checkpoint(path, "squares", {"of": 2}, int)
    with pytest.raises(UserError, match="was begun with terms"):
        Checkpoint(path, "squares", {"of": 3}, int)
    with pytest.raises(UserError, match="was begun with checkpoint squares, not cubes"):
        Checkpoint(path, "cubes", {"of": 2}, int)
    path.write_text("not ours\n", encoding="utf-8")
    with pytest.raises(UserError, match="is not a results file of squares"):
        Checkpoint(path, "squares", {"of": 2}, int)
    assert path.read_text(encoding="utf-8") == "not ours\n"


def test_a_file_that_another_run_writes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "squares.jsonl"
    mine = Checkpoint(path, "squares", {}, int)
    with pytest.raises(UserError, match=r"squares\.jsonl is in use: another run writes its results there"):
        Checkpoint(path, "squares", {}, int)
    mine.add(4, 16)
    del mine
    assert Checkpoint(path, "squares", {}, int).kept([4]) == {0: 16}


def test_only_what_differs_of_long_terms_is_told(tmp_path: Path) -> None:
    path = tmp_path / "squares.jsonl"
    Checkpoint(path, "squares", {"of": {"base": 2, "name": "x" * 500}, "same": list(range(50))}, int)
    with pytest.raises(UserError) as refused:
        Checkpoint(path, "squares", {"of": {"base": 3, "name": "x" * 500}, "same": list(range(50))}, int)
    assert str(refused.value) == (
        f"{path} was begun with terms {{'of': {{'base': 2}}}}, not {{'of': {{'base': 3}}}}: name another file"
    )


def test_damage_in_the_middle_of_a_file_is_told_and_nothing_is_thrown_away(tmp_path: Path) -> None:
    path = tmp_path / "squares.jsonl"
    begun = Checkpoint(path, "squares", {}, int)
    for number in range(5):
        begun.add(number, number * number)
    del begun
    whole = path.read_bytes()
    for damage in (b"\0", b"\xff", b"{"):
        damaged = whole.replace(b'"2"', damage)
        path.write_bytes(damaged)
        with pytest.raises(UserError, match=r"line 4 of 6 is damaged: remove it, and what it had is done again"):
            Checkpoint(path, "squares", {}, int)
        assert path.read_bytes() == damaged
    path.write_bytes(whole[:-1])  # the last end of a line is missing
    again = Checkpoint(path, "squares", {}, int)
    assert again.kept(range(5)) == {0: 0, 1: 1, 2: 4, 3: 9}
    again.add(4, 16)
    assert path.read_bytes() == whole


def test_a_file_whose_first_line_was_cut_off_is_not_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "squares.jsonl"
    Checkpoint(path, "squares", {}, int)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(UserError, match="is not a results file of squares: its first line has no end"):
        Checkpoint(path, "squares", {}, int)


def test_a_result_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "squares.jsonl"
    Checkpoint(path, "squares", {}, int).add(4, 16)
    with pytest.raises(UserError, match="the result of task 0 cannot be read"):
        Checkpoint(path, "squares", {}, str).kept([4])


@pytest.mark.parametrize(("old", "new"), [(b":16,", b":17,"), (b'"4"', b'"5"')])
def test_a_line_that_can_be_read_but_was_changed_is_damage(old: bytes, new: bytes, tmp_path: Path) -> None:
    path = tmp_path / "squares.jsonl"
    Checkpoint(path, "squares", {}, int).add(4, 16)
    kept = path.read_bytes()
    assert kept.count(old) == 1
    path.write_bytes(kept.replace(old, new))
    with pytest.raises(UserError, match="line 2 of 2 is damaged"):
        Checkpoint(path, "squares", {}, int)
    path.write_bytes(kept.partition(b',"check":')[0] + b"}\n")  # as an older version wrote it
    assert Checkpoint(path, "squares", {}, int).kept([4]) == {0: 16}


def test_a_file_that_has_changed_under_its_name_is_told(tmp_path: Path) -> None:
    path = tmp_path / "squares.jsonl"
    Checkpoint(path, "squares", {}, int, {"same.py": "1", "mine.py": "2"})
    Checkpoint(path, "squares", {}, int, {"same.py": "1", "mine.py": "2"})
    with pytest.raises(UserError, match=r"was begun with another content of mine\.py: name another file"):
        Checkpoint(path, "squares", {}, int, {"same.py": "1", "mine.py": "3"})


def test_tasks_are_known_by_short_keys() -> None:
    assert key_of(17) == "17"
    assert key_of(SHORT) == key_of(Pairing("official(turn_limit=2, quick=1)", home="random", away="random"))
    assert key_of(SHORT) != key_of(Pairing())
    assert len(key_of(SHORT)) == 24
