"""Counting by kernels: the same statistics as the plain functions count, for the settings and inputs that kernels cover."""

from __future__ import annotations

import abc
from functools import partial

from samescore.kernels import serving
from samescore.metrics.base import DataT, Metric, SettingsT, Statistics
from samescore.metrics.jobs import counted_in_parts
from samescore.metrics.kernel_threshold import kernel_pays_off


class CompiledCounting(Metric[DataT, SettingsT]):
    """A metric that kernels count, too. Name it before other mix-ins."""

    def covers(self, s: SettingsT) -> bool:
        """Do the kernels count under `s`, settings as returned by `counting`?"""
        return True

    @abc.abstractmethod
    def compiled_statistics(self, data: DataT, s: SettingsT) -> Statistics | None:
        """The same as `statistics`, counted by kernels, for settings that they cover.

        None for an input that they do not cover, and wherever `statistics` raises `MetricError`.
        """

    def _count(self, data: DataT, s: SettingsT) -> Statistics:
        return self.statistics_by_route(data, s)

    def statistics_by_route(self, data: DataT, s: SettingsT) -> Statistics:
        """The statistics under `s`: by kernels if they cover the case and pay off, else by `statistics`."""
        made = self.statistics_by_kernels(data, s) if serving() and kernel_pays_off(self.name, data) else None
        return self.statistics(data, s) if made is None else made

    def statistics_by_kernels(self, data: DataT, s: SettingsT) -> Statistics | None:
        """`compiled_statistics`, in parts where a row depends on its own segment alone; None if they do not cover `s`."""
        if not self.covers(s):
            return None
        count = partial(self.compiled_statistics, s=s)
        return counted_in_parts(data, count) if self.by_segment else count(data)
