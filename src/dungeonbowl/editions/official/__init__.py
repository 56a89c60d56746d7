"""The official game of 2021. `edition.py` is the list of choices; the other files are the policies it chooses."""

from dungeonbowl.editions.official.edition import OFFICIAL_OPTIONS, official

__all__ = ["OFFICIAL_OPTIONS", "official"]
