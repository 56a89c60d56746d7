"""A mail server on loopback that keeps what it is given, and a webhook that does the same."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from aiosmtpd.controller import Controller

from support.servers import free_port


class Mailbox:
    """What a mail server was given. `refusals` are answers that it gives first, one for each mail."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.to: list[list[str]] = []
        self.refusals: list[str] = []
        self.url = ""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.refusals:
            return self.refusals.pop(0)
        self.to.append(list(envelope.rcpt_tos))
        self.mails.append(message_from_bytes(envelope.content, policy=default))  # type: ignore[arg-type]
        return "250 OK"

    def texts(self) -> list[str]:
        """The plain text of every mail."""
        found = []
        for mail in self.mails:
            part = mail.get_body(("plain",))
            assert part is not None
            found.append(str(part.get_content()))
        return found


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    port = free_port()
    controller = Controller(box, hostname="127.0.0.1", port=port, ready_timeout=120)
    controller.start()
    box.url = f"smtp://127.0.0.1:{port}"
    try:
        yield box
    finally:
        controller.stop()


class Hook:
    """What a webhook was given. `answers` are statuses that it gives first, as soon as it `may_answer`. With `drips` it
    sends so many bytes one by one before that."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.answers: list[int] = []
        self.url = ""
        self.asked = threading.Event()
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.drips = 0


@contextmanager
def webhook() -> Iterator[Hook]:
    hook = Hook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            hook.bodies.append(self.rfile.read(int(self.headers.get("content-length", 0))))
            hook.headers.append({name.lower(): value for name, value in self.headers.items()})
            hook.asked.set()
            hook.may_answer.wait()
            if hook.drips and not self.dripped():
                return
            status = hook.answers.pop(0) if hook.answers else 204
            self.send_response(status)
            if status == 302:
                self.send_header("location", f"{hook.url}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def dripped(self) -> bool:
            """Whether the other side has listened to the end of an answer that tells nothing."""
            try:
                for letter in b"HTTP/1.1 100 " + b"x" * hook.drips + b"\r\n\r\n":
                    self.wfile.write(bytes([letter]))
                    time.sleep(0.05)
            except OSError:
                return False
            return True

        def log_message(self, *_: Any) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Handler)
    hook.url = f"http://127.0.0.1:{server.server_port}/hook"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield hook
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
