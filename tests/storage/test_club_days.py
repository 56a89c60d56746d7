"""Club days in the database: the secret stays, the clock is kept, cards are replaced one by one."""

from __future__ import annotations

from dungeonbowl.storage.club_days import ClubDays, DayRecord
from dungeonbowl.storage.database import open_database
from dungeonbowl.storage.journal import Journal


def test_a_day_keeps_its_secret_its_clock_and_its_cards(url: str) -> None:
    engine = open_database(url)
    journal = Journal(engine)
    try:
        days = ClubDays(engine, journal)
        assert days.day("c_1") is None
        made = days.make("c_1", b"first")
        assert made == DayRecord("c_1", b"first")
        assert days.make("c_1", b"second") == made
        days.set_clock("c_1", 2, 61.5, 1_000_000_000.25)
        assert days.day("c_1") == DayRecord("c_1", b"first", 2, 61.5, 1_000_000_000.25)
        days.set_clock("c_1", 2, 60.0, None)
        assert days.make("c_1", b"third").since is None
        assert days.cards("c_1") == {}
        for _ in range(2):
            days.replace_card("c_1", "t_a")
        days.replace_card("c_1", "t_b")
        assert days.cards("c_1") == {"t_a": 2, "t_b": 1}
        assert days.cards("c_2") == {}
    finally:
        journal.close()
        engine.dispose()
