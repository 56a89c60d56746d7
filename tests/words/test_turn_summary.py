"""The summary of the other coaches' turns, and the causes of turnovers."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest

from dungeonbowl.bots.arena import Pairing, match_bots, new_game
from dungeonbowl.bots.seat import Seat, options_of
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, STUNNED
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.words.causes import Cause, cause_of, is_fault
from dungeonbowl.words.narration import Narrator
from dungeonbowl.words.notation import Names
from dungeonbowl.words.turn_summary import DEAD, MOST_LINES, Line, turn_summary, turns_between

SCENE = Scene(
    """
    .....
    .A.b.
    .C...
    """,
    {"A": home(), "C": home(), "b": away()},
)
TELLER = Narrator(SCENE.game, SCENE.names)
A, C, B = (SCENE.names.piece(name) for name in ("A", "C", "b"))
COORDINATES = re.compile(r"\([0-9]+,[0-9]+\)")
EDITIONS = ("official", "stockbowl", "astrogranite(classic)", "astrogranite(full)")


def told_of(*happened: Event) -> list[Line]:
    """What the coach of A and C reads of a turn of the other coach."""
    turn = [
        Event(events.TURN_BEGAN, clauses.TEAM_TURN, 1, 1, 0, 0),
        Event(events.ACTIVATED, clauses.ACTIVATION, B, 0, 0, 0),
        *happened,
        Event(events.TURN_ENDED, clauses.END_TURN, 1, 0, 0, 0),
        Event(events.TURN_BEGAN, clauses.TEAM_TURN, 0, 2, 0, 0),
    ]
    first = turns_between(turn, len(turn) - 1, [0])
    assert first == 0
    return turn_summary(TELLER, turn, first, len(turn) - 1, [0])


def block(target: int) -> Event:
    return Event(events.FACE_CHOSEN, clauses.BLOCK, B, target, 6, 0)


def down(piece: int, clause: int = int(clauses.BLOCK)) -> Event:
    return Event(events.WENT_DOWN, clause, piece, 6, 0, 0)


def test_who_did_what_to_whom_is_one_line_with_the_worst_of_it() -> None:
    lines = told_of(
        block(A), down(A), Event(events.INJURED, clauses.INJURY, A, 8, int(KNOCKED_OUT), 0), block(C), down(C)
    )
    assert [line.text for line in lines] == ["B knocked our A out", "B knocked our C down"]
    assert lines[0].number == 4, "the moment when A is out"


@pytest.mark.parametrize(
    ("harm", "text"),
    [
        ([Event(events.INJURED, clauses.INJURY, 0, 4, int(STUNNED), 0)], "B stunned our A"),
        (
            [
                Event(events.INJURED, clauses.INJURY, 0, 11, int(CASUALTY), 0),
                Event(events.CASUALTY_SUFFERED, clauses.CASUALTY_ROLL, 0, 1, 3, 0),
            ],
            "B put our A out of the match",
        ),
        (
            [
                Event(events.INJURED, clauses.INJURY, 0, 11, int(CASUALTY), 0),
                Event(events.CASUALTY_SUFFERED, clauses.CASUALTY_ROLL, 0, DEAD, 16, 0),
            ],
            "B killed our A",
        ),
    ],
)
def test_every_harm_has_words(harm: list[Event], text: str) -> None:
    assert text in [line.text for line in told_of(block(A), down(A), *harm)]


def test_a_failed_dodge_is_the_cause_and_its_fall_is_not_told_again() -> None:
    turnover = Event(events.TURNOVER, clauses.TURNOVER_FALL, 1, 0, 0, 0)
    lines = told_of(
        Event(events.TESTED, clauses.DODGE, B, 2, 4, 0),
        down(B, int(clauses.FELL)),
        Event(events.ACTIVATION_ENDED, clauses.END_ACTIVATION, B, 0, 0, 0),
        turnover,
    )
    assert [(line.number, line.text) for line in lines] == [(2, "Turnover: b failed a dodge")]


def test_an_exploding_chest_is_the_cause_of_the_turnover() -> None:
    told = [
        Event(events.ACTIVATED, clauses.ACTIVATION, B, 0, 0, 0),
        Event(events.CHEST_OPENED, clauses.CHEST_TRAP, B, 8, 0, 0),
        down(A, int(clauses.EXPLOSION)),
        down(B, int(clauses.EXPLOSION)),
        Event(events.ACTIVATION_ENDED, clauses.END_ACTIVATION, B, 0, 0, 0),
        Event(events.TURNOVER, clauses.TURNOVER_KNOCKED_DOWN, 1, 0, 0, 0),
    ]
    assert cause_of(told, 5, SCENE.game, Names(SCENE.game)) == Cause(1, "the chest exploded")


def test_a_test_that_was_rolled_again_is_not_the_cause() -> None:
    told = [
        Event(events.ACTIVATED, clauses.ACTIVATION, B, 0, 0, 0),
        Event(events.TESTED, clauses.DODGE, B, 2, 4, 0),
        Event(events.TESTED, clauses.DODGE, B, 5, 4, 1),
        Event(events.INJURED, clauses.INJURY, B, 0, 0, 0),
        Event(events.TURNOVER, clauses.TURNOVER_TELEPORT, 1, 0, 0, 0),
    ]
    assert cause_of(told, 4, SCENE.game, SCENE.names) == Cause(3, "a player was hurt by a second portal")


def test_who_falls_over_has_failed_a_test_even_if_a_trap_came_between() -> None:
    told = [
        Event(events.ACTIVATED, clauses.ACTIVATION, B, 0, 0, 0),
        Event(events.TESTED, clauses.RUSH, B, 1, 2, 0),
        Event(events.TRAP_SPRUNG, clauses.STEP, B, 8, 0, 0),
        down(B, int(clauses.FELL)),
        Event(events.TURNOVER, clauses.TURNOVER_FALL, 1, 0, 0, 0),
    ]
    assert cause_of(told, 4, SCENE.game, SCENE.names) == Cause(1, "b failed a rush")


def test_a_touchdown_is_no_fault() -> None:
    assert not is_fault(Event(events.TURNOVER, clauses.TOUCHDOWN, 1, 0, 0, 0))
    assert not is_fault(Event(events.TURNOVER, clauses.TURNOVER_SCORED, 1, 0, 0, 0))
    assert is_fault(Event(events.TURNOVER, clauses.TURNOVER_FALL, 1, 0, 0, 0))
    lines = told_of(
        Event(events.SCORED, clauses.TOUCHDOWN, B, 1, 0, 0), Event(events.TURNOVER, clauses.TOUCHDOWN, 1, 0, 0, 0)
    )
    assert lines[-1].text.startswith("TOUCHDOWN")
    assert not any(line.text.startswith("Turnover") for line in lines)


def test_a_turn_in_which_nothing_mattered_has_no_line() -> None:
    assert told_of() == []
    assert told_of(Event(events.MOVED, clauses.STEP, B, 6, 7, 0)) == []


def test_who_came_on_is_told_with_the_way_in() -> None:
    scene = Scene("A..4..b", {"A": home(), "b": away()})
    entrance = next(node for node in range(int(scene.game.dungeon.count)) if scene.game.portal_number(node))
    player = scene.names.piece("b")
    told = [
        Event(events.TURN_BEGAN, clauses.TEAM_TURN, 1, 1, 0, 0),
        Event(events.ENTERED, clauses.DUGOUT_ARRIVAL, player, entrance, 0, 0),
        Event(events.TURN_BEGAN, clauses.TEAM_TURN, 0, 2, 0, 0),
    ]
    lines = turn_summary(Narrator(scene.game, scene.names), told, 0, 2, [0])
    assert [(line.number, line.text) for line in lines] == [(1, "B came on through portal 4")]


def test_there_is_nothing_to_sum_up_between_two_turns_of_the_same_coach() -> None:
    turns = [Event(events.TURN_BEGAN, clauses.TEAM_TURN, side, 1, 0, 0) for side in (0, 0)]
    assert turns_between(turns, 1, [0]) is None
    assert turns_between([*turns, Event(events.TURN_BEGAN, clauses.TEAM_TURN, 1, 1, 0, 0)], 2, [0, 1]) is None


# --- whole matches ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def a_match(edition: str, bot: str, seed: int) -> Game:
    """A match between two bots of a level."""
    pairing = Pairing(edition, home=bot, away=bot)
    game = new_game(pairing)
    game.record()
    begin(game)
    dice = match_dice(seed)
    seats = [Seat(each, tells=False) for each in match_bots(pairing, seed)]
    while advance(game, dice) == ASK and game.decisions < 20_000:
        if game.asked >= game.squads.sides:
            choose_trusted(game, game.rules.policies.neutral.advice(game))
        else:
            choose_trusted(game, seats[game.asked].choose(game, options_of(game)))
    return game


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("bot", ["random", "normal"])
def test_every_turn_of_a_match_is_summed_up_in_five_lines_at_most(edition: str, bot: str) -> None:
    for seed in (1, 2):
        game = a_match(edition, bot, seed)
        teller = Narrator(game)
        told = game.events
        summed = 0
        for place, event in enumerate(told):
            if event.kind != events.TURN_BEGAN:
                continue
            sides = [event["side"]]
            first = turns_between(told, place, sides)
            if first is None:
                continue
            lines = turn_summary(teller, told, first, place, sides)
            summed += bool(lines)
            numbers = [line.number for line in lines]
            assert len(lines) <= MOST_LINES
            assert numbers == sorted(set(numbers))
            assert all(first <= number < place for number in numbers)
            assert not any(line.text.endswith(" acted") for line in lines)
            assert all(line.text and line.text[0] == line.text[0].upper() for line in lines)
            assert len({line.text for line in lines}) == len(lines)
            assert not any(COORDINATES.search(line.text) for line in lines)
            mattered = {
                each
                for each in range(first, place)
                if told[each].kind == events.SCORED
                or (told[each].kind == events.CHEST_OPENED and told[each]["contents"] == 1)
            }
            assert mattered <= set(numbers) or len(mattered) > MOST_LINES
        assert summed > 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_cause_of_a_turnover_lies_in_the_activation_that_it_ends(edition: str) -> None:
    found = 0
    for seed in (1, 2):
        game = a_match(edition, "random", seed)
        for place, event in enumerate(game.events):
            if not is_fault(event):
                continue
            found += 1
            cause = cause_of(game.events, place, game, Names(game)).place
            between = game.events[cause : place + 1]
            assert not any(each.kind in (events.TURN_BEGAN, events.ACTIVATED) for each in between[1:])
            kind = game.events[cause].kind
            assert kind not in (events.TURNOVER, events.DICE_ROLLED, events.ACTIVATION_ENDED)
            if kind == events.TESTED:
                assert not game.events[cause]["passed"]
    assert found > 3
