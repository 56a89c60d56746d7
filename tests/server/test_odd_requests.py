"""Whatever is asked over HTTP, however oddly, is answered: never with the status 500, and never with a stack trace."""

from __future__ import annotations

import json
import logging
import random
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.server.app import HANDLERS
from dungeonbowl.server.failures import NO_BODY, PLAIN
from support.direct import Answer, Direct, generous, with_server

NESTED = 100_000
ODD_PARTS = [
    "%00",
    "a%00b",
    "x" * 300,
    "x" * 5000,
    "%ff%fe",
    "%ed%a0%80",
    "%2e%2e%2f%2e%2e",
    "..",
    "official(" + "1" * 400 + ")",
    "'; drop table matches; --",
    "%0d%0aSet-Cookie:%20a=b",
    "-1",
    "%F0%9F%8F%88",
    "official",
    "none",
]
ODD_TEXTS: list[Any] = [
    "",
    "\0",
    "a\0b",
    "x" * 3000,
    "[" * NESTED,
    "a = " + "[" * 5000,
    "a." * 3000 + "b = 1",
    "\ud7ff\ufffe",
    "format = 1\nedition = 'official'\nmap = '''\n#\n'''",
    "format = 1\nedition = 'official\\u0000'\nname = '\\u0000'",
    'format = 1\nedition = "official"\nname = "N\\u0000ul"\ncollege = "fire"\n',
    "official(" * 300,
    "astrogranite(full, turn_limit=99999999999999999999)",
    "../../../etc/passwd",
]
ODD_VALUES: list[Any] = [*ODD_TEXTS, None, True, -1, 10**30, 1e308, [], {}, ["\0"], {"\0": "\0"}, [[[[]]]]]
ODD_BODIES = [
    b"[" * NESTED,
    b'{"text":' * NESTED,
    b'{"a":' * NESTED + b"1" + b"}" * NESTED,
    b'{"text": "\xff\xfe"}',
    b"\xff\xfe{}",
    b"",
    b"null",
    b"0",
    b'"text"',
    b"{",
    b'{"text": "\\ud800"}',
    b'{"text": "\\ud800x"}',
    b'{"text": NaN}',
    b"{}" * 10,
]
ODD_HEADERS: list[list[tuple[bytes, bytes]]] = [
    [(b"host", b"[")],
    [(b"host", b"]")],
    [(b"host", b"[::1")],
    [(b"host", b"[::1]:x")],
    [(b"host", b"\xff\xfe")],
    [(b"host", b"")],
    [(b"host", b"a" * 5000)],
    [(b"origin", b"http://[")],
    [(b"origin", b"http://]:1")],
    [(b"origin", b"\xff\x00")],
    [(b"origin", b"")],
    [(b"content-type", b"multipart/form-data")],
    [(b"content-type", b"multipart/form-data; boundary=")],
    [(b"content-type", b"application/x-www-form-urlencoded")],
    [(b"content-type", b"application/json; charset=\xff")],
    [(b"content-type", b"application/msgpack")],
    [(b"content-type", b"")],
    [(b"content-length", b"-5")],
    [(b"content-length", b"9" * 30)],
    [(b"content-length", b"x")],
    [(b"accept", b"\xff;q=x")],
    [(b"accept-encoding", b"gzip;q=nan")],
    [(b"cookie", b"a=\x00; ;;=")],
    [(b"x-forwarded-for", b"[")],
    [(b"range", b"bytes=9-1")],
]
NAMES = ["text", "draft", "edition", "teams", "dungeon", "seats", "seed", "size", "tokens", "roster", "style", "clock"]


def routes() -> list[tuple[str, str]]:
    """Every method and path of the interface, with the pages."""
    found = [
        (method, f"/api/v1{path}") for handler in HANDLERS for path in handler.paths for method in handler.http_methods
    ]
    return sorted((str(method), path) for method, path in [*found, ("GET", "/{path:path}"), ("GET", "/schema")])


def filled(path: str, parts: list[str]) -> str:
    while "{" in path:
        before, _, rest = path.partition("{")
        path = before + parts.pop() + rest.partition("}")[2]
    return path


def is_sound(answer: Answer) -> bool:
    if answer.status >= 500 or b"Traceback" in answer.body:
        return False
    return answer.status < 400 or bool(answer.what)


