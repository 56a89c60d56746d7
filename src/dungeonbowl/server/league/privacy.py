"""What a league has decided about its privacy: how long chat of its matches is kept, and whether search engines may
list its pages (LEAGUE 4.6). Only servers with accounts ask; a house keeps what it has."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete, select

from dungeonbowl.errors import UserError
from dungeonbowl.league.office import Office, reading
from dungeonbowl.league.office.rows import SeasonRow
from dungeonbowl.league.options import LeagueOptions
from dungeonbowl.server.league.permits import Registry
from dungeonbowl.storage.tables import Base, ChatRow

USUAL_DAYS: Final = LeagueOptions().chat_days


def chat_wishes(office: Office) -> dict[str, int]:
    """The leagues that want chat kept for other than the usual time, with the days; 0 for ever."""
    last = {row.league: row.options for row in reading.find(office.store, SeasonRow, {}, ("league", "number"))}
    wishes = {league: reading.agreed(options).league.chat_days for league, options in last.items()}
    return {league: days for league, days in wishes.items() if days != USUAL_DAYS}


def forget_chat(connection: Connection, wishes: Mapping[str, int], moment: datetime) -> int:
    """Delete lines of chat that are old enough; returns how many."""
    reports = Base.metadata.tables["reports"]
    others = select(reports.columns.match).where(reports.columns.league.in_(list(wishes)))
    old = delete(ChatRow).where(ChatRow.at < moment - timedelta(days=USUAL_DAYS))
    gone = connection.execute(old.where(ChatRow.match_id.not_in(others)) if wishes else old).rowcount
    for league, days in wishes.items():
        if days:
            own = select(reports.columns.match).where(reports.columns.league == league)
            line = delete(ChatRow).where(ChatRow.at < moment - timedelta(days=days), ChatRow.match_id.in_(own))
            gone += connection.execute(line).rowcount
    return gone


def is_for_search_engines(registry: Registry, league: str) -> bool:
    """Whether a league wants to be found by strangers."""
    if registry.membership.door(league).private:
        return False
    try:
        return reading.agreed(registry.office.leagues.state(league).season.options).league.search_engines
    except UserError:  # there is no such league
        return False
