"""How the C files that mypyc writes become modules: the kinds of build, their flags, and what makes a build quick.

The kind is asked for by `DUNGEONBOWL_BUILD`:

- `quick` (the default): for people who change the sources, and for the first minutes of a new clone.
- `train`: counts which branches are taken, for `release`. Slow to run; `tools/release.py` makes and uses it.
- `release`: optimised by those counts (`tools/release.py`), the build of the wheels.

`DUNGEONBOWL_NATIVE=1` adds the instructions of this very machine; such a build may not run on another.
`DUNGEONBOWL_PROGRESS` names a file that tells how far a build is: `{"done": 37, "total": 320}`.

What makes a build quick, each measured on two cores (docs/performance.md has the table):

- *A precompiled header.* The header that mypyc writes for the whole group holds more than a megabyte, and every one of
  some 300 files reads it.
- *Top levels are not optimised.* The code of a module that runs once, at its import, is a quarter of all C.
- *One shim.* mypyc gives every module a small library that asks the big one for the module. They differ in the name
  alone, and a module is told its name, so one library is compiled and copied.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from itertools import takewhile
from pathlib import Path
from threading import Lock
from typing import Any

from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError, ExecError
from setuptools.modified import newer_group

KINDS = ("quick", "train", "release")

# Nothing outside asks the library for one of its functions: calls within it need no detour.
_INSIDE = ["-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt"]
_FLAGS = {
    "quick": ["-g0", *_INSIDE],
    "train": ["-g0", "-O2", *_INSIDE, "-fprofile-generate", "-fprofile-update=single"],
    "release": [
        "-g0",
        "-O3",
        *_INSIDE,
        "-fprofile-use",
        "-fprofile-correction",
        "-fprofile-partial-training",
        "-flto=auto",
    ],
}
_LINK_FLAGS = {
    "quick": [],
    "train": ["-fprofile-generate"],
    "release": ["-O3", "-fprofile-use", "-flto=auto"],
}
# Where most of the time of play is spent: -O2 in a quick build. All other files are compiled with -Og, which takes half
# as long as -O2 (for all files, on two cores: 111 s with -O2, 79 s with -O1, 55 s with -Og).
_HOT = (
    "___engine___game.c",
    "___engine___loop.c",
    "___engine___dice.c",
    "___engine___path",
    "___engine___procedures___moment.c",
    "___engine___procedures___move___",
    "___engine___procedures___stat_test.c",
    "___engine___procedures___turn___",
    "___bots___",
)

# The name of a module is known when it is created (PEP 489), so that one library can stand for every module.
_SHIM = """
#include <Python.h>
#include <string.h>

static PyObject *create(PyObject *spec, PyModuleDef *definition)
{
    char attribute[512] = "init_", full[600];
    PyObject *name = PyObject_GetAttrString(spec, "name");
    const char *letters = name ? PyUnicode_AsUTF8(name) : NULL;
    size_t end = strlen(attribute);
    for (; letters && *letters && end + 4 < sizeof attribute; letters++) {
        if (*letters == '.') { memcpy(attribute + end, "___", 3); end += 3; }
        else attribute[end++] = *letters;
    }
    attribute[end] = 0;
    Py_XDECREF(name);
    if (letters == NULL) return NULL;
    PyOS_snprintf(full, sizeof full, "%(group)s.%%s", attribute);
    PyObject *group = PyImport_ImportModule("%(group)s");
    PyObject *capsule = group ? PyObject_GetAttrString(group, attribute) : NULL;
    Py_XDECREF(group);
    PyObject *(*begin)(void) = NULL;
    if (capsule) *(void **)&begin = PyCapsule_GetPointer(capsule, full);
    Py_XDECREF(capsule);
    return begin ? begin() : NULL;
}

static PyModuleDef_Slot slots[] = {{Py_mod_create, create}, {0, NULL}};
static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "%(group)s_shim", NULL, 0, NULL, slots, NULL, NULL, NULL};

