"""A match at a real table: the server asks for dice, coaches type them in, and it never rolls one itself."""

from __future__ import annotations

import random
import re
from pathlib import Path

import msgspec
import pytest

from dungeonbowl.engine.dice import COIN, TypedDice
from dungeonbowl.engine.loop import start
from dungeonbowl.engine.match import DICE_INPUT, taken_up
from dungeonbowl.engine.procedures.ball.bounce import Bounce
from dungeonbowl.errors import UserError
from dungeonbowl.play.hand_dice import HandDice
from dungeonbowl.records.replay import encoded, read_replay_bytes, verify
from dungeonbowl.scenes.scene import Scene, home
from dungeonbowl.server import wire
from dungeonbowl.server.creating import new_match
from dungeonbowl.server.replay_view import Viewing
from dungeonbowl.server.typed_dice import first_the_dice, give, run_on
from dungeonbowl.server.view.wanted import wanted_prompt
from support.lines import Evening, House, in_a_house, whole_state

TABLE = wire.NewMatch(seats=["person", "person"], shared=True, quick=True, pace=0, turn_limit=4, dice="typed")
MOST = 4000


def prompt_of(evening: Evening) -> wire.Prompt:
    prompt = evening.session.telling.prompt_for([0, 1])
    assert prompt is not None
    return prompt


def dice_for(evening: Evening, chance: random.Random) -> list[int]:
    wanted = prompt_of(evening).roll
    assert wanted is not None
    return [chance.choice(wanted.faces).value for _ in range(wanted.count)]


async def play(evening: Evening, chance: random.Random, until: int = MOST) -> None:
    """Play on by chance, so many orders, or to the end."""
    for _ in range(until):
        session = evening.session
        if session.stage == "over":
            return
        assert session.match is not None
        number = session.number
        if session.match.awaits_dice():
            await evening.order(evening.seats[0], wire.TypeDice(number, dice_for(evening, chance)))
        else:
            await evening.order(evening.seats[0], wire.Act(number, str(chance.choice(evening.options))))
        assert session.number > number


async def to_dice(evening: Evening, chance: random.Random) -> wire.DiceWanted:
    """Play on until dice are wanted."""
    for _ in range(MOST):
        assert evening.session.match is not None
        if evening.session.match.awaits_dice():
            break
        await play(evening, chance, 1)
    wanted = prompt_of(evening).roll
    assert wanted is not None
    return wanted


@pytest.mark.parametrize("edition", ["official", "stockbowl", "astrogranite"])
def test_a_whole_match_with_typed_dice_gives_a_replay_that_runs_again(tmp_path: Path, edition: str) -> None:
    async def scene(house: House) -> None:
        order = msgspec.structs.replace(TABLE, edition=edition)
        evening = await Evening.begin(house, order)
        chance = random.Random(5)
        await play(evening, chance, 40)
        for _ in range(3):  # something is taken back, so that the replay has notes
            await evening.order(evening.seats[0], wire.TakeBackOrder(evening.session.number))
        await play(evening, chance)
        assert evening.session.stage == "over"
        data = b"\n".join(encoded(evening.session.replay())) + b"\n"
        replay = read_replay_bytes(data, "here")
        assert replay.header.dice.source == "typed"
        assert replay.header.dice.commitment is None
        assert replay.end.seed is None
        assert len(replay.end.notes) == 3
        assert all(note.text.startswith("taken back: ") for note in replay.end.notes)
        match = verify(replay)
        assert sum(1 for each in match.inputs if each.kind == DICE_INPUT) > 20
        shown = Viewing("it", replay).view
        assert "not proven" in shown.verified
        assert len(shown.notes) == 3
        assert all(0 <= note.step < shown.steps for note in shown.notes)

    in_a_house(tmp_path, scene)


def test_what_is_wanted_is_told_and_only_that_is_accepted(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, TABLE)
        line = evening.seats[0]
        chance = random.Random(1)
        for _ in range(12):
            wanted = await to_dice(evening, chance)
            prompt = prompt_of(evening)
            assert prompt.kind == "roll"
            assert prompt.mine
            assert prompt.rule
            assert wanted.what
            assert [face.value for face in wanted.faces] == list(range(1, len(wanted.faces) + 1))
            before = whole_state(evening)
            number = evening.session.number
            assert evening.session.match is not None
            most = len(wanted.faces)
            for dice in ([1] * (wanted.count + 1), [most + 1] * wanted.count, [0] * wanted.count):
                refusal = await evening.refused(line, wire.TypeDice(number, dice))
                assert re.search("rolled|tossed|cannot show", refusal.reason), refusal.reason
            assert "spectators" in (await evening.refused(evening.spectator, wire.TypeDice(number, [1]))).reason
            refusal = await evening.refused(line, wire.Act(number, "62"))
            assert re.search("must be (rolled|tossed) first", refusal.reason)
            assert (await evening.refused(line, wire.TypeDice(number - 1, [1] * wanted.count))).stale
            assert whole_state(evening) == before
            dice = dice_for(evening, chance)
            told = await evening.order(line, wire.TypeDice(number, dice))
            update = next(each for each in told if isinstance(each, wire.Update))
            assert next(event.dice for event in update.events if event.kind == "dice rolled") == dice
        await play(evening, chance, 1)
        if evening.options:
            refusal = await evening.refused(line, wire.TypeDice(evening.session.number, [1]))
            assert refusal.reason == "no dice are to be rolled now"

    in_a_house(tmp_path, scene)


