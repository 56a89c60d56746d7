"""What may be added to either the armour or the injury roll, as a value: who gives how much of it."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from dungeonbowl.engine.procedures.harm.helps import BALL, GIVERS, NO_HELPS, PLACE, SKILL, Helps
from dungeonbowl.engine.procedures.harm.victim import Victim, wounded


@pytest.mark.parametrize(("giver", "added"), [(SKILL, 1), (PLACE, 2), (BALL, 4)])
def test_each_giver_adds_its_own_number(giver: i64, added: int) -> None:
    assert Helps(1, 2, 4).of(giver) == added


def test_all_helps_together_are_the_sum_of_what_the_givers_add() -> None:
    helps = Helps(1, 2, 4)
    assert helps.in_all() == sum(helps.of(i64(giver)) for giver in range(int(GIVERS))) == 7


def test_without_help_nothing_is_added() -> None:
    assert NO_HELPS.in_all() == 0
    assert Helps(skill=3).fields() == {"skill": 3, "place": 0, "ball": 0}


def test_a_victim_that_is_hurt_worse_is_another_victim() -> None:
    first = Victim(3, 9, 1, 7, 2, 1)
    second = first.hurt_worse(2, 1)
    assert (first.bonus, first.wound) == (1, 1)
    assert second.fields() == first.fields() | {"bonus": 3, "wound": 2}


def test_a_softened_victim_keeps_all_else() -> None:
    first = Victim(3, 9, 1, 7, 2, 1, True)
    assert not first.soft
    assert first.softened().fields() == first.fields() | {"soft": True}


def test_a_wounded_victim_has_its_armour_broken_already() -> None:
    assert wounded(3, 9).fields() == Victim(3, 9).fields() | {"broken": True}
