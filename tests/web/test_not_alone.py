"""The table of Not Alone in a browser: whole games on both sides, windows, standing passes, seven players."""

from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from service.games.not_alone import NotAlone
from service.games.not_alone.page import possible
from service.games.not_alone.view import View
from tests.web.conftest import Open, Shot
from tests.web.test_accessible import serious
from tools.service_process import Service
from tools.web_matrix.player import ANSWER, fits, play, register, sign_in, sit_down, step
from tools.web_matrix.positions import Deal, play_until, set_up

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
KINDS = set(NotAlone().words("en").decisions)
FIRST_STEPS = {"content": "exploration", "preset": "first_steps", "creature": 0}
RARE_WINDOWS = {"target-window": "window-41", "artemia-window": "window-28", "creature-window": "window-49"}
"""Deals in which random games reach windows that depend on a token, after a few answers."""
OPEN_WINDOW = """() => {
  const { kind, question } = document.querySelector("form.question:not(:has(.sending))")?.dataset ?? {};
  return kind?.endsWith("-window") ? [kind, question] : [null, null];
}"""

# Answers so that no Hunt or Survival card is played; a window that was not seen yet stays open.
KEEP_CARDS = """(seen) => {
  const form = document.querySelector("form.question:not(:has(.sending))");
  const kind = form?.dataset.kind ?? "";
  if (kind.endsWith("-window") && !seen.includes(kind)) return true;
  const where = {
    explore: ".na-zone.hand [data-option]",
    hunt: ".na-zone.tokens [data-option], .choice[data-option=done]",
  }[kind];
  const pick = where && document.querySelector(where);
  pick?.click();
  const ready = (pick || kind.endsWith("-window")) && !form.querySelector(".confirm").disabled;
  if (ready) form.querySelector(".confirm").click();
  return Boolean(ready);
}"""

UNTIL = f"""(given) => {{
  const form = document.querySelector("form.question:not(:has(.sending))");
  if (form?.dataset.kind === given[1]) return "there";
  if (form?.dataset.kind === "explore") {{
    const confirm = form.querySelector(".confirm");
    for (const one of document.querySelectorAll(".na-zone.hand [data-option]")) if (confirm.disabled) one.click();
    if (!confirm.disabled) {{
      confirm.click();
      return "explore";
    }}
  }}
  return ({ANSWER})([given[0]]);
}}"""


OUTSIDE = """() => [...document.querySelectorAll(".na-cell :is(.na-pawn, .na-token, .na-pip, .na-mark)")]
  .filter((one) => {
    const [piece, cell] = [one, one.closest(".na-cell")].map((each) => each.getBoundingClientRect());
    return piece.left < cell.left - 2 || piece.right > cell.right + 2 || piece.top < cell.top - 2
      || piece.bottom > cell.bottom + 2;
  }).map((one) => one.outerHTML)"""


# Parts of the table that lie on each other.
OVERLAP = """() => [...document.querySelectorAll(".na > :not(.na-dock)")]
  .map((one) => [one.className, one.getBoundingClientRect(), [...one.children].at(-1)?.getBoundingClientRect()])
  .filter(([, box, last]) => last && last.bottom > box.bottom + 2).map(([name]) => name)"""


# Cards whose text ends below them.
CUT = """() => [...document.querySelectorAll(".na-text-card")].filter((card) =>
  card.lastElementChild.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom + 1
).map((card) => card.textContent)"""

# Buttons of the question that share a part of the screen with another one.
COVERED = """() => {
  const buttons = [...document.querySelectorAll(".na-ask button")].filter((one) => one.offsetWidth > 1);
  const boxes = buttons.map((one) => one.getBoundingClientRect());
  return buttons.filter((_, n) => boxes.some((box, k) => k !== n &&
    box.left < boxes[n].right - 1 && box.right > boxes[n].left + 1 &&
    box.top < boxes[n].bottom - 1 && box.bottom > boxes[n].top + 1)).map((one) => one.outerHTML);
}"""


def open_table(
    page: Page, service: Service, seats: int = 2, creature: int = 1, deal: str = "artemia", **options: Any
) -> None:
    """Sit down in seat 0, with the Creature in the given seat."""
    table = sit_down(page, service, "not_alone", seats, deal=deal, options={"creature": creature, **options})
    page.goto(f"/t/{table}")
    page.wait_for_selector(".na form.question")


