"""What is settled and not shown: nobody learns it from a program that thinks for him (A-DUN-02, A-SETUP-04)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dungeonbowl.bots.advice import advise
from dungeonbowl.bots.ladder import HardBot
from dungeonbowl.bots.levels import make_bot
from dungeonbowl.bots.player import Bot
from dungeonbowl.bots.seat import Seat
from dungeonbowl.dungeon.text import read_dungeon
from dungeonbowl.dungeon.writing import write_dungeon
from dungeonbowl.editions import build
from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.actions import action
from dungeonbowl.engine.beginning import begin, begun
from dungeonbowl.engine.dice import SeededDice, packed
from dungeonbowl.engine.events import DICE_ROLLED
from dungeonbowl.engine.frames import ASK, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.layouts import bundled_dungeon
from dungeonbowl.engine.loop import choose_trusted, give_dice, settle
from dungeonbowl.engine.match import Refused
from dungeonbowl.engine.procedures.turn.turn import TeamTurn
from dungeonbowl.records.replay import replay_of, verify
from dungeonbowl.records.save import fingerprint, load, save, save_for
from dungeonbowl.scenes.scene import Piece, Scene, away, home
from dungeonbowl.server.view.positions import kept_from
from dungeonbowl.server.view.prompts import Prompter
from support.plans import how_many
from support.soundness import assert_sound_balls
from support.walks import Luck, moments, options_of, play_on, random_squads, rules_of

HIDDEN = "astrogranite(classic, chest_mode=hidden)"
CHESTS = """
    ###############
    #A....$.......#
    #A...P........#
    #A....$.....bB#
    #............B#
    ###############
