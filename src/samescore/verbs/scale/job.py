"""What is asked of every shard, and what a shard is: both small, and plain bytes on their way to a worker."""

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
    """A metric under complete settings: `name` is what the user calls it, `like` the implementation that it follows."""

    name: str
    signature: str
    like: str = ""

    def metric_and_settings(self) -> tuple[AnyMetric, Any]:
        """The metric that is asked for, and its settings."""
        return _parsed(self.signature)


@lru_cache(maxsize=256)
def _parsed(signature: str) -> tuple[AnyMetric, Any]:
    """The metric and the settings of a signature: a worker meets the same one in every shard."""
    chosen, _ = find(signature.partition("|")[0])
    return chosen, chosen.settings.parse(signature)


class Job(msgspec.Struct, frozen=True):
    """The questions that are asked of every shard.

    `segments` is the folder in which each shard's segment scores are written as Parquet; empty: they are not wanted.
    `version` and `compensated` (is builtin ``sum`` so?) are those of the process that asks.
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
    """A part of a system's segments: `first` is the number of its lines that precede it.

    `scored` are the lines of its hypotheses (or of both sides), `references` the same lines of each reference.
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
