"""The lobby: challenges that are offered and accepted, quick pairing, chat, and matches whose end changes ratings."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import Connection

from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.server.accounts.names import plain_line
from dungeonbowl.server.bulletin import Bulletin
from dungeonbowl.server.counting import Counting, Limit
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.failures import NotFound, TooMuch
from dungeonbowl.server.league.permits import Person
from dungeonbowl.server.lobby.pairing import Waiter, pair_of
from dungeonbowl.server.lobby.rating import rater
from dungeonbowl.server.options import quick_defaults
from dungeonbowl.server.session import Session
from dungeonbowl.server.settings import Settings
from dungeonbowl.server.wire import DungeonOrder, NewMatch, TeamOrder
from dungeonbowl.server.wire.lobby import ChallengeOrder
from dungeonbowl.storage.account_tables import AccountRow
from dungeonbowl.storage.accounts import OPEN, is_locked, new_id, remember_match
from dungeonbowl.storage.lobby import (
    ALIVE,
    BLOCK,
    Challenge,
    LobbyMatch,
    LobbyStore,
    TakenAlready,
    add_match,
    age,
    take_challenge,
    take_pair,
)
from dungeonbowl.storage.match_records import ABANDONED, SEAT, SeatRecord
from dungeonbowl.storage.matches import now, token_hash
from dungeonbowl.storage.news import CHALLENGE, News
from dungeonbowl.teams.facts import editions

if TYPE_CHECKING:
    from dungeonbowl.server.sessions import Sessions

LOBBY: Final = "lobby"  # the channel of everybody in the lobby
CHANGED: Final = "changed"
SIDES: Final = 2
MOST_WAITING: Final = 100  # who are looked at for one pair
MOST_UNCOUNTED: Final = 10_000
NOT_OPEN: Final = mark("this challenge is not open any more")

log = logging.getLogger(__name__)

CHALLENGES: Final = mark("{name} challenges you to a match")
ACCEPTED: Final = mark("Your challenge is accepted: the match waits for you")


def channel_of(account: str) -> str:
    """The channel of one coach."""
    return f"account {account}"


class Lobby:
    def __init__(
        self,
        store: LobbyStore,
        sessions: Sessions,
        bulletin: Bulletin,
        settings: Settings,
        counting: Counting,
    ) -> None:
        self.store = store
        self.accounts = store.accounts
        self.sessions = sessions
        self.bulletin = bulletin
        self.counting = counting
        self.limits = {
            "challenges": Limit("challenges", settings.challenges_a_minute / 60, settings.challenges_at_once),
            "chat": Limit("chat", settings.chat_a_second, settings.chat_at_once),
            "reports": Limit("reports", settings.challenges_a_minute / 60, settings.challenges_at_once),
        }
        self.tasks: set[asyncio.Task[None]] = set()
        self.notify: Callable[[str, News], Awaitable[bool]] | None = None  # where the server has a post

    async def pay(self, what: str, person: Person, address: str) -> None:
        """`TooMuch` if an account, or an address with however many accounts, does something too often."""
        if not await self.counting.take(self.limits[what], f"account {person.account}", f"address {address}"):
            raise TooMuch(f"too many {what} from you: wait a little")

    def changed(self) -> None:
        self.bulletin.publish(LOBBY, CHANGED)

    # --- challenges --------------------------------------------------------------------------------------------------

    async def challenge(self, person: Person, order: ChallengeOrder, address: str) -> Challenge:
        """Offer a match. It is made once for a trial, so that nobody accepts what cannot be played."""
        await self.pay("challenges", person, address)
        if order.guest:
            await asyncio.to_thread(self.refuse_guest, person.account, order.guest)
        await asyncio.to_thread(new_match, match_order(order, ""))
        moment = now()
        expires = moment + timedelta(minutes=order.minutes)
        written = msgspec.json.encode(order).decode()
        made = Challenge(new_id(), person.account, order.guest, order.edition, written, order.rated, moment, expires)
        await asyncio.to_thread(self.store.challenge, made)
        self.changed()
        if order.guest and self.notify is not None:
            title = CHALLENGES.format(name=person.name)
            await self.notify(order.guest, News(f"challenge.{made.id}", CHALLENGE, title, [], "/lobby"))
        return made

    def refuse_guest(self, account: str, guest: str) -> None:
        """Who has blocked somebody is for him as if he were not there."""
        found = self.accounts.by_id(guest)
        if guest == account or found is None or found.state != OPEN or guest in self.store.apart(account):
            raise UserError("guest: expected a coach whom you can challenge")

    async def accept(self, person: Person, identity: str, team: str) -> str:
        """Accept a challenge; returns the id of the match. Of several who accept at once the first one plays."""
        found = await asyncio.to_thread(self.store.open_challenge, identity)
        if found is None or (found.guest and found.guest != person.account):
            raise NotFound(NOT_OPEN)
        if found.account_id == person.account:
            raise UserError("this challenge is your own: somebody else has to accept it")
        host = await asyncio.to_thread(self.accounts.by_id, found.account_id)
        apart = await asyncio.to_thread(self.store.apart, person.account)
        if host is None or host.state != OPEN or found.account_id in apart:
            raise NotFound(NOT_OPEN)
        order = match_order(msgspec.json.decode(found.order, type=ChallengeOrder), team)
        await asyncio.to_thread(new_match, order)  # a team that does not fit leaves the challenge open
        try:
            take = partial(take_challenge, identity=identity)
            match = await self.begin_match(found.account_id, person.account, order, found.rated, take)
        except TakenAlready:
            raise NotFound(NOT_OPEN) from None
        await self.tell_host(found, match)
        return match

    async def tell_host(self, challenge: Challenge, match: str) -> None:
        """Whoever is in the lobby is called to the match; who has gone elsewhere meanwhile reads of it."""
        if self.notify is None:
            return
        guests = await asyncio.to_thread(self.store.guests)
        if challenge.account_id not in {guest.account_id for guest in guests}:
            news = News(f"challenge.{challenge.id}.accepted", CHALLENGE, ACCEPTED, [], f"/match/{match}?at=0", match)
            await self.notify(challenge.account_id, news)

    async def withdraw(self, person: Person, identity: str) -> None:
        if not await asyncio.to_thread(self.store.withdraw_challenge, person.account, identity):
            raise NotFound("you have no such challenge")
        self.changed()

    # --- pairing -----------------------------------------------------------------------------------------------------

    async def wait(self, person: Person, edition: str) -> None:
        """Wait for a partner in an edition; with none, wait no more."""
        if edition and edition not in editions():
            raise UserError(f"edition: expected one of {', '.join(editions())}")
        if edition:
            await asyncio.to_thread(self.store.arrive, person.account)
        await asyncio.to_thread(self.store.wait, person.account, edition)
        self.changed()
        if edition:
            await self.pair(edition)

    async def pair(self, edition: str) -> None:
        """Pair whoever waits for an edition, as far as it goes."""
        while found := await asyncio.to_thread(self.next_pair, edition):
            one, other = found
            take = partial(take_pair, one=one, other=other, edition=edition)
            with suppress(TakenAlready):
                await self.begin_match(one, other, match_order(ChallengeOrder(edition), ""), True, take)

    def next_pair(self, edition: str) -> tuple[str, str] | None:
        guests = self.store.guests()
        waiting = [guest for guest in guests if guest.edition == edition and age(guest.seen) < ALIVE.total_seconds()]
        waiting.sort(key=lambda guest: (guest.since, guest.account_id))
        waiting = waiting[:MOST_WAITING]
        known = self.accounts.by_ids([guest.account_id for guest in waiting])
        ids = [identity for identity, account in known.items() if account.state == OPEN]  # the others wait no more
        waiting = [guest for guest in waiting if guest.account_id in ids]
        means = {each.account_id: each.mean for each in self.store.ratings(ids) if each.edition == edition}
        apart = self.store.apart_among(ids)
        return pair_of([Waiter(each.account_id, age(each.since)) for each in waiting], means, apart)

    # --- matches -----------------------------------------------------------------------------------------------------

    async def begin_match(
        self, home: str, away: str, order: NewMatch, rated: bool, take: Callable[[Connection], None]
    ) -> str:
        """A match whose seats belong to two accounts. No link to a seat exists: each coach takes his own. `take` uses
        up what brought them together. Whatever ends this server meanwhile, all of it is written, or nothing is."""
        stored, created = await asyncio.to_thread(new_match, order, True)
        names = await asyncio.to_thread(self.accounts.by_ids, [home, away])
        called = [names[account].name if account in names else "" for account in (home, away)]
        stored.sides = [
            msgspec.structs.replace(side, coach=coach) for side, coach in zip(stored.sides, called, strict=True)
        ]
        for link in created.seats:
            stored.seats[token_hash(link.token)] = SeatRecord(link.sides, SEAT)
        made = LobbyMatch(created.id, home, away, name_of(order.edition), rated, False, now())

        def also(connection: Connection) -> None:
            # Who is deleted or closed at this moment plays no match, and his name goes into none. In one order, so that
            # nobody waits for each other.
            if not all(is_locked(connection, account, AccountRow.state == OPEN) for account in sorted((home, away))):
                raise TakenAlready(NOT_OPEN)
            take(connection)
            add_match(connection, made)
            for account, link in zip((home, away), created.seats, strict=True):
                remember_match(connection, account, created.id, link.sides, token_hash(link.token))

        await self.sessions.create(stored, also)
        for account in (home, away):
            self.bulletin.publish(channel_of(account), created.id)
        self.changed()
        return created.id

    def begin(self) -> None:
        """Listen for matches that end, and count those that ended while no server was there to see it."""
        before = self.sessions.when_over

        def ended(session: Session) -> None:
            if before is not None:
                before(session)
            self.later(lambda: self.count(session.id))

        self.sessions.when_over = ended
        self.later(self.count_left)

    def later(self, work: Callable[[], Awaitable[None]]) -> None:
        async def do_it() -> None:
            try:
                await work()
            except Exception:
                log.exception("a match of the lobby could not be counted; it is tried again at the next start")

        task = asyncio.create_task(do_it())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def count_left(self) -> None:
        """Asked for together: after a while there are many matches that go on, and few that ended unseen."""
        left = [match.match_id for match in await asyncio.to_thread(self.store.open_matches, MOST_UNCOUNTED)]
        for standing in await asyncio.to_thread(self.sessions.store.standings, left):
            if standing.stage == "over":
                await self.count(standing.id)

    async def count(self, identity: str) -> None:
        """If a match of the lobby is over, its ratings hear of it. One that nobody went on with counts for nobody."""
        match = await asyncio.to_thread(self.store.match, identity)
        if match is None or match.counted:
            return
        standings = await asyncio.to_thread(self.sessions.store.standings, [identity])
        if not standings or standings[0].stage != "over":
            return
        result = standings[0].result
        rate = None if result.text == ABANDONED else rater(match, result.score[:SIDES], result.winner)
        await asyncio.to_thread(self.store.count_match, match, rate)
        self.changed()

    async def close(self) -> None:
        await asyncio.gather(*self.tasks, return_exceptions=True)

    # --- chat --------------------------------------------------------------------------------------------------------

    async def say(self, person: Person, text: str, address: str) -> None:
        await self.pay("chat", person, address)
        said = plain_line(text)
        if not said:
            raise UserError("text: expected something to say")
        await asyncio.to_thread(self.store.say, person.account, said)
        self.changed()

    async def report(self, person: Person, number: int, words: str, address: str) -> None:
        """Report a line of chat to the owner of the server."""
        await self.pay("reports", person, address)
        line = await asyncio.to_thread(self.store.line, number)
        if line is None or line.account_id == person.account:
            raise NotFound("there is no such line of somebody else")
        await asyncio.to_thread(self.store.complain, person.account, line, plain_line(words))

    async def keep_quiet(self, person: Person, other: str, kind: str) -> None:
        """Mute or block somebody, or make up. Open challenges between them are over."""
        found = await asyncio.to_thread(self.accounts.by_id, other)
        if found is None or other == person.account:
            raise NotFound("there is no such coach besides you")
        await asyncio.to_thread(self.store.set_block, person.account, other, kind)
        if kind == BLOCK:
            for each in await asyncio.to_thread(self.store.challenges):
                if {each.account_id, each.guest} == {person.account, other}:
                    await asyncio.to_thread(self.store.take_challenge, each.id)
        self.changed()


def match_order(order: ChallengeOrder, away_team: str) -> NewMatch:
    """The match of a challenge, with the team of whoever accepts it. `UserError` if it is none for two people."""
    name = name_of(order.edition)
    if name not in editions():
        raise UserError(f"edition: expected one of {', '.join(editions())}")
    usual = quick_defaults(name)
    teams = [order.team or usual.teams[0], away_team or usual.teams[1]]
    return NewMatch(
        edition=order.edition,
        dungeon=DungeonOrder(id=order.dungeon or usual.dungeon) if order.quick or order.dungeon else None,
        teams=[TeamOrder(ready=team) for team in teams],
        seats=["person", "person"],
        clock=order.clock,
        turn_limit=order.turn_limit if order.turn_limit is not None or not order.quick else usual.turn_limit,
        quick=order.quick,
        help=False,
    )
