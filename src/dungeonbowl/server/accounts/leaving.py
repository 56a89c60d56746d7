"""Taking everything along, and leaving.

Who deletes an account is called "coach 4f2a" from then on, wherever the name stood. Nothing is left to sign in with,
and the own lines in chats are removed. Matches stay: they belong to the other coaches too. Clocks of days stand still
for a week, so that a commissioner can find somebody who goes on."""

from __future__ import annotations

import asyncio
import io
import logging
import secrets
import zipfile
from contextlib import suppress
from typing import Any, Final, cast

import msgspec

from dungeonbowl.errors import Stale, Unavailable, UserError
from dungeonbowl.league.chain import RULES
from dungeonbowl.league.office.archive_file import unzipped
from dungeonbowl.league.office.reading import events
from dungeonbowl.league.office.rows import MemberRow
from dungeonbowl.league.office.views import MemberRole
from dungeonbowl.records.replay import encoded
from dungeonbowl.server.accounts.desk import Desk, Visitor
from dungeonbowl.server.accounts.matches import shown
from dungeonbowl.server.league.permits import Registry
from dungeonbowl.server.resuming import OVER, CannotResume
from dungeonbowl.server.seats import in_queue
from dungeonbowl.server.session import Session
from dungeonbowl.server.sessions import Sessions
from dungeonbowl.storage.accounts import PASSKEY, PROVIDER, AccountMatch, CredentialRecord, NameTaken
from dungeonbowl.storage.contacts import Contacts
from dungeonbowl.storage.lobby import LobbyStore
from dungeonbowl.storage.match_records import StoredChat
from dungeonbowl.storage.matches import REMOVED, effaced
from dungeonbowl.storage.moments import at_second
from dungeonbowl.storage.vouching import Vouchings

log = logging.getLogger(__name__)

MOST_REPLAYS: Final = 200  # in one file: the last ones. Any other is at its own address for everybody, being over
MOST_OF_A_TEAM: Final = 100  # replays of its matches
TRIES: Final = 50
PAUSE: Final = 600.0  # seconds between two looks for what was cut off
README: Final = """\
What this server keeps of your account. account.json: the account, its passkeys, sessions, tokens, news and who else
signs you in (of secrets the server has only hashes, which are not here). matches.json: the matches you made or had a
seat in. chat.json: what you said in their chats. lobby.json: what you said and offered in the lobby, whom you muted
or blocked, your ratings. leagues.json: the leagues you belong to, with your teams. teams: each of your teams as a
file, and its history with every event, as `dungeonbowl team verify` reads it. replays: those of your teams, and those
of your matches that are over, the last ones of each, as `dungeonbowl replay` reads them. Another server takes your
teams in from this file: My account there, "Bring teams along".
"""


# --- deleting --------------------------------------------------------------------------------------------------------


async def delete_account(
    desk: Desk, sessions: Sessions, visitor: Visitor, registry: Registry, lobby: LobbyStore
) -> str:
    """Returns what the account is called now. It is deleted with its new name, whatever comes then: what could not be
    changed at this moment is changed later."""
    account = visitor.account.id
    name = await new_name(desk, account)
    try:
        await take_name_away(desk, sessions, account, name, registry, lobby)
    except UserError:
        log.exception("account %s is deleted, and its name still stands elsewhere: it is tried again", account)
    return name


async def take_name_away(
    desk: Desk, sessions: Sessions, account: str, name: str, registry: Registry, lobby: LobbyStore
) -> None:
    """From the lobby, from leagues and from matches. All of it may be done again, if it was cut off."""
    members = await asyncio.to_thread(registry.memberships, account)  # with those of this very moment
    await asyncio.to_thread(lobby.forget, account)
    await asyncio.to_thread(registry.membership.forget, account)
    gone = [await asyncio.to_thread(leave_league, registry, member, name) for member in members]
    for match in await asyncio.to_thread(desk.store.matches, account):
        if match.sides:
            await efface(sessions, match, name)
    if all(gone):
        await asyncio.to_thread(desk.store.left, account)


