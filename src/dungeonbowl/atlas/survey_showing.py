"""Which match shows a figure of a survey of dungeons: every figure can be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import msgspec

from dungeonbowl.atlas.grounds import LEADS, Visit, Wishes, boards_of, lead_of, played_by, visits
from dungeonbowl.atlas.survey import Survey
from dungeonbowl.bots.arena import Pairing, match_bots
from dungeonbowl.bots.recording import play_out
from dungeonbowl.bots.seat import Seat
from dungeonbowl.dungeon.fairness import fairness
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine.match import Match as EngineMatch
from dungeonbowl.errors import UserError
from dungeonbowl.play.match import Match

GENERATED: Final = "generated"  # instead of the name of a dungeon: those that the generator made
MAPS: Final = ("drawn", "turned")  # matches by turns
MOST_MEASURED: Final = 40  # generated maps that are looked at for a lead which the survey has not noted
OF_WISHES: Final = Wishes.__struct_fields__


class Sought(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a match is to show. What is empty does not matter."""

    dungeon: str = ""  # one that comes with the edition, or generated
    map: str = ""  # drawn, turned
    size: str = ""  # what the generator was asked for
    mode: str = ""
    tiles: str = ""
    tokens: str = ""
    seed: str = ""  # of the generator
    lead: str = ""  # what one end zone has more of

    @property
    def text(self) -> str:
        """`dungeon=of-1,map=turned`: the form in which it is asked for."""
        return ",".join(f"{name}={value}" for name, value in msgspec.to_builtins(self).items())

    @property
    def is_of_generated(self) -> bool:
        return self.dungeon == GENERATED or any(getattr(self, name) for name in (*OF_WISHES, "seed", "lead"))


def sought_in(text: str) -> Sought:
    """What a text asks for. `UserError` if it is not understood."""
    found: dict[str, str] = {}
    for part in text.split(","):
        name, is_there, value = (each.strip() for each in part.partition("="))
        if not is_there or name not in Sought.__struct_fields__:
            expected = ", ".join(f"{each}=..." for each in Sought.__struct_fields__)
            raise UserError(f"{text[:80]!r}: expected some of {expected}")
        found[name] = value
    if found.get("map", "") not in ("", *MAPS):
        raise UserError(f"map={found['map'][:40]}: expected {' or '.join(MAPS)}")
    if found.get("lead", "") not in ("", *LEADS):
        raise UserError(f"lead={found['lead'][:40]}: expected one of {', '.join(LEADS)}")
    return Sought(**found)


class GroundMatch(msgspec.Struct, frozen=True):
    """One match of a survey."""

    visit: Visit
    number: int  # of those in this dungeon; every second one is on the turned map

    @property
    def seed(self) -> int:
        return self.visit.seed + self.number // 2


def ground_match(survey: Survey, sought: Sought, number: int = 0) -> GroundMatch:
    """The match of a survey that shows something. `UserError` if there is none."""
    for place, each in enumerate(matches_showing(survey, sought)):
        if place == number:
            return each
    raise UserError(f"{sought.text[:200]}: no match of the survey shows this")


def matches_showing(survey: Survey, sought: Sought) -> Iterator[GroundMatch]:
    for visit in leading(survey, sought.lead) if sought.lead else played(survey):
        if fits(visit, sought):
            for number in range(visit.first, visit.first + visit.games):
                if sought.map in ("", MAPS[number % 2]):
                    yield GroundMatch(visit, number)


def played(survey: Survey) -> list[Visit]:
    """The visits of a survey; one that was stopped by hand has the first ones of its plan."""
    found, matches = [], 0
    for visit in visits(survey.terms):
        matches += visit.games
        if matches > survey.matches:
            break
        found.append(visit)
    return found


def leading(survey: Survey, lead: str) -> Iterator[Visit]:
    """Visits of dungeons where one end zone has more of something: the one that the survey has noted first, then those
    that are found by measuring some maps."""
    everything = played(survey)
    noted = survey.examples.get(lead)
    if noted is not None and noted < len(everything):
        yield everything[noted]
    for place, visit in islice(((at, each) for at, each in enumerate(everything) if each.wishes), MOST_MEASURED):
        if place != noted:
            boards = boards_of(visit.name, visit.edition, visit.wishes, visit.dungeon_seed)
            if boards is not None and lead_of(fairness(boards[0]))[LEADS.index(lead)] != 0.0:
                yield visit


def fits(visit: Visit, sought: Sought) -> bool:
    if visit.wishes is None:
        return not sought.is_of_generated and sought.dungeon in ("", visit.name)
    if sought.dungeon not in ("", GENERATED) or not sought.is_of_generated:
        return False
    wanted = ((name, getattr(sought, name)) for name in OF_WISHES)
    if any(value and value != getattr(visit.wishes, name) for name, value in wanted):
        return False
    return sought.seed in ("", str(visit.dungeon_seed))


def ground_of(match: GroundMatch) -> tuple[str, Dungeon]:
    """The edition and the dungeon of a match, turned if it was played so."""
    visit = match.visit
    boards = boards_of(visit.name, visit.edition, visit.wishes, visit.dungeon_seed)
    if boards is None:
        raise UserError("for this seed the generator finds no dungeon")
    edition = visit.edition if visit.wishes is None else played_by(boards[0])
    return edition, boards[match.number % 2]


def ground_replayed(match: GroundMatch) -> EngineMatch:
    """The match with all its inputs, for its replay."""
    edition, board = ground_of(match)
    found = Match(edition, board, (), match.seed).engine
    pairing = Pairing(edition, home=match.visit.bot, away=match.visit.bot)
    play_out(found, [Seat(bot, tells=False) for bot in match_bots(pairing, match.seed)])
    return found
