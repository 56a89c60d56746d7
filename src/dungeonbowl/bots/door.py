"""What a bot chooses in a match of Python. `bots/__init__.py` has the functions that people call.

A bot is asked as a seat asks it: it sees what its side may know, and questions with a usual answer do not reach it. But
nothing is forgiven here: what a bot raises is raised, so that its author sees the line.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from dungeonbowl.bots.outside import find_bot, source_of
from dungeonbowl.bots.player import Bot
from dungeonbowl.engine.match import Refused
from dungeonbowl.play.actions import Action
from dungeonbowl.play.match import Match
from dungeonbowl.play.setting_up import scrambled
from dungeonbowl.play.usual import usual_answer

# The bots that have decided in a match, by their name, side and file: a bot may follow a plan over several decisions.
# A bot whose file has changed is another bot.
SEATED: WeakKeyDictionary[Match, dict[tuple[str, int, bytes], Bot]] = WeakKeyDictionary()


def chosen(name: str, match: Match) -> Action:
    """What a bot chooses in a match, for the side that is asked."""
    options = match.engine.options()
    if not options:
        raise Refused("the match is over" if match.is_over else f"{match.wants} must be rolled first")
    return Action(match.position, answer_of(name, match, options))


def answer_of(name: str, match: Match, options: list[int]) -> int:
    game = match.engine.game
    side = int(game.asked)
    if side >= game.squads.sides:  # of the game master's decisions the rule knows most
        return int(game.rules.policies.neutral.advice(game))
    usual = usual_answer(game)
    if usual in options:
        return usual
    bots = SEATED.setdefault(match, {})
    key = (name, side, source_of(name))
    if key not in bots:
        bots[key] = find_bot(name, scrambled(match.seed or 0, side + 1))
    answer = bots[key].choose(game.as_known_to(game.asked), list(options))
    if answer not in options:
        raise Refused(f"{name} answered {answer!r}, which is not on offer")
    return answer
