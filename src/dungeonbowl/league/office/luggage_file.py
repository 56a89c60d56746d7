"""What a coach takes along: the zip of an account (*Download my data*), as far as another server takes it in. Of its
files only the histories of teams and the replays are read, and the name of whoever has brought them. Names of files are
only compared: nothing is ever unpacked to a disk."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.history import ENDING, History, read_history_lines
from dungeonbowl.league.office.archive_file import files_of, has_file, refuse_unseen
from dungeonbowl.records.replay import Replay, read_replay_bytes
from dungeonbowl.words.reading import unreadable

LARGEST: Final = 10_000_000  # bytes of the zip
LARGEST_UNPACKED: Final = 120_000_000  # bytes of everything in it
MOST_FILES: Final = 4_000
MOST_TEAMS: Final = 200
MOST_REPLAYS: Final = 1_500  # each of them may be played again
MOST_EVENTS: Final = 5_000  # of one team; the longest history of thirty seasons has about a thousand
LARGEST_REPLAY: Final = 2_000_000  # bytes, as for any other that is uploaded
ACCOUNT: Final = "account.json"
TEAMS: Final = "teams/"
REPLAYS: Final = "replays/"
HISTORY: Final = re.compile(r"teams/(t_[a-z0-9]{1,38})\.history\.jsonl")
REPLAY: Final = re.compile(r"replays/[A-Za-z0-9_-]{1,60}\.jsonl")
LINE: Final = re.compile(r"line (\d+): (.*)", re.DOTALL)
LONGEST_NAME: Final = 80


class Luggage(msgspec.Struct, frozen=True):
    """The teams of a coach with every event of theirs, and replays. The chains hold, and the texts are those that
    events were made of; nothing else is believed yet. `coach` is what the file says."""

    coach: str
    histories: tuple[History, ...]
    replays: tuple[Replay, ...]


class Named(msgspec.Struct):
    name: str = ""


class Account(msgspec.Struct):
    """Of `account.json` the name."""

    account: Named = msgspec.field(default_factory=Named)


def is_luggage(data: bytes) -> bool:
    """Whether this is the zip of an account, and not that of a league."""
    return has_file(data, ACCOUNT)


def read_luggage(data: bytes) -> Luggage:
    """What the zip of an account holds. `UserError` names the file in it and the place where something is wrong."""
    if len(data) > LARGEST:
        raise UserError(f"zip: expected at most {LARGEST:,} bytes, found {len(data):,}")
    return luggage_of(files_of(data, LARGEST_UNPACKED, MOST_FILES))


def luggage_of(files: Mapping[str, bytes]) -> Luggage:
    if ACCOUNT not in files:
        raise UserError(f"zip: expected the file of an account with {ACCOUNT} in it, as “Download my data” writes it")
    histories = [name for name in files if name.startswith(TEAMS) and name.endswith(ENDING)]
    replays = [name for name in files if name.startswith(REPLAYS)]
    for pattern, names in ((HISTORY, histories), (REPLAY, replays)):
        for name in names:
            if not pattern.fullmatch(name):
                raise UserError(f"zip: {shown(name)}: expected the name of a file as “Download my data” gives it")
    if len(histories) > MOST_TEAMS or len(replays) > MOST_REPLAYS:
        raise UserError(f"zip: expected at most {MOST_TEAMS} teams and {MOST_REPLAYS} replays")
    return Luggage(
        coach_of(files[ACCOUNT]),
        tuple(history_of(name, files[name]) for name in sorted(histories)),
        tuple(replay_of(name, files[name]) for name in sorted(replays)),
    )


def coach_of(content: bytes) -> str:
    try:
        name = msgspec.json.decode(content, type=Account).account.name
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise in_file(ACCOUNT, UserError(unreadable(str(error)))) from None
    return shown(name)


def history_of(name: str, content: bytes) -> History:
    """One team. Its file is named after it, so no team can come in twice."""
    if content.count(b"\n") > 2 * MOST_EVENTS:
        raise UserError(f"zip: {name}: expected at most {MOST_EVENTS} events")
    try:
        found = read_history_lines(content.splitlines(keepends=True), name)
        refuse_unseen(found.texts.known.values(), name)
    except UserError as error:
        raise in_file(name, error) from None
    if len(found.events) > MOST_EVENTS:
        raise UserError(f"zip: {name}: expected at most {MOST_EVENTS} events")
    team = name.removeprefix(TEAMS).removesuffix(ENDING)
    if found.header.team != team:
        raise UserError(f"zip: {name}: expected the team {team}, found {shown(found.header.team)}")
    return found


def replay_of(name: str, content: bytes) -> Replay:
    if len(content) > LARGEST_REPLAY:
        raise UserError(f"zip: {name}: expected at most {LARGEST_REPLAY:,} bytes")
    try:
        return read_replay_bytes(content, name)
    except UserError as error:
        raise in_file(name, error) from None


def in_file(name: str, error: UserError) -> UserError:
    """What is wrong with a file, so that whoever reads it knows in which of the zip and at which line."""
    problem = str(error).removeprefix(f"{name}: ")
    if at_line := LINE.fullmatch(problem):
        line, problem = at_line.groups()
        return UserError(f"zip, file {name}, line {line}: {problem}")
    return UserError(f"zip, file {name}: {problem}")


def shown(name: str) -> str:
    """A word out of a file that anybody may have written, fit to be told."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)[:LONGEST_NAME]
