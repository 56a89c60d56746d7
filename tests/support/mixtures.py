"""Leagues of Astrogranite with any mixture of modules, for two to four teams a match. The matches are made up: they
tell more than a few random turns would, and cost nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from dungeonbowl.league.aftermath.facts import Ending, Injury, MatchFacts, PlayerFacts, SideFacts
from dungeonbowl.league.aftermath.machine import Aftermath, Case
from dungeonbowl.league.aftermath.plans import plan_for
from dungeonbowl.league.kept import Kept
from dungeonbowl.league.options import LeagueOptions
from dungeonbowl.league.preparing import filled_up, prepared
from dungeonbowl.league.team_events import Outcome
from dungeonbowl.teams.team import Player
from dungeonbowl.teams.value import team_rating
from support.league_play import LeaguePlay
from support.walks import Luck

T = TypeVar("T")

MODULES: Final = ("player_trading", "fast_track", "dirty_tactics", "magic_items", "secret_weapons", "sorcery")
TACTICS: Final = ("assassination", "press", "drugs")
ARRANGEMENTS: Final = ("training", "insurance", "sponsorship")
TACTIC_PRICE: Final = 30_000
INJURIES: Final[tuple[Injury, ...]] = ("badly hurt", "misses", "niggle", "loss", "dead")


def any_of(luck: Luck, things: Sequence[T]) -> T:
    return things[luck.below(len(things))]


class MixedPlay(LeaguePlay):
    """Four teams that meet in twos, threes and fours by one text of the edition."""

    def __init__(self, seed: int) -> None:
        super().__init__("astrogranite", seed)
        on = [module for module in MODULES if self.luck.one_in(2)]
        self.several = self.luck.one_in(2)
        on.append("extra_teams" if self.several else "special_arrangements")
        self.modules = on
        self.text = f"astrogranite(classic, league=on, referees=on, {', '.join(f'{module}=on' for module in on)})"

    def any_options(self) -> LeagueOptions:
        return replace(super().any_options(), fill_up=("none", "six")[self.luck.below(2)])

    def mixed(self, matches: int) -> Iterator[Aftermath]:
        for number in range(matches):
            count = self.luck.between(2, 4) if self.several else 2
            order = sorted(range(len(self.kept)), key=lambda _: self.luck.below(1_000_000))[:count]
            yield from self.match(f"m_{number}", order)

    def match(self, name: str, order: Sequence[int]) -> Iterator[Aftermath]:
        for index in order:
            while not filled_up(self.kept[index].team, self.options).available:
                self.kept[index] = self.new_team()  # nobody can play for it any more
        locked = prepared(name, [self.kept[index] for index in order], self.text, self.options, {})
        for index, events in zip(order, locked, strict=True):
            self.kept[index] = self.after(self.kept[index], *(each.body for each in events))
        facts = self.made_up(name, [self.kept[index] for index in order])
        for index in order:
            after = Aftermath(Case(name, self.kept[index], self.text, self.options, facts), plan_for(self.text))
            yield after
            self.kept[index] = self.after(after.case.kept, *(each.body for each in after.line.written))

    # --- matches ------------------------------------------------------------------------------------------------------

    def made_up(self, name: str, teams: list[Kept]) -> MatchFacts:
        how: Ending = ("touchdown", "score", "draw", "beaten", "conceded", "last")[self.luck.below(6)]
        winner = self.luck.below(len(teams))
        sides = [self.side(kept, self.outcome(how, place == winner), how) for place, kept in enumerate(teams)]
        return MatchFacts(name, self.text, tuple(sides), how, friendly=self.luck.one_in(10))

    def outcome(self, how: Ending, wins: bool) -> Outcome:
        if how == "draw":
            return "lost" if self.luck.one_in(6) else "drawn"
        return "won" if wins and how != "beaten" else "lost"

    def side(self, kept: Kept, outcome: Outcome, how: Ending) -> SideFacts:
        bought: list[str] = []
        if "dirty_tactics" in self.modules:
            most = min(3, kept.team.treasury // TACTIC_PRICE)
            bought += [any_of(self.luck, TACTICS) for _ in range(self.luck.below(most + 1))]
        spent = len(bought) * TACTIC_PRICE
        if "special_arrangements" in self.modules:
            bought += [any_of(self.luck, ARRANGEMENTS) for _ in range(self.luck.below(4))]
        return SideFacts(
            kept.team.id,
            outcome,
            self.luck.below(3),
            players=tuple(self.told(player) for player in kept.team.available),
            bought=tuple(bought),
            spent=spent,
            conceded=how == "conceded" and outcome == "lost",
            fit=self.luck.below(7),
            value=team_rating(kept.team),
        )

    def told(self, player: Player) -> PlayerFacts:
        luck = self.luck
        injury: Injury = any_of(luck, INJURIES) if luck.one_in(5) else ""
        return PlayerFacts(
            player.id,
            points={"touchdown": luck.between(1, 40)} if luck.one_in(4) else {},
            injury=injury,
            loss=any_of(luck, ("ma", "st", "ag", "av")) if injury == "loss" else "",
            stone=luck.one_in(12),
            confiscated=bool(player.weapon) and luck.one_in(2),
            item_lost=player.item if injury == "dead" else "",
            absent=luck.one_in(15),
        )
