"""A guest who does what docs/protocol.md asks of every client: after the close code 1012 it connects again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from dungeonbowl.client import ConnectionClosed
from dungeonbowl.server import wire
from dungeonbowl.server.close_codes import CLOSING
from support.servers import PATIENCE, Guest

Kind = TypeVar("Kind", bound=wire.Message)
PAUSE = 0.05


class Returning(Guest):
    """Connects again whenever the match has moved, and sends an order again that was not carried out. Only
    `wait_for_end` lets it stay away, and whoever is sent away with another code fails."""

    def connect(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                super().connect()
            except ConnectionClosed as closed:
                self.note(closed)
                assert time.monotonic() < end, "nobody leads the match"
                time.sleep(PAUSE)
            else:
                return

    def note(self, closed: ConnectionClosed) -> None:
        self.codes.append(closed.code)
        if closed.code != CLOSING:
            raise closed

    def next(self) -> wire.Message:
        """The next message; `welcome` if the guest had to connect again."""
        try:
            return super().next()
        except ConnectionClosed as closed:
            return self.come_back(closed)

    def send(self, order: wire.Order) -> None:
        try:
            super().send(order)
        except ConnectionClosed as closed:
            self.come_back(closed)
            super().send(order)

    def come_back(self, closed: ConnectionClosed) -> wire.Welcome:
        self.note(closed)
        self.connection.close()
        self.connect()
        return self.welcome

    def tell(self, order: wire.Order, enough: Callable[[wire.Message], bool]) -> wire.Message:
        """Send an order, and again after a return, until a message is the answer."""
        while True:
            returns = len(self.codes)
            self.send(order)
            while True:
                message = self.next()
                if enough(message):
                    return message
                if len(self.codes) > returns:
                    break

    def ask(self, order: wire.Order, kind: type[Kind]) -> Kind:
        """The answer to an order that may be sent again whatever the number of the match is, such as a question."""
        answer = self.tell(order, lambda message: isinstance(message, kind))
        assert isinstance(answer, kind)
        return answer

    def ready(self, word: str = "") -> wire.Welcome:
        self.tell(wire.Ready(word), lambda _: self.welcome.stage != "waiting")
        return self.welcome

    def reach(self, number: int) -> None:
        """Wait until the match has this number, told by an update or after a return."""
        while self.number < number:
            self.next()

    def decide(self, choice: str | None = None) -> int:
        """Take an option of the next decision, the first unless it is named; returns the number of the match after it.
        The same number after a return says that the order was not carried out, a higher one that it was."""
        prompt = self.wait_for_prompt()
        order = wire.Act(prompt.number, choice or prompt.options[0].id)
        self.tell(order, lambda _: self.number > prompt.number)
        return self.number

    def wait_for_end(self) -> ConnectionClosed:
        while True:
            try:
                super().next()
            except ConnectionClosed as closed:
                return closed
