"""What a text is about: the speaker's own madness, or somebody's hand. Both are found by their usual wordings."""

from __future__ import annotations

import re

from service.games.mountains_of_madness.lexicon import fold


def any_of(*words: str) -> str:
    """A pattern for any of these words, which may be given several in a string; none runs on into a longer word."""
    members = {re.escape(fold(word)) for some in words for word in some.split()}
    return "(?:" + "|".join(sorted(members, key=len, reverse=True)) + ")(?![a-z])"


def phrases(*some: str) -> str:
    """A pattern for any of these phrases, each a pattern itself."""
    return "(?:" + "|".join(some) + ")"
