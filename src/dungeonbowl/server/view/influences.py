"""Why a number is what it is: who and what takes part in it, by name.

No rule is asked for its reasons. The same choices are made again without one player nearby, or without one skill; where
the number is another then, that player or skill has a part in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64, u8

from dungeonbowl.engine.abilities import WORDS
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.block.dice import assists, striking_strength
from dungeonbowl.engine.statuses import PRONE, STANDING
from dungeonbowl.server.view.trials import Trial
from dungeonbowl.server.view.words import abilities_of, player_label
from dungeonbowl.server.wire import Modifier
from dungeonbowl.words.skill_words import ABILITY_NUMBERS

NEAR: Final = 3  # squares: nothing that a player does to another's dice reaches farther
MOST_NEAR: Final = 14
MOST_SKILLS: Final = 16

Numbers = list[tuple[int, int]]  # for each roll what it is for, and the number; of a block both strengths
Again = Callable[[Game], Trial | None]


def numbers(trial: Trial) -> Numbers:
    """What the dice of a trial have to do with: for each test what it needs, for a block the strengths."""
    found = [(test.clause, test.modifier - test.target) for test in trial.tests]
    block = trial.block()
    if block is not None and block.defender >= 0:
        attack, defence = strengths(trial)
        found += [(ATTACK, attack), (DEFENCE, defence)]
    return found


ATTACK: Final = -1
DEFENCE: Final = -2


def strengths(trial: Trial) -> tuple[int, int]:
    """The strengths that are compared, assists included."""
    game, block = trial.game, trial.block()
    assert block is not None
    attacker, defender = block.attacker, block.defender
    defence = int(game.strength(defender))
    attack = defence if block.matched else int(striking_strength(game, attacker, defender))
    return attack + int(assists(game, attacker, defender)), defence + int(assists(game, defender, attacker))


class Influences:
    """The players and skills that have a part in the numbers of a trial, for each number in its order."""

    def __init__(self, game: Game, trial: Trial, again: Again, pieces: list[int]) -> None:
        self.game = game
        self.again = again
        self.usual = numbers(trial)
        self.found: list[list[Modifier]] = [[] for _ in self.usual]
        for piece in near(game, [int(game.square[each]) for each in pieces], trial)[:MOST_NEAR]:
            if piece not in pieces:
                self.compare(without_player(game, piece), player_label(game, piece), piece)
        skills = [(piece, skill) for piece in pieces for skill in game.squads.sheets[piece].skills]
        for piece, skill in skills[:MOST_SKILLS]:
            changed = without_skill(game, piece, skill)
            if changed is not None:
                self.compare(changed, skill, piece)

    def compare(self, changed: Game, name: str, piece: int) -> None:
        trial = self.again(changed)
        if trial is None:
            return
        others = numbers(trial)
        if [what for what, _ in others] != [what for what, _ in self.usual]:
            return
        for index, ((_, with_it), (_, without)) in enumerate(zip(self.usual, others, strict=True)):
            if with_it != without:
                self.found[index].append(Modifier(name, with_it - without, piece))


def near(game: Game, squares: list[int], trial: Trial) -> list[int]:
    """The standing players near these squares or near a roll of the trial, the nearest first."""
    places = [square for square in squares if square >= 0] + [test.square for test in trial.tests if test.square >= 0]
    column, row = game.dungeon.column, game.dungeon.row
    found: list[tuple[int, int]] = []
    for piece in range(int(game.squads.count)):
        here = int(game.square[piece])
        if here < 0 or int(game.status[piece]) != STANDING:
            continue
        away = min(
            (max(abs(int(column[here]) - int(column[at])), abs(int(row[here]) - int(row[at]))) for at in places),
            default=NEAR + 1,
        )
        if away <= NEAR:
            found.append((away, piece))
    return [piece for _, piece in sorted(found)]


def without_player(game: Game, piece: int) -> Game:
    """The game as if this player lay on the floor."""
    changed = game.clone()
    changed.status[piece] = u8(int(PRONE))
    return changed


def without_skill(game: Game, piece: int, skill: str) -> Game | None:
    """The game as if this player did not have this skill; None if it has no ability from it now."""
    bits = [ABILITY_NUMBERS[name] for name in abilities_of(skill) if name in ABILITY_NUMBERS]
    bits = [bit for bit in bits if game.can(i64(piece), i64(bit))]
    if not bits:
        return None
    changed = game.clone()
    abilities = changed.abilities[:]
    for bit in bits:
        word = piece * int(WORDS) + (bit >> 5)
        abilities[word] = i64(int(abilities[word]) & ~(1 << (bit & 31)))
    changed.abilities = abilities
    return changed
