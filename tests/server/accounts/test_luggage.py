"""A coach takes his teams from one server to another: over HTTP, by the zip of his account."""

from __future__ import annotations

import asyncio
import io
import zipfile
from pathlib import Path
from typing import Any

from dungeonbowl.league.office import luggage_file
from dungeonbowl.server.api.luggage import MOST_WAITING
from dungeonbowl.storage.membership import Door
from support.accounts import Browser, with_accounts
from support.direct import Answer, Direct
from support.luggage import account_files, played_elsewhere, zipped
from support.people import coach, joins, league_of

LOOK = "/me/import/preview"
ZIP = {"content_type": "application/zip"}


async def looked(browser: Browser, data: bytes) -> Answer:
    return await browser("POST", LOOK, data, **ZIP)


async def taken(browser: Browser, data: bytes, league: str) -> Answer:
    return await browser("POST", f"/me/import?league={league}", data, **ZIP)


def honest(*sides: int) -> bytes:
    return zipped(account_files(played_elsewhere(), sides or (0,)))


def everything(ask: Direct) -> Any:
    """What the database has of leagues and teams."""
    store = ask.state.office.store
    tables = ("leagues", "teams", "players", "members", "texts", "match_replays", "news")
    rows = {table: sorted(map(repr, store.find(table, {}))) for table in tables}
    return rows, [(log, store.head(log)) for letter in "lct" for log in store.logs(letter)]


async def guest_in(ask: Direct, name: str = "Snikka") -> tuple[Browser, str]:
    """A coach, in the league of somebody else whose season has not begun."""
    host = await coach(ask, f"Host of {name}")
    league = await league_of(host, name=f"Attic of {name}", coaches=("Ann",))
    guest = await coach(ask, name, "192.0.2.9")
    await joins(host, guest, league)
    return guest, league


