"""Dice that can be checked: promised before the first roll, told at the end, and every one of them follows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dungeonbowl.cli import make_app
from dungeonbowl.client import Server
from dungeonbowl.server import wire
from support.servers import Guest, option

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def finished(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The replay of a match that was played to its end."""
    created = server.new_match(seats=["bot:normal", "bot:normal"], quick=True, pace=0, turn_limit=2)
    watcher = Guest(server, created.id, created.watch_token)
    over = watcher.wait(wire.Over)
    assert hashlib.sha256(bytes.fromhex(over.seed)).hexdigest() == created.commitment
    path = tmp_path_factory.mktemp("replays") / "match.jsonl"
    path.write_bytes(server.replay(created.id))
    return path


def verified(path: Path) -> tuple[int, str]:
    arguments = ["replay", "verify", str(path)]
    result = CliRunner().invoke(make_app(arguments), arguments)
    return result.exit_code, result.output


def test_the_replay_of_a_server_match_is_verified(finished: Path) -> None:
    code, said = verified(finished)
    assert code == 0
    assert "with the dice that were promised" in said


def another_die(lines: Lines) -> None:
    """One die of an armour roll, which leaves the rest of the story possible or not: the seed knows better."""
    for line in lines:
        if line.get("of") == "D6":
            line["dice"][0] = line["dice"][0] % 6 + 1
            return


def another_word(lines: Lines) -> None:
    lines[-1]["words"][0] += "x"


def another_seed(lines: Lines) -> None:
    lines[-1]["seed"] = "00" * 32


def another_promise(lines: Lines) -> None:
    lines[0]["dice"]["commitment"] = "ab" * 32


def another_winner(lines: Lines) -> None:
    lines[-1]["winner"] = "B" if lines[-1]["winner"] != "B" else "A"


def no_seed(lines: Lines) -> None:
    del lines[-1]["seed"]


@pytest.mark.parametrize(
    "tamper",
    [another_die, another_word, another_seed, another_promise, another_winner, no_seed],
    ids=lambda f: f.__name__,
)
def test_a_tampered_replay_fails(finished: Path, tmp_path: Path, tamper: Callable[[Lines], None]) -> None:
    lines = [json.loads(line) for line in finished.read_text().splitlines()]
    tamper(lines)
    path = tmp_path / "tampered.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    code, said = verified(path)
    assert code == 2
    assert "Traceback" not in said


def test_the_seed_stays_secret_while_the_match_goes_on(server: Server) -> None:
    created = server.new_match(seats=["person", "bot:normal"], quick=True, pace=0)
    guest = Guest(server, created.id, created.seats[0].token)
    welcome = guest.ready("my word")
    assert welcome.seed == ""
    lines = [json.loads(line) for line in server.replay(created.id, created.watch_token).splitlines()]
    assert lines[0]["dice"] == {"source": "provable", "commitment": created.commitment, "made": [1]}
    assert "seed" not in lines[-1]
    assert server.report(created.id, created.watch_token).seed == ""


def test_the_word_of_a_coach_changes_the_dice(server: Server) -> None:
    """Two matches cannot share a seed, so this is shown by the words in the file: they are part of what is verified."""
    created = server.new_match(seats=["person", "person"], shared=True, quick=True, pace=0, turn_limit=1)
    guest = Guest(server, created.id, created.seats[0].token)
    guest.ready("tempest")
    while guest.prompt is not None:
        prompt = guest.wait_for_prompt()
        guest.choose(prompt, option(prompt, "end turn").id if prompt.kind == "turn" else prompt.options[0].id)
    over = guest.wait(wire.Over)
    assert over.words == ["tempest", "tempest"]
