"""Loading a match notices what does not fit, says so in a sentence with the place, and harms nobody else."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from dungeonbowl.server import wire
from dungeonbowl.server.api.matches import match_summary
from dungeonbowl.server.api.replays import replay_named
from dungeonbowl.server.failures import NotFound
from support.lines import QUICK, SEED, Evening, House, in_a_house, whole_state
from support.witnesses import Witness

Damage = Callable[[House, str], None]


async def played(house: House, decisions: int = 60) -> Evening:
    """A match that has come some way, with dice in it."""
    evening = await Evening.begin(house, QUICK, SEED)
    chance = random.Random(2)
    for _ in range(decisions):
        choice = chance.choice(evening.options)
        await evening.order(evening.asked()[0], wire.Act(evening.session.number, str(choice)))
    assert evening.session.stage == "playing"
    assert evening.session.match is not None
    assert sum(1 for each in evening.session.match.inputs if each.kind == 1) > 5
    return evening


def inputs_of(house: House, match: str) -> list[tuple[int, int, str]]:
    rows = house.rows("SELECT position, kind, numbers FROM inputs WHERE match_id = :id ORDER BY position", id=match)
    return [(int(position), int(kind), str(numbers)) for position, kind, numbers in rows]


def place_of(house: House, match: str, kind: int) -> int:
    """The place of an input of a kind, somewhere in the middle."""
    found = [position for position, of, _ in inputs_of(house, match) if of == kind]
    return found[len(found) // 2]


def gap(house: House, match: str) -> None:
    place = place_of(house, match, 0)
    house.execute("DELETE FROM inputs WHERE match_id = :id AND position = :place", id=match, place=place)


def jump(house: House, match: str) -> None:
    """As a refused order did that had changed the match in memory: the next input is one place too far."""
    place = place_of(house, match, 0)
    house.execute(
        "DELETE FROM inputs WHERE match_id = :id AND position BETWEEN :place AND :place + 2", id=match, place=place
    )


def lost_end(house: House, match: str) -> None:
    last = inputs_of(house, match)[-1][0]
    house.execute("DELETE FROM inputs WHERE match_id = :id AND position = :place", id=match, place=last)


def lost_dice(house: House, match: str) -> None:
    """The end is lost, and who took it away has also changed the count."""
    rows = inputs_of(house, match)
    last = max(position for position, kind, _ in rows if kind == 1)
    house.execute("DELETE FROM inputs WHERE match_id = :id AND position >= :place", id=match, place=last)
    house.execute("UPDATE matches SET result = '{}' WHERE id = :id", id=match)


def other_dice(house: House, match: str) -> None:
    place = place_of(house, match, 1)
    house.execute("UPDATE inputs SET numbers = '99' WHERE match_id = :id AND position = :place", id=match, place=place)


def other_action(house: House, match: str) -> None:
    place = place_of(house, match, 0)
    house.execute("UPDATE inputs SET numbers = '255' WHERE match_id = :id AND position = :place", id=match, place=place)


def no_number(house: House, match: str) -> None:
    place = place_of(house, match, 0)
    house.execute("UPDATE inputs SET numbers = 'x' WHERE match_id = :id AND position = :place", id=match, place=place)


def two_numbers(house: House, match: str) -> None:
    place = place_of(house, match, 0)
    house.execute("UPDATE inputs SET numbers = '2 2' WHERE match_id = :id AND position = :place", id=match, place=place)


def far_too_large(house: House, match: str) -> None:
    place = place_of(house, match, 0)
    numbers = "9" * 30
    house.execute(
        "UPDATE inputs SET numbers = :numbers WHERE match_id = :id AND position = :place",
        id=match,
        place=place,
        numbers=numbers,
    )


def more_dice(house: House, match: str) -> None:
    last = inputs_of(house, match)[-1][0]
    house.execute("INSERT INTO inputs VALUES (:id, :place, 1, '3')", id=match, place=last + 1)
    house.execute("UPDATE matches SET result = '{}' WHERE id = :id", id=match)


def other_seed(house: House, match: str) -> None:
    house.execute("UPDATE matches SET seed = :seed WHERE id = :id", id=match, seed=bytes(32))


def over_too_early(house: House, match: str) -> None:
    house.execute("UPDATE matches SET stage = 'over' WHERE id = :id", id=match)


def not_begun(house: House, match: str) -> None:
    house.execute("UPDATE matches SET stage = 'waiting' WHERE id = :id", id=match)


def no_stage(house: House, match: str) -> None:
    house.execute("UPDATE matches SET stage = 'gone' WHERE id = :id", id=match)


def no_count(house: House, match: str) -> None:
    house.execute("UPDATE matches SET number = 0 WHERE id = :id", id=match)


def no_setup(house: House, match: str) -> None:
    house.execute("UPDATE matches SET setup = :setup WHERE id = :id", id=match, setup=b"{}")


def setup_of_letters(house: House, match: str) -> None:
    house.execute("UPDATE matches SET setup = '{}' WHERE id = :id", id=match)


def no_sides(house: House, match: str) -> None:
    house.execute("UPDATE matches SET sides = '[' WHERE id = :id", id=match)


DAMAGES: dict[Damage, str] = {
    gap: "is missing",
    jump: "is missing",
    lost_end: "inputs, and",
    lost_dice: "dice are missing",
    other_dice: "stored is dice 99, played again it is dice",
    other_action: "the action 255 is refused",
    no_number: "cannot be read",
    two_numbers: "an action is one number",
    far_too_large: "an action is one number",
    more_dice: "where none are rolled",
    other_seed: "not the one that was promised",
    over_too_early: "its stage is 'over'",
    not_begun: "it has not begun, and yet",
    no_stage: "its stage is 'gone'",
    no_count: "its number is 0",
    no_setup: "missing required field",
    setup_of_letters: "cannot be read",
    no_sides: "cannot be read",
}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_match_is_not_resumed_and_the_reason_names_it(
    tmp_path: Path, damage: Damage, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(house: House) -> None:
        evening = await played(house)
        healthy = await Evening.begin(house, QUICK, SEED)
        state = whole_state(healthy)
        await house.restart()
        damage(house, evening.id)
        request = cast(Any, SimpleNamespace(app=SimpleNamespace(state=house.state)))
        for _ in range(2):
            line = await house.connect(evening.id, evening.created.seats[0].token)
            assert line.closed is not None
            code, reason = line.closed
            assert code == 4410
            assert reason.startswith(f"match {evening.id} cannot be resumed: ")
            for ask in (match_summary.fn(request, evening.id, ""), replay_named(request, evening.id)):
                with pytest.raises(NotFound) as refused:
                    await ask
                assert DAMAGES[damage].lower() in str(refused.value).lower()
                assert evening.id in str(refused.value)
        assert evening.id in caplog.text, "whoever runs the server can read it too"
        await healthy.arrive()
        assert whole_state(healthy) == state, "other matches go on"
        told = await healthy.order(healthy.asked()[0], wire.Act(healthy.session.number, "2"))
        assert any(isinstance(each, wire.Update) for each in told)

    in_a_house(tmp_path, scene)


def test_a_match_of_an_older_version_without_a_count_of_its_inputs_is_resumed(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await played(house)
        state = whole_state(evening)
        await house.restart()
        house.execute("UPDATE matches SET result = :result WHERE id = :id", id=evening.id, result='{"score":[0,0]}')
        await evening.arrive()
        assert whole_state(evening) == state
        await evening.order(evening.asked()[0], wire.ChooseForMe(evening.session.number))
        Witness(evening).compare_all()

    in_a_house(tmp_path, scene)
