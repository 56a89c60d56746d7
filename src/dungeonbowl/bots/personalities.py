"""Personalities: the same coach with other likings, named as in `normal(style=rusher)` or
`hard(tries=200,style=keeper)`.

A personality changes numbers of `tactics/taste.py`, and nothing else. What they do to a match is measured in
docs/bots.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dungeonbowl.bots.ladder import HardBot, NormalBot
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.tactics import taste
from dungeonbowl.bots.tactics.taste import Taste, changed
from dungeonbowl.errors import UserError
from dungeonbowl.words.advice import did_you_mean, one_of

PERSONALITIES: Final[dict[str, Taste]] = {
    # runs with the ball whoever is near, strikes seldom, tries a touchdown early
    "rusher": changed(
        {
            taste.STEP: 0.16,
            taste.NEAR: 0.5,
            taste.THREAT: 0.02,
            taste.SURE: 0.6,
            taste.ESCORT: 0.5,
            taste.AHEAD: 0.7,
            taste.BLOCK_LEAST: 0.03,
            taste.BLITZ_LEAST: 0.04,
            taste.LATE_LEAST: 0.03,
            taste.STALL: 0.0,
        }
    ),
    # strikes at whatever can be struck, kicks who lies there, goes up to opponents
    "basher": changed(
        {
            taste.DOWN: 0.08,
            taste.FALL: 0.06,
            taste.BLOCK_LEAST: -0.02,
            taste.BLITZ_LEAST: -0.02,
            taste.LATE_LEAST: -0.03,
            taste.FOUL_LEAST: -0.01,
            taste.SHUN: -0.6,
            taste.HUNT: 0.9,
        }
    ),
    # guards the ball: a cage around it, few risks, a touchdown when it is certain
    "keeper": changed(
        {
            taste.THREAT: 0.12,
            taste.MARK: 0.35,
            taste.COVER: 0.14,
            taste.SUPPORT: 0.1,
            taste.ESCORT: 1.6,
            taste.AHEAD: 0.1,
            taste.CORNER: 0.7,
            taste.SCREEN: 0.7,
            taste.SURE: 0.95,
            taste.BLOCK_WAY: 0.9,
            taste.BEHIND: 3.0,
            taste.BLITZ_LEAST: 0.03,
        }
    ),
}
STYLE: Final = re.compile(r"^(\w+)\((?:(.*),)?\s*style\s*=\s*(\w*)\s*(?:,(.*))?\)$")


def styled_bot(name: str, seed: int, find: Callable[[str, int], Bot]) -> Bot | None:
    """A bot with a personality by its name; None if the name has no `style=`. `find` makes the bot without one."""
    parts = STYLE.match(name)
    if parts is None:
        return None
    level, before, style, after = parts.groups()
    if style not in PERSONALITIES:
        near = did_you_mean(style, list(PERSONALITIES))
        raise UserError(f"bot {name!r}: style {style!r}: {near}expected {one_of(list(PERSONALITIES))}")
    options = ",".join(part for part in (before, after) if part)
    if STYLE.match(f"{level}({options})"):
        raise UserError(f"bot {name!r}: style is said twice")
    bot = find(f"{level}({options})" if options else level, seed)
    if isinstance(bot, NormalBot):
        bot.coach.taste = PERSONALITIES[style]
    elif isinstance(bot, HardBot):
        bot.coach.style = PERSONALITIES[style]
        bot.coach.coach.taste = PERSONALITIES[style]
    else:
        raise UserError(f"bot {name!r}: only normal and the bots that search have a style")
    return bot
