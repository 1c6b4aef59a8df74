"""Pages and rules in windows of other widths."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from farshore.cli import reflow
from farshore.cli.terminal import Terminal
from farshore.text import Messages

from tools.golden_pages import FOLDER

PAGES = [
    page for path in sorted(FOLDER.glob("*.txt")) for page in path.read_text(encoding="utf-8").split("########")[1:]
]
RULES = sorted(Path("service/games").glob("*/text/rules.*.md"))

PAGE = """\
== Your decision: 4-hide-places-0 ==
Phobia: which two Place cards stay hidden from the Creature? Pick exactly two.
  lair  The Lair — Take back all Place cards of your discard pile, or copy the
      power of a place under the Creature token.
  pass  pass
"""


def test_a_page_is_filled_to_a_narrow_window_and_its_items_stay_apart() -> None:
    assert list(reflow.page(PAGE, 40)) == [
        "== Your decision: 4-hide-places-0 ==",
        "Phobia: which two Place cards stay",
        "hidden from the Creature? Pick exactly",
        "two.",
        "  lair  The Lair — Take back all Place",
        "      cards of your discard pile, or",
        "      copy the power of a place under",
        "      the Creature token.",
        "  pass  pass",
    ]


def test_a_page_is_left_alone_where_it_fits() -> None:
    assert "\n".join(reflow.page(PAGE, 78)) == PAGE.rstrip()


def test_no_word_of_a_golden_page_is_lost_in_a_narrow_window() -> None:
    for page in PAGES:
        assert " ".join(reflow.page(page, 55)).split() == page.split()


def test_every_question_keeps_a_line_for_each_option() -> None:
    for page in PAGES:
        for line in page.splitlines():
            if line.startswith("  ") and line[2:3].strip() and "  " in line[3:40] and " · " not in line:
                start = line[:20]
                assert any(each.startswith(start) for each in reflow.page(page, 55)), line


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parts[2]}-{path.name}")
def test_rules_fit_the_window_and_nothing_of_them_is_lost(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = path.read_text(encoding="utf-8")
    terminal = Terminal(Messages("en"))
    terminal.console.width = 70

    terminal.rules(text)

    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 70 for line in lines)
    assert words(text.replace("```json", "")) <= words("\n".join(lines))


def words(text: str) -> set[str]:
    """The words of a text, without the numbers that may belong to a list."""
    return set(re.findall(r"\w+", text)) - set("1234567890")


def test_a_line_about_the_next_player_is_not_joined_to_the_one_before() -> None:
    page = "Ben: row 40; 1 night, 1 desert; worth 0; 3 in hand (known: 17); has chosen yet.\nCleo: row 48; worth 0.\n"
    assert "Cleo: row 48; worth 0." in list(reflow.page(page, 60))


def test_a_section_of_the_rules_is_found_by_its_heading() -> None:
    rules = "# Game\n\nAbout.\n\n## Phase 2: hunting\n\nHunt.\n\n## The end\n\nOver.\n"
    assert reflow.section(rules, "hunt") == "## Phase 2: hunting\n\nHunt.\n\n"
    assert reflow.section(rules, "nothing") == ""


def test_a_word_in_no_heading_is_found_in_the_paragraphs() -> None:
    rules = "# Game\n\nA token\nlies here.\n\nA card.\n\n## Phase\n\nNo more.\n\n## End\n\nTake the token.\n"
    assert reflow.section(rules, "token") == "# Game\n\nA token\nlies here.\n\n## End\n\nTake the token.\n"
