"""Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`, HMAC-SHA256 over all three parts.

A secret is `whsec_` and 24 to 64 bytes in base64. During a rotation a delivery has one signature per valid secret.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Iterable
from secrets import token_bytes
from typing import Final

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = 32


def new_secret() -> str:
    return PREFIX + base64.b64encode(token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, id: str, timestamp: int, body: bytes) -> str:
    """The signature of a message, prefixed with the version of the scheme."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    return "v1," + base64.b64encode(hmac.digest(key, f"{id}.{timestamp}.".encode() + body, "sha256")).decode()


def headers(secrets: Iterable[str], id: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The three headers of a message, with a signature per secret."""
    return {
        "webhook-id": id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signature(secret, id, timestamp, body) for secret in secrets),
    }
