"""What is asked once: options, rules, teams, dungeons, replays, the report, the page about the interface."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from dungeonbowl.bots.arena import Pairing, match_bots, new_game
from dungeonbowl.bots.levels import BOTS
from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.editions import EDITIONS
from dungeonbowl.engine.beginning import begun
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.records.replay import encoded, replay_of
from dungeonbowl.server import wire
from dungeonbowl.server.pages import MISSING
from dungeonbowl.server.typescript import league_typescript, typescript
from dungeonbowl.teams.files import read_team, write_team
from support.servers import Guest

ROOT = Path(__file__).resolve().parents[2]


def test_the_client_has_the_same_words_as_the_server() -> None:
    written = ROOT / "web" / "src" / "lib" / "wire.ts"
    if not written.exists():
        pytest.skip("the browser client is not part of this copy")
    assert written.read_text(encoding="utf-8") == typescript(), "run: python -m dungeonbowl.server.typescript"
    of_leagues = written.parent / "league" / "wire.ts"
    assert of_leagues.read_text(encoding="utf-8") == league_typescript(), "the same, with `league` behind it"


def test_options_offer_whatever_there_is(server: Server) -> None:
    options = server.options()
    assert options.version == wire.VERSION
    assert options.editions[0].id == "official"
    assert {level.id for level in options.levels} == set(BOTS)
    assert {clock.id for clock in options.clocks} == {"none", "turn", "bank", "days"}
    for edition in options.editions:
        quick = next(each for each in options.quick if each.edition == edition.id)
        assert quick.dungeon in {dungeon.id for dungeon in options.dungeons if dungeon.edition == edition.id}
        assert set(quick.teams) <= {team.id for team in options.teams if team.edition == edition.id}
        assert any(each.edition == edition.id for each in options.generators)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_quick_match_of_every_edition_can_be_created(server: Server, edition: str) -> None:
    chosen = next(each for each in server.options().quick if each.edition == edition)
    created = server.new_match(
        edition=chosen.edition,
        dungeon={"id": chosen.dungeon},
        teams=[{"ready": team} for team in chosen.teams],
        seats=["person", f"bot:{chosen.level}"],
        turn_limit=chosen.turn_limit,
        quick=True,
        pace=0,
    )
    guest = Guest(server, created.id, created.seats[0].token)
    welcome = guest.ready()
    assert welcome.setup.edition.startswith(chosen.edition)
    assert len(welcome.setup.board.squares) == len(welcome.setup.board.terrain)
    guest.wait_for_prompt()


def test_a_rule_comes_with_its_ruling(server: Server) -> None:
    rule = server.get("/rules/O-ROOM-04", wire.RuleText)
    assert rule.section == "O-ROOM"
    assert rule.ruling
    assert rule.text


def test_the_facts_of_a_draft_name_the_star_players_of_each_race(server: Server) -> None:
    facts = server.get("/teams/stockbowl", wire.DraftFacts)
    orcs = next(roster for roster in facts.rosters if roster.id == "orc")
    assert "Varag Ghoul-Chewer" in [star.name for star in orcs.stars]
    assert (facts.most_stars, facts.mercenary_extra, facts.mercenary_skill) == (2, 30_000, 50_000)
    official = server.get("/teams/official", wire.DraftFacts)
    assert (official.most_stars, official.mercenary_extra) == (0, 0)
    assert all(roster.stars == [] for roster in official.rosters)


def test_a_draft_is_checked_as_it_grows(server: Server) -> None:
    facts = server.get("/teams/official", wire.DraftFacts)
    roster = facts.rosters[0]
    lineman = next(line for line in roster.positions if line.section == facts.sections[0])
    draft: dict[str, Any] = {
        "edition": "official",
        "roster": roster.id,
        "name": "Trial",
        "players": [{"number": number, "name": f"P {number}", "position": lineman.name} for number in range(1, 4)],
    }
    few = server.post("/teams/check", {"draft": draft}, wire.TeamChecked)
    assert not few.legal
    assert few.cost == 3 * lineman.cost
    assert any("players" in problem.text for problem in few.problems)
    drafted = server.post("/teams/random", {"edition": "official", "roster": roster.id, "seed": 3}, wire.TeamChecked)
    assert drafted.legal
    assert drafted.problems == []
    assert read_team(drafted.text).roster == roster.id
    whole = server.post("/teams/check", {"text": drafted.text}, wire.TeamChecked)
    assert whole.legal
    assert whole.cost == drafted.cost
    assert drafted.team is not None
    hired = drafted.team["players"][0]["position"]
    broken = server.post("/teams/check", {"text": drafted.text.replace(hired, "Nobody")}, wire.TeamChecked)
    assert not broken.legal
    draft["players"] = [{"number": 1, "name": "P", "position": "Nobody"}]
    assert not server.post("/teams/check", {"draft": draft}, wire.TeamChecked).legal


def test_a_draft_of_legal_players_is_legal(server: Server) -> None:
    drafted = server.post("/teams/random", {"edition": "official", "roster": "fire", "seed": 1}, wire.TeamChecked)
    assert drafted.team is not None
    draft = {
        "edition": "official",
        "roster": "fire",
        "name": drafted.team["name"],
        "rerolls": drafted.team["rerolls"],
        "players": [{key: player[key] for key in ("number", "name", "position")} for player in drafted.team["players"]],
    }
    again = server.post("/teams/check", {"draft": draft}, wire.TeamChecked)
    assert again.problems == []
    assert (again.cost, again.value) == (drafted.cost, drafted.value)


def test_a_college_of_another_edition_is_drafted_by_the_same_orders(server: Server) -> None:
    facts = server.get("/teams/astrogranite", wire.DraftFacts)
    assert (facts.roster_word, facts.least_players, len(facts.rosters)) == ("college", 6, 10)
    assert {line.race for line in facts.rosters[0].positions} >= {"Dwarfs", "Halflings", "Norse", "Humans"}
    assert [staff.key for staff in facts.staff] == ["fan_factor"]
    line = facts.rosters[0].positions[0]
    assert (line.movement, line.strength, line.agility, line.passing, line.armour) == ("4", "3", "2", "", "9")
    assert server.get("/teams/stockbowl", wire.DraftFacts).roster_word == "race"
    names = ["Orc Lineman"] * 7 + ["Ogre"] * 3
    draft: dict[str, Any] = {
        "edition": "astrogranite",
        "roster": "gold",
        "name": "Trial",
        "players": [{"number": n, "name": f"P {n}", "position": name} for n, name in enumerate(names, 1)],
    }
    found = server.post("/teams/check", {"draft": draft}, wire.TeamChecked)
    assert [problem.text for problem in found.problems] == [
        "race Ogres: expected at most 2, found 3 (A-TEAM-05)",
    ]
    assert (found.cost, found.left) == (710_000, 290_000)
    drafted = server.post("/teams/random", {"edition": "astrogranite", "roster": "jade", "seed": 2}, wire.TeamChecked)
    assert drafted.legal
    assert server.get("/teams/astrogranite/ready/light-balanced", wire.TeamChecked).legal


def test_a_match_of_uploaded_teams_and_a_generated_dungeon(server: Server) -> None:
    texts = [
        server.post("/teams/random", {"roster": roster, "seed": 7}, wire.TeamChecked).text
        for roster in ("fire", "life")
    ]
    created = server.new_match(
        teams=[{"text": text} for text in texts],
        dungeon={"generate": {"seed": 5, "size": "quick"}},
        clock={"mode": "turn", "seconds": 120},
        quick=True,
        pace=0,
    )
    guest = Guest(server, created.id, created.seats[0].token)
    assert guest.welcome.clocks.mode == "turn"
    assert [side.emblem for side in guest.welcome.setup.sides] == ["fire", "life"]
    assert guest.ready().stage == "playing"


def test_a_dungeon_is_checked_and_measured(server: Server) -> None:
    found = server.get("/dungeons/of-1", wire.DungeonChecked)
    assert found.legal
    assert found.board is not None
    assert found.fairness
    again = server.post("/dungeons/check", {"text": found.text}, wire.DungeonChecked)
    assert again.text == found.text
    assert again.legal
    broken = server.post("/dungeons/check", {"text": found.text.replace("A", ".")}, wire.DungeonChecked)
    assert not broken.legal
    assert all(problem.text for problem in broken.problems)
    nonsense = server.post("/dungeons/check", {"text": "<script>alert(1)</script>"}, wire.DungeonChecked)
    assert not nonsense.legal
    assert nonsense.board is None


def test_a_generated_dungeon_is_the_same_for_the_same_seed(server: Server) -> None:
    one, two = (server.post("/dungeons/generate", {"seed": 11, "size": "quick"}, wire.DungeonChecked) for _ in range(2))
    assert one.text == two.text
    assert one.legal
    read_dungeon(one.text)


def test_the_editor_knows_tiles_and_signs(server: Server) -> None:
    facts = server.get("/dungeons/editor/official", wire.EditorFacts)
    assert facts.tiles
    assert {"#", "$", "A", "B", "1"} <= {sign.character for sign in facts.signs}
    assert server.post("/dungeons/check", {"text": facts.template}, wire.DungeonChecked).legal


@pytest.fixture(scope="module")
def replay_text() -> str:
    pairing = Pairing("official(quick=1, turn_limit=2)", "of-1", "normal", "normal", "fire-fast", "life-fast")
    match = begun(new_game(pairing), match_dice(4))
    bots = match_bots(pairing, 4)
    while not match.is_over():
        match.choose(bots[match.asked()].choose(match.game.clone(), match.options()))
    return b"".join(line + b"\n" for line in encoded(replay_of(match))).decode()


def test_an_uploaded_replay_can_be_stepped_through(server: Server, replay_text: str) -> None:
    created = server.post("/replays", {"text": replay_text}, wire.ReplayCreated)
    view = server.get(f"/replays/{created.id}", wire.ReplayView)
    assert view.steps > 20
    assert view.marks[0].kind == "turn"
    assert view.marks[-1].kind == "end"
    steps: list[wire.ReplayStep] = []
    while len(steps) < view.steps:
        steps += server.get(f"/replays/{created.id}/steps?start={len(steps)}&count=50", wire.ReplayPortion).steps
    assert [step.step for step in steps] == list(range(view.steps))
    numbers = [event.number for step in steps for event in step.events]
    assert numbers == list(range(len(numbers)))
    assert steps[-1].position.over
    assert server.request("GET", f"/replays/{created.id}/file").decode() == replay_text


def test_a_replay_that_lies_is_not_taken(server: Server, replay_text: str) -> None:
    lines = replay_text.splitlines()
    end = json.loads(lines[-1])
    end["score"] = [9, 9]
    with pytest.raises(ServerRefused, match="score"):
        server.post("/replays", {"text": "\n".join([*lines[:-1], json.dumps(end), ""])}, wire.ReplayCreated)


def test_a_match_that_is_over_can_be_looked_at_by_its_id(server: Server) -> None:
    created = server.new_match(seats=["bot:normal", "bot:normal"], quick=True, pace=0, turn_limit=1)
    Guest(server, created.id, created.watch_token).wait(wire.Over)
    view = server.get(f"/replays/{created.id}", wire.ReplayView)
    assert view.provable
    assert "every die follows" in view.verified
    assert view.commitment == created.commitment


def test_the_report_counts_what_the_log_tells(server: Server) -> None:
    created = server.new_match(seats=["bot:normal", "bot:normal"], quick=True, pace=0, turn_limit=3)
    watcher = Guest(server, created.id, created.watch_token)
    watcher.wait(wire.Over)
    told = [event for message in watcher.seen if isinstance(message, wire.Update) for event in message.events]
    report = server.report(created.id)
    tallies = {tally.key: tally.values for tally in report.tallies}
    for kind, key in (("chest opened", "chests"), ("block dice rolled", "blocks"), ("activated", "activations")):
        assert sum(tallies.get(key, [0])) == sum(1 for event in told if event.kind == kind)
    assert all(row.rolls > 0 and row.expected >= 0 for row in report.luck)
    dodges = sum(row.rolled for row in report.luck if row.what == "Dodge")
    assert dodges == sum(1 for event in told if event.kind == "tested" and event.what == "dodge" and event.passed)
    assert len(report.luck_total) == 2


def test_the_interface_describes_itself_without_help_from_elsewhere(server: Server) -> None:
    opener = server.opener
    with opener.open(f"{server.address}/schema") as answer:
        page = answer.read().decode()
    assert "POST /api/v1/matches" in page
    assert "http://" not in page
    assert "https://" not in page
    with opener.open(f"{server.address}/schema/openapi.json") as answer:
        schema = json.loads(answer.read())
    described = {path.removeprefix("/api/v1") for path in schema["paths"]}
    prose = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for path in described:
        assert path.partition("{")[0].rstrip("/") in prose, path


def test_without_the_built_client_a_page_says_how_to_build_it(server: Server) -> None:
    assert "npm run build" in MISSING
    with server.opener.open(f"{server.address}/match/anything") as answer:
        assert answer.headers["content-type"].startswith("text/html")


def test_a_legal_team_of_whom_nobody_can_play_is_told_so_and_begins_no_match(server: Server) -> None:
    drafted = server.get("/teams/astrogranite/ready/light-balanced", wire.TeamChecked)
    team = read_team(drafted.text)
    hurt = [replace(player, misses_next_game=True) for player in team.players]
    text = write_team(replace(team, players=tuple(hurt), games=1))
    found = server.post("/teams/check", {"text": text}, wire.TeamChecked)
    assert (found.legal, drafted.objections) == (True, [])
    assert [problem.rule for problem in found.objections] == ["A-SETUP-06"]
    with pytest.raises(ServerRefused, match="may not play: players who can take the field: expected at least 1"):
        server.new_match(edition="astrogranite", teams=[{"text": text}, {"ready": "jade-balanced"}], quick=True)


def test_the_draft_page_learns_that_astrogranite_has_no_limit_of_rerolls(server: Server) -> None:
    assert server.get("/teams/official", wire.DraftFacts).most_rerolls == 8
    assert server.get("/teams/astrogranite", wire.DraftFacts).most_rerolls == 99
    draft: dict[str, Any] = {
        "edition": "astrogranite",
        "roster": "gold",
        "name": "Trial",
        "rerolls": 14,
        "players": [{"number": n, "name": f"P {n}", "position": "Orc Lineman"} for n in range(1, 7)],
    }
    found = server.post("/teams/check", {"draft": draft}, wire.TeamChecked)
    assert (found.legal, found.cost) == (True, 1_000_000)
    assert not server.post("/teams/check", {"draft": draft | {"rerolls": 25}}, wire.TeamChecked).legal
