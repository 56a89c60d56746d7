from __future__ import annotations

from importlib import import_module
from typing import Final

import typer

# The files that have commands of this group, in the order of --help. Each has a function `add`, which is given the
# group.
PARTS: Final = (
    "league_making",
    "league_playing",
    "league_aftermath",
    "league_bots",
    "league_ending",
    "league_keeping",
    "league_book",
)
LATER: Final = ("league_making",)  # whose `add_later` adds commands that stand behind the others

league = typer.Typer(
    help="Run a league: teams that grow, fixtures, tables, seasons.\n\n"
    "Example: dungeonbowl league new Friends --preset evening --database sqlite:///friends.sqlite3",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@league.callback()
def commands() -> None:
    pass


for part in PARTS:
    import_module(f"dungeonbowl.cli.{part}").add(league)
for part in LATER:
    import_module(f"dungeonbowl.cli.{part}").add_later(league)
