"""The two archives behind one interface, and what only a folder can get wrong."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from redis import Redis

from service.archive.archives import Archive, RedisArchive
from service.archive.folder import MARK, FolderArchive, WrongArchive
from service.storage import keys
from service.storage.identifiers import LAST, created_at, is_id, new_id
from tests.service.concurrency import at_once

DAY = 24 * 3600 * 1000
NOW = 1_790_000_000_000


@pytest.fixture(params=["folder", "redis"])
def archive(request: pytest.FixtureRequest, tmp_path: Path, redis: Redis) -> Archive:
    return FolderArchive(tmp_path / "archive") if request.param == "folder" else RedisArchive(redis)


def test_a_name_tells_when_it_was_made() -> None:
    for at in (0, 1, NOW, LAST - 1):
        assert created_at(new_id(at)) == at
        assert is_id(new_id(at))


def test_a_record_is_what_was_put_last(archive: Archive) -> None:
    one, two = new_id(NOW), new_id(NOW)

    assert archive.get(one) is None
    archive.put({one: b"first", two: bytes(range(256)) * 5000})
    archive.put({one: b"second"})

    assert archive.get(one) == b"second"
    assert archive.get(two) == bytes(range(256)) * 5000
    archive.delete(one)
    archive.delete(one)
    assert archive.get(one) is None


def test_a_list_is_read_newest_first_over_days_and_months_and_in_pages(archive: Archive) -> None:
    for place in ("players/p_ada", "games/faraway/finished"):
        made = [new_id(NOW + n * 9 * DAY) for n in range(12)]
        for id in sorted(made, key=lambda id: id[-1]):
            archive.note(place, [id])
        archive.note(place, made[:3])
        newest = sorted(made, reverse=True)

        assert archive.noted(place, None, 100) == newest
        assert archive.noted(place, newest[4], 3) == newest[5:8]
        assert archive.noted(place, new_id(NOW - 400 * DAY), 3) == []
    assert archive.noted("players/p_nobody", None, 10) == []


def test_many_may_write_on_the_same_page(archive: Archive) -> None:
    ids = [new_id(NOW + n) for n in range(40)]

    at_once([lambda id=id: archive.note("players/p_ada", [id]) for id in ids])

    assert archive.noted("players/p_ada", None, 100) == ids[::-1]


def test_a_name_that_was_cut_off_by_a_crash_costs_only_itself(tmp_path: Path) -> None:
    archive, (one, two) = FolderArchive(tmp_path), [new_id(NOW + n) for n in range(2)]
    archive.note("players/p_ada", [one])
    [page] = (tmp_path / "lists/players/p_ada").iterdir()
    with page.open("a") as torn:
        torn.write(new_id(NOW)[:11])

    archive.note("players/p_ada", [two])

    assert archive.noted("players/p_ada", None, 10) == [two, one]


def test_nobody_finds_half_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive, id = FolderArchive(tmp_path), new_id(NOW)
    archive.put({id: b"whole"})

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        archive.put({id: b"half"})

    assert archive.get(id) == b"whole"


def test_a_folder_belongs_to_one_redis(tmp_path: Path, redis: Redis) -> None:
    FolderArchive(tmp_path / "a").claim(redis)
    FolderArchive(tmp_path / "a").claim(redis)

    with pytest.raises(WrongArchive, match="FARSHORE_ARCHIVE"):
        FolderArchive(tmp_path / "b").claim(redis)

    # A Redis that was emptied or restored takes the archive it is given.
    redis.flushall()
    FolderArchive(tmp_path / "a").claim(redis)
    assert redis.get(keys.ARCHIVE) == (tmp_path / "a" / MARK).read_bytes()


def test_processes_that_start_together_agree_on_the_name(tmp_path: Path, redis: Redis) -> None:
    at_once([lambda: FolderArchive(tmp_path / "new").claim(redis)] * 8)

    assert [path.name for path in (tmp_path / "new").iterdir()] == [MARK]


def test_what_is_too_old_is_swept_with_its_name(tmp_path: Path) -> None:
    archive, now = FolderArchive(tmp_path), time.time_ns() // 1_000_000
    old, long_game, new = new_id(now - 40 * DAY), new_id(now - 40 * DAY), new_id(now)
    archive.put({old: b"old", long_game: b"long", new: b"new"})
    archive.note("players/p_ada", [old, long_game, new])
    month_ago = time.time() - 35 * 24 * 3600
    os.utime(archive.place(old), (month_ago, month_ago))

    assert archive.sweep(30) == 1
    assert archive.sweep(30) == 0

    assert [archive.get(id) for id in (old, long_game, new)] == [None, b"long", b"new"]
    assert archive.noted("players/p_ada", None, 10) == sorted([long_game, new], reverse=True)


def test_in_redis_old_records_expire(redis: Redis) -> None:
    archive, id = RedisArchive(redis, days=30), new_id(NOW)
    archive.put({id: b"record"})
    archive.note("players/p_ada", [id])

    assert 29 * 86400 < redis.ttl(keys.archived(id)) <= 30 * 86400
    assert redis.ttl(keys.archive_page("players/p_ada", "2026-09")) > 30 * 86400


def test_records_are_for_the_service_only(tmp_path: Path) -> None:
    folder, id = FolderArchive(tmp_path / "private"), new_id(NOW)
    folder.put({id: b"hidden hands"})

    for path in (folder.place(id), folder.place(id).parent):
        assert path.stat().st_mode & 0o077 == 0
