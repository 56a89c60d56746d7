"""Who decides for a team between its matches: programs as well as people. A manager is asked like a coach, and answers
with the text of an option."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from dungeonbowl.league.aftermath.machine import Aftermath, Ask, Line, Option
from dungeonbowl.league.aftermath.stages.purchases import DONE
from dungeonbowl.league.taste import USUAL_STYLE, taste_of
from dungeonbowl.teams.drafting import USEFUL_STAFF
from dungeonbowl.teams.team import Player, skills_of

REDRAFT: Final = "redraft"  # the stage
SQUAD: Final = 12  # players who are to be fit for the next match
LARGE_SQUAD: Final = 14  # beyond this nobody is hired
REROLLS: Final = 3
HOPELESS: Final = 25.0  # so much less than a lineman, and a player is sent away
POINT: Final = 0.35  # what a point of experience is worth beside a taste
FEW: Final = ("Sure Hands", "Pass", "Catch", "Leader")  # skills of which a team needs one or two
SECOND: Final = 4.0  # so much less each of them is worth with every other who has it
NEVER: Final = -1000.0


class Manager(Protocol):
    """Decides what a team does after a match and at the end of a season."""

    def decide(self, aftermath: Aftermath) -> str:
        """The text of one of the options of `aftermath.need`, which is an `Ask`."""
        ...


class Assistant:
    """The manager who does what is usual: what must be done, and no more."""

    def decide(self, aftermath: Aftermath) -> str:
        need = asked(aftermath)
        return need.options[need.usual].text


class TasteManager:
    """The manager who builds a team by the drafter's taste for a style: advances players when a good skill can be
    chosen, hires for those who are missing, and sends away the crippled. The same questions get the same answers."""

    def __init__(self, style: str = USUAL_STYLE) -> None:
        self.style = style

    def decide(self, aftermath: Aftermath) -> str:
        need = asked(aftermath)
        judge = Judge(aftermath.line, self.style)
        usual = need.options[need.usual]
        if aftermath.line.stage == REDRAFT and usual.text != DONE:
            return usual.text  # the assistant rehires by the same taste
        ranked = [(judge.worth(option), option) for option in need.options]
        known = [(worth, option) for worth, option in ranked if worth is not None]
        if not known:
            return usual.text
        worth, best = max(known, key=lambda each: each[0])
        if worth > 0:
            return best.text
        idle = [option.text for option in need.options if option.text == DONE]
        return idle[0] if idle else usual.text


def asked(aftermath: Aftermath) -> Ask:
    assert isinstance(aftermath.need, Ask), aftermath.need
    return aftermath.need


class Judge:
    """What each option is worth to a team: more than 0 for what it wants, None for what this judge knows nothing of."""

    def __init__(self, line: Line, style: str) -> None:
        self.line = line
        self.team = line.team
        self.taste = taste_of(line.team, style)
        self.lineman = self.taste.position(self.taste.drafter.best_lineman().name)
        self.squad = self.team.permanent
        if line.stage == REDRAFT:  # who is not rehired leaves
            old = [player.id for player in line.case.kept.team.players]
            self.squad = [each for each in self.squad if each.id in line.kept.rehired or each.id not in old]
        self.fit = [player for player in self.squad if not player.hurt_now and not player.retired]

    def worth(self, option: Option) -> float | None:
        verb, _, rest = option.text.partition(" ")
        if self.line.stage == REDRAFT and verb != "hire":
            return None
        judged = JUDGED.get(verb)
        return judged(self, option, rest) if judged is not None else None

    def player(self, identity: str) -> Player:
        player = self.line.kept.player(identity)
        assert player is not None
        return player

    # --- advancements -------------------------------------------------------------------------------------------------

    def advance(self, option: Option, identity: str) -> float:
        """A player advances when it can choose a skill of its own categories. Who has none of those takes what it can
        get; a journeyman is left alone."""
        player = self.player(identity)
        advancement = self.team.facts.draft.advancement
        own = bool(self.team.position_of(player).primary)
        prices = advancement.chosen_primary if own else advancement.chosen_secondary
        if player.journeyman or player.unspent < prices[len(player.gained)]:
            return 0.0
        return 100.0 + self.taste.player(player)

    def skill(self, option: Option, name: str) -> float:
        rank = "secondary" if option.group.endswith("secondary") else "primary"
        others = sum(name in skills_of(self.team, player) for player in self.team.permanent) if name in FEW else 0
        return 50.0 + self.taste.skill(name) - SECOND * others - POINT * self.price(option, f"chosen_{rank}")

    def random(self, option: Option, category: str) -> float:
        return 40.0 - POINT * self.price(option, "random_primary")

    def characteristic(self, option: Option, rest: str) -> float:
        """The die is worth what it raises on average, and costs more points than a skill."""
        advancement = self.team.facts.draft.advancement
        before, mean = 0, 0.0
        for row in advancement.improvement:
            best = max(self.taste.raised(name) for name in row.choices)
            mean += best * (row.upto - before) / advancement.improvement_die
            before = row.upto
        return 50.0 + mean - POINT * self.price(option, "characteristic")

    def price(self, option: Option, kind: str) -> int:
        prices: tuple[int, ...] = getattr(self.team.facts.draft.advancement, kind)
        held = len(self.player(option.player).gained)
        return prices[held] if held < len(prices) else 0

    def raised(self, option: Option, name: str) -> float:
        return 50.0 + self.taste.raised(name)

    def back(self, option: Option, rest: str) -> float:
        return NEVER

    # --- the list -----------------------------------------------------------------------------------------------------

    def hire(self, option: Option, name: str) -> float:
        """Somebody for each who is missing; specialists whom the style likes as long as the list is not long."""
        position = self.team.roster_facts.find(name)
        if position is None or len(self.squad) >= LARGE_SQUAD:
            return 0.0
        hired = [self.team.position_of(player) for player in self.squad]
        drafter = self.taste.drafter
        if not drafter.is_welcome(position):
            return 0.0
        if len(self.fit) < SQUAD:
            return 200.0 + max(-100.0, min(100.0, drafter.eagerness(position, hired)))
        better = self.taste.position(name) - self.lineman
        return better if better > 0 and len(self.fit) < LARGE_SQUAD - 1 else 0.0

    def keep(self, option: Option, identity: str) -> float:
        """A journeyman who has shown something is worth more than a newcomer of its kind."""
        if len(self.fit) >= SQUAD:
            return 0.0
        player = self.player(identity)
        return 200.0 + self.taste.player(player) + player.unspent

    def reroll(self, option: Option, rest: str) -> float:
        return 150.0 if self.team.rerolls_held < REROLLS and len(self.fit) >= SQUAD - 1 else 0.0

    def take_in(self, option: Option, rest: str) -> float:
        """A player for nothing."""
        return 250.0

    def weapon_back(self, option: Option, identity: str) -> float:
        """Who has lost its weapon cannot play."""
        return 140.0

    def staff(self, option: Option, key: str) -> float:
        """Staff that helps in a dungeon, one of each."""
        return 160.0 if key in USEFUL_STAFF and not self.team.staff.get(key) and len(self.fit) >= SQUAD - 1 else 0.0

    def fire(self, option: Option, identity: str) -> float:
        """Sent away is who is far worse than a lineman, if one more can be paid and enough others are there."""
        player = self.player(identity)
        spare = self.team.treasury >= self.taste.drafter.best_lineman().cost
        worse = self.lineman - HOPELESS - self.taste.player(player)
        crippled = player.losses or player.niggles
        return 300.0 + worse if worse > 0 and crippled and spare and len(self.team.permanent) >= SQUAD else 0.0

    def retire(self, option: Option, identity: str) -> float:
        """Only a redraft can restore what was lost, and only what a style cares for is worth the wait."""
        player = self.player(identity)
        heals = self.line.case.options.off_season == "redraft"
        dear = any(self.taste.raised(loss) >= self.taste.raised("ma") for loss in player.losses)
        return 50.0 if heals and dear and len(self.fit) >= SQUAD else 0.0


Judged = Callable[[Judge, Option, str], float]
JUDGED: Final[dict[str, Judged]] = {
    "advance": Judge.advance,
    "skill": Judge.skill,
    "random": Judge.random,
    "characteristic": Judge.characteristic,
    "raise": Judge.raised,
    "back": Judge.back,
    "hire": Judge.hire,
    "keep": Judge.keep,
    "reroll": Judge.reroll,
    "take": Judge.take_in,
    "weapon": Judge.weapon_back,
    "staff": Judge.staff,
    "fire": Judge.fire,
    "retire": Judge.retire,
}
