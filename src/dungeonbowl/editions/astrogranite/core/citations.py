"""The rule of the Astrogranite edition that each clause stands for. Modules add theirs when they are installed."""

from __future__ import annotations

from dungeonbowl.engine import clauses


def citations() -> list[str]:
    """One rule for each clause; empty if this edition has no rule for it."""
    table = [""] * int(clauses.CLAUSES)
    for clause, rule in [*base(), *setup_and_turns(), *chests_and_teleporters(), *throws(), *skills()]:
        table[int(clause)] = rule
    return table


def base() -> list[tuple[int, str]]:
    """The base rules (A-BASE, A-DEF, A-RR)."""
    return [
        (clauses.ACTIVATION, "A-BASE-02"),
        (clauses.DECLARATION, "A-BASE-02"),
        (clauses.END_ACTIVATION, "A-BASE-03"),
        (clauses.MOVE, "A-BASE-04"),
        (clauses.STEP, "A-BASE-04"),
        (clauses.STAND_UP, "A-BASE-05"),
        (clauses.RUSH, "A-BASE-06"),
        (clauses.FELL, "A-DEF-13"),
        (clauses.PLACED_PRONE, "A-DEF-13"),
        (clauses.MARKING, "A-BASE-07"),
        (clauses.DODGE, "A-BASE-08"),
        (clauses.PICK_UP, "A-BASE-10"),
        (clauses.BLITZ, "A-BASE-11"),
        (clauses.BLOCK, "A-BASE-14"),
        (clauses.BLOCKED, "A-BASE-14"),
        (clauses.BLOCK_DICE, "A-BASE-12"),
        (clauses.PUSH, "A-BASE-16"),
        (clauses.CHAIN_PUSH, "A-BASE-17"),
        (clauses.FOLLOW_UP, "A-BASE-18"),
        (clauses.ARMOUR, "A-BASE-19"),
        (clauses.INJURY, "A-BASE-20"),
        (clauses.RECOVERY, "A-BASE-21"),
        (clauses.CASUALTY_ROLL, "A-BASE-23"),
        (clauses.FOUL, "A-BASE-25"),
        (clauses.FOULED, "A-BASE-25"),
        (clauses.SENDING_OFF, "A-BASE-26"),
        (clauses.PASS, "A-BASE-28"),
        (clauses.SCATTER, "A-BASE-30"),
        (clauses.CATCH, "A-BASE-31"),
        (clauses.BOUNCE, "A-BASE-32"),
        (clauses.BALL_RESTS, "A-BASE-32"),
        (clauses.BALL_DROPPED, "A-DEF-13"),
        (clauses.INTERFERE, "A-BASE-34"),
        (clauses.INTERCEPT, "A-BASE-34"),
        (clauses.HAND_OFF, "A-BASE-35"),
        (clauses.TEAM_REROLL, "A-BASE-38"),
        (clauses.SKILL_REROLL, "A-BASE-38"),
        (clauses.TURNOVER_FALL, "A-TURN-10"),
        (clauses.TURNOVER_KNOCKED_DOWN, "A-TURN-10"),
        (clauses.TURNOVER_PLACED_PRONE, "A-TURN-10"),
        (clauses.TURNOVER_CARRIER, "A-TURN-10"),
        (clauses.TURNOVER_SENT_OFF, "A-TURN-10"),
        (clauses.TURNOVER_PICK_UP, "A-BASE-10"),
        (clauses.TURNOVER_FUMBLE, "A-BASE-29"),
        (clauses.TURNOVER_LOOSE_BALL, "A-TURN-10"),
        (clauses.TURNOVER_INTERFERENCE, "A-BASE-34"),
        (clauses.TURNOVER_THROWN_CARRIER, "A-BASE-37"),
    ]


