"""Import scikit-learn's ``classification_report``: its text, or its dictionary as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from samescore.verbs.audit.importers.reports import unfold_reports
from samescore.verbs.audit.importers.results import Results, digits
from samescore.verbs.audit.importers.tabular import Imported
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row

_HEADER = re.compile(r"^\s*precision\s+recall\s+f1-score\s+support\s*$", re.MULTILINE)
_NUMBER = r"[0-9]{1,10}(?:\.[0-9]{1,20})?"
_ROW = re.compile(
    rf"\s*(?P<name>\S.{{0,200}}?)\s+(?P<precision>{_NUMBER})\s+(?P<recall>{_NUMBER})\s+(?P<f1>{_NUMBER})\s+(?P<support>{_NUMBER})\s*$"
)
_ACCURACY = re.compile(rf"\s*accuracy\s+(?P<f1>{_NUMBER})\s+(?P<support>{_NUMBER})\s*$")
_AVERAGES = {
    "macro avg": "macro",
    "micro avg": "micro",
    "weighted avg": "weighted",
    "samples avg": "samples",
    "avg / total": "weighted",
}
#: A support that counts items; a sum of weights is printed with a decimal point.
_COUNT = r"[0-9]{1,10}"
_MEASURES = {"precision": "precision", "recall": "recall", "f1-score": "f1"}

#: The row's name, then precision, recall, F1 and support as printed; accuracy has only the F1 column.
_Printed = tuple[str, dict[str, str], str]


def is_text(text: str) -> bool:
    """Return whether a text contains the header line of a classification report."""
    return _HEADER.search(text) is not None


def is_json(document: Any) -> bool:
    """Return whether a JSON value is a dictionary of rows that each have precision, recall, F1 and support.

    It may also have plain numbers, such as the accuracy.
    """
    rows = list(document.values()) if isinstance(document, dict) else []
    return any(_is_row(row) for row in rows) and all(_is_row(row) or digits(row) for row in rows)


def of_text(text: str, name: str) -> Imported:
    """Import the claims and tables of the reports in the text of a file called `name`.

    Claims are precision, recall and F1 of each class and average, and the accuracy.
    """
    results = Results(name)
    reports = list(_HEADER.finditer(text))
    for number, header in enumerate(reports, 1):
        end = reports[number].start() if number < len(reports) else len(text)
        _report(results, list(_rows(text[header.end() : end])), f"report {number}: " if len(reports) > 1 else "")
    return results.imported()


def of_json(document: Mapping[str, Any], name: str) -> Imported:
    """Import the claims and the table of a report's dictionary, from a file called `name`."""
    results, rows = Results(name), list[_Printed]()
    for row, values in document.items():
        if _is_row(values):
            support = digits(values["support"]).removesuffix(".0")  # a double in some releases
            rows.append((row, {name: digits(values[name]) for name in _MEASURES}, support))
        else:
            rows.append((row, {"f1-score": digits(values)}, ""))
    _report(results, rows, "")
    return results.imported()


def _is_row(row: Any) -> bool:
    return isinstance(row, dict) and all(digits(row.get(name)) for name in (*_MEASURES, "support"))


def _rows(text: str) -> Iterator[_Printed]:
    """Yield the rows below a header, up to the first line that is neither a row nor blank."""
    for line in text.split("\n"):
        if match := _ACCURACY.match(line):
            yield "accuracy", {"f1-score": match["f1"]}, match["support"]
        elif match := _ROW.match(line):
            values = {"precision": match["precision"], "recall": match["recall"], "f1-score": match["f1"]}
            yield match["name"], values, match["support"]
        elif line.strip():
            return


def _report(results: Results, rows: list[_Printed], prefix: str) -> None:
    """Add the claims and the table of a report to `results`; ids of claims start with `prefix`.

    A row "accuracy" appears only if each item has one label; otherwise there is a micro average. Averages over samples
    give no claims.
    """
    items = _items(rows)
    for name, values, _ in rows:
        average = _AVERAGES.get(name)
        if len(values) == 1:
            results.add(f"{prefix}{name}", "accuracy", values["f1-score"], items=items, label=name)
            continue
        for measure, published in values.items():
            settings = {"average": average} if average else {"average": "class", "positive": name}
            if average != "samples":
                metric = _MEASURES[measure]
                results.add(f"{prefix}{name}, {measure}", metric, published, settings=settings, label=name)
    _relate(results, rows, prefix)


def _items(rows: list[_Printed]) -> int:
    """Return the number of items, which is the support of an average; 0 if no average has a whole number as support."""
    for name, _, support in rows:
        if name in _AVERAGES and re.fullmatch(_COUNT, support):
            return int(support)
    return 0


def _relate(results: Results, rows: list[_Printed], prefix: str) -> None:
    """Add the report as a table of one row with a column for every number, for checks of relations.

    Supports that are not whole numbers are not added: they are sums of weights, for which no relation holds. A report
    with repeated row names is not added.
    """
    columns = [PrintedColumn(name, quantity, unit="fraction") for name, quantity in _MEASURES.items()]
    counts = [re.fullmatch(_COUNT, support) is not None for _, _, support in rows if support]
    if all(counts):
        columns.append(PrintedColumn("support", "items"))
    made = []
    for name, values, support in rows:
        place = f"{prefix}{name}"
        cells = [
            Cell(values[measure], values[measure], place=f"{place}, {measure}" if len(values) > 1 else place)
            if measure in values
            else Cell("")
            for measure in _MEASURES
        ]
        if all(counts):
            cells.append(Cell(support, support, place=f"{place}, support"))
        made.append(Row(name, cells))
    name = ", ".join(filter(None, [results.source, prefix.removesuffix(": ")]))
    if len({row.name for row in made}) == len(made):
        results.keep(unfold_reports(PrintedTable(name, columns, made, rounded=True), whole=True))
