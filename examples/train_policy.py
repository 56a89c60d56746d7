"""Trains a policy that rates choices, with NumPy alone: `python examples/train_policy.py --out policy.npz`.

1. It imitates the script: whole matches in which `normal` says what it would choose, while the policy makes more and
   more of the choices itself.
2. It imitates the search in the same way, on fewer matches: `hard` with a few tries.
3. It goes on by itself: PPO against a ladder of `easy`, `normal` and itself.

No dungeon and no team that `dungeonbowl benchmark` holds out is seen here.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dungeonbowl.bots.outside import find_bot
from dungeonbowl.engine.loop import list_options, options_of
from dungeonbowl.learn.choices import KIND
from dungeonbowl.learn.curve import draw_curve
from dungeonbowl.learn.macros import as_macro
from dungeonbowl.learn.rating import Adam, Rater, begins_of, best_rows, by_question, drawn, load_rater
from dungeonbowl.learn.suites.tasks import training_dungeons, training_teams
from dungeonbowl.learn.vector import DungeonBowlVectorEnv

if TYPE_CHECKING:
    from collections.abc import Iterator

POSITION = int(KIND)  # the columns that tell the position
EDITIONS = "official(quick=1);official(quick=1);official(quick=1);official;stockbowl(quick=1);astrogranite(classic)"
KEPT = 40  # rounds whose questions are kept to be learnt from again
LIKELY = 24  # choices of a question that PPO learns from


class Questions:
    """Questions with their rows, and what was chosen."""

    def __init__(self) -> None:
        self.rows: list[np.ndarray] = []
        self.chosen: list[np.ndarray] = []
        self.counts: list[np.ndarray] = []
        self.offsets: list[np.ndarray] = []  # added to scores: rows that stand for others which were left out

    def add(self, rows: np.ndarray, counts: np.ndarray, chosen: np.ndarray, chance: Any, most: int) -> None:
        """Keep the questions with a choice. Of many rows only some are kept, the chosen one always."""
        begins = begins_of(counts)
        for begin, count, place in zip(begins, counts, chosen, strict=True):
            if place < 0 or count < 2:
                continue
            here = rows[begin : begin + count]
            offset = 0.0
            if count > most:
                others = chance.choice(count - 1, most - 1, replace=False)
                others += others >= place
                here = here[np.concatenate([[place], others])]
                offset = float(np.log((count - 1) / (most - 1)))
                place = 0
            self.rows.append(here.astype(np.float16))
            self.counts.append(np.array(len(here)))
            self.chosen.append(np.array(place))
            offsets = np.full(len(here), offset, np.float32)
            offsets[place] = 0.0
            self.offsets.append(offsets)

    def __len__(self) -> int:
        return len(self.rows)

    def batches(self, size: int, chance: Any) -> Iterator[tuple[np.ndarray, ...]]:
        order = chance.permutation(len(self.rows))
        for first in range(0, len(order), size):
            some = order[first : first + size]
            counts = np.array([self.counts[each] for each in some])
            yield (
                np.concatenate([self.rows[each] for each in some]).astype(np.float32),
                counts,
                np.array([self.chosen[each] for each in some]) + begins_of(counts),
                np.concatenate([self.offsets[each] for each in some]),
            )


def learn(rater: Rater, adam: Adam, questions: Questions, rate: float, chance: Any) -> tuple[float, float]:
    """One pass over the questions: make what was chosen likelier. Returns the loss and how often it was the best."""
    loss, right, total = 0.0, 0, 0
    for rows, counts, chosen, offsets in questions.batches(96, chance):
        begins = begins_of(counts)
        first, second, scores = rater.forward(rows)
        likely = by_question(scores + offsets, begins, counts)
        loss -= float(np.log(np.maximum(likely[chosen], 1e-9)).sum())
        right += int((best_rows(scores, begins, counts) + begins == chosen).sum())
        total += len(counts)
        wanted = likely.copy()
        wanted[chosen] -= 1
        adam.step(rater.backward(rows, first, second, wanted / len(counts)), rate)
    return loss / max(1, total), right / max(1, total)


def learn_again(rater: Rater, adam: Adam, kept: deque[Questions], rate: float, chance: Any) -> tuple[float, float]:
    """The newest questions, and then some of the older ones: they are cheaper to read again than to play anew."""
    found = learn(rater, adam, kept[-1], rate, chance)
    for _ in range(3):
        learn(rater, adam, kept[int(chance.integers(len(kept)))], rate, chance)
    return found


def environment(options: argparse.Namespace, opponent: str | None, seed: int, **more: Any) -> DungeonBowlVectorEnv:
    editions = options.editions.split(";")
    made = DungeonBowlVectorEnv(
        options.lanes,
        opponent,
        editions=editions,
        dungeons=training_dungeons(editions),
        teams=training_teams(editions),
        seed=seed,
        actions="macros",
        **more,
    )
    made.reset(seed=seed)
    return made


def imitate(rater: Rater, env: DungeonBowlVectorEnv, share: float, steps: int, chance: Any, most: int) -> Questions:
    """Play so many choices in each lane, the policy a share of them, and note what the script would have chosen."""
    questions = Questions()
    own = np.zeros(env.num_envs, bool)
    for _ in range(steps):
        rows, counts = env.choices()
        advice = env.advise_choices()
        questions.add(rows, counts, advice, chance, most)
        # whole stretches rather than single choices: what the script has begun it should mostly finish
        own = np.where(chance.random(env.num_envs) < 0.1, chance.random(env.num_envs) < share, own)
        env.step_choices(mixed(rater, rows, counts, advice, own))
    return questions


def mixed(rater: Rater, rows: np.ndarray, counts: np.ndarray, advice: np.ndarray, own: np.ndarray) -> np.ndarray:
    """The policy's own choices in some lanes, and what was advised in the others."""
    own = own | (advice < 0)
    chosen = advice.copy()
    if own.any():
        some = np.repeat(own, counts)
        chosen[own] = best_rows(rater.scores(rows[some]), begins_of(counts[own]), counts[own])
    return chosen


