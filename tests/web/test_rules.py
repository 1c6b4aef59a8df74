"""The rules beside a table: every question leads to the paragraph that it comes from."""

from service.games import REGISTRY
from tests.web.conftest import Open

# Runs in the page: the kinds of decision whose place in the rules does not exist.
MISSING = """
async ([game, language]) => {
  const start = [...document.scripts].find((one) => one.src.endsWith("app.js")).src;
  const { markdown, paragraph } = await import(start.replace("app.js", "table/rules.js"));
  const { rulePlaces } = await import(start.replace("app.js", "games.js"));
  const rules = await fetch(`/v1/games/${game}/rules`, { headers: { "Accept-Language": language } });
  const blocks = markdown(await rules.text());
  const places = Object.entries(await rulePlaces(game));
  return places.filter(([, place]) => !paragraph(blocks, place)?.textContent).map(([kind]) => kind);
}
"""


def test_every_kind_of_question_has_its_paragraph_in_both_languages(open_page: Open) -> None:
    page = open_page()
    page.locator(".game-card").first.wait_for()
    for game in REGISTRY:
        for language in ("en", "fr"):
            assert page.evaluate(MISSING, [game, language]) == [], (game, language)
