"""A match as people and programs play it: ask what may be done, do it, read what happened."""

from __future__ import annotations

import operator
import random
from collections.abc import Iterable, Sequence
from copy import copy
from html import escape
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from dungeonbowl.editions import settings
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.dice import DiceError, TypedDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import is_offered
from dungeonbowl.engine.match import Input, Refused, taken_up
from dungeonbowl.engine.match import Match as EngineMatch
from dungeonbowl.engine.refusals import explain
from dungeonbowl.engine.sides import DRAW
from dungeonbowl.errors import UserError
from dungeonbowl.play.actions import Action, rules_by_id
from dungeonbowl.play.drawing import board_text
from dungeonbowl.play.events import Event, SideNarrator, SideTeller
from dungeonbowl.play.hand_dice import DiceAwaited, HandDice, wanted
from dungeonbowl.play.named import Named
from dungeonbowl.play.position import Piece, Position, side_name
from dungeonbowl.play.setting_up import edition_name, match_dice, new_game, rules_of, written
from dungeonbowl.play.usual import default_action, usual_answer
from dungeonbowl.play.ways import Reach, reach_of
from dungeonbowl.records.replay import follow, is_replay, read_replay, write_replay
from dungeonbowl.records.save import State, read_save, state_of, write_save
from dungeonbowl.records.save import load as game_of_save
from dungeonbowl.rulebook import Rule
from dungeonbowl.words.notation import Names, parse

if TYPE_CHECKING:
    from dungeonbowl.dungeon.graph import Dungeon
    from dungeonbowl.teams.team import Team

BY_HAND: Final = "by hand"
ADVISER: Final = "dungeonbowl.bots.advice"  # loaded by its name: its room is above this one
LARGEST_SEED: Final = 1_000_000


class Hint(Named):
    """Something worth doing: the actions, one after the other, with a reason and the odds.

    >>> from dungeonbowl import Match
    >>> hint = Match("official(quick=1)", seed=7).hint()[0]
    >>> hint.actions[0].kind, hint.odds is not None, bool(hint.reason)
    ('activate', True, True)
    """

    __slots__ = ("actions", "chance", "label", "odds", "reason")

    actions: tuple[Action, ...]
    label: str
    reason: str
    odds: float | None
    chance: float | None

    def __init__(
        self, actions: tuple[Action, ...], label: str, reason: str, odds: float | None, chance: float | None
    ) -> None:
        self._hold(actions=actions, label=label, reason=reason, odds=odds, chance=chance)

    def __reduce__(self) -> tuple[object, ...]:
        return Hint, (self.actions, self.label, self.reason, self.odds, self.chance)

    @property
    def text(self) -> str:
        odds = f" ({100 * self.odds:.0f} %)" if self.odds is not None else ""
        return f"{self.label}{odds}" + (f": {self.reason}" if self.reason else "")


