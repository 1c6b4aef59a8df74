"""Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`, HMAC-SHA256 over all three parts.

A secret is `whsec_` and 24 to 64 bytes in base64. During a rotation a delivery carries one signature per good secret.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Iterable
from typing import Final

PREFIX: Final = "whsec_"
BYTES: Final = 32


def new_secret() -> str:
    """A secret that nobody can guess."""
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def signature(secret: str, id: str, timestamp: int, body: bytes) -> str:
    """One signature of a message, with the version of the scheme in front."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return "v1," + base64.b64encode(hmac.digest(key, f"{id}.{timestamp}.".encode() + body, "sha256")).decode()


def headers(good: Iterable[str], id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The three headers of a message, signed with every good secret."""
    return {
        "webhook-id": id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signature(secret, id, timestamp, body) for secret in good),
    }
