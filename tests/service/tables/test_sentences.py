"""With `?words=true`, options and events come with finished sentences, in the language of the reader."""

from __future__ import annotations

import json

import pytest

from service.stores import Stores
from tests.service.people import NDJSON, Person
from tests.service.table import BOT, ME, open_decisions, open_table, play_bots, play_out, put, started


def events(person: Person, table: str, language: str = "en") -> list[dict[str, object]]:
    reply = person.get(
        f"/tables/{table}/events?after=0&words=true",
        headers={"Accept": "application/json", "Accept-Language": language},
    )
    return list(reply.json["items"])


@pytest.mark.parametrize("path", ["view", "decisions"])
def test_each_option_says_what_it_means(ada: Person, path: str) -> None:
    table = started(ada, bots=1)

    reply = ada.get(f"/tables/{table}/{path}?words=true").json
    [decision] = reply["decisions" if path == "view" else "items"]

    assert set(decision["texts"]) == set(decision["options"])
    assert all(text.startswith("region ") and "—" in text for text in decision["texts"].values())


def test_without_asking_for_words_there_are_none(ada: Person) -> None:
    table = started(ada, bots=1)

    assert all("texts" not in decision for decision in open_decisions(ada, table))
    plain = ada.get(f"/tables/{table}/events?after=0", headers={"Accept": "application/json"}).json["items"]
    assert all("text" not in event for event in plain)


@pytest.mark.parametrize(("language", "sentence"), [("en", "Ada explores region"), ("fr", "Ada explore la Région")])
def test_events_are_sentences_with_names(ada: Person, stores: Stores, language: str, sentence: str) -> None:
    table = str(open_table(ada, [ME, BOT], start="full")["id"])
    play_bots(stores)
    [decision] = open_decisions(ada, table)
    put(ada, table, decision["id"], decision["options"][0])
    play_bots(stores)

    told = [event["text"] for event in events(ada, table, language) if event["type"] == "story"]

    assert any(str(text).startswith(sentence) for text in told), told


def test_talk_and_what_happens_around_the_game_are_sentences_too(ada: Person, ben: Person) -> None:
    table = str(open_table(ada, [ME, {"kind": "open"}])["id"])
    ben.put(f"/tables/{table}/seats/1", json={})
    ben.post(f"/tables/{table}/talk", json={"text": "Good luck!"})
    ada.post(f"/tables/{table}/start")

    texts = {event["type"]: event["text"] for event in events(ada, table)}

    assert texts["seat"] == "Ben joins."
    assert texts["talk"] == "Ben: “Good luck!”"
    assert texts["started"] == "The game begins."
    assert texts["decision-opened"] is None


def test_a_stream_has_them_too(ada: Person, stores: Stores) -> None:
    table = started(ada, bots=1)
    play_out(stores, table, [ada])
    stream = ada.get(f"/tables/{table}/events?after=0&words=true", headers={"Accept": NDJSON})

    texts = {event["type"]: event.get("text") for event in map(json.loads, stream.get_data().splitlines()) if event}

    assert str(texts["finished"]).startswith("The game is over: ")


def test_the_page_has_what_was_said_and_who_has_to_decide(ada: Person, ben: Person) -> None:
    table = str(open_table(ada, [ME, {"kind": "open"}])["id"])
    ben.put(f"/tables/{table}/seats/1", json={})
    ada.post(f"/tables/{table}/start")
    ben.post(f"/tables/{table}/talk", json={"text": "I like the river."})
    [decision] = open_decisions(ada, table)
    put(ada, table, decision["id"], decision["options"][0])

    text = ada.get(f"/tables/{table}/view", headers={"Accept": "text/plain"}).get_data(as_text=True)

    assert "Waiting for Ben." in text
    ben_reads = ben.get(f"/tables/{table}/view", headers={"Accept": "text/plain"}).get_data(as_text=True)
    assert "Ben: “I like the river.”" in ben_reads
