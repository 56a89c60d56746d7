"""A list of actions as an author wrote it. It is played so that it means the same whatever the engine asks on the way.

The engine does not ask a question with one answer. If the author writes the answer all the same, it counts as given. If
the author leaves out the usual answer to a question about a skill, that answer is given, if the next action is legal
after it and not before. What was played in this way is noted in the story. `path` and `walk` are several steps written
as one action.
"""

from __future__ import annotations

import re
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import action, kind_of
from dungeonbowl.engine.dice import DiceError, ScriptedDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted, is_offered, list_options
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.scenes.scene import Scene
from dungeonbowl.scenes.setup import SceneError
from dungeonbowl.words.notation import NotationError, parse, parse_square, spell, spell_square

DEEPEST: Final = 6  # questions that may be passed over between two actions
PATH: Final = "path"
WALK: Final = "walk"


class Way:
    """`path A (5,5) (5,6)`: through these squares; `walk A to (5,6)`: by the safest way."""

    def __init__(self, text: str, piece: int, squares: list[int], by_name: bool) -> None:
        self.text = text
        self.piece = piece
        self.squares = squares
        self.by_name = by_name  # every square is named


def read_way(scene: Scene, text: str) -> Way | None:
    """A path in words, or None if the text is another action. `NotationError` says what was expected."""
    words = re.sub(r",\s+", ",", text).split()
    if not words or words[0] not in (PATH, WALK):
        return None
    by_name = words[0] == PATH
    if len(words) < 3 or (not by_name and (len(words) != 4 or words[2] != "to")):
        form = "'path <piece> <square> <square> ...'" if by_name else "'walk <piece> to <square>'"
        raise NotationError(
            f"{text!r}: expected {form}, such as {'path A (4,2) (5,3)' if by_name else 'walk A to (5,3)'}"
        )
    piece = scene.names.piece(words[1])
    squares = [parse_square(scene.game, word, text) for word in words[2 if by_name else 3 :]]
    return Way(text, piece, squares, by_name)


def check(scene: Scene, text: str) -> None:
    """Whether a text can be an action of this scene at all. `UserError` if not."""
    if read_way(scene, text) is None:
        parse(scene.game, scene.names, text)


