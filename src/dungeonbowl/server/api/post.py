"""Over HTTP: news of the own account, how it wants to be told, links by mail, vacations and calendars."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Response, delete, get, post, put
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, translated
from dungeonbowl.server import wire
from dungeonbowl.server.accounts.doors import (
    PRIVATE,
    TAG,
    AnyRequest,
    freshly_signed_in,
    signed_in,
    with_accounts,
)
from dungeonbowl.server.accounts.names import checked_label, device_name
from dungeonbowl.server.api.accounts import LOOK, ORDER, answer, entering, moment, shown
from dungeonbowl.server.budgets import BUDGET, REQUESTS, address_of
from dungeonbowl.server.failures import NotFound
from dungeonbowl.server.league.vacations import refuse_in_playoffs
from dungeonbowl.server.post.letters import headline
from dungeonbowl.server.post.outgoing import checked_address
from dungeonbowl.storage.contacts import UNCONFIRMED, Channel
from dungeonbowl.storage.failing import OFF, Failing
from dungeonbowl.storage.matches import token_hash
from dungeonbowl.storage.moments import at_second, now
from dungeonbowl.storage.news import CHANNELS, HURRY, KINDS, PUSH, TURN, wish
from dungeonbowl.storage.pauses import ALLOWED, spent

if TYPE_CHECKING:
    from dungeonbowl.server.post.mail_links import MailLinks
    from dungeonbowl.server.post.postman import Post

ASKED = mark(
    "If there is an account with this address, a link is on its way there. It is good for a quarter of an hour."
)
CONFIRMING = mark("A link is on its way to this address. Open it within a quarter of an hour.")
FEED = "/api/v1/calendar/"


def post_of(request: AnyRequest) -> Post:
    """The post of this server, for handlers behind `with_accounts`."""
    found: Post = request.app.state.post
    return found


def links_of(request: AnyRequest) -> MailLinks:
    found: MailLinks = request.app.state.mail_links
    return found


def present(request: AnyRequest) -> datetime:
    return at_second(post_of(request).sessions.timekeeper.utc())


# --- news ------------------------------------------------------------------------------------------------------------


@get("/me/news", **LOOK)
async def my_news(request: AnyRequest) -> Response[wire.MyNews]:
    """The last news of the own account, and how much of it was not read."""
    visitor = await signed_in(request)
    found, unread = await asyncio.to_thread(post_of(request).contacts.news, visitor.account.id)
    waiting = {each.match for each in found if each.match and each.kind in (TURN, HURRY) and not each.read}
    boards = await post_of(request).boards.addresses(sorted(waiting))
    items = [
        wire.NewsItem(
            each.id,
            each.kind,
            moment(each.at),
            headline(each.title, each.against),
            each.lines,
            each.link,
            each.read,
            boards.get(each.match, "") if each.kind in (TURN, HURRY) and not each.read else "",
        )
        for each in found
    ]
    return answer(wire.MyNews(unread, items))


@post("/me/news/read", status_code=HTTP_200_OK, **LOOK)
async def read_news(request: AnyRequest, data: wire.ReadOrder) -> Response[wire.MyNews]:
    """Mark news as read."""
    visitor = await signed_in(request)
    await asyncio.to_thread(post_of(request).contacts.mark_read, visitor.account.id, data.id)
    return await my_news.fn(request)  # type: ignore[no-any-return]


# --- being told ------------------------------------------------------------------------------------------------------


def told_way(each: Channel, failing: Failing | None) -> wire.ToldWay:
    kind: Any = each.kind
    way = wire.ToldWay(each.id, kind, each.label, each.state != UNCONFIRMED, moment(each.created), each.state == OFF)
    if failing is None:
        return way
    return msgspec.structs.replace(
        way, failures=failing.tries, failed=moment(failing.last), error=translated(failing.error)
    )


async def own_telling(request: AnyRequest) -> wire.MyTelling:
    visitor = await signed_in(request)
    account, found = visitor.account.id, post_of(request)
    contacts = found.contacts
    ways = await asyncio.to_thread(contacts.channels, account)
    failing = await asyncio.to_thread(contacts.failing, [each.id for each in ways])
    choices, hour = await asyncio.to_thread(contacts.choices, account)
    vacations = await asyncio.to_thread(contacts.vacations, account)
    feeds = await asyncio.to_thread(contacts.feeds, account)
    here = present(request)
    left = (ALLOWED - spent(vacations, max([here, *(each.ends for each in vacations)]))) / timedelta(days=1)
    return wire.MyTelling(
        [told_way(each, failing.get(each.id)) for each in ways],
        {kind: {channel: wish(choices, kind, channel) for channel in CHANNELS} for kind in KINDS},
        hour,
        found.mail is not None,
        found.pusher.public if found.pusher is not None else "",
        [wire.VacationLine(each.id, moment(each.starts), moment(each.ends)) for each in vacations if each.ends > here],
        round(max(0.0, left), 1),
        [wire.FeedLine(each.id, each.kind, each.subject, moment(each.created)) for each in feeds],  # type: ignore[arg-type]
    )


@get("/me/telling", **LOOK)
async def get_telling(request: AnyRequest) -> Response[wire.MyTelling]:
    """How the own account is told of news, with its vacations and calendars."""
    return answer(await own_telling(request))


@put("/me/telling", status_code=HTTP_200_OK, **ORDER)
async def set_telling(request: AnyRequest, data: wire.TellingOrder) -> Response[wire.MyTelling]:
    """Choose what to be told of, through which channel, and when."""
    visitor = await signed_in(request)
    choices: Any = data.choices
    await asyncio.to_thread(post_of(request).contacts.choose, visitor.account.id, choices, data.hour)
    return answer(await own_telling(request))


@post("/me/ways", status_code=HTTP_201_CREATED, **ORDER)
async def add_way(request: AnyRequest, data: wire.WayOrder) -> Response[wire.MyTelling]:
    """A further way to be told: this browser, or a webhook."""
    visitor = await signed_in(request)
    found = post_of(request)
    anywhere = found.settings.hooks_anywhere
    if data.kind == PUSH:
        from dungeonbowl.server.post.push import read_subscription

        if found.pusher is None:
            raise UserError("this server sends no pushes; its owner can make keys with `dungeonbowl admin push-keys`")
        read_subscription(data.address, anywhere)
        usual = device_name(request.headers.get("user-agent", ""))
    else:
        usual = urlsplit(checked_address(data.address, anywhere)).hostname or ""  # the rest of it is a secret
    label = checked_label(data.label, usual)
    await asyncio.to_thread(found.contacts.add_channel, visitor.account.id, data.kind, data.address.strip(), label)
    return answer(await own_telling(request), HTTP_201_CREATED)


@delete("/me/ways/{identity:str}", status_code=HTTP_200_OK, **ORDER)
async def remove_way(request: AnyRequest, identity: str) -> Response[wire.MyTelling]:
    """Be told this way no more."""
    visitor = await signed_in(request)
    if not await asyncio.to_thread(post_of(request).contacts.remove_channel, visitor.account.id, identity[:40]):
        raise NotFound("you have no such way to be told")
    return answer(await own_telling(request))


@post("/me/ways/{identity:str}/on", status_code=HTTP_200_OK, **ORDER)
async def switch_way_on(request: AnyRequest, identity: str) -> Response[wire.MyTelling]:
    """Use a way again that was switched off because too much had failed."""
    visitor = await signed_in(request)
    if not await asyncio.to_thread(post_of(request).contacts.switch_on, visitor.account.id, identity[:40]):
        raise NotFound("you have no such way to be told")
    return answer(await own_telling(request))


# --- links by mail ---------------------------------------------------------------------------------------------------


@post("/me/mail", status_code=HTTP_200_OK, **ORDER)
async def set_mail(request: AnyRequest, data: wire.MailOrder) -> Response[wire.MailAsked]:
    """Name a mail address: a link is sent there, and nothing else before it was opened."""
    visitor = await freshly_signed_in(request)  # whoever has the address can sign in by it
    await links_of(request).ask_to_confirm(visitor.account, data.mail, address_of(request))
    return answer(wire.MailAsked(CONFIRMING))


@post("/mail/confirm", status_code=HTTP_200_OK, **ORDER)
async def confirm_mail(request: AnyRequest, data: wire.MailLink) -> Response[wire.Account]:
    """Open the link that came to a mail address: the address is the account's from now on."""
    return answer(shown(await links_of(request).confirm(data.token)))