def test_a_coach_looks_takes_in_and_enters_a_season(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        guest, league = await guest_in(ask)
        before = everything(ask)
        page = (await looked(guest, honest())).json()
        assert everything(ask) == before
        assert [each["id"] for each in page["leagues"]] == [league]
        (team,) = page["teams"]
        assert (team["state"], team["mark"], page["replays"]) == ("comes", "proven", 3)
        answer = await taken(guest, honest(), league)
        assert answer.status == 200, answer.body
        assert [(each["state"], each["owner"]) for each in answer.json()["teams"]] == [("came", "Snikka")]
        shown = (await guest.get("/teams/kept/t_a")).json()
        assert (shown["line"]["coach"], shown["brought"]) == ("Snikka", "proven")
        lines = (await guest.get("/teams/kept/t_a/verify")).json()
        assert {line["mark"] for line in lines if line["what"] == "match"} == {"proven"}
        home = (await guest.get(f"/leagues/{league}")).json()["home"]
        assert [each["id"] for each in home["visitors"]] == ["t_a"]
        entered = await guest.post(f"/leagues/{league}/entries", {"kept": "t_a"})
        assert entered.status == 201, entered.body
        ours = everything(ask)
        again = await taken(guest, honest(), league)
        assert [each["state"] for each in again.json()["teams"]] == ["here"]
        assert everything(ask) == ours

    with_accounts(tmp_path, scene)


def test_what_one_server_writes_the_next_one_takes_in(tmp_path: Path) -> None:
    """With its replays, so that it is proven there too, and with what it has lived through in between."""
    written: list[bytes] = []

    async def first(ask: Direct) -> None:
        guest, league = await guest_in(ask)
        await taken(guest, honest(0, 1), league)
        written.append((await guest.get("/me/export")).body)

    async def second(ask: Direct) -> None:
        guest, league = await guest_in(ask, "Grimtooth")
        page = (await taken(guest, written[0], league)).json()
        assert page["coach"] == "Snikka"
        assert [(each["id"], each["state"], each["mark"]) for each in page["teams"]] == [
            ("t_a", "came", "proven"),
            ("t_b", "came", "proven"),
        ]
        kinds = [event["kind"] for event in ask.state.office.store.events("t_a")]
        assert kinds.count("owner_changed") == 2

    for folder, scene in (("first", first), ("second", second)):
        (tmp_path / folder).mkdir()
        with_accounts(tmp_path / folder, scene)
    with zipfile.ZipFile(io.BytesIO(written[0])) as file:
        assert sum(name.startswith("replays/") for name in file.namelist()) == 3


def test_a_team_that_came_in_belongs_to_the_league_that_it_visits(tmp_path: Path) -> None:
    """Its coach gives it another name, and where that league is private strangers do not see it."""

    async def scene(ask: Direct) -> None:
        guest, league = await guest_in(ask)
        stranger = await coach(ask, "Stranger", "192.0.2.7")
        await taken(guest, honest(), league)
        shown = (await guest.get("/teams/kept/t_a")).json()
        assert (shown["league"], shown["you"]["teams"]) == (league, ["t_a"])
        assert (await stranger.post("/teams/kept/t_a/rename", {"name": "Mine"})).status == 403
        renamed = await guest.post("/teams/kept/t_a/rename", {"name": "Far Travellers"})
        assert renamed.status == 200, renamed.body
        assert "Far Travellers" in (await stranger.get("/teams/kept?search=Far")).body.decode()
        ask.state.registry.membership.set_door(league, Door(private=True))
        assert (await stranger.get("/teams/kept/t_a")).status == 404
        assert (await guest.get("/teams/kept/t_a")).status == 200
        for path in ("/teams/kept?search=Far", "/search?q=Far"):
            assert "Far Travellers" not in (await stranger.get(path)).body.decode()
            assert "Far Travellers" in (await guest.get(path)).body.decode()

    with_accounts(tmp_path, scene)


def test_the_file_of_somebody_else_takes_nothing_away(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        guest, league = await guest_in(ask)
        await taken(guest, honest(), league)
        mine = (await guest.get("/me/export")).body
        thief, other = await guest_in(ask, "Thief")
        before = everything(ask)
        for data in (honest(), mine):
            (team,) = (await taken(thief, data, other)).json()["teams"]
            assert (team["state"], team["owner"]) == ("here", "Snikka")
        assert everything(ask) == before
        assert (await thief.post(f"/leagues/{other}/entries", {"kept": "t_a"})).status == 403

    with_accounts(tmp_path, scene)


def test_teams_visit_only_a_league_of_their_coach(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        guest, league = await guest_in(ask)
        stranger = await coach(ask, "Stranger", "192.0.2.7")
        before = everything(ask)
        assert (await taken(stranger, honest(), league)).status == 403
        assert (await taken(guest, honest(), "l_nowhere")).status == 403
        assert (await taken(guest, honest(), "")).status == 400
        assert (await taken(Browser(ask, "192.0.2.8"), honest(), league)).status == 401
        assert (await looked(Browser(ask, "192.0.2.8"), honest())).status == 401
        assert (await looked(stranger, honest())).json()["leagues"] == []
        token = (await guest.post("/me/tokens", {"name": "bot", "scopes": ["play"]})).json()["secret"]
        program = Browser(ask, "192.0.2.6")
        assert (await program("POST", LOOK, honest(), authorization=f"Bearer {token}", **ZIP)).status == 403
        assert everything(ask) == before

    with_accounts(tmp_path, scene)


def test_a_damaged_file_is_told_in_words_and_changes_nothing(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        guest, league = await guest_in(ask)
        before = everything(ask)
        files = account_files(played_elsewhere())
        name = "teams/t_a.history.jsonl"
        forged = {**files, name: files[name].replace(b'"amount":', b'"amount": 9', 1)}
        for data in (b"", b"no zip", zipped({}), zipped(forged), zipped({**files, "teams/../x.history.jsonl": b""})):
            for answer in (await looked(guest, data), await taken(guest, data, league)):
                assert answer.status == 400, answer.body
                assert answer.what
        assert "it was changed after it was written" in (await looked(guest, zipped(forged))).what
        german = await guest("POST", LOOK, zipped(forged), accept_language="de", **ZIP)
        assert "verändert" in german.what
        assert everything(ask) == before

    with_accounts(tmp_path, scene)


def test_a_file_may_be_larger_than_other_uploads_but_not_endless(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        guest, _ = await guest_in(ask)
        assert (await looked(guest, b"x" * 2_500_000)).status == 400  # it was read, and is no zip
        too_large = await looked(guest, b"x" * (luggage_file.LARGEST + 1))
        assert too_large.status == 413, too_large.body
        assert (await guest("POST", "/replays", b"x" * 2_500_000)).status == 413

    with_accounts(tmp_path, scene)


def test_what_is_uploaded_counts_with_all_its_bytes(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        guest, _ = await guest_in(ask)
        found = [(await looked(guest, b"x" * 4_000_000)).status for _ in range(3)]
        assert found == [400, 400, 429]

    with_accounts(tmp_path, scene, uploaded_at_once=10_000_000, uploaded_a_second=1)


def test_two_at_once_bring_a_team_once_and_a_crowd_is_told_to_wait(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        guest, league = await guest_in(ask)
        answers = await asyncio.gather(*(taken(guest, honest(), league) for _ in range(2)))
        assert sorted(answer.json()["teams"][0]["state"] for answer in answers) == ["came", "here"]
        crowd = await asyncio.gather(*(looked(guest, honest()) for _ in range(MOST_WAITING + 6)))
        found = [answer.status for answer in crowd]
        assert set(found) <= {200, 429}
        assert found.count(200) >= MOST_WAITING
        assert (await looked(guest, honest())).status == 200

    with_accounts(tmp_path, scene)
