"""What a commissioner may change in the history of a team, and what would follow from it.

Nothing is deleted: a correction is more events (`void`, `granted`), and everything after the corrected event is folded
again. If a later event is then impossible, the correction is refused until it also voids that event, or grants what
the event needs. The functions here are pure: they return events to append, and a preview of every consequence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.league import team_events as e
from dungeonbowl.league.chain import START, Actor, Cause, Event, linked
from dungeonbowl.league.differences import Difference, difference
from dungeonbowl.league.fold import NOBODY, Impossible, applied, effective, ended, fold, in_order
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.team_events import Outcome, TeamBody, kind_of, packed
from dungeonbowl.league.texts import Texts
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.facts import SWITCHES
from dungeonbowl.teams.problems import added

MUCH: Final = 1_000_000_000  # gold that pays for anything
FAST_TRACK: Final = "A-FAST-01"  # the rule of an advancement that came sooner
LONGEST: Final = 80  # characters of a text in an event
# Kinds of events that belong to something else as well: a lock, a match, an aftermath, a season. A correction of the
# team alone neither adds nor voids them; each says how it is changed instead.
OTHER_MEANS: Final = mark(
    {
        "created": "until its first match a team is drafted anew",
        "renamed": "teams and players are renamed",
        "owner_changed": "a team is handed over",
        "joined": "a team enters a season, or leaves it",
        "suspended": "a suspended team is revived",
        "disbanded": "a disbanded team is revived",
        "revived": "a team is suspended",
        "booked": "the match is unlocked",
        "unbooked": "the match is locked",
        "journeymen": "the match is unlocked, and locked again",
        "played": "another result is set, or the match is played anew",
        "closed": "what the assistant did is reopened, or the match is played anew",
        "revealed": "the seed of dice stays",
        "season": "the end of a season stays",
        "void": "a void is voided",
    }
)
replace = msgspec.structs.replace


class Conflict(msgspec.Struct, frozen=True):
    """An event that a correction makes impossible: why, the event that voids it too, and the one that grants what it
    needs, if that is all it needs."""

    seq: int
    kind: str
    reason: str
    void: e.Void
    grant: e.Granted | None = None


class Preview(msgspec.Struct, frozen=True):
    """A correction before it is made. It is refused while there are conflicts, or while the team would be illegal."""

    bodies: tuple[TeamBody, ...]
    difference: Difference
    conflicts: tuple[Conflict, ...] = ()
    problems: tuple[str, ...] = ()  # reasons why the team would not be legal, that it does not have already

    @property
    def allowed(self) -> bool:
        return not self.conflicts and not self.problems

    def refusal(self) -> str:
        """Why it is refused, in one line; empty if it is allowed."""
        found = [f"event {each.seq} ({each.kind}) would be impossible: {each.reason}" for each in self.conflicts]
        found += [f"the team would not be legal: {problem}" for problem in self.problems]
        return "; ".join(found)


# --- the verbs of a commissioner --------------------------------------------------------------------------------------


def void(seq: int, reason: str) -> e.Void:
    """An event counts no more."""
    return e.Void(seq, given(reason))


def instead(seq: int, body: TeamBody, reason: str) -> e.Void:
    """Another event counts in the place of this one."""
    values: dict[str, Any] = msgspec.to_builtins(body)
    return e.Void(seq, given(reason), values)


def grant(reason: str, **what: Any) -> e.Granted:
    """Gold, points, a player, an advancement, an injury: whatever `Granted` has."""
    found = e.Granted(given(reason), **what)
    if found == e.Granted(reason):
        raise UserError("grant: expected gold, re-rolls, a player or something of a player, found nothing")
    return found


def take(
    reason: str, player: str = "", gold: int = 0, points: int = 0, rerolls: int = 0, niggles: int = 0
) -> e.Granted:
    """The opposite of `grant`, for what is counted. Numbers are those to take, above 0."""
    numbers = {"gold": gold, "points": points, "rerolls": rerolls, "niggles": niggles}
    if any(number < 0 for number in numbers.values()):
        raise UserError("take: expected numbers above 0")
    return grant(reason, player=player, **{key: -number for key, number in numbers.items()})


def set_result(
    events: Sequence[Event],
    match: str,
    outcome: Outcome,
    score: tuple[int, ...],
    reason: str,
    casualties: int | None = None,
    suffered: int | None = None,
    how: str = "adjudged",
) -> tuple[TeamBody, ...]:
    """Another result of a match; what the players did and suffered in it stays. The own score comes first."""
    seq, played = match_event(events, match)
    changed = replace(
        played,
        outcome=outcome,
        score=score,
        how=how,
        casualties=played.casualties if casualties is None else casualties,
        suffered=played.suffered if suffered is None else suffered,
        provenance="corrected",
    )
    return (instead(seq, changed, reason),)


def give_award(events: Sequence[Event], seq: int, player: str, reason: str) -> tuple[TeamBody, ...]:
    """Points, or an MVP award, go to another player of the team, and so does the deed that they were for."""
    counted = effective(events)
    body = counted.get(seq)
    if not isinstance(body, e.Points | e.MostValuable):
        raise UserError(f"event {seq}: expected points or an MVP award, found {kind_at(events, seq)}")
    if body.player == player:
        raise UserError(f"event {seq}: expected another player, found the one who has it")
    bodies: list[TeamBody] = [instead(seq, replace(body, player=player), reason)]
    event = events[seq - 1]
    if isinstance(body, e.Points) and body.deed and event.cause.kind == "match":
        played_seq, played = match_event(events, event.cause.id)
        deed = "casualty" if body.deed == "weapon" else body.deed
        moved = with_deed_moved(played, deed, body.player, player)
        if moved != played:
            bodies.append(instead(played_seq, moved, reason))
    return tuple(bodies)


def with_deed_moved(played: e.Played, deed: str, giver: str, taker: str) -> e.Played:
    """The match with all that one player did of a kind noted for another: one deed, if the other has none of it."""
    deeds = {each.player: dict(each.deeds) for each in played.appearances}
    absent = {each.player for each in played.appearances if each.absent}
    count = min(1, deeds.get(giver, {}).get(deed, 0))
    if not count:
        return played
    deeds[giver][deed] -= count
    if not deeds[giver][deed]:
        del deeds[giver][deed]
    other = deeds.setdefault(taker, {})
    other[deed] = other.get(deed, 0) + count
    lines = tuple(e.Appearance(player, done, player in absent) for player, done in deeds.items())
    return replace(played, appearances=lines)


def void_match(events: Sequence[Event], match: str, reason: str) -> tuple[TeamBody, ...]:
    """Everything that a match has brought to this team counts no more: the match is to be played again, or was never
    to count."""
    counted = effective(events)
    found = [event.seq for event in events if is_of_match(event, match) and counts(counted[event.seq])]
    if not found:
        raise UserError(f"match {match}: expected one that counts in the history of this team")
    return tuple(void(seq, reason) for seq in reversed(found))


def refuse_other_means(events: Sequence[Event], seq: int = 0, body: TeamBody | None = None) -> None:
    """`UserError` if an event must not be voided, or another not be put into its place or behind all others: because
    more than the team would have to change with it, or because nobody could read or count what it says."""
    target = next((event for event in events if event.seq == seq), None)
    while target is not None and target.kind == "void":  # a void of a void is as good as what both are about
        target = next((event for event in events if event.seq == target.body.get("seq")), None)
    for kind in ([target.kind] if target is not None else []) + ([kind_of(body)] if body is not None else []):
        if kind in OTHER_MEANS:
            raise UserError(f"correction: an event of kind {kind} is not changed by itself: {OTHER_MEANS[kind]}")
    if body is not None:
        refuse_odd(packed(body))


def refuse_odd(values: Any) -> None:
    """`UserError` if something in an event is too long, cannot be seen, or is beyond all numbers of the game."""
    if isinstance(values, dict):
        for key, value in values.items():
            if key != "reason":  # it is looked at where it is given
                refuse_odd(value)
    elif isinstance(values, list | tuple):
        for value in values:
            refuse_odd(value)
    elif isinstance(values, str) and (len(values) > LONGEST or not values.isprintable()):
        raise UserError(f"correction: expected texts of at most {LONGEST} characters that can be seen")
    elif isinstance(values, int) and abs(values) > MUCH:
        raise UserError(f"correction: expected numbers up to {MUCH:,}, found {values:,}")


def refuse_moved(before: Kept, after: Kept) -> None:
    """`UserError` if a correction would change where a team stands, and not only what it has: fixtures, aftermaths and
    seasons would not know of it."""
    for what, found in standing_of(after).items():
        if found != standing_of(before)[what]:
            raise UserError(f"correction: it would change the {what} of the team, which follows from what it plays")


def standing_of(kept: Kept) -> dict[str, object]:
    return {
        "state": (kept.state, kept.before),
        "match": kept.match,
        "league": kept.league,
        "owner": kept.owner,
        "season": kept.team.season,
        "number of games": kept.team.games,
    }


def given(reason: str) -> str:
    """A reason, which every correction must have."""
    if not reason.strip():
        raise UserError("correction: expected a reason")
    return reason.strip()


def counts(body: TeamBody | None) -> bool:
    return body is not None and not isinstance(body, e.Void)


def is_of_match(event: Event, match: str) -> bool:
    """Whether an event comes of a match: of its lock, of what happened in it, of its aftermath."""
    caused = event.cause.kind in ("match", "decision") and event.cause.id == match
    return caused or event.body.get("match") == match


def kind_at(events: Sequence[Event], seq: int) -> str:
    return events[seq - 1].kind if 1 <= seq <= len(events) else "no event"


def match_event(events: Sequence[Event], match: str) -> tuple[int, e.Played]:
    """The event of a match that counts, and its number."""
    for seq, body in effective(events).items():
        if isinstance(body, e.Played) and body.match == match:
            return seq, body
    raise UserError(f"match {match}: expected one that this team has played")


# --- what would follow ------------------------------------------------------------------------------------------------


def preview(events: Sequence[Event], texts: Texts, bodies: Sequence[TeamBody]) -> Preview:
    """What a correction would change, and what stands in its way. `UserError` if it makes no sense by itself."""
    if not bodies:
        raise UserError("correction: expected something to correct")
    scratch = Texts(texts.known.values(), salts=(str(number) for number in range(100_000)))
    before = fold(events, texts)
    with_it = appended(events, scratch, bodies, "", Actor("commissioner"), Cause("correction"))
    for body, event in zip(bodies, with_it[len(events) :], strict=True):
        refuse_senseless(body, event.seq, with_it)
    after, conflicts = tried(with_it, scratch, len(events), outdone(events, texts))
    problems = tuple(problem.text() for problem in added(check(before.team), check(after.team)))
    return Preview(tuple(bodies), difference(before, after), tuple(conflicts), problems)


def refuse_senseless(body: TeamBody, seq: int, events: Sequence[Event]) -> None:
    if not isinstance(body, e.Void):
        return
    if not 1 <= body.seq < seq:
        raise UserError(f"void: expected an event of 1 to {seq - 1}, found {body.seq}")
    if body.seq == 1 and body.instead is None:
        raise UserError("void: without its first event there is no team; put another draft in its place")
    if body.instead is None and events[body.seq - 1].kind != "void" and is_void_already(body.seq, seq, events):
        raise UserError(f"void: event {body.seq} is void already")


def is_void_already(target: int, seq: int, events: Sequence[Event]) -> bool:
    return effective(events[: seq - 1])[target] is None


def tried(
    events: Sequence[Event], texts: Texts, old: int, usual: frozenset[int] = frozenset()
) -> tuple[Kept, list[Conflict]]:
    """The team that a history gives if every event is left out that is not possible, and those events. `old` are the
    events before the correction; one of its own that is not possible is a `UserError`. `usual` are advancements
    for which the points were missing before."""
    conflicts: list[Conflict] = []
    kept = Kept(NOBODY, head=START)
    for event, body in in_order(events, effective(events, texts)):
        if body is None:
            continue
        try:
            after = applied(kept, body, event.seq, event.at)
        except Impossible as error:
            if event.seq > old:
                raise UserError(f"correction: {error}") from None
            conflicts.append(Conflict(event.seq, event.kind, str(error), too(event), help_for(kept, body, event)))
            continue
        if event.seq not in usual and (missing := missing_points(after, body, event.rule)):
            assert isinstance(body, e.Advanced)
            needs = e.Granted("", body.player, points=missing, at=event.seq)
            player = after.careers[body.player].player
            reason = f"{player.name} has {player.earned} points, {missing} too few for advancement {len(player.gained)}"
            conflicts.append(Conflict(event.seq, event.kind, reason, too(event), needs))
            continue
        kept = after
    return ended(kept, events), conflicts


def too(event: Event) -> e.Void:
    return e.Void(event.seq, "")


def help_for(kept: Kept, body: TeamBody, event: Event) -> e.Granted | None:
    """What a team lacks for an event, if it is gold or points alone."""
    if isinstance(body, e.Advanced) and (player := kept.player(body.player)) is not None:
        missing = body.spent - player.unspent
        return e.Granted("", body.player, points=missing, at=event.seq) if missing > 0 else None
    rich = replace(kept, team=replace(kept.team, treasury=kept.team.treasury + MUCH))
    try:
        paid = applied(rich, body, event.seq, event.at)
    except Impossible:
        return None
    return e.Granted("", gold=MUCH - paid.team.treasury, at=event.seq)


def missing_points(kept: Kept, body: TeamBody, rule: str = "") -> int:
    """How many points a player lacks for an advancement that it has made, in editions where points are not spent but
    reach thresholds (A-BASE-42, A-FAST-01). `rule` is that of the event, which knows the track of its league better
    than the team's own file does."""
    if not isinstance(body, e.Advanced):
        return 0
    advancement = kept.team.facts.draft.advancement
    fast = rule == FAST_TRACK or (not rule and "fast_track" in SWITCHES.findall(kept.team.edition))
    thresholds = advancement.fast_thresholds if fast else advancement.thresholds
    player = kept.careers[body.player].player
    if not 0 < len(player.gained) <= len(thresholds):  # none, or more than there can be: the checks of teams say so
        return 0
    return max(0, thresholds[len(player.gained) - 1] - player.earned)


