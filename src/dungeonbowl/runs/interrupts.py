"""Ctrl-C acts where a run waits for its workers, and nowhere in between: a result that has come is written whole, and
so is everything that a league makes of it. Pressed a second time it acts at once, wherever the run is."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Interrupts:
    """What is known of Ctrl-C while a run holds it back."""

    def __init__(self) -> None:
        self.held = 0  # contexts that hold it back
        self.is_open = False  # it may act now
        self.pressed = False

    def press(self, number: int, frame: FrameType | None) -> None:
        if self.is_open or self.pressed:
            self.pressed = False
            raise KeyboardInterrupt
        self.pressed = True

    def act(self) -> None:
        if self.pressed:
            self.pressed = False
            raise KeyboardInterrupt


INTERRUPTS = Interrupts()


@contextmanager
def held_back() -> Iterator[None]:
    """Within this context Ctrl-C waits for the next `let_through`."""
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or (
        not INTERRUPTS.held and usual is not signal.default_int_handler
    ):  # somebody else has a use for Ctrl-C, or nobody has
        yield
        return
    INTERRUPTS.held += 1
    signal.signal(signal.SIGINT, INTERRUPTS.press)
    try:
        yield
    finally:
        INTERRUPTS.held -= 1
        if not INTERRUPTS.held:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            INTERRUPTS.pressed = False  # everything was done when it was pressed: that is reported


@contextmanager
def let_through() -> Iterator[None]:
    """Within this context Ctrl-C acts at once, also if it was pressed before."""
    INTERRUPTS.act()
    before, INTERRUPTS.is_open = INTERRUPTS.is_open, True
    try:
        yield
    finally:
        INTERRUPTS.is_open = before
