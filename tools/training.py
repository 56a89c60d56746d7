"""What a release build learns from: plays in every edition, so that the compiler sees which branches are taken.

`tools/release.py` runs it with the package that counts (the kind `train`, several times slower). Everything that is
usually done for long has a part: random play with every ready team, scripted and searching bots, clones and searches
for ways, learners with and without an opponent, dungeons. Other seeds and teams than those of `dungeonbowl bench`,
which then measures what the build was not trained on. The parts take similar times: what is hardly ever seen is
compiled for size, not for speed.

Example: PYTHONPATH=build/release/train python tools/training.py
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from mypy_extensions import i64

from dungeonbowl.bots import playout
from dungeonbowl.bots.arena import Pairing, play
from dungeonbowl.bots.ladder import HardBot
from dungeonbowl.bots.seat import options_of
from dungeonbowl.dungeon.generator import generate
from dungeonbowl.editions import build, name_of
from dungeonbowl.engine.setup import standard_squads
from dungeonbowl.learn.vector import DungeonBowlVectorEnv
from dungeonbowl.records.squads import squads_of
from dungeonbowl.teams.ready import ready_ids, ready_team

EDITIONS = ("official", "stockbowl", "astrogranite(classic)", "astrogranite", "astrogranite(full)")
FIRST_SEED = 7_000  # far from the seeds of the benchmarks


def random_play(edition: str) -> None:
    """Every layout of the edition with equal squads, then with pairs of its ready teams."""
    rules = build(edition)
    name = name_of(rules.edition)
    layouts = [rules.layouts.dungeon(i64(index)) for index in range(len(rules.layouts.names))][-6:]
    equal = standard_squads(11, agility=rules.policies.sheets.usual_agility())
    ready = ready_ids(name)
    seed = FIRST_SEED
    for dungeon in layouts:
        for squads in (equal, equal, *(squads_of([ready_team(a, name), ready_team(b, name)]) for a, b in pairs(ready))):
            for _ in range(3):
                playout.random_game(rules, dungeon, squads, i64(seed))
                seed += 1
    game = playout.middle_of_match(rules, layouts[0], equal, i64(seed), i64(300))
    crowd = playout.scrimmage(rules, layouts[-1], equal, i64(seed))
    playout.clone_microseconds(game, 0.3, i64(1))
    playout.reach_microseconds(crowd, i64(1), 1.0, i64(1))


def pairs(ready: list[str]) -> list[tuple[str, str]]:
    return [(ready[index], ready[(index * 3 + 1) % len(ready)]) for index in range(min(8, len(ready)))]


def bots(edition: str) -> None:
    """Whole matches of scripted coaches, and some decisions of the search."""
    pairing = Pairing(edition)
    for seed in range(FIRST_SEED, FIRST_SEED + 20):
        play(pairing, seed)
    rules = build(edition)
    dungeon = rules.layouts.dungeon(i64(0))
    squads = standard_squads(11, agility=rules.policies.sheets.usual_agility())
    for seed in range(12):
        game = playout.middle_of_match(rules, dungeon, squads, i64(FIRST_SEED + seed), i64(200 + 40 * seed))
        HardBot(seed, 0.0, 30).choose(game.as_known_to(game.asked), options_of(game))


def learners(edition: str) -> None:
    """The vector environment, alone and against a bot."""
    for opponent, steps in ((None, 400), ("normal", 150)):
        env = DungeonBowlVectorEnv(16, opponent=opponent, editions=[edition], seed=FIRST_SEED)
        env.reset(seed=FIRST_SEED)
        for _ in range(steps):
            env.step(env.sample_actions())


def dungeons(edition: str) -> None:
    if edition == EDITIONS[0]:
        for seed in range(FIRST_SEED, FIRST_SEED + 100):
            generate(seed=seed)


def main() -> None:
    lessons: tuple[Callable[[str], None], ...] = (random_play, bots, learners, dungeons)
    for edition in EDITIONS:
        for lesson in lessons:
            began = time.perf_counter()
            lesson(edition)
            print(f"{edition}: {lesson.__name__}, {time.perf_counter() - began:.1f} s", file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main()
