"""What is uploaded is bounded: in memory, in the database, and in how often and how much one address may bring."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.records.setup import Setup, build_game
from dungeonbowl.server import wire
from dungeonbowl.server.bot_worker import MOST_MATCHES, Question, Worker
from dungeonbowl.server.budgets import Budgets
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.failures import TooMuch
from dungeonbowl.server.limits import MOST_ADDRESSES, Buckets, neighbourhood
from dungeonbowl.server.orders import MOST_CHAT
from dungeonbowl.server.settings import Settings
from dungeonbowl.server.telling import LOG_LINES
from dungeonbowl.server.view.words import abilities_of, skill_text_in
from dungeonbowl.teams.facts import facts_with, load_facts
from support.asynchronous import run_alone
from support.direct import Direct, generous, with_server
from support.matches import Table
from support.replays import a_replay


def test_the_same_replay_spaced_otherwise_is_the_same_replay(tmp_path: Path) -> None:
    """Forty uploads, each with one more space, once took a gigabyte."""
    text = a_replay()

    async def scene(ask: Direct) -> None:
        found = set()
        for spaces in range(40):
            head, rest = text.split("\n", 1)
            spaced = head.replace("{", "{" + " " * spaces, 1) + "\n" + rest
            answer = await ask.post("/api/v1/replays", {"text": spaced})
            assert answer.status == 201, answer.body
            found.add(answer.json()["id"])
        assert len(found) == 1
        assert len(ask.state.viewings.by_id) == 1
        identity = found.pop()
        ask.state.viewings.by_id.clear()  # and it comes back from the database
        assert (await ask("GET", f"/api/v1/replays/{identity}")).json()["steps"] == 4

    with_server(generous(tmp_path), scene)


def test_replays_in_memory_make_room_for_others(tmp_path: Path) -> None:
    texts = [a_replay(20, seed) for seed in range(1, 7)]

    async def scene(ask: Direct) -> None:
        viewings = ask.state.viewings
        ids = []
        for text in texts:
            ids.append((await ask.post("/api/v1/replays", {"text": text})).json()["id"])
            assert viewings.size == sum(each.size for each in viewings.by_id.values())
            assert viewings.size <= viewings.most_bytes
            await ask("GET", f"/api/v1/replays/{ids[0]}")  # this one is looked at all the time
        assert len(set(ids)) == len(texts)
        assert len(viewings.by_id) < len(texts)
        assert (ids[0], "en") in viewings.by_id
        assert (await ask("GET", f"/api/v1/replays/{ids[1]}")).status == 200, "what has left the memory is not lost"

    size = 0

    async def measure(ask: Direct) -> None:
        nonlocal size
        await ask.post("/api/v1/replays", {"text": texts[0]})
        size = ask.state.viewings.size

    (tmp_path / "first").mkdir()
    with_server(generous(tmp_path / "first"), measure)
    with_server(generous(tmp_path, most_viewing_bytes=3 * size), scene)


def test_the_steps_of_a_replay_come_out_as_they_went_in(tmp_path: Path) -> None:
    text = a_replay(130)

    async def scene(ask: Direct) -> None:
        identity = (await ask.post("/api/v1/replays", {"text": text})).json()["id"]
        path = f"/api/v1/replays/{identity}/steps"
        whole = (await ask("GET", f"{path}?count=500")).json()
        assert [step["step"] for step in whole["steps"]] == list(range(131))
        for start, count in ((0, 1), (49, 2), (50, 50), (99, 40), (130, 9), (131, 5), (9999, 5), (-3, 2), (5, 0)):
            part = (await ask("GET", f"{path}?start={start}&count={count}")).json()
            first = max(0, min(start, 131))
            assert part == {"start": first, "steps": whole["steps"][first : first + count]}

    with_server(generous(tmp_path), scene)


@pytest.mark.parametrize(
    ("limits", "path", "body", "said"),
    [
        ({"uploads_a_minute": 1e-9, "uploads_at_once": 2}, "/replays", {"text": ""}, "too many replays"),
        (
            {"checks_a_second": 1e-9, "checks_at_once": 2},
            "/dungeons/check",
            {"text": ""},
            "too many dungeons and teams",
        ),
        (
            {"checks_a_second": 1e-9, "checks_at_once": 2},
            "/dungeons/draw",
            {"text": "", "tokens": []},
            "too many dungeons",
        ),
        ({"checks_a_second": 1e-9, "checks_at_once": 2}, "/dungeons/generate", {}, "too many dungeons and teams"),
        ({"checks_a_second": 1e-9, "checks_at_once": 2}, "/teams/check", {"text": ""}, "too many dungeons and teams"),
        ({"checks_a_second": 1e-9, "checks_at_once": 2}, "/teams/random", {}, "too many dungeons and teams"),
        ({"checks_a_second": 1e-9, "checks_at_once": 2}, "/teams/sheet", {"text": ""}, "too many dungeons and teams"),
        ({"checks_a_second": 1e-9, "checks_at_once": 2}, "/dungeons/picture", {"text": ""}, "too many dungeons"),
        ({"matches_a_minute": 1e-9, "matches_at_once": 2}, "/matches", {}, "too many new matches"),
        ({"requests_a_second": 1e-9, "requests_at_once": 2}, "/matches/none/links", {}, "too many requests"),
    ],
)
def test_an_address_uploads_only_so_often(
    tmp_path: Path, limits: dict[str, Any], path: str, body: dict[str, Any], said: str
) -> None:
    async def scene(ask: Direct) -> None:
        answers = [await ask.post(f"/api/v1{path}", body) for _ in range(3)]
        assert [answer.status == 429 for answer in answers] == [False, False, True]
        assert said in answers[2].what
        other = await ask.post(f"/api/v1{path}", body, client="192.0.2.1")
        assert other.status != 429

    with_server(generous(tmp_path, **limits), scene)


def test_an_address_uploads_only_so_much(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        large = {"text": "x" * 60_000}
        first = await ask.post("/api/v1/dungeons/check", large)
        second = await ask.post("/api/v1/teams/check", large)
        assert (first.status, second.status) == (200, 429)
        assert second.what == "too much was uploaded from your address: wait a little"
        unknown = [(b"transfer-encoding", b"chunked"), (b"content-length", b"")]
        assert (await ask("POST", "/api/v1/teams/check", b"{}", unknown, client="192.0.2.1")).status == 429
        assert (await ask.post("/api/v1/teams/check", large, client="192.0.2.1")).status == 200

    with_server(generous(tmp_path, uploaded_a_second=1e-9, uploaded_at_once=100_000), scene)


def test_every_post_and_every_costly_question_has_a_budget() -> None:
    from dungeonbowl.server.app import HANDLERS

    free = [
        f"{method} {path}"
        for handler in HANDLERS
        for path in handler.paths
        for method in handler.http_methods
        if "budget" not in handler.opt
    ]
    assert free == ["GET /health"]


def test_a_dungeon_that_is_too_long_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        for path, more in (("check", {}), ("draw", {"tokens": []})):
            answer = await ask.post(f"/api/v1/dungeons/{path}", {"text": "x" * 400_001, **more})
            assert answer.status in (400, 413)
            assert "400000" in answer.what or "400_000" in answer.what
        answer = await ask.post("/api/v1/dungeons/check", {"text": "x" * 3_000_000})
        assert answer.status == 413

    with_server(generous(tmp_path), scene)


def test_a_match_whose_dungeon_is_a_text_is_counted_by_its_bytes() -> None:
    budgets = Budgets(Settings("", uploaded_a_second=0, uploaded_at_once=10))
    run_alone(budgets.pay("matches", "a", 10))
    with pytest.raises(TooMuch, match="too much was uploaded"):
        run_alone(budgets.pay("matches", "a", 1))


# --- memory ----------------------------------------------------------------------------------------------------------


def test_matches_that_nobody_looks_at_make_room_for_others(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        ids = []
        for _ in range(8):
            ids.append((await ask.post("/api/v1/matches", {})).json())
        sessions = ask.state.sessions
        await sessions.make_room()
        assert sum(session.size for session in sessions.by_id.values()) <= sessions.settings.most_match_bytes
        assert 1 <= len(sessions.by_id) < 8
        assert ids[0]["id"] not in sessions.by_id
        for created in ids:  # none is lost
            answer = await ask("GET", f"/api/v1/matches/{created['id']}?token={created['watch_token']}")
            assert answer.json()["stage"] == "waiting"
        first = await ask.socket(f"/api/v1/matches/{ids[0]['id']}/socket?token={ids[0]['watch_token']}")
        await first.message("welcome")
        for _ in range(8):
            await ask.post("/api/v1/matches", {})
        assert ids[0]["id"] in sessions.by_id, "somebody looks at it"
        await first.leave()

    with_server(generous(tmp_path, most_match_bytes=2_000_000), scene)


def test_a_long_chat_is_kept_in_the_database_and_its_end_in_memory(tmp_path: Path) -> None:
    async def scene() -> None:
        table = Table(tmp_path, wire.NewMatch())
        await table.open()
        viewer = await table.join([])
        for number in range(LOG_LINES + 30):
            await table.order(viewer, wire.SendChat(f"line {number}"))
        assert len(table.session.chat) == LOG_LINES
        loaded = await table.store.load(table.session.id)
        assert loaded is not None
        assert [line.number for line in loaded.chat] == [line.number for line in table.session.chat]
        assert loaded.chat[-1].text == f"line {LOG_LINES + 29}"
        table.session.chat[-1].number = MOST_CHAT - 1
        await table.order(viewer, wire.SendChat("one too many"))
        assert len(table.session.chat) == LOG_LINES
        assert table.session.chat[-1].text != "one too many"
        await table.close()

    run_alone(scene())


def test_a_process_of_the_bots_forgets_what_the_server_has_forgotten() -> None:
    setup = new_match(wire.NewMatch())[0].setup
    match = begun(build_game(msgspec.json.decode(setup, type=Setup)), SeededDice(1))
    inputs = [(int(each.kind), *map(int, each.numbers)) for each in match.inputs]
    worker = Worker()
    for number in range(3):
        worker.answer(Question(number, f"match {number}", "seat 0", "easy", 1, 0, inputs, setup))
    assert len(worker.copies) == 3
    gone = ["match 0", "match 1", "never heard of"]
    worker.answer(Question(4, "match 3", "seat 0", "easy", 1, 0, inputs, setup, gone=gone))
    assert list(worker.copies) == ["match 2", "match 3"]
    assert MOST_MATCHES < 1000


def test_what_teams_are_written_with_does_not_stay_in_memory_for_ever() -> None:
    """Names of editions and skills come from whoever uploads a team: there is no end of them."""
    for number in range(100):
        load_facts(f"official(nonsense{number})")
        load_facts(f"official(budget={number})")
    assert load_facts("official(anything=1)") is load_facts("official")
    assert facts_with.cache_info().currsize <= facts_with.cache_parameters()["maxsize"]
    for cached in (skill_text_in, abilities_of, facts_with):
        assert cached.cache_parameters()["maxsize"] is not None


def test_buckets_of_addresses_are_bounded_and_a_network_is_one_address() -> None:
    buckets = Buckets(1, 1)
    for number in range(MOST_ADDRESSES + 50):
        buckets.take(str(number), 0.0)
    assert len(buckets.by_address) == MOST_ADDRESSES
    assert neighbourhood("2001:db8:1:2:aaaa::1") == neighbourhood("2001:db8:1:2:bbbb::9")
    assert neighbourhood("2001:db8:1:2::1") != neighbourhood("2001:db8:1:3::1")
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("192.0.2.1") == "192.0.2.1"
    assert neighbourhood("fe80::1%eth0") == neighbourhood("fe80::2")
    assert neighbourhood("no address") == "no address"
