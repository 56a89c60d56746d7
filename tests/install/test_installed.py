"""The package as a user has it: built in isolation, installed into an empty environment, far from the clone."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.installs import (
    ALL,
    INTERPRETED,
    MAIN,
    NEWEST,
    OLDEST,
    REASON,
    ROOT,
    SWITCH,
    WANTED,
    Distributions,
    Installed,
    check_browser,
    check_first_steps,
    clean_copy,
    fetch,
    find_python,
    project_files,
)
from support.postgres import postgres_database

pytestmark = pytest.mark.skipif(not WANTED, reason=REASON)

PNG = b"\x89PNG\r\n\x1a\n"
OTHERS = [f"3.{minor}" for minor in range(OLDEST, NEWEST + 1) if f"3.{minor}" != MAIN]
TYPED = """\
import dungeonbowl as db

version: str = db.__version__
match: db.Match = db.Match("official", seed=7)
action: db.Action = db.bots.normal(match)
piece: db.Piece = match.position.pieces["A3"]
"""
LEARNING = """
import gymnasium, numpy, pettingzoo
from dungeonbowl.learn.aec import env as two_coaches
from dungeonbowl.learn.vector import DungeonBowlVectorEnv
env = DungeonBowlVectorEnv(2, seed=1)
env.reset(seed=1)
for _ in range(20):
    env.step(env.sample_actions())
