"""No end of the dungeon is dearer to the script than the other: in a dungeon that is turned by half it plays the same
match, turned by half.

Of equally good things the script takes the first that it looks at. While it looked at squares from the north-west
whichever side it coached, these tests failed.
"""

from __future__ import annotations

from collections import Counter

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.tactics.tactician import Tactician
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.dungeon.text import fragment
from dungeonbowl.engine import actions
from dungeonbowl.engine.action_kinds import A_DIRECTION, A_SQUARE, ACTION_KINDS, BITS, FIRST_BIT, MASK
from dungeonbowl.engine.frames import ASK, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, list_options, settle, start
from dungeonbowl.engine.procedures.turn.contest import AFTER_TURN, Contest
from dungeonbowl.engine.tokens import CHEST_TOKEN
from support.walks import Luck, crowd, random_squads, rules_of

KINDS = {kind.number: kind for kind in ACTION_KINDS}


def drawn(luck: Luck) -> str:
    """A hall with rock, chests and portals, and an end zone at either end."""
    width, height = luck.between(12, 18), luck.between(5, 9)
    rows = [["." if luck.below(12) else "#" for _ in range(width)] for _ in range(height)]
    for mark in "$$$$12":
        rows[luck.below(height)][luck.between(2, width - 3)] = mark
    for row in rows:
        row[0], row[-1] = "A", "B"
    return "\n".join("".join(row) for row in rows)


def turned_square(game: Game, square: int) -> int:
    return int(game.dungeon.count) - 1 - square if square >= 0 else square


def turned_action(game: Game, packed: int) -> int:
    """The same action in the dungeon that is turned by half."""
    for place, argument in enumerate(KINDS[packed & 0xFF].arguments):
        shift = FIRST_BIT + BITS * place
        number = packed >> shift & MASK
        turned = number
        if argument.kind == A_DIRECTION:
            turned = number ^ 4
        elif argument.kind == A_SQUARE and argument.read(number) >= 0:
            turned = turned_square(game, argument.read(number)) + number - argument.read(number)
        packed += turned - number << shift
    return packed


def pair_of_games(seed: int) -> tuple[Game, Game]:
    """A position of a crowded hall, and the same position turned by half."""
    luck = Luck(seed)
    picture = drawn(luck)
    rules = rules_of("official(quick=1)")
    game = crowd(rules, fragment(picture), random_squads(luck, luck.between(4, 9)), luck)
    twin = Game(rules, fragment(picture[::-1]), game.squads)
    for square, token in enumerate(game.token):
        if token == CHEST_TOKEN:
            twin.put_chest(turned_square(game, square))
    for number, square in enumerate(game.portals, 1):
        if square >= 0:
            twin.put_portal(turned_square(game, int(square)), number)
    for piece in range(int(game.squads.count)):
        twin.status[piece] = game.status[piece]
        if game.square[piece] >= 0:
            twin.place(piece, turned_square(game, int(game.square[piece])))
    for place, value in enumerate(game.sides):
        twin.sides[place] = value
    twin.balls[0] = turned_square(game, int(game.balls[0]))
    twin.balls_hidden = game.balls_hidden
    twin.active = game.active
    for each in (game, twin):
        start(each, Contest(AFTER_TURN))
    return game, twin


def outline(game: Game, steps: list[int]) -> tuple[int, list[int]]:
    """What a plan comes to, by whatever way: on which square the player ends, and its deeds apart from steps."""
    square = -1
    deeds: list[int] = []
    for step in steps:
        kind = step & 0xFF
        if kind == actions.ACTIVATE:
            square = int(game.square[step >> FIRST_BIT & MASK])
        if kind == actions.STEP:
            square = int(game.steps[square * 8 + (step >> FIRST_BIT & MASK)])
        elif kind == actions.JUMP:
            square = step >> FIRST_BIT & MASK
        else:
            deeds.append(step)
    return square, deeds


def whereabouts(game: Game) -> list[int]:
    """The squares of all pieces and balls."""
    return [int(square) for square in (*game.square, *game.balls)]


def play_both(game: Game, twin: Game, seed: int, most: int) -> Counter[str]:
    """Let the script play both matches with the same dice, and compare all that it decides."""
    luck = Luck(seed)
    coaches = [Tactician() for _ in range(int(game.squads.sides))]
    twins = [Tactician() for _ in range(int(game.squads.sides))]
    seen: Counter[str] = Counter()
    for _ in range(most):
        signal = settle(game)
        if settle(twin) != signal:
            break
        if signal == ROLL:
            dice = luck.dice.roll(game.dice_count, game.dice_kind)
            give_dice(game, dice)
            give_dice(twin, dice)
            continue
        if signal != ASK or game.asked != twin.asked:
            break
        if [turned_square(game, square) for square in whereabouts(game)] != whereabouts(twin):
            break  # a die has named a square or a direction
        coach, other = coaches[game.asked], twins[game.asked]
        before = coach.plan
        list_options(game)
        choice = int(coach.choose(game))
        list_options(twin)
        answer = int(other.choose(twin))
        if coach.plan is not before and coach.plan:  # of equally good ways the pathfinder may choose another one
            square, deeds = outline(game, coach.plan)
            wanted = turned_square(game, square), [turned_action(game, deed) for deed in deeds]
            assert outline(twin, other.plan) == wanted
        elif choice & 0xFF != actions.STEP:
            assert answer == turned_action(game, choice)
        seen[KINDS[choice & 0xFF].words] += 1
        other.plan = [turned_action(game, step) for step in coach.plan]
        other.next = coach.next
        list_options(game)
        choose_trusted(game, i64(choice))
        list_options(twin)
        choose_trusted(twin, i64(turned_action(game, choice)))
    return seen


def test_the_script_plays_a_dungeon_that_is_turned_by_half_in_the_same_way() -> None:
    seen: Counter[str] = Counter()
    for seed in range(40):
        game, twin = pair_of_games(seed)
        seen += play_both(game, twin, seed, 120)
    assert min(seen[words] for words in ("activate", "push", "open", "end turn")) > 10


@pytest.mark.parametrize("picture", ["A....\n....B", "B....\n....A", "A...B", "B...A"])
def test_each_side_looks_from_its_own_end(picture: str) -> None:
    game = Game(rules_of("official(quick=1)"), fragment(picture), random_squads(Luck(1), 1))
    count = game.dungeon.count
    for side in range(2):
        view = View(game, i64(side))
        first, last = view.nth(i64(0), count), view.nth(count - 1, count)
        assert game.dungeon.zone[first] == side
        assert game.dungeon.zone[last] == 1 - side
        assert view.sees_first(first, last)
        assert not view.sees_first(last, first)
        assert sorted(number ^ int(view.facing) for number in range(8)) == list(range(8))
