"""Macro actions: walk there, hit that opponent, open that chest, hand the ball to that player, each as one choice.

A macro is a number like an action of the engine, with kinds of its own. It stands for a list of the engine's own
actions, along the safest way that the pathfinder finds. They are chosen one after the other as long as each is on
offer and the player is where it should be. Where a coach has to choose (a re-roll, a face of a die, a fallen player)
the macro ends, and what comes next is a new decision. All actions of the engine can still be chosen beside the macros.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics.odds import BlockOdds, block_odds
from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import BLITZ_ACTION, BLOCK_ACTION, DECLARE, HAND_OFF_ACTION, MOVE_ACTION, action
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, list_options, settle
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.move.step import rush_allowance
from dungeonbowl.engine.progress import BLOCK_MADE
from dungeonbowl.engine.reach import Reach
from dungeonbowl.engine.tokens import CHEST_TOKEN

# The kinds. They lie above those of the engine. The first three begin an activation and name its player, then a square
# or a player; the others go on with the acting player.
GO: Final[i64] = 240  # to a square, and open the chest that fills it
HIT: Final[i64] = 241  # an opponent: a block, or a blitz from the best square beside it
HAND: Final[i64] = 242  # the ball to a team-mate
GO_ON: Final[i64] = 243
HIT_ON: Final[i64] = 244
HAND_ON: Final[i64] = 245

FIRST_MACRO: Final[i64] = 240
ANYWHERE: Final[i64] = -1  # the square of the player does not matter


def is_macro(choice: i64) -> bool:
    return choice & 0xFF >= FIRST_MACRO


@final
class Errand:
    """What is left of a macro: actions, and the square from which each is to be made."""

    def __init__(self) -> None:
        self.piece: i64 = -1
        self.deeds: list[int] = []
        self.squares: list[int] = []
        self.next: i64 = 0

    def forget(self) -> None:
        self.deeds = []
        self.squares = []
        self.next = 0

    def is_under_way(self) -> bool:
        return self.next < len(self.deeds)

    def add(self, deed: i64, square: i64 = ANYWHERE) -> None:
        self.deeds.append(int(deed))
        self.squares.append(int(square))

    def step(self, game: Game) -> i64:
        """The next action, if it is on offer; otherwise 0, and the macro is over. The options must have been listed."""
        deed = i64(self.deeds[self.next])
        square = i64(self.squares[self.next])
        if game.has_offered(deed) and (square == ANYWHERE or i64(game.square[self.piece]) == square):
            self.next += 1
            return deed
        self.forget()
        return 0


@final
class Macros:
    """The choices of one question: the engine's own options first, then the macros."""

    choices: vec[i64]
    odds: vec[float]
    costs: vec[i64]

    def __init__(self) -> None:
        self.choices = vec[i64]([0] * 64)
        self.odds = vec[float]([0.0] * 64)  # of each choice: the chance that nothing goes wrong on the way
        self.costs = vec[i64]([0] * 64)  # movement spent on the way
        self.count: i64 = 0
        self.own: i64 = 0  # how many of them are the engine's own

    def add(self, choice: i64, odds: float, cost: i64) -> None:
        if self.count >= len(self.choices):
            self.choices = append(self.choices, 0)
            self.odds = append(self.odds, 0.0)
            self.costs = append(self.costs, 0)
        self.choices[self.count] = choice
        self.odds[self.count] = odds
        self.costs[self.count] = cost
        self.count += 1

    def find(self, choice: i64) -> i64:
        """The place of a choice, or -1."""
        index: i64 = 0
        while index < self.count:
            if self.choices[index] == choice:
                return index
            index += 1
        return -1

    def open(self, game: Game, side: i64) -> None:
        """List the choices of the side that is asked. Its options must have been listed just before; they have to be
        listed again before they are used (`list_options`), because clones share the room for them."""
        self.count = 0
        between = False
        inside = False
        index: i64 = 0
        while index < game.offers:
            option = game.offered[index]
            if option == actions.END_TURN:
                between = True
            elif option == actions.END_ACTIVATION:
                inside = True
            self.add(option, 1.0, 0)
            index += 1
        self.own = self.count
        if between:
            index = 0
            while index < self.own:
                if self.choices[index] & 0xFF == actions.ACTIVATE:
                    self.add_activation(game, side, self.choices[index])
                index += 1
        elif inside and game.acting >= 0 and i64(game.side_of[game.acting]) == side:
            self.add_rest(game, side, game.acting)

    def add_activation(self, game: Game, side: i64, option: i64) -> None:
        """Everything that one player could do. What it may declare is asked on a clone."""
        piece = option >> 8 & 0xFFFF
        trial = game.clone()
        choose_trusted(trial, option)
        if settle(trial) != ASK or trial.asked != side or trial.acting != piece:
            return
        count = list_options(trial)
        moves = False
        hands = False
        blitzes = False
        blocked = vec[i64]()
        aimed = vec[i64]()  # whom a Blitz may name; -1 for anybody
        index: i64 = 0
        while index < count:
            declared = trial.offered[index]
            if declared & 0xFF == DECLARE:
                what = declared >> 8 & 0xFFFF
                target = (declared >> 24 & 0xFFFF) - 1
                if what == MOVE_ACTION:
                    moves = True
                elif what == HAND_OFF_ACTION:
                    hands = True
                elif what == BLOCK_ACTION and target >= 0:
                    blocked = append(blocked, target)
                elif what == BLITZ_ACTION:
                    blitzes = True
                    aimed = append(aimed, target)
            index += 1
        for foe in blocked:
            self.add(action(HIT, piece, foe), 1.0, 0)
        if not moves:
            return
        found = reach(game, piece)
        self.add_walks(game, piece, found, GO)
        if blitzes:
            for foe in aimed:
                if foe >= 0 and not has(blocked, foe):
                    self.add_hit(game, piece, foe, found, action(HIT, piece, foe))
                elif foe < 0:
                    self.add_hits(game, side, piece, found, blocked)
        if hands and game.ball_of(piece) >= 0:
            self.add_hands(game, side, piece, found, HAND)

    def add_rest(self, game: Game, side: i64, piece: i64) -> None:
        """What the acting player can still do."""
        found = reach(game, piece)
        self.add_walks(game, piece, found, GO_ON)
        if game.declared == BLITZ_ACTION and game.progress & BLOCK_MADE == 0:
            if game.rules.tables.blows.targets_named:
                if game.target >= 0 and game.square[game.target] >= 0:
                    if self.find(action(actions.BLOCK, game.target)) < 0:
                        self.add_hit(game, piece, game.target, found, action(HIT_ON, game.target))
            else:
                foe: i64 = 0
                while foe < game.squads.count:
                    if self.is_target(game, side, foe) and self.find(action(actions.BLOCK, foe)) < 0:
                        self.add_hit(game, piece, foe, found, action(HIT_ON, foe))
                    foe += 1
        if game.declared == HAND_OFF_ACTION and game.ball_of(piece) >= 0:
            self.add_hands(game, side, piece, found, HAND_ON)

    def is_target(self, game: Game, side: i64, foe: i64) -> bool:
        return game.square[foe] >= 0 and i64(game.side_of[foe]) != side and game.is_standing(foe)

    def add_hits(self, game: Game, side: i64, piece: i64, found: Reach, blocked: vec[i64]) -> None:
        foe: i64 = 0
        while foe < game.squads.count:
            if self.is_target(game, side, foe) and not has(blocked, foe):
                self.add_hit(game, piece, foe, found, action(HIT, piece, foe))
            foe += 1

    def add_walks(self, game: Game, piece: i64, found: Reach, kind: i64) -> None:
        here = i64(game.square[piece])
        count = game.dungeon.count
        square: i64 = 0
        while square < count:
            if found.best[square] >= 0:
                if square != here or len(found.opening) > 0:
                    with_ball = holding(game, piece, square, found)
                    self.add(named(kind, piece, square), found.odds(square, with_ball), found.cost(square, with_ball))
            elif i64(game.token[square]) == CHEST_TOKEN and game.has_free_hands(piece):
                beside = best_beside(game, piece, square, found)
                if beside >= 0 and (kind == GO or beside != here):  # without a step it is an option of the engine
                    with_ball = holding(game, piece, beside, found)
                    self.add(named(kind, piece, square), found.odds(beside, with_ball), found.cost(beside, with_ball))
            square += 1

    def add_hit(self, game: Game, piece: i64, foe: i64, found: Reach, choice: i64) -> None:
        square = square_to_hit(game, piece, foe, found)
        if square >= 0 and (choice & 0xFF == HIT or square != i64(game.square[piece])):
            with_ball = holding(game, piece, square, found)
            self.add(choice, found.odds(square, with_ball), found.cost(square, with_ball))

    def add_hands(self, game: Game, side: i64, piece: i64, found: Reach, kind: i64) -> None:
        mate = game.first_piece(side)
        while mate < game.last_piece(side):
            if mate != piece and game.square[mate] >= 0 and game.is_standing(mate):
                beside = best_beside(game, piece, i64(game.square[mate]), found)
                if beside >= 0 and (kind == HAND or beside != i64(game.square[piece])):
                    self.add(named(kind, piece, mate), found.odds(beside, True), found.cost(beside, True))
            mate += 1


