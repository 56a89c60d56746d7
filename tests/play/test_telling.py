"""Events and actions say what they are about by name, and call one side by one name."""

from __future__ import annotations

import re

import pytest

import dungeonbowl as db
from dungeonbowl.engine.events import EATEN
from dungeonbowl.engine.events import Event as EngineEvent
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.play.match import events_of

EDITIONS = [
    ("official(turn_limit=6, quick=1)", "of-1", ("fire-fast", "light-balanced")),
    ("stockbowl(turn_limit=4, quick=1)", "sb-04", ()),
    ("astrogranite(full, turn_limit=3)", "ag-sampler", ()),
]


def played(edition: str, dungeon: str, teams: tuple[str, ...], seed: int = 3) -> db.Match:
    match = db.Match(edition, dungeon=dungeon, teams=teams, seed=seed)
    while not match.is_over:
        match.play(db.bots.random(match))
    return match


@pytest.mark.parametrize(("edition", "dungeon", "teams"), EDITIONS)
def test_a_side_has_one_name(edition: str, dungeon: str, teams: tuple[str, ...]) -> None:
    match = played(edition, dungeon, teams)
    rolls = [each.words for each in match.events if each.kind == "dice rolled" and each.side is not None]
    assert rolls
    assert all(re.match(r"(home|away|game master|neutral) rolls ", each) for each in rolls)
    letters = [each for each in match.story[1:] if re.search(r"\b[AB] \(|^[AB] ", each)]
    assert letters == []
    assert any("home" in each for each in match.story)


@pytest.mark.parametrize(("edition", "dungeon", "teams"), EDITIONS)
def test_every_part_of_an_event_is_a_value(edition: str, dungeon: str, teams: tuple[str, ...]) -> None:
    match = played(edition, dungeon, teams)
    for event in match.events:
        for name, value in event.parts.items():
            assert value is None or isinstance(value, (bool, int, str, tuple, db.Piece, db.Side, db.Square, db.Ball)), (
                event,
                name,
            )
            if name == "dice":
                assert value == event.dice
            for named in ("piece", "target", "by", "square", "origin", "side", "ball", "status", "action", "passed"):
                if name == named:
                    assert getattr(event, name) == value, event


def test_events_name_what_newcomers_ask_for() -> None:
    match = played(*EDITIONS[0])
    by_kind: dict[str, list[db.Event]] = {}
    for event in match.events:
        by_kind.setdefault(event.kind, []).append(event)
    test = by_kind["tested"][0]
    assert isinstance(test.passed, bool)
    assert test.needed is not None
    assert test.parts["passed"] is test.passed
    assert by_kind["activated"][0].passed is None
    assert by_kind["activated"][0].needed is None
    assert {each.action for each in by_kind["declared"]} >= {"move"}
    downs = [each for each in match.events if "status" in each.parts]
    assert downs
    assert {each.status for each in downs} <= set(STATUS_NAMES)


def test_who_did_it_is_no_target() -> None:
    match = db.Match("official", dungeon="of-1", seed=7, quick=True)
    (eaten,) = events_of(match.position, [EngineEvent(EATEN, 0, 1, 0, 0, 0)])
    assert (eaten.piece, eaten.by, eaten.target) == ("A2", "A1", None)


def test_actions_name_what_they_declare_and_where_they_lead() -> None:
    match = db.Match("official", dungeon="of-1", seed=7, quick=True)
    assert match.options[0].declaration is None
    assert match.options[0].direction is None
    match.play("activate B1")
    declared = {each.declaration for each in match.options if each.kind == "declare"}
    assert declared >= {"move", "blitz"}
    match.play("declare move")
    step = next(each for each in match.options if each.kind == "step")
    assert step == f"step {step.direction}"
    while not any(each.kind == "reroll" for each in match.options):
        match.play(db.bots.normal(match))
    again = next(each for each in match.options if each.kind == "reroll")
    assert again == f"reroll {again.source}"
