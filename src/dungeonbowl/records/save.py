"""Any moment of a match as a record, and back: between two decisions, at a question about a skill, in the middle of a
roll.

A save holds the setup, every array and number of the game, the procedures on the stack by name and fields, the story so
far and the inputs. It leaves out scratch space (`SCRATCH`), which the next listing of options fills again.
"""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from librt.vecs import vec
from msgspec import Meta
from mypy_extensions import i16, i64

import dungeonbowl.editions
import dungeonbowl.engine
from dungeonbowl.dungeon.graph import door_states
from dungeonbowl.engine.dice import DiceSource
from dungeonbowl.engine.events import CASUALTY_SETTLED, EVENT_NAMES, TIME_RAN_OUT, Event
from dungeonbowl.engine.frames import ASK, NOTHING, OVER, ROLL, Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.laying_out import move_to
from dungeonbowl.engine.match import Input, Match
from dungeonbowl.engine.places import HELD
from dungeonbowl.engine.procedures.harm.helps import Helps
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.sides import NEXT, SIDE_COLUMNS, ZONE
from dungeonbowl.engine.statuses import STATUS_NAMES
from dungeonbowl.errors import UserError
from dungeonbowl.records import old_saves
from dungeonbowl.records.files import read_limited, write_new
from dungeonbowl.records.setup import Setup, build_game, setup_of, without_secrets
from dungeonbowl.words.reading import unreadable

KIND: Final = "dungeonbowl-save"
VERSION: Final = 2
LONGEST_FILE: Final = 64 * 1024 * 1024

# Every field of Game belongs to exactly one of these groups; a test counts them.
FIXED: Final = ("rules", "dungeon", "squads")  # in the setup, but for the doors
ARRAYS: Final = ("square", "status", "conditions", "occupant", "token", "balls", "sides", "memo", "portals")
SHARED: Final = ("steps", "abilities", "side_of")  # written only if the game has replaced the common table
NUMBERS: Final = (
    "signal",
    "asked",
    "result",
    "dice_count",
    "dice_kind",
    "dice_clause",
    "dice_side",
    "active",
    "first_side",
    "acting",
    "declared",
    "target",
    "allowance",
    "moves_left",
    "rushes_left",
    "progress",
    "turnover",
    "winner",
    "ending",
    "half",
    "drive_ending",
    "scorer",
    "layout",
    "chests_closed",
    "balls_hidden",
    "items_hidden",
    "natural",
    "modified",
    "decisions",
)
FLAGS: Final = ("over", "halted", "doubles")
STACK: Final = ("top",)
STORY: Final = ("recording", "events")
SCRATCH: Final = ("called", "offered", "offers", "revealed", "forced")

# Where a frame keeps a vec: the frame, the field, and the kind of the vec. A compiled class does not say it.
VECTORS: Final[dict[tuple[str, str], Any]] = {
    ("Explosion", "hit"): vec[i64],
    ("Blast", "dropped"): vec[i16],
    ("EnterChest", "loose"): vec[i16],
    ("GoDown", "dropped"): vec[i16],
    ("FollowUp", "chain"): vec[i16],
    ("Push", "chain"): vec[i16],
    ("Pushed", "chain"): vec[i16],
    ("ChainLightning", "struck"): vec[i16],
    ("Flames", "reached"): vec[i16],
    ("Gas", "pieces"): vec[i64],
    ("Gas", "dropped"): vec[i16],
    ("LeapOver", "path"): vec[i16],
    ("Spring", "left"): vec[i64],
    ("TurnToStone", "dropped"): vec[i16],
    ("Appointment", "agreed"): vec[i64],
    ("Purchases", "hired"): vec[i16],
}

# Where a frame keeps a value, or a list of them: the frame, the field, and the class of the value.
VALUES: Final[dict[tuple[str, str], Any]] = {
    ("ArmourRoll", "left"): Helps,
    ("Arrive", "pending"): Victim,
    ("Blast", "victims"): Victim,
    ("Collide", "fallen"): Victim,
    ("EnterChest", "victims"): Victim,
    ("GoDown", "victims"): Victim,
    ("InjuryRoll", "helps"): Helps,
}

WAITING: Final = (int(ASK), int(ROLL), int(OVER))