class Searchers:
    """A searching bot in each lane of an environment, to imitate."""

    def __init__(self, env: DungeonBowlVectorEnv, name: str) -> None:
        self.env = env
        self.name = name
        self.bots: list[Any] = [None] * env.num_envs
        self.matches = [-1] * env.num_envs

    def advise(self, lane_number: int) -> int:
        lane = self.env.batch.lanes[lane_number]
        if self.matches[lane_number] != lane.matches:
            self.matches[lane_number] = lane.matches
            self.bots[lane_number] = find_bot(self.name, int(lane.matches) * 1000 + lane_number)
        bot = self.bots[lane_number]
        game = lane.game.clone()
        action = bot.choose(game, options_of(game))
        script = bot.coach.coach  # it follows the plan that the search has chosen
        list_options(lane.game)
        deeds = [action, *script.plan[int(script.next) :]]
        return int(as_macro(lane.game, lane.painter.macros, deeds))


def imitate_search(rater: Rater, searchers: Searchers, share: float, steps: int, chance: Any, most: int) -> Questions:
    """The same with the search, which is asked at every question with a choice."""
    env = searchers.env
    questions = Questions()
    own = np.zeros(env.num_envs, bool)
    for _ in range(steps):
        rows, counts = env.choices()
        advice = np.array([searchers.advise(lane) if counts[lane] > 1 else 0 for lane in range(env.num_envs)])
        questions.add(rows, counts, advice, chance, most)
        own = np.where(chance.random(env.num_envs) < 0.1, chance.random(env.num_envs) < share, own)
        env.step_choices(mixed(rater, rows, counts, advice, own))
    return questions


