"""Providers of OpenID Connect: where a browser is sent to sign in, and whether what comes back is true.

The authorization code flow with PKCE, a state and a nonce. Forms, proofs and claims are those of Authlib, keys and
signatures those of joserfc; the requests go through the HTTP client that the server has anyway. What a provider says is
not trusted in its size, its form or its time. Of the person nothing is asked but who it is (`openid`): no address, no
name."""

from __future__ import annotations

import asyncio
import ssl
from functools import cache
from typing import Any, Final, TypeVar
from urllib.parse import quote_plus, urlsplit

import httpx
import msgspec
from authlib.oauth2.auth import ClientAuth
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri, prepare_token_request
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import JWKRegistry, Key, KeySet

from dungeonbowl.errors import Unavailable
from dungeonbowl.languages import mark
from dungeonbowl.server.clocks import Timekeeper
from dungeonbowl.server.failures import Forbidden, NotFound
from dungeonbowl.server.guard import is_loopback
from dungeonbowl.server.settings import Provider
from dungeonbowl.storage.matches import token_hash

SECONDS: Final = 10.0  # that a provider may take for one answer
LARGEST: Final = 200_000  # bytes of one answer
LEEWAY: Final = 60  # seconds by which clocks may differ
LONGEST_SUBJECT: Final = 255
LONGEST_CODE: Final = 2000
MOST_KEYS: Final = 50
KEPT: Final = 3600.0  # seconds for which it is remembered where a provider is asked
SCOPE: Final = "openid"
BACK: Final = "/sign-in"  # the page to which providers send browsers back
# Only those whose keys are public: with the others whoever can verify could sign, too.
ALGORITHMS: Final = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
KINDS: Final = ("RSA", "EC", "OKP")
BASIC: Final = "client_secret_basic"
POST: Final = "client_secret_post"
NO_PROVIDER: Final = mark("this server knows no such provider to sign in with")
NO_ANSWER: Final = mark("{name} does not answer as expected: try again later, or sign in in another way")
NOT_CONFIRMED: Final = mark("{name} has not confirmed who you are: nothing was changed")
NOT_TRUE: Final = mark("what {name} has answered does not fit: nothing was changed")


Told = TypeVar("Told")


