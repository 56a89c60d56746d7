"""What a player can do. Procedures ask for these, never for the name of a skill.

A skill of a roster is a set of abilities (`teams/skills.toml` says which). Two skills may share one ability, and a
skill that cancels another is an ability too.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

WORDS: Final[i64] = 8  # words of 32 abilities a piece

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
HITS_HARDER: Final[i64] = 11  # adds its number to armour or injury of those it knocks down in a block
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
# Harm, and how it is borne.
RENDS_ARMOUR: Final[i64] = 48  # an unmodified 8 breaks any armour in a block of its own
HURTS_DODGERS: Final[i64] = 49  # +1 to armour or injury of those who trip on leaving its zone
KICKS_HARDER: Final[i64] = 50  # adds its number to armour or injury of those it fouls
FOULS_UNSEEN: Final[i64] = 51  # a double on the armour roll of its foul is overlooked
THICK_HEADED: Final[i64] = 52  # the lowest knock-out only stuns it
ROTS: Final[i64] = 53  # its casualties are worse
STABS: Final[i64] = 54  # may stab instead of a block
VOMITS: Final[i64] = 55  # may vomit on somebody instead of a block
BREATHES_FIRE: Final[i64] = 56  # may breathe fire instead of a block
# More on blocks and pushes.
MATCHES_STRENGTH: Final[i64] = 64  # may be as strong as a stronger target
CHARGES: Final[i64] = 65  # +1 Strength in the block of a Blitz
HELPS_WHEN_MARKED: Final[i64] = 66  # assists blocks however many mark it
CANCELS_HELP: Final[i64] = 67  # in the other side's turn nobody it marks can do the former
UNSTOPPABLE: Final[i64] = 68  # in a Blitz both down may be a push, and nobody wrestles, fends or stands firm
FENDS_OFF: Final[i64] = 69  # whoever pushes it may be kept from following up
BLOCKS_AGAIN: Final[i64] = 70  # must follow up, and block a second time
STRIPS_BALL: Final[i64] = 71  # a carrier it pushes drops the ball
GRIPS_BALL: Final[i64] = 72  # the former does not work against it
DRAGS_DOWN: Final[i64] = 73  # both down may place both prone
REROLLS_BOTH_DOWN: Final[i64] = 74  # one such die of a Block action may be rolled again
BLOCKS_TWO: Final[i64] = 75  # may block two opponents at once
DROPS_ON_FALLEN: Final[i64] = 76  # may foul whom it has knocked down, and lies down itself
RUNS_AFTER_BLOCK: Final[i64] = 77  # may step away after its block
PILES_ON: Final[i64] = 128  # may drop on whom it has knocked down, for another roll against it
# Movement.
DIVES_FOR_CATCHES: Final[i64] = 80  # reaches for a ball that comes down beside it
SPRINGS_UP: Final[i64] = 81  # stands up for nothing, and may block from the ground
RUSHES_MORE: Final[i64] = 82  # one more Rush in an activation
BREAKS_FREE: Final[i64] = 83  # adds to a dodge after the roll, once in an activation
DODGES_BETTER: Final[i64] = 84
TINY: Final[i64] = 85  # dodges better still, and is no obstacle to a dodger
GRASPS_AT_DODGERS: Final[i64] = 86  # makes leaving its zone harder
LONG_LEGS: Final[i64] = 87  # jumps and interferes better
BOUNCES: Final[i64] = 90  # leaps without minding marks
RISES_WITH_HELP: Final[i64] = 124  # team-mates help it up
TRADES_PLACES: Final[i64] = 125  # may be elsewhere beside its attacker
# The ball.
MANY_HANDED: Final[i64] = 88  # picks up, catches and interferes better
BIG_HANDED: Final[i64] = 89  # picks up a ball without minding marks
THROWS_WEAKLY: Final[i64] = 26  # its passes are easier to interfere with
THROWS_BETTER: Final[i64] = 91
STEADY_NERVES: Final[i64] = 93  # throws, catches and interferes without minding marks
READS_THE_PASS: Final[i64] = 94  # may move when an opponent is about to throw
RUNS_AFTER_PASS: Final[i64] = 95
KEEPS_FUMBLES: Final[i64] = 96  # a fumble is not let go
DUMPS_OFF: Final[i64] = 97  # may throw before it is blocked
LEAVES_BALL: Final[i64] = 98  # may leave the ball in a square it moves out of
RUNS_AFTER_HAND_OFF: Final[i64] = 99
KEEPS_BALL_FOR_ITSELF: Final[i64] = 123  # gives the ball to nobody
THROWS_AT_WALLS: Final[i64] = 122  # throws better at a wall
# Re-rolls of every kind.
NEEDS_LEAVE: Final[i64] = 100  # a team re-roll for it works only if a die reaches its number
TRIES_AGAIN: Final[i64] = 101  # once in its activation it may try to roll one die again
LEADS: Final[i64] = 102  # brings its side one more team re-roll
# Traits rolled at activation.
NEEDS_PROMPTING: Final[i64] = 103  # forgets what to do, less often beside somebody cleverer
RAGES: Final[i64] = 104  # often does nothing but rage, unless it attacks
SAVAGES: Final[i64] = 105  # turns on a team-mate
THIRSTS: Final[i64] = 106  # may have to bite by the end of its activation
FEEDS_THE_THIRSTY: Final[i64] = 107  # may be bitten
STAGGERS: Final[i64] = 108  # Rushes badly
ROUSES_FALLEN: Final[i64] = 109  # fallen team-mates near it may get up in the other side's turn
INFECTS: Final[i64] = 110  # whom it kills may change sides
WAITS_TO_JOIN: Final[i64] = 113  # is no part of the match until somebody has been infected
# Special actions.
GAZES: Final[i64] = 111  # may take an opponent's zone away with a look
THROWS_BOMBS: Final[i64] = 112
# Portals.
NAVIGATES_PORTALS: Final[i64] = 120  # re-rolls where a portal leads
PASSES_BEYOND_PORTALS: Final[i64] = 121  # may turn its action into a pass after a portal
# Team-mates.
STRONG_ARM: Final[i64] = 92  # throws team-mates better
KICKS_TEAM_MATES: Final[i64] = 126
EATS_TEAM_MATES: Final[i64] = 127
# Of the older rules, passing and extraordinary. (148 to 167)
CANCELS_INTERCEPTIONS: Final[i64] = 148  # may undo an interception of its pass
BANNED: Final[i64] = 149  # is sent off after a drive it took part in
SAWS: Final[i64] = 150  # strikes with a saw instead of blocking
STAKES: Final[i64] = 151  # its stabs go deeper into the undead
UNDEAD: Final[i64] = 152
RESENTS: Final[i64] = 153  # gives the ball to its own kind only; its number tells the kind of a player
WHIRLS: Final[i64] = 154  # moves as a heavy ball on a chain will
# Magic: one number a card of the deck, in its order. What else a card gives stands above.
BEGUILING: Final[i64] = 168
ARMOUR_UNHELPED: Final[i64] = 169  # nothing is added to an armour roll against it, and it is not made again
THROWS_IN_THE_OPEN: Final[i64] = 170  # its passes are easier to intercept
SHIELDED: Final[i64] = 171
BEAR_STRONG: Final[i64] = 172
TIGHT_FISTED: Final[i64] = 173  # takes no action that gives the ball away
DAMPS_CHARGES: Final[i64] = 174  # who has moved is weaker when it blocks it in a Blitz
LUCKY: Final[i64] = 175  # the first time its armour is broken it is not
LONG_ARMED: Final[i64] = 176  # intercepts better
INJURY_UNHELPED: Final[i64] = 177  # it cannot be fouled; injury rolls against it are neither modified nor made again
RABBIT_FOOTED: Final[i64] = 178
RINGED: Final[i64] = 179
SMASHES: Final[i64] = 180
BEAR_WEAK: Final[i64] = 181  # pays for what it was
# Of Astrogranite. (182 to 191)
BRACES: Final[i64] = 182  # explosions put it down unhurt
SENSES_PORTALS: Final[i64] = 183  # of two dice for a portal it picks one
LANDS_ON_FEET: Final[i64] = 184  # may save itself from falls and collisions
REACTS_FIRST: Final[i64] = 185  # a square of movement before a chest or a trap shows what it is
SNEAKS: Final[i64] = 186  # the eye of the referee is elsewhere
DENSE: Final[i64] = 187  # forgets what is harder than moving and hitting
# Of monsters. (216 to 235)
MONSTER: Final[i64] = 216  # its number tells its kind
UNHINDERED: Final[i64] = 217  # leaves marked squares without a Dodge
PIERCES: Final[i64] = 218  # its attacks go through armour more easily
STRIKES: Final[i64] = 219  # so many blocks in one activation
SLASHES: Final[i64] = 220  # so many blows at the armour alone
POISONS: Final[i64] = 221  # the same, and whoever would be stunned is knocked out
PETRIFIES: Final[i64] = 222  # the same, and whoever would be hurt is stone
HEADS: Final[i64] = 223  # a block for each; loses them one by one
BREATHES_FLAME: Final[i64] = 224
DEVOURS: Final[i64] = 225  # opens chests, and eats balls
# Of referees and weapons. (236 to 243)
JUDGES: Final[i64] = 236  # a referee in the dungeon
POISONED_BLADE: Final[i64] = 237  # whom it stabs and stuns is knocked out
# Of spells and magic items. (244 to 251)
CASTS: Final[i64] = 244  # may cast a spell in place of a block
CARRIES_ITEM: Final[i64] = 245  # its number tells which
# Nobody has these: names for help that no skill gives, where its coach is asked about it. (252 to 255)
WALL_SMASH: Final[i64] = 252  # there is nothing but wall behind the one who is knocked down
SPIKED_BALL: Final[i64] = 253  # in the hands of the blocker
SPELL_FORCE: Final[i64] = 254  # of a wizard who strikes from outside
