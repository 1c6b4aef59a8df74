"""Links and paths in the documentation lead somewhere, and the glossary stays short."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "sdk" / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
FOLDERS = "service|workers|sdk|tests|tools|benchmarks|openapi|examples|docs"


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub writes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_paths_exist(page: Path) -> None:
    text = page.read_text("utf-8")

    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link
    for path in re.findall(rf"`((?:{FOLDERS})/[\w/.-]+\.\w+)", text):
        assert (ROOT / path).exists(), path


def test_readme_and_contributing_name_every_package() -> None:
    packages = {path.parent.name for path in ROOT.glob("service/*/__init__.py")}
    packages |= {path.name for path in ROOT.iterdir() if path.is_dir() and re.fullmatch(FOLDERS, path.name)}

    for page in ("README.md", "CONTRIBUTING.md"):
        named = set(re.findall(r"(?<![\w.])(\w+)/", (ROOT / page).read_text("utf-8")))
        assert packages <= named, packages - named


def test_the_glossary_has_at_most_25_words() -> None:
    words = re.findall(r"\*\*(.+?)\*\*", (ROOT / "docs" / "glossary.md").read_text("utf-8"))
    assert 15 <= len(words) <= 25
