"""Recovery codes: a player who has lost all tokens, for example with the browser's data, recovers the account."""

from __future__ import annotations

import secrets
import time
from typing import Final

from service.accounts.store import PREFIX, SCOPES, Accounts, Player, Token
from service.refusals import Refused
from service.storage import keys
from service.storage.identifiers import ALPHABET, new_id

LETTERS: Final = 20
"""Letters of a code, five bits each: too many to guess."""

GROUP: Final = 5
GRACE_S: Final = 600
"""How long a used code keeps working, in case the response with the new one was lost."""

ALIKE: Final = str.maketrans("oil", "011", "- ")


class WrongRecoveryCode(Refused):
    """No account has this recovery code."""

    code = "wrong-recovery-code"


def set_code(accounts: Accounts, player: str, text: str | None = None, grace_s: int = 0) -> str:
    """Give the account a new code. Only its digest is stored. The old one works for another `grace_s` seconds.

    The same `text` always gives the same code.
    """
    number = int(accounts.secret_for(f"recovery {text or secrets.token_hex(32)}").removeprefix(PREFIX), 16)
    letters = "".join(ALPHABET[number >> 5 * n & 31] for n in range(LETTERS))
    accounts.records.set_recovery_code(player, keys.digest(letters), int(time.time()) + grace_s)
    return "-".join(letters[n : n + GROUP] for n in range(0, LETTERS, GROUP))


def recover(accounts: Accounts, code: str) -> tuple[Player, str, str]:
    """A new token and a new code for the account with this code. Its old tokens are revoked."""
    id = accounts.records.with_recovery_code(keys.digest(code.strip().lower().translate(ALIKE)), int(time.time()))
    player = None if id is None else accounts.get(id)
    if player is None:
        raise WrongRecoveryCode()
    before = accounts.tokens(player.id)
    now, secret = accounts.now(), accounts.secret_for(secrets.token_hex(32))
    accounts.add_token(Token(new_id(now), player.id, SCOPES, "recovered", now), secret)
    for token in before:
        accounts.revoke_token(player.id, token.id)
    return player, secret, set_code(accounts, player.id, grace_s=GRACE_S)
