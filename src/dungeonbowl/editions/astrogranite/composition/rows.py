"""A row of the table of modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from dungeonbowl.editions.astrogranite.composition.composition import Composition


@final
class ModuleRow:
    """A module: a row of table 1.1 of the rulebook.

    `needs` are modules that must be on with it, `conflicts` those that must be off. `install` changes the composition;
    it is None if the module is not built."""

    def __init__(
        self,
        name: str,
        default: bool,
        title: str,
        text: str,
        group: str,
        install: Callable[[Composition], None] | None,
        needs: list[str] | None = None,
        conflicts: list[str] | None = None,
    ) -> None:
        self.name = name
        self.default = default
        self.title = title
        self.text = text
        self.group = group
        self.install = install
        self.needs: list[str] = needs if needs is not None else []
        self.conflicts: list[str] = conflicts if conflicts is not None else []
