"""The whole server on a real PostgreSQL: a match is killed in the middle and goes on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from dungeonbowl.server import wire
from dungeonbowl.storage.database import open_database
from support.postgres import postgres_database
from support.servers import Guest, ServerProcess, option


def test_servers_that_start_at_once_make_the_tables_once() -> None:
    with postgres_database() as url, ThreadPoolExecutor(4) as threads:
        for engine in threads.map(open_database, [url] * 4):
            engine.dispose()


def test_a_match_on_postgresql_survives_the_server(tmp_path: Path) -> None:
    with postgres_database() as url, ServerProcess(tmp_path, url) as process:
        server = process.server
        created = server.new_match(seats=["person", "person"], shared=True, quick=True, pace=0)
        guest = Guest(server, created.id, created.seats[0].token)
        guest.ready("word")
        for _ in range(3):
            prompt = guest.wait_for_prompt()
            guest.choose(prompt, option(prompt, "end turn").id)
        prompt = guest.wait_for_prompt()
        process.kill()
        process.start()
        again = Guest(server, created.id, created.seats[0].token)
        assert again.prompt == prompt
        again.choose(prompt, option(prompt, "end turn").id)
        assert again.welcome.stage == "playing"
        again.send(wire.TakeBackOrder(again.number))
        assert again.wait(wire.Update).undone is not None
        again.close()
        guest.close()
        Guest.present.clear()