Number = Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)]


Plain = bool | Number | None
Field = Plain | list[Number | dict[str, Plain]] | dict[str, Plain]  # a value is a mapping of its own


class SaveError(UserError):
    """A file or record that is no save of a match."""


class FrameRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A procedure in progress: its name, and its fields by name.

    Saves of version 1 have the fields as a list instead (`old_saves.py` knows their names)."""

    name: str
    fields: dict[str, Field] = {}
    args: list[Field] | None = None


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that changes during a match."""

    arrays: dict[str, list[Number]]
    numbers: dict[str, Number]
    flags: dict[str, bool]
    stack: list[FrameRecord]
    shared: dict[str, list[Number]] = {}
    whole: bool = False  # all modules are asked, also those that were idle at the beginning
    doors: Annotated[str, Meta(max_length=4096, pattern="^[/=]*$")] = ""  # a sign each, if not as they were drawn
    events: list[tuple[Number, Number, Number, Number, Number, Number]] | None = None


class Save(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole save. `inputs` are those of the match so far: (0, action) or (1, dice...)."""

    kind: str
    version: int
    setup: Setup
    state: State
    inputs: list[list[Number]] = []


class Head(msgspec.Struct):
    """What every version of a save begins with."""

    kind: str = ""
    version: int = 0


# --- saving ---------------------------------------------------------------------------------------------------------


def state_of(game: Game, story: bool = True) -> State:
    """Everything that may change, as plain numbers. With `story` False, or if none is recorded, the story is left
    out."""
    common = common_tables(game)
    return State(
        {name: numbers_of(getattr(game, name)) for name in ARRAYS},
        {name: int(getattr(game, name)) for name in NUMBERS},
        {name: bool(getattr(game, name)) for name in FLAGS},
        [recorded(frame) for frame in game.frames()],
        {name: numbers_of(getattr(game, name)) for name in SHARED if getattr(game, name) != common[name]},
        game.rules is not game.rules.fitted(game.dungeon.as_drawn(), game.squads),
        "" if game.dungeon is game.dungeon.as_drawn() else door_states(game.dungeon.doors),
        [event.numbers() for event in game.events] if story and game.recording else None,
    )


def save(match: Match | Game) -> Save:
    """A match, or a bare game, at this moment. It must wait for a decision or dice, or be over."""
    game = match.game if isinstance(match, Match) else match
    if game.signal not in WAITING:
        raise SaveError("only a game that waits for somebody can be saved: settle it first")
    inputs = [[int(each.kind), *each.numbers] for each in match.inputs] if isinstance(match, Match) else []
    return Save(KIND, VERSION, setup_of(game), state_of(game), inputs)


def save_for(game: Game, side: int) -> Save:
    """A game as one side knows it (-1: an onlooker): without its story, its inputs and all secrets."""
    known = game.as_known_to(i64(side))
    return Save(KIND, VERSION, without_secrets(setup_of(known)), state_of(known, story=False))


def common_tables(game: Game) -> dict[str, Any]:
    """The tables that all games of this setup share until one replaces them."""
    return {
        "steps": game.dungeon.walks,
        "abilities": game.squads.abilities,
        "side_of": game.squads.side,
    }


def numbers_of(array: Any) -> list[int]:
    return [int(number) for number in array]


def recorded(frame: Frame) -> FrameRecord:
    """A procedure in progress as a record."""
    fields: dict[str, Any] = frame.fields()
    return FrameRecord(frame.name(), fields)


def fingerprint(game: Game) -> str:
    """A hash of everything that may change, and of nothing else: equal for a game, its clone and its loaded save."""
    record = (game.rules.edition, game.dungeon.identity, state_of(game, story=False))
    return hashlib.sha256(msgspec.json.encode(record, order="sorted")).hexdigest()


def story_hash(events: list[Event]) -> str:
    """A hash of the story so far.

    Two kinds of events are left out, so that stories from before they were told have the same hash. That time was up is
    an input, which is compared itself. What stands of a casualty follows from events that are in the hash."""
    digest = hashlib.sha256()
    for event in events:
        if event.kind == TIME_RAN_OUT or event.kind == CASUALTY_SETTLED:
            continue
        digest.update(" ".join(map(str, event.numbers())).encode() + b"\n")
    return digest.hexdigest()


# --- loading --------------------------------------------------------------------------------------------------------


def load(record: Save) -> Game:
    """The game of a save. It records its story if it did when it was saved."""
    check_version(record.version)
    return restored(record.setup, record.state)


def resume(record: Save, dice: DiceSource) -> Match:
    """The match of a save, ready to go on. If it waits for dice, they are taken from the source at once."""
    match = Match(load(record), dice)
    match.inputs[:0] = [Input(numbers[0], numbers[1:]) for numbers in record.inputs if numbers]
    return match


def restored(setup: Setup, state: State) -> Game:
    """A game of this setup, brought into this state."""
    game = build_game(setup)
    expect_names(state.arrays, ARRAYS, "arrays")
    expect_names(state.numbers, NUMBERS, "numbers")
    expect_names(state.flags, FLAGS, "flags")
    move_to_layout(game, state.numbers["layout"])
    if state.whole:
        game.rules = game.rules.whole()
    if state.doors:
        set_doors(game, state.doors)
    common = common_tables(game)
    for name, numbers in state.arrays.items():
        setattr(game, name, refilled(name, getattr(game, name), numbers))
    for name, numbers in state.shared.items():
        if name not in SHARED:
            raise SaveError(f"save: unknown shared table {name!r}")
        setattr(game, name, refilled(name, common[name], numbers))
    for name, number in state.numbers.items():
        setattr(game, name, number)
    for name, flag in state.flags.items():
        setattr(game, name, flag)
    stack = [part for frame in state.stack for part in upgraded(frame)]
    game.set_frames([built(name, fields) for name, fields in old_saves.merged(stack)])
    if state.events is not None:
        game.recording = True
        game.events = [event_of(numbers) for numbers in state.events]
    check_sense(game)
    return game


def move_to_layout(game: Game, layout: int) -> None:
    """Move the game into the dungeon that the match found with dice, if it did."""
    if not -1 <= layout < len(game.rules.layouts.names) or (layout >= 0 and game.dungeon.count > 0):
        raise SaveError(f"save: there is no layout {layout} in this match")
    if layout >= 0:
        move_to(game, layout)


def set_doors(game: Game, states: str) -> None:
    """Give the dungeon its doors as they were when the match was saved."""
    if len(states) != len(game.dungeon.doors):
        raise SaveError(f"save: it tells of {len(states)} doors; the dungeon has {len(game.dungeon.doors)}")
    game.dungeon = game.dungeon.with_states(states)
    game.steps = game.dungeon.walks


def expect_names(found: dict[str, Any], expected: tuple[str, ...], what: str) -> None:
    if sorted(found) != sorted(expected):
        odd = sorted(set(found) ^ set(expected))
        raise SaveError(f"save: the {what} differ from what this version knows: {', '.join(odd)}")


def refilled(name: str, pattern: Any, numbers: list[int]) -> Any:
    """A vec like the pattern, with these numbers."""
    if len(numbers) != len(pattern) and not (name == "balls" and len(numbers) == len(pattern) + 1):  # a bomb in the air
        raise SaveError(f"save: {name} has {len(numbers)} entries; expected {len(pattern)}")
    try:
        return type(pattern)(numbers)
    except OverflowError:
        raise SaveError(f"save: {name} holds a number that is out of range") from None


def event_of(numbers: tuple[int, int, int, int, int, int]) -> Event:
    if not 0 < numbers[0] < len(EVENT_NAMES):
        raise SaveError(f"save: there is no event {numbers[0]}")
    return Event(*numbers)


def check_sense(game: Game) -> None:
    """Check that squares, pieces and balls of a file lie within the dungeon and the squads. The engine checks the
    rest."""
    squares = int(game.dungeon.count)
    pieces = int(game.squads.count)
    sides = int(game.squads.sides)
    sound = (
        all(-1 <= square < squares for square in game.square)
        and all(status < len(STATUS_NAMES) for status in game.status)
        and all(-2 <= occupant < pieces for occupant in game.occupant)
        and all(HELD - pieces < int(where) < squares for where in game.balls)
        and all(-1 <= square < squares for square in game.portals)
        and all(-1 <= neighbour < squares for neighbour in game.steps)
        and all(0 <= game.sides[side * SIDE_COLUMNS + ZONE] < game.dungeon.teams for side in range(sides))
        and all(0 <= game.sides[side * SIDE_COLUMNS + NEXT] < sides for side in range(sides))
    )
    if not sound:
        raise SaveError("save: a piece, a ball or a token is where nothing can be")
    if game.signal not in WAITING or (game.top is NOTHING and game.signal != OVER):
        raise SaveError("save: the match is not at a moment when somebody outside must act")
    if not -1 <= game.asked <= sides or not -1 <= game.active < sides or not -1 <= game.acting < pieces:
        raise SaveError("save: it names a side or a piece that is not there")


def revived(record: FrameRecord) -> Frame:
    """A procedure in progress from its record."""
    return built(*upgraded(record)[0])


def upgraded(record: FrameRecord) -> list[tuple[str, dict[str, Any]]]:
    """What this version has instead of a procedure: its name and fields, and those of the procedure that it has called,
    if any."""
    if record.args is None:
        return [(record.name, record.fields)]
    try:
        return old_saves.upgraded(record.name, record.args)
    except ValueError as error:
        raise SaveError(f"save: {error}") from None


def built(name: str, fields: dict[str, Any]) -> Frame:
    """A procedure in progress with these fields."""
    known = frame_classes()
    if name not in known:
        raise SaveError(f"save: this version knows no procedure {name!r}")
    build: Any = known[name]
    try:
        frame: Frame = build(**{field: field_of(name, field, value) for field, value in fields.items()})
    except (TypeError, OverflowError) as error:
        raise SaveError(f"save: procedure {name!r} cannot be built: {error}") from None
    return frame


def field_of(name: str, field: str, value: Any) -> Any:
    """A field as the procedure keeps it: with a vec for a list of numbers, and with values for mappings."""
    if (name, field) in VALUES:
        build = VALUES[name, field]
        if isinstance(value, list):
            return [build(**each) for each in value]
        return build(**value) if value is not None else None
    if isinstance(value, list):
        if (name, field) not in VECTORS:
            raise SaveError(f"save: field {field!r} of procedure {name!r} is no list")
        return VECTORS[name, field](value)
    if value is None or isinstance(value, dict):
        raise SaveError(f"save: field {field!r} of procedure {name!r} is no number")
    return value


@cache
def frame_classes() -> dict[str, type[Frame]]:
    """Every procedure of the engine and the editions, by its name."""
    for package in (dungeonbowl.engine, dungeonbowl.editions):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            importlib.import_module(module.name)
    found: dict[str, type[Frame]] = {}
    for frame_class in descendants(Frame):
        if frame_class.__module__.startswith("dungeonbowl."):
            name = frame_class.__name__
            if name in found and found[name] is not frame_class:
                raise RuntimeError(f"two procedures are called {name}: a save could not tell them apart")
            found[name] = frame_class
    return found


def descendants(base: type[Frame]) -> list[type[Frame]]:
    return [each for child in base.__subclasses__() for each in (child, *descendants(child))]


# --- files ----------------------------------------------------------------------------------------------------------


def write_save(match: Match | Game, path: Path | str, overwrite: bool = False) -> None:
    """Write a save. An existing file is replaced only with `overwrite`."""
    write_new(path, [msgspec.json.encode(save(match))], overwrite)


def read_save(path: Path | str) -> Save:
    """Read a save; `SaveError` says in one line what is wrong with the file."""
    data = read_limited(path, LONGEST_FILE)
    try:
        head = msgspec.json.decode(data, type=Head)
        if head.kind != KIND:
            raise SaveError(f"{path}: expected a save, that is kind {KIND!r}")
        check_version(head.version, f"{path}: ")
        return msgspec.json.decode(data, type=Save)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SaveError(f"{path}: not a save: {unreadable(error)}") from None


def check_version(version: int, where: str = "") -> None:
    if version > VERSION:
        raise SaveError(f"{where}save version {version} is newer than this program knows ({VERSION}): update it")
    if version < 1:
        raise SaveError(f"{where}save version {version}; expected 1 to {VERSION}")
