"""What may come of dice, in words: every result is tried on a clone, and what happens then is told.

The words follow the events of the engine, so that each edition tells its own rules: what is in a chest, where a portal
leads, what a fumble costs.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions, events
from dungeonbowl.engine.actions import kind_of
from dungeonbowl.engine.dice import faces, packed
from dungeonbowl.engine.events import Event
from dungeonbowl.engine.frames import ASK, ROLL
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.loop import choose_trusted, give_dice, options_of, settle, usual_answer
from dungeonbowl.engine.statuses import LOST, RESERVES, SENT_OFF, STATUS_NAMES
from dungeonbowl.languages import mark, plural, t
from dungeonbowl.play.usual import default_action
from dungeonbowl.server.view.trials import NEXT_THINGS, Noted
from dungeonbowl.server.view.words import player_label
from dungeonbowl.server.wire import Outcome
from dungeonbowl.words.story import TRAPS

MOST_RESULTS: Final = 220  # of all dice of one roll
MOST_NAMED: Final = 2  # players that go down and are called by name; the others are counted
MOST_ANSWERS: Final = 6
CONTENTS: Final = mark(("it explodes", "the ball", "a magic item"))
NOTHING: Final = mark("nothing happens")
VANISHED: Final = mark("lost")


def outcomes(game: Game, side: int) -> list[Outcome]:
    """What the dice that a game waits for may bring to the coach of `side`, the likeliest first."""
    if game.signal != ROLL:
        return []
    sides, count = int(faces(game.dice_kind)), int(game.dice_count)
    if sides**count > MOST_RESULTS:
        return []
    results = [list(result) for result in product(range(1, sides + 1), repeat=count)]
    found = told(game, results, side, len(results))
    return [] if [each.text for each in found] == [t(NOTHING)] else found


def failures(noted: Noted, side: int) -> list[Outcome]:
    """What a test costs that ends badly, by the faces with which it does. The odds are those of the die."""
    game = noted.before
    if game is None:
        return []
    sides, count = int(faces(game.dice_kind)), int(game.dice_count)
    results = [list(result) for result in product(range(1, sides + 1), repeat=count)]
    bad = [result for result in results if is_bad(noted, sum(result))]
    return told(game, bad, side, len(results))


def is_bad(noted: Noted, shown: int) -> bool:
    passed = shown <= noted.needed if noted.reads_at_most() else shown >= noted.needed
    return passed == noted.is_against


def told(game: Game, results: list[list[int]], side: int, of: int) -> list[Outcome]:
    """The results in words, those that bring the same together. `of` is the number of all results of the dice."""
    acting = int(game.acting)
    chances: dict[tuple[str, int | None], float] = {}
    for result in results:
        branch = game.clone()
        branch.record()
        give_dice(branch, packed(result))
        answer_all(branch)
        where = int(branch.square[acting]) if acting >= 0 else -1
        moved = acting >= 0 and where >= 0 and any(event.kind == events.TELEPORTED for event in branch.events)
        key = (sentence(game, branch, side), where if moved else None)
        chances[key] = chances.get(key, 0.0) + 1 / of
    ordered = sorted(chances.items(), key=lambda item: -item[1])
    return [Outcome(text, round(odds, 6), square) for (text, square), odds in ordered]


def answer_all(game: Game) -> None:
    """Answer the questions that come before the next dice as coaches usually do; no re-rolls."""
    for _ in range(MOST_ANSWERS):
        if settle(game) != ASK:
            return
        options = options_of(game)
        if not NEXT_THINGS.isdisjoint(kind_of(i64(option)) for option in options):
            return
        if any(kind_of(i64(option)) == actions.REROLL for option in options):
            usual = 0
        else:
            usual = int(usual_answer(game))
        choose_trusted(game, i64(default_action(options, usual)))


def sentence(before: Game, after: Game, side: int) -> str:
    """What has happened since the dice: the things themselves, who goes down, whose turn ends."""
    parts: list[str] = []
    down: list[int] = []
    for event in after.events:
        if event.kind == events.WENT_DOWN:
            down.append(int(event["piece"]))
        words = phrase(after, event)
        if words and words not in parts:
            parts.append(words)
    if any(is_lost(event) for event in after.events):  # who it is says it already
        parts = [part for part in parts if part != t(VANISHED)]
    parts += falls(after, down)
    if before.turnover == 0 and lost_turn(before, after):
        parts.append(t("your turn ends") if int(before.active) == side else t("their turn ends"))
    if not parts:
        return t(NOTHING)
    if len(parts) == 1:
        return parts[0]
    return t("{these} and {last}", these=", ".join(parts[:-1]), last=parts[-1])


def is_lost(event: Event) -> bool:
    """Whether a player has left the match for good, by name."""
    return event.kind == events.LEFT_PLAY and int(event["status"]) == LOST


def lost_turn(before: Game, after: Game) -> bool:
    if after.turnover != 0:
        return True
    return any(event.kind == events.TURNOVER for event in after.events) and not before.over


def falls(game: Game, down: list[int]) -> list[str]:
    """Who goes down: some by name, and how many others."""
    named = [t("{player} goes down", player=player_label(game, piece)) for piece in down[:MOST_NAMED]]
    others = len(down) - MOST_NAMED
    if others > 0:
        named.append(plural("{count} other goes down", "{count} others go down", others))
    return named


def phrase(game: Game, event: Event) -> str:
    """One event in a few words; empty for those that a coach who weighs a choice need not be told."""
    kind = int(event.kind)
    if kind == events.CHEST_OPENED:
        return t(CONTENTS[int(event["contents"])])
    if kind == events.TELEPORTED:
        portal = int(game.portal_number(i64(int(event["square"]))))
        word = t(str(game.dungeon.map_rules.portal_word))
        if portal:
            return t("out at {portal} {number}", portal=word, number=portal)
        return t("out beside a {portal}", portal=word)
    if kind == events.VANISHED:
        return t(VANISHED)
    if kind == events.LEFT_PLAY:
        return left_play(player_label(game, int(event["piece"])), int(event["status"]))
    if kind == events.TRAP_SPRUNG:
        return t("a trap: {trap}", trap=t(TRAPS[int(event["trap"])]))
    if kind == events.DOOR_TRIED:
        return t("it is locked") if int(event["die"]) == 1 else t("it is not locked")
    words = BY_PIECE.get(kind)
    return t(words, player=player_label(game, int(event["piece"]))) if words else t(FIXED.get(kind, ""))


def left_play(label: str, status: int) -> str:
    if status == SENT_OFF:  # an event of its own tells it
        return ""
    if status == RESERVES:
        return t("{player} goes to the reserves", player=label)
    if status == LOST:
        return t("{player} is lost", player=label)
    return t("{player} is out: {status}", player=label, status=t(str(STATUS_NAMES[status])))


# Events about a player, and events that need no name.
BY_PIECE: Final = mark(
    {
        int(events.BALL_CAUGHT): "{player} has the ball",
        int(events.BALL_DROPPED): "{player} drops the ball",
        int(events.SENT_OFF): "{player} is sent off",
        int(events.ARMOUR_BROKEN): "the armour of {player} breaks",
        int(events.ARMOUR_HELD): "the armour of {player} holds",
        int(events.STRANDED): "{player} does nothing this turn",
        int(events.TURNED_TO_STONE): "{player} turns to stone",
        int(events.EATEN): "{player} is eaten",
        int(events.HIT_WALL): "{player} hits the wall",
        int(events.LANDED): "{player} lands on its feet",
        int(events.MONSTER_APPEARED): "{player} appears",
    }
)
FIXED: Final = mark(
    {
        int(events.SCORED): "a touchdown",
        int(events.INTERFERED): "the throw is deflected",
        int(events.DOOR_SMASHED): "the door breaks",
        int(events.BOMB_EXPLODED): "the bomb explodes",
        int(events.FLAMES_BURST): "flames burst out",
    }
)
