"""The history and profiles: every filter of the API, pages, replays, exports, and results of real finished games."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import farshore
from playwright.sync_api import expect

from tests.web.builders.calls import percent, run_calls, sign_in, token_of
from tests.web.builders.conftest import GAMES_OF_ADA
from tests.web.conftest import Open, Shot
from tools.service_process import ROOT, Service


def in_history(service: Service, filters: str = "") -> int:
    """How many finished games fit; other tests play at this service too."""
    return len(service.call("GET", f"/v1/games/history?limit=100&{filters}")[1]["items"])


def test_games_are_found_by_filters_that_stay_in_the_address(
    open_page: Open, service: Service, played: int, shot: Shot
) -> None:
    page = open_page("/history")
    lines = page.locator(".game-line")
    expect(lines).to_have_count(20)
    # What the page is told: games of other tests may end meanwhile.
    with page.expect_response(re.compile("cursor=")) as told:
        page.get_by_role("button", name="More", exact=True).click()
    more = told.value.json()["items"]
    assert 20 + len(more) >= played
    expect(lines).to_have_count(20 + len(more))
    expect(page.get_by_role("button", name="More", exact=True)).to_be_hidden()
    shot(page, "history")
    page.get_by_label("Game", exact=True).select_option("not_alone")
    page.get_by_label("Bot level").select_option("sensible")
    page.get_by_label("Result").select_option("won")
    page.get_by_role("button", name="Search", exact=True).click()
    wanted = service.call("GET", "/v1/games/history?game=not_alone&level=sensible&result=won")[1]["items"]
    expect(lines).to_have_count(len(wanted))
    expect(page).to_have_url(re.compile("result=won"))
    assert parse_qs(urlsplit(page.url).query) == {"game": ["not_alone"], "level": ["sensible"], "result": ["won"]}
    page.reload()
    expect(lines).to_have_count(len(wanted))
    expect(page.get_by_label("Result")).to_have_value("won")
    page.go_back()
    expect(lines).to_have_count(20)


def test_the_form_has_every_filter_of_the_api(open_page: Open, service: Service, played: int) -> None:
    page = open_page("/history")
    page.get_by_text("More filters").click()
    form = page.get_by_role("search")
    document = json.loads((ROOT / "openapi" / "openapi.json").read_text("utf-8"))
    parameters = {
        each["name"] for each in document["paths"]["/v1/games/history"]["get"]["parameters"] if "name" in each
    }
    parameters -= {"cursor", "limit", "Accept-Language"}
    values = {"game": "faraway", "level": "greedy", "status": "finished", "result": "won", "sort": "score"}
    texts = {"since": "2020-01-01", "until": "2099-12-31", "option": "advanced:false", "seats": "2"}
    numbers = {"score_from": "0", "score_to": "500", "length_from": "1", "length_to": "900"}
    names = dict.fromkeys(("player", "opponent", "agent", "version", "model", "role"), "x")
    for name, value in values.items():
        form.locator(f"select[name='{name}']").select_option(value)
    for name, value in {**texts, **numbers, **names}.items():
        form.locator(f"input[name='{name}']").fill(value)
    with page.expect_response(re.compile("/v1/games/history")) as asked:
        form.get_by_role("button", name="Search", exact=True).click()
    assert asked.value.status == 200
    assert parse_qs(urlsplit(asked.value.url).query).keys() - {"limit"} == parameters
    expect(page.get_by_text("No finished game fits.")).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(page.locator(".game-line")).to_have_count(20)


def test_a_line_leads_to_the_replay_and_to_profiles(open_page: Open, service: Service, played: int) -> None:
    page = open_page("/history?game=faraway&level=greedy")
    page.get_by_role("link", name=re.compile("Watch the replay")).first.click()
    expect(page.locator(".replay-bar")).to_be_visible()
    page.go_back()
    page.locator(".game-line").get_by_role("link", name="Greedy").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Greedy")
    profile = service.call("GET", "/v1/profiles/bot/faraway:greedy")[1]
    expect(page.locator(".figures")).to_contain_text(f"{profile['wins']} ({percent(profile['win_rate'])})")
    page.get_by_role("link", name="Finished games").click()
    expect(page.locator(".game-line")).to_have_count(profile["games"])


def test_exports_have_every_game_that_fits(open_page: Open, service: Service, played: int, tmp_path: Path) -> None:
    page = open_page("/history?game=golden_compass")
    for button, fits in (("One line per game", 5), ("One line per decision", None)):
        with page.expect_download() as saved:
            page.get_by_role("button", name=button).click()
        saved.value.save_as(tmp_path / "rows.ndjson")
        rows = [json.loads(line) for line in (tmp_path / "rows.ndjson").read_text("utf-8").splitlines()]
        assert len({row["id"] for row in rows}) == 5
        assert fits is None or len(rows) == fits


def test_the_own_profile_has_results_opponents_streaks_and_consent(
    open_page: Open, service: Service, ada: farshore.Client, played: int, shot: Shot
) -> None:
    page = sign_in(open_page, "/history", str(ada.token))
    page.get_by_role("button", name="Only my games").click()
    expect(page.locator(".game-line")).to_have_count(GAMES_OF_ADA)
    page.get_by_role("link", name="My profile").click()
    profile = ada.profiles.get("player", "me")
    results = page.get_by_role("table", name="By game, players and role")
    expect(results.get_by_role("row").nth(1)).to_contain_text(f"{profile['wins']} / {profile['games']}")
    streak = "Current losing streak" if profile["streaks"]["current"] < 0 else "Current winning streak"
    expect(page.locator(".figures > div", has_text=streak)).to_contain_text(str(abs(profile["streaks"]["current"])))
    opponent = profile["opponents"][0]
    expect(page.locator(".versus").first).to_contain_text(f"{opponent['ahead']} ahead, {opponent['behind']} behind")
    shot(page, "profile")
    with page.expect_response(re.compile("/v1/me/research")):
        page.get_by_role("switch", name="Name me in exports").check()
    assert ada.history.consents()
    page.get_by_role("switch", name="Name me in exports").uncheck()


def test_history_and_profile_in_french_on_a_phone(open_page: Open, service: Service, played: int, shot: Shot) -> None:
    page = open_page("/history?game=not_alone", language="fr", viewport={"width": 390, "height": 844})
    expect(page.locator(".game-line").first).to_contain_text("Raisonnable")
    shot(page, "history-phone-fr")
    page.goto("/profiles/bot/not_alone:sensible")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Raisonnable")
    expect(page.locator(".figures")).to_contain_text("Place moyenne")
    shot(page, "profile-phone-fr")


def test_a_profile_that_does_not_exist_says_so(open_page: Open, service: Service) -> None:
    page = open_page("/profiles/bot/faraway:nobody", expected="404")
    expect(page.get_by_role("main")).to_contain_text("does not exist")


def test_copied_calls_of_the_history_work(open_page: Open, service: Service, played: int, tmp_path: Path) -> None:
    token = token_of(service)
    filters = "game=faraway&seats=2&option=advanced:false"
    page = sign_in(open_page, f"/history?{filters}&sort=score", token)
    # Games of other tests may end between one call and the next.
    least = in_history(service, filters)
    done = run_calls(page, "Games", token, tmp_path)
    scores = [game["best_score"] for game in json.loads(done["getHistory"][0])["items"]]
    assert 5 + GAMES_OF_ADA <= least <= len(scores) <= in_history(service, filters)
    assert scores == sorted(scores, reverse=True)
    assert least <= len(done["getHistory"][1].splitlines()) <= in_history(service, filters)
    page.goto("/history?game=faraway")
    least = in_history(service, "game=faraway")
    run_calls(page, "Export", token, tmp_path)
    games = len((tmp_path / "farshore-games.ndjson").read_text("utf-8").splitlines())
    assert least <= games <= in_history(service, "game=faraway")
    assert len((tmp_path / "farshore-decisions.ndjson").read_text("utf-8").splitlines()) > games
    page.goto("/profiles/bot/faraway:greedy")
    done |= run_calls(page, "Profile", token, tmp_path)
    assert json.loads(done["getProfile"][0])["games"] == in_history(service, "game=faraway&level=greedy") >= 5
    page.goto("/profiles/player/me")
    run_calls(page, "Research", token, tmp_path)
