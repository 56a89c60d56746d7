"""What the lobby shows to whoever asks, in words."""

from __future__ import annotations

import msgspec

from dungeonbowl.dungeon.text import bundled
from dungeonbowl.editions import name_of
from dungeonbowl.languages import t
from dungeonbowl.server.creating import WATCH, made_token
from dungeonbowl.server.league.permits import Person
from dungeonbowl.server.lobby.desk import SIDES, Lobby
from dungeonbowl.server.lobby.rating import can_rate, rank_of
from dungeonbowl.server.options import dungeon_choice, quick_defaults
from dungeonbowl.server.view.words import clock_words, edition_name
from dungeonbowl.server.wire import lobby as wire
from dungeonbowl.storage.accounts import OPEN
from dungeonbowl.storage.lobby import Challenge, LobbyMatch
from dungeonbowl.teams.ready import ready_ids, ready_team

MOST_WATCHED = 40


def lobby_page(lobby: Lobby, person: Person | None) -> wire.LobbyPage:
    store, me = lobby.store, person.account if person is not None else ""
    quiet = store.blocks(me) if me else {}
    apart = store.apart(me) if me else set()
    guests = store.guests()
    challenges = [each for each in store.challenges() if is_for(each, me, apart)]
    mine = store.matches_of(me, MOST_WATCHED) if me else []  # his own are there however many others go on
    own = {match.match_id for match in mine}
    matches = mine + [match for match in store.open_matches(MOST_WATCHED) if match.match_id not in own]
    chat = store.chat([*quiet, *apart])
    ids = [guest.account_id for guest in guests] + [each.account_id for each in challenges] + [*quiet]
    ids += [each.guest for each in challenges] + [line.account_id for line in chat]
    ids += [account for match in matches for account in (match.home, match.away)]
    known = store.accounts.by_ids(ids)
    names = {identity: account.name for identity, account in known.items()}
    challenges = [each for each in challenges if each.account_id in known and known[each.account_id].state == OPEN]
    return wire.LobbyPage(
        sorted(
            (
                wire.LobbyGuest(each.account_id, names[each.account_id], each.edition, quiet.get(each.account_id, ""))
                for each in guests
                if each.account_id in names and (each.account_id not in apart or each.account_id in quiet)
            ),
            key=lambda guest: guest.name.casefold(),
        ),
        [challenge_line(each, names, me) for each in challenges],
        live_lines(lobby, matches, names, me),
        [
            wire.LobbyLine(
                line.number,
                line.account_id,
                names.get(line.account_id, ""),
                line.text,
                line.at.isoformat(timespec="seconds"),
            )
            for line in chat
        ],
        next((guest.edition for guest in guests if guest.account_id == me), ""),
        [rank_of(each) for each in store.ratings([me])] if me else [],
        [wire.LobbyGuest(other, names.get(other, ""), "", kind) for other, kind in quiet.items()],
        can_rate(),
    )


def is_for(challenge: Challenge, me: str, apart: set[str]) -> bool:
    """Whether a challenge is shown: not those of people who keep apart, nor those for somebody else."""
    return (challenge.account_id not in apart and challenge.guest in ("", me)) or challenge.account_id == me


def challenge_line(challenge: Challenge, names: dict[str, str], me: str) -> wire.LobbyChallenge:
    order = msgspec.json.decode(challenge.order, type=wire.ChallengeOrder)
    name = name_of(challenge.edition)
    usual = quick_defaults(name)
    dungeon = order.dungeon or (usual.dungeon if order.quick else "")
    team = order.team or usual.teams[0]
    return wire.LobbyChallenge(
        challenge.id,
        challenge.account_id,
        names.get(challenge.account_id, ""),
        name,
        edition_name(name),
        dungeon_choice(dungeon).name if dungeon in bundled() else t("the usual dungeon"),
        ready_team(team, name).name if team in ready_ids(name) else team,
        clock_words(order.clock),
        challenge.rated,
        challenge.expires.isoformat(timespec="seconds"),
        challenge.account_id == me,
        bool(me) and challenge.guest == me,
        names.get(challenge.guest, ""),
        challenge.edition if challenge.edition != name else "",
    )


def live_lines(lobby: Lobby, matches: list[LobbyMatch], names: dict[str, str], me: str) -> list[wire.LobbyLive]:
    standings = {each.id: each for each in lobby.sessions.store.standings([match.match_id for match in matches])}
    return [
        wire.LobbyLive(
            match.match_id,
            [side.name for side in standing.sides[:SIDES]],
            [names.get(match.home, ""), names.get(match.away, "")],
            edition_name(match.edition),
            standing.result.score,
            standing.result.turn,
            standing.stage,
            match.rated,
            f"/match/{match.match_id}#token={made_token(standing.seed, WATCH)}",
            bool(me) and me in (match.home, match.away),
        )
        for match in matches
        if (standing := standings.get(match.match_id)) is not None and standing.stage != "over"
    ]
