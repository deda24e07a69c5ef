"""What scikit-learn's ``classification_report`` returns: its text, or the dictionary as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from samescore.data.tables import Cell, Column
from samescore.verbs.audit.importers.results import Results, digits
from samescore.verbs.audit.importers.tabular import Imported

_HEADER = re.compile(r"^\s*precision\s+recall\s+f1-score\s+support\s*$", re.MULTILINE)
_NUMBER = r"[0-9]{1,10}(?:\.[0-9]{1,20})?"
_ROW = re.compile(
    rf"\s*(?P<name>\S.{{0,200}}?)\s+(?P<precision>{_NUMBER})\s+(?P<recall>{_NUMBER})\s+(?P<f1>{_NUMBER})\s+(?P<support>{_NUMBER})\s*$"
)
_ACCURACY = re.compile(rf"\s*accuracy\s+(?P<f1>{_NUMBER})\s+(?P<support>{_NUMBER})\s*$")
_AVERAGES = {"macro avg": "macro", "micro avg": "micro", "weighted avg": "weighted", "samples avg": "samples"}
_MEASURES = {"precision": "precision", "recall": "recall", "f1-score": "f1"}

#: The row's name, then precision, recall, F1 and support as they are printed; for accuracy F1 alone.
_Printed = tuple[str, dict[str, str], str]


def is_text(text: str) -> bool:
    """Has a text the header of a report?"""
    return _HEADER.search(text) is not None


def is_json(document: Any) -> bool:
    """Is it a dictionary of rows, each of which has precision, recall, F1 and support?"""
    rows = list(document.values()) if isinstance(document, dict) else []
    return any(_is_row(row) for row in rows) and all(_is_row(row) or digits(row) for row in rows)


def of_text(text: str, name: str) -> Imported:
    """The claims of the reports in a text: precision, recall and F1 of each class, accuracy, and the averages."""
    results = Results(name)
    reports = list(_HEADER.finditer(text))
    for number, header in enumerate(reports, 1):
        end = reports[number].start() if number < len(reports) else len(text)
        _report(results, list(_rows(text[header.end() : end])), f"report {number}: " if len(reports) > 1 else "")
    return results.imported()


def of_json(document: Mapping[str, Any], name: str) -> Imported:
    """The claims of the dictionary of a report."""
    results, rows = Results(name), list[_Printed]()
    for row, values in document.items():
        if _is_row(values):
            rows.append((row, {name: digits(values[name]) for name in _MEASURES}, digits(values["support"])))
        else:
            rows.append((row, {"f1-score": digits(values)}, ""))
    _report(results, rows, "")
    return results.imported()


def _is_row(row: Any) -> bool:
    return isinstance(row, dict) and all(digits(row.get(name)) for name in (*_MEASURES, "support"))


def _rows(text: str) -> Iterator[_Printed]:
    """The rows below a header, to the first line that is none; blank lines stand between the parts."""
    for line in text.split("\n"):
        if match := _ACCURACY.match(line):
            yield "accuracy", {"f1-score": match["f1"]}, match["support"]
        elif match := _ROW.match(line):
            values = {"precision": match["precision"], "recall": match["recall"], "f1-score": match["f1"]}
            yield match["name"], values, match["support"]
        elif line.strip():
            return


def _report(results: Results, rows: list[_Printed], prefix: str) -> None:
    """The claims of a report. Its accuracy is called so only where all items have one label: else it is a micro average."""
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
    _relate(results, rows, prefix, items)


def _items(rows: list[_Printed]) -> int:
    """The number of items: the support of an average."""
    for name, _, support in rows:
        if name in _AVERAGES and re.fullmatch(r"[0-9]{1,10}(\.0+)?", support):
            return int(support.partition(".")[0])
    return 0


def _relate(results: Results, rows: list[_Printed], prefix: str, items: int) -> None:
    """The report as a table of one row, in which every number is a column of its own: that is what binds them."""
    columns: list[Column] = []
    cells: list[Cell] = []
    classes = sum(len(values) > 1 and name not in _AVERAGES for name, values, _ in rows)
    known: dict[str, Any] = {"classes": classes, **({"items": items} if items else {})}
    for name, values, support in rows:
        average = _AVERAGES.get(name)
        if average == "samples":
            continue
        knobs = {**known, "average": average} if average else known
        label = "" if average or len(values) == 1 else name
        for measure, printed in values.items():
            place = f"{prefix}{name}, {measure}" if len(values) > 1 else f"{prefix}{name}"
            columns.append(Column(place, "accuracy" if len(values) == 1 else _MEASURES[measure], knobs, label=label))
            cells.append(Cell(printed, printed, place=place))
        if label and re.fullmatch(r"[0-9]{1,10}(\.0+)?", support):
            columns.append(Column(f"{prefix}{name}, support", "items", label=label))
            cells.append(Cell(support, support.partition(".")[0], place=f"{prefix}{name}, support"))
    if len({column.name for column in columns}) == len(columns):
        results.relate(", ".join(filter(None, [results.source, prefix.removesuffix(": ")])), columns, [("", cells)])
