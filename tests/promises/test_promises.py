"""The promises: what holds at every moment of every match, walked at random.

Small scenes, crowded layouts and whole matches of random squads; see `support/walks.py`, and `support/plans.py` for how
many of them. A failure names the seed: `any_game(seed, edition)` brings it back.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dungeonbowl.engine.actions import KINDS
from dungeonbowl.engine.frames import ASK, OVER, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, is_offered, settle
from dungeonbowl.engine.match import Match, Refused
from dungeonbowl.engine.procedures.turn.turn import TeamTurn
from dungeonbowl.engine.sides import REROLLS
from dungeonbowl.records.replay import replay_of, rerun
from dungeonbowl.records.save import fingerprint, load, save, state_of, story_hash
from dungeonbowl.words.notation import Names, parse, spell
from support.casualties import settled
from support.plans import how_many, is_covering
from support.soundness import assert_sound_balls, assert_sound_pieces
from support.walks import (
    EDITIONS,
    Luck,
    a_match,
    any_game,
    moments,
    options_of,
    play_on,
    same_luck,
)

SHARES = 4  # each promise runs as so many tests, so that several processes can share the work
# With random players a match of eight turns takes some hundred decisions and nobody bounces a ball for ever.
MOST_DECISIONS = 4000
MOST_ROLLS = 1500


def shared(promise: Callable[[int, str], None]) -> Callable[[int, str], None]:
    """Each promise is one test an edition and share."""
    by_edition = pytest.mark.parametrize("edition", EDITIONS)(promise)
    return pytest.mark.parametrize("share", range(SHARES))(by_edition)


def seeds(share: int, plan: str) -> range:
    return range(share, how_many(plan), SHARES)


# --- options ----------------------------------------------------------------------


@shared
def test_some_option_is_always_legal_and_none_is_listed_twice(share: int, edition: str) -> None:
    for seed in seeds(share, "options"):
        game = any_game(seed, edition)
        for signal in moments(game, Luck(seed), MOST_DECISIONS):
            if signal == ASK:
                options = options_of(game)
                assert options, f"seed {seed}: {game.frame().name()} offers nothing"
                assert len(set(options)) == len(options), f"seed {seed}: {game.frame().name()} offers one twice"
                assert len(options) > 1 or asks_with_one_option(game), f"seed {seed}: {game.frame().name()}: {options}"
        assert game.over, f"seed {seed} does not end"


def asks_with_one_option(game: Game) -> bool:
    """Whoever places tokens, could concede or run out of time is asked even where there is nothing to choose."""
    return game.frame().name() in ("TeamTurn", "Activation", "Preparation")


@shared
def test_every_option_offered_is_accepted(share: int, edition: str) -> None:
    for seed in seeds(share, "accepted"):
        game = any_game(seed, edition)
        luck = Luck(seed)
        for signal in moments(game, luck, MOST_DECISIONS):
            if signal == ASK and luck.one_in(4):
                for option in options_of(game):
                    clone = game.clone()
                    assert is_offered(clone, option)
                    choose_trusted(clone, option)
                    assert settle(clone) in (ASK, ROLL, OVER)
                    if clone.signal == ASK:
                        assert options_of(clone)


@shared
def test_every_option_is_spelled_and_read_back(share: int, edition: str) -> None:
    for seed in seeds(share, "spelled"):
        game = any_game(seed, edition)
        names = Names(game)
        for signal in moments(game, Luck(seed), MOST_DECISIONS):
            if signal == ASK:
                options = options_of(game)
                texts = [spell(game, names, option) for option in options]
                assert [parse(game, names, text) for text in texts] == options
                assert not any(text.startswith("action ") for text in texts)
                assert not any(text.startswith("use ") and "_" in text for text in texts), "an engine's name of a skill"


@shared
def test_a_refused_action_changes_nothing(share: int, edition: str) -> None:
    for seed in seeds(share, "refused"):
        game = any_game(seed, edition)
        luck = Luck(seed)
        for signal in moments(game, luck, MOST_DECISIONS):
            if signal == ASK and luck.one_in(8):
                try_illegal_actions(game, luck)


def try_illegal_actions(game: Game, luck: Luck) -> None:
    """Anything that is not on offer, from near misses to nonsense."""
    options = options_of(game)
    match = Match(game.clone(), luck.dice)
    before = fingerprint(match.game)
    for _ in range(6):
        near = options[luck.below(len(options))] ^ 1 << luck.below(40)
        far = luck.below(int(KINDS)) | luck.below(300) << 8 | luck.below(200) << 24
        for action in (near, far, 0, -1):
            if not is_offered(match.game, action):
                with pytest.raises(Refused) as refusal:
                    match.choose(action)
                assert str(refusal.value)
                assert fingerprint(match.game) == before
                assert match.inputs == []
                assert not match.can_take_back()


# --- clones, saves, replays ----------------------------------------------------------------------


@shared
def test_a_clone_played_onward_leaves_the_original_untouched(share: int, edition: str) -> None:
    for seed in seeds(share, "clones"):
        game = any_game(seed, edition)
        luck = Luck(seed)
        for _ in moments(game, luck, MOST_DECISIONS):
            if luck.one_in(60):
                before, told = fingerprint(game), len(game.events)
                clone = game.clone()
                assert fingerprint(clone) == before
                play_on(clone, Luck(seed + 1), 40)
                assert fingerprint(game) == before, f"seed {seed}"
                assert len(game.events) == told


@shared
def test_a_clone_goes_on_like_the_original(share: int, edition: str) -> None:
    for seed in seeds(share, "clones go on"):
        game = any_game(seed, edition)
        luck = Luck(seed)
        play_on(game, luck, 20 + seed % 60)
        clone = game.clone()
        play_on(clone, same_luck(luck), 60)
        play_on(game, luck, 60)
        assert fingerprint(clone) == fingerprint(game), f"seed {seed}"


@shared
def test_a_loaded_save_equals_the_match_and_goes_on_like_it(share: int, edition: str) -> None:
    rolls = 0
    for seed in seeds(share, "saves"):
        game = any_game(seed, edition)
        luck = Luck(seed)
        for signal in moments(game, luck, MOST_DECISIONS):
            if luck.one_in(8):
                rolls += signal == ROLL
                loaded = load(save(game))
                assert fingerprint(loaded) == fingerprint(game), f"seed {seed}"
                assert story_hash(loaded.events) == story_hash(game.events)
                assert state_of(loaded) == state_of(game)
                clone = game.clone()
                clone.record()
                loaded.record()
                play_on(loaded, same_luck(luck), 15)
                play_on(clone, same_luck(luck), 15)
                assert fingerprint(loaded) == fingerprint(clone), f"seed {seed}"
                assert story_hash(loaded.events) == story_hash(clone.events)
    assert rolls > 0 or not is_covering("saves"), "no save in the middle of a roll was tried"


@shared
def test_replaying_the_inputs_tells_the_same_story(share: int, edition: str) -> None:
    for seed in seeds(share, "replays"):
        match = a_match(seed, edition=edition)
        again = rerun(replay_of(match))
        assert fingerprint(again.game) == fingerprint(match.game), f"seed {seed}"
        assert story_hash(again.game.events) == story_hash(match.game.events)
        assert [(each.kind, each.numbers) for each in again.inputs] == [
            (each.kind, each.numbers) for each in match.inputs
        ]


# --- the board ----------------------------------------------------------------------


@shared
@pytest.mark.rule("O-TERM-03", "O-TERM-04", "O-TERM-05")
def test_a_piece_and_its_square_agree_and_nobody_stands_in_a_wall(share: int, edition: str) -> None:
    for seed in seeds(share, "pieces"):
        game = any_game(seed, edition)
        for signal in moments(game, Luck(seed), MOST_DECISIONS):
            if signal == ASK and isinstance(game.frame(), TeamTurn):
                assert_sound_pieces(game, seed)
        assert_sound_pieces(game, seed)


@shared
@pytest.mark.rule("O-TERM-02", "O-TERM-06")
def test_no_ball_is_lost_or_doubled_and_it_rests_only_where_it_may(share: int, edition: str) -> None:
    for seed in seeds(share, "balls"):
        game = any_game(seed, edition)
        balls = len(game.balls)
        for signal in moments(game, Luck(seed), MOST_DECISIONS):
            if signal == ASK and isinstance(game.frame(), TeamTurn):
                assert len(game.balls) == balls
                assert_sound_balls(game, seed)


@shared
def test_team_rerolls_never_rise_and_dice_come_to_an_end(share: int, edition: str) -> None:
    for seed in seeds(share, "rerolls"):
        game = any_game(seed, edition)
        left = [int(game.side_value(side, REROLLS)) for side in range(2)]
        rolls = 0
        half = -1  # before the first turn of a half they may rise: bought, restored, won by a chef
        for signal in moments(game, Luck(seed), MOST_DECISIONS):
            now = [int(game.side_value(side, REROLLS)) for side in range(2)]
            if half != game.half:
                left = [99, 99]
                half = int(game.half) if signal == ASK and isinstance(game.frame(), TeamTurn) else -1
            assert all(0 <= after <= before for after, before in zip(now, left, strict=True)), f"seed {seed}"
            left = now
            rolls = rolls + 1 if signal == ROLL else 0
            assert rolls < MOST_ROLLS, f"seed {seed}: {game.frame().name()} rolls for ever"


# --- what the league reads ----------------------------------------------------------------------


@shared
@pytest.mark.rule("O-INJ-05", "S-BASE-15", "A-BASE-23")
def test_every_casualty_is_settled_once_and_stands_as_it_was_told(share: int, edition: str) -> None:
    found = 0
    for seed in seeds(share, "casualties"):
        game = any_game(seed, edition)
        play_on(game, Luck(seed), MOST_DECISIONS)
        found += len(settled(game, f"seed {seed}"))
    assert found > 0 or not is_covering("casualties")


# --- all of them, where Hypothesis likes ----------------------------------------------------------------------


@settings(max_examples=how_many("any moment"), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10**9), decisions=st.integers(0, 250))
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_promises_hold_after_any_number_of_decisions(edition: str, seed: int, decisions: int) -> None:
    game = any_game(seed, edition)
    luck = Luck(seed)
    play_on(game, luck, decisions)
    before = fingerprint(game)
    loaded = load(save(game))
    assert fingerprint(loaded) == before
    clone = game.clone()
    play_on(clone, same_luck(luck), 25)
    play_on(loaded, same_luck(luck), 25)
    assert fingerprint(loaded) == fingerprint(clone)
    assert fingerprint(game) == before
    if game.signal == ASK:
        try_illegal_actions(game, luck)
        for option in options_of(game):
            other = game.clone()
            choose_trusted(other, option)
            assert settle(other) in (ASK, ROLL, OVER)
        assert fingerprint(game) == before
    if game.signal == ASK and isinstance(game.frame(), TeamTurn):
        assert_sound_pieces(game, seed)
        assert_sound_balls(game, seed)
