"""Replays: a whole match as its setup and its inputs, one JSON value a line.

The first line is the header, then comes one line per input (an action in words, or the dice of one roll), then the end:
the result, how many inputs there were, and a hash of the story. Re-running the inputs must tell the same story.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta
from mypy_extensions import i64

from dungeonbowl import __version__
from dungeonbowl.engine import dice as dice_names
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.dice import (
    BLOCK_DIE,
    COIN,
    MOST_DICE,
    DiceError,
    DiceSource,
    Prompt,
    ProvableDice,
    SeededDice,
    TypedDice,
    faces,
)
from dungeonbowl.engine.events import DICE_ROLLED
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import ACTION_INPUT, Match, Refused, taken_up
from dungeonbowl.engine.sides import DRAW, SCORE
from dungeonbowl.errors import UserError
from dungeonbowl.records.files import read_lines, write_new
from dungeonbowl.records.provable import made_word
from dungeonbowl.records.save import SaveError, State, restored, story_hash
from dungeonbowl.records.setup import Setup, SetupError, build_game, setup_of
from dungeonbowl.words.notation import SIDE_LETTERS, Names, NotationError, parse, spell
from dungeonbowl.words.reading import unreadable

KIND: Final = "dungeonbowl-replay"
VERSION: Final = 1
LONGEST_LINE: Final = 8 * 1024 * 1024
MOST_INPUTS: Final = 2_000_000
WHOLE: Final = -1
EMPTY: Final = "the file is empty"


class ReplayError(UserError):
    """A replay that cannot be read, or that does not tell the match it claims to tell."""


class DiceRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the dice came from. Provable dice are promised by their commitment, the SHA-256 of the seed. `made` are the
    sides whose words the server made; they follow from the seed too. Replays of older versions do not have `made`."""

    source: str
    commitment: str | None = None
    made: list[int] | None = None


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line. `start` is the state that the inputs begin from, where it is not the beginning of a match."""

    kind: str
    version: int
    engine: str
    setup: Setup
    dice: DiceRecord
    start: State | None = None


class Line(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One input: an action (`do`), or the results of one roll (`dice`) and the kind of its dice (`of`)."""

    do: Annotated[str, Meta(max_length=200)] | None = None
    dice: Annotated[list[Annotated[int, Meta(ge=1, le=8191)]], Meta(min_length=1, max_length=int(MOST_DICE))] | None = (
        None
    )
    of: str | None = None


class Note(msgspec.Struct, frozen=True):
    """Something that the inputs do not tell, at the input of this number: what was taken back at a real table."""

    inputs: int
    text: str


