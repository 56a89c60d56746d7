"""Advancements that are bought with points (O-SPP-06 to O-SPP-10)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

import msgspec

from dungeonbowl.languages import percent, t, translated
from dungeonbowl.league.aftermath.machine import Barred, Chance, Flow, Line, Option, Stage
from dungeonbowl.league.aftermath.words import CHARACTERISTICS, either, gold, points, who
from dungeonbowl.league.taste import taste_of
from dungeonbowl.league.team_events import Advanced
from dungeonbowl.teams.checks import gain_problems
from dungeonbowl.teams.draft_facts import DIE, Improvement
from dungeonbowl.teams.team import Gain, Player, Team, profile_of
from dungeonbowl.teams.value import gain_kind

COST, MUST, RANDOM, RAISE, VALUE = "O-SPP-06", "O-SPP-07", "O-SPP-08", "O-SPP-09", "O-SPP-10"
DONE: Final = "done"
BACK: Final = "back"
CHARACTERISTIC: Final = "characteristic"
KINDS: Final = ("random_primary", "chosen_primary", "random_secondary", "chosen_secondary", CHARACTERISTIC)


def spending() -> Stage:
    """Players spend points in any order, as often as they can pay. Points may be saved, but a player who can afford a
    characteristic has to spend some."""
    return Stage("advance", "Advancements", (COST, MUST, RANDOM, RAISE, VALUE), spend)


def spend(line: Line) -> Flow:
    while True:
        learners = [Learner(line.team, player) for player in line.team.players if player.unspent]
        rich = [learner for learner in learners if learner.can_advance()]
        if not rich:
            return
        bound = [learner for learner in rich if learner.must_spend()]
        options = [learner.option() for learner in rich]
        barred = [learner.barred() for learner in learners if not learner.can_advance()]
        usual = 0
        if bound:
            usual = rich.index(bound[0])
            why = t("{player}, can afford a characteristic and has to spend points", player=who(bound[0].player))
            barred.insert(0, Barred(t("that is all"), why, MUST))
        else:
            options.insert(0, Option(DONE, t("that is all"), t("points can be saved"), MUST))
        chosen = yield from line.ask(t("Who spends points?"), options, COST, usual, barred)
        if chosen.text == DONE:
            return
        yield from advance(line, next(learner for learner in rich if learner.player.id == chosen.player))


def advance(line: Line, learner: Learner) -> Flow:
    """One advancement of one player, or none if the coach thinks better of it before a die has fallen."""
    options, barred = learner.ways()
    question = t("What does {player}, learn?", player=who(learner.player))
    chosen = yield from line.ask(question, options, COST, learner.usual(options), barred)
    verb, _, rest = chosen.text.partition(" ")
    if verb == "skill":
        line.write(learner.bought(Gain(rest)), COST, by_rules=False)
    elif verb == "random":
        yield from random_skill(line, learner, rest)
    elif verb == CHARACTERISTIC:
        yield from characteristic(line, learner)


def random_skill(line: Line, learner: Learner, category: str) -> Flow:
    """Two dice find a skill of a category. What the player has, or cannot have, is rolled again. (O-SPP-08)"""
    rows = learner.table(category)
    usable = learner.open_skills(category, random=True)
    odds = [Chance(skill, 1 / len(usable)) for skill in usable]
    what = t("a random skill of {category} for {player}", category=category, player=who(learner.player))
    while True:
        dice = yield from line.roll(2, DIE, what, RANDOM, odds, learner.player.id)
        skill = rows[(dice[0] - 1) * len(rows) // DIE][dice[1] - 1]
        if skill in usable:
            line.write(learner.bought(Gain(skill, random=True)), RANDOM, dice, by_rules=False)
            return


def characteristic(line: Line, learner: Learner) -> Flow:
    """A die says which characteristics may be raised. A skill may be taken instead, for the same points. (O-SPP-09)"""
    faces = learner.advancement.improvement_die
    what = t("a characteristic of {player}", player=who(learner.player))
    while True:
        dice = yield from line.roll(1, faces, what, RAISE, learner.improvement_odds(), learner.player.id)
        row = next(row for row in learner.advancement.improvement if dice[0] <= row.upto)
        options, barred = learner.improvements(row)
        if options:  # otherwise nothing on this row is of use, and the die is rolled again
            break
    question = t(
        "{characteristics}: what does {player}, improve?",
        characteristics=either(row.choices),
        player=who(learner.player),
    )
    chosen = yield from line.ask(question, options, RAISE, learner.usual(options), barred)
    verb, _, rest = chosen.text.partition(" ")
    gain = Gain(raised=rest) if verb == "raise" else Gain(rest)
    line.write(Advanced(learner.player.id, gain, learner.prices[CHARACTERISTIC]), RAISE, dice, by_rules=False)


class Learner:
    """A player with points, and what they can buy."""

    def __init__(self, team: Team, player: Player) -> None:
        self.team = team
        self.player = player
        self.position = team.position_of(player)
        self.advancement = team.facts.draft.advancement
        held = len(player.gained)
        self.is_complete = held >= self.advancement.most
        self.prices: dict[str, int] = {}
        if not self.is_complete:
            self.prices = {kind: getattr(self.advancement, kind)[held] for kind in KINDS}

    # --- questions ----------------------------------------------------------------------------------------------------

    @cached_property
    def ways_open(self) -> list[str]:
        """The kinds of advancement that could be bought now, with points enough."""
        found: list[str] = []
        for rank in ("primary", "secondary"):
            skills = (skill for category in self.categories(rank) for skill in self.skills(category))
            if any(not self.objection(Gain(skill)) for skill in skills):
                found += [f"random_{rank}", f"chosen_{rank}"]
        if any(self.can_raise(name) for row in self.advancement.improvement for name in row.choices):
            found.append(CHARACTERISTIC)
        return [] if self.is_complete else found

    def can_advance(self) -> bool:
        return any(self.player.unspent >= self.prices[kind] for kind in self.ways_open)

    def must_spend(self) -> bool:
        return self.can_advance() and self.player.unspent >= self.prices[CHARACTERISTIC]

    def categories(self, rank: str) -> tuple[str, ...]:
        return self.position.primary if rank == "primary" else self.position.secondary

    def table(self, category: str) -> tuple[tuple[str, ...], ...]:
        return self.advancement.random_skills[category]

    def skills(self, category: str) -> list[str]:
        return [skill for row in self.table(category) for skill in row]

    def open_skills(self, category: str, random: bool = False) -> list[str]:
        return [skill for skill in self.skills(category) if not self.objection(Gain(skill, random=random))]

    def objection(self, gain: Gain) -> str:
        problems = gain_problems(self.team, self.player, gain)
        if problems:
            return translated(problems[0].text())
        if gain.raised and not self.moves(gain.raised):
            return t("{characteristic} is as good as it can be", characteristic=CHARACTERISTICS[gain.raised])
        return ""

    def moves(self, name: str) -> bool:
        raised = msgspec.structs.replace(self.player, gained=(*self.player.gained, Gain(raised=name)))
        return bool(getattr(profile_of(self.team, raised), name) != getattr(profile_of(self.team, self.player), name))

    def can_raise(self, name: str) -> bool:
        return not self.objection(Gain(raised=name))

    def price(self, gain: Gain) -> int:
        return self.prices[gain_kind(self.team, self.position, gain)]

    def bought(self, gain: Gain) -> Advanced:
        return Advanced(self.player.id, gain, self.price(gain))

    def value(self, gain: Gain) -> str:
        """What an advancement adds to the player's value. (O-SPP-10)"""
        return t("{gold} more in value", gold=gold(self.advancement.value[gain_kind(self.team, self.position, gain)]))

    # --- options ------------------------------------------------------------------------------------------------------

    def option(self) -> Option:
        held = points(self.player.unspent)
        note = t("it has {points}", points=held)
        if self.must_spend():
            note = t("it has {points} and has to spend some", points=held)
        return Option(f"advance {self.player.id}", who(self.player), note, COST, player=self.player.id)

    def barred(self) -> Barred:
        if self.is_complete:
            return Barred(
                who(self.player), t("it has {most} advancements, and nobody has more", most=self.advancement.most), COST
            )
        if not self.ways_open:
            return Barred(who(self.player), t("there is nothing left that it can learn"), COST)
        least = min(self.prices[kind] for kind in self.ways_open)
        return Barred(
            who(self.player),
            t("it has {points} and needs {least}", points=points(self.player.unspent), least=least),
            COST,
        )

    def ways(self) -> tuple[list[Option], list[Barred]]:
        """Everything that the points can buy, and what they cannot."""
        options = [Option(BACK, t("another player, or nobody"), rule=COST)]
        barred: list[Barred] = []
        for rank in ("primary", "secondary"):
            for category in self.categories(rank):
                self.add_random(rank, category, options, barred)
            for category in self.categories(rank):
                self.add_chosen(rank, category, options, barred)
        self.add_characteristic(options, barred)
        return options, barred

    def can_pay(self, kind: str, label: str, group: str, barred: list[Barred]) -> bool:
        if self.player.unspent >= self.prices[kind]:
            return True
        why = t(
            "it costs {points}, and the player has {unspent}",
            points=points(self.prices[kind]),
            unspent=self.player.unspent,
        )
        barred.append(Barred(label, why, COST, group))
        return False

    def add_random(self, rank: str, category: str, options: list[Option], barred: list[Barred]) -> None:
        kind, group, label = f"random_{rank}", f"random, {rank}", t("a random skill of {category}", category=category)
        if not self.can_pay(kind, label, group, barred):
            return
        usable = self.open_skills(category, random=True)
        if not usable:
            barred.append(Barred(label, t("it has every skill of this kind that it can have"), RANDOM, group))
            return
        value = self.value(Gain(usable[0], random=True))
        note = t(
            "{points}; {value}; one of {number}, each as likely",
            points=points(self.prices[kind]),
            value=value,
            number=len(usable),
        )
        options.append(Option(f"random {category}", label, note, RANDOM, group, self.player.id))

    def add_chosen(self, rank: str, category: str, options: list[Option], barred: list[Barred]) -> None:
        kind, group = f"chosen_{rank}", f"{category}, {rank}"
        if self.can_pay(kind, t("a chosen skill of {category}", category=category), group, barred):
            self.add_skills(category, group, self.prices[kind], COST, options, barred)

    def add_skills(
        self, category: str, group: str, price: int, rule: str, options: list[Option], barred: list[Barred]
    ) -> None:
        for skill in self.skills(category):
            reason = self.objection(Gain(skill))
            if reason:
                barred.append(Barred(skill, reason, RANDOM, group))
            else:
                note = f"{points(price)}; {self.value(Gain(skill))}"
                options.append(Option(f"skill {skill}", skill, note, rule, group, self.player.id))

    def add_characteristic(self, options: list[Option], barred: list[Barred]) -> None:
        label = t("a characteristic, or a skill instead")
        if CHARACTERISTIC not in self.ways_open:
            barred.append(Barred(label, t("none of its characteristics can be raised any more"), RAISE, CHARACTERISTIC))
        elif self.can_pay(CHARACTERISTIC, label, CHARACTERISTIC, barred):
            odds = "; ".join(f"{chance.words} {percent(chance.chance)}" for chance in self.improvement_odds())
            note = f"{points(self.prices[CHARACTERISTIC])}; {odds}"
            options.append(Option(CHARACTERISTIC, label, note, RAISE, CHARACTERISTIC, self.player.id))

    def improvement_odds(self) -> list[Chance]:
        found: list[Chance] = []
        before = 0
        for row in self.advancement.improvement:
            found.append(Chance(either(row.choices), (row.upto - before) / self.advancement.improvement_die))
            before = row.upto
        return found

    def improvements(self, row: Improvement) -> tuple[list[Option], list[Barred]]:
        """What one row of the table allows: its characteristics, or any skill that the player can learn. A skill costs
        as many points as the characteristic, and counts in value like a chosen one."""
        options: list[Option] = []
        barred: list[Barred] = []
        price = self.prices[CHARACTERISTIC]
        for name in row.choices:
            label = t("{characteristic} raised", characteristic=CHARACTERISTICS[name])
            reason = self.objection(Gain(raised=name))
            if reason:
                barred.append(Barred(label, reason, RAISE, CHARACTERISTIC))
            else:
                note = f"{points(price)}; {self.value(Gain(raised=name))}"
                options.append(Option(f"raise {name}", label, note, RAISE, CHARACTERISTIC, self.player.id))
        for rank in ("primary", "secondary"):
            for category in self.categories(rank):
                self.add_skills(category, f"{category}, {rank}", price, RAISE, options, barred)
        return options, barred

    def usual(self, options: Iterable[Option]) -> int:
        """What the assistant takes: the skill or characteristic that the drafter's taste ranks first, or the die for a
        characteristic where there is nothing to choose."""
        taste = taste_of(self.team)

        def rank(option: Option) -> float:
            verb, _, rest = option.text.partition(" ")
            if verb == "skill":
                return taste.skill(rest)
            if verb == "raise":
                return taste.raised(rest)
            return -1000.0 if verb == BACK else -100.0

        ranks = [rank(option) for option in options]
        return ranks.index(max(ranks))
