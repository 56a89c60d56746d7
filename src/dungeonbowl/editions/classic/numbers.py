"""The numbers of CRP (S-BASE, A-BASE)."""

from __future__ import annotations

from dungeonbowl.engine import clauses
from dungeonbowl.engine.procedures.ball.passing import SHORT
from dungeonbowl.engine.tables import ALWAYS_TURNOVER, CARRIER_TURNOVER, UNBOUNDED, Tables


def classic_tables() -> Tables:
    """The tables of CRP. Among others: easier tests, four bands for passes, fewer points for a touchdown."""
    tables = Tables()
    movement = tables.movement
    movement.most_allowance = UNBOUNDED  # only the sheets of teams have bounds
    movement.dodge_modifier = 1
    movement.jumps_over_fallen = False
    movement.leaps_freely = True
    movement.portal_recovery = 0
    blows = tables.blows
    blows.most_strength = UNBOUNDED
    blows.targets_named = False
    balls = tables.balls
    balls.pick_up_modifier = 1
    balls.catch_modifier = 1
    balls.loose_catch_modifier = 0
    throws = tables.throws
    throws.thrown_farthest = SHORT
    throws.thrown_modifier = -1
    throws.thrown_needed = 2
    throws.thrown_strength = 99
    throws.thrower_strength = 0
    tables.course.halves = 2
    experience = tables.experience
    experience.touchdown = 3
    experience.most_valuable = 5
    experience.deflection = 0
    experience.superb_throw = 0
    tables.set_turnover(clauses.BOMBED, ALWAYS_TURNOVER)
    tables.set_turnover(clauses.SAWN, ALWAYS_TURNOVER)
    tables.set_turnover(clauses.STABBED, CARRIER_TURNOVER)
    return tables
