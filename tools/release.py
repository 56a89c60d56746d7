"""Makes the release build: compile so that branches are counted, play (`tools/training.py`), compile by the counts.

The wheel lies in `dist` afterwards. It needs no compiler and no Node to install. `--in-place` puts the modules into
`src` as well, as `make build` does with the quick build. `--native` uses every instruction of this machine's processor,
for a build of one's own.

Example: python tools/release.py
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "release"


def run(words: str, kind: str, command: list[str], **more: str) -> None:
    """One step, with what it is for and how long it took."""
    print(f"{words} ...", flush=True)  # noqa: T201
    began = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "DUNGEONBOWL_BUILD": kind, **more}, check=False)
    if done.returncode != 0:
        raise SystemExit(f"release: {words} failed")
    print(f"  {time.monotonic() - began:.0f} s", flush=True)  # noqa: T201


def setup(library: str, *commands: str, apart: bool = True) -> list[str]:
    """The command that builds into a library of its own. The counts lie beside the objects, so both builds of a release
    share a folder of objects: one `apart` from that of `make build`, or the usual one."""
    folders = ["--build-lib", str(WORK / library)]
    if apart:
        folders += ["--build-temp", str(WORK / "objects")]
    return [sys.executable, "setup.py", "--quiet", "build", *folders, *commands]


def prepare() -> None:
    """Install what pyproject.toml names, for a Python that has nothing yet."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    run("Installing requirements", "train", [sys.executable, "-m", "pip", "install", "--quiet", *wanted])


def place(library: Path, began: int) -> None:
    """Put the compiled modules where `make build` puts them. `began` is when the compiling began, in nanoseconds: a
    source that is newer is not in them."""
    for old in (ROOT / "src").rglob("*.so"):
        old.unlink()
    modules = [*library.rglob("*.so"), *library.rglob("*.pyd")]
    if not modules:
        raise SystemExit(f"release: {library} holds no compiled modules")
    for module in [*modules, library / "dungeonbowl" / "build.json"]:
        shutil.copyfile(module, ROOT / "src" / module.relative_to(library))
    (ROOT / "build" / "interpreted.stamp").unlink(missing_ok=True)
    stamp = ROOT / "build" / "compiled.stamp"  # for `make build` and `make play`: there is nothing to compile
    stamp.touch()
    os.utime(stamp, ns=(began, began))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--native", action="store_true", help="for the processor of this machine alone")
    parser.add_argument("--in-place", action="store_true", help="put the modules into src too")
    parser.add_argument(
        "--counts", action="store_true", help="only count; the next build of the kind `release` uses it"
    )
    parser.add_argument("--prepare", action="store_true", help="install what the build and the play need first")
    asked = parser.parse_args()
    began = time.time_ns()
    if asked.prepare:
        prepare()
    if asked.native:
        os.environ["DUNGEONBOWL_NATIVE"] = "1"
    for folder in ("train", "lib"):
        shutil.rmtree(WORK / folder, ignore_errors=True)
    for old in (ROOT / "build").rglob("*.gcda"):
        old.unlink()
    run("Compiling so that branches are counted", "train", setup("train", apart=not asked.counts))
    run("Playing in every edition", "train", [sys.executable, "tools/training.py"], PYTHONPATH=str(WORK / "train"))
    counted = len(list((ROOT / "build").rglob("*.gcda")))
    if counted == 0:
        print("release: this compiler counts nothing; the build is optimised without counts", flush=True)  # noqa: T201
    if asked.counts:
        return
    out = ROOT / "dist" / "native" if asked.native else ROOT / "dist"  # the names of the wheels are the same
    wheel = ["bdist_wheel", "--dist-dir", str(out)]
    run(f"Compiling by the counts of {counted} files", "release", setup("lib", *wheel))
    if asked.in_place:
        place(WORK / "lib", began)
    print(f"The wheel: {max(out.glob('*.whl'), key=lambda file: file.stat().st_mtime)}")  # noqa: T201


if __name__ == "__main__":
    main()
