"""The help of every command in the language that is spoken, and the words of Typer itself: headings, usage, errors.

Commands are written in English: their docstrings, the help of their options. Typer makes its commands anew each time
the app is built, so each is translated then, here and nowhere else: a docstring paragraph by paragraph, each in one
line, options by their help and by the words for their default. In English nothing is touched.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from dungeonbowl.languages import ENGLISH, mark, spoken, t, translated

EXAMPLE: Final = "Example: "
UNFOLDED: Final = "\b\n"  # before a paragraph that is not wrapped
NOTES: Final = re.compile(r"(.*?)( {0,2})\[([^\[\]]*)\]", re.DOTALL)  # what stands in brackets behind a help
OPTION_OF_HELP: Final = mark("Show this message and exit.")
HEADINGS: Final = mark(("Arguments", "Options", "Commands"))
NOTE_WORDS: Final = mark(("default: {default}", "env var: {variable}", "required", "(dynamic)"))
# What Typer says of words that it does not understand. Sentences of one of our errors are found elsewhere.
COMPLAINTS: Final = mark(
    (
        "Missing command.",
        "Missing option {name}.",
        "Missing argument {name}.",
        "Missing parameter: {name}",
        "No such command {name}.",
        "No such command {name}. Did you mean {others}?",
        "No such option: {name}",
        "No such option: {name} (Possible options: {others})",
        "Got unexpected extra argument(s) ({words})",
        "Option {name} requires an argument.",
        "Option {name} does not take a value.",
        "Could not open file {name}: {reason}",
        "Value {value} is not a valid {kind}.",
        "{value} is not one of {others}.",
        "{value} is not in the range {range}.",
        "Input should be a valid integer, unable to parse string as an integer",
        "Input should be a valid number, unable to parse string as a number",
        "Input should be greater than or equal to {least}",
        "Input should be less than or equal to {most}",
        "Input should be {others}",
    )
)
INVALID: Final = re.compile(r"Invalid value for (.*?): (.*)", re.DOTALL)


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a docstring, each in one line: these are the keys of the catalogues."""
    for paragraph in text.split("\n\n"):
        if told := " ".join(paragraph.removeprefix(UNFOLDED).split()):
            yield told


def is_example(paragraph: str) -> bool:
    """Whether a paragraph is a command to copy, which is the same in every language."""
    return paragraph.startswith(EXAMPLE)


def in_words(text: str) -> str:
    """The help of a command in the language that is spoken; examples stay as they are."""
    if spoken() == ENGLISH:
        return text
    return "\n\n".join(UNFOLDED + each if is_example(each) else t(each) for each in paragraphs(text))


# Typer has its own copy of Click since 0.26, whose modules have no public names: classes are taken from Typer's own.
Formatter: Any = typer.Context.formatter_class
Context: Any = typer.Context


class SpokenFormatter(Formatter):  # type: ignore[misc]
    """Writes the headings of help, and what stands in brackets behind an option."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, t("Usage: ") if prefix is None else prefix)

    def section(self, name: str) -> AbstractContextManager[None]:
        found: AbstractContextManager[None] = super().section(t(name))
        return found

    def write_dl(self, rows: Any, *more: Any, **named: Any) -> None:
        super().write_dl([(name, noted(help)) for name, help in rows], *more, **named)


class SpokenContext(Context):  # type: ignore[misc]
    formatter_class = SpokenFormatter


class Spoken:
    """What commands and groups have in common: their own help, and that of their options."""

    context_class: Any = SpokenContext
    are_told = False  # whether the options are in the language that is spoken

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        command: Any = self
        if command.help:
            command.help = in_words(command.help)

    def format_options(self, context: Any, formatter: Any) -> None:
        """Options are translated late, because Typer adds those for completion to a command that is made."""
        command: Any = self
        if spoken() != ENGLISH and not self.are_told:
            self.are_told = True
            for parameter in command.params:
                if parameter.help:
                    parameter.help = t(parameter.help)
                if isinstance(parameter.show_default, str):
                    parameter.show_default = t(parameter.show_default)
        command = super()
        command.format_options(context, formatter)

    def get_help_option(self, context: Any) -> Any:
        command: Any = super()
        option = command.get_help_option(context)
        if option is not None:
            option.help = t(OPTION_OF_HELP)
        return option


class SpokenCommand(Spoken, TyperCommand):
    pass


class SpokenGroup(Spoken, TyperGroup):
    pass


def noted(help: str) -> str:
    """The help of an option with the notes in brackets behind it: its default, that it is required."""
    found = NOTES.fullmatch(help) if spoken() != ENGLISH else None
    return help if found is None else f"{found[1]}{found[2]}[{'; '.join(note(each) for each in found[3].split('; '))}]"


def note(text: str) -> str:
    if text.startswith("default: "):
        return t("default: {default}", default=text.removeprefix("default: "))
    if text.startswith("env var: "):
        return t("env var: {variable}", variable=text.removeprefix("env var: "))
    return t(text) if text in NOTE_WORDS else text


def complaint(message: str) -> str:
    """What is wrong with the words of a command."""
    if found := INVALID.fullmatch(message):
        return t("Invalid value for {name}: {reason}", name=found[1], reason=translated(found[2]))
    return translated(message)


def complain(error: Any) -> None:
    """Print an error of Typer as Typer does: usage, where help is, what is wrong."""
    name_possibilities(error)
    context = getattr(error, "ctx", None)
    if spoken() == ENGLISH or type(error).__name__ == "NoArgsIsHelpError":  # whose message is the help
        error.show()
        return
    lines = []
    if context is not None:
        command, option = context.command_path, context.help_option_names[0]
        lines += [context.get_usage(), t("Try '{command} {option}' for help.", command=command, option=option), ""]
    lines.append(t("Error: {message}", message=complaint(error.format_message())))
    print("\n".join(lines), file=sys.stderr)  # noqa: T201


def name_possibilities(error: Any) -> None:
    """Put the options that may have been meant into the message, where Typer 0.26 shows them as a Python tuple."""
    others = getattr(error, "possibilities", None)
    if others and type(error).__name__ == "NoSuchOption":
        error.message = f"{error.message} (Possible options: {', '.join(sorted(others))})"
        error.possibilities = None


def speak_through(app: typer.Typer) -> None:
    """Let all commands of an app be made by the classes above."""
    app.info.cls = SpokenGroup
    for command in app.registered_commands:
        command.cls = SpokenCommand
    for group in app.registered_groups:
        group.cls = SpokenGroup
        if group.typer_instance is not None:
            speak_through(group.typer_instance)


def help_texts(command: Any, place: str = "cli/__init__.py") -> Iterator[tuple[str, str]]:
    """Every text of the help of a command and of those below it, with the file it is from: what catalogues need."""
    callback = command.callback
    module = getattr(callback, "__module__", "") or ""
    if module.startswith("dungeonbowl."):
        place = module.removeprefix("dungeonbowl.").replace(".", "/") + ".py"
        place = "cli/__init__.py" if place == "cli.py" else place
    for paragraph in paragraphs(command.help or ""):
        if not is_example(paragraph):
            yield paragraph, place
    for parameter in command.params:
        if parameter.help and not parameter.hidden:
            yield parameter.help, place
        if isinstance(parameter.show_default, str) and not parameter.hidden:
            yield parameter.show_default, place
    for inner in getattr(command, "commands", {}).values():
        yield from help_texts(inner, place)
