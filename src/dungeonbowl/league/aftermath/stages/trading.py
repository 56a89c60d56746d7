"""Players who are traded in when another is hired (A-TRADE)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Final

import msgspec

from dungeonbowl.languages import listed, t
from dungeonbowl.league.aftermath.machine import Flow, Line, Need, Option
from dungeonbowl.league.aftermath.stages.purchases import (
    Deal,
    Offer,
    Trade,
    candidates,
    christened,
    offer,
)
from dungeonbowl.league.aftermath.words import a, gold, who
from dungeonbowl.league.team_events import Traded
from dungeonbowl.teams.team import Player, Team
from dungeonbowl.teams.value import equipment_cost

STEP: Final = 10_000  # gold: what an advancement adds, an injury takes, and what half the price is rounded up to
NEVER_MIND: Final = "never mind"
ALL: Final = "that is all"


def credit(team: Team, player: Player) -> int:
    """What a player counts who is traded in: half of what it cost, with weapon and item, more for what it has learnt,
    less for what it has suffered. A weapon that was taken away counts nothing (A-TRADE-02, A-TRADE-05)."""
    disarmed = msgspec.structs.replace(player, weapon="" if player.confiscated else player.weapon)
    half = -(-(player.cost + equipment_cost(team, disarmed)) // (2 * STEP)) * STEP
    injuries = player.niggles + len(player.losses)
    return max(0, half + STEP * len(player.gained) - STEP * injuries)


def trading(rule: str) -> Trade:
    """The coach says who leaves, one or several, and then who comes for them. They leave first, and then the team is
    checked (A-TRADE-01, A-TRADE-04)."""

    def trade(line: Line) -> Iterable[Offer]:
        if line.team.permanent:
            option = Option(
                "trade", t("trade players in for a new one"), t("half of what they cost, or more"), rule, "hire"
            )
            yield Deal(option, run=lambda line: trade_in(line, rule))

    return trade


def trade_in(line: Line, rule: str) -> Flow:
    away = yield from leaving(line, rule)
    if not away:
        return
    worth = sum(credit(line.team, player) for player in away)
    stay = msgspec.structs.replace(
        line.team, players=tuple(player for player in line.team.players if player not in away)
    )
    offers: list[Offer] = []
    for each in candidates(line):
        price = max(0, each.cost - worth)  # nothing is paid out (A-TRADE-03)
        option = Option(
            f"for {each.words}",
            a(each.said),
            t("{gold} after {gold2} of credit", gold=gold(price), gold2=gold(worth)),
            rule,
        )
        offers.append(offer(line, option, Traded(each.player(stay), price, tuple(player.id for player in away))))
    deals = {each.option.text: each for each in offers if isinstance(each, Deal)}
    options = [Option(NEVER_MIND, t("nobody: they stay"), "", rule), *(deal.option for deal in deals.values())]
    barred = [each for each in offers if not isinstance(each, Deal)]
    chosen = yield from line.ask(t("Who comes for {names}?", names=names(away)), options, rule, 0, barred)
    if chosen.text in deals:
        line.write(christened(line, deals[chosen.text].bodies[0]), rule, by_rules=False)


def leaving(line: Line, rule: str) -> Generator[Need, str, list[Player]]:
    """The players whom the coach gives away: one after the other, until he says that is all."""
    away: list[Player] = []
    while True:
        options = [Option(NEVER_MIND, t("nobody: all of them stay"), "", rule)]
        if away:
            worth = sum(credit(line.team, player) for player in away)
            options.append(
                Option(ALL, t("only {names}", names=names(away)), t("{gold} of credit", gold=gold(worth)), rule)
            )
        for player in line.team.permanent:
            if player not in away:
                note = t("{gold} of credit", gold=gold(credit(line.team, player)))
                options.append(Option(f"give {player.id}", who(player), note, rule, player=player.id))
        chosen = yield from line.ask(t("Who is traded in?"), options, rule)
        if chosen.text == NEVER_MIND:
            return []
        if chosen.text == ALL:
            return away
        away.append(next(player for player in line.team.permanent if player.id == chosen.player))


def names(players: Sequence[Player]) -> str:
    return listed([player.name for player in players])
