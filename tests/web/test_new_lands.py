"""The table of New Lands in a browser: the book, the reading that is gone once heard, votes, a book of one's own."""

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from service.games import REGISTRY
from tests.games.new_lands.epubs import epub
from tests.web.conftest import Open, Shot
from tests.web.test_accessible import serious
from tools.service_process import Service
from tools.web_matrix.player import fits, play, register, sign_in, sit_down, step
from tools.web_matrix.positions import Deal, play_until, set_up

PHONE = {"width": 390, "height": 844}
MODULES = {"mode": "classic", "peripeties": True, "characters": True, "domains": True, "ranks": True}
FRENCH = {"book": "atlas-de-l-allumeuse"}
OPEN = """() => [...document.querySelectorAll("form.question:not(:has(.sending))")]
  .map(({ dataset }) => [dataset.kind, dataset.question])"""
# Texts that end before their box does, and pages of the book that hold all that is on them.
CUT = """() => [...document.querySelectorAll(".nl-tile, .nl-mission, .nl-role, .nl-theme, .nl-body, .nl-recto")]
  .filter((one) => one.scrollHeight > one.clientHeight + 3 || one.scrollWidth > one.clientWidth + 3)
  .map((one) => one.className + " " + one.textContent)"""


def until(page: Page, found: str, seed: int = 1) -> None:
    """Answer what is asked until this can be seen."""
    random = Random(seed)
    for _ in range(600):
        if page.locator(".confirm.sending").count():
            page.wait_for_timeout(40)
            continue
        if page.locator(found).count():
            return
        done = step(page, random)
        assert done != "over", f"the game ended without {found}"
        page.wait_for_timeout(40)
    raise AssertionError(f"never seen: {found}")


def test_a_whole_game_is_played_by_clicks(open_page: Open, service: Service, shot: Shot) -> None:
    page = open_page()
    page.goto(f"/t/{sit_down(page, service, 'new_lands', deal='book', options=MODULES)}")
    answered = play(page)
    asked = {"nominate-scout", "choose-character", "take-mission", "vote-exploration"}
    assert asked <= set(answered)
    expect(page.locator(".nl-points tfoot td")).to_be_visible()
    # The book stays open where it was read last, or at the sentence that was won.
    expect(page.locator(".nl-end .nl-recto").locator(".nl-line, blockquote").first).to_be_visible()
    numbers = {int(one.split()[0]): one.split()[1] for one in page.locator(".nl-numbers li").all_inner_texts()}
    assert all(word.endswith("s") == (number != 1) for number, word in numbers.items()), numbers
    page.locator(".nl-turn summary").first.click()
    assert page.locator(".nl-turn[open] .nl-line").count() >= 6
    shot(page, "new-lands-end")
    kinds = set(REGISTRY["new_lands"].words("en").decisions) - {"hourglass", "next-line"}
    print("not reached:", sorted(kinds - set(answered)))


def test_a_game_in_french_fits_a_phone(open_page: Open, service: Service, shot: Shot) -> None:
    page = open_page(language="fr", viewport=PHONE, color_scheme="dark")
    page.goto(f"/t/{sit_down(page, service, 'new_lands', deal='livre', options=FRENCH)}")
    page.locator(".nl-recto").wait_for()
    assert fits(page)
    until(page, ".nl-line", seed=2)
    shot(page, "new-lands-phone")
    assert fits(page)
    play(page, seed=2)
    assert fits(page)
    # No line of the story is broken between a card and its quotation marks.
    expect(page.locator(".story .glued", has_text="«").first).to_contain_text("»")


