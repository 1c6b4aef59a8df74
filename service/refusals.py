"""Reasons for refusing a request. They have no status codes: `api/errors.py` turns them into responses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from service.games.kit.decision import Illegal, Seat

if TYPE_CHECKING:
    from service.tables.session import TableSession


class Refused(Exception):
    """A request that cannot be fulfilled; `params` has the details.

    A refusal by a table has its `session`, so that the response can list the open decisions without loading it again.
    """

    code: ClassVar[str] = "refused"
    session: TableSession | None = None
    seat: Seat | None = None
    """The seat whose decisions the response lists; by default the caller's."""

    def __init_subclass__(cls) -> None:
        # `SeatTaken` is `seat-taken`, unless the class says otherwise.
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, **params: Any) -> None:
        super().__init__(f"{self.code} {params}" if params else self.code)
        self.params = params


class IllegalAnswer(Refused):
    """The answer breaks a rule of the game; `reason` names the rule."""

    code = "illegal"

    def __init__(self, illegal: Illegal, session: TableSession) -> None:
        super().__init__(reason=illegal.code, **illegal.params)
        self.illegal = illegal
        self.session = session


class NotFound(Refused):
    """It does not exist, or the caller may not know that it does: the same refusal for both."""


class NotSeated(Refused):
    """Only players of this table may do that."""


class NotOwner(Refused):
    """Only the owner may do that."""


class ArenaOver(Refused):
    """The arena is finished or was stopped."""


class NotYours(Refused):
    """The decision belongs to another seat."""

    code = "not-your-decision"


class Closed(Refused):
    """The decision is no longer open."""


class Final(Refused):
    """The sealed answer cannot be changed or taken back in this game."""


class NotOpen(Refused):
    """This is only possible before the table begins."""


class NotRunning(Refused):
    """The table has not begun."""


class Finished(Refused):
    """The table is over."""


class NotFinished(Refused):
    """The table is not over yet."""


class Paused(Refused):
    """The table is paused."""


class SeatTaken(Refused):
    """The seat is taken."""


class TableFull(Refused):
    """No seat is open."""


class AlreadySeated(Refused):
    """The player already has another seat at this table."""


class SeatsOpen(Refused):
    """Not all seats are taken."""


class WrongCode(Refused):
    """This seat needs the invite code."""


class MayNotSpeak(Refused):
    """The player may not speak in this room, or not now."""


class TalkSuspended(Refused):
    """An operator does not let this account speak."""


class TranscriptFull(Refused):
    """The transcript of the seat has reached its size limit."""


class RulesRetired(Refused):
    """The table was played with a version of the rules that this service no longer has."""


class RulesNewer(Refused):
    """The table is played with newer rules than this process has: the service is being upgraded."""


class Draining(Refused):
    """No new games are started, because the service is about to be stopped."""


class BookMissing(Refused):
    """The book of this table was deleted."""


class StorageFull(Refused):
    """There is not enough storage to save this."""


class BadReplay(Refused):
    """Replaying the game gives a different result from the one recorded."""

    code = "replay-differs"


class NoPollingAgents(Refused):
    """The caller has no agent with the transport `poll`."""


class LeaseLost(Refused):
    """The lease has expired, and somebody else holds it now."""


class Invalid(Refused):
    """A field is invalid: `field` and `message`."""