def outdone(events: Sequence[Event], texts: Texts) -> frozenset[int]:
    """Advancements of a history for which the points are missing already: given by a commissioner, say."""
    kept = Kept(NOBODY, head=START)
    found = set()
    for event, body in in_order(events, effective(events, texts)):
        if body is not None:
            kept = applied(kept, body, event.seq, event.at)
            if missing_points(kept, body, event.rule):
                found.add(event.seq)
    return frozenset(found)


def with_all_voided(events: Sequence[Event], texts: Texts, bodies: Sequence[TeamBody], reason: str) -> Preview:
    """The correction that also voids every event which it makes impossible."""
    shown = preview(events, texts, bodies)
    if not shown.conflicts:
        return shown
    more = [replace(conflict.void, reason=given(reason)) for conflict in reversed(shown.conflicts)]
    return preview(events, texts, [*bodies, *more])


def with_grants(events: Sequence[Event], texts: Texts, bodies: Sequence[TeamBody], reason: str) -> Preview:
    """The correction that also grants what later events need, as far as gold and points are all that they need. Events
    that need something else are still in the way."""
    found = list(bodies)
    shown = preview(events, texts, found)
    while helps := [conflict.grant for conflict in shown.conflicts if conflict.grant is not None]:
        found.append(replace(helps[0], reason=given(reason)))  # one may help the others too
        shown = preview(events, texts, found)
    return shown


# --- making it --------------------------------------------------------------------------------------------------------


def corrected(
    events: Sequence[Event], texts: Texts, bodies: Sequence[TeamBody], at: str, actor: Actor, correction: str
) -> list[Event]:
    """The events to append. `UserError` if the correction is not allowed, and nothing has changed."""
    shown = preview(events, texts, bodies)
    if not shown.allowed:
        raise UserError(f"correction: {shown.refusal()}")
    return appended(events, texts, bodies, at, actor, Cause("correction", correction))[len(events) :]


def appended(
    events: Sequence[Event], texts: Texts, bodies: Sequence[TeamBody], at: str, actor: Actor, cause: Cause
) -> list[Event]:
    if not events:
        raise UserError("correction: expected a team with a history")
    found = list(events)
    log = events[0].log
    for body in bodies:
        kind = kind_of(body)
        found.append(linked(log, found, at=at, actor=actor, cause=cause, kind=kind, body=packed(body, texts)))
    return found
