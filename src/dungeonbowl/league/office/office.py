"""The office: one object with a desk for each subject.

| desk | does |
| --- | --- |
| `leagues` | found, list and show leagues; members; news; what waits for somebody; audit |
| `teams` | enter and redraft teams; show them, their history, their players, leaderboards; rename, hand over, suspend |
| `seasons` | start a season, amend its options, finish it, the redraft, the next season |
| `competitions` | tables, schedule; make and publish the next round; withdraw, replace; friendlies |
| `fixtures` | lock the teams of a fixture, settle a match, result sheets, walk-overs, extensions |
| `aftermaths` | show an aftermath, decide, give dice, take back, let the assistant close |
| `corrections` | preview and make corrections |
| `archives` | export and import `.dungeonleague` files, rebuild, verify |
| `luggage` | teams that a coach brings from another server |

Every verb that writes takes `by`, the actor, and most take `number`: the number of the last event that the caller has
seen of the log it is about (None: whatever is the last now).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dungeonbowl.errors import Stale
from dungeonbowl.league.chain import RULES, Actor
from dungeonbowl.league.office.aftermaths import Aftermaths
from dungeonbowl.league.office.archives import Archives
from dungeonbowl.league.office.chance import Chance, Clock, unforeseen, utc_now
from dungeonbowl.league.office.competitions import Competitions
from dungeonbowl.league.office.corrections import Corrections
from dungeonbowl.league.office.fixtures import Fixtures
from dungeonbowl.league.office.leagues import Leagues
from dungeonbowl.league.office.luggage import LuggageDesk
from dungeonbowl.league.office.reading import States
from dungeonbowl.league.office.seasons import Seasons
from dungeonbowl.league.office.store import Store
from dungeonbowl.league.office.teams import Teams
from dungeonbowl.league.office.work import Work

PATIENCE = 4  # times that something is tried again


class Office:
    """The office of all leagues of a store. `now` tells the time, `chance` gives what nobody can foresee."""

    def __init__(self, store: Store, now: Clock = utc_now, chance: Chance = unforeseen) -> None:
        self.store = store
        self.now = now
        self.chance = chance
        self.lock = threading.RLock()
        self.states = States(store)
        self.leagues = Leagues(self)
        self.teams = Teams(self)
        self.seasons = Seasons(self)
        self.competitions = Competitions(self)
        self.fixtures = Fixtures(self)
        self.aftermaths = Aftermaths(self)
        self.corrections = Corrections(self)
        self.archives = Archives(self)
        self.luggage = LuggageDesk(self)

    def reader(self) -> Work:
        """A piece of work that only looks, and is never written."""
        return Work(self, RULES)

    def patiently(self, act: Callable[[], None]) -> None:
        """Do something again if another process on the same store was first, for what is still right then: who names
        the number that he has seen is told at once."""
        for _ in range(PATIENCE):
            try:
                return act()
            except Stale:
                continue
        return act()

    @contextmanager
    def work(self, by: Actor) -> Iterator[Work]:
        """A piece of work, which is written when it ends without an error. One at a time in this process; another
        process on the same store is told that it was late."""
        with self.lock:
            work = Work(self, by)
            yield work
            work.commit()
