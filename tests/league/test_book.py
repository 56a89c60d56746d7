"""The book of a league: one file, whole, and nothing in it is believed."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from dungeonbowl.languages import speaking
from dungeonbowl.league.book.book import book_html
from dungeonbowl.league.book.pictures import BracketMatch, bracket_svg, steps_of
from dungeonbowl.league.competitions.dungeons import dungeon_title
from dungeonbowl.league.ledger import Ledger
from dungeonbowl.league.office.archive_file import read_archive, write_archive
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.stories import story_of
from dungeonbowl.teams.team import skills_of
from support.bot_leagues import EDITIONS, played
from support.left_overs import left_overs

VOID = {"meta", "br", "link", "img", "hr"}


class Whole(HTMLParser):
    """Checks that tags are closed in their order, and gathers ids and links."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for key, value in attrs:
            if key == "id":
                self.ids.append(value or "")
            elif key == "href":
                self.links.append(value or "")
            elif key in ("src", "data", "action"):
                self.loads.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(params=EDITIONS)
def book(request: pytest.FixtureRequest) -> tuple[Ledger, str]:
    league = played(request.param)
    return Ledger(league.office, league.league), book_html(league.office, league.league)


def test_the_book_is_one_whole_file_that_needs_no_other(book: tuple[Ledger, str]) -> None:
    page = Whole()
    page.feed(book[1])
    assert page.open == []
    assert page.loads == []
    assert len(page.ids) == len(set(page.ids))
    assert all(link.startswith("#") for link in page.links)
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert "<script" not in book[1]
    assert set(re.findall(r"url\(#(\w+)\)", book[1])) <= set(page.ids)
    assert len(re.findall(r"url\(", book[1])) == len(re.findall(r"url\(#", book[1]))
    assert "@page" in book[1]


def test_the_book_has_every_match_every_team_and_every_chapter(book: tuple[Ledger, str]) -> None:
    ledger, text = book
    assert text.count('<article class="match') == len(ledger.matches) == 7
    for entry in ledger.matches:
        assert f'id="{entry.fixture.id}"' in text
    for team in ledger.teams:
        assert f'id="{team}"' in text
    for chapter in ("season-1", "matches", "teams", "graveyard", "records", "charts", "balance"):
        assert f'id="{chapter}"' in text
    dead = sum(career.how == "died" for kept in ledger.teams.values() for career in kept.careers.values())
    graves = re.search(r'<ul class="graves">(.*?)</ul>', text)
    assert (graves[1].count("<li>") if graves else 0) == dead
    assert "What mattered" in text
    runs = [story for entry in ledger.matches if (story := story_of(ledger.office, entry.id)) and story.story.runs]
    assert text.count("came with the ball") + text.count("The touchdown of") >= len(runs)


def test_the_same_league_gives_the_same_book() -> None:
    league = played()
    again = Office(MemoryStore())
    again.archives.load(league.archive(), COMMISSIONER, replays=False)
    assert book_html(again, league.league) == book_html(league.office, league.league)


def test_the_book_speaks_the_language_of_the_reader_and_leaves_no_english() -> None:
    league = played()
    ledger = Ledger(league.office, league.league)
    names = {league.office.leagues.state(league.league).name, *("MA", "ST", "AG", "PA", "AV", "EN")}
    names |= {dungeon_title(entry.result.dungeon) for entry in ledger.matches}
    for team, kept in ledger.teams.items():
        names |= {kept.team.name, ledger.roster_name(team), ledger.coaches.get(team, ""), kept.team.roster}
        for career in kept.careers.values():
            names |= {career.player.name, career.player.position, *skills_of(kept.team, career.player)}
    with speaking("xx"):
        text = book_html(league.office, league.league)
    rooms = r'<svg xmlns="[^"]*" id="atlas".*?</svg>'  # whose names are names
    plain = re.sub(rf"{rooms}|<style.*?</style>", "", text, flags=re.DOTALL)
    shown = re.sub(r"<[^>]*>", "\n", plain)
    ordered = sorted((name for name in names if name), key=len, reverse=True)
    heads = [line for line in shown.splitlines() if line.strip()]
    found = {line: words for line in heads if "⟦" not in line and (words := left_overs(unescape(line), ordered))}
    assert found == {}
    with speaking("de"):
        german = book_html(league.office, league.league)
    assert '<html lang="de">' in german
    assert "<h2>Jede Partie</h2>" in german
    assert "<h3>Endstand</h3>" in german


def test_a_book_of_one_season_has_nothing_of_the_others() -> None:
    league = played(seasons=2)
    second = league.office.leagues.state(league.league).seasons[1].id
    text = book_html(league.office, league.league, second)
    assert 'id="season-2"' in text
    assert 'id="season-1"' not in text
    assert text.count('<article class="match') == 7


def test_names_are_escaped() -> None:
    source = played()
    office = Office(MemoryStore())
    league, _ = office.archives.load(source.archive(), COMMISSIONER, replays=False)
    team = next(iter(source.bots))
    office.teams.rename(team, "<script>alert('x')</script> & Sons", COMMISSIONER)
    player = next(iter(office.teams.kept(team).careers))
    office.teams.rename(team, "<b onclick=x>", COMMISSIONER, player=player)
    text = book_html(office, league)
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert "<b onclick" not in text


def test_a_league_without_replays_has_a_book_without_maps() -> None:
    source = played()
    archive = read_archive(source.archive())
    archive.replays.clear()
    office = Office(MemoryStore())
    league, _ = office.archives.load(write_archive(archive), COMMISSIONER, replays=False)
    text = book_html(office, league)
    assert text.count('<article class="match') == 7
    assert '<figure class="map">' not in text
    assert "What mattered" not in text


def test_a_match_of_a_bracket_stands_between_those_it_follows_from() -> None:
    matches = [
        BracketMatch(1, "semi-finals", ["a", "b"], ["1", "0"], 0),
        BracketMatch(1, "semi-finals", ["c", "d"], ["0", "1"], 1),
        BracketMatch(2, "final", ["a", "d"], ["1", "0"], 0),
        BracketMatch(2, "match for third place", ["b", "c"], ["", ""], -1, is_third=True),
    ]
    drawn = bracket_svg(matches)
    tops = [float(y) for y in re.findall(r'<rect x="[^"]+" y="([^"]+)"', drawn)][::2]
    one, other, final, third = tops
    assert final == pytest.approx((one + other) / 2)
    assert third > final


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-4.8, 3.2), (900, 1400), (0, 0), (3, 3), (0.001, 0.002)])
def test_the_grid_of_a_chart_holds_all_values_in_few_round_steps(low: float, high: float) -> None:
    grid = steps_of(low, high)
    assert grid[0] <= low + 1e-9
    assert grid[-1] >= high - 1e-9
    assert len(grid) <= 9
