"""`atlas dungeons`: how fair the dungeons of an edition are, those that come with it and those that can be made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from dungeonbowl.atlas.grounds import GroundTerms, Seen, Visit, play_visit, visits
from dungeonbowl.atlas.survey import Survey, surveyed, write_survey
from dungeonbowl.atlas.survey_page import tables
from dungeonbowl.bots.outside import WHO, find_bot
from dungeonbowl.cli.match_options import USUAL_EDITION
from dungeonbowl.cli.running import Jobs, Ray, Resume, bar, checkpoint_in, crew_of
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.stopping import TASKS, stopped_by_hand
from dungeonbowl.cli.tables import screen
from dungeonbowl.dungeon.generator import MODES
from dungeonbowl.errors import UserError
from dungeonbowl.languages import decimal, t
from dungeonbowl.records.files import check_writable
from dungeonbowl.runs.plan import Plan

KEPT_TERMS: Final = ("games", "generated", "generated_games")  # a checkpoint may be taken up with more of these


def dungeons(
    edition: Annotated[str, typer.Option(help=f"The edition: {', '.join(MODES)}.")] = USUAL_EDITION,
    games: Annotated[int, typer.Option(min=0, help="Matches in each dungeon that comes with it; even.")] = 300,
    generated: Annotated[int, typer.Option(min=0, help="Dungeons of the generator, all its settings by turns.")] = 0,
    generated_games: Annotated[int, typer.Option(min=2, help="Matches in each of those; even.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same dungeons and matches.")] = 1,
    bot: Annotated[str, typer.Option(help=f"Who coaches both sides: {WHO}.")] = "normal",
    jobs: Jobs = 0,
    ray: Ray = "",
    resume: Resume = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="What was found (.json).")] = Path("dungeons.json"),
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Measure how fair dungeons are by matches of equal teams: those that come with an edition, and generated ones.

    Every second match is played with the dungeon turned by 180 degrees, so that what is found is the dungeon and not
    which way the script likes to look.

    Example: dungeonbowl atlas dungeons --games 2 --generated 4 --generated-games 2 --out dungeons.json --force
    """
    warn_if_interpreted()
    if edition not in MODES:
        raise UserError(f"--edition {edition}: expected one of {', '.join(MODES)}, without options")
    if out.suffix != ".json":
        raise UserError(f"{out}: expected a name that ends with .json")
    if not games and not generated:
        raise UserError("--games 0 and --generated 0: nothing would be played")
    check_writable(out, force)
    find_bot(bot, 0)
    terms = GroundTerms(
        edition=edition,
        games=games + games % 2,
        generated=generated,
        generated_games=generated_games + generated_games % 2,
        seed=seed,
        bot=bot,
    )
    planned = visits(terms)
    same = msgspec.structs.replace(terms, **dict.fromkeys(KEPT_TERMS, 0))
    seen = played(planned, jobs, ray, resume, same)
    found = surveyed(terms, command_of(terms), planned[: len(seen)], seen)
    write_survey(out, found)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    else:
        show_survey(screen(), found)
        seconds = decimal(found.cpu_seconds, 0)
        told = t("{matches} matches, {seconds} seconds of one processor", matches=found.matches, seconds=seconds)
        typer.echo(f"{out}: {told}")


def played(planned: list[Visit], jobs: int, ray: str, resume: Path | None, terms: GroundTerms) -> list[Seen]:
    """Play all, with a bar; after Ctrl-C what was played so far."""
    total = sum(each.games for each in planned)
    seen: list[Seen] = []
    over = 0
    checkpoint = checkpoint_in(resume, "atlas dungeons", terms, Seen)
    with (
        crew_of(jobs, ray) as crew,
        bar(crew, t("matches"), total) as shown,
        stopped_by_hand(seen, len(planned), TASKS),
    ):
        for each in crew.in_order(Plan(play_visit, planned), checkpoint):
            over += planned[len(seen)].games
            seen.append(each)
            shown.show(over)
    return seen


def command_of(terms: GroundTerms) -> str:
    """The command that finds the same again."""
    words = f"dungeonbowl atlas dungeons --edition {terms.edition} --games {terms.games}"
    if terms.generated:
        words += f" --generated {terms.generated} --generated-games {terms.generated_games}"
    return words + f" --seed {terms.seed} --bot {terms.bot}"


def show_survey(console: Console, found: Survey) -> None:
    for each in tables(found):
        table = Table(box=SIMPLE, title=each.title, title_justify="left")
        for place, head in enumerate(each.heads):
            table.add_column(head, justify="left" if place == 0 else "right", no_wrap=place == 0)
        for line in each.lines:
            table.add_row(*line)
        console.print(table)
        if each.words:
            console.print(each.words, soft_wrap=True)
