"""Before the first team turn: the dungeon, chests, portals, end zones, deployment (O-SET, O-PRE)."""

from __future__ import annotations

from importlib.resources import files

import pytest

from dungeonbowl.dungeon.checks import check
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.terrain import FLOOR
from dungeonbowl.dungeon.text import DungeonError, read_dungeon
from dungeonbowl.editions import build
from dungeonbowl.engine import events
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import ScriptedDice
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.setup import PlayerSheet, Squads
from dungeonbowl.engine.sides import ZONE
from dungeonbowl.engine.statuses import RESERVES, STANDING
from dungeonbowl.scenes.scene import Scene, home, read_dice
from dungeonbowl.words.notation import Names, spell

LAYOUT = (files("dungeonbowl.dungeon") / "layouts" / "of-1.dungeon").read_text("utf-8")
TILES = LAYOUT[: LAYOUT.index("plan = '''")]  # without the picture the coaches place the tokens (D-FM-10)
# A square for a chest and one for a portal on each of the six tiles that can take them.
CHESTS = ["place chest (14,3)", "place chest (23,3)", "place chest (16,4)"]
CHESTS += ["place chest (12,5)", "place chest (10,6)", "place chest (21,6)"]
PORTALS = ["place portal (15,8)", "place portal (20,9)", "place portal (8,9)"]
PORTALS += ["place portal (19,2)", "place portal (17,7)", "place portal (17,1)"]


class Opening:
    """A match at its very beginning, with dice and decisions written down."""

    def __init__(self, *dice: str, text: str = TILES, players: tuple[int, int] = (8, 8)) -> None:
        sheets = [PlayerSheet(side, number, f"{number}") for side in range(2) for number in range(1, players[side] + 1)]
        self.dungeon: Dungeon = read_dungeon(text)
        self.dice = ScriptedDice(read_dice(list(dice)))
        game = Game(build("official"), self.dungeon, Squads(2, sheets, [2, 2], ["Home", "Away"]))
        self.match = begun(game, self.dice)
        self.names = Names(game)

    @property
    def game(self) -> Game:
        return self.match.game

    def options(self) -> list[str]:
        return [spell(self.game, self.names, action) for action in self.match.options()]

    def play(self, *texts: str, dice: tuple[str, ...] = ()) -> list[int]:
        """Take actions by their text; the sides that were asked."""
        self.dice.script += read_dice(list(dice))
        asked: list[int] = []
        for text in texts:
            asked.append(self.match.asked())
            self.match.choose(self.match.options()[self.options().index(text)])
        return asked

    def squares(self) -> set[tuple[int, int]]:
        """The squares of the options."""
        return {self.spot(action >> 8 & 0xFFFF) for action in self.match.options()}

    def spot(self, node: int) -> tuple[int, int]:
        return int(self.dungeon.column[node]), int(self.dungeon.row[node])

    def tiles(self) -> set[str]:
        """The tiles of the options."""
        return {self.tile(*square) for square in self.squares()}

    def tile(self, x: int, y: int) -> str:
        return self.dungeon.tile_names[int(self.dungeon.tile[int(self.dungeon.node_at(x, y))])]


def broken(text: str) -> set[str]:
    """The rules of building that a dungeon breaks."""
    try:
        return {problem.rule for problem in check(read_dungeon(text))}
    except DungeonError as error:
        return {problem.rule for problem in error.problems}


# --- building -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-SET-01")
@pytest.mark.parametrize("tile", ["B1", "B2", "C1", "C2", "S1", "S4", "S5", "L1", "E1", "E2"])
def test_a_dungeon_has_four_corridors_three_small_rooms_a_large_one_and_two_end_zones(tile: str) -> None:
    assert broken(TILES) == set()
    without = "\n".join(line for line in TILES.split("\n") if f'"{tile}"' not in line)
    assert "D-OF-01" in broken(without)


@pytest.mark.rule("O-SET-02")
def test_tiles_that_touch_share_at_least_two_squares_of_edge() -> None:
    assert "D-OF-03" in broken(TILES.replace('"E2", at = [30, 2]', '"E2", at = [30, 7]'))  # one square
    assert "D-OF-03" not in broken(TILES.replace('"E2", at = [30, 2]', '"E2", at = [30, 6]'))  # two
    assert "D-OF-06" in broken(TILES.replace('"E2", at = [30, 2]', '"E2", at = [30, 8]'))  # a corner is no contact


