"""The verb *expect*: write the current failures of an implementation to a file for ``samescore run --expect``."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from samescore.base.errors import InputError
from samescore.catalogue.expectations import Expectations, as_toml
from samescore.implementations.names import files_of
from samescore.records import explained_failures
from samescore.verbs.judging import plan
from samescore.verbs.judging.fresh import COUNT
from samescore.verbs.judging.run import execute as run
from samescore.verbs.judging.run import report_of

__all__ = ["Request", "as_toml", "execute"]


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """An implementation by name, the metrics to run (empty: all), and its fresh inputs, as for a run."""

    name: str
    metrics: tuple[str, ...] = ()
    fresh: int = COUNT
    seed: int | None = None

    @property
    def files(self) -> list[Path]:
        """The files that the implementation reads or runs."""
        return list(files_of(self.name))


def execute(request: Request) -> Iterator[Expectations]:
    """Run an implementation, and yield one file's content: its failures, each with a reason.

    The reason is the behaviour or the known mistake that explains all failures of the metric, or else a note for the
    user to complete. Raises `InputError` if the implementation is unavailable, and the errors of
    `samescore.verbs.judging.plan.plan`.
    """
    report = report_of(run(plan.Request((request.name,), request.metrics, fresh=request.fresh, seed=request.seed)))
    if reason := report.implementations[0].unavailable:
        raise InputError(f"{request.name} is unavailable: {reason}", hint="nothing was written")
    explained = {
        e.metric: e.mistake for e in explained_failures(report.failures, report.likenesses) if e.explained == e.failures
    }
    explained |= {likeness.metric: likeness.text for likeness in report.likenesses if not likeness.differing}
    reasons: dict[str, Any] = {
        result.vector: explained.get(result.metric, f"to be explained: {result.stage}") for result in report.failures
    }
    yield Expectations(request.name, reasons)
