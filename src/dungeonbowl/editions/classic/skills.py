"""Skills as CRP reads them: which modules are used, and their numbers."""

from __future__ import annotations

from dungeonbowl.engine import clauses
from dungeonbowl.engine.abilities import BANNED
from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.skills.after_block import Frenzy
from dungeonbowl.engine.skills.animosity import Animosity
from dungeonbowl.engine.skills.ball_and_chain import BallAndChain
from dungeonbowl.engine.skills.bloodlust import Bloodlust
from dungeonbowl.engine.skills.bombardier import Bombardier
from dungeonbowl.engine.skills.disturbing_presence import DisturbingPresence
from dungeonbowl.engine.skills.diving_catch import DivingCatch
from dungeonbowl.engine.skills.diving_tackle import DivingTackle
from dungeonbowl.engine.skills.dump_off import DumpOff
from dungeonbowl.engine.skills.foul_appearance import FoulAppearance
from dungeonbowl.engine.skills.hypnotic_gaze import HypnoticGaze
from dungeonbowl.engine.skills.knacks import BallKnacks, MovementKnacks
from dungeonbowl.engine.skills.leader import Leader
from dungeonbowl.engine.skills.leap import Leap
from dungeonbowl.engine.skills.multiple_block import MultipleBlock
from dungeonbowl.engine.skills.on_the_ball import OnTheBall
from dungeonbowl.engine.skills.piling_on import PilingOn
from dungeonbowl.engine.skills.plague_ridden import PlagueRidden
from dungeonbowl.engine.skills.regeneration import Regeneration
from dungeonbowl.engine.skills.safe_throw import SafeThrow
from dungeonbowl.engine.skills.secret_weapon import SecretWeapon
from dungeonbowl.engine.skills.shadowing import Shadowing
from dungeonbowl.engine.skills.team_mates import AlwaysHungry
from dungeonbowl.engine.skills.tentacles import Tentacles
from dungeonbowl.engine.skills.traits import BoneHead, ReallyStupid, TakeRoot, UnchannelledFury
from dungeonbowl.engine.skills.weapons import Weapons
from dungeonbowl.engine.statuses import RESERVES
from dungeonbowl.engine.tables import ALWAYS_TURNOVER, CARRIER_TURNOVER, Tables


def classic_skill_modules() -> list[Module]:
    """The modules in the order in which they act at one moment. The last one takes back what others have offered."""
    return [
        Tentacles(),
        DivingTackle(),
        Shadowing(),
        FoulAppearance(),
        DumpOff(),
        Weapons(),
        MultipleBlock(),
        PilingOn(),
        Frenzy(),
        BoneHead(),
        ReallyStupid(),
        UnchannelledFury(),
        Bloodlust(),
        TakeRoot(),
        Regeneration(),
        PlagueRidden(),
        DisturbingPresence(),
        Leap(),
        MovementKnacks(),
        BallKnacks(),
        DivingCatch(),
        OnTheBall(),
        AlwaysHungry(),
        Leader(),
        HypnoticGaze(),
        Bombardier(),
        SafeThrow(),
        Animosity(),
        SecretWeapon(),
        BallAndChain(),
    ]


def read_skills(tables: Tables) -> None:
    """The CRP reading of every skill that has two readings."""
    # general
    tables.second_try_needed = 4
    tables.second_try_any_time = True
    tables.movers_roll = True
    tables.readers_must_arrive = True
    # agility
    tables.own_activation_only = False
    tables.spring_modifier = 2
    tables.jumps_over_fallen = False
    tables.leaps_freely = True
    tables.dives_before_rerolls = True
    tables.divers_collide = True
    tables.broken_armour_is_seen = True
    # passing
    tables.throws_alike = True
    tables.keeps_any_fumble = False
    tables.leadership_lasts = True
    tables.dump_off_once = True
    # strength
    tables.breaks_free_by_strength = True
    tables.side_step_stops_grab = True
    tables.blocks_in_turn = True
    tables.strong_arm_passes = True
    # mutation
    tables.claws_after_modifiers = True
    tables.repels_once = False
    tables.charge_needs_run = True
    tables.tails_add_up = True
    # extraordinary
    tables.small_throw_worse = True
    tables.encumbrance = BANNED
    tables.thirst_frees_blocks_only = True
    tables.starved_status = RESERVES
    tables.bomb_fuse = 7
    tables.bombs_limited = False
    tables.gaze_in_move = True
    tables.rooted_never_blitz = True
    tables.infected_join_later = True
    tables.eaten_drop_ball = True
    tables.set_turnover(clauses.BOMBED, ALWAYS_TURNOVER)
    tables.set_turnover(clauses.SAWN, ALWAYS_TURNOVER)
    tables.set_turnover(clauses.STABBED, CARRIER_TURNOVER)
