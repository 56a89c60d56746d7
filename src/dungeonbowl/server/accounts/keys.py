"""The secrets that this server makes: of sessions, of programs, recovery codes. Each has enough chance in it that a
plain hash is enough to keep; passwords, which people make, have argon2id."""

from __future__ import annotations

import secrets
from typing import Any, Final

from dungeonbowl.errors import UserError
from dungeonbowl.storage.accounts import CODE
from dungeonbowl.storage.matches import token_hash

SESSION_BYTES: Final = 32
API_PREFIX: Final = "dbt_"  # so that a token of a program is told from that of a seat, and found where it was leaked
SCOPES: Final = {
    "play": "make and join matches as this account, and list them",
    "league:read": "read leagues",
    "league:report": "report results of this account's fixtures",
}
CODES: Final = 10
CODE_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that are taken for one another
CODE_LENGTH: Final = 16
CODE_GROUP: Final = 4
LONGEST_SECRET: Final = 200


def new_session_token() -> str:
    return secrets.token_urlsafe(SESSION_BYTES)


def new_api_token() -> str:
    return API_PREFIX + secrets.token_urlsafe(SESSION_BYTES)


def new_codes() -> list[str]:
    """Ten recovery codes, each good once."""
    return ["-".join(group() for _ in range(CODE_LENGTH // CODE_GROUP)) for _ in range(CODES)]


def group() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_GROUP))


def code_handle(account: str, code: str) -> str:
    """What a code is found by, however it was typed. The account is in it: a code of another one is no code."""
    plain = "".join(sign for sign in code.lower()[:LONGEST_SECRET] if sign in CODE_LETTERS)
    return token_hash(f"code {account} {plain}")


def code_rows(account: str, codes: list[str]) -> list[dict[str, Any]]:
    return [{"kind": CODE, "handle": code_handle(account, code)} for code in codes]


def checked_scopes(scopes: list[str]) -> list[str]:
    known = [scope for scope in SCOPES if scope in scopes]
    unknown = sorted(set(scopes) - set(SCOPES))
    if unknown or not known:
        listed = ", ".join(SCOPES)
        if unknown:
            raise UserError(f"scopes: expected one or more of {listed}; not {unknown[0][:40]!r}")
        raise UserError(f"scopes: expected one or more of {listed}")
    return known
