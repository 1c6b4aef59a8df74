"""RULES.md is the register of a game: every rule in it has a number, code that implements it and a test that proves it.

A rule is a line that begins with its number in bold, `**3.2**`, and a decision of ours is `**D7**`. Code and tests
refer to them as `RULES 3.2` or `RULES 3.2, D7`. What software need not have is marked `*(not modelled)*`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from service.games import REGISTRY
from tests.games.play import AnyGame

TESTS: Final = Path(__file__).parent
RULE: Final = re.compile(r"^\W*\*\*(D?\d+(?:\.\d+)*)\*\*( \*\(not modelled\)\*)?", re.MULTILINE)
REFERENCE: Final = re.compile(r"RULES ((?:D?\d+(?:\.\d+)*)(?:, (?:D?\d+(?:\.\d+)*))*)")

every_game = pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.name)


def rules(game: AnyGame) -> list[tuple[str, bool]]:
    """The numbers in a game's register, and whether each is modelled."""
    text = (game.folder / "RULES.md").read_text("utf-8")
    return [(number, not unmodelled) for number, unmodelled in RULE.findall(text)]


def references(folder: Path) -> dict[str, list[str]]:
    """The numbers that the files of a folder refer to, with the files."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for number in _numbers(path.read_text("utf-8")):
            found.setdefault(number, []).append(str(path.relative_to(folder.parent)))
    return found


def _numbers(text: str) -> Iterator[str]:
    for several in REFERENCE.findall(text):
        yield from several.split(", ")


def gaps(numbers: list[tuple[str, bool]], code: dict[str, list[str]], tests: dict[str, list[str]]) -> list[str]:
    """All that is wrong with a register, in sentences."""
    known = {number for number, _ in numbers}
    wrong = ["RULES.md has no numbered rule"] if not numbers else []
    wrong += [
        f"{n} stands {times} times in RULES.md" for n, times in Counter(n for n, _ in numbers).items() if times > 1
    ]
    for where, found in (("code", code), ("test", tests)):
        wrong += [f"no {where} refers to rule {n}" for n, modelled in numbers if modelled and n not in found]
        wrong += [f"{found[n][0]} refers to rule {n}, which is not in RULES.md" for n in found if n not in known]
    return wrong


@every_game
def test_every_rule_has_code_and_a_test_and_every_reference_a_rule(game: AnyGame) -> None:
    assert gaps(rules(game), references(game.folder), references(TESTS / game.name)) == []


def test_the_register_is_read_as_it_is_written() -> None:
    text = (
        "## 3. A round\n\n**3.1** Explore.\n- **3.2** *(not modelled)* Tidy up.\n| **3.3** | x |\n**D7** (3.1) Ours.\n"
    )

    assert RULE.findall(text) == [("3.1", ""), ("3.2", " *(not modelled)*"), ("3.3", ""), ("D7", "")]
    assert list(_numbers('"""RULES 3.1, D7: explore. RULES 3.3."""')) == ["3.1", "D7", "3.3"]


def test_a_gap_is_named() -> None:
    numbers = [("1.1", True), ("1.2", False), ("1.1", True)]

    assert gaps(numbers, {"1.1": ["a.py"]}, {"9": ["test_a.py"]}) == [
        "1.1 stands 2 times in RULES.md",
        "no test refers to rule 1.1",
        "no test refers to rule 1.1",
        "test_a.py refers to rule 9, which is not in RULES.md",
    ]
