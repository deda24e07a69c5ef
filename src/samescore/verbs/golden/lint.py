"""Find problems in golden/: problems of single vectors, unused flags, and stale files."""

from __future__ import annotations

from pathlib import Path

from samescore.catalogue.layout import union_schema
from samescore.catalogue.vector_checks import vector_problems
from samescore.catalogue.vectors import (
    SCHEMA,
    ObservedFile,
    Vector,
    VectorFile,
    flags,
    observed_path,
    vector_files,
    vectors,
)


def count() -> int:
    """Return the total number of golden vectors."""
    return len(vectors())


def problems() -> list[str]:
    """Return one line for each problem of the golden vectors and of ``flags.toml``; empty if there is none.

    Raises `DataError` if the files cannot be read.
    """
    lines = []
    everything, registered = vectors(), flags()
    for vector in everything.values():
        lines += vector_problems(vector)
    used = {flag for vector in everything.values() for flag in vector.flags}
    return lines + [f"flags.toml: no vector is flagged {flag!r}" for flag in sorted(set(registered) - used)]


def file_problems(folder: Path) -> list[str]:
    """Return one line for each vector file in `folder` without its observed file, and one if the schema is stale."""
    lines = [
        f"{path.relative_to(folder)}: {observed_path(path).name} is missing: write it with: python -m tools.derive"
        for path in vector_files(folder)
        if not observed_path(path).exists()
    ]
    if (folder / "schema.json").read_bytes() != schema():
        lines.append("schema.json is out of date: samescore golden schema writes it")
    return lines


def schema() -> bytes:
    """Return the bytes of the JSON Schema of the files in golden/ and of the lines of the export."""
    title = "samescore golden vectors: a file of them, its generated columns, or a line of the export"
    return union_schema(SCHEMA, title, VectorFile, ObservedFile, Vector)
