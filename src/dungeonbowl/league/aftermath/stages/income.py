"""Gold and fans that a match brings to a team, or takes from it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Final

from dungeonbowl.languages import number, t
from dungeonbowl.league.aftermath.machine import Chance, Flow, Line, Need, Option, Stage
from dungeonbowl.league.aftermath.stages.conceding import gave_in, is_punished
from dungeonbowl.league.team_events import Expenses, Fans, Gold, Outcome
from dungeonbowl.teams.draft_facts import DIE
from dungeonbowl.teams.facts import load_facts

FANS: Final = "fan_factor"
FAN_DICE: Final[dict[Outcome, int]] = {"won": 3, "drawn": 2, "lost": 2}

Number = Callable[[Line], int]


def none(line: Line) -> int:
    return 0


def bought(name: str) -> Number:
    """How often something was bought or arranged before the match."""
    return lambda line: line.case.side.bought.count(name)


# --- winnings ---------------------------------------------------------------------------------------------------------


def winnings(rule: str, fame: bool = False, both: bool = False) -> Stage:
    """A die for the team, +1 unless it was beaten, and with `fame` the crowd of the day; the winner may roll it again
    once (A-BASE-44, S-POST-07). With `both` the winner of a match that was given up also rolls the other team's die,
    where the league has not agreed otherwise (S-POST-12)."""

    def run(line: Line) -> Flow:
        side, options = line.case.side, line.case.options
        if is_punished(side, options):
            return
        bonus = (side.outcome != "lost") + (side.fame if fame and options.fame else 0)
        die = yield from own_die(line, rule, bonus)
        line.write(Gold((die + bonus) * unit(line), "winnings"), rule, (die,))
        other = gave_in(line)
        if both and options.concede_winnings == "both" and other is not None:
            bonus = other.fame if fame and options.fame else 0
            (die,) = yield from line.roll(
                1, DIE, t("the winnings of the team that gave up"), rule, gold_odds(line, bonus)
            )
            line.write(Gold((die + bonus) * unit(line), "winnings of the team that gave up"), rule, (die,))

    return Stage("winnings", "Winnings", (rule,), run)


def unit(line: Line) -> int:
    return load_facts(line.case.edition).draft.winnings


def gold_odds(line: Line, bonus: int = 0) -> list[Chance]:
    return [Chance(t("{number} gold", number=number((die + bonus) * unit(line))), 1 / DIE) for die in range(1, DIE + 1)]


def own_die(line: Line, rule: str, bonus: int) -> Generator[Need, str, int]:
    (die,) = yield from line.roll(1, DIE, t("winnings"), rule, gold_odds(line, bonus))
    if line.case.side.outcome != "won":
        return die
    keep = Option("accept", t("keep {number} gold", number=number((die + bonus) * unit(line))), "", rule)
    again = Option("again", t("roll again"), t("the second die stands, whatever it shows"), rule)
    usual = 0 if die > DIE // 2 else 1
    chosen = yield from line.ask(t("Keep the winnings, or roll once more?"), [keep, again], rule, usual)
    if chosen.text == keep.text:
        return die
    (die,) = yield from line.roll(1, DIE, t("winnings, once more"), rule, gold_odds(line, bonus))
    return die


def sponsors(rule: str, deals: Number) -> Stage:
    """A die of gold for each sponsor (A-ARR-04)."""

    def run(line: Line) -> Flow:
        for _ in range(deals(line)):
            dice = yield from line.roll(1, DIE, t("a sponsorship deal"), rule, gold_odds(line))
            line.write(Gold(dice[0] * unit(line), "sponsorship deal"), rule, dice)

    return Stage("sponsors", "Sponsors", (rule,), run)


def expenses(rule: str) -> Stage:
    """What a team of a high value pays. The value is that at the lock, and what is not there is not paid
    (S-POST-09). Without a match there is nothing to pay."""

    def run(line: Line) -> None:
        terms = load_facts(line.case.edition).draft.expenses
        due = terms.due(line.case.side.value) if terms is not None and line.case.match.was_played else 0
        if amount := min(due, line.team.treasury):
            line.write(Expenses(amount), rule)

    return Stage("expenses", "Expenses", (rule,), run)


# --- fans -------------------------------------------------------------------------------------------------------------


def fan_change(fan_factor: int, total: int, outcome: Outcome) -> int:
    """1, 0 or -1: winners gain if their dice are above the fan factor, losers lose if theirs are below it; after a draw
    both are possible.

    >>> fan_change(9, 10, "won"), fan_change(9, 8, "lost"), fan_change(9, 8, "won"), fan_change(9, 8, "drawn")
    (1, -1, 0, -1)
    """
    if total > fan_factor and outcome != "lost":
        return 1
    return -1 if total < fan_factor and outcome != "won" else 0


def fan_odds(fan_factor: int, outcome: Outcome, bonus: int) -> list[Chance]:
    sums = {0: 1}
    for _ in range(FAN_DICE[outcome]):
        sums = {
            total: sum(sums.get(total - die, 0) for die in range(1, DIE + 1)) for total in range(max(sums) + DIE + 1)
        }
    count = sum(sums.values())
    words = {1: t("one point more"), 0: t("no change"), -1: t("one point less")}
    found = dict.fromkeys(words, 0)
    for total, ways in sums.items():
        found[fan_change(fan_factor, total + bonus, outcome)] += ways
    return [Chance(words[change], ways / count) for change, ways in found.items() if ways]


def fans(rule: str, bonus: Number = none) -> Stage:
    """Three dice of the winner, two of anybody else, against the fan factor (A-BASE-44, S-POST-08). A team that gave up
    loses without dice what its edition takes (S-POST-12). Without a match nobody comes to see one."""

    def run(line: Line) -> Flow:
        if not line.case.match.was_played:
            return
        side = line.case.side
        held = line.team.staff.get(FANS, 0)
        desertion = load_facts(line.case.edition).draft.desertion
        if desertion is not None and desertion.fans and is_punished(side, line.case.options):
            if lost := min(desertion.fans, held):
                line.write(Fans(-lost), rule)
            return
        more = bonus(line)
        odds = fan_odds(held, side.outcome, more)
        dice = yield from line.roll(FAN_DICE[side.outcome], DIE, t("fan factor"), rule, odds)
        if change := fan_change(held, sum(dice) + more, side.outcome):
            line.write(Fans(change), rule, dice)

    return Stage("fans", "Fan factor", (rule,), run)
