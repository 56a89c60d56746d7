"""A real nginx with the configuration of `hosting/` in front of a real server: pages, matches and TLS."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import msgspec
import pytest

from dungeonbowl.client import Server, ServerRefused
from dungeonbowl.languages import LANGUAGES, speaking, t
from dungeonbowl.server import wire
from support.servers import PATIENCE, Guest, ServerProcess, free_port

SITE = Path(__file__).resolve().parents[2] / "hosting" / "nginx.conf"
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin")
pytestmark = pytest.mark.skipif(
    NGINX is None or shutil.which("openssl") is None,
    reason="nginx or openssl is not installed: on Debian, apt-get install nginx openssl",
)
MAIN = """
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def certificate(folder: Path) -> None:
    words = [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
        "-addext",
        "subjectAltName=DNS:localhost",
    ]
    subprocess.run(
        ["openssl", *words, "-keyout", folder / "key.pem", "-out", folder / "chain.pem"],
        check=True,
        capture_output=True,
    )


@contextmanager
def nginx(folder: Path, behind: int) -> Iterator[tuple[int, int]]:
    """nginx on loopback; yields its ports for HTTPS and HTTP. Of the site only the places are others."""
    folder.mkdir()
    certificate(folder)
    secure, plain = free_port(), free_port()
    site = SITE.read_text(encoding="utf-8")
    for old, new in {
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl;\n": "",
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{secure} ssl;",
        "127.0.0.1:8000": f"127.0.0.1:{behind}",
        "/etc/letsencrypt/live/bowl.example.org/fullchain.pem": str(folder / "chain.pem"),
        "/etc/letsencrypt/live/bowl.example.org/privkey.pem": str(folder / "key.pem"),
        "syslog:server=unix:/dev/log": str(folder / "access.log"),
        "bowl.example.org": "localhost",
    }.items():
        assert old in site, old
        site = site.replace(old, new)
    (folder / "site.conf").write_text(site, encoding="utf-8")
    (folder / "main.conf").write_text(MAIN.format(folder=folder), encoding="utf-8")
    assert NGINX is not None
    process = subprocess.Popen([NGINX, "-c", str(folder / "main.conf"), "-e", str(folder / "error.log")])
    try:
        end = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, (folder / "error.log").read_text()
            assert time.monotonic() < end
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", secure)) == 0:
                    break
            time.sleep(0.05)
        yield secure, plain
    finally:
        process.terminate()
        process.wait()


def test_a_match_is_played_through_the_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        ServerProcess(tmp_path, more=("--proxy", "127.0.0.1")) as process,
        nginx(tmp_path / "nginx", process.port) as (secure, plain),
    ):
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "nginx" / "chain.pem"))
        server = Server(f"https://localhost:{secure}")
        assert server.get("/ready", wire.Readiness).ready
        created = server.new_match(seats=["person", "bot:easy"], quick=True, pace=0)
        key = server.take_seat(created.id, created.seats[0].token)
        guest = Guest(server, created.id, key)
        guest.ready()
        for _ in range(5):
            prompt = guest.wait_for_prompt()
            guest.send(wire.Act(prompt.number, prompt.options[0].id))
            guest.wait(wire.Update, lambda update, number=prompt.number: update.number > number)
        assert server.get(f"/matches/{created.id}/log?token={key}", wire.LogPage).total > 0
        assert process.server.get("/health", wire.Health).sockets == 1
        with pytest.raises(ServerRefused, match="run at its own computer"):  # a visitor is not who sits at the machine
            server.post("/leagues", {"name": "Mine", "preset": "evening", "teams": []}, dict)
        for secret in ("calendar/secret-of-a-calendar", f"boards/{created.id}/secret-of-a-board"):
            with pytest.raises(ServerRefused):
                server.get(f"/{secret}", dict)
        Guest.all_leave()
        for language in LANGUAGES:
            with speaking(language.code):
                too_large(secure, f"/api/v1/matches?token={key}", language.code)
        assert status(plain, "/match/m1") == (301, "https://localhost/match/m1")
        with pytest.raises(ServerRefused, match="404"):
            Server(f"https://localhost:{secure}/metrics?").get("", dict)
        said = (tmp_path / "nginx" / "access.log").read_text() + (tmp_path / "nginx" / "error.log").read_text()
    assert f"GET /api/v1/matches/{created.id}/log" in said
    assert "GET /api/v1/calendar/..." in said
    assert f"GET /api/v1/boards/{created.id}/..." in said
    assert [token for token in (key, created.seats[0].token, "secret-of") if token in said] == []


def too_large(port: int, path: str, language: str) -> None:
    """Send more than is taken; the answer is one of the server's own."""
    line = HTTPSConnection("localhost", port, timeout=60, context=ssl.create_default_context())
    headers = {"Content-Type": "application/json", "Accept-Language": language, "Content-Length": str(3 << 20)}
    line.request("POST", path, b"", headers)  # who says that much is refused before it comes
    answer = line.getresponse()
    reply = msgspec.json.decode(answer.read(), type=wire.ErrorReply)
    line.close()
    assert (answer.status, answer.headers["content-type"]) == (413, "application/json")
    assert reply.error.what == t("the body is larger than the server accepts")


def status(port: int, path: str) -> tuple[int, str]:
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", path, headers={"Host": "localhost"})
    answer = line.getresponse()
    line.close()
    return answer.status, answer.headers.get("location", "")
