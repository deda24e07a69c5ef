"""The table of word-level quality estimation, as OpenKiwi's evaluation prints it (with MCC, for WMT19)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from samescore.report.plain import visible
from samescore.verbs.programs.openkiwi import ClassRow, System

_ROW = "{:{width}}    {:<9}    {:<9}    {:<9}    {:<9}"


def lines(systems: Sequence[System], what: str = "TARGET") -> Iterator[str]:
    """The table's lines: F1-mult, F1 of both classes and MCC to five digits; the common folder in the head."""
    names = [system.name for system in systems]
    folder = ""
    files = [name for name in names if not name.startswith("*")]
    if len(names) > 1:
        folder = os.path.commonpath(files) if len({Path(name).is_absolute() for name in files}) == 1 else ""
        names = [os.path.relpath(name, folder) if folder and not name.startswith("*") else name for name in names]
    head = f" ({visible(folder)})" if folder else ""
    width = max(len(head) + 4, *map(len, names))
    yield "-" * (width + 13 * 3)
    yield f"Word-level scores for {what}:"
    yield _ROW.format(f"File{head}", "F1_mult", "F1_OK", "F1_BAD", "MCC", width=width).rstrip()
    for name, system in zip(names, systems, strict=True):
        # The second number is formatted to five significant digits, the others to five decimals.
        cells = f"{system.f1_mult:.5f}", f"{system.f1_ok:.5}", f"{system.f1_bad:.5f}", f"{system.mcc:.5f}"
        yield _ROW.format(visible(name), *cells, width=width).rstrip()


def class_lines(rows: Sequence[ClassRow]) -> Iterator[str]:
    """The table of classes, to five digits; nothing for no rows."""
    if not rows:
        return
    names = [visible(str(row.name)) for row in rows]
    width = max(len("class"), *map(len, names))
    heads = ("precision", "recall", "F1", "MCC", "support", "predicted", "right")
    yield "  ".join(["class".ljust(width), *(head.rjust(9) for head in heads)])
    for name, row in zip(names, rows, strict=True):
        numbers = [f"{value:9.5f}" for value in (row.precision, row.recall, row.f1, row.mcc)]
        counts = [f"{count:9d}" for count in (row.support, row.predicted, row.right)]
        yield "  ".join([name.ljust(width), *numbers, *counts])
