"""Players and tokens."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from service.accounts.store import ADMIN, SCOPES
from service.api.fields import ID, LONGEST_NAME, Whole, many, optional, plain_text, required, time_field, word


class PlayerSchema(Schema):
    """A player."""

    id = word("p_01jd8v")
    name = word("Ada")
    created_at = time_field(nullable=False)


class NewPlayerSchema(Schema):
    """A player to create."""

    name = required(fields.String, example="Ada", validate=[validate.Length(min=1, max=LONGEST_NAME), plain_text])


class RegisteredSchema(Schema):
    """A new player and their first token, which is shown only once."""

    player = fields.Nested(PlayerSchema, required=True)
    token = word("fs_4be0643f1d98573b97cdca98a65347dd")
    recovery_code = word("k7m2p-9xq4t-0w3ab-c5d8e", description="To come back without a token: POST /recovery.")


class RecoverySchema(Schema):
    """A recovery code. Upper case, hyphens and spaces do not matter."""

    code = required(fields.String, example="k7m2p-9xq4t-0w3ab-c5d8e", validate=ID)


class RemainsSchema(Schema):
    """Data that is kept after an account was closed."""

    what = word("Your answers in games you played, under the name “Former player”")
    why = word("A game can be replayed and verified only with the answers of all its players.")


class ClosedSchema(Schema):
    """What remains of an account that was closed."""

    remains = many(RemainsSchema)


class AccountExportSchema(Schema):
    """Everything that is stored about a player."""

    player = required(fields.Dict, example={"id": "p_01jd8v", "name": "Ada"})
    research = required(fields.Boolean, "Whether the player has agreed to be named in exports for research.")
    recovery_code = required(fields.Boolean, "Whether the account has one.")
    tokens = fields.List(fields.Dict(), required=True)
    mutes = many(fields.String())
    reports = fields.List(fields.Dict(), required=True)
    usage = fields.Dict(required=True)
    limits = required(fields.Dict, "The limits that an operator has set for you.")
    agents = fields.List(fields.Dict(), required=True)
    books = fields.List(fields.Dict(), required=True)
    arenas = fields.List(fields.Dict(), required=True)
    tables = many(fields.Dict(), "With the caller's own answers, talk and transcript.")


class MeSchema(Schema):
    """The caller."""

    player = fields.Nested(PlayerSchema, required=True)
    scopes = many(fields.String(), example=["play", "read"])
    expires_at = time_field()


class NewTokenSchema(Schema):
    """A token to create for the same account."""

    scopes = fields.List(
        fields.String(validate=validate.OneOf((*SCOPES, ADMIN))),
        load_default=list,
        validate=validate.Length(min=1, max=4),
        metadata={"example": ["play"]},
    )
    expires_in_s = optional(Whole, example=86400, validate=validate.Range(min=1, max=10**9))
    label = fields.String(load_default="", validate=validate.Length(max=40), metadata={"example": "my laptop"})


class TokenSchema(Schema):
    """A token, without its secret."""

    id = word("01jd8v")
    label = word("my laptop")
    scopes = many(fields.String(), example=["play"])
    created_at = time_field(nullable=False)
    expires_at = time_field()


class CreatedTokenSchema(TokenSchema):
    """A token with its secret, shown only once."""

    token = word("fs_4be0643f1d98573b97cdca98a65347dd")


class TokensSchema(Schema):
    """All tokens of the caller."""

    items = many(TokenSchema)
