"""What one message could do to a match once: deciding for others, time, the seed of the dice, refused orders."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from mypy_extensions import i64

from dungeonbowl.client import Server
from dungeonbowl.engine import actions
from dungeonbowl.engine.dice import ProvableDice
from dungeonbowl.engine.match import DICE_INPUT
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.engine.statuses import PRONE
from dungeonbowl.records.setup import Setup
from dungeonbowl.server import orders, plans, wire
from dungeonbowl.server.creating import new_match
from dungeonbowl.storage.match_records import StoredMatch
from support.lines import END_TURN, QUICK, SEED, Evening, House, Line, in_a_house, whole_state
from support.servers import Guest
from support.witnesses import Witness

SHARED = wire.NewMatch(seats=["person", "person"], quick=True, pace=0, shared=True, help=True)
WORDS = [str(int(word)) for word in (actions.CONCEDE, actions.TIME_UP, actions.CALL_TIME)]


def activation(evening: Evening) -> tuple[str, int]:
    """An option that activates a player, and the player."""
    option = next(each for each in evening.options if each & 0xFF == actions.ACTIVATE)
    return str(option), option >> 8 & 0xFFFF


# --- for others ------------------------------------------------------------------------------------------------------


def test_a_walk_does_not_decide_for_the_other_seat(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED)
        decider, _ = evening.asked()
        before = whole_state(evening)
        _, piece = activation(evening)
        await evening.refused(decider, wire.Walk(evening.session.number, piece, 0, [END_TURN] * 4))
        assert whole_state(evening) == before
        Witness(evening).look()

    in_a_house(tmp_path, scene)


def test_the_actions_that_follow_another_are_chosen_for_the_same_coach_only(tmp_path: Path) -> None:
    """Also where both coaches share one link: the rest of the list was meant for the decision before."""

    async def scene(house: House) -> None:
        for order in (QUICK, SHARED):
            evening = await Evening.begin(house, order, SEED)
            decider, _ = evening.asked()
            assert evening.session.match is not None
            side, inputs = evening.session.asked(), len(evening.session.match.inputs)
            await evening.order(decider, wire.Act(evening.session.number, END_TURN, [END_TURN, END_TURN]))
            assert evening.session.asked() != side
            assert len(evening.session.match.inputs) == inputs + 1
            await house.leave()

    in_a_house(tmp_path, scene)


@pytest.mark.parametrize("word", WORDS)
def test_words_that_are_never_listed_are_no_options(tmp_path: Path, word: str) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED)
        decider, _ = evening.asked()
        option, piece = activation(evening)
        before = whole_state(evening)
        number = evening.session.number
        refused = await evening.refused(decider, wire.Act(number, word))
        assert "no option" in refused.reason
        await evening.refused(decider, wire.Walk(number, piece, 0, [word]))
        assert whole_state(evening) == before
        await evening.order(decider, wire.Act(number, option, [word]))  # here the engine would hear the time
        assert evening.session.match is not None
        assert [each.numbers for each in evening.session.match.inputs][-1] == [int(option)]
        await evening.refused(decider, wire.Act(number + 1, word))
        assert evening.session.stage == "playing"

    in_a_house(tmp_path, scene)


def test_a_coach_concedes_by_saying_so_when_asked_and_for_himself_alone(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED)
        decider, other = evening.asked()
        number, side = evening.session.number, evening.session.asked()
        concede = wire.Say(number, "concede")
        assert "decision of" in (await evening.refused(other, concede)).reason
        assert "decide nothing" in (await evening.refused(evening.spectator, concede)).reason
        told = await evening.order(decider, concede)
        over = next(each for each in told if isinstance(each, wire.Over))
        assert over.winner != side

    in_a_house(tmp_path, scene)


# --- taking back -----------------------------------------------------------------------------------------------------


def test_when_the_seed_is_told_nothing_is_taken_back(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED)
        decider, other = evening.asked()
        told = await evening.order(decider, wire.Say(evening.session.number, "concede"))
        assert any(isinstance(each, wire.Over) and each.seed == SEED.hex() for each in told)
        for again in range(2):
            for line in (decider, other):
                refused = await evening.refused(line, wire.TakeBackOrder(evening.session.number))
                assert "over" in refused.reason
            assert evening.session.stage == "over"
            if not again:
                await house.restart()
                await evening.arrive()
                decider, other = evening.seats

    in_a_house(tmp_path, scene)


async def everything_is_refused(evening: Evening, reason: str) -> None:
    """Whatever would change a match, from every line."""
    number = evening.session.number
    for line in evening.seats:
        for order in (
            wire.Act(number, END_TURN),
            wire.Act(number, "0", [END_TURN]),
            wire.Say(number, "concede"),
            wire.Walk(number, 0, 0),
            wire.Walk(number, 0, 0, [END_TURN]),
            wire.TakeBackOrder(number),
            wire.ChooseForMe(number),
            wire.ChooseForMe(number, "turn"),
        ):
            assert reason in (await evening.refused(line, order)).reason, order


def test_nothing_changes_a_match_that_is_over(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED)
        await evening.order(evening.asked()[0], wire.Say(evening.session.number, "concede"))
        before = whole_state(evening)
        await everything_is_refused(evening, "the match is over")
        for line in evening.seats:
            assert "over" in (await evening.refused(line, wire.SetAuto("Dodge", "always"))).reason
            assert "over" in (await evening.refused(line, wire.Ready("again"))).reason
        told = await evening.order(evening.seats[0], wire.SendChat("Well played"))
        assert any(isinstance(each, wire.Chat) for each in told), "people may still talk"
        assert whole_state(evening) == before

    in_a_house(tmp_path, scene)


def test_nothing_changes_a_match_that_has_not_begun(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED, playing=False)
        await everything_is_refused(evening, "not begun")
        assert evening.session.match is None
        assert "no such seat" in (await evening.refused(evening.spectator, wire.Ready("mine"))).reason
        assert "no such seat" in (await evening.refused(evening.seats[0], wire.Ready("mine", side=1))).reason

    in_a_house(tmp_path, scene)


def test_spectators_and_the_other_coach_take_nothing_back(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED)
        decider, other = evening.asked()
        await evening.order(decider, wire.Act(evening.session.number, END_TURN))
        order = wire.TakeBackOrder(evening.session.number)
        assert "decide nothing" in (await evening.refused(evening.spectator, order)).reason
        assert "other coach" in (await evening.refused(other, order)).reason
        stale = await evening.refused(decider, wire.TakeBackOrder(evening.session.number - 1))
        assert stale.stale
        await evening.order(decider, order)
        assert evening.asked()[0] is decider

    in_a_house(tmp_path, scene)


def test_at_one_screen_the_last_decision_is_taken_back_whosever_it_was(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, SHARED, SEED)
        line = evening.seats[0]
        first = whole_state(evening)
        await evening.order(line, wire.Act(evening.session.number, END_TURN))
        await evening.order(line, wire.Act(evening.session.number, END_TURN))
        for _ in range(2):
            await evening.order(line, wire.TakeBackOrder(evening.session.number))
        assert whole_state(evening)[1:] == first[1:]
        assert await evening.refused(line, wire.TakeBackOrder(evening.session.number))

    in_a_house(tmp_path, scene)


def test_what_the_bot_did_for_a_coach_is_taken_back_and_the_bot_stops(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, SHARED, SEED)
        line = evening.seats[0]
        witness = Witness(evening)
        for _ in range(40):
            await evening.order(line, wire.ChooseForMe(evening.session.number, "kind"))
            witness.look()
            assert evening.session.match is not None
            if evening.session.match.can_take_back():
                break
        count = len(evening.session.match.inputs)
        await evening.order(line, wire.TakeBackOrder(evening.session.number))
        witness.look()
        assert len(evening.session.match.inputs) == count - 1
        assert not evening.session.thinking.pilots

    in_a_house(tmp_path, scene)


def test_time_that_is_up_is_not_taken_back(tmp_path: Path) -> None:
    order = msgspec.structs.replace(QUICK, clock=wire.ClockOrder("turn", 60))

    async def scene(house: House) -> None:
        evening = await Evening.begin(house, order, SEED)
        decider, _ = evening.asked()
        house.time.pass_by(60)
        await house.settled(evening.id)
        assert evening.asked()[0] is not decider
        before = whole_state(evening)
        for _ in range(2):
            refused = await evening.refused(decider, wire.TakeBackOrder(evening.session.number))
            assert "clock" in refused.reason
            assert whole_state(evening) == before
            await house.restart()
            await evening.arrive()
            decider = next(line for line in evening.seats if line is not evening.asked()[0])

    in_a_house(tmp_path, scene)


@pytest.mark.parametrize("clock", ["none", "turn"])
def test_taking_back_an_answer_brings_no_new_time(tmp_path: Path, clock: str) -> None:
    """Each answer in the other coach's turn has its own seconds: taken back again and again it would stop the match."""
    order = msgspec.structs.replace(SHARED, clock=wire.ClockOrder(clock, 60 if clock == "turn" else 0))  # type: ignore[arg-type]

    async def scene(house: House) -> None:
        for seed in range(40):
            stored, created = seeded_match(order, seed)
            with_skill(stored, "Stand Firm")
            await house.sessions.create(stored)
            evening = Evening(house, stored, created)
            await evening.arrive()
            line = evening.seats[0]
            await evening.order(line, wire.Ready("word"))
            for _ in range(400):
                match = evening.session.match
                assert match is not None
                if match.is_over():
                    break
                if (
                    any(each & 0xFF == actions.DECLINE for each in match.options())
                    and match.asked() != match.game.active
                ):
                    decline = next(each for each in match.options() if each & 0xFF == actions.DECLINE)
                    await evening.order(line, wire.Act(evening.session.number, str(decline)))
                    match = evening.session.match
                    assert match is not None
                    if match.inputs[-1].kind == DICE_INPUT or not match.can_take_back():
                        continue
                    told = await evening.order(line, wire.TakeBackOrder(evening.session.number))
                    refusals = [each.reason for each in told if isinstance(each, wire.Refused)]
                    assert ["clock" in each for each in refusals] == ([True] if clock == "turn" else [])
                    return
                await evening.order(line, wire.ChooseForMe(evening.session.number))
            await house.leave()
        raise AssertionError("nobody was pushed")

    in_a_house(tmp_path, scene)


