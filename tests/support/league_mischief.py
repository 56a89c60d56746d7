"""Requests about leagues that a client might send: legal ones, stale ones, those with ids of another league, half-true
forms, and requests that no client would send."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import msgspec

from dungeonbowl.league.office import Office, reading
from dungeonbowl.league.office.rebuilding import differences
from dungeonbowl.league.office.rows import AftermathRow, CompetitionRow, TeamRow
from support.direct import Answer, Direct
from support.leagues import COACHES, PAPER, READY, SHORT

Body = dict[str, Any]
JUNK: list[Any] = [
    *(-1, 0, 1, 99, 2**31, 2**63, 10**40, 1.5, 1e308, True, None),
    *("", " ", "x", "x" * 59, "x" * 10_000, "\x00", "\ud800", "a\nb", "²", "٢", "1" * 5000, "=1+1", "text:" + "0" * 40),
    *(
        "\u202eevil",
        "<script>alert(1)</script>",
        "../../etc/passwd",
        "2026-03-01T19:00:00Z",
        "0001-01-01T00:00:00+23:59",
    ),
    *([], [[]], [1], ["x"], [None] * 3, {}, {"kind": "void"}, {"x": {}}),
]
WORDS = ["a reason", "", " ", "\u202e", "x" * 500]
NAMES = ["Mud", "<b>Mud</b>", "=cmd()", "Mud 🐙", "x" * 79, "\u202eduM", "a\x00b", "A&B \"q\" 'r'"]
TIMES = ["2026-12-01T19:00:00Z", "tomorrow", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59", "2026-12-01"]
OPTIONS = [
    "win = 4",
    "win = -1",
    "aftermath_hours = 1",
    "play = resurrection",
    "stages = swiss",
    "nothing = 1",
    "win = 4, ",
]
OPTIONS += [
    "aftermath_hours = 99999999999",
    "round_days = 99999999",
    "four_eyes = on",
    "edition = stockbowl",
    "zone = ../x",
]
OPTIONS += ["stages = round_robin(meetings=100000)", "casualty_bonus = on", "win = " + "9" * 400]


class LeagueMischief:
    """Somebody who sends anything to a server with two leagues, and looks after each answer whether the server still
    says what its database says."""

    def __init__(self, server: Direct, seed: int) -> None:
        self.server = server
        self.luck = random.Random(seed)
        self.office: Office = server.state.office
        self.leagues: list[str] = []
        self.writes = 0
        write = self.office.store.write

        def counted(writing: Any) -> None:
            write(writing)
            self.writes += 1

        self.office.store.write = counted  # type: ignore[method-assign]
        self.said: dict[str, int] = {}

    async def found(self, edition: str = SHORT, options: str = "") -> None:
        teams = [{"coach": coach, "ready": ready} for coach, ready in zip(COACHES, READY, strict=True)]
        order = {
            "name": "L",
            "preset": "evening",
            "edition": edition,
            "teams": teams,
            "start": True,
            "options": options,
        }
        made = await self.server.post("/api/v1/leagues", order)
        assert made.status == 201, made.body
        assert not made.json().get("problems"), made.body
        self.leagues.append(made.json()["id"])

    # --- what there is ---

    def ids(self, table: str, column: str = "id") -> list[str]:
        return [str(row[column]) for row in self.office.store.find(table, {}, columns=(column,))]

    def pick(self, found: list[str]) -> str:
        return self.luck.choice(found) if found else "x"

    def team(self) -> str:
        return self.pick(self.ids("teams"))

    def player(self, team: str) -> str:
        rows = self.office.store.find("players", {"team": team} if self.luck.random() < 0.8 else {}, columns=("id",))
        return self.pick([str(row["id"]) for row in rows])

    def fixture(self) -> str:
        return self.pick(self.ids("fixtures"))

    def sides(self, fixture: str) -> list[str]:
        rows = self.office.store.find("fixture_sides", {"fixture": fixture}, ("side",))
        return [str(row["team"]) for row in rows] or ["x", "y"]

    def one_of(self, fixture: str) -> str:
        return self.luck.choice(self.sides(fixture)) if self.luck.random() < 0.85 else self.team()

    def number(self, log: str) -> int | None:
        seq = self.office.store.head(log)[0]
        return self.luck.choice([None, seq, seq, seq, seq - 1, seq + 1, 0])

    def reason(self) -> str:
        return self.luck.choice(WORDS) if self.luck.random() < 0.2 else "a reason"

    def scores(self) -> list[int]:
        return self.luck.choice([[1, 0], [0, 1], [0, 0], [1], [1, 0, 0], [99, 99], [1, 1]])

    # --- requests ---

    def request(self) -> tuple[str, Body]:
        """The address and the body of an order that might be right."""
        kinds: list[Callable[[], tuple[str, Body]]] = [
            *([self.result, self.step, self.step, self.step] * 3),
            *(self.sheet, self.confirm, self.adjudge, self.walkover, self.void, self.replay, self.unlock),
            *(self.extend, self.slots, self.agree, self.accept, self.roll_off, self.next_round, self.repair),
            *(self.withdraw, self.meeting, self.correction, self.correction, self.correction, self.correct_result),
            *(self.rename, self.suspend, self.disband, self.revive, self.member, self.entry, self.leave),
            *(self.options, self.season, self.redraft, self.share, self.assist, self.reopen, self.undo, self.lock),
        ]
        return self.luck.choice(kinds)()

    def result(self) -> tuple[str, Body]:
        fixture = self.fixture()
        return f"/fixtures/{fixture}/result", {
            "scores": self.scores(),
            "casualties": self.luck.choice([[], [1, 2], [1]]),
        }

    def aftermath(self) -> tuple[str, AftermathRow | None]:
        rows = reading.find(self.office.store, AftermathRow, {})
        opened = [row for row in rows if row.state == "open"]
        if opened and self.luck.random() < 0.9:
            row = self.luck.choice(opened)
            return f"/aftermaths/{row.match}/{row.team}", row
        match = self.pick([row.match for row in rows] + self.ids("reports", "match"))
        return f"/aftermaths/{match}/{self.team()}", None

    def step(self) -> tuple[str, Body]:
        path, row = self.aftermath()
        if row is None:
            return f"{path}/decide", {"option": "done", "number": 0}
        number = row.number + self.luck.choice([0] * 9 + [-1, 1])
        try:
            need = self.office.aftermaths.view(row.match, row.team).need
        except Exception as error:
            raise AssertionError(f"an open aftermath cannot be shown: {error}") from error
        kind = type(need).__name__
        if self.luck.random() < 0.1:
            kind = self.luck.choice(["Begin", "Ask", "Roll"])
        if kind == "Begin":
            return f"{path}/begin", {
                "word": self.luck.choice(["w", "", "a b", "\n", "x" * 80]),
                "typed": self.luck.random() < 0.2,
                "number": number,
            }
        if kind == "Roll":
            count = getattr(need, "count", 2)
            faces = getattr(need, "faces", 6)
            dice = [self.luck.choice([1, faces, faces, faces + 1, 0]) for _ in range(count)]
            return f"{path}/dice", {"dice": dice, "number": number}
        options = [option.text for option in getattr(need, "options", ())] or ["done"]
        return f"{path}/decide", {"option": self.luck.choice([*options, options[0] + " "]), "number": number}

    def share(self) -> tuple[str, Body]:
        match = self.pick(self.ids("reports", "match"))
        return f"/aftermaths/{match}/share", {"dice": {"winnings": [self.luck.randint(1, 7) for _ in range(2)]}}

    def assist(self) -> tuple[str, Body]:
        return f"{self.aftermath()[0]}/assist", {}

    def reopen(self) -> tuple[str, Body]:
        rows = reading.find(self.office.store, AftermathRow, {})
        row = self.luck.choice(rows) if rows else None
        return f"/aftermaths/{row.match if row else 'x'}/{row.team if row else 'x'}/reopen", {"reason": self.reason()}

    def undo(self) -> tuple[str, Body]:
        path, row = self.aftermath()
        return f"{path}/undo", {"number": row.number if row else 1}

    def sheet(self) -> tuple[str, Body]:
        fixture = self.fixture()
        home, away = self.sides(fixture)[:2]
        numbers = {"scorer": self.luck.randint(0, 18), "hurt": self.luck.randint(1, 12)}
        injury = self.luck.choice(["dead", "niggle", "badly hurt", "nothing", "miss"])
        text = PAPER.format(home=home, away=away, injury=injury, **numbers)
        team = self.luck.choice(["", home, away, self.team()])
        return f"/fixtures/{fixture}/sheet", {
            "sheet": text,
            "team": team,
            "number": self.number(fixture.partition(".")[0]),
        }

    def confirm(self) -> tuple[str, Body]:
        fixture = self.fixture()
        return f"/fixtures/{fixture}/confirm", {"team": self.luck.choice(["", self.one_of(fixture)])}

    def adjudge(self) -> tuple[str, Body]:
        fixture = self.fixture()
        scores = self.luck.choice([[], self.scores()])
        winner = self.luck.choice(["", self.one_of(fixture)])
        return f"/fixtures/{fixture}/adjudge", {"scores": scores, "winner": winner, "reason": self.reason()}

    def walkover(self) -> tuple[str, Body]:
        fixture = self.fixture()
        return f"/fixtures/{fixture}/walkover", {
            "winner": self.luck.choice(["", self.one_of(fixture)]),
            "reason": self.reason(),
            "number": self.number(fixture.partition(".")[0]),
        }

    def plain(self, verb: str) -> tuple[str, Body]:
        fixture = self.fixture()
        number = self.number(fixture.partition(".")[0])
        return f"/fixtures/{fixture}/{verb}", {"reason": self.reason(), "number": number}

    def void(self) -> tuple[str, Body]:
        return self.plain("void")

    def replay(self) -> tuple[str, Body]:
        return self.plain("replay")

    def unlock(self) -> tuple[str, Body]:
        return self.plain("unlock")

    def accept(self) -> tuple[str, Body]:
        return self.plain("accept")

    def roll_off(self) -> tuple[str, Body]:
        return f"/fixtures/{self.fixture()}/roll-off", {}

    def extend(self) -> tuple[str, Body]:
        return f"/fixtures/{self.fixture()}/extend", {
            "deadline": self.luck.choice([*TIMES, ""]),
            "reason": self.reason(),
        }

    def slots(self) -> tuple[str, Body]:
        fixture = self.fixture()
        return f"/fixtures/{fixture}/slots", {"team": self.one_of(fixture), "times": [self.luck.choice(TIMES)]}

    def agree(self) -> tuple[str, Body]:
        return f"/fixtures/{self.fixture()}/agree", {"time": self.luck.choice(TIMES)}

    def next_round(self) -> tuple[str, Body]:
        competition = self.pick(self.ids("competitions"))
        return f"/competitions/{competition}/rounds/next", {"number": self.number(competition)}

    def repair(self) -> tuple[str, Body]:
        fixture, other = self.fixture(), self.fixture()
        competition, _, name = fixture.partition(".")
        mine, theirs = self.sides(fixture), self.sides(other)
        pairs = self.luck.choice(
            [
                {fixture: [mine[0], theirs[1]], other: [theirs[0], mine[1]]},
                {name: mine[::-1]},
                {fixture: mine[:1]},
                {fixture: [mine[0], mine[0]]},
                {fixture: [*mine, *theirs]},
                {},
                {"friendly-1": mine},
                {"x": mine},
            ]
        )
        return f"/competitions/{competition}/repair", {"fixtures": pairs, "reason": self.reason()}

    def withdraw(self) -> tuple[str, Body]:
        fixture = self.fixture()
        body = {"team": self.one_of(fixture), "reason": self.reason(), "newcomer": self.luck.choice(["", self.team()])}
        if self.luck.random() < 0.6:
            body["team"] = "t_nobody"
        return f"/competitions/{fixture.partition('.')[0]}/withdraw", body

    def meeting(self) -> tuple[str, Body]:
        competition = self.pick(self.ids("competitions"))
        teams = [self.team() for _ in range(self.luck.choice([2, 2, 3]))]
        return f"/competitions/{competition}/fixtures", {
            "teams": teams,
            "kind": self.luck.choice(["friendly", "challenge"]),
        }

    def change(self) -> Body:
        team = self.team()
        seq = self.office.store.head(team)[0]
        change: Body = {"team": team}
        kind = self.luck.random()
        if kind < 0.3:
            change["seq"] = self.luck.choice([self.luck.randint(1, seq), seq + 1, 0, -1, 2**70])
        elif kind < 0.5:
            change["seq"] = self.luck.randint(1, seq)
            change["instead"] = self.instead(team, seq)
        elif kind < 0.6:
            change["seq"] = self.luck.randint(1, seq)
            change["award_to"] = self.player(team)
        else:
            change["instead"] = self.instead(team, seq)
        return change

    def instead(self, team: str, seq: int) -> Body:
        """The body of an event: one of another history, or one that somebody made up."""
        luck = self.luck
        player = self.player(team)
        if luck.random() < 0.3:
            events = self.office.store.events(self.team())
            event = reading.event_of(luck.choice(events))
            return {"kind": event.kind, **event.body}
        league = luck.choice(self.leagues)
        match = self.pick(self.ids("reports", "match"))
        many = luck.choice([1, 5, -1, -10_000, 10_000, 10**9, 2**31, 2**63, 10**30])
        return luck.choice(
            [
                {"kind": "granted", "reason": "r", "gold": many},
                {"kind": "granted", "reason": "r", "rerolls": many},
                {"kind": "granted", "reason": "r", "player": player, "points": many},
                {"kind": "granted", "reason": "r", "player": player, "niggles": many},
                {"kind": "granted", "reason": "r", "player": player, "loss": luck.choice(["ma", "xx", "st"])},
                {
                    "kind": "granted",
                    "reason": "r",
                    "player": player,
                    "gain": {"skill": luck.choice(["Dodge", "Nothing"])},
                },
                {"kind": "granted", "reason": "r", "player": player, "leaves": True},
                {"kind": "granted", "reason": "r", "gold": 10, "at": luck.choice([1, 2, seq, seq + 1, -3])},
                {"kind": "gold", "amount": many},
                {"kind": "points", "player": player, "points": many, "deed": luck.choice(["touchdown", "x" * 100, ""])},
                {"kind": "mvp", "player": player, "points": many},
                {"kind": "died", "player": player, "by": self.player(team), "how": "<b>"},
                {"kind": "hurt", "player": player, "loss": "zz"},
                {"kind": "reroll", "count": many, "price": luck.choice([0, many])},
                {"kind": "staff", "key": luck.choice(["apothecary", "x"]), "count": many},
                {"kind": "fans", "change": many},
                {"kind": "joined", "league": luck.choice([league, "l_x"]), "season": many},
                {"kind": "owner_changed", "owner": "m_x"},
                {"kind": "renamed", "name": luck.choice(NAMES), "player": luck.choice(["", player])},
                {"kind": "booked", "match": match},
                {"kind": "unbooked", "match": match},
                {"kind": "closed", "match": match, "value": many, "current_value": many},
                {"kind": "revealed", "match": match, "seed": "00"},
                {"kind": "played", "match": match, "opponents": [team], "outcome": "won", "score": [1, 0]},
                {"kind": "season", "number": many},
                {"kind": "funds", "total": many},
                {"kind": "prize", "place": many, "gold": many, "trophy": True},
                {"kind": "suspended"},
                {"kind": "disbanded"},
                {"kind": "revived"},
                {"kind": "void", "seq": luck.randint(0, seq + 2), "reason": "r"},
                {"kind": "void", "seq": seq, "reason": "r", "instead": {"kind": "void", "seq": 1, "reason": "r"}},
                {"kind": "item", "player": player, "item": "Nothing"},
                {"kind": "rehired", "player": player, "price": 0},
            ]
        )

    def correction(self) -> tuple[str, Body]:
        changes = [self.change() for _ in range(self.luck.choice([1, 1, 1, 2]))]
        path = "/corrections/preview" if self.luck.random() < 0.3 else "/corrections"
        return path, {"changes": changes, "reason": self.reason()}

    def correct_result(self) -> tuple[str, Body]:
        fixture = self.fixture()
        return self.luck.choice(["/corrections/result", "/corrections/result/preview"]), {
            "fixture": fixture,
            "scores": self.scores(),
            "casualties": self.luck.choice([[], [1, 0], [1]]),
            "winner": self.luck.choice(["", self.one_of(fixture)]),
            "reason": self.reason(),
        }

    def rename(self) -> tuple[str, Body]:
        team = self.team()
        body = {"name": self.luck.choice(NAMES), "player": self.luck.choice(["", self.player(team)])}
        if self.luck.random() < 0.3:
            return f"/leagues/{self.luck.choice(self.leagues)}/rename", body
        return f"/teams/kept/{team}/rename", {**body, "hide": self.luck.random() < 0.3}

    def suspend(self) -> tuple[str, Body]:
        return f"/teams/kept/{self.team()}/suspend", {"reason": self.reason()}

    def disband(self) -> tuple[str, Body]:
        team = self.team() if self.luck.random() < 0.2 else "t_x"
        return f"/teams/kept/{team}/disband", {"reason": self.reason()}

    def revive(self) -> tuple[str, Body]:
        stopped = [row.id for row in reading.find(self.office.store, TeamRow, {"state": ["suspended", "disbanded"]})]
        return f"/teams/kept/{self.pick([*stopped * 5, self.team()])}/revive", {"reason": self.reason()}

    def member(self) -> tuple[str, Body]:
        role = self.luck.choice(["coach", "commissioner", "owner"])
        return f"/leagues/{self.luck.choice(self.leagues)}/members", {"name": self.luck.choice(NAMES), "role": role}

    def entry(self) -> tuple[str, Body]:
        body = self.luck.choice(
            [
                {"kept": self.team()},
                {"ready": "fire-balanced", "name": self.luck.choice(NAMES), "coach": self.luck.choice(NAMES)},
                {"drafted": "", "division": self.luck.choice(NAMES)},
                {"ready": "x", "kept": self.team()},
            ]
        )
        return f"/leagues/{self.luck.choice(self.leagues)}/entries", body

    def leave(self) -> tuple[str, Body]:
        return f"/leagues/{self.luck.choice(self.leagues)}/entries/{self.team()}/leave", {}

    def redraft(self) -> tuple[str, Body]:
        return f"/teams/kept/{self.team()}/redraft", self.entry()[1]

    def options(self) -> tuple[str, Body]:
        verb = self.luck.choice(["season/options", "season/amend", "season/amend/preview", "competitions"])
        body: Body = {"options": self.luck.choice(OPTIONS)}
        body |= {"name": self.luck.choice(NAMES)} if verb == "competitions" else {"reason": self.reason()}
        return f"/leagues/{self.luck.choice(self.leagues)}/{verb}", body

    def season(self) -> tuple[str, Body]:
        league = self.luck.choice(self.leagues)
        verb = self.luck.choice(["season/start", "season/finish", "seasons"])
        body: Body = {"number": self.number(league)}
        return f"/leagues/{league}/{verb}", {**body, "options": ""} if verb == "seasons" else body

    def lock(self) -> tuple[str, Body]:
        body: Body = {"seats": self.luck.choice([["person", "person"], ["person"] * 3, ["x", "y"]]), "shared": True}
        if self.luck.random() < 0.3:
            body["dungeon"] = self.luck.choice(["nowhere", "x" * 300, "name: x\n\n###\n"])
        if self.luck.random() < 0.3:
            body["journeymen"] = {self.team(): ["Lineman"]}
        return f"/fixtures/{self.fixture()}/match", body

    # --- reading ---

    def look(self) -> str:
        """An address to read, with odd values in its question."""
        luck = self.luck
        fixture, team, league = self.fixture(), self.team(), luck.choice(self.leagues)
        competition = fixture.partition(".")[0]
        odd = luck.choice(
            [0, -1, 1, 2**31, 2**63, 2**64, 10**30, "x", "²", "", "a|b|²", f"a|b|{'9' * 40}", "%00", "a|b|1"]
        )
        value = quote(str(odd), safe="%")
        return luck.choice(
            [
                f"/leagues?after={value}",
                f"/leagues?search={value}",
                f"/leagues?most={value}",
                f"/leagues/{league}",
                f"/leagues/{league}/news?after={value}",
                f"/leagues/{league}/audit?after={value}&most={value}",
                f"/leagues/{league}/waits?team={value}",
                f"/leagues/{league}/teams?after={value}",
                f"/leagues/{value or 'x'}/news",
                f"/competitions/{competition}",
                f"/competitions/{competition}/schedule?stage={value}",
                f"/competitions/{competition}/schedule?round={value}",
                f"/competitions/{competition}/schedule?after={value}",
                f"/competitions/{competition}/standings.csv",
                f"/competitions/{competition}/results.csv",
                f"/competitions/{competition}/charts",
                f"/fixtures/{fixture}",
                f"/fixtures/{value or 'x'}",
                f"/teams/kept/{team}",
                f"/teams/kept/{team}/matches?after={value}",
                f"/teams/kept/{team}/history?before={value}",
                f"/teams/kept/{team}/history?most={value}&kinds={value}",
                f"/teams/kept/{team}/file",
                f"/teams/kept/{team}/sheet",
                f"/teams/kept/{team}/history-file",
                f"/teams/kept/{team}/verify",
                f"/players/{self.player(team)}",
                f"/players/{self.player(team)}/moments?match={value}",
                f"/records?league={value}&season={value}&edition={value}&most={value}",
                f"/search?q={value}",
                f"/leagues/{league}/archive",
                f"/leagues/{league}/book?season={value}",
                self.aftermath()[0],
            ]
        )

    # --- sending ---

    def spoiled(self, body: Body) -> bytes:
        """The body with something wrong in it."""
        body = json.loads(json.dumps(body))
        place: Any = body
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = self.luck.choice(keys)
            if isinstance(place[key], (dict, list)) and place[key] and self.luck.random() < 0.6:
                place = place[key]
                continue
            place[key] = self.luck.choice(JUNK)
            break
        if self.luck.random() < 0.1:
            body["unlisted"] = 1
        return json.dumps(body).encode()

    async def advance(self) -> None:
        """A league comes forward as it should: what is open is played and closed, the next round is published, or the
        season ends and the next one begins. What is in the way by now stays in the way."""
        league = self.luck.choice(self.leagues)
        season = self.office.leagues.state(league).season
        for row in self.office.store.find("fixtures", {"season": season.id, "state": "open"}):
            await self.server.post(
                f"/api/v1/fixtures/{row['id']}/result", {"scores": self.luck.choice([[1, 0], [0, 0]])}
            )
            await self.close_all(league)
        for competition in season.competitions:
            for fixture in self.office.competitions.undecided(competition):
                await self.server.post(f"/api/v1/fixtures/{fixture}/roll-off", {})
            await self.server.post(f"/api/v1/competitions/{competition}/rounds/next", {})
        await self.server.post(f"/api/v1/leagues/{league}/season/finish", {})
        await self.close_all(league)
        await self.server.post(f"/api/v1/leagues/{league}/seasons", {"options": ""})
        await self.server.post(f"/api/v1/leagues/{league}/season/start", {})
        self.check("a league that came forward")

    async def close_all(self, league: str) -> None:
        for row in self.office.store.find("aftermaths", {"league": league, "state": "open"}):
            if self.luck.random() < 0.9:
                await self.server.post(f"/api/v1/aftermaths/{row['match']}/{row['team']}/assist", {})

    async def act(self) -> tuple[str, str, Answer]:
        """Send one request, and look whether everything is as it should be."""
        if self.luck.random() < 0.03:
            await self.advance()
        before = self.writes
        if self.luck.random() < 0.25:
            method, path, data = "GET", self.look(), b""
        else:
            method = "POST"
            path, body = self.request()
            data = self.spoiled(body) if self.luck.random() < 0.12 else json.dumps(body).encode()
        answer = await self.server(method, f"/api/v1{path}", data)
        told = f"{method} {path} {data[:400].decode()} -> {answer.status} {answer.body[:300].decode(errors='replace')}"
        assert answer.status < 500, told
        if method == "GET" or answer.status >= 400:
            assert self.writes == before or "/match" in path, f"refused, and written all the same: {told}"
        if answer.status >= 400:
            assert answer.what, told
        if self.writes != before:
            self.check(told)
        verb = f"{path.rpartition('/')[2].partition('?')[0][:20]} {answer.status}"
        self.said[verb] = self.said.get(verb, 0) + 1
        return method, path, answer

    def check(self, told: str) -> None:
        """Every row is what the logs make, and what is kept in memory is what the database says."""
        for league in self.ids("leagues"):
            wrong = differences(self.office, league)
            assert wrong == [], f"{told}: {wrong[:3]}"
        for identity, found in self.office.states.known.items():
            row = reading.one(self.office.store, CompetitionRow, id=identity)
            assert row is not None, told
            assert (row.seq, row.head) == (found.seq, found.head), told
            stored = reading.COMPETITION.decode(row.snapshot)
            assert msgspec.json.encode(stored) == msgspec.json.encode(found.state), told
        for row in reading.find(self.office.store, AftermathRow, {"state": "open"}):
            try:
                self.office.aftermaths.view(row.match, row.team)
            except Exception as error:
                raise AssertionError(f"{told}: an open aftermath cannot be shown: {error}") from error
