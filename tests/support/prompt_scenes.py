"""Questions of single rules, which random matches hardly ever come to: each is drawn in the scene that tests its rule.

Some have a prompt of their own, others are one more choice of a player who acts. What a coach reads of them is read
like any other prompt, and a server can open a match at each of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from astrogranite import test_chest_moving, test_inscriptions, test_multiball, test_secret_passages
from dungeonbowl.engine.dice import ProvableDice
from dungeonbowl.records.beginnings import beginning_at
from dungeonbowl.scenes.scene import Scene, away, home
from dungeonbowl.server.creating import recorded
from dungeonbowl.server.resuming import PLAYING
from dungeonbowl.server.wire import NewMatch
from dungeonbowl.storage.match_records import SideRecord
from skills.astrogranite.test_general import PORTALS
from support.duels import EDITION as WITH_SKILLS
from support.prompt_walks import Opened


class Drawn(NamedTuple):
    """A question in a scene: what kind it is, as `prompt_key` words it, and the choice that is asked about."""

    key: str
    choice: str  # the word of an action
    rule: str  # of that choice
    draw: Callable[[], Scene]


def winds_of_magic() -> Scene:
    return test_inscriptions.gathering().play("activate A", "declare winds of magic", dice=["D6 3"])


def ball_to_throw() -> Scene:
    legend = {"A": home(at=(2, 3)), "C": home(at=(5, 3)), "b": away(at=(9, 0))}
    return test_multiball.hall(legend, ["A", "A", (9, 3)]).play("activate A", "declare pass", "aim")


def ball_to_hand_over() -> Scene:
    legend = {"A": home(at=(4, 3)), "C": home(at=(5, 3)), "b": away(at=(9, 0))}
    return test_multiball.hall(legend, ["A", "A", (9, 3)]).play("activate A", "declare hand-off", "hand off C")


def chest_to_throw() -> Scene:
    return test_chest_moving.thrown().play("activate A", "declare throw team-mate", dice=["D6 6"])


def rune_to_travel_to() -> Scene:
    scene = test_inscriptions.hall({"A": home(at=(2, 1)), "b": away(at=(1, 1)), "c": away(at=(3, 1))})
    return scene.play("activate A", "declare move")


def way_into_a_passage() -> Scene:
    return test_secret_passages.hall({"A": home(at=(3, 1)), "b": away(at=(7, 2))}).play("activate A", "declare move")


def way_out_of_a_passage() -> Scene:
    return way_into_a_passage().play("slip passage-s")


def one_of_two_portals() -> Scene:
    legend = {"A": home(skills=["Sixth Sense"]), "b": away()}
    scene = Scene(PORTALS, legend, edition=WITH_SKILLS)
    return scene.play("activate A", "step n", dice=["2D6 1+3"])


DRAWN: dict[str, Drawn] = {
    "winds of magic": Drawn("choose: winds fell", "winds fell", "A-INSC-06", winds_of_magic),
    "ball to throw": Drawn("choose: choose ball", "choose ball", "A-MULTI-03", ball_to_throw),
    "ball to hand over": Drawn("choose: choose ball", "choose ball", "A-MULTI-03", ball_to_hand_over),
    "chest to throw": Drawn("act", "take chest", "A-MOVE-05", chest_to_throw),
    "rune to travel to": Drawn("act", "travel", "A-INSC-03", rune_to_travel_to),
    "way into a passage": Drawn("act", "slip", "A-SECR-03", way_into_a_passage),
    "way out of a passage": Drawn("act", "slip", "A-SECR-03", way_out_of_a_passage),
    "one of two portals": Drawn("place: arrive", "arrive", "A-TELE-02", one_of_two_portals),
}
EDITION = "astrogranite"  # whose rules they are


def opened_scene(drawn: Drawn, name: str) -> Opened:
    """A match that begins at the question of a scene, for coaches who sit at one screen."""
    game = drawn.draw().game
    names = [str(each) for each in game.squads.names]
    order = NewMatch(edition=EDITION, seats=["person"] * len(names), shared=True)
    coaches = [SideRecord("person", each, ready=True) for each in names]
    stored, created = recorded(order, coaches, msgspec.json.encode(beginning_at(game)), len(names))
    dice = hashlib.sha256(name.encode()).digest()
    promise = ProvableDice(dice, []).commitment()
    record = replace(stored, seed=dice, commitment=promise, stage=PLAYING, number=1)
    return Opened(drawn.key, record, created.seats[0].link)
