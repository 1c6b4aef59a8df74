"""Faraway in the browser: whole games by click and by keyboard, on a desk and on a phone, alone and together."""

import re

from playwright.sync_api import expect

from tests.web.conftest import Open, Shot
from tools.service_process import Service
from tools.web_matrix.player import fits, play, register, sit_down

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def test_the_first_move_takes_three_clicks_from_the_lobby(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Play Faraway against bots").click()
    page.get_by_role("group", name="hand").get_by_role("button").first.click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("log")).to_contain_text("Guest explores")


def test_a_whole_game_by_keyboard_ends_with_a_score_sheet_and_a_verified_seed(
    open_page: Open, service: Service, shot: Shot
) -> None:
    page = open_page()
    page.goto(f"/t/{sit_down(page, service, 'faraway', 3, deal='keyboard')}")
    for _ in range(80):
        page.wait_for_selector("form.question, .ending")
        if page.locator(".ending").count():
            break
        question = page.locator("form.question").first.get_attribute("data-question")
        page.keyboard.press("1")
        expect(page.locator("[data-option][aria-pressed=true]")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator(f'[data-question="{question}"]')).to_have_count(0)
    shot(page, "faraway-end")
    result = page.get_by_role("region", name="Result")
    expect(result.get_by_role("heading", name=re.compile("wins|You won"))).to_be_visible()
    result.get_by_text("The deal was fixed before the first card was dealt").click()
    expect(result.get_by_text("Published at the start")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()


def test_a_whole_game_in_french_on_a_phone_never_scrolls_sideways(
    open_page: Open, service: Service, shot: Shot
) -> None:
    page = open_page(language="fr", **PHONE)
    page.goto(f"/t/{sit_down(page, service, 'faraway', 3, options={'advanced': True})}")
    page.get_by_text("Gardez trois").first.wait_for()
    shot(page, "faraway-phone-fr")
    assert fits(page)
    answered = play(page)
    assert {"keep-regions", "explore", "take-region"} <= set(answered)
    assert fits(page)
    expect(page.get_by_role("button", name="Rejouer")).to_be_visible()
    shot(page, "faraway-phone-fr-end")


def test_all_of_a_table_is_in_sight_on_a_small_laptop(open_page: Open, service: Service) -> None:
    page = open_page(viewport={"width": 1280, "height": 720})
    page.goto(f"/t/{sit_down(page, service, 'faraway', 3, deal='laptop')}")
    page.get_by_role("button", name="Confirm").wait_for()
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 720


def test_a_choice_survives_a_change_of_colours(open_page: Open, service: Service) -> None:
    page = open_page()
    page.goto(f"/t/{sit_down(page, service, 'faraway')}")
    chosen = page.get_by_role("group", name="hand").get_by_role("button").first
    chosen.click()
    page.get_by_role("button", name="Dark colours").click()
    expect(page.get_by_role("button", name="Light colours")).to_be_focused()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(chosen).to_have_attribute("aria-pressed", "true")


def test_two_people_and_a_bot_play_at_one_table_and_a_third_person_watches(open_page: Open, service: Service) -> None:
    ada, bea, watcher = open_page(), open_page(), open_page()
    token = register(ada, service)
    body = {
        "game": "faraway",
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "greedy"}],
        "start": "full",
    }
    table = service.call("POST", "/v1/tables", body, token)[1]["id"]
    ada.goto(f"/t/{table}")
    expect(ada.get_by_text("One seat is still free")).to_be_visible()
    bea.goto(f"/join/{table}")
    bea.get_by_label("Your name").fill("Béa")
    bea.get_by_role("button", name="Sit down").click()
    expect(ada.get_by_role("group", name="hand")).to_be_visible()
    watcher.goto(f"/t/{table}")
    expect(watcher.get_by_text("You are watching this table.")).to_be_visible()
    ada.get_by_label("Message to the table").fill("Good luck!")
    ada.keyboard.press("Enter")
    for page in (bea, watcher):
        expect(page.get_by_role("log")).to_contain_text("Good luck!")
    # A half-made choice survives what others do.
    ada.keyboard.press("Escape")
    chosen = bea.get_by_role("group", name="hand").get_by_role("button").first
    chosen.click()
    ada.get_by_role("group", name="hand").get_by_role("button").first.dblclick()
    expect(bea.locator(".fw-traveller", has_text="Ada")).to_contain_text("has chosen")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    play(ada, bea)
    expect(watcher.get_by_role("region", name="Result")).to_be_visible()


