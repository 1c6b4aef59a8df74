"""The SDK against the real service: whole games with others, and what follows them."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from itertools import islice
from pathlib import Path

import farshore
import pytest
from farshore import request, streams, tables

from tests.conftest import free_port
from tests.sdk.conftest import Unlimited


def play(table: farshore.Table) -> None:
    """Play the first thing that is allowed, to the end."""
    for turn in table.turns():
        turn.answer(turn.decision.options[: turn.decision.least])


@pytest.mark.parametrize(("seats", "options"), [(2, {"advanced": True}), (6, None)])
def test_a_whole_game_against_bots(ada: farshore.Client, seats: int, options: dict[str, bool] | None) -> None:
    table = ada.tables.open("faraway", seats=seats, bots=seats - 1, level="random", options=options)

    play(table)

    assert table.status == "finished"
    assert table.result is not None
    assert sorted(table.result.places) == list(range(1, seats + 1))
    assert all(len(player["row"]) == 8 for player in table.view().view["players"])
    assert table.refresh().facts.seed


def test_a_turn_whose_question_has_passed_asks_again_instead_of_failing(ada: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=2, bots=1, level="random")
    answered: list[str] = []
    for turn in table.turns():
        if not answered:
            # A second window of the same player is faster.
            ada.tables.get(table.id).answer(turn.decision, turn.decision.options[0])
            turn.answer(turn.decision.options[1])
        else:
            turn.answer(turn.decision.options[: turn.decision.least])
        answered.append(turn.decision.id)

    assert table.status == "finished"
    assert len(set(answered)) == len(answered)
    with pytest.raises(farshore.Closed):
        # The card that was really played would be the same answer once more, and welcome.
        table.answer(answered[0], "no such card")


def test_two_people_a_bot_and_a_spectator(ada: farshore.Client, ben: farshore.Client, url: str) -> None:
    table = ada.tables.open("faraway", seats=3, bots=1, level="random")
    mine = ben.tables.get(table.id).take_seat(2)
    assert mine.my_seat == 2
    heard: list[farshore.Event] = []
    looking_on = threading.Thread(
        target=lambda: heard.extend(farshore.Client(url).tables.get(table.id).events(after=0))
    )
    looking_on.start()
    table.start()

    playing = threading.Thread(target=play, args=(mine,))
    playing.start()
    play(table)
    playing.join(90)
    looking_on.join(90)

    assert mine.result == table.result
    first, *rest = heard
    assert first.type == "snapshot"
    assert [event.seq for event in rest] == list(range(1, len(rest) + 1))
    assert rest[-1].type == "finished"
    assert not any(event.type == "decision-opened" for event in rest)


def test_follow_is_all_a_bot_needs(ada: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=2, bots=1, level="random")

    for now in table.follow():
        for question in now.decisions:
            table.answer(question, question.options[: question.least])

    assert now.over
    assert now.result == table.result


def test_answers_are_checked_refused_and_repeated(ada: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=2, bots=1, level="random", deal="the-same-cards")
    [question] = table.decisions()
    assert table.facts.practice
    assert table.decision(question) == table.decision(question.id)

    assert table.check(question, question.options[0])
    with pytest.raises(farshore.Illegal) as illegal:
        table.check(question, question.options)
    assert illegal.value.params["reason"] == "wrong-number-of-picks"
    with pytest.raises(farshore.Illegal) as illegal:
        table.answer(question, ["no-such-card"])
    assert illegal.value.decisions[0].id == question.id

    update = table.answer(question, question.options[0])
    again = table.answer(question, [question.options[0]])
    assert again.seq >= update.seq
    with pytest.raises(farshore.Conflict) as closed:
        table.answer(question, question.options[1])
    assert closed.value.code in ("closed", "final")


def test_a_message_is_checked_before_it_is_said(ada: farshore.Client) -> None:
    table = ada.tables.open("mountains_of_madness", seats=3, bots=2, level="random", options={"first_leader": 0})

    assert table.check_say("Up the left side?")
    with pytest.raises(farshore.Illegal) as illegal:
        table.check_say("I have 4 tools")
    assert illegal.value.params["reason"] == "no-card-talk"


def test_prompts_and_refusals_come_in_french(ada: farshore.Client, url: str) -> None:
    french = farshore.Client(url, token=ada.token, language="fr")
    table = french.tables.open("faraway", seats=2, bots=1, level="random")

    assert table.decisions()[0].prompt.startswith("Quelle Région")
    with pytest.raises(farshore.NotFound) as refused:
        french.tables.get("nowhere")
    with pytest.raises(farshore.NotFound) as no:
        ada.tables.get("nowhere")
    assert refused.value.detail != no.value.detail


def test_the_rules_come_in_both_languages(ada: farshore.Client) -> None:
    english, french = ada.games.rules("faraway", "en"), ada.games.rules("faraway", "fr")

    assert "#" in english
    assert "#" in french
    assert english != french


def test_talk_votes_and_a_rematch(ada: farshore.Client, ben: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=2)
    theirs = ben.tables.get(table.id).take_seat(1)
    table.start()

    assert table.talk().rooms[0]["may_speak"]
    said = table.say("Good luck!")
    assert said.data["text"] == "Good luck!"
    assert table.vote("abort").status == "running"
    assert theirs.vote("abort").status == "aborted"
    assert [event.type for event in theirs.events(after=said.seq)][-1] == "aborted"

    again = table.rematch()
    assert again.id != table.id
    assert again.game == "faraway"


def test_invitations_need_their_code(ada: farshore.Client, ben: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=["me", "invite"], visibility="unlisted")

    with pytest.raises(farshore.Forbidden) as refused:
        ben.tables.get(table.id).take_seat(1)
    assert refused.value.code == "wrong-code"
    theirs = ben.tables.get(table.id).take_seat(1, table.facts.invite_code)
    assert theirs.my_seat == 1
    theirs.leave_seat()
    assert table.refresh().seats[1].kind != "player"
    table.delete()
    with pytest.raises(farshore.NotFound):
        table.refresh()


def test_an_invitation_may_be_declined(ada: farshore.Client, ben: farshore.Client) -> None:
    guest = ben.me.get().player
    assert guest is not None
    table = ada.tables.open("faraway", seats=["me", {"kind": "invite", "player": guest.id}], visibility="unlisted")

    ben.tables.get(table.id).leave_seat(1)

    assert table.refresh().seats[1].kind == "open"


def test_the_account_stream_tells_whose_turn_it_is(ada: farshore.Client) -> None:
    events = ada.events()
    assert next(events).type == "snapshot"

    table = ada.tables.open("faraway", seats=2, bots=1, level="random")

    asked = next(event for event in islice(events, 5) if event.type == "your-decision")
    assert asked.table == table.id
    assert asked.data["kind"] == "explore"


def test_a_replay_can_be_looked_at_and_handed_in(ada: farshore.Client, ben: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=2, bots=1, level="random")
    with pytest.raises(farshore.Conflict) as refused:
        table.replay()
    assert refused.value.code == "not-finished"
    play(table)

    replay = table.replay()
    middle = table.replay_step(10, seat=1)
    assert middle.view["me"]["seat"] == 1
    assert table.replay_step(10).view["me"] is None
    assert middle.of == len(replay["answers"])

    copy = ben.replays.upload(replay)
    assert copy.result == table.result
    replay["answers"][5]["picks"] = ["no-such-card"]
    with pytest.raises(farshore.Invalid):
        ben.replays.upload(replay)


def test_tokens_are_made_listed_and_taken_back(ada: farshore.Client, url: str) -> None:
    made = ada.me.tokens.create(scopes=["read"], label="a screen on the wall")
    assert made.token
    wall = farshore.Client(url, token=made.token)
    assert wall.me.get().scopes == ("read",)
    with pytest.raises(farshore.Forbidden) as refused:
        wall.tables.open("faraway", seats=2)
    assert refused.value.code == "wrong-scope"
    assert made.id in [token.id for token in ada.me.tokens.list()]

    ada.me.tokens.delete(made)
    with pytest.raises(farshore.Unauthorized):
        wall.me.get()


def test_the_shelf_and_the_state_of_the_house(ada: farshore.Client) -> None:
    [faraway] = [game for game in ada.games.list() if game.name == "faraway"]
    assert "greedy" in faraway.bots
    assert ada.games.get("faraway").view
    assert ada.games.text("faraway", "fr")["name"]
    assert len(ada.games.cards("faraway")["regions"]) == 68
    assert ada.problems.get("closed")["status"] == 409
    assert len(ada.problems.list()) > 20
    assert ada.health.alive()
    assert ada.health.ready()
    assert ada.health.time()["epoch_ms"] > 0
    assert ada.health.openapi()["info"]["title"] == "Farshore"
    assert "# " in ada.health.metrics()


def test_tables_are_listed_page_by_page(ada: farshore.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = [ada.tables.open("faraway", seats=2).id for _ in range(3)]

    assert [table.id for table in ada.tables.list(mine=True, status="open", limit=2)] == opened[:0:-1]
    monkeypatch.setattr(tables, "PAGE", 1)
    assert [table.id for table in ada.tables.list(mine=True, status="open", limit=3)] == opened[::-1]


def test_following_events_keeps_the_table_current(ada: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=2, bots=1, level="random", start="owner")
    watched = ada.tables.get(table.id)
    seen = []
    for event in watched.events():
        seen.append((event.type, watched.status))
        for decision in table.decisions():
            table.answer(decision, decision.options[: decision.least])

    assert seen[-1] == ("finished", "finished")
    assert watched.result == table.refresh().result
    assert watched.facts.waiting == ()


def test_a_code_leads_to_a_table_and_a_replay_to_its_steps(ada: farshore.Client, ben: farshore.Client) -> None:
    table = ada.tables.open("faraway", seats=2)
    found, free = ben.tables.invited(str(table.facts.raw["invite_code"]))
    assert (found.id, free) == (table.id, (1,))

    over = ada.tables.open("faraway", seats=2, bots=1, level="random")
    for turn in over.turns():
        turn.answer(turn.decision.options[:1])
    steps = list(over.replay_steps(first=2, seat=0))
    assert steps[0] == over.replay_step(2, seat=0)
    assert steps[-1].step == steps[-1].of


def test_a_game_and_its_audience_outlive_a_restart_of_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    # Knock more often than in real life, for as long: the test should not sleep longer than the service is away.
    monkeypatch.setattr(request, "LONGEST_PAUSE_S", 0.5)
    monkeypatch.setattr(streams, "RECONNECTS", 200)
    with tempfile.TemporaryDirectory(prefix="farshore-sdk-") as folder:
        service = Unlimited(Path(folder), free_port())
        service.start()
        try:
            client = farshore.Client(service.at, retries=200)
            client.register("Ada")
            table = client.tables.open("faraway", seats=2, bots=1, level="random")
            heard: list[farshore.Event] = []
            looking_on = threading.Thread(
                target=lambda: heard.extend(farshore.Client(service.at).tables.get(table.id).events(after=0))
            )
            looking_on.start()

            for place, turn in enumerate(table.turns()):
                if place == 5:
                    # The stream breaks and the answer is refused a connection, and neither is lost.
                    os.killpg(service.process.pid, signal.SIGKILL)
                    service.process.communicate()
                    threading.Timer(0.5, service.start).start()
                turn.answer(turn.decision.options[: turn.decision.least])
            looking_on.join(60)

            assert table.status == "finished"
            _, *rest = heard
            assert [event.seq for event in rest] == list(range(1, len(rest) + 1))
            assert rest[-1].type == "finished"
        finally:
            service.end()


def test_an_account_is_closed_for_good(url: str, ada: farshore.Client) -> None:
    client = farshore.Client(url)
    token = client.register("Somebody").token
    table = client.tables.open("faraway", seats=["me", "open"])

    assert client.me.export()["player"]["name"] == "Somebody"
    code = client.me.new_recovery_code()
    token = client.players.recover(code).token

    assert all(one["why"] for one in client.me.delete())

    assert client.token is None
    with pytest.raises(farshore.Unauthorized):
        farshore.Client(url, token=token).me.get()
    with pytest.raises(farshore.NotFound):
        ada.tables.get(table.id)
