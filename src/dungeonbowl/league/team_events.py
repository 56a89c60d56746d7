"""What can happen to a team in a league: one struct for each kind of event, in the order of a team's life.

Players are named by their id. `player` of a newcomer is the whole player. Names and reasons are references
(`texts.py`). What an event does to a team is known to `effects.py` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, get_args

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.league.texts import Texts
from dungeonbowl.teams.team import Gain, Player, Team

TEXT_KEYS: Final = frozenset(("name", "coach", "reason"))
Outcome = Literal["won", "drawn", "lost"]
Provenance = Literal["proven", "replayed", "reported", "corrected"]
# How a player left: `left` because of a concession, `scouted` at the end of a season.
Departure = Literal["died", "fired", "traded", "left", "scouted", "not rehired", "journeyman", "petrified"]


class Body(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind"):
    """The base of all kinds."""


# --- a team and its people ------------------------------------------------------------------------------------------


class Created(Body, frozen=True, tag="created"):
    """The whole draft; a second one before the first match takes the place of the first."""

    team: Team
    owner: str = ""


class Renamed(Body, frozen=True, tag="renamed"):
    """A new name for a player, or for the team if no player is named."""

    name: str
    player: str = ""


class OwnerChanged(Body, frozen=True, tag="owner_changed"):
    owner: str


class Joined(Body, frozen=True, tag="joined"):
    """The team takes part in a season of a league. `edition` is the text of its edition, where prices in it differ from
    those that the team was drafted by; they count from now on."""

    league: str
    season: int
    edition: str = ""


class Suspended(Body, frozen=True, tag="suspended"):
    reason: str = ""


class Disbanded(Body, frozen=True, tag="disbanded"):
    """The team plays no more. Only a commissioner can revive it."""

    reason: str = ""


class Revived(Body, frozen=True, tag="revived"):
    reason: str = ""


# --- before a match ---------------------------------------------------------------------------------------------------


class Booked(Body, frozen=True, tag="booked"):
    """The team is locked for a match: nothing but this match changes it."""

    match: str


class Unbooked(Body, frozen=True, tag="unbooked"):
    match: str


class Journeymen(Body, frozen=True, tag="journeymen"):
    """Players who fill up the team for one match."""

    players: tuple[Player, ...]


class Spent(Body, frozen=True, tag="spent"):
    """Gold of the treasury for inducements, and what was bought with gold of any purse."""

    gold: int
    bought: tuple[str, ...] = ()


class Fame(Body, frozen=True, tag="fame"):
    """Fans who came, and what they are worth at the winnings. `against` are those of the other team: what they are
    worth to it follows from both, and whoever checks this history knows no other."""

    fans: int
    fame: int
    against: int = 0


# --- the match --------------------------------------------------------------------------------------------------------


class Appearance(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player did in a match, by deed: `touchdown`, `completion`, `casualty`, `kill`, `interception`,
    `deflection`, `chest`, ... with their numbers. Who came and could not play, because of an assassin, is `absent`."""

    player: str
    deeds: dict[str, int] = {}
    absent: bool = False


class Played(Body, frozen=True, tag="played"):
    """A match and its result. `story` is the hash of what happened in it, `how` is the way it ended."""

    match: str
    opponents: tuple[str, ...]
    outcome: Outcome
    score: tuple[int, ...]  # own first
    casualties: int = 0  # those that earned points
    suffered: int = 0  # the same of the opponents
    how: str = ""
    competition: str = ""
    friendly: bool = False
    value: int = 0  # at the lock
    story: str = ""
    provenance: Provenance = "reported"
    appearances: tuple[Appearance, ...] = ()


class Died(Body, frozen=True, tag="died"):
    player: str
    how: str = ""
    by: str = ""  # the player who did it


class Hurt(Body, frozen=True, tag="hurt"):
    """An injury that outlasts the match: an absence, and perhaps a niggling injury or the loss of a characteristic."""

    player: str
    niggle: bool = False
    loss: str = ""
    misses: bool = True
    how: str = ""
    by: str = ""


class Points(Body, frozen=True, tag="points"):
    """Points of experience. A deed that is only `credited` to a player was in no match, and counts for its career."""

    player: str
    points: int
    deed: str = ""
    credited: bool = False


class MostValuable(Body, frozen=True, tag="mvp"):
    player: str
    points: int


class Gold(Body, frozen=True, tag="gold"):
    """Gold that comes or, below 0, goes."""

    amount: int
    why: str = ""


class Fans(Body, frozen=True, tag="fans"):
    """The change of the fan factor."""

    change: int


class Expenses(Body, frozen=True, tag="expenses"):
    amount: int


class Conceded(Body, frozen=True, tag="conceded"):
    """The team gave the match up."""


class Left(Body, frozen=True, tag="left"):
    player: str
    why: Departure = "left"


class ItemLost(Body, frozen=True, tag="item_lost"):
    player: str
    item: str


class Confiscated(Body, frozen=True, tag="confiscated"):
    player: str


class Cured(Body, frozen=True, tag="cured"):
    """Medical help: everybody is fit for the next match, and the player named loses one injury for good."""

    player: str = ""
    niggle: bool = False
    loss: str = ""


# --- what a coach decides after it ------------------------------------------------------------------------------------


class Advanced(Body, frozen=True, tag="advanced"):
    player: str
    gain: Gain
    spent: int = 0


class Hired(Body, frozen=True, tag="hired"):
    """A new player, or a journeyman who stays (its id is on the list already)."""

    player: Player
    price: int


class Traded(Body, frozen=True, tag="traded"):
    """A new player, for whom others left (A-TRADE-01). `price` is what was paid after all credits."""

    player: Player
    price: int
    away: tuple[str, ...]