def test_all_tabs_of_a_browser_share_one_stream(open_page: Open, service: Service) -> None:
    page = open_page()
    table = sit_down(page, service, "faraway")
    tabs = [page, *(page.context.new_page() for _ in range(8))]
    for tab in tabs:
        tab.goto(f"/t/{table}")
        tab.get_by_role("button", name="Confirm").wait_for()
    page.get_by_role("group", name="hand").get_by_role("button").first.dblclick()
    for tab in tabs:
        expect(tab.get_by_role("log")).to_contain_text("Ada explores")


def test_a_card_flies_from_the_hand_to_the_row(open_page: Open, service: Service) -> None:
    page = open_page(reduced_motion="no-preference")
    page.add_init_script(
        """
        const start = document.startViewTransition;
        globalThis.flights = [];
        document.startViewTransition = function (change) {
          const transition = start.call(document, change);
          transition.ready.then(() => flights.push("flew"), (error) => flights.push(String(error)));
          return transition;
        };
        """
    )
    page.goto(f"/t/{sit_down(page, service, 'faraway')}")
    page.get_by_role("group", name="hand").get_by_role("button").first.dblclick()
    page.wait_for_function("() => flights.includes('flew')")


def test_rules_open_at_the_paragraph_of_the_question_and_cards_open_large(open_page: Open, service: Service) -> None:
    page = open_page()
    page.goto(f"/t/{sit_down(page, service, 'faraway')}")
    page.get_by_role("button", name="The rule for this question").click()
    expect(page.locator(".rules .here")).to_contain_text("chooses one region of their hand in secret")
    page.get_by_role("group", name="hand").get_by_role("button").first.click(button="right")
    expect(page.get_by_role("dialog")).to_contain_text("region")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="As text").click()
    expect(page.locator(".as-text")).to_contain_text("The market")


def test_what_lies_over_the_table_on_a_phone_closes_with_escape_and_with_its_button(
    open_page: Open, service: Service
) -> None:
    page = open_page(**PHONE)
    page.goto(f"/t/{sit_down(page, service, 'faraway')}")
    page.get_by_role("button", name="Confirm").wait_for()
    page.keyboard.press("?")
    expect(page.locator(".rules .here")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".rules")).to_be_hidden()
    button = page.get_by_role("button", name="Story")
    button.click()
    expect(page.get_by_role("log")).to_be_visible()
    button.click()
    expect(page.get_by_role("log")).to_be_hidden()


def test_a_finished_game_can_be_replayed_step_by_step_as_any_seat(
    open_page: Open, service: Service, shot: Shot
) -> None:
    page = open_page()
    table = sit_down(page, service, "faraway")
    page.goto(f"/t/{table}")
    play(page)
    page.get_by_role("link", name="Watch the replay").click()
    for _ in range(6):
        page.get_by_role("button", name="One step on").click()
    expect(page.get_by_role("log")).to_contain_text("explores")
    page.get_by_label("Seen by").select_option(label="Ada")
    expect(page.get_by_role("group", name="hand")).to_be_visible()
    shot(page, "replay")
    page.keyboard.press("End")
    expect(page.get_by_role("region", name="Result")).to_be_visible()


def test_the_gallery_shows_all_cards_and_finds_some(open_page: Open, shot: Shot) -> None:
    page = open_page("/cards/faraway")
    expect(page.get_by_role("listitem")).to_have_count(113)
    page.get_by_role("searchbox").fill("night thistle")
    expect(page.locator(".gallery-card:visible").first).to_contain_text("thistle")
    shot(page, "cards")
