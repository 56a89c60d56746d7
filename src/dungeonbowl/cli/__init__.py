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
from dungeonbowl.cli.spoken import complain, complaint, speak_through
from dungeonbowl.errors import UserError
from dungeonbowl.languages import ENGLISH, LANGUAGES, is_known, speak, spoken

# The commands, in the order of --help. Each name is a module of this package and a function in it.
COMMANDS: Final = (
    "play",
    "serve",
    "watch",
    "sim",
    "rows",
    "arena",
    "atlas",
    "tune",
    "hint",
    "seat",
    "edition",
    "rules",
    "rule",
    "skill",
    "replay",
    "scenario",
    "puzzle",
    "puzzles",
    "blunders",
    "dungeon",
    "league",
    "team",
    "admin",
    "account",
    "bench",
    "benchmark",
    "version",
)

LANGUAGE_VARIABLE: Final = "DUNGEONBOWL_LANGUAGE"

# The base class of errors about the arguments of a command. Which module it is in depends on the version of Typer.
WRONG_WORDS: Final[type[Exception]] = typer.BadParameter.__mro__[2]


def main() -> None:
    """The entry point. An error that the user can correct is one line on stderr and exit code 2, never a traceback.

    With --json the error is JSON on stdout as well."""
    speak_plainly()
    try:
        arguments = in_language(sys.argv[1:])
        status = make_app(arguments)(arguments, prog_name="dungeonbowl", standalone_mode=False)
        sys.stdout.flush()  # write now: an error such as a full disk must be told before the program ends
        sys.exit(status if isinstance(status, int) else 0)
    except UserError as error:
        refuse(error)
    except WRONG_WORDS as error:
        if not wants_json():
            complain(error)
            sys.exit(2)
        tell_refusal(complaint(error.format_message()))  # type: ignore[attr-defined]
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:  # the program that reads our output has ended
        silence()
        sys.exit(141)
    except OSError as error:
        silence()
        where = f"{error.filename}: " if error.filename else ""
        refuse(UserError(f"{where}{error.strerror or error}"))


def in_language(arguments: list[str]) -> list[str]:
    """Speak the language of `--language de` before the command, or else that of `DUNGEONBOWL_LANGUAGE`; returns the
    other arguments. It is read before all else, because the help of every command is told in it too."""
    asked, rest = "", arguments
    if arguments[:1] == ["--language"] and len(arguments) > 1:
        asked, rest = arguments[1], arguments[2:]
    elif arguments and arguments[0].startswith("--language="):
        asked, rest = arguments[0].partition("=")[2], arguments[1:]
    speak(asked or os.environ.get(LANGUAGE_VARIABLE, ""))
    if asked and not is_known(asked):
        raise UserError(f"--language {asked}: expected one of {', '.join(each.code for each in LANGUAGES)}")
    return rest


def wants_json() -> bool:
    return "--json" in sys.argv


def refuse(error: UserError) -> None:
    """Tell an error in the language that is spoken: it is English where it is raised."""
    message = str(error)
    if spoken() != ENGLISH:
        from dungeonbowl.play.problems import refusal  # imported here: it costs the start of every command time

        message = refusal(error)
    tell_refusal(message)


def tell_refusal(message: str) -> None:
    if wants_json():
        print(json.dumps({"error": message}, ensure_ascii=False))  # noqa: T201
    print(f"dungeonbowl: {message}", file=sys.stderr)  # noqa: T201
    sys.exit(2)


def speak_plainly() -> None:
    """On a terminal without UTF-8, print a question mark for each character that it cannot show, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def silence() -> None:
    """Standard output is closed: drop what still waits to be written, without an error message."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_app(arguments: list[str]) -> typer.Typer:
    """The app. If the arguments name a command, only that one is imported: the imports of the others cost time."""
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
            app.command(name, context_settings=getattr(command, "context_settings", None))(command)
    keep_examples_whole(app)
    speak_through(app)
    return app


# Typer wraps the help at the width of the terminal, except paragraphs that begin with a backspace.
FOLDED_EXAMPLE: Final = re.compile("(?<!\b\n)^(?=Example: )", re.MULTILINE)


def keep_examples_whole(app: typer.Typer) -> None:
    """Keep each example of the help on one line, however narrow the terminal is, so that it can be copied whole."""
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
    language: Annotated[
        str,
        typer.Option(
            "--language", envvar=LANGUAGE_VARIABLE, help="The language to speak, before the command: en, de, fr, es."
        ),
    ] = "",
) -> None:
    """The language has been read by `in_language` already: it stands here for the help."""
