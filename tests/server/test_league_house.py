"""A season of four friends on one server: from an empty house to a champion, over HTTP."""

from __future__ import annotations

import json

import msgspec
import pytest

from dungeonbowl.client import Connection, Server, ServerRefused
from dungeonbowl.league.aftermath.machine import Ask
from dungeonbowl.league.competitions.options import read_season
from dungeonbowl.league.office.views import LeagueLine, SeasonLine
from dungeonbowl.records.replay import read_replay_bytes
from dungeonbowl.server import wire
from dungeonbowl.server.wire import league as shown
from support.leagues import COACHES, READY, SHORT, House, until, watch


@pytest.fixture(scope="module")
def house(server: Server) -> House:
    return House(server)


def test_one_order_founds_a_league_and_publishes_its_fixtures(house: House) -> None:
    league = house.found("First evening")
    home = house.home(league).home
    assert (home.name, home.season.number, home.season.state) == ("First evening", 1, "running")
    assert {team.coach for team in home.teams} == set(COACHES)
    assert [fixture.round for fixture in home.next] == [1, 1, 2, 2, 3, 3]
    assert all(fixture.state == "open" for fixture in home.next)
    assert home.competitions[0].tables[0].rows[0].played == 0
    assert "founded" in home.news[-1].text or "publish" in home.news[-1].text
    listed = house.server.get("/leagues?search=First", list[LeagueLine])
    assert [line.id for line in listed] == [league]


def test_every_edition_tells_its_options_with_rules_and_every_preset_can_be_played(house: House) -> None:
    for edition in ("official", "astrogranite", "stockbowl"):
        facts = house.server.get(f"/leagues/facts?edition={edition}", shown.LeagueFacts)
        assert [preset.id for preset in facts.presets[:2]] == ["book", "evening"]
        keys = [option.key for option in facts.options]
        assert len(keys) == len(set(keys)) > 30
        assert all(option.meaning and option.group and option.expected for option in facts.options)
        for preset in facts.presets:
            checked = house.post("/leagues/check", {"preset": preset.id, "edition": edition}, shown.OptionsChecked)
            assert checked.problem == ""
            assert read_season(checked.options).edition.startswith(edition)
    wrong = house.post("/leagues/check", {"options": "win = many"}, shown.OptionsChecked)
    assert "option win" in wrong.problem


def test_a_season_ends_with_a_champion(house: House) -> None:
    league = house.found("Whole season")
    assert len(house.round_played(league)) == 6
    home = house.home(league).home
    assert [wait.kind for wait in home.waits] == ["pair"]
    competition = home.competitions[0]
    house.post(f"/competitions/{competition.id}/rounds/next", {"number": competition.number})
    final = house.first_fixture(league)
    # lots may have been drawn by now
    best = [row.team for row in house.home(league).home.competitions[0].tables[0].rows[:2]]
    assert {side.team for side in final.sides} == set(best)
    house.round_played(league)
    waits = {wait.kind for wait in house.home(league).home.waits}
    if "undecided" in waits:
        house.post(f"/fixtures/{final.id}/roll-off")
    house.post(f"/leagues/{league}/season/finish", {})
    home = house.home(league).home
    champion = home.competitions[0].champion
    assert champion in best
    ends = [wait for wait in home.waits if wait.kind == "redraft"]
    assert len(ends) == 4
    for wait in ends:
        page = house.go_through(wait.about, wait.team)
        assert page.season_end
        assert page.now.treasury >= 0
    home = house.home(league).home
    assert home.season.state == "over"
    assert [honour.place for honour in house.team(champion).honours] == [1]
    assert house.post(f"/leagues/{league}/seasons", {"options": ""}, SeasonLine).number == 2
    assert len(house.home(league).home.teams) == 4


