"""Import the output of lm-evaluation-harness: ``results_*.json``, and ``samples_*.jsonl`` beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from samescore.base.documents import json_lines
from samescore.base.errors import InputError
from samescore.data.answer_logs.formats import find_log
from samescore.data.lm_eval import read_samples
from samescore.metrics.aliases import lookup_alias
from samescore.verbs.audit.importers import answer_log
from samescore.verbs.audit.importers.results import Results, digits, in_full, is_whole_double, with_place
from samescore.verbs.audit.importers.tabular import Imported
from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn

_STAMP = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9-]{8}(?:\.[0-9]{1,9})?"
#: The names of the scores that multiple-choice samples record.
_RECORDED = ("acc", "acc_norm", "acc_bytes", "acc_mutual_info")
#: The name of the scores of extracted answers, which samples of generated texts record for each filter.
_OF_TEXTS = "exact_match"


def is_json(document: Any) -> bool:
    """Return whether a JSON value is from a results file, such as ``{"results": {"hellaswag": {"acc,none": 0.5}}}``."""
    results = document.get("results") if isinstance(document, dict) else None
    return isinstance(results, dict) and bool(results) and all(isinstance(task, dict) for task in results.values())


def of_json(document: Mapping[str, Any], path: Path) -> Imported:
    """Import the claims and tables of a results file; scores refer to the samples beside it.

    Raises `InputError` if there is no score of a known metric.
    """
    results = Results(path.name)
    for task, scores in document["results"].items():
        pairs = list(_scores(scores))
        samples = _samples(path, task, read_samples) if any(metric in _RECORDED for _, metric, _ in pairs) else ""
        texts = _samples(path, task, _read_texts) if any(metric == _OF_TEXTS for _, metric, _ in pairs) else ""
        claims = {}
        for key, metric, published in pairs:
            about = {"metric": metric, "hypotheses": samples if metric in _RECORDED else ""}
            if texts and metric == _OF_TEXTS:
                about = {"metric": answer_log.METRIC, "hypotheses": texts, "original_tool": key}
            claims[key] = results.add(f"{task}, {key}", published=published, label=key, **about)
        _relate(results, document, task, claims)
    if not results.imported().claims:
        raise InputError(
            f"{path} has no score of a known metric", hint="list the known metrics with: samescore list metrics"
        )
    return results.imported()


def of_samples(path: Path) -> Imported:
    """Import claims from a samples file, which does not state them: the mean of each score that every sample records.

    Raises `InputError` for tasks other than multiple choice, and if no metric has a score in every sample.
    """
    read_samples(path)
    results = Results(path.name)
    samples = [sample for _, sample in json_lines(path, dict[str, Any], "write one sample per line")]
    for metric in _RECORDED:
        scores = [float(digits(sample.get(metric)) or "nan") for sample in samples]
        if scores and all(score == score for score in scores):
            published = repr(sum(scores) / len(scores))
            results.add(metric, metric, published, hypotheses=path.name, items=len(scores))
    if not results.imported().claims:
        hint = "audit the number with --published"
        raise InputError(f"{path}: no metric has a score in every sample", hint=hint)
    return results.imported()


def _scores(scores: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the key, metric and number of each score of a task by a known metric; standard errors are skipped.

    A key is the name of the metric, followed from version 0.4 on by a comma and the filter.
    """
    for key, value in scores.items():
        metric = key.partition(",")[0]
        if metric.endswith("_stderr") or not digits(value) or len(metric) < 2 or lookup_alias(metric) is None:
            continue
        yield key, metric, digits(value)


def _relate(results: Results, document: Mapping[str, Any], task: str, claims: Mapping[str, str]) -> None:
    """Add a task's means over items, their standard errors, and the number of items as a table of related numbers.

    `claims` are the ids of the task's claims, by key. Groups of tasks are skipped, because their pooled scores obey
    other relations, as are tasks without a number of samples in a file that records some.
    """
    many = _items(document, task)
    if _is_group(document, task) or (document.get("n-samples") and not many):
        return
    columns: list[PrintedColumn] = []
    cells: list[Cell] = []
    for key, own in claims.items():
        metric, comma, name = key.partition(",")
        printed = [digits(document["results"][task].get(k)) for k in (key, f"{metric}_stderr{comma}{name}")]
        if metric in (*_RECORDED, "exact_match") and all(printed):
            known = {"scores": "0/1" if metric in _RECORDED and _has_choices(document, task) else "any"}
            columns += [
                PrintedColumn(key, metric, known, unit="fraction"),
                PrintedColumn(f"{key}: stderr", "stderr", of=[key]),
            ]
            whole = any(map(is_whole_double, printed))
            shown = [Cell(text, in_full(float(text)) if whole else text) for text in printed]
            cells += [with_place(cell, place) for cell, place in zip(shown, (own, f"{own}: stderr"), strict=True)]
    if many:
        columns.append(PrintedColumn("number of samples", "items"))
        cells.append(Cell(str(many), str(many), place=f"{task}, number of samples"))
    if len(columns) > 1:
        results.relate(f"{results.source}, {task}", columns, cells)


def _items(document: Mapping[str, Any], task: str) -> int:
    """Return the number of evaluated samples of a task; 0 if not recorded."""
    samples = document.get("n-samples")
    recorded = samples.get(task) if isinstance(samples, dict) else None
    many = recorded.get("effective") if isinstance(recorded, dict) else None
    return many if isinstance(many, int) and not isinstance(many, bool) and 0 < many < 10**12 else 0


def _is_group(document: Mapping[str, Any], task: str) -> bool:
    """Return whether a name is the name of a group of tasks."""
    groups, members = document.get("groups"), document.get("group_subtasks")
    return (isinstance(groups, dict) and task in groups) or (isinstance(members, dict) and bool(members.get(task)))


def _has_choices(document: Mapping[str, Any], task: str) -> bool:
    """Return whether each item of a task is scored 0 or 1: multiple choice without a custom scoring function."""
    configs = document.get("configs")
    config = configs.get(task) if isinstance(configs, dict) else None
    own = isinstance(config, dict) and bool(config.get("process_results"))
    normalized = any(key.partition(",")[0] == "acc_norm" for key in document["results"][task])
    return not own and (normalized or (isinstance(config, dict) and config.get("output_type") == "multiple_choice"))


def _samples(path: Path, task: str, read: Callable[[Path], object]) -> str:
    """Return the name of a task's samples file: the one with the timestamp of the results, or else the latest.

    The result is empty if there is none, or if `read` raises `InputError` for it.
    """
    name = re.compile(rf"samples_{re.escape(task)}(?:_(?P<stamp>{_STAMP}))?\.jsonl")
    found = {file.name: match["stamp"] or "" for file in path.parent.iterdir() if (match := name.fullmatch(file.name))}
    stamp = re.search(_STAMP, path.name)
    same = [file for file, time in found.items() if stamp and time == stamp[0]]
    for file in same or sorted(found)[-1:]:
        try:
            read(path.parent / file)
        except InputError:
            return ""
        return file
    return ""


def _read_texts(path: Path) -> None:
    """Raise `InputError` unless a file is a log of generated texts."""
    if find_log(path) is None:
        raise InputError(f"{path} has no generated texts", hint="pass the samples of a task that generates text")
