from __future__ import annotations

import json
from collections import Counter
from typing import Annotated

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import track
from rich.table import Table

from dungeonbowl.bots.arena import Pairing
from dungeonbowl.bots.blunders import watch
from dungeonbowl.bots.outside import WHO
from dungeonbowl.bots.tournament import bouts
from dungeonbowl.cli.arena import check, make_terms
from dungeonbowl.cli.match_options import USUAL_EDITION, with_options
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.cli.stopping import stopped_by_hand
from dungeonbowl.cli.tables import screen
from dungeonbowl.languages import decimal, mark, percent, t

# What a count is a share of: the table tells it in percent beside the number.
SHARES = {
    "dominated faces and re-rolls": "faces and re-rolls",
    "passed turns with a safe plan": "turns",
    "turns with nobody moved": "turns",
    "idle players with a better place": "idle players",
    "openers who took the ball at once": "openers who may go on",
    "found balls that the others took": "balls found",
    "carrier alone": "turns ended with the ball",
    "carrier screened": "turns ended with the ball",
    "carrier caged": "turns ended with the ball",
    "carrier out of reach": "turns ended with the ball",
    "somebody goal-side": "turns ended against the ball",
    "their carrier marked": "turns ended against the ball",
    "chests guarded": "chests closed",
    "players lost by following up": "follow-ups onto portals",
    "players who had not acted at a turnover": "turnovers",
    "turns to touchdowns": "touchdowns",
}
# Words that are a verb in the log, and a number of deeds here.
COUNTED = mark({"blocks": "blocks made", "blitzes": "blitzes made"})
AVERAGES = ("players who had not acted at a turnover", "turns to touchdowns")
ALWAYS = ("dominated faces and re-rolls", "passed turns with a safe plan", "follow-ups onto portals")


def blunders(
    bot: Annotated[str, typer.Option(help=f"The bot that plays both sides: {WHO}.")] = "normal",
    games: Annotated[int, typer.Option(min=1, help="Matches.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Another seed gives other teams and dice.")] = 1,
    edition: Annotated[str, typer.Option(help="The edition, with its options.")] = USUAL_EDITION,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Count what a bot does wrong in its matches: dominated answers, passed turns, idle players, lonely carriers.

    Example: dungeonbowl blunders --bot normal --games 100

    Example: dungeonbowl blunders --bot "hard(tries=50)" --games 4 --edition stockbowl --json
    """
    warn_if_interpreted()
    terms = make_terms(f"{bot},random", games, seed, with_options(edition, -1, True), "", "", 0.0)
    check(terms)
    counts: Counter[str] = Counter()
    matches = [(each.pairing, each.seed + each.number % 2 * games) for each in bouts(terms)]
    console = Console(stderr=True)
    bar = track(matches, t("matches"), console=console, transient=True, disable=not console.is_terminal)
    done: list[int] = []
    with stopped_by_hand(done, games):
        for pairing, dice in bar:
            same = Pairing(pairing.edition, pairing.dungeon, bot, bot, pairing.home_team, pairing.away_team)
            counts += watch(same, dice)
            done.append(dice)
    rows = {name: counts[name] for name in sorted({*counts, *ALWAYS})}
    if as_json:
        typer.echo(json.dumps({"bot": bot, "edition": edition, "seed": seed, "counts": rows}, indent=1))
    else:
        screen().print(as_rows(rows))


def as_rows(rows: dict[str, int]) -> Table:
    table = Table(box=SIMPLE)
    table.add_column(t("what"))
    table.add_column(t("in all"), justify="right")
    table.add_column(t("a match"), justify="right")
    table.add_column(t("share"), justify="right")
    for name, count in rows.items():
        whole = rows.get(SHARES.get(name, ""), 0)
        share = ""
        if whole > 0:
            share = percent(count / whole, 1)
            if name in AVERAGES:
                share = t("{number} each", number=decimal(count / whole, 1))
        table.add_row(t(COUNTED.get(name, name)), str(count), decimal(count / max(rows.get("matches", 1), 1), 2), share)
    return table
