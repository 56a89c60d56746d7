"""The module `dungeon_skills`: Brace, Acrobatics, Lightning Reflexes, Sixth Sense, Grab, Sneaky (A-SKILL).

Grab is played by the push and Sixth Sense by the teleport: this module only switches them on. The modules that watch
infractions ask for Sneaky with the function `sneaks`.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.core.teleporters import Teleporters
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import BRACES, LANDS_ON_FEET, REACTS_FIRST, SENSES_PORTALS, SNEAKS
from dungeonbowl.engine.actions import DECLINE, STEP, USE, action, first_of, kind_of
from dungeonbowl.engine.frames import FAILED, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.harm.down import SOFTENED
from dungeonbowl.engine.procedures.move.step import Step
from dungeonbowl.engine.procedures.stat_test import StatTest
from dungeonbowl.engine.procedures.turn.offers import offer_steps
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.home import Home
from dungeonbowl.engine.statuses import STANDING
from dungeonbowl.engine.tables import IN_ANY_BLOCK

SKILLS: Final = [
    Home("Acrobatics", [LANDS_ON_FEET]),
    Home("Brace", [BRACES]),
    Home("Lightning Reflexes", [REACTS_FIRST]),
    Home(
        "Sixth Sense",
        [SENSES_PORTALS],
        "On entering a teleporter of its own will this player rolls two dice, and its coach picks one.",
    ),
    Home(
        "Sneaky",
        [SNEAKS],
        "For what this player does, the eye of the referee counts as being on another team.",
    ),
]


def install(c: Composition) -> None:
    c.tables.blows.grab = IN_ANY_BLOCK
    c.policies.portals = Teleporters(sensed=True)
    c.modules.append(Sneaky())
    c.modules.append(Brace())
    c.modules.append(Acrobatics())
    c.modules.append(LightningReflexes())
    c.cite(int(clauses.ACROBATICS), "A-SKILL-07")


def is_explosion(cause: i64) -> bool:
    """Whether the cause is a chest, an exploding trap or a bomb."""
    return cause == clauses.EXPLOSION or cause == clauses.BOMBED


def is_landing(cause: i64) -> bool:
    """Whether the cause is a fall from a height or into a pit, or a collision; not a block or a failed roll
    (A-SKILL-08)."""
    return (
        cause == clauses.FELL_OFF
        or cause == clauses.COLLIDED
        or cause == clauses.LANDED_ON
        or cause == clauses.CRASHED_INTO
        or cause == clauses.STRUCK_A_PLAYER
        or cause == clauses.STRUCK_BY_PLAYER
    )


@final
class Sneaky(Module):
    """The referees' modules ask for it: it hears nothing (A-SKILL-01)."""

    def name(self) -> str:
        return "sneaky"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return True


def sneaks(game: Game, piece: i64) -> bool:
    """Whether the eye of the referee counts as being on another team for what this player does (A-SKILL-01)."""
    return game.can(piece, SNEAKS) and game.rules.module("sneaky") is not None


@final
class Brace(Module):
    """An explosion places this player prone instead of knocking it down (A-SKILL-05). No coach would decline:
    none is asked."""

    def name(self) -> str:
        return "brace"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(BRACES)

    def going_down(self, game: Game, piece: i64, cause: i64) -> Frame | None:
        if not is_explosion(cause) or not game.can(piece, BRACES) or i64(game.status[piece]) != STANDING:
            return None
        return Braced(piece)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Braced(Frame):
    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return Braced(self.piece)

    def begin(self, game: Game) -> i64:
        game.tell(events.SKILL_USED, clauses.SKILL, self.piece, BRACES)
        return game.done(SOFTENED)


@final
class Acrobatics(Module):
    """An Agility roll saves this player from being knocked down by a fall or a collision (A-SKILL-07). A failure costs
    nothing more, so it is always tried, unless coaches are asked about optional skills and this one declines."""

    def name(self) -> str:
        return "acrobatics"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(LANDS_ON_FEET)

    def going_down(self, game: Game, piece: i64, cause: i64) -> Frame | None:
        if not is_landing(cause) or not game.can(piece, LANDS_ON_FEET) or i64(game.status[piece]) != STANDING:
            return None
        return Somersault(piece)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Somersault(Frame):
    """An Agility roll without modifiers. A player who was acting has finished its activation."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return Somersault(self.piece)

    def begin(self, game: Game) -> i64:
        if game.rules.tables.options.skills_asked:
            return game.ask(i64(game.side_of[self.piece]))
        return self.tumble(game)

    def options(self, game: Game) -> None:
        game.offer(self.usual(game))
        game.offer(action(DECLINE))

    def usual(self, game: Game) -> i64:
        return action(USE, LANDS_ON_FEET, self.piece)

    def chosen(self, game: Game, action: i64) -> i64:
        return self.tumble(game) if kind_of(action) == USE else game.done(0)

    def tumble(self, game: Game) -> i64:
        piece = self.piece
        needed = i64(game.squads.agility[piece])
        return game.call(StatTest(piece, clauses.ACROBATICS, needed, 0, i64(game.side_of[piece])))

    def returned(self, game: Game, result: i64) -> i64:
        if result == FAILED:
            return game.done(0)
        game.tell(events.SKILL_USED, clauses.ACROBATICS, self.piece, LANDS_ON_FEET)
        if self.piece == game.acting:
            game.progress |= FINISHED
        return game.done(1)


@final
class LightningReflexes(Module):
    """A step before a chest shows its contents, or a trap its kind (A-SKILL-09)."""

    def name(self) -> str:
        return "lightning reflexes"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(REACTS_FIRST)

    def chest_opening(self, game: Game, piece: i64, square: i64) -> Frame | None:
        return reflexes(game, piece)

    def trap_springing(self, game: Game, piece: i64, square: i64) -> Frame | None:
        return reflexes(game, piece)


def reflexes(game: Game, piece: i64) -> Frame | None:
    """The player's chance to step away: in its own activation, standing, with movement left; None if it has none."""
    if piece != game.acting or not game.able(piece, REACTS_FIRST) or game.moves_left + game.rushes_left <= 0:
        return None
    game.offers = 0
    offer_steps(game, piece)
    return Reflex(piece) if game.offers > 0 else None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Reflex(Frame):
    """One step with the usual dice, or none. The chest or trap takes effect in both cases."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return Reflex(self.piece)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        offer_steps(game, self.piece)
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) != STEP:
            return game.done(0)
        game.tell(events.SKILL_USED, clauses.SKILL, self.piece, REACTS_FIRST)
        square = i64(game.steps[i64(game.square[self.piece]) * 8 + first_of(action)])
        return game.call(Step(self.piece, square))

    def returned(self, game: Game, result: i64) -> i64:
        return game.done(0)
