"""Choose the engine of a request that leaves the choice to samescore (``--engine auto``)."""

from __future__ import annotations

from pathlib import Path

import msgspec

from samescore.base.errors import UnknownNameError
from samescore.base.files import TABLES
from samescore.base.packed import suffix_of
from samescore.data.corpus import Corpus
from samescore.data.slices import is_parquet
from samescore.metrics import find
from samescore.metrics.jobs import current
from samescore.verbs.scoring.request import Request

#: Size of the files, times the number of metrics, from which on processes save more time than they take to start
#: (``python -m benchmarks.clusters``; docs/clusters.md).
LEAST_BYTES = 500 * 2**20


def choose_engine(request: Request) -> Request:
    """Replace the engine ``auto`` by ``dask``, or by None for one process.

    It is Dask if an option needs an engine, or else if several jobs are allowed, no option or metric prevents it, and the files
    are large (`LEAST_BYTES`) and can be split. Files that do not exist count as empty.
    """
    if request.engine != "auto":
        return request
    if request.options_of_engines():
        return msgspec.structs.replace(request, engine="dask")
    pays = (
        current() > 1
        and not request.options_without_engine()
        and _can_be_split(request)
        and _work(request) >= LEAST_BYTES
    )
    return msgspec.structs.replace(request, engine="dask" if pays else None)


def _can_be_split(request: Request) -> bool:
    try:
        metrics = [find(name)[0] for name, _ in request.asked_metrics()]
    except UnknownNameError:
        return False  # one process reports the error
    return all(metric.takes == (Corpus,) for metric in metrics) and not any(map(_is_read_whole, _files(request)))


def _is_read_whole(file: Path) -> bool:
    suffix = file.suffix.lower()
    return suffix_of(file) != suffix or (suffix in TABLES and not is_parquet(file))


def _work(request: Request) -> int:
    return sum(file.stat().st_size for file in _files(request)) * max(1, len(request.metrics))


def _files(request: Request) -> list[Path]:
    """Return the existing files of both sides, and for a folder its files."""
    paths = (*request.hypotheses, *request.references)
    return [file for path in paths for file in (sorted(path.iterdir()) if path.is_dir() else [path]) if file.is_file()]
