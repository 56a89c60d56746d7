from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from dungeonbowl.cli.extras import needs_server
from dungeonbowl.cli.league_office import AsJson, Database, print_json
from dungeonbowl.errors import UserError
from dungeonbowl.languages import day, t

if TYPE_CHECKING:
    from dungeonbowl.storage.accounts import AccountRecord, Accounts

NAME = Annotated[str, typer.Argument(metavar="NAME", help="The name of the account.", show_default=False)]

account = typer.Typer(
    help="Accounts of a server that was started with `play --accounts`, for its owner.\n\n"
    "Example: dungeonbowl account list --database sqlite:///club.sqlite3",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@account.callback()
def commands() -> None:
    pass


@contextmanager
def opened(database: str) -> Iterator[Accounts]:
    """The accounts of a database, by default the one that `dungeonbowl play` uses."""
    with needs_server("account"):
        from dungeonbowl.storage.accounts import Accounts
        from dungeonbowl.storage.database import default_url, open_database
    engine = open_database(database or default_url())
    store = Accounts(engine)
    try:
        yield store
    finally:
        store.close()
        engine.dispose()


def named(store: Accounts, name: str) -> AccountRecord:
    from dungeonbowl.server.accounts.names import folded
    from dungeonbowl.storage.matches import fitting

    found = store.by_folded(fitting(folded(name), 200))
    if found is None:
        raise UserError(f"there is no account {name!r}; `dungeonbowl account list` shows which there are")
    return found


@account.command()
def new(name: NAME, as_json: AsJson = False, database: Database = "") -> None:
    """Make an account, and print its ten recovery codes.

    Whoever gets one of the codes signs in with it, once, and then adds a passkey or sets a password.

    Example: dungeonbowl account new Grimtooth --database sqlite:///club.sqlite3
    """
    with needs_server("account"):
        from dungeonbowl.server.accounts import keys
        from dungeonbowl.server.accounts.names import chosen_name, folded
        from dungeonbowl.storage.accounts import new_id
    chosen = chosen_name(name)
    with opened(database) as store:
        identity, codes = new_id(), keys.new_codes()
        store.create(identity, chosen, folded(chosen), keys.code_rows(identity, codes))
    if as_json:
        print_json({"id": identity, "name": chosen, "codes": codes})
        return
    typer.echo(t("{name} has an account. Recovery codes, each good once, told only now:", name=chosen))
    for code in codes:
        typer.echo(f"  {code}")


@account.command()
def token(
    name: NAME,
    called: Annotated[str, typer.Option(help="What the token is for, to know it again in the list.")] = "a bot",
    scope: Annotated[
        list[str] | None,
        typer.Option(help="What it may do: play, league:read or league:report; may be repeated.", show_default="play"),
    ] = None,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Make a token with which a program acts as an account. It is printed once; the account's page revokes it.

    Example: dungeonbowl account token Grimtooth --scope play --database sqlite:///club.sqlite3
    """
    with needs_server("account"):
        from dungeonbowl.server.accounts import keys
        from dungeonbowl.server.accounts.names import checked_label
        from dungeonbowl.storage.matches import token_hash
    scopes = keys.checked_scopes(scope or ["play"])
    with opened(database) as store:
        owner = open_account(named(store, name))
        secret = keys.new_api_token()
        made = store.add_token(owner.id, token_hash(secret), checked_label(called, "a bot"), scopes)
    if as_json:
        print_json({"account": owner.name, "id": made.id, "scopes": scopes, "token": secret})
        return
    typer.echo(t("A token of {name} ({scopes}), told only now:", name=owner.name, scopes=", ".join(scopes)))
    typer.echo(f"  {secret}")


@account.command()
def tokens(
    name: NAME,
    revoke: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="A token that opens nothing from now on; may be repeated.", show_default=False),
    ] = None,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """List the tokens with which programs act as an account, and revoke those that have got into wrong hands.

    Example: dungeonbowl account tokens Grimtooth --database sqlite:///club.sqlite3
    """
    with opened(database) as store:
        found = named(store, name)
        known = {one.id for one in store.tokens(found.id)}
        for identity in revoke or []:
            if identity not in known:
                raise UserError(
                    f"account {found.name!r}: there is no token {identity!r}; without --revoke they are listed"
                )
        for identity in revoke or []:
            store.revoke_token(found.id, identity)
        left = store.tokens(found.id)
    if as_json:
        print_json(
            [
                {"id": one.id, "name": one.name, "scopes": one.scopes.split(), "made": one.created, "used": one.used}
                for one in left
            ]
        )
        return
    for one in left:
        told = (
            "{name} ({scopes}), made {day}, last used {used}"
            if one.used
            else "{name} ({scopes}), made {day}, never used"
        )
        used = one.used.date() if one.used else ""
        scopes = ", ".join(one.scopes.split())
        typer.echo(f"{one.id}  " + t(told, name=plain(one.name), scopes=scopes, day=one.created.date(), used=used))
    if not left:
        typer.echo(t("{name} has no tokens", name=found.name))


def open_account(found: AccountRecord) -> AccountRecord:
    if found.state != "open":
        raise UserError(f"the account {found.name!r} is {found.state}")
    return found


@account.command()
def owner(
    name: NAME,
    undo: Annotated[bool, typer.Option("--undo", help="Make it an account like any other again.")] = False,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Make an account one of the owners of the server: it runs every league, and sees private ones.

    Example: dungeonbowl account owner Grimtooth --database sqlite:///club.sqlite3
    """
    with opened(database) as store:
        found = named(store, name)
        store.set_owner(found.id, not undo)
    if as_json:
        print_json({"id": found.id, "name": found.name, "owner": not undo})
        return
    told = "{name} is no owner of the server any more" if undo else "{name} is an owner of the server now"
    typer.echo(t(told, name=found.name))


@account.command()
def recover(name: NAME, as_json: AsJson = False, database: Database = "") -> None:
    """Vouch for somebody who has lost every way to sign in: print a code that is good once, for a week.

    Whoever signs in with it adds a passkey or sets a password. All browsers that were signed in are so no more.

    Example: dungeonbowl account recover Grimtooth --database sqlite:///club.sqlite3
    """
    with needs_server("account"):
        from dungeonbowl.server.accounts import keys
        from dungeonbowl.server.accounts.vouching import GOOD
        from dungeonbowl.storage.accounts import new_id
        from dungeonbowl.storage.moments import now
        from dungeonbowl.storage.vouching import OPEN, Vouching, Vouchings
    with opened(database) as store:
        found = open_account(named(store, name))
        code, moment = keys.new_codes()[0], now()
        vouchings = Vouchings(store)
        vouchings.end(found.id)  # whoever sits at the server's computer need not wait for a commissioner
        made = Vouching(new_id(), found.id, "", "", OPEN, moment, moment, moment + GOOD)
        vouchings.add(made, keys.code_handle(found.id, code))
    if as_json:
        print_json({"id": found.id, "name": found.name, "code": code, "expires": made.expires})
        return
    until = day(made.expires)
    typer.echo(t("A code for {name}, good once until {day}, told only now:", name=found.name, day=until))
    typer.echo(f"  {code}")


@account.command()
def disable(
    name: NAME,
    undo: Annotated[bool, typer.Option("--undo", help="Let it in again.")] = False,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Close an account: nobody signs in to it, its sessions end at once, its tokens open nothing.

    Example: dungeonbowl account disable Grimtooth --database sqlite:///club.sqlite3
    """
    with opened(database) as store:
        from dungeonbowl.storage.accounts import DISABLED, OPEN

        found = named(store, name)
        if found.is_gone:
            raise UserError(f"the account {found.name!r} was deleted by its owner")
        store.set_state(found.id, OPEN if undo else DISABLED)
    if as_json:
        print_json({"id": found.id, "name": found.name, "state": OPEN if undo else DISABLED})
        return
    told = "{name} may sign in again" if undo else "{name} is closed, and signed out everywhere"
    typer.echo(t(told, name=found.name))


@account.command()
def vouchings(as_json: AsJson = False, database: Database = "") -> None:
    """Who vouched for the recovery of whose account, the last first.

    Example: dungeonbowl account vouchings --database sqlite:///club.sqlite3
    """
    with opened(database) as store:
        from dungeonbowl.server.accounts.vouching import shown
        from dungeonbowl.storage.moments import now
        from dungeonbowl.storage.vouching import Vouchings

        shelf = Vouchings(store)
        found = shown(shelf, shelf.everything(), now().timestamp())
    if as_json:
        print_json(found)
        return
    for one in found:
        told = t("{name} vouched for {other}: {state}", name=one.by, other=one.name, state=t(one.state))
        typer.echo(f"{one.created[:10]}  {told}")
    if not found:
        typer.echo(t("nobody has vouched for anybody"))


@account.command()
def reports(
    done: Annotated[str, typer.Option(help="The id of a report that was dealt with.", show_default=False)] = "",
    everything: Annotated[bool, typer.Option("--all", help="Those that were dealt with too.")] = False,
    as_json: AsJson = False,
    database: Database = "",
) -> None:
    """Lines of the lobby's chat that people have reported, the oldest first.

    Example: dungeonbowl account reports --database sqlite:///club.sqlite3
    """
    with opened(database) as store:
        from dungeonbowl.storage.lobby import LobbyStore

        lobby = LobbyStore(store)
        if done and not lobby.settle_complaint(done):
            raise UserError(f"there is no report {done!r}; `dungeonbowl account reports` shows which there are")
        found = lobby.complaints(everything)
        people = store.by_ids([identity for one in found for identity in (one.account_id, one.about)])
    names = {identity: one.name for identity, one in people.items()}
    if as_json:
        print_json(
            [
                {
                    "id": one.id,
                    "by": names.get(one.account_id, ""),
                    "about": names.get(one.about, ""),
                    "said": one.text,
                    "words": one.words,
                    "state": one.state,
                    "at": one.created,
                }
                for one in found
            ]
        )
        return
    for one in found:
        by, about = names.get(one.account_id, t("somebody")), names.get(one.about, t("somebody"))
        why = f" ({plain(one.words)})" if one.words else ""
        told = t("{name} reports {other}: {words}", name=by, other=about, words=plain(one.text) + why)
        typer.echo(f"{one.id}  {day(one.created)}  {told}")
    if not found:
        typer.echo(t("nothing was reported"))


def plain(text: str) -> str:
    """What somebody wrote, without anything that a terminal would obey."""
    return "".join(sign for sign in text if sign.isprintable())


@account.command("list")
def list_accounts(as_json: AsJson = False, database: Database = "") -> None:
    """Which accounts there are.

    Example: dungeonbowl account list --database sqlite:///club.sqlite3
    """
    with opened(database) as store:
        found = store.listed()
    if as_json:
        print_json([as_record(one) for one in found])
        return
    for one in found:
        told = "{state}, owner, since {day}" if one.owner else "{state}, since {day}"
        typer.echo(f"{one.name}  " + t(told, state=t(state_of(one)), day=one.created.date()))
    if not found:
        typer.echo(t("there are no accounts yet"))


def state_of(one: AccountRecord) -> str:
    """Whether a server has still to take its name away somewhere is no matter of whoever looks."""
    return "deleted" if one.is_gone else one.state


def as_record(one: AccountRecord) -> dict[str, object]:
    return {"id": one.id, "name": one.name, "state": state_of(one), "created": one.created, "owner": one.owner}
