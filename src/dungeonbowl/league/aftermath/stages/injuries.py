"""What the match did to players: the dead leave the list, the others note what stays with them."""

from __future__ import annotations

from dungeonbowl.league.aftermath.facts import Harm, PlayerFacts
from dungeonbowl.league.aftermath.machine import Line, Stage
from dungeonbowl.league.team_events import Died, Hurt
from dungeonbowl.teams.facts import load_facts
from dungeonbowl.teams.team import profile_of


def injuries(dead_rule: str, hurt_rule: str) -> Stage:
    """Nobody decides and no die falls here: the match has rolled everything. Whoever is hurt misses the next game; that
    begins when the aftermath is closed. Of a loss beyond the bounds of the edition only that is left."""

    def run(line: Line) -> None:
        for facts in line.case.side.players:
            if line.kept.player(facts.player) is None:
                continue
            if facts.injury == "dead":
                line.write(Died(facts.player, facts.how, facts.by), dead_rule)
                continue
            for harm in harms_of(facts):
                loss = harm.loss if can_lose(line, facts.player, harm.loss) else ""
                line.write(Hurt(facts.player, harm.injury == "niggle", loss, how=facts.how, by=facts.by), hurt_rule)

    return Stage("injuries", "Injuries", (dead_rule, hurt_rule), run)


def harms_of(facts: PlayerFacts) -> list[Harm]:
    """What stays with a player who lives: every injury for good, or else one absence."""
    harms = [Harm(facts.injury, facts.loss), *facts.further]
    lasting = [harm for harm in harms if harm.injury in ("niggle", "loss")]
    return lasting or [harm for harm in harms if harm.injury == "misses"][:1]


def can_lose(line: Line, identity: str, name: str) -> bool:
    """Whether a characteristic can fall by one more step. In editions without such bounds the match has rolled again
    what could not apply (O-INJ-11)."""
    draft = load_facts(line.case.edition).draft
    player = line.kept.player(identity)
    if draft.losses_each is None or player is None or not name:
        return True
    value = getattr(profile_of(line.team, player), name)
    return player.losses.count(name) < draft.losses_each and value != draft.characteristics[name].worst
