"""What lies about when a player sets out: the notes that the search of paths makes on squares before it begins, and the
balls that the player may pick up on its way."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import HELD
from dungeonbowl.engine.reach import HOLDS_BALL, MOST_PICKED_UP, PICKED_UP
from dungeonbowl.engine.statuses import NO_ZONE_MASK, STANDING

# Notes on squares. The first two kinds can be added up: four bits a kind.
ZONE_NOTE: Final[i64] = 1  # an opponent with its Tackle Zone
DOWN_NOTE: Final[i64] = 16  # a player to jump over
SUMMED: Final[i64] = 255
BALL_NOTE: Final[i64] = 256
SUMMED_UP: Final[i64] = 512  # the note has been added to the squares beside it


class Notes:
    """The notes of one search. They are empty between two searches.

    Few squares have a note and every square of the search asks about the squares beside it. So a note is added to the
    sums of the squares beside it when it is written, instead of adding up eight notes for every square that asks: a
    search took 12 % of its time for that.
    """

    notes: vec[i16]  # by square
    around: vec[i16]  # by square: the sum of the notes beside it
    noted: vec[i16]  # the squares with a note; some may be listed twice
    loose: vec[i64]  # the numbers of the balls that can be picked up on the way
    lying: vec[i16]  # and their squares

    def __init__(self, nodes: i64) -> None:
        self.nodes = nodes
        self.notes = vec[i16]([0] * int(nodes))
        self.around = vec[i16]([0] * int(nodes))
        self.noted = vec[i16]([0] * 64)
        self.noted_count: i64 = 0
        self.piece: i64 = 0
        self.side: i64 = 0
        self.unhindered: bool = False  # Tackle Zones do not hinder the player
        self.loose = vec[i64]([0] * int(MOST_PICKED_UP))
        self.lying = vec[i16]([0] * int(MOST_PICKED_UP))
        self.loose_count: i64 = 0
        self.several: bool = False  # whether there are several balls: each has its bit
        self.hands: i64 = 0  # how many more balls the player can hold
        self.laden: bool = False  # the player starts with a ball

    def write_notes(self, game: Game) -> bool:
        """Write the notes of opponents' zones, loose balls and players that are down. Returns whether any player is
        down."""
        squads = game.squads
        squares = game.square
        statuses = game.status
        sides = game.side_of
        conditions = game.conditions
        sizes = squads.size
        large = squads.has_large
        downs = False
        piece: i64 = 0
        count = squads.count
        while piece < count:
            square = i64(squares[piece])
            if square >= 0 and piece != self.piece:
                note: i64 = 0
                if i64(statuses[piece]) != STANDING:
                    note = DOWN_NOTE
                    downs = True
                elif self.unhindered:
                    note = 0
                elif i64(sides[piece]) != self.side and conditions[piece] & NO_ZONE_MASK == 0:
                    note = ZONE_NOTE
                if not large or i64(sizes[piece]) == 1:
                    self.note(square, note)
                else:
                    for covered in game.dungeon.footprint(square, i64(sizes[piece])):
                        self.note(i64(covered), note)
            piece += 1
        self.several = len(game.balls) > 1
        self.loose_count = 0
        ball: i64 = 0
        while ball < len(game.balls):
            square = i64(game.balls[ball])
            if square >= 0:
                self.note(square, BALL_NOTE)
                if self.loose_count < MOST_PICKED_UP:
                    self.loose[self.loose_count] = ball
                    self.lying[self.loose_count] = i16(square)
                    self.loose_count += 1
            ball += 1
        self.sum_up(game)
        return downs

    def note(self, square: i64, note: i64) -> None:
        self.notes[square] = i16(note)
        if note != 0:
            if self.noted_count == len(self.noted):
                self.noted = append(self.noted, i16(square))
            else:
                self.noted[self.noted_count] = i16(square)
            self.noted_count += 1

    def sum_up(self, game: Game) -> None:
        """Add every note to the squares beside it."""
        trails = game.dungeon.trails()
        beside = trails.beside
        first = trails.beside_first
        notes = self.notes
        noted = self.noted
        around = self.around
        count = self.noted_count
        index: i64 = 0
        while index < count:
            square = i64(noted[index])
            note = i64(notes[square])
            if note & SUMMED != 0 and note & SUMMED_UP == 0:
                notes[square] = i16(note | SUMMED_UP)
                place = i64(first[square])
                end = i64(first[square + 1])
                while place < end:
                    other = i64(beside[place])
                    around[other] = i16(i64(around[other]) + (note & SUMMED))
                    place += 1
            index += 1

    def wipe_notes(self, game: Game) -> None:
        """Remove all notes and their sums."""
        trails = game.dungeon.trails()
        beside = trails.beside
        first = trails.beside_first
        notes = self.notes
        noted = self.noted
        around = self.around
        count = self.noted_count
        index: i64 = 0
        while index < count:
            square = i64(noted[index])
            if i64(notes[square]) & SUMMED_UP != 0:
                place = i64(first[square])
                end = i64(first[square + 1])
                while place < end:
                    around[i64(beside[place])] = 0
                    place += 1
            notes[square] = 0
            index += 1
        self.noted_count = 0

    # --- balls on the way -----------------------------------------------------------------------------------------

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
