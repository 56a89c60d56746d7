"""Abuse of a server with accounts, and what each gets: guesses at passwords, floods, sockets that never read, names
with markup, ids of others, a stolen session. docs/do/accounts.md has the table of it."""

from __future__ import annotations

import csv
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from litestar import Litestar
from sqlalchemy import update

from dungeonbowl.errors import UserError
from dungeonbowl.server.accounts.names import checked_name
from dungeonbowl.server.close_codes import TOO_MUCH
from dungeonbowl.server.failures import TooMuch
from dungeonbowl.server.league.asking import may_look, may_order
from dungeonbowl.server.league.permits import Person
from dungeonbowl.server.lobby.live import MOST_CALLS, Visit
from dungeonbowl.server.viewers import Viewer
from dungeonbowl.server.wire.lobby import ChallengeOrder
from dungeonbowl.storage.account_tables import AccountSessionRow
from dungeonbowl.storage.contacts import Contacts
from dungeonbowl.storage.moments import now
from dungeonbowl.storage.news import News
from support.accounts import Browser, with_accounts
from support.direct import Direct
from support.mailboxes import Mailbox, mailbox
from support.people import account_of, coach, joins, league_of, member_of

ODD = ("x", "l_nobody", "../..", "%00", "'; drop table accounts; --", "\u202e", "0" * 60, "m_" + "a" * 26)
TAGS = {"leagues", "competitions", "fixtures", "kept teams", "aftermaths", "corrections", "people"}


class Still:
    """A clock that stands, so that no wait is over however slow the computer is."""

    def now(self) -> float:
        return 0.0


def test_guessing_passwords_is_slowed_down_by_account_and_by_address(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        ask.state.accounts.timekeeper = Still()
        await coach(ask, "Victim")
        many = [Browser(ask, f"198.51.100.{number}") for number in range(40)]
        spread = Counter(
            [(await each.sign_in("Victim", f"wrong password {at}")).status for at, each in enumerate(many)]
        )
        assert spread == {403: 10, 429: 30}  # from forty addresses at one account
        thief = Browser(ask, "203.0.113.7")
        stuffed = Counter([(await thief.sign_in(f"Name {at}", "a leaked password")).status for at in range(40)])
        assert stuffed == {403: 10, 429: 30}  # from one address at forty accounts

    with_accounts(tmp_path, scene)


def test_ten_thousand_challenges_leave_five(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        flood = await coach(ask, "Flood", "203.0.113.7")
        got = Counter([(await flood.post("/lobby/challenges", {"edition": "no such"})).status for _ in range(10)])
        assert got == {400: 10}  # what cannot be played is paid for as well
        got = Counter([(await flood.post("/lobby/challenges", {})).status for _ in range(60)])
        assert got == {201: 5, 400: 5, 429: 50}
        person = Person(await account_of(flood), "Flood")
        refused = 0
        for _ in range(10_000):
            with suppress(TooMuch):
                await ask.state.lobby.challenge(person, ChallengeOrder(), "203.0.113.7")
                continue
            refused += 1
        assert refused == 10_000
        calm = await coach(ask, "Calm", "192.0.2.2")
        assert len((await calm.get("/lobby")).json()["challenges"]) == 5
        assert (await calm.post("/lobby/challenges", {})).status == 201

    with_accounts(tmp_path, scene, challenges_a_minute=0.001, challenges_at_once=20)


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        "a\u202eb",
        "a\u200bb",
        "nul\x00",
        "bell\x07",
        "\u2066ab\u2069",
        "a\nb",
        "&amp;",
        " ",
        "",
    ],
)
def test_names_with_markup_control_or_bidi_signs_are_no_names(name: str) -> None:
    with pytest.raises(UserError, match="expected 2 to 40 letters"):
        checked_name(name)


@pytest.mark.parametrize("name", ["Dungeon Bowl", "dungeon  BOWL", "\uff24ungeon Bowl"])
def test_nobody_is_called_like_the_server(name: str) -> None:
    """It speaks in the chats of matches under this name."""
    with pytest.raises(UserError, match="is taken"):
        checked_name(name)


