"""The table that any game gets: every game can be played to its end with it."""

import pytest

from service.games import REGISTRY
from tests.web.conftest import Open
from tools.service_process import Service
from tools.web_matrix.player import play, sit_down

OPTIONS = {"mountains_of_madness": {"mode": "relaxed"}}

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("game", sorted(REGISTRY))
def test_a_whole_game_is_played_at_the_generic_table(open_page: Open, service: Service, game: str) -> None:
    page = open_page()
    table = sit_down(page, service, game, options=OPTIONS.get(game, {}))
    page.goto(f"/t/{table}?table=generic")
    assert play(page)
    page.get_by_role("region", name="Result").wait_for()
