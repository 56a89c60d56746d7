"""Rolls of two dice for points that a player has reached: what players learn in the editions that do not sell it
(A-BASE-42, A-FAST-01, S-POST-06)."""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec

from dungeonbowl.languages import mark, t
from dungeonbowl.league.aftermath.machine import Barred, Chance, Flow, Line, Option, Stage
from dungeonbowl.league.aftermath.words import CHARACTERISTICS, either, gold, who
from dungeonbowl.league.taste import taste_of
from dungeonbowl.league.team_events import Advanced
from dungeonbowl.teams.checks import categories_for
from dungeonbowl.teams.draft_facts import DIE, Advancement
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.skill_book import TRAIT
from dungeonbowl.teams.team import Gain, Player, Team, profile_of, written_skills
from dungeonbowl.teams.value import gain_kind

PAIRS: Final = 36  # ways in which two dice can fall


class Improvement(msgspec.Struct, frozen=True):
    """What two dice allow: always a skill (on a double from other categories too), or for some sums a
    characteristic."""

    raises: tuple[str, ...]
    is_double: bool


def rolls_reached(points: int, thresholds: tuple[int, ...]) -> int:
    """How many rolls so many points give in all.

    >>> rolls_reached(31, (6, 16, 31, 51))
    3
    """
    return sum(points >= threshold for threshold in thresholds)


def rolls_due(player: Player, thresholds: tuple[int, ...]) -> int:
    """How many rolls a player has still to make: those it has reached, less those it has made."""
    return max(0, rolls_reached(player.earned, thresholds) - len(player.gained))


def read_roll(first: int, second: int, advancement: Advancement) -> Improvement:
    return Improvement(advancement.raises.get(str(first + second), ()), first == second)


def skills_open(team: Team, player: Player, is_double: bool) -> list[str]:
    """The skills that a player may choose: of its own categories, and on a double of its secondary ones too. A skill
    marked as a trait can be chosen only on a double, and only from its own categories (A-BASE-42)."""
    position = team.position_of(player)
    held = {written.skill.name: written.skill for written in written_skills(team, player)}
    found: list[str] = []
    for skill in team.facts.skills.skills:
        if skill.category == TRAIT or skill.name in held or (skill.doubles and not is_double):
            continue
        if skill.category not in (categories_for(position, skill) if is_double else position.primary):
            continue
        if any(other.name in skill.excludes or skill.name in other.excludes for other in held.values()):
            continue
        if all(needed in held for needed in skill.requires):
            found.append(skill.name)
    return sorted(found)


def why_not_raised(team: Team, player: Player, name: str) -> str:
    """Why a characteristic cannot be raised: nothing if it can."""
    advancement = team.facts.draft.advancement
    raised = Counter(gain.raised for gain in player.gained)[name]
    if raised >= advancement.raises_each:
        return t("it was raised {raised} times already, and that is the most", raised=raised)
    best = team.facts.draft.characteristics[name].best
    if getattr(profile_of(team, player), name) == best:
        return t("it is {best} already, and nobody has more", best=best)
    return ""


def improvement_rolls(rule: str, *, fast: bool = False, title: str = mark("What players learn")) -> Stage:
    """Every roll that is due is made, player by player in the order of their numbers; then the coach chooses what comes
    of it. Journeymen learn too. With `fast` the faster track of the edition counts."""

    def run(line: Line) -> Flow:
        advancement = load_facts(line.case.edition).draft.advancement
        thresholds = advancement.fast_thresholds if fast else advancement.thresholds
        for player in sorted(line.team.players, key=lambda player: player.number):
            for _ in range(rolls_due(player, thresholds)):
                yield from one_roll(line, player.id, advancement, rule)

    return Stage("improvement", title, (rule,), run)


def one_roll(line: Line, identity: str, advancement: Advancement, rule: str) -> Flow:
    player = line.kept.player(identity)
    assert player is not None
    dice = yield from line.roll(
        2, DIE, t("what {player}, learns", player=who(player)), rule, odds_of(advancement), identity
    )
    roll = read_roll(dice[0], dice[1], advancement)
    options, barred = choices(line.team, player, roll, rule)
    usual = max(range(len(options)), key=lambda place: (liking(line.team, gain_of(options[place])), -place))
    chosen = yield from line.ask(t("What does {player}, learn?", player=who(player)), options, rule, usual, barred)
    line.write(Advanced(identity, gain_of(chosen)), rule, dice, by_rules=False)


def liking(team: Team, gain: Gain) -> float:
    taste = taste_of(team)
    return taste.raised(gain.raised) if gain.raised else taste.skill(gain.skill)


def gain_of(option: Option) -> Gain:
    kind, _, name = option.text.partition(" ")
    return Gain(raised=name) if kind == "raise" else Gain(skill=name)


def choices(team: Team, player: Player, roll: Improvement, rule: str) -> tuple[list[Option], list[Barred]]:
    """What a player may take after its roll, and what it may not although the dice would allow it."""
    options: list[Option] = []
    barred: list[Barred] = []
    for name in roll.raises:
        label = f"{CHARACTERISTICS[name]} +1"
        if reason := why_not_raised(team, player, name):
            barred.append(Barred(label, reason, rule, "characteristic"))
        else:
            note = worth(team, player, Gain(raised=name))
            options.append(Option(f"raise {name}", label, note, rule, "characteristic", player.id))
    position = team.position_of(player)
    for name in skills_open(team, player, roll.is_double):
        skill = team.facts.skills.read(name).skill
        group = skill.category if skill.category in position.primary else f"{skill.category} (double)"
        note = ". ".join(
            text for text in (skill.effect.removesuffix("."), worth(team, player, Gain(skill=name))) if text
        )
        options.append(Option(f"skill {name}", name, note, rule, group, player.id))
    return options, barred


def worth(team: Team, player: Player, gain: Gain) -> str:
    """What a gain adds to the player's value, in words; nothing where points count instead (A-BASE-45)."""
    values = team.facts.draft.advancement.value
    added = values.get(gain_kind(team, team.position_of(player), gain), 0)
    return t("{gold} more in value", gold=gold(added)) if added else ""


def odds_of(advancement: Advancement) -> list[Chance]:
    """What may come of the two dice, in words."""
    found: Counter[str] = Counter()
    for first in range(1, DIE + 1):
        for second in range(1, DIE + 1):
            roll = read_roll(first, second, advancement)
            skill = t("a skill of any open category") if roll.is_double else t("a skill")
            found[
                t("{characteristics} +1, or {skill}", characteristics=either(roll.raises), skill=skill)
                if roll.raises
                else skill
            ] += 1
    return [Chance(words, count / PAIRS) for words, count in found.items()]
