"""The shortcuts of the scripted coach find what the long way finds: positions at random, in every edition."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.tactics import chests, sound, striking
from dungeonbowl.bots.tactics.fields import SHELVES
from dungeonbowl.bots.tactics.places import Places
from dungeonbowl.bots.tactics.plans import Plan, movement_of
from dungeonbowl.bots.tactics.tactician import foremost_first
from dungeonbowl.bots.tactics.view import View, threats_to
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import list_options
from dungeonbowl.engine.statuses import STUNNED
from support.walks import Luck, any_game, moments

EDITIONS = ["official", "stockbowl", "astrogranite"]
SEEDS = range(4)
EVERY = 9  # decisions from one position that is looked at to the next


def positions(edition: str, every: int = EVERY) -> Iterator[Game]:
    """Positions in which a coach of a side is asked."""
    for seed in SEEDS:
        game = any_game(seed, edition)
        for number, signal in enumerate(moments(game, Luck(seed), 90)):
            if signal == ASK and game.asked < game.squads.sides and number % every == 0:
                yield game


def told(plan: Plan | None) -> object:
    """A plan as plain data."""
    return None if plan is None else (int(plan.kind), int(plan.piece), plan.odds, plan.worth, plan.steps)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_threat_to_one_square_is_what_the_search_of_all_squares_finds_there(edition: str) -> None:
    threats = 0
    for game in positions(edition):
        view = View(game, game.asked)
        if not view.fields.shelf.is_two_way(game):
            continue
        view.find_threats()
        for square in range(0, int(game.dungeon.count), 3):
            assert threats_to(view, i64(square)) == view.threat(i64(square))
            threats += int(view.threat(i64(square)))
    assert threats > 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_blitz_that_is_not_searched_for_would_not_have_been_worth_it(edition: str) -> None:
    spared = found = 0
    for game in positions(edition):
        knowing = View(game, game.asked)
        for foe in list(knowing.foes)[:4]:
            worth = striking.target_worth(knowing, foe)
            for piece in list(knowing.ready)[:4]:
                knowing.reach(piece)
                for least in (-0.05, 0.012):
                    plan = told(striking.charge(knowing, piece, foe, worth, least))
                    fresh = View(game, game.asked)
                    assert told(striking.charge(fresh, piece, foe, worth, least)) == plan
                    spared += not fresh.has_reach(piece)
                    found += plan is not None
    assert spared > 0
    assert found > 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_choice_is_dominated_if_it_is_among_the_dominated_options(edition: str) -> None:
    dominated = sound_ones = 0
    for game in positions(edition, every=1):
        if list_options(game) > 1 and sound.is_small_question(game):
            options = [game.offered[index] for index in range(int(game.offers))]
            bad = sound.dominated(game)
            for option in options:
                assert sound.is_dominated(game, option) == (int(option) in bad)
                dominated += int(option) in bad
                sound_ones += int(option) not in bad
    assert dominated > 0
    assert sound_ones > 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_nearest_pairs_of_players_and_chests_belong_together(edition: str) -> None:
    for game in positions(edition):
        view = View(game, game.asked)
        if not view.hidden:
            continue
        pairs = []
        for number, chest in enumerate(view.chests()):
            assert game.is_chest(i64(chest))
            for piece in view.mine:
                if view.has_hands(piece) and game.status[piece] != STUNNED:
                    turns = view.way(view.to(i64(chest)), piece) * 100 // (movement_of(game, piece) + 1)
                    pairs.append((int(turns), int(piece), number, int(chest)))
        openers: dict[int, int] = {}
        for _, piece, _, chest in sorted(pairs):
            if piece not in openers and chest not in openers.values():
                openers[piece] = chest
        places = Places(view)
        assert {piece: int(at) for piece, at in enumerate(places.chest_of) if at >= 0} == openers


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_foremost_come_first_and_equally_near_players_in_their_order(edition: str) -> None:
    for game in positions(edition):
        view = View(game, game.asked)
        wanted = sorted((int(view.way(view.attack, piece)), int(piece)) for piece in view.ready)
        assert [int(piece) for piece in foremost_first(view)] == [piece for _, piece in wanted]


def test_a_chest_is_opened_by_the_same_player_however_many_ways_are_known() -> None:
    for game in positions("official"):
        knowing = View(game, game.asked)
        for piece in knowing.ready:
            knowing.reach(piece)
        assert told(chests.open_chest(View(game, game.asked))) == told(chests.open_chest(knowing))


def test_matches_in_two_dungeons_by_turns_do_not_clear_each_others_distances_away() -> None:
    one, other = any_game(3), any_game(15)
    assert one.dungeon is not other.dungeon
    kept = View(one, i64(0)).fields
    View(other, i64(0))
    assert View(one, i64(0)).fields is kept
    assert SHELVES.of(one).dungeon is one.dungeon
