"""What the shell offers when Tab is pressed: dungeons, teams, rules, skills, editions and bots.

The shell calls each function with the text typed so far. Imports are inside the functions, because they cost time that
only the completion itself should pay.
"""

from __future__ import annotations

from collections.abc import Iterable


def beginning(names: Iterable[str], typed: str) -> list[str]:
    return [name for name in names if name.lower().startswith(typed.lower())]


def dungeons(incomplete: str) -> list[str]:
    from dungeonbowl.dungeon.text import bundled

    return beginning(bundled(), incomplete)


def teams(incomplete: str) -> list[str]:
    from dungeonbowl.editions import EDITIONS
    from dungeonbowl.teams.ready import ready_ids

    return beginning([name for edition in EDITIONS for name in ready_ids(edition)], incomplete)


def rules(incomplete: str) -> list[str]:
    """Sections first; single rules once a section has been typed."""
    from dungeonbowl.rulebook import EDITIONS, load

    everything = [rule for edition in EDITIONS for rule in load(edition)]
    sections = list(dict.fromkeys(rule.section for rule in everything))
    found = beginning(sections, incomplete)
    return found if len(found) > 1 else beginning([rule.id for rule in everything], incomplete)


def skills(incomplete: str) -> list[str]:
    from dungeonbowl.teams.skills import sheet

    return beginning(sorted(sheet()["skills"]), incomplete)


def editions(incomplete: str) -> list[str]:
    from dungeonbowl.editions import EDITIONS

    return beginning(EDITIONS, incomplete)


def bots(incomplete: str) -> list[str]:
    from dungeonbowl.bots.levels import BOTS

    return beginning(BOTS, incomplete)
