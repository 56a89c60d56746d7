"""Authors write the words of the rulebooks: skills, items, monsters, referees, weapons, colleges, turns, re-rolls."""

from __future__ import annotations

import pytest

from dungeonbowl.engine.abilities import BANNED, CARRIES_ITEM, HITS_HARDER, STANDS_FIRM, TURNS_STUMBLE_INTO_PUSH
from dungeonbowl.scenes.scenario import Outcome, read_scenario
from dungeonbowl.scenes.scenario_tables import ScenarioError
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.words.notation import NotationError, parse, spell
from dungeonbowl.words.skill_words import ability_word


def play(text: str, title: str = "Names") -> Outcome:
    (outcome,) = read_scenario(f"format = 1\ntitle = '{title}'\n" + text, "names.toml").play()
    return outcome


def passes(text: str) -> None:
    outcome = play(text)
    assert outcome.passed, outcome.report()


def refusal(text: str) -> str:
    with pytest.raises(ScenarioError) as raised:
        play(text)
    assert "\n" not in str(raised.value)
    return str(raised.value)


# --- skills -----------------------------------------------------------------------------------------------------------

SCENE = Scene("A.b", {"A": home(skills=["Mighty Blow (+1)"]), "b": away()})


@pytest.mark.parametrize(
    ("text", "ability", "spelled"),
    [
        ("use Mighty Blow A", HITS_HARDER, "use Mighty Blow A"),
        ("use mighty blow (+1) A", HITS_HARDER, "use Mighty Blow A"),
        ("use HITS_HARDER A", HITS_HARDER, "use Mighty Blow A"),
        ("use Stand Firm b", STANDS_FIRM, "use Stand Firm b"),
        ("use STANDS_FIRM b", STANDS_FIRM, "use Stand Firm b"),
        ("use Dodge b", TURNS_STUMBLE_INTO_PUSH, "use Dodge b"),
        ("use bonus b", HITS_HARDER, "use bonus b"),
        ("use Lucky Rabbit's Foot A", CARRIES_ITEM, "use CARRIES_ITEM A"),
    ],
)
def test_a_skill_is_read_by_its_name_and_by_the_engines_own_and_spelled_by_its_name(
    text: str, ability: int, spelled: str
) -> None:
    packed = parse(SCENE.game, SCENE.names, text)
    assert packed >> 8 & 0xFFFF == ability
    assert spell(SCENE.game, SCENE.names, packed) == spelled
    assert parse(SCENE.game, SCENE.names, spelled) == packed


def test_an_item_is_called_by_its_name_where_somebody_carries_it() -> None:
    scene = Scene("A.b", {"A": home(skills=["Boots of Dashing"]), "b": away()}, edition="astrogranite(full)")
    packed = parse(scene.game, scene.names, "use Boots of Dashing A")
    assert spell(scene.game, scene.names, packed) == "use Boots of Dashing A"


@pytest.mark.parametrize(
    ("edition", "ability", "name"),
    [
        ("official", "PICKS_PUSH_SQUARE", "Sidestep"),
        ("stockbowl", "PICKS_PUSH_SQUARE", "Side Step"),
        ("official", "READS_THE_PASS", "On the Ball"),
        ("stockbowl", "READS_THE_PASS", "Pass Block"),
        ("official", "RENDS_ARMOUR", "Claws"),
        ("astrogranite(classic)", "RENDS_ARMOUR", "Claw"),
    ],
)
def test_each_edition_calls_a_skill_as_its_own_book_does(edition: str, ability: str, name: str) -> None:
    from dungeonbowl.engine import abilities

    game = Scene("A.b", {"A": home(), "b": away()}, edition=edition).game
    assert ability_word(game, int(getattr(abilities, ability))) == name


def test_a_skill_that_there_is_not_brings_the_nearest_names() -> None:
    with pytest.raises(NotationError, match="there is no skill 'Mighty Blw'; did you mean Mighty Blow"):
        parse(SCENE.game, SCENE.names, "use Mighty Blw A")
    with pytest.raises(NotationError, match="expected 'use <skill> <piece>'"):
        parse(SCENE.game, SCENE.names, "use A")


