"""The command line. One command per file: `cli/rules.py` holds the function `rules`, and the table below names it."""

from __future__ import annotations

import inspect
import json
import os
import re
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Final

import typer

from dungeonbowl import __version__
from dungeonbowl.errors import UserError

# The commands, in the order of --help. Each name is a module of this package and a function in it.
COMMANDS: Final = (
    "play",
    "watch",
    "sim",
    "arena",
    "tune",
    "hint",
    "seat",
    "edition",
    "rules",
    "rule",
    "skill",
    "replay",
    "scenario",
    "dungeon",
    "team",
    "bench",
    "version",
)

# The base of the complaints about a command's words. Where it lives depends on the version of Typer.
WRONG_WORDS: Final[type[Exception]] = typer.BadParameter.__mro__[2]


def main() -> None:
    """The entry point: what the user can mend is one line on stderr and exit code 2, never a traceback.

    Where --json was asked for, the error is JSON on stdout as well."""
    speak_plainly()
    try:
        status = make_app(sys.argv[1:])(prog_name="dungeonbowl", standalone_mode=False)
        sys.stdout.flush()  # a disk that is full says so here and not when it is too late to say anything
        sys.exit(status if isinstance(status, int) else 0)
    except UserError as error:
        refuse(str(error))
    except WRONG_WORDS as error:
        if not wants_json():
            error.show()  # type: ignore[attr-defined]
            sys.exit(2)
        refuse(error.format_message())  # type: ignore[attr-defined]
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:  # the reader of our output has gone: nobody is left to tell
        silence()
        sys.exit(141)
    except OSError as error:
        silence()
        where = f"{error.filename}: " if error.filename else ""
        refuse(f"{where}{error.strerror or error}")


def wants_json() -> bool:
    return "--json" in sys.argv


def refuse(message: str) -> None:
    if wants_json():
        print(json.dumps({"error": message}, ensure_ascii=False))  # noqa: T201
    print(f"dungeonbowl: {message}", file=sys.stderr)  # noqa: T201
    sys.exit(2)


def speak_plainly() -> None:
    """A terminal that knows no UTF-8 shows a question mark for what it cannot show; it is no reason to stop."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def silence() -> None:
    """Nothing more can be written: what is still waiting to be written goes nowhere, and without a complaint."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_app(arguments: list[str]) -> typer.Typer:
    """The app, with only the command that is called, if it is plain which: the others' imports cost time."""
    app = typer.Typer(
        name="dungeonbowl",
        help="Dungeon Bowl played by its real rules.\n\nExample: dungeonbowl rule O-PUSH-09",
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(options)
    called = arguments[0] if arguments else ""
    for name in (called,) if called in COMMANDS else COMMANDS:
        command = getattr(import_module(f"dungeonbowl.cli.{name}"), name)
        if isinstance(command, typer.Typer):  # a group of commands
            app.add_typer(command, name=name)
        else:
            app.command(name)(command)
    keep_examples_whole(app)
    return app


# The help is folded to the width of the terminal, except for paragraphs that begin with a backspace.
FOLDED_EXAMPLE: Final = re.compile("(?<!\b\n)^(?=Example: )", re.MULTILINE)


def keep_examples_whole(app: typer.Typer) -> None:
    """Whoever copies an example of the help gets all of it: it stays one line however narrow the terminal is."""
    for command in app.registered_commands:
        command.help = FOLDED_EXAMPLE.sub("\b\n", command.help or inspect.getdoc(command.callback) or "")
    for group in app.registered_groups:
        if group.typer_instance is not None:
            keep_examples_whole(group.typer_instance)
    if isinstance(app.info.help, str):
        app.info.help = FOLDED_EXAMPLE.sub("\b\n", app.info.help)


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"dungeonbowl {__version__}")
        raise typer.Exit


def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    pass
