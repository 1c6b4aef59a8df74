"""Before the game and after it: the waiting room, invitations by name, and a rematch."""

import threading

import farshore
from playwright.sync_api import expect

from tests.web.conftest import Open, Shot
from tools.service_process import Service
from tools.web_matrix.player import fits, register, sign_in


def test_the_waiting_room_shows_what_was_chosen_and_a_link_that_a_stranger_can_follow(
    open_page: Open, service: Service, shot: Shot
) -> None:
    host, stranger = open_page("/"), open_page("/", language="fr", viewport={"width": 390, "height": 844})
    token = register(host, service)
    body = {
        "game": "faraway",
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "options": {"advanced": True},
        "clock": {"mode": "realtime", "bank_s": 600, "increment_s": 10},
        "visibility": "unlisted",
        "start": "full",
    }
    table = service.call("POST", "/v1/tables", body, token)[1]["id"]
    host.goto(f"/t/{table}")
    expect(host.get_by_text("Advanced variant")).to_be_visible()
    expect(host.get_by_text("10:00 in all + 10 s per decision")).to_be_visible()
    expect(host.get_by_text("Anyone with the link")).to_be_visible()
    shot(host, "waiting-room-owner")
    link = host.get_by_label("Invitation: anyone with this link can sit down").input_value()
    stranger.goto(link)
    assert fits(stranger)
    stranger.get_by_label("Votre nom").fill("Zoé")
    shot(stranger, "waiting-room-stranger")
    stranger.get_by_role("button", name="S’asseoir").click()
    for page in (host, stranger):
        page.locator("form.question").wait_for()


def test_a_player_learns_of_the_rematch_and_of_the_seat_that_is_kept(open_page: Open, service: Service) -> None:
    ada, bea = farshore.Client(service.at), farshore.Client(service.at)
    ada.register("Ada")
    bea.register("Béa")
    table = str(ada.tables.open("faraway", seats=2, bots=0).id)
    bea.request("PUT", f"/tables/{table}/seats/1", json={})
    ada.request("POST", f"/tables/{table}/start")
    players = [threading.Thread(target=play, args=(client, table)) for client in (ada, bea)]
    for one in players:
        one.start()
    for one in players:
        one.join()
    first, second, lobby = open_page("/"), open_page("/"), open_page("/")
    for page, client in ((first, ada), (second, bea), (lobby, bea)):
        sign_in(page, str(client.token))
    lobby.reload()
    for page in (first, second):
        page.goto(f"/t/{table}")
        page.get_by_role("button", name="Play again").wait_for()
    first.get_by_role("button", name="Play again").click()
    expect(first.get_by_role("heading", name="One seat is still free")).to_be_visible()
    mine = lobby.get_by_role("region", name="Your tables")
    expect(mine.get_by_role("listitem").first).to_contain_text("You are invited")
    second.get_by_role("link", name="Go to the rematch").click()
    second.get_by_role("button", name="Sit down").click()
    expect(first.get_by_role("heading", name="Everybody is here")).to_be_visible()
    first.get_by_role("button", name="Start the game").click()
    for page in (first, second):
        page.locator("form.question").wait_for()


def play(client: farshore.Client, table: str) -> None:
    """Answer everything at a table."""
    for turn in client.tables.get(table).turns():
        turn.answer(turn.decision.default or turn.decision.options[: turn.decision.least])
