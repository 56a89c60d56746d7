"""A `.dungeonleague` file: a zip with the logs of a league, its texts, the reports of matches, their replays, and teams
as files. Nothing in it depends on when or where it was written, so the same league gives the same bytes."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from dungeonbowl import __version__
from dungeonbowl.errors import UserError
from dungeonbowl.league.chain import Event, canonical
from dungeonbowl.league.texts import Text

KIND: Final = "dungeonbowl-league"
VERSION: Final = 1
LONGEST: Final = 2_000_000_000  # bytes of a file when it is unpacked
DENSEST: Final = 50  # times that an archive grows when it is unpacked; logs grow five times, a bomb a thousand times
SMALL: Final = 20_000_000  # bytes that anything may grow to
MOST_FILES: Final = 200_000
LONGEST_TEXT: Final = 2_000  # characters
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)
HEADER: Final = "league.json"
SUFFIX: Final = ".dungeonleague"


class Header(msgspec.Struct, frozen=True):
    """What the archive is of."""

    league: str
    name: str
    edition: str
    engine: str = __version__
    kind: str = KIND
    version: int = VERSION


class Archive(msgspec.Struct, frozen=True):
    """A league out of its store. Rows are plain, as tables have them."""

    header: Header
    logs: dict[str, list[Event]]
    texts: list[Text]
    reports: list[dict[str, Any]]
    aftermaths: list[dict[str, Any]]
    replays: dict[str, bytes]
    teams: dict[str, str] = {}  # team files by name, for people; they follow from the logs
    dungeons: dict[str, str] = {}  # texts of dungeons that are not of the program


class Contents(msgspec.Struct, frozen=True):
    """The file `league.json`."""

    header: Header
    texts: list[Text]
    reports: list[dict[str, Any]]
    aftermaths: list[dict[str, Any]]


def write_archive(archive: Archive) -> bytes:
    contents = Contents(archive.header, archive.texts, archive.reports, archive.aftermaths)
    files: dict[str, bytes] = {HEADER: msgspec.json.format(canonical.encode(contents), indent=1)}
    for log, events in archive.logs.items():
        files[f"events/{log}.jsonl"] = b"".join(canonical.encode(event) + b"\n" for event in events)
    for match, data in archive.replays.items():
        files[f"replays/{match}.jsonl.gz"] = gzip.compress(unzipped(data), mtime=0)
    for name, text in archive.teams.items():
        files[f"teams/{name}.toml"] = text.encode()
    for name, text in archive.dungeons.items():
        files[f"dungeons/{name}.dungeon"] = text.encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as file:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            file.writestr(entry, files[name])
    return packed.getvalue()


def unzipped(data: bytes) -> bytes:
    """The bytes of a replay that may be packed. `UserError` if they cannot be unpacked, or to far too much."""
    if data[:2] != b"\x1f\x8b":
        return data
    most = room_for(len(data))
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            found = file.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise UserError(f"replay: it cannot be unpacked ({error})") from None
    if len(found) > most:
        raise UserError(f"replay: expected at most {most:,} bytes when it is unpacked")
    return found


def room_for(packed: int) -> int:
    """How many bytes may come out of so many packed ones."""
    return min(LONGEST, max(SMALL, DENSEST * packed))


def files_of(data: bytes, largest: int = LONGEST, most_files: int = MOST_FILES) -> dict[str, bytes]:
    """The files of a zip by name. `largest`: so many bytes may come out of it at most, however large it is."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            entries = file.infolist()
            most = min(largest, room_for(len(data)))
            if len(entries) > most_files or sum(entry.file_size for entry in entries) > most:
                raise UserError(f"archive: expected at most {most_files} files, and {most:,} bytes when it is unpacked")
            found = {entry.filename: file.read(entry) for entry in entries if not entry.is_dir()}
            if len(found) < sum(not entry.is_dir() for entry in entries):
                raise UserError("archive: expected every file once")
    except UNREADABLE as error:
        raise UserError(f"archive: expected a {SUFFIX} file ({error})") from None
    return found


def has_file(data: bytes, name: str) -> bool:
    """Whether a zip has a file of this name. Nothing is unpacked for that; what is no zip has none."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return name in file.namelist()
    except UNREADABLE:
        return False


UNREADABLE: Final = (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError, zlib.error)


def read_archive(data: bytes) -> Archive:
    """The archive of a file. `UserError` if it is none. Nothing in it is believed yet: `verifying.py` looks."""
    files = files_of(data)
    if HEADER not in files:
        raise UserError(f"archive: expected a file {HEADER} in it")
    try:
        contents = msgspec.json.decode(files[HEADER], type=Contents)
        if contents.header.kind != KIND or contents.header.version != VERSION:
            raise UserError(f"archive: expected version {VERSION} of {KIND}, found {contents.header.version}")
        logs = {
            name.removeprefix("events/").removesuffix(".jsonl"): read_log(content)
            for name, content in sorted(files.items())
            if name.startswith("events/") and name.endswith(".jsonl")
        }
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UserError(f"archive: {error}") from None
    replays = {
        name.removeprefix("replays/").removesuffix(".jsonl.gz"): content
        for name, content in files.items()
        if name.startswith("replays/")
    }
    return Archive(contents.header, logs, contents.texts, contents.reports, contents.aftermaths, replays)


def refuse_unseen(texts: Iterable[Text], where: str) -> None:
    """`UserError` at a text that is too long, or has characters that nobody sees."""
    for text in texts:
        if len(text.text) > LONGEST_TEXT or not all(each.isprintable() or each.isspace() for each in text.text):
            raise UserError(f"{where}: text {text.ref}: expected characters that can be seen, {LONGEST_TEXT} at most")


def read_log(content: bytes) -> list[Event]:
    return [msgspec.json.decode(line, type=Event) for line in content.splitlines() if line.strip()]
