"""A fixture played at a real table: the league takes the result, and knows that its dice were typed in."""

from __future__ import annotations

from dungeonbowl.client import Server
from dungeonbowl.server import wire
from support.leagues import House
from support.servers import Guest

MOST = 400  # decisions before somebody may concede


def test_the_result_counts_as_replayed_and_the_aftermath_takes_typed_dice(server: Server) -> None:
    house = House(server)
    fixture = house.first_fixture(house.found())
    created = house.start(fixture.id, seats=["person", "person"], shared=True, dice="typed")
    assert created.commitment == ""
    guest = Guest(server, created.id, created.seats[0].token)
    guest.ready()
    for _ in range(MOST):
        prompt = guest.wait_for_prompt()
        if "concede" in prompt.words:
            guest.send(wire.Say(prompt.number, "concede"))
            break
        if prompt.roll is not None:
            order: wire.Order = wire.TypeDice(
                prompt.number, [face % len(prompt.roll.faces) + 1 for face in DICE[: prompt.roll.count]]
            )
        else:
            order = wire.Act(prompt.number, prompt.options[0].id)
        guest.send(order)
        guest.wait(wire.Update, lambda update, number=prompt.number: update.number > number)  # type: ignore[misc]
    guest.wait(wire.Over)
    page = house.settled(fixture.id)
    assert page.view.fixture.provenance == "replayed"
    assert house.aftermath(created.id, fixture.sides[0].team).may_type


DICE = [4, 2, 1, 0]
