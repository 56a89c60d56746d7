"""Scenes: a small dungeon with pieces, scripted dice, and questions about what happened.

Tests are written with this class, and scenario files are read into it. Set-up rules are not checked: a scene starts in
the middle of a match, at the beginning of the team turn of the side to move.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from dungeonbowl.editions import build, name_of
from dungeonbowl.engine.dice import DiceError, ScriptedDice, TypedDice
from dungeonbowl.engine.dice import name as die_name
from dungeonbowl.engine.events import EVENT_NAMES, Event
from dungeonbowl.engine.frames import ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.laying_out import set_door
from dungeonbowl.engine.layouts import nowhere
from dungeonbowl.engine.match import Match, Refused
from dungeonbowl.engine.places import BARRED, FREE, GONE, HIDDEN
from dungeonbowl.engine.procedures.turn.contest import AFTER_TURN, OPENING, Contest
from dungeonbowl.engine.sides import BRIBES, DRAW, REROLLS, SCORE, TURNS, TURNS_BEFORE, ZONE
from dungeonbowl.engine.statuses import NO_ZONE, ROOTED, STATUS_NAMES, TURNED_TO_STONE
from dungeonbowl.engine.tokens import PIT_TOKEN, STATUE_TOKEN, TRAP_TOKEN
from dungeonbowl.scenes.chests import Contents
from dungeonbowl.scenes.module_state import FIELDS, States, inner_name, outer_name
from dungeonbowl.scenes.setup import (
    DiceMismatch,
    Piece,
    SceneError,
    away,
    condition,
    draw,
    fourth,
    home,
    neutral,
    read_dice,
    read_picture,
    squads_of,
    third,
)
from dungeonbowl.scenes.telling import CONTENTS, event_line
from dungeonbowl.scenes.watch import NOTE, STRENGTHS, Blow, Watcher
from dungeonbowl.words.advice import did_you_mean
from dungeonbowl.words.event_words import CLAUSE_NAMES
from dungeonbowl.words.notation import COACHES, Names, parse, spell

# A test that plays a scene needs these as well.
__all__ = [
    "CLAUSE_NAMES",
    "Piece",
    "Scene",
    "SceneError",
    "away",
    "fourth",
    "home",
    "neutral",
    "read_dice",
    "third",
]

# What a door of a scene can be; `untried` and `closed` are the same.
DOOR_STATES = ("open", "closed", "unlocked", "locked", "smashed")


class Scene:
    """A position, the match that starts from it, and what happened in it."""

    def __init__(
        self,
        picture: str,
        legend: dict[str, Piece] | None = None,
        *,
        ball: str | tuple[int, int] | None = None,
        balls: list[str | tuple[int, int] | None] | None = None,
        rooms: list[tuple[str, list[int]]] | None = None,
        edition: str = "official",
        rerolls: tuple[int, ...] = (0, 0),
        bribes: tuple[int, ...] = (0, 0),
        wizards: tuple[str, ...] = (),
        values: tuple[int, ...] = (),
        treasuries: tuple[int, ...] = (),
        to_move: str = "home",
        first: str = "home",
        turns: tuple[int, ...] | None = None,
        zones: tuple[int, ...] | None = None,
        opening: bool = False,
        sides: int = 2,
        dice: list[str] | None = None,
        scores: tuple[int, ...] = (0, 0),
        details: dict[str, Any] | None = None,
        modules: dict[str, dict[str, Any]] | None = None,
        half: int = 1,
        apothecaries: tuple[int, ...] = (),
        perks: tuple[int, ...] = (),
        ratings: tuple[int, ...] = (),
        rerolls_per_half: tuple[int, ...] = (),
        colleges: tuple[str, ...] = (),
        drive_turns: tuple[int, ...] = (),
        undrawn: list[str] | None = None,
        contents: dict[str, str] | None = None,
        doors: dict[str, str] | None = None,
        names: tuple[str, ...] = (),
    ) -> None:
        """`details` are layers and lists of a dungeon file. `modules` is what modules know at the start.

        `wizards` are the colleges of the sides that have a wizard; with an opening, of the sides that may hire one, if
        `values` (current team values) and `treasuries` allow it. Without a picture the opening finds the dungeon.
        `perks` are what prices depend on, see `engine/market.py`. `rerolls` are those that are left; `rerolls_per_half`
        are those that a half begins with, if that is another number. `colleges` are those of sides without a wizard.
        `drive_turns` are the team turns begun in this drive. `undrawn` are closed chests that the picture does not
        show, with their contents or an empty string; `contents` are those of chests in the picture. `doors` are their
        states by square. `names` are those of the teams.
        """
        legend = dict(legend or {})
        if turns is None:
            turns = (0, 0) if opening else (1, 1)
        self.rules = build(edition)
        drawn, spots = read_picture(picture, legend)
        unknown = opening and not drawn and not details
        edition = name_of(self.rules.edition)
        dungeon = nowhere() if unknown else draw(drawn, edition, rooms or [], details or {})
        if missing := self.rules.policies.opening.missing(dungeon):
            raise SceneError(missing)
        self.letters: dict[str, int] = {}
        self.statues: dict[str, int] = {}
        squads = squads_of(legend, sides, rerolls_per_half or rerolls, self.letters)
        squads.names = [name or usual for name, usual in zip_longest(names, squads.names, fillvalue="")]
        for side, sheet in enumerate(squads.teams):
            sheet.value = values[side] if side < len(values) else 0
            sheet.treasury = treasuries[side] if side < len(treasuries) else 0
            sheet.apothecaries = apothecaries[side] if side < len(apothecaries) else 0
            sheet.perks = perks[side] if side < len(perks) else 0
            sheet.rating = ratings[side] if side < len(ratings) else 0
            if side < len(wizards) and wizards[side]:
                sheet.college = self.college(wizards[side])
                sheet.wizards = 0 if opening else 1
            elif side < len(colleges) and colleges[side]:
                sheet.college = self.college(colleges[side])
        self.game = Game(self.rules, dungeon, squads)
        game = self.game
        for side in range(sides):
            game.set_side(side, TURNS, turns[side] if side < len(turns) else turns[-1])
            if side < len(drive_turns):
                game.set_side(side, TURNS_BEFORE, game.side_value(side, TURNS) - drive_turns[side])
            if zones is not None:
                game.set_side(side, ZONE, zones[side])
            if side < len(bribes):
                game.set_side(side, BRIBES, bribes[side])
            if side < len(scores):
                game.set_side(side, SCORE, scores[side])
            game.set_side(side, REROLLS, (rerolls[side] if side < len(rerolls) else 0) + squads.leaders(side))
        game.half = half
        game.first_side = COACHES.index(first)
        if not opening:
            game.active = (COACHES.index(to_move) - 1) % sides
            self.put_tokens()
            self.put_pieces(legend, spots)
            self.put_balls(balls if balls is not None else [ball])
        self.names = Names(game, self.letters)
        self.states = States(self.letters, sides, len(game.balls))
        for name, state in (modules or {}).items():
            self.tell_module(name, state)
        self.put_doors(doors or {})
        self.contents = self.put_contents(undrawn or [], contents or {}, opening)
        self.blows: list[Blow] = []
        self.remarks: list[tuple[int, str]] = []  # how many events were told before, and the words
        self.said = 0  # how many of the game's forced answers came before the last action
        self.dice = ScriptedDice(read_dice(dice or []))
        try:
            self.match = Match(game, TypedDice(Watcher(self)), Contest(OPENING if opening else AFTER_TURN))
        except DiceError as error:
            raise DiceMismatch(str(error)) from None

    # --- building ---------------------------------------------------------------------------------------------------

    def put_tokens(self) -> None:
        game = self.game
        for square in game.dungeon.map_chests:
            game.put_chest(int(square))
        for number, square in enumerate(game.dungeon.map_portals, 1):
            if square >= 0:
                game.put_portal(int(square), number)
        for trap in game.dungeon.traps:
            game.put_token(trap.node, PIT_TOKEN if trap.is_revealed else TRAP_TOKEN)

    def put_pieces(self, legend: dict[str, Piece], spots: dict[str, tuple[int, int]]) -> None:
        game = self.game
        for letter, piece in legend.items():
            number = self.letters[letter]
            if piece.status not in STATUS_NAMES:
                raise SceneError(f"{letter}: status {piece.status!r}; expected one of {', '.join(STATUS_NAMES)}")
            status = STATUS_NAMES.index(piece.status)
            if not piece.zone:
                game.conditions[number] = game.conditions[number] | int(NO_ZONE)
            if piece.rooted:
                game.conditions[number] = game.conditions[number] | int(ROOTED)
            for name in piece.conditions:
                game.conditions[number] = game.conditions[number] | condition(letter, name)
            game.status[number] = status
            spot = piece.at or spots.get(letter)
            if status == TURNED_TO_STONE and spot is not None:
                self.put_statue(letter, spot)
            if status > 2:
                continue
            if spot is None:
                raise SceneError(f"{letter} is {piece.status} but stands nowhere: draw it or give `at`")
            square = self.find(spot)
            covered = [int(node) for node in game.dungeon.footprint(square, piece.size)] if square >= 0 else []
            if not covered or any(game.occupant[node] != FREE for node in covered):
                raise SceneError(f"{letter} cannot stand at {spot}: rock, an impassable square or another player")
            game.place(number, square)

    def put_statue(self, letter: str, spot: tuple[int, int] | str) -> None:
        node = self.find(spot)
        if node < 0 or self.game.occupant[node] != FREE:
            raise SceneError(f"{letter} cannot be stone at {spot}: rock, an impassable square or another player")
        self.game.put_token(node, STATUE_TOKEN)
        self.game.occupant[node] = int(BARRED)
        self.statues[letter] = node

    def put_doors(self, doors: dict[str, str]) -> None:
        """Put the doors into the states that the file gives. What is known of their locks belongs to the module."""
        for place, state in doors.items():
            index = self.door(place)
            if state not in DOOR_STATES:
                advice = did_you_mean(state, DOOR_STATES)
                raise SceneError(f"doors: {place}: {advice}expected one of {', '.join(DOOR_STATES)}, found {state!r}")
            set_door(self.game, index, state in ("open", "smashed"))
            if state in ("unlocked", "locked", "smashed"):
                label = str(self.game.dungeon.label(self.game.dungeon.doors[index].node))
                self.tell_module("doors", {"known": {label: state}})

    def door(self, place: str) -> int:
        """The number of the door that fills a square, or lies beside it."""
        node = self.find(place)
        for index, door in enumerate(self.game.dungeon.doors):
            if node >= 0 and node in (door.node, door.other):
                return index
        labels = sorted({str(self.game.dungeon.label(door.node)) for door in self.game.dungeon.doors})
        raise SceneError(f"doors: there is no door at {place!r}; they are at {', '.join(labels) or 'no square'}")

    def door_state(self, place: str) -> str:
        """Open, closed, locked or smashed, as far as the coaches know."""
        door = self.game.dungeon.doors[self.door(place)]
        known = "untried"
        for module in self.rules.modules:
            if module.name() == "doors" and hasattr(module, "show_state"):
                label = str(self.game.dungeon.label(door.node))
                known = module.show_state(self.game, self.letters)["known"].get(label, known)
        if door.is_open:
            return "smashed" if known == "smashed" else "open"
        return "closed" if known == "untried" else known

    def put_contents(self, undrawn: list[str], contents: dict[str, str], opening: bool) -> Contents | None:
        if not undrawn and not contents:
            return None
        if opening:
            raise SceneError("chests: a match that begins with its opening has no closed chests yet")
        said: dict[int, str] = {}
        for place, what in contents.items():
            node = self.find(place)
            if node < 0:
                raise SceneError(f"chests: there is no square {place!r}")
            said[node] = what
        found = Contents(undrawn, said, self.game)
        for module in self.rules.modules:
            if module.name() == "loads":
                squares = [list(self.spot(node)) for node, what in said.items() if what == CONTENTS[1]]
                if len(squares) + undrawn.count(CONTENTS[1]) < self.game.balls_hidden:
                    raise SceneError("chests: this edition hides its balls before the game: say where each of them is")
                self.tell_module("loads", {"loaded": squares})
        return found

    def college(self, name: str) -> int:
        known = list(self.rules.colleges[1:])
        if name not in known:
            if not known:
                raise SceneError(f"college {name!r}: edition {self.rules.edition} has no colleges")
            advice = did_you_mean(name, known)
            raise SceneError(f"college {name!r}; {advice}expected one of {', '.join(known)}")
        return int(self.rules.colleges.index(name))

    def put_balls(self, balls: list[str | tuple[int, int] | None]) -> None:
        game = self.game
        if len(balls) > len(game.balls):
            raise SceneError(f"the edition has {len(game.balls)} ball, not {len(balls)}")
        for index, where in enumerate(balls):
            if where == "gone":
                game.balls[index] = int(GONE)
            elif isinstance(where, str) and where in self.letters:
                game.hold(self.letters[where], index)
            elif where is not None and where != "hidden":
                square = self.find(where)
                if square < 0:
                    raise SceneError(f"the ball is with or at {where!r}: no piece of the scene, and no square of it")
                game.put_ball(index, square)
        game.balls_hidden = sum(1 for where in game.balls if where == HIDDEN)

    def find(self, place: tuple[int, int] | str) -> int:
        """The node of a place: (x, y), or what the dungeon calls it, such as "passage s"; -1 if there is none."""
        if not isinstance(place, str):
            return int(self.game.dungeon.node_at(place[0], place[1]))
        wanted = place.replace(", ", ",")
        for node in range(int(self.game.dungeon.count)):
            if self.game.dungeon.label(node) == wanted:
                return node
        return -1

    def module(self, name: str) -> Any:
        """A module of the edition by its name, if a scene may tell it something.

        Such a module has `read_state(game, letters, table)` and `show_state(game, letters)`, which returns a table. Its
        keys are in `module_state.py`.
        """
        for module in self.rules.modules:
            if module.name() == inner_name(name):
                if not hasattr(module, "read_state"):
                    raise SceneError(f"module {name!r} keeps nothing that a scene could set")
                return module
        told = sorted(outer_name(module.name()) for module in self.rules.modules if hasattr(module, "read_state"))
        if name in FIELDS:
            told = [each for each in told if each != name]
        names = ", ".join(told) or "none that a scene could tell anything"
        advice = did_you_mean(name, told)
        raise SceneError(f"edition {self.rules.edition} has no module {name!r}; {advice}its modules are: {names}")

    def tell_module(self, name: str, table: dict[str, Any]) -> None:
        """Tell a module what it knows at the start. Unknown keys are refused."""
        module = self.module(name)
        state = self.states.read(name, module, table)
        if state:
            module.read_state(self.game, self.letters, state)

    def module_shows(self, name: str) -> dict[str, Any]:
        shown: dict[str, Any] = self.module(name).show_state(self.game, self.letters)
        return shown

    # --- playing ----------------------------------------------------------------------------------------------------

    def play(self, *texts: str, dice: list[str] | None = None) -> Scene:
        """Take actions in order, each with the dice it needs; every die of the script must be used."""
        self.give(dice or [])
        for text in texts:
            self.act(text)
        self.spent()
        return self

    def give(self, dice: list[str]) -> None:
        """Set the dice of the next actions. Dice that were not rolled are dropped."""
        self.dice.script = self.dice.script[: int(self.dice.used)] + read_dice(dice)

    def act(self, text: str) -> None:
        """Take one action."""
        try:
            if self.match.awaits_dice():
                self.match.run()
            self.match.choose(parse(self.game, self.names, text))
        except Refused as refusal:
            offered = "; ".join(self.options()) or "nothing"
            raise SceneError(f"{text!r} is refused: {refusal}. On offer: {offered}") from None
        except DiceError as error:
            raise DiceMismatch(f"{text!r}: {error}") from None

    def spent(self) -> None:
        """Raises an error if dice of the script are left over."""
        left = self.dice.leftover()
        if left:
            over = ", ".join(f"{die_name(kind)} {result}" for kind, result in self.dice.script[-left:])
            raise DiceMismatch(f"{left} dice of the script were not rolled: {over}")

    def take_back(self) -> None:
        self.match.take_back()
        self.game = self.match.game

    # --- asking -----------------------------------------------------------------------------------------------------

    def node(self, spot: tuple[int, int]) -> int:
        node = int(self.game.dungeon.node_at(*spot))
        if node < 0:
            raise SceneError(f"there is no square at {spot}")
        return node

    def spot(self, node: int) -> tuple[int, int]:
        return int(self.game.dungeon.column[node]), int(self.game.dungeon.row[node])

    def piece(self, letter: str) -> int:
        return self.letters[letter]

    def square(self, letter: str) -> tuple[int, int] | None:
        node = int(self.game.square[self.letters[letter]])
        return self.spot(node) if node >= 0 else None

    def status(self, letter: str) -> str:
        return str(STATUS_NAMES[int(self.game.status[self.letters[letter]])])

    @property
    def ball(self) -> str | tuple[int, int] | None:
        return self.ball_number(0)

    def ball_number(self, ball: int) -> str | tuple[int, int] | None:
        """Where a ball is: its carrier, its square, or None if it is in no square."""
        carrier = int(self.game.carrier(ball))
        if carrier >= 0:
            return self.names.of(carrier)
        where = int(self.game.balls[ball])
        return self.spot(where) if where >= 0 else None

    @property
    def turnover(self) -> str:
        """The cause of the last turnover told, or an empty string."""
        for event in reversed(self.game.events):
            if EVENT_NAMES[event.kind] == "turnover":
                return CLAUSE_NAMES[int(event.clause)]
        return ""

    @property
    def active(self) -> str:
        return COACHES[int(self.game.active)]

    @property
    def asked(self) -> str | None:
        """The side that is asked; "nobody" for the seat of a game master."""
        side = self.match.asked()
        if side >= self.game.squads.sides:
            return "nobody"
        return COACHES[side] if side >= 0 else None

    @property
    def winner(self) -> str | None:
        if not self.game.over:
            return None
        return "draw" if self.game.winner == DRAW else COACHES[int(self.game.winner)]

    def options(self) -> list[str]:
        return [spell(self.game, self.names, action) for action in self.match.options()]

    def offered(self, text: str) -> bool:
        return parse(self.game, self.names, text) in self.match.options()

    def refused(self, text: str) -> str:
        """Why an action is refused. Raises an error if it is not refused. The scene does not change."""
        before = self.fingerprint()
        try:
            self.match.choose(parse(self.game, self.names, text))
        except Refused as refusal:
            assert self.fingerprint() == before, "a refused action changed the game"
            return str(refusal)
        raise SceneError(f"{text!r} was not refused")

    def rerolls(self, side: str) -> int:
        return int(self.game.side_value(COACHES.index(side), REROLLS))

    def told(self, event: str, letter: str | None = None) -> bool:
        """Whether an event of this name has happened; with `letter`, to this piece."""
        piece = None if letter is None else self.letters[letter]
        return any(piece is None or each["piece"] == piece for each in self.events(event))

    def events(self, event: str) -> list[Event]:
        return [each for each in self.game.events if EVENT_NAMES[each.kind] == event]

    def points(self, letter: str) -> int:
        """Experience earned in the scene."""
        return sum(each["points"] for each in self.events("points earned") if each["piece"] == self.letters[letter])

    def telling(self) -> list[str]:
        """The story so far in words: pieces by their letters, squares as (x,y). Between the events come the strengths
        of blocks, and notes on what was played without being written."""
        asides = [(blow.event, self.blow_words(blow)) for blow in self.blows]
        asides += [(event, f"{NOTE} {words}") for event, words in self.remarks]
        asides.sort(key=lambda aside: aside[0])
        lines: list[str] = []
        for number, event in enumerate(self.game.events):
            while asides and asides[0][0] <= number:
                lines.append(asides.pop(0)[1])
            lines.append(self.words(event))
        return lines + [words for _, words in asides]

    def blow_words(self, blow: Blow) -> str:
        """`block strengths A 4 against B 3, assists 1 and 0, 2 dice for home`; the strengths include the assists."""
        dice = "1 die" if blow.dice == 1 else f"{blow.dice} dice"
        chooser = COACHES[blow.chooser] if blow.chooser < self.game.squads.sides else "nobody"
        return (
            f"{STRENGTHS} {self.names.of(blow.attacker)} {blow.total[0]} against {self.names.of(blow.defender)} "
            f"{blow.total[1]}, assists {blow.assists[0]} and {blow.assists[1]}, {dice} for {chooser}"
        )

    def remark(self, words: str) -> None:
        """Note what was played without being written, beside the events."""
        self.remarks.append((len(self.game.events), words))

    def words(self, event: Event) -> str:
        """One event in words."""
        return event_line(self.game, self.names, event)

    def story(self) -> list[str]:
        """The events so far by name, with their numbers as they are stored."""
        return [" ".join([EVENT_NAMES[each.kind], *map(str, each.numbers()[2:])]) for each in self.game.events]

    def cited(self) -> set[str]:
        """The rules that the events so far name."""
        return {self.rules.cite(each.clause) for each in self.game.events} - {""}

    def fingerprint(self) -> tuple[object, ...]:
        """Everything that may change, for comparing."""
        game = self.game
        return (
            [int(x) for x in game.square],
            [int(x) for x in game.status],
            [int(x) for x in game.conditions],
            [int(x) for x in game.occupant],
            [int(x) for x in game.token],
            [int(x) for x in game.balls],
            [int(x) for x in game.sides],
            [int(x) for x in game.memo],
            [(frame.name(), frame.fields()) for frame in game.frames()],
            int(game.signal),
            int(game.asked),
            int(game.moves_left),
            int(game.rushes_left),
            int(game.progress),
            int(game.turnover),
            game.signal == ROLL,
        )
