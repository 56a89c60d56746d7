"""The module `traps`: tokens that show their kind when a player enters them (A-TRAP)."""

from __future__ import annotations

import re
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.composition.configuration import Configuration
from dungeonbowl.editions.astrogranite.core.collisions import Collide, weight
from dungeonbowl.editions.astrogranite.core.pushing import ChangedPushing
from dungeonbowl.editions.astrogranite.modules.trap_effects import (
    FACES,
    NAMES,
    PIT,
    SPIKED,
    ClimbOut,
    FallIn,
    PitBounce,
    Spring,
    Warp,
    WarpBall,
    is_pit,
    is_trap,
    kind_named,
    may_climb_out,
    pit_token,
)
from dungeonbowl.editions.astrogranite.modules.trap_laying import LayTraps
from dungeonbowl.editions.options import EditionError
from dungeonbowl.engine import clauses
from dungeonbowl.engine.actions import CLIMB_OUT_ACTION, DECLARE, LEAVE_ACTION, action, first_of, kind_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import BY_OWN_MOVE, Module
from dungeonbowl.engine.procedures.block.squares import CANDIDATE_BELOW, CANDIDATE_HELD
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.statuses import ON_SPIKES, OWES_FALL, SUNKEN
from dungeonbowl.engine.tables import ALWAYS_TURNOVER
from dungeonbowl.engine.tokens import SPIKED_TOKEN, TRAP_TOKEN, WARP_TOKEN

HARMFUL = 0.8  # four of the five kinds
MOST_OF_A_KIND: Final = 60  # the most traps that a game has


def install(c: Composition) -> None:
    traps = Traps(shares(c.configuration), c.configuration.number("trap_count"), c.configuration.word("trap_placement"))
    c.modules.append(traps)
    c.skills.append(InPits())
    c.policies.pushing = Pits(c.policies.pushing)
    c.tables.set_turnover(clauses.FELL_OFF, ALWAYS_TURNOVER)
    if not c.citations[int(clauses.FELL_OFF)]:
        c.cite(int(clauses.FELL_OFF), "A-TRAP-04")
    c.cite(int(clauses.TRAP_PLACED), "A-TRAP-01")
    c.cite(int(clauses.TRAP_FACE), "A-TRAP-01")
    c.cite(int(clauses.PIT_FALL), "A-TRAP-04")
    c.cite(int(clauses.PIT_CLIMB), "A-TRAP-07")
    c.cite(int(clauses.PIT_BALL), "A-BALL-06")
    c.cite(int(clauses.TRAP_BLAST), "A-TRAP-10")
    c.cite(int(clauses.GAS), "A-TRAP-11")
    c.cite(int(clauses.TURNOVER_GAS), "A-TRAP-11")
    c.cite(int(clauses.TRAP_TELEPORT), "A-TRAP-12")


