"""Leagues on a real server, over HTTP: founding one, playing its fixtures with bots, going through aftermaths."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import msgspec

from dungeonbowl.client import Connection, Server
from dungeonbowl.league.aftermath.machine import Ask, Begin, Roll
from dungeonbowl.league.office.views import FixtureLine
from dungeonbowl.server import wire
from dungeonbowl.server.wire import league as shown

PATIENCE = 240.0  # seconds after which a test gives up; no test measures time
COACHES = ("Ann", "Bo", "Cy", "Dee")
READY = ("fire-balanced", "light-balanced", "shadow-balanced", "heavens-balanced")
SHORT = "official(quick=1, turn_limit=1)"


PAPER = """
format = 1
how = "touchdown"
[[side]]
team = "{home}"
score = 1
[[side.player]]
number = {scorer}
touchdown = 1
completion = 2
casualty = 1
[[side]]
team = "{away}"
[[side.player]]
number = {hurt}
injury = "{injury}"
how = "block"
by = {scorer}
"""


class House:
    """A server with leagues, as whoever opens its page sees it."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def post(self, path: str, body: Any = None, kind: Any = None) -> Any:
        data = self.server.request("POST", path, msgspec.json.encode(body if body is not None else {}))
        return msgspec.json.decode(data, type=kind) if kind is not None else msgspec.json.decode(data or b"null")

    def found(self, name: str = "House league", start: bool = True, **more: Any) -> str:
        """A league of four friends with ready teams, short matches and one round robin."""
        order = {
            "name": name,
            "preset": "evening",
            "edition": SHORT,
            "teams": [{"coach": coach, "ready": ready} for coach, ready in zip(COACHES, READY, strict=True)],
            "start": start,
            **more,
        }
        made = self.post("/leagues", order, shown.LeagueMade)
        assert made.problems == []
        return str(made.id)

    def home(self, league: str) -> shown.LeaguePage:
        return self.server.get(f"/leagues/{league}", shown.LeaguePage)

    def fixture(self, fixture: str) -> shown.FixturePage:
        return self.server.get(f"/fixtures/{fixture}", shown.FixturePage)

    def team(self, team: str) -> shown.TeamPage:
        return self.server.get(f"/teams/kept/{team}", shown.TeamPage)

    def first_fixture(self, league: str) -> FixtureLine:
        return self.home(league).home.next[0]

    def grant(self, team: str, **what: Any) -> None:
        """Give a team something, as the commissioner: gold, points of a player, ..."""
        body = {"kind": "granted", "reason": "for this test", **what}
        self.post("/corrections", {"changes": [{"team": team, "instead": body}], "reason": "for this test"})

    def rich(self, league: str, gold: int = 200_000) -> FixtureLine:
        """After a first match that was only reported, a team is given gold: the next fixture that is open, and whose
        first team is rich."""
        first = self.first_fixture(league)
        self.post(f"/fixtures/{first.id}/result", {"scores": [1, 0]})
        match = self.fixture(first.id).view.fixture.match
        for side in first.sides:
            self.go_through(match, side.team)
        fixture = next(
            each for each in self.home(league).home.next if each.sides[0].team in [side.team for side in first.sides]
        )
        self.grant(fixture.sides[0].team, gold=gold)
        return fixture

    # --- matches -----------------------------------------------------------------------------------------------------

    def start(self, fixture: str, **order: Any) -> wire.Created:
        body = {"seats": ["bot:random", "bot:random"], "pace": 0, **order}
        created = self.post(f"/fixtures/{fixture}/match", body, wire.Created)
        assert isinstance(created, wire.Created)
        return created

    def play(self, fixture: str) -> wire.Created:
        """Two bots play the match of a fixture, and the office settles it."""
        created = self.start(fixture)
        watch(self.server, created)
        self.settled(fixture)
        return created

    def settled(self, fixture: str) -> shown.FixturePage:
        """Wait until the office has the result."""
        return until(lambda: self.fixture(fixture), lambda page: page.view.fixture.state == "over")

    # --- aftermaths --------------------------------------------------------------------------------------------------

    def aftermath(self, match: str, team: str) -> shown.AftermathPage:
        return self.server.get(f"/aftermaths/{match}/{team}", shown.AftermathPage)

    def go_through(self, match: str, team: str) -> shown.AftermathPage:
        """Take the usual answer to every question, up to the end."""
        page = self.aftermath(match, team)
        while not page.over:
            page = self.next_step(page)
        return page

    def next_step(self, page: shown.AftermathPage) -> shown.AftermathPage:
        path = f"/aftermaths/{page.match}/{page.team}"
        need = page.need
        if isinstance(need, Begin):
            found = self.post(f"{path}/begin", {"word": "w", "number": page.number}, shown.AftermathPage)
        elif isinstance(need, Ask):
            order = {"option": need.options[need.usual].text, "number": page.number}
            found = self.post(f"{path}/decide", order, shown.AftermathPage)
        else:
            assert isinstance(need, Roll)
            found = self.post(f"{path}/dice", {"dice": [1] * need.count, "number": page.number}, shown.AftermathPage)
        assert isinstance(found, shown.AftermathPage)
        return found

    def report(self, fixture: str, injury: str = "badly hurt") -> None:
        """The result sheet of a match at a real table, by the commissioner, and both aftermaths: the third player
        of the first team scores, and hurts the last one of the second."""
        page = self.fixture(fixture)
        home, away = page.view.fixture.sides
        fit = [[player.number for player in players if not player.state] for players in page.players]
        told = {"home": home.team, "away": away.team, "scorer": fit[0][2], "hurt": fit[1][-1], "injury": injury}
        self.post(f"/fixtures/{fixture}/sheet", {"sheet": PAPER.format(**told)})
        match = self.fixture(fixture).view.fixture.match
        for team in (home.team, away.team):
            self.go_through(match, team)

    def round_played(self, league: str) -> list[str]:
        """Play every fixture that is open, with its aftermaths. Returns their ids."""
        played = []
        while fixtures := [each for each in self.home(league).home.next if each.state == "open"]:
            created = self.play(fixtures[0].id)
            for side in fixtures[0].sides:
                self.go_through(created.id, side.team)
            played.append(fixtures[0].id)
        return played


