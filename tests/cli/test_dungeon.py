from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from dungeonbowl.bots.arena import Pairing, Result, play
from dungeonbowl.cli import chart as chart_module
from dungeonbowl.cli.chart import Chart
from dungeonbowl.cli.dungeon_fairness import first_wins, measure
from dungeonbowl.dungeon.text import bundled, fragment, load_dungeon, write_dungeon
from support import command_line

COMMANDS = ("list", "show", "check", "generate", "fair", "draw")


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return command_line.run(monkeypatch, "dungeon", *arguments)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def bad_dungeon() -> str:
    """The sampler with an unknown character, a lone passage end and no end zone B."""
    text = write_dungeon(load_dungeon("ag-sampler")).replace('"ag-sampler"', '"bad"')
    return text.replace("....s..####", "....Q..####").replace("BBB#", "...#")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert run(monkeypatch, command, "--help") == 0
    assert f"Example: dungeonbowl dungeon {command}" in capsys.readouterr().out


def test_the_list_holds_every_bundled_dungeon(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "list") == 0
    out = capsys.readouterr().out
    assert all(name in out for name in bundled())
    assert run(monkeypatch, "list", "--json", "--edition", "stockbowl") == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["id"] for row in rows] == [name for name in bundled() if name.startswith("sb-")]
    assert rows[0] == {
        "id": "sb-02",
        "name": "Pillared Hall",
        "edition": "stockbowl",
        "width": 17,
        "height": 28,
        "squares": 370,
        "teams": 2,
        "chests": 6,
        "portals": 6,
    }
    assert run(monkeypatch, "list", "--edition", "chess") == 2


def test_a_dungeon_is_shown_with_walls_legend_and_rooms(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "show", "of-1", "--plain") == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out.isascii()
    assert " 3 |A A A A|" in out
    assert "A end zone of team A  B end zone of team B  1-6 portals  $ chest  I idol" in out
    assert "Armoury (16,4)-(19,7)" in out
    assert run(monkeypatch, "show", "of-1") == 0
    assert "┃A A A A┃" in capsys.readouterr().out


def test_a_map_without_thin_walls_takes_one_line_a_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "show", "sb-04") == 0
    out = capsys.readouterr().out
    assert " 9 ▒▒▒▒▒▒▒▒· · ▒▒$ · · ▒▒· · ▒▒· · ▒▒" in out
    assert "teleporters" in out


def test_show_gives_the_json_form(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "show", "ag-gallery", "--json") == 0
    form = json.loads(capsys.readouterr().out)
    assert form["id"] == "ag-gallery"
    assert form["modules"] == ["chasms", "doors", "obstacles", "platforms"]


def test_the_chart_knows_platforms_passages_and_tall_plans() -> None:
    gallery = Chart(load_dungeon("ag-gallery"))
    assert "² platform, by height" in gallery.legend().plain
    assert "passages run beneath platforms" in gallery.legend().plain
    assert "r secret passages" in Chart(load_dungeon("ag-ember-deep")).legend().plain
    tall = Chart(load_dungeon("of-4"))
    assert tall.turned
    assert "The map lies on its side" in tall.legend().plain
    assert Chart(fragment("+-+-+\n|.|.|\n+-+-+")).draw().plain.split("\n")[1:4] == ["   ┏━┳━┓", " 0 ┃·┃·┃", "   ┗━┻━┛"]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_colours_can_be_read_on_dark_and_light_backgrounds() -> None:
    colours = {
        chart_module.GREY,
        chart_module.PORTAL,
        chart_module.PASSAGE,
        *chart_module.TEAM_COLOURS,
        *chart_module.ROOM_COLOURS,
        *(colour for _, colour in chart_module.SIGNS.values()),
    }
    for colour in colours:
        assert (luminance(colour) + 0.05) / 0.05 >= 3, f"{colour} on black"
        assert 1.05 / (luminance(colour) + 0.05) >= 3, f"{colour} on white"


def test_a_legal_dungeon_checks_clean(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "check", "of-1", "sb-03") == 0
    assert capsys.readouterr().out == "of-1: legal\nsb-03: legal\n"


def test_a_warning_is_no_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "check", "book-2") == 0
    out = capsys.readouterr().out
    assert out.startswith("book-2: warning D-OF-08: the end zones are 18 steps apart where 28 are possible at ")
    assert "    mend: " in out
    assert out.endswith("book-2: legal, 1 warning\n")


