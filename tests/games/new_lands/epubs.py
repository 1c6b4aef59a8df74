"""EPUBs made on the spot, good ones and bad ones."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>"""

SENTENCE = "The ferry crossed the grey water at dawn, and nobody on the quay could say who had sent for it. "


def chapter(n: int, paragraphs: int = 60) -> str:
    """A chapter of prose: about eleven pages."""
    body = "\n".join(f"<p>{n}.{k} {SENTENCE * 6}</p>" for k in range(paragraphs))
    return xhtml(f"<h1>Chapter {n}</h1>\n{body}")


def xhtml(body: str, head: str = "") -> str:
    """A document."""
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n{head}\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
        f"<head><title>No part of the text</title></head><body>{body}</body></html>"
    )


def opf(
    documents: dict[str, str],
    spine: str | None = None,
    guide: str = "",
    version: str = "3.0",
    language: str = "en",
    more_items: str = "",
) -> str:
    """A package file with all documents in its spine, unless the spine is given."""
    items = "".join(f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>' for name in documents)
    refs = "".join(f'<itemref idref="{name}"/>' for name in documents) if spine is None else spine
    return (
        f'<package xmlns="http://www.idpf.org/2007/opf" version="{version}">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>The Ferry</dc:title><dc:creator>A. Nobody</dc:creator><dc:language>{language}</dc:language>"
        f"</metadata><manifest>{items}{more_items}</manifest><spine>{refs}</spine>{guide}</package>"
    )


def entries(documents: dict[str, str], package: str | None = None) -> dict[str, str | bytes]:
    """The entries of an archive by name."""
    files: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": opf(documents) if package is None else package,
    }
    return files | {f"OEBPS/{name}.xhtml": text for name, text in documents.items()}


def packed(files: dict[str, str | bytes], compression: int = ZIP_DEFLATED) -> bytes:
    """The archive."""
    out = BytesIO()
    with ZipFile(out, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content, compress_type=ZIP_STORED if name == "mimetype" else compression)
    return out.getvalue()


def novel(chapters: int = 12) -> dict[str, str]:
    """Documents enough for an expedition."""
    return {f"c{n}": chapter(n) for n in range(1, chapters + 1)}


def epub(documents: dict[str, str] | None = None, package: str | None = None, **more: str | bytes) -> bytes:
    """A whole EPUB; `more` are further entries, with their slashes written as two underscores."""
    files = entries(novel() if documents is None else documents, package)
    return packed(files | {name.replace("__", "/").replace("_xml", ".xml"): text for name, text in more.items()})
