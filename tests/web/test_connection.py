"""The connection of a browser: no event is lost or shown before its time, whenever tabs and streams begin."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Open

# A connection whose streams the test writes; what it asks for and tells is noted.
CONNECTION = """async () => {
  const source = [...document.scripts].find((one) => one.src.endsWith("app.js")).src;
  const { Connection } = await import(source.replace("app.js", "connection.js"));
  globalThis.asked = [];
  globalThis.told = [];
  globalThis.streams = [];
  const real = globalThis.fetch;
  globalThis.fetch = (address, how) => {
    if (!address.startsWith("/v1/events?table=")) return real(address, how);
    asked.push(address.match(/table=(a:[0-9]+)/)[1]);
    const body = new ReadableStream({ start: (controller) => {
      const encoder = new TextEncoder();
      streams.push((...events) => how.signal.aborted || controller.enqueue(
        encoder.encode(events.map((event) => JSON.stringify({ table: "a", ...event }) + "\\n").join("")),
      ));
      how.signal.addEventListener("abort", () => controller.error(how.signal.reason));
    } });
    return Promise.resolve(new Response(body));
  };
  globalThis.connection = new Connection(({ kind, beat }) => {
    if (kind === "beat") told.push([beat.events.map(({ seq }) => seq), beat.update.seq]);
  });
  globalThis.me = { authorization: null, language: "en" };
}"""


@pytest.fixture
def page(open_page: Open) -> Page:
    page = open_page()
    page.evaluate(CONNECTION)
    return page


def asked(page: Page, count: int) -> list[str]:
    """The streams that were asked for, once there are so many."""
    page.wait_for_function("count => asked.length >= count", arg=count)
    found: list[str] = page.evaluate("() => asked")
    return found


def told(page: Page, count: int) -> Any:
    """The beats so far, once there are so many: the numbers of their events, and of their view."""
    page.wait_for_function("count => told.length >= count", arg=count)
    return page.evaluate("() => told")


def test_a_tab_that_lacks_older_events_gets_all_of_them(page: Page) -> None:
    page.evaluate("() => connection.follow('a', 5, me)")
    assert asked(page, 1) == ["a:5"]
    page.evaluate("""() => streams[0](
      { type: "snapshot", seq: 5, data: { seq: 5 } },
      { type: "story", seq: 6, data: {} },
      { type: "view", seq: 6, data: { seq: 6 } },
    )""")
    assert told(page, 2) == [[[], 5], [[6], 6]]
    # Another event of the first stream arrives before the second one is open.
    page.evaluate("""() => {
      connection.follow("a", 5, me);
      streams[0]({ type: "story", seq: 7, data: {} }, { type: "view", seq: 7, data: { seq: 7 } });
    }""")
    assert asked(page, 2) == ["a:5", "a:5"]
    page.evaluate("""() => streams[1](
      { type: "snapshot", seq: 5, data: { seq: 7 } },
      { type: "story", seq: 6, data: {} },
      { type: "story", seq: 7, data: {} },
      { type: "view", seq: 7, data: { seq: 7 } },
    )""")
    assert told(page, 3)[2:] == [[[6, 7], 7]]


def test_a_tab_that_is_further_loses_nothing_for_the_others(page: Page) -> None:
    page.evaluate("() => connection.follow('a', 5, me)")
    asked(page, 1)
    page.evaluate("""() => streams[0]({ type: "story", seq: 6, data: {} })""")
    page.wait_for_function("() => connection.tables.get('a').heard === 6")
    # Somebody else signs in, so that the stream begins anew before the view of the event has come.
    page.evaluate("() => connection.follow('a', 6, { ...me, language: 'fr' })")
    assert asked(page, 2) == ["a:5", "a:6"]
    page.evaluate("""() => streams[1]({ type: "snapshot", seq: 6, data: { seq: 6 } })""")
    assert told(page, 1) == [[[6], 6]]


def test_what_has_happened_is_told_with_the_view_it_led_to(page: Page) -> None:
    page.evaluate("() => connection.follow('a', 5, me)")
    asked(page, 1)
    page.evaluate("""() => streams[0](
      { type: "snapshot", seq: 5, data: { seq: 6 } },
      { type: "story", seq: 6, data: {} },
      { type: "view", seq: 6, data: { seq: 6 } },
    )""")
    assert told(page, 1) == [[[6], 6]]
