"""What follows from the logs: the rows of all projections. `rebuild` calls the same functions as every write does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from dungeonbowl.editions import name_of
from dungeonbowl.league.aftermath.facts import MatchFacts, PlayerFacts
from dungeonbowl.league.chain import Event, canonical
from dungeonbowl.league.competitions.options import read_season
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.competitions.tables import scoring_at, stage_tables
from dungeonbowl.league.competitions.words import Fixture, Result, SideResult
from dungeonbowl.league.fold import effective
from dungeonbowl.league.kept import Career, Kept
from dungeonbowl.league.office import reading
from dungeonbowl.league.office.league_log import League
from dungeonbowl.league.office.rows import (
    DEED_COLUMNS,
    AftermathRow,
    AppearanceRow,
    AuditRow,
    CompetitionRow,
    FixtureRow,
    LeagueRow,
    MemberRow,
    NewsRow,
    PlayerRow,
    ReportRow,
    SeasonRow,
    SideRow,
    StandingRow,
    Stored,
    TeamRow,
)
from dungeonbowl.league.team_events import Appearance, MostValuable, Played, Points, TeamBody
from dungeonbowl.league.texts import Texts
from dungeonbowl.teams.value import strength, team_value

if TYPE_CHECKING:
    from dungeonbowl.league.office.work import Log, OpenCompetition, OpenTeam, Work

WATCHED: Final = ("commissioner", "assistant")  # whose acts everybody can look up
ABOUT_MEMBERS: Final = ("vouched", "vacation_allowed")  # events of a league that are about one of its members
# What is news, by the log it is of.
NEWS: Final = {
    "l": {"founded", "season_opened", "season_started", "season_ending", "season_over", "team_entered", "visited"},
    "c": {
        "paired", "repaired", "result", "walkover", "unplayed", "reopened", "withdrawn", "replaced", "friendly",
        "roll_off", "prize", "amended", "finished", "void",
    },
    "t": {
        "died", "left", "scouted", "mvp", "advanced", "traded", "disbanded", "suspended", "revived", "void", "granted",
    },
}  # fmt: skip


# Events of a league after which a competition that has not begun is another one.
SETS_OPTIONS: Final = ("competition_made", "options_set", "options_amended")


def text_of(value: Any) -> str:
    """A value as JSON. What is in tables keeps its order: stages of an aftermath walk through them."""
    return msgspec.json.encode(value).decode()


def sorted_text(values: dict[str, Any]) -> str:
    """The body of an event as JSON, in the order in which it is read again."""
    return canonical.encode(values).decode()


# --- leagues ----------------------------------------------------------------------------------------------------------


def league_rows(work: Work, league: League, log: Log) -> Iterator[Stored]:
    season = league.season
    yield LeagueRow(
        league.id,
        league.name,
        reading.agreed(season.options).edition,
        season.number,
        season.state,
        len(season.teams),
        log.new[-1].at,
        log.seq,
        log.head,
        text_of(league),
    )
    for member in league.members.values():
        yield MemberRow(league.id, member.id, member.name, member.role, member.account)
    for each in league.seasons:
        yield SeasonRow(each.id, league.id, each.number, each.state, each.options, each.began, each.ended)
    changed = {str(event.body["season"]) for event in log.new if event.kind in SETS_OPTIONS}
    for each in league.seasons:
        for competition in each.competitions if each.id in changed else ():
            if not work.store.head(competition)[0]:
                yield competition_before(league, each.id, competition)


def competition_before(league: League, season: str, competition: str) -> CompetitionRow:
    """The row of a competition whose log has not begun: teams may enter it."""
    found = league.season_of(season)
    made = found.competitions[competition]
    agreed = reading.agreed(found.options)
    play = (read_season(made.options, agreed) if made.options else agreed).competition.play
    return CompetitionRow(competition, league.id, season, made.title, play, "entry", 0, "", "")


# --- teams ------------------------------------------------------------------------------------------------------------


def team_rows(work: Work, team: OpenTeam) -> Iterator[Stored]:
    """The row of a team, and those of its players that have changed."""
    kept = team.kept
    open_match = first_open(work.find(AftermathRow, team=team.log.name))
    yield TeamRow(
        team.log.name,
        kept.league,
        kept.owner,
        name_of(kept.team.edition),
        kept.team.roster,
        kept.team.name,
        "aftermath" if open_match and kept.state in ("booked", "ready") else kept.state,
        team_value(kept.team),
        strength(kept.team),
        kept.team.games,
        kept.won,
        kept.drawn,
        kept.lost,
        team.rating.mean,
        team.rating.doubt,
        team.rating.ordinal,
        kept.state not in ("disbanded", "suspended"),
        team.log.seq,
        team.log.head,
        open_match,
        text_of(kept),
    )
    known = team.before.careers if team.before is not None else {}
    for identity, career in kept.careers.items():
        if known.get(identity) != career:
            yield player_row(kept, identity, career)
    for identity in known:
        if identity not in kept.careers:  # drafted anew before the first match, or voided
            work.drop(player_row(team.before or kept, identity, known[identity]))


def first_open(rows: Iterable[AftermathRow]) -> str:
    """The match whose aftermath waits for the coach: the first in the order of matches."""
    waiting = sorted((row.place, row.match) for row in rows if row.state == "open")
    return waiting[0][1] if waiting else ""


def player_row(kept: Kept, identity: str, career: Career) -> PlayerRow:
    player = career.player
    return PlayerRow(
        identity,
        kept.team.id,
        name_of(kept.team.edition),
        player.name,
        player.number,
        player.position,
        career.how or "plays",
        player.games,
        player.earned,
        career.deeds.get("mvp", 0),
        *(career.deeds.get(name, 0) for name in DEED_COLUMNS),
    )


# --- competitions -----------------------------------------------------------------------------------------------------


def global_id(competition: str, fixture: str) -> str:
    """A fixture of any competition."""
    return f"{competition}.{fixture}"


def parts_of(fixture: str) -> tuple[str, str]:
    """The competition of a fixture, and its name there."""
    competition, _, name = fixture.partition(".")
    return competition, name


def competition_rows(work: Work, identity: str, opened: OpenCompetition) -> None:
    """Rows of a competition that have changed: fixtures with their sides, tables of stages."""
    state, before = opened.state, opened.before or Competition()
    season = state.agreed
    over = bool(state.places)
    work.put(
        CompetitionRow(
            identity,
            opened.league,
            opened.season,
            state.title,
            season.competition.play,
            "over" if over else "running" if state.stages else "entry",
            opened.log.seq,
            opened.log.head,
            text_of(state),
        )
    )
    changed = changed_fixtures(state, before)
    for name in sorted(changed | (set(before.fixtures) - set(state.fixtures))):
        for row in fixture_rows(work, identity, opened, name, state if name in state.fixtures else before):
            if name in state.fixtures:
                work.put(row)
            else:
                work.drop(row)
    for number in range(1, len(state.stages) + 1):
        if table_may_change(state, before, number, changed):
            for row in standing_rows(identity, before, number) if number <= len(before.stages) else ():
                work.drop(row)
            for row in standing_rows(identity, state, number):
                work.put(row)


def changed_fixtures(state: Competition, before: Competition) -> set[str]:
    return {
        name
        for name, fixture in state.fixtures.items()
        if before.fixtures.get(name) != fixture
        or before.results.get(name) != state.results.get(name)
        or before.reports.get(name) != state.reports.get(name)
    }


def table_may_change(state: Competition, before: Competition, number: int, changed: set[str]) -> bool:
    if number > len(before.stages) or state.out != before.out or state.heirs != before.heirs:
        return True
    if state.stages[number - 1] != before.stages[number - 1] or state.amendments != before.amendments:
        return True
    return any(
        state.fixtures[name].stage == number and before.results.get(name) != state.results.get(name) for name in changed
    )


def shown_state(work: Work, fixture: Fixture, reported: bool) -> str:
    """The state of a fixture in lists. Sheets may differ in what players did, though the result is the same."""
    if fixture.state not in ("open", "running") or not reported:
        return fixture.state
    report = work.one(ReportRow, match=fixture.match) if fixture.match else None
    return "disputed" if report is not None and report.state == "disputed" else "reported"


def fixture_rows(work: Work, identity: str, opened: OpenCompetition, name: str, state: Competition) -> Iterator[Stored]:
    fixture = state.fixtures[name]
    result = state.results.get(name)
    place = place_of(state, fixture)
    yield FixtureRow(
        global_id(identity, name),
        identity,
        opened.league,
        opened.season,
        fixture.stage,
        fixture.round,
        place,
        shown_state(work, fixture, bool(state.reports.get(name))),
        fixture.title,
        fixture.group,
        fixture.table,
        fixture.opens,
        fixture.deadline,
        fixture.agreed,
        result.ended if result else "",
        fixture.match,
        result.how if result else "",
        result.provenance if result else "",
        result.through if result else "",
        fixture.is_friendly,
    )
    for number, team in enumerate(fixture.sides):
        side = result.of(team) if result is not None else None
        yield SideRow(
            global_id(identity, name),
            number,
            team,
            identity,
            result.ended if result else "",
            side.score if side else None,
            side.casualties if side else None,
            side.result if side else "",
            league_points(state, fixture, result, side) if result and side else None,
            side.value if side else None,
            side.conceded if side else False,
        )


def place_of(state: Competition, fixture: Fixture) -> int:
    if fixture.is_friendly:
        return 0
    return state.round(fixture.stage, fixture.round).fixtures.index(fixture.id) + 1


def league_points(state: Competition, fixture: Fixture, result: Result, side: SideResult) -> int | None:
    if fixture.is_friendly:
        return None
    scoring = scoring_at(state, state.stage(fixture.stage), fixture.round)
    return scoring.of_side(side, result) + scoring.of_bonus(side, result)


def standing_rows(identity: str, state: Competition, number: int) -> Iterator[StandingRow]:
    for division, rows in stage_tables(state, number).items():
        for row in rows:
            yield StandingRow(identity, number, division, row.team, row.place, row.points, text_of(row))


# --- matches ----------------------------------------------------------------------------------------------------------


def appearance_rows(facts: MatchFacts, fixture: str, league: str, season: str, at: str) -> Iterator[AppearanceRow]:
    """What players did in a match, without those who were kept out of it. Awards that an aftermath draws are added when
    it closes."""
    for side in facts.sides:
        for player in side.players:
            if player.player and not player.absent:
                yield appearance_row(facts.match, side.team, player, fixture, league, season, at)


def appearance_row(
    match: str, team: str, player: PlayerFacts, fixture: str, league: str, season: str, at: str
) -> AppearanceRow:
    return AppearanceRow(
        fixture,
        player.player,
        match,
        team,
        league,
        season,
        at,
        sum(player.points.values()),
        player.mvps,
        player.deeds.get("touchdown", 0),
        player.deeds.get("completion", 0),
        player.deeds.get("casualty", 0),
        player.deeds.get("kill", 0),
        player.deeds.get("interception", 0),
        player.injury,
        text_of(player.deeds),
    )


def as_counted(row: AppearanceRow, bodies: Iterable[TeamBody]) -> AppearanceRow:
    """A player's line of a match with what the history of its team counts: deeds, points, awards, and the touchdown of
    a match that was conceded, which counts for who is credited with it (O-TD-06)."""
    points = mvps = credited = 0
    for body in bodies:
        if isinstance(body, (Points, MostValuable)) and body.player == row.player:
            points += body.points
            mvps += isinstance(body, MostValuable)
            credited += isinstance(body, Points) and body.credited and body.deed == "touchdown"
        if isinstance(body, Played):
            row = with_deeds(row, body.appearances)
    told = msgspec.json.decode(row.deeds, type=dict[str, int]).get("touchdown", 0)
    return msgspec.structs.replace(row, points=points, mvp=mvps, touchdown=told + credited)


def with_deeds(row: AppearanceRow, appearances: Iterable[Appearance]) -> AppearanceRow:
    """What a player did as the match stands in the history; somebody who was gone by then did what the match told."""
    for each in appearances:
        if each.player == row.player:
            figures = {name: each.deeds.get(name, 0) for name in DEED_COLUMNS}
            return msgspec.structs.replace(row, **figures, deeds=text_of(each.deeds))
    return row


def counted_by_match(events: Sequence[Event], texts: Texts) -> dict[str, list[TeamBody]]:
    """What counts of the players' part in each match: deeds, points and awards."""
    counted = effective(events, texts)
    found: dict[str, list[TeamBody]] = {}
    for event in events:
        body = counted[event.seq]
        if event.cause.kind == "match" and event.kind == "closed":
            found.setdefault(event.cause.id, [])
        if event.cause.kind == "match" and isinstance(body, (Played, Points, MostValuable)):
            found.setdefault(event.cause.id, []).append(body)
    return found


