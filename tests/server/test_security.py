"""What is kept out: foreign pages, foreign names, floods, large bodies; and what never comes out: a stack trace."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.server import wire
from dungeonbowl.server.guard import Guard
from dungeonbowl.server.limits import Bucket, Buckets
from dungeonbowl.server.settings import Settings
from support.servers import Guest, ServerProcess


def request(
    server: Server, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """A request as nobody's client would make it."""
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=240)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize("path", ["/", "/match/abc", "/api/v1/health", "/api/v1/nothing", "/schema", "/favicon.ico"])
def test_every_answer_tells_the_browser_what_it_may_do(server: Server, path: str) -> None:
    _, headers, _ = request(server, "GET", path)
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


def test_a_page_of_another_origin_may_not_create_matches(server: Server) -> None:
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
        status, _, body = request(
            server, "POST", "/api/v1/matches", b"{}", content_type="application/json", origin=origin
        )
        assert status == 403
        assert "origin" in json.loads(body)["error"]["what"]
    status, _, _ = request(
        server, "POST", "/api/v1/matches", b"{}", content_type="application/json", origin=server.address
    )
    assert status == 201


def test_a_page_of_another_origin_gets_no_socket(server: Server) -> None:
    created = server.new_match(quick=True)
    address = server.socket_address(created.id, created.seats[0].token)
    with pytest.raises(InvalidStatus) as refused, connect(address, origin="http://evil.example", proxy=None) as socket:
        socket.recv(timeout=240)
    assert refused.value.response.status_code == 403
    with connect(address, origin=server.address, proxy=None) as socket:  # type: ignore[arg-type]
        assert json.loads(socket.recv(timeout=240))["type"] == "welcome"


def test_a_server_on_loopback_goes_by_no_other_name(server: Server) -> None:
    assert request(server, "GET", "/api/v1/health", host="rebound.example")[0] == 403
    assert request(server, "GET", "/api/v1/health", host="localhost:1")[0] == 200


def test_a_server_that_was_opened_to_others_knows_its_names() -> None:
    async def nothing(*_: object) -> None: ...

    public = Guard(nothing, Settings("", host="0.0.0.0", hosts=("bowl.example",)))
    assert public.knows_host("192.0.2.7:8000")
    assert public.knows_host("bowl.example")
    assert not public.knows_host("other.example")
    assert Guard(nothing, Settings("", hosts=("*",))).knows_host("anything.example")


def test_large_bodies_are_refused(server: Server) -> None:
    body = json.dumps({"text": "x" * 3_000_000}).encode()
    for path in ("/api/v1/replays", "/api/v1/dungeons/check", "/api/v1/teams/check", "/api/v1/matches"):
        try:
            status, _, _ = request(server, "POST", path, body, content_type="application/json")
        except (BrokenPipeError, ConnectionResetError):  # it did not even listen to the end
            continue
        assert status in (400, 413), path


def test_a_large_message_ends_the_connection_and_nothing_else(server: Server) -> None:
    created = server.new_match(quick=True)
    guest = Guest(server, created.id, created.seats[0].token)
    guest.connection.socket.send(json.dumps({"type": "chat", "text": "x" * 20_000}))
    assert "too long" in guest.wait(wire.Refused).reason
    guest.connection.socket.send("x" * 200_000)
    guest.wait_for_end()
    assert Guest(server, created.id, created.seats[0].token).welcome.stage == "waiting"


def test_a_flood_of_messages_is_slowed_down_and_nothing_is_lost(server: Server) -> None:
    created = server.new_match(quick=True)
    guest = Guest(server, created.id, created.seats[0].token)
    for _ in range(200):
        guest.send(wire.Ping())
    other = Guest(server, created.id, created.watch_token)
    assert other.welcome.stage == "waiting"
    for _ in range(200):
        guest.wait(wire.Pong)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/v1/matches", b"{"),
        ("/api/v1/matches", b'{"seats": "person"}'),
        ("/api/v1/matches", b'{"seats": ["person", "bot:none"]}'),
        ("/api/v1/matches", b'{"dungeon": {"id": "../../etc/passwd"}}'),
        ("/api/v1/matches", b'{"dungeon": {"text": "format = 1"}}'),
        ("/api/v1/matches", b'{"dungeon": {}}'),
        ("/api/v1/matches", b'{"teams": [{"ready": "../x"}, {"text": "a = "}]}'),
        ("/api/v1/matches", b'{"edition": "official(turn_limit=x)"}'),
        ("/api/v1/matches", b'{"unheard": 1}'),
        ("/api/v1/replays", b'{"text": "not a replay"}'),
        ("/api/v1/replays", b'{"text": ""}'),
        ("/api/v1/teams/check", b"{}"),
        ("/api/v1/dungeons/generate", b'{"edition": "none"}'),
        ("/api/v1/teams/random", b'{"roster": "none"}'),
    ],
)
def test_a_bad_request_is_answered_with_what_is_wrong(server: Server, path: str, body: bytes) -> None:
    status, _, answer = request(server, "POST", path, body, content_type="application/json")
    assert status == 400
    error = json.loads(answer)["error"]
    assert error["what"]
    assert "Traceback" not in answer.decode()
    assert "/src/" not in answer.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/matches/none",
        "/api/v1/replays/none",
        "/api/v1/rules/X-NONE-1",
        "/api/v1/dungeons/none",
        "/api/v1/teams/none",
        "/api/v1/dungeons/editor/none",
        "/api/v1/teams/official/ready/none",
        "/assets/none.js",
        "/../../pyproject.toml",
        "/%2e%2e/%2e%2e/%2e%2e/pyproject.toml",
    ],
)
def test_what_is_not_there_is_not_found(server: Server, path: str) -> None:
    status, _, answer = request(server, "GET", path)
    assert status == 404
    assert json.loads(answer)["error"]["what"]


def test_a_match_is_shown_only_to_those_with_a_token(server: Server) -> None:
    created = server.new_match(quick=True)
    for path in ("", "/log", "/replay", "/report"):
        with pytest.raises(ServerRefused, match="token fits no seat"):
            server.request("GET", f"/matches/{created.id}{path}")


def test_nothing_of_all_this_has_left_a_trace_in_the_log(process: ServerProcess) -> None:
    assert "Traceback" not in process.said()


def test_tokens_are_kept_as_hashes(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as process:
        created = process.server.new_match(quick=True)
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.name.startswith("matches"))
    assert created.id.encode() in stored
    assert created.seats[0].token.encode() not in stored
    assert created.watch_token.encode() not in stored


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(2.0, 3.0, 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(0.5)
    assert not bucket.take(0.5)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]


def test_a_bucket_tells_how_long_to_wait() -> None:
    bucket = Bucket(10.0, 2.0, 0.0)
    assert [bucket.wait(0.0) for _ in range(4)] == pytest.approx([0, 0, 0.1, 0.2])
    assert bucket.wait(0.2) == pytest.approx(0.1)
    assert bucket.wait(10.0) == 0


def test_every_address_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(1.0, 1.0)
    assert buckets.take("a", 0.0)
    assert not buckets.take("a", 0.0)
    assert buckets.take("b", 0.0)


def test_one_address_begins_only_so_many_matches_a_minute(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, matches_a_minute=2) as process:
        answers = [
            request(process.server, "POST", "/api/v1/matches", b"{}", content_type="application/json")[0]
            for _ in range(3)
        ]
    assert answers == [201, 201, 429]