class Script:
    """Plays the actions of one step of a file."""

    def __init__(self, scene: Scene, texts: list[str], by: str | None = None) -> None:
        self.scene = scene
        self.texts = texts
        self.by = by

    def play(self) -> None:
        for index, text in enumerate(self.texts):
            way = read_way(self.scene, text)
            if way is not None:
                self.go(way)
            else:
                self.take(text, self.texts[index + 1 :])

    # --- one action ---------------------------------------------------------------------------------------------------

    def take(self, text: str, rest: list[str]) -> None:
        scene = self.scene
        if scene.match.awaits_dice():
            scene.match.run()
        wanted = parse(scene.game, scene.names, text)
        if is_open(scene.game, wanted) and not self.is_said_twice(wanted, rest):
            self.choose(text)
            return
        if self.has_happened(wanted):
            scene.remark(f"{text!r} was the only answer and has been given")
            return
        answers = self.leading_to(wanted)
        for answer in answers:
            words = spell(scene.game, scene.names, answer)
            only = len(scene.match.options()) == 1
            scene.remark(f"{words!r} by itself, {'the only answer' if only else 'the usual answer'}")
            scene.act(words)
        if answers:
            wanted = parse(scene.game, scene.names, text)  # a skill may mean another of its abilities by now
        self.choose(text)

    def choose(self, text: str) -> None:
        scene = self.scene
        if self.by is not None and scene.asked != self.by:
            raise SceneError(f"{text!r} is for {self.by} to decide, but {scene.asked or 'nobody'} is asked")
        scene.said = len(scene.game.forced)
        scene.act(text)

    def has_happened(self, wanted: int) -> bool:
        """Whether the engine has given this answer itself since the last action, because there was no other."""
        forced = scene_forced(self.scene)
        if wanted not in forced:
            return False
        self.scene.said += forced.index(wanted) + 1
        return True

    def is_said_twice(self, wanted: int, rest: list[str]) -> bool:
        """Whether the author has written an action twice: for a question that was not asked, and for the open one."""
        if wanted not in scene_forced(self.scene):
            return False
        game, names = self.scene.game, self.scene.names
        return any(read_way(self.scene, text) is None and parse(game, names, text) == wanted for text in rest)

    def leading_to(self, wanted: int) -> list[int]:
        """The only or usual answers after which an action is offered; empty if it never is."""
        game = self.scene.game.clone()
        dice = self.scene.dice
        copy = ScriptedDice(list(dice.script))
        copy.used = dice.used
        found: list[int] = []
        while game.signal == ASK and game.asked < game.squads.sides and len(found) < DEEPEST:
            answer = usual_answer(game)
            if answer < 0:
                return []
            found.append(answer)
            choose_trusted(game, i64(answer))
            try:
                advance(game, copy)
            except (DiceError, IndexError):
                return []
            if is_open(game, wanted):
                return found
        return []

    # --- several steps ------------------------------------------------------------------------------------------------

    def go(self, way: Way) -> None:
        """Activate the piece if it is not acting, stand it up if it lies, and take the steps one after the other."""
        scene = self.scene
        piece = way.piece
        if scene.game.acting != piece:
            self.take(f"activate {scene.names.of(piece)}", [])
        if scene.game.declared == 0 and scene.game.status[piece] != 0:
            self.take("declare move", [])
        if not way.by_name:
            steps = [int(each) for each in reach(scene.game, i64(piece)).actions(i64(way.squares[0]))]
            if not steps and int(scene.game.square[piece]) != way.squares[0]:
                here = spell_square(scene.game, int(scene.game.square[piece]))
                raise SceneError(
                    f"{way.text!r}: there is no way from {here} to {spell_square(scene.game, way.squares[0])}"
                )
            for number, each in enumerate(steps):
                self.step(way, each, number == len(steps) - 1)
            return
        if is_open(scene.game, int(actions.STAND_UP)):
            self.step(way, int(actions.STAND_UP), False)
        squares = [*way.squares]
        if squares[0] == int(scene.game.square[piece]):  # an author may begin with the piece's own square
            del squares[0]
        for number, square in enumerate(squares):
            self.step(way, self.step_to(way, square), number == len(squares) - 1)
            if number < len(squares) - 1 and int(scene.game.square[piece]) != square:
                self.stop(way)

    def step_to(self, way: Way, square: int) -> int:
        """The action that takes the piece to a square in one step."""
        game = self.scene.game
        here = i64(game.square[way.piece])
        direction = int(game.direction(here, i64(square))) if here >= 0 else -1
        ways = [int(action(kind, square)) for kind in (actions.JUMP, actions.SLIP_TO, actions.CLIMB, actions.TRAVEL)]
        if direction >= 0:
            ways.insert(0, int(action(actions.STEP, direction)))
        for each in ways:
            if is_open(game, each):
                return each
        return ways[0]

    def step(self, way: Way, chosen: int, is_last: bool) -> None:
        scene = self.scene
        asked = scene.asked
        words = spell(scene.game, scene.names, chosen)
        try:
            self.choose(words)
        except SceneError as error:
            raise SceneError(f"{way.text!r}: {error}") from None
        on_its_way = scene.game.acting == way.piece and scene.asked == asked
        if not is_last and not (on_its_way and is_moving(scene.game)):
            self.stop(way)

    def stop(self, way: Way) -> None:
        """Raise the error of a path that does not reach its end."""
        scene = self.scene
        node = int(scene.game.square[way.piece])
        where = spell_square(scene.game, node) if node >= 0 else "outside the dungeon"
        offered = "; ".join(scene.options()) or "nothing"
        raise SceneError(
            f"{way.text!r} comes to an end at {where}: {scene.asked or 'nobody'} is asked. On offer: {offered}. "
            "Write the path up to there, the answer, and the rest of the path"
        )


def scene_forced(scene: Scene) -> list[int]:
    """The answers that the engine has taken without asking, since the last action."""
    return [int(each) for each in scene.game.forced[scene.said :]]


def is_open(game: Game, wanted: int) -> bool:
    return bool(game.signal == ASK and is_offered(game, i64(wanted)))


def is_moving(game: Game) -> bool:
    """Whether the open question is what the acting player does next."""
    return is_open(game, int(actions.END_ACTIVATION)) or any(
        is_open(game, int(action(actions.STEP, direction))) for direction in range(8)
    )


def usual_answer(game: Game) -> int:
    """The only answer, or the use of the one skill in question; -1 if the author has to say it."""
    frame = game.frame()
    options = [int(game.offered[index]) for index in range(int(list_options(game)))]
    if len(options) == 1:
        return options[0]
    answer = int(frame.usual(game))
    if answer in options:
        return answer
    using = [each for each in options if kind_of(each) == actions.USE]
    if len(options) == 2 and len(using) == 1 and int(actions.DECLINE) in options:
        return using[0]
    return -1
