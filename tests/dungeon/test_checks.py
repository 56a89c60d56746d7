"""What the checks of each edition find wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeonbowl.dungeon.checks import check
from dungeonbowl.dungeon.problems import WARNING
from dungeonbowl.dungeon.text import DungeonError, read_dungeon

LAYOUTS = Path(__file__).parents[2] / "src" / "dungeonbowl" / "dungeon" / "layouts"


def layout(name: str) -> str:
    return (LAYOUTS / f"{name}.dungeon").read_text("utf-8")


def rules_broken(text: str) -> set[str]:
    try:
        return {problem.rule for problem in check(read_dungeon(text))}
    except DungeonError as error:
        return {problem.rule for problem in error.problems}


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
