"""Books to play New Lands in: upload, list, look, delete. Their text is never served."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from flask import Response, request

from service.api import idempotency
from service.api.auth import me, somebody
from service.api.context import house
from service.api.limits import limited
from service.api.operation import Blueprint
from service.api.replies import reply
from service.api.schemas.books import BookSchema, BooksQuerySchema, BooksSchema, UploadSchema
from service.games.new_lands.books.plain import MOST_BYTES
from service.games.new_lands.books.upload import Upload
from service.play import books
from service.play.refusals import Invalid

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
        raise Invalid(field="file", message="a file is needed")
    raw = sent.stream.read(MOST_BYTES + 1)
    wish = UploadSchema().load(request.form.to_dict())
    mark = sha256(raw + repr(sorted(request.form.items())).encode()).hexdigest()
    shared, free = wish.pop("shared"), wish.pop("public_domain")
    book = books.upload(house(), player, raw, Upload(**wish), shared, free, idempotency.plan(body=mark))
    status = 202 if book.state == "reading" else 201
    return reply(books.book_data(book), status, {"Location": f"/v1/books/{book.id}"})


@blp.route("", methods=["GET"])
@blp.operation("listBooks", "invalid", token=None, limited=True)
@blp.arguments(BooksQuerySchema, location="query")
@blp.response(200, BooksSchema)
@limited(300)
def list_books(query: dict[str, Any]) -> Response:
    """Books that came with the game, shared ones, and one's own."""
    items, more = books.page(house(), somebody(), query.get("cursor"), query["limit"])
    return reply({"items": items, "next": more})


@blp.route("/<book>", methods=["GET"])
@blp.operation("getBook", "not-found", token=None)
@blp.response(200, BookSchema)
def get_book(book: str) -> Response:
    """What may be known of a book, and how far its reading has come."""
    return reply(books.get(house(), somebody(), book))


@blp.route("/<book>", methods=["DELETE"])
@blp.operation("deleteBook", "not-found", "not-owner")
@blp.response(204)
def delete_book(book: str) -> Response:
    """Take one's own book away. Tables that are played in it go on."""
    books.delete(house(), me(), book)
    return Response(status=204)
