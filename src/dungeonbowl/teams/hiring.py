"""Players that a team may hire for one match: star players and mercenaries (S-OFF-06)."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from dungeonbowl.teams.rosters import Position, Star
from dungeonbowl.teams.skill_book import WrittenSkill
from dungeonbowl.teams.team import Team

STAR_POSITION: Final = "star player"  # what the list of a match calls the position of each


class Mercenary(NamedTuple):
    """A position that mercenaries are hired for: what each costs, how many more the roster allows, and the skills of
    which one more can be paid for."""

    position: Position
    price: int
    free: int
    skills: list[WrittenSkill]
    lessons: list[str]


def stars_of(team: Team) -> list[Star]:
    """The star players that a team may hire."""
    return team.facts.stars_for(team.roster_facts)


def mercenaries_of(team: Team) -> list[Mercenary]:
    """The mercenaries that a team may hire. Only players who can play count against the limit of a position."""
    rule = team.facts.draft.mercenaries
    if rule is None:
        return []
    playing = Counter(player.position for player in team.available)
    book = team.facts.skills
    found: list[Mercenary] = []
    for position in team.roster_facts.position:
        free = (team.facts.draft.players.most if position.limit is None else position.limit) - playing[position.name]
        skills = [book.read(text) for text in position.skills]
        extra = book.read(rule.skill)
        if extra.skill not in (written.skill for written in skills):
            skills.append(extra)
        found.append(Mercenary(position, position.cost + rule.extra, max(0, free), skills, lessons_of(team, position)))
    return found


def lessons_of(team: Team, position: Position) -> list[str]:
    """The skills that a mercenary of this position may have in addition: those that its normal improvement rolls could
    give it."""
    book = team.facts.skills
    known = {book.read(text).skill.name for text in position.skills}
    found: list[str] = []
    for skill in book.skills:
        barred = known & set(skill.excludes) or any(skill.name in book.read(name).skill.excludes for name in known)
        if skill.category in position.primary and skill.name not in known and not skill.doubles and not barred:
            found.append(skill.name)
    return found
