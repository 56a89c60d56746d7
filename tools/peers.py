"""Measures Dungeon Bowl beside the engines that a user might pick instead, by turns in one run.

    .venv/bin/python tools/peers.py                           # beside botbowl, installed into build/peers
    .venv/bin/python tools/peers.py --peer botbowl=../botbowl # ... from a clone, or a Python that has it installed
    .venv/bin/python tools/peers.py --peer rl=../bloodbowl-rl # ... beside that engine in C, compiled from its sources
    .venv/bin/python tools/peers.py --peer rust=../botbowl_rust   # ... beside that one in Rust
    .venv/bin/python tools/peers.py --peer mine=../mine/bench # ... and beside any engine that answers
    .venv/bin/python tools/peers.py --markdown                # the table of docs/performance.md

A peer is a program. It is called as `PROGRAM FIGURE SECONDS`, measures that figure for about so many seconds of its own
processor time, and prints one line of JSON: {"value": 137000.0}, or {"missing": "why"} for what it does not have. For
the figure `about` it may print {"about": "version and flags"}. The figures:

    steps_per_s      decisions a second of random play: apply, list every legal action, pick one; one core
    options          legal actions listed for a decision, on average: what a decision is
    games_per_s      whole matches of random play a second
    clone_us         microseconds for a copy of a position in the middle of a match
    reach_us         microseconds to find every square that a player can reach, with odds
    env_steps_per_s  steps a second of the environment for learners, with observation and mask, no opponent

A peer may also be a clone of botbowl, botbowl_rust or bloodbowl-rl, for which such programs stand beside this one, or a
folder with another build of Dungeon Bowl. What is absent is left out, and the output says so.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tools")]

from peer_builders import (  # noqa: E402
    Absent,
    c_engine,
    is_c_engine,
    is_rust_engine,
    python_environment,
    rust_engine,
)
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from dungeonbowl.cli.bench import circumstances, shown  # noqa: E402
from dungeonbowl.cli.bench_figures import calibrate  # noqa: E402
from dungeonbowl.cli.bench_turns import one_core, pin, place_of  # noqa: E402
from dungeonbowl.cli.tables import screen as wide_screen  # noqa: E402
from dungeonbowl.errors import UserError  # noqa: E402

TOOLS = ROOT / "tools"
OURS = "dungeonbowl"
# Where its authors publish botbowl: PyPI has none, and whoever takes that name there first would be run here. It was
# written for NumPy 1.
BOTBOWL = ("botbowl @ git+https://github.com/njustesen/botbowl", "numpy<2")
FIGURES = {
    "steps_per_s": "decisions a second, random play",
    "options": "legal actions listed for a decision",
    "games_per_s": "matches a second, random play",
    "clone_us": "µs for a clone in mid-match",
    "reach_us": "µs for a path search with odds",
    "env_steps_per_s": "environment steps a second",
}
LONGEST = 600  # seconds that a peer may take for one answer


class Peer(NamedTuple):
    """An engine: its name, the command that answers, and the folder that its Python imports from, if any."""

    name: str
    command: tuple[str, ...]
    sources: str = ""


# --- who takes part ---------------------------------------------------------------------------------------------------


def ours() -> Peer:
    return build_of(OURS, str(ROOT))


def build_of(name: str, path: str) -> Peer:
    """A build of Dungeon Bowl, ours or another."""
    place = place_of(path)
    return Peer(name, (place.python, "-P", str(TOOLS / "peer_dungeonbowl.py")), place.sources)


def botbowl(path: str = "") -> Peer:
    """botbowl in an environment of its own: as its authors publish it, from a clone, or a Python that has it."""
    given = Path(path).absolute() if path else None
    if given is not None and given.is_file():
        python = given
    else:
        python = python_environment(ROOT / "build" / "peers" / "botbowl", (str(given or BOTBOWL[0]), *BOTBOWL[1:]))
    return Peer("botbowl", (str(python), "-P", str(TOOLS / "peer_botbowl.py")))


def given_peer(text: str) -> Peer:
    """The peer of `--peer NAME=PATH`."""
    name, equals, path = text.partition("=")
    if not (name and equals and path):
        raise SystemExit(f"peers: --peer {text}: expected NAME=PATH")
    if name == "botbowl":
        return botbowl(path)
    file = Path(path).absolute()
    if file.suffix == ".py" and file.is_file():
        return Peer(name, (sys.executable, "-P", str(file)))
    if file.is_file() and os.access(file, os.X_OK):
        return Peer(name, (str(file),))
    folder = ROOT / "build" / "peers" / re.sub(r"[^\w.-]", "_", name)
    if is_c_engine(file):
        return Peer(name, (str(c_engine(file, folder)),))
    if is_rust_engine(file):
        return Peer(name, (str(rust_engine(file, folder)),))
    try:
        return build_of(name, path)
    except UserError:
        raise Absent(f"{path} is neither a program nor the sources of an engine that is known here") from None


# --- measuring --------------------------------------------------------------------------------------------------------


def ask(peer: Peer, figure: str, seconds: float, core: int | None) -> dict[str, Any]:
    """One answer of a peer. Whatever goes wrong with it is an answer too: the others are measured all the same."""
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if peer.sources:
        surroundings["PYTHONPATH"] = peer.sources
    try:
        process = subprocess.Popen(
            [*peer.command, figure, str(seconds)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            env=surroundings,
        )
    except OSError as error:
        return {"missing": f"it does not start: {error.strerror}"}
    with process:
        if core is not None:
            pin(process.pid, core)
        try:
            out, err = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            return {"missing": f"no answer in {LONGEST} s"}
    try:
        found = json.loads(out.strip().splitlines()[-1])
        if "value" in found:
            return {"value": float(found["value"])}
        return {key: str(found[key]) for key in ("about", "missing") if key in found} or {"missing": "no value"}
    except (ValueError, LookupError, TypeError):
        said = (err or out or "nothing").strip().splitlines()
        return {"missing": f"its last line is not an answer: {said[-1]}"}


def measure(peers: list[Peer], seconds: float, rounds: int, tell: Any) -> dict[str, dict[str, Any]]:
    """Every figure of every peer. The order of the peers rotates from round to round."""
    core = one_core()
    answers: dict[str, dict[str, list[dict[str, Any]]]] = {
        figure: {peer.name: [] for peer in peers} for figure in FIGURES
    }
    for number in range(rounds):
        first = number % len(peers)
        for figure, found in answers.items():
            for peer in peers[first:] + peers[:first]:
                known = found[peer.name]
                missing = bool(known) and "missing" in known[-1]  # it will not have it in the next round either
                known.append(known[-1] if missing else ask(peer, figure, seconds, core))
            tell(f"round {number + 1} of {rounds}, {figure}")
    return {figure: {name: summary(figure, each) for name, each in found.items()} for figure, found in answers.items()}


def more_is_better(figure: str) -> bool:
    return figure.endswith("_per_s")


def summary(figure: str, answers: list[dict[str, Any]]) -> dict[str, Any]:
    missing = [answer["missing"] for answer in answers if "missing" in answer]
    if missing:
        return {"missing": missing[0]}
    values = [answer["value"] for answer in answers]
    best = max(values) if more_is_better(figure) else min(values)
    return {"best": best, "median": median(values), "rounds": values}


def ratio(figure: str, row: dict[str, Any], name: str) -> str:
    """How many times as fast as this peer we are: by the best rounds, and the median of the rounds' own ratios."""
    if figure == "options" or "best" not in row[OURS] or "best" not in row[name]:
        return ""

    def times(mine: float, its: float) -> float:
        return mine / its if more_is_better(figure) else its / mine

    pairs = zip(row[OURS]["rounds"], row[name]["rounds"], strict=True)
    return f"{shown(times(row[OURS]['best'], row[name]['best']))} / {shown(median(times(*pair) for pair in pairs))}"


