"""Every address of a server with accounts, asked by everybody who might: whoever does not belong to a private league
learns nothing of it and changes nothing in it, whatever he sends, and nobody is answered with a failure of the server.
The addresses and the bodies come from the OpenAPI document, so a new one is tried without being named here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from dungeonbowl.storage.tables import Base
from support.accounts import Browser, with_accounts
from support.direct import Direct
from support.people import account_of, coach, home_of, joins, league_of, member_of

# What strangers may write: their own things, and what counts for nobody else.
LOGS = ("league_events", "competition_events", "team_events", "members", "aftermaths", "reports", "invitations")
SECRET = "Hidden Hollow"
REFUSED = (400, 401, 403, 404, 405)


class Schema:
    """Bodies that an address takes, made from its schema."""

    def __init__(self, document: Any, ids: dict[str, str]) -> None:
        self.document = document
        self.ids = ids

    def body(self, operation: Any) -> Any:
        content = operation.get("requestBody", {}).get("content", {})
        found = content.get("application/json")
        return self.value(found["schema"], "") if found else None

    def value(self, schema: Any, name: str) -> Any:
        if "$ref" in schema:
            schema = self.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        for key in ("oneOf", "anyOf", "allOf"):
            if key in schema:
                return self.value(schema[key][0], name)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][0]
        if "default" in schema and name not in self.ids:
            return schema["default"]
        kind = schema.get("type")
        if kind == "object":
            wanted = schema.get("properties", {})
            return {key: self.value(wanted[key], key) for key in wanted if key in schema.get("required", wanted)}
        if kind == "array":
            return [self.value(schema["items"], name)] if schema.get("items") else []
        if kind == "integer" or kind == "number":
            return schema.get("minimum", 1)
        if kind == "boolean":
            return True
        return self.ids.get(name, "x" * max(1, schema.get("minLength", 1)))


async def operations(ask: Direct) -> tuple[Any, list[tuple[str, str, Any]]]:
    document = (await ask("GET", "/schema/openapi.json")).json()
    found = [
        (method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in ("get", "post", "put", "patch", "delete")
    ]
    return document, found


def counted(ask: Direct) -> dict[str, int]:
    """How much the logs of leagues hold."""
    with ask.state.sessions.store.engine.connect() as connection:
        tables = {name: Base.metadata.tables[name] for name in LOGS}
        return {
            name: int(connection.execute(select(func.count()).select_from(table)).scalar() or 0)
            for name, table in tables.items()
        }


async def things_of(host: Browser, league: str) -> dict[str, str]:
    """The ids of what a league has, by the names that addresses have for them."""
    home = (await home_of(host, league))["home"]
    team = home["teams"][0]["id"]
    competition = home["competitions"][0]["id"]
    schedule = (await host.get(f"/competitions/{competition}/schedule")).json()
    fixture = schedule[0]["id"]
    page = (await host.get(f"/teams/kept/{team}")).json()
    player = next(each["id"] for each in page["careers"])
    begun = await host.post(f"/fixtures/{fixture}/match", {"seats": ["person", "person"]})
    assert begun.status in (200, 201), begun.body
    match = begun.json()["id"]
    member = await member_of(host, league, "Ann")
    return {
        "league": league,
        "competition": competition,
        "fixture": fixture,
        "team": team,
        "player": player,
        "match": match,
        "member": member,
        "account": await account_of(host),
        "what": "standings",
    }


def test_a_private_league_is_closed_at_every_address(tmp_path: Path) -> None:
    async def scene(ask: Direct) -> None:
        host, friend = await coach(ask, "Host"), await coach(ask, "Friend")
        league = await league_of(host, SECRET)
        ids = await things_of(host, league)
        await joins(host, friend, league)
        await host.post(f"/leagues/{league}/door", {"private": True, "applications": False})
        other = await coach(ask, "Other")  # a commissioner, but of another league
        elsewhere = await league_of(other, "Elsewhere")
        order = {"name": "bot", "scopes": ["play", "league:read", "league:report"]}
        secret = (await other.post("/me/tokens", order)).json()
        document, found = await operations(ask)
        schema = Schema(document, ids)
        before = counted(ask)
        tried = 0
        for method, path, operation in found:
            there = path.removeprefix("/api/v1")
            for name, value in ids.items():
                there = there.replace(f"{{{name}}}", value)
            if there == path.removeprefix("/api/v1") or not set(ids.values()) & set(there.split("/")) - {"standings"}:
                continue  # it names nothing of the league
            if "{" in there:
                there = there.replace("{identity}", ids["match"]).replace("{application}", "x")
            body = schema.body(operation)
            strangers = {"nobody": Browser(ask), "a coach": other, "a program": Browser(ask), "a liar": other}
            for who, browser in strangers.items():
                headers = {"authorization": f"Bearer {secret['secret']}"} if who == "a program" else {}
                lie = f"?league={elsewhere}" if who == "a liar" else ""  # in which he may do everything
                answer = await browser(method, there + lie, body, **headers)
                tried += 1
                assert answer.status < 500, (who, method, there, body, answer.body)
                assert SECRET not in answer.body.decode(errors="replace"), (who, method, there)
                if there.startswith(("/coaches/", "/lobby/quiet/")):
                    continue  # about the commissioner as a person, whom everybody may know
                assert answer.status in (400, 401, 403, 404, 405), (
                    who,
                    method,
                    there,
                    body,
                    answer.status,
                    answer.body,
                )
                if not there.startswith("/club/"):
                    assert json.loads(answer.body)["error"]["what"], (who, method, there)
        assert tried > 200
        assert counted(ask) == before
        for member in (host, friend):
            assert (await member.get(f"/leagues/{league}")).status == 200

    with_accounts(tmp_path, scene)


def test_a_coach_of_the_league_orders_nothing_that_is_the_commissioners(tmp_path: Path) -> None:
    """Half-true orders: the coach belongs to the league, the ids are right, the body is one that the address takes."""

    async def scene(ask: Direct) -> None:
        host, friend = await coach(ask, "Host"), await coach(ask, "Friend")
        league = await league_of(host, SECRET)
        ids = await things_of(host, league)
        await joins(host, friend, league)
        document, found = await operations(ask)
        schema = Schema(document, ids)
        before = counted(ask)
        refused = 0
        for method, path, operation in found:
            there = path.removeprefix("/api/v1")
            for name, value in ids.items():
                there = there.replace(f"{{{name}}}", value)
            named = there != path.removeprefix("/api/v1") and "{" not in there
            if method == "GET" or not named or there.startswith(("/lobby/", "/coaches/")):
                continue
            if there == f"/leagues/{league}/leave":
                continue  # everybody may
            answer = await friend(method, there, schema.body(operation))
            assert answer.status < 500, (method, there, answer.body)
            if "preview" in there:
                continue  # looking at what would be is no order
            assert answer.status in REFUSED, (method, there, answer.status, answer.body)
            refused += answer.status == 403
        assert refused > 30
        assert counted(ask) == before

    with_accounts(tmp_path, scene)