#define MODULE(NAME) PyMODINIT_FUNC PyInit_##NAME(void) { return PyModuleDef_Init(&definition); }
"""


def kind() -> str:
    """The kind of build that was asked for."""
    asked = os.environ.get("DUNGEONBOWL_BUILD", "") or "quick"
    if asked not in KINDS:
        raise SystemExit(f"DUNGEONBOWL_BUILD is {asked!r}; there are {', '.join(KINDS)}")
    return asked


def flags() -> list[str]:
    """What the compiler is told in this kind of build, for every file."""
    native = ["-march=native"] if os.environ.get("DUNGEONBOWL_NATIVE") == "1" else []
    return [*_FLAGS[kind()], *native]


class Progress:
    """Counts what is done, in a file that another program may read at any time."""

    def __init__(self, total: int) -> None:
        self.done, self.total = 0, total
        self.file = os.environ.get("DUNGEONBOWL_PROGRESS", "")
        self.lock = Lock()

    def advance(self, steps: int = 1) -> None:
        with self.lock:
            self.done += steps
            if self.file:
                fresh = Path(self.file + ".new")
                fresh.write_text(json.dumps({"done": self.done, "total": self.total}), encoding="utf-8")
                fresh.replace(self.file)


def _is_gcc(command: list[str]) -> bool:
    """Whether the compiler is gcc; `CC="ccache gcc"` has two words."""
    words = list(takewhile(lambda word: not word.startswith("-"), command))
    try:
        told = subprocess.run([*words[-1:], "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return False
    return "Free Software Foundation" in told


# Python frees what is nested deeply by and by, and links the objects that wait through the head that the cyclic
# collector keeps before each. Our acyclic objects have no such head: the link would be written over other memory.
# mypyc lets every class wait there, so its macro is made anew: what the collector does not know is freed at once.
# From 3.14 on Python itself asks for the head.
_TRASHCAN = """\
#include <Python.h>
#include <CPy.h>
#if PY_VERSION_HEX < 0x030E0000
#undef CPy_TRASHCAN_BEGIN
#if PY_VERSION_HEX < 0x030D0000
#define CPy_TRASHCAN_BEGIN(op, dealloc) \\
    Py_TRASHCAN_BEGIN_CONDITION((op), \\
        PyType_IS_GC(Py_TYPE(op)) && _PyTrash_cond((PyObject *)(op), (destructor)(dealloc)))
