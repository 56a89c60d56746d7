from __future__ import annotations

import json
import time
from functools import partial
from typing import Annotated, Final

import msgspec
import typer
from mypy_extensions import i64
from rich.box import SIMPLE
from rich.table import Table

from dungeonbowl.bots.outside import WHO, find_bot
from dungeonbowl.bots.seat import Seat, options_of
from dungeonbowl.bots.tactics.fields import SHELVES
from dungeonbowl.cli.puzzle import picture
from dungeonbowl.cli.running import Jobs, Ray, Resume, bar, checkpoint_in, crew_of
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.stopping import PUZZLES as THINGS
from dungeonbowl.cli.stopping import stopped_by_hand
from dungeonbowl.cli.tables import screen
from dungeonbowl.editions import name_of
from dungeonbowl.engine.dice import SeededDice
from dungeonbowl.engine.frames import ASK
from dungeonbowl.engine.loop import advance, choose_trusted
from dungeonbowl.errors import UserError
from dungeonbowl.languages import decimal, t, translated
from dungeonbowl.runs.plan import Plan
from dungeonbowl.scenes.exercises import PUZZLES, Exercise, names, puzzle
from dungeonbowl.scenes.scenario import take
from dungeonbowl.scenes.tasks import OPEN, Verdict, verdict
from dungeonbowl.scenes.telling import event_line
from dungeonbowl.words.notation import spell

MOST_DECISIONS: Final = 400  # in one puzzle


class Attempt(msgspec.Struct, frozen=True):
    """What a bot did with one puzzle."""

    name: str
    edition: str
    title: str
    solved: bool
    text: str  # what the file says to it
    actions: list[str]  # what the bot chose, in the notation of replays
    story: list[str]
    seconds: float


def puzzles(
    which: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="Some of the puzzles.")] = None,
    bot: Annotated[str, typer.Option(help=f"Who solves them: {WHO}.")] = "normal",
    seed: Annotated[int, typer.Option(min=0, help="Another seed gives other dice, and other chances to the bot.")] = 1,
    jobs: Jobs = 1,
    ray: Ray = "",
    resume: Resume = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
) -> None:
    """Let a bot solve tactical puzzles, and show those that it fails, with the right answer and why it is right.

    Exit code 1 if it fails one.

    Example: dungeonbowl puzzles --bot normal

    Example: dungeonbowl puzzles certain-chest follow-onto-portal --bot "hard(tries=50)" --json
    """
    warn_if_interpreted()
    find_bot(bot, 0)
    found = [puzzle(name) for name in which or names(PUZZLES)]
    plan = Plan(partial(attempt, bot, seed), [each.name for each in found])
    checkpoint = checkpoint_in(resume, "puzzles", {"bot": bot, "seed": seed}, Attempt)
    attempts: list[Attempt] = []
    with (
        crew_of(jobs, ray) as crew,
        bar(crew, t("puzzles"), len(found)) as shown,
        stopped_by_hand(attempts, len(found), THINGS),
    ):
        for each in crew.in_order(plan, checkpoint):
            attempts.append(each)
            shown.show(len(attempts))
    failed = [each for each in attempts if not each.solved]
    if as_json:
        rows = msgspec.to_builtins(attempts)
        typer.echo(json.dumps({"bot": bot, "seed": seed, "failed": len(failed), "puzzles": rows}, indent=1))
    else:
        tell(attempts, failed, bot)
    if failed:
        raise typer.Exit(1)


def attempt(name: str, seed: int, which: str) -> Attempt:
    """Let a bot play one puzzle until it is solved or failed."""
    found = puzzle(which)
    began = time.perf_counter()
    SHELVES.forget_ground()
    scene = found.scene()
    for step in found.line.steps[: found.task.after]:
        take(scene, step)
    game = scene.game
    since = len(game.events)
    side = int(game.asked)
    seats = [Seat(find_bot(name, seed + number), tells=False) for number in range(int(game.squads.sides))]
    dice = SeededDice(i64(seed))
    chosen: list[str] = []
    result = OPEN
    while result.state == OPEN.state and advance(game, dice) == ASK and len(chosen) < MOST_DECISIONS:
        result = verdict(found.task, side, game, scene.names, since)
        if result.state != OPEN.state:
            break
        if game.asked >= game.squads.sides:
            choose_trusted(game, game.rules.policies.neutral.advice(game))
            continue
        options = options_of(game)
        choice = seats[game.asked].choose(game, options)
        options_of(game)
        if game.asked == side:
            chosen.append(spell(game, scene.names, choice))
        choose_trusted(game, choice)
    lost = [fault.words for seat in seats for fault in seat.failures()]
    if lost:
        raise UserError(f"{name} failed in {found.name}: {lost[0]}")
    result = verdict(found.task, side, game, scene.names, since) if result.state == OPEN.state else result
    return attempted(
        found, result, chosen, [event_line(game, scene.names, each) for each in game.events[since:]], began
    )


def attempted(found: Exercise, result: Verdict, chosen: list[str], story: list[str], began: float) -> Attempt:
    return Attempt(
        name=found.name,
        edition=name_of(found.edition),
        title=found.title,
        solved=result.state == "done",
        text=result.text,
        actions=chosen,
        story=story,
        seconds=round(time.perf_counter() - began, 3),
    )


def tell(attempts: list[Attempt], failed: list[Attempt], bot: str) -> None:
    """A table of all, then the failed ones with their pictures."""
    console = screen()
    table = Table(box=SIMPLE)
    for heading in (t("puzzle"), t("edition"), t("what it is about"), t("solved")):
        table.add_column(heading)
    table.add_column("s", justify="right")
    for each in attempts:
        table.add_row(
            each.name, each.edition, t(each.title), t("yes") if each.solved else t("NO"), decimal(each.seconds, 2)
        )
    console.print(table)
    for each in failed:
        found = puzzle(each.name)
        typer.echo(f"\n{each.name}: {t(found.title)}\n\n{picture(found)}\n\n{t(found.task.goal)}")
        chose = t("{bot} chose: {actions}", bot=bot, actions="; ".join(each.actions))
        typer.echo(f"\n{chose}\n{translated(each.text)}")
        for answer in found.task.answer:
            typer.echo(t("Right: {why}", why=t(answer.why)))
    solved = len(attempts) - len(failed)
    typer.echo("\n" + t("{bot} solved {solved} of {all} puzzles", bot=bot, solved=solved, all=len(attempts)))
