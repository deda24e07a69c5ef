"""The verb *golden fmt*: rewrite vector files in the standard layout and order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from samescore.base.documents import from_json
from samescore.base.files import read_bytes
from samescore.catalogue.layout import as_json
from samescore.catalogue.vectors import load_file, vectors_path
from samescore.records.file import write_file


class Request(msgspec.Struct, frozen=True):
    """The files to format: vector files, or files of their generated columns. With `only_check`, nothing is written."""

    files: tuple[Path, ...]
    only_check: bool = False


def execute(request: Request) -> Iterator[Path]:
    """Yield the path of each file that is not in the standard layout, and rewrite it unless only checking.

    Raises `InputError` for a file that cannot be read, and `DataError` if its vectors or columns are invalid.
    """
    for path in request.files:
        load_file(vectors_path(path))  # raises if the vectors or their columns are invalid
        raw = read_bytes(path)
        document = from_json(raw)
        if "columns" in document:
            document["columns"] = dict(sorted(document["columns"].items()))
        else:
            document["vectors"].sort(key=lambda vector: vector["id"])
        content = as_json(document).encode("utf-8")
        if content != raw:
            yield path
            if not request.only_check:
                write_file(path, content)