#else
#define CPy_TRASHCAN_BEGIN(op, dealloc) \\
    do { \\
        PyThreadState *tstate = PyThreadState_GET(); \\
        if (PyType_IS_GC(Py_TYPE(op)) && tstate->c_recursion_remaining <= Py_TRASHCAN_HEADROOM && \\
            Py_TYPE(op)->tp_dealloc == (destructor)(dealloc)) { \\
            _PyTrash_thread_deposit_object(tstate, (PyObject *)(op)); \\
            break; \\
        } \\
        --tstate->c_recursion_remaining;
#endif
#endif
"""


class CompileGroup(build_ext):
    """Compiles the C files of mypyc's group side by side, leaves alone those that did not change, and gives all modules
    one shim."""

    def build_extensions(self) -> None:
        unix = self.compiler.compiler_type == "unix"
        self.gcc = unix and _is_gcc(self.compiler.compiler_so)
        group, *modules = self.extensions
        # The translation is done when this begins; it takes about a sixth of the time.
        translated = len(group.sources) // 5
        self.progress = Progress(translated + len(group.sources) + 1)
        self.progress.advance(translated)
        if unix:
            self.compiler.compiler_so = [
                part for part in self.compiler.compiler_so if part not in ("-Wall", "-g", "-O3")
            ]
            group.extra_compile_args = ["-w", *(flags() if self.gcc else ["-O2" if kind() == "quick" else "-O3"])]
            group.extra_link_args = _LINK_FLAGS[kind()] if self.gcc else []
        self._compile_group(group)
        self._place_shims(group.name, modules)
        # Only gcc is told to count here: by another compiler a release is an ordinary build, and says so.
        facts = {"kind": kind() if self.gcc else "plain", "flags": " ".join(group.extra_compile_args)}
        self.told = json.dumps(facts) + "\n"
        Path(self.build_lib, "dungeonbowl", "build.json").write_text(self.told, encoding="utf-8")
        self.progress.advance()

    def copy_extensions_to_source(self) -> None:
        """What `--inplace` does at the end. Beside the modules goes what `dungeonbowl version` tells of them."""
        super().copy_extensions_to_source()
        if self.extensions:  # there are none without a compiler
            package = self.get_finalized_command("build_py").get_package_dir("dungeonbowl")
            Path(package, "build.json").write_text(self.told, encoding="utf-8")

    def _compile_group(self, group: Extension) -> None:
        compiler: Any = self.compiler
        compile_one = compiler.compile
        settings = Path(self.build_temp, "settings.txt")  # other flags make other objects, and another library
        write_if_new(settings, json.dumps([kind(), flags(), _HOT, compiler.compiler_so[:1]]))
        trashcan = Path(self.build_temp, "trashcan.h").resolve()
        write_if_new(trashcan, _TRASHCAN)
        first = "-include" if compiler.compiler_type == "unix" else "/FI"
        everywhere = [first, str(trashcan)]  # a precompiled header has it already
        group.depends = [*group.depends, str(settings), str(trashcan)]
        headers = group.depends

        def compile_all(sources: list[str], **options: Any) -> list[str]:
            precompiled = self._precompile(headers, options) if self.gcc else {}

            def compile_changed(source: str) -> list[str]:
                objects: list[str] = compiler.object_filenames([source], output_dir=options["output_dir"])
                if newer_group([source, *headers], objects[0]):
                    level = level_of(source) if self.gcc else ""
                    extra = [*options["extra_postargs"], *precompiled.get(level, [*level.split(), *everywhere])]
                    compile_one([source], **{**options, "extra_postargs": extra})
                self.progress.advance()
                return objects

            # The largest first, so that no core waits for one long file at the end.
            order = sorted(sources, key=lambda source: -Path(source).stat().st_size)
            pool = ThreadPoolExecutor(os.cpu_count())
            try:
                made = dict(zip(order, pool.map(compile_changed, order), strict=True))
            finally:
                pool.shutdown(cancel_futures=True)  # after an error no other file is begun
            return [name for source in sources for name in made[source]]

        compiler.compile = compile_all
        try:
            super().build_extension(group)
        finally:
            compiler.compile = compile_one

    def _precompile(self, headers: list[str], options: dict[str, Any]) -> dict[str, list[str]]:
        """The flags that take in the precompiled header, for each level of optimisation."""
        group = sorted(
            (Path(name) for name in headers if Path(name).name.startswith("__native")), key=lambda file: file.name
        )
        text = cold_top_levels(group) + "".join(f'#include "{file.name}"\n' for file in group) + _TRASHCAN
        includes = [f"-I{name}" for name in (*options["include_dirs"], *self.compiler.include_dirs)]
        found: dict[str, list[str]] = {}
        for level in {level_of(""), level_of(_HOT[0])}:
            # One header for each level: gcc takes one made at another level, and then breaks.
            header = Path(self.build_temp, "precompiled", f"group{level}.h")
            write_if_new(header, text)
            made = f"{header}.gch"
            arguments = [*self.compiler.compiler_so, *includes, *options["extra_postargs"], *level.split()]
            if newer_group([*headers, str(header)], made):
                try:
                    self.compiler.spawn([*arguments, "-x", "c-header", str(header), "-o", f"{made}.new"])
                    Path(f"{made}.new").replace(made)  # a compiler that reads the old one goes on reading it
                except (CompileError, ExecError):
                    return {}  # every file reads the headers itself
            found[level] = [*level.split(), "-include", str(header)]
        return found

    def _place_shims(self, group: str, modules: list[Extension]) -> None:
        """Compiles the one shim, and puts a copy of it where each module is looked for. A Python without the global
        lock takes mypyc's own, which differ."""
        if sysconfig.get_config_var("Py_GIL_DISABLED"):
            for module in modules:
                super().build_extension(module)
            return
        names = sorted({module.name.rpartition(".")[2] for module in modules})
        source = Path(self.build_temp, "shim.c")
        write_if_new(source, _SHIM % {"group": group} + "".join(f"MODULE({name})\n" for name in names))
        # A path from here: the object of an absolute one would lie in a folder of that whole name.
        objects = self.compiler.compile([os.path.relpath(source)], include_dirs=self.compiler.include_dirs)
        library = self.build_temp + "/shim" + Path(self.get_ext_fullpath(group)).name[len(group) :]
        self.compiler.link_shared_object(objects, library, libraries=self.get_libraries(modules[0]),
            library_dirs=modules[0].library_dirs, export_symbols=[f"PyInit_{name}" for name in names])  # fmt: skip
        for module in modules:
            place = Path(self.get_ext_fullpath(module.name))
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(library, place)


def level_of(source: str) -> str:
    """How much a file is optimised beyond the flags for all."""
    if kind() != "quick":
        return ""
    return "-O2" if any(part in source for part in _HOT) else "-Og"


def cold_top_levels(headers: list[Path]) -> str:
    """Declares the top level of every module as code that runs once, so that no time is spent on optimising it."""
    declared = "".join(header.read_text(encoding="utf-8") for header in headers)
    names = sorted(set(re.findall(r"^char (CPyDef_\w+___top_level__)\(void\);$", declared, re.MULTILINE)))
    return "".join(f'char {name}(void) __attribute__((cold, optimize("O0")));\n' for name in names)


def write_if_new(file: Path, text: str) -> None:
    """Writes a file only if that changes it: what is newer is compiled again."""
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
