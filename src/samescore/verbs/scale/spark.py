"""Adapt `count` to Spark's ``mapInArrow``: record batches in, record batches out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from samescore.verbs.scale.contract import count

if TYPE_CHECKING:
    import pyarrow


def counting(job: bytes) -> Callable[[Iterable[pyarrow.RecordBatch]], Iterator[pyarrow.RecordBatch]]:
    """Return a function for ``mapInArrow`` that counts each shard in the first column, as `count` does.

    It yields one row for each shard; the output schema is ``counted binary``.
    """

    def counts(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow as pa

        for batch in batches:
            for shard in batch.column(0).to_pylist():
                part = pa.array([count(bytes(shard), job)], pa.binary())
                yield pa.RecordBatch.from_arrays([part], ["counted"])

    return counts
