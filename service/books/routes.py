"""Books to play in: upload, list, get, delete (their text is never served); and published hidden meanings."""

from __future__ import annotations

import shutil
from hashlib import sha256
from typing import Any

from flask import Response, request

from service.api import idempotency, quotas
from service.api.audit import audited
from service.api.auth import me, somebody
from service.api.bodies import listed, reply
from service.api.context import language, settings, stores
from service.api.limits import limited
from service.api.operation import Blueprint
from service.books import hidden_meanings, schemas, uploads
from service.books.uploads import LIBRARIES, MOST_BYTES
from service.games.kit.texts import Upload
from service.refusals import Invalid, StorageFull
from service.storage.identifiers import new_id

blp = Blueprint(
    "books",
    __name__,
    url_prefix="/v1/books",
    description="Texts that a game is played in: those that come with it, and uploads.",
)

FORM_OVERHEAD = 64 * 1024
ROOM_FACTOR = 16
"""The disk must have room for this many uploads of the same size, because others may arrive at the same time."""
FORM = {
    "required": True,
    "content": {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": ["file"],
                "properties": {
                    "game": {"type": "string", "enum": list(LIBRARIES), "default": schemas.GAME},
                    "file": {"type": "string", "contentMediaType": "application/octet-stream"},
                    "title": {"type": "string", "maxLength": 200},
                    "author": {"type": "string", "maxLength": 200},
                    "language": {"type": "string", "enum": ["en", "fr"]},
                    "charset": {"type": "string", "maxLength": 40},
                    "layout": {"type": "string", "enum": ["prose", "verse", "theatre"], "default": "prose"},
                    "lines": {"type": "integer", "minimum": 20, "maximum": 40, "default": 30},
                    "shared": {"type": "boolean", "default": False},
                    "public_domain": {"type": "boolean", "default": False},
                },
            }
        }
    },
}


@blp.route("", methods=["POST"])
@blp.operation("uploadBook", "too-many-books", "too-many-book-bytes", body=True, creates=1, limited=True)
@blp.doc(requestBody=FORM)
@blp.response(
    202, schemas.BookSchema, description="Accepted; a worker reads it, see `status`, `percent` and `problem`."
)
@limited(30)
def upload_book() -> Response:
    """Upload a plain text or an EPUB 2 or 3 as `multipart/form-data`, up to 20 MB."""
    player = me()
    request.max_content_length = MOST_BYTES + FORM_OVERHEAD
    sent = request.files.get("file")
    if sent is None:
        raise Invalid(field="file", message="a file is required")
    raw = sent.stream.read(MOST_BYTES + 1)
    # An upload may be larger than the disk space reserved for the embedded Redis.
    if settings().embedded and shutil.disk_usage(settings().data).free < ROOM_FACTOR * len(raw):
        raise StorageFull()
    wish = schemas.UploadSchema().load(request.form.to_dict())
    mark = sha256(raw + repr(sorted(request.form.items())).encode()).hexdigest()
    game, shared, free = wish.pop("game"), wish.pop("shared"), wish.pop("public_domain")
    id = idempotency.resource_id(body=mark) or new_id(stores().tables.now())
    with quotas.counted("books", id, _not_refused, weight=len(raw)):
        book = uploads.upload(stores().tables, stores().books, player, game, raw, Upload(**wish), shared, free, id)
    return reply(uploads.book_data(book, language()), 202, {"Location": f"/v1/books/{book.id}"})


@blp.route("", methods=["GET"])
@blp.operation("listBooks", "invalid", token=None, limited=True)
@blp.arguments(schemas.BooksQuerySchema, location="query")
@blp.response(200, schemas.BooksSchema)
@limited(300)
def list_books(query: dict[str, Any]) -> Response:
    """List the books that come with the games, shared ones, and your own."""
    items, more = uploads.page(stores().books, somebody(), query.get("cursor"), query["limit"], language())
    return listed(items, more)


@blp.route("/<book>", methods=["GET"])
@blp.operation("getBook", "not-found", token=None)
@blp.response(200, schemas.BookSchema)
def get_book(book: str) -> Response:
    """Get a book's details and how far it has been read."""
    return reply(uploads.get(stores().books, somebody(), book, language()))


@blp.route("/<book>", methods=["DELETE"])
@blp.operation("deleteBook", "not-found", "not-owner")
@blp.response(204)
def delete_book(book: str) -> Response:
    """Delete one of your books. Tables that are played in it continue."""
    uploads.delete(stores().tables, stores().books, me(), book)
    quotas.deleted("books", book)
    return Response(status=204)


def _not_refused(ids: list[str]) -> dict[str, bool]:
    return {book.id: book.state != "refused" for book in stores().books.many(ids)}


hidden_meanings_blp = Blueprint(
    "hidden-meanings", __name__, url_prefix="/v1", description="Sentences that winners found in a book, and published."
)


@hidden_meanings_blp.route("/hidden-meanings", methods=["GET"])
@hidden_meanings_blp.operation("listHiddenMeanings", "invalid", token=False, limited=True)
@hidden_meanings_blp.arguments(schemas.HiddenMeaningsQuerySchema, location="query")
@hidden_meanings_blp.response(200, schemas.HiddenMeaningsSchema)
@limited(300)
def list_hidden_meanings(query: dict[str, Any]) -> Response:
    """List the published hidden meanings, newest first."""
    wanted = (query.get("book"), query.get("language"), query.get("cursor"))
    items, more = hidden_meanings.page(stores().hidden_meanings, *wanted, query["limit"])
    return listed(items, more)


@hidden_meanings_blp.route("/hidden-meanings/<hidden_meaning>", methods=["DELETE"])
@hidden_meanings_blp.operation("removeHiddenMeaning", "not-found")
@hidden_meanings_blp.response(204)
def remove_hidden_meaning(hidden_meaning: str) -> Response:
    """Remove a hidden meaning (operator)."""
    with audited("remove-hidden-meaning", hidden_meaning):
        hidden_meanings.remove(stores().hidden_meanings, hidden_meaning)
    return Response(status=204)


@hidden_meanings_blp.route("/tables/<table>/hidden-meaning", methods=["PUT"])
@hidden_meanings_blp.operation(
    "publishHiddenMeaning", "not-found", "not-seated", "not-finished", "book-missing", body=True
)
@hidden_meanings_blp.arguments(schemas.PublishSchema, required=False)
@hidden_meanings_blp.response(200, schemas.HiddenMeaningSchema)
def publish_hidden_meaning(body: dict[str, Any], table: str) -> Response:
    """Publish the hidden meaning that was won at this table, with or without your name."""
    named = body.get("named", True)
    return reply(hidden_meanings.publish(stores().tables, stores().hidden_meanings, table, me(), named))


@hidden_meanings_blp.route("/tables/<table>/hidden-meaning", methods=["DELETE"])
@hidden_meanings_blp.operation("withdrawHiddenMeaning", "not-found", "not-seated")
@hidden_meanings_blp.response(204)
def withdraw_hidden_meaning(table: str) -> Response:
    """Withdraw the published hidden meaning of this table. Any of its players may."""
    hidden_meanings.withdraw(stores().tables, stores().hidden_meanings, table, me())
    return Response(status=204)
