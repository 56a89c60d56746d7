"""What a choice looks like in numbers: one row for each choice of a question, for policies that rate choices.

A row has the position in short, what kind of choice it is, the player that acts, the square it leads to and the player
it is aimed at. Rows mean the same in every edition and dungeon. All numbers are about 0 to 1.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.bots.tactics.view import FAR, View, far
from dungeonbowl.engine import actions
from dungeonbowl.engine.abilities import CANCELS_DODGE, IGNORES_BOTH_DOWN, TURNS_STUMBLE_INTO_PUSH
from dungeonbowl.engine.actions import BLITZ_ACTION
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.sides import REROLL_USED, REROLLS, TURNS, USED
from dungeonbowl.engine.statuses import STUNNED
from dungeonbowl.engine.tokens import NO_TOKEN
from dungeonbowl.learn.macros import GO, GO_ON, HAND, HAND_ON, HIT, HIT_ON, Macros, odds_from, square_to_hit

# Where each group of columns begins.
CONTEXT: Final[i64] = 0  # the position
KIND: Final[i64] = 32  # a flag for the kind of choice
PIECE: Final[i64] = 72  # the player that acts
PLACE: Final[i64] = 96  # the square it leads to
RIVAL: Final[i64] = 136  # the player it is aimed at
COLUMNS: Final[i64] = 160

# Kinds of choice, as flags from `KIND` on.
K_GO: Final[i64] = 0
K_FETCH: Final[i64] = 1
K_SCORE: Final[i64] = 2
K_PORTAL: Final[i64] = 3
K_CHEST: Final[i64] = 4
K_RISE: Final[i64] = 5
K_BLOCK: Final[i64] = 6
K_BLITZ: Final[i64] = 7
K_HAND: Final[i64] = 8
K_REROLL: Final[i64] = 9  # and by other means than the team's
K_FACE: Final[i64] = 11  # the faces of a block die follow, from 1 to 6
K_DECLARE: Final[i64] = 18  # the first seven declarations follow, others share the last
K_PLAIN: Final[i64] = 26
K_OTHER: Final[i64] = 39
# Kinds of the engine that have a flag of their own, in this order from `K_PLAIN` on.
PLAIN: Final = vec[i64](
    [
        int(kind)
        for kind in (
            actions.END_TURN,
            actions.END_ACTIVATION,
            actions.ACTIVATE,
            actions.STEP,
            actions.ACCEPT,
            actions.PUSH_TO,
            actions.FOLLOW_UP,
            actions.STAY,
            actions.USE,
            actions.DECLINE,
            actions.ENTER_RESERVE,
            actions.DEPLOY,
            actions.STAND_UP,
        )
    ]
)


def limited(value: float) -> float:
    if value > 2.0:
        return 2.0
    if value < -2.0:
        return -2.0
    return value


def portion(steps: i64, whole: float) -> float:
    """A distance; no way counts as a long one."""
    if steps >= FAR:
        return 2.0
    return limited(float(steps) / whole)


def flag(said: bool) -> float:
    if said:
        return 1.0
    return 0.0


@final
class Rows:
    """The rows of all choices of some questions, one after the other."""

    numbers: vec[float]

    def __init__(self) -> None:
        self.numbers = vec[float]([0.0] * int(COLUMNS * 64))
        self.count: i64 = 0

    def clear(self) -> None:
        self.count = 0

    def take(self) -> i64:
        """Where a new row of zeros begins."""
        begin = self.count * COLUMNS
        end = begin + COLUMNS
        while i64(len(self.numbers)) < end:
            self.numbers = append(self.numbers, 0.0)
        numbers = self.numbers
        place = begin
        while place < end:
            numbers[place] = 0.0
            place += 1
        self.count += 1
        return begin


@final
class Describer:
    """Describes the choices of one question."""

    numbers: vec[float]
    context: vec[float]
    chest_of: vec[i64]
    to_ball: vec[i16]
    to_own: vec[i16]
    to_foe: vec[i16]
    doors: vec[i16]

    def __init__(self, game: Game, side: i64, macros: Macros) -> None:
        self.game = game
        self.side = side
        self.macros = macros
        bearer: i64 = -1
        if game.acting >= 0 and i64(game.side_of[game.acting]) == side and game.ball_of(game.acting) >= 0:
            bearer = game.acting
        self.view = View(game, side, bearer=bearer)
        view = self.view
        self.numbers = vec[float]()
        self.context = vec[float]([0.0] * int(KIND))
        nothing = vec[i16]()
        self.to_ball = nothing
        self.to_own = nothing
        self.to_foe = nothing
        self.doors = nothing
        if view.loose >= 0:
            self.to_ball = view.to(view.loose)
        if view.carrier >= 0 and game.square[view.carrier] >= 0:
            self.to_own = view.to(view.square(view.carrier))
        if view.foe_carrier >= 0 and game.square[view.foe_carrier] >= 0:
            self.to_foe = view.to(view.square(view.foe_carrier))
        self.chest_of = vec[i64]([-1] * int(game.squads.count))
        self.first_at_ball: i64 = -1
        view.find_threats()
        view.marks(0)
        self.find_openers()
        self.describe_context()

    def find_openers(self) -> None:
        """For every chest the nearest player; of several chests, a player thinks of the nearest."""
        view = self.view
        game = self.game
        if view.hidden:
            for chest in view.chests():
                steps = view.to(i64(chest))
                best = FAR
                who: i64 = -1
                for piece in view.mine:
                    if i64(game.status[piece]) != STUNNED and view.has_hands(piece):
                        way = view.way(steps, piece) * 6 // (i64(game.squads.movement[piece]) + 1)
                        if way < best:
                            best = way
                            who = piece
                if who >= 0:
                    before = self.chest_of[who]
                    if before < 0 or far(steps, view.square(who)) < far(view.to(before), view.square(who)):
                        self.chest_of[who] = i64(chest)
        if len(self.to_ball) > 0:
            best = FAR
            for piece in view.mine:
                if i64(game.status[piece]) != STUNNED and view.has_hands(piece):
                    way = view.way(self.to_ball, piece)
                    if way < best:
                        best = way
                        self.first_at_ball = piece

    def describe_context(self) -> None:
        game = self.game
        view = self.view
        side = self.side
        context = self.context
        context[0] = 1.0
        context[1] = flag(view.hidden)
        context[2] = flag(view.loose >= 0)
        context[3] = flag(view.carrier >= 0)
        context[4] = flag(view.foe_carrier >= 0)
        if game.chests_closed > 0:
            context[5] = float(game.balls_hidden) / float(game.chests_closed)
        limit = game.rules.tables.course.turn_limit
        context[6] = 1.0
        if limit > 0:
            context[6] = limited(float(limit - game.side_value(side, TURNS)) / 16.0)
        used = game.side_value(side, USED)
        context[7] = limited(float(game.side_value(side, REROLLS)) / 3.0)
        context[8] = flag(used & REROLL_USED != 0)
        context[9] = float(len(view.ready)) / 11.0
        context[10] = limited(float(view.lead()) / 2.0)
        if view.carrier >= 0:
            context[11] = portion(view.way(view.attack, view.carrier), 30.0)
            context[12] = flag(view.is_ready(view.carrier))
            if game.square[view.carrier] >= 0:
                context[13] = limited(float(view.marks(view.square(view.carrier))) / 3.0)
        if view.foe_carrier >= 0:
            context[14] = portion(view.way(view.defend, view.foe_carrier), 30.0)
            context[15] = portion(self.nearest(self.to_foe, view.mine), 10.0)
        if len(self.to_ball) > 0:
            context[16] = portion(self.nearest(self.to_ball, view.mine), 10.0)
            context[17] = portion(self.nearest(self.to_ball, view.foes), 10.0)
        own: i64 = 0
        for piece in view.mine:
            if view.is_standing(piece):
                own += 1
        other: i64 = 0
        for piece in view.foes:
            if view.is_standing(piece):
                other += 1
        context[18] = float(own) / 11.0
        context[19] = float(other) / 11.0
        between = self.macros.find(actions.END_TURN) >= 0
        inside = not between and self.macros.find(actions.END_ACTIVATION) >= 0
        context[20] = flag(between)
        context[21] = flag(inside)
        context[22] = flag(game.active < 0)
        context[23] = flag(game.active == side)
        context[24] = flag(used >> BLITZ_ACTION & 1 != 0)
        context[25] = flag(game.rules.policies.chests.block_squares())
        context[26] = flag(game.rules.tables.course.halves > 1)
        context[27] = flag(view.ground is not None)
        context[28] = float(game.natural) / 6.0
        context[29] = float(len(game.balls)) / 3.0
        context[30] = flag(game.chests_closed == 1)
        if game.acting >= 0:
            context[31] = limited(float(game.moves_left) / 8.0)

    def nearest(self, steps: vec[i16], pieces: vec[i64]) -> i64:
        best = FAR
        if len(steps) == 0:
            return best
        for piece in pieces:
            if i64(self.game.status[piece]) != STUNNED:
                way = self.view.way(steps, piece)
                if way < best:
                    best = way
        return best

    def describe(self, rows: Rows) -> None:
        """A row for every choice, in their order."""
        index: i64 = 0
        while index < self.macros.count:
            begin = rows.take()
            self.numbers = rows.numbers
            place: i64 = 0
            while place < KIND:
                self.numbers[begin + place] = self.context[place]
                place += 1
            self.describe_choice(begin, index)
            index += 1
        self.numbers = vec[float]()

    def describe_choice(self, at: i64, index: i64) -> None:
        macros = self.macros
        choice = macros.choices[index]
        kind = choice & 0xFF
        first = choice >> 8 & 0xFFFF
        second = choice >> 24 & 0xFFFF
        game = self.game
        if kind == GO:
            self.describe_walk(at, first, second, macros.odds[index], macros.costs[index])
        elif kind == GO_ON:
            self.describe_walk(at, game.acting, first, macros.odds[index], macros.costs[index])
        elif kind == HIT:
            self.describe_hit(at, first, second, macros.odds[index], macros.costs[index])
        elif kind == HIT_ON:
            self.describe_hit(at, game.acting, first, macros.odds[index], macros.costs[index])
        elif kind == HAND:
            self.describe_hand(at, first, second, macros.odds[index], macros.costs[index])
        elif kind == HAND_ON:
            self.describe_hand(at, game.acting, first, macros.odds[index], macros.costs[index])
        else:
            self.describe_plain(at, kind, first, second)

    def describe_walk(self, at: i64, piece: i64, square: i64, odds: float, cost: i64) -> None:
        game = self.game
        view = self.view
        here = view.square(piece)
        what = K_GO
        if game.is_chest(square):
            what = K_CHEST
        elif game.portal_number(square) > 0:
            what = K_PORTAL
        elif game.ball_on(square) >= 0:
            what = K_FETCH
        elif square == here:
            what = K_RISE
        elif game.ball_of(piece) >= 0 and far(view.attack, square) == 0:
            what = K_SCORE
        self.numbers[at + KIND + what] = 1.0
        self.describe_piece(at, piece)
        self.describe_place(at, piece, here, square, odds, cost)

    def describe_hit(self, at: i64, piece: i64, foe: i64, odds: float, cost: i64) -> None:
        """A block or a blitz. The dice are those of the square from which the macro will strike."""
        game = self.game
        what = K_BLITZ
        square = self.view.square(piece)
        if game.acting != piece and game.are_beside(piece, foe):
            what = K_BLOCK
        else:
            square = square_to_hit(game, piece, foe, self.view.reach(piece))
            if square < 0:
                square = self.view.square(piece)
        self.numbers[at + KIND + what] = 1.0
        self.describe_piece(at, piece)
        self.describe_place(at, piece, self.view.square(piece), square, odds, cost)
        self.describe_rival(at, piece, foe, square)

    def describe_hand(self, at: i64, piece: i64, mate: i64, odds: float, cost: i64) -> None:
        self.numbers[at + KIND + K_HAND] = 1.0
        self.describe_piece(at, piece)
        self.describe_place(at, piece, self.view.square(piece), self.view.square(mate), odds, cost)
        self.describe_rival(at, piece, mate, -1)

    def describe_plain(self, at: i64, kind: i64, first: i64, second: i64) -> None:
        """An action of the engine."""
        game = self.game
        view = self.view
        numbers = self.numbers
        what = K_OTHER
        if kind == actions.REROLL:
            what = K_REROLL
            if first > 0:
                what = K_REROLL + 1
        elif kind == actions.CHOOSE_FACE:
            what = K_FACE + first
            if first > 6:
                what = K_OTHER
        elif kind == actions.DECLARE:
            what = K_DECLARE + first
            if first > 7:
                what = K_DECLARE
        else:
            place: i64 = 0
            while place < len(PLAIN):
                if PLAIN[place] == kind:
                    what = K_PLAIN + place
                place += 1
        numbers[at + KIND + what] = 1.0
        piece = game.acting
        square: i64 = -1
        rival: i64 = -1
        if kind == actions.ACTIVATE or kind == actions.DEPLOY or kind == actions.ENTER_RESERVE:
            piece = first
            if kind == actions.DEPLOY:
                square = second
        elif kind == actions.STEP:
            if piece >= 0 and game.square[piece] >= 0:
                square = i64(game.steps[view.square(piece) * 8 + (first & 7)])
        elif kind == actions.PUSH_TO or kind == actions.JUMP or kind == actions.OPEN_CHEST:
            square = first
        elif kind == actions.BLOCK or kind == actions.FOUL or kind == actions.HAND_OFF:
            rival = first
            if kind == actions.BLOCK:
                numbers[at + KIND + K_BLITZ] = 1.0
            elif kind == actions.HAND_OFF:
                numbers[at + KIND + K_HAND] = 1.0
        elif kind == actions.DECLARE and second > 0:
            rival = second - 1
        if kind == actions.OPEN_CHEST:
            numbers[at + KIND + K_CHEST] = 1.0
        if kind == actions.CHOOSE_FACE or kind == actions.FOLLOW_UP or kind == actions.STAY or kind == actions.REROLL:
            rival = game.target
        if kind == actions.FOLLOW_UP and rival >= 0:
            rival = game.target
        if piece >= 0 and piece < game.squads.count:
            self.describe_piece(at, piece)
        if square >= 0 and square < game.dungeon.count:
            here = square
            if piece >= 0 and game.square[piece] >= 0:
                here = view.square(piece)
            self.describe_place(at, piece, here, square, 1.0, 0)
        if rival >= 0 and rival < game.squads.count and piece >= 0:
            self.describe_rival(at, piece, rival, -1)

    def describe_piece(self, at: i64, piece: i64) -> None:
        game = self.game
        view = self.view
        numbers = self.numbers
        at += PIECE
        squads = game.squads
        numbers[at] = 1.0
        numbers[at + 1] = flag(game.ball_of(piece) >= 0)
        numbers[at + 2] = flag(not game.is_standing(piece))
        numbers[at + 3] = float(i64(squads.movement[piece])) / 8.0
        numbers[at + 4] = float(i64(squads.strength[piece])) / 5.0
        numbers[at + 5] = float(i64(squads.agility[piece])) / 6.0
        numbers[at + 6] = float(i64(squads.armour[piece])) / 12.0
        numbers[at + 7] = flag(game.able(piece, IGNORES_BOTH_DOWN))
        numbers[at + 8] = flag(game.able(piece, TURNS_STUMBLE_INTO_PUSH))
        numbers[at + 9] = flag(view.has_hands(piece))
        numbers[at + 10] = flag(piece == game.acting)
        numbers[at + 11] = flag(self.chest_of[piece] >= 0)
        numbers[at + 12] = flag(piece == self.first_at_ball)
        numbers[at + 13] = flag(i64(game.side_of[piece]) == self.side)
        square = i64(game.square[piece])
        if square < 0:
            return
        numbers[at + 14] = limited(float(view.marks(square)) / 3.0)
        numbers[at + 15] = portion(far(view.attack, square), 30.0)
        numbers[at + 16] = portion(far(view.defend, square), 30.0)
        numbers[at + 17] = limited(float(view.threat(square)) / 5.0)
        if len(self.to_ball) > 0:
            numbers[at + 18] = portion(far(self.to_ball, square), 12.0)
        if len(self.to_own) > 0:
            numbers[at + 19] = portion(far(self.to_own, square), 12.0)
        if len(self.to_foe) > 0:
            numbers[at + 20] = portion(far(self.to_foe, square), 12.0)
        if self.chest_of[piece] >= 0:
            numbers[at + 21] = portion(far(view.to(self.chest_of[piece]), square), 12.0)
        numbers[at + 22] = flag(view.is_ready(piece))

    def describe_place(self, at: i64, piece: i64, here: i64, square: i64, odds: float, cost: i64) -> None:
        game = self.game
        view = self.view
        numbers = self.numbers
        at += PLACE
        numbers[at] = 1.0
        numbers[at + 1] = odds
        numbers[at + 2] = flag(odds > 0.999)
        numbers[at + 3] = limited(float(cost) / 8.0)
        attack = far(view.attack, square)
        defend = far(view.defend, square)
        numbers[at + 4] = portion(attack, 30.0)
        numbers[at + 5] = gained(far(view.attack, here), attack)
        numbers[at + 6] = portion(defend, 30.0)
        numbers[at + 7] = gained(far(view.defend, here), defend)
        numbers[at + 8] = limited(float(view.marks(square)) / 3.0)
        numbers[at + 9] = limited(float(view.threat(square)) / 5.0)
        numbers[at + 10] = flag(attack == 0)
        carries = piece >= 0 and game.ball_of(piece) >= 0
        if carries:
            pace = i64(game.squads.movement[piece])
            road = far(view.roads(), square)
            numbers[at + 11] = 1.0
            numbers[at + 12] = portion(road, 30.0)
            numbers[at + 13] = gained(far(view.roads(), here), road)
            numbers[at + 14] = flag(road <= pace)
        mates = 0.0
        walls = 0.0
        chests = 0.0
        next_to_own = False
        next_to_foe = False
        direction: i64 = 0
        while direction < 8:
            other = i64(game.steps[square * 8 + direction])
            direction += 1
            if other < 0:
                walls += 1.0
                continue
            if game.is_chest(other):
                chests += 1.0
            there = i64(game.occupant[other])
            if there >= 0 and there != piece:
                if i64(game.side_of[there]) == self.side and game.has_zone(there):
                    mates += 1.0
                if there == view.carrier:
                    next_to_own = True
                elif there == view.foe_carrier:
                    next_to_foe = True
        numbers[at + 15] = limited(mates / 3.0)
        numbers[at + 16] = walls / 8.0
        numbers[at + 17] = limited(chests / 2.0)
        numbers[at + 18] = flag(next_to_own)
        numbers[at + 19] = flag(next_to_foe)
        if len(self.to_ball) > 0:
            near = far(self.to_ball, square)
            numbers[at + 20] = portion(near, 12.0)
            numbers[at + 21] = gained(far(self.to_ball, here), near)
            numbers[at + 22] = flag(near == 1)
        if len(self.to_own) > 0 and not carries:
            near = far(self.to_own, square)
            total = view.way(view.attack, view.carrier)
            numbers[at + 23] = portion(near, 12.0)
            numbers[at + 24] = gained(far(self.to_own, here), near)
            if attack < FAR and total < FAR and near < FAR:
                numbers[at + 25] = limited(float(total - attack) / 6.0)  # how far ahead of the carrier
                numbers[at + 26] = flag(near + attack <= total)  # on its way
                numbers[at + 27] = flag(near + attack <= total and near <= view.pace)
        if len(self.to_foe) > 0:
            near = far(self.to_foe, square)
            total = view.way(view.defend, view.foe_carrier)
            numbers[at + 28] = portion(near, 12.0)
            numbers[at + 29] = gained(far(self.to_foe, here), near)
            if defend < FAR and total < FAR and near < FAR:
                numbers[at + 30] = flag(defend <= total)  # between it and where it scores
                numbers[at + 31] = limited(float(near + defend - total) / 6.0)
                before = far(self.to_foe, here) + far(view.defend, here) - total
                numbers[at + 32] = limited(float(before - (near + defend - total)) / 6.0)
        if piece >= 0 and self.chest_of[piece] >= 0:
            steps = view.to(self.chest_of[piece])
            numbers[at + 33] = portion(far(steps, square), 12.0)
            numbers[at + 34] = gained(far(steps, here), far(steps, square))
            numbers[at + 35] = flag(square == self.chest_of[piece])
        numbers[at + 36] = flag(i64(game.token[square]) != NO_TOKEN)
        numbers[at + 37] = limited(float(view.brinks(square)) / 3.0)
        numbers[at + 38] = view.peril(square)
        numbers[at + 39] = flag(i64(game.occupant[square]) == FREE)

    def describe_rival(self, at: i64, piece: i64, rival: i64, square: i64) -> None:
        game = self.game
        view = self.view
        numbers = self.numbers
        at += RIVAL
        squads = game.squads
        there = i64(game.square[rival])
        numbers[at] = 1.0
        own = i64(game.side_of[rival]) == self.side
        numbers[at + 1] = flag(own)
        numbers[at + 2] = flag(game.ball_of(rival) >= 0)
        numbers[at + 3] = float(i64(squads.strength[rival])) / 5.0
        numbers[at + 4] = float(i64(squads.armour[rival])) / 12.0
        numbers[at + 5] = flag(game.able(rival, IGNORES_BOTH_DOWN))
        numbers[at + 6] = flag(game.able(rival, TURNS_STUMBLE_INTO_PUSH))
        numbers[at + 7] = flag(game.is_standing(rival))
        numbers[at + 8] = flag(game.able(piece, CANCELS_DODGE))
        numbers[at + 9] = float(i64(squads.agility[rival])) / 6.0
        numbers[at + 10] = flag(view.is_ready(rival))
        if there < 0:
            return
        if not own and game.square[piece] >= 0 and game.is_standing(rival):
            if square < 0:
                square = view.square(piece)
            hit = odds_from(game, piece, rival, square)
            numbers[at + 11] = limited(float(hit.dice) / 3.0)
            numbers[at + 12] = hit.fell
            numbers[at + 13] = hit.fall
        numbers[at + 14] = portion(far(view.attack, there), 30.0)
        numbers[at + 15] = portion(far(view.defend, there), 30.0)
        if len(self.to_own) > 0:
            near = far(self.to_own, there)
            numbers[at + 16] = flag(near == 1)
            total = view.way(view.attack, view.carrier)
            detour = near + far(view.attack, there) - total
            numbers[at + 17] = flag(total < FAR and detour <= 1 and near <= view.pace + 1)
        if len(self.to_ball) > 0:
            numbers[at + 18] = flag(far(self.to_ball, there) == 1)
        numbers[at + 19] = limited(float(view.marks(there)) / 3.0)
        numbers[at + 20] = limited(float(view.brinks(there)) / 3.0)
        direction: i64 = 0
        while direction < 8:
            other = i64(game.steps[there * 8 + direction])
            if other >= 0 and game.is_chest(other):
                numbers[at + 21] = 1.0
            direction += 1
        if game.square[piece] >= 0:
            numbers[at + 22] = gained(far(view.attack, view.square(piece)), far(view.attack, there))


def gained(before: i64, after: i64) -> float:
    """How many steps nearer something is."""
    if before >= FAR or after >= FAR:
        return 0.0
    return limited(float(before - after) / 6.0)


def describe_all(game: Game, side: i64, macros: Macros, rows: Rows) -> None:
    Describer(game, side, macros).describe(rows)
