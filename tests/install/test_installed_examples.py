"""Every `Example:` of every `--help` works as it stands: copied into a shell, in an empty folder, from an installed
wheel.

What the examples read is there: other examples write it, or it is one of these two.

- `my_bot.py` is the bot of docs/bots.md.
- The link of `seat` stands for the one that the browser shows: a match is created for it on the server that the example
  of `play` has started.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from support.installs import PATIENCE, REASON, ROOT, WANTED, Distributions, Installed, fetch

FILE = re.compile(r"[\w-]+\.(?:toml|jsonl|json|dungeon|html|svg|png|npz|parquet|py)\b")
WRITES = {"--out", "--output", "--save", "--html", "--toml", "--results", "--curve", "--rows", "--resume", "--picture"}
LINK = "http://127.0.0.1:8000/match/ID#token=TOKEN"
CREATE = """
import sys
from dungeonbowl.client.http import Server
server = Server(sys.argv[1])
created = server.new_match(seats=["person", "bot:random"], quick=True, pace=0, turn_limit=2)
print(server.address + created.seats[0].link)
"""


def files_read(example: str) -> set[str]:
    """The files that an example names, without those that it writes."""
    words = shlex.split(example)
    return {name for before, word in pairwise(words) if before not in WRITES for name in FILE.findall(word)}


def in_order(examples: list[str], given: set[str]) -> list[str]:
    """The examples, each after those that write what it reads. The same ones are run once."""
    waiting = list(dict.fromkeys(examples))
    there = set(given)
    found: list[str] = []
    while waiting:
        ready = [example for example in waiting if files_read(example) <= there]
        missing = {example: files_read(example) - there for example in waiting}
        assert ready, f"no example makes what these read: {missing}"
        found.append(ready[0])
        waiting.remove(ready[0])
        there |= set(FILE.findall(ready[0]))
    return found


def bot_of_the_documentation() -> str:
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    found = re.search(r'```python\n("""my_bot\.py: .*?)```', page, re.DOTALL)
    assert found is not None
    return found[1]


def copied(installed: Installed, example: str) -> str:
    """What an example has to answer for when it is copied into a shell; nothing when it works."""
    done = subprocess.run(
        ["/bin/sh", "-c", example],
        cwd=installed.empty,
        env=installed.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode == 0 and "Traceback" not in done.stdout:
        return ""
    return f"exit code {done.returncode}: {done.stdout[-2000:]}"


@pytest.fixture(scope="module")
def tuned(workplace: Path, distributions: Distributions) -> Installed:
    """The wheel with the extras that examples need: of the commands `tune`, `play`, `seat`, `rows`,
    `league simulate`, `account` and `admin push-keys`."""
    installed = Installed(workplace / "examples")
    installed.install(f"{distributions.wheel}[tune,push,columns,league]")
    return installed


@pytest.mark.skipif(not WANTED, reason=REASON)
def test_every_example_of_every_help_works_in_an_empty_folder(tuned: Installed) -> None:
    told = json.loads(tuned.run(tuned.programs / "python", ROOT / "tests" / "support" / "examples.py"))
    examples = [example for listed in told.values() for example in listed]
    servers = [example for example in examples if example.startswith(("dungeonbowl play", "dungeonbowl serve"))]
    seats = [example for example in examples if LINK in example]
    assert len(examples) > 30
    assert servers
    assert seats
    assert list(tuned.empty.iterdir()) == []
    (tuned.empty / "my_bot.py").write_text(bot_of_the_documentation(), "utf-8")
    failures: dict[str, str] = {}
    for example in servers:  # first: they make the databases that the examples of `admin` look after
        with tuned.server(example) as address:
            assert fetch(f"{address}/")[0] == 200
            for seat in seats:
                link = tuned.run(tuned.programs / "python", "-c", CREATE, address).strip()
                failures[seat] = copied(tuned, seat.replace(LINK, link))
    plain = [example for example in examples if example not in servers and example not in seats]
    failures |= {example: copied(tuned, example) for example in in_order(plain, {"my_bot.py"})}
    assert {example: fault for example, fault in failures.items() if fault} == {}


@pytest.mark.parametrize(
    ("example", "files"),
    [
        ("dungeonbowl hint match.jsonl --at 120", {"match.jsonl"}),
        ("dungeonbowl watch --save match.jsonl", set()),
        ('dungeonbowl arena --bots "normal,hard(tries=10,value=value.json)"', {"value.json"}),
        ("dungeonbowl arena --bots random,my_bot.py:MyBot", {"my_bot.py"}),
        ("dungeonbowl rule O-PUSH-09", set()),
    ],
)
def test_the_reader_of_examples_sees_what_they_read(example: str, files: set[str]) -> None:
    assert files_read(example) == files


def test_an_example_whose_file_nobody_makes_is_refused() -> None:
    with pytest.raises(AssertionError, match=r"my-cavern\.dungeon"):
        in_order(["dungeonbowl dungeon check my-cavern.dungeon"], set())
