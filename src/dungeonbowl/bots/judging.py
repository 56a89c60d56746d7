"""Judging what a coach has done: the searching coach tries it out beside what it would have considered itself.

What was done is the idea that all others are compared with, on the same dice. Another one counts as better only if it
is so clearly, because a small lead is often luck.
"""

from __future__ import annotations

import msgspec
from mypy_extensions import i64

from dungeonbowl.bots.advice import Advice, Thought, idea_of, think_of, told
from dungeonbowl.bots.ladder import HardBot
from dungeonbowl.bots.reasons import Why
from dungeonbowl.bots.seat import options_of
from dungeonbowl.bots.tactics.ideas import Lead
from dungeonbowl.bots.values import value_for
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import list_options
from dungeonbowl.words.notation import Names


class Judged(msgspec.Struct, frozen=True):
    """What the search thinks of a decision. `chance` is the chance to win of the side that decided, before its dice
    fell; None where the search had nothing to compare. `better` is what it would have done instead, and `loss` by how
    much that is better."""

    side: int
    chance: float | None = None
    loss: float = 0.0
    better: Advice | None = None


def judge(game: Game, done: list[int], tries: int, names: Names | None = None, seed: int = 1) -> Judged:
    """What the search thinks of these actions of the coach who is asked, in so many tries."""
    if game.signal != ASK or int(game.active) < 0:
        return Judged(int(game.asked) if game.signal == ASK else -1)
    side = int(game.asked)
    game = game.as_known_to(game.asked)
    options = options_of(game)
    if not done or done[0] not in options:
        return Judged(side)
    known = [thought for thought in think_of(game, options) if not thought.unsound]
    was = next((thought for thought in known if thought.steps == done), None) or Thought(list(done), None)
    thoughts = [was, *(thought for thought in known if thought is not was)]
    if len(thoughts) < 2:
        return Judged(side)
    searcher = HardBot(seed, 0.0, tries).coach
    searcher.evaluation = value_for(game.rules)
    ideas = [idea_of(game, thought) for thought in thoughts]
    best = searcher.try_all(game, ideas, i64(tries), 0.0)
    chance = as_chance(ideas[0].mean())
    if best is ideas[0]:
        return Judged(side, round(chance, 4))
    better = next(thought for thought, idea in zip(thoughts, ideas, strict=True) if idea is best)
    lead = Lead(best, ideas[0]).mean / 2.0
    better.chance = min(1.0, chance + lead)
    better.tries = int(best.tries())
    list_options(game)
    return Judged(side, round(chance, 4), round(lead, 4), told(Why(game, side, names), better, True))


def as_chance(value: float) -> float:
    """A value of the evaluation, from -1 to 1, as a chance to win."""
    return min(1.0, max(0.0, (1.0 + value) / 2.0))
