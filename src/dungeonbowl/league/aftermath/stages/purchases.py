"""Hiring, firing and everything that a team buys between two matches.

A `Trade` offers some of it; `market` puts them together in one question that is asked until the coach is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from dungeonbowl.editions import build
from dungeonbowl.languages import mark, t
from dungeonbowl.league.aftermath.machine import Barred, Flow, Line, Option, Stage
from dungeonbowl.league.aftermath.words import a, gold, who, worth
from dungeonbowl.league.team_events import Fired, Hired, Hurt, Reroll, Retired, Staff, TeamBody, Traded
from dungeonbowl.teams.draft_facts import Weapon
from dungeonbowl.teams.rosters import Position
from dungeonbowl.teams.team import Player, Team, free_numbers
from dungeonbowl.teams.value import later_reroll_cost, player_value, reroll_value

DONE: Final = "done"
UNNAMED: Final = "p_newcomer"  # the id of a newcomer whom nobody has hired yet

replace = msgspec.structs.replace


class Deal(NamedTuple):
    """Something that a coach may do now: the option, and the events that it writes, or how it goes on if more is asked
    or rolled for."""

    option: Option
    bodies: tuple[TeamBody, ...] = ()
    run: Callable[[Line], Flow] | None = None


Offer = Deal | Barred
Trade = Callable[[Line], Iterable[Offer]]


def offer(line: Line, option: Option, *bodies: TeamBody) -> Offer:
    """A deal, or the reason why there is none."""
    reason = line.objection(*bodies)
    return Barred(option.label, reason, option.rule, option.group) if reason else Deal(option, bodies)


def market(*trades: Trade, rules: Sequence[str], title: str = mark("Hire and fire")) -> Stage:
    """The coach buys, hires and fires in any order until he is done. The assistant does nothing of it."""

    def run(line: Line) -> Flow:
        while True:
            offers = [each for trade in trades for each in trade(line)]
            deals = {each.option.text: each for each in offers if isinstance(each, Deal)}
            barred = [each for each in offers if isinstance(each, Barred)]
            done = Option(DONE, t("that is all"), t("{gold} in the treasury", gold=gold(line.team.treasury)), rules[0])
            options = [done, *(deal.option for deal in deals.values())]
            chosen = yield from line.ask(t("What does the team do?"), options, rules[0], 0, barred)
            if chosen.text == DONE:
                return
            deal = deals[chosen.text]
            for body in deal.bodies:
                line.write(christened(line, body), chosen.rule, by_rules=False)
            if deal.run is not None:
                yield from deal.run(line)

    return Stage("market", title, tuple(rules), run)


def christened(line: Line, body: TeamBody) -> TeamBody:
    """The same event, with an id and a name for a newcomer who has none."""
    if isinstance(body, (Hired, Traded)) and body.player.id == UNNAMED:
        race = line.team.position_of(body.player).race
        return replace(body, player=replace(body.player, id=line.new_id(), name=line.new_name(race)))
    return body


# --- players ----------------------------------------------------------------------------------------------------------


def shirt(team: Team, wanted: int = 0) -> int:
    """A number that no player of the list wears: the wanted one, or the lowest. Above the list if none is free."""
    free = free_numbers((player.number for player in team.permanent), team.facts.draft.players.most)
    return wanted if wanted in free and wanted <= team.facts.draft.players.most else free[0]


class Candidate(NamedTuple):
    """Somebody who may be hired: a position of the roster, and perhaps what it brings along that is against the
    rules."""

    position: Position
    weapon: Weapon | None = None

    @property
    def words(self) -> str:
        """As inputs name it."""
        return f"{self.position.name} with {self.weapon.name}" if self.weapon is not None else self.position.name

    @property
    def said(self) -> str:
        """As the coach reads it."""
        if self.weapon is None:
            return self.position.name
        return t("{position} with {weapon}", position=self.position.name, weapon=self.weapon.name)

    @property
    def cost(self) -> int:
        carried = self.weapon.price(self.position.race) if self.weapon is not None else 0
        return self.position.cost + carried

    def player(self, team: Team) -> Player:
        weapon = self.weapon.name if self.weapon is not None else ""
        return Player(shirt(team), "Newcomer", self.position.name, self.position.cost, weapon=weapon, id=UNNAMED)


def candidates(line: Line) -> list[Candidate]:
    """Every position of the roster, and linemen with each weapon that the matches of this league allow (A-SW-03)."""
    found = [Candidate(position) for position in line.team.roster_facts.position]
    allowed = build(line.case.edition).tables.course.weapons
    weapons = [weapon for weapon in line.team.facts.draft.weapon if weapon.name in allowed]
    for position in line.team.roster_facts.position:
        found += [Candidate(position, weapon) for weapon in weapons if weapon.is_open_to(position)]
    return found


def hiring(rule: str) -> Trade:
    """A new player of the roster, at its price."""

    def trade(line: Line) -> Iterable[Offer]:
        for each in candidates(line):
            option = Option(
                f"hire {each.words}", t("hire {who}", who=a(each.said)), worth(each.cost, each.cost), rule, "hire"
            )
            yield offer(line, option, Hired(each.player(line.team), each.cost))

    return trade


def adoption(rule: str) -> Trade:
    """Who was infected by a player of the team joins it for nothing, one after the other, if there is a place."""

    def trade(line: Line) -> Iterable[Offer]:
        taken = sum(isinstance(each.body, Hired) and not each.body.price for each in line.written)
        for name in line.case.side.newcomers[taken : taken + 1]:
            position = line.team.roster_facts.find(name)
            if position is not None:
                option = Option("take in", t("take in {who}", who=a(name)), worth(0, position.cost), rule, "hire")
                yield offer(line, option, Hired(Candidate(position).player(line.team), 0))

    return trade


def journeymen(rule: str) -> Trade:
    """A journeyman who played may stay, for what it is worth now and with all that it has learnt. The others leave when
    the aftermath is closed."""

    def trade(line: Line) -> Iterable[Offer]:
        for player in line.team.players:
            if player.journeyman:
                price = player_value(line.team, player)
                stays = replace(player, journeyman=False, number=shirt(line.team, player.number))
                option = Option(
                    f"keep {player.id}",
                    t("hire {player}", player=who(player)),
                    worth(price, price),
                    rule,
                    "journeymen",
                    player.id,
                )
                yield offer(line, option, Hired(stays, price))

    return trade


def firing(rule: str) -> Trade:
    """Any player of the list may be sent away; there is no gold for it."""

    def trade(line: Line) -> Iterable[Offer]:
        for player in line.team.permanent:
            label = t("fire {player}", player=who(player))
            note = t("no gold; the team is worth {gold} less", gold=gold(player_value(line.team, player)))
            yield offer(line, Option(f"fire {player.id}", label, note, rule, "fire", player.id), Fired(player.id))

    return trade


def retirement(rule: str) -> Trade:
    """A player who lost a characteristic in this match may sit out the rest of the season."""

    def trade(line: Line) -> Iterable[Offer]:
        maimed = [each.body.player for each in line.written if isinstance(each.body, Hurt) and each.body.loss]
        for player in line.team.permanent:
            label = t("retire {player}, for the season", player=who(player))
            if player.id in maimed and not player.retired:
                note = t("it stays on the list and in the team's value, and plays no more this season")
                option = Option(f"retire {player.id}", label, note, rule, "retire", player.id)
                yield offer(line, option, Retired(player.id))
            elif (player.losses or player.hurt_now) and not player.retired:
                yield Barred(label, t("it has lost no characteristic in this match"), rule, "retire")

    return trade


def staff(rule: str) -> Trade:
    """Sideline staff that is sold after the draft too, and the dismissal of such staff, for which there is no gold."""

    def trade(line: Line) -> Iterable[Offer]:
        for each in line.team.facts.draft.staff:
            if not each.sold_later or each.key in line.team.roster_facts.without:
                continue
            name = t(each.name.lower())
            option = Option(
                f"staff {each.key}", t("one more: {name}", name=name), worth(each.cost, each.cost), rule, "staff"
            )
            yield offer(line, option, Staff(each.key, 1, each.cost))
            if line.team.staff.get(each.key, 0):
                note = t("no gold; the team is worth {gold} less", gold=gold(each.cost))
                option = Option(f"dismiss {each.key}", t("one less: {name}", name=name), note, rule, "staff")
                yield offer(line, option, Staff(each.key, -1))

    return trade


def rerolls(rule: str, price: Callable[[Line], int] = lambda line: later_reroll_cost(line.team)) -> Trade:
    """One more team re-roll, at the price of later ones."""

    def trade(line: Line) -> Iterable[Offer]:
        cost = price(line)
        more = replace(line.team, rerolls=line.team.rerolls + 1)
        note = worth(cost, reroll_value(more) - reroll_value(line.team))
        yield offer(line, Option("reroll", t("one more team re-roll"), note, rule, "re-rolls"), Reroll(1, cost))

    return trade
