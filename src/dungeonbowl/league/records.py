"""Records of a league: who holds them, and with what. From results, careers and players' lines; some only from replays.

A board is a list of holders, the best first. Pages, the book and reports show the same boards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from dungeonbowl.errors import MissingExtra
from dungeonbowl.languages import decimal, mark, number, percent, plural, t
from dungeonbowl.league.competitions.knock_out import title_said
from dungeonbowl.league.competitions.ratings import Rating, chance, is_rated, rebuilt
from dungeonbowl.league.ledger import Ledger, MatchEntry
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.teams import FIGURES
from dungeonbowl.league.office.views import RecordLine
from dungeonbowl.league.stories import Story
from dungeonbowl.teams.value import player_value

MOST: Final = 5  # holders of a record that are listed
Group = Literal["players", "teams", "matches", "casualties", "luck"]
# Figures of players, by deed, and what a board is called.
DEEDS: Final = mark(
    {
        "touchdown": "Touchdowns",
        "completion": "Completions",
        "casualty": "Casualties",
        "kill": "Kills",
        "interception": "Interceptions",
        "deflection": "Passes deflected",
        "chest": "Chests opened with the ball inside",
        "lost": "Times lost in a portal",
        "push": "Opponents pushed into a hazard",
        "monster": "Monsters slain",
        "foul": "Fouls",
        "sent off": "Times sent off",
        "funds": "Funds gathered",
    }
)
# Figures of whole careers.
CAREERS: Final = mark({"mvp": "Most valuable player awards", "points": "Experience", "games": "Most matches"})


class Holder(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody on a board. `figure` is the number in words, `detail` says more. The ids are for links."""

    name: str
    figure: str
    detail: str = ""
    team: str = ""
    player: str = ""
    fixture: str = ""


class Board(msgspec.Struct, frozen=True):
    id: str
    title: str
    group: Group
    holders: tuple[Holder, ...]
    note: str = ""


class Hurt(msgspec.Struct, frozen=True):
    """A row of the casualty board: who was hurt by what, and what came of it."""

    season: int
    fixture: str
    victim: str
    victim_team: str
    injury: str
    how: str
    by: str = ""
    by_team: str = ""


def records_of(ledger: Ledger, stories: Mapping[str, Story] | None = None) -> list[Board]:
    """Every board that has somebody on it. `stories` are those of matches by id, as far as there are replays; without
    them boards about luck and length are missing."""
    stories = stories or {}
    makers: list[Callable[[], list[Board]]] = [
        lambda: deed_boards(ledger),
        lambda: career_boards(ledger),
        lambda: streak_boards(ledger),
        lambda: upset_boards(ledger),
        lambda: match_boards(ledger, stories),
        lambda: casualty_boards(ledger),
        lambda: luck_boards(ledger, stories),
    ]
    return [board for maker in makers for board in maker() if board.holders]


def ranked(items: Iterable[tuple[float, Holder]], most: int = MOST, least: float = 0.0) -> tuple[Holder, ...]:
    """The best, those with more than `least`. Who has as much as the last one is listed too, up to a few more."""
    found = sorted((each for each in items if each[0] > least), key=lambda each: (-each[0], each[1].name))
    if len(found) > most:
        last = found[most - 1][0]
        found = [each for each in found if each[0] >= last][: most + 3]
    return tuple(holder for _, holder in found)


# --- players ----------------------------------------------------------------------------------------------------------


def player_holder(ledger: Ledger, player: str, figure: str, detail: str = "") -> Holder:
    name, team = ledger.players.get(player) or (t("somebody"), "")
    return Holder(name, figure, detail or ledger.team_name(team), team, player)


def deed_boards(ledger: Ledger) -> list[Board]:
    return [
        Board(
            deed,
            t(title),
            "players",
            ranked(
                (count[deed], player_holder(ledger, player, str(count[deed])))
                for player, count in ledger.deeds.items()
                if player in ledger.players
            ),
        )
        for deed, title in DEEDS.items()
    ]


def leader_boards(office: Office, edition: str = "", most: int = MOST) -> list[Board]:
    """The best of all leagues, by what the rows of players count: of an edition, or of everybody."""
    boards = [
        Board(
            figure,
            t(title),
            "players",
            tuple(leader(line) for line in office.teams.leaders(figure, edition=edition, most=most)),
        )
        for figure, title in (DEEDS | CAREERS).items()
        if figure in FIGURES
    ]
    return [board for board in boards if board.holders]


def leader(line: RecordLine) -> Holder:
    return Holder(line.name, str(line.number), line.team_name, line.team, line.player)


