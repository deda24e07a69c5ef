"""The option ``--badge``: a run summarised in one line, for a README."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.base.errors import InputError

if TYPE_CHECKING:
    from samescore.records import Record

badge_option = click.option(
    "--badge",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Also write a run as a badge: FILE.svg, or FILE.json for https://shields.io/badges/endpoint-badge.",
)


def badge_of(saved: Sequence[Record], path: Path) -> str:
    """Return the content of a badge file, in the format of the path's suffix.

    Raises `InputError` for an unsupported suffix, or if the records are not exactly one run.
    """
    from samescore.records import runs
    from samescore.report.badge import badge, endpoint, svg

    formats = {".svg": svg, ".json": endpoint}
    if path.suffix.lower() not in formats:
        raise InputError(f"{path}: a badge file must end in .svg or .json", hint="--badge samescore.svg")
    reports = runs(saved)
    if len(reports) != 1:
        raise InputError(
            f"a badge needs exactly one run, but this file has {len(reports)}", hint="samescore run NAME --report FILE"
        )
    return formats[path.suffix.lower()](badge(reports[0]))
