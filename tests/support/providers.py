"""A provider of OpenID Connect of our own, without a network: it has real keys, and says what a test wants."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qsl, quote_plus, urlencode, urlsplit

import httpx
from joserfc import jwt
from joserfc.jwk import Key, OctKey, RSAKey

from dungeonbowl.server.settings import Provider
from support.accounts import Browser
from support.direct import Answer, Direct

ISSUER = "https://club.example"
CLIENT, SECRET = "bowl", "seven-secret-words"
CLUB = Provider("club", "Club", ISSUER, CLIENT, SECRET)
OTHER = Provider("other", "Other", "https://other.example", "bowl2", "another-secret")
KEY = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"}, auto_kid=False)
STRANGE = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"}, auto_kid=False)


class Pieces(httpx.AsyncByteStream):
    """The body of an answer, as it comes over a network."""

    def __init__(self, body: bytes) -> None:
        self.body = body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for start in range(0, len(self.body), 1000):
            yield self.body[start : start + 1000]


class OwnProvider(httpx.AsyncBaseTransport):
    """It stands for the whole network. `claims`, `facts`, `answers` and the rest change what it says."""

    def __init__(self, at: float, issuer: str = ISSUER, client: str = CLIENT, secret: str = SECRET) -> None:
        self.at = at
        self.issuer = issuer
        self.client, self.secret = client, secret
        self.codes: dict[str, dict[str, str]] = {}  # what was asked for when each of them was given
        self.subject = "person-1"
        self.claims: dict[str, Any] = {}  # instead of the true ones; None leaves one out
        self.facts: dict[str, Any] = {}
        self.answers: dict[str, httpx.Response | Exception] = {}  # by path, instead of the true ones
        self.key: Key = KEY
        self.algorithm = "RS256"
        self.published: list[dict[str, Any]] = [dict(KEY.as_dict(private=False))]
        self.asked: list[httpx.Request] = []

    # --- the person, in the browser ----------------------------------------------------------------------------------

    def agree(self, address: str) -> dict[str, str]:
        """A person signs in at the address: what the browser brings back."""
        parts = urlsplit(address)
        asked = dict(parse_qsl(parts.query))
        assert f"{parts.scheme}://{parts.netloc}{parts.path}" == f"{self.issuer}/authorize"
        assert (asked["response_type"], asked["client_id"], asked["scope"]) == ("code", self.client, "openid")
        assert asked["code_challenge_method"] == "S256"
        code = f"code-{len(self.codes)}"
        self.codes[code] = asked
        return {"code": code, "state": asked["state"], "iss": self.issuer}

    # --- the server --------------------------------------------------------------------------------------------------

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        answer = await self.answer(request)
        return httpx.Response(answer.status_code, headers=answer.headers, stream=Pieces(answer.content))

    async def answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        path = request.url.path
        said = self.answers.get(path)
        if isinstance(said, Exception):
            raise said
        if said is not None:
            return said
        assert str(request.url.join("/")) == f"{self.issuer}/", "it was meant for somebody else"
        if path == "/.well-known/openid-configuration":
            return httpx.Response(200, json=self.discovery())
        if path == "/keys":
            return httpx.Response(200, json={"keys": self.published})
        assert (request.method, path) == ("POST", "/token")
        form = dict(parse_qsl((await request.aread()).decode()))
        return self.token(form, request)

    def discovery(self) -> dict[str, Any]:
        usual = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "claims_supported": ["sub"],
        }
        return {**usual, **self.facts}

    def token(self, form: dict[str, str], request: httpx.Request) -> httpx.Response:
        basic = base64.b64encode(f"{quote_plus(self.client)}:{quote_plus(self.secret)}".encode()).decode()
        in_form = (form.get("client_id"), form.get("client_secret")) == (self.client, self.secret)
        if request.headers.get("authorization") != f"Basic {basic}" and not in_form:
            return httpx.Response(401, json={"error": "invalid_client"})
        asked = self.codes.pop(form["code"], None)  # good once
        verified = (
            base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).decode().rstrip("=")
        )
        if asked is None or asked["code_challenge"] != verified or asked["redirect_uri"] != form["redirect_uri"]:
            return httpx.Response(400, json={"error": "invalid_grant"})
        usual = {
            "iss": self.issuer,
            "sub": self.subject,
            "aud": self.client,
            "iat": int(self.at),
            "exp": int(self.at) + 300,
            "nonce": asked["nonce"],
        }
        claims = {key: value for key, value in {**usual, **self.claims}.items() if value is not None}
        return httpx.Response(
            200, json={"access_token": "opaque", "token_type": "Bearer", "id_token": self.sign(claims)}
        )

    def sign(self, claims: dict[str, Any]) -> str:
        header = {"alg": self.algorithm, "kid": "one"}
        if self.algorithm == "none":
            parts = (json.dumps(each).encode() for each in (header, claims))
            return ".".join(base64.urlsafe_b64encode(each).decode().rstrip("=") for each in parts) + "."
        return jwt.encode(header, claims, self.key, algorithms=[self.algorithm])


def symmetric() -> OctKey:
    """The published key of the provider, used as if it were a shared secret."""
    return OctKey.import_key(KEY.as_pem(private=False).replace(b"-----", b"+++++"), {"kid": "one"})


def there(ask: Direct, **changes: Any) -> OwnProvider:
    """The provider that a server reaches."""
    providers = ask.state.accounts.linking.providers
    found = OwnProvider(providers.timekeeper.utc(), **changes)
    providers.transport = found
    return found


async def leave(browser: Browser, what: str = "sign-in", key: str = "club") -> str:
    """Begin; returns the address to which the browser goes."""
    answer = await browser.post(f"/providers/{key}/{what}")
    assert answer.status == 200, answer.body
    return str(answer.json()["address"])


async def come_back(browser: Browser, brought: dict[str, str]) -> Answer:
    return await browser.post("/providers/finish", brought)


async def enter(browser: Browser, provider: OwnProvider, what: str = "sign-in") -> Answer:
    """All the way there and back."""
    return await come_back(browser, provider.agree(await leave(browser, what)))


async def sign_up(browser: Browser, provider: OwnProvider, name: str) -> Answer:
    outcome = await enter(browser, provider)
    assert outcome.json() == {"account": None, "linked": "", "unknown": "Club"}, outcome.body
    return await browser.post("/providers/sign-up", {"name": name})


# --- over a network --------------------------------------------------------------------------------------------------


class Loopback(BaseHTTPRequestHandler):
    """The same provider for a real server and a real browser. Whoever comes to its page has signed in there."""

    provider: OwnProvider

    def do_GET(self) -> None:
        if self.path.startswith("/authorize?"):
            self.send_response(302)
            back = dict(parse_qsl(urlsplit(self.path).query))["redirect_uri"]
            brought = self.provider.agree(self.provider.issuer + self.path)
            self.send_header("location", f"{back}?{urlencode(brought)}")
            self.end_headers()
            return
        self.give(b"")

    def do_POST(self) -> None:
        self.give(self.rfile.read(int(self.headers["content-length"])))

    def give(self, body: bytes) -> None:
        asked = httpx.Request(
            self.command, self.provider.issuer + self.path, headers=self.headers.items(), content=body
        )
        answer = asyncio.run(self.provider.answer(asked))
        self.send_response(answer.status_code)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(answer.content)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: a test says what it found."""


@contextmanager
def on_loopback() -> Iterator[OwnProvider]:
    server = HTTPServer(("127.0.0.1", 0), Loopback)
    issuer = f"http://127.0.0.1:{server.server_port}"
    provider = OwnProvider(time.time(), issuer)
    server.RequestHandlerClass = type("Here", (Loopback,), {"provider": provider})
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield provider
    server.shutdown()
    server.server_close()
    thread.join()
