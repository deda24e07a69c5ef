"""The intermediate results of a metric, called stages; some are computed on access."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from samescore.metrics.totals import Statistics

#: For each segment, the units of its hypothesis, followed by the units of each reference.
Tokens = list[list[Any]]
#: The functions that compute stages on access, by name.
LateStages = dict[str, Callable[[], object]]


class LazyStages(Mapping[str, Any]):
    """Stages by name; some are computed on access, and lazy stages in `made` stay lazy.

    `memory` is the size in bytes of the data that they need.
    """

    __slots__ = ("_made", "_makers", "memory")
    _made: dict[str, Any]
    _makers: LateStages

    def __init__(self, made: Mapping[str, Any], makers: Mapping[str, Callable[[], object]], memory: int = 0) -> None:
        self.memory = memory
        if isinstance(made, LazyStages):
            self._made, self._makers = dict(made._made), {**made._makers, **makers}
        else:
            self._made, self._makers = dict(made), dict(makers)

    def __getitem__(self, name: str) -> Any:
        if name in self._makers and name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self._made, *self._makers)))

    def __len__(self) -> int:
        return len({*self._made, *self._makers})

    def plain(self) -> LazyStages:
        """Return the stages as plain lists and numbers, without the stage ``rows``; stages not computed yet stay lazy."""
        made = {name: _plain(stage) for name, stage in self._made.items() if name != "rows"}
        makers = {name: partial(_make_plain, make) for name, make in self._makers.items()}
        return LazyStages(made, makers, self.memory)

    def __repr__(self) -> str:
        return f"LazyStages({dict(self)!r})"


def _plain(stage: object) -> object:
    """Return a stage; statistics are replaced by a tuple of their rows."""
    return tuple(stage.rows) if isinstance(stage, Statistics) else stage


def _make_plain(make: Callable[[], object]) -> object:
    return _plain(make())
