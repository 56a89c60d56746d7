"""Texts of the command line that stand in tables of other rooms, which speak no language: commands put them through
`t`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final


def signs() -> Iterator[str]:
    """What maps in the terminal show, and the words of their legends."""
    from dungeonbowl.cli.board import FEATURES
    from dungeonbowl.cli.chart import SIGNS
    from dungeonbowl.dungeon.map_rules import MAP_RULES
    from dungeonbowl.dungeon.terrain import ROOM_NAMES

    yield from (name for name, _ in SIGNS.values())
    yield from (name for _, _, name in FEATURES.values())
    yield from (f"{rules.portal_word}s" for rules in MAP_RULES.values())
    yield from map(str, ROOM_NAMES)


def mending() -> Iterator[str]:
    from dungeonbowl.dungeon.problems import ERROR, MENDING, WARNING

    yield from (ERROR, WARNING, "doorway", "square", *MENDING.values())


def measures() -> Iterator[str]:
    """What commands measure and count: figures of the bench, blunders of bots, tasks, endings of matches."""
    from dungeonbowl.bots.arena import ENDINGS
    from dungeonbowl.bots.blunders import DEEDS, LEAVINGS
    from dungeonbowl.cli.bench_figures import FIGURES
    from dungeonbowl.cli.blunders import ALWAYS, AVERAGES, COUNTED, SHARES
    from dungeonbowl.learn.suites.tasks import TASKS
    from dungeonbowl.words.notation import COACHES

    yield from (figure.words for figure in FIGURES)
    yield from (
        *SHARES,
        *SHARES.values(),
        *AVERAGES,
        *ALWAYS,
        *(each for each in DEEDS.values() if each not in COUNTED),
        *LEAVINGS.values(),
    )
    yield from ("decisions", "matches", "draws", "lost decisions", "chests opened", "falls", "left by a door")
    yield from ("turns ended by the coach", "turns ended with the ball hidden")
    yield from (task.about for task in TASKS)
    yield from (*ENDINGS.values(), "called off", "other", "dungeons found by dice", "dungeon {name}")
    yield from (*COACHES, *(name.capitalize() for name in COACHES))


def failings() -> Iterator[str]:
    """What is told of bots that fail."""
    yield "{bot} failed in {failed} of {decisions} decisions: its result says nothing"
    yield "{bot} failed in {failed} of {decisions} decisions: default actions took their place"


def states() -> Iterator[str]:
    """States of accounts, of vouchings, of news, of fixtures and seasons, and what a check finds, as commands print."""
    from typing import get_args

    from dungeonbowl.league.office.views import Mark, What

    yield from ("open", "disabled", "deleted", "used", "refused", "ended", "expired")
    yield from ("waiting", "claimed", "sent", "stale", "failed")
    yield from ("entry", "running", "ending", "over", "reported", "disputed", "unplayed", "walkover", "played")
    yield from (*get_args(Mark), *get_args(What))
    yield from ("points", "gold", "injuries", "dice", "tables", "none")


def system() -> Iterator[str]:
    """Why the system does not do something, as it says it on every machine: by itself and behind the name of a file."""
    for words in (
        *("Address already in use", "Cannot assign requested address", "Connection refused", "File exists"),
        *("Is a directory", "No space left on device", "No such file or directory", "Not a directory"),
        *("Operation not permitted", "Permission denied", "Read-only file system"),
    ):
        yield from (words, f"{{file}}: {words}")


# By the place that catalogues name.
COMMAND_LINE: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "cli/signs of maps": signs,
    "cli/measures": measures,
    "cli/failings of bots": failings,
    "cli/states": states,
    "cli/what the system says": system,
    "dungeon/how to mend": mending,
}
