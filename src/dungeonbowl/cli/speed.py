"""How the engine was built, and the warning that it is not compiled."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import typer

from dungeonbowl import compiled
from dungeonbowl.languages import mark, t

INTERPRETED: Final = mark("interpreted")
COMPILED: Final = mark("compiled")  # by a build that did not say which kind it is


@cache
def warn_if_interpreted() -> None:
    """Print one line on stderr if the engine runs interpreted, once per process. Commands where speed matters call it
    first."""
    if not compiled():
        told = t("the engine runs interpreted, about a hundred times slower than compiled")
        typer.echo(f"dungeonbowl: {told}", err=True)


def kind_of_build(package: Path | None = None, is_compiled: bool | None = None) -> tuple[str, str]:
    """The kind of a build and the compiler's flags. The build leaves both in `build.json` in the package: the kind is
    `quick` or `release`. Where that file is missing it is only known whether the engine is compiled."""
    if not (compiled() if is_compiled is None else is_compiled):
        return INTERPRETED, ""
    file = (package or Path(__file__).parent.parent) / "build.json"
    try:
        found = json.loads(file.read_text("utf-8"))
        return str(found["kind"]), str(found.get("flags", ""))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return COMPILED, ""


def engine_words(kind: str) -> str:
    """The kind of a build as people read it: `compiled (release)`."""
    return t(kind) if kind in (INTERPRETED, COMPILED) else t("compiled ({kind})", kind=kind)
