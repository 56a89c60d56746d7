"""The lobby: challenges, pairing, chat, whom one does not want to hear of, and ratings."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from dungeonbowl.errors import Unavailable
from dungeonbowl.server.league.permits import Person
from dungeonbowl.server.lobby.live import Visits
from dungeonbowl.server.lobby.pairing import Waiter, pair_of
from dungeonbowl.server.lobby.rating import rater
from dungeonbowl.storage import lobby as stored
from dungeonbowl.storage.lobby import LobbyMatch
from dungeonbowl.storage.matches import now
from dungeonbowl.storage.tables import MatchRow
from support.accounts import Browser, with_accounts
from support.direct import Direct, Socket
from support.people import account_of, coach


async def lobby(browser: Browser) -> Any:
    return (await browser.get("/lobby")).json()


async def enters(ask: Direct, browser: Browser) -> Socket:
    """Somebody comes into the lobby, and is seen there."""
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    socket = await ask.socket("/api/v1/lobby/socket", cookie=cookie)
    await socket.message("changed")
    return socket


def test_a_challenge_is_accepted_and_both_seats_belong_to_the_accounts(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        grim, snikka, other = [await coach(ask, name) for name in ("Grimtooth", "Snikka", "Other")]
        waiting = await enters(ask, grim)
        made = await grim.post("/lobby/challenges", {"edition": "official", "rated": True, "team": "fire-balanced"})
        assert made.status == 201, made.body
        challenge = made.json()
        assert (challenge["name"], challenge["mine"], challenge["clock"]) == ("Grimtooth", True, "no clock")
        path = f"/lobby/challenges/{challenge['id']}/accept"
        assert (await grim.post(path)).status == 400
        assert (await Browser(ask).post(path)).status == 401
        assert (await snikka.post(path, {"team": "no such team"})).status == 400
        assert [each["mine"] for each in (await lobby(snikka))["challenges"]] == [False]  # still open
        answers = await asyncio.gather(snikka.post(path), other.post(path))
        assert sorted(each.status for each in answers) == [201, 404]
        winner = snikka if answers[0].status == 201 else other
        match = next(each.json()["id"] for each in answers if each.status == 201)
        assert (await waiting.message("match"))["id"] == match
        page = await lobby(Browser(ask))
        assert page["challenges"] == []
        (live,) = page["matches"]
        assert live["coaches"] == ["Grimtooth", "Snikka" if winner is snikka else "Other"]
        for browser, sides in ((grim, [0]), (winner, [1])):
            (mine,) = (await browser.get("/me/matches")).json()
            assert (mine["id"], mine["sides"], mine["mine"]) == (match, sides, True)
            seat = await browser.post(f"/me/matches/{match}/seat", {"key": f"{sides[0]}" * 40})
            assert seat.json()["sides"] == sides
        watch = live["watch"].partition("token=")[2]
        assert (await other.get(f"/matches/{match}?token={watch}")).json()["mine"] == []
        stranger = other if winner is snikka else snikka
        taken = await stranger.post(f"/me/matches/{match}/seat", {"key": "s" * 40})
        assert taken.status == 404
        await waiting.leave()

    with_accounts(tmp_path, scene)


def test_whoever_has_left_the_lobby_reads_that_the_challenge_is_accepted_and_finds_the_match_there(
    tmp_path: Path,
) -> None:
    async def scene(ask: Direct) -> None:
        here, gone, guest = [await coach(ask, name) for name in ("Here", "Gone", "Guest")]
        waiting = await enters(ask, here)
        matches = []
        for host in (here, gone):
            made = (await host.post("/lobby/challenges", {})).json()["id"]
            matches.append((await guest.post(f"/lobby/challenges/{made}/accept")).json()["id"])
        assert (await here.get("/me/news")).json()["news"] == []  # called by the socket
        (told,) = (await gone.get("/me/news")).json()["news"]
        assert (told["kind"], told["link"]) == ("challenge", f"/match/{matches[1]}?at=0")
        assert told["title"] == "Your challenge is accepted: the match waits for you (against Guest)"
        for browser, own in ((here, [matches[0]]), (gone, [matches[1]]), (guest, matches), (Browser(ask), [])):
            live = (await lobby(browser))["matches"]
            assert {each["id"] for each in live} == set(matches)
            assert {each["id"] for each in live if each["mine"]} == set(own)
        await waiting.leave()

    with_accounts(tmp_path, scene)


def test_coaches_of_the_lobby_are_called_as_their_accounts_whatever_they_say(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        grim, snikka = await coach(ask, "Grimtooth"), await coach(ask, "Snikka")
        challenge = (await grim.post("/lobby/challenges", {})).json()["id"]
        match = (await snikka.post(f"/lobby/challenges/{challenge}/accept")).json()["id"]
        sockets = []
        for browser, key in ((grim, "g" * 40), (snikka, "s" * 40)):
            assert (await browser.post(f"/me/matches/{match}/seat", {"key": key})).status == 201
            sockets.append(await ask.socket(f"/api/v1/matches/{match}/socket?token={key}"))
            await sockets[-1].message("welcome")
        watch = (await lobby(grim))["matches"][0]["watch"].partition("token=")[2]
        sockets.append(await ask.socket(f"/api/v1/matches/{match}/socket?token={watch}"))
        await sockets[-1].message("welcome")
        sockets[0].say("ready", word="", name="Snikka")
        sockets[1].say("ready", word="", name="Dungeon Bowl")
        begun = await sockets[0].message("welcome")
        assert [side["coach"] for side in begun["setup"]["sides"]] == ["Grimtooth", "Snikka"]
        for socket, name, called in (
            (sockets[1], "Grimtooth", "Snikka"),
            (sockets[0], "Dungeon Bowl", "Grimtooth"),
            (sockets[2], "grimtooth", "Spectator"),
            (sockets[2], "dungeon  bowl", "Spectator"),
            (sockets[2], "Old Mole", "Old Mole"),
        ):
            socket.say("chat", text="hello", name=name)
            assert (await sockets[0].message("chat"))["line"]["name"] == called
        for socket in sockets:
            await socket.leave()

    with_accounts(tmp_path, scene)


def test_a_match_that_cannot_be_written_leaves_the_challenge_and_the_pair_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the server ended in the middle: nobody loses a challenge to a match that is not there."""

    def fails(*_: object) -> None:
        raise Unavailable("the disk is full")

    async def scene(ask: Direct) -> None:
        one, other = await coach(ask, "One"), await coach(ask, "Other")
        made = (await one.post("/lobby/challenges", {})).json()["id"]
        with monkeypatch.context() as broken:
            broken.setattr("dungeonbowl.server.lobby.desk.remember_match", fails)
            assert (await other.post(f"/lobby/challenges/{made}/accept")).status == 503
            assert (await one.post("/lobby/pairing", {"edition": "official"})).status == 200
            assert (await other.post("/lobby/pairing", {"edition": "official"})).status == 503
        page = await lobby(one)
        assert [each["id"] for each in page["challenges"]] == [made]
        assert [(guest["name"], guest["waits"]) for guest in page["guests"]] == [
            ("One", "official"),
            ("Other", "official"),
        ]
        assert page["matches"] == []
        assert ask.state.sessions.by_id == {}
        assert (await other.post(f"/lobby/challenges/{made}/accept")).status == 201
        await ask.state.lobby.pair("official")
        assert [guest["waits"] for guest in (await lobby(one))["guests"]] == ["", ""]
        assert len((await one.get("/me/matches")).json()) == len((await other.get("/me/matches")).json()) == 2

    with_accounts(tmp_path, scene)


