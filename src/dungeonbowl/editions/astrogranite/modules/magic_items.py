"""The module `magic_items`: the effects of twelve items in a match (A-ITEM-04 to A-ITEM-18).

The number of a player's ability CARRIES_ITEM is its item. How teams get items is a matter of the league
(`league/aftermath`).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.abilities import CARRIES_ITEM, GAZES, LEAPS, WORDS
from dungeonbowl.engine.actions import DECLINE, MOVE_ACTION, USE, action, first_of, kind_of, second_of
from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.policies import MAJOR, MINOR
from dungeonbowl.engine.procedures.harm.armour import is_second_roll
from dungeonbowl.engine.procedures.harm.helps import opposing_coach
from dungeonbowl.engine.procedures.stat_test import SURE
from dungeonbowl.engine.procedures.turn.activation import set_allowance
from dungeonbowl.engine.progress import JUMPED
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import NOBODY
from dungeonbowl.engine.skills.hypnotic_gaze import Gaze
from dungeonbowl.engine.statuses import ITEM_OWED, ITEM_USED, KNOCKED_OUT, STUNNED

# The items by their numbers, which are also those of the D12 (A-ITEM-01).
ARMBANDS: Final[i64] = 1
GAUNTLETS: Final[i64] = 2
HELM: Final[i64] = 3
BOOTS: Final[i64] = 4
AMULET: Final[i64] = 5
SANDALS: Final[i64] = 6
FOOT: Final[i64] = 7
BRACERS: Final[i64] = 8
SHOES: Final[i64] = 9
GLOVES: Final[i64] = 10
HEADBAND: Final[i64] = 11
RING: Final[i64] = 12

EASY: Final[i64] = 2  # the face that the unmodified die of some items needs
HARD: Final[i64] = 6
SMASH: Final[i64] = 2
SPEED: Final[i64] = 2
ROLLED_AGAIN: Final[i64] = 1

# Numbers of memory.
AT_WORK: Final[i64] = 0  # the acting player whose item works for its activation, + 1
NUMBERS: Final = 2  # one of them is unused

RULES: Final = {
    clauses.ARMBANDS_OF_BLOCKING: "A-ITEM-07",
    clauses.GAUNTLETS_OF_CATCHING: "A-ITEM-08",
    clauses.HELM_OF_DISTRACTION: "A-ITEM-09",
    clauses.BOOTS_OF_DASHING: "A-ITEM-10",
    clauses.AMULET_OF_INTERCEPTION: "A-ITEM-11",
    clauses.SANDALS_OF_LEAPING: "A-ITEM-12",
    clauses.LUCKY_RABBITS_FOOT: "A-ITEM-13",
    clauses.BRACERS_OF_SMASHING: "A-ITEM-14",
    clauses.SHOES_OF_SPEED: "A-ITEM-15",
    clauses.GLOVES_OF_TACKLING: "A-ITEM-16",
    clauses.HEADBAND_OF_THROWING: "A-ITEM-17",
    clauses.RING_OF_INVULNERABILITY: "A-ITEM-18",
}


def install(c: Composition) -> None:
    c.modules.append(MagicItems())
    for clause, rule in RULES.items():
        c.cite(int(clause), rule)


def item_of(game: Game, piece: i64) -> i64:
    """The item that a player carries, or 0."""
    return game.squads.parameter(piece, CARRIES_ITEM) if game.can(piece, CARRIES_ITEM) else 0


def is_ready(game: Game, piece: i64, item: i64) -> bool:
    """Whether a player carries this item and has not used it in this team turn of either side (A-ITEM-04)."""
    return item_of(game, piece) == item and game.conditions[piece] & ITEM_USED == 0


def use(game: Game, piece: i64) -> None:
    """The item works. All items but one are against the rules; that one works only once (A-ITEM-05, A-ITEM-13)."""
    item = item_of(game, piece)
    owed = ITEM_USED if item == FOOT else ITEM_USED | ITEM_OWED
    game.conditions[piece] = game.conditions[piece] | owed
    game.tell(events.ITEM_WORKED, clauses.MAGIC_ITEM + item, piece, item)
    if item == FOOT:
        game.set_ability(piece, CARRIES_ITEM, False)


def brings_luck(game: Game, piece: i64, source: i64) -> bool:
    """Whether a foot may change an armour or injury roll that its wearer caused: the wearer's own coach made that roll
    (A-ITEM-13)."""
    if source < 0 or not is_ready(game, source, FOOT):
        return False
    return opposing_coach(game, piece, source) == i64(game.side_of[source])


def lasts(item: i64) -> bool:
    """Whether an item works for a whole activation."""
    return item == BOOTS or item == SANDALS or item == SHOES


def has_on_sheet(game: Game, piece: i64, ability: i64) -> bool:
    """Whether a player has an ability on its own sheet."""
    return game.squads.abilities[piece * WORDS + (ability >> 5)] >> (ability & 31) & 1 != 0


@final
class MagicItems(Module):
    """Offers the items that may be used. After each use, when its effects are over, the referee judges it."""

    def __init__(self) -> None:
        self.slot: i64 = 0

    def name(self) -> str:
        return "magic items"

    def is_idle(self, dungeon: Dungeon, squads: Squads) -> bool:
        return not squads.anybody_can(CARRIES_ITEM)

    def memory(self) -> int:
        return NUMBERS

    def fixed_slot(self, slot: int) -> None:
        self.slot = i64(slot)

    def is_at_work(self, game: Game, piece: i64, item: i64) -> bool:
        """Whether this item works for the player's present activation."""
        return game.memo[self.slot + AT_WORK] == piece + 1 and item_of(game, piece) == item

    # --- what the wearer does in its own activation -------------------------------------------------------------------

    def offers_actions(self, game: Game, piece: i64) -> None:
        """Shoes must be used when their wearer is activated; boots and sandals may also be used later (A-ITEM-15)."""
        if is_ready(game, piece, SHOES) or is_ready(game, piece, BOOTS) or is_ready(game, piece, SANDALS):
            game.offer(action(USE, CARRIES_ITEM, piece))

    def offers_moves(self, game: Game, piece: i64) -> None:
        if is_ready(game, piece, BOOTS) or (is_ready(game, piece, SANDALS) and game.progress & JUMPED == 0):
            game.offer(action(USE, CARRIES_ITEM, piece))
        elif game.declared == MOVE_ACTION and is_ready(game, piece, HELM) and game.has_zone(piece):
            offer_gazes(game, piece)

    def acts(self, game: Game, piece: i64, action: i64) -> Frame | None:
        if kind_of(action) != USE or first_of(action) != CARRIES_ITEM:
            return None
        return PutToUse(piece, self.slot, second_of(action))

    def modifies(self, clause: i64) -> bool:
        return clause == clauses.SPECIAL_ROLL or clause == clauses.LEAP or clause == clauses.JUMP

    def test_modifier(self, game: Game, piece: i64, clause: i64, other: i64) -> i64:
        """A player who has the skill of the item on its own sheet gets +1 instead (A-ITEM-09, A-ITEM-12)."""
        if clause == clauses.SPECIAL_ROLL:
            return 1 if self.is_at_work(game, piece, HELM) and has_on_sheet(game, piece, GAZES) else 0
        if clause == clauses.LEAP or clause == clauses.JUMP:
            return 1 if self.is_at_work(game, piece, SANDALS) and has_on_sheet(game, piece, LEAPS) else 0
        return 0

    # --- before a die -------------------------------------------------------------------------------------------------

    def roll_coming(self, game: Game, piece: i64, clause: i64, other: i64) -> Frame | None:
        if clause == clauses.RUSH:
            return Dash() if self.is_at_work(game, piece, BOOTS) and piece == game.acting else None
        if other < 0:
            return None
        if clause == clauses.DODGE:
            wearer = glove_wearer(game, piece, other, -1)
            return GrabDodger(piece, other, wearer) if wearer >= 0 else None
        wanted: i64 = 0
        if clause == clauses.CATCH:
            wanted = GAUNTLETS
        elif clause == clauses.INTERFERE:
            wanted = AMULET
        elif clause == clauses.PASS:
            wanted = HEADBAND
        if wanted > 0 and is_ready(game, piece, wanted):
            return OfferItem(piece, EASY)
        return None

    # --- after one ----------------------------------------------------------------------------------------------------

    def grants_reroll(self, game: Game, piece: i64, clause: i64) -> bool:
        """All dice of a block in the wearer's own activation; with the foot any roll, but only once (A-ITEM-07,
        A-ITEM-13)."""
        if clause == clauses.BLOCK_DICE and piece == game.acting and is_ready(game, piece, ARMBANDS):
            return True
        return is_ready(game, piece, FOOT)

    def reroll_granted(self, game: Game, piece: i64, clause: i64) -> None:
        use(game, piece)

    def armour_held(self, game: Game, piece: i64, source: i64, cause: i64) -> Frame | None:
        if is_second_roll(game):
            return None
        return OfferItem(source, ROLLED_AGAIN) if brings_luck(game, piece, source) else None

    def injury_read(self, game: Game, piece: i64, source: i64, cause: i64, status: i64) -> Frame | None:
        if status != STUNNED and status != KNOCKED_OUT:
            return None
        return OfferItem(source, ROLLED_AGAIN) if brings_luck(game, piece, source) else None

    def armour_broken(self, game: Game, piece: i64, source: i64, cause: i64) -> Frame | None:
        if is_second_roll(game):
            return None
        return OfferItem(piece, ROLLED_AGAIN) if is_ready(game, piece, RING) else None

    # --- bracers ------------------------------------------------------------------------------------------------------

    def smash_help(self, game: Game, attacker: i64, defender: i64) -> i64:
        """A player who knocks down an opponent with its own block may add to the harm (A-ITEM-14)."""
        if game.side_of[attacker] == game.side_of[defender] or not is_ready(game, attacker, BRACERS):
            return 0
        return SMASH

    def smash_used(self, game: Game, attacker: i64) -> None:
        use(game, attacker)

    # --- when it is over ----------------------------------------------------------------------------------------------

    def deed_settled(self, game: Game, piece: i64) -> Frame | None:
        """Items that work for the whole activation are judged at its end (A-ITEM-05)."""
        return JudgeItems(piece) if next_owing(game, 0, piece) >= 0 else None

    def activation_ended(self, game: Game, piece: i64) -> Frame | None:
        self.put_aside(game)
        return judgement(game)

    def team_turn_ended(self, game: Game, side: i64) -> Frame | None:
        return judgement(game)

    def between_turns(self, game: Game, side: i64) -> Frame | None:
        return judgement(game)

    def team_turn_began(self, game: Game, side: i64) -> Frame | None:
        self.put_aside(game)
        piece: i64 = 0
        while piece < game.squads.count:
            game.conditions[piece] = game.conditions[piece] & ~ITEM_USED
            piece += 1
        return None

    def put_aside(self, game: Game) -> None:
        """An item that worked for an activation stops working."""
        piece = game.memo[self.slot + AT_WORK] - 1
        game.memo[self.slot + AT_WORK] = 0
        if piece >= 0 and item_of(game, piece) == SANDALS and not has_on_sheet(game, piece, LEAPS):
            game.set_ability(piece, LEAPS, False)


