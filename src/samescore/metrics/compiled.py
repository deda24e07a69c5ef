"""Counting with kernels: the same statistics as by the plain functions, for supported settings and inputs."""

from __future__ import annotations

import abc
from functools import partial

from samescore.kernels import serving
from samescore.metrics.base import DataT, Metric, SettingsT, Statistics
from samescore.metrics.jobs import counted_in_parts
from samescore.metrics.kernel_threshold import kernel_pays_off


class CompiledCounting(Metric[DataT, SettingsT]):
    """A mix-in for metrics with kernels. List it before other mix-ins."""

    def covers(self, s: SettingsT) -> bool:
        """Return whether the kernels support `s`, settings as returned by `counting`."""
        return True

    @abc.abstractmethod
    def compiled_statistics(self, data: DataT, s: SettingsT) -> Statistics | None:
        """As `statistics`, counted by kernels, for settings that they support.

        None for an input that they do not support, and whenever `statistics` raises `MetricError`.
        """

    def _count(self, data: DataT, s: SettingsT) -> Statistics:
        return self.statistics_by_route(data, s)

    def statistics_by_route(self, data: DataT, s: SettingsT) -> Statistics:
        """Return the statistics under `s`: with kernels if they support the case and pay off, else by `statistics`."""
        made = self.statistics_by_kernels(data, s) if serving() and kernel_pays_off(self.name, data) else None
        return self.statistics(data, s) if made is None else made

    def statistics_by_kernels(self, data: DataT, s: SettingsT) -> Statistics | None:
        """`compiled_statistics`, in parts if rows are independent; None if the kernels do not support `s`."""
        if not self.covers(s):
            return None
        count = partial(self.compiled_statistics, s=s)
        return counted_in_parts(data, count) if self.by_segment else count(data)
