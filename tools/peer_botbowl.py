"""Answers for botbowl what tools/peers.py asks: `peer_botbowl.py FIGURE SECONDS`, run by a Python that has botbowl.

Only what botbowl offers its users is called: its environment, its random bot, its path search.
"""

from __future__ import annotations

import copy
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

DECISIONS = 400  # until a position is in the middle of a match


def new_env() -> Any:
    """The environment in which the caller decides for both sides."""
    from botbowl.ai.env import BotBowlEnv

    return BotBowlEnv(seed=1, home_agent="human", away_agent="human")


def play(each: Callable[[Any], None]) -> Callable[[], bool]:
    """Random play, match after match: every call makes one decision, and says whether that was the last of a match."""
    from botbowl import RandomBot

    env = new_env()
    env.reset(skip_observation=True)
    bot = RandomBot("random", seed=1)

    def decide() -> bool:
        each(env.game)
        env.game.step(bot.act(env.game))
        over = bool(env.game.state.game_over)
        if over:
            env.reset(skip_observation=True)
        return over

    return decide


def nothing(game: Any) -> None:
    pass


def standing(game: Any) -> list[Any]:
    return [player for player in game.get_players_on_pitch(game.state.home_team) if player.state.up]


def middle_of_match() -> Any:
    """A match that goes on, some time after its beginning, in which a player of the home side stands on the pitch."""
    seen: list[Any] = []
    decide = play(seen.append)
    while True:
        decide()
        if len(seen) >= DECISIONS and not seen[-1].state.game_over and standing(seen[-1]):
            return seen[-1]


def per_second(work: Callable[[], int], seconds: float) -> float:
    began = time.process_time()
    spent = 0.0
    done = 0
    while done == 0 or spent < seconds:
        done += work()
        spent = time.process_time() - began
    return done / spent


def steps(seconds: float) -> float:
    decide = play(nothing)

    def ten() -> int:
        for _ in range(10):
            decide()
        return 10

    return per_second(ten, seconds)


def games(seconds: float) -> float:
    decide = play(nothing)

    def whole() -> int:
        while not decide():
            pass
        return 1

    return per_second(whole, seconds)


def clones(seconds: float) -> float:
    game = middle_of_match()

    def clone() -> int:
        copy.deepcopy(game)
        return 1

    return 1e6 / per_second(clone, seconds)


def search_of_paths() -> Any:
    """The compiled search where botbowl was built with Cython, otherwise the one in Python."""
    try:
        from botbowl.core.pathfinding import cython_pathfinding as pathfinding
    except ImportError:
        from botbowl.core.pathfinding import python_pathfinding as pathfinding
    return pathfinding


def reach(seconds: float) -> float:
    """The search to all squares, on average over the standing players of a side."""
    pathfinding = search_of_paths()
    game = middle_of_match()
    players = standing(game)

    def search() -> int:
        for player in players:
            pathfinding.get_all_paths(game, player)
        return len(players)

    return 1e6 / per_second(search, seconds)


def learning(seconds: float) -> float:
    import numpy as np

    env = new_env()
    random = np.random.default_rng(1)
    mask = env.reset()[2]

    def step() -> int:
        nonlocal mask
        (_, _, mask), _, done, _ = env.step(int(random.choice(np.flatnonzero(mask))))
        if done:
            mask = env.reset()[2]
        return 1

    return per_second(step, seconds)


def options_per_decision(seconds: float) -> float:
    """How many legal actions are listed for a decision. Players placed by hand before the kick-off are not counted, as
    the random bot does not place them."""
    listed: list[int] = []

    def count(game: Any) -> None:
        listed.append(
            sum(
                max(1, len(choice.players) + len(choice.positions))
                for choice in game.get_available_actions()
                if choice.action_type.name != "PLACE_PLAYER"
            )
        )

    decide = play(count)
    while len(listed) < 5 * DECISIONS:
        decide()
    return sum(listed) / len(listed)


FIGURES = {
    "steps_per_s": steps,
    "games_per_s": games,
    "clone_us": clones,
    "reach_us": reach,
    "env_steps_per_s": learning,
    "options": options_per_decision,
}


def about() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        known = version("botbowl")
    except PackageNotFoundError:
        known = "a clone"
    kind = search_of_paths().__name__.rpartition(".")[2].partition("_")[0]
    return f"{known}, path search in {kind.capitalize()}"


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # botbowl prints of its own accord
    name, seconds = sys.argv[1], float(sys.argv[2])
    found: dict[str, Any]
    try:
        if name == "about":
            found = {"about": about()}
        elif name in FIGURES:
            found = {"value": FIGURES[name](seconds)}
        else:
            found = {"missing": "botbowl has no such thing"}
    except Exception as error:
        found = {"missing": f"{type(error).__name__}: {error}"}
    answers.write(json.dumps(found) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