@pytest.mark.rule("O-SET-03")
def test_touching_tiles_have_one_doorway_in_the_middle_of_their_edge() -> None:
    dungeon = read_dungeon(TILES.replace('"E2", at = [30, 2]', '"E2", at = [30, 4]'))  # all four squares touch
    open_rows = [y for y in range(4, 8) if dungeon.step(dungeon.node_at(29, y), 2) >= 0]
    assert open_rows == [5, 6]
    pairs = [tuple(sorted(link)) for link in dungeon.tile_links]
    assert len(pairs) == len(set(pairs))


@pytest.mark.rule("O-SET-04")
def test_every_tile_is_reachable() -> None:
    assert "D-OF-06" in broken(TILES.replace("at = [14, 0]", "at = [1, 20]"))


@pytest.mark.rule("O-SET-05")
def test_the_end_zones_lie_as_far_apart_as_the_dungeon_allows() -> None:
    nearer = read_dungeon(TILES.replace('"E2", at = [30, 2]', '"E2", at = [28, 8]'))
    assert [(problem.rule, problem.severity) for problem in check(nearer)] == [("D-OF-08", "warning")]
    found = [(problem.rule, problem.severity) for problem in check(nearer, is_generated=True)]
    assert ("D-OF-08", "error") in found


# --- chests ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-SET-06", "O-PRE-07")
def test_one_chest_holds_the_ball_and_five_a_trap_and_nobody_knows_which() -> None:
    picture = "A$.$.$.$.$.$"
    for finds in range(1, 7):  # the very same position, and the ball is in any of them
        scene = Scene(picture, {"A": home(movement=1)})
        assert scene.game.chests_closed == 6
        script = [f"D6 {finds}"] + ([] if finds == 1 else ["2D6 1+1"])
        scene.play("activate A", "declare move", "open (1,0)", dice=script)
        assert (scene.ball == "A") == (finds == 1)
        assert scene.told("went down", "A") == (finds != 1)


@pytest.mark.rule("O-SET-06")
def test_the_odds_are_those_of_the_chests_still_closed_and_the_last_one_holds_it() -> None:
    for closed in range(5, 1, -1):
        scene = Scene("A" + "$." * closed, {"A": home()})
        kind = "coin" if closed == 2 else f"D{closed}"
        scene.play("activate A", "declare move", "open (1,0)", dice=[f"{kind} 1"])
        assert scene.ball == "A"
    scene = Scene("A$.", {"A": home()})
    scene.play("activate A", "declare move", "open (1,0)")
    assert scene.ball == "A"


@pytest.mark.rule("O-SET-07", "O-DICE-05")
@pytest.mark.parametrize(
    ("dice", "winner"), [(("2D6 5+2",), 0), (("2D6 1+2",), 1), (("2D6 4+4", "2D6 6+6", "2D6 2+3"), 1)]
)
def test_the_winner_of_a_roll_off_places_the_first_chest_and_they_alternate(dice: tuple[str, ...], winner: int) -> None:
    opening = Opening(*dice)
    assert opening.dice.leftover() == 0
    asked = opening.play(*CHESTS)
    assert asked == [winner, 1 - winner] * 3
    assert opening.game.chests_closed == 6


@pytest.mark.rule("O-SET-08")
def test_a_chest_stands_neither_in_an_end_zone_nor_on_a_tile_joined_to_one() -> None:
    opening = Opening("2D6 5+2")
    assert all(text.startswith("place chest") for text in opening.options())
    assert opening.tiles() == {"B1", "S5", "S1", "C2", "C1", "B2"}  # S4 and L1 lie beside an end zone
    floor = {
        opening.spot(node)
        for node in range(int(opening.dungeon.count))
        if opening.tile(*opening.spot(node)) in opening.tiles()
    }
    assert opening.squares() == floor  # any square of them


@pytest.mark.rule("O-SET-09")
def test_one_chest_a_tile() -> None:
    opening = Opening("2D6 5+2")
    for number, text in enumerate(CHESTS, 1):
        assert len(opening.tiles()) == 7 - number
        opening.play(text)


# --- portals --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-SET-10")
@pytest.mark.parametrize(("dice", "loser"), [("2D6 5+2", 1), ("2D6 1+2", 0)])
def test_the_loser_of_the_roll_off_places_portal_one_and_they_alternate(dice: str, loser: int) -> None:
    opening = Opening(dice)
    opening.play(*CHESTS)
    asked = opening.play(*PORTALS, dice=("coin 1",))
    assert asked == [loser, 1 - loser] * 3
    spots = [opening.spot(int(node)) for node in opening.game.portals]
    assert spots == [(15, 8), (20, 9), (8, 9), (19, 2), (17, 7), (17, 1)]  # in number order


