"""Skills that their coaches are asked about (`optional_skills=asked`): the promises hold there too, and whoever always
gives the usual answer plays the same match as with `optional_skills=used`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dungeonbowl.engine import abilities
from dungeonbowl.engine.actions import (
    ACTIVATE,
    BLITZ_ACTION,
    BLOCK,
    BLOCK_ACTION,
    DECLARE,
    DECLINE,
    FOUL,
    FOUL_ACTION,
    USE,
    first_of,
    kind_of,
)
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.events import SKILL_USED
from dungeonbowl.engine.frames import ASK, OVER, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, is_offered, settle, start
from dungeonbowl.engine.procedures.harm.armour import ArmourRoll
from dungeonbowl.engine.procedures.harm.injury import InjuryRoll
from dungeonbowl.engine.procedures.turn.contest import AFTER_TURN, Contest
from dungeonbowl.engine.procedures.turn.turn import TeamTurn
from dungeonbowl.engine.setup import Squads
from dungeonbowl.records.replay import replay_of, rerun
from dungeonbowl.records.save import fingerprint, load, save, state_of, story_hash
from dungeonbowl.teams.skills import ability_names, ability_parameters, skill_name
from dungeonbowl.words.notation import ABILITY_NAMES, Names, parse, spell
from support.plans import how_many, is_covering
from support.soundness import assert_sound_balls, assert_sound_pieces
from support.walks import (
    EDITIONS,
    GROUNDS,
    Luck,
    any_game,
    crowd,
    edition_of,
    layout,
    options_of,
    picked,
    play_match,
    play_on,
    random_scene,
    random_squads,
    rules_of,
    same_luck,
)

ASKED = "optional_skills=asked"
SHARES = 4
MOST_DECISIONS = 4000
# Skills that are asked about, and some that meddle with them.
COMMON = ("Block", "Dodge", "Mighty Blow", "Dirty Player", "Frenzy", "Wrestle", "Regeneration", "Stand Firm", "Tackle")
SKILLS = {
    "official": (*COMMON, "Claws", "Break Tackle", "Arm Bar", "Pick-me-up", "Iron Hard Skin", "Diving Tackle"),
    "stockbowl": (*COMMON, "Claw", "Break Tackle", "Piling On", "Diving Tackle", "Ball & Chain"),
    "astrogranite": (*COMMON[:5], "Regenerate", "Stand Firm", "Tackle", "Acrobatics", "Piling On", "Brace"),
}
ASKED_ABOUT = {
    "official": {
        abilities.IGNORES_BOTH_DOWN,
        abilities.TURNS_STUMBLE_INTO_PUSH,
        abilities.HITS_HARDER,
        abilities.KICKS_HARDER,
        abilities.RENDS_ARMOUR,
        abilities.BREAKS_FREE,
        abilities.HURTS_DODGERS,
        abilities.ROUSES_FALLEN,
    },
    "stockbowl": {
        abilities.IGNORES_BOTH_DOWN,
        abilities.TURNS_STUMBLE_INTO_PUSH,
        abilities.HITS_HARDER,
        abilities.KICKS_HARDER,
        abilities.RENDS_ARMOUR,
        abilities.BREAKS_FREE,
    },
    "astrogranite": {
        abilities.IGNORES_BOTH_DOWN,
        abilities.TURNS_STUMBLE_INTO_PUSH,
        abilities.HITS_HARDER,
        abilities.KICKS_HARDER,
        abilities.LANDS_ON_FEET,
        abilities.WALL_SMASH,
    },
}
FIGHTS = tuple(int(what) for what in (BLOCK_ACTION, BLITZ_ACTION, FOUL_ACTION))


def a_brawl(seed: int, edition: str, also: str = "") -> Game:
    """A small dungeon full of players who have little but such skills; every third match is any other."""
    if seed % 3 == 0:
        return any_game(seed, edition, also)
    luck = Luck(seed)
    dungeon = random_scene(luck, edition)
    skills = SKILLS[edition]
    known = tuple(skill_name(skills[(seed + each * each) % len(skills)]) for each in range(5))
    squads = sturdy(random_squads(luck, luck.between(6, 9), edition=edition), known, luck)
    game = crowd(rules_of(edition_of(luck, edition, also)), dungeon, squads, luck)
    game.record()
    start(game, Contest(AFTER_TURN))
    return game


def sturdy(squads: Squads, skills: tuple[str, ...], luck: Luck) -> Squads:
    """The same players fit for a long fight, each with most of these skills."""
    for sheet in squads.sheets:
        sheet.skills = sorted({skill for skill in skills if luck.below(4)})
        sheet.abilities = [int(getattr(abilities, name)) for name in ability_names(sheet.skills)]
        numbers = ability_parameters(sheet.skills)
        sheet.parameters = {int(getattr(abilities, name)): value for name, value in numbers.items()}
        sheet.armour = luck.between(8, 10)
        sheet.strength = luck.between(3, 4)
        sheet.agility = luck.between(2, 4)
    return Squads(2, squads.sheets, [4, 4], list(squads.names), squads.teams)


def eager(game: Game, luck: Luck) -> int:
    """An option; where somebody can be attacked, mostly that."""
    options = options_of(game)
    fights = [option for option in options if is_fight(option)]
    fighters = [option for option in options if kind_of(option) == ACTIVATE and has_foe(game, int(first_of(option)))]
    wanted = fights or fighters
    return luck.pick(wanted) if wanted and luck.below(5) else picked(game, luck)


def is_fight(option: int) -> bool:
    return kind_of(option) in (BLOCK, FOUL) or (kind_of(option) == DECLARE and first_of(option) in FIGHTS)


def has_foe(game: Game, piece: int) -> bool:
    """Whether a standing player has an opponent beside it."""
    if not game.is_standing(piece):
        return False
    around = [int(game.steps[int(game.square[piece]) * 8 + direction]) for direction in range(8)]
    beside = [int(game.occupant[node]) for node in around if node >= 0]
    return any(other >= 0 and game.side_of[other] != game.side_of[piece] for other in beside)


def brawl(game: Game, luck: Luck) -> Iterator[int]:
    """Play on; stops, before acting, whenever somebody outside must act."""
    made = 0
    while made < MOST_DECISIONS:
        signal = int(settle(game))
        yield signal
        if signal == OVER:
            return
        if signal == ROLL:
            give_dice(game, luck.dice.roll(game.dice_count, game.dice_kind))
        else:
            made += 1
            choose_trusted(game, eager(game, luck))


def tell(game: Game, seed: int) -> tuple[list[list[int]], dict[str, object], int]:
    """Play a match whose coaches always give the usual answer, and use every help against armour and injury: all that
    was told but the mere use of a skill, how everybody is in the end, and how many usual answers there were."""
    dice = SeededDice(seed)
    luck = Luck(seed + 1)
    made = asked = 0
    while (signal := settle(game)) != OVER and made < MOST_DECISIONS:
        if signal == ROLL:
            give_dice(game, dice.roll(game.dice_count, game.dice_kind))
            continue
        made += 1
        usual = int(game.frame().usual(game))
        asked += usual != 0
        if usual == 0 and isinstance(game.frame(), ArmourRoll | InjuryRoll):
            usual = next(option for option in options_of(game) if kind_of(option) == USE)
        choose_trusted(game, usual if usual else eager(game, luck))
    assert game.over, f"seed {seed} does not end"
    state = state_of(game, story=False)
    numbers = {name: value for name, value in state.numbers.items() if name not in ("decisions", "asked")}
    told = [[int(number) for number in event.numbers()] for event in game.events if event.kind != SKILL_USED]
    return told, {"arrays": state.arrays, "numbers": numbers, "flags": state.flags, "stack": state.stack}, asked


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("share", range(SHARES))
def test_whoever_always_gives_the_usual_answer_plays_the_same_match(share: int, edition: str) -> None:
    answers = 0
    for seed in range(share, how_many("usual answers"), SHARES):
        used, before, none = tell(a_brawl(seed, edition), seed)
        asked, after, many = tell(a_brawl(seed, edition, ASKED), seed)
        assert none == 0, f"seed {seed}: nobody is asked unless it is agreed"
        answers += many
        for number, (one, other) in enumerate(zip(used, asked, strict=False)):
            assert one == other, f"seed {seed}, event {number}"
        assert len(used) == len(asked), f"seed {seed}"
        assert after == before, f"seed {seed}"
    assert answers > 0 or not is_covering("usual answers")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("share", range(SHARES))
def test_the_promises_hold_where_skills_are_asked_about(share: int, edition: str) -> None:
    for seed in range(share, how_many("asked"), SHARES):
        game = a_brawl(seed, edition, ASKED)
        names = Names(game)
        luck = Luck(seed)
        for signal in brawl(game, luck):
            if signal == ASK and isinstance(game.frame(), TeamTurn):
                assert_sound_pieces(game, seed)
                assert_sound_balls(game, seed)
            if signal == ASK and game.frame().usual(game) != 0:
                check_question(game, names, luck, seed)
        assert game.over, f"seed {seed} does not end"


@pytest.mark.skipif(not is_covering("all asked"), reason="it takes a hundred matches, and the compiled engine")
@pytest.mark.parametrize("edition", EDITIONS)
def test_such_matches_ask_about_everything_there_is_to_ask(edition: str) -> None:
    seen: set[int] = set()
    for seed in range(how_many("all asked")):
        game = a_brawl(seed, edition, ASKED)
        for signal in brawl(game, Luck(seed)):
            if signal == ASK:
                seen.add(int(first_of(game.frame().usual(game))))
    assert {ABILITY_NAMES[int(each)] for each in ASKED_ABOUT[edition]} <= {ABILITY_NAMES[each] for each in seen if each}


def check_question(game: Game, names: Names, luck: Luck, seed: int) -> None:
    """To use the skill or not; either is accepted, spelled, read back, and goes on alike in a clone and a save."""
    options = options_of(game)
    usual = int(game.frame().usual(game))
    assert usual in options, f"seed {seed}: {game.frame().name()}"
    assert sorted(int(kind_of(option)) for option in options) == [int(USE), int(DECLINE)]
    before = fingerprint(game)
    for option in options:
        text = spell(game, names, option)
        assert parse(game, names, text) == option
        assert "_" not in text, "a skill is called as its rulebook calls it"
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
    for seed in range(how_many("asked replays")):
        luck = Luck(seed)
        grounds = GROUNDS[edition]
        squads = random_squads(luck, luck.between(3, 12), edition=edition)
        game = Game(rules_of(edition_of(luck, edition, ASKED)), layout(grounds[seed % len(grounds)]), squads)
        match = play_match(begun(game, SeededDice(seed)), luck)
        again = rerun(replay_of(match))
        assert fingerprint(again.game) == fingerprint(match.game), f"seed {seed}"
        assert story_hash(again.game.events) == story_hash(match.game.events)