class Fired(Body, frozen=True, tag="fired"):
    player: str


class Retired(Body, frozen=True, tag="retired"):
    """Out for the rest of the season, still on the list (O-POST-06)."""

    player: str


class Reroll(Body, frozen=True, tag="reroll"):
    """Team re-rolls bought or, below 0, dropped."""

    count: int
    price: int = 0


class Staff(Body, frozen=True, tag="staff"):
    key: str
    count: int
    price: int = 0


class Item(Body, frozen=True, tag="item"):
    """A magic item was bought and given to a player, who throws away the one it had."""

    player: str
    item: str
    price: int = 0


class WeaponBack(Body, frozen=True, tag="weapon_back"):
    player: str
    price: int


class Closed(Body, frozen=True, tag="closed"):
    """The aftermath of a match is over. Everything that it followed from stands here; with the seed, which is revealed
    when all teams of the match have closed, everybody can roll it again."""

    match: str
    value: int
    current_value: int
    inputs: tuple[str, ...] = ()
    commitment: str = ""  # the SHA-256 of the seed, told before the first die
    options: str = ""  # of the league, those that are not the usual ones of the edition
    shared: dict[str, tuple[int, ...]] = {}  # dice that belong to all teams of the match


class Revealed(Body, frozen=True, tag="revealed"):
    """The seed of the dice of an aftermath."""

    match: str
    seed: str


# --- the end of a season ----------------------------------------------------------------------------------------------


class Prize(Body, frozen=True, tag="prize"):
    """Gold for a place, and the trophy, which this team gains or gives away."""

    place: int
    gold: int = 0
    trophy: bool | None = None


class Scouted(Body, frozen=True, tag="scouted"):
    """A scout looked at a player; it stayed, or left for gold that is paid into the funds (O-LEAGUE-07)."""

    player: str
    leaves: bool
    gold: int = 0


class Recovered(Body, frozen=True, tag="recovered"):
    """Everybody who would miss the next match is fit again, or one player got rid of one injury."""

    player: str = ""
    niggle: bool = False
    loss: str = ""
    leaves_niggle: bool = False


class Funds(Body, frozen=True, tag="funds"):
    """Gold for the redraft. The treasury is part of it, and holds it until the redraft is over (O-LEAGUE-08)."""

    total: int
    parts: dict[str, int] = {}


class Rehired(Body, frozen=True, tag="rehired"):
    player: str
    price: int


class Season(Body, frozen=True, tag="season"):
    """A season has ended for the team, and the next may begin. Everybody on the list has one season more. Whatever
    the end of the season followed from stands here, as in `Closed`."""

    number: int  # the one that begins
    inputs: tuple[str, ...] = ()
    commitment: str = ""
    options: str = ""
    edition: str = ""


# --- corrections ------------------------------------------------------------------------------------------------------


class Granted(Body, frozen=True, tag="granted"):
    """What a commissioner gives or, below 0, takes. It counts from now on, or before the event `at`: what a correction
    took away and a later event needs can be given in time."""

    reason: str
    player: str = ""
    gold: int = 0
    points: int = 0
    rerolls: int = 0
    gain: Gain | None = None
    without: Gain | None = None
    niggles: int = 0
    loss: str = ""
    restores: str = ""
    misses: bool | None = None
    newcomer: Player | None = None
    leaves: bool = False
    at: int = 0


class Void(Body, frozen=True, tag="void"):
    """An earlier event counts no more; `instead` counts in its place."""

    seq: int
    reason: str
    instead: dict[str, Any] | None = None


TeamBody = (
    Created | Renamed | OwnerChanged | Joined | Suspended | Disbanded | Revived
    | Booked | Unbooked | Journeymen | Spent | Fame
    | Played | Died | Hurt | Points | MostValuable | Gold | Fans | Expenses | Conceded | Left
    | ItemLost | Confiscated | Cured
    | Advanced | Hired | Traded | Fired | Retired | Reroll | Staff | Item | WeaponBack | Closed | Revealed
    | Prize | Scouted | Recovered | Funds | Rehired | Season
    | Granted | Void
)  # fmt: skip

# By name: a conversion to one struct is hundreds of times as fast as one to the union of all.
KINDS: Final[dict[str, type[TeamBody]]] = {str(kind.__struct_config__.tag): kind for kind in get_args(TeamBody)}


def with_texts(values: Any, change: Callable[[str], str]) -> Any:
    """The values with every text of people changed: those that stand under one of `TEXT_KEYS`."""
    if isinstance(values, dict):
        return {
            key: change(value) if key in TEXT_KEYS and isinstance(value, str) and value else with_texts(value, change)
            for key, value in values.items()
        }
    if isinstance(values, list | tuple):
        return [with_texts(value, change) for value in values]
    return values


def kind_of(body: TeamBody) -> str:
    return str(body.__struct_config__.tag)


def packed(body: TeamBody, texts: Texts | None = None) -> dict[str, Any]:
    """The plain values of a body, without its kind, which the event names itself, and with references for texts."""
    values: dict[str, Any] = msgspec.to_builtins(body)
    values.pop("kind", None)
    if texts is not None:
        values = with_texts(values, texts.keep)
    return values


def unpacked(kind: str, values: dict[str, Any], texts: Texts | None = None) -> TeamBody:
    """The body of an event, with its texts where they are known. `UserError` if this program does not know it."""
    if texts is not None:
        values = with_texts(values, texts.read)
    if kind not in KINDS:
        raise UserError(f"event of kind {kind!r}: this program does not know it")
    try:
        return msgspec.convert(values, KINDS[kind])
    except msgspec.ValidationError as error:
        raise UserError(f"event of kind {kind!r}: {error}") from None
