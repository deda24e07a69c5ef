"""Counting with kernels: the same statistics as by the plain functions, for supported settings and inputs."""

from __future__ import annotations

import abc
from functools import partial

from samescore.kernels import kernels_enabled
from samescore.metrics.base import DataT, Metric, SettingsT, Statistics
from samescore.metrics.jobs import counted_in_parts
from samescore.metrics.kernel_threshold import kernel_pays_off


class CompiledCounting(Metric[DataT, SettingsT]):
    """A mix-in for metrics with kernels. List it before other mix-ins."""

    def covers(self, settings: SettingsT) -> bool:
        """Return whether the kernels support `settings`, settings as returned by `counting`."""
        return True

    @abc.abstractmethod
    def compiled_statistics(self, data: DataT, settings: SettingsT) -> Statistics | None:
        """As `statistics`, counted by kernels, for settings that they support.

        None for an input that they do not support, and whenever `statistics` raises `MetricError`.
        """

    def _count(self, data: DataT, settings: SettingsT) -> Statistics:
        return self.statistics_by_route(data, settings)

    def statistics_by_route(self, data: DataT, settings: SettingsT) -> Statistics:
        """Return the statistics under `settings`: with kernels if they support the case and pay off, else by `statistics`."""
        made = (
            self.statistics_by_kernels(data, settings)
            if kernels_enabled() and kernel_pays_off(self.name, data)
            else None
        )
        return self.statistics(data, settings) if made is None else made

    def statistics_by_kernels(self, data: DataT, settings: SettingsT) -> Statistics | None:
        """`compiled_statistics`, in parts if rows are independent; None if the kernels do not support `settings`."""
        if not self.covers(settings):
            return None
        count = partial(self.compiled_statistics, settings=settings)
        return counted_in_parts(data, count) if self.by_segment else count(data)
