"""The chain of events, and the texts that it only refers to."""

from __future__ import annotations

import hashlib
import json

import msgspec
import pytest
from msgspec.structs import replace

from dungeonbowl.league import team_events as e
from dungeonbowl.league.chain import START, Actor, BrokenChain, Cause, Event, digest, head_of, linked, refuse_broken
from dungeonbowl.league.fold import fold
from dungeonbowl.league.texts import HIDDEN, MARK, Text, Texts, ref_of
from support.league import Chronicle, league_team

TEAM = league_team()


def history() -> Chronicle:
    return Chronicle(TEAM).add(e.Gold(50_000), e.Suspended("shouts at the referee"), e.Revived(), rule="O-POST-02")


def test_a_hash_is_of_the_one_before_it_and_of_everything_else_that_the_event_says() -> None:
    """A stranger can compute it with any JSON library: keys sorted, no spaces, what is empty left out."""
    event = history().events[1]
    said = {
        "actor": {"role": "rules"},
        "at": event.at,
        "body": {"amount": 50_000},
        "cause": {"kind": "decision"},
        "kind": "gold",
        "log": "t_a",
        "rule": "O-POST-02",
        "seq": 2,
    }
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert event.hash == hashlib.sha256((event.prev + text).encode()).hexdigest()
    assert event.prev == history().events[0].hash
    assert history().events[0].prev == START


CHANGES = [
    {"body": {"amount": 60_000}},
    {"at": "2025-01-01T00:00:00Z"},
    {"actor": Actor("commissioner")},
    {"cause": Cause("match", "m_9")},
    {"rule": "O-POST-03"},
    {"dice": (6,)},
    {"kind": "expenses"},
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_whatever_is_changed_breaks_the_chain_at_that_event(change: dict[str, object]) -> None:
    events = history().events
    refuse_broken(events, "t_a")
    events[1] = replace(events[1], **change)
    with pytest.raises(BrokenChain, match=r"event 2 of t_a \(.*\): it was changed after it was written") as broken:
        refuse_broken(events, "t_a")
    assert broken.value.seq == 2
    events[1] = replace(events[1], hash=digest(events[1]))  # a hash that fits does not help: the next one names another
    with pytest.raises(BrokenChain, match="event 3 of t_a: it does not follow on the event before it"):
        refuse_broken(events, "t_a")


def test_events_that_are_left_out_put_in_or_of_another_log_are_found() -> None:
    events = history().events
    with pytest.raises(BrokenChain, match="event 2 of t_a: expected the number 2, found 3"):
        refuse_broken([events[0], *events[2:]], "t_a")
    with pytest.raises(BrokenChain, match="event 3 of t_a: expected the number 3, found 2"):
        refuse_broken([*events[:2], *events[1:]], "t_a")
    with pytest.raises(BrokenChain, match="event 1 of t_b: expected one of this log, found one of t_a"):
        refuse_broken(events, "t_b")
    refuse_broken(events[2:], "t_a", events[1].hash, 2)  # a part of a log


def test_events_of_the_same_team_are_linked_in_order() -> None:
    first = linked("t", [], at="", actor=Actor("coach", "a"), cause=Cause("decision"), kind="gold", body={"amount": 1})
    assert (first.seq, first.prev, head_of([])) == (1, START, START)
    second = linked("t", [first], at="", actor=Actor("rules"), cause=Cause("decision"), kind="gold", body={}, dice=[3])
    assert (second.seq, second.prev, second.dice, head_of([first, second])) == (2, first.hash, (3,), second.hash)


def test_nothing_can_stand_in_an_event_beside_what_its_hash_is_of() -> None:
    line = json.loads(msgspec.json.encode(history().events[1]))
    assert msgspec.convert(line, Event).hash == line["hash"]
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({**line, "note": "trust me"}, Event)
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({**line, "actor": {"role": "coach", "name": "Ann"}}, Event)


# --- texts ------------------------------------------------------------------------------------------------------------


def test_no_name_and_no_reason_stands_in_an_event() -> None:
    written = history().add(e.Renamed("Uwe the Odd", "p_1"))
    line = b"\n".join(msgspec.json.encode(event) for event in written.events)
    for text in (TEAM.name, TEAM.players[0].name, "shouts at the referee", "Uwe the Odd"):
        assert text.encode() not in line
    assert written.kept.team.name == TEAM.name
    assert written.player("p_1").name == "Uwe the Odd"


def test_hiding_a_text_breaks_no_chain_and_changes_no_number() -> None:
    written = history().add(e.Renamed("Uwe the Odd", "p_1"), e.Points("p_1", 4))
    ref = written.events[-2].body["name"]
    assert ref.startswith(MARK)
    before = written.kept
    written.texts.hide(ref)
    refuse_broken(written.events, "t_a")
    after = written.kept
    assert written.player("p_1").name == HIDDEN
    assert (after.head, after.team.history) == (before.head, before.team.history)
    shown = replace(written.player("p_1"), name="Uwe the Odd")
    assert shown == before.player("p_1")


def test_a_text_is_kept_once_and_can_be_checked() -> None:
    texts = Texts()
    ref = texts.keep("Uwe")
    assert texts.keep("Uwe") == ref
    assert texts.keep(ref) == ref
    assert Texts().keep("Uwe") != ref  # the salt is another one: the same name cannot be looked for
    (kept,) = texts.take_new()
    assert texts.take_new() == []
    assert (kept.ref, texts.is_true(kept)) == (ref, True)
    assert not texts.is_true(replace(kept, text="Udo"))
    again = Texts([kept])
    assert again.read(ref) == "Uwe"
    assert again.keep("Uwe") == ref


def test_a_hidden_text_is_another_one_when_it_is_said_again() -> None:
    texts = Texts()
    ref = texts.keep("Uwe")
    texts.hide(ref)
    assert texts.read(ref) == HIDDEN
    other = texts.keep("Uwe")
    assert (texts.read(ref), texts.read(other)) == (HIDDEN, "Uwe")
    assert texts.is_true(Text(ref))


def test_what_is_no_reference_stands_for_itself() -> None:
    texts = Texts()
    assert texts.read("Uwe") == "Uwe"
    assert texts.read(ref_of("salt", "unknown")) == HIDDEN
    texts.hide("no such reference")


def test_a_fold_without_texts_has_references_for_names() -> None:
    kept = fold(history().events)
    assert kept.team.name.startswith(MARK)
    assert all(player.name.startswith(MARK) for player in kept.team.players)


def test_texts_inside_a_correction_are_references_too() -> None:
    written = history().add(e.Renamed("Rude word"))
    written.add(e.Void(5, "name abuse", {"kind": "renamed", "name": "Team 5"}))
    assert written.kept.team.name == "Team 5"
    assert b"Team 5" not in msgspec.json.encode(written.events[-1])
    assert b"abuse" not in msgspec.json.encode(written.events[-1])
