"""The aftermath of a team on the command line: questions and dice, one after the other."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from dungeonbowl.cli.league_office import (
    AsJson,
    CoachName,
    Database,
    LeagueName,
    actor,
    opened,
    print_json,
)
from dungeonbowl.errors import UserError
from dungeonbowl.languages import number, percent, plural, t, translated
from dungeonbowl.league.aftermath.machine import Ask, Begin, Roll
from dungeonbowl.league.chain import Actor
from dungeonbowl.league.office.office import Office
from dungeonbowl.league.office.views import AftermathView
from dungeonbowl.league.option_text import is_number

TeamName = Annotated[str, typer.Argument(metavar="TEAM", help="The team, by name or id.")]
Word = Annotated[str, typer.Option(help="The coach's word for the dice.")]
Choose = Annotated[
    list[str] | None, typer.Option(metavar="OPTION", help="Take this option; may be repeated.", show_default=False)
]
Dice = Annotated[str, typer.Option(metavar="N N", help="Dice from a real table, for the roll that waits.")]
Real = Annotated[bool, typer.Option("--real-dice", help="Begin with dice from a real table.")]
Back = Annotated[bool, typer.Option("--back", help="Take the last decision back, if no die has fallen since.")]
Assist = Annotated[bool, typer.Option("--assist", help="The assistant does the rest: what is usual, and hires nobody.")]


def add(league: typer.Typer) -> None:
    league.command()(aftermath)


def aftermath(
    team: TeamName,
    choose: Choose = None,
    dice: Dice = "",
    word: Word = "",
    real_dice: Real = False,
    back: Back = False,
    assist: Assist = False,
    league: LeagueName = "",
    coach: CoachName = "",
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Go through the aftermath of a team's match: injuries, winnings, points, advancements, hiring.

    Without options on a terminal it asks one question after the other; leave with Ctrl-C at any time, and go on later.
    Otherwise it shows where the aftermath stands.

    Example: dungeonbowl league aftermath "Ashfall Sparks" --assist --database sqlite:///league.sqlite3
    """
    with opened(database) as office:
        identity = office.leagues.named(league)
        found = office.teams.named(team, identity)
        match = office.aftermaths.open_of(found)
        if not match:
            raise UserError(f"{office.teams.kept(found).team.name} has no aftermath open{others(office, identity)}")
        walk(office, match, found, actor(office, identity, coach), choose, dice, word, real_dice, back, assist, as_json)


def others(office: Office, league: str) -> str:
    """Whose aftermath is open instead."""
    teams = [each.team for each in office.leagues.waits(league) if each.kind == "aftermath"]
    return f"; these have: {', '.join(office.teams.kept(team).team.name for team in teams)}" if teams else ""


def walk(
    office: Office,
    match: str,
    team: str,
    by: Actor,
    choose: list[str] | None,
    dice: str,
    word: str,
    real_dice: bool,
    back: bool,
    assist: bool,
    as_json: bool,
) -> None:
    """Do what the options say, and show where the aftermath stands, or ask on."""
    desk = office.aftermaths
    view = desk.view(match, team)
    told = len(view.written)
    if back:
        view = desk.take_back(match, team, by, view.number)
    elif isinstance(view.need, Begin) and (choose or dice or word or real_dice):
        view = desk.begin(match, team, by, word, real_dice, view.number)
    for option in choose or ():
        view = desk.choose(match, team, option, by, view.number)
    if dice:
        view = give(office, match, team, dice, by, view)
    if assist:
        view = desk.assist(match, team, by)
    asked = bool(choose or dice or word or real_dice or back or assist or as_json)
    if not asked and sys.stdin.isatty():
        view = converse(office, match, team, by, view)
        told = len(view.written)
    if as_json:
        print_json(view)
        return
    show_written(view, told if not asked else 0)
    show_need(view)


