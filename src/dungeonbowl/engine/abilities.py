"""What a player can do. Procedures ask for these, never for the name of a skill.

A skill of a roster is a set of abilities (`teams/skills.toml` says which). Two skills may share one ability, and a
skill that cancels another is an ability too.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

WORDS: Final[i64] = 4  # words of 32 abilities a piece

# Re-rolls of a test, in the order of the tests in `clauses.py`.
REROLLS_RUSH: Final[i64] = 0
REROLLS_DODGE: Final[i64] = 1
REROLLS_PICK_UP: Final[i64] = 2
REROLLS_CATCH: Final[i64] = 3
REROLLS_PASS: Final[i64] = 4
# Blocks and pushes.
IGNORES_BOTH_DOWN: Final[i64] = 8
TURNS_STUMBLE_INTO_PUSH: Final[i64] = 9
CANCELS_DODGE: Final[i64] = 10  # no re-roll of a dodge out of its zone, no stumble turned into a push
HITS_HARDER: Final[i64] = 11  # +1 to armour or injury of those it knocks down in a block
PICKS_PUSH_SQUARE: Final[i64] = 12  # chooses where it is pushed
STANDS_FIRM: Final[i64] = 13  # need not be pushed
GRABS: Final[i64] = 14  # chooses any free square for those it pushes
REPELS: Final[i64] = 15  # the blocker must first overcome its own disgust
IGNORES_HARDER_HITS: Final[i64] = 16  # armour modifiers of opponents do not count
# Leaving a zone.
TRIPS_DODGERS: Final[i64] = 20  # may dive at a dodger's feet
HOLDS_BACK: Final[i64] = 21  # may keep a player from leaving
FOLLOWS_DODGERS: Final[i64] = 22  # may follow a player that leaves
# Hands.
NO_HANDS: Final[i64] = 24
KEEPS_BALL_NEAR: Final[i64] = 25  # puts the ball beside itself instead of dropping it
# Being small, being large.
FRAGILE: Final[i64] = 28  # uses the injury table of the small
SLIPS_THROUGH: Final[i64] = 29  # dodges without counting zones
THROWABLE: Final[i64] = 30
THROWS_TEAM_MATES: Final[i64] = 31
# Movement.
LEAPS: Final[i64] = 32
TAKES_ROOT: Final[i64] = 33
# Presence and body.
DISTURBS: Final[i64] = 36  # opponents within three squares throw and catch worse
REGENERATES: Final[i64] = 37
# Traits rolled at activation.
FORGETS: Final[i64] = 40  # on a 1 it does nothing and loses its zone
