"""Books are read apart from everything else: their own queue, their own process, and limits."""

from __future__ import annotations

import pytest
from redis import Redis

from service.__main__ import worker_names
from service.books import uploads
from service.games.kit.texts import TextRefused, Upload
from service.settings import Settings
from service.stores import Stores
from tests.games.new_lands.epubs import epub
from workers import book_reader, jobs, queues
from workers.clock import Clock


def uploaded(stores: Stores, raw: bytes) -> str:
    return uploads.upload(stores.tables, stores.books, "p_ada", "new_lands", raw, Upload(), False, False, None).id


def test_books_have_their_own_queue_and_process(stores: Stores, clock: Clock, settings: Settings) -> None:
    uploaded(stores, epub())

    clock.tick()

    assert (len(clock.queues["book"]), len(clock.queues["bots"])) == (1, 0)
    assert [kind for kind, names in queues.QUEUES.items() if queues.BOOKS in names] == [queues.BOOKS]
    assert "books-1" in worker_names(settings)


def test_a_book_is_read_by_the_job() -> None:
    stores = jobs.stores()
    book = uploaded(stores, epub())

    jobs.read_book(book)

    found = uploads.get(stores.books, "p_ada", book, "en")
    assert (found["status"], found["title"]) == ("ready", "The Ferry")
    assert stores.books.pages(found["fingerprint"])


@pytest.mark.parametrize("limits", [{"cpu_s": 1}, {"memory": 100_000_000}])
def test_a_book_that_takes_too_much_time_or_memory_is_refused(limits: dict[str, int]) -> None:
    words = b"The ferry crossed the grey water at dawn, and nobody on the quay could say who had sent for it.\n\n"

    with pytest.raises(TextRefused) as refused:
        book_reader.read("new_lands", words * 95_000, Upload(), lambda percent: None, **limits)

    assert refused.value.code == "too-costly"


def test_a_reader_that_dies_is_not_the_fault_of_the_book(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_reader.sys, "executable", "/bin/false")

    with pytest.raises(uploads.ReadingFailed):
        book_reader.read("new_lands", epub(), Upload(), lambda percent: None)


def test_the_reader_knows_no_setting_of_the_service(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {}

    def started(command: list[str], **how: object) -> None:
        given.update(how)
        raise BrokenPipeError

    monkeypatch.setattr(book_reader.subprocess, "Popen", started)
    with pytest.raises(BrokenPipeError):
        book_reader.read("new_lands", epub(), Upload(), lambda percent: None)

    assert set(given["env"]) == {"PYTHONPATH"}