# --- refused, and nothing has changed --------------------------------------------------------------------------------


def with_skill(stored: StoredMatch, skill: str) -> None:
    """Every player has one skill, and nobody any other."""
    setup = msgspec.json.decode(stored.setup, type=Setup)
    teams = [
        msgspec.structs.replace(
            team,
            players=[
                msgspec.structs.replace(player, skills=[skill], abilities=None, parameters=None, position="")
                for player in team.players
            ],
        )
        for team in setup.teams
    ]
    stored.setup = msgspec.json.encode(msgspec.structs.replace(setup, teams=teams))


async def somebody_lies(house: House, skill: str, seed: int) -> tuple[Evening, Line, int] | None:
    """A match in which a player who lies has been activated and has declared nothing yet."""
    stored, created = seeded_match(QUICK, seed)
    with_skill(stored, skill)
    await house.sessions.create(stored)
    evening = Evening(house, stored, created)
    await evening.arrive()
    for line in evening.seats:
        await evening.order(line, wire.Ready("word"))
    chance = random.Random(seed)
    for _ in range(300):
        match = evening.session.match
        assert match is not None
        if match.is_over():
            break
        game = match.game
        line = evening.asked()[0]
        options = match.options()
        lying = [
            each
            for each in options
            if each & 0xFF == actions.ACTIVATE and int(game.status[each >> 8 & 0xFFFF]) == PRONE
        ]
        choice = lying[0] if lying else chance.choice([each for each in options if each != actions.END_TURN] or options)
        await evening.order(line, wire.Act(evening.session.number, str(choice)))
        game = evening.session.match.game
        if lying and game.acting == lying[0] >> 8 & 0xFFFF and game.declared == 0 and evening.asked()[0] is line:
            return evening, line, int(game.acting)
    await house.leave()
    return None