class Facts(msgspec.Struct, frozen=True):
    """What a provider says of itself; the names are those of the standard."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    token_endpoint_auth_methods_supported: tuple[str, ...] = (BASIC,)
    authorization_response_iss_parameter_supported: bool = False


class Tokens(msgspec.Struct, frozen=True):
    """What a provider gives for a code. Its access token opens nothing here, and is not kept."""

    id_token: str
    access_token: str = ""


class Refusal(msgspec.Struct, frozen=True):
    error: str = ""


class Keys(msgspec.Struct, frozen=True):
    keys: list[dict[str, Any]]


class Secrets(msgspec.Struct, frozen=True):
    """What one sign-in is checked by. All of it follows from the cookie of the browser that began it."""

    state: str
    nonce: str
    verifier: str


def secrets_of(cookie: str) -> Secrets:
    """The database has only the hash of the cookie, of which none of these can be made."""
    return Secrets(*(token_hash(f"{use} {cookie}") for use in ("state", "nonce", "verifier")))


def strange(provider: Provider, reason: str) -> Unavailable:
    """The sentence for the person; the reason goes into the log, for the owner of the server."""
    error = Unavailable(NO_ANSWER.format(name=provider.name))
    error.__cause__ = ValueError(f"{provider.issuer}: {reason}")
    return error


class Providers:
    """The providers that the owner of this server has named."""

    def __init__(self, named: tuple[Provider, ...], public_url: str, timekeeper: Timekeeper) -> None:
        self.named = {each.key: each for each in named}
        self.back = public_url + BACK
        self.timekeeper = timekeeper
        self.transport: httpx.AsyncBaseTransport | None = None  # another one in tests
        self.facts: dict[str, tuple[float, Facts]] = {}

    def known(self, key: str) -> Provider:
        found = self.named.get(key)
        if found is None:
            raise NotFound(NO_PROVIDER)
        return found

    def of(self, issuer: str) -> Provider:
        """The provider of a sign-in that was begun; it may be gone meanwhile."""
        for each in self.named.values():
            if each.issuer == issuer:
                return each
        raise NotFound(NO_PROVIDER)

    @property
    def issuers(self) -> list[str]:
        return [each.issuer for each in self.named.values()]

    # --- there and back ----------------------------------------------------------------------------------------------

    async def address(self, provider: Provider, secrets: Secrets) -> str:
        """Where a browser is to be sent."""
        facts = await self.facts_of(provider)
        address: str = prepare_grant_uri(
            facts.authorization_endpoint,
            client_id=provider.client,
            response_type="code",
            redirect_uri=self.back,
            scope=SCOPE,
            state=secrets.state,
            nonce=secrets.nonce,
            code_challenge=create_s256_code_challenge(secrets.verifier),
            code_challenge_method="S256",
        )
        return address

    async def subject(self, provider: Provider, secrets: Secrets, code: str, issuer: str) -> str:
        """Who has signed in there. `issuer` is who says that the answer is his, if anybody does: then a code of one
        provider is never shown to another."""
        facts = await self.facts_of(provider)
        if issuer != provider.issuer and (issuer or facts.authorization_response_iss_parameter_supported):
            raise Forbidden(NOT_TRUE.format(name=provider.name))
        if not 0 < len(code) <= LONGEST_CODE:
            raise Forbidden(NOT_CONFIRMED.format(name=provider.name))
        tokens = await self.exchange(provider, facts, code, secrets.verifier)
        keys = await self.keys(provider, facts)
        try:
            token = jwt.decode(tokens.id_token, keys, ALGORITHMS)
            options: Any = {"iss": {"essential": True, "value": provider.issuer}}
            options["aud"] = {"essential": True, "value": provider.client}
            told = {"nonce": secrets.nonce, "client_id": provider.client, "access_token": tokens.access_token}
            claims = CodeIDToken(token.claims, token.header, options, told)
            claims.validate(int(self.timekeeper.utc()), LEEWAY)
            subject = claims["sub"]
        except REFUSALS as error:
            raise Forbidden(NOT_TRUE.format(name=provider.name)) from error
        if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT or not is_plain(subject):
            raise Forbidden(NOT_TRUE.format(name=provider.name))
        return subject

    async def exchange(self, provider: Provider, facts: Facts, code: str, verifier: str) -> Tokens:
        body = prepare_token_request("authorization_code", redirect_uri=self.back, code=code, code_verifier=verifier)
        methods = facts.token_endpoint_auth_methods_supported
        method = POST if BASIC not in methods and POST in methods else BASIC
        known = (provider.client, provider.secret)  # in the header they are written as in a form, says the standard
        auth = ClientAuth(*(map(quote_plus, known) if method == BASIC else known), method)
        headers = {"content-type": "application/x-www-form-urlencoded"}
        address, headers, body = auth.prepare("POST", facts.token_endpoint, headers, body)
        status, found = await self.ask(provider, "POST", address, headers, body.encode())
        if status in (400, 401, 403):
            reason = read(provider, found, Refusal).error[:40]
            if reason != "invalid_grant":  # the code was used, or is too old
                words = reason if is_plain(reason) else "something odd"
                raise strange(provider, f"the token endpoint refuses this server with {words!r}")
            raise Forbidden(NOT_CONFIRMED.format(name=provider.name))
        if status != 200:
            raise strange(provider, f"the token endpoint answers with status {status}")
        return read(provider, found, Tokens)

    async def keys(self, provider: Provider, facts: Facts) -> KeySet:
        """The keys are read for every sign-in: so whatever the provider has changed is known at once."""
        status, found = await self.ask(provider, "GET", facts.jwks_uri)
        if status != 200:
            raise strange(provider, f"its keys: status {status}")
        usable: list[Key] = []
        for each in read(provider, found, Keys).keys[:MOST_KEYS]:
            if each.get("kty") not in KINDS or each.get("use", "sig") != "sig":
                continue
            try:
                usable.append(JWKRegistry.import_key(each))
            except REFUSALS:
                continue  # of a kind that nobody here knows: others may do
        return KeySet(usable)

    async def facts_of(self, provider: Provider) -> Facts:
        now = self.timekeeper.now()
        at, facts = self.facts.get(provider.key, (0.0, None))
        if facts is not None and now - at < KEPT:
            return facts
        where = f"{provider.issuer.rstrip('/')}/.well-known/openid-configuration"
        status, found = await self.ask(provider, "GET", where)
        if status != 200:
            raise strange(provider, f"{where}: status {status}")
        facts = read(provider, found, Facts)
        if facts.issuer != provider.issuer:
            raise strange(provider, f"it calls itself {facts.issuer[:200]!r}: name it so with --sign-in-with")
        for address in (facts.authorization_endpoint, facts.token_endpoint, facts.jwks_uri):
            if not is_safe(address, provider.issuer):
                raise strange(provider, "an address that it names is not one of https")
        self.facts[provider.key] = (now, facts)
        return facts

    # --- asking ------------------------------------------------------------------------------------------------------

    async def ask(
        self, provider: Provider, method: str, address: str, headers: dict[str, str] | None = None, body: bytes = b""
    ) -> tuple[int, bytes]:
        """One request, with an end to its time and to the size of its answer. No redirect is followed."""
        sent = {"accept": "application/json", "accept-encoding": "identity", **(headers or {})}
        try:
            async with asyncio.timeout(SECONDS):
                async with (
                    self.client() as client,
                    client.stream(method, address, headers=sent, content=body) as answer,
                ):
                    if answer.headers.get("content-encoding", "identity") != "identity":
                        raise strange(provider, "its answer is packed, which was not asked for")
                    found = bytearray()
                    async for part in answer.aiter_raw():
                        found += part
                        if len(found) > LARGEST:
                            raise strange(provider, f"its answer is larger than {LARGEST} bytes")
                    return answer.status_code, bytes(found)
        except TimeoutError:
            trouble = strange(provider, "it takes too long")
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            trouble = strange(provider, type(error).__name__)
        raise trouble

    def client(self) -> httpx.AsyncClient:
        if self.transport is not None:
            return httpx.AsyncClient(transport=self.transport, timeout=SECONDS, trust_env=False)
        return httpx.AsyncClient(verify=trusted(), timeout=SECONDS, trust_env=False)


# What the libraries raise for tokens and keys that are not true, and for some that nobody would call so.
REFUSALS: Final = (
    JoseError, ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError, RecursionError,
)  # fmt: skip


@cache
def trusted() -> ssl.SSLContext:
    """Reading the authorities takes a while: once is enough."""
    return httpx.create_ssl_context()


def read(provider: Provider, body: bytes, kind: type[Told]) -> Told:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        trouble = strange(provider, f"{kind.__name__.lower()} that cannot be read")
    raise trouble


def is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable()


def is_safe(address: str, issuer: str) -> bool:
    """Whether it is an address of https; or one on this computer, for a provider that is on it too: no other one sends
    this server to its own neighbours."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        _ = parts.port  # raises if it is not a number
    except ValueError:
        return False
    if parts.username is not None or not is_plain(address) or "#" in address:
        return False
    here = urlsplit(issuer).scheme == "http" and is_loopback(host)
    return host != "" and (parts.scheme == "https" or (parts.scheme == "http" and here))
