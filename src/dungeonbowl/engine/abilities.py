"""What a player can do. Procedures ask for these abilities, never for the name of a skill.

A skill of a roster is a set of abilities: `teams/skills.toml` says which, and the row of the skill in `engine/skills/`
repeats it (`dungeonbowl skill Guard` prints the row). Two skills may give the same ability. A skill that cancels
another skill is an ability too.

The comment behind an ability says what a player that has it can do. "This player" is the player that has the ability.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

WORDS: Final[i64] = 8  # words of 32 abilities for each piece

# Re-rolls of a test, in the order of the tests in `clauses.py`.
REROLLS_RUSH: Final[i64] = 0  # a failed Rush may be rolled again
REROLLS_DODGE: Final[i64] = 1  # a failed Dodge may be rolled again
REROLLS_PICK_UP: Final[i64] = 2  # a failed pick-up may be rolled again
REROLLS_CATCH: Final[i64] = 3  # a failed catch may be rolled again
REROLLS_PASS: Final[i64] = 4  # a failed pass may be rolled again
# Blocks and pushes.
IGNORES_BOTH_DOWN: Final[i64] = 8  # stays on its feet when the die shows Both Down
TURNS_STUMBLE_INTO_PUSH: Final[i64] = 9  # a Stumble against this player is only a push
CANCELS_DODGE: Final[i64] = 10  # opponents cannot use the two abilities of Dodge against this player
HITS_HARDER: Final[i64] = 11  # adds its number to armour or injury of those it knocks down in a block
PICKS_PUSH_SQUARE: Final[i64] = 12  # its own coach chooses the square it is pushed to
STANDS_FIRM: Final[i64] = 13  # need not be pushed
GRABS: Final[i64] = 14  # pushes its target to any free square beside the target
REPELS: Final[i64] = 15  # an opponent that wants to attack this player must pass a roll first
IGNORES_HARDER_HITS: Final[i64] = 16  # what opponents add to an armour roll does not count
# Leaving a Tackle Zone.
TRIPS_DODGERS: Final[i64] = 20  # may dive at the feet of an opponent that dodges away
HOLDS_BACK: Final[i64] = 21  # may hold an opponent that wants to leave its Tackle Zone
FOLLOWS_DODGERS: Final[i64] = 22  # may follow an opponent that leaves its Tackle Zone
# Hands.
NO_HANDS: Final[i64] = 24  # never holds a ball
KEEPS_BALL_NEAR: Final[i64] = 25  # puts the ball on a square beside itself instead of dropping it
# Small players and large ones.
FRAGILE: Final[i64] = 28  # uses the injury table of small players
SLIPS_THROUGH: Final[i64] = 29  # Tackle Zones of the square entered do not hinder its Dodge
THROWABLE: Final[i64] = 30  # may be thrown by a team-mate
THROWS_TEAM_MATES: Final[i64] = 31  # may throw a team-mate
# Movement.
LEAPS: Final[i64] = 32  # may leap over any square
TAKES_ROOT: Final[i64] = 33  # rolls on activation: a 1 fixes it to its square
# Presence and body.
DISTURBS: Final[i64] = 36  # opponents within three squares throw and catch worse
REGENERATES: Final[i64] = 37  # rolls after a casualty: on a 4 or more it goes to the reserves
# Traits rolled on activation.
FORGETS: Final[i64] = 40  # rolls on activation: on a 1 it does nothing and loses its Tackle Zone
# Armour, injuries, fouls.
RENDS_ARMOUR: Final[i64] = 48  # in a block of this player an 8 breaks any armour
HURTS_DODGERS: Final[i64] = 49  # +1 to armour or injury of opponents that fall on leaving its Tackle Zone
KICKS_HARDER: Final[i64] = 50  # adds its number to armour or injury of those it fouls
FOULS_UNSEEN: Final[i64] = 51  # a double on the armour roll of its Foul is overlooked
THICK_HEADED: Final[i64] = 52  # the lowest injury that knocks out only stuns this player
ROTS: Final[i64] = 53  # its casualties are worse
STABS: Final[i64] = 54  # may stab instead of blocking
VOMITS: Final[i64] = 55  # may vomit on an opponent instead of blocking
BREATHES_FIRE: Final[i64] = 56  # may breathe fire instead of blocking
# More on blocks and pushes.
MATCHES_STRENGTH: Final[i64] = 64  # may become as strong as a stronger target
CHARGES: Final[i64] = 65  # +1 Strength in the block of a Blitz
HELPS_WHEN_MARKED: Final[i64] = 66  # assists in blocks although opponents mark it
CANCELS_HELP: Final[i64] = 67  # in the other side's turn, opponents it marks cannot use HELPS_WHEN_MARKED
UNSTOPPABLE: Final[i64] = 68  # in a Blitz, Both Down may be a push; no Wrestle, no Fend, no Stand Firm against it
FENDS_OFF: Final[i64] = 69  # may keep the opponent that pushes it from following up
BLOCKS_AGAIN: Final[i64] = 70  # must follow up, and must block a second time
STRIPS_BALL: Final[i64] = 71  # a carrier that it pushes drops the ball
GRIPS_BALL: Final[i64] = 72  # STRIPS_BALL does not work against this player
DRAGS_DOWN: Final[i64] = 73  # Both Down may place both players prone
REROLLS_BOTH_DOWN: Final[i64] = 74  # one die that shows Both Down in its Block action may be rolled again
BLOCKS_TWO: Final[i64] = 75  # may block two opponents in one action
DROPS_ON_FALLEN: Final[i64] = 76  # may foul the opponent it has knocked down, and lies down itself
RUNS_AFTER_BLOCK: Final[i64] = 77  # may step away after its block
PILES_ON: Final[i64] = 128  # may drop on the opponent it has knocked down, for another roll against it
# More on movement.
DIVES_FOR_CATCHES: Final[i64] = 80  # reaches for a ball that comes down beside it
SPRINGS_UP: Final[i64] = 81  # stands up without paying movement, and may block from the ground
RUSHES_MORE: Final[i64] = 82  # one more Rush in an activation
BREAKS_FREE: Final[i64] = 83  # helps a Dodge after its roll, once in an activation
DODGES_BETTER: Final[i64] = 84  # +1 to its Dodges
TINY: Final[i64] = 85  # dodges better, and its Tackle Zone does not hinder a Dodge
GRASPS_AT_DODGERS: Final[i64] = 86  # leaving its Tackle Zone is harder
LONG_LEGS: Final[i64] = 87  # jumps and interferes better
BOUNCES: Final[i64] = 90  # opponents that mark it do not hinder its leaps
RISES_WITH_HELP: Final[i64] = 124  # team-mates beside it help it to stand up
TRADES_PLACES: Final[i64] = 125  # may move to another square beside its attacker
# The ball.
MANY_HANDED: Final[i64] = 88  # picks up, catches and interferes better
BIG_HANDED: Final[i64] = 89  # opponents that mark it do not hinder its pick-ups
THROWS_WEAKLY: Final[i64] = 26  # its passes are easier to interfere with
THROWS_BETTER: Final[i64] = 91  # +1 to its passes
STEADY_NERVES: Final[i64] = 93  # opponents that mark it do not hinder its passes, catches and interceptions
READS_THE_PASS: Final[i64] = 94  # may move when an opponent is about to throw
RUNS_AFTER_PASS: Final[i64] = 95  # may go on moving after a Quick pass
KEEPS_FUMBLES: Final[i64] = 96  # keeps the ball when it fumbles
DUMPS_OFF: Final[i64] = 97  # may throw the ball before it is blocked
LEAVES_BALL: Final[i64] = 98  # may leave the ball in a square it moves out of
RUNS_AFTER_HAND_OFF: Final[i64] = 99  # may go on moving after a Hand-off
KEEPS_BALL_FOR_ITSELF: Final[i64] = 123  # never gives the ball away
THROWS_AT_WALLS: Final[i64] = 122  # throws better at a wall
# Re-rolls of every kind.
NEEDS_LEAVE: Final[i64] = 100  # a team re-roll for it works only if a die shows its number
TRIES_AGAIN: Final[i64] = 101  # once in its activation it may try to roll one die again
LEADS: Final[i64] = 102  # brings its side one more team re-roll
# More traits rolled on activation.
NEEDS_PROMPTING: Final[i64] = 103  # forgets what to do, less often beside a team-mate that does not have this
RAGES: Final[i64] = 104  # often does nothing, unless it attacks
SAVAGES: Final[i64] = 105  # may knock down a team-mate
THIRSTS: Final[i64] = 106  # may have to bite a Thrall by the end of its activation
FEEDS_THE_THIRSTY: Final[i64] = 107  # may be bitten
STAGGERS: Final[i64] = 108  # -1 to its Rushes
ROUSES_FALLEN: Final[i64] = 109  # fallen team-mates near it may stand up in the other side's turn
INFECTS: Final[i64] = 110  # an opponent that it kills may join its side
WAITS_TO_JOIN: Final[i64] = 113  # a sheet that is not in play until an opponent has been infected
FOR_HIRE: Final[i64] = 114  # plays only if its side hires it for this match, and earns nothing
# Special actions.
GAZES: Final[i64] = 111  # may take an opponent's Tackle Zone away with a look
THROWS_BOMBS: Final[i64] = 112  # may throw a bomb
# Portals.
NAVIGATES_PORTALS: Final[i64] = 120  # the die that says where a portal leads may be rolled again
PASSES_BEYOND_PORTALS: Final[i64] = 121  # may turn its action into a Pass after a portal
# Team-mates.
STRONG_ARM: Final[i64] = 92  # throws team-mates better
KICKS_TEAM_MATES: Final[i64] = 126  # may kick a team-mate through the air
EATS_TEAM_MATES: Final[i64] = 127  # may eat the team-mate it is about to throw
# Passing and extraordinary skills of the CRP. (148 to 167)
CANCELS_INTERCEPTIONS: Final[i64] = 148  # may undo an interception of its pass
BANNED: Final[i64] = 149  # is sent off after a drive it took part in
SAWS: Final[i64] = 150  # attacks with a chainsaw instead of blocking
STAKES: Final[i64] = 151  # +1 to the armour rolls of its stabs against UNDEAD players
UNDEAD: Final[i64] = 152  # STAKES work against this player
RESENTS: Final[i64] = 153  # gives the ball to its own kind only; its number says which kind a player is of
WHIRLS: Final[i64] = 154  # moves where a heavy ball on a chain takes it
# Magic items of StockBowl: one ability for each card of the deck, in the deck's order. The card may give others too.
BEGUILING: Final[i64] = 168  # has the Beguiling Bracers
ARMOUR_UNHELPED: Final[i64] = 169  # nothing is added to an armour roll against it, and the roll is not made again
THROWS_IN_THE_OPEN: Final[i64] = 170  # its passes are easier to intercept
SHIELDED: Final[i64] = 171  # has the Force Shield
BEAR_STRONG: Final[i64] = 172  # has the strength of a bear
TIGHT_FISTED: Final[i64] = 173  # takes no action that gives the ball away
DAMPS_CHARGES: Final[i64] = 174  # an opponent that has moved is weaker when it blocks this player in a Blitz
LUCKY: Final[i64] = 175  # the first armour roll that would break its armour does not
LONG_ARMED: Final[i64] = 176  # intercepts better
INJURY_UNHELPED: Final[i64] = 177  # cannot be fouled; injury rolls against it are not modified and not made again
RABBIT_FOOTED: Final[i64] = 178  # has the Rabbit's Foot
RINGED: Final[i64] = 179  # has the Ring of Teleportation
SMASHES: Final[i64] = 180  # has the Wand of Smashing
BEAR_WEAK: Final[i64] = 181  # was as strong as a bear and is weaker now
# Skills that only Astrogranite has. (182 to 191)
BRACES: Final[i64] = 182  # explosions put it down unhurt
SENSES_PORTALS: Final[i64] = 183  # rolls two dice for a portal and picks one
LANDS_ON_FEET: Final[i64] = 184  # may save itself from falls and collisions
REACTS_FIRST: Final[i64] = 185  # may move one square before a chest or a trap shows what it is
SNEAKS: Final[i64] = 186  # for what it does, the referee looks at another team
DENSE: Final[i64] = 187  # rolls before a Blitz, Pass or Hand-off: on a 1 the action is lost
# Monsters. (216 to 235)
MONSTER: Final[i64] = 216  # is a monster; its number says which kind
UNHINDERED: Final[i64] = 217  # leaves marked squares without a Dodge
PIERCES: Final[i64] = 218  # adds its number to the armour rolls of its attacks
STRIKES: Final[i64] = 219  # so many blocks in one activation
SLASHES: Final[i64] = 220  # so many attacks on the armour alone
POISONS: Final[i64] = 221  # so many attacks on the armour alone; a stunned player is knocked out instead
PETRIFIES: Final[i64] = 222  # so many attacks on the armour alone; if it breaks, the player turns to stone
HEADS: Final[i64] = 223  # a block for each head; loses the heads one by one
BREATHES_FLAME: Final[i64] = 224  # may breathe a flame over several squares
DEVOURS: Final[i64] = 225  # opens chests, and eats balls
# Referees and weapons. (236 to 243)
JUDGES: Final[i64] = 236  # is a referee in the dungeon
POISONED_BLADE: Final[i64] = 237  # a player that it stabs and stuns is knocked out
# Spells and magic items of Astrogranite. (244 to 251)
CASTS: Final[i64] = 244  # may cast a spell in place of a block
CARRIES_ITEM: Final[i64] = 245  # carries a magic item; its number says which
# No player has these. They name help that no skill gives, where the coach is asked whether to use it. (252 to 255)
WALL_SMASH: Final[i64] = 252  # there is only wall behind the player that is knocked down
SPIKED_BALL: Final[i64] = 253  # the blocker holds the spiked ball
SPELL_FORCE: Final[i64] = 254  # a wizard strikes from outside the dungeon

# The abilities that no skill gives, and what gives them.
GIVEN_OTHERWISE: Final[dict[int, str]] = {
    FEEDS_THE_THIRSTY: "the position: Thrall, Thrall Lineman",
    WAITS_TO_JOIN: "the sheet of a player that Plague Ridden or Nurgle's Rot may bring into play",
    FOR_HIRE: "the sheet of a star player or a mercenary that the side may hire before the match",
    UNDEAD: "the roster: those with the tag undead",
    BEGUILING: "the magic item Beguiling Bracers",
    ARMOUR_UNHELPED: "the magic item Belt of Invulnerability",
    THROWS_IN_THE_OPEN: "the magic item Fawndough's Headband",
    SHIELDED: "the magic item Force Shield",
    BEAR_STRONG: "the magic item Gikta's Strength of da Bear",
    TIGHT_FISTED: "the magic item Gloves of Holding",
    DAMPS_CHARGES: "the magic item Inertia Damper",
    LUCKY: "the magic item Lucky Charm",
    LONG_ARMED: "the magic item Magic Gloves of Jark Longarm",
    INJURY_UNHELPED: "the magic item Good Old Magic Codpiece",
    RABBIT_FOOTED: "the magic item Rabbit's Foot",
    RINGED: "the magic item Ring of Teleportation",
    SMASHES: "the magic item Wand of Smashing",
    BEAR_WEAK: "the magic item Gikta's Strength of da Bear, when the drive is over",
    CARRIES_ITEM: "any magic item of Astrogranite",
    WALL_SMASH: "the square: a wall behind the target",
    SPIKED_BALL: "the ball: a spiked one in the blocker's hands",
    SPELL_FORCE: "the spell of a wizard",
}
