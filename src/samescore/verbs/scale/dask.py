"""Dask as an engine: one future for each item. Dask decides about retries and workers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from samescore.base.errors import InputError, SamescoreError
from samescore.implementations.processes import safe_module_path

if TYPE_CHECKING:
    from distributed import Client

#: How often Dask retries a call that raises; calls whose worker dies are retried in any case.
_RETRIES = 2
#: Seconds within which a scheduler must answer.
_PATIENCE = 10
#: A process that dies is restarted, however long that takes on a busy machine: otherwise the last one may never return.
#: Dask's profiling of workers, which takes a tenth of their time, is off. Free memory is not returned to the system at
#: once, as is Dask's default, because workers soon need it again: that took a seventh of their time.
_LOCAL = {
    "distributed.deploy.lost-worker-timeout": "1 day",
    "distributed.worker.profile.enabled": False,
    "distributed.nanny.pre-spawn-environ": dict.fromkeys(
        ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), 1
    ),
}


@contextmanager
def client(scheduler: str = "", workers: int = 1) -> Iterator[Client]:
    """Connect to the scheduler at an address; without an address, start `workers` processes on this machine.

    A context manager: the connection and the started processes end with the block. Raises `SamescoreError` if Dask is
    not installed, and `InputError` if the scheduler does not answer.
    """
    try:
        from dask import config
        from distributed import Client, LocalCluster
    except ImportError:
        raise SamescoreError("Dask is not installed", hint='pip install "samescore[dask]"') from None
    if not scheduler:
        with (
            config.set(_LOCAL),
            safe_module_path(),  # also for workers that replace one that has died
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
    """Yield the number of each item (from 0) with ``function(item, **more)``, in the order in which they finish.

    A result is fetched at once and then released by its worker, so a dying worker loses only the item that it is
    working on. Raises `SamescoreError` for an item that no worker survives and if a worker lacks a package, and any
    other exception of `function` that persists after Dask's retries. If the iteration ends early, or with an exception,
    the remaining calls are cancelled.
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
                message = f"item {number + 1} of {len(items)} crashed every worker that tried it: {problem}"
                raise SamescoreError(
                    message, hint="it may need more memory than a worker has: use smaller shards"
                ) from None
            except ImportError as problem:
                hint = "install the same version of samescore on every worker, with its extras for your files (samescore[arrow])"
                raise SamescoreError(f"a worker lacks a package: {problem}", hint=hint) from None
            future.release()
            yield number, result
    finally:
        if unfinished := [future for future in futures if not future.done()]:
            connected.cancel(unfinished)
