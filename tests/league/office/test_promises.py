"""What is always true of a league, whatever happens in it: seasons played at random through the office."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.league.aftermath.machine import Aftermath
from dungeonbowl.league.chain import RULES, refuse_broken
from dungeonbowl.league.fold import fold
from dungeonbowl.league.office import reading
from dungeonbowl.league.office.roles import COMMISSIONER
from dungeonbowl.league.office.store import Store
from dungeonbowl.league.options import defaults_of
from dungeonbowl.league.texts import Texts
from support.league_play import TEXTS, LeaguePlay
from support.offices import Club
from support.plans import how_many

EDITIONS = tuple(TEXTS)


class AnyManager:
    """Decides at random."""

    def __init__(self, play: LeaguePlay) -> None:
        self.play = play

    def decide(self, aftermath: Aftermath) -> str:
        return self.play.any_choice(aftermath.need)  # type: ignore[arg-type]


class RandomLeague:
    """A league in which anything happens that may happen: matches, walk-overs, corrections, late coaches."""

    def __init__(self, edition: str, seed: int, store: Store | None = None) -> None:
        self.play = LeaguePlay(edition, seed)
        luck = self.play.luck
        stages = luck.pick(
            ("round_robin(meetings=1)", "swiss(rounds=2)", "round_robin(meetings=1) knock_out(qualify=2)")
        )
        options = f"stages = {stages}, off_season = {luck.pick(('redraft', 'carry_on', 'fresh'))}"
        if luck.one_in(4):
            options += ", play = deferred"
        self.club = Club(TEXTS[edition], options=self.without_fixed(edition, options), seed=str(seed), store=store)
        self.manager = AnyManager(self.play)

    def without_fixed(self, edition: str, options: str) -> str:
        fixed = defaults_of(edition).fixed
        return ", ".join(part for part in options.split(", ") if part.partition(" = ")[0] not in fixed)

    def season(self) -> None:
        office, club = self.club.office, self.club
        while True:
            for line in club.open_fixtures():
                self.anything(line.id)
                club.clock.move(hours=self.play.luck.below(40))
            for fixture in office.competitions.undecided(club.competition):
                office.fixtures.roll_off(fixture, RULES)
            if office.competitions.view(club.competition).can_finish:
                break
            office.competitions.pair(club.competition, COMMISSIONER)
            self.close_all()
        self.close_all()
        office.seasons.finish(club.league, COMMISSIONER)
        self.close_all()
        self.close_all()

    def close_all(self) -> None:
        """All aftermaths and ends of seasons, in any order, by anybody."""
        office = self.club.office
        while waiting := [
            each for each in office.leagues.waits(self.club.league) if each.kind in ("aftermath", "redraft")
        ]:
            each = waiting[self.play.luck.below(len(waiting))]
            if self.play.luck.one_in(4):
                office.aftermaths.assist(each.about, each.team, COMMISSIONER)
            else:
                office.aftermaths.manage(each.about, each.team, self.manager, RULES)

    def anything(self, fixture: str) -> None:
        office, luck = self.club.office, self.play.luck
        teams = [side.team for side in office.fixtures.view(fixture).fixture.sides]
        if luck.one_in(8):
            office.fixtures.walkover(fixture, teams[luck.below(2)], COMMISSIONER, "nobody there")
            return
        if any(office.aftermaths.open_of(team) for team in teams) and luck.one_in(2):
            self.close_all()
        try:
            order = office.fixtures.lock(fixture, COMMISSIONER)
        except UserError as refused:
            if "aftermath to close first" in str(refused):
                self.close_all()
                self.anything(fixture)
                return
            if "cannot be played" not in str(refused):
                raise
            office.fixtures.unplayed(fixture, COMMISSIONER, "too few players")
            return
        facts = self.play.played(order.match, list(order.teams))
        if luck.one_in(2):
            facts = self.play.embellished(facts, list(order.teams))
        if order.play == "deferred":  # what is bought and who joins is of the day, and the treasury that of the entry
            facts = replace(facts, sides=tuple(replace(side, spent=0, newcomers=(), joined=()) for side in facts.sides))
        office.fixtures.settle(replace(facts, friendly=False))
        if luck.one_in(10):
            office.fixtures.replay_anew(fixture, COMMISSIONER, "again")
            self.anything(fixture)
        elif luck.one_in(2) and order.play == "league":
            for team in teams:
                office.aftermaths.manage(order.match, team, self.manager, RULES)

    def check(self) -> None:
        office = self.club.office
        assert self.club.rebuilt() == []
        for team in self.club.teams:
            events = reading.events(office.store, team)
            refuse_broken(events, team)
            assert office.teams.kept(team) == fold(events, Texts(reading.texts_of(office.store, events)))
        broken = [line for line in office.archives.verify(self.club.league) if line.mark == "broken"]
        assert broken == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_seasons_leave_every_row_and_every_chain_whole(edition: str) -> None:
    for seed in range(how_many("office seasons")):
        league = RandomLeague(edition, seed)
        try:
            for _ in range(2):
                league.season()
                league.check()
                league.club.office.seasons.next(league.club.league, COMMISSIONER)
                league.club.office.seasons.start(league.club.league, COMMISSIONER)
        except Exception as error:
            raise AssertionError(f"{edition}, seed {seed}: {error}") from error


def test_the_same_seed_gives_the_same_bytes() -> None:
    archives = []
    for _ in range(2):
        league = RandomLeague("official", 3)
        league.season()
        archives.append(league.club.office.archives.export(league.club.league))
    assert archives[0] == archives[1]
