"""Anything is sent to the leagues of a server: ids of another league, stale numbers, unlisted options, half-true forms,
nonsense. Every answer is a sentence, a refusal writes nothing, and after everything that was written the rows are what
the logs make."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeonbowl.server.league import lateness
from support.asynchronous import run_alone
from support.direct import generous, running
from support.league_mischief import LeagueMischief
from support.plans import how_many


@pytest.mark.parametrize("seed", range(how_many("league mischief")))
def test_whatever_is_sent_the_server_says_what_its_database_says(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lateness, "look", lambda office: None)  # nobody else writes

    async def scenario() -> None:
        async with running(generous(tmp_path)) as server:
            mischief = LeagueMischief(server, seed)
            await mischief.found()
            await mischief.found()
            for _ in range(120):
                await mischief.act()

    run_alone(scenario())
