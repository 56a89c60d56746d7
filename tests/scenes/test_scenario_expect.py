"""What a scenario can expect: blocks, doors, traps, the eye, phases, casualties, statues, and every way that fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeonbowl.scenes.scenario import Outcome, load_scenario, read_scenario
from dungeonbowl.scenes.scenario_tables import ScenarioError
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.scenes.watch import subject_of

FOLDER = Path(__file__).resolve().parents[2] / "src" / "dungeonbowl" / "scenarios"


def with_expectation(name: str, old: str, new: str) -> list[Outcome]:
    """A scenario of ours with one expectation changed."""
    path = FOLDER / f"{name}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    return read_scenario(text.replace(old, new, 1), path.name).play()


@pytest.mark.parametrize(
    ("name", "old", "new", "found"),
    [
        (
            "official/block-strengths",
            "assists = [1, 0]",
            "assists = [2, 0]",
            ("block: assists 2 against 0", "1 against 0"),
        ),
        (
            "official/block-strengths",
            "strength = [3, 4]",
            "strength = [4, 4]",
            ("block: strength 4 against 4", "3 against 4"),
        ),
        ("official/block-strengths", "total = [4, 4]", "total = [5, 4]", ("block: total 5 against 4", "4 against 4")),
        ("official/block-strengths", "dice = 1 }", "dice = 2 }", ("block: dice 2", "1")),
        ("official/block-strengths", 'attacker = "B"', 'attacker = "H"', ("block: attacker H", "B")),
        ("official/block-strengths", 'chooser = "away"', 'chooser = "home"', ("block: chooser home", "away")),
        (
            "official/block-strengths",
            "assists 1 and 0, 1 die",
            "assists 2 and 0, 1 die",
            ("'block strengths B 4", "it was not"),
        ),
        ("official/wall-catchers", 'about = "M"', 'about = "w"', ("asked about w", "M")),
        ("official/wall-catchers", 'about = "w"', 'about = "T"', ("asked about T", "w")),
        ("official/casualty-results", 'status.v = "dead"', 'status.v = "casualty"', None),
        (
            "official/casualty-results",
            'casualty.v = "dead"',
            'casualty.v = "badly hurt"',
            ("casualty of v badly hurt", "dead"),
        ),
        (
            "official/casualty-results",
            'status.v = "casualty", casualty.v = "badly hurt"',
            'status.v = "dead"',
            ("v dead", "casualty"),
        ),
        ("official/casualty-results", "lasting injury (agility)", "lasting injury", None),
        (
            "official/casualty-results",
            "lasting injury (agility)",
            "lasting injury (armour)",
            ("casualty of v lasting injury (armour)", "lasting injury (agility)"),
        ),
        ("official/chest-elsewhere", "chests_closed = 5", "chests_closed = 6", ("chests closed in all 6", "5")),
        (
            "astrogranite/door-states",
            '"(3,1)" = "locked", moves',
            '"(3,1)" = "open", moves',
            ("door at (3,1) open", "locked"),
        ),
        ("astrogranite/door-states", '"(3,1)" = "open"', '"(3,1)" = "smashed"', ("door at (3,1) smashed", "open")),
        ("astrogranite/gas-trap", '"(2,1)" = "hidden"', '"(2,1)" = "pit"', ("trap at (2,1) pit", "hidden")),
        ("astrogranite/gas-trap", '"(2,1)" = "none"', '"(2,1)" = "hidden"', ("trap at (2,1) hidden", "none")),
        (
            "astrogranite/chainsaw",
            'eye = "home", status',
            'eye = "away", status',
            ("the eye of the referee on away", "home"),
        ),
        ("astrogranite/gorgon", "at.P = [2, 1]", "at.P = [3, 1]", ("P at (3,1)", "(2,1)")),
        ("astrogranite/monsters-win", 'winner = "monsters"', 'winner = "draw"', ("winner draw", "monsters")),
        ("astrogranite/monsters-win", 'phase = "over"', 'phase = "monsters"', ("phase monsters", "over")),
        ("astrogranite/monsters-win", "eaten = 3", "eaten = 2", ("module monsters: eaten 2", "3")),
        (
            "astrogranite/hellhound",
            "woken = [[7, 1]], after",
            "woken = [], after",
            ("module monsters: woken []", "[[7, 1]]"),
        ),
        (
            "stockbowl/half-time",
            "rerolls = { home = 3, away = 2 }",
            "rerolls = { home = 3, away = 1 }",
            ("rerolls of away 1", "2"),
        ),
        (
            "stockbowl/half-time",
            "rerolls_per_half = { home = 3, away = 2 }, turns",
            "rerolls_per_half = { home = 2 }, turns",
            ("rerolls_per_half of home 2", "3"),
        ),
        ("stockbowl/half-time", "half = 2, rerolls", "half = 1, rerolls", ("half 1", "2")),
        (
            "stockbowl/reserve-turns",
            "drive_turns = { home = 2, away = 1 }",
            "drive_turns = { home = 8, away = 1 }",
            ("turns of home in this drive 8", "2"),
        ),
    ],
)
def test_every_new_expectation_can_fail_and_says_how(
    name: str, old: str, new: str, found: tuple[str, str] | None
) -> None:
    failures = [outcome for outcome in with_expectation(name, old, new) if not outcome.passed]
    if found is None:
        assert failures == []
        return
    assert len(failures) == 1
    assert failures[0].expected[0].startswith(found[0])
    assert failures[0].found[0] == found[1]


def test_a_block_is_only_looked_for_in_its_own_step() -> None:
    text = "format = 1\ntitle = 'x'\nmap = '.Bv.z'\npieces.B = {}\npieces.v = { side = 'away' }\npieces.z = {}\n"
    text += "[[step]]\ndo = ['activate B', 'declare block v', 'stay']\ndice = ['block PUSH']\n"
    (outcome,) = read_scenario(text + "[[step]]\nexpect.block.dice = 1\n", "x.toml").play()
    assert outcome.step == 2
    assert outcome.found == ["there was none whose strengths were compared"]


def test_somebody_in_the_way_of_stone_can_be_drawn_as_a_statue() -> None:
    text = "format = 1\ntitle = 'x'\nedition = 'astrogranite(classic, lurking_monsters=on)'\nmap = '''\nPs.\nz..\n'''\n"
    text += "pieces.P = {}\npieces.s = { status = 'turned-to-stone' }\npieces.z = { side = 'away' }\n[[step]]\n"
    text += "do = 'activate P'\nexpect = { at.s = [1, 0], status.s = 'turned-to-stone', not_offered = ['step e'] }\n"
    (outcome,) = read_scenario(text, "x.toml").play()
    assert outcome.passed, outcome.report()


def test_monsters_act_in_a_phase_of_their_own() -> None:
    (outcome,) = load_scenario(FOLDER / "astrogranite" / "EX-28.toml").play()
    assert outcome.passed
    path = FOLDER / "astrogranite" / "EX-28.toml"
    text = path.read_text(encoding="utf-8").replace('asked = "home", options', 'phase = "monsters", options', 1)
    (outcome,) = read_scenario(text, "flames.toml").play()
    assert outcome.passed, outcome.report()


# --- errors -----------------------------------------------------------------------------------------------------------

BASE = """format = 1
title = "Errors"
edition = "astrogranite(classic, doors=on, referees=on, traps=on)"
map = '''
.P=..
z....
'''

