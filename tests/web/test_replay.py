"""Replays in a browser: every step as any seat, links, autoplay, transcripts, and files."""

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from service.games import REGISTRY
from tests.web.builders.calls import run_calls, sign_in
from tests.web.conftest import Open, Shot
from tests.web.test_faraway import PHONE
from tools.service_process import Service
from tools.web_matrix.player import SEATS, fits, register

OPTIONS = {"mountains_of_madness": {"mode": "relaxed"}}
THOUGHT = "The river pays three at night. <b>I take it.</b>"


def short_game(service: Service, token: str, game: str, answers: int = 6, level: str = "random") -> str:
    """A game that ends after a few answers, each with notes, because the player gives up."""
    bots = [{"kind": "bot", "level": level}] * (SEATS[game] - 1)
    body = {"game": game, "seats": [{"kind": "me"}, *bots], "options": OPTIONS.get(game, {}), "start": "full"}
    table = str(service.call("POST", "/v1/tables", body, token)[1]["id"])
    for _ in range(answers):
        for one in decisions(service, token, table):
            notes = {"lines": [{"role": "user", "content": "Choose."}, {"role": "assistant", "content": THOUGHT}]}
            assert service.call("PUT", f"/v1/tables/{table}/transcript/{one['id']}", notes, token)[0] == 200
            picks = {"picks": one["options"][: one["least"]]}
            service.call("PUT", f"/v1/tables/{table}/decisions/{one['id']}/answer", picks, token)
    service.call("POST", f"/v1/tables/{table}/forfeit", None, token)
    for _ in range(1200):
        if service.call("GET", f"/v1/tables/{table}", None, token)[1]["status"] == "finished":
            return table
        time.sleep(0.1)
    raise AssertionError("the game does not end")


def decisions(service: Service, token: str, table: str) -> list[dict[str, object]]:
    """What is open for the player, as soon as something is; nothing if the game is over."""
    for _ in range(600):
        found = service.call("GET", f"/v1/tables/{table}/decisions", None, token)[1].get("items", [])
        if found or service.call("GET", f"/v1/tables/{table}", None, token)[1]["status"] != "running":
            return list(found)
        time.sleep(0.05)
    raise AssertionError("nothing is asked")


def count(page: Page) -> tuple[int, int]:
    at, of = page.locator(".step-count").inner_text().split("/")
    return int(at), int(of)


@pytest.mark.parametrize("game", sorted(REGISTRY))
def test_every_step_of_a_game_is_shown_as_any_seat(open_page: Open, service: Service, shot: Shot, game: str) -> None:
    page = open_page()
    table = short_game(service, register(page, service), game)
    page.goto(f"/replay/{table}")
    expect(page.locator(".replay-move")).to_have_text("The deal")
    of = count(page)[1]
    assert of >= 2
    for _ in range(min(of, 12)):
        page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "of => document.querySelector('.step-count').textContent.startsWith(of)", arg=f"{min(of, 12)} "
    )
    expect(page.locator(".replay-move")).not_to_have_text("The deal")
    for viewer in [str(seat) for seat in range(SEATS[game])] + ["spectator"]:
        page.get_by_label("Seen by").select_option(viewer)
        expect(page).to_have_url(re.compile(f"as={viewer}" if viewer != "spectator" else r"step=\d+$"))
        expect(page.locator(".board")).not_to_contain_text("Something went wrong")
    shot(page, f"replay-{game}")
    page.keyboard.press("End")
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    page.keyboard.press("PageUp")
    expect(page.locator(".step-count")).to_have_text(f"{max(0, of - 10)} / {of}")
    page.keyboard.press("Home")
    expect(page.locator(".replay-move")).to_have_text("The deal")
    # On a phone too: all buttons in the window, and nothing sideways.
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".step-count")).to_have_text(f"{of} / {of}")
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".step-count")).to_have_text(f"1 / {of}")
    for button in page.locator(".replay-bar button").all():
        expect(button).to_be_in_viewport()
    assert fits(page)


def test_a_link_leads_to_a_step_as_a_seat_saw_it(open_page: Open, service: Service) -> None:
    page, other = open_page(), open_page()
    table = short_game(service, register(page, service), "faraway")
    other.goto(f"/replay/{table}#step=3&as=0")
    expect(other.locator(".step-count")).to_have_text(re.compile("^3 / "))
    expect(other.get_by_label("Seen by")).to_have_value("0")
    expect(other.get_by_role("group", name="hand")).to_be_visible()
    other.get_by_role("slider", name="Step").focus()
    other.keyboard.press("ArrowRight")
    expect(other).to_have_url(re.compile("step=4&as=0$"))
    other.goto(f"/replay/{table}#step=999&as=77")
    expect(other.get_by_role("region", name="Result")).to_be_visible()


