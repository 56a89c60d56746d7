"""A match told to people."""

from __future__ import annotations

import pytest

from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.match import Match
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.words.labels import labels_of
from dungeonbowl.words.narration import Narrator
from dungeonbowl.words.phrases import DICE_NOUNS, rolled_for
from support.walks import Luck, random_squads

PICTURE = """
    A....$....B
    A.X.......B
    A...1...b.B
    A....$.2..B
"""


def told(scene: Scene) -> list[str]:
    return [line.partition(" (O-")[0] for line in Narrator(scene.game, scene.names).lines(scene.game.events)]


def test_a_turnover_names_the_chest_that_exploded() -> None:
    scene = Scene(PICTURE, {"X": home(), "b": away()})
    scene.play("activate X", "declare move", "step e", "step e", "open (5,0)", dice=["coin 2", "2D6 1+1"])
    lines = told(scene)
    assert "X opens the northern chest: it explodes" in lines
    assert "X goes down: the chest exploded" in lines
    assert "Turnover for home: the chest exploded" in lines


def test_a_coin_is_tossed_and_not_rolled() -> None:
    scene = Scene(PICTURE, {"X": home(), "b": away()})
    scene.play("activate X", "declare move", "step e", "step e", "open (5,0)", dice=["coin 2", "2D6 1+1"])
    assert "home tosses a coin for what is in the chest: 2" in told(scene)
    teller = Narrator(scene.game, scene.names)
    assert teller.coin_tossed(-1, 1, "who comes first") == "The coin is tossed for who comes first: 1"
    assert teller.coin_tossed(1, None, "") == "away tosses a coin that nobody sees"


def test_a_roll_of_which_high_is_not_always_good_says_how_it_goes() -> None:
    scene = Scene("A.....b", {"A": home(), "b": away()})
    event = Event(events.TESTED, clauses.ROOM_ROLL, 0, 5, 5, 0)
    said = Narrator(scene.game, scene.names).sentence(event)
    assert "needs" not in said
    assert said.count(":") == 1


def test_a_turnover_names_the_test_that_failed() -> None:
    scene = Scene(".....\n.A.b.\n.....", {"A": home(agility=3, armour=9), "b": away()})
    scene.play("activate A", "declare move", "step e", "step w", dice=["D6 2", "2D6 2+3"])
    assert "Turnover for home: A failed a dodge" in told(scene)


def test_a_turnover_names_the_block_that_went_wrong() -> None:
    scene = Scene(".....\n.Ab..\n.....", {"A": home(), "b": away()})
    scene.play("activate A", "declare block b", dice=["block PLAYER-DOWN", "2D6 1+2"])
    assert "Turnover for home: A was knocked down in its own block against b" in told(scene)


def test_a_fumbled_throw_and_a_ball_on_the_floor_are_named() -> None:
    scene = Scene("A.....b", {"A": home(), "b": away()})
    teller = Narrator(scene.game, scene.names)
    for clause, words in (
        (clauses.TURNOVER_LOOSE_BALL, "no team-mate has caught the ball"),
        (clauses.TURNOVER_SENT_OFF, "a player was sent off"),
    ):
        assert teller.sentence(Event(events.TURNOVER, clause, 0, 0, 0, 0)) == f"Turnover for home: {words}"


def test_a_touchdown_is_no_turnover_in_words() -> None:
    scene = Scene("A.....b", {"A": home(), "b": away()})
    event = Event(events.TURNOVER, clauses.TOUCHDOWN, 0, 0, 0, 0)
    assert Narrator(scene.game).sentence(event) == "The touchdown ends the turn of home"


def test_a_walk_is_one_line_with_what_was_declared_for_it() -> None:
    scene = Scene(PICTURE, {"X": home(), "b": away()})
    scene.play("activate X", "declare blitz b", "step e", "step e", "step e")
    teller = Storyteller(scene.game)
    teller.teller = Narrator(scene.game, scene.names)
    walks = [event for event in teller.events(scene.game.events) if event.kind == "moved"]
    assert [event.walk for event in walks] == [
        "X blitzes b: moves up to portal 1",
        "X blitzes b: runs to the northern chest",
        "X blitzes b: runs to the northern chest",
    ]
    assert walks[-1].text == "X moves next to the northern chest"