table = two_coaches()
table.reset(seed=1)
print(table.agent_selection)
"""

LEAGUE = """
from dungeonbowl.league.competitions.options import preset
from dungeonbowl.league.competitions.ratings import rebuilt
from dungeonbowl.league.competitions.results import played
from dungeonbowl.league.competitions.swiss import Contender, pair
from dungeonbowl.league.competitions.words import Fixture
pairs = pair([Contender(team=f"team {number}") for number in range(40)], "seed", 1).pairs
fixtures = [Fixture(id=str(number), sides=sides) for number, sides in enumerate(pairs)]
ratings = rebuilt(played(fixture, {fixture.sides[0]: 1}) for fixture in fixtures)
print(len(pairs), ratings[pairs[0][0]].mean > ratings[pairs[0][1]].mean)
preset("book").season("stockbowl")
"""


def pins(*words: str) -> str:
    command = [sys.executable, str(ROOT / "tools" / "lower_bounds.py"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


# --- the wheel alone --------------------------------------------------------------------------------------------------


def test_the_wheel_alone_plays(bare: Installed, distributions: Distributions) -> None:
    check_first_steps(bare, distributions.engine)
    for package in ("litestar", "uvicorn", "websockets", "sqlalchemy", "alembic"):
        assert not bare.has(package), f"{package} was installed, and nobody asked for it"


def test_the_interpreted_wheel_plays_too(workplace: Path, distributions: Distributions) -> None:
    installed = Installed(workplace / "plain-wheel")
    installed.install(distributions.plain)
    check_first_steps(installed, "interpreted")


def test_scenarios_are_in_the_wheel(bare: Installed) -> None:
    told = bare.dungeonbowl("scenario", "run", "ex-01", "astrogranite:ex-01", "stockbowl:e-01")
    assert re.search(r"\b(\d+) of \1 lines of play came out as they should", told)
    listed = json.loads(bare.dungeonbowl("scenario", "list", "--json"))
    assert len(listed) == len(list((ROOT / "src" / "dungeonbowl" / "scenarios").rglob("*.toml")))


def test_rules_lists_the_book_and_says_what_else_it_needs(bare: Installed) -> None:
    told = bare.dungeonbowl("rules", "--edition", "official")
    assert re.search(r"official: \d+ rules", told)
    assert "`make rules` in a clone of the project" in told


@pytest.mark.parametrize(
    ("extra", "command"),
    [
        ("pictures", ["dungeon", "draw", "of-1", "--out", "of-1.png"]),
        ("columns", ["rows", "matches.parquet"]),
        ("cluster", ["sim", "--games", "2", "--ray", "local"]),
        ("server", ["play", "--no-open"]),
        ("server", ["account", "list"]),
        ("server", ["seat", "http://127.0.0.1:8000/match/ID#token=TOKEN"]),
    ],
)
def test_without_an_extra_one_line_says_which_is_needed(bare: Installed, extra: str, command: list[str]) -> None:
    assert f"dungeonbowl[{extra}]" in bare.refused(*command)


# --- every extra on its own -------------------------------------------------------------------------------------------


@pytest.fixture
def with_extra(request: pytest.FixtureRequest, workplace: Path, distributions: Distributions) -> Iterator[Installed]:
    installed = Installed(workplace / f"extra-{request.param}")
    installed.install(f"{distributions.wheel}[{request.param}]")
    yield installed
    shutil.rmtree(installed.folder)  # each has hundreds of megabytes


def use_server(installed: Installed) -> None:
    check_browser(installed)
    if not installed.has("webauthn"):
        words = ("--accounts", "--public-url", "http://localhost:8000")
        assert "dungeonbowl[accounts]" in installed.refused("play", "--no-open", *words)
    if not installed.has("psycopg"):
        database = "postgresql+psycopg://nobody@127.0.0.1:1/none"
        assert "dungeonbowl[postgres]" in installed.refused("play", "--no-open", "--database", database)


def use_accounts(installed: Installed) -> None:
    """A server with accounts answers: whoever lacks its packages is refused before it begins."""
    words = "--accounts --public-url http://localhost:8000"
    with installed.server(f"dungeonbowl play --no-open {words}") as address:
        status, body = fetch(f"{address}/api/v1/session")
        assert (status, json.loads(body)["passkeys"]) == (200, True)
    installed.python("import dungeonbowl.server.accounts.linking")  # what a provider to sign in with needs


def use_push(installed: Installed) -> None:
    installed.dungeonbowl("admin", "push-keys", "--file", "keys.pem")
    assert (installed.empty / "keys.pem").read_bytes().startswith(b"-----BEGIN")
    (installed.empty / "keys.pem").unlink()
    installed.python("import pywebpush")


def use_pictures(installed: Installed) -> None:
    installed.dungeonbowl("dungeon", "draw", "of-1", "--square", "10px", "--out", "of-1.png")
    assert (installed.empty / "of-1.png").read_bytes().startswith(PNG)


def use_postgres(installed: Installed) -> None:
    installed.python("import psycopg")
    with (
        postgres_database() as url,
        installed.server(f"dungeonbowl play --no-open --database {url}") as address,
    ):
        assert fetch(f"{address}/api/v1/health")[0] == 200


def use_rl(installed: Installed) -> None:
    assert installed.python(LEARNING).strip()


def use_league(installed: Installed) -> None:
    assert installed.python(LEAGUE).split() == ["20", "True"]


def use_tune(installed: Installed) -> None:
    words = ("--turn-limit", "4", "--teams", "none")
    installed.dungeonbowl("tune", "play", "--games", "500", *words, "--output", "positions.npz")
    installed.dungeonbowl("tune", "fit", "positions.npz", "--rounds", "1", "--output", "value.json")
    assert "networks" in json.loads((installed.empty / "value.json").read_text("utf-8"))


def use_test(installed: Installed) -> None:
    """Tests of the project run on what is installed: they are a copy, without the sources beside them."""
    copy = installed.folder / "tests-alone"
    for name in project_files():
        if name.parts[0] == "tests" or name.name == "pyproject.toml":
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    # each leans on another package: the command line, the client's sockets, the database, the environments
    names = ("teams/test_sheet.py", "scenes/test_bundled_scenarios.py", "cli/test_cli.py", "cli/test_seat.py")
    tests = [copy / "tests" / name for name in (*names, "storage", "learn/test_environments.py")]
    words = ("-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider")
    assert re.search(r"\d+ passed", installed.run(installed.programs / "python", *words, *tests))


def use_dev(installed: Installed) -> None:
    file = installed.empty / "typed.py"
    file.write_text(TYPED)
    installed.run(installed.programs / "ruff", "check", "--isolated", file)
    assert "Success" in installed.run(installed.programs / "mypy", "--strict", file)


def use_docs(installed: Installed) -> None:
    """The documentation site is built from a copy of what it is made of."""
    copy = installed.folder / "site"
    for name in project_files():
        if name.parts[0] in ("docs", "src", "tests") or name.name == "CONTRIBUTING.md":
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    words = ("-m", "sphinx", "--quiet", "--fail-on-warning", "--nitpicky", "-b", "html")
    installed.run(installed.programs / "python", *words, copy / "docs", copy / "built")
    assert 'id="O-PUSH-09"' in (copy / "built" / "look-up" / "rules" / "official.html").read_text("utf-8")


def use_columns(installed: Installed) -> None:
    installed.dungeonbowl("sim", "--quick", "--games", "3", "--turn-limit", "2", "--rows", "matches.parquet")
    asked = installed.dungeonbowl("rows", "matches.parquet", "--sql", "select count(*) as n from matches", "--json")
    assert json.loads(asked) == [{"n": 3}]


def use_cluster(installed: Installed) -> None:
    use_columns(installed)
    told = [
        json.loads(installed.dungeonbowl("sim", "--quick", "--games", "3", "--turn-limit", "2", "--json", *where))
        for where in (["--jobs", "1"], ["--ray", "local", "--jobs", "1"])
    ]
    assert told[0]["results"] == told[1]["results"]


USES = {
    "columns": use_columns,
    "cluster": use_cluster,
    "server": use_server,
    "accounts": use_accounts,
    "push": use_push,
    "pictures": use_pictures,
    "postgres": use_postgres,
    "rl": use_rl,
    "league": use_league,
    "tune": use_tune,
    "test": use_test,
    "dev": use_dev,
    "docs": use_docs,
}


@pytest.mark.parametrize(
    ("with_extra", "extra"), [(extra, extra) for extra in USES], ids=list(USES), indirect=["with_extra"]
)
def test_an_extra_on_its_own_brings_what_it_promises(with_extra: Installed, extra: str) -> None:
    assert "engine " in with_extra.dungeonbowl("version")
    USES[extra](with_extra)


def test_every_extra_is_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(project["optional-dependencies"]) == set(USES)


# --- the oldest versions that are allowed -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "extras",
    [
        ("server", "accounts", "push", "pictures", "postgres", "rl", "league", "columns", "tune", "docs"),
        ("test", "dev"),
    ],
    ids="-".join,
)
def test_the_oldest_allowed_versions_work(
    workplace: Path, distributions: Distributions, extras: tuple[str, ...]
) -> None:
    installed = Installed(workplace / f"oldest-{extras[0]}")
    constraints = installed.folder / "oldest.txt"
    constraints.write_text(pins(*extras))
    installed.install(f"{distributions.wheel}[{','.join(extras)}]", "-c", constraints)
    check_first_steps(installed, distributions.engine)
    for extra in extras:
        USES[extra](installed)


def test_the_oldest_allowed_versions_build(workplace: Path) -> None:
    """Compiled only where everything is, because that takes minutes."""
    installed = Installed(workplace / "oldest-build")
    constraints = installed.folder / "oldest.txt"
    constraints.write_text(pins("--build"))
    installed.install("-r", constraints, "wheel", "mypy[mypyc]", "-c", constraints)
    compiled = ALL and not INTERPRETED
    sources = clean_copy(installed.folder / "sources")  # without pages: the oldest Node builds them
    installed.install("--no-build-isolation", sources, **({} if compiled else SWITCH))
    check_first_steps(installed, "compiled" if compiled else "interpreted")


# --- the other Pythons ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", OTHERS)
def test_another_python_installs_and_plays(workplace: Path, distributions: Distributions, version: str) -> None:
    """`pip install .` with each of them, compiled where everything is."""
    python = find_python(version)
    if not python:
        pytest.skip(f"Python {version} was not found: DUNGEONBOWL_PYTHONS may name it")
    installed = Installed(workplace / f"python-{version}", python)
    compiled = ALL and not INTERPRETED
    sources = distributions.sources_with_pages(installed.folder / "sources")
    installed.install(f"{sources}[server]", **({} if compiled else SWITCH))
    assert f"Python {version}." in installed.dungeonbowl("version")
    check_first_steps(installed, "compiled" if compiled else "interpreted")
    check_browser(installed)
    installed.dungeonbowl("scenario", "run", "ex-01", "astrogranite:ex-01", "stockbowl:e-01")