def test_the_step_that_is_shown_is_a_call_of_the_api(open_page: Open, service: Service, tmp_path: Path) -> None:
    token = str(service.call("POST", "/v1/players", {"name": "Ada"})[1]["token"])
    table = short_game(service, token, "faraway", 2)
    page = sign_in(open_page, f"/replay/{table}#step=3&as=1", token)
    expect(page.locator(".step-count")).to_have_text(re.compile("^3 / "))
    done = run_calls(page, "Watch the replay", token, tmp_path)
    step = json.loads(done["getReplayStep"][0])
    assert (step["step"], step["view"]["me"]["seat"]) == (3, 1)
    assert len(json.loads(done["getReplay"][0])["answers"]) == count(page)[1]
    assert done["getTranscript"][1] == ""


def test_autoplay_goes_on_to_the_end_and_stops(open_page: Open, service: Service) -> None:
    page = open_page()
    page.goto(f"/replay/{short_game(service, register(page, service), 'faraway', 1)}")
    expect(page.locator(".step-count")).to_have_text(re.compile("^0 / "))
    of = count(page)[1]
    page.goto(f"{page.url.partition('#')[0]}#step={of - 2}")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_what_was_said_is_shown_in_words_and_signals(open_page: Open, service: Service) -> None:
    page = open_page(**PHONE)
    table = short_game(service, register(page, service), "mountains_of_madness", level="guide")
    answers = service.call("GET", f"/v1/tables/{table}/replay")[1]["answers"]
    said = next(n for n, one in enumerate(answers, 1) if one["kind"] == "say" and one["picks"][-1].startswith("{"))
    page.goto(f"/replay/{table}#step={said}")
    move = page.locator(".replay-move")
    expect(move.locator(".mm-signals")).to_be_visible()
    expect(move).not_to_contain_text("{")
    # A phone zooms out as soon as anything is wider than its screen.
    assert page.evaluate("() => innerWidth") == PHONE["viewport"]["width"]


def test_what_a_player_noted_stands_beside_its_moves(open_page: Open, service: Service, shot: Shot) -> None:
    page, watcher = open_page(), open_page()
    table = short_game(service, register(page, service), "faraway", 2)
    steps = service.call("GET", f"/v1/tables/{table}/replay")[1]["answers"]
    step = next(n for n, one in enumerate(steps, 1) if one["seat"] == 0)
    watcher.goto(f"/replay/{table}#step={step}")
    thoughts = watcher.get_by_role("region", name="What it thought")
    expect(thoughts).to_contain_text(THOUGHT)
    expect(thoughts.locator("b")).to_have_count(0)
    shot(watcher, "replay-thoughts")
    other = next(n for n, one in enumerate(steps, 1) if one["seat"] == 1)
    watcher.goto(f"/replay/{table}#step={other}")
    expect(thoughts).to_contain_text("Nothing was noted about this move.")


def test_a_replay_is_saved_as_a_file_and_opened_elsewhere(
    open_page: Open, service: Service, shot: Shot, tmp_path: Path
) -> None:
    page, other = open_page(), open_page("/")
    table = short_game(service, register(page, service), "golden_compass", 3)
    page.goto(f"/replay/{table}")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the replay as a file").click()
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    other.get_by_role("link", name="Open a replay").click()
    shot(other, "replay-open")
    other.locator("input[type=file]").set_input_files(path)
    expect(other.get_by_text(re.compile(r"Verified: all \d+ answers were played again"))).to_be_visible()
    assert table not in other.url
    expect(other.locator(".step-count")).to_have_text(f"0 / {count(page)[1]}")

    # A file that was changed is refused, and so is one that is no replay.
    changed = json.loads(path.read_text())
    changed["answers"][1]["picks"] = ["no-such-card"]
    path.write_text(json.dumps(changed))
    other.goto("/replay")
    other.locator("input[type=file]").set_input_files(path)
    expect(other.locator(".toast.problem")).to_be_visible()
    path.write_text("not JSON")
    other.locator("input[type=file]").set_input_files(path)
    expect(other.get_by_text("This file is not a replay.")).to_be_visible()
