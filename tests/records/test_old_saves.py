"""Saves of version 1: the fields of a procedure were a list, and some of them were packed into one number."""

from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i16

from dungeonbowl.engine import moments
from dungeonbowl.engine.clauses import BLOCK_DICE
from dungeonbowl.engine.procedures.block import block
from dungeonbowl.engine.procedures.block.block import Block
from dungeonbowl.engine.procedures.block.follow_up import FOLLOWING, FollowUp
from dungeonbowl.engine.procedures.block.push import CHOOSING, Push
from dungeonbowl.engine.procedures.harm.victim import Victim
from dungeonbowl.engine.procedures.reroll_gate import RerollGate
from dungeonbowl.engine.procedures.stat_test import ANNOUNCING, GATE_FAILED, GATED, ROLLING, StatTest
from dungeonbowl.engine.procedures.turn.activation import Activation
from dungeonbowl.records.old_saves import FIELDS, UPGRADES, merged, upgraded
from dungeonbowl.records.save import FrameRecord, SaveError, recorded, revived
from support.sources import frames

Row = tuple[str, list[Any], str, Any]


def today(name: str, values: list[Any]) -> tuple[str, dict[str, Any]]:
    """A procedure of version 1 after it was loaded and saved by this version."""
    record = recorded(revived(FrameRecord(name, args=values)))
    return record.name, record.fields


@pytest.mark.parametrize("name", sorted(set(FIELDS) - set(UPGRADES) - {"Stray"}))
def test_a_procedure_that_has_not_changed_takes_its_list_in_order(name: str) -> None:
    kinds = dict(frames()[name])
    values: list[Any] = []
    for place, field in enumerate(FIELDS[name].split()):
        sample = {"bool": place % 2 == 0, "vec[i64]": [place], "vec[i16]": [place]}
        values.append(sample.get(kinds[field], place + 2))
    _, fields = today(name, values)
    assert [fields[field] for field in FIELDS[name].split()] == values


def test_a_field_that_an_old_list_does_not_have_takes_its_default() -> None:
    assert today("Activation", [3])[1] == recorded(Activation(3)).fields


def test_what_the_first_saves_said_of_a_vanishing_player_besides_means_nothing() -> None:
    assert today("Vanish", [3, 41, 1, 0, 7]) == today("Vanish", [3, 41, 1])


def victim(piece: int, cause: int, **others: object) -> dict[str, Any]:
    return Victim(piece, cause).fields() | others


A_VICTIM = 5 | 300 << 8 | 8 << 24 | 1 << 32 | 2 << 40 | 3 << 48
A_VICTIM_TODAY = victim(5, 300, source=7, bonus=1, spare=2, wound=3)


