"""Replays as the adviser sees them: chances, mistakes, hints; and what the report says of chests, portals and dice."""

from __future__ import annotations

import asyncio
import lzma
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl import compiled
from dungeonbowl.records.replay import Replay, read_replay
from dungeonbowl.server import judging, wire
from dungeonbowl.server.replay_view import Viewing
from support.direct import Direct, generous, with_server

KEPT = Path(__file__).resolve().parent.parent / "kept" / "0.1.0"
needs_the_engine = pytest.mark.skipif(not compiled(), reason="the adviser needs the compiled engine")


def text_of(name: str) -> str:
    return lzma.decompress((KEPT / f"{name}.replay.jsonl.xz").read_bytes()).decode()


def replay_of(name: str, folder: Path) -> Replay:
    path = folder / f"{name}.jsonl"
    path.write_text(text_of(name), encoding="utf-8")
    return read_replay(path)


async def uploaded(ask: Direct, name: str) -> str:
    answer = await ask.post("/api/v1/replays", {"text": text_of(name)})
    return f"/api/v1/replays/{answer.json()['id']}"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little thinking: what it finds is not looked at closely here."""
    monkeypatch.setattr(judging, "TRIES", 100)
    monkeypatch.setattr(judging, "TRIES_AGAIN", 160)
    monkeypatch.setattr(judging, "MOST_MOMENTS", 40)
    monkeypatch.setattr(judging, "LEAST_LOSS", 0.0)
    monkeypatch.setattr(judging, "AS_HARD", 20)


@needs_the_engine
@pytest.mark.parametrize("name", ["official", "astrogranite-three"])
def test_a_replay_is_judged_and_the_worst_of_each_side_is_marked(tmp_path: Path, name: str) -> None:
    async def scene(ask: Direct) -> None:
        path = await uploaded(ask, name)
        view = (await ask("GET", path)).json()
        first = (await ask("GET", f"{path}/judgement")).json()
        assert (first["state"], first["moments"]) == ("working", [])
        assert 0 < first["total"] <= 40
        seen: list[dict[str, Any]] = []
        while (found := (await ask("GET", f"{path}/judgement?start={len(seen)}")).json())["state"] == "working":
            assert found["judged"] <= found["total"]
            seen += found["moments"]
            await asyncio.sleep(0.02)
        assert found["state"] == "done"
        assert found["judged"] == found["total"]
        moments = found["moments"]
        assert [moment["step"] for moment in seen] == [moment["step"] for moment in moments][: len(seen)]
        assert {moment["step"] for moment in moments} <= set(view["pauses"])
        assert all(moment["chance"] is None or 0 <= moment["chance"] <= 1 for moment in moments)
        assert all(moment["done"] for moment in moments)
        worst = [moment for moment in moments if moment["worst"]]
        assert worst
        assert len({moment["side"] for moment in worst}) == len(worst)
        for moment in worst:
            assert moment["better"]["label"]
            assert moment["loss"] > 0
        # it is not judged again
        assert (await ask("GET", f"{path}/judgement")).json() == found
        assert not ask.state.judgements.tasks

    with_server(generous(tmp_path), scene)


@needs_the_engine
def test_a_hint_is_given_at_any_step(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        path = await uploaded(ask, "official")
        view = (await ask("GET", path)).json()
        for step in (view["pauses"][3], view["pauses"][3] + 1, 0):
            found = (await ask("GET", f"{path}/hint?step={step}")).json()
            assert found["step"] == step
            assert found["advice"][0]["label"]
        steps = (await ask("GET", f"{path}/steps?start={view['pauses'][3] + 1}&count=1")).json()["steps"]
        assert (await ask("GET", f"{path}/hint?step={view['pauses'][3]}")).json()["side"] == steps[0]["side"]
        for step in (-1, view["steps"] - 1, view["steps"] + 5):
            assert (await ask("GET", f"{path}/hint?step={step}")).status == 404

    with_server(generous(tmp_path), scene)


@needs_the_engine
def test_nothing_is_said_of_a_match_that_goes_on(tmp_path: Path) -> None:
    """Its coaches may have agreed to play without help."""

    async def scene(ask: Direct) -> None:
        order = {"seats": ["person", "person"], "shared": True, "quick": True, "pace": 0}
        created = (await ask.post("/api/v1/matches", order)).json()
        path = f"/api/v1/matches/{created['id']}"
        token = created["seats"][0]["token"]
        coach = await ask.socket(f"{path}/socket?token={token}")
        await coach.message("welcome")
        coach.say("ready")
        await coach.message("welcome")
        assert (await ask("GET", f"/api/v1/replays/{created['id']}/hint?step=1")).status == 404
        so_far = (await ask("GET", f"{path}/replay?token={token}")).body.decode()
        await coach.leave()
        identity = (await ask.post("/api/v1/replays", {"text": so_far})).json()["id"]
        refused = await ask("GET", f"/api/v1/replays/{identity}/hint?step=0")
        assert (refused.status, refused.what) == (403, judging.UNFINISHED)
        found = (await ask("GET", f"/api/v1/replays/{identity}/judgement")).json()
        assert (found["state"], found["why"]) == ("impossible", judging.UNFINISHED)

    with_server(generous(tmp_path), scene)


@needs_the_engine
def test_only_so_many_replays_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MOST_WAITING", 1)

    async def scene(ask: Direct) -> None:
        first, second = await uploaded(ask, "official"), await uploaded(ask, "stockbowl")
        assert (await ask("GET", f"{first}/judgement")).status == 200
        refused = await ask("GET", f"{second}/judgement")
        assert refused.status == 429
        assert "try again" in refused.what

    with_server(generous(tmp_path), scene)


@needs_the_engine
def test_nobody_has_the_adviser_to_himself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MOST_OF_ONE", 1)

    async def scene(ask: Direct) -> None:
        first, second = await uploaded(ask, "official"), await uploaded(ask, "stockbowl")
        assert (await ask("GET", f"{first}/judgement")).status == 200
        refused = await ask("GET", f"{second}/judgement")
        assert (refused.status, "your other matches" in refused.what) == (429, True)
        assert (await ask("GET", f"{first}/judgement")).status == 200, "what is at work is told"
        assert (await ask("GET", f"{second}/judgement", client="10.0.0.9")).status == 200
        assert (await ask("GET", f"{second}/judgement")).status == 200

    with_server(generous(tmp_path), scene)


@needs_the_engine
def test_the_bots_keep_no_replay_for_ever_because_a_hint_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "MOST_HINTED", 1)

    async def scene(ask: Direct) -> None:
        bots = ask.state.sessions.bots
        for name in ("official", "stockbowl", "official"):
            path = await uploaded(ask, name)
            assert (await ask("GET", f"{path}/hint?step=0")).status == 200
            known = {match for worker in bots.all() for match in worker.known}
            assert known == set(bots.thinker_of) == {f"replay {path.rpartition('/')[2]}"}

    with_server(generous(tmp_path), scene)


@needs_the_engine
def test_a_replay_at_work_is_not_judged_twice_however_many_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "MOST_KEPT", 1)
    begun: list[str] = []

    async def waits(self: judging.Judgements, viewing: Viewing, found: judging.Judging) -> None:
        begun.append(viewing.view.id)
        await asyncio.Event().wait()

    monkeypatch.setattr(judging.Judgements, "judge", waits)

    async def scene(ask: Direct) -> None:
        first, second = await uploaded(ask, "official"), await uploaded(ask, "stockbowl")
        for path in (first, second, first, second):
            assert (await ask("GET", f"{path}/judgement")).json()["state"] == "working"
            await asyncio.sleep(0)
        assert len(begun) == 2
        assert len(ask.state.judgements.tasks) == 2

    with_server(generous(tmp_path), scene)


@needs_the_engine
def test_a_judgement_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(self: judging.Judgements, viewing: Viewing, step: int, tries: int) -> wire.Moment:
        raise IndexError(step)

    monkeypatch.setattr(judging.Judgements, "moment", fails)

    async def scene(ask: Direct) -> None:
        path = await uploaded(ask, "official")
        await ask("GET", f"{path}/judgement")
        await asyncio.gather(*ask.state.judgements.tasks.values(), return_exceptions=True)
        found = (await ask("GET", f"{path}/judgement")).json()
        assert (found["state"], found["why"]) == ("impossible", judging.FAILED)

    with_server(generous(tmp_path), scene)


@pytest.mark.parametrize("name", ["official", "stockbowl", "astrogranite-standard", "astrogranite-four"])
def test_the_report_counts_chests_portals_dice_and_ways(tmp_path: Path, name: str) -> None:
    viewing = Viewing("r", replay_of(name, tmp_path))
    report = viewing.report
    sides = len(report.sides)
    opened = next((tally.values for tally in report.tallies if tally.key == "chests"), [0])
    chests = [row for row in report.luck if row.what == "Ball in a chest"]
    assert sum(row.rolls for row in chests) <= sum(opened)
    assert all(0 <= row.expected <= row.rolls for row in chests)
    ways = next((tally.values for tally in report.tallies if tally.key == "teleports"), [0])
    lost = next((tally.values for tally in report.tallies if tally.key == "vanished"), [0])
    portals = [row for row in report.luck if row.what == "Out of a portal"]
    assert sum(row.rolls for row in portals) <= sum(ways) + sum(lost)
    assert sum(row.rolls - row.rolled for row in portals) <= sum(lost)
    for tally in report.dice:
        assert tally.side < sides
        assert len(tally.faces) == len(tally.counts) == len(tally.expected)
        assert sum(tally.expected) == pytest.approx(sum(tally.counts), abs=0.1)
    assert {tally.die for tally in report.dice} == {"D6", "block"}
    moved = next(tally.values for tally in report.tallies if tally.key == "squares")
    assert len(viewing.view.heat) == sides
    if name == "official":
        assert chests
        assert portals
        assert [sum(counts) for counts in viewing.view.heat] >= moved
    assert viewing.view.pauses == sorted(set(viewing.view.pauses))
    assert all(0 <= step < viewing.view.steps - 1 for step in viewing.view.pauses)


def test_the_report_of_a_replay_is_that_of_its_match(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        path = await uploaded(ask, "official")
        report = (await ask("GET", f"{path}/report")).json()
        assert report["over"]
        assert report["dice"]
        assert wire.Report.__struct_fields__ == tuple(report)

    with_server(generous(tmp_path), scene)
