"""The tables of accounts. Of every secret only a hash is kept: who reads the database cannot sign in with it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import Boolean, DateTime, ForeignKey, Index, Integer, String, Text, false
from sqlalchemy.orm import Mapped, mapped_column

from dungeonbowl.storage.tables import LONGEST_ID, Base

LONGEST_COACH: Final = 40  # characters of an account's name
LONGEST_FOLDED: Final = 200  # the same name in the form in which names are compared; some letters become several
LONGEST_LABEL: Final = 60  # what somebody calls a passkey or a token
LONGEST_DEVICE: Final = 80
LONGEST_LANGUAGE: Final = 10
HASH: Final = 64


class AccountRow(Base):
    """A person. `folded` is the name as it is compared: two accounts whose names look alike cannot be. `owner`: one of
    those who run the server."""

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_COACH))
    folded: Mapped[str] = mapped_column(String(LONGEST_FOLDED))
    state: Mapped[str] = mapped_column(String(10))  # open, disabled, leaving, deleted
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    owner: Mapped[bool] = mapped_column(Boolean, server_default=false())
    language: Mapped[str] = mapped_column(String(LONGEST_LANGUAGE), server_default="")  # in which it was last seen

    __table_args__ = (Index("ix_accounts_folded", "folded", unique=True),)


class CredentialRow(Base):
    """A way to show that one is the owner of an account: its password, a passkey, a recovery code that is left, a
    provider of OpenID Connect that knows the person.

    `handle` is what it is found by: the hash of a passkey's id or of a code, and for a password one that follows from
    the account, so that there is never a second one. `secret` is the argon2id hash of a password, or the public key of
    a passkey; a code has none, for its hash is the handle. Of a provider `public_id` is the issuer and, after a space,
    who the person is there."""

    __tablename__ = "credentials"

    id: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(10))  # password, passkey, code, provider
    handle: Mapped[str] = mapped_column(String(HASH))
    label: Mapped[str] = mapped_column(String(LONGEST_LABEL))
    secret: Mapped[str] = mapped_column(Text)
    public_id: Mapped[str] = mapped_column(Text)  # of a passkey: by this its device knows it
    uses: Mapped[int] = mapped_column(Integer)  # a passkey's own count of how often it was used
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    used: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        Index("ix_credentials_handle", "handle", unique=True),
        Index("ix_credentials_account_id", "account_id"),
    )


class AccountSessionRow(Base):
    """A browser that is signed in, by the hash of its cookie."""

    __tablename__ = "account_sessions"

    id: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    token_hash: Mapped[str] = mapped_column(String(HASH))
    device: Mapped[str] = mapped_column(String(LONGEST_DEVICE))
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    seen: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        Index("ix_account_sessions_token_hash", "token_hash", unique=True),
        Index("ix_account_sessions_account_id", "account_id"),
        Index("ix_account_sessions_seen", "seen"),
    )


class ApiTokenRow(Base):
    """A token for a program of an account, by its hash. `scopes` are words with spaces between them."""

    __tablename__ = "api_tokens"

    id: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    token_hash: Mapped[str] = mapped_column(String(HASH))
    name: Mapped[str] = mapped_column(String(LONGEST_LABEL))
    scopes: Mapped[str] = mapped_column(String(100))
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    used: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        Index("ix_api_tokens_token_hash", "token_hash", unique=True),
        Index("ix_api_tokens_account_id", "account_id"),
    )


class ChallengeRow(Base):
    """What a passkey is to sign, for a few minutes: kept here, so that any server of the database can hear the answer.
    Answered once, it is gone."""

    __tablename__ = "account_challenges"

    id: Mapped[str] = mapped_column(String(LONGEST_ID), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(10))  # sign-up, sign-in, new
    account_id: Mapped[str] = mapped_column(String(LONGEST_ID))  # of sign-up: the id that the account will have
    name: Mapped[str] = mapped_column(String(LONGEST_COACH))  # of sign-up: the name that the account will have
    challenge: Mapped[str] = mapped_column(String(HASH))
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (Index("ix_account_challenges_created", "created"),)


class ProviderSignInRow(Base):
    """A sign-in at a provider that was begun, for ten minutes, by the hash of the cookie of its browser: what the
    provider's answer is checked against follows from that cookie and is kept nowhere."""

    __tablename__ = "provider_sign_ins"

    id: Mapped[str] = mapped_column(String(HASH), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(10))  # sign-in, link, name
    issuer: Mapped[str] = mapped_column(Text)
    account_id: Mapped[str] = mapped_column(String(LONGEST_ID))  # of link: whose way to sign in it becomes
    subject: Mapped[str] = mapped_column(Text)  # of name: who the provider has said it is
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (Index("ix_provider_sign_ins_created", "created"),)


class AccountMatchRow(Base):
    """A match that an account made or took a seat in. `seat` is the hash of the key of that seat."""

    __tablename__ = "account_matches"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)
    sides: Mapped[str] = mapped_column(String(40))  # JSON; none for a match that was only made
    seat: Mapped[str] = mapped_column(String(HASH))
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (Index("ix_account_matches_match_id", "match_id"),)
