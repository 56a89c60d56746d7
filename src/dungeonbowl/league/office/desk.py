"""What waits for somebody: on the commissioner's desk, or on a coach's. And keys of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dungeonbowl.errors import UserError
from dungeonbowl.languages import listed, t
from dungeonbowl.league.competitions.scheduling import step_of
from dungeonbowl.league.office import lines, reading
from dungeonbowl.league.office.rows import AftermathRow, FixtureRow
from dungeonbowl.league.office.views import Waiting

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office

LONGEST_NUMBER: Final = 18  # digits


def page_key(at: str, log: str, seq: int) -> str:
    return f"{at}|{log}|{seq}"


def key_of(text: str) -> tuple[str, str, int] | tuple[()]:
    """The place in a list that a key stands for; nothing for the first page."""
    if not text:
        return ()
    at, _, rest = text.partition("|")
    log, _, seq = rest.partition("|")
    if not (seq.isascii() and seq.isdigit() and len(seq) <= LONGEST_NUMBER):
        raise UserError(f"page {text!r}: expected the key of a line, as the page before has it")
    return at, log, int(seq)


def waiting(office: Office, league: str, team: str = "") -> list[Waiting]:
    """Everything that waits, what is late first."""
    found = office.fixtures.due(league)
    found += sheets(office, league)
    found += aftermaths(office, league)
    found += rounds(office, league)
    return [each for each in found if each.team == team] if team else found


def sheets(office: Office, league: str) -> list[Waiting]:
    rows = reading.find(
        office.store, FixtureRow, {"league": league, "ended": "", "state": ["reported", "disputed"]}, ("id",)
    )
    found: list[Waiting] = []
    for line in lines.fixture_lines(office.store, rows):
        names = " - ".join(side.name for side in line.sides)
        if line.state == "disputed":
            found.append(
                Waiting("disputed", t("{names}: the sheets differ; the commissioner decides", names=names), line.id)
            )
            continue
        for side in line.sides:
            if not side.confirmed:
                found.append(
                    Waiting(
                        "sheet",
                        t("{names}: {name} has not confirmed the result", names=names, name=side.name),
                        line.id,
                        side.team,
                    )
                )
    return found


def aftermaths(office: Office, league: str) -> list[Waiting]:
    rows = reading.find(office.store, AftermathRow, {"league": league, "state": "open"}, ("deadline", "match", "team"))
    names = lines.names_of(office.store, (row.team for row in rows))
    played = {row.match for row in rows if row.match != row.season}
    fixtures = reading.find(office.store, FixtureRow, {"match": sorted(played)}) if played else []
    sides = {line.match: line.sides for line in lines.fixture_lines(office.store, fixtures)}
    found: list[Waiting] = []
    for row in rows:
        known = names.get(row.team, {})
        name = str(known.get("name", row.team))
        if known.get("coach"):
            name = f"{name} ({known['coach']})"
        if row.match == row.season:
            found.append(
                Waiting("redraft", t("{name}: the end of the season", name=name), row.match, row.team, row.deadline)
            )
            continue
        others = listed([side.name for side in sides.get(row.match, ()) if side.team != row.team])
        text = t("{team}: the aftermath of the match", team=name)
        if others:
            text = t("{team}: the aftermath of the match against {others}", team=name, others=others)
        found.append(Waiting("aftermath", text, row.match, row.team, row.deadline))
    return found


def rounds(office: Office, league: str) -> list[Waiting]:
    """What the commissioner can do next in each competition."""
    season = office.leagues.state(league).season
    found: list[Waiting] = []
    for competition in season.competitions:
        if not office.competitions.row(competition).seq:
            continue
        state = office.competitions.state(competition)
        can_pair, can_finish, _ = step_of(state)
        if can_pair and not state.places:
            found.append(Waiting("pair", t("{title}: the next round can be published", title=state.title), competition))
        for fixture in office.competitions.undecided(competition):
            line = office.fixtures.view(fixture).fixture
            names = " - ".join(side.name for side in line.sides)
            found.append(
                Waiting("undecided", t("{names}: a drawn knock-out, somebody must go on", names=names), fixture)
            )
        if can_finish and not state.places and season.state == "running":
            found.append(
                Waiting(
                    "finish", t("{title}: everything is played, the season can be finished", title=state.title), league
                )
            )
    return found
