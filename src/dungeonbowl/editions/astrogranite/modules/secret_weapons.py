"""The module `secret_weapons`: chainsaws, bombs and poisoned daggers (A-SW).

The skills know how they are used (`engine/skills/weapons.py`, `bombardier.py`). This module has the consequences: the
penalty, the confiscation, the poison, the experience.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import BANNED, POISONED_BLADE, SAWS, STABS, THROWS_BOMBS
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.policies import MAJOR
from dungeonbowl.engine.rules import replaced
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.skills.bombardier import NO_FUSE, Bombardier
from dungeonbowl.engine.skills.home import Home
from dungeonbowl.engine.statuses import KNOCKED_OUT, SENT_OFF, STUNNED
from dungeonbowl.engine.tables import ALWAYS_TURNOVER

WEAPONS: Final = ("Chainsaw", "Bombs", "Poisoned Dagger")
TAKEN: Final[i64] = 5  # the face from which on the weapon is confiscated
POINTS: Final[i64] = 2

SKILLS: Final = [
    Home(
        "Poisoned Dagger",
        [STABS, POISONED_BLADE],
        "The first ability is that of Stab. With the second, a player that the blade would stun is knocked out.",
        "A-SW-04",
    )
]

# What the module remembers of the activation under way.
MAIMED: Final[i64] = 1  # a player has become a casualty
CHARGED: Final[i64] = 2  # the armed player has been punished for it


def install(c: Composition) -> None:
    league = c.configuration.is_on("league")
    c.modules.append(SecretWeapons(league))
    c.skills = replaced(c.skills, [Bombardier(limited=False, fuse=NO_FUSE, catch_chosen=True)])
    c.tables.course.weapons.extend(WEAPONS)
    if league:
        c.tables.experience.weapon_casualty = POINTS
    c.tables.set_turnover(clauses.POISONED, ALWAYS_TURNOVER)
    c.cite(int(clauses.SPECIAL_ROLL), "A-SW-09")
    c.cite(int(clauses.SAWN), "A-SW-09")
    c.cite(int(clauses.THROW_BOMB), "A-SW-13")
    c.cite(int(clauses.BOMB_BLAST), "A-SW-15")
    c.cite(int(clauses.BOMBED), "A-SW-15")
    c.cite(int(clauses.CONFISCATION), "A-SW-06")
    c.cite(int(clauses.WEAPON_CASUALTY), "A-SW-08")
    if not c.citations[int(clauses.POISONED)]:
        c.cite(int(clauses.POISONED), "A-SW-17")


def is_armed(game: Game, piece: i64) -> bool:
    """Whether a player carries one of these weapons; sorcerers are not counted (A-SW-04)."""
    if not game.can(piece, BANNED):
        return False
    return game.can(piece, SAWS) or game.can(piece, THROWS_BOMBS) or game.can(piece, POISONED_BLADE)


@final
class SecretWeapons(Module):
    """One number of memory: what has happened in the activation of an armed player."""

    def __init__(self, confiscates: bool) -> None:
        self.confiscates = confiscates
        self.slot: i64 = 0

    def name(self) -> str:
        return "secret weapons"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(BANNED) and not squads.anybody_can(POISONED_BLADE)

    def memory(self) -> int:
        return 1

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def note(self, game: Game, bit: i64) -> None:
        game.memo[self.slot] = game.memo[self.slot] | bit

    def activation_opened(self, game: Game, piece: i64) -> None:
        game.memo[self.slot] = 0

    def casualty_suffered(self, game: Game, piece: i64, row: i64) -> Frame | None:
        """Any player except the armed one, by any cause (A-SW-05)."""
        if game.acting >= 0 and game.acting != piece and is_armed(game, game.acting):
            self.note(game, MAIMED)
        return None

    def infraction(self, game: Game, piece: i64, level: i64) -> Frame | None:
        """One action is one infraction (A-INF-06). A player who was sent off by a die may lose the weapon (A-SW-06)."""
        if not is_armed(game, piece):
            return None
        if level == MAJOR and piece == game.acting:
            self.note(game, CHARGED)
        if self.confiscates and i64(game.status[piece]) == SENT_OFF:
            return Confiscate(piece)
        return None

    def activation_ended(self, game: Game, piece: i64) -> Frame | None:
        """A casualty, or a turnover of its own team: at most one infraction (A-SW-05)."""
        if not is_armed(game, piece) or game.memo[self.slot] & CHARGED != 0:
            return None
        if game.memo[self.slot] & MAIMED == 0 and game.turnover == 0:
            return None
        return game.rules.policies.referee.infraction(game, piece, MAJOR)

    def injury_becomes(self, game: Game, piece: i64, cause: i64, status: i64) -> i64:
        """A player who is stunned by poison is knocked out instead (A-SW-17)."""
        return KNOCKED_OUT if cause == clauses.POISONED and status == STUNNED else status


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Confiscate(Frame):
    """A die decides whether the weapon is gone until it is bought back."""

    def __init__(self, piece: i64) -> None:
        self.piece = piece

    def copy(self) -> Frame:
        return Confiscate(self.piece)

    def begin(self, game: Game) -> i64:
        return game.roll(1, D6, clauses.CONFISCATION, -1)

    def rolled(self, game: Game, dice: i64) -> i64:
        if die(dice, 0) >= TAKEN:
            game.tell(events.CONFISCATED, clauses.CONFISCATION, self.piece)
        return game.done(0)
