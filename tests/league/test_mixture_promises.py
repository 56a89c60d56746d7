"""What is true of every aftermath of Astrogranite, whatever modules a league has and however many teams meet."""

from __future__ import annotations

from collections import Counter

import pytest

from dungeonbowl.league.aftermath.machine import Aftermath
from dungeonbowl.league.fold import fold
from dungeonbowl.league.manager import Assistant, Manager, TasteManager
from dungeonbowl.league.team_events import kind_of
from dungeonbowl.teams.checks import check
from league.test_aftermath_promises import managed, played, resumed
from support.aftermaths import history, stripped
from support.mixtures import MODULES, MixedPlay
from support.plans import how_many, is_covering

MATCHES = 8
# Everything that the modules of a league can write.
EXPECTED = {
    "spent", "played", "died", "hurt", "item_lost", "confiscated", "left", "points", "mvp", "gold", "fans", "cured",
    "advanced", "hired", "traded", "reroll", "weapon_back", "item", "fired", "conceded", "closed",
}  # fmt: skip


def test_any_mixture_of_modules_leaves_legal_teams_and_follows_from_inputs() -> None:
    left = how_many("mixtures")
    written: Counter[str] = Counter()
    switched: Counter[str] = Counter()
    counts: Counter[int] = Counter()
    seed = 0
    while left > 0:
        seed += 1
        play = MixedPlay(seed)
        switched.update(play.modules)
        for number, after in enumerate(play.mixed(MATCHES)):
            where = f"league {seed}, {play.text}, aftermath {number}"
            counts[len(after.case.match.sides)] += 1
            moments = list(played(play, after, where))
            assert check(after.line.team) == [], where
            assert not any(player.journeyman or player.hurt_now for player in after.line.team.players), where
            assert resumed(after, moments), where
            only_what_is_on(play, after, where)
            written.update(kind_of(each.body) for each in after.line.written)
            left -= 1
        for kept in play.kept:
            assert stripped(fold(history(play.histories[kept.team.id]))) == stripped(kept), f"league {seed}"
    if is_covering("mixtures"):
        assert set(written) >= EXPECTED, EXPECTED - set(written)
        assert set(switched) == {*MODULES, "extra_teams", "special_arrangements"}
        assert set(counts) == {2, 3, 4}


@pytest.mark.parametrize("manager", [Assistant(), TasteManager("strong")])
def test_managers_come_to_an_end_with_any_mixture(manager: Manager) -> None:
    for seed in range(1, how_many("mixtures") // 100 + 2):
        for number, after in enumerate(MixedPlay(seed).mixed(MATCHES)):
            managed(after, manager)
            assert check(after.line.team) == [], f"league {seed}, aftermath {number}"


def only_what_is_on(play: MixedPlay, after: Aftermath, where: str) -> None:
    """A module that is off writes nothing."""
    homes = {
        "traded": "player_trading",
        "item": "magic_items",
        "weapon_back": "secret_weapons",
        "cured": "special_arrangements",
    }
    for each in after.line.written:
        module = homes.get(kind_of(each.body))
        assert module is None or module in play.modules, f"{where}: {kind_of(each.body)}"
    most = 7 if "fast_track" in play.modules else 6
    assert all(len(player.gained) <= most for player in after.line.team.players), where