def give(office: Office, match: str, team: str, text: str, by: Actor, view: AftermathView) -> AftermathView:
    words = text.split()
    shirt = bool(words) and words[0] == "shirt"
    if not all(is_number(each) for each in words[shirt:]) or not words[shirt:]:
        raise UserError(f"dice {text!r}: expected numbers such as 4 2, or shirt 9")
    return office.aftermaths.give(match, team, [int(each) for each in words[shirt:]], by, view.number, shirt)


def converse(office: Office, match: str, team: str, by: Actor, view: AftermathView) -> AftermathView:
    """Ask until it is over. A list is told once, and again for `?`."""
    told = 0
    asked = -1
    desk = office.aftermaths
    while not view.over:
        show_written(view, told)
        told = len(view.written)
        if asked != view.number:
            show_need(view, ids=False)
            asked = view.number
        need = view.need
        if isinstance(need, Begin):
            typer.echo(t("Any word of yours is mixed into the dice, so that nobody can know them before."))
            word = typer.prompt(t("your word (may be empty)"), default="", show_default=False)
            view = desk.begin(match, team, by, word, False, view.number)
            continue
        answer = typer.prompt(what_to_type(need), default="", show_default=False).strip()
        try:
            if answer == "?":
                asked = -1
                continue
            if answer == "" and isinstance(need, Ask):
                answer = str(need.usual + 1)
            if answer == "back":
                view = desk.take_back(match, team, by, view.number)
                told = min(told, len(view.written))
            elif answer == "assist":
                view = desk.assist(match, team, by)
            elif isinstance(need, Ask):
                view = desk.choose(match, team, numbered(need, answer), by, view.number)
            else:
                view = give(office, match, team, answer, by, view)
        except UserError as error:
            typer.echo(translated(str(error)))
    return view


def what_to_type(need: Ask | Roll | None) -> str:
    """What may be typed."""
    if isinstance(need, Ask):
        return t("1 to {most} (Enter: {usual}), back, assist or ?", most=len(need.options), usual=need.usual + 1)
    return t("what the dice show, such as 4 2; back, assist or ?")


def numbered(need: Ask, answer: str) -> str:
    """The option that a person means, by its number in the list or by its text."""
    if answer in [option.text for option in need.options]:
        return answer
    if not is_number(answer) or not 1 <= int(answer) <= len(need.options):
        raise UserError(f"expected a number of 1 to {len(need.options)}, found {answer!r}")
    return need.options[int(answer) - 1].text


def show_written(view: AftermathView, told: int) -> None:
    for line in view.written[told:]:
        dice = "  " + t("dice {dice}", dice=" ".join(str(die) for die in line.dice)) if line.dice else ""
        rule = f"  ({line.rule})" if line.rule else ""
        typer.echo(f"  {translated(line.text)}{dice}{rule}")


def show_need(view: AftermathView, ids: bool = True) -> None:
    """What is asked. `ids` adds the text of each option, for `--choose`; a person who is asked types its number."""
    need = view.need
    if view.over:
        typer.echo(t("{team}: ready, value {value}", team=view.now.name, value=number(view.value)))
    elif isinstance(need, Begin):
        told = "{team}: the aftermath has not begun; the hash of its dice is {hash}"
        typer.echo(t(told, team=view.now.name, hash=view.commitment))
    elif isinstance(need, Ask):
        typer.echo(translated(need.question) + (f" ({need.rule})" if need.rule else ""))
        for place, option in enumerate(need.options, 1):
            note = f": {translated(option.note)}" if option.note else ""
            text = f"{option.text}  " if ids else ""
            typer.echo(f"  {place:2} {text}{translated(option.label)}{note}")
    elif isinstance(need, Roll):
        odds = ", ".join(f"{translated(chance.words)} {percent(chance.chance)}" for chance in need.odds)
        told = plural(
            "{what}: {count} die of {faces} faces",
            "{what}: {count} dice of {faces} faces",
            need.count,
            what=translated(need.what),
            faces=need.faces,
        )
        typer.echo(told + (f" ({odds})" if odds else ""))
