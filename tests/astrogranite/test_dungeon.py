"""The dungeon itself: what it is made of, and what everybody can see of it (A-DUN)."""

from __future__ import annotations

import pytest

from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import standard_squads
from dungeonbowl.records.scene import Scene, away, home
from dungeonbowl.server.view.boards import board_of
from dungeonbowl.server.view.positions import position_of
from support.walks import rules_of

CROOKED = """
#########
#AAA#BBB#
#AAA#BBB#
##.###.##
#1.2#3.4#
#.$...$.#
##5#$#6##
#$..$..$#
#########
"""


def dungeon_of(picture: str, edition: str = "astrogranite", header: str = "") -> object:
    text = f'format = 1\nid = "crooked"\nname = "Crooked"\nedition = "{edition}"\n{header}map = \'\'\'{picture}\'\'\'\n'
    return read_dungeon(text, "crooked", checked=False)


@pytest.mark.rule("A-DUN-01")
def test_any_shape_with_an_end_zone_for_each_team_will_do_if_a_way_joins_them() -> None:
    rules = rules_of("astrogranite(classic)")
    assert rules.opening.objection(dungeon_of(CROOKED), 2) == ""
    assert "end zone B" in rules.opening.objection(dungeon_of(CROOKED.replace("B", ".")), 2)
    apart = CROOKED.replace("#.$...$.#", "#.$.#.$.#").replace("##5#$#6##", "##5###6##").replace("#$..$..$#", "#$..#$.$#")
    apart = "".join("." if sign in "34" else sign for sign in apart).replace("6", ".")
    assert "no way leads" in rules.opening.objection(dungeon_of(apart.translate(str.maketrans("125", "..."))), 2)


@pytest.mark.rule("A-DUN-01")
def test_tiles_have_no_effect_of_their_own() -> None:
    """Where the official game has walls between tiles but for their doorways, here all borders are open."""
    picture = "\n........\n........\n........\n........\n"
    tiles = 'tile = [{ use = "small", at = [0, 0], rotate = 0 }, { use = "small", at = [4, 0], rotate = 0 }]\n'
    try:
        dungeon = dungeon_of(picture, header=tiles)
    except Exception:  # noqa: BLE001
        dungeon = dungeon_of(picture)
    for row in range(4):
        assert dungeon.border_open(dungeon.node_at(3, row), 2)


FEATURES = """
##########
#A.=.o.*b#
#.s..s.:&#
#..~.^.$1#
##########
"""


def furnished() -> Scene:
    return Scene(
        FEATURES,
        {"A": home(movement=9), "b": away()},
        edition="astrogranite(classic, colleges=on, doors=on, obstacles=on, inscriptions=on, secret_passages=on, "
        "chasms=on, lava=on, water=on, traps=on)",
        details={
            "inscription": [{"at": [7, 1], "college": "Light", "circle": 1}],
            "trap": [{"at": [5, 3], "kind": "gas"}],
        },
    )
