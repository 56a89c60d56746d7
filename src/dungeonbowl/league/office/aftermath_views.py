"""What the office shows of an aftermath: one that is open, from its machine; one that is closed, from the history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.league.aftermath.facts import MatchFacts
from dungeonbowl.league.aftermath.machine import Aftermath, Ask, Need, SharedRoll
from dungeonbowl.league.aftermath.words import group_said
from dungeonbowl.league.chain import Event
from dungeonbowl.league.fold import effective
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.office import reading
from dungeonbowl.league.office.rows import AftermathRow, TeamRow
from dungeonbowl.league.office.views import AftermathView, SharedLine, StepLine, WrittenLine
from dungeonbowl.league.office.words import Speaker
from dungeonbowl.teams.value import team_value

if TYPE_CHECKING:
    from dungeonbowl.league.office.work import Work


def open_view(work: Work, row: AftermathRow, current: Aftermath) -> AftermathView:
    kept = current.line.kept
    speaker = speaker_for(work, current.case.facts, kept, current.case.kept)
    names = [stage.name for stage in current.plan.stages]
    now = names.index(current.line.stage) if current.line.stage in names else -1
    return AftermathView(
        row.match,
        row.team,
        row.number,
        tuple(
            StepLine(stage.name, t(stage.title), stage.rules, state_of(place, now, current))
            for place, stage in enumerate(current.plan.stages)
        ),
        need_said(current.need),
        tuple(
            WrittenLine(each.stage, speaker.say(each.body), each.rule, each.dice, each.actor.role)
            for each in current.line.written
        ),
        current.case.kept.team,
        kept.team,
        team_value(kept.team),
        current.undoable(),
        row.commitment,
        row.typed,
        row.deadline,
        current.is_over,
        season_end=row.match == row.season,
        shared=tuple(shared_lines(current)),
        taken_on=taken_on(current),
        may_type=may_type(current.case.facts),
    )


def need_said(need: Need | None) -> Need | None:
    """What is needed, with the headings of its options in the language of the reader."""
    if not isinstance(need, Ask):
        return need
    options = tuple(replace(each, group=group_said(each.group)) for each in need.options)
    barred = tuple(replace(each, group=group_said(each.group)) for each in need.barred)
    return replace(need, options=options, barred=barred)


def taken_on(current: Aftermath) -> int:
    """Who is in the team for sure: in a redraft those who were rehired or are new, otherwise everybody."""
    kept, before = current.line.kept, {player.id for player in current.case.kept.team.players}
    players = kept.team.players
    return sum(not kept.funds or player.id in kept.rehired or player.id not in before for player in players)


def state_of(place: int, now: int, current: Aftermath) -> Literal["done", "now", "later"]:
    if current.is_over or place < now:
        return "done"
    return "now" if place == now else "later"


def shared_lines(current: Aftermath) -> list[SharedLine]:
    facts = current.case.facts
    if facts is None:
        return []
    rolls: list[SharedRoll] = current.plan.shared(facts, current.case.options)
    return [SharedLine(roll.name, roll.what, roll.rule, current.case.shared.get(roll.name, ())) for roll in rolls]


def speaker_for(work: Work, facts: MatchFacts | None, *kepts: Kept) -> Speaker:
    players = {identity: career.player.name for kept in kepts for identity, career in kept.careers.items()}
    sides = [side.team for side in facts.sides] if facts is not None else []
    found = work.store.find(TeamRow.TABLE, {"id": sides}, columns=("id", "name")) if sides else []
    return Speaker(players, {str(row["id"]): str(row["name"]) for row in found})


def closed_view(work: Work, match: str, team: str, row: AftermathRow | None) -> AftermathView:
    """An aftermath that is part of the history."""
    events = reading.events(work.store, team)
    mine = aftermath_events(events, match, row.seq if row is not None else 0)
    if not mine:
        raise UserError("there is no such aftermath")
    kept = work.kept(team)
    said = work.office.teams.said(kept, mine)
    closed = next((event for event in mine if event.kind == "closed"), None)
    told = next((event for event in events if event.kind == "revealed" and event.body.get("match") == match), None)
    season_end = match.startswith("s_")
    return AftermathView(
        match,
        team,
        len(closed.body.get("inputs", ())) if closed is not None else row.number if row is not None else 0,
        (),
        None,
        tuple(
            WrittenLine("", line.instead or line.text, line.event.rule, line.event.dice, line.event.actor.role)
            for line in said
        ),
        kept.team,
        kept.team,
        team_value(kept.team),
        0,
        str(closed.body.get("commitment", "")) if closed is not None else row.commitment if row is not None else "",
        row.typed if row is not None else False,
        "",
        True,
        str(told.body["seed"]) if told is not None else "",
        season_end,
    )


def aftermath_events(events: Sequence[Event], match: str, after: int) -> list[Event]:
    """What an aftermath has written into a history, as far as it counts, corrected or not; `after` is the last event
    before it."""
    counted = effective(events)
    return [
        event
        for event in events[after:]
        if event.cause.id == match and event.cause.kind in ("match", "season") and counted[event.seq] is not None
    ]


def may_type(facts: MatchFacts | None) -> bool:
    """Whether dice can be those of a real table. A match whose dice follow from a promised seed goes on with promised
    dice: nobody may look at them and say that others fell."""
    return facts is None or facts.provenance != "proven"
