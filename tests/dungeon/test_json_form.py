"""The JSON form."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from dungeonbowl.dungeon.json_form import KEYS, from_json, to_json
from dungeonbowl.dungeon.text import DungeonError, bundled, fragment, load_dungeon, read_dungeon, write_dungeon

HEAD = 'format = 1\nid = "x"\nname = "X"\nedition = "astrogranite"\n'


@pytest.mark.rule("D-JS-01")
@pytest.mark.parametrize("name", bundled())
def test_every_layout_survives_the_way_to_json_and_back(name: str) -> None:
    dungeon = load_dungeon(name)
    form = json.loads(json.dumps(to_json(dungeon)))
    assert tuple(form) == KEYS
    again = from_json(form)
    assert to_json(again) == form
    assert list(again.neighbours) == list(dungeon.neighbours)
    assert list(again.sight_border) == list(dungeon.sight_border)
    assert list(again.eligible) == list(dungeon.eligible)


@pytest.mark.rule("D-JS-01")
def test_empty_lists_and_nothing_are_written_out() -> None:
    form = to_json(fragment("A.B"))
    assert (form["levels"], form["below"]) == (None, None)
    for key in ("borders", "chests", "teleporters", "tiles", "doorways", "doors", "passages", "ladders", "rooms"):
        assert form[key] == [], key
    assert (form["inscriptions"], form["modules"], form["size"]) == ([], [], [3, 1])


@pytest.mark.rule("D-JS-02", "D-JS-03", "D-JS-05")
def test_tokens_are_lists_and_floor_in_the_rows() -> None:
    form = to_json(fragment("$2A\n.$B\n1.B"))
    assert form["rows"] == ["..A", "..B", "..B"]
    assert form["chests"] == [[0, 0], [1, 1]]
    assert form["teleporters"] == [{"n": 1, "at": [0, 2]}, {"n": 2, "at": [1, 0]}]
    assert form["zones"] == {"A": [[2, 0]], "B": [[2, 1], [2, 2]]}
    assert form["setup"] == form["zones"]
    assert to_json(load_dungeon("sb-02"))["setup"]["A"] == [[x, 1] for x in (3, 4, 7, 8, 12, 13)]
    stated = read_dungeon(HEAD + "setup = { A = [[1, 0]] }\nmap = '''\nA..\n'''\n", checked=False)
    assert to_json(stated)["setup"]["A"] == [[1, 0]]
    assert to_json(from_json(to_json(stated))) == to_json(stated)


@pytest.mark.rule("D-JS-04")
def test_borders_are_closed_ones_between_open_squares_by_their_west_or_north_square() -> None:
    plan = "+-+-+-+\n|. .|.|\n+-+   +\n|. K .|\n+-+-+-+\n"
    assert to_json(fragment(plan))["borders"] == [[0, 0, "S"], [1, 0, "E"]]
    assert to_json(fragment("..\n.."))["borders"] == []


@pytest.mark.rule("D-JS-06")
def test_tiles_and_doorways() -> None:
    form = to_json(load_dungeon("of-1"))
    jail = next(tile for tile in form["tiles"] if tile["id"] == "S5")
    assert (jail["kind"], jail["room"], jail["rot"]) == ("small", "Forgotten Jail", jail["rot"])
    assert len(jail["squares"]) == 16
    assert jail["squares"][0] == jail["at"]
    assert next(tile for tile in form["tiles"] if tile["id"] == "E1")["room"] is None
    assert {"between": ["S4", "E1"], "borders": [[3, 5, "E"], [3, 6, "E"]]} in form["doorways"]
    assert {"room": "Forgotten Jail", "squares": jail["squares"]} in form["rooms"]


@pytest.mark.rule("D-JS-06", "D-OF-05")
def test_a_stated_offset_of_a_doorway_survives() -> None:
    text = (
        'format = 1\nid = "x"\nname = "X"\nedition = "official"\ntile = [{ id = "S1", at = [0, 0], rot = 0 }, '
        '{ id = "S2", at = [4, 1], rot = 0 }]\ndoorway = [{ between = ["S1", "S2"], offset = 1 }]\n'
    )
    dungeon = read_dungeon(text, checked=False)
    form = to_json(dungeon)
    assert form["doorways"] == [{"between": ["S1", "S2"], "borders": [[3, 2, "E"], [3, 3, "E"]]}]
    again = from_json(form)
    assert to_json(again) == form
    assert list(again.neighbours) == list(dungeon.neighbours)


FEATURES = (
    HEAD
    + """