def named(kind: i64, piece: i64, target: i64) -> i64:
    """A macro of a player: a kind that goes on with the acting player does not name it."""
    if kind >= GO_ON:
        return action(kind, target)
    return action(kind, piece, target)


def has(pieces: vec[i64], piece: i64) -> bool:
    for each in pieces:
        if each == piece:
            return True
    return False


def holding(game: Game, piece: i64, square: i64, found: Reach) -> bool:
    """Whether a way is one on which the player has a ball in the end: it holds one, or picks one up there."""
    return found.held[square] >= 0 and (game.ball_of(piece) >= 0 or game.ball_on(square) >= 0)


def best_beside(game: Game, piece: i64, target: i64, found: Reach) -> i64:
    """The safest square beside a target, of equally safe ones the nearest; -1 if none is in reach. The last square of
    the way is free, so that no portal, ball or chest is entered in passing."""
    best = 0.0
    where: i64 = -1
    direction: i64 = 0
    while direction < 8:
        square = i64(game.steps[target * 8 + direction])
        if square >= 0 and found.best[square] >= 0 and game.portal_number(square) == 0:
            with_ball = holding(game, piece, square, found)
            odds = found.odds(square, with_ball) - 0.001 * float(found.cost(square, with_ball))
            if odds > best:
                best = odds
                where = square
        direction += 1
    return where


