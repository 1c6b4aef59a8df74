"""How long a bot's turn takes while ten hostile and ten huge books are read."""

from __future__ import annotations

from benchmarks.figures import Claim, Grid, Section, ms, percentile
from benchmarks.processes import folder
from benchmarks.run import Run
from benchmarks.timers import CommitTimes, bot_turns, whole
from service.books import uploads
from service.games.kit.texts import Upload
from service.stores import Stores, build
from tools.faults.hostile_books import book

EACH = 10
ROUND_S = 5.0
"""New tables are opened after so long, before their games end."""


def measure(run: Run) -> Section:
    """The whole service runs, as `make run` starts it; bots are measured before and during the uploads."""
    with folder("uploads") as data, whole(data, run.port()) as (_, redis):
        stores = build(redis)
        commits = CommitTimes(redis)
        run.say("bot turns without uploads")
        calm, _ = bot_turns(stores, commits, 5.0 if run.quick else 15.0)
        books = send(stores)
        run.say(f"bot turns while {len(books)} books are read")
        busy, left = bot_turns(stores, commits, ROUND_S)[0], unread(stores, books)
        while left and not run.quick:
            busy += bot_turns(stores, commits, ROUND_S)[0]
            left = unread(stores, books)
        commits.close()
    parts = (50, 95, 99)
    rows = [
        [name, str(len(found)), *(ms(percentile(found, p)) for p in parts), ms(max(found, default=0))]
        for name, found in (("no uploads", calm), (f"{len(books)} books are read", busy))
    ]
    note = f"Ten EPUBs whose markup never ends and ten texts of 19 MB; {left or 'none'} of them were unread at the end."
    return Section(
        "uploads",
        [
            Claim(
                "bot's p95 with and without uploads",
                percentile(busy, 95) / percentile(calm, 95),
                ours=f"{ms(percentile(busy, 95))} ms",
                theirs=f"{ms(percentile(calm, 95))} ms",
            )
        ],
        [Grid("Bot turns while books are read (ms)", ["", "n", *(f"p{p}" for p in parts), "max"], rows, [note])],
    )


def unread(stores: Stores, books: list[str]) -> int:
    """How many of these books are still waiting or being read."""
    return sum(book.state == "reading" for book in stores.books.many(books))


def send(stores: Stores) -> list[str]:
    """Upload the books; their ids."""
    raws = [*(book("markup", 6_000_000 + n) for n in range(EACH)), *(book("text", 19_000_000 + n) for n in range(EACH))]
    return [
        uploads.upload(stores.tables, stores.books, "p_bench", "new_lands", raw, Upload(), False, False, None).id
        for raw in raws
    ]
