from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from dungeonbowl.bots.arena import Pairing, play
from dungeonbowl.cli import watch as watch_module
from dungeonbowl.cli.board import Board, benches, player_names, score_line
from dungeonbowl.cli.watch import Show
from dungeonbowl.languages import speaking
from dungeonbowl.records.replay import read_replay, rerun
from dungeonbowl.scenes.scene import Scene, away, home
from support.command_line import run

SHORT = ("watch", "--seed", "3", "--turn-limit", "2")


def test_without_a_terminal_the_story_and_a_few_boards_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert run(monkeypatch, *SHORT) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out.startswith("The match begins")
    assert "--- Turn 2 of Away (O-TURN-01)" in out
    assert 2 <= out.count("ABC Home") <= 4
    assert "Rooms: Armoury (16,4)-(19,7)" in out
    assert "wins" in out or "draw" in out
    assert "What to try next:" in out
    assert "dungeonbowl watch --seed 3 --edition 'official(turn_limit=2)'" in out


def test_a_match_of_drives_is_told_and_its_dungeon_drawn_once_it_is_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.jsonl"
    assert run(monkeypatch, *SHORT, "--edition", "stockbowl", "--quick", "--save", str(file)) == 0
    out = capsys.readouterr().out
    assert "layout " in out
    assert "half 2 begins (S-HALF-02)" in out
    assert "half 2  turn 2 of 2" in out
    assert "dungeonbowl watch --seed 3 --edition 'stockbowl(turn_limit=2, quick=1)'" in out
    again = rerun(read_replay(file))
    assert again.is_over()
    assert again.game.dungeon.identity.startswith("sb-")


def test_the_match_is_the_one_the_arena_plays_and_can_be_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.jsonl"
    assert run(monkeypatch, *SHORT, "--save", str(file)) == 0
    assert f"The replay is in {file}" in capsys.readouterr().out
    again = rerun(read_replay(file))
    result = play(Pairing("official(turn_limit=2)"), 3)
    assert int(again.game.decisions) == result.decisions
    assert run(monkeypatch, *SHORT, "--save", str(file)) == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--dungeon", "nowhere"), "nowhere: cannot be read"),
        (("--away", "deep"), "there is no bot 'deep'"),
        (("--edition", "chess"), "edition 'chess'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.setattr("dungeonbowl.cli.speed.compiled", lambda: True)
    assert run(monkeypatch, "watch", *arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err
    assert printed.err.count("\n") == 1


def test_in_a_terminal_the_board_is_drawn_in_place_and_stays_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(watch_module.time, "sleep", slept.append)
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, width=150, height=50, color_system="truecolor")
    show = Show(console, Pairing("official(turn_limit=2)"), 3)
    show.play_live(0.1)
    show.farewell()
    out = written.getvalue()
    assert "\x1b[?1049h" in out
    assert out.index("\x1b[?1049l") < out.index("What to try next")
    assert len(slept) > 20
    assert all(0 < pause <= 0.6001 for pause in slept)


def test_a_whole_match_takes_a_minute_or_two(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(watch_module.time, "sleep", slept.append)
    console = Console(file=io.StringIO(), force_terminal=True, width=150, height=50)
    Show(console, Pairing(), 1).play_live(0.2)
    assert 20 < sum(slept) < 130


def test_ctrl_c_ends_politely(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(show: Show) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Show, "decide", interrupted)
    assert run(monkeypatch, *SHORT) == 130
    printed = capsys.readouterr()
    assert "Stopped in turn" in printed.out
    assert "The same match again: dungeonbowl watch --seed 3" in printed.out
    assert "Traceback" not in printed.err


# --- the board ------------------------------------------------------------------------------------------------------


def scene() -> Scene:
    picture = """
        A.P.q..B
        A.R.$..B
        A.S.1.IB
    """
    legend = {
        "P": home(),
        "q": away(status="prone"),
        "R": home(status="stunned"),
        "S": home(),
        "x": away(status="knocked-out"),
    }
    return Scene(picture, legend, ball="S", rooms=[("Armoury", [1, 0, 3, 2])], rerolls=(2, 0))


def test_the_board_tells_everything_without_colours() -> None:
    drawn = scene()
    rows = Board(drawn.game, plain=True).draw(drawn.game).plain.split("\n")
    assert rows[2] == " 0 |: . A . a_. . :|"
    assert rows[4] == " 1 |: . B~. $ . . :|"
    assert rows[6] == " 2 |: . C*. 1 . @ :|"
    legend = Board(drawn.game).legend(drawn.game).plain
    assert "Armoury (1,0)-(3,1)" in legend
    assert "@ idol" in legend
    assert "% crypt" not in legend
    assert score_line(drawn.game).plain.startswith(">home 0 (2 re-rolls)   away 0 (0 re-rolls)  turn 2 of 16")
    assert "home C has the ball at (2,2)" in score_line(drawn.game).plain
    with speaking("de"):
        told = score_line(drawn.game).plain
    assert told.startswith(">home 0 (2 Wiederholungswürfe)   away 0 (0 Wiederholungswürfe)  Zug 2 von 16")
    assert "der Ball ist bei home C" in told
    assert "away: knocked-out b" in benches(drawn.game).plain
    assert player_names(drawn.game).of(drawn.piece("q")) == "away a"


def test_a_mark_finds_room_beside_a_wall() -> None:
    drawn = Scene("A..Z", {"Z": home(status="prone"), "b": away(at=(0, 0))}, ball=(1, 0))
    rows = Board(drawn.game, plain=True).draw(drawn.game).plain.split("\n")
    assert rows[2] == " 0 |a * ._A|"


def test_a_tall_dungeon_lies_on_its_side() -> None:
    drawn = Scene("A\n.\n.\nP\nB", {"P": home()}, ball="P")
    board = Board(drawn.game, plain=True)
    rows = board.draw(drawn.game).plain.split("\n")
    assert rows[2] == " 0 |: . . A*:|"
    assert board.size()[0] > board.size()[1]
    assert "lies on its side" in board.legend(drawn.game).plain


def test_the_loose_ball_is_drawn() -> None:
    drawn = Scene("A.P..B", {"P": home()}, ball=(4, 0))
    assert Board(drawn.game).draw(drawn.game).plain.split("\n")[2] == " 0 |: . A . ● :|"
    assert "the ball lies at (4,0)" in score_line(drawn.game).plain
