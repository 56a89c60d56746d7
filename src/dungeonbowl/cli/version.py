from __future__ import annotations

import json
import platform
from typing import Annotated

import typer

from dungeonbowl import __version__, compiled


def version(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Print the version, and whether the engine is compiled.

    Example: dungeonbowl version
    """
    engine = "compiled" if compiled() else "interpreted"
    python = platform.python_version()
    if as_json:
        typer.echo(json.dumps({"dungeonbowl": __version__, "engine": engine, "python": python}))
    else:
        typer.echo(f"dungeonbowl {__version__}, engine {engine}, Python {python}")
