"""Scenarios: a position, what the coaches do, the dice they roll, and what must come of it.

A scenario file is TOML and serves tests, tutorials, puzzles and bug reports; `docs/formats.md` describes it, and
`scenario_file.py` reads it. Playing a `Scenario` gives an `Outcome` for its main line and each variant.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.casualties import DEAD_ROW
from dungeonbowl.engine.events import EVENT_NAMES
from dungeonbowl.engine.places import GONE, HIDDEN
from dungeonbowl.engine.sides import BRIBES, REROLLS, REROLLS_FULL, SCORE, TURNS, TURNS_BEFORE, WIZARDS
from dungeonbowl.engine.tokens import PIT_TOKEN, SPIKED_TOKEN, TRAP_TOKEN, WARP_TOKEN
from dungeonbowl.scenes.scenario_file import Reader, begins, load_text, read_lines, read_tables
from dungeonbowl.scenes.scenario_tables import (
    DEAD,
    MONSTERS,
    NOBODY,
    NONE,
    BlockEntry,
    Expect,
    Head,
    Line,
    Place,
    Step,
)
from dungeonbowl.scenes.scene import Scene
from dungeonbowl.scenes.script import Script
from dungeonbowl.scenes.setup import CONDITIONS, DiceMismatch, SceneError
from dungeonbowl.scenes.watch import phase_of, subject_of
from dungeonbowl.words.event_words import REDUCED
from dungeonbowl.words.notation import COACHES, parse, spell
from dungeonbowl.words.skill_words import ABILITY_NAMES, ability_word
from dungeonbowl.words.story import CASUALTIES

STORY: Final = 12  # lines of the story that a failure repeats

# What a side has, by the name an expectation gives it.
COLUMNS: Final = {
    "score": SCORE,
    "rerolls": REROLLS,
    "rerolls_per_half": REROLLS_FULL,
    "bribes": BRIBES,
    "wizards": WIZARDS,
    "turns": TURNS,
}
TRAP_TOKENS: Final = {
    int(TRAP_TOKEN): "hidden",
    int(PIT_TOKEN): "pit",
    int(SPIKED_TOKEN): "spiked",
    int(WARP_TOKEN): "teleporter",
}


class Outcome(msgspec.Struct):
    """The result of one line of play. A failure says at which step, what was expected, and what was found."""

    file: str
    title: str
    variant: str
    passed: bool
    step: int = 0
    expected: list[str] = []
    found: list[str] = []
    story: list[str] = []
    notes: list[str] = []  # what was played by itself

    def report(self) -> str:
        """A failure in words."""
        variant = f", variant {self.variant}" if self.variant else ""
        lines = [f"{self.file}: {self.title}{variant}: step {self.step} failed"]
        for expected, found in zip(self.expected, self.found, strict=True):
            lines += [f"  expected: {expected}", f"  found:    {found}"]
        return "\n".join([*lines, "  the story so far:", *(f"    {line}" for line in self.story)])


class Scenario:
    """A file that was read and can be played."""

    def __init__(self, source: str, head: Head, lines: list[Line]) -> None:
        self.source = source
        self.title = head.title
        self.rules = head.rules
        self.task = head.task
        self.lines = lines

    def play(self) -> list[Outcome]:
        return [play_line(self, line) for line in self.lines]


def load_scenario(path: Path) -> Scenario:
    """A scenario from a file."""
    text = load_text(path)
    return scenario_of(read_tables(text, str(path)), str(path), text)


def read_scenario(text: str, source: str = "<text>") -> Scenario:
    """A scenario from its text."""
    return scenario_of(read_tables(text, source), source, text)


def scenario_of(raw: dict[str, Any], source: str, text: str = "") -> Scenario:
    """A scenario from its tables."""
    head, lines = read_lines(raw, source, text)
    return Scenario(source, head, lines)


# --- playing --------------------------------------------------------------------------------------------------------


def play_line(scenario: Scenario, line: Line) -> Outcome:
    """Play one line from its start; the first step that goes wrong ends it."""
    outcome = Outcome(scenario.source, scenario.title, line.name, True)
    try:
        scene = Reader(scenario.source).build(line)
        scene.spent()
    except DiceMismatch as error:
        return failed(outcome, 0, [("the dice of the start", str(error))], [])
    for number, step in enumerate(line.steps, 1):
        told = len(scene.game.events)
        findings = Findings()
        try:
            take(scene, step)
        except SceneError as error:
            findings.add(f"{'; '.join(step.actions())}, with {', '.join(step.dice) or 'no dice'}", str(error))
        if not findings.found and step.expect is not None:
            findings.look(scene, step.expect, told)
        outcome.notes = [words for _, words in scene.remarks]
        if findings.found:
            return failed(outcome, number, findings.found, scene.telling())
    return outcome


def take(scene: Scene, step: Step) -> None:
    """The actions of one step, with exactly its dice."""
    scene.give(step.dice)
    Script(scene, step.actions(), step.by).play()
    scene.spent()


def failed(outcome: Outcome, step: int, findings: list[tuple[str, str]], story: list[str]) -> Outcome:
    outcome.passed = False
    outcome.step = step
    outcome.expected = [expected for expected, _ in findings]
    outcome.found = [found for _, found in findings]
    outcome.story = story[-STORY:]
    return outcome


class Findings:
    """The differences between a scene and what was expected of it."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []

    def add(self, expected: str, found: str) -> None:
        self.found.append((expected, found))

    def equal(self, what: str, expected: object, found: object) -> None:
        if expected != found:
            self.add(f"{what} {expected}", str(found))

    def look(self, scene: Scene, expect: Expect, since: int) -> None:
        """Compare everything an expectation names; `since` is how many events were told before its step."""
        self.pieces(scene, expect)
        self.things(scene, expect)
        self.ground(scene, expect)
        if expect.block is not None:
            self.block(scene, expect.block, since)
        self.match(scene, expect, since)
        self.choices(scene, expect)
        self.story(scene, expect)

    def pieces(self, scene: Scene, expect: Expect) -> None:
        game = scene.game
        for letter, place in expect.at.items():
            node = place_of(scene, letter)
            found = str(game.dungeon.label(node)) if node >= 0 else f"nowhere: {scene.status(letter)}"
            self.equal(f"{letter} at", spelled(place), found)
        for letter, status in expect.status.items():
            dead = status == DEAD and casualty_row(scene, letter) == DEAD_ROW
            if not (dead and scene.status(letter) == "casualty"):
                self.equal(letter, status, scene.status(letter))
        for letter, word in expect.casualty.items():
            row = casualty_words(scene, letter)
            if word not in (row, row.partition(" (")[0]):
                self.equal(f"casualty of {letter}", word, row)
        for letter, names in expect.conditions.items():
            held = int(game.conditions[scene.piece(letter)])
            for name in names:
                if (held & CONDITIONS[name.removeprefix("not ")] == 0) != name.startswith("not "):
                    self.add(f"{letter} {name}", f"it is {'' if name.startswith('not ') else 'not '}so")
        for letter, marked in expect.marks.items():
            piece = scene.piece(letter)
            found_marks = [other for other, number in scene.letters.items() if marks(scene, piece, number)]
            self.equal(f"{letter} marks", sorted(marked), sorted(found_marks))
        for letter, points in expect.experience.items():
            self.equal(f"experience of {letter}", points, scene.points(letter))

    def things(self, scene: Scene, expect: Expect) -> None:
        if expect.ball is not None:
            self.equal("ball", spelled(expect.ball), ball_place(scene, 0))
        for index, ball in enumerate(expect.balls or []):
            self.equal(f"ball {index + 1}", spelled(ball), ball_place(scene, index))
        if expect.chests is not None:
            game = scene.game
            closed = [str(game.dungeon.label(node)) for node in range(int(game.dungeon.count)) if game.is_chest(node)]
            self.equal("closed chests", sorted(spelled(chest) for chest in expect.chests), sorted(closed))
        if expect.chests_closed is not None:
            self.equal("chests closed in all", expect.chests_closed, int(scene.game.chests_closed))
        for name, state in expect.module.items():
            shown = scene.module_shows(name)
            for key, value in scene.states.read(name, scene.module(name), state, True).items():
                found = shown.get(key)
                if name == "doors" and isinstance(found, dict):
                    found = {square: found.get(square) for square in value}
                self.equal(f"module {name}: {key}", value, found)

    def ground(self, scene: Scene, expect: Expect) -> None:
        for square, state in expect.doors.items():
            found = scene.door_state(square)
            if not (state == "closed" and found == "unlocked"):
                self.equal(f"door at {square}", state, found)
        for square, trap in expect.traps.items():
            self.equal(f"trap at {square}", trap, TRAP_TOKENS.get(int(scene.game.token[scene.find(square)]), NONE))
        if expect.eye is not None:
            side = int(scene.module_shows("referees")["side"])
            self.equal("the eye of the referee on", expect.eye, COACHES[side] if side >= 0 else NOBODY)
        if expect.phase is not None:
            self.equal("phase", expect.phase, phase_of(scene.game))

    def block(self, scene: Scene, expect: BlockEntry, since: int) -> None:
        blows = [blow for blow in scene.blows if blow.event >= since]
        if not blows:
            self.add("a block in this step", "there was none whose strengths were compared")
            return
        blow = blows[-1]
        sides = scene.game.squads.sides
        for key, found in (
            ("attacker", scene.names.of(blow.attacker)),
            ("defender", scene.names.of(blow.defender)),
            ("strength", blow.strength),
            ("assists", blow.assists),
            ("total", blow.total),
            ("dice", blow.dice),
            ("chooser", COACHES[blow.chooser] if blow.chooser < sides else NOBODY),
        ):
            wanted = getattr(expect, key)
            if wanted is not None:
                self.equal(f"block: {key}", shown_pair(wanted), shown_pair(found))

    def match(self, scene: Scene, expect: Expect, since: int) -> None:
        game = scene.game
        if expect.turnover is not None:
            causes = [scene.words(event) for event in game.events[since:] if EVENT_NAMES[event.kind] == "turnover"]
            cause = causes[-1].split(maxsplit=2)[2] if causes else NONE
            if expect.turnover != "any" or not causes:
                self.equal("turnover", expect.turnover, cause)
        for key, column in COLUMNS.items():
            for side, value in getattr(expect, key).items():
                self.equal(f"{key} of {side}", value, int(game.side_value(COACHES.index(side), column)))
        for side, value in expect.drive_turns.items():
            number = COACHES.index(side)
            had = int(game.side_value(number, TURNS)) - int(game.side_value(number, TURNS_BEFORE))
            self.equal(f"turns of {side} in this drive", value, had)
        if expect.half is not None:
            self.equal("half", expect.half, int(game.half))
        if expect.winner is not None:
            self.equal("winner", expect.winner, winner_of(scene))
        if expect.active is not None:
            self.equal("active side", expect.active, scene.active)
        if expect.asked is not None:
            self.equal("asked side", expect.asked, scene.asked or NOBODY)
        if expect.about is not None:
            subject = subject_of(game)
            self.equal("asked about", expect.about, scene.names.of(subject) if subject >= 0 else NOBODY)
        if expect.acting is not None:
            acting = int(game.acting)
            self.equal("acting", expect.acting, scene.names.of(acting) if acting >= 0 else NOBODY)
        if expect.moves is not None:
            self.equal("moves left", expect.moves, int(game.moves_left))
        if expect.rushes is not None:
            self.equal("rushes left", expect.rushes, int(game.rushes_left))

    def choices(self, scene: Scene, expect: Expect) -> None:
        offered = scene.options()
        if expect.options is not None:
            game, names = scene.game, scene.names
            wanted = [spell(game, names, parse(game, names, text)) for text in expect.options]
            self.equal("exactly the options", sorted(wanted), sorted(offered))
        for text in expect.offered:
            if not scene.offered(text):
                self.add(f"{text!r} on offer", f"on offer: {'; '.join(offered) or 'nothing'}")
        for text in expect.not_offered:
            if scene.offered(text):
                self.add(f"{text!r} not on offer", "it is")
        for text, reason in expect.refused.items():
            if scene.offered(text):
                self.add(f"{text!r} refused", "it is on offer")
                continue
            found = scene.refused(text)
            if reason.casefold() not in found.casefold():
                self.add(f"{text!r} refused because {reason!r}", f"because {found!r}")

    def story(self, scene: Scene, expect: Expect) -> None:
        told = scene.telling()
        position = 0
        before = ""
        for text in (in_words(scene, text) for text in expect.told):
            place = next((index for index in range(position, len(told)) if begins(told[index], text)), -1)
            if place < 0:
                self.add(f"{text!r} told{before}", "it was not")
                break
            position = place + 1
            before = f" after {text!r}"
        for text in (in_words(scene, text) for text in expect.not_told):
            hits = [line for line in told if begins(line, text)]
            if hits:
                self.add(f"{text!r} not told", hits[-1])
        missing = [rule for rule in expect.cited if rule not in scene.cited()]
        if missing:
            self.add(f"cited: {', '.join(missing)}", f"cited: {', '.join(sorted(scene.cited()))}")


