"""Two servers of one database take the same file in at the same moment: each team comes once, whole."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import String, Text

from dungeonbowl.league.office.luggage import LONGEST, LONGEST_WORD
from dungeonbowl.league.office.rebuilding import differences
from dungeonbowl.league.office.rows import NewsRow, PlayerRow, TeamRow, TextRow
from dungeonbowl.storage.league_tables import LOGS
from dungeonbowl.storage.tables import Base
from support.accounts import Browser, with_two
from support.direct import Direct
from support.luggage import account_files, played_elsewhere, zipped
from support.people import coach, joins, league_of


def test_two_servers_bring_a_team_once(postgres: str, tmp_path: Path) -> None:
    data = zipped(account_files(played_elsewhere(), (0, 1)))

    async def scene(one: Direct, other: Direct) -> None:
        host = await coach(one, "Host")
        league = await league_of(host, coaches=())
        guests = [await coach(server, name) for server, name in ((one, "Ann"), (other, "Bo"))]
        for guest in guests:
            await joins(host, guest, league)

        async def bring(guest: Browser) -> list[str]:
            answer = await guest("POST", f"/me/import?league={league}", data, content_type="application/zip")
            assert answer.status == 200, answer.body
            return [team["state"] for team in answer.json()["teams"]]

        found = await asyncio.gather(*(bring(guest) for guest in guests))
        assert sorted(found) == [["came", "came"], ["here", "here"]]
        office = one.state.office
        assert [event["kind"] for event in office.store.events("t_a")].count("owner_changed") == 1
        assert differences(office, league) == []

    with_two(postgres, tmp_path, scene)


def test_what_is_refused_as_too_long_is_what_the_tables_cannot_hold() -> None:
    """The office knows no database, so the lengths stand there once more."""
    for kind in (TeamRow, PlayerRow, NewsRow, TextRow):
        for column in Base.metadata.tables[kind.TABLE].columns:
            if isinstance(column.type, Text):
                assert LONGEST.get(column.name, LONGEST_WORD) == 0, column
            elif isinstance(column.type, String):
                assert 0 < LONGEST.get(column.name, LONGEST_WORD) <= (column.type.length or 0), column
    for column in LOGS["t"].columns:
        if isinstance(column.type, String) and not isinstance(column.type, Text):
            assert 0 < LONGEST.get(column.name, LONGEST_WORD) <= (column.type.length or 0), column
