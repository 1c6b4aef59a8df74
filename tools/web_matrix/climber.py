"""Somebody at a browser who plays Mountains of Madness: talks and places cards while the sand runs."""

from random import Random

from playwright.sync_api import Page

from tools.web_matrix.player import step

# Runs in the page: while people may talk, offer a card, place one or be ready; in silence, say that one is done.
TALK = """
([what, text, patient]) => {
  const form = document.querySelector('form.question[data-kind="place"]');
  if (!form || form.querySelector(".sending")) return "wait";
  if (document.querySelector(".mm-scene.silent")) {
    const done = form.querySelector('[data-option="done"]');
    if (!done || patient && !document.querySelector('[data-kind="sand-ran-out"]')) return "wait";
    done.click();
    return "place";
  }
  const cards = [...document.querySelectorAll('.mm-hand [data-option^="card-"]')];
  const field = document.querySelector(".message");
  if (what < 0.5 && cards.length && !field.disabled) {
    cards.find((one) => one.ariaPressed !== "true")?.click();
    field.value = text;
    field.dispatchEvent(new Event("input"));
    field.form.requestSubmit();
    return "talk";
  }
  const ready = form.querySelector('[data-option="ready"]');
  if (ready && (what > 0.85 || !cards.length)) {
    ready.click();
    return "place";
  }
  for (const one of cards) if (one.ariaPressed === "true") one.click();
  if (!cards.length) return "wait";
  cards[Math.floor(what * cards.length)].click();
  form.querySelector(".confirm").click();
  return "place";
}
"""


def climb(page: Page, text: str, seed: int = 1, most: int = 900, patient: bool = False) -> list[str]:
    """Play by clicks to the end: talk and place cards, answer every other question.

    Who is patient lets the first sand run out.
    """
    random = Random(seed)
    answered: list[str] = []
    for _ in range(most):
        # Asked at once: the question may be gone a moment later.
        kind = page.evaluate("() => document.querySelector('form.question')?.dataset.kind ?? ''")
        if kind == "place":
            done = str(page.evaluate(TALK, [random.random(), text, patient]))
        else:
            done = step(page, random)
        if done == "over":
            return answered
        answered.append(done)
        page.wait_for_timeout(120)
    raise AssertionError(f"not over after {answered[-5:]}")
