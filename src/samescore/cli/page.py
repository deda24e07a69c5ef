"""The option ``--html``: results as a page that opens from disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.base.errors import InputError

if TYPE_CHECKING:
    from samescore.records import Record
    from samescore.report.html.vectors import Shown

#: What to do where a file holds no result.
HINT = "name a file that run, drift, identify, diff, explain or audit has written"

html_option = click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Also write the result to this file, as a page that opens from disk.",
)


def page_of(saved: Sequence[Record]) -> str:
    """The results in the records as a page; `InputError` if there are none."""
    from samescore.report.html.page import page

    content = page(saved, _golden(saved))
    if not content:
        raise InputError("there is no result to show as a page", hint=HINT)
    return content


def _golden(saved: Sequence[Record]) -> dict[str, Shown]:
    """What is known of the golden vectors in the records, unless their input was another one when it was recorded."""
    from samescore.catalogue.vectors import vectors
    from samescore.data.kinds import digest
    from samescore.records import Case, Identification, Move
    from samescore.report.html.vectors import Shown

    named: dict[str, str] = {}
    for record in saved:
        match record:
            case Case():
                named[record.vector] = record.input
            case Move():
                named.setdefault(record.vector, "")
            case Identification():
                named |= {departure.vector: "" for departure in record.departures}
    known = vectors() if named else {}
    return {
        name: Shown(known[name].input, list(known[name].flags), known[name].comment)
        for name, recorded in named.items()
        if name in known and (not recorded or digest(known[name].data()) == recorded)
    }
