"""`dungeonbowl` with little patience: sockets that do not read are cut after a moment. There are no pings, which would
find some of them out sooner."""

from __future__ import annotations

from typing import Any

import uvicorn

from dungeonbowl import cli
from dungeonbowl.cli import slow_readers

slow_readers.PATIENCE = 1.0
begin = uvicorn.Config.__init__


def hurried(self: uvicorn.Config, *given: Any, **more: Any) -> None:
    begin(self, *given, **{**more, "ws_ping_interval": None})


uvicorn.Config.__init__ = hurried  # type: ignore[method-assign]

if __name__ == "__main__":
    cli.main()
