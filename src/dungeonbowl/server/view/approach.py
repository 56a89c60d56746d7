"""The choices that lead to what a coach points at: activate the player, declare, walk there, and do it.

Which of them it takes is not written down for each kind of deed: the options that a trial is offered say what they are
about."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import arguments_of
from dungeonbowl.engine.actions import first_of, kind_of
from dungeonbowl.engine.dice import POW, STUMBLE
from dungeonbowl.engine.footprints import squares_beside
from dungeonbowl.engine.frames import ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.server.view.trials import Trial

MOST_PLACES: Final = 8  # squares from which a deed is tried
MOST_DECLARATIONS: Final = 12
WAYS: Final = frozenset(
    int(kind)
    for kind in (
        actions.STEP,
        actions.JUMP,
        actions.HURRY,
        actions.STEP_OFF,
        actions.SLIP_TO,
        actions.CLIMB,
        actions.SHOVE_CHEST,
        actions.DRAG_CHEST,
        actions.ACTIVATE,
    )
)


class Aim:
    """What a coach points at: a player, or a square."""

    def __init__(self, game: Game, target: int | None, square: int | None) -> None:
        self.target = target
        self.square = square if target is None else int(game.square[target])

    def is_meant(self, option: int) -> bool:
        """Whether an option is a deed done to what is aimed at."""
        if int(kind_of(i64(option))) in WAYS:
            return False
        named = {name: value for name, value in arguments_of(option).items() if value >= 0}
        if self.target is not None and self.target in (named.get("target"), named.get("piece"), named.get("victim")):
            return True
        return named.get("square") == self.square

    def is_attacked(self, game: Game) -> bool:
        """Whether it is a player of another side: then a ball thrown at its square is not what is meant."""
        return self.target is not None and game.side_of[self.target] != game.side_of[int(game.acting)]

    def places(self, game: Game) -> list[int]:
        """The squares beside it."""
        if self.target is not None:
            return [int(square) for square in squares_beside(game, i64(self.target)) if square >= 0]
        assert self.square is not None
        around = [int(game.steps[self.square * 8 + direction]) for direction in range(8)]
        return [square for square in around if square >= 0]


def approached(trial: Trial, aim: Aim) -> Trial | None:
    """The trial with the deed begun; None if the player cannot do anything to what is aimed at."""
    if trial.game.signal == ROLL:
        return trial
    found = done_here(trial, aim)
    if found is not None:
        return found
    if int(trial.game.declared) == 0:
        return declared_for(trial, aim)
    return walked_to(trial, aim)


def declared_for(trial: Trial, aim: Aim) -> Trial | None:
    """The first declaration that leads to a deed: those that name the target, then those that need none."""
    declarations = [option for option in trial.offers() if kind_of(i64(option)) == actions.DECLARE]
    open_ones = [option for option in declarations if arguments_of(option).get("target", -1) < 0]
    named = [option for option in declarations if option not in open_ones and aim.is_meant(option)]
    for option in [*named, *open_ones][:MOST_DECLARATIONS]:
        branch = trial.copy()
        branch.trust(option)
        if branch.game.signal == ROLL and option in named:
            return branch
        found = done_here(branch, aim) or walked_to(branch, aim)
        if found is not None:
            return found
    return None


def done_here(trial: Trial, aim: Aim) -> Trial | None:
    """The deed from where the player stands. A throw asks for its square first."""
    offered = trial.offers()
    throw = int(actions.AIM)
    deed = next((option for option in offered if option != throw and aim.is_meant(option)), None)
    if deed is not None and kind_of(i64(deed)) != actions.DECLARE:
        trial.trust(deed)
        return trial
    if throw not in offered or aim.is_attacked(trial.game):
        return None
    branch = trial.copy()
    branch.trust(throw)
    deed = next((option for option in branch.offers() if aim.is_meant(option)), None)
    if deed is None:
        return None
    branch.trust(deed)
    return branch


def walked_to(trial: Trial, aim: Aim) -> Trial | None:
    """The deed from the best square beside it: where the walk and the deed together are likeliest to succeed."""
    game = trial.game
    piece = int(game.acting)
    if piece < 0 or aim.square is None:
        return None
    found = reach(game, i64(piece))
    beside = [square for square in aim.places(game) if found.label(i64(square)) >= 0]
    beside.sort(key=lambda square: (-found.odds(i64(square)), int(found.cost(i64(square))), square))
    tried: list[tuple[float, Trial]] = []
    for square in beside[:MOST_PLACES]:
        branch = trial.copy()
        branch.path = found.path(i64(square))
        if not branch.walk(square):
            continue
        after = done_here(branch, aim)
        if after is not None:
            after.path = branch.path
            tried.append((after.odds * worth_of(after), after))
    return max(tried, key=lambda each: each[0])[1] if tried else None


def worth_of(trial: Trial) -> float:
    """How likely the dice of a block knock down, for comparing squares only; 1 for another deed."""
    dice = trial.dice()
    if dice is None:
        return 1.0
    hits = len((POW, STUMBLE)) / 6
    block = trial.block()
    assert block is not None
    return 1 - (1 - hits) ** dice.count if block.count > 0 else hits**dice.count


def walked(trial: Trial, square: int) -> Trial | None:
    """A plain walk to a square. A player at rest moves; what is entered may ask for dice of its own."""
    game = trial.game
    move = int(actions.action(actions.DECLARE, actions.MOVE_ACTION))
    if int(game.declared) == 0 and move in trial.offers():
        trial.trust(move)
    piece = int(game.acting)
    if piece < 0:
        return None
    found = reach(game, i64(piece))
    if found.label(i64(square)) < 0:
        return None
    trial.path = found.path(i64(square))
    trial.walk(square)
    return trial


def activated(trial: Trial, piece: int) -> bool:
    """Whether the player acts now, or could be activated and is. If another player acts, that one is done first."""
    if int(trial.game.acting) == piece:
        return True
    activate = int(actions.action(actions.ACTIVATE, i64(piece)))
    if activate not in trial.offers():
        trial.choose(int(actions.END_ACTIVATION))
    return trial.choose(activate)


def deed_of(trial: Trial) -> int:
    """The choice that says what this is: the deed itself, or the declaration of a walk."""
    for option in reversed(trial.chosen):
        if int(kind_of(i64(option))) not in WAYS and option != int(actions.AIM):
            return option
    return trial.chosen[-1] if trial.chosen else 0


def declaration_of(trial: Trial) -> int:
    """What was declared on the way; 0 for nothing."""
    for option in trial.chosen:
        if kind_of(i64(option)) == actions.DECLARE:
            return int(first_of(i64(option)))
    return 0
