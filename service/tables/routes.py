"""Playing: views, decisions, answers, standing passes and talk."""

from __future__ import annotations

from typing import Any, Final

from flask import Response

from service.api import idempotency, muting
from service.api.auth import caller, me, somebody
from service.api.bodies import reply, tagged
from service.api.context import language, stores
from service.api.limits import limited
from service.api.operation import Blueprint
from service.api.streaming import JSON, slot, wanted
from service.events.past import as_it_happens
from service.events.schemas import EventSchema, WordsQuerySchema
from service.events.streams import wait_for_event
from service.games.kit import agenda
from service.games.kit.decision import Seat
from service.refusals import NotFound, TalkSuspended
from service.tables import pages, play, schemas, talk
from service.tables.parts import Passes
from service.tables.play import Actor, present
from service.tables.sentences import with_option_texts
from service.tables.session import TableSession
from service.tables.views import decisions, events_for, update

blp = Blueprint(
    "play",
    __name__,
    url_prefix="/v1/tables/<table>",
    description="What a seat sees, what it has to decide, and its answers.",
)

TEXT: Final = "text/plain"

REFUSED: Final = (
    *("not-found", "not-seated", "not-your-decision", "closed", "not-running", "finished", "paused", "rules-retired"),
)


@blp.route("/view", methods=["GET"])
@blp.operation("getView", "not-acceptable", "not-found", "invalid", "rules-retired", token=None)
@blp.arguments(schemas.ViewQuerySchema, location="query")
@blp.alt_response(
    200, schema={"type": "string"}, content_type=TEXT, description="The same as plain text.", success=True
)
@blp.response(200, schemas.UpdateSchema)
def get_view(query: dict[str, Any], table: str) -> Response:
    """Get the current view, as JSON or text (`Accept: text/plain`); with `wait`, when it is newer than `after`."""
    player = somebody()
    if query["wait"] and "after" in query:
        with slot() as free:
            session = wait_for_event(
                stores().tables, stores().feeds, table, player, query["after"], query["wait"] if free else 0.0
            )
    else:
        session = present(stores().tables, table, player)
    session.must_know_rules()
    seat = session.table.seat_of(player)
    if wanted(JSON, TEXT) == TEXT:
        return Response(
            pages.page(
                session,
                seat,
                language(),
                stores().log if query["story"] else None,
                muting.seats_muted_by(session, player),
            ),
            content_type=f"{TEXT}; charset=utf-8",
            headers={"Content-Language": language(), "Vary": "Accept, Accept-Language, Authorization"},
        )
    shown = muting.quiet_update(update(session, seat, language()), session, player)
    if query["words"]:
        shown["decisions"] = with_option_texts(session, seat, shown["decisions"], language())
    return tagged(shown, now=shown.pop("now"))


@blp.route("/decisions", methods=["GET"])
@blp.operation("listDecisions", "not-found", "invalid", "rules-retired", token=None)
@blp.arguments(WordsQuerySchema, location="query")
@blp.response(200, schemas.DecisionsSchema)
def list_decisions(query: dict[str, Any], table: str) -> Response:
    """List the caller's open decisions."""
    session, seat = seen(table)
    items = decisions(session, seat, language())
    return reply({"items": with_option_texts(session, seat, items, language()) if query["words"] else items})


@blp.route("/decisions/<decision>", methods=["GET"])
@blp.operation("getDecision", "not-found", "rules-retired", token=None)
@blp.response(200, schemas.DecisionSchema)
def get_decision(table: str, decision: str) -> Response:
    """Get one of the caller's open decisions."""
    for one in decisions(*seen(table), language()):
        if one["id"] == decision:
            return reply(one)
    raise NotFound(what="decision")


@blp.route("/decisions/<decision>/answer", methods=["PUT"])
@blp.operation("answer", *REFUSED, "final", "illegal", body=True)
@blp.arguments(schemas.PicksSchema)
@blp.alt_response(
    202, schema=schemas.UpdateSchema, description="Accepted; sealed until all have answered.", success=True
)
@blp.response(200, schemas.UpdateSchema)
def put_answer(body: dict[str, Any], table: str, decision: str) -> Response:
    """Answer an open decision. Sending the same answer again returns the same response."""
    player = me()
    session = play.answer(stores().tables, table, Actor("player", player), decision, tuple(body["picks"]))
    return update_reply(session, session.table.seat_of(player))


