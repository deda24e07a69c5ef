"""Scores of many files by many processes: the bits of one process that reads them whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from samescore.data.files import PathLike
from samescore.errors import SettingsError
from samescore.records import ScoreLine
from samescore.scale.contract import count, finish, merge, refusal
from samescore.scale.planning import SHARD_LINES, Plan, plan

ENGINES = ("dask", "none")


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
    """The score of every system under every metric, in order; `together`: and of all systems as one, called ``*all*``.

    Parameters as for `plan`, and as for `counted`. Raises what they raise, and `MetricError` where a metric does.
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
    """What `merge` makes of all shards, counted by an engine.

    `engine` is ``dask`` (with the scheduler at an address, or with `workers` processes on this machine), or ``none`` (in
    this process, one shard after the other). `on_progress` is told how many shards are done. Raises `InputError` as soon
    as something is wrong with a shard, and as `samescore.scale.dask.results`.
    """
    parts = []
    for number, part in enumerate(_parts(planned, engine, scheduler, workers), 1):
        if (problem := refusal(part)) is not None:
            raise problem
        parts.append(part)
        on_progress(f"{number:,} of {len(planned.shards):,} shards")
    return merge(parts)


def _parts(planned: Plan, engine: str, scheduler: str, workers: int) -> Iterator[bytes]:
    if engine == "none":
        yield from (count(shard, planned.job) for shard in planned.shards)
        return
    if engine != "dask":
        raise SettingsError(f"there is no engine {engine!r}", hint=f"one of {', '.join(ENGINES)}")
    from samescore.scale.dask import client, results

    with client(scheduler, workers) as connected:
        yield from (part for _, part in results(connected, count, planned.shards, job=planned.job))
