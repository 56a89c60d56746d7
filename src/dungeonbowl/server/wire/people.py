"""People of leagues on a server with accounts: who belongs, who may come in, teams that change hands."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

LONGEST_WORDS: Final = 500
LONGEST_ID: Final = 60

Id = Annotated[str, Meta(max_length=LONGEST_ID)]
InvitedRole = Literal["commissioner", "deputy", "scribe", "coach", "co-coach", "bot"]
Words = Annotated[str, Meta(max_length=LONGEST_WORDS)]


class DoorOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`private`: only members read the league. `applications`: whoever has an account may ask to be let in."""

    private: bool
    applications: bool


class InvitationOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link that lets somebody in. With `member` it hands over a name that has no account so far, with its teams and
    its history; with `team` (for the role `co-coach`) it lets somebody decide for that team."""

    role: InvitedRole = "coach"
    uses: Annotated[int, Meta(ge=1, le=200)] = 1
    days: Annotated[int, Meta(ge=1, le=90)] = 14
    member: Id = ""
    team: Id = ""


class InvitationLine(msgspec.Struct, frozen=True):
    id: str
    role: str
    uses_left: int
    expires: str
    member: str = ""  # the name that it hands over
    team: str = ""  # the name of the team


class InvitationMade(msgspec.Struct, frozen=True):
    """`token` is told only here; `link` is the address for the person who is invited."""

    invitation: InvitationLine
    token: str
    link: str


class InvitationToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: Annotated[str, Meta(max_length=200)]


class InvitationShown(msgspec.Struct, frozen=True):
    """What a link is good for. `member`: the name that whoever accepts gets with its history."""

    league: str
    league_name: str
    role: str
    expires: str
    member: str = ""
    team: str = ""
    accepted: bool = False  # whoever asks has just come in by it


class ApplicationOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    words: Words = ""


class ApplicationLine(msgspec.Struct, frozen=True):
    account: str
    name: str
    words: str
    at: str


class PersonLine(msgspec.Struct, frozen=True):
    """A member of a league. Without an account it is only a name, which the commissioner runs."""

    member: str
    name: str
    role: str
    account: str = ""
    teams: list[str] = []  # names


class VouchOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Vouch that a person who has lost every way to sign in is a member. `reason` stands in the log of the league."""

    reason: Annotated[str, Meta(min_length=1, max_length=LONGEST_WORDS)]


class VouchingMade(msgspec.Struct, frozen=True):
    """The code for the person is told only here. It is good once, between the two moments."""

    code: str
    good: str
    expires: str


class VouchingLine(msgspec.Struct, frozen=True):
    """Who vouched for whom, and what became of it: `open`, `used`, `refused` by the person, `ended` because the person
    signed in without it, or `over`."""

    id: str
    name: str
    by: str
    state: Literal["open", "used", "refused", "ended", "over"]
    created: str
    good: str
    expires: str


class OfferLine(msgspec.Struct, frozen=True):
    """A team that somebody wants to give to whoever asks."""

    team: str
    name: str
    league: str
    by: str


class PeoplePage(msgspec.Struct, frozen=True):
    """The people of a league. Invitations and applications are told to commissioners only, offers to whom they are
    for."""

    league: str
    members: list[PersonLine]
    invitations: list[InvitationLine] = []
    applications: list[ApplicationLine] = []
    offers: list[OfferLine] = []
    applied: bool = False  # whoever asks waits for an answer
    vouchings: list[VouchingLine] = []  # for commissioners


class RoleOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: InvitedRole


class HandoverOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """To whom a team is offered: a member of its league."""

    member: Id
