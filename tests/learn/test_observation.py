"""What a learner sees: the position, from its own side, and nothing that is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from mypy_extensions import i64

from dungeonbowl.bots.playout import new_match
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted, list_options
from dungeonbowl.engine.sides import ZONE
from dungeonbowl.engine.statuses import PRONE, STANDING, STUNNED
from dungeonbowl.learn import shape
from dungeonbowl.learn.batch import Batch, Terms
from dungeonbowl.learn.canvas import Canvas
from dungeonbowl.learn.geometry import SHELF
from dungeonbowl.learn.observation import Painter
from dungeonbowl.learn.resets import DrawnStages
from dungeonbowl.learn.windows import Observation, arrays, row_of
from dungeonbowl.scenes.scene import Scene, away, home


def seen(game: Game, side: int | None = None) -> Observation:
    """A position painted on a fresh canvas."""
    canvas = Canvas(1)
    list_options(game)
    Painter(canvas, i64(0)).paint(game, game.asked if side is None else i64(side))
    return row_of(arrays(canvas), 0)


def same(one: Observation, other: Observation) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in one)


def middle(edition: str = "official(quick=1)", seed: int = 1, decisions: int = 300) -> tuple[Game, SeededDice]:
    stage = DrawnStages([edition]).draw(SeededDice(i64(seed)))
    game = new_match(stage.rules, stage.dungeon, stage.squads)
    dice = SeededDice(i64(seed))
    for _ in range(decisions):
        assert advance(game, dice) == ASK
        choose_trusted(game, game.offered[int(dice.below(list_options(game)))])
    assert advance(game, dice) == ASK
    return game, dice


@pytest.mark.parametrize("edition", ["official(quick=1)", "stockbowl(quick=1)", "official", "stockbowl"])
def test_painting_what_has_changed_gives_the_same_as_painting_all(edition: str) -> None:
    batch = Batch(DrawnStages([edition]), Terms(), list(range(4)))
    windows = arrays(batch.canvas)
    compared = 0
    for step in range(1200):
        batch.step(batch.sample())
        for row, lane in enumerate(batch.lanes):
            if (step + row) % 5 == 0 and lane.painter.menu.part == 0:
                compared += 1
                assert same(row_of(windows, row), seen(lane.game)), (step, row)
    assert compared > 500


@pytest.mark.parametrize("edition", ["official(quick=1)", "stockbowl(quick=1)"])
def test_the_planes_show_the_position(edition: str) -> None:
    game, _ = middle(edition)
    side = int(game.asked)
    geometry = SHELF.find(game.dungeon, game.side_value(i64(side), ZONE))
    planes = seen(game)["planes"].reshape(int(shape.PLANES), -1)
    kinds = {int(STANDING): 0, int(PRONE): 1, int(STUNNED): 2}
    drawn = np.zeros((6, int(shape.CELLS)), int)
    for piece in range(int(game.squads.count)):
        if game.square[piece] >= 0:
            own = int(game.side_of[piece]) == side
            drawn[kinds[int(game.status[piece])] + (0 if own else 3), int(geometry.cell[game.square[piece]])] = 1
    first = int(shape.OWN_STANDING)
    assert np.array_equal(planes[first : first + 6], drawn)
    for node in range(int(game.dungeon.count)):
        cell = int(geometry.cell[node])
        assert planes[int(shape.FLOOR), cell] == 1
        assert planes[int(shape.OTHER_MARKS), cell] == game.marks_on(i64(side), i64(node))
        assert planes[int(shape.CHESTS), cell] == (1 if game.is_chest(i64(node)) else 0)
        assert planes[int(shape.PORTALS), cell] == (1 if game.portal_number(i64(node)) else 0)
    assert planes[int(shape.FLOOR)].sum() == game.dungeon.count


def test_the_own_end_zone_lies_on_the_left_for_both_sides() -> None:
    for seed in range(8):
        game, _ = middle(seed=seed, decisions=20)
        for side in (0, 1):
            planes = seen(game, side)["planes"]
            own = np.nonzero(planes[int(shape.OWN_ZONE)])[1].mean()
            other = np.nonzero(planes[int(shape.OTHER_ZONE)])[1].mean()
            assert own < other


def test_steps_lead_where_the_frame_says() -> None:
    """A step plane in a direction of the frame is 1 where the neighbour in that direction can be entered."""
    game, _ = middle()
    for side in (0, 1):
        geometry = SHELF.find(game.dungeon, game.side_value(i64(side), ZONE))
        width = int(shape.WIDTH)
        offsets = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]
        for node in range(int(game.dungeon.count)):
            for direction in range(8):
                there = int(game.steps[node * 8 + direction])
                if there >= 0:
                    row, column = divmod(int(geometry.cell[node]), width)
                    down, across = offsets[int(geometry.seen[direction])]
                    assert divmod(int(geometry.cell[there]), width) == (row + down, column + across)


def test_whoever_is_not_asked_sees_no_legal_action() -> None:
    game, _ = middle()
    other = seen(game, 1 - int(game.asked))
    assert other["action_mask"].sum() == 0
    assert other["planes"][int(shape.LEGAL)].sum() == 0
    assert seen(game)["action_mask"].sum() > 0


@pytest.mark.parametrize("edition", ["official(quick=1)", "stockbowl(quick=1)"])
def test_the_dice_to_come_do_not_show(edition: str) -> None:
    """What no coach can know is which dice will fall, and with them what the chests hold: two matches that differ in
    nothing else look the same, until a die has fallen."""
    one, _ = middle(edition)
    other = one.clone()
    assert same(seen(one), seen(other))
    differ = False
    for seed in range(40):
        for game, dice in ((one, SeededDice(i64(2 * seed))), (other, SeededDice(i64(2 * seed + 1)))):
            assert same(seen(game), seen(game.clone()))
            choose_trusted(game, game.offered[int(SeededDice(i64(seed)).below(list_options(game)))])
            if advance(game, dice) != ASK:
                return
        if not same(seen(one), seen(other)):
            differ = True
            break
    assert differ  # the test could tell


def test_nothing_but_the_game_is_read() -> None:
    """Names, the story told so far and how the options were listed leave no trace."""
    game, _ = middle()
    before = seen(game)
    told = game.clone()
    told.record()
    told.decisions += 1000
    told.offered = told.offered[:]
    assert same(before, seen(told))


def test_a_canvas_is_seen_through_windows_that_nobody_can_write_to() -> None:
    canvas = Canvas(2)
    windows: dict[str, Any] = arrays(canvas)
    game, _ = middle()
    list_options(game)
    assert windows["action_mask"].sum() == 0
    Painter(canvas, i64(1)).paint(game, game.asked)
    assert windows["action_mask"][0].sum() == 0
    assert windows["action_mask"][1].sum() > 0
    with pytest.raises(ValueError, match="read-only"):
        windows["planes"][0] = 1


@pytest.mark.rule("A-DUN-02", "A-SETUP-04")
def test_a_learner_does_not_see_which_chest_is_loaded() -> None:
    painted = []
    for loaded in ([6, 1], [6, 3]):
        scene = Scene(
            """
            ###############
            #A....$.......#
            #A...P........#
            #A....$.....bB#
            ###############
            """,
            {"P": home(), "b": away()},
            edition="astrogranite(classic, chest_mode=hidden)",
            modules={"loads": {"loaded": [loaded]}},
        )
        painted.append(seen(scene.game))
    assert same(painted[0], painted[1])


def test_the_way_to_a_ball_that_lay_in_the_last_chest_is_seen() -> None:
    """The chest with the highest number is opened and shows the ball: what is painted anew is all that is new."""
    game, _ = middle(decisions=0)
    canvas = Canvas(1)
    painter = Painter(canvas, i64(0))
    list_options(game)
    painter.paint(game, game.asked)
    last = max(square for square in range(int(game.dungeon.count)) if game.is_chest(i64(square)))
    game.remove_chest(i64(last))
    game.put_ball(i64(0), i64(last))
    list_options(game)
    painter.paint(game, game.asked)
    assert same(row_of(arrays(canvas), 0), seen(game))
