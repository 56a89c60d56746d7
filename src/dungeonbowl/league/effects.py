"""What each kind of event does to a team: the one place that knows it. `fold.py` applies them in their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from dungeonbowl.league import team_events as e
from dungeonbowl.league.changes import (
    STOPPED,
    Impossible,
    find,
    in_state,
    is_gone,
    paid,
    underneath,
    with_absence,
    with_deed,
    with_earned,
    with_everybody,
    with_free_shirt,
    with_gold,
    with_hurt,
    with_newcomers,
    with_player,
    with_team,
    without_injury,
    without_player,
    words,
)
from dungeonbowl.league.kept import Kept, State
from dungeonbowl.teams.team import Gain, Player

replace = msgspec.structs.replace

B = TypeVar("B", bound=e.Body)
Apply = Callable[[Kept, Any], Kept]
APPLIES: dict[type[e.Body], Apply] = {}


def applies(kind: type[B]) -> Callable[[Callable[[Kept, B], Kept]], Callable[[Kept, B], Kept]]:
    def note(function: Callable[[Kept, B], Kept]) -> Callable[[Kept, B], Kept]:
        APPLIES[kind] = function
        return function

    return note


# --- a team and its people --------------------------------------------------------------------------------------------


@applies(e.Created)
def created(kept: Kept, body: e.Created) -> Kept:
    if kept.team.games:
        raise Impossible("a team that has played cannot be drafted anew")
    if kept.state not in ("drafting", "ready"):
        raise Impossible(f"a team that is {words(kept.state)} cannot be drafted anew")
    if not body.team.id:
        raise Impossible(f"{body.team.name}: a team of a league needs an id")
    if kept.team.id not in ("", body.team.id):
        raise Impossible(f"{body.team.name}: a new draft keeps the id {kept.team.id}")
    if stray := [each.position for each in body.team.players if body.team.roster_facts.find(each.position) is None]:
        raise Impossible(f"{body.team.name}: {body.team.roster_facts.name} has no {stray[0]}")
    season = body.team.season or kept.team.season
    start = Kept(replace(body.team, players=(), season=season), "ready", body.owner, kept.league, kept.seq)
    return with_newcomers(start, body.team.players)


@applies(e.Renamed)
def renamed(kept: Kept, body: e.Renamed) -> Kept:
    if not body.player:
        return with_team(kept, name=body.name)
    if is_gone(kept, body.player):
        career = kept.careers[body.player]
        changed = replace(career, player=replace(career.player, name=body.name))
        return replace(kept, careers={**kept.careers, body.player: changed})
    return with_player(kept, body.player, name=body.name)


@applies(e.OwnerChanged)
def owner_changed(kept: Kept, body: e.OwnerChanged) -> Kept:
    return replace(kept, owner=body.owner)


@applies(e.Joined)
def joined(kept: Kept, body: e.Joined) -> Kept:
    return replace(with_team(kept, season=body.season, edition=body.edition or kept.team.edition), league=body.league)


@applies(e.Suspended)
def suspended(kept: Kept, body: e.Suspended) -> Kept:
    return stopped(kept, "suspended")


@applies(e.Disbanded)
def disbanded(kept: Kept, body: e.Disbanded) -> Kept:
    return stopped(kept, "disbanded")


def stopped(kept: Kept, state: State) -> Kept:
    if kept.state == state:
        raise Impossible(f"the team is {state} already")
    before = kept.before if kept.state in STOPPED else kept.state
    return replace(kept, state=state, before=before)


@applies(e.Revived)
def revived(kept: Kept, body: e.Revived) -> Kept:
    if kept.state not in STOPPED:
        raise Impossible(f"the team is {words(kept.state)}: neither suspended nor disbanded")
    return replace(kept, state=kept.before, before="ready")


# --- before a match ---------------------------------------------------------------------------------------------------


@applies(e.Booked)
def booked(kept: Kept, body: e.Booked) -> Kept:
    if kept.state != "ready":
        raise Impossible(f"only a team that is ready starts a match; this one is {words(kept.state)}")
    return replace(kept, state="booked", match=body.match)


@applies(e.Unbooked)
def unbooked(kept: Kept, body: e.Unbooked) -> Kept:
    if underneath(kept) != "booked" or kept.match != body.match:
        raise Impossible("the team is not booked for this match")
    return replace(in_state(without_journeymen(kept), "ready"), match="")


@applies(e.Journeymen)
def journeymen(kept: Kept, body: e.Journeymen) -> Kept:
    for player in body.players:
        if not player.journeyman:
            raise Impossible(f"{player.name} is no journeyman")
    return with_newcomers(kept, body.players)


@applies(e.Spent)
def spent(kept: Kept, body: e.Spent) -> Kept:
    return paid(kept, body.gold)


@applies(e.Fame)
def fame(kept: Kept, body: e.Fame) -> Kept:
    return kept


# --- the match --------------------------------------------------------------------------------------------------------


@applies(e.Played)
def played(kept: Kept, body: e.Played) -> Kept:
    if underneath(kept) not in ("ready", "booked"):
        raise Impossible(f"a team that is {words(kept.state)} plays no match")
    if kept.match not in ("", body.match):
        raise Impossible(f"the team is booked for the match {kept.match}, and not for {body.match}")
    won, drawn, lost = (body.outcome == each for each in ("won", "drawn", "lost"))
    kept = replace(
        in_state(with_team(kept, games=kept.team.games + 1), "aftermath"),
        match=body.match,
        won=kept.won + won,
        drawn=kept.drawn + drawn,
        lost=kept.lost + lost,
        season_games=kept.season_games + 1,
        fixtures_won=kept.fixtures_won + (won and not body.friendly),
        lasting=(),
    )
    came = {each.player for each in body.appearances if not each.absent}
    came = came if body.appearances else {player.id for player in kept.team.available}

    def after(player: Player) -> Player:
        if player.id not in came:
            return player
        # who played although it is to miss a game has that game still before it: the match was played as entered
        return replace(player, games=player.games + 1, hurt_now=player.hurt_now or player.misses_next_game)

    kept = with_everybody(kept, after)
    for appearance in body.appearances:
        kept = with_deed(kept, appearance.player, appearance.deeds)
    return kept


@applies(e.Died)
def died(kept: Kept, body: e.Died) -> Kept:
    return without_player(with_hurt(kept, body.player, "died"), body.player, "died", body.by)


@applies(e.Hurt)
def hurt(kept: Kept, body: e.Hurt) -> Kept:
    player = find(kept, body.player)
    losses = (*player.losses, body.loss) if body.loss else player.losses
    kept = with_player(
        kept,
        body.player,
        niggles=player.niggles + body.niggle,
        losses=losses,
        hurt_now=player.hurt_now or body.misses,
    )
    word = f"-{body.loss}" if body.loss else "niggling injury" if body.niggle else "missed a match"
    kept = with_hurt(kept, body.player, word)
    return replace(kept, lasting=(*kept.lasting, body.player)) if body.loss else kept


@applies(e.Points)
def points(kept: Kept, body: e.Points) -> Kept:
    kept = with_earned(kept, body.player, body.points)
    return with_deed(kept, body.player, {body.deed: 1}) if body.credited else kept


@applies(e.MostValuable)
def most_valuable(kept: Kept, body: e.MostValuable) -> Kept:
    """The dead may be chosen in some editions; their award is lost with them, and stays in their career."""
    kept = with_earned(kept, body.player, body.points)
    if not is_gone(kept, body.player):
        kept = with_player(kept, body.player, mvps=find(kept, body.player).mvps + 1)
    return with_deed(kept, body.player, {"mvp": 1})


@applies(e.Gold)
def gold(kept: Kept, body: e.Gold) -> Kept:
    return with_gold(kept, body.amount)


@applies(e.Fans)
def fans(kept: Kept, body: e.Fans) -> Kept:
    held = kept.team.staff.get("fan_factor", 0)
    return with_team(kept, staff={**kept.team.staff, "fan_factor": max(0, held + body.change)})


@applies(e.Expenses)
def expenses(kept: Kept, body: e.Expenses) -> Kept:
    return paid(kept, body.amount)


@applies(e.Conceded)
def conceded(kept: Kept, body: e.Conceded) -> Kept:
    return kept


@applies(e.Left)
def left(kept: Kept, body: e.Left) -> Kept:
    return without_player(kept, body.player, body.why)


@applies(e.ItemLost)
def item_lost(kept: Kept, body: e.ItemLost) -> Kept:
    """Lost with a dead bearer, or without one."""
    return kept if is_gone(kept, body.player) else with_player(kept, body.player, item="")


@applies(e.Confiscated)
def confiscated(kept: Kept, body: e.Confiscated) -> Kept:
    return with_player(kept, body.player, confiscated=True)


@applies(e.Cured)
def cured(kept: Kept, body: e.Cured) -> Kept:
    kept = with_everybody(kept, lambda player: with_absence(player, False))
    return without_injury(kept, body.player, body.niggle, body.loss) if body.player else kept


# --- what a coach decides ---------------------------------------------------------------------------------------------


@applies(e.Advanced)
def advanced(kept: Kept, body: e.Advanced) -> Kept:
    player = find(kept, body.player)
    if body.spent < 0:
        raise Impossible("an advancement costs no less than nothing")
    if body.spent > player.unspent:
        raise Impossible(f"{player.name} has {player.unspent} points, and not {body.spent}")
    kept = with_player(kept, body.player, gained=(*player.gained, body.gain), spent=player.spent + body.spent)
    if body.gain.skill and body.player not in kept.learners:
        kept = replace(kept, learners=(*kept.learners, body.player))
    return kept


@applies(e.Hired)
def hired(kept: Kept, body: e.Hired) -> Kept:
    kept = with_free_shirt(paid(kept, body.price), body.player)
    known = kept.player(body.player.id)
    if known is None:
        return with_newcomers(kept, [body.player])
    if not known.journeyman:
        raise Impossible(f"{known.name} is on the list already")
    if any(each.number == body.player.number and each.id != known.id for each in kept.team.players):
        raise Impossible(f"the number {body.player.number} is taken")
    return with_player(kept, known.id, journeyman=False, number=body.player.number)


@applies(e.Traded)
def traded(kept: Kept, body: e.Traded) -> Kept:
    for identity in body.away:
        kept = without_player(kept, identity, "traded")
    return with_newcomers(with_free_shirt(paid(kept, body.price), body.player), [body.player])


@applies(e.Fired)
def fired(kept: Kept, body: e.Fired) -> Kept:
    return without_player(kept, body.player, "fired")


@applies(e.Retired)
def retired(kept: Kept, body: e.Retired) -> Kept:
    return with_player(kept, body.player, retired=True)


@applies(e.Reroll)
def reroll(kept: Kept, body: e.Reroll) -> Kept:
    if kept.team.rerolls + body.count < 0:
        raise Impossible("the team has no re-roll to drop")
    return paid(with_team(kept, rerolls=kept.team.rerolls + body.count), body.price)


@applies(e.Staff)
def staff(kept: Kept, body: e.Staff) -> Kept:
    held = kept.team.staff.get(body.key, 0)
    if held + body.count < 0:
        raise Impossible(f"the team has no {body.key.replace('_', ' ')} to lose")
    return paid(with_team(kept, staff={**kept.team.staff, body.key: held + body.count}), body.price)


@applies(e.Item)
def item(kept: Kept, body: e.Item) -> Kept:
    return paid(with_player(kept, body.player, item=body.item), body.price)


@applies(e.WeaponBack)
def weapon_back(kept: Kept, body: e.WeaponBack) -> Kept:
    if not find(kept, body.player).confiscated:
        raise Impossible(f"{find(kept, body.player).name} has lost no weapon")
    return paid(with_player(kept, body.player, confiscated=False), body.price)


@applies(e.Closed)
def closed(kept: Kept, body: e.Closed) -> Kept:
    """Earlier absences end, those of this match begin, and journeymen leave (O-POST-07)."""
    if kept.match not in ("", body.match):
        raise Impossible(f"the aftermath that is open is that of {kept.match}, and not of {body.match}")
    kept = without_journeymen(kept)
    kept = with_everybody(kept, lambda player: with_absence(player, player.hurt_now))
    return replace(in_state(kept, "ready"), match="")


@applies(e.Revealed)
def revealed(kept: Kept, body: e.Revealed) -> Kept:
    return kept


def without_journeymen(kept: Kept) -> Kept:
    for player in kept.team.players:
        if player.journeyman:
            kept = without_player(kept, player.id, "journeyman")
    return kept


# --- the end of a season ----------------------------------------------------------------------------------------------


@applies(e.Prize)
def prize(kept: Kept, body: e.Prize) -> Kept:
    if body.trophy is not None:
        kept = with_team(kept, trophy=body.trophy)
    if body.place:
        kept = replace(kept, honours=(*kept.honours, (kept.team.season, body.place)))
    return with_gold(kept, body.gold)


@applies(e.Scouted)
def scouted(kept: Kept, body: e.Scouted) -> Kept:
    kept = replace(in_state(kept, "off_season"), scouting_gold=kept.scouting_gold + body.gold)
    return without_player(kept, body.player, "scouted") if body.leaves else kept


@applies(e.Recovered)
def recovered(kept: Kept, body: e.Recovered) -> Kept:
    kept = in_state(kept, "off_season")
    if body.player:
        kept = without_injury(kept, body.player, body.niggle, body.loss)
        if body.leaves_niggle:
            kept = with_player(kept, body.player, niggles=find(kept, body.player).niggles + 1)
        return kept
    for player in kept.team.players:
        if player.misses_next_game:
            kept = with_player(kept, player.id, misses_next_game=False)
    return kept


@applies(e.Funds)
def funds(kept: Kept, body: e.Funds) -> Kept:
    kept = with_team(kept, treasury=body.total)
    return replace(in_state(kept, "off_season"), funds=body.total, rehired=(), scouting_gold=0)


@applies(e.Rehired)
def rehired(kept: Kept, body: e.Rehired) -> Kept:
    if body.player in kept.rehired:
        raise Impossible(f"{find(kept, body.player).name} is hired again already")
    find(kept, body.player)
    return replace(paid(kept, body.price), rehired=(*kept.rehired, body.player))


@applies(e.Season)
def season(kept: Kept, body: e.Season) -> Kept:
    """Who is on the list now was on it at the season's end; newcomers of the redraft have no season yet."""
    for player in kept.team.players:
        newcomer = kept.funds > 0 and player.id not in kept.rehired
        kept = with_player(kept, player.id, seasons=player.seasons + (not newcomer), retired=False)
    kept = with_team(kept, season=body.number)
    kept = in_state(kept, "ready")
    kept = replace(kept, funds=0, rehired=(), learners=())
    return replace(kept, scouting_gold=0, season_games=0, fixtures_won=0)