# --- telling ----------------------------------------------------------------------------------------------------------


def cells(found: dict[str, Any]) -> tuple[list[str], list[list[str]]]:
    """Headings and rows of the table: figures best / median, and beside each peer the ratio to ours."""
    names = list(found["peers"])
    headings = ["best / median", OURS]
    for name in names[1:]:
        headings += [name, f"{OURS} : {name}"]
    rows: list[list[str]] = []
    for figure, row in found["figures"].items():
        cells = [FIGURES[figure]]
        for name in names:
            value = row[name]
            cells.append(f"{shown(value['best'])} / {shown(value['median'])}" if "best" in value else "–")
            if name != OURS:
                cells.append(ratio(figure, row, name))
        rows.append(cells)
    return headings, rows


def notes(found: dict[str, Any]) -> list[str]:
    load = "unknown" if found["load"] is None else found["load"]
    pinned = "one core" if found["pinned"] else "whatever core the system chose"
    lines = [
        f"{found['date']}, {found['rounds']} rotating rounds on {pinned}, load {load}, calibration "
        f"{found['calibration_s']:.3f} s, Python {found['python']}"
    ]
    lines += [f"{name}: {about}" for name, about in found["peers"].items() if about]
    for figure, row in found["figures"].items():
        lines += [f"{name} has no {figure}: {row[name]['missing']}" for name in row if "missing" in row[name]]
    lines += [f"{name} is left out: {reason}" for name, reason in found["absent"].items()]
    return [line.rstrip(".") + "." for line in lines]


