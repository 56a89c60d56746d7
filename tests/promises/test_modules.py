"""The modules of Astrogranite through the promises, at random: each alone, each with every other that hears the same
moment or wraps the same policy, the presets, and games of three and four teams.

Of the pairs `make test` plays a sample, the nightly run all of them: see `support/plans.py`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import pytest

import dungeonbowl
from dungeonbowl.dungeon.generator import FEATURES, generate
from dungeonbowl.dungeon.graph import Dungeon
from dungeonbowl.editions import EditionError, build
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.composition.reading import read
from dungeonbowl.editions.astrogranite.composition.table import MODULES
from dungeonbowl.editions.astrogranite.edition import core
from dungeonbowl.engine.abilities import CARRIES_ITEM, CASTS
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.procedures.turn.turn import TeamTurn
from dungeonbowl.engine.rules import overriding
from dungeonbowl.engine.setup import Squads
from dungeonbowl.records.save import fingerprint, load, save
from dungeonbowl.words.notation import Names, parse, spell
from dungeonbowl.words.story import story
from support.casualties import settled
from support.plans import how_many
from support.soundness import assert_sound_balls, assert_sound_pieces
from support.walks import Luck, moments, options_of, play_on, random_squads, rules_of, same_luck

ROWS = {row.name: row for row in MODULES}
MOST_DECISIONS = 20_000
SHARES = 4
WORKLESS = ("memory", "is_idle", "watches_floor", "fixed_slot", "name")  # what is asked of a module at no moment
MOMENTS = [name for name in dir(Module) if not name.startswith("_") and name not in WORKLESS]
POLICIES = "opening clock scoring dugout chests portals rebounds pushing injuries referee throwing rerolls neutral"
# what a game needs beside its module, so that it has something to do
ALSO = {"monster_gm": "gm_arrival=on", "ball_variants": "ball_type=roll"}


def wanted(names: list[str]) -> list[str]:
    """Modules with all that they need, in the order of the table."""
    found = set(names)
    for name in names:
        found |= set(wanted(ROWS[name].needs))
    return [row.name for row in MODULES if row.name in found]


def text_of(names: list[str], more: str = "turn_limit=5, quick=on") -> str:
    parts = ["classic", *(f"{name}=on" for name in wanted(names)), *(ALSO[name] for name in names if name in ALSO)]
    return f"astrogranite({', '.join([*parts, more])})"


def hears(name: str) -> set[str]:
    """The moments that a module listens to, and the policies that it wraps."""
    names = wanted([name])
    configuration = read([("classic", ""), *((other, "on") for other in names), ("gm_arrival", "on")])
    composition = core(configuration)
    for other in names:
        if other != name:
            installed(composition, other)
    before = {policy: getattr(composition.policies, policy) for policy in POLICIES.split()}
    known = [*composition.modules, *composition.skills]
    installed(composition, name)
    found = {policy for policy, value in before.items() if getattr(composition.policies, policy) is not value}
    fresh = [module for module in [*composition.modules, *composition.skills] if not is_among(module, known)]
    return found | {moment for moment in MOMENTS if callable(getattr(Module, moment)) and overriding(fresh, moment)}


def installed(composition: Composition, name: str) -> None:
    install = ROWS[name].install
    assert install is not None
    install(composition)


def is_among(module: Module, others: list[Module]) -> bool:
    return any(module is other for other in others)


def pairs() -> list[tuple[str, str]]:
    """Two modules that may meet, and may be on together."""
    heard = {name: hears(name) for name in ROWS}
    found = []
    for one, two in combinations(ROWS, 2):
        if heard[one] & heard[two] and may_be_built(text_of([one, two])):
            found.append((one, two))
    return found


def may_be_built(text: str) -> bool:
    try:
        build(text)
    except EditionError:
        return False
    return True


PAIRS = pairs()


@lru_cache(maxsize=64)
def ground(features: tuple[str, ...], teams: int, seed: int) -> Dungeon:
    return generate("astrogranite", seed, "quick", "halls", teams=teams, features=list(features), tokens="balanced")


def ground_for(text: str, teams: int, seed: int) -> Dungeon:
    """A dungeon with a bit of everything that is on."""
    configuration = read([part_of(part) for part in text.partition("(")[2].rstrip(")").split(", ")])
    features = [name for name in FEATURES if name in ROWS and configuration.is_on(name)]
    return ground(tuple(features), teams, seed % 3 + 1)


def part_of(text: str) -> tuple[str, str]:
    key, _, value = text.partition("=")
    return key, value


def squads_for(text: str, luck: Luck, teams: int) -> Squads:
    """Any players, armed and laden where that is allowed, and the monsters and referees of the game."""
    squads = random_squads(luck, luck.between(6, 11), teams, "astrogranite")
    for sheet in squads.sheets:
        if "sorcery" in text and luck.one_in(3):
            sheet.abilities.append(int(CASTS))
            sheet.skills.append("Sorcery")
        if "magic_items" in text and luck.one_in(2):
            sheet.abilities.append(int(CARRIES_ITEM))
            sheet.parameters[int(CARRIES_ITEM)] = luck.between(1, 12)
    sheets = [*squads.sheets, *rules_of(text).policies.neutral.sheets(squads.sides)]
    return Squads(squads.sides, sheets, squads.rerolls, squads.names, squads.teams)


def play_through(text: str, seed: int, teams: int = 2) -> None:
    """One match of random choices, with what must be true at every moment of it."""
    luck = Luck(seed)
    game = Game(rules_of(text), ground_for(text, teams, seed), squads_for(text, luck, teams))
    game.record()
    begin(game)
    names = Names(game)
    where = f"{text}, {teams} teams, seed {seed}"
    for signal in moments(game, luck, MOST_DECISIONS):
        if signal == ASK:
            options = options_of(game)
            assert options, where
            assert len(set(options)) == len(options), where
            if isinstance(game.frame(), TeamTurn):
                assert_sound_pieces(game, seed)
                assert_sound_balls(game, seed)
            if luck.one_in(10):
                assert [parse(game, names, spell(game, names, option)) for option in options] == options, where
        if luck.one_in(50):
            before = fingerprint(game)
            loaded = load(save(game))
            assert fingerprint(loaded) == before, where
            clone = game.clone()
            play_on(clone, same_luck(luck), 15)
            play_on(loaded, same_luck(luck), 15)
            assert fingerprint(loaded) == fingerprint(clone), where
            assert fingerprint(game) == before, where
    assert game.over, f"{where} does not end"
    assert story(game)
    settled(game, where)


def some(things: int, most: int) -> range:
    """Positions of a sample, evenly spread; all of them when matches enough are wanted."""
    return range(0, things, max(1, -(-things // most)))


def test_modules_that_meet_are_found() -> None:
    assert ("wall_smash", "collision_pushing") in PAIRS or ("chasms", "lava") in PAIRS
    assert len(PAIRS) > 60
    assert all(other not in ROWS[one].conflicts for one, other in PAIRS)


@pytest.mark.parametrize("preset", ["classic", "standard", "full"])
def test_the_promises_hold_for_the_presets(preset: str) -> None:
    for number in range(how_many("presets")):
        play_through(f"astrogranite({preset}, turn_limit=6, quick={'off' if number % 2 else 'on'})", number * 7 + 1)


@pytest.mark.parametrize("share", range(SHARES))
def test_the_promises_hold_for_every_module_alone(share: int) -> None:
    names = list(ROWS)
    for position in some(len(names), len(names) if dungeonbowl.compiled() else 12):
        if position % SHARES == share:
            for number in range(how_many("modules")):
                play_through(
                    text_of([names[position]]), position * 50 + number, 3 if names[position] == "extra_teams" else 2
                )


@pytest.mark.parametrize("share", range(SHARES))
def test_the_promises_hold_for_modules_that_meet(share: int) -> None:
    for index, position in enumerate(some(len(PAIRS), how_many("pairs"))):
        if index % SHARES == share:
            play_through(text_of(list(PAIRS[position])), position, 3 if "extra_teams" in PAIRS[position] else 2)


@pytest.mark.parametrize("teams", [3, 4])
@pytest.mark.parametrize("preset", ["classic", "standard", "full, special_arrangements=off"])
def test_the_promises_hold_for_several_teams(preset: str, teams: int) -> None:
    for number in range(how_many("several teams")):
        play_through(f"astrogranite({preset}, extra_teams=on, turn_limit=4, quick=on)", number * 11 + teams, teams)
