"""The skills. Each has a row in the file of its category (`home.py` tells how to find it).

The skills listed here have modules: they open a window for a decision, interrupt, or change something for other
players. The other skills are only abilities.
"""

from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.skills.after_block import Frenzy, HitAndRun, PileDriver
from dungeonbowl.engine.skills.bloodlust import Bloodlust
from dungeonbowl.engine.skills.bombardier import Bombardier
from dungeonbowl.engine.skills.disturbing_presence import DisturbingPresence
from dungeonbowl.engine.skills.diving_catch import DivingCatch
from dungeonbowl.engine.skills.diving_tackle import DivingTackle
from dungeonbowl.engine.skills.dump_off import DumpOff
from dungeonbowl.engine.skills.foul_appearance import FoulAppearance
from dungeonbowl.engine.skills.fumblerooskie import Fumblerooskie
from dungeonbowl.engine.skills.hypnotic_gaze import HypnoticGaze
from dungeonbowl.engine.skills.knacks import BallKnacks, MovementKnacks
from dungeonbowl.engine.skills.leader import Leader
from dungeonbowl.engine.skills.leap import Leap
from dungeonbowl.engine.skills.multiple_block import MultipleBlock
from dungeonbowl.engine.skills.on_the_ball import OnTheBall
from dungeonbowl.engine.skills.pick_me_up import PickMeUp
from dungeonbowl.engine.skills.plague_ridden import PlagueRidden
from dungeonbowl.engine.skills.portal_passer import PortalPasser
from dungeonbowl.engine.skills.regeneration import Regeneration
from dungeonbowl.engine.skills.safe_hands import SafePairOfHands
from dungeonbowl.engine.skills.shadowing import Shadowing
from dungeonbowl.engine.skills.team_mates import AlwaysHungry, KickTeamMate
from dungeonbowl.engine.skills.tentacles import Tentacles
from dungeonbowl.engine.skills.traits import (
    AnimalSavagery,
    BoneHead,
    Drunkard,
    ReallyStupid,
    TakeRoot,
    UnchannelledFury,
)
from dungeonbowl.engine.skills.trickster import Trickster
from dungeonbowl.engine.skills.weapons import Weapons

__all__ = ["skill_modules"]


def skill_modules() -> list[Module]:
    """All modules, in the order in which they are asked where several hear one moment."""
    return [
        Tentacles(),
        DivingTackle(),
        Shadowing(),
        FoulAppearance(),
        DumpOff(),
        Trickster(),
        Weapons(),
        MultipleBlock(),
        Frenzy(),
        PileDriver(),
        HitAndRun(),
        BoneHead(),
        ReallyStupid(),
        UnchannelledFury(),
        AnimalSavagery(),
        Bloodlust(),
        Drunkard(),
        TakeRoot(),
        Regeneration(),
        PlagueRidden(),
        SafePairOfHands(),
        DisturbingPresence(),
        Leap(),
        MovementKnacks(),
        BallKnacks(),
        DivingCatch(),
        OnTheBall(),
        Fumblerooskie(),
        PortalPasser(),
        AlwaysHungry(),
        KickTeamMate(),
        Leader(),
        PickMeUp(),
        HypnoticGaze(),
        Bombardier(),
    ]
