"""`samescore.verbs.scale.count` in a worker that writes down what it begins, and dies once over one shard."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import msgspec

from samescore.verbs.scale import count
from samescore.verbs.scale.job import Shard

_DECODER = msgspec.msgpack.Decoder(Shard)


def count_or_die(shard: bytes, job: bytes, log: bytes, victim: bytes) -> bytes:
    """The totals of a shard. The worker that is the first to have shard `victim` half done is killed.

    A line of the file `log` says which shard is begun.
    """
    number = _DECODER.decode(shard).number
    path = Path(os.fsdecode(log))
    first = str(number) not in path.read_text().split()
    with path.open("a") as file:
        file.write(f"{number}\n")
    counted = count(shard, job)
    if first and number == int(victim):
        time.sleep(1)  # until what the worker did before has been fetched
        os.kill(os.getpid(), signal.SIGKILL)
    return counted


def raise_once(item: bytes, log: bytes) -> bytes:
    """The item, but an exception that only a machine can explain the first time."""
    path = Path(os.fsdecode(log))
    if not path.exists():
        path.touch()
        raise OSError("the disk is away")
    return item


def die(item: bytes) -> bytes:
    """Kill the worker."""
    os.kill(os.getpid(), signal.SIGKILL)
    return item