doorway = [{ at = [5, 1], size = "normal" }]
door = [{ at = [3, 1], kind = "gate" }]
barrier = [
  { between = [[1, 1], [1, 2]], kind = "door", state = "open", size = "large" },
  { between = [[4, 1], [4, 2]], kind = "wall" },
]
inscription = [{ at = [1, 3], college = "Grey", circle = 2 }]
ladder = [{ foot = [1, 2], top = [2, 2], rungs = 3 }]
trap = [{ at = [4, 3], kind = "exploding" }]
levels = '''
#######
#.....#
#.2...#
#.....#
#######
'''
below = '''
#######
#######
##.####
#######
#######
'''
map = '''
#######
#.s/.+#
#H..s.#
#*=.^p#
#######
'''
"""
)


@pytest.mark.rule("D-JS-02", "D-JS-07")
def test_features_of_astrogranite() -> None:
    form = to_json(read_dungeon(FEATURES, checked=False))
    assert form["rows"] == ["#######", "#.s/.+#", "#H..s.#", "#*=.^p#", "#######"]
    assert form["levels"][2] == "#.2...#"
    assert form["below"][2] == "##.####"
    assert form["borders"] == [[4, 1, "S"]]
    assert form["doors"] == [
        {"at": [3, 1], "kind": "gate", "state": "open", "size": "large"},
        {"at": [5, 1], "kind": "doorway", "state": "open", "size": "normal"},
        {"at": [2, 3], "kind": "door", "state": "closed", "size": "normal"},
        {"border": [1, 1, "S"], "kind": "door", "state": "open", "size": "large"},
    ]
    assert form["passages"] == [{"id": "s", "ends": [[2, 1], [4, 2]]}]
    assert form["ladders"] == [{"foot": [1, 2], "top": [2, 2], "rungs": 3}]
    assert form["inscriptions"] == [{"at": [1, 3], "college": "Grey", "circle": 2}]
    assert (
        form["modules"] == sorted(form["modules"]) == ["doors", "inscriptions", "platforms", "secret_passages", "traps"]
    )


@pytest.mark.rule("D-JS-07")
def test_features_survive_the_way_to_json_and_back() -> None:
    dungeon = read_dungeon(FEATURES, checked=False)
    form = to_json(dungeon)
    again = from_json(json.loads(json.dumps(form)))
    assert to_json(again) == form
    assert list(again.neighbours) == list(dungeon.neighbours)


@pytest.mark.rule("D-JS-08", "D-FM-14")
def test_secrets_are_in_no_form() -> None:
    dungeon = read_dungeon(FEATURES, checked=False)
    assert dungeon.traps[0].kind == "exploding", "known to the file, which fixed it"
    assert "exploding" not in json.dumps(to_json(dungeon))
    assert from_json(to_json(dungeon)).traps[0].kind == ""
    unfixed = load_dungeon("ag-ember-deep")
    assert all(trap.kind == "" for trap in unfixed.traps if not trap.is_revealed)
    for text in (write_dungeon(unfixed), json.dumps(to_json(unfixed))):
        assert not any(word in text for word in ("exploding", "locked", "ball", "loaded", "contents"))


def broken(change: dict[str, Any], missing: str = "") -> list[str]:
    form = copy.deepcopy(to_json(load_dungeon("of-1")))
    form.update(change)
    if missing:
        del form[missing]
    with pytest.raises(DungeonError) as caught:
        from_json(form, "form.json")
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.rule("D-JS-01")
def test_what_is_no_json_form_is_refused() -> None:
    assert broken({"colour": 1}, "rows") == [
        "form.json: the key 'rows' is missing (D-JS-01)",
        "form.json: unknown key 'colour' (D-JS-01)",
    ]
    assert "'rows' has not the size" in broken({"rows": ["..."]})[0]
    assert "expected format 1" in broken({"format": 2})[0]
    assert "'chests' is a list" in broken({"chests": 5})[0]
    assert "an object from team letter" in broken({"zones": []})[0]
    assert "has not the form" in broken({"chests": [[1]]})[0]
    assert "has not the form" in broken({"tiles": [{"id": "Z9"}]})[0]
    with pytest.raises(DungeonError, match="is an object"):
        from_json([])
    with pytest.raises(DungeonError):
        from_json({**to_json(load_dungeon("of-1")), "edition": "none"})


def test_a_json_form_can_be_checked_like_a_file() -> None:
    form = to_json(load_dungeon("of-1"))
    form["chests"] = form["chests"][:5]
    assert len(from_json(form).map_chests) == 5
    with pytest.raises(DungeonError, match="six chests or none"):
        from_json(form, checked=True)
