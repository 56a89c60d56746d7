"""The page of a fixture: both teams, where it is played, the match that goes on, and what a result sheet can say."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from dungeonbowl.atlas.telling import of_meeting
from dungeonbowl.editions import build, name_of
from dungeonbowl.engine.casualties import CAUSE_NAMES
from dungeonbowl.league.result_sheet import BY_HAND, CLAUSES, ENDINGS, INJURIES, WORTH
from dungeonbowl.server.league.asking import registry_of, you_in
from dungeonbowl.server.league.desk import AnyRequest, almanac_of, fixture_of, league_name, office_of
from dungeonbowl.server.league.policies import clock_shown, dungeon_shown
from dungeonbowl.server.league.running import live_matches
from dungeonbowl.server.league.seating import account_of
from dungeonbowl.server.league.sheets import player_lines, roster_names
from dungeonbowl.server.league.stories import stories_of
from dungeonbowl.server.wire.league import DungeonOfFixture, FixturePage, SheetFacts
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.journeymen import journeyman_positions

CASUALTY: Final = "casualty"
WEAPON: Final = "weapon"


def fixture_page(request: AnyRequest, fixture: str) -> FixturePage:
    office = office_of(request)
    if "." not in fixture:  # the id of a match: its fixture is meant
        fixture = fixture_of(office, fixture) or fixture
    view = office.fixtures.view(fixture)
    live = live_matches(request, [view.fixture]) if view.fixture.state != "over" else []
    teams = [office.teams.kept(side.team).team if side.team else None for side in view.fixture.sides]
    dungeon = dungeon_shown(office, view)
    return FixturePage(
        view,
        league_name(office, view.league),
        dungeon,
        live[0] if live else None,
        [player_lines(team) if team is not None else [] for team in teams],
        sheet_facts(view.edition),
        stories_of(office, [view.fixture]).get(view.fixture.id, []),
        [[each.name for each in journeyman_positions(team)] if team is not None else [] for team in teams],
        roster_names(view.edition),
        [office.aftermaths.open_of(side.team) if side.team else "" for side in view.fixture.sides],
        almanac_of(request).odds(view.fixture),
        you_in(request, view.league),
        atlas_lines(view.edition, [team.roster for team in teams if team is not None], dungeon),
        reached(request, [side.team for side in view.fixture.sides]),
        clock_shown(office, view),
    )


def reached(request: AnyRequest, teams: list[str]) -> list[bool]:
    """Whose seat belongs to an account, by side; empty where nobody has one."""
    registry = registry_of(request)
    return [bool(account_of(registry, [team])) for team in teams] if registry is not None else []


def atlas_lines(edition: str, rosters: list[str], dungeon: DungeonOfFixture | None) -> list[str]:
    """What the atlas knows of a match between two rosters, where it is played."""
    if len(rosters) != 2:
        return []
    return of_meeting(edition, rosters[0], rosters[1], dungeon.id if dungeon is not None else "")


@lru_cache(maxsize=32)
def sheet_facts(edition: str) -> SheetFacts:
    """What a result sheet of an edition can say."""
    rules = build(edition)
    deeds = [deed for deed in WORTH if rules.cite(CLAUSES[deed])]
    by_hand = dict.fromkeys(BY_HAND, CASUALTY)
    if WEAPON in deeds:
        by_hand[WEAPON] = WEAPON
    return SheetFacts(
        list(ENDINGS),
        [deed for deed in deeds if deed not in by_hand.values()],
        list(INJURIES),
        list(CAUSE_NAMES[1:]),
        by_hand,
        list(load_facts(name_of(edition)).characteristics),
    )
