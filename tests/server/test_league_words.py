"""What a server tells of leagues, club days and accounts is in the language of whoever asks: in the pseudo-language no
English sentence is left, and every text is one that the catalogues have. In English nothing is different, and what is
kept is English."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dungeonbowl.languages import speaking
from dungeonbowl.league.competitions.knock_out import title_said
from dungeonbowl.league.competitions.standings import reason_said
from dungeonbowl.league.competitions.tables import out_said
from dungeonbowl.league.office.rows import NewsRow, StandingRow
from dungeonbowl.teams.facts import load_facts
from support.accounts import Browser, with_accounts
from support.club_days import Organiser, Phone, club_day
from support.direct import Answer, Direct, generous, with_server
from support.leagues import READY
from support.left_overs import left_overs
from support.people import coach, invited, joins, league_of, member_of
from support.strict_speech import Strict, strict

__all__ = ["strict"]

# Keys of answers whose texts people read.
WORDS = frozenset(
    (
        *(
            "text",
            "what",
            "where",
            "expected",
            "why",
            "why_not",
            "question",
            "label",
            "note",
            "reason",
            "words",
            "unit",
        ),
        *("title", "summary", "meaning", "detail", "how_words", "state_words", "who", "before", "after"),
    )
)
# Keys whose texts are names.
NAMES = frozenset(("name", "coach", "roster", "roster_name", "team_name", "position", "skill", "opponent"))
CODED = re.compile(r"[clstgpm]_[a-z0-9]+(\.\S+)?|[A-Z]{1,2}-[A-Z]+-\d+|[a-z_]+ = .*", re.DOTALL)
RULEBOOK = frozenset(("skills",))  # told in the words of the rulebook
TAGS = re.compile(r"<style>.*?</style>|<[^<>]*>", re.DOTALL)
Ask = Callable[..., Awaitable[Answer]]


def texts_in(values: Any, keys: frozenset[str], key: str = "") -> Iterator[str]:
    """All texts that stand under some keys, wherever."""
    if isinstance(values, str):
        if key in keys:
            yield values
    elif isinstance(values, dict):
        for name, value in values.items():
            if name not in RULEBOOK and (key, name) != ("options", "text"):  # an option is named by a word of programs
                yield from texts_in(value, keys, name)
    elif isinstance(values, list):
        for value in values:
            yield from texts_in(value, keys, key)


class Reader:
    """Asks in the pseudo-language, and looks at every answer."""

    def __init__(self, server: Direct, also: tuple[str, ...] = ()) -> None:
        self.server = server
        self.names = {*also}
        self.english: dict[str, list[str]] = {}
        self.texts: set[str] = set()

    async def __call__(
        self,
        method: str,
        target: str,
        body: bytes = b"",
        headers: list[tuple[bytes, bytes]] | None = None,
        client: str = "127.0.0.1",
    ) -> Answer:
        answer = await self.server(method, target, body, [*(headers or []), (b"accept-language", b"xx")], client)
        if answer.headers.get("content-type", "").startswith("application/json"):
            found = answer.json()
            self.names |= {name for name in texts_in(found, NAMES) if len(name) > 1}
            self.read(list(texts_in(found, WORDS)), target)
        return answer

    async def post(self, path: str, record: Any, **more: Any) -> Answer:
        return await self("POST", path, json.dumps(record).encode(), **more)

    async def get(self, path: str) -> Any:
        answer = await self("GET", f"/api/v1{path}")
        assert answer.status == 200, (path, answer.body)
        return answer.json()

    async def order(self, path: str, record: Any, status: int = 201) -> Any:
        answer = await self.post(f"/api/v1{path}", record)
        assert answer.status in (status, 200, 204), (path, answer.body)
        return answer.json() if answer.body else None

    def read(self, texts: list[str], where: str) -> None:
        names = sorted(self.names, key=len, reverse=True)
        self.texts |= set(texts)
        for text in texts:
            if not CODED.fullmatch(text) and (words := left_overs(text, names)):
                self.english[f"{where}: {text}"] = words

    @property
    def state(self) -> Any:
        return self.server.state


def league_order(**more: Any) -> dict[str, Any]:
    teams = [{"coach": name, "ready": ready} for name, ready in zip("ABCD", READY, strict=True)]
    return {"name": "Ll", "preset": "book", "edition": "official", "teams": teams, "start": True, **more}


async def through(reader: Reader, match: str, team: str) -> int:
    """Go through an aftermath; returns how many questions there were."""
    path, asked = f"/aftermaths/{match}/{team}", 0
    page = await reader.get(path)
    while not page["over"]:
        need, number = page["need"], page["number"]
        if need["type"] == "begin":
            page = await reader.order(f"{path}/begin", {"word": "w", "number": number})
        elif need["type"] == "ask":
            asked += 1
            option = need["options"][need["usual"]]["text"]
            page = await reader.order(f"{path}/decide", {"option": option, "number": number})
        else:
            page = await reader.order(f"{path}/dice", {"dice": [1] * need["count"], "number": number})
    return asked


async def options_of_a_new_league(server: Direct) -> None:
    """Values of options are words of programs, which stand in what is expected."""
    plain = (await server("GET", "/api/v1/leagues/facts?edition=official")).json()
    reader = Reader(server, tuple(texts_in(plain, frozenset(("choices",)))))
    found = await reader.get("/leagues/facts?edition=official")
    assert len(reader.texts) > 80
    assert reader.english == {}
    assert [option["key"] for option in found["options"]] == [option["key"] for option in plain["options"]]
    assert [preset["values"] for preset in found["presets"]] == [preset["values"] for preset in plain["presets"]]


def test_a_league_its_season_an_aftermath_and_refusals_have_no_english_left(tmp_path: Path, strict: Strict) -> None:
    async def scene(server: Direct) -> None:
        reader = Reader(server)
        ready = await reader.get("/options")
        reader.names |= {name for name in texts_in(ready, NAMES) if len(name) > 1}
        facts = load_facts("official")
        reader.names |= {position.name for roster in facts.rosters for position in roster.position}
        reader.names |= {skill.name for skill in facts.skills.skills} | {"PA"}
        reader.names |= {roster.wizard for roster in facts.rosters if roster.wizard}
        reader.english.clear()
        await options_of_a_new_league(server)
        league = (await reader.order("/leagues", league_order()))["id"]
        home = (await reader.get(f"/leagues/{league}"))["home"]
        competition = home["competitions"][0]["id"]
        await reader.get(f"/competitions/{competition}")
        played = 0
        for number, fixture in enumerate(home["next"][:2]):
            await reader.get(f"/fixtures/{fixture['id']}")
            await reader.order(f"/fixtures/{fixture['id']}/result", {"scores": [1 - number, 0], "casualties": [2, 0]})
            match = (await reader.get(f"/fixtures/{fixture['id']}"))["view"]["fixture"]["match"]
            for side in fixture["sides"]:
                played += await through(reader, match, side["team"])
                await reader.get(f"/teams/kept/{side['team']}")
        assert played > 3
        for path in ("", "/records", "/news", "/waiting", "/audit"):
            await reader("GET", f"/api/v1/leagues/{league}{path}")
        for path in ("", "/charts", "/forecast", "/table"):
            await reader("GET", f"/api/v1/competitions/{competition}{path}")
        one = home["next"][0]["id"]
        for path, body in (
            (f"/fixtures/{one}/result", {"scores": [1, 0, 0]}),
            (f"/fixtures/{one}/result", {"scores": [1, 0]}),
            (f"/competitions/{competition}/rounds/next", {}),
            (f"/fixtures/{competition}.9-9-9/result", {"scores": [1, 0]}),
            ("/leagues", league_order(options="winn = 3")),
            ("/leagues", league_order(options="win = many")),
            ("/leagues", league_order(teams=[{"coach": "A"}])),
        ):
            assert (await reader.post(f"/api/v1{path}", body)).status >= 400, path
        assert reader.english == {}
        assert strict.unknown == set()
        kept = await reader.server("GET", f"/api/v1/leagues/{league}")
        assert "⟦" not in kept.body.decode(), "what is kept, and what others read, is English"
        store = server.state.office.store
        for table in (NewsRow.TABLE, StandingRow.TABLE, "fixtures", "audit"):
            assert not [row for row in store.find(table, {}) if "⟦" in repr(row)], table

    with_server(generous(tmp_path), scene)


def test_a_club_day_with_a_dispute_and_its_paper_have_no_english_left(tmp_path: Path, strict: Strict) -> None:
    async def scene(server: Direct) -> None:
        reader = Reader(server)
        club = await club_day(reader, 4, "stages = swiss(rounds=1)")  # type: ignore[arg-type]
        phones = await club.phones()
        first, second = (await club.room())["tables"]
        one, other = (phones[side["team"]] for side in first["sides"])
        await one.report("distance", squares=[4, 9], casualties=[1, 0])
        assert (await one.confirm()).status == 400
        await other.report(scores=[0, 1], casualties=[0, 0])
        room = await club.room()
        assert "disputed" in [table["state"] for table in room["tables"]]
        await one.mine()
        await reader("GET", f"{club.path}/desk")
        for what in ("pairings", "slips", "standings", "cards"):
            paper(reader, (await reader("GET", f"{club.path}/print/{what}")).body.decode())
        assert (await reader("GET", f"{club.path}/print/poem")).status == 404
        await settled(reader, club, first, phones, second)
        paper(reader, (await reader("GET", f"{club.path}/print/standings")).body.decode())
        assert reader.english == {}
        assert strict.unknown == set()

    with_server(generous(tmp_path, host="0.0.0.0"), scene)


def paper(reader: Reader, page: str) -> None:
    assert '<html lang="xx">' in page
    reader.read([text.strip() for text in TAGS.sub("\n", page).splitlines() if "http" not in text], "paper")


async def settled(reader: Reader, club: Organiser, first: Any, phones: dict[str, Phone], second: Any) -> None:
    """The scribe decides the first table, the coaches the second, and the day ends."""
    await reader.post(f"/api/v1/fixtures/{first['fixture']}/result", {"scores": [1, 0], "casualties": [0, 0]})
    await club.play_round(phones, [second])
    await reader.post(f"/api/v1/leagues/{club.league}/season/finish", {})
    await club.room()


def test_accounts_invitations_and_recovery_have_no_english_left(tmp_path: Path, strict: Strict) -> None:
    async def scene(server: Direct) -> None:
        grim, snikka = await coach(server, "Grrt"), await coach(server, "Snkk")
        league = await league_of(grim)
        await joins(grim, snikka, league)
        member = await member_of(grim, league, "Snkk")
        reader = Reader(server, ("Grrt", "Snkk"))
        for browser in (grim, snikka):
            browser.ask = reader  # type: ignore[assignment]
        token = await invited(grim, league)
        stranger = Browser(reader)  # type: ignore[arg-type]
        for path, body in (
            ("/accounts", {"name": "Grrt", "password": "x" * 20}),
            ("/accounts", {"name": "!", "password": "x" * 20}),
            ("/accounts", {"name": "Nbdd", "password": "x"}),
            ("/session", {"name": "Grrt", "password": "wrong"}),
            ("/leagues", {}),
            ("/invitations/accept", {"token": token}),
        ):
            assert (await stranger.post(path, body)).status >= 400, path
        assert (await snikka.post("/invitations/accept", {"token": token})).status >= 400
        assert (await snikka.post(f"/leagues/{league}/invitations", {})).status == 403
        assert (await grim.post(f"/leagues/{league}/members/{member}/vouch", {"reason": "sh cllld"})).status == 201
        assert (await grim.post(f"/leagues/{league}/members/m_x/vouch", {"reason": "sh cllld"})).status >= 400
        await snikka.get("/account")
        await grim.get(f"/leagues/{league}/people")
        news = (await snikka.get("/news")).json()
        assert news
        assert reader.english == {}
        assert strict.unknown == set()

    with_accounts(tmp_path, scene)


@pytest.mark.parametrize(
    "reason",
    [
        "level on everything with Ann",
        "level on everything with Ann; lots are to be drawn",
        "level on points with Ann; more touchdowns (5 to 3)",
        "level on points, touchdowns and casualties together and opponents' points with A and B; more fans (+2 to -1)",
        "what no program wrote",
        "",
    ],
)
def test_the_reasons_of_a_table_are_told_as_they_are_kept_and_in_other_words_elsewhere(reason: str) -> None:
    assert reason_said(reason) == reason
    with speaking("xx"):
        told = reason_said(reason)
    if reason.startswith("level"):
        assert left_overs(told, ["Ann", "A and B"]) == []
    else:
        assert told == reason


@pytest.mark.parametrize(
    "reason", ["withdrawn: ill", "withdrawn: ill; its results do not count", "replaced by Ann: ill", ""]
)
def test_why_a_team_is_out_keeps_what_people_typed(reason: str) -> None:
    assert out_said(reason) == reason
    with speaking("xx"):
        assert ("⟦" in out_said(reason)) == bool(reason)


@pytest.mark.parametrize("title", ["final", "round of 32", "match for third place", "The great one", ""])
def test_titles_of_rounds_are_told_as_they_are_kept(title: str) -> None:
    assert title_said(title) == title
