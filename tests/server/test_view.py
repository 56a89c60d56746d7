"""What clients are shown of a game: everything that can happen has words, and every option can be chosen."""

from __future__ import annotations

import re

import msgspec
import pytest
from mypy_extensions import i64

from dungeonbowl.bots.arena import Pairing, match_bots, new_game
from dungeonbowl.engine import actions, clauses, events
from dungeonbowl.engine.beginning import begun
from dungeonbowl.engine.dice import packed
from dungeonbowl.engine.event_kinds import EVENT_KINDS
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.loop import options_of
from dungeonbowl.engine.match import Match
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.server import wire
from dungeonbowl.server.view import foresight, previews
from dungeonbowl.server.view.boards import board_of, setup_view
from dungeonbowl.server.view.positions import position_of
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.view.stories import Storyteller
from rules import test_foul


def a_match(seed: int, home: str = "fire-fast", away: str = "death-strong", dungeon: str = "of-3") -> Match:
    pairing = Pairing("official(turn_limit=3)", dungeon, "random", "normal", home, away)
    return begun(new_game(pairing), match_dice(seed))


def test_the_fields_of_every_event_are_those_of_the_wire() -> None:
    """`die6` fills the fields `dice` and `die`, `face` the field `faces`."""
    known = {*wire.Event.__struct_fields__, "die6", "face"}
    for row in EVENT_KINDS[1:]:
        fields = [part.field for part in row.parts if part.field]
        assert set(fields) <= known, row
        assert len(set(fields)) == len(fields), row


def test_an_event_goes_over_the_wire_with_its_parts_as_fields() -> None:
    teller = Storyteller(a_match(1).game)
    declared = teller.event(Event(events.DECLARED, clauses.DECLARATION, 3, actions.BLITZ_ACTION, 8, 0), 5)
    assert (declared.kind, declared.piece, declared.value, declared.other) == ("declared", 3, 3, 7)
    assert declared.numbers == [3, 3, 8, 0]
    alone = teller.event(Event(events.DECLARED, clauses.DECLARATION, 3, actions.MOVE_ACTION, 0, 0), 5)
    assert alone.other is None
    blocked = teller.event(Event(events.BLOCK_DICE_ROLLED, clauses.BLOCK_DICE, 3, 15, packed([6, 1]), -2), 5)
    assert (blocked.dice, blocked.die, blocked.faces) == ([6, 1], "block", ["pow", "player-down"])
    assert (blocked.piece, blocked.other, blocked.value) == (3, 15, -2)
    unseen = teller.event(Event(events.DICE_ROLLED, clauses.CHEST_DRAW, 0, 0, 1, 6), 5)
    assert (unseen.dice, unseen.die) == ([], "D6")


@pytest.mark.parametrize("seed", range(3))
def test_every_decision_of_a_match_can_be_shown(seed: int) -> None:
    match = a_match(seed)
    bots = match_bots(Pairing("official", "of-3", "random", "normal", "fire-fast", "death-strong"), seed)
    prompter = Prompter(match.game)
    teller = Storyteller(match.game)
    encoder = msgspec.json.Encoder()
    decisions = 0
    while not match.is_over():
        prompt = prompter.prompt(match, decisions, True)
        assert prompt is not None
        assert [option.id for option in prompt.options] == [str(option) for option in match.options()]
        assert prompt.title
        assert prompt.help
        assert all(option.label and option.text and option.group for option in prompt.options)
        assert all(option.odds is None or 0 <= option.odds <= 1 for option in prompt.options)
        assert all(refusal.reason for refusal in prompt.refused)
        again = msgspec.json.decode(encoder.encode(prompt), type=wire.Prompt)
        assert again == prompt
        watched = prompter.prompt(match, decisions, False)
        assert watched is not None
        assert watched.options == []
        position = position_of(match.game)
        assert len(position.pieces) == match.game.squads.count
        happened = match.choose(bots[match.asked()].choose(match.game.clone(), match.options()))
        for event in teller.events(happened):
            assert event.text
        decisions += 1


def test_steps_tell_what_they_need() -> None:
    """The odds of a step are those of its own rolls."""
    match = a_match(1)
    bots = match_bots(Pairing("official", "of-3", "random", "random", "fire-fast", "death-strong"), 1)
    prompter = Prompter(match.game)
    rolled = 0
    while not match.is_over() and rolled < 20:
        prompt = prompter.prompt(match, 0, True)
        assert prompt is not None
        for option in prompt.options:
            if option.kind == "step":
                chance = 1.0
                for roll in option.rolls:
                    chance *= (7 - roll.needed) / 6
                assert option.odds == (pytest.approx(chance, abs=1e-5) if option.rolls else None), option.text
                rolled += bool(option.rolls)
        match.choose(bots[match.asked()].choose(match.game.clone(), match.options()))
    assert rolled


