"""Medical insurance: whoever would miss the next match can play it, and one injury is cured for good (A-ARR-03)."""

from __future__ import annotations

from dungeonbowl.languages import t
from dungeonbowl.league.aftermath.machine import Flow, Line, Option, Stage
from dungeonbowl.league.aftermath.stages.income import Number
from dungeonbowl.league.team_events import Cured
from dungeonbowl.teams.team import Player

NOBODY = "nobody"


def insurance(rule: str, policies: Number) -> Stage:
    """As often as it was arranged. Nobody brings back the dead: they are off the list."""

    def run(line: Line) -> Flow:
        for _ in range(policies(line)):
            cures = [cure for player in line.team.permanent for cure in cures_of(player)]
            if not cures:
                line.write(Cured(), rule)
                continue
            options = [Option(NOBODY, t("nobody"), t("everybody can play the next match all the same"), rule)]
            for cure, words in cures:
                options.append(Option(text_of(cure), words, t("for good"), rule, player=cure.player))
            chosen = yield from line.ask(t("Whose injury is cured?"), options, rule, usual=1)
            found = [cure for cure, _ in cures if text_of(cure) == chosen.text]
            line.write(found[0] if found else Cured(), rule, by_rules=False)

    return Stage("insurance", "Medical insurance", (rule,), run)


def cures_of(player: Player) -> list[tuple[Cured, str]]:
    """What can be cured of a player, with words for it: the losses first, which are worse."""
    who = f"{player.number} {player.name}"
    found = [(Cured(player.id, loss=loss), f"{who}: {loss.upper()} -1") for loss in dict.fromkeys(player.losses)]
    if player.niggles:
        found.append((Cured(player.id, niggle=True), t("{who}: a niggling injury", who=who)))
    return found


def text_of(cure: Cured) -> str:
    return f"cure {cure.player} {cure.loss or 'niggle'}"
