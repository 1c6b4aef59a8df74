"""RULES D25: a message is text, signals, or both."""

from __future__ import annotations

import re
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from service.games.kit.decision import Illegal, Seat
from service.games.mountains_of_madness.cards import SPACES
from service.games.mountains_of_madness.vocabulary import Kind

MAX_TEXT: Final = 140
MAX_SIGNALS: Final = 6
MAX_NUMBER: Final = 99

_ALLOWED: Final = re.compile("[0-9A-Za-zÀ-ÖØ-öø-ÿŒœ .,;:!?'\"()+=\\-…|/*•#&%«»“”„‘’´–—\u00a0\u202f\u2009]*")
"""What people type in English and French, no-break spaces included."""

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "offer": ("kind", "value"),
    "pledge": ("kind", "value"),
    "ask": ("kind", "amount", "seat"),
    "tally": ("kind", "amount"),
    "yes": ("ref",),
    "no": ("ref",),
    "suggest": ("space",),
}
"""The fields each type of signal may carry; `ref` is the seat that is answered."""

NEEDED: Final[dict[str, tuple[str, ...]]] = {"tally": ("kind", "amount"), "suggest": ("space",)}


class Signal(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sign that needs no language. `parity` is only ever heard, in place of a value or an amount."""

    type: Literal["offer", "pledge", "ask", "tally", "yes", "no", "suggest"]
    kind: Kind | None = None
    value: int | None = None
    amount: int | None = None
    seat: Seat | None = None
    ref: Seat | None = None
    space: str | None = None
    parity: Literal["odd", "even"] | None = None

    def __str__(self) -> str:
        """As it reads in a story: `offer tools 4`."""
        said = (self.type, self.kind, self.number, self.seat, self.ref, self.space, self.parity)
        return " ".join(str(part) for part in said if part is not None)

    @property
    def number(self) -> int | None:
        """The number it carries."""
        return self.amount if self.value is None else self.value


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """What one player says at once."""

    text: str = ""
    signals: tuple[Signal, ...] = ()

    @property
    def bare(self) -> bool:
        """Nothing is said at all."""
        return not self.text.strip() and not self.signals


_decoder: Final = msgspec.json.Decoder(Message)


def written(message: Message) -> str:
    """A message as it is sent: plain text, or JSON where there are signals."""
    return msgspec.json.encode(message).decode() if message.signals else message.text


def read(sent: str, seats: int) -> Message:
    """RULES D25: the message that was sent; Illegal if it is none. JSON begins with a brace, which no text may."""
    message = _parsed(sent) if sent.lstrip().startswith("{") else Message(sent.strip())
    if message.bare:
        raise Illegal("empty-message", "a message needs text or a signal")
    if len(message.text) > MAX_TEXT:
        raise Illegal("too-long", f"at most {MAX_TEXT} characters", most=MAX_TEXT, given=len(message.text))
    if not _ALLOWED.fullmatch(message.text):
        raise Illegal("bad-characters", "only Latin letters, digits and common punctuation")
    if len(message.signals) > MAX_SIGNALS:
        raise Illegal("too-many-signals", f"at most {MAX_SIGNALS} signals", most=MAX_SIGNALS)
    for signal in message.signals:
        _check(signal, seats)
    return message


def _parsed(sent: str) -> Message:
    try:
        message = _decoder.decode(sent.strip())
    except (msgspec.DecodeError, UnicodeEncodeError) as wrong:
        raise Illegal("malformed", f"this is not a message: {wrong}") from None
    return Message(message.text.strip(), message.signals)


def _check(signal: Signal, seats: int) -> None:
    given: dict[str, Any] = {name: getattr(signal, name) for name in signal.__struct_fields__[1:]}
    extra = [name for name, value in given.items() if value is not None and name not in FIELDS[signal.type]]
    missing = [name for name in NEEDED.get(signal.type, ()) if given[name] is None]
    if extra or missing:
        raise Illegal("malformed", f"{signal.type} takes {', '.join(FIELDS[signal.type])}", fields=extra + missing)
    for name in ("value", "amount"):
        if given[name] is not None and not 0 <= given[name] <= MAX_NUMBER:
            raise Illegal("malformed", f"{name} goes from 0 to {MAX_NUMBER}", fields=[name])
    for name in ("seat", "ref"):
        if given[name] is not None and not 0 <= given[name] < seats:
            raise Illegal("malformed", f"there is no {name} {given[name]}", fields=[name])
    if signal.space is not None and signal.space not in SPACES:
        raise Illegal("malformed", f"there is no space {signal.space}", fields=["space"])
