"""Recovery of an account by somebody who vouches for its owner (LEAGUE 4.2).

A commissioner of a league vouches for a member, an owner of the server for anybody of a league. He gets a code to hand
over to the person, who signs in with it once. So that vouching is no way to take an account away: the person is told at
once and can refuse, the code of a commissioner is good only after three days, whoever signs in meanwhile without it has
shown that nothing was lost, and nobody vouches for himself, for an owner of the server, or for somebody who runs
another league. It is written down in the log of the league and in a table of its own.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.office.views import Member
from dungeonbowl.server.accounts import keys
from dungeonbowl.server.failures import Forbidden, NotFound
from dungeonbowl.server.league.permits import Permit, Registry
from dungeonbowl.server.wire import people as wire
from dungeonbowl.storage.accounts import OPEN, AccountRecord, new_id
from dungeonbowl.storage.moments import at_second
from dungeonbowl.storage.news import RECOVERY, News
from dungeonbowl.storage.vouching import REFUSED, Vouching, Vouchings

WAIT: Final = timedelta(days=3)  # until the code of a commissioner is good
GOOD: Final = timedelta(days=7)  # from then on
IN_CHARGE: Final = ("commissioner", "deputy")

log = logging.getLogger(__name__)
# News are kept, and told in the language of the account.
VOUCHED: Final = mark("{name} vouches that you have lost your way in")
GOOD_FROM: Final = mark("From {since} on, a code lets whoever has it sign in to your account, once.")
REFUSE_IT: Final = mark("If you have not asked for it, sign in and refuse it under My account.")


def vouched_for(registry: Registry, league: str, member: str) -> tuple[Member, AccountRecord]:
    """The member and the account that somebody vouches for."""
    known = registry.office.leagues.state(league).members.get(member)
    if known is None:
        raise NotFound("this league has no such member")
    found = registry.membership.accounts.by_id(known.account) if known.account else None
    if found is None or found.state != OPEN:
        raise UserError("member: expected somebody who has an account that is open")
    return known, found


def refuse_takeover(registry: Registry, permit: Permit, account: AccountRecord) -> None:
    """Nobody gets by vouching what he may not do already."""
    if account.id == permit.person.account:
        raise Forbidden("nobody vouches for himself: another commissioner or an owner of the server can")
    if account.owner:
        raise Forbidden("an owner of the server recovers the account at the server's computer: `dungeonbowl account`")
    if permit.person.is_owner:
        return
    if any(each.role in IN_CHARGE and each.league != permit.league for each in registry.memberships(account.id)):
        raise Forbidden("this member runs another league: an owner of the server can vouch for him")


def vouch(
    registry: Registry, permit: Permit, member: str, by: Actor, reason: str, utc: float
) -> tuple[wire.VouchingMade, str, News]:
    """Vouch for a member: what the voucher is told, the account that it is about, and what that account is told."""
    known, account = vouched_for(registry, permit.league, member)
    refuse_takeover(registry, permit, account)
    moment = at_second(utc)
    good = moment if permit.person.is_owner else moment + WAIT
    code = keys.new_codes()[0]
    made = Vouching(new_id(), account.id, permit.league, permit.person.account, OPEN, moment, good, good + GOOD)
    vouchings = Vouchings(registry.membership.accounts)
    vouchings.add(made, keys.code_handle(account.id, code))
    try:
        registry.office.patiently(lambda: registry.office.leagues.vouch(permit.league, known.id, by, reason))
    except UserError:  # what cannot be written down for everybody to read is not done
        vouchings.end(account.id, identity=made.id)
        raise
    log.warning(
        "recovery vouched for", extra={"facts": {"account": account.id, "league": permit.league, "by": made.by}}
    )
    since = f"{made.good:%Y-%m-%d %H:%M} UTC"
    title = VOUCHED.format(name=permit.name or permit.person.name)
    lines = [
        GOOD_FROM.format(since=since),
        REFUSE_IT,
    ]
    news = News(f"recovery.{made.id}", RECOVERY, title, lines, "/account")
    return wire.VouchingMade(code, stamp(made.good), stamp(made.expires)), account.id, news


def refuse(vouchings: Vouchings, account: str, identity: str) -> None:
    """The person whom it is about does not need it."""
    if not vouchings.end(account, REFUSED, identity[: wire.LONGEST_ID]):
        raise NotFound("nobody vouches for you in this way any more")
    log.warning("recovery refused", extra={"facts": {"account": account, "vouching": identity[: wire.LONGEST_ID]}})


def shown(vouchings: Vouchings, found: list[Vouching], utc: float) -> list[wire.VouchingLine]:
    """Lines for people: who vouched for whom, and what became of it."""
    moment = at_second(utc)
    names = vouchings.accounts.by_ids([each for one in found for each in (one.account_id, one.by) if each])
    return [
        wire.VouchingLine(
            one.id,
            names[one.account_id].name if one.account_id in names else "",
            names[one.by].name if one.by in names else t("the owner of the server"),
            "over" if one.state == OPEN and one.expires <= moment else one.state,  # type: ignore[arg-type]
            stamp(one.created),
            stamp(one.good),
            stamp(one.expires),
        )
        for one in found
    ]


def stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
