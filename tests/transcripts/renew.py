"""Writes the transcripts anew: `python tests/transcripts/renew.py`. Look at the difference before you keep it.

A changed line is a change of the rules, or of the words of `words/story.py`: say in the commit which.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from dungeonbowl.words.story import story
from support.walks import Luck, Start, a_crowded_layout, a_whole_match, play_on

HERE = Path(__file__).resolve().parent
# The name of each file, how its match starts, and the seed. Chosen so that together they tell of most things.
MATCHES: dict[str, tuple[Start, int]] = {
    "whole-1": (a_whole_match, 9),
    "whole-2": (a_whole_match, 13),
    "crowd-1": (a_crowded_layout, 65),
    "crowd-2": (a_crowded_layout, 74),
    "crowd-3": (a_crowded_layout, 30),
}


def transcript(name: str) -> str:
    """One match, played again and told."""
    start, seed = MATCHES[name]
    game = start(seed)
    play_on(game, Luck(seed), 5000)
    assert game.over
    head = f"# {game.rules.edition} on {game.dungeon.identity}, seed {seed}; renew with tests/transcripts/renew.py"
    return "\n".join([head, *story(game)]) + "\n"


def file_of(name: str) -> Path:
    return HERE / f"{name}.txt"


if __name__ == "__main__":
    for name in MATCHES:
        file_of(name).write_text(transcript(name), encoding="utf-8")
