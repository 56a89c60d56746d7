"""The log of a server: one JSON object a line for programs, and nothing in it that opens a door."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from dungeonbowl.client import ServerRefused
from dungeonbowl.errors import Unavailable
from dungeonbowl.server import wire
from dungeonbowl.server.logs import HIDDEN, JsonLog, TextLog, without_secrets
from support.accounts import with_accounts
from support.direct import Direct
from support.servers import Guest, ServerProcess

TOKEN = "Xk3v_Qm-9aB2cD4eF6gH8iJ0kL1mN3oP"


def lines_of(process: ServerProcess) -> list[dict[str, object]]:
    """The lines of stderr; what `play` says to the person who starts it goes to stdout, which is in the same file."""
    return [json.loads(line) for line in process.said().splitlines() if not line.startswith("Dungeon Bowl is open")]


def test_a_whole_match_leaves_no_token_in_the_log(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, more=("--log", "json")) as process:
        server = process.server
        created = server.new_match(seats=["person", "bot:easy"], quick=True, pace=0, turn_limit=2)
        secrets = [created.watch_token, created.host_token, *(seat.token for seat in created.seats if seat.token)]
        key = server.take_seat(created.id, created.seats[0].token)
        secrets.append(key)
        guest = Guest(server, created.id, key)
        guest.ready("a word of my own, me@example.org")
        while guest.prompt is not None:
            prompt = guest.prompt
            if not prompt.mine:
                guest.next()
                continue
            guest.send(wire.Act(prompt.number, prompt.options[-1].id))
            guest.wait(wire.Update, lambda update, number=prompt.number: update.number > number)
        for token in secrets:  # in every way in which a token comes, right and wrong
            server.summary(created.id, token)
            server.get(f"/matches/{created.id}/log?token={token}", wire.LogPage)
            for address in (f"/match/{created.id}?token={token}", f"/api/v1/nowhere/{token}?token={token}"):
                ask(process, address, token)
        with pytest.raises(ServerRefused):
            server.post(f"/matches/{created.id}/seat", {"key": 5, "token": key}, wire.SeatLink, key)
        Guest.all_leave()
    said = process.said()
    assert [token for token in secrets if token in said] == []
    assert "example.org" not in said
    told = lines_of(process)
    assert {"decision", "request", "socket opened", "socket closed"} <= {str(line["text"]) for line in told}
    decisions = [line["facts"] for line in told if line["text"] == "decision"]
    assert {fact["by"] for fact in decisions} >= {"coach", "bot"}  # type: ignore[index]
    requests = [line["facts"] for line in told if line["text"] == "request"]
    assert {"/api/v1/matches/{identity}/log", "/api/v1/matches"} <= {
        fact["route"]  # type: ignore[index]
        for fact in requests
    }


def ask(process: ServerProcess, address: str, token: str) -> None:
    request = Request(f"http://127.0.0.1:{process.port}{address}", headers={"authorization": f"Bearer {token}"})
    try:
        with urlopen(request, timeout=60):
            pass
    except HTTPError as error:
        error.close()


def test_a_failure_is_told_with_the_route_and_not_with_the_address(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The link of a calendar is a secret that is part of its address, and does not always look like one."""

    async def scene(ask: Direct) -> None:
        for error in (Unavailable("the database is away"), ValueError("a fault")):

            def fails(_: str, error: Exception = error) -> None:
                raise error

            monkeypatch.setattr(ask.state.post.contacts, "feed", fails)
            assert (await ask("GET", "/api/v1/calendar/no-digit-and-no-capital")).status in (500, 503)

    with_accounts(tmp_path, scene)
    assert caplog.text.count("/api/v1/calendar/{token}") == 2
    assert "no-digit" not in caplog.text


@pytest.mark.parametrize(
    "text",
    [
        f"GET /match/m1?token={TOKEN}&x=1 failed",
        f"http://127.0.0.1:8000/match/m1#token={TOKEN}",
        f"authorization: Bearer {TOKEN}",
        f"offered dungeonbowl, token.{TOKEN}",
        f'{{"token": "{TOKEN}", "word": "{TOKEN}"}}',
        f"there is nothing at /api/v1/{TOKEN}",
    ],
)
def test_a_token_that_slips_through_is_blotted_out(text: str) -> None:
    shown = without_secrets(text)
    assert TOKEN not in shown
    assert HIDDEN in shown


def test_passwords_and_mail_are_blotted_out_and_the_rest_is_left() -> None:
    assert without_secrets("postgresql+psycopg://bowl:geheim@db/bowl") == f"postgresql+psycopg://bowl:{HIDDEN}@db/bowl"
    assert without_secrets("mail to anna.b+x@club.example.org failed") == f"mail to {HIDDEN} failed"
    for plain in (
        "match aB3dE5fG7hJ9 failed; it is loaded anew for the next who asks",
        'File "src/dungeonbowl/server/league/a_rather_long_name_of_a_module_2.py", line 12, in decisions_to_take_back',
        "GET /api/v1/matches/aB3dE5fG7hJ9/log failed",
    ):
        assert without_secrets(plain) == plain


def test_traces_are_part_of_the_line_and_clean() -> None:
    try:
        raise ValueError(f"no seat for token={TOKEN}")
    except ValueError as error:
        record = logging.LogRecord("dungeonbowl.x", logging.ERROR, "", 1, "it %s", ("failed",), None)
        record.exc_info = (ValueError, error, error.__traceback__)
    line = JsonLog().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["source"], told["text"]) == ("error", "dungeonbowl.x", "it failed")
    assert told["trace"].endswith(f"ValueError: no seat for token={HIDDEN}")
    assert TOKEN not in line
    assert TOKEN not in TextLog("%(message)s").format(record)
