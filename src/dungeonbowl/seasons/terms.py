"""What a league of bots is: who plays, with which teams, by which rules, how long."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from dungeonbowl.bots.outside import find_bot
from dungeonbowl.editions import TABLE, name_of, settings
from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions import lots
from dungeonbowl.league.competitions.options import preset as find_preset
from dungeonbowl.league.competitions.options import read_season, write_season
from dungeonbowl.league.options import defaults_of
from dungeonbowl.play.setting_up import rules_of, with_option
from dungeonbowl.teams.ready import find_team, ready_ids
from dungeonbowl.teams.team import Team

PRESET: Final = "bots"
READY: Final = "ready"
FEWEST: Final = 4  # teams of a league whose size nobody has named
MOST_TEAMS: Final = 64
MOST_SEASONS: Final = 100
# Tries for a decision of `hard`, unless they are named: a season is many matches. With as many as it makes in a single
# match (500 on plain floor), two seasons of four teams would take ten minutes and not one.
HARD: Final = "hard(tries=60)"
EXPERT: Final = "expert(tries=120)"
# A match must end by itself: limits for editions that have none of their own.
TURNS: Final = 16
FEW_TEAMS: Final = "stages = round_robin(meetings=2,house_rule=on) knock_out(qualify=2)"


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """A league of bots. Everything that is played follows from these. `bots` and `teams` go together: the first bot
    coaches the first team, and so on; bots take turns if there are more teams."""

    bots: tuple[str, ...]
    teams: tuple[Team, ...]
    seasons: int = 1
    seed: int = 1
    edition: str = "official"
    options: str = ""  # the whole text of the first season
    name: str = "Bots"

    def bot_of(self, place: int) -> str:
        return self.bots[place % len(self.bots)]

    @property
    def key(self) -> str:
        """The text that all chances of the league follow from."""
        return msgspec.json.encode(self).decode()


def make_terms(
    bots: Sequence[str],
    teams: Sequence[str] = (READY,),
    seasons: int = 1,
    seed: int = 1,
    edition: str = "official",
    options: str = "",
    size: int = 0,
    name: str = "Bots",
) -> Terms:
    """The terms from names. `UserError` of one line for what cannot be played."""
    if not bots:
        raise UserError("bots: expected one or more, such as normal,hard")
    if not 1 <= seasons <= MOST_SEASONS:
        raise UserError(f"seasons: expected from 1 to {MOST_SEASONS}, found {seasons}")
    for each in bots:
        find_bot(each, 0)
    edition = played_edition(edition)
    if tuple(teams) == (READY,):
        chosen = drawn_teams(name_of(edition), size or usual_size(len(bots)), seed)
    elif size and size != len(teams):
        raise UserError(f"size {size}: {len(teams)} teams are named; leave one of the two out")
    else:
        chosen = [find_team(each, edition=name_of(edition)) for each in teams]
    if not 2 <= len(chosen) <= MOST_TEAMS:
        raise UserError(f"teams: expected from 2 to {MOST_TEAMS}, found {len(chosen)}")
    return Terms(
        bots=tuple(bots),
        teams=tuple(chosen),
        seasons=seasons,
        seed=seed,
        edition=edition,
        options=season_text(edition, options, len(chosen)),
        name=name,
    )


def usual_size(bots: int) -> int:
    """So many teams that each bot has the same number of them, and a table is a table.

    >>> usual_size(2), usual_size(3), usual_size(5)
    (4, 6, 5)
    """
    return -(-FEWEST // bots) * bots


def drawn_teams(edition: str, size: int, seed: int) -> list[Team]:
    """Ready teams by lot: of different rosters as long as there are any."""
    order = lots.drawn(str(seed), "team", ready_ids(edition))
    if size > len(order):
        raise UserError(f"size {size}: there are {len(order)} ready teams of {edition}; name team files as well")
    found = [find_team(f"{edition}:{each}") for each in order]
    seen: dict[str, int] = {}
    ranked: list[tuple[int, int]] = []
    for place, team in enumerate(found):
        ranked.append((seen.get(team.roster, 0), place))
        seen[team.roster] = seen.get(team.roster, 0) + 1
    return [found[place] for _, place in sorted(ranked)[:size]]


def played_edition(edition: str) -> str:
    """The edition with what a league of bots needs: what happens between matches, and matches that end."""
    edition = rules_of(edition).edition
    known = settings(edition)
    if known.get("league") == "off":
        edition = with_option(edition, "league", "on")
    if known.get("turn_limit") == "none" and any(
        option.key == "turn_limit" for option in TABLE[name_of(edition)].options
    ):
        edition = with_option(edition, "turn_limit", TURNS)
    return rules_of(edition).edition


def season_text(edition: str, options: str, teams: int) -> str:
    """The options of the first season: the preset for bots, then what the edition makes necessary, then what is
    wanted."""
    season = find_preset(PRESET).season(edition)
    needed = []
    if teams < FEWEST:
        needed.append(FEW_TEAMS)
    if "fill_up" not in defaults_of(name_of(edition)).fixed:  # nobody is there to grant a beaten team its players
        needed.append("fill_up = six")
    season = read_season("\n".join(needed), season) if needed else season
    return write_season(read_season(options, season) if options.strip() else season)


def listed(text: str) -> list[str]:
    """The parts between commas; a comma between brackets belongs to its part.

    >>> listed("normal, hard(tries=10,seconds=1)")
    ['normal', 'hard(tries=10,seconds=1)']
    """
    return [part.strip() for part in re.split(r",(?![^(]*\))", text) if part.strip()]


def titles(bots: Sequence[str]) -> dict[str, str]:
    """What each bot is called in tables: of a bot of one's own only the class, if no other has the same.

    >>> titles(["normal", "my_bot.py:MyBot"])
    {'normal': 'normal', 'my_bot.py:MyBot': 'MyBot'}
    """
    short = {bot: bot if bot.endswith(")") else bot.rpartition(":")[2] for bot in bots}
    counts = [short[bot] for bot in dict.fromkeys(bots)]
    return {bot: name if counts.count(name) == 1 else bot for bot, name in short.items()}


def playing(bot: str) -> str:
    """The bot that plays for a name: `hard` and `expert` have fewer tries in a league."""
    return {"hard": HARD, "expert": EXPERT}.get(bot, bot)
