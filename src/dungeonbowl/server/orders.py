"""The orders of clients. Each is followed, or refused with a reason; a refused order changes nothing.

Orders that change a match under way work on a `Draft`; `Deciding.change` checks whether they may."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.frames import ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.sides import TURNS
from dungeonbowl.languages import chosen, speaking, t, translated
from dungeonbowl.records.save import save_for
from dungeonbowl.server import wire
from dungeonbowl.server.correspondence import claim
from dungeonbowl.server.drafts import Refusal
from dungeonbowl.server.plans import plan_of
from dungeonbowl.server.questions import QUESTIONS, TOO_MANY, Key
from dungeonbowl.server.resuming import OVER, PLAYING, WAITING
from dungeonbowl.server.session import Session
from dungeonbowl.server.taking_back import decisions_to_take_back
from dungeonbowl.server.telling import HOUSE
from dungeonbowl.server.typed_dice import first_the_dice
from dungeonbowl.server.view import foresight, previews
from dungeonbowl.server.view.idle_clicks import why_nothing
from dungeonbowl.server.view.positions import kept_from
from dungeonbowl.server.view.prompt_words import prompt_kind
from dungeonbowl.server.viewers import ENCODER, Viewer
from dungeonbowl.storage.match_records import AutoRecord, Change, StoredChat
from dungeonbowl.storage.matches import now

MOST_ANSWERS: Final = 100  # standing answers of one side
MOST_CHAT: Final = 10_000  # lines of a match

log = logging.getLogger(__name__)


async def follow(session: Session, viewer: Viewer, order: wire.Order) -> None:
    """Do what a client asks for, or tell it why not."""
    kind = str(order.__struct_config__.tag)
    with speaking(viewer.language):
        try:
            await HANDLERS[type(order)](session, viewer, order)
        except Refusal as refusal:
            viewer.send(wire.Refused(session.number, translated(str(refusal)), "", refusal.stale, kind))
        except Exception:
            if not isinstance(order, QUESTIONS):
                raise
            log.exception("match %s: a question could not be answered", session.id)
            viewer.send(wire.Refused(session.number, t("the server failed to answer that"), "", False, kind))


def check_turn(session: Session, viewer: Viewer, number: int) -> Match:
    """The match, if this viewer has to decide and the order is about the present decision. Otherwise `Refusal`."""
    match = session.deciding.permitted(viewer.sides, number)
    if match.asked() not in viewer.sides:
        raise Refusal(whose_decision(session, match))
    return match


def whose_decision(session: Session, match: Match) -> str:
    """Why a coach who is not asked cannot decide."""
    if match.awaits_dice():
        return first_the_dice(match.game)
    return f"it is the decision of {session.sides[match.asked()].name}"


def playing(session: Session) -> Match:
    if session.match is None:
        raise Refusal("the match has not begun: a coach is not ready yet")
    return session.match


async def ready(session: Session, viewer: Viewer, order: wire.Ready) -> None:
    if session.stage != WAITING:
        raise Refusal("the match is over" if session.stage == OVER else "the match has begun already")
    chosen = viewer.sides if order.side is None else [side for side in viewer.sides if side == order.side]
    if not chosen:
        raise Refusal("this connection has no such seat")
    sides = [  # a name that is there stays: in matches of the lobby it is that of the account
        msgspec.structs.replace(
            session.worded(side, plain(order.word)), ready=True, coach=each.coach or own_name(order.name)
        )
        if side in chosen
        else each
        for side, each in enumerate(session.sides)
    ]
    await session.store.record(Change(session.id, session.number, session.number, 0, [], sides=sides))
    session.sides = sides
    session.stored.changed = now()
    session.telling.tell_presence()
    await session.go_on()


async def act(session: Session, viewer: Viewer, order: wire.Act | wire.Walk) -> None:
    """Do what `plans.py` says of the order."""
    await session.deciding.change(viewer.sides, order.number, plan_of(order), "coach", order)
    await session.go_on()


async def say(session: Session, viewer: Viewer, order: wire.Say) -> None:
    if order.word == "claim":
        await claim(session, viewer.sides, order.number)
        await session.go_on()
        return
    await session.deciding.change(viewer.sides, order.number, lambda draft: draft.say(int(actions.CONCEDE)), "coach")
    await session.go_on()


async def roll(session: Session, viewer: Viewer, order: wire.TypeDice) -> None:
    """Dice of a real table. Every coach may type them: they lie on the table for both to see."""
    await session.deciding.roll(viewer.sides, order.number, order.dice)
    await session.go_on()


async def take_back(session: Session, viewer: Viewer, order: wire.TakeBackOrder) -> None:
    session.deciding.permitted(viewer.sides, order.number)
    if session.trail is not None:
        await session.deciding.go_back(viewer.sides, order.number)
        await session.go_on()
        return
    decisions, reason = decisions_to_take_back(session, viewer.sides)
    if not decisions:
        raise Refusal(reason)
    await session.deciding.change(viewer.sides, order.number, lambda draft: draft.take_back(decisions), "coach")
    for side in viewer.sides:
        session.thinking.pilots.pop(side, None)
    await session.go_on()


def check_help(session: Session) -> None:
    """`Refusal` if the coaches play without the computer's help."""
    if not session.stored.help:
        raise Refusal("this match is played without help of the computer")