def test_what_people_write_elsewhere_is_text_and_has_nothing_unseen_in_it(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, guest = await coach(ask, "Host"), await coach(ask, "Guest")
        league = await league_of(host, coaches=())
        await host.post(f"/leagues/{league}/door", {"private": False, "applications": True})
        for nasty in ("<img src=x onerror=alert(1)>", "a\x07b\u202ec"):
            await guest.post("/lobby/chat", {"text": nasty})
            await guest.post(f"/leagues/{league}/applications", {"words": nasty})
            for path in ("/lobby", f"/leagues/{league}/people", f"/coaches/{await account_of(guest)}"):
                answer = await host.get(path)
                assert answer.headers["content-type"].startswith("application/json")
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert answer.headers["x-robots-tag"] == "noindex"
                assert "\x07" not in answer.body.decode()
                assert "\u202e" not in answer.body.decode()
        for name in ("a\x07b", "a\u202eb", "\u2066x"):
            assert (await host.post(f"/leagues/{league}/rename", {"name": name})).status == 400
            assert (await host.post(f"/leagues/{league}/members", {"name": name})).status == 400

    with_accounts(tmp_path, scene)


NASTY = '<img src=x onerror="alert(1)">'
FORMULA = "=HYPERLINK(1)"


def test_names_with_markup_stay_names_on_every_paper_in_files_and_in_mail(tmp_path: Path) -> None:
    """Names of leagues, of people without an account and of teams may have any sign that can be seen."""

    async def scene(ask: Direct, box: Mailbox) -> None:
        host = await coach(ask, "Host")
        teams = [{"coach": f"{NASTY[:30]} {at}", "drafted": "", "name": f"{FORMULA} {NASTY[:20]}"} for at in range(4)]
        order = {"name": NASTY, "preset": "club_day", "teams": teams, "start": True}
        league = str((await host.post("/leagues", order)).json()["id"])
        competition = (await host.get(f"/leagues/{league}")).json()["home"]["competitions"][0]["id"]
        team = (await host.get(f"/leagues/{league}")).json()["home"]["teams"][0]["id"]
        calendar = (await host.post("/me/feeds", {"kind": "league", "subject": league})).json()["link"]
        papers = [f"/club/{competition}/print/{what}" for what in ("pairings", "slips", "standings", "cards")]
        for path in (*papers, f"/teams/kept/{team}/sheet"):
            paper = await host.get(path)
            assert paper.status == 200, (path, paper.body)
            assert paper.headers["content-type"].startswith("text/html"), path
            body = paper.body.decode()
            assert "&lt;img" in body, path
            assert "<img src=x" not in body, path
            assert "script-src 'self'" in paper.headers["content-security-policy"], "and no script would run"
        table = (await host.get(f"/competitions/{competition}/results.csv")).body.decode()
        assert not [line for line in table.splitlines() for cell in csv.reader([line]) if FORMULA in cell]
        read = (await host.get(calendar.partition("/api/v1")[2])).body.decode()
        assert read.count("BEGIN:VCALENDAR") == 1
        channel = {"mail": "host@example.org"}
        assert (await host.post("/me/mail", channel)).status == 200
        await ask.state.mail_links.close()
        news = News("x.1", "hurry", f"{NASTY}\r\nBcc: all@example.org", [f"{NASTY}\x07\u202e"], "/match/m")
        Contacts(ask.state.accounts.store).confirm_mail(await account_of(host), "host@example.org")
        await ask.state.post.notify(await account_of(host), news)
        await ask.state.post.deliver()
        mail = next(each for each in box.mails if "img" in str(each["Subject"]))
        assert mail["Bcc"] is None
        (html,) = [part.get_content() for part in mail.walk() if part.get_content_type() == "text/html"]
        assert "&lt;img" in html
        assert "<img src=x" not in html
        for unseen in ("\x07", "\u202e"):
            assert unseen not in html

    with mailbox() as box:
        sender = {"smtp": box.url, "mail_from": "Bowl <bowl@example.org>"}
        with_accounts(tmp_path, lambda ask: scene(ask, box), **sender)


def test_a_stolen_session_plays_until_it_is_ended_and_takes_nothing_along(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        owner, other = await coach(ask, "Owner"), await coach(ask, "Other")
        league = await league_of(owner)
        await joins(owner, other, league)
        member = await member_of(owner, league, "Other")
        thief = Browser(ask, "203.0.113.66")
        thief.cookies = dict(owner.cookies)
        assert await thief.who() == "Owner", "a cookie is a key"
        with ask.state.sessions.store.engine.begin() as connection:  # it was stolen from somebody who is signed in
            connection.execute(update(AccountSessionRow).values(created=now() - timedelta(hours=2)))
        for method, path, body in (
            ("PUT", "/me/password", {"password": "the thief's own words"}),
            ("DELETE", "/me/password", None),
            ("POST", "/me/codes", {}),
            ("POST", "/me/tokens", {"name": "mine", "scopes": ["play"]}),
            ("POST", "/passkeys/new", {}),
            ("POST", "/me/mail", {"mail": "thief@example.org"}),
            ("DELETE", "/me?name=Owner", None),
            ("GET", "/me/export", None),
            ("POST", f"/leagues/{league}/members/{member}/vouch", {"reason": "let me in"}),
        ):
            answer = await thief(method, path, body)
            assert answer.status == 403, (method, path, answer.status, answer.body)
            assert "sign in again" in answer.what.lower(), (path, answer.what)
        # Its owner sees a browser that is not his, and ends it; or a new password ends all.
        lobby = await ask.socket("/api/v1/lobby/socket", cookie=f"dungeonbowl={thief.cookies['dungeonbowl']}")
        fresh = Browser(ask, "192.0.2.1")
        await fresh.sign_in("Owner")
        sessions = (await fresh.get("/me/sessions")).json()
        (stolen,) = [each["id"] for each in sessions if not each["here"]]
        assert (await fresh("DELETE", f"/me/sessions/{stolen}")).status == 200
        assert await thief.who() == ""
        assert (await thief.post(f"/leagues/{league}/rename", {"name": "Mine"})).status == 401
        assert (await thief.post("/lobby/challenges", {})).status == 401
        await lobby.leave()

    with_accounts(tmp_path, scene)


def test_sockets_that_never_read_hold_a_bounded_heap_and_are_cut(tmp_path: Path) -> None:
    """A real connection that never reads is in test_slow_readers.py; here is what the server keeps for it."""

    async def scene(ask: Direct) -> None:
        deaf = [Viewer([], "203.0.113.7") for _ in range(50)]
        for viewer in deaf:
            for _ in range(10_000):
                viewer.send_encoded(b"x" * 1000)
        assert all(viewer.closed and viewer.close_code == TOO_MUCH for viewer in deaf)
        assert [viewer.unsent for viewer in deaf] == [0] * 50
        created = (await Browser(ask).post("/matches", {"quick": True, "seats": ["person", "person"]})).json()
        address = f"/api/v1/matches/{created['id']}/socket?token={created['watch_token']}"
        sockets = [await ask.socket(address) for _ in range(4)]
        codes = [await socket.closed() for socket in sockets[3:]]
        assert codes == [TOO_MUCH], "and an address has only so many connections"

    with_accounts(tmp_path, scene, sockets_an_address=3)


def test_every_address_of_leagues_asks_who_is_there(tmp_path: Path) -> None:
    """A new address that forgets its guard is found here, not by a stranger."""

    async def scene(ask: Direct) -> None:
        app: Litestar = ask.app.app
        open_to_all = {"/api/v1/leagues/facts", "/api/v1/corrections/forms"}
        seen = 0
        for route in app.routes:
            for handler in getattr(route, "route_handlers", []):
                if not set(getattr(handler, "tags", None) or ()) & TAGS or route.path in open_to_all:
                    continue
                if "/invitations/" in route.path and "league" not in route.path:
                    continue  # the token in the body is the key
                if route.path.endswith(("/applications", "/hand-over/accept", "/hand-over/refuse")):
                    continue  # whoever is signed in: the handler looks whom it is for
                seen += 1
                assert {may_look, may_order} & set(handler.guards or ()), route.path
        assert seen > 60

    with_accounts(tmp_path, scene)


def test_ids_of_others_of_nobody_and_of_nothing(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, foe = await coach(ask, "Host"), await coach(ask, "Foe")
        mine, other = await league_of(host), await league_of(foe, "Other")
        guest = await coach(ask, "Guest")
        await joins(host, guest, mine)
        member = await member_of(foe, other, "Ann")
        account = await account_of(guest)
        # a commissioner of one league is nobody in another
        for path, body in (
            (f"/leagues/{other}/members/{member}/role", {"role": "deputy"}),
            (f"/leagues/{other}/invitations", {}),
            (f"/leagues/{other}/door", {"private": True, "applications": False}),
            (f"/leagues/{other}/applications/{account}/accept", {}),
            (f"/leagues/{other}/season/start", {}),
        ):
            assert (await host.post(path, body)).status == 403, path
        # nor do ids of one league open doors of another
        assert (await host.post(f"/leagues/{mine}/members/{member}/role", {"role": "deputy"})).status == 404
        assert (await host.post(f"/leagues/{mine}/invitations", {"member": member})).status == 400
        team = (await foe.get(f"/leagues/{other}")).json()["home"]["teams"][0]["id"]
        assert (await host.post(f"/leagues/{mine}/invitations", {"role": "co-coach", "team": team})).status == 400
        assert (await host.post(f"/teams/kept/{team}/hand-over", {"member": member})).status == 403
        change = {"changes": [{"team": team, "seq": 1}], "reason": "mine now"}
        assert (await host.post("/corrections", change)).status in (400, 403)
        for odd in ODD:
            for method, path in (
                ("GET", f"/coaches/{odd}"),
                ("GET", f"/leagues/{odd}/people"),
                ("POST", f"/lobby/challenges/{odd}/accept"),
                ("DELETE", f"/lobby/challenges/{odd}"),
                ("PUT", f"/lobby/quiet/{odd}"),
                ("POST", f"/leagues/{odd}/door"),
                ("POST", f"/leagues/{mine}/members/{odd}/role"),
                ("POST", f"/leagues/{mine}/applications/{odd}/accept"),
                ("DELETE", f"/leagues/{mine}/invitations/{odd}"),
                ("POST", f"/teams/kept/{odd}/hand-over"),
                ("POST", f"/teams/kept/{odd}/hand-over/accept"),
            ):
                bodies = {"PUT": {"kind": "mute"}, "POST": {"role": "coach"}}
                sent = None if method in ("GET", "DELETE") else bodies[method]
                if "door" in path:
                    sent = {"private": True, "applications": False}
                if "accept" in path:
                    sent = {}
                if path.endswith("hand-over"):
                    sent = {"member": member}
                answer = await host(method, path.replace("\u202e", "%E2%80%AE").replace(" ", "%20"), sent)
                assert answer.status in (200, 400, 403, 404, 405), (method, path, answer.status, answer.body)

    with_accounts(tmp_path, scene)


def test_a_coach_with_many_sockets_says_no_more_than_with_one(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        created = (await Browser(ask).post("/matches", {"quick": True, "seats": ["person", "person"]})).json()
        address = f"/api/v1/matches/{created['id']}/socket?token="
        sockets = [await ask.socket(address + created["seats"][0]["token"]) for _ in range(4)]
        other = await ask.socket(address + created["seats"][1]["token"])
        for socket in (*sockets, other):
            await socket.message("welcome")
        for socket in sockets:
            socket.say("chat", text="one more")
        refused = [await socket.message("refused") for socket in sockets[2:]]
        assert all("too many lines" in each["reason"] for each in refused)
        other.say("chat", text="at last")
        assert (await other.message("chat"))["line"]["text"]

    with_accounts(tmp_path, scene, chat_a_second=0.0001, chat_at_once=2)


def test_a_lobby_that_nobody_reads_holds_a_handful_of_calls() -> None:
    visit = Visit()
    for number in range(10_000):
        visit.change("changed")
        visit.call(f"match {number}")
    messages = visit.messages()
    assert len(messages) == MOST_CALLS + 1
    assert visit.messages() == []
