"""Agents: registered in the browser, tested, followed in the log, changed and deleted, by real programs that answer."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import farshore
from playwright.sync_api import Page, expect

from tests.conftest import free_port
from tests.web.builders.calls import close_calls, copied, run_calls, run_curl, run_python, show_calls, sign_in, token_of
from tests.web.conftest import Open, Shot
from tools.service_process import ROOT, Service, soon


@contextmanager
def program(text: str, **env: str) -> Iterator[None]:
    """A program that was copied from the page, while it runs."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "sdk"), **env}
    running = subprocess.Popen([sys.executable, "-c", text], env=env, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        running.terminate()
        running.wait(90)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def clipboard(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_webhook_agent_is_registered_tested_and_followed_in_its_log(
    open_page: Open, service: Service, ada: farshore.Client, shot: Shot
) -> None:
    port = free_port()
    page = sign_in(open_page, "/agents", str(ada.token))
    expect(page.get_by_text("You have no AI player yet.")).to_be_visible()
    page.get_by_role("button", name="Register an AI player").first.click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name", exact=True).fill("Deep Compass")
    form.get_by_label("Address").fill(f"http://127.0.0.1:{port}/")
    form.get_by_role("checkbox", name="Faraway").check()
    form.get_by_label("Seconds per decision").fill("20")
    form.get_by_label("Substitute").select_option("random")
    form.get_by_label("Tables at the same time").fill("4")
    form.get_by_label("Language", exact=True).select_option("fr")
    form.get_by_label("Version").fill("1.4.2")
    form.get_by_label("Language model").fill("none-7b")
    form.get_by_role("switch", name="Public").check()
    form.get_by_role("switch", name="Table as text").check()
    form.get_by_role("switch", name="Talk").check()
    shot(page, "agents-register")
    form.get_by_role("button", name="Register an AI player", exact=True).click()
    secret = page.locator("dialog .secret").inner_text()
    assert secret.startswith("whsec_")
    page.get_by_role("dialog").get_by_role("button", name="Copy").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    id = page.url.rpartition("/")[2]
    agent = ada.agents.get(id)
    assert (agent.transport, agent.games, agent.budget_s, agent.fallback) == ("webhook", ("faraway",), 20, "random")
    assert (agent.most_tables, agent.language, agent.version, agent.model) == (4, "fr", "1.4.2", "none-7b")
    assert (agent.public, agent.page, agent.talk) == (True, True, True)

    # Nothing answers at the address yet.
    page.get_by_role("button", name="Run the test", exact=True).click()
    expect(page.get_by_text("Not passed", exact=True)).to_be_visible(timeout=90_000)
    expect(page.locator(".checks .bad")).to_contain_text(["cannot be reached"])
    page.get_by_role("button", name="Copy as Python").click()
    with program(clipboard(page), SECRET=secret):
        assert soon(lambda: listens(port))
        page.get_by_role("button", name="Run the test", exact=True).click()
        expect(page.get_by_text("Passed", exact=True)).to_be_visible(timeout=90_000)
        expect(page.locator(".checks .ok")).to_have_count(7)
        tables = [ada.tables.open("faraway", seats=[id, "random"], start="full") for _ in range(2)]
        assert soon(lambda: all(table.refresh().status == "finished" for table in tables))
    page.get_by_role("button", name="Refresh").click()
    expect(page.locator(".delivery .pill.done").first).to_contain_text("answered")
    shot(page, "agents-agent")
    page.get_by_role("button", name="More").click()
    assert soon(lambda: page.locator(".delivery").count() > 20)


def close_secret(page: Page, name: str) -> None:
    """Close the dialog that shows a secret. It follows another one, which has the same button."""
    page.get_by_role("dialog").filter(has=page.locator(".secret")).get_by_role("button", name=name).click()


def test_a_polling_agent_passes_its_test_in_french_on_a_phone(open_page: Open, service: Service, shot: Shot) -> None:
    token = token_of(service, "Béa")
    page = sign_in(open_page, "/agents", token, language="fr", viewport={"width": 390, "height": 844})
    page.get_by_role("button", name="Inscrire un joueur IA").first.click()
    form = page.get_by_role("dialog")
    form.get_by_label("Nom", exact=True).fill("Sondeur")
    form.locator("select[name='transport']").select_option("poll")
    expect(form.get_by_label("Adresse")).to_be_hidden()
    form.get_by_role("checkbox", name="Faraway").check()
    form.get_by_role("button", name="Inscrire un joueur IA", exact=True).click()
    close_secret(page, "Fermer")
    page.get_by_role("button", name="Copier pour Python").click()
    with program(clipboard(page), TOKEN=token):
        page.get_by_role("button", name="Lancer le test", exact=True).click()
        expect(page.get_by_text("Réussi", exact=True)).to_be_visible(timeout=120_000)
    shot(page, "agents-agent-phone-fr")


def test_an_agent_is_changed_gets_a_new_secret_and_is_deleted(open_page: Open, service: Service) -> None:
    token = token_of(service)
    client = farshore.Client(service.at, token=token)
    agent = client.agents.register("Old Name", games=["faraway", "not_alone"])
    page = sign_in(open_page, f"/agents/{agent.id}", token)
    page.get_by_role("button", name="Change", exact=True).click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name", exact=True).fill("New Name")
    form.get_by_role("checkbox", name="Faraway").uncheck()
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New Name")
    assert client.agents.get(agent.id).games == ("not_alone",)

    page.get_by_role("button", name="New secret", exact=True).click()
    page.get_by_role("dialog").get_by_label("The old one stays valid").select_option("3600")
    page.get_by_role("dialog").get_by_role("button", name="New secret", exact=True).click()
    expect(page.locator("dialog .secret")).not_to_have_text(agent.secret or "")
    close_secret(page, "Close")
    expect(page.get_by_text("Old secret valid until")).to_be_visible()

    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("You have no AI player yet.")).to_be_visible()
    assert list(client.agents.list(mine=True)) == []


def test_a_guest_registers_an_agent_and_sees_the_owners_view_only_of_it(open_page: Open, service: Service) -> None:
    page, stranger = open_page("/agents"), open_page("/agents")
    expect(page.get_by_text("This needs an account.")).to_be_visible()
    page.get_by_role("button", name="Register an AI player").first.click()
    form = page.get_by_role("dialog")
    form.get_by_label("Your name").fill("Zoe")
    form.get_by_label("Name", exact=True).fill("Shared")
    form.get_by_label("Connection").select_option("poll")
    form.get_by_role("switch", name="Public").check()
    form.get_by_role("button", name="Register an AI player", exact=True).click()
    close_secret(page, "Close")
    expect(page.get_by_role("region", name="Conformance test")).to_be_visible()
    stranger.goto(page.url)
    expect(stranger.get_by_role("heading", name="Shared")).to_be_visible()
    expect(stranger.get_by_role("region", name="Conformance test")).to_have_count(0)
    expect(stranger.get_by_role("button", name="Delete")).to_have_count(0)


def test_copied_calls_of_agents_work(open_page: Open, service: Service, tmp_path: Path) -> None:
    token = token_of(service)
    client = farshore.Client(service.at, token=token)
    agents = [client.agents.register(f"Copy {n}", games=["faraway"]) for n in range(2)]
    page = sign_in(open_page, "/agents", token)
    found = run_calls(page, "Your AI players", token, tmp_path)
    assert agents[1].id in found["listAgents"][0]
    assert agents[0].id in found["listAgents"][1]

    page.get_by_role("button", name="Register an AI player").first.click()
    form = page.get_by_role("dialog")
    form.get_by_label("Name", exact=True).fill("It's \"quoted\" $HOME \\ 'é'")
    form.get_by_label("Address").fill("http://127.0.0.1:9000/")
    found = run_calls(page, "Register an AI player", token, tmp_path)
    assert json.loads(found["registerAgent"][0])["name"] == "It's \"quoted\" $HOME \\ 'é'"
    assert len(list(client.agents.list(mine=True))) == 4

    page.goto(f"/agents/{agents[0].id}")
    done = {
        **run_calls(page, "Registration", token, tmp_path),
        **run_calls(page, "Deliveries", token, tmp_path),
    }
    page.get_by_role("button", name="Change", exact=True).click()
    done |= run_calls(page, "Change", token, tmp_path)
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="New secret", exact=True).click()
    done |= run_calls(page, "New secret", token, tmp_path)
    assert done["rotateSecret"][1].startswith("whsec_")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()

    # With nobody who answers, the fallback plays the test to its end.
    assert show_calls(page, "Run the test") == ["testAgent"]
    test = json.loads(run_curl(copied(page, "Copy as curl", "testAgent"), token, tmp_path))
    assert test["status"] == "running"
    close_calls(page)
    page.get_by_role("button", name="Run the test", exact=True).click()
    expect(page.get_by_text("The test is running")).to_be_visible()
    assert show_calls(page, "Run the test") == ["testAgent", "getAgentTest"]
    run_curl(copied(page, "Copy as curl", "getAgentTest"), token, tmp_path)
    run_python(copied(page, "Copy as Python", "getAgentTest"), token, tmp_path)
    close_calls(page)

    for agent, run, kind in zip(agents, (run_curl, run_python), ("curl", "Python"), strict=True):
        page.goto(f"/agents/{agent.id}")
        show_calls(page, "Delete")
        run(copied(page, f"Copy as {kind}", "deleteAgent"), token, tmp_path)
    assert {agent.id for agent in agents} & {agent.id for agent in client.agents.list(mine=True)} == set()


def test_the_own_key_is_written_only_if_asked_for(open_page: Open, service: Service, tmp_path: Path) -> None:
    token = token_of(service)
    page = sign_in(open_page, "/agents", token)
    show_calls(page, "Your AI players")
    assert token not in page.locator("dialog.calls").inner_text()
    page.get_by_role("switch", name="Write my own key").check()
    for kind, run in (("curl", run_curl), ("Python", run_python)):
        text = copied(page, f"Copy as {kind}", "listAgents")
        assert token in text
        run(text, "", tmp_path)
