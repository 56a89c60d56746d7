"""The report of a league of bots: tables, champions, how teams grew, who won how often, what is out of balance."""

from __future__ import annotations

from collections import Counter

import msgspec

from dungeonbowl.dungeon.fairness import wilson
from dungeonbowl.league.competitions.balance import Report, changed_places, report
from dungeonbowl.league.competitions.options import CompetitionOptions
from dungeonbowl.league.competitions.ratings import is_rated
from dungeonbowl.league.ledger import Ledger
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.views import StageTable


class SeasonReport(msgspec.Struct, frozen=True):
    """A season: its tables, and the places at its end as ids of teams."""

    number: int
    champion: str
    places: tuple[tuple[str, ...], ...]
    tables: tuple[StageTable, ...]


class TeamReport(msgspec.Struct, frozen=True):
    """How a team grew. `values` are those at the draft and at the end of each season, before any redraft."""

    team: str
    name: str
    coach: str
    roster: str
    values: tuple[int, ...]
    won: int
    drawn: int
    lost: int
    advancements: int
    died: int
    titles: int


class CoachReport(msgspec.Struct, frozen=True):
    """What a bot has won with all its teams. A draw counts as half a win; matches between two of its own teams do not
    count."""

    coach: str
    teams: int
    games: int
    won: int
    drawn: int
    lost: int
    share: float
    interval_95: tuple[float, float]
    titles: int


class LeagueReport(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    edition: str
    matches: int
    seasons: list[SeasonReport]
    coaches: list[CoachReport]
    teams: list[TeamReport]
    balance: Report
    other_options: dict[str, dict[str, tuple[int, int]]]  # options that would have changed places, by their words


def report_of(office: Office, league: str) -> LeagueReport:
    ledger = Ledger(office, league)
    titles = champions(ledger)
    return LeagueReport(
        name=ledger.name,
        edition=ledger.edition,
        matches=sum(is_rated(result) for result in ledger.results()),
        seasons=[season_report(ledger, place) for place in range(len(ledger.seasons))],
        coaches=coach_reports(ledger, titles),
        teams=[team_report(ledger, team, titles) for team in ledger.teams],
        balance=report(ledger.balance_lines()),
        other_options=changes_by_options(ledger),
    )


def champions(ledger: Ledger) -> Counter[str]:
    found: Counter[str] = Counter()
    for season in ledger.seasons:
        places = season.competitions[season.line.competitions[0]].places
        if places and len(places[0]) == 1:
            found[places[0][0]] += 1
    return found


def season_report(ledger: Ledger, place: int) -> SeasonReport:
    season = ledger.seasons[place]
    view = ledger.office.competitions.view(season.line.competitions[0])
    return SeasonReport(season.number, view.champion, view.places, view.tables)


def team_report(ledger: Ledger, team: str, titles: Counter[str]) -> TeamReport:
    kept = ledger.teams[team]
    last: dict[int, int] = {}
    closed = {standing.match: standing.value for standing in kept.standings}
    for entry in ledger.matches:
        if entry.id in closed:
            last[entry.season] = closed[entry.id]
    return TeamReport(
        team,
        kept.team.name,
        ledger.coaches.get(team, ""),
        ledger.roster_name(team),
        (kept.standings[0].value, *(last[season] for season in sorted(last))),
        kept.won,
        kept.drawn,
        kept.lost,
        sum(len(career.player.gained) for career in kept.careers.values()),
        sum(career.how == "died" for career in kept.careers.values()),
        titles[team],
    )


def coach_reports(ledger: Ledger, titles: Counter[str]) -> list[CoachReport]:
    counts: dict[str, Counter[str]] = {coach: Counter() for coach in ledger.coaches.values() if coach}
    for result in ledger.results():
        coaches = [ledger.coaches.get(side.team, "") for side in result.sides]
        if not is_rated(result) or len(set(coaches)) < len(coaches):
            continue
        for side, coach in zip(result.sides, coaches, strict=True):
            counts[coach][side.result] += 1
    found = []
    for coach, count in counts.items():
        games = sum(count.values())
        halves = 2 * count["won"] + count["drawn"]
        low, high = wilson(halves // 2, games) if games else (0.0, 1.0)
        teams = [team for team, owner in ledger.coaches.items() if owner == coach]
        found.append(
            CoachReport(
                coach,
                len(teams),
                games,
                count["won"],
                count["drawn"],
                count["lost"],
                halves / 2 / games if games else 0.0,
                (round(low, 4), round(high, 4)),
                sum(titles[team] for team in teams),
            )
        )
    return sorted(found, key=lambda each: (-each.share, each.coach))


def changes_by_options(ledger: Ledger) -> dict[str, dict[str, tuple[int, int]]]:
    """Which options would have changed places in the last table: what a win is worth, and the first tie-break."""
    season = ledger.seasons[-1]
    state = season.competitions.get(season.line.competitions[0])
    if state is None or not state.stages:
        return {}
    agreed = state.agreed.competition
    names = {team: state.name_of(team) for team in state.stages[0].teams}
    results = [state.results[fixture.id] for fixture in state.fixtures_of(1) if fixture.id in state.results]
    others: dict[str, CompetitionOptions] = {
        "a win is worth 2 points": msgspec.structs.replace(agreed, win=2),
        "casualties break ties first": msgspec.structs.replace(
            agreed, tie_breaks=("points", "cas_for", *agreed.tie_breaks[1:])
        ),
        "head to head breaks ties first": msgspec.structs.replace(
            agreed, tie_breaks=("points", "head_to_head", *agreed.tie_breaks[1:])
        ),
        "three casualties are worth a point": msgspec.structs.replace(agreed, bonus=("casualties>=3:+1",)),
    }
    found = {}
    for words, options in others.items():
        if changed := changed_places(names, results, agreed, options):
            found[words] = {names[team]: places for team, places in changed.items()}
    return found