@pytest.mark.rule("D-FM-12", "D-FM-15")
def test_all_problems_come_at_once_with_line_column_rule_squares_and_mending(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    Path("bad.dungeon").write_text(bad_dungeon(), "utf-8")
    lines = bad_dungeon().split("\n")
    assert run(monkeypatch, "check", "bad.dungeon") == 1
    out = capsys.readouterr().out
    odd = next(number for number, line in enumerate(lines, 1) if "Q" in line)
    assert f"bad.dungeon:{odd}:7: error D-FM-12: unexpected character 'Q'" in out
    assert "at (6,7)" in out
    assert "error D-FT-04: passage 's' has 1 end(s)" in out
    assert "error D-AS-02: team B has no end zone" in out
    assert out.count("    mend: ") == 3
    assert out.endswith("bad.dungeon: 3 errors\n")
    assert run(monkeypatch, "check", "--json", "bad.dungeon", "of-1") == 1
    bad, good = json.loads(capsys.readouterr().out)
    assert (bad["readable"], bad["legal"], good["legal"]) == (True, False, True)
    assert {problem["rule"] for problem in bad["problems"]} == {"D-FM-12", "D-FT-04", "D-AS-02"}
    assert all(problem["mend"] for problem in bad["problems"])
    assert good["problems"] == []


def test_broken_building_rules_come_with_the_warnings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    text = write_dungeon(load_dungeon("ag-sampler")).replace('"ag-sampler"', '"poor"')
    Path("poor.dungeon").write_text(text.replace("$", ".", 1), "utf-8")
    assert run(monkeypatch, "check", "poor.dungeon") == 1
    out = capsys.readouterr().out
    assert "error D-AS-03: six chests at least are needed, there are 5" in out
    assert "warning D-AS-11" in out


def test_a_file_is_named_for_its_dungeon(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    Path("other.dungeon").write_text(write_dungeon(load_dungeon("of-1")), "utf-8")
    assert run(monkeypatch, "check", "other.dungeon") == 1
    out = capsys.readouterr().out
    assert "error D-FM-02: the id 'of-1' differs from the file name 'other'" in out
    assert 'mend: write id = "other", or rename the file' in out


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b"a = [", b"map = '''\n"])
def test_what_cannot_be_read_at_all_is_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here: Path, content: bytes | None
) -> None:
    if content is not None:
        Path("odd.dungeon").write_bytes(content)
    assert run(monkeypatch, "check", "odd.dungeon") == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("dungeonbowl: odd.dungeon:")
    is_text = content is not None and content.isascii()
    assert printed.err.count("\n") == (2 if is_text else 1)
    assert ("\n    mend: " in printed.err) is is_text, "a text that is no TOML has advice"
    assert run(monkeypatch, "check", "odd.dungeon", "--json") == 2
    assert json.loads(capsys.readouterr().out)[0]["readable"] is False


