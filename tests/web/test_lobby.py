"""The lobby: a new table from the dialog, invitations, and an account that moves to another browser."""

import re

from playwright.sync_api import Route, expect

from tests.web.conftest import Open, Shot
from tools.service_process import Service
from tools.web_matrix.player import fits, register, sign_in


def test_the_dialog_offers_the_options_of_each_game_and_opens_the_table(
    open_page: Open, service: Service, shot: Shot
) -> None:
    page = open_page("/")
    page.get_by_role("button", name="New table", exact=True).click()
    dialog = page.get_by_role("dialog")
    for game in ("Golden Compass", "Mountains of Madness", "New Lands", "Not Alone"):
        dialog.get_by_role("radio", name=re.compile(game)).check()
        expect(dialog.locator(".option").first).to_be_attached()
    dialog.get_by_role("radio", name="Faraway").check()
    dialog.get_by_role("switch", name=re.compile("Advanced variant")).check()
    dialog.get_by_label("Your name").fill("Ada")
    dialog.get_by_role("button", name="One seat more").click()
    dialog.get_by_label("Seat 2").select_option("invite")
    dialog.get_by_label("Clock").select_option("bank")
    dialog.get_by_label("Who can see it").select_option("private")
    shot(page, "new-table")
    dialog.get_by_role("button", name="Create the table").click()
    expect(page.get_by_text("One seat is still free")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Free seat")).to_have_count(1)
    token = page.evaluate("() => localStorage.getItem('farshore.token')")
    table = service.call("GET", f"/v1/tables/{page.url.rpartition('/')[2]}", None, token)[1]
    assert table["options"]["advanced"]
    assert (table["visibility"], table["clock"]["bank_s"], table["clock"]["increment_s"]) == ("private", 600, 10)
    assert [seat["kind"] for seat in table["seats"]] == ["player", "invite", "bot", "bot"]


def test_seats_characters_and_rules_that_can_be_switched_off_are_chosen_in_the_dialog(
    open_page: Open, service: Service, shot: Shot
) -> None:
    page = open_page("/")

    def options(game: str) -> dict[str, object]:
        page.get_by_role("dialog").get_by_role("button", name="Create the table").click()
        page.wait_for_url(re.compile("/t/"))
        token = page.evaluate("() => localStorage.getItem('farshore.token')")
        table = service.call("GET", f"/v1/tables/{page.url.rpartition('/')[2]}", None, token)[1]
        assert table["game"] == game
        return dict(table["options"])

    page.get_by_role("button", name="Set up a table of The Golden Compass").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("First player").select_option("Seat 2")
    dialog.get_by_label("Rounds before Lyra walks on").fill("")
    shot(page, "new-table-golden-compass")
    chosen = options("golden_compass")
    assert (chosen["first_player"], chosen["stall_guard_rounds"]) == (1, None)
    page.goto("/")
    page.get_by_role("button", name="Set up a table of Mountains of Madness").click()
    page.get_by_text("More options").click()
    expect(dialog.get_by_label("First leader").locator("option:not([hidden])")).to_have_count(4)
    dialog.get_by_label("Characters, Seat 2").select_option("Lake")
    expect(dialog.get_by_label("Characters, Seat 4")).to_be_hidden()
    shot(page, "new-table-mountains-of-madness")
    assert options("mountains_of_madness")["characters"] == ["Danforth", "Lake", "Atwood"]


def test_a_game_that_starts_with_one_click_speaks_the_language_of_the_page(open_page: Open, service: Service) -> None:
    books = {book["id"]: book["language"] for book in service.call("GET", "/v1/books?limit=100")[1]["items"]}
    for language in ("fr", "en"):
        for game, option in (("new_lands", "book"), ("mountains_of_madness", "language")):
            page = open_page("/", language=language)
            page.locator(".game-card", has=page.locator(f"a[href='/cards/{game}']")).locator(".primary").click()
            page.wait_for_url(re.compile("/t/"))
            token = page.evaluate("() => localStorage.getItem('farshore.token')")
            table = service.call("GET", f"/v1/tables/{page.url.rpartition('/')[2]}", None, token)[1]
            chosen = table["options"][option]
            assert books.get(chosen, chosen) == language


def test_an_agent_takes_a_seat_from_the_dialog(open_page: Open, service: Service) -> None:
    page = open_page("/")
    token = register(page, service)
    agent = {"name": "Deep Compass", "transport": "poll", "games": ["faraway"]}
    status, made = service.call("POST", "/v1/agents", agent, token)
    assert status == 201, made
    page.reload()
    page.get_by_role("button", name="New table", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Faraway").check()
    dialog.get_by_label("Seat 2").select_option(label="Deep Compass")
    dialog.get_by_role("button", name="Create the table").click()
    page.get_by_role("button", name="Confirm").wait_for()
    table = service.call("GET", f"/v1/tables/{page.url.rpartition('/')[2]}", None, token)[1]
    assert table["seats"][1]["agent"]["name"] == "Deep Compass"


def test_whoever_stands_up_before_the_game_leaves_the_seat_free(open_page: Open, service: Service) -> None:
    host, guest = open_page("/"), open_page("/")
    token = register(host, service, "Lena")
    body = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = service.call("POST", "/v1/tables", body, token)[1]["id"]
    register(guest, service, "Moe")
    guest.goto(f"/join/{table}")
    guest.get_by_role("button", name="Sit down").click()
    host.goto(f"/t/{table}")
    expect(host.locator(".seats")).to_contain_text("Moe")
    guest.get_by_role("button", name="Stand up").click()
    expect(guest.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(host.locator(".seats")).to_contain_text("Free seat")
    host.get_by_role("button", name="Delete").click()
    expect(host.get_by_role("heading", name="Open tables")).to_be_visible()


def test_whoever_opens_an_invitation_takes_the_reserved_seat(open_page: Open, service: Service) -> None:
    host, friend = open_page("/"), open_page("/", expected="404")
    token = register(host, service)
    body = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "invite"}], "start": "full", "visibility": "private"}
    table = service.call("POST", "/v1/tables", body, token)[1]
    register(friend, service, "Béa")
    friend.goto(f"/join/{table['id']}#{table['invite_code']}")
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.get_by_role("group", name="hand")).to_be_visible()


