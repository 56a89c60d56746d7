"""What a drafter of a style likes about players, for assistants and managers who decide for a team."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from dungeonbowl.teams.drafting import BAD_SKILLS, GOOD_SKILLS, LIKES, Drafter
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import Player, Team

USUAL_STYLE: Final = "balanced"
ANY_SKILL: Final = 2.0  # what a skill is worth that a style does not name
NIGGLE: Final = 4.0


class Taste:
    """The taste of one style for the players of a roster. The same team has the same taste every time."""

    def __init__(self, edition: str, roster: str, style: str, seed: str) -> None:
        facts = load_facts(edition)
        self.facts = facts
        self.style = style
        self.drafter = Drafter(facts, facts.roster(roster), style, seed)

    def position(self, name: str) -> float:
        return self.drafter.taste[name]

    def skill(self, text: str) -> float:
        name = self.facts.skills.read(text).skill.name
        return GOOD_SKILLS[self.style].get(name, ANY_SKILL) - BAD_SKILLS.get(name, 0.0)

    def raised(self, characteristic: str) -> float:
        return LIKES[self.style][characteristic]

    def player(self, player: Player) -> float:
        """The taste for a player as it is today, with what it has learnt and lost."""
        worth = self.drafter.taste[player.position]
        worth += sum(self.skill(gain.skill) if gain.skill else self.raised(gain.raised) for gain in player.gained)
        worth -= sum(self.raised(loss) for loss in player.losses)
        return worth - NIGGLE * player.niggles


@lru_cache(maxsize=256)
def made(edition: str, roster: str, style: str, seed: str) -> Taste:
    return Taste(edition, roster, style, seed)


def taste_of(team: Team, style: str = USUAL_STYLE) -> Taste:
    return made(team.edition, team.roster, style, team.id)
