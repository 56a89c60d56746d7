"""Events of teams in words, for histories and pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dungeonbowl.league import team_events as e
from dungeonbowl.teams.team import Gain

LETTERS: Final = {"ma": "MA", "st": "ST", "ag": "AG", "pa": "PA", "av": "AV"}


class Speaker:
    """Says what an event did. `players` and `teams` have names by id."""

    def __init__(self, players: Mapping[str, str], teams: Mapping[str, str]) -> None:
        self.players = players
        self.teams = teams

    def player(self, identity: str) -> str:
        return self.players.get(identity, "a player")

    def team(self, identity: str) -> str:
        return self.teams.get(identity, identity)

    def say(self, body: e.TeamBody) -> str:
        return SAYS[type(body)](self, body)


def gold(amount: int) -> str:
    return f"{amount:,} gold"


def gain_said(gain: Gain) -> str:
    if gain.raised:
        return f"+{LETTERS.get(gain.raised, gain.raised)}"
    return f"{gain.skill}{' (random)' if gain.random else ''}"


def created(speaker: Speaker, body: e.Created) -> str:
    return f"{body.team.name} was drafted: {len(body.team.players)} players, {body.team.rerolls} re-rolls"


def renamed(speaker: Speaker, body: e.Renamed) -> str:
    return f"{speaker.player(body.player) if body.player else 'the team'} is called {body.name}"


def played(speaker: Speaker, body: e.Played) -> str:
    others = " and ".join(speaker.team(team) for team in body.opponents)
    score = "-".join(str(number) for number in body.score)
    friendly = " in a friendly" if body.friendly else ""
    return f"{body.outcome} {score} against {others}{friendly}"


def hurt(speaker: Speaker, body: e.Hurt) -> str:
    parts = []
    if body.niggle:
        parts.append("a niggling injury")
    if body.loss:
        parts.append(f"-1 {LETTERS.get(body.loss, body.loss)}")
    if body.misses:
        parts.append("misses the next match")
    by = f" by {speaker.player(body.by)}" if body.by in speaker.players else ""
    how = f" ({body.how}{by})" if body.how else ""
    return f"{speaker.player(body.player)}: {', '.join(parts) or 'hurt'}{how}"


def died(speaker: Speaker, body: e.Died) -> str:
    how = f" ({body.how})" if body.how else ""
    return f"{speaker.player(body.player)} died{how}"


def came(speaker: Speaker, body: e.Gold) -> str:
    why = f": {body.why}" if body.why else ""
    return f"{'+' if body.amount >= 0 else ''}{gold(body.amount)}{why}"


def left(speaker: Speaker, body: e.Left) -> str:
    return f"{speaker.player(body.player)} left ({body.why})"


def advanced(speaker: Speaker, body: e.Advanced) -> str:
    price = f" for {body.spent} points" if body.spent else ""
    return f"{speaker.player(body.player)} learned {gain_said(body.gain)}{price}"


def cured(speaker: Speaker, body: e.Cured) -> str:
    return f"medical help: everybody is fit{', ' + speaker.player(body.player) + ' is cured' if body.player else ''}"


def recovered(speaker: Speaker, body: e.Recovered) -> str:
    if not body.player:
        return "everybody is fit again"
    what = "a niggling injury" if body.niggle else f"the loss of {LETTERS.get(body.loss, body.loss)}"
    return f"{speaker.player(body.player)} got rid of {what}"


def reroll(speaker: Speaker, body: e.Reroll) -> str:
    if body.count < 0:
        return f"{-body.count} re-roll(s) dropped"
    return f"{body.count} re-roll(s) for {gold(body.price)}"


def staff(speaker: Speaker, body: e.Staff) -> str:
    return f"{body.key.replace('_', ' ')} {body.count:+d}{f' for {gold(body.price)}' if body.price else ''}"


def prize(speaker: Speaker, body: e.Prize) -> str:
    parts = [f"place {body.place}"] if body.place else []
    if body.gold:
        parts.append(gold(body.gold))
    if body.trophy is not None:
        parts.append("the trophy" if body.trophy else "the trophy goes to another team")
    return "end of the season: " + ", ".join(parts)


def scouted(speaker: Speaker, body: e.Scouted) -> str:
    end = f"left for {gold(body.gold)}" if body.leaves else "stayed"
    return f"scouts looked at {speaker.player(body.player)}, who {end}"


def granted(speaker: Speaker, body: e.Granted) -> str:
    parts: list[str] = []
    who = speaker.player(body.player) if body.player else "the team"
    if body.gold:
        parts.append(f"{body.gold:+,} gold")
    if body.points:
        parts.append(f"{body.points:+d} points")
    if body.rerolls:
        parts.append(f"{body.rerolls:+d} re-rolls")
    if body.gain is not None:
        parts.append(gain_said(body.gain))
    if body.without is not None:
        parts.append(f"without {gain_said(body.without)}")
    if body.niggles:
        parts.append(f"{body.niggles:+d} niggling injuries")
    if body.loss:
        parts.append(f"-1 {LETTERS.get(body.loss, body.loss)}")
    if body.restores:
        parts.append(f"+1 {LETTERS.get(body.restores, body.restores)} restored")
    if body.misses is not None:
        parts.append("misses the next match" if body.misses else "can play")
    if body.newcomer is not None:
        parts.append(f"{body.newcomer.name} joins")
    if body.leaves:
        parts.append("leaves")
    return f"the commissioner decided for {who}: {', '.join(parts) or 'nothing'}"


def simple(text: str) -> Callable[[Speaker, Any], str]:
    """A sentence with the names of fields in braces; `{player}` is a name, `{gold_...}` an amount."""

    def say(speaker: Speaker, body: Any) -> str:
        values = {name: getattr(body, name) for name in body.__struct_fields__}
        if isinstance(values.get("player"), str):
            values["player"] = speaker.player(values["player"])
        for name in ("price", "gold", "amount", "total"):
            if isinstance(values.get(name), int):
                values[f"{name}_gold"] = gold(values[name])
        return text.format(**values)

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
    e.Journeymen: lambda speaker, body: (
        f"{len(body.players)} journeymen: {', '.join(player.position for player in body.players)}"
    ),
    e.Spent: lambda speaker, body: (
        f"inducements: {', '.join(body.bought) or 'none'}, {gold(body.gold)} of the treasury"
    ),
    e.Fame: simple("{fans} thousand fans, fame {fame}"),
    e.Played: played,
    e.Died: died,
    e.Hurt: hurt,
    e.Points: simple("{player}: {points} points ({deed})"),
    e.MostValuable: simple("{player} was the most valuable player: {points} points"),
    e.Gold: came,
    e.Fans: simple("fan factor {change:+d}"),
    e.Expenses: simple("expenses: {amount_gold}"),
    e.Conceded: simple("the team gave up"),
    e.Left: left,
    e.ItemLost: simple("{player} lost {item}"),
    e.Confiscated: simple("the weapon of {player} was confiscated"),
    e.Cured: cured,
    e.Advanced: advanced,
    e.Hired: lambda speaker, body: f"{body.player.name}, {body.player.position}, was hired for {gold(body.price)}",
    e.Traded: lambda speaker, body: (
        f"{body.player.name}, {body.player.position}, for {gold(body.price)} and "
        f"{', '.join(speaker.player(each) for each in body.away)}"
    ),
    e.Fired: simple("{player} was fired"),
    e.Retired: simple("{player} sits out the rest of the season"),
    e.Reroll: reroll,
    e.Staff: staff,
    e.Item: simple("{player} got {item} for {price_gold}"),
    e.WeaponBack: simple("{player} has the weapon back for {price_gold}"),
    e.Closed: simple("ready for the next match: value {value:,}, current value {current_value:,}"),
    e.Revealed: simple("the seed of the dice is told"),
    e.Prize: prize,
    e.Scouted: scouted,
    e.Recovered: recovered,
    e.Funds: simple("funds for the redraft: {total_gold}"),
    e.Rehired: simple("{player} was rehired for {price_gold}"),
    e.Season: simple("season {number} may begin"),
    e.Granted: granted,
    e.Void: lambda speaker, body: (
        f"event {body.seq} counts no more{', another takes its place' if body.instead else ''}"
    ),
}
