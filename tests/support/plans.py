"""One table of everything that is played at random: what it is, and how many matches of it are played.

`make test` plays enough of each for a fault of the rules to show, `make test-all` plays the nightly counts, and an
interpreted engine, a hundred times slower, plays a few. `DUNGEONBOWL_PLANS=nightly` takes the nightly counts for any
call of pytest, and a number takes so many times those of `make test`: `DUNGEONBOWL_PLANS=20 pytest tests/promises`.

Matches follow from their seeds, and a smaller count plays the first seeds of a larger one. So a plan may be made
shorter, but not so short that an edition, a module, a layout or a mixture is no longer played at all: `covers` says how
many matches that takes. Everything is played in `make test`. What else is nightly stands in `support/nightly.py`.
"""

from __future__ import annotations

import os
from typing import NamedTuple

import dungeonbowl

SETTING = "DUNGEONBOWL_PLANS"


class Plan(NamedTuple):
    """`tested`, `nightly` and `interpreted` are counts for each test of the plan; a promise that is shared out among
    several tests of an edition counts once."""

    what: str
    tested: int
    nightly: int
    interpreted: int = 2
    covers: int = 1  # fewer would leave out something that is to be played


# Walks through small scenes, crowded layouts and whole matches: of six seeds one is a whole match, and it takes fifteen
# of those for every layout of StockBowl to have been played in.
LAYOUTS = 90

