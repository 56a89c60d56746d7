"""Options that every command has which starts servers."""

from __future__ import annotations

from typing import Annotated

import typer

Host = Annotated[str, typer.Option(help="Where to listen. The usual one lets in nobody but this computer.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port.", show_default="the first free one from 8000")]
KeptIn = Annotated[
    str,
    typer.Option(help="Where matches are kept: sqlite:///FILE or postgresql+psycopg://...", show_default="a file"),
]
