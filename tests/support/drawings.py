"""Maps that the tests of several chapters use."""

from __future__ import annotations

# EX-05: a room above a corridor, with a doorway below the second and third column of the room.
DOORWAY = """
      +-+-+-+-+
      |. . . .|
      +       +
      |. . . .|
    +-+-+   +-+-+
    |. . . . . .|
    +           +
    |. . . . . .|
    +-+-+-+-+-+-+
"""
