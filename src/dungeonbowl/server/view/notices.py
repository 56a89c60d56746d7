"""Events that deserve a banner across the board."""

from __future__ import annotations

from typing import Final

from dungeonbowl.engine import events
from dungeonbowl.engine.events import Event
from dungeonbowl.languages import t
from dungeonbowl.server.wire.kinds import NoticeKind
from dungeonbowl.words.causes import is_fault
from dungeonbowl.words.turn_summary import DEAD

NO_NOTICE: Final[tuple[NoticeKind, str]] = ("", "")
THE_BALL: Final = 1  # what a chest holds


def notice_of(event: Event) -> tuple[NoticeKind, str]:
    """The kind of banner and its headline. A turn that a touchdown ends is no misfortune: it has the banner of the
    touchdown alone."""
    if is_fault(event):
        return "turnover", t("Turnover")
    if event.kind in (events.SCORED, events.AWARDED):
        return "score", t("Touchdown!")
    if event.kind == events.CHEST_OPENED and event["contents"] == THE_BALL:
        return "ball", t("The ball is found")
    if event.kind == events.CASUALTY_SUFFERED and event["casualty"] == DEAD:
        return "death", t("A death")
    if event.kind == events.MATCH_ENDED:
        return "over", t("The match is over")
    return NO_NOTICE
