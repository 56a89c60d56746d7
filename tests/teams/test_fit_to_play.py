"""A legal team file and a team that may play its next match are two things."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.checks import check, objections
from dungeonbowl.teams.files import write_team
from dungeonbowl.teams.ready import ready_team
from dungeonbowl.teams.team import Team
from support import command_line

READY = {"official": "fire-balanced", "stockbowl": "orc-balanced", "astrogranite": "gold-balanced"}


def hurt(edition: str, players: int = 1, fit: int = 0) -> Team:
    """A team that has played: so many players are left, and so many of them do not miss the next game."""
    team = ready_team(READY[edition], edition)
    left = [
        replace(player, misses_next_game=index >= fit, earned=0) for index, player in enumerate(team.players[:players])
    ]
    return replace(team, players=tuple(left), games=5)


@pytest.mark.rule("A-SETUP-06")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_a_team_of_the_hurt_is_a_legal_file_and_may_not_play(players: int) -> None:
    team = hurt("astrogranite", players)
    assert check(team) == []
    (objection,) = objections(team)
    words = f"players who can take the field: expected at least 1, found 0 of {players} (A-SETUP-06)"
    assert objection.text() == words
    other = ready_team("jade-balanced", "astrogranite")
    for teams in ([team, other], [other, team]):
        with pytest.raises(UserError) as refused:
            squads_of(teams)
        assert str(refused.value) == f"team {team.name!r} may not play: {words}"


@pytest.mark.rule("A-SETUP-06")
def test_one_player_who_can_take_the_field_is_enough() -> None:
    team = hurt("astrogranite", players=7, fit=1)
    assert objections(team) == []
    squads = squads_of([team, ready_team("jade-balanced", "astrogranite")])
    assert [sheet.name for sheet in squads.sheets if sheet.side == 0] == [team.players[0].name]


@pytest.mark.rule("O-DRAFT-10", "O-PRE-04")
@pytest.mark.parametrize("edition", ["official", "stockbowl"])
def test_journeymen_make_a_team_of_the_hurt_fit_to_play(edition: str) -> None:
    team = hurt(edition)
    assert check(team) == []
    assert objections(team) == []
    squads = squads_of([team, ready_team(READY[edition], edition)])
    assert sum(sheet.side == 0 and not sheet.price for sheet in squads.sheets) == 11  # others may be hired


# --- on the command line ----------------------------------------------------------------------------------------------


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = command_line.run(monkeypatch, *arguments)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    for edition in READY:
        Path(f"{edition}.toml").write_text(write_team(hurt(edition)), encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("files")
def test_team_check_tells_legal_and_fit_to_play_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(monkeypatch, capsys, "team", "check", "astrogranite.toml", "official.toml")
    first, second, third = out.splitlines()
    assert code == 3
    assert first.startswith("astrogranite.toml: legal: ")
    assert first.endswith("; but it may not play:")
    assert second == "  players who can take the field: expected at least 1, found 0 of 1 (A-SETUP-06)"
    assert third.startswith("official.toml: legal: ")
    assert third.endswith("; 11 journeymen join it")
    code, out, _ = run(monkeypatch, capsys, "team", "check", "--json", "astrogranite.toml", "official.toml")
    assert code == 3
    found = [(each["legal"], each["may_play"], len(each["objections"])) for each in json.loads(out)]
    assert found == [(True, False, 1), (True, True, 0)]
    assert run(monkeypatch, capsys, "team", "check", "official.toml", "stockbowl.toml")[0] == 0


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("command", [("sim", "--games", "1"), ("watch",)])
def test_no_match_begins_with_a_team_that_may_not_play(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    teams = ("--home-team", "astrogranite.toml", "--away-team", "jade-balanced")
    code, out, err = run(monkeypatch, capsys, *command, "--edition", "astrogranite", "--quick", *teams)
    assert (code, out) == (2, "")
    last = err.splitlines()[-1]
    assert "may not play: players who can take the field: expected at least 1, found 0 of 1 (A-SETUP-06)" in last
