"""Closed chests that the map does not draw, and what chests hold, by name."""

from __future__ import annotations

import pytest

from dungeonbowl.scenes.scenario import Outcome, read_scenario
from dungeonbowl.scenes.scenario_tables import ScenarioError

BASE = """
format = 1
title = "Chests"
edition = "{edition}"
map = '''
.....
.P$$.
.....
z....
'''
chests = {chests}
pieces.P = {{}}
pieces.z = {{ side = "away" }}
[[step]]
do = ["activate P", "declare move", "{action}"]
dice = {dice}
expect = {{ {expect} }}
"""


def play(
    chests: str, dice: list[str], expect: str, edition: str = "official", action: str = "open (2,1)", more: str = ""
) -> Outcome:
    text = BASE.format(chests=chests, dice=dice, expect=expect, edition=edition, action=action)
    (outcome,) = read_scenario(text.replace("pieces.P", more + "pieces.P", 1), "chests.toml").play()
    return outcome


@pytest.mark.parametrize(
    ("edition", "action", "dice"),
    [
        ("official", "open (2,1)", ["D6 1"]),
        ("astrogranite(classic)", "open (2,1)", ["D6 1"]),
        ("stockbowl", "step e", ["D6 1", "D6 6"]),
    ],
)
def test_chests_elsewhere_count_for_the_die(edition: str, action: str, dice: list[str]) -> None:
    outcome = play(
        "{ elsewhere = 4 }", dice, "told = ['chest opened P (2,1) ball'], chests_closed = 5", edition, action
    )
    assert outcome.passed, outcome.report()


def test_without_them_the_die_is_smaller() -> None:
    outcome = play("{}", ["D2 1"], "chests = [[3, 1]], chests_closed = 1")
    assert outcome.passed, outcome.report()


@pytest.mark.parametrize(
    ("edition", "content", "dice"),
    [
        ("official", "ball", []),
        ("official", "trap", ["2D6 1+1"]),
        ("astrogranite(classic)", "ball", []),
        ("astrogranite(classic)", "trap", ["2D6 1+1"]),
        ("stockbowl", "ball", ["D6 6"]),
        ("stockbowl", "trap", ["2D6 1+1"]),
        ("stockbowl", "item", ["D13 1"]),
    ],
)
def test_contents_by_name_need_no_die(edition: str, content: str, dice: list[str]) -> None:
    """The other dice are those of a pick-up, of the blast, and of the card."""
    action = "step e" if edition == "stockbowl" else "open (2,1)"
    chests = f"{{ elsewhere = 4, holds = {{ '(2,1)' = '{content}' }} }}"
    outcome = play(chests, dice, f"told = ['chest opened P (2,1) {content}']", edition, action)
    assert outcome.passed, outcome.report()
    assert outcome.notes == [f"the chest holds what the file says: {content}"]


def test_where_every_ball_is_elsewhere_what_is_drawn_is_a_trap() -> None:
    outcome = play("{ elsewhere = ['unknown', 'ball'] }", ["2D6 1+1"], "told = ['chest opened P (2,1) trap']")
    assert outcome.passed, outcome.report()


def test_where_nothing_is_said_of_the_ball_a_die_decides() -> None:
    outcome = play("{ elsewhere = ['trap'], holds = { '(3,1)' = 'trap' } }", ["D3 1"], "ball = 'P'")
    assert outcome.passed, outcome.report()


def test_contents_are_told_to_the_edition_that_hides_them_before_the_game() -> None:
    edition = "astrogranite(classic, chest_mode=hidden)"
    outcome = play("{ holds = { '(2,1)' = 'ball' } }", [], "ball = [2, 1]", edition)
    assert outcome.passed, outcome.report()
    outcome = play("{ holds = { '(3,1)' = 'ball' } }", ["2D6 1+1"], "ball = 'hidden', status.P = 'prone'", edition)
    assert outcome.passed, outcome.report()


def test_a_chest_that_is_moved_holds_what_it_held() -> None:
    edition = "astrogranite(classic, chest_moving=on)"
    text = BASE.format(
        chests="{ holds = { '(2,1)' = 'ball' } }",
        dice=[],
        expect="ball = [3, 1]",
        edition=edition,
        action="shove chest e', 'open (3,1)".replace("'", '"'),
    ).replace(".P$$.", ".P$..", 1)
    (outcome,) = read_scenario(text, "chests.toml").play()
    assert outcome.passed, outcome.report()


@pytest.mark.parametrize(
    ("chests", "more", "message"),
    [
        ("{ elswhere = 3 }", "", "chests: unknown key 'elswhere'; expected one of elsewhere, holds; did you mean"),
        ("{ elsewhere = -1 }", "", "chests.elsewhere: Expected 'int' >= 0"),
        ("{ elsewhere = ['bal'] }", "", "chests: did you mean 'ball'? expected one of trap, ball, item, found 'bal'"),
        ("{ holds = { '(0,0)' = 'ball' } }", "", "chests: there is no closed chest at (0,0)"),
        ("{ holds = { '(9,9)' = 'ball' } }", "", "chests: there is no square '(9,9)'"),
        ("{ holds = { '(2,1)' = 'item' } }", "", "chests: 1 said to hold an item, 0 can: 2 chests are closed"),
        ("{ elsewhere = ['ball', 'ball'] }", "", "chests: 2 said to hold a ball, 1 can: 4 chests are closed"),
        ("{ holds = { '(2,1)' = 'trap', '(3,1)' = 'trap' } }", "", "chests: 2 said to hold a trap, 1 can"),
        ("{ holds = { '(2,1)' = 'ball' } }", "ball = 'P'\n", "chests: 1 said to hold a ball, 0 can"),
        ("{ elsewhere = 1 }", "opening = true\n", "chests: a match that begins with its opening has no closed chests"),
    ],
)
def test_what_cannot_be_in_chests_is_refused(chests: str, more: str, message: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        play(chests, [], "", more=more)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


AT_THE_LIMIT = """
format = 1
title = "The last turn"
edition = "official(turn_limit=1)"
map = '''
A{chest}....B
P.....z
'''
chests = {{ elsewhere = {elsewhere} }}
turn = 1
to_move = "away"
pieces.P = {{}}
pieces.z = {{ side = "away" }}
[[step]]
do = "end turn"
dice = {dice}
expect = {{ winner = "{winner}" }}
"""


@pytest.mark.rule("O-TIME-05")
@pytest.mark.parametrize(
    ("chest", "elsewhere", "dice", "winner"),
    [("$", 3, ["D4 1"], "away"), ("$", 3, ["D4 2"], "draw"), ("$", 3, ["D4 4"], "draw"), (".", 1, [], "draw")],
)
def test_at_the_end_of_the_match_a_ball_in_a_chest_that_is_not_on_the_map_has_no_distance(
    chest: str, elsewhere: int, dice: list[str], winner: str
) -> None:
    text = AT_THE_LIMIT.format(chest=chest, elsewhere=elsewhere, dice=dice, winner=winner)
    (outcome,) = read_scenario(text, "chests.toml").play()
    assert outcome.passed, outcome.report()
