"""The orders of clients. Each is followed, or refused with a reason; a refused order changes nothing.

Orders that change a match under way work on a `Draft`; `Session.change` checks whether they may."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.events import TESTED
from dungeonbowl.engine.game import TURNS
from dungeonbowl.engine.match import Match
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.records.save import save_for
from dungeonbowl.server import wire
from dungeonbowl.server.drafts import Draft, Refusal
from dungeonbowl.server.questions import QUESTIONS, TOO_MANY, Key
from dungeonbowl.server.resuming import OVER, WAITING
from dungeonbowl.server.session import LOG_LINES, MOST_WALKED, Session, chat_line
from dungeonbowl.server.view import previews
from dungeonbowl.server.view.positions import kept_from
from dungeonbowl.server.view.prompt_words import prompt_kind
from dungeonbowl.server.viewers import ENCODER, Viewer
from dungeonbowl.storage.matches import AutoRecord, Change, StoredChat, now

MOST_ANSWERS: Final = 100  # standing answers of one side
MOST_CHAT: Final = 10_000  # lines of a match

log = logging.getLogger(__name__)


async def follow(session: Session, viewer: Viewer, order: wire.Order) -> None:
    """Do what a client asks for, or tell it why not."""
    kind = str(order.__struct_config__.tag)
    try:
        await HANDLERS[type(order)](session, viewer, order)
    except Refusal as refusal:
        viewer.send(wire.Refused(session.number, str(refusal), "", refusal.stale, kind))
    except Exception:
        if not isinstance(order, QUESTIONS):
            raise
        log.exception("match %s: a question could not be answered", session.id)
        viewer.send(wire.Refused(session.number, "the server failed to answer that", "", False, kind))


def check_turn(session: Session, viewer: Viewer, number: int) -> Match:
    """The match, if this viewer has to decide and the order is about the present decision. Otherwise `Refusal`."""
    match = session.permitted(viewer.sides, number)
    if match.asked() not in viewer.sides:
        raise Refusal(f"it is the decision of {session.sides[match.asked()].name}")
    return match


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
    sides = [
        msgspec.structs.replace(session.worded(side, plain(order.word)), ready=True, coach=plain(order.name))
        if side in chosen
        else each
        for side, each in enumerate(session.sides)
    ]
    await session.store.record(Change(session.id, session.number, session.number, 0, [], sides=sides))
    session.sides = sides
    session.stored.changed = now()
    session.tell_presence()
    await session.go_on()


async def act(session: Session, viewer: Viewer, order: wire.Act) -> None:
    """Choose an option, and then the further ones, as long as each of them is offered to the same coach."""

    def plan(draft: Draft) -> None:
        draft.choose(int(order.option))
        for option in order.then:
            if not draft.is_offered(int(option)):
                break
            draft.choose(int(option))

    await session.change(viewer.sides, order.number, plan, "coach")
    await session.go_on()


async def say(session: Session, viewer: Viewer, order: wire.Say) -> None:
    await session.change(viewer.sides, order.number, lambda draft: draft.say(int(actions.CONCEDE)), "coach")
    await session.go_on()


async def walk(session: Session, viewer: Viewer, order: wire.Walk) -> None:
    """Walk a path: the actions are chosen one by one, each only if it is still on offer.

    If a roll or a question comes before the first step, the walk ends there."""

    def plan(draft: Draft) -> None:
        game = draft.game
        if not 0 <= order.piece < game.squads.count or not 0 <= order.square < game.dungeon.count:
            raise Refusal("there is no such player or square")
        if not set_out(draft, order) and not draft.is_binding():
            raise Refusal("the player cannot get there")

    await session.change(viewer.sides, order.number, plan, "coach")
    await session.go_on()


def set_out(draft: Draft, order: wire.Walk) -> int:
    """Choose what comes before the first step, then the steps. Returns how many steps were taken."""
    piece = order.piece
    first = [int(option) for option in order.first]
    if not first and draft.game.acting != piece:
        first = [int(actions.action(actions.ACTIVATE, i64(piece)))]
    for index, choice in enumerate(first):
        if index and not draft.is_offered(choice):
            return 0
        draft.choose(choice)
    game = draft.game
    move = int(actions.action(actions.DECLARE, actions.MOVE_ACTION))
    lies = game.acting == piece and game.declared == 0 and int(game.status[piece]) != 0
    if lies and draft.is_offered(move):  # a player who is lying must declare its action before it stands up
        draft.choose(move)
    if draft.game.acting != piece or not draft.is_seated():
        return 0
    return walk_on(draft, piece, order.square)


def walk_on(draft: Draft, piece: int, square: int) -> int:
    """Take the steps, up to the first that is no longer on offer. Returns how many were taken."""
    made = 0
    for choice in reach(draft.game, i64(piece)).actions(i64(square))[:MOST_WALKED]:
        if draft.game.acting != piece or not draft.is_offered(choice):
            break
        made += 1
        if any(event.kind == TESTED and not event["passed"] for event in draft.choose(choice)):
            break
    return made


async def take_back(session: Session, viewer: Viewer, order: wire.TakeBackOrder) -> None:
    session.permitted(viewer.sides, order.number)
    decisions, reason = session.to_take_back(viewer.sides)
    if not decisions:
        raise Refusal(reason)
    await session.change(viewer.sides, order.number, lambda draft: draft.take_back(decisions), "coach")
    for side in viewer.sides:
        session.thinking.pilots.pop(side, None)
    await session.go_on()


async def choose_for_me(session: Session, viewer: Viewer, order: wire.ChooseForMe) -> None:
    match = check_turn(session, viewer, order.number)
    side = match.asked()
    kind = prompt_kind({kind_of(option) for option in match.options()})
    turn = int(match.game.side_value(i64(side), TURNS))
    await session.decide_or_default(await session.thinking.advised(side), "bot")
    if order.scope != "one":
        session.thinking.pilots[side] = (order.scope, kind, turn)
    await session.go_on()


async def give_hint(session: Session, viewer: Viewer, order: wire.AskHint) -> None:
    check_turn(session, viewer, order.number)
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
    await ask(session, viewer, ("reach", order.piece), lambda: previews.reach_of(game, number, order.piece))


async def show_menu(session: Session, viewer: Viewer, order: wire.AskMenu) -> None:
    match = playing(session)
    number = session.number
    if match.is_over() or not 0 <= order.piece < match.game.squads.count:
        raise Refusal("there is nothing to choose")
    if match.asked() not in viewer.sides:
        viewer.send(wire.Menu(number, order.piece, [], [], [], "it is the other coach's decision"))
        return
    await ask(session, viewer, ("menu", order.piece), lambda: session.prompter.menu(match, number, order.piece))


async def show_preview(session: Session, viewer: Viewer, order: wire.AskPreview) -> None:
    number = session.number
    game = playing(session).game.clone()
    attacker, target, square = order.attacker, order.target, order.square
    if previews.block_preview(game, number, attacker, target, None) is None:
        raise Refusal("there is no such block")

    def preview() -> wire.Message:
        found = previews.block_preview(game, number, attacker, target, square)
        assert found is not None
        return found

    await ask(session, viewer, ("preview", attacker, target, square), preview)


async def show_overlay(session: Session, viewer: Viewer, order: wire.AskOverlay) -> None:
    number = session.number
    game = playing(session).game.clone()
    key = ("overlay", order.kind, order.piece, order.side)
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
    viewer.send(wire.AutoSet(session.auto_of(viewer.sides)))
    await session.go_on()


async def say_in_chat(session: Session, viewer: Viewer, order: wire.SendChat) -> None:
    words = plain(order.text)
    if not words:
        raise Refusal("an empty line is not sent")
    side = viewer.sides[0] if viewer.sides else None
    usual = session.sides[side].coach or session.sides[side].name if side is not None else "Spectator"
    number = session.chat[-1].number + 1 if session.chat else 0
    if number >= MOST_CHAT:
        raise Refusal("the chat of this match is full")
    line = StoredChat(number, side, plain(order.name)[:60] or usual, words, now())
    await session.store.add_chat(session.id, line)
    session.chat = [*session.chat[1 - LOG_LINES :], line]
    data = ENCODER.encode(wire.Chat(chat_line(line)))
    for each in session.viewers:
        each.send_encoded(data)


async def set_pace(session: Session, viewer: Viewer, order: wire.SetPace) -> None:
    if not viewer.sides and len(session.bot_sides) < len(session.sides):
        raise Refusal("the coaches set the pace")
    await session.store.set_pace(session.id, order.seconds)
    session.pace = order.seconds
    data = ENCODER.encode(wire.PaceSet(order.seconds))
    for each in session.viewers:
        each.send_encoded(data)


async def ping(session: Session, viewer: Viewer, order: wire.Ping) -> None:
    viewer.send(wire.Pong())


HANDLERS: Final[dict[type[wire.Order], Callable[..., Awaitable[None]]]] = {
    wire.Ready: ready,
    wire.Act: act,
    wire.Say: say,
    wire.Walk: walk,
    wire.TakeBackOrder: take_back,
    wire.ChooseForMe: choose_for_me,
    wire.AskHint: give_hint,
    wire.AskMoves: show_moves,
    wire.AskReach: show_reach,
    wire.AskMenu: show_menu,
    wire.AskPreview: show_preview,
    wire.AskOverlay: show_overlay,
    wire.SetAuto: set_auto,
    wire.SendChat: say_in_chat,
    wire.SetPace: set_pace,
    wire.Ping: ping,
}


def plain(text: str) -> str:
    """The text that a person typed, in one line and without invisible characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
