from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from dungeonbowl.bots.arena import Pairing, new_game
from dungeonbowl.bots.outside import WHO, find_bot
from dungeonbowl.bots.positions import SCRIPT, PlayTerms, PositionFile, Taken, load_numpy, positions, read_positions
from dungeonbowl.bots.tuning import Fitted, FitTerms, added, fit, write_values
from dungeonbowl.bots.values import values_at
from dungeonbowl.cli.arena import listed
from dungeonbowl.cli.calibration import picture
from dungeonbowl.cli.match_options import USUAL_EDITION, TurnLimit, with_options
from dungeonbowl.cli.running import Jobs, Ray, Resume, bar, checkpoint_in, crew_of
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.stopping import stopped_by_hand
from dungeonbowl.cli.tables import screen
from dungeonbowl.editions import name_of
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.play.setting_up import stage
from dungeonbowl.records.files import check_writable
from dungeonbowl.teams.ready import ready_ids

tune = typer.Typer(
    help="Teach the evaluation of the bots that search: play matches, then fit networks to their positions.\n\n"
    "Example: dungeonbowl tune play --games 1000 --output positions.npz\n\n"
    "Example: dungeonbowl tune fit positions.npz --output value.json",
    no_args_is_help=True,
)


@tune.command("play")
def play_positions(
    output: Annotated[Path, typer.Option(help="A file for the positions (.npz).")],
    games: Annotated[int, typer.Option(min=1, help="Matches to play.")] = 10000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same positions.")] = 1,
    edition: Annotated[str, typer.Option(help="The edition, with its options.")] = USUAL_EDITION,
    bots: Annotated[
        str, typer.Option(help=f"Two bots, with a comma: script (in many styles), {WHO}.")
    ] = f"{SCRIPT},{SCRIPT}",
    dungeons: Annotated[
        str, typer.Option(help="Dungeons played in by turns, with commas.", show_default="all of the edition's")
    ] = "",
    teams: Annotated[
        str, typer.Option(help="Teams drawn from, with commas; none for equal squads.", show_default="all ready ones")
    ] = "",
    turn_limit: TurnLimit = -1,
    quick: Annotated[bool, typer.Option("--quick/--full", help="Begin at once, or with the whole pre-game.")] = True,
    jobs: Jobs = 0,
    ray: Ray = "",
    resume: Resume = None,
) -> None:
    """Play matches and keep a few positions of each, with what became of the match.

    Example: dungeonbowl tune play --games 500 --output positions.npz

    Example: dungeonbowl tune play --games 4 --bots "script,hard(tries=8)" --output searched.npz
    """
    warn_if_interpreted()
    load_numpy()
    whole = with_options(edition, turn_limit, quick)
    rules, _ = stage(whole, "")
    drawn: list[str] = []
    if teams.strip() != "none":
        drawn = listed(teams) or ready_ids(name_of(rules.edition))
    names = listed(bots)
    if len(names) != 2:
        raise UserError(f"--bots {bots}: name two bots")
    terms = PlayTerms(
        games=games,
        seed=seed,
        edition=whole,
        bots=(names[0], names[1]),
        dungeons=listed(dungeons) or list(rules.layouts.names),
        teams=drawn,
    )
    check(terms)
    check_writable(output, overwrite=True)
    file = PositionFile(terms)
    same = msgspec.structs.replace(terms, games=0)  # a checkpoint may be taken up with more matches
    checkpoint = checkpoint_in(resume, "tune play", same, list[Taken])
    over: list[int] = []  # positions of each match that is over
    with crew_of(jobs, ray) as crew, bar(crew, t("matches"), games) as shown, stopped_by_hand(over, games):
        for taken in positions(terms, crew, checkpoint):
            file.add(taken)
            over.append(len(taken))
            shown.show(len(over))
    file.terms = msgspec.structs.replace(terms, games=len(over))
    file.write(output)
    told = "{positions} positions of {matches} matches are in {file}."
    screen().print(t(told, positions=len(file.points), matches=len(over), file=output), soft_wrap=True)


def check(terms: PlayTerms) -> None:
    """Raise the error of terms that cannot be played, before the first match."""
    for name in terms.bots:
        if name != SCRIPT:
            find_bot(name, 0)
    for dungeon in terms.dungeons:
        stage(terms.edition, dungeon)
    for team in terms.teams:
        new_game(Pairing(terms.edition, terms.dungeons[0], home_team=team, away_team=team))


@tune.command("fit")
def fit_networks(
    files: Annotated[list[Path], typer.Argument(help="Files of `dungeonbowl tune play`.")],
    output: Annotated[Path | None, typer.Option(help="A file for the networks (.json).")] = None,
    curve: Annotated[Path | None, typer.Option(help="A picture of foretold and real results (.svg).")] = None,
    units: Annotated[int, typer.Option(min=1, max=256, help="Units of the hidden layer.")] = 64,
    rounds: Annotated[int, typer.Option(min=1, help="How often every position is looked at.")] = 40,
    pull: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="How strongly numbers are drawn to zero: more for few matches.")
    ] = FitTerms().pull,
    onto: Annotated[
        Path | None, typer.Option(help="A file of networks whose other ones are kept in the new file.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same networks.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Fit the networks of the evaluation to positions. The result plays as hard(value=FILE) in the arena.

    Example: dungeonbowl tune fit positions.npz --output value.json --curve calibration.svg

    Example: dungeonbowl tune fit positions.npz --onto value.json --output value.json

    Example: dungeonbowl arena --bots "hard(tries=10,value=linear),hard(tries=10,value=value.json)" --games 2
    """
    for path in (output, curve):
        if path is not None:
            check_writable(path, overwrite=True)
    kept = None if onto is None else values_at(str(onto))
    fitted = fit([read_positions(path) for path in files], FitTerms(units=units, rounds=rounds, pull=pull, seed=seed))
    if output is not None:
        write_values(output, fitted.values if kept is None else added(fitted.values, kept))
    if curve is not None:
        try:
            curve.write_text(picture(fitted.calibrations), encoding="utf-8")
        except OSError as error:
            raise UserError(f"{curve} cannot be written: {error.strerror}") from None
    if as_json:
        losses = {name: network.losses for name, network in fitted.values.networks.items()}
        typer.echo(msgspec.json.encode({"networks": losses, "calibrations": fitted.calibrations}).decode())
    else:
        print_fitted(screen(), fitted, output)


def print_fitted(console: Console, fitted: Fitted, output: Path | None) -> None:
    table = Table(box=SIMPLE)
    table.add_column(t("matches won by"))
    for words in (t("matches"), t("positions"), t("network"), t("fixed weights"), t("guessing")):
        table.add_column(words, justify="right")
    for name, network in fitted.values.networks.items():
        losses = network.losses
        shown = (f"{loss:.4f}" for loss in (losses.network, losses.linear, losses.guessing))
        table.add_row(name, str(losses.matches), str(losses.positions), *shown)
    console.print(table)
    console.print(t("The last three columns are mean log losses of matches that were kept out of the fit."))
    curves = Table(box=SIMPLE)
    curves.add_column(t("edition"))
    curves.add_column(t("foretold and real results, in percent"))
    for each in fitted.calibrations:
        pairs = ", ".join(f"{100 * bin.foretold:.0f}: {100 * bin.happened:.0f}" for bin in each.bins)
        curves.add_row(each.edition, pairs)
    console.print(curves)
    if output is not None:
        told = t("The networks are in {file}: they play as hard(value={file}).", file=output)
        console.print(told, soft_wrap=True)
