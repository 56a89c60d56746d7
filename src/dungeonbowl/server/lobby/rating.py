"""How good coaches are, by the rated matches of the lobby: the model that rates teams in leagues."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from statistics import NormalDist
from typing import Final

from dungeonbowl.errors import MissingExtra
from dungeonbowl.league.competitions.ratings import Rating, model, rebuilt
from dungeonbowl.league.competitions.words import Outcome, Result, SideResult
from dungeonbowl.server.view.words import edition_name
from dungeonbowl.server.wire.lobby import CoachRank
from dungeonbowl.storage.lobby import CoachRating, LobbyMatch, Rate

SURE: Final = 0.95
SPREAD: Final = NormalDist().inv_cdf((1 + SURE) / 2)


@cache
def can_rate() -> bool:
    """Whether the package that rates is installed."""
    try:
        model()
    except MissingExtra:
        return False
    return True


def rater(match: LobbyMatch, score: list[int], winner: int | None) -> Rate | None:
    """What turns the ratings before a match into those after it; None where nothing is rated."""
    if not match.rated or not can_rate():
        return None
    words: tuple[Outcome, Outcome] = ("drawn", "drawn")
    if winner is not None:
        words = ("won", "lost") if winner == 0 else ("lost", "won")
    accounts = (match.home, match.away)
    sides = tuple(
        SideResult(team=account, result=word, score=goals)
        for account, word, goals in zip(accounts, words, score, strict=True)
    )
    result = Result(fixture=match.match_id, sides=sides)

    def rate(before: Mapping[str, CoachRating]) -> list[CoachRating]:
        known = {
            account: Rating(each.mean, each.doubt, each.games)
            for account in accounts
            if (each := before.get(account)) is not None
        }
        after = rebuilt([result], known)
        return [
            CoachRating(account, match.edition, each.mean, each.doubt, each.games) for account, each in after.items()
        ]

    return rate


def rank_of(rating: CoachRating) -> CoachRank:
    reach = SPREAD * rating.doubt
    return CoachRank(
        rating.edition,
        edition_name(rating.edition),
        round(rating.mean, 1),
        round(rating.mean - reach, 1),
        round(rating.mean + reach, 1),
        rating.games,
    )
