"""`dungeonbowl team`: new, check, show, export."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from dungeonbowl import cli
from dungeonbowl.teams.drafting import draft_team
from dungeonbowl.teams.files import load_team, read_team
from dungeonbowl.teams.ready import ready_team


class Shell:
    """Calls the program as a shell would; keeps exit code and output."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.out = ""
        self.err = ""

    def __call__(self, *arguments: str) -> int:
        self.monkeypatch.setattr(sys, "argv", ["dungeonbowl", "team", *arguments])
        with pytest.raises(SystemExit) as left:
            cli.main()
        self.out, self.err = self.capsys.readouterr()
        return int(left.value.code or 0)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return Shell(monkeypatch, capsys)


def test_a_new_team_is_printed_as_a_file_that_can_be_read(shell: Shell) -> None:
    assert shell("new", "--college", "fire", "--style", "strong", "--seed", "7") == 0
    assert shell.out.startswith(
        "# Drafted by: dungeonbowl team new --college fire --style strong --seed 7\nformat = 2\n"
    )
    assert read_team(shell.out) == draft_team("fire", "strong", 7)


def test_a_new_team_without_a_seed_says_which_it_was(shell: Shell) -> None:
    assert shell("new", "--college", "light") == 0
    seed = int(shell.out.splitlines()[0].rpartition("--seed ")[2])
    assert read_team(shell.out) == draft_team("light", "balanced", seed)


def test_a_new_team_goes_to_a_file_that_is_not_overwritten(shell: Shell) -> None:
    order = ("new", "--college", "fire", "--seed", "7", "--out", "a.toml")
    assert shell(*order) == 0
    assert shell.out.startswith("a.toml: ")
    before = Path("a.toml").read_bytes()
    assert shell("new", "--college", "death", "--seed", "1", "--out", "a.toml") == 2
    assert shell.err == "dungeonbowl: a.toml exists already and is not overwritten\n"
    assert Path("a.toml").read_bytes() == before
    assert shell("new", "--college", "death", "--seed", "1", "--out", "a.toml", "--force") == 0
    assert load_team(Path("a.toml")).roster == "death"


def test_an_exhibition_team_with_a_name(shell: Shell) -> None:
    order = ("--kind", "exhibition", "--budget", "1250000", "--name", "Guests", "--coach", "Anna", "--seed", "3")
    assert shell("new", "--college", "life", *order) == 0
    found = read_team(shell.out)
    assert (found.kind, found.budget, found.name, found.coach, found.treasury) == (
        "exhibition",
        1_250_000,
        "Guests",
        "Anna",
        0,
    )
    assert shell.out.splitlines()[0].endswith("--seed 3 --kind exhibition --budget 1250000")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("new", "--college", "fyre"), "college 'fyre': expected a known college (did you mean fire?)"),
        (("new", "--college", "fire", "--style", "odd"), "style 'odd': expected one of fast, strong, balanced"),
        (("new", "--college", "fire", "--kind", "cup"), "kind 'cup': expected league or exhibition"),
        (("new", "--college", "fire", "--budget", "5"), "College of Fire: expected gold for "),
        (("show", "nobody"), "team 'nobody': expected a team file or a ready team: beasts-balanced, "),
        (("show", "nobody.toml"), "nobody.toml: No such file or directory"),
        (("show", "--college", "fyre"), "college 'fyre': expected a known college (did you mean fire?)"),
        (("export", "fire-fast"), "team export: expected --html FILE, --toml FILE or --json"),
        (("export", "fire-fast", "--html", "no/where.html"), "no/where.html: No such file or directory"),
    ],
)
def test_what_the_user_can_mend_is_one_line(shell: Shell, arguments: tuple[str, ...], message: str) -> None:
    assert shell(*arguments) == 2
    assert shell.out == ""
    assert shell.err.startswith(f"dungeonbowl: {message}")
    assert shell.err.count("\n") == 1


def bad_file() -> None:
    text = Path("a.toml").read_text(encoding="utf-8")
    Path("a.toml").write_text(text.replace("rerolls = ", "rerolls = 1", 1).replace("cost = ", "cost = -", 1))