def setup_and_turns() -> list[tuple[int, str]]:
    """Set-up, turns and victory (A-SETUP, A-TURN)."""
    return [
        (clauses.ROLL_OFF, "A-SETUP-08"),
        (clauses.STARTING_COACH, "A-SETUP-08"),
        (clauses.PLACE_CHEST, "A-SETUP-09"),
        (clauses.PLACE_PORTAL, "A-SETUP-09"),
        (clauses.DEPLOYMENT, "A-SETUP-06"),
        (clauses.TEAM_TURN, "A-TURN-01"),
        (clauses.TURN_LIMIT, "A-TURN-01"),
        (clauses.TOUCHDOWN, "A-TURN-06"),
        (clauses.CONCEDED, "A-TURN-09"),
    ]


def chests_and_teleporters() -> list[tuple[int, str]]:
    """Chests, teleporters, reserves and the sponge (A-CHEST, A-TELE, A-SPONGE)."""
    return [
        (clauses.OPEN_CHEST, "A-CHEST-01"),
        (clauses.CHEST_CONTENTS, "A-SETUP-04"),
        (clauses.CHEST_DRAW, "A-SETUP-04"),
        (clauses.CHEST_BALL, "A-CHEST-03"),
        (clauses.CHEST_TRAP, "A-CHEST-04"),
        (clauses.EXPLOSION, "A-CHEST-04"),
        (clauses.PORTAL, "A-TELE-02"),
        (clauses.TELEPORT, "A-TELE-02"),
        (clauses.MISHAP, "A-TELE-03"),
        (clauses.SECOND_TELEPORT, "A-TELE-08"),
        (clauses.TURNOVER_TELEPORT, "A-TELE-08"),
        (clauses.DUGOUT, "A-TURN-02"),
        (clauses.DUGOUT_ARRIVAL, "A-TURN-02"),
        (clauses.SPONGE, "A-SPONGE-01"),
    ]


def throws() -> list[tuple[int, str]]:
    """Passing in the dungeon, balls and collisions (A-PASS, A-BALL, A-COLL)."""
    return [
        (clauses.PASS_ACTION, "A-PASS-01"),
        (clauses.THROW_AT_WALL, "A-PASS-03"),
        (clauses.WALL_SIDE, "A-PASS-04"),
        (clauses.WALL_DIRECTION, "A-PASS-05"),
        (clauses.WALL_DISTANCE, "A-PASS-06"),
        (clauses.REFLECTION, "A-PASS-08"),
        (clauses.CATCH_CHOICE, "A-PASS-10"),
        (clauses.RICOCHET, "A-BALL-01"),
        (clauses.BALL_PORTAL, "A-BALL-04"),
        (clauses.THROW_TEAM_MATE, "A-BASE-36"),
        (clauses.PASSENGER, "A-COLL-01"),
        (clauses.LANDING, "A-BASE-37"),
        (clauses.FAILED_LANDING, "A-BASE-37"),
        (clauses.CRASH_LANDING, "A-BASE-37"),
        (clauses.COLLISION, "A-COLL-04"),
        (clauses.LANDED_ON, "A-COLL-04"),
        (clauses.STRUCK_A_PLAYER, "A-COLL-01"),
        (clauses.CRASHED_INTO, "A-COLL-01"),
        (clauses.JUMP, "A-LEAP-15"),
    ]


def skills() -> list[tuple[int, str]]:
    """Skills and traits (A-SKREF, A-TRAIT). Where several share a clause, the most general of their rules."""
    return [
        (clauses.REROLL_GATE, "A-SKREF-03"),
        (clauses.MATCH_STRENGTH, "A-SKREF-07"),
        (clauses.REGENERATION, "A-SKREF-25"),
        (clauses.TRAIT_ROLL, "A-SKREF-28"),
        (clauses.EATEN, "A-SKREF-30"),
        (clauses.REPULSION, "A-SKREF-32"),
        (clauses.SPECIAL, "A-SKREF-35"),
        (clauses.SPECIAL_ROLL, "A-SKREF-35"),
        (clauses.TITCHY_SET_UP, "A-TRAIT-08"),
    ]
