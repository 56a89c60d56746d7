"""Everything that changes during a match, and the questions that all procedures ask about it.

Arrays are `vec`s: pieces, squares, balls and sides are small numbers that index them. A clone copies the arrays and the
frames. What never changes (dungeon, squads, rules) is shared. Tables that change rarely (tokens, the step table when a
door opens, the abilities when an item is found) are shared too until a clone replaces its own: never write into them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from dungeonbowl.engine.abilities import (
    FOR_HIRE,
    HOLDS_BACK,
    MANY_HANDED,
    NO_HANDS,
    STANDS_FIRM,
    WORDS,
)
from dungeonbowl.engine.copying import pickled
from dungeonbowl.engine.events import BALL_RESTED, LEFT_PLAY, MATCH_ENDED, POINTS_EARNED, Event
from dungeonbowl.engine.footprints import touches
from dungeonbowl.engine.frames import ASK, BECOME, CALL, DONE, NOTHING, READ, ROLL, Frame, chain_of_copies
from dungeonbowl.engine.laying_out import begin_pieces, begin_sides, lay_out
from dungeonbowl.engine.passages import are_linked, marks_through
from dungeonbowl.engine.places import BARRED, FREE, HELD, HIDDEN
from dungeonbowl.engine.progress import FINISHED
from dungeonbowl.engine.sides import NEXT, NOBODY, SIDE_COLUMNS
from dungeonbowl.engine.statuses import (
    LOST_ZONE_MASK,
    NO_ZONE_MASK,
    PRONE,
    RESERVES,
    STANDING,
    STUNNED,
    TELEPORT_MASK,
    TELEPORTED,
)
from dungeonbowl.engine.tokens import CHEST_TOKEN, NO_TOKEN, PORTAL_TOKEN

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.engine.rules import Rules
    from dungeonbowl.engine.setup import Squads

OPTION_ROOM: Final[i64] = 8192


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class Game:
    """One match in progress. The types of attributes are declared here because the copying constructor reads them
    first.

    The constructor sets every attribute before it calls a method: then compiled code need not ask, at each of some two
    thousand places, whether the attribute is there."""

    rules: Rules
    dungeon: Dungeon
    squads: Squads
    # pieces
    square: vec[i16]
    status: vec[u8]
    conditions: vec[i64]
    # squares
    occupant: vec[i16]
    # balls, sides, modules
    balls: vec[i16]
    sides: vec[i64]
    memo: vec[i64]
    # shared until replaced
    token: vec[u8]  # by square; `put_token` replaces it
    steps: vec[i16]  # as in `Dungeon.walks`: where a player can walk, and which squares are adjacent
    abilities: vec[i64]
    portals: vec[i16]
    side_of: vec[u8]
    # the machine
    top: Frame  # the frame at work; NOTHING before the first and after the last
    called: Frame
    offered: vec[i64]
    events: list[Event]
    forced: list[int]  # answers that no coach was asked for, because there was only one

    def __init__(self, rules: Rules, dungeon: Dungeon, squads: Squads, other: Game | None = None) -> None:
        self.rules = rules
        self.dungeon = dungeon
        self.squads = squads
        self.called = NOTHING
        self.recording: bool = False
        self.revealed: bool = False
        if other is not None:  # the clone: slices copy, frames copy themselves
            self.square = other.square[:]
            self.status = other.status[:]
            self.conditions = other.conditions[:]
            self.occupant = other.occupant[:]
            self.token = other.token
            self.balls = other.balls[:]
            self.sides = other.sides[:]
            self.memo = other.memo[:]
            self.steps = other.steps
            self.abilities = other.abilities
            self.portals = other.portals
            self.side_of = other.side_of
            self.top = chain_of_copies(other.top)
            self.offered = other.offered  # scratch space: valid until any clone lists options again
            self.offers: i64 = 0
            self.events = other.events  # a clone does not record; `record` gives it its own list
            self.forced = other.forced
            self.signal: i64 = other.signal
            self.asked: i64 = other.asked
            self.result: i64 = other.result
            self.dice_count: i64 = other.dice_count
            self.dice_kind: i64 = other.dice_kind
            self.dice_clause: i64 = other.dice_clause
            self.dice_side: i64 = other.dice_side
            self.active: i64 = other.active
            self.first_side: i64 = other.first_side
            self.acting: i64 = other.acting
            self.declared: i64 = other.declared
            self.target: i64 = other.target
            self.allowance: i64 = other.allowance
            self.moves_left: i64 = other.moves_left
            self.rushes_left: i64 = other.rushes_left
            self.progress: i64 = other.progress
            self.turnover: i64 = other.turnover
            self.over: bool = other.over
            self.halted: bool = other.halted
            self.half: i64 = other.half
            self.drive_ending: i64 = other.drive_ending
            self.scorer: i64 = other.scorer
            self.layout: i64 = other.layout
            self.winner: i64 = other.winner
            self.ending: i64 = other.ending
            self.chests_closed: i64 = other.chests_closed
            self.balls_hidden: i64 = other.balls_hidden
            self.items_hidden: i64 = other.items_hidden
            self.natural: i64 = other.natural
            self.modified: i64 = other.modified
            self.doubles: bool = other.doubles
            self.decisions: i64 = other.decisions
            return
        rules = rules.fitted(dungeon, squads)
        self.rules = rules
        pieces = int(squads.count)
        self.square = vec[i16]([-1] * pieces)
        self.status = vec[u8]([int(RESERVES)] * pieces)
        self.conditions = vec[i64]([0] * pieces)
        self.occupant = vec[i16]()  # the next four by `lay_out`
        self.token = vec[u8]()
        self.steps = dungeon.walks
        self.portals = vec[i16]()
        self.chests_closed = 0
        self.balls = vec[i16]([int(HIDDEN)] * int(rules.tables.balls.count))
        self.sides = vec[i64]([0] * int((squads.sides + 1) * SIDE_COLUMNS))  # the last row is for pieces of no side
        self.memo = vec[i64]([0] * rules.memory)
        self.abilities = squads.abilities
        self.side_of = squads.side
        self.top = NOTHING
        self.offered = vec[i64]([0] * int(OPTION_ROOM))
        self.offers = 0
        self.events = []
        self.forced = []
        self.signal = 0
        self.asked = NOBODY
        self.result = 0
        self.dice_count = 0
        self.dice_kind = 0
        self.dice_clause = 0
        self.dice_side = NOBODY
        self.active = NOBODY
        self.first_side = 0
        self.acting = NOBODY
        self.declared = 0
        self.target = NOBODY
        self.allowance = 0
        self.moves_left = 0
        self.rushes_left = 0
        self.progress = 0
        self.turnover = 0
        self.over = False
        self.halted = False
        self.half = 1
        self.drive_ending = 0
        self.scorer = NOBODY
        self.layout = -1
        self.winner = NOBODY
        self.ending = 0
        self.balls_hidden = rules.tables.balls.count
        self.items_hidden = rules.tables.furnishing.chest_items
        self.natural = 0
        self.modified = 0
        self.doubles = False
        self.decisions = 0
        lay_out(self)
        begin_sides(self)
        begin_pieces(self)

    def clone(self) -> Game:
        """An independent copy that can be played on. It records no events until `record` is called."""
        return Game(self.rules, self.dungeon, self.squads, self)

    def unshare_options(self) -> None:
        """Give this clone its own room for options, for use in another thread: clones share theirs as scratch space.
        Only compiled code may do it: a vec that interpreted code assigns to an attribute is never freed."""
        self.offered = self.offered[:]

    def __copy__(self) -> Game:
        """What `copy.copy` makes: a clone with its events so far and its own scratch space."""
        found = self.clone()
        found.unshare_options()
        found.recording = self.recording
        found.revealed = self.revealed
        found.events = self.events[:]
        return found

    def __deepcopy__(self, memo: object) -> Game:
        """The same as `copy.copy`: rules, dungeon and squads never change and need no copies."""
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return pickled("reduced_game", self)

    def as_known_to(self, side: i64) -> Game:
        """A clone that holds only what `side` knows; -1 for an onlooker. What the side cannot know is undecided there,
        and is decided by dice or by nothing when it matters."""
        known = self.clone()
        for module in self.rules.secrets:
            module.conceal(known, side)
        return known

    def is_open_to(self, side: i64) -> bool:
        """Whether the side knows everything."""
        if len(self.rules.secrets) == 0:
            return True
        known = self.as_known_to(side)
        index: i64 = 0
        while index < len(self.memo):
            if known.memo[index] != self.memo[index]:
                return False
            index += 1
        return True

    def reveal(self) -> None:
        """Something that was decided in secret has been shown. Like a die, it cannot be taken back."""
        self.revealed = True

    def record(self) -> None:
        """Start to record events, in a new list."""
        self.recording = True
        self.events = []
        self.forced = []

    # --- what a frame says when it hands control back -------------------------------------------------------------

    def call(self, frame: Frame) -> i64:
        self.called = frame
        return CALL

    def become(self, frame: Frame) -> i64:
        self.called = frame
        return BECOME

    def roll(self, count: i64, kind: i64, clause: i64, side: i64) -> i64:
        """Ask for dice: how many, which kind, for which clause, and which side throws them (-1: no side)."""
        self.dice_count = count
        self.dice_kind = kind
        self.dice_clause = clause
        self.dice_side = side
        return ROLL

    def ask(self, side: i64) -> i64:
        self.asked = side
        return ASK

    def ask_or_take(self, frame: Frame, side: i64) -> i64:
        """Ask a coach, unless only one option has just been listed: that option is taken without asking."""
        if self.offers == 1:
            self.note_forced(self.offered[0])
            return frame.chosen(self, self.offered[0])
        return self.ask(side)

    def note_forced(self, action: i64) -> None:
        """Remember the only answer to a decision that no coach was asked for. Records of a match need it."""
        if self.recording:
            self.forced.append(int(action))

    def done(self, result: i64) -> i64:
        self.result = result
        return DONE

    def read(self, dice: i64) -> i64:
        """Hand dice to the procedure that has asked for them."""
        self.result = dice
        return READ

    def offer(self, action: i64) -> None:
        """Add an action to the list of options."""
        count = self.offers
        if count >= i64(len(self.offered)):
            self.room_for(1)
        self.offered[count] = action
        self.offers = count + 1

    def room_for(self, more: i64) -> vec[i64]:
        """The list of options with room for so many more. Loops that list many options write behind `offers` and then
        set it: half the time of a call for each (random play: 1.2 times as fast)."""
        while self.offers + more > i64(len(self.offered)):
            self.offered = append(self.offered, 0)
        return self.offered

    def has_offered(self, action: i64) -> bool:
        """Whether an action is in the list of options as it is now."""
        index: i64 = 0
        while index < self.offers:
            if self.offered[index] == action:
                return True
            index += 1
        return False

    def tell(self, kind: i64, clause: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        """Record an event, if this game records."""
        if self.recording:
            self.events.append(Event(kind, clause, a, b, c, d))

    # --- pieces on squares ----------------------------------------------------------------------------------------

    def place(self, piece: i64, square: i64) -> None:
        """Put a piece on a square that is free for it. It leaves the square where it was."""
        origin = i64(self.square[piece])
        size = i64(self.squads.size[piece])
        if size == 1:
            if origin >= 0:
                self.occupant[origin] = i16(FREE)
            self.occupant[square] = i16(piece)
        else:
            self._cover(origin, size, FREE)
            self._cover(square, size, piece)
        self.square[piece] = i16(square)
        for module in self.rules.placed:
            module.placed(self, piece, origin, square)

    def _cover(self, square: i64, size: i64, mark: i64) -> None:
        """Write a mark into all squares that a piece of this size covers; `square` is the top left one."""
        if square < 0:
            return
        for node in self.dungeon.footprint(square, size):
            self.occupant[i64(node)] = i16(mark)

    def lift(self, piece: i64, status: i64) -> None:
        """Take a piece out of the dungeon and give it a status of pieces outside."""
        square = i64(self.square[piece])
        if square >= 0:
            size = i64(self.squads.size[piece])
            if size == 1:
                self.occupant[square] = i16(FREE)
            else:
                self._cover(square, size, FREE)
        self.square[piece] = i16(-1)
        self.status[piece] = u8(status)
        if piece == self.acting:
            self.progress |= FINISHED
        self.tell(LEFT_PLAY, 0, piece, status, square)

    def is_in_dungeon(self, piece: i64) -> bool:
        return self.square[piece] >= 0

    def is_standing(self, piece: i64) -> bool:
        return i64(self.status[piece]) == STANDING

    def is_down(self, piece: i64) -> bool:
        """Prone or stunned in the dungeon."""
        return i64(self.status[piece]) == PRONE or i64(self.status[piece]) == STUNNED

    def has_zone(self, piece: i64) -> bool:
        """Whether a piece is standing and has its Tackle Zone (O-MARK-04)."""
        return i64(self.status[piece]) == STANDING and self.conditions[piece] & NO_ZONE_MASK == 0

    def first_piece(self, side: i64) -> i64:
        return i64(self.squads.first[side])

    def last_piece(self, side: i64) -> i64:
        """One more than the number of the last piece of a side."""
        return i64(self.squads.first[side + 1])

    # --- marking --------------------------------------------------------------------------------------------------

    def marks_on(self, side: i64, square: i64) -> i64:
        """How many pieces that are not of `side` mark this square."""
        steps = self.steps
        occupant = self.occupant
        marks: i64 = 0
        base = square * 8
        end = base + 8
        while base < end:
            neighbour = i64(steps[base])
            if neighbour >= 0:
                piece = i64(occupant[neighbour])
                if (
                    piece >= 0
                    and i64(self.side_of[piece]) != side
                    and i64(self.status[piece]) == STANDING
                    and self.conditions[piece] & NO_ZONE_MASK == 0
                ):
                    marks += 1
            base += 1
        if self.dungeon.linked:
            marks += marks_through(self, side, square)
        return marks

    def is_marked(self, piece: i64) -> bool:
        return self.marks_on(i64(self.side_of[piece]), i64(self.square[piece])) > 0

    def marks(self, marker: i64, piece: i64) -> bool:
        """Whether one piece marks another: an opponent, standing with its zone, adjacent."""
        return (
            i64(self.side_of[marker]) != i64(self.side_of[piece])
            and self.has_zone(marker)
            and self.are_beside(marker, piece)
        )

    def are_beside(self, first: i64, second: i64) -> bool:
        """Whether two pieces in the dungeon are adjacent, whatever their sizes."""
        if self.squads.has_large and touches(self, first, second):
            return True
        return self.are_adjacent(i64(self.square[first]), i64(self.square[second]))

    def are_adjacent(self, a: i64, b: i64) -> bool:
        """Whether one step leads from a to b (O-MAP-08)."""
        steps = self.steps
        base = a * 8
        end = base + 8
        while base < end:
            if i64(steps[base]) == b:
                return b >= 0
            base += 1
        return b >= 0 and are_linked(self, a, b)

    def direction(self, a: i64, b: i64) -> i64:
        """The direction of the step from a to b, or -1."""
        steps = self.steps
        d: i64 = 0
        while d < 8:
            if i64(steps[a * 8 + d]) == b:
                return d
            d += 1
        return -1

    # --- abilities and numbers ------------------------------------------------------------------------------------

    def can(self, piece: i64, ability: i64) -> bool:
        """Whether a piece has an ability, whatever its state."""
        return self.abilities[piece * WORDS + (ability >> 5)] >> (ability & 31) & 1 != 0

    def able(self, piece: i64, ability: i64) -> bool:
        """Whether a piece can use an ability now: it stands and has its Tackle Zone, if it ever has one (O-TEST-07)."""
        return (
            self.abilities[piece * WORDS + (ability >> 5)] >> (ability & 31) & 1 != 0
            and i64(self.status[piece]) == STANDING
            and self.conditions[piece] & LOST_ZONE_MASK == 0
        )

    def stands_firm(self, piece: i64, square: i64) -> bool:
        """Whether a piece may stay in this square when it is pushed, because of a skill or because of the square."""
        if self.able(piece, STANDS_FIRM):
            return True
        for module in self.rules.firm_grounds:
            if module.is_firm(self, piece, square):
                return True
        return False

    def set_ability(self, piece: i64, ability: i64, has: bool) -> None:
        """Give a piece an ability that is not on its sheet, or take it away. From now on idle modules are asked too."""
        abilities = self.abilities[:]
        word = piece * WORDS + (ability >> 5)
        bit = i64(1) << (ability & 31)
        abilities[word] = abilities[word] | bit if has else abilities[word] & ~bit
        self.abilities = abilities
        self.rules = self.rules.whole()

    def strength(self, piece: i64) -> i64:
        """Strength with all modifiers of this moment, within its bounds (O-TEST-02)."""
        value = i64(self.squads.strength[piece])
        for module in self.rules.strength_modifiers:
            value += module.strength_modifier(self, piece)
        if value < 1:
            return 1
        most = self.rules.tables.blows.most_strength
        if value > most:
            return most
        return value

    def movement(self, piece: i64) -> i64:
        """Movement Allowance with all modifiers of this moment, within its bounds."""
        value = i64(self.squads.movement[piece])
        for module in self.rules.movement_modifiers:
            value += module.movement_modifier(self, piece)
        return self.bounded_movement(value)

    def bounded_movement(self, value: i64) -> i64:
        """The nearest Movement Allowance that these rules allow (O-TEST-02)."""
        if value < 1:
            return 1
        most = self.rules.tables.movement.most_allowance
        if value > most:
            return most
        return value

    def side_value(self, side: i64, column: i64) -> i64:
        return self.sides[side * SIDE_COLUMNS + column]

    def set_side(self, side: i64, column: i64, value: i64) -> None:
        self.sides[side * SIDE_COLUMNS + column] = value

    def teleports(self, piece: i64) -> i64:
        """How often a piece has arrived on a portal in this team turn."""
        return (self.conditions[piece] & TELEPORT_MASK) // TELEPORTED

    def count_teleport(self, piece: i64) -> None:
        if self.teleports(piece) < 63:
            self.conditions[piece] = self.conditions[piece] + TELEPORTED

    def opponent(self, side: i64) -> i64:
        """The other side of a match of two; with more sides, the next one in turn order.

        For a piece of no side it is the side whose team turn it is."""
        if side >= self.squads.sides:
            return self.active if self.active >= 0 else i64(0)
        return self.sides[side * SIDE_COLUMNS + NEXT]

    # --- balls ----------------------------------------------------------------------------------------------------

    def carrier(self, ball: i64) -> i64:
        """The piece that holds a ball, or -1."""
        where = i64(self.balls[ball])
        return HELD - where if where <= HELD else NOBODY

    def ball_of(self, piece: i64) -> i64:
        """The first ball a piece holds, or -1."""
        held = HELD - piece
        ball: i64 = 0
        count = i64(len(self.balls))
        while ball < count:
            if i64(self.balls[ball]) == held:
                return ball
            ball += 1
        return -1

    def ball_on(self, square: i64) -> i64:
        """A loose ball on a square, or -1."""
        ball: i64 = 0
        count = i64(len(self.balls))
        while ball < count:
            if i64(self.balls[ball]) == square:
                return ball
            ball += 1
        return -1

    def hold(self, piece: i64, ball: i64) -> None:
        self.balls[ball] = i16(HELD - piece)
        for module in self.rules.ball_held:
            module.ball_held(self, piece, ball)

    def balls_of(self, piece: i64) -> i64:
        """How many balls a piece holds."""
        held = HELD - piece
        count: i64 = 0
        for where in self.balls:
            if i64(where) == held:
                count += 1
        return count

    def has_free_hands(self, piece: i64) -> bool:
        return self.free_hands(piece) > 0

    def free_hands(self, piece: i64) -> i64:
        """How many more balls a piece could hold. Where there is a limit, Extra Arms or Tentacles raise it by one."""
        if self.can(piece, NO_HANDS):
            return 0
        hands = self.rules.tables.balls.hands
        if hands == 0:
            return 1
        if self.can(piece, MANY_HANDED) or self.can(piece, HOLDS_BACK):
            hands += 1
        return hands - self.balls_of(piece)

    def put_ball(self, ball: i64, square: i64) -> None:
        self.balls[ball] = i16(square)

    def rest(self, ball: i64, square: i64, clause: i64) -> None:
        """A ball comes to rest in a square."""
        self.balls[ball] = i16(square)
        self.tell(BALL_RESTED, clause, ball, square)

    # --- tokens ---------------------------------------------------------------------------------------------------

    def is_chest(self, square: i64) -> bool:
        return i64(self.token[square]) == CHEST_TOKEN

    def put_token(self, square: i64, token: i64) -> None:
        """Put a token on a square, or take it away (NO_TOKEN). Clones go on sharing the table as it was."""
        tokens = self.token[:]
        tokens[square] = u8(token)
        self.token = tokens

    def put_chest(self, square: i64) -> None:
        self.put_token(square, CHEST_TOKEN)
        if self.rules.policies.chests.block_squares():
            self.occupant[square] = i16(BARRED)
        self.chests_closed += 1

    def remove_chest(self, square: i64) -> None:
        """An opened chest is removed; its square becomes ordinary floor."""
        self.put_token(square, NO_TOKEN)
        if i64(self.occupant[square]) == BARRED:
            self.occupant[square] = i16(FREE)
        self.chests_closed -= 1

    def portal_number(self, square: i64) -> i64:
        """The number of the portal on a square, or 0."""
        token = i64(self.token[square])
        if token > PORTAL_TOKEN:
            return token - PORTAL_TOKEN
        return 0

    def has_portals(self) -> bool:
        """Whether there is any portal; a part of a dungeon may have none."""
        for square in self.portals:
            if square >= 0:
                return True
        return False

    def put_portal(self, square: i64, number: i64) -> None:
        portals = self.portals[:]
        portals[number - 1] = i16(square)
        self.portals = portals
        self.put_token(square, PORTAL_TOKEN + number)

    # --- the state of the turn ------------------------------------------------------------------------------------

    def cause_turnover(self, cause: i64) -> None:
        """The team turn will end for this reason. Only the first reason is told."""
        if self.turnover == 0:
            self.turnover = cause

    def end_match(self, winner: i64, clause: i64) -> None:
        """The match is over. The loop drops all frames that are still on the stack."""
        self.over = True
        self.halted = True
        self.winner = winner
        self.ending = clause
        self.tell(MATCH_ENDED, clause, winner + 1 if winner >= 0 else 0)

    def halt(self) -> None:
        """A touchdown was scored that ends neither match nor drive: `Scoring.settling` is asked when this procedure has
        ended."""
        self.halted = True

    def end_drive(self, scorer: i64, clause: i64) -> None:
        """The drive is over, the match is not. The loop drops all frames above the first one.

        `scorer` is the side that scored, or -1."""
        self.halted = True
        self.drive_ending = clause
        self.scorer = scorer

    def award(self, piece: i64, points: i64, clause: i64) -> None:
        """Tell that a player of a side has earned experience; the league reads it from the events. Hired
        players earn none."""
        if points != 0 and i64(self.side_of[piece]) < self.squads.sides and not self.can(piece, FOR_HIRE):
            self.tell(POINTS_EARNED, clause, piece, points)

    def frame(self) -> Frame:
        """The frame that is waiting."""
        return self.top

    def push(self, frame: Frame) -> None:
        """Put a frame on top of the others."""
        frame.below = self.top
        self.top = frame

    def pop(self) -> None:
        """Drop the top frame."""
        self.top = self.top.below

    def drop_to_first(self) -> None:
        """Drop all frames above the first one."""
        while self.top is not NOTHING and self.top.below is not NOTHING:
            self.top = self.top.below

    def frames(self) -> list[Frame]:
        """All frames, the first one first. For saving, comparing and showing; too slow for play."""
        found: list[Frame] = []
        frame = self.top
        while frame is not NOTHING:
            found.append(frame)
            frame = frame.below
        found.reverse()
        return found

    def set_frames(self, frames: list[Frame]) -> None:
        """Replace all frames by these, the first one first."""
        self.top = NOTHING
        for frame in frames:
            self.push(frame)
