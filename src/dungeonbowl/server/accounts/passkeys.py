"""Passkeys: what a browser is to ask of one, and whether its answer is true."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final
from urllib.parse import urlsplit

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from dungeonbowl.errors import UserError
from dungeonbowl.languages import mark
from dungeonbowl.server.guard import is_address
from dungeonbowl.storage.accounts import PASSKEY, CredentialRecord

HOUSE: Final = "Dungeon Bowl"
LONGEST_ID: Final = 1023  # bytes of a passkey's own id
NOT_TRUE: Final = mark("the passkey's answer does not fit: try again")


def are_possible(public_url: str) -> bool:
    """Whether browsers let a server at this address have passkeys: it needs a name, and HTTPS unless it is this very
    computer."""
    parts = urlsplit(public_url)
    host = parts.hostname or ""
    return not is_address(host) and (parts.scheme == "https" or host == "localhost")


def handle_of(public_id: bytes) -> str:
    return hashlib.sha256(b"passkey " + public_id).hexdigest()


class Passkeys:
    """The passkeys of one address: they open no other."""

    def __init__(self, public_url: str) -> None:
        self.origin = public_url
        self.domain = urlsplit(public_url).hostname or ""
        self.possible = are_possible(public_url)

    def registration(self, account: str, name: str, challenge: bytes, known: list[CredentialRecord]) -> dict[str, Any]:
        """The options for `navigator.credentials.create`."""
        options = generate_registration_options(
            rp_id=self.domain,
            rp_name=HOUSE,
            user_id=account.encode(),
            user_name=name,
            user_display_name=name,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,  # so that signing in needs no name
                user_verification=UserVerificationRequirement.REQUIRED,  # having it is not all: it replaces a password
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(each.public_id)) for each in known],
        )
        found: dict[str, Any] = json.loads(options_to_json(options))
        return found

    def registered(self, credential: dict[str, Any], challenge: bytes, label: str) -> dict[str, Any]:
        """The row of a new passkey. `UserError` if the answer is not true."""
        try:
            verified = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.domain,
                expected_origin=self.origin,
                require_user_verification=True,
            )
        except REFUSALS:
            raise UserError(NOT_TRUE) from None
        if len(verified.credential_id) > LONGEST_ID:
            raise UserError(NOT_TRUE)
        return {
            "kind": PASSKEY,
            "handle": handle_of(verified.credential_id),
            "label": label,
            "secret": bytes_to_base64url(verified.credential_public_key),
            "public_id": bytes_to_base64url(verified.credential_id),
            "uses": min(int(verified.sign_count), 2**31 - 1),
        }

    def question(self, challenge: bytes) -> dict[str, Any]:
        """The options for `navigator.credentials.get`: any passkey of this address."""
        options = generate_authentication_options(
            rp_id=self.domain, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
        )
        found: dict[str, Any] = json.loads(options_to_json(options))
        return found

    def named(self, credential: dict[str, Any]) -> str:
        """The handle of the passkey that an answer is from. `UserError` if it names none."""
        written = credential.get("rawId")
        if not isinstance(written, str) or not 0 < len(written) <= 2 * LONGEST_ID:
            raise UserError(NOT_TRUE)
        try:
            return handle_of(base64url_to_bytes(written))
        except ValueError:
            raise UserError(NOT_TRUE) from None

    def answered(self, credential: dict[str, Any], challenge: bytes, known: CredentialRecord) -> int:
        """How often the passkey says that it was used. `UserError` if the answer is not true."""
        try:
            verified = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.domain,
                expected_origin=self.origin,
                credential_public_key=base64url_to_bytes(known.secret),
                credential_current_sign_count=known.uses,
                require_user_verification=True,
            )
        except REFUSALS:
            raise UserError(NOT_TRUE) from None
        return min(int(verified.new_sign_count), 2**31 - 1)


# What the library raises for answers that are not true, and for some that nobody would call an answer.
REFUSALS: Final = (WebAuthnException, ValueError, TypeError, KeyError, AttributeError, IndexError)
