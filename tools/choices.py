"""Whether more tries choose better: `python tools/choices.py [--tries 200,800] [--games 4] [--seed 1]`.

Matches of `hard(tries=60)` against itself. In one decision of four two searches with these numbers of tries think about
the same position. Where they choose differently, both choices are tried again with other dice for several team turns,
and the learned value judges the last two positions of each try. The table tells by how much the second search chose
better in a decision, on the scale from -1 (lost) to 1 (won), with its standard error: some fifty decisions of a match
show what a hundred matches do not.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics

from mypy_extensions import i64

from dungeonbowl.bots.arena import new_game, play_game
from dungeonbowl.bots.ladder import HardBot
from dungeonbowl.bots.seat import Seat
from dungeonbowl.bots.tactics.ideas import Idea
from dungeonbowl.bots.tactics.search import Searcher, finish_plan, is_ball_hidden, take_after, whose_ball
from dungeonbowl.bots.tactics.tactician import Tactician, play_on
from dungeonbowl.bots.tournament import bouts
from dungeonbowl.cli.arena import make_terms
from dungeonbowl.engine import actions
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, list_options
from dungeonbowl.play.setting_up import scrambled

SHARE = 0.25  # of the decisions
TRIES = 96  # of each of the two choices afterwards
TURNS = 6
DECISIONS = 500  # in one team turn, at most
OTHER_DICE = 1_000_003
Gains = dict[str, list[list[float]]]  # by kind, for each decision: the gain of each try, or nothing


def result(searcher: Searcher, game: Game, idea: Idea, number: int) -> float:
    """One try of a choice: the mean of the value after the last two team turns."""
    side = game.asked
    trial = game.clone()
    coaches = searcher.coaches(game, side, i64(number), idea.style)
    mine = coaches[int(side)]
    if idea.plan is not None:
        mine.follow(idea.plan)
        mine.thought_of.add(int(idea.plan.piece))
    choose_trusted(trial, idea.first)
    dice = searcher.dice(game, i64(number))
    goes_on = game.active == side and finish_plan(trial, coaches, dice, side)
    if goes_on and idea.then is not None and trial.has_offered(i64(idea.then.steps[0])):
        mine.follow(idea.then)
        mine.thought_of.add(int(idea.then.piece))
        choose_trusted(trial, i64(idea.then.steps[0]))
        goes_on = finish_plan(trial, coaches, dice, side)
    if goes_on and idea.stops():
        choose_trusted(trial, actions.END_TURN)
    found: list[float] = []
    if game.active == side and trial.active != side:
        found.append(searcher.evaluation.value(trial, side))
    while len(found) < TURNS:
        play_on(trial, coaches, dice, i64(1), i64(DECISIONS))
        found.append(searcher.evaluation.value(trial, side))
    return (found[-1] + found[-2]) / 2.0


class Observed(HardBot):
    """Lets two searches think about some of its decisions."""

    def __init__(self, seed: int, tries: list[int], gains: Gains) -> None:
        super().__init__(seed, tries=60)
        self.rivals = tries
        self.gains = gains
        self.chance = random.Random(seed)

    def choose(self, game: Game, options: list[int]) -> int:
        if actions.END_TURN in options and len(options) > 1 and self.chance.random() < SHARE:
            self.compare(game)
            list_options(game)
        return super().choose(game, options)

    def compare(self, game: Game) -> None:
        chosen = [self.thought(game, tries) for tries in self.rivals]
        if chosen[0] is None or chosen[1] is None:
            return
        kind = "ball hidden" if is_ball_hidden(game) else "ball in sight"
        gains: list[float] = []
        if is_other(chosen[0], chosen[1]):
            judge = self.searcher(game, 1, OTHER_DICE)
            tried = [[result(judge, game, idea, number) for number in range(TRIES)] for idea in chosen if idea]
            gains = [b - a for a, b in zip(*tried, strict=True)]
        for each in ("all", kind):
            self.gains.setdefault(each, []).append(gains)

    def searcher(self, game: Game, tries: int, seed: int) -> Searcher:
        """A search that remembers of this turn what the player of the match does."""
        coach = self.coach.coach
        found = Searcher(self.coach.evaluation, i64(seed), i64(tries), 0.0)
        found.coach = Tactician(0, 1, coach.taste)
        take_after(found.coach, coach)
        found.ball = whose_ball(game)
        return found

    def thought(self, game: Game, tries: int) -> Idea | None:
        """What a search with so many tries chooses; None where it has nothing to compare."""
        searcher = self.searcher(game, tries, int(self.coach.seed) + 1)
        list_options(game)
        choice = searcher.choose(game)
        coach = searcher.coach
        for idea in searcher.ideas:  # best first
            if idea.plan is None and idea.first == choice:
                return idea
            if idea.plan is not None and idea.plan.steps == coach.plan and idea.style is coach.taste:
                return idea
        return None


def is_other(one: Idea, other: Idea) -> bool:
    def told(idea: Idea) -> list[object]:
        each = [plan.steps if plan is not None else [] for plan in (idea.plan, idea.then)]
        return [int(idea.first), *each, id(idea.style)]

    return told(one) != told(other)


def main() -> None:
    parser = argparse.ArgumentParser(description="Whether more tries choose better.")
    parser.add_argument("--tries", default="200,800")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="official(quick=1)")
    asked = parser.parse_args()
    gains: Gains = {}
    for bout in bouts(make_terms("hard,normal", asked.games, asked.seed, asked.edition, "", "", 0.0)):
        tries = [int(each) for each in asked.tries.split(",")]
        seats = [Seat(Observed(scrambled(bout.seed, side), tries, gains)) for side in (1, 2)]
        play_game(new_game(bout.pairing), bout.seed, seats)
    lines = [f"{'':<14} decisions  chosen differently  gain of the second a decision"]
    for kind, decisions in sorted(gains.items()):
        differ = [each for each in decisions if each]
        total = sum(statistics.fmean(each) for each in differ)
        error = math.sqrt(sum(statistics.pvariance(each) / TRIES for each in differ))
        figures = f"{total / len(decisions):+.4f} ± {error / len(decisions):.4f}"
        lines.append(f"{kind:<14} {len(decisions):>9}  {len(differ):>18}  {figures}")
    print("\n".join(lines))  # noqa: T201


if __name__ == "__main__":
    main()
