"""Bots on a server: the ladder, those that do not behave, those that take their time, and processes that die."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dungeonbowl.client import Server
from dungeonbowl.server import wire
from support.servers import Guest, ServerProcess


def children(process: ServerProcess) -> list[int]:
    """The processes in which the bots of a server think."""
    assert process.process is not None
    found = subprocess.run(  # it fails where there are none
        ["ps", "-o", "pid=", "--ppid", str(process.process.pid)], capture_output=True, text=True, check=False
    )
    return [int(child) for child in found.stdout.split()]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("odd"), module="support.odd_bots") as running:
        yield running


def test_the_ladder_is_on_offer_and_easy_is_the_first_opponent(server: Server) -> None:
    options = server.options()
    assert [level.id for level in options.levels] == ["random", "easy", "normal", "hard", "expert"]
    assert all(level.name and level.text for level in options.levels)
    assert {quick.level for quick in options.quick} == {"easy"}
    created = server.new_match(quick=True)
    guest = Guest(server, created.id, created.seats[0].token)
    assert [side.seat for side in guest.welcome.setup.sides] == ["person", "bot:normal"]


@pytest.mark.parametrize("level", ["random", "easy", "normal"])
def test_every_scripted_level_plays_a_match_to_its_end(server: Server, level: str) -> None:
    created = server.new_match(seats=[f"bot:{level}", f"bot:{level}"], quick=True, pace=0, turn_limit=1)
    Guest(server, created.id, created.watch_token).wait(wire.Over)


@pytest.mark.parametrize(
    ("level", "fault"),
    [
        ("raising", "exception: RuntimeError: this bot has fallen down the stairs"),
        ("silent", "timeout: no answer within 0.2 s"),
        ("babbling", "illegal: -5 was not offered"),
    ],
)
def test_a_bot_that_does_not_behave_loses_the_decision_and_the_match_goes_on(
    odd: ServerProcess, level: str, fault: str
) -> None:
    created = odd.server.new_match(seats=[f"bot:{level}", "bot:normal"], quick=True, pace=0, turn_limit=2)
    watcher = Guest(odd.server, created.id, created.watch_token)
    over = watcher.wait(wire.Over)
    assert over.text
    said = odd.said()
    assert f"match {created.id}: seat 0, bot {level}, has lost a decision: {fault}" in said
    assert odd.server.summary(created.id, created.watch_token).stage == "over"


def test_a_process_that_says_nothing_is_replaced(odd: ServerProcess) -> None:
    created = odd.server.new_match(seats=["bot:normal", "bot:normal"], quick=True, pace=0.02)
    watcher = Guest(odd.server, created.id, created.watch_token)
    watcher.wait(wire.Update)
    for child in children(odd):
        os.kill(child, signal.SIGSTOP)
    replaced = "a process of the bots says nothing; it is ended and replaced"
    # some updates may have been on their way before the processes were stopped
    watcher.wait(wire.Update, lambda update: replaced in odd.said() or update.position.over)
    assert replaced in odd.said()
    seen = watcher.number
    watcher.wait(wire.Update, lambda update: update.number > seen)


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_the_process_of_a_bot_is_there_before_the_bot_is_asked(own_server: ServerProcess, level: str) -> None:
    """The match waits for its coach, and no bot has had to decide."""
    assert children(own_server) == []
    own_server.server.new_match(seats=["person", f"bot:{level}"], quick=True)
    while not children(own_server):
        time.sleep(0.05)


def test_a_bot_that_thinks_keeps_nobody_waiting(own_server: ServerProcess) -> None:
    """While one match has a thinking bot, others are played to their end, and coaches there are answered."""
    server = own_server.server
    slow = server.new_match(seats=["bot:hard", "bot:hard"], quick=True, pace=0)
    thinking = Guest(server, slow.id, slow.watch_token)
    thinking.wait(wire.Update)
    quick = server.new_match(seats=["bot:normal", "bot:normal"], quick=True, pace=0, turn_limit=1)
    Guest(server, quick.id, quick.watch_token).wait(wire.Over)
    assert server.summary(slow.id, slow.watch_token).stage == "playing"
    seen = thinking.number
    thinking.send(wire.SendChat("still awake?"))
    thinking.wait(wire.Chat)
    thinking.wait(wire.Update, lambda update: update.number > seen)


def test_a_thinking_bot_goes_on_when_its_process_dies(own_server: ServerProcess) -> None:
    server = own_server.server
    created = server.new_match(seats=["bot:hard", "bot:normal"], quick=True, pace=0)
    watcher = Guest(server, created.id, created.watch_token)
    watcher.wait(wire.Update, lambda update: update.number > 3)
    for child in children(own_server):
        os.kill(child, signal.SIGKILL)
    seen = watcher.number
    watcher.wait(wire.Update, lambda update: update.number > seen + 3 or update.position.over)


def test_a_match_with_a_bot_of_an_older_version_goes_on(own_server: ServerProcess, tmp_path: Path) -> None:
    server = own_server.server
    created = server.new_match(seats=["bot:random", "bot:random"], quick=True, pace=0, turn_limit=1)
    own_server.stop()
    file = tmp_path / "matches.sqlite3"
    with sqlite3.connect(file) as database:
        tables = [row[0] for row in database.execute("select name from sqlite_master where type = 'table'")]
        for table in tables:
            columns = [row[1] for row in database.execute(f"pragma table_info({table})")]
            for column in columns:
                database.execute(
                    f"update {table} set \"{column}\" = replace(\"{column}\", 'bot:random', 'bot:greedy')"
                    f" where typeof(\"{column}\") = 'text' and \"{column}\" like '%bot:random%'"
                )
    own_server.start()
    watcher = Guest(server, created.id, created.watch_token)
    assert {side.seat for side in watcher.welcome.setup.sides} == {"bot:greedy"}
    watcher.wait(wire.Over)


def test_advice_is_the_best_few_with_reasons_and_can_be_followed(server: Server) -> None:
    created = server.new_match(seats=["person", "bot:normal"], quick=True, pace=0, turn_limit=2)
    guest = Guest(server, created.id, created.seats[0].token)
    guest.ready()
    prompt = guest.wait_for_prompt()
    while prompt.kind != "turn":
        guest.choose(prompt, prompt.options[0].id)
        prompt = guest.wait_for_prompt()
    guest.send(wire.AskHint(prompt.number, 3))
    hint = guest.wait(wire.Hint)
    assert hint.number == prompt.number
    assert 1 <= len(hint.advice) <= 3
    offered = {option.id for option in prompt.options}
    best = hint.advice[0]
    assert (hint.option, hint.label) == (best.option, best.label)
    assert best.reason
    for advice in hint.advice:
        assert advice.option in offered
        assert advice.odds is None or 0.0 <= advice.odds <= 1.0
        assert (advice.chance is not None) == hint.searched
    guest.send(wire.Act(prompt.number, best.option, best.then))
    update = guest.wait(wire.Update)
    assert update.number == prompt.number + 1
    assert update.events


def test_advice_asked_for_again_and_again_is_thought_of_once(server: Server) -> None:
    created = server.new_match(seats=["person", "bot:normal"], quick=True, pace=0)
    token = created.seats[0].token
    guest = Guest(server, created.id, token)
    guest.ready()
    number = guest.wait_for_prompt().number
    other = Guest(server, created.id, token)  # the same coach at another screen
    for _ in range(5):
        guest.send(wire.AskHint(number, 1))
    other.send(wire.AskHint(number))
    first = guest.wait(wire.Hint)
    assert len(first.advice) == 1
    assert other.wait(wire.Hint).option == first.option


def test_advice_is_only_for_whoever_is_asked(server: Server) -> None:
    created = server.new_match(seats=["person", "person"], quick=True, help=True)
    home = Guest(server, created.id, created.seats[0].token)
    away = Guest(server, created.id, created.seats[1].token)
    home.send(wire.Ready())
    away.ready()
    home.wait(wire.Welcome, lambda message: message.stage == "playing")
    asked, other = (home, away) if home.prompt is not None and home.prompt.mine else (away, home)
    assert "it is the decision of" in other.refused(wire.AskHint(other.number)).reason
    asked.send(wire.AskHint(asked.number))
    assert asked.wait(wire.Hint).advice


def test_moves_are_the_inputs_so_far(server: Server) -> None:
    created = server.new_match(seats=["person", "bot:random"], quick=True, pace=0)
    guest = Guest(server, created.id, created.seats[0].token)
    assert "has not begun" in guest.refused(wire.AskMoves()).reason
    guest.ready()
    prompt = guest.wait_for_prompt()
    guest.send(wire.AskMoves())
    moves = guest.wait(wire.Moves)
    assert moves.number == prompt.number
    assert moves.inputs
    assert "edition" in moves.setup
    update = guest.choose(prompt, prompt.options[0].id)
    guest.send(wire.AskMoves(len(moves.inputs)))
    rest = guest.wait(wire.Moves)
    assert rest.number >= update.number
    assert rest.inputs[0] == [0, int(prompt.options[0].id)]
    assert rest.setup == ""
