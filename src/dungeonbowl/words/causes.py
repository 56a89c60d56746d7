"""Why a team turn ended early, found in what happened before.

The event of a turnover says under which rule the turn ended: a player of the active team was knocked down, say. What a
coach wants to know is what did it: the chest that exploded, the dodge that failed. The story tells that too: it is the
first thing of the activation that the rules call a turnover.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.game import Game
from dungeonbowl.languages import mark, t
from dungeonbowl.words.notation import Names
from dungeonbowl.words.phrases import DOWN_REASONS, TEST_NOUNS, TURNOVER_CAUSES

# Turnovers that come with a touchdown: nothing has gone wrong.
SCORING: Final = frozenset({int(clauses.TOUCHDOWN), int(clauses.TURNOVER_SCORED)})
# Events that bring players down: the parts that name them, and the value that makes the event a cause, if it has one.
STRIKES: Final[dict[int, tuple[tuple[str, ...], tuple[str, int] | None]]] = {
    int(events.TESTED): (("piece",), ("passed", 0)),
    int(events.FACE_CHOSEN): (("piece", "target"), None),
    int(events.TRAP_SPRUNG): (("piece",), None),
    int(events.SLASHED): (("target",), None),
    int(events.FOULED): (("target",), None),
    int(events.ROOM_WORKED): (("piece",), None),
}
# Events that may bring anybody down.
BLASTS: Final[dict[int, tuple[str, int] | None]] = {
    int(events.CHEST_OPENED): ("contents", 0),
    int(events.BOMB_EXPLODED): None,
    int(events.FLAMES_BURST): None,
    int(events.WINDS_RELEASED): None,
    int(events.SPELL_CAST): None,
    int(events.SPELL_WORKED): None,
}
# Turnovers that one kind of event explains: the last of it.
TOLD_BY: Final[dict[int, tuple[int, ...]]] = {
    int(clauses.TOUCHDOWN): (int(events.SCORED),),
    int(clauses.TURNOVER_SCORED): (int(events.SCORED),),
    int(clauses.TURNOVER_SENT_OFF): (int(events.SENT_OFF),),
    int(clauses.TURNOVER_ETHER): (int(events.VANISHED),),
    int(clauses.TURNOVER_BALL_ASTRAY): (int(events.BALL_TELEPORTED), int(events.BALL_DROPPED)),
    int(clauses.TURNOVER_OWN_BOMB): (int(events.BOMB_EXPLODED),),
    int(clauses.TURNOVER_THIRST): (int(events.STRANDED),),
    int(clauses.TURNOVER_TELEPORT): (int(events.INJURED), int(events.LEFT_PLAY)),
    int(clauses.TURNOVER_INTERFERENCE): (int(events.INTERFERED),),
    int(clauses.TURNOVER_FUMBLE): (int(events.BALL_DROPPED),),
}
# Turnovers that a failed test explains: what it was for.
FAILED: Final[dict[int, tuple[int, ...]]] = {
    int(clauses.TURNOVER_PICK_UP): (int(clauses.PICK_UP),),
    int(clauses.TURNOVER_FUMBLE): (int(clauses.PASS), int(clauses.THROW_BOMB)),
    int(clauses.TURNOVER_LOOSE_BALL): (int(clauses.CATCH), int(clauses.PASS)),
}
# Those among them for which the test says it all.
SAID_BY_TEST: Final = frozenset({int(clauses.TURNOVER_PICK_UP), int(clauses.TURNOVER_FUMBLE)})
# Turnovers that a player who went down has caused.
BY_FALLING: Final = frozenset(
    int(clause)
    for clause in (
        clauses.TURNOVER_FALL,
        clauses.TURNOVER_KNOCKED_DOWN,
        clauses.TURNOVER_PLACED_PRONE,
        clauses.TURNOVER_CARRIER,
        clauses.TURNOVER_THROWN_CARRIER,
    )
)
# Where an activation begins, or what comes in its place.
BEGINNINGS: Final = frozenset(int(kind) for kind in (events.ACTIVATED, events.ENTERED, events.TURN_BEGAN))
UNSAID: Final = frozenset(int(kind) for kind in (events.ACTIVATION_ENDED, events.DICE_ROLLED))


WENT_WRONG: Final = mark("something went wrong")


class Cause(NamedTuple):
    """The event that brought a turnover about, by its place in the story, and in words: "the chest exploded", "#3 Grak
    failed a dodge"."""

    place: int
    words: str


