"""Write the scores of single segments, in the process that counts them: one Parquet file for each shard."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from samescore.base.errors import InputError
from samescore.metrics.evaluator import segment_values
from samescore.verbs.scale.job import Job, Shard
from samescore.verbs.scale.reading import Segments


def file_name(shard: Shard) -> str:
    """Return the name of a shard's file; sorting the names sorts the segments."""
    return f"part-{shard.number:06}.parquet"


def write(shard: Shard, segments: Segments, job: Job) -> None:
    """Write the score of each segment of a shard, scored as a corpus of its own, to a file in the job's folder.

    The columns are ``system``, ``line`` (counted from 1 over the system's files) and one for each question, by its
    name; a score is null if the segment has none. The file is created atomically, and replaces the file of an earlier
    try. Raises `InputError` if it cannot be written, or if pyarrow is not installed.
    """
    pa, parquet = _pyarrow()
    columns: dict[str, Any] = {
        "system": pa.array([shard.system] * len(segments.corpus), pa.string()),
        "line": pa.array(segments.lines, pa.int64()),
    }
    for question in job.questions:
        _, settings = question.metric_and_settings()
        columns[question.name] = pa.array(segment_values(segments.corpus, settings), pa.float64())
    signatures = {question.name: question.signature for question in job.questions}
    path = Path(job.segments) / file_name(shard)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        parquet.write_table(pa.table(columns).replace_schema_metadata(signatures), part)
        part.replace(path)
    except OSError as problem:
        part.unlink(missing_ok=True)
        hint = "every worker must be able to write to this folder"
        raise InputError(f"cannot write {path}: {problem.strerror or problem}", hint=hint) from None


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        hint = 'pip install "samescore[arrow]", also on every worker'
        raise InputError("writing segments as Parquet needs pyarrow", hint=hint) from None
    return pa, parquet
