"""Reading from a store: rows as structs, events, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.chain import Event
from dungeonbowl.league.competitions.events import Body, body_of
from dungeonbowl.league.competitions.folding import fold_competition
from dungeonbowl.league.competitions.options import Season, read_season
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.office import league_log
from dungeonbowl.league.office.league_log import League
from dungeonbowl.league.office.rows import CompetitionRow, LeagueRow, Stored, TeamRow, TextRow, event_of, read
from dungeonbowl.league.office.store import Store, Value
from dungeonbowl.league.team_events import with_texts
from dungeonbowl.league.texts import Text, Texts, refs_in

KEPT = msgspec.json.Decoder(Kept)
LEAGUE = msgspec.json.Decoder(League)
COMPETITION = msgspec.json.Decoder(Competition)
R = TypeVar("R", bound=Stored)


def one(store: Store, kind: type[R], **key: Value) -> R | None:
    """A row by its key, or by other columns that tell it from all others."""
    found = store.find(kind.TABLE, key, most=1)
    return read(kind, found[0]) if found else None


def find(
    store: Store,
    kind: type[R],
    where: Mapping[str, Value | Sequence[str]],
    order: Sequence[str] = (),
    after: Sequence[Value] = (),
    most: int = 0,
) -> list[R]:
    return [read(kind, row) for row in store.find(kind.TABLE, where, order, after, most)]


def events(store: Store, log: str, after: int = 0, most: int = 0) -> list[Event]:
    return [event_of(row) for row in store.events(log, after, most)]


# --- texts ------------------------------------------------------------------------------------------------------------


def texts_of(store: Store, told: Iterable[Event]) -> list[Text]:
    """The texts that events speak of."""
    return texts_by_ref(store, {ref for event in told for ref in refs_in(event.body)})


def texts_by_ref(store: Store, refs: Iterable[str]) -> list[Text]:
    wanted = sorted(set(refs))
    if not wanted:
        return []
    return [Text(row.ref, row.salt, row.text) for row in find(store, TextRow, {"ref": wanted})]


# --- teams ------------------------------------------------------------------------------------------------------------


def team_row(store: Store, team: str) -> TeamRow:
    row = one(store, TeamRow, id=team)
    if row is None:
        raise UserError(f"there is no team {team!r}")
    return row


def kept_of(row: TeamRow) -> Kept:
    """The team of a snapshot: what the fold of its history gave."""
    return KEPT.decode(row.snapshot)


@lru_cache(maxsize=256)
def agreed(options: str) -> Season:
    """The options of a season from their text, which are asked for at every turn."""
    return read_season(options)


# --- leagues ----------------------------------------------------------------------------------------------------------


def league(store: Store, identity: str) -> tuple[LeagueRow, League]:
    row = one(store, LeagueRow, id=identity)
    if row is None:
        raise UserError(f"there is no league {identity!r}")
    return row, LEAGUE.decode(row.snapshot)


def league_body(event: Event, texts: Texts) -> league_log.Body:
    values = with_texts(event.body, texts.read)
    try:
        body: league_log.Body = msgspec.convert({"kind": event.kind, **values}, league_log.Body)
    except msgspec.ValidationError as error:
        raise UserError(f"event {event.seq} ({event.kind}) of a league: {error}") from None
    return body


def folded_league(identity: str, told: Sequence[Event], texts: Texts) -> League:
    return league_log.fold_league(identity, [(league_body(event, texts), event.at) for event in told])


# --- competitions -----------------------------------------------------------------------------------------------------


class CompetitionState(msgspec.Struct, frozen=True):
    """A competition as it is in the store. Nobody changes `state`: who works on it makes a copy."""

    id: str
    league: str
    season: str
    seq: int
    head: str
    state: Competition


def competition_body(event: Event, texts: Texts) -> Body:
    try:
        return body_of(event.kind, with_texts(event.body, texts.read))
    except msgspec.ValidationError as error:
        raise UserError(f"event {event.seq} ({event.kind}) of a competition: {error}") from None


def folded_competition(told: Sequence[Event], texts: Texts) -> Competition:
    return fold_competition([competition_body(event, texts) for event in told])


def copied(state: Competition) -> Competition:
    """A copy that can be changed without changing this one."""
    found: Competition = copy_of(state)
    return found


def copy_of(value: Any) -> Any:
    """Lists, dictionaries and structs that can change are copied; everything else is shared."""
    if isinstance(value, list):
        return [copy_of(each) for each in value]
    if isinstance(value, dict):
        return {key: copy_of(each) for key, each in value.items()}
    if isinstance(value, msgspec.Struct) and not value.__struct_config__.frozen:
        return type(value)(**{name: copy_of(getattr(value, name)) for name in value.__struct_fields__})
    return value


class States:
    """Competitions that were read lately, by the hash of their last event: a page need not read them again."""

    MOST = 32

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: dict[str, CompetitionState] = {}

    def competition(self, identity: str) -> CompetitionState:
        found = self.known.get(identity)
        if found is not None:
            heads = self.store.find(CompetitionRow.TABLE, {"id": identity}, most=1, columns=("head",))
            if heads and heads[0]["head"] == found.head:
                return found
        row = one(self.store, CompetitionRow, id=identity)
        if row is None:
            raise UserError(f"there is no competition {identity!r}")
        if found is None or found.head != row.head:
            if not row.snapshot:
                raise UserError(f"competition {row.name}: it has not begun")
            found = CompetitionState(identity, row.league, row.season, row.seq, row.head, self.state_of(row))
            self.note(found)
        return found

    def state_of(self, row: CompetitionRow) -> Competition:
        """The state of a row. One that a program with other options has written is made anew from the log."""
        try:
            return COMPETITION.decode(row.snapshot)
        except msgspec.ValidationError:
            told = events(self.store, row.id)
            return folded_competition(told, Texts(texts_of(self.store, told)))

    def note(self, state: CompetitionState) -> None:
        self.known.pop(state.id, None)
        self.known[state.id] = state
        while len(self.known) > self.MOST:
            self.known.pop(next(iter(self.known)), None)
