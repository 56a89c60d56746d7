"""`dungeon fair`: measures a map, and with --games also matches of equal bots on it."""

from __future__ import annotations

import json
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table

from dungeonbowl.bots.arena import Pairing, Result
from dungeonbowl.bots.arena import check as check_pairing
from dungeonbowl.bots.outside import WHO
from dungeonbowl.cli import completion
from dungeonbowl.cli.dungeon_reading import DUNGEON_HELP, open_dungeon
from dungeonbowl.cli.failings import as_table, register_of, tell_failings
from dungeonbowl.cli.running import Jobs, Ray, Resume, checkpoint_in, crew_of
from dungeonbowl.cli.sim import play
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.tables import screen
from dungeonbowl.dungeon.fairness import Fairness, Measured, fairness, wilson
from dungeonbowl.editions import fitting
from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, percent, plural, t, translated
from dungeonbowl.words.notation import COACHES

# What is said of a dungeon with so many teams for which no end zone wins too much.
NOTHING_AGAINST: Final = mark(
    {
        2: "of the {matches} matches with a winner nothing speaks against one half for each",
        3: "of the {matches} matches with a winner nothing speaks against a third for each",
        4: "of the {matches} matches with a winner nothing speaks against a quarter for each",
    }
)


def fair(
    dungeon: Annotated[str, typer.Argument(metavar="DUNGEON", help=DUNGEON_HELP, autocompletion=completion.dungeons)],
    games: Annotated[int, typer.Option(min=0, help="Play so many matches between equal bots.")] = 0,
    bot: Annotated[str, typer.Option(help=f"Who coaches both sides: {WHO}.")] = "normal",
    seed: Annotated[int, typer.Option(min=0, help="Match number n is played with seed + n.")] = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
    resume: Resume = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Measure how fair a dungeon is: distances, entrances, choke points, and what going first is worth.

    With --games equal bots play on it, and the share of wins of each end zone is given with its 95 % interval
    (Wilson's): as long as the interval holds one half, nothing speaks against the dungeon.

    Example: dungeonbowl dungeon fair of-1 --games 40
    """
    board = open_dungeon(dungeon)
    if any(len(zone) == 0 for zone in board.zones):
        raise UserError(f"{dungeon}: an end zone is missing, so there is nothing to measure by")
    pairing = Pairing(fitting(board.edition, board), dungeon, bot, bot)
    if games:  # a dungeon that cannot be played is refused before anything is measured
        check_pairing(pairing)
    report = fairness(board)
    results: list[Result] = []
    if games:
        warn_if_interpreted()
        checkpoint = checkpoint_in(resume, "dungeon fair", pairing, Result)
        with crew_of(jobs, ray) as crew:
            results = play(pairing, games, seed, crew, checkpoint=checkpoint)
    if as_json:
        record = report_record(report)
        record["measured"] = measured_record(results, bot, seed) if results else None
        record["failings"] = as_table(register_of(pairing, results))
        typer.echo(json.dumps(record, indent=1, ensure_ascii=False))
    else:
        console = screen()
        print_report(console, report)
        if results:
            print_measured(console, results, bot)
    tell_failings(register_of(pairing, results))


def measure(results: list[Result]) -> Measured:
    """Wins by end zone. Draws and matches that were called off count for no zone."""
    wins = [0] * len(results[0].zones)
    for result in results:
        if result.winner in COACHES:
            wins["ABCD".index(result.zones[COACHES.index(result.winner)])] += 1
    return Measured(wins, len(results) - sum(wins))


def first_wins(results: list[Result]) -> int:
    return sum(result.winner == result.first for result in results)


def report_record(report: Fairness) -> dict[str, object]:
    """The whole report, for programs."""
    return {
        "dungeon": report.dungeon.identity,
        "edition": report.dungeon.edition,
        "is_fair": report.is_fair,
        "findings": [{"rule": rule, "text": text} for rule, text in report.findings],
        "zone_steps": dict(report.gaps),
        "greatest_zone_steps": report.greatest if report.greatest >= 0 else None,
        "loops": report.loops,
        "first_mover_races": round(report.first_mover, 4),
        "sides": [
            {
                "team": side.letter,
                "chests": side.chests,
                "portals": side.portals,
                "nearest_chest": side.nearest_chest,
                "chest_sum": side.chest_sum,
                "portal_sum": side.portal_sum,
                "tile_sum": side.body_sum,
                "entrances": [[list(square) for square in entrance] for entrance in side.entrances],
                "race_share": round(side.race_share, 4),
            }
            for side in report.sides
        ],
        "chokes": [
            {
                "kind": choke.kind,
                "between": choke.between,
                "squares": [list(square) for square in choke.squares],
                "name": choke.name,
            }
            for choke in report.chokes
        ],
    }


def measured_record(results: list[Result], bot: str, seed: int) -> dict[str, object]:
    measured = measure(results)
    return {
        "bot": bot,
        "games": measured.games,
        "seed": seed,
        "no_winner": measured.draws,
        "sides": [
            {
                "team": letter,
                "wins": measured.wins[side],
                "share": round(measured.share(side), 4),
                "interval_95": [round(end, 4) for end in measured.interval(side)],
            }
            for side, letter in enumerate(letters(measured))
        ],
        "first_mover": {
            "wins": first_wins(results),
            "interval_95": [round(end, 4) for end in wilson(first_wins(results), len(results))],
        },
    }


def print_report(console: Console, report: Fairness) -> None:
    board = report.dungeon
    console.print(f"{board.name} ({board.identity}), {board.edition}", soft_wrap=True)
    table = Table()
    table.add_column(t("steps from the end zone"))
    for side in report.sides:
        table.add_column(t("team {letter}", letter=side.letter), justify="right")

    def add(words: str, *cells: object) -> None:
        table.add_row(words, *(str(cell) for cell in cells))

    if report.sides[0].chests:
        add(t("nearest chest"), *(side.nearest_chest for side in report.sides))
        add(t("all chests together"), *(side.chest_sum for side in report.sides))
        add(t("each chest"), *(steps_of(sorted(side.chests)) for side in report.sides))
        add(t("chests reached first"), *(percent(side.race_share) for side in report.sides))
    if report.sides[0].portals:
        add(t("all portals together"), *(side.portal_sum for side in report.sides))
        add(t("portals by number"), *(steps_of(side.portals) for side in report.sides))
    if report.sides[0].body_sum:
        add(t("tiles for chests together"), *(side.body_sum for side in report.sides))
    add(t("entrances"), *(len(side.entrances) for side in report.sides))
    console.print(table)
    for pair, steps in report.gaps.items():
        if steps < 0:
            told = "no way between {one}{other}"
            if report.greatest > 0:
                told = "no way between {one}{other} of {most} possible"
        elif report.greatest > 0:
            told = "end zones {one} and {other} are {steps} steps apart of {most} possible"
        else:
            told = "end zones {one} and {other} are {steps} steps apart"
        console.print(t(told, one=pair[0], other=pair[1], steps=steps, most=report.greatest))
    if board.doorways:
        console.print(t("loops: {loops}", loops=report.loops))
    if report.sides[0].chests:
        share = percent(report.first_mover)
        console.print(t("races for chests that the team moving first wins: {share}", share=share))
    print_chokes(console, report)
    if report.is_fair:
        console.print(t("fair by the rules for maps"))
    for rule, text in report.findings:
        console.print(t("not fair by {rule}: {reason}", rule=rule, reason=translated(text)), soft_wrap=True)


def steps_of(steps: list[int]) -> str:
    return " ".join("-" if each < 0 else str(each) for each in steps)


def print_chokes(console: Console, report: Fairness) -> None:
    """Print the doorways and squares that every way crosses, for each pair of zones."""
    for pair in report.gaps:
        places = []
        for choke in report.chokes:
            if choke.between == pair:
                squares = " ".join(f"({x},{y})" for x, y in choke.squares)
                places.append(t("doorway {name}", name=choke.name) if choke.name else f"{t(choke.kind)} {squares}")
        if places:
            told = t(
                "every way between {one} and {other} leads through {places}",
                one=pair[0],
                other=pair[1],
                places=", ".join(places),
            )
            console.print(told, soft_wrap=True)


def print_measured(console: Console, results: list[Result], bot: str) -> None:
    measured = measure(results)
    table = Table()
    table.add_column(
        plural("{count} match, {bot} on both sides", "{count} matches, {bot} on both sides", measured.games, bot=bot)
    )
    for heading in (t("wins"), t("share"), t("95 % interval")):
        table.add_column(heading, justify="right")
    rows = [
        (t("end zone {letter}", letter=letter), measured.wins[side], measured.interval(side))
        for side, letter in enumerate(letters(measured))
    ]
    rows.append((t("the team that moves first"), first_wins(results), wilson(first_wins(results), len(results))))
    for words, wins, (low, high) in rows:
        table.add_row(
            words,
            str(wins),
            percent(wins / measured.games, 1),
            t("{low} to {high}", low=percent(low, 1), high=percent(high, 1)),
        )
    console.print(table)
    if measured.draws:
        console.print(t("without a winner: {matches}", matches=measured.draws))
    decided = sum(measured.wins)
    share = 1 / len(measured.wins)
    uneven = False
    for letter, wins in zip(letters(measured), measured.wins, strict=True):
        low, high = wilson(wins, decided)
        if low > share or (high < share and len(measured.wins) > 2):
            uneven = True
            told = "end zone {letter} wins less than its share of the {matches} matches with a winner"
            if low > share:
                told = "end zone {letter} wins more than its share of the {matches} matches with a winner"
            console.print(t(told, letter=letter, matches=decided))
    if not uneven:
        console.print(t(NOTHING_AGAINST[len(measured.wins)], matches=decided))


def letters(measured: Measured) -> str:
    return "ABCD"[: len(measured.wins)]