def shares(configuration: Configuration) -> list[int]:
    """How many tokens there are of each of the five kinds: equal shares, with the remainder to the first kinds, or as
    the parameter says (`pit:4+gas:2`)."""
    count = configuration.number("trap_count")
    words = configuration.words("trap_mix")
    if words == ["equal"] or not words:
        return [count // 5 + (1 if kind < count % 5 else 0) for kind in range(5)]
    found = [0] * 5
    for word in words:
        name, _, number = word.partition(":")
        if name not in NAMES or not re.fullmatch(r"\d{1,2}", number) or int(number) > MOST_OF_A_KIND:
            raise EditionError(
                f"parameter 'trap_mix': expected such as pit:4, a number up to {MOST_OF_A_KIND} of one of"
                f" {', '.join(NAMES)}, found {word!r}"
            )
        if found[NAMES.index(name)]:
            raise EditionError(f"parameter 'trap_mix': {name!r} is named twice")
        found[NAMES.index(name)] = int(number)
    return found


@final
class Traps(Module):
    """Tokens on squares. Its memory holds how many of each kind have been seen: the kind of a token is drawn when a
    player enters it (A-TRAP-01). Where the map fixes the kinds, coaches do not know them: in a game as one side knows
    it (one more number is set) they are drawn too."""

    def __init__(self, mix: list[int], count: int, placement: str) -> None:
        self.mix = mix
        self.count = count
        self.placement = placement
        self.slot: i64 = 0

    def name(self) -> str:
        return "traps"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return len(dungeon.traps) == 0 and (self.placement == "map" or self.count == 0)

    def memory(self) -> int:
        return int(FACES) + 1

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def conceal(self, game: Game, side: i64) -> None:
        for trap in game.dungeon.traps:
            if trap.kind != "" and i64(game.token[trap.node]) == TRAP_TOKEN:
                game.memo[self.slot + FACES] = 1

    def state_words(self) -> list[str]:
        """The kinds of traps."""
        return list(NAMES)

    def read_state(self, game: Game, letters: dict[str, int], table: dict[str, list[int]]) -> None:
        """A scene states how many of each kind have been seen already: `known = [0, 0, 1, 0, 0]`."""
        for kind, number in enumerate(table["known"]):
            game.memo[self.slot + i64(kind)] = i64(number)

    def show_state(self, game: Game, letters: dict[str, int]) -> dict[str, list[int]]:
        return {"known": [int(game.memo[self.slot + i64(kind)]) for kind in range(int(FACES))]}

    def furnishing(self, game: Game) -> Frame | None:
        """A map with traps of its own brings all of them; otherwise they are laid."""
        for trap in game.dungeon.traps:
            game.put_token(trap.node, token_of_known(trap.kind) if trap.is_revealed else TRAP_TOKEN)
        if len(game.dungeon.traps) > 0 or self.placement == "map" or self.count == 0:
            return None
        return LayTraps(i64(self.count), self.placement == "random" or game.rules.tables.options.quick_start)

    # --- coming upon one ------------------------------------------------------------------------------------------

    def placed(self, game: Game, piece: i64, origin: i64, square: i64) -> None:
        if origin < 0 and is_pit(i64(game.token[square])):
            game.conditions[piece] = game.conditions[piece] | SUNKEN
        else:
            game.conditions[piece] = game.conditions[piece] & ~(SUNKEN | OWES_FALL | ON_SPIKES)

    def entered_square(self, game: Game, piece: i64, how: i64) -> Frame | None:
        square = i64(game.square[piece])
        token = i64(game.token[square])
        if token == TRAP_TOKEN:
            return Spring(piece, square, -1, self.slot, self.left(game))
        if is_pit(token):
            return FallIn(piece, SPIKED if token == SPIKED_TOKEN else PIT)
        if token == WARP_TOKEN and game.has_portals():
            return Warp(piece, square, how & BY_OWN_MOVE != 0)
        return None

    def left(self, game: Game) -> vec[i64]:
        """How many tokens of each kind have not been seen yet; one of each kind if there are none."""
        found = vec[i64]()
        total: i64 = 0
        kind: i64 = 0
        while kind < FACES:
            number = i64(self.mix[int(kind)]) - game.memo[self.slot + kind]
            if number < 0:
                number = 0
            found = append(found, number)
            total += number
            kind += 1
        return found if total > 0 else vec[i64]([1] * int(FACES))

    def ball_landed(self, game: Game, ball: i64, square: i64) -> Frame | None:
        """No ball stays in a pit (A-BALL-06) or on a teleporter trap (A-BALL-05). If a piece is there, the ball bounces
        off it anyway."""
        if game.occupant[square] >= 0:
            return None
        if is_pit(i64(game.token[square])):
            return PitBounce(ball)
        return WarpBall(ball) if i64(game.token[square]) == WARP_TOKEN and game.has_portals() else None

    def opens_below(self, game: Game, square: i64) -> bool:
        return is_pit(i64(game.token[square]))

    def is_hazard(self, game: Game, piece: i64, origin: i64, square: i64) -> bool:
        """Any trap, known or not (A-TRAP-13)."""
        return is_trap(i64(game.token[square]))

    def step_risk(self, game: Game, piece: i64, origin: i64, square: i64) -> float:
        token = i64(game.token[square])
        if is_pit(token):
            return 1.0
        return HARMFUL if token == TRAP_TOKEN else 0.0

    def watches_floor(self) -> bool:
        return False


@final
class InPits(Module):
    """A player in a pit can climb out and do nothing else, except leave the dungeon (A-TRAP-06, A-TRAP-07). This module
    decides last what may be declared."""

    def name(self) -> str:
        return "in pits"

    def offers_actions(self, game: Game, piece: i64) -> None:
        if game.conditions[piece] & SUNKEN == 0:
            return
        count = game.offers
        game.offers = 0
        index: i64 = 0
        while index < count:
            choice = game.offered[index]
            if kind_of(choice) == DECLARE and first_of(choice) == LEAVE_ACTION:
                game.offer(choice)
            index += 1
        if may_climb_out(game, piece) or game.offers == 0:
            game.offer(action(DECLARE, CLIMB_OUT_ACTION))

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        if kind_of(action) == DECLARE and first_of(action) == CLIMB_OUT_ACTION:
            return ClimbOut(piece)
        return None


def token_of_known(name: str) -> i64:
    """The token of a trap that the map shows."""
    return pit_token(kind_named(name))


@final
class Pits(ChangedPushing):
    """A player who is pushed into an occupied pit comes down on its occupant; no player is pushed out of a pit
    (A-TRAP-09)."""

    def candidate_class(self, game: Game, piece: i64, square: i64, direction: i64, spoiled: bool) -> i64:
        found = self.inner.candidate_class(game, piece, square, direction, spoiled)
        if found == CANDIDATE_HELD and is_pit(i64(game.token[i64(game.steps[square * 8 + direction])])):
            return CANDIDATE_BELOW
        return found

    def falls_on(self, game: Game, piece: i64, square: i64, fallen: Victim) -> Frame:
        if is_pit(i64(game.token[square])):
            return Collide(piece, square, fallen, weight(game, piece))
        return self.inner.falls_on(game, piece, square, fallen)
