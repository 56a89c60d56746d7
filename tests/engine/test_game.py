"""The game as a store of facts: pieces on squares, marking, balls, and copies that keep apart."""

from __future__ import annotations

import pytest
from mypy_extensions import i16, u8

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.dungeon.text import fragment
from dungeonbowl.editions import build
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, list_options, settle, start
from dungeonbowl.engine.places import BARRED, FREE, HIDDEN
from dungeonbowl.engine.procedures.turn.turn import TeamTurn
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import PlayerSheet, Squads
from dungeonbowl.engine.sides import REROLLS
from dungeonbowl.engine.statuses import KNOCKED_OUT, NO_ZONE, PRONE, STANDING, STUNNED

HALL = """
    ......
    ......
    ......
    ......
    ......
"""


def rules_with(balls: int = 1) -> Rules:
    rules = build("official")
    rules.tables.balls.count = balls
    return rules


def game_of(sheets: list[PlayerSheet], sides: int = 2, picture: str = HALL, balls: int = 1) -> Game:
    dungeon: Dungeon = fragment(picture)
    names = ["Home", "Away", "Third", "Fourth"][:sides]
    return Game(rules_with(balls), dungeon, Squads(sides, sheets, [2] * sides, names))


def pair() -> Game:
    """One piece a side."""
    return game_of([PlayerSheet(0, 1, "A"), PlayerSheet(1, 1, "b")])


def stand(game: Game, piece: int, x: int, y: int) -> int:
    square = int(game.dungeon.node_at(x, y))
    game.status[piece] = u8(int(STANDING))
    game.place(piece, square)
    return square


def covered(game: Game, piece: int) -> list[tuple[int, int]]:
    nodes = [node for node in range(int(game.dungeon.count)) if game.occupant[node] == piece]
    return [(int(game.dungeon.column[node]), int(game.dungeon.row[node])) for node in nodes]


# --- placing and lifting ------------------------------------------------------------------------------------------


def test_a_piece_is_on_the_square_it_was_put_on_and_on_no_other() -> None:
    game = pair()
    first = stand(game, 0, 1, 1)
    assert (int(game.square[0]), int(game.occupant[first])) == (first, 0)
    second = stand(game, 0, 3, 2)
    assert (int(game.square[0]), int(game.occupant[second]), int(game.occupant[first])) == (second, 0, int(FREE))


def test_a_lifted_piece_is_in_its_box_and_its_square_free() -> None:
    game = pair()
    square = stand(game, 0, 1, 1)
    game.lift(0, KNOCKED_OUT)
    assert not game.is_in_dungeon(0)
    assert (int(game.status[0]), int(game.occupant[square])) == (int(KNOCKED_OUT), int(FREE))


def test_lifting_a_piece_from_outside_changes_no_square() -> None:
    game = pair()
    square = stand(game, 1, 1, 1)
    game.lift(0, KNOCKED_OUT)
    assert int(game.occupant[square]) == 1


@pytest.mark.parametrize("size", [2, 3])
def test_a_large_piece_covers_its_whole_footprint(size: int) -> None:
    game = game_of([PlayerSheet(0, 1, "A"), PlayerSheet(2, 1, "monster", size=size)])
    stand(game, 1, 1, 1)
    assert covered(game, 1) == [(1 + x, 1 + y) for y in range(size) for x in range(size)]
    stand(game, 1, 2, 2)  # the new footprint overlaps the old one
    assert covered(game, 1) == [(2 + x, 2 + y) for y in range(size) for x in range(size)]
    game.lift(1, KNOCKED_OUT)
    assert covered(game, 1) == []
    assert all(game.occupant[node] == FREE for node in range(int(game.dungeon.count)))


def test_impassable_squares_and_chests_are_barred() -> None:
    game = game_of([PlayerSheet(0, 1, "A")], picture="..FF\n....")
    assert [int(game.occupant[node]) for node in range(4)] == [int(FREE), int(FREE), int(BARRED), int(BARRED)]
    game.put_chest(0)
    assert (int(game.occupant[0]), int(game.chests_closed), game.is_chest(0)) == (int(BARRED), 1, True)
    game.remove_chest(0)
    assert (int(game.occupant[0]), int(game.chests_closed), game.is_chest(0)) == (int(FREE), 0, False)