def career_boards(ledger: Ledger) -> list[Board]:
    """What the players of today have come to: awards, experience, matches, seasons, value."""
    mvps, points, games, oldest, dearest = [], [], [], [], []
    for team, kept in ledger.teams.items():
        for player, career in kept.careers.items():
            sheet = career.player
            mvps.append((sheet.mvps, player_holder(ledger, player, str(sheet.mvps))))
            points.append((sheet.earned, player_holder(ledger, player, str(sheet.earned))))
            games.append((sheet.games, player_holder(ledger, player, str(sheet.games))))
            oldest.append((sheet.seasons, player_holder(ledger, player, str(sheet.seasons))))
            if not career.left:
                value = player_value(kept.team, sheet)
                detail = f"{sheet.position}, {ledger.team_name(team)}"
                dearest.append((value, player_holder(ledger, player, number(value), detail)))
    return [
        Board("mvp", t(CAREERS["mvp"]), "players", ranked(mvps)),
        Board("points", t(CAREERS["points"]), "players", ranked(points)),
        Board("games", t(CAREERS["games"]), "players", ranked(games)),
        Board("seasons", t("Most seasons"), "players", ranked(oldest, least=1)),
        Board("dearest", t("Dearest players of today"), "players", ranked(dearest)),
    ]


# --- teams ------------------------------------------------------------------------------------------------------------

Outcomes = list[tuple[str, MatchEntry]]


def outcomes_of(ledger: Ledger) -> dict[str, Outcomes]:
    """Won, drawn and lost in the order of time, by team; only matches that were played."""
    found: dict[str, Outcomes] = {team: [] for team in ledger.teams}
    for entry in ledger.matches:
        if not is_rated(entry.result):
            continue
        for side in entry.result.sides:
            found.setdefault(side.team, []).append((side.result, entry))
    return found


def longest(outcomes: Sequence[str], wanted: Sequence[str]) -> int:
    """The longest row of wanted outcomes.

    >>> longest(["won", "won", "lost", "won"], ["won"])
    2
    """
    best = now = 0
    for each in outcomes:
        now = now + 1 if each in wanted else 0
        best = max(best, now)
    return best


def streak_boards(ledger: Ledger) -> list[Board]:
    """The longest rows of results of teams."""
    kinds = (
        ("wins in a row", t("Most wins in a row"), ("won",)),
        ("unbeaten", t("Most matches without a loss in a row"), ("won", "drawn")),
        ("winless", t("Most matches without a win in a row"), ("lost", "drawn")),
        ("losses in a row", t("Most losses in a row"), ("lost",)),
    )
    outcomes = {team: [result for result, _ in each] for team, each in outcomes_of(ledger).items()}
    boards = []
    for key, title, wanted in kinds:
        rows = [(longest(each, wanted), team) for team, each in outcomes.items()]
        holders = ranked(
            ((count, Holder(ledger.team_name(team), str(count), team=team)) for count, team in rows), least=1
        )
        boards.append(Board(key, title, "teams", holders))
    titles: Counter[str] = Counter()
    for season in ledger.seasons:
        for state in season.competitions.values():
            if state.places and len(state.places[0]) == 1:
                titles[state.places[0][0]] += 1
    champions = ranked(
        (count, Holder(ledger.team_name(team), str(count), ledger.coaches.get(team, ""), team))
        for team, count in titles.items()
    )
    return [Board("titles", t("Competitions won"), "teams", champions), *boards]


# --- matches ----------------------------------------------------------------------------------------------------------


def meeting(ledger: Ledger, entry: MatchEntry) -> str:
    """A match in words: both teams and the score.

    The first-named team stands first."""
    names = " - ".join(ledger.team_name(side.team) for side in entry.result.sides)
    scores = "-".join(str(side.score) for side in entry.result.sides)
    return f"{names} {scores}"


def when(ledger: Ledger, entry: MatchEntry) -> str:
    fixture = entry.fixture
    what = title_said(fixture.title) if fixture.title else t("round {round}", round=fixture.round)
    return t("season {season}, {round}", season=entry.season, round=what) if len(ledger.seasons) > 1 else what


def match_holder(ledger: Ledger, entry: MatchEntry, figure: str, detail: str = "") -> Holder:
    told = f"{detail}; {when(ledger, entry)}" if detail else when(ledger, entry)
    return Holder(meeting(ledger, entry), figure, told, fixture=entry.fixture.id)


def upset_boards(ledger: Ledger) -> list[Board]:
    """Wins of the weaker team: by what teams were worth at the lock, and by their ratings before the match."""
    by_value, by_rating = [], []
    ratings: dict[str, Rating] = {}
    for entry in ledger.matches:
        result = entry.result
        if not is_rated(result) or len(result.sides) != 2:
            continue
        winner = result.of(result.winner) if result.winner else None
        if winner is not None:
            (loser,) = result.others(winner.team)
            gap = loser.value - winner.value
            name = ledger.team_name(winner.team)
            by_value.append((gap, match_holder(ledger, entry, number(gap), t("won by {team}", team=name))))
            one, other = ratings.get(winner.team, Rating()), ratings.get(loser.team, Rating())
            share = chance(one, other)
            if share < 0.5:
                by_rating.append(
                    (1 - share, match_holder(ledger, entry, percent(share), t("won by {team}", team=name)))
                )
        try:
            ratings = rebuilt([result], ratings)
        except MissingExtra:
            by_rating = []
            ratings = {}
    return [
        Board(
            "upset value",
            t("Wins of the cheaper team"),
            "matches",
            ranked(by_value),
            t("what the winner was worth less"),
        ),
        Board(
            "upset rating",
            t("Biggest upsets"),
            "matches",
            ranked(by_rating),
            t("the chance that ratings gave the winner"),
        ),
    ]


