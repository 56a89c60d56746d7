from __future__ import annotations

import random
import shlex
import time
from collections import deque
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from dungeonbowl.bots.arena import MOST_DECISIONS, Pairing, check, match_bots, new_match
from dungeonbowl.bots.failings import Register
from dungeonbowl.bots.seat import Seat
from dungeonbowl.cli.board import NEUTRAL_STYLE, SIDE_STYLES, Board, benches, player_letter, player_names, score_line
from dungeonbowl.cli.failings import tell_failings
from dungeonbowl.cli.match_options import (
    Coach,
    DungeonName,
    PlayedEdition,
    Quick,
    SideTeam,
    TurnLimit,
    edition_for,
)
from dungeonbowl.cli.speed import warn_if_interpreted
from dungeonbowl.engine import clauses, events
from dungeonbowl.engine.actions import MOVE_ACTION
from dungeonbowl.engine.event_kinds import EVENT_KINDS
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.sides import DRAW, NOBODY, SCORE, TURNS
from dungeonbowl.engine.statuses import RESERVES
from dungeonbowl.errors import UserError
from dungeonbowl.languages import t
from dungeonbowl.records.files import check_writable
from dungeonbowl.records.replay import write_replay
from dungeonbowl.words.narration import Narrator

LOG_WIDTH: Final = 48
LOG_LEAST: Final = 5
# Events without a line in the log, because the events around it tell it better.
UNTOLD: Final = {
    int(events.ACTIVATED),
    int(events.ACTIVATION_ENDED),
    int(events.DICE_ROLLED),
    int(events.TURN_ENDED),
    int(events.POINTS_EARNED),
    int(events.CASUALTY_SETTLED),
    int(events.DEPLOYED),
    int(events.CHEST_PLACED),
    int(events.PORTAL_PLACED),
    int(events.DRIVE_ENDED),
}
# Events after which the board is drawn again, and how long it is shown.
PAUSES: Final = {
    int(events.ACTIVATION_ENDED): 1.0,
    int(events.ENTERED): 1.0,
    int(events.SPONGED): 1.0,
    int(events.TURN_BEGAN): 1.0,
    int(events.TURNOVER): 4.0,
    int(events.CHEST_OPENED): 4.0,
    int(events.VANISHED): 3.0,
    int(events.SPELL_CAST): 3.0,
    int(events.LEFT_PLAY): 2.0,
    int(events.SCORED): 6.0,
    int(events.AWARDED): 6.0,
    int(events.HALF_BEGAN): 4.0,
}


def watch(
    dungeon: DungeonName = "",
    seed: Annotated[int, typer.Option(min=-1, help="The same seed gives the same match.", show_default="random")] = -1,
    delay: Annotated[float, typer.Option(min=0.0, max=60.0, help="Seconds between two pictures.")] = 0.2,
    home: Coach = "normal",
    away: Coach = "normal",
    edition: PlayedEdition = "",
    turn_limit: TurnLimit = -1,
    home_team: SideTeam = "",
    away_team: SideTeam = "",
    quick: Quick = False,
    save: Annotated[Path | None, typer.Option(help="Write a replay of the match to this file.")] = None,
) -> None:
    """Watch two bots play a match.

    Example: dungeonbowl watch --dungeon of-3 --seed 7

    Example: dungeonbowl watch --quick --seed 7 --save match.jsonl

    Example: dungeonbowl watch --home my_bot.py:MyBot --away "hard(tries=100)"
    """
    pairing = Pairing(edition_for(edition, dungeon, turn_limit, quick), dungeon, home, away, home_team, away_team)
    check(pairing)
    if save is not None:
        check_writable(save)
    warn_if_interpreted()
    console = Console(highlight=False)
    show = Show(console, pairing, seed if seed >= 0 else random.SystemRandom().randrange(10_000))
    try:
        if console.is_terminal:
            show.play_live(delay)
        else:
            show.play_printed()
    except KeyboardInterrupt:
        show.stopped()
        raise typer.Exit(130) from None
    if save is not None:
        write_replay(show.match, save)
        console.print(t("The replay is in {file}.", file=save), soft_wrap=True)
    show.farewell()
    tell_failings(show.register())


