"""The job, which is the same for every shard, and the shards: both are small, and sent to workers as bytes."""

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
        """Return the metric and its settings, parsed from the signature."""
        return _parsed(self.signature)


@lru_cache(maxsize=256)
def _parsed(signature: str) -> tuple[AnyMetric, Any]:
    """Return the metric and settings of a signature; cached, because a worker gets the same signature in every shard."""
    chosen, _ = find(signature.partition("|")[0])
    return chosen, chosen.settings.parse(signature)


class Job(msgspec.Struct, frozen=True):
    """The scoring tasks (`questions`) for every shard.

    `segments` is the folder in which each shard's segment scores are written as Parquet; empty for none. `version` and
    `compensated` (whether builtin ``sum`` is compensated) describe the process that created the job.
    """

    questions: tuple[ScoringTask, ...]
    segments: str = ""
    version: str = __version__
    compensated: bool = COMPENSATED

    def check_worker(self) -> None:
        """Raise `SettingsError` if this process might not reproduce the scores of the job's creator bit for bit.

        Its version of samescore, and whether its builtin ``sum`` is compensated, must equal the creator's.
        """
        if self.version != __version__:
            message = f"a worker has samescore {__version__}, but the job needs {self.version}"
            raise SettingsError(message, hint=f"pip install samescore=={self.version} on every worker")
        if self.compensated != COMPENSATED:
            message = (
                "a worker's Python adds floats differently from the client's: sum() is compensated since Python 3.12"
            )
            raise SettingsError(message, hint="run client and workers with the same Python")


class Shard(msgspec.Struct, frozen=True):
    """A part of a system's segments; `first` is the number of the system's lines before it.

    `number` counts the shards of a plan from 0. `scored` are the lines of its hypotheses (or of both sides),
    `references` the corresponding lines of each reference file.
    """

    system: str
    number: int
    first: int
    scored: Slice
    references: tuple[Slice, ...] = ()

    @property
    def stop(self) -> int:
        """The number of the system's lines up to the end of this shard."""
        return self.first + self.scored.lines
