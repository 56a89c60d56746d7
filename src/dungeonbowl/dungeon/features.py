"""The parts of a dungeon before it becomes a graph: what a map can name, and the blueprint that holds it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

WALLED: Final[i64] = 0
FREE: Final[i64] = 1


@final
class Door:
    """A door, gate or frame. It fills `node`, or lies on the border between `node` and `other`. (D-FT-01, D-FT-02)"""

    def __init__(self, node: i64, other: i64, kind: str, size: str, is_open: bool) -> None:
        self.node = node
        self.other = other  # -1 when the door fills its square
        self.kind = kind  # door, gate or doorway
        self.size = size  # normal or large
        self.is_open = is_open


@final
class Barrier:
    """Something on one border: a thin wall, a door or a gate. Doors among them are in the list of doors too."""

    def __init__(self, first: i64, second: i64, kind: str, state: str, size: str) -> None:
        self.first = first
        self.second = second
        self.kind = kind
        self.state = state
        self.size = size


@final
class Inscription:
    """A square with an inscription of a college; squares of one number form a circle. (D-FT-05)"""

    def __init__(self, node: i64, college: str, circle: i64) -> None:
        self.node = node
        self.college = college
        self.circle = circle


@final
class Ladder:
    """Joins its foot to a square at least two higher. (D-FT-07)"""

    def __init__(self, foot: i64, top: i64, rungs: i64) -> None:
        self.foot = foot
        self.top = top
        self.rungs = rungs


@final
class Passage:
    """A secret passage: two ends on the board and one place between them that is on no square. (D-FT-04)"""

    def __init__(self, letter: str, first: i64, second: i64, inside: i64) -> None:
        self.letter = letter
        self.first = first
        self.second = second
        self.inside = inside


@final
class Trap:
    """A trap token (its kind is empty unless the map fixes it), or an open pit. (D-FT-09, D-FT-10)"""

    def __init__(self, node: i64, kind: str, is_revealed: bool) -> None:
        self.node = node
        self.kind = kind
        self.is_revealed = is_revealed


@final
class Doorway:
    """The opening between two tiles: two borders, each between a square of the first and one of the second tile."""

    def __init__(self, first: i64, second: i64, nodes: list[int]) -> None:
        self.first = first
        self.second = second
        self.nodes = nodes  # near, far, near, far


@final
class Blueprint:
    """Everything that was drawn, node by node, in plain lists: what a reader fills and a dungeon is built from.

    Nodes come in reading order: the squares seen from above, then the squares beneath platforms, then the insides
    of passages, which have no column and row. `closed` holds thin walls as (column, row, E or S).
    """

    def __init__(self, identity: str, name: str, edition: str, width: i64, height: i64, diagonals: i64) -> None:
        self.identity = identity
        self.name = name
        self.edition = edition
        self.width = width
        self.height = height
        self.diagonals = diagonals
        self.form = "map"  # map, plan, or empty when only tiles were given
        self.teams: i64 = 2
        self.column: list[int] = []
        self.row: list[int] = []
        self.level: list[int] = []
        self.layer: list[int] = []
        self.terrain: list[int] = []
        self.tile: list[int] = []
        self.room: list[int] = []
        self.zone: list[int] = []
        self.closed: set[tuple[int, int, int]] = set()
        self.tile_names: list[str] = []
        self.tile_kinds: list[str] = []
        self.doorways: list[Doorway] = []
        self.chests: list[int] = []
        self.portals: list[int] = []
        self.setup: list[list[int]] = []
        self.doors: list[Door] = []
        self.barriers: list[Barrier] = []
        self.inscriptions: list[Inscription] = []
        self.ladders: list[Ladder] = []
        self.passages: list[Passage] = []
        self.traps: list[Trap] = []
        self.header: dict[str, object] = {}

    def add(self, column: int, row: int, level: int, layer: int, terrain: int, tile: int, room: int, zone: int) -> int:
        """Append a node and return its number."""
        self.column.append(column)
        self.row.append(row)
        self.level.append(level)
        self.layer.append(layer)
        self.terrain.append(terrain)
        self.tile.append(tile)
        self.room.append(room)
        self.zone.append(zone)
        return len(self.column) - 1

    def copy(self) -> Blueprint:
        """The same drawing in a fresh object; its lists are shared."""
        other = Blueprint(self.identity, self.name, self.edition, self.width, self.height, self.diagonals)
        other.form = self.form
        other.teams = self.teams
        other.column = self.column
        other.row = self.row
        other.level = self.level
        other.layer = self.layer
        other.terrain = self.terrain
        other.tile = self.tile
        other.room = self.room
        other.zone = self.zone
        other.closed = self.closed
        other.tile_names = self.tile_names
        other.tile_kinds = self.tile_kinds
        other.doorways = self.doorways
        other.chests = self.chests
        other.portals = self.portals
        other.setup = self.setup
        other.doors = self.doors
        other.barriers = self.barriers
        other.inscriptions = self.inscriptions
        other.ladders = self.ladders
        other.passages = self.passages
        other.traps = self.traps
        other.header = self.header
        return other

    def with_doors(self, doors: list[Door]) -> Blueprint:
        """The same drawing with these doors instead, their squares changed to match; all else is shared."""
        other = self.copy()
        other.terrain = list(self.terrain)
        other.doors = doors
        return other

    def with_tokens(self, chests: list[int], portals: list[int]) -> Blueprint:
        """The same drawing with these chests, in reading order as a reader finds them, and these portals."""
        other = self.copy()
        other.chests = sorted(chests)
        other.portals = portals
        if not other.form:
            other.form = "plan"  # a list of tiles alone has no place for tokens
        return other
