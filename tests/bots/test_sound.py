"""What no sound coach does: no hint rates it above the alternative, and neither `normal` nor `hard` chooses it.

The positions are drawn by hand, in every edition that has them. At the end whole matches are counted.
"""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.advice import Advice, advise
from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.bots.ladder import ROUGH_TRIES, USUAL_TRIES, HardBot, NormalBot, tries_for
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.seat import options_of
from dungeonbowl.bots.tactics import sound
from dungeonbowl.bots.tactics.ideas import candidates
from dungeonbowl.bots.tactics.search import FLOOR
from dungeonbowl.bots.tactics.tactician import Tactician
from dungeonbowl.bots.tactics.value import Value
from dungeonbowl.bots.tactics.view import View
from dungeonbowl.bots.values import DRIVES, family_of, value_for
from dungeonbowl.engine import actions
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted, list_options
from dungeonbowl.engine.rules import Rules
from dungeonbowl.engine.sides import TURNS
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.words.notation import spell
from support.walks import a_crowded_layout

OFFICIAL, STOCKBOWL, ASTROGRANITE = "official", "stockbowl", "astrogranite(classic)"
EDITIONS = [OFFICIAL, STOCKBOWL, ASTROGRANITE]
FIELD = """
    A.......B
    A..Xb...B
    A.......B
    A.....c.B
"""


def faced(edition: str, dice: str, ball: str = "c", rerolls: int = 0, **skills: list[str]) -> Scene:
    """X, stronger than b, has rolled these two block dice, and its coach chooses; `ball` says who holds it."""
    pieces = {
        "X": home(strength=4, skills=skills.get("attacker", [])),
        "b": away(skills=skills.get("defender", [])),
        "c": away(),
    }
    scene = Scene(FIELD, pieces, ball=ball, edition=edition, rerolls=(rerolls, 0))
    scene.play("activate X", "declare block b", dice=[f"block {dice}"])
    return scene


def worse(scene: Scene) -> set[str]:
    """The dominated options of a scene, in words."""
    list_options(scene.game)
    return {spell(scene.game, scene.names, option) for option in sound.dominated(scene.game)}


def chosen(scene: Scene, bot: Bot) -> str:
    return spell(scene.game, scene.names, bot.choose(scene.game.clone(), options_of(scene.game)))


def rated(scene: Scene, tries: int = 0) -> list[Advice]:
    return advise(scene.game, 12, 0.0, tries, scene.names).advice


def in_words(scene: Scene, advice: Advice) -> str:
    return spell(scene.game, scene.names, advice.actions[0])


def is_never_recommended(scene: Scene, bad: set[str]) -> None:
    """Nobody chooses it; every hint puts all else above it, and gives it no chance that could be compared."""
    options = {spell(scene.game, scene.names, option) for option in options_of(scene.game)}
    assert bad < options
    assert chosen(scene, NormalBot(1)) not in bad
    for seed in range(3):
        assert chosen(scene, HardBot(seed, 0.0, 24)) not in bad
    for tries in (0, 24):
        told = rated(scene, tries)
        order = [in_words(scene, advice) in bad for advice in told]
        assert order == sorted(order)
        assert not order[0]
        assert all(advice.chance is None for advice in told if in_words(scene, advice) in bad)


# --- faces ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("other", ["BOTH-DOWN", "PUSH", "STUMBLE", "POW"])
def test_player_down_is_worse_than_any_other_face(edition: str, other: str) -> None:
    scene = faced(edition, f"PLAYER-DOWN {other}")
    assert worse(scene) == {"face player-down"}
    is_never_recommended(scene, {"face player-down"})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("other", ["PUSH", "STUMBLE", "POW"])