@post("/session/mail", status_code=HTTP_200_OK, **ORDER)
async def ask_mail_link(request: AnyRequest, data: wire.MailOrder) -> Response[wire.MailAsked]:
    """Ask for a link to sign in with. The answer is the same for every address."""
    await links_of(request).ask_to_sign_in(data.mail, address_of(request))
    return answer(wire.MailAsked(ASKED))


@post("/session/mail/finish", status_code=HTTP_200_OK, **ORDER)
async def use_mail_link(request: AnyRequest, data: wire.MailLink) -> Response[wire.Account]:
    """Sign in with a link that came by mail."""
    account = await links_of(request).sign_in(data.token)
    return await entering(request, account, shown(account), HTTP_200_OK)


# --- vacations -------------------------------------------------------------------------------------------------------


@post("/me/vacations", status_code=HTTP_201_CREATED, **ORDER)
async def add_vacation(request: AnyRequest, data: wire.VacationOrder) -> Response[wire.MyTelling]:
    """Go on vacation: the own clocks of days stand still."""
    visitor = await signed_in(request)
    starts, ends = read_moment(data.starts, "starts"), read_moment(data.ends, "ends")
    contacts = post_of(request).contacts
    await asyncio.to_thread(refuse_in_playoffs, request.app.state.registry, visitor.account.id, starts, ends)
    await asyncio.to_thread(contacts.add_vacation, visitor.account.id, starts, ends, present(request))
    return answer(await own_telling(request), HTTP_201_CREATED)