async def choose_for_me(session: Session, viewer: Viewer, order: wire.ChooseForMe) -> None:
    match = check_turn(session, viewer, order.number)
    check_help(session)
    side = match.asked()
    kind = prompt_kind({kind_of(option) for option in match.options()})
    turn = int(match.game.side_value(i64(side), TURNS))
    await session.deciding.decide_or_default(await session.thinking.advised(side), "bot")
    if order.scope != "one":
        session.thinking.pilots[side] = (order.scope, kind, turn)
    await session.go_on()


async def give_hint(session: Session, viewer: Viewer, order: wire.AskHint) -> None:
    check_turn(session, viewer, order.number)
    check_help(session)
    session.hints.ask(viewer, order.count)


async def ask(session: Session, viewer: Viewer, key: Key, compute: Callable[[], wire.Message]) -> None:
    if not await session.questions.answer(viewer, key, compute):
        raise Refusal(TOO_MANY)


async def show_moves(session: Session, viewer: Viewer, order: wire.AskMoves) -> None:
    number = session.number
    game = playing(session).game.clone()
    if (side := kept_from(game, viewer.sides)) is not None:

        def known() -> wire.Moves:
            return wire.Moves(number, 0, [], "", ENCODER.encode(save_for(game, side)).decode())

        await ask(session, viewer, ("known", side), known)
        return
    inputs = session.plain_inputs()
    start = min(order.start, len(inputs))

    def moves() -> wire.Moves:
        setup = session.stored.setup.decode() if start == 0 else ""
        return wire.Moves(number, start, [list(each) for each in inputs[start:]], setup)

    await ask(session, viewer, ("moves", start), moves)


async def show_reach(session: Session, viewer: Viewer, order: wire.AskReach) -> None:
    number = session.number
    game = playing(session).game.clone()
    side = eyes_of(game, viewer)
    await ask(session, viewer, ("reach", order.piece, side), lambda: previews.reach_of(game, number, order.piece, side))


def not_asked(game: Game) -> str:
    """Why a question about choices has no answer for this coach."""
    return first_the_dice(game) if game.signal == ROLL else "it is the other coach's decision"


def eyes_of(game: Game, viewer: Viewer) -> int:
    """The side as which a viewer looks: the one that is asked, if it is his; -1 for an onlooker."""
    return int(min(viewer.sides, key=lambda side: side != int(game.asked), default=-1))


async def show_menu(session: Session, viewer: Viewer, order: wire.AskMenu) -> None:
    match = playing(session)
    number = session.number
    if match.is_over() or not 0 <= order.piece < match.game.squads.count:
        raise Refusal("there is nothing to choose")
    if match.asked() not in viewer.sides:
        viewer.send(wire.Menu(number, order.piece, [], [], [], translated(not_asked(match.game))))
        return
    await ask(session, viewer, ("menu", order.piece), lambda: session.telling.prompter.menu(match, number, order.piece))


async def show_preview(session: Session, viewer: Viewer, order: wire.AskPreview) -> None:
    match = playing(session)
    number = session.number
    side = match.asked()
    if side not in viewer.sides:
        raise Refusal(not_asked(match.game))
    game = match.game.clone()
    option = int(order.option) if order.option is not None else None
    first = [int(each) for each in order.first]

    def preview() -> wire.Message:
        found = foresight.preview(game, number, side, order.piece, option, order.target, order.square, first)
        return found or wire.Refused(number, t("that cannot be done now"), "", False, "preview")

    key = ("preview", order.piece, order.option, order.target, order.square, *order.first)
    await ask(session, viewer, key, preview)


