"""The atlas over HTTP: its page, and the sentences of the draft and of a fixture."""

from __future__ import annotations

import msgspec
import pytest

from dungeonbowl.atlas.book import find_atlas, shipped_names
from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.server import wire
from dungeonbowl.server.league.fixture_page import atlas_lines
from dungeonbowl.server.wire.league import DungeonOfFixture
from support.servers import ServerProcess


def test_the_page_has_every_roster_against_every_other(server: Server) -> None:
    for name in shipped_names():
        page = server.get(f"/atlas/{name}", wire.AtlasPage)
        count = len(find_atlas(name).terms.rosters)
        assert len(page.rosters) == count
        assert [each.id for each in page.editions] == shipped_names()
        for place, roster in enumerate(page.rosters):
            assert len(roster.against) == count
            assert [other for other, chance in enumerate(roster.against) if chance is None] == [place]
        chances = [each.chance.chance for each in page.rosters]
        assert chances == sorted(chances, reverse=True)


def test_in_a_dungeon_chances_are_those_of_the_dungeon(server: Server) -> None:
    anywhere = server.get("/atlas/official", wire.AtlasPage)
    here = server.get("/atlas/official?dungeon=of-3", wire.AtlasPage)
    assert here.dungeon == "of-3"
    assert ("of-3", "Dragon Road (of-3)") in [(each.id, each.name) for each in here.dungeons]
    assert "Dragon Road (of-3)" in [line.title for line in here.places.lines]
    assert {each.id: each.chance for each in here.rosters} != {each.id: each.chance for each in anywhere.rosters}


@pytest.mark.parametrize(
    "wanted",
    [
        wire.AtlasWanted(one="fire", two="death", dungeon="of-2"),
        wire.AtlasWanted(one="light"),
        wire.AtlasWanted(about="re-roll", dungeon="of-4"),
        wire.AtlasWanted(setting="official(quick=1, turn_limit=8)"),
        wire.AtlasWanted(one="fire", ending="touchdown"),
        wire.AtlasWanted(ground="dungeon=of-5,map=turned"),
        wire.AtlasWanted(ground="size=quick"),
    ],
)
def test_a_figure_opens_a_match_that_shows_it(wanted: wire.AtlasWanted, server: Server) -> None:
    created = server.post("/atlas/official/matches", wanted, wire.ReplayCreated)
    setup = server.get(f"/replays/{created.id}", wire.ReplayView)
    told = msgspec.json.encode(setup).decode()
    assert wanted.dungeon in told
    if wanted.setting:
        assert "turn_limit=8" in told
    if wanted.ground:
        assert ("of-5-turned" if "of-5" in wanted.ground else "quick-1") in told
    assert server.post("/atlas/official/matches", wanted, wire.ReplayCreated) == created


def test_what_no_match_shows_is_told(own_server: ServerProcess) -> None:
    server = own_server.server  # so many questions in a moment would use up what other tests may ask for
    for wanted in (wire.AtlasWanted(one="orc"), wire.AtlasWanted(about="luck"), wire.AtlasWanted(setting="x" * 5000)):
        with pytest.raises(ServerRefused, match="no match of the atlas shows this"):
            server.post("/atlas/official/matches", wanted, wire.ReplayCreated)
    for ground, words in {
        "dungeon=sb-02": "no match of the survey shows this",
        "x" * 5000: "expected some of dungeon",
        "lead=luck": "lead=luck: expected one of",
    }.items():
        with pytest.raises(ServerRefused, match=words):
            server.post("/atlas/official/matches", wire.AtlasWanted(ground=ground), wire.ReplayCreated)
    with pytest.raises(ServerRefused, match="atlas of edition 'nothing'"):
        server.post("/atlas/nothing/matches", wire.AtlasWanted(), wire.ReplayCreated)


def test_the_page_tells_how_fair_dungeons_are(server: Server) -> None:
    page = server.get("/atlas/official", wire.AtlasPage)
    assert [line.title for line in page.survey[0].lines] == [
        "book-1",
        "book-2",
        "of-1",
        "of-2",
        "of-3",
        "of-4",
        "of-5",
        "of-6",
    ]
    assert page.survey[1].title.endswith("20 matches in each")
    tables = [page.worth, page.places, page.settings, page.matches, *page.survey]
    assert all(len(line.cells) + 1 == len(table.heads) for table in tables for line in table.lines)
    figures = [figure for table in tables for line in table.lines for cell in line.cells for figure in cell]
    assert {each.text for each in figures if each.wanted is None} <= {"even", "open", "uneven"}  # verdicts alone


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/atlas/nothing", "atlas of edition 'nothing': expected one of"),
        ("/atlas/..%2Fofficial", "there is nothing at this address"),
        ("/atlas/official?dungeon=sb-02", "dungeon 'sb-02': the atlas knows of-1"),
    ],
)
def test_what_there_is_not_is_not_found(path: str, words: str, server: Server) -> None:
    with pytest.raises(ServerRefused, match=words):
        server.get(path, wire.AtlasPage)


def test_the_draft_tells_what_the_atlas_knows_of_each_roster(server: Server) -> None:
    for roster in server.get("/teams/official", wire.DraftFacts).rosters:
        assert roster.atlas[0].startswith(f"The atlas: {roster.name} wins ")


def test_a_fixture_tells_what_the_atlas_knows_of_two_rosters_here() -> None:
    place = DungeonOfFixture("Long March", "of-1")
    assert atlas_lines("official", ["fire", "death"], place)[0].endswith(" against College of Death here.")
    assert atlas_lines("official", ["fire", "death"], None)[0].endswith(" against College of Death.")
    assert atlas_lines("official", ["fire"], place) == []
    assert atlas_lines("official", ["fire", "death", "life"], place) == []