# --- marking ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("O-MARK-01", "O-MARK-02")
def test_a_standing_piece_marks_the_squares_beside_it_for_the_others() -> None:
    game = pair()
    stand(game, 1, 2, 2)
    near = {(x, y) for x in (1, 2, 3) for y in (1, 2, 3)} - {(2, 2)}
    for x in range(6):
        for y in range(5):
            node = game.dungeon.node_at(x, y)
            assert game.marks_on(0, node) == (1 if (x, y) in near else 0)
            assert game.marks_on(1, node) == 0


@pytest.mark.rule("O-MARK-04")
@pytest.mark.parametrize("status", [PRONE, STUNNED])
def test_a_piece_that_is_down_marks_nobody(status: int) -> None:
    game = pair()
    stand(game, 0, 1, 1)
    stand(game, 1, 2, 2)
    assert game.is_marked(0)
    assert game.marks(1, 0)
    game.status[1] = u8(int(status))
    assert not game.is_marked(0)
    assert not game.marks(1, 0)
    assert game.is_marked(1)  # it can still be marked itself


@pytest.mark.rule("O-MARK-04")
def test_a_piece_that_lost_its_zone_marks_nobody() -> None:
    game = pair()
    stand(game, 0, 1, 1)
    stand(game, 1, 2, 2)
    game.conditions[1] = NO_ZONE
    assert not game.has_zone(1)
    assert not game.is_marked(0)


@pytest.mark.rule("O-MARK-03")
def test_no_wall_is_marked_through() -> None:
    picture = """
        +-+-+
        |.|.|
        +-+-+
    """
    game = game_of([PlayerSheet(0, 1, "A"), PlayerSheet(1, 1, "b")], picture=picture)
    stand(game, 0, 0, 0)
    stand(game, 1, 1, 0)
    assert not game.is_marked(0)
    assert not game.marks(1, 0)


def test_a_neutral_piece_has_no_zone() -> None:
    game = game_of([PlayerSheet(0, 1, "A"), PlayerSheet(1, 1, "b"), PlayerSheet(2, 1, "referee")])
    stand(game, 0, 1, 1)
    stand(game, 2, 2, 2)
    assert not game.has_zone(2)
    assert not game.is_marked(0)
    assert game.is_marked(2)
    assert (int(game.first_piece(2)), int(game.last_piece(2))) == (2, 3)


def test_of_four_sides_all_others_mark() -> None:
    sheets = [PlayerSheet(side, 1, "ABCD"[side]) for side in range(4)]
    game = game_of(sheets, sides=4)
    for side, (x, y) in enumerate([(1, 1), (2, 2), (1, 2), (2, 1)]):
        stand(game, side, x, y)
    for side in range(4):
        assert game.marks_on(side, int(game.square[side])) == 3
        assert [game.marks(other, side) for other in range(4)] == [other != side for other in range(4)]
    assert [int(game.opponent(side)) for side in range(4)] == [1, 2, 3, 0]
    assert [int(game.first_piece(side)) for side in range(5)] == [0, 1, 2, 3, 4]
    assert game.last_piece(3) == 4


def test_pieces_of_a_side_lie_side_by_side_even_where_a_side_has_none() -> None:
    game = game_of([PlayerSheet(0, 1, "A"), PlayerSheet(2, 1, "C"), PlayerSheet(2, 2, "c")], sides=4)
    assert [(int(game.first_piece(side)), int(game.last_piece(side))) for side in range(4)] == [
        (0, 1),
        (1, 1),
        (1, 3),
        (3, 3),
    ]


def test_neighbours_and_directions() -> None:
    game = pair()
    a, b, far = (int(game.dungeon.node_at(*at)) for at in [(1, 1), (2, 1), (4, 4)])
    assert game.are_adjacent(a, b)
    assert game.are_adjacent(b, a)
    assert not game.are_adjacent(a, far)
    assert not game.are_adjacent(a, a)
    assert int(game.steps[a * 8 + int(game.direction(a, b))]) == b
    assert game.direction(a, far) == -1


