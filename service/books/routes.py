"""Books to play New Lands in: upload, list, look, delete. Their text is never served."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from flask import Response, request

from service.api import idempotency
from service.api.auth import Unauthorized, WrongScope, caller, me, somebody
from service.api.bodies import reply
from service.api.context import stores
from service.api.limits import limited
from service.api.operation import Blueprint
from service.books import hidden_meanings, uploads
from service.books.schemas import (
    AgreeSchema,
    BookSchema,
    BooksQuerySchema,
    BooksSchema,
    MeaningSchema,
    MeaningsQuerySchema,
    MeaningsSchema,
    UploadSchema,
)
from service.games.new_lands.books.plain import MOST_BYTES
from service.games.new_lands.books.upload import Upload
from service.refusals import Invalid

blp = Blueprint("books", __name__, url_prefix="/v1/books", description="Books to play New Lands in")

FORM_OVERHEAD = 64 * 1024
FORM = {
    "required": True,
    "content": {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": ["file"],
                "properties": {
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
@blp.operation("uploadBook", "book-refused", body=True, creates=1, limited=True)
@blp.doc(requestBody=FORM)
@blp.alt_response(202, schema=BookSchema, description="Taken; a worker reads it, see `percent`.", success=True)
@blp.response(201, BookSchema)
@limited(30)
def upload_book() -> Response:
    """Upload a plain text or an EPUB 2 or 3 as `multipart/form-data`, up to 20 MB."""
    player = me()
    request.max_content_length = MOST_BYTES + FORM_OVERHEAD
    sent = request.files.get("file")
    if sent is None:
        raise Invalid(field="file", message="a file is required")
    raw = sent.stream.read(MOST_BYTES + 1)
    wish = UploadSchema().load(request.form.to_dict())
    mark = sha256(raw + repr(sorted(request.form.items())).encode()).hexdigest()
    shared, free = wish.pop("shared"), wish.pop("public_domain")
    book = uploads.upload(
        stores().tables, stores().books, player, raw, Upload(**wish), shared, free, idempotency.plan(body=mark)
    )
    status = 202 if book.state == "reading" else 201
    return reply(uploads.book_data(book), status, {"Location": f"/v1/books/{book.id}"})


@blp.route("", methods=["GET"])
@blp.operation("listBooks", "invalid", token=None, limited=True)
@blp.arguments(BooksQuerySchema, location="query")
@blp.response(200, BooksSchema)
@limited(300)
def list_books(query: dict[str, Any]) -> Response:
    """Books that came with the game, shared ones, and one's own."""
    items, more = uploads.page(stores().books, somebody(), query.get("cursor"), query["limit"])
    return reply({"items": items, "next": more})


@blp.route("/<book>", methods=["GET"])
@blp.operation("getBook", "not-found", token=None)
@blp.response(200, BookSchema)
def get_book(book: str) -> Response:
    """What may be known of a book, and how far its reading has come."""
    return reply(uploads.get(stores().books, somebody(), book))


@blp.route("/<book>", methods=["DELETE"])
@blp.operation("deleteBook", "not-found", "not-owner")
@blp.response(204)
def delete_book(book: str) -> Response:
    """Take one's own book away. Tables that are played in it go on."""
    uploads.delete(stores().tables, stores().books, me(), book)
    return Response(status=204)


meanings_blp = Blueprint(
    "meanings", __name__, url_prefix="/v1", description="Sentences that winners of New Lands have found"
)


@meanings_blp.route("/hidden-meanings", methods=["GET"])
@meanings_blp.operation("listMeanings", "invalid", token=False, limited=True)
@meanings_blp.arguments(MeaningsQuerySchema, location="query")
@meanings_blp.response(200, MeaningsSchema)
@limited(300)
def list_meanings(query: dict[str, Any]) -> Response:
    """The wall, newest first."""
    wanted = (query.get("book"), query.get("language"), query.get("cursor"))
    items, more = hidden_meanings.page(stores().meanings, *wanted, query["limit"])
    return reply({"items": items, "next": more})


@meanings_blp.route("/hidden-meanings/<meaning>", methods=["DELETE"])
@meanings_blp.operation("removeMeaning", "not-found")
@meanings_blp.response(204)
def remove_meaning(meaning: str) -> Response:
    """Take a sentence down (operator)."""
    if not caller().scopes:
        raise Unauthorized(reason="missing")
    if "admin" not in caller().scopes:
        raise WrongScope(needed="admin", scopes=caller().scopes)
    hidden_meanings.remove(stores().meanings, meaning)
    return Response(status=204)


@meanings_blp.route("/tables/<table>/hidden-meaning", methods=["PUT"])
@meanings_blp.operation("publishMeaning", "not-found", "not-seated", "not-finished", "book-missing", body=True)
@meanings_blp.arguments(AgreeSchema, required=False)
@meanings_blp.response(200, MeaningSchema)
def publish_meaning(body: dict[str, Any], table: str) -> Response:
    """Hang the sentence that was won here on the wall, with or without one's name."""
    return reply(hidden_meanings.publish(stores().tables, stores().meanings, table, me(), body.get("named", True)))


@meanings_blp.route("/tables/<table>/hidden-meaning", methods=["DELETE"])
@meanings_blp.operation("withdrawMeaning", "not-found", "not-seated")
@meanings_blp.response(204)
def withdraw_meaning(table: str) -> Response:
    """Take it down again; any of the winners may."""
    hidden_meanings.withdraw(stores().tables, stores().meanings, table, me())
    return Response(status=204)
