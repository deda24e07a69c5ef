"""``samescore list`` and ``samescore show``: look up metrics, vectors, divergences and so on."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from samescore.cli.completing import complete_entry, complete_word
from samescore.cli.options import NamedChoice, format_option
from samescore.cli.screen import print_data, print_line, print_result
from samescore.report.plain import visible
from samescore.verbs.lookup.listing import LISTS

if TYPE_CHECKING:
    from samescore.verbs.lookup.listing import Request


@click.command("list")
@click.argument("what", type=NamedChoice(LISTS), default="implementations", metavar="[WHAT]")
@click.argument("words", shell_complete=complete_word, nargs=-1, metavar="[WORD]...")
@click.option("-v", "--verbose", is_flag=True, help="Show every row and column, e.g. the meaning of each knob.")
@format_option
def list_things(what: str, words: tuple[str, ...], verbose: bool, form: str) -> None:
    """List metrics, knobs, implementations and more.

    WHAT is metrics, knobs (of a metric), implementations (the default), vectors (the golden vectors), flags (of golden
    vectors), mistakes (known mistakes), divergences (known divergences), properties (surprising scores that are right)
    or reported (disagreements that users reported).

    Each WORD selects rows: a metric's name selects the rows of this metric, a package's name the rows of this package,
    and any other word the rows that contain it. Without words, implementations are grouped by package.
    """
    from samescore.verbs.lookup.listing import Request

    _print_listings(Request(what, words), form, verbose=verbose)


def _print_listings(request: Request, form: str, *, verbose: bool = False) -> None:
    """Print the lists of a request as tables, or their records as JSON Lines."""
    from samescore.verbs.lookup.listing import execute

    listings = list(execute(request))
    if form == "jsonl":
        for listing in listings:
            for record in listing.records():
                _print_json(record)
        return
    columns: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = []
    for listing in listings:
        columns, shown = listing.table(verbose=verbose)
        rows += [(), (listing.heading,)] if listing.heading else []
        rows += [tuple(map(visible, row)) for row in shown]
    _print_table(columns, rows)


def _print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows in the width of the terminal or of COLUMNS; without them, each row on one line, as grep needs it.

    A row with a single cell is a heading.
    """
    if sys.stdout is not None and (sys.stdout.isatty() or os.environ.get("COLUMNS")):
        from samescore.report.terminal.tables import listing_table

        print_result(listing_table(columns, rows))
        return
    for row in (columns, *rows):
        print_line("  ".join(row).rstrip())


def _print_json(record: Mapping[str, Any]) -> None:
    import msgspec

    print_data(msgspec.json.encode(record))


@click.command()
@click.argument("name", shell_complete=complete_entry, metavar="ID")
@format_option
def show(name: str, form: str) -> None:
    """Show a golden vector, a known divergence, a property, a reported case, a mistake, a flag or a note.

    A vector comes with its input, settings, expected outcome and source; a divergence with its witness; a reported
    case with the scores of both sides, cause and remedy. For a metric or a package, shows its knobs or entry points.
    """
    from samescore.verbs.lookup import entries
    from samescore.verbs.lookup.entry_text import text_of

    if instead := entries.list_instead(name):
        _print_listings(instead, form)
        return
    for entry in entries.execute(entries.Request(name)):
        if form == "jsonl":
            _print_json(entry.fields())
            continue
        for line in text_of(entry):
            print_line(line.beginning + visible(line.text, line.most))