# What version 1 wrote, and what this version makes of it. Only the fields that changed are named.
CHANGED: list[Row] = [
    ("GoDown", [[A_VICTIM], -1, [0, -2], 1, 1, True, 4], "victims", [A_VICTIM_TODAY]),
    ("GoDown", [[4 | 9 << 8 | 1 << 56], 2], "victims", [victim(4, 9, walled=True)]),
    ("GoDown", [[4 | 9 << 8 | 1 << 57], 2], "victims", [victim(4, 9, broken=True)]),
    ("GoDown", [[4 | 9 << 8 | 1 << 58], 2], "victims", [victim(4, 9, soft=True)]),
    ("Blast", [3, 40, [A_VICTIM, 3 | 9 << 8], 2, [0], 2, 5], "victims", [A_VICTIM_TODAY, victim(3, 9)]),
    ("EnterChest", [3, 40, 7, [A_VICTIM], 2, [1], 0, -1, True], "victims", [A_VICTIM_TODAY]),
    ("EnterChest", [3, 40, 7], "victims", []),
    ("Arrive", [3, True, False, 2, A_VICTIM], "pending", A_VICTIM_TODAY),
    ("Arrive", [3, True, False, 2, 0], "pending", None),
    ("Arrive", [3, True, False, 2, -1], "caller_ends", True),
    ("Arrive", [3, True, False, 2], "caller_ends", False),
    ("Collide", [3, 40, A_VICTIM, 1, -1, 2], "fallen", A_VICTIM_TODAY),
    ("InjuryRoll", [3, 9, 4, 1 | 2 << 8 | 3 << 16, 1, False, -2, 8], "helps", {"skill": 1, "place": 2, "ball": 3}),
    ("ArmourRoll", [3, 9, 4, 0, 0, 0, False, 8, 2 << 8, True], "left", {"skill": 0, "place": 2, "ball": 0}),
    ("ArmourRoll", [3, 9, 4, 0, 0, 0, False, 8, 2 << 8, True], "harder", 0),
    ("ArmourRoll", [3, 9, 4, 0, 0, 0, False, 8, 1, False], "harder", 1),
    ("Pass", [3, 8, 50, 0, 0, False, False, -1, 12 << 16 | 300], "crossed", 300),
    ("Pass", [3, 9, 50, 0, 0, False, False, -1, 40 << 8 | 5], "crossed", 5),
    ("Pass", [3, 9, 50, 0], "crossed", -1),
    ("WallPass", [3, 40, 2, 11, 0, 0, -1, 0, -1, 12 << 16 | 300], "crossed", 300),
    ("ThrowBomb", [3, 4, 0, 50, 0, 0, -1, 12 << 16 | 300], "crossed", 300),
    ("FlyOver", [3, 40, 50, 3, 12 << 16 | 300], "crossed", 300),
    ("FlyOver", [3, 40, 50, 3, -1], "crossed", -1),
    ("Flames", [3, 6 | 1 << 8 | 3 << 16 | 4 << 24 | 9 << 32, 8 | 2 << 8, 5, 0, 1], "reached", [5, 0, 2, 3, 8, 7, 1]),
    ("Flames", [3], "reached", []),
    ("RefereePhase", [0, 7, 1, False, 3, 4 + 41], "stage", 4),
    ("RefereePhase", [0, 7, 1, False, 3, 4 + 41], "square", 41),
    ("RefereePhase", [0, 7, 1, False, 3, 2], "stage", 2),
    ("Spring", [3, 40, -1, 7, 2 | 1 << 8 | 4 << 32, 0], "left", [2, 1, 0, 0, 4]),
    ("ArmourRoll", [3, 9, 4, 0, 0, 0, False, 8, 1, False], "left", {"skill": 0, "place": 0, "ball": 0}),
]


@pytest.mark.parametrize(("name", "values", "field", "value"), CHANGED)
def test_what_was_packed_into_one_number_is_taken_apart(
    name: str, values: list[Any], field: str, value: object
) -> None:
    assert today(name, values)[1][field] == value


def test_a_push_that_had_come_to_its_follow_up_is_a_follow_up_now() -> None:
    old = [3, 14, True, 5, 15, 2, 40, [14, 41, 15, 42], 1, False, 7, False, 0, False, -1]
    assert today("Push", old) == (
        "FollowUp",
        recorded(
            FollowUp(3, 14, True, 15, 40, vec[i16]([14, 41, 15, 42]), 1, False, 0, False, FOLLOWING, stood=7)
        ).fields,
    )
    settled = [3, 14, True, 10, 14, 2, 40, [14, 41], 1, True, 39, False, 0, False, 6]
    assert today("Push", settled)[1]["settled"] == 6
    assert today("Push", settled)[1]["followed"] is True
    choosing = [3, 14, True, 2, 14, 2, 40, [], 1, False, 0, True, 0, False, -1]
    assert today("Push", choosing) == (
        "Push",
        Push(3, 14, True, CHOOSING, 14, 2, 40, vec[i16](), 1, 0, True).fields(),
    )


def test_a_test_whose_re_roll_hung_on_a_die_has_called_a_gate_now() -> None:
    test = [3, 40, 4, -1, 1, 0, False, True]
    (below, above) = upgraded("StatTest", [*test, 4 | 5 << 4, -1, 41])
    assert below == ("StatTest", StatTest(3, 40, 4, -1, 1, 0, False, True, GATED, -1, 41).fields())
    assert above == ("RerollGate", RerollGate(3, 40, 4, 5, False, 1).fields())
    (_, above) = upgraded("StatTest", [*test, 4 | 1 << 8, -1, 41])
    assert above == ("RerollGate", RerollGate(3, 40, 4, 0, True, 1).fields())


