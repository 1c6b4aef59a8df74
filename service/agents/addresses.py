"""Which addresses outside may be called. A URL is checked when it is registered, every address again at each call.

The house stands inside somebody's network: it must not be talked into knocking at doors there. So names are resolved
once, every address they give must be a public one, and the call goes to the address that was checked.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from service.agents.lookups import LOOKUPS, Resolve, ask_system

LONGEST: Final = 500
PORTS: Final = {"http": 80, "https": 443}
LOWEST_PORT: Final = 1024
"""Below this only the ports of the web itself: what listens there is mail, shells and directories."""

INSIDE: Final = (".localhost", ".local", ".internal", ".intranet", ".home.arpa", ".localdomain")
TRANSLATED: Final = tuple(map(IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))
"""IPv6 that stands for some IPv4 address behind a gateway: NAT64, 6to4, Teredo, and the old compatible form."""


class BadAddress(ValueError):
    """This may not be called; the message says why."""


class Target(Struct, frozen=True):
    """Where a call goes."""

    url: str
    scheme: str
    host: str
    port: int


def target(url: str, private: bool) -> Target:
    """Take a URL apart, or raise BadAddress. `private`: the operator allows plain http and addresses inside."""
    if len(url) > LONGEST or not url.isascii() or any(c <= " " or c == "\\" for c in url):
        raise BadAddress(f"a URL must be ASCII without spaces or backslashes, at most {LONGEST} characters")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadAddress("not a valid URL") from None
    schemes = ("https", "http") if private else ("https",)
    if parts.scheme not in schemes:
        raise BadAddress(f"the scheme must be {' or '.join(schemes)}")
    if "@" in parts.netloc:
        raise BadAddress("a URL must not contain credentials: they would be sent and logged; use the signature")
    if not parts.hostname or parts.fragment:
        raise BadAddress("a URL must have a host and no fragment")
    found = Target(url, parts.scheme, parts.hostname, port or PORTS[parts.scheme])
    if port == 0 or (found.port < LOWEST_PORT and found.port not in PORTS.values()):
        raise BadAddress(f"the port must be 80, 443, or at least {LOWEST_PORT}")
    if not private:
        _must_look_public(parts, found.host)
    return found


def _must_look_public(parts: SplitResult, host: str) -> None:
    """What can be seen without asking anybody: names that mean this machine, and addresses in any spelling."""
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(INSIDE):
        raise BadAddress("this host name is only valid inside a network")
    literal = spelled(host)
    if literal is not None and (why := inside(literal)):
        raise BadAddress(why)
    if literal is None and "." not in name:
        raise BadAddress("a host name without a dot is only valid inside a network")


def spelled(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host spells, also in the old ways (2130706433, 0177.1, 0x7f.1); None: it is a name."""
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def inside(address: IPv4Address | IPv6Address) -> str | None:
    """Why this address may not be called; None: it is a public one."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return inside(address.ipv4_mapped)
        if address.scope_id is not None or any(address in net for net in TRANSLATED):
            return f"{address} maps to an address of another network"
    if address.is_multicast or address.is_reserved or address.is_unspecified or not address.is_global:
        return f"{address} is not a public address"
    return None


def resolved(wanted: Target, private: bool, seconds: float, resolve: Resolve | None = None) -> str:
    """The one address a call goes to, or TooSlow. Every address of the name is checked, so that none is slipped in."""
    try:
        found = LOOKUPS.find(wanted.host, wanted.port, seconds, resolve or ask_system)
    except (OSError, UnicodeError):
        raise BadAddress(f"{wanted.host} cannot be resolved") from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not addresses:
        raise BadAddress(f"{wanted.host} cannot be resolved")
    if not private and any(inside(ip_address(address)) for address in addresses):
        # Which address it is, is not said: names that only this network knows are none of the caller's business.
        raise BadAddress(f"{wanted.host} resolves to an address that is not public")
    return addresses[0]
