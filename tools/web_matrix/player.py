"""Somebody at a browser who plays a game to its end: picks some of what is lit, and confirms."""

from random import Random
from typing import Any

from playwright.sync_api import Page

from tools.service_process import Service

SEATS = {"faraway": 2, "golden_compass": 2, "mountains_of_madness": 3, "new_lands": 2, "not_alone": 2}


def register(page: Page, service: Service, name: str = "Ada") -> str:
    """Give this browser an account. Return its token."""
    _, made = service.call("POST", "/v1/players", {"name": name})
    sign_in(page, made["token"])
    return str(made["token"])


def sign_in(page: Page, token: str) -> None:
    """Make this browser that of an account."""
    page.evaluate("token => localStorage.setItem('farshore.token', token)", token)


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen. A phone would zoom out, so that `innerWidth` says nothing."""
    assert page.viewport_size
    return int(page.evaluate("() => document.documentElement.scrollWidth")) <= page.viewport_size["width"]


# Runs in the page: what an option shows at one of three points of its middle line must be the option itself. Options
# for the ears only are one pixel wide.
COVERED = """
() => [...document.querySelectorAll("[data-option]")].filter((one) => one.offsetWidth > 1).filter((one) => {
  one.scrollIntoView({ block: "center", inline: "center" });
  const box = one.getBoundingClientRect();
  return ![0.5, 0.15, 0.85].some((part) =>
    one.contains(document.elementFromPoint(box.x + box.width * part, box.y + box.height / 2))
  );
}).map((one) => `${one.className} ${one.dataset.option}`)
"""


def covered(page: Page) -> list[str]:
    """Lit options that a mouse or a finger cannot reach, because something lies over them."""
    return list(page.evaluate(COVERED))


def sit_down(page: Page, service: Service, game: str, seats: int = 0, **table: Any) -> str:
    """Give this browser an account and a table against bots. Return the id of the table."""
    token = register(page, service)
    bots = [{"kind": "bot", "level": "random"}] * ((seats or SEATS[game]) - 1)
    body = {"game": game, "seats": [{"kind": "me"}, *bots], "start": "full", **table}
    status, opened = service.call("POST", "/v1/tables", body, token)
    assert status == 201, status
    return str(opened["id"])


# Runs in the page: picks at random among the lit options of a question, until it can be confirmed. The question is the
# first one of this kind, or any that is open.
ANSWER = """
([chances, kind]) => {
  const open = [...document.querySelectorAll("form.question")];
  const form = kind ? open.find((one) => one.dataset.kind === kind) : open[Math.floor(chances[0] * open.length)];
  if (!form) return document.querySelector(".ending") ? "over" : "wait";
  const confirm = form.querySelector(".confirm");
  if (confirm.classList.contains("sending")) return "wait";
  const id = form.dataset.question;
  const options = () => [...document.querySelectorAll(`[data-decision="${CSS.escape(id)}"]`)];
  let turn = 0;
  for (const one of options()) if (one.ariaPressed === "true") one.click();
  // Some answers need more picks than the fewest that are possible.
  let more = Math.floor(chances.at(-1) * 3);
  for (let tries = 0; tries < 40 && (confirm.disabled || more-- > 0); tries++) {
    const free = options().filter((one) => one.ariaPressed !== "true" && one.offsetParent !== null);
    if (!free.length) break;
    // Other numbers after each round, or the same picks that do not go together would be tried for ever.
    const chance = (chances[turn % chances.length] + Math.floor(turn++ / chances.length) * 0.381966) % 1;
    free[Math.floor(chance * free.length)].click();
    // Some options are answers by themselves.
    if (confirm.classList.contains("sending")) return form.dataset.kind;
  }
  // Picks that go together nowhere are put back.
  if (confirm.disabled) for (const one of options()) if (one.ariaPressed === "true") one.click();
  if (confirm.disabled) return `stuck at ${form.dataset.kind}: ${form.textContent}`;
  confirm.click();
  return form.dataset.kind;
}
"""


def step(page: Page, random: Random, kind: str | None = None) -> str:
    """Answer one question, of this kind if one is named; its kind, or `wait` or `over`."""
    done = str(page.evaluate(ANSWER, [[random.random() for _ in range(8)], kind]))
    assert not done.startswith("stuck"), done
    return done


def play(*pages: Page, seed: int = 1, answers: int = 600) -> list[str]:
    """Answer in these browsers until the game is over in all of them; the kinds of decision that were answered."""
    random = Random(seed)
    answered: list[str] = []
    idle = 0
    while len(answered) < answers:
        done = [step(page, random) for page in pages]
        if set(done) == {"over"}:
            return answered
        kinds = [kind for kind in done if kind not in ("wait", "over")]
        answered += kinds
        idle = 0 if kinds else idle + 1
        assert idle < 600, f"nothing to do after {answered[-3:]}"
        pages[0].wait_for_timeout(15 if kinds else 50)
    raise AssertionError(
        f"not over after {answers} answers: {answered[-5:]}, {pages[0].locator('.prompt').inner_text()}"
    )