def test_an_ordinary_match_takes_no_typed_dice(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, msgspec.structs.replace(TABLE, dice="provable"))
        refusal = await evening.refused(evening.seats[0], wire.TypeDice(evening.session.number, [3]))
        assert "follow from its seed" in refusal.reason

    in_a_house(tmp_path, scene)


def test_a_restart_while_dice_are_wanted_changes_nothing(tmp_path: Path) -> None:
    """Neither in the position nor in what can be taken back, nor in the order that waits for the dice."""

    async def scene(house: House) -> None:
        evening = await Evening.begin(house, TABLE)
        chance = random.Random(9)
        for turn in range(15):
            await play(evening, chance, 3 if turn else 0)  # the first time before anything was done
            if evening.session.stage == "over":
                return
            await to_dice(evening, chance)
            before, asked = whole_state(evening), prompt_of(evening)
            starts = evening.session.order_starts
            waiting = evening.session.open and evening.session.open.record(evening.session.match)  # type: ignore[arg-type]
            await house.restart()
            await evening.arrive()
            assert whole_state(evening) == before
            assert prompt_of(evening) == asked
            assert evening.session.order_starts == starts
            held = evening.session.open and evening.session.open.record(evening.session.match)  # type: ignore[arg-type]
            assert held == waiting

    in_a_house(tmp_path, scene)


def test_a_walk_goes_on_by_itself_when_its_die_was_typed(tmp_path: Path) -> None:
    """A click is one order: between two rolls of a walk the coach is not asked again, with a restart in between too."""
    rolls = []

    async def scene(house: House) -> None:
        evening = await Evening.begin(house, TABLE)
        session = evening.session
        chance = random.Random(3)
        for _ in range(30):
            while evening.session.match is not None and evening.session.match.awaits_dice():
                await play(evening, chance, 1)
            prompt = prompt_of(evening)
            far = farthest(await reaches(evening, prompt))
            if prompt.kind == "turn" and far is not None:
                break
            await play(evening, chance, 1)
        assert far is not None
        piece, square = far.piece, far.square
        await evening.order(evening.seats[0], wire.Walk(evening.session.number, piece, square))
        for _ in range(far.rolls):
            wanted = prompt_of(evening).roll
            assert wanted is not None
            rolls.append(wanted.what)
            await house.restart()
            await evening.arrive()
            await evening.order(evening.seats[0], wire.TypeDice(evening.session.number, [6]))
        session = evening.session
        assert session.match is not None
        assert int(session.match.game.square[piece]) == square

    in_a_house(tmp_path, scene)
    assert len(rolls) >= 2


class Far(msgspec.Struct):
    piece: int
    square: int
    rolls: int


async def reaches(evening: Evening, prompt: wire.Prompt) -> list[tuple[int, wire.ReachSquare]]:
    found = []
    for option in prompt.options:
        if option.kind == "activate" and option.piece is not None:
            told = await evening.order(evening.seats[0], wire.AskReach(option.piece))
            reach = next(each for each in told if isinstance(each, wire.Reach))
            found += [(option.piece, each) for each in reach.squares if not each.portal]
    return found


def farthest(found: list[tuple[int, wire.ReachSquare]]) -> Far | None:
    """A way with two rolls or more."""
    ways = [(piece, each) for piece, each in found if len(each.rolls) >= 2]
    if not ways:
        return None
    piece, way = max(ways, key=lambda item: len(item[1].rolls))
    return Far(piece, way.square, len(way.rolls))


def test_everything_is_taken_back_to_the_beginning_and_noted(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, TABLE)
        line = evening.seats[0]
        first = whole_state(evening)
        await play(evening, random.Random(4), 45)
        inputs = len(evening.session.match.inputs)  # type: ignore[union-attr]
        steps = 0
        words = []
        while True:
            back = prompt_of(evening).take_back
            if not back.possible:
                break
            if steps == 10:
                await house.restart()
                await evening.arrive()
                line = evening.seats[0]
                assert prompt_of(evening).take_back == back
            told = await evening.order(line, wire.TakeBackOrder(evening.session.number))
            update = next(each for each in told if isinstance(each, wire.Update))
            assert update.undone is not None
            assert update.notes is not None
            assert update.notes[-1].text == f"taken back: {back.what}"
            assert all(note.event <= update.undone for note in update.notes)
            assert evening.session.match is not None
            assert len(evening.session.match.inputs) < inputs
            inputs = len(evening.session.match.inputs)
            words.append(back.what)
            steps += 1
        assert steps == 45
        assert any(" for " in each for each in words), words  # dice
        assert whole_state(evening)[2:] == first[2:]
        assert (await evening.refused(line, wire.TakeBackOrder(evening.session.number))).reason
        await play(evening, random.Random(4), 5)
        welcome = evening.session.telling.welcome(next(iter(evening.session.viewers)))
        assert len(welcome.notes) == 45
        assert welcome.dice == "typed"

    in_a_house(tmp_path, scene)


