"""Agents, their deliveries, their tests, and the work they poll for."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.api.fields import ID, LONGEST_NAME, SEAT, Exactly, Whole, YesNo, plain_text, time_field, word
from service.games.kit.words import LANGUAGES
from service.lobby.schemas import GAMES
from service.tables.schemas import DecisionSchema, EventSchema

CURSOR = Exactly(r"^a_[0-9a-hjkmnp-tv-z]{26}$")
LENGTH = validate.Length(min=1, max=LONGEST_NAME)
URL = validate.Length(min=1, max=500)
BUDGET = {"description": "Seconds per decision: 1 to 30 for a webhook, 1 to 3600 for polling.", "example": 10}
FALLBACK = {"description": "`default`, or a bot level of its games: what answers in its place.", "example": "default"}
TABLES = validate.Range(min=1, max=100)


class NewAgentSchema(Schema):
    """Which agent shall play."""

    name = fields.String(required=True, validate=[LENGTH, plain_text], metadata={"example": "Deep Compass"})
    transport = fields.String(
        required=True,
        validate=validate.OneOf(["webhook", "poll"]),
        metadata={
            "description": "`webhook`: the service calls `url`. `poll`: the agent asks for work.",
            "example": "webhook",
        },
    )
    url = fields.String(
        load_default=None,
        allow_none=True,
        validate=URL,
        metadata={"description": "For a webhook: where it is called.", "example": "https://agent.example/farshore"},
    )
    games = fields.List(
        fields.String(validate=validate.OneOf(GAMES)),
        load_default=list,
        validate=validate.Length(max=20),
        metadata={"description": "What it plays; left out or empty, everything there is.", "example": ["faraway"]},
    )
    budget_s = fields.Float(
        load_default=None, allow_none=True, validate=validate.Range(min=1, max=3600), metadata=BUDGET
    )
    fallback = fields.String(load_default="default", validate=ID, metadata=FALLBACK)
    public = YesNo(load_default=False, metadata={"description": "Whether others may seat it."})
    most_tables = Whole(
        load_default=10, validate=TABLES, metadata={"description": "At how many tables at once.", "example": 10}
    )
    language = fields.String(
        load_default="en",
        validate=validate.OneOf(LANGUAGES),
        metadata={"description": "Of prompts and refusals.", "example": "en"},
    )


class ChangeAgentSchema(Schema):
    """What shall be different."""

    name = fields.String(validate=[LENGTH, plain_text], metadata={"example": "Deeper Compass"})
    url = fields.String(validate=URL, metadata={"example": "https://agent.example/farshore"})
    games = fields.List(fields.String(validate=validate.OneOf(GAMES)), validate=validate.Length(max=20))
    budget_s = fields.Float(validate=validate.Range(min=1, max=3600), metadata=BUDGET)
    fallback = fields.String(validate=ID, metadata=FALLBACK)
    public = YesNo()
    most_tables = Whole(validate=TABLES, metadata={"example": 10})
    language = fields.String(validate=validate.OneOf(LANGUAGES), metadata={"example": "en"})


class AgentSchema(Schema):
    """An agent. Its address and how it has been are for its owner's eyes only."""

    id = word("a_01jd8vq3m5w7r9t2x4z6b8c0df")
    name = word("Deep Compass")
    owner = word("p_01jd8v")
    transport = fields.String(
        required=True, validate=validate.OneOf(["webhook", "poll"]), metadata={"example": "webhook"}
    )
    games = fields.List(fields.String(), required=True, metadata={"example": ["faraway"]})
    budget_s = fields.Float(required=True, metadata={"example": 10})
    fallback = word("default")
    public = fields.Boolean(required=True)
    most_tables = Whole(required=True, metadata={"example": 10})
    language = word("en")
    created_at = time_field(nullable=False)
    mine = fields.Boolean(required=True)
    url = fields.String(required=True, allow_none=True, metadata={"example": "https://agent.example/farshore"})
    failures = Whole(
        required=True, allow_none=True, metadata={"description": "Decisions missed in a row.", "example": 0}
    )
    resting_until = time_field()
    old_secret_until = time_field()


class RegisteredAgentSchema(AgentSchema):
    """A new agent with the secret its deliveries are signed with, shown once."""

    secret = word("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")


class AgentsSchema(Schema):
    """A page of agents."""

    items = fields.List(fields.Nested(AgentSchema), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "The cursor of the next page."})


class AgentsQuerySchema(Schema):
    """Which agents are wanted."""

    mine = fields.Boolean(load_default=False)
    game = fields.String(validate=validate.OneOf(GAMES), metadata={"example": "faraway"})
    cursor = fields.String(validate=CURSOR, metadata={"description": "From `next`."})
    limit = fields.Integer(load_default=20, validate=validate.Range(min=1, max=100))


class RotateSchema(Schema):
    """How long the old secret keeps signing along."""

    grace_s = Whole(load_default=86400, validate=validate.Range(min=0, max=7 * 86400), metadata={"example": 86400})


