"""Whether a league is what it says: its chains are whole, its texts are those that the events were made of, pairings
and lots follow from the published seeds, and histories of teams follow from their matches and dice. Findings are told
in the language that is spoken; their marks are words of programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from dungeonbowl.errors import UserError
from dungeonbowl.languages import number, plural, t, translated
from dungeonbowl.league.chain import BrokenChain, Event, refuse_broken
from dungeonbowl.league.competitions import events as happenings
from dungeonbowl.league.competitions import lots, scheduling
from dungeonbowl.league.competitions.folding import apply, standing
from dungeonbowl.league.competitions.formats import RoundRobin
from dungeonbowl.league.competitions.state import Competition
from dungeonbowl.league.history import history_of
from dungeonbowl.league.office import reading
from dungeonbowl.league.office.archive_file import Archive, unzipped
from dungeonbowl.league.office.competitions import LOT_BITS
from dungeonbowl.league.office.fixtures import decisive
from dungeonbowl.league.office.views import Mark, VerifyLine, What
from dungeonbowl.league.texts import Texts
from dungeonbowl.league.verify import Verification, verify
from dungeonbowl.records.replay import Replay, read_replay_bytes

# The marks of a finding, the one that counts for the whole first.
WORST_FIRST: Final = ("broken", "another version", "corrected", "reported", "replayed", "proven", "ok")


def verify_archive(archive: Archive, replays: bool = True) -> list[VerifyLine]:
    """Findings about everything in an archive. `UserError` if a chain is broken: nothing after that means anything."""
    findings: list[VerifyLine] = []
    for log, events in archive.logs.items():
        try:
            refuse_broken(events, log)
        except BrokenChain as error:
            raise UserError(f"archive: {error}") from None
        findings.append(VerifyLine("chain", log, "ok", follow_on(len(events))))
    texts = Texts(archive.texts)
    for text in archive.texts:
        if not texts.is_true(text):
            raise UserError(f"archive: text {text.ref}: it is not the one that events were made of")
    for log, events in archive.logs.items():
        if log.startswith("c_"):
            findings += pairings(log, events, texts)
    found, broken = replays_of(archive) if replays else ([], [])
    findings += broken
    for log, events in archive.logs.items():
        if log.startswith("t_"):
            findings += team(log, verify(history_of(events, texts), found))
    return findings


def follow_on(events: int) -> str:
    return plural("{count} event, the first", "{count} events follow on each other", events)


# --- teams ------------------------------------------------------------------------------------------------------------


def replays_of(archive: Archive) -> tuple[list[Replay], list[VerifyLine]]:
    """The replays of an archive, and what is wrong with those that cannot be read."""
    found: list[Replay] = []
    broken: list[VerifyLine] = []
    for match, data in archive.replays.items():
        try:
            found.append(read_replay_bytes(unzipped(data), f"replay of {match}"))
        except (UserError, OSError, EOFError) as error:
            broken.append(VerifyLine("replay", match, "broken", translated(str(error))))
    return found, broken


def team(log: str, found: Verification) -> Iterator[VerifyLine]:
    """What was found about the matches and seasons of a team, and the shares of what is sure."""
    for checked in (*found.matches, *found.seasons):
        mark: Mark = "broken" if checked.status == "false" else checked.status
        what: What = "season" if checked in found.seasons else "match"
        yield VerifyLine(what, log, mark, f"{checked.id}{': ' + translated(checked.note) if checked.note else ''}")
    for kind, shares in found.shares().items():
        total = sum(shares.values())
        if total:
            parts = ", ".join(f"{number(amount)} {t(name)}" for name, amount in shares.items() if amount)
            yield VerifyLine("shares", log, "ok", f"{found.name}: {t(kind)}: {parts}")


# --- competitions -----------------------------------------------------------------------------------------------------


def pairings(log: str, events: Sequence[Event], texts: Texts) -> Iterator[VerifyLine]:
    """Every round as the published seed gives it, every lot and every roll-off."""
    bodies = [reading.competition_body(event, texts) for event in events]
    state = Competition()
    planned: dict[int, list[happenings.Paired]] = {}
    for place, body in standing(bodies):
        if isinstance(body, happenings.Paired):
            yield paired(log, state, body, planned)
        elif isinstance(body, happenings.Repaired):
            yield VerifyLine(
                "pairing",
                log,
                "corrected",
                t("event {number}: round {round} was paired anew", number=place, round=body.round),
            )
        elif isinstance(body, happenings.Lot):
            stage = state.stage(body.stage)
            drawn = {team: lots.number(stage.seed, "lot", team, bits=LOT_BITS) for team in body.numbers}
            mark: Mark = "proven" if drawn == body.numbers else "broken"
            yield VerifyLine(
                "lot", log, mark, t("event {number}: lots of stage {stage}", number=place, stage=body.stage)
            )
        elif isinstance(body, happenings.RolledOff):
            seed = state.stage(state.fixture(body.fixture).stage).seed
            fallen = decisive(seed, body.fixture, body.rerolls) == body.dice
            mark = "proven" if fallen else "broken"
            yield VerifyLine("roll-off", log, mark, t("event {number}: {what}", number=place, what=body.fixture))
        apply(body, state)


def paired(
    log: str, state: Competition, body: happenings.Paired, planned: dict[int, list[happenings.Paired]]
) -> VerifyLine:
    """One round. A round robin is made at once, all others round by round."""
    stage = state.stage(body.stage)
    what = t("stage {stage}, round {round}", stage=body.stage, round=body.round)
    try:
        if isinstance(stage.format, RoundRobin):
            if body.stage not in planned:
                planned[body.stage] = scheduling.next_rounds(state, body.stage)
            expected = planned[body.stage][body.round - 1]
        else:
            expected = scheduling.next_rounds(state, body.stage, body.absent)[0]
    except (UserError, IndexError) as error:
        why = t("{what}: it could not be made then: {error}", what=what, error=translated(str(error)))
        return VerifyLine("pairing", log, "broken", why)
    same = matches_of(expected) == matches_of(body)
    count = len(body.fixtures)
    if same:
        return VerifyLine(
            "pairing", log, "proven", plural("{what}: {count} fixture", "{what}: {count} fixtures", count, what=what)
        )
    wrong = t("{what}: the fixtures are not those that the seed gives", what=what)
    return VerifyLine("pairing", log, "broken", wrong)


def matches_of(body: happenings.Paired) -> tuple[object, ...]:
    fixtures = tuple((fixture.id, fixture.sides) for fixture in body.fixtures)
    return fixtures, tuple(body.byes), tuple(body.rests)
