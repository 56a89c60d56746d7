from __future__ import annotations

import platform

import typer

from dungeonbowl import __version__, compiled


def version() -> None:
    """Print the version, and whether the engine is compiled.

    Example: dungeonbowl version
    """
    engine = "compiled" if compiled() else "interpreted"
    typer.echo(f"dungeonbowl {__version__}, engine {engine}, Python {platform.python_version()}")
