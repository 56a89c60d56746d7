"""Zips of accounts, as another server writes them: honest ones, and others."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from functools import cache

from dungeonbowl.league import team_events as e
from dungeonbowl.league.chain import Actor, Cause, Event, linked
from dungeonbowl.league.history import encoded as history_lines
from dungeonbowl.league.history import history_of
from dungeonbowl.league.office.chance import seeded
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.views import LuggageView
from dungeonbowl.league.texts import Texts
from dungeonbowl.records.replay import Replay
from dungeonbowl.records.replay import encoded as replay_lines
from support.offices import Clock
from support.small_league import EDITION, SmallLeague, append

Files = dict[str, bytes]
COACH = "Emma Grant"


class Host:
    """A league that a coach from elsewhere has joined, before its first season."""

    def __init__(self, seed: str = "host") -> None:
        self.office = Office(MemoryStore(), Clock(), seeded(seed))
        self.league = self.office.leagues.found("The Attic", COMMISSIONER, "book", EDITION)
        self.owner = self.office.leagues.add_member(self.league, COACH, COMMISSIONER)
        self.coach = Actor("coach", self.owner)

    def take_in(self, data: bytes) -> LuggageView:
        return self.office.luggage.take_in(data, self.league, self.owner, self.coach)

    def everything(self) -> str:
        store = self.office.store
        assert isinstance(store, MemoryStore)
        return repr((store.chains, store.tables))


@cache
def played_elsewhere() -> SmallLeague:
    """Two teams of another server after three matches with provable dice. It is shared: nobody changes it."""
    found = SmallLeague()
    for team in found.teams:
        append(team, e.Joined("l_far", 1), Cause("season", "s_far"))
    for number in (1, 2, 208):
        found.play(number)
    return found


def history_bytes(events: Sequence[Event], texts: Texts) -> bytes:
    return b"".join(line + b"\n" for line in history_lines(history_of(events, texts)))


def replay_bytes(replay: Replay) -> bytes:
    return b"\n".join(replay_lines(replay)) + b"\n"


def account_files(played: SmallLeague, sides: Iterable[int] = (0,), coach: str = COACH) -> Files:
    """The files of somebody's account who has some teams of a league."""
    files = {"README.txt": b"...", "account.json": json.dumps({"account": {"id": "a_1", "name": coach}}).encode()}
    for side in sides:
        team = played.teams[side]
        files[f"teams/{team.events[0].log}.history.jsonl"] = history_bytes(team.events, team.texts)
    for place, replay in enumerate(played.replays):
        files[f"replays/m_{place}.jsonl"] = replay_bytes(replay)
    return files


def zipped(files: Files) -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return found.getvalue()


def chained(events: Iterable[Event]) -> list[Event]:
    """A chain of events that somebody has made up who knows how hashes are made."""
    found: list[Event] = []
    for each in events:
        values = {name: getattr(each, name) for name in ("at", "actor", "cause", "kind", "body", "rule", "dice")}
        found.append(linked(each.log, found, **values))
    return found
