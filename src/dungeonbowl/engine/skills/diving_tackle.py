"""Diving Tackle: the player dives at the feet of an opponent that dodges away.

Where `Footwork.dives_first` holds, it comes before the re-roll, and its penalty counts for the re-roll too.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import TRIPS_DODGERS
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.harm.down import GoDown
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.move.arrive import Arrive
from dungeonbowl.engine.procedures.move.step import BreakFree, falls_back, tear_loose, tearing
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.volunteers import NO_VOLUNTEER, next_side, volunteers

HINDRANCE: Final[i64] = 2

CALLING: Final[i64] = 0
DIVING: Final[i64] = 1
ARRIVING: Final[i64] = 2
BREAKING_FREE: Final[i64] = 3


@final
class DivingTackle(Module):
    """An active player that passed its test to leave a square may be tripped by an opponent that marked it there."""

    def name(self) -> str:
        return "diving tackle"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(TRIPS_DODGERS)

    def dodged(self, game: Game, piece: i64, origin: i64) -> Frame | None:
        if game.rules.policies.footwork.dives_first():
            if i64(game.occupant[origin]) != FREE:  # one diver a dodge
                return None
        elif i64(game.side_of[piece]) != game.active:
            return None
        if next_side(game, piece, origin, TRIPS_DODGERS, True, -1) < 0:
            return None
        return DiveAtFeet(piece, origin, game.natural, game.modified)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class DiveAtFeet(Frame):
    """The result of the test counts 2 less. The diver is placed prone in the square left behind, without an armour
    roll. If the dodger may fall back into that square, the diver lies down in its own square.

    If the Dodge fails now, the result says by how much. The dice are kept in this frame, because those of the diver's
    ball are rolled in between.
    """

    def __init__(
        self, mover: i64, origin: i64, natural: i64, modified: i64, diver: i64 = -1, stage: i64 = CALLING
    ) -> None:
        self.mover = mover
        self.origin = origin
        self.natural = natural
        self.modified = modified
        self.diver = diver
        self.stage = stage

    def copy(self) -> Frame:
        return DiveAtFeet(self.mover, self.origin, self.natural, self.modified, self.diver, self.stage)

    def begin(self, game: Game) -> i64:
        question = volunteers(game, self.mover, self.origin, TRIPS_DODGERS, True)
        return game.call(question) if question is not None else game.done(0)

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == CALLING:
            return self.dive(game, result - 1) if result != NO_VOLUNTEER else game.done(0)
        if self.stage == DIVING:
            self.stage = ARRIVING
            return game.call(Arrive(self.diver, False, False))
        if self.stage == BREAKING_FREE:
            return game.done(HINDRANCE if result == 0 else 0)
        if self.natural == 6 or self.modified - HINDRANCE >= i64(game.squads.agility[self.mover]):
            return game.done(0)
        return self.trip(game)

    def trip(self, game: Game) -> i64:
        """A dodger that can still add to its result does so now. A jumper cannot."""
        game.natural = self.natural
        game.modified = self.modified
        added: i64 = 0
        if game.are_adjacent(self.origin, i64(game.square[self.mover])):
            added = tearing(game, self.mover, HINDRANCE)
        if added > 0 and game.rules.tables.options.skills_asked:
            self.stage = BREAKING_FREE
            return game.call(BreakFree(self.mover, added))
        if added > 0:
            tear_loose(game, self.mover, added)
            return game.done(0)
        return game.done(HINDRANCE)

    def dive(self, game: Game, diver: i64) -> i64:
        self.diver = diver
        self.stage = DIVING
        before = i64(game.square[diver])
        if not falls_back(game, self.mover, self.origin, i64(game.square[self.mover])):
            game.place(diver, self.origin)
            game.tell(events.MOVED, clauses.SKILL, diver, before, self.origin)
        return game.call(GoDown([Victim(diver, clauses.PLACED_PRONE)], -1))
