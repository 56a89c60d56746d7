"""A stranger checks the dice with nothing but the page docs/protocol.md: this checker is written from its words alone,
with `hashlib` and `hmac` and nothing of the package, and agrees with the vector on the page and with the engine."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dungeonbowl.cli import make_app
from dungeonbowl.client import Server
from dungeonbowl.engine.dice import BLOCK_DIE, COIN, ProvableDice, unpacked
from dungeonbowl.server import wire
from support.servers import Guest

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


# --- what a stranger writes ------------------------------------------------------------------------------------------


def keyed_hash(seed: bytes, message: str) -> bytes:
    return hmac.new(seed, message.encode("utf-8"), hashlib.sha256).digest()


def word_of_server(seed: bytes, side: int) -> str:
    return keyed_hash(seed, f"word of side {side}")[:8].hex()


def stream(seed: bytes, words: list[str]) -> Iterator[int]:
    block = 0
    while True:
        yield from keyed_hash(seed, "".join(word + "\n" for word in words) + str(block))
        block += 1


def faces(kind: str) -> int:
    return {"coin": 2, "block": 6}.get(kind) or int(kind.removeprefix("D"))


def roll(byte: Iterator[int], count: int, kind: str) -> list[int]:
    sides = faces(kind)
    shown = []
    while len(shown) < count:
        value = next(byte) * 256 + next(byte)
        if value < 65536 - 65536 % sides:
            shown.append(value % sides + 1)
    return shown


def check_replay(lines: list[dict[str, Any]]) -> None:
    head, end = lines[0], lines[-1]
    seed = bytes.fromhex(end["seed"])
    assert hashlib.sha256(seed).hexdigest() == head["dice"]["commitment"]
    for side in head["dice"]["made"]:
        assert end["words"][side] == word_of_server(seed, side)
    byte = stream(seed, end["words"])
    rolls = [line for line in lines[1:-1] if "dice" in line]
    for line in rolls:
        assert line["dice"] == roll(byte, len(line["dice"]), line["of"])
    assert rolls


# --- and what it is compared with ------------------------------------------------------------------------------------


def vector() -> dict[str, str]:
    """The lines of the vector on the page, in their order; rolls keep their place in the name."""
    block = PAGE.read_text(encoding="utf-8").partition("## Provable dice")[2].split("```")[1]
    lines = block.strip().splitlines()
    found = {}
    for number, line in enumerate(lines):
        words = line.split()
        name = " ".join(words[:2]) if words[1].isdigit() or words[0].isdigit() else words[0]
        key = f"{number} {name}" if words[0].isdigit() else name
        found[key] = " ".join(words[len(name.split()) :])
    return found


def test_the_vector_on_the_page_is_right() -> None:
    told = vector()
    seed = bytes.fromhex(told["seed"])
    words = [told["word 0"], told["word 1"]]
    assert told["commitment"] == hashlib.sha256(seed).hexdigest()
    assert words[1] == word_of_server(seed, 1)
    byte = stream(seed, words)
    assert told["block 0"] == bytes(next(byte) for _ in range(32)).hex()
    byte = stream(seed, words)
    dice = ProvableDice(seed, words)
    rolls = {key.split()[1:][0] + " " + key.split()[2]: 0 for key in told if key[0].isdigit()}
    assert {"2 D6", "2 block", "1 coin", "1 D6000", "4 D6"} <= set(rolls)
    for key, shown in told.items():
        if key[0].isdigit():
            _, count, kind = key.split()
            expected = [int(each) for each in shown.split()]
            assert roll(byte, int(count), kind) == expected, key
            number = {"coin": int(COIN), "block": int(BLOCK_DIE)}.get(kind) or int(kind[1:])
            assert unpacked(dice.roll(int(count), number), int(count)) == expected, key


def test_the_checker_and_the_engine_agree_on_thousands_of_dice() -> None:
    chance = random.Random(3)
    for _ in range(20):
        seed = chance.randbytes(32)
        words = [chance.choice(["", "tempest", "zwei Wörter", "日本"]) for _ in range(chance.randint(1, 5))]
        byte = stream(seed, words)
        dice = ProvableDice(seed, words)
        for _ in range(200):
            kind = chance.choice([2, 3, 6, 8, 16, chance.randint(2, 8191)])
            count = chance.randint(1, 4)
            assert roll(byte, count, f"D{kind}") == unpacked(dice.roll(count, kind), count)


@pytest.fixture(scope="module")
def finished(server: Server) -> list[dict[str, Any]]:
    """The replay of a person against a bot: the person conceded."""
    created = server.new_match(seats=["person", "bot:normal"], quick=True, pace=0, turn_limit=1)
    guest = Guest(server, created.id, created.seats[0].token)
    guest.ready("my own word")
    while guest.prompt is not None:
        prompt = guest.wait_for_prompt()
        if "concede" in prompt.words:
            guest.send(wire.Say(prompt.number, "concede"))
        else:
            guest.send(wire.Act(prompt.number, prompt.options[0].id))
        if isinstance(guest.next(), wire.Over):
            break
    guest.close()
    return [json.loads(line) for line in server.replay(created.id).splitlines()]


def test_a_match_against_a_bot_is_checked_from_the_page_alone(finished: list[dict[str, Any]]) -> None:
    assert finished[0]["dice"]["made"] == [1]
    assert finished[-1]["words"][0] == "my own word"
    check_replay(finished)


def verified(folder: Path, lines: list[dict[str, Any]]) -> tuple[int, str]:
    path = folder / "match.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    arguments = ["replay", "verify", str(path)]
    result = CliRunner().invoke(make_app(arguments), arguments)
    return result.exit_code, result.output


def test_the_command_line_says_whose_words_they_are(finished: list[dict[str, Any]], tmp_path: Path) -> None:
    code, said = verified(tmp_path, finished)
    assert code == 0
    assert "(words: A 'my own word', B made from the seed)" in " ".join(said.split())


def test_a_server_that_chose_the_bots_word_late_is_found_out(finished: list[dict[str, Any]], tmp_path: Path) -> None:
    """Here the words do give the dice of the file, but the bot's does not follow from the seed."""
    lines = json.loads(json.dumps(finished))
    lines[0]["dice"]["made"] = [0, 1]
    code, said = verified(tmp_path, lines)
    assert code == 2
    assert "word for side 0 does not follow from the seed" in " ".join(said.split())


def test_a_replay_of_an_older_version_is_verified_as_ever(finished: list[dict[str, Any]], tmp_path: Path) -> None:
    lines = json.loads(json.dumps(finished))
    del lines[0]["dice"]["made"]
    code, said = verified(tmp_path, lines)
    assert code == 0
    assert "with the dice that were promised" in " ".join(said.split())


def test_a_coach_without_a_word_has_the_one_that_was_fixed_with_the_seed(server: Server) -> None:
    created = server.new_match(seats=["person", "person"], shared=True, quick=True, pace=0, turn_limit=1)
    guest = Guest(server, created.id, created.seats[0].token)
    guest.ready("")
    prompt = guest.wait_for_prompt()
    while "concede" not in prompt.words:
        guest.choose(prompt, prompt.options[0].id)
        prompt = guest.wait_for_prompt()
    guest.send(wire.Say(prompt.number, "concede"))
    over = guest.wait(wire.Over)
    seed = bytes.fromhex(over.seed)
    assert hashlib.sha256(seed).hexdigest() == created.commitment
    assert over.words == [word_of_server(seed, 0), word_of_server(seed, 1)]
