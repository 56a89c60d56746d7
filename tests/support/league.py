"""League teams around scenes, whose players are those of teams that a league keeps; and histories of teams."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from dungeonbowl.editions import name_of
from dungeonbowl.engine.abilities import WAITS_TO_JOIN
from dungeonbowl.league.aftermath.facts import MatchFacts, PlayerFacts
from dungeonbowl.league.aftermath.reading import read_match
from dungeonbowl.league.chain import RULES, Actor, Cause, Event, linked
from dungeonbowl.league.fold import fold
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.team_events import Created, TeamBody, kind_of, packed
from dungeonbowl.league.texts import Texts
from dungeonbowl.scenes.scene import Scene, SceneError
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.ready import ready_team
from dungeonbowl.teams.team import Player, Team

MATCH = "m_1"
ENDINGS = ("concede", "end turn", "stop", "decline", "stay")  # tried in this order until the match is over


def teams_of(scene: Scene, rosters: Sequence[str] = ()) -> list[Team]:
    """A league team for each side of a scene. A player's id is its letter, and its position is any lineman's."""
    edition = name_of(scene.rules.edition)
    facts = load_facts(edition)
    teams = []
    for side in range(int(scene.game.squads.sides)):
        roster = facts.roster(rosters[side]) if side < len(rosters) and rosters[side] else facts.rosters[0]
        lineman = roster.of_section("linemen")[0]
        players = [
            Player(int(sheet.number), sheet.name, lineman.name, lineman.cost, id=letter)
            for letter, piece in scene.letters.items()
            if int((sheet := scene.game.squads.sheets[piece]).side) == side and not scene.game.can(piece, WAITS_TO_JOIN)
        ]
        teams.append(Team(edition, roster.id, scene.game.squads.names[side], tuple(players), games=1, id=f"t_{side}"))
    return teams


def whistle(scene: Scene) -> Scene:
    """Somebody gives up, so that the match is over."""
    for _ in range(40):
        if scene.game.over:
            return scene
        for text in (*ENDINGS, scene.options()[0]):
            try:
                scene.act(text)
                break
            except SceneError:
                continue
    raise AssertionError(f"the match does not end: {scene.options()}")


def facts_of(scene: Scene, rosters: Sequence[str] = (), **details: Any) -> MatchFacts:
    """The facts of a scene that is over, or is given up now."""
    return read_match(whistle(scene).game, teams_of(scene, rosters), MATCH, **details)


def told(facts: MatchFacts, letter: str) -> PlayerFacts:
    """What a match tells of the player with this letter."""
    found = [player for side in facts.sides for player in side.players if player.player == letter]
    assert len(found) == 1, f"{letter}: {len(found)} entries"
    return found[0]


def points_of(facts: MatchFacts) -> dict[str, dict[str, int]]:
    """The points by deed of every player who has any."""
    return {player.player: player.points for side in facts.sides for player in side.players if player.points}


# --- histories --------------------------------------------------------------------------------------------------------

AT = "2024-05-01T20:00:00Z"


class Chronicle:
    """The history of one team, written event by event as a league writes it. Its salts are numbers, so that the same
    events give the same bytes."""

    def __init__(self, team: Team, *, owner: str = "") -> None:
        self.events: list[Event] = []
        self.texts = Texts(salts=(f"salt {number}" for number in itertools.count()))
        self.team = team
        self.add(Created(team, owner))

    def add(self, *bodies: TeamBody, match: str = "", actor: Actor = RULES, rule: str = "") -> Chronicle:
        """Append events. `Impossible`, and nothing is appended, if one of them cannot happen."""
        events = list(self.events)
        for body in bodies:
            cause = Cause("match", match) if match else Cause("decision")
            values = packed(body, self.texts)
            events.append(
                linked(
                    self.team.id, events, at=AT, actor=actor, cause=cause, kind=kind_of(body),
                    body=values, rule=rule,
                )
            )  # fmt: skip
        fold(events, self.texts)
        self.events = events
        return self

    @property
    def kept(self) -> Kept:
        return fold(self.events, self.texts)

    def player(self, identity: str) -> Player:
        found = self.kept.player(identity)
        assert found is not None, identity
        return found


def league_team(team_id: str = "t_a", ready: str = "fire-fast", edition: str = "official", **changes: Any) -> Team:
    """A ready team with ids: its players are p_1, p_2, ... by their numbers."""
    team = ready_team(ready, edition)
    players = tuple(replace(player, id=f"p_{player.number}") for player in team.players)
    return replace(team, id=team_id, players=players, **changes)
