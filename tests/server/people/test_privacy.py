"""What a league decides about its privacy: how long chat is kept, and whether search engines may list it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from sqlalchemy import insert, select

from dungeonbowl.storage.moments import now
from dungeonbowl.storage.tables import Base, ChatRow
from support.accounts import Browser, with_accounts
from support.direct import Direct
from support.people import coach, league_of


def test_search_engines_list_nothing_but_a_league_that_wants_it(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host = await coach(ask, "Host")
        shy = await league_of(host, "Shy")
        open_one = await league_of(host, "Open", options="search_engines = on")
        for path, expected in (
            ("/", "noindex"),
            ("/coach/x", "noindex"),
            (f"/league/{shy}", "noindex"),
            ("/league/l_nothing", "noindex"),
            (f"/league/{open_one}", "all"),
            (f"/league/{open_one}/table", "all"),
            (f"/api/v1/leagues/{open_one}", "noindex"),
        ):
            answer = await ask("GET", path)
            assert answer.headers["x-robots-tag"] == expected, path
        await host.post(f"/leagues/{open_one}/door", {"private": True, "applications": False})
        assert (await ask("GET", f"/league/{open_one}")).headers["x-robots-tag"] == "noindex", "a private one never"

    with_accounts(tmp_path, scene)


def test_chat_is_kept_as_long_as_its_league_wants(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host = await coach(ask, "Host")
        days = {"": 90, "chat_days = 10": 10, "chat_days = none": 0}
        leagues = {text: await league_of(host, f"League {text}", options=text) for text in days}
        reports = Base.metadata.tables["reports"]
        engine, kept = ask.state.sessions.store.engine, {}
        for text in (None, *days):  # a match of each league, and one of no league
            match = (await Browser(ask).post("/matches", {"quick": True, "seats": ["person", "person"]})).json()["id"]
            kept[match] = days[text] if text is not None else 90
            with engine.begin() as connection:
                for number, age in enumerate((1, 11, 91)):
                    line = {"match_id": match, "number": number + 1, "side": 0, "name": "Ann", "text": f"{age}"}
                    connection.execute(insert(ChatRow).values(**line, at=now() - timedelta(days=age)))
                if text is not None:
                    row = {column.name: "" for column in reports.columns} | {"match": match, "league": leagues[text]}
                    connection.execute(insert(reports).values(**row))
        ask.state.reminders.tidied = 0.0
        await ask.state.reminders.tidy()
        for match, wish in kept.items():
            with engine.connect() as connection:
                lines = connection.execute(select(ChatRow.text).where(ChatRow.match_id == match)).scalars().all()
            assert sorted(lines) == sorted(str(age) for age in (1, 11, 91) if not wish or age < wish)

    with_accounts(tmp_path, scene)
