"""The job for every shard, and the shard: both small, and sent to a worker as bytes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from samescore.base.errors import SettingsError
from samescore.base.version import __version__
from samescore.data.slices import Slice
from samescore.metrics import find
from samescore.metrics.base import AnyMetric
from samescore.metrics.summation import COMPENSATED


class ScoringTask(msgspec.Struct, frozen=True):
    """A metric with complete settings: `name` is the user's name for it, `like` the implementation that it follows."""

    name: str
    signature: str
    like: str = ""

    def metric_and_settings(self) -> tuple[AnyMetric, Any]:
        """Return the metric and its settings."""
        return _parsed(self.signature)


@lru_cache(maxsize=256)
def _parsed(signature: str) -> tuple[AnyMetric, Any]:
    """Parse a signature to metric and settings; cached, because a worker gets the same one in every shard."""
    chosen, _ = find(signature.partition("|")[0])
    return chosen, chosen.settings.parse(signature)


class Job(msgspec.Struct, frozen=True):
    """The questions for every shard.

    `segments` is the folder in which each shard's segment scores are written as Parquet; empty for none. `version` and
    `compensated` (whether builtin ``sum`` is compensated) describe the process that created the job.
    """

    questions: tuple[ScoringTask, ...]
    segments: str = ""
    version: str = __version__
    compensated: bool = COMPENSATED

    def check_worker(self) -> None:
        """Raise `SettingsError` if this worker might not reproduce the job creator's scores bit for bit."""
        if self.version != __version__:
            message = f"a worker has samescore {__version__}, but {self.version} asks"
            raise SettingsError(message, hint=f"pip install samescore=={self.version} on every worker")
        if self.compensated != COMPENSATED:
            message = (
                "a worker's Python adds floats in another way than the one that asks: sum() is compensated since 3.12"
            )
            raise SettingsError(message, hint="run both with the same Python")


class Shard(msgspec.Struct, frozen=True):
    """A part of a system's segments; `first` is the number of lines before it.

    `scored` are the lines of its hypotheses (or of both sides), `references` the same lines of each reference file.
    """

    system: str
    number: int
    first: int
    scored: Slice
    references: tuple[Slice, ...] = ()

    @property
    def stop(self) -> int:
        """The number of lines up to its end."""
        return self.first + self.scored.lines
