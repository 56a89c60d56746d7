"""Skills as the CRP reads them: which modules it uses, and with which arguments."""

from __future__ import annotations

from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.skills.after_block import Frenzy
from dungeonbowl.engine.skills.animosity import Animosity
from dungeonbowl.engine.skills.ball_and_chain import BallAndChain
from dungeonbowl.engine.skills.bloodlust import Bloodlust
from dungeonbowl.engine.skills.bombardier import NO_FUSE, Bombardier
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


def classic_skill_modules() -> list[Module]:
    """The modules in the order in which they act at one moment. The last one takes back what others have offered."""
    return [
        Tentacles(mover_rolls=True),
        DivingTackle(),
        Shadowing(mover_rolls=True),
        FoulAppearance(every_block=True),
        DumpOff(first_block_only=True),
        Weapons(),
        MultipleBlock(in_turn=True),
        PilingOn(),
        Frenzy(ends_at_portals=True),
        BoneHead(),
        ReallyStupid(),
        UnchannelledFury(),
        Bloodlust(frees_blocks_only=True, starved_status=RESERVES),
        TakeRoot(never_blitz=True),
        Regeneration(),
        PlagueRidden(join_later=True),
        DisturbingPresence(),
        Leap(),
        MovementKnacks(tails_add_up=True),
        BallKnacks(small_throw_worse=True, strong_arm_passes=True),
        DivingCatch(collide=True),
        OnTheBall(must_arrive=True),
        AlwaysHungry(eaten_drop_ball=True),
        Leader(lasts=True),
        HypnoticGaze(in_move=True),
        Bombardier(limited=False, fuse=NO_FUSE),
        SafeThrow(),
        Animosity(),
        SecretWeapon(),
        BallAndChain(),
    ]
