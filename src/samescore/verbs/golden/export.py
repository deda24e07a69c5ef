"""The verb *golden export*: list the vectors with complete settings and all columns."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from samescore.catalogue.vectors import Vector, select
from samescore.metrics import find


class Request(msgspec.Struct, frozen=True):
    """The names of the metrics to export; empty for all."""

    metrics: tuple[str, ...] = ()


def execute(request: Request) -> Iterator[Vector]:
    """Yield each vector, with complete settings and all columns. Raises `UnknownNameError` for an unknown metric."""
    yield from select([find(name)[0].name for name in request.metrics])
