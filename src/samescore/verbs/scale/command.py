"""The verb *score* with an engine: the files of a request are counted in many processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from samescore.base.errors import SettingsError
from samescore.metrics.jobs import current
from samescore.records import Record
from samescore.verbs.scale.contract import finish
from samescore.verbs.scale.planning import SHARD_LINES, plan
from samescore.verbs.scale.scoring import counted
from samescore.verbs.scoring.request import Request


def execute(request: Request, on_progress: Callable[[str], None] = lambda _: None) -> Iterator[Record]:
    """Yield the score of each file under each metric, in the same order as in one process.

    Raises `SettingsError` for options that an engine does not support, and the errors of `plan` and `counted`.
    """
    request.check_engine()
    metrics = request.asked_metrics()
    knobs = dict(metrics)
    if len(knobs) < len(metrics):
        raise SettingsError("a metric is given twice", hint="give each once")
    on_progress("counting lines")
    planned = plan(
        request.hypotheses,
        request.references,
        knobs,
        like=request.like,
        segments=request.segments or "",
        shard_lines=request.shard_lines or SHARD_LINES,
    )
    on_progress(f"0 of {len(planned.shards):,} shards: waiting for workers")
    whole = counted(planned, scheduler=request.scheduler, workers=current(), on_progress=on_progress)
    yield from finish(whole, planned.job, planned.lines, together=request.together)