def fuzzed(folder: Path, cases: list[tuple[str, str, bytes, list[tuple[bytes, bytes]]]]) -> None:
    bad = []

    async def scene(ask: Direct) -> None:
        for method, target, body, headers in cases:
            answer = await ask(method, target, body, headers)
            if not is_sound(answer):
                bad.append(f"{method} {target[:200]} {body[:80]!r} {headers}: {answer.status} {answer.body[:200]!r}")

    with_server(generous(folder), scene)
    assert bad == []


@pytest.fixture(autouse=True)
def nothing_in_the_log(caplog: pytest.LogCaptureFixture) -> Any:
    with caplog.at_level(logging.WARNING):
        yield
    assert [each for each in caplog.records if each.exc_info] == []


def test_odd_addresses_are_answered(tmp_path: Path) -> None:
    cases = []
    for method, path in routes():
        for part in ODD_PARTS:
            target = filled(path, [part] * path.count("{"))
            cases.append((method, target, b"", []))
            cases.append((method, f"{target}?token={part}&start={part}&count={part}&text={part}&book={part}", b"", []))
    assert len(cases) > 500
    fuzzed(tmp_path, cases)


def test_odd_bodies_are_answered(tmp_path: Path) -> None:
    posts = [path for method, path in routes() if method == "POST"]
    cases: list[tuple[str, str, bytes, list[tuple[bytes, bytes]]]] = []
    for path in posts:
        target = filled(path, ["official"] * path.count("{"))
        cases += [("POST", target, body, []) for body in ODD_BODIES]
        cases += [("POST", target, json.dumps({"text": text}).encode(), []) for text in ODD_TEXTS]
    fuzzed(tmp_path, cases)


def test_what_the_framework_refuses_is_refused_in_sentences(tmp_path: Path) -> None:
    told: list[tuple[int, str]] = []

    async def scene(ask: Direct) -> None:
        for method, target, body in (
            ("POST", "/api/v1/matches", b""),
            ("GET", "/api/v1/nowhere", b""),
            ("DELETE", "/api/v1/matches", b""),
        ):
            answer = await ask(method, target, body, [])
            told.append((answer.status, answer.what))

    with_server(generous(tmp_path), scene)
    assert told == [(400, NO_BODY), (404, PLAIN[404]), (405, PLAIN[405])]


def test_odd_headers_are_answered(tmp_path: Path) -> None:
    cases: list[tuple[str, str, bytes, list[tuple[bytes, bytes]]]] = []
    for method, path in routes():
        target = filled(path, ["official"] * path.count("{"))
        for headers in ODD_HEADERS:
            cases.append((method, target, b"{}" if method == "POST" else b"", headers))
    assert len(cases) > 500
    fuzzed(tmp_path, cases)


def test_orders_with_anything_anywhere_are_answered(tmp_path: Path) -> None:
    """Bodies made at random of the names that orders have and of values that they should not have."""
    chance = random.Random(7)
    draft = {"edition": "official", "roster": "fire", "name": "N", "players": []}
    shapes: dict[str, dict[str, Any]] = {
        "/api/v1/matches": {
            "edition": "official",
            "dungeon": {"text": ""},
            "teams": [{"text": ""}, {"ready": "fire-fast"}],
            "seats": ["person", "bot:normal"],
            "clock": {"mode": "turn"},
        },
        "/api/v1/teams/check": {"draft": draft},
        "/api/v1/teams/random": {"edition": "official", "roster": "", "style": "balanced", "seed": 1},
        "/api/v1/dungeons/generate": {"edition": "official", "seed": 1, "size": "quick", "features": [], "tokens": ""},
        "/api/v1/dungeons/draw": {"text": "format = 1", "tokens": []},
    }
    cases: list[tuple[str, str, bytes, list[tuple[bytes, bytes]]]] = []
    for path, shape in shapes.items():
        for _ in range(80):
            body = json.loads(json.dumps(shape))
            place = body
            while True:
                key = chance.choice([*place, chance.choice(NAMES)])
                if isinstance(place.get(key), dict) and chance.random() < 0.6:
                    place = place[key]
                    continue
                place[key] = chance.choice(ODD_VALUES)
                break
            cases.append(("POST", path, json.dumps(body).encode(), []))
    fuzzed(tmp_path, cases)