@pytest.mark.rule("O-SET-11")
def test_portals_are_placed_on_the_same_tiles_one_each_beside_a_chest() -> None:
    opening = Opening("2D6 5+2")
    opening.play(*CHESTS)
    assert opening.tiles() == {"B1", "S5", "S1", "C2", "C1", "B2"}
    for number, text in enumerate(PORTALS, 1):
        assert len(opening.tiles()) == 7 - number
        opening.play(text, dice=("coin 1",) if number == 6 else ())


@pytest.mark.rule("O-SET-12", "O-TERM-09")
def test_a_portal_is_not_within_two_squares_of_a_chest_walls_or_not() -> None:
    opening = Opening("2D6 5+2")
    opening.play(*CHESTS)
    chests = [(14, 3), (23, 3), (16, 4), (12, 5), (10, 6), (21, 6)]
    for x, y in opening.squares():
        assert all(max(abs(x - cx), abs(y - cy)) > 2 for cx, cy in chests)
    assert (17, 7) in opening.squares()  # three squares from the nearest chest
    assert (17, 6) not in opening.squares()  # two squares
    assert (14, 5) not in opening.squares()  # two squares from chests on other tiles, behind walls


@pytest.mark.rule("O-SET-13")
@pytest.mark.parametrize("room", ["L1", "L2", "L4"])
def test_no_token_stands_on_a_feature_on_the_bridge_or_on_another_token(room: str) -> None:
    layout = (files("dungeonbowl.dungeon") / "layouts" / "of-2.dungeon").read_text("utf-8")
    opening = Opening("2D6 5+2", text=layout[: layout.index("plan = '''")].replace('"L2"', f'"{room}"'))
    whole = [node for node in range(int(opening.dungeon.count)) if opening.tile(*opening.spot(node)) == room]
    offered = [spot for spot in opening.squares() if opening.tile(*spot) == room]
    assert len(whole) == 32
    assert len(offered) == 28  # four squares of idol or crypts; three of chasm and the bridge
    terrain = {int(opening.dungeon.terrain[int(opening.dungeon.node_at(*spot))]) for spot in offered}
    assert terrain == {int(FLOOR)}


@pytest.mark.rule("O-SET-13")
def test_no_portal_stands_on_a_chest_even_when_it_may_stand_beside_one() -> None:
    scene = Scene("A........B", {"p": home(at=(0, 0))}, opening=True, dice=["2D6 5+2"])
    for x in range(2, 8):
        scene.play(f"place chest ({x},0)")
    assert scene.options() == ["place portal (1,0)", "place portal (8,0)"]  # nor in an end zone


@pytest.mark.rule("O-SET-14")
def test_if_no_square_is_left_for_a_portal_first_the_distance_then_the_limit_is_dropped() -> None:
    # chests in the middle of the small tiles leave no square of S5 and S1 farther than two away
    chests = ["place chest (10,6)", "place chest (14,6)", "place chest (18,6)"]
    chests += ["place chest (21,6)", "place chest (20,3)", "place chest (17,2)"]
    opening = Opening("2D6 5+2")
    opening.play(*chests)
    spots = [(10, 6), (14, 6), (18, 6), (21, 6), (20, 3), (17, 2)]

    def near(spot: tuple[int, int]) -> bool:
        return any(max(abs(spot[0] - x), abs(spot[1] - y)) <= 2 for x, y in spots)

    used: set[str] = set()
    dropped_distance = False
    for number in range(1, 7):
        offered = opening.squares()
        assert offered
        assert not {opening.tile(*spot) for spot in offered} & used  # there is always a tile without a portal here
        if any(near(spot) for spot in offered):
            dropped_distance = True
            assert all(near(spot) for spot in offered)  # only because no square farther off was left
        node = opening.match.options()[0] >> 8 & 0xFFFF
        used.add(opening.tile(*opening.spot(node)))
        opening.play(opening.options()[0], dice=("coin 1",) if number == 6 else ())
    assert dropped_distance


@pytest.mark.rule("O-SET-14")
def test_the_limit_of_one_portal_a_tile_is_dropped_last() -> None:
    scene = Scene("A.......................B", {"p": home(at=(0, 0))}, opening=True, dice=["2D6 5+2"])
    # a fragment is one single tile
    for spot in (2, 4, 6, 8, 10, 12):
        scene.play(f"place chest ({spot},0)")
    first = [text for text in scene.options() if text.startswith("place portal")]
    assert first
    scene.play(first[0])
    assert scene.options()  # the one tile holds a portal already


# --- end zones and the first turn -----------------------------------------------------------------------------------


def ready(*dice: str, players: tuple[int, int] = (8, 8)) -> Opening:
    """A dungeon with its tokens on the map: only tosses and deployment are left."""
    return Opening(*dice, text=LAYOUT, players=players)