def test_an_epub_is_uploaded_in_the_dialog_and_played_in(open_page: Open, tmp_path: Path) -> None:
    good, bad = tmp_path / "ferry.epub", tmp_path / "short.txt"
    good.write_bytes(epub())
    bad.write_text("It was over before it began. " * 30)
    page = open_page("/")
    page.locator(".hero button").click()
    page.locator(".cover-choice", has_text="New Lands").click()
    page.get_by_text("Play in a book of your own").click()
    page.get_by_label("Your name").fill("Ada")
    page.locator("input[type=file]").set_input_files(bad)
    expect(page.get_by_role("alert")).to_contain_text("the shortest expedition needs 100")
    page.locator("input[type=file]").set_input_files(good)
    expect(page.locator(".upload-done")).to_contain_text("The Ferry is ready")
    expect(page.get_by_role("radio", name="The Ferry")).to_be_checked()
    expect(page.locator(".shelf-book", has_text="The Ferry")).to_contain_text("English")
    wide = page.evaluate("() => ['.books', '.own-book'].map((one) => document.querySelector(one).offsetWidth)")
    assert wide[1] >= wide[0] - 20, "the fields of the upload have the width of the dialog"
    page.get_by_role("button", name="fewer").click()
    page.get_by_role("button", name="Create the table").click()
    expect(page.locator(".nl-running i")).to_have_text("The Ferry")
    until(page, ".nl-line")
    assert "ferry" in page.locator(".nl-set").first.inner_text()
    play(page)


def test_what_does_not_go_together_cannot_be_chosen(open_page: Open) -> None:
    page = open_page("/")
    page.locator(".hero button").click()
    page.locator(".cover-choice", has_text="New Lands").click()
    page.get_by_text("More options").click()
    ranks = page.get_by_role("switch", name="Points and ranks")
    expect(ranks).to_be_disabled()
    page.get_by_label("Expedition").first.select_option("classic")
    assert page.locator("option[value=very_easy]").get_attribute("disabled") is not None
    for module in ("Péripéties", "Characters", "Domains"):
        page.get_by_role("switch", name=module).check()
    expect(ranks).to_be_enabled()


def test_a_reading_survives_a_reload_and_is_gone_once_heard(open_page: Open, service: Service, shot: Shot) -> None:
    page = open_page()
    page.goto(f"/t/{sit_down(page, service, 'new_lands', deal='hear')}")
    until(page, ".nl-listen")
    page.locator(".nl-listen").click()
    expect(page.locator(".nl-line.said").first).to_be_visible()
    assert page.locator(".nl-line.unsaid").count() > 0, "the lines come one by one"
    line = page.locator(".nl-line.said .nl-print").first.inner_text()
    page.reload()
    expect(page.locator(".nl-line.said .nl-print").first).to_have_text(line)
    shot(page, "new-lands-reading")
    page.get_by_role("button", name="I have heard it").click()
    expect(page.locator(".nl-line")).to_have_count(0)
    page.reload()
    page.locator(".nl-recto").wait_for()
    assert page.locator(".nl-line").count() == 0
    assert line not in page.content()
    assert line not in str(page.evaluate("JSON.stringify({...sessionStorage, ...localStorage})"))


def test_a_vote_survives_a_reload(open_page: Open, service: Service, shot: Shot) -> None:
    page = open_page()
    page.goto(f"/t/{sit_down(page, service, 'new_lands', seats=4, deal='vote')}")
    until(page, "[data-kind=vote-exploration]")
    plate = page.locator(".nl-plate[data-option]").first
    name = plate.locator(".nl-theme").inner_text()
    plate.click()
    page.get_by_role("button", name="Only show my vote").click()
    hand = page.locator(".nl-place", has_text=name).locator(".nl-hands")
    expect(hand).to_contain_text("Ada")
    page.reload()
    expect(hand).to_contain_text("Ada")
    shot(page, "new-lands-vote")
    page.get_by_role("button", name=f"Confirm: {name}").click()
    expect(page.locator("[data-kind=vote-exploration]")).to_have_count(0)


def test_every_kind_of_question_survives_a_reload(open_page: Open, service: Service) -> None:
    page = open_page()
    expected = {"choose-character", "nominate-scout", "take-mission", "discard-mission", "draw-peripetia", "listen"}
    expected |= {"set-compass", "vote-mission", "vote-exploration"}
    random = Random(4)
    seen: set[str] = set()
    # Who becomes the Scout depends on who is faster, so that a game may end without some of them.
    for _ in range(4):
        page.goto(f"/t/{sit_down(page, service, 'new_lands', seats=3, options=MODULES)}")
        page.locator(".nl-top").wait_for()
        reload_at_each_kind(page, random, seen, expected)
        if expected <= seen:
            break
    print("not open:", *sorted(set(REGISTRY["new_lands"].words("en").decisions) - seen))
    assert expected <= seen


