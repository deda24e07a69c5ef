"""The scores of files by an engine, for ``samescore score --engine``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from samescore.base.errors import SettingsError
from samescore.cli.progress import progress

if TYPE_CHECKING:
    from samescore.records import ScoreLine


def scores(
    hypotheses: Sequence[Path],
    references: Sequence[Path],
    metrics: Sequence[tuple[str, dict[str, Any]]],
    *,
    like: str,
    scheduler: str,
    segments: Path | None,
    together: bool,
    shard_lines: int | None,
) -> Iterator[ScoreLine]:
    """The score of each file under each metric, in the order of one process, with the progress on the error stream."""
    from samescore.metrics.jobs import current
    from samescore.verbs.scale import counted, finish, plan
    from samescore.verbs.scale.planning import SHARD_LINES

    knobs = dict(metrics)
    if len(knobs) < len(metrics):
        raise SettingsError("a metric is named twice", hint="name each once")
    size = shard_lines or SHARD_LINES
    with progress() as say:
        say("counting lines")
        planned = plan(hypotheses, references, knobs, like=like, segments=segments or "", shard_lines=size)
        say(f"0 of {len(planned.shards):,} shards: waiting for workers")
        whole = counted(planned, scheduler=scheduler, workers=current(), on_progress=say)
    yield from finish(whole, planned.job, planned.lines, together=together)
