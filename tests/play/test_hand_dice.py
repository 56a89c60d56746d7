"""Dice given by hand: kept over files and forks, and refused with nothing changed when they cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

import dungeonbowl as db


def awaited_block() -> db.Match:
    """A match by hand that waits for dice in the middle of a team turn."""
    match = db.Match("official", dungeon="of-1", dice="by hand")
    match.roll(1)
    luck = db.bots.random
    while match.wants is None or match.position.turn < 2:
        if match.wants is not None:
            match.roll(*[1] * int(match.wants[0]))
        else:
            match.play(luck(match))
    return match


def test_a_match_that_waits_for_a_die_is_saved_and_comes_back(tmp_path: Path) -> None:
    for match in (db.Match("official", dice="by hand"), awaited_block()):
        path = tmp_path / "hand.json"
        match.save(path, overwrite=True)
        again = db.Match.load(path, dice="by hand")
        assert again.wants == match.wants
        assert again.wants is not None
        assert again.story == match.story
        count = int(again.wants[0])
        assert [str(each) for each in again.roll(*[1] * count)] == [str(each) for each in match.roll(*[1] * count)]
        again.save(tmp_path / "again.json", overwrite=True)
        seeded = db.Match.load(path, seed=3)
        assert seeded.wants is None
        assert seeded.asked is not None


def test_a_replay_does_not_end_in_the_middle_of_a_roll(tmp_path: Path) -> None:
    path = tmp_path / "hand.jsonl"
    match = db.Match("official", dice="by hand")
    with pytest.raises(db.UserError, match=r"1 x coin must be rolled first, .* save it as \.json"):
        match.save(path)
    assert not path.exists()
    match.roll(1)
    match.save(path)
    assert db.Match.load(path, dice="by hand").options == match.options


def test_a_fork_with_a_seed_rolls_the_die_that_was_awaited() -> None:
    match = db.Match("official", dice="by hand")
    other = match.fork(seed=3)
    assert other.wants is None
    assert other.asked is not None
    assert match.wants == "1 x coin"
    same = match.fork()
    same.roll(1)
    assert match.wants == "1 x coin"


@pytest.mark.parametrize(
    ("dice", "reason"),
    [
        ([9], "a coin cannot show 9"),
        ([0], "a coin cannot show 0"),
        ([2**63], "a coin cannot show"),
        (["pow"], "'pow' is no coin: expected a number"),
        ([None], "None is no coin: expected a number"),
        ([1.0], "1.0 is no coin"),
        ([True], "True is no coin"),
        ([1, 99, "junk"], r"2 of the dice given are left over \(99, 'junk'\): no more dice are awaited"),
        ([1, 1], "1 of the dice given are left over"),
    ],
)
def test_dice_that_cannot_be_are_refused_and_nothing_changes(dice: list[int | str], reason: str) -> None:
    with pytest.raises(db.UserError, match=reason):
        db.Match("official", dice=dice)
    match = db.Match("official", dice="by hand")
    before = (repr(match), match.story, len(match.engine.inputs))
    with pytest.raises(db.Refused, match=reason):
        match.roll(*dice)
    assert (repr(match), match.story, len(match.engine.inputs)) == before
    match.roll(1)
    assert match.asked == "home"


def test_a_wrong_die_after_a_right_one_changes_nothing() -> None:
    match = awaited_block()
    before = (str(match), match.story, match.wants)
    assert match.wants is not None
    count = int(match.wants[0])
    with pytest.raises(db.Refused):
        match.roll(*[1] * count, *["junk"] * 9)
    assert (str(match), match.story, match.wants) == before


def test_only_a_seed_that_the_match_began_with_is_told(tmp_path: Path) -> None:
    match = db.Match("official", dungeon="of-1", seed=7, quick=True)
    assert "seed 7" in repr(match)
    assert "seed 7" in repr(match.fork())
    match.play("end turn")
    for name in ("match.json", "match.jsonl"):
        match.save(tmp_path / name)
        assert "seed" not in repr(db.Match.load(tmp_path / name))
        assert "seed" not in repr(db.Match.load(tmp_path / name, seed=8))
    assert "seed" not in repr(db.Replay.load(tmp_path / "match.jsonl").at(1))
    assert "seed" not in repr(match.fork(seed=3))
    assert "seed" not in repr(db.Match("official", seed=3, dice="by hand"))
