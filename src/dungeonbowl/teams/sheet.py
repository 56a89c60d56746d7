"""The roster sheet of a team: one page of HTML for A4, with its style inside and no external files."""

from __future__ import annotations

from html import escape
from typing import Any, Final

import msgspec

from dungeonbowl.teams.facts import Facts
from dungeonbowl.teams.hiring import stars_of
from dungeonbowl.teams.rosters import Position
from dungeonbowl.teams.team import Player, Team, profile_of, skills_of
from dungeonbowl.teams.value import current_team_value, draft_cost, player_value, team_value

COLUMNS_BEFORE: Final = (("nr", "Nr"), ("name", "Name"), ("position", "Position"))  # before the characteristics
COLUMNS_BEHIND: Final = (
    ("skills", "Skills and traits"),
    ("injuries", "Injuries"),
    ("n", "Exp"),
    ("value", "Value"),
    ("tally", "Tally"),
)
TARGETS: Final = ("ag", "pa", "av")  # printed with a plus in editions where they are target numbers
STYLE: Final = """
@page { size: A4 landscape; margin: 9mm; }
* { box-sizing: border-box; }
html { color: #111; background: #fff; font: 9.5pt/1.25 "Helvetica Neue", Arial, "Liberation Sans", sans-serif; }
body { margin: 0 auto; padding: 4mm; max-width: 279mm; }
header { display: flex; justify-content: space-between; align-items: flex-end; border-bottom: 2pt solid #111; }
h1 { margin: 0; font-size: 19pt; line-height: 1.15; overflow-wrap: anywhere; }
header p { margin: 0 0 1mm; text-align: right; }
table { width: 100%; border-collapse: collapse; margin-top: 2.5mm; }
th, td { border: 0.5pt solid #777; padding: 0.8mm 1.2mm; text-align: left; overflow-wrap: anywhere; }
th { background: #e4e4e4; font-size: 8pt; overflow-wrap: normal; print-color-adjust: exact; }
tbody tr { height: 8.1mm; break-inside: avoid; }
tbody tr.out td { color: #666; }
.n, .nr { width: 8.5mm; text-align: center; white-space: nowrap; }
.name { width: 45mm; font-weight: bold; }
.position { width: 36mm; }
.injuries { width: 29mm; font-size: 8.5pt; }
.skills { font-size: 8.5pt; }
.value { width: 17mm; text-align: right; white-space: nowrap; }
.tally { width: 26mm; }
.full tbody tr { height: 6mm; }
.full table { font-size: 8pt; line-height: 1.15; }
.full .skills, .full .injuries { font-size: 7.5pt; }
.full .tally { width: 18mm; }
.full td, .full th { padding: 0.4mm 1mm; }
.crowded tbody tr { height: 5mm; }
.crowded table { font-size: 6.8pt; line-height: 1.1; }
.crowded .skills, .crowded .injuries { font-size: 6.5pt; }
.crowded .name, .crowded .position { width: 33mm; }
.crowded .tally { width: 12mm; }
.crowded td, .crowded th { padding: 0.3mm 0.8mm; }
.sums { display: flex; flex-wrap: wrap; gap: 1.5mm 7mm; margin: 3mm 0 0; }
.sums div { display: flex; gap: 1.5mm; }
.sums dt { color: #444; }
.sums dd { margin: 0; font-weight: bold; }
.hire { margin: 2mm 0 0; font-size: 8pt; }
footer { margin-top: 2mm; color: #444; font-size: 8pt; }
@media print { body { padding: 0; max-width: none; } }
@media screen and (max-width: 800px) { body { overflow-x: auto; } table { min-width: 250mm; } }
"""


# Characters in a line of the narrow columns, and the number of lines from which on the print is smaller.
NAME_LINE: Final = 20
SKILL_LINE: Final = 34
INJURY_LINE: Final = 18
FULL: Final = 32
CROWDED: Final = 46


