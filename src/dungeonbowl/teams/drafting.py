"""A team drafted from a seed, in a style: the same seed gives the same team."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final, Literal

from dungeonbowl.errors import UserError
from dungeonbowl.teams.checks import check
from dungeonbowl.teams.facts import Facts, load_facts
from dungeonbowl.teams.names import Namer
from dungeonbowl.teams.problems import TeamError
from dungeonbowl.teams.rosters import LINEMEN, Position, Roster
from dungeonbowl.teams.team import Kind, Player, Team

Style = Literal["fast", "strong", "balanced"]
STYLES: Final[tuple[Style, ...]] = ("fast", "strong", "balanced")

# What a style likes: points for each step above an ordinary player with 6, 3, 3+, 4+, 9+, or with 6, 3, 3, 8.
LIKES: Final[dict[str, dict[str, float]]] = {
    "fast": {"ma": 14, "st": 5, "ag": 12, "pa": 2, "av": 2},
    "strong": {"ma": 4, "st": 26, "ag": 3, "pa": 0, "av": 8},
    "balanced": {"ma": 8, "st": 12, "ag": 8, "pa": 2, "av": 5},
}
ORDINARY: Final = {
    "target": {"ma": 6, "st": 3, "ag": 3, "pa": 4, "av": 9},
    "classic": {"ma": 6, "st": 3, "ag": 3, "pa": 0, "av": 8},
}
# Skills that are worth more or less than others: a simple guide, without the whole rulebook.
GOOD_SKILLS: Final[dict[str, dict[str, float]]] = {
    "fast": {
        "Dodge": 14,
        "Catch": 6,
        "Sprint": 6,
        "Leap": 6,
        "Sure Feet": 6,
        "Sure Hands": 8,
        "Sidestep": 5,
        "Side Step": 5,
        "Jump Up": 4,
    },
    "strong": {
        "Block": 14,
        "Mighty Blow": 10,
        "Guard": 10,
        "Claws": 8,
        "Claw": 8,
        "Thick Skull": 3,
        "Stand Firm": 6,
        "Frenzy": 5,
    },
    "balanced": {"Block": 12, "Dodge": 10, "Sure Hands": 10, "Pass": 4, "Guard": 6, "Tackle": 5, "Mighty Blow": 5},
}
BAD_SKILLS: Final[dict[str, float]] = {
    "Always Hungry": 4,
    "Animal Savagery": 14,
    "Ball & Chain": 30,
    "Blood Lust": 12,
    "Bloodlust": 12,
    "Bone Head": 8,
    "Bone-head": 8,
    "Chainsaw": 12,
    "Decay": 5,
    "Dense": 4,
    "Loner": 6,
    "My Ball": 3,
    "No Hands": 10,
    "Really Stupid": 14,
    "Stunty": 6,
    "Take Root": 10,
    "Titchy": 3,
    "Unchannelled Fury": 10,
    "Wild Animal": 10,
}
NOISE: Final = 9.0  # how much the tastes of two drafts of one style may differ
PATIENCE: Final = 15.0  # how much less a style may like a specialist than a lineman
ENOUGH: Final = 4  # re-rolls: reserves are more useful than a fifth
PLAYERS: Final[dict[str, tuple[int, int]]] = {"fast": (12, 13), "strong": (11, 12), "balanced": (12, 13)}
REROLLS: Final[dict[str, tuple[int, int]]] = {"fast": (2, 3), "strong": (2, 3), "balanced": (2, 4)}
SPECIALISTS: Final[dict[str, tuple[int, int]]] = {"fast": (5, 7), "strong": (5, 8), "balanced": (5, 7)}
DECENT: Final = 55_000  # gold that is kept for each lineman while specialists are hired
DEAR: Final = 65_000  # the price above which a lineman is expensive
FIRST_HANDS: Final = 1000.0  # more than any taste
HANDS: Final = ("throwers", "runners")  # one of these belongs in every team that has them
USEFUL_STAFF: Final = ("apothecary",)  # the only sideline staff that helps in a dungeon


def draft_team(
    roster_id: str,
    style: str = "balanced",
    seed: int = 0,
    *,
    edition: str = "official",
    kind: Kind = "league",
    budget: int = 0,
    name: str = "",
    coach: str = "",
) -> Team:
    """A legal new team. `UserError` if there is no such style or roster, or the budget is not possible."""
    if style not in STYLES:
        raise UserError(f"style {style!r}: expected one of {', '.join(STYLES)}")
    facts = load_facts(edition)
    roster = facts.roster(roster_id)
    gold = budget or facts.draft.budgets[kind].usual
    drafter = Drafter(facts, roster, style, f"{edition} {roster.id} {style} {kind} {seed}")
    staff = drafter.staff()
    hired, rerolls = drafter.hire(gold - drafter.wages(staff))
    spent = sum(position.cost for position in hired) + rerolls * facts.reroll_cost(roster) + drafter.wages(staff)
    namer = Namer(f"names {edition} {roster.id} {style} {kind} {seed}")
    team = Team(
        facts.draft.edition,
        roster.id,
        name or namer.team(roster.id),
        tuple(
            Player(number, namer.player(position.race), position.name, position.cost)
            for number, position in enumerate(hired, 1)
        ),
        coach,
        kind,
        budget,
        rerolls=rerolls,
        treasury=gold - spent if facts.draft.budgets[kind].keeps_rest else 0,
        staff=staff,
    )
    if problems := check(team):
        raise TeamError("draft", problems)
    return team


class Drafter:
    """Spends the gold: specialists by taste, then linemen, then re-rolls and reserves with the rest."""

    def __init__(self, facts: Facts, roster: Roster, style: str, seed: str) -> None:
        self.facts = facts
        self.roster = roster
        self.style = style
        self.random = random.Random(seed)
        self.taste = {position.name: self.worth(position) for position in roster.position}
        self.cheapest = min(position.cost for position in roster.of_section(LINEMEN))

    def worth(self, position: Position) -> float:
        """How much a style likes a position, with a little randomness."""
        worth = self.random.uniform(0, NOISE)
        for name, points in LIKES[self.style].items():
            value: int | None = getattr(position, name)
            bounds = self.facts.draft.characteristics.get(name)
            if value and bounds is not None:
                towards = 1 if bounds.best > bounds.worst else -1
                worth += points * towards * (value - ORDINARY[self.facts.draft.scale][name])
        for text in position.skills:
            skill = self.facts.skills.read(text).skill.name
            worth += GOOD_SKILLS[self.style].get(skill, 1.0) - BAD_SKILLS.get(skill, 0.0)
        return worth

    def staff(self) -> dict[str, int]:
        """One of each kind of useful staff, if the edition and the roster have it."""
        known = [staff.key for staff in self.facts.draft.staff if staff.key not in self.roster.without]
        return {key: 1 for key in USEFUL_STAFF if key in known}

    def wages(self, staff: dict[str, int]) -> int:
        return sum(entry.cost * staff.get(entry.key, 0) for entry in self.facts.draft.staff)

    def hire(self, gold: int) -> tuple[list[Position], int]:
        """The positions in the order of their numbers, and the number of re-rolls."""
        reroll = self.facts.reroll_cost(self.roster)
        most = self.facts.draft.players.most
        players = min(most, max(self.facts.draft.players.least, self.random.randint(*PLAYERS[self.style])))
        if self.cheapest > DEAR:  # if even linemen are expensive, more specialists are hired
            players = self.facts.draft.players.least
        rerolls = self.random.randint(*REROLLS[self.style])
        while rerolls and gold - rerolls * reroll < self.facts.draft.players.least * self.cheapest:
            rerolls -= 1
        purse = gold - rerolls * reroll
        players = min(players, max(self.facts.draft.players.least, purse // max(self.cheapest, 1)))
        hired = self.specialists(purse, players)
        purse -= sum(position.cost for position in hired)
        while len(hired) < players:
            position = self.lineman(purse, players - len(hired), hired)
            if position is None:
                break
            hired.append(position)
            purse -= position.cost
        if len(hired) < self.facts.draft.players.least:
            raise UserError(f"{self.roster.name}: expected gold for {players} players, found {gold:,}")
        while purse >= reroll and rerolls < min(self.facts.draft.rerolls.limit(is_new=True), ENOUGH):
            rerolls += 1
            purse -= reroll
        while len(hired) < most:
            affordable = [position for position in self.allowed(hired) if position.cost <= purse]
            affordable = [position for position in affordable if self.is_welcome(position)]
            if not affordable:
                break
            best = max(affordable, key=lambda position: self.taste[position.name] + position.cost / 2500)
            hired.append(best)
            purse -= best.cost
        order = {section: index for index, section in enumerate(reversed(self.facts.draft.sections))}
        hired.sort(key=lambda position: (order[position.section], -position.cost, position.name))
        return hired, rerolls

    def specialists(self, purse: int, players: int) -> list[Position]:
        """The best positions of the other sections, as long as decent linemen can still be paid."""
        wanted = self.random.randint(*SPECIALISTS[self.style])
        plain = self.best_lineman()
        decent = max(self.cheapest, min(plain.cost, DECENT))
        hired: list[Position] = []
        while len(hired) < wanted:
            left = players - len(hired) - 1
            candidates = [
                position
                for position in self.allowed(hired)
                if position.section != LINEMEN and purse - position.cost >= left * decent
                if self.taste[position.name] > self.taste[plain.name] - PATIENCE or self.lends_hands(position, hired)
            ]
            if not candidates:
                break
            best = max(candidates, key=lambda position: self.eagerness(position, hired))
            hired.append(best)
            purse -= best.cost
        return hired

    def eagerness(self, position: Position, hired: list[Position]) -> float:
        """The taste for a position: less for each similar player already hired, more for the team's first thrower or
        runner."""
        same = sum(other.name == position.name for other in hired)
        section = sum(other.section == position.section for other in hired)
        needed = FIRST_HANDS if self.lends_hands(position, hired) else 0.0
        return self.taste[position.name] + needed - 6.0 * same - 3.0 * section - position.cost / 10_000

    def lends_hands(self, position: Position, hired: list[Position]) -> bool:
        """Whether it would be the team's first thrower or runner."""
        return position.section in HANDS and not any(other.section in HANDS for other in hired)

    def is_welcome(self, position: Position) -> bool:
        """Whether a style would rather have this player than none."""
        return self.taste[position.name] > self.taste[self.best_lineman().name] - 2 * PATIENCE

    def best_lineman(self) -> Position:
        return max(
            self.roster.of_section(LINEMEN),
            key=lambda position: self.taste[position.name] - position.cost / 4000,
        )

    def lineman(self, purse: int, needed: int, hired: list[Position]) -> Position | None:
        """The lineman that the style likes best and that leaves enough gold for the rest; None if the gold is not
        enough for one."""
        linemen = [position for position in self.allowed(hired) if position.section == LINEMEN]
        linemen = [position for position in linemen if position.cost <= purse]
        if not linemen:
            return None
        welcome = [position for position in linemen if self.is_welcome(position)] or linemen
        cheapest = min(position.cost for position in welcome)
        affordable = [position for position in welcome if purse - position.cost >= (needed - 1) * cheapest]
        if not affordable:  # then any lineman who leaves enough gold for as many others
            cheapest = min(position.cost for position in linemen)
            affordable = [position for position in linemen if purse - position.cost >= (needed - 1) * cheapest]
        if not affordable:
            return min(linemen, key=lambda position: position.cost)
        return max(affordable, key=lambda position: self.taste[position.name] - position.cost / 4000)

    def allowed(self, hired: list[Position]) -> list[Position]:
        """The positions from which one more player may be hired, by all limits of the edition."""
        names = Counter(position.name for position in hired)
        sections = Counter(position.section for position in hired)
        return [
            position
            for position in self.roster.position
            if sections[position.section] < self.roster.limits.get(position.section, len(hired) + 1)
            if position.limit is None or names[position.name] < position.limit
            if self.race_fits(position, hired)
        ]

    def race_fits(self, position: Position, hired: list[Position]) -> bool:
        """In editions that count races: whether the team with this player would still fit its slots."""
        slots = self.facts.draft.race_slots
        if not slots:
            return True
        counts = Counter(other.race for other in [*hired, position])
        special = counts.pop(self.roster.special_race, 0)
        limits = slots[:-1] if special else slots
        ranked = [count for _, count in counts.most_common()]
        return special <= slots[-1] and len(ranked) <= len(limits) and all(map(int.__le__, ranked, limits))
