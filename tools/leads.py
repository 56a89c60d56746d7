"""What becomes of the leads that the search sees: `python tools/leads.py [--games 10] [--seed 1]`.

Matches of `hard(tries=50)` against normal. In one decision of four the best idea is compared with the script's own
plan: both are tried again with other dice for several team turns, and the learned value judges the position after each.
A lead that fades was an error of the value; one that stays is real. The table has the mean lead after each team turn
and the standard error of the last one.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics

from mypy_extensions import i64

from dungeonbowl.bots.arena import new_game, play_game
from dungeonbowl.bots.ladder import HardBot, NormalBot
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.seat import Seat
from dungeonbowl.bots.tactics import plans
from dungeonbowl.bots.tactics.ideas import Idea, Lead
from dungeonbowl.bots.tactics.search import Searcher, finish_plan, is_ball_hidden
from dungeonbowl.bots.tactics.tactician import play_on
from dungeonbowl.bots.tournament import bouts
from dungeonbowl.cli.arena import make_terms
from dungeonbowl.engine import actions
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted
from dungeonbowl.play.setting_up import scrambled

SHARE = 0.25  # of the decisions
LOOK = 304  # tries in which the best idea is found
TRIES = 96  # of each of the two afterwards
TURNS = 5
DECISIONS = 500  # in one team turn, at most
SURE_OF_THE_SCRIPT = 1e9  # so much doubt leaves the script never
TRIFLE = 0.001
BLOWS = (plans.BLOCK, plans.BLITZ)
Leads = dict[str, list[list[list[float]]]]  # by kind, for each decision and try: the lead after each team turn


def looks(searcher: Searcher, game: Game, idea: Idea, number: int) -> list[float]:
    """One try of an idea, with the value after each team turn."""
    side = game.asked
    trial = game.clone()
    coaches = searcher.coaches(game, side, i64(number), idea.style)
    mine = coaches[int(side)]
    if idea.plan is not None:
        mine.follow(idea.plan)
        mine.thought_of.add(int(idea.plan.piece))
    else:
        mine.plan, mine.next, mine.kind = searcher.coach.plan, searcher.coach.next, searcher.coach.kind
    choose_trusted(trial, idea.first)
    dice = searcher.dice(game, i64(number * 2))
    if game.active == side and finish_plan(trial, coaches, dice, side) and idea.stops():
        choose_trusted(trial, actions.END_TURN)
    found: list[float] = []
    if game.active == side and trial.active != side:
        found.append(searcher.evaluation.value(trial, side))
    while len(found) < TURNS:
        play_on(trial, coaches, dice, i64(1), i64(DECISIONS))
        found.append(searcher.evaluation.value(trial, side))
    return found


class Observed(HardBot):
    """Follows the script in the decisions that are looked at."""

    def __init__(self, seed: int, leads: Leads) -> None:
        super().__init__(seed, tries=50)
        self.leads = leads
        self.chance = random.Random(seed)
        self.doubt = self.coach.doubt

    def choose(self, game: Game, options: list[int]) -> int:
        searcher, coach = self.coach, self.coach.coach
        self.budget, searcher.doubt = (50, 0.0), self.doubt
        if self.chance.random() >= SHARE:
            return super().choose(game, options)
        self.budget, searcher.doubt = (LOOK, 0.0), SURE_OF_THE_SCRIPT
        position, before, turn = game.clone(), coach.thought_of.copy(), coach.turn
        choice = super().choose(game, options)
        own = next((idea for idea in searcher.ideas if self.is_chosen(idea, choice)), None)
        if own is None or actions.END_TURN not in options:
            return choice
        rival = next((idea for idea in searcher.ideas if idea is not own and idea.tries() <= own.tries()), None)
        if rival is None or (lead := Lead(rival, own)).mean < TRIFLE:
            return choice
        after = coach.thought_of, coach.plan, coach.next
        coach.thought_of, coach.plan, coach.next = before if coach.turn == turn else set(), [], i64(0)
        seed, searcher.seed = searcher.seed, searcher.seed + 1
        tried = [[looks(searcher, position, idea, number) for number in range(TRIES)] for idea in (own, rival)]
        searcher.seed = seed
        coach.thought_of, coach.plan, coach.next = after
        gaps = [[b - a for a, b in zip(*pair, strict=True)] for pair in zip(*tried, strict=True)]
        certain = lead.mean > 1.5 * lead.error
        blow = rival.plan is not None and rival.plan.kind in BLOWS
        kind = "ball hidden" if is_ball_hidden(position) else "ball in sight"
        kinds = ["all", kind, f"{kind}, {'a blow' if blow else 'no blow'}"]
        for each in (*kinds, f"{kind}, by {'more' if certain else 'less'} than 1.5 errors"):
            self.leads.setdefault(each, []).append(gaps)
        return choice

    def is_chosen(self, idea: Idea, choice: int) -> bool:
        if idea.plan is None:
            return int(idea.first) == choice
        return idea.plan.steps == self.coach.coach.plan and idea.style is self.coach.coach.taste


def main() -> None:
    parser = argparse.ArgumentParser(description="What becomes of the leads that the search sees.")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="official(quick=1)")
    asked = parser.parse_args()
    leads: Leads = {}
    for bout in bouts(make_terms("hard,normal", asked.games, asked.seed, asked.edition, "", "", 0.0)):
        seats: list[Seat] = []
        for side, name in enumerate((bout.pairing.home, bout.pairing.away), 1):
            seed = scrambled(bout.seed, side)
            bot: Bot = Observed(seed, leads) if name == "hard" else NormalBot(seed)
            seats.append(Seat(bot))
        play_game(new_game(bout.pairing), bout.seed, seats)
    lines = [f"{'lead of the best idea':<42} decisions  after each team turn"]
    for kind, decisions in sorted(leads.items()):
        means = [statistics.fmean(gap[turn] for gaps in decisions for gap in gaps) for turn in range(TURNS)]
        spread = sum(statistics.pvariance([gap[-1] for gap in gaps]) / TRIES for gaps in decisions)
        error = math.sqrt(spread) / len(decisions)
        figures = "  ".join(f"{mean:6.3f}" for mean in means)
        lines.append(f"{kind:<42} {len(decisions):>9}  {figures}  ± {error:.3f}")
    print("\n".join(lines))  # noqa: T201


if __name__ == "__main__":
    main()
