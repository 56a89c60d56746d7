"""Archives that somebody has made up: whatever is wrong in them, nothing is written and one line says why."""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.chain import Event, canonical, sealed
from dungeonbowl.league.office.archive_file import HEADER, unzipped
from dungeonbowl.league.office.chance import seeded
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.rebuilding import differences
from dungeonbowl.league.office.roles import COMMISSIONER
from support.offices import Club

Files = dict[str, bytes]
CONTENTS = "stages = swiss(rounds=3)"


@pytest.fixture(scope="module")
def stranger() -> Club:
    """A league of somebody else: one match is over, the aftermath of one of its teams is open."""
    club = Club(options=CONTENTS, seed="stranger")
    view = club.play(club.open_fixtures()[0].id.partition(".")[2], 1, 0)
    club.close(view.fixture.match, [view.fixture.sides[0].team])
    return club


@pytest.fixture
def ours() -> Club:
    club = Club(options=CONTENTS, seed="ours")
    club.settle(club.open_fixtures()[0].id.partition(".")[2], 1, 0)
    return club


def files_of(club: Club) -> Files:
    with zipfile.ZipFile(io.BytesIO(club.office.archives.export(club.league))) as file:
        return {name: file.read(name) for name in file.namelist()}


def packed(files: Files, level: int = 6) -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return found.getvalue()


def everything(office: Office) -> str:
    assert isinstance(office.store, MemoryStore)
    return repr((office.store.chains, office.store.tables))


def refused(ours: Club, data: bytes, match: str, into: str = "") -> None:
    """Taking it in is refused, and changes nothing."""
    before = everything(ours.office)
    with pytest.raises(UserError, match=match) as error:
        ours.office.archives.load(data, COMMISSIONER, into)
    assert "\n" not in str(error.value)
    assert everything(ours.office) == before


def with_header(files: Files, change: Callable[[Any], None]) -> bytes:
    contents = json.loads(files[HEADER])
    change(contents)
    return packed({**files, HEADER: json.dumps(contents).encode()})


# --- what belongs to others -------------------------------------------------------------------------------------------


def test_an_archive_cannot_change_a_match_of_another_league(stranger: Club, ours: Club) -> None:
    (mine,) = ours.office.store.find("reports", {"state": "settled"})

    def change(contents: Any) -> None:
        contents["reports"].append({**mine, "facts": "", "state": "voided"})

    refused(ours, with_header(files_of(stranger), change), "expected one of its league")

    def claim(contents: Any) -> None:  # the same match as one of its own league
        report = contents["reports"][0]
        order = {**json.loads(report["locked"]), "match": mine["match"]}
        contents["reports"].append({**report, "match": mine["match"], "facts": "", "locked": json.dumps(order)})

    refused(ours, with_header(files_of(stranger), claim), "is here already")


def test_an_archive_cannot_change_an_aftermath_or_a_replay_of_another_league(stranger: Club, ours: Club) -> None:
    view = ours.play(ours.open_fixtures()[0].id.partition(".")[2], 1, 0)
    (row, *_) = ours.office.store.find("aftermaths", {"match": view.fixture.match})
    data = with_header(files_of(stranger), lambda contents: contents["aftermaths"].append({**row, "seed": "00"}))
    refused(ours, data, "expected one of its league")
    refused(ours, packed({**files_of(stranger), f"replays/{view.fixture.match}.jsonl.gz": b"x"}), "of no match")
    refused(ours, packed({**files_of(stranger), "replays/../../x.jsonl.gz": b"x"}), "of no match")


def test_an_archive_cannot_hide_names_of_another_league(stranger: Club, ours: Club) -> None:
    names = [ours.name(team) for team in ours.teams]
    refs = [row["ref"] for row in ours.office.store.find("texts", {})]
    files = files_of(stranger)
    data = with_header(files, lambda contents: contents["texts"].extend({"ref": ref} for ref in refs))
    ours.office.archives.load(data, COMMISSIONER)
    assert ours.rebuilt() == []
    assert [ours.office.teams.kept(team).team.name for team in ours.teams] == names


def test_an_archive_holds_logs_of_its_own_league_only(stranger: Club, ours: Club) -> None:
    files = files_of(stranger)
    name = next(name for name in files if name.startswith("events/t_"))
    for odd in ("t_nobody", "x_nobody", "c_nobody", ""):
        log = [json.loads(line) for line in files[name].splitlines()]
        refused(ours, packed({**files, f"events/{odd}.jsonl": rehashed(log, odd)}), "none of its league")
    refused(ours, packed({each: content for each, content in files.items() if each != name}), "is missing")


def test_a_team_cannot_claim_to_be_of_a_league_that_is_here(stranger: Club, ours: Club) -> None:
    files = files_of(stranger)
    name = next(name for name in files if name.startswith("events/t_"))
    log = [json.loads(line) for line in files[name].splitlines()]
    joined = next(event for event in log if event["kind"] == "joined")
    joined["body"]["league"] = ours.league
    data = packed({**files, name: rehashed(log, joined["log"])})
    refused(ours, data, "which is here")
    host = ours.office.leagues.found("Host", COMMISSIONER)
    refused(ours, data, "which is here", host)