def test_asking_what_if_changes_nothing() -> None:
    match = a_match(2)
    bots = match_bots(Pairing("official", "of-3", "random", "normal", "fire-fast", "death-strong"), 2)
    prompter = Prompter(match.game)
    for turn in range(120):
        if match.is_over():
            break
        if turn % 10 == 0:
            before = position_of(match.game), match.options(), len(match.game.events)
            for piece in range(int(match.game.squads.count)):
                prompter.menu(match, 0, piece)
                previews.reach_of(match.game, 0, piece, match.asked())
                foresight.preview(match.game, 0, match.asked(), piece, target=0)
                foresight.preview(match.game, 0, match.asked(), piece, square=turn)
            for kind in ("zones", "passes", "sight", "reach"):
                previews.overlay(match.game, 0, kind, 0, 1)
            assert (position_of(match.game), match.options(), len(match.game.events)) == before
        match.choose(bots[match.asked()].choose(match.game.clone(), match.options()))


def test_a_portal_tells_where_it_leads() -> None:
    match = a_match(3)
    bots = match_bots(Pairing("official", "of-3", "normal", "normal", "fire-fast", "death-strong"), 3)
    found: list[wire.Outcome] = []
    while not found and not match.is_over():
        for piece in range(int(match.game.squads.count)):
            for square in previews.reach_of(match.game, 0, piece, match.asked()).squares:
                found = found or square.outcomes
        match.choose(bots[match.asked()].choose(match.game.clone(), match.options()))
    assert sum(outcome.odds for outcome in found) == pytest.approx(1.0, abs=1e-5)
    assert len(found) == 6
    assert {outcome.text for outcome in found} & {"lost"}


def test_who_is_lost_in_a_portal_is_said_once() -> None:
    match = a_match(3)
    bots = match_bots(Pairing("official", "of-3", "normal", "normal", "fire-fast", "death-strong"), 3)
    found: list[str] = []
    while not found and not match.is_over():
        side = match.asked()
        for piece in range(int(match.game.squads.count)):
            for square in previews.reach_of(match.game, 0, piece, side).squares:
                if square.portal and not found:
                    shown = foresight.preview(match.game, 0, side, piece, square=square.square)
                    found = [outcome.text for outcome in shown.outcomes] if shown else []
        match.choose(bots[side].choose(match.game.clone(), match.options()))
    lost = [text for text in found if "lost" in text]
    assert len(lost) == 1
    assert lost[0].endswith(" is lost")
    assert lost[0].count("lost") == 1


def test_a_chest_tells_what_may_be_in_it() -> None:
    match = a_match(3)
    bots = match_bots(Pairing("official", "of-3", "normal", "normal", "fire-fast", "death-strong"), 3)
    prompter = Prompter(match.game)
    found: list[wire.Outcome] = []
    while not found and not match.is_over():
        prompt = prompter.prompt(match, 0, True)
        assert prompt is not None
        for option in prompt.options:
            found = found or option.outcomes
        match.choose(bots[match.asked()].choose(match.game.clone(), match.options()))
    assert [outcome.odds for outcome in found] == pytest.approx([5 / 6, 1 / 6], abs=1e-5)
    assert re.fullmatch(r"it explodes, .+ goes down and your turn ends", found[0].text)
    assert found[1].text == "the ball"


def test_rooms_say_what_they_do() -> None:
    match = a_match(0, dungeon="of-5")
    setup = setup_view(match.game, [])
    rooms = board_of(match.game.dungeon).rooms
    assert rooms
    for room in rooms:
        assert room.effect, room.name
        assert room.rule.startswith("O-ROOM"), room.name
    assert all(skill.text for card in setup.players for skill in card.skills)


@pytest.mark.rule("O-FOUL-05", "O-FOUL-09")
def test_an_argument_says_each_thing_once() -> None:
    scene = test_foul.foul(test_foul.scene_of(), dice=["2D6 2+2"])
    argue = next(each for each in options_of(scene.game) if actions.kind_of(i64(each)) == actions.ARGUE)
    words = {round(outcome.odds, 2): outcome.text for outcome in foresight.of_option(scene.game, int(argue)).outcomes}
    assert words[0.83].count("sent") == 1
    assert "reserves" in words[0.17]
