"""Which point of the rules each kind of action follows from."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import actions, clauses
from dungeonbowl.engine.actions import first_of, kind_of

# Which point of the rules a kind of action follows from.
ACTION_CLAUSES: Final[dict[int, int]] = {
    int(kind): int(clause)
    for kind, clause in (
        (actions.ACTIVATE, clauses.ACTIVATION),
        (actions.END_TURN, clauses.END_TURN),
        (actions.ENTER_RESERVE, clauses.DUGOUT),
        (actions.USE_SPONGE, clauses.SPONGE),
        (actions.STEP, clauses.STEP),
        (actions.JUMP, clauses.JUMP),
        (actions.STAND_UP, clauses.STAND_UP),
        (actions.BLOCK, clauses.BLOCK),
        (actions.HAND_OFF, clauses.HAND_OFF),
        (actions.FOUL, clauses.FOUL),
        (actions.AIM, clauses.PASS_ACTION),
        (actions.PICK_TEAM_MATE, clauses.THROW_TEAM_MATE),
        (actions.OPEN_CHEST, clauses.OPEN_CHEST),
        (actions.PAY_PORTAL, clauses.PORTAL_PAYMENT),
        (actions.END_ACTIVATION, clauses.END_ACTIVATION),
        (actions.THROW_TO, clauses.PASS_ACTION),
        (actions.THROW_AT_WALL, clauses.THROW_AT_WALL),
        (actions.CHOOSE_FACE, clauses.BLOCK_DICE),
        (actions.PUSH_TO, clauses.PUSH),
        (actions.FOLLOW_UP, clauses.FOLLOW_UP),
        (actions.STAY, clauses.FOLLOW_UP),
        (actions.USE, clauses.SKILL),
        (actions.INTERFERE, clauses.INTERFERE),
        (actions.TRY_CATCH, clauses.CATCH_CHOICE),
        (actions.ARGUE, clauses.ARGUE),
        (actions.BRIBE, clauses.BRIBE),
        (actions.CAST, clauses.SPELL),
        (actions.CAST_ON, clauses.SPELL),
        (actions.CAST_AT, clauses.SPELL),
        (actions.PLACE_CHEST, clauses.PLACE_CHEST),
        (actions.PLACE_PORTAL, clauses.PLACE_PORTAL),
        (actions.CHOOSE_ZONE, clauses.CHOOSE_ZONE),
        (actions.DEPLOY, clauses.DEPLOYMENT),
        (actions.BUY, clauses.INDUCEMENT),
        (actions.BUY_NO_MORE, clauses.INDUCEMENT),
        (actions.LEAP, clauses.LEAP),
        (actions.CROSS, clauses.LEAP),
        (actions.SHOVE_CHEST, clauses.MOVE_CHEST),
        (actions.DRAG_CHEST, clauses.MOVE_CHEST),
        (actions.TAKE_CHEST, clauses.THROW_CHEST),
        (actions.DEMAND, clauses.BALANCE),
        (actions.HURRY, clauses.HURRY),
        (actions.STEP_OFF, clauses.STEPPED_OFF),
        (actions.CLIMB, clauses.CLIMB),
        (actions.CLIMB_OUT, clauses.PIT_CLIMB),
        (actions.PLACE_TRAP, clauses.TRAP_PLACED),
        (actions.LIE_DOWN, clauses.FLAMED),
        (actions.BEAR_FLAMES, clauses.FLAMED),
        (actions.BY_RULE, clauses.GAME_MASTER),
        (actions.OPEN_DOOR, clauses.DOOR_OPENED),
        (actions.CLOSE_DOOR, clauses.DOOR_CLOSED),
        (actions.SMASH_DOOR, clauses.DOOR_BLOCK),
        (actions.SLIP_TO, clauses.PASSAGE),
        (actions.TRAVEL, clauses.RUNE_TRAVEL),
        (actions.CAST_SPELL, clauses.CASTING),
        (actions.FLASH_TO, clauses.FLASH),
        (actions.STRIKE_FROM_AFAR, clauses.FLYING_FIST),
        (actions.FETCH_FROM, clauses.PHANTOM_HANDS),
        (actions.PASS_THROUGH_WALLS, clauses.PHANTOM_PASS),
        (actions.RELEASE_WINDS, clauses.WINDS),
        (actions.WINDS_FELL, clauses.WINDS_FELLED),
        (actions.WINDS_RAISE, clauses.WINDS_RAISED),
        (actions.CHOOSE_STARTER, clauses.TEAM_TURN),
        (actions.SET_UP_DONE, clauses.DEPLOYMENT),
        (actions.CHOOSE_PORTAL, clauses.PORTAL),
        (actions.CHOOSE_BALL, clauses.BALL_CHOICE),
        (actions.CALL_REFEREE, clauses.REFEREE_PHASE),
        (actions.MOVE_REFEREE, clauses.REFEREE_PHASE),
        (actions.NAME_VICTIM, clauses.ASSASSIN),
    )
}
DECLARATION_CLAUSES: Final[dict[int, int]] = {
    int(actions.MOVE_ACTION): int(clauses.MOVE),
    int(actions.BLOCK_ACTION): int(clauses.BLOCK),
    int(actions.BLITZ_ACTION): int(clauses.BLITZ),
    int(actions.PASS_ACTION): int(clauses.PASS_ACTION),
    int(actions.HAND_OFF_ACTION): int(clauses.HAND_OFF),
    int(actions.FOUL_ACTION): int(clauses.FOUL),
    int(actions.THROW_TEAM_MATE_ACTION): int(clauses.THROW_TEAM_MATE),
    int(actions.LEAVE_ACTION): int(clauses.LEFT_DUNGEON),
    int(actions.SMASH_DOOR_ACTION): int(clauses.DOOR_BLOCK),
    int(actions.WINDS_ACTION): int(clauses.WINDS),
    int(actions.CLIMB_OUT_ACTION): int(clauses.PIT_CLIMB),
    int(actions.SPELL_ACTION): int(clauses.CASTING),
}
SOURCE_CLAUSES: Final[dict[int, int]] = {
    int(actions.TEAM_REROLL): int(clauses.TEAM_REROLL),
    int(actions.SKILL_REROLL): int(clauses.SKILL_REROLL),
    int(actions.PRO_REROLL): int(clauses.SKILL_REROLL),
}


def clause_of(packed: int) -> int:
    """The point of the rules that an action follows from, or 0."""
    kind = int(kind_of(i64(packed)))
    if kind == actions.DECLARE:
        return DECLARATION_CLAUSES.get(int(first_of(i64(packed))), int(clauses.SPECIAL))
    if kind == actions.REROLL:
        return SOURCE_CLAUSES.get(int(first_of(i64(packed))), int(clauses.TEAM_REROLL))
    return ACTION_CLAUSES.get(kind, 0)