def seeded_match(order: wire.NewMatch, seed: int) -> tuple[StoredMatch, wire.Created]:
    stored, created = new_match(order)
    stored.seed = seed.to_bytes(32, "big")
    stored.commitment = ProvableDice(stored.seed, []).commitment()
    return stored, created


def test_a_walk_of_a_player_who_lies_is_stored_as_it_happened(tmp_path: Path) -> None:
    """Declaring Move brings a roll, and a failed one a question: that far the walk goes, and it is accepted."""

    async def scene(house: House) -> None:
        asked = 0
        for seed in range(60):
            found = await somebody_lies(house, "Really Stupid", seed)
            if found is None:
                continue
            evening, line, piece = found
            match = evening.session.match
            assert match is not None
            squares = reach(match.game, i64(piece)).squares()
            before = whole_state(evening)
            told = await evening.order(line, wire.Walk(evening.session.number, piece, int(squares[-1])))
            match = evening.session.match
            assert match is not None
            rolled = any(each.kind == DICE_INPUT for each in match.inputs[len(before[2]) :])
            if any(isinstance(each, wire.Refused) for each in told):
                assert whole_state(evening) == before
            else:
                assert any(isinstance(each, wire.Update) for each in told)
                asked += rolled and match.game.acting == piece and match.asked() >= 0
            await evening.order(evening.asked()[0], wire.ChooseForMe(evening.session.number))
            Witness(evening).look()
            after = whole_state(evening)
            await house.restart()
            await evening.arrive()
            assert whole_state(evening) == after, "a server that starts anew finds the same match"
            await house.leave()
            if asked >= 2:
                return
        raise AssertionError("no walk came to a question")

    in_a_house(tmp_path, scene)


