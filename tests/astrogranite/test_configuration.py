"""What coaches agree on before a game: modules, presets and parameters (A-MOD)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dungeonbowl.dungeon.checks import modules_needed
from dungeonbowl.dungeon.generator import generate
from dungeonbowl.dungeon.text import bundled, load_dungeon
from dungeonbowl.editions import TABLE, EditionError, build
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.editions.astrogranite.composition.parameters import PARAMETERS
from dungeonbowl.editions.astrogranite.composition.reading import PRESETS, preset, read, text_form
from dungeonbowl.editions.astrogranite.composition.table import MODULES
from dungeonbowl.editions.astrogranite.core.dungeons import DUNGEONS
from dungeonbowl.editions.astrogranite.edition import compose
from dungeonbowl.editions.astrogranite.modules.teleport_exit import TeleportExit
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.setup import standard_squads
from dungeonbowl.records.setup import SetupError, build_game, check_playable, setup_of
from dungeonbowl.scenes.scene import Scene, SceneError, away, home

NAMES = [row.name for row in MODULES]
NEEDS = [(row.name, need) for row in MODULES for need in row.needs]
CONFLICTS = [(row.name, other) for row in MODULES for other in row.conflicts]


@pytest.mark.rule("A-MOD-01")
def test_a_game_is_made_of_modules_and_parameters_that_its_text_keeps() -> None:
    rules = build("astrogranite( classic , teleport_exit = on, turn_limit=9, chests=8 , teleporters=7)")
    assert rules.edition == "astrogranite(classic, teleport_exit=on, turn_limit=9, chests=8, teleporters=7)"
    tables = rules.tables
    assert (tables.turn_limit, tables.chests, tables.portals) == (9, 8, 7)
    assert build(rules.edition).edition == rules.edition


def test_the_shortest_text_starts_from_the_nearest_preset() -> None:
    values = {row.key: row.default for row in PARAMETERS}
    standard = preset("standard")
    assert text_form(standard, values) == "astrogranite"
    assert text_form(preset("classic"), values) == "astrogranite(classic)"
    assert text_form(preset("full"), values) == "astrogranite(full)"
    assert text_form({**standard, "lava": True}, values) == "astrogranite(lava=on)"
    nearly = {**preset("classic"), "wall_smash": True}
    assert text_form(nearly, {**values, "turn_limit": "4"}) == "astrogranite(classic, wall_smash=on, turn_limit=4)"


def test_a_preset_may_be_named_either_way() -> None:
    assert build("astrogranite(preset=classic)").edition == "astrogranite(classic)"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("lavva=on", "neither module, parameter nor preset 'lavva'"),
        ("preset=huge", "preset 'huge': expected one of standard, classic, full"),
        ("lava=on, classic", "comes first"),
        ("classic, lava=perhaps", "'lava': expected on or off, found 'perhaps'"),
        ("classic, chests=5", "parameter 'chests': expected a number from 6 to 24"),
        ("classic, turn_limit=0", "parameter 'turn_limit': expected a number from 1 to 999 or none"),
        ("classic, multiball_mode=odd", "expected standard or illusionary, found 'odd'"),
        ("classic, balls=3", "expected 1 while the module 'multiball' is off"),
        ("classic, multiball=on, balls=7", "not more than there are chests"),
        ("classic, lava=on, lava=off", "'lava' is named twice"),
        ("classic, turn_limit=3, turn_limit=4", "'turn_limit' is named twice"),
        ("classic, classic", "'classic' is named twice"),
        ("classic, full", "preset 'full' comes first"),
        ("classic, traps=on, trap_mix=holes:3", "parameter 'trap_mix': expected such as pit:4"),
        (
            "classic, lurking_monsters=on, monster_pool=kittens",
            "parameter 'monster_pool': there is no monster 'kittens'",
        ),
    ],
)
def test_what_cannot_be_is_answered_in_words(text: str, answer: str) -> None:
    with pytest.raises(EditionError, match=answer):
        build(f"astrogranite({text})")


@pytest.mark.rule("A-MOD-02")
@pytest.mark.parametrize(("module", "need"), NEEDS)
def test_a_module_is_refused_without_the_one_it_needs(module: str, need: str) -> None:
    with pytest.raises(EditionError, match=f"module '{module}' needs '{need}', which is off"):
        build(f"astrogranite({needed(module, need)})")


def needed(module: str, without: str) -> str:
    """A text with everything that a module needs but one."""
    row = next(row for row in MODULES if row.name == module)
    return ", ".join(["classic", *(f"{name}=on" for name in [*row.needs, module] if name != without)])


@pytest.mark.rule("A-MOD-02")
@pytest.mark.parametrize(("module", "other"), CONFLICTS)
def test_two_modules_that_conflict_are_refused(module: str, other: str) -> None:
    with pytest.raises(EditionError, match="cannot be on together with"):
        build(f"astrogranite(classic, league=on, {module}=on, {other}=on)")


@pytest.mark.rule("A-MOD-02")
def test_conflicts_and_needs_that_hang_on_a_parameter() -> None:
    with pytest.raises(EditionError, match="'monsterbowl' cannot be on together with 'multiball' in the mode illusion"):
        build("astrogranite(classic, monsterbowl=on, multiball=on, multiball_mode=illusionary)")
    with pytest.raises(EditionError, match="'monster_gm' needs one of"):
        build("astrogranite(classic, monster_gm=on)")


@pytest.mark.rule("A-MOD-03")
def test_a_dungeon_is_refused_whose_features_are_off() -> None:
    rules = build("astrogranite(classic)")
    lava = generate("astrogranite", seed=3, size="quick", mode="halls", features=["lava"])
    with pytest.raises(SetupError, match="needs the module 'lava', which is off"):
        check_playable(rules, lava, 2)
    with pytest.raises(SetupError, match="needs the module 'lava', which is off"):
        build_game(setup_of(Game(rules, lava, standard_squads(11))))
    plain = generate("astrogranite", seed=3, size="quick", mode="halls", features=[])
    check_playable(rules, plain, 2)


@pytest.mark.rule("A-MOD-03")
@pytest.mark.parametrize(
    ("mark", "module"),
    [("&", "lava"), ("~", "water"), (":", "chasms"), ("o", "obstacles"), ("=", "doors"), ("^", "traps")],
)
def test_not_even_a_scene_has_what_is_off(mark: str, module: str) -> None:
    with pytest.raises(SceneError, match=f"needs the module '{module}', which is off"):
        Scene(f".A{mark}.b", {"A": home(), "b": away()}, edition="astrogranite(classic)")


@pytest.mark.rule("A-MOD-04")
def test_a_module_that_is_off_offers_and_hears_nothing() -> None:
    legend = {"A": home(), "b": away()}
    scene = Scene("A..b", legend, edition="astrogranite(classic)").play("activate A")
    assert not scene.offered("declare leave dungeon")
    scene = Scene("A..b", legend, edition="astrogranite(classic, teleport_exit=on)").play("activate A")
    assert scene.offered("declare leave dungeon")
    off, on = build("astrogranite(classic)"), build("astrogranite(classic, teleport_exit=on)")
    assert [type(module).__name__ for module in on.modules if type(module).__name__ == "TeleportExit"]
    assert not [module for module in off.modules if type(module).__name__ == "TeleportExit"]


@pytest.mark.rule("A-MOD-05")
def test_the_presets() -> None:
    assert PRESETS == ("standard", "classic", "full")
    assert not any(preset("classic").values())
    on = [name for name, is_on in preset("standard").items() if is_on]
    assert on == [
        "wall_smash",
        "leaping",
        "teleport_exit",
        "chest_moving",
        "precarious",
        "dungeon_skills",
        "referees",
        "colleges",
        "great_wheel",
    ]
    off = [name for name, is_on in preset("full").items() if not is_on]
    assert off == ["collision_pushing", "monster_gm", "monsterbowl", "dragonbowl", "fast_track", "extra_teams"]


def test_the_table_has_every_module_once() -> None:
    assert len(NAMES) == len(set(NAMES)) == 36
    for row in MODULES:
        assert all(name in NAMES for name in [*row.needs, *row.conflicts]), row.name
        assert row.title
        assert row.text.endswith("."), row.name


@pytest.mark.rule("A-MOD-07")
def test_modules_speak_in_the_order_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: dict[str, Module] = {}

    def installer(called: str) -> Callable[[Composition], None]:
        def install(composition: Composition) -> None:
            heard[called] = TeleportExit()
            composition.modules.append(heard[called])

        return install

    for row in MODULES:
        if row.name in ("lava", "doors", "league"):
            monkeypatch.setattr(row, "install", installer(row.name))
    rules = compose(read([("classic", ""), ("league", "on"), ("lava", "on"), ("doors", "on")]))
    assert rules.modules.index(heard["doors"]) < rules.modules.index(heard["lava"])
    assert rules.modules.index(heard["lava"]) < rules.modules.index(heard["league"])


def test_everything_that_may_be_set_is_explained_to_those_who_choose() -> None:
    edition = TABLE["astrogranite"]
    keys = [option.key for option in edition.options]
    assert keys == ["preset", *NAMES, *(row.key for row in PARAMETERS)]
    assert all(option.title and option.text for option in edition.options)
    assert edition.presets["classic"]["leaping"] == "off"
    assert edition.presets["full"]["lava"] == "on"


@pytest.mark.rule("A-SETUP-01", "A-DUN-01")
def test_a_dungeon_has_one_end_zone_a_team() -> None:
    rules = build("astrogranite(classic, extra_teams=on)")
    with pytest.raises(SetupError, match="one a team is needed"):
        check_playable(rules, generate("astrogranite", seed=3, size="quick", mode="halls"), 3)


@pytest.mark.rule("A-SETUP-01", "A-SETUP-02", "A-SETUP-05")
def test_maps_that_cannot_be_played_on() -> None:
    rules = build("astrogranite(classic)")
    whole = ["AAAAAA$$$$$$.......BBBBBB", "AAAAAA123456.......BBBBBB"]
    check_playable(rules, picture(whole), 2)
    with pytest.raises(SetupError, match="has 5 chests, 6 at least are needed"):
        check_playable(rules, picture([whole[0].replace("$", ".", 1), whole[1]]), 2)
    with pytest.raises(SetupError, match="has 5 teleporters, 6 at least are needed"):
        check_playable(rules, picture([whole[0], whole[1].replace("6", ".")]), 2)
    with pytest.raises(SetupError, match="not numbered from 1 without gaps"):
        check_playable(rules, picture([whole[0], whole[1].replace("3", "7")]), 2)
    cut = [row[:15] + "#" + row[16:] for row in whole]
    with pytest.raises(SetupError, match="no way leads between the end zones A and B"):
        check_playable(rules, picture(cut), 2)
    with pytest.raises(SetupError, match="lacks end zone B"):
        check_playable(rules, picture([row.replace("B", ".") for row in whole]), 2)


@pytest.mark.rule("A-SETUP-05")
def test_teleporters_count_as_a_way() -> None:
    rows = ["AAAAAA$$$.#$$$.....BBBBBB", "AAAAAA123.#456.....BBBBBB"]
    check_playable(build("astrogranite(classic)"), picture(rows), 2)


def picture(rows: list[str]):  # type: ignore[no-untyped-def]
    return Scene("\n".join(rows), {}, edition="astrogranite(classic)", details={"teams": ["A", "B"]}).game.dungeon


@pytest.mark.rule("A-DUN-03")
def test_more_than_two_teams_need_their_module() -> None:
    crowns = generate("astrogranite", seed=3, size="quick", mode="halls", teams=3)
    with pytest.raises(SetupError, match="3 teams play only with the module 'extra_teams', which is off"):
        check_playable(build("astrogranite(classic)"), crowns, 3)
    check_playable(build("astrogranite(classic, extra_teams=on)"), crowns, 3)


def test_the_bundled_dungeons_say_which_modules_they_need() -> None:
    with pytest.raises(SetupError, match="needs the module"):
        check_playable(build("astrogranite(classic)"), load_dungeon("ag-sampler"), 2)


def test_the_table_of_dungeons_knows_what_each_of_them_needs() -> None:
    names = [name for name in bundled() if name.startswith("ag-")]
    assert sorted(row.name for row in DUNGEONS) == names
    for row in DUNGEONS:
        dungeon = load_dungeon(row.name)
        assert row.teams == int(dungeon.teams)
        assert row.needs == [each for each in modules_needed(dungeon) if each != "extra_teams"]


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("astrogranite", "ag-short-halls"),
        ("astrogranite(classic)", "ag-short-halls"),
        ("astrogranite(full)", "ag-sampler"),
        ("astrogranite(classic, chasms=on, obstacles=on, platforms=on, doors=on)", "ag-gallery"),
        ("astrogranite(full, special_arrangements=off, extra_teams=on)", "ag-sampler"),
    ],
)
def test_every_game_has_dungeons_in_which_it_can_be_played(text: str, usual: str) -> None:
    rules = build(text)
    assert rules.layouts.usual == usual
    assert usual in rules.layouts.names
    for name in rules.layouts.names:
        check_playable(rules, load_dungeon(name), 2)


@pytest.mark.rule("A-MOD-04")
def test_parameters_of_a_module_that_is_off_mean_nothing_and_are_not_kept() -> None:
    assert (
        build("astrogranite(classic, ball_type=spiked, multiball_mode=illusionary)").edition == "astrogranite(classic)"
    )
    # a game master's monsters would come in place of those that lurk; without him these lurk as ever
    lurking = build("astrogranite(classic, lurking_monsters=on, gm_arrival=on)")
    assert lurking.edition == "astrogranite(classic, lurking_monsters=on)"


@pytest.mark.rule("A-SETUP-01", "A-SETUP-03")
def test_a_dungeon_is_refused_that_has_no_room_for_chests_teleporters_or_balls() -> None:
    rows = ["AAAAAA$$$$$$.......BBBBBB", "AAAAAA123456.......BBBBBB"]
    many = build("astrogranite(classic, multiball=on, chests=9, balls=7)")
    with pytest.raises(SetupError, match="7 balls: the dungeon 'Scene' has 6 chests to hold them"):
        check_playable(many, picture(rows), 2)
    with pytest.raises(SetupError, match="has 11 squares for 12 chests and teleporters"):
        check_playable(build("astrogranite(classic)"), picture(["AAAAAA...........BBBBBB"]), 2)
    check_playable(build("astrogranite(classic)"), picture(["AAAAAA............BBBBBB"]), 2)


@pytest.mark.rule("A-TRAP-01")
@pytest.mark.parametrize("mix", ["pit:99999999999999999999", "pit:61", "pit:4+pit:5", "pit:"])
def test_a_mix_of_traps_that_no_game_can_hold_is_refused(mix: str) -> None:
    with pytest.raises(EditionError, match="trap_mix"):
        build(f"astrogranite(full, trap_mix={mix})")
