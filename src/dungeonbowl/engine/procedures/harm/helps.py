"""Help that may go to either the armour or the injury roll: what gives it, who decides about it, and how it is
written down.

A note of helps is one number with eight bits for each giver: a skill of whoever did it, the place (a wall behind the
victim, a spell, a bomb), the ball in the blocker's hands.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import (
    CARRIES_ITEM,
    HITS_HARDER,
    HURTS_DODGERS,
    KICKS_HARDER,
    RENDS_ARMOUR,
    SPELL_FORCE,
    SPIKED_BALL,
    THROWS_BOMBS,
    WALL_SMASH,
)
from dungeonbowl.engine.actions import DECLINE, USE, action
from dungeonbowl.engine.game import Game

# The givers, in the order of their bits in a note.
SKILL: Final[i64] = 0
PLACE: Final[i64] = 1
BALL: Final[i64] = 2
GIVERS: Final[i64] = 3
CLAWS: Final[i64] = 3  # no number: they break the armour themselves
NOBODY_ASKED: Final[i64] = -1

HELP_BITS: Final[i64] = 8
HELP_MASK: Final[i64] = 0xFF


def helps(skill: i64, place: i64, ball: i64) -> i64:
    """A note of helps."""
    return skill | place << 8 | ball << 16


def help_of(note: i64, giver: i64) -> i64:
    """What one giver adds."""
    return note >> HELP_BITS * giver & HELP_MASK


def in_all(note: i64) -> i64:
    """What all of them add together."""
    return (note & 0xFF) + (note >> 8 & 0xFF) + (note >> 16 & 0xFF)


def use_of_help(giver: i64, cause: i64, source: i64, piece: i64) -> i64:
    """To give the help, as a choice: of whoever did it, or against a player whom nobody has put down."""
    return action(USE, helping_ability(giver, cause), source if source >= 0 else piece)


def is_chosen(giver: i64, cause: i64) -> bool:
    """Whether somebody decides about such help. About that of an explosion nobody does (S-BOLT-02)."""
    return giver != PLACE or cause != clauses.EXPLOSION


def helping_ability(giver: i64, cause: i64) -> i64:
    """What the help is called where its coach is asked."""
    if giver == CLAWS:
        return RENDS_ARMOUR
    if giver == BALL:
        return SPIKED_BALL
    if giver == PLACE:
        if cause == clauses.SPELL:
            return SPELL_FORCE
        return THROWS_BOMBS if cause == clauses.BOMBED else WALL_SMASH
    if cause == clauses.FOULED:
        return KICKS_HARDER
    return HURTS_DODGERS if cause == clauses.FELL else HITS_HARDER


# --- what there is ----------------------------------------------------------------------------------------------------


def is_struck_by(game: Game, piece: i64, cause: i64, source: i64) -> bool:
    """Whether a block of `source` knocked this opponent down, so that the blocker's skills count.

    Only while the blocker stands itself (O-TEST-07). A crypt counts as the block (O-ROOM-17), a wall does not
    (O-PUSH-11). Whoever turns on a team-mate hurts it as it would an opponent.
    """
    if source < 0 or source != game.acting:
        return False
    if cause == clauses.SAVAGED:
        return True
    if cause != clauses.BLOCKED and cause != clauses.PUSHED_INTO_CRYPT:
        return False
    return i64(game.side_of[source]) != i64(game.side_of[piece])


def harder_hit(game: Game, piece: i64, cause: i64, source: i64) -> i64:
    """What skills of `source` add to either the armour or the injury roll, chosen after the dice."""
    if source < 0:
        return 0
    if cause == clauses.FOULED:
        if not game.able(source, KICKS_HARDER):
            return 0
        kicks = game.rules.tables.harder_kicks
        return kicks if kicks > 0 else number_of(game, source, KICKS_HARDER)
    if cause == clauses.FELL:  # the one it tripped over, standing or not
        return 1 if game.can(source, HURTS_DODGERS) else 0
    if is_struck_by(game, piece, cause, source) and game.able(source, HITS_HARDER):
        return number_of(game, source, HITS_HARDER)
    return 0


def blow_help(game: Game, piece: i64, cause: i64, source: i64) -> i64:
    """What the blocker has that is no skill, and helps as one might."""
    if len(game.rules.blow_helps) == 0 or not is_struck_by(game, piece, cause, source):
        return 0
    result: i64 = 0
    for module in game.rules.blow_helps:
        result += module.blow_help(game, source, piece)
    return result


def smash_help(game: Game, piece: i64, cause: i64, source: i64) -> i64:
    """The same, but as one number that goes to one of the two rolls, if the coach of the blocker says so."""
    if len(game.rules.smash_helps) == 0 or not is_struck_by(game, piece, cause, source):
        return 0
    result: i64 = 0
    for module in game.rules.smash_helps:
        result += module.smash_help(game, source, piece)
    return result


def offer_smash(game: Game, source: i64) -> None:
    """To add it to the dice that lie there, or not."""
    game.offer(action(USE, CARRIES_ITEM, source))
    game.offer(action(DECLINE))


def note_smash(game: Game, source: i64) -> None:
    for module in game.rules.smash_helps:
        module.smash_used(game, source)


def number_of(game: Game, piece: i64, ability: i64) -> i64:
    """The number of an ability; 1 where the sheet says none."""
    number = game.squads.parameter(piece, ability)
    return number if number > 0 else 1


def opposing_coach(game: Game, piece: i64, source: i64) -> i64:
    """Who rolls what becomes of a player: the coach of the opponent who did it to him, or the next opposed to him where
    nobody did (O-INJ-01)."""
    side = i64(game.side_of[piece])
    if source >= 0:
        other = i64(game.side_of[source])
        if other != side and other < game.squads.sides:
            return other
    return game.opponent(side)


def helping_coach(game: Game, piece: i64, source: i64) -> i64:
    """Who decides about the help against a player: whoever decides for the piece of no side that did it to him, and
    otherwise the coach who rolls."""
    if source >= 0 and i64(game.side_of[source]) >= game.squads.sides:
        return game.rules.neutral.coach(game, source)
    return opposing_coach(game, piece, source)