def test_an_illegal_dungeon_can_be_looked_at_and_a_badly_written_one_cannot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    text = write_dungeon(load_dungeon("ag-sampler")).replace('"ag-sampler"', '"poor"')
    Path("poor.dungeon").write_text(text.replace("$", ".", 1), "utf-8")
    assert run(monkeypatch, "show", "poor.dungeon") == 0
    assert "poor.dungeon breaks a rule; see: dungeonbowl dungeon check poor.dungeon" in capsys.readouterr().err
    Path("bad.dungeon").write_text(bad_dungeon(), "utf-8")
    assert run(monkeypatch, "show", "bad.dungeon") == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_a_generated_dungeon_is_written_once_and_checks_clean(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    wishes = ("generate", "--seed", "7", "--size", "quick", "--name", "The Cellar", "--out", "cellar.dungeon")
    assert run(monkeypatch, *wishes) == 0
    assert capsys.readouterr().out.startswith("cellar.dungeon: The Cellar, official, ")
    first = Path("cellar.dungeon").read_bytes()
    assert run(monkeypatch, "check", "cellar.dungeon") == 0
    assert capsys.readouterr().out == "cellar.dungeon: legal\n"
    Path("cellar.dungeon").write_text("mine")
    assert run(monkeypatch, *wishes) == 2
    assert "exists already and is not overwritten; --force overwrites it" in capsys.readouterr().err
    assert Path("cellar.dungeon").read_text() == "mine"
    assert run(monkeypatch, *wishes, "--force") == 0
    assert Path("cellar.dungeon").read_bytes() == first


def test_without_a_file_the_dungeon_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wishes = ("generate", "--edition", "stockbowl", "--seed", "3")
    assert run(monkeypatch, *wishes) == 0
    text = capsys.readouterr().out
    assert text.startswith('format = 1\nid = "stockbowl-3"\n')
    assert run(monkeypatch, *wishes, "--json") == 0
    assert json.loads(capsys.readouterr().out)["size"] == [17, 28]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("generate", "--edition", "chess"), "edition 'chess' is not known"),
        (("generate", "--size", "tiny"), "size 'tiny' is not known"),
        (("generate", "--mode", "caverns"), "mode 'caverns' is not known"),
        (("generate", "--feature", "lava"), "no features"),
        (("generate", "--out", "My Cave.txt"), "small letters, digits and hyphens"),
        (("generate", "--out", "no-such-folder/cave.dungeon"), "No such file or directory"),
        (("show", "nowhere"), "cannot be read; bundled dungeons are"),
        (("fair", "nowhere"), "cannot be read; bundled dungeons are"),
        (("fair", "of-1", "--games", "1", "--bot", "deep"), "there is no bot 'deep'"),
        (("draw", "of-1", "--out", "map.gif"), "ends in .svg or .png"),
        (("draw", "of-1", "--square", "big"), "expected a length such as 30mm"),
        (("draw", "of-1", "--page", "a9"), "page 'a9' is not known"),
        (("draw", "of-1", "--font", "no.ttf"), "expected a font file"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    here: Path,
    arguments: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.setattr("dungeonbowl.cli.speed.compiled", lambda: True)
    assert run(monkeypatch, *arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err
    assert printed.err.count("\n") == 1
    assert list(here.iterdir()) == []


def test_fairness_tells_distances_entrances_and_what_is_not_fair(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "fair", "sb-02") == 0
    out = capsys.readouterr().out
    for words in ("nearest chest", "all chests together", "portals by number", "entrances", "steps apart"):
        assert words in out
    assert "fair by the rules for maps" in out
    assert run(monkeypatch, "fair", "book-2") == 0
    assert "not fair by D-OF-08: the end zones are 18 steps apart where 28 are possible" in capsys.readouterr().out
    assert run(monkeypatch, "fair", "ag-four-winds", "--json") == 0
    record = json.loads(capsys.readouterr().out)
    assert [side["team"] for side in record["sides"]] == ["A", "B", "C", "D"]
    assert len(record["zone_steps"]) == 6
    assert record["measured"] is None


def test_matches_give_the_share_of_each_end_zone_with_its_interval(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    short = Pairing("official(turn_limit=1)")
    monkeypatch.setattr(
        "dungeonbowl.cli.dungeon_fairness.play",
        lambda pairing, games, seed, crew, checkpoint: [play(short, seed + number) for number in range(games)],
    )
    assert run(monkeypatch, "fair", "of-1", "--games", "3", "--bot", "random", "--json") == 0
    measured = json.loads(capsys.readouterr().out)["measured"]
    assert measured["games"] == 3
    assert sum(side["wins"] for side in measured["sides"]) + measured["no_winner"] == 3
    for side in measured["sides"]:
        low, high = side["interval_95"]
        assert 0 <= low <= side["share"] <= high <= 1
    assert run(monkeypatch, "fair", "of-1", "--games", "2") == 0
    out = capsys.readouterr().out
    assert "2 matches, normal on both sides" in out
    assert "95 % interval" in out
    assert "the team that moves first" in out


def result(winner: str, first: str, zones: tuple[str, str]) -> Result:
    none = (0, 0)
    return Result(1, winner, "touchdown", first, none, none, none, none, none, none, none, 0, 0, zones)


def test_wins_are_counted_by_end_zone_whoever_defended_it() -> None:
    results = [
        result("home", "home", ("A", "B")),
        result("home", "away", ("B", "A")),
        result("away", "away", ("B", "A")),
        result("draw", "home", ("A", "B")),
        result("nobody", "home", ("A", "B")),
    ]
    measured = measure(results)
    assert measured.wins == [2, 1]
    assert measured.draws == 2
    assert first_wins(results) == 2


def test_a_drawing_is_written_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    assert run(monkeypatch, "draw", "of-1") == 0
    assert capsys.readouterr().out == "of-1.svg\n"
    drawn = Path("of-1.svg").read_text("utf-8")
    assert drawn.startswith("<svg ")
    Path("of-1.svg").write_text("mine")
    assert run(monkeypatch, "draw", "of-1") == 2
    assert Path("of-1.svg").read_text() == "mine"
    assert run(monkeypatch, "draw", "of-1", "--force") == 0
    assert Path("of-1.svg").read_text("utf-8") == drawn


def test_png_and_pages(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here: Path) -> None:
    assert run(monkeypatch, "draw", "sb-02", "--out", "hall.png", "--square", "10px") == 0
    assert Path("hall.png").read_bytes().startswith(b"\x89PNG")
    capsys.readouterr()
    assert (
        run(monkeypatch, "draw", "sb-02", "--out", "hall.png", "--square", "30mm", "--page", "a3", "--dpi", "24") == 0
    )
    names = capsys.readouterr().out.split()
    assert names[0] == "hall-0.png"
    assert len(names) >= 5
    assert all(Path(name).is_file() for name in names)


def test_without_the_extra_png_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], here: Path
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert run(monkeypatch, "draw", "of-1", "--out", "of-1.png") == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1
    assert "pip install 'dungeonbowl[pictures]'" in printed.err
    assert not Path("of-1.png").exists()
