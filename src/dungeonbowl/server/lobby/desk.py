"""The lobby: challenges that are offered and accepted, quick pairing, chat, and matches whose end changes ratings."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.server.accounts.names import plain_line
from dungeonbowl.server.bulletin import Bulletin
from dungeonbowl.server.clocks import RealTime, Timekeeper
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.failures import NotFound, TooMuch
from dungeonbowl.server.league.permits import Person
from dungeonbowl.server.limits import Buckets
from dungeonbowl.server.lobby.pairing import Waiter, pair_of
from dungeonbowl.server.lobby.rating import rater
from dungeonbowl.server.options import quick_defaults
from dungeonbowl.server.session import Session
from dungeonbowl.server.settings import Settings
from dungeonbowl.server.wire import DungeonOrder, NewMatch, TeamOrder
from dungeonbowl.server.wire.lobby import ChallengeOrder
from dungeonbowl.storage.accounts import OPEN, new_id
from dungeonbowl.storage.lobby import BLOCK, Challenge, LobbyMatch, LobbyStore, age
from dungeonbowl.storage.matches import ABANDONED, SEAT, SeatRecord, now, token_hash
from dungeonbowl.storage.news import CHALLENGE, News
from dungeonbowl.teams.facts import editions

if TYPE_CHECKING:
    from dungeonbowl.server.sessions import Sessions

LOBBY: Final = "lobby"  # the channel of everybody in the lobby
CHANGED: Final = "changed"
SIDES: Final = 2
MOST_WAITING: Final = 100  # who are looked at for one pair
MOST_UNCOUNTED: Final = 10_000
NOT_OPEN: Final = "this challenge is not open any more"

log = logging.getLogger(__name__)


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
        timekeeper: Timekeeper | None = None,
    ) -> None:
        self.store = store
        self.accounts = store.accounts
        self.sessions = sessions
        self.bulletin = bulletin
        self.timekeeper = timekeeper or RealTime()
        self.limits = {
            "challenges": Buckets(settings.challenges_a_minute / 60, settings.challenges_at_once),
            "chat": Buckets(settings.chat_a_second, settings.chat_at_once),
            "reports": Buckets(settings.challenges_a_minute / 60, settings.challenges_at_once),
        }
        self.tasks: set[asyncio.Task[None]] = set()
        self.notify: Callable[[str, News], Awaitable[bool]] | None = None  # where the server has a post

    def pay(self, what: str, person: Person, address: str) -> None:
        """`TooMuch` if an account, or an address with however many accounts, does something too often."""
        moment = self.timekeeper.now()
        for key in (f"account {person.account}", f"address {address}"):
            if not self.limits[what].take(key, moment):
                raise TooMuch(f"too many {what} from you: wait a little")

    def changed(self) -> None:
        self.bulletin.publish(LOBBY, CHANGED)

    # --- challenges --------------------------------------------------------------------------------------------------

    async def challenge(self, person: Person, order: ChallengeOrder, address: str) -> Challenge:
        """Offer a match. It is made once for a trial, so that nobody accepts what cannot be played."""
        self.pay("challenges", person, address)
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
            title = f"{person.name} challenges you to a match"
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
        if not await asyncio.to_thread(self.store.take_challenge, identity):
            raise NotFound(NOT_OPEN)
        return await self.begin_match(found.account_id, person.account, order, found.rated)

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
            if await asyncio.to_thread(self.store.take_pair, *found, edition):
                await self.begin_match(*found, match_order(ChallengeOrder(edition), ""), True)

    def next_pair(self, edition: str) -> tuple[str, str] | None:
        waiting = [guest for guest in self.store.guests() if guest.edition == edition]
        waiting.sort(key=lambda guest: (guest.since, guest.account_id))
        waiting = waiting[:MOST_WAITING]
        ids = [guest.account_id for guest in waiting]
        means = {each.account_id: each.mean for each in self.store.ratings(ids) if each.edition == edition}
        apart = {account: self.store.apart(account) for account in ids}
        return pair_of([Waiter(each.account_id, age(each.since)) for each in waiting], means, apart)

    # --- matches -----------------------------------------------------------------------------------------------------

    async def begin_match(self, home: str, away: str, order: NewMatch, rated: bool) -> str:
        """A match whose seats belong to two accounts. No link to a seat exists: each coach takes his own."""
        stored, created = await asyncio.to_thread(new_match, order, True)
        names = await asyncio.to_thread(self.accounts.by_ids, [home, away])
        called = [names[account].name if account in names else "" for account in (home, away)]
        stored.sides = [
            msgspec.structs.replace(side, coach=coach) for side, coach in zip(stored.sides, called, strict=True)
        ]
        for link in created.seats:
            stored.seats[token_hash(link.token)] = SeatRecord(link.sides, SEAT)
        await self.sessions.create(stored)
        edition = name_of(order.edition)
        made = LobbyMatch(created.id, home, away, edition, rated, False, now())
        await asyncio.to_thread(self.store.add_match, made)
        for account, link in zip((home, away), created.seats, strict=True):
            seat = token_hash(link.token)
            await asyncio.to_thread(self.accounts.remember_match, account, created.id, link.sides, seat)
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
        for match in await asyncio.to_thread(self.store.open_matches, MOST_UNCOUNTED):
            await self.count(match.match_id)

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
        self.pay("chat", person, address)
        said = plain_line(text)
        if not said:
            raise UserError("text: expected something to say")
        await asyncio.to_thread(self.store.say, person.account, said)
        self.changed()

    async def report(self, person: Person, number: int, words: str, address: str) -> None:
        """Report a line of chat to the owner of the server."""
        self.pay("reports", person, address)
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
