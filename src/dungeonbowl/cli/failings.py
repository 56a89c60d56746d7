"""The messages of all commands with bots about bots that failed."""

from __future__ import annotations

import msgspec
import typer

from dungeonbowl.bots.arena import Pairing, Result
from dungeonbowl.bots.failings import Register
from dungeonbowl.languages import translated

FAILED = 1  # the exit code if the result of a bot says nothing


def register_of(pairing: Pairing, results: list[Result]) -> Register:
    """The faults of the bots of a series."""
    names = pairing.bots(len(results[0].zones)) if results else []
    register = Register(names)
    for result in results:
        for name, decided, failed, faults in zip(names, result.decided, result.failed, result.faults, strict=False):
            register.add(name, decided, failed, faults)
    return register


def as_table(register: Register) -> list[dict[str, object]]:
    """For programs: a row for each bot that failed."""
    return [{**msgspec.to_builtins(each), "says_nothing": each.says_nothing} for each in register.failing()]


def tell_failings(register: Register) -> None:
    """Print on stderr, at the end: every distinct fault once, and a clear warning if the result of a bot says nothing;
    then exit with code 1."""
    for each in register.failing():
        *faults, sentence = each.lines()
        for line in faults:
            typer.echo(f"dungeonbowl: {translated(line)}", err=True)
        typer.secho(
            f"dungeonbowl: {translated(sentence)}", err=True, bold=True, fg="red" if each.says_nothing else None
        )
    if register.worthless():
        raise typer.Exit(FAILED)
