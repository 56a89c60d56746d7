"""News and the audit in words. Rows hold ids and numbers; names are those of today."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from dungeonbowl.league.office import lines, reading
from dungeonbowl.league.office.desk import page_key
from dungeonbowl.league.office.rows import AuditRow, FixtureRow, MemberRow, NewsRow, PlayerRow, SideRow
from dungeonbowl.league.office.store import Store
from dungeonbowl.league.office.views import AuditLine, NewsLine
from dungeonbowl.league.texts import Texts

ROLES: Final = {
    "commissioner": "the commissioner",
    "assistant": "the assistant",
    "rules": "the rules",
    "coach": "coach",
    "co-coach": "co-coach",
}


class Names:
    """Names of everything that some rows speak of, looked up once."""

    def __init__(self, store: Store, rows: Sequence[NewsRow] | Sequence[AuditRow]) -> None:
        words = {word for row in rows for word in (row.about, row.log, *ids_in(row))}
        self.teams = lines.names_of(store, (word for word in words if word.startswith("t_")))
        players = sorted(word for word in words if word.startswith("p_"))
        found = store.find(PlayerRow.TABLE, {"id": players}, columns=("id", "name")) if players else []
        self.players = {row["id"]: row["name"] for row in found}
        members = sorted(word for word in words if word.startswith("m_"))
        known = store.find(MemberRow.TABLE, {"id": members}, columns=("id", "name")) if members else []
        self.members = {row["id"]: row["name"] for row in known}
        fixtures = sorted(word for word in words if word.startswith("c_") and "." in word)
        sides = reading.find(store, SideRow, {"fixture": fixtures}, ("fixture", "side")) if fixtures else []
        self.sides: dict[str, list[SideRow]] = {}
        for side in sides:
            self.sides.setdefault(side.fixture, []).append(side)
        missing = {side.team for side in sides} - set(self.teams)
        self.teams.update(lines.names_of(store, missing))
        titled = store.find(FixtureRow.TABLE, {"id": fixtures}, columns=("id", "title")) if fixtures else []
        self.titles = {row["id"]: row["title"] for row in titled}

    def of(self, identity: str) -> str:
        if identity in self.sides:
            names = " - ".join(self.of(side.team) for side in self.sides[identity])
            title = self.titles.get(identity, "")
            return f"{title}: {names}" if title else names
        if identity in self.teams:
            return str(self.teams[identity]["name"])
        if identity in self.members:
            return str(self.members[identity])
        return str(self.players.get(identity, "somebody" if identity.startswith("p_") else identity))

    def score(self, fixture: str) -> str:
        sides = self.sides.get(fixture, [])
        if len(sides) == 2:
            one, other = sides
            return f"{self.of(one.team)} {one.score} - {other.score} {self.of(other.team)}"
        return ", ".join(f"{self.of(side.team)} {side.score}" for side in sides)


def ids_in(row: NewsRow | AuditRow) -> list[str]:
    if not isinstance(row, NewsRow):
        return []
    return [word for word in strings(msgspec.json.decode(row.details)) if word[:2] in ("t_", "p_")]


def strings(values: Any) -> list[str]:
    if isinstance(values, str):
        return [values]
    if isinstance(values, dict):
        return [word for value in values.values() for word in strings(value)]
    if isinstance(values, list):
        return [word for value in values for word in strings(value)]
    return []


# --- news -------------------------------------------------------------------------------------------------------------

Say = Callable[[Names, dict[str, Any], NewsRow], str]


def round_said(names: Names, body: dict[str, Any], row: NewsRow) -> str:
    title = f" ({body['title']})" if body.get("title") else ""
    return f"round {body['round']} of stage {body['stage']}{title} is published"


def result_said(names: Names, body: dict[str, Any], row: NewsRow) -> str:
    how = body["result"].get("how", "played")
    won = next((side.team for side in names.sides.get(row.about, ()) if side.result == "won"), "")
    distance = f", {names.of(won)} by distance" if won else ", by distance"
    extra = {"conceded": ", conceded", "distance": distance, "adjudged": ", adjudged"}.get(how, "")
    return f"{names.score(row.about)}{extra}"


def prize_said(names: Names, body: dict[str, Any], row: NewsRow) -> str:
    gold = f", {body['gold']:,} gold" if body.get("gold") else ""
    return f"{names.of(body['team'])}: place {body['place']}{gold}{', and the trophy' if body.get('trophy') else ''}"


def finished_said(names: Names, body: dict[str, Any], row: NewsRow) -> str:
    first = " and ".join(names.of(team) for team in (body["places"] or [[]])[0])
    return f"{first} won stage {body['stage']}" if body.get("stage") else f"champion: {first}"


def gained(body: dict[str, Any]) -> str:
    gain = body.get("gain") or {}
    return str(gain.get("skill") or f"+{str(gain.get('raised', '')).upper()}")


def with_team(sentence: str) -> Say:
    def say(names: Names, body: dict[str, Any], row: NewsRow) -> str:
        return sentence.format(
            team=names.of(row.log), player=names.of(str(body.get("player", ""))), gain=gained(body), **said_parts(body)
        )

    return say


def said_parts(body: dict[str, Any]) -> dict[str, Any]:
    how = {"scouted": "was scouted away", "left": "left"}.get(str(body.get("why", "left")), "left")
    return {"how": how, "seq": body.get("seq", 0), "stays": "left with the scouts" if body.get("leaves") else "stayed"}


SENTENCES: Final[dict[str, Say]] = {
    "l founded": lambda names, body, row: "the league is founded",
    "l season_opened": lambda names, body, row: f"season {body['number']} is open for entries",
    "l season_started": lambda names, body, row: "the season has begun",
    "l season_ending": lambda names, body, row: "everything is played: the season ends",
    "l season_over": lambda names, body, row: "the season is over",
    "l team_entered": lambda names, body, row: f"{names.of(body['team'])} takes part",
    "l visited": lambda names, body, row: f"{names.of(body['team'])} came from another league ({body['mark']})",
    "c paired": round_said,
    "c repaired": lambda names, body, row: f"round {body['round']} of stage {body['stage']} is paired anew",
    "c result": result_said,
    "c walkover": lambda names, body, row: f"{names.of(row.about)}: walk-over for {names.of(body['winner'])}",
    "c unplayed": lambda names, body, row: f"{names.of(row.about)}: nobody came",
    "c reopened": lambda names, body, row: f"{names.of(row.about)} is to be played anew",
    "c withdrawn": lambda names, body, row: f"{names.of(body['team'])} withdraws",
    "c replaced": lambda names, body, row: (
        f"{names.of(body['entry']['team'])} takes the place of {names.of(body['team'])}"
    ),
    "c friendly": lambda names, body, row: f"a friendly: {names.of(row.about)}",
    "c roll_off": lambda names, body, row: f"{names.of(row.about)}: decided by a roll-off",
    "c prize": prize_said,
    "c amended": lambda names, body, row: "options of the competition have changed",
    "c finished": finished_said,
    "c void": lambda names, body, row: f"event {body['event']} of the competition was corrected",
    "t died": with_team("{player} of {team} died"),
    "t left": with_team("{player} {how} {team}"),
    "t scouted": with_team("{player} of {team} {stays}"),
    "t mvp": with_team("{player} of {team} was the most valuable player"),
    "t advanced": with_team("{player} of {team} learned {gain}"),
    "t traded": with_team("{team} traded players"),
    "t disbanded": with_team("{team} plays no more"),
    "t suspended": with_team("{team} is suspended"),
    "t revived": with_team("{team} is back"),
    "t void": with_team("event {seq} of {team} was corrected"),
    "t granted": with_team("a grant for {team}"),
}


def as_it_happened(news: Sequence[NewsLine]) -> list[NewsLine]:
    """News of one page, the last first. Within a second a league is founded before its rounds are published, and a
    match has its result before anything comes of it for the teams."""
    rank = {"l": 0, "c": 1, "t": 2}

    def place(line: NewsLine) -> tuple[str, int, str, int]:
        log, _, seq = line.key.partition("|")[2].partition("|")
        return line.at, rank[log[0]], log, int(seq)

    return sorted(news, key=place, reverse=True)


def news(store: Store, rows: Sequence[NewsRow]) -> list[NewsLine]:
    names = Names(store, rows)
    return [
        NewsLine(
            row.at,
            row.kind,
            SENTENCES[f"{row.log[0]} {row.kind}"](names, msgspec.json.decode(row.details), row),
            row.about,
            page_key(row.at, row.log, row.seq),
        )
        for row in rows
    ]


# --- the audit --------------------------------------------------------------------------------------------------------


def audit(store: Store, rows: Sequence[AuditRow]) -> list[AuditLine]:
    names = Names(store, rows)
    texts = Texts(reading.texts_by_ref(store, (row.reason for row in rows if row.reason)))
    ids = sorted({row.actor for row in rows if row.actor})
    found = store.find(MemberRow.TABLE, {"id": ids}, columns=("id", "name")) if ids else []
    people = {row["id"]: row["name"] for row in found}
    told = corrections_told(store, rows)
    return [
        AuditLine(
            row.at,
            people.get(row.actor, "") or ROLES[row.role],
            told.get((row.log, row.seq)) or row.kind.replace("_", " "),
            names.of(row.about) if row.about != row.log or row.log.startswith("t_") else "",
            texts.read(row.reason) if row.reason else "",
            page_key(row.at, row.log, row.seq),
            row.about,
        )
        for row in rows
    ]


def corrections_told(store: Store, rows: Sequence[AuditRow]) -> dict[tuple[str, int], str]:
    """Which event a correction was about: corrections are news, and those have the number."""
    logs = sorted({row.log for row in rows if row.kind == "void"})
    if not logs:
        return {}
    found = reading.find(store, NewsRow, {"log": logs, "kind": "void"})
    return {(row.log, row.seq): f"correction of event {event_number(row)}" for row in found}


def event_number(row: NewsRow) -> int:
    body = msgspec.json.decode(row.details)
    return int(body.get("seq") or body.get("event") or 0)
