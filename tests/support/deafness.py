"""Clients that never read what they are sent, and what the server says of them."""

from __future__ import annotations

import base64
import os
import socket
import time
from urllib.request import urlopen

from support.servers import PATIENCE, ServerProcess

SERVE = "support.impatient_server"  # `dungeonbowl` whose patience with slow readers is a second


def deaf(process: ServerProcess, match: str, token: str) -> socket.socket:
    """A connection that is opened as a browser does, reads the answer to that, and then nothing any more."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", process.port))
    key = base64.b64encode(os.urandom(16)).decode()
    line.sendall(
        f"GET /api/v1/matches/{match}/socket?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{process.port}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        "".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += line.recv(1)
    assert b" 101 " in head
    return line


def figure(process: ServerProcess, name: str) -> float:
    with urlopen(f"http://127.0.0.1:{process.port}/metrics", timeout=60) as answer:
        for line in answer.read().decode().splitlines():
            if line.startswith(f"{name} "):
                return float(line.rpartition(" ")[2])
    raise AssertionError(name)


def wait_until(process: ServerProcess, name: str, value: float) -> None:
    end = time.monotonic() + PATIENCE
    while (found := figure(process, name)) != value:
        assert time.monotonic() < end, f"{name} is {found}, not {value}"
        time.sleep(0.1)
