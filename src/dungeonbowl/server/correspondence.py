"""Matches over days: what coaches are told who are not there, what happens when their time is up, and the claim that a
coach who never comes has conceded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.sides import SCORE
from dungeonbowl.languages import LANGUAGES, mark, plural, speaking, t
from dungeonbowl.server.days import BOT_PATIENCE, CLAIM_AFTER, DaysClock
from dungeonbowl.server.drafts import Draft, Refusal, hears
from dungeonbowl.server.resuming import PLAYING
from dungeonbowl.server.view.positions import winner_of
from dungeonbowl.server.view.stories import Storyteller
from dungeonbowl.server.view.summaries import summary_for
from dungeonbowl.storage.match_records import Change, ClockRecord, SideRecord
from dungeonbowl.storage.news import ASSISTED, BEGUN, HURRY, OVER, TURN, MatchNews

if TYPE_CHECKING:
    from dungeonbowl.server.session import Session

NOT_BY_DAYS: Final = mark("a concession can be claimed only in a match with a clock of days")
NOT_YET: Final = mark("nobody's time has run out {times} times in this match")
LATER: Final = mark(
    "a concession can be claimed when an activation is over, or when the turn of the other coach begins"
)


# --- news ------------------------------------------------------------------------------------------------------------


def in_all_languages(made: Callable[[], list[MatchNews]]) -> list[MatchNews]:
    """News in every language: which one a coach reads, the database knows."""
    english, *others = (told_in(each.code, made) for each in LANGUAGES)
    codes = [each.code for each in LANGUAGES[1:]]
    return [
        msgspec.structs.replace(
            news, words={code: (told[place].title, told[place].lines) for code, told in zip(codes, others, strict=True)}
        )
        for place, news in enumerate(english)
    ]


def told_in(language: str, made: Callable[[], list[MatchNews]]) -> list[MatchNews]:
    with speaking(language):
        return made()


def news_of_beginning(session: Session, match: Match, sides: Sequence[SideRecord]) -> list[MatchNews]:
    """The match has begun: whoever is asked first is told that, and the others that it goes on without them."""
    return in_all_languages(lambda: beginning(session, match, sides))


def beginning(session: Session, match: Match, sides: Sequence[SideRecord]) -> list[MatchNews]:
    names = [side.name for side in sides]
    asked = match.asked()
    found = []
    for side in persons(session):
        if side == asked:
            found.append(
                MatchNews(session.id, session.number + 1, side, TURN, t("Your turn: {match}", match=pairing(names)))
            )
        else:
            found.append(
                MatchNews(
                    session.id, session.number + 1, side, BEGUN, t("The match has begun: {match}", match=pairing(names))
                )
            )
    return dated(session, found)


def news_of_decision(session: Session, draft: Draft, before: ClockRecord, by: str) -> list[MatchNews]:
    """What coaches should hear of a decision. `before`: how the clock stood until then."""
    return in_all_languages(lambda: decided(session, draft, before, by))


def decided(session: Session, draft: Draft, before: ClockRecord, by: str) -> list[MatchNews]:
    match, number, names = draft.match, session.number + 1, session.names()
    people = persons(session)
    score = standing(match, names)
    if match.is_over():
        winner = winner_of(match.game)
        won = winner is not None and 0 <= winner < len(names)
        title = t("{side} wins", side=names[winner]) if won and winner is not None else t("The match is over")
        return dated(session, [MatchNews(session.id, number, side, OVER, f"{title}: {score}") for side in people])
    found = []
    asked, ran = match.asked(), before.side
    if by == "clock" and ran is not None and ran != asked and not before.answering and match.game.active != ran:
        ended = t("Your time was up, and the assistant ended your turn: {match}", match=pairing(names))
        found.append(MatchNews(session.id, number, ran, ASSISTED, ended, [score]))
    clock = session.clock
    if asked in people and draft.undone is None:
        answering = clock.is_answer_to(match.game, asked)
        if asked != ran or (not answering and clock.record.since != before.since):
            title = mark("Your answer is wanted: {match}") if answering else mark("Your turn: {match}")
            lines = [score, *happened(match, draft.told, asked)]
            found.append(MatchNews(session.id, number, asked, TURN, t(title, match=pairing(names)), lines))
    return dated(session, found)


def dated(session: Session, found: list[MatchNews]) -> list[MatchNews]:
    """News with the moment at which it was made."""
    moment = session.timekeeper.utc()
    return [msgspec.structs.replace(each, at=moment) for each in found]


def persons(session: Session) -> list[int]:
    return [side for side in range(len(session.sides)) if side not in session.bot_sides]


def happened(match: Match, told: int, side: int) -> list[str]:
    """What mattered since the coach looked last, as the page tells it."""
    return [line.text for line in summary_for(Storyteller(match.game).teller, told, [side])]


def pairing(names: Sequence[str]) -> str:
    return " – ".join(names)


def standing(match: Match, names: Sequence[str]) -> str:
    """The score in words: who has how much."""
    sides = range(int(match.game.squads.sides))
    return ", ".join(f"{names[side]} {int(match.game.side_value(i64(side), SCORE))}" for side in sides)


# --- time ------------------------------------------------------------------------------------------------------------


async def read_pauses(session: Session) -> None:
    """Read when the clock stands still: a coach may have gone on vacation, or come back."""
    if isinstance(session.clock, DaysClock):
        session.clock.pauses = await session.store.pauses(session.id)


async def look_at_clock(session: Session) -> None:
    """The clock of a match is due. In the match's own queue. If the time is up, the assistant acts; if it is nearly up,
    the coach is told; if a vacation or an outage has moved it, the new moment is written down."""
    clock = session.clock
    if session.stage != PLAYING or session.match is None or not isinstance(clock, DaysClock):
        return
    await read_pauses(session)
    side = clock.record.side
    if side is None:  # a bot was at work when a server ended
        await session.go_on()
        clock.record.wake = 0.0 if session.thinking.task is None else clock.utc() + BOT_PATIENCE
        await write_clock(session, [])
        return
    moment = clock.utc()
    if moment >= clock.deadline():
        await session.time_is_up(session.number)
        return
    news = []
    if moment >= clock.warning() and not clock.record.warned:
        clock.record.warned = True
        hours = max(1, round((clock.deadline() - moment) / 3600))
        names, score = pairing(session.names()), [standing(session.match, session.names())]

        def hurry() -> list[MatchNews]:
            title = plural("{count} hour left: {match}", "{count} hours left: {match}", hours, match=names)
            return [MatchNews(session.id, session.number, side, HURRY, title, score)]

        news = in_all_languages(hurry)
    await write_clock(session, dated(session, news))
    session.telling.tell_clocks()


async def write_clock(session: Session, news: list[MatchNews]) -> None:
    """Write down when the clock has to be looked at next. The match itself stays as it is."""
    clock = session.clock
    assert isinstance(clock, DaysClock)
    clock.wake_later()
    change = Change(session.id, session.number, session.number, 0, [], clock=clock.record, news=news)
    await session.store.record(change)


# --- claiming --------------------------------------------------------------------------------------------------------


async def claim(session: Session, sides: Sequence[int], number: int) -> None:
    """A coach claims that another one has conceded, whose time has run out three times. The turn of whoever claims ends
    with it, because a concession is said at the start of one's own turn."""
    match = session.deciding.permitted(sides, number)
    clock = session.clock
    if not isinstance(clock, DaysClock):
        raise Refusal(NOT_BY_DAYS)
    late = [side for side in persons(session) if side not in sides and clock.may_be_claimed(side)]
    if not late:
        raise Refusal(NOT_YET.format(times=CLAIM_AFTER))

    def plan(draft: Draft) -> None:
        if draft.match.asked() in sides:
            end = [option for option in draft.match.options() if kind_of(option) == actions.END_TURN]
            if not end:
                raise Refusal(LATER)
            draft.answer(end[0])
        if draft.match.asked() in late and hears(draft.match, int(actions.CONCEDE)):
            draft.say(int(actions.CONCEDE))
        elif not draft.is_binding():  # otherwise the turn has ended, and it can be claimed again in the next
            raise Refusal(LATER)

    if match.asked() not in (*sides, *late):
        raise Refusal(LATER)
    await session.deciding.change([*sides, *late], number, plan, "claim")
