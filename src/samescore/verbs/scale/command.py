"""The verb *score* with an engine, which counts the files of a request in many processes."""

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
    """Yield the score of each file by each metric, in the order of a run without an engine.

    With `together` in the request, the scores of all files as one follow. Raises `SettingsError` for options that an
    engine does not support and for a metric that is given twice, and the errors of `plan`, `counted` and `finish`.
    """
    request.check_engine()
    metrics = request.asked_metrics()
    knobs = dict(metrics)
    if len(knobs) < len(metrics):
        names = [name for name, _ in metrics]
        twice = next(name for name in names if names.count(name) > 1)
        raise SettingsError(f"the metric {twice} is given twice", hint="give each metric once")
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