def square_to_hit(game: Game, piece: i64, foe: i64, found: Reach) -> i64:
    """Where to blitz from: by the odds of the way and of the block; -1 if no such square is in reach."""
    home = i64(game.square[piece])
    there = i64(game.square[foe])
    moves = game.moves_left + game.rushes_left
    if piece != game.acting:
        moves = game.movement(piece) + rush_allowance(game, piece)
    best = -2.0
    where: i64 = -1
    direction: i64 = 0
    while direction < 8:
        square = i64(game.steps[there * 8 + direction])
        if square >= 0 and found.best[square] >= 0 and game.portal_number(square) == 0:
            if square == home or i64(game.occupant[square]) == FREE:
                with_ball = holding(game, piece, square, found)
                cost = found.cost(square, with_ball)
                odds = found.odds(square, with_ball)
                if cost < moves and odds > 0.0:
                    hit = odds_from(game, piece, foe, square)
                    value = odds * (1.0 + 0.5 * hit.fell - hit.fall) - 0.001 * float(cost)
                    if value > best:
                        best = value
                        where = square
        direction += 1
    return where


def odds_from(game: Game, piece: i64, foe: i64, square: i64) -> BlockOdds:
    """The dice of a block as they would be from a free square: the player is put there, and back."""
    home = i64(game.square[piece])
    if square == home or i64(game.squads.size[piece]) != 1:
        return block_odds(game, piece, foe)
    game.occupant[home] = i16(FREE)
    game.occupant[square] = i16(piece)
    game.square[piece] = i16(square)
    hit = block_odds(game, piece, foe)
    game.occupant[square] = i16(FREE)
    game.square[piece] = i16(home)
    game.occupant[home] = i16(piece)
    return hit


# --- what a macro does ---------------------------------------------------------------------------------------------


def begin(game: Game, choice: i64, errand: Errand) -> i64:
    """The first action of a macro, which is then under way."""
    expand(game, choice, errand)
    list_options(game)
    return errand.step(game)


