"""Matches over the network, on a real server: two coaches and a spectator, refusals, take-back, walks, chat."""

from __future__ import annotations

import random

import pytest

from dungeonbowl.client import Connection, ConnectionClosed, Server, ServerRefused, View, play
from dungeonbowl.engine import actions
from dungeonbowl.server import wire
from support.servers import Guest, option

QUICK = {"quick": True, "pace": 0, "turn_limit": 4}


def two_coaches(server: Server, **order: object) -> tuple[Guest, Guest, Guest]:
    """Both seats and a spectator of a match that has begun."""
    created = server.new_match(**{"seats": ["person", "person"], **QUICK, **order})
    home, away = (Guest(server, created.id, seat.token) for seat in created.seats)
    spectator = Guest(server, created.id, created.watch_token)
    home.send(wire.Ready("north wind"))
    home.wait(wire.PresenceChanged, lambda message: message.presence.ready[0])
    away.ready("south wind")
    for guest in (home, spectator):
        guest.wait(wire.Welcome, lambda message: message.stage == "playing")
    return home, away, spectator


def asked(home: Guest, away: Guest) -> tuple[Guest, Guest, wire.Prompt]:
    """Who is asked, who is not, and what."""
    assert home.prompt is not None
    return (home, away, home.wait_for_prompt()) if home.prompt.mine else (away, home, away.wait_for_prompt())


@pytest.mark.rule("A-MOD-06")
def test_nobody_rolls_a_die_before_both_coaches_are_ready(server: Server) -> None:
    created = server.new_match(seats=["person", "person"], **QUICK)
    home = Guest(server, created.id, created.seats[0].token)
    assert home.welcome.stage == "waiting"
    assert home.welcome.commitment == created.commitment
    assert home.welcome.prompt is None
    assert home.welcome.log == []
    home.send(wire.Ready("a word"))
    presence = home.wait(wire.PresenceChanged)
    assert presence.presence.ready == [True, False]
    assert presence.sides[0].word == "", "a word is told only when the other coach can no longer answer it"
    away = Guest(server, created.id, created.seats[1].token)
    assert away.welcome.stage == "waiting"
    assert away.welcome.setup.edition == home.welcome.setup.edition, "it is the same configuration that both accept"


def test_both_coaches_and_a_spectator_see_the_same_match(server: Server) -> None:
    home, away, spectator = two_coaches(server)
    assert [side.word for side in home.welcome.setup.sides] == ["north wind", "south wind"]
    decider, other, prompt = asked(home, away)
    activation = option(prompt, "activate")
    update = decider.choose(prompt, activation.id)
    for guest in (other, spectator):
        seen = guest.wait(wire.Update, lambda message: message.number == update.number)
        assert seen.events == update.events
        assert seen.position == update.position
        assert seen.prompt is not None
        assert not seen.prompt.mine
        assert seen.prompt.options == []
    assert update.prompt is not None
    assert update.prompt.mine
    assert update.prompt.kind == "declare"


def test_stale_foreign_and_illegal_orders_are_refused_with_a_reason(server: Server) -> None:
    home, away, spectator = two_coaches(server)
    decider, other, prompt = asked(home, away)
    end = option(prompt, "end turn")
    assert "decide nothing" in spectator.refused(wire.Act(prompt.number, end.id)).reason
    assert "decision of" in other.refused(wire.Act(prompt.number, end.id)).reason
    stale = decider.refused(wire.Act(prompt.number - 1, end.id))
    assert stale.stale
    assert stale.number == prompt.number
    foreign = next(card.piece for card in decider.welcome.setup.players if card.side != prompt.side)
    illegal = decider.refused(wire.Act(prompt.number, str(int(actions.ACTIVATE) | foreign << 8)))
    assert illegal.reason == "that player is not of the active side"
    assert illegal.re == "act"
    before = decider.number
    assert decider.choose(prompt, end.id).number == before + 1, "nothing of that has changed the match"


def test_what_is_no_message_is_refused_and_the_connection_stays(server: Server) -> None:
    created = server.new_match(**QUICK)
    guest = Guest(server, created.id, created.seats[0].token)
    for text in (
        "",
        "{",
        "[1]",
        '{"type": "unheard of"}',
        '{"type": "act"}',
        '{"type": "act", "number": 1, "option": "x"}',
    ):
        guest.connection.socket.send(text)
        assert "that message cannot be read: " in guest.wait(wire.Refused).reason
    assert guest.ready().stage == "playing"