def test_matches_that_ended_unseen_are_counted_when_a_server_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(ask: Direct) -> None:
        one, other = await coach(ask, "One"), await coach(ask, "Other")
        matches = []
        for _ in range(2):
            made = (await one.post("/lobby/challenges", {"rated": False})).json()["id"]
            matches.append((await other.post(f"/lobby/challenges/{made}/accept")).json()["id"])
        store = ask.state.sessions.store
        ended = update(MatchRow).where(MatchRow.id == matches[0]).values(stage="over")
        await store.journal.write(lambda connection: connection.execute(ended))
        looked: list[str] = []
        count = ask.state.lobby.count

        async def noted(identity: str) -> None:
            looked.append(identity)
            await count(identity)

        monkeypatch.setattr(ask.state.lobby, "count", noted)
        await ask.state.lobby.count_left()
        assert looked == [matches[0]]  # and not one question for each match that goes on
        assert [each.match_id for each in ask.state.lobby.store.open_matches(9)] == [matches[1]]

    with_accounts(tmp_path, scene)


def test_challenges_are_taken_back_run_out_and_are_for_one_coach_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(ask: Direct) -> None:
        one, other, third = [await coach(ask, name) for name in ("One", "Other", "Third")]
        mine = (await one.post("/lobby/challenges", {})).json()["id"]
        assert (await other("DELETE", f"/lobby/challenges/{mine}")).status == 404
        assert (await one("DELETE", f"/lobby/challenges/{mine}")).status == 200
        assert (await other.post(f"/lobby/challenges/{mine}/accept")).status == 404
        for wrong in ({"edition": "chess"}, {"dungeon": "nowhere"}, {"team": "nobody"}, {"guest": "nobody"}):
            assert (await one.post("/lobby/challenges", wrong)).status == 400
        guest = await account_of(other)
        made = (await one.post("/lobby/challenges", {"guest": guest, "minutes": 5})).json()
        assert made["guest"] == "Other"
        assert (await lobby(third))["challenges"] == []
        assert (await third.post(f"/lobby/challenges/{made['id']}/accept")).status == 404
        assert [each["for_me"] for each in (await lobby(other))["challenges"]] == [True]
        late = now() + timedelta(minutes=6)
        monkeypatch.setattr(stored, "now", lambda: late)
        assert (await lobby(other))["challenges"] == []
        assert (await other.post(f"/lobby/challenges/{made['id']}/accept")).status == 404

    with_accounts(tmp_path, scene)


