"""Events as lines to read."""

from __future__ import annotations

import re

import pytest

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.event_kinds import EVENT_KINDS
from dungeonbowl.engine.events import EVENT_NAMES, Event
from dungeonbowl.engine.sides import UNSEEN
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.words.notation import Names
from dungeonbowl.words.story import WORDS, Teller, story
from support.walks import Luck, a_whole_match, any_game, play_on

SCENE = Scene(
    """
    .....
    .A.b.
    .....
    """,
    {"A": home(), "b": away()},
)
TELLER = Teller(SCENE.game, SCENE.names)


def test_every_event_has_words() -> None:
    assert set(WORDS) == set(range(1, len(EVENT_NAMES)))


def test_a_sentence_names_parts_of_its_own_event_only() -> None:
    for number, sentence in WORDS.items():
        if isinstance(sentence, str):
            assert set(re.findall(r"{(\w+)}", sentence)) <= {*EVENT_KINDS[number].places, "why"}, sentence


def test_a_player_called_like_a_part_of_a_sentence_is_told_like_any_other() -> None:
    names = Names(SCENE.game, {"{square}": 0, "{0}": 1})
    teller = Teller(SCENE.game, names)
    pushed = Event(events.PUSHED, clauses.PUSH, 0, 6, 7, 0)
    assert teller.line(pushed) == "{square} is pushed (1,1) to (2,1) (O-PUSH-03)"
    chosen = Event(events.FACE_CHOSEN, clauses.BLOCK, 0, 1, 3, 0)
    assert teller.line(chosen).startswith("{square} against {0}: push")


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Event(events.TESTED, clauses.DODGE, 0, 2, 4, 0), "A dodges: 2, needs 4+: fails (O-MOVE-10)"),
        (Event(events.TESTED, clauses.RUSH, 1, 2, 2, 1), "b rushes: 2, needs 2+: succeeds (O-MOVE-07)"),
        (Event(events.MOVED, clauses.STEP, 0, 6, 7, 0), "A moves (1,1) to (2,1) (O-MOVE-01)"),
        (Event(events.DECLARED, clauses.DECLARATION, 0, 3, 2, 0), "A declares blitz against b (O-TURN-05)"),
        (Event(events.TURNOVER, clauses.TURNOVER_FALL, 0, 0, 0, 0), "TURNOVER of A (home): fall (O-TO-01)"),
        (Event(events.TURN_BEGAN, clauses.TEAM_TURN, 1, 3, 0, 0), "--- Turn 3 of B (away) (O-TURN-01)"),
        (Event(events.LEFT_PLAY, 0, 1, 4, 8, 0), "b leaves the dungeon: knocked-out"),
        (Event(events.MATCH_ENDED, 0, 2, 0, 0, 0), "B (away) wins"),
        (Event(events.MATCH_ENDED, 0, 0, 0, 0, 0), "The match is a draw"),
    ],
)
def test_an_event_is_a_sentence_with_its_rule(event: Event, line: str) -> None:
    assert TELLER.line(event) == line


def test_dice_are_told_where_no_other_event_tells_of_them() -> None:
    scene = Scene(
        """
        .....
        .A.b.
        .....
        """,
        {"A": home(agility=3, armour=9), "b": away()},
    )
    scene.play("activate A", "declare move", "step e", "step w", dice=["D6 2", "2D6 2+3"])
    told = story(scene.game, scene.names)
    assert "A dodges: 2, needs 3+: fails (O-MOVE-10)" in told
    assert "B rolls 2D6 2+3 for armour (O-INJ-02)" in told
    assert "armour of A holds: 5, needs 9+ (O-INJ-02)" in told
    assert not any("D6 2 for dodge" in line for line in told)


def test_dice_that_nobody_has_answered_yet_are_told() -> None:
    event = Event(events.DICE_ROLLED, clauses.BOUNCE, -1, 5, 1, 8)
    assert TELLER.lines([event]) == ["D8 5 for bounce (O-BALL-01)"]


def test_of_a_die_that_nobody_sees_only_the_kind_is_told() -> None:
    scene = Scene("A.b", {"A": home(), "b": away()}, edition="astrogranite(classic)")
    event = Event(events.DICE_ROLLED, clauses.CHEST_DRAW, UNSEEN, 0, 1, 6)
    assert Teller(scene.game).lines([event]) == ["D6 that nobody sees for chest draw (A-SETUP-04)"]


def test_whatever_happens_can_be_told() -> None:
    for seed in range(24):
        game = any_game(seed)
        play_on(game, Luck(seed), 300)
        lines = story(game)
        assert all(line and line == line.strip() and "\n" not in line for line in lines)


def test_players_are_called_by_side_and_number() -> None:
    game = a_whole_match(1)
    play_on(game, Luck(1), 60)
    lines = story(game)
    assert lines[0] == "The match begins: Home against Away"
    assert any(re.match(r"A\d+ is set up at \(\d+,\d+\)", line) for line in lines)