def test_a_fixture_forecasts_then_plays_then_tells(house: House) -> None:
    league = house.found("One match")
    fixture = house.first_fixture(league)
    page = house.fixture(fixture.id)
    assert page.view.forecast is not None
    assert len(page.view.forecast.values) == 2
    assert page.dungeon is not None
    assert page.dungeon.id
    assert page.live is None
    created = house.play(fixture.id)
    over = house.fixture(fixture.id)
    assert over.view.fixture.match == created.id
    assert over.view.fixture.provenance == "proven"
    # the replay is that of an ordinary match, and names the teams it was played by
    replay = read_replay_bytes(house.server.replay(created.id), "replay")
    sources = [team.source for team in replay.header.setup.teams]
    assert [source.team for source in sources if source is not None] == [side.team for side in fixture.sides]
    report = house.server.report(created.id)
    assert [side.name for side in report.sides] == [side.name for side in fixture.sides]
    assert report.score == [side.score for side in over.view.fixture.sides]
    scored = [player.id for team in fixture.sides for player in house.team(team.team).sheet.players]
    moments = [
        house.server.get(f"/players/{player}/moments?match={created.id}", list[shown.Moment]) for player in scored
    ]
    steps = house.server.get(f"/replays/{created.id}", wire.ReplayView).steps
    assert all(0 <= moment.step < steps for found in moments for moment in found)
    assert house.server.get(f"/players/p_nobody/moments?match={created.id}", list[shown.Moment]) == []
    assert house.fixture(created.id) == over  # by its match, too
    waiting = [wait for wait in house.home(league).home.waits if wait.kind == "aftermath"]
    assert {wait.team for wait in waiting} == {side.team for side in fixture.sides}


def test_an_aftermath_asks_with_odds_and_rules_and_takes_back_until_a_die(house: House) -> None:
    league = house.found("Aftermath")
    fixture = house.rich(league)
    team = fixture.sides[0].team
    created = house.play(fixture.id)
    page = house.next_step(house.aftermath(created.id, team))
    while not (isinstance(page.need, Ask) and any(option.text.startswith("hire") for option in page.need.options)):
        page = house.next_step(page)
    assert page.commitment
    assert not page.seed
    asked = page.need
    assert all(option.rule for option in asked.options)
    hire = next(option for option in asked.options if option.text.startswith("hire"))
    path = f"/aftermaths/{created.id}/{team}"
    after = house.post(f"{path}/decide", {"option": hire.text, "number": page.number}, shown.AftermathPage)
    assert len(after.now.players) == len(page.now.players) + 1
    assert after.now.treasury < page.now.treasury
    assert after.undoable >= 1
    back = house.post(f"{path}/undo", {"number": after.number}, shown.AftermathPage)
    assert back.now == page.now
    with pytest.raises(ServerRefused, match="expected one of"):
        house.post(f"{path}/decide", {"option": "hire a dragon", "number": back.number})
    closed = house.go_through(created.id, team)
    assert closed.over
    assert house.team(team).line.state == "ready"


@pytest.mark.parametrize("edition", ["official", "astrogranite", "stockbowl"])
def test_teams_of_every_edition_play_and_go_through_the_aftermath(house: House, edition: str) -> None:
    short = {"official": SHORT, "astrogranite": "astrogranite(quick=1, turn_limit=1, league=on)"}
    league = house.found(
        edition,
        edition=short.get(edition, "stockbowl(quick=1)"),
        teams=[{"coach": coach, "drafted": ""} for coach in COACHES[:2]],
        options="stages = round_robin(meetings=1,house_rule=on)",
    )
    fixture = house.first_fixture(league)
    created = house.play(fixture.id)
    for side in fixture.sides:
        page = house.go_through(created.id, side.team)
        assert page.over
        assert page.now.edition == edition
        assert house.team(side.team).line.games == 1
    assert house.server.get(f"/leagues/{league}/verify", list[shown.VerifyLine])


def test_four_teams_at_one_table(house: House) -> None:
    league = house.found(
        "Pods",
        edition="astrogranite(full, quick=1, turn_limit=1, league=on, special_arrangements=off, extra_teams=on)",
        teams=[{"coach": coach, "drafted": ""} for coach in COACHES],
        options="stages = pods(rounds=1,final=off)",
    )
    fixture = house.first_fixture(league)
    assert len(fixture.sides) == 4
    page = house.fixture(fixture.id)
    assert page.view.forecast is not None
    assert len(page.view.forecast.values) == 4
    created = house.start(fixture.id, seats=["bot:random"] * 4)
    watch(house.server, created)
    over = house.settled(fixture.id)
    assert len([side for side in over.view.fixture.sides if side.result]) == 4
    for side in fixture.sides:
        assert house.go_through(created.id, side.team).over


