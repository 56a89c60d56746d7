"""What the page is told when turns come and go: the summary, banners, the end, and what is kept for the coach."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from mypy_extensions import i64

from dungeonbowl.bots.arena import Pairing, match_bots, new_game
from dungeonbowl.bots.seat import Seat, options_of
from dungeonbowl.engine import actions, clauses, events
from dungeonbowl.engine.actions import action, kind_of
from dungeonbowl.engine.beginning import begin
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.sides import TURNS
from dungeonbowl.play.setting_up import match_dice
from dungeonbowl.server import wire
from dungeonbowl.server.session import Session
from dungeonbowl.server.thinking import Thinking
from dungeonbowl.server.view.positions import position_of
from dungeonbowl.server.view.prompts import Prompter
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.viewers import Viewer
from support.lines import Evening, House, in_a_house


def played(edition: str, seed: int, stop_at: int = -1, bot: str = "normal") -> Game | None:
    """A match between two bots: to its end, or until an action of a kind is on offer; None if it never is."""
    pairing = Pairing(edition, home=bot, away=bot)
    game = new_game(pairing)
    game.record()
    begin(game)
    dice = match_dice(seed)
    seats = [Seat(each, tells=False) for each in match_bots(pairing, seed)]
    while advance(game, dice) == ASK and game.decisions < 20_000:
        if game.asked >= game.squads.sides:
            choose_trusted(game, game.rules.policies.neutral.advice(game))
            continue
        options = options_of(game)
        if stop_at in {kind_of(option) for option in options}:
            return game
        choose_trusted(game, seats[game.asked].choose(game, options))
    return game if stop_at < 0 else None


@pytest.mark.parametrize("edition", ["official", "stockbowl", "astrogranite(full)"])
def test_banners_are_for_the_moments_that_matter_and_a_touchdown_is_no_turnover(edition: str) -> None:
    found: set[str] = set()
    for seed in (1, 2, 3):
        game = played(edition, seed)
        assert game is not None
        for event, told in zip(game.events, Storyteller(game).events(game.events), strict=True):
            assert bool(told.notice) == bool(told.headline)
            found.add(told.notice)
            if event.kind == events.SCORED:
                assert told.notice == "score"
            if event.kind == events.TURNOVER:
                scored = int(event.clause) in (clauses.TOUCHDOWN, clauses.TURNOVER_SCORED)
                assert told.notice == ("" if scored else "turnover")
            if event.kind == events.CHEST_OPENED:
                assert (told.notice == "ball") == (event["contents"] == 1)
    assert {"score", "turnover", "ball", "over"} <= found


@pytest.mark.parametrize("edition", ["official", "stockbowl", "astrogranite(full)"])
def test_after_the_end_no_side_has_the_turn(edition: str) -> None:
    game = played(edition, 4)
    assert game is not None
    assert game.over
    assert position_of(game).active == -1


def test_the_coach_whose_turn_begins_is_told_what_mattered_and_nobody_else(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        order = wire.NewMatch(seats=["person", "bot:normal"], quick=True, pace=0, turn_limit=4)
        evening = await Evening.begin(house, order, bytes(range(32)))
        coach = evening.seats[0]
        session = evening.session
        summed = returned = 0
        while session.stage != "over":
            evening.spectator.heard()
            number = session.number
            end = str(int(actions.END_TURN))
            offered = {str(option) for option in evening.options}
            told = await evening.order(
                coach, wire.Act(number, end if end in offered else str(session.deciding.default_answer()))
            )
            updates = [each for each in told if isinstance(each, wire.Update)]
            for update in updates:
                began = [event for event in update.events if event.kind == "turn began" and event.side == 0]
                if update.summary:
                    summed += 1
                    if update is updates[-1]:
                        returned += 1
                        assert session.telling.welcome(Viewer([0])).summary == update.summary, "as after a reload"
                        assert session.telling.welcome(Viewer([1])).summary == []
                        assert session.telling.welcome(Viewer([])).summary == []
                elif update is updates[-1] and any(event.kind == "activated" for event in update.events):
                    assert session.telling.welcome(Viewer([0])).summary == []
                    assert began
                    assert len(update.summary) <= 5
                    assert all(0 <= line.event < began[-1].number for line in update.summary)
            watched = [each for each in evening.spectator.heard() if isinstance(each, wire.Update)]
            assert not any(each.summary for each in watched)
        assert summed >= 2
        assert returned >= 1

    in_a_house(tmp_path, scene)


def test_two_coaches_at_one_screen_have_seen_everything(tmp_path: Path) -> None:
    async def scene(house: House) -> None:
        order = wire.NewMatch(seats=["person"] * 2, shared=True, quick=True, pace=0, turn_limit=2, help=True)
        evening = await Evening.begin(house, order)
        line = evening.seats[0]
        while evening.session.stage != "over":
            told = await evening.order(line, wire.ChooseForMe(evening.session.number, "turn"))
            assert not any(each.summary for each in told if isinstance(each, wire.Update))

    in_a_house(tmp_path, scene)


def test_the_apothecary_is_kept_for_the_coach_who_left_the_turn_to_the_computer() -> None:
    game = None
    for seed in range(1, 30):
        game = game or played("astrogranite(full, apothecaries=1)", seed, int(actions.TREAT), "random")
    assert game is not None
    match = Match(game, match_dice(1))
    side = match.asked()
    prompt = Prompter(game).prompt(match, 1, True)
    assert prompt is not None
    assert prompt.kept
    thinking = Thinking(cast(Session, SimpleNamespace(match=match)))
    left = ("turn", "turn", int(game.side_value(i64(side), TURNS)))
    thinking.pilots[side] = left
    assert not thinking.is_piloted(side)
    assert thinking.pilots == {side: left}, "the rest of the turn is still left to the computer"
    others = SimpleNamespace(options=lambda: [int(action(actions.END_TURN))], game=game)
    game.active = i64(side)
    thinking.session = cast(Session, SimpleNamespace(match=others))
    assert thinking.is_piloted(side)
