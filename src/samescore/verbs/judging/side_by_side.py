"""Run implementations concurrently: a thread waits for each implementation that has its own process."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from threading import Event
from typing import TypeVar

from samescore.implementations import Implementation

Answer = TypeVar("Answer")


def side_by_side(
    implementations: Sequence[Implementation], asked: Callable[[Implementation], Iterator[Answer]], jobs: int
) -> Generator[Answer, None, None]:
    """Yield all results of ``asked(implementation)`` for each implementation, in the order of `implementations`.

    Up to ``jobs - 1`` implementations with their own process run ahead in threads. If the iteration ends early, the
    implementations that are still running are closed.
    """
    ahead = [implementation for implementation in implementations if implementation.own_process] if jobs > 1 else []
    if not ahead:
        for implementation in implementations:
            yield from asked(implementation)
        return
    stopped = Event()

    def collect(implementation: Implementation) -> list[Answer]:
        answers: list[Answer] = []
        for answer in asked(implementation):
            answers.append(answer)
            if stopped.is_set():
                break
        return answers

    with ThreadPoolExecutor(jobs - 1) as threads:
        waiting: dict[int, Future[list[Answer]]] = {
            id(implementation): threads.submit(copy_context().run, collect, implementation) for implementation in ahead
        }
        try:
            for implementation in implementations:
                future = waiting.get(id(implementation))
                yield from asked(implementation) if future is None else future.result()
        finally:
            stopped.set()
            for implementation in ahead:
                if not waiting[id(implementation)].done():
                    waiting[id(implementation)].cancel()
                    implementation.close()