def test_a_portal_is_a_way_in_and_a_way_out() -> None:
    scene = Scene(PICTURE, {"X": home(), "b": away()})
    way = (int(scene.game.dungeon.node_at(4, 2, 0)), int(scene.game.dungeon.node_at(7, 3, 0)))
    event = Event(events.TELEPORTED, clauses.TELEPORT, 0, *way, 0)
    assert Narrator(scene.game, scene.names).sentence(event) == "X goes through portal 1, out at portal 2"


def test_a_room_says_what_it_does() -> None:
    scene = Scene("A.....b", {"A": home(), "b": away()})
    teller = Narrator(scene.game, scene.names)
    assert teller.sentence(Event(events.ROOM_WORKED, clauses.ROOM_EFFECT + 7, 0, 7, 0, 0)) == (
        "Sewer: A stinks until its next activation"
    )


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Event(events.STARTER_CHOSEN, clauses.STARTING_COACH, 1, 1, 0, 0), "away chooses to start"),
        (Event(events.STARTER_CHOSEN, clauses.STARTING_COACH, 1, 0, 0, 0), "away leaves the first turn to home"),
        (Event(events.DICE_ROLLED, clauses.CHOOSE_ZONE, -1, 5 | 5 << 4, 2, 6), None),
        (Event(events.TIME_RAN_OUT, clauses.CLOCK, 0, 0, 0, 0), "the time of home is up"),
        (Event(events.LEFT_PLAY, 0, 1, 4, 8, 0), "b is carried off, knocked out"),
        (Event(events.FACE_CHOSEN, clauses.BLOCK, 0, 1, 1, 0), "A against b: player down"),
    ],
)
def test_a_line_for_people(event: Event, words: str | None) -> None:
    scene = Scene("A.....b", {"A": home(), "b": away()})
    said = Narrator(scene.game, scene.names).sentence(event)
    if words is None:
        assert said.endswith(" for who chooses first")
        assert "choose zone" not in said
    else:
        assert said == words


def test_no_die_is_rolled_for_the_name_of_a_clause() -> None:
    assert rolled_for(clauses.LURKING) == "whether something lurks beside the chest"
    assert rolled_for(clauses.DODGE) == "the dodge"
    assert rolled_for(clauses.NOTHING) == ""
    assert all(words == words.strip() and "_" not in words for words in DICE_NOUNS.values())


def test_dice_for_a_casualty_belong_to_whoever_rolled_for_the_injury() -> None:
    scene = Scene("A..b..c", {"A": home(), "b": away(), "c": away()}, edition="astrogranite(classic)")
    game = scene.game
    game.squads.names = ["Reds", "Blues", "Greens"]
    injury = Event(events.DICE_ROLLED, clauses.INJURY, 2, 5 | 6 << 4, 2, 6)
    casualty = Event(events.DICE_ROLLED, clauses.CASUALTY_ROLL, 1, 4, 1, 6)
    game.events.extend([injury, casualty])
    teller = Narrator(game)
    assert teller.dice_side(casualty) == 2
    assert teller.sentence(casualty).startswith("Greens rolls ")


def test_a_casualty_without_a_roll_names_no_number() -> None:
    scene = Scene("A..b", {"A": home(), "b": away()})
    teller = Narrator(scene.game)
    hurt = Event(events.CASUALTY_SUFFERED, clauses.NOTHING, scene.letters["b"], 1, 0, 0)
    rolled = Event(events.CASUALTY_SUFFERED, clauses.NOTHING, scene.letters["b"], 1, 4, 0)
    assert "casualty: 0" not in teller.sentence(hurt)
    assert "casualty: 4: " in teller.sentence(rolled)


def test_nobody_is_called_like_another_and_no_referee_by_a_number() -> None:
    squads = random_squads(Luck(1), 3)
    assert len(set(labels_of(squads))) == int(squads.count)
    assert labels_of(squads)[0] == "A1 Player 1", "both sides have a number one of that name"
    match = Match(Scene("A.b", {"A": home(), "b": away()}).game, SeededDice(1))
    assert all(label.startswith("#") for label in labels_of(match.game.squads))
