"""Pictures of dungeons: everything that occurs is drawn and explained, and nothing else is."""

from __future__ import annotations

import re
import struct
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dungeonbowl.dungeon.checks import check
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.printing import PAGES, Length, png_bytes, svg_pages, svg_sheet
from dungeonbowl.dungeon.printing import png as png_module
from dungeonbowl.dungeon.printing.floorplan import FloorPlan, stretches
from dungeonbowl.dungeon.printing.sheet import entries
from dungeonbowl.dungeon.printing.svg import number, printable
from dungeonbowl.dungeon.terrain import ROOM_NAMES
from dungeonbowl.dungeon.text import bundled, fragment, load_dungeon, read_dungeon
from dungeonbowl.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"

EVERYTHING = """
format = 1
id = "everything"
name = "Everything <&> more"
edition = "astrogranite"
teams = ["A", "B", "C", "D"]
door = [{ at = [3, 1], kind = "door", size = "large" }]
barrier = [
  { between = [[9, 6], [10, 6]], kind = "gate", state = "open" },
  { between = [[9, 7], [10, 7]], kind = "wall" },
  { between = [[7, 7], [7, 8]], kind = "door" },
]
inscription = [{ at = [8, 3], college = "Light", circle = 7 }]
ladder = [{ foot = [2, 6], top = [3, 6] }]
levels = '''
##############
#............#
#............#
#............#
#............#
#...1........#
#..22........#
#..22........#
#............#
##############
'''
below = '''
##############
##############
##############
##############
##############
##############
###$.#########
###1~#########
##############
##############
'''
map = '''
##############
#AA=G/+CC..DD#
#AA....CC..DD#
#AA.:o&~*^pr.#
#............#
#...<.....$23#
#.H.......456#
#.........7r8#
#..........BB#
##############
'''
"""


def everything() -> Dungeon:
    return read_dungeon(EVERYTHING, "everything", checked=False)


