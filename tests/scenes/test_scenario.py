"""Scenario files: what they can say, how they fail, and that nothing in them ends in anything but one line."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.editions import build
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.scenes.bundled import FOLDER as BUNDLED
from dungeonbowl.scenes.scenario import Outcome, read_scenario, scenario_of
from dungeonbowl.scenes.scenario_build import Builder
from dungeonbowl.scenes.scenario_file import Reader
from dungeonbowl.scenes.scenario_tables import ScenarioError
from dungeonbowl.scenes.scene import EVENT_PARTS, Piece, Scene, SceneError, away, home, read_dice
from support import command_line

FOLDER = BUNDLED / "official"

BASE = """
format = 1
title = "A player walks"
rules = ["O-MOVE-01"]
map = '''
A...
....
...b
'''
ball = "A"
pieces.A = { agility = 3 }
pieces.b = { side = "away" }
"""


def play(text: str) -> list[Outcome]:
    return read_scenario(BASE + text, "walk.toml").play()


def only(text: str) -> Outcome:
    (outcome,) = play(text)
    return outcome


STEP = "[[step]]\ndo = ['activate A', 'declare move', 'step e']\n"


def test_what_comes_out_as_expected_passes() -> None:
    assert only(STEP + "expect = { at.A = [1, 0], ball = 'A', moves = 5, turnover = 'none' }").passed


@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ("['D6 3']", "1 dice of the script were not rolled: D6 3"),
        ("['2D6 3+4', 'D8 1']", "3 dice of the script were not rolled: D6 3, D6 4, D8 1"),
    ],
)
def test_a_die_too_many_fails(dice: str, found: str) -> None:
    outcome = only(STEP + f"dice = {dice}")
    assert not outcome.passed
    assert outcome.found == [found]


@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ([], "has no die left; a D6 is needed"),
        (["D8 3"], "is a D8; a D6 is needed"),
        (["D6 1"], "has no die left"),
        (["D6 7"], "a D6 cannot"),
    ],
)
def test_a_die_too_few_or_of_another_kind_fails(dice: list[str], found: str) -> None:
    outcome = only(STEP + f"dice = {dice}\n[pieces.c]\nside = 'away'\nat = [0, 1]")
    assert outcome.step == 1
    assert found in outcome.found[0]


def test_a_failure_names_file_variant_step_what_was_expected_and_found_and_the_story() -> None:
    (outcome,) = play(
        "[[variant]]\nname = 'it stays'\n[[variant.step]]\ndo = 'activate A'\n"
        "[[variant.step]]\ndo = 'step e'\nexpect = { at.A = [0, 0], ball = [3, 2] }"
    )
    report = outcome.report()
    assert report.startswith("walk.toml: A player walks, variant it stays: step 2 failed\n")
    assert "  expected: A at (0,0)\n  found:    (1,0)\n" in report
    assert "  expected: ball (3,2)\n  found:    A\n" in report
    assert "    moved A (0,0) to (1,0)" in report


@pytest.mark.parametrize(
    ("expect", "found"),
    [
        ("status.A = 'prone'", "standing"),
        ("conditions.A = ['rooted']", "it is not so"),
        ("conditions.A = ['not activated']", ""),
        ("marks.b = ['A']", "[]"),
        ("balls = ['b']", "A"),
        ("chests = [[1, 1]]", "[]"),
        ("turnover = 'any'", "none"),
        ("turnover = 'fall'", "none"),
        ("score.home = 1", "0"),
        ("winner = 'home'", "none"),
        ("active = 'away'", "home"),
        ("asked = 'nobody'", "home"),
        ("acting = 'nobody'", "A"),
        ("moves = 6", "5"),
        ("rushes = 1", "2"),
        ("experience.A = 2", "0"),
        ("rerolls.home = 3", "0"),
        ("bribes.away = 1", "0"),
        ("turns.home = 1", "2"),
        ("told = ['went down A']", "it was not"),
        ("told = ['moved A', 'activated A']", "it was not"),
        ("not_told = ['moved']", "moved A (0,0) to (1,0)"),
        ("cited = ['O-CHEST-06']", "cited: "),
        ("options = ['stop']", "["),
        ("offered = ['open (2,2)']", "on offer: step"),
        ("not_offered = ['stop']", "it is"),
        ("refused.'stop' = ''", "it is on offer"),
        ("refused.'step n' = 'occupied'", "because 'a wall is in the way'"),
    ],
)
def test_every_kind_of_expectation_can_fail(expect: str, found: str) -> None:
    outcome = only(STEP + f"expect = {{ {expect} }}")
    if not found:
        assert outcome.passed
        return
    assert not outcome.passed
    assert outcome.found[0].startswith(found)


def test_a_step_for_one_coach_fails_when_the_other_is_asked() -> None:
    outcome = only("[[step]]\nby = 'away'\ndo = 'activate A'")
    assert outcome.found == ["'activate A' is for away to decide, but home is asked"]


def test_an_action_that_is_refused_fails_with_the_reason_and_what_is_on_offer() -> None:
    outcome = only("[[step]]\ndo = ['activate A', 'step n']")
    assert "a wall is in the way. On offer: " in outcome.found[0]


def test_a_variant_keeps_steps_changes_the_start_and_leaves_pieces_out() -> None:
    main, variant = play(
        "[[step]]\ndo = 'activate A'\n[[step]]\ndo = 'step e'\nexpect = { marks.b = [] }\n"
        "[[variant]]\nname = 'without b'\nkeep = 1\nwithout = ['b']\nball = [2, 0]\npieces.A.agility = 2\n"
        "pieces.c = { side = 'away', at = [3, 2] }\n[[variant.step]]\ndo = ['step e', 'step e']\ndice = ['D6 2']\n"
        "expect = { ball = 'A', at.A = [2, 0] }"
    )
    assert main.passed
    assert variant.passed, variant.report()


def test_an_opening_can_be_played_from_its_first_toss() -> None:
    scenario = read_scenario(
        "format = 1\ntitle = 'Before the game'\nopening = true\ndice = ['coin 2']\nmap = '''\nAA..$.1..BB\n'''\n"
        "pieces.P = {}\npieces.q = { side = 'away' }\n"
        "[[step]]\nby = 'away'\ndo = 'zone A'\ndice = ['D2 1']\nexpect = { asked = 'home', chests = [[4, 0]] }"
    )
    (outcome,) = scenario.play()
    assert outcome.passed, outcome.report()


def test_dice_of_the_start_that_do_not_fit_are_a_failure_of_the_scenario() -> None:
    outcome = only(
        "[[step]]\ndo = 'activate A'\n[pieces.c]\nat = [1, 1]".replace("[[step]]", "dice = ['D6 1']\n[[step]]", 1)
    )
    assert outcome.step == 0
    assert outcome.expected == ["the dice of the start"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "walk.toml: step: expected at least one"),
        ("colour = 1\n" + STEP, "walk.toml: unknown key 'colour'; expected one of format, title,"),
        (STEP + "dices = []", "walk.toml: step 1: unknown key 'dices'; expected one of do, by, dice"),
        (STEP + "dice = ['7']", "walk.toml: step 1: dice: dice '7': expected for example 'D6 3'"),
        (STEP + "dice = ['D6 \u00b2']", "walk.toml: step 1: dice: dice 'D6 \u00b2': expected for example"),
        (STEP + "dice = ['block KICK']", "walk.toml: step 1: dice: dice 'block KICK': expected block faces"),
        (STEP + "dice = 3", "walk.toml: step 1: dice: Expected 'array', got 'int'"),
        (STEP + "by = 'nobody'", "walk.toml: step 1: by: expected one of home, away"),
        ("[[step]]\nby = 'home'", "walk.toml: step 1: expected something to 'do'"),
        ("[[step]]\ndo = 'fly (1,1)'", "walk.toml: step 1: 'fly (1,1)' is no action"),
        ("[[step]]\ndo = 'activate Z'", "walk.toml: step 1: no player is called 'Z'"),
        ("[[step]]\ndo = 'throw (9,9)'", "walk.toml: step 1: 'throw (9,9)': there is no floor"),
        ("[[step]]\ndo = 'throw (99999999999999999999,9)'", "walk.toml: step 1: 'throw (9999"),
        (STEP + "expect = { squares = 1 }", "walk.toml: step 1: expect: unknown key 'squares'"),
        (STEP + "expect = { at.Z = [0, 0] }", "walk.toml: step 1: expect.at: expected one of A, b, found 'Z'"),
        (STEP + "expect = { at.A = [0] }", "walk.toml: step 1: expect: at"),
        (STEP + "expect = { at.A = [9, 9] }", "walk.toml: step 1: expect: there is no square (9, 9)"),
        (STEP + "expect = { status.A = 'asleep' }", "walk.toml: step 1: expect.status.A: expected one of standing"),
        (STEP + "expect = { turnover = 'boredom' }", "walk.toml: step 1: expect.turnover: expected one of ball astray"),
        (
            STEP + "expect = { told = ['sneezed A'] }",
            "walk.toml: step 1: expect.told: 'sneezed A' begins with no event",
        ),
        (STEP + "expect = { cited = ['O-MOVE-99'] }", "walk.toml: step 1: expect.cited: there is no rule 'O-MOVE-99'"),
        (STEP + "expect = { offered = ['dance'] }", "walk.toml: step 1: 'dance' is no action"),
        (
            STEP + "expect = { module.lava = {} }",
            "walk.toml: step 1: expect.module: edition official has no module 'lava'",
        ),
        (STEP + "[module.lava]\nhot = true", "walk.toml: edition official has no module 'lava'; its modules are: "),
        (STEP + "[pieces.c]\nsides = 'home'", "walk.toml: pieces.c: unknown key 'sides'"),
        (STEP + "[pieces.c]\nside = 'top'", "walk.toml: pieces.c.side: expected one of home, away"),
        (STEP + "[pieces.c]\nagility = 'good'", "walk.toml: pieces.c.agility: expected a number, or a target"),
        (STEP + "[pieces.c]\nmovement = 300", "walk.toml: pieces.c: movement: Expected 'int' <= 99"),
        (STEP + "[pieces.c]\nskills = ['Dogde']\nat = [1, 1]", "walk.toml: unknown skill 'Dogde'; did you mean Dodge"),
        (STEP + "[pieces.c]\nname = 'nowhere'", "walk.toml: c is standing but stands nowhere"),
        (STEP + "[pieces.c]\nat = [0, 0]", "walk.toml: c cannot stand at (0, 0)"),
        (STEP + "[pieces.c]\nat = [1, 1]\nconditions = ['sad']", "walk.toml: c: condition 'sad'; expected one of"),
        (STEP + "[pieces.'c d']\nat = [1, 1]", "walk.toml: pieces.c d: expected a letter"),
        (STEP + "[side.top]\nturns = 1", "walk.toml: side: expected one of home"),
        (STEP + "[side.home]\nturn = 1", "walk.toml: side.home: unknown key 'turn'"),
        (STEP + "[dungeon]\nmap = '...'", "walk.toml: the dungeon: unknown key 'map'; expected one of levels"),
        (STEP + "[dungeon]\ndoor = 5", "walk.toml: the map: "),
        (STEP + "[[variant]]\nstep = []", "walk.toml: variant 1: expected required field 'name'"),
        (
            STEP + "[[variant]]\nname = 'x'\nkeep = 2\nstep = []",
            "walk.toml: variant 1: keep: the main line has 1 steps",
        ),
        (
            STEP + "[[variant]]\nname = 'x'\nwithout = ['z']\nstep = []",
            "walk.toml: variant 1: without: there is no piece",
        ),
        (STEP + "[[variant]]\nname = 'x'\nedition = 'chess'\nstep = []", "walk.toml: variant 1: edition 'chess'"),
        (STEP + "[[variant]]\nname = 'x'\nball = 'Q'\nstep = []", "walk.toml: variant 1: the ball is with or at 'Q'"),
        ("x =", "walk.toml: expected TOML: Invalid value"),
    ],
)
def test_what_is_no_scenario_is_one_line_with_file_place_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        read_scenario(BASE + text, "walk.toml")
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("format = 1", "format = 2", "walk.toml: format: expected format = 1"),
        ("format = 1", "format = true", "walk.toml: format: expected format = 1"),
        ('title = "A player walks"', "", "walk.toml: expected required field 'title'"),
        ('"O-MOVE-01"', '"O-MOVE-99"', "walk.toml: rules: there is no rule 'O-MOVE-99'"),
        ("map =", "maps =", "walk.toml: unknown key 'maps'"),
        ("....\n", ".?..\n", "walk.toml: the map: unexpected character '?'"),
        ("A...", "A..A", "walk.toml: 'A' is drawn twice"),
        ("pieces.A =", "plan = '+'\npieces.A =", "walk.toml: map: expected either a 'map' or a 'plan'"),
        ("pieces.A =", "balls = ['A']\npieces.A =", "walk.toml: ball: expected either 'ball' or 'balls'"),
        ('ball = "A"', "balls = ['A', [1, 1]]", "walk.toml: the edition has 1 ball, not 2"),
        ("pieces.A =", "to_move = 'top'\npieces.A =", "walk.toml: to_move: expected one of home"),
        ("pieces.A =", "edition = 'official(x=1)'\npieces.A =", "walk.toml: edition 'official' has no option 'x'"),
    ],
)
def test_a_bad_head_or_start_is_one_line(old: str, new: str, message: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        read_scenario((BASE + STEP).replace(old, new, 1), "walk.toml")
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)


def test_a_scene_that_nobody_can_play_is_refused() -> None:
    with pytest.raises(ScenarioError, match="pieces: expected a piece that can still play"):
        read_scenario(
            "format = 1\ntitle = 'x'\nmap = '.'\nedition = 'official(turn_limit=0)'\n[[step]]\ndo = 'end turn'"
        )


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a nested table."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, part in value.items():
            found += leaves(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            found += leaves(part, (*path, index))
    return found


@pytest.mark.parametrize("name", ["ex-05", "ex-12", "ex-13"])
def test_whatever_is_put_in_the_place_of_a_value_ends_in_a_result_or_in_one_line(name: str) -> None:
    raw = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    lines: list[str] = []
    for path in leaves(raw):
        for bad in ("", "#", -1, 10**20, True, 1.5, [], {}, [[]], {"": {}}, ["$"], "activate A", None):
            changed = copy.deepcopy(raw)
            inner = changed
            for key in path[:-1]:
                inner = inner[key]
            if bad is None:
                del inner[path[-1]]
            else:
                inner[path[-1]] = bad
            try:
                scenario_of(changed, "changed.toml").play()
            except ScenarioError as error:
                lines.append(str(error))
    assert len(lines) > 100
    assert [line for line in lines if "\n" in line] == []


# --- words for the other editions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("D2 1", [(2, 1)]),
        ("D4 4", [(4, 4)]),
        ("D12 11", [(12, 11)]),
        ("D5 5", [(5, 5)]),
        ("3D6 1+2+3", [(6, 1), (6, 2), (6, 3)]),
        ("block DD PU", [(10006, 6), (10006, 3)]),
        ("block POW! stumble", [(10006, 6), (10006, 5)]),
    ],
)
def test_dice_of_every_edition_can_be_written(text: str, script: list[tuple[int, int]]) -> None:
    assert read_dice([text]) == script


@pytest.mark.parametrize(
    ("values", "entry", "expected"),
    [
        (False, {}, (3, 4, 9)),
        (False, {"agility": 2, "passing": "-", "armour": 8}, (2, None, 8)),
        (True, {}, (4, 4, 9)),
        (True, {"agility": 2, "armour": 8}, (5, 5, 9)),
        (True, {"agility": 4, "armour": 7}, (3, 3, 8)),
        (True, {"agility": "4+", "armour": "9+"}, (4, 4, 9)),
    ],
)
def test_older_editions_write_agility_and_armour_as_values(
    values: bool, entry: dict[str, Any], expected: tuple[int, int | None, int]
) -> None:
    rules = build("stockbowl" if values else "official")
    piece = Builder(Reader("")).piece("A", entry, rules, [], 2, "")
    assert (piece.agility, piece.passing, piece.armour) == expected
    assert [build(edition).tables.writes_values for edition in ("official", "stockbowl")] == [False, True]


def test_a_monster_of_four_squares_is_drawn_on_all_of_them_and_belongs_to_no_side() -> None:
    scenario = read_scenario(
        "format = 1\ntitle = 'Big'\nmap = '''\n.MM.\n.MM.\nA...\n'''\npieces.A = {}\n"
        "pieces.M = { side = 'neutral', size = 2 }\n"
        "[[step]]\ndo = 'activate A'\nexpect = { at.M = [1, 0], refused.'step ne' = 'occupied', marks.M = [] }"
    )
    (outcome,) = scenario.play()
    assert outcome.passed, outcome.report()


def test_more_than_two_sides_can_be_named() -> None:
    scenario = read_scenario(
        "format = 1\ntitle = 'Three'\nmap = 'A.b.c'\nto_move = 'away'\nside.third.rerolls = 2\n"
        "pieces.A = {}\npieces.b = { side = 'away' }\npieces.c = { side = 'third' }\n"
        "[[step]]\ndo = 'end turn'\nexpect = { active = 'third', rerolls.third = 2 }"
    )
    (outcome,) = scenario.play()
    assert outcome.passed, outcome.report()


def test_layers_and_lists_of_a_dungeon_file_can_be_given() -> None:
    outcome = only(
        "[[step]]\ndo = 'activate A'\nexpect = { refused.'step e' = 'wall', offered = ['step s'] }\n"
        "[dungeon]\nbarrier = [{ between = [[0, 0], [1, 0]], kind = 'wall' }]"
    )
    assert outcome.passed, outcome.report()


def test_every_event_can_be_told_in_words() -> None:
    told_otherwise = {"", "match began", "dice rolled"}
    assert set(EVENT_NAMES) - told_otherwise == set(EVENT_PARTS)


def test_the_example_of_the_documentation_plays() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    section = page[page.index("## Scenarios") :]
    example = section[section.index("```toml") + 7 :]
    outcomes = read_scenario(example[: example.index("```")], "formats.md").play()
    assert len(outcomes) == 2
    assert [outcome.report() for outcome in outcomes if not outcome.passed] == []


def test_a_scene_knows_its_modules_by_name() -> None:
    scene = Scene("A.b", {"A": home(), "b": away()})
    with pytest.raises(SceneError, match="has no module 'trolls'; its modules are: "):
        scene.module("trolls")


def test_a_piece_that_cannot_be_of_any_side_is_refused() -> None:
    with pytest.raises(SceneError, match="is of side 5"):
        Scene("A", {"A": Piece(side=5)})


# --- the command ------------------------------------------------------------------------------------------------------


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    return command_line.run(monkeypatch, "scenario", "run", *arguments)


def test_the_command_says_how_many_lines_came_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good = tmp_path / "good.toml"
    good.write_text(BASE + STEP, encoding="utf-8")
    assert run(monkeypatch, str(good)) == 0
    assert capsys.readouterr().out == "1 of 1 lines of play came out as they should\n"
    (tmp_path / "bad.toml").write_text(BASE + STEP + "expect.moves = 1", encoding="utf-8")
    assert run(monkeypatch, str(tmp_path)) == 1
    out = capsys.readouterr().out
    assert "bad.toml: A player walks: step 1 failed\n  expected: moves left 1\n  found:    5\n" in out
    assert out.endswith("1 of 2 lines of play came out as they should\n")


def test_the_command_can_print_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "bad.toml").write_text(BASE + STEP + "expect.moves = 1", encoding="utf-8")
    assert run(monkeypatch, "--json", str(tmp_path / "bad.toml")) == 1
    (printed,) = json.loads(capsys.readouterr().out)
    assert (printed["passed"], printed["step"], printed["expected"], printed["found"]) == (
        False,
        1,
        ["moves left 1"],
        ["5"],
    )


def test_a_file_that_is_no_scenario_is_one_line_and_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "broken.toml").write_text("format = 1\n", encoding="utf-8")
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "empty").mkdir()
    assert run(monkeypatch, str(tmp_path / "broken.toml"), str(tmp_path / "noise.toml")) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 2
    assert "expected required field 'title'" in printed.err
    assert "expected UTF-8 text" in printed.err
    assert run(monkeypatch, str(tmp_path / "nowhere.toml")) == 2
    assert "No such file" in capsys.readouterr().err
    assert run(monkeypatch, str(tmp_path / "empty")) == 2