def test_a_wrong_die_is_mended(tmp_path: Path) -> None:
    """Taken back, the same dice are asked for again, and other ones lead elsewhere."""

    async def scene(house: House) -> None:
        evening = await Evening.begin(house, TABLE)
        chance = random.Random(6)
        await play(evening, chance, 12)
        wanted = await to_dice(evening, chance)
        before = whole_state(evening)[2:]
        await evening.order(evening.seats[0], wire.TypeDice(evening.session.number, [1] * wanted.count))
        assert whole_state(evening)[2:] != before
        await evening.order(evening.seats[0], wire.TakeBackOrder(evening.session.number))
        assert whole_state(evening)[2:] == before
        assert prompt_of(evening).roll == wanted
        dice = [len(wanted.faces)] * wanted.count
        await evening.order(evening.seats[0], wire.TypeDice(evening.session.number, dice))
        assert evening.session.match is not None
        assert dice in [each.numbers for each in evening.session.match.inputs if each.kind == DICE_INPUT]

    in_a_house(tmp_path, scene)


def test_a_bot_moves_and_the_person_rolls_for_it(tmp_path: Path) -> None:
    """Taking back goes over what a bot has decided: it would only decide again."""

    async def scene(house: House) -> None:
        evening = await Evening.begin(
            house, msgspec.structs.replace(TABLE, seats=["person", "bot:random"], shared=False, turn_limit=16)
        )
        session = evening.session
        chance = random.Random(8)
        rolled_for_bot = 0
        for _ in range(600):
            if rolled_for_bot == 2:
                break
            assert session.match is not None
            if session.match.awaits_dice():
                prompt = session.telling.prompt_for([0])
                assert prompt is not None
                assert prompt.mine
                assert prompt.roll is not None
                rolled_for_bot += prompt.roll.side == 1
            await play(evening, chance, 1)
        assert rolled_for_bot > 0
        for _ in range(5):
            await evening.order(evening.seats[0], wire.TakeBackOrder(session.number))
            assert session.match is not None
            assert session.match.awaits_dice() or session.match.asked() == 0

    in_a_house(tmp_path, scene)


def test_nothing_is_promised_and_no_seed_is_told(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, TABLE)
        assert evening.created.commitment == ""
        told = b""
        chance = random.Random(2)
        while evening.session.stage != "over":
            await play(evening, chance, 1)
        for viewer in evening.session.viewers:
            told += msgspec.json.encode(evening.session.telling.welcome(viewer))
        told += b"".join(encoded(evening.session.replay()))
        assert evening.stored.seed.hex().encode() not in told
        assert evening.stored.commitment.encode() not in told

    in_a_house(tmp_path, scene)


def test_the_replay_of_a_match_that_waits_for_dice_can_be_read(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening = await Evening.begin(house, TABLE)
        chance = random.Random(7)
        for _ in range(4):
            await play(evening, chance, 6)
            await to_dice(evening, chance)
            data = b"\n".join(encoded(evening.session.replay())) + b"\n"
            match = verify(read_replay_bytes(data, "here"))
            assert match.awaits_dice()

    in_a_house(tmp_path, scene)


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (wire.NewMatch(seats=["bot:easy", "bot:easy"], dice="typed"), "person"),
        (wire.NewMatch(seats=["person", "person"], dice="typed", clock=wire.ClockOrder("turn", 60)), "clock"),
        (wire.NewMatch(edition="astrogranite(chest_mode=hidden)", seats=["person"] * 2, dice="typed"), "secret"),
        (wire.NewMatch(exercise="lessons/move", dice="typed"), "dice"),
    ],
)
def test_what_cannot_be_played_at_a_real_table_is_refused_in_a_sentence(order: wire.NewMatch, words: str) -> None:
    with pytest.raises(UserError, match=words):
        new_match(order)


def test_a_d3_and_a_coin_say_on_their_keys_what_they_mean() -> None:
    """A client knows no rule: which faces of a D6 make a D3 is told with the dice."""
    scene = Scene("....\n....\n....\n...A", {"A": home()}, ball=(0, 0))
    match = taken_up(scene.game, TypedDice(HandDice()), [], [])
    start(match.game, Bounce(0))
    run_on(match)
    give(match, [1])  # into the corner
    prompt = wanted_prompt(match.game, 1, True)
    assert prompt.roll is not None
    assert [face.sign for face in prompt.roll.faces] == ["D6: 1 or 2", "D6: 3 or 4", "D6: 5 or 6"]
    match.game.dice_kind = COIN
    tossed = wanted_prompt(match.game, 1, True)
    assert tossed.title.startswith("Toss a coin")
    assert tossed.roll is not None
    assert [face.sign for face in tossed.roll.faces] == ["Heads", "Tails"]
    assert "tosses a coin" in wanted_prompt(match.game, 1, False).title
    assert "must be tossed first" in first_the_dice(match.game)
