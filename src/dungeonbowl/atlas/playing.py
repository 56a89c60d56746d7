"""The matches that an atlas is made of.

Every roster meets every roster, itself too. Two matches that follow each other have the same seed and teams, and the
sides are changed: so have both the first turn, the end zone and the luck of the dice. Teams are drafted at random in
every style. Every other two are changed by chance: a re-roll more or less, players with a skill more, a player fewer.
What such a thing is worth is read from them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import Final

import msgspec

from dungeonbowl.bots.arena import Pairing, Result, match_bots, play_game
from dungeonbowl.bots.recording import play_out
from dungeonbowl.bots.seat import Seat
from dungeonbowl.editions import name_of
from dungeonbowl.engine.match import Match as EngineMatch
from dungeonbowl.play.match import Match
from dungeonbowl.play.setting_up import new_game, rules_of, scrambled
from dungeonbowl.teams.checks import check, objections
from dungeonbowl.teams.drafting import STYLES, draft_team
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import Gain, Player, Team
from dungeonbowl.words.notation import COACHES

DRAFTS: Final = 4  # different drafts of a roster in each style
SKILLS: Final = ("Block", "Dodge", "Guard", "Tackle", "Sure Hands")
MOST_SKILLS: Final = 3
LEAST_PLAYERS: Final = 11
EARNED: Final = 60  # points of a career, enough for any advancement


class AtlasTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What is played. The atlas follows from these terms alone."""

    edition: str
    dungeons: tuple[str, ...]
    rosters: tuple[str, ...]
    games: int  # of each pair of rosters
    seed: int = 1
    bot: str = "normal"


class Bout(msgspec.Struct, frozen=True):
    """One match: two rosters in the order of the terms, and the number of the match among those of this pair."""

    edition: str
    dungeon: str
    rosters: tuple[str, str]
    number: int
    seed: int
    bot: str

    @property
    def sides(self) -> tuple[str, str]:
        """The rosters at home and away."""
        one, two = self.rosters
        return (one, two) if self.number % 2 == 0 else (two, one)


class Told(msgspec.Struct, frozen=True, array_like=True):
    """What the atlas counts of a match, seen by the side at home. Gold is that of the players, in units of 50,000."""

    points: float  # 1 for a win, a half for a draw
    first: bool
    zone_a: bool
    ending: str
    turns: int  # of both sides
    casualties: int
    touchdowns: int
    rerolls: int  # of home less those of away, and so on
    skills: int
    gold: float
    seconds: float  # of processor time: the only number that another run does not repeat


def bouts(terms: AtlasTerms) -> list[Bout]:
    """All matches; the first of all pairs come first, so that a part of the list is balanced too."""
    pairs = list(combinations_with_replacement(terms.rosters, 2))
    return [
        Bout(
            terms.edition,
            terms.dungeons[number // 2 % len(terms.dungeons)],
            pair,
            number,
            terms.seed + (number // 2) * len(pairs) + place,
            terms.bot,
        )
        for number in range(terms.games)
        for place, pair in enumerate(pairs)
    ]


@lru_cache(maxsize=2048)
def drafted(edition: str, roster: str, style: str, seed: int) -> Team:
    return draft_team(roster, style, seed, edition=edition)


def teams_of(bout: Bout) -> tuple[Team, Team]:
    """The teams of a match, in the order of its rosters. They follow from its seed."""
    book = name_of(rules_of(bout.edition).edition)
    chance = Random(scrambled(bout.seed, 8))
    teams = [drafted(book, roster, chance.choice(STYLES), chance.randrange(DRAFTS)) for roster in bout.rosters]
    if bout.number // 2 % 2:
        teams = [changed(team, chance) for team in teams]
    return teams[0], teams[1]


def changed(team: Team, chance: Random) -> Team:
    """A team with things more or less by chance, as far as the rules of its edition allow each."""
    replace = msgspec.structs.replace
    team = replace(team, games=1)  # a team that has played may be worth more than a new one
    team = kept(team, replace(team, rerolls=max(0, team.rerolls + chance.choice((-1, 0, 1)))))
    if chance.randrange(2) and len(team.players) > LEAST_PLAYERS:
        players = list(team.players)
        players.pop(chance.randrange(len(players)))
        team = kept(team, replace(team, players=tuple(players)))
    for _ in range(chance.randrange(MOST_SKILLS + 1)):
        place, skill = chance.randrange(len(team.players)), chance.choice(SKILLS)
        player = replace(team.players[place], gained=(Gain(skill=skill),), earned=EARNED)
        team = kept(team, replace(team, players=(*team.players[:place], player, *team.players[place + 1 :])))
    return team


def kept(before: Team, after: Team) -> Team:
    return before if check(after) or objections(after) else after


def worth_of(team: Team) -> tuple[int, int, float]:
    """Re-rolls, skills that players have gained, and the gold for players."""
    players: Sequence[Player] = team.players
    return team.rerolls_held, sum(len(player.gained) for player in players), sum(p.cost for p in players) / 50_000


def play_bout(bout: Bout) -> Told:
    """Play one match of an atlas."""
    began = time.process_time()
    teams = seated(bout)
    pairing = Pairing(bout.edition, bout.dungeon, bout.bot, bout.bot)
    seats = [Seat(bot, tells=False) for bot in match_bots(pairing, bout.seed)]
    result = play_game(new_game(bout.edition, bout.dungeon, teams), bout.seed, seats)
    return told(result, teams, time.process_time() - began)


def seated(bout: Bout) -> list[Team]:
    """The teams at home and away."""
    one, two = teams_of(bout)
    return [one, two] if bout.number % 2 == 0 else [two, one]


def told(result: Result, teams: Sequence[Team], seconds: float) -> Told:
    home, away = (worth_of(team) for team in teams)
    points = 0.5 if result.winner not in COACHES else float(result.winner == COACHES[0])
    return Told(
        points,
        result.first == COACHES[0],
        result.zones[0] == "A",
        result.ending,
        sum(result.turns),
        sum(result.casualties),
        sum(result.touchdowns),
        home[0] - away[0],
        home[1] - away[1],
        round(home[2] - away[2], 3),
        round(seconds, 4),
    )


def replayed(bout: Bout) -> EngineMatch:
    """The match of a bout with all its inputs, for its replay."""
    match = Match(bout.edition, bout.dungeon, seated(bout), bout.seed).engine
    pairing = Pairing(bout.edition, bout.dungeon, bout.bot, bout.bot)
    play_out(match, [Seat(bot, tells=False) for bot in match_bots(pairing, bout.seed)])
    return match


def varied(terms: AtlasTerms, settings: Sequence[str], games: int) -> list[Bout]:
    """The first matches of every pair again, by other settings."""
    fewer = msgspec.structs.replace(terms, games=min(games, terms.games))
    return [msgspec.structs.replace(bout, edition=edition) for edition in settings for bout in bouts(fewer)]


def all_rosters(edition: str) -> tuple[str, ...]:
    return tuple(sorted(roster.id for roster in load_facts(name_of(rules_of(edition).edition)).rosters))