def markdown(found: dict[str, Any]) -> str:
    headings, rows = cells(found)
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(["| " + " | ".join(line) + " |" for line in lines] + ["", *notes(found)]) + "\n"


def on_screen(found: dict[str, Any], console: Console) -> None:
    headings, rows = cells(found)
    table = Table()
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place else "left")
    for row in rows:
        table.add_row(*row)
    console.print(table)
    for line in notes(found):
        console.print(line, soft_wrap=True, markup=False)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PATH", help="an engine; may be repeated")
    parser.add_argument("--without-botbowl", action="store_true", help="do not install botbowl")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure, peer and round")
    parser.add_argument("--rounds", type=int, default=7)
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--markdown", action="store_true", help="print the table for the documentation")
    shape.add_argument("--json", action="store_true", dest="as_json")
    wanted = parser.parse_args(arguments)
    peers = [ours()]
    absent: dict[str, str] = {}
    texts = list(wanted.peer)
    if not wanted.without_botbowl and not any(text.startswith("botbowl=") for text in texts):
        texts.insert(0, "botbowl")
    screen = Console(stderr=True)
    for text in texts:
        try:
            peers.append(botbowl() if text == "botbowl" else given_peer(text))
        except Absent as reason:
            absent[text.partition("=")[0]] = str(reason)
            screen.print(f"{text.partition('=')[0]} is left out: {reason}", soft_wrap=True, markup=False)
    before = {**circumstances(), "calibration_s": calibrate()}
    found: dict[str, Any] = {
        **before,
        "rounds": wanted.rounds,
        "pinned": one_core() is not None,
        "python": platform.python_version(),
        "peers": {peer.name: ask(peer, "about", 0.0, None).get("about", "") for peer in peers},
        "absent": absent,
    }
    with screen.status("measuring") as status:
        found["figures"] = measure(peers, wanted.seconds, wanted.rounds, status.update)
    found["calibration_s"] = min(found["calibration_s"], calibrate())
    if wanted.as_json:
        sys.stdout.write(json.dumps(found) + "\n")
    elif wanted.markdown:
        sys.stdout.write(markdown(found))
    else:
        on_screen(found, wide_screen())


if __name__ == "__main__":
    main()
