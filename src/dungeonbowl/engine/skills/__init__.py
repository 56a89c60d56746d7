"""Skills that open a window, interrupt, or reach beyond their owner. The others are only abilities."""

from dungeonbowl.engine.moments import Module
from dungeonbowl.engine.skills.disturbing_presence import DisturbingPresence
from dungeonbowl.engine.skills.diving_tackle import DivingTackle
from dungeonbowl.engine.skills.foul_appearance import FoulAppearance
from dungeonbowl.engine.skills.leap import Leap
from dungeonbowl.engine.skills.regeneration import Regeneration
from dungeonbowl.engine.skills.safe_hands import SafePairOfHands
from dungeonbowl.engine.skills.shadowing import Shadowing
from dungeonbowl.engine.skills.tentacles import Tentacles
from dungeonbowl.engine.skills.traits import BoneHead, TakeRoot

__all__ = ["skill_modules"]


def skill_modules() -> list[Module]:
    """All of them, in the order in which they speak where several hear one moment."""
    return [
        Tentacles(),
        DivingTackle(),
        Shadowing(),
        FoulAppearance(),
        BoneHead(),
        TakeRoot(),
        Regeneration(),
        SafePairOfHands(),
        DisturbingPresence(),
        Leap(),
    ]