def test_refused_orders_cost_no_dice(tmp_path: Path) -> None:
    """Two matches with the same seed and the same decisions, one of them beside a stream of refused orders."""

    async def scene(house: House) -> None:
        inputs: list[list[tuple[int, list[int]]]] = []
        for harassed in (False, True):
            chance = random.Random(3)
            evening = await Evening.begin(house, QUICK, SEED)
            for _ in range(80):
                session = evening.session
                assert session.match is not None
                if session.match.is_over():
                    break
                decider, other = evening.asked()
                number = session.number
                choice = str(chance.choice(evening.options))
                if harassed:
                    for line, order in (
                        (other, wire.Act(number, choice)),
                        (evening.spectator, wire.Act(number, choice)),
                        (decider, wire.Act(number - 1, choice)),
                        (decider, wire.Act(number, "62")),
                        (decider, wire.Walk(number, 255, 4096, [choice])),
                    ):
                        await evening.refused(line, order)
                await evening.order(decider, wire.Act(number, choice))
            assert evening.session.match is not None
            inputs.append([(each.kind, each.numbers) for each in evening.session.match.inputs])
            await house.leave()
        assert inputs[0] == inputs[1]
        assert any(kind == DICE_INPUT for kind, _ in inputs[0])

    in_a_house(tmp_path, scene)


def test_a_walk_that_has_rolled_is_never_refused(tmp_path: Path) -> None:
    """Whoever were refused after the dice could try one order after the other until the dice suit him."""

    async def scene(house: House) -> None:
        rolled = 0
        for seed in range(8):
            evening = await Evening.begin(house, QUICK, bytes([seed] * 32))
            chance = random.Random(seed)
            for _ in range(150):
                session = evening.session
                assert session.match is not None
                if session.match.is_over():
                    break
                decider, _ = evening.asked()
                option = chance.choice(evening.options)
                before = session.match
                told = await evening.order(decider, wire.Walk(session.number, 0, 0, [str(option)]))
                after = session.match
                if any(isinstance(each, wire.Refused) for each in told):
                    assert len(after.inputs) == len(before.inputs)
                    told = await evening.order(decider, wire.Act(session.number, str(option)))
                    new = session.match.inputs[len(after.inputs) :]
                    assert not any(each.kind == DICE_INPUT for each in new), "its dice were kept from the coach"
                else:
                    rolled += any(each.kind == DICE_INPUT for each in after.inputs[len(before.inputs) :])
            await house.leave()
        assert rolled > 20

    in_a_house(tmp_path, scene)


