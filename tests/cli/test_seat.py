"""A bot from outside takes a seat of a real server's match."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dungeonbowl.client import Server, read_link
from dungeonbowl.errors import UserError
from support import command_line
from support.servers import ServerProcess

BOT = """
class MyBot:
    name = "mine"

    def __init__(self):
        self.asked = 0

    def choose(self, view, options):
        self.asked += 1
        if self.asked % 5 == 0:
            raise ValueError("now and then it stumbles")
        view.acting  # the view is a game
        return options[len(options) // 2]
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with ServerProcess(tmp_path_factory.mktemp("server")) as running:
        yield running.server


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("dungeonbowl.cli.speed.compiled", lambda: True)
    return command_line.run(monkeypatch, "seat", *arguments)


def test_a_bot_of_ones_own_plays_a_match_in_the_browser(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "my_bot.py").write_text(BOT, encoding="utf-8")
    created = server.new_match(seats=["person", "bot:normal"], quick=True, pace=0, turn_limit=2)
    link = server.address + created.seats[0].link
    assert run(monkeypatch, link, "--bot", f"{tmp_path / 'my_bot.py'}:MyBot", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["decisions"] > 5
    assert found["lost"] == len(found["faults"]) > 0
    assert {fault["kind"] for fault in found["faults"]} == {"exception"}
    assert server.summary(created.id, created.watch_token).stage == "over"
    assert run(monkeypatch, link, "--bot", "easy") == 2
    assert "this seat is taken" in capsys.readouterr().err


def test_it_speaks_to_people(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    created = server.new_match(seats=["bot:random", "person"], quick=True, pace=0, turn_limit=1)
    assert run(monkeypatch, server.address + created.seats[0].link, "--bot", "easy") == 0
    out = capsys.readouterr().out
    assert out.startswith("easy coaches ")
    assert "the match begins when the other coach is ready" in out
    back = re.search(r"To come back to this seat: (\S+)", out)
    assert back is not None
    assert server.summary(created.id, read_link(back[1]).token).mine == [1]
    assert "The match is over: " in out
    assert " 0 lost." in out


def test_mistakes_are_one_line(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    created = server.new_match(seats=["person", "person"], quick=True)
    for link, message in (
        (server.address, "expected the link of a seat"),
        (f"{server.address}/match/{created.id}", "there is no token in it"),
        (f"{server.address}/match/{created.id}#token=wrong", "token"),
        (f"{server.address}/match/nowhere#token=wrong", "no match"),
        (server.address + created.watch, "this link is for spectators"),
        (server.address + created.seats[0].link, "there is no bot 'deep'"),
    ):
        bot = ("--bot", "deep") if "deep" in message else ()
        assert run(monkeypatch, link, *bot) == 2, link
        said = capsys.readouterr()
        assert message in said.err
        assert said.err.count("\n") == 1


def test_links() -> None:
    found = read_link(" https://bowl.example/match/abc#token=xyz ")
    assert (found.address, found.match, found.token) == ("https://bowl.example", "abc", "xyz")
    with pytest.raises(UserError):
        read_link("ftp://bowl.example/match/abc#token=xyz")
