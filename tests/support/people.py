"""People on a server with accounts: coaches who sign up, leagues of theirs, the lobby."""

from __future__ import annotations

from typing import Any

from support.accounts import Browser
from support.direct import Direct
from support.leagues import COACHES, READY, SHORT


async def coach(ask: Direct, name: str, address: str = "192.0.2.1") -> Browser:
    """Somebody who has signed up."""
    browser = Browser(ask, address)
    await browser.sign_up(name)
    return browser


async def account_of(browser: Browser) -> str:
    return str((await browser.get("/session")).json()["account"]["id"])


async def own(ask: Direct, browser: Browser) -> None:
    """Make somebody an owner of the server."""
    ask.state.accounts.store.set_owner(await account_of(browser), True)


async def league_of(browser: Browser, name: str = "Club", coaches: tuple[str, ...] = COACHES, **more: Any) -> str:
    """A league that somebody founds, with a team for each of these names; with four it begins."""
    teams = [{"coach": coach, "ready": ready} for coach, ready in zip(coaches, READY, strict=False)]
    order = {"name": name, "preset": "evening", "edition": SHORT, "teams": teams}
    made = await browser.post("/leagues", {**order, "start": len(teams) == len(COACHES), **more})
    assert made.status == 201, made.body
    assert made.json()["problems"] == []
    return str(made.json()["id"])


async def home_of(browser: Browser, league: str) -> Any:
    found = await browser.get(f"/leagues/{league}")
    assert found.status == 200, found.body
    return found.json()


async def member_of(browser: Browser, league: str, name: str) -> str:
    members = (await browser.get(f"/leagues/{league}/people")).json()["members"]
    return next(str(each["member"]) for each in members if each["name"] == name)


async def invited(host: Browser, league: str, **order: Any) -> str:
    """The token of an invitation."""
    made = await host.post(f"/leagues/{league}/invitations", order)
    assert made.status == 201, made.body
    return str(made.json()["token"])


async def joins(host: Browser, guest: Browser, league: str, **order: Any) -> None:
    """Somebody is invited, and comes."""
    token = await invited(host, league, **order)
    answer = await guest.post("/invitations/accept", {"token": token})
    assert answer.status == 200, answer.body
