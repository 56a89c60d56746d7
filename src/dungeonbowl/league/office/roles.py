"""Who may do what. In a house league whoever opens the page is the commissioner, and a coach is a name; with accounts
the server says who is who, and hands in an actor for each request."""

from __future__ import annotations

from typing import Final

from dungeonbowl.errors import UserError
from dungeonbowl.league.chain import Actor

COMMISSIONER: Final = Actor("commissioner")
LONGEST: Final = 80


class NotAllowed(UserError):
    """Somebody may not do this."""


def needs_commissioner(by: Actor, what: str) -> None:
    if by.role not in ("commissioner", "rules"):
        raise NotAllowed(f"{what}: only a commissioner may do that")


def needs_owner(by: Actor, owner: str, what: str) -> None:
    """A coach decides for his own team; a commissioner, the assistant and the rules for any. A team without an owner,
    or a coach without an id, is a house league: nobody asks who sits at the keyboard."""
    if by.role == "coach" and by.id and owner and by.id != owner:
        raise NotAllowed(f"{what}: only its own coach or a commissioner may do that")


def cleaned(text: str, what: str, longest: int = LONGEST) -> str:
    """A text that people typed, without blanks around it. `UserError` if it cannot be shown, or is empty."""
    text = " ".join(text.split())
    if not text or len(text) > longest or not text.isprintable():
        raise UserError(f"{what}: expected 1 to {longest} characters that can be seen")
    return text


def reason_of(text: str) -> str:
    """The compulsory reason of a correction."""
    return cleaned(text, "reason", 500)


def remark_of(text: str) -> str:
    """A reason that need not be given."""
    return cleaned(text, "reason", 500) if text.strip() else ""
