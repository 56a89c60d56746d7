"""Taking in what a coach has brought from another server: his teams with their histories, and the replays that prove
them. They come into a league as its visitors, with him as their owner, and may enter seasons from there.

Nothing of the file is believed. Chains must hold, matches are played again, and what a team is said to be worth has a
mark (`verify.py`): only what follows from replays and seeds that were looked at here is proven. What is here already
stays as it is, so the same file twice changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.league import team_events as e
from dungeonbowl.league import verify
from dungeonbowl.league.chain import Actor, Cause
from dungeonbowl.league.changes import underneath
from dungeonbowl.league.fold import fold
from dungeonbowl.league.history import History
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.office import league_log, reading, rebuilding, verifying
from dungeonbowl.league.office.luggage_file import Luggage, in_file, read_luggage
from dungeonbowl.league.office.rows import (
    LeagueRow,
    MatchReplayRow,
    MemberRow,
    NewsRow,
    PlayerRow,
    ReportRow,
    TeamRow,
    TextRow,
    event_row,
)
from dungeonbowl.league.office.store import Row, Writing
from dungeonbowl.league.office.taking_in import scratch
from dungeonbowl.league.office.views import Coming, LuggageTeam, LuggageView, Mark
from dungeonbowl.league.office.work import Log, OpenTeam, Work
from dungeonbowl.league.texts import Text, Texts
from dungeonbowl.records.replay import Replay, encoded

if TYPE_CHECKING:
    from dungeonbowl.league.office.office import Office

PLAYED: Final = "played"  # the kind of event that names a match
MOST_VISITORS: Final = 8  # of one owner in a league, as many as he may have in a season
QUIET: Final = ("ready", "drafting")  # states in which nothing of a team is still to come where it was
ODD: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)  # what made up values may cause
LARGEST_NUMBER: Final = 2**31 - 1
LONGEST_WORD: Final = 40  # characters of an id
# Other columns: 0 for those of any length.
LONGEST: Final = {
    **dict.fromkeys(("body", "dice", "snapshot", "details", "text"), 0),
    **dict.fromkeys(("at", "role", "cause", "kind", "rule", "state", "edition"), 20),
    **dict.fromkeys(("hash", "prev", "head", "reason", "ref"), 64),
    **dict.fromkeys(("name", "roster", "position"), 200),
    "salt": 24,
}
UNKEEPABLE: Final = mark("a word or a number in it is larger than anything that belongs there")
IMPOSSIBLE: Final = mark("what it tells cannot be: its events do not make a team")
HERE: Final = mark("it is here already, with everything that the file tells")
OTHERWISE: Final = mark("it is here already, and its history here is another one: nothing is overwritten")
HELD_UP: Final = mark("it was in the middle of a match, its aftermath or the end of a season: close that there first")
NO_LEAGUE: Final = mark("it has never been in a league: expected a team that has, a draft enters as a new team")
LEAGUE_HERE: Final = mark("it says that it was in a league of this server, which does not know it")
PLAYERS_HERE: Final = mark("it has players that belong to another team here")


class Checked(msgspec.Struct, frozen=True):
    """A team of a file, and what was found when its matches were played again."""

    history: History
    kept: Kept
    found: verify.Verification
    replays: dict[str, Replay]  # those that belong to its matches, by match
    news: tuple[NewsRow, ...]  # what a page of the history needs of corrections


class LuggageDesk:
    def __init__(self, office: Office) -> None:
        self.office = office
        self.store = office.store

    def look(self, data: bytes) -> LuggageView:
        """What would come in, and how much of it is proven. Writes nothing; takes as long as the matches in it take to
        be played again. `UserError` says where the file is damaged, or where something in it was made up."""
        luggage = read_luggage(data)
        checked = [self.checked(history, luggage.replays) for history in luggage.histories]
        return self.view(luggage, checked, self.states(checked))

    def take_in(self, data: bytes, league: str, owner: str, by: Actor) -> LuggageView:
        """The teams of a file become visitors of a league. `owner` is the member they belong to. All that can come
        comes, or nothing; what cannot says why."""
        luggage = read_luggage(data)
        checked = [self.checked(history, luggage.replays) for history in luggage.histories]
        states: dict[str, tuple[Coming, str]] = {}

        def write() -> None:
            states.update(self.written(checked, league, owner, by))

        self.office.patiently(write)  # somebody else may write in the league, or bring the same teams
        return self.view(luggage, checked, states)

    def written(self, checked: Sequence[Checked], league: str, owner: str, by: Actor) -> dict[str, tuple[Coming, str]]:
        """Write the teams that can come; returns what became of each."""
        with self.office.work(by) as work:
            if owner not in work.league(league).members:
                raise UserError(f"member {owner!r}: expected somebody of the league")
            states = self.states(checked)
            coming = [each for each in checked if states[each.kept.team.id][0] == "comes"]
            if coming:
                refuse_crowd(work, league, owner, len(coming))
            for each in coming:
                self.bring(work, each, league, owner)
                states[each.kept.team.id] = ("came", "")
        return states

    # --- looking -----------------------------------------------------------------------------------------------------

    def checked(self, history: History, replays: Sequence[Replay]) -> Checked:
        """A team, with its matches played again. `UserError` if anything in it contradicts anything else."""
        stories = {event.body.get("story"): event.body.get("match") for event in history.events if event.kind == PLAYED}
        mine = {str(stories[each.end.events]): each for each in replays if each.end.events in stories}
        try:
            found = verify.verify(history, mine.values())
            news = self.tried(history)
        except ODD:
            raise in_file(history.source, UserError(IMPOSSIBLE)) from None
        except UserError as error:
            raise in_file(history.source, error) from None
        if not found.is_sound:
            match, _, doubt = found.findings[0].partition(": ")
            raise UserError(f"zip, file {history.source}, match {match}: {doubt}")
        return Checked(history, history.kept, found, mine, news)

    def tried(self, history: History) -> tuple[NewsRow, ...]:
        """Make the rows of a team in memory, where nothing else is, and look whether pages can show it. Returns what is
        news in its history, for the league in which it was news."""
        team = history.header.team
        writing = Writing()
        writing.events += [event_row(event) for event in history.events]
        for text in history.texts.known.values():
            writing.put(TextRow.TABLE, TextRow(text.ref, text.salt, text.text).row())
        trial = scratch(self.office, writing)
        work = trial.reader()
        rebuilding.load_team(work, team)
        work.project()
        made = [row for row in work.rows.values() if row is not None]
        rows = Writing()
        for row in made:
            rows.put(row.TABLE, row.row())
        refuse_unkeepable([*writing.events, *(row for _, row in writing.rows), *(row.row() for row in made)])
        trial.store.write(rows)
        assert trial.teams.view(team).team.roster_facts.name
        trial.teams.file(team)
        trial.teams.history(team)
        return tuple(row for row in made if isinstance(row, NewsRow) and row.league)

    def states(self, checked: Sequence[Checked]) -> dict[str, tuple[Coming, str]]:
        """For each team whether it can come in, and why not. No player comes with two teams."""
        found: dict[str, tuple[Coming, str]] = {}
        players: set[str] = set()
        for each in checked:
            state = self.coming(each)
            if state[0] == "comes" and not players.isdisjoint(each.kept.careers):
                state = ("stays", PLAYERS_HERE)
            players |= set(each.kept.careers)
            found[each.kept.team.id] = state
        return found

    def coming(self, checked: Checked) -> tuple[Coming, str]:
        """Whether a team can come in, and why not. Whether it is here is asked last: if another server writes it at
        this moment, its players are not found here without it."""
        hindered = self.hindered(checked)
        history, team = checked.history, checked.kept.team.id
        seq, _ = self.store.head(team)
        if seq:
            last = len(history.events)
            known = self.store.events(team, last - 1, 1) if seq >= last else []
            same = bool(known) and known[0]["hash"] == history.events[-1].hash
            return "here", HERE if same else OTHERWISE
        return ("stays", hindered) if hindered else ("comes", "")

    def hindered(self, checked: Checked) -> str:
        """Why a team that is not here cannot come in; nothing if it can."""
        history, kept = checked.history, checked.kept
        if underneath(kept) not in QUIET:
            return HELD_UP
        if not kept.league:
            return NO_LEAGUE
        leagues = {str(event.body.get("league", "")) for event in history.events if event.kind == "joined"}
        if self.known(LeagueRow.TABLE, "id", leagues):
            return LEAGUE_HERE
        if self.known(PlayerRow.TABLE, "id", kept.careers):
            return PLAYERS_HERE
        return ""

    def known(self, table: str, column: str, values: Iterable[str]) -> bool:
        wanted = sorted(values)
        return bool(wanted) and bool(self.store.find(table, {column: wanted}, most=1, columns=(column,)))

    def view(self, luggage: Luggage, checked: Sequence[Checked], states: dict[str, tuple[Coming, str]]) -> LuggageView:
        teams = tuple(self.line(each, *states[each.kept.team.id]) for each in checked)
        used = {match for each in checked for match in each.replays}
        return LuggageView(luggage.coach, teams, len(used))

    def line(self, checked: Checked, state: Coming, why: str) -> LuggageTeam:
        kept = checked.kept
        owner = ""
        if state in ("here", "came"):
            rows = self.store.find(TeamRow.TABLE, {"id": kept.team.id}, most=1, columns=("owner",))
            owners = [row["owner"] for row in rows if row["owner"]]
            named = self.store.find(MemberRow.TABLE, {"id": owners}, most=1, columns=("name",)) if owners else []
            owner = str(named[0]["name"]) if named else ""
        shares: dict[str, dict[str, int]] = {
            what: {name: amount for name, amount in each.items() if amount}
            for what, each in checked.found.shares().items()
        }
        return LuggageTeam(
            kept.team.id,
            kept.team.name,
            name_of(kept.team.edition),
            kept.team.roster_facts.name,
            kept.team.games,
            state,
            why,
            mark_of(checked.found),
            owner,
            {what: each for what, each in shares.items() if each},
            tuple(line for line in verifying.team(kept.team.id, checked.found) if line.what in ("match", "season")),
        )

    # --- taking in ---------------------------------------------------------------------------------------------------

    def bring(self, work: Work, checked: Checked, league: str, owner: str) -> None:
        """One team, whose history goes on with its new owner."""
        history = checked.history
        team, told = history.header.team, history.events
        listed = list(history.texts.known.values())
        known = reading.texts_by_ref(self.store, [text.ref for text in listed])
        for text in new_texts(listed, known):
            work.put(TextRow(text.ref, text.salt, text.text))
        kept = fold(told, Texts([*listed, *known]))  # a name that is hidden here stays hidden
        work.writing.events += [event_row(event) for event in told]
        work.teams[team] = OpenTeam(Log(team, told[-1].seq, told[-1].hash), kept, None)
        for row in checked.news:
            work.put(row)
        for match, replay in checked.replays.items():
            self.keep(work, match, replay)
        work.write_team(team, e.OwnerChanged(owner), actor=Actor("coach", owner))
        work.write_league(league, league_log.Visited(team, mark_of(checked.found)), Cause("decision"))

    def keep(self, work: Work, match: str, replay: Replay) -> None:
        """The replay of a match, so that everybody can look at it and verify the team again. One that a league here
        knows is the business of that league."""
        if work.one(MatchReplayRow, match=match) is None and work.one(ReportRow, match=match) is None:
            work.put(MatchReplayRow(match, b"\n".join(encoded(replay)) + b"\n"))


def refuse_unkeepable(rows: Iterable[Row]) -> None:
    """`UserError` if no database can hold what somebody has made up. Texts of any length are those of JSON, in which
    signs that nobody sees are written out."""
    for row in rows:
        for column, value in row.items():
            if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
                raise UserError(UNKEEPABLE)
            longest = LONGEST.get(column, LONGEST_WORD)
            if isinstance(value, str) and longest and (len(value) > longest or not value.isprintable()):
                raise UserError(UNKEEPABLE)


def new_texts(listed: Iterable[Text], known: Iterable[Text]) -> list[Text]:
    """The texts that are not here. Those that are stay as they are, hidden ones too."""
    refs = {text.ref for text in known}
    return [text for text in listed if text.ref not in refs]


def refuse_crowd(work: Work, league: str, owner: str, more: int) -> None:
    """A league is for all its members: nobody fills it with visitors of his own."""
    mine = [team for team in work.league(league).visitors if work.kept(team).owner == owner]
    if len(mine) + more > MOST_VISITORS:
        raise UserError(f"a coach brings at most {MOST_VISITORS} teams into a league, and these would be more")


def mark_of(found: verify.Verification) -> Mark:
    """How sure a team is as a whole: as its least sure match, season, point, coin and injury."""
    marks: set[str] = {each.status for each in (*found.matches, *found.seasons)} | {each.mark for each in found.marks}
    worst: Mark = next((mark for mark in verifying.WORST_FIRST if mark in marks), "ok")
    return worst
