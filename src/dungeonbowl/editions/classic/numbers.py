"""The numbers of CRP (S-BASE, A-BASE)."""

from __future__ import annotations

from dungeonbowl.engine.procedures.ball.passing import SHORT
from dungeonbowl.engine.tables import UNBOUNDED, Tables


def classic_tables() -> Tables:
    """The tables of CRP. Among others: easier tests, four bands for passes, fewer points for a touchdown."""
    tables = Tables()
    tables.most_movement = UNBOUNDED  # only the sheets of teams have limits
    tables.most_strength = UNBOUNDED
    tables.dodge_modifier = 1
    tables.pick_up_modifier = 1
    tables.catch_modifier = 1
    tables.loose_catch_modifier = 0
    tables.portal_recovery = 0
    tables.points_touchdown = 3
    tables.targets_named = False
    tables.usual_agility = 4
    tables.halves = 2
    tables.writes_values = True
    tables.points_most_valuable = 5
    tables.fire_spares_own = False
    tables.points_deflection = 0
    tables.interference_first = True
    tables.interference_catches = True
    tables.thrown_farthest = SHORT
    tables.thrown_modifier = -1
    tables.thrown_needed = 2
    tables.throws_the_fallen = False
    tables.thrown_strikes_all = False
    tables.struck_mates_cost_turn = False
    tables.landing_picks_up = False
    tables.thrown_strength = 99
    tables.thrower_strength = 0
    tables.points_superb_throw = 0
    tables.harder_hits_chosen = True
    return tables
