"""Ids sort by their time of creation, and in the order in which a process made them."""

from concurrent.futures import ThreadPoolExecutor

from service.storage.identifiers import created_at, is_id, new_id

NOW = 1_800_000_000_000


def test_ids_made_within_one_millisecond_sort_in_the_order_they_were_made() -> None:
    made = [new_id(NOW) for _ in range(2000)]

    assert made == sorted(made)
    assert len(set(made)) == 2000
    assert {created_at(id) for id in made} == {NOW}
    assert all(map(is_id, made))


def test_a_later_millisecond_sorts_later() -> None:
    assert new_id(NOW) < new_id(NOW) < new_id(NOW + 1) < new_id(NOW + 1)


def test_threads_never_make_the_same_id() -> None:
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(new_id, [NOW] * 4000))

    assert len(set(made)) == 4000
