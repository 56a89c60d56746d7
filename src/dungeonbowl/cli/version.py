from __future__ import annotations

import json
import platform
from typing import Annotated

import typer

from dungeonbowl import __version__
from dungeonbowl.cli.speed import COMPILED, INTERPRETED, engine_words, kind_of_build
from dungeonbowl.languages import t


def version(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Print the version, whether the engine is compiled, and by which kind of build.

    Example: dungeonbowl version
    """
    kind, flags = kind_of_build()
    python = platform.python_version()
    if as_json:
        engine = INTERPRETED if kind == INTERPRETED else COMPILED
        found = {"dungeonbowl": __version__, "engine": engine, "build": kind, "flags": flags, "python": python}
        typer.echo(json.dumps(found))
    else:
        told = "dungeonbowl {version}, engine {engine}, Python {python}"
        typer.echo(t(told, version=__version__, engine=engine_words(kind), python=python))