class SecretSchema(Schema):
    """The new secret, shown once."""

    secret = word("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    old_secret_until = time_field(nullable=False)


class DeliverySchema(Schema):
    """One attempt to have a question answered; `outcome` `fallback` is the house's own answer instead."""

    id = word("1794807323123-0")
    at = time_field(nullable=False)
    table = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    decision = word("17-take-region-2")
    message = fields.String(
        required=True, allow_none=True, metadata={"description": "The webhook-id.", "example": "msg_01jd8v.17-take"}
    )
    attempt = Whole(required=True, metadata={"example": 1})
    outcome = word("answered", description="See docs/ai/webhooks.md for all of them.")
    status = Whole(required=True, allow_none=True, metadata={"example": 200})
    latency_ms = Whole(required=True, allow_none=True, metadata={"example": 41})
    detail = fields.String(required=True, allow_none=True, metadata={"example": None})


class DeliveriesSchema(Schema):
    """A page of the log, newest first."""

    items = fields.List(fields.Nested(DeliverySchema), required=True)
    next = fields.String(required=True, allow_none=True, metadata={"description": "The cursor of the next page."})


class DeliveriesQuerySchema(Schema):
    """Which page."""

    cursor = fields.String(validate=Exactly(r"^[0-9]{1,15}-[0-9]{1,6}$"), metadata={"description": "From `next`."})
    limit = fields.Integer(load_default=50, validate=validate.Range(min=1, max=200))


class BudgetSchema(Schema):
    """How long there is to think."""

    seconds = fields.Float(required=True, metadata={"example": 9.8})
    deadline = time_field()


class RefusalSchema(Schema):
    """Why the answer before was not taken."""

    code = word("illegal")
    reason = word("not-an-option")
    params = fields.Dict(required=True, metadata={"example": {"picks": ["r99"]}})
    detail = word("r99 is not among the options.")


class QuestionSchema(Schema):
    """What an agent is asked: exactly what its seat sees, and no more."""

    agent = word("a_01jd8vq3m5w7r9t2x4z6b8c0df")
    table = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    game = word("faraway")
    seat = Whole(required=True, metadata=SEAT)
    budget = fields.Nested(BudgetSchema, required=True)
    decision = fields.Nested(DecisionSchema, required=True)
    events = fields.List(
        fields.Nested(EventSchema),
        required=True,
        metadata={
            "description": "What the last answer has brought about and what was heard since; 100 events at most."
        },
    )
    view = fields.Raw(required=True, allow_none=True, metadata={"x-view": True})


class WebhookSchema(QuestionSchema):
    """The body of a delivery. Its headers are those of Standard Webhooks."""

    type = fields.String(required=True, validate=validate.OneOf(["decision"]), metadata={"example": "decision"})
    attempt = Whole(required=True, metadata={"description": "1, or 2 for the one retry.", "example": 1})
    refusal = fields.Nested(RefusalSchema, required=True, allow_none=True)


class WebhookReplySchema(Schema):
    """The inline reply to a delivery."""

    picks = fields.List(
        fields.String(),
        required=True,
        allow_none=True,
        metadata={"description": "Some of the options; null: let the fallback answer.", "example": ["r21"]},
    )
    decision = fields.String(metadata={"description": "The decision that is answered, if you want it checked."})


class WorkSchema(QuestionSchema):
    """A question in hand, until `expires_at` or as long as the lease is extended."""

    lease = word("01jd8vq3m5w7r9t2x4z6b8c0df.17-take-region-2.b8GkLpZIo2La")
    expires_at = time_field(nullable=False)


class WorksSchema(Schema):
    """What the caller has in hand now; nothing when the wait was in vain."""

    items = fields.List(fields.Nested(WorkSchema), required=True)


class AcquireQuerySchema(Schema):
    """How long to wait for work."""

    wait = fields.Float(load_default=0.0, validate=validate.Range(min=0, max=50), metadata={"description": "Seconds."})


class AcquireSchema(Schema):
    """For which agents, how much, and for how long."""

    agents = fields.List(
        fields.String(validate=ID),
        load_default=list,
        validate=validate.Length(max=50),
        metadata={"description": "Left out or empty: all of the caller's.", "example": ["a_01jd8v"]},
    )
    most = Whole(load_default=1, validate=validate.Range(min=1, max=20), metadata={"example": 1})
    lease_s = Whole(load_default=15, validate=validate.Range(min=2, max=120), metadata={"example": 15})


class ExtendSchema(Schema):
    """For how long from now."""

    lease_s = Whole(load_default=15, validate=validate.Range(min=2, max=120), metadata={"example": 15})


class LeaseSchema(Schema):
    """A lease, and until when it holds."""

    lease = word("01jd8vq3m5w7r9t2x4z6b8c0df.17-take-region-2.b8GkLpZIo2La")
    expires_at = time_field(nullable=False)


class TakenSchema(Schema):
    """The answer was taken."""

    table = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    decision = word("17-take-region-2")
    status = word("running", description="How the table stands now.")


class NewTrialSchema(Schema):
    """In which game the agent shall be tried."""

    game = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.OneOf(GAMES),
        metadata={"description": "Left out: the first that it plays.", "example": "faraway"},
    )


class CheckSchema(Schema):
    """What was looked at, and what was found."""

    check = word("legal")
    ok = fields.Boolean(required=True, metadata={"example": True})
    words = word("12 answers, all of them legal.")
    params = fields.Dict(required=True, metadata={"example": {"answers": 12}})


class TrialSchema(Schema):
    """A conformance test."""

    id = word("01jd8vq3m5w7r9t2x4z6b8c0df")
    agent = word("a_01jd8vq3m5w7r9t2x4z6b8c0df")
    game = word("faraway")
    status = fields.String(
        required=True, validate=validate.OneOf(["running", "finished"]), metadata={"example": "finished"}
    )
    passed = fields.Boolean(
        required=True, allow_none=True, metadata={"description": "null while it is running.", "example": True}
    )
    created_at = time_field(nullable=False)
    checks = fields.List(fields.Nested(CheckSchema), required=True)
    table = fields.String(
        required=True, allow_none=True, metadata={"description": "Where a polling agent is tried.", "example": None}
    )
