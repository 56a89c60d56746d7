"""Distributions built in isolation, virtual environments outside the clone, and the Pythons of this machine."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

ROOT = Path(__file__).resolve().parents[2]
# "main" compiles for the Python of the tests and installs interpreted for the others, "all" compiles for every Python.
WANTED = os.environ.get("DUNGEONBOWL_INSTALL", "")
ALL = WANTED == "all"
INTERPRETED = os.environ.get("DUNGEONBOWL_INTERPRETED") == "1"  # no C compiler here: nothing is compiled at all
REASON = "builds and installs the package: make test-install"
OLDEST, NEWEST = 11, 15  # minor versions of Python 3: the oldest supported, the newest known
PATIENCE = 3600.0  # seconds for a compiler on a busy machine; no test measures time
MAIN = f"3.{sys.version_info.minor}"
BUILT = {".venv", "build", "dist", "node_modules", "static", "__pycache__"}
PAGES = "dungeonbowl/server/static/"
SWITCH = {"DUNGEONBOWL_INTERPRETED": "1"}
SERVED = re.compile(r"Dungeon Bowl is open at (http://\S+?)/\s")


def environment(**changes: str) -> dict[str, str]:
    """The environment without variables through which the clone could be found."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "DUNGEONBOWL", "VIRTUAL"))}
    return {**kept, **changes}


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """The output of a command; the test fails if the command does."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        cwd=cwd,
        env=env or environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout[-8000:]}"
    return done.stdout


# --- the sources ------------------------------------------------------------------------------------------------------


def project_files() -> list[Path]:
    """The files of the project, relative to it: those that git tracks; outside of git, all that were not built."""
    try:
        told = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        names = [Path(name) for name in told.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = [file.relative_to(ROOT) for file in ROOT.rglob("*") if file.is_file()]
        names = [name for name in names if not BUILT & set(name.parts) and name.suffix not in (".so", ".pyc")]
    return [name for name in names if (ROOT / name).is_file()]


def clean_copy(folder: Path) -> Path:
    """A copy of the project as in a fresh clone, in another folder."""
    for name in project_files():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    return folder


# --- the Pythons ------------------------------------------------------------------------------------------------------


def find_python(version: str) -> str:
    """An interpreter of that version ("3.12") that starts; an empty string if this machine has none.

    Looked for: the one that runs the tests, those of DUNGEONBOWL_PYTHONS (with colons), the path, pyenv.
    """
    candidates = [sys.executable] if version == MAIN else []
    candidates += [name for name in os.environ.get("DUNGEONBOWL_PYTHONS", "").split(os.pathsep) if name]
    candidates += [found] if (found := shutil.which(f"python{version}")) else []
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    candidates += [str(path) for path in sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"), reverse=True)]
    return next((name for name in candidates if version_of(name) == version), "")


def version_of(python: str) -> str:
    """The version of an interpreter; empty for a pyenv shim without a Python, or for a Python that cannot make a
    venv."""
    question = "import sys, ensurepip, venv; print('%d.%d' % sys.version_info[:2])"
    try:
        told = subprocess.run([python, "-c", question], capture_output=True, text=True, check=False, env=environment())
    except OSError:
        return ""
    return told.stdout.strip() if told.returncode == 0 else ""


# --- what is installed ------------------------------------------------------------------------------------------------


def hear_interrupts() -> None:
    """A process in the background of a shell ignores Ctrl-C, and so do its children. Make this one react again."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Installed:
    """A new virtual environment, and an empty folder in which its commands are run."""

    def __init__(self, folder: Path, python: str = sys.executable) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.empty = folder / "empty"
        for path in (self.home, self.empty):
            path.mkdir(parents=True)
        run(python, "-m", "venv", folder / "venv", cwd=folder)
        self.programs = folder / "venv" / "bin"

    def pip(self, *words: str | Path, **variables: str) -> str:
        return run(self.programs / "python", "-m", "pip", *words, cwd=self.folder, env=environment(**variables))

    def install(self, *words: str | Path, **variables: str) -> None:
        self.pip("install", "--quiet", *words, **variables)

    def environment(self) -> dict[str, str]:
        path = f"{self.programs}{os.pathsep}{os.environ.get('PATH', '')}"
        # no browser is opened, and no files are written to the user's own folders
        return environment(
            PATH=path, HOME=str(self.home), XDG_DATA_HOME=str(self.home), BROWSER="true", PYTHONNOUSERSITE="1"
        )

    def run(self, *command: str | Path) -> str:
        return run(*command, cwd=self.empty, env=self.environment())

    def python(self, program: str) -> str:
        return self.run(self.programs / "python", "-c", program)

    def dungeonbowl(self, *words: str | Path) -> str:
        return self.run(self.programs / "dungeonbowl", *words)

    def refused(self, *words: str) -> str:
        """The message of a command that refuses to do what it is asked: one line, exit code 2."""
        done = subprocess.run(
            [str(self.programs / "dungeonbowl"), *words],
            cwd=self.empty,
            env=self.environment(),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 2, done.stdout + done.stderr
        lines = [line for line in done.stderr.splitlines() if "interpreted" not in line]
        assert len(lines) == 1, done.stderr
        return lines[0]

    def has(self, package: str) -> bool:
        """Whether a package can be imported there."""
        found = self.python(f"import importlib.util; print(importlib.util.find_spec({package!r}) is not None)")
        return found.strip() == "True"

    @contextmanager
    def server(self, command: str) -> Iterator[str]:
        """Start a command that runs the server until it is interrupted; yields the address that it prints."""
        log = self.folder / "server.log"
        with log.open("wb") as out:
            process = subprocess.Popen(
                ["/bin/sh", "-c", f"exec {command}"],
                cwd=self.empty,
                env=self.environment(),
                stdout=out,
                stderr=out,
                preexec_fn=hear_interrupts,
            )
        try:
            end = time.monotonic() + PATIENCE
            while (told := SERVED.search(log.read_text("utf-8"))) is None:
                assert process.poll() is None, f"the server ended: {log.read_text('utf-8')}"
                assert time.monotonic() < end, f"the server does not answer: {log.read_text('utf-8')}"
                time.sleep(0.1)
            yield told[1]
            process.send_signal(signal.SIGINT)
            assert process.wait(60) in (0, 130), log.read_text("utf-8")
            assert "Traceback" not in log.read_text("utf-8")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


class Distributions:
    """The source distribution, the wheel that pip makes of it, and the interpreted wheel of the sources themselves."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tools = Installed(folder / "tools")
        self.tools.install("build")
        self.engine = "interpreted" if INTERPRETED else "compiled"
        copy = clean_copy(folder / "copy")
        self.source = self.build_source(copy, folder / "source")
        self.plain = self.build_wheel(copy, folder / "plain", **SWITCH)
        self.wheel = self.build_wheel(self.source, folder / "wheel", **(SWITCH if INTERPRETED else {}))

    def build_source(self, sources: Path, out: Path) -> Path:
        run(self.tools.programs / "python", "-m", "build", "--sdist", "--outdir", out, sources, cwd=self.folder)
        (found,) = out.glob("*.tar.gz")
        return found

    def build_wheel(self, sources: Path, out: Path, **variables: str) -> Path:
        """Build a wheel in an environment that pip makes for the build alone."""
        words = ("-m", "pip", "wheel", "--verbose", "--no-deps", "--wheel-dir", out, sources)
        run(self.tools.programs / "python", *words, cwd=self.folder, env=environment(**variables))
        (found,) = out.glob("*.whl")
        return found

    def sources_with_pages(self, folder: Path) -> Path:
        """A clean copy with the built pages of the browser. They are the same for every Python, so npm need not run
        again."""
        clean_copy(folder)
        with zipfile.ZipFile(self.plain) as archive:
            pages = [name for name in archive.namelist() if name.startswith(PAGES)]
            archive.extractall(folder / "src", pages)
        return folder


def fetch(address: str) -> tuple[int, str]:
    """The status and the text of a page."""
    try:
        with build_opener(ProxyHandler({})).open(address, timeout=60) as answer:
            return int(answer.status), answer.read().decode("utf-8")
    except URLError as error:
        raise AssertionError(f"{address}: {error}") from None


# --- what must work wherever it is installed --------------------------------------------------------------------------


FRONT_DOOR = """
import dungeonbowl as db
match = db.Match("official", seed=7, quick=True)
match.play("end turn")
print(match.asked, db.bots.normal(match) in match.options)
"""


def check_first_steps(installed: Installed, engine: str) -> None:
    """Version, a simulation, and a match in Python: what the package does without any extra."""
    assert re.search(rf"engine {engine}( \(\w+\))?, Python 3\.", installed.dungeonbowl("version"))
    place = installed.python("import dungeonbowl; print(dungeonbowl.__file__)").strip()
    assert Path(place).is_relative_to(installed.folder), f"not the installed package: {place}"
    told = installed.dungeonbowl("sim", "--quick", "--games", "2", "--turn-limit", "2", "--home", "random", "--json")
    assert '"games": 2' in told
    assert f'"engine": "{engine}"' in told
    assert installed.python(FRONT_DOOR).split() == ["home", "True"]


def check_browser(installed: Installed) -> None:
    """The page in the browser with its script: the extra `server`."""
    with installed.server("dungeonbowl play --no-open --database sqlite:///first.sqlite3") as address:
        status, page = fetch(f"{address}/")
        assert status == 200
        script = re.search(r'<script[^>]* src="([^"]+)"', page)
        assert script is not None, page
        assert fetch(f"{address}/{script[1].lstrip('./')}")[0] == 200
        assert fetch(f"{address}/api/v1/health")[0] == 200