class Leaving:
    """Finishes deleting accounts where a server was ended in the middle of it, or the database did not answer."""

    def __init__(self, desk: Desk, sessions: Sessions, registry: Registry, lobby: LobbyStore) -> None:
        self.desk = desk
        self.sessions = sessions
        self.registry = registry
        self.lobby = lobby
        self.task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        self.task = asyncio.create_task(self.look_now_and_then())

    async def look_now_and_then(self) -> None:
        while True:
            try:
                await self.look()
            except Exception:
                log.exception("accounts that are being deleted were not looked at; the next look does it")
            await asyncio.sleep(PAUSE)

    async def look(self) -> None:
        for each in await asyncio.to_thread(self.desk.store.leaving):
            await take_name_away(self.desk, self.sessions, each.id, each.name, self.registry, self.lobby)

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task


def leave_league(registry: Registry, member: MemberRow, name: str) -> bool:
    """The member is a name without an account from now on, which the commissioner runs with its teams. False if that
    could not be written."""
    role: MemberRole = "coach" if member.role in ("co-coach", "bot") else cast(MemberRole, member.role)
    for left in reversed(range(TRIES)):
        try:
            registry.office.leagues.change_member(member.league, member.id, RULES, role, "", name)
            return True
        except Stale:  # somebody else has written in the league at this moment: that is no reason to keep a name
            if left:
                continue
            log.error("league %s: a deleted account could not leave it: others were always first", member.league)
        except UserError as error:
            log.error("league %s: a deleted account could not leave it: %s", member.league, error)
            break
    return False


async def new_name(desk: Desk, account: str) -> str:
    """Give the account a name that says nothing. Nobody can sign in to it after that."""
    moment = at_second(desk.timekeeper.utc())
    for attempt in range(TRIES):
        name = f"coach {secrets.token_hex(2 + attempt // 10)}"
        try:
            await asyncio.to_thread(desk.store.efface, account, name, name, moment)
        except NameTaken:
            continue
        return name
    raise RuntimeError("no name is left for a deleted account")


async def efface(sessions: Sessions, match: AccountMatch, name: str) -> None:
    """In the database, and in the memory of the match if it is there."""
    session = sessions.by_id.get(match.id)
    if session is not None and not session.is_ended:
        here = session

        async def work() -> None:
            await sessions.store.efface_coach(match.id, match.sides, name)
            forget(here, match.sides, name)

        with suppress(Unavailable):  # it has just gone to another server, or does not answer
            await in_queue(session, work)
            return
        session.lose()  # what it remembers is not true any more
    await sessions.store.efface_coach(match.id, match.sides, name, anew=True)
    sessions.changed_elsewhere(match.id)


def forget(session: Session, sides: list[int], name: str) -> None:
    session.sides[:] = effaced(session.sides, sides, name)
    session.chat = [
        StoredChat(line.number, line.side, name, REMOVED, line.at) if line.side in sides else line
        for line in session.chat
    ]


# --- taking along ----------------------------------------------------------------------------------------------------


