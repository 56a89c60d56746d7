"""Events of teams in words, for histories and pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dungeonbowl.languages import listed, mark, number, plural, t
from dungeonbowl.league import team_events as e
from dungeonbowl.league.coded_words import deed_said, staff_said
from dungeonbowl.teams.team import Gain

LETTERS: Final = {"ma": "MA", "st": "ST", "ag": "AG", "pa": "PA", "av": "AV"}
MATCHES: Final = mark(
    {
        "won": "won {score} against {others}",
        "drawn": "drawn {score} against {others}",
        "lost": "lost {score} against {others}",
    }
)
FRIENDLIES: Final = mark(
    {
        "won": "won {score} against {others} in a friendly",
        "drawn": "drawn {score} against {others} in a friendly",
        "lost": "lost {score} against {others} in a friendly",
    }
)


class Speaker:
    """Says what an event did. `players` and `teams` have names by id."""

    def __init__(self, players: Mapping[str, str], teams: Mapping[str, str]) -> None:
        self.players = players
        self.teams = teams

    def player(self, identity: str) -> str:
        return self.players.get(identity) or t("a player")

    def team(self, identity: str) -> str:
        return self.teams.get(identity, identity)

    def say(self, body: e.TeamBody) -> str:
        return SAYS[type(body)](self, body)


def gold(amount: int) -> str:
    return t("{amount} gold", amount=number(amount))


def signed(amount: int) -> str:
    return f"{'+' if amount >= 0 else ''}{number(amount)}"


def gain_said(gain: Gain) -> str:
    if gain.raised:
        return f"+{LETTERS.get(gain.raised, gain.raised)}"
    return t("{skill} (random)", skill=gain.skill) if gain.random else gain.skill


def created(speaker: Speaker, body: e.Created) -> str:
    team = body.team
    return t(
        "{team} was drafted: {players} players, {rerolls} re-rolls",
        team=team.name,
        players=len(team.players),
        rerolls=team.rerolls,
    )


def renamed(speaker: Speaker, body: e.Renamed) -> str:
    if not body.player:
        return t("the team is called {name}", name=body.name)
    return t("{player} is called {name}", player=speaker.player(body.player), name=body.name)


def played(speaker: Speaker, body: e.Played) -> str:
    others = listed([speaker.team(team) for team in body.opponents])
    score = "-".join(str(goals) for goals in body.score)
    return t((FRIENDLIES if body.friendly else MATCHES)[body.outcome], score=score, others=others)


def hurt(speaker: Speaker, body: e.Hurt) -> str:
    parts = []
    if body.niggle:
        parts.append(t("a niggling injury"))
    if body.loss:
        parts.append(f"-1 {LETTERS.get(body.loss, body.loss)}")
    if body.misses:
        parts.append(t("misses the next match"))
    told = f"{speaker.player(body.player)}: {', '.join(parts) or t('hurt')}"
    return f"{told} ({caused(body.how, speaker.players.get(body.by, ''))})" if body.how else told


def caused(how: str, by: str) -> str:
    """What hurt a player, and who did it."""
    return t("{cause} by {player}", cause=t(how), player=by) if by else t(how)


def died(speaker: Speaker, body: e.Died) -> str:
    told = t("{player} died", player=speaker.player(body.player))
    return f"{told} ({t(body.how)})" if body.how else told


def came(speaker: Speaker, body: e.Gold) -> str:
    told = t("{amount} gold", amount=signed(body.amount))
    return f"{told}: {t(body.why)}" if body.why else told


def left(speaker: Speaker, body: e.Left) -> str:
    return t("{player} left ({why})", player=speaker.player(body.player), why=t(body.why))


def advanced(speaker: Speaker, body: e.Advanced) -> str:
    player, gain = speaker.player(body.player), gain_said(body.gain)
    if not body.spent:
        return t("{player} learned {gain}", player=player, gain=gain)
    return t("{player} learned {gain} for {points} points", player=player, gain=gain, points=body.spent)


def cured(speaker: Speaker, body: e.Cured) -> str:
    if not body.player:
        return t("medical help: everybody is fit")
    return t("medical help: everybody is fit, {player} is cured", player=speaker.player(body.player))


def recovered(speaker: Speaker, body: e.Recovered) -> str:
    if not body.player:
        return t("everybody is fit again")
    player = speaker.player(body.player)
    if body.niggle:
        return t("{player} got rid of a niggling injury", player=player)
    return t("{player} got rid of the loss of {loss}", player=player, loss=LETTERS.get(body.loss, body.loss))


def reroll(speaker: Speaker, body: e.Reroll) -> str:
    if body.count < 0:
        return t("{count} re-roll(s) dropped", count=-body.count)
    return t("{count} re-roll(s) for {price}", count=body.count, price=gold(body.price))


def staff(speaker: Speaker, body: e.Staff) -> str:
    told = f"{staff_said(body.key)} {body.count:+d}"
    return t("{staff} for {price}", staff=told, price=gold(body.price)) if body.price else told


def prize(speaker: Speaker, body: e.Prize) -> str:
    parts = [t("place {place}", place=body.place)] if body.place else []
    if body.gold:
        parts.append(gold(body.gold))
    if body.trophy is not None:
        parts.append(t("the trophy" if body.trophy else "the trophy goes to another team"))
    return t("end of the season: {parts}", parts=", ".join(parts))


def scouted(speaker: Speaker, body: e.Scouted) -> str:
    player = speaker.player(body.player)
    if not body.leaves:
        return t("scouts looked at {player}, who stayed", player=player)
    return t("scouts looked at {player}, who left for {price}", player=player, price=gold(body.gold))


def granted(speaker: Speaker, body: e.Granted) -> str:
    parts: list[str] = []
    if body.gold:
        parts.append(t("{amount} gold", amount=signed(body.gold)))
    if body.points:
        parts.append(plural("{change} point", "{change} points", abs(body.points), change=f"{body.points:+d}"))
    if body.rerolls:
        parts.append(t("{change} re-rolls", change=f"{body.rerolls:+d}"))
    if body.gain is not None:
        parts.append(gain_said(body.gain))
    if body.without is not None:
        parts.append(t("without {gain}", gain=gain_said(body.without)))
    if body.niggles:
        parts.append(t("{change} niggling injuries", change=f"{body.niggles:+d}"))
    if body.loss:
        parts.append(f"-1 {LETTERS.get(body.loss, body.loss)}")
    if body.restores:
        parts.append(t("+1 {characteristic} restored", characteristic=LETTERS.get(body.restores, body.restores)))
    if body.misses is not None:
        parts.append(t("misses the next match" if body.misses else "can play"))
    if body.newcomer is not None:
        parts.append(t("{player} joins", player=body.newcomer.name))
    if body.leaves:
        parts.append(t("leaves"))
    told = ", ".join(parts) or t("nothing")
    if not body.player:
        return t("the commissioner decided for the team: {told}", told=told)
    return t("the commissioner decided for {player}: {told}", player=speaker.player(body.player), told=told)


def simple(text: str) -> Callable[[Speaker, Any], str]:
    """A marked sentence with the names of fields in braces; `{player}` is a name, `{price_gold}` an amount, and a
    number that ends in `_shown` has its sign or the marks of thousands."""

    def say(speaker: Speaker, body: Any) -> str:
        values = {name: getattr(body, name) for name in body.__struct_fields__}
        if isinstance(values.get("player"), str):
            values["player"] = speaker.player(values["player"])
        for name in ("price", "gold", "amount", "total"):
            if isinstance(values.get(name), int):
                values[f"{name}_gold"] = gold(values[name])
        for name in ("value", "current_value"):
            if name in values:
                values[f"{name}_shown"] = number(values[name])
        if "change" in values:
            values["change_shown"] = f"{values['change']:+d}"
        if "deed" in values:
            values["deed"] = deed_said(values["deed"])
        return t(text, **values)

    return say


SAYS: Final[dict[type[e.Body], Callable[[Speaker, Any], str]]] = {
    e.Created: created,
    e.Renamed: renamed,
    e.OwnerChanged: simple("another coach owns the team"),
    e.Joined: simple("season {season} begins for the team"),
    e.Suspended: simple("the team is suspended"),
    e.Disbanded: simple("the team plays no more"),
    e.Revived: simple("the team is back"),
    e.Booked: simple("locked for a match"),
    e.Unbooked: simple("the match is not played"),
    e.Journeymen: lambda speaker, body: t(
        "{number} journeymen: {positions}",
        number=len(body.players),
        positions=", ".join(player.position for player in body.players),
    ),
    e.Spent: lambda speaker, body: t(
        "inducements: {bought}, {gold} of the treasury",
        bought=", ".join(t(each) for each in body.bought) or t("none"),
        gold=gold(body.gold),
    ),
    e.Fame: simple("{fans} thousand fans, fame {fame}"),
    e.Played: played,
    e.Died: died,
    e.Hurt: hurt,
    e.Points: simple("{player}: {points} points ({deed})"),
    e.MostValuable: simple("{player} was the most valuable player: {points} points"),
    e.Gold: came,
    e.Fans: simple("fan factor {change_shown}"),
    e.Expenses: simple("expenses: {amount_gold}"),
    e.Conceded: simple("the team gave up"),
    e.Left: left,
    e.ItemLost: simple("{player} lost {item}"),
    e.Confiscated: simple("the weapon of {player} was confiscated"),
    e.Cured: cured,
    e.Advanced: advanced,
    e.Hired: lambda speaker, body: t(
        "{player}, {position}, was hired for {price}",
        player=body.player.name,
        position=body.player.position,
        price=gold(body.price),
    ),
    e.Traded: lambda speaker, body: t(
        "{player}, {position}, for {price} and {away}",
        player=body.player.name,
        position=body.player.position,
        price=gold(body.price),
        away=", ".join(speaker.player(each) for each in body.away),
    ),
    e.Fired: simple("{player} was fired"),
    e.Retired: simple("{player} sits out the rest of the season"),
    e.Reroll: reroll,
    e.Staff: staff,
    e.Item: simple("{player} got {item} for {price_gold}"),
    e.WeaponBack: simple("{player} has the weapon back for {price_gold}"),
    e.Closed: simple("ready for the next match: value {value_shown}, current value {current_value_shown}"),
    e.Revealed: simple("the seed of the dice is told"),
    e.Prize: prize,
    e.Scouted: scouted,
    e.Recovered: recovered,
    e.Funds: simple("funds for the redraft: {total_gold}"),
    e.Rehired: simple("{player} was rehired for {price_gold}"),
    e.Season: simple("season {number} may begin"),
    e.Granted: granted,
    e.Void: lambda speaker, body: t(
        "event {seq} counts no more, another takes its place" if body.instead else "event {seq} counts no more",
        seq=body.seq,
    ),
}
