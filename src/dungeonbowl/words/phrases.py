"""Points of the rules in words for people: what a die is rolled for, why somebody went down, why a turn ended early.

The names of clauses are for programs ("turnover knocked down", "lurking"). Whatever a person reads takes its words from
here; a test plays matches of all editions and finds what has none.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dungeonbowl.engine import clauses
from dungeonbowl.languages import mark, t

# The names of the clauses in small letters: `TURNOVER_FALL` is 70 and reads "turnover fall".
CLAUSE_WORDS: Final = {
    int(value): name.lower().replace("_", " ")
    for name, value in vars(clauses).items()
    if name.isupper() and isinstance(value, int) and name != "CLAUSES"
}
NOTHING: Final = "nothing"  # the clause of events that follow from none
# Tests, as things that can fail: "Dodge failed: roll again?", "D6 2 for the dodge".
TEST_NOUNS: Final[dict[int, str]] = mark(
    {
        int(clause): words
        for clause, words in (
            (clauses.RUSH, "rush"),
            (clauses.DODGE, "dodge"),
            (clauses.PICK_UP, "pick-up"),
            (clauses.CATCH, "catch"),
            (clauses.PASS, "pass"),
            (clauses.JUMP, "jump"),
            (clauses.STAND_UP, "attempt to stand up"),
            (clauses.LANDING, "landing"),
            (clauses.INTERFERE, "interference"),
            (clauses.INTERCEPT, "interception"),
            (clauses.WALL_PUSH, "push against the wall"),
            (clauses.ROOM_ROLL, "room roll"),
            (clauses.THROW_FOOD, "throw of food"),
            (clauses.TRAIT_ROLL, "trait roll"),
            (clauses.REPULSION, "attempt to overcome disgust"),
            (clauses.REGENERATION, "regeneration"),
            (clauses.MATCH_STRENGTH, "courage roll"),
            (clauses.SPECIAL_ROLL, "special action"),
            (clauses.PIT_CLIMB, "climb out of the pit"),
            (clauses.SPIKES, "attempt to avoid the spikes"),
            (clauses.WINDS, "call for the Winds of Magic"),
            (clauses.THROW_BOMB, "throw of the bomb"),
            (clauses.SAFE_THROW, "safe throw"),
            (clauses.LEAP, "leap"),
            (clauses.BALANCE, "balance roll"),
            (clauses.ACROBATICS, "acrobatics"),
            (clauses.CASTING, "spell"),
            (clauses.SKILL, "skill roll"),
            (clauses.ROUSED, "attempt to wake up"),
            (clauses.HURRY, "hurried step"),
            (clauses.REROLL_GATE, "leave to roll again"),
            (clauses.CLIMB, "climb"),
            (clauses.BLOCK_DICE, "block"),
        )
    }
)
# What a player does in a test, where its noun does not say it well: "#3 Grak keeps its balance: 4, needs 3+: succeeds".
TEST_VERBS: Final[dict[int, str]] = mark(
    {
        int(clause): words
        for clause, words in (
            (clauses.THROW_BOMB, "throws the bomb"),
            (clauses.SAFE_THROW, "tries to make the throw safe"),
            (clauses.LEAP, "leaps"),
            (clauses.BALANCE, "tries to keep its balance"),
            (clauses.ACROBATICS, "tries to stay on its feet"),
            (clauses.CASTING, "tries to cast a spell"),
            (clauses.SKILL, "rolls for a skill"),
            (clauses.ROUSED, "tries to wake up"),
            (clauses.HURRY, "hurries"),
            (clauses.REROLL_GATE, "asks for leave to roll again"),
            (clauses.TRAIT_ROLL, "tries to keep its mind on the game"),
            (clauses.ROOM_ROLL, "rolls for the room"),
            (clauses.WALL_PUSH, "is pushed against the wall"),
            (clauses.REPULSION, "tries to overcome disgust"),
            (clauses.MATCH_STRENGTH, "tries to pluck up courage"),
            (clauses.SPIKES, "tries to avoid the spikes"),
            (clauses.PICK_UP, "reaches for the ball"),
            (clauses.CATCH, "tries to catch"),
            (clauses.INTERFERE, "tries to deflect the throw"),
            (clauses.INTERCEPT, "tries to intercept the throw"),
            (clauses.STAND_UP, "tries to stand up"),
            (clauses.LANDING, "tries to land"),
            (clauses.REGENERATION, "tries to regenerate"),
            (clauses.PIT_CLIMB, "tries to climb out"),
            (clauses.WINDS, "calls the Winds of Magic"),
        )
    }
)
# What dice are rolled for that are no test: they follow "for".
DICE_NOUNS: Final[dict[int, str]] = mark(
    {
        int(clause): words
        for clause, words in (
            (clauses.BLOCK_DICE, "the block"),
            (clauses.ARMOUR, "armour"),
            (clauses.INJURY, "the injury"),
            (clauses.CASUALTY_ROLL, "the casualty"),
            (clauses.LASTING_INJURY, "the lasting injury"),
            (clauses.BOUNCE, "the bounce of the ball"),
            (clauses.SCATTER, "where it scatters"),
            (clauses.DEVIATE, "how far off it comes down"),
            (clauses.RICOCHET, "how it comes off the wall"),
            (clauses.CORNER, "how it comes out of the corner"),
            (clauses.WALL_SIDE, "how it comes off the wall"),
            (clauses.WALL_DISTANCE, "how far it comes off the wall"),
            (clauses.PORTAL, "the way out of the portal"),
            (clauses.BALL_PORTAL, "the ball's way out of the portal"),
            (clauses.DUGOUT_ARRIVAL, "the portal to come in by"),
            (clauses.CHEST_CONTENTS, "what is in the chest"),
            (clauses.ARGUE, "arguing with the referee"),
            (clauses.BRIBE, "the bribe"),
            (clauses.ROLL_OFF, "who goes first"),
            (clauses.COIN_TOSS, "who comes first"),
            (clauses.CHOOSE_ZONE, "who chooses first"),
            (clauses.PLACE_CHEST, "where a chest stands"),
            (clauses.PLACE_PORTAL, "where a portal opens"),
            (clauses.LAYOUT, "the dungeon"),
            (clauses.KO_RECOVERY, "coming to"),
            (clauses.APOTHECARY, "the apothecary"),
            (clauses.MOST_VALUABLE, "the most valuable player"),
            (clauses.MASTER_CHEF, "the chef"),
            (clauses.FIRE_SPELL, "the spell of fire"),
            (clauses.LIGHTNING_SPELL, "the lightning"),
            (clauses.TRANSMUTING_SPELL, "the transmutation"),
            (clauses.FURY_SPELL, "the spell"),
            (clauses.DRAIN_SPELL, "the spell"),
            (clauses.STEP_SPELL, "the spell"),
            (clauses.VINES_SPELL, "the spell"),
            (clauses.LIGHT_SPELL, "the spell"),
            (clauses.SPELL, "the spell"),
            (clauses.WHIRL, "which way it whirls"),
            (clauses.PORTAL_SCATTER, "where it comes out beside the portal"),
            (clauses.KEEP_BALL, "keeping the ball"),
            (clauses.BLAST, "the blast"),
            (clauses.DRAW_CARD, "what is found in the chest"),
            (clauses.CROSSING, "a throw over a portal"),
            (clauses.BALL_ARRIVAL, "where the ball comes out"),
            (clauses.COLLISION, "the collision"),
            (clauses.COLLISION_PUSH, "the collision"),
            (clauses.LEAP_LANDING, "where the leap ends"),
            (clauses.PASSENGER, "where it is carried on to"),
            (clauses.CHEST_SPRINGS, "whether the chest springs open"),
            (clauses.CHEST_DRAW, "which chests are loaded"),
            (clauses.WALL_DIRECTION, "which wall"),
            (clauses.BALANCE_FALL, "where it falls"),
            (clauses.TITCHY_SET_UP, "how many more small players are set up"),
            (clauses.GREAT_WHEEL, "the Great Wheel"),
            (clauses.DOOR_LOCK, "the lock of the door"),
            (clauses.OBSTACLE, "the obstacle in the way"),
            (clauses.PASSAGE_BALL, "the end of the passage where the ball comes out"),
            (clauses.CHASM_DIE, "the fall into the chasm"),
            (clauses.LAVA_BALL, "the ball in the lava"),
            (clauses.LAVA_BURN, "the lava"),
            (clauses.TRAP_PLACED, "where a trap lies"),
            (clauses.TRAP_FACE, "what kind of trap it is"),
            (clauses.GAS, "the gas"),
            (clauses.TRAP_TELEPORT, "where the trap leads"),
            (clauses.PIT_BALL, "the ball in the pit"),
            (clauses.BALL_KIND, "what kind of ball it is"),
            (clauses.ENCHANTMENT, "the enchantment of the ball"),
            (clauses.ENCHANTED_JOURNEY, "where the ball carries its holder"),
            (clauses.LIVING_WAY, "where the living ball runs"),
            (clauses.BALL_CHOICE, "which ball"),
            (clauses.ILLUSION, "whether it is an illusion"),
            (clauses.MONSTER_PHASE, "the monsters"),
            (clauses.MONSTER_DRAWN, "which monster comes"),
            (clauses.LURKING, "whether something lurks beside the chest"),
            (clauses.MONSTER_PLACE, "where the monster stands"),
            (clauses.MORPHING, "whether the chest is a monster"),
            (clauses.MONSTER_TARGET, "whom the monster goes for"),
            (clauses.MONSTER_ATTACK, "whom the monster attacks"),
            (clauses.MONSTER_PUSH, "where the monster pushes"),
            (clauses.MONSTER_SCATTER, "where the monster goes"),
            (clauses.MONSTER_SLAIN, "the slain monster"),
            (clauses.MONSTER_PORTAL, "the portal the monster comes by"),
            (clauses.MONSTER_FOUL, "the foul of the monster"),
            (clauses.FLAME, "the flame"),
            (clauses.FLAME_TARGET, "whom the flame strikes"),
            (clauses.DRAGON_PLACED, "where the dragon stands"),
            (clauses.PENALTY, "the penalty"),
            (clauses.CONFISCATION, "whether the weapon is taken away"),
            (clauses.REFEREE_COUNT, "how many referees come"),
            (clauses.REFEREE_START, "where a referee begins"),
            (clauses.REFEREE_CHARGE, "whom the referee charges"),
            (clauses.REFEREE_REVENGE, "whom the referee sends off"),
            (clauses.ASSASSIN, "the assassin"),
            (clauses.DRUGS, "the drugs"),
            (clauses.FIST_DIRECTION, "where the blow comes from"),
            (clauses.BOMB_FUSE, "the fuse of the bomb"),
            (clauses.BOMB_BLAST, "the blast of the bomb"),
            (clauses.INFECTION, "the infection"),
            (clauses.EATEN, "whether a team-mate is eaten"),
            (clauses.WEAPON_BAN, "the weapon"),
            (clauses.ARRANGEMENT, "the arrangement"),
            (clauses.TACTIC, "the dirty trick"),
        )
    }
)
# Why somebody went down: it follows "goes down: ".
DOWN_REASONS: Final[dict[int, str]] = mark(
    {
        int(clause): words
        for clause, words in (
            (clauses.BLOCKED, "knocked down by a block"),
            (clauses.PUSHED_INTO_WALL, "pushed into the wall"),
            (clauses.PUSHED_INTO_CRYPT, "pushed into the crypt"),
            (clauses.EXPLOSION, "the chest exploded"),
            (clauses.ROOM_HARM, "the room struck"),
            (clauses.FOOD, "hit by food"),
            (clauses.FAILED_LANDING, "it did not land on its feet"),
            (clauses.CRASH_LANDING, "it crashed"),
            (clauses.STRUCK_BY_PLAYER, "struck by a flying player"),
            (clauses.STRUCK_A_PLAYER, "it flew into another player"),
            (clauses.FOULED, "fouled"),
            (clauses.PLACED_PRONE, "placed prone"),
            (clauses.SECOND_TELEPORT, "a second portal was too much"),
            (clauses.CHASM, "it went into the chasm"),
            (clauses.SPELL, "struck by a spell"),
            (clauses.STABBED, "stabbed"),
            (clauses.BURNT, "burnt"),
            (clauses.SAVAGED, "savaged by a team-mate"),
            (clauses.KICKED, "hurt by a kick"),
            (clauses.EATEN, "eaten"),
            (clauses.BITTEN, "bitten by a team-mate"),
            (clauses.BOMBED, "hit by the bomb"),
            (clauses.SAWN, "hit by the chainsaw"),
            (clauses.TRAMPLED, "trampled"),
            (clauses.COLLIDED, "it collided with another player"),
            (clauses.LANDED_ON, "something came down on it"),
            (clauses.CRASHED_INTO, "it came down on something"),
            (clauses.FELL_OFF, "it fell from a height"),
            (clauses.LAVA_BURN, "burnt by the lava"),
            (clauses.DROWNED, "too small for the water"),
            (clauses.TRAP_BLAST, "the trap exploded"),
            (clauses.GAS, "gas"),
            (clauses.PIT_FALL, "it fell into a pit"),
            (clauses.SPIKES, "the spikes of the ball"),
            (clauses.IRON_FELL, "the iron ball came down on it"),
            (clauses.SLASHED, "slashed"),
            (clauses.POISONED, "poisoned"),
            (clauses.FLAMED, "burnt by the flames"),
            (clauses.FLYING_FIST, "struck by a fist out of nowhere"),
            (clauses.WINDS_FELLED, "the Winds of Magic"),
            (clauses.FIRE_SPELL, "burnt by a spell"),
            (clauses.LIGHTNING_SPELL, "struck by lightning"),
            (clauses.BLAST, "the blast"),
            (clauses.OBSTACLE, "it hit an obstacle"),
        )
    }
)
# Why a team turn ended early, where no fall says it better.
TURNOVER_CAUSES: Final[dict[int, str]] = mark(
    {
        int(clause): words
        for clause, words in (
            (clauses.TURNOVER_FALL, "a player fell"),
            (clauses.TURNOVER_KNOCKED_DOWN, "a player was knocked down"),
            (clauses.TURNOVER_PLACED_PRONE, "the carrier of the ball was placed prone"),
            (clauses.TURNOVER_PICK_UP, "the ball was not picked up"),
            (clauses.TURNOVER_FUMBLE, "the throw was fumbled"),
            (clauses.TURNOVER_LOOSE_BALL, "no team-mate has caught the ball"),
            (clauses.TURNOVER_INTERFERENCE, "the throw was intercepted"),
            (clauses.TURNOVER_THROWN_CARRIER, "a thrown player with the ball did not land"),
            (clauses.TURNOVER_SENT_OFF, "a player was sent off"),
            (clauses.TURNOVER_WALL_THROW, "no team-mate has caught the ball off the wall"),
            (clauses.TURNOVER_TEAM_MATE_STRUCK, "a team-mate was struck by a thrown player"),
            (clauses.TURNOVER_CARRIER, "the carrier of the ball went down"),
            (clauses.TURNOVER_THIRST, "a thirsty player has bitten no team-mate"),
            (clauses.TURNOVER_OWN_BOMB, "their own bomb went off among them"),
            (clauses.TURNOVER_ETHER, "a player was lost in the portal with the ball"),
            (clauses.TURNOVER_BALL_ASTRAY, "the ball went through the portal without its carrier"),
            (clauses.TURNOVER_TELEPORT, "a player was hurt by a second portal"),
            (clauses.TURNOVER_OBSTACLE, "the throw hit an obstacle"),
            (clauses.TURNOVER_CHASM, "a player with the ball went into the chasm"),
            (clauses.TURNOVER_LAVA, "a player was burnt by the lava"),
            (clauses.TURNOVER_DROWNED, "a player drowned"),
            (clauses.TURNOVER_GAS, "gas"),
            (clauses.TURNOVER_SCORED, "the ball has scored and is gone"),
        )
    }
)
# How a match ended, after the winner: "Reavers win: a touchdown".
ENDINGS: Final[dict[int, str]] = mark(
    {
        int(clause): words
        for clause, words in (
            (clauses.TOUCHDOWN, "touchdown"),
            (clauses.TURN_LIMIT, "the last turn is over"),
            (clauses.DISTANCE_WIN, "time is up, and the ball is nearer to where it scores"),
            (clauses.CONCEDED, "the opponents have conceded"),
            (clauses.CLOCK, "time is up"),
            (clauses.LAST_SIDE, "all other sides are out"),
            (clauses.MOST_TOUCHDOWNS, "most touchdowns"),
            (clauses.MONSTERS_WIN, "the monsters have won"),
            (clauses.RESIGNED, "the others have given up"),
            (clauses.NOBODY_TO_SET_UP, "nobody is left to set up"),
        )
    }
)


def plain(clause: i64 | int) -> str:
    """The name of a clause in small letters, for what has no phrase of its own."""
    return CLAUSE_WORDS.get(int(clause), "")


def rolled_for(clause: i64 | int) -> str:
    """What a die is rolled for, after "for"; empty for none."""
    number = int(clause)
    if number in DICE_NOUNS:
        return t(DICE_NOUNS[number])
    if number in TEST_NOUNS:
        return t("the {test}", test=t(TEST_NOUNS[number]))
    words = plain(number)
    return "" if words in ("", NOTHING) else t(words)


def test_noun(clause: i64 | int) -> str:
    """A test as a thing that can fail: "dodge"."""
    return t(TEST_NOUNS.get(int(clause)) or plain(clause))


def clause_words(clause: int) -> str:
    """A clause of the rules in words; empty for none."""
    words = TEST_NOUNS.get(int(clause)) or DICE_NOUNS.get(int(clause)) or CLAUSE_WORDS.get(int(clause), "")
    return "" if words in ("", NOTHING) else t(words)
