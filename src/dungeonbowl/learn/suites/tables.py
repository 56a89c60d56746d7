"""The table of the benchmark: win rates with intervals, and the leaderboard page of the documentation."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from dungeonbowl.dungeon.fairness import wilson
from dungeonbowl.learn.suites.running import Row, Run
from dungeonbowl.learn.suites.tasks import LADDER, SUITE, TASKS


class Cell(msgspec.Struct, frozen=True):
    """An agent against one opponent in one task, or in all."""

    games: int
    wins: int
    draws: int
    losses: int
    points: float  # by matches; a draw is half a point
    win_rate: float  # of the decided matches
    interval_95: tuple[float, float]  # of the win rate, Wilson's


def cell_of(rows: Sequence[Row]) -> Cell:
    points = [row.points for row in rows]
    wins, losses = points.count(1.0), points.count(0.0)
    low, high = wilson(wins, wins + losses)
    return Cell(
        games=len(points),
        wins=wins,
        draws=points.count(0.5),
        losses=losses,
        points=round(sum(points) / max(1, len(points)), 4),
        win_rate=round(wins / max(1, wins + losses), 4),
        interval_95=(round(low, 4), round(high, 4)),
    )


class Entry(msgspec.Struct, frozen=True):
    """One agent of the leaderboard."""

    run: Run
    rows: list[Row]

    def cell(self, opponent: str, task: str = "") -> Cell:
        return cell_of([row for row in self.rows if row.opponent == opponent and task in ("", row.task)])

    def milliseconds(self) -> float:
        seconds = sum(row.seconds[0] for row in self.rows)
        return 1000 * seconds / max(1, sum(row.decisions[0] for row in self.rows))

    def pairs(self) -> set[tuple[str, str]]:
        """The pairs of opponent and task that were played."""
        return {(row.opponent, row.task) for row in self.rows}

    def score(self, among: set[tuple[str, str]] | None = None) -> float:
        """The mean share of points over pairs of opponent and task: each pair counts the same. `among` are the pairs to
        count; without it all that were played."""
        pairs = sorted(self.pairs() if among is None else among)
        return sum(self.cell(*pair).points for pair in pairs) / max(1, len(pairs))


def report(entry: Entry) -> dict[str, object]:
    """The results of one agent for programs."""
    return {
        "run": msgspec.to_builtins(entry.run),
        "score": round(entry.score(), 4),
        "ms_per_decision": round(entry.milliseconds(), 3),
        "opponents": {name: msgspec.to_builtins(entry.cell(name)) for name in entry.run.opponents},
        "tasks": {
            task: {name: msgspec.to_builtins(entry.cell(name, task)) for name in entry.run.opponents}
            for task in entry.run.tasks
        },
    }


def words(cell: Cell) -> str:
    if cell.games == 0:
        return "–"
    low, high = cell.interval_95
    return f"{100 * cell.win_rate:.0f} % ({100 * low:.0f} to {100 * high:.0f}), {cell.wins}-{cell.draws}-{cell.losses}"


def leaderboard(entries: Sequence[Entry]) -> str:
    """The page of the documentation, as Markdown."""
    met = [name for name in LADDER if any(name in entry.run.opponents for entry in entries)]
    met += sorted({name for entry in entries for name in entry.run.opponents} - set(LADDER))
    common = set.intersection(*(entry.pairs() for entry in entries))
    ranked = sorted(entries, key=lambda entry: (-entry.score(common), entry.run.agent))
    lines = [
        "# Leaderboard",
        "",
        f"Results of the suite `{SUITE}`: the share of decided matches that the agent won, with Wilson's",
        "95 % interval, and how many it won, drew and lost. The mean is that of the points (a draw is half a point)",
        f"over the {len(common)} pairs of task and opponent that all agents here have played. How to add an agent:",
        "[the benchmark](../learn/benchmark.md).",
        "",
        "<!-- Made by `dungeonbowl benchmark table`; not written by hand. -->",
        "",
        "## All tasks",
        "",
        f"| agent | tasks | mean | {' | '.join(met)} | ms a decision |",
        f"| --- | --- | --- | {' | '.join('---' for _ in met)} | --- |",
    ]
    for entry in ranked:
        cells = " | ".join(words(entry.cell(name)) for name in met)
        share = f"{100 * entry.score(common):.0f} %"
        tasks = f"{len(entry.run.tasks)} of {len(TASKS)}"
        lines.append(f"| `{entry.run.agent}` | {tasks} | {share} | {cells} | {entry.milliseconds():.1f} |")
    for task in TASKS:
        played = [entry for entry in ranked if any(row.task == task.name for row in entry.rows)]
        if not played:
            continue
        lines += ["", f"## {task.name}", "", f"{task.about[0].upper()}{task.about[1:]}. Edition `{task.edition}`.", ""]
        lines += [f"| agent | {' | '.join(met)} |", f"| --- | {' | '.join('---' for _ in met)} |"]
        for entry in played:
            cells = " | ".join(words(entry.cell(name, task.name)) for name in met)
            lines.append(f"| `{entry.run.agent}` | {cells} |")
    lines += [
        "",
        "## The runs",
        "",
        "| agent | dungeonbowl | engine | Python | matches | file of the agent (SHA-256) |",
    ]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    for entry in ranked:
        run = entry.run
        source = f"`{run.source[:16]}…`" if run.source else "–"
        lines.append(f"| `{run.agent}` | {run.version} | {run.engine} | {run.python} | {len(entry.rows)} | {source} |")
    return "\n".join(lines) + "\n"