def until(page: Page, kind: str, seed: int = 1) -> None:
    """Answer until a question of this kind is open: in phase 1 with Place cards, else at random."""
    random = Random(seed)
    for _ in range(4000):
        done = page.evaluate(UNTIL, [[random.random() for _ in range(8)], kind])
        if done == "there":
            return
        assert done != "over", f"{kind} was not asked"
        page.wait_for_timeout(30)
    raise AssertionError(f"{kind} was not asked")


def test_a_whole_game_as_a_hunted_is_played_by_clicks(open_page: Open, service: Service, shot: Shot) -> None:
    page = open_page()
    open_table(page, service, deal="portal", content="exploration")
    answered = play(page)
    print("not asked of a Hunted:", *sorted(KINDS - set(answered)))
    assert {"explore", "resolve"} <= set(answered)
    expect(page.locator(".na-crests li")).to_have_count(2)
    expect(page.locator(".na-crests .winner")).to_have_count(1)
    expect(page.locator(".na-crests .winner").get_by_role("img", name="has won")).to_be_visible()
    shot(page, "not_alone-hunted-end")


def test_a_whole_game_as_the_creature_is_played_by_clicks(open_page: Open, service: Service, shot: Shot) -> None:
    page = open_page(color_scheme="dark")
    open_table(page, service, 3, creature=0, content="exploration", preset="first_steps")
    shot(page, "not_alone-creature-start")
    answered = play(page)
    print("not asked of the Creature:", *sorted(KINDS - set(answered)))
    assert {"choose-side", "hunt", "place-token"} <= set(answered)
    expect(page.locator(".na-ending")).to_be_visible()


def test_a_whole_game_in_french_fits_a_phone(open_page: Open, service: Service, shot: Shot) -> None:
    page = open_page(language="fr", **PHONE)
    open_table(page, service)
    expect(page.locator(".na-distance.rescue")).to_have_text("13Secourscases restantes")
    shot(page, "not_alone-phone-fr")
    assert fits(page)
    play(page, seed=2)
    assert fits(page)
    expect(page.get_by_role("button", name="Rejouer")).to_be_visible()
    expect(page.locator(".na-scene")).to_have_count(1)
    page.get_by_role("link", name="Revoir la partie").click()
    expect(page.locator(".replay-main .na")).to_be_visible()
    assert fits(page)
    assert page.evaluate(OVERLAP) == []


def test_a_window_is_a_bar_that_passes_with_one_click(open_page: Open, service: Service) -> None:
    page = open_page()
    open_table(page, service)
    until(page, "reaction-window")
    window = page.locator('form.question[data-kind="reaction-window"]')
    expect(page.locator(".na-dock.thin")).to_be_visible()
    passing = window.get_by_role("button", name="Pass", exact=True).and_(page.locator(".confirm"))
    passing.click()
    expect(window).to_have_count(0)


@pytest.mark.parametrize("creature", [0, 1], ids=["creature", "hunted"])
def test_every_kind_of_window_survives_a_reload(open_page: Open, service: Service, creature: int) -> None:
    page = open_page()
    open_table(page, service, 2, creature, content="exploration", preset="first_steps")
    expected = {"opening-window", "end-window", "reaction-window" if creature else "exploration-window"}
    random, seen = Random(1), set()
    for _ in range(2000):
        kind, question = page.evaluate(OPEN_WINDOW)
        if kind and kind not in seen:
            seen.add(kind)
            page.reload()
            expect(page.locator(f'.na-dock.thin [data-question="{question}"] .confirm')).to_be_enabled()
        # Whoever keeps their cards is asked in all windows.
        if not page.evaluate(KEEP_CARDS, sorted(seen)) and step(page, random) == "over":
            break
        page.wait_for_timeout(20)
    print("windows not open:", *sorted({one for one in KINDS if one.endswith("-window")} - seen))
    assert expected <= seen


@pytest.mark.parametrize("kind", RARE_WINDOWS)
def test_a_window_that_depends_on_a_token_survives_a_reload(open_page: Open, service: Service, kind: str) -> None:
    position = play_until("not_alone", kind, Deal(2, FIRST_STEPS, RARE_WINDOWS[kind]))
    assert position, "the known game does not ask this any more: search another one"
    table, token = set_up(service, position)
    page = open_page("/icon.svg", language="fr", **PHONE)
    sign_in(page, token)
    page.goto(f"/t/{table}")
    window = page.locator(f'.na-dock.thin form.question[data-kind="{kind}"]')
    expect(window.locator(".confirm")).to_be_enabled()
    page.reload()
    expect(window.locator(".confirm")).to_be_enabled()
    assert fits(page)
    window.locator(".confirm").click()
    expect(window).to_have_count(0)