"""
TWO_CHESTS = [(6, 1), (6, 3)]


def chests(loaded: tuple[int, int], edition: str = HIDDEN) -> Scene:
    """A player between two chests, one of which holds the ball."""
    legend = {"P": home(agility=4), "b": away()}
    return Scene(CHESTS, legend, edition=edition, modules={"loads": {"loaded": [list(loaded)]}})


def cellar(kind: str, edition: str = "astrogranite(classic, traps=on)", **facts: object) -> Scene:
    """A token whose kind the map fixes, in front of a player."""
    picture = """
        #########
        #..P^..b#
        #.......#
        #123456.#
        #########
    """
    legend: dict[str, Piece] = {"P": home(**facts), "b": away()}  # type: ignore[arg-type]
    return Scene(picture, legend, edition=edition, details={"trap": [{"at": [4, 1], "kind": kind}]})


def plot(*choices: str) -> Scene:
    """The away coach is to choose his dirty tactics; the home coach has chosen these."""
    picture = """
        ############
        #AA..12..BB#
        #AA$$34$$BB#
        #AA$.56.$BB#
        ############
    """
    legend = {
        "P": home(status="reserves"),
        "Q": home(status="reserves"),
        "r": away(status="reserves"),
        "s": away(status="reserves"),
    }
    edition = "astrogranite(classic, dirty_tactics=on)"
    scene = Scene(picture, legend, edition=edition, opening=True, treasuries=(30_000, 30_000))
    scene.play(*choices)
    return scene


def do(game: Game, *choices: int) -> int:
    """Choose one after the other; what the game waits for then."""
    signal = int(ASK)
    for choice in choices:
        assert signal == ASK
        choose_trusted(game, choice)
        signal = int(settle(game))
    return signal


def opening_of(scene: Scene, chest: tuple[int, int]) -> list[int]:
    return [
        int(action(actions.ACTIVATE, scene.piece("P"))),
        int(action(actions.DECLARE, actions.MOVE_ACTION)),
        int(action(actions.OPEN_CHEST, scene.node(chest))),
    ]


# --- the same game to whoever does not know --------------------------------------------------------------------------


@pytest.mark.rule("A-DUN-02", "A-SETUP-04", "A-TRAP-01", "A-DIRTY-01")
@pytest.mark.parametrize(
    ("made", "one", "other", "side"),
    [
        (chests, (6, 1), (6, 3), 0),
        (chests, (6, 1), (6, 3), 1),
        (cellar, "pit", "gas", 0),
        (cellar, "exploding", "teleporter", 1),
        (plot, "buy drugs", "buy press", 1),
    ],
)
def test_two_games_that_differ_in_a_secret_alone_are_one_to_a_coach(
    made: Callable[[object], Scene], one: object, other: object, side: int
) -> None:
    first, second = made(one).game, made(other).game
    assert fingerprint(first.as_known_to(side)) == fingerprint(second.as_known_to(side))
    assert fingerprint(first.as_known_to(-1)) == fingerprint(second.as_known_to(-1))
    assert not first.is_open_to(side)
    assert kept_from(first, [side]) == side
    assert kept_from(first, []) == -1


@pytest.mark.rule("A-DIRTY-01")
def test_a_coach_knows_what_he_has_bought_himself_and_everybody_when_it_is_shown() -> None:
    scene = plot("buy drugs")
    assert scene.game.is_open_to(0)
    assert not scene.game.is_open_to(1)
    assert not scene.game.is_open_to(-1)
    scene.play("buy no more", "start home", dice=["2D6 6+1"])
    assert [scene.game.is_open_to(side) for side in (-1, 0, 1)] == [True, True, True]
    known = scene.module("dirty tactics").show_state(scene.game.as_known_to(1), {})
    assert known["drugs"] == [1, 0]


@pytest.mark.rule("A-SETUP-04")
def test_there_is_no_secret_left_when_the_ball_is_found() -> None:
    scene = chests((6, 1))
    scene.play("activate P", "declare move", "open (6,1)")
    assert scene.ball == (6, 1)
    assert scene.game.is_open_to(1)


def test_where_nothing_is_secret_a_game_as_known_is_a_clone() -> None:
    for edition in ("official", "stockbowl", "astrogranite(classic)"):
        assert len(build(edition).secrets) == 0
    scene = Scene(CHESTS, {"P": home(), "b": away()}, edition="astrogranite(classic)")
    assert scene.game.is_open_to(-1)
    assert fingerprint(scene.game.as_known_to(-1)) == fingerprint(scene.game)


# --- what comes of it in thought -------------------------------------------------------------------------------------


@pytest.mark.rule("A-SETUP-04")
@pytest.mark.parametrize("loaded", TWO_CHESTS)
@pytest.mark.parametrize("chest", TWO_CHESTS)
@pytest.mark.parametrize("face", [1, 2])
def test_in_thought_a_die_says_what_is_in_a_chest(loaded: tuple[int, int], chest: tuple[int, int], face: int) -> None:
    scene = chests(loaded)
    game = scene.game.as_known_to(0)
    assert do(game, *opening_of(scene, chest)) == ROLL
    assert (int(game.dice_count), int(game.dice_kind)) == (1, 2)
    give_dice(game, packed([face]))
    settle(game)
    assert (int(game.balls[0]) == scene.node(chest)) == (face == 1)
    assert int(game.balls_hidden) == (0 if face == 1 else 1)


@pytest.mark.rule("A-SETUP-04")
def test_in_thought_the_last_of_several_balls_is_in_the_last_chest() -> None:
    edition = "astrogranite(classic, chest_mode=hidden, multiball=on, balls=2)"
    legend = {"P": home(agility=4), "b": away()}
    loads = {"loads": {"loaded": [list(chest) for chest in TWO_CHESTS]}}
    scene = Scene(CHESTS, legend, edition=edition, modules=loads)
    game = scene.game.as_known_to(0)
    openings = opening_of(scene, (6, 1)), opening_of(scene, (6, 3))[2:]
    assert do(game, *openings[0], *openings[1]) == ASK, "every chest that is left holds one: no die"
    assert [int(ball) for ball in game.balls] == [scene.node((6, 1)), scene.node((6, 3))]
    assert int(game.balls_hidden) == 0


@pytest.mark.rule("A-TRAP-01")
def test_in_thought_a_die_says_what_the_map_keeps_from_coaches() -> None:
    scene = cellar("teleporter")
    game = scene.game.as_known_to(0)
    walk = [
        int(action(actions.ACTIVATE, scene.piece("P"))),
        int(action(actions.DECLARE, actions.MOVE_ACTION)),
        int(action(actions.STEP, 2)),
    ]
    assert do(game, *walk) == ROLL
    assert int(game.dice_kind) == 12, "one of the twelve tokens of an equal mix"
    give_dice(game, packed([1]))
    assert settle(game) == ROLL
    assert scene.status("P") == "standing", "a pit; and nothing has happened in the match itself"
    assert int(game.status[scene.piece("P")]) != int(scene.game.status[scene.piece("P")])


@pytest.mark.rule("A-SKILL-09", "A-TRAP-01")
def test_who_may_still_move_away_is_not_told_by_the_game_what_the_trap_is() -> None:
    prints = set()
    for kind in ("pit", "gas"):
        scene = cellar(kind, "astrogranite(classic, traps=on, dungeon_skills=on)", skills=["Lightning Reflexes"])
        scene.play("activate P", "declare move", "step e")
        assert scene.asked == "home"
        assert not scene.told("trap sprung")
        prints.add(fingerprint(scene.game.as_known_to(0)))
        prints.add(fingerprint(load(save_for(scene.game, 0))))
    assert len(prints) == 1


# --- bots, advice, prompts -------------------------------------------------------------------------------------------


def first_choices(scene: Scene, bot: Bot, count: int) -> list[int]:
    """What a bot does in a seat, up to the first die or `count` decisions."""
    seat = Seat(bot)
    found: list[int] = []
    while len(found) < count and scene.game.signal == ASK:
        choice = seat.choose(scene.game, scene.match.options())
        if choice & 0xFF == actions.OPEN_CHEST:
            return [*found, choice]
        found.append(choice)
        scene.match.choose(choice)
    return found


@pytest.mark.rule("A-DUN-02", "A-SETUP-04")
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("level", ["random", "easy", "normal", "hard"])
def test_a_bot_chooses_the_same_whichever_chest_is_loaded(level: str, seed: int) -> None:
    found = []
    for loaded in TWO_CHESTS:
        bot = HardBot(seed, 0.0, 24) if level == "hard" else make_bot(level, seed)
        found.append(first_choices(chests(loaded), bot, 6))
    assert found[0] == found[1]
    assert found[0]


@pytest.mark.rule("A-DUN-02", "A-TRAP-01")
def test_a_bot_chooses_the_same_whatever_the_map_says_of_a_trap() -> None:
    found = [first_choices(cellar(kind), HardBot(1, 0.0, 24), 3) for kind in ("teleporter", "gas")]
    assert found[0] == found[1]
    assert found[0]


class Curious(Bot):
    """Looks for the ball in the game that it is shown."""

    name = "curious"

    def __init__(self) -> None:
        self.seen: list[int] = []

    def choose(self, game: Game, options: list[int]) -> int:
        self.seen.append(int(sum(game.memo)))
        return options[0]


@pytest.mark.rule("A-DUN-02")
@pytest.mark.parametrize("limit", [0.0, 30.0])
def test_a_bot_that_looks_into_the_memory_finds_nothing(limit: float) -> None:
    seen = []
    for loaded in TWO_CHESTS:
        bot = Curious()
        scene = chests(loaded)
        seat = Seat(bot, limit)
        seat.choose(scene.game, scene.match.options())
        seat.close()
        seen.append(bot.seen)
    assert seen[0] == seen[1]
    assert seen[0]


@pytest.mark.rule("A-DUN-02")
@pytest.mark.parametrize("tries", [0, 24])
def test_advice_does_not_depend_on_what_is_in_the_chests(tries: int) -> None:
    given = [advise(chests(loaded).game, tries=tries) for loaded in TWO_CHESTS]
    assert given[0] == given[1]
    assert given[0].advice


@pytest.mark.rule("A-DUN-02", "A-SETUP-04")
@pytest.mark.parametrize("loaded", TWO_CHESTS)
def test_a_prompt_tells_the_odds_of_a_chest_and_not_what_is_in_it(loaded: tuple[int, int]) -> None:
    scene = chests(loaded)
    scene.play("activate P", "declare move")
    prompt = Prompter(scene.game).prompt(scene.match, 1, True)
    assert prompt is not None
    offered = [option for option in prompt.options if int(option.id) & 0xFF == actions.OPEN_CHEST]
    assert len(offered) == 2
    for option in offered:
        assert [outcome.odds for outcome in option.outcomes] == [0.5, 0.5]


# --- once it is known ------------------------------------------------------------------------------------------------


@pytest.mark.rule("A-SETUP-04")
def test_a_look_into_a_chest_cannot_be_taken_back() -> None:
    scene = chests((6, 1))
    scene.play("activate P", "declare move")
    assert scene.match.can_take_back()
    scene.play("open (6,1)")
    assert not scene.match.can_take_back()
    with pytest.raises(Refused):
        scene.match.take_back()
    scene.play("step e")
    assert scene.match.can_take_back(), "what comes after it can"


@pytest.mark.rule("A-TRAP-01")
def test_nor_a_step_onto_a_trap_of_the_map() -> None:
    scene = cellar("gas")
    scene.play("activate P", "declare move", "step e")
    assert scene.status("P") == "stunned"
    assert not scene.match.can_take_back()


@pytest.mark.rule("A-DIRTY-01")
def test_nor_a_choice_after_which_the_tactics_were_shown() -> None:
    scene = plot("buy drugs")
    scene.play("buy no more", dice=["2D6 6+1"])
    scene.play("start away")
    assert scene.told("bought")
    assert not scene.match.can_take_back()


# --- records for a coach ---------------------------------------------------------------------------------------------


@pytest.mark.rule("A-DUN-02")
def test_a_save_for_a_coach_holds_no_secret_and_can_be_played_on() -> None:
    records = [save_for(chests(loaded).game, 0) for loaded in TWO_CHESTS]
    assert records[0] == records[1]
    assert not records[0].inputs
    assert records[0].state.events is None
    game = load(records[0])
    assert do(game, *opening_of(chests((6, 1)), (6, 3))) == ROLL
    assert save(chests((6, 1)).game) != save(chests((6, 3)).game), "a whole save is for those who keep the match"


@pytest.mark.rule("A-DUN-02", "A-TRAP-01")
def test_a_map_for_a_coach_does_not_tell_the_kinds_of_hidden_traps() -> None:
    records = [save_for(cellar(kind).game, 0) for kind in ("pit", "gas")]
    assert records[0] == records[1]
    dungeon = cellar("gas").game.dungeon
    assert "gas" in write_dungeon(dungeon)
    shown = read_dungeon(write_dungeon(dungeon, secrets=False), "shown", False)
    assert [(int(trap.node), trap.kind) for trap in shown.traps] == [(int(dungeon.traps[0].node), "")]


@pytest.mark.rule("A-SETUP-04")
def test_a_match_with_dice_that_nobody_sees_is_replayed_to_the_same_end() -> None:
    edition = "astrogranite(classic, chest_mode=hidden, turn_limit=1, quick=on)"
    luck = Luck(5)
    squads = random_squads(luck, 7, 2, "astrogranite")
    match = begun(Game(build(edition), bundled_dungeon("ag-old-halls"), squads), SeededDice(5))
    unseen = [event for event in match.game.events if event.clause == clauses.CHEST_DRAW]
    assert [(event.kind, event["dice"], event["count"], event["die"]) for event in unseen] == [(DICE_ROLLED, 0, 1, 6)]
    while not match.game.over:
        match.choose(luck.pick(match.options()))
    assert fingerprint(verify(replay_of(match)).game) == fingerprint(match.game)


# --- all of them at once ---------------------------------------------------------------------------------------------


@pytest.mark.rule("A-DUN-02")
def test_what_a_coach_imagines_can_be_played_on_from_every_decision_of_a_match() -> None:
    """Chests, traps of the map and ways to move both, at random: the options are those of the match, whatever comes of
    them in thought is sound, and the match itself is not touched by it."""
    on = "traps, chest_moving, dungeon_skills, doors, chasms, obstacles, lava, water, inscriptions, colleges, multiball"
    more = ", ".join(f"{module}=on" for module in [*on.split(", "), "secret_passages", "leaping", "dirty_tactics"])
    rules = rules_of(f"astrogranite(classic, {more}, chest_mode=hidden, turn_limit=6)")
    hidden = 0
    for number in range(how_many("imagined")):
        luck = Luck(number)
        squads = random_squads(luck, 8, 2, "astrogranite")
        for side in range(2):
            squads.teams[side].treasury = 60_000
        game = Game(rules, bundled_dungeon("ag-sampler"), squads)
        game.record()
        begin(game)
        for signal in moments(game, luck, 2_000):
            if signal != ASK or game.asked >= 2:
                continue
            known = game.as_known_to(game.asked)
            assert options_of(known) == options_of(game), number
            hidden += not game.is_open_to(game.asked)
            if luck.one_in(10):
                before = fingerprint(game)
                play_on(known, Luck(number + 1), 40)
                if not known.over and isinstance(known.frame(), TeamTurn):
                    assert_sound_balls(known, number)
                assert fingerprint(game) == before, number
    assert hidden > 0
