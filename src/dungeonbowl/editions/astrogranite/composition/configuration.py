"""What coaches have agreed on before a game: the modules that are on, and the parameters (A-MOD-01)."""

from __future__ import annotations

from typing import final


@final
class Configuration:
    """Modules and parameters by name. Parameters are texts, as the text form writes them."""

    def __init__(self, switches: dict[str, bool], values: dict[str, str], text: str) -> None:
        """`text` is the shortest text form that gives the same configuration."""
        self.switches = switches
        self.values = values
        self.text = text

    def is_on(self, module: str) -> bool:
        return self.switches[module]

    def word(self, parameter: str) -> str:
        return self.values[parameter]

    def words(self, parameter: str) -> list[str]:
        """The words of a value that are joined by +."""
        return self.values[parameter].split("+")

    def flag(self, parameter: str) -> bool:
        return self.values[parameter] == "on"

    def number(self, parameter: str, otherwise: int = 0) -> int:
        """A number, or `otherwise` if the value is a word."""
        value = self.values[parameter]
        return int(value) if value.isdigit() else otherwise
