"""Spells that more than one edition has, and what all spells have in common."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import CAST_AT, action
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.harm.down import GoDown
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.sides import WIZARDS
from dungeonbowl.engine.statuses import STANDING

HIT_NEEDED: Final[i64] = 4
BOLT_NEEDED: Final[i64] = 2


def spend(game: Game, side: i64, clause: i64, piece: i64 = -1, square: i64 = -1) -> None:
    """A wizard's only spell is cast."""
    game.set_side(side, WIZARDS, game.side_value(side, WIZARDS) - 1)
    game.tell(events.SPELL_CAST, clause, side, piece + 1, square + 1)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Fireball(Frame):
    """A die for each standing player in the square or beside it; then armour and injury of the players hit; then the
    ball (O-WIZ-05, O-DICE-10).

    `hits` has a bit for each player that was hit, in reading order. `rolls` counts the dice that have fallen.
    """

    def __init__(self, caster: i64, square: i64, rolls: i64 = 0, hits: i64 = 0) -> None:
        self.caster = caster
        self.square = square
        self.rolls = rolls
        self.hits = hits

    def copy(self) -> Frame:
        return Fireball(self.caster, self.square, self.rolls, self.hits)

    def begin(self, game: Game) -> i64:
        spend(game, self.caster, clauses.FIRE_SPELL, -1, self.square)
        return game.roll(1, D6, clauses.FIRE_SPELL, self.caster)

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) >= HIT_NEEDED:
            self.hits |= i64(1) << self.rolls
        self.rolls += 1
        near = standing_near(game, self.square)
        if self.rolls < len(near):
            return game.roll(1, D6, clauses.FIRE_SPELL, self.caster)
        victims: list[Victim] = []
        index: i64 = 0
        while index < len(near):
            if self.hits >> index & 1 != 0:
                piece = i64(near[index])
                spare = game.rules.policies.injuries.fireball_bonus(game, self.caster, piece)
                victims.append(Victim(piece, clauses.SPELL, 0, -1, spare))
            index += 1
        return game.become(GoDown(victims, -1))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class LightningBolt(Frame):
    """One standing player is hit on 2+ and goes down, with a bonus of 1 to armour or injury (S-OFF-06)."""

    def __init__(self, caster: i64, piece: i64) -> None:
        self.caster = caster
        self.piece = piece

    def copy(self) -> Frame:
        return LightningBolt(self.caster, self.piece)

    def begin(self, game: Game) -> i64:
        spend(game, self.caster, clauses.LIGHTNING_SPELL, self.piece)
        return game.roll(1, D6, clauses.LIGHTNING_SPELL, self.caster)

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) < BOLT_NEEDED:
            return game.done(0)
        return game.become(GoDown([Victim(self.piece, clauses.SPELL, 0, -1, 1)], -1))


def standing_near(game: Game, square: i64) -> list[int]:
    """The standing players in a square and beside it, top row first, west to east (O-DICE-10)."""
    found: list[tuple[int, int, int]] = []
    direction: i64 = -1
    while direction < 8:
        node = square if direction < 0 else i64(game.steps[square * 8 + direction])
        if node >= 0:
            piece = i64(game.occupant[node])
            if piece >= 0 and i64(game.status[piece]) == STANDING:
                found.append((int(game.dungeon.row[node]), int(game.dungeon.column[node]), int(piece)))
        direction += 1
    found.sort()
    return [piece for _, _, piece in found]


def offer_fire(game: Game) -> None:
    """Offer every square where the fire would reach a standing player."""
    square: i64 = 0
    while square < game.dungeon.count:
        if reaches_somebody(game, square):
            game.offer(action(CAST_AT, square))
        square += 1


def reaches_somebody(game: Game, square: i64) -> bool:
    direction: i64 = -1
    while direction < 8:
        node = square if direction < 0 else i64(game.steps[square * 8 + direction])
        if node >= 0:
            piece = i64(game.occupant[node])
            if piece >= 0 and i64(game.status[piece]) == STANDING:
                return True
        direction += 1
    return False
