"""A preview is the truth: random matches of every edition, and what was told is what is then rolled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.arena import Pairing, match_bots, new_game
from dungeonbowl.bots.seat import Seat
from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.actions import first_of, kind_of
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.events import TESTED
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.procedures.block.dice import dice_between
from dungeonbowl.engine.statuses import FURIOUS, STANDING
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.server.view import foresight
from dungeonbowl.server.view.ahead import activating
from dungeonbowl.server.view.chest_ways import chests_in_reach
from dungeonbowl.server.view.previews import overlay, portal_outcomes, reach_of
from dungeonbowl.server.view.prompts import UNTRIED
from dungeonbowl.server.view.throws import about_to_throw
from dungeonbowl.server.wire import Preview
from support.plans import how_many
from support.truth import Played, Told, difference, told, told_at_length
from support.walks import Luck, any_game, moments, options_of

EDITIONS = (
    ("official", ""),
    ("stockbowl", ""),
    ("astrogranite", "classic"),
    ("astrogranite", "standard"),
    ("astrogranite", "full"),
)
DECISIONS = 80  # of one match
MOST_MATCHES = 100_000


def positions(edition: str, preset: str) -> Iterator[tuple[Game, Luck, int]]:
    """Decisions of random matches, each with the number of its match."""
    for seed in range(1, MOST_MATCHES):
        game, luck = any_game(seed, edition), Luck(seed * 7 + 1)
        if preset != preset_of(game):
            continue
        for signal in moments(game, luck, DECISIONS):
            if signal == ASK and int(game.asked) < game.squads.sides:
                yield game, luck, seed

    pytest.fail("the matches do not have so many previews")


def preset_of(game: Game) -> str:
    """The preset of a match; the usual one is not written in its text."""
    text = str(game.rules.edition)
    if not text.startswith("astrogranite"):
        return ""
    return next((preset for preset in ("classic", "full") if preset in text), "standard")


def is_empty(expected: Told, played: Played) -> bool:
    """Whether there was nothing to tell, and nothing came: no preview to be counted."""
    return not (expected.rolls or expected.dice or played.tests or played.block)


@pytest.mark.parametrize(("edition", "preset"), EDITIONS)
def test_an_option_rolls_what_it_tells(edition: str, preset: str) -> None:
    left = how_many("previews")
    for game, luck, seed in positions(edition, preset):
        options = [option for option in options_of(game) if kind_of(i64(option)) not in UNTRIED]
        if not options:
            continue
        option = luck.pick(options)
        seen = foresight.of_option(game, option)
        played = Played(game, luck)
        played.choose(option)
        expected = told(seen.rolls, seen.dice)
        if is_empty(expected, played):
            continue
        assert difference(expected, played, True) == "", (seed, option)
        left -= 1
        if left == 0:
            return


@pytest.mark.parametrize(("edition", "preset"), EDITIONS)
def test_a_preview_of_a_player_is_what_it_then_does(edition: str, preset: str) -> None:
    """Against another player, or to a square: the walk, the deed, the dice, and each modifier by name."""
    left = how_many("previews")
    for game, luck, seed in positions(edition, preset):
        found = random_preview(game, luck)
        if found is None:
            continue
        played = Played(game, luck)
        whole = all(played.choose(int(step)) for step in found.steps)
        expected = told_at_length(found)
        if played.block is not None and found.block is None:
            continue  # the block of a door, or one of two at once: its option tells the dice
        if is_empty(expected, played):
            continue
        assert difference(expected, played, whole) == "", (seed, found.title, found.steps)
        assert whole or played.is_done() or not all(passed for _, _, passed in played.tests)
        if found.block is not None:
            check_block(game, found)
        left -= 1
        if left == 0:
            return


def random_preview(game: Game, luck: Luck) -> Preview | None:
    """A preview for a player who could be activated: of another player or a square, whichever comes up."""
    fresh = [first_of(i64(option)) for option in options_of(game) if kind_of(i64(option)) == actions.ACTIVATE]
    if not fresh:
        return None
    piece = luck.pick([int(each) for each in fresh])
    side = int(game.asked)
    if luck.one_in(2):
        others = [other for other in range(int(game.squads.count)) if game.square[other] >= 0 and other != piece]
        return foresight.preview(game, 0, side, piece, target=luck.pick(others)) if others else None
    squares = reach(game, i64(piece)).squares()
    return foresight.preview(game, 0, side, piece, square=luck.pick(squares)) if squares else None


def check_block(game: Game, found: Preview) -> None:
    """The strengths give the dice, their parts give the strengths, and the chances are whole."""
    block = found.block
    assert block is not None
    assert sum(part.value for part in block.attack_parts) == block.attack
    assert sum(part.value for part in block.defence_parts) == block.defence
    if game.conditions[block.attacker] & FURIOUS == 0:
        count = int(dice_between(i64(block.attack), i64(block.defence)))
        assert abs(count) == block.dice.count
    assert sum(chance.odds for chance in block.chances) == pytest.approx(1.0, abs=1e-4)
    assert sum(face.odds for face in block.faces) == pytest.approx(1.0, abs=1e-4)
    assert len(block.faces) == 5


@pytest.mark.parametrize(("edition", "preset"), EDITIONS)
def test_the_way_to_a_square_rolls_what_the_reach_tells(edition: str, preset: str) -> None:
    left = how_many("previews")
    for game, luck, seed in positions(edition, preset):
        fresh = [first_of(i64(option)) for option in options_of(game) if kind_of(i64(option)) == actions.ACTIVATE]
        if not fresh:
            continue
        piece = luck.pick([int(each) for each in fresh])
        squares = reach_of(game, 0, piece, int(game.asked)).squares
        if not squares:
            continue
        shown = squares[luck.below(len(squares))]
        played = Played(game, luck)
        move = int(actions.action(actions.DECLARE, actions.MOVE_ACTION))
        whole = played.choose(int(actions.action(actions.ACTIVATE, i64(piece)))) and played.choose(move)
        # the way is chosen step by step, as the order `walk` does
        way = reach(played.game, i64(piece)).actions(i64(shown.square)) if whole else []
        whole = whole and all(played.choose(choice) for choice in way)
        expected = told(shown.rolls, None)
        if is_empty(expected, played):
            continue
        assert difference(expected, played, whole) == "", (seed, piece, shown.square)
        left -= 1
        if left == 0:
            return


@pytest.mark.parametrize(("edition", "preset"), EDITIONS)
def test_a_throw_needs_what_the_overlay_of_passes_tells(edition: str, preset: str) -> None:
    """The number of the throw, and its chance with everything that is rolled before it."""
    left = how_many("previews")
    for game, luck, seed in positions(edition, preset):
        holders = [each for each in range(int(game.squads.count)) if is_holder(game, each)]
        if not holders:
            continue
        piece = luck.pick(holders)
        if about_to_throw(game, piece) is None:
            continue
        shown = {each.square: each for each in overlay(game, 0, "passes", piece, None).squares}
        played = Played(game, luck)
        get_ready(played, piece)
        targets = offered(played, int(actions.THROW_TO))
        if int(played.game.acting) != piece or not targets:
            assert not all(passed for _, _, passed in played.tests), (seed, piece)
            continue
        target = luck.pick(targets)
        square = int(first_of(i64(target)))
        played.choose(target)
        chance = 1.0
        rolled = [event for event in played.game.events if event.kind == TESTED]
        for event, at_most in zip(rolled, played.at_most, strict=True):
            well = event["needed"] / 6 if at_most else (7 - event["needed"]) / 6
            own = int(game.side_of[event["piece"]]) == int(game.asked)
            chance *= well if own else 1 - well
            if event.clause == game.rules.policies.throwing.read_as(clauses.PASS):
                assert shown[square].label == f"{event['needed']}+", (seed, piece, square)
                assert shown[square].value == pytest.approx(chance, abs=1e-5), (seed, piece, square)
                left -= 1
                break
            if bool(event["passed"]) != own:
                break
        else:
            assert square not in shown or played.is_done(), (seed, piece, square)
        if left <= 0:
            return


def is_holder(game: Game, piece: int) -> bool:
    own = int(game.side_of[piece]) == int(game.asked)
    return own and game.square[piece] >= 0 and game.ball_of(i64(piece)) >= 0


def get_ready(played: Played, piece: int) -> None:
    """Activate the player, declare a pass and aim, as far as it is still to be done."""
    if int(played.game.acting) != piece and not played.choose(int(actions.action(actions.ACTIVATE, i64(piece)))):
        played.choose(int(actions.END_ACTIVATION))
        played.choose(int(actions.action(actions.ACTIVATE, i64(piece))))
    if int(played.game.acting) == piece and int(played.game.declared) == 0:
        played.choose(int(actions.action(actions.DECLARE, actions.PASS_ACTION)))
    played.choose(int(actions.AIM))
    balls = offered(played, int(actions.CHOOSE_BALL))
    if balls:
        played.choose(balls[0])


def offered(played: Played, kind: int) -> list[int]:
    if played.game.signal != ASK:
        return []
    return [option for option in options_of(played.game) if kind_of(i64(option)) == kind]


def test_a_wrong_number_would_be_found() -> None:
    """The comparison sees another number, another modifier, other dice and another chooser."""
    found = 0
    for game, luck, _ in positions("official", ""):
        preview = random_preview(game, luck)
        if preview is None or not preview.rolls or preview.block is None:
            continue
        played = Played(game, luck)
        whole = all(played.choose(int(step)) for step in preview.steps)
        expected = told_at_length(preview)
        if played.block is None or not played.tests:
            continue
        (what, needed, against), *others = expected.rolls
        dice = preview.block.dice
        assert difference(expected, played, whole) == ""
        assert difference(expected._replace(rolls=[(what, needed + 1, against), *others]), played, whole)
        assert difference(expected._replace(modifiers=[9] * len(expected.rolls)), played, whole)
        assert difference(expected._replace(rolls=[]), played, whole)
        assert difference(expected._replace(dice=None), played, whole)
        assert difference(expected._replace(dice=type(dice)(dice.count, 1 - dice.chooser)), played, whole)
        found += 1
        if found == 5:
            return


def test_no_chest_is_offered_to_who_may_not_walk() -> None:
    """A player in a pit can climb out and nothing else, however near the chest is."""
    pairing = Pairing("astrogranite(full)", home="random", away="random")
    game, dice = new_game(pairing), match_dice(1)
    begin(game)
    seats = [Seat(each, tells=False) for each in match_bots(pairing, 1)]
    move = int(actions.action(actions.DECLARE, actions.MOVE_ACTION))
    kept_down = 0
    while advance(game, dice) == ASK and game.decisions < 2500:
        if game.asked >= game.squads.sides:
            choose_trusted(game, game.rules.policies.neutral.advice(game))
            continue
        for piece in range(int(game.squads.count)):
            if game.square[piece] < 0 or game.side_of[piece] != game.asked or game.status[piece] == STANDING:
                continue
            begun = activating(game, piece)
            if begun is not None and begun[1].declared == 0 and move not in options_of(begun[1]):
                kept_down += 1
                assert chests_in_reach(game, piece) == []
        choose_trusted(game, seats[game.asked].choose(game, options_of(game)))
    assert kept_down


@pytest.mark.parametrize(("edition", "word"), [("official", "portal"), ("astrogranite(classic)", "teleporter")])
def test_a_way_through_the_dungeon_is_called_as_the_edition_calls_it(edition: str, word: str) -> None:
    game, dice = new_game(Pairing(edition)), match_dice(1)
    begin(game)
    while advance(game, dice) == ASK and game.active < 0:
        choose_trusted(game, options_of(game)[0])
    entrance = next(node for node in range(int(game.dungeon.count)) if game.portal_number(i64(node)))
    texts = [each.text for each in portal_outcomes(game, 0, entrance) if each.square is not None]
    assert texts
    assert all(text.startswith(f"{word} ") for text in texts)


def test_the_way_that_is_drawn_to_a_chest_is_the_way_that_is_walked() -> None:
    """Several squares beside a chest may be as good as each other."""
    left = how_many("previews")
    for game, _, seed in positions("official", ""):
        side = int(game.asked)
        fresh = [int(first_of(i64(each))) for each in options_of(game) if kind_of(i64(each)) == actions.ACTIVATE]
        for piece in fresh[:2]:
            for way in chests_in_reach(game, piece):
                drawn = foresight.preview(game, 0, side, piece, square=way.square)
                assert drawn is not None
                assert drawn.path == way.path, (seed, piece, way.square)
                left -= 1
                if left == 0:
                    return
