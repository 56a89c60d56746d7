"""Errors that are the user's to mend."""


class UserError(Exception):
    """What was asked for cannot be done. The message is one line, says why, and where possible what to do instead."""


class MissingExtra(UserError, ImportError):
    """A package is not installed that an extra of this program brings. The message says how to install it."""


class Stale(UserError):
    """Somebody else has written first: what the writer has seen is no longer the last of it. Nothing was written."""


class Unavailable(UserError):
    """Something that is needed, such as a database, does not answer at the moment, or takes nothing."""


def stale(what: str) -> Stale:
    """The sentence for a writer who comes too late; `what` has changed."""
    return Stale(
        f"somebody else was first: {what} has changed meanwhile; look at it again, and repeat what is still wanted"
    )
