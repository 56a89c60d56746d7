"""The log of a server: lines for people, or one JSON object a line for programs.

Nothing that opens a door is written into it: tokens, seat links, keys in headers, passwords in addresses, mail.
Whoever writes a line takes care, and what slips through all the same is blotted out here, in traces too.
"""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

import msgspec

VARIABLE: Final = "DUNGEONBOWL_LOG"  # tells the processes of the bots how the server's log is written
HIDDEN: Final = "[hidden]"
# What may not be read, each with what stays of it.
SECRETS: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), kept)
    for pattern, kept in (
        (r"(token=|token%3D|key=|secret=)[^\s&\"'#<>]+", r"\1"),
        (r"(bearer\s+)[^\s\"',]+", r"\1"),
        (r"(\btoken\.)[A-Za-z0-9_%-]+", r"\1"),
        (r"(\"(?:token|key|password|word|watch_token|host_token)\"\s*:\s*)\"[^\"]*\"", r"\1"),
        (r"(://[^/\s:@]*:)[^/\s@]+(?=@)", r"\1"),
        (r"()(?<![\w.+/-])[\w.+-]+@[\w-]+\.[\w.-]+", r"\1"),
    )
)
# The shape of a token: long, with a digit and a capital. Names in the program are not like that.
TOKEN: Final = re.compile(r"(?<![A-Za-z0-9_-])(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Z])[A-Za-z0-9_-]{24,}")


class LogKind(StrEnum):
    """How the log is written."""

    TEXT = "text"
    JSON = "json"


class Line(msgspec.Struct, omit_defaults=True):
    """One line of the log for programs."""

    at: str
    level: str
    source: str
    text: str
    trace: str = ""
    facts: dict[str, str | int | float] = {}


def without_secrets(text: str) -> str:
    for pattern, kept in SECRETS:
        text = pattern.sub(rf"{kept}{HIDDEN}", text)
    return TOKEN.sub(HIDDEN, text)


class TextLog(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class JsonLog(logging.Formatter):
    """One JSON object a line. Facts come with `extra={"facts": {...}}`."""

    def format(self, record: logging.LogRecord) -> str:
        trace = self.formatException(record.exc_info) if record.exc_info else ""
        facts: dict[str, str | int | float] = getattr(record, "facts", {})
        line = Line(
            datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            record.levelname.lower(),
            record.name,
            without_secrets(record.getMessage()),
            without_secrets(trace),
            {name: without_secrets(value) if isinstance(value, str) else value for name, value in facts.items()},
        )
        return msgspec.json.encode(line).decode()


def is_for_programs() -> bool:
    return any(isinstance(handler.formatter, JsonLog) for handler in logging.getLogger().handlers)


def begin_log(kind: LogKind) -> None:
    """Write the log to stderr. For programs there is more in it: every request, and sockets that come and go."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLog() if kind == LogKind.JSON else TextLog("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    if kind == LogKind.JSON:
        logging.getLogger("dungeonbowl").setLevel(logging.INFO)