def test_both_down_without_block_is_worse_than_a_face_that_leaves_one_standing(edition: str, other: str) -> None:
    scene = faced(edition, f"BOTH-DOWN {other}")
    assert worse(scene) == {"face both-down"}
    is_never_recommended(scene, {"face both-down"})


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_down_that_frees_the_ball_is_a_matter_of_taste_unless_a_better_face_frees_it_too(edition: str) -> None:
    assert worse(faced(edition, "BOTH-DOWN PUSH", ball="b")) == set()
    assert worse(faced(edition, "BOTH-DOWN POW", ball="b")) == {"face both-down"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_with_block_against_dodge_both_down_is_better_than_stumble(edition: str) -> None:
    """Stumble only pushes who dodges; Both Down puts it down and leaves the blocker standing."""
    scene = faced(edition, "BOTH-DOWN STUMBLE", attacker=["Block"], defender=["Dodge"])
    assert worse(scene) == {"face stumble"}
    assert chosen(scene, NormalBot(1)) == "face both-down"
    is_never_recommended(scene, {"face stumble"})


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_coach_of_the_target_sees_it_the_other_way_round(edition: str) -> None:
    pieces = {"X": home(strength=2), "b": away(strength=3), "c": away()}
    scene = Scene(FIELD, pieces, ball="c", edition=edition)
    scene.play("activate X", "declare block b", dice=["block PLAYER-DOWN POW"])
    assert scene.match.asked() == 1
    assert worse(scene) == {"face pow"}
    is_never_recommended(scene, {"face pow"})


# --- re-rolls ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_pow_is_not_rolled_again(edition: str) -> None:
    scene = faced(edition, "POW PUSH", rerolls=2)
    assert "reroll team" in worse(scene)
    assert "face pow" not in worse(scene)
    is_never_recommended(scene, worse(scene))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_fall_may_be_rolled_again_or_not(edition: str) -> None:
    assert worse(faced(edition, "PLAYER-DOWN PLAYER-DOWN", rerolls=2)) == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_falls_who_has_a_skill_to_roll_again(edition: str) -> None:
    picture = """
        A.......B
        A..X....B
        A..b....B
        A.....c.B
    """
    pieces = {"X": home(skills=["Dodge"]), "b": away(), "c": away()}
    scene = Scene(picture, pieces, ball="c", edition=edition)
    scene.play("activate X", "declare move", "step n", dice=["D6 1"])
    assert worse(scene) == {"accept"}
    is_never_recommended(scene, {"accept"})


def test_a_team_re_roll_is_a_price_that_a_coach_may_not_want_to_pay() -> None:
    picture = """
        A.......B
        A..X....B
        A..b....B
        A.....c.B
    """
    scene = Scene(picture, {"X": home(), "b": away(), "c": away()}, ball="c", rerolls=(1, 0))
    scene.play("activate X", "declare move", "step n", dice=["D6 1"])
    assert worse(scene) == set()


# --- turns ------------------------------------------------------------------------------------------------------------

LAST_CHEST = """
    A..............B
    A..X.....$.....B
    A..........y...B
    A..............B
"""
CERTAIN = [OFFICIAL, STOCKBOWL, ASTROGRANITE]


@pytest.mark.parametrize("edition", CERTAIN)
def test_the_last_chest_is_certain_to_hold_the_ball_and_better_than_the_end_of_the_turn(edition: str) -> None:
    scene = Scene(LAST_CHEST, {"X": home(movement=8), "y": away()}, edition=edition)
    assert sound.is_certain(scene.game)
    for tries in (0, 24):
        told = rated(scene, tries)
        assert told[0].kind == "open"
        assert in_words(scene, told[0]) == "activate X"
        ends = [advice for advice in told if advice.actions == [int(actions.END_TURN)]]
        assert all(advice.chance is None and advice is told[-1] for advice in ends)
    for bot in (NormalBot(1), HardBot(1, 0.0, 24), HardBot(2, 0.0, 24)):
        trial = Scene(LAST_CHEST, {"X": home(movement=8), "y": away()}, edition=edition)
        assert opens(trial, bot)


def opens(scene: Scene, bot: Bot) -> bool:
    """Whether a bot opens the last chest before its turn ends."""
    game = scene.game.clone()
    dice = match_dice(1)
    while advance(game, dice) == ASK and game.active == 0 and game.chests_closed > 0:
        choose_trusted(game, i64(bot.choose(game.clone(), options_of(game))))
    return game.chests_closed == 0


@pytest.mark.parametrize("edition", [OFFICIAL, ASTROGRANITE])
def test_who_stands_beside_the_certain_chest_opens_it_before_the_activation_ends(edition: str) -> None:
    picture = """
        A.......B
        A..X$...B
        A.....y.B
        A.......B
    """
    scene = Scene(picture, {"X": home(), "y": away()}, edition=edition)
    scene.play("activate X", "declare move", dice=[])
    view = View(scene.game, i64(0))
    list_options(scene.game)
    assert sound.is_stopping_short(view)
    is_never_recommended(scene, {"stop"})
    assert chosen(scene, NormalBot(1)).startswith("open ")
    assert chosen(scene, HardBot(1, 0.0, 24)).startswith("open ")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_only_one_who_can_open_the_certain_chest_is_not_sent_elsewhere(edition: str) -> None:
    """X could hit b, and nobody else comes as far as the chest."""
    picture = """
        A...............B
        A..X.....$......B
        A...............B
        A.Z......b....y.B
    """
    pieces = {"X": home(strength=5, movement=9), "Z": home(movement=2), "b": away(), "y": away()}
    scene = Scene(picture, pieces, edition=edition)
    certain = sound.openers(View(scene.game, i64(0)))
    assert {int(plan.piece) for plan in certain} == {0}
    told = rated(scene)
    leaving = [advice for advice in told if advice.piece == 0 and advice.kind != "open"]
    opening = next(index for index, advice in enumerate(told) if advice.kind == "open")
    assert leaving
    assert all(told.index(advice) > opening and advice.chance is None for advice in leaving)
    assert opens(scene, HardBot(1, 0.0, 24))
    assert opens(scene, NormalBot(1))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_turn_is_not_passed_while_something_needs_no_dice(edition: str) -> None:
    """A carrier who can run on, with nobody near, and a friend who can come after him."""
    picture = """
        A..............................BB
        A..............................BB
        A..............................BB
    """
    pieces = {"X": home(at=(10, 1)), "Z": home(at=(7, 1)), "b": away(at=(31, 1))}
    scene = Scene(picture, pieces, ball="X", edition=edition)
    is_never_recommended(scene, {"end turn"})


def test_a_turn_with_nothing_but_risks_may_end() -> None:
    """X is marked, where it wants to be, and can do nothing without dice."""
    scene = Scene("A.Xb.B", {"X": home(strength=2), "b": away(strength=5)}, ball="b")
    list_options(scene.game)
    view = View(scene.game, i64(0))
    assert not sound.is_passing(scene.game, None, candidates(view))


def test_a_hint_judges_by_what_was_learned_of_the_rules_that_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene("A.X....Z.BB", {"X": home(), "Z": home(), "b": away(at=(9, 0))}, ball="X", edition=STOCKBOWL)
    judged: list[str] = []

    def keep(rules: Rules) -> Value:
        judged.append(family_of(rules))
        return value_for(rules)

    monkeypatch.setattr("dungeonbowl.bots.advice.value_for", keep)
    assert advise(scene.game, 4, tries=4).searched
    assert judged == [DRIVES]


# --- the budget -------------------------------------------------------------------------------------------------------


def opening_game() -> Game:
    game = new_game(Pairing("official(quick=1)", "of-1"))
    begin(game)
    advance(game, match_dice(1))
    return game


def test_a_clock_that_has_run_out_leaves_the_search_its_floor_of_tries() -> None:
    """A busy machine makes it slower, never weaker: out of time at once, it still makes about so many tries."""
    game = opening_game()
    hurried, counted = HardBot(3, 1e-9, 100_000), HardBot(3, 0.0, int(FLOOR))
    hurried.choose(game.clone(), options_of(game))
    counted.choose(game.clone(), options_of(game))
    tried = [sum(int(idea.tries()) for idea in bot.coach.ideas) for bot in (hurried, counted)]
    assert tried[0] >= tried[1] // 2 > 0


def test_hard_counts_its_work_in_tries_and_looks_at_no_clock() -> None:
    assert HardBot(1).coach.seconds == 0.0
    plain, rough = new_game(Pairing("official", "of-1")), new_game(Pairing("astrogranite(full)", "ag-ember-deep"))
    assert tries_for(plain) == USUAL_TRIES
    assert tries_for(rough) == ROUGH_TRIES
    begin(rough)
    advance(rough, match_dice(1))
    bot = HardBot(1)
    bot.choose(rough.clone(), options_of(rough))
    assert bot.coach.tries == ROUGH_TRIES


def test_a_few_lucky_tries_are_not_enough_to_leave_the_script() -> None:
    game = opening_game()
    usual = Tactician()
    list_options(game)
    own = usual.choose(game)
    for seed in range(4):
        assert HardBot(seed, 0.0, 7).choose(game.clone(), options_of(game)) == own


# --- whole matches ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["official", "stockbowl", "astrogranite"])
def test_in_a_crowd_nobody_chooses_what_is_dominated_or_passes_a_turn(edition: str) -> None:
    """Players of all kinds stand close together, so that there is much to roll; a normal bot plays a hard one."""
    small = 0
    for seed in range(2):
        game = a_crowded_layout(seed, edition)
        searching = HardBot(2, 0.0, 1)
        searching.coach.horizon = 1  # what it thinks of a position does not matter here
        bots = [NormalBot(1), searching]
        dice = match_dice(seed)
        turn = (-1, -1)
        acted = False
        while advance(game, dice) == ASK and game.decisions < 120:
            options = options_of(game)
            side = int(game.asked)
            now = (int(game.active), int(game.side_value(i64(0), TURNS)) if game.active >= 0 else -1)
            if now != turn:
                turn, acted = now, False
            choice = bots[side].choose(game.clone(), list(options))
            list_options(game)
            bad = sound.dominated(game)
            small += bool(bad)
            assert choice not in bad
            if choice == int(actions.END_TURN) and not acted:
                own = Tactician().next_plan(game, i64(side))
                assert own is None or not sound.is_safe(game, own)
            acted = acted or choice & 0xFF == int(actions.ACTIVATE)
            choose_trusted(game, i64(choice))
    assert small > 0
