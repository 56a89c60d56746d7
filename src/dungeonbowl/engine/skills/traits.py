"""Traits rolled on activation, after the room's roll and before the action (O-TURN-07).

All of them are compulsory and work prone and without a Tackle Zone. An action of which there is one a turn is used by
its declaration, whatever the die says. Bloodlust has a file of its own.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import FORGETS, NEEDS_PROMPTING, RAGES, SAVAGES, STAGGERS, TAKES_ROOT
from dungeonbowl.engine.actions import (
    ACCEPT,
    BLITZ_ACTION,
    BLOCK_ACTION,
    END_ACTIVATION,
    GAZE_ACTION,
    KICK_TEAM_MATE_ACTION,
    THROW_TEAM_MATE_ACTION,
    USE,
    action,
    is_attack,
    kind_of,
    second_of,
)
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import BLOCK_MADE, Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.harm.down import GoDown, victim
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import NO_ZONE, ROOTED, STANDING

NEEDED: Final[i64] = 2
WILD_NEEDED: Final[i64] = 4
HELPED: Final[i64] = 2


def trait_test(game: Game, piece: i64, needed: i64 = NEEDED, modifier: i64 = 0) -> StatTest:
    return StatTest(piece, clauses.TRAIT_ROLL, needed, modifier, i64(game.side_of[piece]))


def standing_mate(game: Game, piece: i64, direction: i64) -> i64:
    """The team-mate on its feet in the square that way, or -1."""
    neighbour = i64(game.steps[i64(game.square[piece]) * 8 + direction])
    if neighbour < 0:
        return -1
    mate = i64(game.occupant[neighbour])
    if mate < 0 or game.side_of[mate] != game.side_of[piece] or i64(game.status[mate]) != STANDING:
        return -1
    return mate


@final
class BoneHead(Module):
    """It has to remember what it was about to do."""

    def name(self) -> str:
        return "bone head"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(FORGETS)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        return Falter(piece, NEEDED, 0, True) if game.can(piece, FORGETS) else None


@final
class ReallyStupid(Module):
    """It has to be told what to do by a team-mate on its feet beside it who is not as stupid."""

    def name(self) -> str:
        return "really stupid"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(NEEDS_PROMPTING)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        if not game.can(piece, NEEDS_PROMPTING):
            return None
        return Falter(piece, WILD_NEEDED, HELPED if is_prompted(game, piece) else 0, True)


def is_prompted(game: Game, piece: i64) -> bool:
    direction: i64 = 0
    while direction < 8:
        mate = standing_mate(game, piece, direction)
        if mate >= 0 and not game.can(mate, NEEDS_PROMPTING):
            return True
        direction += 1
    for mate in game.linked_pieces(i64(game.square[piece])):
        if game.side_of[mate] == game.side_of[piece] and game.is_standing(mate):
            if not game.can(mate, NEEDS_PROMPTING):
                return True
    return False


@final
class UnchannelledFury(Module):
    """An attack channels it. Otherwise it may do nothing but rage; its Tackle Zone it keeps."""

    def name(self) -> str:
        return "unchannelled fury"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(RAGES)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        if not game.can(piece, RAGES):
            return None
        return Falter(piece, WILD_NEEDED, HELPED if is_attack(game.declared) else 0, False)


@final
class Falter(Frame):
    """A failure ends the activation; with `dazed` the Tackle Zone is lost too, until the next one."""

    def __init__(self, piece: i64, needed: i64, modifier: i64, dazed: bool) -> None:
        self.piece = piece
        self.needed = needed
        self.modifier = modifier
        self.dazed = dazed

    def copy(self) -> Frame:
        return Falter(self.piece, self.needed, self.modifier, self.dazed)

    def args(self) -> list[object]:
        return [self.piece, self.needed, self.modifier, self.dazed]

    def begin(self, game: Game) -> i64:
        return game.call(trait_test(game, self.piece, self.needed, self.modifier))

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(0) if result != FAILED else falter(game, self.piece, self.dazed)


def falter(game: Game, piece: i64, dazed: bool) -> i64:
    """The activation does not come about."""
    if dazed:
        game.conditions[piece] = game.conditions[piece] | NO_ZONE
    game.tell(events.STRANDED, clauses.TRAIT_ROLL, piece)
    return game.done(1)


@final
class AnimalSavagery(Module):
    """An attack channels it. Otherwise it may turn on whoever of its own side stands beside it."""

    def name(self) -> str:
        return "animal savagery"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(SAVAGES)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        return Savage(piece) if game.can(piece, SAVAGES) else None


SNARLING: Final[i64] = 0
PICKING: Final[i64] = 1
LASHING_OUT: Final[i64] = 2
CALMING_DOWN: Final[i64] = 3


@final
class Savage(Frame):
    """A failure knocks a team-mate down, of the coach's choice, as a block would: a turnover only if it held the ball.
    With nobody there the activation ends and the Tackle Zone is lost.

    Then it may carry on: in an action that has no movement to stop in, its coach is asked.
    """

    def __init__(self, piece: i64, stage: i64 = SNARLING) -> None:
        self.piece = piece
        self.stage = stage

    def copy(self) -> Frame:
        return Savage(self.piece, self.stage)

    def args(self) -> list[object]:
        return [self.piece, self.stage]

    def begin(self, game: Game) -> i64:
        modifier = HELPED if is_attack(game.declared) else i64(0)
        return game.call(trait_test(game, self.piece, WILD_NEEDED, modifier))

    def options(self, game: Game) -> None:
        if self.stage == CALMING_DOWN:
            game.offer(action(ACCEPT))
            game.offer(action(END_ACTIVATION))
            return
        direction: i64 = 0
        while direction < 8:
            mate = standing_mate(game, self.piece, direction)
            if mate >= 0:
                game.offer(action(USE, SAVAGES, mate))
            direction += 1

    def returned(self, game: Game, result: i64) -> i64:
        if self.stage == LASHING_OUT:
            what = game.declared
            if game.turnover != 0 or not (what == BLOCK_ACTION or is_still(what)):
                return game.done(0)
            self.stage = CALMING_DOWN
            return game.ask(i64(game.side_of[self.piece]))
        if result != FAILED:
            return game.done(0)
        self.stage = PICKING
        game.offers = 0
        self.options(game)
        if game.offers == 0:
            return falter(game, self.piece, True)
        if game.offers == 1:
            game.note_forced(game.offered[0])
            return self.lash_out(game, second_of(game.offered[0]))
        return game.ask(i64(game.side_of[self.piece]))

    def chosen(self, game: Game, action: i64) -> i64:
        if self.stage == CALMING_DOWN:
            return game.done(0 if kind_of(action) == ACCEPT else 1)
        return self.lash_out(game, second_of(action))

    def lash_out(self, game: Game, mate: i64) -> i64:
        self.stage = LASHING_OUT
        game.tell(events.SKILL_USED, clauses.TRAIT_ROLL, self.piece, SAVAGES)
        return game.call(GoDown(vec[i64]([int(victim(mate, clauses.SAVAGED))]), self.piece))


def is_still(what: i64) -> bool:
    """Whether an action is a special one that allows no movement before it."""
    return what > THROW_TEAM_MATE_ACTION and what != KICK_TEAM_MATE_ACTION and what != GAZE_ACTION


@final
class Drunkard(Module):
    """-1 to every Rush."""

    def name(self) -> str:
        return "drunkard"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(STAGGERS)

    def rush_modifier(self, game: Game, piece: i64, square: i64) -> i64:
        return -1 if game.can(piece, STAGGERS) else 0


@final
class TakeRoot(Module):
    """It may grow into the ground. Once rooted it rolls no more: there is nothing left to lose.

    That a rooted player leaves its square for nothing, and that going down or a teleport frees it, is known to the
    procedures: the condition is general.
    """

    def name(self) -> str:
        return "take root"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(TAKES_ROOT)

    def action_declared(self, game: Game, piece: i64) -> Frame | None:
        if not game.can(piece, TAKES_ROOT):
            return None
        if game.conditions[piece] & ROOTED == 0:
            return TakeRootRoll(piece)
        stay_put(game)
        return None


@final
class TakeRootRoll(Frame):
    """On a 1 it is rooted. The action goes on with whatever needs no movement."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return TakeRootRoll(self.piece)

    def args(self) -> list[object]:
        return [self.piece]

    def begin(self, game: Game) -> i64:
        return game.call(trait_test(game, self.piece))

    def returned(self, game: Game, result: i64) -> i64:
        if result == FAILED:
            game.conditions[self.piece] = game.conditions[self.piece] | ROOTED
            game.tell(events.SKILL_USED, clauses.TRAIT_ROLL, self.piece, TAKES_ROOT)
            stay_put(game)
        return game.done(0)


def stay_put(game: Game) -> None:
    """The block of a Blitz is movement too, where the edition says so: the rooted do not make it."""
    if game.declared == BLITZ_ACTION and game.rules.tables.rooted_never_blitz:
        game.progress |= BLOCK_MADE
