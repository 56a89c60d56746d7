from __future__ import annotations

import json
from pathlib import Path

import pytest

from dungeonbowl.cli.match_options import with_turn_limit
from dungeonbowl.errors import UserError
from dungeonbowl.teams.files import write_team
from dungeonbowl.teams.ready import ready_team
from support import command_line


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setenv("COLUMNS", "100")
    return command_line.run(monkeypatch, *arguments)


SHORT = ("sim", "--games", "2", "--turn-limit", "1", "--seed", "5")


def test_results_come_as_a_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, *SHORT, "--jobs", "1", "--away", "random") == 0
    out = capsys.readouterr().out
    assert "2 matches, official(turn_limit=1), dungeon of-1, seeds 5-6" in out
    assert "home: normal" in out
    assert "away: random" in out
    for words in ("wins", "touchdowns", "team turns", "turnovers", "casualties", "matches a second"):
        assert words in out
    assert "\x1b" not in out


def test_an_edition_with_layouts_is_played_where_dice_say(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stockbowl = ("--edition", "stockbowl", "--jobs", "1", "--quick")
    assert run(monkeypatch, *SHORT, *stockbowl) == 0
    assert "2 matches, stockbowl(turn_limit=1, quick=1), dungeons found by dice, seeds 5-6" in capsys.readouterr().out
    assert run(monkeypatch, *SHORT, *stockbowl, "--dungeon", "sb-05", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["dungeon"], found["summary"]["called_off"]) == ("sb-05", 0)


def test_json_is_for_programs_and_alone_on_stdout(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for jobs in ("1", "2"):
        assert run(monkeypatch, *SHORT, "--jobs", jobs, "--json") == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0]["results"] == found[1]["results"]
    assert found[0]["summary"] == found[1]["summary"]
    assert [result["seed"] for result in found[0]["results"]] == [5, 6]
    wins = found[0]["summary"]["wins"]
    assert wins["home"] + wins["away"] + found[0]["summary"]["draws"] == 2
    assert found[0]["summary"]["mean_turns"] == {"home": 1.0, "away": 1.0}
    assert found[0]["games_per_s"] > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--dungeon", "nowhere"), "nowhere: cannot be read; bundled dungeons are "),
        (("--home", "deep"), "there is no bot 'deep': choose from easy, expert, hard, normal, random"),
        (("--edition", "chess"), "edition 'chess': expected one of official"),
        (("--edition", "official(speed=9)"), "edition 'official' has no option 'speed'"),
        (("--edition", "official(turn_limit=2)", "--turn-limit", "3"), "say the turn limit once"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.setattr("dungeonbowl.cli.speed.compiled", lambda: True)
    assert run(monkeypatch, "sim", "--games", "1", *arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err
    assert printed.err.count("\n") == 1


def test_numbers_out_of_bounds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, "sim", "--games", "0") == 2
    assert run(monkeypatch, "sim", "--seed", "-4") == 2


def test_the_turn_limit_goes_into_the_text_of_the_edition() -> None:
    assert with_turn_limit("official", -1) == "official"
    assert with_turn_limit("official", 8) == "official(turn_limit=8)"
    assert with_turn_limit("official(endzone_half=1)", 0) == "official(endzone_half=1, turn_limit=0)"
    with pytest.raises(UserError):
        with_turn_limit("official(turn_limit=2)", 8)


def test_real_teams_play_after_a_quick_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    teams = ("--home-team", "fire-fast", "--away-team", "metal-strong")
    assert run(monkeypatch, "sim", "--games", "1", "--turn-limit", "1", "--quick", "--jobs", "1", "--json", *teams) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["edition"] == "official(turn_limit=1, quick=1)"
    assert (found["home_team"], found["away_team"]) == ("fire-fast", "metal-strong")


def test_any_two_races_play_each_other(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    teams = ("--edition", "stockbowl", "--home-team", "orc-balanced", "--away-team", "wood-elf-balanced")
    assert run(monkeypatch, "sim", "--games", "1", "--turn-limit", "1", "--quick", "--jobs", "1", "--json", *teams) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["edition"].startswith("stockbowl")
    assert (found["home_team"], found["away_team"]) == ("orc-balanced", "wood-elf-balanced")


def test_an_illegal_team_is_refused_with_every_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = write_team(ready_team("fire-fast")).replace("rerolls = ", "rerolls = 1")
    file = tmp_path / "usual.toml"
    file.write_text(text, encoding="utf-8")
    assert run(monkeypatch, *SHORT, "--home-team", str(file), "--away-team", "fire-fast") == 2
    err = capsys.readouterr().err
    assert "reasons" in err
    assert "rerolls: expected 0 to 8" in err
    assert "gold spent: expected at most 1,000,000" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--home-team", "fire-fast"), "one team, fire-fast, has nobody to play against: name both or neither"),
        (("--home-team", "fire-fst", "--away-team", "fire-fast"), "team 'fire-fst': expected a team file or a ready"),
        (("--home-team", "none.toml", "--away-team", "fire-fast"), "none.toml: No such file"),
        (("--home-team", "orc-balanced", "--away-team", "fire-fast"), "team orc-balanced is for stockbowl, not for o"),
    ],
)
def test_a_team_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert run(monkeypatch, *SHORT, *arguments) == 2
    assert message in capsys.readouterr().err