def test_a_decision_can_be_taken_back_until_a_die_falls(server: Server) -> None:
    home, away, spectator = two_coaches(server)
    decider, other, prompt = asked(home, away)
    told = decider.welcome.log_start + len(decider.welcome.log)
    update = decider.choose(prompt, option(prompt, "activate").id)
    assert update.prompt is not None
    assert update.prompt.take_back.possible
    assert "other coach" in other.refused(wire.TakeBackOrder(update.number)).reason
    decider.send(wire.TakeBackOrder(update.number))
    back = decider.wait(wire.Update, lambda message: message.undone is not None)
    assert back.undone == told
    assert back.number == update.number + 1
    assert back.prompt is not None
    assert back.prompt.kind == "turn"
    assert [each.text for each in back.prompt.options] == [each.text for each in prompt.options]
    assert spectator.wait(wire.Update, lambda message: message.undone is not None).position == back.position
    refused = decider.refused(wire.TakeBackOrder(back.number))
    assert "die has fallen" in refused.reason


def test_a_menu_shows_what_a_player_could_do_and_decides_nothing(server: Server) -> None:
    home, away, _ = two_coaches(server)
    decider, other, prompt = asked(home, away)
    piece = option(prompt, "activate").piece
    assert piece is not None
    decider.send(wire.AskMenu(piece))
    menu = decider.wait(wire.Menu)
    assert menu.number == prompt.number
    assert {"Move", "Blitz"} <= {each.group for each in menu.options}
    greyed = {each.group: each.reason for each in menu.refused}
    assert greyed["Throw team-mate"]
    assert all(greyed.values())
    other.send(wire.AskMenu(piece))
    assert other.wait(wire.Menu).reason
    move = next(each for each in menu.options if each.text == "declare move")
    decider.send(wire.Act(prompt.number, menu.first[0], [move.id]))
    update = decider.wait(wire.Update)
    assert update.position.acting is not None
    assert update.position.acting.declared == "move"


def test_a_walk_goes_to_the_square_or_stops_where_a_roll_fails(server: Server) -> None:
    home, away, _ = two_coaches(server)
    decider, _, prompt = asked(home, away)
    piece = option(prompt, "activate").piece
    assert piece is not None
    decider.send(wire.AskReach(piece))
    reach = decider.wait(wire.Reach)
    safe = max((square for square in reach.squares if square.odds == 1.0), key=lambda square: square.cost)
    assert safe.path[-1] == safe.square
    decider.send(wire.Walk(prompt.number, piece, safe.square))
    update = decider.wait(wire.Update)
    assert update.number == prompt.number + 1, "a walk is one change"
    assert [event.square for event in update.events if event.kind == "moved"] == safe.path
    standing = next(state for state in update.position.pieces if state.piece == piece)
    assert standing.square == safe.square


def test_overlays_and_previews_answer_without_a_decision(server: Server) -> None:
    home, away, spectator = two_coaches(server)
    decider, _, prompt = asked(home, away)
    piece = option(prompt, "activate").piece
    for order in (
        wire.AskOverlay("zones", side=0),
        wire.AskOverlay("reach", side=1),
        wire.AskOverlay("passes", piece=piece),
        wire.AskOverlay("sight", piece=piece),
    ):
        spectator.send(order)
        overlay = spectator.wait(wire.Overlay)
        assert overlay.kind == order.kind
        assert overlay.squares
    decider.send(wire.AskReach(piece))
    far = max(decider.wait(wire.Reach).squares, key=lambda square: len(square.path))
    decider.send(wire.AskPreview(piece, square=far.square))
    preview = decider.wait(wire.Preview)
    assert preview.path == far.path
    assert preview.odds == far.odds
    assert "cannot be done" in decider.refused(wire.AskPreview(piece, target=piece)).reason
    assert "other coach" in spectator.refused(wire.AskPreview(piece, square=far.square)).reason


def test_chat_reaches_everybody_and_is_still_there_afterwards(server: Server) -> None:
    created = server.new_match(seats=["person", "person"], **QUICK)
    home, away = (Guest(server, created.id, seat.token) for seat in created.seats)
    spectator = Guest(server, created.id, created.watch_token)
    spectator.send(wire.SendChat("Good luck <b>both</b>\n\x00", "Watcher"))
    for guest in (home, away, spectator):
        line = guest.wait(wire.Chat).line
        assert line.text == "Good luck <b>both</b>"
        assert (line.side, line.name) == (None, "Watcher")
    latecomer = Guest(server, created.id, created.watch_token)
    assert [line.text for line in latecomer.welcome.chat] == ["Good luck <b>both</b>"]
    for _ in range(6):
        spectator.send(wire.SendChat("again"))
    assert "too many lines" in spectator.wait(wire.Refused).reason