def test_who_waits_is_paired_unless_one_has_blocked_the_other(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        one, foe, friend = [await coach(ask, name) for name in ("One", "Foe", "Friend")]
        sockets = [await enters(ask, each) for each in (one, foe, friend)]
        assert {guest["name"] for guest in (await lobby(one))["guests"]} == {"One", "Foe", "Friend"}
        await one("PUT", f"/lobby/quiet/{await account_of(foe)}", {"kind": "block"})
        assert (await one.post("/lobby/pairing", {"edition": "chess"})).status == 400
        assert (await one.post("/lobby/pairing", {"edition": "official"})).status == 200
        assert (await foe.post("/lobby/pairing", {"edition": "official"})).status == 200
        assert (await lobby(one))["matches"] == []
        assert (await lobby(one))["waits"] == "official"
        assert (await friend.post("/lobby/pairing", {"edition": "official"})).status == 200
        match = (await sockets[2].message("match"))["id"]
        (live,) = (await lobby(friend))["matches"]
        assert live["id"] == match
        assert "Friend" in live["coaches"]
        assert (await lobby(friend))["waits"] == ""
        for socket in sockets:
            await socket.leave()
        assert (await lobby(one))["guests"] == []

    with_accounts(tmp_path, scene)


def test_a_blocked_coach_neither_challenges_nor_is_heard(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        one, foe, third = [await coach(ask, name) for name in ("One", "Foe", "Third")]
        me, him = await account_of(one), await account_of(foe)
        await foe.post("/lobby/chat", {"text": "<script>alert(1)</script> \u202egnihton\x07"})
        (line,) = (await lobby(one))["chat"]
        assert line["text"] == "<script>alert(1)</script> gnihton"  # what cannot be seen is not said
        direct = (await foe.post("/lobby/challenges", {"guest": me})).json()["id"]
        public = (await foe.post("/lobby/challenges", {})).json()["id"]
        await one("PUT", f"/lobby/quiet/{him}", {"kind": "mute"})
        page = await lobby(one)
        assert (page["chat"], len(page["challenges"])) == ([], 2)
        await one("PUT", f"/lobby/quiet/{him}", {"kind": "block"})
        page = await lobby(one)
        assert (page["chat"], page["challenges"]) == ([], [])
        assert [(each["name"], each["quiet"]) for each in page["quiet"]] == [("Foe", "block")]
        assert (await one.post(f"/lobby/challenges/{direct}/accept")).status == 404
        assert (await one.post(f"/lobby/challenges/{public}/accept")).status == 404
        refused = await foe.post("/lobby/challenges", {"guest": me})
        assert refused.status == 400
        assert "block" not in refused.what  # he is not told why
        assert len((await lobby(third))["chat"]) == 1
        await one("PUT", f"/lobby/quiet/{him}", {"kind": ""})
        assert len((await lobby(one))["chat"]) == 1
        assert (await one("PUT", f"/lobby/quiet/{me}", {"kind": "mute"})).status == 404
        assert (await one("PUT", "/lobby/quiet/nobody", {"kind": "mute"})).status == 404

    with_accounts(tmp_path, scene)


def test_a_line_is_reported_once_and_kept_for_the_owner(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        one, foe = await coach(ask, "One"), await coach(ask, "Foe")
        await foe.post("/lobby/chat", {"text": "you play like a goblin"})
        number = (await lobby(one))["chat"][0]["number"]
        path = f"/lobby/chat/{number}/report"
        assert (await foe.post(path)).status == 404  # not one's own
        assert (await one.post(path, {"words": "rude"})).status == 201
        assert (await one.post(path, {"words": "very rude"})).status == 400
        for odd in ("0", "-1", "99999999999999999999", "9" * 40):
            assert (await one.post(f"/lobby/chat/{odd}/report")).status in (400, 404)
        (found,) = ask.state.lobby.store.complaints()
        assert (found.text, found.words, found.about) == ("you play like a goblin", "rude", await account_of(foe))
        assert ask.state.lobby.store.settle_complaint(found.id)
        assert ask.state.lobby.store.complaints() == []

    with_accounts(tmp_path, scene)


def test_a_rated_match_changes_ratings_once(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        one, other = await coach(ask, "One"), await coach(ask, "Other")
        made = (await one.post("/lobby/challenges", {})).json()["id"]
        match = (await other.post(f"/lobby/challenges/{made}/accept")).json()["id"]
        desk = ask.state.lobby
        found = desk.store.match(match)
        for _ in range(3):
            desk.store.count_match(found, rater(found, [2, 1], 0))
        page = (await Browser(ask).get(f"/coaches/{await account_of(one)}")).json()
        (rank,) = page["ranks"]
        assert (rank["edition"], rank["games"]) == ("official", 1)
        assert rank["low"] < 25 < rank["rating"] < rank["high"]
        lost = (await Browser(ask).get(f"/coaches/{await account_of(other)}")).json()["ranks"][0]
        assert lost["rating"] < 25
        assert [each["coaches"] for each in page["matches"]] == [["One", "Other"]]

    with_accounts(tmp_path, scene)


def test_pairs_are_near_by_rating_and_wider_the_longer_somebody_waits() -> None:
    weak, strong, equal = Waiter("weak", 1), Waiter("strong", 1), Waiter("equal", 0)
    means = {"weak": 15.0, "strong": 35.0, "equal": 34.0}
    assert pair_of([weak, strong], means, {}) is None
    assert pair_of([weak, strong, equal], means, {}) == ("strong", "equal")
    assert pair_of([Waiter("weak", 600), strong], means, {}) == ("weak", "strong")
    assert pair_of([Waiter("a", 5), Waiter("b", 9), Waiter("c", 7)], {}, {}) == ("b", "c")  # unknown: by waiting
    assert pair_of([weak], means, {}) is None
    unrated = LobbyMatch("m", "a", "b", "official", False, False, now())
    assert rater(unrated, [1, 0], 0) is None


def test_limits_of_challenges_and_chat_by_account_and_by_address(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        one, other = await coach(ask, "One", "192.0.2.1"), await coach(ask, "Other", "192.0.2.1")
        far = await coach(ask, "Far", "192.0.2.99")
        said = [(await one.post("/lobby/chat", {"text": f"line {number}"})).status for number in range(8)]
        assert said == [201] * 5 + [429] * 3
        assert (await other.post("/lobby/chat", {"text": "same address"})).status == 429
        assert (await far.post("/lobby/chat", {"text": "another"})).status == 201
        open_ones = [(await one.post("/lobby/challenges", {})).status for _ in range(6)]
        assert open_ones == [201] * 5 + [400]
        asked = [(await other.post("/lobby/challenges", {"edition": "chess"})).status for _ in range(3)]
        assert asked == [400, 400, 429]  # eight in all from this address

    with_accounts(tmp_path, scene, challenges_at_once=8, challenges_a_minute=0.001, chat_a_second=0.0001)


def test_who_listens_to_a_lively_lobby_is_there_and_a_signed_out_one_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often something is new, everybody gives signs of life and is asked who he is."""
    monkeypatch.setattr("dungeonbowl.server.lobby.live.TICK", 0.2)

    async def scene(ask: Direct) -> None:
        one = await coach(ask, "One")
        socket = await enters(ask, one)
        desk = ask.state.lobby
        desk.store.leave(await account_of(one), ask.state.visits.server)  # as if his last sign of life were long ago

        async def is_seen() -> bool:
            return [guest["name"] for guest in (await lobby(Browser(ask)))["guests"]] == ["One"]

        async def chatter(until: Callable[[], Awaitable[bool]]) -> bool:
            for _ in range(300):
                desk.changed()
                await asyncio.sleep(0.02)
                if await until():
                    return True
            return False

        async def is_sent_away() -> bool:
            while not socket.outgoing.empty():
                if socket.outgoing.get_nowait()["type"] == "websocket.close":
                    return True
            return False

        assert await chatter(is_seen)
        await one("DELETE", "/session")
        assert await chatter(is_sent_away)

    with_accounts(tmp_path, scene)


def test_who_leaves_one_of_several_servers_is_there_and_waits_on(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        desk = ask.state.lobby
        one, other = await coach(ask, "One"), await coach(ask, "Other")
        person = Person(await account_of(one), "")
        here, there = Visits(desk), Visits(desk)

        async def waiting() -> list[tuple[str, str]]:
            return [(guest["name"], guest["waits"]) for guest in (await lobby(one))["guests"]]

        await here.enter(person)
        await there.enter(person)
        assert (await one.post("/lobby/pairing", {"edition": "official"})).status == 200
        await here.leave(person)
        assert await waiting() == [("One", "official")]
        assert (await other.post("/lobby/pairing", {"edition": "official"})).status == 200
        assert [waits for _, waits in await waiting()] == ["", ""]  # here is the match
        told: list[object] = []
        desk.bulletin.subscribe("lobby", told.append)
        await there.leave(person)
        assert await waiting() == [("Other", "")]
        assert told  # so that everybody sees it

    with_accounts(tmp_path, scene)


def test_who_waits_while_a_server_makes_room_for_the_next_waits_on(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        one = await coach(ask, "One")
        socket = await enters(ask, one)
        await one.post("/lobby/pairing", {"edition": "official"})
        ask.state.visits.close()
        while (await socket.next())["type"] != "websocket.close":
            pass
        await socket.task
        await Visits(ask.state.lobby).enter(Person(await account_of(one), ""))  # at the next server
        assert (await lobby(one))["waits"] == "official"

    with_accounts(tmp_path, scene)


def test_a_signed_out_visitor_leaves_the_lobby_and_a_closing_server_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dungeonbowl.server.lobby.live.TICK", 0.01)

    async def scene(ask: Direct) -> None:
        one = await coach(ask, "One")
        socket = await enters(ask, one)
        await one("DELETE", "/session")
        assert await socket.closed() == 4401
        anonymous = await ask.socket("/api/v1/lobby/socket")
        anonymous.send(json.dumps({"type": "anything"}))
        ask.state.visits.close()
        while (await anonymous.next())["type"] != "websocket.close":
            pass

    with_accounts(tmp_path, scene)