def html_sheet(team: Team) -> str:
    """The whole page. Free rows of the list are printed empty, to be filled in by hand."""
    roster = team.roster_facts
    places = max(team.facts.draft.players.most, len(team.players))
    players = sorted(team.players, key=lambda player: player.number)
    rows = [player_row(team, player) for player in players]
    rows += [empty_row(team.facts)] * (places - len(rows))
    head = "".join(f'<th scope="col" class="{kind}">{text}</th>' for kind, text in columns(team.facts))
    sums = "".join(f"<div><dt>{escape(label)}</dt><dd>{escape(text)}</dd></div>" for label, text in sums_of(team))
    kind = f"{team.kind}, {team.games} games played" if team.kind == "league" else team.kind
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(team.name)}</title>
<style>{STYLE}</style>
</head>
<body class="{density(team, places)}">
<header>
<h1>{escape(team.name)}</h1>
<p>{escape(roster.name)}<br>Coach: {escape(team.coach or "_" * 24)}</p>
</header>
<table>
<thead><tr>{head}</tr></thead>
<tbody>
{chr(10).join(rows)}
</tbody>
</table>
<dl class="sums">{sums}</dl>{hire_line(team)}
<footer>{escape(team.facts.draft.title)}; {escape(kind)}. Made with dungeonbowl, an unofficial program.</footer>
</body>
</html>
"""


def hire_line(team: Team) -> str:
    """Whom the team may hire for a match, with the prices; empty where nobody is hired."""
    facts = team.facts
    stars = ", ".join(
        f"{star.name} {star.cost:,}" + (f" (with {star.pair})" if star.pair else "") for star in stars_of(team)
    )
    found = f"Star players for hire, {facts.draft.stars_most} at most: {stars}. " if stars else ""
    rule = facts.draft.mercenaries
    if rule is not None:
        found += f"Mercenaries: {rule.extra:,} more than their position, {rule.skill_cost:,} for one more skill."
    return f'\n<p class="hire">{escape(found.strip())}</p>' if found else ""


def density(team: Team, places: int) -> str:
    """How small the print has to be so that the list fits on the page."""
    lines = places - len(team.players)
    for player in team.players:
        columns = (
            (len(player.name), NAME_LINE),
            (len(player.position), NAME_LINE),
            (len(", ".join(skills_of(team, player))), SKILL_LINE),
            (len(injuries(player)), INJURY_LINE),
        )
        lines += max(-(-length // line) for length, line in columns)
    return "crowded" if lines > CROWDED else "full" if lines > FULL else "roomy"


def player_row(team: Team, player: Player) -> str:
    cells = [
        str(player.number),
        player.name,
        player.position + (" (journeyman)" if player.journeyman else ""),
        *characteristics(team, player),
        ", ".join(skills_of(team, player)),
        injuries(player),
        str(player.unspent) if player.unspent else "",
        f"{player_value(team, player):,}",
        "",
    ]
    filled = zip(columns(team.facts), cells, strict=True)
    out = "" if player.available else ' class="out"'
    return f"<tr{out}>" + "".join(f'<td class="{kind}">{escape(text)}</td>' for (kind, _), text in filled) + "</tr>"


def columns(facts: Facts) -> list[tuple[str, str]]:
    """The kinds of the columns and their headings."""
    return [*COLUMNS_BEFORE, *(("n", name.upper()) for name in facts.characteristics), *COLUMNS_BEHIND]


def empty_row(facts: Facts) -> str:
    return "<tr>" + "".join(f'<td class="{kind}"></td>' for kind, _ in columns(facts)) + "</tr>"


def characteristics(team: Team, player: Player) -> list[str]:
    """The characteristics as they are printed, with a star after those that have changed."""
    profile = profile_of(team, player)
    position = team.position_of(player)
    return [
        printed(team.facts, name, getattr(profile, name))
        + ("*" if getattr(profile, name) != getattr(position, name) else "")
        for name in team.facts.characteristics
    ]


def position_numbers(facts: Facts, position: Position) -> list[str]:
    """The same for a line of the roster."""
    return [printed(facts, name, getattr(position, name)) for name in facts.characteristics]


def printed(facts: Facts, name: str, value: int | None) -> str:
    if not value:
        return "-"
    return f"{value}+" if name in TARGETS and facts.draft.scale == "target" else str(value)


def injuries(player: Player) -> str:
    found = [f"{name.upper()} worse" for name in player.losses]
    if player.niggles:
        found.append(f"{player.niggles} niggling")
    if player.misses_next_game:
        found.append("misses next game")
    if player.retired:
        found.append("retired")
    return ", ".join(found)


def sums_of(team: Team) -> list[tuple[str, str]]:
    """The sums below the list, and in `team show`."""
    facts = team.facts.draft
    sums = [
        ("Players", f"{len(team.available)} of {len(team.permanent)} available"),
        ("Re-rolls", str(team.rerolls)),
        ("Team value", f"{team_value(team):,}"),
        ("Current team value", f"{current_team_value(team):,}"),
    ]
    if team.kind == "league":
        sums.append(("Treasury", f"{team.treasury:,}"))
    else:
        sums.append(("Budget", f"{draft_cost(team):,} of {team.budget or facts.budgets[team.kind].usual:,}"))
    names = {inducement.key: inducement.name for inducement in facts.inducement}
    sums += [(names[key], str(count)) for key, count in team.inducements.items() if count]
    staff = {entry.key: entry.name for entry in facts.staff}
    sums += [(staff[key], str(count)) for key, count in team.staff.items() if count]
    if team.roster_facts.wizard:
        sums.append(("College wizard", team.roster_facts.wizard))
    return sums


def json_sheet(team: Team) -> dict[str, Any]:
    """The team for programs: the file's own keys, and what follows from them."""
    data: dict[str, Any] = {"format": 1, **msgspec.to_builtins(team)}
    data[team.facts.draft.roster_key] = data.pop("roster")
    data["team_value"] = team_value(team)
    data["current_team_value"] = current_team_value(team)
    data["players"] = [
        {
            **msgspec.to_builtins(player),
            **profile_of(team, player)._asdict(),
            "skills": skills_of(team, player),
            "value": player_value(team, player),
        }
        for player in team.players
    ]
    return data
