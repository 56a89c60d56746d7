"""Mail: a letter as a message, and how it is handed to the mail server that the owner has named.

Names and titles come from people. The library of Python refuses line breaks in headers; here they are removed before,
so that a strange name costs nobody a mail. In the part for people who read HTML everything is escaped."""

from __future__ import annotations

import smtplib
import ssl
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, formataddr, parseaddr
from html import escape
from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark, t
from dungeonbowl.server.post.letters import Letter
from dungeonbowl.server.post.outgoing import NotSent
from dungeonbowl.storage.news import one_line
from dungeonbowl.storage.post_tables import LONGEST_MAIL

TIMEOUT: Final = 20.0  # seconds
EXPECTED: Final = mark(
    "expected smtp://host:587 or smtps://host:465, with user:password@ before the host if it wants them"
)
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
NO_MAIL: Final = mark("mail: expected an address such as coach@example.org")


class MailServer(msgspec.Struct, frozen=True):
    """Where mail is handed in. With `tls` the connection is encrypted from its beginning."""

    host: str
    port: int
    user: str
    password: str
    tls: bool
    sender: str  # as it stands in the header


def mail_server(url: str, sender: str) -> MailServer | None:
    """The mail server of a URL; None if none is set. `UserError` if something of it is wrong. A password is never part
    of a message."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UserError(f"--smtp: {EXPECTED}") from None
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path not in ("", "/"):
        raise UserError(f"--smtp: {EXPECTED}")
    name, address = parseaddr(sender)
    try:
        address = checked_mail(address)
    except UserError:
        raise UserError('--mail-from: expected an address such as "Dungeon Bowl <bowl@example.org>"') from None
    usual = 465 if parts.scheme == "smtps" else 587
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    header = formataddr((one_line(name) or "Dungeon Bowl", address))
    return MailServer(parts.hostname, port or usual, user, password, parts.scheme == "smtps", header)


def checked_mail(written: str) -> str:
    """A mail address in the form in which addresses are compared. `UserError` for what cannot be one."""
    mail = written.strip().lower()
    local, at, domain = mail.rpartition("@")
    fits = at and 0 < len(local) <= 64 and len(domain) >= 3 and len(mail) <= LONGEST_MAIL and mail.isascii()
    strange = any(not sign.isprintable() or sign in " \"'(),:;<>[]\\@" for sign in local + domain)
    dots = domain.startswith((".", "-")) or domain.endswith((".", "-")) or ".." in mail or local.startswith(".")
    if not fits or strange or dots:
        raise UserError(NO_MAIL)
    return mail


def message(letter: Letter, server: MailServer, to: str) -> EmailMessage:
    """A letter as a mail: plain text, HTML with a picture of the board, and a link to the very decision."""
    found = EmailMessage()
    found["Subject"] = one_line(letter.title)[:200]
    found["From"] = server.sender
    found["To"] = to
    found["Date"] = format_datetime(datetime.now(UTC))
    found["Message-ID"] = message_id(letter.id, server)
    found["Auto-Submitted"] = "auto-generated"
    if letter.settings:
        found["List-Unsubscribe"] = f"<{letter.settings}>"
    lines = [one_line(line) for line in letter.lines]
    foot = t("What you are told, and how: {address}", address=letter.settings) if letter.settings else ""
    found.set_content(
        "\n".join([one_line(letter.title), "", *lines, "", letter.link, *(["", foot] if foot else [])]) + "\n"
    )
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    board, how = escape(t("The board")), escape(t("What you are told, and how"))
    picture = f'<p><img src="cid:board@dungeonbowl" alt="{board}" width="640"></p>' if letter.picture else ""
    html = (
        f"<html><body><h2>{escape(one_line(letter.title))}</h2><ul>{items}</ul>"
        f'<p><a href="{escape(letter.link)}">{escape(t(letter.invites))}</a></p>{picture}'
        + (f'<p><small><a href="{escape(letter.settings)}">{how}</a></small></p>' if foot else "")
        + "</body></html>"
    )
    found.add_alternative(html, subtype="html")
    if letter.picture:
        part = found.get_payload()[1]  # type: ignore[index]
        part.add_related(letter.picture, "image", "png", cid="<board@dungeonbowl>")  # type: ignore[union-attr]
    return found


def message_id(identity: str, server: MailServer) -> str:
    """The same for the same news, whenever it is sent."""
    plain = "".join(sign if sign.isascii() and (sign.isalnum() or sign in ".-_") else "-" for sign in identity)
    return f"<{plain}@{parseaddr(server.sender)[1].rpartition('@')[2]}>"


def hand_in(found: EmailMessage, server: MailServer) -> None:
    """Hand a mail to the mail server. It waits, so call it in a thread. `NotSent` if the server does not take it."""
    context = ssl.create_default_context()
    try:
        if server.tls:
            client: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=context)
        else:
            client = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
        with client:
            if not server.tls and server.host not in LOOPBACK:
                client.starttls(context=context)  # a server that cannot do it gets neither password nor mail
            if server.user:
                client.login(server.user, server.password)
            client.send_message(found)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        raise NotSent("the mail server refuses the address", gone=all(500 <= code < 600 for code in codes)) from None
    except (OSError, smtplib.SMTPException) as error:
        raise NotSent(f"the mail server did not take it: {type(error).__name__}") from None
