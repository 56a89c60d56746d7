"""What nobody knows yet stays on the server: seats and spectators are not told it by any way there is."""

from __future__ import annotations

import msgspec
import pytest

from dungeonbowl.bots.levels import make_bot
from dungeonbowl.bots.seat import Seat
from dungeonbowl.client import Server, ServerRefused, read_link
from dungeonbowl.client.seating import sit
from dungeonbowl.engine.game import Game
from dungeonbowl.records.save import Save, load
from dungeonbowl.server import wire
from support.servers import Guest

HIDDEN = "astrogranite(classic, chest_mode=hidden, quick=on, turn_limit=1)"


class Noting:
    """A bot that notes whether anything is kept from it, and what it could see of the chests."""

    name = "noting"

    def __init__(self) -> None:
        self.bot = make_bot("easy", 1)
        self.loads: set[int] = set()

    def choose(self, game: Game, options: list[int]) -> int:
        slot = next(module for module in game.rules.modules if module.name() == "loads").slot  # type: ignore[attr-defined]
        self.loads.add(int(game.memo[slot]))
        return self.bot.choose(game, options)


@pytest.mark.rule("A-DUN-02", "A-SETUP-04")
def test_a_seat_is_sent_the_position_it_knows_instead_of_the_dice_that_filled_the_chests(server: Server) -> None:
    created = server.new_match(edition=HIDDEN, seats=["person", "person"], pace=0)
    guests = [Guest(server, created.id, seat.token) for seat in created.seats]
    spectator = Guest(server, created.id, created.watch_token)
    guests[0].send(wire.Ready())
    guests[1].ready()
    spectator.wait(wire.Welcome, lambda message: message.stage == "playing")
    for guest in (*guests, spectator):
        guest.send(wire.AskMoves())
        moves = guest.wait(wire.Moves)
        assert moves.inputs == []
        assert moves.setup == ""
        game = load(msgspec.json.decode(moves.known, type=Save))
        assert int(game.balls_hidden) == 1
        assert all(int(number) <= 0 for number in game.memo), "no square of a chest is in it"
    for token in (created.seats[0].token, created.watch_token):
        with pytest.raises(ServerRefused, match="still secret"):
            server.replay(created.id, token)


@pytest.mark.rule("A-DUN-02")
def test_a_bot_from_outside_plays_such_a_match_and_its_replay_is_told_when_it_is_over(server: Server) -> None:
    created = server.new_match(edition=HIDDEN, seats=["person", "bot:easy"], pace=0)
    bot = Noting()
    sit(read_link(server.address + created.seats[0].link), lambda side: Seat(bot))  # type: ignore[arg-type]
    assert bot.loads <= {-1, 0}
    assert -1 in bot.loads
    assert server.summary(created.id, created.seats[0].token).stage == "over"
    assert b"astrogranite" in server.replay(created.id)
