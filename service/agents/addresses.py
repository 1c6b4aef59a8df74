"""Which addresses webhooks may be sent to. A URL is checked when it is registered, its addresses again at each call.

The service runs inside somebody's network and must not be used to reach other hosts there (SSRF). A name is resolved
once, every address it resolves to must be public, and the call goes to the address that was checked.
"""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from service.agents.dns import RESOLVER, Lookup, system_lookup

MAX_URL_LENGTH: Final = 500
DEFAULT_PORTS: Final = {"http": 80, "https": 443}
FIRST_USER_PORT: Final = 1024
"""Below this only the web ports are allowed: the others belong to mail, shells and directories."""

PRIVATE_SUFFIXES: Final = (".localhost", ".local", ".internal", ".intranet", ".home.arpa", ".localdomain")
TRANSITION_NETWORKS: Final = tuple(
    map(IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96"))
)
"""IPv6 addresses that a gateway maps to IPv4: NAT64, 6to4, Teredo, and IPv4-compatible addresses."""


class BadAddress(ValueError):
    """This address may not be called; the message says why."""


class Target(Struct, frozen=True):
    """A parsed URL that may be called."""

    url: str
    scheme: str
    host: str
    port: int


def parse_target(url: str, allow_private: bool) -> Target:
    """Parse and check a URL, or raise BadAddress. `allow_private` allows plain http and private addresses."""
    if len(url) > MAX_URL_LENGTH or not url.isascii() or any(c <= " " or c == "\\" for c in url):
        raise BadAddress(f"a URL must be ASCII without spaces or backslashes, at most {MAX_URL_LENGTH} characters")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadAddress("not a valid URL") from None
    schemes = ("https", "http") if allow_private else ("https",)
    if parts.scheme not in schemes:
        raise BadAddress(f"the scheme must be {' or '.join(schemes)}")
    if "@" in parts.netloc:
        raise BadAddress("a URL must not contain credentials: they would be logged; verify the signature instead")
    if not parts.hostname or parts.fragment:
        raise BadAddress("a URL must have a host and no fragment")
    target = Target(url, parts.scheme, parts.hostname, port or DEFAULT_PORTS[parts.scheme])
    if port == 0 or (target.port < FIRST_USER_PORT and target.port not in DEFAULT_PORTS.values()):
        raise BadAddress(f"the port must be 80, 443, or at least {FIRST_USER_PORT}")
    if not allow_private:
        _check_host(parts, target.host)
    return target


def _check_host(parts: SplitResult, host: str) -> None:
    """Refuse hosts that are private by their name or address, without a DNS lookup."""
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(PRIVATE_SUFFIXES):
        raise BadAddress("this host name is only valid inside a private network")
    literal = parse_ip(host)
    if literal is not None and (problem := not_public(literal)):
        raise BadAddress(problem)
    if literal is None and "." not in name:
        raise BadAddress("a host name without a dot is only valid inside a private network")


def parse_ip(host: str) -> IPv4Address | IPv6Address | None:
    """The IP address of a literal host, including legacy notations (2130706433, 0177.1, 0x7f.1); None for a name."""
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


def not_public(address: IPv4Address | IPv6Address) -> str | None:
    """Why this address may not be called; None for a public address."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return not_public(address.ipv4_mapped)
        if address.scope_id is not None or any(address in net for net in TRANSITION_NETWORKS):
            return f"{address} maps to an address of another network"
    if address.is_multicast or address.is_reserved or address.is_unspecified or not address.is_global:
        return f"{address} is not a public address"
    return None


def resolve(target: Target, allow_private: bool, seconds: float, lookup: Lookup | None = None) -> str:
    """The address to connect to. All addresses of the name must be public, whichever the resolver lists first."""
    try:
        found = RESOLVER.find(target.host, target.port, seconds, lookup or system_lookup)
    except (OSError, UnicodeError):
        raise BadAddress(f"{target.host} cannot be resolved") from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not addresses:
        raise BadAddress(f"{target.host} cannot be resolved")
    if not allow_private and any(not_public(ip_address(address)) for address in addresses):
        # The message does not contain the address: it may come from a DNS server that only this network can query.
        raise BadAddress(f"{target.host} resolves to an address that is not public")
    return addresses[0]
