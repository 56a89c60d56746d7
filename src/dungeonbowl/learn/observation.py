"""What a learner sees, written into buffers that NumPy reads without copying.

A painter keeps one row of the buffers up to date: it remembers what it has painted, and paints only what has changed
since. It reads only the game, which holds nothing secret, and shows it from the side that is asked.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from dungeonbowl.engine import abilities
from dungeonbowl.engine.abilities import WORDS
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.places import BARRED, HELD
from dungeonbowl.engine.setup import Squads
from dungeonbowl.engine.sides import NOBODY, SCORE, TURNS, ZONE
from dungeonbowl.engine.statuses import (
    ACTIVATED,
    ARRIVED,
    NO_ZONE_MASK,
    ROOTED,
    STANDING,
    STUNNED,
    TELEPORT_MASK,
    TELEPORTED,
)
from dungeonbowl.engine.tokens import CHEST_TOKEN, PORTAL_TOKEN
from dungeonbowl.learn import shape
from dungeonbowl.learn.action_space import shown_row
from dungeonbowl.learn.canvas import Canvas
from dungeonbowl.learn.geometry import SHELF, Geometry
from dungeonbowl.learn.macros import Macros
from dungeonbowl.learn.match_numbers import flag, paint_numbers
from dungeonbowl.learn.question import Question
from dungeonbowl.learn.ways import Ways

SHOWN_CONDITIONS: Final[i64] = int(ACTIVATED | ARRIVED | TELEPORT_MASK | NO_ZONE_MASK | ROOTED)
UNSEEN: Final[i64] = -99
NO_PASSING_SHOWN: Final[i64] = 7

# The abilities that have a flag of their own in the table of players.
SHOWN_ABILITIES: Final = vec[i64](
    [
        int(ability)
        for ability in (
            abilities.NO_HANDS,
            abilities.IGNORES_BOTH_DOWN,
            abilities.REROLLS_DODGE,
            abilities.CANCELS_DODGE,
            abilities.REROLLS_PICK_UP,
            abilities.REROLLS_CATCH,
            abilities.REROLLS_PASS,
            abilities.REROLLS_RUSH,
            abilities.HITS_HARDER,
            abilities.HELPS_WHEN_MARKED,
            abilities.PICKS_PUSH_SQUARE,
            abilities.STANDS_FIRM,
            abilities.THROWS_TEAM_MATES,
            abilities.THROWABLE,
            abilities.LEAPS,
        )
    ]
)


@final
class Painter:
    """Keeps one row of a canvas up to date."""

    planes: vec[u8]
    players: vec[u8]
    match: vec[u8]
    places: vec[i64]
    conditions: vec[i64]
    abilities: vec[i64]  # of each piece, as painted
    changed: vec[i64]
    tokens: vec[i64]
    balls: vec[i64]

    def __init__(self, canvas: Canvas, row: i64) -> None:
        self.planes = canvas.planes
        self.players = canvas.players
        self.match = canvas.match
        board = canvas.board
        self.board = board
        self.cells: i64 = board.cells
        self.width: i64 = board.width
        self.plane_base: i64 = row * shape.PLANES * board.cells
        self.player_base: i64 = row * board.player_rows * shape.PLAYER_COLUMNS
        self.match_base: i64 = row * board.match_columns
        self.question = Question(canvas, row)
        self.menu = self.question.menu
        self.ways = Ways(canvas, row)
        self.macros: Macros | None = None  # if macro actions can be chosen too
        self.geometry: Geometry | None = None
        self.squads: Squads | None = None
        self.side: i64 = NOBODY
        self.places = vec[i64]()  # square and status of each piece, as painted
        self.conditions = vec[i64]()
        self.abilities = vec[i64]()
        self.changed = vec[i64]()
        self.changes: i64 = 0
        self.tokens = vec[i64]()  # places in the buffer that show a token
        self.token_sign: i64 = UNSEEN
        self.balls = vec[i64]()
        self.ball_sign: i64 = UNSEEN
        self.chest_sign: i64 = UNSEEN

    def paint(self, game: Game, side: i64) -> None:
        """Paint the match for a side. If the side is asked, the options must have been listed just before
        (`list_options`); if not, it sees no legal action."""
        geometry = self.geometry
        zone = game.side_value(side, ZONE)
        if geometry is None or geometry.dungeon is not game.dungeon or self.squads is not game.squads:
            geometry = SHELF.find(game.dungeon, zone, self.board)
            self.begin(game, side, geometry)
        elif geometry.zone != zone or side != self.side:
            geometry = SHELF.find(game.dungeon, zone, self.board)
            if game.squads.sides == 2:
                self.turn(game, side, geometry)
            else:
                self.begin(game, side, geometry)
        else:
            self.question.wipe()
        self.paint_tokens(game, geometry)
        self.paint_pieces(game, geometry)
        self.paint_balls(game, geometry)
        self.ways.paint(game, geometry, self.chest_sign)
        paint_numbers(self.match, self.match_base, game, side, self.board)
        if side == game.asked and not game.over:
            macros = self.macros
            if macros is None:
                self.menu.open(game, side, geometry)
            else:
                macros.open(game, side)
                self.menu.open_macros(game, side, geometry, macros)
        else:
            self.menu.close()
        self.question.paint(game, geometry, side)

    def choose(self, game: Game, key: i64) -> i64:
        """Take an index. Returns its action, or 0 if its next part is asked for now."""
        geometry = self.geometry
        assert geometry is not None
        self.question.close()
        action = self.menu.choose(game, self.side, geometry, key)
        if action == 0:
            self.question.wipe()
            self.question.paint(game, geometry, self.side)
        return action

    # --- a new frame ----------------------------------------------------------------------------------------------

    def begin(self, game: Game, side: i64, geometry: Geometry) -> None:
        """Another match, another side or another dungeon: paint everything again."""
        self.wipe()
        planes = self.planes
        base = self.plane_base
        offsets = geometry.offsets
        values = geometry.values
        count = i64(len(offsets))
        index: i64 = 0
        while index < count:
            planes[base + offsets[index]] = values[index]
            index += 1
        self.geometry = geometry
        self.squads = game.squads
        self.side = side
        self.token_sign = UNSEEN
        self.ball_sign = UNSEEN
        pieces = game.squads.count
        while i64(len(self.places)) < pieces:
            self.places = append(self.places, 0)
            self.conditions = append(self.conditions, 0)
            self.changed = append(self.changed, 0)
            word: i64 = 0
            while word < WORDS:
                self.abilities = append(self.abilities, 0)
                word += 1
        piece: i64 = 0
        while piece < pieces:
            self.places[piece] = UNSEEN
            self.paint_sheet(game, piece)
            piece += 1

    def turn(self, game: Game, side: i64, geometry: Geometry) -> None:
        """The same match from its other side: paint what differs, and exchange the rows of the two sides. A learner
        that plays both sides is turned once in twenty decisions, and to begin again took an eighth of all time."""
        shown = self.geometry
        assert shown is not None
        self.question.wipe()
        self.menu.close()
        self.wipe_tokens(shown)
        planes = self.planes
        base = self.plane_base
        turning = geometry.turned_from(shown)
        offsets = turning.offsets
        values = turning.values
        count = i64(len(offsets))
        index: i64 = 0
        while index < count:
            planes[base + offsets[index]] = values[index]
            index += 1
        if side != self.side:
            players = self.players
            index = self.player_base
            other = index + shape.SLOTS * shape.PLAYER_COLUMNS
            last = other
            while index < last:
                value = players[index]
                players[index] = players[other]
                players[other] = value
                index += 1
                other += 1
        self.geometry = geometry
        self.side = side
        self.token_sign = UNSEEN
        self.ball_sign = UNSEEN
        self.renew_abilities(game)

    def wipe(self) -> None:
        """Make the row as empty as it was at the beginning."""
        self.question.wipe()
        self.menu.count = 0
        geometry = self.geometry
        if geometry is None:
            return
        planes = self.planes
        base = self.plane_base
        for offset in geometry.offsets:
            planes[base + offset] = 0
        self.wipe_tokens(geometry)
        players = self.players
        index = self.player_base
        last = index + self.board.player_rows * shape.PLAYER_COLUMNS
        while index < last:
            players[index] = 0
            index += 1

    def wipe_tokens(self, geometry: Geometry) -> None:
        """Clear everything that moves: tokens, balls, ways, pieces."""
        planes = self.planes
        for place in self.tokens:
            planes[place] = 0
        self.tokens = vec[i64]()
        for place in self.balls:
            if place >= 0:
                planes[place] = 0
            else:
                self.players[-place - 1] = 0
        self.balls = vec[i64]()
        self.ways.wipe(geometry)
        squads = self.squads
        assert squads is not None
        piece: i64 = 0
        while piece < squads.count:
            self.put_piece(squads, geometry, piece, False)
            self.places[piece] = UNSEEN
            piece += 1

    def row_of(self, game: Game, piece: i64) -> i64:
        """The row of a piece in the table of players, or -1."""
        return shown_row(game, self.side, piece, self.board)

    def paint_sheet(self, game: Game, piece: i64) -> None:
        """Paint the sheet of a player."""
        row = self.row_of(game, piece)
        if row < 0:
            return
        at = self.player_base + row * shape.PLAYER_COLUMNS
        players = self.players
        squads = game.squads
        players[at + shape.PLAYER_PRESENT] = 1
        players[at + shape.PLAYER_MOVEMENT] = squads.movement[piece]
        players[at + shape.PLAYER_STRENGTH] = squads.strength[piece]
        players[at + shape.PLAYER_AGILITY] = squads.agility[piece]
        passing = i64(squads.passing[piece])
        if passing > NO_PASSING_SHOWN:
            passing = NO_PASSING_SHOWN
        players[at + shape.PLAYER_PASSING] = u8(passing)
        players[at + shape.PLAYER_ARMOUR] = squads.armour[piece]
        self.paint_abilities(game, piece)

    def paint_abilities(self, game: Game, piece: i64) -> None:
        word: i64 = piece * WORDS
        while word < (piece + 1) * WORDS:
            self.abilities[word] = game.abilities[word]
            word += 1
        row = self.row_of(game, piece)
        if row < 0:
            return
        at = self.player_base + row * shape.PLAYER_COLUMNS + shape.PLAYER_ABILITIES
        for ability in SHOWN_ABILITIES:
            self.players[at] = flag(game.can(piece, ability))
            at += 1

    def renew_abilities(self, game: Game) -> None:
        """Paint the abilities of the players who have gained or lost some."""
        seen = self.abilities
        now = game.abilities
        last = game.squads.count * WORDS
        word: i64 = 0
        while word < last:
            if seen[word] != now[word]:
                self.paint_abilities(game, word // WORDS)
            word += 1

    # --- what changes ---------------------------------------------------------------------------------------------

    def paint_tokens(self, game: Game, geometry: Geometry) -> None:
        """Paint chests and portals. They are looked for again if their number, a portal, the turn or the drive has
        changed."""
        sign = game.chests_closed * 64 + game.active + 1
        for square in game.portals:
            sign = (sign * 31 + i64(square)) & 0xFFFFFFFFFF
        side: i64 = 0
        while side < game.squads.sides:
            sign = (sign * 31 + game.side_value(side, TURNS) * 8 + game.side_value(side, SCORE)) & 0xFFFFFFFFFF
            side += 1
        # traps are laid before the first turn, and with some rules within a turn
        if sign == self.token_sign and game.active >= 0 and not game.rules.floor_watched:
            return
        self.token_sign = sign
        planes = self.planes
        for place in self.tokens:
            planes[place] = 0
        found = vec[i64]()
        chests: i64 = 1
        token = game.token
        cells = geometry.cell
        count = game.dungeon.count
        node: i64 = 0
        while node < count:
            if token[node] != 0:
                plane = shape.PORTALS
                shown: u8 = 1
                if i64(token[node]) == CHEST_TOKEN:
                    plane = shape.CHESTS
                    chests = (chests * 4099 + node + 1) & 0xFFFFFFFFFF
                elif i64(token[node]) < PORTAL_TOKEN:  # a trap, a statue, or a token that teleports
                    shown = 2
                    if i64(game.occupant[node]) == BARRED:  # a way has ended here
                        chests = (chests * 4111 + node + 1) & 0xFFFFFFFFFF
                if cells[node] >= 0:
                    at = self.plane_base + plane * self.cells + i64(cells[node])
                    planes[at] = shown
                    found = append(found, at)
            node += 1
        self.tokens = found
        self.chest_sign = chests

    def paint_pieces(self, game: Game, geometry: Geometry) -> None:
        places = self.places
        conditions = self.conditions
        squares = game.square
        statuses = game.status
        now = game.conditions
        count = game.squads.count
        squads = game.squads
        changed = self.changed
        self.changes = 0
        piece: i64 = 0
        while piece < count:
            if (
                places[piece] != i64(squares[piece]) * 16 + i64(statuses[piece])
                or conditions[piece] != now[piece] & SHOWN_CONDITIONS
            ):
                self.put_piece(squads, geometry, piece, False)
                changed[self.changes] = piece
                self.changes += 1
            piece += 1
        index: i64 = 0
        while index < self.changes:  # only after all old places are cleared: a piece may stand where another stood
            piece = changed[index]
            places[piece] = i64(squares[piece]) * 16 + i64(statuses[piece])
            conditions[piece] = now[piece] & SHOWN_CONDITIONS
            self.put_piece(squads, geometry, piece, True)
            self.paint_row(game, geometry, piece)
            index += 1
        if self.changes > 0:
            self.paint_marked(game, geometry, self.side, 0, shape.OTHER_MARKS)
            other: i64 = 1
            while other < game.squads.sides and other < self.board.sides:
                side = (self.side + other) % game.squads.sides
                self.paint_marked(game, geometry, side, other * shape.SLOTS, shape.OWN_MARKS)
                other += 1
        if game.rules.tables.furnishing.chest_items > 0:  # what is found in chests changes what players can do
            self.renew_abilities(game)

    def put_piece(self, squads: Squads, geometry: Geometry, piece: i64, on: bool) -> None:
        """Paint a piece where it was last seen, or remove it."""
        place = self.places[piece]
        condition = self.conditions[piece]
        square = place >> 4
        status = place & 15
        if square < 0:
            return
        side = i64(squads.side[piece])
        cell = i64(geometry.cell[square])
        planes = self.planes
        mark: u8 = 0
        if on:
            mark = 1
        if cell >= 0:
            plane = shape.NEUTRAL
            if side >= squads.sides or status > STUNNED:
                plane = shape.NEUTRAL
            elif side == self.side:
                plane = shape.OWN_STANDING + status
            else:
                plane = shape.OTHER_STANDING + status
            planes[self.plane_base + plane * self.cells + cell] = mark
            if condition & (ACTIVATED | ARRIVED) != 0:
                planes[self.plane_base + shape.USED_UP * self.cells + cell] = mark
        if status == STANDING and condition & NO_ZONE_MASK == 0:
            base = self.plane_base + shape.OTHER_MARKS * self.cells
            if side == self.side:
                base = self.plane_base + shape.OWN_MARKS * self.cells
            cells = geometry.cell
            steps = geometry.dungeon.neighbours
            step = square * 8
            last = step + 8
            while step < last:
                neighbour = i64(steps[step])
                if neighbour >= 0 and cells[neighbour] >= 0:
                    at = base + i64(cells[neighbour])
                    if on:
                        planes[at] = planes[at] + 1
                    else:
                        planes[at] = planes[at] - 1
                step += 1

    def paint_row(self, game: Game, geometry: Geometry, piece: i64) -> None:
        row = self.row_of(game, piece)
        if row < 0:
            return
        at = self.player_base + row * shape.PLAYER_COLUMNS
        players = self.players
        square = i64(game.square[piece])
        condition = game.conditions[piece]
        cell: i64 = -1
        if square >= 0:
            cell = i64(geometry.cell[square])
        players[at + shape.PLAYER_ON_BOARD] = flag(square >= 0)
        if cell >= 0:
            players[at + shape.PLAYER_COLUMN] = u8(cell % self.width)
            players[at + shape.PLAYER_ROW] = u8(cell // self.width)
        else:
            players[at + shape.PLAYER_COLUMN] = 0
            players[at + shape.PLAYER_ROW] = 0
        players[at + shape.PLAYER_STATUS] = game.status[piece]
        players[at + shape.PLAYER_USED] = flag(condition & (ACTIVATED | ARRIVED) != 0)
        players[at + shape.PLAYER_NO_ZONE] = flag(condition & NO_ZONE_MASK != 0)
        players[at + shape.PLAYER_ROOTED] = flag(condition & ROOTED != 0)
        players[at + shape.PLAYER_TELEPORTS] = u8((condition & TELEPORT_MASK) // TELEPORTED)

    def paint_marked(self, game: Game, geometry: Geometry, side: i64, row: i64, plane: i64) -> None:
        """How many opponents mark each player of a side; read from the planes after all pieces are painted."""
        base = self.plane_base + plane * self.cells
        at = self.player_base + row * shape.PLAYER_COLUMNS + shape.PLAYER_MARKED
        planes = self.planes
        players = self.players
        cells = geometry.cell
        squares = game.square
        piece = game.first_piece(side)
        last = game.last_piece(side)
        if last > piece + shape.SLOTS:
            last = piece + shape.SLOTS
        while piece < last:
            square = i64(squares[piece])
            if square >= 0 and cells[square] >= 0:
                players[at] = planes[base + i64(cells[square])]
            else:
                players[at] = 0
            at += shape.PLAYER_COLUMNS
            piece += 1

    def paint_balls(self, game: Game, geometry: Geometry) -> None:
        """Paint loose balls, the carriers, and the acting player."""
        sign: i64 = game.acting + 1
        for where in game.balls:
            holder = HELD - i64(where)
            if holder >= 0:
                sign = (sign * 31 + i64(game.square[holder]) + 7) & 0xFFFFFFFFFF
            sign = (sign * 4099 + i64(where) + 1024) & 0xFFFFFFFFFF
        if game.acting >= 0:
            sign = (sign * 4099 + i64(game.square[game.acting]) + 1) & 0xFFFFFFFFFF
        if sign == self.ball_sign:
            return
        self.ball_sign = sign
        planes = self.planes
        for place in self.balls:
            if place >= 0:
                planes[place] = 0
            else:
                self.players[-place - 1] = 0
        self.balls = vec[i64]()
        match = self.match
        at = self.match_base
        match[at + shape.BALL_COLUMN] = 0
        match[at + shape.BALL_ROW] = 0
        match[at + shape.BALL_HOLDER] = 0
        for where in game.balls:
            square = i64(where)
            piece = HELD - square
            if piece >= 0:
                self.show(game, geometry, piece, shape.CARRIER, shape.PLAYER_BALL)
                square = i64(game.square[piece])
                match[at + shape.BALL_HOLDER] = 2 - flag(i64(game.side_of[piece]) == self.side)
            elif square >= 0 and geometry.cell[square] >= 0:
                place = self.plane_base + shape.BALL * self.cells + i64(geometry.cell[square])
                planes[place] = 1
                self.balls = append(self.balls, place)
            if square >= 0 and geometry.cell[square] >= 0:
                match[at + shape.BALL_COLUMN] = u8(i64(geometry.cell[square]) % self.width + 1)
                match[at + shape.BALL_ROW] = u8(i64(geometry.cell[square]) // self.width + 1)
        match[at + shape.ACTING_ROW] = 0
        if game.acting >= 0:
            self.show(game, geometry, game.acting, shape.ACTING, shape.PLAYER_ACTING)
            match[at + shape.ACTING_ROW] = u8(self.row_of(game, game.acting) + 1)

    def show(self, game: Game, geometry: Geometry, piece: i64, plane: i64, column: i64) -> None:
        """Mark one piece, on the board and in the table."""
        square = i64(game.square[piece])
        if square >= 0 and geometry.cell[square] >= 0:
            place = self.plane_base + plane * self.cells + i64(geometry.cell[square])
            self.planes[place] = 1
            self.balls = append(self.balls, place)
        row = self.row_of(game, piece)
        if row >= 0:
            place = self.player_base + row * shape.PLAYER_COLUMNS + column
            self.players[place] = 1
            self.balls = append(self.balls, -place - 1)
