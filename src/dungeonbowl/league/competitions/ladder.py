"""A ladder: teams in a row, who challenge others above them.

The winner takes the place: a challenger who wins stands where the other stood, and everybody between moves down by
one. A draw changes nothing. Who plays no match for so many days loses a place, and another one after as many days
again.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from dungeonbowl.league.competitions.calendar import moment
from dungeonbowl.league.competitions.formats import Ladder
from dungeonbowl.league.competitions.words import ON_THE_BOARD, Fixture, Result


class Climber(msgspec.Struct, frozen=True):
    """A team that joins a ladder, at its end, at a time, and may leave it later."""

    team: str
    joined: str
    left: str = ""


def standing(climbers: Sequence[Climber], results: Sequence[Result], rules: Ladder, now: str) -> list[str]:
    """The row from the top, at a moment. Results count in the order in which they ended."""
    order: list[str] = []
    last: dict[str, datetime] = {}
    news: list[tuple[datetime, int, int]] = [(moment(each.joined), 0, number) for number, each in enumerate(climbers)]
    news += [(moment(each.ended), 1, number) for number, each in enumerate(results)]
    news += [(moment(each.left), 2, number) for number, each in enumerate(climbers) if each.left]
    heapq.heapify(news)
    idle = timedelta(days=rules.idle_days)
    waiting: list[tuple[datetime, str]] = []

    def set_clock(team: str, at: datetime) -> None:
        last[team] = at
        if rules.idle_days:
            heapq.heappush(waiting, (at + idle, team))

    def drop_until(end: datetime) -> None:
        while waiting and waiting[0][0] <= end:
            at, team = heapq.heappop(waiting)
            if team not in order or last[team] + idle != at:
                continue  # it has left, or played since
            place = order.index(team)
            if place + 1 < len(order):
                order[place], order[place + 1] = order[place + 1], order[place]
            set_clock(team, at)

    while news:
        at, kind, number = heapq.heappop(news)
        if at > moment(now):
            break
        drop_until(at)
        if kind == 2:
            order.remove(climbers[number].team)
            continue
        if kind == 0:
            order.append(climbers[number].team)
            set_clock(climbers[number].team, at)
            continue
        result = results[number]
        teams = [side.team for side in result.sides if side.team in order]
        if result.winner in teams:
            place = min(order.index(team) for team in teams)
            order.remove(result.winner)
            order.insert(place, result.winner)
        if result.how in ON_THE_BOARD or result.how == "walkover":
            for team in teams:
                if result.how in ON_THE_BOARD or team == result.winner:
                    set_clock(team, at)
    drop_until(moment(now))
    return order


def objection(
    order: Sequence[str], challenger: str, challenged: str, rules: Ladder, open_fixtures: Sequence[Fixture]
) -> str:
    """Why a challenge is refused; empty if it stands. `open_fixtures` are those that are not over."""
    for team in (challenger, challenged):
        if team not in order:
            return f"{team} is not on the ladder"
    above = order.index(challenger) - order.index(challenged)
    if above <= 0:
        return f"{challenged} does not stand above {challenger}: challenges go up"
    if above > rules.reach:
        return f"{challenged} stands {above} places above {challenger}: one may challenge up to {rules.reach} above"
    for fixture in open_fixtures:
        if challenger in fixture.sides and challenged in fixture.sides:
            return f"{challenger} and {challenged} have a match to play already ({fixture.id})"
        if challenger in fixture.sides:
            return f"{challenger} has a match to play first ({fixture.id})"
    return ""