def expand(game: Game, choice: i64, errand: Errand) -> None:
    """The actions that a macro stands for in this position."""
    errand.forget()
    kind = choice & 0xFF
    first = choice >> 8 & 0xFFFF
    piece = game.acting
    target = first
    begins = kind < GO_ON
    if begins:
        piece = first
        target = choice >> 24 & 0xFFFF
        errand.add(action(actions.ACTIVATE, piece))
    errand.piece = piece
    if kind == HIT and needs_no_steps(game, piece, target):
        errand.add(action(DECLARE, BLOCK_ACTION, target + 1))
        return
    found = reach(game, piece)
    if kind == HIT or kind == HIT_ON:
        if begins:
            named_target: i64 = 0
            if game.rules.tables.blows.targets_named:
                named_target = target + 1
            errand.add(action(DECLARE, BLITZ_ACTION, named_target))
        square = square_to_hit(game, piece, target, found)
        walk(game, errand, found, square)
        errand.add(action(actions.BLOCK, target), square)
    elif kind == HAND or kind == HAND_ON:
        if begins:
            errand.add(action(DECLARE, HAND_OFF_ACTION))
        square = best_beside(game, piece, i64(game.square[target]), found)
        walk(game, errand, found, square)
        errand.add(action(actions.HAND_OFF, target), square)
    else:
        if begins:
            errand.add(action(DECLARE, MOVE_ACTION))
        if found.best[target] < 0:  # a chest that fills its square
            square = best_beside(game, piece, target, found)
            walk(game, errand, found, square)
            errand.add(action(actions.OPEN_CHEST, target), square)
            return
        walk(game, errand, found, target)
        is_plain = game.portal_number(target) == 0 and i64(game.token[target]) != CHEST_TOKEN
        if is_plain and game.ball_on(target) < 0:  # else there is more to decide when the player is there
            errand.add(actions.END_ACTIVATION, target)


def needs_no_steps(game: Game, piece: i64, foe: i64) -> bool:
    """Whether a block needs no steps."""
    return game.are_beside(piece, foe) and game.acting != piece


def walk(game: Game, errand: Errand, found: Reach, square: i64) -> None:
    if square < 0:
        return
    with_ball = holding(game, errand.piece, square, found)
    path = found.path(square, with_ball)
    deeds = found.actions(square, with_ball)
    opening = len(deeds) - len(path)
    here = i64(game.square[errand.piece])
    index: i64 = 0
    while index < len(deeds):
        errand.add(i64(deeds[index]), here)
        if index >= opening:
            here = i64(path[index - opening])
        index += 1


# --- macros of others ----------------------------------------------------------------------------------------------


def as_macro(game: Game, macros: Macros, deeds: list[int]) -> i64:
    """The choice that comes nearest to what a coach does: its next action, followed by the rest of its plan. Returns
    its place in the list, or that of the action itself."""
    first = i64(deeds[0])
    kind = first & 0xFF
    plain = macros.find(first)
    piece = game.acting
    begins = kind == actions.ACTIVATE
    if begins:
        piece = first >> 8 & 0xFFFF
    elif macros.own == macros.count or piece < 0:
        return plain
    square = i64(game.square[piece])
    walked = False
    number: i64 = 0
    while number < len(deeds):
        deed = i64(deeds[number])
        number += 1
        kind = deed & 0xFF
        first = deed >> 8 & 0xFFFF
        if kind == actions.STEP:
            square = i64(game.steps[square * 8 + first])
            walked = True
        elif kind == actions.JUMP or kind == actions.SLIP_TO or kind == actions.CLIMB:
            square = first
            walked = True
        elif kind == actions.STAND_UP:
            walked = True
        elif kind == actions.BLOCK or kind == actions.HAND_OFF or kind == actions.OPEN_CHEST:
            break
        elif kind == DECLARE and first == BLOCK_ACTION:
            kind = actions.BLOCK
            first = (deed >> 24 & 0xFFFF) - 1
            break
        if square < 0:
            return plain
    wanted = action(GO, piece, square)
    if not begins:
        wanted = action(GO_ON, square)
    if kind == actions.BLOCK:
        wanted = action(HIT, piece, first)
        if not begins:
            wanted = action(HIT_ON, first)
    elif kind == actions.HAND_OFF:
        wanted = action(HAND, piece, first)
        if not begins:
            wanted = action(HAND_ON, first)
    elif kind == actions.OPEN_CHEST:
        wanted = action(GO, piece, first)
        if not begins:
            wanted = action(GO_ON, first)
    elif not walked:
        return plain
    if not begins and number == 1 and kind != actions.STEP:
        return plain
    place = macros.find(wanted)
    if place < 0:
        return plain
    return place