@delete("/me/vacations/{identity:str}", status_code=HTTP_200_OK, **ORDER)
async def end_vacation(request: AnyRequest, identity: str) -> Response[wire.MyTelling]:
    """Come back: a vacation ends now, or does not begin."""
    visitor = await signed_in(request)
    contacts = post_of(request).contacts
    if not await asyncio.to_thread(contacts.end_vacation, visitor.account.id, identity[:40], present(request)):
        raise NotFound("you have no such vacation, or it is over")
    return answer(await own_telling(request))


def read_moment(written: str, where: str) -> datetime:
    """A moment that somebody has written; without a zone it is UTC."""
    try:
        found = datetime.fromisoformat(written)
        return found.astimezone(UTC) if found.tzinfo is not None else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise UserError(f"{where}: expected a moment such as 2026-11-17T20:00:00+00:00") from None


# --- calendars -------------------------------------------------------------------------------------------------------


@post("/me/feeds", status_code=HTTP_201_CREATED, **ORDER)
async def add_feed(request: AnyRequest, data: wire.FeedOrder) -> Response[wire.FeedMade]:
    """A calendar by a secret link, which is told only in this answer."""
    from dungeonbowl.server.post.calendars import check_subject, person_of

    visitor = await signed_in(request)
    person = person_of(visitor.account)
    await asyncio.to_thread(check_subject, request.app.state.registry, person, data.kind, data.subject)
    token = secrets.token_urlsafe(24)
    contacts = post_of(request).contacts
    await asyncio.to_thread(contacts.add_feed, visitor.account.id, data.kind, data.subject, token_hash(token))
    return answer(wire.FeedMade(f"{post_of(request).url}{FEED}{token}"), HTTP_201_CREATED)


@delete("/me/feeds/{identity:str}", status_code=HTTP_200_OK, **ORDER)
async def remove_feed(request: AnyRequest, identity: str) -> Response[wire.MyTelling]:
    """The link of a calendar opens nothing from now on."""
    visitor = await signed_in(request)
    if not await asyncio.to_thread(post_of(request).contacts.remove_feed, visitor.account.id, identity[:40]):
        raise NotFound("you have no such calendar")
    return answer(await own_telling(request))


@get("/calendar/{token:str}", tags=[TAG], opt={BUDGET: REQUESTS}, guards=[with_accounts])
async def read_calendar(request: AnyRequest, token: str) -> Response[bytes]:
    """A calendar, for a program that reads it now and then."""
    from dungeonbowl.server.post.calendars import calendar_of

    found = post_of(request)
    feed = await asyncio.to_thread(found.contacts.feed, token_hash(token[:100]))
    account = await asyncio.to_thread(found.contacts.accounts.by_id, feed.account) if feed is not None else None
    if feed is None or account is None or account.state != "open":
        raise NotFound("there is no such calendar")
    registry = request.app.state.registry
    boards = found.boards.addresses_now
    text = await asyncio.to_thread(calendar_of, feed, account, found.contacts, registry, found.url, now(), boards)
    return Response(text, media_type="text/calendar", headers=PRIVATE)


@get("/boards/{identity:str}/{sign:str}", tags=[TAG], opt={BUDGET: REQUESTS}, guards=[with_accounts])
async def board_picture(request: AnyRequest, identity: str, sign: str) -> Response[bytes]:
    """The board of a match as its spectators see it, for a letter that cannot hold a picture itself."""
    picture = await post_of(request).boards.picture(identity, sign)
    if not picture:
        raise NotFound("there is no such picture")
    return Response(picture, media_type="image/png", headers={"cache-control": "private, max-age=60"})


HANDLERS = [
    my_news,
    read_news,
    get_telling,
    set_telling,
    add_way,
    remove_way,
    switch_way_on,
    set_mail,
    confirm_mail,
    ask_mail_link,
    use_mail_link,
    add_vacation,
    end_vacation,
    add_feed,
    remove_feed,
    read_calendar,
    board_picture,
]
