"""What players carry: lost with them, taken away by a referee, bought back, or bought (A-ITEM, A-SW)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from dungeonbowl.languages import t
from dungeonbowl.league.aftermath.machine import Barred, Chance, Flow, Line, Option, Stage
from dungeonbowl.league.aftermath.stages.purchases import Deal, Offer, Trade, offer
from dungeonbowl.league.aftermath.words import gold, who
from dungeonbowl.league.team_events import Confiscated, Item, ItemLost, WeaponBack
from dungeonbowl.teams.team import Team

D12: Final = 12
NUMBERS_EACH: Final = 3  # numbers of a D66 for each item


def lost_belongings(item_rule: str, weapon_rule: str) -> Stage:
    """An item is gone with its dead bearer (A-ITEM-06), a weapon with the referee who took it (A-SW-06)."""

    def run(line: Line) -> None:
        for facts in line.case.side.players:
            player, before = line.kept.player(facts.player), line.case.kept.player(facts.player)
            if before is None:  # it had left before
                continue
            item = facts.item_lost or (before.item if player is None else "")
            if item:
                line.write(ItemLost(facts.player, item), item_rule)
            if facts.confiscated and player is not None and player.weapon:
                line.write(Confiscated(facts.player), weapon_rule)

    return Stage("belongings", "What was lost", (item_rule, weapon_rule), run)


def weapons_back(rule: str) -> Trade:
    """A weapon that was taken away is bought back at its price, after this match or any later one (A-SW-07)."""

    def trade(line: Line) -> Iterable[Offer]:
        for player in line.team.permanent:
            weapon = line.team.facts.draft.find_weapon(player.weapon)
            if player.confiscated and weapon is not None:
                price = weapon.price(line.team.position_of(player).race)
                label = t(
                    "buy back the {name} of {number} {name2}", name=weapon.name, number=player.number, name2=player.name
                )
                option = Option(f"weapon {player.id}", label, gold(price), rule, "weapons", player.id)
                yield offer(line, option, WeaponBack(player.id, price))

    return trade


# --- magic items ------------------------------------------------------------------------------------------------------


def item_of(team: Team, dice: Sequence[int]) -> str:
    """The item that a D12 gives, or a D66: three numbers for each, in the same order (A-ITEM-01)."""
    if len(dice) == 1:
        return team.facts.draft.item[dice[0] - 1].name
    return team.facts.draft.item[((dice[0] - 1) * 6 + dice[1] - 1) // NUMBERS_EACH].name


def items(rule: str) -> Trade:
    """One item after a match. It is paid for, then a die says which one it is, then the coach says who has it."""

    def trade(line: Line) -> Iterable[Offer]:
        draft = line.team.facts.draft
        if not draft.item or not line.team.permanent:
            return
        label = t("buy a magic item")
        if any(isinstance(each.body, Item) for each in line.written):
            yield Barred(label, t("there is one after each match, and no more"), rule, "items")
            return
        first = line.team.permanent[0]
        if reason := line.objection(Item(first.id, draft.item[0].name, draft.item_cost)):
            yield Barred(label, reason, rule, "items")
            return
        for text, words, count, faces in (
            ("item", t("a D12 says which"), 1, D12),
            ("item D66", t("two D6 say which"), 2, 6),
        ):
            option = Option(text, f"{label}; {words}", gold(draft.item_cost), rule, "items")
            yield Deal(option, run=partial(buy_item, count=count, faces=faces, rule=rule))

    return trade


def buy_item(line: Line, count: int, faces: int, rule: str) -> Flow:
    draft = line.team.facts.draft
    odds = [Chance(item.name, 1 / len(draft.item)) for item in draft.item]
    dice = yield from line.roll(count, faces, t("which magic item"), rule, odds)
    name = item_of(line.team, dice)
    options = [
        Option(
            f"give {player.id}",
            who(player),
            t("throws away the {item}", item=player.item) if player.item else "",
            rule,
            player=player.id,
        )
        for player in line.team.permanent
    ]
    usual = next((place for place, player in enumerate(line.team.permanent) if not player.item), 0)
    effect = next(item.effect for item in draft.item if item.name == name)
    chosen = yield from line.ask(t("{name}: {effect} Who has it?", name=name, effect=effect), options, rule, usual)
    line.write(Item(chosen.player, name, draft.item_cost), rule, dice, by_rules=False)
