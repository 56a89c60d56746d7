"""The orders of clients: each is followed, or refused with a reason."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions
from dungeonbowl.engine.events import TESTED
from dungeonbowl.engine.game import TURNS
from dungeonbowl.engine.match import Match, Refused
from dungeonbowl.engine.pathfinder import reach
from dungeonbowl.records.save import save_for
from dungeonbowl.server import wire
from dungeonbowl.server.questions import TOO_MANY, Key
from dungeonbowl.server.session import LOG_LINES, MOST_WALKED, OVER, WAITING, Refusal, Session, chat_line
from dungeonbowl.server.view import previews
from dungeonbowl.server.view.positions import kept_from
from dungeonbowl.server.view.prompt_words import prompt_kind
from dungeonbowl.server.view.prompts import is_open
from dungeonbowl.server.viewers import ENCODER, Viewer
from dungeonbowl.storage.matches import AutoRecord, Change, StoredChat, now

MOST_CHAT: Final = 10_000  # lines of a match
DECIDING: Final = (
    wire.Ready,
    wire.Act,
    wire.Say,
    wire.Walk,
    wire.TakeBackOrder,
    wire.ChooseForMe,
    wire.AskHint,
)


async def follow(session: Session, viewer: Viewer, order: wire.Order) -> None:
    """Do what a client asks for, or say why not."""
    try:
        if session.stage == OVER and isinstance(order, DECIDING):  # its seed is told: the rest could be foreseen
            raise Refusal("the match is over")
        await HANDLERS[type(order)](session, viewer, order)
    except Refusal as refusal:
        kind = str(order.__struct_config__.tag)
        viewer.send(wire.Refused(session.number, str(refusal), "", refusal.stale, kind))


def check_turn(session: Session, viewer: Viewer, number: int) -> Match:
    """The match, if this viewer is the one to decide and speaks of the present decision."""
    match = playing(session)
    if not viewer.sides:
        raise Refusal("spectators decide nothing")
    if number != session.number:
        raise Refusal(
            f"that was decision {number}, and the match has gone on to {session.number}", stale=number < session.number
        )
    if match.is_over():
        raise Refusal("the match is over")
    if match.asked() not in viewer.sides:
        raise Refusal(f"it is the decision of {session.sides[match.asked()].name}")
    return match


def playing(session: Session) -> Match:
    if session.match is None:
        raise Refusal("the match has not begun: a coach is not ready yet")
    return session.match


async def ready(session: Session, viewer: Viewer, order: wire.Ready) -> None:
    if session.stage != WAITING:
        raise Refusal("the match has begun already")
    chosen = viewer.sides if order.side is None else [side for side in viewer.sides if side == order.side]
    if not chosen:
        raise Refusal("this connection has no such seat")
    for side in chosen:
        session.sides[side].ready = True
        session.give_word(side, plain(order.word))
        session.sides[side].coach = plain(order.name)
    await session.store.record(Change(session.id, session.number, session.number, 0, [], sides=session.sides))
    session.tell_presence()
    await session.go_on()


async def act(session: Session, viewer: Viewer, order: wire.Act) -> None:
    check_turn(session, viewer, order.number)
    await session.decide([int(order.option), *(int(option) for option in order.then)], "coach")
    await session.go_on()


async def say(session: Session, viewer: Viewer, order: wire.Say) -> None:
    check_turn(session, viewer, order.number)
    await session.decide([int(actions.CONCEDE)], "coach")
    await session.go_on()


async def walk(session: Session, viewer: Viewer, order: wire.Walk) -> None:
    """Walk a path: the actions are chosen one by one, each only if it is still what comes next."""
    match = check_turn(session, viewer, order.number)
    piece = order.piece
    if not 0 <= piece < match.game.squads.count or not 0 <= order.square < match.game.dungeon.count:
        raise Refusal("there is no such player or square")
    before = len(match.inputs)
    told = len(match.game.events)
    side = match.asked()
    first = [int(option) for option in order.first]
    if not first and match.game.acting != piece:
        first = [int(actions.action(actions.ACTIVATE, i64(piece)))]
    for index, choice in enumerate(first):
        try:
            match.choose(choice)
        except Refused as error:
            if index == 0:
                raise Refusal(str(error)) from None
            break
    made = len(match.inputs) - before
    if match.game.acting == piece and match.asked() == side:
        made += walk_on(match, piece, side, order.square)
    if made == 0:
        raise Refusal("the player cannot get there")
    await session.written(before, told, "coach")
    await session.go_on()


def walk_on(match: Match, piece: int, side: int, square: int) -> int:
    """The steps, up to the first that is not on offer any more; how many were taken."""
    game = match.game
    if game.declared == 0:
        move = int(actions.action(actions.DECLARE, actions.MOVE_ACTION))
        if int(game.status[piece]) != 0 and is_open(game, move):  # who lies must say what for before standing up
            match.choose(move)
    path = reach(match.game, i64(piece)).actions(i64(square))[:MOST_WALKED]
    made = 0
    for choice in path:
        game = match.game
        if match.asked() != side or game.acting != piece or not is_open(game, choice):
            break
        happened = match.choose(choice)
        made += 1
        if any(event.kind == TESTED and event.d == 0 for event in happened):
            break
    return made


async def take_back(session: Session, viewer: Viewer, order: wire.TakeBackOrder) -> None:
    match = playing(session)
    if not viewer.sides:
        raise Refusal("spectators decide nothing")
    if order.number != session.number:
        raise Refusal("the match has gone on", stale=True)
    if not match.can_take_back():
        raise Refusal(
            "a die has fallen or something has come out since the last decision, or there is none to take back"
        )
    if session.last_decider() not in viewer.sides:
        raise Refusal("the last decision was the other coach's")
    match.take_back()
    del session.plain[len(match.inputs) :]
    session.pilots.clear()
    session.bots.taken_back(session.id, len(match.inputs))
    await session.written(len(match.inputs), 0, "coach", len(match.game.events))
    await session.go_on()


async def choose_for_me(session: Session, viewer: Viewer, order: wire.ChooseForMe) -> None:
    match = check_turn(session, viewer, order.number)
    side = match.asked()
    if order.scope != "one":
        kind = prompt_kind({option & 0xFF for option in match.options()})
        session.pilots[side] = (order.scope, kind, int(match.game.side_value(i64(side), TURNS)))
    await session.decide([await session.advised(side)], "bot")
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
    kept = [each for each in session.auto if not (each.side in viewer.sides and each.skill == order.skill)]
    if order.answer != "ask":
        kept += [AutoRecord(side, order.skill, order.answer) for side in viewer.sides]
    if len(kept) > 200:
        raise Refusal("too many standing answers")
    session.auto = kept
    await session.store.record(Change(session.id, session.number, session.number, 0, [], auto=session.auto))
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
    session.pace = order.seconds
    await session.store.set_pace(session.id, order.seconds)
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
    """What somebody typed, without what cannot be seen, in one line."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
