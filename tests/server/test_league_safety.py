"""Leagues of a server that dies, of one that is asked by strangers, and corrections."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.league.aftermath.machine import Ask, Option
from dungeonbowl.league.office.chance import utc_now
from dungeonbowl.server.league.lateness import look
from dungeonbowl.server.wire import league as shown
from support.asynchronous import run_alone
from support.direct import Direct, generous, running
from support.leagues import COACHES, READY, SHORT, House, until
from support.servers import ServerProcess

TEAMS = [{"coach": coach, "ready": ready} for coach, ready in zip(COACHES, READY, strict=True)]
LEAGUE = {"name": "House", "preset": "evening", "edition": SHORT, "teams": TEAMS, "start": True}


@pytest.fixture(scope="module")
def house(server: Server) -> House:
    return House(server)


# --- a server that dies -----------------------------------------------------------------------------------------------


def test_killed_in_an_aftermath_no_step_is_lost_and_no_die_falls_twice(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as process:
        house = House(process.server)
        fixture = house.rich(house.found())
        team = fixture.sides[0].team
        created = house.play(fixture.id)
        page = house.aftermath(created.id, team)
        while not (hires := hires_of(page)):
            page = house.next_step(page)
        hire = hires[0]
        path = f"/aftermaths/{created.id}/{team}"
        page = house.post(f"{path}/decide", {"option": hire.text, "number": page.number}, shown.AftermathPage)
        process.kill()
        process.start()
        assert house.aftermath(created.id, team) == page
        closed = house.go_through(created.id, team)
        told = [(line.text, line.dice) for line in page.written]
        assert [(line.text, line.dice) for line in closed.written][: len(told)] == told


def hires_of(page: shown.AftermathPage) -> list[Option]:
    """The players that a question offers to hire."""
    options = page.need.options if isinstance(page.need, Ask) else ()
    return [option for option in options if option.text.startswith("hire")]


def test_a_match_that_ended_unseen_is_settled_when_the_server_starts(tmp_path: Path) -> None:
    """The first server never hears that the match is over: as if it had died at that moment."""

    async def play_unsettled(server: Direct) -> tuple[str, str]:
        server.state.sessions.when_over = None
        league = (await server.post("/api/v1/leagues", LEAGUE)).json()["id"]
        home = (await server("GET", f"/api/v1/leagues/{league}")).json()["home"]
        fixture = home["next"][0]["id"]
        order = {"seats": ["bot:random", "bot:random"], "pace": 0}
        created = (await server.post(f"/api/v1/fixtures/{fixture}/match", order)).json()
        socket = await server.socket(f"/api/v1/matches/{created['id']}/socket?token={created['watch_token']}")
        await socket.message("over")
        await socket.leave()
        found = (await server("GET", f"/api/v1/fixtures/{fixture}")).json()
        assert found["view"]["fixture"]["state"] == "running"
        assert found["live"]["stage"] == "over"
        return fixture, created["id"]

    async def scenario() -> None:
        async with running(generous(tmp_path)) as server:
            fixture, match = await play_unsettled(server)
        async with running(generous(tmp_path)) as server:
            for _ in range(2400):
                found = (await server("GET", f"/api/v1/fixtures/{fixture}")).json()["view"]["fixture"]
                if found["state"] == "over":
                    break
                await pause()
            assert (found["state"], found["match"], found["provenance"]) == ("over", match, "proven")

    run_alone(scenario())


async def pause() -> None:
    import asyncio

    await asyncio.sleep(0.1)


def test_the_assistant_closes_what_is_late_but_not_what_only_the_next_match_ends(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(generous(tmp_path)) as server:
            office = server.state.office
            states = {}
            for hours in (72, 0):
                order = {**LEAGUE, "options": f"aftermath_hours = {hours}"}
                league = (await server.post("/api/v1/leagues", order)).json()["id"]
                home = (await server("GET", f"/api/v1/leagues/{league}")).json()["home"]
                fixture = home["next"][0]["id"]
                await server.post(f"/api/v1/fixtures/{fixture}/result", {"scores": [1, 0]})
                look(office)
                assert await aftermaths(server, fixture) == ["open", "open"]
                states[hours] = fixture
            office.now = lambda: utc_now() + timedelta(hours=73)
            look(office)
            assert await aftermaths(server, states[72]) == ["closed", "closed"]
            assert await aftermaths(server, states[0]) == ["open", "open"]

    run_alone(scenario())


async def aftermaths(server: Direct, fixture: str) -> list[str]:
    """How the aftermaths of a fixture stand."""
    view = (await server("GET", f"/api/v1/fixtures/{fixture}")).json()["view"]
    return ["open" if side.get("aftermath") == "open" else "closed" for side in view["fixture"]["sides"]]


# --- strangers --------------------------------------------------------------------------------------------------------


def test_only_those_in_the_house_write_and_everybody_reads(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(generous(tmp_path, host="0.0.0.0")) as server:
            made = await server.post("/api/v1/leagues", LEAGUE)
            assert made.status == 201
            league = made.json()["id"]
            there = await server("GET", f"/api/v1/leagues/{league}", client="192.168.1.7")
            assert there.status == 200
            stranger = await server.post(f"/api/v1/leagues/{league}/rename", {"name": "Mine"}, client="192.168.1.7")
            assert stranger.status == 403
            assert "--house" in stranger.what
        async with running(generous(tmp_path, host="0.0.0.0", house=True)) as server:
            friend = await server.post(f"/api/v1/leagues/{league}/rename", {"name": "Ours"}, client="192.168.1.7")
            assert friend.status == 200
        # behind a proxy everybody comes from loopback, so nobody is taken for somebody in the house
        async with running(generous(tmp_path, proxies=("127.0.0.1",))) as server:
            assert (await server.post(f"/api/v1/leagues/{league}/rename", {"name": "Mine"})).status == 403
        async with running(generous(tmp_path, hosts=("bowl.example",))) as server:
            host = [(b"host", b"bowl.example")]
            called = await server.post(f"/api/v1/leagues/{league}/rename", {"name": "Mine"}, headers=host)
            assert called.status == 403
            assert (await server("GET", f"/api/v1/leagues/{league}")).json()["home"]["name"] == "Ours"

    run_alone(scenario())


def test_odd_requests_get_a_sentence_and_never_a_failure(house: House) -> None:
    league = house.found("Odd")
    fixture = house.first_fixture(league).id
    team = house.home(league).home.teams[0].id
    odd: list[tuple[str, Any]] = [
        (f"/leagues/{league}/entries", {"ready": "a", "text": "b"}),
        (f"/leagues/{league}/entries", {"text": "players = 3"}),
        (f"/leagues/{league}/season/start", {}),
        (f"/leagues/{league}/season/finish", {}),
        (f"/leagues/{league}/season/amend", {"options": "win = 3", "reason": "  "}),
        (f"/fixtures/{fixture}/sheet", {"sheet": "format = ["}),
        (f"/fixtures/{fixture}/sheet", {"sheet": "format = 1"}),
        (f"/fixtures/{fixture}/result", {"scores": [1]}),
        (f"/fixtures/{fixture}/walkover", {"winner": "t_nobody"}),
        (f"/fixtures/{fixture}/extend", {"deadline": "tomorrow"}),
        (f"/fixtures/{fixture}/unlock", {}),
        (f"/fixtures/{fixture}/confirm", {"team": team}),
        (f"/fixtures/{fixture}/replay", {"reason": "why not"}),
        (f"/fixtures/{fixture}/roll-off", {}),
        ("/corrections", {"changes": [{"team": team, "seq": 999}], "reason": "odd"}),
        ("/corrections", {"changes": [{"team": team, "instead": {"kind": "nothing"}}], "reason": "odd"}),
        ("/corrections/result", {"fixture": fixture, "scores": [1, 0], "reason": "odd"}),
        (f"/teams/kept/{team}/rename", {"name": "\n"}),
        (f"/aftermaths/g_x/{team}/decide", {"option": "x", "number": 0}),
        ("/leagues", {"name": "x", "teams": [{"coach": "a"}]}),
        ("/leagues", {"name": "\u0000"}),
    ]
    for path, body in odd:
        with pytest.raises(ServerRefused) as refused:
            house.post(path, body)
        assert "the server failed" not in str(refused.value), path
        assert str(refused.value)


# --- paper matches and corrections ------------------------------------------------------------------------------------


def paper(house: House, fixture: str, scorer: int = 3, hurt: int = 4) -> str:
    """A result sheet: number `scorer` of the first team scores, and hurts number `hurt` of the second."""
    sides = house.fixture(fixture).view.fixture.sides
    return f"""
