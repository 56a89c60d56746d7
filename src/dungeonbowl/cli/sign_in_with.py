"""The option that names who else signs people in. Its secrets come out of the environment: a command line is read by
everybody on the computer."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Annotated, Final
from urllib.parse import urlsplit

import typer

from dungeonbowl.errors import UserError
from dungeonbowl.server.settings import Provider

SignInWith = Annotated[
    list[str] | None,
    typer.Option(
        help="With --accounts: a provider of OpenID Connect that signs people in, 'Name=https://issuer.example'; may "
        "be repeated. DUNGEONBOWL_SIGN_IN_NAME_ID and ..._SECRET in the environment are what it knows this server by."
    ),
]

VARIABLE: Final = "DUNGEONBOWL_SIGN_IN"
LONGEST_NAME: Final = 40
LONGEST: Final = 1000
HERE: Final = ("localhost", "127.0.0.1", "::1")  # only this computer hears what is said to these


def checked_providers(written: Sequence[str], accounts: bool, public_url: str) -> tuple[Provider, ...]:
    """The providers as they were named. `UserError` for something else, which never repeats a secret."""
    if not written:
        return ()
    if not accounts:
        raise UserError("--sign-in-with is for a server with --accounts")
    if urlsplit(public_url).scheme != "https" and urlsplit(public_url).hostname not in HERE:
        raise UserError("--sign-in-with needs a --public-url with https: whoever listens could sign in as others")
    found = [provider(each) for each in written]
    for which in ("key", "issuer"):
        named = [getattr(each, which) for each in found]
        for each in named:
            if named.count(each) > 1:
                raise UserError(f"--sign-in-with: {each} was named twice")
    return tuple(found)


def provider(written: str) -> Provider:
    name, _, issuer = (part.strip() for part in written.partition("="))
    key = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    if not key or len(name) > LONGEST_NAME or not name.isprintable() or not is_issuer(issuer):
        raise UserError(
            f"--sign-in-with {written[:LONGEST]}: expected a name and an address, Name=https://issuer.example"
        )
    start = f"{VARIABLE}_{key.replace('-', '_').upper()}"
    values = []
    for variable in (f"{start}_ID", f"{start}_SECRET"):
        value = os.environ.get(variable, "").strip()
        if not value:
            raise UserError(f"--sign-in-with {name}: the variable {variable} of the environment is not set")
        if len(value) > LONGEST or not value.isascii() or not value.isprintable():
            raise UserError(f"{variable}: expected plain letters, digits and signs")
        values.append(value)
    return Provider(key, name, issuer, *values)


def is_issuer(address: str) -> bool:
    """https, or this very computer for a trial; and nothing behind the path."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises if it is not a number
    except ValueError:
        return False
    if parts.query or parts.fragment or parts.username or not address.isascii() or not address.isprintable():
        return False
    if not parts.hostname or " " in address:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in HERE)
