"""Corrections: what they would do, and doing it; whether all is as it says; the league as a file and as a book."""

from __future__ import annotations

from litestar import Response

from dungeonbowl.league.office.views import Preview, VerifyLine
from dungeonbowl.server.budgets import CHECKS
from dungeonbowl.server.league.asking import actor_about, look_at
from dungeonbowl.server.league.correcting import correction_forms
from dungeonbowl.server.league.desk import AnyRequest, almanac_of, need_reason, office_of, short
from dungeonbowl.server.league.doors import asks, reads, writes
from dungeonbowl.server.league.house import COMMISSIONER
from dungeonbowl.server.league.permits import RULE
from dungeonbowl.server.wire import league as wire
from dungeonbowl.server.wire import league_orders as orders

TAG = "corrections"


@reads("/corrections/forms", TAG)
def get_forms() -> list[wire.CorrectionForm]:
    """The kinds of events, with the parts that a correction can change."""
    return correction_forms()


@asks("/corrections/preview", TAG)
def preview_correction(request: AnyRequest, data: orders.CorrectionOrder) -> Preview:
    """What these changes together would do. Nothing is written."""
    for change in data.changes:
        look_at(request, team=short(change.team))
    return office_of(request).corrections.preview(tuple(data.changes))


@writes("/corrections", TAG, RULE, CHECKS)
def make_correction(request: AnyRequest, data: orders.CorrectionOrder) -> Preview:
    """Make them, all or none."""
    reason = need_reason(data.reason)
    numbers = dict(data.numbers) if data.numbers is not None else None
    by = [actor_about(request, COMMISSIONER, team=short(change.team)) for change in data.changes]
    return office_of(request).corrections.make(tuple(data.changes), reason, by[0], numbers)


@asks("/corrections/result/preview", TAG)
def preview_result(request: AnyRequest, data: orders.ResultCorrection) -> Preview:
    """What another result would do to the table."""
    look_at(request, fixture=data.fixture)
    desk = office_of(request).corrections
    return desk.set_result_preview(data.fixture, data.scores, data.casualties, data.winner)


@writes("/corrections/result", TAG, RULE, CHECKS)
def correct_result(request: AnyRequest, data: orders.ResultCorrection) -> Preview:
    """Another result in the table."""
    reason = need_reason(data.reason)
    desk = office_of(request).corrections
    by = actor_about(request, COMMISSIONER, fixture=data.fixture)
    return desk.set_result(data.fixture, data.scores, by, reason, data.casualties, data.winner, data.number)


@reads("/leagues/{league:str}/verify", TAG, CHECKS)
def verify_league(request: AnyRequest, league: str) -> list[VerifyLine]:
    """Whether chains, snapshots, pairings and dice are what they say."""
    return office_of(request).archives.verify(short(league))


@reads("/leagues/{league:str}/archive", TAG, CHECKS)
def league_archive(request: AnyRequest, league: str) -> Response[bytes]:
    """The whole league as a `.dungeonleague` file."""
    data = office_of(request).archives.export(short(league))
    said = {"content-disposition": 'attachment; filename="league.dungeonleague"'}
    return Response(data, media_type="application/zip", headers=said)


@reads("/leagues/{league:str}/book", TAG, CHECKS)
def league_book(request: AnyRequest, league: str, season: str = "") -> Response[str]:
    """The book of a league, or of one of its seasons (by id): a page of HTML to read or to print."""
    if season:
        office_of(request).leagues.state(short(league)).season_of(short(season))  # of this league and of no other
    return Response(almanac_of(request).book(short(league), short(season)), media_type="text/html")


HANDLERS = [
    get_forms,
    preview_correction,
    make_correction,
    preview_result,
    correct_result,
    verify_league,
    league_archive,
    league_book,
]
