"""How many connections a server can hold, and what it says when it can hold no more.

Every connection is an open file. Linux lets a process have 1,024 unless it asks for more, which it may; a server that
does not ask takes no visitor after the thousandth, and has no file left for its database either.
"""

from __future__ import annotations

import logging
import sys
import time
from typing import Final

ENOUGH: Final = 65_536  # open files; a limit for a fault that opens ever more
FULL: Final = "socket.accept() out of system resource"  # how asyncio begins to say that there are no more
SELDOM: Final = 60.0  # seconds


def make_room() -> None:
    """Ask the system for as many open files as it allows, up to `ENOUGH`."""
    if sys.platform == "win32":  # it has no such limit
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(ENOUGH, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError) as error:
            logging.getLogger(__name__).warning("at most %s open files: %s", soft, error)


class FullNowAndThen(logging.Filter):
    """A server that has no file left for the next visitor says so thousands of times a second, each time with a trace:
    once a minute, and in a line, is enough."""

    def __init__(self) -> None:
        super().__init__()
        self.said = -SELDOM

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.getMessage().startswith(FULL):
            return True
        record.msg, record.args = "this server has no room for more connections: it may open no more files", ()
        record.exc_info = None
        now = time.monotonic()
        if now - self.said < SELDOM:
            return False
        self.said = now
        return True
