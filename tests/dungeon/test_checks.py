"""What the checks of each edition find wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeonbowl.dungeon.checks import check
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.map_rules import MAP_RULES
from dungeonbowl.dungeon.problems import MENDING, WARNING
from dungeonbowl.dungeon.text import DungeonError, read_dungeon

LAYOUTS = Path(__file__).parents[2] / "src" / "dungeonbowl" / "dungeon" / "layouts"


def layout(name: str) -> str:
    return (LAYOUTS / f"{name}.dungeon").read_text("utf-8")


def rules_broken(text: str) -> set[str]:
    try:
        return {problem.rule for problem in check(read_dungeon(text))}
    except DungeonError as error:
        return {problem.rule for problem in error.problems}


def read_errors(text: str) -> list[str]:
    with pytest.raises(DungeonError) as caught:
        read_dungeon(text)
    return [problem.rule for problem in caught.value.problems]


def tiles_only(text: str) -> str:
    return text[: text.index("plan = '''")]


@pytest.mark.rule("D-OF-01", "O-SET-01", "D-OF-10")
def test_too_few_tiles() -> None:
    text = tiles_only(layout("of-1")).replace('  { id = "B1", at = [8, 6], rot = 0 },\n', "")
    assert {"D-OF-01", "D-OF-06", "D-OF-10"} <= rules_broken(text)


@pytest.mark.rule("D-OF-06", "O-SET-04")
def test_a_tile_lying_apart() -> None:
    assert "D-OF-06" in rules_broken(tiles_only(layout("of-1")).replace("at = [14, 0]", "at = [1, 20]"))


@pytest.mark.rule("D-OF-02", "D-TL-02")
def test_a_tile_used_twice_and_a_tile_that_does_not_exist() -> None:
    assert "D-OF-02" in rules_broken(tiles_only(layout("of-1")).replace('"C2"', '"C1"'))
    assert "D-TL-02" in rules_broken(tiles_only(layout("of-1")).replace('"C2"', '"C9"'))


@pytest.mark.rule("D-RM-01", "O-MAP-03")
def test_a_room_used_twice() -> None:
    text = tiles_only(layout("of-4")).replace('"GS7", at = [0, 16], rot = 270', '"L1", at = [0, 16], rot = 270')
    assert "D-RM-01" not in rules_broken(text)
    twice = text.replace('"GL3", at = [4, 12]', '"GL1", at = [4, 12]')
    assert "D-RM-01" in rules_broken(twice)
    warnings = [problem for problem in check(read_dungeon(text)) if problem.severity == WARNING]
    assert [problem.rule for problem in warnings] == ["D-TL-04"]


@pytest.mark.rule("D-OF-11", "D-OF-12")
def test_tokens_on_the_wrong_tiles() -> None:
    text = layout("of-1")
    beside_zone = text.replace("|. 6|", "|. .|").replace("|A A A A . . . .|", "|A A A A . 6 . .|")
    assert "D-OF-12" in rules_broken(beside_zone)
    two_on_one = text.replace("|. 6|", "|. .|").replace("|. . . . . 4 . . . .|", "|. . . . . 4 . . 6 .|")
    assert "D-OF-12" in rules_broken(two_on_one)
    no_chest = text.replace("|$ . . .|. .|. .", "|. . . .|. .|. .")
    chest = no_chest.replace("|A A A A . . . .|", "|A A A A . $ . .|")
    assert rules_broken(chest) == {"D-OF-11"}


@pytest.mark.rule("D-OF-13")
def test_a_portal_near_a_chest() -> None:
    text = layout("of-1").replace("|. . . . . 4 . . . .|", "|. . . . . . . 4 . .|")
    assert rules_broken(text) == {"D-OF-13"}


@pytest.mark.rule("D-AS-02", "D-AS-03", "D-AS-04")
def test_end_zones_and_tokens_of_astrogranite() -> None:
    text = layout("ag-sampler")
    assert "D-AS-02" in rules_broken(text.replace("BBB", "..."))
    assert "D-AS-02" in rules_broken(text.replace("#AAA.....#....o....~~~....#", "#........#....o....~~~....#"))
    assert rules_broken(text.replace("#$...~~~....o", "#....~~~....o")) == {"D-AS-03"}
    assert "D-AS-04" in rules_broken(text.replace("#.4.....####", "#.......####"))


@pytest.mark.rule("D-AS-05", "D-AS-06")
def test_ways_between_end_zones_of_astrogranite() -> None:
    start = 'format = 1\nid = "x"\nname = "X"\nedition = "astrogranite"\n'
    near = start + "map = '''\n#########\n#AAA.BBB#\n#AAA.BBB#\n#########\n'''\n"
    assert rules_broken(near) == {"D-AS-05"}
    cut = start + "map = '''\n#########\n#AAA#BBB#\n#AAA#BBB#\n#########\n'''\n"
    assert rules_broken(cut) == {"D-AS-06"}
    assert rules_broken(cut.replace("#AAA#BBB", "#AAA=BBB")) >= {"D-AS-05"}


@pytest.mark.rule("D-FT-05")
def test_circles_do_not_touch() -> None:
    text = layout("ag-sampler").replace("#.$.......2.......#.*...^.#", "#.$.......2.......#.**..^.#")
    text = text.replace(
        '  { at = [20, 6], college = "Light", circle = 1 },\n',
        '  { at = [20, 6], college = "Light", circle = 1 },\n  { at = [21, 6], college = "Light", circle = 3 },\n',
    )
    assert rules_broken(text) == {"D-FT-05"}
    assert rules_broken(text.replace("circle = 3", "circle = 1")) == set()


@pytest.mark.rule("D-FT-06")
def test_a_step_leads_from_one_height_to_the_next() -> None:
    start = 'format = 1\nid = "x"\nname = "X"\nedition = "astrogranite"\n'
    drawn = "map = '''\n########\n#AAABBB#\n#AAABBB#\n#.<....#\n########\n'''\n"
    levels = "levels = '''\n########\n#......#\n#......#\n#.12222#\n########\n'''\n"
    assert "D-FT-06" not in rules_broken(start + levels + drawn)
    assert "D-FT-06" in rules_broken(start + levels.replace("12", "22") + drawn)


@pytest.mark.rule("D-SB-01", "D-SB-02", "D-SB-03", "D-SB-05", "D-SB-13", "D-SB-14")
def test_stockbowl_maps_keep_their_form() -> None:
    text = layout("sb-03")
    assert rules_broken(text.replace("###AA#######AA###", "###AA#######A####")) >= {"D-SB-03"}
    assert rules_broken(text.replace("#.$...#####.....#", "#.....#####.....#", 1)) == {"D-SB-05"}
    assert rules_broken(text.replace("layout = [3]\n", "")) == {"D-SB-14"}
    assert "D-SB-01" in rules_broken(text.replace("map = '''\n", "map = '''\n#################\n"))
    assert rules_broken(text.replace('"rotation"', '"mirror"')) == {"D-SB-13"}
    assert "D-SB-02" in rules_broken(text.replace("#...............#", "#..A............#", 1))


@pytest.mark.rule("D-SB-04")
def test_stockbowl_set_up_squares_are_plain_floor() -> None:
    text = layout("sb-03").replace("#.......3.......#", "#...............#").replace('"rotation"', '"none"')
    assert "D-SB-04" in rules_broken(text.replace("#...............#", "#..3............#", 1))


def changed(*pairs: tuple[str, str]) -> str:
    text = layout("sb-02").replace('"rotation"', '"none"')
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.mark.rule("D-SB-06", "D-SB-07", "D-SB-12")
def test_stockbowl_floor_hangs_together_and_is_two_wide() -> None:
    assert rules_broken(changed()) == set()
    niche = layout("sb-03").replace('"rotation"', '"none"').replace("#.....#####.....#", "#.....##.##.....#", 1)
    assert rules_broken(niche) == {"D-SB-06", "D-SB-07"}, "one square wide, and behind teleporter 3"
    wall = "#" * 17
    assert "D-SB-12" in rules_broken(changed(("#...##.....##...#\n#...##.....##...#", f"{wall}\n{wall}")))


@pytest.mark.rule("D-SB-08", "D-SB-09", "D-SB-11")
def test_stockbowl_tokens_keep_their_distance_and_are_fair() -> None:
    assert rules_broken(changed(("#.$.....1.....$.#", "#.$1..........$.#"))) == {"D-SB-08"}
    near_chests = changed(("#....$..........#", "#..........$....#"))
    assert rules_broken(near_chests) == {"D-SB-09"}
    unfair = changed(("#.$.....6.....$.#", "#.......6.....$.#"), ("#.$.....1.....$.#", "#.$..$..1.....$.#"))
    assert rules_broken(unfair) >= {"D-SB-11"}


@pytest.mark.rule("D-FM-15")
def test_a_check_names_rule_severity_squares_and_reason() -> None:
    with pytest.raises(DungeonError) as caught:
        read_dungeon(layout("of-1").replace("|. . . . . 4 . . . .|", "|. . . . . . . 4 . .|"), "march.dungeon")
    problem = caught.value.problems[0]
    assert (problem.rule, problem.severity, problem.squares) == ("D-OF-13", "error", [(21, 2), (23, 3)])
    assert str(problem) == "march.dungeon:24:44: a portal is within 2 squares of a chest (D-OF-13)"


START = 'format = 1\nid = "x"\nname = "X"\nedition = "astrogranite"\n'


@pytest.mark.rule("D-OF-14")
def test_tokens_that_cut_squares_off_are_a_warning_for_coaches() -> None:
    text = layout("of-1")
    dungeon = read_dungeon(text)
    corridor = dungeon.tile_names.index("C2")
    squares = [node for node in range(dungeon.count) if dungeon.tile[node] == corridor]
    corner = min(squares, key=lambda node: (dungeon.row[node], dungeon.column[node]))
    around = [int(dungeon.step(corner, way)) for way in (0, 2, 4, 6)]
    cut = [node for node in around if node >= 0]
    blocked = Dungeon(dungeon.blueprint.with_tokens(cut, []))
    found = [problem for problem in check(blocked) if problem.rule == "D-OF-14"]
    assert [problem.severity for problem in found] == [WARNING]
    assert (int(dungeon.column[corner]), int(dungeon.row[corner])) in found[0].squares


@pytest.mark.rule("D-AS-07", "D-FM-09")
def test_nothing_is_built_in_an_end_zone() -> None:
    wide = "." * 20
    drawn = f"map = '''\n{'#' * 28}\n#AAA{wide}BBB#\n#AAA{wide}BBB#\n{'#' * 28}\n'''\n"
    assert rules_broken(START + drawn) == set()
    levels = f"levels = '''\n{'#' * 28}\n#..2{wide}...#\n#...{wide}...#\n{'#' * 28}\n'''\n"
    assert "D-AS-07" in rules_broken(START + levels + drawn)
    barrier = "barrier = [\n  { between = [[1, 1], [2, 1]], kind = 'door' },\n]\n"
    assert rules_broken(START + barrier + drawn) == {"D-AS-07"}


@pytest.mark.rule("D-AS-09")
def test_more_than_twenty_traps_are_a_warning() -> None:
    for count, expected in ((20, set()), (21, {"D-AS-09"})):
        row = "^" * count + "." * (24 - count)
        text = START + f"map = '''\n{'#' * 32}\n#AAA{row}BBB#\n#AAA{'.' * 24}BBB#\n{'#' * 32}\n'''\n"
        assert rules_broken(text) == expected


@pytest.mark.rule("D-AS-11")
def test_chests_nearer_to_one_end_zone_are_a_warning() -> None:
    def chests(*columns: int) -> str:
        row = "".join("$" if column in columns else "." for column in range(24))
        return START + f"map = '''\n{'#' * 32}\n#AAA{row}BBB#\n#AAA{'.' * 24}BBB#\n{'#' * 32}\n'''\n"

    assert rules_broken(chests(2, 6, 10, 13, 17, 21)) == set()
    assert rules_broken(chests(2, 4, 6, 8, 10, 12)) == {"D-AS-11"}
    assert rules_broken(chests(1, 6, 10, 14, 17, 20)) == {"D-AS-11"}, "the nearest chest, two steps nearer to A"
    problem = check(read_dungeon(chests(2, 4, 6, 8, 10, 12)))[0]
    assert problem.severity == WARNING
    assert len(problem.squares) == 6


@pytest.mark.rule("D-AS-11", "D-AS-05")
def test_three_teams_are_compared_pair_by_pair() -> None:
    text = layout("ag-three-crowns")
    assert rules_broken(text) == set()
    dungeon = read_dungeon(text)
    home = [int(node) for node in dungeon.zone_distance(0)]
    near = [node for node in range(dungeon.count) if 5 <= home[node] <= 9 and dungeon.terrain[node] == 0][:40:5]
    unfair = Dungeon(dungeon.blueprint.with_tokens(near, [int(node) for node in dungeon.map_portals]))
    pairs = [problem.text for problem in check(unfair) if problem.rule == "D-AS-11"]
    assert len(pairs) >= 2


@pytest.mark.rule("D-AS-12")
def test_tokens_need_room_around_them() -> None:
    niche = "#" * 12 + "." + "#" * 19
    rows = ["#" * 32, niche, niche, f"#AAA{'.' * 24}BBB#", f"#AAA{'.' * 24}BBB#", "#" * 32]
    cave = read_dungeon(START + "map = '''\n" + "\n".join(rows) + "\n'''\n")
    tip, neck = int(cave.node_at(12, 1)), int(cave.node_at(12, 2))
    corner = int(cave.node_at(4, 3))
    for node, kinds in ((tip, {"chest", "portal"}), (neck, set()), (corner, set())):
        for kind, chests, portals in (("chest", [node], []), ("portal", [], [node])):
            found = check(Dungeon(cave.blueprint.with_tokens(chests, portals)))
            squares = [problem.squares for problem in found if problem.rule == "D-AS-12"]
            assert squares == ([[cave_square(cave, node)]] if kind in kinds else [])
    rows[2] = "#" * 12 + ".." + "#" * 18
    cave = read_dungeon(START + "map = '''\n" + "\n".join(rows) + "\n'''\n")
    tip = int(cave.node_at(12, 1))  # two squares can be entered from here: enough for a chest, not for a teleporter
    assert "D-AS-12" not in {problem.rule for problem in check(Dungeon(cave.blueprint.with_tokens([tip], [])))}
    assert "D-AS-12" in {problem.rule for problem in check(Dungeon(cave.blueprint.with_tokens([], [tip])))}


def cave_square(cave: Dungeon, node: int) -> tuple[int, int]:
    return int(cave.column[node]), int(cave.row[node])


@pytest.mark.rule("D-FT-05")
def test_squares_of_one_circle_touch() -> None:
    mark = "  { at = [%d, 1], college = 'Grey', circle = 1 },\n"
    marks = "inscription = [\n" + mark % 6 + mark + "]\n"
    for column, expected in ((7, set()), (9, {"D-FT-05"})):
        row = "".join("*" if place in (6, column) else "." for place in range(4, 28))
        text = START + marks % column + f"map = '''\n{'#' * 32}\n#AAA{row}BBB#\n#AAA{'.' * 24}BBB#\n{'#' * 32}\n'''\n"
        assert rules_broken(text) == expected


@pytest.mark.rule("D-FM-12", "D-FM-15")
def test_bad_input_is_reported_all_at_once_with_row_and_column() -> None:
    text = START + "map = '''\n##########\n#AAA..?..#\n#AAA.s..\n##########\n'''\n"
    with pytest.raises(DungeonError) as caught:
        read_dungeon(text, "cave.dungeon")
    found = [str(problem) for problem in caught.value.problems]
    allowed = MAP_RULES["astrogranite"].characters
    assert found == [
        f"cave.dungeon:7:7: unexpected character '?': squares of edition astrogranite are one of #{allowed} (D-FM-12)",
        "cave.dungeon:8:6: passage 's' has 1 end(s); each letter appears exactly twice (D-FT-04)",
        "cave.dungeon:6:1: team B has no end zone (D-AS-02)",  # what is missing comes last
    ]


@pytest.mark.rule("D-OF-02", "D-FM-15")
def test_every_problem_says_how_to_mend_it() -> None:
    texts = [
        tiles_only(layout("of-1")).replace("at = [14, 0]", "at = [13, 0]"),
        tiles_only(layout("of-1")).replace('  { id = "B1", at = [8, 6], rot = 0 },\n', ""),
        layout("of-1").replace("|. . . . . 4 . . . .|", "|. . . . . . . 4 . .|"),
        layout("ag-sampler").replace("BBB", "..."),
        layout("sb-03").replace("layout = [3]\n", ""),
        layout("of-2").replace("format = 1", "format = 2\ncolour = 3"),
    ]
    for text in texts:
        with pytest.raises(DungeonError) as caught:
            read_dungeon(text)
        assert all(problem.mend for problem in caught.value.problems), [str(p) for p in caught.value.problems]
    assert all("D-" + rule[2:] == rule and text for rule, text in MENDING.items())


def test_a_missing_end_zone_does_not_hide_other_problems() -> None:
    text = tiles_only(layout("of-1"))
    without = "".join(line for line in text.splitlines(keepends=True) if '"E1"' not in line and '"C2"' not in line)
    found = read_errors(without)
    assert sum(rule == "D-OF-01" for rule in found) >= 2, "the end zone of A, and two end zone rooms"
    board = (
        layout("sb-03")
        .replace("AA", "##")
        .replace("layout = [3]\n", "")
        .replace("#.$...#####.....#", "#.....#####.....#", 1)
    )
    assert {"D-SB-02", "D-SB-05", "D-SB-14"} <= rules_broken(board)
