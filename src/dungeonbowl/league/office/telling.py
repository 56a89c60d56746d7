"""News and the audit in words. Rows hold ids and numbers; names are those of today."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from dungeonbowl.languages import listed, mark, number, t
from dungeonbowl.league.competitions.knock_out import title_said
from dungeonbowl.league.office import lines, reading
from dungeonbowl.league.office.desk import page_key
from dungeonbowl.league.office.rows import AuditRow, FixtureRow, MemberRow, NewsRow, PlayerRow, SideRow
from dungeonbowl.league.office.store import Store
from dungeonbowl.league.office.views import AuditLine, NewsLine
from dungeonbowl.league.texts import Texts

ROLES: Final = mark(
    {
        "commissioner": "the commissioner",
        "assistant": "the assistant",
        "rules": "the rules",
        "coach": "coach",
        "co-coach": "co-coach",
    }
)


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
            title = title_said(self.titles.get(identity, ""))
            return f"{title}: {names}" if title else names
        if identity in self.teams:
            return str(self.teams[identity]["name"])
        if identity in self.members:
            return str(self.members[identity])
        return str(self.players.get(identity, t("somebody") if identity.startswith("p_") else identity))

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
    if not body.get("title"):
        return t("round {round} of stage {stage} is published", round=body["round"], stage=body["stage"])
    return t(
        "round {round} of stage {stage} ({title}) is published",
        round=body["round"],
        stage=body["stage"],
        title=title_said(body["title"]),
    )


def result_said(names: Names, body: dict[str, Any], row: NewsRow) -> str:
    how = body["result"].get("how", "played")
    won = next((side.team for side in names.sides.get(row.about, ()) if side.result == "won"), "")
    score = names.score(row.about)
    if how == "distance" and won:
        return t("{score}, {winner} by distance", score=score, winner=names.of(won))
    return t(HOWS[how], score=score) if how in HOWS else score


def prize_said(names: Names, body: dict[str, Any], row: NewsRow) -> str:
    text = PRIZES[bool(body.get("gold")), bool(body.get("trophy"))]
    gold = number(body.get("gold") or 0)
    return t(text, team=names.of(body["team"]), place=body["place"], amount=gold)


def finished_said(names: Names, body: dict[str, Any], row: NewsRow) -> str:
    first = listed([names.of(team) for team in (body["places"] or [[]])[0]])
    if body.get("stage"):
        return t("{team} won stage {stage}", team=first, stage=body["stage"])
    return t("champion: {team}", team=first)


HOWS: Final = mark(
    {"conceded": "{score}, conceded", "distance": "{score}, by distance", "adjudged": "{score}, adjudged"}
)
# With gold, with the trophy.
PRIZES: Final = mark(
    {
        (False, False): "{team}: place {place}",
        (True, False): "{team}: place {place}, {amount} gold",
        (False, True): "{team}: place {place}, and the trophy",
        (True, True): "{team}: place {place}, {amount} gold, and the trophy",
    }
)


def gained(body: dict[str, Any]) -> str:
    gain = body.get("gain") or {}
    return str(gain.get("skill") or f"+{str(gain.get('raised', '')).upper()}")


def with_team(sentence: str) -> Say:
    def say(names: Names, body: dict[str, Any], row: NewsRow) -> str:
        player = names.of(str(body.get("player", "")))
        return t(sentence, team=names.of(row.log), player=player, gain=gained(body), seq=body.get("seq", 0))

    return say


def left_said(names: Names, body: dict[str, Any], row: NewsRow) -> str:
    if body.get("why") == "scouted":
        return with_team("{player} was scouted away from {team}")(names, body, row)
    return with_team("{player} left {team}")(names, body, row)


def scouted_said(names: Names, body: dict[str, Any], row: NewsRow) -> str:
    if body.get("leaves"):
        return with_team("{player} of {team} left with the scouts")(names, body, row)
    return with_team("{player} of {team} stayed")(names, body, row)


SENTENCES: Final[dict[str, Say]] = {
    "l founded": lambda names, body, row: t("the league is founded"),
    "l season_opened": lambda names, body, row: t("season {number} is open for entries", number=body["number"]),
    "l season_started": lambda names, body, row: t("the season has begun"),
    "l season_ending": lambda names, body, row: t("everything is played: the season ends"),
    "l season_over": lambda names, body, row: t("the season is over"),
    "l team_entered": lambda names, body, row: t("{team} takes part", team=names.of(body["team"])),
    "l visited": lambda names, body, row: t(
        "{team} came from another league ({mark})", team=names.of(body["team"]), mark=t(body["mark"])
    ),
    "c paired": round_said,
    "c repaired": lambda names, body, row: t(
        "round {round} of stage {stage} is paired anew", round=body["round"], stage=body["stage"]
    ),
    "c result": result_said,
    "c walkover": lambda names, body, row: t(
        "{match}: walk-over for {team}", match=names.of(row.about), team=names.of(body["winner"])
    ),
    "c unplayed": lambda names, body, row: t("{match}: nobody came", match=names.of(row.about)),
    "c reopened": lambda names, body, row: t("{match} is to be played anew", match=names.of(row.about)),
    "c withdrawn": lambda names, body, row: t("{team} withdraws", team=names.of(body["team"])),
    "c replaced": lambda names, body, row: t(
        "{team} takes the place of {other}", team=names.of(body["entry"]["team"]), other=names.of(body["team"])
    ),
    "c friendly": lambda names, body, row: t("a friendly: {match}", match=names.of(row.about)),
    "c roll_off": lambda names, body, row: t("{match}: decided by a roll-off", match=names.of(row.about)),
    "c prize": prize_said,
    "c amended": lambda names, body, row: t("options of the competition have changed"),
    "c finished": finished_said,
    "c void": lambda names, body, row: t("event {seq} of the competition was corrected", seq=body["event"]),
    "t died": with_team("{player} of {team} died"),
    "t left": left_said,
    "t scouted": scouted_said,
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
            people.get(row.actor, "") or t(ROLES[row.role]),
            told.get((row.log, row.seq)) or t(row.kind.replace("_", " ")),
            names.of(row.about) if row.about != row.log or row.log.startswith("t_") else "",
            t(texts.read(row.reason)) if row.reason else "",
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
    return {(row.log, row.seq): t("correction of event {seq}", seq=event_number(row)) for row in found}


def event_number(row: NewsRow) -> int:
    body = msgspec.json.decode(row.details)
    return int(body.get("seq") or body.get("event") or 0)
