"""Replays: a whole match as its setup and its inputs, readable, checked, and never a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dungeonbowl.engine.dice import ProvableDice, SeededDice
from dungeonbowl.engine.match import Match
from dungeonbowl.errors import UserError
from dungeonbowl.records import replay as replaying
from dungeonbowl.records.replay import (
    Replay,
    ReplayError,
    encoded,
    follow,
    read_replay,
    replay_of,
    rerun,
    verify,
    write_replay,
)
from dungeonbowl.records.save import fingerprint, state_of, story_hash
from dungeonbowl.records.setup import build_match, setup_of
from support.command_line import run
from support.walks import Luck, a_match, a_small_scene, play_match, play_on

SEED = 2


@pytest.fixture(scope="module")
def match() -> Match:
    """A match with some of everything; no test changes it."""
    return a_match(SEED)


@pytest.fixture
def path(match: Match, tmp_path: Path) -> Path:
    found = tmp_path / "match.jsonl"
    write_replay(match, found)
    return found


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def put(path: Path, tables: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(table) + "\n" for table in tables), encoding="utf-8")


def first(tables: list[dict[str, Any]], key: str) -> int:
    return next(number for number, table in enumerate(tables) if key in table)


# --- a replay tells the match ---------------------------------------------------------------------------------------


def test_a_replay_read_and_run_again_gives_the_same_match(match: Match, path: Path) -> None:
    again = verify(read_replay(path))
    assert fingerprint(again.game) == fingerprint(match.game)
    assert story_hash(again.game.events) == story_hash(match.game.events)


def test_a_replay_is_written_the_same_again(match: Match, path: Path, tmp_path: Path) -> None:
    read = read_replay(path)
    assert b"".join(line + b"\n" for line in encoded(read)) == path.read_bytes()
    other = tmp_path / "other.jsonl"
    write_replay(match, other)
    assert other.read_bytes() == path.read_bytes()


def test_its_lines_can_be_read_by_people(path: Path) -> None:
    tables = lines(path)
    assert tables[0]["kind"] == "dungeonbowl-replay"
    assert tables[0]["version"] == 1
    assert tables[0]["setup"]["edition"].startswith("official(turn_limit=")
    assert tables[0]["setup"]["dungeon"]["id"] == "of-3"
    assert tables[0]["dice"] == {"source": "seeded"}
    assert {"dice": [1], "of": "coin"} in tables or {"dice": [2], "of": "coin"} in tables
    assert any(table.get("do", "").startswith("activate A") for table in tables)
    assert tables[-1]["inputs"] == len(tables) - 2
    assert tables[-1]["winner"] in ("A", "B", "draw")


def test_a_match_that_was_broken_off_is_a_replay_too(tmp_path: Path) -> None:
    match = a_match(SEED, 40)
    path = tmp_path / "part.jsonl"
    write_replay(match, path)
    assert "winner" not in lines(path)[-1]
    assert fingerprint(verify(read_replay(path)).game) == fingerprint(match.game)


def test_a_replay_may_start_in_the_middle(tmp_path: Path) -> None:
    game = a_small_scene(4)
    play_on(game, Luck(4), 5)
    start = state_of(game)
    match = play_match(Match(game, SeededDice(9)), Luck(9), 60)
    path = tmp_path / "scene.jsonl"
    write_replay(match, path, start=start)
    assert fingerprint(verify(read_replay(path)).game) == fingerprint(match.game)


def test_a_replay_can_be_followed_part_of_the_way(match: Match, path: Path) -> None:
    read = read_replay(path)
    early = follow(read, 30)
    assert not early.is_over()
    assert 30 <= len(early.inputs) < len(match.inputs)
    assert [each.numbers for each in early.inputs] == [each.numbers for each in match.inputs[: len(early.inputs)]]


# --- files ----------------------------------------------------------------------------------------------------------


def test_a_file_is_never_overwritten_unless_asked(match: Match, path: Path) -> None:
    path.write_text("mine")
    with pytest.raises(UserError, match="exists already"):
        write_replay(match, path)
    assert path.read_text() == "mine"
    write_replay(match, path, overwrite=True)
    assert len(read_replay(path).inputs) == len(match.inputs)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_file_that_cannot_be_written_leaves_nothing_behind(match: Match, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file or directory"):
        write_replay(match, tmp_path / "missing" / "match.jsonl")
    (tmp_path / "folder").mkdir()
    with pytest.raises(UserError):
        write_replay(match, tmp_path / "folder", overwrite=True)
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


# --- what can be wrong with one ---------------------------------------------------------------------------------------


def drop_last(tables: list[dict[str, Any]]) -> None:
    tables.pop()


def newer(tables: list[dict[str, Any]]) -> None:
    tables[0]["version"] = 2


def no_header(tables: list[dict[str, Any]]) -> None:
    tables.pop(0)


def another_die(tables: list[dict[str, Any]]) -> None:
    tables[first(tables, "of")]["of"] = "D8"


def too_many_dice(tables: list[dict[str, Any]]) -> None:
    tables[first(tables, "of")]["dice"].append(1)


def impossible_die(tables: list[dict[str, Any]]) -> None:
    tables[first(tables, "of")]["dice"][0] = 99


def lost_die(tables: list[dict[str, Any]]) -> None:
    del tables[first(tables[1:], "dice") + 1]
    tables[-1]["inputs"] -= 1


def lost_action(tables: list[dict[str, Any]]) -> None:
    del tables[first(tables, "do")]
    tables[-1]["inputs"] -= 1


def illegal_action(tables: list[dict[str, Any]]) -> None:
    tables[first(tables, "do")]["do"] = "end turn"


def no_action(tables: list[dict[str, Any]]) -> None:
    tables[first(tables, "do")]["do"] = "dance"


def unknown_player(tables: list[dict[str, Any]]) -> None:
    tables[first(tables, "do")]["do"] = "activate Z9"


def both_at_once(tables: list[dict[str, Any]]) -> None:
    tables[first(tables, "do")].update(dice=[1], of="D6")


def unknown_key(tables: list[dict[str, Any]]) -> None:
    tables[first(tables, "do")]["cheat"] = True


def after_the_end(tables: list[dict[str, Any]]) -> None:
    tables.append({"do": "end turn"})


def too_long(tables: list[dict[str, Any]]) -> None:
    tables.insert(-1, {"do": "end turn"})
    tables[-1]["inputs"] += 1


def too_short(tables: list[dict[str, Any]]) -> None:
    del tables[-20:-1]
    tables[-1]["inputs"] = len(tables) - 2


def wrong_count(tables: list[dict[str, Any]]) -> None:
    tables[-1]["inputs"] += 1


def wrong_winner(tables: list[dict[str, Any]]) -> None:
    tables[-1]["winner"] = "C"


def wrong_score(tables: list[dict[str, Any]]) -> None:
    tables[-1]["score"] = [7, 7]


def another_story(tables: list[dict[str, Any]]) -> None:
    tables[-1]["events"] = "0" * 64


def unknown_edition(tables: list[dict[str, Any]]) -> None:
    tables[0]["setup"]["edition"] = "chess"


def changed_dungeon(tables: list[dict[str, Any]]) -> None:
    tables[0]["setup"]["dungeon"]["sha256"] = "0" * 64


def wild_numbers(tables: list[dict[str, Any]]) -> None:
    tables[0]["setup"]["teams"][0]["players"][0]["movement"] = 10**30


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (drop_last, "the file ends here; expected more inputs or the end line"),
        (newer, "line 1: replay version 2 is newer than this program knows (1): update it"),
        (no_header, "line 1: expected the header of a replay, that is kind 'dungeonbowl-replay'"),
        (another_die, "expected 1 x coin, found 1 x D8"),
        (too_many_dice, "expected 1 x coin, found 2 x coin"),
        (impossible_die, "a coin cannot show 99"),
        (lost_die, "expected dice (1 x coin), found "),
        (lost_action, "expected "),
        (illegal_action, "'end turn' is refused: "),
        (no_action, "'dance' is refused: "),
        (unknown_player, "no player is called 'Z9'"),
        (both_at_once, "expected "),
        (unknown_key, "'cheat' is not known here"),
        (after_the_end, "expected nothing after the end line"),
        (too_long, "the match is over; expected the end line"),
        (too_short, "expected "),
        (wrong_count, "inputs as the end line says, found "),
        (wrong_winner, "expected the winner "),
        (wrong_score, "expected the score "),
        (another_story, "the inputs tell another story"),
        (unknown_edition, "line 1: edition 'chess'"),
        (changed_dungeon, "line 1: dungeon 'of-3' is not the one written down"),
        (wild_numbers, "line 1: expected the header of a replay: "),
    ],
)
def test_a_spoiled_replay_is_one_line_with_file_line_and_what_was_expected(
    path: Path, spoil: Callable[[list[dict[str, Any]]], None], message: str
) -> None:
    tables = lines(path)
    spoil(tables)
    put(path, tables)
    with pytest.raises(ReplayError) as error:
        verify(read_replay(path))
    text = str(error.value)
    assert text.startswith(f"{path}: line ")
    assert message in text
    assert "\n" not in text


def test_a_changed_die_is_found_out(path: Path) -> None:
    """Where it changes nothing else, the hash of the story differs."""
    tables = lines(path)
    rolls = [number for number, table in enumerate(tables) if table.get("of") == "D6"]
    for number in rolls[:: max(1, len(rolls) // 12)]:
        changed = json.loads(json.dumps(tables))
        changed[number]["dice"][0] = changed[number]["dice"][0] % 6 + 1
        put(path, changed)
        with pytest.raises(ReplayError):
            verify(read_replay(path))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\n\n\n",
        b"not json\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b"\x00\x01\x02\xff\xfe\n" * 50,
        bytes(range(256)),
        b"\xff\xfe{\x00}\x00",
        b"[" * 200_000 + b"\n",
        b'{"kind": "dungeonbowl-replay", "version": 1}\n',
        b'{"kind": "dungeonbowl-replay", "version": 99, "cake": true}\n',
        b'{"kind": "dungeonbowl-replay", "version": -1}\n',
        b'{"kind": "dungeonbowl-replay", "version": 1e99}\n',
        b'{"kind": "dungeonbowl-save", "version": 1}\n',
    ],
)
def test_what_is_no_replay_is_one_line(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "garbage"
    path.write_bytes(data)
    with pytest.raises(ReplayError) as error:
        read_replay(path)
    assert str(error.value).startswith(f"{path}: line 1")
    assert "\n" not in str(error.value)


def test_a_replay_cut_anywhere_is_one_line(path: Path) -> None:
    whole = path.read_bytes()
    cut = path.with_name("cut.jsonl")
    for length in [*range(1, len(whole) - 1, len(whole) // 40), len(whole) - 2]:
        cut.write_bytes(whole[:length])
        with pytest.raises(ReplayError) as error:
            verify(read_replay(cut))
        assert "expected" in str(error.value)
        assert "\n" not in str(error.value)


def test_only_the_last_line_break_may_be_missing(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])
    verify(read_replay(path))


def test_a_huge_line_is_not_swallowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "LONGEST_LINE", 1000)
    path = tmp_path / "huge"
    path.write_bytes(b"x" * 5000)
    with pytest.raises(UserError, match="line 1 is longer than 1000 bytes"):
        read_replay(path)


def test_a_replay_of_too_many_inputs_is_not_swallowed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "MOST_INPUTS", 10)
    with pytest.raises(UserError, match="line 12: expected at most 10 inputs"):
        read_replay(path)


@settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_a_few_changed_bytes_never_give_a_traceback(path: Path, data: st.DataObject) -> None:
    whole = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        spot = data.draw(st.integers(0, len(whole) - 1))
        whole[spot : spot + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=4))
    spoiled = path.with_name("spoiled.jsonl")
    spoiled.write_bytes(whole)
    message = ""
    try:
        verify(read_replay(spoiled))
    except UserError as error:
        message = str(error)
    assert "\n" not in message


def test_a_defect_of_the_engine_is_one_line_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*arguments: object) -> Match:
        raise IndexError("vec index out of range")

    monkeypatch.setattr(replaying, "build_game", breaks)
    with pytest.raises(ReplayError, match="the engine failed: IndexError"):
        rerun(read_replay(path))


# --- provable dice --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def provable() -> Replay:
    setup = setup_of(a_match(SEED, 1).game)
    match = build_match(setup, ProvableDice(bytes(range(32)), ["badger", "lantern"]))
    return replay_of(play_match(match, Luck(5)))


def changed_end(replay: Replay, **facts: object) -> Replay:
    return Replay(replay.header, replay.inputs, msgspec.structs.replace(replay.end, **facts), replay.source)


def test_provable_dice_are_promised_in_the_header_and_revealed_at_the_end(provable: Replay) -> None:
    assert provable.header.dice.source == "provable"
    assert provable.header.dice.commitment == ProvableDice(bytes(range(32)), []).commitment()
    assert provable.end.seed == bytes(range(32)).hex()
    assert provable.end.words == ["badger", "lantern"]
    verify(provable)


def test_the_seed_is_not_told_before_the_match_is_over() -> None:
    setup = setup_of(a_match(SEED, 1).game)
    match = play_match(build_match(setup, ProvableDice(b"secret", ["a", "b"])), Luck(5), 30)
    replay = replay_of(match)
    assert replay.end.seed is None
    assert b"secret".hex().encode() not in b"".join(encoded(replay))
    verify(replay)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"seed": None}, "expected the seed and the words"),
        ({"words": None}, "expected the seed and the words"),
        ({"seed": "xyz"}, "not written in hexadecimal digits"),
        ({"seed": "00"}, "not the one that the header promised"),
        ({"words": ["badger", "candle"]}, "the seed gives "),
    ],
)
def test_dice_that_do_not_follow_from_the_seed_are_found_out(
    provable: Replay, facts: dict[str, object], message: str
) -> None:
    with pytest.raises(ReplayError, match=message):
        verify(changed_end(provable, **facts))


def test_dice_of_another_seed_are_found_out(provable: Replay) -> None:
    """A match with chosen dice and the hash of the true story: only the seed gives it away."""
    setup = provable.header.setup
    forged = replay_of(play_match(build_match(setup, SeededDice(3)), Luck(5)))
    end = msgspec.structs.replace(forged.end, seed=provable.end.seed, words=provable.end.words)
    with pytest.raises(ReplayError, match="the seed gives"):
        verify(Replay(provable.header, forged.inputs, end))


# --- the command ----------------------------------------------------------------------------------------------------


def test_show_tells_the_story(
    path: Path, match: Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "replay", "show", str(path)) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("The match begins: Home against Away")
    assert any(line.startswith("--- Turn 1 of ") for line in out)
    assert any(": succeeds (O-" in line or ": fails (O-" in line for line in out)


def test_show_as_json(
    path: Path, match: Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "replay", "show", "--json", str(path)) == 0
    table = json.loads(capsys.readouterr().out)
    assert table["inputs"] == len(match.inputs)
    assert len(table["events"]) == len(match.game.events)
    assert table["events"][0]["event"] == "match began"
    assert table["end"]["winner"] == lines(path)[-1]["winner"]


def test_verify_tells_of_every_file_and_fails_with_one(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "replay", "verify", str(path)) == 0
    assert "the same story" in capsys.readouterr().out
    broken = path.with_name("broken")
    broken.write_bytes(b"\x00")
    assert run(monkeypatch, "replay", "verify", str(broken), str(path), str(path.with_name("none"))) == 2
    printed = capsys.readouterr()
    assert printed.out.count("the same story") == 1
    assert printed.err.count("\n") == 2
    assert all(line.startswith("dungeonbowl: ") for line in printed.err.splitlines())


def test_verify_says_that_provable_dice_were_kept_to(
    provable: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "provable.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in encoded(provable)))
    assert run(monkeypatch, "replay", "verify", str(path)) == 0
    assert "with the dice that were promised" in capsys.readouterr().out


def test_show_of_a_broken_file_is_one_line_and_exit_code_2(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_bytes(b"{")
    assert run(monkeypatch, "replay", "show", str(path)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"dungeonbowl: {path}: line 1: expected the header of a replay")
    assert printed.err.count("\n") == 1
