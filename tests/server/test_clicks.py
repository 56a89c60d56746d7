"""One click is one order: it may end the present activation before what it does, and is taken back as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import first_of, kind_of
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import options_of
from dungeonbowl.engine.match import DICE_INPUT
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.server import taking_back, wire
from dungeonbowl.server.drafts import OF_ANOTHER
from dungeonbowl.server.view import foresight
from dungeonbowl.server.view.idle_clicks import BY_BUTTON, NOT_CHOSEN, wall_between, why_nothing
from dungeonbowl.server.view.words import player_label
from support.lines import END_TURN, SEED, Evening, House, Line, in_a_house, whole_state
from support.positions import Found, match_where
from support.witnesses import Witness

EDITIONS = ("official", "stockbowl", "astrogranite")
STOP = str(int(actions.END_ACTIVATION))


async def at_turn(house: House, edition: str = "official") -> tuple[Evening, Line]:
    """A match in which a coach may choose any player."""
    order = wire.NewMatch(edition=edition, seats=["person", "person"], quick=True, pace=0)
    evening = await Evening.begin(house, order, SEED)
    line, _ = evening.asked()
    while prompt_of(evening, line).kind != "turn":
        await evening.order(line, wire.ChooseForMe(evening.session.number))
        line, _ = evening.asked()
    return evening, line


def prompt_of(evening: Evening, line: Line) -> wire.Prompt:
    prompt = evening.session.telling.prompt_for(evening.sides[line])
    assert prompt is not None
    return prompt


def fresh(prompt: wire.Prompt) -> list[int]:
    """The players that can be activated, in this order or after the present activation."""
    options = [*prompt.options, *prompt.further]
    return [option.piece for option in options if option.kind == "activate" and option.piece is not None]


async def answer(evening: Evening, line: Line, order: wire.Order, kind: type[wire.Message]) -> wire.Message:
    told = [each for each in await evening.order(line, order) if isinstance(each, kind)]
    assert len(told) == 1, order
    return told[0]


async def reach_of(evening: Evening, line: Line, piece: int) -> wire.Reach:
    found = await answer(evening, line, wire.AskReach(piece), wire.Reach)
    assert isinstance(found, wire.Reach)
    return found


async def safe_walk(evening: Evening, line: Line, piece: int, first: list[str], steps: int = 3) -> wire.Walk:
    """A walk of so many squares without a roll, to where it is not ended by anything."""
    found = await reach_of(evening, line, piece)
    square = next(each for each in found.squares if each.odds == 1.0 and len(each.path) == steps and not each.portal)
    return wire.Walk(evening.session.number, piece, square.square, first)


async def steady(evening: Evening, line: Line) -> list[int]:
    """The players who could be activated and roll for nothing before they walk."""
    found = []
    for piece in fresh(prompt_of(evening, line)):
        squares = (await reach_of(evening, line, piece)).squares
        if any(each.odds == 1.0 and len(each.path) == 3 and not each.portal for each in squares):
            found.append(piece)
    return found


def count_of_inputs(evening: Evening) -> int:
    assert evening.session.match is not None
    return len(evening.session.match.inputs)


# --- the next click ends the activation ------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_next_player_walks_in_the_order_that_ends_the_last_activation(tmp_path: Path, edition: str) -> None:
    async def scene(house: House) -> None:
        evening, line = await at_turn(house, edition)
        first, second = (await steady(evening, line))[:2]
        await evening.order(line, await safe_walk(evening, line, first, []))
        prompt = prompt_of(evening, line)
        assert prompt.kind == "act"
        option = next(each for each in prompt.further if each.kind == "activate" and each.piece == second)
        assert option.first == [STOP]
        menu = await answer(evening, line, wire.AskMenu(second), wire.Menu)
        assert isinstance(menu, wire.Menu)
        assert menu.first == [STOP, option.id]
        assert all(each.first == menu.first for each in menu.options)
        number = evening.session.number
        await evening.order(line, await safe_walk(evening, line, second, [*option.first, option.id]))
        assert evening.session.number == number + 1, "it is one order"
        assert evening.session.match is not None
        assert evening.session.match.game.acting == second
        Witness(evening).look()

    in_a_house(tmp_path, scene)


def test_the_turn_ends_in_one_order_while_a_player_acts(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening, line = await at_turn(house)
        piece = fresh(prompt_of(evening, line))[0]
        await evening.order(line, await safe_walk(evening, line, piece, []))
        prompt = prompt_of(evening, line)
        end = next(each for each in prompt.further if each.kind == "end turn")
        assert prompt.unfinished == len(fresh(prompt)) > 0
        await evening.order(line, wire.Act(prompt.number, end.id, [], end.first))
        assert evening.asked()[0] is not line

    in_a_house(tmp_path, scene)


def test_somebody_else_comes_on_in_the_order_that_ends_an_activation(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening, line = await at_turn(house, "astrogranite")
        piece = (await steady(evening, line))[0]
        await evening.order(line, await safe_walk(evening, line, piece, []))
        prompt = prompt_of(evening, line)
        enter = next(each for each in prompt.further if each.kind == "enter")
        inputs = count_of_inputs(evening)
        await evening.order(line, wire.Act(prompt.number, enter.id, [], enter.first))
        assert evening.session.match is not None
        made = [each.numbers[0] for each in evening.session.match.inputs[inputs:] if each.kind != DICE_INPUT]
        assert made[:2] == [int(STOP), int(enter.id)]

    in_a_house(tmp_path, scene)


def test_an_order_that_ends_an_activation_is_followed_whole_or_not_at_all(tmp_path: Path) -> None:
    """Stale, of another seat, with something unlisted in front, in the middle or at the end, true only in part."""

    async def scene(house: House) -> None:
        evening, line = await at_turn(house)
        other = next(seat for seat in evening.seats if seat is not line)
        first, second = fresh(prompt_of(evening, line))[:2]
        activate = str(int(actions.action(actions.ACTIVATE, i64(second))))
        again = str(int(actions.action(actions.ACTIVATE, i64(first))))
        foreign = next(
            each for each in range(40) if evening.session.match and evening.session.match.game.side_of[each] == 0
        )
        number = evening.session.number
        before = whole_state(evening)
        for order in (
            wire.Act(number, END_TURN, [], [STOP]),  # nobody acts yet
            wire.Act(number, activate, [], [STOP]),
        ):
            await evening.refused(line, order)
        assert whole_state(evening) == before
        await evening.order(line, await safe_walk(evening, line, first, []))
        number = evening.session.number
        before = whole_state(evening)
        move = str(int(actions.action(actions.DECLARE, actions.MOVE_ACTION)))
        enemy = str(int(actions.action(actions.ACTIVATE, i64(foreign))))
        concede = str(int(actions.CONCEDE))
        for order in (
            wire.Act(number, activate),  # without the ending
            wire.Act(number, STOP, [], [STOP]),
            wire.Act(number, again, [], [STOP]),  # has just acted
            wire.Act(number, enemy, [], [STOP]),
            wire.Act(number, concede, [], [STOP]),
            wire.Act(number, END_TURN, [], [STOP, STOP]),
            wire.Act(number, move, [], [STOP]),  # nobody to declare it for
            wire.Act(number, move, [], [activate, STOP]),  # in the wrong order
            wire.Act(number, END_TURN, [], [STOP, activate]),
            wire.Act(number, "9" * 18, [], [STOP]),
            wire.Walk(number, second, 4096, [STOP, activate]),
            wire.Walk(number, second, 0, [activate, STOP]),
            wire.Walk(number, foreign, 0, [STOP, enemy]),
        ):
            await evening.refused(line, order)
            assert whole_state(evening) == before, order
        good = wire.Act(number, END_TURN, [], [STOP])
        assert (await evening.refused(line, wire.Act(number - 1, END_TURN, [], [STOP]))).stale
        assert "decision of" in (await evening.refused(other, good)).reason
        assert "decide nothing" in (await evening.refused(evening.spectator, good)).reason
        assert whole_state(evening) == before
        Witness(evening).look()

    in_a_house(tmp_path, scene)


def test_what_would_be_lost_is_told(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening, line = await at_turn(house)
        piece = fresh(prompt_of(evening, line))[0]
        menu = await answer(evening, line, wire.AskMenu(piece), wire.Menu)
        assert isinstance(menu, wire.Menu)
        for group, lost in (("Move", ""), ("Blitz", "Blitz"), ("Pass", "Pass")):
            option = next(each for each in menu.options if each.group == group and each.kind == "declare")
            await evening.order(line, wire.Act(evening.session.number, option.id, [], option.first))
            wasting = prompt_of(evening, line).wasting
            assert lost in wasting
            assert bool(wasting) == bool(lost)
            await evening.order(line, wire.TakeBackOrder(evening.session.number))

    in_a_house(tmp_path, scene)


# --- taking back -----------------------------------------------------------------------------------------------------


def test_a_whole_order_is_taken_back_and_named_before_also_after_a_restart(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        for restarts in (False, True):
            evening, line = await at_turn(house)
            seat = evening.seats.index(line)
            first, second = fresh(prompt_of(evening, line))[:2]
            beginning = whole_state(evening)
            await evening.order(line, await safe_walk(evening, line, first, []))
            walked = whole_state(evening)
            activate = str(int(actions.action(actions.ACTIVATE, i64(second))))
            await evening.order(line, await safe_walk(evening, line, second, [STOP, activate], 2))
            shirts = [evening.session.blank.squads.sheets[piece].number for piece in (second, first)]
            for shirt, expected in zip(shirts, (walked, beginning), strict=True):
                if restarts:
                    await house.restart()
                    await evening.arrive()
                    line = evening.seats[seat]
                shown = prompt_of(evening, line).take_back
                assert shown == wire.TakeBack(True, "", f"#{shirt}'s walk")
                await evening.order(line, wire.TakeBackOrder(evening.session.number))
                assert whole_state(evening)[1:] == expected[1:]
                Witness(evening).compare_all()
            assert not prompt_of(evening, line).take_back.possible
            await house.leave()

    in_a_house(tmp_path, scene)


def rolling_walk(game: Game) -> Found | None:
    """A walk with one roll, in its first step."""
    for option in options_of(game):
        if option & 0xFF != actions.ACTIVATE:
            continue
        piece = option >> 8 & 0xFFFF
        found = reach(game, i64(piece))
        for square in found.squares():
            path = found.path(i64(square))
            rolls = [where for _, _, where in found.rolls(i64(square))]
            if len(path) > 2 and rolls == path[:1] and not game.portal_number(i64(square)):
                return {"piece": piece, "square": square}
    return None


def test_after_a_die_what_came_after_it_is_taken_back(tmp_path: Path) -> None:
    """Also within one order: what was walked after the roll comes back, the roll stands."""

    async def scene(house: House) -> None:
        for attempt in range(20):
            seen: list[Found] = []

            def wanted(game: Game, seen: list[Found] = seen, attempt: int = attempt) -> Found | None:
                seen += [found] if (found := rolling_walk(game)) else []
                return seen[-1] if len(seen) > attempt else None

            link, found = match_where(house.url, wanted)
            identity, _, token = link.removeprefix("/match/").partition("#token=")
            line = await house.connect(identity, token)
            session = house.session(identity)
            await line.say(wire.Walk(session.number, found["piece"], found["square"]))
            await house.settled(identity)
            match = session.match
            assert match is not None
            if match.game.acting == found["piece"] and len(match.history) > 1:  # the roll was made, and it went on
                break
            await house.leave()
        else:
            raise AssertionError("no walk went on after a roll")
        start = match.history[0].inputs
        assert match.inputs[start - 1].kind == DICE_INPUT
        await line.say(wire.TakeBackOrder(session.number))
        await house.settled(identity)
        assert session.match is not None
        assert len(session.match.inputs) == start, "as far as the die"
        prompt = session.telling.prompt_for([0, 1])
        assert prompt is not None
        assert prompt.take_back == wire.TakeBack(False, taking_back.DIE_FELL)

    in_a_house(tmp_path, scene)


def test_every_reason_not_to_take_back_has_eight_words_at_most() -> None:
    reasons = [value for name, value in vars(taking_back).items() if name.isupper() and isinstance(value, str)]
    for reason in [*reasons, OF_ANOTHER]:
        assert 0 < len(reason.split()) <= 8, reason
    assert len(reasons) >= 6


def test_the_end_of_the_turn_is_named_for_the_coach_who_ended_it(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening, line = await at_turn(house)
        await evening.order(line, wire.Act(evening.session.number, END_TURN))
        other, _ = evening.asked()
        assert other is not line
        assert prompt_of(evening, line).take_back.what == "the end of the turn"
        assert prompt_of(evening, other).take_back == wire.TakeBack(False, OF_ANOTHER)

    in_a_house(tmp_path, scene)


# --- chests ----------------------------------------------------------------------------------------------------------


def test_a_walk_to_a_chest_ends_beside_it_with_the_offer_to_open_it(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        for edition in ("official", "astrogranite"):
            evening, line = await at_turn(house, edition)
            for piece in fresh(prompt_of(evening, line)):
                found = await reach_of(evening, line, piece)
                ways = [way for way in found.chests if way.odds == 1.0 and len(way.path) > 1]
                if not ways:
                    continue
                way = ways[0]
                if edition == "official":
                    assert sum(each.odds for each in way.outcomes) == pytest.approx(1.0, abs=0.001)
                await evening.order(line, wire.Walk(evening.session.number, piece, way.square))
                prompt = prompt_of(evening, line)
                assert evening.session.match is not None
                assert evening.session.match.game.square[piece] == way.path[-1]
                assert (await reach_of(evening, evening.spectator, piece)).chests == [], "only who is asked knows"
                option = next(each for each in prompt.options if each.kind == "open")
                assert option.square == way.square
                assert option.leads
                assert prompt.take_back.what.endswith("walk"), "nothing is opened yet"
                # once more, from where the player stands now
                await evening.order(line, wire.TakeBackOrder(evening.session.number))
                break
            else:
                raise AssertionError(f"{edition}: no chest in reach")
            await house.leave()

    in_a_house(tmp_path, scene)


# --- a click that does nothing ---------------------------------------------------------------------------------------


def test_a_click_that_does_nothing_says_why(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening, line = await at_turn(house)
        other = next(seat for seat in evening.seats if seat is not line)
        first, second = fresh(prompt_of(evening, line))[:2]

        async def why(piece: int | None, square: int | None) -> str:
            told = await answer(evening, line, wire.AskWhy(piece, square), wire.Why)
            assert isinstance(told, wire.Why)
            assert (told.piece, told.square) == (piece, square)
            return told.reason

        assert "wall" in await why(first, None)
        assert "in hand first" in await why(None, 0)
        match = evening.session.match
        assert match is not None
        found = await reach_of(evening, line, first)
        near = {each.square for each in found.squares}
        far = next(
            square
            for square in range(int(match.game.dungeon.count))
            if square not in near and match.game.occupant[square] == -1 and not match.game.is_chest(i64(square))
        )
        assert "out of reach" in await why(first, far)
        assert await why(first, found.squares[0].square) == "", "the player can go there"
        await evening.order(line, await safe_walk(evening, line, first, []))
        activate = str(int(actions.action(actions.ACTIVATE, i64(second))))
        await evening.order(line, await safe_walk(evening, line, second, [STOP, activate], 2))
        assert evening.session.match is not None
        spent = int(evening.session.match.game.square[first])
        assert "has been activated this turn" in await why(second, spent)
        assert "in hand already" in await why(second, int(evening.session.match.game.square[second]))
        told = await answer(evening, other, wire.AskWhy(first, 0), wire.Why)
        assert isinstance(told, wire.Why)
        assert "other coach" in told.reason
        assert why_nothing(evening.session.match.game, 255, 4096)

    in_a_house(tmp_path, scene)


def test_who_has_declared_something_else_is_told_what() -> None:
    scene = Scene("......\n.A..b.\n......", {"A": home(), "b": away()})
    scene.play("activate A", "declare move", "step n")
    mover, other = scene.letters["A"], scene.letters["b"]
    reason = why_nothing(scene.game, mover, int(scene.game.square[other]))
    assert reason == f"{player_label(scene.game, mover)} has declared Move already"


def test_a_click_on_the_board_says_whether_it_can_decide_anything() -> None:
    scene = Scene("......\n..Ab..\n......", {"A": home(strength=4), "b": away()})
    scene.play("activate A", "declare block b", dice=["block PUSH POW"])
    assert why_nothing(scene.game, None, 0) == BY_BUTTON, "a block die is chosen"
    scene.play("face push")
    assert why_nothing(scene.game, None, 0) == NOT_CHOSEN, "a square is chosen, and this is not among them"


def a_far_blitz(game: Game) -> Found | None:
    """An opponent some safe squares away, whom a player can walk up to and block; and one who is out of reach."""
    side = int(game.asked)
    pieces = range(int(game.squads.count))
    others = [each for each in pieces if game.square[each] >= 0 and int(game.side_of[each]) == 1 - side]
    others = [each for each in others if game.is_standing(i64(each))]
    for option in options_of(game):
        piece = int(first_of(option))
        if kind_of(option) != actions.ACTIVATE or not game.is_standing(i64(piece)):
            continue
        shown = {target: foresight.preview(game, 1, side, piece, target=target) for target in others}
        beyond = [target for target, found in shown.items() if found is None]
        for target, found in shown.items():
            if found is not None and found.block is not None and len(found.path) >= 2 and not found.rolls and beyond:
                return {"piece": piece, "target": target, "steps": found.steps, "beyond": beyond[0]}
    return None


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_far_blitz_is_one_order_up_to_the_block_dice(edition: str, tmp_path: Path) -> None:
    """Declared, walked up and struck as the preview has shown it; nobody is declared against who is out of reach."""

    async def scene(house: House) -> None:
        link, found = match_where(house.url, a_far_blitz, edition)
        identity, _, token = link.removeprefix("/match/").partition("#token=")
        line = await house.connect(identity, token)
        session = house.session(identity)
        match = session.match
        assert match is not None
        before = len(match.inputs)
        piece, beyond = found["piece"], int(match.game.square[found["beyond"]])
        assert "out of reach" in why_nothing(match.game, piece, beyond)
        shown = foresight.preview(match.game, session.number, int(match.game.asked), piece, target=found["target"])
        assert shown is not None
        assert shown.block is not None
        option, *rest = shown.steps
        await line.say(wire.Act(session.number, option, rest))
        await house.settled(identity)
        match = session.match
        inputs = match.inputs[before:]
        made = [str(each.numbers[0]) for each in inputs if each.kind != DICE_INPUT]
        assert made[: len(shown.steps)] == shown.steps, "as it was shown"
        dice = next(each for each in inputs if each.kind == DICE_INPUT)
        assert len(dice.numbers) == shown.block.dice.count
        assert len(made) > len(shown.steps) or match.game.square[piece] == shown.path[-1]

    in_a_house(tmp_path, scene)


def test_a_wall_between_two_players_is_called_a_wall(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        evening, line = await at_turn(house)
        match = evening.session.match
        assert match is not None
        game = match.game.clone()
        own = fresh(prompt_of(evening, line))[0]
        enemy = next(
            piece
            for piece in range(int(game.squads.count))
            if game.side_of[piece] != game.side_of[own] and game.square[piece] >= 0
        )
        pairs = [
            (here, there)
            for here in range(int(game.dungeon.count))
            for there in range(int(game.dungeon.count))
            if here != there and game.occupant[here] == game.occupant[there] == -1 and wall_between(game, here, there)
        ]
        here, there = pairs[0]
        game.place(i64(own), i64(here))
        assert "wall" in why_nothing(game, own, there) or not why_nothing(game, own, there), "there may be a way round"
        game.place(i64(enemy), i64(there))
        assert "a wall is between them" in why_nothing(game, own, there)

    in_a_house(tmp_path, scene)


def test_the_choice_of_a_block_die_is_taken_back_under_a_name_of_its_own() -> None:
    scene = Scene("......\n..Ab..\n......", {"A": home(strength=4), "b": away()})
    scene.play("activate A", "declare block b", "face push", dice=["block PUSH POW"])
    assert taking_back.described(scene.match, 1) == "the choice of a block die"