def test_told_and_options_understand_both_spellings() -> None:
    base = "map = '.Bv..'\npieces.B = {}\npieces.v = { side = 'away', skills = ['Fend'] }\n"
    base += "[[step]]\ndo = ['activate B', 'declare block v']\ndice = ['block PUSH']\n"
    for name in ("Fend", "FENDS_OFF"):
        passes(
            base + f"expect.options = ['use {name} v', 'decline']\n[[step]]\ndo = 'use {name} v'\n"
            f"expect.told = ['skill used v {name}']"
        )


# --- monsters, referees, weapons --------------------------------------------------------------------------------------

MONSTERS = "edition = 'astrogranite(classic, lurking_monsters=on)'\nmap = '''\nP..M.\nz....\n'''\npieces.P = {}\n"
MONSTERS += "pieces.z = { side = 'away' }\n"


def build(text: str) -> Scene:
    from dungeonbowl.scenes.scenario_build import Builder
    from dungeonbowl.scenes.scenario_file import Reader

    scenario = read_scenario("format = 1\ntitle = 'x'\n" + text, "names.toml")
    return Builder(Reader("names.toml")).build(scenario.lines[0])


STEP = "[[step]]\ndo = 'activate P'\n"


def test_a_monster_has_the_profile_of_its_name() -> None:
    scene = build(MONSTERS + "pieces.M = { profile = 'Hellhound' }\n" + STEP)
    sheet = scene.game.squads.sheets[scene.piece("M")]
    numbers = (sheet.movement, sheet.strength, sheet.agility, sheet.armour, sheet.size)
    assert (numbers, int(sheet.side)) == ((6, 4, 4, 9, 1), 2)
    assert sheet.skills == ["Monster", "Block Attack (1)", "Piercing (+1)", "Dodge", "Bone Head"]


def test_what_is_said_beside_a_profile_changes_that_one_thing() -> None:
    scene = build(MONSTERS + "pieces.M = { profile = 'hellhound', strength = 6, name = 'Rex' }\n" + STEP)
    sheet = scene.game.squads.sheets[scene.piece("M")]
    assert (sheet.movement, sheet.strength, sheet.name) == (6, 6, "Rex")


def test_a_referee_has_a_profile_too() -> None:
    text = MONSTERS.replace("lurking_monsters=on", "referees=on, onsite_referees=on")
    scene = build(text + "pieces.M = { profile = 'Referee' }\n" + STEP)
    assert "Referee" in scene.game.squads.sheets[scene.piece("M")].skills
    assert scene.status("M") == "standing"


def test_the_pool_is_called_by_name_and_waits() -> None:
    text = MONSTERS.replace("P..M.", "P....").replace(
        "pieces.P", "pool = ['Cave Hydra', 'Hellhound', 'Hellhound']\npieces.P"
    )
    scene = build(text + STEP)
    assert [scene.status(name) for name in ("Cave-Hydra", "Hellhound", "Hellhound-2")] == ["absent"] * 3


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("{ profile = 'Helhound' }", "pieces.M.profile: did you mean 'Hellhound'? expected one of Hellhound, Tentacle"),
        ("{ profile = 'Hellhound', side = 'home' }", "pieces.M.side: monsters and referees are of no side"),
        ("{ profle = 'Hellhound' }", "pieces.M: unknown key 'profle'; expected one of side, name"),
    ],
)
def test_a_monster_that_there_is_not_is_refused(entry: str, message: str) -> None:
    assert f"names.toml: {message}" in refusal(MONSTERS + f"pieces.M = {entry}\n" + STEP)


def test_an_edition_without_monsters_says_so() -> None:
    text = MONSTERS.replace("lurking_monsters=on", "lava=on") + "pieces.M = { profile = 'Hellhound' }\n" + STEP
    assert "'Hellhound': the edition has no modules with monsters or referees on" in refusal(text)


ARMED = "edition = 'astrogranite(classic, referees=on, secret_weapons=on)'\nmap = 'P.z'\npieces.z = { side = 'away' }\n"


