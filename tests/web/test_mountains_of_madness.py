"""Mountains of Madness in the browser: whole games against the sand with talk, and messages checked before they go."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Open, Shot
from tests.web.test_accessible import serious
from tests.web.test_faraway import PHONE
from tools.service_process import Service
from tools.web_matrix.climber import climb
from tools.web_matrix.player import covered, fits, register, sit_down

GAME = "mountains_of_madness"
KINDS = {
    *("move", "flip", "place", "undone", "leader-window", "give-relic", "search", "close-search", "take-esoteric"),
    *("consequence", "reroll", "return-token", "deal", "raise-limits", "rest"),
}


def table_of(page: Page, service: Service, seats: int = 3, deal: str = "web", **options: Any) -> str:
    """A timed table with bots that talk, this browser's player being the first Leader.

    Tests that are not about the end of the sand have ten minutes.
    """
    token = register(page, service)
    guides = [{"kind": "bot", "level": "guide"}] * (seats - 1)
    wish = {"timer_s": 10, "first_leader": 0, **options}
    body = {"game": GAME, "seats": [{"kind": "me"}, *guides], "start": "full", "options": wish, "deal": deal}
    status, opened = service.call("POST", "/v1/tables", body, token)
    assert status == 201, opened
    page.goto(f"/t/{opened['id']}")
    page.locator("form.question").first.wait_for()
    return str(opened["id"])


def flip(page: Page) -> None:
    """Fly to the first lit tile and flip it."""
    page.locator(".mm-tile[data-option]").first.click()
    page.get_by_role("button", name="Fly to").click()
    page.get_by_role("button", name="Flip the tile").click()
    page.get_by_role("timer", name="timer").wait_for()


def test_a_whole_timed_game_with_talk_by_clicks(open_page: Open, service: Service, shot: Shot) -> None:
    page = open_page()
    table_of(page, service)
    shot(page, "mountains-start")
    answered = climb(page, "please, blue tools", patient=True)
    shot(page, "mountains-end")
    expect(page.get_by_role("region", name="Result")).to_be_visible()
    expect(page.get_by_role("list", name="What everybody suffered from")).to_contain_text("Danforth")
    assert "talk" in answered
    said = page.locator(".story .mm-bubble.mine:not(.refused)", has_text="please, blue tools")
    assert said.filter(has=page.locator(".mm-signals")).count() > 0, "nothing was said with a card"
    assert page.locator('.story [data-kind="sand-ran-out"]').count() > 0, "the sand never ran out"
    print("not reached:", sorted(KINDS - set(answered)))


def test_a_whole_game_in_french_on_a_phone_never_scrolls_sideways(
    open_page: Open, service: Service, shot: Shot
) -> None:
    page = open_page(language="fr", **PHONE)
    table = sit_down(page, service, GAME, 3, options={"mode": "relaxed", "language": "fr", "expert": True}, deal="fr")
    page.goto(f"/t/{table}")
    page.locator(".mm-scene").wait_for()
    assert fits(page)
    answered = climb(page, "merci, un manchot blanc", seed=5)
    assert fits(page)
    shot(page, "mountains-phone-fr-end")
    expect(page.get_by_role("button", name="Rejouer")).to_be_visible()
    assert {"move", "flip", "place"} <= set(answered)
    print("not reached:", sorted(KINDS - set(answered)))


def test_a_message_that_would_be_refused_is_shown_before_it_is_sent(
    open_page: Open, service: Service, shot: Shot
) -> None:
    page = open_page()
    table_of(page, service, timer_s=600)
    field = page.get_by_label("Message to the table")
    field.fill("I have 4 tools")
    expect(page.locator(".draft")).to_contain_text("Outside an encounter nothing may be said about the cards in hand")
    field.fill("Up to the left?")
    expect(page.locator(".draft")).to_be_empty()
    flip(page)
    field.fill("I am going mad")
    expect(page.locator(".draft")).to_contain_text("Nobody may talk about their own madness")
    shot(page, "mountains-refused")
    field.fill("I have something")
    expect(page.locator(".draft")).to_be_empty()
    # A card that is tapped becomes part of the message, and can be taken off again.
    card = page.locator('.mm-hand [data-option="card-1"]')
    card.click()
    expect(page.get_by_role("group", name="signals")).to_contain_text("offers")
    page.get_by_role("button", name="Pledge").click()
    expect(page.get_by_role("group", name="signals")).to_contain_text("pledges")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log")).to_contain_text("I have something")
    expect(page.locator(".story .mm-signals").last).to_contain_text("pledges")
    expect(page.get_by_role("group", name="signals")).to_have_count(0)
    expect(card).to_have_attribute("aria-pressed", "true")
    # The first card on the sled ends all talk.
    page.get_by_role("button", name="Place one card").click()
    expect(page.get_by_text("Silence. Nobody may talk; whoever does loses a leadership token.")).to_be_visible()
    expect(field).to_be_disabled()


def test_madness_says_in_the_composer_what_it_demands(open_page: Open, service: Service) -> None:
    page = open_page()
    # With five explorers everybody starts with a madness card; this deal gives out one that demands a colour.
    table_of(page, service, 5, deal="mad-14", timer_s=600)
    expect(page.get_by_role("region", name="Your madness")).to_contain_text("the name of a colour")
    flip(page)
    field, refusal = page.get_by_label("Message to the table"), page.locator(".draft")
    field.fill("I have tools")
    expect(refusal).to_have_text(
        "Your madness refuses this message. Every message you send must contain the name of a colour."
    )
    # A word that the madness demands is one tap away.
    page.get_by_role("button", name="+ white").click()
    expect(field).to_have_value("I have tools white")
    expect(refusal).to_be_empty()
    expect(page.get_by_role("region", name="Your madness")).to_be_visible()


def test_a_reload_in_the_middle_of_the_sand_shows_the_same_sand_and_talk(open_page: Open, service: Service) -> None:
    page = open_page()
    table_of(page, service, timer_s=600)
    flip(page)
    page.get_by_label("Message to the table").fill("Who has books?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("Who has books?")
    ends = page.get_by_role("timer", name="timer").locator("b").get_attribute("data-deadline")
    page.reload()
    timer = page.get_by_role("timer", name="timer").locator("b")
    expect(timer).to_have_attribute("data-deadline", str(ends))
    expect(timer).to_have_text(re.compile(r"^\d+:[0-5]\d$"))
    expect(page.get_by_role("log")).to_contain_text("Who has books?")
    expect(page.locator(".mm-hand [data-option]").first).to_be_visible()
    # The picture stands as far as the sand has run, without moving.
    left = float(page.locator(".mm-sand").evaluate("(one) => one.style.getPropertyValue('--left')"))
    assert 0 < left < 1


def test_with_motion_the_sand_goes_on_where_it_is_when_the_table_is_drawn_anew(
    open_page: Open, service: Service
) -> None:
    page = open_page(reduced_motion="no-preference")
    table_of(page, service, timer_s=600)
    flip(page)
    progress = """
    () => {
      const [run] = document.querySelector(".mm-sand .above").getAnimations();
      return run.effect.getComputedTiming().progress;
    }
    """
    first = float(page.evaluate(progress))
    page.get_by_role("button", name="Ask for").first.click()
    page.wait_for_timeout(300)
    second = float(page.evaluate(progress))
    assert 0 < first < second < 1


def test_two_people_talk_and_a_spectator_hears_them(open_page: Open, service: Service) -> None:
    ada, bea, watcher = open_page(), open_page(), open_page()
    token = register(ada, service)
    body = {
        "game": GAME,
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "guide"}],
        "options": {"timer_s": 600, "first_leader": 0},
        "start": "full",
    }
    table = service.call("POST", "/v1/tables", body, token)[1]["id"]
    ada.goto(f"/t/{table}")
    bea.goto(f"/join/{table}")
    bea.get_by_label("Your name").fill("Béa")
    bea.get_by_role("button", name="Sit down").click()
    watcher.goto(f"/t/{table}")
    expect(watcher.get_by_text("You are watching this table.")).to_be_visible()
    # Who does not lead suggests a way; the Leader sees it on the mountain.
    bea.get_by_role("button", name=re.compile("Suggest C2")).click()
    bea.get_by_role("button", name="Send").click()
    expect(ada.locator(".mm-tile", has_text="C2").locator(".mm-hints")).to_be_visible()
    flip(ada)
    bea.get_by_role("timer", name="timer").wait_for()
    bea.get_by_label("Message to the table").fill("Look at this")
    bea.locator('.mm-hand [data-option="card-1"]').click()
    # What others say does not take the words or the cards away.
    ada.get_by_label("Message to the table").fill("Go on")
    ada.keyboard.press("Enter")
    for page in (bea, watcher):
        expect(page.get_by_role("log")).to_contain_text("Go on")
    expect(bea.get_by_label("Message to the table")).to_have_value("Look at this")
    bea.get_by_role("button", name="Send").click()
    for page in (ada, watcher):
        expect(page.get_by_role("log")).to_contain_text("Look at this")
    expect(watcher.get_by_role("region", name="Your madness")).to_have_count(0)
    expect(watcher.locator(".composer")).to_be_hidden()


def cut_off(page: Page) -> list[str]:
    """Buttons and cards that stick out of the window, or of the part they lie in."""
    script = """
    () => [...document.querySelectorAll(".mm-do, .mm-slot, .mm-supplies li, .mm-mind p, .mm-own .confirm")]
      .filter((one) => one.offsetParent && getComputedStyle(one).clipPath === "none")
      .filter((one) => {
        const box = one.getBoundingClientRect();
        const within = (one.closest(".mm-explorer, .mm-supplies, .mm-mind, .prompt")).getBoundingClientRect();
        return box.right > within.right + 1 || box.bottom > within.bottom + 1 ||
          box.bottom > Math.max(innerHeight, document.documentElement.scrollHeight);
      })
      .map((one) => `${one.className} ${one.textContent}`)
    """
    return list(page.evaluate(script))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_five_explorers_and_all_that_lies_beside_the_board_fit_one_window(
    open_page: Open, service: Service, language: str
) -> None:
    page = open_page(language=language)
    # The Leader may calm everybody, so that each explorer has a button.
    table_of(page, service, 5, deal="mad-14", timer_s=600)
    expect(page.locator(".mm-do")).to_have_count(5)
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("() => document.querySelector('.mm-team').scrollHeight <= innerHeight - 61")
    assert cut_off(page) == []
    page.locator('[data-key="pile relic"]').click()
    expect(page.get_by_role("dialog").locator(".mm-gift")).to_have_count(11)
    page.keyboard.press("Escape")
    assert covered(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert fits(page)
    assert cut_off(page) == []
    assert covered(page) == []


def test_three_madness_cards_can_be_read_at_once(open_page: Open, service: Service, shot: Shot) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    table_of(page, service, 5, deal="mad-14", timer_s=600, expert=True)
    # With more cards than this player has: all cards stay what they are, there are only three of them.
    page.evaluate(
        """
        () => {
          const mind = document.querySelector(".mm-mind");
          mind.classList.add("several");
          const [card] = mind.querySelectorAll(".mm-madness");
          mind.append(card.cloneNode(true), card.cloneNode(true));
        }
        """
    )
    for size in ({"width": 390, "height": 844}, {"width": 1440, "height": 900}):
        page.set_viewport_size(size)
        shot(page, f"mountains-three-madness-{size['width']}")
        assert page.evaluate(
            "() => { const mind = document.querySelector('.mm-mind'); return mind.scrollHeight <= mind.clientHeight; }"
        )
        # The hand is not below the question, which stays at the lower edge of a phone.
        page.wait_for_function(
            """() => {
              const [hand, question] = [".mm-hand", ".mm-own .prompt"].map(
                (part) => document.querySelector(part).getBoundingClientRect(),
              );
              return innerWidth > 390 || hand.bottom <= question.top;
            }"""
        )
        assert cut_off(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page: Open, service: Service, shot: Shot, theme: str) -> None:
    page = open_page(color_scheme=theme)
    table_of(page, service, 5, timer_s=600)

    def check(name: str) -> None:
        shot(page, f"mountains-{name}-{theme}")
        assert "\n".join(serious(page)) == "", name

    check("mountain")
    flip(page)
    page.locator('.mm-hand [data-option="card-1"]').click()
    page.get_by_label("Message to the table").fill("I am going mad")
    expect(page.locator(".draft")).not_to_be_empty()
    for level in range(4):
        page.evaluate("(level) => document.querySelector('main').dataset.dread = level", str(level))
        check(f"dread-{level}")
    page.get_by_role("button", name=re.compile("Place one card|Place cards")).click()
    page.locator(".mm-scene.silent").wait_for()
    check("silence")
