"""No vacation in the last 72 hours of an own play-off, unless a commissioner allows it (LEAGUE 4.5)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from dungeonbowl.league.office.chance import written
from support.accounts import Browser, with_accounts
from support.direct import Answer, Direct
from support.people import coach, home_of, invited, league_of, member_of

CUP = "stages = knock_out"


class Cup:
    """A knock-out whose first fixture of Snikka ends in ten days."""

    def __init__(self, ask: Direct) -> None:
        self.ask = ask
        self.deadline = datetime.now(UTC).replace(microsecond=0) + timedelta(days=10)

    async def begun(self, options: str = CUP) -> Cup:
        self.grim, self.snikka = await coach(self.ask, "Grimtooth"), await coach(self.ask, "Snikka")
        self.league = await league_of(self.grim, options=options)
        home = (await home_of(self.grim, self.league))["home"]
        fixture = home["next"][0]
        self.fixture, self.team = fixture["id"], fixture["sides"][0]["team"]
        name = next(each["coach"] for each in home["teams"] if each["id"] == self.team)
        member = await member_of(self.grim, self.league, name)
        token = await invited(self.grim, self.league, member=member)
        assert (await self.snikka.post("/invitations/accept", {"token": token})).status == 200
        order = {"deadline": written(self.deadline), "reason": "agreed"}
        extended = await self.grim.post(f"/fixtures/{self.fixture}/extend", order)
        assert extended.status == 200, extended.body
        return self

    async def away(self, starts: timedelta, ends: timedelta, who: Browser | None = None) -> Answer:
        """Somebody wants to be away; times are counted from the deadline."""
        order = {"starts": (self.deadline + starts).isoformat(), "ends": (self.deadline + ends).isoformat()}
        return await (who or self.snikka).post("/me/vacations", order)

    async def allow(self, who: Browser, **changes: Any) -> int:
        order = {"team": self.team, "reason": "a wedding", **changes}
        return (await who.post(f"/fixtures/{self.fixture}/vacation", order)).status


HOUR = timedelta(hours=1)


def test_the_last_72_hours_of_a_play_off_are_no_vacation(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        cup = await Cup(ask).begun()
        for starts, ends in ((-71, -60), (-100, -71), (-1, 24), (-200, 24)):
            refused = await cup.away(starts * HOUR, ends * HOUR)
            assert (refused.status, "last 72 hours of a play-off" in refused.what) == (400, True), (starts, ends)
        assert (await cup.away(-71 * HOUR, -60 * HOUR, cup.grim)).status == 201, "it is nobody else's business"
        assert (await cup.away(-120 * HOUR, -72 * HOUR)).status == 201, "before them"
        assert (await cup.away(timedelta(), 24 * HOUR)).status == 201, "and after them"

    with_accounts(tmp_path, scene)


def test_a_commissioner_allows_it_and_nobody_else(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        cup = await Cup(ask).begun()
        stranger = await coach(ask, "Stranger")
        assert await cup.allow(cup.snikka) == 403
        assert await cup.allow(stranger) == 403
        assert await cup.allow(cup.grim, reason="") == 400
        assert await cup.allow(cup.grim, team="t_another") == 400
        assert (await cup.away(-48 * HOUR, -24 * HOUR)).status == 400
        assert await cup.allow(cup.grim) == 200
        assert (await cup.away(-48 * HOUR, -24 * HOUR)).status == 201
        (line,) = [
            each for each in (await stranger.get(f"/leagues/{cup.league}/audit")).json() if "vacation" in each["what"]
        ]
        assert (line["actor"], line["about"], line["reason"]) == ("Grimtooth", "Snikka", "a wedding")

    with_accounts(tmp_path, scene)


def test_where_nobody_is_out_a_vacation_is_free_and_needs_no_word(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        league = await Cup(ask).begun("stages = round_robin(meetings=1)")
        assert await league.allow(league.grim) == 400
        assert (await league.away(-48 * HOUR, -24 * HOUR)).status == 201

    with_accounts(tmp_path, scene)
