"""Help: bonuses that may go either to the armour roll or to the injury roll. What gives help, which coach decides about
it, and how it is kept between the two rolls.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

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
from dungeonbowl.engine.frames import Value
from dungeonbowl.engine.game import Game

# What gives the help.
SKILL: Final[i64] = 0
PLACE: Final[i64] = 1
BALL: Final[i64] = 2
GIVERS: Final[i64] = 3
CLAWS: Final[i64] = 3  # not a number: Claws break the armour themselves
NOBODY_ASKED: Final[i64] = -1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Helps(Value):
    """The help of each giver for one of the two rolls: a skill of the player that did it, the place (a wall behind the
    victim, a spell, a bomb), and the ball in the blocker's hands."""

    def __init__(self, skill: i64 = 0, place: i64 = 0, ball: i64 = 0) -> None:
        self.skill = skill
        self.place = place
        self.ball = ball

    def of(self, giver: i64) -> i64:
        """The help of one giver."""
        if giver == SKILL:
            return self.skill
        return self.place if giver == PLACE else self.ball

    def in_all(self) -> i64:
        """The sum of all help."""
        return self.skill + self.place + self.ball


NO_HELPS: Final = Helps()


def use_of_help(giver: i64, cause: i64, source: i64, piece: i64) -> i64:
    """The action that uses the help. It names the piece that did it, or the victim if there is no such piece."""
    return action(USE, helping_ability(giver, cause), source if source >= 0 else piece)


def is_chosen(giver: i64, cause: i64) -> bool:
    """Whether a coach decides about such help. The help of an explosion is no choice (S-BOLT-02)."""
    return giver != PLACE or cause != clauses.EXPLOSION


def helping_ability(giver: i64, cause: i64) -> i64:
    """The ability by which the help is called when a coach is asked."""
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

    `source` must be the acting player. Its skills count only while it stands (O-TEST-07). A crypt counts as the block
    (O-ROOM-17), a wall does not (O-PUSH-11). A player that attacks a team-mate (Animal Savagery) hurts it like an
    opponent.
    """
    if source < 0 or source != game.acting:
        return False
    if cause == clauses.SAVAGED:
        return True
    if cause != clauses.BLOCKED and cause != clauses.PUSHED_INTO_CRYPT:
        return False
    return i64(game.side_of[source]) != i64(game.side_of[piece])


def harder_hit(game: Game, piece: i64, cause: i64, source: i64) -> i64:
    """The help of a skill of `source`: for either the armour or the injury roll, chosen after the dice."""
    if source < 0:
        return 0
    if cause == clauses.FOULED:
        if not game.able(source, KICKS_HARDER):
            return 0
        kicks = game.rules.tables.blows.harder_kicks
        return kicks if kicks > 0 else number_of(game, source, KICKS_HARDER)
    if cause == clauses.FELL:  # the opponent that tripped the player, standing or not
        return 1 if game.can(source, HURTS_DODGERS) else 0
    if is_struck_by(game, piece, cause, source) and game.able(source, HITS_HARDER):
        return number_of(game, source, HITS_HARDER)
    return 0


def blow_help(game: Game, piece: i64, cause: i64, source: i64) -> i64:
    """The help of things that the blocker has and that are no skill."""
    if len(game.rules.blow_helps) == 0 or not is_struck_by(game, piece, cause, source):
        return 0
    result: i64 = 0
    for module in game.rules.blow_helps:
        result += module.blow_help(game, source, piece)
    return result


def smash_help(game: Game, piece: i64, cause: i64, source: i64) -> i64:
    """The same as one number that goes completely to one of the two rolls, if the blocker's coach wants it."""
    if len(game.rules.smash_helps) == 0 or not is_struck_by(game, piece, cause, source):
        return 0
    result: i64 = 0
    for module in game.rules.smash_helps:
        result += module.smash_help(game, source, piece)
    return result


def offer_smash(game: Game, source: i64) -> None:
    """Offer to add it to the dice just thrown, or not."""
    game.offer(action(USE, CARRIES_ITEM, source))
    game.offer(action(DECLINE))


def note_smash(game: Game, source: i64) -> None:
    for module in game.rules.smash_helps:
        module.smash_used(game, source)


def number_of(game: Game, piece: i64, ability: i64) -> i64:
    """The number of an ability; 1 if the sheet has none."""
    number = game.squads.parameter(piece, ability)
    return number if number > 0 else 1


def opposing_coach(game: Game, piece: i64, source: i64) -> i64:
    """The side that rolls armour and injury of a player: the side of the opponent that did it, or the next opposing
    side if no opponent did (O-INJ-01)."""
    side = i64(game.side_of[piece])
    if source >= 0:
        other = i64(game.side_of[source])
        if other != side and other < game.squads.sides:
            return other
    return game.opponent(side)


def helping_coach(game: Game, piece: i64, source: i64) -> i64:
    """The side that decides about help against a player: if a piece of no side did it, the side that decides for that
    piece; otherwise the side that rolls."""
    if source >= 0 and i64(game.side_of[source]) >= game.squads.sides:
        return game.rules.policies.neutral.coach(game, source)
    return opposing_coach(game, piece, source)
