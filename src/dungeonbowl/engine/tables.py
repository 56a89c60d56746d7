"""The numbers of an edition: what a roll adds, what a step costs, how a skill is read. An edition starts from these
defaults, which are the official game's, and sets what it reads differently."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from dungeonbowl.engine.abilities import THROWS_BOMBS
from dungeonbowl.engine.clauses import CLAUSES

# Entries of `Tables.turnover_by_cause`: what going down for this cause means for the active team.
NO_TURNOVER = 0
ALWAYS_TURNOVER = 1
CARRIER_TURNOVER = 2  # only when the player held a ball

UNBOUNDED: Final[i64] = 255  # a bound that no characteristic comes near

# `Tables.grab`
NEVER = 0
IN_BLOCK_ACTIONS = 1
IN_ANY_BLOCK = 2


@final
class Tables:
    """The numbers of an edition."""

    turnover_by_cause: vec[u8]

    def __init__(self) -> None:
        # the highest that characteristics become in play, whatever raises them; what a sheet may say is a matter of the
        # teams (`teams/*/draft.toml`)
        self.most_movement: i64 = 9
        self.most_strength: i64 = 8
        self.rushes: i64 = 2
        self.stand_up_cost: i64 = 3
        self.stand_up_needed: i64 = 4
        self.rush_needed: i64 = 2
        self.dodge_modifier: i64 = 0
        self.pick_up_modifier: i64 = 0
        self.catch_modifier: i64 = 0  # accurate pass or hand-off
        self.loose_catch_modifier: i64 = -1  # bouncing, scattered, deviated ...
        self.jump_cost: i64 = 2
        self.block_cost: i64 = 1
        self.portal_recovery: i64 = 1  # movement to pay after a portal before going on; 0 for none
        self.arrivals_hurt: bool = True  # every arrival on a portal after the first of a team turn
        self.chests: i64 = 6
        self.portals: i64 = 6
        self.balls: i64 = 1
        self.hands: i64 = 0  # the most balls that a player holds; 0 for as many as there are
        self.deployed: i64 = 6
        self.writes_values: bool = False  # sheets are written with values of Agility and Armour, not with targets
        self.usual_agility: i64 = 3  # the target of a player of no gifts
        self.halves: i64 = 1
        self.targets_named: bool = True  # a Blitz or a Foul is declared against somebody
        self.turn_limit: i64 = 16
        self.concedes_any_time: bool = False  # between any two activations, not only before the first
        self.farthest: i64 = 45  # square of the longest throw
        self.quick: i64 = 10  # square of the longest quick pass
        self.thrown_strength: i64 = 3  # the most Strength that can be thrown
        self.thrower_strength: i64 = 5  # the least Strength that throws team-mates
        self.endzone_half: bool = False
        self.transmutation_down: bool = False  # that spell knocks down, not out
        self.quick_start: bool = False  # everything before the first team turn happens by itself
        # skills that were changed after they were printed
        self.hide_stops_claws_only: bool = False  # an iron hide does nothing against other help of opponents
        self.guard_helps_fouls: bool = False  # who assists however many mark it does so in fouls too
        self.sly_foulers_move: bool = False  # who fouls unseen may go on moving afterwards
        self.bombs_knock_down: bool = False  # a bomb knocks down and hurts more, and is nobody's turnover
        self.fire_spares_own: bool = True  # a fireball hurts those of the caster no worse
        self.fire_spares_low: bool = False  # fire strikes back on a natural 1 only, not on a modified one
        self.chest_stops_ball: bool = True
        # what a square does to whoever comes into it, portals too, comes before the fall of the same movement, block or
        # landing, and before a ball that lies there
        self.squares_before_balls: bool = False
        self.follow_ups_are_moves: bool = False  # a chosen follow-up onto a portal is the player's own doing
        self.follow_ups_last: bool = False  # a follow-up is decided when the squares of the pushed have done their work
        self.tokens_before_balls: bool = False  # a fallen player's portal or chest comes before the ball it dropped
        self.harder_hits_chosen: bool = False  # help for armour or injury: its coach decides after the armour roll
        # every "may" that can be worth declining is asked, and not only where a second thought is usual
        self.skills_asked: bool = False
        self.strips_before_push: bool = False  # whether a ball is stripped is decided before the square is
        self.harm_in_reading_order: bool = False  # of two who go down together: by their squares
        self.walls_help_blows: bool = False  # who is knocked down against a wall is hit harder
        self.wall_help: i64 = 0  # added to armour or injury of who is knocked down with nothing but wall behind
        self.foul_modifier: i64 = 0  # to the armour roll of every foul
        self.teleports_end_frenzy: bool = False  # no second block at somebody that the first sent through a portal
        self.zone_stops_ball: bool = False  # the squares to score in are walls to everything that flies
        # throws
        self.interference_first: bool = False  # who wants to be in the way is named before the throw is rolled
        self.interference_catches: bool = False  # and holds the ball when it is: there is no second roll
        self.interference_sees_target: bool = False  # and must see the target too, not only the thrower
        self.portals_catch_passes: bool = False  # a ball may vanish in a portal it flies over
        self.obstacles_stop_throws: bool = False  # what is thrown may strike an obstacle that it flies over
        self.completion_needs_opponent: bool = False  # nothing is learnt while nobody of the other side stands
        self.thrown_farthest: i64 = 3  # the longest band over which a team-mate is thrown (`ball/passing.py`)
        self.thrown_modifier: i64 = 0  # to the roll for throwing a team-mate
        self.thrown_needed: i64 = 0  # what that roll needs where it can only be fumbled or not; 0 for the usual test
        self.throws_the_fallen: bool = True  # who is thrown need not stand
        self.thrown_strikes_all: bool = True  # everybody a thrown player comes down on goes down, not the first alone
        self.struck_mates_cost_turn: bool = True  # whatever their state
        self.landing_picks_up: bool = True  # who has landed on its feet goes for the ball there
        self.apothecaries: i64 = 0  # that every side has by agreement, beside those its team has hired
        self.chest_items: i64 = 0  # how many of the chests hold a magic item
        self.chests_block: bool = True  # nobody enters the square of a closed chest
        # skills that two families of rules read differently: the later reading here (`editions/classic/skills.py`)
        self.second_try_needed: i64 = 3  # the die that decides whether a player's own second try of a roll is made
        self.second_try_any_time: bool = False  # once a team turn in any state, and of all dice of a block
        self.own_activation_only: bool = True  # skills that re-roll movement do so in the player's own activation
        self.spring_modifier: i64 = 1  # for getting up into a block
        self.jumps_over_fallen: bool = True  # everybody may jump over somebody who is down
        self.leaps_freely: bool = False  # a leap ends on any free square within two; who fails it lies there
        self.movers_roll: bool = False  # two dice of the one who is held or followed decide, not one of the other
        self.dives_before_rerolls: bool = False  # a dive at a dodger's feet; then it may still roll again
        self.divers_collide: bool = False  # every pass may be reached for, but two who do are in each other's way
        self.readers_must_arrive: bool = False  # who reads a pass has to end where that hinders it
        self.breaks_free_by_strength: bool = False  # Strength in place of Agility, once a team turn
        self.tails_add_up: bool = False
        self.charge_needs_run: bool = False  # a charge is one only after a square of movement
        self.repels_once: bool = True  # the sight of a player is borne once an action, whatever its state
        self.side_step_stops_grab: bool = False  # the two cancel each other
        self.blocks_in_turn: bool = False  # two targets of one action one after the other, each of them stronger
        self.claws_after_modifiers: bool = False
        self.broken_armour_is_seen: bool = False  # the referee overlooks no double that breaks armour
        self.strong_arm_passes: bool = False  # a strong arm throws the ball better too, but for short ways
        self.throws_alike: bool = False  # whatever is thrown is thrown like a ball, with the same skills
        self.small_throw_worse: bool = False  # the small themselves, and it is no easier to be in the way
        self.keeps_any_fumble: bool = True  # a safe thrower; otherwise not on a natural 1
        self.leadership_lasts: bool = False  # the re-roll of a Leader is not lost while he is out of play
        self.dump_off_once: bool = False  # not before the second block of one action
        self.thirst_frees_blocks_only: bool = False  # nothing but a Block may become a Move
        self.starved_status: i64 = 0  # where those who bite nobody end up; 0 for where they are
        self.bomb_fuse: i64 = 4  # what makes a bomb explode in the hands of its catcher; 7 for nothing
        self.bombs_limited: bool = True  # one bomb a team turn
        self.gaze_in_move: bool = False  # part of a Move action, and no disgust keeps anybody from it
        self.encumbrance: i64 = THROWS_BOMBS  # the small who have this ability do not slip through zones
        self.rooted_never_blitz: bool = False
        self.infected_join_later: bool = False  # after the match, not in it
        self.eaten_drop_ball: bool = False  # where they stood; otherwise it is the eater who drops it
        # and a third one (`editions/astrogranite/core/skills.py`)
        self.second_try_final: bool = False  # what a failed second try leaves is nobody's to roll again
        self.hands_once: bool = False  # skills that re-roll throws and catches do so once a team turn
        self.feet_help_landings: bool = False  # what re-rolls a Rush re-rolls a landing too
        self.springs_into_blocks: bool = True
        self.matches_with_two: bool = False  # two dice above the Strength of the target, and not one for the difference
        self.grab: i64 = IN_BLOCK_ACTIONS  # when a blocker may hold on to his target
        self.senses_portals: bool = False  # some pick one of two dice for a portal
        self.argument_cancels: bool = False  # whoever is argued back in never left, and it costs no turn
        self.bomb_catch_chosen: bool = False  # nobody has to catch a bomb
        self.teams_rated: bool = False  # the strengths of teams are compared before a match
        self.weapons: list[str] = []  # those that are not allowed, and may be brought along all the same
        self.points_weapon: i64 = 0  # for a casualty with a weapon that is not allowed
        self.sneaks: bool = False  # some are never in the eye of the referee
        self.harder_kicks: i64 = 0  # what a dirty player adds; 0 for the number of his own
        self.tiny_dodge: i64 = 1  # what the tiny add to a dodge
        self.tiny_slip: bool = False  # and they mind no marks where they go
        self.firm_on_dodges: bool = False  # who stands firm is not tripped: a failed dodge leaves it where it was
        self.roots_trip: bool = False  # the rooted may move, and fall in the first square; a push moves them
        # experience: completion, deflection, interception, casualty, touchdown
        self.points_completion: i64 = 1
        self.points_superb_throw: i64 = 1  # of a team-mate that has landed on its feet
        self.points_chest: i64 = 0  # for opening one with a ball in it
        self.points_hazard: i64 = 0  # for pushing an opponent where it hurts
        self.points_deflection: i64 = 1
        self.points_interception: i64 = 2
        self.points_casualty: i64 = 2
        self.points_touchdown: i64 = 5
        self.points_most_valuable: i64 = 4
        self.turnover_by_cause = vec[u8]([NO_TURNOVER] * int(CLAUSES))

    def set_turnover(self, cause: i64, when: int) -> None:
        self.turnover_by_cause[cause] = u8(when)
