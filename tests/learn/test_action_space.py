"""The action space: every legal action has its indices, and every index that is allowed leads to a legal action."""

from __future__ import annotations

import random

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.playout import new_match
from dungeonbowl.bots.seat import options_of
from dungeonbowl.engine import actions
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted, list_options
from dungeonbowl.engine.sides import ZONE
from dungeonbowl.errors import UserError
from dungeonbowl.learn import shape
from dungeonbowl.learn.action_space import READINGS, Menu, rest_key
from dungeonbowl.learn.geometry import SHELF, Geometry
from dungeonbowl.learn.resets import SEVERAL, DrawnStages, refusal
from dungeonbowl.play.setting_up import stage as stage_of
from dungeonbowl.play.usual import default_action

EDITIONS = (
    "official(quick=1)",
    "official",
    "stockbowl(quick=1)",
    "stockbowl",
)


def opened(game: Game) -> tuple[Menu, int, Geometry]:
    side = game.asked
    geometry = SHELF.find(game.dungeon, game.side_value(side, ZONE))
    list_options(game)
    menu = Menu()
    menu.open(game, side, geometry)
    return menu, int(side), geometry


def allowed(menu: Menu) -> list[int]:
    return sorted({int(menu.keys[index]) for index in range(int(menu.count))})


def reached(game: Game) -> list[int]:
    """Every action that some way through the menu chooses."""
    found: list[int] = []
    waiting: list[list[int]] = [[]]
    while waiting:
        way = waiting.pop()
        menu, side, geometry = opened(game)
        action = 0
        for key in way:
            action = int(menu.choose(game, i64(side), geometry, i64(key)))
        if action:
            found.append(action)
        else:
            waiting += [[*way, key] for key in allowed(menu)]
    return sorted(found)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_can_be_chosen_is_what_is_legal(edition: str) -> None:
    chance = random.Random(3)
    drawn = SeededDice(i64(11))
    stages = DrawnStages([edition])
    looked_at = 0
    for match in range(6):
        stage = stages.draw(drawn)
        game = new_match(stage.rules, stage.dungeon, stage.squads)
        dice = SeededDice(i64(match))
        made = 0
        while advance(game, dice) == ASK and made < 700:
            options = options_of(game)
            if made < 30 or chance.random() < 0.05:
                looked_at += 1
                assert reached(game) == sorted(options)
                wanted = chance.choice(options)
                menu, side, geometry = opened(game)
                way = menu.path(game, i64(side), geometry, i64(wanted))
                menu, side, geometry = opened(game)
                ends = [int(menu.choose(game, i64(side), geometry, i64(key))) for key in way]
                assert ends[-1] == wanted
                assert not any(ends[:-1])
                assert all(0 <= key < int(shape.ACTIONS) for key in way)
            choose_trusted(game, i64(chance.choice(options)))
            made += 1
    assert looked_at > 150


@pytest.mark.parametrize("edition", ["astrogranite(full, quick=on)", "astrogranite(full)"])
def test_what_modules_offer_can_be_chosen_too(edition: str) -> None:
    chance = random.Random(5)
    stage = DrawnStages([edition], teams=()).draw(SeededDice(i64(4)))
    game = new_match(stage.rules, stage.dungeon, stage.squads)
    dice = SeededDice(i64(2))
    kinds: set[int] = set()
    looked_at = 0
    for made in range(600):
        if advance(game, dice) != ASK:
            break
        options = options_of(game)
        new = {option & 0xFF for option in options} - kinds
        if len(options) <= 60 and (new or made % 40 == 0):
            kinds |= new
            looked_at += 1
            assert reached(game) == sorted(options)
        choose_trusted(game, i64(chance.choice(options)))
    assert looked_at > 15
    assert max(kinds) > 63


def test_dungeons_for_another_number_of_teams_are_refused_in_words() -> None:
    with pytest.raises(UserError, match="none of ag-four-winds is one of"):
        DrawnStages([SEVERAL], ["ag-four-winds"])
    with pytest.raises(UserError, match="there is none for 3 teams in official"):
        DrawnStages(["official"], sides=3)
    rules, dungeon = stage_of(SEVERAL, "ag-four-winds")
    assert "it is for 4 teams, and 2 play" in refusal(rules, dungeon, 2)
    assert refusal(rules, dungeon, 4) == ""
    with pytest.raises(UserError, match="none of ag-sampler is one of astrogranite"):
        DrawnStages(["astrogranite"], ["ag-sampler"])
    assert "needs the module" in refusal(*stage_of("astrogranite", "ag-sampler"), 2)


