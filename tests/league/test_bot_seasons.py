"""Leagues of bots: whole seasons, the same again for the same seed, provable to the last point."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.machine import Aftermath, Ask
from dungeonbowl.league.chain import Cause
from dungeonbowl.league.manager import TasteManager
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.memory import MemoryStore
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.team_events import Granted
from dungeonbowl.runs.crew import Crew
from dungeonbowl.seasons import playing
from dungeonbowl.seasons.managing import BotManager, manager_of
from dungeonbowl.seasons.report import report_of
from dungeonbowl.seasons.running import BotLeague
from dungeonbowl.seasons.terms import HARD, make_terms, titles
from dungeonbowl.seasons.terms import playing as plays_as
from dungeonbowl.teams.value import worth
from support.bot_leagues import EDITIONS, SHORT, played, short_terms

DECIDING = '''
from dungeonbowl.bots.levels import make_bot


class Miser:
    """Plays as the normal bot does, and never spends anything it need not spend."""

    def __init__(self, seed):
        self.inner = make_bot("normal", seed)
        self.asked = []

    def choose(self, game, options):
        return self.inner.choose(game, options)

    def decide(self, aftermath, options):
        self.asked.append(aftermath.need.question)
        done = [option for option in options if option.text == "done"]
        return done[0] if done else options[aftermath.need.usual].text


class Broken(Miser):
    def decide(self, aftermath, options):
        if len(options) % 2:
            raise RuntimeError("no idea")
        return "buy the referee"


class Reader:
    """Reads a match instead of a game, and decides too."""

    def choose(self, match):
        return match.usual

    def decide(self, aftermath, options):
        return options[0]
'''


def test_the_same_seed_gives_the_same_bytes_whatever_the_number_of_processes() -> None:
    terms = short_terms()
    hashes = set()
    for jobs in (1, 2):
        league = BotLeague(terms)
        with Crew(jobs) as crew:
            league.play(crew)
        hashes.add(hashlib.sha256(league.archive()).hexdigest())
    assert len(hashes) == 1
    assert hashes == {hashlib.sha256(played().archive()).hexdigest()}


def test_another_seed_gives_another_league() -> None:
    one = make_terms(["easy"], seed=7, options=SHORT)
    other = make_terms(["easy"], seed=8, options=SHORT)
    assert [team.name for team in one.teams] != [team.name for team in other.teams]
    assert one.key != other.key


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_match_and_every_aftermath_of_a_season_is_proven(edition: str) -> None:
    office = Office(MemoryStore())
    league, findings = office.archives.load(played(edition).archive(), COMMISSIONER)
    assert [line for line in findings if line.mark == "broken"] == []
    matches = [line for line in findings if line.what == "match"]
    assert {line.mark for line in matches} == {"proven"}
    assert len(matches) == 2 * 7  # a line for each team of each match
    ends = [line for line in findings if line.what == "season"]
    assert [line.mark for line in ends] == ["proven"] * 4
    assert office.archives.rebuild(league) == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_point_of_every_team_is_proven(edition: str) -> None:
    league = played(edition)
    for team in league.bots:
        found = league.office.teams.verification(team)
        assert found.is_sound
        points = found.shares()["points"]
        assert points["proven"] == sum(points.values())
        assert [season.status for season in found.seasons] == ["proven"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_season_ends_with_a_champion_and_teams_that_have_lived(edition: str) -> None:
    league = played(edition)
    report = report_of(league.office, league.league)
    (season,) = report.seasons
    assert report.matches == 7
    assert season.champion in league.bots
    assert sum(len(together) for together in season.places) == 4
    for team in report.teams:
        assert team.won + team.drawn + team.lost in (3, 4)
        assert team.values[0] == worth(next(each for each in league.terms.teams if each.name == team.name))
        assert len(team.values) == 2


@pytest.mark.rule("O-LEAGUE-06")
def test_between_two_seasons_teams_are_redrafted_and_go_on() -> None:
    league = played(seasons=2)
    report = report_of(league.office, league.league)
    assert [season.number for season in report.seasons] == [1, 2]
    for team in league.bots:
        kept = league.office.teams.kept(team)
        assert len(kept.honours) == 2
        kinds = [line.event.kind for line in league.office.teams.history(team, most=10_000)]
        assert kinds.count("funds") == 2
        assert kinds.count("season") == 2
    assert sum(coach.games for coach in report.coaches) > 0
    assert sum(coach.titles for coach in report.coaches) == 2


def test_the_report_counts_only_matches_between_different_bots() -> None:
    league = played()
    report = report_of(league.office, league.league)
    one, other = report.coaches
    assert one.games == other.games < 2 * report.matches
    assert one.won == other.lost
    assert one.share >= other.share


# --- terms ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"bots": []}, "expected one or more"),
        ({"bots": ["nobody"]}, "there is no bot 'nobody'"),
        ({"bots": ["easy"], "seasons": 0}, "expected from 1"),
        ({"bots": ["easy"], "teams": ["fire-fast"]}, "expected from 2"),
        ({"bots": ["easy"], "size": 99}, "there are 24 ready teams"),
        ({"bots": ["easy"], "teams": ["fire-fast", "light-balanced"], "size": 3}, "leave one of the two out"),
        ({"bots": ["easy"], "options": "colour = red"}, "there is no option"),
        ({"bots": ["easy"], "edition": "chess"}, "chess"),
    ],
)
def test_terms_that_cannot_be_played_are_refused_in_one_line(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(UserError, match=words) as refused:
        make_terms(**wrong)  # type: ignore[arg-type]
    assert "\n" not in str(refused.value)


def test_ready_teams_are_of_different_rosters_and_each_bot_has_as_many() -> None:
    terms = make_terms(["easy", "normal", "random"], seed=3)
    assert len({team.roster for team in terms.teams}) == len(terms.teams) == 6
    assert [terms.bot_of(place) for place in range(6)].count("normal") == 2


def test_two_teams_are_a_league_by_house_rule() -> None:
    terms = make_terms(["easy"], ["fire-fast", "light-balanced"])
    assert "house_rule=on" in terms.options


def test_matches_of_every_edition_end_by_themselves() -> None:
    assert "turn_limit=16" in make_terms(["easy"], edition="astrogranite").edition
    assert "league=on" in make_terms(["easy"], edition="astrogranite").edition
    assert make_terms(["easy"], edition="official").edition == "official"


def test_hard_has_a_bounded_number_of_tries_unless_it_is_named() -> None:
    assert plays_as("hard") == HARD
    assert plays_as("hard(tries=3)") == "hard(tries=3)"
    assert plays_as("normal") == "normal"


def test_bots_of_the_same_class_are_told_apart() -> None:
    assert titles(["a.py:Bot", "b.py:Bot"]) == {"a.py:Bot": "a.py:Bot", "b.py:Bot": "b.py:Bot"}


# --- managers ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def own_bots(tmp_path: Path) -> Path:
    file = tmp_path / "own.py"
    file.write_text(DECIDING, "utf-8")
    return file


def test_a_bot_decides_for_its_team_between_matches(own_bots: Path) -> None:
    league = BotLeague(short_terms(bots=(f"{own_bots}:Miser",)))
    with Crew() as crew:
        league.play(crew)
    for team, manager in league.managers.items():
        assert isinstance(manager, BotManager)
        assert manager.decisions > 0
        assert manager.lost == 0
        lines = league.office.teams.history(team, most=10_000)
        ended = next((line.event.seq for line in reversed(lines) if line.event.kind == "prize"), 10**9)
        spent = [line for line in lines if line.event.kind in ("hired", "reroll") and line.event.seq < ended]
        assert spent == []
    assert league.register.failing() == []


def test_where_a_bot_fails_between_matches_the_drafters_taste_decides_and_the_report_says_so(own_bots: Path) -> None:
    league = BotLeague(short_terms(bots=("easy", f"{own_bots}:Broken")))
    with Crew() as crew:
        league.play(crew)
    (failing,) = league.register.failing()
    assert failing.bot.endswith("Broken")
    words = "\n".join(failing.lines())
    assert "no idea" in words
    assert "was not offered" in words
    assert report_of(league.office, league.league).matches == 7


def test_a_bot_that_reads_matches_may_decide_too(own_bots: Path) -> None:
    assert isinstance(manager_of(f"{own_bots}:Reader", 1), BotManager)
    assert isinstance(manager_of("normal", 1), TasteManager)


def test_a_bot_is_handed_an_aftermath_of_its_own() -> None:
    class Meddler:
        def decide(self, aftermath: Aftermath, options: list[object]) -> str:
            assert isinstance(aftermath.need, Ask)
            answer = aftermath.need.options[0].text
            aftermath.choose(answer)
            return answer

    league = BotLeague(short_terms())
    league.found()
    league.office.seasons.start(league.league, COMMISSIONER)
    for team in league.managers:
        league.managers[team] = BotManager(Meddler(), TasteManager())
    season = league.season(1, Crew())
    assert next(season).played == 1


# --- what seldom happens ----------------------------------------------------------------------------------------------


def test_a_match_that_does_not_end_is_called_off_and_the_season_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_DECISIONS", 40)
    league = BotLeague(short_terms())
    with Crew() as crew:
        league.play(crew)
    main = league.office.leagues.state(league.league).season.main
    hows = [line.how for line in league.office.competitions.schedule(main)]
    assert hows == ["adjudged"] * 7


def test_a_team_without_anybody_to_play_with_loses_by_a_walk_over() -> None:
    terms = make_terms(["easy"], seed=7, edition=EDITIONS["astrogranite"], options=f"{SHORT}\nfill_up = none", size=4)
    league = BotLeague(terms)
    league.found()
    league.clock.next_day()
    league.office.seasons.start(league.league, COMMISSIONER)
    main = league.office.leagues.state(league.league).season.main
    first = league.next_round(main)[0]
    beaten = first.sides[0].team
    with league.office.work(COMMISSIONER) as work:
        for player in work.kept(beaten).team.players:
            granted = Granted("flu", player.id, misses=True)
            work.write_team(beaten, granted, Cause("correction"))
    told = next(league.play_round([first], Crew()))
    assert told.endswith("0-1")
    line = league.office.fixtures.view(first.id).fixture
    assert line.how == "walkover"
    assert [side.result for side in line.sides] == ["lost", "won"]