async def show_why(session: Session, viewer: Viewer, order: wire.AskWhy) -> None:
    number = session.number
    game = playing(session).game.clone()
    if game.signal == ROLL or game.asked not in viewer.sides:
        viewer.send(wire.Why(number, order.piece, order.square, translated(not_asked(game))))
        return

    def why() -> wire.Why:
        return wire.Why(number, order.piece, order.square, why_nothing(game, order.piece, order.square))

    await ask(session, viewer, ("why", order.piece, order.square), why)


async def show_overlay(session: Session, viewer: Viewer, order: wire.AskOverlay) -> None:
    number = session.number
    game = playing(session).game.clone()
    side = eyes_of(game, viewer)
    game = game.as_known_to(i64(side))
    key = ("overlay", order.kind, order.piece, order.side, side)
    await ask(session, viewer, key, lambda: previews.overlay(game, number, order.kind, order.piece, order.side))


async def set_auto(session: Session, viewer: Viewer, order: wire.SetAuto) -> None:
    if not viewer.sides:
        raise Refusal("spectators decide nothing")
    if session.stage == OVER:
        raise Refusal("the match is over")
    kept = [each for each in session.auto if not (each.side in viewer.sides and each.skill == order.skill)]
    if order.answer != "ask":
        kept += [AutoRecord(side, order.skill, order.answer) for side in viewer.sides]
    for side in viewer.sides:
        if sum(1 for each in kept if each.side == side) > MOST_ANSWERS:
            raise Refusal("too many standing answers")
    await session.store.record(Change(session.id, session.number, session.number, 0, [], auto=kept))
    session.auto = kept
    viewer.send(wire.AutoSet(session.telling.auto_of(viewer.sides)))
    await session.go_on()


async def say_in_chat(session: Session, viewer: Viewer, order: wire.SendChat) -> None:
    words = plain(order.text)
    if not words:
        raise Refusal("an empty line is not sent")
    side = viewer.sides[0] if viewer.sides else None
    number = session.next_line()
    if number >= MOST_CHAT:
        raise Refusal("the chat of this match is full")
    await session.add_line(StoredChat(number, side, speaker(session, side, order.name), words, now()))


async def set_pace(session: Session, viewer: Viewer, order: wire.SetPace) -> None:
    if not viewer.sides and len(session.bot_sides) < len(session.sides):
        raise Refusal("the coaches set the pace")
    await session.store.set_pace(session.id, order.seconds)
    session.pace = order.seconds
    session.telling.tell(wire.PaceSet(order.seconds))


async def hurry(session: Session, viewer: Viewer, order: wire.Hurry) -> None:
    if not viewer.sides:
        raise Refusal("spectators decide nothing")
    if session.stage != PLAYING:
        raise Refusal("the match is over" if session.stage == OVER else "the match has not begun")
    if not session.thinking.hurry():
        raise Refusal("no computer is playing now: a coach is asked", stale=True)
    viewer.send(session.thinking.news())


async def set_language(session: Session, viewer: Viewer, order: wire.SetLanguage) -> None:
    viewer.language = chosen(order.language)
    session.telling.send_welcome(viewer)


HANDLERS: Final[dict[type[wire.Order], Callable[..., Awaitable[None]]]] = {
    wire.Ready: ready,
    wire.Act: act,
    wire.Say: say,
    wire.Walk: act,
    wire.TypeDice: roll,
    wire.TakeBackOrder: take_back,
    wire.ChooseForMe: choose_for_me,
    wire.AskHint: give_hint,
    wire.AskMoves: show_moves,
    wire.AskReach: show_reach,
    wire.AskMenu: show_menu,
    wire.AskPreview: show_preview,
    wire.AskWhy: show_why,
    wire.AskOverlay: show_overlay,
    wire.SetAuto: set_auto,
    wire.SendChat: say_in_chat,
    wire.SetPace: set_pace,
    wire.Hurry: hurry,
    wire.SetLanguage: set_language,
}


def speaker(session: Session, side: int | None, written: str) -> str:
    """Under which name somebody speaks: a coach who has one under that, others as they like, but as nobody else."""
    if side is not None and (known := own_name(session.sides[side].coach)):
        return known
    name = own_name(written)[:60]
    others = {each.casefold() for card in session.sides for each in (card.coach, card.name)}
    if name and name.casefold() not in others:
        return name
    return session.sides[side].name if side is not None else "Spectator"


def own_name(written: str) -> str:
    """What somebody wants to be called; empty for the name of the server, in which nobody else speaks."""
    name = plain(written)
    return "" if name.casefold() == HOUSE.casefold() else name


def plain(text: str) -> str:
    """The text that a person typed, in one line and without invisible characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