def test_a_token_of_another_match_opens_nothing(server: Server) -> None:
    one = server.new_match(**QUICK)
    other = server.new_match(**QUICK)
    for match, token, code in ((one.id, other.seats[0].token, 4401), ("nowhere", "x", 4404), (one.id, "", 4401)):
        with pytest.raises(ConnectionClosed) as closed, Connection(server, match, token) as connection:
            connection.receive(30)
        assert closed.value.code == code


def test_one_link_holds_both_sides_where_two_coaches_share_a_screen(server: Server) -> None:
    created = server.new_match(seats=["person", "person"], shared=True, **QUICK)
    assert [seat.sides for seat in created.seats] == [[0, 1]]
    guest = Guest(server, created.id, created.seats[0].token)
    guest.ready("ours")
    for _ in range(20):
        prompt = guest.wait_for_prompt()
        guest.choose(prompt, option(prompt, "end turn").id if prompt.kind == "turn" else prompt.options[0].id)
        if guest.prompt is None:
            break


def test_the_bot_chooses_for_a_coach_and_gives_hints(server: Server) -> None:
    created = server.new_match(seats=["person", "bot:normal"], pace=0, turn_limit=2)
    guest = Guest(server, created.id, created.seats[0].token)
    guest.ready()
    prompt = guest.wait_for_prompt()
    guest.send(wire.AskHint(prompt.number))
    hint = guest.wait(wire.Hint)
    assert hint.option in {each.id for each in prompt.options}
    assert hint.label
    assert hint.advice[0].option == hint.option
    first = prompt.kind
    assert first != "turn"
    while prompt.kind != "turn":
        guest.send(wire.ChooseForMe(prompt.number, "kind"))
        kind = prompt.kind
        while guest.prompt is None or not guest.prompt.mine or guest.prompt.kind == kind:
            guest.next()
        prompt = guest.wait_for_prompt()
    guest.send(wire.ChooseForMe(prompt.number, "turn"))
    turn = guest.position.sides[prompt.side].turn
    guest.wait(wire.Update, lambda update: update.position.active != prompt.side or update.position.over)
    assert turn == 1


def test_a_program_plays_a_whole_match_from_outside(server: Server) -> None:
    chance = random.Random(5)
    kinds: set[str] = set()

    def choose(prompt: wire.Prompt, view: View) -> str:
        assert prompt.options
        assert view.sides == [0]
        kinds.add(prompt.kind)
        return chance.choice(prompt.options).id

    created = server.new_match(seats=["person", "bot:normal"], pace=0, turn_limit=3)
    over = play(server, created.id, created.seats[0].token, choose, "a word")
    assert over.winner in (-1, 0, 1)
    assert over.seed
    assert over.words[0] == "a word"
    assert {"turn", "act", "deploy"} <= kinds
    summary = server.summary(created.id, created.watch_token)
    assert summary.stage == "over"
    assert summary.winner == over.winner


def test_a_program_that_chooses_what_was_not_offered_is_told_so(server: Server) -> None:
    created = server.new_match(seats=["person", "person"], shared=True, **QUICK)
    with pytest.raises(ServerRefused, match="not one of the choices"):
        play(server, created.id, created.seats[0].token, lambda prompt, view: str(int(actions.FOLLOW_UP)))


def test_two_bots_play_while_somebody_watches(server: Server) -> None:
    created = server.new_match(seats=["bot:normal", "bot:random"], quick=True, pace=0, turn_limit=1)
    assert created.seats == []
    watcher = Guest(server, created.id, created.watch_token)
    over = watcher.wait(wire.Over)
    assert over.seed
    report = server.report(created.id)
    assert report.over
    assert report.commitment == created.commitment
    numbers = [message.number for message in watcher.seen if isinstance(message, wire.Update)]
    assert numbers == sorted(numbers)


def test_standing_answers_are_kept_and_can_be_taken_away(server: Server) -> None:
    home, _, spectator = two_coaches(server)
    home.send(wire.SetAuto("Dodge", "always"))
    assert home.wait(wire.AutoSet).auto == [wire.Auto("Dodge", "always")]
    home.send(wire.SetAuto("Dodge", "ask"))
    assert home.wait(wire.AutoSet).auto == []
    assert "decide nothing" in spectator.refused(wire.SetAuto("Dodge", "never")).reason


def test_a_coach_may_concede_when_the_rules_allow_it(server: Server) -> None:
    home, away, _ = two_coaches(server)
    decider, other, prompt = asked(home, away)
    assert prompt.words == ["concede"]
    decider.send(wire.Say(prompt.number, "concede"))
    over = other.wait(wire.Over)
    assert over.winner == 1 - prompt.side
    assert decider.wait(wire.Over).seed == over.seed