class Show:
    """One match with its bots, and everything that is shown of it."""

    def __init__(self, console: Console, pairing: Pairing, seed: int) -> None:
        self.console = console
        self.pairing = pairing
        self.seed = seed
        self.seats = [Seat(bot, tells=False) for bot in match_bots(pairing, seed)]
        self.match = new_match(pairing, seed).engine
        game = self.match.game
        self.board = Board(game, plain="utf" not in console.encoding.lower())
        self.teller = Narrator(game, player_names(game))
        self.log: deque[Text] = deque(maxlen=200)
        self.told = 0
        self.note(game.events)

    def decide(self) -> list[Event]:
        """Let the bot that is asked decide; returns the events."""
        game = self.match.game
        if game.decisions >= MOST_DECISIONS:
            raise UserError(f"the match was called off after {MOST_DECISIONS} decisions: try a --turn-limit")
        seat = self.seats[self.match.asked()]
        return self.match.choose(seat.choose(game, self.match.options()))

    def register(self) -> Register:
        """The faults of the bots."""
        names = self.pairing.bots(len(self.seats))
        register = Register(names)
        for name, seat in zip(names, self.seats, strict=True):
            register.add(name, seat.decisions, seat.lost, seat.failures())
        return register

    # --- the log ----------------------------------------------------------------------------------------------------

    def note(self, told: list[Event]) -> list[Text]:
        """Add events to the log, as lines in the colour of their side."""
        lines: list[Text] = []
        for event in worth_telling(told):
            lines.append(Text(self.teller.line(event), style_of(self.match, event)))
        self.log.extend(lines)
        return lines

    # --- in a terminal ----------------------------------------------------------------------------------------------

    def play_live(self, delay: float) -> None:
        """Draw the board again and again in the same place; the last one stays on the screen."""
        with Live(self.picture(), console=self.console, screen=True, auto_refresh=False) as live:
            pending: list[Event] = []
            while not self.match.is_over():
                pending += self.decide()
                pause = max([pause_after(event) for event in pending], default=0.0)
                if pause == 0.0:
                    continue
                self.note(pending)
                pending = []
                live.update(self.picture(), refresh=True)
                time.sleep(delay * pause)
            self.note(pending)
        self.console.print(self.picture(), crop=True)

    def picture(self) -> RenderableType:
        """Score, board and log. The log is beside the board if the terminal is wide enough, otherwise below."""
        game = self.match.game
        board = self.board.draw(game)
        legend = self.board.legend(game)
        width, height = self.board.size()
        head = [score_line(game), benches(game)]
        room = self.console.size
        if room.width >= width + LOG_WIDTH + 2:
            table = Table.grid(padding=(0, 1))
            table.add_column(width=width)
            table.add_column(width=room.width - width - 2)
            table.add_row(board, self.last_lines(height))
            return Group(*head, table, legend)
        left = room.height - height - len(head) - 1
        return Group(*head, board, self.last_lines(max(LOG_LEAST, left - 3)), legend)

    def last_lines(self, count: int) -> Text:
        lines = list(self.log)[-count:]
        for line in lines:
            line.no_wrap = True
            line.overflow = "ellipsis"
        joined = Text("\n", no_wrap=True, overflow="ellipsis").join(lines)
        joined.no_wrap = True
        joined.overflow = "ellipsis"
        return joined

    # --- on paper ---------------------------------------------------------------------------------------------------

    def play_printed(self) -> None:
        """Print the whole story, with a board at the beginning, when the ball is found, and at the end."""
        for line in self.log:
            self.line(line)
        is_set_up = False
        pending: list[Event] = []
        while not self.match.is_over():
            pending += self.decide()
            if not any(pause_after(event) for event in pending) and not self.match.is_over():
                continue
            for line in self.note(pending):
                self.line(line)
            found = any(event.kind == events.CHEST_OPENED and event["contents"] for event in pending)
            pending = []
            if found or not is_set_up:
                is_set_up = True
                self.print_board()
        self.print_board()

    def line(self, text: Text) -> None:
        self.console.print(text, soft_wrap=True)

    def print_board(self) -> None:
        game = self.match.game
        for part in (score_line(game), self.board.draw(game), self.board.legend(game)):
            self.console.print(part, soft_wrap=True)

    # --- the last words ---------------------------------------------------------------------------------------------

    def farewell(self) -> None:
        """Print who won and how, and what to try next."""
        console = self.console
        game = self.match.game
        winner = int(game.winner)
        if winner in (DRAW, NOBODY):
            console.print(t("A draw: neither side is ahead."), style="bold", soft_wrap=True)
        else:
            name = game.squads.names[winner]
            turn = game.side_value(game.active, TURNS)
            parts: dict[str, object] = {"team": name, "turn": turn}
            told = "{team} wins with a touchdown in turn {turn}."
            for event in game.events:
                if event.kind == events.SCORED:
                    parts["player"] = f"{name} {player_letter(game, event['piece'])}"
                    told = "{team} wins with a touchdown by {player} in turn {turn}."
            if game.ending == clauses.DISTANCE_WIN:
                told = "{team} wins on distance: time ran out with the ball nearer to the end zone it attacks."
            elif game.ending != clauses.TOUCHDOWN:
                sides = range(int(game.squads.sides))
                scores = sorted((int(game.side_value(side, SCORE)) for side in sides), reverse=True)
                parts |= {"points": scores[0], "less": scores[1]}
                told = "{team} wins by {points} to {less}."
            console.print(t(told, **parts), style=SIDE_STYLES[winner], soft_wrap=True)
        console.print("\n" + t("What to try next:"))
        for command, words in (
            (self.command(), t("this match again")),
            ("dungeonbowl watch --dungeon of-5 --delay 0.5", t("a larger dungeon, slowly")),
            ("dungeonbowl sim --games 20 --away random", t("how much better normal plays")),
            (
                "dungeonbowl rule O-CHEST",
                t("why opening a chest is a risk; the log names a rule in every line"),
            ),
        ):
            console.print(f"  {command}      {words}", soft_wrap=True)

    def stopped(self) -> None:
        turn = self.match.game.side_value(max(self.match.game.active, 0), TURNS)
        told = t("Stopped in turn {turn}. The same match again: {command}", turn=turn, command=self.command())
        self.console.print(told, soft_wrap=True)

    def command(self) -> str:
        """The command that shows this match again."""
        words = ["dungeonbowl watch", f"--seed {self.seed}"]
        default = Pairing()
        for name in ("dungeon", "home", "away", "home_team", "away_team"):
            if getattr(self.pairing, name) != getattr(default, name):
                words.append(f"--{name.replace('_', '-')} {shlex.quote(getattr(self.pairing, name))}")
        if self.pairing.edition != default.edition:
            words.append(f"--edition '{self.pairing.edition}'")
        return " ".join(words)


