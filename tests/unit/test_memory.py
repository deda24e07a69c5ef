"""Results that an input remembers: computed once, within a limit, and freed with the input."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
import weakref
from functools import partial

import pytest

from samescore.base.memory import LIMIT
from samescore.data.kinds import KINDS, Data
from tests.kinds import example_of

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


class Result:
    """Something that a weak reference can point to."""


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def data(request: pytest.FixtureRequest) -> Data:
    return example_of(request.param)


def _remember(data: Data, key: str, size: int = 1) -> Result:
    return data.remembered(key, Result, lambda _: size)


def test_a_result_is_made_once_for_each_key(data: Data) -> None:
    first = _remember(data, "a")
    assert _remember(data, "b") is not first
    assert _remember(data, "a") is first


def test_the_least_recently_used_results_are_forgotten_first(data: Data) -> None:
    first, second = _remember(data, "a", LIMIT // 2), _remember(data, "b", LIMIT // 2)
    assert _remember(data, "a") is first, "together they fit exactly"
    third = _remember(data, "c", 1)
    assert _remember(data, "a") is first
    assert _remember(data, "c") is third
    assert _remember(data, "b") is not second


def test_room_is_made_for_a_large_result_and_none_for_one_beyond_the_limit(data: Data) -> None:
    small = [_remember(data, str(k), LIMIT // 8) for k in range(4)]
    assert _remember(data, "beyond", LIMIT + 1) is not _remember(data, "beyond", LIMIT + 1)
    assert [_remember(data, str(k)) for k in range(4)] == small, "what is not kept displaces nothing"
    whole = _remember(data, "whole", LIMIT)
    assert _remember(data, "whole") is whole
    assert not {_remember(data, str(k)) for k in range(4)} & set(small)


def test_a_result_may_be_made_of_others_and_failures_are_not_kept(data: Data) -> None:
    outer = data.remembered("outer", lambda: [_remember(data, "inner")], lambda _: 1)
    assert outer == [_remember(data, "inner")]
    with pytest.raises(ZeroDivisionError):
        data.remembered("key", lambda: 1 // 0, lambda _: 1)
    assert data.remembered("key", lambda: 1, lambda _: 1) == 1


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_memory_does_not_outlive_its_input(kind: type[Data]) -> None:
    gc.freeze()  # garbage is only looked for among what follows
    data = example_of(kind)
    result = weakref.ref(_remember(data, "a"))
    data.remembered("itself", partial(list, [data]), lambda _: 1)
    assert result() is not None
    del data
    gc.collect()
    assert result() is None


def test_cached_results_do_not_affect_equality_hash_or_copies(data: Data) -> None:
    fresh = copy.deepcopy(data)
    result = _remember(data, "a")
    assert data == fresh
    assert (hash(data), repr(data), data.plain()) == (hash(fresh), repr(fresh), fresh.plain())
    for twin in (pickle.loads(pickle.dumps(data)), copy.copy(data), copy.deepcopy(data)):  # noqa: S301 - our own
        assert twin == data
        assert _remember(twin, "a") is not result
    assert _remember(data, "a") is result


def test_threads_that_compute_the_same_get_the_same(data: Data) -> None:
    barrier = threading.Barrier(4)
    results = []

    def make() -> Result:
        barrier.wait(10)
        return Result()

    def ask() -> None:
        results.append(data.remembered("a", make, lambda _: 1))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert len(set(results)) == 1, "all four computed it, and the first one was kept"