def match_boards(ledger: Ledger, stories: Mapping[str, Story]) -> list[Board]:
    touchdowns, harm, turns = [], [], []
    for entry in ledger.matches:
        if not is_rated(entry.result):
            continue
        total = sum(side.score for side in entry.result.sides)
        touchdowns.append((total, match_holder(ledger, entry, str(total))))
        hurt = sum(side.casualties for side in entry.result.sides)
        harm.append((hurt, match_holder(ledger, entry, str(hurt))))
        if entry.id in stories:
            count = stories[entry.id].turns
            turns.append((count, match_holder(ledger, entry, str(count))))
    shortest = [(-count, holder) for count, holder in turns]
    return [
        Board("most touchdowns", t("Most touchdowns in a match"), "matches", ranked(touchdowns, least=1)),
        Board("most casualties", t("Most casualties in a match"), "matches", ranked(harm)),
        Board("longest match", t("Longest matches"), "matches", ranked(turns), t("team turns")),
        Board("shortest match", t("Quickest matches"), "matches", ranked(shortest, least=-(10**9)), t("team turns")),
    ]


# --- casualties -------------------------------------------------------------------------------------------------------


def casualties(ledger: Ledger) -> list[Hurt]:
    """Who was hurt by whom, in the order of time; only what outlasted the match."""
    found: list[Hurt] = []
    for entry in ledger.matches:
        for side in entry.facts.sides if entry.facts is not None else ():
            for player in side.players:
                if player.injury in ("", "badly hurt"):
                    continue
                injury = f"-1 {player.loss.upper()}" if player.loss else player.injury
                found.append(
                    Hurt(
                        entry.season,
                        entry.fixture.id,
                        ledger.player_name(player.player),
                        ledger.team_name(side.team),
                        injury,
                        player.how or "unknown",
                        ledger.player_name(player.by) if player.by in ledger.players else "",
                        ledger.team_of(player.by),
                    )
                )
    return found


def casualty_boards(ledger: Ledger) -> list[Board]:
    """What hurts players most, and which teams suffer and deal most."""
    rows = casualties(ledger)
    causes = Counter(row.how for row in rows)
    deadly = Counter(row.how for row in rows if row.injury == "dead")
    suffered = Counter(row.victim_team for row in rows)
    dead = Counter(row.victim_team for row in rows if row.injury == "dead")
    return [
        Board(
            "causes",
            t("What hurts players"),
            "casualties",
            ranked(
                (
                    (count, Holder(t(cause), str(count), t("{number} died", number=deadly[cause])))
                    for cause, count in causes.items()
                ),
                most=12,
            ),
            t("injuries that outlast the match"),
        ),
        Board(
            "suffered",
            t("Teams that suffered most"),
            "casualties",
            ranked(
                (count, Holder(team, str(count), t("{number} died", number=dead[team])))
                for team, count in suffered.items()
            ),
        ),
    ]


# --- luck -------------------------------------------------------------------------------------------------------------


def luck_of_teams(ledger: Ledger, stories: Mapping[str, Story]) -> dict[tuple[int, str], list[float]]:
    """The luck of each team in each match of a season, in the order of time."""
    found: dict[tuple[int, str], list[float]] = defaultdict(list)
    for entry in ledger.matches:
        story = stories.get(entry.id)
        if story is None or entry.facts is None:
            continue
        for side, luck in zip(entry.facts.sides, story.luck, strict=False):
            found[entry.season, side.team].append(luck)
    return found


def luck_boards(ledger: Ledger, stories: Mapping[str, Story]) -> list[Board]:
    """Luck of whole seasons, where independent figures add up as their squares do, and of single matches."""
    seasons = []
    for (season, team), lucks in luck_of_teams(ledger, stories).items():
        total = sum(lucks) / len(lucks) ** 0.5
        words = plural("season {season}, {count} match", "season {season}, {count} matches", len(lucks), season=season)
        seasons.append((total, Holder(ledger.team_name(team), decimal(total, 1, sign=True), words, team)))
    single = []
    for entry in ledger.matches:
        story = stories.get(entry.id)
        for side, luck in zip(
            entry.facts.sides if entry.facts and story else (), story.luck if story else (), strict=False
        ):
            single.append((luck, match_holder(ledger, entry, decimal(luck, 1, sign=True), ledger.team_name(side.team))))
    note = t("in standard deviations of the dice; beyond 2 is unusual")
    return [
        Board("lucky season", t("Luckiest seasons"), "luck", ranked(seasons, least=0), note),
        Board("unlucky season", t("Unluckiest seasons"), "luck", ranked([(-n, h) for n, h in seasons], least=0), note),
        Board("lucky match", t("Luckiest matches of a team"), "luck", ranked(single, least=0), note),
        Board(
            "unlucky match",
            t("Unluckiest matches of a team"),
            "luck",
            ranked([(-n, h) for n, h in single], least=0),
            note,
        ),
    ]
