"""What a server is started with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

STATIC: Final = Path(__file__).parent / "static"


class Settings(msgspec.Struct, frozen=True):
    """The defaults are for one computer: nobody from outside is let in."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    static: Path = STATIC  # the built client
    hosts: tuple[str, ...] = ()  # further names that the server goes by; all if one of them is "*"
    origins: tuple[str, ...] = ()  # pages of other origins that may connect
    workers: int = 0  # processes for scripted bots; 0 for all processors but one. Thinking bots have others
    largest_upload: int = 2_000_000  # bytes
    largest_message: int = 16 * 1024  # bytes, over a socket
    messages_a_second: float = 50.0
    messages_at_once: int = 100
    chat_a_second: float = 0.5
    chat_at_once: int = 5
    matches_a_minute: float = 30.0  # created, from one address
    matches_at_once: int = 30
    sockets_an_address: int = 1000
    idle_seconds: float = 900.0  # a match that nobody looks at leaves the memory after this
