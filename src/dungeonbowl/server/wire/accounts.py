"""Over HTTP: accounts of a hosted server. Moments are texts such as 2026-11-17T20:00:00+00:00."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from dungeonbowl.server.wire.people import VouchingLine

Written = Annotated[str, Meta(max_length=200)]
Long = Annotated[str, Meta(max_length=2000)]
Secret = Annotated[str, Meta(max_length=1000)]


class Account(msgspec.Struct, frozen=True):
    """A person, as others may know it."""

    id: str
    name: str
    created: str


class ProviderName(msgspec.Struct, frozen=True):
    """Somebody who can say who a person is, by OpenID Connect; `key` stands in addresses."""

    key: str
    name: str


class SessionState(msgspec.Struct, frozen=True):
    """Whether this server has accounts, and who is signed in. `passkeys`: whether the address of the server allows
    them. `mails`: whether it sends links by mail. `unread`: how much news waits for whoever is signed in. `founds`:
    whether that account may found leagues. `providers`: who else signs people in here."""

    accounts: bool
    passkeys: bool = False
    account: Account | None = None
    mails: bool = False
    unread: int = 0
    founds: bool = False
    providers: list[ProviderName] = []


class SignInOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign in with a name, and either the password or a recovery code, which is used up by that."""

    name: Written
    password: Secret = ""
    code: Written = ""


class SignUpOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Written
    password: Secret


class SignedUp(msgspec.Struct, frozen=True):
    """A new account, signed in. The recovery codes are told only here."""

    account: Account
    codes: list[str]


class PasskeyName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of an account that is to be made with a passkey."""

    name: Written


class PasskeyQuestion(msgspec.Struct, frozen=True):
    """What the browser is to ask of a passkey: `options` go to `navigator.credentials`. The answer names the `id`; it
    is heard once, within five minutes."""

    id: str
    options: dict[str, Any]


class PasskeyAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the passkey said, in the JSON form of the browser's own `toJSON`. `label` is what its owner calls it."""

    id: Written
    credential: dict[str, Any]
    label: Written = ""


class Passkey(msgspec.Struct, frozen=True):
    id: str
    label: str
    created: str
    used: str = ""  # "" if never


class ProviderAddress(msgspec.Struct, frozen=True):
    """Where the browser is to go. It comes back to `/sign-in` with what `ProviderAnswer` has in its query."""

    address: str


class ProviderAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the provider has sent along: heard once, within ten minutes, from the browser that has begun it."""

    state: Long
    code: Long = ""
    iss: Long = ""
    error: Long = ""


class ProviderOutcome(msgspec.Struct, frozen=True):
    """What came of it: the account that one is signed in to now; or `linked`, the provider that was added to the own
    account; or `unknown`, the provider that has named somebody who has no account here and may choose a name now."""

    account: Account | None = None
    linked: str = ""
    unknown: str = ""


class NameOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of an account that is to be made for somebody whom a provider has named."""

    name: Written


class LinkedProvider(msgspec.Struct, frozen=True):
    """A provider that opens the own account."""

    id: str
    name: str
    created: str
    used: str = ""  # "" if never


class Me(msgspec.Struct, frozen=True):
    """The own account. `fresh`: the sign-in is not old, so that passkeys, password, codes and tokens can be changed."""

    account: Account
    passkeys: list[Passkey]
    password: bool
    codes_left: int
    fresh: bool
    vouchings: list[VouchingLine] = []  # codes with which somebody could sign in to it, because others vouch for him
    linked: list[LinkedProvider] = []


class PasswordOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new password. All other sessions end."""

    password: Secret


class RecoveryCodes(msgspec.Struct, frozen=True):
    """Ten new codes, told only here. Those before are good no more."""

    codes: list[str]


class SignedInBrowser(msgspec.Struct, frozen=True):
    id: str
    device: str
    created: str
    seen: str
    here: bool  # the one that asks


class TokenOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token for a program. `scopes`: `play`, `league:read`, `league:report`."""

    name: Written
    scopes: Annotated[list[Written], Meta(max_length=10)]


class ApiToken(msgspec.Struct, frozen=True):
    id: str
    name: str
    scopes: list[str]
    created: str
    used: str = ""


class ApiTokenMade(msgspec.Struct, frozen=True):
    """The secret is told only here."""

    token: ApiToken
    secret: str


class MyMatch(msgspec.Struct, frozen=True):
    """A match that the account has made or taken a seat in. `mine`: the seat is still its own, and can be taken over by
    the browser that asks."""

    id: str
    sides: list[int]
    mine: bool
    at: str
    changed: str
    stage: str
    edition: str
    names: list[str]  # of the teams
    coaches: list[str]  # a level of the computer, a name, or "" where nobody has said one
    score: list[int]
    turn: int
    asked: int | None
    winner: int | None
    until: str = ""  # in a match with a clock of days: when the time of whoever is asked is up
