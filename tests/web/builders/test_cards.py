"""The galleries of all five games, and each card's page with its statistics from real finished games."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.builders.calls import percent, run_calls
from tests.web.builders.conftest import BOTS
from tests.web.conftest import Open, Shot
from tools.service_process import Service

# Cards that are printed alike are shown once.
DRAWN = {"faraway": 113, "golden_compass": 90}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", sorted(BOTS))
def test_a_gallery_has_every_card_with_name_and_text(
    open_page: Open, service: Service, played: int, shot: Shot, game: str, language: str
) -> None:
    page = open_page(f"/cards/{game}", language=language)
    cards = service.call("GET", f"/v1/games/{game}/text/{language}")[1]["cards"]
    shown = page.locator(".gallery-card")
    expect(shown.first).to_be_visible()
    facts = {json.dumps(card, sort_keys=True) for card in cards.values()}
    # What is counted without being a card, like a kind of set, is shown behind the cards, without a text.
    counted = {item["card"] for item in service.call("GET", f"/v1/games/{game}/explorer")[1]["items"]}
    # Alike cards of different kinds are different entries.
    assert len(facts) <= shown.count() <= len(cards.keys() | counted)
    # French has a space before ; and : that does not break.
    texts = {text.replace("\xa0", " ") for text in page.locator(".gallery-card > .hint").all_text_contents()}
    assert texts - {""} == {card["text"] for card in cards.values()}
    assert page.locator(".card-face").count() >= DRAWN.get(game, 0)
    shot(page, f"cards-{game}-{language}")


def test_cards_are_searched_grouped_and_ordered(open_page: Open, service: Service, played: int) -> None:
    page = open_page("/cards")
    page.get_by_role("link", name="Not Alone").click()
    shown = page.locator(".gallery-card")
    page.get_by_label("Kind of card").select_option(label="Places")
    expect(shown).to_have_count(20)
    page.get_by_label("Search the cards").fill("lair creature")
    expect(shown).to_have_count(1)
    expect(page.get_by_text("One card", exact=True)).to_be_visible()
    page.get_by_label("Search the cards").fill("")
    page.get_by_label("Order").select_option("taken")
    page.get_by_text("Which games are counted").click()
    page.get_by_label("Decision").select_option("explore")
    # What the page was told: games of other tests may end meanwhile.
    with page.expect_response(lambda response: "/explorer?" in response.url and "sensible" in response.url) as told:
        page.get_by_label("Bot level").select_option("sensible")
    items = told.value.json()["items"]
    places = {place["id"] for place in service.call("GET", "/v1/games/not_alone/cards")[1]["places"]}
    best = max(item["taken"] / item["offered"] for item in items if item["card"] in places)
    expect(shown.first.locator(".card-numbers")).to_contain_text(f"({percent(best)})")


def test_the_page_of_a_card_shows_its_statistics_in_numbers(
    open_page: Open, service: Service, played: int, shot: Shot
) -> None:
    items = service.call("GET", "/v1/games/faraway/explorer?kind=take-region")[1]["items"]
    card = max(items, key=lambda item: (item["takers"], item["card"]))["card"]
    page = open_page("/cards/faraway")
    # What the page is told: games of other tests may end meanwhile.
    with page.expect_response(re.compile(rf"/explorer/{card}\b")) as told:
        page.goto(f"/cards/faraway/{card}")
    [total] = [row for row in told.value.json()["kinds"] if row["kind"] == "take-region"]
    region = page.get_by_role("region", name="Take a region")
    expect(region).to_contain_text(f"Offered in {total['offered']} decisions and taken in {total['taken']}")
    for rate in ("take_rate", "win_rate"):
        value = total[rate]
        expect(region).to_contain_text(f"{percent(value['value'])} ({percent(value['low'])}–{percent(value['high'])})")
    groups = told.value.json()["groups"]
    levels = [group for group in groups if group["kind"] == "take-region"]
    expect(region.get_by_role("table").get_by_role("row")).to_have_count(len(levels) + 1)
    shot(page, "cards-card")
    page.get_by_role("link", name="Next card").click()
    expect(page).not_to_have_url(f"/cards/faraway/{card}")
    expect(page.locator(".card-face")).to_be_visible()


def test_a_card_without_games_and_a_card_that_does_not_exist(open_page: Open, service: Service) -> None:
    page = open_page("/cards/new_lands/city_consonople")
    expect(page.get_by_text("This card was not offered")).to_be_visible()
    page = open_page("/cards/new_lands/nothing", expected="404")
    expect(page.get_by_role("main")).to_contain_text("does not exist")


def test_copied_calls_of_cards_work(open_page: Open, service: Service, played: int, tmp_path: Path) -> None:
    page = open_page("/cards/not_alone")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_text("Which games are counted").click()
    page.get_by_label("Number of players").select_option("2")
    page.get_by_label("Bot level").select_option("sensible")
    done = run_calls(page, "Cards", "unused", tmp_path)
    assert set(done) == {"getCards", "getText", "getExplorer"}
    assert "The Lair" in done["getText"][1]
    card = json.loads(done["getExplorer"][0])["items"][0]
    page.goto(f"/cards/not_alone/{card['card']}")
    done = run_calls(page, "Statistics", "unused", tmp_path)
    assert json.loads(done["getCardStatistics"][0])["card"] == card["card"]
    assert "sensible" in done["getCardStatistics"][1]