def spelled(place: Place) -> str:
    """A place of a file, as the dungeon calls it."""
    return place if isinstance(place, str) else f"({place[0]},{place[1]})"


def ball_place(scene: Scene, index: int) -> str:
    where = int(scene.game.balls[index])
    if where in (int(HIDDEN), int(GONE)):
        return "hidden" if where == int(HIDDEN) else "gone"
    carrier = int(scene.game.carrier(index))
    return scene.names.of(carrier) if carrier >= 0 else str(scene.game.dungeon.label(where))


def marks(scene: Scene, marker: int, piece: int) -> bool:
    game = scene.game
    on_board = game.square[marker] >= 0 and game.square[piece] >= 0
    return bool(on_board and game.marks(marker, piece))


def in_words(scene: Scene, text: str) -> str:
    """A line as today's story tells it: where the engine's name of an ability stands, its skill is meant."""
    words = text.split()
    if words[:2] != ["skill", "used"] or len(words) != 4 or words[3] not in ABILITY_NAMES.values():
        return text
    numbers = {name: number for number, name in ABILITY_NAMES.items()}
    return " ".join([*words[:3], ability_word(scene.game, numbers[words[3]])])


def shown_pair(value: object) -> str:
    """A pair of numbers, the blocker's first."""
    return f"{value[0]} against {value[1]}" if isinstance(value, tuple) else str(value)


