"""The base of all that has a name: it is equal to its name, and hashed like it."""

from __future__ import annotations


class Named:
    """A value that is known by its text: `piece == "A3"`, and a dictionary finds it by either."""

    __slots__ = ()

    @property
    def text(self) -> str:
        """What it is known by."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.text == other
        if isinstance(other, Named):
            return type(self) is type(other) and self.text == other.text
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text