def watch(server: Server, created: wire.Created) -> None:
    """Look on until the match is over: bots play while somebody watches."""
    connection = Connection(server, created.id, created.watch_token)
    try:
        while not isinstance(connection.receive(PATIENCE), wire.Over):
            pass
    finally:
        connection.close()


def until(look: Any, that: Any) -> Any:
    """Look until something is so."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = look()
        if that(found):
            return found
        time.sleep(0.1)
    raise AssertionError("it did not come about")


@dataclass
class World:
    """A league in the middle of its season: matches on paper and by bots, aftermaths open, half done and closed, a
    death; and a second one whose final goes on."""

    league: str
    final: str  # the league whose final goes on
    paper: str  # fixtures
    played: str
    running: str
    open: str
    match: str  # whose aftermaths are open
    begun: str  # teams: the aftermath is at a question
    waiting: str  # it has not begun
    done: str  # the team whose aftermath of the paper match is closed
    paper_match: str
    player: str  # who scored on paper

    @property
    def pages(self) -> dict[str, str]:
        """Every page of a league, by name."""
        return {
            "leagues": "/leagues",
            "new-league": "/leagues/new",
            "league": f"/league/{self.league}",
            "table": f"/league/{self.league}/table",
            "schedule": f"/league/{self.league}/schedule",
            "bracket": f"/league/{self.final}/schedule",
            "teams": f"/league/{self.league}/teams",
            "records": f"/league/{self.league}/records",
            "charts": f"/league/{self.league}/charts",
            "desk": f"/league/{self.league}/desk",
            "fixture-open": f"/fixture/{self.open}",
            "fixture-running": f"/fixture/{self.running}",
            "fixture-over": f"/fixture/{self.played}",
            "aftermath-begin": f"/aftermath/{self.match}/{self.waiting}",
            "aftermath": f"/aftermath/{self.match}/{self.begun}",
            "aftermath-over": f"/aftermath/{self.paper_match}/{self.done}",
            "team": f"/team/{self.done}",
            "player": f"/player/{self.player}",
        }


# What is there once each of these pages has everything.
THERE = {
    "leagues": "[data-league]",
    "new-league": "[data-names]",
    "league": "[data-news]",
    "table": "[data-table]",
    "schedule": "[data-stage]",
    "bracket": "svg .box",
    "teams": "table",
    "records": "[data-board]",
    "charts": "[data-chart]",
    "desk": "[data-audit]",
    "fixture-open": "[data-start]",
    "fixture-running": "[data-running]",
    "fixture-over": "[data-replay]",
    "aftermath-begin": "[data-begin]:enabled",
    "aftermath": "[data-question]",
    "aftermath-over": "[data-closed]",
    "team": "[data-history] [data-event]",
    "player": "[data-appearances]",
}


def world(house: House) -> World:
    """Make such a league."""
    final = house.found("The Short Cup")
    while fixtures := [each for each in house.home(final).home.next if each.state == "open"]:
        house.report(fixtures[0].id)
    competition = house.home(final).home.competitions[0].id
    running = house.post(f"/competitions/{competition}/rounds/next", {}, list[FixtureLine])[0].id
    house.start(running, seats=["person", "bot:random"])
    league = house.found("The Long Night League")
    paper, played, still = house.home(league).home.next[:3]
    house.report(paper.id, "dead")
    match = house.play(played.id).id
    waiting, begun = (side.team for side in played.sides)
    house.next_step(house.aftermath(match, begun))
    done = paper.sides[0].team
    scorer = house.team(done).sheet.players[2].id
    paper_match = house.fixture(paper.id).view.fixture.match
    return World(
        league, final, paper.id, played.id, running, still.id, match, begun, waiting, done, paper_match, scorer
    )
