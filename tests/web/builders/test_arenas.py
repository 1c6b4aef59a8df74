"""Arenas: created by clicks, played by the real worker while the page watches, with ratings, report and games."""

import json
import re
from pathlib import Path
from typing import Any

import farshore
import pytest
from playwright.sync_api import expect

from tests.web.builders.calls import copied, run_calls, run_curl, run_python, show_calls, sign_in, token_of
from tests.web.conftest import Open, Shot
from tools.service_process import Service, soon

SLOW: list[str | dict[str, Any]] = [{"level": "search", "thoughts": 120}, "random"]
"""Entrants whose games take long, so that their arena is still running when it is stopped."""


@pytest.fixture(scope="module")
def finished(service: Service, ada: farshore.Client) -> str:
    """A small public arena that has been played."""
    arena = ada.arenas.open("faraway", ["greedy", "random"], games=8, seed="monday")
    assert ada.arenas.wait(arena.id).status == "finished"
    assert soon(lambda: ada.arenas.get(arena.id).counted is not None)
    return arena.id


def test_an_arena_is_created_watched_and_read(open_page: Open, service: Service, shot: Shot, tmp_path: Path) -> None:
    token = token_of(service)
    page = sign_in(open_page, "/arenas", token)
    page.get_by_role("button", name="New arena").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Game", exact=True).select_option("not_alone")
    form.get_by_label("Game", exact=True).select_option("faraway")
    expect(form.get_by_role("combobox", name="Entrant 1")).to_have_value("level:search")
    form.get_by_role("combobox", name="Entrant 1").select_option("level:greedy")
    form.get_by_role("combobox", name="Entrant 2").select_option("level:random")
    form.get_by_role("button", name="Another entrant").click()
    form.get_by_role("group", name="Entrant 3").get_by_label("Name in this arena").fill("second random")
    form.get_by_label("Number of games").fill("12")
    form.get_by_text("More options").click()
    form.get_by_label("Players at a table").fill("2")
    form.get_by_label("Seed", exact=True).fill("monday")
    form.get_by_role("switch", name=re.compile("Advanced variant")).check()
    shot(page, "arenas-new")
    form.get_by_role("button", name="Start", exact=True).click()
    bar = page.get_by_role("progressbar")
    expect(bar).to_be_visible()
    expect(page.get_by_text("finished", exact=True)).to_be_visible(timeout=120_000)
    arena = farshore.Client(service.at, token=token).arenas.get(page.url.rpartition("/")[2])
    assert bar.get_attribute("aria-valuenow") == str(arena.played) == str(arena.games)
    assert (arena.options["advanced"], arena.seed, arena.seats) == (True, "monday", 2)
    chart = page.get_by_role("table", name="Rating with its 95% interval")
    best = max(arena.ratings, key=lambda rating: rating.mu)
    expect(chart.get_by_role("row").nth(1)).to_contain_text(best.entrant, ignore_case=True)
    expect(chart.get_by_role("row").nth(1)).to_contain_text(f"{best.mu:.1f} ({best.low:.1f}–{best.high:.1f})")
    expect(page.get_by_role("table", name="Share of games won").get_by_role("row")).to_have_count(4)
    shot(page, "arenas-arena")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the games").click()
    saved.value.save_as(tmp_path / "games.ndjson")
    assert len((tmp_path / "games.ndjson").read_text().splitlines()) == arena.games + 1
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the report").click()
    saved.value.save_as(tmp_path / "report.html")
    assert "second random" in (tmp_path / "report.html").read_text("utf-8")
    with page.context.expect_page() as report:
        page.get_by_role("link", name="Open the report").click()
    expect(report.value.get_by_text("second random").first).to_be_visible()


