"""Plays seeded matches and prints a hash of each story. Compiled and interpreted engines must print the same."""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from dungeonbowl.records.save import fingerprint, story_hash
from support.walks import EDITIONS, Luck, any_game, play_on


def hashes(first: int, last: int, decisions: int = 400) -> list[str]:
    """For each seed, a hash of the story and the last position; six seeds for each edition."""
    found: list[str] = []
    for seed in range(first, last):
        game = any_game(seed, EDITIONS[seed // 6 % len(EDITIONS)])
        play_on(game, Luck(seed), decisions)
        found.append(f"{seed} {int(game.decisions)} {story_hash(game.events)[:16]} {fingerprint(game)[:16]}")
    return found


if __name__ == "__main__":
    import dungeonbowl

    print("compiled" if dungeonbowl.compiled() else "interpreted")  # noqa: T201
    for line in hashes(int(sys.argv[1]), int(sys.argv[2])):
        print(line)  # noqa: T201
