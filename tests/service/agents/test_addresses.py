"""The service must not be made to call private addresses, in whatever notation or through DNS."""

from __future__ import annotations

import socket
import ssl
import subprocess
import threading
from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from service.agents.addresses import BadAddress, not_public, parse_target, resolve
from service.agents.http_post import DeliveryError, post
from tests.service.people import Person

REFUSED = [
    "http://agent.example/x",
    "ftp://agent.example/x",
    "file:///etc/passwd",
    "gopher://agent.example/",
    "javascript:alert(1)",
    "agent.example",
    "//agent.example/x",
    "https://",
    "https:///x",
    "https://user@agent.example/",
    "https://user:secret@agent.example/",
    "https://agent.example:22/",
    "https://agent.example:25/",
    "https://agent.example:0/",
    "https://agent.example:70000/",
    "https://agent.example:x/",
    "https://agent.example/#part",
    "https://agent.example/a b",
    "https://agent.example\\@127.0.0.1/",
    "https://agent.example/\r\nHost: inner",
    "https://ägent.example/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://a.localhost/",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://intranet/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://0177.0.0.1/",
    "https://0x7f.0.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://017700000001/",
    "https://0/",
    "https://0.0.0.0/",
    "https://10.1.2.3/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://192.0.2.1/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/",
    "https://[fc00::1]/",
    "https://[fd12:3456::1]/",
    "https://[ff02::1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b:1::1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:1::1]/",
    "https://[2001:db8::1]/",
    "https://" + "a" * 600 + ".example/",
]


@pytest.mark.parametrize("url", REFUSED)
def test_private_and_malformed_urls_are_refused_at_registration(url: str, ada: Person) -> None:
    refused = ada.post("/agents", {"name": "Private", "transport": "webhook", "url": url})

    assert refused.status_code == 422
    assert refused.json["errors"][0]["field"] == "url"
    assert ada.get("/agents?mine=true").json["items"] == []


@pytest.mark.parametrize(
    "url",
    [
        "https://agent.example/hook",
        "https://agent.example:8443/hook?x=1",
        "https://agent.example.:443/",
        "https://93.184.216.34/hook",
        "https://[2606:2800:220:1:248:1893:25c8:1946]/hook",
    ],
)
def test_a_public_url_is_accepted(url: str, ada: Person) -> None:
    assert ada.post("/agents", {"name": "Fine", "transport": "webhook", "url": url}).status_code == 201


@pytest.mark.parametrize("url", ["http://127.0.0.1:9000/", "https://localhost:9000/", "http://intranet/hook"])
def test_the_operator_may_allow_private_addresses(url: str) -> None:
    assert parse_target(url, allow_private=True).url == url
    with pytest.raises(BadAddress):
        parse_target(url, allow_private=False)


def read_all(connection: socket.socket) -> bytes:
    """Read a request up to its body, which is `{}` in all of these tests."""
    raw = b""
    while not raw.endswith(b"{}") and (more := connection.recv(65536)):
        raw += more
    return raw


def resolving_to(*addresses: str) -> Callable[[str, int], list[tuple[Any, ...]]]:
    return lambda host, port: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.1", "169.254.169.254", "0.0.0.0", "::1", "::ffff:10.0.0.1", "fe80::1", "64:ff9b::a00:1"],
)
def test_a_name_that_resolves_to_a_private_address_is_refused_without_revealing_it(address: str) -> None:
    wanted = parse_target("https://agent.example/", allow_private=False)

    for found in (resolving_to(address), resolving_to("93.184.216.34", address)):
        with pytest.raises(BadAddress) as refused:
            resolve(wanted, False, 5, found)
        assert address not in str(refused.value)


def test_a_name_is_resolved_once_and_the_checked_address_is_called() -> None:
    """DNS rebinding: a second lookup would return another address, but there is only one lookup."""
    asked: list[str] = []
    hits: list[bytes] = []
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        connection, _ = server.accept()
        with connection:
            hits.append(read_all(connection))
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")

    threading.Thread(target=serve, daemon=True).start()
    port = server.getsockname()[1]

    def rebinding(host: str, _: int) -> list[tuple[Any, ...]]:
        asked.append(host)
        return resolving_to("127.0.0.1" if len(asked) == 1 else "127.0.0.99")(host, port)

    post(f"http://agent.example:{port}/hook", b"{}", {}, 5, allow_private=True, lookup=rebinding)

    assert asked == ["agent.example"]
    assert f"\r\nHost: agent.example:{port}\r\n".encode() in hits[0]
    server.close()


def test_a_name_that_cannot_be_resolved_is_a_bad_address() -> None:
    def nowhere(host: str, port: int) -> list[tuple[Any, ...]]:
        raise socket.gaierror(-2, "Name or service not known")

    with pytest.raises(DeliveryError) as failed:
        post("https://agent.example/", b"{}", {}, 5, lookup=nowhere)
    assert failed.value.outcome == "bad-address"


def test_the_address_is_checked_again_at_each_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called: list[Any] = []
    monkeypatch.setattr(socket, "create_connection", lambda *args, **more: called.append(args))

    with pytest.raises(DeliveryError) as failed:
        post("https://agent.example/", b"{}", {}, 5, lookup=resolving_to("10.0.0.1"))

    assert failed.value.outcome == "bad-address"
    assert called == []


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:8.8.8.8"]
)
def test_public_addresses_are_public(address: str) -> None:
    assert not_public(ip_address(address)) is None


def test_tls_uses_and_verifies_the_host_name_although_the_address_is_pinned(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=agent.example"),
            *("-addext", "subjectAltName=DNS:agent.example", "-keyout", key, "-out", certificate),
        ],
        capture_output=True,
    )
    if made.returncode:
        pytest.skip("no openssl to make a certificate with")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    names: list[str | None] = []
    context.sni_callback = lambda _, name, __: names.append(name)
    server = socket.create_server(("127.0.0.1", 0))
    port = server.getsockname()[1]

    def serve() -> None:
        while True:
            try:
                plain, _ = server.accept()
                with context.wrap_socket(plain, server_side=True) as connection:
                    read_all(connection)
                    connection.sendall(
                        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
                    )
            except ssl.SSLError:
                continue
            except OSError:
                return

    threading.Thread(target=serve, daemon=True).start()
    here = resolving_to("127.0.0.1")

    reply = post(
        f"https://agent.example:{port}/", b"{}", {}, 5, allow_private=True, lookup=here, trusted=str(certificate)
    )
    assert reply.status == 200
    with pytest.raises(DeliveryError) as failed:
        post(f"https://other.example:{port}/", b"{}", {}, 5, allow_private=True, lookup=here, trusted=str(certificate))

    assert failed.value.outcome == "unreachable"
    assert "TLS" in failed.value.detail
    assert names == ["agent.example", "other.example"]
    server.close()
