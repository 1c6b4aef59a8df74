"""Whose turn it is reaches somebody who looks elsewhere: title, live region, sound, notification, a hidden tab."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Open
from tools.service_process import Service
from tools.web_matrix.player import register

# A browser without a screen cannot hide a page, make a sound or show a notification: it notes that it was asked to.
LOOK_AWAY = """
globalThis.away = false;
globalThis.sounds = 0;
globalThis.notes = [];
Object.defineProperty(document, "hidden", { get: () => globalThis.away });
const Real = AudioContext;
globalThis.AudioContext = class extends Real { constructor() { super(); globalThis.sounds++; } };
globalThis.Notification = class {
  static permission = "granted";
  static requestPermission = () => Promise.resolve("granted");
  constructor(title, more) { globalThis.notes.push([title, more.body]); }
  close() {}
};
"""
# Runs in the page: the sound of a turn without a loudspeaker. Its loudest sample, its length in seconds and how often
# its beginning swings through zero.
RING = """
async () => {
  const { ring } = await import(new URL("table/notice.js", document.querySelector("script[type=module]").src));
  const rate = 44_100;
  const context = new OfflineAudioContext(1, rate, rate);
  ring(context);
  const samples = (await context.startRendering()).getChannelData(0);
  const loud = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const last = samples.findLastIndex((one) => Math.abs(one) > 0.0005);
  const first = samples.slice(0.02 * rate, 0.14 * rate);
  return [loud, last / rate, first.filter((one, n) => n > 0 && one * first[n - 1] < 0).length];
}
"""
BACK = "() => { globalThis.away = false; document.dispatchEvent(new Event('visibilitychange')); }"


def seated(page: Page, service: Service) -> tuple[str, str]:
    """Ada against a bot; her token and the table."""
    token = register(page, service)
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = service.call("POST", "/v1/tables", {"game": "faraway", "seats": seats, "start": "full"}, token)[1]["id"]
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Confirm").wait_for()
    return token, table


def answer(service: Service, token: str, table: str) -> str:
    one = service.call("GET", f"/v1/tables/{table}/decisions", None, token)[1]["items"][0]
    path = f"/v1/tables/{table}/decisions/{one['id']}/answer"
    assert service.call("PUT", path, {"picks": one["options"][: one["least"]]}, token)[0] in (200, 202)
    return str(one["id"])


def test_the_turn_is_in_the_title_and_in_the_live_region(open_page: Open, service: Service) -> None:
    page = open_page()
    token, table = seated(page, service)
    expect(page).to_have_title("● Your turn – Faraway – Farshore")
    answer(service, token, table)
    expect(page.locator("main [role=status].for-ears")).to_have_text(re.compile("^Your turn. .+"))
    expect(page).to_have_title("● Your turn – Faraway – Farshore")
    # The same table as a page of text, for those who listen.
    page.get_by_role("tab", name="As text").click()
    expect(page.locator(".as-text")).to_contain_text("Your hand")


def test_the_sound_of_a_turn_is_soft_and_short(open_page: Open) -> None:
    loud, seconds, swings = open_page("/").evaluate(RING)
    assert 0.1 < loud < 0.4
    assert 0.6 < seconds < 0.75
    # A D5, 587 Hz, for 0.12 s.
    assert 139 <= swings <= 142


def test_a_hidden_tab_tells_of_the_turn_and_is_drawn_when_it_is_looked_at(open_page: Open, service: Service) -> None:
    page = open_page()
    page.add_init_script(LOOK_AWAY)
    token, table = seated(page, service)
    for name in ("Sound when it is my turn", "Notify me when it is my turn"):
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name=name).click()
    page.wait_for_function("() => globalThis.sounds === 1")
    page.evaluate("() => { globalThis.away = true; }")
    before = answer(service, token, table)
    page.wait_for_function("() => globalThis.notes.length > 0")
    title, body = page.evaluate("() => globalThis.notes[0]")
    assert title == "Faraway: Your turn"
    assert body
    expect(page).to_have_title("● Your turn – Faraway – Farshore")
    # Nothing was drawn that nobody sees.
    assert page.locator(f'[data-question="{before}"]').count() == 1
    page.evaluate(BACK)
    expect(page.locator(f'[data-question="{before}"]')).to_have_count(0)
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="No sound")).to_be_visible()


def test_a_click_skips_the_animation(open_page: Open, service: Service) -> None:
    page = open_page(reduced_motion="no-preference")
    token = register(page, service)
    bots = [{"kind": "bot", "level": "random"}] * 4
    body = {"game": "faraway", "seats": [{"kind": "me"}, *bots], "start": "full", "deal": "skip"}
    table = service.call("POST", "/v1/tables", body, token)[1]["id"]
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="Confirm").wait_for()
    # Every beat would linger for a minute.
    page.evaluate(
        """() => {
          const later = globalThis.setTimeout;
          globalThis.setTimeout = (act, ms, ...more) => later(act, ms >= 300 ? 60_000 : ms, ...more);
        }"""
    )
    answer(service, token, table)
    for _ in range(300):
        if page.locator(".fw-row .fw-card").count() >= 5 and page.get_by_role("button", name="Confirm").count():
            break
        page.mouse.click(700, 890)
        page.wait_for_timeout(100)
    expect(page.get_by_role("log")).to_contain_text("Ada explores")
    expect(page.locator(".fw-row .fw-card")).to_have_count(5)
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()


def test_a_secret_answer_is_shown_to_its_player_until_all_have_answered(open_page: Open, service: Service) -> None:
    page, bea = open_page(), open_page()
    token, other = register(page, service), register(bea, service, "Bea")
    # Bea has the lower regions: her turn is the first, so Ada has nothing to answer when all have chosen.
    body = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}], "start": "full", "deal": "sealed-56"}
    table = service.call("POST", "/v1/tables", body, token)[1]["id"]
    service.call("PUT", f"/v1/tables/{table}/seats/1", {}, other)
    page.goto(f"/t/{table}")
    page.get_by_role("group", name="hand").get_by_role("button").first.dblclick()
    expect(page.locator(".sealed")).to_contain_text("It stays secret until everyone has chosen")
    page.reload()
    expect(page.locator(".sealed")).to_be_visible()
    # The rules of this game do not let it be taken back.
    expect(page.get_by_role("button", name="Take it back")).to_have_count(0)
    answer(service, other, table)
    expect(page.get_by_role("log")).to_contain_text("Ada explores")
    expect(page.locator(".prompt")).to_contain_text("Bea")
    expect(page.locator(".sealed")).to_have_count(0)


def test_an_answer_that_is_the_last_is_not_secret(open_page: Open, service: Service) -> None:
    page, bea = open_page(), open_page()
    token, other = register(page, service), register(bea, service, "Bea")
    body = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}], "start": "full", "deal": "sealed-56"}
    table = service.call("POST", "/v1/tables", body, token)[1]["id"]
    service.call("PUT", f"/v1/tables/{table}/seats/1", {}, other)
    answer(service, other, table)
    page.goto(f"/t/{table}")
    with page.expect_response(lambda response: response.url.endswith("/answer")):
        page.get_by_role("group", name="hand").get_by_role("button").first.dblclick()
    expect(page.get_by_role("log")).to_contain_text("Ada explores")
    expect(page.locator(".prompt")).to_contain_text("Bea")
    assert page.evaluate("id => sessionStorage.getItem(`farshore.sealed.${id}`)", table) is None
    expect(page.locator(".sealed")).to_have_count(0)
