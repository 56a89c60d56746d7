"""Archives: the same league gives the same bytes, another store takes it in and verifies it, and nothing can be changed
in it unseen."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import msgspec
import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.office.archive_file import HEADER, read_archive
from dungeonbowl.league.office.chance import seeded
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.rebuilding import differences
from dungeonbowl.league.office.roles import COMMISSIONER
from support.offices import Club


@pytest.fixture(scope="module")
def club() -> Club:
    """Two matches are over; the aftermath of one team is open."""
    club = Club(options="stages = swiss(rounds=3)")
    first, second = (line.id.partition(".")[2] for line in club.open_fixtures())
    club.settle(first, 1, 0)
    view = club.play(second, 0, 0)
    club.close(view.fixture.match, [view.fixture.sides[0].team])
    other = view.fixture.sides[1].team
    club.office.aftermaths.begin(view.fixture.match, other, club.coach(other), "hops")
    return club


def elsewhere(club: Club) -> Office:
    return Office(MemoryStore(), club.clock, seeded("elsewhere"))


def changed(data: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """The archive with its files changed."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(packed, "w") as new:
        for entry in old.infolist():
            new.writestr(entry.filename, change(entry.filename, old.read(entry)))
    return packed.getvalue()


def test_the_same_league_gives_the_same_bytes_and_goes_on_elsewhere(club: Club) -> None:
    data = club.office.archives.export(club.league)
    assert data == club.office.archives.export(club.league)
    other = elsewhere(club)
    league, findings = other.archives.load(data, COMMISSIONER)
    assert league == club.league
    assert {line.mark for line in findings} <= {"ok", "proven", "reported", "replayed"}
    assert differences(other, league) == []
    assert other.leagues.home(league).competitions == club.office.leagues.home(league).competitions
    for team in club.teams:
        assert other.teams.kept(team) == club.office.teams.kept(team)
    (waiting,) = [each for each in other.leagues.waits(league) if each.kind == "aftermath"]
    other.aftermaths.assist(waiting.about, waiting.team, COMMISSIONER)
    assert differences(other, league) == []


def test_a_league_that_is_here_already_is_refused(club: Club) -> None:
    data = club.office.archives.export(club.league)
    with pytest.raises(UserError, match="is here already"):
        club.office.archives.load(data, COMMISSIONER)


def test_seeds_of_open_aftermaths_are_not_in_the_file(club: Club) -> None:
    archive = read_archive(club.office.archives.export(club.league))
    states = {row["state"]: row["seed"] for row in archive.aftermaths}
    assert states["open"] == ""
    data = club.office.archives.export(club.league)
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        everything = b"".join(file.read(name) for name in file.namelist())
    seed = club.office.store.find("aftermaths", {"state": "open"})[0]["seed"]
    assert seed.encode() not in everything


@pytest.mark.parametrize("letter", ["l", "c", "t"])
def test_a_changed_event_is_found_at_its_place(club: Club, letter: str) -> None:
    def change(name: str, content: bytes) -> bytes:
        if not name.startswith(f"events/{letter}_"):
            return content
        lines = content.splitlines(keepends=True)
        event = msgspec.json.decode(lines[1])
        event["at"] = "2020-01-01T00:00:00Z"
        return b"".join([lines[0], msgspec.json.encode(event) + b"\n", *lines[2:]])

    data = changed(club.office.archives.export(club.league), change)
    with pytest.raises(UserError, match=r"event 2 of .* was changed after it was written"):
        elsewhere(club).archives.load(data, COMMISSIONER)


def test_a_changed_text_is_found(club: Club) -> None:
    def change(name: str, content: bytes) -> bytes:
        return content.replace(b"The Cellar", b"The Attic!") if name == HEADER else content

    with pytest.raises(UserError, match="it is not the one that events were made of"):
        elsewhere(club).archives.load(changed(club.office.archives.export(club.league), change), COMMISSIONER)


@pytest.mark.parametrize("data", [b"", b"PK", b"not a zip", b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_archive_is_refused_in_one_line(club: Club, data: bytes) -> None:
    with pytest.raises(UserError, match=r"^archive: ") as refused:
        elsewhere(club).archives.load(data, COMMISSIONER)
    assert "\n" not in str(refused.value)


def test_teams_of_an_archive_visit_another_league_with_their_histories(club: Club) -> None:
    other = elsewhere(club)
    host = other.leagues.found("The Attic", COMMISSIONER)
    other.archives.load(club.office.archives.export(club.league), COMMISSIONER, host)
    home = other.leagues.home(host)
    assert sorted(team.id for team in home.visitors) == sorted(club.teams)
    assert set(other.leagues.state(host).visitors.values()) == {"ok", "reported"}  # one has not played a match
    ready = next(team for team in club.teams if club.office.teams.kept(team).state == "ready")
    other.teams.enter_again(host, ready, COMMISSIONER)
    assert ready in other.leagues.state(host).season.teams
    assert other.teams.history(ready)[-1].text.endswith("re-rolls")
    assert differences(other, host) == []


def test_a_pairing_that_the_seed_does_not_give_is_found() -> None:
    club = Club(options="stages = swiss(rounds=3)")
    assert not any(line.mark == "broken" for line in club.office.archives.verify(club.league))
    lines = club.open_fixtures()
    one, two = (tuple(side.team for side in line.sides) for line in lines)
    club.office.competitions.repair(
        club.competition, {lines[0].id: (one[0], two[0]), lines[1].id: (one[1], two[1])}, COMMISSIONER, "married"
    )
    marks = {line.mark for line in club.office.archives.verify(club.league) if line.what == "pairing"}
    assert marks == {"proven", "corrected"}  # the round as it was drawn, and the change that a person made


def test_a_row_that_is_not_what_the_logs_make_is_found_and_mended() -> None:
    club = Club()
    club.settle("1-1-1", 1, 0)
    store = club.office.store
    assert isinstance(store, MemoryStore)
    key = (club.teams[0],)
    store.tables["teams"][key] = {**store.tables["teams"][key], "value": 1}
    findings = club.office.archives.verify(club.league)
    assert [line.text for line in findings if line.mark == "broken"] == [
        "1 rows are not what the logs make, the first in teams; `league rebuild` mends it"
    ]
    assert club.office.archives.rebuild() == 1
    assert club.office.archives.rebuild() == 0
    assert club.office.teams.view(club.teams[0]).line.value > 1