def test_an_order_about_something_old_is_stale_and_changes_nothing(house: House) -> None:
    league = house.found("Two commissioners", start=False)
    number = house.home(league).home.number
    house.post(f"/leagues/{league}/season/options", {"options": "win = 2", "number": number})
    with pytest.raises(ServerRefused, match="somebody else was first"):
        house.post(f"/leagues/{league}/season/options", {"options": "win = 4", "number": number})
    assert "win = 2" in house.home(league).home.season.options


def test_a_plain_result_that_somebody_else_was_faster_with_is_stale(house: House) -> None:
    league = house.found("Two desks")
    one, other = house.home(league).home.next[:2]
    number = house.fixture(one.id).view.number
    house.post(f"/fixtures/{other.id}/result", {"scores": [1, 0], "number": number})
    with pytest.raises(ServerRefused, match="somebody else was first"):
        house.post(f"/fixtures/{one.id}/result", {"scores": [1, 0], "number": number})
    assert house.fixture(one.id).view.fixture.state == "open"


def test_whoever_comes_may_watch_and_a_lost_seat_gets_a_new_link(house: House) -> None:
    league = house.found("Watched")
    fixture = house.first_fixture(league)
    created = house.start(fixture.id, seats=["person", "bot:random"])
    page = house.fixture(fixture.id)
    assert page.live is not None
    assert page.live.stage == "waiting"
    token = page.live.watch.partition("token=")[2]
    connection = Connection(house.server, created.id, token)
    welcome = connection.receive(240)
    connection.close()
    assert isinstance(welcome, wire.Welcome)
    assert [match.match for match in house.home(league).live] == [created.id]
    fresh = house.post(f"/fixtures/{fixture.id}/seat", {"sides": [0]}, wire.SeatLink)
    assert house.server.take_seat(created.id, fresh.token)
    with pytest.raises(ServerRefused):
        house.server.take_seat(created.id, created.seats[0].token)
    with pytest.raises(ServerRefused, match="has begun already"):
        house.start(fixture.id)
    house.post(f"/fixtures/{fixture.id}/unlock", {})
    assert house.fixture(fixture.id).view.fixture.state == "open"


def test_what_cannot_be_played_leaves_the_teams_free(house: House) -> None:
    fixture = house.first_fixture(house.found("Refused"))
    with pytest.raises(ServerRefused, match="seat 'bot:genius'"):
        house.start(fixture.id, seats=["bot:genius", "person"])
    with pytest.raises(ServerRefused, match="this fixture has 2 teams, found 3"):
        house.start(fixture.id, seats=["person", "person", "person"])
    assert house.fixture(fixture.id).view.fixture.state == "open"
    assert house.team(fixture.sides[0].team).line.state == "ready"


def test_dungeons_are_drawn_or_generated_the_same_for_all_tables_of_a_round(house: House) -> None:
    for way in ("drawn", "generated"):
        different = 0
        leagues = 0
        while different < 2:  # the three rounds of a league may all draw the same one of six dungeons
            assert leagues < 8, f"the rounds of {leagues} leagues have {way} one dungeon each"
            leagues += 1
            league = house.found(f"{way} {leagues}", options=f"dungeons = {way}")
            fixtures = house.home(league).home.next
            found = [house.fixture(fixture.id).dungeon for fixture in fixtures]
            assert all(dungeon is not None and (dungeon.id or dungeon.text) for dungeon in found)
            assert found[0::2] == found[1::2]  # two tables a round
            different = len({dungeon.id + dungeon.text for dungeon in found if dungeon})
    fixture = fixtures[0]
    created = house.play(fixture.id)
    replay = read_replay_bytes(house.server.replay(created.id), "replay")
    assert found[0] is not None
    assert replay.header.setup.dungeon.text == found[0].text
    turns = house.found("turns", options="dungeons = of-2 of-3")
    named = [house.fixture(fixture.id).dungeon for fixture in house.home(turns).home.next]
    assert [dungeon.id for dungeon in named if dungeon] == ["of-2", "of-2", "of-3", "of-3", "of-2", "of-2"]
    with pytest.raises(ServerRefused, match="option dungeons"):
        house.found("nowhere", options="dungeons = of-99")