def test_every_kind_has_a_flag_and_old_ones_their_own() -> None:
    flags = [int(shape.kind_flag(i64(kind))) for kind in range(int(actions.KINDS))]
    assert flags[:64] == list(range(64))
    assert max(flags) < int(shape.KIND_FLAGS)
    known = {int(reading.kind) for reading in READINGS if reading.kind < 64} - {int(actions.LEAP)}
    assert not known & set(flags[65:])


def test_a_deployment_names_the_player_and_then_the_square() -> None:
    stage = DrawnStages(["official"], ["of-1"], ["fire-fast"]).draw(SeededDice(i64(1)))
    game = new_match(stage.rules, stage.dungeon, stage.squads)
    dice = SeededDice(i64(1))
    while True:
        assert advance(game, dice) == ASK
        options = options_of(game)
        if options[0] & 0xFF == actions.DEPLOY:
            break
        choose_trusted(game, i64(options[0]))
    menu, side, geometry = opened(game)
    assert all(int(shape.DO_OWN) <= key < int(shape.DO_OTHER) for key in allowed(menu))
    assert menu.choose(game, i64(side), geometry, menu.keys[0]) == 0
    assert menu.part == 1
    assert all(int(shape.DO_SQUARE) <= key < int(shape.DO_REST) for key in allowed(menu))
    assert len(allowed(menu)) == menu.count


def test_what_has_no_index_of_its_own_is_numbered_however_much_it_is() -> None:
    stage = DrawnStages().draw(SeededDice(i64(1)))
    game = new_match(stage.rules, stage.dungeon, stage.squads)
    advance(game, SeededDice(i64(1)))
    _, side, geometry = opened(game)
    game.offers = i64(0)
    numbers = range(1, 301)
    for number in numbers:
        game.offer(i64(159 | number << 8))  # a kind that nobody knows
    menu = Menu()
    for number in numbers:
        menu.open(game, i64(side), geometry)
        way = menu.path(game, i64(side), geometry, i64(159 | number << 8))
        assert len(way) >= 1
        assert all(int(shape.DO_REST) <= key < int(shape.ACTIONS) for key in way)
    assert rest_key(geometry, i64(1000)) == shape.ACTIONS - 1


def test_the_default_is_the_one_of_a_seat() -> None:
    stage = DrawnStages().draw(SeededDice(i64(5)))
    game = new_match(stage.rules, stage.dungeon, stage.squads)
    dice = SeededDice(i64(5))
    chance = random.Random(5)
    for _ in range(300):
        if advance(game, dice) != ASK:
            break
        options = options_of(game)
        menu, side, geometry = opened(game)
        key = menu.default()
        wanted = default_action(options)
        assert menu.path(game, i64(side), geometry, i64(wanted))[0] == key
        choose_trusted(game, i64(chance.choice(options)))


def test_the_groups_of_indices_do_not_overlap() -> None:
    taken: dict[int, int] = {}
    shared = {int(actions.BUY), int(actions.CHOOSE_ZONE), int(actions.CHOOSE_STARTER)}  # never asked together
    for reading in READINGS:
        if (reading.first == 0 and reading.kind != actions.END_TURN) or reading.kind >= actions.LEAP:
            continue  # players and squares share their groups, and what modules bring shares those of all others
        for index in range(int(reading.first), int(reading.first + reading.room)):
            before = taken.get(index)
            assert before is None or {before, int(reading.kind)} <= shared
            taken[index] = int(reading.kind)
    assert max(taken) < int(shape.DO_SQUARE)
    assert int(shape.DO_REST) == int(shape.DO_SQUARE + shape.CELLS)
    assert int(shape.ACTIONS) == int(shape.DO_REST + shape.REST)
    usual = shape.USUAL_BOARD
    assert (usual.cells, usual.rest, usual.actions) == (shape.CELLS, shape.DO_REST, shape.ACTIONS)
    assert (usual.player_rows, usual.match_columns) == (shape.PLAYER_ROWS, shape.MATCH_COLUMNS)