def rehashed(log: list[dict[str, Any]], name: str) -> bytes:
    """A log whose hashes fit again after a change."""
    lines = []
    prev = "0" * 64
    for each in log:
        event = sealed(msgspec.convert({**each, "log": name, "prev": prev}, Event))
        prev = event.hash
        lines.append(canonical.encode(event) + b"\n")
    return b"".join(lines)


# --- what was changed -------------------------------------------------------------------------------------------------


def test_a_changed_event_of_a_paper_match_with_hashes_that_fit_again_is_called_reported_and_never_more(
    stranger: Club,
) -> None:
    files = files_of(stranger)
    name, log = next(
        (name, log)
        for name, content in files.items()
        if name.startswith("events/t_")
        for log in [[json.loads(line) for line in content.splitlines()]]
        if any(event["kind"] == "gold" for event in log)
    )
    gold = next(event for event in log if event["kind"] == "gold")
    gold["body"]["amount"] += 100_000
    other = Office(MemoryStore(), stranger.clock, seeded("elsewhere"))
    data = packed({**files, name: rehashed(log, gold["log"])})
    _, findings = other.archives.load(data, COMMISSIONER)
    marks = [line.mark for line in findings if line.what == "match" and line.about == gold["log"]]
    assert marks == ["reported"]  # nobody can check it; what was proven is in tests/league/test_verify.py
    shares = next(line.text for line in findings if line.what == "shares" and "gold" in line.text)
    assert "proven" not in shares
    assert "replayed" not in shares


def test_seeds_of_open_aftermaths_are_never_those_of_the_file(stranger: Club) -> None:
    def change(contents: Any) -> None:
        for row in contents["aftermaths"]:
            row["seed"] = "00" * 32

    other = Office(MemoryStore(), stranger.clock, seeded("elsewhere"))
    other.archives.load(with_header(files_of(stranger), change), COMMISSIONER)
    (opened,) = other.store.find("aftermaths", {"state": "open"})
    assert opened["seed"] != "00" * 32


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("inputs", "["),
        ("inputs", '[["begin w", {"role": "coach"}, ""], ["choose nothing", {"role": "coach"}, ""]]'),
        ("number", "x"),
        ("league", None),
        ("team", "t_nobody"),
        ("match", "g_nobody"),
    ],
)
def test_an_aftermath_that_cannot_go_on_is_refused(stranger: Club, ours: Club, part: str, value: Any) -> None:
    def change(contents: Any) -> None:
        for row in contents["aftermaths"]:
            if row["state"] == "open":
                row[part] = value

    refused(ours, with_header(files_of(stranger), change), ".")


@pytest.mark.parametrize(
    ("part", "value"),
    [("facts", "{}"), ("facts", "[" * 100_000), ("locked", ""), ("sheets", "{"), ("shared", "[]"), ("fixture", "x")],
)
def test_a_report_that_cannot_be_read_is_refused(stranger: Club, ours: Club, part: str, value: Any) -> None:
    def change(contents: Any) -> None:
        contents["reports"][0][part] = value

    refused(ours, with_header(files_of(stranger), change), ".")


def test_names_that_nobody_can_see_are_refused(stranger: Club, ours: Club) -> None:
    files = files_of(stranger)
    for text in ("evil\u202egnp", "x" * 10_000, "a\x00b"):
        data = with_header(files, lambda contents: contents["texts"].append({"ref": "text:" + "0" * 40, "text": text}))  # noqa: B023
        refused(ours, data, "characters that can be seen")


# --- too much ---------------------------------------------------------------------------------------------------------


def test_a_bomb_is_refused_before_it_goes_off(stranger: Club, ours: Club) -> None:
    zeros = b"0" * 200_000_000
    bomb = packed({**files_of(stranger), "events/x.jsonl": zeros}, level=9)
    shell = gzip.compress(zeros, 9)
    del zeros
    assert len(bomb) < 2_000_000
    tracemalloc.start()
    refused(ours, bomb, "when it is unpacked")
    with pytest.raises(UserError, match="when it is unpacked"):
        unzipped(shell)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 100_000_000


def test_a_zip_that_is_torn_or_says_something_twice_is_refused(stranger: Club, ours: Club) -> None:
    whole = packed(files_of(stranger))
    for place in range(40, len(whole), len(whole) // 60):
        torn = bytearray(whole)
        torn[place] ^= 0x5A
        with suppress(UserError):  # and nothing else; a byte that nobody reads does no harm
            Office(MemoryStore()).archives.load(bytes(torn), COMMISSIONER)
    twice = io.BytesIO(whole)
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(twice, "a") as file:
        file.writestr(HEADER, b"{}")
    refused(ours, twice.getvalue(), "every file once")


def test_what_is_taken_in_is_whole(stranger: Club, ours: Club) -> None:
    ours.office.archives.load(stranger.office.archives.export(stranger.league), COMMISSIONER)
    assert differences(ours.office, stranger.league) == []
    assert ours.rebuilt() == []
