"""Compiles the rooms listed in pyproject.toml with mypyc, or installs them interpreted if no C compiler works, and
builds the browser client into the package.

DUNGEONBOWL_INTERPRETED=1 asks for the interpreted package, DUNGEONBOWL_NO_PAGES=1 for one without the browser client.
"""

from __future__ import annotations

import os
import sys
import sysconfig
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_py import build_py
from setuptools.errors import CompileError, ExecError, LinkError, PlatformError

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "tools"))
from compiling import CompileGroup  # noqa: E402

BUILDING = {"build", "build_ext", "bdist_wheel", "editable_wheel", "develop", "install"}


def compiled_files() -> list[str]:
    """Every file of a compiled room, relative to the project."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        rooms = tomllib.load(file)["tool"]["dungeonbowl"]["rooms"]
    package = ROOT / "src" / "dungeonbowl"
    left_out = {package / name for name in rooms["interpreted"]}
    found: list[str] = []
    for name in rooms["compiled"]:
        room = package / name
        files = [room] if room.suffix == ".py" else sorted(room.rglob("*.py"))
        for file in files:
            if file.is_file() and file.name != "__init__.py" and file not in left_out:
                found.append(file.relative_to(ROOT).as_posix())
    return found


def compiler_works() -> bool:
    """Whether a file that includes Python.h compiles and links."""
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "trial.c")
        source.write_text("#include <Python.h>\nint trial(void) { return PY_MAJOR_VERSION; }\n")
        try:
            compiler: Any = new_compiler()
            customize_compiler(compiler)
            include = [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
            objects = compiler.compile([str(source)], output_dir=folder, include_dirs=include)
            compiler.link_shared_object(objects, str(Path(folder, "trial.so")))
        except (CompileError, LinkError, ExecError, PlatformError, OSError):
            return False
    return True


def say(reason: str) -> None:
    print(f"dungeonbowl: {reason}: the engine stays interpreted, about a hundred times slower", file=sys.stderr)  # noqa: T201


def wait_for_others() -> None:
    """Only one compiler works in a clone at a time: `make play` compiles beside the game, and `make build` would write
    the same files. The lock is let go when this process ends."""
    if sys.platform == "win32" or os.environ.get("DUNGEONBOWL_COMPILE_LOCK") == "held":
        return
    import fcntl

    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    held = os.open(folder / "compile.lock", os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("dungeonbowl: the engine is being compiled already; waiting for that", file=sys.stderr)  # noqa: T201
        fcntl.flock(held, fcntl.LOCK_EX)
    except OSError:
        pass  # a file system without locks


def extensions() -> list[Extension]:
    files = compiled_files()
    if not files or not BUILDING & set(sys.argv):  # metadata alone needs no C
        return []
    if os.environ.get("DUNGEONBOWL_INTERPRETED") == "1":
        say("DUNGEONBOWL_INTERPRETED=1")
        return []
    if not compiler_works():
        say("no working C compiler")
        return []
    wait_for_others()
    os.chdir(ROOT)
    os.environ["MYPYPATH"] = "src"  # so that the name of a module is dungeonbowl.engine.game
    from mypyc.build import mypycify

    found: list[Extension] = mypycify(
        ["--config-file=", "--explicit-package-bases", *files],  # strict checks are done by `make lint`
        opt_level="3",
        multi_file=True,
        target_dir="build",
        group_name="dungeonbowl",  # one name for the shared library, however many modules there are
    )
    return found


class BuildWithPages(build_py):
    """Builds the browser client first, unless it has been built. An editable install leaves that to `make pages`."""

    def run(self) -> None:
        pages = ROOT / "src" / "dungeonbowl" / "server" / "static" / "index.html"
        if not self.editable_mode and os.environ.get("DUNGEONBOWL_NO_PAGES") != "1" and not pages.is_file():
            import web

            if web.run("build") != 0:
                print("dungeonbowl: installed without the browser client; everything else works", file=sys.stderr)  # noqa: T201
        super().run()


if __name__ == "__main__":
    setup(ext_modules=extensions(), cmdclass={"build_ext": CompileGroup, "build_py": BuildWithPages})
