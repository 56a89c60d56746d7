"""The module `dirty_tactics`: bought in secret before a match, used when the order of play is known (A-DIRTY).

Bribing the press has its effect in a league, which reads it from the events.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr, u8

from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import BUY, BUY_NO_MORE, NAME_VICTIM, action, first_of, kind_of
from dungeonbowl.engine.dice import D6, die
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.market import Ware
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.harm.injury import EASED
from dungeonbowl.engine.setup import MOST_SIDES, Squads
from dungeonbowl.engine.sides import NEXT, REROLLS
from dungeonbowl.engine.statuses import ABSENT, CASUALTY, KNOCKED_OUT, STUNNED

PRICE: Final[i64] = 30_000
MOST: Final[i64] = 3  # tactics of all kinds together
HELPS: Final[i64] = 4  # the face from which on a drug helps
FOUND: Final[i64] = 4  # the face from which on an assassin finds the right victim

# The tactics, in the order of the price list; each has four bits of a side's number.
ASSASSINATION: Final[i64] = 0
PRESS: Final[i64] = 1
DRUGS: Final[i64] = 2
KINDS: Final[i64] = 3
SHOWN: Final[i64] = 1 << 12  # a bit of that number: the purchases have been shown


def install(c: Composition) -> None:
    first = i64(len(c.market) + 1)
    c.market.append(Ware("assassination", "an assassin", REROLLS, PRICE, MOST))
    c.market.append(Ware("press", "a good press", REROLLS, PRICE, MOST))
    c.market.append(Ware("drugs", "experimental drugs", REROLLS, PRICE, MOST))
    tactics = DirtyTactics(first)
    c.modules.append(tactics)
    c.skills.append(ExperimentalDrugs(tactics))  # after everything that makes a coach roll an injury again
    c.cite(int(clauses.TACTIC), "A-DIRTY-01")
    c.cite(int(clauses.ASSASSIN), "A-DIRTY-02")
    c.cite(int(clauses.DRUGS), "A-DIRTY-06")


@final
class DirtyTactics(Module):
    """One number for each side: how many of each kind it has bought. `first` is the number of the first kind on the
    price list."""

    def __init__(self, first: i64) -> None:
        self.first = first
        self.slot: i64 = 0

    def name(self) -> str:
        return "dirty tactics"

    def memory(self) -> int:
        return int(MOST_SIDES)

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def choices_sold(self, squads: Squads, side: i64) -> i64:
        number = squads.teams[side].treasury // PRICE
        return number if number < MOST else MOST

    def conceal(self, game: Game, side: i64) -> None:
        """A side does not know what the others have bought: in its game they have bought nothing."""
        other: i64 = 0
        while other < game.squads.sides:
            if other != side and game.memo[self.slot + other] & SHOWN == 0:
                game.memo[self.slot + other] = 0
            other += 1

    def read_state(self, game: Game, letters: dict[str, int], table: dict[str, list[int]]) -> None:
        """A scene states what each side has bought: `drugs = [1, 0]`."""
        for kind, key in enumerate(("assassinations", "press", "drugs")):
            for side, count in enumerate(table.get(key, [])):
                add(game, self.slot, i64(side), i64(kind), i64(count))

    def show_state(self, game: Game, letters: dict[str, int]) -> dict[str, list[int]]:
        sides = range(int(game.squads.sides))
        return {
            key: [int(bought(game, self.slot, i64(side), i64(kind))) for side in sides]
            for kind, key in enumerate(("assassinations", "press", "drugs"))
        }

    def preparing(self, game: Game) -> Frame | None:
        """No coach sees what the others buy. In a quick start nothing is bought."""
        return None if game.rules.tables.options.quick_start else Plotting(self.slot, self.first)

    def furnishing(self, game: Game) -> Frame | None:
        """In the order of play, which is known now (A-DIRTY-01)."""
        side: i64 = 0
        while side < game.squads.sides:
            if game.memo[self.slot + side] != 0:
                return Revelation(self.slot, self.first)
            side += 1
        return None


def bought(game: Game, slot: i64, side: i64, kind: i64) -> i64:
    return game.memo[slot + side] >> (kind * 4) & 0xF


def bought_in_all(game: Game, slot: i64, side: i64) -> i64:
    total: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        total += bought(game, slot, side, kind)
        kind += 1
    return total


def add(game: Game, slot: i64, side: i64, kind: i64, count: i64) -> None:
    game.memo[slot + side] = game.memo[slot + side] + (count << (kind * 4))


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Plotting(Frame):
    """One coach after the other buys up to three tactics, with the gold of the team."""

    def __init__(self, slot: i64, first: i64, side: i64 = 0) -> None:
        self.slot = slot
        self.first = first
        self.side = side

    def copy(self) -> Frame:
        return Plotting(self.slot, self.first, self.side)

    def begin(self, game: Game) -> i64:
        while self.side < game.squads.sides:
            count = bought_in_all(game, self.slot, self.side)
            if count < MOST and (count + 1) * PRICE <= game.squads.teams[self.side].treasury:
                return game.ask(self.side)
            self.side += 1
        return game.done(0)

    def options(self, game: Game) -> None:
        kind: i64 = 0
        while kind < KINDS:
            game.offer(action(BUY, self.first + kind))
            kind += 1
        game.offer(action(BUY_NO_MORE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == BUY_NO_MORE:
            self.side += 1
        else:
            add(game, self.slot, self.side, first_of(action) - self.first, 1)
        return self.begin(game)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Revelation(Frame):
    """Everything that was bought is shown; then, side by side, the assassins act."""

    def __init__(self, slot: i64, first: i64, side: i64 = -1, left: i64 = 0) -> None:
        self.slot = slot
        self.first = first
        self.side = side
        self.left = left  # assassins of this side that are left

    def copy(self) -> Frame:
        return Revelation(self.slot, self.first, self.side, self.left)

    def begin(self, game: Game) -> i64:
        game.reveal()
        side = game.first_side
        while True:
            game.memo[self.slot + side] = game.memo[self.slot + side] | SHOWN
            kind: i64 = 0
            while kind < KINDS:
                count = bought(game, self.slot, side, kind)
                while count > 0:
                    game.tell(events.BOUGHT, clauses.TACTIC, side, self.first + kind, PRICE, 1)
                    count -= 1
                kind += 1
            side = game.side_value(side, NEXT)
            if side == game.first_side:
                break
        self.side = game.first_side
        self.left = bought(game, self.slot, self.side, ASSASSINATION)
        return self.next_one(game)

    def next_one(self, game: Game) -> i64:
        while self.left == 0:
            self.side = game.side_value(self.side, NEXT)
            if self.side == game.first_side:
                return game.done(0)
            self.left = bought(game, self.slot, self.side, ASSASSINATION)
        self.left -= 1
        return game.call(Assassinate(self.side))

    def returned(self, game: Game, result: i64) -> i64:
        return self.next_one(game)


NAMING: Final[i64] = 0
SEARCHING: Final[i64] = 1
STRAYING: Final[i64] = 2  # the assassin strikes another player of that team
STRIKING: Final[i64] = 3
MAIMING: Final[i64] = 4


def still_plays(game: Game, piece: i64) -> bool:
    return i64(game.status[piece]) != ABSENT


def team_mates(game: Game, side: i64) -> list[int]:
    """The players of a side who are not missing the game already, by their numbers (A-DIRTY-04)."""
    found: list[tuple[int, int]] = []
    piece = game.first_piece(side)
    while piece < game.last_piece(side):
        if still_plays(game, piece):
            found.append((int(game.squads.number[piece]), int(piece)))
        piece += 1
    found.sort()
    return [piece for _, piece in found]


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Assassinate(Frame):
    """The coach names a victim; dice decide which player is found, and what happens to it (A-DIRTY-02, A-DIRTY-03)."""

    def __init__(self, side: i64, piece: i64 = -1, stage: i64 = NAMING) -> None:
        self.side = side
        self.piece = piece
        self.stage = stage

    def copy(self) -> Frame:
        return Assassinate(self.side, self.piece, self.stage)

    def begin(self, game: Game) -> i64:
        game.offers = 0
        self.options(game)
        return game.ask_or_take(self, self.side) if game.offers > 0 else game.done(0)

    def options(self, game: Game) -> None:
        piece: i64 = 0
        while piece < game.squads.count:
            side = i64(game.side_of[piece])
            if side != self.side and side < game.squads.sides and still_plays(game, piece):
                game.offer(action(NAME_VICTIM, piece))
            piece += 1

    def chosen(self, game: Game, action: i64) -> i64:
        self.piece = first_of(action)
        self.stage = SEARCHING
        return game.roll(1, D6, clauses.ASSASSIN, self.side)

    def rolled(self, game: Game, dice: i64) -> i64:
        face = die(dice, 0)
        if self.stage == SEARCHING:
            mates = team_mates(game, i64(game.side_of[self.piece]))
            if face < FOUND and len(mates) > 1:
                self.stage = STRAYING
                return game.roll(1, len(mates), clauses.ASSASSIN, self.side)
            return self.strike(game)
        if self.stage == STRAYING:
            self.piece = i64(team_mates(game, i64(game.side_of[self.piece]))[int(face) - 1])
            return self.strike(game)
        game.tell(events.ASSASSINATED, clauses.ASSASSIN, self.piece, face)
        if face > 1:
            game.status[self.piece] = u8(ABSENT)
        if face < 6:
            return game.done(0)
        self.stage = MAIMING
        game.status[self.piece] = u8(CASUALTY)
        casualty = game.rules.policies.injuries.casualty(game, self.piece)
        return game.call(casualty) if casualty is not None else self.returned(game, 0)

    def harms(self, piece: i64) -> i64:
        return clauses.ASSASSIN if piece == self.piece else i64(0)

    def strike(self, game: Game) -> i64:
        self.stage = STRIKING
        return game.roll(1, D6, clauses.ASSASSIN, self.side)

    def returned(self, game: Game, result: i64) -> i64:
        game.status[self.piece] = u8(ABSENT)
        return game.done(0)


@final
class ExperimentalDrugs(Module):
    """A die for every player of the team who would be knocked out or worse, once for each injury (A-DIRTY-06,
    A-DIRTY-07)."""

    def __init__(self, tactics: DirtyTactics) -> None:
        self.tactics = tactics

    def name(self) -> str:
        return "experimental drugs"

    def injury_read(self, game: Game, piece: i64, source: i64, cause: i64, status: i64) -> Frame | None:
        side = i64(game.side_of[piece])
        if status == STUNNED or side >= game.squads.sides:
            return None
        doses = bought(game, self.tactics.slot, side, DRUGS)
        return Drugged(piece, status, doses - 1) if doses > 0 else None


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Drugged(Frame):
    def __init__(self, piece: i64, status: i64, bonus: i64) -> None:
        self.piece = piece
        self.status = status
        self.bonus = bonus

    def copy(self) -> Frame:
        return Drugged(self.piece, self.status, self.bonus)

    def begin(self, game: Game) -> i64:
        return game.roll(1, D6, clauses.DRUGS, i64(game.side_of[self.piece]))

    def rolled(self, game: Game, dice: i64) -> i64:
        total = die(dice, 0) + self.bonus
        helps = total >= HELPS
        game.tell(events.DRUGGED, clauses.DRUGS, self.piece, total, 1 if helps else 0)
        if not helps:
            return game.done(0)
        return game.done(EASED + (STUNNED if self.status == KNOCKED_OUT else KNOCKED_OUT))

    def regretted_by(self, game: Game, dice: i64) -> i64:
        return self.piece if die(dice, 0) + self.bonus < HELPS else i64(-1)