def test_a_turn_is_played_by_keyboard_alone(open_page: Open, service: Service) -> None:
    page = open_page()
    open_table(page, service)
    question = page.locator("form.question")
    explore = question.and_(page.locator('[data-kind="explore"]'))
    expect(explore).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator('.na-zone.hand [aria-pressed="true"]')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(explore).to_have_count(0)
    for _ in range(40):
        expect(question.locator(".confirm:not(.sending)")).to_be_visible()
        kind, asked = question.get_attribute("data-kind"), question.get_attribute("data-question")
        if kind == "explore":
            return
        if question.locator(".confirm").is_disabled():
            page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.locator(f'[data-question="{asked}"]')).to_have_count(0)
    raise AssertionError("the turn does not end")


def test_places_keep_their_size_and_what_lies_on_them_stays_inside(open_page: Open, service: Service) -> None:
    page = open_page()
    open_table(page, service, 7, creature=3, content="exploration")
    random, sizes = Random(1), set()
    for _ in range(300):
        if step(page, random) == "over":
            break
        sizes.add(page.evaluate("() => Math.round(document.querySelector('.na-places')?.offsetHeight ?? 0)"))
        assert page.evaluate(OUTSIDE) == []
        if len(sizes) > 1 or page.locator(".na-turn").inner_text() == "Turn 3":
            break
        page.wait_for_timeout(20)
    assert len(sizes) == 1


def test_windows_that_are_passed_in_advance_are_not_asked(open_page: Open, service: Service) -> None:
    page = open_page()
    open_table(page, service)
    page.get_by_role("button", name="Standing passes").click()
    sheet = page.get_by_role("dialog", name="Standing passes")
    expect(sheet.get_by_role("switch").last).to_be_checked()
    for switch in sheet.get_by_role("switch").all():
        switch.check()
    sheet.get_by_role("button", name="Keep these").click()
    expect(sheet).to_have_count(0)
    # A window that was open before stays until the new view has come.
    expect(page.locator("form.question[data-kind$=-window]")).to_have_count(0)
    random, answered = Random(1), set()
    for _ in range(400):
        answered.add(step(page, random))
        if len(answered - {"wait"}) > 3 or "over" in answered:
            break
        page.wait_for_timeout(30)
    assert not {kind for kind in answered if kind.endswith("-window")}
    page.reload()
    page.get_by_role("button", name="Standing passes").click()
    expect(sheet.get_by_role("switch").first).to_be_checked()


@pytest.mark.parametrize("creature", [0, 1], ids=["creature", "hunted"])
def test_seven_players_fit_without_scrolling(open_page: Open, service: Service, shot: Shot, creature: int) -> None:
    side = "hunted" if creature else "creature"
    page = open_page(color_scheme="dark")
    open_table(page, service, 7, creature, content="exploration")
    until(page, "explore" if creature else "hunt")
    shot(page, f"not_alone-seven-{side}")
    assert fits(page)
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(
        "() => { const all = document.querySelector('.na-people'); return all.scrollHeight <= all.clientHeight }"
    )
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    page.wait_for_selector(".na form.question")
    shot(page, f"not_alone-seven-{side}-phone")
    assert fits(page)


def test_a_long_question_leaves_everybody_in_sight(open_page: Open, service: Service, shot: Shot) -> None:
    deal = Deal(7, {"content": "exploration", "creature": 2}, "sight-24")
    position = play_until("not_alone", "resolve", deal)
    assert position, "the known game does not ask this any more: search another one"
    table, token = set_up(service, position)
    page = open_page("/icon.svg", language="fr")
    sign_in(page, token)
    page.goto(f"/t/{table}")
    expect(page.locator(".na-force .na-card-text")).to_be_visible()
    shot(page, "not_alone-seven-resolve")
    for one in [*page.locator(".na-person").all(), *page.locator(".na-pile").all()]:
        expect(one).to_be_in_viewport(ratio=1)
    assert page.evaluate(
        "() => { const all = document.querySelector('.na-people'); return all.scrollHeight <= all.clientHeight }"
    )


def test_the_longest_text_of_a_hunt_card_fits_the_card(open_page: Open, service: Service) -> None:
    page = open_page(language="fr")
    open_table(page, service, creature=0, deal="rift-22", content="exploration")
    expect(page.locator(".na-zone.hunt .na-card-name", has_text="Faille temporelle")).to_be_visible()
    assert page.evaluate(CUT) == []


