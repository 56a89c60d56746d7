"""What players and teams are worth, and what inducements they can pay for."""

from __future__ import annotations

from typing import Final, NamedTuple

from dungeonbowl.errors import UserError
from dungeonbowl.teams.problems import Problem, one_of
from dungeonbowl.teams.rosters import Position
from dungeonbowl.teams.team import Gain, Player, Team

RATING_GOLD: Final = 10_000  # gold that counts as a point of a team's rating
RATING_POINTS: Final = 5  # experience that counts as a point of a team's rating


def gain_kind(team: Team, position: Position, gain: Gain) -> str:
    """How an advancement is valued: `chosen_primary` and so on, or the characteristic raised. (O-SPP-10)"""
    if gain.raised:
        return gain.raised
    category = team.facts.skills.read(gain.skill).skill.category
    way = "random" if gain.random else "chosen"
    return f"{way}_{'primary' if category in position.primary else 'secondary'}"


def equipment_cost(team: Team, player: Player) -> int:
    """What a player's weapon and item have cost (A-SW-03, A-ITEM-02)."""
    draft = team.facts.draft
    weapon = draft.find_weapon(player.weapon)
    cost = weapon.price(team.position_of(player).race) if weapon is not None else 0
    return cost + (draft.item_cost if player.item else 0)


def player_value(team: Team, player: Player) -> int:
    """Hiring fee, weapon and item, and the value of advancements; skills of an exhibition pool add nothing. The fee is
    what was paid, even if the roster was corrected since. (O-DRAFT-08, O-EXH-02)"""
    position = team.position_of(player)
    worth = player.cost + equipment_cost(team, player)
    if team.kind == "exhibition":
        return worth
    values = team.facts.draft.advancement.value
    return worth + sum(values.get(gain_kind(team, position, gain), 0) for gain in player.gained)


def team_value(team: Team) -> int:
    """TV: all players of the list, and every re-roll at its first price. The treasury does not count. (O-DRAFT-08)"""
    return sum(player_value(team, player) for player in team.permanent) + reroll_value(team) + staff_cost(team)


def current_team_value(team: Team) -> int:
    """CTV: TV less the players who cannot play, with journeymen at their hiring cost. (O-DRAFT-09, O-DRAFT-12)"""
    absent = sum(player_value(team, player) for player in team.permanent if not player.available)
    journeymen = sum(player.cost for player in team.players if player.journeyman and player.available)
    return team_value(team) - absent + journeymen


def reroll_value(team: Team) -> int:
    """Every re-roll counts the same, whatever was paid for it, and so does that of the trophy. (O-DRAFT-06,
    O-LEAGUE-04)"""
    facts = team.facts
    roster = team.roster_facts
    return team.rerolls_held * (facts.draft.rerolls.value if roster.reroll_cost is None else roster.reroll_cost)


def staff_cost(team: Team) -> int:
    prices = {staff.key: staff.cost for staff in team.facts.draft.staff}
    return sum(prices.get(key, 0) * count for key, count in team.staff.items())


def inducement_cost(team: Team) -> int:
    """What the inducements in the team's own list cost: those of an exhibition team."""
    prices = {inducement.key: inducement.cost for inducement in team.facts.draft.inducement}
    return sum(prices.get(key, 0) * count for key, count in team.inducements.items())


def draft_cost(team: Team) -> int:
    """What a new team has spent: players, re-rolls, staff, and in an exhibition inducements. (O-DRAFT-02, O-EXH-01)"""
    fees = sum(team.position_of(player).cost + equipment_cost(team, player) for player in team.permanent)
    rerolls = team.rerolls * team.facts.reroll_cost(team.roster_facts)
    return fees + rerolls + staff_cost(team) + inducement_cost(team)


def later_reroll_cost(team: Team) -> int:
    """The price of a re-roll after the draft. (O-DRAFT-06)"""
    roster = team.roster_facts
    return team.facts.draft.rerolls.later_cost if roster.reroll_cost is None else 2 * roster.reroll_cost


# --- inducements before a league game -----------------------------------------------------------------------------


class Purse(NamedTuple):
    """What one team may spend on inducements, and where the gold comes from."""

    treasury: int = 0
    petty_cash: int = 0

    @property
    def total(self) -> int:
        return self.treasury + self.petty_cash


def inducement_purses(
    values: tuple[int, int], treasuries: tuple[int, int], spent: int = 0, cap: int = 0
) -> tuple[Purse, Purse]:
    """What each of two teams may spend before a league game, by current team value and treasury.

    The team with the higher value spends first, from its treasury; `spent` is what it did spend. The other team gets
    the difference in value, and what was spent, as petty cash, and may not use its own treasury. Equal teams buy
    nothing. (O-IND-01, O-IND-02) A `cap` is the most petty cash that the coaches have agreed on.
    """
    if values[0] == values[1]:
        return Purse(), Purse()
    dear = 0 if values[0] > values[1] else 1
    if not 0 <= spent <= treasuries[dear]:
        raise UserError(f"spent on inducements: expected 0 to {treasuries[dear]}, found {spent}")
    rich = Purse(treasury=treasuries[dear])
    due = abs(values[0] - values[1]) + spent
    poor = Purse(petty_cash=min(due, cap) if cap else due)
    return (rich, poor) if dear == 0 else (poor, rich)


def inducement_problems(team: Team, bought: dict[str, int], purse: int | None = None) -> list[Problem]:
    """The problems of a list of inducements: unknown ones, too many, or more than the purse holds. (O-IND-03)"""
    draft = team.facts.draft
    known = {inducement.key: inducement for inducement in draft.inducement}
    rule = draft.rule("inducement")
    problems: list[Problem] = []
    cost = 0
    for key, count in bought.items():
        if key not in known:
            problems.append(Problem("inducements", one_of(list(known), key, "inducement"), repr(key), "", rule))
            continue
        if not 0 <= count <= known[key].most:
            problems.append(Problem(f"inducements.{key}", f"0 to {known[key].most}", str(count), "", rule))
        cost += max(count, 0) * known[key].cost
    if purse is not None and cost > purse:
        money = draft.rule("inducement_money")
        problems.append(Problem("gold for inducements", f"at most {purse:,}", f"{cost:,}", "", money))
    return problems


def team_rating(team: Team) -> int:
    """Gold in players, re-rolls, fan factor and treasury by 10,000, and points of experience by 5 (A-BASE-45)."""
    gold = sum(player.cost + equipment_cost(team, player) for player in team.permanent)
    gold += reroll_value(team) + staff_cost(team) + team.treasury
    return gold // RATING_GOLD + sum(player.earned for player in team.permanent) // RATING_POINTS


def worth(team: Team) -> int:
    """What a team counts with everybody on its list: the team value, or the rating in editions that count points apart
    (O-DRAFT-08, A-BASE-45)."""
    return team_value(team) if team.facts.draft.counts_gold else team_rating(team)


def strength(team: Team) -> int:
    """What teams are compared by before a match: the current team value, or the rating in editions that count points
    apart instead of giving advancements a price (O-DRAFT-09, A-BASE-45)."""
    return current_team_value(team) if team.facts.draft.counts_gold else team_rating(team)
