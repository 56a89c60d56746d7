"""Names that no database can hold: PostgreSQL refuses the very question, and whoever asks it is told that it is his
mistake. A server that answered that its database is down would say so to its watchmen too."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from support.accounts import with_two
from support.direct import Direct
from support.people import coach, league_of, own

ODD = ("%00", "a%00b", "x" * 50, "%ed%a0%80")


def test_what_no_database_takes_is_no_failure_of_it(
    postgres: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(ask: Direct, _: Direct) -> None:
        owner = await coach(ask, "Owner")
        await own(ask, owner)
        league = await league_of(owner, coaches=())
        for odd in ODD:
            for method, path in (
                ("DELETE", f"/me/ways/{odd}"),
                ("POST", f"/me/ways/{odd}/on"),
                ("DELETE", f"/me/vacations/{odd}"),
                ("DELETE", f"/me/feeds/{odd}"),
                ("DELETE", f"/leagues/{odd}/invitations/x"),
                ("POST", f"/leagues/{odd}/applications/{league}/accept"),
                ("GET", f"/club/{odd}"),
            ):
                answer = await owner(method, path, {} if method == "POST" else None)
                assert answer.status in (200, 400, 404), (path, answer.body)
            door = await owner.post(f"/leagues/{odd}/door", {"private": True, "applications": False})
            assert door.status == 400, door.body  # there is no such league
        assert (await owner.post("/me/news/read", {"id": "a\0b"})).status in (200, 400)
        assert (await owner.post("/leagues/l_nobody/door", {"private": True, "applications": True})).status == 400
        assert ask.state.registry.membership.private_leagues() == set()

    with caplog.at_level(logging.ERROR):
        with_two(postgres, tmp_path, scene)
    assert [each.getMessage() for each in caplog.records] == []
