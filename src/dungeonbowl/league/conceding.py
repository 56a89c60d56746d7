"""The score of a match that was given up: one truth for the table and for the histories of both teams.

The facts of a match tell what happened on the board. What counts beyond that is the edition's rule, as the league has
it in its option `concession`.
"""

from __future__ import annotations

from typing import Final, Literal

Concession = Literal["one", "as_it_stands", "by_two"]
CLEAR: Final = 2  # touchdowns by which a concession counts at least, where the edition says so


def conceded_score(own: int, other: int, concession: Concession) -> tuple[int, int]:
    """The touchdowns of the winner and of the team that gave up. The official edition credits the winner with the one
    touchdown that ends a match (O-TD-06), StockBowl with a lead of two (S-POST-12); elsewhere the score stands.

    >>> conceded_score(0, 0, "one"), conceded_score(0, 2, "by_two"), conceded_score(0, 2, "as_it_stands")
    ((1, 0), (4, 2), (0, 2))
    """
    if concession == "one":
        return 1, 0
    return (max(own, other + CLEAR), other) if concession == "by_two" else (own, other)
