"""Charts, records, forecasts and books of leagues. They are computed from all matches, so each is kept until something
is written that could change it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from dungeonbowl.errors import MissingExtra
from dungeonbowl.languages import spoken
from dungeonbowl.league.book.book import book_html
from dungeonbowl.league.charts import Chart, charts_of
from dungeonbowl.league.competitions.balance import report
from dungeonbowl.league.competitions.ratings import Rating
from dungeonbowl.league.ledger import Ledger
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.rows import CompetitionRow, LeagueRow, TeamRow
from dungeonbowl.league.office.views import FixtureLine
from dungeonbowl.league.records import Board, leader_boards, records_of
from dungeonbowl.server.league.desk import MOST_LISTED, teams_in
from dungeonbowl.server.league.foretelling import forecast_of, odds_of, ratings_of
from dungeonbowl.server.wire.league import SeasonForecast

MOST: Final = 64  # answers of a kind that are kept
BOOKS: Final = 4  # of half a megabyte a season

T = TypeVar("T")


class Memory(Generic[T]):
    """Answers by their questions and languages, each with the mark of what it was made from. Another mark makes it
    anew; the one that was asked for longest ago is forgotten first."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.lock = threading.Lock()
        self.known: dict[Hashable, tuple[Hashable, T]] = {}

    def answer(self, question: Hashable, mark: Hashable, make: Callable[[], T]) -> T:
        question = (question, spoken())
        with self.lock:
            kept = self.known.pop(question, None)
            if kept is not None and kept[0] == mark:
                self.known[question] = kept
                return kept[1]
        made = make()
        with self.lock:
            self.known[question] = (mark, made)
            while len(self.known) > self.most:
                self.known.pop(next(iter(self.known)))
        return made


class Almanac:
    """What a server tells of the past and the future of its leagues."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.forecasts: Memory[SeasonForecast] = Memory()
        self.rated: Memory[tuple[dict[str, Rating], float]] = Memory()
        self.drawn: Memory[list[Chart]] = Memory()
        self.held: Memory[list[Board]] = Memory()
        self.books: Memory[str] = Memory(BOOKS)
        self.binding = threading.Lock()

    def mark_of(self, league: str) -> Hashable:
        """The ends of all logs of a league: while they are the same, so is everything in it."""
        find = self.office.store.find
        return (
            *(row["head"] for row in find(LeagueRow.TABLE, {"id": league}, columns=("head",))),
            *(row["head"] for row in find(CompetitionRow.TABLE, {"league": league}, ("id",), columns=("head",))),
            *(row["head"] for row in find(TeamRow.TABLE, {"league": league}, ("id",), columns=("head",))),
        )

    def forecast(self, competition: str) -> SeasonForecast:
        """The chance of each place of a table."""
        mark = self.office.store.head(competition)
        return self.forecasts.answer(competition, mark, lambda: forecast_of(self.office, competition))

    def odds(self, fixture: FixtureLine) -> list[float]:
        """The chances of a match; none where the extra for ratings is not installed."""
        name = fixture.competition
        try:
            rated = self.rated.answer(name, self.office.store.head(name), lambda: ratings_of(self.office, name))
        except MissingExtra:
            return []
        return odds_of(*rated, fixture)

    def charts(self, competition: str) -> list[Chart]:
        """The charts of a competition."""
        row = self.office.competitions.row(competition)

        def draw() -> list[Chart]:
            ledger = Ledger(self.office, row.league, row.season, competition)
            return charts_of(ledger, report(ledger.balance_lines()))

        return self.drawn.answer(competition, self.mark_of(row.league), draw)

    def records(self, league: str, season: str = "") -> list[Board]:
        """The boards of a league, or of one of its seasons."""
        mark = self.mark_of(league)
        return self.held.answer((league, season), mark, lambda: records_of(Ledger(self.office, league, season)))

    def leaders(self, edition: str, most: int, hidden: set[str]) -> list[Board]:
        """The best of all leagues of an edition, or of everybody; those of hidden leagues are left out."""
        if not hidden:
            return leader_boards(self.office, edition, most)
        teams = teams_in(self.office, hidden)
        boards = [
            replace(board, holders=tuple(each for each in board.holders if each.team not in teams)[:most])
            for board in leader_boards(self.office, edition, MOST_LISTED)
        ]
        return [board for board in boards if board.holders]

    def book(self, league: str, season: str = "") -> str:
        """The book of a league or of one of its seasons, as a page of HTML. Every match is played again for it, so only
        one is made at a time, and who asks for the same one meanwhile gets it."""
        with self.binding:
            mark = self.mark_of(league)
            return self.books.answer((league, season), mark, lambda: book_html(self.office, league, season))
