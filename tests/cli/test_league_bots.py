"""`dungeonbowl league bots`, `league simulate` and `league book`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from dungeonbowl.league.office import Office
from dungeonbowl.league.office.archive_file import read_archive
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.runs.crew import Crew
from dungeonbowl.seasons.running import BotLeague, Progress
from support.bot_leagues import SHORT, played
from support.command_line import run

QUICK = ("--edition", "official(turn_limit=4)", "--options", SHORT, "--jobs", "1")


def test_a_league_of_bots_is_played_reported_and_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "season.dungeonleague"
    assert run(monkeypatch, "league", "bots", "--bots", "easy,random", "--seed", "7", "--out", str(out), *QUICK) == 0
    told = capsys.readouterr().out
    for words in ("Champion of season 1", "how teams grew", "balance: shares of wins", "easy", "random", "seed 7"):
        assert words in told
    archive = read_archive(out.read_bytes())
    assert len(archive.replays) == 7
    assert archive.header.name == "Bots"


def test_the_report_as_json_has_tables_growth_and_balance(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "league", "bots", "--bots", "easy", "--seed", "3", "--json", *QUICK) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seed"] == 3
    assert found["matches"] == 7
    assert len(found["teams"]) == 4
    assert found["seasons"][0]["champion"] in {team["team"] for team in found["teams"]}
    assert {"by_roster", "by_dungeon", "by_turn", "by_value_gap", "by_petty_cash"} <= set(found["balance"])
    assert found["failings"] == []


def stopped_after(monkeypatch: pytest.MonkeyPatch, matches: int) -> None:
    """Have Ctrl-C pressed after so many matches."""
    real = BotLeague.steps

    def interrupted(self: BotLeague, crew: Crew) -> Iterator[Progress]:
        if not matches:
            raise KeyboardInterrupt
        for step in real(self, crew):
            yield step
            if step.played == matches:
                raise KeyboardInterrupt

    monkeypatch.setattr(BotLeague, "steps", interrupted)


def test_ctrl_c_keeps_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out, kept = tmp_path / "season.dungeonleague", tmp_path / "season.jsonl"
    words = ("league", "bots", "--bots", "easy", "--out", str(out), "--force", "--resume", str(kept), *QUICK)
    with monkeypatch.context() as patch:
        stopped_after(patch, 3)
        assert run(patch, *words) == 0
    captured = capsys.readouterr()
    assert "stopped after 3 of 7 matches" in captured.err
    assert "how teams grew" in captured.out
    archive = out.read_bytes()
    assert len(read_archive(archive).replays) == 3
    office = Office(MemoryStore())
    league, findings = office.archives.load(archive, COMMISSIONER)
    assert [each for each in findings if each.mark == "broken"] == []
    state = office.competitions.state(office.leagues.state(league).season.main)
    assert sorted(fixture.state for fixture in state.fixtures.values()) == ["open"] * 3 + ["over"] * 3
    assert run(monkeypatch, *words) == 0
    taken_up = out.read_bytes()
    assert run(monkeypatch, *words[:7], *QUICK) == 0
    assert out.read_bytes() == taken_up


def test_ctrl_c_before_the_first_match_writes_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    stopped_after(monkeypatch, 0)
    out = tmp_path / "season.dungeonleague"
    assert run(monkeypatch, "league", "bots", "--bots", "easy", "--out", str(out), *QUICK) == 130
    assert capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_refused_before_the_first_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "season.dungeonleague"
    out.write_text("mine", "utf-8")
    assert run(monkeypatch, "league", "bots", "--bots", "easy", "--out", str(out)) == 2
    assert "exists already" in capsys.readouterr().err
    assert out.read_text("utf-8") == "mine"


def test_a_bot_that_fails_is_named_at_the_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bad.py"
    file.write_text("class Bad:\n    def choose(self, game, options):\n        raise RuntimeError('lost')\n", "utf-8")
    assert run(monkeypatch, "league", "bots", "--bots", f"easy,{file}:Bad", *QUICK) == 1
    assert "its result says nothing" in capsys.readouterr().err


def test_the_book_of_an_archive(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    archive = tmp_path / "season.dungeonleague"
    archive.write_bytes(played().archive())
    out = tmp_path / "book.html"
    assert run(monkeypatch, "league", "book", str(archive), "--out", str(out)) == 0
    assert "bytes" in capsys.readouterr().out
    assert out.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert run(monkeypatch, "league", "book", str(archive), "--out", str(out), "--season", "9", "--force") == 2
    assert "expected from 1 to 1" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04broken"])
def test_a_book_of_what_is_no_archive_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "wrong.dungeonleague"
    file.write_bytes(content)
    assert run(monkeypatch, "league", "book", str(file), "--out", str(tmp_path / "book.html")) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "book.html").exists()


def test_a_season_of_the_database_is_foretold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'league.sqlite3'}"
    where = ("--database", database)
    teams = "fire-fast,light-balanced,death-strong,life-fast"
    assert run(monkeypatch, "league", "new", "Cellar", "--teams", teams, "--preset", "evening", *where) == 0
    assert run(monkeypatch, "league", "pair", *where) == 0
    capsys.readouterr()
    assert run(monkeypatch, "league", "simulate", "--games", "200", "--json", *where) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["groups"][""]) == 4
    assert len(found["fixtures"]) == 6
    assert found["score"] is None
    assert run(monkeypatch, "league", "simulate", "--with-bots", "--tries", "1", "--jobs", "1", *where) == 0
    told = capsys.readouterr().out
    assert "1 tried out" in told
    assert "title" in told


def test_three_seasons_of_three_bots_are_the_same_again_for_the_same_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The bot author's story: a ready level, the searching one, and a bot of one's own."""
    own = tmp_path / "my_bot.py"
    own.write_text("class MyBot:\n    def choose(self, match):\n        return match.usual\n", "utf-8")
    bots = f"normal,hard(tries=1),{own}:MyBot"
    rules = ("--edition", "official(turn_limit=3)", "--options", "stages = round_robin(meetings=1,house_rule=on)")
    told: list[str] = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.dungeonleague"
        command = ("league", "bots", "--bots", bots, "--size", "3", "--seasons", "3", "--seed", "7", "--json")
        assert run(monkeypatch, *command, *rules, "--jobs", jobs, "--out", str(out)) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert (tmp_path / "1.dungeonleague").read_bytes() == (tmp_path / "2.dungeonleague").read_bytes()
    report = json.loads(told[0])
    assert [season["number"] for season in report["seasons"]] == [1, 2, 3]
    assert {coach["coach"] for coach in report["coaches"]} == {"normal", "hard(tries=1)", "MyBot"}
    assert all(len(team["values"]) == 4 for team in report["teams"])