# --- news and the audit -----------------------------------------------------------------------------------------------


def leagues_of(events: Sequence[Event], start: str) -> list[str]:
    """The league that each event of a team belongs to: where the team was after it. `start` is the league before the
    first; what happened before a team joined one belongs to that one."""
    found: list[str] = []
    now = start
    for event in events:
        if event.kind == "joined":
            now = str(event.body["league"])
        found.append(now)
    first = next((league for league in found if league), "")
    return [league or first for league in found]


def told(event: Event, league: str) -> Iterator[Stored]:
    """What an event adds to the news of a league, and to the list of what people in charge did."""
    if event.actor.role in WATCHED or event.cause.kind == "correction":
        yield AuditRow(
            event.log,
            event.seq,
            league,
            event.at,
            event.actor.role,
            event.actor.id,
            event.kind,
            about_of(event),
            str(event.body.get("reason", "")),
        )
    if event.kind in NEWS[event.log[0]] and not (event.kind == "scouted" and not event.body.get("leaves")):
        yield NewsRow(event.log, event.seq, league, event.at, event.kind, about_of(event), sorted_text(event.body))


def about_of(event: Event) -> str:
    """The id of what an event is about: a fixture, a player, a team, a member, or its log."""
    body = event.body
    if event.log.startswith("c_"):
        found = body.get("fixture") or (body.get("result") or {}).get("fixture") or ""
        if isinstance(found, dict):
            found = found.get("id", "")
        return global_id(event.log, found) if found else event.log
    if event.log.startswith("l_"):
        member = body.get("member") if event.kind in ABOUT_MEMBERS else ""
        return str(body.get("team") or member or event.log)
    return str(body["player"]) if isinstance(body.get("player"), str) and body["player"] else event.log