def is_fault(event: Event) -> bool:
    """Whether a turnover is a misfortune, and not the end of a turn by a touchdown."""
    return event.kind == events.TURNOVER and int(event.clause) not in SCORING


def cause_of(told: Sequence[Event], index: int, game: Game, names: Names) -> Cause:
    """What brought about the turnover at `index`."""
    clause = int(told[index].clause)
    first = index
    while first > 0 and int(told[first].kind) not in BEGINNINGS:
        first -= 1
    latest_first = range(index - 1, first, -1)
    failures = [place for place in latest_first if is_failed_test(told[place])]
    by_cause = game.rules.tables.turnover_by_cause
    falls = falls_of(told, range(first, index), told[index]["side"], game)
    if clause in BY_FALLING:
        for fall in falls:
            if int(by_cause[int(told[fall].clause)]):
                place = strike_before(told, fall, first)
                return Cause(place, fall_words(told[fall], told[place], names))
        if failures and clause == clauses.TURNOVER_FALL:  # who has left the dungeon while falling
            return Cause(failures[0], failing(told[failures[0]], names))
    general = t(TURNOVER_CAUSES.get(clause, WENT_WRONG))
    words = general.replace("portal", t(str(game.dungeon.map_rules.portal_word)))
    for place in failures:
        if int(told[place].clause) in FAILED.get(clause, ()):
            return Cause(place, failing(told[place], names) if clause in SAID_BY_TEST else words)
    for kind in TOLD_BY.get(clause, ()):
        for place in latest_first:
            if told[place].kind == kind:
                sent_off = kind == events.SENT_OFF
                return Cause(place, was_sent_off(names.of(told[place]["piece"])) if sent_off else words)
    if falls:
        return Cause(strike_before(told, falls[0], first), words)
    return Cause(next((place for place in latest_first if int(told[place].kind) not in UNSAID), first), words)


def was_sent_off(player: str) -> str:
    return t("{player} was sent off", player=player)


def falls_of(told: Sequence[Event], places: range, side: int, game: Game) -> list[int]:
    """Where players of a side went down."""
    down = [place for place in places if told[place].kind == events.WENT_DOWN]
    return [place for place in down if int(game.side_of[told[place]["piece"]]) == side]


def strike_before(told: Sequence[Event], fall: int, first: int) -> int:
    """What brought the player down who goes down at `fall`; that itself if nothing is told of it. Who falls over has
    failed a test, whatever came between."""
    piece = told[fall]["piece"]
    fell = told[fall].clause == clauses.FELL
    for place in range(fall - 1, first, -1):
        event = told[place]
        kind = int(event.kind)
        if fell and kind != events.TESTED:
            continue
        parts, value = STRIKES.get(kind, ((), None))
        named = any(event[part] == piece for part in parts)
        if kind in BLASTS:
            named, value = True, BLASTS[kind]
        if named and (value is None or event[value[0]] == value[1]):
            return place
    return fall


def fall_words(fall: Event, strike: Event, names: Names) -> str:
    """Who went down, and why."""
    who = names.of(fall["piece"])
    cause = int(fall.clause)
    if cause == clauses.FELL:
        return failing(strike, names) if is_failed_test(strike) else t("{player} fell", player=who)
    if cause == clauses.BLOCKED:
        if strike.kind != events.FACE_CHOSEN or strike["piece"] != fall["piece"]:
            return t("{player} was knocked down", player=who)
        if strike["target"] < 0:
            return t("{player} was knocked down in its own block", player=who)
        target = names.of(strike["target"])
        return t("{player} was knocked down in its own block against {target}", player=who, target=target)
    reason = t(DOWN_REASONS.get(cause, ""))
    if cause == clauses.EXPLOSION:
        return reason
    if reason:
        return t("{player} went down: {reason}", player=who, reason=reason)
    return t("{player} went down", player=who)


def is_failed_test(event: Event) -> bool:
    return event.kind == events.TESTED and not event["passed"] and int(event.clause) in TEST_NOUNS


def failing(test: Event, names: Names) -> str:
    """Who has failed what: "#3 Grak failed a dodge"."""
    noun = TEST_NOUNS[int(test.clause)]
    text = "{player} failed an {test}" if noun[0] in "aeiou" else "{player} failed a {test}"
    return t(text, player=names.of(test["piece"]), test=t(noun))
