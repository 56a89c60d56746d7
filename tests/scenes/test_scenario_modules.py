"""The one table of module state: every key is known, checked and documented; nothing else is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from dungeonbowl.dungeon.map_rules import MAP_RULES
from dungeonbowl.editions import build
from dungeonbowl.scenes.module_state import FIELDS, FORMS, States, outer_name
from dungeonbowl.scenes.scenario import read_scenario
from dungeonbowl.scenes.scenario_tables import CAUSES, Expect, PieceEntry, ScenarioError, SideEntry, Start
from dungeonbowl.scenes.setup import CONDITIONS, SceneError
from dungeonbowl.words.event_words import EVENT_PARTS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
EDITIONS = ("official", "stockbowl", "astrogranite(full)", "astrogranite(full, chest_mode=hidden)")
BASE = """format = 1
title = "State"
edition = "{edition}"
map = '''
P.=M.
z.$^.
'''
{state}
[pieces]
P = {{}}
M = {{ profile = "Cave Hydra", size = 1 }}
z = {{ side = "away" }}
[[step]]
expect = {{ {expect} }}
"""


def test_every_module_that_reads_a_state_is_in_the_table_and_no_other() -> None:
    found: set[str] = set()
    for edition in EDITIONS:
        for module in build(edition).modules:
            if hasattr(module, "read_state"):
                assert hasattr(module, "show_state")
                found.add(outer_name(module.name()))
    assert found == set(FIELDS)


def test_every_kind_of_value_has_an_example_and_a_reader() -> None:
    kinds = {field.kind for fields in FIELDS.values() for field in fields.values()}
    assert kinds == set(FORMS)
    for kind in kinds:
        assert hasattr(States, kind.replace(" ", "_"))


EXAMPLES = [
    ("monsters", "after", "{ M = 'home' }"),
    ("monsters", "heads", "{ M = 1 }"),
    ("monsters", "woken", "[[2, 1]]"),
    ("monsters", "eaten", "2"),
    ("referees", "side", "'away'"),
    ("dirty_tactics", "drugs", "{ home = 1 }"),
    ("dirty_tactics", "press", "{ away = 2 }"),
    ("dirty_tactics", "assassinations", "[1, 0]"),
    ("sponges", "used", "['away']"),
    ("traps", "known", "{ gas = 1 }"),
    ("doors", "known", "{ '(2,0)' = 'locked' }"),
]


@pytest.mark.parametrize(("module", "key", "value"), EXAMPLES)
def test_what_a_module_is_told_it_shows(module: str, key: str, value: str) -> None:
    told = f"module.{module}.{key} = {value}"
    text = BASE.format(edition="astrogranite(full)", state=told, expect=told)
    (outcome,) = read_scenario(text, "state.toml").play()
    assert outcome.passed, outcome.report()


@pytest.mark.parametrize(("module", "key", "value"), EXAMPLES)
def test_what_a_module_is_not_told_it_does_not_show(module: str, key: str, value: str) -> None:
    text = BASE.format(edition="astrogranite(full)", state="", expect=f"module.{module}.{key} = {value}")
    (outcome,) = read_scenario(text, "state.toml").play()
    assert not outcome.passed
    assert outcome.expected[0].startswith(f"module {module}: {key}")


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (
            "module.monsters.head = { M = 1 }",
            "module monsters: unknown key 'head'; did you mean 'heads'? expected one of",
        ),
        ("module.monsters.heads = { Q = 1 }", "module monsters: heads: there is no piece 'Q'"),
        ("module.monsters.heads = 1", "module monsters: heads: expected such as heads = { M = 1 }, found 1"),
        ("module.monsters.after = { M = 'hom' }", "module monsters: after: did you mean 'home'? expected one of home"),
        ("module.monsters.woken = [3]", "module monsters: woken: expected such as woken = [[3, 1]], found [3]"),
        ("module.monsters.eaten = 'two'", "module monsters: eaten: expected such as eaten = 2, found 'two'"),
        ("module.referees.eye = 'home'", "module referees: unknown key 'eye'; expected side"),
        ("module.sponges.used = 'home'", "module sponges: used: expected such as used = [\"home\"], found 'home'"),
        ("module.sponges.used = [7]", "module sponges: used: expected one of home, away, found 7"),
        ("module.traps.known = { pot = 1 }", "module traps: known: did you mean 'pit'? expected one of pit, spiked"),
        ("module.traps.known = [1]", "module traps: known: expected such as known = { pit = 1 }, found [1]"),
        ("module.doors.known = { '(2,0)' = 'shut' }", "module doors: known: expected one of untried, unlocked"),
        ("module.ball_variants.kinds = ['rubber']", "module ball_variants: kinds: expected one of normal, spiked"),
        ("module.monster.eaten = 1", "has no module 'monster'; did you mean 'monsters'? its modules are: "),
        ("module.lava.hot = true", "module 'lava' keeps nothing that a scene could set"),
    ],
)
def test_a_state_that_cannot_be_is_refused(state: str, message: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        read_scenario(BASE.format(edition="astrogranite(full)", state=state, expect=""), "state.toml")
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_an_expected_key_that_a_module_does_not_show_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"step 1: expect\.module: module monsters: unknown key 'head'"):
        read_scenario(
            BASE.format(edition="astrogranite(full)", state="", expect="module.monsters.head = 1"), "state.toml"
        )
    states = States({}, 2, 1)
    with pytest.raises(SceneError, match="module loads: unknown key 'loaded'; shows nothing that could be expected"):
        states.read("loads", None, {"loaded": []}, True)


# --- the page that authors read ---------------------------------------------------------------------------------------


def test_the_page_prints_the_table() -> None:
    for module, fields in FIELDS.items():
        for key, field in fields.items():
            shown = "yes" if field.is_shown else "no"
            assert f"| `{module}` | `{key}` | `{FORMS[field.kind]}` | {field.words} | {shown} |" in PAGE


def test_the_page_tells_every_letter_of_every_map() -> None:
    table = PAGE[PAGE.index("#### Map letters") : PAGE.index("#### Pieces")]
    rows = [row.split(" | ") for row in table.splitlines() if row.startswith("| `")]
    words = {"official": "official", "astrogranite": "Astrogranite", "stockbowl": "StockBowl"}
    for edition, rules in MAP_RULES.items():
        for letter in rules.characters + "#":
            digits = letter in "123456"
            told = [row for row in rows if f"`{letter}`" in row[0] or (digits and row[0] == "| `1` to `6`")]
            assert told, f"{letter} of {edition} is not told"
            assert told[0][2] in ("all", words[edition])


@pytest.mark.parametrize("table", [Start, SideEntry, PieceEntry, Expect])
def test_the_page_tells_every_key(table: type[Start]) -> None:
    section = PAGE[PAGE.index("## Scenarios") : PAGE.index("## Setup")]
    missing = [key for key in table.__struct_fields__ if f"`{key}`" not in section and f"`{key}.NAME`" not in section]
    assert missing == ([] if table is not Start else ["side"] if "`side.home`" not in section else [])


def test_the_page_tells_every_event_cause_and_condition() -> None:
    for name in EVENT_PARTS:
        assert f"`{name}" in PAGE.replace("\n", " "), name
    for word in (*CAUSES, *CONDITIONS):
        assert f"`{word}`" in PAGE.replace("\n", " "), word


def test_a_card_of_the_deck_is_told_by_its_name() -> None:
    text = "format = 1\ntitle = 'x'\nedition = 'stockbowl'\nmap = 'P.z'\n"
    text += "module.items = { has = { P = ['Lucky Charm'] } }\n"
    text += "pieces.P = {}\npieces.z = { side = 'away' }\n[[step]]\nexpect.module.items.has = { P = ['Lucky Charm'] }\n"
    (outcome,) = read_scenario(text, "state.toml").play()
    assert outcome.passed, outcome.report()
    with pytest.raises(ScenarioError, match="module items: has: did you mean 'Lucky Charm'"):
        read_scenario(text.replace("Lucky", "Luky"), "state.toml")