def test_tables_come_as_csv_and_no_name_is_a_formula(house: House) -> None:
    teams = [{"coach": coach, "ready": ready} for coach, ready in zip(COACHES, READY, strict=True)]
    teams[0]["name"] = "=SUM(A1)"
    league = house.found("CSV", teams=teams)
    competition = house.home(league).home.competitions[0].id
    text = house.server.request("GET", f"/competitions/{competition}/standings.csv").decode()
    assert text.splitlines()[0].startswith("stage,group,place,team,coach,points")
    assert len(text.splitlines()) == 5
    assert "'=SUM(A1)" in text
    assert house.server.request("GET", f"/competitions/{competition}/results.csv")


def test_chances_of_each_place_add_up(house: House) -> None:
    league = house.found("Foretold")
    competition = house.home(league).home.competitions[0].id
    forecast = house.server.get(f"/competitions/{competition}/forecast", shown.SeasonForecast)
    assert forecast.why_not == ""
    assert len(forecast.rows) == 4
    for row in forecast.rows:
        assert sum(row.places) == pytest.approx(1)
    house.play(house.first_fixture(league).id)
    charts = house.server.get(f"/competitions/{competition}/charts", list[shown.Chart])
    assert {chart.id for chart in charts} >= {f"points {competition}", "rating", "rosters"}
    assert all(len(line.values) == len(chart.labels) for chart in charts for line in chart.lines)


def test_coaches_of_one_club_stand_in_the_division_that_was_ordered(house: House) -> None:
    entries = [
        {"coach": coach, "ready": ready, "club": "Cellar", "division": division}
        for coach, ready, division in zip(COACHES, READY, ("North", "South", "North", "South"), strict=True)
    ]
    divided = "stages = round_robin(meetings=1,groups=2,by=division,house_rule=on)"
    league = house.found("Divided", teams=entries[:3], start=False, options=divided)
    house.post(f"/leagues/{league}/entries", entries[3])
    house.post(f"/leagues/{league}/season/start", {})
    tables = house.home(league).home.competitions[0].tables
    coaches = {table.group: {row.coach for row in table.rows} for table in tables}
    assert coaches == {"North": {COACHES[0], COACHES[2]}, "South": {COACHES[1], COACHES[3]}}


def test_fewer_friends_than_a_division_wants_are_told_the_house_rule(house: House) -> None:
    def checked(teams: int, options: str = "") -> shown.OptionsChecked:
        return house.post(
            "/leagues/check", {"preset": "evening", "teams": teams, "options": options}, shown.OptionsChecked
        )

    assert (checked(4).least, checked(4).house_rule) == (0, "")
    three = checked(3)
    assert three.least == 4
    assert "house_rule=on" in three.house_rule
    assert checked(3, f"stages = {three.house_rule}").least == 0
    assert checked(3, "stages = swiss(rounds=3)").least == 0


def test_the_charts_of_a_team_begin_with_its_first_match(house: House) -> None:
    league = house.found("Drawn")
    fixture = house.first_fixture(league)
    team = fixture.sides[0].team
    assert house.server.get(f"/teams/kept/{team}/charts", list[shown.Chart]) == []
    house.post(f"/fixtures/{fixture.id}/result", {"scores": [1, 0]})
    house.go_through(house.fixture(fixture.id).view.fixture.match, team)
    value, gold = house.server.get(f"/teams/kept/{team}/charts", list[shown.Chart])
    assert (value.labels, gold.labels) == (["draft", "1"], ["1"])
    treasury = house.team(team).sheet.treasury / 1000
    (drafted, _) = next(line.values for line in value.lines if line.name == "Treasury")
    (came,), (went,) = (line.values for line in gold.lines)
    assert sum(each or 0 for each in (drafted, came, went)) == treasury
    assert (came or 0) > 0


def test_records_are_those_of_the_league_until_somebody_writes(house: House) -> None:
    league = house.found("Held")
    fixture = house.first_fixture(league)
    before = house.server.get(f"/records?league={league}", list[shown.Board])
    assert [board.id for board in before] == ["dearest"]
    house.post(f"/fixtures/{fixture.id}/result", {"scores": [1, 0], "casualties": [2, 0]})
    boards = {board.id: board for board in house.server.get(f"/records?league={league}", list[shown.Board])}
    assert [holder.fixture for holder in boards["most casualties"].holders] == [fixture.id]
    assert house.server.get("/records?edition=nowhere", list[shown.Board]) == []


