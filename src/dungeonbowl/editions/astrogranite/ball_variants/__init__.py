"""The module `ball_variants`: spiked, enchanted, living and iron balls (A-BVAR)."""

from __future__ import annotations

from dungeonbowl.editions.astrogranite.ball_variants.enchanted import EnchantedBall
from dungeonbowl.editions.astrogranite.ball_variants.iron import IronBall
from dungeonbowl.editions.astrogranite.ball_variants.kinds import BY_DIE, KIND_NAMES, BallKinds
from dungeonbowl.editions.astrogranite.ball_variants.living import LivingBall
from dungeonbowl.editions.astrogranite.ball_variants.spiked import SpikedBall
from dungeonbowl.editions.astrogranite.composition.composition import Composition
from dungeonbowl.engine import clauses
from dungeonbowl.engine.tables import ALWAYS_TURNOVER


def install(c: Composition) -> None:
    """Install only the kinds of balls that may occur."""
    word = c.configuration.word("ball_type")
    kinds = BallKinds(BY_DIE if word == "roll" else KIND_NAMES.index(word), int(c.tables.balls))
    c.modules.append(kinds)
    if word in ("spiked", "roll"):
        c.modules.append(SpikedBall(kinds))
    if word in ("enchanted", "roll"):
        c.modules.append(EnchantedBall(kinds, c.configuration.word("enchanted_score") == "first"))
    if word in ("living", "roll"):
        c.modules.append(LivingBall(kinds))
    if word in ("iron", "roll"):
        c.modules.append(IronBall(kinds))
    c.tables.set_turnover(clauses.SPIKES, ALWAYS_TURNOVER)
    c.tables.set_turnover(clauses.IRON_FELL, ALWAYS_TURNOVER)
    c.cite(int(clauses.BALL_KIND), "A-BVAR-01")
    c.cite(int(clauses.SPIKES), "A-BVAR-03")
    c.cite(int(clauses.ENCHANTMENT), "A-BVAR-08")
    c.cite(int(clauses.ENCHANTED_JOURNEY), "A-BVAR-08")
    c.cite(int(clauses.LIVING_WAY), "A-BVAR-09")
    c.cite(int(clauses.IRON_FELL), "A-BVAR-15")
