"""Replays, saves and databases that earlier versions wrote still load, tell the same story and go on.

Each folder beside this file is named for the version that wrote it with `write.py`. Files of a folder never change.
"""

from __future__ import annotations

import lzma
import random
from itertools import zip_longest
from pathlib import Path

import msgspec
import pytest

from dungeonbowl.engine.dice import SeededDice, TypedDice
from dungeonbowl.engine.events import CASUALTY_SETTLED, Event
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.records.old_saves import FIELDS
from dungeonbowl.records.replay import RecordedDice, Replay, compare_end, read_replay, verify
from dungeonbowl.records.save import Save, frame_classes, load, read_save, resume, story_hash
from dungeonbowl.server.session import Session
from dungeonbowl.words.notation import Names, parse
from dungeonbowl.words.story import Teller
from support.lines import House, in_a_house

HERE = Path(__file__).resolve().parent
REPLAYS = sorted(HERE.glob("*/*.replay.jsonl.xz"))
PROCEDURES = sorted(HERE.glob("*/procedures.json.xz"))
DATABASES = sorted(HERE.glob("*/*.sqlite3.xz"))

# Procedures of version 1 that are in progress in no kept save. Most do all they do at once: a save never finds them on
# the stack.
AT_ONCE = {
    *("BlindingLight", "Braced", "Dash", "Decided", "Dropped", "Enter", "FallIn", "Fury", "GatherFunds"),
    *("GraspingVines", "Held", "LastSideWins", "LifeDrain", "LoseHead", "MostTouchdownsWin", "PutToUse", "Sponge"),
    "Swallow",
}
# These ask or call another procedure, but none of them is in progress in a kept save.
NOT_MET = {"BounceOff", "ChooseDoor", "Leave", "LeaveByDoor", "Resign", "TurnToStone"}


# Events that version 1 did not tell. No hash counts them.
TOLD_SINCE = {int(CASUALTY_SETTLED)}


class Kept(msgspec.Struct):
    """A save of a match, and how many inputs of its replay lie before it."""

    inputs: int
    save: Save


class Procedure(msgspec.Struct):
    """A save in the middle of some procedure, and what random play told after it: how many events, and their hash."""

    save: Save
    events: int
    story: str


def unpacked(file: Path, folder: Path) -> Path:
    """A kept file as it was before it was compressed."""
    path = folder / file.stem
    path.write_bytes(lzma.decompress(file.read_bytes()))
    return path


def beside(file: Path, kind: str) -> bytes:
    """Another file of the same match."""
    return lzma.decompress(file.with_name(file.name.replace("replay.jsonl", kind)).read_bytes())


def as_told_then(game: Game) -> list[Event]:
    """The events of a game, without those that were not told when the files were written."""
    return [event for event in game.events if int(event.kind) not in TOLD_SINCE]


def name_of(file: Path) -> str:
    return f"{file.parent.name}/{file.name.partition('.')[0]}"


def follow_from(save: Save, replay: Replay, inputs: int) -> Match:
    """A save gone on with by the inputs of the replay that come after it."""
    dice = RecordedDice(replay)
    dice.position = inputs
    match = Match(load(save), TypedDice(dice))
    names = Names(match.game)
    while dice.position < len(replay.inputs):
        line = replay.inputs[dice.position]
        assert line.do is not None
        dice.position += 1
        match.choose(parse(match.game, names, line.do))
    return match


def play_at_random(match: Match, decisions: int = 5_000) -> None:
    chance = random.Random(1)
    for _ in range(decisions):
        if match.is_over():
            break
        match.choose(chance.choice(match.options()))


def test_every_edition_and_preset_is_kept() -> None:
    names = {name_of(file) for file in REPLAYS}
    wanted = {"official", "stockbowl", "astrogranite-classic", "astrogranite-standard", "astrogranite-full"}
    wanted |= {"astrogranite-three", "astrogranite-four", "official-asked", "astrogranite-master"}
    assert {f"0.1.0/{each}" for each in wanted} <= names
    assert PROCEDURES
    assert DATABASES