def test_a_league_tells_whoever_looks_that_it_has_changed(house: House) -> None:
    from websockets.sync.client import connect

    league = house.found("Live")
    address = f"{house.server.address.replace('http', 'ws')}/api/v1/leagues/{league}/live"
    with connect(address, proxy=None) as socket:
        house.post(f"/leagues/{league}/rename", {"name": "Livelier"})
        assert json.loads(socket.recv(timeout=240)) == {"type": "changed", "league": league, "teams": []}
        fixture = house.first_fixture(league)
        house.post(f"/fixtures/{fixture.id}/result", {"scores": [1, 0]})
        told = {"type": "changed", "league": league, "teams": sorted(side.team for side in fixture.sides)}
        assert json.loads(socket.recv(timeout=240)) == told, "who is at another table need not look at once"


def test_files_of_a_team_can_be_taken_along(house: House) -> None:
    league = house.found("Files")
    team = house.home(league).home.teams[0]
    assert house.server.request("GET", f"/teams/kept/{team.id}/file").decode().startswith("format = 2")
    lines = house.server.request("GET", f"/teams/kept/{team.id}/history-file").splitlines()
    assert msgspec.json.decode(lines[0])["kind"] == "dungeonbowl-history"
    assert team.name in house.server.request("GET", f"/teams/kept/{team.id}/sheet").decode()
    page = house.server.get(f"/teams/kept/{team.id}/history?kinds=created", shown.HistoryPage)
    assert [entry.kind for entry in page.entries] == ["created"]
    player = house.team(team.id).sheet.players[0]
    career = house.server.get(f"/players/{player.id}", shown.PlayerPage)
    assert (career.career.name, career.team) == (player.name, team.id)
    assert house.server.request("GET", f"/leagues/{league}/archive")[:2] == b"PK"


def test_the_book_of_a_league_is_read_on_the_page_and_bound_anew_when_something_was_written(house: House) -> None:
    league, other = house.found("Bound"), house.found("Elsewhere")
    teams = [team.name for team in house.home(league).home.teams]
    fixture = house.first_fixture(league)
    before = house.server.request("GET", f"/leagues/{league}/book").decode()
    assert before.startswith("<!DOCTYPE html>")
    assert [name for name in ("Bound", *teams) if name not in before] == []
    assert house.server.request("GET", f"/leagues/{league}/book").decode() == before
    house.post(f"/fixtures/{fixture.id}/result", {"scores": [1, 0]})
    assert house.server.request("GET", f"/leagues/{league}/book").decode() != before
    season, foreign = (house.home(each).home.season.id for each in (league, other))
    assert "Bound" in house.server.request("GET", f"/leagues/{league}/book?season={season}").decode()
    with pytest.raises(ServerRefused, match="there is no season"):
        house.server.request("GET", f"/leagues/{league}/book?season={foreign}")


def test_what_is_not_there_is_told_in_one_sentence(house: House) -> None:
    for path in ("/leagues/l_x", "/fixtures/c_x.1-1-1", "/teams/kept/t_x", "/players/p_x", "/aftermaths/g_x/t_x"):
        with pytest.raises(ServerRefused) as refused:
            house.server.request("GET", path)
        assert "there is no" in str(refused.value)
    for body in ({"name": ""}, {"name": "x", "preset": "nothing"}, {"name": "x", "edition": "rugby"}, {"nom": "x"}):
        with pytest.raises(ServerRefused) as refused:
            house.post("/leagues", body)
        assert "failed" not in str(refused.value)


def test_bots_play_while_somebody_watches_and_the_match_is_settled_once(house: House) -> None:
    league = house.found("Settled")
    fixture = house.first_fixture(league)
    created = house.start(fixture.id)
    watch(house.server, created)
    page = until(lambda: house.fixture(fixture.id), lambda page: page.view.fixture.state == "over")
    rows = house.home(league).home.competitions[0].tables[0].rows
    assert sum(row.played for row in rows) == 2
    assert page.live is None