def reload_at_each_kind(page: Page, random: Random, seen: set[str], expected: set[str]) -> None:
    """Play until all expected kinds were seen or the game is over, and reload at each that was not seen before."""
    for _ in range(2000):
        kinds = []
        for kind, question in page.evaluate(OPEN):
            kinds.append(kind)
            if kind in seen:
                continue
            seen.add(kind)
            page.reload()
            page.locator(".nl-top").wait_for()
            # Votes may have been closed by the others meanwhile.
            if not kind.startswith("vote-"):
                expect(page.locator(f'[data-question="{question}"] .actions')).to_be_visible()
        if kinds:
            step(page, random, random.choice(kinds))
        if expected <= seen or page.locator(".ending").count():
            return
        page.wait_for_timeout(20)


def test_what_the_scout_reads_and_what_the_group_hears_are_on_one_page(open_page: Open, service: Service) -> None:
    # The Scout has drawn a péripétie that changes words; everybody else is ready to listen.
    position = play_until("new_lands", "set-compass", Deal(2, {"mode": "excursion", "peripeties": True}, "bent-12"))
    assert position, "the known game does not ask this any more: search another one"
    table, token = set_up(service, position)
    page = open_page("/icon.svg")
    sign_in(page, token)
    page.goto(f"/t/{table}")
    page.locator(".nl-plate[data-option]").first.click()
    page.get_by_role("button", name="Read aloud").click()
    spoken = page.locator(".nl-as-heard .nl-print")
    expect(spoken).to_have_count(6)
    assert page.locator(".nl-body > .nl-lines .nl-print").all_inner_texts() != spoken.all_inner_texts()
    expect(page.locator(".nl-as-heard .chip")).to_be_visible()
    assert page.evaluate(CUT) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    expect(spoken).to_have_count(6)
    assert fits(page)
    assert page.evaluate(CUT) == []


def prompter(page: Page, service: Service) -> None:
    """Go on until this seat is the Scout, and the Prompter with a word to give."""
    table = sit_down(page, service, "new_lands", deal="word", options={"characters": True})
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="The Prompter").click()
    page.locator("form.question .confirm").click()
    until(page, ".nl-word")


def test_a_word_is_marked_by_keyboard(open_page: Open, service: Service) -> None:
    page = open_page()
    prompter(page, service)
    page.locator(".nl-word").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.line") == "2"
    word = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Space")
    page.get_by_role("button", name=f"Give the word “{word}”").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".nl-clue")).to_contain_text(word)


def test_a_word_is_marked_by_touch(open_page: Open, service: Service) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    prompter(page, service)
    assert fits(page)
    words = page.locator(".nl-word[data-line='1']")
    words.nth(1).tap()
    expect(words.nth(1)).to_have_attribute("aria-pressed", "true")
    words.first.tap()
    expect(words.nth(1)).to_have_attribute("aria-pressed", "false")
    word = words.first.inner_text()
    page.get_by_role("button", name=f"Give the word “{word}”").tap()
    expect(page.locator(".nl-clue")).to_contain_text(word)


def test_a_timed_reading_comes_line_by_line_and_is_gone(open_page: Open, service: Service) -> None:
    page = open_page()
    options = {"timed": True, "words_per_minute": 300, "scout_seconds": 5, "preparation_seconds": 60}
    page.goto(f"/t/{sit_down(page, service, 'new_lands', deal='clock', options=options)}")
    until(page, "[data-part=reading]")
    first = page.locator(".nl-line").count()
    expect(page.locator(".nl-line")).not_to_have_count(first)
    page.locator("[data-kind=heard] .nl-send").click()
    expect(page.locator(".nl-line")).to_have_count(0)


def test_a_long_mission_in_another_language_leaves_the_question_on_the_screen(
    open_page: Open, service: Service, shot: Shot
) -> None:
    position = play_until("new_lands", "measure-step", Deal(6, {**MODULES, **FRENCH}, "page-12"))
    assert position, "the known game does not ask this any more: search another one"
    table, token = set_up(service, position)
    page = open_page("/icon.svg")
    sign_in(page, token)
    page.goto(f"/t/{table}")
    mission = page.locator(".nl-mission", has_text="Points of the Compass")
    expect(mission).to_contain_text("At least two words of place or direction")
    shot(page, "new-lands-measure-step")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(CUT) == []
    for button in page.locator("[data-kind=measure-step] .nl-send").all():
        expect(button).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="The words that count for Points of the Compass").click()
    expect(page.get_by_role("dialog")).to_contain_text("gauche")


