"""A passkey made of software, for tests of the server without a browser."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class SoftPasskey:
    """One passkey of one address. `origin` is the page that asks, which a real browser would fill in."""

    def __init__(self, origin: str, domain: str, verified: bool = True) -> None:
        self.origin = origin
        self.domain = domain
        self.id = secrets.token_bytes(32)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.uses = 0
        self.flags = PRESENT | (VERIFIED if verified else 0)

    def head(self, flags: int) -> bytes:
        self.uses += 1
        return hashlib.sha256(self.domain.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def client_data(self, kind: str, challenge: str) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def shown(self, response: dict[str, str]) -> dict[str, Any]:
        name = encoded(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create` gives."""
        numbers = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        data = self.head(self.flags | ATTESTED) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data + cbor2.dumps(cose)})
        client = self.client_data("webauthn.create", options["challenge"])
        return self.shown({"clientDataJSON": encoded(client), "attestationObject": encoded(attestation)})

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.get` gives."""
        client = self.client_data("webauthn.get", options["challenge"])
        data = self.head(self.flags)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {"clientDataJSON": encoded(client), "authenticatorData": encoded(data)}
        return self.shown({**response, "signature": encoded(signature), "userHandle": ""})
