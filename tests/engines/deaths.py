"""A variant of `samescore.verbs.scale.count` that logs each shard, and kills its worker once at one shard."""

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
    """Return the totals of a shard; the first worker that has half of shard `victim` done is killed.

    Each started shard is written to the file `log`.
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
    """Return the item; the first time, raise an exception of the machine, such as a lack of memory."""
    path = Path(os.fsdecode(log))
    if not path.exists():
        path.touch()
        raise OSError("the disk is away")
    return item


def die(item: bytes) -> bytes:
    """Kill the worker."""
    os.kill(os.getpid(), signal.SIGKILL)
    return item