@pytest.mark.parametrize("file", REPLAYS, ids=name_of)
def test_a_kept_replay_is_verified_and_tells_the_kept_story(file: Path, tmp_path: Path) -> None:
    match = verify(read_replay(unpacked(file, tmp_path)))
    told = Teller(match.game).lines(as_told_then(match.game))
    kept = beside(file, "story.txt").decode().splitlines()
    for number, (before, now) in enumerate(zip_longest(kept, told), 1):
        assert now == before, f"line {number} of the story"


@pytest.mark.parametrize("file", REPLAYS, ids=name_of)
def test_a_kept_save_of_the_middle_loads_and_goes_on_to_the_end(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(beside(file, "save.json"))
    record = read_save(path)
    match = resume(record, SeededDice(1))
    assert len(match.inputs) == len(record.inputs)
    play_at_random(match)
    assert match.is_over()


@pytest.mark.parametrize("file", REPLAYS, ids=name_of)
def test_the_replay_goes_on_from_each_kept_save_to_the_same_end(file: Path, tmp_path: Path) -> None:
    replay = read_replay(unpacked(file, tmp_path))
    whole = verify(replay)
    for kept in msgspec.json.decode(beside(file, "saves.json"), type=list[Kept]):
        match = follow_from(kept.save, replay, kept.inputs)
        assert match.is_over()
        assert match.game.winner == whole.game.winner
        told = as_told_then(match.game)
        assert told, f"the save after {kept.inputs} inputs"
        assert [each.numbers() for each in told] == [each.numbers() for each in as_told_then(whole.game)[-len(told) :]]


@pytest.mark.parametrize("file", PROCEDURES, ids=name_of)
def test_a_kept_save_in_the_middle_of_a_procedure_goes_on_as_it_did(file: Path) -> None:
    """Nearly every procedure of the engine is in progress in one of these saves."""
    for kept in msgspec.json.decode(lzma.decompress(file.read_bytes()), type=list[Procedure]):
        stack = [frame.name for frame in kept.save.state.stack]
        match = resume(kept.save, SeededDice(1))
        play_at_random(match, 40)
        assert len(as_told_then(match.game)) == kept.events, stack
        assert story_hash(match.game.events).startswith(kept.story), stack


def test_the_kept_saves_of_version_1_show_every_procedure_but_a_few() -> None:
    saves = [
        kept.save
        for file in HERE.glob("0.1.0/*saves.json.xz")
        for kept in msgspec.json.decode(lzma.decompress(file.read_bytes()), type=list[Kept])
    ]
    for file in HERE.glob("0.1.0/procedures.json.xz"):
        procedures = msgspec.json.decode(lzma.decompress(file.read_bytes()), type=list[Procedure])
        saves += [procedure.save for procedure in procedures]
    assert {save.version for save in saves} == {1}
    shown = {frame.name for save in saves for frame in save.state.stack}
    assert shown == set(FIELDS) - AT_ONCE - NOT_MET


@pytest.mark.parametrize("name", sorted(AT_ONCE))
def test_a_procedure_that_does_all_at_once_has_nothing_to_come_back_to(name: str) -> None:
    assert {"rolled", "chosen", "returned"}.isdisjoint(vars(frame_classes()[name]))


@pytest.mark.parametrize("file", DATABASES, ids=name_of)
def test_a_kept_database_is_opened_and_its_matches_go_on(file: Path, tmp_path: Path) -> None:
    unpacked(file, tmp_path)

    async def scene(house: House) -> None:
        stages = {}
        for (identity,) in house.rows("SELECT id FROM matches"):
            stored = await house.store.load(identity)
            assert stored is not None
            session = Session(stored, house.store, house.sessions.bots, house.time)
            session.rebuild()
            assert session.match is not None
            stages[session.stage] = session.match
            if session.stage == "over":
                replay = session.replay()
                compare_end(verify(replay), replay)
                assert replay.end.seed is not None
        assert set(stages) == {"over", "playing"}
        assert stages["over"].is_over()
        play_at_random(stages["playing"])
        assert stages["playing"].is_over()

    in_a_house(tmp_path, scene)