PLANS: dict[str, Plan] = {
    # tests/promises/test_promises.py, of each edition
    "options": Plan("some option is always legal, and none is listed twice", 90, 1500, 6, LAYOUTS),
    "accepted": Plan("every option offered is accepted", 90, 450, 2, LAYOUTS),
    "spelled": Plan("every option is spelled and read back", 90, 450, 2, LAYOUTS),
    "refused": Plan("a refused action changes nothing", 90, 450, 2, LAYOUTS),
    "clones": Plan("a clone played onward leaves the original untouched", 90, 1500, 6, LAYOUTS),
    "clones go on": Plan("a clone goes on like the original", 90, 1500, 6, LAYOUTS),
    "saves": Plan("a loaded save equals the match and goes on like it", 90, 1500, 6, LAYOUTS),
    "replays": Plan("replaying the inputs tells the same story", 30, 300, 2, 15),
    "pieces": Plan("a piece and its square agree, and nobody stands in a wall", 90, 1500, 6, LAYOUTS),
    "balls": Plan("no ball is lost or doubled, and it rests only where it may", 120, 3000, 12, LAYOUTS),
    "rerolls": Plan("team re-rolls never rise, and dice come to an end", 90, 1500, 6, LAYOUTS),
    "casualties": Plan("every casualty is settled once and stands as it was told", 90, 1500, 6, LAYOUTS),
    # tests/engine/test_offers.py, of each edition
    "jumps": Plan("jumps are looked for wherever there is one", 30, 300, 6, 6),
    "any moment": Plan("all of these after any number of decisions, as Hypothesis likes", 20, 225, 2),
    # tests/league/office/test_promises.py, of each edition
    "office seasons": Plan("two seasons through the office of a league: rows, chains, dice", 1, 30, 1),
    # tests/browser/test_club_day.py
    "club phones": Plan("phones of a club day of 24 coaches that are pages of a browser", 6, 24, 6, 6),
    # tests/server/test_league_fuzz.py
    "league mischief": Plan("anything is sent to the leagues of a server, 120 requests each time", 2, 60, 1),
    # tests/promises: other ways to play the editions
    "agreed": Plan("the second reading of everything that coaches may agree on", 8, 150),
    "usual answers": Plan("the usual answers to skills asked about play the same match", 90, 1500, 6, LAYOUTS),
    "asked": Plan("the promises where skills are asked about", 90, 1500, 6, LAYOUTS),
    "all asked": Plan("everything that can be asked about is asked about", 150, 1500, 6, LAYOUTS),
    "asked replays": Plan("replays of matches with skills asked about", 30, 300, 2, 15),
    "colleges": Plan("every college against every other, with other teams in the second match", 2, 20, 0),
    "races": Plan("every race of StockBowl against every other", 1, 5, 0),
    "engines": Plan("compiled and interpreted tell the same story", 18, 90, 6, 18),
    # tests/promises/test_modules.py: Astrogranite
    "presets": Plan("each preset", 4, 45),
    "modules": Plan("each module alone", 2, 15),
    "pairs": Plan("modules that hear the same moment, in pairs: so many pairs, once each", 60, 1000, 2, 60),
    "several teams": Plan("each preset with three and with four teams", 3, 20),
    # tests/astrogranite: mixtures of modules on grounds of their own
    "numbers of teams": Plan("two, three and four teams", 12, 225, 2, 6),
    "ways to act": Plan("every way to act, with chests of both kinds", 12, 225, 2, 3),
    "several balls": Plan("several balls, of both kinds, for two and three teams", 12, 300),
    "kinds of ball": Plan("each kind of ball", 12, 225),
    "balls on grounds": Plan("all balls on all grounds", 12, 300, 2, 2),
    "features": Plan("doors, obstacles, passages and runes", 12, 225),
    "magic": Plan("sorcerers and magic items", 12, 225),
    "monsters": Plan("each way for monsters to come and to be led", 12, 225, 4, 3),
    "monsters, several teams": Plan("monsters among three and four teams", 9, 150, 2, 3),
    "own monsters": Plan("monsters of a coach's own, with every skill", 20, 600, 2),
    "referees": Plan("each way for referees, weapons and dirty tactics", 12, 225, 2, 3),
    "terrain": Plan("all terrain with one way to act each", 8, 150),
    "all terrain": Plan("all terrain with every way to act", 12, 300),
    "imagined": Plan("what a coach imagines is played on from every decision", 12, 300),
    # tests/learn/test_macros.py, of each edition
    "macros": Plan("macros chosen at random are lists of actions on offer", 8, 100, 1, 8),
    # tests/dungeon: dungeons instead of matches; of sixteen kinds, one begins its list of features at nine places
    "dungeons": Plan("every generated dungeon is legal and connected", 160, 10_000, 40, 144),
    # tests/scenarios/test_daily.py, of each puzzle
    "puzzles": Plan("the answer of a puzzle and all that the adviser proposes, played to the end", 150, 600, 150),
    # tests/bots/test_blunders.py, of each edition and preset
    "blunders": Plan("what the scripted coach never does is counted", 2, 60, 1),
    # tests/records
    "records": Plan("a save that is loaded and saved again is the same at every moment", 12, 120, 3),
    # tests/league/test_aftermath_promises.py, of each edition: aftermaths and ends of seasons instead of matches; a
    # league of two seasons has forty, and it takes several leagues for every way to end a season to be among them
    "aftermaths": Plan("any decisions after matches leave legal teams, and follow from inputs", 240, 20_000, 40, 240),
    # tests/league/test_mixture_promises.py: leagues of Astrogranite; a league has eight matches of two to four teams
    "mixtures": Plan("any mixture of modules leaves legal teams after a match", 1000, 20_000, 40, 1000),
    # tests/server/test_plain_words.py, of each edition and each mixture of modules
    "plain words": Plan("prompts, options, refusals, hints and the log are in words for people", 3, 60, 1),
    # tests/server: messages instead of matches; it takes a thousand for every kind of message to have been among them
    "messages": Plan("messages to a match of each edition", 1000, 20_000, 300, 1000),
    "previews": Plan("what a coach is told beforehand is what then happens: previews of an edition", 100, 2000, 4),
    "prompts": Plan("matches of curious coaches, until they have been asked everything there is", 300, 600, 4, 300),
    "other messages": Plan(
        "messages to matches with four teams, a game master, a clock, one screen", 1000, 4000, 60, 1000
    ),
    # tests/browser/test_layout.py, of each edition
    "positions": Plan("positions of a match at which nothing lies over what matters, at three sizes", 3, 10, 3),
    # tests/browser/test_prompt_pictures.py, of each edition
    "pictured": Plan("kinds of question that a browser shows and keeps as a picture", 5, 100, 5),
    # tests/league, of each edition and number of teams
    "match facts": Plan("what a match tells is told of the right players", 15, 300, 1),
    # tests/league: histories of teams instead of matches, each of sixty events that somebody tries
    "histories": Plan("what a history gives follows from its events alone, whatever is voided", 20, 1000, 10, 2),
}


def how_many(name: str) -> int:
    """The number of matches that a plan is to play in this run."""
    plan = PLANS[name]
    wanted = os.environ.get(SETTING, "")
    if not dungeonbowl.compiled():
        return plan.interpreted
    if wanted == "nightly":
        return plan.nightly
    try:
        times = float(wanted or 1)
    except ValueError:
        raise ValueError(f"{SETTING}={wanted}: say nightly, or how many times what `make test` plays") from None
    return max(1, round(plan.tested * times))


def is_covering(name: str) -> bool:
    """Whether this run plays enough of a plan to have met everything that belongs to it."""
    return how_many(name) >= PLANS[name].covers
