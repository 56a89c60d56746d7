"""The arena: whole matches, the same for the same seed whatever the number of processes."""

from __future__ import annotations

import msgspec
import pytest

from dungeonbowl.bots.arena import Pairing, play, play_series, series
from dungeonbowl.bots.levels import BOTS, make_bot
from dungeonbowl.errors import UserError
from dungeonbowl.play.setting_up import match_dice, scrambled

SHORT = Pairing("official(turn_limit=3)")
# Those that search take their second for every decision, unless they are told how often to try.
QUICK = [f"{name}(tries=16)" if name in ("hard", "expert") else name for name in sorted(BOTS)]


@pytest.mark.parametrize("home", QUICK)
@pytest.mark.parametrize("away", QUICK)
def test_every_pair_of_bots_plays_to_the_end(home: str, away: str) -> None:
    result = play(Pairing("official(turn_limit=2)", "of-1", home, away), 5)
    assert result.winner in ("home", "away", "draw")
    assert result.ending in ("touchdown", "distance", "turn limit")
    assert result.decisions > 12


@pytest.mark.parametrize("dungeon", ["of-2", "of-3", "of-4", "of-5", "of-6"])
def test_bots_play_in_every_official_dungeon(dungeon: str) -> None:
    result = play(Pairing("official(turn_limit=2)", dungeon), 1)
    assert result.turns == (2, 2) or result.ending == "touchdown"


@pytest.mark.parametrize("dungeon", ["", *(f"sb-{number:02}" for number in range(2, 16))])
@pytest.mark.parametrize("quick", [0, 1])
def test_bots_play_every_layout_with_doors_to_the_end(dungeon: str, quick: int) -> None:
    pairing = Pairing(f"stockbowl(turn_limit=1, quick={quick})", dungeon, away="random")
    result = play(pairing, 1)
    assert (result.turns, result.ending) == ((1, 1), "turn limit")
    assert result.winner in ("home", "away", "draw")


def test_a_bot_scores_drive_after_drive_where_a_match_has_halves() -> None:
    results = [play(Pairing("stockbowl(quick=1)", away="random"), seed) for seed in range(2)]
    assert sum(result.touchdowns[0] for result in results) >= 3
    assert [result.winner for result in results] == ["home", "home"]


def test_teams_play_only_the_edition_they_are_of() -> None:
    with pytest.raises(UserError, match="is for stockbowl, not for official"):
        next(series(Pairing(home_team="dwarf-balanced", away_team="dwarf-balanced"), 1, 1))


def test_the_same_seed_gives_the_same_match_and_another_seed_another() -> None:
    assert play(SHORT, 3) == play(SHORT, 3)
    assert play(SHORT, 3) != msgspec.structs.replace(play(SHORT, 4), seed=3)


def test_the_number_of_processes_changes_nothing() -> None:
    alone = play_series(SHORT, 4, 11, jobs=1)
    assert [result.seed for result in alone] == [11, 12, 13, 14]
    assert play_series(SHORT, 4, 11, jobs=2) == alone


def test_a_match_of_bots_adds_up() -> None:
    result = play(Pairing(), 3)
    if result.ending == "touchdown":
        assert sum(result.touchdowns) == 1
        assert result.touchdowns[("home", "away").index(result.winner)] == 1
    else:
        assert result.turns == (16, 16)
        assert result.touchdowns == (0, 0)
    assert result.chests >= 1


def test_without_a_limit_bots_find_an_end() -> None:
    result = play(Pairing("official(turn_limit=0)", home="random"), 2)
    assert result.ending == "touchdown"


def test_normal_beats_random() -> None:
    wins = [play(Pairing(home="random", away="normal"), seed).winner for seed in range(4)]
    assert wins.count("away") >= 3


def test_dice_and_bots_have_streams_of_their_own() -> None:
    assert len({scrambled(seed, stream) for seed in range(100) for stream in range(3)}) == 300
    rolls = [match_dice(seed).roll(1, 6) for seed in range(600)]
    assert all(70 <= rolls.count(face) <= 130 for face in range(1, 7))


def test_what_does_not_exist_is_named() -> None:
    with pytest.raises(UserError, match="no bot 'deep': choose from easy, expert, hard, normal, random"):
        make_bot("deep", 1)
    for pairing, words in (
        (Pairing(dungeon="nowhere"), "nowhere"),
        (Pairing(edition="chess"), "edition 'chess'"),
        (Pairing(dungeon="sb-02"), "is for stockbowl, not for official"),
        (Pairing(away="deep"), "no bot 'deep'"),
    ):
        with pytest.raises(UserError, match=words) as raised:
            next(series(pairing, 1, 1))
        assert "\n" not in str(raised.value)
