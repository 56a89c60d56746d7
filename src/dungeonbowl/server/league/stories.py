"""A match of a league in a few sentences, from the facts that it told the league."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dungeonbowl.languages import mark, t
from dungeonbowl.league.aftermath.facts import MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.views import FixtureLine
from dungeonbowl.server.league.desk import player_names

SCORED: Final = mark(
    {
        1: "{player} scored for {team}",
        2: "{player} scored twice for {team}",
        3: "{player} scored three times for {team}",
    }
)
SCORED_OFTEN: Final = mark("{player} scored {times} times for {team}")
# What became of a player, and what the one who did it did.
HARM: Final = mark(
    {
        "dead": ("{victim} died", "{player} killed {victim}"),
        "loss": ("{victim} has a lasting injury", "{player} crippled {victim}"),
        "niggle": ("{victim} has a niggling injury", "{player} injured {victim}"),
        "misses": ("{victim} misses the next match", "{player} injured {victim}"),
        "badly hurt": ("{victim} was badly hurt", "{player} hurt {victim}"),
    }
)
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
    told = "; ".join(story[:SHORT])
    return t("{story}; and {more} more", story=told, more=more) if more > 0 else told


def ids_in(facts: MatchFacts) -> Iterable[str]:
    for side in facts.sides:
        for player in side.players:
            yield player.player
            yield player.by


def name_of(player: str, names: dict[str, str]) -> str:
    return names.get(player) or t("somebody")


def scored(facts: MatchFacts, names: dict[str, str], teams: dict[str, str]) -> list[str]:
    return [
        t(
            SCORED.get(count, SCORED_OFTEN),
            player=name_of(player.player, names),
            team=teams.get(side.team, ""),
            times=count,
        )
        for side in facts.sides
        for player in side.players
        if (count := player.deeds.get("touchdown", 0))
    ]


def given_up(facts: MatchFacts, teams: dict[str, str]) -> list[str]:
    return [t("{team} gave up", team=teams.get(side.team) or t("a team")) for side in facts.sides if side.conceded]


def harmed(facts: MatchFacts, names: dict[str, str]) -> list[str]:
    hurt: list[tuple[SideFacts, PlayerFacts]] = [
        (side, player) for side in facts.sides for player in side.players if player.injury in HARM
    ]
    hurt.sort(key=lambda each: WORST_FIRST.index(each[1].injury))
    return [harm_words(player, names) for _, player in hurt]


def harm_words(player: PlayerFacts, names: dict[str, str]) -> str:
    became, did = HARM[player.injury]
    victim = name_of(player.player, names)
    told = t(did, player=name_of(player.by, names), victim=victim) if player.by else t(became, victim=victim)
    return f"{told} ({t(player.how)})" if player.how else told
