"""Score many files in many processes, with results bit-identical to a single process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from samescore.base.errors import SettingsError
from samescore.base.files import PathLike
from samescore.records import ScoreLine
from samescore.verbs.scale.contract import count, count_several, finish, merge, refusal
from samescore.verbs.scale.job import Shard
from samescore.verbs.scale.planning import SHARD_LINES, Plan, plan

if TYPE_CHECKING:
    from distributed import Client

ENGINES = ("dask", "none")
#: Minimum number of tasks for each worker if shards are small; with fewer, workers would wait long for the last one.
_TASKS = 8
_SHARDS = msgspec.msgpack.Decoder(Shard)


def score(
    systems: PathLike | Sequence[PathLike] | Mapping[str, PathLike],
    references: Sequence[PathLike] = (),
    metrics: str | Sequence[str] | Mapping[str, Mapping[str, object]] = "bleu",
    *,
    like: str = "",
    segments: PathLike = "",
    together: bool = False,
    shard_lines: int = SHARD_LINES,
    engine: str = "dask",
    scheduler: str = "",
    workers: int = 1,
    on_progress: Callable[[str], None] = lambda _: None,
) -> list[ScoreLine]:
    """Score every system by every metric, and return the scores in order.

    With `together`, the scores of all systems as one, called ``*all*``, are added. The other parameters are as for
    `plan` and `counted`. Raises the errors of `plan`, `counted` and `samescore.verbs.scale.contract.finish`, such as
    `MetricError` if a metric raises it.
    """
    planned = plan(systems, references, metrics, like=like, segments=segments, shard_lines=shard_lines)
    whole = counted(planned, engine=engine, scheduler=scheduler, workers=workers, on_progress=on_progress)
    return list(finish(whole, planned.job, planned.lines, together=together))


def counted(
    planned: Plan,
    *,
    engine: str = "dask",
    scheduler: str = "",
    workers: int = 1,
    on_progress: Callable[[str], None] = lambda _: None,
) -> bytes:
    """Count all shards with an engine, and return the merged counts as bytes, for `finish`.

    `engine` is ``dask`` (with the scheduler at an address, or with `workers` processes on this machine), or ``none``
    (in this process, one shard after the other). `on_progress` is called with a text that says how many shards are
    done. As soon as a shard has an error that is not a metric's, it is raised (see `refusal`). Raises `SettingsError`
    for an unknown engine, and the errors of `samescore.verbs.scale.dask.client` and `results`.
    """
    parts, done = [], 0
    for several, part in _count_groups(planned, engine, scheduler, workers):
        if (problem := refusal(part)) is not None:
            raise problem
        parts.append(part)
        done += several
        on_progress(f"{done:,} of {len(planned.shards):,} shards")
    return merge(parts)


def _count_groups(planned: Plan, engine: str, scheduler: str, workers: int) -> Iterator[tuple[int, bytes]]:
    """Yield, for groups of shards, the number of shards in the group and their counts.

    Raises `SettingsError` for an unknown engine.
    """
    if engine == "none":
        yield from ((1, count(shard, planned.job)) for shard in planned.shards)
        return
    if engine != "dask":
        raise SettingsError(f"unknown engine: {engine!r}", hint=f"one of {', '.join(ENGINES)}")
    from samescore.verbs.scale.dask import client

    with client(scheduler, workers) as connected:
        yield from spread(connected, planned)


def spread(connected: Client, planned: Plan) -> Iterator[tuple[int, bytes]]:
    """Count groups of shards on a Dask client's workers; yield the number of shards in each group and their counts.

    Raises the errors of `samescore.verbs.scale.dask.results`.
    """
    from samescore.verbs.scale.dask import results

    groups = group_shards(planned, max(1, len(connected.nthreads())))
    items = [msgspec.msgpack.encode(group) for group in groups]
    for number, part in results(connected, count_several, items, job=planned.job):
        yield len(groups[number]), part


def group_shards(planned: Plan, workers: int) -> list[list[bytes]]:
    """Group neighbouring shards into tasks, because each task has an overhead of milliseconds.

    A group has at most `SHARD_LINES` lines, and few enough that each worker gets several groups; a larger shard is a
    group of its own.
    """
    most = min(SHARD_LINES, sum(planned.lines.values()) // (workers * _TASKS))
    groups: list[list[bytes]] = []
    room = 0
    for shard in planned.shards:
        lines = _SHARDS.decode(shard).scored.lines
        if not groups or lines > room:
            groups.append([])
            room = max(most, lines)
        groups[-1].append(shard)
        room -= lines
    return groups
