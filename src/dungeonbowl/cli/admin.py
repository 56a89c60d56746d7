from __future__ import annotations

from importlib import import_module
from typing import Final

import typer

# The files that have commands of this group, in the order of --help. Each has a function `add`, which is given the
# group.
PARTS: Final = ("admin_backup", "admin_check", "admin_prune", "admin_post")

admin = typer.Typer(
    help="Look after the database of a server: keep copies, look whether it is whole, delete what is old.\n\n"
    "Example: dungeonbowl admin backup monday.sqlite3 --database sqlite:///matches.sqlite3",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@admin.callback()
def commands() -> None:
    pass


for part in PARTS:
    import_module(f"dungeonbowl.cli.{part}").add(admin)
