"""Errors that are the user's to mend."""


class UserError(Exception):
    """What was asked for cannot be done. The message is one line, says why, and where possible what to do instead."""


class MissingExtra(UserError, ImportError):
    """A package is not installed that an extra of this program brings. The message says how to install it."""
