"""A mix-in for metrics whose statistics the kernels can count, for the settings and inputs that they support."""

from __future__ import annotations

import abc
from collections.abc import Callable
from functools import partial

from samescore.kernels import kernels_enabled
from samescore.metrics.base import DataT, Metric, SettingsT, Statistics
from samescore.metrics.jobs import counted_in_parts
from samescore.metrics.kernel_threshold import kernel_pays_off


class CompiledCounting(Metric[DataT, SettingsT]):
    """A mix-in for metrics with kernels; it has to precede other mix-ins in the list of base classes."""

    def covers(self, settings: SettingsT) -> bool:
        """Return whether the kernels support `settings`, as returned by `counting`."""
        return True

    @abc.abstractmethod
    def compiled_statistics(self, data: DataT, settings: SettingsT) -> Statistics | None:
        """Return `statistics` counted by the kernels, for settings that they support (see `covers`).

        Returns None for an input that they do not support, and whenever `statistics` would raise `MetricError`.
        """

    def counter(self, settings: SettingsT) -> Callable[[DataT], Statistics]:
        """Return a function that counts with the kernels if they support the case and pay off, else by `statistics`."""
        covered = self.covers(settings) and kernels_enabled()

        def count(data: DataT) -> Statistics:
            made = self._by_kernels(data, settings) if covered and kernel_pays_off(self.name, data) else None
            return self.statistics(data, settings) if made is None else made

        return count

    def statistics_by_kernels(self, data: DataT, settings: SettingsT) -> Statistics | None:
        """Return `compiled_statistics`, in parts if rows are independent; None for settings that `covers` rejects."""
        return self._by_kernels(data, settings) if self.covers(settings) else None

    def _by_kernels(self, data: DataT, settings: SettingsT) -> Statistics | None:
        """Return `statistics_by_kernels` for settings that the kernels support."""
        count = partial(self.compiled_statistics, settings=settings)
        return counted_in_parts(data, count) if self.by_segment else count(data)
