"""Players who were turned to stone in a match (A-MATK-07)."""

from __future__ import annotations

from typing import Final

from dungeonbowl.languages import t
from dungeonbowl.league.aftermath.machine import Chance, Flow, Line, Stage
from dungeonbowl.league.team_events import ItemLost, Left

STAYS_STONE: Final = 6


def petrified(rule: str, item_rule: str) -> Stage:
    """A die for each: on a 6 it is struck from the list, and what it carried with it; otherwise it is unhurt."""

    def run(line: Line) -> Flow:
        for facts in line.case.side.players:
            player = line.kept.player(facts.player)
            if not facts.stone or player is None:
                continue
            odds = [
                Chance(t("{name} is unhurt", name=player.name), 5 / 6),
                Chance(t("{name} stays stone", name=player.name), 1 / 6),
            ]
            what = t("whether {number} {name} comes out of the stone", number=player.number, name=player.name)
            dice = yield from line.roll(1, 6, what, rule, odds, player.id)
            if dice[0] == STAYS_STONE:
                if player.item:
                    line.write(ItemLost(player.id, player.item), item_rule)
                line.write(Left(player.id, "petrified"), rule, dice)

    return Stage("stone", "Out of the stone", (rule,), run)