format = 1
how = "touchdown"
[[side]]
team = "{sides[0].team}"
score = 1
[[side.player]]
number = {scorer}
touchdown = 1
casualty = 1
[[side]]
team = "{sides[1].team}"
[[side.player]]
number = {hurt}
injury = "niggle"
how = "block"
by = {scorer}
"""


def test_both_coaches_of_a_paper_match_say_the_same_or_the_commissioner_decides(house: House) -> None:
    league = house.found("Paper")
    first, second = house.home(league).home.next[:2]
    mine, yours = (side.team for side in first.sides)
    house.post(f"/fixtures/{first.id}/sheet", {"sheet": paper(house, first.id), "team": mine})
    page = house.fixture(first.id)
    assert page.view.fixture.state == "reported"
    assert [side.confirmed for side in page.view.fixture.sides] == [True, False]
    house.post(f"/fixtures/{first.id}/confirm", {"team": yours})
    page = house.fixture(first.id)
    assert (page.view.fixture.state, page.view.fixture.provenance) == ("over", "reported")
    assert any("1 touchdown" in line for line in page.view.deeds)
    names = [player.name for player in page.players[0] if player.number == 3]
    assert page.story[0] == f"{names[0]} scored for {first.sides[0].name}"
    assert house.home(league).stories[first.id].startswith(page.story[0])
    mine, yours = (side.team for side in second.sides)
    house.post(f"/fixtures/{second.id}/sheet", {"sheet": paper(house, second.id, scorer=3), "team": mine})
    house.post(f"/fixtures/{second.id}/sheet", {"sheet": paper(house, second.id, scorer=5), "team": yours})
    page = house.fixture(second.id)
    assert page.view.fixture.state == "disputed"
    assert len(page.view.sheets) == 2
    house.post(f"/fixtures/{second.id}/sheet", {"sheet": paper(house, second.id, scorer=5)})
    assert house.fixture(second.id).view.fixture.state == "over"


def test_an_award_goes_to_the_right_player_and_everybody_can_read_why(house: House) -> None:
    league = house.found("Correction")
    fixture = house.first_fixture(league)
    house.post(f"/fixtures/{fixture.id}/sheet", {"sheet": paper(house, fixture.id)})
    match = house.fixture(fixture.id).view.fixture.match
    for side in fixture.sides:
        house.go_through(match, side.team)
    team = fixture.sides[0].team
    history = house.server.get(f"/teams/kept/{team}/history?kinds=points", shown.HistoryPage)
    wrong = next(entry for entry in history.entries if entry.body.get("deed") == "casualty")
    heir = next(player for player in house.team(team).sheet.players if player.number == 7)
    change = {"team": team, "seq": wrong.seq, "award_to": heir.id}
    preview = house.post("/corrections/preview", {"changes": [change]}, shown.Preview)
    assert preview.problems == ()
    assert any(heir.name in line for _, lines in preview.teams for line in lines)
    before = house.team(team)
    with pytest.raises(ServerRefused, match="reason"):
        house.post("/corrections", {"changes": [change]})
    assert house.team(team) == before
    order = {"changes": [change], "reason": "it was number 7", "numbers": {team: before.number}}
    house.post("/corrections", order)
    after = next(player for player in house.team(team).sheet.players if player.id == heir.id)
    assert after.earned == heir.earned + int(wrong.body["points"])
    with pytest.raises(ServerRefused, match="somebody else was first"):
        house.post("/corrections", order)
    audit = house.server.get(f"/leagues/{league}/audit", list[shown.AuditLine])
    assert any(line.reason == "it was number 7" for line in audit)


def test_another_result_shows_what_changes_in_the_table_first(house: House) -> None:
    league = house.found("Result")
    fixture = house.first_fixture(league)
    house.post(f"/fixtures/{fixture.id}/result", {"scores": [1, 0]})
    assert house.fixture(fixture.id).view.fixture.sides[0].result == "won"
    order = {"fixture": fixture.id, "scores": [0, 1]}
    preview = house.post("/corrections/result/preview", order, shown.Preview)
    assert {change.team for change in preview.table} >= {side.team for side in fixture.sides}
    assert house.fixture(fixture.id).view.fixture.sides[0].result == "won"
    house.post("/corrections/result", {**order, "reason": "typed the wrong way round"})
    page = house.fixture(fixture.id).view.fixture
    assert ([side.result for side in page.sides], page.provenance) == (["lost", "won"], "corrected")


def test_forms_of_corrections_know_every_part_that_can_be_changed(house: House) -> None:
    forms = {form.kind: form for form in house.server.get("/corrections/forms", list[shown.CorrectionForm])}
    assert forms["granted"].grant
    assert [field.key for field in forms["points"].fields][:3] == ["player", "points", "deed"]
    kinds = {field.key: field.kind for field in forms["hurt"].fields}
    assert (kinds["player"], kinds["niggle"], kinds["loss"]) == ("player", "switch", "characteristic")


def test_two_leagues_and_their_records_are_found_by_name(house: House) -> None:
    league = house.found("Findable league")
    fixture = house.first_fixture(league)
    house.post(f"/fixtures/{fixture.id}/sheet", {"sheet": paper(house, fixture.id)})
    match = house.fixture(fixture.id).view.fixture.match
    for side in fixture.sides:
        house.go_through(match, side.team)
    told = house.server.get(f"/records?league={league}", list[shown.Board])
    boards = {board.id: board.holders for board in told}
    assert boards["touchdown"][0].figure == "1"
    assert boards["casualty"][0].player == boards["touchdown"][0].player
    found = house.server.get("/search?q=Findable", list[shown.Found])
    assert [(each.kind, each.id) for each in found] == [("league", league)]
    scorer = boards["touchdown"][0].player
    assert house.server.get(f"/players/{scorer}", shown.PlayerPage).career.deeds["touchdown"] == 1
    page = until(lambda: house.team(fixture.sides[0].team), lambda team: team.line.state == "ready")
    assert [share.mark for share in page.provenance] == ["reported"]
    assert msgspec.to_builtins(page.careers[0])