def words_of(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("name", bundled())
def test_every_bundled_dungeon_becomes_a_sheet_with_its_title_rooms_and_numbers(name: str) -> None:
    dungeon = load_dungeon(name)
    words = words_of(svg_sheet(dungeon))
    assert words[0] == dungeon.name
    assert f"{dungeon.width} × {dungeon.height} squares" in words[1]
    for room in {int(code) for code in dungeon.room} - {0}:
        assert words.count(ROOM_NAMES[room]) == 1
    assert words.count("chest, closed") == (1 if len(dungeon.map_chests) else 0)
    assert "5 squares" in words


def test_every_feature_of_astrogranite_is_drawn_and_explained() -> None:
    dungeon = everything()
    plan = FloorPlan(dungeon)
    plan.draw()
    assert plan.used == {
        *("wall", "zone A", "zone B", "zone C", "zone D", "chest", "portal"),
        *("frame", "door", "gate", "open door", "large door"),
        *("water", "lava", "chasm", "obstacle", "inscription", "passage end"),
        *("height", "platform", "step", "ladder foot", "beneath", "trap", "pit"),
    }
    words = words_of(svg_sheet(dungeon))
    assert words[0] == "Everything <&> more"
    assert "inscription: 7 Light" in words
    assert "teleporter, by number" in words
    for letter in "ABCD":
        assert f"end zone of team {letter}" in words


def test_every_feature_of_the_official_edition_is_drawn_and_explained() -> None:
    dungeon = fragment("AAII..KK\nAAIIYYF.\nBB..YY-.\nBB$1..F.\nK.K.....\nI...Y..K\n.......K")
    plan = FloorPlan(dungeon)
    drawn = plan.draw()
    assert {"idol", "crypt", "dragon", "fiery chasm", "bridge", "chest", "portal"} <= plan.used
    assert [entry.key for entry in entries(dungeon, plan.used)][-5:] == [
        "idol",
        "crypt",
        "dragon",
        "fiery chasm",
        "bridge",
    ]
    ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>')


def test_the_legend_explains_everything_that_is_drawn_and_nothing_else() -> None:
    for name in bundled():
        dungeon = load_dungeon(name)
        plan = FloorPlan(dungeon)
        plan.draw()
        assert {entry.key for entry in entries(dungeon, plan.used)} == plan.used
    assert not any("lava" in words or "door, closed" in words for words in words_of(svg_sheet(load_dungeon("of-1"))))


def test_end_zones_differ_by_pattern_and_letter_not_by_colour_alone() -> None:
    drawn = svg_sheet(everything())
    patterns = re.findall(r'<pattern id="zone\d".*?</pattern>', drawn, re.DOTALL)
    shapes = {re.sub(r'id="zone\d"|#[0-9a-f]{6}', "", pattern) for pattern in patterns}
    assert len(shapes) == 4
    for side in range(4):
        assert f'fill="url(#zone{side})"' in drawn


def test_walls_stand_where_the_plan_has_them_and_doorways_stay_open() -> None:
    dungeon = fragment("+-+-+\n|. .|\n+-+ +\n|. .|\n+-+-+")
    lines = FloorPlan(dungeon).walls()[0]
    assert "M0 40 L40 40" in lines
    assert "L80 40" not in lines
    assert "M0 0 L80 0" in lines


def test_a_crypt_lies_along_its_two_squares_and_a_bridge_across_the_chasm() -> None:
    upright = "".join(FloorPlan(fragment("K.\nK.")).statues())
    lying = "".join(FloorPlan(fragment("KK\n..")).statues())
    assert "rotate" not in upright
    assert "translate(40 0) rotate(90 20 20)" in lying
    assert "rotate(90" in "".join(FloorPlan(fragment(".F.\n.-.\n.F.")).bridges())
    assert "rotate" not in "".join(FloorPlan(fragment("...\nF-F\n...")).bridges())


def test_steps_point_upwards_and_ladders_lean_against_their_top() -> None:
    dungeon = everything()
    drawn = FloorPlan(dungeon).climbs()
    assert "translate(160 200) rotate(180" in drawn[0]
    assert "translate(80 240) rotate(90" in drawn[1]


def test_the_lower_passage_is_dashed_and_its_tokens_are_small() -> None:
    plan = FloorPlan(everything())
    assert "stroke-dasharray" in plan.beneath()[0]
    tokens = plan.tokens()
    assert sum("scale(0.5)" in token for token in tokens) == 2


def test_a_room_name_keeps_clear_of_tokens() -> None:
    dungeon = fragment("....\n.$1.\n....\n....", rooms=[("Armoury", [0, 0, 4, 4])])
    (drawn,) = FloorPlan(dungeon).room_names()
    assert 'y="124"' in drawn


def test_names_are_escaped_and_letters_that_xml_cannot_hold_are_dropped() -> None:
    assert printable('a<b>&"\x00\x07c') == "a&lt;b&gt;&amp;&quot;c"
    assert number(-0.001) == "0"
    assert stretches([1, 2, 4]) == [(1, 2), (4, 4)]


def test_a_square_is_as_long_as_asked_for() -> None:
    dungeon = fragment("AB")
    wide = re.search(
        r'width="([\d.]+)mm" height="[\d.]+mm" viewBox="0 0 ([\d.]+)', svg_sheet(dungeon, Length.read("30mm"))
    )
    assert wide is not None
    assert float(wide[1]) / float(wide[2]) * 40 == pytest.approx(30, abs=0.01)
    assert "one square is 30 mm at full size" in svg_sheet(dungeon, Length.read("30mm"))
    assert Length.read("1in").millimetres == pytest.approx(25.4)
    for words in ("", "thirty", "-3mm", "0.1mm", "9999px", "30 km"):
        with pytest.raises(UserError, match="expected"):
            Length.read(words)


def test_pages_hold_whole_squares_at_full_size_and_every_open_square_once() -> None:
    dungeon = load_dungeon("of-1")
    pages = svg_pages(dungeon, Length.read("30mm"), "a4")
    shown: list[tuple[int, int]] = []
    for page in pages[1:]:
        root = ElementTree.fromstring(page)
        width = float((root.get("width") or "").removesuffix("mm"))
        assert width in (210, 297)
        assert width / float((root.get("viewBox") or "").split()[2]) * 40 == pytest.approx(30, abs=0.02)
        found = re.search(r"columns (\d+)-(\d+), rows (\d+)-(\d+)", page)
        assert found is not None
        left, right, top, bottom = (int(part) for part in found.groups())
        assert (right - left + 1) * 30 <= width - 20
        shown += [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]
    assert len(shown) == len(set(shown))
    for node in range(int(dungeon.count)):
        assert (int(dungeon.column[node]), int(dungeon.row[node])) in shown
    assert "chest, closed" in words_of(pages[0])


def test_paper_that_is_unknown_or_too_small_is_refused() -> None:
    dungeon = fragment("AB")
    with pytest.raises(UserError, match="it is one of a4, a3"):
        svg_pages(dungeon, Length.read("30mm"), "a9")
    with pytest.raises(UserError, match="does not fit"):
        svg_pages(dungeon, Length.read("200mm"), "a4")
    assert {"a4", "letter"} <= PAGES.keys()


def pixels_of(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", png[16:24])
    return int(width), int(height)


def test_png_has_the_size_asked_for_and_says_how_large_it_is_on_paper() -> None:
    drawn = svg_sheet(fragment("A.$1\nB..."), Length.read("10mm"))
    size = re.search(r'width="([\d.]+)mm" height="([\d.]+)mm"', drawn)
    assert size is not None
    wanted = (round(float(size[1]) / 25.4 * 100), round(float(size[2]) / 25.4 * 100))
    picture = png_bytes(drawn, wanted, dpi=300)
    assert picture.startswith(b"\x89PNG")
    assert pixels_of(picture) == pytest.approx(wanted, abs=1)
    at = picture.index(b"pHYs")
    assert struct.unpack(">IIB", picture[at + 4 : at + 13]) == (11811, 11811, 1)
    assert struct.unpack(">I", picture[at + 13 : at + 17])[0] == zlib.crc32(picture[at : at + 13])


def test_words_and_colours_reach_the_png() -> None:
    named = read_dungeon(EVERYTHING, checked=False)
    unnamed = read_dungeon(EVERYTHING.replace("Everything <&> more", "Something <&> else"), checked=False)
    assert png_bytes(svg_sheet(named), (300, 300)) != png_bytes(svg_sheet(unnamed), (300, 300))


def test_a_missing_extra_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(
        UserError, match=r"PNG pictures need the extra 'pictures': pip install 'dungeonbowl\[pictures\]'"
    ):
        png_bytes(svg_sheet(fragment("AB")), (10, 10))


def test_a_machine_without_fonts_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    png_module.require_letters.cache_clear()
    monkeypatch.setattr(png_module, "renderer", lambda: lambda **_: b"always the same")
    with pytest.raises(UserError, match="no font"):
        png_bytes(svg_sheet(fragment("AB")), (10, 10))
    png_module.require_letters.cache_clear()


def test_a_huge_picture_is_refused() -> None:
    with pytest.raises(UserError, match="too large"):
        png_bytes("<svg/>", (100_000, 100_000))


def test_the_example_of_the_documentation_is_a_legal_dungeon() -> None:
    example = re.search(r"```toml\n(.*?)```", (ROOT / "docs" / "dungeons.md").read_text("utf-8"), re.DOTALL)
    assert example is not None
    assert check(read_dungeon(example[1])) == []


def test_the_pictures_of_the_documentation_are_what_the_tool_draws() -> None:
    """To renew them: dungeonbowl dungeon draw ID --out docs/pictures/ID.svg --force"""
    pictures = [path for path in sorted((ROOT / "docs" / "pictures").glob("*.svg")) if path.stem in bundled()]
    assert len(pictures) >= 3
    for picture in pictures:
        assert picture.read_text("utf-8") == svg_sheet(load_dungeon(picture.stem)), picture.name
        assert f"pictures/{picture.name}" in (ROOT / "docs" / "dungeons.md").read_text("utf-8")
