"""What a server is started with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

STATIC: Final = Path(__file__).parent / "static"


class Provider(msgspec.Struct, frozen=True):
    """Somebody who tells who a person is, by OpenID Connect. `key` is the name as it stands in addresses."""

    key: str
    name: str
    issuer: str
    client: str
    secret: str

    def __repr__(self) -> str:  # of the whole settings too: nothing that prints them prints the secret
        return f"Provider({self.name!r}, {self.issuer!r})"


class Settings(msgspec.Struct, frozen=True):
    """The settings of a server. With the defaults only clients on this computer can connect."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    static: Path = STATIC  # the built client
    hosts: tuple[str, ...] = ()  # further names that the server goes by; all if one of them is "*"
    origins: tuple[str, ...] = ()  # pages of other origins that may connect
    workers: int = 0  # processes for scripted bots; 0 for all processors but one. Thinking bots have others
    largest_upload: int = 2_000_000  # bytes
    largest_message: int = 16 * 1024  # bytes, over a socket
    messages_a_second: float = 50.0
    messages_at_once: int = 100
    chat_a_second: float = 0.5
    chat_at_once: int = 5
    matches_a_minute: float = 30.0  # created, from one address
    matches_at_once: int = 30
    sockets_an_address: int = 1000
    arrivals_a_second: float = 20.0  # sockets opened, from one address
    arrivals_at_once: int = 200
    questions_a_second: float = 100.0  # over all sockets of an address: what is asked without deciding anything
    questions_at_once: int = 400
    requests_a_second: float = 20.0  # over HTTP from one address: how a match stands, its log, a replay
    requests_at_once: int = 200
    checks_a_second: float = 5.0  # from one address: dungeons and teams to check, draw or make
    checks_at_once: int = 100
    uploads_a_minute: float = 12.0  # replays, from one address
    uploads_at_once: int = 20
    uploaded_a_second: int = 100_000  # bytes of all that is posted, from one address
    uploaded_at_once: int = 20_000_000
    most_replays: int = 2_000  # uploaded ones that are kept; the oldest make room
    most_replay_bytes: int = 200_000_000
    most_viewing_bytes: int = 100_000_000  # replays in memory, played through for viewers
    most_match_bytes: int = 1_000_000_000  # matches in memory, roughly; those without viewers are dropped first
    idle_seconds: float = 900.0  # after so many seconds without a viewer a match leaves the memory
    abandoned_days: float = 30.0  # a match without a decision for so many days is closed, and its seed told
    house: bool = False  # whether everybody who reaches the server may run its leagues, not only this computer
    metrics_for: tuple[str, ...] = ()  # addresses and networks that are told figures at /metrics, besides this computer
    accounts: bool = False  # whether people can have accounts here; without it no cookie is read or set
    public_url: str = ""  # where browsers find the server: scheme, name, perhaps a port; empty: where it listens
    sign_ups_an_hour: float = 30.0  # from one address
    challenges_a_minute: float = 6.0  # in the lobby, of one account and from one address
    challenges_at_once: int = 20
    applications_an_hour: float = 20.0  # to be let into leagues, of one account
    founders: str = "everybody"  # who has an account founds leagues; or "commissioners": of another one, and owners
    leagues_an_hour: float = 10.0  # founded by one account
    vouchings_an_hour: float = 5.0  # for the recovery of accounts, by one commissioner
    account_orders_a_second: float = 2.0  # signing in and changes of accounts, from one address
    account_orders_at_once: int = 60
    sign_in_with: tuple[Provider, ...] = ()  # who else can say who somebody is; none: nobody
    smtp: str = ""  # where mail is handed in: smtp://user:password@host:587; empty: no mail
    mail_from: str = ""  # the sender of mail
    mail_links_an_hour: float = 20.0  # asked for by mail, from one address of the network
    mail_links_to_one_an_hour: float = 8.0  # to one mail address, and to confirm addresses for one account
    push_keys: str = ""  # the file of the keys for web push; empty: no push
    hooks_anywhere: bool = False  # whether webhooks may go to private networks and without https
    beside: int = 1  # server processes on this computer, which share its processors
    internal: str = ""  # where the other servers of a shared database reach this one; empty for a server alone
    proxies: tuple[str, ...] = ()  # proxies in front of the server: their header says where a request comes from