# --- corrections ------------------------------------------------------------------------------------------------------


@applies(e.Granted)
def granted(kept: Kept, body: e.Granted) -> Kept:
    kept = with_gold(with_team(kept, rerolls=kept.team.rerolls + body.rerolls), body.gold)
    if kept.team.rerolls < 0:
        raise Impossible("the team has no re-roll to take")
    if body.newcomer is not None:
        kept = with_newcomers(kept, [body.newcomer])
    if not body.player:
        return kept
    player = find(kept, body.player)
    if player.earned + body.points < player.spent or player.niggles + body.niggles < 0:
        raise Impossible(f"{player.name} has not so many points or injuries to take")
    kept = with_player(
        kept,
        body.player,
        earned=player.earned + body.points,
        niggles=player.niggles + body.niggles,
        gained=changed_gains(player, body.gain, body.without),
        losses=(*player.losses, body.loss) if body.loss else player.losses,
        misses_next_game=player.misses_next_game if body.misses is None else body.misses,
    )
    if body.restores:
        kept = without_injury(kept, body.player, False, body.restores)
    return without_player(kept, body.player, "fired") if body.leaves else kept


@applies(e.Void)
def void(kept: Kept, body: e.Void) -> Kept:
    """It has changed what counts of the history before it (`fold.effective`), and does nothing by itself."""
    return kept


def changed_gains(player: Player, gain: Gain | None, without: Gain | None) -> tuple[Gain, ...]:
    gains = list(player.gained)
    if without is not None:
        if without not in gains:
            raise Impossible(f"{player.name} has no such advancement to take")
        gains.remove(without)
    if gain is not None:
        gains.append(gain)
    return tuple(gains)
