"""Programs of the system that tests start."""

from __future__ import annotations

import shutil
from collections.abc import Iterable


def first_of(names: Iterable[str]) -> str:
    """The first of these programs that is installed; an empty string if none is."""
    return next((path for name in names if (path := shutil.which(name))), "")
