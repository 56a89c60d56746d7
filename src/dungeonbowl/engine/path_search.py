"""The search behind `pathfinder.py`: all ways of reaching a square that may be the best one.

The search is exact. The rolls of a step depend on the squares it leads from and to, and on the movement already spent.
So there may be two good ways to one square: a cheap one, and a safer one that costs more movement. A *label* is one way
of reaching a square. Labels are made in the order of movement spent. A label is kept only if it is safer than all
labels of the same square that cost no more. Players that have not jumped yet, or do not hold a ball yet, have separate
labels. If several balls lie on the floor, each set of balls that may have been picked up has separate labels.

What lies about is in `path_notes.py`, what has to be rolled in `path_faces.py`.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i32, i64, mypyc_attr, u8

from dungeonbowl.dungeon.trails import ANY_WAY, LISTS
from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import BIG_HANDED, LEAPS, NO_HANDS, UNHINDERED
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.path_faces import MOST_MARKS, Faces, a_face
from dungeonbowl.engine.path_notes import BALL_NOTE, DOWN_NOTE
from dungeonbowl.engine.places import FREE
from dungeonbowl.engine.procedures.move.step import is_barred, may_step, price, slips_through
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
    SPENT,
    Reach,
)
from dungeonbowl.engine.statuses import NO_ZONE, STANDING
from dungeonbowl.engine.tokens import NO_TOKEN

__all__ = ["Pathfinder", "SettingOut", "a_face"]

MOST_SPENT: Final[i64] = 63
CLOSED: Final = 2.0  # the odds of a square that cannot be entered: better than certain, so no label beats them
A_TRIFLE: Final = 1e-12  # rounding: odds multiplied in another order are equal
AT_BEST: Final = 5.0 / 6.0  # no roll is safer: a 1 always fails


@mypyc_attr(acyclic=True)
@final
class SettingOut:
    """What comes before the first step: its cost, its odds, its rolls and its actions (`opening`)."""

    def __init__(self, cost: i64, odds: float, rolls: i64, opening: list[int]) -> None:
        self.cost = cost
        self.odds = odds
        self.rolls = rolls
        self.opening = opening


@final
class Pathfinder(Faces):
    """The arrays of the search, used again for every search. They are empty between two searches."""

    best_odds: vec[float]  # layer * nodes + square: the safest label so far
    best_label: vec[i32]  # and the number of that label
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
    no_odds: vec[float]
    no_labels: vec[i32]

    def __init__(self, nodes: i64, layers: i64 = LAYERS) -> None:
        super().__init__(nodes)
        room = int(nodes) * 3 + 64
        self.layers = layers
        self.best_odds = vec[float]([0.0] * int(nodes * layers))
        self.best_label = vec[i32]([0] * int(nodes * layers))
        self.closed = vec[i32]([0] * 64)
        self.closed_count: i64 = 0
        self.labels = vec[i64]([0] * room)
        self.odds = vec[float]([0.0] * room)
        self.rolls = vec[i64]([0] * room)
        self.waiting = vec[i64]()
        self.waiting_odds = vec[float]()
        self.waiting_rolls = vec[i64]()
        self.waiting_next = vec[i32]()
        self.waiting_first = vec[i32]([-1] * int(MOST_SPENT + 1))
        self.no_odds = vec[float]([0.0] * int(nodes))
        self.no_labels = vec[i32]([-1] * int(nodes))
        # The query under way; the rest of it is in `Notes` and `Faces`.
        self.limit: i64 = 0
        self.leaps: bool = False

    def search(self, game: Game, piece: i64, moves: i64, rushes: i64, layer: i64, setting_out: SettingOut) -> Reach:
        """All squares that a piece can reach with this movement and this number of Rushes."""
        self.searches += 1
        self.piece = piece
        self.side = i64(game.side_of[piece])
        self.agility = i64(game.squads.agility[piece])
        self.dodging = self.agility - game.rules.tables.movement.dodge_modifier
        self.moves = moves
        self.limit = moves + rushes
        if self.limit > MOST_SPENT:
            self.limit = MOST_SPENT
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
            self.hands = 1
            if not self.no_hands:
                self.hands = game.free_hands(piece)
            self.work_out_faces(game)
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
            self.wipe_notes(game)
        return self.collected(game, piece, start, layer, setting_out, total)

    def spread(self, game: Game, start: i64, layer: i64, setting_out: SettingOut, jumping: bool) -> i64:
        """Make all labels, the cheapest first. Returns how many there are."""
        rules = game.rules
        trails = game.dungeon.trails()
        onward = trails.onward
        onward_first = trails.onward_first
        occupant = game.occupant
        token = game.token
        notes = self.notes
        around = self.around
        best_odds = self.best_odds
        best_label = self.best_label
        labels = self.labels
        odds = self.odds
        rolls_of = self.rolls
        chances = self.chances
        dodge_faces = self.dodge_faces
        dodge_chances = self.dodge_chances
        nodes = self.nodes
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
        plain_dodge = self.plain_dodge
        plain_rush = self.plain_rush
        safest_rush = AT_BEST
        if plain_rush != 0:
            safest_rush = chances[plain_rush]
        safest_dodge = AT_BEST
        if plain_dodge:
            safest_dodge = dodge_chances[0]
        # Where nothing but rolls stands in the way, a player that came without a Dodge need not look at squares that
        # it could have entered one step earlier: two thirds of the neighbours.
        plain = not special and not guarded and not barring
        cost = setting_out.cost
        labels[0] = start | cost << SPENT | layer << LAYER
        odds[0] = setting_out.odds
        rolls_of[0] = setting_out.rolls
        best_odds[layer * nodes + start] = setting_out.odds
        best_label[layer * nodes + start] = 0
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
                chance_here = odds[number]
                near = i64(around[here])
                way = ANY_WAY
                if number > 0:
                    if i64(token[here]) != NO_TOKEN or (layer & HOLDS_BALL != 0 and self.scores(game, here)):
                        number += 1
                        continue
                    if plain and layer & HAS_JUMPED == 0 and (word >> HOW & 0xF) < 8:
                        rolled = rolls_of[number]
                        if rolled == 0 or rolled >> 4 == clauses.RUSH:
                            way = word >> HOW & 0xF
                if jumping and layer & HAS_JUMPED == 0 and cost + jump_cost <= limit and (near >> 4 != 0 or leaping):
                    self.jump(game, number, cost)
                marks = near & MOST_MARKS
                careful = special or layer & HAS_JUMPED != 0 or (guarded and marked[here] != 0)
                roll: i64 = 0
                shift: i64 = 0
                if rushing:
                    careful = careful or barring or plain_rush == 0
                    chance_here *= safest_rush
                    roll = clauses.RUSH << 4 | plain_rush
                    shift = 8
                least = chance_here - A_TRIFLE
                if marks != 0:
                    careful = careful or not plain_dodge
                    least = chance_here * safest_dodge - A_TRIFLE
                number += 1  # the value of `FROM` for labels that come from here
                floor = layer * nodes
                onwards = here * LISTS + way
                place = i64(onward_first[onwards])
                end = i64(onward_first[onwards + 1])
                while place < end:
                    step = i64(onward[place])
                    there = step & 0xFFFF
                    known = best_odds[floor + there]
                    if known < least:
                        if i64(occupant[there]) != -1 and not large:
                            best_odds[floor + there] = CLOSED
                            self.note_closed(floor + there)
                        elif (
                            careful
                            or i64(notes[there]) != 0
                            or (guarded and (i64(token[there]) != NO_TOKEN or i64(marked[there]) != 0))
                        ):
                            total = self.enter(game, number - 1, cost, step >> 16, there, last, total)
                        else:
                            # the common case, one step with at most a Rush and a Dodge that no module has a say about:
                            # what `enter` does, without the call
                            chance = chance_here
                            rolls = roll
                            if marks != 0:
                                facing = i64(around[there]) & MOST_MARKS
                                chance *= dodge_chances[facing]
                                rolls |= (clauses.DODGE << 4 | dodge_faces[facing]) << shift
                            if chance > known + A_TRIFLE:
                                label = i64(best_label[floor + there])
                                if known == 0.0 or label < last:
                                    label = total
                                    total += 1
                                    best_label[floor + there] = i32(label)
                                best_odds[floor + there] = chance
                                word = there | number << FROM | cost + 1 << SPENT | (step >> 16) << HOW | layer << LAYER
                                labels[label] = word
                                odds[label] = chance
                                rolls_of[label] = rolls
                    place += 1
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
        if self.marks_on(here) != 0:
            needed = self.dodge_face(game, here, there, layer)
            chance *= self.chances[needed]
            rolls |= (clauses.DODGE << 4 | needed) << shift
            shift += 8
        if i64(self.notes[there]) & BALL_NOTE != 0:
            onward = self.with_ball(game, there, layer)
            if onward >= 0:
                needed = self.pick_up_face(game, there, layer)
                chance *= self.chances[needed]
                rolls |= (clauses.PICK_UP << 4 | needed) << shift
                layer = onward
        if len(rules.step_risks) > 0:
            chance *= self.unharmed(game, here, there, layer)
            if number == 0:
                chance *= self.set_out(game, here)
        word = there | number + 1 << FROM | cost + paid << SPENT | direction << HOW | layer << LAYER
        if paid == 1:
            return self.keep(word, chance, rolls, last, total)
        self.wait(word, chance, rolls)
        return total

    def keep(self, word: i64, chance: float, rolls: i64, last: i64, total: i64) -> i64:
        """Keep a label if it is safer than all labels that cost no more. Returns how many labels there are now.

        A worse label of the same cost is replaced, because no path goes on from it yet.
        """
        layer = word >> LAYER
        slot = layer * self.nodes + (word & 0xFFFF)
        known = self.best_odds[slot]
        if chance <= known + A_TRIFLE:
            return total
        if layer & HAS_JUMPED != 0 and chance <= self.best_odds[slot - self.nodes] + A_TRIFLE:
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

    def note_closed(self, place: i64) -> None:
        if self.closed_count == len(self.closed):
            self.closed = append(self.closed, i32(place))
        else:
            self.closed[self.closed_count] = i32(place)
        self.closed_count += 1

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
            if middle >= 0 and (self.leaps or i64(self.notes[middle]) & DOWN_NOTE != 0):
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
        if len(game.rules.step_bars) > 0:
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
        if i64(self.notes[there]) & BALL_NOTE != 0:
            laden = self.with_ball(game, there, onward)
            if laden >= 0:
                needed = self.pick_up_face(game, there, onward)
                chance *= self.chances[needed]
                rolls |= (clauses.PICK_UP << 4 | needed) << shift
                onward = laden
        if len(game.rules.step_risks) > 0:
            chance *= self.unharmed(game, here, there, onward)
            if number == 0:
                chance *= self.set_out(game, here)
        if chance > self.best_odds[onward * self.nodes + there]:
            self.wait(
                there | number + 1 << FROM | cost + price << SPENT | BY_JUMP << HOW | onward << LAYER, chance, rolls
            )

    def scores(self, game: Game, square: i64) -> bool:
        """Whether the player would score there with a ball."""
        game.square[self.piece] = i16(square)
        return game.rules.policies.scoring.counts(game, self.piece)

    def collected(self, game: Game, piece: i64, start: i64, layer: i64, setting_out: SettingOut, total: i64) -> Reach:
        """Copy the labels into a `Reach` and empty the arrays."""
        count = game.dungeon.count
        nodes = self.nodes
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
            best_odds[(word >> LAYER) * nodes + square] = 0.0
            chance = odds[number]
            if chance > odds_by_square[square] + A_TRIFLE:
                odds_by_square[square] = chance
                best[square] = i32(number)
            if word >> LAYER & HOLDS_BALL != 0:
                other = i64(held[square])
                if other < 0 or chance > odds[other] + A_TRIFLE:
                    held[square] = i32(number)
            number += 1
        closed = self.closed
        number = 0
        while number < self.closed_count:
            best_odds[i64(closed[number])] = 0.0
            number += 1
        self.closed_count = 0
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