def worth_telling(told: list[Event]) -> list[Event]:
    """The events for the log. Steps of one player become one line; events that the next line tells are left out."""
    found: list[Event] = []
    for event in told:
        kind = int(event.kind)
        if kind in UNTOLD or (kind == events.DECLARED and event["action"] == MOVE_ACTION):
            continue
        if kind == events.LEFT_PLAY and event["status"] == RESERVES:  # after a drive all of them do
            continue
        last = found[-1] if found and found[-1].kind == events.MOVED else None
        if kind == events.MOVED and last is not None and last["piece"] == event["piece"]:
            found[-1] = event.changed("origin", last["origin"])
        else:
            found.append(event)
    return found


def pause_after(event: Event) -> float:
    """How long to show the board after this event, as a multiple of the delay; 0 if more follows at once."""
    return PAUSES.get(int(event.kind), 0.0) if event.clause != clauses.FIRST_TURN else 0.0


# Events that name a side first, and those that name a piece; all others are nobody's.
OF_SIDES: Final = {row.number for row in EVENT_KINDS if row.phrase.startswith("{side}")}
OF_PIECES: Final = {row.number for row in EVENT_KINDS if row.phrase.startswith("{piece}")}


def style_of(match: Match, event: Event) -> str:
    """The colour of the side that an event is about. New turns, turnovers and scores are bold."""
    kind = int(event.kind)
    if kind not in OF_SIDES and kind not in OF_PIECES:
        return "yellow" if kind != events.MATCH_ENDED else "bold"
    side = event["side"] if kind in OF_SIDES else int(match.game.side_of[event["piece"]])
    style = SIDE_STYLES[side] if side < match.game.squads.sides else NEUTRAL_STYLE
    colour = style.removeprefix("bold ")
    return f"bold {colour}" if kind in (events.TURN_BEGAN, events.TURNOVER, events.SCORED) else colour