# --- balls --------------------------------------------------------------------------------------------------------


def test_several_balls_are_told_apart() -> None:
    game = game_of([PlayerSheet(0, 1, "A"), PlayerSheet(1, 1, "b")], balls=3)
    assert [int(where) for where in game.balls] == [int(HIDDEN)] * 3
    game.hold(1, 2)
    game.put_ball(0, 7)
    assert (int(game.carrier(0)), int(game.carrier(1)), int(game.carrier(2))) == (-1, -1, 1)
    assert (int(game.ball_of(0)), int(game.ball_of(1))) == (-1, 2)
    assert (int(game.ball_on(7)), int(game.ball_on(8))) == (0, -1)
    game.hold(1, 0)
    assert game.ball_of(1) == 0  # the first of two
    game.put_ball(0, 8)
    assert game.ball_of(1) == 2


def test_the_last_piece_of_many_can_hold_a_ball() -> None:
    game = game_of([PlayerSheet(0, 1, "A")] + [PlayerSheet(1, number, "b") for number in range(1, 60)])
    game.hold(59, 0)
    assert (int(game.carrier(0)), int(game.ball_of(59)), int(game.ball_on(0))) == (59, 0, -1)


# --- clones -------------------------------------------------------------------------------------------------------


def fingerprint(game: Game) -> list[object]:
    return [
        [int(each) for each in game.square],
        [int(each) for each in game.status],
        [int(each) for each in game.conditions],
        [int(each) for each in game.occupant],
        [int(each) for each in game.token],
        [int(each) for each in game.balls],
        [int(each) for each in game.sides],
        [int(each) for each in game.memo],
        [int(each) for each in game.portals],
        [(frame.name(), frame.fields()) for frame in game.frames()],
        [int(game.active), int(game.acting), int(game.moves_left), int(game.progress), int(game.decisions)],
    ]


def test_what_happens_to_a_clone_does_not_happen_to_its_original() -> None:
    game = pair()
    stand(game, 0, 1, 1)
    stand(game, 1, 2, 2)
    game.put_portal(game.dungeon.node_at(4, 4), 1)
    before = fingerprint(game)
    clone = game.clone()
    assert fingerprint(clone) == before
    stand(clone, 0, 4, 3)
    clone.lift(1, KNOCKED_OUT)
    clone.put_chest(clone.dungeon.node_at(0, 0))
    clone.put_portal(clone.dungeon.node_at(0, 4), 2)
    clone.hold(0, 0)
    clone.set_side(0, REROLLS, 0)
    clone.conditions[0] = NO_ZONE
    assert fingerprint(game) == before


def test_a_clone_played_onward_leaves_the_frames_of_its_original() -> None:
    game = pair()
    stand(game, 0, 1, 1)
    stand(game, 1, 4, 4)
    start(game, TeamTurn(0))
    assert settle(game) == ASK
    before = fingerprint(game)
    clone = game.clone()
    for _ in range(3):
        assert settle(clone) == ASK
        list_options(clone)
        choose_trusted(clone, clone.offered[0])
    assert settle(clone) == ASK
    assert fingerprint(clone) != before
    assert fingerprint(game) == before


def test_a_clone_tells_nothing_until_it_is_asked_to() -> None:
    game = pair()
    game.record()
    clone = game.clone()
    clone.lift(0, KNOCKED_OUT)
    assert game.events == []
    clone.record()
    clone.lift(1, KNOCKED_OUT)
    assert (len(game.events), len(clone.events)) == (0, 1)


def test_offering_more_than_there_is_room_for_makes_room() -> None:
    game = pair()
    room = len(game.offered)
    for number in range(room + 3):
        game.offer(number)
    assert (int(game.offers), int(game.offered[room + 2])) == (room + 3, room + 2)


def test_teleports_are_counted_to_their_limit() -> None:
    game = pair()
    for _ in range(70):
        game.count_teleport(0)
    assert (int(game.teleports(0)), int(game.teleports(1))) == (63, 0)
    game.square[0] = i16(-1)
    assert not game.is_in_dungeon(0)
