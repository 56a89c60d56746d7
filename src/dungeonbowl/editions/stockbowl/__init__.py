"""StockBowl: teams of the CRP rules in one of fourteen dungeons, with doors to score at."""

from dungeonbowl.editions.stockbowl.edition import STOCKBOWL_OPTIONS, stockbowl

__all__ = ["STOCKBOWL_OPTIONS", "stockbowl"]