class End(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last line. `winner` is the letter of a side or "draw"; it is missing when the match was not played out."""

    inputs: int
    events: str
    score: list[int]
    winner: str | None = None
    seed: str | None = None  # provable dice: what the commitment promised, as hexadecimal digits
    words: list[str] | None = None
    notes: list[Note] = []


class Head(msgspec.Struct):
    """What every version of a header begins with."""

    kind: str = ""
    version: int = 0


class Foot(msgspec.Struct):
    """How a last line is told from an input."""

    inputs: int | None = None


class Replay(msgspec.Struct):
    """A replay as it was read. `source` names it in messages; input n stands on line n + 2."""

    header: Header
    inputs: list[Line]
    end: End
    source: str = "replay"


# --- writing --------------------------------------------------------------------------------------------------------


def replay_of(
    match: Match,
    start: State | None = None,
    made: list[int] | None = None,
    reveal: bool = False,
    notes: Sequence[Note] = (),
) -> Replay:
    """The replay of a match. `start` is the state that its inputs began from, if that was not the beginning. `made` are
    the sides whose words in provable dice were made from the seed. With `reveal` the seed is told even if the match was
    not played out: for a match that cannot be continued."""
    game = match.game
    dice = dice_record(match.dice)
    if dice.source == "provable":
        dice = msgspec.structs.replace(dice, made=made)
    header = Header(KIND, VERSION, __version__, setup_of(game), dice, start)
    lines = lines_of(match)
    return Replay(header, lines, msgspec.structs.replace(end_of(match, len(lines), reveal), notes=list(notes)))


def lines_of(match: Match) -> list[Line]:
    """The inputs in words. The kind of each roll is read from the story, which tells every die."""
    names = Names(match.game)
    rolls = sum(1 for each in match.inputs if each.kind != ACTION_INPUT)
    kinds = [event["die"] for event in match.game.events if event.kind == DICE_ROLLED]
    if len(kinds) < rolls:
        raise ReplayError("the story of this match is not complete: its dice cannot be named")
    told = iter(kinds[len(kinds) - rolls :])
    lines: list[Line] = []
    for each in match.inputs:
        if each.kind == ACTION_INPUT:
            lines.append(Line(do=spell(match.game, names, each.numbers[0])))
        else:
            lines.append(Line(dice=list(each.numbers), of=str(dice_names.name(i64(next(told))))))
    return lines


def dice_record(source: DiceSource) -> DiceRecord:
    if isinstance(source, ProvableDice):
        return DiceRecord("provable", source.commitment())
    if isinstance(source, SeededDice):
        return DiceRecord("seeded")
    if isinstance(source, TypedDice):
        return DiceRecord("typed")
    return DiceRecord("scripted")


def end_of(match: Match, inputs: int, reveal: bool = False) -> End:
    game = match.game
    seed = words = None
    if isinstance(match.dice, ProvableDice) and (match.is_over() or reveal):  # not before: the seed tells coming dice
        seed, words = match.dice.seed.hex(), list(match.dice.words)
    return End(inputs, story_hash(game.events), score_of(game), winner_of(game), seed, words)


def score_of(game: Game) -> list[int]:
    return [int(game.side_value(i64(side), SCORE)) for side in range(int(game.squads.sides))]


def winner_of(game: Game) -> str | None:
    if not game.over:
        return None
    return "draw" if game.winner == DRAW else SIDE_LETTERS[int(game.winner)]


def encoded(replay: Replay) -> Iterator[bytes]:
    """The lines of a replay file."""
    yield msgspec.json.encode(replay.header)
    for line in replay.inputs:
        yield msgspec.json.encode(line)
    yield msgspec.json.encode(replay.end)


def write_replay(match: Match, path: Path | str, overwrite: bool = False, start: State | None = None) -> None:
    """Write the replay of a match. An existing file is replaced only with `overwrite`."""
    write_new(path, encoded(replay_of(match, start)), overwrite)


# --- reading --------------------------------------------------------------------------------------------------------


def read_replay(path: Path | str) -> Replay:
    """Read a replay; `ReplayError` names file, line and what was expected there."""
    return read_replay_lines(read_lines(path, LONGEST_LINE), str(path))


def read_replay_bytes(data: bytes, source: str) -> Replay:
    """A replay that comes from elsewhere: an archive, a database. `source` names it in messages."""
    lines = data.splitlines(keepends=True)
    for number, text in enumerate(lines, 1):
        if len(text) > LONGEST_LINE:
            raise ReplayError(f"{source}: line {number} is longer than {LONGEST_LINE} bytes")
    return read_replay_lines(enumerate(lines, 1), source)


def read_replay_lines(lines: Iterable[tuple[int, bytes]], path: str) -> Replay:
    """The replay of numbered lines, each with its end of line."""
    header: Header | None = None
    end: End | None = None
    inputs: list[Line] = []
    number = 0
    for number, text in lines:
        where = f"{path}: line {number}"
        if header is None:
            header = read_header(text, where)
        elif end is not None:
            raise ReplayError(f"{where}: expected nothing after the end line")
        elif not text.endswith(b"\n"):
            end = read_end(text, f"{where}: the file breaks off here; expected the end line", True)
        elif is_end(text, where):
            end = read_end(text, where, False)
        elif len(inputs) >= MOST_INPUTS:
            raise ReplayError(f"{where}: expected at most {MOST_INPUTS} inputs")
        else:
            inputs.append(read_input(text, where))
    if header is None:
        raise ReplayError(f"{path}: line 1: {EMPTY}; expected the header of a replay")
    if end is None:
        raise ReplayError(f"{path}: line {number + 1}: the file ends here; expected more inputs or the end line")
    if end.inputs != len(inputs):
        raise ReplayError(
            f"{path}: line {number}: expected {end.inputs} inputs as the end line says, found {len(inputs)}"
        )
    return Replay(header, inputs, end, path)


def is_replay(path: Path | str) -> bool:
    """Whether a file begins like a replay. `read_replay` checks the rest."""
    for _, text in read_lines(path, LONGEST_LINE):
        try:
            return msgspec.json.decode(text, type=Head).kind == KIND
        except BROKEN:
            return False
    return False


BROKEN: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def read_header(text: bytes, where: str) -> Header:
    try:
        head = msgspec.json.decode(text, type=Head)
    except BROKEN as error:
        raise ReplayError(f"{where}: expected the header of a replay: {unreadable(error)}") from None
    if head.kind != KIND:
        raise ReplayError(f"{where}: expected the header of a replay, that is kind {KIND!r}")
    if head.version > VERSION:
        raise ReplayError(
            f"{where}: replay version {head.version} is newer than this program knows ({VERSION}): update it"
        )
    if head.version < 1:
        raise ReplayError(f"{where}: replay version {head.version}; expected {VERSION}")
    try:
        return msgspec.json.decode(text, type=Header)
    except BROKEN as error:
        raise ReplayError(f"{where}: expected the header of a replay: {unreadable(error)}") from None


def is_end(text: bytes, where: str) -> bool:
    try:
        return msgspec.json.decode(text, type=Foot).inputs is not None
    except BROKEN as error:
        raise ReplayError(f"{where}: expected an input or the end line: {unreadable(error)}") from None


def read_end(text: bytes, where: str, torn: bool) -> End:
    try:
        return msgspec.json.decode(text, type=End)
    except BROKEN as error:
        raise ReplayError(where if torn else f"{where}: expected the end line: {unreadable(error)}") from None


def read_input(text: bytes, where: str) -> Line:
    try:
        line = msgspec.json.decode(text, type=Line)
    except BROKEN as error:
        raise ReplayError(f"{where}: expected an input: {unreadable(error)}") from None
    if (line.do is None) == (line.dice is None) or (line.dice is None) != (line.of is None):
        raise ReplayError(f'{where}: expected {{"do": ...}} or {{"dice": [...], "of": ...}}')
    return line


# --- running it again -----------------------------------------------------------------------------------------------


def rerun(replay: Replay) -> Match:
    """Play the inputs again and compare the result. `ReplayError` if they differ."""
    match = follow(replay)
    compare_end(match, replay)
    return match


def follow(replay: Replay, inputs: int = WHOLE) -> Match:
    """Play the first inputs again, by default all of them, without comparing the end."""
    try:
        return play_again(replay, len(replay.inputs) if inputs == WHOLE else inputs)
    except UserError:
        raise
    except Exception as error:  # a defect of the engine, or a setup that no check has caught: still one line
        raise ReplayError(f"{replay.source}: the engine failed: {type(error).__name__}: {error}") from error


def play_again(replay: Replay, count: int) -> Match:
    found: Match | None = None
    for match, played in decisions(replay):
        found = match
        if played >= count:
            break
    assert found is not None
    return found


def decisions(replay: Replay) -> Iterator[tuple[Match, int]]:
    """The match at its beginning and after every decision, always the same object; and how many inputs have been
    played.

    An error names the line where the inputs do not fit."""
    dice = RecordedDice(replay)
    source = TypedDice(dice)
    try:
        if replay.header.start is not None:
            match = taken_up(restored(replay.header.setup, replay.header.start), source, [], [])
        else:
            match = first_moment(replay.header.setup, source)
    except (SetupError, SaveError) as error:
        raise ReplayError(f"{replay.source}: line 1: {error}") from None
    names = Names(match.game)
    try:
        match.run()
    except DicePending:
        yield match, dice.position
        return
    except DiceError as error:
        raise ReplayError(str(error)) from None
    yield match, dice.position
    while dice.position < len(replay.inputs):
        line = replay.inputs[dice.position]
        where = place(replay, dice.position)
        if line.do is None:
            raise ReplayError(f"{where}: expected an action, found dice")
        if match.is_over():
            raise ReplayError(f"{where}: the match is over; expected the end line")
        dice.position += 1
        try:
            match.choose(parse(match.game, names, line.do))
        except (Refused, NotationError) as error:
            raise ReplayError(f"{where}: {line.do!r} is refused: {error}") from None
        except DicePending:
            yield match, dice.position
            return
        except DiceError as error:
            raise ReplayError(str(error)) from None
        yield match, dice.position


def first_moment(setup: Setup, dice: DiceSource) -> Match:
    """A match before its first input."""
    game = build_game(setup)
    game.record()
    begin(game)
    return taken_up(game, dice, [], [])


class DicePending(DiceError):
    """The replay of a match at a real table that waits for dice: it ends there."""


class RecordedDice(Prompt):
    """The dice of a replay. Each roll must be asked for at its place, with the same kind and number of dice."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.position = 0

    def dice(self, count: int, kind: int) -> list[int]:
        where = place(self.replay, self.position)
        wanted = f"{count} x {dice_names.name(kind)}"
        if self.position >= len(self.replay.inputs):
            reason = f"{where}: the engine asks for {wanted}; expected dice before the end line"
            raise (DicePending if is_unfinished(self.replay) else DiceError)(reason)
        line = self.replay.inputs[self.position]
        if line.dice is None:
            raise DiceError(f"{where}: expected dice ({wanted}), found the action {line.do!r}")
        if line.of != dice_names.name(kind) or len(line.dice) != count:
            raise DiceError(f"{where}: expected {wanted}, found {len(line.dice)} x {line.of}")
        if max(line.dice) > faces(kind):
            raise DiceError(f"{where}: a {line.of} cannot show {max(line.dice)}")
        self.position += 1
        return line.dice


def is_unfinished(replay: Replay) -> bool:
    """Whether it tells of a match at a real table that was not over: such a match may wait for dice."""
    return replay.header.dice.source == "typed" and replay.end.winner is None


def place(replay: Replay, position: int) -> str:
    return f"{replay.source}: line {position + 2}"


def compare_end(match: Match, replay: Replay) -> None:
    """Compare the end line with the result."""
    end = replay.end
    where = place(replay, len(replay.inputs))
    made = f"written by version {replay.header.engine}, read by {__version__}"
    if winner_of(match.game) != end.winner:
        raise ReplayError(f"{where}: expected the winner {winner_of(match.game)}, found {end.winner} ({made})")
    if score_of(match.game) != end.score:
        raise ReplayError(f"{where}: expected the score {score_of(match.game)}, found {end.score} ({made})")
    if story_hash(match.game.events) != end.events:
        raise ReplayError(f"{where}: the inputs tell another story: the hash of the events differs ({made})")


def verify(replay: Replay) -> Match:
    """Re-run a replay, and recompute its dice where they are provable and the seed is revealed."""
    match = rerun(replay)
    if replay.header.dice.source == "provable":
        verify_dice(replay)
    return match


def verify_dice(replay: Replay) -> None:
    """Provable dice: check that the revealed seed fits the commitment of the header, and that every die follows from
    it."""
    end = replay.end
    where = place(replay, len(replay.inputs))
    if end.seed is None or end.words is None:
        if end.winner is not None:
            raise ReplayError(f"{where}: expected the seed and the words of the provable dice")
        return
    try:
        dice = ProvableDice(bytes.fromhex(end.seed), end.words)
    except ValueError:
        raise ReplayError(f"{where}: the seed is not written in hexadecimal digits") from None
    if dice.commitment() != replay.header.dice.commitment:
        raise ReplayError(f"{where}: the seed is not the one that the header promised: its SHA-256 differs")
    for side in replay.header.dice.made or []:
        if not 0 <= side < len(end.words) or end.words[side] != made_word(dice.seed, side):
            raise ReplayError(f"{where}: the server's word for side {side} does not follow from the seed")
    for position, line in enumerate(replay.inputs):
        if line.dice is None or line.of is None:
            continue
        expected = dice_names.unpacked(dice.roll(i64(len(line.dice)), i64(kind_named(line.of))), i64(len(line.dice)))
        if expected != line.dice:
            raise ReplayError(f"{place(replay, position)}: the seed gives {expected}, found {line.dice}")


def kind_named(name: str) -> int:
    """The kind of dice that a name such as D6 stands for; rerun has checked that it is one."""
    if name == "block":
        return int(BLOCK_DIE)
    if name == "coin":
        return int(COIN)
    return int(name[1:])
