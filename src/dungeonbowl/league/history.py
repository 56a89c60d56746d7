"""The history of a team as a file: `NAME.history.jsonl`, one JSON value a line.

First the header, then the texts that events refer to, then the events, then the end: how many there were, the hash of
the last one, and the hash of the team that they give. Whoever has the file can check all of it, and can go on with the
team elsewhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from dungeonbowl import __version__
from dungeonbowl.errors import UserError
from dungeonbowl.league.chain import START, BrokenChain, Event, canonical, head_of, refuse_broken
from dungeonbowl.league.fold import Impossible, fold
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.texts import MARK, Text, Texts, refs_in
from dungeonbowl.records.files import read_lines, write_new
from dungeonbowl.words.reading import unreadable

KIND: Final = "dungeonbowl-history"
VERSION: Final = 1
ENDING: Final = ".history.jsonl"
LONGEST_LINE: Final = 1024 * 1024  # a draft of sixteen players has about five thousand bytes
MOST_EVENTS: Final = 100_000
MOST_TEXTS: Final = 100_000
LONGEST_TEXT: Final = 2_000  # characters
BROKEN: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

Name = Annotated[str, Meta(max_length=200)]


class HistoryError(UserError):
    """A history that cannot be read, or in which something was changed."""


class Header(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line: whose history it is, the edition of the team with its options, and the league."""

    kind: str
    version: int
    engine: Name
    team: Name
    edition: Annotated[str, Meta(max_length=2_000)]
    league: Name = ""


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line. `team` is the hash of the team that the events give, with references for names."""

    events: int
    head: str
    team: str


class Head(msgspec.Struct):
    """What every version of a header begins with."""

    kind: str = ""
    version: int = 0


class Mark(msgspec.Struct):
    """What tells the lines after the header apart: a text has a reference, the end has a count of events."""

    ref: str | None = None
    events: int | None = None


class History(msgspec.Struct, frozen=True):
    """A history as it was read. `source` names it in messages."""

    header: Header
    texts: Texts
    events: list[Event]
    source: str = "history"

    @property
    def kept(self) -> Kept:
        """The team that it gives."""
        return fold(self.events, self.texts)


# --- writing ----------------------------------------------------------------------------------------------------------


def history_of(events: Sequence[Event], texts: Texts) -> History:
    """The history of a team, with the texts that its events refer to and no others."""
    if not events:
        raise HistoryError("history: expected at least one event")
    kept = fold(events, texts)
    header = Header(KIND, VERSION, __version__, events[0].log, kept.team.edition, kept.league)
    needed = dict.fromkeys(ref for event in events for ref in refs_in(event.body))
    known = [texts.known[ref] for ref in needed if ref in texts.known and texts.known[ref].salt]
    return History(header, Texts(known), list(events))


def team_hash(events: Sequence[Event]) -> str:
    """The hash of the team that events give. Names are references in it, so that a hidden one changes nothing."""
    return hashlib.sha256(canonical.encode(fold(events).team)).hexdigest()


def encoded(history: History) -> Iterator[bytes]:
    """The lines of a history file."""
    yield msgspec.json.encode(history.header)
    for text in history.texts.known.values():
        yield msgspec.json.encode(text)
    for event in history.events:
        yield msgspec.json.encode(event)
    yield msgspec.json.encode(End(len(history.events), head_of(history.events), team_hash(history.events)))


def write_history(history: History, path: Path | str, overwrite: bool = False) -> None:
    """Write a history, whole or not at all. An existing file is replaced only with `overwrite`."""
    write_new(path, encoded(history), overwrite)


# --- reading ----------------------------------------------------------------------------------------------------------


def read_history(path: Path | str) -> History:
    """Read a history. `HistoryError` names the file, the line, what was expected there; a history in which something
    was changed is refused at the event where the chain breaks."""
    return read_all(read_lines(path, LONGEST_LINE), str(path))


def read_history_lines(lines: Iterable[bytes], source: str = "history") -> History:
    """The same from lines that come from elsewhere: an archive, a client."""
    return read_all(limited(lines, source), source)


def limited(lines: Iterable[bytes], source: str) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise HistoryError(f"{source}: line {number} is longer than {LONGEST_LINE} bytes")
        yield number, line


def read_all(lines: Iterable[tuple[int, bytes]], source: str) -> History:
    reader = Reader(source)
    for number, line in lines:
        reader.read(number, line)
    return reader.history()


class Reader:
    """Reads line by line, so that the first wrong one is named."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.number = 0
        self.header: Header | None = None
        self.texts: list[Text] = []
        self.events: list[Event] = []
        self.end: End | None = None

    @property
    def where(self) -> str:
        return f"{self.source}: line {self.number}"

    def read(self, number: int, line: bytes) -> None:
        self.number = number
        if self.header is None:
            self.header = self.read_header(line)
            return
        if self.end is not None:
            raise HistoryError(f"{self.where}: expected nothing after the end line")
        mark = self.decoded(line, Mark, "a text, an event or the end line")
        if mark.events is not None:
            self.end = self.decoded(line, End, "the end line")
        elif mark.ref is not None:
            self.read_text(self.decoded(line, Text, "a text"))
        else:
            self.read_event(self.decoded(line, Event, "an event"))

    def decoded(self, line: bytes, kind: type[Any], expected: str) -> Any:
        try:
            return msgspec.json.decode(line, type=kind)
        except BROKEN as error:
            raise HistoryError(f"{self.where}: expected {expected}: {unreadable(error)}") from None

    def read_header(self, line: bytes) -> Header:
        expected = f"the header of a history, that is kind {KIND!r}"
        head = self.decoded(line, Head, expected)
        if head.kind != KIND:
            raise HistoryError(f"{self.where}: expected {expected}")
        if head.version > VERSION:
            raise HistoryError(
                f"{self.where}: history version {head.version} is newer than this program knows ({VERSION}): update it"
            )
        if head.version < 1:
            raise HistoryError(f"{self.where}: history version {head.version}; expected {VERSION}")
        found: Header = self.decoded(line, Header, expected)
        return found

    def read_text(self, text: Text) -> None:
        if self.events:
            raise HistoryError(f"{self.where}: expected all texts before the first event")
        if len(self.texts) >= MOST_TEXTS:
            raise HistoryError(f"{self.where}: expected at most {MOST_TEXTS} texts")
        if len(text.text) > LONGEST_TEXT:
            raise HistoryError(f"{self.where}: expected a text of at most {LONGEST_TEXT} characters")
        if not text.ref.startswith(MARK) or not Texts().is_true(text):
            raise HistoryError(f"{self.where}: this text is not the one that its reference was made of")
        self.texts.append(text)

    def read_event(self, event: Event) -> None:
        if len(self.events) >= MOST_EVENTS:
            raise HistoryError(f"{self.where}: expected at most {MOST_EVENTS} events")
        assert self.header is not None
        prev = self.events[-1].hash if self.events else START
        try:
            refuse_broken([event], self.header.team, prev, len(self.events))
        except BrokenChain as error:
            raise HistoryError(f"{self.where}: {error}") from None
        self.events.append(event)

    def history(self) -> History:
        if self.header is None:
            raise HistoryError(f"{self.source}: line 1: the file is empty; expected the header of a history")
        if self.end is None:
            raise HistoryError(f"{self.source}: line {self.number + 1}: the file ends here; expected the end line")
        if not self.events:
            raise HistoryError(f"{self.where}: expected at least one event before the end line")
        if self.end.events != len(self.events):
            raise HistoryError(
                f"{self.where}: expected {self.end.events} events as the end line says, found {len(self.events)}"
            )
        if self.end.head != head_of(self.events):
            raise HistoryError(f"{self.where}: the end line names another last event: some events are missing")
        try:
            kept = fold(self.events)
            found = team_hash(self.events)
        except Impossible as error:
            raise HistoryError(f"{self.source}: {error}") from None
        if kept.team.id != self.header.team:
            raise HistoryError(f"{self.source}: line 1: expected the team {kept.team.id}, found {self.header.team}")
        if found != self.end.team and self.header.engine == __version__:  # another version may read events anew
            raise HistoryError(f"{self.where}: the events give another team than the one written down")
        return History(self.header, Texts(self.texts), self.events, self.source)
