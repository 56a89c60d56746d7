"""Leagues on the command line: a season of four friends in one room, results from sheets and replays, corrections,
archives. Every refusal is one line."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dungeonbowl import cli
from dungeonbowl.languages import speaking
from support.command_line import run
from support.databases import database_in
from support.luggage import account_files, played_elsewhere, zipped

TEAMS = "fire-fast,light-balanced,shadow-fast,death-strong"
TEAM_NAMES = ("Ashfall Sparks", "Daybreak Mirrors", "Dusk Lurkers", "Coffin Row Sextons")
Say = Callable[..., str]


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Say:
    """Call the command line on a database of its own; returns what it prints. `fails` is the exit code expected."""
    monkeypatch.chdir(tmp_path)
    database_in(tmp_path, "league.sqlite3")

    def call(*words: str, fails: int = 0, database: str = "league") -> str:
        capsys.readouterr()
        code = run(monkeypatch, *words, "--database", f"sqlite:///{database}.sqlite3")
        printed = capsys.readouterr()
        assert code == fails, printed.err
        return printed.err if fails else printed.out

    return call


def waits(say: Say, kind: str) -> list[tuple[str, str]]:
    """What waits, with the name of the team."""
    home = json.loads(say("league", "show", "--json"))["league"]
    names = {team["id"]: team["name"] for team in home["teams"]}
    return [(each["about"], names.get(each.get("team", ""), "")) for each in home["waits"] if each["kind"] == kind]


def open_fixtures(say: Say) -> list[str]:
    schedule = json.loads(say("league", "show", "--json"))["schedule"]
    return [line["id"].partition(".")[2] for line in schedule if line["state"] == "open"]


def test_a_season_of_four_friends_in_one_room(say: Say) -> None:
    """Story 5: nobody is asked for a password, and nothing but commands is needed."""
    told = say("league", "new", "Cellar", "--preset", "evening", "--teams", TEAMS)
    assert "4 teams have entered" in told
    assert "published:" in say("league", "pair")
    played = 0
    while True:
        for fixture in open_fixtures(say):
            say("league", "result", fixture, "1-0" if played % 2 else "0-1")
            for _, team in waits(say, "aftermath"):
                say("league", "aftermath", team, "--word", "hops")
                say("league", "aftermath", team, "--assist")
            played += 1
        if waits(say, "finish"):
            break
        say("league", "pair")
    assert played == 6 + 1 + 0 or played == 6 + 2  # a final, and a match for third place where there is one
    places = say("league", "finish")
    assert places.splitlines()[0].split()[0] == "1"
    for _, team in waits(say, "redraft"):
        view = json.loads(say("league", "redraft", team, "--assist", "--json"))
        assert view["over"]
    assert "season 2 is open for entries, 4 teams are in" in say("league", "next")
    assert "everything is as the logs make it" in say("league", "rebuild")
    assert "broken" not in say("league", "verify")


def test_the_aftermath_is_walked_by_options(say: Say) -> None:
    say(
        "league",
        "new",
        "Cellar",
        "--teams",
        "fire-fast,light-balanced",
        "--options",
        "stages = round_robin(house_rule=on)",
    )
    say("league", "pair")
    say("league", "result", "1-1-1", "1-0")
    before = say("league", "aftermath", "Ashfall Sparks")
    assert "has not begun; the hash of its dice is" in before
    view = json.loads(say("league", "aftermath", "Ashfall Sparks", "--word", "hops", "--json"))
    while not view["over"]:
        need = view["need"]
        option = need["options"][need["usual"]]["text"]
        view = json.loads(say("league", "aftermath", "Ashfall Sparks", "--choose", option, "--json"))
    refused = say("league", "aftermath", "Ashfall Sparks", fails=2)
    assert refused == "dungeonbowl: Ashfall Sparks has no aftermath open; these have: Daybreak Mirrors\n"


def test_the_aftermath_asks_on_a_terminal(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    say(
        "league",
        "new",
        "Cellar",
        "--teams",
        "fire-fast,light-balanced",
        "--options",
        "stages = round_robin(house_rule=on)",
    )
    say("league", "pair")
    say("league", "result", "1-1-1", "1-0")
    answers = iter(["hops", "?", "99", "nonsense", "", "assist"])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(answers))
    told = say("league", "aftermath", "Ashfall Sparks")
    for wrong in ("99", "nonsense"):
        assert re.search(rf"expected a number of 1 to \d+, found '{wrong}'", told)
    assert "Ashfall Sparks: ready" in told
    assert "p_" not in told  # whoever types numbers need not see ids
    assert told.count("Who spends points?") == 2  # once, and again for "?"; not after each mistake
    assert told.count("What does the team do?") == 1  # Enter took the usual answer to the question before


def test_every_step_names_the_next_one(say: Say) -> None:
    say("league", "new", "Cellar", "--preset", "evening", "--teams", TEAMS)
    say("league", "pair")
    assert "level on everything" not in say("league", "show")  # nothing to explain before the first match
    told = say("league", "result", "1-1-1", "1-0")
    (_, one), (_, other) = waits(say, "aftermath")
    for team in (one, other):
        assert f'next: dungeonbowl league aftermath "{team}"' in told
    shown = say("league", "show")
    assert f"{one}: the aftermath of the match against {other}" in shown
    assert "next: dungeonbowl league aftermath TEAM" in shown
    rested = next(team for team in TEAM_NAMES if team not in (one, other))
    refused = say("league", "aftermath", rested, fails=2)
    assert f"{rested} has no aftermath open; these have: " in refused
    locked = say("league", "lock", "1-1-2", "--out", "teams")
    assert "next: dungeonbowl watch --home-team teams/1.toml --away-team teams/2.toml" in locked
    assert "then: dungeonbowl league result 1-1-2 --replay match.jsonl" in locked


def test_a_table_fits_on_a_screen_of_eighty_columns(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    say("league", "new", "Cellar", "--preset", "evening", "--teams", TEAMS)
    say("league", "pair")
    say("league", "result", "1-1-1", "1-0")
    monkeypatch.setattr("dungeonbowl.cli.tables.ROOM_IN_A_PIPE", 80)
    shown = say("league", "show")
    assert "No room here" not in shown
    assert "form" in shown
    assert "level on" in shown  # the reasons stand below it


def test_deadlines_and_formats_are_told_in_words(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    say("league", "new", "Book", "--teams", TEAMS)
    say("league", "pair")
    told = say("league", "show", "--schedule")
    assert re.search(r", until \d{4}-\d\d-\d\d \d\d:\d\d UTC\n", told)
    assert not re.search(r"\d{4}-\d\d-\d\dT", told)
    assert "stage 1: round robin" in told
    monkeypatch.setenv("DUNGEONBOWL_LANGUAGE", "de")
    with speaking("en"):  # the command speaks German, and what comes after it English again
        told = say("league", "show", "--schedule")
    assert re.search(r", bis \d+\.\d+\.\d{4}, \d\d:\d\d UTC\n", told)
    assert "Phase 1: Jeder gegen jeden" in told


def test_real_dice_are_typed_in(say: Say) -> None:
    say(
        "league",
        "new",
        "Cellar",
        "--teams",
        "fire-fast,light-balanced",
        "--options",
        "stages = round_robin(house_rule=on)",
    )
    say("league", "pair")
    say("league", "result", "1-1-1", "1-0")
    view = json.loads(say("league", "aftermath", "Ashfall Sparks", "--real-dice", "--json"))
    assert view["need"]["type"] == "roll"
    refused = say("league", "aftermath", "Ashfall Sparks", "--dice", "77", fails=2)
    assert "expected 1 die of 1 to" in refused
    told = say("league", "aftermath", "Ashfall Sparks", "--dice", "3")
    assert "dice 3" in told


def test_a_sheet_and_its_confirmation(say: Say, tmp_path: Path) -> None:
    say("league", "new", "Cellar", "--teams", TEAMS, "--preset", "evening")
    say("league", "pair")
    line = json.loads(say("league", "show", "--json"))["schedule"][0]
    one, other = line["sides"]
    sheet = f'format = 1\nhow = "draw"\n[[side]]\nteam = "{one["name"]}"\n[[side]]\nteam = "{other["name"]}"\n'
    (tmp_path / "sheet.toml").write_text(sheet, "utf-8")
    name = line["id"].partition(".")[2]
    told = say("league", "result", name, "--sheet", "sheet.toml", "--team", one["name"])
    assert "the other team has to confirm it" in told
    assert "0 - 0" in say("league", "result", name, "--confirm", "--team", other["name"])
    assert "fixture 1-1-1 is over" in say("league", "result", name, "1-0", fails=2)


def test_a_match_that_was_watched_is_handed_in_as_a_replay_and_is_replayed(
    say: Say, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = "stages = round_robin(house_rule=on)"
    edition = "official(turn_limit=2, quick=1)"
    say("league", "new", "Cellar", "--teams", "fire-fast,light-balanced", "--edition", edition, "--options", options)
    say("league", "pair")
    say("league", "lock", "1-1-1", "--out", "teams")
    code = run(
        monkeypatch, "watch", "--edition", edition, "--home-team", "teams/1.toml", "--away-team", "teams/2.toml",
        "--home", "random", "--away", "random", "--seed", "7", "--save", "match.jsonl",
    )  # fmt: skip
    assert code == 0, capsys.readouterr().err
    say("league", "result", "1-1-1", "--replay", "match.jsonl")
    line = json.loads(say("league", "show", "--json"))["schedule"][0]
    assert (line["state"], line["provenance"]) == ("over", "replayed")
    for _, team in waits(say, "aftermath"):
        say("league", "aftermath", team, "--assist")
    assert "match: 2 replayed" in say("league", "verify")
    told = say("team", "verify", "Ashfall Sparks")
    assert "replayed: the inputs give what is written" in told


def test_a_replay_counts_once_for_those_who_played_it_and_a_useless_one_frees_the_teams(
    say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = "stages = round_robin(meetings=2,house_rule=on)"
    edition = "official(turn_limit=2, quick=1)"
    say("league", "new", "Cellar", "--teams", "fire-fast,light-balanced", "--edition", edition, "--options", options)
    say("league", "pair")

    def states() -> list[str]:
        return [line["state"] for line in json.loads(say("league", "show", "--json"))["schedule"]]

    (tmp_path / "odd.jsonl").write_bytes(b"\xff{}")
    for odd in ("nowhere.jsonl", "odd.jsonl", "."):
        assert say("league", "result", "1-1-1", "--replay", odd, fails=2)
        assert states() == ["open", "open"]
    code = run(
        monkeypatch, "watch", "--edition", edition, "--home-team", "fire-fast", "--away-team", "light-balanced",
        "--home", "random", "--away", "random", "--seed", "7", "--save", "others.jsonl",
    )  # fmt: skip
    assert code == 0, capsys.readouterr().err
    refused = say("league", "result", "1-1-1", "--replay", "others.jsonl", fails=2)
    # the lot says who comes first
    assert re.search(r"expected (Ashfall Sparks|Daybreak Mirrors) as team 1, found another", refused)
    assert states() == ["open", "open"]
    say("league", "lock", "1-1-1", "--out", "teams")
    code = run(
        monkeypatch, "watch", "--edition", edition, "--home-team", "teams/1.toml", "--away-team", "teams/2.toml",
        "--home", "random", "--away", "random", "--seed", "7", "--save", "match.jsonl",
    )  # fmt: skip
    assert code == 0, capsys.readouterr().err
    say("league", "result", "1-1-1", "--replay", "match.jsonl")
    for _, team in waits(say, "aftermath"):
        say("league", "aftermath", team, "--assist")
    assert "replay: expected" in say("league", "result", "1-2-1", "--replay", "match.jsonl", fails=2)
    assert states() == ["over", "open"]


@pytest.mark.parametrize("score", ["²-0", "1-", "9" * 5000 + "-0", "٢-٢", "a-b", "1"])
def test_scores_that_are_none_are_refused_in_one_line(say: Say, score: str) -> None:
    say("league", "new", "Cellar", "--teams", TEAMS, "--preset", "evening")
    say("league", "pair")
    assert "expected numbers such as 1-0" in say("league", "result", "1-1-1", score, fails=2)


def test_a_correction_is_shown_before_it_is_made_and_after_it(say: Say) -> None:
    say("league", "new", "Cellar", "--teams", TEAMS, "--preset", "evening")
    say("league", "pair")
    line = json.loads(say("league", "show", "--json"))["schedule"][0]
    name, team = line["id"].partition(".")[2], line["sides"][0]["name"]
    say("league", "result", name, "1-0")
    for _, each in waits(say, "aftermath"):
        say("league", "aftermath", each, "--assist")
    told = say("league", "correct", team, "--gold", "10000", "--reason", "raffle", "--yes")
    assert "treasury" in told
    assert "the commissioner decided for the team: +10,000 gold" in say("team", "history", team)
    told = say("league", "correct", name, "--score", "0-1", "--reason", "upside down", "--yes")
    assert "table:" in told
    assert "place" in told
    events = json.loads(say("team", "history", team, "--json", "--kind", "gold"))
    first = events[-1]["event"]["seq"]
    say("league", "correct", team, "--void", str(first), "--reason", "no winnings", "--yes")
    assert "VOID" in say("team", "history", team)
    refused = say("league", "correct", team, "--gold", "-9000000", "--reason", "a fine", "--yes", fails=2)
    assert "the treasury would hold" in refused
    assert refused.count("\n") == 1


def test_a_league_goes_to_another_database_and_its_history_is_a_file(say: Say, tmp_path: Path) -> None:
    say("league", "new", "Cellar", "--teams", TEAMS, "--preset", "evening")
    say("league", "pair")
    say("league", "result", "1-1-1", "1-0")
    say("league", "export", "cellar.dungeonleague")
    assert "exists already" in say("league", "export", "cellar.dungeonleague", fails=2)
    assert "Cellar: is here" in say("league", "import", "cellar.dungeonleague", database="other")
    assert "is here already" in say("league", "import", "cellar.dungeonleague", database="other", fails=2)
    assert "1-1-1" in say("league", "show", database="other")
    say("league", "export", "results.csv", "--csv")
    assert (tmp_path / "results.csv").read_text("utf-8").count("\n") == 3
    say("team", "history", "Ashfall Sparks", "--out", "sparks.history.jsonl")
    assert "Ashfall Sparks: 0 matches" in say("team", "verify", "sparks.history.jsonl")
    data = (tmp_path / "sparks.history.jsonl").read_bytes()
    (tmp_path / "false.history.jsonl").write_bytes(data.replace(b'"rerolls":', b'"rerolls":1'))
    assert "was changed after it was written" in say("team", "verify", "false.history.jsonl", fails=2)


def test_the_teams_of_a_coach_come_from_another_server(say: Say, tmp_path: Path) -> None:
    (tmp_path / "emma.zip").write_bytes(zipped(account_files(played_elsewhere())))
    say("league", "new", "Attic", "--preset", "evening")
    say("league", "enter", "fire-fast", "--coach", "Emma")
    assert "expected --into LEAGUE and --coach NAME" in say("league", "import", "emma.zip", fails=2)
    assert "expected one of" in say("league", "import", "emma.zip", "--into", "Attic", "--coach", "Nobody", fails=2)
    words = ("league", "import", "emma.zip", "--into", "Attic", "--coach", "Emma")
    assert "it has come in (proven)" in say(*words)
    assert "it is here already" in say(*words)
    assert "proven" in say("team", "verify", "t_a")
    (tmp_path / "false.zip").write_bytes(zipped({"account.json": b"{}", "teams/x.history.jsonl": b""}))
    assert "teams/x.history.jsonl" in say("league", "import", "false.zip", *words[3:], fails=2)
    say("league", "export", "attic.dungeonleague")
    assert "--coach belongs to the zip" in say("league", "import", "attic.dungeonleague", *words[3:], fails=2)


def test_a_player_has_a_career(say: Say) -> None:
    say("league", "new", "Cellar", "--teams", TEAMS, "--preset", "evening")
    say("league", "pair")
    line = json.loads(say("league", "show", "--json"))["schedule"][0]
    say("league", "result", line["id"].partition(".")[2], "1-0")
    for _, each in waits(say, "aftermath"):
        say("league", "aftermath", each, "--assist")
    events = json.loads(say("team", "history", line["sides"][0]["name"], "--json", "--kind", "mvp"))
    player = events[0]["event"]["body"]["player"]
    told = say("team", "career", player)
    assert "1 match, " in told
    assert "mvp: 1" in told
    assert "player 'Nobody': there is none" in say("team", "career", "Nobody", fails=2)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("league", "show"), "there is no league yet"),
        (("league", "pair", "--league", "Attic"), "league 'Attic': there is none"),
        (("league", "new", "X", "--preset", "nonsense"), "preset 'nonsense': expected one of"),
        (("league", "new", "X", "--options", "win"), "expected `key = value`"),
        (("league", "new", "X", "--options", "wins = 2"), "there is no option 'wins'"),
        (("league", "new", "X", "--teams", "nobody"), "team 'nobody': expected a team file or a ready team"),
        (("league", "new", " "), "name of the league: expected 1 to 80 characters"),
        (("league", "import", "missing.dungeonleague"), "missing.dungeonleague"),
        (("team", "verify", "missing.history.jsonl"), "missing.history.jsonl"),
    ],
)
def test_a_mistake_is_told_in_one_line(say: Say, words: tuple[str, ...], sentence: str) -> None:
    told = say(*words, fails=2)
    assert sentence in told
    assert told.count("\n") == 1


def test_a_fixture_or_score_that_makes_no_sense_is_refused(say: Say) -> None:
    say("league", "new", "Cellar", "--teams", TEAMS, "--preset", "evening")
    assert "there is a league 'cellar' already" in say("league", "new", "cellar", fails=2)
    say("league", "pair")
    assert "there is no fixture '9-9-9'" in say("league", "result", "9-9-9", "1-0", fails=2)
    assert "expected numbers such as 1-0" in say("league", "result", "1-1-1", "one", fails=2)
    assert "expected 2 numbers such as 1-0" in say("league", "result", "1-1-1", "1-0-0", fails=2)
    assert "expected one of SCORE, --sheet" in say("league", "result", "1-1-1", fails=2)
    assert "coach 'Zed': expected one of nobody yet" in say(
        "league", "result", "1-1-1", "1-0", "--coach", "Zed", fails=2
    )
    assert "these must have a result first" in say("league", "pair", fails=2)
    assert "fixtures are without a result" in say("league", "finish", fails=2)


def test_without_the_server_one_line_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    for name in [name for name in sys.modules if name.startswith("dungeonbowl.storage")]:
        monkeypatch.delitem(sys.modules, name)
    assert run(monkeypatch, "league", "show") == 2
    assert "league needs the server: pip install 'dungeonbowl[server]'" in capsys.readouterr().err


def test_every_command_of_a_league_is_in_the_help() -> None:
    app = cli.make_app(["league"])
    (group,) = app.registered_groups
    assert group.typer_instance is not None
    names = [command.name or command.callback.__name__ for command in group.typer_instance.registered_commands]  # type: ignore[union-attr]
    assert {"new", "show", "pair", "result", "aftermath", "correct", "finish", "redraft", "verify", "rebuild"} <= set(
        names
    )
    assert {"export", "import", "next", "enter", "withdraw", "lock"} <= set(names)
