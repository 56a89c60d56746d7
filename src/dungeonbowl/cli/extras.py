"""What a command says when a package is missing that an extra brings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from dungeonbowl.errors import MissingExtra
from dungeonbowl.languages import mark

SERVER: Final = {"litestar", "uvicorn", "websockets", "httpx", "sqlalchemy", "alembic", "prometheus_client"}
ACCOUNTS: Final = {"argon2", "authlib", "joserfc", "webauthn"}
NEEDS_SERVER: Final = mark("{command} needs the server: pip install 'dungeonbowl[server]'")


@contextmanager
def needs_server(command: str) -> Iterator[None]:
    """Around the imports of a command that needs the server: without it, one line says how to install it."""
    try:
        yield
    except MissingExtra:
        raise MissingExtra(sentence(command)) from None
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in SERVER:
            raise
        raise MissingExtra(sentence(command)) from None


@contextmanager
def needs_accounts(command: str) -> Iterator[None]:
    """Around the imports of a command that needs accounts, inside `needs_server`."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ACCOUNTS:
            raise
        raise MissingExtra(f"{command} needs two more packages: pip install 'dungeonbowl[accounts]'") from None


def sentence(command: str) -> str:
    return NEEDS_SERVER.format(command=command)
