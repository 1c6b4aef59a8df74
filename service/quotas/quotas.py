"""Counts something for an account and its address, or refuses it.

The counts may be too high, for example after a crash or when a table has ended. So before anything is refused, the
counts are compared with what exists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from service.quotas.store import Exceeded, Holder, Kind, QuotaStore
from service.refusals import Refused
from service.storage.identifiers import created_at, is_id

RECENT_MS: Final = 60_000
"""Something that does not exist is still counted for this long, because it may be about to be created."""

VERIFY_EVERY_MS: Final = 2000
"""Loading hundreds of tables takes a while, so the counts of tables are compared at most this often (per holder)."""

Existing = Callable[[list[str]], Mapping[str, bool]]
"""Given ids, returns those that exist, each with whether it counts (a table that is over does not)."""


REFUSALS: Final[dict[str, type[Refused]]] = {
    what: type("TooMany", (Refused,), {"code": f"too-many-{what}"})
    for what in ("tables", "books", "book-bytes", "arenas", "agents")
}
"""The account or address has reached its limit of these."""


def reserve(
    quotas: QuotaStore, kind: Kind, id: str, holders: Sequence[Holder], existing: Existing, weight: int = 1
) -> bool:
    """Count one more, or refuse. False: it is already counted, or nobody has a limit."""
    while holders:
        found = quotas.reserve(kind, id, holders, weight)
        if isinstance(found, bool):
            return found
        if not _removed_outdated(quotas, kind, found.holder.id, existing):
            raise _refusal(kind, found)
    return False


def _removed_outdated(quotas: QuotaStore, kind: Kind, holder: str, existing: Existing) -> bool:
    """Stop counting what does not exist. Return whether there was anything."""
    if kind == "tables" and not quotas.may_verify(kind, holder, VERIFY_EVERY_MS):
        return False
    counted, since = quotas.counted(kind, holder), quotas.now() - RECENT_MS
    there = existing(counted)
    outdated = [id for id in counted if not there.get(id, _recent(id, since))]
    if outdated:
        quotas.release(kind, [holder], *outdated)
    return bool(outdated)


def _recent(id: str, since: int) -> bool:
    plain = id.removeprefix("a_")
    return is_id(plain) and created_at(plain) > since


def _refusal(kind: Kind, found: Exceeded) -> Refused:
    if found.bytes:
        return REFUSALS["book-bytes"](limit=f"{found.limit / 1e6:g}", per=found.holder.kind)
    return REFUSALS[kind](limit=found.limit, per=found.holder.kind)