def judgement(game: Game) -> Frame | None:
    return JudgeItems(NOBODY) if next_owing(game, 0, NOBODY) >= 0 else None


def next_owing(game: Game, piece: i64, acting: i64) -> i64:
    """The next player, from this one on, whose item the referee has to judge; -1 if there is none. The activation of
    `acting` is not over."""
    while piece < game.squads.count:
        if game.conditions[piece] & ITEM_OWED != 0 and not (piece == acting and lasts(item_of(game, piece))):
            return piece
        piece += 1
    return -1


def offer_gazes(game: Game, piece: i64) -> None:
    """Offer every opponent beside the wearer who has a tackle zone to lose."""
    other: i64 = 0
    while other < game.squads.count:
        if game.square[other] >= 0 and i64(game.side_of[other]) < game.squads.sides:
            if game.side_of[other] != game.side_of[piece] and game.has_zone(other) and game.are_beside(piece, other):
                game.offer(action(USE, CARRIES_ITEM, other))
        other += 1


def glove_wearer(game: Game, dodger: i64, origin: i64, after: i64) -> i64:
    """The next opponent after this one whose gloves can be used on a player who leaves a square in its tackle zone; -1
    if there is none."""
    piece = after + 1
    while piece < game.squads.count:
        if is_ready(game, piece, GLOVES) and game.side_of[piece] != game.side_of[dodger] and game.square[piece] >= 0:
            if game.has_zone(piece) and game.are_adjacent(i64(game.square[piece]), origin):
                return piece
        piece += 1
    return -1


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class PutToUse(Frame):
    """The wearer uses an item in its own activation; `target` is the player at whom a helm is directed."""

    def __init__(self, piece: i64, slot: i64, target: i64) -> None:
        self.piece = piece
        self.slot = slot
        self.target = target

    def copy(self) -> Frame:
        return PutToUse(self.piece, self.slot, self.target)

    def begin(self, game: Game) -> i64:
        piece = self.piece
        item = item_of(game, piece)
        use(game, piece)
        game.memo[self.slot + AT_WORK] = piece + 1
        if item == HELM:
            return game.become(Gaze(piece, self.target))
        if item == SHOES:
            set_allowance(game, game.allowance + SPEED)
        elif item == SANDALS:
            game.set_ability(piece, LEAPS, True)
        return game.done(0)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Dash(Frame):
    """A Rush in these boots needs no die (A-ITEM-10)."""

    def copy(self) -> Frame:
        return Dash()

    def begin(self, game: Game) -> i64:
        return game.done(SURE)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class OfferItem(Frame):
    """The coach of the wearer uses its item or not; if used, the result is `result`."""

    def __init__(self, piece: i64, result: i64) -> None:
        self.piece = piece
        self.result = result

    def copy(self) -> Frame:
        return OfferItem(self.piece, self.result)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.piece]))

    def options(self, game: Game) -> None:
        game.offer(action(USE, CARRIES_ITEM, self.piece))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            return game.done(0)
        use(game, self.piece)
        return game.done(self.result)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class GrabDodger(Frame):
    """The wearers of gloves whose tackle zone is left are asked one after the other, until one of them uses the gloves:
    then the dodge needs a natural 6 (A-ITEM-16)."""

    def __init__(self, dodger: i64, origin: i64, wearer: i64) -> None:
        self.dodger = dodger
        self.origin = origin
        self.wearer = wearer

    def copy(self) -> Frame:
        return GrabDodger(self.dodger, self.origin, self.wearer)

    def begin(self, game: Game) -> i64:
        return game.ask(i64(game.side_of[self.wearer]))

    def options(self, game: Game) -> None:
        game.offer(action(USE, CARRIES_ITEM, self.wearer))
        game.offer(action(DECLINE))

    def chosen(self, game: Game, action: i64) -> i64:
        if kind_of(action) == DECLINE:
            self.wearer = glove_wearer(game, self.dodger, self.origin, self.wearer)
            return self.begin(game) if self.wearer >= 0 else game.done(0)
        use(game, self.wearer)
        return game.done(HARD)


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class JudgeItems(Frame):
    """Every use is an infraction of its own, and the penalty comes last (A-ITEM-05)."""

    def __init__(self, acting: i64, piece: i64 = 0) -> None:
        self.acting = acting  # the player whose activation is not over, or -1
        self.piece = piece

    def copy(self) -> Frame:
        return JudgeItems(self.acting, self.piece)

    def begin(self, game: Game) -> i64:
        while True:
            piece = next_owing(game, self.piece, self.acting)
            if piece < 0:
                return game.done(0)
            self.piece = piece + 1
            game.conditions[piece] = game.conditions[piece] & ~ITEM_OWED
            level = MAJOR if item_of(game, piece) == BRACERS else MINOR
            penalty = game.rules.policies.referee.infraction(game, piece, level)
            if penalty is not None:
                return game.call(penalty)

    def returned(self, game: Game, result: i64) -> i64:
        return self.begin(game)
