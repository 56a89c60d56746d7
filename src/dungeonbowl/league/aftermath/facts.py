"""What a match tells the teams that played it: everything that an aftermath reads, and nothing else.

It comes from the events of a match (`reading.py`) or from a result sheet of a real table.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from dungeonbowl.league.conceding import Concession, conceded_score
from dungeonbowl.league.team_events import Fame, Outcome, Provenance
from dungeonbowl.teams.team import Player

# What a casualty came to, whatever the edition's table calls it.
Injury = Literal["", "badly hurt", "misses", "niggle", "loss", "dead"]
# `last`: all other teams were out. `beaten`: monsters won, and every team was beaten. `walkover`: nobody has played,
# and the winner has an aftermath all the same.
Ending = Literal["touchdown", "distance", "score", "last", "draw", "conceded", "time", "beaten", "adjudged", "walkover"]


class Harm(msgspec.Struct, frozen=True, omit_defaults=True):
    """One result of a casualty, and the characteristic of a loss."""

    injury: Injury
    loss: str = ""


class PlayerFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player of a team did and suffered. `player` is its id in the team, `points` what the match gave, by deed.
    Everybody who came to the match has an entry, journeymen too.

    `deeds` counts for the records: touchdown, completion, throw (of a team-mate), casualty (one that earned points),
    kill, interception, deflection, chest, push, monster, referee, foul, sent off, lost (in a portal), funds. The names
    in `points` are among them, and `weapon` for a casualty by a secret weapon.
    """

    player: str
    deeds: dict[str, int] = {}
    points: dict[str, int] = {}
    injury: Injury = ""
    loss: str = ""  # the characteristic, of a loss
    further: tuple[Harm, ...] = ()  # more results beside the worst: those of a body that decays, or of another casualty
    how: str = ""  # what hurt it: block, foul, chest, portal, ...
    by: str = ""  # the id of the player who did, of any team
    mvps: int = 0  # awards that the match itself has drawn
    stone: bool = False  # it was turned to stone
    confiscated: bool = False
    item_lost: str = ""
    infected: bool = False  # it died of an infection, and the killer's team may have it
    absent: bool = False  # it came and could not play, because of an assassin


class SideFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match tells one of its teams."""

    team: str
    outcome: Outcome
    score: int = 0
    casualties: int = 0  # caused, those that earned points
    players: tuple[PlayerFacts, ...] = ()
    bought: tuple[str, ...] = ()  # inducements, tactics, arrangements, by name
    spent: int = 0  # gold of the treasury
    gathered: int = 0  # different players who gathered funds (O-ROOM-14)
    conceded: bool = False
    fit: int = 0  # players who could still take the field when it conceded
    newcomers: tuple[str, ...] = ()  # positions of players who joined by infection, or join after the match
    joined: tuple[Player, ...] = ()  # the newcomers who played in this match already: journeymen with ids of their own
    value: int = 0  # current team value, or rating, at the lock
    fame: int = 0
    lent: tuple[Player, ...] = ()  # journeymen of a match played as entered: the history has not heard of them
    crowd: Fame | None = None  # the fans of such a match


class MatchFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as a league sees it. The order of `sides` is that of the match."""

    match: str
    edition: str  # its text, with options
    sides: tuple[SideFacts, ...]
    how: Ending = "score"
    competition: str = ""
    friendly: bool = False
    story: str = ""
    provenance: Provenance = "reported"
    dungeon: str = ""  # its id; empty if it is not known
    first: str = ""  # the team that had the first turn

    @property
    def was_played(self) -> bool:
        """Whether the teams have met. Who won by a walk-over may have an aftermath all the same."""
        return self.how != "walkover"

    def side_of(self, team: str) -> SideFacts:
        for side in self.sides:
            if side.team == team:
                return side
        raise KeyError(team)

    @property
    def conceder(self) -> SideFacts | None:
        """The team that gave up and so ended a match of two teams."""
        found = [side for side in self.sides if side.conceded]
        return found[0] if self.how == "conceded" and len(found) == 1 and len(self.sides) == 2 else None

    def scores(self, concession: Concession) -> dict[str, int]:
        """The touchdowns that count, by team: those of the board, or what a concession makes of them."""
        conceder = self.conceder
        if conceder is None:
            return {side.team: side.score for side in self.sides}
        (winner,) = self.others(conceder.team)
        own, other = conceded_score(winner.score, conceder.score, concession)
        return {side.team: own if side is winner else other for side in self.sides}

    def others(self, team: str) -> tuple[SideFacts, ...]:
        return tuple(side for side in self.sides if side.team != team)
