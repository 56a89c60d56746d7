"""Clauses: the points of the rules that dice, events, options and refusals refer to.

A clause is named in words that belong to no edition. Each edition says which of its numbered rules a clause stands for
(`editions/*/citations.py`). So a procedure that all editions share never names a rule of one of them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NOTHING: Final[i64] = 0

# Tests: a die against a target number, where a re-roll may be offered. The first five have a re-roll ability.
RUSH: Final[i64] = 1
DODGE: Final[i64] = 2
PICK_UP: Final[i64] = 3
CATCH: Final[i64] = 4
PASS: Final[i64] = 5
JUMP: Final[i64] = 6
STAND_UP: Final[i64] = 7
LANDING: Final[i64] = 8
INTERFERE: Final[i64] = 9
INTERCEPT: Final[i64] = 10
WALL_PUSH: Final[i64] = 11
ROOM_ROLL: Final[i64] = 12
THROW_FOOD: Final[i64] = 13
TRAIT_ROLL: Final[i64] = 14
REPULSION: Final[i64] = 15

# Dice that are not a test.
BLOCK_DICE: Final[i64] = 20
ARMOUR: Final[i64] = 21
INJURY: Final[i64] = 22
CASUALTY_ROLL: Final[i64] = 23
LASTING_INJURY: Final[i64] = 24
BOUNCE: Final[i64] = 25
SCATTER: Final[i64] = 26
DEVIATE: Final[i64] = 27
RICOCHET: Final[i64] = 28
CORNER: Final[i64] = 29
WALL_SIDE: Final[i64] = 30
WALL_DISTANCE: Final[i64] = 31
PORTAL: Final[i64] = 32
BALL_PORTAL: Final[i64] = 33
DUGOUT_ARRIVAL: Final[i64] = 34
CHEST_CONTENTS: Final[i64] = 35
ARGUE: Final[i64] = 36
BRIBE: Final[i64] = 37
ROLL_OFF: Final[i64] = 38
COIN_TOSS: Final[i64] = 39
REGENERATION: Final[i64] = 40

# Why a player went down.
FELL: Final[i64] = 50  # the player's own failure: a rush, dodge or jump
BLOCKED: Final[i64] = 51
PUSHED_INTO_WALL: Final[i64] = 52
PUSHED_INTO_CRYPT: Final[i64] = 53
EXPLOSION: Final[i64] = 54
ROOM_HARM: Final[i64] = 55
FOOD: Final[i64] = 56
FAILED_LANDING: Final[i64] = 57
CRASH_LANDING: Final[i64] = 58
STRUCK_BY_PLAYER: Final[i64] = 59
STRUCK_A_PLAYER: Final[i64] = 60
FOULED: Final[i64] = 61
PLACED_PRONE: Final[i64] = 62
SECOND_TELEPORT: Final[i64] = 63
CHASM: Final[i64] = 64
SPELL: Final[i64] = 65

# Why a team turn ended early.
TURNOVER_FALL: Final[i64] = 70
TURNOVER_KNOCKED_DOWN: Final[i64] = 71
TURNOVER_PLACED_PRONE: Final[i64] = 72
TURNOVER_PICK_UP: Final[i64] = 73
TURNOVER_FUMBLE: Final[i64] = 74
TURNOVER_LOOSE_BALL: Final[i64] = 75
TURNOVER_INTERFERENCE: Final[i64] = 76
TURNOVER_THROWN_CARRIER: Final[i64] = 77
TURNOVER_SENT_OFF: Final[i64] = 78
TURNOVER_WALL_THROW: Final[i64] = 79
TURNOVER_TEAM_MATE_STRUCK: Final[i64] = 80
TURNOVER_CARRIER: Final[i64] = 81

# Things that happen.
TEAM_TURN: Final[i64] = 90
ACTIVATION: Final[i64] = 91
MOVE: Final[i64] = 92
BLOCK: Final[i64] = 93
BLITZ: Final[i64] = 94
PASS_ACTION: Final[i64] = 95
HAND_OFF: Final[i64] = 96
FOUL: Final[i64] = 97
THROW_TEAM_MATE: Final[i64] = 98
SPECIAL: Final[i64] = 99
STEP: Final[i64] = 100
FOLLOW_UP: Final[i64] = 101
PUSH: Final[i64] = 102
CHAIN_PUSH: Final[i64] = 103
OPEN_CHEST: Final[i64] = 104
CHEST_BALL: Final[i64] = 105
CHEST_TRAP: Final[i64] = 106
TELEPORT: Final[i64] = 107
MISHAP: Final[i64] = 108
CHAIN_REACTION: Final[i64] = 109
PORTAL_PAYMENT: Final[i64] = 110
TOUCHDOWN: Final[i64] = 111
TURN_LIMIT: Final[i64] = 112
DISTANCE_WIN: Final[i64] = 113
CONCEDED: Final[i64] = 114
END_TURN: Final[i64] = 115
END_ACTIVATION: Final[i64] = 116
DUGOUT: Final[i64] = 117
SPONGE: Final[i64] = 118
SENDING_OFF: Final[i64] = 119
THROW_AT_WALL: Final[i64] = 120
REFLECTION: Final[i64] = 121
BALL_RESTS: Final[i64] = 122
RECOVERY: Final[i64] = 123
PLACE_CHEST: Final[i64] = 124
PLACE_PORTAL: Final[i64] = 125
CHOOSE_ZONE: Final[i64] = 126
DEPLOYMENT: Final[i64] = 127
FIRST_TURN: Final[i64] = 128
TEAM_REROLL: Final[i64] = 129
SKILL_REROLL: Final[i64] = 130
SKILL: Final[i64] = 131
CLOCK: Final[i64] = 132
DECLARATION: Final[i64] = 133
MARKING: Final[i64] = 134
GATHER_FUNDS: Final[i64] = 135
IMPASSABLE: Final[i64] = 136
CATCH_CHOICE: Final[i64] = 137
CRASH: Final[i64] = 138
BALL_DROPPED: Final[i64] = 139
CHASM_BALL: Final[i64] = 140
ROOM_EFFECT: Final[i64] = 141  # plus the number of the room, up to 153

# Blocks of another kind. (160 to 169)
MATCH_STRENGTH: Final[i64] = 160  # a test: whether a player is as strong as its target
STABBED: Final[i64] = 162  # went down: armour is rolled first; if it breaks, the player is placed prone and injured
BURNT: Final[i64] = 163  # knocked down by fire
SAVAGED: Final[i64] = 164  # knocked down by a team-mate whose skills count against the player
SPECIAL_ROLL: Final[i64] = 165  # the die of a special action against a neighbour
MULTIPLE_BLOCK: Final[i64] = 166
# Team-mates in the air, and in the stomach. (170 to 179)
KICKED: Final[i64] = 170  # hurt by a kick that went wrong
EATEN: Final[i64] = 171
# Traits and their special actions. (180 to 189)
REROLL_GATE: Final[i64] = 180  # the die that decides whether a re-roll may be made at all
BITTEN: Final[i64] = 181  # hurt by the bite of a team-mate
TURNOVER_THIRST: Final[i64] = 182  # the thirsty player has bitten no team-mate
ROUSED: Final[i64] = 183
THROW_BOMB: Final[i64] = 184  # a test
BOMB_FUSE: Final[i64] = 185
BOMB_BLAST: Final[i64] = 186  # whether a neighbour is hit
BOMBED: Final[i64] = 187  # went down
TURNOVER_OWN_BOMB: Final[i64] = 188
INFECTION: Final[i64] = 189
# Before a match, and magic. (200 to 209)
INDUCEMENT: Final[i64] = 200
PETTY_CASH: Final[i64] = 201
FURY_SPELL: Final[i64] = 202
DRAIN_SPELL: Final[i64] = 203
FIRE_SPELL: Final[i64] = 204
LIGHTNING_SPELL: Final[i64] = 205
TRANSMUTING_SPELL: Final[i64] = 206
STEP_SPELL: Final[i64] = 207
VINES_SPELL: Final[i64] = 208
LIGHT_SPELL: Final[i64] = 209
# Drives and halves. (210 to 219)
LAYOUT: Final[i64] = 210
SET_UP: Final[i64] = 211
DRIVE: Final[i64] = 212
HALF: Final[i64] = 213
STARTING_COACH: Final[i64] = 214
KO_RECOVERY: Final[i64] = 215
APOTHECARY: Final[i64] = 216
NOBODY_TO_SET_UP: Final[i64] = 217
MOST_VALUABLE: Final[i64] = 218
MASTER_CHEF: Final[i64] = 219
# Weapons of the CRP: why a player went down. (195 to 199)
SAWN: Final[i64] = 195
TRAMPLED: Final[i64] = 196  # run over while the player lay on the floor
# Passing and extraordinary skills of the CRP. (280 to 309)
WHIRL: Final[i64] = 280  # the die for the direction of a player with a ball and chain
SAFE_THROW: Final[i64] = 281  # a test: the interception fails after all
WEAPON_BAN: Final[i64] = 282
REFUSAL: Final[i64] = 283

# Chests that are entered, magic and teleporters that scatter. (240 to 255, 310 to 319)
PORTAL_SCATTER: Final[i64] = 240  # the die for the square beside a portal where a player comes out
KEEP_BALL: Final[i64] = 241  # whether the player keeps the ball
BLAST: Final[i64] = 242  # whether a player beside the explosion is hit
MAGIC: Final[i64] = 243  # plus the number of the card, up to 255
DRAW_CARD: Final[i64] = 310
TURNOVER_ETHER: Final[i64] = 311
TURNOVER_BALL_ASTRAY: Final[i64] = 312  # the ball went through a portal apart from its carrier
CHEST_ITEM: Final[i64] = 313
# Balls in the air. (230 to 239)
CROSSING: Final[i64] = 230  # the die for a portal that a pass flies over
BALL_ARRIVAL: Final[i64] = 231  # the step of a ball out of the portal that it came to
# Doors. (220 to 229)
LEFT_BY_DOOR: Final[i64] = 220

# Astrogranite: the core. (330 to 359)
COLLISION: Final[i64] = 330  # the die for a player on whom another player or a thing lands
COLLISION_PUSH: Final[i64] = 331  # the die for a pushed player that meets another player
COLLIDED: Final[i64] = 332  # went down: collided with another player in a push
LANDED_ON: Final[i64] = 333  # went down: a player or a thing came down on it
CRASHED_INTO: Final[i64] = 334  # went down: it came down on a player or a thing
TURNOVER_TELEPORT: Final[i64] = 335  # a player was hurt by a second portal
LEAP: Final[i64] = 336  # a test
LEAP_LANDING: Final[i64] = 337  # in which of the crossed squares a leaper that has failed falls
BALANCE: Final[i64] = 338  # a test
PASSENGER: Final[i64] = 340  # where a thrown player or a leaper that cannot stay goes on to
MOVE_CHEST: Final[i64] = 341
THROW_CHEST: Final[i64] = 342
CHEST_SPRINGS: Final[i64] = 343  # whether a thrown chest opens
CHEST_DRAW: Final[i64] = 344  # which of the chests are loaded
WALL_DIRECTION: Final[i64] = 345
BALANCE_FALL: Final[i64] = 346  # the square that the player falls into
WALL_HELP: Final[i64] = 347  # a wall behind whoever is knocked down makes the harm worse

# Skills, experience and colleges of Astrogranite. (390 to 399)
ACROBATICS: Final[i64] = 390  # a test: the player stays on its feet after all
FELL_OFF: Final[i64] = 391  # went down: from a height, or into a pit
HAZARD_PUSH: Final[i64] = 392  # experience for pushing an opponent into a hazard
GREAT_WHEEL: Final[i64] = 393
TITCHY_SET_UP: Final[i64] = 394  # how many more players are set up
# Teams, turns and large pieces. (360 to 389)
LAST_SIDE: Final[i64] = 360  # all other sides are out
LEFT_DUNGEON: Final[i64] = 361  # the player gave up its activation to go to Reserves
RESIGNED: Final[i64] = 362  # a side of several has given up
# Doors, obstacles, secret passages and inscriptions. (400 to 429)
DOOR_LOCK: Final[i64] = 400  # the die for a door that no player has tried to open yet
DOOR_OPENED: Final[i64] = 401
DOOR_CLOSED: Final[i64] = 402
DOOR_BLOCK: Final[i64] = 403
DOOR_SMASHED: Final[i64] = 404
OBSTACLE: Final[i64] = 405  # the die for what flies over an obstacle, and what follows from it
TURNOVER_OBSTACLE: Final[i64] = 406
PASSAGE: Final[i64] = 407
PASSAGE_BALL: Final[i64] = 408  # where a ball comes out that was dropped in a passage
RUNE_TRAVEL: Final[i64] = 409
WINDS: Final[i64] = 410  # a test
WINDS_FELLED: Final[i64] = 411
WINDS_RAISED: Final[i64] = 412
# Chasms, lava, water, levels and traps. (430 to 469)
CHASM_DIE: Final[i64] = 430  # what becomes of a player in a chasm
TURNOVER_CHASM: Final[i64] = 431
LAVA_BURN: Final[i64] = 432  # went down: burnt by lava
TURNOVER_LAVA: Final[i64] = 433
LAVA_BALL: Final[i64] = 434  # the die for a ball that lies in lava
DROWNED: Final[i64] = 435  # went down: too small for the water
TURNOVER_DROWNED: Final[i64] = 436
CLIMB: Final[i64] = 437  # a ladder
STEPPED_OFF: Final[i64] = 439
TRAP_PLACED: Final[i64] = 440
TRAP_FACE: Final[i64] = 441  # which kind of trap it is
PIT_CLIMB: Final[i64] = 442  # a test
TRAP_BLAST: Final[i64] = 443  # went down: an exploding trap
GAS: Final[i64] = 444  # the die of a player that may resist the gas, and why it went down
TURNOVER_GAS: Final[i64] = 445
TRAP_TELEPORT: Final[i64] = 446
PIT_FALL: Final[i64] = 447  # went down: into a pit
PIT_BALL: Final[i64] = 448  # a ball that bounces out of a pit
HURRY: Final[i64] = 449  # a step in a hurry: less movement, but a roll
# Kinds of balls, and several of them. (470 to 499)
BALL_KIND: Final[i64] = 470  # the die for the kind of a ball
SPIKES: Final[i64] = 471  # a test, and why a player went down
ENCHANTMENT: Final[i64] = 473  # the die of the player that has got the ball
ENCHANTED_JOURNEY: Final[i64] = 474  # by which portal the holder of the ball comes out
LIVING_WAY: Final[i64] = 475  # dice: in which direction the ball goes, and how far
IRON_FELL: Final[i64] = 476  # went down: a ball came down on it from a height
BALL_CHOICE: Final[i64] = 477  # which of several balls
HANDS_FULL: Final[i64] = 478
TURNOVER_SCORED: Final[i64] = 479
BALL_SPENT: Final[i64] = 480
ILLUSION: Final[i64] = 481  # the die for an illusion, and what it shows
MOST_TOUCHDOWNS: Final[i64] = 482
# Monsters. (500 to 549)
MONSTER_PHASE: Final[i64] = 500
MONSTER_DRAWN: Final[i64] = 501  # which monster comes
LURKING: Final[i64] = 502  # the die for a monster beside a chest that a player has come near to
MONSTER_PLACE: Final[i64] = 503  # where the monster stands
MORPHING: Final[i64] = 504  # the die for a chest that would explode: whether it is a monster
MONSTER_TARGET: Final[i64] = 505  # which piece it goes for
MONSTER_ATTACK: Final[i64] = 506  # which piece it attacks
MONSTER_PUSH: Final[i64] = 507  # to which square it pushes
SLASHED: Final[i64] = 508  # went down
POISONED: Final[i64] = 509  # went down
PETRIFIED: Final[i64] = 510
HEAD_LOST: Final[i64] = 511
MONSTER_SLAIN: Final[i64] = 512  # experience for killing a monster
FLAME: Final[i64] = 513  # the die for the flame
FLAME_TARGET: Final[i64] = 514
FLAMED: Final[i64] = 515  # went down
MONSTER_SCATTER: Final[i64] = 516
BALL_EATEN: Final[i64] = 517
MONSTERS_WIN: Final[i64] = 518
DRAGON_PLACED: Final[i64] = 519
GAME_MASTER: Final[i64] = 520
MONSTER_FOUL: Final[i64] = 521
MONSTER_PORTAL: Final[i64] = 522  # by which portal the monster comes
# Referees, weapons and what is bought before a match. (550 to 589)
PENALTY: Final[i64] = 550  # the die for an infraction
EYE: Final[i64] = 551  # the eye of the referee is on another side now
CONFISCATION: Final[i64] = 552  # the die for a weapon whose owner was sent off
REFEREE_COUNT: Final[i64] = 553  # the die for how many referees come
REFEREE_START: Final[i64] = 554  # dice for where a referee begins
REFEREE_PHASE: Final[i64] = 555
REFEREE_CHARGE: Final[i64] = 556  # which of the players in his way the referee charges
REFEREE_REVENGE: Final[i64] = 557  # which player the referee sends off when he gets up
REFEREE_OUT: Final[i64] = 559  # a referee is out, and experience for the player that did it
TACTIC: Final[i64] = 560
ASSASSIN: Final[i64] = 561  # dice: which player the assassin finds, and what becomes of that player
DRUGS: Final[i64] = 562  # the die for an injury
ARRANGEMENT: Final[i64] = 563
WEAPON_CASUALTY: Final[i64] = 564  # experience for a casualty by a weapon
# Spells and magic items. (590 to 629)
CASTING: Final[i64] = 590  # a test
FLASH: Final[i64] = 591
FLYING_FIST: Final[i64] = 592  # went down
FIST_DIRECTION: Final[i64] = 593  # from which direction a blow from afar comes
PHANTOM_HANDS: Final[i64] = 594
PHANTOM_PASS: Final[i64] = 595
MAGIC_ITEM: Final[i64] = 600  # the items follow in the order of their numbers
ARMBANDS_OF_BLOCKING: Final[i64] = 601
GAUNTLETS_OF_CATCHING: Final[i64] = 602
HELM_OF_DISTRACTION: Final[i64] = 603
BOOTS_OF_DASHING: Final[i64] = 604
AMULET_OF_INTERCEPTION: Final[i64] = 605
SANDALS_OF_LEAPING: Final[i64] = 606
LUCKY_RABBITS_FOOT: Final[i64] = 607
BRACERS_OF_SMASHING: Final[i64] = 608
SHOES_OF_SPEED: Final[i64] = 609
GLOVES_OF_TACKLING: Final[i64] = 610
HEADBAND_OF_THROWING: Final[i64] = 611
RING_OF_INVULNERABILITY: Final[i64] = 612

CLAUSES: Final[i64] = 640  # length of a citation table
