"""A club day for tests: the organiser at the laptop, and coaches with phones of their own, each by its card."""

from __future__ import annotations

import json
from typing import Any

from support.direct import Answer, Direct

NAMES = tuple(
    f"{letter}{end}"
    for end in ("nna", "ob", "ay", "ick", "orm", "ell", "ette", "ulf", "ist")
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXY"
)
HOST = [(b"host", b"192.168.1.5:8000")]


def order(coaches: int, options: str = "", start: bool = True, **more: Any) -> dict[str, Any]:
    """A club day of so many coaches, whose teams the program drafts."""
    teams = [{"coach": name, "drafted": "", "name": f"Team of {name}"} for name in NAMES[:coaches]]
    return {
        "name": "Club day",
        "preset": "club_day",
        "options": options,
        "teams": teams,
        "start": start,
        **more,
    }


class Phone:
    """A coach with his card, somewhere in the local network."""

    def __init__(self, server: Direct, competition: str, code: str, number: int) -> None:
        self.server = server
        self.path = f"/api/v1/club/{competition}"
        self.code = code
        self.client = f"192.168.1.{10 + number % 200}"

    async def ask(self, what: str, body: Any = None) -> Answer:
        headers = [*HOST, (b"authorization", f"Bearer {self.code}".encode())]
        method, data = ("GET", b"") if body is None else ("POST", json.dumps(body).encode())
        return await self.server(method, f"{self.path}/{what}", data, headers, self.client)

    async def mine(self) -> Any:
        return (await self.ask("mine")).json()

    async def report(self, how: str = "touchdown", **more: Any) -> Answer:
        mine = await self.mine()
        body = {"fixture": mine["table"]["fixture"], "how": how, **more}
        return await self.ask("report", body)

    async def confirm(self) -> Answer:
        mine = await self.mine()
        return await self.ask("confirm", {"fixture": mine["table"]["fixture"]})


class Organiser:
    """The laptop: whoever sits there runs the day."""

    def __init__(self, server: Direct, league: str, competition: str) -> None:
        self.server = server
        self.league = league
        self.competition = competition
        self.path = f"/api/v1/club/{competition}"

    async def room(self) -> Any:
        return (await self.server("GET", self.path)).json()

    async def post(self, what: str, body: Any) -> Answer:
        return await self.server.post(f"{self.path}/{what}", body)

    async def next_round(self, absent: tuple[str, ...] = ()) -> Answer:
        return await self.server.post(f"/api/v1/competitions/{self.competition}/rounds/next", {"absent": list(absent)})

    async def phones(self) -> dict[str, Phone]:
        """The phones of all coaches, by their teams."""
        found: dict[str, Phone] = {}
        for number, entry in enumerate((await self.room())["entries"]):
            card = (await self.server("GET", f"{self.path}/cards/{entry['team']}")).json()
            code = card["link"].partition("#card=")[2]
            found[entry["team"]] = Phone(self.server, self.competition, code, number)
        return found

    async def play_round(self, phones: dict[str, Phone], tables: Any = None) -> None:
        """Every open table is told by its first coach and confirmed by the second: the first one scores."""
        for table in tables if tables is not None else (await self.room())["tables"]:
            one, other = (side["team"] for side in table["sides"])
            told = await phones[one].report(scores=[1, 0], casualties=[2, 1])
            assert told.status == 200, told.body
            assert (await phones[other].confirm()).status == 200


async def club_day(server: Direct, coaches: int, options: str = "") -> Organiser:
    made = await server.post("/api/v1/leagues", order(coaches, options))
    assert made.status == 201, made.body
    assert made.json()["problems"] == []
    league = made.json()["id"]
    home = (await server("GET", f"/api/v1/leagues/{league}")).json()["home"]
    return Organiser(server, league, home["competitions"][0]["id"])
