"""Where a fixture is going to be played, or was, and by which clock: as its competition has agreed."""

from __future__ import annotations

from typing import Final

import msgspec

from dungeonbowl.dungeon.text import DungeonError, bundled, read_dungeon
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t
from dungeonbowl.league.competitions.clocks import write_clock
from dungeonbowl.league.competitions.dungeons import DICE, HOME, USUAL, WAYS, dungeon_for
from dungeonbowl.league.competitions.options import CompetitionOptions
from dungeonbowl.league.office import Office
from dungeonbowl.league.office.rows import ReportRow
from dungeonbowl.league.office.views import FixtureLine, FixtureView, MatchOrder
from dungeonbowl.play.setting_up import rules_of
from dungeonbowl.server.creating import library_dungeon, usual_dungeon
from dungeonbowl.server.view.words import clock_words
from dungeonbowl.server.wire import ClockOrder
from dungeonbowl.server.wire.league import DungeonOfFixture, DungeonPolicy

TITLES: Final = mark(
    {
        USUAL: "The usual one",
        "drawn": "Drawn each round",
        "generated": "Generated each round",
        HOME: "First-named coach chooses",
        DICE: "Rolled for",
    }
)
TURNS: Final = mark("of those that take turns")


def policies() -> list[DungeonPolicy]:
    """The ways to choose dungeons, in the language of the reader."""
    return [DungeonPolicy(way, t(TITLES[way]), t(text)) for way, text in WAYS.items()]


def options_for(office: Office, fixture: FixtureLine) -> CompetitionOptions:
    """The options that count for a fixture."""
    return office.states.competition(fixture.competition).state.options_at(fixture.stage, fixture.round)


def way_of(office: Office, fixture: FixtureLine) -> tuple[str, ...]:
    """The option `dungeons` that counts for a fixture."""
    return options_for(office, fixture).dungeons


def chosen_clock(office: Office, fixture: FixtureLine, wish: ClockOrder, typed: bool = False) -> ClockOrder:
    """The clock of a fixture's match: the one its competition has agreed on, or, where there is none, what whoever may
    begin the match for both coaches wishes. Nobody knows how long `typed` dice roll: no clock is agreed on for them."""
    agreed = ClockOrder(*msgspec.structs.astuple(options_for(office, fixture).think_time()))
    if typed or agreed.mode == "none":
        return wish
    if wish.mode != "none" and wish != agreed:
        raise UserError(
            f"clock: all matches of this round have {write_clock(agreed)};"
            " the option `clock` changes it from the next round"
        )
    return agreed


def clock_shown(office: Office, view: FixtureView) -> str:
    """The clock that a match will have, in words; empty if it has begun, is over, or has none."""
    if view.fixture.match or view.fixture.state == "over":
        return ""
    agreed = options_for(office, view.fixture).think_time()
    return clock_words(agreed) if agreed.mode != "none" else ""


def chosen_dungeon(office: Office, fixture: FixtureLine, edition: str, wish: str = "") -> str:
    """The dungeon of a fixture, as its id or text; empty for the usual one."""
    place = (fixture.competition, fixture.stage, fixture.round)
    return dungeon_for(way_of(office, fixture), edition, len(fixture.sides), place, wish)


def dungeon_shown(office: Office, view: FixtureView) -> DungeonOfFixture | None:
    """Where a fixture is played; None for a match at a real table."""
    fixture = view.fixture
    if fixture.match:
        order = order_of(office, fixture.match)
        found = order.dungeon if order is not None else ""
    elif fixture.state == "over":
        return None
    else:
        found = chosen_dungeon(office, fixture, view.edition)
    how = t(WAYS.get(way_of(office, fixture)[0], TURNS))
    if found == DICE or (not fixture.match and way_of(office, fixture) == (HOME,)):
        return DungeonOfFixture(t(TITLES[found or HOME]), how=how)
    if found in bundled():
        return DungeonOfFixture(library_dungeon(found).name, id=found, how=how)
    if found:
        try:
            return DungeonOfFixture(read_dungeon(found, "dungeon", checked=False).name, text=found, how=how)
        except DungeonError:
            return None
    usual = usual_dungeon(rules_of(view.edition), len(fixture.sides))
    if usual.name and usual.identity in bundled():
        return DungeonOfFixture(usual.name, id=usual.identity, how=how)
    return None


def order_of(office: Office, match: str) -> MatchOrder | None:
    """What the match of a fixture was made of."""
    rows = office.store.find(ReportRow.TABLE, {"match": match}, most=1)
    return msgspec.json.decode(rows[0]["locked"], type=MatchOrder) if rows and rows[0]["locked"] else None
