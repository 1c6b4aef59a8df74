"""RULES D3: the container and the package file of an EPUB say which documents are read, and in which order."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from service.games.new_lands.books.archive import Archive, resolve
from service.games.new_lands.books.markup import parse
from service.games.new_lands.books.refusals import BookRefused

CONTAINER: Final = "META-INF/container.xml"
_PACKAGE_TYPE: Final = "application/oebps-package+xml"
_DOCUMENTS: Final = frozenset(["application/xhtml+xml", "text/html", "text/x-oeb1-document"])
_LOCKS: Final = ("META-INF/rights.xml", "META-INF/sinf.xml", "META-INF/license.lcpl")
_FONT_MASKS: Final = frozenset(["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"])
_NOT_READ: Final = frozenset(["cover", "toc", "copyright-page", "copyright", "loi", "lot"])


class Package(Struct, frozen=True):
    """What a package file says: the book's names, and its documents in reading order."""

    title: str
    author: str
    language: str
    documents: tuple[str, ...]


class _Facts:
    """Collects the elements of a package, a container or an encryption file."""

    def __init__(self) -> None:
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, str] = {}
        self._open: list[str] = []

    def opened(self, name: str, attributes: dict[str, str]) -> None:
        self.elements.append((name, attributes))
        self._open.append("" if name in self.texts else name)

    def closed(self, name: str) -> None:
        self._open.pop()

    def said(self, text: str) -> None:
        if self._open and (name := self._open[-1]):
            self.texts[name] = self.texts.get(name, "") + text

    def named(self, name: str) -> list[dict[str, str]]:
        """The attributes of every element of this name."""
        return [attributes for found, attributes in self.elements if found == name]

    def text(self, name: str) -> str:
        """The words of the first element of this name."""
        return " ".join(self.texts.get(name, "").split())


def _facts(archive: Archive, name: str) -> _Facts:
    facts = _Facts()
    parse(archive.read(name), facts, name)
    return facts


def package(archive: Archive) -> Package:
    """The package of an EPUB 2 or 3; a protected book is refused."""
    check_kind(archive)
    check_locks(archive)
    roots = _facts(archive, CONTAINER).named("rootfile")
    root = next((r for r in roots if r.get("media-type", _PACKAGE_TYPE) == _PACKAGE_TYPE and "full-path" in r), None)
    if root is None:
        raise BookRefused("broken-epub", "the container names no package file", entry=CONTAINER)
    place = resolve("", root["full-path"])
    facts = _facts(archive, place)
    return Package(
        title=facts.text("title"),
        author=facts.text("creator"),
        language=facts.text("language"),
        documents=_documents(archive, facts, place),
    )


def check_kind(archive: Archive) -> None:
    """An archive without a container, or of another declared kind, is no EPUB."""
    kind = archive.read("mimetype").strip() if "mimetype" in archive else b"application/epub+zip"
    if CONTAINER not in archive or kind != b"application/epub+zip":
        raise BookRefused("not-epub", "the archive is not an EPUB")


def check_locks(archive: Archive) -> None:
    """RULES D2: DRM is refused. Masked fonts are no DRM, and nobody reads fonts here."""
    if any(lock in archive for lock in _LOCKS):
        raise BookRefused("drm", "the book is protected by DRM")
    if "META-INF/encryption.xml" not in archive:
        return
    methods = _facts(archive, "META-INF/encryption.xml").named("encryptionmethod")
    if not methods or any(method.get("algorithm") not in _FONT_MASKS for method in _lower(methods)):
        raise BookRefused("drm", "the book is protected by DRM")


def _lower(elements: list[dict[str, str]]) -> list[dict[str, str]]:
    return [{key.lower(): value for key, value in element.items()} for element in elements]


def _documents(archive: Archive, facts: _Facts, place: str) -> tuple[str, ...]:
    """The linear items of the spine that are text: neither navigation nor cover, contents or copyright page."""
    items = {item["id"]: item for item in facts.named("item") if "id" in item and "href" in item}
    skipped = {
        resolve(place, reference["href"])
        for reference in facts.named("reference")
        if "href" in reference and reference.get("type", "").lower() in _NOT_READ
    }
    found: dict[str, None] = {}
    for reference in facts.named("itemref"):
        item = items.get(reference.get("idref", ""))
        if item is None or reference.get("linear", "yes") == "no":
            continue
        properties = item.get("properties", "").split()
        if item.get("media-type") not in _DOCUMENTS or "nav" in properties or "cover" in properties:
            continue
        name = resolve(place, item["href"])
        if name not in skipped:
            # A document that the spine names twice is read once.
            found[name] = None
    if not found:
        raise BookRefused("broken-epub", "the book has no text in its reading order", entry=place)
    return tuple(found)