def likeliest(
    rows: np.ndarray, counts: np.ndarray, chosen: np.ndarray, likely: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Of each question only the likeliest rows, with the chosen one as the first; its probability among them."""
    some: list[np.ndarray] = []
    for begin, count, place in zip(begins_of(counts), counts, chosen, strict=True):
        here = likely[begin : begin + count].copy()
        here[place] = 2.0
        some.append(begin + np.argsort(-here)[:LIKELY])
    fewer = np.array([len(each) for each in some])
    kept = np.concatenate(some)
    shares = likely[kept] / np.repeat(np.add.reduceat(likely[kept], begins_of(fewer)), fewer)
    return rows[kept], fewer, np.zeros(len(counts), np.int64), shares[begins_of(fewer)]


def improve(
    rater: Rater, adam: Adam, env: DungeonBowlVectorEnv, steps: int, chance: Any, rate: float, value_only: bool
) -> float:
    """One round of PPO: play, see how much better than expected it went, and make that likelier. Without an opponent
    the policy plays both sides, and each side is a stream of choices of its own."""
    lanes = env.num_envs
    kept: list[tuple[np.ndarray, ...]] = []
    both = env.batch.terms.opponent == 0
    for _ in range(steps):
        rows, counts = env.choices()
        begins = begins_of(counts)
        likely = by_question(rater.scores(rows), begins, counts)
        chosen = drawn(likely, counts, chance)
        positions = rows[begins, :POSITION]
        sides = env.sides.copy() if both else np.zeros(lanes, np.uint8)
        rows, counts, places, before = likeliest(rows, counts, chosen, likely)
        _, rewards, ended, cut, _ = env.step_choices(chosen)
        kept.append((rows, counts, places, before, positions, sides, rewards, ended | cut))
    values = [rater.values(each[4]) for each in kept]
    rows, counts = env.choices()
    last = rater.values(rows[begins_of(counts), :POSITION])
    last_sides = env.sides.copy() if both else np.zeros(lanes, np.uint8)
    # advantages, backwards; the value and the gain of one side are those of the other with the sign changed
    gains = np.zeros((steps, lanes), np.float32)
    carried = np.zeros(lanes, np.float32)
    following, following_side = last, last_sides
    for step in reversed(range(steps)):
        _, _, _, _, _, sides, rewards, over = kept[step]
        sign = np.where(sides == following_side, 1.0, -1.0)
        goes_on = 1.0 - over
        surprise = rewards + 0.998 * sign * following * goes_on - values[step]
        carried = surprise + 0.998 * 0.95 * goes_on * sign * carried
        gains[step] = carried
        following, following_side = values[step], sides
    spread = gains.std() + 1e-6
    returns = gains + np.stack(values)
    for _ in range(2):
        for step in chance.permutation(steps):
            rows, counts, chosen, before, positions, _, _, _ = kept[step]
            adam.step(rater.value_gradient(positions, np.clip(returns[step], -1, 1).astype(np.float32)), rate * 3)
            if value_only:
                continue
            begins = begins_of(counts)
            first, second, scores = rater.forward(rows)
            likely = by_question(scores, begins, counts)
            now = likely[chosen + begins]
            ratio = now / np.maximum(before, 1e-9)
            gain = gains[step] / spread
            counts_in = np.where(gain > 0, ratio < 1.2, ratio > 0.8) & (counts > 1)
            push = np.where(counts_in, gain * ratio, 0.0)
            wanted = likely * np.repeat(push, counts)
            wanted[chosen + begins] -= push
            # a little entropy, so that it goes on trying
            logs = np.log(np.maximum(likely, 1e-9))
            mean_log = np.add.reduceat(likely * logs, begins)
            wanted += 0.003 * likely * (logs - np.repeat(mean_log, counts))
            adam.step(rater.backward(rows, first, second, (wanted / lanes).astype(np.float32)), rate, 0.5)
    return float(sum(each[6].sum() for each in kept))


def measure(rater: Rater, options: argparse.Namespace, opponent: str, games: int, seed: int) -> tuple[int, int, int]:
    """Matches won, drawn and lost, half of them on each side, the best choice each time."""
    found = [0, 0, 0]
    for side in ("home", "away"):
        half = games // 2
        lanes = min(options.lanes, half)
        env = DungeonBowlVectorEnv(
            lanes,
            opponent,
            side,
            editions=[options.measured],
            dungeons=training_dungeons([options.measured]),
            teams=training_teams([options.measured]),
            actions="macros",
        )
        env.reset(seed=seed)
        quota = np.full(lanes, -(-half // lanes))  # every lane the same number: short matches count no more
        while quota.any():
            rows, counts = env.choices()
            _, _, ended, cut, infos = env.step_choices(best_rows(rater.scores(rows), begins_of(counts), counts))
            for lane in np.flatnonzero((ended | cut) & (quota > 0)):
                quota[lane] -= 1
                found[1 - int(infos["result"][lane])] += 1
    return found[0], found[1], found[2]


def main() -> None:
    options = read_options()
    chance = np.random.default_rng(options.seed)
    rater = load_rater(options.start) if options.start else Rater.untrained(options.seed)
    began, began_cpu = time.perf_counter(), time.process_time()
    curve: list[tuple[float, float, str]] = []

    def note(words: str, phase: str, games: int) -> None:
        won, drawn_games, lost = measure(rater, options, "easy", games, options.seed + 1000)
        minutes = (time.process_time() - began_cpu) / 60
        rate = (won + drawn_games / 2) / max(1, won + drawn_games + lost)
        curve.append((minutes, rate, phase))
        wall = (time.perf_counter() - began) / 60
        print(  # noqa: T201
            f"{minutes:5.1f} CPU min ({wall:5.1f})  {words}: won {won}, drawn {drawn_games}, lost {lost} ({rate:.0%})",
            flush=True,
        )
        rater.save(options.out)
        if options.curve:
            options.curve.write_text(draw_curve(curve, "Against easy: points from matches"), encoding="utf-8")

    adam = Adam(rater.weights)
    teaching = [environment(options, opponent, options.seed + 7) for opponent in (None, "easy", "normal")]
    kept: deque[Questions] = deque(maxlen=KEPT)
    searched: deque[Questions] = deque(maxlen=KEPT)
    for turn in range(options.imitate):
        share = min(0.7, turn / max(1, options.imitate) * 1.2)
        questions = imitate(rater, teaching[turn % 3], share, options.steps, chance, options.rows)
        rate = 1e-3 if turn < options.imitate * 0.6 else 3e-4
        kept.append(questions)
        loss, right = learn_again(rater, adam, kept, rate, chance)
        if (turn + 1) % options.every == 0:
            note(f"script {turn + 1}, loss {loss:.3f}, the same {right:.0%}", "script", options.measure)
    if options.search:
        searchers = Searchers(environment(options, "normal", options.seed + 8), options.searcher)
    for turn in range(options.search):
        searched.append(imitate_search(rater, searchers, 0.3, options.search_steps, chance, options.rows))
        loss, right = learn_again(rater, adam, searched, 2e-4, chance)
        if (turn + 1) % 3 == 0:
            note(f"search {turn + 1}, loss {loss:.3f}, the same {right:.0%}", "search", options.measure)
    adam = Adam(rater.weights)
    ladder = (
        [
            environment(options, opponent, options.seed + 9, progress=options.progress)
            for opponent in ("easy", "normal", None)
        ]
        if options.improve
        else []
    )
    for turn in range(options.improve):
        gained = improve(rater, adam, ladder[turn % 3], options.play, chance, options.rate, turn < 6)
        if (turn + 1) % 6 == 0:
            note(f"PPO {turn + 1}, rewards {gained:+.0f}", "PPO", options.measure)
    note("at the end", "end", options.games)


def read_options() -> argparse.Namespace:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--out", type=Path, default=Path("policy.npz"), help="where the policy is kept")
    reader.add_argument("--curve", type=Path, help="an SVG of how it went")
    reader.add_argument("--start", type=Path, help="go on with a policy that was kept")
    reader.add_argument("--imitate", type=int, default=90, help="rounds of imitating the script")
    reader.add_argument("--search", type=int, default=6, help="rounds of imitating the search")
    reader.add_argument("--improve", type=int, default=18, help="rounds of PPO")
    reader.add_argument("--searcher", default="hard(tries=40)", help="whom to imitate in the second part")
    reader.add_argument("--progress", type=float, default=0.2, help="of PPO: the weight of the ball's progress")
    reader.add_argument("--rate", type=float, default=1e-4, help="of PPO: how far a step goes")
    reader.add_argument("--lanes", type=int, default=32, help="matches side by side")
    reader.add_argument("--steps", type=int, default=48, help="choices of a lane in a round of imitating the script")
    reader.add_argument("--search-steps", type=int, default=8, help="and of imitating the search")
    reader.add_argument("--play", type=int, default=64, help="choices of a lane in a round of PPO")
    reader.add_argument("--rows", type=int, default=32, help="choices that are kept of a question with more")
    reader.add_argument("--every", type=int, default=15, help="rounds between two measurements")
    reader.add_argument("--measure", type=int, default=24, help="matches of a measurement")
    reader.add_argument("--games", type=int, default=100, help="matches of the last measurement")
    reader.add_argument(
        "--editions", default=EDITIONS, help="with semicolons; one that stands there twice is drawn twice as often"
    )
    reader.add_argument("--measured", default="official(quick=1)", help="the edition of the measurements")
    reader.add_argument("--seed", type=int, default=1)
    return reader.parse_args()


if __name__ == "__main__":
    main()
