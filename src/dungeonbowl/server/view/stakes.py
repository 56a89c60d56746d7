"""The stakes of a bonus that may go to either the armour or the injury roll, for the coach who is asked about it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine.frames import Frame
from dungeonbowl.engine.game import Game
from dungeonbowl.engine.procedures.harm.armour import ArmourRoll
from dungeonbowl.engine.procedures.harm.helps import GIVERS, NOBODY_ASKED
from dungeonbowl.engine.procedures.harm.injury import BADLY_HURT, InjuryRoll
from dungeonbowl.engine.statuses import CASUALTY, KNOCKED_OUT, STUNNED
from dungeonbowl.languages import mark, t
from dungeonbowl.server.view.words import player_label

BECOMES: Final = mark(
    {
        int(STUNNED): "stunned",
        int(KNOCKED_OUT): "knocked out",
        int(CASUALTY): "a casualty",
        int(BADLY_HURT): "badly hurt",
    }
)


def stakes(game: Game, frame: Frame) -> str:
    """The dice, and their results with the bonus and without it; empty for any other question."""
    if isinstance(frame, ArmourRoll) and frame.asked != NOBODY_ASKED:
        name = player_label(game, int(frame.piece))
        needed = int(game.squads.armour[frame.piece])
        return t("armour of {player}: {total} against {needed}+", player=name, total=int(frame.total), needed=needed)
    if isinstance(frame, InjuryRoll) and frame.whole == 0 and frame.next_giver() < GIVERS:
        name = player_label(game, int(frame.piece))
        added = int(frame.helps.of(frame.next_giver()))
        total = int(frame.total)
        without, with_it = becomes(game, frame, total), becomes(game, frame, total + added)
        told = {"player": name, "without": without, "total": total, "with_it": with_it}
        return t("injury of {player}: {without} at {total}, {with_it} with it", **told)
    return ""


def becomes(game: Game, frame: InjuryRoll, total: int) -> str:
    return t(BECOMES.get(int(frame.status(game, i64(total))), mark("hurt")))
