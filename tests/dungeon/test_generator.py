"""The generator: what it promises about every dungeon it makes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dungeonbowl import compiled
from dungeonbowl.dungeon.board import shapes_of
from dungeonbowl.dungeon.checks import check, modules_needed
from dungeonbowl.dungeon.directions import E, S
from dungeonbowl.dungeon.fairness import fairness
from dungeonbowl.dungeon.farthest import farthest, greatest_pairs
from dungeonbowl.dungeon.generator import FEATURES, MODES, generate
from dungeonbowl.dungeon.generator.canvas import Canvas
from dungeonbowl.dungeon.generator.tile_search import MIDDLES, Search, Wishes
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.json_form import from_json, to_json
from dungeonbowl.dungeon.placement import HALF_TURN, NONE
from dungeonbowl.dungeon.terrain import is_closed_door, is_impassable
from dungeonbowl.dungeon.text import read_dungeon, write_dungeon
from dungeonbowl.dungeon.tiles import TILES, turned
from dungeonbowl.errors import UserError
from support.plans import how_many

ALL_FEATURES = list(FEATURES)
CHUNKS = 20
SEEDS = how_many("dungeons")


def wishes_of(number: int) -> dict[str, Any]:
    """One of the many kinds of dungeon, by number: mostly official ones."""
    kinds: list[dict[str, Any]] = [
        {},
        {"mode": "free"},
        {"size": "quick"},
        {"size": "grand"},
        {"tiles": "grand"},
        {"tiles": "mixed"},
        {"tokens": "random"},
        {},
        {"edition": "astrogranite", "features": ALL_FEATURES},
        {"edition": "astrogranite", "mode": "caverns", "features": ALL_FEATURES[number % 9 :]},
        {"edition": "astrogranite", "mode": "caverns", "teams": 3, "size": "quick", "features": ["chasms"]},
        {"edition": "astrogranite", "teams": 4, "size": "quick", "features": ["lava", "doors"]},
        {"edition": "stockbowl"},
        {"edition": "stockbowl", "tokens": "random"},
        {"size": "quick", "tokens": "none"},
        {},
    ]
    return {"edition": "official", "seed": number, **kinds[number % len(kinds)]}


def is_free(code: int) -> bool:
    return is_closed_door(code) or not is_impassable(code)


def reached(dungeon: Dungeon) -> set[int]:
    """Squares walked to from end zone A, features and doors counted as the map has them, without any helper."""
    start = int(dungeon.zones[0][0])
    found = {start}
    queue = [start]
    links: dict[int, list[int]] = {}
    for one, other in [(int(p.first), int(p.second)) for p in dungeon.passages] + [
        (int(ladder.foot), int(ladder.top)) for ladder in dungeon.ladders
    ]:
        links.setdefault(one, []).append(other)
        links.setdefault(other, []).append(one)
    for node in queue:
        around = [int(dungeon.bordering[node * 8 + way]) for way in range(8)]
        for other in around + links.get(node, []):
            if other >= 0 and other not in found and is_free(int(dungeon.terrain[other])):
                found.add(other)
                queue.append(other)
    return found


@pytest.mark.rule("D-GN-09", "D-OF-06", "D-OF-11", "D-OF-12", "D-OF-13", "D-OF-14", "A-SETUP-05")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_generated_dungeon_is_legal_and_connected(chunk: int) -> None:
    for number in range(chunk * SEEDS // CHUNKS, (chunk + 1) * SEEDS // CHUNKS):
        wishes = wishes_of(number)
        dungeon = generate(**wishes)
        tokens = wishes.get("tokens", "balanced")
        # Tokens at random may be unfair, and a Stockbowl board without tokens is incomplete by its own rule.
        allowed = {"balanced": {"D-TL-04"}, "none": {"D-TL-04"}, "random": {"D-TL-04", "D-SB-11", "D-AS-11"}}[tokens]
        found = [str(problem) for problem in check(dungeon, is_generated=True) if problem.rule not in allowed]
        assert found == [], (wishes, found)
        walked = reached(dungeon)
        for side in range(dungeon.teams):
            assert {int(node) for node in dungeon.zones[side]} <= walked, wishes
        assert {int(node) for node in dungeon.map_chests} <= walked, wishes
        assert {int(node) for node in dungeon.map_portals} <= walked, wishes
        if dungeon.edition != "astrogranite":
            open_squares = {node for node in range(dungeon.count) if not is_impassable(int(dungeon.terrain[node]))}
            assert walked == open_squares, wishes
        expected = 0 if tokens == "none" else 8 if dungeon.teams > 2 else 6
        assert (len(dungeon.map_chests), len(dungeon.map_portals)) == (expected, expected)


def parts(dungeon: Dungeon) -> dict[str, Any]:
    """Everything a dungeon knows, as plain values."""
    plan = dungeon.blueprint
    vectors = ("column", "row", "level", "layer", "terrain", "tile", "room", "zone", "neighbours", "bordering")
    vectors += ("sight_border", "upper", "lower", "map_chests", "map_portals", "eligible")  # type: ignore[assignment]
    found: dict[str, Any] = {name: [int(value) for value in getattr(dungeon, name)] for name in vectors}
    for name in ("identity", "name", "edition", "width", "height", "teams", "tile_names", "tile_kinds", "tile_links"):
        found[name] = getattr(dungeon, name)
    found["zones"] = [[int(node) for node in zone] for zone in dungeon.zones]
    found["setup"] = [[int(node) for node in zone] for zone in dungeon.setup]
    found["closed"] = plan.closed
    found["header"] = plan.header
    found["form"] = plan.form
    found["doors"] = [(d.node, d.other, d.kind, d.size, d.is_open) for d in dungeon.doors]
    found["doorways"] = [(d.first, d.second, d.nodes) for d in dungeon.doorways]
    found["barriers"] = [(b.first, b.second, b.kind, b.state, b.size) for b in dungeon.barriers]
    found["inscriptions"] = [(i.node, i.college, i.circle) for i in dungeon.inscriptions]
    found["ladders"] = [(ladder.foot, ladder.top, ladder.rungs) for ladder in dungeon.ladders]
    found["passages"] = [(p.letter, p.first, p.second, p.inside) for p in dungeon.passages]
    found["traps"] = [(t.node, t.kind, t.is_revealed) for t in dungeon.traps]
    return found


ASTROGRANITE = st.fixed_dictionaries(
    {
        "edition": st.just("astrogranite"),
        "seed": st.integers(0, 10**6),
        "size": st.sampled_from(["standard", "grand"]),
        "mode": st.sampled_from(["halls", "caverns"]),
        "teams": st.integers(2, 4),
        "features": st.one_of(st.just(ALL_FEATURES), st.lists(st.sampled_from(ALL_FEATURES), unique=True)),
        "tokens": st.sampled_from(["balanced", "random", "none"]),
    }
)
OFFICIAL = st.fixed_dictionaries(
    {
        "edition": st.just("official"),
        "seed": st.integers(0, 10**6),
        "mode": st.sampled_from(["symmetric", "free"]),
        "tiles": st.sampled_from(["standard", "mixed"]),
        "tokens": st.sampled_from(["balanced", "none"]),
    }
)
STOCKBOWL = st.fixed_dictionaries({"edition": st.just("stockbowl"), "seed": st.integers(0, 10**6)})


@pytest.mark.rule("D-FM-13")
@settings(max_examples=60 if compiled() else 15, deadline=None)
@given(st.one_of(ASTROGRANITE, ASTROGRANITE, OFFICIAL, STOCKBOWL))
def test_reading_what_was_written_gives_the_same_dungeon(wishes: dict[str, Any]) -> None:
    dungeon = generate(**wishes)
    text = write_dungeon(dungeon)
    again = read_dungeon(text, checked=wishes["edition"] != "stockbowl")
    assert parts(again) == parts(dungeon)
    assert write_dungeon(again) == text
    form = to_json(dungeon)
    assert to_json(from_json(form)) == form


@pytest.mark.rule("D-GN-01")
@pytest.mark.parametrize("edition", MODES)
def test_same_seed_same_dungeon_and_another_seed_another(edition: str) -> None:
    first, again, other = generate(edition, 11), generate(edition, 11), generate(edition, 12)
    assert write_dungeon(first) == write_dungeon(again)
    assert to_json(first)["rows"] != to_json(other)["rows"]


@pytest.mark.rule("D-GN-02", "D-TL-04")
def test_wishes_are_kept() -> None:
    grand = generate(seed=3, tiles="grand")
    assert all(name.startswith("G") for name in grand.tile_names)
    assert generate(seed=3).tile_names[0] in MIDDLES
    counted = generate(seed=3, mode="free", numbers=(5, 4, 1), loops=3)
    kinds = [counted.tile_kinds.count(kind) for kind in ("corridor", "small", "large", "endzone")]
    assert kinds == [5, 4, 1, 2]
    assert len(counted.doorways) - len(counted.tile_names) + 1 >= 3
    small = generate(seed=4, largest=(30, 24))
    assert small.width <= 30
    assert small.height <= 24
    mixed = [generate(seed=seed, tiles="mixed", mode="free") for seed in range(3)]
    assert any(len({name.startswith("G") for name in dungeon.tile_names}) == 2 for dungeon in mixed)
    for dungeon in mixed:
        rooms = [TILES[name].room for name in dungeon.tile_names if TILES[name].room]
        assert len(rooms) == len(set(rooms))


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        ({"edition": "unofficial"}, "edition 'unofficial' is not known"),
        ({"mode": "caverns"}, "mode 'caverns' is not known; it is one of symmetric, free"),
        ({"size": "tiny"}, "size 'tiny'"),
        ({"tiles": "wooden"}, "tiles 'wooden'"),
        ({"tokens": "many"}, "tokens 'many'"),
        ({"teams": 3}, "3 teams cannot play"),
        ({"features": ["lava"]}, "no features to ask for"),
        ({"edition": "astrogranite", "features": ["slides"]}, "feature 'slides'"),
        ({"numbers": (3, 3, 1), "mode": "free"}, "at least 4 corridors"),
        ({"numbers": (5, 4, 1)}, "even numbers"),
    ],
)
def test_a_wish_that_cannot_be_granted_is_refused_in_one_line(wishes: dict[str, Any], reason: str) -> None:
    with pytest.raises(UserError, match=reason) as caught:
        generate(**wishes)
    assert "\n" not in str(caught.value)


@pytest.mark.rule("D-GN-09", "D-GN-02")
def test_after_200_tries_the_most_frequent_reason_is_given() -> None:
    with pytest.raises(UserError, match=r"in 200 tries, most often because a (pair of tiles|tile) finds no place"):
        generate(seed=1, largest=(14, 8))


def outline(dungeon: Dungeon) -> set[tuple[int, int, int]]:
    """Squares with the place in the list of the tile they belong to."""
    return {
        (int(dungeon.column[node]), int(dungeon.row[node]), int(dungeon.tile[node])) for node in range(dungeon.count)
    }


@pytest.mark.rule("D-GN-03", "D-EL-03", "D-TL-07")
def test_a_symmetric_dungeon_has_twins_on_opposite_sides_of_a_large_room() -> None:
    for seed in range(4):
        dungeon = generate(seed=seed)
        assert dungeon.blueprint.header["symmetry"] == "rotation"
        squares = outline(dungeon)
        across, down = int(dungeon.width) - 1, int(dungeon.height) - 1
        twin_of = {0: 0}  # the middle room; then the twins follow each other, the end zones last
        for first in range(1, len(dungeon.tile_names), 2):
            twin_of[first], twin_of[first + 1] = first + 1, first
        assert dungeon.tile_names[0] in MIDDLES
        assert squares == {(across - x, down - y, twin_of[tile]) for x, y, tile in squares}
        for first, second in twin_of.items():
            rows = [TILES[dungeon.tile_names[tile]].rows for tile in (first, second)]
            assert rows[0] == rows[1] or dungeon.tile_kinds[first] == "endzone"


@pytest.mark.rule("D-GN-08")
def test_tokens_of_a_symmetric_dungeon_lie_opposite_each_other() -> None:
    for seed in range(4):
        dungeon = generate(seed=seed)
        across, down = int(dungeon.width) - 1, int(dungeon.height) - 1
        form = to_json(dungeon)
        chests = {tuple(at) for at in form["chests"]}
        assert chests == {(across - x, down - y) for x, y in chests}
        portals = {portal["n"]: portal["at"] for portal in form["teleporters"]}
        for number in (1, 2, 3):
            x, y = portals[number]
            assert portals[7 - number] == [across - x, down - y]
        report = fairness(dungeon)
        assert not [finding for finding in report.findings if finding[0] == "D-GN-08"]


@pytest.mark.rule("D-GN-04", "D-GN-05")
def test_free_mode_lays_every_tile_beside_the_ones_before() -> None:
    for seed in range(3):
        dungeon = generate(seed=seed, mode="free")
        for tile in range(1, len(dungeon.tile_names)):
            assert any(second == tile for first, second in dungeon.tile_links if first < second)
        assert check(dungeon, is_generated=True) == []


@pytest.mark.rule("D-GN-05")
def test_two_contacts_score_best_and_a_large_box_costs() -> None:
    search = Search(Wishes("standard", "free", 4, 3, 1, 44, 36, 1), 1)

    class Fixed:
        def random(self) -> float:
            return 0.0

    search.random = Fixed()  # type: ignore[assignment]
    search.board.lay(shapes_of("S1")[0], 40, 40)
    single = {(choice.x - 40, choice.y - 40): choice.score for choice in search.choices("S2", False)}
    assert single[4, 0] == pytest.approx(20 - 0.1 * 8 * 4)
    assert single[4, 1] == pytest.approx(20 - 0.1 * 8 * 5)
    assert (4, 3) not in single, "a contact of one square is illegal"
    assert (4, 4) not in single, "a corner is no contact"
    search.board.probe(shapes_of("S3")[0], 44, 40)
    search.board.place(shapes_of("S3")[0], 44, 40)
    both = {(choice.x - 40, choice.y - 40): choice.score for choice in search.choices("S2", False)}
    assert both[2, 4] == pytest.approx(35 - 0.1 * 8 * 8)


@pytest.mark.rule("D-GN-06", "D-OF-08", "O-SET-05")
def test_the_end_zones_of_generated_dungeons_lie_as_far_apart_as_possible() -> None:
    for seed, mode in ((1, "symmetric"), (2, "symmetric"), (1, "free")):
        found = farthest(generate(seed=seed, mode=mode))
        assert found is not None
        assert found.distance == found.greatest
        assert 22 <= found.distance <= 45, "D-GN-09"


@pytest.mark.rule("D-GN-07")
def test_the_body_of_a_generated_dungeon_is_fair() -> None:
    for seed in range(3):
        for mode in ("symmetric", "free"):
            first, second = (side.body_sum for side in fairness(generate(seed=seed, mode=mode)).sides)
            assert abs(first - second) <= 0.1 * max(first, second)


@pytest.mark.rule("D-GN-11", "D-SB-13")
def test_a_stockbowl_board_is_one_half_and_its_copy() -> None:
    symmetries = set()
    for seed in range(1, 7):
        dungeon = generate("stockbowl", seed)
        symmetry = dungeon.blueprint.header["symmetry"]
        symmetries.add(symmetry)
        rows = [row.replace("B", "A") for row in to_json(dungeon)["rows"]]
        lower = rows[::-1] if symmetry == "mirror" else [row[::-1] for row in rows[::-1]]
        assert rows == lower
        assert check(dungeon) == []
        portals = {portal["n"]: portal["at"] for portal in to_json(dungeon)["teleporters"]}
        for number in (1, 2, 3):
            x, y = portals[number]
            assert portals[7 - number] == [x if symmetry == "mirror" else 16 - x, 27 - y]
    assert symmetries == {"rotation", "mirror"}


@pytest.mark.rule("D-GN-12", "D-AS-10")
@pytest.mark.parametrize("mode", ["halls", "caverns"])
@pytest.mark.parametrize("teams", [2, 3, 4])
def test_astrogranite_dungeons_hold_the_features_asked_for(mode: str, teams: int) -> None:
    dungeon = generate("astrogranite", 5, "grand", mode, teams=teams, features=ALL_FEATURES)
    assert modules_needed(dungeon) == sorted(ALL_FEATURES + (["extra_teams"] if teams > 2 else []))
    assert any(layer == 1 for layer in dungeon.layer), "a passage under the platform"
    assert check(dungeon) == []
    assert len(dungeon.zones) == teams
    for feature in ALL_FEATURES:
        assert modules_needed(generate("astrogranite", 2, mode=mode, features=[feature])) == [feature]


@pytest.mark.rule("D-GN-12")
@pytest.mark.parametrize(("teams", "quarters"), [(2, 2), (4, 1), (3, 1)])
def test_the_arms_of_a_dug_dungeon_are_turned_copies(teams: int, quarters: int) -> None:
    for mode in ("halls", "caverns"):
        dungeon = generate("astrogranite", 7, mode=mode, teams=teams, features=["chasms", "water"])
        rows = to_json(dungeon)["rows"]
        plain = tuple("".join("." if character in "ABCD" else character for character in row) for row in rows)
        assert turned(plain, 90 * quarters) == plain


@pytest.mark.rule("D-GN-12")
def test_caves_keep_only_squares_in_blocks_of_four_and_the_largest_part() -> None:
    canvas = Canvas(9, 6, int(NONE), Random(1))
    drawn = ["#########", "#..#..#.#", "#..#.##.#", "#....#..#", "#..#.#..#", "#########"]
    canvas.cells = list("".join(drawn))
    canvas.fill_narrow_places()
    assert canvas.at((4, 1)) == canvas.at((3, 3)) == canvas.at((7, 1)) == "#"
    assert canvas.keep_largest() == 8
    assert canvas.at((7, 4)) == "#"
    assert canvas.at((1, 4)) == "."
    for seed in range(3):
        dungeon = generate("astrogranite", seed, mode="caverns")
        for node in range(dungeon.count):
            x, y = int(dungeon.column[node]), int(dungeon.row[node])
            blocks = [(left, top) for left in (x - 1, x) for top in (y - 1, y)]
            assert any(
                all(dungeon.node_at(left + across, top + down) >= 0 for across in (0, 1) for down in (0, 1))
                for left, top in blocks
            )


@pytest.mark.rule("D-AS-01", "D-GN-12")
def test_tiles_of_an_astrogranite_dungeon_have_no_walls_between_them() -> None:
    dungeon = generate("astrogranite", 1, mode="symmetric", features=["lava"])
    assert dungeon.blueprint.closed == set()
    for node in range(dungeon.count):
        for way, across, down in ((E, 1, 0), (S, 0, 1)):
            other = dungeon.node_at(int(dungeon.column[node]) + across, int(dungeon.row[node]) + down)
            assert dungeon.step(node, way) == other
    assert check(dungeon) == []
    tiled = read_dungeon(
        'format = 1\nid = "x"\nname = "X"\nedition = "astrogranite"\n'
        'tile = [{ id = "C1", at = [0, 0], rot = 0 }, { id = "C2", at = [6, 0], rot = 0 }]\n',
        checked=False,
    )
    assert tiled.step(tiled.node_at(5, 0), E) == tiled.node_at(6, 0)


def test_canvas_copies_turn_about_the_middle() -> None:
    canvas = Canvas(7, 5, int(HALF_TURN), Random(1))
    assert canvas.orbit((1, 1)) == [(1, 1), (5, 3)]
    canvas.dig((1, 1))
    assert canvas.at((5, 3)) == "."


@pytest.mark.rule("D-GN-06")
def test_of_the_pairs_farthest_apart_the_fairest_is_chosen() -> None:
    search = Search(Wishes("standard", "free", 6, 4, 2, 44, 36, 1), 6)
    assert search.lay_free()
    search.board.build_steps()
    pairs = greatest_pairs(search.board, "E1", "E2")
    assert len({int(pair.distance) for pair in pairs}) == 1
    gaps = [abs(first - second) for first, second in (search.body_sums(pair) for pair in pairs)]
    assert min(gaps) < max(gaps)
    assert search.choose_zones(pairs, False) is None, "21 steps are too near"
    for pair in pairs:
        pair.distance = 22
    chosen = search.choose_zones(pairs, False)
    assert chosen is not None
    assert gaps[pairs.index(chosen)] == min(gaps)
