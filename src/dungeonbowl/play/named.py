"""The bases of all values: they do not change, and what has a name is equal to it and hashed like it."""

from __future__ import annotations

from typing import Self


class Frozen:
    """A value that does not change. A copy of it is the value itself."""

    __slots__ = ()

    def _hold(self, **parts: object) -> None:
        """Keep what the value is made of, once, when it is made."""
        for name, part in parts.items():
            object.__setattr__(self, name, part)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{article(type(self).__name__)} does not change: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{article(type(self).__name__)} does not change: {name} cannot be deleted")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self


def article(name: str) -> str:
    """The name of a class as a word in a sentence: `an action`."""
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name.lower()}"


class Named(Frozen):
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
