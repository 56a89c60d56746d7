"""Skills that their coaches are asked about (`optional_skills=asked`): the promises hold there too, and whoever always
gives the usual answer plays the same match as with `optional_skills=used`."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import abilities
from dungeonbowl.engine.actions import DECLINE, USE, first_of, kind_of
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.events import SKILL_USED
from dungeonbowl.engine.frames import ASK, OVER, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, is_offered, settle
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.procedures.armour import ArmourRoll
from dungeonbowl.engine.procedures.contest import Contest
from dungeonbowl.engine.procedures.injury import InjuryRoll
from dungeonbowl.engine.procedures.turn import TeamTurn
from dungeonbowl.records.notation import ABILITY_NAMES, Names, parse, spell
from dungeonbowl.records.replay import replay_of, rerun
from dungeonbowl.records.save import fingerprint, load, save, state_of, story_hash
from support.soundness import assert_sound_balls, assert_sound_pieces
from support.walks import (
    EDITIONS,
    GROUNDS,
    Luck,
    any_game,
    edition_of,
    how_many,
    layout,
    moments,
    options_of,
    picked,
    play_match,
    play_on,
    random_squads,
    rules_of,
    same_luck,
)

ASKED = "optional_skills=asked"
SHARES = 4
ENOUGH = 3000
MOST_DECISIONS = 4000
# Everything that is asked about, but for what needs a college or a module of its own.
COMMON = {
    abilities.IGNORES_BOTH_DOWN,
    abilities.TURNS_STUMBLE_INTO_PUSH,
    abilities.HITS_HARDER,
    abilities.KICKS_HARDER,
    abilities.RENDS_ARMOUR,
    abilities.BREAKS_FREE,
}
OWN = {
    "official": {abilities.HURTS_DODGERS, abilities.ROUSES_FALLEN},
    "stockbowl": set(),
    "astrogranite": {abilities.LANDS_ON_FEET, abilities.WALL_SMASH},
}
LACKING = {"astrogranite": {abilities.RENDS_ARMOUR, abilities.BREAKS_FREE}}


def tell(game: Game, seed: int) -> tuple[list[list[int]], dict[str, object]]:
    """Play a match whose coaches always give the usual answer, and use every help against armour and injury: all that
    was told but the mere use of a skill, and how everybody is in the end."""
    dice = SeededDice(seed)
    luck = Luck(seed + 1)
    made = 0
    while (signal := settle(game)) != OVER and made < MOST_DECISIONS:
        if signal == ROLL:
            give_dice(game, dice.roll(game.dice_count, game.dice_kind))
            continue
        made += 1
        usual = int(game.frame().usual(game))
        if usual == 0 and isinstance(game.frame(), ArmourRoll | InjuryRoll):
            usual = next(option for option in options_of(game) if kind_of(option) == USE)
        choose_trusted(game, usual if usual else picked(game, luck))
    assert game.over, f"seed {seed} does not end"
    state = state_of(game, story=False)
    numbers = {name: value for name, value in state.numbers.items() if name not in ("decisions", "asked")}
    told = [[int(number) for number in event.numbers()] for event in game.events if event.kind != SKILL_USED]
    return told, {"arrays": state.arrays, "numbers": numbers, "flags": state.flags, "stack": state.stack}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("share", range(SHARES))
def test_whoever_always_gives_the_usual_answer_plays_the_same_match(share: int, edition: str) -> None:
    for seed in range(share, how_many(), SHARES):
        used, before = tell(any_game(seed, edition), seed)
        asked, after = tell(any_game(seed, edition, ASKED), seed)
        for number, (one, other) in enumerate(zip(used, asked, strict=False)):
            assert one == other, f"seed {seed}, event {number}"
        assert len(used) == len(asked), f"seed {seed}"
        assert after == before, f"seed {seed}"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("share", range(SHARES))
def test_the_promises_hold_where_skills_are_asked_about(share: int, edition: str) -> None:
    seen: set[int] = set()
    for seed in range(share, how_many(), SHARES):
        game = any_game(seed, edition, ASKED)
        names = Names(game)
        luck = Luck(seed)
        for signal in moments(game, luck, MOST_DECISIONS):
            if signal == ASK and isinstance(game.frame(), TeamTurn):
                assert_sound_pieces(game, seed)
                assert_sound_balls(game, seed)
            if signal == ASK and game.frame().usual(game) != 0:
                seen.add(int(first_of(game.frame().usual(game))))
                check_question(game, names, luck, seed)
        assert game.over, f"seed {seed} does not end"
    wanted = (COMMON | OWN[edition]) - LACKING.get(edition, set())
    missing = {ABILITY_NAMES[int(ability)] for ability in wanted} - {ABILITY_NAMES[ability] for ability in seen}
    # the scenes of tests/skills show each of them; here they turn up if only enough is played
    assert how_many() < ENOUGH or not missing, "nobody was asked about these"


def check_question(game: Game, names: Names, luck: Luck, seed: int) -> None:
    """To use the skill or not; either is accepted, spelled, read back, and goes on alike in a clone and a save."""
    options = options_of(game)
    usual = int(game.frame().usual(game))
    assert usual in options, f"seed {seed}: {game.frame().name()}"
    assert sorted(int(kind_of(option)) for option in options) == [int(USE), int(DECLINE)]
    before = fingerprint(game)
    for option in options:
        assert parse(game, names, spell(game, names, option)) == option
        assert is_offered(game, option)
        clone, loaded = game.clone(), load(save(game))
        assert fingerprint(loaded) == before
        for other in (clone, loaded):
            choose_trusted(other, option)
            assert settle(other) in (ASK, ROLL, OVER)
            play_on(other, same_luck(luck), 10)
        assert fingerprint(clone) == fingerprint(loaded), f"seed {seed}"
    assert fingerprint(game) == before, f"seed {seed}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_replay_with_skills_asked_about_tells_the_same_story(edition: str) -> None:
    for seed in range(how_many(0.2)):
        luck = Luck(seed)
        grounds = GROUNDS[edition]
        squads = random_squads(luck, luck.between(3, 12), edition=edition)
        game = Game(rules_of(edition_of(luck, edition, ASKED)), layout(grounds[seed % len(grounds)]), squads)
        match = play_match(Match(game, SeededDice(seed), Contest()), luck)
        again = rerun(replay_of(match))
        assert fingerprint(again.game) == fingerprint(match.game), f"seed {seed}"
        assert story_hash(again.game.events) == story_hash(match.game.events)
