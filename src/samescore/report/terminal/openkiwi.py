"""The table of word-level quality estimation, as OpenKiwi's evaluation prints it (with MCC, for WMT19)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from samescore.records import SystemScores
from samescore.report.plain import visible

_ROW = "{:{width}}    {:<9}    {:<9}    {:<9}    {:<9}"


def systems(scored: Sequence[SystemScores], what: str = "TARGET") -> Iterator[str]:
    """Yield the table's lines: F1-mult, F1 of both classes and MCC to five digits.

    The common folder is in the heading.
    """
    names = [system.name for system in scored]
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
    for name, system in zip(names, scored, strict=True):
        # The second number is formatted to five significant digits, the others to five decimals.
        cells = f"{system.f1_mult:.5f}", f"{system.f1_ok:.5}", f"{system.f1_bad:.5f}", f"{system.mcc:.5f}"
        yield _ROW.format(visible(name), *cells, width=width).rstrip()
