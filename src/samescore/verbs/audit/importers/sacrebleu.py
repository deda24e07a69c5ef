"""Import sacreBLEU's output (lines, JSON, tables of several systems), and the line of multi-bleu.perl."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from samescore.base.errors import InputError
from samescore.verbs.audit.claims import file_of
from samescore.verbs.audit.importers.results import Results, digits, with_place
from samescore.verbs.audit.importers.tabular import Imported
from samescore.verbs.audit.printed_text.bleu_line import read_bleu_line
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn

_NUMBER = r"[0-9]{1,10}(?:\.[0-9]{1,20})?"
_NAME = r"BLEU|chrF[0-9]{0,2}\+{0,2}|TER"
_LINE = re.compile(
    rf"\s*(?P<name>{_NAME})(?P<signature>[|+]\S{{1,500}})?\s+=\s+(?P<score>{_NUMBER})(?P<rest>(?:[,\s(].*)?)$"
)
_INTERVAL = re.compile(rf"\s*\(μ = {_NUMBER} ± {_NUMBER}\)")
_SIGNATURE = re.compile(rf"\s*- (?P<name>{_NAME})\s+(?P<signature>\S{{1,500}})\s*$")
_CELL = re.compile(rf"(?P<score>{_NUMBER})(?:\s*\({_NUMBER} ± {_NUMBER}\))?")
_TITLE = re.compile(rf"(?P<name>{_NAME})(?:\s*\(μ ± 95% CI\))?")


def is_text(text: str) -> bool:
    """Return whether a text contains a score line of sacreBLEU or multi-bleu.perl, or a table of sacreBLEU."""
    return any(map(_LINE.match, text.split("\n"))) or ("Metric signatures" in text and "│" in text)


def of_text(text: str, name: str, folder: Path) -> Imported:
    """Import the claims of all score lines in a text, and of its table of systems, each with its signature.

    `name` is the source of the claims. The claims of a system refer to the file with its name, if `folder` has one.
    """
    results = Results(name)
    for number, line in enumerate(text.split("\n"), 1):
        if match := _LINE.match(line):
            signature = (match["signature"] or "").lstrip("|+")
            stated = match["name"] + match["signature"] if match["signature"] else ""
            own = results.add(
                f"line {number}, {match['name']}", match["name"], match["score"], signature=stated, label=signature
            )
            _relate(results, match["name"], match["score"], match["rest"], own)
    for system, metric, score, signature in _table_scores(text):
        results.add(
            f"{system}, {metric}", metric, score, signature=signature, label=system, **_file_field(folder, system)
        )
    return results.imported()


def is_json(document: Any) -> bool:
    """Return whether a JSON value is a score of sacreBLEU, a list of scores, or a list of systems with scores."""
    entries = document if isinstance(document, list) else [document]
    known = [isinstance(entry, dict) and ("system" in entry or _is_score(entry)) for entry in entries]
    named = all(
        isinstance(entry, dict) and ("system" in entry or {"name", "score"} <= entry.keys()) for entry in entries
    )
    return any(known) and named


def of_json(document: Any, name: str, folder: Path) -> Imported:
    """Import the claims of a score, of a list of scores, or of systems.

    `name` and `folder` are as for `of_text`. An entry that is not a score of a known metric becomes a malformed claim.
    Raises `InputError` if a system has no score.
    """
    results = Results(name)
    for entry in document if isinstance(document, list) else [document]:
        if "system" in entry:
            _add_system(entry, results, folder)
            continue
        metric, score = str(entry["name"]), digits(entry["score"])
        if not _is_score(entry):
            results.refuse(metric, metric, entry["score"])
            continue
        signature = str(entry.get("signature", ""))
        own = results.add(metric, metric, score, signature=signature)
        _relate(results, metric, score, str(entry.get("verbose_score", "")), own)
    return results.imported()


def _is_score(entry: Mapping[str, Any]) -> bool:
    named = isinstance(entry.get("name"), str) and re.fullmatch(_NAME, entry["name"]) is not None
    return named and bool(digits(entry.get("score")))


def _add_system(entry: Mapping[str, Any], results: Results, folder: Path) -> None:
    """Add the claims of one of several systems, whose scores may be texts, or objects with a paired test's results.

    Raises `InputError` if the system has no score.
    """
    system = _system_name(str(entry["system"]))
    scores = {metric: value for metric, value in entry.items() if re.fullmatch(_NAME, metric)}
    if not scores:
        raise InputError(
            f"{results.source}: the system {system!r:.80} has no score", hint="write the file with: sacrebleu -f json"
        )
    for metric, value in scores.items():
        number = value.get("score") if isinstance(value, dict) else value
        published = number if isinstance(number, str) and re.fullmatch(_NUMBER, number) else digits(number)
        if published:
            results.add(
                f"{system}, {metric}", metric, published, like="sacrebleu", label=system, **_file_field(folder, system)
            )


def _system_name(name: str) -> str:
    return name.removeprefix("Baseline:").strip()


def _file_field(folder: Path, system: str) -> dict[str, str]:
    """Return the field ``hypotheses`` with the file named after a system; empty if there is none."""
    try:
        file_of(folder, system)
    except InputError:
        return {}
    return {"hypotheses": system}


def _relate(results: Results, metric: str, score: str, rest: str, own: str) -> None:
    """Add BLEU and the parts that are printed after it as a table; nothing for other metrics and lines without parts.

    `rest` is the text after the score, and `own` the id of the score's claim.
    """
    if metric != "BLEU":
        return
    try:
        parts = read_bleu_line(f"BLEU = {score} {_INTERVAL.sub('', rest).lstrip(', ')}")
    except InputError:
        return
    cells = [
        with_place(cell, f"{own}, {column.name}")
        for cell, column in zip(parts.rows[0].cells, parts.columns, strict=True)
    ]
    results.relate(own, parts.columns, [with_place(cells[0], own), *cells[1:]])


def _table_scores(text: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield the system, metric, score and signature (empty if unknown) of each score in a sacreBLEU table."""
    lines = text.split("\n")
    signatures = {match["name"]: match["signature"] for match in map(_SIGNATURE.match, lines) if match}
    titles: Sequence[str] = ()
    for line in lines:
        cells = [cell.strip() for cell in line.strip().strip("│").split("│")]
        if not line.lstrip().startswith("│") or len(cells) < 2:
            continue
        if cells[0] == "System":
            titles = [match["name"] if (match := _TITLE.fullmatch(cell)) else "" for cell in cells]
            continue
        for metric, cell in zip(titles, cells, strict=False):
            match = _CELL.fullmatch(cell)
            if metric and match and cells[0]:
                signature = f"{metric}|{signatures[metric]}" if metric in signatures else ""
                yield _system_name(cells[0]), metric, match["score"], signature


def table_of_parts(values: Mapping[str, str]) -> tuple[list[PrintedColumn], list[Cell]]:
    """Return a column and a cell for each number; the keys are names of metrics, or roles in `printed_text.tables`."""
    return [PrintedColumn(name, name) for name in values], [Cell(text, text) for text in values.values()]