async def export(desk: Desk, sessions: Sessions, visitor: Visitor, registry: Registry, lobby: LobbyStore) -> bytes:
    """One zip of everything that the server keeps of an account."""
    store, account = desk.store, visitor.account
    matches = await asyncio.to_thread(store.matches, account.id)
    passkeys = await asyncio.to_thread(store.credentials, account.id, PASSKEY)
    providers = await asyncio.to_thread(store.credentials, account.id, PROVIDER)
    own = {
        "account": account,
        "passkeys": [{"label": each.label, "created": each.created, "used": each.used} for each in passkeys],
        "providers": [each_provider(each) for each in providers],
        "sessions": await asyncio.to_thread(store.sessions, account.id),
        "tokens": await asyncio.to_thread(store.tokens, account.id),
        "vouchings": await asyncio.to_thread(Vouchings(store).about, account.id),
        "told": await asyncio.to_thread(told_of, Contacts(store), account.id),
    }
    chat = [line for each in matches for line in await asyncio.to_thread(store.chat_of, each.id, each.sides)]
    files: dict[str, bytes] = {
        "README.txt": README.encode(),
        "account.json": pretty(own),
        "matches.json": pretty([shown(each) for each in matches]),
        "chat.json": pretty(chat),
        "lobby.json": pretty(await asyncio.to_thread(in_lobby, lobby, account.id)),
        "leagues.json": pretty(await asyncio.to_thread(in_leagues, registry, account.id)),
    }
    files |= await asyncio.to_thread(team_files, registry, account.id)
    files |= await asyncio.to_thread(team_replays, registry, account.id)
    for each in [match for match in matches if match.stage == OVER][:MOST_REPLAYS]:
        name = f"replays/{each.id}.jsonl"
        replay = b"" if name in files else await replay_of_match(sessions, each.id)
        if replay:
            files[name] = replay
    return await asyncio.to_thread(zipped, files)


def each_provider(known: CredentialRecord) -> dict[str, Any]:
    issuer, _, subject = known.public_id.partition(" ")
    return {
        "label": known.label,
        "issuer": issuer,
        "subject": subject,
        "created": known.created,
        "used": known.used,
    }


def in_lobby(lobby: LobbyStore, account: str) -> dict[str, Any]:
    return {
        "chat": lobby.lines_of(account),
        "challenges": [each for each in lobby.challenges() if each.account_id == account],
        "quiet": lobby.blocks(account),
        "ratings": lobby.ratings([account]),
    }


def own_teams(registry: Registry, account: str) -> list[dict[str, Any]]:
    members = registry.memberships(account)
    teams = registry.office.store.find("teams", {"owner": [each.id for each in members]}) if members else []
    return [{key: row[key] for key in ("id", "name", "league", "roster")} for row in teams]


def team_files(registry: Registry, account: str) -> dict[str, bytes]:
    """The own teams with every event of theirs, as other servers read them."""
    found: dict[str, bytes] = {}
    teams = registry.office.teams
    for team in own_teams(registry, account):
        found[f"teams/{team['id']}.toml"] = teams.file(team["id"]).encode()
        found[f"teams/{team['id']}.history.jsonl"] = teams.history_file(team["id"])
    return found


def team_replays(registry: Registry, account: str) -> dict[str, bytes]:
    """The replays that prove what the own teams are, whoever sat at those matches: the last ones of each team."""
    office = registry.office
    found: dict[str, bytes] = {}
    for team in own_teams(registry, account):
        played = [event for event in events(office.store, team["id"]) if event.kind == "played"]
        for event in played[-MOST_OF_A_TEAM:]:
            match = str(event.body["match"])
            if data := office.fixtures.replay(match):
                found[f"replays/{match}.jsonl"] = unzipped(data)
    return found


def in_leagues(registry: Registry, account: str) -> dict[str, Any]:
    return {
        "members": registry.memberships(account),
        "teams": own_teams(registry, account),
        "helps": registry.membership.helped_by(account),
        "applications": registry.membership.applied(account),
    }


def told_of(contacts: Contacts, account: str) -> dict[str, Any]:
    """Where the news of an account goes, what it has chosen, its vacations, and the news that is kept."""
    choices, hour = contacts.choices(account)
    return {
        "ways": contacts.channels(account),
        "choices": choices,
        "hour": hour,
        "vacations": contacts.vacations(account),
        "calendars": contacts.feeds(account),
        "news": contacts.news(account, None)[0],
    }


async def replay_of_match(sessions: Sessions, match: str) -> bytes:
    """Empty for a match that never began, or cannot be played again."""
    try:
        session = await sessions.finished(match)
    except CannotResume:
        return b""
    if session is None or session.match is None:
        return b""
    return b"\n".join(encoded(session.replay())) + b"\n"


def pretty(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def zipped(files: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return written.getvalue()
