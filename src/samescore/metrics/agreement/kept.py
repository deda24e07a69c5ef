"""The common base of agreement metrics, which keep the labels of every item."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from samescore.data.annotations import Annotation, Annotations
from samescore.metrics.base import SettingsT, Statistics
from samescore.metrics.kept import Rowless

#: The labels of an item, one for each annotator.
Item = Sequence[Annotation]


class KeptItems(msgspec.Struct, frozen=True):
    """The labels of every item, in order; chance agreement depends on all items, so all labels are kept."""

    grows: ClassVar[str] = "the labels of every item, in order"

    items: tuple[tuple[Annotation, ...], ...]

    @classmethod
    def of(cls, data: Annotations) -> KeptItems:
        """Return the labels of all items of an input."""
        return cls(tuple(data.items))

    @property
    def segments(self) -> int:
        """The number of items."""
        return len(self.items)

    @property
    def memory(self) -> int:
        return sum(56 + 8 * len(item) for item in self.items)

    def merge(self, following: KeptItems) -> KeptItems:
        return KeptItems(self.items + following.items)


class AgreementMetric(Rowless[Annotations, SettingsT]):
    """A metric of agreement between several annotators, computed from the labels of all items."""

    takes = (Annotations,)

    def counting(self, settings: SettingsT) -> SettingsT:
        """Return the default settings, because no setting affects the kept data."""
        return self.settings()

    def statistics(self, data: Annotations, settings: SettingsT) -> Statistics:
        return Statistics((), (), KeptItems.of(data))

    def commutes(self, settings: SettingsT) -> bool:
        return False
