"""Saves: any moment of a match as a record, and back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dungeonbowl.engine.dice import DiceError, Prompt, ProvableDice, SeededDice, TypedDice
from dungeonbowl.engine.frames import ASK, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.procedures.harm.down import GoDown
from dungeonbowl.engine.procedures.turn.contest import AFTER_TURN, Contest
from dungeonbowl.errors import UserError
from dungeonbowl.records import save as saving
from dungeonbowl.records.save import (
    VECTORS,
    FrameRecord,
    Save,
    SaveError,
    State,
    fingerprint,
    frame_classes,
    load,
    read_save,
    resume,
    revived,
    save,
    state_of,
    story_hash,
    write_save,
)
from dungeonbowl.records.setup import SetupError, build_match, setup_of
from dungeonbowl.scenes.scene import Scene, away, home
from support.sources import fields_of, frames, values
from support.walks import Luck, a_crowded_layout, a_match, a_small_scene, moments, play_match, play_on, same_luck

GROUPS = ("FIXED", "ARRAYS", "SHARED", "NUMBERS", "FLAGS", "STACK", "STORY", "SCRATCH")


# --- nothing is forgotten -------------------------------------------------------------------------------------------


def test_every_field_of_a_game_is_saved_or_known_to_be_left_out() -> None:
    grouped = [name for group in GROUPS for name in getattr(saving, group)]
    assert len(grouped) == len(set(grouped))
    assert set(grouped) == fields_of("engine/game.py", "Game")


def changed_number(game: Game, name: str) -> None:
    setattr(game, name, getattr(game, name) + 1)


def changed_flag(game: Game, name: str) -> None:
    setattr(game, name, not getattr(game, name))


def changed_array(game: Game, name: str) -> None:
    array = getattr(game, name)[:]
    array[0] = array[0] + 1 if array[0] < 100 else 0
    setattr(game, name, array)


@pytest.mark.parametrize(
    ("change", "name"),
    [
        *((changed_number, name) for name in saving.NUMBERS),
        *((changed_flag, name) for name in saving.FLAGS),
        *((changed_array, name) for name in (*saving.ARRAYS, *saving.SHARED)),
    ],
)
def test_a_fingerprint_sees_every_change(change: Callable[[Game, str], None], name: str) -> None:
    game = a_crowded_layout(1)
    play_on(game, Luck(1), 5)
    before = fingerprint(game)
    change(game, name)
    assert fingerprint(game) != before
    record = msgspec.json.decode(msgspec.json.encode(state_of(game)), type=State)
    assert record == state_of(game)


def test_a_fingerprint_sees_the_stack() -> None:
    game = a_crowded_layout(1)
    before = fingerprint(game)
    game.push(Contest(AFTER_TURN))
    assert fingerprint(game) != before


def test_a_game_of_another_edition_has_another_fingerprint() -> None:
    picture, legend = "A.b", {"A": home(), "b": away()}
    first = Scene(picture, legend)
    second = Scene(picture, legend, edition="official(turn_limit=7)")
    assert fingerprint(first.game) != fingerprint(second.game)


# --- procedures -----------------------------------------------------------------------------------------------------


def sample(annotation: str, position: int) -> Any:
    if annotation.startswith("vec["):
        return [1, 2]
    if "Victim" in annotation:
        victim = {field: sample(kind, place) for place, (field, kind) in enumerate(values()["Victim"])}
        return [victim, victim] if annotation.startswith("list[") else victim
    if annotation == "Helps":
        return {field: sample(kind, place) for place, (field, kind) in enumerate(values()["Helps"])}
    return {"i64": position + 2, "int": position + 2, "bool": position % 2 == 0}[annotation]


@pytest.mark.parametrize("name", sorted(frames()))
def test_every_procedure_comes_back_from_its_record(name: str) -> None:
    fields = frames()[name]
    values = {field: sample(annotation, position) for position, (field, annotation) in enumerate(fields)}
    frame = revived(FrameRecord(name, values))
    assert frame.name() == name
    assert frame.fields() == values, "the parameters of the constructor are not the fields"
    assert {field: type(value) for field, value in frame.fields().items()} == {
        field: type(value) for field, value in values.items()
    }
    assert frame.copy().fields() == values, "copy() loses something"


def test_the_sources_and_the_registry_know_the_same_procedures() -> None:
    assert set(frame_classes()) == set(frames())


def test_the_table_of_vectors_agrees_with_the_sources() -> None:
    found = {
        (name, field): annotation
        for name, fields in frames().items()
        for field, annotation in fields
        if annotation.startswith("vec[")
    }
    assert {key: type(kind()).__name__ for key, kind in VECTORS.items()} == found


def test_the_table_of_values_agrees_with_the_sources() -> None:
    found = {
        (name, field): kind
        for name, fields in frames().items()
        for field, annotation in fields
        for kind in values()
        if kind in annotation
    }
    assert {key: kind.__name__ for key, kind in saving.VALUES.items()} == found


def test_a_copied_procedure_shares_nothing_that_can_change() -> None:
    frame = revived(FrameRecord("GoDown", {"victims": [{"piece": 1, "cause": 2}], "source": -1, "dropped": [0]}))
    copy = frame.copy()
    assert isinstance(frame, GoDown)
    assert isinstance(copy, GoDown)
    copy.victims.clear()
    copy.dropped[0] = 9
    assert frame.victims[0].piece == 1
    assert frame.dropped[0] == 0


# --- moments --------------------------------------------------------------------------------------------------------


def test_a_match_saved_between_two_decisions_goes_on_as_it_would_have() -> None:
    match = a_match(4, 60)
    record = save(match)
    again = resume(record, SeededDice(77))
    match.dice = SeededDice(77)
    assert fingerprint(again.game) == fingerprint(match.game)
    play_match(match, Luck(5))
    play_match(again, Luck(5))
    assert fingerprint(again.game) == fingerprint(match.game)
    assert story_hash(again.game.events) == story_hash(match.game.events)
    assert [each.numbers for each in again.inputs] == [each.numbers for each in match.inputs]


def test_a_match_is_saved_in_the_middle_of_a_roll() -> None:
    class Empty(Prompt):
        def dice(self, count: int, kind: int) -> list[int]:
            raise DiceError("no dice yet")

    scene = Scene(
        """
        .....
        .A.b.
        """,
        {"A": home(agility=3), "b": away()},
    )
    scene.play("activate A", "declare move", "step e")
    scene.match.dice = TypedDice(Empty())
    with pytest.raises(DiceError):
        scene.match.choose(scene.match.options()[0])  # leaves the zone of b: a dodge is to be rolled
    assert scene.match.awaits_dice()
    record = msgspec.json.decode(msgspec.json.encode(save(scene.match)), type=Save)
    assert record.state.stack[-1].name == "StatTest"
    again = load(record)
    assert again.signal == ROLL
    assert fingerprint(again) == fingerprint(scene.game)
    resumed = resume(record, SeededDice(3))
    assert not resumed.awaits_dice()
    assert len(resumed.inputs) > len(record.inputs)


def test_a_save_is_the_same_as_json() -> None:
    for seed in range(6):
        game = a_small_scene(seed)
        for _ in moments(game, Luck(seed), 30):
            record = save(game)
            assert msgspec.json.decode(msgspec.json.encode(record), type=Save) == record


def test_the_story_is_saved_too() -> None:
    match = a_match(2, 40)
    loaded = load(save(match))
    assert loaded.recording
    assert story_hash(loaded.events) == story_hash(match.game.events)


def test_a_game_that_records_nothing_is_loaded_so() -> None:
    game = a_small_scene(2)
    play_on(game, Luck(2), 3)
    assert not load(save(game.clone())).recording


def test_a_game_in_mid_air_is_not_saved() -> None:
    game = a_small_scene(2)  # begun, but nobody has let it run to where a coach is asked
    with pytest.raises(SaveError, match="settle"):
        save(game)


def test_a_table_that_was_replaced_is_saved() -> None:
    game = a_crowded_layout(2)
    play_on(game, Luck(2), 3)
    assert save(game).state.shared == {}
    steps = game.steps[:]
    steps[0] = -1 if steps[0] >= 0 else 0
    game.steps = steps
    record = save(game)
    assert set(record.state.shared) == {"steps"}
    assert list(load(record).steps) == list(steps)


def test_a_loaded_game_is_independent() -> None:
    game = a_crowded_layout(5)
    luck = Luck(5)
    play_on(game, luck, 10)
    record = save(game)
    before = fingerprint(game)
    play_on(load(record), same_luck(luck), 50)
    assert fingerprint(game) == before
    assert fingerprint(load(record)) == before


# --- setups ---------------------------------------------------------------------------------------------------------


def test_a_setup_comes_back_from_the_match_it_built() -> None:
    for seed in range(4):
        setup = setup_of(a_match(seed, 3).game)
        assert setup.dungeon.text is None  # bundled: the id is enough
        assert setup_of(build_match(setup, SeededDice(1)).game) == setup


def test_the_dungeon_of_a_scene_is_written_whole() -> None:
    for seed in range(12):
        setup = setup_of(a_small_scene(seed))
        assert setup.dungeon.text is not None
        again = msgspec.json.decode(msgspec.json.encode(setup), type=type(setup))
        assert again == setup


def test_what_the_engine_cannot_do_without_is_in_the_setup() -> None:
    scene = Scene(
        """
        +-+-+-+
        |A .|b|
        +   + +
        |. . .|
        +-+-+-+
        """,
        {"A": home(passing=None, skills=["Dodge", "Block"], niggles=2, name="Ann"), "b": away(number=9)},
        rooms=[("Armoury", [0, 0, 2, 2])],
        rerolls=(3, 1),
    )
    loaded = load(save(scene.match))
    assert fingerprint(loaded) == fingerprint(scene.game)
    assert list(loaded.dungeon.room) == list(scene.game.dungeon.room)
    sheet = loaded.squads.sheets[0]
    assert (sheet.name, sheet.passing, sheet.niggles, sheet.skills) == ("Ann", 99, 2, ["Dodge", "Block"])
    assert list(loaded.abilities) == list(scene.game.abilities)
    assert loaded.squads.rerolls == [3, 1]
    assert loaded.squads.sheets[1].number == 9


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("edition",), "chess", "edition 'chess'"),
        (("dungeon", "id"), "nowhere", "'nowhere' is not bundled"),
        (("dungeon", "sha256"), "0", "is not the one written down"),
        (("dungeon", "text"), "map = 1", "dungeon:1:1: the header lacks 'format': expected format = 1"),
        (("teams",), [], "0 teams; expected 2 to 4"),
        (("teams", 0, "players", 0, "number"), 2, "two players with one number"),
        (("teams", 0, "players", 0, "abilities"), ["FLIES"], "ability 'FLIES'"),
        (("teams", 0, "players", 0, "skills"), ["Flying"], "unknown skill 'Flying'"),
    ],
)
def test_a_setup_that_cannot_be_says_why(path: tuple[str | int, ...], value: object, message: str) -> None:
    table: Any = msgspec.to_builtins(setup_of(a_match(1, 1).game))
    for player in table["teams"][0]["players"]:
        player["skills"] = []
        player.pop("abilities", None)
    spot = table
    for step in path[:-1]:
        spot = spot[step]
    spot[path[-1]] = value
    setup = msgspec.convert(table, type=type(setup_of(a_match(1, 1).game)))
    with pytest.raises(UserError) as error:
        build_match(setup, SeededDice(1))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_too_many_players_are_refused() -> None:
    setup = setup_of(a_match(1, 1).game)
    crowd = [msgspec.structs.replace(setup.teams[0].players[0], number=number) for number in range(1, 122)]
    teams = [msgspec.structs.replace(setup.teams[0], players=crowd), setup.teams[1]]
    with pytest.raises(SetupError, match="expected at most 120"):
        build_match(msgspec.structs.replace(setup, teams=teams), SeededDice(1))


# --- files ----------------------------------------------------------------------------------------------------------


def test_a_save_file_is_written_and_read(tmp_path: Path) -> None:
    match = a_match(3, 50)
    path = tmp_path / "match.save"
    write_save(match, path)
    assert fingerprint(load(read_save(path))) == fingerprint(match.game)
    assert [file.name for file in tmp_path.iterdir()] == ["match.save"]


def test_a_save_file_is_never_overwritten_unless_asked(tmp_path: Path) -> None:
    path = tmp_path / "match.save"
    path.write_text("mine")
    with pytest.raises(UserError, match="exists already"):
        write_save(a_match(3, 5), path)
    assert path.read_text() == "mine"
    write_save(a_match(3, 5), path, overwrite=True)
    assert read_save(path).version == 2
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a save"),
        (b"{", "not a save"),
        (b"\x00\xff\xfe", "not a save"),
        (b"[1, 2]", "not a save"),
        (b'{"kind": "cake", "version": 1}', "expected a save"),
        (b'{"kind": "dungeonbowl-save", "version": 3}', "version 3 is newer than this program knows (2): update it"),
        (b'{"kind": "dungeonbowl-save", "version": 0}', "version 0; expected 1 to 2"),
        (b'{"kind": "dungeonbowl-save", "version": 1}', "'setup' is missing"),
        (b"[" * 100_000, "not a save"),
    ],
)
def test_a_broken_file_is_one_clear_line(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "broken.save"
    path.write_bytes(data)
    with pytest.raises(SaveError) as error:
        read_save(path)
    assert str(path) in str(error.value)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file"):
        read_save(tmp_path / "none")
    with pytest.raises(UserError, match="Is a directory"):
        read_save(tmp_path)
    with pytest.raises(UserError, match="No such file"):
        write_save(a_match(1, 1), tmp_path / "no" / "folder")


def test_a_file_too_long_to_be_a_save_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "LONGEST_FILE", 100)
    path = tmp_path / "long"
    path.write_bytes(b"x" * 101)
    with pytest.raises(UserError, match="longer than 100 bytes"):
        read_save(path)


def spoiled(change: Callable[[dict[str, Any]], object]) -> Save:
    table = msgspec.to_builtins(save(a_match(3, 50)))
    change(table["state"])
    return msgspec.convert(table, type=Save)


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state["arrays"].pop("square"),
        lambda state: state["arrays"].update(extra=[1]),
        lambda state: state["arrays"]["square"].append(1),
        lambda state: state["arrays"]["square"].__setitem__(0, 9999),
        lambda state: state["arrays"]["square"].__setitem__(0, 99999),
        lambda state: state["arrays"]["status"].__setitem__(0, 200),
        lambda state: state["arrays"]["occupant"].__setitem__(0, 100),
        lambda state: state["arrays"]["balls"].__setitem__(0, -200),
        lambda state: state["numbers"].pop("active"),
        lambda state: state["numbers"].update(active=7),
        lambda state: state["numbers"].update(signal=1),
        lambda state: state["flags"].clear(),
        lambda state: state["stack"].clear(),
        lambda state: state["stack"].append({"name": "Cake"}),
        lambda state: state["stack"].append({"name": "Contest", "fields": {"cake": 1}}),
        lambda state: state["stack"].append({"name": "Contest", "fields": {"stage": None}}),
        lambda state: state["stack"].append({"name": "Contest", "fields": {"stage": {}}}),
        lambda state: state["stack"].append({"name": "GoDown", "fields": {"victims": [7], "source": -1}}),
        lambda state: state["stack"].append({"name": "GoDown", "fields": {"victims": [{"piece": 1}], "source": -1}}),
        lambda state: state["stack"].append({"name": "Contest", "fields": {"stage": [1]}}),
        lambda state: state["stack"].append({"name": "StatTest", "fields": {"piece": 1}}),
        lambda state: state["stack"].append({"name": "Cake", "args": []}),
        lambda state: state["stack"].append({"name": "Contest", "args": [1, 2, 3, 4]}),
        lambda state: state["stack"].append({"name": "Contest", "args": [[1]]}),
        lambda state: state["events"].append([999, 0, 0, 0, 0, 0]),
        lambda state: state.update(shared={"cake": [1]}),
        lambda state: state.update(shared={"steps": [1]}),
    ],
)
def test_a_state_that_cannot_be_is_refused(change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(SaveError) as error:
        load(spoiled(change))
    assert "\n" not in str(error.value)


def test_a_save_of_a_newer_version_is_not_loaded() -> None:
    record = msgspec.structs.replace(save(a_match(1, 1)), version=saving.VERSION + 1)
    with pytest.raises(SaveError, match="newer"):
        load(record)


def test_a_match_with_provable_dice_is_saved_without_its_seed() -> None:
    setup = setup_of(a_match(1, 1).game)
    match = build_match(setup, ProvableDice(b"a very secret seed", ["word", "other"]))
    text = msgspec.json.encode(save(match))
    assert b"secret" not in text
    assert b"a very secret seed".hex().encode() not in text
    assert isinstance(match, Match)
    assert match.game.signal == ASK