def test_an_account_moves_to_another_browser_with_its_key(open_page: Open, service: Service) -> None:
    first, second = open_page("/"), open_page("/")
    register(first, service, "Ada")
    first.reload()
    first.locator(".account").click()
    token = first.get_by_label("Your key", exact=True).input_value()
    second.locator(".account").click()
    second.get_by_label("Its key").fill(token)
    second.get_by_role("button", name="Use").click()
    expect(second.locator(".account")).to_contain_text("Ada")


def test_a_recovery_code_opens_the_account_elsewhere_and_is_replaced(open_page: Open, service: Service) -> None:
    first, second = open_page("/"), open_page("/", expected="403")
    register(first, service, "Ada")
    first.reload()
    first.locator(".account").click()
    first.get_by_role("button", name="Get a new code").click()
    code = first.get_by_label("Recovery code", exact=True).input_value()
    second.locator(".account").click()
    second.get_by_label("recovery code").fill(code.replace("-", "")[::-1])
    second.get_by_role("button", name="Use").click()
    expect(second.get_by_role("dialog").get_by_text("No account has this recovery code")).to_be_visible()
    second.get_by_label("recovery code").fill(code)
    second.get_by_role("button", name="Use").click()
    expect(second.locator(".account")).to_contain_text("Ada")
    expect(second.get_by_role("textbox", name="Recovery code")).not_to_have_value(code)


