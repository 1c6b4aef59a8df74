"""Uploads that try to block the service: a new account sends one and does not wait for it."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import requests

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><manifest>'
    '<item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest>'
    '<spine><itemref idref="c"/></spine></package>'
)
PARAGRAPH = "The ferry crossed the grey water at dawn, and nobody could say who had sent for it. " * 6


def send(at: str, kind: str) -> bool:
    """Upload a book of this kind. Return whether it was accepted."""
    try:
        player = requests.post(f"{at}/v1/players", json={"name": "Mallory"}, timeout=10).json()
        headers = {"Authorization": f"Bearer {player['token']}"}
        sent = requests.post(f"{at}/v1/books", headers=headers, files={"file": ("book", book(kind))}, timeout=20)
        return sent.status_code == 202
    except (requests.RequestException, ValueError, KeyError):
        return False


def book(kind: str, size: int = 4_500_000) -> bytes:
    """A hostile book: expanding attributes, endless markup, endless paragraphs, or just a long text."""
    match kind:
        case "attributes":
            dtd = f'<!DOCTYPE html [<!ATTLIST b x CDATA "{"x" * (size // 2)}">]>'
            return epub(f"{dtd}<html><body><p>{'<b/>' * 50_000}</p></body></html>")
        case "markup":
            return epub(f"<html><body><p>{'<b>x</b>' * size}</p></body></html>")
        case "paragraphs":
            return b"x\n\n" * (size // 3)
    return f"{PARAGRAPH}\n\n".encode() * (size // len(PARAGRAPH))


def epub(document: str) -> bytes:
    """An EPUB with one document."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("book.opf", PACKAGE)
        archive.writestr("c.xhtml", document)
    return out.getvalue()