def test_an_order_in_which_the_server_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED)
        decider, _ = evening.asked()
        _, piece = activation(evening)
        before = whole_state(evening)

        def broken(*_: object) -> None:
            raise ZeroDivisionError("a defect of the engine")

        with monkeypatch.context() as patch:
            patch.setattr(plans, "reach", broken)
            refused = await evening.refused(decider, wire.Walk(evening.session.number, piece, 3))
            assert "nothing has changed" in refused.reason
            assert "defect" not in refused.reason
            assert whole_state(evening) == before
            patch.setattr(orders.previews, "reach_of", broken)
            assert "failed" in (await evening.refused(evening.spectator, wire.AskReach(piece))).reason
        assert not evening.session.is_ended, "the others play on"
        await evening.order(decider, wire.Act(evening.session.number, END_TURN))
        Witness(evening).look()

    in_a_house(tmp_path, scene)


def test_one_coach_cannot_use_up_the_standing_answers_of_all(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, QUICK, SEED)
        home, away = evening.seats
        for index in range(orders.MOST_ANSWERS):
            await evening.order(home, wire.SetAuto(f"skill {index}", "always"))
        assert "too many" in (await evening.refused(home, wire.SetAuto("one more", "always"))).reason
        told = await evening.order(away, wire.SetAuto("Dodge", "never"))
        assert any(isinstance(each, wire.AutoSet) and each.auto == [wire.Auto("Dodge", "never")] for each in told)
        Witness(evening).compare_all()

    in_a_house(tmp_path, scene)


def test_a_standing_answer_is_taken_back_with_the_decision_before_it(tmp_path: Path) -> None:
    """Alone it would be given again at once."""

    async def scene(house: House) -> None:
        for seed in range(40):
            stored, created = seeded_match(SHARED, seed)
            with_skill(stored, "Stand Firm")
            await house.sessions.create(stored)
            evening = Evening(house, stored, created)
            await evening.arrive()
            line = evening.seats[0]
            await evening.order(line, wire.Ready("word"))
            await evening.order(line, wire.SetAuto("Stand Firm", "never"))
            for _ in range(400):
                before = whole_state(evening)
                if before[1] == "over":
                    break
                await evening.order(line, wire.ChooseForMe(evening.session.number))
                after = whole_state(evening)
                new = after[2][len(before[2]) :]
                if len(new) < 2 or any(kind == DICE_INPUT for kind, _ in new) or after[1] == "over":
                    continue
                prompt = evening.session.telling.prompt_for([0, 1])
                assert prompt is not None
                if not prompt.take_back.possible:  # something has come out
                    continue
                for side in (0, 1):
                    alone = evening.session.telling.prompt_for([side])
                    assert alone is not None
                    assert not alone.take_back.possible, "a decision of each coach is among them"
                told = await evening.order(line, wire.TakeBackOrder(evening.session.number))
                assert [each.undone for each in told if isinstance(each, wire.Update)] == [before[3]]
                assert whole_state(evening)[1:] == before[1:]
                Witness(evening).compare_all()
                return
            await house.leave()
        raise AssertionError("nobody was pushed")

    in_a_house(tmp_path, scene)


def test_what_no_client_sends_ends_at_most_its_own_connection(server: Server) -> None:
    """On a real socket: bytes in the place of text, text that is no UTF-8, brackets without end."""
    created = server.new_match(seats=["person", "person"], quick=True, pace=0)
    home, away = (Guest(server, created.id, seat.token) for seat in created.seats)
    for data in (b"\x00\xff", b"", "[" * 16_000, '{"type":' * 1_500, '{"type":"act","number":1e400,"option":"2"}'):
        home.connection.socket.send(data)
        assert "that message cannot be read: " in home.wait(wire.Refused).reason
    home.connection.socket.send(b"\xff\xfe", text=True)
    assert home.wait_for_end().code == 1007
    again = Guest(server, created.id, created.seats[0].token)
    again.send(wire.Ready("word"))
    assert away.ready("word").stage == "playing"