[pieces]
P = {}
z = { side = "away" }

[[step]]
do = "activate P"
"""


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("expect = { atx.P = [0, 0] }", "step 1: expect: unknown key 'atx'; expected one of at, status"),
        ("expect = { offerd = [] }", "; did you mean 'offered'? (line 15)"),
        ("expect = { doors.'(0,0)' = 'open' }", "doors: there is no door at '(0,0)'; they are at (2,0)"),
        ("expect = { doors.'(2,0)' = 'opened' }", "expect.doors.(2,0): expected one of open, closed, unlocked"),
        ("expect = { traps.'(9,9)' = 'pit' }", "expect.traps: there is no square '(9,9)'"),
        ("expect = { traps.'(0,0)' = 'pitt' }", "found 'pitt'; did you mean 'pit'?"),
        ("expect = { eye = 'referee' }", "expect.eye: expected one of home, away, third, fourth, nobody"),
        ("expect = { phase = 'monster' }", "found 'monster'; did you mean 'monsters'?"),
        ("expect = { casualty.P = 'killed' }", "expect.casualty.P: expected one of badly hurt"),
        ("expect = { casualty.Q = 'dead' }", "expect.casualty: expected one of P, z, found 'Q'"),
        ("expect = { block.atacker = 'P' }", "unknown key 'atacker'; expected one of attacker, defender"),
        ("expect = { block.attacker = 'Q' }", "expect.block.attacker: expected one of P, z, found 'Q'"),
        ("expect = { about = 'Q' }", "expect.about: expected one of P, z, nobody, found 'Q'"),
        ("expect = { winner = 'monster' }", "did you mean 'monsters'?"),
        ("expect = { told = ['block strength P 3'] }", "did you mean 'block strengths'?"),
        ("expect = { told = ['wnt down P'] }", "did you mean 'went down'?"),
    ],
)
def test_an_expectation_that_cannot_be_is_one_line_with_a_hint(line: str, message: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        read_scenario(BASE + line + "\n", "errors.toml")
    assert str(raised.value).startswith("errors.toml: step 1")
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("P = {}", "P = { sklls = [] }", "pieces.P: unknown key 'sklls'; expected one of side"),
        ("P = {}", "P = { sklls = [] }", "did you mean 'skills'? (line 10)"),
        ("title =", "titel =", "unknown key 'titel'"),
        ("[pieces]", "trun = 3\n[pieces]", "did you mean 'turn'? (line 9)"),
        ("[pieces]", "side.home.reroll = 3\n[pieces]", "did you mean 'rerolls'? (line 9)"),
        ("[pieces]", "dungeon.dor = []\n[pieces]", "the dungeon: unknown key 'dor'; did you mean 'door'?"),
        (
            "[pieces]",
            "doors = { '(2,0)' = 'lockd' }\n[pieces]",
            "doors: (2,0): did you mean 'locked'? expected one of open",
        ),
        ("[pieces]", "doors = { '(1,1)' = 'locked' }\n[pieces]", "doors: there is no door at '(1,1)'"),
        ("[pieces]", "eye = 'hom'\n[pieces]", "module referees: side: did you mean 'home'?"),
        (".P=..", ".P=.?", "the map: unexpected character '?'"),
        ("[[step]]", "[[stp]]", "unknown key 'stp'"),
    ],
)
def test_a_position_that_cannot_be_is_one_line_with_a_hint(old: str, new: str, message: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        read_scenario(BASE.replace(old, new, 1), "errors.toml")
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_the_eye_needs_a_referee() -> None:
    text = BASE.replace("referees=on, ", "").replace("[pieces]", "eye = 'home'\n[pieces]")
    with pytest.raises(ScenarioError, match="has no module 'referees'; its modules are: "):
        read_scenario(text, "errors.toml")


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("step 1", 13),
        ("step 1: do", 14),
        ("pieces.P", 10),
        ("pieces.z.side", 11),
        ("map", 4),
        ("step 4", 0),
        ("variant 1: step 2", 19),
        ("variant 1: step 2: do", 20),
        ("variant 1: name", 17),
    ],
)
def test_a_place_of_a_file_has_a_line(place: str, line: int) -> None:
    from dungeonbowl.scenes.scenario_lines import line_of

    text = BASE + "\n[[variant]]\nname = 'x'\nkeep = 1\n[[variant.step]]\ndo = 'end turn'\n"
    assert line_of(text, place) == line


def test_a_question_about_a_skill_is_about_its_player() -> None:
    scene = Scene(
        ".....\n.Qx..\n.....",
        {"Q": home(), "x": away(skills=["Dodge"])},
        edition="official(optional_skills=asked)",
    )
    scene.play("activate Q", "declare block x", dice=["block STUMBLE"])
    assert scene.options() == ["use Dodge x", "decline"]
    assert subject_of(scene.game) == scene.piece("x")