@pytest.mark.parametrize("entry", ["{ weapon = 'Chainsaw' }", "{ skills = ['Chainsaw'] }", "{ weapon = 'Bombs' }"])
def test_a_weapon_brings_all_that_belongs_to_it(entry: str) -> None:
    scene = build(ARMED + f"pieces.P = {entry}\n" + STEP)
    assert scene.game.can(scene.piece("P"), BANNED)


def test_a_weapon_of_another_edition_or_of_none_is_refused() -> None:
    assert "pieces.P.weapon: expected one of Chainsaw, Bombs, Poisoned Dagger" in refusal(
        ARMED + "pieces.P = { weapon = 'Chainsword' }\n" + STEP
    )
    text = ARMED.replace("secret_weapons=on", "lava=on") + "pieces.P = { weapon = 'Chainsaw' }\n" + STEP
    assert "the edition has no module with weapons on" in refusal(text)


# --- sides ------------------------------------------------------------------------------------------------------------

PLAIN = "map = 'P.z'\npieces.P = {}\npieces.z = { side = 'away' }\n"


def test_a_college_is_no_wizard() -> None:
    scene = build(PLAIN + "side.home.college = 'fire'\nside.away.wizard = 'light'\n" + STEP)
    teams = scene.game.squads.teams
    assert [scene.rules.colleges[int(team.college)] for team in teams] == ["fire", "light"]
    assert [int(team.wizards) for team in teams] == [0, 1]


def test_a_college_that_there_is_not_is_refused() -> None:
    assert "college 'fyre'; did you mean 'fire'? expected one of beasts" in refusal(
        PLAIN + "side.home.college = 'fyre'\n" + STEP
    )
    assert "has no colleges" in refusal("edition = 'stockbowl'\n" + PLAIN + "side.home.college = 'fire'\n" + STEP)


@pytest.mark.parametrize(
    ("turn", "begun"),
    [
        ("turn = 1", (1, 0)),
        ("turn = 3", (3, 2)),
        ("turn = 3\nto_move = 'away'", (3, 3)),
        ("turn = 3\nto_move = 'away'\nfirst = 'away'", (2, 3)),
        ("turn = 3\nto_move = 'home'\nfirst = 'away'", (3, 3)),
    ],
)
def test_turns_are_counted_as_people_do(turn: str, begun: tuple[int, int]) -> None:
    home_turns, away_turns = begun
    passes(f"{turn}\n" + PLAIN + f"[[step]]\nexpect.turns = {{ home = {home_turns}, away = {away_turns} }}\n")


def test_the_turn_of_the_half_and_of_the_drive_are_two_numbers() -> None:
    text = "edition = 'stockbowl'\nhalf = 2\nturn = 9\ndrive_turn = 2\nto_move = 'away'\n" + PLAIN
    passes(
        text + "[[step]]\nexpect = { half = 2, turns = { home = 8, away = 9 }, drive_turns = { home = 1, away = 2 } }\n"
    )


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        ("turn = 17", "turn: expected at most 16, the last turn"),
        ("turn = 0", "turn: Expected 'int' >= 1"),
        ("drive_turn = 1", "drive_turn: expected 'turn' as well"),
        ("turn = 2\ndrive_turn = 3", "drive_turn: expected at most 2, the 'turn'"),
        ("turn = 1\nopening = true", "turn: a match that begins with its opening has had no turn"),
    ],
)
def test_a_turn_that_cannot_be_is_refused(turn: str, message: str) -> None:
    assert message in refusal(f"{turn}\n" + PLAIN + STEP)


def test_rerolls_left_and_per_half_are_two_numbers() -> None:
    text = PLAIN + "side.home = { rerolls = 1, rerolls_per_half = 3 }\nside.away.rerolls = 2\n"
    passes(
        text + "[[step]]\nexpect = { rerolls = { home = 1, away = 2 }, rerolls_per_half = { home = 3, away = 2 } }\n"
    )


def test_perks_are_written_in_words() -> None:
    scene = build("edition = 'stockbowl'\n" + PLAIN + "side.home.perks = ['may heal', 'cheap bribes']\n" + STEP)
    assert [int(team.perks) for team in scene.game.squads.teams] == [3, 0]
    assert "side.home.perks: expected one of may heal" in refusal(PLAIN + "side.home.perks = ['heals']\n" + STEP)
