"""A match of a league in a few sentences, from the facts that it told the league."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dungeonbowl.league.aftermath.facts import MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.views import FixtureLine
from dungeonbowl.server.league.desk import player_names

TIMES: Final = {1: "", 2: " twice", 3: " three times"}
# What became of a player, and what the one who did it did.
HARM: Final = {
    "dead": ("died", "killed"),
    "loss": ("has a lasting injury", "crippled"),
    "niggle": ("has a niggling injury", "injured"),
    "misses": ("misses the next match", "injured"),
    "badly hurt": ("was badly hurt", "hurt"),
}
WORST_FIRST: Final = tuple(HARM)
SHORT: Final = 3  # sentences in one line


def stories_of(office: Office, fixtures: Iterable[FixtureLine]) -> dict[str, list[str]]:
    """What happened to players in matches that are over, by fixture, the most important first; nothing where nobody
    wrote it down."""
    over = [fixture for fixture in fixtures if fixture.match and fixture.state == "over"]
    facts = office.fixtures.facts_of([fixture.match for fixture in over])
    names = player_names(office, (player for each in facts.values() for player in ids_in(each)))
    return {fixture.id: told(fixture, facts[fixture.match], names) for fixture in over if fixture.match in facts}


def told(fixture: FixtureLine, facts: MatchFacts, names: dict[str, str]) -> list[str]:
    teams = {side.team: side.name for side in fixture.sides}
    return [*scored(facts, names, teams), *given_up(facts, teams), *harmed(facts, names)]


def in_short(story: list[str]) -> str:
    """A story in one line."""
    more = len(story) - SHORT
    return "; ".join(story[:SHORT]) + (f"; and {more} more" if more > 0 else "")


def ids_in(facts: MatchFacts) -> Iterable[str]:
    for side in facts.sides:
        for player in side.players:
            yield player.player
            yield player.by


def name_of(player: str, names: dict[str, str]) -> str:
    return names.get(player, "somebody")


def scored(facts: MatchFacts, names: dict[str, str], teams: dict[str, str]) -> list[str]:
    return [
        f"{name_of(player.player, names)} scored{TIMES.get(count, f' {count} times')} for {teams.get(side.team, '')}"
        for side in facts.sides
        for player in side.players
        if (count := player.deeds.get("touchdown", 0))
    ]


def given_up(facts: MatchFacts, teams: dict[str, str]) -> list[str]:
    return [f"{teams.get(side.team, 'a team')} gave up" for side in facts.sides if side.conceded]


def harmed(facts: MatchFacts, names: dict[str, str]) -> list[str]:
    hurt: list[tuple[SideFacts, PlayerFacts]] = [
        (side, player) for side in facts.sides for player in side.players if player.injury in HARM
    ]
    hurt.sort(key=lambda each: WORST_FIRST.index(each[1].injury))
    return [harm_words(player, names) for _, player in hurt]


def harm_words(player: PlayerFacts, names: dict[str, str]) -> str:
    became, did = HARM[player.injury]
    victim = name_of(player.player, names)
    how = f" ({player.how})" if player.how else ""
    if player.by:
        return f"{name_of(player.by, names)} {did} {victim}{how}"
    return f"{victim} {became}{how}"
