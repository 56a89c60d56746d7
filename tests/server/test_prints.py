"""What can be printed: the sheet of a team and the picture of a dungeon, over HTTP."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.dungeon.printing.sheet import svg_sheet
from dungeonbowl.dungeon.text import load_dungeon, read_dungeon, write_dungeon
from dungeonbowl.server import wire
from dungeonbowl.server.api.prints import MOST_SQUARES
from dungeonbowl.teams.facts import editions
from dungeonbowl.teams.files import write_team
from dungeonbowl.teams.ready import ready_ids, ready_team
from dungeonbowl.teams.sheet import html_sheet


def printed(server: Server, path: str, body: dict[str, Any]) -> str:
    return server.request("POST", path, msgspec.json.encode(body)).decode()


@pytest.mark.parametrize("edition", editions())
def test_a_team_is_printed_as_the_command_line_prints_it(server: Server, edition: str) -> None:
    team = ready_team(ready_ids(edition)[0], edition)
    assert printed(server, "/teams/sheet", {"text": write_team(team)}) == html_sheet(team)


def test_a_draft_is_printed_before_it_is_legal_and_names_are_text(server: Server) -> None:
    facts = server.get("/teams/official", wire.DraftFacts)
    line = facts.rosters[0].positions[0]
    draft = {
        "edition": "official",
        "roster": facts.rosters[0].id,
        "name": "<script>alert(1)</script>",
        "players": [{"number": 1, "name": "Ann & Bo", "position": line.name}],
    }
    page = printed(server, "/teams/sheet", {"draft": draft})
    assert "<script>" not in page
    assert "Ann &amp; Bo" in page
    nobody = {"number": 1, "name": "", "position": "Nobody"}
    with pytest.raises(ServerRefused, match="found 'Nobody'"):
        printed(server, "/teams/sheet", {"draft": {**draft, "players": [nobody]}})
    with pytest.raises(ServerRefused, match="either a draft or the text"):
        printed(server, "/teams/sheet", {})


@pytest.mark.parametrize("identity", ["of-1", "ag-sampler", "sb-02"])
def test_a_dungeon_is_drawn_as_the_command_line_draws_it(server: Server, identity: str) -> None:
    text = write_dungeon(load_dungeon(identity))
    picture = printed(server, "/dungeons/picture", {"text": text})
    assert picture == svg_sheet(read_dungeon(text, "dungeon", checked=False))
    assert picture.startswith("<svg")


def test_what_is_too_large_or_no_dungeon_is_refused(server: Server) -> None:
    with pytest.raises(ServerRefused):
        printed(server, "/dungeons/picture", {"text": "map = 3"})
    side = 101
    rows = ["#" * side] + [f"#.{'#' * (side - 2)}"] * (side - 2) + ["#" * side]
    drawn = "\n".join(rows)
    text = f"format = 1\nid = \"large\"\nname = \"Large\"\nedition = \"astrogranite\"\nmap = '''\n{drawn}\n'''\n"
    with pytest.raises(ServerRefused, match=f"at most {MOST_SQUARES} squares"):
        printed(server, "/dungeons/picture", {"text": text})


def test_an_illegal_team_is_refused_with_its_reasons(server: Server) -> None:
    ready = ready_team(ready_ids("official")[0], "official")
    few = msgspec.structs.replace(ready, players=ready.players[:4], rerolls=30)
    with pytest.raises(ServerRefused) as refused:
        server.new_match(edition="official", teams=[{"ready": ready_ids("official")[0]}, {"text": write_team(few)}])
    said = str(refused.value)
    assert said.startswith("Team B: ")
    assert all(reason in said for reason in ("players: expected 11 to 16, found 4", "rerolls: expected 0 to 8"))


def test_a_match_is_printed_for_those_who_may_see_it(server: Server) -> None:
    created = server.new_match(seats=["person", "person"], shared=True, dice="typed")
    path = f"/matches/{created.id}/print"
    with pytest.raises(ServerRefused, match="no seat"):
        server.request("GET", path)
    kit = server.request("GET", f"{path}?page=letter&square=28", token=created.watch_token).decode()
    assert "one square is 28 mm" in kit
    with pytest.raises(ServerRefused, match="expected 28 or 30"):
        server.request("GET", f"{path}?square=29", token=created.watch_token)
