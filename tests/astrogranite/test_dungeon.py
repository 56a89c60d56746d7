"""The dungeon itself: what it is made of, and what everybody can see of it (A-DUN)."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.directions import E, S
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.records.setup import bundled_text
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.server.view.boards import board_of
from dungeonbowl.server.view.positions import position_of
from support.walks import rules_of

CROOKED = """
#########
#AAA#BBB#
#AAA#BBB#
##.###.##
#1.2#3.4#
#.$.{}.$.#
##5###6##
#$..#$.$#
#.$.#...#
#########
"""


def crooked(middle: str, picture: str = CROOKED) -> Dungeon:
    text = f"""format = 1\nid = "crooked"\nname = "Crooked"\nedition = "astrogranite"\nmap = '''{picture}'''\n"""
    return read_dungeon(text.replace("{}", middle), "crooked", checked=False)


@pytest.mark.rule("A-DUN-01")
def test_any_shape_with_an_end_zone_for_each_team_will_do_if_a_way_joins_them() -> None:
    opening = rules_of("astrogranite(classic)").opening
    assert opening.objection(crooked("."), 2) == ""
    assert "end zone B" in opening.objection(crooked(".", CROOKED.replace("B", ".")), 2)
    bare = CROOKED.translate(str.maketrans("123456", "......"))
    assert opening.objection(crooked(".", bare), 2) == ""
    assert "no way leads" in opening.objection(crooked("#", bare), 2)
    assert opening.objection(crooked("#"), 2) == ""  # by teleporter


@pytest.mark.rule("A-DUN-01")
@pytest.mark.parametrize("edition", ["astrogranite", "official"])
def test_tiles_have_no_effect_of_their_own(edition: str) -> None:
    """Where the official game has walls between tiles but for doorways, here all borders between them are open."""
    tiles = bundled_text("of-1").partition("tile = [")[2].partition("\n]")[0]
    text = f'format = 1\nid = "tiles"\nname = "Tiles"\nedition = "{edition}"\ntile = [{tiles}\n]\n'
    dungeon = read_dungeon(text, "tiles", checked=False)
    assert len(dungeon.tile_names) > 2
    closed = 0
    for node in range(int(dungeon.count)):
        for direction, (x, y) in ((E, (1, 0)), (S, (0, 1))):
            other = dungeon.node_at(int(dungeon.column[node]) + x, int(dungeon.row[node]) + y)
            if other >= 0 and dungeon.tile[node] != dungeon.tile[other]:
                closed += not dungeon.border_open(node, direction)
    assert (closed > 0) == (edition == "official")


@pytest.mark.rule("A-DUN-02")
def test_everybody_sees_all_features_and_they_stay_what_they_are() -> None:
    scene = Scene(
        """
        ##########
        #A.=.o.*b#
        #.s..s.:&#
        #..~...$1#
        ##########
        """,
        {"A": home(movement=9), "b": away()},
        edition="astrogranite(classic, colleges=on, doors=on, obstacles=on, inscriptions=on, secret_passages=on, "
        "chasms=on, lava=on, water=on)",
        details={"inscription": [{"at": [7, 1], "college": "Light", "circle": 1}]},
    )
    shown = board_of(scene.game.dungeon).terrain
    for feature in ("door", "obstacle", "inscription", "passage end", "passage inside", "chasm", "lava", "water"):
        assert feature in shown
    scene.play("activate A", "declare move", "step e", "open door (3,1)", "step e", "step e", "stop", dice=["D6 2"])
    scene.play("end turn", "end turn")
    after = board_of(scene.game.dungeon).terrain
    assert [now for now, before in zip(after, shown, strict=True) if now != before] == ["open door"]


@pytest.mark.rule("A-DUN-02")
def test_what_is_in_the_chests_is_hidden_from_everybody() -> None:
    picture = """
        ########
        #A$.$.b#
        ########
    """
    legend = {"A": home(), "b": away()}
    shown = []
    for loaded in ([[2, 1]], [[4, 1]]):
        scene = Scene(
            picture,
            legend,
            edition="astrogranite(classic, chest_mode=hidden)",
            modules={"loads": {"loaded": loaded}},
        )
        shown.append(position_of(scene.game))
    assert shown[0] == shown[1]
