"""Dask as the engine: a future an item. What is tried again, and where, is Dask's own business."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from samescore.base.errors import InputError, SamescoreError
from samescore.implementations.processes import safe_module_path

if TYPE_CHECKING:
    from distributed import Client

#: How often Dask tries a call again that raises; one whose worker dies it tries again in any case.
_RETRIES = 2
#: Seconds until a scheduler has to answer.
_PATIENCE = 10
#: A process that dies is started again, however long that takes on a busy machine: otherwise the last one may never return.
#: Nobody looks at the profile that workers make of themselves, for a tenth of their time. Memory that is free is not given
#: back to the system at once, as Dask has it: workers soon ask for it again, which took a seventh of their time.
_LOCAL = {
    "distributed.deploy.lost-worker-timeout": "1 day",
    "distributed.worker.profile.enabled": False,
    "distributed.nanny.pre-spawn-environ": dict.fromkeys(
        ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), 1
    ),
}


@contextmanager
def client(scheduler: str = "", workers: int = 1) -> Iterator[Client]:
    """A client of the scheduler at an address; without one, of `workers` processes on this machine, which end with it.

    Raises `SamescoreError` where Dask is not installed, and `InputError` for a scheduler that does not answer.
    """
    try:
        from dask import config
        from distributed import Client, LocalCluster
    except ImportError:
        raise SamescoreError("Dask is not installed", hint='pip install "samescore[dask]"') from None
    if not scheduler:
        with (
            config.set(_LOCAL),
            safe_module_path(),  # also for workers that take the place of one that has died
            LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.ERROR,
            ) as cluster,
            Client(cluster) as connected,
        ):
            yield connected
        return
    try:
        connected = Client(scheduler, timeout=_PATIENCE)
    except (OSError, ValueError) as problem:
        hint = "the address is what dask scheduler prints: tcp://host:8786"
        raise InputError(f"no scheduler answers at {scheduler}: {problem}", hint=hint) from None
    with connected:
        yield connected


def results(
    connected: Client, function: Callable[..., bytes], items: Sequence[bytes], **more: bytes
) -> Iterator[tuple[int, bytes]]:
    """``function(item, **more)`` of each item, with the item's number, as soon as it is there.

    A result is fetched at once and then forgotten by its worker, so that a worker that dies costs only the item that it
    works at. Raises `SamescoreError` for an item that no worker survives, and for an exception that Dask's retries do not
    mend. The other calls are then cancelled, as they are when the iteration ends early.
    """
    from distributed import KilledWorker, as_completed

    futures = connected.map(function, items, pure=False, retries=_RETRIES, **more)
    numbers = {future.key: number for number, future in enumerate(futures)}
    try:
        for future in as_completed(futures):
            number = numbers[future.key]
            try:
                result = future.result()
            except KilledWorker as problem:
                message = f"item {number + 1} of {len(items)} ended every worker that tried it: {problem}"
                raise SamescoreError(
                    message, hint="it may need more memory than a worker has: use smaller shards"
                ) from None
            except ImportError as problem:
                hint = "install samescore, of one version, with what it reads (samescore[arrow]), on every worker"
                raise SamescoreError(f"a worker lacks a package: {problem}", hint=hint) from None
            future.release()
            yield number, result
    finally:
        if unfinished := [future for future in futures if not future.done()]:
            connected.cancel(unfinished)