class Match:
    """One match. It asks a side to decide, lists every legal action, and plays the chosen action.

    `edition` is a text such as `official` or `astrogranite(full, turn_limit=8)`; options may also be given by name.
    `dungeon` is the id of a dungeon of the program, a file, or the text of a dungeon; without it the edition chooses.
    `teams` are ready teams by their ids, files, or teams; without them equal squads play. The same `seed` gives the
    same dice. With `dice="by hand"` the match waits for `roll`. `engine` is the same match as the engine knows it, with
    clones and integers, for programs that must be fast.

    >>> from dungeonbowl import Match
    >>> match = Match("official", dungeon="of-1", teams=("fire-fast", "light-balanced"), seed=7)
    >>> match
    <Match official on of-1, seed 7: away decides>
    >>> match.asked, match.options
    ('away', [zone A, zone B])
    >>> match.play("zone A")
    [away takes end zone A (O-SET-15), ...]
    """

    def __init__(
        self,
        edition: str = "official",
        dungeon: str | Path | Dungeon | None = "",
        teams: Sequence[str | Path | Team] | None = (),
        seed: int | None = None,
        dice: str | Iterable[int | str] | None = None,
        **options: bool | int | str,
    ) -> None:
        edition = with_options(edition, options)
        seed = drawn(seed) if dice is None else seed
        source = by_hand(dice) if dice is not None else match_dice(drawn(seed))
        game = new_game(edition, dungeon, teams)
        game.record()
        begin(game)
        self._take(taken_up(game, source, [], []), seed)
        self._told_seed = dice is None
        try:
            self._run()
        except Refused as error:
            raise UserError(f"dice: {error}") from None

    # --- within -------------------------------------------------------------------------------------------------------

    def _take(self, engine: EngineMatch, seed: int | None = None, start: State | Game | None = None) -> None:
        self.engine = engine
        self._seed = seed
        self._told_seed = False  # whether the match began with this seed, so that it gives the whole match again
        self._start = start  # where the inputs begin, if that is not the beginning of a match
        self._names = Names(engine.game)
        self._known: tuple[Game, int, int, Position] | None = None

    def _run(self) -> None:
        """Go on until a coach must decide, dice must be given by hand, or the match is over.

        Dice that were given by hand must be possible, and all of them must be needed: otherwise `Refused`.
        """
        hand = self._hand()
        try:
            self.engine.run()
        except DiceAwaited:
            if hand is None:
                raise
        except DiceError as error:
            if hand is None:
                raise
            raise Refused(str(error)) from None
        if hand is not None and hand.given:
            over = f"{self.wants} must be rolled next" if self.wants else "no more dice are awaited"
            left = ", ".join(repr(each) for each in hand.given)
            raise Refused(f"{len(hand.given)} of the dice given are left over ({left}): {over}")

    def _hand(self) -> HandDice | None:
        """Where dice given by hand are laid, in a match that is played with those."""
        source = self.engine.dice
        return source.prompt if isinstance(source, TypedDice) and isinstance(source.prompt, HandDice) else None

    def _since(self, told: int) -> list[Event]:
        return events_of(self.position, self.engine.game.events[told:])

    @classmethod
    def around(cls, engine: EngineMatch, seed: int | None = None) -> Match:
        """A match of the engine, as this class shows it. Both are the same match from then on.

        >>> from dungeonbowl import Match
        >>> one = Match("official(quick=1)", seed=7)
        >>> Match.around(one.engine).options == one.options
        True
        """
        match = cls.__new__(cls)
        match._take(engine, seed, None if engine.inputs else engine.game.clone())
        return match

    @classmethod
    def of_game(cls, game: Game, seed: int = 0) -> Match:
        """A position of the engine to go on from, with dice of its own. What was told before is not part of it.

        >>> from dungeonbowl import Match
        >>> one = Match("official(quick=1)", seed=7)
        >>> Match.of_game(one.engine.game.clone()).asked
        'away'
        """
        return cls.around(taken_up(game, match_dice(seed), [], []), seed)

    # --- what there is to know ---------------------------------------------------------------------------------------

    @property
    def seed(self) -> int | None:
        """The seed of its dice from here on. Without one in the beginning a seed is drawn, except with dice by hand.

        >>> from dungeonbowl import Match
        >>> Match("official", seed=7).seed
        7
        """
        return self._seed

    @property
    def edition(self) -> str:
        """The edition with its options, as text.

        >>> from dungeonbowl import Match
        >>> Match("official", seed=7, quick=True, turn_limit=8).edition
        'official(quick=1, turn_limit=8)'
        """
        return str(self.engine.game.rules.edition)

    @property
    def asked(self) -> str | None:
        """Who must decide: home, away, third, fourth or the game master. None when no decision is awaited.

        >>> from dungeonbowl import Match
        >>> Match(seed=7).asked
        'away'
        """
        asked = self.engine.asked()
        return side_name(self.engine.game, asked) if asked >= 0 else None

    @property
    def is_over(self) -> bool:
        """Whether the match has ended.

        >>> from dungeonbowl import Match
        >>> Match(seed=7).is_over
        False
        """
        return bool(self.engine.is_over())

    @property
    def winner(self) -> str | None:
        """The side that has won, or `draw`; None while the match goes on.

        >>> from dungeonbowl import Match, bots
        >>> match = Match("official(quick=1, turn_limit=1)", seed=7)
        >>> while not match.is_over:
        ...     told = match.play(bots.random(match))
        >>> match.winner
        'away'
        """
        game = self.engine.game
        if not game.over:
            return None
        return "draw" if game.winner == DRAW else side_name(game, int(game.winner))

    @property
    def wants(self) -> str | None:
        """The dice that must be given by hand now, such as `2 x block`; None when none are awaited.

        >>> from dungeonbowl import Match
        >>> Match("official", dice="by hand").wants
        '1 x coin'
        """
        game = self.engine.game
        return wanted(int(game.dice_count), int(game.dice_kind)) if self.engine.awaits_dice() else None

    @property
    def position(self) -> Position:
        """The board as it is now. It stays as it is when the match goes on.

        >>> from dungeonbowl import Match
        >>> Match("official(quick=1)", seed=7).position.pieces["A3"].state
        'standing'
        """
        game = self.engine.game
        key = (game, len(self.engine.inputs), len(game.events))
        if self._known is None or self._known[0] is not game or self._known[1:3] != key[1:]:
            self._known = (*key, Position(game.clone(), self._names))
        return self._known[3]

    @property
    def options(self) -> list[Action]:
        """Every legal action of the side that is asked. `concede` is never listed, but may be said when a turn begins.

        >>> from dungeonbowl import Match
        >>> Match("official", seed=7).options
        [zone A, zone B]
        """
        position = self.position
        return [Action(position, packed) for packed in self.engine.options()]

    @property
    def usual(self) -> Action | None:
        """What is done for a coach who gives no answer: what nearly every coach does, or what changes least.

        >>> from dungeonbowl import Match
        >>> Match("official(quick=1)", seed=7).usual
        end turn
        """
        options = self.engine.options()
        if not options:
            return None
        return Action(self.position, default_action(options, usual_answer(self.engine.game)))

    @property
    def rules(self) -> dict[str, Rule]:
        """The rules of the edition, by their ids.

        >>> from dungeonbowl import Match
        >>> Match("official", seed=7).rules["O-TERM-10"].text
        'A team may have any number of its players in the dungeon at once.'
        """
        return rules_by_id(edition_name(self.engine.game.rules))

    @property
    def events(self) -> list[Event]:
        """Everything that has happened so far.

        >>> from dungeonbowl import Match
        >>> Match("official", seed=7).events[0].kind
        'match began'
        """
        return self._since(0)

    @property
    def story(self) -> list[str]:
        """Everything that has happened so far, as lines to read.

        >>> from dungeonbowl import Match
        >>> print(Match("official", seed=7).story[0])
        The match begins: Home against Away
        """
        game = self.engine.game
        return SideNarrator(game, self._names).lines(game.events)

    def why_not(self, action: Action | str) -> str:
        """Why an action cannot be chosen now, in a sentence; nothing if it can.

        >>> from dungeonbowl import Match
        >>> match = Match("official", seed=7)
        >>> match.why_not("activate A3"), match.why_not("zone A")
        ('no team turn has begun', '')
        """
        try:
            packed = self.number_of(action)
        except UserError as error:
            return str(error)
        game = self.engine.game
        if game.signal == ASK and is_offered(game, i64(packed)):
            return ""
        return str(explain(game, i64(packed)))

    def reach(self, piece: Piece | str) -> Reach:
        """Every square that a player can reach now, with the best way to it and its odds.

        >>> from dungeonbowl import Match
        >>> Match("official(quick=1)", seed=7).reach("B1")[22, 3]
        to (22,3): 69 %
        """
        return reach_of(self.position.piece(self._names.piece(str(piece))))

    def hint(self, count: int = 4, tries: int = 0) -> list[Hint]:
        """The best few things to do, best first. With `tries` a search compares them, which takes longer.

        >>> from dungeonbowl import Match
        >>> len(Match("official(quick=1)", seed=7).hint(count=2))
        2
        """
        for name, number, least in (("count", count, 1), ("tries", tries, 0)):
            if not isinstance(number, int) or number < least:
                raise UserError(f"{name} {number!r}: expected a whole number, {least} or more")
        advised = import_module(ADVISER).advise(self.engine.game, count=count, tries=tries)
        return [self._hint(each) for each in advised.advice]

    def _hint(self, advice: Any) -> Hint:
        actions = tuple(Action(self.position, packed) for packed in advice.actions)
        return Hint(actions, advice.label, advice.reason, advice.odds, advice.chance)

    # --- what there is to do -----------------------------------------------------------------------------------------

    def number_of(self, action: Action | str) -> int:
        """The number that the engine packs an action into, for bots that work with those; `UserError` if it is none.

        >>> from dungeonbowl import Match
        >>> Match("official", seed=7).number_of("zone A")
        52
        """
        if isinstance(action, Action):
            return action._packed
        if not isinstance(action, str):
            raise UserError(f"{action!r} is no action: expected one of the options, or its text")
        return parse(self.engine.game, self._names, action)

    def play(self, action: Action | str | None = None) -> list[Event]:
        """Play an action, given as an option or as text; what came of it. Without one, the usual answer is given.

        What is not legal is refused with the reason (`Refused`), and nothing changes.

        >>> from dungeonbowl import Match, Refused
        >>> match = Match("official", seed=7)
        >>> try:
        ...     match.play("activate A3")
        ... except Refused as error:
        ...     print(error)
        no team turn has begun
        """
        if action is None:
            action = self.usual
        if action is None:
            raise Refused("the match is over" if self.is_over else "dice are awaited, not a decision")
        try:
            packed = self.number_of(action)
        except UserError as error:
            raise Refused(str(error)) from None
        if reason := self.why_not(action):
            raise Refused(reason)
        told = len(self.engine.game.events)
        try:
            self.engine.choose(packed)
        except DiceAwaited:
            if self._hand() is None:
                raise
        return self._since(told)

    def roll(self, *dice: int | str) -> list[Event]:
        """Give the dice that the match waits for. Faces of block dice may be given as words: `roll("pow", "push")`.

        >>> from dungeonbowl import Match
        >>> match = Match("official", dice="by hand")
        >>> match.roll(2)[0].dice
        (2,)
        """
        hand = self._hand()
        if hand is None:
            raise Refused('the dice of this match come from its seed: make it with dice="by hand" to give them')
        if self.wants is None:
            raise Refused("no dice are awaited")
        engine = self.engine
        if len(dice) < engine.game.dice_count:
            raise Refused(f"{self.wants} must be rolled: {len(dice)} given")
        before, told = copy(engine), len(engine.game.events)
        hand.given = list(dice)
        try:
            self._run()
        except Refused:  # nothing changes
            engine.game, engine.inputs, engine.history = before.game, before.inputs, before.history
            raise
        finally:
            hand.given = []
        return self._since(told)

    def undo(self) -> None:
        """Take back the last decision. That is possible until a die has fallen because of it.

        >>> from dungeonbowl import Match
        >>> match = Match("official(quick=1)", seed=7)
        >>> told = match.play("activate B1")
        >>> match.undo()
        >>> match.position.acting is None
        True
        """
        self.engine.take_back()

    def fork(self, seed: int | None = None) -> Match:
        """The same match once more, to be played on apart from this one. With a seed it has other dice from here on.

        >>> from dungeonbowl import Match
        >>> match = Match("official(quick=1)", seed=7)
        >>> other = match.fork(seed=1)
        >>> told = other.play("end turn")
        >>> match.asked, other.asked
        ('away', 'home')
        """
        engine = copy(self.engine)
        if seed is not None:
            engine = taken_up(engine.game, match_dice(drawn(seed)), engine.inputs, engine.history)
        match = type(self).__new__(type(self))
        match._take(engine, self.seed if seed is None else seed, self._start)
        match._told_seed = self._told_seed and seed is None
        if seed is not None and match.wants:
            match._run()
        return match

    def clone(self) -> Match:
        """The same as `fork()`.

        >>> from dungeonbowl import Match
        >>> Match("official", seed=7).clone().options
        [zone A, zone B]
        """
        return self.fork()

    def __copy__(self) -> Match:
        return self.fork()

    def __deepcopy__(self, memo: dict[int, object]) -> Match:
        return self.fork()

    # --- files --------------------------------------------------------------------------------------------------------

    def save(self, path: Path | str, overwrite: bool = False) -> None:
        """Write the match to a file: a replay if the name ends in `.jsonl`, otherwise a save of this moment.

        An existing file is only replaced when asked for. A replay cannot end in the middle of a roll: a match that
        waits for dice by hand is saved as `.json`.

        >>> import os
        >>> from dungeonbowl import Match
        >>> Match("official(quick=1)", seed=7).save("match.json")
        >>> Match.load("match.json", seed=7).asked
        'away'
        >>> os.remove("match.json")
        """
        if str(path).endswith(".jsonl"):
            if self.wants:
                raise UserError(
                    f"{path}: {self.wants} must be rolled first, a replay cannot end there: save it as .json"
                )
            start = state_of(self._start, story=False) if isinstance(self._start, Game) else self._start
            write_replay(self.engine, path, overwrite, start)
        else:
            write_save(self.engine, path, overwrite)

    @classmethod
    def load(cls, path: Path | str, seed: int | None = None, dice: str | None = None) -> Match:
        """Read a replay or a save. The match goes on from its last moment, with dice from this seed or by hand.

        >>> import os
        >>> from dungeonbowl import Match
        >>> Match("official(quick=1)", seed=7).save("match.jsonl")
        >>> Match.load("match.jsonl", seed=8)
        <Match official(quick=1) on of-1: away decides>
        >>> os.remove("match.jsonl")
        """
        seed = drawn(seed) if dice is None else seed
        source = by_hand(dice) if dice is not None else match_dice(drawn(seed))
        match = cls.__new__(cls)
        if is_replay(path):
            replay = read_replay(path)
            followed = follow(replay)
            engine = taken_up(followed.game, source, followed.inputs, followed.history)
            match._take(engine, seed, replay.header.start)
        else:
            record = read_save(path)
            inputs = [Input(numbers[0], numbers[1:]) for numbers in record.inputs if numbers]
            match._take(taken_up(game_of_save(record), source, inputs, []), seed)
            if match.wants:
                match._run()
        return match

    # --- how it looks -------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return board_text(self.engine.game, self._names)

    def __repr__(self) -> str:
        game = self.engine.game
        where = f" on {game.dungeon.identity}" if game.dungeon.count > 0 else ""
        seed = f", seed {self.seed}" if self._told_seed else ""
        if self.is_over:
            state = "a draw" if self.winner == "draw" else f"{self.winner} has won"
        else:
            state = f"{self.wants} must be rolled" if self.wants else f"{self.asked} decides"
        return f"<{type(self).__name__} {self.edition}{where}{seed}: {state}>"

    def _repr_svg_(self) -> str:
        """The board as a picture: what a notebook shows."""
        from dungeonbowl.play.picture import board_svg  # many matches are never drawn

        return board_svg(self.engine.game, self._names)

    def _repr_html_(self) -> str:
        """The picture and what is to be decided: what a notebook shows."""
        return f"<figure>{self._repr_svg_()}<figcaption>{escape(repr(self))}</figcaption></figure>"


