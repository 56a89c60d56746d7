"""Where servers listen: the options of every command that starts some, and their sockets.

Nothing here reads the server itself, so that whoever only starts others is there at once."""

from __future__ import annotations

import socket
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

import typer

from dungeonbowl.errors import UserError

Host = Annotated[str, typer.Option(help="Where to listen. The usual one lets in nobody but this computer.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port.", show_default="the first free one from 8000")]
KeptIn = Annotated[
    str,
    typer.Option(help="Where matches are kept: sqlite:///FILE or postgresql+psycopg://...", show_default="a file"),
]
WithAccounts = Annotated[
    bool, typer.Option("--accounts", help="Let people have accounts: names, passkeys, their matches anywhere.")
]
PublicUrl = Annotated[
    str,
    typer.Option(
        help="Where browsers find the server, such as https://bowl.example.org: links, cards and calendars lead there. "
        "Needed with --accounts."
    ),
]

LogAs = Annotated[
    Literal["text", "json"],
    typer.Option(help="How the log on stderr is written: lines for people, or one JSON object a line."),
]

FIRST_PORT: Final = 8000
PORTS: Final = 20  # tried one after the other where no port was named


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. `UserError` if nobody may listen there."""
    candidates = [port] if port else range(FIRST_PORT, FIRST_PORT + PORTS)
    reason = ""
    for candidate in candidates:
        try:
            return bound(host, candidate)
        except (OSError, OverflowError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    raise UserError(f"{host}, port {port or f'{FIRST_PORT} to {FIRST_PORT + PORTS - 1}'}: {reason}")


def bound(host: str, port: int) -> socket.socket:
    """A socket at an address. OSError if it cannot be had."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except (OSError, OverflowError):
        listening.close()
        raise
    return listening


def address_at(host: str, port: int) -> str:
    """Where a browser finds a server that listens there."""
    shown = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def checked_public_url(written: str, accounts: bool) -> str:
    """Where browsers find a server, as they name an origin; empty if nobody has said so. `UserError` then for a server
    with accounts: passkeys and cookies belong to an address."""
    if not written and not accounts:
        return ""
    if not written:
        raise UserError("--accounts needs --public-url with the address in the browsers: https://bowl.example.org")
    try:
        parts = urlsplit(written)
        port, host = parts.port, (parts.hostname or "").lower()
    except ValueError:
        port, host, parts = None, "", urlsplit("")
    if (
        parts.scheme not in ("https", "http")
        or not host
        or parts.path not in ("", "/")
        or parts.query
        or parts.username
    ):
        raise UserError(f"--public-url {written}: expected scheme and name without a path, https://bowl.example.org")
    usual = {"https": 443, "http": 80}[parts.scheme]
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, usual) else "")