def test_check_says_every_reason_and_exits_with_1(shell: Shell) -> None:
    shell("new", "--college", "fire", "--seed", "7", "--out", "a.toml")
    bad_file()
    assert shell("check", "fire-fast", "a.toml") == 1
    first, second, *reasons = shell.out.splitlines()
    assert first.startswith("fire-fast: legal: ")
    assert second == "a.toml: 3 reasons"
    assert [reason.split(": expected")[0] for reason in reasons] == [
        "  rerolls",
        "  gold spent",
        f"  player 1 {draft_team('fire', seed=7).players[0].name!r}: cost",
    ]
    assert shell("check", "a.toml", "--json") == 1
    (result,) = json.loads(shell.out)
    assert result["legal"] is False
    assert result["problems"][0]["limit"] == "0 to 8"
    assert result["problems"][0]["rule"] == "O-DRAFT-05"


def test_check_goes_on_after_a_file_that_is_no_team(shell: Shell) -> None:
    Path("b.toml").write_text("format = 9\n")
    assert shell("check", "b.toml", "light-fast") == 2
    assert shell.err == "dungeonbowl: b.toml: format: expected 2, found 9, which a newer program wrote\n"
    assert shell.out.startswith("light-fast: legal: ")


def test_an_illegal_team_is_not_shown(shell: Shell) -> None:
    shell("new", "--college", "fire", "--seed", "7", "--out", "a.toml")
    bad_file()
    assert shell("show", "a.toml") == 2
    assert shell.err.splitlines()[0] == "dungeonbowl: a.toml: 3 reasons"


def test_show_prints_a_team_a_roster_or_the_ready_teams(shell: Shell) -> None:
    assert shell("show", "heavens-fast") == 0
    team = ready_team("heavens-fast")
    assert team.name in shell.out
    assert all(player.name in shell.out for player in team.players)
    assert shell("show", "--college", "heavens") == 0
    assert "Norse Berserker" in shell.out
    assert "blockers 0-6" in shell.out
    assert shell("show") == 0
    assert shell.out.count("College of ") == 24


def test_show_as_json(shell: Shell) -> None:
    assert shell("show", "heavens-fast", "--json") == 0
    assert json.loads(shell.out)["college"] == "heavens"
    assert shell("show", "--college", "heavens", "--json") == 0
    assert json.loads(shell.out)["limits"]["blockers"] == 6
    assert shell("show", "--json") == 0
    assert len(json.loads(shell.out)) == 24


def test_export_writes_a_sheet_and_never_overwrites_it(shell: Shell) -> None:
    assert shell("export", "death-strong", "--html", "a.html") == 0
    page = Path("a.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert ready_team("death-strong").name in page
    assert shell("export", "death-fast", "--html", "a.html") == 2
    assert "not overwritten" in shell.err
    assert Path("a.html").read_text(encoding="utf-8") == page
    assert shell("export", "death-fast", "--html", "a.html", "--force") == 0
    assert ready_team("death-fast").name in Path("a.html").read_text(encoding="utf-8")


def test_export_as_json_and_as_a_file_of_ones_own(shell: Shell) -> None:
    assert shell("export", "death-fast", "--json", "--toml", "mine.toml") == 0
    assert json.loads(shell.out)["name"] == ready_team("death-fast").name
    assert load_team(Path("mine.toml")) == ready_team("death-fast")


# --- another edition ------------------------------------------------------------------------------------------------


def test_a_new_team_of_stockbowl_says_how_it_was_made_and_is_legal(shell: Shell) -> None:
    assert shell("new", "--race", "orc", "--edition", "stockbowl", "--seed", "7", "--out", "orcs.toml") == 0
    text = Path("orcs.toml").read_text(encoding="utf-8")
    said = "# Drafted by: dungeonbowl team new --race orc --style balanced --seed 7 --edition stockbowl"
    assert text.splitlines()[0] == said
    assert load_team(Path("orcs.toml")) == draft_team("orc", "balanced", 7, edition="stockbowl")
    assert shell("check", "orcs.toml", "orc-balanced") == 0


def test_teams_and_rosters_of_stockbowl_are_shown_with_old_values(shell: Shell) -> None:
    assert shell("show", "--edition", "stockbowl") == 0
    assert "wood-elf-balanced" in shell.out
    assert shell("show", "vampire-balanced") == 0
    assert "Blood Lust" in shell.out
    assert " PA " not in shell.out
    assert "+" not in shell.out
    assert shell("show", "--race", "dwarf", "--edition", "stockbowl") == 0
    assert "Deathroller" in shell.out
    assert shell("export", "orc-balanced", "--html", "sheet.html") == 0
