"""The pathfinder against the engine itself: every legal walk played out, and the rolls that the engine asked for."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from mypy_extensions import u8

import dungeonbowl
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions import build
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import (
    BIG_HANDED,
    BOUNCES,
    BREAKS_FREE,
    DODGES_BETTER,
    GRASPS_AT_DODGERS,
    LEAPS,
    LONG_LEGS,
    MANY_HANDED,
    NO_HANDS,
    RISES_WITH_HELP,
    RUSHES_MORE,
    SLIPS_THROUGH,
    SPRINGS_UP,
    TINY,
)
from dungeonbowl.engine.actions import (
    ACTIVATE,
    CLIMB,
    DECLARE,
    JUMP,
    MOVE_ACTION,
    PAY_PORTAL,
    SLIP_TO,
    STAND_UP,
    STEP,
    action,
)
from dungeonbowl.engine.frames import ASK, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, list_options, settle, start
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.pathfinder import reach, reach_from_rest
from dungeonbowl.engine.procedures.move.step import may_rush
from dungeonbowl.engine.procedures.stat_test import StatTest, die_needed
from dungeonbowl.engine.procedures.turn.turn import TeamTurn
from dungeonbowl.engine.progress import OWES_PORTAL
from dungeonbowl.engine.reach import Reach
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.setup import PlayerSheet, Squads
from dungeonbowl.engine.statuses import PRONE, STANDING, STUNNED
from dungeonbowl.scenes.setup import draw

OFFICIAL = build("official")
STOCKBOWL = build("stockbowl")
WITHOUT_DANGERS = STOCKBOWL.with_modules([module for module in STOCKBOWL.modules if module.name() != "dangers"])
DEEP_HALLS = build(
    "astrogranite(classic, platforms=on, water=on, secret_passages=on, multiball=on, ball_variants=on, ball_type=roll)"
)
MOVING = {int(STEP), int(JUMP), int(CLIMB), int(SLIP_TO)}
WALKING = MOVING | {int(STAND_UP), int(PAY_PORTAL)}
Roll = tuple[int, int, int]


class Drawing:
    """A small dungeon with pieces on it. M moves, m are its mates, o opponents, p and s opponents prone or stunned."""

    def __init__(
        self,
        rows: list[str],
        movement: int = 4,
        agility: int = 3,
        abilities: list[int] | None = None,
        status: int = int(STANDING),
        ball: tuple[int, int] | None = None,
        holds: bool = False,
        portals: tuple[tuple[int, int], ...] = (),
        rooms: tuple[tuple[str, list[int]], ...] = (),
        rules: Rules = OFFICIAL,
        foes: list[int] | None = None,
        chests: tuple[tuple[int, int], ...] = (),
        details: dict[str, Any] | None = None,
        balls: tuple[tuple[int, int], ...] = (),
        kinds: tuple[str, ...] = (),
    ) -> None:
        floor = str.maketrans("Mmops", ".....")
        drawn = "\n".join(row.translate(floor) for row in rows)
        dungeon: Dungeon = draw(drawn, rules.edition.partition("(")[0], list(rooms), details or {})
        spots = [(letter, x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in "Mmops"]
        spots.sort(key=lambda one: "Mmops".index(one[0]))
        sheets = [
            PlayerSheet(0, number, letter, movement, agility=agility, abilities=abilities)
            if letter == "M"
            else PlayerSheet(0 if letter == "m" else 1, number, letter, abilities=None if letter == "m" else foes)
            for number, (letter, _, _) in enumerate(spots)
        ]
        self.game = Game(rules, dungeon, Squads(2, sheets, [0, 0], ["Home", "Away"]))
        for piece, (letter, x, y) in enumerate(spots):
            self.game.status[piece] = u8(int({"p": PRONE, "s": STUNNED}.get(letter, STANDING)))
            self.game.place(piece, self.at(x, y))
        self.game.status[0] = u8(status)
        for number, (x, y) in enumerate(portals, 1):
            self.game.put_portal(self.at(x, y), number)
        for x, y in chests:
            self.game.put_chest(self.at(x, y))
        if holds:
            self.game.hold(0, 0)
        elif ball is not None:
            self.game.put_ball(0, self.at(*ball))
        for number, (x, y) in enumerate(balls, 1 if holds else 0):
            self.game.put_ball(number, self.at(x, y))
        if kinds:
            named("ball_variants", rules).read_state(self.game, {}, {"kinds": list(kinds)})
        if holds or balls or ball is not None:
            self.game.balls_hidden = 0
        start(self.game, TeamTurn(0))
        assert settle(self.game) == ASK

    def at(self, x: int, y: int) -> int:
        node = int(self.game.dungeon.node_at(x, y))
        assert node >= 0
        return node

    def activate(self) -> Game:
        """The mover has declared a Move action."""
        choose_trusted(self.game, action(ACTIVATE, 0))
        assert settle(self.game) == ASK
        choose_trusted(self.game, action(DECLARE, MOVE_ACTION))
        assert settle(self.game) == ASK
        return self.game


def named(name: str, rules: Rules) -> Module:
    return next(module for module in rules.modules if module.name() == name)


MOVEMENT = (clauses.RUSH, clauses.DODGE, clauses.JUMP)


def target(game: Game, choice: int) -> int:
    """The square that a step, a jump or a ladder leads to."""
    if choice & 0xFF != int(STEP):
        return choice >> 8
    return int(game.steps[int(game.square[0]) * 8 + (choice >> 8)])


def walk(game: Game, choice: int, opens: bool = False) -> list[Roll] | None:
    """Make one choice and let every roll succeed: the rolls, or None where success is impossible.

    Of a step that opens a chest only the rolls of the movement count."""
    rolls: list[Roll] = []
    choose_trusted(game, choice)
    while settle(game) == ROLL:
        frame = game.frame()
        if opens and (not isinstance(frame, StatTest) or frame.clause not in MOVEMENT):
            return rolls
        if not isinstance(frame, StatTest):
            # the mover is on a portal; anything else that rolls dice is a failure that no die can help
            return rolls if game.dice_clause == clauses.PORTAL else None
        face = int(die_needed(frame.needed, frame.modifier))
        rolls.append((int(frame.clause), face, int(game.square[0])))
        give_dice(game, 6)
    return rolls


def chance(rolls: list[Roll]) -> float:
    result = 1.0
    for _, face, _ in rolls:
        result *= (7 - face) / 6
    return result


def choices(game: Game) -> list[int]:
    count = list_options(game)
    return [int(choice) for choice in game.offered[:count] if int(choice) & 0xFF in WALKING]


Truth = dict[tuple[int, bool], float]


def truth(game: Game, risk: dict[int, float] | None = None) -> Truth:
    """For every square, and with the ball or without: the best odds of all walks that the engine allows."""
    best: Truth = {}
    frontier: dict[tuple[int, ...], tuple[float, Game]] = {(0,): (1.0, game)}
    while frontier:
        following: dict[tuple[int, ...], tuple[float, Game]] = {}
        for odds, before in frontier.values():
            if before.status[0] == STANDING and not before.progress & OWES_PORTAL:
                here = (int(before.square[0]), before.ball_of(0) >= 0)
                best[here] = max(best.get(here, 0.0), odds)
            if before.signal != ASK or before.acting != 0:
                continue
            for choice in choices(before):
                after = before.clone()
                there = target(before, choice) if choice & 0xFF in MOVING else -1
                opens = there >= 0 and before.is_chest(there)
                rolls = walk(after, choice, opens)
                if rolls is None:
                    continue
                now = odds * chance(rolls)
                if opens or int(after.square[0]) < 0:  # whatever is in the chest; or out by a door
                    arrived = (there, before.ball_of(0) >= 0)
                    best[arrived] = max(best.get(arrived, 0.0), now)
                    continue
                if risk is not None and choice & 0xFF in MOVING:
                    now *= 1 - risk.get(int(after.square[0]), 0.0)
                balls = [int(ball) for ball in after.balls]
                left = [int(after.moves_left), int(after.rushes_left), int(after.progress), int(after.signal)]
                key = (int(after.square[0]), int(after.status[0]), *left, *balls)
                if key not in following or following[key][0] < now:
                    following[key] = (now, after)
        frontier = following
    return best


def agrees(found: Reach, best: Truth, nodes: int) -> None:
    """The same squares with the same odds."""
    for square in range(nodes):
        with_ball = best.get((square, True), 0.0)
        either = max(with_ball, best.get((square, False), 0.0))
        assert found.odds(square) == pytest.approx(either, abs=1e-9), square
        assert found.odds_by_square[square] == found.odds(square)
        assert found.odds(square, holding=True) == pytest.approx(with_ball, abs=1e-9), square
        assert (found.cost(square) >= 0) == (either > 0) == (square in found.squares())


def can_be_walked(game: Game, found: Reach, risk: dict[int, float] | None = None) -> None:
    """Every path is a legal walk, costs what it says and asks for the rolls it says."""
    for holding in (False, True):
        for square in found.squares():
            if found.cost(square, holding) < 0:
                continue
            played = game.clone()
            left = played.moves_left + played.rushes_left
            rolls: list[Roll] = []
            squares: list[int] = []
            odds = 1.0
            for choice in found.actions(square, holding):
                assert choice in choices(played)
                walks = choice & 0xFF in MOVING
                there = target(played, choice) if walks else -1
                made = walk(played, choice, there >= 0 and played.is_chest(there))
                assert made is not None
                rolls += [(clause, face, there if where < 0 else where) for clause, face, where in made]
                if walks:
                    squares.append(there)
                    odds *= 1 - (risk or {}).get(squares[-1], 0.0)
            assert squares == found.path(square, holding)
            assert rolls == found.rolls(square, holding)
            assert found.odds(square, holding) == pytest.approx(odds * chance(rolls))
            if played.acting == 0 and may_rush(played, 0):  # what is picked up may take the Rushes away
                assert left - played.moves_left - played.rushes_left == found.cost(square, holding)


def shows_the_truth(drawing: Drawing, steps: list[int], risk: dict[int, float] | None = None) -> None:
    """Before the activation, at its beginning, and after each of some steps."""
    nodes = int(drawing.game.dungeon.count)
    rest = reach_from_rest(drawing.game, 0)
    game = drawing.activate()
    best = truth(game, risk)
    agrees(rest, best, nodes)
    can_be_walked(game, rest, risk)
    agrees(reach(game, 0), best, nodes)
    for number in steps:
        open_now = choices(game)
        if not open_now:
            return
        choice = open_now[number % len(open_now)]
        if choice & 0xFF in MOVING and game.is_chest(target(game, choice)):
            return
        if walk(game, choice) is None:
            return
        if game.signal == ROLL:  # a portal: arrive somewhere, on the first that is not a mishap
            give_dice(game, 1 if game.portal_number(int(game.square[0])) != 1 else 2)
            settle(game)
        if game.signal != ASK or game.acting != 0:
            return
        found = reach(game, 0)
        agrees(found, truth(game, risk), nodes)
        can_be_walked(game, found, risk)


def random_drawing(chance: Random) -> Drawing:
    """A corner of a dungeon, about twenty squares, crowded."""
    width = chance.randint(4, 7)
    height = chance.randint(3, 4)
    cells = chance.choices("........##B", k=width * height)
    spots = chance.sample(range(width * height), width * height)
    letters = "M" + "".join(chance.choices("mooopps", k=chance.randint(0, 6)))
    for spot, letter in zip(spots, letters, strict=False):
        cells[spot] = letter
    rest = spots[len(letters) : len(letters) + 4]
    for spot in rest:
        cells[spot] = "."
    places = [(spot % width, spot // width) for spot in rest]
    return Drawing(
        ["".join(cells[row * width : (row + 1) * width]) for row in range(height)],
        movement=chance.randint(1, 5),
        agility=chance.randint(2, 6),
        abilities=chance.choice([[], [], [], [int(SLIPS_THROUGH)], [int(NO_HANDS)]]),
        status=int(chance.choice([STANDING, STANDING, PRONE])),
        ball=places[0] if chance.random() < 0.7 else None,
        holds=chance.random() < 0.2,
        portals=tuple(places[1:3]) if chance.random() < 0.4 else (),
        rooms=(("Flooded Room", [0, 0, width, height // 2]),) if chance.random() < 0.4 else (),
    )


MOVING_SKILLS = (
    [int(SPRINGS_UP)],
    [int(RUSHES_MORE)],
    [int(DODGES_BETTER)],
    [int(TINY)],
    [int(LONG_LEGS)],
    [int(LEAPS)],
    [int(LEAPS), int(BOUNCES)],
    [int(MANY_HANDED)],
    [int(BIG_HANDED)],
    [int(SLIPS_THROUGH)],
    [int(BREAKS_FREE)],
    [int(RISES_WITH_HELP)],
)


def skilled_drawing(chance: Random) -> Drawing:
    """Few squares, since a leaper has many ways; skills of the mover and of its opponents."""
    width = chance.randint(4, 6)
    height = 3
    cells = chance.choices(".......##B", k=width * height)
    spots = chance.sample(range(width * height), width * height)
    letters = "M" + "".join(chance.choices("mooop", k=chance.randint(2, 5)))
    for spot, letter in zip(spots, letters, strict=False):
        cells[spot] = letter
    place = spots[len(letters)]
    cells[place] = "."
    skills = [ability for known in chance.sample(MOVING_SKILLS, chance.randint(1, 3)) for ability in known]
    return Drawing(
        ["".join(cells[row * width : (row + 1) * width]) for row in range(height)],
        movement=chance.randint(1, 3),
        agility=chance.randint(2, 6),
        abilities=skills,
        status=int(chance.choice([STANDING, STANDING, PRONE])),
        ball=(place % width, place // width) if chance.random() < 0.7 else None,
        foes=chance.choice([[], [int(GRASPS_AT_DODGERS)], [int(TINY)], [int(TINY), int(GRASPS_AT_DODGERS)]]),
    )


@pytest.mark.parametrize("seed", range(80))
def test_every_reach_of_a_skilled_player_is_the_best_that_the_engine_allows(seed: int) -> None:
    chance = Random(1000 + seed)
    shows_the_truth(skilled_drawing(chance), [chance.randint(0, 100) for _ in range(2)])


@pytest.mark.parametrize("seed", range(120))
def test_every_reach_is_the_best_that_the_engine_allows(seed: int) -> None:
    chance = Random(seed)
    shows_the_truth(random_drawing(chance), [chance.randint(0, 100) for _ in range(3)])


def stockbowl_drawing(chance: Random) -> Drawing:
    """Doors of both sides, chests that open when they are entered, and diagonals between wall corners."""
    width = chance.randint(4, 6)
    height = 4
    cells = chance.choices(".......###", k=width * height)
    for column in range(width):  # doors are in the outer wall
        cells[column] = chance.choice("#AA")
        cells[(height - 1) * width + column] = chance.choice("#BB")
    spots = chance.sample(range(width, (height - 1) * width), (height - 2) * width)
    letters = "M" + "".join(chance.choices("mooop", k=chance.randint(0, 4)))
    for spot, letter in zip(spots, letters, strict=False):
        cells[spot] = letter
    rest = spots[len(letters) : len(letters) + 3]
    for spot in rest:
        cells[spot] = "."
    places = [(spot % width, spot // width) for spot in rest]
    holds = chance.random() < 0.4
    return Drawing(
        ["".join(cells[row * width : (row + 1) * width]) for row in range(height)],
        movement=chance.randint(1, 4),
        agility=chance.randint(2, 6),
        abilities=chance.choice(
            [[], [], [int(LEAPS)], [int(LEAPS), int(LONG_LEGS)], [int(RUSHES_MORE)], [int(SPRINGS_UP)]]
        ),
        status=int(chance.choice([STANDING, STANDING, PRONE])),
        ball=places[0] if not holds and chance.random() < 0.8 else None,
        holds=holds,
        portals=tuple(places[1:2]) if chance.random() < 0.4 else (),
        chests=tuple(places[2:3]) if chance.random() < 0.5 else (),
        rules=WITHOUT_DANGERS,
    )


@pytest.mark.parametrize("seed", range(80))
def test_every_reach_between_doors_is_the_best_that_the_engine_allows(seed: int) -> None:
    chance = Random(2000 + seed)
    shows_the_truth(stockbowl_drawing(chance), [chance.randint(0, 100) for _ in range(2)])


def deep_drawing(chance: Random) -> Drawing:
    """Steps and ladders between heights, water, a passage, and balls of which one may be of iron."""
    width = chance.randint(4, 6)
    height = 3
    cells = chance.choices(".......~##", k=width * height)
    spots = chance.sample(range(width * height), width * height)
    letters = "M" + "".join(chance.choices("moop", k=chance.randint(0, 4)))
    for spot, letter in zip(spots, letters, strict=False):
        cells[spot] = letter
    rest = spots[len(letters) : len(letters) + 6]
    for spot in rest:
        cells[spot] = "."
    places = [(spot % width, spot // width) for spot in rest]
    levels = ["#" if cell == "#" else chance.choice("000122") for cell in cells]
    if chance.random() < 0.5:
        cells[rest[4]] = cells[rest[5]] = "s"
    ladders = []
    column, row = places[3]
    around = [(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    tops = [(x, y) for x, y in around if 0 <= x < width and 0 <= y < height and cells[y * width + x] != "#"]
    if tops and chance.random() < 0.9:
        top = chance.choice(tops)
        cells[rest[3]] = "H"
        levels[rest[3]], levels[top[1] * width + top[0]] = "02"
        ladders = [{"foot": [column, row], "top": list(top), "rungs": chance.randint(1, 3)}]
    rows = ["".join(cells[row * width : (row + 1) * width]) for row in range(height)]
    heights = "\n".join("".join(levels[row * width : (row + 1) * width]) for row in range(height))
    holds = chance.random() < 0.3  # two balls in all: a third would bounce
    return Drawing(
        rows,
        movement=chance.randint(1, 5),
        agility=chance.randint(2, 5),
        abilities=chance.choice([[], [], [int(SLIPS_THROUGH)], [int(RUSHES_MORE)]]),
        status=int(chance.choice([STANDING, STANDING, PRONE])),
        holds=holds,
        details={"levels": heights, "ladder": ladders} if ladders else {"levels": heights},
        balls=tuple(places[: 1 if holds else 2]),
        kinds=tuple(chance.choice(("normal", "iron")) for _ in range(3)),
        rules=DEEP_HALLS,
    )


@pytest.mark.parametrize("seed", range(100))
def test_every_reach_on_ladders_and_with_several_balls_is_the_best_that_the_engine_allows(seed: int) -> None:
    chance = Random(3000 + seed)
    shows_the_truth(deep_drawing(chance), [chance.randint(0, 100) for _ in range(2)])


def test_the_rushes_of_a_ladder_are_rolled_at_its_foot() -> None:
    details = {"levels": "00222", "ladder": [{"foot": [1, 0], "top": [2, 0], "rungs": 2}]}
    drawing = Drawing(["MH..."], movement=3, details=details, rules=DEEP_HALLS)
    found = reach_from_rest(drawing.game, 0)
    top = drawing.at(2, 0)
    assert (found.cost(top), found.odds(top)) == (4, pytest.approx(5 / 6))
    assert found.rolls(top) == [(int(clauses.RUSH), 2, drawing.at(1, 0))]
    assert found.actions(top)[-1] == int(CLIMB | top << 8)


def test_of_two_balls_the_one_on_the_way_is_the_one_in_hand() -> None:
    kinds = ("iron", "normal", "normal")
    near = {"movement": 3, "agility": 3, "balls": ((0, 0), (2, 0)), "kinds": kinds, "rules": DEEP_HALLS}
    drawing = Drawing([".M.....", "#######"], **near)  # type: ignore[arg-type]
    found = reach_from_rest(drawing.game, 0)
    assert found.odds(drawing.at(5, 0)) > 0.0, "who holds the light one may rush"
    near["balls"] = ((2, 0), (0, 0))
    drawing = Drawing([".M.....", "#######"], **near)  # type: ignore[arg-type]
    assert reach_from_rest(drawing.game, 0).odds(drawing.at(5, 0)) == 0.0, "and who holds iron may not"


def test_whoever_has_its_hands_full_walks_past_the_next_ball() -> None:
    drawing = Drawing(["M....", "#####"], agility=3, holds=True, balls=((1, 0), (2, 0)), rules=DEEP_HALLS)
    found = reach_from_rest(drawing.game, 0)
    assert found.rolls(drawing.at(3, 0)) == [(int(clauses.PICK_UP), 2, drawing.at(1, 0))]


def test_a_ball_picked_up_on_the_way_opens_doors_and_can_be_lost_in_a_portal() -> None:
    drawing = Drawing(["#..##", "M..1#", "#.B##"], agility=4, ball=(1, 1), portals=((3, 1),), rules=STOCKBOWL)
    found = reach_from_rest(drawing.game, 0)
    picked_up = 4 / 6  # 4+ with +1
    assert found.odds(drawing.at(2, 2)) == pytest.approx(picked_up)
    assert found.odds(drawing.at(3, 1)) == pytest.approx(5 / 6)  # past the ball, and not into the ether
    assert found.odds(drawing.at(3, 1), holding=True) == pytest.approx(picked_up * 5 / 6 / 2)


def test_a_detour_that_avoids_a_dodge_is_better_than_the_short_way() -> None:
    drawing = Drawing(["M.o.", "#...", "...."], movement=6)
    game = drawing.activate()
    found = reach(game, 0)
    assert found.odds(drawing.at(0, 2)) == pytest.approx(4 / 6)  # every way leads through the zone once
    drawing = Drawing(["M....", ".###.", "..o..", "....."], movement=6)
    found = reach(drawing.activate(), 0)
    assert found.odds(drawing.at(4, 3)) == 1.0
    assert found.path(drawing.at(4, 3)) == [drawing.at(*at) for at in [(1, 0), (2, 0), (3, 0), (4, 1), (4, 2), (4, 3)]]


def test_the_dearer_label_is_kept_when_it_is_safer() -> None:
    """Straight on is marked; round the wall costs more, and past the allowance the Rushes eat the gain."""
    rows = ["M....", "#.#..", "o...."]
    for movement in range(1, 7):
        shows_the_truth(Drawing(rows, movement=movement), [])


def test_rushes_are_rolled_in_the_square_entered() -> None:
    drawing = Drawing(["M..."], movement=1, rooms=(("Flooded Room", [2, 0, 1, 1]),))
    found = reach(drawing.activate(), 0)
    assert found.rolls(drawing.at(3, 0)) == [
        (int(clauses.RUSH), 3, drawing.at(2, 0)),
        (int(clauses.RUSH), 2, drawing.at(3, 0)),
    ]
    assert found.odds(drawing.at(3, 0)) == pytest.approx(4 / 6 * 5 / 6)
    assert found.cost(drawing.at(3, 0)) == 3


def test_a_portal_is_the_end_of_a_path() -> None:
    drawing = Drawing(["M...", "####"], portals=((1, 0),))
    found = reach(drawing.activate(), 0)
    assert found.odds(drawing.at(1, 0)) == 1.0
    assert found.odds(drawing.at(2, 0)) == 0.0
    assert found.path(drawing.at(2, 0)) == found.actions(drawing.at(2, 0)) == []
    assert found.rolls(drawing.at(2, 0)) == []
    assert found.cost(drawing.at(2, 0)) == -1
    assert found.recovery == 1


def test_a_path_goes_on_with_the_ball_in_hand_and_ends_where_it_scores() -> None:
    drawing = Drawing(["M..B."], ball=(2, 0), movement=6)
    found = reach(drawing.activate(), 0)
    assert found.odds(drawing.at(1, 0), holding=True) == pytest.approx(4 / 6)  # there and back again
    assert found.path(drawing.at(1, 0), holding=True) == [drawing.at(1, 0), drawing.at(2, 0), drawing.at(1, 0)]
    assert found.odds(drawing.at(3, 0)) == pytest.approx(4 / 6)
    assert found.odds(drawing.at(4, 0)) == 0.0


def test_one_jump_only_and_its_rolls() -> None:
    drawing = Drawing(["M.p.s."], movement=2)
    found = reach(drawing.activate(), 0)
    assert found.rolls(drawing.at(3, 0)) == [
        (int(clauses.RUSH), 2, drawing.at(3, 0)),
        (int(clauses.JUMP), 3, drawing.at(3, 0)),
    ]
    assert found.odds(drawing.at(5, 0)) == 0.0
    shows_the_truth(drawing_with_two_rushes(), [0])


def drawing_with_two_rushes() -> Drawing:
    return Drawing(["M.p.."], movement=1)


def test_the_first_rush_of_a_jump_is_rolled_before_it() -> None:
    drawing = drawing_with_two_rushes()
    found = reach(drawing.activate(), 0)
    assert found.rolls(drawing.at(3, 0)) == [
        (int(clauses.RUSH), 2, drawing.at(1, 0)),
        (int(clauses.RUSH), 2, drawing.at(3, 0)),
        (int(clauses.JUMP), 3, drawing.at(3, 0)),
    ]


def test_standing_up_comes_first() -> None:
    drawing = Drawing(["M...."], movement=4, status=int(PRONE))
    found = reach_from_rest(drawing.game, 0)
    assert found.cost(drawing.at(1, 0)) == 4
    assert found.rolls(drawing.at(1, 0)) == []
    drawing = Drawing(["M...."], movement=2, status=int(PRONE))
    found = reach_from_rest(drawing.game, 0)
    assert found.rolls(drawing.at(1, 0)) == [
        (int(clauses.STAND_UP), 4, drawing.at(0, 0)),
        (int(clauses.RUSH), 2, drawing.at(1, 0)),
    ]
    assert found.odds(drawing.at(1, 0)) == pytest.approx(5 / 12)


def test_whoever_cannot_move_is_where_it_is() -> None:
    drawing = Drawing(["M.s"])
    assert reach_from_rest(drawing.game, 1).squares() == [drawing.at(2, 0)]
    drawing.game.lift(1, 4)
    assert reach_from_rest(drawing.game, 1).squares() == []


def test_the_search_leaves_the_game_alone() -> None:
    drawing = Drawing(["M.o", ".p.", "..."], ball=(2, 2))
    game = drawing.activate()
    before = [list(game.square), list(game.occupant), list(game.status), list(game.balls), game.moves_left]
    first = reach(game, 0)
    again = reach(game, 0)
    assert before == [list(game.square), list(game.occupant), list(game.status), list(game.balls), game.moves_left]
    assert list(first.odds_by_square) == list(again.odds_by_square)


def test_searches_in_dungeons_of_other_sizes_share_their_paper() -> None:
    small = Drawing(["M.o"])
    large = Drawing(["M......", "..o....", ".....p."])
    alone = [list(reach_from_rest(one.game, 0).odds_by_square) for one in (small, large)]
    assert [list(reach_from_rest(one.game, 0).odds_by_square) for one in (small, large)] == alone


if not dungeonbowl.compiled():  # a compiled class has no interpreted children

    class Swamp(Module):
        """Odd squares are slow, slippery, dangerous, and cannot be left to the west."""

        def step_cost(self, game: Game, piece: int, origin: int, square: int) -> int:
            return square % 2

        def bars_step(self, game: Game, piece: int, origin: int, square: int) -> bool:
            return origin % 2 == 1 and square == origin - 1

        def rush_modifier(self, game: Game, piece: int, square: int) -> int:
            return -(game.square[piece] % 2)

        def test_modifier(self, game: Game, piece: int, clause: int, other: int) -> int:
            return -(game.square[piece] % 2) + (1 if clause == clauses.DODGE and other % 3 == 0 else 0)

        def step_risk(self, game: Game, piece: int, origin: int, square: int) -> float:
            return 0.25 if square % 3 == 0 else 0.0

    def with_module(rules: Rules, module: Module) -> Rules:
        return rules.with_modules([*rules.modules, module])

    @pytest.mark.parametrize("seed", range(12))
    def test_what_modules_say_of_a_step_counts(seed: int) -> None:
        rows = [["M....", "..o.p", "....."], ["M.o.", "p...", "...."], ["...M", "o.p.", "..o."]][seed % 3]
        drawing = Drawing(rows, movement=1 + seed // 3, ball=(1, 2), rules=with_module(OFFICIAL, Swamp()))
        risk = dict.fromkeys(range(0, 40, 3), 0.25)
        shows_the_truth(drawing, [seed, 2 * seed], risk)