def test_open_and_running_tables_are_listed_and_can_be_watched(open_page: Open, service: Service) -> None:
    page, host = open_page("/"), open_page("/")
    token = register(host, service, "Hanna")
    for seats in ([{"kind": "me"}, {"kind": "open"}], [{"kind": "me"}, {"kind": "bot", "level": "random"}]):
        service.call("POST", "/v1/tables", {"game": "faraway", "seats": seats, "start": "full"}, token)
    expect(page.get_by_role("region", name="Open tables")).to_contain_text("Hanna")
    page.get_by_role("region", name="Under way").get_by_role("link", name=re.compile("Hanna")).first.click()
    expect(page.get_by_text("You are watching this table.")).to_be_visible()


def test_the_table_that_waits_for_me_comes_first_and_those_that_are_over_last(
    open_page: Open, service: Service, shot: Shot
) -> None:
    page = open_page("/")
    token = register(page, service, "Nia")
    bots = [{"kind": "bot", "level": "random"}] * 2

    def opened(seats: list[dict[str, str]]) -> str:
        body = {"game": "faraway", "seats": seats, "start": "full"}
        return str(service.call("POST", "/v1/tables", body, token)[1]["id"])

    mine = opened([{"kind": "me"}, *bots])
    over = opened([{"kind": "me"}, *bots])
    service.call("POST", f"/v1/tables/{over}/votes", {"kind": "abort", "agree": True}, token)
    opened([{"kind": "me"}, {"kind": "open"}])
    for width in (390, 768, 1000, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto("/")
        lines = page.get_by_role("region", name="Your tables").get_by_role("listitem")
        expect(lines).to_contain_text(["Your turn", "waiting for players", "ended"])
        assert fits(page), width
        shot(page, f"lobby-{width}")
    page.get_by_role("link", name="Your turn: Faraway", exact=True).click()
    page.wait_for_url(f"**/t/{mine}")
    page.locator("form.question").wait_for()


def test_the_lobby_follows_what_happens_over_the_one_stream_of_the_browser(open_page: Open, service: Service) -> None:
    page, host = open_page("/"), open_page("/")
    token, mine = service.call("POST", "/v1/players", {"name": "Irma"})[1]["token"], register(page, service, "Jon")
    page.reload()
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    body = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}], "start": "full"}
    table = service.call("POST", "/v1/tables", body, token)[1]["id"]
    line = page.locator(".table-line", has_text="Irma")
    expect(line.first).to_be_visible()
    expect(line.locator(".here")).to_have_count(0)
    # Not before: a lobby that connects again is present too.
    sign_in(host, token)
    host.goto(f"/t/{table}")
    expect(line.locator(".here")).to_have_count(1)
    service.call("PUT", f"/v1/tables/{table}/seats/1", {}, mine)
    expect(page.get_by_role("region", name="Your tables")).to_contain_text("Irma")
    expect(page.get_by_role("region", name="Your tables")).to_contain_text("Your turn")
    expect(page.get_by_role("region", name="Open tables").get_by_text("Irma")).to_have_count(0)
    # A tab beside it follows a table over the same connection.
    tab = page.context.new_page()
    tab.goto(f"/t/{table}")
    tab.get_by_role("button", name="Confirm").wait_for()
    host.close()
    expect(page.get_by_role("region", name="Your tables")).to_contain_text("Irma")
    assert not any("status=open" in address for address in asked)


def test_the_lobby_goes_on_while_the_words_of_another_language_are_loading(open_page: Open, service: Service) -> None:
    page = open_page("/")
    held: list[Route] = []
    page.route("**/text/fr.json", lambda route: held.append(route))
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    ben = service.call("POST", "/v1/players", {"name": "Ben the early"})[1]["token"]
    table = {"game": "faraway", "seats": [{"kind": "me"}, {"kind": "open"}], "visibility": "public"}
    assert service.call("POST", "/v1/tables", table, ben)[0] == 201
    expect(page.get_by_text("Ben the early").first).to_be_visible()
    held[0].continue_()
    expect(page.get_by_role("heading", name="Tables ouvertes")).to_be_visible()


def test_language_and_theme_change_at_once_and_stay(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_role("heading", name="Tables ouvertes")).to_be_visible()
    page.get_by_role("button", name="Couleurs sombres").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