def events_of(position: Position, told: Iterable[Any]) -> list[Event]:
    """Events of the engine as values."""
    teller = SideTeller(position.game, position.names)
    return [Event(position, event, teller) for event in told]


def drawn(seed: int | None) -> int:
    """The seed that was given, or one that chance gives."""
    if seed is None:
        return random.SystemRandom().randrange(LARGEST_SEED)
    try:
        return operator.index(seed)
    except TypeError:
        raise UserError(f"seed {seed!r}: expected a whole number") from None


def by_hand(dice: object) -> TypedDice:
    """Dice given by hand, one roll after the other, or the first of them at once."""
    if dice == BY_HAND:
        return TypedDice(HandDice())
    if isinstance(dice, (str, bytes)) or not isinstance(dice, Iterable):
        raise UserError(f"dice {dice!r}: expected {BY_HAND!r}, or a list of dice to begin with")
    return TypedDice(HandDice(dice))


def with_options(edition: str, options: dict[str, bool | int | str]) -> str:
    """The text of an edition with options that were given by name; `UserError` if it has no such option."""
    if not isinstance(edition, str):
        raise UserError(f"edition {edition!r}: expected a text such as 'official' or 'official(quick=1)'")
    for key, value in options.items():
        name, _, others = edition.strip().rstrip(")").partition("(")
        known = settings(rules_of(name).edition)
        if key not in known:
            raise UserError(f"edition {name} has no option {key!r}; expected one of {', '.join(known)}")
        said = ("on" if value else "off") if isinstance(value, bool) else value
        edition = written(name, others, key, said)
    return edition
