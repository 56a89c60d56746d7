"""Plague Ridden (Nurgle's Rot in the CRP): an opponent that this player kills may join its side."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, u8

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import FRAGILE, INFECTS, REGENERATES, ROTS, WAITS_TO_JOIN
from dungeonbowl.engine.casualties import DEAD_ROW
from dungeonbowl.engine.frames import NOTHING, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.harm.injury import InjuryRoll
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import ABSENT, RESERVES

STRONGEST: Final[i64] = 4


@final
class PlagueRidden(Module):
    """An opponent killed by a block or foul of this player, with Strength 4 or less and a body that can be infected, is
    dead for its own side. But a new Lineman joins the Reserves of the killer's side.

    This Lineman waits on the sheet of the side from the start, if the side can have one. So it happens once per match.
    The coach is not asked, because no coach would decline.

    `join_later`: the infected player joins after the match; here it is only told.
    """

    def __init__(self, join_later: bool = False) -> None:
        self.join_later = join_later

    def name(self) -> str:
        return "plague ridden"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(INFECTS)

    def casualty_suffered(self, game: Game, piece: i64, row: i64) -> Frame | None:
        if row != DEAD_ROW or not can_be_infected(game, piece):
            return None
        killer = killer_of(game, piece)
        if killer < 0 or not game.able(killer, INFECTS):
            return None
        side = i64(game.side_of[killer])
        if self.join_later:
            game.tell(events.SKILL_USED, clauses.INFECTION, killer, INFECTS)
            game.tell(events.INFECTED, clauses.INFECTION, piece, killer)
            return None
        newcomer = game.first_piece(side)
        while newcomer < game.last_piece(side):
            if game.can(newcomer, WAITS_TO_JOIN) and i64(game.status[newcomer]) == ABSENT:
                game.tell(events.SKILL_USED, clauses.INFECTION, killer, INFECTS)
                game.status[newcomer] = u8(RESERVES)
                game.tell(events.JOINED, clauses.INFECTION, newcomer, side)
                return None
            newcomer += 1
        return None


def can_be_infected(game: Game, piece: i64) -> bool:
    if i64(game.squads.strength[piece]) > STRONGEST:
        return False
    return not (game.can(piece, ROTS) or game.can(piece, REGENERATES) or game.can(piece, FRAGILE))


def killer_of(game: Game, piece: i64) -> i64:
    """The opponent whose block or foul has led to the injury roll in progress, or -1."""
    frame = game.top
    while frame is not NOTHING:
        if isinstance(frame, InjuryRoll) and frame.piece == piece:
            by_hand = frame.cause == clauses.BLOCKED or frame.cause == clauses.FOULED
            if by_hand and frame.source >= 0 and frame.source == game.acting:
                return frame.source if game.side_of[frame.source] != game.side_of[piece] else i64(-1)
            return -1
        frame = frame.below
    return -1
