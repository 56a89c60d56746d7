"""A club day over HTTP: the laptop of the organiser, phones of the local network, and strangers among them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.server.club import addresses
from support.asynchronous import run_alone
from support.club_days import HOST, Organiser, Phone, club_day
from support.direct import Direct, generous, running
from support.leagues import COACHES, READY

PHONE = "192.168.1.7"
FOUR = "stages = swiss(rounds=3)"


def day(folder: Path, scenario: Any, coaches: int = 6, options: str = FOUR, **settings: Any) -> None:
    async def whole() -> None:
        async with running(generous(folder, **{"host": "0.0.0.0", **settings})) as server:
            await scenario(server, await club_day(server, coaches, options))

    run_alone(whole())


async def two_of(club: Organiser, phones: dict[str, Phone]) -> tuple[Any, Phone, Phone]:
    """The first table, and the phones of those who sit there."""
    table = (await club.room())["tables"][0]
    one, other = (phones[side["team"]] for side in table["sides"])
    return table, one, other


@pytest.mark.rule("O-EXH-01", "O-EXH-02")
def test_a_club_day_has_exhibition_teams_of_the_usual_sum(tmp_path: Path) -> None:
    async def scenario(server: Direct, club: Organiser) -> None:
        room = await club.room()
        assert (room["round"], room["rounds"], len(room["tables"])) == (1, 3, 3)
        assert sorted(table["table"] for table in room["tables"]) == [1, 2, 3]
        team = (await server("GET", f"/api/v1/teams/kept/{room['entries'][0]['team']}")).json()
        budget = next(line["text"] for line in team["sheet"]["sums"] if line["label"] == "Budget")
        assert budget.endswith("of 1,150,000")

    day(tmp_path, scenario)


def test_one_coach_tells_the_other_confirms_and_the_result_stands(tmp_path: Path) -> None:
    async def scenario(server: Direct, club: Organiser) -> None:
        phones = await club.phones()
        table, one, other = await two_of(club, phones)
        mine = await one.mine()
        assert mine["table"]["table"] == table["table"]
        assert [way["id"] for way in mine["ways"]] == ["touchdown", "distance", "draw"]
        told = await one.report("distance", squares=[4, 9], casualties=[1, 0])
        assert told.json()["table"]["state"] == "reported"
        seen = await other.mine()
        first, second = (side["coach"] for side in table["sides"])
        where = f"4 squares from where {first} scores, 9 from where {second} does"
        assert [told["words"] for told in seen["told"]] == [f"{first} is nearer: the ball is {where}; casualties 1-0"]
        assert seen["told"][0]["squares"] == [4, 9]
        assert (await one.confirm()).status == 400  # nobody confirms his own words
        done = (await other.confirm()).json()["table"]
        assert (done["state"], done["how"]) == ("over", "distance")
        assert [side["result"] for side in done["sides"]] == ["won", "lost"]
        assert (await one.report(scores=[0, 1])).status == 400  # what stands is the scribe's to change

    day(tmp_path, scenario)


def test_nobody_confirms_what_he_has_not_read(tmp_path: Path) -> None:
    """Entered anew between the reading and the tap: the tap confirms nothing, at the phone and at the desk."""

    async def scenario(server: Direct, club: Organiser) -> None:
        phones = await club.phones()
        table, one, other = await two_of(club, phones)
        await one.report(scores=[1, 0], casualties=[0, 0])
        read = (await other.mine())["told"][0]["words"]
        await one.report(scores=[1, 0], casualties=[9, 0])
        order = {"fixture": table["fixture"], "words": read}
        for late in (await other.ask("confirm", order), await club.post("accept", order)):
            assert (late.status, "somebody else was first" in late.what) == (409, True)
        (told,) = (await other.mine())["told"]
        assert told["casualties"] == [9, 0]
        done = await other.ask("confirm", {**order, "words": told["words"]})
        assert done.json()["table"]["state"] == "over"

    day(tmp_path, scenario)


def test_a_slip_keeps_its_words_whole_however_long_a_name_is(tmp_path: Path) -> None:
    async def scenario(server: Direct, club: Organiser) -> None:
        slips = (await server("GET", f"{club.path}/print/slips")).body.decode()
        first = (await club.room())["tables"][0]["sides"][0]["coach"]
        pair = f'<span class="pair">{first} <span class="box"></span></span>'
        assert slips.count(pair) == 3  # scorer, squares, casualties: the box always comes after its name

    day(tmp_path, scenario)


def test_a_disagreement_is_shown_to_both_and_to_the_scribe(tmp_path: Path) -> None:
    async def scenario(server: Direct, club: Organiser) -> None:
        phones = await club.phones()
        table, one, other = await two_of(club, phones)
        await one.report(scores=[1, 0])
        await other.report(scores=[0, 1])
        for phone in (one, other):
            mine = await phone.mine()
            assert mine["table"]["state"] == "disputed"
            assert len(mine["told"]) == 2
        room = await club.room()
        assert [each["state"] for each in room["tables"]].count("disputed") == 1
        versions = (await server("GET", f"{club.path}/desk")).json()["told"][table["fixture"]]
        assert {told["by"] for told in versions} == {side["team"] for side in table["sides"]}
        # one of them sees the mistake, and tells what the other told
        assert (await other.report(scores=[1, 0])).json()["table"]["state"] == "over"
        later = room["tables"][1]
        first, second = (phones[side["team"]] for side in later["sides"])
        await first.report("draw")
        await second.report(scores=[1, 0])
        scribe = await club.post("result", {"fixture": later["fixture"], "how": "draw", "casualties": [0, 0]})
        decided = next(each for each in scribe.json()["tables"] if each["fixture"] == later["fixture"])
        assert (decided["state"], [side["result"] for side in decided["sides"]]) == ("over", ["drawn", "drawn"])
        # one phone is silent: the scribe takes the word of the other
        last = room["tables"][2]
        await phones[last["sides"][0]["team"]].report("draw", casualties=[3, 0])
        accepted = (await club.post("accept", {"fixture": last["fixture"]})).json()
        assert all(each["state"] == "over" for each in accepted["tables"])
        assert accepted["can_pair"]

    day(tmp_path, scenario)


def test_a_card_opens_only_the_results_of_its_own_coach(tmp_path: Path) -> None:
    async def scenario(server: Direct, club: Organiser) -> None:
        phones = await club.phones()
        room = await club.room()
        table, one, other = await two_of(club, phones)
        foreign = room["tables"][1]["fixture"]
        assert (await one.ask("report", {"fixture": foreign, "how": "draw"})).status == 400
        assert (await one.ask("confirm", {"fixture": foreign})).status == 400
        assert (await one.ask("report", {"fixture": "c_elsewhere.1-1-1", "how": "draw"})).status == 404
        # nothing of the organiser's, though the phone has a card
        team = table["sides"][0]["team"]
        for what, body in (
            ("desk", None),
            (f"cards/{team}", None),
            ("print/cards", None),
            ("cards/replace", {"team": team}),
            ("clock", {"kind": "start"}),
            ("result", {"fixture": table["fixture"], "how": "draw"}),
            ("accept", {"fixture": table["fixture"]}),
        ):
            assert (await one.ask(what, body)).status == 403, what
        body = b'{"scores": [1, 0]}'
        for path in (f"fixtures/{table['fixture']}/result", f"competitions/{club.competition}/rounds/next"):
            refused = await server("POST", f"/api/v1/{path}", body, HOST, one.client)
            assert refused.status == 403
        for code in ("", "x", one.code[:-1], one.code + "a", "é", other.code[::-1]):
            stranger = Phone(server, club.competition, code, 99)
            assert (await stranger.ask("mine")).status == 403
            assert (await stranger.ask("report", {"fixture": table["fixture"], "how": "draw"})).status == 403
        assert all(each["state"] == "open" for each in (await club.room())["tables"])

    day(tmp_path, scenario)


def test_a_lost_card_counts_no_more_when_it_is_replaced(tmp_path: Path) -> None:
    async def scenario(server: Direct, club: Organiser) -> None:
        phones = await club.phones()
        table, one, other = await two_of(club, phones)
        team = table["sides"][0]["team"]
        for _ in range(2):
            new = (await club.post("cards/replace", {"team": team})).json()
            assert (await one.ask("mine")).status == 403
            one.code = new["link"].partition("#card=")[2]
            assert (await one.mine())["team"] == team
        assert (await other.ask("mine")).status == 200
        assert (await club.post("cards/replace", {"team": "t_nobody"})).status == 404

    day(tmp_path, scenario)


def test_cards_of_another_day_open_nothing(tmp_path: Path) -> None:
    async def scenario(server: Direct, club: Organiser) -> None:
        phone = next(iter((await club.phones()).values()))
        other = await club_day(server, 4)
        assert (await Phone(server, other.competition, phone.code, 1).ask("mine")).status == 403

    day(tmp_path, scenario)


def test_the_network_watches_and_only_the_laptop_runs_the_day(tmp_path: Path) -> None:
    """Without --house: whoever opens the page at loopback is the organiser, everybody else a spectator."""

    async def scenario(server: Direct, club: Organiser) -> None:
        seen = await server("GET", club.path, headers=HOST, client=PHONE)
        assert (seen.status, seen.json()["may_run"]) == (200, False)
        assert (await club.room())["may_run"]
        # the laptop by its address in the network is not known as the laptop either
        assert not (await server("GET", club.path, headers=HOST)).json()["may_run"]
        desk = (await server("GET", f"{club.path}/desk")).json()
        assert not desk["everybody"]
        for what in ("pairings", "slips", "standings"):
            printed = await server("GET", f"{club.path}/print/{what}", headers=HOST, client=PHONE)
            assert printed.status == 200
            assert printed.headers["content-type"].startswith("text/html")
        assert (await server("GET", f"{club.path}/print/cards", headers=HOST, client=PHONE)).status == 403
        assert (await server("GET", f"{club.path}/print/nothing")).status == 404

    day(tmp_path, scenario)


def test_a_server_that_is_open_to_everybody_says_so_at_the_desk(tmp_path: Path) -> None:
    async def scenario(server: Direct, club: Organiser) -> None:
        assert (await server("GET", f"{club.path}/desk", headers=HOST, client=PHONE)).json()["everybody"]

    day(tmp_path, scenario, house=True)


@pytest.mark.rule("O-TIME-02")
def test_one_clock_for_the_room_runs_stops_and_survives_a_restart(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(generous(tmp_path, host="0.0.0.0")) as server:
            club = await club_day(server, 4)
            clock = (await club.room())["clock"]
            assert clock == {"minutes": 120, "left": 7200.0, "running": False}
            started = (await club.post("clock", {"kind": "start"})).json()
            assert started["running"]
            await club.post("clock", {"kind": "add", "minutes": 15})
        async with running(generous(tmp_path, host="0.0.0.0")) as server:
            club.server = server
            clock = (await club.room())["clock"]
            assert clock["running"]
            assert 7200 < clock["left"] <= 8100
            stopped = (await club.post("clock", {"kind": "pause"})).json()
            assert not stopped["running"]
            again = (await club.room())["clock"]
            assert again == stopped
            assert (await club.post("clock", {"kind": "reset"})).json()["left"] == 7200
            assert (await club.post("clock", {"kind": "add", "minutes": 999})).status == 400
            # a new round has all its minutes
            await club.post("clock", {"kind": "start"})
            await club.play_round(await club.phones())
            assert (await club.next_round()).status == 200
            assert (await club.room())["clock"] == {"minutes": 120, "left": 7200.0, "running": False}

    run_alone(scenario())


def test_late_comers_drop_outs_and_the_absent(tmp_path: Path) -> None:
    async def scenario(server: Direct, club: Organiser) -> None:
        phones = await club.phones()
        await club.play_round(phones)
        entry = {"coach": "Late Lou", "drafted": ""}
        late = await server.post(f"/api/v1/leagues/{club.league}/entries", entry)
        assert late.status == 201, late.body
        late_team = late.json()["id"]
        teams = [entry["team"] for entry in (await club.room())["entries"] if entry["team"] != late_team]
        gone = {"team": teams[0], "reason": "has to catch a train"}
        assert (await server.post(f"/api/v1/competitions/{club.competition}/withdraw", gone)).status == 200
        assert (await club.next_round(absent=(teams[1],))).status == 200
        room = await club.room()
        seated = {side["team"] for table in room["tables"] for side in table["sides"]}
        assert late_team in seated | {room["byes"][0] if room["byes"] else ""} or "Late Lou" in room["byes"]
        assert not {teams[0], teams[1]} & seated
        assert len(room["absent"]) == 1
        assert (await phones[teams[1]].mine())["absent"]
        assert "has to catch a train" in (await phones[teams[0]].mine())["out"]
        phones = await club.phones()
        await club.play_round(phones)
        assert (await club.next_round()).status == 200  # and the absent one is there again
        room = await club.room()
        here = {side["team"] for table in room["tables"] for side in table["sides"]}
        assert teams[1] in here or (await phones[teams[1]].mine())["bye"]

    day(tmp_path, scenario)


def test_the_end_of_the_day_has_standings_honours_and_a_file_for_a_federation(tmp_path: Path) -> None:
    async def scenario(server: Direct, club: Organiser) -> None:
        phones = await club.phones()
        places: dict[str, list[int]] = {}
        for number in range(3):
            room = await club.room()
            assert room["round"] == number + 1
            for table in room["tables"]:
                for side in table["sides"]:
                    places.setdefault(side["team"], []).append(table["table"])
            await club.play_round(phones)
            if number < 2:
                assert (await club.next_round()).status == 200
        # Nobody sat at one table in both of the first rounds: five tables always suffice for that, not for a third.
        assert all(len(set(sat[:2])) == 2 for sat in places.values())
        room = await club.room()
        assert (room["can_pair"], room["can_finish"]) == (False, True)
        await server.post(f"/api/v1/leagues/{club.league}/season/finish", {})
        room = await club.room()
        assert room["over"]
        titles = [honour["title"] for honour in room["honours"]]
        assert titles[:2] == ["best attack", "most casualties"]
        assert titles[-1] == "wooden spoon"
        assert any(title.startswith("best of ") for title in titles)
        results = await server("GET", f"/api/v1/competitions/{club.competition}/results.csv")
        lines = results.body.decode().splitlines()
        assert len(lines) == 1 + 3 * 10
        printed = (await server("GET", f"{club.path}/print/standings")).body.decode()
        assert "final standings" in printed
        assert "Wooden spoon" in printed
        assert re.search(r'<td class="s">\d-\d-\d</td><td class="s">\d+-\d+</td>', printed), "no score is broken"
        german = (await server("GET", f"{club.path}/print/standings?language=de")).body.decode()
        assert '<html lang="de">' in german
        mine = await next(iter(phones.values())).mine()
        assert mine["over"]
        assert len(mine["past"]) == 2
        assert mine["standing"]["place"] >= 1

    day(tmp_path, scenario, coaches=10)


def test_names_with_markup_stay_names_on_paper(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with running(generous(tmp_path, host="0.0.0.0")) as server:
            name = '<b onclick="x">&amp;'
            teams = [
                {"coach": f"{name}{number}", "drafted": "", "name": f"{name} team {number}"} for number in range(4)
            ]
            order = {"name": name, "preset": "club_day", "teams": teams, "start": True}
            made = (await server.post("/api/v1/leagues", order)).json()
            home = (await server("GET", f"/api/v1/leagues/{made['id']}")).json()["home"]
            club = Organiser(server, made["id"], home["competitions"][0]["id"])
            for what in ("pairings", "slips", "standings", "cards"):
                page = (await server("GET", f"{club.path}/print/{what}")).body.decode()
                assert "<b " not in page
                assert "&lt;b onclick=" in page

    run_alone(scenario())


def test_a_league_that_is_no_club_day_has_no_room(tmp_path: Path) -> None:
    async def scenario(server: Direct, club: Organiser) -> None:
        teams = [{"coach": coach, "ready": ready} for coach, ready in zip(COACHES, READY, strict=True)]
        evening = {"name": "Evening", "preset": "evening", "teams": teams, "start": True}
        made = (await server.post("/api/v1/leagues", evening)).json()
        home = (await server("GET", f"/api/v1/leagues/{made['id']}")).json()["home"]
        answer = await server("GET", f"/api/v1/club/{home['competitions'][0]['id']}")
        assert (answer.status, "no club day" in answer.what) == (404, True)
        assert (await server("GET", "/api/v1/club/c_nothing")).status == 404

    day(tmp_path, scenario)


def test_the_laptop_knows_where_phones_find_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.1.5", "10.0.0.2"])
    at_home = generous(tmp_path, port=8000)
    assert addresses.page_addresses(at_home) == []
    everywhere = generous(tmp_path, host="0.0.0.0", port=8000, hosts=("games.local", "*"))
    assert addresses.page_addresses(everywhere) == [
        "http://games.local:8000",
        "http://192.168.1.5:8000",
        "http://10.0.0.2:8000",
    ]
    assert addresses.page_addresses(generous(tmp_path, host="192.168.1.5", port=80)) == ["http://192.168.1.5:80"]
    hosted = generous(tmp_path, host="0.0.0.0", public_url="https://bowl.example.org")
    assert addresses.page_addresses(hosted) == ["https://bowl.example.org"]