@blp.route("/decisions/<decision>/answer", methods=["DELETE"])
@blp.operation("withdrawAnswer", *REFUSED, "final", "illegal")
@blp.response(200, schemas.UpdateSchema)
def delete_answer(table: str, decision: str) -> Response:
    """Withdraw a sealed answer, if the game allows it."""
    player = me()
    session = play.withdraw(stores().tables, table, player, decision)
    return update_reply(session, session.table.seat_of(player))


@blp.route("/decisions/<decision>/check", methods=["POST"])
@blp.operation("checkAnswer", *REFUSED, "illegal", body=True)
@blp.arguments(schemas.PicksSchema)
@blp.response(200, schemas.LegalSchema)
def check_answer(body: dict[str, Any], table: str, decision: str) -> Response:
    """Check whether an answer would be accepted, without giving it."""
    play.check(stores().tables, table, me(), decision, tuple(body["picks"]))
    return reply({"legal": True})


@blp.route("/passes", methods=["GET"])
@blp.operation("getPasses", "not-found", "not-seated")
@blp.response(200, schemas.PassesSchema)
def get_passes(table: str) -> Response:
    """Get the caller's standing passes. Nobody else can see them."""
    player = me("read")
    session = present(stores().tables, table, player)
    return reply(session.table.passes.get(session.must_seat(player), play.NO_PASSES))


@blp.route("/passes", methods=["PUT"])
@blp.operation("setPasses", "not-found", "not-seated", "finished", body=True)
@blp.arguments(schemas.PassesSchema)
@blp.response(200, schemas.PassesSchema)
def set_passes(body: dict[str, Any], table: str) -> Response:
    """Set standing passes: pass windows of these kinds, or all (`*`), until revoked or until the caller's next turn."""
    passes = Passes(tuple(dict.fromkeys(body["kinds"])), body["until"])
    play.set_passes(stores().tables, table, me(), passes)
    return reply(passes)


talk_blp = Blueprint(
    "talk", __name__, url_prefix="/v1/tables/<table>/talk", description="What players say to each other."
)


@talk_blp.route("", methods=["GET"])
@talk_blp.operation("getTalk", "not-found", "rules-retired", token=None)
@talk_blp.response(200, schemas.TalkSchema)
def get_talk(table: str) -> Response:
    """List the rooms the caller can speak in, and who hears it."""
    return reply(talk.policy(*seen(table)))


@talk_blp.route("", methods=["POST"])
@talk_blp.operation(
    "say",
    *("not-found", "not-seated", "may-not-speak", "talk-suspended", "word-refused", "finished", "illegal"),
    body=True,
    creates=1,
    limited=True,
)
@talk_blp.arguments(schemas.SaySchema)
@talk_blp.response(201, EventSchema)
@limited(120)
def say(body: dict[str, Any], table: str) -> Response:
    """Send a message to a room."""
    player, message_id = me(), idempotency.resource_id()
    if stores().quotas.limit(player, "talk") == 0:
        raise TalkSuspended()
    session, seat, entry = talk.say(
        stores().tables, stores().log, table, Actor("player", player), body["room"], body["text"], message_id
    )
    [said] = [event for event in events_for(session, entry, seat, language()) if event["type"] == "talk"]
    return reply(said, 201)


@talk_blp.route("/check", methods=["POST"])
@talk_blp.operation(
    "checkTalk",
    *("not-found", "not-seated", "may-not-speak", "word-refused", "finished", "paused", "illegal"),
    body=True,
    limited=True,
)
@talk_blp.arguments(schemas.SaySchema)
@talk_blp.response(200, schemas.LegalSchema)
@limited(600)
def check_talk(body: dict[str, Any], table: str) -> Response:
    """Check whether a message would be accepted, without sending it. In silence no message is."""
    talk.check(stores().tables, table, me(), body["room"], body["text"])
    return reply({"legal": True})


def seen(table: str) -> tuple[TableSession, Seat | None]:
    """The table and the seat of the caller, who may see it."""
    player = somebody()
    session = present(stores().tables, table, player)
    return session, session.table.seat_of(player)


def update_reply(session: TableSession, seat: Seat | None) -> Response:
    """The update after an answer: 202 while it is sealed and others have not answered yet."""
    in_language = language()
    events = [] if session.entry is None else events_for(session, session.entry, seat, in_language)
    if session.game.told_once:
        as_it_happens(stores().log, session, seat, events, session.now)
    sealed = session.table.status == "running" and seat in agenda.sealed(session.state)
    shown = update(session, seat, in_language, events)
    if session.game.talk_counts or any(event["type"] == "talk" for event in events):
        shown = muting.quiet_update(shown, session, caller().player)
    return reply(shown, 202 if sealed else 200)