@pytest.mark.parametrize(("gate", "stage"), [(0, ROLLING), (1 << 10, ANNOUNCING), (4 | 3 << 8, GATE_FAILED)])
def test_a_test_that_waits_for_something_else_has_called_none(gate: int, stage: int) -> None:
    (only,) = upgraded("StatTest", [3, 40, 4, -1, 1, 0, False, False, gate, -1, 41])
    assert revived(FrameRecord(*only)).fields() == StatTest(3, 40, 4, -1, 1, 0, False, False, stage, -1, 41).fields()


def test_a_block_whose_re_roll_hung_on_a_die_has_called_a_gate_now() -> None:
    old = [3, 14, int(block.GATED), 2, 0x53, True, False, False, 0, -1, 4]
    (below, above) = upgraded("Block", old)
    assert below == ("Block", Block(3, 14, block.GATED, 2, 0x53, True).fields())
    assert above == ("RerollGate", RerollGate(3, int(BLOCK_DICE), 4).fields())
    assert len(upgraded("Block", [3, 14, int(block.CHOOSING), 2, 0x53, True, False, False, 0, -1, 4])) == 1


def test_the_steps_aside_of_a_throw_belong_to_the_throw_now() -> None:
    (below,), (stray,) = upgraded("WideThrow", [0, 41, 0]), upgraded("Stray", [-2, 5, 1])
    (contest,) = upgraded("Contest", [2])
    assert merged([contest, below, stray]) == [
        contest,
        ("WideThrow", {"ball": 0, "origin": 41, "stage": 0, "column": -2, "row": 5, "steps": 1}),
    ]
    (hurl,) = upgraded("Hurl", [3, 41, 7, 7, 3])
    assert merged([hurl, stray]) == [("Hurl", {"piece": 3, "square": 41, "column": -2, "row": 5, "steps": 1})]


@pytest.mark.parametrize(
    ("kind", "packed", "parts"),
    [
        (moments.ENTERED_SQUARE, 3, (3, 0, 0)),
        (moments.BLOCK_RESOLVED, 7 | 5 << 16, (7, 5, 0)),
        (moments.BALL_GAINED, 1 | 40 << 8, (1, 40, 0)),
        (moments.BALL_STRIKING, 1 | 8 << 8, (1, 7, 0)),
        (moments.BALL_STRIKING, 1, (1, -1, 0)),
        (moments.BALL_STRAYED, 8 | 1 << 8, (7, 1, 0)),
        (moments.BALL_STRAYED, 0, (-1, 0, 0)),
        (moments.ARMOUR_HELD, 8 | 300 << 8, (7, 300, 0)),
        (moments.ARMOUR_BROKEN, 300 << 8, (-1, 300, 0)),
        (moments.INJURY_READ, 8 | 300 << 8 | 4 << 24, (7, 300, 4)),
        (moments.ROLL_COMING, 300 | 42 << 16, (300, 41, 0)),
        (moments.ROLL_COMING, 300, (300, -1, 0)),
    ],
)
def test_a_moment_that_was_packed_tells_its_listeners_the_same(
    kind: int, packed: int, parts: tuple[int, int, int]
) -> None:
    second, third, fourth = parts
    assert today("Moment", [int(kind), 4, packed, 2])[1] == {
        "kind": kind,
        "first": 4,
        "second": second,
        "third": third,
        "fourth": fourth,
        "heard": 2,
    }


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("Cake", [], "knows no procedure 'Cake'"),
        ("Contest", [1, 2], "'Contest' has 2 fields; expected at most 1"),
        ("Contest", [[1]], "field 'stage' of procedure 'Contest' is no list"),
        ("Moment", [4], "Moment"),
        ("GoDown", [["cake"], -1], "GoDown"),
        ("InjuryRoll", [], "InjuryRoll"),
    ],
)
def test_an_old_procedure_that_cannot_be_says_why(name: str, values: list[Any], message: str) -> None:
    with pytest.raises(SaveError, match=message):
        revived(FrameRecord(name, args=values))
