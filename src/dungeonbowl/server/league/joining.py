"""Coming into a league, and teams that change hands, on a server with accounts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from dungeonbowl.errors import UserError, stale
from dungeonbowl.languages import mark
from dungeonbowl.league.chain import RULES, Actor
from dungeonbowl.league.office.rows import MemberRow
from dungeonbowl.league.office.views import Member, MemberRole
from dungeonbowl.server.accounts import vouching
from dungeonbowl.server.accounts.keys import new_session_token
from dungeonbowl.server.accounts.names import plain_line
from dungeonbowl.server.failures import Forbidden, NotFound
from dungeonbowl.server.league.desk import league_name
from dungeonbowl.server.league.permits import COMMISSIONER, Person, Registry
from dungeonbowl.server.wire import people as wire
from dungeonbowl.storage.matches import now, token_hash
from dungeonbowl.storage.membership import Door, Handover, Invitation, new_invitation
from dungeonbowl.storage.vouching import Vouchings

PLAIN: Final = ("coach", "co-coach", "bot")  # roles that an invitation may raise
GONE: Final = mark("this invitation is used up, withdrawn or too old: ask for a new one")
HERE_ALREADY: Final = mark("you are a member of this league already")


@dataclass
class Joining:
    """One league office and who belongs to it."""

    registry: Registry

    def __post_init__(self) -> None:
        self.office = self.registry.office
        self.membership = self.registry.membership

    def set_door(self, league: str, door: Door) -> None:
        self.office.leagues.state(league)  # an owner of the server may name a league that is not there
        self.membership.set_door(league, door)

    # --- invitations -------------------------------------------------------------------------------------------------

    def invite(self, league: str, order: wire.InvitationOrder, public_url: str) -> wire.InvitationMade:
        members = self.office.leagues.state(league).members
        if order.member:
            known = members.get(order.member)
            if known is None or known.account:
                raise UserError("member: expected a name of this league that has no account yet")
        if (order.role == "co-coach") != bool(order.team):
            raise UserError("team: a co-coach is invited to a team, and nobody else is")
        if order.team and self.registry.league_of({"team": order.team}) != league:
            raise UserError("team: expected one of this league")
        uses = 1 if order.member else order.uses
        expires = now() + timedelta(days=order.days)
        made = new_invitation(league, order.role, uses, expires, order.member, order.team)
        token = new_session_token()
        self.membership.invite(token_hash(token), made)
        link = f"{public_url}/invitation#token={token}"
        return wire.InvitationMade(self.line(made, members), token, link)

    def line(self, invitation: Invitation, members: dict[str, Member]) -> wire.InvitationLine:
        member = members.get(invitation.member)
        return wire.InvitationLine(
            invitation.id,
            invitation.role,
            invitation.uses_left,
            invitation.expires.isoformat(timespec="seconds"),
            member.name if member is not None else "",
            self.team_name(invitation.team),
        )

    def team_name(self, team: str) -> str:
        rows = self.office.store.find("teams", {"id": team}, most=1, columns=("name",)) if team else []
        return str(rows[0]["name"]) if rows else ""

    def found(self, token: str) -> Invitation:
        invitation = self.membership.invitation(token_hash(token))
        if invitation is None:
            raise NotFound(GONE)
        return invitation

    def shown(self, token: str, accepted: bool = False) -> wire.InvitationShown:
        return self.told(self.found(token), accepted)

    def told(self, invitation: Invitation, accepted: bool) -> wire.InvitationShown:
        line = self.line(invitation, self.office.leagues.state(invitation.league).members)
        name = league_name(self.office, invitation.league)
        return wire.InvitationShown(invitation.league, name, line.role, line.expires, line.member, line.team, accepted)

    def accept(self, token: str, person: Person) -> wire.InvitationShown:
        """Come in by an invitation. Each of its uses is taken once, whatever comes at the same time."""
        invitation = self.found(token)
        shown = self.told(invitation, True)
        if not self.membership.use(invitation.id):
            raise NotFound(GONE)
        try:
            self.office.patiently(lambda: self.come_in(invitation, person))
        except UserError:
            self.membership.give_back(invitation.id)
            raise
        self.membership.answered(invitation.league, person.account)
        return shown

    def come_in(self, invitation: Invitation, person: Person) -> None:
        league, role = invitation.league, as_role(invitation.role)
        number = self.office.leagues.number(league)
        here = self.registry.member(league, person.account)
        if here is None:
            self.join(league, person, role, number, invitation.member)
        elif invitation.member:
            raise UserError(f"{HERE_ALREADY}: let the commissioner hand the team over to you instead")
        elif not invitation.team:
            if here.role not in PLAIN or here.role == role:
                raise UserError(HERE_ALREADY)
            self.office.leagues.change_member(league, here.id, RULES, role, number=number)
        if invitation.team:
            self.membership.set_helper(invitation.team, person.account, True)

    def join(self, league: str, person: Person, role: MemberRole, number: int, member: str = "") -> None:
        """Become a member; with `member` the one that was only a name so far, whose teams and history come along.
        `number` is from before it was looked whether the person is one already: of two who claim one name, or of two
        claims of one person, the second is told to look again."""
        members = self.office.leagues.state(league).members
        taken = {each.name.casefold() for each in members.values() if each.id != member}
        name = next(each for each in spare_names(person.name) if each.casefold() not in taken)
        if not member:
            made = self.office.leagues.add_member(league, name, RULES, role, person.account, number)
            if self.office.leagues.state(league).members[made].account != person.account:
                raise stale("what was seen")  # somebody is called so already, though the name is written differently
            return
        known = members.get(member)
        if known is None or known.account:
            raise UserError("somebody has claimed this name already")
        called = "" if known.name == name else name
        self.office.leagues.change_member(league, member, RULES, role, person.account, called, number)

    # --- members -----------------------------------------------------------------------------------------------------

    def page(self, league: str, person: Person | None) -> wire.PeoplePage:
        state = self.office.leagues.state(league)
        permit = self.registry.permit(person, league) if person is not None else None
        is_desk = permit is not None and permit.role in (COMMISSIONER, "owner")
        teams: dict[str, list[str]] = {}
        owned = self.office.store.find("teams", {"league": league}, ("name",), columns=("name", "owner"))
        for row in owned:
            teams.setdefault(str(row["owner"]), []).append(str(row["name"]))
        mine = [permit.member] if permit is not None and permit.member else []
        applied = person is not None and any(each.league == league for each in self.membership.applied(person.account))
        return wire.PeoplePage(
            league,
            [
                wire.PersonLine(each.id, each.name, each.role, each.account, teams.get(each.id, []))
                for each in state.members.values()
            ],
            [self.line(each, state.members) for each in self.membership.invitations(league)] if is_desk else [],
            self.applications(league) if is_desk else [],
            [self.offer_line(each, league) for each in self.membership.offers(mine)],
            applied,
            self.vouchings(league) if is_desk else [],
        )

    def vouchings(self, league: str) -> list[wire.VouchingLine]:
        found = Vouchings(self.membership.accounts)
        return vouching.shown(found, found.of_league(league), now().timestamp())

    def set_role(self, league: str, member: str, role: str, by: Actor) -> None:
        self.office.patiently(lambda: self.role_set(league, member, role, by))

    def role_set(self, league: str, member: str, role: str, by: Actor) -> None:
        number = self.office.leagues.number(league)  # of two commissioners who go at once, one finds himself the last
        known = self.known(league, member)
        if known.role == COMMISSIONER and role != COMMISSIONER:
            self.need_another(league, member)
        self.office.leagues.change_member(league, member, by, as_role(role), number=number)

    def known(self, league: str, member: str) -> Member:
        members = self.office.leagues.state(league).members
        if member not in members:
            raise NotFound("this league has no such member")
        return members[member]

    def need_another(self, league: str, member: str) -> None:
        members = self.office.leagues.state(league).members.values()
        if not any(each.role == COMMISSIONER and each.account and each.id != member for each in members):
            raise UserError("role: a league needs a commissioner: make somebody else one first")

    def part(self, league: str, member: str, by: Actor) -> None:
        """Somebody leaves, or has to: the member is a name without an account from now on, which the commissioner runs
        with its teams. He helps with no team of the league any more."""
        self.office.patiently(lambda: self.parted(league, member, by))

    def parted(self, league: str, member: str, by: Actor) -> None:
        number = self.office.leagues.number(league)
        known = self.known(league, member)
        if not known.account:
            raise UserError("member: expected somebody who has an account")
        if known.role == COMMISSIONER:
            self.need_another(league, member)
        self.office.leagues.change_member(league, member, by, "coach", "", number=number)
        for team in self.membership.helped_by(known.account):
            if self.registry.league_of({"team": team}) == league:
                self.membership.set_helper(team, known.account, False)

    # --- applications ------------------------------------------------------------------------------------------------

    def apply(self, league: str, person: Person, words: str) -> None:
        if not self.membership.door(league).applications:
            raise Forbidden("this league takes no applications: a commissioner can invite you by a link")
        if self.registry.member(league, person.account) is not None:
            raise UserError(HERE_ALREADY)
        self.membership.apply(league, person.account, plain_line(words))

    def applications(self, league: str) -> list[wire.ApplicationLine]:
        found = self.membership.applications(league)
        names = self.membership.accounts.by_ids([each.account_id for each in found])
        return [
            wire.ApplicationLine(
                each.account_id,
                names[each.account_id].name,
                each.words,
                each.created.isoformat(timespec="seconds"),
            )
            for each in found
            if each.account_id in names
        ]

    def answer(self, league: str, account: str, welcome: bool) -> None:
        self.office.patiently(lambda: self.answered(league, account, welcome))

    def answered(self, league: str, account: str, welcome: bool) -> None:
        number = self.office.leagues.number(league)
        found = self.membership.accounts.by_id(account)
        asking = any(each.account_id == account for each in self.membership.applications(league))
        if found is None or not asking:
            raise NotFound("nobody of this account asks to be let in")
        if welcome and self.registry.member(league, account) is None:
            self.join(league, Person(account, found.name), "coach", number)
        self.membership.answered(league, account)

    # --- teams that change hands -------------------------------------------------------------------------------------

    def offer_line(self, offer: Handover, league: str) -> wire.OfferLine:
        rows = self.office.store.find(MemberRow.TABLE, {"id": offer.owner}, most=1, columns=("name",))
        return wire.OfferLine(offer.team, self.team_name(offer.team), league, str(rows[0]["name"]) if rows else "")

    def offer(self, league: str, team: str, member: str, by: Actor, is_desk: bool) -> bool:
        """Offer a team to a member; returns whether it is his already. Somebody without an account need not agree: the
        commissioner decides for him."""
        members = self.office.leagues.state(league).members
        owner = self.office.teams.kept(team).owner
        if member not in members or member == owner:
            raise UserError("member: expected another member of the league")
        if by.role == "co-coach":
            raise Forbidden("only its own coach or a commissioner gives a team away")
        if not members[member].account:
            if not is_desk:
                raise Forbidden(f"{members[member].name} has no account yet: a commissioner can hand the team over")
            self.office.teams.hand_over(team, member, by)
            return True
        self.membership.offer(Handover(team, owner, member, now()))
        return False

    def take(self, league: str, team: str, person: Person, agrees: bool) -> None:
        """Answer an offer. Between the offer and the answer the team may have gone elsewhere: then it is void."""
        offer = self.membership.offered(team)
        member = self.registry.member(league, person.account)
        if offer is None or member is None or offer.member != member.id:
            raise NotFound("nobody offers you this team")
        if not self.membership.end_offer(offer):
            raise NotFound("nobody offers you this team")
        if not agrees:
            return
        if self.office.teams.kept(team).owner != offer.owner:
            raise UserError("the team has gone to somebody else meanwhile")
        try:
            self.office.teams.hand_over(team, member.id, Actor("coach", offer.owner) if offer.owner else RULES)
        except UserError:  # it could not be written: the offer stands
            self.membership.offer(offer)
            raise


def as_role(role: str) -> MemberRole:
    return role  # type: ignore[return-value]


def spare_names(name: str) -> list[str]:
    """A name, and others for it where another member has it."""
    return [name, *(f"{name} {number}" for number in range(2, 1000))]
