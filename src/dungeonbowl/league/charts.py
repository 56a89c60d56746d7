"""Numbers of a league or of a team for drawing. Pages and the book draw the same charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final, Literal

import msgspec

from dungeonbowl.errors import MissingExtra
from dungeonbowl.languages import mark, t
from dungeonbowl.league.competitions.balance import Report, Share
from dungeonbowl.league.competitions.dungeons import dungeon_title
from dungeonbowl.league.competitions.ratings import Rating, rebuilt
from dungeonbowl.league.competitions.tables import counted_in
from dungeonbowl.league.kept import Kept, Standing
from dungeonbowl.league.ledger import Ledger, SeasonEntry
from dungeonbowl.league.records import casualties, luck_of_teams
from dungeonbowl.league.stories import Place, Story

THOUSAND: Final = 1000
GOLD: Final = mark("thousands of gold")
DRAFT: Final = mark("draft")
INTERVAL: Final = mark(
    "A draw is half a win. The thin lines are the 95 % interval: while one reaches 50 %, chance may explain it."
)


class ChartLine(msgspec.Struct, frozen=True):
    """A line of a chart, or its bars. A point is missing where a team has none. `low` and `high` are the ends of the
    interval of each bar, where there is one."""

    team: str
    name: str
    values: list[float | None]
    low: list[float] = []
    high: list[float] = []


class Chart(msgspec.Struct, frozen=True):
    """Numbers for drawing. In the order of time they are lines, or columns: those of the first line stand up for what
    came, those of the second hang down, below 0, for what went. By name they are bars."""

    id: str
    title: str
    unit: str
    labels: list[str]
    lines: list[ChartLine]
    kind: Literal["lines", "columns", "bars"] = "lines"
    note: str = ""


class Heat(msgspec.Struct, frozen=True):
    """How often touchdowns were scored on each square of a dungeon."""

    dungeon: str
    name: str
    squares: dict[Place, int]


def charts_of(ledger: Ledger, balance: Report, stories: Mapping[str, Story] | None = None) -> list[Chart]:
    """Every chart for which there are numbers. `balance` is the balance report of the same ledger."""
    charts = [
        value_chart(ledger),
        *(
            points_chart(ledger, season, competition)
            for season in ledger.seasons
            for competition in season.competitions
        ),
        rating_chart(ledger),
        luck_chart(ledger, stories or {}),
        treasury_chart(ledger),
        injury_chart(ledger),
        share_chart("rosters", t("Wins by roster"), balance.by_roster),
        share_chart("dungeons", t("Wins of the first-named team by dungeon"), balance.by_dungeon, dungeon_title),
    ]
    return [chart for chart in charts if chart is not None and chart.labels]


def filled(values: Sequence[float], count: int) -> list[float | None]:
    return [*values, *[None] * (count - len(values))]


def numbers(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


# --- of a league ------------------------------------------------------------------------------------------------------


def value_chart(ledger: Ledger) -> Chart | None:
    title, unit = worth_words(ledger.counts_gold)
    scale = THOUSAND if ledger.counts_gold else 1
    return standing_chart(ledger, "value", title, unit, lambda standing: standing.value / scale)


def treasury_chart(ledger: Ledger) -> Chart | None:
    return standing_chart(ledger, "treasury", t("Treasury"), t(GOLD), lambda standing: standing.treasury / THOUSAND)


def worth_words(counts_gold: bool) -> tuple[str, str]:
    """What a team is worth is called, and counted in."""
    return (t("Team value"), t(GOLD)) if counts_gold else (t("Team rating"), t("points"))


def standing_chart(
    ledger: Ledger, key: str, title: str, unit: str, figure: Callable[[Standing], float]
) -> Chart | None:
    """A figure of each team, as drafted and after each of its matches; none before the first match."""
    points = {
        team: [each for each in kept.standings if not each.season]  # teams are compared match by match
        for team, kept in ledger.teams.items()
    }
    most = max((len(each) for each in points.values()), default=0)
    if most < 2:
        return None
    lines = [
        ChartLine(team, ledger.team_name(team), filled([figure(each) for each in points[team]], most))
        for team in ledger.teams
    ]
    told = t("{unit}, as drafted and after each match", unit=unit)
    return Chart(key, title, told, [t(DRAFT), *numbers(most - 1)], lines)


def points_chart(ledger: Ledger, season: SeasonEntry, competition: str) -> Chart | None:
    """League points, summed up round by round, in the first stage."""
    state = season.competitions[competition]
    if not state.stages:
        return None
    gained: dict[str, Counter[int]] = {team: Counter() for team in state.stages[0].teams}
    last = 0
    for counted in counted_in(state, 1):
        fixture = state.fixtures.get(counted.result.fixture)
        if fixture is None:  # a bye
            continue
        last = max(last, fixture.round)
        for side in counted.result.sides:
            if side.team in gained:
                gained[side.team][fixture.round] += counted.scoring.of_side(side, counted.result)
    lines = []
    for team in [each for each in ledger.teams if each in gained]:  # the same order, and colours, in every chart
        by_round = gained[team]
        total = 0
        values: list[float | None] = []
        for number in range(1, last + 1):
            total += by_round[number]
            values.append(float(total))
        lines.append(ChartLine(team, ledger.team_name(team), values))
    title = t("League points")
    if len(season.competitions) > 1:
        title += f", {state.title}"
    if len(ledger.seasons) > 1:
        title += f", {t('season {number}', number=season.number)}"
    return Chart(f"points {competition}", title, t("after each round"), numbers(last), lines)


def rating_chart(ledger: Ledger) -> Chart | None:
    """The rating of each team after each of its matches; none without the extra for ratings."""
    ratings: dict[str, Rating] = {}
    values: dict[str, list[float]] = {team: [] for team in ledger.teams}
    try:
        for result in ledger.results():
            after = rebuilt([result], ratings)
            for side in result.sides:
                if side.team in values and after.get(side.team) != ratings.get(side.team):
                    values[side.team].append(round(after[side.team].mean, 2))
            ratings = after
    except MissingExtra:
        return None
    most = max((len(each) for each in values.values()), default=0)
    lines = [ChartLine(team, ledger.team_name(team), filled(each, most)) for team, each in values.items()]
    note = t("25 is the usual strength; a few matches say little.")
    return Chart("rating", t("Rating"), t("after each match"), numbers(most), lines, note=note)


def luck_chart(ledger: Ledger, stories: Mapping[str, Story]) -> Chart | None:
    """Luck, summed up from match to match."""
    if not stories:
        return None
    values: dict[str, list[float]] = {team: [] for team in ledger.teams}
    for (_, team), lucks in luck_of_teams(ledger, stories).items():
        so_far = values.setdefault(team, [])
        for luck in lucks:
            so_far.append(round((so_far[-1] if so_far else 0.0) + luck, 2))
    most = max((len(each) for each in values.values()), default=0)
    lines = [ChartLine(team, ledger.team_name(team), filled(each, most)) for team, each in values.items()]
    note = t("In standard deviations of the dice of a match: above 0, the dice were kinder than they had to be.")
    return Chart("luck", t("Luck, summed up"), t("after each match"), numbers(most), lines, note=note)


def injury_chart(ledger: Ledger) -> Chart:
    """What hurt players so that it outlasted the match."""
    found = Counter(row.how for row in casualties(ledger)).most_common()
    bars = ChartLine("", t("injuries"), [float(count) for _, count in found])
    return Chart("injuries", t("Injuries by cause"), t("players"), [t(cause) for cause, _ in found], [bars], "bars")


def share_chart(key: str, title: str, found: Sequence[Share], named: Callable[[str], str] = str) -> Chart:
    """Shares of wins with their intervals, in percent. `named` makes a name for people of what is compared."""
    line = ChartLine(
        "",
        t("share of wins"),
        [100 * each.share for each in found],
        [100 * each.low for each in found],
        [100 * each.high for each in found],
    )
    labels = [f"{named(each.what)} ({each.games})" for each in found]
    return Chart(key, title, t("percent, and matches in brackets"), labels, [line], "bars", t(INTERVAL))


# --- of a team --------------------------------------------------------------------------------------------------------


def team_charts(kept: Kept) -> list[Chart]:
    """What a team was worth over time, and where its gold came and went; nothing before its first match."""
    if len(kept.standings) < 2:
        return []
    return [worth_chart(kept), *([] if kept.team.facts.draft.counts_gold else [hoard_chart(kept)]), gold_chart(kept)]


def moments(standings: Sequence[Standing]) -> list[str]:
    """The points of a team's life in words: the draft, its matches by number, and the seasons that began.

    >>> points = [Standing("", match, 0, 0, 0, season) for match, season in (("", 0), ("m", 0), ("", 2), ("n", 0))]
    >>> moments(points)
    ['draft', '1', 'season 2', '2']
    """
    found: list[str] = []
    matches = 0
    for each in standings:
        matches += bool(each.match)
        began = t("season {number}", number=each.season) if each.season else t(DRAFT)
        found.append(str(matches) if each.match else began)
    return found


def worth_chart(kept: Kept) -> Chart:
    """What the team was worth. Where it is counted in gold, the treasury is drawn beside it."""
    gold = kept.team.facts.draft.counts_gold
    title, unit = worth_words(gold)
    if gold:
        lines = [
            ChartLine("", title, [each.value / THOUSAND for each in kept.standings]),
            ChartLine("", t("Current value"), [each.current_value / THOUSAND for each in kept.standings]),
            ChartLine("", t("Treasury"), [each.treasury / THOUSAND for each in kept.standings]),
        ]
    else:
        lines = [ChartLine("", title, [float(each.value) for each in kept.standings])]
    told = t("{unit}, as drafted and after each match", unit=unit)
    return Chart("value", title, told, moments(kept.standings), lines)


def hoard_chart(kept: Kept) -> Chart:
    line = ChartLine("", t("Treasury"), [each.treasury / THOUSAND for each in kept.standings])
    told = t("{unit}, after each match", unit=t(GOLD))
    return Chart("treasury", t("Treasury"), told, moments(kept.standings), [line])


def gold_chart(kept: Kept) -> Chart:
    """Income and spending of each match with its aftermath, and of the end of each season."""
    points = kept.standings[1:]
    lines = [
        ChartLine("", t("Income"), [each.income / THOUSAND for each in points]),
        ChartLine("", t("Spending"), [-each.spending / THOUSAND for each in points]),
    ]
    unexplained = any(
        after.treasury != before.treasury + after.income - after.spending for before, after in pairwise(kept.standings)
    )
    note = t("A redraft is not counted: its gold comes and goes at once.") if unexplained else ""
    labels = moments(kept.standings)[1:]
    told = t("{unit}, match by match", unit=t(GOLD))
    return Chart("gold", t("Income and spending"), told, labels, lines, "columns", note)


# --- where ------------------------------------------------------------------------------------------------------------


def heats(stories: Mapping[str, Story]) -> list[Heat]:
    """Where touchdowns were scored, by dungeon; the one with most first."""
    squares: dict[str, Counter[Place]] = {}
    names: dict[str, str] = {}
    for story in stories.values():
        names[story.dungeon] = story.dungeon_name
        squares.setdefault(story.dungeon, Counter()).update(story.scored_at)
    found = [Heat(dungeon, names[dungeon], dict(sorted(count.items()))) for dungeon, count in squares.items() if count]
    return sorted(found, key=lambda heat: (-sum(heat.squares.values()), heat.dungeon))
