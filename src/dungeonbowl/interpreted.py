"""Running interpreted where compiled modules lie beside their sources: `DUNGEONBOWL_INTERPRETED=1`.

A process that has begun with interpreted modules must never load a compiled one later: the two know different classes
by the same name. So whoever compiles while such a process runs sets this variable for it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

PACKAGE = __name__.partition(".")[0]


class SourcesOnly(MetaPathFinder):
    """Finds the modules of this package as Python files, and as nothing else."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or not fullname.startswith(f"{PACKAGE}."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def stay_interpreted() -> None:
    """From now on this process takes the modules of the package from their sources."""
    if not any(isinstance(finder, SourcesOnly) for finder in sys.meta_path):
        sys.meta_path.insert(0, SourcesOnly())