def test_missions_stand_first_on_a_phone_while_they_are_asked_about(open_page: Open, service: Service) -> None:
    position = play_until("new_lands", "vote-mission", Deal(3, {"mode": "excursion"}, "first-0"))
    assert position, "the known game does not ask this any more: search another one"
    table, token = set_up(service, position)
    page = open_page("/icon.svg", viewport=PHONE)
    sign_in(page, token)
    page.goto(f"/t/{table}")
    expect(page.locator(".nl-mission[data-option]")).to_be_in_viewport()
    assert fits(page)


def test_scout_group_and_spectator_see_what_is_theirs(open_page: Open, service: Service) -> None:
    ada, bea, watcher = open_page(), open_page(), open_page()
    token = register(ada, service)
    body = {"game": "new_lands", "seats": [{"kind": "me"}, {"kind": "open"}], "start": "full"}
    table = service.call("POST", "/v1/tables", body, token)[1]["id"]
    ada.goto(f"/t/{table}")
    bea.goto(f"/join/{table}")
    bea.get_by_label("Your name").fill("Béa")
    bea.get_by_role("button", name="Sit down").click()
    watcher.goto(f"/t/{table}")
    for page in (ada, bea):
        page.get_by_role("button", name="Propose Ada").click()
        page.locator("[data-kind=nominate-scout] .confirm").click()
    expect(ada.locator(".nl-line")).to_have_count(6)
    passage = ada.locator(".nl-print").all_inner_texts()
    for page in (bea, watcher):
        expect(page.locator(".nl-recto")).to_contain_text("Ada reads in silence.")
        expect(page.locator(".nl-line")).to_have_count(0)
        assert not [line for line in passage if line in page.content()]
    ada.locator(".nl-plate[data-option]").first.click()
    ada.get_by_role("button", name="Read aloud").click()
    bea.get_by_role("button", name="Ready, without a mission").click()
    bea.locator(".nl-listen").click()
    expect(bea.locator(".nl-line.said .nl-print").first).to_have_text(passage[0])
    expect(watcher.locator(".nl-recto")).to_contain_text("The passage is for the ears of the Group.")
    assert not [line for line in passage if line in watcher.content()]
    expect(watcher.locator("form.question")).to_have_count(0)


@pytest.mark.parametrize(("theme", "seats", "language"), [("light", 6, "fr"), ("dark", 4, "en")])
def test_axe_finds_nothing_serious_and_all_players_fit_the_screen(
    open_page: Open, service: Service, shot: Shot, theme: str, seats: int, language: str
) -> None:
    page = open_page(color_scheme=theme, language=language)
    options = {**MODULES, **(FRENCH if language == "fr" else {})}
    page.goto(f"/t/{sit_down(page, service, 'new_lands', seats=seats, deal='axe', options=options)}")

    def check(name: str) -> None:
        shot(page, f"new-lands-{name}-{theme}")
        assert "\n".join(serious(page)) == "", name
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), name
        assert page.evaluate(CUT) == [], name

    expect(page.locator("[data-kind=choose-character]")).to_be_visible()
    check("characters")
    for kind in ("take-mission", "listen", "vote-exploration"):
        until(page, f"[data-kind={kind}]")
        check(kind)


def test_the_text_of_a_book_is_never_markup(open_page: Open, tmp_path: Path) -> None:
    book = tmp_path / "river_crossing.txt"
    book.write_text("\n\n".join(["The <b>ferry</b> & <img src=x onerror=alert(1)> crossed the water. " * 12] * 300))
    page = open_page("/")
    page.locator(".hero button").click()
    page.locator(".cover-choice", has_text="New Lands").click()
    page.get_by_text("Play in a book of your own").click()
    page.get_by_label("Your name").fill("Ada")
    page.locator("input[type=file]").set_input_files(book)
    expect(page.get_by_role("radio", name="river crossing")).to_be_checked()
    page.get_by_role("button", name="Create the table").click()
    expect(page.locator(".nl-running i")).to_have_text("river crossing")
    until(page, ".nl-line")
    assert page.locator(".nl-set img, .nl-set b").count() == 0
    assert "<b>ferry</b>" in page.locator(".nl-recto").inner_text()