def test_a_running_arena_is_paused_resumed_and_cancelled_by_its_owner_only(open_page: Open, service: Service) -> None:
    token = token_of(service)
    client = farshore.Client(service.at, token=token)
    arena = client.arenas.open("golden_compass", SLOW, games=400)
    page, stranger = sign_in(open_page, f"/arenas/{arena.id}", token), open_page(f"/arenas/{arena.id}")
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(stranger.get_by_text("paused", exact=True)).to_be_visible()
    expect(stranger.get_by_role("button", name="Resume")).to_have_count(0)
    page.get_by_role("button", name="Resume", exact=True).click()
    expect(stranger.get_by_text("running", exact=True)).to_be_visible()
    page.get_by_role("button", name="Cancel the arena", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel the arena").click()
    expect(stranger.get_by_text("cancelled", exact=True)).to_be_visible()
    assert client.arenas.get(arena.id).status == "cancelled"


def test_a_private_arena_is_listed_for_its_owner_and_has_no_page_for_others(open_page: Open, service: Service) -> None:
    token = token_of(service)
    client = farshore.Client(service.at, token=token)
    arena = client.arenas.open("faraway", ["greedy", "random"], games=2, visibility="private")
    owner = sign_in(open_page, "/arenas", token)
    owner.get_by_role("switch", name="Only mine").check()
    expect(owner.locator(".builder-line")).to_have_count(1)
    expect(owner.locator(".builder-line")).to_contain_text("private")
    stranger = open_page(f"/arenas/{arena.id}", expected="404")
    expect(stranger.get_by_role("main")).to_contain_text("does not exist")
    expect(stranger.get_by_role("progressbar")).to_have_count(0)


def test_the_ladder_shows_the_ratings_of_all_public_arenas_in_french(
    open_page: Open, service: Service, finished: str, shot: Shot
) -> None:
    page = open_page("/arenas", language="fr", viewport={"width": 390, "height": 844})
    page.get_by_role("link", name="Classement général").click()
    # The page before has a field of the same name.
    expect(page.get_by_role("heading", level=1)).to_have_text("Classement général")
    page.get_by_label("Jeu").select_option("faraway")
    expect(page.get_by_role("table", name="Faraway").get_by_role("link", name="Glouton").first).to_be_visible()
    expect(page).to_have_url(f"{service.at}/ratings?game=faraway")
    shot(page, "ratings-phone-fr")


def test_copied_calls_of_arenas_work(open_page: Open, service: Service, finished: str, tmp_path: Path) -> None:
    token = token_of(service)
    client = farshore.Client(service.at, token=token)
    page = sign_in(open_page, "/arenas", token)
    done = run_calls(page, "All arenas", token, tmp_path)
    assert finished in done["listArenas"][0]
    page.get_by_role("button", name="New arena").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Number of games").fill("2")
    form.get_by_role("combobox", name="Entrant 1").select_option("level:random")
    form.get_by_label("Name in this arena").first.fill("it's")
    done |= run_calls(page, "New arena", token, tmp_path)
    assert json.loads(done["openArena"][0])["entrants"][0]["name"] == "it's"
    page.goto(f"/arenas/{finished}")
    done |= run_calls(page, "Ratings", token, tmp_path)
    done |= run_calls(page, "Report and games", token, tmp_path)
    assert (tmp_path / f"arena-{finished}.html").read_text("utf-8").startswith("<!doctype html>")
    assert len((tmp_path / f"arena-{finished}.ndjson").read_text("utf-8").splitlines()) == 9
    page.goto("/ratings")
    done |= run_calls(page, "Ladder", token, tmp_path)
    assert "greedy" in done["getRatings"][1]

    arenas = [client.arenas.open("golden_compass", SLOW, games=400).id for _ in range(2)]
    for arena, run, kind in zip(arenas, (run_curl, run_python), ("curl", "Python"), strict=True):
        page.goto(f"/arenas/{arena}")
        assert show_calls(page, "Cancel the arena") == ["pauseArena", "cancelArena"]
        run(copied(page, f"Copy as {kind}", "pauseArena"), token, tmp_path)
        page.reload()
        assert show_calls(page, "Cancel the arena") == ["resumeArena", "cancelArena"]
        run(copied(page, f"Copy as {kind}", "resumeArena"), token, tmp_path)
        run(copied(page, f"Copy as {kind}", "cancelArena"), token, tmp_path)
        assert client.arenas.get(arena).status == "cancelled"
