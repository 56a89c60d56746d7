"""Values do not change, can be copied, and come back equal from a pickle."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

import dungeonbowl as db


def values(tmp_path: Path) -> dict[str, object]:
    match = db.Match("official", dungeon="of-1", seed=7, quick=True)
    way = match.reach("B1")[22, 3]
    hint = match.hint(count=1)[0]
    event = match.play("activate B1")[0]
    match.save(tmp_path / "match.jsonl")
    piece = match.position.pieces["B1"]
    return {
        "Action": match.options[0],
        "Event": event,
        "Hint": hint,
        "Moment": next(iter(db.Replay.load(tmp_path / "match.jsonl"))),
        "Way": way,
        "Roll": way.rolls[0],
        "Piece": piece,
        "Square": piece.square,
        "Side": piece.side,
        "Ball": match.position.balls[0],
    }


@pytest.mark.parametrize(
    "name", ["Action", "Event", "Hint", "Moment", "Way", "Roll", "Piece", "Square", "Side", "Ball"]
)
def test_a_value_is_copied_and_comes_back_equal(name: str, tmp_path: Path) -> None:
    value = values(tmp_path)[name]
    for again in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert type(again) is getattr(db, name)
        assert again == value
        assert repr(again) == repr(value)
        assert hash(again) == hash(value)


def test_what_comes_back_from_a_pickle_knows_its_position() -> None:
    match = db.Match("official", dungeon="of-1", seed=7, quick=True)
    reach = pickle.loads(pickle.dumps(match.reach("B1")))
    assert repr(reach) == repr(match.reach("B1"))
    assert reach[22, 3].actions == match.reach("B1")[22, 3].actions
    position = pickle.loads(pickle.dumps(match.position))
    assert repr(position) == repr(match.position)
    assert str(position) == str(match.position) == str(match)
    action = pickle.loads(pickle.dumps(match.options[0]))
    assert action.piece == "B1"
    assert action.piece.square == match.position.pieces["B1"].square
    assert match.play(action)[0] == "B1 is activated (O-TURN-03)"


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("Action", "kind"),
        ("Event", "words"),
        ("Hint", "label"),
        ("Moment", "number"),
        ("Way", "square"),
        ("Roll", "needed"),
        ("Piece", "number"),
        ("Square", "number"),
        ("Side", "position"),
        ("Ball", "anything"),
    ],
)
def test_a_value_does_not_change(name: str, part: str, tmp_path: Path) -> None:
    value = values(tmp_path)[name]
    before = repr(value)
    with pytest.raises(AttributeError, match=f"an? {name.lower()} does not change: {part} cannot be set"):
        setattr(value, part, 1)
    with pytest.raises(AttributeError, match="does not change"):
        delattr(value, part)
    assert repr(value) == before


def test_neither_seed_nor_position_of_a_match_can_be_set() -> None:
    match = db.Match("official", dungeon="of-1", seed=7, quick=True)
    with pytest.raises(AttributeError):
        match.seed = 8  # type: ignore[misc]
    with pytest.raises(AttributeError, match="a position does not change"):
        match.position.names = None  # type: ignore[assignment]
    with pytest.raises(TypeError):
        match.position.pieces["A1"] = match.position.pieces["A2"]  # type: ignore[index]
    with pytest.raises(TypeError):
        match.position.balls[0] = None  # type: ignore[index]
    match.position.score["home"] = 9
    match.position.pieces["A1"].goals.clear()
    assert match.position.score["home"] == 0
    assert match.position.pieces["A1"].goals


def test_a_position_shows_itself() -> None:
    match = db.Match("official", dungeon="of-1", seed=7, quick=True)
    assert repr(match.position) == "<Position of official(quick=1) on of-1, turn 1: home 0, away 0>"
    assert match.position._repr_svg_() == match._repr_svg_()
