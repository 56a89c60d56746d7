"""The warning that the engine is not compiled."""

from __future__ import annotations

from functools import cache

import typer

from dungeonbowl import compiled


@cache
def warn_if_interpreted() -> None:
    """Print one line on stderr if the engine runs interpreted, once per process. Commands where speed matters call it
    first."""
    if not compiled():
        typer.echo("dungeonbowl: the engine runs interpreted, about a hundred times slower than compiled", err=True)
