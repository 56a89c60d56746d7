"""`make play` around its server: failing compilers, Ctrl-C, crashes, options."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import pytest

from support.clones import FakeClone, MakePlay, is_running, wait_until
from support.returning import Returning
from support.servers import PATIENCE


@pytest.fixture
def clone(tmp_path: Path) -> FakeClone:
    return FakeClone(tmp_path)


def stand_in(clone: FakeClone, trial: str = "", interpreted: bool = False) -> MakePlay:
    """`make play` around a server without matches."""
    return MakePlay(clone, trial, interpreted=interpreted, program="stand_in.py")


def test_a_compiler_that_fails_disturbs_nobody(clone: FakeClone) -> None:
    with MakePlay(clone) as play:
        play.wait_for_engine("compiling", 40)
        created = play.server.new_match(seats=["person", "person"], shared=True, pace=0, quick=True)
        guest = Returning(play.server, created.id, created.seats[0].token)
        guest.ready()
        clone.let_the_compiler("bad")
        play.wait_for_engine("interpreted")
        guest.decide()
        assert guest.codes == [], "over the same connection"
        guest.close()
        assert play.press_ctrl_c() == 130
        assert "Traceback" not in play.said()


@pytest.mark.parametrize(
    ("outcome", "trial", "why"),
    [
        ("bad", "", "it could not be compiled"),
        ("nothing", "", "no working C compiler"),
        ("good", "raise SystemExit('undefined symbol')", "what was compiled does not work"),
    ],
    ids=["error", "no compiler", "broken"],
)
def test_why_it_stays_interpreted_is_said_once(clone: FakeClone, outcome: str, trial: str, why: str) -> None:
    with stand_in(clone, trial) as play:
        play.wait_for_engine("compiling", 40)
        clone.let_the_compiler(outcome)
        assert play.wait_for_engine("interpreted").why == why
        wait_until(lambda: "stays interpreted" in play.said(), "nobody says why")  # the server was told first
        lines = [line for line in play.said().splitlines() if "stays interpreted" in line]
        assert len(lines) == 1
        assert why in lines[0]
        log = Path("build", "compile.log")
        assert str(log) in lines[0]
        assert "a line of the compiler" in (clone.root / log).read_text()
        assert clone.compiled() == set()
        assert not clone.stamp.exists()


def test_ctrl_c_ends_server_and_compiler_and_the_next_time_it_goes_on(clone: FakeClone) -> None:
    with stand_in(clone) as play:
        play.wait_for_engine("compiling", 40)
        ((compiler, niceness),) = clone.compilers()
        assert niceness >= 19, "it leaves the processor to the game"
        server = play.server_process()
        assert play.press_ctrl_c() == 130
        assert not is_running(server)
        assert not is_running(compiler)
        assert "Traceback" not in play.said()
        assert clone.compiled() == set()
        assert not clone.stamp.exists()
    early = clone.root / "build" / "temp" / "early.o"
    early.touch()
    os.utime(early, (1, 1))
    with stand_in(clone) as again:
        again.wait_for_engine("compiling", 40)
        assert len(clone.compilers()) == 2
        assert early.is_file(), "objects that are whole are kept"
        clone.let_the_compiler("good")
        again.wait_for_engine("compiled")
        assert clone.compiled() == {"dungeonbowl__mypyc", "dungeonbowl/engine/game", "dungeonbowl/bots/playout"}
        assert again.press_ctrl_c() == 130
    with stand_in(clone) as third:
        third.wait_for_engine("compiled")
        assert len(clone.compilers()) == 2, "nothing is compiled any more"
        assert third.said().count("interpreted until") == 2, "not the third time"
        assert third.press_ctrl_c() == 130


def test_after_a_pull_no_stale_module_is_used(clone: FakeClone) -> None:
    clone.compile()
    source = clone.engine / "game.py"
    os.utime(source, (source.stat().st_mtime + 5, source.stat().st_mtime + 5))
    with stand_in(clone) as play:
        play.wait_for_engine("compiling")
        assert clone.compiled() == set()
        assert not clone.stamp.exists()


def test_sources_that_change_while_they_are_compiled_are_compiled_again(clone: FakeClone) -> None:
    with stand_in(clone) as play:
        play.wait_for_engine("compiling", 40)
        source = clone.engine / "game.py"
        source.write_text("# changed\n")
        clone.let_the_compiler("good")
        play.wait_for_engine("compiled")
        assert len(clone.compilers()) == 2
        assert clone.stamp.stat().st_mtime_ns >= source.stat().st_mtime_ns


def test_while_new_modules_are_tried_the_running_server_does_not_see_them(clone: FakeClone) -> None:
    trial = "import pathlib, time\nwhile not pathlib.Path('tried').exists(): time.sleep(0.02)"
    with stand_in(clone, trial) as play:
        play.wait_for_engine("compiling", 40)
        clone.let_the_compiler("good")
        wait_until(lambda: len(clone.compiled()) == 3, "nothing is in its place")
        status = play.engine()
        assert status is not None
        assert status.state == "compiling"
        assert not clone.stamp.exists(), "nobody knows yet whether they work"
        (clone.root / "tried").touch()
        play.wait_for_engine("compiled")
        assert clone.stamp.exists()


def test_a_server_that_crashes_is_not_replaced_in_secret(clone: FakeClone) -> None:
    with stand_in(clone) as play:
        play.wait_for_engine("compiling", 40)
        ((compiler, _),) = clone.compilers()
        os.kill(play.server_process(), signal.SIGKILL)
        assert play.process.wait(PATIENCE) == 128 + signal.SIGKILL
        assert "SIGKILL" in play.said()
        assert not is_running(compiler)


def test_a_supervisor_that_is_killed_leaves_no_server_behind(clone: FakeClone) -> None:
    with MakePlay(clone) as play:
        play.wait_for_engine("compiling", 40)
        server = play.server_process()
        play.process.kill()
        play.process.wait()
        wait_until(lambda: not is_running(server), "the server goes on")
        for compiler, _ in clone.compilers():
            os.killpg(compiler, signal.SIGKILL)


def test_where_nothing_can_be_written_the_game_is_played_interpreted(clone: FakeClone) -> None:
    (clone.root / "build").touch()  # where a folder should be
    with stand_in(clone) as play:
        wait_until(lambda: "build" in play.wait_for_engine("interpreted").why, "nobody says why")
        wait_until(lambda: "stays interpreted" in play.said(), "nobody says why")
        assert play.press_ctrl_c() == 130


def test_two_in_one_clone_compile_once_and_both_go_over(clone: FakeClone) -> None:
    with stand_in(clone) as one:
        one.wait_for_engine("compiling", 40)
        with stand_in(clone) as other:
            other.wait_for_engine("compiling", 40)
            clone.let_the_compiler("good")
            one.wait_for_engine("compiled")
            other.wait_for_engine("compiled")
            assert len(clone.compilers()) == 1


def test_options_are_those_of_dungeonbowl_play(clone: FakeClone) -> None:
    with MakePlay(clone, options=("--help",)) as help_page:
        assert help_page.process.wait(PATIENCE) == 0
        assert "--matches-a-minute" in help_page.said()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with MakePlay(clone, options=("--no-open", "--port", str(taken.getsockname()[1]))) as refused:
            assert refused.process.wait(PATIENCE) == 2
            assert "in use" in refused.said()
    assert clone.compilers() == []


def test_told_to_stay_interpreted_nothing_is_compiled(clone: FakeClone) -> None:
    clone.compile()
    with stand_in(clone, interpreted=True) as play:
        wait_until(lambda: play.wait_for_engine("interpreted").why == "DUNGEONBOWL_INTERPRETED=1", "nobody says why")
        assert clone.compilers() == []
        assert clone.compiled() == {"dungeonbowl/engine/game"}, "what is there is left alone"
