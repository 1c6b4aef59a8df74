"""Agents, their deliveries and conformance tests."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.api.fields import (
    ID,
    LONGEST_NAME,
    SEAT,
    Exactly,
    Whole,
    YesNo,
    about,
    choice,
    nullable,
    optional,
    page_of,
    plain_text,
    time_field,
    word,
)
from service.events.schemas import EventSchema
from service.games.kit.words import LANGUAGES
from service.lobby.schemas import GAMES
from service.tables.schemas import DecisionSchema

CURSOR = Exactly(r"^a_[0-9a-hjkmnp-tv-z]{26}$")
NAME_LENGTH = validate.Length(min=1, max=LONGEST_NAME)
URL_LENGTH = validate.Length(min=1, max=500)
BUDGET = {"description": "Seconds per decision: 1 to 30 for a webhook, 1 to 3600 for polling.", "example": 10}
FALLBACK = {"description": "What answers in its place: `default`, or a bot level of its games.", "example": "default"}
TABLES = validate.Range(min=1, max=100)
TRANSPORTS = ("webhook", "poll")
PAGE = {"description": "Whether each decision comes with the table as a page of text."}
TALK = {"description": "Whether it is told when somebody speaks while it has nothing to decide."}

LABEL_LENGTH = validate.Length(max=60)
VERSION = {"description": "Its version, to compare the results of several; empty: none.", "example": "1.4.2"}
MODEL = {"description": "The language model that it asks; empty: none.", "example": ""}


def label_text(value: str) -> None:
    """Something that people can read, or nothing."""
    if value:
        plain_text(value)


class NewAgentSchema(Schema):
    """An agent to register."""

    name = fields.String(required=True, validate=[NAME_LENGTH, plain_text], metadata={"example": "Deep Compass"})
    transport = choice(
        TRANSPORTS, "webhook", "`webhook`: the service calls `url`. `poll`: the agent polls for decisions."
    )
    url = optional(
        fields.String,
        "Required for `webhook`: the URL that is called.",
        "https://agent.example/farshore",
        validate=URL_LENGTH,
    )
    games = fields.List(
        fields.String(validate=validate.OneOf(GAMES)),
        load_default=list,
        validate=validate.Length(max=20),
        metadata=about("The games it plays; default: all.", ["faraway"]),
    )
    budget_s = fields.Float(
        load_default=None, allow_none=True, validate=validate.Range(min=1, max=3600), metadata=BUDGET
    )
    fallback = fields.String(load_default="default", validate=ID, metadata=FALLBACK)
    public = YesNo(load_default=False, metadata=about("Whether others may seat it."))
    most_tables = Whole(
        load_default=10, validate=TABLES, metadata=about("Maximum number of tables at the same time.", 10)
    )
    language = choice(LANGUAGES, "en", "Language of prompts and error messages.", default="en")
    version = fields.String(load_default="", validate=[LABEL_LENGTH, label_text], metadata=VERSION)
    model = fields.String(load_default="", validate=[LABEL_LENGTH, label_text], metadata=MODEL)
    page = YesNo(load_default=False, metadata=PAGE)
    talk = YesNo(load_default=False, metadata=TALK)


class ChangeAgentSchema(Schema):
    """The fields to change."""

    name = fields.String(validate=[NAME_LENGTH, plain_text], metadata={"example": "Deeper Compass"})
    url = fields.String(validate=URL_LENGTH, metadata={"example": "https://agent.example/farshore"})
    games = fields.List(fields.String(validate=validate.OneOf(GAMES)), validate=validate.Length(max=20))
    budget_s = fields.Float(validate=validate.Range(min=1, max=3600), metadata=BUDGET)
    fallback = fields.String(validate=ID, metadata=FALLBACK)
    public = YesNo()
    most_tables = Whole(validate=TABLES, metadata={"example": 10})
    language = fields.String(validate=validate.OneOf(LANGUAGES), metadata={"example": "en"})
    version = fields.String(validate=[LABEL_LENGTH, label_text], metadata=VERSION)
    model = fields.String(validate=[LABEL_LENGTH, label_text], metadata=MODEL)
    page = YesNo(metadata=PAGE)
    talk = YesNo(metadata=TALK)


class AgentSchema(Schema):
    """An agent. Only its owner sees its URL and failures."""

    id = word("a_01jd8vq3m5w7r9t2x4z6b8c0df")
    name = word("Deep Compass")
    owner = word("p_01jd8v")
    transport = choice(TRANSPORTS, "webhook")
    games = fields.List(fields.String(), required=True, metadata={"example": ["faraway"]})
    budget_s = fields.Float(required=True, metadata={"example": 10})
    fallback = word("default")
    public = fields.Boolean(required=True)
    most_tables = Whole(required=True, metadata={"example": 10})
    language = word("en")
    version = word("1.4.2")
    model = word("")
    page = fields.Boolean(required=True)
    talk = fields.Boolean(required=True)
    created_at = time_field(nullable=False)
    mine = fields.Boolean(required=True)
    url = nullable(fields.String, example="https://agent.example/farshore")
    failures = nullable(Whole, "Decisions missed in a row.", 0)
    suspended_until = time_field()
    old_secret_until = time_field()


class RegisteredAgentSchema(AgentSchema):
    """A new agent with the secret used to sign deliveries, shown only once."""

    secret = word("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")


AgentsSchema = page_of("Agents", AgentSchema)


class AgentsQuerySchema(Schema):
    """Filters for agents."""

    mine = fields.Boolean(load_default=False)
    game = fields.String(validate=validate.OneOf(GAMES), metadata={"example": "faraway"})
    cursor = fields.String(validate=CURSOR, metadata=about("From `next`."))
    limit = fields.Integer(load_default=20, validate=validate.Range(min=1, max=100))


class RotateSchema(Schema):
    """How long deliveries are signed with the old secret too."""

    grace_s = Whole(load_default=86400, validate=validate.Range(min=0, max=7 * 86400), metadata={"example": 86400})


class SecretSchema(Schema):
    """The new secret, shown only once."""

    secret = word("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    old_secret_until = time_field(nullable=False)


class DeliverySchema(Schema):
    """One attempt to deliver a decision. With the `outcome` `fallback` the service answered instead."""

    id = word("1794807323123-0")
    at = time_field(nullable=False)
    table = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    decision = word("17-take-region-2")
    message = nullable(fields.String, "The webhook-id.", "msg_01jd8v.17-take")
    attempt = Whole(required=True, metadata={"example": 1})
    outcome = word("answered", description="All outcomes are listed in docs/ai/webhooks.md.")
    status = nullable(Whole, example=200)
    latency_ms = nullable(Whole, example=41)
    detail = nullable(fields.String, example=None)


DeliveriesSchema = page_of("Deliveries", DeliverySchema)


class DeliveriesQuerySchema(Schema):
    """Which page to return."""

    cursor = fields.String(validate=Exactly(r"^[0-9]{1,15}-[0-9]{1,6}$"), metadata=about("From `next`."))
    limit = fields.Integer(load_default=50, validate=validate.Range(min=1, max=200))


class BudgetSchema(Schema):
    """The time left to answer."""

    seconds = fields.Float(required=True, metadata={"example": 9.8})
    deadline = time_field()


class RefusalSchema(Schema):
    """Why the previous answer was refused."""

    code = word("illegal")
    reason = word("not-an-option")
    params = fields.Dict(required=True, metadata={"example": {"picks": ["r99"]}})
    detail = word("r99 is not among the options.")


class AgentDecisionSchema(Schema):
    """A decision sent to an agent, with everything its seat may see."""

    agent = word("a_01jd8vq3m5w7r9t2x4z6b8c0df")
    table = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    game = word("faraway")
    seat = Whole(required=True, metadata=SEAT)
    budget = fields.Nested(BudgetSchema, required=True)
    type = choice(["decision", "talk"], "decision", "`talk`: somebody has spoken, and there is nothing to decide.")
    decision = fields.Nested(
        DecisionSchema, required=True, allow_none=True, metadata=about("Null if `type` is `talk`.")
    )
    page = fields.String(metadata=about("The table as a page of text, if the agent is registered for it."))
    events = fields.List(
        fields.Nested(EventSchema), required=True, metadata=about("Events since its last answer, at most 100.")
    )
    view = fields.Raw(required=True, allow_none=True, metadata={"x-view": True})


class WebhookSchema(AgentDecisionSchema):
    """The body of a delivery. The headers are those of Standard Webhooks."""

    attempt = Whole(required=True, metadata=about("1, or 2 for the retry.", 1))
    refusal = fields.Nested(RefusalSchema, required=True, allow_none=True)


class WebhookReplySchema(Schema):
    """The response to a delivery."""

    picks = fields.List(
        fields.String(),
        required=True,
        allow_none=True,
        metadata=about("Some of the options; null to decline, so that the fallback answers.", ["r21"]),
    )
    decision = fields.String(metadata=about("Optional: the id of the decision, which is checked if present."))
    say = fields.List(
        fields.Dict(),
        metadata=about(
            "Up to three messages, said before the answer.", [{"room": "table", "text": "I take the river."}]
        ),
    )


class NewConformanceTestSchema(Schema):
    """The game to test the agent with."""

    game = optional(fields.String, "Default: the first game it plays.", "faraway", validate=validate.OneOf(GAMES))


class CheckSchema(Schema):
    """One check and its result."""

    check = word("legal")
    ok = fields.Boolean(required=True, metadata={"example": True})
    message = word("All 12 answers were legal.")
    params = fields.Dict(required=True, metadata={"example": {"answers": 12}})


class ConformanceTestSchema(Schema):
    """A conformance test."""

    id = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    agent = word("a_01jd8vq3m5w7r9t2x4z6b8c0df")
    game = word("faraway")
    status = choice(["running", "finished"], "finished")
    passed = nullable(fields.Boolean, "null while the test is running.", True)
    created_at = time_field(nullable=False)
    checks = fields.List(fields.Nested(CheckSchema), required=True)
    table = nullable(fields.String, "The table at which a polling agent is tested.", None)
