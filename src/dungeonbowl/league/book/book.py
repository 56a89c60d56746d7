"""The whole book, put together."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from dungeonbowl.editions import TABLE, name_of
from dungeonbowl.languages import ENGLISH, PSEUDO, plural, spoken, t
from dungeonbowl.league.book import chapters
from dungeonbowl.league.book.pictures import Atlas, cup
from dungeonbowl.league.book.style import STYLE
from dungeonbowl.league.charts import charts_of, heats
from dungeonbowl.league.competitions.balance import report
from dungeonbowl.league.ledger import Ledger
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.records import casualties, records_of
from dungeonbowl.league.stories import Told, story_of


def book_html(
    office: Office, league: str, season: str = "", tell: Callable[[int, int], None] = lambda done, of: None
) -> str:
    """The book of a league, or of one of its seasons (by id). Replays are played again for it; `tell` hears how many.
    The same league gives the same bytes."""
    ledger = Ledger(office, league, season)
    told: dict[str, Told] = {}
    played = [entry for entry in ledger.matches if entry.id]
    for done, entry in enumerate(played, 1):
        if (found := story_of(office, entry.id)) is not None:
            told[entry.id] = found
        tell(done, len(played))
    return Book(ledger, told).html()


class Book:
    def __init__(self, ledger: Ledger, told: dict[str, Told]) -> None:
        self.ledger = ledger
        self.told = told
        self.stories = {match: each.story for match, each in told.items()}
        self.atlas = Atlas()
        self.contents: list[tuple[str, str]] = []

    def html(self) -> str:
        body = [
            *(self.season(place) for place in range(len(self.ledger.seasons))),
            self.matches(),
            self.teams(),
            self.graveyard(),
            self.records(),
            self.charts(),
            self.balance(),
        ]
        title = escape(self.ledger.name)
        return (
            f'<!DOCTYPE html>\n<html lang="{ENGLISH if spoken() == PSEUDO else spoken()}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{t('{league}: the book', league=title)}</title><style>{STYLE}</style></head>\n<body>"
            f"{self.atlas.symbols()}{self.cover()}{self.list_of_contents()}\n"
            + "\n".join(part for part in body if part)
            + f'\n<footer class="small">{t("Made with dungeonbowl, an unofficial program.")}</footer></body></html>\n'
        )

    def chapter(self, key: str, title: str, inside: str) -> str:
        self.contents.append((key, title))
        return f'<section class="chapter" id="{key}"><h2>{escape(title)}</h2>{inside}</section>'

    def cover(self) -> str:
        ledger = self.ledger
        champions = []
        for season in ledger.seasons:
            for state in season.competitions.values():
                if state.places and len(state.places[0]) == 1:
                    team = state.places[0][0]
                    name = chapters.team_link(ledger, team)
                    coach = escape(ledger.coaches.get(team, ""))
                    when = t("Season {number}", number=season.number)
                    champions.append(f'<p class="champion">{when}: <b>{name}</b></p><p class="small">{coach}</p>')
        edition = TABLE[name_of(ledger.edition)].title
        words = " · ".join(
            (
                edition,
                plural("{count} season", "{count} seasons", len(ledger.seasons)),
                plural("{count} team", "{count} teams", len(ledger.teams)),
                plural("{count} match", "{count} matches", len(ledger.matches)),
            )
        )
        said = t("Champions") if len(champions) > 1 else t("Champion")
        return (
            f'<section class="cover">{cup()}<h1>{escape(ledger.name)}</h1><p class="small">{escape(words)}</p>'
            + (f"<p>{said}</p>" if champions else "")
            + "".join(champions)
            + "</section>"
        )

    def list_of_contents(self) -> str:
        items = "".join(f"<li>{chapters.link(key, title)}</li>" for key, title in self.contents)
        title = t("Contents")
        return f'<nav aria-label="{title}"><h2>{title}</h2><ul>{items}</ul></nav>'

    def season(self, place: int) -> str:
        season = self.ledger.seasons[place]
        if not season.competitions:
            return ""
        self.contents.append((f"season-{season.number}", t("Season {number}", number=season.number)))
        return chapters.season_html(self.ledger, season)

    def matches(self) -> str:
        played = [entry for entry in self.ledger.matches if entry.facts is not None]
        if not played:
            return ""
        pages = [
            chapters.match_html(self.ledger, entry, self.told.get(entry.id), self.atlas, place == 0)
            for place, entry in enumerate(played)
        ]
        return self.chapter("matches", t("Every match"), "".join(pages))

    def teams(self) -> str:
        return self.chapter(
            "teams", t("Teams"), "".join(chapters.team_html(self.ledger, team) for team in self.ledger.teams)
        )

    def graveyard(self) -> str:
        hurts = casualties(self.ledger)
        inside = chapters.graveyard_html(self.ledger, hurts)
        inside += f"<h3>{t('Casualty board')}</h3>{chapters.casualties_html(self.ledger, hurts)}"
        return self.chapter("graveyard", t("Graveyard and casualties"), inside)

    def records(self) -> str:
        return self.chapter("records", t("Records"), chapters.boards_html(records_of(self.ledger, self.stories)))

    def charts(self) -> str:
        balance = report(self.ledger.balance_lines())
        maps = []
        boards = {chapters.key_of(told).split(" ")[0]: told for told in self.told.values()}
        for heat in heats(self.stories)[:4]:
            told = boards[heat.dungeon]
            maps.append((heat.name, self.atlas.heat(told.dungeon, chapters.key_of(told), heat)))
        inside = chapters.charts_html(charts_of(self.ledger, balance, self.stories), maps)
        return self.chapter("charts", t("Charts"), inside)

    def balance(self) -> str:
        found = report(self.ledger.balance_lines())
        return self.chapter("balance", t("Balance"), chapters.balance_html(found)) if found.matches else ""
