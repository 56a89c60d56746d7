"""The search behind `pathfinder.py`: all ways of reaching a square that may be the best one.

The search is exact. The rolls of a step depend on the squares it leads from and to, and on the movement already spent.
So there may be two good ways to one square: a cheap one, and a safer one that costs more movement. A *label* is one way
of reaching a square. Labels are made in the order of movement spent. A label is kept only if it is safer than all
labels of the same square that cost no more. Players that have not jumped yet, or do not hold a ball yet, have separate
labels. If several balls lie on the floor, each set of balls that may have been picked up has separate labels.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, u8

from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import BIG_HANDED, LEAPS, NO_HANDS, UNHINDERED
from dungeonbowl.engine.game import FREE, HELD, NO_TOKEN, Game
from dungeonbowl.engine.procedures.ball.balls import ball_modifiers, is_ball_barred
from dungeonbowl.engine.procedures.move.jump import jump_modifier
from dungeonbowl.engine.procedures.move.step import is_barred, may_rush, may_step, price, slips_through
from dungeonbowl.engine.procedures.stat_test import test_modifiers
from dungeonbowl.engine.reach import (
    AT_ORIGIN,
    BY_JUMP,
    BY_LADDER,
    BY_LINK,
    FROM,
    HAS_JUMPED,
    HOLDS_BALL,
    HOW,
    LAYER,
    LAYERS,
    MOST_PICKED_UP,
    PICKED_UP,
    SPENT,
    Reach,
)
from dungeonbowl.engine.statuses import NO_ZONE, NO_ZONE_MASK, STANDING

# Notes on squares. The notes of eight neighbours can be added up: four bits a kind.
ZONE_NOTE: Final[i64] = 1  # an opponent with its Tackle Zone
DOWN_NOTE: Final[i64] = 16  # a player to jump over
BALL_NOTE: Final[i64] = 256

MOST_SPENT: Final[i64] = 63
CLOSED: Final = 2.0  # the odds of a square that cannot be entered: better than certain, so no label beats them
A_TRIFLE: Final = 1e-12  # rounding: odds multiplied in another order are equal
AT_BEST: Final = 5.0 / 6.0  # no roll is safer: a 1 always fails


def a_face(needed: i64) -> i64:
    """The die result needed: a 1 always fails, a 6 never does. (A conditional expression would box the number.)"""
    if needed < 2:
        return 2
    if needed > 6:
        return 6
    return needed


@final
class SettingOut:
    """What comes before the first step: its cost, its odds, its rolls and its actions (`opening`)."""

    def __init__(self, cost: i64, odds: float, rolls: i64, opening: list[int]) -> None:
        self.cost = cost
        self.odds = odds
        self.rolls = rolls
        self.opening = opening


@final
class Pathfinder:
    """The arrays of the search, used again for every search. They are empty between two searches."""

    # Tables by square have one entry before the first square, for square -1: where an impossible step leads.
    best_odds: vec[float]  # layer * (nodes + 1) + 1 + square: the safest label so far
    best_label: vec[i32]  # and the number of that label
    notes: vec[i16]  # 1 + square
    around: vec[i64]  # by square: bits 0-7 the sum of the neighbours' notes, 8-15 the face that a Rush needs
    closed: vec[i32]  # places in `best_odds` that hold CLOSED
    labels: vec[i64]
    odds: vec[float]
    rolls: vec[i64]
    # Labels that cost more than one step wait here until their turn comes, chained by what they cost.
    waiting: vec[i64]
    waiting_odds: vec[float]
    waiting_rolls: vec[i64]
    waiting_next: vec[i32]
    waiting_first: vec[i32]
    chances: vec[float]  # by the face needed
    no_odds: vec[float]
    no_labels: vec[i32]
    loose: vec[i64]  # the numbers of the balls that can be picked up on the way
    lying: vec[i16]  # and their squares

    def __init__(self, nodes: i64, layers: i64 = LAYERS) -> None:
        room = int(nodes) * 3 + 64
        self.nodes = nodes
        self.layers = layers
        self.searches: i64 = 0
        self.stride = nodes + 1
        self.best_odds = vec[float](
            [CLOSED if slot % (nodes + 1) == 0 else 0.0 for slot in range(int((nodes + 1) * layers))]
        )
        self.best_label = vec[i32]([0] * int((nodes + 1) * layers))
        self.notes = vec[i16]([0] * int(nodes + 1))
        self.around = vec[i64]([0] * int(nodes))
        self.closed = vec[i32]()
        self.labels = vec[i64]([0] * room)
        self.odds = vec[float]([0.0] * room)
        self.rolls = vec[i64]([0] * room)
        self.waiting = vec[i64]()
        self.waiting_odds = vec[float]()
        self.waiting_rolls = vec[i64]()
        self.waiting_next = vec[i32]()
        self.waiting_first = vec[i32]([-1] * int(MOST_SPENT + 1))
        self.chances = vec[float]([0.0, 1.0, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6])
        self.no_odds = vec[float]([0.0] * int(nodes))
        self.no_labels = vec[i32]([-1] * int(nodes))
        # The query under way.
        self.piece: i64 = 0
        self.side: i64 = 0
        self.agility: i64 = 0
        self.dodging: i64 = 0  # what a Dodge needs before marks and modules
        self.moves: i64 = 0
        self.limit: i64 = 0
        self.loose = vec[i64]([0] * int(MOST_PICKED_UP))
        self.lying = vec[i16]([0] * int(MOST_PICKED_UP))
        self.loose_count: i64 = 0
        self.several: bool = False  # whether there are several balls: each has its bit
        self.slips: bool = False
        self.leaps: bool = False
        self.big_handed: bool = False
        self.no_hands: bool = False
        self.hands: i64 = 0  # how many more balls the player can hold
        self.laden: bool = False  # the player starts with a ball
        self.unhindered: bool = False  # Tackle Zones do not hinder the player

    def search(self, game: Game, piece: i64, moves: i64, rushes: i64, layer: i64, setting_out: SettingOut) -> Reach:
        """All squares that a piece can reach with this movement and this number of Rushes."""
        self.searches += 1
        self.piece = piece
        self.side = i64(game.side_of[piece])
        self.agility = i64(game.squads.agility[piece])
        self.dodging = self.agility - game.rules.tables.movement.dodge_modifier
        self.moves = moves
        self.limit = moves + rushes if moves + rushes < MOST_SPENT else MOST_SPENT
        start = i64(game.square[piece])
        whole = i64(game.squads.size[piece]) == 1
        self.unhindered = game.can(piece, UNHINDERED)
        downs = self.write_notes(game) and whole
        status = game.status[piece]
        conditions = game.conditions[piece]
        active = game.active
        acting = game.acting
        declared = game.declared
        try:
            # the state of the piece while it moves: standing, with its Tackle Zone, in its own side's turn
            if acting != piece:
                game.acting = piece
                game.declared = 0
            game.status[piece] = u8(STANDING)
            game.conditions[piece] = conditions & ~NO_ZONE
            game.active = self.side
            self.slips = slips_through(game, piece)
            self.leaps = whole and game.able(piece, LEAPS)
            self.big_handed = game.able(piece, BIG_HANDED)
            self.no_hands = game.can(piece, NO_HANDS)
            self.laden = game.ball_of(piece) >= 0
            self.hands = 1 if self.no_hands else game.free_hands(piece)
            downs = (downs and game.rules.tables.movement.jumps_over_fallen) or self.leaps
            if whole:  # the piece may come back to its first square, with a ball
                game.occupant[start] = i16(FREE)
            total = self.spread(game, start, layer, setting_out, downs)
        finally:
            # modules were asked about squares where the piece is not: restore the game
            game.status[piece] = status
            game.conditions[piece] = conditions
            game.active = active
            game.acting = acting
            game.declared = declared
            game.square[piece] = i16(start)
            if whole:
                game.occupant[start] = i16(piece)
            self.write_notes(game, True)
        return self.collected(game, piece, start, layer, setting_out, total)

    def spread(self, game: Game, start: i64, layer: i64, setting_out: SettingOut, jumping: bool) -> i64:
        """Make all labels, the cheapest first. Returns how many there are."""
        rules = game.rules
        steps = game.steps
        occupant = game.occupant
        token = game.token
        notes = self.notes
        best_odds = self.best_odds
        best_label = self.best_label
        labels = self.labels
        odds = self.odds
        rolls_of = self.rolls
        chances = self.chances
        stride = self.stride
        moves = self.moves
        limit = self.limit
        large = i64(game.squads.size[self.piece]) != 1
        special = large or rules.floor_watched
        guarded = len(rules.step_bars) > 0 or len(rules.step_costs) > 0 or len(rules.step_risks) > 0
        marked = game.dungeon.special
        barring = len(rules.rush_bars) > 0
        jump_cost = rules.tables.movement.jump_cost
        leaping = self.leaps
        detours = (game.dungeon.linked or len(game.dungeon.ladders) > 0) and not large
        cost = setting_out.cost
        labels[0] = start | cost << SPENT | layer << LAYER
        odds[0] = setting_out.odds
        rolls_of[0] = setting_out.rolls
        best_odds[layer * stride + 1 + start] = setting_out.odds
        best_label[layer * stride + 1 + start] = i32(0)
        first: i64 = 0
        total: i64 = 1
        while cost < limit:
            last = total  # labels from here on cost one more
            room = total + i64(len(self.waiting)) + 10 * (last - first) + 8
            if room > len(labels):
                self.make_room(room)
                labels = self.labels
                odds = self.odds
                rolls_of = self.rolls
            queued = i64(self.waiting_first[cost + 1])
            while queued >= 0:
                waited = self.waiting_odds[queued]
                total = self.keep(self.waiting[queued], waited, self.waiting_rolls[queued], last, total)
                queued = i64(self.waiting_next[queued])
            rushing = cost >= moves
            number = first
            while number < last:
                word = labels[number]
                here = word & 0xFFFF
                layer = word >> LAYER
                ceiling = odds[number]
                if number > 0:
                    if i64(token[here]) != NO_TOKEN or (layer & HOLDS_BALL != 0 and self.scores(game, here)):
                        number += 1
                        continue
                near = self.notes_around(game, here)
                if jumping and layer & HAS_JUMPED == 0 and cost + jump_cost <= limit and (near >> 4 != 0 or leaping):
                    self.jump(game, number, cost)
                careful = special or near & 15 != 0 or layer & HAS_JUMPED != 0 or (guarded and marked[here] != 0)
                if rushing:
                    careful = careful or barring
                    ceiling *= AT_BEST
                if near & 15 != 0:
                    ceiling *= AT_BEST
                number += 1  # the value of `FROM` for labels that come from here
                base = here * 8
                end = base + 8
                floor = layer * stride + 1
                least = ceiling - A_TRIFLE
                while base < end:
                    there = i64(steps[base])
                    known = best_odds[floor + there]
                    if known < least:
                        if i64(occupant[there]) != -1 and not large:
                            best_odds[floor + there] = CLOSED
                            self.closed = append(self.closed, i32(floor + there))
                        elif (
                            careful
                            or i64(notes[there + 1]) != 0
                            or (guarded and (i64(token[there]) != NO_TOKEN or i64(marked[there]) != 0))
                        ):
                            total = self.enter(game, number - 1, cost, base & 7, there, last, total)
                        else:
                            # the common case, one step and at most one Rush: what `enter` does, without the call
                            chance = ceiling
                            rolls: i64 = 0
                            if rushing:
                                needed = self.rush_face(game, there)
                                chance = odds[number - 1] * chances[needed]
                                rolls = clauses.RUSH << 4 | needed
                            if chance > known + A_TRIFLE:
                                label = i64(best_label[floor + there])
                                if known == 0.0 or label < last:
                                    label = total
                                    total += 1
                                    best_label[floor + there] = i32(label)
                                best_odds[floor + there] = chance
                                word = there | number << FROM | cost + 1 << SPENT | (base & 7) << HOW | layer << LAYER
                                labels[label] = word
                                odds[label] = chance
                                rolls_of[label] = rolls
                    base += 1
                if detours:
                    total = self.take_detours(game, number - 1, cost, here, last, total)
            first = last
            cost += 1
            if first == total and len(self.waiting) == 0:
                break
        return total

    def take_detours(self, game: Game, number: i64, cost: i64, here: i64, last: i64, total: i64) -> i64:
        """Ways without a direction: secret passages and ladders. Returns how many labels there are now."""
        if game.dungeon.linked:
            index = here * 2
            while index < here * 2 + 2:
                there = i64(game.dungeon.links[index])
                if there >= 0 and i64(game.occupant[there]) == -1:
                    total = self.enter(game, number, cost, BY_LINK, there, last, total)
                index += 1
        for ladder in game.dungeon.ladders:
            if ladder.foot == here or ladder.top == here:
                there = ladder.top if ladder.foot == here else ladder.foot
                if i64(game.occupant[there]) == -1:
                    total = self.enter(game, number, cost, BY_LADDER, there, last, total, ladder.rungs + 1)
        return total

    def enter(
        self, game: Game, number: i64, cost: i64, direction: i64, there: i64, last: i64, total: i64, paid: i64 = 1
    ) -> i64:
        """One step with its rolls, from a label to a free square. Returns how many labels there are now. For a ladder,
        `paid` is its cost, and its Rushes are rolled before the player leaves."""
        piece = self.piece
        rules = game.rules
        word = self.labels[number]
        here = word & 0xFFFF
        layer = word >> LAYER
        chance = self.odds[number]
        moves = self.moves
        climbing = direction == BY_LADDER
        if climbing or len(rules.step_bars) > 0 or len(rules.step_costs) > 0 or i64(game.squads.size[piece]) != 1:
            game.square[piece] = i16(here)
            self.take_up(game, layer)
            if direction >= BY_LINK:
                possible = not is_barred(game, piece, here, there)
            else:
                possible = may_step(game, piece, direction)
            if not climbing:
                paid = price(game, piece, here, there)
            self.put_back(game, layer)
            if not possible or cost + paid > self.limit:
                return total
        rolls: i64 = 0
        shift: i64 = 0
        if cost + paid > moves:
            if layer & HOLDS_BALL != 0 and not self.may_rush(game, layer):
                return total
            place = there
            roll = clauses.RUSH << 4
            if climbing:
                place = here
                roll |= AT_ORIGIN
            needed = self.rush_face(game, place)
            roll |= needed
            dice = cost + paid - (cost if cost > moves else moves)
            while dice > 0:
                chance *= self.chances[needed]
                rolls |= roll << shift
                shift += 8
                dice -= 1
        if self.around[here] & 15 != 0:  # marked
            needed = self.dodge_face(game, here, there, layer)
            chance *= self.chances[needed]
            rolls |= (clauses.DODGE << 4 | needed) << shift
            shift += 8
        if i64(self.notes[there + 1]) & BALL_NOTE != 0:
            onward = self.with_ball(game, there, layer)
            if onward >= 0:
                needed = self.pick_up_face(game, there, layer)
                chance *= self.chances[needed]
                rolls |= (clauses.PICK_UP << 4 | needed) << shift
                layer = onward
        if rules.step_risks:
            chance *= self.unharmed(game, here, there, layer)
            if number == 0:
                chance *= self.set_out(game, here)
        word = there | number + 1 << FROM | cost + paid << SPENT | direction << HOW | layer << LAYER
        if paid == 1:
            return self.keep(word, chance, rolls, last, total)
        self.wait(word, chance, rolls)
        return total

    def may_rush(self, game: Game, layer: i64) -> bool:
        """Whether the player may Rush with the balls that it would hold by now."""
        if len(game.rules.rush_bars) == 0:
            return True
        self.take_up(game, layer)
        possible = may_rush(game, self.piece)
        self.put_back(game, layer)
        return possible

    def with_ball(self, game: Game, square: i64, layer: i64) -> i64:
        """The layer of a player that has picked up the ball in a square; -1 if it cannot, or has done so before."""
        if not self.several:
            return layer | HOLDS_BALL if self.hands > 0 else -1
        held: i64 = 0
        place: i64 = 0
        while place < self.loose_count:
            bit = i64(1) << (PICKED_UP + place)
            if layer & bit != 0:
                held += 1
                if i64(self.lying[place]) == square:
                    return -1
            place += 1
        if held >= self.hands:
            return -1
        place = 0
        while place < self.loose_count:
            if i64(self.lying[place]) == square:
                return layer | HOLDS_BALL | i64(1) << (PICKED_UP + place)
            place += 1
        return layer | HOLDS_BALL

    def take_up(self, game: Game, layer: i64) -> None:
        """Let the player hold the balls that it would have picked up by now, so that modules see them."""
        if layer & HOLDS_BALL != 0:
            place: i64 = 0
            while place < self.loose_count:
                if self.is_picked_up(layer, place):
                    game.balls[self.loose[place]] = i16(HELD - self.piece)
                place += 1

    def put_back(self, game: Game, layer: i64) -> None:
        if layer & HOLDS_BALL != 0:
            place: i64 = 0
            while place < self.loose_count:
                if self.is_picked_up(layer, place):
                    game.balls[self.loose[place]] = self.lying[place]
                place += 1

    def is_picked_up(self, layer: i64, place: i64) -> bool:
        return layer >> (PICKED_UP + place) & 1 != 0 if self.several else not self.laden

    def keep(self, word: i64, chance: float, rolls: i64, last: i64, total: i64) -> i64:
        """Keep a label if it is safer than all labels that cost no more. Returns how many labels there are now.

        A worse label of the same cost is replaced, because no path goes on from it yet.
        """
        layer = word >> LAYER
        slot = layer * self.stride + 1 + (word & 0xFFFF)
        known = self.best_odds[slot]
        if chance <= known + A_TRIFLE:
            return total
        if layer & HAS_JUMPED != 0 and chance <= self.best_odds[slot - self.stride] + A_TRIFLE:
            return total
        label = i64(self.best_label[slot])
        if known == 0.0 or label < last:
            label = total
            total += 1
            self.best_label[slot] = i32(label)
        self.best_odds[slot] = chance
        self.labels[label] = word
        self.odds[label] = chance
        self.rolls[label] = rolls
        return total

    def wait(self, word: i64, chance: float, rolls: i64) -> None:
        """Put a label aside until all cheaper labels are made."""
        spent = word >> SPENT & 0xFF
        self.waiting_next = append(self.waiting_next, self.waiting_first[spent])
        self.waiting_first[spent] = i32(len(self.waiting))
        self.waiting = append(self.waiting, word)
        self.waiting_odds = append(self.waiting_odds, chance)
        self.waiting_rolls = append(self.waiting_rolls, rolls)

    def make_room(self, needed: i64) -> None:
        while len(self.labels) < needed * 2:
            self.labels = append(self.labels, 0)
            self.odds = append(self.odds, 0.0)
            self.rolls = append(self.rolls, 0)

    def jump(self, game: Game, number: i64, cost: i64) -> None:
        """Jump over each neighbour that is down to the squares beyond, or leap over any square (O-MOVE-12, -16)."""
        steps = game.steps
        freely = self.leaps and game.rules.tables.movement.leaps_freely
        base = (self.labels[number] & 0xFFFF) * 8
        direction: i64 = 0
        while direction < 8:
            middle = i64(steps[base + direction])
            if middle >= 0 and (self.leaps or i64(self.notes[middle + 1]) & DOWN_NOTE != 0):
                turn: i64 = 7
                last: i64 = 10
                if freely:  # any way of one or two steps
                    turn = 0
                    last = 8
                    self.land(game, number, cost, middle)
                while turn < last:
                    self.land(game, number, cost, i64(steps[middle * 8 + (direction + turn & 7)]))
                    turn += 1
            direction += 1

    def land(self, game: Game, number: i64, cost: i64, there: i64) -> None:
        """One jump with its rolls (O-MOVE-13, O-MOVE-14), if the landing square is free."""
        word = self.labels[number]
        here = word & 0xFFFF
        if there < 0 or there == here or i64(game.occupant[there]) != -1:
            return
        if game.rules.step_bars:
            game.square[self.piece] = i16(here)
            self.take_up(game, word >> LAYER)
            barred = is_barred(game, self.piece, here, there)
            self.put_back(game, word >> LAYER)
            if barred:
                return
        chance = self.odds[number]
        price = game.rules.tables.movement.jump_cost
        dice = cost + price - (cost if cost > self.moves else self.moves)
        rolls: i64 = 0
        shift: i64 = 0
        if dice > 0 and word >> LAYER & HOLDS_BALL != 0 and not self.may_rush(game, word >> LAYER):
            return
        if dice > 1:  # the first of two Rushes comes before the jump, except for a free leap
            before = not game.rules.tables.movement.leaps_freely
            needed = self.rush_face(game, here if before else there)
            chance *= self.chances[needed]
            rolls = clauses.RUSH << 4 | (AT_ORIGIN if before else 0) | needed
            shift = 8
        if dice > 0:
            needed = self.rush_face(game, there)
            chance *= self.chances[needed]
            rolls |= (clauses.RUSH << 4 | needed) << shift
            shift += 8
        needed = self.jump_face(game, here, there, word >> LAYER)
        chance *= self.chances[needed]
        rolls |= (clauses.JUMP << 4 | needed) << shift
        shift += 8
        onward = word >> LAYER | HAS_JUMPED
        if i64(self.notes[there + 1]) & BALL_NOTE != 0:
            laden = self.with_ball(game, there, onward)
            if laden >= 0:
                needed = self.pick_up_face(game, there, onward)
                chance *= self.chances[needed]
                rolls |= (clauses.PICK_UP << 4 | needed) << shift
                onward = laden
        if game.rules.step_risks:
            chance *= self.unharmed(game, here, there, onward)
            if number == 0:
                chance *= self.set_out(game, here)
        if chance > self.best_odds[onward * self.stride + 1 + there]:
            self.wait(
                there | number + 1 << FROM | cost + price << SPENT | BY_JUMP << HOW | onward << LAYER, chance, rolls
            )

    # --- the faces needed -----------------------------------------------------------------------------------------

    def rush_face(self, game: Game, square: i64) -> i64:
        """The face needed for a Rush in a square (O-MOVE-07). The modules are asked once per search."""
        known = self.around[square]
        if known >> 16 == self.searches and known & 0xFF00 != 0:
            return known >> 8 & 0xFF
        near = self.notes_around(game, square)
        needed = game.rules.tables.movement.rush_needed
        listeners = game.rules.rush_modifiers
        if listeners:
            game.square[self.piece] = i16(square)
            for module in listeners:
                needed -= module.rush_modifier(game, self.piece, square)
        needed = a_face(needed)
        self.around[square] = self.searches << 16 | needed << 8 | near
        return needed

    def dodge_face(self, game: Game, origin: i64, square: i64, layer: i64) -> i64:
        """The face needed for a Dodge from one square into another (O-MOVE-10), with the balls that the player holds by
        then."""
        needed = self.dodging
        if not self.slips:
            needed += self.notes_around(game, square) & 15
        if game.rules.test_modifiers:
            game.square[self.piece] = i16(square)
            if layer & HOLDS_BALL != 0:
                self.take_up(game, layer)
            needed -= test_modifiers(game, self.piece, clauses.DODGE, origin)
            if layer & HOLDS_BALL != 0:
                self.put_back(game, layer)
        return a_face(needed)

    def jump_face(self, game: Game, origin: i64, square: i64, layer: i64) -> i64:
        """The face needed for a Jump. The opponents that mark the worse of its two squares count (O-MOVE-14)."""
        before = self.notes_around(game, origin) & 15
        after = self.notes_around(game, square) & 15
        game.square[self.piece] = i16(square)
        self.take_up(game, layer)
        modifier = jump_modifier(game, self.piece, origin, before if before > after else after)
        self.put_back(game, layer)
        return a_face(self.agility - modifier)

    def pick_up_face(self, game: Game, square: i64, layer: i64) -> i64:
        """The face needed for a pick-up (O-MOVE-18); 0 if the player cannot hold the ball."""
        if self.no_hands:
            return 0
        needed = self.agility - game.rules.tables.balls.pick_up_modifier
        if not self.big_handed:
            needed += self.notes_around(game, square) & 15
        if game.rules.test_modifiers:
            game.square[self.piece] = i16(square)
            self.take_up(game, layer)
            needed -= test_modifiers(game, self.piece, clauses.PICK_UP, -1)
            self.put_back(game, layer)
        if len(game.rules.ball_modifiers) > 0 or len(game.rules.ball_bars) > 0:
            ball = game.ball_on(square)
            if is_ball_barred(game, self.piece, ball):
                return 0
            needed -= ball_modifiers(game, self.piece, ball, clauses.PICK_UP)
        return a_face(needed)

    def unharmed(self, game: Game, origin: i64, square: i64, layer: i64) -> float:
        """The chance that no module's own roll for entering the square goes wrong."""
        game.square[self.piece] = i16(square)
        self.take_up(game, layer)
        chance = 1.0
        for module in game.rules.step_risks:
            chance *= 1.0 - module.step_risk(game, self.piece, origin, square)
        self.put_back(game, layer)
        return chance

    def set_out(self, game: Game, origin: i64) -> float:
        """The chance that no module's own roll for leaving the first square goes wrong."""
        game.square[self.piece] = i16(origin)
        chance = 1.0
        for module in game.rules.departure_risks:
            chance *= 1.0 - module.departure_risk(game, self.piece, origin)
        return chance

    def scores(self, game: Game, square: i64) -> bool:
        """Whether the player would score there with a ball."""
        game.square[self.piece] = i16(square)
        return game.rules.policies.scoring.counts(game, self.piece)

    def notes_around(self, game: Game, square: i64) -> i64:
        """The sum of the neighbours' notes: how many opponents mark the square in bits 0-3, how many players lie beside
        it in 4-7."""
        known = self.around[square]
        if known >> 16 == self.searches:
            return known & 0xFF
        steps = game.steps
        notes = self.notes
        base = square * 8
        near = i64(notes[i64(steps[base]) + 1]) + i64(notes[i64(steps[base + 1]) + 1])
        near += i64(notes[i64(steps[base + 2]) + 1]) + i64(notes[i64(steps[base + 3]) + 1])
        near += i64(notes[i64(steps[base + 4]) + 1]) + i64(notes[i64(steps[base + 5]) + 1])
        near += i64(notes[i64(steps[base + 6]) + 1]) + i64(notes[i64(steps[base + 7]) + 1])
        if game.dungeon.linked:
            links = game.dungeon.links
            near += i64(notes[i64(links[square * 2]) + 1]) + i64(notes[i64(links[square * 2 + 1]) + 1])
        near &= 0xFF
        self.around[square] = self.searches << 16 | near
        return near

    # --- before and after -----------------------------------------------------------------------------------------

    def write_notes(self, game: Game, wiping: bool = False) -> bool:
        """Write the notes of opponents' zones, loose balls and players that are down, or remove them again. Returns
        whether any player is down."""
        notes = self.notes
        squads = game.squads
        downs = False
        self.several = len(game.balls) > 1
        self.loose_count = 0
        piece: i64 = 0
        count = squads.count
        while piece < count:
            square = i64(game.square[piece])
            if square >= 0 and piece != self.piece:
                note: i64 = 0
                if wiping:
                    note = 0
                elif i64(game.status[piece]) != STANDING:
                    note = DOWN_NOTE
                    downs = True
                elif self.unhindered:
                    note = 0
                elif i64(game.side_of[piece]) != self.side and game.conditions[piece] & NO_ZONE_MASK == 0:
                    note = ZONE_NOTE
                if i64(squads.size[piece]) == 1:
                    notes[square + 1] = i16(note)
                else:
                    for covered in game.dungeon.footprint(square, i64(squads.size[piece])):
                        notes[i64(covered) + 1] = i16(note)
            piece += 1
        ball: i64 = 0
        while ball < len(game.balls):
            square = i64(game.balls[ball])
            if square >= 0:
                notes[square + 1] = i16(0) if wiping else i16(BALL_NOTE)
                if self.loose_count < MOST_PICKED_UP:
                    self.loose[self.loose_count] = ball
                    self.lying[self.loose_count] = i16(square)
                    self.loose_count += 1
            ball += 1
        return downs

    def collected(self, game: Game, piece: i64, start: i64, layer: i64, setting_out: SettingOut, total: i64) -> Reach:
        """Copy the labels into a `Reach` and empty the arrays."""
        count = game.dungeon.count
        best_odds = self.best_odds
        labels = self.labels
        odds = self.odds
        odds_by_square = self.no_odds[:count]
        best = self.no_labels[:count]
        held = self.no_labels[:count]
        number: i64 = 0
        while number < total:
            word = labels[number]
            square = word & 0xFFFF
            best_odds[(word >> LAYER) * self.stride + 1 + square] = 0.0
            chance = odds[number]
            if chance > odds_by_square[square] + A_TRIFLE:
                odds_by_square[square] = chance
                best[square] = i32(number)
            if word >> LAYER & HOLDS_BALL != 0:
                other = i64(held[square])
                if other < 0 or chance > odds[other] + A_TRIFLE:
                    held[square] = i32(number)
            number += 1
        for slot in self.closed:
            best_odds[i64(slot)] = 0.0
        self.closed = vec[i32]()
        if len(self.waiting) > 0:
            self.waiting = vec[i64]()
            self.waiting_odds = vec[float]()
            self.waiting_rolls = vec[i64]()
            self.waiting_next = vec[i32]()
            spent: i64 = 0
            while spent <= MOST_SPENT:
                self.waiting_first[spent] = i32(-1)
                spent += 1
        return Reach(
            piece,
            start,
            game.rules.tables.movement.portal_recovery,
            setting_out.opening,
            odds_by_square,
            best,
            held,
            labels[:total],
            odds[:total],
            self.rolls[:total],
        )
