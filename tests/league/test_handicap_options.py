"""The options `handicap` and `petty_cash_cap` of a competition: the match obeys them, and the page of a fixture tells
before it what will really be given."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.actions import BUY, HIRE, kind_of
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.errors import UserError
from dungeonbowl.league.competitions.formats import read_format
from dungeonbowl.league.competitions.options import preset, read_season
from dungeonbowl.league.office.corrections import Change
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.views import MatchOrder
from dungeonbowl.league.team_events import Granted
from dungeonbowl.seasons.playing import game_of
from dungeonbowl.teams.value import current_team_value
from support.offices import Club

GOLD = 400_000  # of every team
NEXT = "1-2-1"  # a fixture of the second round


def club_with(edition: str, options: str) -> Club:
    """A league whose teams have played a match each, and have gold."""
    club = Club(edition=edition, options=options)
    for name in ("1-1-1", "1-1-2"):
        club.settle(name, 1, 0)
    grants = [
        Change(team, instead=Granted("", gold=GOLD - club.office.teams.kept(team).team.treasury)) for team in club.teams
    ]
    club.office.corrections.make(grants, "a gift", COMMISSIONER)
    return club


def spent_in(order: MatchOrder) -> list[int]:
    """The gold that each side spends before the match when it buys whatever it can."""
    match = begun(game_of(order), SeededDice(3))
    for _ in range(60):
        options = [int(option) for option in match.options()]
        wanted = [option for option in options if kind_of(option) in (BUY, HIRE)]
        if any(EVENT_NAMES[event.kind] == "deployed" for event in match.game.events):
            break
        match.choose((wanted or options)[0])
    spent = [0, 0]
    for event in match.game.events:
        if EVENT_NAMES[event.kind] == "bought":
            spent[event["side"]] += event["price"]
    return spent


@pytest.mark.parametrize("edition", ["official", "stockbowl"])
def test_without_a_handicap_nobody_buys_anything_and_the_page_says_so(edition: str) -> None:
    club = club_with(edition, "handicap = none")
    told = club.office.fixtures.forecast(club.fixture(NEXT)).lines
    assert "no handicap in this competition: nobody buys inducements" in told[-1]
    order = club.lock(NEXT)
    assert "inducements=none" in order.edition
    assert spent_in(order) == [0, 0]


@pytest.mark.rule("O-IND-01")
def test_by_the_rules_both_buy_as_the_page_has_said() -> None:
    club = club_with("official", "")
    order = club.lock(NEXT)
    values = [current_team_value(team) for team in order.teams]
    assert values[0] != values[1]
    dear = values.index(max(values))
    spent = spent_in(order)
    assert spent[dear] == GOLD
    assert GOLD <= spent[1 - dear] <= GOLD + max(values) - min(values)


@pytest.mark.rule("O-IND-01")
def test_petty_cash_ends_at_the_cap_and_the_page_says_so() -> None:
    club = club_with("official", "petty_cash_cap = 100k")
    fixture = club.fixture(NEXT)
    told = " ".join(club.office.fixtures.forecast(fixture).lines)
    assert any(words in told for words in ("up to 100,000 in all", "100,000 gold for inducements, which is the most"))
    order = club.lock(NEXT)
    values = [current_team_value(team) for team in order.teams]
    spent = spent_in(order)
    assert (spent[values.index(max(values))], spent[values.index(min(values))]) == (GOLD, 100_000)


@pytest.mark.rule("A-ARR-01")
def test_astrogranite_without_a_handicap_has_no_arrangements_and_no_petty_cash_to_cap() -> None:
    edition = "astrogranite(league=on, special_arrangements=on)"
    usual = read_season(f"edition = {edition}")
    assert "special_arrangements=on" in usual.edition_of(None)
    none = read_season(f"edition = {edition}, handicap = none")
    assert "special_arrangements=on" not in none.edition_of(None)
    with pytest.raises(UserError, match="petty_cash_cap stays none: this edition has no petty cash"):
        read_season(f"edition = {edition}, petty_cash_cap = 50k")


def test_knock_outs_and_friendlies_have_the_same_handicap() -> None:
    season = read_season("edition = official, petty_cash_cap = 150k")
    assert season.edition_of(None) == "official(petty_cash_cap=150000)"
    assert season.edition_of(read_format("round_robin")) == "official(petty_cash_cap=150000)"
    assert season.edition_of(read_format("knock_out")) == "official(petty_cash_cap=150000, turn_limit=0)"
    assert read_season("edition = official").edition_of(None) == "official"


def test_a_club_day_has_no_handicap() -> None:
    assert preset("club_day").season("official").competition.handicap == "none"
