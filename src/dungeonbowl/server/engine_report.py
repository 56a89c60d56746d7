"""What the server tells of its engine: compiled, being compiled, or interpreted and why."""

from __future__ import annotations

from dungeonbowl import compiled
from dungeonbowl.server.wire import EngineStatus

FULL = 100


class EngineReport:
    """Whether this process runs the compiled engine, and what was said about a compiling beside it."""

    def __init__(self) -> None:
        self.told = EngineStatus("interpreted")

    def tell(self, status: EngineStatus) -> None:
        """How the compiling stands. The engine of this process stays as it is."""
        self.told = status

    def shown(self) -> EngineStatus:
        return EngineStatus("compiled", FULL) if compiled() else self.told
