"""The team that a history gives: `fold(events)`.

An aftermath writes events, the fold applies them (`effects.py`), the checks of teams judge the outcome. An event that
is not possible (gold that is not there, a player who left) raises `Impossible`, and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league import team_events as e
from dungeonbowl.league.chain import START, Event, refuse_broken
from dungeonbowl.league.changes import Impossible
from dungeonbowl.league.effects import APPLIES
from dungeonbowl.league.kept import Kept, Standing
from dungeonbowl.league.team_events import TeamBody, unpacked
from dungeonbowl.league.texts import Texts
from dungeonbowl.teams.team import Team
from dungeonbowl.teams.value import strength, worth

__all__ = ["Impossible", "applied", "effective", "fold", "fold_on"]

NOBODY: Final = Team("", "", "", ())
replace = msgspec.structs.replace


def fold(events: Iterable[Event], texts: Texts | None = None) -> Kept:
    """The team that a history gives. Without the texts, names are references."""
    listed = list(events)
    return fold_effective(listed, effective(listed, texts))


def fold_on(kept: Kept, events: Iterable[Event], texts: Texts | None = None) -> Kept:
    """The team after more events of its history, without reading those before them again. `UserError` if they do not
    follow on it, or if one of them is a correction of what was before: then the whole history must be folded."""
    listed = list(events)
    refuse_broken(listed, kept.team.id, kept.head, kept.seq)
    bodies: dict[int, TeamBody | None] = {}
    for event in listed:
        body = body_of(event, texts)
        if isinstance(body, e.Void) or (isinstance(body, e.Granted) and body.at):
            raise UserError(f"event {event.seq} changes what was before it: the history must be folded as a whole")
        bodies[event.seq] = body
    return fold_effective(listed, bodies, kept)


def effective(events: Sequence[Event], texts: Texts | None = None) -> dict[int, TeamBody | None]:
    """What counts of each event, by number: its own body, that of the correction in its place, or None if it was
    voided. A void can itself be voided; of two voids of one event the later one decides."""
    found: dict[int, TeamBody | None] = {event.seq: body_of(event, texts) for event in events}
    decided: set[int] = set()
    for event in reversed(events):  # a later void decides whether an earlier one counts
        body = found[event.seq]
        if not isinstance(body, e.Void):
            continue
        if body.seq not in found or body.seq >= event.seq:
            raise Impossible(f"event {event.seq}: it voids event {body.seq}, which is not before it", event.seq)
        if body.seq not in decided:
            decided.add(body.seq)
            found[body.seq] = instead_of(body, event.seq)
    return found


def body_of(event: Event, texts: Texts | None = None) -> TeamBody:
    try:
        return unpacked(event.kind, event.body, texts)
    except UserError as error:
        raise Impossible(f"event {event.seq}: {error}", event.seq) from None


def instead_of(void: e.Void, seq: int = 0) -> TeamBody | None:
    """What counts in the place of a voided event; its texts have been read with those of the void."""
    if void.instead is None:
        return None
    values = dict(void.instead)
    try:
        return unpacked(str(values.pop("kind", "")), values)
    except UserError as error:
        raise Impossible(f"event {seq}: instead of event {void.seq}: {error}", seq) from None


def in_order(events: Sequence[Event], bodies: Mapping[int, TeamBody | None]) -> Iterator[tuple[Event, TeamBody | None]]:
    """The events with what counts of them, in the order in which it counts: a grant that is to come before an earlier
    event comes there, and again without a body in its own place."""
    early: dict[int, list[tuple[Event, TeamBody]]] = {}
    for event in events:
        body = bodies[event.seq]
        if isinstance(body, e.Granted) and body.at:
            if body.at not in bodies or body.at >= event.seq:
                raise Impossible(f"event {event.seq}: it grants something before event {body.at}", event.seq)
            early.setdefault(body.at, []).append((event, body))
    for event in events:
        yield from early.get(event.seq, ())
        body = bodies[event.seq]
        yield event, None if isinstance(body, e.Granted) and body.at else body


def fold_effective(events: Sequence[Event], bodies: Mapping[int, TeamBody | None], kept: Kept | None = None) -> Kept:
    """The team after events of which only `bodies` count."""
    kept = kept or Kept(NOBODY, head=START)
    for event, body in in_order(events, bodies):
        if body is not None:
            try:
                kept = applied(kept, body, event.seq, event.at)
            except Impossible as error:
                raise Impossible(f"event {event.seq} ({event.kind}): {error}", event.seq) from None
    return ended(kept, events)


def ended(kept: Kept, events: Sequence[Event]) -> Kept:
    """The team with the number and the hash of its last event."""
    if events:
        kept = replace(kept, seq=events[-1].seq, head=events[-1].hash)
    return replace(kept, team=replace(kept.team, history=kept.head))


def applied(kept: Kept, body: TeamBody, seq: int, at: str) -> Kept:
    """The team after one event. `seq` and `at` are those of the event."""
    kept = APPLIES[type(body)](replace(kept, seq=seq), body)
    if kept.team.treasury < 0:
        raise Impossible(f"the treasury would hold {kept.team.treasury:,} gold")
    return noted(kept, body, at)


def noted(kept: Kept, body: TeamBody, at: str) -> Kept:
    """The team with one more point of its life, if this event is one: the draft, a closed aftermath, a new season."""
    team = kept.team
    if isinstance(body, e.Closed):  # what it was worth by the facts of that day
        point = Standing(at, body.match, body.value, body.current_value, team.treasury)
    elif isinstance(body, e.Season):
        point = Standing(at, "", worth(team), strength(team), team.treasury, body.number)
    elif isinstance(body, e.Created):
        point = Standing(at, "", worth(team), strength(team), team.treasury)
    else:
        return kept
    point = replace(point, income=kept.income, spending=kept.spending)
    return replace(kept, standings=(*kept.standings, point), income=0, spending=0)
