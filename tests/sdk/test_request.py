"""Requests: what is retried, what is not, and how refusals are raised."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import farshore
import pytest
from farshore.errors import seconds_of

from tests.sdk.puppet import Puppet, breaks_off, hangs_up, says

UPDATE = {"table": "t7", "game": "faraway", "status": "running", "seq": 3, "view": {}, "decisions": []}
TABLE = {"id": "t7", "game": "faraway", "status": "running", "seats": []}


def at(client: farshore.Client) -> farshore.Table:
    return farshore.Table(client, farshore.TableFacts(id="t7"))


def test_a_token_and_a_language_go_with_every_request(puppet: Puppet) -> None:
    puppet.script = [says(200, {"player": {"id": "p_1", "name": "Ada"}, "scopes": ["play"]})]

    me = farshore.Client(puppet.url + "/v1/", token="fs_secret", language="fr").me.get()

    assert me.player is not None
    assert me.player.name == "Ada"
    assert puppet.calls[0].path == "/v1/me"
    assert puppet.calls[0].headers["Authorization"] == "Bearer fs_secret"
    assert puppet.calls[0].headers["Accept-Language"] == "fr"


def test_the_password_of_a_netrc_file_is_not_sent(
    puppet: Puppet, tmp_path: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"  # type: ignore[operator]
    netrc.write_text("default login ada password lovelace")
    monkeypatch.setenv("NETRC", str(netrc))
    puppet.script = [says(200, {"now": "…"})]

    farshore.Client(puppet.url).health.time()

    assert "Authorization" not in puppet.calls[0].headers


@pytest.mark.parametrize("trouble", [hangs_up, breaks_off, says(502), says(503), says(504), says(429)])
def test_a_call_that_may_be_repeated_is_tried_again(
    puppet: Puppet, client: farshore.Client, pauses: list[float], trouble: object
) -> None:
    puppet.script = [trouble, trouble, says(200, {"items": []})]  # type: ignore[list-item]

    assert client.games.list() == ()
    assert len(puppet.calls) == 3
    assert len(pauses) == 2
    assert pauses[1] >= 0.2


def test_an_answer_is_put_again_when_the_line_broke_in_the_middle_of_the_reply(
    puppet: Puppet, client: farshore.Client, pauses: list[float]
) -> None:
    puppet.script = [breaks_off, says(200, UPDATE)]

    update = at(client).answer("17-explore-0", "r21")

    assert update.seq == 3
    assert [call.body for call in puppet.calls] == [b'{"picks": ["r21"]}'] * 2


def test_a_vote_is_never_cast_twice(puppet: Puppet, client: farshore.Client, pauses: list[float]) -> None:
    puppet.script = [hangs_up, says(200, TABLE)]

    with pytest.raises(farshore.Unreachable):
        at(client).vote("pause")

    assert len(puppet.calls) == 1


def test_a_creating_post_is_repeated_with_the_same_key(
    puppet: Puppet, client: farshore.Client, pauses: list[float]
) -> None:
    puppet.script = [hangs_up, says(201, {"player": {"id": "p_1", "name": "Ada"}, "token": "fs_new"})]

    made = client.register("Ada")

    keys = [call.headers["Idempotency-Key"] for call in puppet.calls]
    assert len(keys) == 2
    assert keys[0] == keys[1]
    assert made.token == client.token == "fs_new"


def test_two_creating_posts_have_two_keys(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script = [says(201, {"token": "fs_1"}), says(201, {"token": "fs_2"})]

    client.register("Ada")
    client.register("Ada")

    assert puppet.calls[0].headers["Idempotency-Key"] != puppet.calls[1].headers["Idempotency-Key"]


def test_retry_after_is_heeded(puppet: Puppet, client: farshore.Client, pauses: list[float]) -> None:
    puppet.script = [says(429, Retry_After="3"), says(200, {"items": []})]

    client.games.list()

    assert 3.0 <= pauses[0] <= 3.2


def test_nobody_sleeps_for_an_hour(puppet: Puppet, client: farshore.Client, pauses: list[float]) -> None:
    puppet.script = [says(429, {"code": "too-many-requests", "detail": "Enough."}, Retry_After="3600")]

    with pytest.raises(farshore.TooManyRequests) as refused:
        client.games.list()

    assert refused.value.retry_after == 3600
    assert pauses == []


def test_retry_after_may_be_a_date() -> None:
    later = datetime.now(UTC) + timedelta(seconds=30)

    assert 25 < (seconds_of(format_datetime(later, usegmt=True)) or 0) <= 30
    assert seconds_of("tomorrow, perhaps") is None
    assert seconds_of(None) is None


def test_retries_end(puppet: Puppet, pauses: list[float]) -> None:
    puppet.script = [says(503, {"code": "unavailable", "detail": "Not now."})] * 9

    with pytest.raises(farshore.Unavailable, match="Not now"):
        farshore.Client(puppet.url, retries=2).games.list()

    assert len(puppet.calls) == 3


def test_a_refused_answer_says_why_and_what_is_open(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script = [
        says(
            422,
            {
                "code": "illegal",
                "detail": "Pick one card.",
                "params": {"reason": "wrong-number-of-picks"},
                "decisions": [{"id": "17-explore-0", "options": ["r1", "r2"]}],
                "request_id": "abc",
                "retryable": False,
            },
        )
    ]

    with pytest.raises(farshore.Illegal) as refused:
        at(client).answer("17-explore-0", [])

    assert refused.value.status == 422
    assert refused.value.params["reason"] == "wrong-number-of-picks"
    assert refused.value.decisions[0].options == ("r1", "r2")
    assert refused.value.request_id == "abc"
    assert str(refused.value) == "Pick one card."
    assert len(puppet.calls) == 1


def test_an_unknown_code_is_known_by_its_status(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script = [says(409, {"code": "moon-in-the-wrong-house", "detail": "…"})]

    with pytest.raises(farshore.Conflict) as refused:
        at(client).start()

    assert refused.value.code == "moon-in-the-wrong-house"


def test_a_page_of_a_proxy_is_an_error_too(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script = [says(500, b"<html>oh</html>")]

    with pytest.raises(farshore.ServerError, match="500"):
        client.games.list()


def test_a_redirect_is_not_followed(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script = [says(308, Location="https://elsewhere.example/v1/games")]

    with pytest.raises(farshore.FarshoreError, match=r"https://elsewhere\.example"):
        client.games.list()


def test_nobody_at_home_is_said_soon(pauses: list[float]) -> None:
    with pytest.raises(farshore.Unreachable, match=r"127\.0\.0\.1:1"):
        farshore.Client("http://127.0.0.1:1").games.list()

    assert sum(pauses) < 1


def test_a_service_that_has_answered_before_is_waited_for(
    puppet: Puppet, client: farshore.Client, pauses: list[float]
) -> None:
    puppet.script = [says(200, {"items": []}), *[hangs_up] * 8, says(200, {"items": []})]

    client.games.list()
    client.games.list()

    assert sum(pauses) > 10


def test_fields_of_tomorrow_are_kept_and_harm_nobody(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script = [says(200, TABLE | {"weather": "fine", "seats": [{"seat": 0, "kind": "robot-dog", "breed": "?"}]})]

    table = client.tables.get("t7")

    assert table.seats[0].kind == "robot-dog"
    assert table.facts.raw["weather"] == "fine"


def test_pages_are_fetched_as_they_are_needed(puppet: Puppet, client: farshore.Client) -> None:
    puppet.script = [says(200, {"items": [TABLE], "next": "c1"}), says(200, {"items": [TABLE], "next": None})]

    tables = client.tables.list(mine=True, game="faraway")

    assert next(tables).id == "t7"
    assert puppet.calls[0].params == {"mine": "true", "game": "faraway"}
    assert len(puppet.calls) == 1
    assert len(list(tables)) == 1
    assert puppet.calls[1].params["cursor"] == "c1"


@pytest.mark.parametrize("trouble", [hangs_up, breaks_off, says(502), says(503)])
def test_when_one_process_goes_down_the_next_is_asked_at_once(pauses: list[float], trouble: object) -> None:
    one, two = Puppet(), Puppet()
    one.script = [trouble]  # type: ignore[list-item]
    two.script = [says(200, {"items": []}), says(200, {"items": []})]
    client = farshore.Client(f"{one.url}/v1, {two.url}", timeout=30)

    assert client.games.list() == client.games.list() == ()

    assert (len(one.calls), len(two.calls), pauses) == (1, 2, [])
    one.close()
    two.close()


def test_only_when_all_are_gone_the_client_waits(pauses: list[float]) -> None:
    one, two = Puppet(), Puppet()
    one.script, two.script = [says(503), says(200, {"items": []})], [says(503)]
    client = farshore.Client(f"{one.url},{two.url}", timeout=30)

    assert client.games.list() == ()

    assert (len(one.calls), len(two.calls), len(pauses)) == (2, 1, 1)
    one.close()
    two.close()


def test_what_may_not_be_said_twice_is_not_said_to_another_process(pauses: list[float]) -> None:
    one, two = Puppet(), Puppet()
    one.script = [hangs_up]
    client = farshore.Client(f"{one.url},{two.url}", timeout=30)

    with pytest.raises(farshore.Unreachable):
        at(client).vote("pause")

    assert two.calls == []
    one.close()
    two.close()


def test_no_address_at_all_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="base_url"):
        farshore.Client(" , ")
