"""A team as its history made it: the sheet, where it stands in its life, and the careers of all who ever played for
it."""

from __future__ import annotations

from typing import Literal

import msgspec

from dungeonbowl.league.team_events import Departure
from dungeonbowl.teams.team import Player, Team

State = Literal["drafting", "ready", "booked", "aftermath", "off_season", "suspended", "disbanded"]


class Career(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's life with the team. `deeds` counts what it did, `hurts` are its injuries in the order they came."""

    player: Player  # as it is, or as it was when it left
    joined: int  # the number of the event
    left: int = 0
    how: Departure | None = None
    by: str = ""  # the player who killed it
    deeds: dict[str, int] = {}
    hurts: tuple[str, ...] = ()


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the team was worth at a point of its life: as it was drafted, when the aftermath of `match` was closed, or
    when `season` began. `income` and `spending` are the gold that came and went since the point before; the gold of a
    redraft, which comes and goes at once, is in neither."""

    at: str
    match: str
    value: int  # in gold, or in points of rating
    current_value: int
    treasury: int
    season: int = 0
    income: int = 0
    spending: int = 0


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that follows from the history of a team. `seq` and `head` are those of its last event."""

    team: Team
    state: State = "drafting"
    owner: str = ""
    league: str = ""
    seq: int = 0
    head: str = ""
    match: str = ""  # that it is booked for, or whose aftermath is open
    careers: dict[str, Career] = {}
    standings: tuple[Standing, ...] = ()  # the first is the draft
    income: int = 0  # since the last of them
    spending: int = 0
    honours: tuple[tuple[int, int], ...] = ()  # season and place
    won: int = 0
    drawn: int = 0
    lost: int = 0
    fixtures_won: int = 0  # this season, friendlies not among them
    season_games: int = 0  # this season
    funds: int = 0  # gold of the redraft that is under way
    rehired: tuple[str, ...] = ()  # in the redraft that is under way
    scouting_gold: int = 0
    lasting: tuple[str, ...] = ()  # players who lost a characteristic in the last match
    before: State = "ready"  # where a team goes on that was suspended or disbanded
    learners: tuple[str, ...] = ()  # players who have learnt a skill this season

    def player(self, identity: str) -> Player | None:
        for player in self.team.players:
            if player.id == identity:
                return player
        return None
