"""Somebody who has lost every way to sign in comes back because a commissioner vouches for him (LEAGUE 4.2); and what
somebody gets who tries to take an account away by that."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from dungeonbowl.errors import stale
from dungeonbowl.server.accounts.vouching import GOOD, WAIT
from dungeonbowl.storage.account_tables import AccountSessionRow
from dungeonbowl.storage.moments import now
from support.accounts import Browser, with_accounts
from support.direct import Answer, Direct
from support.matches import FakeTime
from support.people import account_of, coach, invited, joins, league_of, member_of, own

REASON = {"reason": "she called me, her phone fell into the river"}


class Club:
    """A league with its commissioner and a member, on a server whose clock a test moves."""

    def __init__(self, ask: Direct) -> None:
        self.ask = ask
        self.time = FakeTime()
        ask.state.accounts.timekeeper = self.time

    async def begun(self) -> Club:
        self.grim, self.snikka = await coach(self.ask, "Grimtooth"), await coach(self.ask, "Snikka")
        self.league = await league_of(self.grim)
        await joins(self.grim, self.snikka, self.league)
        self.member = await member_of(self.grim, self.league, "Snikka")
        return self

    async def vouch(self, by: Browser, body: Any = None) -> Answer:
        return await by.post(f"/leagues/{self.league}/members/{self.member}/vouch", REASON if body is None else body)

    async def code(self) -> str:
        made = await self.vouch(self.grim)
        assert made.status == 201, made.body
        return str(made.json()["code"])

    def wait(self, time: timedelta) -> None:
        self.time.moment += time.total_seconds()

    async def enters(self, code: str, name: str = "Snikka") -> Browser | None:
        """A browser that has signed in with a code; None if it could not."""
        browser = Browser(self.ask, "192.0.2.99")
        answer = await browser.post("/session", {"name": name, "code": code})
        return browser if answer.status == 200 else None


def test_a_member_comes_back_after_three_days_and_it_is_written_down(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        club = await Club(ask).begun()
        code = await club.code()
        assert await club.enters(code) is None, "not before the person could refuse"
        club.wait(WAIT - timedelta(minutes=1))
        assert await club.enters(code) is None
        club.wait(timedelta(minutes=2))
        back = await club.enters(code)
        assert back is not None
        assert await back.who() == "Snikka"
        assert (await back.get("/me")).json()["fresh"], "a passkey can be added"
        assert await club.snikka.who() == "", "whoever has the lost phone is signed out"
        assert await club.enters(code) is None, "once"
        audit = (await Browser(ask).get(f"/leagues/{club.league}/audit")).json()
        (line,) = [each for each in audit if each["what"] == "vouched"]
        assert (line["actor"], line["about"], line["reason"]) == ("Grimtooth", "Snikka", REASON["reason"])
        (told,) = (await club.grim.get(f"/leagues/{club.league}/people")).json()["vouchings"]
        assert (told["name"], told["by"], told["state"]) == ("Snikka", "Grimtooth", "used")
        assert (await back.get(f"/leagues/{club.league}/people")).json()["vouchings"] == [], "of the desk only"

    with_accounts(tmp_path, scene)


def test_the_person_is_told_at_once_and_can_refuse(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        club = await Club(ask).begun()
        code = await club.code()
        (news,) = (await club.snikka.get("/me/news")).json()["news"]
        assert news["kind"] == "recovery"
        assert "Grimtooth" in news["title"]
        (line,) = (await club.snikka.get("/me")).json()["vouchings"]
        path = f"/me/vouchings/{line['id']}"
        assert (await club.grim("DELETE", path)).status == 404, "only whom it is about"
        refused = await club.snikka("DELETE", path)
        assert (refused.status, refused.json()["vouchings"]) == (200, [])
        assert (await club.snikka("DELETE", path)).status == 404
        club.wait(WAIT + timedelta(hours=1))
        assert await club.enters(code) is None

    with_accounts(tmp_path, scene)


def test_who_signs_in_meanwhile_has_lost_nothing(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        club = await Club(ask).begun()
        code = await club.code()
        assert (await Browser(ask).sign_in("Snikka")).status == 200
        club.wait(WAIT + timedelta(hours=1))
        assert await club.enters(code) is None
        (told,) = (await club.grim.get(f"/leagues/{club.league}/people")).json()["vouchings"]
        assert told["state"] == "ended"

    with_accounts(tmp_path, scene)


def test_a_code_is_good_for_a_week_and_for_one_account(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        club = await Club(ask).begun()
        code = await club.code()
        assert (await club.vouch(club.grim)).status == 400, "one at a time"
        club.wait(WAIT + timedelta(hours=1))
        assert await club.enters(code, "Grimtooth") is None
        club.wait(GOOD)
        assert await club.enters(code) is None
        assert (await club.vouch(club.grim)).status == 201, "that one is over"

    with_accounts(tmp_path, scene)


def test_an_owner_of_the_server_need_not_wait(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        club = await Club(ask).begun()
        boss = await coach(ask, "Overseer")
        await own(ask, boss)
        made = await club.vouch(boss)
        assert made.status == 201, made.body
        assert await club.enters(made.json()["code"]) is not None

    with_accounts(tmp_path, scene)


def test_what_somebody_gets_who_wants_an_account_that_is_not_his(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        club = await Club(ask).begun()
        # neither strangers nor the other people of a league
        deputy, scribe, stranger = await coach(ask, "Deputy"), await coach(ask, "Scribe"), await coach(ask, "Stranger")
        await joins(club.grim, deputy, club.league, role="deputy")
        await joins(club.grim, scribe, club.league, role="scribe")
        for somebody in (deputy, scribe, stranger, club.snikka):
            assert (await club.vouch(somebody)).status == 403
        assert (await club.vouch(Browser(ask))).status == 401
        # nobody vouches for himself, nor for a name without an account, nor for nobody
        own_member = await member_of(club.grim, club.league, "Grimtooth")
        base = f"/leagues/{club.league}/members"
        assert (await club.grim.post(f"{base}/{own_member}/vouch", REASON)).status == 403
        nameless = (await club.grim.get(f"/leagues/{club.league}/people")).json()["members"]
        placeholder = next(each["member"] for each in nameless if not each["account"])
        assert (await club.grim.post(f"{base}/{placeholder}/vouch", REASON)).status == 400
        assert (await club.grim.post(f"{base}/m_nobody/vouch", REASON)).status == 404
        # without a word why
        for body in ({}, {"reason": ""}, {"reason": "x" * 501}, {"reason": 1}):
            assert (await club.vouch(club.grim, body)).status == 400
        # whoever founds a league of his own and lures somebody in who runs another one, or the server
        trap = await league_of(stranger, "Trap")
        await club.grim.post("/invitations/accept", {"token": await invited(stranger, trap)})
        lured = await member_of(stranger, trap, "Grimtooth")
        refused = await stranger.post(f"/leagues/{trap}/members/{lured}/vouch", REASON)
        assert (refused.status, "runs another league" in refused.what) == (403, True)
        await own(ask, club.snikka)
        refused = await club.vouch(club.grim)
        assert (refused.status, "owner of the server" in refused.what) == (403, True)

    with_accounts(tmp_path, scene)


def test_neither_a_program_nor_a_stolen_session_vouches(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        club = await Club(ask).begun()
        scopes = ["play", "league:read", "league:report"]
        token = (await club.grim.post("/me/tokens", {"name": "bot", "scopes": scopes})).json()["secret"]
        answer = await Browser(ask).post(
            f"/leagues/{club.league}/members/{club.member}/vouch", REASON, authorization=f"Bearer {token}"
        )
        assert answer.status == 403
        account = await account_of(club.grim)
        age(ask, account, timedelta(hours=2))
        refused = await club.vouch(club.grim)
        assert (refused.status, "sign in again" in refused.what) == (403, True)

    with_accounts(tmp_path, scene)


def test_a_commissioner_vouches_for_few_people_an_hour(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        club = await Club(ask).begun()
        statuses = [(await club.vouch(club.grim)).status for _ in range(4)]
        assert statuses == [201, 400, 400, 429]

    with_accounts(tmp_path, scene, vouchings_an_hour=3)


def test_of_a_deleted_account_nothing_is_vouched_any_more(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        club = await Club(ask).begun()
        code = await club.code()
        assert (await club.snikka("DELETE", "/me?name=Snikka")).status == 200
        club.wait(WAIT + timedelta(hours=1))
        assert await club.enters(code) is None
        assert (await club.grim.get(f"/leagues/{club.league}/people")).json()["vouchings"] == []

    with_accounts(tmp_path, scene)


def age(ask: Direct, account: str, time: timedelta) -> None:
    """The sessions of an account become older than they are."""
    older = update(AccountSessionRow).where(AccountSessionRow.account_id == account).values(created=now() - time)
    ask.state.accounts.store.write(lambda connection: connection.execute(older))


def test_what_the_log_of_the_league_does_not_take_was_never_vouched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(ask: Direct) -> None:
        club = await Club(ask).begun()

        def late(*told: Any) -> None:
            raise stale("the league")

        with monkeypatch.context() as patch:
            patch.setattr(ask.state.office.leagues, "vouch", late)
            assert (await club.vouch(club.grim)).status == 409
        assert (await club.snikka.get("/me")).json()["vouchings"] == []
        assert (await club.vouch(club.grim)).status == 201

    with_accounts(tmp_path, scene)
