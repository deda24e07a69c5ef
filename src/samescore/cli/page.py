"""The option ``--html``: results as a page that opens from disk."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from samescore.errors import InputError

if TYPE_CHECKING:
    from samescore.records import Record
    from samescore.report.html.run import Shown

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
    """What is known of the golden vectors in the records, if their input is still the recorded one."""
    from samescore.catalogue.vectors import vectors
    from samescore.data.kinds import digest
    from samescore.records import Case
    from samescore.report.html.run import Shown

    cases = {record.vector: record.input for record in saved if isinstance(record, Case)}
    known = vectors() if cases else {}
    return {
        name: Shown(json.dumps(known[name].input, ensure_ascii=False), list(known[name].flags), known[name].comment)
        for name, recorded in cases.items()
        if name in known and digest(known[name].data()) == recorded
    }