def deploy(opening: Opening) -> list[tuple[int, str]]:
    """Deploy the first player on offer again and again; who was asked, and what was chosen."""
    done: list[tuple[int, str]] = []
    while opening.options() and opening.options()[0].startswith("deploy"):
        text = opening.options()[0]
        done.append((opening.match.asked(), text))
        opening.play(text)
    return done


@pytest.mark.rule("O-SET-15")
@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("zone", ["A", "B"])
def test_the_winner_of_a_toss_chooses_his_end_zone(winner: int, zone: str) -> None:
    opening = ready(f"coin {winner + 1}")
    assert opening.options() == ["zone A", "zone B"]
    assert opening.play(f"zone {zone}", dice=("coin 1",)) == [winner]
    chosen = "AB".index(zone)
    assert opening.game.side_value(winner, ZONE) == chosen
    assert opening.game.side_value(1 - winner, ZONE) == 1 - chosen


@pytest.mark.rule("O-PRE-02", "O-SET-15")
@pytest.mark.parametrize("first", [0, 1])
def test_a_second_toss_gives_the_first_turn_without_a_choice(first: int) -> None:
    opening = ready("coin 1")
    opening.play("zone A", dice=(f"coin {first + 1}",))
    assert opening.game.first_side == first
    deploy(opening)
    assert opening.game.active == first
    assert opening.match.asked() == first
    assert opening.options()[-1] == "end turn"


@pytest.mark.rule("O-PRE-03")
@pytest.mark.parametrize("first", [0, 1])
def test_the_side_with_the_first_turn_deploys_six_players_then_the_other(first: int) -> None:
    opening = ready("coin 1")
    opening.play("zone B", dice=(f"coin {first + 1}",))
    done = deploy(opening)
    assert [side for side, _ in done] == [first] * 6 + [1 - first] * 6
    game = opening.game
    for side, zone in ((0, 1), (1, 0)):
        pieces = range(8 * side, 8 * side + 8)
        placed = [int(game.square[piece]) for piece in pieces if game.square[piece] >= 0]
        assert len(placed) == len(set(placed)) == 6
        assert all(int(game.dungeon.zone[square]) == zone for square in placed)
        assert all(game.status[piece] == STANDING for piece in pieces if game.square[piece] >= 0)


@pytest.mark.rule("O-PRE-03")
def test_any_square_of_the_own_end_zone_may_be_taken_once() -> None:
    opening = ready("coin 1")
    opening.play("zone A", dice=("coin 1",))
    squares = {text.split(" ", 2)[2] for text in opening.options()}
    assert squares == {f"({x},{y})" for x in range(4) for y in range(3, 7)}
    opening.play("deploy A3 (1,4)")
    assert not any(text.endswith("(1,4)") or text.startswith("deploy A3 ") for text in opening.options())


@pytest.mark.rule("O-PRE-04")
def test_a_coach_with_fewer_than_six_players_deploys_all_of_them() -> None:
    opening = ready("coin 1", players=(4, 8))
    opening.play("zone A", dice=("coin 1",))
    assert [side for side, _ in deploy(opening)] == [0] * 4 + [1] * 6
    assert opening.options()[-1] == "end turn"


@pytest.mark.rule("O-PRE-05")
def test_all_other_players_start_in_reserves() -> None:
    opening = ready("coin 1")
    opening.play("zone A", dice=("coin 1",))
    deploy(opening)
    waiting = [piece for piece in range(16) if opening.game.square[piece] < 0]
    assert len(waiting) == 4
    assert all(opening.game.status[piece] == RESERVES for piece in waiting)


@pytest.mark.rule("O-PRE-06")
def test_after_the_deployment_the_first_turn_begins_and_nothing_else() -> None:
    opening = ready("coin 1")
    opening.play("zone A", dice=("coin 2",))
    deploy(opening)
    assert opening.dice.leftover() == 0
    kinds = [int(event.kind) for event in opening.game.events]
    after = kinds[max(index for index, kind in enumerate(kinds) if kind == events.DEPLOYED) + 1 :]
    assert after == [int(events.TURN_BEGAN)]
    assert opening.game.balls_hidden == 1
    for _ in range(10):  # ends of turns follow each other without drives or halves
        opening.play("end turn")
    assert {int(event.kind) for event in opening.game.events[len(kinds) :]} == {
        int(events.TURN_ENDED),
        int(events.TURN_BEGAN),
    }


@pytest.mark.rule("O-PRE-07")
def test_team_lists_are_open_to_both() -> None:
    opening = ready("coin 1")
    assert [sheet.name for sheet in opening.game.clone().squads.sheets][:3] == ["1", "2", "3"]