def test_the_buttons_of_a_question_do_not_lie_on_each_other(open_page: Open, service: Service) -> None:
    position = play_until("not_alone", "heal", Deal(4, {"content": "exploration", "creature": 0}, "heal-133"))
    assert position, "the known game does not ask this any more: search another one"
    table, token = set_up(service, position)
    page = open_page("/icon.svg", **PHONE)
    sign_in(page, token)
    page.goto(f"/t/{table}")
    expect(page.locator(".na-ask .confirm")).to_be_visible()
    assert page.evaluate(COVERED) == []


def test_two_people_and_a_spectator_see_what_is_theirs(open_page: Open, service: Service) -> None:
    creature, hunted, watcher = open_page(), open_page(), open_page()
    token = register(creature, service)
    options = {"creature": 0, "board_side": "1"}
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"game": "not_alone", "seats": seats, "options": options, "start": "full", "deal": "pair"}
    table = service.call("POST", "/v1/tables", body, token)[1]["id"]
    creature.goto(f"/t/{table}")
    hunted.goto(f"/join/{table}")
    hunted.get_by_label("Your name").fill("Béa")
    hunted.get_by_role("button", name="Sit down").click()
    watcher.goto(f"/t/{table}")
    creature.get_by_role("button", name="Pass", exact=True).and_(creature.locator(".confirm")).click()
    hunted.locator(".na-zone.hand [data-option=jungle]").click()
    hunted.get_by_role("button", name="Confirm").click()
    expect(hunted.locator('[data-slot="2"] .na-pawn.secret')).to_be_visible()
    creature.locator('form.question[data-kind="hunt"]').wait_for()
    for page in (creature, watcher):
        expect(page.locator('.na-person[data-seat="1"] .na-face-down .na-back')).to_have_count(1)
        expect(page.locator(".na-pawn")).to_have_count(0)
        expect(page.locator(".na-pip")).to_have_count(5)
        expect(page.locator(".na-zone.hand")).to_have_count(0)
    expect(watcher.locator(".na-zone")).to_have_count(0)
    expect(watcher.locator("form.question")).to_have_count(0)


def test_the_table_shows_who_may_be_where_by_public_knowledge(open_page: Open, service: Service) -> None:
    page = open_page()
    open_table(page, service, 5, creature=0)
    until(page, "place-token")
    # In the second turn some places are in discard piles.
    until(page, "exploration-window", seed=2)
    until(page, "place-token", seed=3)
    table, token = page.url.rpartition("/")[2], page.evaluate("() => localStorage.getItem('farshore.token')")
    _, update = service.call("GET", f"/v1/tables/{table}/view", None, token)
    view = msgspec.convert(update["view"], View)
    expected = {
        str(slot): sorted(prey.seat for prey in view.hunted if slot in possible(view, prey)) for slot in range(1, 11)
    }
    shown = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".na-cell")].map((cell) => [
             cell.dataset.slot,
             [...cell.querySelectorAll(".na-pip")].map((one) => Number(one.dataset.seat)).sort(),
           ]))"""
    )
    assert shown == expected
    assert any(len(seats) < 4 for seats in expected.values())


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_at_the_table(open_page: Open, service: Service, shot: Shot, theme: str) -> None:
    hunted = open_page(color_scheme=theme)
    open_table(hunted, service, 4, content="exploration", labyrinth_variant=True)
    until(hunted, "resolve")
    assert "\n".join(serious(hunted)) == ""
    creature = open_page(color_scheme=theme, language="fr", **PHONE)
    open_table(creature, service, 3, creature=0, content="exploration")
    until(creature, "place-token")
    shot(creature, f"not_alone-creature-phone-{theme}")
    assert "\n".join(serious(creature)) == ""


def test_a_planet_can_be_chosen_place_by_place(open_page: Open) -> None:
    page = open_page()
    page.locator(".hero button").click()
    page.get_by_role("radio", name="Not Alone").check(force=True)
    page.locator("[data-name=content] select").select_option("exploration")
    page.locator("[data-name=preset] select").select_option("own")
    page.get_by_role("combobox", name="2", exact=True).select_option("oasis")
    page.locator(".more-options summary").click()
    page.locator("[data-name=creature] select").select_option("1")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Create the table").click()
    expect(page.locator('[data-slot="2"]')).to_contain_text("Oasis")
    expect(page.locator('[data-slot="1"]')).to_contain_text("Lair")
    expect(page.locator('.na-creature[data-seat="1"]')).to_be_visible()