def place_of(scene: Scene, letter: str) -> int:
    """The square of a piece, or of what it has been turned into; -1 if it is nowhere in the dungeon."""
    piece = scene.piece(letter)
    node = int(scene.game.square[piece])
    if node >= 0 or scene.status(letter) != "turned-to-stone":
        return node
    stones = [event["square"] for event in scene.events("turned to stone") if event["piece"] == piece]
    return stones[-1] if stones else scene.statues.get(letter, -1)


def casualty_event(scene: Scene, letter: str) -> events.Event | None:
    """The last casualty result of a piece, after any treatment."""
    found = [event for event in scene.events("casualty suffered") if event["piece"] == scene.piece(letter)]
    return found[-1] if found else None


def casualty_row(scene: Scene, letter: str) -> int:
    event = casualty_event(scene, letter)
    return event["casualty"] if event is not None else 0


def casualty_words(scene: Scene, letter: str) -> str:
    """`dead`, `lasting injury (agility)`, or `none`."""
    event = casualty_event(scene, letter)
    if event is None or not 0 < event["casualty"] < len(CASUALTIES):
        return NONE
    reduced = REDUCED[event["reduced"]] if 0 < event["reduced"] < len(REDUCED) else ""
    return CASUALTIES[event["casualty"]] + (f" ({reduced})" if reduced else "")


def winner_of(scene: Scene) -> str:
    """A side, `monsters`, `draw`, or `none` while the match goes on."""
    if scene.winner == "draw" and scene.game.ending == clauses.MONSTERS_WIN:
        return MONSTERS
    return scene.winner or NONE
